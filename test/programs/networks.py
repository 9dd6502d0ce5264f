"""Neural networks: inference, gradients, training steps."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from program import integers, normal, program

NHWC = ("NHWC", "HWIO", "NHWC")
NCHW = ("NCHW", "OIHW", "NCHW")


def conv(x, w, stride=1, padding="SAME", layout=NHWC, **rest):
    return lax.conv_general_dilated(x, w, (stride,) * (x.ndim - 2), padding, dimension_numbers=layout, **rest)


def max_pool(x, window, strides, padding="VALID"):
    return lax.reduce_window(x, -jnp.inf, lax.max, window, strides, padding)


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


def cross_entropy(logits, labels):
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], axis=1))


# ---------------------------------------------------------------- convolutions


@program()
def conv_net(rng):
    """A LeNet: convolutions with strides and biases, max-pooling, dense layers, softmax."""

    def f(x, w1, b1, w2, b2, w3, b3):
        x = max_pool(jax.nn.relu(conv(x, w1) + b1), (1, 2, 2, 1), (1, 2, 2, 1))
        x = max_pool(jax.nn.relu(conv(x, w2, 2, "VALID") + b2), (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        return jax.nn.softmax(x.reshape(x.shape[0], -1) @ w3 + b3)

    return f, (
        normal(rng, 4, 20, 20, 3),
        normal(rng, 5, 5, 3, 8, scale=0.1),
        normal(rng, 8),
        normal(rng, 3, 3, 8, 16, scale=0.1),
        normal(rng, 16),
        normal(rng, 64, 10, scale=0.1),
        normal(rng, 10),
    )


@program(tolerance=1e-5)
def conv_net_train_step(rng):
    """A step of gradient descent with momentum through convolution, batch norm (with its running statistics) and
    max-pooling."""

    def forward(parameters, x):
        w1, scale, bias, w2, b2 = parameters
        x = conv(x, w1, layout=NCHW)
        mean, variance = x.mean((0, 2, 3)), x.var((0, 2, 3))
        row = (None, slice(None), None, None)
        x = (x - mean[row]) * lax.rsqrt(variance[row] + 1e-5) * scale[row] + bias[row]
        x = max_pool(jax.nn.relu(x), (1, 1, 3, 3), (1, 1, 2, 2), "SAME")
        return x.reshape(x.shape[0], -1) @ w2 + b2, (mean, variance)

    def loss(parameters, x, labels):
        logits, statistics = forward(parameters, x)
        return cross_entropy(logits, labels), statistics

    def f(parameters, velocities, running, x, labels):
        (value, statistics), gradients = jax.value_and_grad(loss, has_aux=True)(parameters, x, labels)
        velocities = jax.tree.map(lambda v, g: 0.9 * v + g, velocities, gradients)
        parameters = jax.tree.map(lambda p, v: p - 0.1 * v, parameters, velocities)
        running = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, running, statistics)
        return value, parameters, velocities, running

    parameters = (normal(rng, 6, 3, 3, 3, scale=0.3), normal(rng, 6), normal(rng, 6), normal(rng, 216, 10, scale=0.1), normal(rng, 10))
    velocities = tuple(normal(rng, *p.shape, scale=0.01) for p in parameters)
    running = (normal(rng, 6), np.abs(normal(rng, 6)))
    return f, (parameters, velocities, running, normal(rng, 8, 3, 12, 12), integers(rng, 10, 8))


@program(tolerance=1e-5)
def residual_network(rng):
    """Two residual blocks, one with a strided shortcut, global average pooling."""

    def f(x, w1, w2, w3, w4, shortcut, w5):
        x = jax.nn.relu(x + conv(jax.nn.relu(conv(x, w1)), w2))
        x = jax.nn.relu(conv(x, shortcut, 2) + conv(jax.nn.relu(conv(x, w3, 2)), w4))
        return x.mean((1, 2)) @ w5

    filters = [normal(rng, 3, 3, i, o, scale=0.15) for i, o in [(8, 8), (8, 8), (8, 16), (16, 16)]]
    return f, (normal(rng, 2, 16, 16, 8), *filters, normal(rng, 1, 1, 8, 16), normal(rng, 16, 10))


@program(tolerance=1e-5)
def separable_convolutions(rng):
    """Depthwise, grouped and pointwise convolutions as in MobileNet, and their gradients."""

    def f(x, depthwise, pointwise, grouped):
        def loss(x, depthwise, pointwise, grouped):
            y = jax.nn.relu6(conv(x, depthwise, 2, feature_group_count=8))
            y = jax.nn.hard_swish(conv(y, pointwise))
            return jnp.sum(conv(y, grouped, feature_group_count=4) ** 2)

        return jax.value_and_grad(loss, argnums=(0, 1, 2, 3))(x, depthwise, pointwise, grouped)

    return f, (
        normal(rng, 2, 9, 9, 8),
        normal(rng, 3, 3, 1, 16, scale=0.3),
        normal(rng, 1, 1, 16, 12, scale=0.3),
        normal(rng, 3, 3, 3, 8, scale=0.3),
    )


@program(tolerance=1e-5)
def dilated_convolution_1d(rng):
    """A WaveNet block: causal convolutions with growing dilation, gates, skip connections, and its gradient."""

    def block(x, filters, gates, skips):
        total = 0.0
        for i in range(3):
            causal = [(2**i, 0)]
            y = jnp.tanh(lax.conv_general_dilated(x, filters[i], (1,), causal, rhs_dilation=(2**i,), dimension_numbers=("NWC", "WIO", "NWC")))
            y *= jax.nn.sigmoid(
                lax.conv_general_dilated(x, gates[i], (1,), causal, rhs_dilation=(2**i,), dimension_numbers=("NWC", "WIO", "NWC"))
            )
            total, x = total + y @ skips[i], x + y
        return jnp.mean(total**2), total

    def f(*inputs):
        return jax.value_and_grad(block, argnums=(0, 1, 2, 3), has_aux=True)(*inputs)

    return f, (normal(rng, 2, 24, 6), normal(rng, 3, 2, 6, 6), normal(rng, 3, 2, 6, 6), normal(rng, 3, 6, 4))


@program(tolerance=1e-5)
def transposed_convolution(rng):
    """A decoder that upsamples by transposed convolutions, and the gradient of its reconstruction error."""

    def decode(code, w1, w2):
        x = jax.nn.leaky_relu(lax.conv_transpose(code, w1, (2, 2), "SAME"))
        return jax.nn.sigmoid(lax.conv_transpose(x, w2, (3, 2), "VALID"))

    def f(image, *parameters):
        def loss(*parameters):
            return jnp.mean((decode(*parameters) - image) ** 2)

        return decode(*parameters), jax.grad(loss, argnums=(0, 1, 2))(*parameters)

    return f, (normal(rng, 2, 24, 16, 3), normal(rng, 2, 4, 4, 8), normal(rng, 4, 4, 8, 6, scale=0.2), normal(rng, 3, 2, 6, 3, scale=0.2))


@program(tolerance=1e-5)
def convolution_3d(rng):
    """Video features: 3-d convolution and pooling, with the gradient of both."""

    def loss(x, w):
        y = lax.conv_general_dilated(x, w, (1, 2, 2), [(1, 1), (0, 1), (1, 0)], dimension_numbers=("NDHWC", "DHWIO", "NDHWC"))
        return jnp.sum(jnp.tanh(max_pool(y, (1, 2, 2, 2, 1), (1, 1, 2, 2, 1))))

    return jax.value_and_grad(loss, argnums=(0, 1)), (normal(rng, 1, 5, 10, 10, 3), normal(rng, 3, 2, 3, 3, 4, scale=0.3))


@program()
def average_pooling_gradient(rng):
    """Average pooling that counts only what is inside the image, group norm, and the gradient of both."""

    def f(x, scale):
        def loss(x, scale):
            window = ((1, 3, 3, 1), (1, 2, 2, 1), "SAME")
            pooled = lax.reduce_window(x, 0.0, lax.add, *window) / lax.reduce_window(jnp.ones_like(x), 0.0, lax.add, *window)
            groups = pooled.reshape(*pooled.shape[:3], 2, -1)
            centered = groups - groups.mean((1, 2, 4), keepdims=True)
            normed = centered * lax.rsqrt((centered**2).mean((1, 2, 4), keepdims=True) + 1e-5)
            return jnp.sum(jnp.sin(normed.reshape(pooled.shape) * scale))

        return jax.value_and_grad(loss, argnums=(0, 1))(x, scale)

    return f, (normal(rng, 2, 7, 8, 6), normal(rng, 6))


@program(tolerance=1e-5)
def vision_transformer_patches(rng):
    """Patches cut by a convolution, a class token, positions, one mixer layer."""

    def f(x, w, token, positions, mix):
        patches = lax.conv_general_dilated_patches(x, (4, 4), (4, 4), "VALID", dimension_numbers=NHWC)
        y = patches.reshape(x.shape[0], -1, patches.shape[-1]) @ w
        y = jnp.concatenate([jnp.broadcast_to(token, (x.shape[0], 1, token.shape[-1])), y], axis=1) + positions
        return y + jax.nn.gelu(jnp.einsum("bsd,st->btd", y, mix))

    return f, (normal(rng, 2, 12, 12, 3), normal(rng, 48, 16, scale=0.2), normal(rng, 1, 16), normal(rng, 10, 16), normal(rng, 10, 10, scale=0.3))


# ---------------------------------------------------------------- sequences

S, D, H = 12, 32, 4


def attention(x, wqkv, wo, causal):
    q, k, v = (t.reshape(S, H, D // H).transpose(1, 0, 2) for t in jnp.split(x @ wqkv, 3, -1))
    scores = jnp.einsum("hqd,hkd->hqk", q, k) / np.sqrt(D // H).astype(np.float32)
    if causal:
        scores = jnp.where(jnp.tril(jnp.ones((S, S), bool)), scores, -jnp.inf)
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores), v).transpose(1, 0, 2).reshape(S, D) @ wo


def encoder_block(x, wqkv, wo, w1, b1, w2, b2, g1, c1, g2, c2):
    x = x + attention(layer_norm(x, g1, c1), wqkv, wo, causal=True)
    return x + jax.nn.gelu(layer_norm(x, g2, c2) @ w1 + b1) @ w2 + b2


def encoder_parameters(rng):
    return (
        normal(rng, D, 3 * D, scale=0.2),
        normal(rng, D, D, scale=0.2),
        normal(rng, D, 4 * D, scale=0.2),
        normal(rng, 4 * D),
        normal(rng, 4 * D, D, scale=0.1),
        *(normal(rng, D) for _ in range(5)),
    )


@program(tolerance=1e-5)
def transformer_block(rng):
    """A transformer's block: layer norm, causal attention, and a dense network with the tanh form of gelu."""
    return encoder_block, (normal(rng, S, D), *encoder_parameters(rng))


@program(tolerance=1e-5)
def transformer_block_gradient(rng):
    """The gradient of a transformer's block for its input and for all of its parameters."""

    def f(x, *parameters):
        return jax.value_and_grad(lambda *a: jnp.mean(encoder_block(*a) ** 2), argnums=tuple(range(11)))(x, *parameters)

    return f, (normal(rng, S, D), *encoder_parameters(rng))


@program(tolerance=1e-5)
def llama_decode_step(rng):
    """One token through RMS norm, rotary positions, grouped-query attention over a cache that it extends, and SwiGLU."""
    heads, groups, width, length = 4, 2, 8, 16

    def rotate(x, position):
        angle = position * 10000.0 ** (-jnp.arange(width // 2, dtype=jnp.float32) * 2 / width)
        a, b = jnp.split(x, 2, -1)
        return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), b * jnp.cos(angle) + a * jnp.sin(angle)], -1)

    def rms_norm(x, scale):
        return x * lax.rsqrt(jnp.mean(x * x) + 1e-6) * scale

    def f(x, keys, values, position, wq, wk, wv, wo, w1, w2, w3, g1, g2):
        h = rms_norm(x, g1)
        q = rotate((h @ wq).reshape(heads, width), position)
        k = rotate((h @ wk).reshape(groups, width), position)
        keys = lax.dynamic_update_slice(keys, k[None], (position, 0, 0))
        values = lax.dynamic_update_slice(values, (h @ wv).reshape(1, groups, width), (position, 0, 0))
        scores = jnp.einsum("ghd,tgd->ght", q.reshape(groups, heads // groups, width), keys) / np.float32(np.sqrt(width))
        scores = jnp.where(jnp.arange(length) <= position, scores, -1e30)
        x = x + jnp.einsum("ght,tgd->ghd", jax.nn.softmax(scores), values).reshape(-1) @ wo
        h = rms_norm(x, g2)
        return x + (jax.nn.silu(h @ w1) * (h @ w3)) @ w2, keys, values

    d = heads * width
    return f, (
        normal(rng, d),
        normal(rng, length, groups, width),
        normal(rng, length, groups, width),
        np.int32(9),
        *(normal(rng, d, n, scale=0.2) for n in (d, groups * width, groups * width, d, 2 * d)),
        normal(rng, 2 * d, d, scale=0.2),
        normal(rng, d, 2 * d, scale=0.2),
        normal(rng, d),
        normal(rng, d),
    )


def lstm_scan(xs, h, c, w, u, b):
    def step(state, x):
        h, c = state
        i, f, g, o = jnp.split(x @ w + h @ u + b, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    return lax.scan(step, (h, c), xs)


def lstm_inputs(rng):
    n, d, hidden = 3, 5, 8
    weights = normal(rng, d, 4 * hidden, scale=0.4), normal(rng, hidden, 4 * hidden, scale=0.4), normal(rng, 4 * hidden)
    return normal(rng, 10, n, d), normal(rng, n, hidden), normal(rng, n, hidden), *weights


@program()
def lstm(rng):
    """An LSTM over 10 steps by scan."""
    return lstm_scan, lstm_inputs(rng)


@program(tolerance=1e-5)
def lstm_gradient(rng):
    """The gradient of an LSTM through time, rematerialized: two scans, one of them in reverse."""

    def f(*inputs):
        return jax.grad(lambda *a: jnp.sum(jax.checkpoint(lstm_scan)(*a)[1] ** 2), argnums=(0, 1, 2, 3, 4, 5))(*inputs)

    return f, lstm_inputs(rng)


@program()
def gru_bidirectional(rng):
    """A GRU over sequences of different lengths, forwards and backwards."""

    def f(xs, lengths, w, u):
        def step(h, at):
            t, x = at
            r, z, n = jnp.split(x @ w, 3, -1)
            hr, hz, hn = jnp.split(h @ u, 3, -1)
            z = jax.nn.sigmoid(z + hz)
            new = (1 - z) * jnp.tanh(n + jax.nn.sigmoid(r + hr) * hn) + z * h
            h = jnp.where((t < lengths)[:, None], new, h)
            return h, h

        start = jnp.zeros((xs.shape[1], u.shape[0]))
        steps = jnp.arange(xs.shape[0])
        return lax.scan(step, start, (steps, xs)), lax.scan(step, start, (steps, xs), reverse=True)

    return f, (normal(rng, 9, 4, 6), np.array([9, 3, 1, 7], np.int32), normal(rng, 6, 24, scale=0.4), normal(rng, 8, 24, scale=0.4))


@program(tolerance=1e-5)
def state_space_scan(rng):
    """A selective state space layer: a linear recurrence by associative_scan."""

    def f(x, a, b, c):
        decay = jnp.exp(-jax.nn.softplus(a) * jax.nn.softplus(x)[..., None])
        drive = x[..., None] * b[:, None, :]

        def combine(left, right):
            return left[0] * right[0], right[0] * left[1] + right[1]

        _, states = lax.associative_scan(combine, (decay, drive))
        return jnp.einsum("tdn,tn->td", states, c)

    return f, (normal(rng, 21, 6), normal(rng, 4), normal(rng, 21, 4), normal(rng, 21, 4))


# ---------------------------------------------------------------- parts


@program()
def embedding_gradient(rng):
    """Embeddings looked up and summed, and the gradient of the table, in which rows meet."""

    def f(table, tokens, target):
        def loss(table):
            return jnp.sum((table[tokens].sum(1) - target) ** 2)

        return table[tokens], jax.value_and_grad(loss)(table)

    return f, (normal(rng, 20, 8), integers(rng, 20, 6, 7), normal(rng, 6, 8))


@program()
def layer_norm_gradient(rng):
    """The gradient of layer norm for its input, scale and bias."""

    def f(x, scale, bias, w):
        return jax.grad(lambda *a: jnp.sum(layer_norm(*a) * w), argnums=(0, 1, 2))(x, scale, bias)

    return f, (normal(rng, 10, 33), normal(rng, 33), normal(rng, 33), normal(rng, 10, 33))


@program()
def label_smoothing(rng):
    """Cross-entropy with smoothed labels, a temperature and a mask, and its gradient."""

    def f(logits, labels, mask):
        def loss(logits):
            targets = jax.nn.one_hot(labels, logits.shape[-1]) * 0.9 + 0.1 / logits.shape[-1]
            each = -jnp.sum(targets * jax.nn.log_softmax(logits / 0.7), -1)
            return jnp.sum(jnp.where(mask, each, 0.0)) / jnp.sum(mask)

        return jax.value_and_grad(loss)(logits)

    return f, (normal(rng, 16, 11, scale=3), integers(rng, 11, 16), rng.random(16) < 0.7)


@program()
def adam_step(rng):
    """Adam with weight decay, clipping by the global norm and a warm-up schedule, on three parameters."""

    def f(step, parameters, first, second, gradients):
        norm = jnp.sqrt(sum(jnp.sum(g * g) for g in gradients))
        gradients = [g * jnp.minimum(1.0, 1.0 / norm) for g in gradients]
        rate = 1e-2 * jnp.minimum(step / 10.0, 0.5 * (1 + jnp.cos(jnp.pi * step / 100.0)))
        first = [0.9 * m + 0.1 * g for m, g in zip(first, gradients)]
        second = [0.999 * v + 0.001 * g * g for v, g in zip(second, gradients)]
        correct = (1 - 0.9**step, 1 - 0.999**step)
        moved = [p - rate * (m / correct[0] / (jnp.sqrt(v / correct[1]) + 1e-8) + 0.01 * p) for p, m, v in zip(parameters, first, second)]
        return moved, first, second

    def tensors(scale):
        return [normal(rng, *shape, scale=scale) for shape in [(9, 17), (17,), (2, 3, 5)]]

    return f, (np.float32(7), tensors(1), tensors(0.1), [np.abs(t) for t in tensors(0.1)], tensors(1))


@program()
def dropout_gradient(rng):
    """Dropout drawn from a key, and the gradient through it."""

    def f(key, x, w):
        def loss(w):
            keep = jax.random.bernoulli(jax.random.wrap_key_data(key), 0.8, x.shape)
            return jnp.sum(jnp.tanh(jnp.where(keep, x / 0.8, 0) @ w))

        return jax.value_and_grad(loss)(w)

    return f, (np.array([3, 5], np.uint32), normal(rng, 8, 12), normal(rng, 12, 4))


@program(tolerance=1e-5)
def mixture_of_experts(rng):
    """Tokens go to their best two of four experts, each with a capacity: top-k, cumsum, one-hot dispatch by einsum."""
    capacity = 6

    def f(x, router, w1, w2):
        gates = jax.nn.softmax(x @ router)
        weights, experts = lax.top_k(gates, 2)
        chosen = jax.nn.one_hot(experts, 4)
        place = jnp.cumsum(chosen.reshape(-1, 4), axis=0).reshape(chosen.shape) * chosen - 1
        dispatch = jax.nn.one_hot(place.astype(jnp.int32), capacity) * chosen[..., None]
        inputs = jnp.einsum("tkec,td->ecd", dispatch, x)
        outputs = jnp.einsum("ech,ehd->ecd", jax.nn.relu(jnp.einsum("ecd,edh->ech", inputs, w1)), w2)
        return jnp.einsum("tkec,ecd,tk->td", dispatch, outputs, weights), dispatch.sum((0, 1, 3))

    return f, (normal(rng, 10, 8), normal(rng, 8, 4), normal(rng, 4, 8, 16, scale=0.3), normal(rng, 4, 16, 8, scale=0.3))


@program(tolerance=1e-5)
def graph_attention(rng):
    """Messages along 40 edges of a graph, weighted by a softmax over the edges that meet in a node."""

    def f(nodes, senders, receivers, w, a):
        h = nodes @ w
        score = jax.nn.leaky_relu(jnp.concatenate([h[senders], h[receivers]], -1) @ a, 0.2)
        n = nodes.shape[0]
        weight = jnp.exp(score - jax.ops.segment_max(score, receivers, n)[receivers])
        weight = weight / jax.ops.segment_sum(weight, receivers, n)[receivers]
        return jax.nn.elu(jax.ops.segment_sum(weight[:, None] * h[senders], receivers, n))

    return f, (normal(rng, 12, 5), integers(rng, 12, 40), integers(rng, 12, 40), normal(rng, 5, 7), normal(rng, 14))


@program(tolerance=1e-5)
def contrastive_loss(rng):
    """InfoNCE between two views of a batch, with a gradient through the normalization."""

    def loss(a, b, temperature):
        a, b = (x / jnp.linalg.norm(x, axis=1, keepdims=True) for x in (a, b))
        logits = a @ b.T * jnp.exp(temperature)
        diagonal = jnp.diagonal(logits)
        return jnp.mean(jax.nn.logsumexp(logits, axis=1) - diagonal) + jnp.mean(jax.nn.logsumexp(logits, axis=0) - diagonal)

    return jax.value_and_grad(loss, argnums=(0, 1, 2)), (normal(rng, 12, 16), normal(rng, 12, 16), np.float32(1.5))


@program()
def activations(rng):
    """Fifteen activation functions and their derivatives."""
    functions = [
        jax.nn.relu, jax.nn.gelu, lambda x: jax.nn.gelu(x, approximate=False), jax.nn.silu, jax.nn.softplus, jax.nn.elu,
        jax.nn.selu, jax.nn.celu, jax.nn.leaky_relu, jax.nn.hard_tanh, jax.nn.soft_sign, jax.nn.log_sigmoid, jax.nn.mish,
        jax.nn.squareplus, jax.nn.glu,
    ]  # fmt: skip

    def f(x):
        return [jax.value_and_grad(lambda x, g=g: jnp.sum(g(x)))(x) for g in functions]

    return f, (normal(rng, 64, scale=3),)


# ---------------------------------------------------------------- narrow types


def mlp(x, w1, b1, w2, b2):
    return jax.nn.relu(x @ w1 + b1) @ w2 + b2


def mlp_inputs(rng, dtype):
    shapes = [(8, 24), (24, 32), (32,), (32, 10), (10,)]
    return tuple(normal(rng, *shape, scale=0.3).astype(dtype) for shape in shapes)


@program()
def bf16_mlp(rng):
    """A network whose weights, activations and gradients are bf16, with a loss in f32."""

    def f(*inputs):
        def loss(*inputs):
            return jnp.mean(jax.nn.logsumexp(mlp(*inputs).astype(jnp.float32), axis=1))

        return mlp(*inputs), jax.grad(loss, argnums=(1, 2, 3, 4))(*inputs)

    return f, mlp_inputs(rng, ml_dtypes.bfloat16)


# The gradients are computed in f16 and only returned as f32.
@program(tolerance=1e-3)
def f16_mlp(rng):
    """A network in f16 with a scaled loss, whose gradients are checked for infinity."""

    def f(*inputs):
        def loss(*inputs):
            return jnp.mean(jax.nn.log_softmax(mlp(*inputs)).astype(jnp.float32) ** 2) * 128

        gradients = jax.grad(loss, argnums=(1, 2, 3, 4))(*inputs)
        finite = jnp.all(jnp.array([jnp.all(jnp.isfinite(g)) for g in gradients]))
        return mlp(*inputs), [jnp.where(finite, g.astype(jnp.float32) / 128, 0) for g in gradients]

    return f, mlp_inputs(rng, np.float16)


# A scale, or a value before rounding, that is one unit off moves a result by one step of the 8 bits.
@program(tolerance=2e-2)
def int8_mlp(rng):
    """A network quantized by hand: activations per row, weights per column, products of int8 summed in int32."""

    def quantize(x, axis):
        scale = jnp.max(jnp.abs(x), axis=axis, keepdims=True) / 127
        return jnp.clip(jnp.round(x / scale), -127, 127).astype(jnp.int8), scale

    def dense(x, w, scale, bias):
        q, s = quantize(x, 1)
        return lax.dot(q, w, preferred_element_type=jnp.int32).astype(jnp.float32) * (s * scale) + bias

    def f(x, w1, s1, b1, w2, s2, b2):
        return dense(jax.nn.relu(dense(x, w1, s1, b1)), w2, s2, b2)

    def weights(m, n):
        return integers(rng, 128, m, n, low=-127, dtype=np.int8), np.abs(normal(rng, 1, n, scale=0.01)), normal(rng, n)

    return f, (normal(rng, 8, 24), *weights(24, 32), *weights(32, 10))


@program()
def f8_mlp(rng):
    """Weights and activations rounded to f8 with a scale each, multiplied in bf16."""

    def rounded(x, dtype):
        scale = jnp.max(jnp.abs(x)) / float(jnp.finfo(dtype).max)
        return (x / scale).astype(dtype), scale

    def f(x, w):
        (a, sa), (b, sb) = rounded(x, jnp.float8_e5m2), rounded(w, jnp.float8_e4m3fn)
        return lax.dot(a.astype(jnp.bfloat16), b.astype(jnp.bfloat16), preferred_element_type=jnp.float32) * sa * sb

    return f, (normal(rng, 8, 24), normal(rng, 24, 16))
