"""Programs of linear algebra that call LAPACK, as JAX writes them for the CPU."""

import jax
import jax.numpy as jnp
import jax.scipy.linalg as linalg
import numpy as np
from jax import lax

from program import normal, program


def complex_normal(rng, *shape):
    return normal(rng, *shape, dtype=np.float64) + 1j * normal(rng, *shape, dtype=np.float64)


@program(tolerance=1e-8, x64=True)
def equations(rng):
    """Dense, positive definite, triangular and tridiagonal systems, an inverse and determinants, in batches; one matrix
    is singular, another has no Cholesky factor."""

    def f(a, b, t):
        positive = a @ a.mT + jnp.eye(a.shape[-1])
        factor = linalg.cho_factor(positive[0], lower=True)
        broken = jnp.linalg.cholesky(jnp.stack([positive[0], -positive[1]]))
        sign, log = jnp.linalg.slogdet(a)
        return (
            (jnp.linalg.solve(a, b), linalg.cho_solve(factor, b[0]), linalg.lu_factor(a)),
            (linalg.solve_triangular(a[1] + 9 * jnp.eye(6), b[1], trans=1), lax.linalg.tridiagonal_solve(t[0], t[1], t[2], t[3][:, None])),
            (jnp.linalg.inv(a), jnp.linalg.det(jnp.stack([a[0], a[0].at[2].set(a[0, 1])])), sign, log, broken),
        )

    return f, (normal(rng, 3, 6, 6, dtype=np.float64), normal(rng, 3, 6, 2, dtype=np.float64), normal(rng, 4, 9, dtype=np.float64))


@program(tolerance=1e-8, x64=True)
def orthogonal_factors(rng):
    """QR in all modes, of tall, wide and complex matrices; least squares, with gradients."""

    def f(a, z, b):
        def loss(a):
            return jnp.sum(jnp.linalg.lstsq(a, b)[0] ** 2)

        wide = jnp.linalg.qr(jnp.swapaxes(a, -1, -2))
        raw = jnp.linalg.qr(z, mode="raw")
        return jnp.linalg.qr(a, mode="complete"), jnp.linalg.qr(z), wide, raw, jax.grad(loss)(a[0])

    return f, (normal(rng, 2, 7, 4, dtype=np.float64), complex_normal(rng, 5, 3), normal(rng, 7, 2, dtype=np.float64))


@program(tolerance=1e-8, x64=True)
def singular_values(rng):
    """Singular values with their gradients, a pseudoinverse, a rank, a spectral norm, a low-rank approximation; a matrix
    with NaN has NaN for all."""

    def f(a):
        u, s, v = jnp.linalg.svd(a, full_matrices=False)
        low = (u[..., :2] * s[..., None, :2]) @ v[..., :2, :]
        gradient = jax.grad(lambda a: jnp.sum(jnp.log(jnp.linalg.svd(a, compute_uv=False))))(a)
        broken = jnp.linalg.svd(a.at[1, 0, 0].set(jnp.nan), compute_uv=False)
        return s, low, gradient, jnp.linalg.pinv(a), jnp.linalg.matrix_rank(a), jnp.linalg.norm(a[0], 2), broken

    return f, (normal(rng, 3, 6, 4, dtype=np.float64),)


@program(tolerance=1e-7, x64=True)
def spectra(rng):
    """Eigenvalues of symmetric, Hermitian and general matrices, functions of matrices by them, Schur's form, and a
    matrix with infinity."""

    def f(a, z):
        hermitian = z + jnp.conj(z.mT)
        w, v = jnp.linalg.eigh(a + a.mT)
        values, vectors = jnp.linalg.eig(a)
        t, q = linalg.schur(a[0])
        h, p = linalg.hessenberg(a[1], calc_q=True)
        return (
            (w, (v * jnp.exp(w)[..., None, :]) @ v.mT, jnp.linalg.eigvalsh(hermitian)),
            (jnp.sort(values.real, axis=-1), a @ vectors - vectors * values[..., None, :], jnp.linalg.eigvals(z.at[0, 0].set(jnp.inf))),
            (q @ t @ q.T, q.T @ q, jnp.diag(h), p @ h @ p.T, linalg.sqrtm(a[0] @ a[0]) @ linalg.sqrtm(a[0] @ a[0])),
            linalg.expm(a[1]),
        )

    return f, (normal(rng, 2, 6, 6, dtype=np.float64), complex_normal(rng, 4, 4))
