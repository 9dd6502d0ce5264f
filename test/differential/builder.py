"""The rows of what XlaBuilder has and StableHLO has not, or has in part: in our own dialect, against NumPy or SciPy."""

import functools
import pathlib
import subprocess

import numpy as np
import scipy.stats

from table import ANY, BOOL, COMPLEX, FLOATS, INTS, Case, drawn, integers, op, pick, shape_of, signature
from values import DTYPES, is_complex, is_float, moderate_array, random_array, tensor, width
from windows import draw_shape

HERE = pathlib.Path(__file__).resolve().parent


def native(name, inputs, element, shape, expected, attributes="", mnemonic=None, **rest):
    """A case of one op of ours, whose result is `expected`."""
    operands = ", ".join(f"%{i}" for i in range(len(inputs)))
    line = f"%r = xla.{mnemonic or name} {operands}{attributes} : {signature(inputs, tensor(element, shape))}"
    expected = [np.asarray(expected).astype(DTYPES[element]).reshape(shape)]
    return Case(name, inputs, [line], [("%r", element, shape)], expected=expected, **rest)


# ---------------------------------------------------------------- shape


@op("broadcast")
def _(rng):
    element, shape, x = drawn(rng, max_rank=2)
    to = (*(int(size) for size in rng.choice([0, 1, 2, 3, 17], rng.integers(0, 3))), *shape)
    attributes = f", sizes = {integers(to[: len(to) - len(shape)])}"
    return native("broadcast", [(element, x)], element, to, np.broadcast_to(x, to), attributes)


@op("collapse")
def _(rng):
    element, shape, x = drawn(rng, min_rank=1)
    first = int(rng.integers(0, len(shape)))
    end = int(rng.integers(first + 1, len(shape) + 1))
    to = (*shape[:first], int(np.prod(shape[first:end])), *shape[end:])
    return native("collapse", [(element, x)], element, to, x.reshape(to), f", dims = {integers(range(first, end))}")


@op("reshape_in_order")
def _(rng):
    """reshape that reads the elements in the collapse order of `dims`."""
    element, shape, x = drawn(rng)
    order = rng.permutation(len(shape))
    to = pick(rng, [(x.size,), (1, x.size), tuple(shape[d] for d in order)])
    return native("reshape_in_order", [(element, x)], element, to, x.transpose(order), f", dims = {integers(order)}", "reshape")


@op("constant")
def _(rng):
    """All elements in hexadecimal, as they lie in memory; of PRED one for all."""
    element, shape, x = drawn(rng)
    if element == "i1" and x.size:
        x = np.broadcast_to(x.ravel()[0], shape)
        text = str(bool(x.ravel()[0])).lower()
    else:
        text = f'"0x{np.ascontiguousarray(x).tobytes().hex()}"' if x.size else ""
    line = f"%r = xla.constant dense<{text}> : {tensor(element, shape)}"
    return Case("constant", [], [line], [("%r", element, shape)], expected=[x])


# ---------------------------------------------------------------- contractions


def exact(array):
    """In a type that holds products and sums of small numbers."""
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64 if array.dtype.kind in "fV" else np.int64)


@op("dot")
def _(rng):
    """Vector by vector, matrix by vector, matrix by matrix."""
    element = pick(rng, INTS + FLOATS + COMPLEX)
    m, k, n = (int(size) for size in rng.choice([0, 1, 2, 5, 8, 17, 33], 3))
    lhs, rhs, to = pick(rng, [((k,), (k,), ()), ((m, k), (k,), (m,)), ((m, k), (k, n), (m, n))])
    inputs = [(element, moderate_array(rng, element, shape)) for shape in (lhs, rhs)]
    with np.errstate(all="ignore"):
        expected = np.matmul(*(exact(array) for _, array in inputs)) if k else np.zeros(to)
        return native("dot", inputs, element, to, expected, zero_signs=False)


@op("conv")
def _(rng):
    """Padding of a kind, against XLA's convolution with the padding that it stands for."""
    n, kind = int(rng.integers(1, 4)), pick(rng, ["same", "valid"])
    element = pick(rng, ["f32", "f64", "bf16", "i32"])
    groups, batch, features, outputs = (int(size) for size in rng.choice([1, 2, 3], 4))
    base = tuple(max(size, 1) for size in draw_shape(rng, n))
    window, strides = rng.integers(1, 4, n), rng.integers(1, 4, n)
    inputs = [
        (element, moderate_array(rng, element, (batch, features * groups, *base))),
        (element, moderate_array(rng, element, (outputs * groups, features, *window))),
    ]
    padding, to = [], []
    for size, extent, stride in zip(base, window, strides):
        count = -(-size // stride) if kind == "same" else max(size - extent, -1) // stride + 1
        total = max((count - 1) * stride + extent - size, 0) if kind == "same" else 0
        padding.append([int(total // 2), int(total - total // 2)])
        to.append(int(count))
    to = (batch, outputs * groups, *to)
    types = signature(inputs, tensor(element, to))
    stride = f"stride = {integers(strides)}"
    body = f"%r = xla.conv %0, %1, {stride}, padding = {kind} {{feature_group_count = {groups} : i64}} : {types}"
    dims = ", ".join(map(str, range(n)))
    peer = (
        f"%r = stablehlo.convolution(%0, %1) dim_numbers = [b, f, {dims}]x[o, i, {dims}]->[b, f, {dims}], "
        f"window = {{{stride}, pad = {padding}}} {{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}} : {types}"
    )
    return Case("conv", inputs, [body], [("%r", element, to)], peer=[peer], zero_signs=False, tolerance=0.0, note=kind)


# ---------------------------------------------------------------- tuples, calls


@op("tuple")
def _(rng):
    """A tuple in a tuple behind a barrier, taken apart."""
    inputs = []
    for _ in range(2):
        element, _, x = drawn(rng)
        inputs.append((element, x))
    a, b = (tensor(e, x.shape) for e, x in inputs)
    body = [
        f"%in = stablehlo.tuple %1, %0 : tuple<{b}, {a}>",
        f"%out = stablehlo.tuple %0, %in : tuple<{a}, tuple<{b}, {a}>>",
        f"%t = stablehlo.optimization_barrier %out : tuple<{a}, tuple<{b}, {a}>>",
        f"%u = stablehlo.get_tuple_element %t[1] : (tuple<{a}, tuple<{b}, {a}>>) -> tuple<{b}, {a}>",
        f"%r0 = stablehlo.get_tuple_element %u[0] : (tuple<{b}, {a}>) -> {b}",
        f"%r1 = stablehlo.get_tuple_element %t[0] : (tuple<{a}, tuple<{b}, {a}>>) -> {a}",
    ]
    results = [("%r0", inputs[1][0], inputs[1][1].shape), ("%r1", inputs[0][0], inputs[0][1].shape)]
    return Case("tuple", inputs, body, results, expected=[inputs[1][1], inputs[0][1]])


@op("get_tuple_element")
def _(rng):
    """One of several elements, chosen by number."""
    inputs = []
    for _ in range(int(rng.integers(1, 5))):
        element, _, x = drawn(rng, max_rank=2)
        inputs.append((element, x))
    types = [tensor(e, x.shape) for e, x in inputs]
    index = int(rng.integers(len(inputs)))
    body = [
        f"%t = stablehlo.tuple {', '.join(f'%{i}' for i in range(len(inputs)))} : tuple<{', '.join(types)}>",
        f"%r = stablehlo.get_tuple_element %t[{index}] : (tuple<{', '.join(types)}>) -> {types[index]}",
    ]
    element, x = inputs[index]
    return Case("get_tuple_element", inputs, body, [("%r", element, x.shape)], expected=[x])


@op("select_tuple")
def _(rng):
    inputs = [("i1", random_array(rng, "i1", ()))]
    for _ in range(2):
        element, shape, x = drawn(rng)
        inputs += [(element, x), (element, random_array(rng, element, shape))]
    a, b = (tensor(e, x.shape) for e, x in inputs[1::2])
    t = f"tuple<{a}, tuple<{b}>>"
    body = []
    for side, (first, second) in (("yes", ("%1", "%3")), ("no", ("%2", "%4"))):
        body += [f"%{side}1 = xla.tuple {second} : ({b}) -> tuple<{b}>", f"%{side} = xla.tuple {first}, %{side}1 : ({a}, tuple<{b}>) -> {t}"]
    body += [
        f"%t = xla.select %0, %yes, %no : (tensor<i1>, {t}, {t}) -> {t}",
        f"%r0 = xla.get_tuple_element %t[0] : ({t}) -> {a}",
        f"%u = xla.get_tuple_element %t[1] : ({t}) -> tuple<{b}>",
        f"%r1 = xla.get_tuple_element %u[0] : (tuple<{b}>) -> {b}",
    ]
    expected = [inputs[k if inputs[0][1] else k + 1][1] for k in (1, 3)]
    results = [(name, e, x.shape) for name, (e, x) in zip(("%r0", "%r1"), inputs[1::2])]
    return Case("select_tuple", inputs, body, results, expected=expected)


@op("optimization_barrier")
def _(rng):
    inputs = []
    for _ in range(int(rng.integers(1, 4))):
        element, _, x = drawn(rng)
        inputs.append((element, x))
    types = ", ".join(tensor(e, x.shape) for e, x in inputs)
    count = f":{len(inputs)}" if len(inputs) > 1 else ""
    body = [f"%r{count} = stablehlo.optimization_barrier {', '.join(f'%{i}' for i in range(len(inputs)))} : {types}"]
    results = [(f"%r#{i}" if count else "%r", e, x.shape) for i, (e, x) in enumerate(inputs)]
    return Case("optimization_barrier", inputs, body, results, expected=[x for _, x in inputs])


@functools.cache
def library():
    """The library of the functions that custom calls call."""
    path = HERE.parents[1] / "target/differential/custom_call.so"
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", HERE / "custom_call.c", "-o", path], check=True)
    return path


@op("custom_call")
def _(rng):
    """C functions of one result, of several or a tuple of them, and of tuples in tuples."""
    kind = pick(rng, ["scaled_sum", "reversed_bytes", "reversed_bytes in a tuple", "nested"])
    n = int(rng.choice([0, 1, 2, 17]))
    if kind == "scaled_sum":
        a, x, y = (moderate_array(rng, "f64", shape) for shape in ((), (n,), (n,)))
        inputs = [("i64", np.asarray(n)), ("f64", a), ("f64", x), ("f64", y)]
        body = [f'%r = xla.custom_call "scaled_sum"(%0, %1, %2, %3) : {signature(inputs, tensor("f64", (n,)))}']
        return Case("custom_call", inputs, body, [("%r", "f64", (n,))], expected=[a * x + y], note=kind)
    if kind == "nested":
        x, y = (random_array(rng, "i32", (n,)) for _ in range(2))
        inputs = [("i64", np.asarray(n)), ("i32", x), ("i32", y)]
        t = tensor("i32", (n,))
        to = f"tuple<tuple<{t}>, {t}>"
        body = [
            f"%in = xla.tuple %2 : ({t}) -> tuple<{t}>",
            f"%t = xla.tuple %1, %in : ({t}, tuple<{t}>) -> tuple<{t}, tuple<{t}>>",
            f'%r = xla.custom_call "nested"(%0, %t) : (tensor<i64>, tuple<{t}, tuple<{t}>>) -> {to}',
            f"%r0 = xla.get_tuple_element %r[0] : ({to}) -> tuple<{t}>",
            f"%r1 = xla.get_tuple_element %r0[0] : (tuple<{t}>) -> {t}",
            f"%r2 = xla.get_tuple_element %r[1] : ({to}) -> {t}",
        ]
        with np.errstate(all="ignore"):
            return Case("custom_call", inputs, body, [("%r1", "i32", (n,)), ("%r2", "i32", (n,))], expected=[x - y, x + y], note=kind)
    element, shape = pick(rng, [e for e in ANY if width(e) >= 8]), shape_of(rng)
    x = random_array(rng, element, shape)
    size = x.nbytes
    inputs = [("i64", np.asarray(size)), (element, x)]
    results = [tensor("ui8", (size,))] * 2
    backwards = np.frombuffer(np.ascontiguousarray(x).tobytes(), np.uint8)[::-1]
    if kind == "reversed_bytes":
        body = [f'%r:2 = xla.custom_call "reversed_bytes"(%0, %1) : {signature(inputs, *results)}']
        names = ["%r#0", "%r#1"]
    else:
        t = f"tuple<{', '.join(results)}>"
        body = [f'%r = xla.custom_call "reversed_bytes"(%0, %1) : {signature(inputs, t)}']
        body += [f"%r{i} = xla.get_tuple_element %r[{i}] : ({t}) -> {results[i]}" for i in range(2)]
        names = ["%r0", "%r1"]
    return Case("custom_call", inputs, body, [(name, "ui8", (size,)) for name in names], expected=[backwards, ~backwards], note=kind)


# ---------------------------------------------------------------- random numbers

NUMBERS = 3000
# So rarely does a right distribution give numbers that are this far off.
RARE = 1e-9


def follows(distribution, low=-np.inf, high=np.inf):
    """Whether numbers are of a distribution, by Kolmogorov's and Smirnov's test, and all in [low, high)."""

    def check(got):
        numbers = got.astype(np.float64).ravel()
        if not ((numbers >= low) & (numbers < high)).all():
            return f"numbers from {numbers.min()} to {numbers.max()} are not all in [{low}, {high})"
        chance = scipy.stats.kstest(numbers, distribution).pvalue
        return None if chance > RARE else f"the numbers are not of the distribution (p = {chance})"

    return check


@op("rng_uniform")
def _(rng):
    element = pick(rng, FLOATS + INTS + BOOL)
    shape = pick(rng, [(NUMBERS,), (NUMBERS // 8, 8), (10, 3, NUMBERS // 30)])
    if element == "i1":
        low, high = np.asarray(False), np.asarray(True)
        check = lambda got: "true is drawn" if got.any() else None
    elif is_float(element):
        low = np.asarray(rng.integers(-4, 3)).astype(DTYPES[element])
        high = np.asarray(float(low) + float(rng.choice([0.5, 1, 2, 7]))).astype(DTYPES[element])
        span = float(high) - float(low)
        check = follows(scipy.stats.uniform(float(low), span).cdf, float(low), float(high))
    else:
        info = np.iinfo(DTYPES[element])
        span = int(rng.integers(1, 60))
        first = pick(rng, [info.min, info.max - span, max(info.min, -17)])
        low, high = (np.asarray(v, DTYPES[element]) for v in (first, first + span))

        def check(got):
            offsets = np.array([int(v) - first for v in got.ravel()])
            if not ((offsets >= 0) & (offsets < span)).all():
                return f"numbers from {got.min()} to {got.max()} are not all in [{low}, {high})"
            chance = scipy.stats.chisquare(np.bincount(offsets, minlength=span)).pvalue if span > 1 else 1
            return None if chance > RARE else f"the numbers are not equally frequent (p = {chance})"

    inputs = [(element, low), (element, high)]
    line = f"%r = xla.rng_uniform %0, %1 : {signature(inputs, tensor(element, shape))}"
    return Case("rng_uniform", inputs, [line], [("%r", element, shape)], check=check)


@op("rng_normal")
def _(rng):
    element = pick(rng, FLOATS)
    shape = pick(rng, [(NUMBERS,), (NUMBERS // 8, 8), (10, 3, NUMBERS // 30)])
    mean, deviation = np.asarray(rng.integers(-3, 4)), np.asarray(rng.choice([0.5, 1, 2, 4]))
    inputs = [(element, v.astype(DTYPES[element])) for v in (mean, deviation)]
    line = f"%r = xla.rng_normal %0, %1 : {signature(inputs, tensor(element, shape))}"
    check = follows(scipy.stats.norm(float(mean), float(deviation)).cdf)
    return Case("rng_normal", inputs, [line], [("%r", element, shape)], check=check)
