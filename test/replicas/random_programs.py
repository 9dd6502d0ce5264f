"""Random programs of collectives: the same bits, whatever moves the data."""

import ml_dtypes
import numpy as np

FLOATS = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
INTS = {"i8": np.int8, "ui16": np.uint16, "i32": np.int32, "ui64": np.uint64}


def values(rng, element, shape):
    if element == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    if element in INTS:
        info = np.iinfo(INTS[element])
        return rng.integers(info.min, info.max, shape, dtype=INTS[element], endpoint=True)
    # Of many sizes, so that the order of a sum shows.
    array = (rng.standard_normal(shape) * 10.0 ** rng.integers(-3, 4, shape)).astype(FLOATS[element])
    special = rng.random(shape) < 0.02
    return np.where(special, rng.choice([np.nan, np.inf, -0.0, 0.0], shape).astype(array.dtype), array)


class Text:
    """A program that grows op by op; each takes an input of its own."""

    def __init__(self, rng, processes):
        self.rng, self.processes = rng, processes
        self.arguments, self.lines, self.results, self.inputs = [], [], [], []

    def type(self, shape, element):
        return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"

    def input(self, shape, element):
        name = f"%x{len(self.inputs)}"
        self.arguments.append(f"{name}: {self.type(shape, element)}")
        self.inputs.append(values(self.rng, element, (self.processes, *shape)))
        return name

    def groups(self, equal=True):
        """All processes, in groups of one size or of any sizes."""
        order = [int(process) for process in self.rng.permutation(self.processes)]
        sizes = [size for size in range(1, self.processes + 1) if self.processes % size == 0 or not equal]
        size = int(self.rng.choice(sizes))
        return [order[i : i + size] for i in range(0, self.processes, size)]

    def op(self, op, operand, shape, result, element, attributes, body=""):
        name = f"%r{len(self.results)}"
        types = f"({self.type(shape, element)}) -> {self.type(result, element)}"
        self.lines.append(f"  {name} = xla.{op} {operand}{attributes} : {types}{body}")
        self.results.append((name, self.type(result, element)))

    def computation(self, element):
        scalar = f"tensor<{element}>"
        known = ["and", "or"] if element == "i1" else ["add", "mul", "min", "max"]
        known += ["and", "or", "xor"] if element in INTS else []
        # The last one is none that the runtime knows.
        lines = {op: [f"%s = xla.{op} %a, %b : {scalar}"] for op in known}
        if element != "i1":
            lines["other"] = [f"%t = xla.sub %a, %b : {scalar}", f"%s = xla.add %t, %a : {scalar}"]
        chosen = lines[self.rng.choice(sorted(lines))]
        inside = "\n".join(f"    {line}" for line in [*chosen, f"xla.return %s : {scalar}"])
        return f"\n  (%a: {scalar}, %b: {scalar}) {{\n{inside}\n  }}"

    def add(self):
        rng = self.rng
        element = str(rng.choice([*FLOATS, *INTS, "i1"]))
        # Of all sizes: some go at once, others in pieces.
        shape = [int(rng.choice([1, 2, 3, 5])), int(rng.choice([0, 1, 7, 300, 5000, 70000]))]
        kind = rng.choice(["all_reduce", "all_gather", "all_to_all", "reduce_scatter", "collective_permute", "collective_broadcast"])
        groups = self.groups(equal=kind not in ("all_reduce", "collective_broadcast"))
        # Some go on while the next ones begin.
        later = rng.random() < 0.5
        stated, size = f" {{replica_groups = {groups}{', xla.async' if later else ''}}}", len(groups[0])
        d = int(rng.integers(2))
        scaled = lambda shape, d, times: [n * times if i == d else n for i, n in enumerate(shape)]
        if kind == "all_reduce":
            return self.op(kind, self.input(shape, element), shape, shape, element, stated, self.computation(element))
        if kind == "all_gather":
            attributes = f" dim = {d}, shard_count = {size}{stated}"
            return self.op(kind, self.input(shape, element), shape, scaled(shape, d, size), element, attributes)
        if kind == "all_to_all":
            whole = scaled(shape, d, size)
            result = scaled(shape, 1 - d, size)
            attributes = f" split_dim = {d}, concat_dim = {1 - d}, split_count = {size}{stated}"
            return self.op(kind, self.input(whole, element), whole, result, element, attributes)
        if kind == "reduce_scatter":
            whole = scaled(shape, d, size)
            attributes = f" dim = {d}, shard_count = {size}{stated}"
            return self.op(kind, self.input(whole, element), whole, shape, element, attributes, self.computation(element))
        if kind == "collective_permute":
            count = int(rng.integers(1, self.processes + 1))
            ways = [rng.permutation(self.processes)[:count].tolist() for _ in range(2)]
            attributes = f" pairs = {[list(pair) for pair in zip(*ways)]}{' {xla.async}' if later else ''}"
            return self.op(kind, self.input(shape, element), shape, shape, element, attributes)
        return self.op(kind, self.input(shape, element), shape, shape, element, stated)

    def text(self):
        names, types = zip(*self.results)
        head = f"func.func @main({', '.join(self.arguments)}) -> ({', '.join(types)}) {{"
        return "\n".join([head, *self.lines, f"  return {', '.join(names)} : {', '.join(types)}", "}", ""])


def program(rng, processes, ops):
    """The text, and an array for each input, with the processes in front."""
    made = Text(rng, processes)
    for _ in range(ops):
        made.add()
    return made.text(), made.inputs
