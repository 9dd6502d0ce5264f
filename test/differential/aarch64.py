#!/usr/bin/env python3
"""Random programs compiled for aarch64, and run by QEMU beside this machine's code; see docs/testing.md.

    ./x test --aarch64 [--seed N] [--cases N] [--op NAME]

The cases are those of table.py. A batch's object file is linked with the runtime library for aarch64 and call.c, and must
give the bits that xla-run gives here; any NaN will do for a NaN. What calls the runtime's library by sites of the program,
such as fft, and sizes within bounds are for xla-run: such cases count as unsupported.
"""

import re
import sys

import numpy as np

from batches import HERE, Stopped, call, main, size, tool
from run import UNSUPPORTED, module, write_inputs
from table import OPS
from values import DTYPES, XLA_RUN

TOOLS = XLA_RUN.parent
RUNTIME = TOOLS.parent / "aarch64-unknown-linux-gnu" / "release" / "libxla_runtime.a"


def run(cases, directory):
    """Runs the cases as one program on both machines; raises Stopped where a tool fails or results differ."""
    text, inputs, results = module(cases)
    program = directory / "batch.mlir"
    program.write_text(text)
    lowered = tool(TOOLS / "xla-opt", "--xla-to-llvm", program)
    if "xla.custom_call" in lowered or "@xla_rt_custom_call" in lowered:
        raise Stopped("calls the runtime's library", UNSUPPORTED)
    arena = int(re.search(r"xla\.arena_bytes = (\d+)", lowered)[1])
    outputs = [directory / f"out{i}.npy" for i in range(len(results))]
    tool(XLA_RUN, program, *write_inputs(directory, inputs), "--output", *outputs)
    tool(TOOLS / "xla-translate", "--xla-to-object", "--target=aarch64", program, "-o", directory / "batch.o")
    linked = [HERE / "call.c", directory / "batch.o", RUNTIME, "-lm", "-ldl", "-lpthread"]
    tool("aarch64-linux-gnu-gcc", "-static", *linked, "-o", directory / "call")
    found = call(["qemu-aarch64", directory / "call"], directory, cases, inputs, results, arena)
    data, at = found.read_bytes(), 0
    for (element, shape), path in zip(results, outputs):
        bytes = size(element, shape)
        here, there = words(element, np.load(path).tobytes()), words(element, data[at : at + bytes])
        at += bytes
        differ = (here.view(f"u{here.itemsize}") != there.view(f"u{here.itemsize}")) & ((here == here) | (there == there))
        if differ.any():
            raise Stopped(f"{differ.sum()} of {differ.size} differ: {here[differ][:3]} here, {there[differ][:3]} there")


def words(element, data):
    """The elements, complex ones as their parts."""
    dtype = DTYPES[element]
    return np.frombuffer(data, {"c8": "f4", "c16": "f8"}.get(dtype.str[1:], dtype) if dtype.kind == "c" else dtype)


def suits(case):
    """Whether it is one process's, of static sizes, and calls nobody."""
    return case.grid == (1, 1) and not any("custom_call" in line or ".bounds<" in line for line in case.body)


if __name__ == "__main__":
    sys.exit(main("aarch64", __doc__.splitlines()[0], run, "same", sorted(OPS), "all", 16, suits))
