"""Scientific programs: linear algebra, signals, differential equations, special functions."""

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import numpy as np
from jax import lax

from program import integers, normal, program, uniform

# ---------------------------------------------------------------- linear algebra


@program(tolerance=1e-5)
def normal_equations(rng):
    """Linear regression: the normal equations solved by Gauss-Jordan elimination with partial pivoting."""

    def solve(a, b):
        n = a.shape[0]

        def step(k, rows):
            below = jnp.where(jnp.arange(n) >= k, jnp.abs(rows[:, k]), -1)
            pivot = jnp.argmax(below)
            order = jnp.arange(n).at[k].set(pivot).at[pivot].set(k)
            rows = rows[order]
            rows = rows.at[k].divide(rows[k, k])
            return rows - jnp.where(jnp.arange(n) == k, 0, rows[:, k])[:, None] * rows[k]

        return lax.fori_loop(0, n, step, jnp.concatenate([a, b[:, None]], 1))[:, n]

    def f(x, y):
        w = solve(x.T @ x, x.T @ y)
        return w, jnp.sum((x @ w - y) ** 2)

    return f, (normal(rng, 40, 6), normal(rng, 40))


@program(tolerance=1e-5, portable=True)
def cholesky_regression(rng):
    """Ridge regression with several right-hand sides by Cholesky's factor and two triangular solves."""

    def f(x, y):
        gram = x.T @ x + 0.1 * jnp.eye(x.shape[1])
        factor = jsp.linalg.cho_factor(gram, lower=True)
        return jsp.linalg.cho_solve(factor, x.T @ y), 2 * jnp.sum(jnp.log(jnp.diagonal(factor[0])))

    return f, (normal(rng, 30, 8), normal(rng, 30, 3))


@program(tolerance=1e-4, portable=True)
def gaussian_process(rng):
    """The posterior of a Gaussian process, and the gradient of its likelihood through the factorization."""

    def kernel(a, b, scale):
        return jnp.exp(-0.5 * jnp.sum((a[:, None] - b[None]) ** 2, -1) / scale**2)

    def likelihood(scale, x, y):
        factor = jnp.linalg.cholesky(kernel(x, x, scale) + 0.1 * jnp.eye(len(x)))
        z = lax.linalg.triangular_solve(factor, y[:, None], left_side=True, lower=True)
        return -0.5 * jnp.sum(z**2) - jnp.sum(jnp.log(jnp.diagonal(factor)))

    def f(scale, x, y, at):
        factor = jnp.linalg.cholesky(kernel(x, x, scale) + 0.1 * jnp.eye(len(x)))
        across = kernel(x, at, scale)
        half = lax.linalg.triangular_solve(factor, across, left_side=True, lower=True)
        weights = jsp.linalg.cho_solve((factor, True), y)
        return across.T @ weights, 1 - jnp.sum(half**2, 0), jax.value_and_grad(likelihood)(scale, x, y)

    return f, (np.float32(0.8), normal(rng, 16, 2), normal(rng, 16), normal(rng, 5, 2))


@program(tolerance=1e-8, x64=True, portable=True)
def kalman_filter(rng):
    """A Kalman filter in f64 by scan, with a batch of three tracks whose gains come from Cholesky's factor."""

    def f(measured, start, covariance):
        move = jnp.array([[1.0, 0.1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.1], [0, 0, 0, 1]])
        see = jnp.array([[1.0, 0, 0, 0], [0, 0, 1, 0]])

        def step(state, z):
            mean, p = state
            mean, p = mean @ move.T, move @ p @ move.T + 0.01 * jnp.eye(4)
            s = see @ p @ see.T + 0.1 * jnp.eye(2)
            gain = jnp.swapaxes(jax.vmap(lambda s, m: jsp.linalg.cho_solve((jnp.linalg.cholesky(s), True), m))(s, see @ p), 1, 2)
            mean = mean + jnp.einsum("bij,bj->bi", gain, z - mean @ see.T)
            p = (jnp.eye(4) - gain @ see) @ p
            return (mean, p), mean

        return lax.scan(step, (start, covariance), measured)

    covariance = np.broadcast_to(np.eye(4), (3, 4, 4)).copy()
    return f, (normal(rng, 12, 3, 2, dtype=np.float64), normal(rng, 3, 4, dtype=np.float64), covariance)


@program(tolerance=1e-5, portable=True)
def complex_triangular_solves(rng):
    """Triangular systems in complex numbers, from both sides, transposed and adjoint."""

    def f(a, b):
        def solve(**how):
            return lax.linalg.triangular_solve(a, b, **how)

        return (
            solve(left_side=True, lower=True),
            solve(left_side=False, lower=False, transpose_a=True),
            solve(left_side=True, lower=False, transpose_a=True, conjugate_a=True),
            solve(left_side=False, lower=True, unit_diagonal=True),
        )

    a = normal(rng, 2, 5, 5, scale=0.3) + 1j * normal(rng, 2, 5, 5, scale=0.3) + 2 * np.eye(5)
    return f, (a.astype(np.complex64), (normal(rng, 2, 5, 5) + 1j * normal(rng, 2, 5, 5)).astype(np.complex64))


@program(tolerance=1e-5)
def conjugate_gradient(rng):
    """jax.scipy's conjugate gradient on a sparse Laplacian given by shifts, until the residual is small."""

    def f(b):
        def laplacian(x):
            p = jnp.pad(x, 1)
            return 4.5 * x - p[:-2, 1:-1] - p[2:, 1:-1] - p[1:-1, :-2] - p[1:-1, 2:]

        return jsp.sparse.linalg.cg(laplacian, b, tol=1e-5, maxiter=100)[0]

    return f, (normal(rng, 9, 11),)


@program(tolerance=1e-5)
def jacobi_eigenvalues(rng):
    """The eigenvalues of a symmetric matrix by cyclic Jacobi rotations in nested loops."""

    def f(a):
        n = a.shape[0]

        def rotate(a, p, q):
            angle = 0.5 * jnp.arctan2(2 * a[p, q], a[q, q] - a[p, p])
            c, s = jnp.cos(angle), jnp.sin(angle)
            j = jnp.eye(n).at[p, p].set(c).at[q, q].set(c).at[p, q].set(s).at[q, p].set(-s)
            return j.T @ a @ j

        def sweep(_, a):
            return lax.fori_loop(0, n - 1, lambda p, a: lax.fori_loop(p + 1, n, lambda q, a: rotate(a, p, q), a), a)

        return jnp.sort(jnp.diagonal(lax.fori_loop(0, 6, sweep, a)))

    a = normal(rng, 5, 5)
    return f, (a + a.T,)


@program()
def einsum_zoo(rng):
    """Contractions of all kinds: batches, outer products, traces, diagonals, sums, chains of three."""
    forms = ["ij,jk->ik", "bij,bkj->bik", "i,j->ij", "bij->bji", "ijk,ijk->", "bhqd,bhkd->bhqk", "ij,kj,kl->il", "abc,cd,be->aed", "ij->i"]

    def f(*operands):
        operands, results = list(operands), []
        for form in forms:
            n = form.count(",") + 1
            results.append(jnp.einsum(form, *operands[:n]))
            del operands[:n]
        square = operands[0]
        return results, jnp.einsum("ii", square), jnp.einsum("ii->i", square), jnp.tensordot(square, square, 2), jnp.kron(square, square)

    sizes = {letter: 3 + i % 4 for i, letter in enumerate("abcdehijklq")}
    operands = [normal(rng, *(sizes[letter] for letter in part)) for form in forms for part in form.split("->")[0].split(",")]
    return f, (*operands, normal(rng, 5, 5))


# ---------------------------------------------------------------- signals and images


@program(tolerance=1e-5)
def fft_filter(rng):
    """A low-pass filter: real FFT, a soft mask over frequencies, back again; lengths 96 and 45."""

    def f(x, y):
        def low_pass(x):
            spectrum = jnp.fft.rfft(x)
            frequency = jnp.fft.rfftfreq(x.shape[-1])
            return jnp.fft.irfft(spectrum * jax.nn.sigmoid((0.1 - frequency) * 50), x.shape[-1])

        return low_pass(x), low_pass(y), jnp.abs(jnp.fft.fft(x)) ** 2

    return f, (normal(rng, 3, 96), normal(rng, 45))


@program(tolerance=1e-5)
def fft_convolution_2d(rng):
    """An image blurred through a 2-d FFT, the gradient of it, and a 3-d transform."""

    def f(image, kernel, volume):
        def blur(image):
            shape = image.shape
            return jnp.fft.irfft2(jnp.fft.rfft2(image) * jnp.fft.rfft2(kernel, s=shape), s=shape)

        return blur(image), jax.grad(lambda x: jnp.sum(blur(x) ** 3))(image), jnp.fft.fftn(volume)

    return f, (normal(rng, 12, 18), uniform(rng, 3, 5), (normal(rng, 4, 6, 5) + 1j * normal(rng, 4, 6, 5)).astype(np.complex64))


@program(tolerance=1e-4)
def spectrogram(rng):
    """A short-time Fourier transform: overlapping frames by gather, a window, power in decibels, a cosine transform."""

    def f(x):
        frames = x[jnp.arange(0, x.shape[0] - 32 + 1, 8)[:, None] + jnp.arange(32)]
        power = jnp.abs(jnp.fft.rfft(frames * jnp.hanning(32))) ** 2
        decibels = 10 * jnp.log10(power + 1e-6)
        return decibels, jsp.fft.dct(decibels, norm="ortho")

    return f, (normal(rng, 160),)


@program()
def image_gradients(rng):
    """Edges of an image: Sobel's filters by convolution, their angle, and non-maximum suppression with a window."""

    def f(image):
        sobel = jnp.array([[1.0, 0, -1], [2, 0, -2], [1, 0, -1]])
        kernels = jnp.stack([sobel, sobel.T])[:, None]
        g = lax.conv_general_dilated(image[None, None], kernels, (1, 1), "SAME")[0]
        size = jnp.hypot(g[0], g[1])
        largest = lax.reduce_window(size, -jnp.inf, lax.max, (3, 3), (1, 1), "SAME")
        return size, jnp.arctan2(g[1], g[0]), jnp.where(size == largest, size, 0.0)

    return f, (normal(rng, 17, 23),)


@program(tolerance=1e-5)
def image_resize(rng):
    """An image resized by three filters, rotated with bilinear interpolation, and the histogram of it equalized."""

    def f(image):
        resized = [jax.image.resize(image, (13, 9), method) for method in ("nearest", "linear", "cubic")]
        y, x = jnp.mgrid[0:10, 0:12] - jnp.array([4.5, 5.5])[:, None, None]
        c, s = jnp.cos(0.3), jnp.sin(0.3)
        rotated = jsp.ndimage.map_coordinates(image, [c * y - s * x + 4.5, s * y + c * x + 5.5], order=1)
        counts, edges = jnp.histogram(image, bins=8)
        equalized = jnp.interp(image, edges[1:], jnp.cumsum(counts) / image.size)
        return resized, rotated, counts, equalized

    return f, (uniform(rng, 10, 12),)


@program()
def correlate_signals(rng):
    """numpy's and scipy's convolutions of signals and images in their three modes."""

    def f(x, h, image, kernel):
        return (
            [jnp.convolve(x, h, mode) for mode in ("full", "same", "valid")],
            jnp.correlate(x, h, "full"),
            [jsp.signal.convolve2d(image, kernel, mode) for mode in ("full", "same", "valid")],
        )

    return f, (normal(rng, 20), normal(rng, 7), normal(rng, 9, 8), normal(rng, 3, 4))


# ---------------------------------------------------------------- calculus


@program()
def mandelbrot(rng):
    """Escape times in complex numbers, in a while loop that ends when all points have escaped or 60 steps are made."""

    def f(c):
        def step(state):
            i, z, count = state
            z = jnp.where(jnp.abs(z) <= 2, z * z + c, z)
            return i + 1, z, count + (jnp.abs(z) <= 2)

        def going(state):
            return (state[0] < 60) & jnp.any(jnp.abs(state[1]) <= 2)

        return lax.while_loop(going, step, (0, jnp.zeros_like(c), jnp.zeros(c.shape, jnp.int32)))[2]

    x, y = np.meshgrid(np.linspace(-2, 0.6, 40), np.linspace(-1.2, 1.2, 30))
    return f, ((x + 1j * y).astype(np.complex64),)


@program(tolerance=1e-9, x64=True)
def polynomial_roots(rng):
    """All roots of a polynomial at once by the Durand-Kerner iteration in complex numbers of f64."""

    def f(coefficients):
        n = coefficients.shape[0] - 1

        def step(_, z):
            apart = z[:, None] - z[None, :]
            product = jnp.prod(jnp.where(jnp.eye(n, dtype=bool), 1, apart), axis=1)
            return z - jnp.polyval(coefficients / coefficients[0], z) / product

        roots = lax.fori_loop(0, 60, step, (0.4 + 0.9j) ** jnp.arange(n))
        order = jnp.lexsort((jnp.round(roots.imag, 6), jnp.round(roots.real, 6)))
        return roots[order]

    return f, (np.array([2.0, -3, 1, 4, -1, 5], np.complex128),)


@program(tolerance=1e-5)
def newton_iterations(rng):
    """Newton's method in two unknowns with a Jacobian from jacfwd, and a scalar root by bisection, vmapped."""

    def f(start, targets):
        def equations(v):
            x, y = v
            return jnp.array([x * x + y * y - 4, jnp.exp(x) + y - 1])

        def step(_, v):
            j, r = jax.jacfwd(equations)(v), equations(v)
            determinant = j[0, 0] * j[1, 1] - j[0, 1] * j[1, 0]
            return v - jnp.array([j[1, 1] * r[0] - j[0, 1] * r[1], j[0, 0] * r[1] - j[1, 0] * r[0]]) / determinant

        def bisect(target):
            def halve(_, bounds):
                low, high = bounds
                middle = (low + high) / 2
                return lax.cond(middle**3 + middle < target, lambda: (middle, high), lambda: (low, middle))

            return lax.fori_loop(0, 30, halve, (jnp.float32(-4), jnp.float32(4)))[0]

        return lax.fori_loop(0, 8, step, start), jax.vmap(bisect)(targets)

    return f, (np.array([1.0, -1.7], np.float32), uniform(rng, 9, low=-20, high=20))


@program(tolerance=1e-10, x64=True)
def runge_kutta(rng):
    """The Lorenz system by RK4 in f64, 100 steps by scan, from four starts at once."""

    def f(state):
        def slope(s):
            x, y, z = s
            return jnp.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])

        def step(s, _):
            k1 = slope(s)
            k2 = slope(s + 0.005 * k1)
            k3 = slope(s + 0.005 * k2)
            k4 = slope(s + 0.01 * k3)
            s = s + 0.01 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
            return s, s[0]

        return lax.scan(step, state, None, length=100)

    return f, (normal(rng, 3, 4, dtype=np.float64),)


@program(tolerance=1e-5)
def adaptive_integrator(rng):
    """jax.experimental's Dormand-Prince integrator of a pendulum, with adaptive steps, at given times."""
    from jax.experimental.ode import odeint

    def f(start, times):
        return odeint(lambda s, t: jnp.stack([s[1], -jnp.sin(s[0]) - 0.1 * s[1]]), start, times, rtol=1e-5, atol=1e-5)

    return f, (np.array([1.0, 0.5], np.float32), np.linspace(0, 3, 7, dtype=np.float32))


@program(tolerance=1e-5)
def heat_equation(rng):
    """Heat on a torus, 50 explicit steps with rolls, and how the last sum depends on the source."""

    def f(source):
        def step(_, u):
            around = sum(jnp.roll(u, d, axis) for d in (1, -1) for axis in (0, 1))
            return u + 0.2 * (around - 4 * u) + 0.01 * source

        def total(u):
            return jnp.sum(jax.lax.scan(lambda u, _: (step(0, u), None), u, None, length=10)[0] ** 2)

        return lax.fori_loop(0, 50, step, source), jax.grad(total)(source)

    return f, (normal(rng, 12, 15),)


@program(tolerance=1e-5)
def n_body(rng):
    """Six bodies by leapfrog, forces from the gradient of the potential."""

    def f(position, velocity, mass):
        def potential(position):
            apart = position[:, None] - position[None]
            distance = jnp.sqrt(jnp.sum(apart**2, -1) + 0.1)
            return -0.5 * jnp.sum(mass[:, None] * mass * jnp.where(jnp.eye(6, dtype=bool), 0, 1 / distance))

        def step(state, _):
            x, v = state
            v = v - 0.01 * jax.grad(potential)(x) / mass[:, None]
            return (x + 0.02 * v, v), potential(x)

        return lax.scan(step, (position, velocity), None, length=20)

    return f, (normal(rng, 6, 3), normal(rng, 6, 3, scale=0.1), uniform(rng, 6, low=0.5, high=2))


@program(tolerance=1e-5)
def black_scholes_greeks(rng):
    """Prices of options, and their first and second derivatives by automatic differentiation."""

    def price(s, k, t, rate, sigma):
        d1 = (jnp.log(s / k) + (rate + sigma**2 / 2) * t) / (sigma * jnp.sqrt(t))
        return s * jsp.stats.norm.cdf(d1) - k * jnp.exp(-rate * t) * jsp.stats.norm.cdf(d1 - sigma * jnp.sqrt(t))

    def f(s, k, t, rate, sigma):
        first = jax.vmap(jax.value_and_grad(price, argnums=(0, 2, 4)), in_axes=(0, 0, 0, None, 0))(s, k, t, rate, sigma)
        return first, jax.vmap(jax.grad(jax.grad(price)), in_axes=(0, 0, 0, None, 0))(s, k, t, rate, sigma)

    def between(low, high):
        return uniform(rng, 20, low=low, high=high)

    return f, (between(0.8, 1.2), between(0.8, 1.2), between(0.5, 2), np.float32(0.03), between(0.1, 0.5))


@program(tolerance=1e-5)
def rosenbrock_hessian(rng):
    """The Hessian of Rosenbrock's function, and 20 steps of gradient descent with backtracking line search."""

    def rosenbrock(x):
        return jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

    def f(x):
        def descend(_, x):
            value, g = jax.value_and_grad(rosenbrock)(x)

            def too_long(rate):
                return rosenbrock(x - rate * g) > value - 0.5 * rate * jnp.sum(g * g)

            return x - lax.while_loop(too_long, lambda rate: rate / 2, jnp.float32(1)) * g

        return jax.hessian(rosenbrock)(x), lax.fori_loop(0, 20, descend, x)

    return f, (np.array([-0.5, 0.8, 1.2, 0.3], np.float32),)


@program()
def interpolation(rng):
    """Piecewise linear interpolation, Chebyshev's polynomials by a scan, the trapezoidal rule, finite differences."""

    def f(x, xs, ys, coefficients):
        def clenshaw(state, c):
            b1, b2 = state
            return (c + 2 * x * b1 - b2, b1), None

        (b1, b2), _ = lax.scan(clenshaw, (jnp.zeros_like(x), jnp.zeros_like(x)), coefficients[::-1])
        return jnp.interp(x, xs, ys), b1 - x * b2, jnp.trapezoid(ys, xs), jnp.gradient(ys), jnp.diff(ys, n=2)

    return f, (uniform(rng, 30, low=-1, high=1), np.sort(uniform(rng, 12, low=-1, high=1)), normal(rng, 12), normal(rng, 7))


@program(tolerance=1e-5)
def special_functions(rng):
    """erf and its kin, the gamma family, incomplete gamma and beta, Bessel functions, entropies, in f32."""

    def f(x, p):
        s = jsp.special
        positive = jnp.abs(x) + 0.3
        return (
            (s.erf(x), s.erfc(x), s.erfinv(2 * p - 1), s.ndtr(x), s.ndtri(p), s.log_ndtr(x)),
            (s.gammaln(positive), s.digamma(positive), s.polygamma(1, positive), s.zeta(positive + 1.5, 1 + p)),
            (s.gammainc(positive, p * 3), s.gammaincc(positive, p * 3), s.betainc(positive, 1 + p, p)),
            (s.i0(x), s.i0e(x), s.i1(x), s.i1e(x)),
            (s.xlogy(p, positive), s.entr(p), s.logit(p), s.expit(x), jnp.sinc(x), jnp.logaddexp(x, p), s.logsumexp(x)),
        )

    return f, (normal(rng, 40, scale=2), uniform(rng, 40, low=0.02, high=0.98))


@program(tolerance=1e-9, x64=True)
def special_functions_f64(rng):
    """The same families in f64, and the derivatives that JAX knows."""

    def f(x, p):
        s = jsp.special
        functions = [s.erf, s.gammaln, s.digamma, s.i0e, s.ndtri, lambda p: s.betainc(2.5, 1.5, p), lambda p: s.gammainc(1.7, p)]
        return [(g(p), jax.vmap(jax.grad(g))(p)) for g in functions], jnp.arcsinh(x), jnp.arctan2(x, p), jnp.cbrt(x), jnp.expm1(p)

    return f, (normal(rng, 20, dtype=np.float64), uniform(rng, 20, low=0.05, high=0.95, dtype=np.float64))


@program(tolerance=1e-5)
def complex_functions(rng):
    """A Moebius map, powers, logarithms and trigonometry of complex numbers, and a holomorphic derivative."""

    def f(z):
        w = (2 * z - 1j) / (1j * z + 3)
        derivative = jax.vmap(jax.grad(lambda z: jnp.sin(z) * jnp.exp(z), holomorphic=True))(z)
        return w, jnp.exp(z), jnp.log(z), jnp.sqrt(z), z**2.5, jnp.tanh(z), jnp.angle(z), jnp.conj(z) * z, derivative

    return f, ((normal(rng, 24) + 1j * normal(rng, 24)).astype(np.complex64),)


@program()
def statistics(rng):
    """Moments, covariance, correlation, median, quantiles, standardization, with missing values."""

    def f(x, holes):
        y = jnp.where(holes, jnp.nan, x)
        return (
            (x.mean(0), x.var(0, ddof=1), jnp.cov(x.T), jnp.corrcoef(x.T)),
            (jnp.median(x, 0), jnp.quantile(x, jnp.array([0.1, 0.5, 0.93]), axis=0), jnp.percentile(x, 25)),
            (jnp.nanmean(y, 0), jnp.nanmax(y, 0), jnp.nanstd(y), jnp.isnan(y).sum(), jnp.nan_to_num(y, nan=-1.0)),
        )

    return f, (normal(rng, 30, 4), rng.random((30, 4)) < 0.2)


@program()
def sum_reductions(rng):
    """Sums, products, norms, minima with their indices, any and all, over several axes at once."""

    def f(x, n):
        return (
            (x.sum(), x.sum((0, 2)), x.prod(1), jnp.linalg.norm(x, axis=2), jnp.ptp(x, axis=0)),
            (x.argmin(1), x.argmax(), x.min((1, 2)), (x > 1).any(0), (x > -2).all((0, 1))),
            (n.sum(0), n.prod(1), n.max(), jnp.bitwise_xor.reduce(n, axis=1), jnp.count_nonzero(n, axis=0)),
        )

    return f, (normal(rng, 4, 5, 6), integers(rng, 9, 6, 7, low=-9))
