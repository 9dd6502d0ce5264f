"""The rows of windows, convolutions and batch normalization."""

import numpy as np

from table import BOOL, Case, identity, integers, op, pick, signature
from values import COMPLEX, DTYPES, FLOATS, INTS, is_complex, is_float, moderate_array, random_array, tensor

SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 9, 17, 33]


def pairs(padding):
    return f"dense<{[list(pair) for pair in padding]}> : tensor<{len(padding)}x2xi64>" if padding else "dense<> : tensor<0x2xi64>"


def dilated(size, dilation):
    return (size - 1) * dilation + 1 if size > 0 else 0


def positions(size, window):
    """How many positions a window (size, stride, (low, high), base dilation, window dilation) has."""
    extent, stride, (low, high), base, own = window
    room = dilated(size, base) + low + high - dilated(extent, own)
    return 0 if room < 0 or dilated(size, base) + low + high <= 0 else room // stride + 1


def draw_window(rng, size, dilations=True):
    """One dimension of a window, plain as often as not."""
    plain = rng.random() < 0.3
    extent = int(rng.integers(1, 5))
    if plain:
        return extent, 1, (0, 0), 1, 1
    base, own = (int(d) for d in rng.choice([1, 1, 2, 3], 2)) if dilations else (1, 1)
    reach = dilated(extent, own) - 1
    low, high = (int(rng.integers(-min(2, max(size - 1, 0)), reach + 2)) for _ in range(2))
    return extent, int(rng.integers(1, 4)), (low, high), base, own


def draw_shape(rng, rank):
    """Few elements, of which a dimension may be long."""
    long = int(rng.integers(rank)) if rank else 0
    return tuple(int(rng.choice(SIZES)) if d == long else int(rng.integers(1, 6)) for d in range(rank))


def window_attributes(window):
    sizes, strides, padding, base, own = zip(*window) if window else ((),) * 5
    return (
        f"window_dimensions = array<i64{':' if sizes else ''} {', '.join(map(str, sizes))}>, "
        f"window_strides = array<i64{':' if sizes else ''} {', '.join(map(str, strides))}>, "
        f"base_dilations = array<i64{':' if sizes else ''} {', '.join(map(str, base))}>, "
        f"window_dilations = array<i64{':' if sizes else ''} {', '.join(map(str, own))}>, padding = {pairs(padding)}"
    )


@op("reduce_window")
def _(rng):
    kind = pick(rng, ["add", "add", "maximum", "maximum", "minimum", "and", "or"])
    element = pick(rng, BOOL + INTS if kind in ("and", "or") else INTS + FLOATS)
    shape = draw_shape(rng, int(rng.integers(1, 4)))
    window = [draw_window(rng, size) for size in shape]
    if rng.random() < 0.15:
        # Running sums along one dimension.
        d = int(rng.integers(len(shape)))
        n = max(shape[d], 1)
        window = [(n, 1, pick(rng, [(n - 1, 0), (0, n - 1)]), 1, 1) if i == d else (1, 1, (0, 0), 1, 1) for i in range(len(shape))]
    x = moderate_array(rng, element, shape) if kind == "add" else random_array(rng, element, shape, corners=0.05)
    inputs = [(element, x), (element, identity(kind, element))]
    to = tuple(positions(*each) for each in zip(shape, window))
    body = [
        f'%r = "stablehlo.reduce_window"(%0, %1) <{{{window_attributes(window)}}}> ({{',
        f"^bb0(%a: tensor<{element}>, %b: tensor<{element}>):",
        f"  %c = stablehlo.{kind} %a, %b : tensor<{element}>",
        f"  stablehlo.return %c : tensor<{element}>",
        f"}}) : {signature(inputs, tensor(element, to))}",
    ]
    return Case("reduce_window", inputs, body, [("%r", element, to)], note=kind)


@op("reduce_window_argmax")
def _(rng):
    """Two operands and a body of several ops; the first of equal elements wins, and distinct ones distinguish indices."""
    shape = draw_shape(rng, int(rng.integers(1, 4)))
    window = [draw_window(rng, size) for size in shape]
    n = int(np.prod(shape))
    x = rng.permutation(n).reshape(shape).astype(np.int32)
    inputs = [("i32", x), ("i32", np.arange(n, dtype=np.int32).reshape(shape))]
    inputs += [("i32", np.asarray(-1, np.int32)), ("i32", np.asarray(-1, np.int32))]
    to = tuple(positions(*each) for each in zip(shape, window))
    result = tensor("i32", to)
    scalars = "(tensor<i32>, tensor<i32>) -> tensor<i1>"
    body = [
        f'%r:2 = "stablehlo.reduce_window"(%0, %1, %2, %3) <{{{window_attributes(window)}}}> ({{',
        "^bb0(%a: tensor<i32>, %i: tensor<i32>, %b: tensor<i32>, %j: tensor<i32>):",
        f"  %keep = stablehlo.compare GE, %a, %b, SIGNED : {scalars}",
        "  %v = stablehlo.select %keep, %a, %b : tensor<i1>, tensor<i32>",
        "  %k = stablehlo.select %keep, %i, %j : tensor<i1>, tensor<i32>",
        "  stablehlo.return %v, %k : tensor<i32>, tensor<i32>",
        f"}}) : {signature(inputs, result, result)}",
    ]
    return Case("reduce_window_argmax", inputs, body, [("%r#0", "i32", to), ("%r#1", "i32", to)])


@op("select_and_scatter")
def _(rng):
    element = pick(rng, ["f32", "f64", "i32", "i64", "bf16"])
    shape = draw_shape(rng, int(rng.integers(1, 4)))
    # XLA:CPU takes padding only where each window still covers an element.
    window = []
    for size in shape:
        extent, stride, _, _, _ = draw_window(rng, size, dilations=False)
        low, high = (int(rng.integers(0, extent)) for _ in range(2))
        window.append((extent, stride, (low, high), 1, 1))
    to = tuple(positions(*each) for each in zip(shape, window))
    n = int(np.prod(shape))
    # Distinct elements where the type has as many, else the first of several: both agree on it.
    x = rng.permutation(n).reshape(shape).astype(DTYPES[element])
    kind, direction = pick(rng, [("GE", None), ("LE", None)])[0], "FLOAT" if is_float(element) else "SIGNED"
    inputs = [(element, x), (element, moderate_array(rng, element, to)), (element, np.zeros((), DTYPES[element]))]
    sizes, strides, padding, _, _ = zip(*window)
    attributes = (
        f"window_dimensions = array<i64: {', '.join(map(str, sizes))}>, "
        f"window_strides = array<i64: {', '.join(map(str, strides))}>, padding = {pairs(padding)}"
    )
    body = [
        f'%r = "stablehlo.select_and_scatter"(%0, %1, %2) <{{{attributes}}}> ({{',
        f"^bb0(%a: tensor<{element}>, %b: tensor<{element}>):",
        f"  %c = stablehlo.compare {kind}, %a, %b, {direction} : (tensor<{element}>, tensor<{element}>) -> tensor<i1>",
        "  stablehlo.return %c : tensor<i1>",
        "}, {",
        f"^bb0(%a: tensor<{element}>, %b: tensor<{element}>):",
        f"  %c = stablehlo.add %a, %b : tensor<{element}>",
        f"  stablehlo.return %c : tensor<{element}>",
        f"}}) : {signature(inputs, tensor(element, shape))}",
    ]
    return Case("select_and_scatter", inputs, body, [("%r", element, shape)])


@op("convolution")
def _(rng):
    """Small whole numbers, whose sums are exact whatever their order."""
    n = int(rng.integers(0, 4))
    element = pick(rng, FLOATS + ["i8", "i32", "ui8"] + COMPLEX)
    result = "i32" if element in ("i8", "ui8") else "f32" if element in ("bf16", "f16") and rng.random() < 0.5 else element
    groups = int(rng.choice([1, 1, 1, 2, 3]))
    of_batch = groups > 1 and rng.random() < 0.4
    batch, features, outputs = (int(v) for v in rng.choice([1, 2, 3, 5, 16, 20], 3))
    batch, features, outputs = batch % 6 + 1, features * (1 if of_batch else groups), outputs * groups
    if of_batch:
        batch *= groups
    if rng.random() < 0.05:
        batch = 0
    kernel_features = features // (1 if of_batch else groups)
    base = draw_shape(rng, n)
    window = [draw_window(rng, size) for size in base]
    reverse = [bool(rng.integers(2)) for _ in range(n)]
    to = [positions(*each) for each in zip(base, window)]

    def arranged(names, sizes):
        order = rng.permutation(len(sizes))
        return [names[i] for i in order], tuple(sizes[i] for i in order)

    numbers = [str(i) for i in range(n)]
    lhs_names, lhs = arranged(["b", "f", *numbers], [batch, features, *base])
    rhs_names, rhs = arranged(["o", "i", *numbers], [outputs, kernel_features, *(w[0] for w in window)])
    out_names, out = arranged(["b", "f", *numbers], [batch // (groups if of_batch else 1), outputs, *to])
    inputs = [(element, moderate_array(rng, element, lhs)), (element, moderate_array(rng, element, rhs))]
    fields = [
        f"stride = {integers(w[1] for w in window)}",
        f"pad = {[list(w[2]) for w in window]}",
        f"lhs_dilate = {integers(w[3] for w in window)}",
        f"rhs_dilate = {integers(w[4] for w in window)}",
        f"reverse = [{', '.join('true' if r else 'false' for r in reverse)}]",
    ]
    show = lambda names: f"[{', '.join(names)}]"
    line = (
        f"%r = stablehlo.convolution(%0, %1) dim_numbers = {show(lhs_names)}x{show(rhs_names)}->{show(out_names)}, "
        f"window = {{{', '.join(fields)}}} {{batch_group_count = {groups if of_batch else 1} : i64, "
        f"feature_group_count = {1 if of_batch else groups} : i64}} : {signature(inputs, tensor(result, out))}"
    )
    return Case("convolution", inputs, [line], [("%r", result, out)], zero_signs=False, tolerance=0.0)


# ---------------------------------------------------------------- batch normalization


def spread(each, x, feature):
    return each.reshape([-1 if d == feature else 1 for d in range(x.ndim)])


def training(x, scale, offset, epsilon, feature):
    others = tuple(d for d in range(x.ndim) if d != feature)
    mean, variance = x.mean(others), x.var(others)
    normal = (x - spread(mean, x, feature)) / np.sqrt(spread(variance, x, feature) + epsilon)
    return normal * spread(scale, x, feature) + spread(offset, x, feature), mean, variance


def draw_normalization(rng):
    element = pick(rng, ["f32", "f64", "f16", "bf16"])
    rank = int(rng.integers(1, 5))
    shape = tuple(int(v) for v in rng.integers(1, 6, rank))
    feature = int(rng.integers(rank))
    epsilon = float(np.float32(rng.choice([1e-3, 1e-2, 0.5])))

    def values(low, high, shape):
        return rng.uniform(low, high, shape).astype(DTYPES[element])

    return element, shape, feature, epsilon, values


def normalization(name, inputs, results, epsilon, feature, expected):
    """`expected` is in f64; it may differ by the rounding of the inputs' type."""
    element = inputs[0][0]
    names = ", ".join(f"%{i}" for i in range(len(inputs)))
    count = f":{len(results)}" if len(results) > 1 else ""
    types = [tensor(element, shape) for shape in results]
    line = f'%r{count} = "stablehlo.{name}"({names}) <{{epsilon = {epsilon!r} : f32, feature_index = {feature} : i64}}> : {signature(inputs, *types)}'
    outs = [(f"%r#{i}" if count else "%r", element, shape) for i, shape in enumerate(results)]
    magnitude = max([1.0, *(float(np.max(np.abs(array), initial=0)) for array in expected)])
    # Narrow floats are computed in f32 and rounded once.
    scale = magnitude * {"f64": 16, "f32": 8, "f16": 1 / 8, "bf16": 1 / 8}[element]
    expected = [np.asarray(array).astype(DTYPES[element]).reshape(shape) for array, shape in zip(expected, results)]
    return Case(name, inputs, [line], outs, expected=expected, scale=scale)


@op("batch_norm_training")
def _(rng):
    element, shape, feature, epsilon, values = draw_normalization(rng)
    each = (shape[feature],)
    arrays = [values(-2, 2, shape), values(-2, 2, each), values(-2, 2, each)]
    expected = training(*(a.astype(np.float64) for a in arrays), epsilon, feature)
    return normalization("batch_norm_training", [(element, a) for a in arrays], [shape, each, each], epsilon, feature, expected)


@op("batch_norm_inference")
def _(rng):
    element, shape, feature, epsilon, values = draw_normalization(rng)
    each = (shape[feature],)
    arrays = [values(-2, 2, shape), values(-2, 2, each), values(-2, 2, each), values(-2, 2, each), values(0.5, 2, each)]
    x, scale, offset, mean, variance = (a.astype(np.float64) for a in arrays)
    normal = (x - spread(mean, x, feature)) / np.sqrt(spread(variance, x, feature) + epsilon)
    expected = [normal * spread(scale, x, feature) + spread(offset, x, feature)]
    return normalization("batch_norm_inference", [(element, a) for a in arrays], [shape], epsilon, feature, expected)


@op("batch_norm_grad")
def _(rng):
    """Against numeric gradients: central differences of training, in f64."""
    element, shape, feature, epsilon, values = draw_normalization(rng)
    each = (shape[feature],)
    x, scale, gradient = values(-2, 2, shape), values(-2, 2, each), values(-2, 2, shape)
    wide = [a.astype(np.float64) for a in (x, scale, np.zeros(each))]
    _, mean, variance = training(*wide, epsilon, feature)
    moments = [a.astype(DTYPES[element]) for a in (mean, variance)]

    def loss(*arguments):
        return float((training(*arguments, epsilon, feature)[0] * gradient.astype(np.float64)).sum())

    expected = []
    for k, argument in enumerate(wide):
        slope, step = np.zeros(argument.shape), 1e-5
        for at in np.ndindex(argument.shape):
            ends = []
            for sign in (1, -1):
                moved = [a.copy() for a in wide]
                moved[k][at] += sign * step
                ends.append(loss(*moved))
            slope[at] = (ends[0] - ends[1]) / (2 * step)
        expected.append(slope)
    arrays = [x, scale, *moments, gradient]
    case = normalization("batch_norm_grad", [(element, a) for a in arrays], [shape, each, each], epsilon, feature, expected)
    # Differences are exact to half of f64's digits, and small variances magnify the rounding of the moments.
    case.scale *= {"f64": 1e6, "f32": 4, "f16": 32, "bf16": 32}[element]
    return case
