"""Discrete programs: sorting, indexing, scans, bits, random numbers, control flow."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from program import integers, normal, program, uniform

# ---------------------------------------------------------------- sorting and selecting


@program()
def sorting(rng):
    """sort, argsort both ways, sort by keys, ranks; NaN goes last."""

    def f(x, n):
        broken = jnp.where(x > 1.5, jnp.nan, x)
        by_keys = lax.sort((n, x[0, : n.shape[0]], jnp.arange(n.shape[0])), num_keys=2)
        return (
            (jnp.sort(broken, axis=0), jnp.argsort(x, axis=1), jnp.argsort(-n, stable=True), jnp.sort(n, descending=True)),
            (by_keys, jnp.lexsort((x[0, : n.shape[0]], n)), jnp.argsort(jnp.argsort(x, axis=1), axis=1)),
        )

    return f, (normal(rng, 7, 40), integers(rng, 6, 25, low=-6))


@program()
def top_k_sampling(rng):
    """The next token: temperature, top-k and nucleus filters, and a draw by the Gumbel trick."""

    def f(key, logits):
        logits = logits / 0.8
        threshold = lax.top_k(logits, 12)[0][:, -1:]
        logits = jnp.where(logits < threshold, -jnp.inf, logits)
        order = jnp.argsort(logits, axis=1, descending=True)
        ranked = jnp.take_along_axis(jax.nn.softmax(logits), order, axis=1)
        kept = jnp.cumsum(ranked, axis=1) - ranked < 0.9
        kept = jnp.zeros_like(kept).at[jnp.arange(logits.shape[0])[:, None], order].set(kept)
        logits = jnp.where(kept, logits, -jnp.inf)
        return jax.random.categorical(jax.random.wrap_key_data(key), logits), logits

    return f, (np.array([1, 2], np.uint32), normal(rng, 5, 50, scale=2))


@program()
def beam_search_step(rng):
    """A step of beam search: scores of all continuations, the best three over beams and words, reordered histories."""

    def f(scores, histories, lengths, logits, ended):
        beams, words = logits.shape
        steps = jnp.where(ended[:, None], jnp.where(jnp.arange(words) == 0, 0.0, -jnp.inf), jax.nn.log_softmax(logits))
        total = scores[:, None] + steps
        ranked = (total / ((5 + lengths[:, None]) / 6.0) ** 0.6).reshape(-1)
        _, best = lax.top_k(ranked, beams)
        beam, word = best // words, best % words
        histories = histories[beam].at[jnp.arange(beams), lengths[beam]].set(word)
        return total.reshape(-1)[best], histories, lengths[beam] + ~ended[beam], ended[beam] | (word == 0)

    return f, (
        normal(rng, 3),
        integers(rng, 20, 3, 8),
        np.array([4, 5, 4], np.int32),
        normal(rng, 3, 20, scale=2),
        np.array([False, True, False]),
    )


@program()
def nearest_neighbours(rng):
    """k nearest neighbours by top-k of distances, and their vote."""

    def f(points, labels, queries):
        distances = jnp.sum((queries[:, None] - points[None]) ** 2, -1)
        near, which = lax.top_k(-distances, 5)
        votes = jnp.sum(jax.nn.one_hot(labels[which], 4), axis=1)
        return near, which, jnp.argmax(votes, axis=1)

    return f, (normal(rng, 40, 3), integers(rng, 4, 40), normal(rng, 7, 3))


@program()
def searching(rng):
    """searchsorted by three methods, unique with its inverse and counts, membership, digitize, where with a size."""

    def f(edges, x, n):
        found = [jnp.searchsorted(edges, x, method=method) for method in ("scan", "sort", "compare_all")]
        unique = jnp.unique(n, return_inverse=True, return_counts=True, size=12, fill_value=-1)
        return found, unique, jnp.isin(n, jnp.array([2, 5, 7])), jnp.digitize(x, edges), jnp.nonzero(n > 5, size=20, fill_value=99)

    return f, (np.sort(normal(rng, 15)), normal(rng, 20), integers(rng, 10, 30))


@program()
def suppress_boxes(rng):
    """Non-maximum suppression of boxes: sorted by score, overlaps as a matrix, a greedy loop."""

    def f(boxes, scores):
        order = jnp.argsort(-scores)
        corner, size = boxes[order, :2], jnp.abs(boxes[order, 2:])
        low = jnp.maximum(corner[:, None], corner[None])
        high = jnp.minimum((corner + size)[:, None], (corner + size)[None])
        overlap = jnp.prod(jnp.maximum(high - low, 0), -1)
        area = jnp.prod(size, -1)
        iou = overlap / (area[:, None] + area[None] - overlap)

        def step(i, kept):
            return kept.at[i].set(~jnp.any((iou[i] > 0.3) & kept & (jnp.arange(kept.shape[0]) < i)))

        kept = lax.fori_loop(0, scores.shape[0], step, jnp.zeros(scores.shape, bool))
        return iou, jnp.zeros_like(kept).at[order].set(kept)

    return f, (normal(rng, 20, 4), uniform(rng, 20))


# ---------------------------------------------------------------- indices


@program()
def segment_reductions(rng):
    """Sums, products, minima and maxima of segments, some of them empty, and indices that are out of bounds."""

    def f(x, segments, n):
        return [
            reduction(data, segments, num_segments=8)
            for reduction in (jax.ops.segment_sum, jax.ops.segment_prod, jax.ops.segment_min, jax.ops.segment_max)
            for data in (x, n)
        ]

    return f, (normal(rng, 30, 3), integers(rng, 10, 30, low=-2), integers(rng, 50, 30, low=-50))


@program()
def scatter_modes(rng):
    """Scatters that set, add, multiply, take minima and maxima, with indices that clip, drop and wrap around."""

    def f(x, i, updates):
        return (
            x.at[i].add(updates),
            x.at[i].multiply(updates),
            x.at[i, 2].min(updates[:, 0]),
            x.at[:, i[:4] % 5].max(2.0),
            x.at[i + 20].set(1.0, mode="clip"),
            x.at[i - 50].add(updates, mode="drop"),
            x.at[i[:3], 1::2].set(0.5, unique_indices=False),
            x.at[::3, -1].power(2.0),
            jnp.put_along_axis(x, i[None, :5] % 12, 7.0, axis=0, inplace=False),
        )

    return f, (normal(rng, 12, 5), integers(rng, 12, 9, low=-12), normal(rng, 9, 5))


@program()
def gather_modes(rng):
    """Gathers by several index arrays, along axes, of windows, with indices that clip, fill and wrap around."""

    def f(x, i, j):
        return (
            x[i, :, j],
            x[i[:, None], 1:3, j[None, :2]],
            jnp.take(x, i, axis=1, mode="clip"),
            jnp.take(x, i + 3, axis=0, mode="fill", fill_value=-1),
            jnp.take(x, i * 7, axis=2, mode="wrap"),
            jnp.take_along_axis(x, jnp.argsort(x, axis=1), axis=1),
            jax.vmap(lambda row, k: lax.dynamic_slice(row, (k, 0), (2, 3)))(x, jnp.arange(x.shape[0]) - 1),
            x[..., ::-2],
            x[:, np.array([True, False, True, True])],
        )

    return f, (normal(rng, 6, 4, 5), integers(rng, 4, 8, low=-4), integers(rng, 5, 8, low=-5))


@program()
def sliding_windows(rng):
    """A scan that reads windows by dynamic_slice and writes what it finds by dynamic_update_slice; starts that clamp."""

    def f(x, starts):
        def step(state, start):
            window = lax.dynamic_slice(state, (start, start // 2), (3, 2))
            state = lax.dynamic_update_slice(state, jnp.flip(window, 0) * 0.5, (start + 1, start - 2))
            return state, (window.sum(), lax.dynamic_index_in_dim(state, start, 0, keepdims=False))

        return lax.scan(step, x, starts)

    return f, (normal(rng, 10, 6), integers(rng, 14, 12, low=-3))


@program()
def shape_shuffling(rng):
    """roll, flip, tile, repeat, stack, split, pad in five modes, rot90, triangles, meshgrid, block matrices."""

    def f(x, n):
        modes = ("constant", "edge", "reflect", "wrap", "symmetric")
        return (
            (jnp.roll(x, (2, -1), (0, 1)), jnp.flip(x, 1), jnp.tile(x, (2, 1, 3)), jnp.repeat(x, 2, axis=1)),
            [jnp.pad(x, ((2, 1), (0, 2)), mode=mode) for mode in modes],
            (jnp.rot90(x), jnp.triu(x, 1), jnp.tril(x, -1), jnp.stack([x, -x], 1), jnp.array_split(x, 4, axis=0)),
            (jnp.meshgrid(n, n), jnp.block([[x, x], [x, -x]]), jnp.diag(n), jnp.moveaxis(x[None], 0, 2), jnp.roll(n, n[0])),
            jnp.repeat(n, jnp.array([0, 2, 1, 3]), total_repeat_length=6),
        )

    return f, (normal(rng, 5, 4), integers(rng, 5, 4))


@program()
def histograms(rng):
    """bincount with weights, histograms in one and two dimensions, a confusion matrix."""

    def f(n, m, x, y):
        confusion = jnp.zeros((6, 6), jnp.int32).at[n, m].add(1)
        return jnp.bincount(n, x, length=8), jnp.histogram(x, 10, (-2, 2)), jnp.histogram2d(x, y, 5), confusion

    return f, (integers(rng, 6, 60), integers(rng, 6, 60), normal(rng, 60), normal(rng, 60))


@program()
def one_hot_argmax(rng):
    """argmax and argmin with ties and NaN, one-hot of what is out of range, accuracy, and top-1 of a maximum pool."""

    def f(x, n):
        ties = jnp.round(x)
        broken = x.at[2, 3].set(jnp.nan)
        return (
            (ties.argmax(1), ties.argmin(0), broken.argmax(1), jnp.nanargmin(broken, axis=1)),
            (jax.nn.one_hot(n, 5), jax.nn.one_hot(n, 5, axis=0, dtype=jnp.int8), jnp.mean(x.argmax(1) == n)),
        )

    return f, (normal(rng, 9, 6), integers(rng, 7, 9, low=-1))


# ---------------------------------------------------------------- scans and control flow


@program()
def cumulative(rng):
    """cumsum, cumprod, cummax, cummin and cumlogsumexp, both ways, with gradients, of floats and integers."""

    def f(x, n):
        return (
            (jnp.cumsum(x, 0), jnp.cumprod(x, 1), lax.cummax(x), lax.cummin(x, 1, reverse=True), lax.cumlogsumexp(x)),
            (jnp.cumsum(n), lax.cummax(n, reverse=True), jnp.cumprod(n % 3 + 1), lax.cumsum(x, 1, reverse=True)),
            jax.grad(lambda x: jnp.sum(jnp.cumprod(x, 0)[-1] * jnp.cumsum(x, 0)[3]))(x),
        )

    return f, (uniform(rng, 12, 5, low=0.5, high=1.5), integers(rng, 9, 33, low=-9))


@program()
def prefix_scans(rng):
    """associative_scan of matrix products, of segmented sums, and in reverse of the first valid value."""

    def f(matrices, x, starts):
        def segmented(a, b):
            return a[0] | b[0], jnp.where(b[0], b[1], a[1] + b[1])

        def valid(a, b):
            return jnp.where(jnp.isnan(b), a, b)

        return (
            lax.associative_scan(jnp.matmul, matrices),
            lax.associative_scan(segmented, (starts, x))[1],
            lax.associative_scan(valid, jnp.where(starts, x, jnp.nan), reverse=True),
        )

    return f, (normal(rng, 11, 3, 3, scale=0.7), normal(rng, 26), rng.random(26) < 0.3)


@program()
def nested_control_flow(rng):
    """cond in while in scan: collatz chains with a budget, a switch, and a fori loop whose bounds are data."""

    def f(numbers, x):
        def chain(total, n):
            def step(state):
                n, length = state
                return lax.cond(n % 2 == 0, lambda n: n // 2, lambda n: 3 * n + 1, n), length + 1

            _, length = lax.while_loop(lambda s: (s[0] != 1) & (s[1] < 60), step, (n, 0))
            branch = [jnp.sin, jnp.cos, lambda v: v * 0.5, jnp.negative]
            total = lax.switch(length % 5, branch, total)
            total = lax.fori_loop(n % 3, n % 7, lambda i, t: t + i * 0.1, total)
            return total, (length, total.sum())

        return lax.scan(chain, x, numbers)

    return f, (integers(rng, 100, 15, low=1), normal(rng, 8))


@program()
def batched_control_flow(rng):
    """while and cond under vmap, where every element ends at its own time; gcd and square roots in integers."""

    def f(a, b, x):
        def gcd(a, b):
            return lax.while_loop(lambda s: s[1] != 0, lambda s: (s[1], s[0] % s[1]), (a, b))[0]

        def root(n):
            return lax.while_loop(lambda r: r * r > n, lambda r: (r + n // r) // 2, n)

        def piecewise(x):
            return lax.cond(x > 0, lambda x: jnp.log1p(x), lambda x: lax.cond(x < -1, jnp.abs, jnp.exp, x), x)

        return jax.vmap(gcd)(a, b), jax.vmap(root)(a), jax.vmap(piecewise)(x)

    return f, (integers(rng, 1000, 20, low=1), integers(rng, 1000, 20), normal(rng, 20))


@program()
def dynamic_programming(rng):
    """Edit distance and a knapsack by scans over rows, Viterbi's path with its backtrace, shortest paths by relaxing."""

    def f(a, b, weights, values, emissions, transitions, distances):
        def edit_row(row, letter):
            def cell(left, at):
                above, diagonal, other = at
                best = jnp.minimum(jnp.minimum(above, left) + 1, diagonal + (letter != other))
                return best, best

            first = row[0] + 1
            _, rest = lax.scan(cell, first, (row[1:], row[:-1], b))
            return jnp.concatenate([first[None], rest]), None

        edits, _ = lax.scan(edit_row, jnp.arange(b.shape[0] + 1), a)

        def item(best, at):
            weight, value = at
            shifted = jnp.where(jnp.arange(30) >= weight, best[jnp.arange(30) - weight] + value, 0)
            return jnp.maximum(best, shifted), None

        knapsack, _ = lax.scan(item, jnp.zeros(30, jnp.int32), (weights, values))

        def forward(score, emission):
            options = score[:, None] + transitions
            return options.max(0) + emission, options.argmax(0)

        last, back = lax.scan(forward, emissions[0], emissions[1:])
        _, path = lax.scan(lambda state, row: (row[state], row[state]), last.argmax(), back, reverse=True)

        def relax(k, d):
            return jnp.minimum(d, d[:, k, None] + d[None, k])

        return edits[-1], knapsack, last.max(), path, lax.fori_loop(0, distances.shape[0], relax, distances)

    return f, (
        integers(rng, 4, 9),
        integers(rng, 4, 11),
        integers(rng, 12, 7, low=1),
        integers(rng, 50, 7),
        normal(rng, 10, 4),
        normal(rng, 4, 4),
        uniform(rng, 8, 8, low=1, high=10),
    )


@program()
def k_means_step(rng):
    """A step of k-means: distances by a dot, nearest centre, new centres by one-hot sums, empty ones kept."""

    def f(points, centres):
        distances = jnp.sum(points**2, 1)[:, None] - 2 * points @ centres.T + jnp.sum(centres**2, 1)
        nearest = jnp.argmin(distances, axis=1)
        members = jax.nn.one_hot(nearest, centres.shape[0])
        count = members.sum(0)
        moved = jnp.where(count[:, None] > 0, members.T @ points / jnp.maximum(count, 1)[:, None], centres)
        return nearest, count, moved

    return f, (normal(rng, 50, 4), normal(rng, 6, 4))


@program()
def page_rank(rng):
    """The rank of pages by power iteration over a list of links, until it settles."""

    def f(sources, targets):
        n = 15
        degree = jnp.zeros(n).at[sources].add(1.0)

        def step(state):
            i, rank, _ = state
            share = jnp.where(degree > 0, rank / degree, 0)
            new = 0.15 / n + 0.85 * (jnp.zeros(n).at[targets].add(share[sources]) + jnp.sum(jnp.where(degree > 0, 0, rank)) / n)
            return i + 1, new, jnp.abs(new - rank).sum()

        return lax.while_loop(lambda s: (s[2] > 1e-4) & (s[0] < 50), step, (0, jnp.full(n, 1 / n), jnp.float32(1)))[1]

    return f, (integers(rng, 12, 40), integers(rng, 15, 40))


@program()
def game_of_life(rng):
    """Ten generations of Conway's game on a torus, neighbours counted by a window of uint8."""

    def f(board):
        def step(board, _):
            padded = jnp.pad(board, 1, mode="wrap")
            around = lax.reduce_window(padded, np.uint8(0), lax.add, (3, 3), (1, 1), "VALID") - board
            board = ((around == 3) | ((around == 2) & (board == 1))).astype(jnp.uint8)
            return board, board.sum()

        return lax.scan(step, board, None, length=10)

    return f, (integers(rng, 2, 16, 20, dtype=np.uint8),)


# ---------------------------------------------------------------- bits and random numbers


@program(x64=True)
def bit_hashing(rng):
    """Hashes in u64: splitmix64, murmur's finalizer, xorshift by a loop, products mod a Mersenne prime, popcounts."""

    def f(x):
        def splitmix(z):
            z = z + jnp.uint64(0x9E3779B97F4A7C15)
            z = (z ^ (z >> 30)) * jnp.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ (z >> 27)) * jnp.uint64(0x94D049BB133111EB)
            return z ^ (z >> 31)

        def xorshift(_, z):
            z ^= z << 13
            z ^= z >> 7
            return z ^ (z << 17)

        def power(base, exponent):
            prime = jnp.uint64((1 << 31) - 1)

            def step(state):
                base, exponent, result = state
                return base * base % prime, exponent >> 1, jnp.where(exponent & 1, result * base % prime, result)

            return lax.while_loop(lambda s: s[1] > 0, step, (base % prime, exponent, jnp.uint64(1)))[2]

        hashed = splitmix(x)
        signed = lax.bitcast_convert_type(hashed, jnp.int64)
        return (
            (hashed, lax.fori_loop(0, 20, xorshift, x | 1), jax.vmap(lambda x: power(x, jnp.uint64(65537)))(x)),
            (lax.population_count(hashed), lax.clz(x), signed >> 7, signed // 1000, signed % 1000, hashed % jnp.uint64(97)),
            (hashed.astype(jnp.float64), (hashed >> 11) * 2.0**-53, jnp.bitwise_xor.reduce(hashed)),
        )

    return f, (rng.integers(0, 2**64, 40, dtype=np.uint64),)


@program()
def bit_tricks(rng):
    """CRC-32 by table, Gray codes, Morton codes, packed bits, rotations, and integers narrower than 32 bits."""

    def f(data, n, small):
        polynomial = jnp.uint32(0xEDB88320)
        table = lax.fori_loop(0, 8, lambda _, c: jnp.where(c & 1, polynomial ^ (c >> 1), c >> 1), jnp.arange(256, dtype=jnp.uint32))

        def crc(state, byte):
            return table[(state ^ byte) & 0xFF] ^ (state >> 8), None

        checksum = ~lax.scan(crc, jnp.uint32(0xFFFFFFFF), data)[0]

        def spread(n):
            for shift, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
                n = (n | (n << shift)) & jnp.uint32(mask)
            return n

        packed = jnp.packbits(data.reshape(4, -1) > 100, axis=1)
        return (
            (checksum, n ^ (n >> 1), spread(n & 0xFFFF) | (spread(n >> 16) << 1), (n << 5) | (n >> 27)),
            (packed, jnp.unpackbits(packed, axis=1), small + small, small * small, small >> 3, jnp.abs(small), small // 7),
        )

    return f, (integers(rng, 256, 48, dtype=np.uint8), rng.integers(0, 2**32, 20, dtype=np.uint32), integers(rng, 128, 30, low=-128, dtype=np.int8))


@program()
def random_uniform(rng):
    """Threefry: bits, uniform and normal numbers, integers, splits and folds of keys."""

    def f(data):
        a, b, c, d, e = jax.random.split(jax.random.wrap_key_data(data), 5)
        return (
            (jax.random.bits(a, (33,)), jax.random.uniform(b, (5, 7), minval=-2, maxval=3), jax.random.normal(c, (40,))),
            (jax.random.randint(d, (20,), -5, 1000), jax.random.truncated_normal(e, -1, 2, (11,))),
            jax.random.key_data(jax.random.fold_in(a, 7)),
        )

    return f, (np.array([0, 42], np.uint32),)


@program()
def random_choices(rng):
    """Permutations, categorical draws with and without replacement, bernoulli, shuffled rows."""

    def f(data, logits, rows):
        a, b, c, d, e = jax.random.split(jax.random.wrap_key_data(data), 5)
        return (
            (jax.random.permutation(a, 50), jax.random.permutation(b, rows), jax.random.categorical(c, logits, shape=(6, 4))),
            (jax.random.choice(d, 20, (8,), replace=False), jax.random.bernoulli(e, 0.3, (30,))),
            jax.random.choice(e, rows, (5,), p=jax.nn.softmax(logits[0])),
        )

    return f, (np.array([7, 9], np.uint32), normal(rng, 4, 9), normal(rng, 9, 3))


@program(tolerance=1e-5)
def random_distributions(rng):
    """Exponential, Laplace, Gumbel, Cauchy, gamma and Poisson numbers, and a point in the ball."""

    def f(data):
        k = jax.random.split(jax.random.wrap_key_data(data), 7)
        r = jax.random
        return (
            (r.exponential(k[0], (9,)), r.laplace(k[1], (9,)), r.gumbel(k[2], (9,)), r.cauchy(k[3], (9,))),
            (r.gamma(k[4], 2.5, (9,)), r.poisson(k[5], 3.0, (9,)), r.ball(k[6], 3)),
        )

    return f, (np.array([11, 13], np.uint32),)


@program(tolerance=1e-5)
def monte_carlo(rng):
    """A Metropolis chain by scan, a key a step, and an estimate of pi."""

    def f(data):
        key = jax.random.wrap_key_data(data)

        def step(state, key):
            a, b = jax.random.split(key)
            proposal = state + 0.5 * jax.random.normal(a, state.shape)
            accept = jnp.log(jax.random.uniform(b)) < jnp.sum(state**2 - proposal**2) / 2
            state = jnp.where(accept, proposal, state)
            return state, (accept, state)

        points = jax.random.uniform(key, (2, 500))
        return lax.scan(step, jnp.zeros(3), jax.random.split(key, 30)), 4 * jnp.mean(jnp.sum(points**2, 0) < 1)

    return f, (np.array([3, 1], np.uint32),)


@program()
def random_bit_generator(rng):
    """The rbg keys: rng_bit_generator ops, with their state."""

    def f(data):
        key = jax.random.wrap_key_data(data, impl="rbg")
        a, b = jax.random.split(key)
        return jax.random.bits(key, (16,)), jax.random.uniform(a, (9,)), jax.random.normal(b, (8,)), jax.random.key_data(a)

    return f, (np.array([1, 2, 3, 4], np.uint32),)
