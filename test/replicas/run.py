#!/usr/bin/env python3
"""Programs that replicas run together, as threads and, where xla-run was built with it, under MPI; see docs/testing.md.

    ./x test --replicas [--programs N] [--faults N] [--hosts] [--seed N]

A training step made by JAX against XLA:CPU with as many devices; random programs of collectives, of which threads and MPI
give the same bits, at once or one after the other; exchanges that go on while a program computes; programs that are delayed, fail or are killed, of which every process has to end, with a message or
with the right result; and the training step on two hosts, which are network namespaces of this machine.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "test/differential"))
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import numpy as np

import faults
import hosts
import overlap
import random_programs
import training
from values import XLA_RUN, stored

WRITTEN = ROOT / "target/replicas"
HAS_MPI = (ROOT / "target/.mpi").exists()
ON_MPI = str(ROOT / "test/bin/on-mpi")


class Wrong(Exception):
    """A failed check."""


def call(command, expected=0, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    if done.returncode != expected:
        words = " ".join(str(word) for word in command)
        raise Wrong(f"exit code {done.returncode}\n  {words}\n{done.stderr[:2000]}")
    return done


def save(name, text, inputs):
    """Writes a program and its inputs. Returns the arguments that run it."""
    directory = WRITTEN / name
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "program.mlir").write_text(text)
    files = [directory / f"in{i}.npy" for i in range(len(inputs))]
    for file, array in zip(files, inputs):
        np.save(file, stored(array))
    return [str(directory / "program.mlir"), *map(str, files)]


def same_bits(a, b):
    with np.load(a) as one, np.load(b) as other:
        for name in one.files:
            if one[name].tobytes() != other[name].tobytes():
                raise Wrong(f"{name}: {a} and {b} have different bits")


def both(directory, arguments, processes, *more):
    """Runs as threads, and under MPI; requires the same bits."""
    threads, ranks = directory / "threads.npz", directory / "mpi.npz"
    call([XLA_RUN, *arguments, *more, "-o", threads])
    if HAS_MPI:
        call([ON_MPI, str(processes), XLA_RUN, "--backend", "mpi", *arguments, "-o", ranks])
        same_bits(threads, ranks)


def train():
    function, inputs = training.step()
    expected = [np.asarray(array) for array in jax.tree.leaves(jax.jit(function)(*inputs))]
    text = jax.jit(function).lower(*inputs).as_text()
    arguments = save("training", text, jax.tree.leaves(inputs))
    files = [str(WRITTEN / "training" / f"expect{i}.npy") for i in range(len(expected))]
    for file, array in zip(files, expected):
        np.save(file, array)
    both(WRITTEN / "training", arguments, training.DEVICES)
    call([XLA_RUN, *arguments, "--expect", *files])
    if HAS_MPI:
        mpi = [ON_MPI, str(training.DEVICES), XLA_RUN, "--backend", "mpi", *arguments, "--expect", *files]
        call(mpi)
        call([*mpi, "--reduce-order", "any"])
    return arguments


def compare(count, seed):
    for number in range(seed, seed + count):
        rng = np.random.default_rng(number)
        processes = int(rng.integers(2, 5))
        text, inputs = random_programs.program(rng, processes, 12)
        arguments = save(f"random{number}", text, inputs)
        directory, replicas = WRITTEN / f"random{number}", ["--replicas", str(processes)]
        try:
            both(directory, arguments, processes, *replicas)
            # One op after the other.
            (directory / "program.mlir").write_text(text.replace("xla.async", "test.async"))
            call([XLA_RUN, *arguments, *replicas, "-o", directory / "ordered.npz"])
            same_bits(directory / "threads.npz", directory / "ordered.npz")
        except Wrong as wrong:
            raise Wrong(f"random program {number}: {wrong}") from wrong


def main():
    parser = argparse.ArgumentParser(prog="./x test --replicas", description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=20, help="random programs (default: 20)")
    parser.add_argument("--faults", type=int, default=40, help="runs with delays, failures and kills (default: 40)")
    parser.add_argument("--hosts", action="store_true", help="also two hosts, which root can make")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    mpi = "threads and MPI" if HAS_MPI else "threads (MPI left out: ./x setup --mpi)"

    def part(name, work, *parameters):
        started = time.time()
        result = work(*parameters)
        print(f"{name}: ok, {time.time() - started:.1f} s", flush=True)
        return result

    try:
        trained = part(f"training step on {training.DEVICES} devices, {mpi}", train)
        part(f"{arguments.programs} random programs, {mpi}", compare, arguments.programs, arguments.seed)
        part(f"{arguments.faults} faults, {mpi}", faults.run, arguments.faults, arguments.seed, HAS_MPI)
        part(f"overlap, {mpi}", overlap.run, call, WRITTEN / "overlap", XLA_RUN, HAS_MPI and ON_MPI, Wrong)
        if arguments.hosts:
            part("two hosts, MPI over TCP", hosts.run, trained, WRITTEN / "training")
    except (Wrong, faults.Wrong, hosts.Wrong) as wrong:
        print(f"FAILED: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
