#!/usr/bin/env python3
"""Random programs compiled for aarch64, and run by QEMU beside this machine's code; see docs/testing.md.

    ./x test --aarch64 [--seed N] [--cases N] [--op NAME]

The cases are those of table.py. A batch's object file is linked with the runtime library for aarch64 and call.c, and must
give the bits that xla-run gives here; any NaN will do for a NaN. What calls the runtime's library by sites of the program,
such as fft, and sizes within bounds are for xla-run: such cases count as unsupported.
"""

import argparse
import pathlib
import re
import sys
import tempfile
import time

import numpy as np

from memcheck import HERE, Stopped, size, tool
from run import UNSUPPORTED, keep, module, write_inputs
from table import OPS
from values import DTYPES, XLA_RUN, stored

TOOLS = XLA_RUN.parent
RUNTIME = TOOLS.parent / "aarch64-unknown-linux-gnu" / "release" / "libxla_runtime.a"


class Different(Exception):
    """An output that is not the host's."""


def run(cases, directory):
    """Runs the cases as one program on both machines; raises Stopped where a tool fails, or Different."""
    text, inputs, results = module(cases)
    program = directory / "batch.mlir"
    program.write_text(text)
    lowered = tool(TOOLS / "xla-opt", "--xla-to-llvm", program)
    if "xla.custom_call" in lowered or "@xla_rt_custom_call" in lowered:
        raise Stopped("xla-translate", argparse.Namespace(returncode=UNSUPPORTED, stderr="calls the runtime's library"))
    arena = int(re.search(r"xla\.arena_bytes = (\d+)", lowered)[1])
    outputs = [directory / f"out{i}.npy" for i in range(len(results))]
    tool(XLA_RUN, program, *write_inputs(directory, inputs), "--output", *outputs)
    tool(TOOLS / "xla-translate", "--xla-to-object", "--target=aarch64", program, "-o", directory / "batch.o")
    linked = [HERE / "call.c", directory / "batch.o", RUNTIME, "-lm", "-ldl", "-lpthread"]
    tool("aarch64-linux-gnu-gcc", "-static", *linked, "-o", directory / "call")
    (directory / "inputs").write_bytes(b"".join(stored(array).tobytes() for array in inputs))
    sizes = [size(e, a.shape) for case in cases for e, a in case.inputs]
    found = directory / "outputs"
    tool("qemu-aarch64", directory / "call", directory / "inputs", found, arena, *sizes, "--", *(size(e, s) for e, s in results))
    data, at = found.read_bytes(), 0
    for (element, shape), path in zip(results, outputs):
        bytes = size(element, shape)
        here, there = words(element, np.load(path).tobytes()), words(element, data[at : at + bytes])
        at += bytes
        differ = (here.view(f"u{here.itemsize}") != there.view(f"u{here.itemsize}")) & ((here == here) | (there == there))
        if differ.any():
            raise Different(f"{differ.sum()} of {differ.size} differ: {here[differ][:3]} here, {there[differ][:3]} there")


def words(element, data):
    """The elements, complex ones as their parts."""
    dtype = DTYPES[element]
    return np.frombuffer(data, {"c8": "f4", "c16": "f8"}.get(dtype.str[1:], dtype) if dtype.kind == "c" else dtype)


def run_batch(cases, labels, report):
    try:
        with tempfile.TemporaryDirectory() as directory:
            run(cases, pathlib.Path(directory))
        report["same"] += len(cases)
    except (Stopped, Different) as problem:
        if len(cases) > 1:
            for case, label in zip(cases, labels):
                run_batch([case], [label], report)
        elif isinstance(problem, Stopped) and problem.code == UNSUPPORTED:
            report["unsupported"] += 1
        else:
            report["failed"] += 1
            print(f"{labels[0]}: {problem}\n  the program: {keep(cases[0], labels[0], None)}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="./x test --aarch64", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cases", type=int, default=400, help="how many programs")
    parser.add_argument("--op", action="append", help="a row of table.py (may be repeated; default: all)")
    parser.add_argument("--batch", type=int, default=16, help="cases compiled together")
    arguments = parser.parse_args()
    np.seterr(all="ignore")
    ops = arguments.op or sorted(OPS)
    for name in ops:
        if name not in OPS:
            parser.error(f"no op {name!r}; there are {', '.join(sorted(OPS))}")
    report, started, batch, labels = {"same": 0, "unsupported": 0, "failed": 0}, time.time(), [], []
    for i in range(arguments.cases):
        name = ops[i % len(ops)]
        case = OPS[name](np.random.default_rng([arguments.seed, sorted(OPS).index(name), i // len(ops)]))
        if case.grid != (1, 1) or any("custom_call" in line or ".bounds<" in line for line in case.body):
            report["unsupported"] += 1
        else:
            batch.append(case)
            labels.append(f"{name}-{arguments.seed}-{i // len(ops)}")
        if len(batch) == arguments.batch or i + 1 == arguments.cases:
            if batch:
                run_batch(batch, labels, report)
            batch, labels = [], []
    print(f"aarch64: {report} over {len(ops)} ops, {time.time() - started:.0f} s")
    return 1 if report["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
