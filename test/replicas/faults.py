"""Programs that are delayed, fail or are killed: no process waits for ever, and no result is wrong."""

import concurrent.futures
import os
import pathlib
import random
import re
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WRITTEN = ROOT / "target/replicas/faults"
XLA_RUN = str(ROOT / "target/release/xla-run")

ROUNDS = 25
# Replicas add up their numbers, after a delay of their own in each round. In round %round, replica %who takes from an
# infeed that is empty, or ends its process.
PROGRAM = """
func.func @main(%round: tensor<i32>, %who: tensor<i32>, %kill: tensor<i32>, %seed: tensor<i32>) -> tensor<1000xf32> {
  %zero = xla.constant dense<0> : tensor<i32>
  %one = xla.constant dense<1> : tensor<i32>
  %rounds = xla.constant dense<ROUNDS> : tensor<i32>
  %first = xla.constant dense<7919> : tensor<i32>
  %second = xla.constant dense<104729> : tensor<i32>
  %longest = xla.constant dense<LONGEST> : tensor<i32>
  %tenth = xla.constant dense<0.1> : tensor<f32>
  %id = xla.replica_id : tensor<ui32>
  %me = xla.convert %id : (tensor<ui32>) -> tensor<i32>
  %own = xla.convert %id : (tensor<ui32>) -> tensor<f32>
  %iota = xla.iota dim = 0 : tensor<1000xf32>
  %start = xla.add %iota, %own : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>
  %r:2 = xla.while(%i = %zero, %x = %start) : tensor<i32>, tensor<1000xf32>
  cond {
    %more = xla.lt %i, %rounds : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    BEFORE
    %0 = xla.mul %me, %first : tensor<i32>
    %1 = xla.mul %i, %second : tensor<i32>
    %2 = xla.add %0, %1 : tensor<i32>
    %3 = xla.add %2, %seed : tensor<i32>
    %4 = xla.mul %3, %3 : tensor<i32>
    %5 = xla.abs %4 : tensor<i32>
    %6 = xla.rem %5, %longest : tensor<i32>
    %time = xla.abs %6 : tensor<i32>
    %waited = xla.custom_call "delay"(%time) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    %is_round = xla.eq %i, %round : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %is_me = xla.eq %me, %who : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %now = xla.and %is_round, %is_me : tensor<i1>
    %next = xla.conditional %now : tensor<i1> -> tensor<i32> then(%a = %i : tensor<i32>) {
      %killed = xla.custom_call "die"(%kill) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
      %token = xla.after_all : () -> !xla.token
      %taken, %t = xla.infeed %token : (!xla.token) -> (tensor<i32>, !xla.token)
      xla.return %taken : tensor<i32>
    } else(%a = %i : tensor<i32>) {
      %b = xla.add %a, %one : tensor<i32>
      xla.return %b : tensor<i32>
    }
    AFTER
    %y = xla.mul %sum, %tenth : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>
    %z = xla.add %y, %own : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>
    xla.return %next, %z : tensor<i32>, tensor<1000xf32>
  }
  return %r#1 : tensor<1000xf32>
}
"""
# The sum, which begins after the delay, or before it and goes on meanwhile.
SUM = "%sum = xla.cross_replica_sum %x {ASYNC} : (tensor<1000xf32>) -> tensor<1000xf32>"
WAYS = {"": ("", SUM.replace(" {ASYNC}", "")), "overlap": (SUM.replace("ASYNC", "xla.async"), "")}


class Wrong(Exception):
    """A run that did not end as it should."""


def expected(replicas):
    import numpy as np

    x = [np.arange(1000, dtype=np.float32) + np.float32(own) for own in range(replicas)]
    for _ in range(ROUNDS):
        total = x[0]
        for other in x[1:]:
            total = total + other
        x = [total * np.float32(0.1) + np.float32(own) for own in range(replicas)]
    return np.stack(x)


def ranks(launcher):
    """The xla-run processes below a launcher."""
    found, parents = [], {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                name, rest = (entry / "stat").read_text().split(" ", 1)[1].rsplit(")", 1)
            except OSError:
                continue
            parents[int(entry.name)] = (name, int(rest.split()[1]))
    for process, (name, _) in parents.items():
        above = process
        while above in parents and above != launcher:
            above = parents[above][1]
        if name == "(xla-run" and above == launcher:
            found.append(process)
    return found


def one(number, seed, mpi):
    """A run: as it is, with a replica that fails or ends itself, or with a process that is killed from outside."""
    import numpy as np

    rng = random.Random(f"{seed} {number}")
    replicas = rng.choice([2, 3, 4])
    kinds = ["none", "fail", "die", "kill"] if mpi else ["none", "fail"]
    kind = rng.choice(kinds)
    who, at = rng.randrange(replicas), rng.randrange(ROUNDS)
    longest, way = rng.choice([50, 500, 5000]), rng.choice(sorted(WAYS))
    what = f"run {number} of seed {seed} ({'MPI' if mpi else 'threads'}, {kind} {way}, replica {who} of {replicas}, round {at})"
    program = WRITTEN / f"delay{longest}{way}.mlir"
    inputs = [at if kind in ("fail", "die") else -1, who, int(kind == "die"), rng.randrange(1000)]
    output = WRITTEN / f"out{number}.npy"
    output.unlink(missing_ok=True)
    command = [XLA_RUN, str(program), *map(str, inputs), "--load", str(WRITTEN / "faults.so"), "--timeout", "20"]
    command += ["-o", str(output), "--threads", "1"]
    if mpi:
        command = [str(ROOT / "test/bin/on-mpi"), str(replicas), *command, "--backend", "mpi"]
    else:
        command += ["--replicas", str(replicas)]
    started = time.time()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    killed = False
    if kind == "kill":
        time.sleep(rng.random() * 1.2)
        below = ranks(process.pid)
        if below:
            try:
                os.kill(rng.choice(below), signal.SIGKILL)
                killed = True
            except ProcessLookupError:
                pass
    try:
        printed, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Wrong(f"{what}: no end after 60 s") from None
    seconds = time.time() - started
    if process.returncode == 0:
        if kind in ("fail", "die"):
            raise Wrong(f"{what}: it succeeded")
        if np.load(output).tobytes() != expected(replicas).tobytes():
            raise Wrong(f"{what}: a wrong result")
        return seconds
    if kind == "none" or (kind == "kill" and not killed):
        raise Wrong(f"{what}: exit code {process.returncode}\n{errors}")
    # A process that is killed when all have ended changes nothing any more.
    if output.exists() and (kind != "kill" or np.load(output).tobytes() != expected(replicas).tobytes()):
        raise Wrong(f"{what}: a result of a run that failed")
    told = len(re.findall(r"error: ", errors))
    if kind == "fail" and "infeed: " not in errors:
        raise Wrong(f"{what}: not the reason\n{errors}")
    # MPICH's launcher ends the others at once when one is killed, and speaks for them.
    if kind == "die" and mpi and "BAD TERMINATION" in printed:
        if process.returncode != signal.SIGKILL:
            raise Wrong(f"{what}: exit code {process.returncode}")
        return seconds
    # A process that is killed while it starts may take the others with it before they are there; and while it exchanges
    # data, those that MPI itself then ends.
    told_by = replicas if kind == "fail" else 1 if way else replicas - 1
    if kind != "kill" and mpi and told < told_by:
        raise Wrong(f"{what}: {told} messages\n{errors}")
    return seconds


def run(count, seed, has_mpi):
    WRITTEN.mkdir(parents=True, exist_ok=True)
    source = pathlib.Path(__file__).with_name("faults.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", WRITTEN / "faults.so", source], check=True)
    for longest in (50, 500, 5000):
        text = PROGRAM.replace("ROUNDS", str(ROUNDS)).replace("LONGEST", str(longest))
        for way, (before, after) in WAYS.items():
            (WRITTEN / f"delay{longest}{way}.mlir").write_text(text.replace("BEFORE", before).replace("AFTER", after))
    with concurrent.futures.ThreadPoolExecutor(2) as workers:
        runs = [workers.submit(one, number, seed, has_mpi and number % 2 == 0) for number in range(count)]
        try:
            longest = max(run.result() for run in runs) if runs else 0
        except BaseException:
            workers.shutdown(cancel_futures=True)
            raise
    print(f"  the longest run took {longest:.1f} s")
