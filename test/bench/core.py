"""The core group: the kernels and models that people run on a CPU, in the usual shapes.

The shapes are such that a call takes between a microsecond and a tenth of a second. Where NumPy, SciPy or ONNX have the
same, they are given it; convolutions and pooling are handed to ONNX with the channels in front, as it prefers them, and
weights as constants of its model.
"""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import scipy.fft
import scipy.linalg
from jax import lax

# First: it adds the folder of the next one to the path.
from registry import workload  # isort: skip
from program import integers, normal

# ---------------------------------------------------------------- products

for n in (256, 512, 1024, 2048):

    @workload(f"matmul_f32_{n}", numpy=np.matmul, onnx="y = MatMul (x0, x1)")
    def _(rng, n=n):
        """A product of square matrices."""
        return jnp.matmul, (normal(rng, n, n), normal(rng, n, n))


@workload("gemv_4096", numpy=np.matmul, onnx="y = MatMul (x0, x1)")
def _(rng):
    """A row times a matrix: bound by reading the matrix."""
    return jnp.matmul, (normal(rng, 1, 4096), normal(rng, 4096, 4096))


@workload("skinny_32x1024x4096", numpy=np.matmul, onnx="y = MatMul (x0, x1)")
def _(rng):
    """A few rows times a matrix, as in inference of small batches."""
    return jnp.matmul, (normal(rng, 32, 1024), normal(rng, 1024, 4096))


@workload("batched_16x256", numpy=np.matmul, onnx="y = MatMul (x0, x1)")
def _(rng):
    """Sixteen products of square matrices."""
    return jnp.matmul, (normal(rng, 16, 256, 256), normal(rng, 16, 256, 256))


@workload("matmul_bf16_1024", tolerance=1e-2)
def _(rng):
    """A product of bf16 matrices, accumulated in f32."""

    def f(a, b):
        return lax.dot(a, b, preferred_element_type=jnp.float32)

    return f, tuple(normal(rng, 1024, 1024, dtype=ml_dtypes.bfloat16) for _ in range(2))


@workload("matmul_i8_1024", tolerance=0)
def _(rng):
    """A product of 8-bit integers, accumulated in 32 bits."""

    def f(a, b):
        return lax.dot(a, b, preferred_element_type=jnp.int32)

    return f, tuple(integers(rng, 128, 1024, 1024, low=-128, dtype=np.int8) for _ in range(2))


@workload("heads_4x256x8x64", numpy=lambda q, k: np.matmul(q.transpose(0, 2, 1, 3), k.transpose(0, 2, 3, 1)))
def _(rng):
    """Scores of attention heads: a product over dimensions that lie in another order."""

    def f(q, k):
        return jnp.einsum("bqhd,bkhd->bhqk", q, k)

    return f, (normal(rng, 4, 256, 8, 64), normal(rng, 4, 256, 8, 64))


# ---------------------------------------------------------------- elementwise, reductions, movement


@workload(
    "gelu_16m",
    onnx="s = Constant <value = float {1.1}> () o = Constant <value = float {0.3}> () "
    'a = Mul (x0, s) b = Add (a, o) g = Gelu <approximate = "tanh"> (b) y = Mul (g, x0)',
)
def _(rng):
    """A chain of elementwise ops around GELU."""

    def f(x):
        return jax.nn.gelu(x * 1.1 + 0.3, approximate=True) * x

    return f, (normal(rng, 4096, 4096),)


def numpy_softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@workload("softmax_4096x1024", tolerance=1e-4, numpy=numpy_softmax, onnx="y = Softmax <axis = -1> (x0)")
def _(rng):
    """Softmax of rows."""
    return jax.nn.softmax, (normal(rng, 4096, 1024, scale=3),)


def layer_norm(x, scale, offset):
    centred = x - x.mean(-1, keepdims=True)
    return centred * lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale + offset


@workload("layernorm_4096x1024", onnx="y = LayerNormalization <axis = -1, epsilon = 1e-5> (x0, x1, x2)")
def _(rng):
    """Layer normalization of rows."""
    return layer_norm, (normal(rng, 4096, 1024), normal(rng, 1024), normal(rng, 1024))


def sum_along(axis):
    return f"axis = Constant <value_ints = [{axis}]> () y = ReduceSum <keepdims = 0> (x0, axis)"


@workload("sum_rows_64m", tolerance=1e-2, numpy=lambda x: x.sum(1), onnx=sum_along(1))
def _(rng):
    """Sums along the contiguous dimension."""
    return (lambda x: x.sum(1)), (normal(rng, 8192, 8192),)


@workload("sum_columns_64m", tolerance=1e-2, numpy=lambda x: x.sum(0), onnx=sum_along(0))
def _(rng):
    """Sums along the other dimension."""
    return (lambda x: x.sum(0)), (normal(rng, 8192, 8192),)


@workload(
    "transpose_4096",
    tolerance=0,
    numpy=lambda x: np.ascontiguousarray(x.T),
    onnx="y = Transpose <perm = [1, 0]> (x0)",
)
def _(rng):
    """A transposed copy."""
    return jnp.transpose, (normal(rng, 4096, 4096),)


# ---------------------------------------------------------------- windows


def convolution(x, filters, stride=1, groups=1):
    layout = ("NHWC", "HWIO", "NHWC")
    return lax.conv_general_dilated(x, filters, (stride, stride), "SAME", dimension_numbers=layout, feature_group_count=groups)


def max_pool(x):
    return lax.reduce_window(x, -np.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")


@workload("conv3x3_56x56x64", onnx='y = Conv <auto_pad = "SAME_UPPER"> (x0, x1)', weights=(1,), channels_first=True)
def _(rng):
    """A convolution of ResNet's second stage."""
    return convolution, (normal(rng, 1, 56, 56, 64), normal(rng, 3, 3, 64, 64))


@workload(
    "depthwise3x3_56x56x128",
    onnx='y = Conv <auto_pad = "SAME_UPPER", group = 128> (x0, x1)',
    weights=(1,),
    channels_first=True,
)
def _(rng):
    """A depthwise convolution, as in MobileNet."""

    def f(x, filters):
        return convolution(x, filters, groups=128)

    return f, (normal(rng, 1, 56, 56, 128), normal(rng, 3, 3, 1, 128))


@workload(
    "maxpool3x3_112x112x64",
    tolerance=0,
    onnx='y = MaxPool <kernel_shape = [3, 3], strides = [2, 2], auto_pad = "SAME_UPPER"> (x0)',
    channels_first=True,
)
def _(rng):
    """ResNet's pooling, with stride 2."""
    return max_pool, (normal(rng, 1, 112, 112, 64),)


# ---------------------------------------------------------------- indices, orders, transforms


@workload(
    "gather_32k_x256",
    tolerance=0,
    numpy=lambda table, i: np.take(table, i, axis=0, mode="clip"),
    onnx="y = Gather <axis = 0> (x0, x1)",
)
def _(rng):
    """Rows of a table by their numbers."""

    def f(table, i):
        return jnp.take(table, i, axis=0, mode="clip")

    return f, (normal(rng, 50000, 256), integers(rng, 50000, 32768))


@workload("scatter_add_32k_x256")
def _(rng):
    """Rows added to those of a table, several to each."""

    def f(table, i, rows):
        return table.at[i].add(rows, mode="drop")

    return f, (normal(rng, 5000, 256), integers(rng, 5000, 32768), normal(rng, 32768, 256))


@workload("sort_1m", tolerance=0, numpy=np.sort)
def _(rng):
    """A million numbers, sorted."""
    return jnp.sort, (normal(rng, 1 << 20),)


@workload("cumsum_1m", tolerance=5e-2, numpy=np.cumsum, onnx="axis = Constant <value = int64 {0}> () y = CumSum (x0, axis)")
def _(rng):
    """Running sums of a million numbers."""
    return jnp.cumsum, (normal(rng, 1 << 20),)


@workload("fft_64x65536", tolerance=5e-2, numpy=lambda x: scipy.fft.fft(x, workers=-1))
def _(rng):
    """Complex Fourier transforms of rows."""
    return jnp.fft.fft, ((normal(rng, 64, 65536) + 1j * normal(rng, 64, 65536)).astype(np.complex64),)


def positive_definite(rng, n):
    a = normal(rng, n, n)
    return a @ a.T / np.float32(n) + np.eye(n, dtype=np.float32)


@workload(
    "cholesky_512",
    numpy=lambda a: scipy.linalg.cholesky(a, lower=True, check_finite=False),
    portable=True,
)
def _(rng):
    """A Cholesky factorization."""

    def f(a):
        return lax.linalg.cholesky(a, symmetrize_input=False)

    return f, (positive_definite(rng, 512),)


@workload(
    "triangular_solve_512",
    numpy=lambda a, b: scipy.linalg.solve_triangular(a, b, lower=True, check_finite=False),
    portable=True,
)
def _(rng):
    """A triangular system with as many right sides."""

    def f(a, b):
        return lax.linalg.triangular_solve(a, b, left_side=True, lower=True)

    return f, (np.tril(positive_definite(rng, 512)), normal(rng, 512, 512))


@workload("while_1000_x64")
def _(rng):
    """A thousand steps of a loop with a small state."""

    def f(x):
        return lax.fori_loop(0, 1000, lambda i, x: x * 0.999 + jnp.sin(x) * 0.01, x)

    return f, (normal(rng, 64),)


@workload("threefry_4m", tolerance=0)
def _(rng):
    """Four million uniform random numbers by JAX's own generator, which is integer arithmetic."""

    def f(key):
        return jax.random.uniform(jax.random.wrap_key_data(key, impl="threefry2x32"), (4 << 20,))

    return f, (np.array([1, 2], np.uint32),)


# ---------------------------------------------------------------- models


@workload(
    "mlp_128x784x1024x10",
    onnx="h = Gemm (x0, x1, x2) r = Relu (h) y = Gemm (r, x3, x4)",
    weights=(1, 2, 3, 4),
)
def _(rng):
    """A network of two dense layers, on a batch of 128."""

    def f(x, w1, b1, w2, b2):
        return jax.nn.relu(x @ w1 + b1) @ w2 + b2

    small = {"scale": 0.03}
    return f, (normal(rng, 128, 784), normal(rng, 784, 1024, **small), normal(rng, 1024), normal(rng, 1024, 10, **small), normal(rng, 10))


def attention(q, k, v):
    scores = jnp.einsum("hqd,hkd->hqk", q, k) / 8
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores), v)


@workload(
    "attention_8x512x64",
    onnx="k = Transpose <perm = [0, 2, 1]> (x1) s = MatMul (x0, k) e = Constant <value = float {0.125}> () "
    "t = Mul (s, e) p = Softmax <axis = -1> (t) y = MatMul (p, x2)",
)
def _(rng):
    """Attention of eight heads over 512 positions."""
    return attention, tuple(normal(rng, 8, 512, 64) for _ in range(3))


@workload("encoder_block_256x512", tolerance=2e-3)
def _(rng):
    """A block of a transformer's encoder: normalizations, attention of eight heads, two dense layers."""
    length, width, heads = 256, 512, 8

    def f(x, qkv, out, w1, b1, w2, b2, norm1, norm2):
        split = jnp.split(layer_norm(x, *norm1) @ qkv, 3, -1)
        q, k, v = (part.reshape(length, heads, width // heads).transpose(1, 0, 2) for part in split)
        x = x + attention(q, k, v).transpose(1, 0, 2).reshape(length, width) @ out
        return x + jax.nn.gelu(layer_norm(x, *norm2) @ w1 + b1, approximate=True) @ w2 + b2

    dense = {"scale": 0.04}
    products = (normal(rng, width, 3 * width, **dense), normal(rng, width, width, **dense))
    first = (normal(rng, width, 4 * width, **dense), normal(rng, 4 * width))
    second = (normal(rng, 4 * width, width, scale=0.02), normal(rng, width))
    norms = tuple((normal(rng, width), normal(rng, width)) for _ in range(2))
    return f, (normal(rng, length, width), *products, *first, *second, *norms)


@workload("resnet18_224", tolerance=5e-3)
def _(rng):
    """ResNet-18 on an image, with its batch normalization folded into the filters."""
    stages = [(64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1)]

    def layer(size, taken, given):
        return normal(rng, size, size, taken, given, scale=(2 / (size * size * taken)) ** 0.5), normal(rng, given, scale=0.1)

    taken, blocks = 64, []
    for given, stride in stages:
        block = [layer(3, taken, given), layer(3, given, given)]
        if stride != 1:
            block.append(layer(1, taken, given))
        blocks.append(block)
        taken = given

    def f(x, stem, blocks, head):
        def apply(layer, x, stride=1):
            return convolution(x, layer[0], stride) + layer[1]

        x = max_pool(jax.nn.relu(apply(stem, x, 2)))
        for (_, stride), (first, second, *shortcut) in zip(stages, blocks):
            y = apply(second, jax.nn.relu(apply(first, x, stride)))
            x = jax.nn.relu(y + (apply(shortcut[0], x, stride) if shortcut else x)) * 0.7
        return x.mean((1, 2)) @ head[0] + head[1]

    head = (normal(rng, 512, 1000, scale=0.04), normal(rng, 1000))
    return f, (normal(rng, 1, 224, 224, 3), layer(7, 3, 64), blocks, head)


# ---------------------------------------------------------------- what a call costs


@workload("tiny_scalar", tolerance=1e-6)
def _(rng):
    """Two numbers in, one out."""
    return (lambda a, b: a * b + 1), (np.float32(2), np.float32(3))


@workload("tiny_vector", tolerance=1e-5)
def _(rng):
    """Two vectors of sixteen in, one out."""
    return (lambda a, b: jnp.tanh(a * b + 1)), (normal(rng, 16), normal(rng, 16))
