#!/usr/bin/env python3
"""Random programs whose compiled code runs under AddressSanitizer; see docs/testing.md.

    ./x test --memcheck [--seed N] [--cases N] [--op NAME]

The cases are those of table.py. Of the ops that read and write at indices, a fifth of the indices are any number that
their type holds. A batch's optimized LLVM IR is instrumented, linked with the runtime library and call.c, and run on
buffers of their exact sizes; when it touches anything else, its cases run alone, to say which one does.
"""

import os
import pathlib
import re
import sys

from batches import HERE, call, main, tool
from run import module, write_inputs
from values import XLA_RUN

LLVM = pathlib.Path(os.environ["MLIR_SYS_220_PREFIX"]) / "bin"
RUNTIME = XLA_RUN.parent / "libxla_runtime.a"
# Ops that compute where they read and write.
DEFAULT = [
    "convolution", "dynamic_slice", "dynamic_update_slice", "gather", "pad", "reduce_window", "scatter", "select_and_scatter",
    "sort", "top_k",
]  # fmt: skip


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
    quiet = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    call([directory / "checked"], directory, cases, inputs, results, arena, env=quiet)


if __name__ == "__main__":
    sys.exit(main("memcheck", __doc__.splitlines()[0], run, "clean", DEFAULT, ", ".join(DEFAULT), 24))
