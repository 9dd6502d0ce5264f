"""A data-parallel training step, made by JAX."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P

DEVICES = 4


def step():
    """Two layers, trained for three steps on batches of which each device has a part; gives the function and its inputs."""
    rng = np.random.default_rng(4)
    shapes = [(24, 32), (32,), (32, 5), (5,)]
    weights = [(rng.standard_normal(shape) / 4).astype(np.float32) for shape in shapes]
    x = rng.standard_normal((3, 16 * DEVICES, 24)).astype(np.float32)
    labels = rng.integers(0, 5, (3, 16 * DEVICES)).astype(np.int32)

    def loss(weights, x, labels):
        w1, b1, w2, b2 = weights
        logits = jnp.tanh(x @ w1 + b1) @ w2 + b2
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))

    def device(weights, x, labels):
        def one(weights, batch):
            # Varying, so that the gradient is this device's own until the devices add theirs up.
            own = [jax.lax.pcast(w, "data", to="varying") for w in weights]
            value, gradient = jax.value_and_grad(loss)(own, *batch)
            mean = lambda x: jax.lax.psum(x, "data") / DEVICES
            return [w - 0.1 * mean(g) for w, g in zip(weights, gradient)], mean(value)

        return jax.lax.scan(one, weights, (x, labels))

    mesh = Mesh(np.array(jax.devices()[:DEVICES]), ("data",))
    batch = P(None, "data")
    function = jax.shard_map(device, mesh=mesh, in_specs=(P(), batch, batch), out_specs=(P(), P()))
    return function, (weights, x, labels)
