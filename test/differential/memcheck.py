#!/usr/bin/env python3
"""Random programs whose compiled code runs under AddressSanitizer; see docs/testing.md.

    ./x test --memcheck [--seed N] [--cases N] [--op NAME]

The cases are those of table.py. Of the ops that read and write at indices, a fifth of the indices are any number that
their type holds. A batch's optimized LLVM IR is instrumented, linked with the runtime library and call.c, and run on
buffers of their exact sizes; when it touches anything else, its cases run alone, to say which one does.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

from run import UNSUPPORTED, keep, module, write_inputs
from table import OPS
from values import DTYPES, XLA_RUN, stored

HERE = pathlib.Path(__file__).resolve().parent
LLVM = pathlib.Path(os.environ["MLIR_SYS_220_PREFIX"]) / "bin"
RUNTIME = XLA_RUN.parent / "libxla_runtime.a"
# Ops that compute where they read and write.
DEFAULT = [
    "convolution", "dynamic_slice", "dynamic_update_slice", "gather", "pad", "reduce_window", "scatter", "select_and_scatter",
    "sort", "top_k",
]  # fmt: skip


class Stopped(Exception):
    """A tool's complaint, and its exit code."""

    def __init__(self, tool, done):
        lines = [line for line in done.stderr.splitlines() if line.strip("=")]
        super().__init__(f"{tool} ends with {done.returncode}: " + "\n    ".join(lines[:12]))
        self.code = done.returncode


def tool(*command, **rest):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **rest)
    if done.returncode:
        raise Stopped(pathlib.Path(command[0]).name, done)
    return done.stdout


def size(element, shape):
    return int(np.prod(shape)) * DTYPES[element].itemsize


def instrumented(text):
    """LLVM IR, every function of it to be sanitized."""
    return re.sub(r"(?m)^(define .*?)( #\d+)?( \{)$", r"\1 sanitize_address\2\3", text)


def run(cases, directory):
    """Runs the cases as one program.

    Raises Stopped where a tool fails: with UNSUPPORTED, or because memory is touched that is no buffer's."""
    text, inputs, results = module(cases)
    program = directory / "batch.mlir"
    program.write_text(text)
    stages = directory / "stages"
    outputs = [directory / f"out{i}.npy" for i in range(len(results))]
    tool(XLA_RUN, program, *write_inputs(directory, inputs), "--dump-dir", stages, "--output", *outputs)
    (entry,) = stages.glob("*-xla-finalize-entry.mlir")
    (optimized,) = stages.glob("*-optimized.ll")
    arena = int(re.search(r"xla\.arena_bytes = (\d+)", entry.read_text())[1])
    (directory / "plain.ll").write_text(instrumented(optimized.read_text()))
    tool(LLVM / "opt", "-passes=asan", directory / "plain.ll", "-o", directory / "checked.bc")
    tool(LLVM / "llc", "-O1", "-mcpu=native", "-relocation-model=pic", "-filetype=obj", directory / "checked.bc", "-o", directory / "checked.o")
    libraries = [RUNTIME, "-lm", "-ldl", "-lpthread"]
    tool("cc", "-fsanitize=address", HERE / "call.c", directory / "checked.o", *libraries, "-o", directory / "checked")
    (directory / "inputs").write_bytes(b"".join(stored(array).tobytes() for array in inputs))
    sizes = [size(e, a.shape) for case in cases for e, a in case.inputs]
    quiet = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    tool(directory / "checked", directory / "inputs", directory / "outputs", arena, *sizes, "--", *(size(e, s) for e, s in results), env=quiet)


def run_batch(cases, labels, report):
    try:
        with tempfile.TemporaryDirectory() as directory:
            run(cases, pathlib.Path(directory))
        report["clean"] += len(cases)
    except Stopped as stopped:
        if len(cases) > 1:
            for case, label in zip(cases, labels):
                run_batch([case], [label], report)
        elif stopped.code == UNSUPPORTED:
            report["unsupported"] += 1
        else:
            report["failed"] += 1
            print(f"{labels[0]}: {stopped}\n  the program: {keep(cases[0], labels[0], None)}", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="./x test --memcheck", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cases", type=int, default=400, help="how many programs")
    parser.add_argument("--op", action="append", help=f"a row of table.py (may be repeated; default: {', '.join(DEFAULT)})")
    parser.add_argument("--batch", type=int, default=24, help="cases compiled together")
    arguments = parser.parse_args()
    np.seterr(all="ignore")
    ops = arguments.op or DEFAULT
    for name in ops:
        if name not in OPS:
            parser.error(f"no op {name!r}; there are {', '.join(sorted(OPS))}")
    report, started, batch, labels = {"clean": 0, "unsupported": 0, "failed": 0}, time.time(), [], []
    for i in range(arguments.cases):
        name = ops[i % len(ops)]
        batch.append(OPS[name](np.random.default_rng([arguments.seed, sorted(OPS).index(name), i // len(ops)])))
        labels.append(f"{name}-{arguments.seed}-{i // len(ops)}")
        if len(batch) == arguments.batch or i + 1 == arguments.cases:
            run_batch(batch, labels, report)
            batch, labels = [], []
    print(f"memcheck: {report} over {len(ops)} ops, {time.time() - started:.0f} s")
    return 1 if report["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
