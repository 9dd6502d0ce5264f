//! Schur's form of a Hessenberg matrix, `H = Z T Zᴴ`, by QR steps with shifts.
//!
//! faer has such steps only for itself. These find the eigenvalues of a small matrix in LAPACK's order, and give
//! the 2x2 blocks of a real `T` the form that LAPACK's users rely on: equal diagonal elements, and others of
//! opposite signs.
//!
//! Source: EISPACK's `hqr` and LAPACK's `lahqr`; M. Ahues and F. Tisseur, "A New Deflation Criterion for the QR
//! Algorithm", LAPACK working note 122, 1997.

use super::householder::reflector;
use crate::library::matrix::{Matrix, Number, Real, safe_min, small, ulp};
use rustfft::num_complex::Complex;
use rustfft::num_traits::{Float, One, Zero};

/// Steps for an eigenvalue after which an unusual shift is tried.
const UNUSUAL: usize = 10;

/// How many steps may be taken for a matrix of order `n`.
fn limit(n: usize) -> usize {
    30 * n.max(10)
}

/// Whether the subdiagonal element `h[k, k - 1]` may be set to zero.
fn negligible<T: Number>(h: &Matrix<T>, k: usize) -> bool {
    let least = safe_min::<T::R>() * small::<T::R>(h.rows as f64) / ulp::<T::R>();
    let below = h[(k, k - 1)].modulus1();
    if below <= least {
        return true;
    }
    let (first, second) = (h[(k - 1, k - 1)], h[(k, k)]);
    let mut size = first.modulus1() + second.modulus1();
    if size == T::R::zero() {
        if k >= 2 {
            size += h[(k - 1, k - 2)].modulus1();
        }
        if k + 1 < h.rows {
            size += h[(k + 1, k)].modulus1();
        }
    }
    if below > ulp::<T::R>() * size {
        return false;
    }
    let above = h[(k - 1, k)].modulus1();
    let (most, part) = (second.modulus1(), (first - second).modulus1());
    let (ab, ba) = (Float::max(below, above), Float::min(below, above));
    let (aa, bb) = (Float::max(most, part), Float::min(most, part));
    let sum = aa + ab;
    ba * (ab / sum) <= Float::max(least, ulp::<T::R>() * (bb * (aa / sum)))
}

/// The first row of the block that ends in row `last` and that no zero divides; the element before it becomes zero.
fn deflate<T: Number>(h: &mut Matrix<T>, last: usize) -> usize {
    let first = (1..=last).rev().find(|k| negligible(h, *k)).unwrap_or(0);
    if first > 0 {
        h[(first, first - 1)] = T::zero();
    }
    first
}

/// Rows and columns `k..k + v.len()` by `I - τ v vᴴ` from both sides: rows from column `columns` on, columns up to row
/// `rows`, and the columns of `z`.
fn step<T: Number>(h: &mut Matrix<T>, z: Option<&mut Matrix<T>>, k: usize, (tau, v): (T, &[T]), ends: (usize, usize)) {
    let (from, to) = ends;
    for column in from..h.columns {
        super::householder::reflect(tau.conjugate(), v, &mut h.column_mut(column)[k..k + v.len()]);
    }
    right(h, k, (tau, v), to);
    if let Some(z) = z {
        let rows = z.rows;
        right(z, k, (tau, v), rows);
    }
}

fn right<T: Number>(a: &mut Matrix<T>, k: usize, (tau, v): (T, &[T]), rows: usize) {
    for row in 0..rows {
        let sum = v.iter().enumerate().fold(T::zero(), |sum, (i, v)| sum + a[(row, k + i)] * *v) * tau;
        for (i, v) in v.iter().enumerate() {
            a[(row, k + i)] -= sum * v.conjugate();
        }
    }
}

/// Makes a real Hessenberg matrix `T`, changes the columns of `z` by `Z`. Returns the eigenvalues, or, if there is no
/// convergence, how many from the front were not found, as LAPACK does.
pub(super) fn real<R: Real>(h: &mut Matrix<R>, mut z: Option<&mut Matrix<R>>) -> Result<Vec<Complex<R>>, usize> {
    let n = h.rows;
    let mut values = vec![Complex::new(R::zero(), R::zero()); n];
    let mut end = n;
    while end > 0 {
        let last = end - 1;
        let mut steps = 0;
        let first = loop {
            let first = deflate(h, last);
            if first + 1 >= last {
                break first;
            }
            steps += 1;
            if steps > limit(n) {
                return Err(end);
            }
            let shifts = real_shifts(h, first, last, steps);
            real_sweep(h, z.as_deref_mut(), (first, last), shifts);
        };
        if first == last {
            values[last] = Complex::new(h[(last, last)], R::zero());
        } else {
            (values[first], values[last]) = standardize(h, z.as_deref_mut(), first);
        }
        end = first;
    }
    Ok(values)
}

/// The eigenvalues of the 2x2 matrix at the end of a block; if both are real, twice the one closer to the last
/// element.
fn real_shifts<R: Real>(h: &Matrix<R>, first: usize, last: usize, steps: usize) -> (Complex<R>, Complex<R>) {
    let unusual = |size: R, corner: R| {
        let diagonal = small::<R>(0.75) * size + corner;
        [diagonal, small::<R>(-0.4375) * size, size, diagonal]
    };
    let abs = |row: usize, column: usize| Float::abs(h[(row, column)]);
    let [a, b, c, d] = match steps {
        steps if steps.is_multiple_of(2 * UNUSUAL) => {
            unusual(abs(last, last - 1) + abs(last - 1, last - 2), h[(last, last)])
        }
        steps if steps.is_multiple_of(UNUSUAL) => {
            unusual(abs(first + 1, first) + abs(first + 2, first + 1), h[(first, first)])
        }
        _ => [h[(last - 1, last - 1)], h[(last - 1, last)], h[(last, last - 1)], h[(last, last)]],
    };
    let size = [a, b, c, d].into_iter().fold(R::zero(), |sum, x| sum + Float::abs(x));
    if size == R::zero() {
        return (Complex::zero(), Complex::zero());
    }
    let [a, b, c, d] = [a, b, c, d].map(|x| x / size);
    let middle = (a + d) * small::<R>(0.5);
    let determinant = (a - middle) * (d - middle) - b * c;
    let root = Float::sqrt(Float::abs(determinant));
    if determinant >= R::zero() {
        let shift = Complex::new(middle * size, root * size);
        return (shift, shift.conj());
    }
    let (up, down) = (middle + root, middle - root);
    let closer = if Float::abs(up - d) <= Float::abs(down - d) { up } else { down };
    let shift = Complex::new(closer * size, R::zero());
    (shift, shift)
}

/// One double step of the block `first..=last`.
fn real_sweep<R: Real>(
    h: &mut Matrix<R>,
    mut z: Option<&mut Matrix<R>>,
    (first, last): (usize, usize),
    shifts: (Complex<R>, Complex<R>),
) {
    let (start, mut v) = real_start(h, first, last, shifts);
    for k in start..last {
        let count = 3.min(last - k + 1);
        if k > start {
            v = [R::zero(); 3];
            v[..count].copy_from_slice(&h.column(k - 1)[k..k + count]);
        }
        let (beta, tau) = {
            let (head, tail) = v.split_at_mut(1);
            reflector(head[0], &mut tail[..count - 1])
        };
        v[0] = R::one();
        if k > start {
            h.column_mut(k - 1)[k..k + count].fill(R::zero());
            h[(k, k - 1)] = beta;
        } else if start > first {
            // The reflector changes this one, too, and the others beside it are negligible.
            h[(k, k - 1)] *= R::one() - tau;
        }
        step(h, z.as_deref_mut(), k, (tau, &v[..count]), (k, (k + 3).min(last) + 1));
    }
}

/// Where the step can begin, as two small subdiagonal elements follow each other there, and its first column.
fn real_start<R: Real>(
    h: &Matrix<R>,
    first: usize,
    last: usize,
    (one, two): (Complex<R>, Complex<R>),
) -> (usize, [R; 3]) {
    let abs = |x: R| Float::abs(x);
    let mut m = last - 1;
    loop {
        m -= 1;
        let size = abs(h[(m, m)] - two.re) + abs(two.im) + abs(h[(m + 1, m)]);
        let below = h[(m + 1, m)] / size;
        let v = [
            below * h[(m, m + 1)] + (h[(m, m)] - one.re) * ((h[(m, m)] - two.re) / size) - one.im * (two.im / size),
            below * (h[(m, m)] + h[(m + 1, m + 1)] - one.re - two.re),
            below * h[(m + 2, m + 1)],
        ];
        let size = abs(v[0]) + abs(v[1]) + abs(v[2]);
        let v = v.map(|x| x / size);
        if m == first {
            return (m, v);
        }
        let around = abs(h[(m - 1, m - 1)]) + abs(h[(m, m)]) + abs(h[(m + 1, m + 1)]);
        if abs(h[(m, m - 1)]) * (abs(v[1]) + abs(v[2])) <= ulp::<R>() * abs(v[0]) * around {
            return (m, v);
        }
    }
}

/// Gives the 2x2 block at `k` its standard form by a rotation: triangular, or with equal diagonal elements. Returns its
/// eigenvalues.
fn standardize<R: Real>(h: &mut Matrix<R>, z: Option<&mut Matrix<R>>, k: usize) -> (Complex<R>, Complex<R>) {
    let block = [h[(k, k)], h[(k, k + 1)], h[(k + 1, k)], h[(k + 1, k + 1)]];
    let ([a, b, c, d], (cos, sin)) = standard_form(block);
    for column in k + 2..h.columns {
        let (x, y) = (h[(k, column)], h[(k + 1, column)]);
        h[(k, column)] = cos * x + sin * y;
        h[(k + 1, column)] = cos * y - sin * x;
    }
    rotate_columns(h, k, (cos, sin), k);
    if let Some(z) = z {
        let rows = z.rows;
        rotate_columns(z, k, (cos, sin), rows);
    }
    for (place, value) in [(k, k), (k, k + 1), (k + 1, k), (k + 1, k + 1)].into_iter().zip([a, b, c, d]) {
        h[place] = value;
    }
    if c == R::zero() {
        return (Complex::new(a, R::zero()), Complex::new(d, R::zero()));
    }
    let imaginary = Float::sqrt(Float::abs(b)) * Float::sqrt(Float::abs(c));
    (Complex::new(a, imaginary), Complex::new(d, -imaginary))
}

fn rotate_columns<R: Real>(a: &mut Matrix<R>, k: usize, (cos, sin): (R, R), rows: usize) {
    let (first, second) = a.two_columns(k, k + 1);
    for (x, y) in first[..rows].iter_mut().zip(&mut second[..rows]) {
        (*x, *y) = (cos * *x + sin * *y, cos * *y - sin * *x);
    }
}

/// The standard form of `[[a, b], [c, d]]`, and the cosine and the sine of the rotation to it. (LAPACK's `lanv2`.)
fn standard_form<R: Real>([a, b, c, d]: [R; 4]) -> ([R; 4], (R, R)) {
    let (zero, one, half) = (R::zero(), R::one(), small::<R>(0.5));
    let sign = |x: R| if x.is_sign_negative() { -one } else { one };
    if c == zero {
        return ([a, b, c, d], (one, zero));
    }
    if b == zero {
        return ([d, -c, zero, a], (zero, one));
    }
    if a - d == zero && sign(b) != sign(c) {
        return ([a, b, c, d], (one, zero));
    }
    let difference = a - d;
    let p = half * difference;
    let larger = Float::max(Float::abs(b), Float::abs(c));
    let smaller = Float::min(Float::abs(b), Float::abs(c)) * sign(b) * sign(c);
    let size = Float::max(Float::abs(p), larger);
    let discriminant = (p / size) * p + (larger / size) * smaller;
    if discriminant >= small::<R>(4.0) * ulp::<R>() {
        // Two real eigenvalues.
        let root = p + Float::sqrt(size) * Float::sqrt(discriminant) * sign(p);
        let length = Float::hypot(c, root);
        return ([d + root, b - c, zero, d - (larger / root) * smaller], (root / length, c / length));
    }
    // Complex ones, or nearly equal real ones: equal diagonal elements.
    let sum = b + c;
    let length = Float::hypot(sum, difference);
    let cos = Float::sqrt(half * (one + Float::abs(sum) / length));
    let sin = -(p / (length * cos)) * sign(sum);
    let (aa, bb, cc, dd) = (a * cos + b * sin, b * cos - a * sin, c * cos + d * sin, d * cos - c * sin);
    let (a, b, c, d) = (aa * cos + cc * sin, bb * cos + dd * sin, cc * cos - aa * sin, dd * cos - bb * sin);
    let middle = half * (a + d);
    if c == zero {
        return ([middle, b, c, middle], (cos, sin));
    }
    if b == zero {
        return ([middle, -c, zero, middle], (-sin, cos));
    }
    if sign(b) != sign(c) {
        return ([middle, b, c, middle], (cos, sin));
    }
    // Real after all.
    let (root_b, root_c) = (Float::sqrt(Float::abs(b)), Float::sqrt(Float::abs(c)));
    let p = root_b * root_c * sign(c);
    let factor = one / Float::sqrt(Float::abs(b + c));
    let (cos1, sin1) = (root_b * factor, root_c * factor);
    ([middle + p, b - c, zero, middle - p], (cos * cos1 - sin * sin1, cos * sin1 + sin * cos1))
}

/// As [`real`], for a complex matrix; the eigenvalues are the diagonal of `T`.
pub(super) fn complex<R: Real>(
    h: &mut Matrix<Complex<R>>,
    mut z: Option<&mut Matrix<Complex<R>>>,
) -> Result<Vec<Complex<R>>, usize> {
    let n = h.rows;
    for i in 1..n {
        make_real(h, z.as_deref_mut(), i);
    }
    let mut end = n;
    while end > 0 {
        let last = end - 1;
        let mut steps = 0;
        loop {
            let first = deflate(h, last);
            if first == last {
                break;
            }
            steps += 1;
            if steps > limit(n) {
                return Err(end);
            }
            let shift = complex_shift(h, first, last, steps);
            complex_sweep(h, z.as_deref_mut(), (first, last), shift);
        }
        end = last;
    }
    Ok((0..n).map(|i| h[(i, i)]).collect())
}

/// Makes the subdiagonal element `h[i, i - 1]` real, by a factor of row and column `i`.
fn make_real<R: Real>(h: &mut Matrix<Complex<R>>, z: Option<&mut Matrix<Complex<R>>>, i: usize) {
    let element = h[(i, i - 1)];
    if element.im == R::zero() {
        return;
    }
    let length = element.modulus();
    let factor = element.conj() / Complex::new(length, R::zero());
    h[(i, i - 1)] = Complex::new(length, R::zero());
    rephase(h, z, i, factor);
}

/// Multiplies row `i` from the diagonal on by `factor`, and column `i` down to the subdiagonal by its conjugate, whose
/// absolute values are 1.
fn rephase<R: Real>(h: &mut Matrix<Complex<R>>, z: Option<&mut Matrix<Complex<R>>>, i: usize, factor: Complex<R>) {
    for column in i..h.columns {
        h[(i, column)] *= factor;
    }
    let rows = h.rows.min(i + 2);
    let back = factor.conj();
    h.column_mut(i)[..rows].iter_mut().for_each(|x| *x *= back);
    if let Some(z) = z {
        z.column_mut(i).iter_mut().for_each(|x| *x *= back);
    }
}

/// Wilkinson's shift: the eigenvalue of the 2x2 matrix at the end that is closer to its last element.
fn complex_shift<R: Real>(h: &Matrix<Complex<R>>, first: usize, last: usize, steps: usize) -> Complex<R> {
    let unusual = |below: Complex<R>, corner: Complex<R>| corner + small::<R>(0.75) * Float::abs(below.re);
    if steps.is_multiple_of(2 * UNUSUAL) {
        return unusual(h[(last, last - 1)], h[(last, last)]);
    }
    if steps.is_multiple_of(UNUSUAL) {
        return unusual(h[(first + 1, first)], h[(first, first)]);
    }
    let corner = h[(last, last)];
    let root = h[(last - 1, last)].sqrt() * h[(last, last - 1)].sqrt();
    if root.modulus1() == R::zero() {
        return corner;
    }
    let half = (h[(last - 1, last - 1)] - corner) * small::<R>(0.5);
    let size = Float::max(root.modulus1(), half.modulus1());
    let squares = (half / size) * (half / size) + (root / size) * (root / size);
    let mut other = squares.sqrt() * size;
    if half.re * other.re + half.im * other.im < R::zero() {
        other = -other;
    }
    corner - root * (root / (half + other))
}

/// One step of the block `first..=last`, whose subdiagonal is real before and after it.
fn complex_sweep<R: Real>(
    h: &mut Matrix<Complex<R>>,
    mut z: Option<&mut Matrix<Complex<R>>>,
    (first, last): (usize, usize),
    shift: Complex<R>,
) {
    let (start, mut v) = complex_start(h, first, last, shift);
    for k in start..last {
        if k > start {
            v = [h[(k, k - 1)], h[(k + 1, k - 1)]];
        }
        let (beta, tau) = {
            let (head, tail) = v.split_at_mut(1);
            reflector(head[0], tail)
        };
        v[0] = Complex::one();
        if k > start {
            h[(k, k - 1)] = Complex::new(beta, R::zero());
            h[(k + 1, k - 1)] = Complex::zero();
        } else if start > first {
            h[(k, k - 1)] *= Complex::<R>::one() - tau.conj();
        }
        step(h, z.as_deref_mut(), k, (tau, &v), (k, (k + 2).min(last) + 1));
    }
    for i in start.max(1)..=last {
        make_real(h, z.as_deref_mut(), i);
    }
}

/// As [`real_start`].
fn complex_start<R: Real>(
    h: &Matrix<Complex<R>>,
    first: usize,
    last: usize,
    shift: Complex<R>,
) -> (usize, [Complex<R>; 2]) {
    let mut m = last;
    loop {
        m -= 1;
        let (corner, below) = (h[(m, m)] - shift, h[(m + 1, m)].re);
        let size = corner.modulus1() + Float::abs(below);
        let v = [corner / size, Complex::new(below / size, R::zero())];
        if m == first {
            return (m, v);
        }
        let around = h[(m, m)].modulus1() + h[(m + 1, m + 1)].modulus1();
        let before = Float::abs(h[(m, m - 1)].re);
        if before * Float::abs(v[1].re) <= ulp::<R>() * (v[0].modulus1() * around) {
            return (m, v);
        }
    }
}
