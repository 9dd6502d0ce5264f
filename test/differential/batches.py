"""Batches of random programs that are not run by xla-run: what memcheck.py and aarch64.py share."""

import argparse
import pathlib
import subprocess
import tempfile
import time

import numpy as np

from run import UNSUPPORTED, keep
from table import OPS, draw_case
from values import DTYPES, stored

HERE = pathlib.Path(__file__).resolve().parent


class Stopped(Exception):
    """What is wrong with a batch, and the exit code of the tool that said so."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


def tool(*command, **rest):
    """Runs a tool and returns what it prints."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **rest)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip("=")]
        message = f"{pathlib.Path(command[0]).name} ends with {done.returncode}: " + "\n    ".join(lines[:12])
        raise Stopped(message, done.returncode)
    return done.stdout


def size(element, shape):
    return int(np.prod(shape)) * DTYPES[element].itemsize


def call(command, directory, cases, inputs, results, arena, **rest):
    """Runs what call.c was linked into, by `command`, and returns the file of its outputs."""
    (directory / "inputs").write_bytes(b"".join(stored(array).tobytes() for array in inputs))
    sizes = [size(e, a.shape) for case in cases for e, a in case.inputs]
    outputs = directory / "outputs"
    tool(*command, directory / "inputs", outputs, arena, *sizes, "--", *(size(e, s) for e, s in results), **rest)
    return outputs


def run_batch(run, good, cases, labels, report):
    """Counts the cases as `good` if `run` likes them together; if not, runs them alone, to say which one is wrong."""
    try:
        with tempfile.TemporaryDirectory() as directory:
            run(cases, pathlib.Path(directory))
        report[good] += len(cases)
    except Stopped as stopped:
        if len(cases) > 1:
            for case, label in zip(cases, labels):
                run_batch(run, good, [case], [label], report)
        elif stopped.code == UNSUPPORTED:
            report["unsupported"] += 1
        else:
            report["failed"] += 1
            print(f"{labels[0]}: {stopped}\n  the program: {keep(cases[0], labels[0], None)}", flush=True)


def main(name, about, run, good, default, default_text, size_of_batch, suits=lambda case: True):
    """The program `./x test --NAME`: random cases of the rows that are asked for, in batches; its exit code. Cases that
    do not suit count as unsupported."""
    parser = argparse.ArgumentParser(prog=f"./x test --{name}", description=about)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cases", type=int, default=400, help="how many programs")
    parser.add_argument("--op", action="append", help=f"a row of table.py (may be repeated; default: {default_text})")
    parser.add_argument("--batch", type=int, default=size_of_batch, help="cases compiled together")
    arguments = parser.parse_args()
    np.seterr(all="ignore")
    ops = arguments.op or default
    for op in ops:
        if op not in OPS:
            parser.error(f"no op {op!r}; there are {', '.join(sorted(OPS))}")
    report, started, batch, labels = {good: 0, "unsupported": 0, "failed": 0}, time.time(), [], []
    for i in range(arguments.cases):
        op, number = ops[i % len(ops)], i // len(ops)
        case = draw_case(op, arguments.seed, number)
        if suits(case):
            batch.append(case)
            labels.append(f"{op}-{arguments.seed}-{number}")
        else:
            report["unsupported"] += 1
        if batch and (len(batch) == arguments.batch or i + 1 == arguments.cases):
            run_batch(run, good, batch, labels, report)
            batch, labels = [], []
    print(f"{name}: {report} over {len(ops)} ops, {time.time() - started:.0f} s")
    return 1 if report["failed"] else 0
