"""The rows of reads and writes at indices that are known only at run time."""

import numpy as np

from table import Case, drawn, integers, op, pick, shape_of, signature, simple
from values import FLOATS, INTS, random_array, tensor


def index_array(rng, shape, high):
    """Indices, most of them in [0, high), as an integer type drawn."""
    element = pick(rng, ["i8", "i32", "i64", "ui8", "ui32", "ui64"])
    array = rng.integers(0, max(high, 1), shape)
    wild = random_array(rng, element, shape)
    return element, np.where(rng.random(shape) < 0.8, array.astype(wild.dtype), wild).astype(wild.dtype)


def fitting(rng, shape):
    return tuple(int(rng.integers(0, size + 1)) for size in shape)


@op("dynamic_slice")
def _(rng):
    element, shape, x = drawn(rng)
    to = fitting(rng, shape)
    inputs = [(element, x)] + [index_array(rng, (), max(shape)) for _ in shape]
    # All start indices have one type.
    inputs = inputs[:1] + [(inputs[1][0], start.astype(inputs[1][1].dtype)) for _, start in inputs[1:]]
    return simple("dynamic_slice", "dynamic_slice", inputs, element, to, f", sizes = {integers(to)}")


@op("dynamic_update_slice")
def _(rng):
    element, shape, x = drawn(rng)
    update = random_array(rng, element, fitting(rng, shape))
    starts = [index_array(rng, (), max(shape)) for _ in shape]
    starts = [(starts[0][0], start.astype(starts[0][1].dtype)) for _, start in starts]
    return simple("dynamic_update_slice", "dynamic_update_slice", [(element, x), (element, update), *starts], element, shape)


def indexed(rng, shape, least=0):
    """Dimension numbers for slices of `shape`: indexed dimensions, the others in order, and the shape of the indices
    with the place of the index vector."""
    order = [int(d) for d in rng.permutation(len(shape))]
    components = order[: int(rng.integers(least, len(shape) + 1))]
    batch = [int(rng.choice([0, 1, 2, 5])) for _ in range(rng.integers(0, 3))]
    vector = int(rng.integers(0, len(batch) + 1))
    return components, batch, vector, (*batch[:vector], len(components), *batch[vector:])


def interleave(rng, batch, window):
    """A shape that has both kinds of dimensions, each in order, and which are the window's."""
    places = sorted(int(d) for d in rng.permutation(len(batch) + len(window))[: len(window)])
    batch, window, shape = list(batch), list(window), []
    for d in range(len(batch) + len(window)):
        shape.append(window.pop(0) if d in places else batch.pop(0))
    return tuple(shape), places


@op("gather")
def _(rng):
    element, shape, x = drawn(rng, min_rank=1)
    components, batch, vector, index_shape = indexed(rng, shape)
    sizes = list(fitting(rng, shape))
    collapsed = sorted(d for d in range(len(shape)) if shape[d] > 0 and rng.random() < 0.4)
    for d in collapsed:
        sizes[d] = 1
    to, offset = interleave(rng, batch, [sizes[d] for d in range(len(shape)) if d not in collapsed])
    numbers = f"offset_dims = {integers(offset)}, collapsed_slice_dims = {integers(collapsed)}, "
    numbers += f"start_index_map = {integers(components)}, index_vector_dim = {vector}"
    inputs = [(element, x), index_array(rng, index_shape, max(shape))]
    line = f'%r = "stablehlo.gather"(%0, %1) <{{dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = array<i64{": " if sizes else ""}{integers(sizes)[1:-1]}>}}> : {signature(inputs, tensor(element, to))}'
    return Case("gather", inputs, [line], [("%r", element, to)])


@op("scatter")
def _(rng):
    """Windows reach across whole dimensions or have size 1: XLA drops a window that is half outside as a whole, the
    documents drop its elements outside. Without an index, XLA keeps only the last update of a single element."""
    kind = pick(rng, ["add", "maximum", "minimum", "update"])
    element = pick(rng, INTS + (FLOATS if kind != "add" else []))
    shape = shape_of(rng, min_rank=1)
    x = random_array(rng, element, shape, corners=0.05)
    components, batch, vector, index_shape = indexed(rng, shape, least=1)
    inserted = sorted(components)
    window = [shape[d] for d in range(len(shape)) if d not in inserted]
    to, places = interleave(rng, batch, window)
    updates = random_array(rng, element, to, corners=0.05)
    indices = index_array(rng, index_shape, max(shape))
    if kind == "update":
        # Which of two updates of one place stays is left open: every place once at most.
        updates = np.broadcast_to(np.zeros((), updates.dtype), to)
    numbers = f"update_window_dims = {integers(places)}, inserted_window_dims = {integers(inserted)}, "
    numbers += f"scatter_dims_to_operand_dims = {integers(components)}, index_vector_dim = {vector}"
    inputs = [(element, x), indices, (element, updates)]
    scalar = f"tensor<{element}>"
    body = [] if kind == "update" else [f"  %s = stablehlo.{kind} %old, %new : {scalar}"]
    lines = [
        f'%r = "stablehlo.scatter"(%0, %1, %2) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{',
        f"^bb0(%old: {scalar}, %new: {scalar}):",
        *body,
        f"  stablehlo.return {'%new' if kind == 'update' else '%s'} : {scalar}",
        f"}}) : {signature(inputs, tensor(element, shape))}",
    ]
    return Case("scatter", inputs, lines, [("%r", element, shape)], note=kind)
