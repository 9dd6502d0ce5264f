#!/usr/bin/env python3
"""Runs programs that jax.export makes with symbolic sizes, on inputs of several sizes, and compares with JAX.

    target/venv/bin/python test/differential/shapes.py SCRATCH_DIRECTORY

xla-run is taken from PATH. A program that fails is kept in the directory, with its inputs.
"""

import pathlib
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax.lax import cond, fori_loop, scan

F32, I32 = np.float32, np.int32

# Name, function, and for each argument its shape in the notation of jax.export and its element type.
PROGRAMS = [
    ("mlp", lambda x, w: jnp.tanh(x @ w).sum(0) / x.shape[0], [("m, 4", F32), ("4, n", F32)]),
    ("flatten", lambda x: x.reshape(-1) * 2, [("m, n", F32)]),
    ("halves", lambda x: x.reshape(2, -1).sum(0), [("2*n", F32)]),
    ("iota", lambda x: jnp.arange(x.shape[0] * 2) + x.shape[0], [("n", F32)]),
    ("concatenate", lambda x, y: jnp.concatenate([x, y, x]), [("m", F32), ("n", F32)]),
    ("softmax", lambda x: jax.nn.softmax(x, -1), [("m, n", F32)]),
    ("loop", lambda x: fori_loop(0, x.shape[0], lambda i, a: a / 2 + x, x), [("n", F32)]),
    ("scan", lambda x: scan(lambda c, a: (c + a, c * a), jnp.zeros(x.shape[1]), x), [("m, n", F32)]),
    ("pad", lambda x: jnp.pad(x, ((1, 2), (0, x.shape[0]))), [("m, n", F32)]),
    ("slice", lambda x: x[: x.shape[0] // 2 + 1, ::2], [("m, 8", F32)]),
    ("sort", lambda x: jnp.sort(x)[::-1], [("n", F32)]),
    ("gather", lambda x, i: x[i], [("m, 4", F32), ("n", I32)]),
    ("scatter", lambda x, i: x.at[i].add(1.0), [("m, 4", F32), ("n", I32)]),
    ("condition", lambda x: cond(x.sum() > 0, lambda x: x + 1, lambda x: x * 2, x), [("n", F32)]),
    ("outer", lambda x, y: jnp.einsum("i,j->ij", x, y).T, [("m", F32), ("n", F32)]),
    ("cumsum", lambda x: jnp.cumsum(x), [("n", F32)]),
    ("top_k", lambda x: jax.lax.top_k(x, 3), [("m, 8", F32)]),
    ("pool", lambda x: jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (2,), (2,), "SAME"), [("n", F32)]),
    ("convolution", lambda x, w: jax.lax.conv(x, w, (2, 2), "SAME"), [("b, 3, n, 8", F32), ("4, 3, 3, 3", F32)]),
    ("attention", jax.nn.dot_product_attention, [("b, 8, 2, 4", F32)] * 3),
]
SIZES = [{"b": 1, "m": 1, "n": 1}, {"b": 2, "m": 5, "n": 3}, {"b": 3, "m": 2, "n": 17}]


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    failures = 0
    for name, function, arguments in PROGRAMS:
        scope = export.SymbolicScope()
        specs = [jax.ShapeDtypeStruct(export.symbolic_shape(s, scope=scope), t) for s, t in arguments]
        program = folder / f"{name}.mlir"
        program.write_text(export.export(jax.jit(function))(*specs).mlir_module())
        for number, sizes in enumerate(SIZES):
            rng = np.random.default_rng(number)
            inputs = []
            for shape, dtype in arguments:
                shape = [eval(size, dict(sizes)) for size in shape.split(",")]
                values = rng.standard_normal(shape) if dtype == F32 else rng.integers(0, sizes["m"], shape)
                inputs.append(values.astype(dtype))
            outputs = [np.asarray(x) for x in jax.tree.leaves(jax.jit(function)(*inputs))]
            files = save(folder, f"{name}.{number}.in", inputs)
            expected = save(folder, f"{name}.{number}.out", outputs)
            command = ["xla-run", program, *files, "--expect", *expected]
            done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
            if done.returncode != 0:
                failures += 1
                print(f"{name} of {sizes}: exit code {done.returncode}\n{done.stderr}")
    print(f"{len(PROGRAMS) * len(SIZES)} runs, {failures} failures")
    return 1 if failures else 0


def save(folder, name, arrays):
    paths = [folder / f"{name}{i}.npy" for i in range(len(arrays))]
    for path, array in zip(paths, arrays):
        np.save(path, array)
    return paths


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
