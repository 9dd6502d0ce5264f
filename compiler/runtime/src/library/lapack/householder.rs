//! Reflectors `H = I - τ v vᴴ` with `v₀ = 1`, and the factorization `A = Q R` that they make.

use super::batch_item::BatchItem;
use super::parameters::Parameters;
use crate::library::matrix::{Matrix, Number, axpy, dot, norm, safe_min, scale, ulp};
use faer::linalg::matmul::matmul_with_conj;
use faer::{Accum, Conj, MatMut, MatRef, Par};
use rustfft::num_traits::{Float, One, Zero};

/// A reflector `H` with `Hᴴ [alpha, x] = [beta, 0]` and a real `beta`: overwrites `x` by `v` without its first element,
/// which is 1, and returns `(beta, τ)`. (LAPACK's `larfg`.)
pub(super) fn reflector<T: Number>(alpha: T, x: &mut [T]) -> (T::R, T) {
    let tail = norm(x);
    let (real, imaginary) = (alpha.real_part(), alpha.imaginary_part());
    if tail == T::R::zero() && imaginary == T::R::zero() {
        return (real, T::zero());
    }
    let length = alpha.modulus().hypot(tail);
    let least = safe_min::<T::R>() / ulp::<T::R>();
    if length < least {
        // Too small to divide by: the same reflector of larger numbers.
        let up = Float::recip(least);
        scale(x, up);
        let (beta, tau) = reflector(alpha.times(up), x);
        return (beta * least, tau);
    }
    let beta = if real.is_sign_negative() { length } else { -length };
    let tau = T::of_parts((beta - real) / beta, -imaginary / beta);
    let factor = T::one() / (alpha - T::of(beta));
    x.iter_mut().for_each(|x| *x *= factor);
    (beta, tau)
}

/// `column -= τ v (vᴴ column)`.
pub(super) fn reflect<T: Number>(tau: T, v: &[T], column: &mut [T]) {
    let factor = tau * dot(v, column);
    axpy(-factor, v, column);
}

/// The product of several reflectors: `H₁ … H_k = I - V T Vᴴ`.
struct Block<T> {
    v: Matrix<T>,
    t: Matrix<T>,
}

/// Reflectors that are applied together.
const BLOCK: usize = 32;

impl<T: Number> Block<T> {
    /// The reflectors in columns `begin..begin + taus.len()` of `packed`, on the rows from `begin`.
    fn of(packed: &Matrix<T>, begin: usize, taus: &[T]) -> Self {
        let v = Matrix::from_fn(packed.rows - begin, taus.len(), |row, column| match row.cmp(&column) {
            std::cmp::Ordering::Less => T::zero(),
            std::cmp::Ordering::Equal => T::one(),
            std::cmp::Ordering::Greater => packed[(begin + row, begin + column)],
        });
        let mut t = Matrix::zeros(taus.len(), taus.len());
        for (i, tau) in taus.iter().enumerate() {
            // The column above τ is -τ T (Vᴴ v).
            let products: Vec<T> = (0..i).map(|j| dot(&v.column(j)[i..], &v.column(i)[i..])).collect();
            let column: Vec<T> =
                (0..i).map(|row| (row..i).fold(T::zero(), |sum, j| sum + t[(row, j)] * products[j]) * -*tau).collect();
            t.column_mut(i)[..i].copy_from_slice(&column);
            t[(i, i)] = *tau;
        }
        Self { v, t }
    }

    /// `C ← Q C`, or `Qᴴ C`.
    fn apply_left(&self, adjoint: bool, c: MatMut<'_, T>) {
        let (v, t) = (self.v.view(), self.t.view());
        let mut c = c;
        let inner = product(v.transpose(), Conj::Yes, c.as_ref());
        let factors =
            if adjoint { product(t.transpose(), Conj::Yes, inner.view()) } else { product(t, Conj::No, inner.view()) };
        let minus = -<T as One>::one();
        matmul_with_conj(c.as_mut(), Accum::Add, v, Conj::No, factors.view(), Conj::No, minus, Par::Seq);
    }
}

fn product<T: Number>(left: MatRef<'_, T>, conj: Conj, right: MatRef<'_, T>) -> Matrix<T> {
    let mut out = Matrix::zeros(left.nrows(), right.ncols());
    let one = <T as One>::one();
    matmul_with_conj(out.view_mut(), Accum::Replace, left, conj, right, Conj::No, one, Par::Seq);
    out
}

/// The QR factorization of `a`, in place: `R` in the upper triangle, the reflectors below it. Returns their factors τ.
pub(super) fn factorize<T: Number>(a: &mut Matrix<T>) -> Vec<T> {
    let count = a.rows.min(a.columns);
    let mut taus = Vec::with_capacity(count);
    for begin in (0..count).step_by(BLOCK) {
        let end = count.min(begin + BLOCK);
        for i in begin..end {
            taus.push(eliminate(a, i, end));
        }
        if end < a.columns {
            let block = Block::of(a, begin, &taus[begin..]);
            let (rows, columns) = (a.rows - begin, a.columns - end);
            block.apply_left(true, a.view_mut().submatrix_mut(begin, end, rows, columns));
        }
    }
    taus
}

/// Makes column `i` zero below the diagonal, and changes those up to `end` accordingly. Returns the reflector's τ.
pub(super) fn eliminate<T: Number>(a: &mut Matrix<T>, i: usize, end: usize) -> T {
    let (alpha, x) = match a.column_mut(i)[i..].split_first_mut() {
        Some((alpha, x)) => (*alpha, x),
        None => return T::zero(),
    };
    let (beta, tau) = reflector(alpha, x);
    let mut v = a.column(i)[i..].to_vec();
    v[0] = <T as One>::one();
    for column in i + 1..end {
        reflect(tau.conjugate(), &v, &mut a.column_mut(column)[i..]);
    }
    a[(i, i)] = T::of(beta);
    tau
}

/// `C ← Q C` or `Qᴴ C`, with the reflectors of `packed`.
pub(super) fn apply<T: Number>(packed: &Matrix<T>, taus: &[T], adjoint: bool, c: &mut Matrix<T>) {
    let mut begins: Vec<usize> = (0..taus.len()).step_by(BLOCK).collect();
    if !adjoint {
        begins.reverse();
    }
    for begin in begins {
        let block = Block::of(packed, begin, &taus[begin..taus.len().min(begin + BLOCK)]);
        let (rows, columns) = (c.rows - begin, c.columns);
        block.apply_left(adjoint, c.view_mut().submatrix_mut(begin, 0, rows, columns));
    }
}

/// `[m, n]` → packed `Q` and `R`, τ.
pub(super) fn geqrf<T: Number>(_: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let mut a = item.matrix::<T>(0, item.size('m'), item.size('n'));
    let taus = factorize(&mut a);
    item.put_matrix(0, &a);
    item.put(1, &taus);
}

/// Packed reflectors and τ → the first `n` columns of `Q`.
pub(super) fn orgqr<T: Number>(_: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let (m, n) = (item.size('m'), item.size('n'));
    let mut q = Matrix::identity(m, n);
    apply(&item.matrix::<T>(0, m, n), &item.vector::<T>(1), false, &mut q);
    item.put_matrix(0, &q);
}

/// Packed reflectors, τ and `C` → `Q C`, `Qᴴ C`, `C Q` or `C Qᴴ`.
pub(super) fn ormqr<T: Number>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let packed = item.matrix::<T>(0, item.size('q'), item.size('t'));
    let taus = item.vector::<T>(1);
    let mut c = item.matrix::<T>(2, item.size('m'), item.size('n'));
    let adjoint = parameters.flag("transpose");
    if parameters.flag("left") {
        apply(&packed, &taus, adjoint, &mut c);
    } else {
        // C Q is (Qᴴ Cᴴ)ᴴ.
        let mut transposed = c.adjoint();
        apply(&packed, &taus, !adjoint, &mut transposed);
        c = transposed.adjoint();
    }
    item.put_matrix(0, &c);
}
