//! Matrices by columns, and the numbers in them.

use crate::array::Plain;
use faer::linalg::matmul::matmul_with_conj;
use faer::traits::{ComplexField, RealField};
use faer::{Accum, Conj, MatMut, MatRef, Par};
use rustfft::num_complex::Complex;
use rustfft::num_traits::{Float, NumAssign, One, Zero};
use std::ops::{Index, IndexMut, Neg};

/// An element of a matrix: real or complex.
///
/// The methods have names of their own, because a real number is a [`Float`] and a [`ComplexField`] as well.
pub(super) trait Number: ComplexField + Plain + NumAssign + Neg<Output = Self> {
    /// The type of the real part.
    type R: Real;

    /// The number with these parts; the imaginary part of a real number is left out.
    fn of_parts(real: Self::R, imaginary: Self::R) -> Self;

    /// The real part.
    fn real_part(self) -> Self::R;

    /// The imaginary part.
    fn imaginary_part(self) -> Self::R;

    /// A real number.
    fn of(real: Self::R) -> Self {
        Self::of_parts(real, Self::R::zero())
    }

    /// The conjugate.
    fn conjugate(self) -> Self {
        Self::of_parts(self.real_part(), -self.imaginary_part())
    }

    /// The absolute value.
    fn modulus(self) -> Self::R {
        self.real_part().hypot(self.imaginary_part())
    }

    /// The sum of the parts' absolute values, by which LAPACK selects pivots.
    fn modulus1(self) -> Self::R {
        Float::abs(self.real_part()) + Float::abs(self.imaginary_part())
    }

    /// The number times a real one.
    fn times(self, factor: Self::R) -> Self {
        Self::of_parts(self.real_part() * factor, self.imaginary_part() * factor)
    }

    /// Whether no part is infinite or NaN.
    fn finite(self) -> bool {
        Float::is_finite(self.real_part()) && Float::is_finite(self.imaginary_part())
    }

    /// NaN in both parts.
    fn not_a_number() -> Self {
        Self::of_parts(Float::nan(), Float::nan())
    }
}

/// A real element.
pub(super) trait Real: Number<R = Self> + Float + RealField {}

impl<T: Number<R = T> + Float + RealField> Real for T {}

macro_rules! real_numbers {
    ($($R:ident)*) => { $(
        impl Number for $R {
            type R = $R;

            fn of_parts(real: $R, _: $R) -> Self {
                real
            }

            fn real_part(self) -> $R {
                self
            }

            fn imaginary_part(self) -> $R {
                0.0
            }

            fn modulus(self) -> $R {
                self.abs()
            }
        }
    )* };
}
real_numbers!(f32 f64);

impl<R: Real> Number for Complex<R> {
    type R = R;

    fn of_parts(real: R, imaginary: R) -> Self {
        Self::new(real, imaginary)
    }

    fn real_part(self) -> R {
        self.re
    }

    fn imaginary_part(self) -> R {
        self.im
    }
}

/// LAPACK's relative precision: the distance from 1 to the next number.
pub(super) fn ulp<R: Real>() -> R {
    <R as Float>::epsilon()
}

/// The least number whose reciprocal is finite.
pub(super) fn safe_min<R: Real>() -> R {
    <R as Float>::min_positive_value()
}

/// A small number, exactly.
pub(super) fn small<R: Real>(number: f64) -> R {
    R::from_f64_impl(number)
}

/// A matrix in column-major order.
#[derive(Clone, Debug)]
pub(super) struct Matrix<T> {
    pub rows: usize,
    pub columns: usize,
    data: Vec<T>,
}

impl<T> Index<(usize, usize)> for Matrix<T> {
    type Output = T;

    fn index(&self, (row, column): (usize, usize)) -> &T {
        &self.column(column)[row]
    }
}

impl<T> IndexMut<(usize, usize)> for Matrix<T> {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut T {
        &mut self.column_mut(column)[row]
    }
}

impl<T> Matrix<T> {
    /// The column of this number.
    pub fn column(&self, column: usize) -> &[T] {
        &self.data[column * self.rows..(column + 1) * self.rows]
    }

    /// The column of this number.
    pub fn column_mut(&mut self, column: usize) -> &mut [T] {
        &mut self.data[column * self.rows..(column + 1) * self.rows]
    }

    /// Two different columns.
    pub fn two_columns(&mut self, first: usize, second: usize) -> (&mut [T], &mut [T]) {
        let rows = self.rows;
        let (left, right) = self.data.split_at_mut(first.max(second) * rows);
        let low = &mut left[first.min(second) * rows..][..rows];
        let high = &mut right[..rows];
        if first < second { (low, high) } else { (high, low) }
    }

    /// All elements, column by column.
    pub fn elements(&self) -> &[T] {
        &self.data
    }
}

impl<T: Number> Matrix<T> {
    /// The matrix with these elements.
    pub fn from_fn(rows: usize, columns: usize, element: impl Fn(usize, usize) -> T) -> Self {
        let mut data = Vec::with_capacity(rows * columns);
        for column in 0..columns {
            data.extend((0..rows).map(|row| element(row, column)));
        }
        Self { rows, columns, data }
    }

    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![T::zero(); rows * columns] }
    }

    /// The first columns of an identity matrix.
    pub fn identity(rows: usize, columns: usize) -> Self {
        Self::from_fn(rows, columns, |row, column| if row == column { T::one() } else { T::zero() })
    }

    /// The transposed matrix of the conjugates.
    pub fn adjoint(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |row, column| self[(column, row)].conjugate())
    }

    /// Every element through `f`.
    pub fn map<U: Number>(&self, f: impl Fn(T) -> U) -> Matrix<U> {
        Matrix { rows: self.rows, columns: self.columns, data: self.data.iter().map(|x| f(*x)).collect() }
    }

    /// As faer sees it.
    pub fn view(&self) -> MatRef<'_, T> {
        MatRef::from_column_major_slice(&self.data, self.rows, self.columns)
    }

    /// As faer sees it.
    pub fn view_mut(&mut self) -> MatMut<'_, T> {
        MatMut::from_column_major_slice_mut(&mut self.data, self.rows, self.columns)
    }

    /// The product of two matrices.
    pub fn product(left: MatRef<'_, T>, right: MatRef<'_, T>) -> Self {
        let mut product = Self::zeros(left.nrows(), right.ncols());
        matmul_with_conj(product.view_mut(), Accum::Replace, left, Conj::No, right, Conj::No, T::one(), Par::Seq);
        product
    }

    /// Exchanges two rows in a range of columns.
    pub fn swap_rows(&mut self, first: usize, second: usize, columns: std::ops::Range<usize>) {
        if first != second {
            columns.for_each(|column| self.column_mut(column).swap(first, second));
        }
    }

    /// The largest absolute value, or NaN or infinity if some element is not finite.
    pub fn largest(&self) -> T::R {
        self.data.iter().fold(T::R::zero(), |largest, x| {
            let modulus = x.modulus1();
            if largest.is_nan() || largest >= modulus { largest } else { modulus }
        })
    }

    /// Whether all elements are finite.
    pub fn finite(&self) -> bool {
        self.data.iter().all(|x| x.finite())
    }

    /// Multiplies all elements by a real number.
    pub fn scale(&mut self, factor: T::R) {
        scale(&mut self.data, factor);
    }
}

/// Multiplies by a real number.
pub(super) fn scale<T: Number>(elements: &mut [T], factor: T::R) {
    elements.iter_mut().for_each(|x| *x = x.times(factor));
}

/// `Σ conj(x) y`.
pub(super) fn dot<T: Number>(x: &[T], y: &[T]) -> T {
    // Independent sums, which a processor adds at the same time.
    const LANES: usize = 8;
    let mut sums = [T::zero(); LANES];
    let (x_chunks, y_chunks) = (x.chunks_exact(LANES), y.chunks_exact(LANES));
    let mut total = T::zero();
    for (x, y) in x_chunks.remainder().iter().zip(y_chunks.remainder()) {
        total += x.conjugate() * *y;
    }
    for (x, y) in x_chunks.zip(y_chunks) {
        for lane in 0..LANES {
            sums[lane] += x[lane].conjugate() * y[lane];
        }
    }
    sums.into_iter().fold(total, |total, sum| total + sum)
}

/// `y += factor x`.
pub(super) fn axpy<T: Number>(factor: T, x: &[T], y: &mut [T]) {
    for (x, y) in x.iter().zip(y) {
        *y += factor * *x;
    }
}

/// The Euclidean norm, without overflow in between.
pub(super) fn norm<T: Number>(x: &[T]) -> T::R {
    let largest = x.iter().fold(T::R::zero(), |largest, x| Float::max(largest, x.modulus1()));
    let squares = |factor: T::R| {
        let sum = x.iter().fold(T::R::zero(), |sum, x| {
            let x = x.times(factor);
            sum + x.real_part() * x.real_part() + x.imaginary_part() * x.imaginary_part()
        });
        Float::sqrt(sum) / factor
    };
    let bound = Float::sqrt(safe_min::<T::R>() / ulp::<T::R>());
    if largest > bound && largest < Float::recip(bound) {
        return squares(T::R::one());
    }
    // A power of two: 1 is left out of what is rounded. Of what is not finite the norm is not either.
    if Float::is_finite(largest) && largest > T::R::zero() {
        let exponent = -Float::floor(Float::log2(largest));
        let half = Float::floor(exponent * small::<T::R>(0.5));
        let two = small::<T::R>(2.0);
        let factors = (Float::powf(two, half), Float::powf(two, exponent - half));
        let scaled: Vec<T> = x.iter().map(|x| x.times(factors.0).times(factors.1)).collect();
        return norm(&scaled) / factors.0 / factors.1;
    }
    squares(T::R::one())
}

/// A power of two that brings the elements of a matrix between the roots of the least and the largest number, and 1
/// for most matrices.
pub(super) fn range_factor<T: Number>(matrix: &Matrix<T>) -> T::R {
    let largest = matrix.largest();
    let least = Float::sqrt(safe_min::<T::R>()) / ulp::<T::R>();
    let one = T::R::one();
    if largest == T::R::zero() || !Float::is_finite(largest) || (largest >= least && largest <= one / least) {
        return one;
    }
    // Halfway, so that the factor itself is in range.
    let exponent = Float::floor(Float::log2(largest) * small::<T::R>(0.5));
    Float::powf(small(2.0), -exponent)
}
