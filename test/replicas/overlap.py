"""How long a program takes that computes while an exchange goes on: as long as the longer of both, not as both together."""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Waits, begins to exchange, and waits again: as if it computed on another device.
EXCHANGES = {
    "all_reduce": "%r = xla.cross_replica_sum %x {ASYNC} : (TYPE) -> TYPE",
    "recv": """%token = xla.after_all : () -> !xla.token
  %in = xla.recv %token, channel = 1 {source_target_pairs = [[0, 1], [1, 0]]} : (!xla.token) -> tuple<TYPE, tensor<ui32>>
  %out = xla.send %x, %token channel = 1 {source_target_pairs = [[0, 1], [1, 0]]} : (TYPE, !xla.token) -> tuple<TYPE, tensor<ui32>>
  DONE""",
}
DONE = """%r, %received = xla.recv_done %in, channel = 1 : (tuple<TYPE, tensor<ui32>>) -> (TYPE, !xla.token)
  %sent = xla.send_done %out, channel = 1 : (tuple<TYPE, tensor<ui32>>) -> !xla.token"""
PROGRAM = """
func.func @main(%before: tensor<i32>, %after: tensor<i32>) -> (tensor<i32>, tensor<i32>, TYPE) {
  %one = xla.constant dense<1.0> : tensor<f32>
  %x = xla.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> TYPE
  %b = xla.custom_call "delay"(%before) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  BEGIN
  %a = xla.custom_call "delay"(%after) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  END
  return %b, %a, %r : tensor<i32>, tensor<i32>, TYPE
}
"""


def program(kind, is_async, size):
    begin, end = EXCHANGES[kind], DONE if kind == "recv" and is_async else ""
    begin = begin.replace("DONE", "" if is_async else DONE).replace(" {ASYNC}", " {xla.async}" if is_async else "")
    text = PROGRAM.replace("BEGIN", begin).replace("END", end)
    return text.replace("TYPE", f"tensor<{size}xf32>")


def seconds(call, directory, kind, is_async, size, before, after, launcher):
    """The time of one run, of which replica r waits before[r] and after[r] seconds."""
    file = directory / f"{kind}{size}{'async' if is_async else ''}.mlir"
    file.write_text(program(kind, is_async, size))
    inputs = [str([int(1e6 * time) for time in times]) for times in (before, after)]
    faults = str(ROOT / "target/replicas/faults/faults.so")
    line = call([*launcher, str(file), *inputs, "--load", faults, "--bench", "--seconds", "0.1", "--threads", "1"]).stdout
    return json.loads(line.splitlines()[-1])["min_s"]


def run(call, directory, xla_run, on_mpi, wrong):
    directory.mkdir(parents=True, exist_ok=True)
    launchers = {"threads": [xla_run, "--replicas", "2"]}
    if on_mpi:
        launchers["MPI"] = [on_mpi, "2", xla_run, "--backend", "mpi"]
    for name, launcher in launchers.items():
        for kind in EXCHANGES:
            # Replica 0 has work to do while replica 1 is late.
            late = [seconds(call, directory, kind, way, 1000, (0, 0.1), (0.1, 0), launcher) for way in (False, True)]
            # Both wait while 16 MB move.
            nothing, size = (0, 0), 4 << 20
            alone = seconds(call, directory, kind, False, size, nothing, nothing, launcher)
            wait = (alone, alone)
            moving = [seconds(call, directory, kind, way, size, nothing, wait, launcher) for way in (False, True)]
            print(
                f"  {kind}, {name}: for a peer 0.1 s late and with 0.1 s of work {late[0]:.3f} s, at once {late[1]:.3f} s;"
                f" 16 MB {alone:.3f} s, and as much of waiting {moving[0]:.3f} s, at once {moving[1]:.3f} s"
            )
            if late[0] < 0.19 or late[1] > 0.17:
                raise wrong(f"{kind}, {name}: {late[1]:.3f} s of {late[0]:.3f} s")
