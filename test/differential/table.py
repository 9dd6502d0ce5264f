"""One row per op: how to make a random case of it, and how close its result has to be.

An elementwise op joins by one `unary` or `binary` line. A structured op joins by a function, decorated with `op`, that
draws a `Case`. The modules that run.py imports add their families' rows to these.
"""

import zlib
from dataclasses import dataclass
from typing import Callable

import numpy as np

from values import (
    COMPLEX,
    DTYPES,
    FLOATS,
    INTS,
    SIGNED,
    UNSIGNED,
    is_complex,
    is_float,
    is_subnormal,
    moderate_array,
    random_array,
    tensor,
    width,
)

OPS = {}
SIZES = [0, 1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64]


@dataclass
class Case:
    """A function body in StableHLO, over %0, %1, … of these inputs."""

    op: str
    inputs: list  # of (element type, array)
    body: list  # lines; the last values are named in `results`
    results: list  # of (name, element type, shape)
    ulp: int = 0
    tolerance: float = 1e-5
    expected: list = None  # arrays, where XLA is known to be wrong, or does not know the op
    zero_signs: bool = True  # whether -0 and +0 differ
    scale: float = None  # where results may be off by some roundings of a number of this size
    note: str = ""
    peer: list = None  # the body that XLA runs in place of ours: in StableHLO, on arrays of known size
    check: Callable = None  # of our results: what is wrong with them, or None; nothing else is compared then
    grid: tuple = (1, 1)  # replicas and partitions; with several, each array has one dimension more, in front

    def is_ours_alone(self):
        """Whether XLA has no part in it: in ops of our dialect, quantized types, several replicas."""
        return self.grid != (1, 1) or (self.peer is None and any("xla." in line or "!quant." in line for line in self.body))


def draw_case(name, seed, number):
    """Case `number` of a row. Its random numbers depend on nothing else, so other rows and runs do not change it."""
    return OPS[name](np.random.default_rng([seed, zlib.crc32(name.encode()), number]))


def op(name):
    def register(draw):
        assert name not in OPS, name
        OPS[name] = draw
        return draw

    return register


def shape_of(rng, max_rank=3, min_rank=0):
    return tuple(int(rng.choice(SIZES)) if i < 2 else int(rng.integers(1, 5)) for i in range(rng.integers(min_rank, max_rank + 1)))


def pick(rng, options):
    return options[int(rng.integers(len(options)))]


def signature(inputs, *results):
    types = ", ".join(tensor(e, a.shape) for e, a in inputs)
    return f"({types}) -> {results[0] if len(results) == 1 else '(' + ', '.join(results) + ')'}"


def simple(name, mnemonic, inputs, element, shape, attributes="", **rest):
    """A case of one op in generic order: operands, attributes, functional type."""
    operands = ", ".join(f"%{i}" for i in range(len(inputs)))
    line = f"%r = stablehlo.{mnemonic} {operands}{attributes} : {signature(inputs, tensor(element, shape))}"
    return Case(name, inputs, [line], [("%r", element, shape)], **rest)


# ---------------------------------------------------------------- elementwise


def unary(mnemonic, types, ulp=0, result=None, reference=None, complex_ulp=0):
    """`result` maps the operand's element type; `reference(array)` replaces XLA; `complex_ulp` is for real results of
    complex operands."""

    @op(mnemonic)
    def draw(rng):
        element = pick(rng, types)
        shape = shape_of(rng)
        x = random_array(rng, element, shape)
        to = result(element) if result else element
        expected = None
        if reference and not is_complex(element):
            with np.errstate(all="ignore"):
                expected = [np.asarray(reference(x)).astype(DTYPES[to]).reshape(shape)]
        limit = ulp if is_float(element) else complex_ulp if is_complex(element) else 0
        return simple(mnemonic, mnemonic, [(element, x)], to, shape, ulp=limit, expected=expected)


def wide(f):
    """`f` computed in f64: correctly rounded results for the narrower types, in all but a few halfway cases."""
    return lambda x: f(x.astype(np.float64))


def part_type(element):
    return element[8:-1] if is_complex(element) else element


SIGNLESS = ["i1"]
unary("abs", SIGNED + FLOATS + COMPLEX, result=part_type, complex_ulp=1)
unary("cbrt", FLOATS, ulp=2, reference=wide(np.cbrt))
unary("ceil", FLOATS, reference=wide(np.ceil))
unary("cosine", FLOATS + COMPLEX, ulp=2, reference=wide(np.cos))
unary("count_leading_zeros", INTS)
unary("exponential", FLOATS + COMPLEX, ulp=2, reference=wide(np.exp))
unary("exponential_minus_one", FLOATS + COMPLEX, ulp=2, reference=wide(np.expm1))
unary("floor", FLOATS, reference=wide(np.floor))
unary("imag", FLOATS + COMPLEX, result=part_type)
unary("is_finite", FLOATS, result=lambda element: "i1", reference=wide(np.isfinite))
unary("log", FLOATS + COMPLEX, ulp=2, reference=wide(np.log))
unary("log_plus_one", FLOATS + COMPLEX, ulp=2, reference=wide(np.log1p))
unary("logistic", FLOATS + COMPLEX, ulp=2, reference=wide(lambda x: np.where(x < 0, np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(-x)))))
unary("negate", INTS + FLOATS + COMPLEX, reference=np.negative)
unary("not", INTS + SIGNLESS)
unary("popcnt", INTS)
unary("real", FLOATS + COMPLEX, result=part_type)
unary("round_nearest_afz", FLOATS, reference=wide(lambda x: np.copysign(np.where(np.abs(x) % 1 == 0.5, np.ceil(np.abs(x)), np.rint(np.abs(x))), x)))
unary("round_nearest_even", FLOATS, reference=wide(np.rint))
unary("rsqrt", FLOATS + COMPLEX, ulp=2, reference=wide(lambda x: 1 / np.sqrt(x)))
unary("sign", SIGNED + FLOATS + COMPLEX, reference=lambda x: np.where(x == 0, x, np.sign(x)))
unary("sine", FLOATS + COMPLEX, ulp=2, reference=wide(np.sin))
unary("sqrt", FLOATS + COMPLEX, ulp=1, reference=wide(np.sqrt))
unary("tan", FLOATS + COMPLEX, ulp=2, reference=wide(np.tan))
unary("tanh", FLOATS + COMPLEX, ulp=2, reference=wide(np.tanh))


def binary(mnemonic, types, ulp=0, reference=None, second=None):
    """`second(rng, element, array)` redraws the right operand where not every value is defined."""

    @op(mnemonic)
    def draw(rng):
        element = pick(rng, types)
        shape = shape_of(rng)
        inputs = [(element, random_array(rng, element, shape)) for _ in range(2)]
        if second:
            inputs[1] = (element, second(rng, element, inputs[0][1], inputs[1][1]))
        expected = None
        if reference and not is_complex(element):
            with np.errstate(all="ignore"):
                expected = reference(element, inputs[0][1], inputs[1][1])
                expected = None if expected is None else [np.asarray(expected).astype(DTYPES[element]).reshape(shape)]
        limit = ulp if is_float(element) else 0
        return simple(mnemonic, mnemonic, inputs, element, shape, ulp=limit, expected=expected)


def in_f64(f):
    """For floats only: one operation in f64 rounds like one in the type itself."""
    return lambda e, a, b: f(a.astype(np.float64), b.astype(np.float64)) if is_float(e) else None


def or_bool(f, boolean):
    return lambda e, a, b: boolean(a, b) if e == "i1" else in_f64(f)(e, a, b)


def divisor(rng, element, a, b):
    """No integer division by zero, nor of the least value by -1: their values are for the implementation to choose."""
    if is_float(element) or is_complex(element):
        return b
    unsafe = (b == 0) | ((b == -1) if element[0] == "i" else False)
    return np.where(unsafe, np.ones_like(b), b)


def exponent(rng, element, a, b):
    return b if is_float(element) or is_complex(element) else np.abs(b % 7).astype(b.dtype)


def ieee_extremum(f):
    """f of two numbers, NaN when either is, +0 above -0."""

    def reference(element, a, b):
        if element == "i1":
            return (a | b) if f is np.maximum else (a & b)
        if not is_float(element):
            return None
        sign = np.signbit(a) & np.signbit(b) if f is np.maximum else np.signbit(a) | np.signbit(b)
        x, y = a.astype(np.float64), b.astype(np.float64)
        return np.where((x == 0) & (y == 0), np.where(sign, -0.0, 0.0), f(x, y))

    return reference


BOOL = ["i1"]
binary("add", BOOL + INTS + FLOATS + COMPLEX, reference=or_bool(np.add, np.logical_or))
binary("subtract", INTS + FLOATS + COMPLEX, reference=in_f64(np.subtract))
binary("multiply", BOOL + INTS + FLOATS + COMPLEX, reference=or_bool(np.multiply, np.logical_and))
binary("divide", INTS + FLOATS + COMPLEX, reference=in_f64(np.divide), second=divisor)
binary("remainder", INTS + FLOATS, reference=in_f64(np.fmod), second=divisor)
binary("maximum", BOOL + INTS + FLOATS, reference=ieee_extremum(np.maximum))
binary("minimum", BOOL + INTS + FLOATS, reference=ieee_extremum(np.minimum))
binary("and", BOOL + INTS)
binary("or", BOOL + INTS)
binary("xor", BOOL + INTS)
binary("atan2", FLOATS, ulp=2, reference=in_f64(np.arctan2))
binary("power", INTS + FLOATS, ulp=2, reference=in_f64(np.power), second=exponent)
binary("shift_left", INTS)
binary("shift_right_arithmetic", INTS)
binary("shift_right_logical", INTS)


@op("complex")
def _(rng):
    element, shape = pick(rng, ["f32", "f64"]), shape_of(rng)
    inputs = [(element, random_array(rng, element, shape)) for _ in range(2)]
    return simple("complex", "complex", inputs, f"complex<{element}>", shape)


@op("compare")
def _(rng):
    element, shape = pick(rng, BOOL + INTS + FLOATS + COMPLEX), shape_of(rng)
    a, b = (random_array(rng, element, shape, corners=0.6) for _ in range(2))
    b = np.where(rng.random(shape) < 0.2, a, b).astype(a.dtype)
    direction = pick(rng, ["EQ", "NE"] if is_complex(element) else ["EQ", "NE", "GE", "GT", "LE", "LT"])
    kind = "FLOAT" if is_float(element) or is_complex(element) else "SIGNED" if element[0] == "i" and element != "i1" else "UNSIGNED"
    if is_float(element) and rng.random() < 0.3:
        kind = "TOTALORDER"
    inputs = [(element, a), (element, b)]
    expected = None
    if kind != "TOTALORDER" and not is_complex(element):
        f = {"EQ": np.equal, "NE": np.not_equal, "GE": np.greater_equal, "GT": np.greater, "LE": np.less_equal, "LT": np.less}
        expected = [np.asarray(f[direction](a, b)).astype(bool).reshape(shape)]
    line = f"%r = stablehlo.compare {direction}, %0, %1, {kind} : {signature(inputs, tensor('i1', shape))}"
    return Case("compare", inputs, [line], [("%r", "i1", shape)], expected=expected, note=f"{direction} {kind}")


@op("select")
def _(rng):
    element, shape = pick(rng, BOOL + INTS + FLOATS + COMPLEX), shape_of(rng)
    condition = random_array(rng, "i1", () if rng.random() < 0.3 else shape)
    inputs = [("i1", condition)] + [(element, random_array(rng, element, shape)) for _ in range(2)]
    return simple("select", "select", inputs, element, shape)


@op("clamp")
def _(rng):
    element, shape = pick(rng, INTS + FLOATS), shape_of(rng)
    bound = lambda: random_array(rng, element, () if scalar else shape)
    scalar = rng.random() < 0.5
    low, x, high = bound(), random_array(rng, element, shape), bound()
    inputs = [(element, low), (element, x), (element, high)]
    lift = (lambda v: v.astype(np.float64)) if is_float(element) else (lambda v: v)
    expected = np.minimum(np.maximum(lift(x), lift(low)), lift(high))
    case = simple("clamp", "clamp", inputs, element, shape)
    if is_float(element):
        # Which zero is the greater one is maximum's business; here the operands' signs of zero are dropped.
        inputs[:] = [(e, np.where(a == 0, np.zeros_like(a), a)) for e, a in inputs]
    case.expected = [np.asarray(expected).astype(DTYPES[element]).reshape(shape) + DTYPES[element].type(0)]
    return case


CONVERTIBLE = BOOL + INTS + FLOATS + ["f8E4M3FN", "f8E5M2"]


@op("convert")
def _(rng):
    source, target, shape = pick(rng, CONVERTIBLE), pick(rng, CONVERTIBLE), shape_of(rng)
    x = random_array(rng, source, shape)
    if is_float(source) and not is_float(target) and target != "i1":
        # Out of range is for the implementation to choose.
        info = np.iinfo(DTYPES[target])
        with np.errstate(all="ignore"):
            v = x.astype(np.float64)
            x = np.where(np.isfinite(v) & (np.trunc(v) >= info.min) & (np.trunc(v) < float(info.max)), x, np.zeros_like(x))
    expected = None
    if target == "i1":
        expected = [(x != 0).reshape(shape)]
    return simple("convert", "convert", [(source, x)], target, shape, expected=expected)


@op("bitcast_convert")
def _(rng):
    source = pick(rng, INTS + FLOATS)
    target = pick(rng, INTS + FLOATS)
    shape = shape_of(rng, 2)
    x = random_array(rng, source, shape)
    ratio = max(width(source), width(target)) // min(width(source), width(target))
    if width(source) > width(target):
        to = (*shape, ratio)
    elif width(source) < width(target):
        x, to = random_array(rng, source, (*shape, ratio)), shape
    else:
        to = shape
    case = simple("bitcast_convert", "bitcast_convert", [(source, x)], target, to)
    case.expected = [np.frombuffer(np.ascontiguousarray(x).tobytes(), DTYPES[target]).reshape(to)]
    return case


# ---------------------------------------------------------------- shape

ANY = BOOL + INTS + FLOATS + COMPLEX


def drawn(rng, min_rank=0, max_rank=3):
    element, shape = pick(rng, ANY), shape_of(rng, max_rank, min_rank)
    return element, shape, random_array(rng, element, shape)


def integers(values):
    return "[" + ", ".join(str(int(v)) for v in values) + "]"


@op("broadcast_in_dim")
def _(rng):
    element, shape, _ = drawn(rng)
    rank = len(shape)
    kept = sorted(rng.permutation(rank)[: int(rng.integers(0, rank + 1))].tolist())
    source = tuple(1 if rng.random() < 0.3 else shape[d] for d in kept)
    x = random_array(rng, element, source)
    return simple("broadcast_in_dim", "broadcast_in_dim", [(element, x)], element, shape, f", dims = {integers(kept)}")


@op("reshape")
def _(rng):
    element, shape, x = drawn(rng)
    count = int(np.prod(shape))
    divisors = [d for d in range(1, count + 1) if count % d == 0] or [1]
    first = pick(rng, divisors)
    to = (0, 3) if count == 0 else (first, count // first)
    return simple("reshape", "reshape", [(element, x)], element, to)


@op("transpose")
def _(rng):
    element, shape, x = drawn(rng)
    order = rng.permutation(len(shape))
    to = tuple(shape[d] for d in order)
    return simple("transpose", "transpose", [(element, x)], element, to, f", dims = {integers(order)}")


@op("reverse")
def _(rng):
    element, shape, x = drawn(rng)
    dims = sorted(rng.permutation(len(shape))[: int(rng.integers(0, len(shape) + 1))])
    line = f"%r = stablehlo.reverse %0, dims = {integers(dims)} : {tensor(element, shape)}"
    return Case("reverse", [(element, x)], [line], [("%r", element, shape)])


@op("slice")
def _(rng):
    element, shape, x = drawn(rng, min_rank=1)
    ranges, to = [], []
    for size in shape:
        start = int(rng.integers(0, size + 1))
        limit = int(rng.integers(start, size + 1))
        stride = int(rng.integers(1, 4))
        ranges.append(f"{start}:{limit}:{stride}")
        to.append(len(range(start, limit, stride)))
    return simple_slice([(element, x)], element, tuple(to), ranges)


def simple_slice(inputs, element, to, ranges):
    line = f"%r = stablehlo.slice %0 [{', '.join(ranges)}] : {signature(inputs, tensor(element, to))}"
    return Case("slice", inputs, [line], [("%r", element, to)])


@op("reduce_precision")
def _(rng):
    element = pick(rng, FLOATS)
    shape = shape_of(rng)
    form = f", format = e{int(rng.integers(1, 12))}m{int(rng.integers(0, 53))}"
    line = f"%r = stablehlo.reduce_precision %0{form} : {tensor(element, shape)}"
    return Case("reduce_precision", [(element, random_array(rng, element, shape))], [line], [("%r", element, shape)])


@op("concatenate")
def _(rng):
    element, shape, _ = drawn(rng, min_rank=1)
    dim = int(rng.integers(len(shape)))
    inputs, total = [], 0
    for _ in range(int(rng.integers(1, 4))):
        size = int(rng.choice(SIZES))
        piece = (*shape[:dim], size, *shape[dim + 1 :])
        inputs.append((element, random_array(rng, element, piece)))
        total += size
    return simple("concatenate", "concatenate", inputs, element, (*shape[:dim], total, *shape[dim + 1 :]), f", dim = {dim}")


@op("pad")
def _(rng):
    element, shape, x = drawn(rng, min_rank=1)
    low, high, interior, to = [], [], [], []
    for size in shape:
        inner = int(rng.integers(0, 3))
        full = size + max(size - 1, 0) * inner
        lo = int(rng.integers(-min(full, 2), 4))
        hi = int(rng.integers(-min(max(full + lo, 0), 2), 4))
        low.append(lo), high.append(hi), interior.append(inner), to.append(full + lo + hi)
    inputs = [(element, x), (element, random_array(rng, element, ()))]
    attributes = f", low = {integers(low)}, high = {integers(high)}, interior = {integers(interior)}"
    return simple("pad", "pad", inputs, element, tuple(to), attributes)


@op("iota")
def _(rng):
    element = pick(rng, INTS + FLOATS + COMPLEX)
    shape = shape_of(rng, min_rank=1)
    line = f"%r = stablehlo.iota dim = {int(rng.integers(len(shape)))} : {tensor(element, shape)}"
    return Case("iota", [], [line], [("%r", element, shape)])


# ---------------------------------------------------------------- contractions and reductions


@op("dot_general")
def _(rng):
    element = pick(rng, INTS + FLOATS + COMPLEX)
    batch = [int(rng.integers(1, 4)) for _ in range(rng.integers(0, 2))]
    contracted = [int(rng.choice([0, 1, 3, 8, 17])) for _ in range(rng.integers(0, 3))][:2]
    free = [[int(rng.choice([1, 2, 5, 16, 33])) for _ in range(rng.integers(0, 2))] for _ in range(2)]
    inputs, numbers = [], []
    for side in range(2):
        sizes = [("b", i, s) for i, s in enumerate(batch)] + [("c", i, s) for i, s in enumerate(contracted)]
        sizes += [("f", i, s) for i, s in enumerate(free[side])]
        order = rng.permutation(len(sizes))
        dims = [sizes[i] for i in order]
        place = {dim[:2]: at for at, dim in enumerate(dims)}
        inputs.append((element, moderate_array(rng, element, tuple(d[2] for d in dims))))
        numbers.append(([place["b", i] for i in range(len(batch))], [place["c", i] for i in range(len(contracted))]))
    # The result lists free dimensions in the operand's order; there is at most one a side.
    to = (*batch, *free[0], *free[1])
    attributes = f", batching_dims = {integers(numbers[0][0])} x {integers(numbers[1][0])}" if batch else ""
    attributes += f", contracting_dims = {integers(numbers[0][1])} x {integers(numbers[1][1])}"
    # A sum of nothing but -0 is -0 or, begun with 0, +0.
    return simple("dot_general", "dot_general", inputs, element, to, attributes, zero_signs=False)


# What is multiplied, in which type it is given to dot_general, and the type of the sums.
FACTORS = [
    *[(e, e, "f32", "f32") for e in ("bf16", "f16", "f32")],
    *[(a, b, "i32", "i32") for a in ("i8", "ui8") for b in ("i8", "ui8")],
    ("i8", "i8", "i8", "i32"),
    ("i8", "i8", "i8", "i8"),
    ("ui8", "ui8", "ui8", "ui32"),
    ("i16", "i16", "i16", "i32"),
    ("bf16", "bf16", "bf16", "f32"),
    ("bf16", "bf16", "bf16", "bf16"),
    ("f64", "f64", "f64", "f64"),
    ("i64", "i64", "i64", "i64"),
]


@op("matrix_product")
def _(rng):
    """Products large enough to be packed, of all the types that are packed differently, with ops in front of them."""
    *factors, given, to = FACTORS[int(rng.integers(len(FACTORS)))]
    m, n, k = (int(rng.choice([5, 12, 31, 32, 64, 75, 130])) for _ in range(3))
    batch = [2] if rng.random() < 0.2 else []
    lines, inputs, numbers = [], [], []
    for side, (element, free) in enumerate(zip(factors, (m, n))):
        across = bool(rng.integers(2))
        shape = (*batch, *((k, free) if across else (free, k)))
        whole = to[0] in "iu"
        inputs.append((element, random_array(rng, element, shape) if whole else moderate_array(rng, element, shape)))
        numbers.append(len(batch) + (0 if across else 1))
        value, ty = f"%{side}", tensor(element, shape)
        for i in range(int(rng.choice([0, 0, 1, 10]))):
            lines.append(f"%s{side}_{i} = stablehlo.negate {value} : {ty}")
            value = f"%s{side}_{i}"
        if element != given:
            lines.append(f"%g{side} = stablehlo.convert {value} : ({ty}) -> {tensor(given, shape)}")
            value = f"%g{side}"
        lines.append((value, tensor(given, shape)))
    (lhs, lhs_type), (rhs, rhs_type) = (line for line in lines if isinstance(line, tuple))
    lines = [line for line in lines if isinstance(line, str)]
    shape = (*batch, m, n)
    attributes = ", batching_dims = [0] x [0]" if batch else ""
    attributes += f", contracting_dims = [{numbers[0]}] x [{numbers[1]}]"
    lines.append(f"%r = stablehlo.dot_general {lhs}, {rhs}{attributes} : ({lhs_type}, {rhs_type}) -> {tensor(to, shape)}")
    return Case("matrix_product", inputs, lines, [("%r", to, shape)], note=f"{factors} {to}", zero_signs=False)


def identity(kind, element):
    dtype = DTYPES[element]
    if kind in ("maximum", "minimum"):
        if is_float(element):
            return np.asarray(-np.inf if kind == "maximum" else np.inf).astype(dtype)
        info = np.iinfo(dtype)
        return np.asarray(info.min if kind == "maximum" else info.max, dtype)
    if kind == "and":
        return np.invert(np.zeros((), dtype))
    return np.asarray(1 if kind == "multiply" else 0).astype(dtype)


@op("reduce")
def _(rng):
    kind = pick(rng, ["add", "multiply", "maximum", "minimum", "and", "or"])
    element = pick(rng, BOOL + INTS if kind in ("and", "or") else INTS + FLOATS)
    shape = shape_of(rng, min_rank=1)
    exact = kind in ("add", "multiply")
    x = moderate_array(rng, element, shape) if exact else random_array(rng, element, shape, corners=0.05)
    if kind == "multiply":
        x = np.where(rng.random(shape) < 0.9, np.ones_like(x), x)
    # Only identities: XLA leaves any other initial value out where the reduced dimensions have size 1.
    init = identity(kind, element)
    dims = sorted(rng.permutation(len(shape))[: int(rng.integers(0, len(shape) + 1))].tolist())
    to = tuple(s for d, s in enumerate(shape) if d not in dims)
    inputs = [(element, x), (element, init)]
    line = f"%r = stablehlo.reduce(%0 init: %1) applies stablehlo.{kind} across dimensions = {integers(dims)} : {signature(inputs, tensor(element, to))}"
    return Case("reduce", inputs, [line], [("%r", element, to)], note=kind)


@op("reduce_argmax")
def _(rng):
    """Two operands, and a body that is no single op: the form in which JAX exports argmax."""
    shape = shape_of(rng, min_rank=1)
    dim = int(rng.integers(len(shape)))
    to = (*shape[:dim], *shape[dim + 1 :])
    x = random_array(rng, "f32", shape, corners=0.05)
    # Which of them is largest is another index where subnormal numbers are flushed.
    x[is_subnormal(x)] = 0
    inputs = [("f32", x)]
    t, i = tensor("f32", shape), tensor("i32", shape)
    rt, ri = tensor("f32", to), tensor("i32", to)
    scalars = "(tensor<f32>, tensor<f32>) -> tensor<i1>", "(tensor<i32>, tensor<i32>) -> tensor<i1>"
    body = [
        f"%index = stablehlo.iota dim = {dim} : {i}",
        "%low = stablehlo.constant dense<0xFF800000> : tensor<f32>",
        "%zero = stablehlo.constant dense<0> : tensor<i32>",
        f"%r:2 = stablehlo.reduce(%0 init: %low), (%index init: %zero) across dimensions = [{dim}] : ({t}, {i}, tensor<f32>, tensor<i32>) -> ({rt}, {ri})",
        " reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {",
        f"  %gt = stablehlo.compare GT, %a, %c, FLOAT : {scalars[0]}",
        f"  %nan = stablehlo.compare NE, %a, %a, FLOAT : {scalars[0]}",
        "  %first = stablehlo.or %gt, %nan : tensor<i1>",
        f"  %eq = stablehlo.compare EQ, %a, %c, FLOAT : {scalars[0]}",
        f"  %lt = stablehlo.compare LT, %b, %d, SIGNED : {scalars[1]}",
        "  %tie = stablehlo.and %eq, %lt : tensor<i1>",
        "  %take = stablehlo.or %first, %tie : tensor<i1>",
        "  %v = stablehlo.select %first, %a, %c : tensor<i1>, tensor<f32>",
        "  %k = stablehlo.select %take, %b, %d : tensor<i1>, tensor<i32>",
        "  stablehlo.return %v, %k : tensor<f32>, tensor<i32>",
        "}",
    ]
    return Case("reduce_argmax", inputs, body, [("%r#0", "f32", to), ("%r#1", "i32", to)])


# ---------------------------------------------------------------- control


@op("while")
def _(rng):
    element, shape = pick(rng, ["f32", "f64", "i32", "ui8"]), shape_of(rng, 2)
    x, n = moderate_array(rng, element, shape), int(rng.integers(0, 6))
    t = tensor(element, shape)
    body = [
        "%start = stablehlo.constant dense<0> : tensor<i32>",
        f"%r:2 = stablehlo.while(%i = %start, %v = %0) : tensor<i32>, {t}",
        "cond {",
        f"  %n = stablehlo.constant dense<{n}> : tensor<i32>",
        "  %go = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "  stablehlo.return %go : tensor<i1>",
        "} do {",
        "  %one = stablehlo.constant dense<1> : tensor<i32>",
        "  %next = stablehlo.add %i, %one : tensor<i32>",
        f"  %w = stablehlo.add %v, %v : {t}",
        f"  stablehlo.return %next, %w : tensor<i32>, {t}",
        "}",
    ]
    return Case("while", [(element, x)], body, [("%r#0", "i32", ()), ("%r#1", element, shape)])


def branches(rng, name, selector, line, count):
    element, shape = pick(rng, ["f32", "i32", "complex<f32>"]), shape_of(rng, 2)
    inputs = [selector, (element, moderate_array(rng, element, shape))]
    t = tensor(element, shape)
    body = [line]
    for i in range(count):
        body += [f"  %c{i} = stablehlo.constant dense<{f'({i}.0, 0.0)' if is_complex(element) else i if element == 'i32' else f'{i}.0'}> : {t}"]
        body += [f"  %v{i} = stablehlo.add %1, %c{i} : {t}", f"  stablehlo.return %v{i} : {t}"]
        body += ["}, {" if i + 1 < count else f"}}) : ({tensor(*selector_type(selector))}) -> {t}"]
    return Case(name, inputs, body, [("%r", element, shape)])


def selector_type(selector):
    return selector[0], selector[1].shape


@op("if")
def _(rng):
    return branches(rng, "if", ("i1", random_array(rng, "i1", ())), '%r = "stablehlo.if"(%0) ({', 2)


@op("case")
def _(rng):
    index = np.asarray(rng.integers(-2, 6), np.int32)
    return branches(rng, "case", ("i32", index), '%r = "stablehlo.case"(%0) ({', int(rng.integers(1, 5)))


# ---------------------------------------------------------------- algorithms


@op("fft")
def _(rng):
    """Against NumPy in f64: XLA transforms lengths that are no products of small primes less exactly."""
    kind = pick(rng, ["FFT", "IFFT", "RFFT", "IRFFT"])
    real, element = pick(rng, [("f32", "complex<f32>"), ("f64", "complex<f64>")])
    outer = shape_of(rng, 2)
    lengths = tuple(int(rng.choice([0, 1, 2, 3, 4, 5, 7, 8, 12, 13, 17, 30, 64, 97])) for _ in range(rng.integers(1, 4)))
    half = (*lengths[:-1], lengths[-1] // 2 + 1 if lengths[-1] else 0)
    shapes = {"RFFT": (lengths, half), "IRFFT": (half, lengths)}.get(kind, (lengths, lengths))
    source, result = (real if kind == "RFFT" else element), (real if kind == "IRFFT" else element)
    from_, to = ((*outer, *shape) for shape in shapes)
    x = moderate_array(rng, source, from_)
    if 0 in to:
        expected = np.zeros(to, DTYPES[result])
    else:
        axes = tuple(range(len(outer), len(to)))
        transforms = {"FFT": np.fft.fftn, "IFFT": np.fft.ifftn, "RFFT": np.fft.rfftn, "IRFFT": np.fft.irfftn}
        wide_x = x.astype(np.float64 if kind == "RFFT" else np.complex128)
        expected = transforms[kind](wide_x, s=lengths, axes=axes)
    line = f"%r = stablehlo.fft %0, type = {kind}, length = {integers(lengths)} : {signature([(source, x)], tensor(result, to))}"
    return close(Case("fft", [(source, x)], [line], [("%r", result, to)], note=kind), expected)


def close(case, expected):
    """The case with an expectation that is met to a few roundings of its largest element: sums cancel."""
    element, shape = case.results[0][1:]
    case.scale = float(np.max(np.abs(expected), initial=0))
    case.expected = [np.asarray(expected).astype(DTYPES[element]).reshape(shape)]
    return case


def matrices(rng, element, batch, n):
    """Well-conditioned ones: the diagonal dominates."""
    a = moderate_array(rng, element, (*batch, n, n)).astype(np.complex128 if is_complex(element) else np.float64)
    return a + (4 * n + 1) * np.eye(n)


FIELDS = ["f16", "bf16", "f32", "f64", "complex<f32>", "complex<f64>"]


@op("cholesky")
def _(rng):
    element, batch, n = pick(rng, FIELDS), shape_of(rng, 1), int(rng.choice([0, 1, 2, 3, 5, 8, 17, 40]))
    lower = bool(rng.integers(2))
    g = matrices(rng, element, batch, n)
    a = ((g + np.conj(np.swapaxes(g, -1, -2))) / 2).astype(DTYPES[element])
    wide_a = a.astype(np.complex128 if is_complex(element) else np.float64)
    factor = np.linalg.cholesky(wide_a) if n else wide_a
    # What is not read is not a number; what is not written is zero.
    unread = np.triu(np.ones((n, n), bool), 1) if lower else np.tril(np.ones((n, n), bool), -1)
    a[..., unread] = np.nan
    expected = factor if lower else np.conj(np.swapaxes(factor, -1, -2))
    line = f"%r = stablehlo.cholesky %0, lower = {str(lower).lower()} : {tensor(element, a.shape)}"
    return close(Case("cholesky", [(element, a)], [line], [("%r", element, a.shape)], note=f"lower={lower}"), expected)


@op("triangular_solve")
def _(rng):
    element, batch, n = pick(rng, FIELDS), shape_of(rng, 1), int(rng.choice([0, 1, 2, 3, 5, 8, 17, 40]))
    left, lower, unit = (bool(flag) for flag in rng.integers(0, 2, 3))
    transpose, k = pick(rng, ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]), int(rng.integers(0, 5))
    a = matrices(rng, element, batch, n).astype(DTYPES[element])
    if unit:
        a = (a / DTYPES[element].type(8 * n + 8)).astype(DTYPES[element])
    b = moderate_array(rng, element, (*batch, n, k) if left else (*batch, k, n))
    triangle = (np.tril if lower else np.triu)(np.ones((n, n), bool), (-1 if lower else 1) if unit else 0)
    full = np.where(triangle, a, 0).astype(np.complex128 if is_complex(element) else np.float64)
    full += np.eye(n) * unit
    op_a = {"NO_TRANSPOSE": full, "TRANSPOSE": np.swapaxes(full, -1, -2), "ADJOINT": np.conj(np.swapaxes(full, -1, -2))}[transpose]
    wide_b = b.astype(full.dtype)
    if left:
        expected = np.linalg.solve(op_a, wide_b)
    else:
        expected = np.swapaxes(np.linalg.solve(np.swapaxes(op_a, -1, -2), np.swapaxes(wide_b, -1, -2)), -1, -2)
    a[..., ~triangle] = np.nan
    flags = f"left_side = {str(left).lower()}, lower = {str(lower).lower()}, unit_diagonal = {str(unit).lower()}"
    inputs = [(element, a), (element, b)]
    line = f'%r = "stablehlo.triangular_solve"(%0, %1) <{{{flags}, transpose_a = #stablehlo<transpose {transpose}>}}> : {signature(inputs, tensor(element, b.shape))}'
    return close(Case("triangular_solve", inputs, [line], [("%r", element, b.shape)], note=f"{flags} {transpose}"), expected)


@op("rng_bit_generator")
def _(rng):
    """Bit for bit what XLA gives, which calls the bits unsigned whatever was asked for."""
    algorithm = pick(rng, ["DEFAULT", "THREE_FRY", "PHILOX"])
    words = 2 if algorithm == "THREE_FRY" else int(rng.integers(2, 4))
    state = rng.integers(0, 1 << 63, words, dtype=np.uint64) * np.uint64(2)
    if rng.random() < 0.3:
        state[1:] = np.uint64(2**64 - 1) - rng.integers(0, 9, words - 1, dtype=np.uint64)
    element, shape = pick(rng, UNSIGNED), shape_of(rng)
    result = f"({tensor('ui64', (words,))}, {tensor(element, shape)})"
    line = f"%r:2 = stablehlo.rng_bit_generator %0, algorithm = {algorithm} : ({tensor('ui64', (words,))}) -> {result}"
    results = [("%r#0", "ui64", (words,)), ("%r#1", element, shape)]
    return Case("rng_bit_generator", [("ui64", state)], [line], results, note=algorithm)


@op("map")
def _(rng):
    # XLA has no map of floats of two widths.
    element, other = pick(rng, [("f32", "f32"), ("f32", "i32"), ("f64", "i32"), ("i32", "f32"), ("ui8", "ui8")])
    shape = shape_of(rng)
    inputs = [(element, moderate_array(rng, element, shape)), (other, moderate_array(rng, other, shape))]
    types = [tensor(element, ()), tensor(other, ())]
    body = [
        f'%r = "stablehlo.map"(%0, %1) <{{dimensions = array<i64{": " if shape else ""}{str(list(range(len(shape))))[1:-1]}>}}> ({{',
        f"^bb0(%a: {types[0]}, %b: {types[1]}):",
        f"  %c = stablehlo.convert %b : ({types[1]}) -> {types[0]}",
        f"  %two = stablehlo.constant dense<{'2.0' if is_float(element) else '2'}> : {types[0]}",
        f"  %d = stablehlo.multiply %a, %two : {types[0]}",
        f"  %e = stablehlo.add %c, %d : {types[0]}",
        f"  stablehlo.return %e : {types[0]}",
        f"}}) : {signature(inputs, tensor(element, shape))}",
    ]
    return Case("map", inputs, body, [("%r", element, shape)])


@op("sort")
def _(rng):
    """One to three operands; the first is the key, in any order of its type, and equal keys keep their order."""
    key = pick(rng, BOOL + INTS + FLOATS)
    shape = shape_of(rng, min_rank=1)
    dim = int(rng.integers(-len(shape), len(shape)))
    inputs = [(key, random_array(rng, key, shape))]
    for _ in range(int(rng.integers(0, 3))):
        payload = pick(rng, INTS + FLOATS + COMPLEX)
        inputs.append((payload, random_array(rng, payload, shape)))
    direction = pick(rng, ["LT", "GT"])
    total = is_float(key)
    kind = "TOTALORDER" if total else "SIGNED" if key[0] == "i" and key != "i1" else "UNSIGNED"
    parameters = ", ".join(f"%a{i}: {tensor(e, ())}, %b{i}: {tensor(e, ())}" for i, (e, _) in enumerate(inputs))
    types = [tensor(e, shape) for e, _ in inputs]
    count = f":{len(inputs)}" if len(inputs) > 1 else ""
    # JAX holds all zeros for equal, and all NaNs, which come last.
    merged = total and rng.random() < 0.5
    scalar, sides = tensor(key, ()), ("%am", "%bm") if merged else ("%a0", "%b0")
    body = [
        f'%r{count} = "stablehlo.sort"({", ".join(f"%{i}" for i in range(len(inputs)))}) <{{dimension = {dim} : i64, is_stable = true}}> ({{',
        f"^bb0({parameters}):",
        *(line for side in "ab" if merged for line in merging(side, scalar)),
        f"  %c = stablehlo.compare {direction}, {sides[0]}, {sides[1]}, {kind} : ({scalar}, {scalar}) -> tensor<i1>",
        "  stablehlo.return %c : tensor<i1>",
        f"}}) : {signature(inputs, *types)}",
    ]
    keys = inputs[0][1]
    if merged:
        keys = np.where(keys == 0, np.zeros_like(keys), np.where(np.isnan(keys), np.full_like(keys, np.nan), keys))
    ordered = total_order(keys)
    if direction == "GT":
        ordered = -1 - ordered
    order = np.argsort(ordered, axis=dim, kind="stable")
    expected = [np.take_along_axis(array, order, axis=dim) for _, array in inputs]
    names = [f"%r#{i}" for i in range(len(inputs))] if count else ["%r"]
    results = [(name, e, shape) for name, (e, _) in zip(names, inputs)]
    return Case("sort", inputs, body, results, expected=expected, note=f"{direction} {key}")


def merging(side, scalar):
    compared = f"({scalar}, {scalar}) -> tensor<i1>"
    return [
        f"  %{side}zero = stablehlo.constant dense<0.0> : {scalar}",
        f"  %{side}nan = stablehlo.constant dense<{NANS[scalar]}> : {scalar}",
        f"  %{side}is0 = stablehlo.compare EQ, %{side}0, %{side}zero, FLOAT : {compared}",
        f"  %{side}z = stablehlo.select %{side}is0, %{side}zero, %{side}0 : tensor<i1>, {scalar}",
        f"  %{side}isnan = stablehlo.compare NE, %{side}0, %{side}0, FLOAT : {compared}",
        f"  %{side}m = stablehlo.select %{side}isnan, %{side}nan, %{side}z : tensor<i1>, {scalar}",
    ]


NANS = {"tensor<f16>": "0x7E00", "tensor<bf16>": "0x7FC0", "tensor<f32>": "0x7FC00000", "tensor<f64>": "0x7FF8000000000000"}


def total_order(array):
    """Integers in the order of the elements: of floats the total one."""
    if array.dtype.kind in "biu":
        # The largest ones of 64 bits fit no signed integer.
        return array.astype(object) if array.dtype == np.uint64 else array.astype(np.int64)
    w = 8 * array.dtype.itemsize
    unsigned = array.view(f"u{w // 8}")
    signed = unsigned.astype(np.int64) if w < 64 else unsigned.view(np.int64)
    if w < 64:
        signed = np.where(signed >= 1 << (w - 1), (1 << (w - 1)) - 1 - signed, signed)
        return signed
    return np.where(signed < 0, np.int64(-(2**63)) - signed - 1, signed)
