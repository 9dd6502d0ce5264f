#!/usr/bin/env python3
"""Writes the programs of examples/, their inputs and what XLA:CPU computes from them.

    ./x setup --python && target/venv/bin/python examples/export.py

Each program is the text of `jax.jit(f).lower(*inputs)`, under RUN lines that run it on its inputs and compare its
outputs with XLA's to 1e-5. Arguments and results are stored as .npy in the order of the program's signature.
"""

import functools
import os
import pathlib

# Devices for the programs of several.
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec
from sklearn.datasets import load_digits

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = "1e-5"


def export(path, about, f, inputs, outputs):
    """Writes HERE/path.mlir and its arrays. `inputs` maps file names to arguments; `outputs` names f's results."""
    program = HERE / f"{path}.mlir"
    program.parent.mkdir(parents=True, exist_ok=True)
    lowered = jax.jit(f).lower(*inputs.values())
    results = jax.tree.leaves(lowered.compile()(*inputs.values()))
    assert len(results) == len(outputs), f"{path}: {len(results)} results"
    for name, value in inputs.items():
        save(program.parent / f"{name}.npy", value)
    expected = [f"{program.stem}.{name}" for name in outputs]
    for name, value in zip(expected, results):
        save(program.parent / f"{name}.npy", value)
    command = ["// RUN: xla-run %s", *(f"%S/{name}.npy" for name in inputs)]
    check = ["--rtol", TOLERANCE, "--atol", "1e-6", "--expect", *(f"%S/{name}.npy" for name in expected)]
    lines = wrap(command) + wrap(check, "// RUN:   ")
    lines = [line + " \\" for line in lines[:-1]] + lines[-1:]
    header = [f"// {line}" for line in about.strip().splitlines()]
    program.write_text("\n".join(header + ["//", *lines]) + "\n\n" + lowered.as_text())
    print(f"{path}: {', '.join(f'{n} {np.shape(r)}' for n, r in zip(outputs, results))}")


def save(path, value):
    np.save(path, np.asarray(value, order="C"), allow_pickle=False)


def wrap(words, start=""):
    """Joins words into lines of at most 110 characters."""
    lines = [start + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > 110:
            lines.append("// RUN:   " + word)
        else:
            lines[-1] += " " + word
    return lines


# ---------------------------------------------------------------- a classifier of handwritten digits


def digits():
    """scikit-learn's 8x8 digits, scaled to [0, 1] and split 80:20 at random."""
    data = load_digits()
    order = np.random.default_rng(0).permutation(len(data.target))
    x, labels = (data.data[order] / 16).astype(np.float32), data.target[order].astype(np.int32)
    split = len(labels) * 4 // 5
    return (x[:split], labels[:split]), (x[split:], labels[split:])


def initial_parameters(sizes):
    rng = np.random.default_rng(1)
    parameters = []
    for m, n in zip(sizes, sizes[1:]):
        parameters.append(rng.normal(0, np.sqrt(2 / m), (m, n)).astype(np.float32))
        parameters.append(np.zeros(n, np.float32))
    return tuple(parameters)


def logits(x, w1, b1, w2, b2, w3, b3):
    x = jax.nn.relu(x @ w1 + b1)
    x = jax.nn.relu(x @ w2 + b2)
    return x @ w3 + b3


def infer(x, labels, *parameters):
    probabilities = jax.nn.softmax(logits(x, *parameters))
    accuracy = jnp.mean(jnp.argmax(probabilities, axis=1) == labels)
    return accuracy, probabilities


def loss(parameters, x, labels):
    picked = jax.nn.one_hot(labels, 10) * jax.nn.log_softmax(logits(x, *parameters))
    return -jnp.mean(jnp.sum(picked, axis=1))


def train_step(x, labels, *parameters):
    value, gradients = jax.value_and_grad(loss)(parameters, x, labels)
    return value, *(p - 0.2 * g for p, g in zip(parameters, gradients))


def train_step_on_4_devices(x, labels, *parameters):
    """The same step: each device has a quarter of the batch, and all add up their gradients."""
    mesh = Mesh(np.array(jax.devices()[:4]), ("batch",))
    part, whole = PartitionSpec("batch"), PartitionSpec()

    @functools.partial(
        jax.shard_map,
        mesh=mesh,
        in_specs=(part, part, *(whole for _ in parameters)),
        out_specs=whole,
        check_vma=False,
    )
    def step(x, labels, *parameters):
        value, gradients = jax.value_and_grad(loss)(parameters, x, labels)
        gradients = jax.lax.psum(gradients, "batch")
        return jax.lax.pmean(value, "batch"), *(p - 0.2 / 4 * g for p, g in zip(parameters, gradients))

    return step(x, labels, *parameters)


def train(x, labels, parameters, epochs, batch=64):
    step = jax.jit(train_step)
    rng = np.random.default_rng(2)
    for _ in range(epochs):
        order = rng.permutation(len(labels))
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start : start + batch]
            _, *parameters = step(x[chosen], labels[chosen], *parameters)
    return tuple(np.asarray(p) for p in parameters)


def export_digits():
    (x_train, labels_train), (x_test, labels_test) = digits()
    names = ["w1", "b1", "w2", "b2", "w3", "b3"]
    begin = initial_parameters([64, 128, 64, 10])
    trained = train(x_train, labels_train, begin, epochs=60)
    export(
        "digits/infer",
        "A multilayer perceptron, trained on 1437 of scikit-learn's handwritten digits, classifies the other 360.\n"
        "Results: its accuracy, and the probability of each digit for each image.",
        infer,
        {"x_test": x_test, "labels_test": labels_test, **dict(zip(names, trained))},
        ["accuracy", "probabilities"],
    )
    export(
        "digits/train_step",
        "One step of gradient descent of that network, still untrained, on a batch of 64 images.\n"
        "Results: the loss before the step, and the parameters after it.",
        train_step,
        {
            "x_batch": x_train[:64],
            "labels_batch": labels_train[:64],
            **{f"untrained_{name}": value for name, value in zip(names, begin)},
        },
        ["loss", *names],
    )
    export(
        "digits/data_parallel",
        "That step on 4 devices, each with a quarter of the batch, whose gradients are added up by all_reduce.\n"
        "Results, the same on all devices: the loss before the step, and the parameters after it.",
        train_step_on_4_devices,
        {
            "x_batch": x_train[:64],
            "labels_batch": labels_train[:64],
            **{f"untrained_{name}": value for name, value in zip(names, begin)},
        },
        ["loss", *names],
    )
    return x_train


# ---------------------------------------------------------------- loops


def power_iteration(a):
    """The largest eigenvalue of a symmetric matrix and its eigenvector."""

    def unsettled(state):
        i, _, change = state
        return (change > 1e-7) & (i < 1000)

    def step(state):
        i, v, _ = state
        w = a @ v
        w = w / jnp.sqrt(jnp.sum(w * w))
        return i + 1, w, jnp.max(jnp.abs(w - v))

    n = a.shape[0]
    start = jnp.full(n, 1 / np.sqrt(n), a.dtype)
    _, v, _ = jax.lax.while_loop(unsettled, step, (0, start, jnp.array(1, a.dtype)))
    return v @ (a @ v), v


def kepler(mean_anomaly, eccentricity):
    """Newton's method on E - e sin E = M, for all M at once, until no E moves."""

    def unsettled(state):
        i, _, change = state
        return (change > 1e-5) & (i < 50)

    def step(state):
        i, e, _ = state
        delta = (e - eccentricity * jnp.sin(e) - mean_anomaly) / (1 - eccentricity * jnp.cos(e))
        return i + 1, e - delta, jnp.max(jnp.abs(delta))

    start = mean_anomaly + eccentricity * jnp.sin(mean_anomaly)
    i, e, _ = jax.lax.while_loop(unsettled, step, (0, start, jnp.float32(jnp.inf)))
    return e, i


def export_loops(x_train):
    covariance = np.cov(x_train.T).astype(np.float32)
    export(
        "loops/power_iteration",
        "Power iteration in a while loop, until the vector settles: the first principal component of the digits.\n"
        "Results: the largest eigenvalue of their covariance matrix, and its eigenvector.",
        power_iteration,
        {"covariance": covariance},
        ["eigenvalue", "eigenvector"],
    )
    export(
        "loops/kepler",
        "Kepler's equation E - e sin E = M solved by Newton's method in a while loop, for 1000 mean anomalies.\n"
        "Results: the eccentric anomalies, and the number of steps taken.",
        kepler,
        {"mean_anomaly": np.linspace(0, 2 * np.pi, 1000, dtype=np.float32), "eccentricity": np.float32(0.6)},
        ["eccentric_anomaly", "steps"],
    )


if __name__ == "__main__":
    jax.config.update("jax_platforms", "cpu")
    export_loops(export_digits())
