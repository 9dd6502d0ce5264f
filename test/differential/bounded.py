"""The rows of dimensions of which a program knows only the bound: every op has to ignore what is beyond the size.

A case is a program twice over: with arrays of dynamic size, whose rest is garbage, and for XLA with arrays of the size
that counts.
"""

import numpy as np

from table import ANY, Case, identity, integers, matrices, op, pick
from values import COMPLEX, DTYPES, FLOATS, INTS, Size, is_complex, is_float, moderate_array, random_array, tensor
from windows import draw_window, positions, window_attributes

BOUNDS = [1, 2, 3, 4, 5, 7]


def plain(shape):
    return tuple(int(size) for size in shape)


def whole(shape):
    """The shape with the bounds for sizes."""
    return tuple(getattr(size, "bound", size) for size in shape)


def size(rng, least=0, dynamic=0.6, bounds=BOUNDS):
    bound = max(int(rng.choice(bounds)), least)
    return Size(int(rng.integers(least, bound + 1)), bound) if rng.random() < dynamic else bound


def sizes(rng, rank, **rest):
    return tuple(size(rng, **rest) for _ in range(rank))


class Program:
    """The two programs, as they are written."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.inputs, self.ours, self.theirs, self.values = [], [], [], {}

    def given(self, element, array):
        """An argument; the name of its value."""
        self.inputs.append((element, np.asarray(array)))
        return f"%{len(self.inputs) - 1}"

    def operand(self, element, shape, values):
        """`values` as the front of an array of dynamic sizes, where `shape` says so."""
        rest = np.array(random_array(self.rng, element, whole(shape), **({} if is_complex(element) else {"corners": 0.5})))
        rest[tuple(slice(int(s)) for s in shape)] = values
        value = argument = self.given(element, rest)
        ranges = [f"0:{int(s)}" for s in shape]
        type_of = list(whole(shape))
        for d, s in enumerate(shape):
            if not isinstance(s, Size):
                continue
            n = self.given("i32", np.asarray(int(s), np.int32))
            before, type_of[d] = tensor(element, type_of), s
            sized = f"%v{argument[1:]}_{d}"
            self.ours.append(f"{sized} = stablehlo.set_dimension_size {value}, {n}, dim = {d} : ({before}, tensor<i32>) -> {tensor(element, type_of)}")
            value = sized
        if value != argument:
            self.theirs.append(f"{value} = stablehlo.slice {argument} [{', '.join(ranges)}] : ({tensor(element, whole(shape))}) -> {tensor(element, plain(shape))}")
        self.values[value] = values
        return value

    def random(self, element, shape, small=False):
        draw = moderate_array if small else random_array
        return self.operand(element, shape, draw(self.rng, element, plain(shape)))

    def add(self, lines):
        """`lines(t)`: what both compute, where t(element, shape) is a type."""
        self.ours += lines(tensor)
        self.theirs += lines(lambda element, shape: tensor(element, plain(shape)))

    def case(self, *results, **rest):
        return Case(self.name, self.inputs, self.ours, list(results), peer=self.theirs, **rest)


def bounded(name):
    """A row that draws into a program."""

    def register(draw):
        op(name)(lambda rng: draw(rng, Program(rng, name)))
        return draw

    return register


# ---------------------------------------------------------------- sizes, elementwise ops, reductions


@op("get_dimension_size")
def _(rng):
    p = Program(rng, "get_dimension_size")
    shape = sizes(rng, int(rng.integers(1, 4)))
    element, d = pick(rng, ANY), int(rng.integers(len(shape)))
    x = p.random(element, shape)
    p.add(lambda t: [f"%r = stablehlo.get_dimension_size {x}, dim = {d} : ({t(element, shape)}) -> tensor<i32>"])
    return p.case(("%r", "i32", ()), expected=[np.asarray(int(shape[d]), np.int32)])


@op("set_dimension_size")
def _(rng):
    """Elementwise ops, and what comes out of the program is cut to its size."""
    p = Program(rng, "set_dimension_size")
    shape, element = sizes(rng, int(rng.integers(1, 4))), pick(rng, INTS + FLOATS + COMPLEX)
    x, y = (p.random(element, shape, small=True) for _ in range(2))
    p.add(lambda t: [f"%s = stablehlo.add {x}, {y} : {t(element, shape)}", f"%r = stablehlo.multiply %s, {x} : {t(element, shape)}"])
    return p.case(("%r", element, shape), zero_signs=False)


@bounded("bounded_reduce")
def _(rng, p):
    kind = pick(rng, ["add", "maximum", "minimum", "and"])
    element, shape = pick(rng, INTS if kind == "and" else INTS + FLOATS), sizes(rng, int(rng.integers(1, 4)))
    x, init = p.random(element, shape, small=True), p.given(element, identity(kind, element))
    dims = sorted(rng.permutation(len(shape))[: int(rng.integers(1, len(shape) + 1))].tolist())
    to = tuple(s for d, s in enumerate(shape) if d not in dims)
    p.add(lambda t: [f"%r = stablehlo.reduce({x} init: {init}) applies stablehlo.{kind} across dimensions = {integers(dims)} : ({t(element, shape)}, tensor<{element}>) -> {t(element, to)}"])
    return p.case(("%r", element, to), note=kind)


@bounded("bounded_map")
def _(rng, p):
    element, shape = pick(rng, ["f32", "i32", "f64"]), sizes(rng, int(rng.integers(1, 3)))
    x, y = (p.random(element, shape, small=True) for _ in range(2))
    scalar, dims = tensor(element, ()), str(list(range(len(shape))))[1:-1]
    p.add(
        lambda t: [
            f'%r = "stablehlo.map"({x}, {y}) <{{dimensions = array<i64: {dims}>}}> ({{',
            f"^bb0(%a: {scalar}, %b: {scalar}):",
            f"  %c = stablehlo.subtract %a, %b : {scalar}",
            f"  stablehlo.return %c : {scalar}",
            f"}}) : ({t(element, shape)}, {t(element, shape)}) -> {t(element, shape)}",
        ]
    )
    return p.case(("%r", element, shape))


@bounded("bounded_sort")
def _(rng, p):
    element, shape = pick(rng, INTS + ["f32"]), sizes(rng, int(rng.integers(1, 3)))
    x, dim, scalar = p.random(element, shape, small=True), int(rng.integers(len(shape))), tensor(element, ())
    kind = "FLOAT" if is_float(element) else "UNSIGNED" if element[0] == "u" else "SIGNED"
    p.add(
        lambda t: [
            f'%r = "stablehlo.sort"({x}) <{{dimension = {dim} : i64, is_stable = true}}> ({{',
            f"^bb0(%a: {scalar}, %b: {scalar}):",
            f"  %c = stablehlo.compare GT, %a, %b, {kind} : ({scalar}, {scalar}) -> tensor<i1>",
            "  stablehlo.return %c : tensor<i1>",
            f"}}) : ({t(element, shape)}) -> {t(element, shape)}",
        ]
    )
    return p.case(("%r", element, shape))


# ---------------------------------------------------------------- shape


@bounded("bounded_moves")
def _(rng, p):
    """reverse, transpose, pad, slice and concatenate."""
    element, shape = pick(rng, ANY), sizes(rng, int(rng.integers(1, 4)))
    x, kind = p.random(element, shape), pick(rng, ["reverse", "transpose", "pad", "slice", "concatenate"])
    each = lambda f: tuple(Size(f(d, int(s)), f(d, s.bound)) if isinstance(s, Size) else f(d, s) for d, s in enumerate(shape))
    if kind == "reverse":
        dims = sorted(rng.permutation(len(shape))[: int(rng.integers(0, len(shape) + 1))])
        to = shape
        p.add(lambda t: [f"%r = stablehlo.reverse {x}, dims = {integers(dims)} : {t(element, shape)}"])
    elif kind == "transpose":
        order = rng.permutation(len(shape))
        to = tuple(shape[d] for d in order)
        p.add(lambda t: [f"%r = stablehlo.transpose {x}, dims = {integers(order)} : ({t(element, shape)}) -> {t(element, to)}"])
    elif kind == "pad":
        low, high, inner = (rng.integers(0, 3, len(shape)) for _ in range(3))
        to = each(lambda d, s: int(low[d] + high[d] + s + max(s - 1, 0) * inner[d]))
        filler = p.given(element, random_array(rng, element, ()))
        attributes = f"low = {integers(low)}, high = {integers(high)}, interior = {integers(inner)}"
        p.add(lambda t: [f"%r = stablehlo.pad {x}, {filler}, {attributes} : ({t(element, shape)}, tensor<{element}>) -> {t(element, to)}"])
    elif kind == "slice":
        # From the front on: XLA's program has to know how much of the array there is.
        strides = rng.integers(1, 4, len(shape))
        to = each(lambda d, s: int(-(-s // strides[d])))
        ranges = lambda sizes: ", ".join(f"0:{s}:{stride}" for s, stride in zip(sizes, strides))
        p.ours.append(f"%r = stablehlo.slice {x} [{ranges(whole(shape))}] : ({tensor(element, shape)}) -> {tensor(element, to)}")
        p.theirs.append(f"%r = stablehlo.slice {x} [{ranges(plain(shape))}] : ({tensor(element, plain(shape))}) -> {tensor(element, plain(to))}")
    else:
        dim, other = int(rng.integers(len(shape))), size(rng)
        second = (*shape[:dim], other, *shape[dim + 1 :])
        total, bound = int(shape[dim]) + int(other), whole(shape)[dim] + whole(second)[dim]
        joined = Size(total, bound) if isinstance(shape[dim], Size) or isinstance(other, Size) else total
        y, to = p.random(element, second), (*shape[:dim], joined, *shape[dim + 1 :])
        p.add(lambda t: [f"%r = stablehlo.concatenate {x}, {y}, dim = {dim} : ({t(element, shape)}, {t(element, second)}) -> {t(element, to)}"])
    return p.case(("%r", element, to), note=kind)


@bounded("bounded_reshape")
def _(rng, p):
    """Dimensions that merge and that split, of which one is dynamic in front or behind."""
    element, c = pick(rng, ANY), int(rng.integers(1, 4))
    # StableHLO has a result of one dynamic dimension at most.
    a, b = pick(rng, [(size(rng, dynamic=1), int(rng.integers(1, 5))), (int(rng.integers(1, 5)), size(rng, dynamic=1))])
    product = lambda *s: Size(int(np.prod(plain(s))), int(np.prod(whole(s)))) if any(isinstance(x, Size) for x in s) else int(np.prod(s))
    kind = pick(rng, ["merge", "split outer", "split inner"])
    if kind == "merge":
        shape, to = (c, a, b), pick(rng, [(c, product(a, b)), (product(c, a), b), (product(c, a, b),)])
    else:
        # The size is a multiple, so that all rows are full.
        outer = kind == "split outer"
        shape = (product(a, c), b) if isinstance(a, Size) else (a * c, b)
        to = (a, c, b) if outer else (c, a, b)
    x = p.random(element, shape)
    p.add(lambda t: [f"%r = stablehlo.reshape {x} : ({t(element, shape)}) -> {t(element, to)}"])
    return p.case(("%r", element, to), note=kind)


@bounded("bounded_tuple")
def _(rng, p):
    element, other = pick(rng, ANY), pick(rng, ANY)
    first, second = sizes(rng, int(rng.integers(1, 3))), sizes(rng, int(rng.integers(1, 3)))
    x, y = p.random(element, first), p.random(other, second)

    def lines(t):
        a, b = t(element, first), t(other, second)
        return [
            f"%in = stablehlo.tuple {y}, {x} : tuple<{b}, {a}>",
            f"%out = stablehlo.tuple {x}, %in : tuple<{a}, tuple<{b}, {a}>>",
            f"%t = stablehlo.optimization_barrier %out : tuple<{a}, tuple<{b}, {a}>>",
            f"%u = stablehlo.get_tuple_element %t[1] : (tuple<{a}, tuple<{b}, {a}>>) -> tuple<{b}, {a}>",
            f"%r0 = stablehlo.get_tuple_element %u[0] : (tuple<{b}, {a}>) -> {b}",
            f"%r1 = stablehlo.get_tuple_element %u[1] : (tuple<{b}, {a}>) -> {a}",
        ]

    p.add(lines)
    return p.case(("%r0", other, second), ("%r1", element, first), expected=[p.values[y], p.values[x]])


# ---------------------------------------------------------------- indices


def start(rng, p, room):
    """A start, most of them where the slice fits."""
    return p.given("i32", np.asarray(rng.integers(-2, room + 3), np.int32))


@bounded("bounded_dynamic_slice")
def _(rng, p):
    """Parts that fit into what counts."""
    element, shape = pick(rng, ANY), sizes(rng, int(rng.integers(1, 4)), least=1)
    to = tuple(int(rng.integers(1, int(s) + 1)) for s in shape)
    x = p.random(element, shape)
    starts = ", ".join(start(rng, p, int(s)) for s in shape)
    types = ", ".join(["tensor<i32>"] * len(shape))
    line = f"%r = stablehlo.dynamic_slice {x}, {starts}, sizes = {integers(to)}"
    p.ours.append(f"{line} : ({tensor(element, shape)}, {types}) -> {tensor(element, to)}")
    p.theirs.append(f"{line} : ({tensor(element, plain(shape))}, {types}) -> {tensor(element, to)}")
    return p.case(("%r", element, to))


@bounded("bounded_dynamic_update_slice")
def _(rng, p):
    element, shape = pick(rng, ANY), sizes(rng, int(rng.integers(1, 4)), least=1)

    def part(s):
        n = int(rng.integers(0, int(s) + 1))
        return Size(n, int(rng.integers(n, whole((s,))[0] + 1))) if rng.random() < 0.5 else n

    own = tuple(part(s) for s in shape)
    x, y = p.random(element, shape), p.random(element, own)
    starts = ", ".join(start(rng, p, int(s)) for s in shape)
    types = ", ".join(["tensor<i32>"] * len(shape))
    p.add(lambda t: [f"%r = stablehlo.dynamic_update_slice {x}, {y}, {starts} : ({t(element, shape)}, {t(element, own)}, {types}) -> {t(element, shape)}"])
    return p.case(("%r", element, shape))


@bounded("bounded_gather")
def _(rng, p):
    """Rows at indices, as many as the indices count, of a table that has a size of its own."""
    element, table, batch = pick(rng, ANY), sizes(rng, 2, least=1), sizes(rng, int(rng.integers(0, 3)))
    index = pick(rng, ["i8", "i32", "i64", "ui8", "ui64"])
    taken, row = int(rng.integers(1, int(table[0]) + 1)), table[1]
    collapsed = rng.random() < 0.5
    to = (*batch, row) if collapsed else (*batch, taken, row)
    shape = (*batch, 1)
    wild = rng.integers(0, 9, plain(shape)).astype(DTYPES[index])
    x, i = p.random(element, table), p.operand(index, shape, np.where(rng.random(plain(shape)) < 0.8, wild, random_array(rng, index, plain(shape))))
    offset = list(range(len(batch), len(to)))
    numbers = f"offset_dims = {integers(offset)}, collapsed_slice_dims = {'[0]' if collapsed else '[]'}, start_index_map = [0], index_vector_dim = {len(batch)}"

    def lines(t, row_size):
        slices = f"{1 if collapsed else taken}, {row_size}"
        return [f'%r = "stablehlo.gather"({x}, {i}) <{{dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = array<i64: {slices}>}}> : ({t(element, table)}, {t(index, shape)}) -> {t(element, to)}']

    p.ours += lines(tensor, whole(table)[1])
    p.theirs += lines(lambda e, s: tensor(e, plain(s)), int(row))
    return p.case(("%r", element, to))


@bounded("bounded_scatter")
def _(rng, p):
    """Rows added at indices, as many as the indices count, into a table that has a size of its own."""
    element, table, batch = pick(rng, INTS), sizes(rng, 2, least=1), sizes(rng, int(rng.integers(0, 3)))
    index = pick(rng, ["i8", "i32", "i64", "ui8", "ui64"])
    shape, updates = (*batch, 1), (*batch, table[1])
    wild = rng.integers(0, 9, plain(shape)).astype(DTYPES[index])
    x, i = p.random(element, table), p.operand(index, shape, np.where(rng.random(plain(shape)) < 0.8, wild, random_array(rng, index, plain(shape))))
    # The rows of the updates are as long as those of the table, by the same size.
    u = p.random(element, updates)
    scalar = tensor(element, ())
    numbers = f"update_window_dims = [{len(batch)}], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = {len(batch)}"
    p.add(
        lambda t: [
            f'%r = "stablehlo.scatter"({x}, {i}, {u}) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{',
            f"^bb0(%old: {scalar}, %new: {scalar}):",
            f"  %s = stablehlo.add %old, %new : {scalar}",
            f"  stablehlo.return %s : {scalar}",
            f"}}) : ({t(element, table)}, {t(index, shape)}, {t(element, updates)}) -> {t(element, table)}",
        ]
    )
    return p.case(("%r", element, table))


# ---------------------------------------------------------------- contractions, windows


@bounded("bounded_dot_general")
def _(rng, p):
    element = pick(rng, INTS + FLOATS + COMPLEX)
    b, m, k, n = sizes(rng, 4)
    x, y = p.random(element, (b, m, k), small=True), p.random(element, (b, k, n), small=True)
    p.add(lambda t: [f"%r = stablehlo.dot_general {x}, {y}, batching_dims = [0] x [0], contracting_dims = [2] x [1] : ({t(element, (b, m, k))}, {t(element, (b, k, n))}) -> {t(element, (b, m, n))}"])
    return p.case(("%r", element, (b, m, n)), zero_signs=False)


def moved_over(shape, window):
    """The number of positions along each dimension, dynamic where that of the base is."""
    return tuple(Size(positions(int(s), w), positions(s.bound, w)) if isinstance(s, Size) else positions(s, w) for s, w in zip(shape, window))


@bounded("bounded_reduce_window")
def _(rng, p):
    kind = pick(rng, ["add", "maximum", "minimum"])
    element, shape = pick(rng, INTS + FLOATS), sizes(rng, int(rng.integers(1, 3)), least=1)
    window = [draw_window(rng, int(s)) for s in shape]
    to = moved_over(shape, window)
    x, init = p.random(element, shape, small=True), p.given(element, identity(kind, element))
    scalar = tensor(element, ())
    p.add(
        lambda t: [
            f'%r = "stablehlo.reduce_window"({x}, {init}) <{{{window_attributes(window)}}}> ({{',
            f"^bb0(%a: {scalar}, %b: {scalar}):",
            f"  %c = stablehlo.{kind} %a, %b : {scalar}",
            f"  stablehlo.return %c : {scalar}",
            f"}}) : ({t(element, shape)}, {scalar}) -> {t(element, to)}",
        ]
    )
    return p.case(("%r", element, to), note=kind)


@bounded("bounded_select_and_scatter")
def _(rng, p):
    """Distinct elements; XLA:CPU takes padding only where each window still covers an element."""
    element, shape = pick(rng, ["f32", "i32"]), sizes(rng, int(rng.integers(1, 3)), least=1)
    window = []
    for _ in shape:
        extent, stride = (int(v) for v in rng.integers(1, 4, 2))
        window.append((extent, stride, tuple(int(v) for v in rng.integers(0, extent, 2)), 1, 1))
    to, n = moved_over(shape, window), int(np.prod(plain(shape)))
    x = p.operand(element, shape, rng.permutation(n).reshape(plain(shape)).astype(DTYPES[element]))
    source, init, scalar = p.random(element, to, small=True), p.given(element, np.zeros((), DTYPES[element])), tensor(element, ())
    extents, strides, padding, _, _ = zip(*window)
    attributes = f"window_dimensions = array<i64: {str(list(extents))[1:-1]}>, window_strides = array<i64: {str(list(strides))[1:-1]}>, padding = dense<{[list(pair) for pair in padding]}> : tensor<{len(shape)}x2xi64>"
    kind = "FLOAT" if is_float(element) else "SIGNED"
    p.add(
        lambda t: [
            f'%r = "stablehlo.select_and_scatter"({x}, {source}, {init}) <{{{attributes}}}> ({{',
            f"^bb0(%a: {scalar}, %b: {scalar}):",
            f"  %c = stablehlo.compare GE, %a, %b, {kind} : ({scalar}, {scalar}) -> tensor<i1>",
            "  stablehlo.return %c : tensor<i1>",
            "}, {",
            f"^bb0(%a: {scalar}, %b: {scalar}):",
            f"  %c = stablehlo.add %a, %b : {scalar}",
            f"  stablehlo.return %c : {scalar}",
            f"}}) : ({t(element, shape)}, {t(element, to)}, {scalar}) -> {t(element, shape)}",
        ]
    )
    return p.case(("%r", element, shape))


@bounded("bounded_convolution")
def _(rng, p):
    """Dynamic batches, features and spatial dimensions."""
    n, element = int(rng.integers(0, 3)), pick(rng, ["f32", "f64", "bf16", "i32"])
    batch, features, outputs = size(rng), size(rng, least=1), size(rng)
    base = sizes(rng, n, least=1)
    window = [draw_window(rng, int(s)) for s in base]
    lhs, rhs = (batch, features, *base), (outputs, features, *(w[0] for w in window))
    to = (batch, outputs, *moved_over(base, window))
    x, k = p.random(element, lhs, small=True), p.random(element, rhs, small=True)
    dims = "".join(f", {d}" for d in range(n))
    fields = f"stride = {integers(w[1] for w in window)}, pad = {[list(w[2]) for w in window]}, lhs_dilate = {integers(w[3] for w in window)}, rhs_dilate = {integers(w[4] for w in window)}"
    p.add(lambda t: [
        f"%r = stablehlo.convolution({x}, {k}) dim_numbers = [b, f{dims}]x[o, i{dims}]->[b, f{dims}], window = {{{fields}}} "
        f"{{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({t(element, lhs)}, {t(element, rhs)}) -> {t(element, to)}"
    ])  # fmt: skip
    return p.case(("%r", element, to), zero_signs=False, tolerance=0.0)


@bounded("bounded_same")
def _(rng, p):
    """Padding of the kind `same`, which follows the size: of our own ops, against the numbers that it stands for."""
    n, element = int(rng.integers(1, 3)), pick(rng, ["f32", "i32"])
    base = sizes(rng, n, least=1)
    extents, strides = (tuple(int(v) for v in rng.integers(1, 5, n)) for _ in range(2))

    def window(s, extent, stride):
        total = max((-(-s // stride) - 1) * stride + extent - s, 0)
        return extent, stride, (total // 2, total - total // 2), 1, 1

    moved = lambda s, *w: -(-s // w[1])
    each = lambda f, d: Size(f(int(base[d]), extents[d], strides[d]), f(base[d].bound, extents[d], strides[d])) if isinstance(base[d], Size) else f(base[d], extents[d], strides[d])
    to = tuple(each(moved, d) for d in range(n))
    numbers = [window(int(s), extent, stride) for s, extent, stride in zip(base, extents, strides)]
    scalar = tensor(element, ())
    if rng.random() < 0.5:
        x, init = p.random(element, base, small=True), p.given(element, identity("maximum", element))

        def lines(t, dialect, attributes):
            return [
                f'%r = "{dialect}.reduce_window"({x}, {init}) <{{{attributes}}}> ({{',
                f"^bb0(%a: {scalar}, %b: {scalar}):",
                f"  %c = {dialect}.{'max' if dialect == 'xla' else 'maximum'} %a, %b : {scalar}",
                f"  {dialect}.return %c : {scalar}",
                f"}}) : ({t(element, base)}, {scalar}) -> {t(element, to)}",
            ]

        same = f'window_dimensions = array<i64: {str(list(extents))[1:-1]}>, window_strides = array<i64: {str(list(strides))[1:-1]}>, padding = "same"'
        mine, theirs, result = lines(tensor, "xla", same), lambda t: lines(t, "stablehlo", window_attributes(numbers)), to
    else:
        lhs, rhs, result = (2, 3, *base), (2, 3, *extents), (2, 2, *to)
        x, k = p.random(element, lhs, small=True), p.given(element, moderate_array(rng, element, rhs))
        types = lambda t: f"({t(element, lhs)}, {t(element, rhs)}) -> {t(element, result)}"
        mine = [f"%r = xla.conv {x}, {k}, stride = {integers(strides)}, padding = same : {types(tensor)}"]
        dims = "".join(f", {d}" for d in range(n))
        fields = f"stride = {integers(strides)}, pad = {[list(w[2]) for w in numbers]}"
        groups = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
        theirs = lambda t: [f"%r = stablehlo.convolution({x}, {k}) dim_numbers = [b, f{dims}]x[o, i{dims}]->[b, f{dims}], window = {{{fields}}} {groups} : {types(t)}"]
    p.ours = [line.replace("stablehlo", "xla") for line in p.ours + mine]
    p.theirs += theirs(lambda e, s: tensor(e, plain(s)))
    return p.case(("%r", element, result), zero_signs=False, tolerance=0.0)


# ---------------------------------------------------------------- normalization, algorithms


def features(rng):
    element, shape = pick(rng, ["f32", "f64"]), sizes(rng, int(rng.integers(1, 4)), least=1)
    feature = int(rng.integers(len(shape)))
    return element, shape, feature, (shape[feature],)


def normalized(p, mnemonic, operands, element, feature, results):
    """`operands`: name and shape each."""
    names = ", ".join(name for name, _ in operands)
    count = f":{len(results)}" if len(results) > 1 else ""
    p.add(lambda t: [
        f'%r{count} = "stablehlo.{mnemonic}"({names}) <{{epsilon = 0.01 : f32, feature_index = {feature} : i64}}> : '
        f"({', '.join(t(element, shape) for _, shape in operands)}) -> ({', '.join(t(element, shape) for shape in results)})"
    ])  # fmt: skip
    named = [(f"%r#{i}" if count else "%r", element, shape) for i, shape in enumerate(results)]
    return p.case(*named, scale=100.0)


def uniform(rng, element, shape, low=-2, high=2):
    return rng.uniform(low, high, plain(shape)).astype(DTYPES[element])


@bounded("bounded_batch_norm_training")
def _(rng, p):
    element, shape, feature, each = features(rng)
    operands = [(p.operand(element, s, uniform(rng, element, s)), s) for s in (shape, each, each)]
    return normalized(p, "batch_norm_training", operands, element, feature, [shape, each, each])


@bounded("bounded_batch_norm_inference")
def _(rng, p):
    element, shape, feature, each = features(rng)
    operands = [(p.operand(element, s, uniform(rng, element, s)), s) for s in (shape, each, each, each)]
    operands.append((p.operand(element, each, uniform(rng, element, each, 0.5)), each))
    return normalized(p, "batch_norm_inference", operands, element, feature, [shape])


@bounded("bounded_batch_norm_grad")
def _(rng, p):
    element, shape, feature, each = features(rng)
    operands = [(p.operand(element, s, uniform(rng, element, s)), s) for s in (shape, each, each)]
    operands.append((p.operand(element, each, uniform(rng, element, each, 0.5)), each))
    operands.append((p.operand(element, shape, uniform(rng, element, shape)), shape))
    return normalized(p, "batch_norm_grad", operands, element, feature, [shape, each, each])


@bounded("bounded_fft")
def _(rng, p):
    """Any number of transforms, each of a length that is known."""
    shape, length = sizes(rng, int(rng.integers(1, 3))), int(rng.choice([1, 2, 3, 8, 12]))
    element = pick(rng, COMPLEX)
    full = (*shape, length)
    x = p.random(element, full, small=True)
    p.add(lambda t: [f"%r = stablehlo.fft {x}, type = FFT, length = [{length}] : ({t(element, full)}) -> {t(element, full)}"])
    return p.case(("%r", element, full), scale=float(4 * length))


@bounded("bounded_cholesky")
def _(rng, p):
    """Dynamic batches, and matrices of dynamic size."""
    element, batch, n = pick(rng, ["f32", "f64", "complex<f64>"]), sizes(rng, int(rng.integers(0, 2))), size(rng)
    g = matrices(rng, element, plain(batch), int(n))
    a = ((g + np.conj(np.swapaxes(g, -1, -2))) / 2).astype(DTYPES[element])
    shape, lower = (*batch, n, n), bool(rng.integers(2))
    x = p.operand(element, shape, a)
    p.add(lambda t: [f"%f = stablehlo.cholesky {x}, lower = {str(lower).lower()} : {t(element, shape)}"])
    expected = np.linalg.cholesky(a.astype(np.complex128)) if a.size else a
    expected = expected if lower else np.conj(np.swapaxes(expected, -1, -2))
    expected = [(expected if is_complex(element) else expected.real).astype(DTYPES[element]).reshape(plain(shape))]
    return p.case(("%f", element, shape), scale=float(np.max(np.abs(a), initial=1)), expected=expected)


@bounded("bounded_triangular_solve")
def _(rng, p):
    element, batch, n, k = pick(rng, ["f32", "f64"]), sizes(rng, int(rng.integers(0, 2))), size(rng), size(rng)
    left, lower = bool(rng.integers(2)), bool(rng.integers(2))
    square, other = (*batch, n, n), (*batch, n, k) if left else (*batch, k, n)
    a = p.operand(element, square, matrices(rng, element, plain(batch), int(n)).astype(DTYPES[element]))
    b = p.random(element, other, small=True)
    flags = f"left_side = {str(left).lower()}, lower = {str(lower).lower()}, unit_diagonal = false"
    p.add(lambda t: [f'%r = "stablehlo.triangular_solve"({a}, {b}) <{{{flags}, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : ({t(element, square)}, {t(element, other)}) -> {t(element, other)}'])
    return p.case(("%r", element, other), scale=4.0)


# ---------------------------------------------------------------- control


@bounded("bounded_while")
def _(rng, p):
    """A size that shrinks from iteration to iteration; the sum over what is left of it."""
    element, n = pick(rng, ["f32", "i32"]), Size(int(rng.integers(0, 6)), 6)
    x, zero = p.random(element, (n,), small=True), p.given(element, np.zeros((), DTYPES[element]))
    t, open_ = tensor(element, ()), tensor(element, (n,))
    p.ours += [
        f"%r:2 = stablehlo.while(%x = {x}, %sum = {zero}) : {open_}, {t}",
        "cond {",
        "  %none = stablehlo.constant dense<0> : tensor<i32>",
        f"  %size = stablehlo.get_dimension_size %x, dim = 0 : ({open_}) -> tensor<i32>",
        "  %more = stablehlo.compare GT, %size, %none, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "  stablehlo.return %more : tensor<i1>",
        "} do {",
        "  %one = stablehlo.constant dense<1> : tensor<i32>",
        f"  %size = stablehlo.get_dimension_size %x, dim = 0 : ({open_}) -> tensor<i32>",
        f"  %part = stablehlo.reduce(%x init: {zero}) applies stablehlo.add across dimensions = [0] : ({open_}, {t}) -> {t}",
        f"  %next = stablehlo.add %sum, %part : {t}",
        "  %less = stablehlo.subtract %size, %one : tensor<i32>",
        f"  %shorter = stablehlo.set_dimension_size %x, %less, dim = 0 : ({open_}, tensor<i32>) -> {open_}",
        f"  stablehlo.return %shorter, %next : {open_}, {t}",
        "}",
    ]
    values = p.inputs[0][1][: int(n)].astype(np.int64)
    expected = np.asarray(sum(values[:k].sum() for k in range(int(n) + 1))).astype(DTYPES[element])
    return p.case(("%r#1", element, ()), expected=[expected], zero_signs=False)
