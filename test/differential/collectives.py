"""The rows of what several replicas do together, against NumPy: arrays have the processes' parts in front."""

import numpy as np

from table import Case, op, pick
from values import FLOATS, INTS, moderate_array, random_array, tensor

GRIDS = [(2, 1), (4, 1), (2, 2), (1, 3)]
BODIES = {"add": np.add, "max": np.maximum, "min": np.minimum, "mul": np.multiply}


class Plan:
    """Who works together: `groups` of process numbers, in order, and the attributes that say so."""

    def __init__(self, rng, equal=False, of_partitions=False):
        """`equal` groups have one size; `of_partitions` tells ops whose groups number partitions with a channel."""
        self.grid = pick(rng, GRIDS)
        replicas, partitions = self.grid
        processes = np.arange(replicas * partitions).reshape(replicas, partitions)
        modes = ["replicas"] + (["partitions"] if of_partitions else ["both", "flat"])
        mode = pick(rng, modes)
        count = {"replicas": replicas, "partitions": partitions, "both": replicas, "flat": processes.size}[mode]
        order = [int(i) for i in rng.permutation(count)]
        size = int(rng.choice([s for s in range(1, count + 1) if count % s == 0]))
        cut = [order[i : i + size] for i in range(0, count, size)]
        if not equal and count > 2 and rng.random() < 0.4:
            cut = [order[:1], order[1:]]
        if rng.random() < 0.3 and mode != "flat":
            cut = []
        self.attributes = f"replica_groups = {cut}, " if cut else ""
        if mode != "replicas":
            self.attributes += "channel_id = 1 : i64, "
        if mode == "flat":
            self.attributes += "use_global_device_ids, "
        self.attributes = f" {{{self.attributes[:-2]}}}" if self.attributes else ""
        cut = cut or [list(range(count))]
        if mode == "replicas":
            self.groups = [[int(processes[r, p]) for r in group] for p in range(partitions) for group in cut]
        elif mode == "partitions":
            self.groups = [[int(processes[r, p]) for p in group] for r in range(replicas) for group in cut]
        elif mode == "both":
            self.groups = [[int(processes[r, p]) for p in range(partitions) for r in group] for group in cut]
        else:
            self.groups = cut
        self.processes = processes.size

    def drawn(self, rng, shape, elements=INTS + FLOATS, small=False):
        element = pick(rng, elements)
        draw = moderate_array if small else random_array
        return element, draw(rng, element, (self.processes, *shape))

    def case(self, name, inputs, line, results, expected):
        """`line` gives %r of `results`: (element type, shape) each."""
        lines = line if isinstance(line, list) else [line]
        named = [("%r", *result) for result in results]
        return Case(name, inputs, lines, named, expected=expected, grid=self.grid, zero_signs=False)


def computation(kind, element):
    t = tensor(element, ())
    return [f"  (%a: {t}, %b: {t}) {{", f"  %c = xla.{kind} %a, %b : {t}", f"  xla.return %c : {t}", "}"]


def combined(kind, x, group):
    """In the group's order, as the element type rounds."""
    result = x[group[0]]
    with np.errstate(all="ignore"):
        for member in group[1:]:
            result = BODIES[kind](result, x[member]).astype(x.dtype)
    return result


def small(rng, min_rank=0):
    return tuple(int(size) for size in rng.choice([0, 1, 2, 3, 6], rng.integers(min_rank, 3)))


@op("all_gather")
def _(rng):
    plan, shape = Plan(rng, equal=True), small(rng, 1)
    element, x = plan.drawn(rng, shape)
    dim, size = int(rng.integers(len(shape))), len(plan.groups[0])
    to = tuple(s * size if d == dim else s for d, s in enumerate(shape))
    expected = np.zeros((plan.processes, *to), x.dtype)
    for group in plan.groups:
        expected[group] = np.concatenate([x[member] for member in group], dim)
    types = f"({tensor(element, shape)}) -> {tensor(element, to)}"
    line = f"%r = xla.all_gather %0 dim = {dim}, shard_count = {size}{plan.attributes} : {types}"
    return plan.case("all_gather", [(element, x)], line, [(element, to)], [expected])


@op("all_reduce")
def _(rng):
    plan, shape, kind = Plan(rng), small(rng), pick(rng, list(BODIES))
    element, x = plan.drawn(rng, shape, small=True)
    expected = x.copy()
    for group in plan.groups:
        expected[group] = combined(kind, x, group)
    t = tensor(element, shape)
    body = [f"%r = xla.all_reduce %0{plan.attributes} : ({t}) -> {t}", *computation(kind, element)]
    return plan.case("all_reduce", [(element, x)], body, [(element, shape)], [expected])


@op("cross_replica_sum")
def _(rng):
    plan, shape = Plan(rng), small(rng)
    while "channel_id" in plan.attributes:
        plan = Plan(rng)
    element, x = plan.drawn(rng, shape, small=True)
    expected = x.copy()
    for group in plan.groups:
        expected[group] = combined("add", x, group)
    t = tensor(element, shape)
    line = f"%r = xla.cross_replica_sum %0{plan.attributes} : ({t}) -> {t}"
    return plan.case("cross_replica_sum", [(element, x)], line, [(element, shape)], [expected])


@op("collective_reduce")
def _(rng):
    plan, shape, kind = Plan(rng, of_partitions=True), small(rng), pick(rng, list(BODIES))
    element, x = plan.drawn(rng, shape, small=True)
    expected = np.zeros_like(x)
    for group in plan.groups:
        expected[group[0]] = combined(kind, x, group)
    t = tensor(element, shape)
    body = [f"%r = xla.collective_reduce %0{plan.attributes} : ({t}) -> {t}", *computation(kind, element)]
    return plan.case("collective_reduce", [(element, x)], body, [(element, shape)], [expected])


@op("reduce_scatter")
def _(rng):
    plan, shape, kind = Plan(rng, equal=True), small(rng, 1), pick(rng, list(BODIES))
    dim, size = int(rng.integers(len(shape))), len(plan.groups[0])
    whole = tuple(s * size if d == dim else s for d, s in enumerate(shape))
    element, x = plan.drawn(rng, whole, small=True)
    expected = np.zeros((plan.processes, *shape), x.dtype)
    for group in plan.groups:
        for member, part in zip(group, np.split(combined(kind, x, group), size, dim)):
            expected[member] = part
    types = f"({tensor(element, whole)}) -> {tensor(element, shape)}"
    body = [f"%r = xla.reduce_scatter %0 dim = {dim}, shard_count = {size}{plan.attributes} : {types}", *computation(kind, element)]
    return plan.case("reduce_scatter", [(element, x)], body, [(element, shape)], [expected])


@op("all_to_all")
def _(rng):
    plan, shape = Plan(rng, equal=True, of_partitions=True), list(small(rng, 1))
    split, concat, size = int(rng.integers(len(shape))), int(rng.integers(len(shape))), len(plan.groups[0])
    shape[split] *= size
    element, x = plan.drawn(rng, shape)
    to = list(shape)
    to[split] //= size
    to[concat] *= size
    expected = np.zeros((plan.processes, *to), x.dtype)
    for group in plan.groups:
        parts = [np.split(x[member], size, split) for member in group]
        for i, member in enumerate(group):
            expected[member] = np.concatenate([part[i] for part in parts], concat)
    types = f"({tensor(element, shape)}) -> {tensor(element, to)}"
    line = f"%r = xla.all_to_all %0 split_dim = {split}, concat_dim = {concat}, split_count = {size}{plan.attributes} : {types}"
    return plan.case("all_to_all", [(element, x)], line, [(element, tuple(to))], [expected])


@op("collective_broadcast")
def _(rng):
    plan, shape = Plan(rng, of_partitions=True), small(rng)
    element, x = plan.drawn(rng, shape)
    expected = np.zeros_like(x)
    for group in plan.groups:
        expected[group] = x[group[0]]
    t = tensor(element, shape)
    line = f"%r = xla.collective_broadcast %0{plan.attributes} : ({t}) -> {t}"
    return plan.case("collective_broadcast", [(element, x)], line, [(element, shape)], [expected])


def draw_pairs(rng, count):
    """Some send, each to one that no other sends to."""
    senders = rng.permutation(count)[: int(rng.integers(0, count + 1))]
    return [[int(a), int(b)] for a, b in zip(senders, rng.permutation(count))]


@op("collective_permute")
def _(rng):
    plan, shape = Plan(rng), small(rng)
    replicas, partitions = plan.grid
    by_partition = rng.random() < 0.3
    pairs = draw_pairs(rng, partitions if by_partition else replicas)
    element, x = plan.drawn(rng, shape)
    parts, expected = x.reshape(replicas, partitions, *shape), np.zeros((replicas, partitions, *shape), x.dtype)
    for source, target in pairs:
        if by_partition:
            expected[:, target] = parts[:, source]
        else:
            expected[target] = parts[source]
    t = tensor(element, shape)
    line = f"%r = xla.collective_permute %0 pairs = {pairs}{' {channel_id = 1 : i64}' if by_partition else ''} : ({t}) -> {t}"
    return plan.case("collective_permute", [(element, x)], line, [(element, shape)], [expected.reshape(x.shape)])


@op("replica_id")
def _(rng):
    """And partition_id: their places, row by row."""
    replicas, partitions = grid = pick(rng, GRIDS)
    body = ["%replica = xla.replica_id : tensor<ui32>", "%partition = xla.partition_id : tensor<ui32>"]
    places = np.indices((replicas, partitions)).reshape(2, -1).astype(np.uint32)
    results = [("%replica", "ui32", ()), ("%partition", "ui32", ())]
    return Case("replica_id", [], body, results, expected=list(places), grid=grid)


@op("send")
def _(rng):
    """Over a channel of its own, each replica to another; recv and both ends of it."""
    grid = (int(rng.choice([2, 3, 4])), 1)
    element, shape = pick(rng, INTS + FLOATS), small(rng)
    x = random_array(rng, element, (grid[0], *shape))
    targets = rng.permutation(grid[0])
    pairs = [[i, int(target)] for i, target in enumerate(targets)]
    expected = np.zeros_like(x)
    expected[targets] = x
    channel, t = int(rng.integers(1, 1 << 40)), tensor(element, shape)
    context, ends = f"tuple<{t}, tensor<ui32>>", f"channel = {channel} {{source_target_pairs = {pairs}}}"
    body = [
        "%start = xla.after_all : () -> !xla.token",
        f"%in = xla.recv %start, {ends} : (!xla.token) -> {context}",
        f"%out = xla.send %0, %start {ends} : ({t}, !xla.token) -> {context}",
        f"%r, %received = xla.recv_done %in, channel = {channel} : ({context}) -> ({t}, !xla.token)",
        f"%sent = xla.send_done %out, channel = {channel} : ({context}) -> !xla.token",
    ]
    return Case("send", [(element, x)], body, [("%r", element, shape)], expected=[expected], grid=grid)
