#!/usr/bin/env python3
"""Whole programs, written in JAX, through xla-run and through XLA:CPU; see docs/testing.md.

    ./x test --programs [--times] [NAME ...]

Each program of algorithms.py, factorizations.py, networks.py and numerics.py is exported as JAX prints it and compiled and run on the same
inputs by both. It is written to target/programs/NAME/, from where `./x run` repeats it. One line a program: whether the
results agree, the largest error (relative, or absolute where numbers are below 1), and the seconds of compiling and
running it.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "differential"))

import numpy as np

import algorithms  # noqa: F401  adds its programs to the list
import factorizations  # noqa: F401
import networks  # noqa: F401
import numerics  # noqa: F401
import oracle
from program import PROGRAMS
from values import XLA_RUN, error, restored, stored

ROOT = pathlib.Path(__file__).resolve().parents[2]
WRITTEN = ROOT / "target/programs"


def write(program, text, inputs, expected):
    """Writes program.mlir with its arrays, and returns the command of its RUN line."""
    directory = WRITTEN / program.name
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)

    def save(kind, arrays):
        names = [f"{kind}{i}.npy" for i in range(len(arrays))]
        for name, array in zip(names, arrays):
            np.save(directory / name, stored(array))
        return [f"%S/{name}" for name in names]

    tolerance = [] if program.tolerance is None else ["--rtol", str(program.tolerance), "--atol", str(program.tolerance)]
    command = ["xla-run", "%s", *save("in", inputs), "--expect", *save("expect", expected), *tolerance]
    about = "\n".join(f"// {line.strip()}" for line in program.about.splitlines())
    (directory / "program.mlir").write_text(f"{about}\n//\n// RUN: {' '.join(command)}\n\n{text}")
    command = [word.replace("%S", str(directory)).replace("%s", str(directory / "program.mlir")) for word in command]
    return [str(XLA_RUN), *command[1:], "--output", *(str(directory / f"out{i}.npy") for i in range(len(expected)))]


def largest_error(program, expected):
    got = [np.load(WRITTEN / program.name / f"out{i}.npy") for i in range(len(expected))]
    return max((error(restored(got, want), want) for got, want in zip(got, expected)), default=0.0)


def check(program, command, expected):
    """(whether it is right, what to say)"""
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    seconds = time.perf_counter() - started
    if done.returncode == 0:
        return True, f"ok    error {largest_error(program, expected):7.1e}  {seconds:6.2f} s"
    first = [line for line in done.stderr.splitlines() if line][:6]
    again = f"./x run {(WRITTEN / program.name / 'program.mlir').relative_to(ROOT)}"
    return False, "\n  ".join([f"FAILED, exit code {done.returncode}", *first, f"again: {again}"])


def times(command, text, inputs):
    """Seconds of compiling and of one call, ours and XLA's."""
    bench = command[: command.index("--output")] + ["--bench", "--seconds", "0.2"]
    done = subprocess.run(bench, capture_output=True, text=True, timeout=300)
    ours = json.loads(done.stdout) if done.returncode == 0 else {"compile_s": float("nan"), "min_s": float("nan")}
    started = time.perf_counter()
    executable = oracle.compiled(text)
    compile_s = time.perf_counter() - started
    arguments, calls = oracle.placed(inputs), []
    while len(calls) < 10 or (sum(calls) < 0.2 and len(calls) < 1000):
        started = time.perf_counter()
        oracle.called(executable, arguments)
        calls.append(time.perf_counter() - started)
    run = f"{1e3 * ours['min_s']:9.3f} ms, XLA {1e3 * min(calls):8.3f} ms ({ours['min_s'] / min(calls):5.2f}x)"
    return f"compiled in {ours['compile_s']:5.2f} s, XLA {compile_s:5.2f} s; run in {run}"


def main():
    parser = argparse.ArgumentParser(prog="./x test --programs", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs whose names contain this (default: all)")
    parser.add_argument("--times", action="store_true", help="also the times of compiling and of running, ours and XLA's")
    arguments = parser.parse_args()
    chosen = [p for p in PROGRAMS.values() if not arguments.names or any(name in p.name for name in arguments.names)]
    if not chosen:
        parser.error(f"there are {', '.join(sorted(PROGRAMS))}")
    np.seterr(all="ignore")
    started, outcomes = time.time(), collections.Counter()
    width = max(len(p.name) for p in chosen)

    def finish(program, text, inputs, command, result):
        right, message = result.result()
        outcomes[right] += 1
        print(f"{program.name:{width}}  {message}", flush=True)
        if arguments.times and right:
            print(f"{'':{width}}  {times(command, text, inputs)}", flush=True)

    # While xla-run works on some, JAX exports the next; times are taken one by one.
    running = collections.deque()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        for program in chosen:
            text, inputs = program.export()
            expected = oracle.run(text, inputs)
            command = write(program, text, inputs, expected)
            running.append((program, text, inputs, command, workers.submit(check, program, command, expected)))
            while running and (arguments.times or running[0][-1].done()):
                finish(*running.popleft())
        while running:
            finish(*running.popleft())
    print(f"programs: {outcomes[True]} as XLA:CPU computes them, {outcomes[False]} not; {time.time() - started:.0f} s")
    return 1 if outcomes[False] else 0


if __name__ == "__main__":
    sys.exit(main())
