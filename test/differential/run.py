#!/usr/bin/env python3
"""Random programs, one op each, through xla-run and through XLA:CPU; see docs/testing.md.

    ./x test --differential [--seed N] [--cases N | --each N] [--op NAME] [--jobs N]

A case is a line of table.py, or of another family's module, with random shapes and values. Cases are compiled in
batches, each a module whose @main calls one function per case; if a batch fails, its cases run one by one. A case whose
results differ is written to target/differential/ as a program with its inputs and the expected outputs, and reported
with the command that repeats it.
"""

import argparse
import collections
import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

# These add their rows to the table.
import bounded  # noqa: F401
import builder
import chlo  # noqa: F401
import collectives  # noqa: F401
import indices  # noqa: F401
import quantized  # noqa: F401
import windows  # noqa: F401

import oracle
from table import OPS, draw_case
from values import DTYPES, XLA_RUN, far_apart, is_subnormal, mismatches, stored, tensor

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "target/differential"
UNSUPPORTED = 77
# The exit code of timeout(1).
TIMED_OUT = 124
SECONDS = 300
# The number of failures that are printed.
SHOWN = 40


def plain(shape):
    """The shape without bounds."""
    return tuple(int(size) for size in shape)


def function(case, name, visibility="private ", peer=False):
    arguments = ", ".join(f"%{i}: {tensor(e, s)}" for i, (e, s) in enumerate(parameters(case)))
    types = ", ".join(results_of(case, peer))
    lines = [f"  func.func {visibility}@{name}({arguments}) -> ({types}) {{"]
    lines += [f"    {line}" for line in (case.peer if peer and case.peer else case.body)]
    lines += [f"    return {', '.join(n for n, _, _ in case.results)} : {types}", "  }"]
    return lines


def parameters(case):
    """(element type, shape) of each argument: with several replicas, the shape of one replica's part."""
    return [(e, a.shape if case.grid == (1, 1) else a.shape[1:]) for e, a in case.inputs]


def results_of(case, peer):
    """The types of the results: bounds are of the dialect that the body is written in."""
    ours = not peer and any(" xla." in line for line in case.body)
    types = [tensor(e, plain(s) if peer else s) for _, e, s in case.results]
    return [t.replace("#stablehlo.", "#xla.") if ours else t for t in types]


def module(cases, peer=False):
    """One module that runs all `cases`, or their peers, its inputs, and the (element type, shape) of its results."""
    if len(cases) == 1:
        text = ["module {", *function(cases[0], "main", "public ", peer), "}"]
    else:
        names, calls, values, types = [], [], [], []
        for k, case in enumerate(cases):
            mine = [f"%a{k}_{i}" for i in range(len(case.inputs))]
            ins, outs = [tensor(e, s) for e, s in parameters(case)], results_of(case, peer)
            names += [f"{n}: {t}" for n, t in zip(mine, ins)]
            count = f":{len(outs)}" if len(outs) > 1 else ""
            calls.append(f"    %r{k}{count} = call @case{k}({', '.join(mine)}) : ({', '.join(ins)}) -> ({', '.join(outs)})")
            values += [f"%r{k}#{i}" if count else f"%r{k}" for i in range(len(outs))]
            types += outs
        text = ["module {", f"  func.func public @main({', '.join(names)}) -> ({', '.join(types)}) {{"]
        text += calls + [f"    return {', '.join(values)} : {', '.join(types)}", "  }"]
        for k, case in enumerate(cases):
            text += function(case, f"case{k}", peer=peer)
        text.append("}")
    inputs = [array for case in cases for _, array in case.inputs]
    (grid,) = {case.grid for case in cases}
    each = () if grid == (1, 1) else (grid[0] * grid[1],)
    return "\n".join(text) + "\n", inputs, [(e, (*each, *s)) for case in cases for _, e, s in case.results]


def loaded(path, element, shape):
    array = np.load(path)
    dtype = DTYPES[element]
    if array.shape != tuple(shape):
        raise ValueError(f"{path.name} has shape {array.shape}, not {tuple(shape)}")
    return array if array.dtype == dtype else array.view(dtype)


def write_inputs(directory, inputs):
    paths = []
    for i, array in enumerate(inputs):
        paths.append(directory / f"in{i}.npy")
        np.save(paths[-1], stored(array))
    return paths


def options(cases):
    """Further options of xla-run."""
    replicas, partitions = cases[0].grid
    many = [] if cases[0].grid == (1, 1) else ["--replicas", replicas, "--partitions", partitions]
    return many + (["--load", builder.library()] if any("custom_call" in line for case in cases for line in case.body) else [])


def run_ours(text, inputs, results, more):
    """(exit code, arrays or the tool's complaint)"""
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        program = directory / "batch.mlir"
        program.write_text(text)
        outputs = [directory / f"out{i}.npy" for i in range(len(results))]
        command = [XLA_RUN, program, *write_inputs(directory, inputs), *more, "--output", *outputs]
        try:
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return TIMED_OUT, f"did not end within {SECONDS} s"
        if done.returncode:
            return done.returncode, done.stderr.strip() or done.stdout.strip()
        try:
            return 0, [loaded(path, e, s) for path, (e, s) in zip(outputs, results)]
        except ValueError as unlike:
            return 1, str(unlike)


class Report:
    def __init__(self):
        self.counts = collections.Counter()  # by op and outcome
        self.failures = []

    def add(self, case, outcome):
        self.counts[case.op, outcome] += 1

    def take(self, other):
        """Adds what another part of the run has seen."""
        self.counts += other.counts
        self.failures += other.failures

    def totals(self):
        """How many cases had each outcome."""
        total = collections.Counter()
        for (_, outcome), n in self.counts.items():
            total[outcome] += n
        return dict(total)

    def fail(self, case, kind, message, directory):
        self.add(case, kind)
        self.failures.append(f"{case.op} {case.note}: {message}\n  again: ./x run {directory / 'case.mlir'}")

    def show(self):
        ops = sorted({op for op, _ in self.counts})
        for name in ops:
            of_op = {outcome: n for (op, outcome), n in self.counts.items() if op == name}
            if set(of_op) != {"passed"}:
                print(f"{name}: {of_op}")
        for failure in self.failures[:SHOWN]:
            print(failure)
        if len(self.failures) > SHOWN:
            print(f"and {len(self.failures) - SHOWN} more failures")
        print(f"differential: {self.totals()} over {len(ops)} ops")


def keep(case, label, expected):
    """Writes the case as a program that `./x run` repeats."""
    directory = KEPT / label
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    text, inputs, _ = module([case])
    names = [f"%S/{p.name}" for p in write_inputs(directory, inputs)]
    expects = []
    for i, array in enumerate(array for array in expected or [] if array is not None):
        np.save(directory / f"expect{i}.npy", stored(array))
        expects.append(f"%S/expect{i}.npy")
    line = " ".join(["// RUN: xla-run %s", *names, *map(str, options([case])), *(["--expect", *expects] if expects else [])])
    (directory / "case.mlir").write_text(f"{line}\n\n{text}")
    return directory.relative_to(ROOT)


def compare(case, ours, theirs):
    """The first difference in words, or None. XLA:CPU flushes subnormal numbers: where an operand, or what either side
    computes, is one, only an expectation that does not come from XLA counts."""
    if case.check:
        return case.check(*ours)
    for k, ((_, element, shape), got, xla) in enumerate(zip(case.results, ours, theirs)):
        want = case.expected[k] if case.expected else xla
        if not case.zero_signs:
            got, want = got + got.dtype.type(0), want + want.dtype.type(0)
        if case.scale is None:
            bad = mismatches(got, want, case.ulp, case.tolerance)
        else:
            bad = far_apart(got, want, case.scale)
        if not case.expected:
            bad &= ~(is_subnormal(got) | is_subnormal(want))
            for _, operand in case.inputs:
                if operand.shape == tuple(shape):
                    bad &= ~is_subnormal(operand)
        if not bad.any():
            continue
        at = tuple(int(i) for i in np.argwhere(bad)[0])
        operands = [a[at] if a.shape == tuple(shape) else a if a.size == 1 else "…" for _, a in case.inputs]
        source = "reference" if case.expected else "XLA"
        return (
            f"{int(bad.sum())} of {bad.size} elements of result {k} ({tensor(element, shape)}) differ; first at {at}: "
            f"ours {got[at]!r}, {source} {want[at]!r}, operands {operands}"
        )
    return None


def run_batch(cases, labels, threads, report):
    text, inputs, results = module(cases)
    code, ours = run_ours(text, inputs, results, ["--threads", threads, *options(cases)])
    theirs = None
    try:
        theirs = [None] * len(results) if cases[0].is_ours_alone() else oracle.run(module(cases, peer=True)[0], inputs)
    except oracle.Refused as refused:
        if len(cases) == 1 and not cases[0].expected:
            if code in (0, UNSUPPORTED):
                report.add(cases[0], "left out: XLA refuses")
            else:
                report.fail(cases[0], "failed", f"XLA refuses ({refused}), xla-run ends with {code}: {ours[:600]}", keep(cases[0], labels[0], None))
            return
    if len(cases) > 1 and (code or theirs is None):
        for case, label in zip(cases, labels):
            run_batch([case], [label], threads, report)
        return
    if code == UNSUPPORTED:
        report.add(cases[0], "unsupported")
        return
    theirs = theirs or cases[0].expected
    if code:
        report.fail(cases[0], "failed", f"xla-run ends with {code}: {ours[:600]}", keep(cases[0], labels[0], theirs))
        return
    at = 0
    for case, label in zip(cases, labels):
        n = len(case.results)
        message = compare(case, ours[at : at + n], theirs[at : at + n])
        if message:
            report.fail(case, "failed", message, keep(case, label, case.expected or theirs[at : at + n]))
        else:
            report.add(case, "passed")
        at += n


def run_part(arguments, ops, numbers):
    """The report on the cases of these numbers; case i is of op i modulo their count."""
    np.seterr(all="ignore")
    # Cases of one batch run on the same number of replicas, and XLA has a part in all of them or in none.
    report, batches = Report(), collections.defaultdict(list)
    for i in numbers:
        name = ops[i % len(ops)]
        case = draw_case(name, arguments.seed, i // len(ops))
        batch = batches[case.grid, case.is_ours_alone()]
        batch.append((case, f"{name}-{arguments.seed}-{i // len(ops)}"))
        if len(batch) == arguments.batch:
            run_batch(*zip(*batch), arguments.threads, report)
            batch.clear()
    for batch in filter(None, batches.values()):
        run_batch(*zip(*batch), arguments.threads, report)
    return report


def main():
    parser = argparse.ArgumentParser(prog="./x test --differential", description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0)
    count = parser.add_mutually_exclusive_group()
    count.add_argument("--cases", type=int, default=2000, help="how many programs (2000)")
    count.add_argument("--each", type=int, help="how many programs of each op, instead")
    parser.add_argument("--op", action="append", help="only this row of table.py (may be repeated)")
    parser.add_argument("--batch", type=int, default=24, help="cases compiled together (24)")
    parser.add_argument("--threads", type=int, default=2, help="threads of each run (2)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one per processor)")
    arguments = parser.parse_args()
    ops = arguments.op or list(OPS)
    for name in ops:
        if name not in OPS:
            parser.error(f"no op {name!r}; there are {', '.join(sorted(OPS))}")
    total = arguments.cases if arguments.each is None else arguments.each * len(ops)
    part = 10 * arguments.batch
    parts = [(arguments, ops, range(at, min(at + part, total))) for at in range(0, total, part)]
    report, started, told = Report(), time.time(), time.time()
    # XLA's threads do not survive a fork.
    with multiprocessing.get_context("spawn").Pool(arguments.jobs) as pool:
        runs = [pool.apply_async(run_part, of_part) for of_part in parts]
        for run in runs:
            report.take(run.get())
            if time.time() - told > 20:
                told = time.time()
                print(f"{sum(report.totals().values())} of {total}: {report.totals()}", file=sys.stderr)
    report.show()
    print(f"{time.time() - started:.0f} s")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
