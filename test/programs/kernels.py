#!/usr/bin/env python3
"""Which kernels of programs are computed one element at a time, and why; see docs/testing.md.

    target/venv/bin/python test/programs/kernels.py FILE.mlir ...

Kernels of over 10,000 operations are listed, by operations. The exit code is 1 if there are some.
"""

import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "differential"))

from values import XLA_RUN

MOST_OPERATIONS = 10_000
KERNEL = re.compile(r"^(.*): remark: kernel \d+: (?:single elements, (\d+) operations: )?(.*)$")


def kernels(path):
    """The kernels of a program: its path, their places, their operations or None if these are in vectors, and how."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(XLA_RUN), str(path), "--random", "1", "--xla-explain-fusion", "--output", f"{folder}/out.npz"]
        try:
            messages = subprocess.run(command, capture_output=True, text=True, timeout=60).stderr
        except subprocess.TimeoutExpired:
            return []
    found = map(KERNEL.match, messages.splitlines())
    return [(str(path), m[1], m[2] and int(m[2]), m[3]) for m in found if m]


def slow(found):
    """Those with too many operations on single elements, the largest first."""
    single = [kernel for kernel in found if (kernel[2] or 0) > MOST_OPERATIONS]
    return sorted(single, key=lambda kernel: -kernel[2])


def main():
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        found = [kernel for each in workers.map(kernels, sys.argv[1:]) for kernel in each]
    single = slow(found)
    for path, place, operations, reason in single:
        print(f"{operations:12} {reason}: {path}, {place}")
    reasons = collections.Counter(reason for *_, reason in single)
    for reason, count in reasons.most_common():
        print(f"{count:5} times: {reason}")
    print(f"{len(found)} kernels, {len(single)} of over {MOST_OPERATIONS} operations on single elements")
    return 1 if single else 0


if __name__ == "__main__":
    sys.exit(main())
