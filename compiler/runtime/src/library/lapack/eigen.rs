//! Eigenvalues, eigenvectors and Schur's form of matrices that need not be Hermitian.

use super::batch_item::BatchItem;
use super::parameters::Parameters;
use super::reduction::{hessenberg, unitary};
use super::schur;
use crate::library::matrix::{Matrix, Number, Real, norm, range_factor, safe_min, scale, small, ulp};
use rustfft::num_complex::Complex;
use rustfft::num_traits::{Float, One, Zero};

/// LAPACK's `info` if the QR iteration does not converge: an upper bound on the number of eigenvalues that are missing.
type NotFound = i32;

/// `A = back * Z T Zᴴ`. `T` is within the range in which sums of squares neither overflow nor underflow.
struct Form<T: Number> {
    t: Matrix<T>,
    z: Matrix<T>,
    /// The eigenvalues of `A`.
    values: Vec<Complex<T::R>>,
    back: T::R,
}

/// How the steps are made for an element type.
type Steps<T> = fn(&mut Matrix<T>, Option<&mut Matrix<T>>) -> Result<Vec<Complex<<T as Number>::R>>, usize>;

/// Schur's form; `z` is only computed if it is `wanted`.
fn form<T: Number>(mut a: Matrix<T>, wanted: bool, steps: Steps<T>) -> Result<Form<T>, NotFound> {
    let n = a.rows;
    if !a.finite() {
        return Err(n as i32);
    }
    let factor = range_factor(&a);
    a.scale(factor);
    let taus = hessenberg(&mut a, 0..n);
    let mut z = if wanted { unitary(&a, &taus) } else { Matrix::zeros(0, 0) };
    let mut t = Matrix::from_fn(n, n, |row, column| if row > column + 1 { T::zero() } else { a[(row, column)] });
    let mut values = steps(&mut t, wanted.then_some(&mut z)).map_err(|missing| missing as i32)?;
    let back = Float::recip(factor);
    values.iter_mut().for_each(|value| *value = Complex::new(value.re * back, value.im * back));
    Ok(Form { t, z, values, back })
}

/// `[n, n]` → `T`, `Z`, the parts of the eigenvalues, 0, and 0 if they were found; else all is NaN.
pub(super) fn gees_real<R: Real>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    gees::<R>(parameters, item, schur::real, |item, values| {
        put_parts(item, 2, values);
        4
    });
}

/// The same with the eigenvalues as complex numbers.
pub(super) fn gees_complex<R: Real>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    gees::<Complex<R>>(parameters, item, schur::complex, |item, values| {
        item.put(2, values);
        3
    });
}

fn put_parts<R: Real>(item: &mut BatchItem<'_>, first: usize, values: &[Complex<R>]) {
    item.put(first, &values.iter().map(|value| value.re).collect::<Vec<R>>());
    item.put(first + 1, &values.iter().map(|value| value.im).collect::<Vec<R>>());
}

fn gees<T: Number>(
    parameters: &Parameters<'_>,
    item: &mut BatchItem<'_>,
    steps: Steps<T>,
    put_values: impl Fn(&mut BatchItem<'_>, &[Complex<T::R>]) -> usize,
) {
    let n = item.size('n');
    let wanted = parameters.letter("mode") == 'V';
    let (form, info) = match form(item.matrix::<T>(0, n, n), wanted, steps) {
        Ok(mut form) => {
            form.t.scale(form.back);
            (form, 0)
        }
        Err(info) => {
            let nan = Matrix::from_fn(n, n, |_, _| T::not_a_number());
            let values = vec![Complex::new(Float::nan(), Float::nan()); n];
            (Form { t: nan.clone(), z: nan, values, back: T::R::one() }, info)
        }
    };
    item.put_matrix(0, &form.t);
    item.put_matrix(1, &if form.z.rows == n { form.z } else { Matrix::zeros(n, n) });
    let next = put_values(item, &form.values);
    item.put(next, &[0i32]);
    item.put(next + 1, &[info]);
}

/// `[n, n]` → the parts of the eigenvalues, left and right eigenvectors, and 0 if they were found; else all is NaN.
pub(super) fn geev_real<R: Real>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let n = item.size('n');
    let found = geev(parameters, item.matrix::<R>(0, n, n), schur::real);
    put_parts(item, 0, &found.values);
    put_vectors(item, 2, &found);
}

/// The same with the eigenvalues as complex numbers.
pub(super) fn geev_complex<R: Real>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let n = item.size('n');
    let found = geev(parameters, item.matrix::<Complex<R>>(0, n, n), schur::complex);
    item.put(0, &found.values);
    put_vectors(item, 1, &found);
}

struct Eigen<R: Real> {
    values: Vec<Complex<R>>,
    left: Matrix<Complex<R>>,
    right: Matrix<Complex<R>>,
    info: i32,
}

fn put_vectors<R: Real>(item: &mut BatchItem<'_>, first: usize, found: &Eigen<R>) {
    item.put_matrix(first, &found.left);
    item.put_matrix(first + 1, &found.right);
    item.put(first + 2, &[found.info]);
}

/// The `info` that LAPACK's callers in JAX return for a matrix that is not finite.
const NOT_FINITE: i32 = -4;

fn geev<T: Number>(parameters: &Parameters<'_>, mut a: Matrix<T>, steps: Steps<T>) -> Eigen<T::R> {
    let n = a.rows;
    let finite = a.finite();
    let scales = balance(&mut a);
    let form = match form(a, true, steps) {
        Ok(form) => form,
        Err(missing) => {
            let nan = Complex::<T::R>::not_a_number();
            let vectors = Matrix::from_fn(n, n, |_, _| nan);
            let info = if finite { missing } else { NOT_FINITE };
            return Eigen { values: vec![nan; n], left: vectors.clone(), right: vectors, info };
        }
    };
    let complex = |x: T| Complex::new(x.real_part(), x.imaginary_part());
    let (t, z) = (form.t.map(complex), form.z.map(complex));
    let vectors = |letter: &str, left: bool| {
        if parameters.letter(letter) == 'N' {
            return Matrix::zeros(n, n);
        }
        let scales: Vec<T::R> = scales.iter().map(|scale| if left { Float::recip(*scale) } else { *scale }).collect();
        eigenvectors::<T>(&t, &z, left, &scales)
    };
    let left = vectors("compute_left", true);
    Eigen { values: form.values, left, right: vectors("compute_right", false), info: 0 }
}

/// Makes the rows and columns of a matrix about as large as each other, by powers of two: `D⁻¹ A D`. Returns `D`.
fn balance<T: Number>(a: &mut Matrix<T>) -> Vec<T::R> {
    let n = a.rows;
    let two = small::<T::R>(2.0);
    let mut scales = vec![T::R::one(); n];
    let mut settled = !a.finite();
    while !settled {
        settled = true;
        for i in 0..n {
            let mut column = norm(a.column(i));
            let mut row = norm(&(0..n).map(|j| a[(i, j)]).collect::<Vec<T>>());
            if column == T::R::zero() || row == T::R::zero() {
                continue;
            }
            let (sum, mut factor) = (column + row, T::R::one());
            let least = safe_min::<T::R>() / ulp::<T::R>();
            let in_range = |factor: T::R| factor > least && factor < Float::recip(least);
            while column < row / two && in_range(factor) {
                (factor, column, row) = (factor * two, column * two, row / two);
            }
            while column / two >= row && in_range(factor) {
                (factor, column, row) = (factor / two, column / two, row * two);
            }
            let all = scales[i] * factor;
            if factor == T::R::one() || column + row >= small::<T::R>(0.95) * sum || !in_range(all) {
                continue;
            }
            settled = false;
            scales[i] = all;
            scale(a.column_mut(i), factor);
            (0..n).for_each(|j| a[(i, j)] = a[(i, j)].times(Float::recip(factor)));
        }
    }
    scales
}

/// The eigenvectors of `Z T Zᴴ`, their elements times `scales`, of length 1.
fn eigenvectors<T: Number>(
    t: &Matrix<Complex<T::R>>,
    z: &Matrix<Complex<T::R>>,
    left: bool,
    scales: &[T::R],
) -> Matrix<Complex<T::R>> {
    let n = t.rows;
    // Left ones are those of Tᴴ, which is upper triangular when read backwards.
    let flipped = left.then(|| Matrix::from_fn(n, n, |row, column| t[(n - 1 - column, n - 1 - row)].conj()));
    let upper = flipped.as_ref().unwrap_or(t);
    let mut inner = Matrix::zeros(n, n);
    for k in 0..n {
        let vector = triangular_vector(upper, k);
        for (i, x) in vector.into_iter().enumerate() {
            let (row, column) = if left { (n - 1 - i, n - 1 - k) } else { (i, k) };
            inner[(row, column)] = x;
        }
    }
    let mut vectors = Matrix::product(z.view(), inner.view());
    for k in 0..n {
        let vector = vectors.column_mut(k);
        vector.iter_mut().zip(scales).for_each(|(x, scale)| *x = x.times(*scale));
        let factor = Float::recip(norm(vector));
        scale(vector, factor);
        let paired = k > 0 && t[(k, k - 1)] != Complex::zero();
        if paired {
            // The conjugate of the one before.
            let (before, vector) = vectors.two_columns(k - 1, k);
            vector.iter_mut().zip(before).for_each(|(x, y)| *x = y.conj());
        } else if !T::IS_REAL || k + 1 < n && t[(k + 1, k)] != Complex::zero() {
            make_largest_real(vector);
        }
    }
    vectors
}

/// Turns a vector so that its largest element is real.
fn make_largest_real<R: Real>(vector: &mut [Complex<R>]) {
    let mut largest = 0;
    for (i, x) in vector.iter().enumerate() {
        if x.norm_sqr() > vector[largest].norm_sqr() {
            largest = i;
        }
    }
    let Some(element) = vector.get(largest).copied() else { return };
    let factor = element.conj() / element.modulus();
    vector.iter_mut().for_each(|x| *x *= factor);
    vector[largest] = Complex::new(vector[largest].re, R::zero());
}

/// The eigenvector of an upper triangular matrix, or one with 2x2 blocks of conjugate eigenvalues, for the eigenvalue
/// in row `k`; of a block, its first row stands for the one whose imaginary part is positive.
fn triangular_vector<R: Real>(t: &Matrix<Complex<R>>, k: usize) -> Vec<Complex<R>> {
    let n = t.rows;
    let one = Complex::<R>::one();
    let begins_block = |row: usize| row + 1 < n && t[(row + 1, row)] != Complex::zero();
    let mut x = vec![Complex::zero(); n];
    let first = if k > 0 && begins_block(k - 1) { k - 1 } else { k };
    let mut value = t[(k, k)];
    x[first] = one;
    if begins_block(first) {
        let (above, below) = (t[(first, first + 1)], t[(first + 1, first)]);
        let imaginary = Float::sqrt(Float::abs(above.re)) * Float::sqrt(Float::abs(below.re));
        value.im = if k == first { imaginary } else { -imaginary };
        // (T - λ) x is 0 for the elements x and (λ - t) / above.
        x[first + 1] = Complex::new(R::zero(), value.im) / above;
    }
    let last = if begins_block(first) { first + 1 } else { first };
    // The right-hand side for the rows above.
    let mut rest = vec![Complex::zero(); first];
    for (column, x) in x.iter().enumerate().take(last + 1).skip(first) {
        crate::library::matrix::axpy(-*x, &t.column(column)[..first], &mut rest);
    }
    let least = Float::max(ulp::<R>() * value.modulus1(), safe_min::<R>() * small::<R>(n as f64) / ulp::<R>());
    let mut end = first;
    while end > 0 {
        let block = end > 1 && begins_block(end - 2);
        let begin = if block { end - 2 } else { end - 1 };
        if block {
            let corner =
                [t[(begin, begin)] - value, t[(begin, end - 1)], t[(end - 1, begin)], t[(end - 1, end - 1)] - value];
            (rest[begin], rest[end - 1]) = solve_block(corner, (rest[begin], rest[end - 1]), least);
        } else {
            rest[begin] /= at_least(t[(begin, begin)] - value, least);
        }
        // Large elements are made smaller, with all others, before they overflow.
        let size = rest[begin..end].iter().fold(R::zero(), |size, x| Float::max(size, x.modulus1()));
        if size > Float::sqrt(Float::max_value()) {
            scale(&mut rest, Float::recip(size));
            scale(&mut x, Float::recip(size));
        }
        for column in begin..end {
            let (before, element) = rest.split_at_mut(column);
            crate::library::matrix::axpy(-element[0], &t.column(column)[..begin], &mut before[..begin]);
        }
        end = begin;
    }
    x[..first].copy_from_slice(&rest);
    x
}

/// A pivot that can be divided by.
fn at_least<R: Real>(pivot: Complex<R>, least: R) -> Complex<R> {
    if pivot.modulus1() < least { Complex::new(least, R::zero()) } else { pivot }
}

/// The solution of two equations.
fn solve_block<R: Real>(
    [a, b, c, d]: [Complex<R>; 4],
    (first, second): (Complex<R>, Complex<R>),
    least: R,
) -> (Complex<R>, Complex<R>) {
    // The larger element of the first column is the pivot.
    let ([a, b, c, d], (first, second)) = match a.modulus1() >= c.modulus1() {
        true => ([a, b, c, d], (first, second)),
        false => ([c, d, a, b], (second, first)),
    };
    let pivot = at_least(a, least);
    let factor = c / pivot;
    let y = (second - factor * first) / at_least(d - factor * b, least);
    ((first - b * y) / pivot, y)
}
