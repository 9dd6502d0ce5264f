"""Runs programs through XLA:CPU: text and raw inputs in, raw outputs or times out, in frames on standard input and output."""

import os
import pathlib
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "differential"))
frames = os.fdopen(os.dup(1), "wb")
# What libraries print is not for the other side.
os.dup2(2, 1)

import jax
import ml_dtypes
import numpy as np

import oracle

NAMES = {
    "i1": np.dtype(bool),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    **{f"{p}{w}": np.dtype(f"{n}{w}") for p, n in (("i", "int"), ("ui", "uint")) for w in (8, 16, 32, 64)},
    **{f"{p}{w}": np.dtype(getattr(ml_dtypes, f"{n}{w}")) for p, n in (("i", "int"), ("ui", "uint")) for w in (2, 4)},
}


def dtype_of(name):
    """ml_dtypes' name of a small float: f8E4M3FN is float8_e4m3fn."""
    return NAMES.get(name) or np.dtype(getattr(ml_dtypes, f"float{name[1]}_{name[2:].lower()}"))


def take(n):
    data = sys.stdin.buffer.read(n)
    if len(data) < n:
        sys.exit(0)
    return data


def number(kind="<I"):
    return struct.unpack(kind, take(struct.calcsize(kind)))[0]


def least_time(text, inputs):
    """The least time of some calls, in nanoseconds."""
    executable, arguments = oracle.compiled(text), oracle.placed(inputs)
    call = lambda: jax.block_until_ready(executable.execute_sharded(arguments).disassemble_into_single_device_arrays())  # noqa: E731
    call()
    times, begun = [], time.perf_counter_ns()
    while len(times) < 3 or time.perf_counter_ns() - begun < 20_000_000:
        before = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - before)
    return min(times)


def answer(is_timed, text, inputs):
    """What follows the text and the inputs."""
    if is_timed:
        return struct.pack("<IIQ", 0, 0, least_time(text, inputs))
    blobs = [np.ascontiguousarray(output).tobytes() for output in oracle.run(text, inputs)]
    return struct.pack("<II", 0, len(blobs)) + b"".join(struct.pack("<Q", len(blob)) + blob for blob in blobs)


def main():
    while True:
        is_timed = number() != 0
        text = take(number()).decode()
        inputs = []
        for _ in range(number()):
            name = take(number()).decode()
            shape = [number("<Q") for _ in range(number())]
            data = take(number("<Q"))
            inputs.append(np.frombuffer(data, dtype_of(name)).reshape(shape))
        try:
            frames.write(answer(is_timed, text, inputs))
        except Exception as error:
            message = str(error).splitlines()[0].encode() if str(error) else type(error).__name__.encode()
            frames.write(struct.pack("<II", 1, len(message)) + message)
        frames.flush()


main()
