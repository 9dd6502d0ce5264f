#!/usr/bin/env python3
"""Times of workloads written in JAX, ours and the peers', in one interleaved run; see docs/performance.md.

    ./x bench [--only NAME,NAME] [--group core,wide] [--peers xla,numpy] [--rounds N] [--seconds S] [--threads 1,2] [--docs]

Each workload of core.py and wide.py is exported to target/bench/NAME/ with its inputs and with the results of XLA:CPU. In each
round every peer calls it for some time, one after the other; every result is compared. The table of least times and the
ratios to them go to standard output, all figures to a JSON file, and the ratios to a plot beside it.
"""

import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys

import limits
import peers
import report

RESULTS = peers.WRITTEN / "results.json"


def export(workload):
    """Writes the program with its inputs and results, and returns the bytes of these."""
    import numpy as np

    import oracle
    from values import stored

    folder = peers.WRITTEN / workload.name
    folder.mkdir(parents=True, exist_ok=True)
    text, inputs = workload.export()
    for old in folder.glob("*.npy"):
        old.unlink()
    (folder / "program.mlir").write_text(f"// {workload.about}\n{text}")
    expected = oracle.run(text, inputs)
    for kind, arrays in (("in", inputs), ("expect", expected)):
        for i, array in enumerate(arrays):
            np.save(folder / f"{kind}{i}.npy", stored(array))
    return sum(array.nbytes for array in (*inputs, *expected))


def measure(workload, chosen, arguments, say):
    """A row of the tables: by number of threads, by peer."""
    cells = {threads: {name: peers.Cell() for name in chosen} for threads in arguments.threads}
    everyone = [(threads, name) for threads in arguments.threads for name in chosen]

    def attempt(threads, name, what):
        cell = cells[threads][name]
        if "failed" in cell.fixed:
            return
        say(f"{workload.name}: {chosen[name].title}, {threads} thread{'s' * (threads != 1)}")
        try:
            what(cell, chosen[name])
        except peers.Failed as failure:
            cell.fixed["failed"] = None if isinstance(failure, peers.Absent) else str(failure)

    say(f"{workload.name}: exporting")
    size = export(workload)
    for threads, name in everyone:
        attempt(threads, name, lambda cell, peer: cell.fixed.update(peer.prepare(workload, threads)))
    for _ in range(arguments.rounds):
        for threads, name in everyone:
            attempt(threads, name, lambda cell, peer: cell.add(peer.measure(workload, threads, arguments.seconds)))
    for row in cells.values():
        for cell in row.values():
            if (error := cell.fixed.get("error", 0)) > workload.tolerance:
                cell.fixed["failed"] = f"the error of its result is {error:.1e}"
    found = {str(threads): {name: cell.as_json() for name, cell in row.items()} for threads, row in cells.items()}
    what = {"about": workload.about, "group": workload.group, "tolerance": workload.tolerance}
    return {**what, "operations": limits.operations(workload), "bytes": size, "cells": found}


def machine():
    models = [line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line]
    return f"{models[0] if models else os.uname().machine}, {os.cpu_count()} processors"


def commit():
    command = ["git", "-C", str(peers.ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def parsed():
    parser = argparse.ArgumentParser(prog="./x bench", description=__doc__.splitlines()[0])
    words = lambda text: [word for word in text.split(",") if word]  # noqa: E731
    parser.add_argument("--only", type=words, metavar="NAME,…", help="workloads whose names contain one of these")
    parser.add_argument("--group", type=words, default=["core", "wide"], metavar="GROUP,…", help="default: core,wide")
    parser.add_argument("--peers", type=words, default=list(peers.peers()), metavar="PEER,…", help="default: %(default)s")
    parser.add_argument("--rounds", type=int, default=2, metavar="N", help="number of rounds (default: 2)")
    parser.add_argument("--seconds", type=float, default=0.2, metavar="S", help="how long each peer is called in a round (default: 0.2)")
    parser.add_argument(
        "--threads", type=lambda text: [int(word) for word in words(text)], default=[1, 2], metavar="N,…", help="default: 1,2"
    )
    parser.add_argument("--json", type=pathlib.Path, default=RESULTS, metavar="FILE", help="default: target/bench/results.json")
    parser.add_argument("--show", action="store_true", help="measure nothing: tables and plot of what FILE holds")
    parser.add_argument("--docs", action="store_true", help="also write the tables and the plot into docs/performance.md")
    arguments = parser.parse_args()
    if unknown := set(arguments.peers) - set(peers.peers()):
        parser.error(f"there is no peer {', '.join(unknown)}; there are {', '.join(peers.peers())}")
    if not all(1 <= threads <= os.cpu_count() for threads in arguments.threads):
        parser.error(f"--threads is between 1 and {os.cpu_count()} here")
    return parser, arguments


def main():
    parser, arguments = parsed()
    if arguments.show:
        results = json.loads(arguments.json.read_text())
        if "peaks" not in results:
            parser.error(f"{arguments.json} is of an older version: measure again")
    else:
        from workloads import WORKLOADS

        grouped = [w for w in WORKLOADS.values() if w.group in arguments.group]
        matching = [w for w in grouped if not arguments.only or any(word in w.name for word in arguments.only)]
        if not matching:
            parser.error(f"there are {', '.join(WORKLOADS)}")
        chosen = {name: peer for name, peer in peers.peers().items() if name in ["ours", *arguments.peers]}
        results = {
            "date": datetime.date.today().isoformat(),
            "machine": machine(),
            "commit": commit(),
            "versions": peers.versions(),
            "rounds": arguments.rounds,
            "seconds": arguments.seconds,
            "peaks": limits.peaks(arguments.threads),
            "titles": {name: peer.title for name, peer in chosen.items()},
            "workloads": {},
        }
        progress = report.Progress(len(matching))
        print(progress.head(results, arguments.threads))
        for workload in matching:
            results["workloads"][workload.name] = measure(workload, chosen, arguments, progress.say)
            progress.done(results, workload.name)
            arguments.json.parent.mkdir(parents=True, exist_ok=True)
            arguments.json.write_text(json.dumps(results, indent=1) + "\n")
        progress.say("")
    print(report.summary(results))
    report.plot(results, arguments.json.with_suffix(".svg"))
    if arguments.docs:
        report.document(results, peers.ROOT / "docs")
    failed = report.failures(results, "ours")
    for line in failed:
        print(f"ours: {line}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
