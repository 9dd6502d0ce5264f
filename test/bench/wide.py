"""The wide group: what programs spend their time in beside large products, in shapes that nothing was tuned for.

Loops with small bodies, stencils, scans, searches, narrow types and gradients. No peer but XLA:CPU and IREE has them.
"""

import functools

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax
from jax.nn import gelu, log_softmax, relu, sigmoid, silu, softmax

# First: it adds the folder of the next one to the path.
from registry import workload  # isort: skip
from program import integers, normal, uniform

wide = functools.partial(workload, group="wide")


def positive(rng, *shape):
    return np.abs(normal(rng, *shape))


def complex_normal(rng, *shape):
    return (normal(rng, *shape) + 1j * normal(rng, *shape)).astype(np.complex64)


# ---------------------------------------------------------------- loops


@wide("rnn_scan_48x24x224")
def _(rng):
    """A recurrent network over 48 steps, with two products a step."""

    def f(inputs, of_input, of_state, bias):
        def step(state, x):
            state = jnp.tanh(x @ of_input + state @ of_state + bias)
            return state, state.sum(-1)

        return lax.scan(step, jnp.zeros((24, 224)), inputs)

    weights = (normal(rng, 96, 224, scale=0.1), normal(rng, 224, 224, scale=0.06), normal(rng, 224))
    return f, (normal(rng, 48, 24, 96), *weights)


@wide("lstm_scan_40x12x160")
def _(rng):
    """An LSTM over 40 steps, whose gates are parts of one product."""

    def f(inputs, of_input, of_state, bias):
        weights = [of_input, of_state]

        def step(carry, x):
            output, cell = carry
            gates = jnp.concatenate([x, output], -1) @ jnp.concatenate(weights, 0) + bias
            enter, keep, new, leave = (gates[:, i * 160 : (i + 1) * 160] for i in range(4))
            cell = sigmoid(keep) * cell + sigmoid(enter) * jnp.tanh(new)
            return (sigmoid(leave) * jnp.tanh(cell), cell), None

        zeros = jnp.zeros((12, 160))
        (output, _), _ = lax.scan(step, (zeros, zeros), inputs)
        return output

    weights = (normal(rng, 80, 640, scale=0.1), normal(rng, 160, 640, scale=0.08), normal(rng, 640))
    return f, (normal(rng, 40, 12, 80), *weights)


@wide("gru_grad_20x16x72", tolerance=2e-3)
def _(rng):
    """The gradient of a GRU's loss with respect to its weights, through 20 steps."""

    def f(of_input, of_state, inputs):
        def loss(of_input, of_state):
            def step(state, x):
                update, reset, new = jnp.split(x @ of_input, 3, -1)
                update_state, reset_state, new_state = jnp.split(state @ of_state, 3, -1)
                update, reset = sigmoid(update + update_state), sigmoid(reset + reset_state)
                state = (1 - update) * state + update * jnp.tanh(new + reset * new_state)
                return state, (state**2).mean()

            _, losses = lax.scan(step, jnp.zeros((16, 72)), inputs)
            return losses.sum()

        return jax.grad(loss, (0, 1))(of_input, of_state)

    return f, (normal(rng, 40, 216, scale=0.2), normal(rng, 72, 216, scale=0.1), normal(rng, 20, 16, 40))


@wide("roll_wave_60x200x320")
def _(rng):
    """A wave on a torus: 60 steps of a stencil that is made of shifts around the ends."""

    def f(height, speed):
        def step(_, state):
            height, speed = state
            around = sum(jnp.roll(height, by, axis) for axis in (0, 1) for by in (1, -1))
            speed = speed + 0.1 * (around - 4 * height)
            return height + 0.1 * speed, speed

        return lax.fori_loop(0, 60, step, (height, speed))

    return f, (normal(rng, 200, 320), normal(rng, 200, 320))


@wide("heat3d_30x48x48x64")
def _(rng):
    """Heat in a box: 30 steps that update all but the border in place."""

    def f(heat):
        def step(_, heat):
            inner = heat[1:-1, 1:-1, 1:-1]
            sides = [heat[2:, 1:-1, 1:-1], heat[:-2, 1:-1, 1:-1], heat[1:-1, 2:, 1:-1]]
            sides += [heat[1:-1, :-2, 1:-1], heat[1:-1, 1:-1, 2:], heat[1:-1, 1:-1, :-2]]
            return heat.at[1:-1, 1:-1, 1:-1].add(0.1 * (sum(sides) - 6 * inner))

        return lax.fori_loop(0, 30, step, heat)

    return f, (normal(rng, 48, 48, 64),)


@wide("split_step_50x4x720")
def _(rng):
    """A quantum wave by the split-step method: two Fourier transforms and complex exponentials in each of 50 steps."""

    def f(wave, potential):
        k = 6 * jnp.fft.fftfreq(720)

        def step(_, wave):
            wave = jnp.fft.ifft(jnp.exp(-0.01j * k * k) * jnp.fft.fft(wave))
            return wave * jnp.exp(-0.02j * (potential + jnp.abs(wave) ** 2))

        return lax.fori_loop(0, 50, step, wave)

    return f, (complex_normal(rng, 4, 720), normal(rng, 720))


@wide("rk4_lorenz_200x3x40", tolerance=5e-2)
def _(rng):
    """Forty trajectories of Lorenz's equations, by 200 steps of the Runge-Kutta method."""

    def slope(state):
        x, y, z = state
        return jnp.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])

    def step(state, _):
        k1 = slope(state)
        k2 = slope(state + 0.005 * k1)
        k3 = slope(state + 0.005 * k2)
        k4 = slope(state + 0.01 * k3)
        state = state + 0.01 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return state, state[0]

    return (lambda state: lax.scan(step, state, None, length=200)), (normal(rng, 3, 40),)


@wide("kmeans_6x3000x12x24", tolerance=1e-2)
def _(rng):
    """Six steps of k-means: the nearest of 24 centres of 3000 points, and the means of the points of each."""

    def f(points, centres):
        def step(_, centres):
            distances = ((points[:, None] - centres[None]) ** 2).sum(-1)
            nearest = jnp.argmin(distances, 1)
            sums = jax.ops.segment_sum(points, nearest, 24)
            counts = jax.ops.segment_sum(jnp.ones(3000), nearest, 24)
            return sums / jnp.maximum(counts, 1)[:, None]

        return lax.fori_loop(0, 6, step, centres)

    return f, (normal(rng, 3000, 12), normal(rng, 24, 12))


@wide("sinkhorn_40x300x500")
def _(rng):
    """Optimal transport by 40 of Sinkhorn's steps, each a product with a matrix and with its transpose."""

    def f(costs):
        kernel = jnp.exp(-costs)

        def step(_, scales):
            rows = 1 / (kernel @ scales[1])
            return rows, 1 / (kernel.T @ rows)

        return lax.fori_loop(0, 40, step, (jnp.ones(300), jnp.ones(500)))

    return f, (positive(rng, 300, 500),)


# ---------------------------------------------------------------- scans, searches, gathers


@wide("assoc_scan_affine_50000", tolerance=1e-2)
def _(rng):
    """A linear recurrence as an associative scan."""

    def f(factors, terms):
        def then(first, second):
            return first[0] * second[0], second[0] * first[1] + second[1]

        return lax.associative_scan(then, (factors, terms))

    return f, (np.float32(0.9) + normal(rng, 50000, scale=0.01), normal(rng, 50000))


@wide("cummax_axis0_2000x500", tolerance=0)
def _(rng):
    """Running maxima down the columns of a matrix."""
    return (lambda x: lax.cummax(x, axis=0)), (normal(rng, 2000, 500),)


@wide("bilinear_180x240x3")
def _(rng):
    """An image of three channels at computed positions, interpolated between four pixels."""

    def f(image, positions):
        y, x = positions
        row, column = jnp.floor(y).astype(jnp.int32), jnp.floor(x).astype(jnp.int32)
        down, right = (y - row)[..., None], (x - column)[..., None]

        def pixel(i, j):
            return image[jnp.clip(i, 0, 199), jnp.clip(j, 0, 159)]

        upper = pixel(row, column) * (1 - down) * (1 - right) + pixel(row, column + 1) * (1 - down) * right
        lower = pixel(row + 1, column) * down * (1 - right) + pixel(row + 1, column + 1) * down * right
        return upper + lower

    return f, (normal(rng, 200, 160, 3), uniform(rng, 2, 180, 240, high=150))


@wide("resize_cubic_96to128x4")
def _(rng):
    """Four images, enlarged by cubic interpolation."""
    return (lambda x: jax.image.resize(x, (4, 128, 128, 3), "cubic")), (normal(rng, 4, 96, 96, 3),)


@wide("segment_sum_200kx8", tolerance=1e-2)
def _(rng):
    """Sums of rows that belong together."""
    return (lambda x, i: jax.ops.segment_sum(x, i, 5000)), (normal(rng, 200000, 8), integers(rng, 5000, 200000))


@wide("histogram_2m", tolerance=0)
def _(rng):
    """A histogram of two million numbers in 256 bins."""
    return (lambda i: jnp.zeros(256, jnp.int32).at[i].add(1)), (integers(rng, 256, 2000000),)


@wide("top_k_64x50000x40", tolerance=0)
def _(rng):
    """The 40 largest numbers of each of 64 rows."""
    return (lambda x: lax.top_k(x, 40)), (normal(rng, 64, 50000),)


@wide("argsort_500k", tolerance=0)
def _(rng):
    """The order of half a million numbers."""
    return jnp.argsort, (normal(rng, 500000),)


@wide("searchsorted_20k_in_100k", tolerance=0)
def _(rng):
    """Binary searches in a sorted array."""
    return jnp.searchsorted, (np.sort(normal(rng, 100000)), normal(rng, 20000))


# ---------------------------------------------------------------- models


@wide("gqa_window_2x320x8x48")
def _(rng):
    """Attention of eight heads to two groups of keys, within a window of 96 positions."""
    length, heads, groups, width = 320, 8, 2, 48

    def f(q, k, v):
        q = q.reshape(2, length, groups, heads // groups, width)
        scores = jnp.einsum("bqghd,bkgd->bghqk", q, k) / width**0.5
        distance = jnp.arange(length)[:, None] - jnp.arange(length)
        scores = jnp.where((distance >= 0) & (distance < 96), scores, -1e9)
        return jnp.einsum("bghqk,bkgd->bqghd", softmax(scores), v)

    keys = (2, length, groups, width)
    return f, (normal(rng, 2, length, heads, width), normal(rng, *keys), normal(rng, *keys))


@wide("decode_step_b2_d512_t600", tolerance=2e-3)
def _(rng):
    """A step of a decoder with a cache of keys and values, which it updates."""
    batch, width, heads, length = 2, 512, 8, 600

    def f(x, keys, values, position, wq, wk, wv, wo, w1, w2):
        def by_head(array):
            return array.reshape(*array.shape[:-1], heads, width // heads)

        normed = x * lax.rsqrt((x**2).mean(-1, keepdims=True) + 1e-5)
        keys = lax.dynamic_update_slice(keys, (normed @ wk)[:, None], (0, position, 0))
        values = lax.dynamic_update_slice(values, (normed @ wv)[:, None], (0, position, 0))
        scores = jnp.einsum("bhd,bthd->bht", by_head(normed @ wq), by_head(keys)) / 8
        scores = jnp.where(jnp.arange(length) <= position, scores, -1e9)
        read = jnp.einsum("bht,bthd->bhd", softmax(scores), by_head(values))
        x = x + read.reshape(batch, width) @ wo
        return x + silu(x @ w1) @ w2, keys, values

    caches = (normal(rng, batch, length, width), normal(rng, batch, length, width), np.int32(417))
    square = tuple(normal(rng, width, width, scale=0.04) for _ in range(4))
    dense = (normal(rng, width, 1536, scale=0.04), normal(rng, 1536, width, scale=0.03))
    return f, (normal(rng, batch, width), *caches, *square, *dense)


for narrow in (ml_dtypes.bfloat16, np.float16):

    @wide(f"mlp_{np.dtype(narrow).name}_96x640x1280", tolerance=3e-2)
    def _(rng, narrow=narrow):
        """Two dense layers in a float type of 16 bits."""

        def f(x, w1, w2):
            return gelu(x @ w1) @ w2

        weights = (normal(rng, 640, 1280, scale=0.04, dtype=narrow), normal(rng, 1280, 640, scale=0.03, dtype=narrow))
        return f, (normal(rng, 96, 640, dtype=narrow), *weights)


@wide("int8_linear_160x768x512")
def _(rng):
    """A dense layer in integers of 8 bits: quantized, multiplied, and scaled."""

    def f(x, weights, scales):
        quantized = jnp.clip(jnp.round(x * 20), -127, 127).astype(jnp.int8)
        return lax.dot(quantized, weights, preferred_element_type=jnp.int32).astype(jnp.float32) * scales

    return f, (normal(rng, 160, 768), integers(rng, 128, 768, 512, low=-127, dtype=np.int8), positive(rng, 512))


@wide("embed_dot_128of1000x96x224")
def _(rng):
    """Rows of a table, multiplied by a matrix."""
    return (lambda table, i, w: table[i] @ w), (normal(rng, 1000, 96), integers(rng, 1000, 128), normal(rng, 96, 224))


@wide("matmul_c64_300")
def _(rng):
    """A product of complex matrices."""
    return jnp.matmul, (complex_normal(rng, 300, 300), complex_normal(rng, 300, 300))


@wide("pairwise_900x700x24")
def _(rng):
    """The distance of each of 900 points from each of 700."""

    def f(a, b):
        return jnp.sqrt(((a[:, None] - b[None]) ** 2).sum(-1))

    return f, (normal(rng, 900, 24), normal(rng, 700, 24))


@wide("mlp_train_96x512x768x20")
def _(rng):
    """A step of gradient descent on two dense layers."""

    def f(x, labels, w1, w2):
        def loss(w1, w2):
            return -(log_softmax(relu(x @ w1) @ w2) * labels).sum(-1).mean()

        slopes = jax.grad(loss, (0, 1))(w1, w2)
        return w1 - 0.1 * slopes[0], w2 - 0.1 * slopes[1]

    labels = np.eye(20, dtype=np.float32)[integers(rng, 20, 96)]
    return f, (normal(rng, 96, 512), labels, normal(rng, 512, 768, scale=0.05), normal(rng, 768, 20, scale=0.05))


# ---------------------------------------------------------------- windows, normalizations and their gradients


def convolution(x, filters, padding="SAME", **options):
    layout = ("NHWC", "HWIO", "NHWC") if x.ndim == 4 else ("NWC", "WIO", "NWC")
    strides = options.pop("strides", (1,) * (x.ndim - 2))
    return lax.conv_general_dilated(x, filters, strides, padding, dimension_numbers=layout, **options)


@wide("conv1d_dilated_4x3000x48")
def _(rng):
    """A convolution along one dimension whose window has gaps."""

    def f(x, filters):
        return convolution(x, filters, rhs_dilation=(8,))

    return f, (normal(rng, 4, 3000, 48), normal(rng, 3, 48, 48, scale=0.1))


@wide("conv7x7s2_160x160x3")
def _(rng):
    """The first convolution of a network of images, with stride 2."""

    def f(x, filters):
        return convolution(x, filters, strides=(2, 2))

    return f, (normal(rng, 2, 160, 160, 3), normal(rng, 7, 7, 3, 48, scale=0.1))


@wide("conv_transpose_24x24x48")
def _(rng):
    """A transposed convolution, which doubles an image."""

    def f(x, filters):
        return lax.conv_transpose(x, filters, (2, 2), "SAME")

    return f, (normal(rng, 4, 24, 24, 48), normal(rng, 4, 4, 48, 32, scale=0.1))


@wide("conv3x3_grads_40x40x32", tolerance=1e-2)
def _(rng):
    """The gradients of a convolution with respect to the image and to the filters."""

    def f(x, filters, slopes):
        return jax.vjp(convolution, x, filters)[1](slopes)

    return f, (normal(rng, 4, 40, 40, 32), normal(rng, 3, 3, 32, 48), normal(rng, 4, 40, 40, 48))


@wide("maxpool_grad_64x64x32", tolerance=0)
def _(rng):
    """The gradient of a pooling, which finds the largest of each window again."""

    def pool(x):
        return lax.reduce_window(x, -np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    return (lambda x, slopes: jax.vjp(pool, x)[1](slopes)), (normal(rng, 4, 64, 64, 32), normal(rng, 4, 32, 32, 32))


@wide("batchnorm_grad_16x28x28x96", tolerance=1e-2)
def _(rng):
    """The gradients of a batch normalization and a rectifier."""

    def norm(x, scale):
        batch = (0, 1, 2)
        return relu((x - x.mean(batch)) * lax.rsqrt(x.var(batch) + 1e-5) * scale)

    def f(x, scale, slopes):
        return jax.vjp(norm, x, scale)[1](slopes)

    return f, (normal(rng, 16, 28, 28, 96), normal(rng, 96), normal(rng, 16, 28, 28, 96))


@wide("adam_3m", tolerance=1e-4)
def _(rng):
    """A step of Adam on three million parameters."""

    def f(parameters, mean, variance, slopes):
        mean = 0.9 * mean + 0.1 * slopes
        variance = 0.999 * variance + 0.001 * slopes**2
        return parameters - 1e-3 * mean / (jnp.sqrt(variance) + 1e-8), mean, variance

    n = 3000000
    return f, (normal(rng, n), normal(rng, n), positive(rng, n), normal(rng, n))


# ---------------------------------------------------------------- what a call costs


@wide("eager_add_3x5", tolerance=1e-6)
def _(rng):
    """An addition of two small matrices, as an eager framework calls it."""
    return jnp.add, (normal(rng, 3, 5), normal(rng, 3, 5))
