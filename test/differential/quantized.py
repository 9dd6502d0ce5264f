"""The rows of quantized types, against what the specification says of them, in NumPy.

Arguments and results are the integers stored: `bitcast_convert` takes them for quantized ones.
"""

from dataclasses import dataclass

import numpy as np

from table import Case, op, pick, shape_of
from values import DTYPES, moderate_array, random_array, tensor

STORED = ["i8", "ui8", "i16", "ui16", "i32"]


@dataclass
class Quantized:
    """How numbers of a type are stored: as q for (q - zero) * scale."""

    storage: str
    low: int
    high: int
    axis: int  # None where scale and zero are the same for all
    scales: list
    zeros: list
    expressed: str = "f32"

    @property
    def element(self):
        storage = self.storage.lstrip("u").replace("i", "u" if self.storage[0] == "u" else "i")
        bounds = f"<{self.low}:{self.high}>"
        parts = [f"{scale!r}:{zero}" for scale, zero in zip(self.scales, self.zeros)]
        if self.axis is None:
            return f"!quant.uniform<{storage}{bounds}:{self.expressed}, {parts[0]}>"
        return f"!quant.uniform<{storage}{bounds}:{self.expressed}:{self.axis}, {{{', '.join(parts)}}}>"

    def spread(self, numbers, rank):
        array = np.asarray(numbers)
        return array[0] if self.axis is None else array.reshape([-1 if d == self.axis else 1 for d in range(rank)])

    def numbers(self, stored):
        """The numbers that the stored integers express."""
        dtype = DTYPES[self.expressed]
        zeros, scales = self.spread(self.zeros, stored.ndim), self.spread(np.asarray(self.scales, dtype), stored.ndim)
        return ((stored.astype(np.int64) - zeros).astype(dtype) * scales).astype(dtype)

    def stored(self, numbers):
        """The integers nearest to the numbers: of two the even one. NaN is 0, where every integer would do."""
        dtype = DTYPES[self.expressed]
        zeros, scales = self.spread(np.asarray(self.zeros, dtype), numbers.ndim), self.spread(np.asarray(self.scales, dtype), numbers.ndim)
        with np.errstate(all="ignore"):
            places = (numbers / scales).astype(dtype) + zeros if any(self.zeros) else (numbers / scales).astype(dtype)
            rounded = np.rint(np.clip(places.astype(dtype).astype(np.float64), self.low, self.high))
        return np.where(np.isnan(rounded), 0, rounded).astype(DTYPES[self.storage])


def draw(rng, shape, storage=None, axis=True):
    """Bounds that floats of 32 bits distinguish, narrow ones and others."""
    storage = storage or pick(rng, STORED[:4])
    info = np.iinfo(DTYPES[storage])
    low, high = (info.min, info.max) if rng.random() < 0.6 else (max(info.min, -100), 100)
    along = [d for d, size in enumerate(shape) if 0 < size <= 8]
    axis = pick(rng, along) if axis and along and rng.random() < 0.4 else None
    count = 1 if axis is None else shape[axis]
    scales = [float(np.float32(rng.choice([0.5, 1, 2, 0.1, 0.003, rng.uniform(0.01, 3)]))) for _ in range(count)]
    zeros = [int(rng.integers(max(low, -20), min(high, 20) + 1)) if rng.random() < 0.7 else max(low, 0) for _ in range(count)]
    return Quantized(storage, int(low), int(high), axis, scales, zeros)


def integers_of(rng, kind, shape):
    return np.clip(random_array(rng, kind.storage, shape), kind.low, kind.high).astype(DTYPES[kind.storage])


def taken(name, value, kind, shape):
    """Integers for what they express, and the other way round."""
    return f"%{name} = stablehlo.bitcast_convert %{value} : ({tensor(kind.storage, shape)}) -> {tensor(kind.element, shape)}"


def given(name, value, kind, shape):
    return f"%{name} = stablehlo.bitcast_convert %{value} : ({tensor(kind.element, shape)}) -> {tensor(kind.storage, shape)}"


def ours(name, inputs, body, kind, shape, expected):
    """A case whose result is stored as `kind` says; XLA knows no quantized types."""
    results = [("%r", kind.storage, shape)]
    return Case(name, inputs, body, results, expected=[np.asarray(expected).reshape(shape)])


@op("uniform_quantize")
def _(rng):
    """Numbers, and numbers that are quantized already."""
    shape = shape_of(rng)
    kind = draw(rng, shape)
    if rng.random() < 0.5:
        x = random_array(rng, "f32", shape)
        x = np.where(np.isnan(x), np.float32(1), x)
        line = f"%q = stablehlo.uniform_quantize %0 : ({tensor('f32', shape)}) -> {tensor(kind.element, shape)}"
        return ours("uniform_quantize", [("f32", x)], [line, given("r", "q", kind, shape)], kind, shape, kind.stored(x))
    source = draw(rng, shape)
    x = integers_of(rng, source, shape)
    line = f"%q = stablehlo.uniform_quantize %x : ({tensor(source.element, shape)}) -> {tensor(kind.element, shape)}"
    body = [taken("x", "0", source, shape), line, given("r", "q", kind, shape)]
    return ours("uniform_quantize", [(source.storage, x)], body, kind, shape, kind.stored(source.numbers(x)))


@op("uniform_dequantize")
def _(rng):
    shape = shape_of(rng)
    kind = draw(rng, shape)
    x = integers_of(rng, kind, shape)
    line = f"%r = stablehlo.uniform_dequantize %x : ({tensor(kind.element, shape)}) -> {tensor('f32', shape)}"
    expected = [np.asarray(kind.numbers(x)).reshape(shape)]
    return Case("uniform_dequantize", [(kind.storage, x)], [taken("x", "0", kind, shape), line], [("%r", "f32", shape)], expected=expected)


@op("quantized_elementwise")
def _(rng):
    """Computed with the numbers expressed, and quantized again."""
    mnemonic, f = pick(rng, [("add", np.add), ("subtract", np.subtract), ("multiply", np.multiply), ("maximum", np.maximum), ("minimum", np.minimum)])
    shape = shape_of(rng)
    kinds = [draw(rng, shape, axis=False) for _ in range(3)]
    # All operands are stored in one type.
    for kind in kinds[1:]:
        kind.storage, kind.low, kind.high = kinds[0].storage, kinds[0].low, kinds[0].high
        kind.zeros = [int(np.clip(zero, kind.low, kind.high)) for zero in kind.zeros]
    inputs = [(kind.storage, integers_of(rng, kind, shape)) for kind in kinds[:2]]
    types = ", ".join(tensor(kind.element, shape) for kind in kinds[:2])
    body = [taken(f"x{i}", i, kind, shape) for i, kind in enumerate(kinds[:2])]
    body += [f"%q = stablehlo.{mnemonic} %x0, %x1 : ({types}) -> {tensor(kinds[2].element, shape)}", given("r", "q", kinds[2], shape)]
    numbers = f(*(kind.numbers(x) for kind, (_, x) in zip(kinds, inputs))).astype(np.float32)
    return ours("quantized_elementwise", inputs, body, kinds[2], shape, kinds[2].stored(numbers))


@op("quantized_dot_general")
def _(rng):
    """Small whole numbers, whose sums are exact in any order; the kernel may have scales of its own a column."""
    m, k, n = (int(size) for size in rng.choice([1, 2, 3, 5, 8], 3))
    kinds = [draw(rng, (m, k), "i8", axis=False), draw(rng, (k, n), "i8", axis=False), draw(rng, (m, n), pick(rng, ["i8", "i32"]), axis=False)]
    for kind in kinds[:2]:
        kind.scales, kind.low, kind.high = [float(rng.choice([0.5, 1, 2]))], -127, 127
    kinds[1].zeros = [0]
    if kinds[2].storage == "i32":
        kinds[2].low, kinds[2].high = -(2**20), 2**20
    if rng.random() < 0.4:
        kinds[1].axis, kinds[1].scales, kinds[1].zeros = 1, [float(s) for s in rng.choice([0.5, 1, 2], n)], [0] * n
        if kinds[2].storage == "i32":
            kinds[2].axis, kinds[2].scales, kinds[2].zeros = 1, [0.25] * n, [0] * n
    shapes = [(m, k), (k, n), (m, n)]
    inputs = [(kind.storage, moderate_array(rng, kind.storage, shape)) for kind, shape in zip(kinds[:2], shapes)]
    body = [taken(f"x{i}", i, kinds[i], shapes[i]) for i in range(2)]
    types = [tensor(kind.element, shape) for kind, shape in zip(kinds, shapes)]
    body += [f"%q = stablehlo.dot_general %x0, %x1, contracting_dims = [1] x [0] : ({types[0]}, {types[1]}) -> {types[2]}"]
    body += [given("r", "q", kinds[2], shapes[2])]
    numbers = np.matmul(*(kind.numbers(x).astype(np.float64) for kind, (_, x) in zip(kinds, inputs))).astype(np.float32)
    return ours("quantized_dot_general", inputs, body, kinds[2], shapes[2], kinds[2].stored(numbers))


@op("quantized_moves")
def _(rng):
    """Ops that move what is stored and change nothing."""
    element_shape = tuple(int(size) for size in rng.integers(1, 6, 2))
    kind = draw(rng, element_shape, axis=False)
    x = integers_of(rng, kind, element_shape)
    mnemonic, attributes, expected = pick(
        rng,
        [
            ("transpose", ", dims = [1, 0]", x.T),
            ("reshape", "", x.reshape(-1)),
            ("broadcast_in_dim", ", dims = [1, 2]", np.broadcast_to(x, (3, *element_shape))),
            ("slice", " [0:1, 0:" + str(element_shape[1]) + "]", x[:1]),
        ],
    )
    types = f"({tensor(kind.element, element_shape)}) -> {tensor(kind.element, expected.shape)}"
    body = [taken("x", "0", kind, element_shape), f"%q = stablehlo.{mnemonic} %x{attributes} : {types}", given("r", "q", kind, expected.shape)]
    return ours("quantized_moves", [(kind.storage, x)], body, kind, expected.shape, expected)
