//! Cholesky's factors of many small matrices: several at a time, each in its own lane of vectors.
//!
//! Nothing is rounded otherwise in more lanes or in fewer, with longer vectors or without: a matrix has the same factor
//! wherever it is in a batch, and on every processor.

use super::matrix::Number;
use super::parallel::{Parts, grain};
use crate::pool::Pool;
use rustfft::num_traits::{Float, Zero};

/// Up to so many rows there are enough elements for vectors only in several matrices: one after another, many matrices of
/// 12 rows take three times as long. A single matrix takes about as long as by faer, but half as long again with 16 rows.
pub(super) const MOST_ROWS: usize = 12;
/// Matrices at a time: two vectors of AVX-512 in f64, one in f32.
const LANES: usize = 16;
/// Of those that are left over.
const FEW_LANES: usize = 4;

/// An element of each matrix of a block; the imaginary parts of real ones are not used.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Lanes<R, const L: usize> {
    real: [R; L],
    imaginary: [R; L],
}

/// Makes the factors of `[n, n]` matrices with 1 to [`MOST_ROWS`] rows; `lower` says which triangle is read and written.
/// A factor whose matrix is not positive definite is NaN.
pub(super) fn factorize<T: Number>(pool: &Pool, a: &[T], factors: &mut [T], n: usize, lower: bool) {
    let size = n * n;
    let count = factors.len() / size;
    let shared = Parts::new(factors);
    pool.parallel_for(count as i64, grain(size + size * n / 3), &|range| {
        let (begin, end) = (range.start as usize * size, range.end as usize * size);
        // SAFETY: these matrices are this iteration's alone.
        factorize_part(&a[begin..end], unsafe { shared.get(begin, end) }, n, lower);
    });
}

/// By the longest vectors that the processor has.
fn factorize_part<T: Number>(a: &[T], factors: &mut [T], n: usize, lower: bool) {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512vl")]
        fn by_avx512<T: Number>(a: &[T], factors: &mut [T], n: usize, lower: bool) {
            factorize_all(a, factors, n, lower)
        }
        #[target_feature(enable = "avx2")]
        fn by_avx2<T: Number>(a: &[T], factors: &mut [T], n: usize, lower: bool) {
            factorize_all(a, factors, n, lower)
        }
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has the features.
            return unsafe { by_avx512(a, factors, n, lower) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the feature.
            return unsafe { by_avx2(a, factors, n, lower) };
        }
    }
    factorize_all(a, factors, n, lower)
}

#[inline(always)]
fn factorize_all<T: Number>(a: &[T], factors: &mut [T], n: usize, lower: bool) {
    let done = factorize_blocks::<T, LANES>(a, factors, n, lower);
    let (a, factors) = (&a[done..], &mut factors[done..]);
    let done = factorize_blocks::<T, FEW_LANES>(a, factors, n, lower);
    factorize_blocks::<T, 1>(&a[done..], &mut factors[done..], n, lower);
}

/// As many whole blocks of `L` matrices as there are. Returns the number of their elements.
#[inline(always)]
fn factorize_blocks<T: Number, const L: usize>(a: &[T], factors: &mut [T], n: usize, lower: bool) -> usize {
    let length = L * n * n;
    if a.len() < length {
        return 0;
    }
    let mut block = vec![Lanes { real: [T::R::zero(); L], imaginary: [T::R::zero(); L] }; packed(n, 0)];
    for (a, factors) in a.chunks_exact(length).zip(factors.chunks_exact_mut(length)) {
        match (n, lower) {
            // Elements at distances that are known are brought into lanes by few instructions.
            (2, true) => factorize_block(a, factors, &mut block, 2, true),
            (2, false) => factorize_block(a, factors, &mut block, 2, false),
            _ => factorize_block(a, factors, &mut block, n, lower),
        }
    }
    a.len() - a.len() % length
}

/// The place in a packed lower triangle.
#[inline(always)]
fn packed(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

/// One block. An upper triangle is, transposed, the lower one of the conjugate matrix, whose factor is the transposed one.
#[inline(always)]
fn factorize_block<T: Number, const L: usize>(
    a: &[T],
    factors: &mut [T],
    block: &mut [Lanes<T::R, L>],
    n: usize,
    lower: bool,
) {
    let place = |row, column| if lower { row * n + column } else { column * n + row };
    load(a, block, n, place);
    let definite = eliminate::<T, L>(block, n);
    store(block, factors, n, place);
    for (factor, definite) in factors.chunks_exact_mut(n * n).zip(definite) {
        if !definite {
            for row in 0..n {
                (0..=row).for_each(|column| factor[place(row, column)] = T::not_a_number());
            }
        }
    }
}

#[inline(always)]
fn is_complex<T: Number>() -> bool {
    size_of::<T>() != size_of::<T::R>()
}

/// Brings the triangles of `L` matrices into lanes.
#[inline(always)]
fn load<T: Number, const L: usize>(
    a: &[T],
    block: &mut [Lanes<T::R, L>],
    n: usize,
    place: impl Fn(usize, usize) -> usize,
) {
    for row in 0..n {
        for column in 0..=row {
            let (from, to) = (&a[place(row, column)..], &mut block[packed(row, column)]);
            for lane in 0..L {
                let x = from[lane * n * n];
                to.real[lane] = x.real_part();
                if is_complex::<T>() {
                    to.imaginary[lane] = x.imaginary_part();
                }
            }
        }
    }
}

/// Writes lanes to `L` matrices, and zeros to their other triangles.
#[inline(always)]
fn store<T: Number, const L: usize>(
    block: &[Lanes<T::R, L>],
    factors: &mut [T],
    n: usize,
    place: impl Fn(usize, usize) -> usize,
) {
    for lane in 0..L {
        let factor = &mut factors[lane * n * n..(lane + 1) * n * n];
        for row in 0..n {
            for column in 0..n {
                factor[place(row, column)] = if column > row {
                    T::zero()
                } else {
                    let x = &block[packed(row, column)];
                    T::of_parts(x.real[lane], if column < row { x.imaginary[lane] } else { T::R::zero() })
                };
            }
        }
    }
}

/// Replaces matrices by their factors, column by column. Returns which are positive definite, and finite.
#[inline(always)]
fn eliminate<T: Number, const L: usize>(block: &mut [Lanes<T::R, L>], n: usize) -> [bool; L] {
    let mut definite = [true; L];
    for pivot in 0..n {
        let diagonal = &mut block[packed(pivot, pivot)].real;
        for (x, definite) in diagonal.iter_mut().zip(&mut definite) {
            *x = Float::sqrt(*x);
            *definite &= *x > T::R::zero() && *x < Float::infinity();
        }
        let diagonal = *diagonal;
        for row in pivot + 1..n {
            let x = &mut block[packed(row, pivot)];
            for (lane, divisor) in diagonal.iter().enumerate() {
                x.real[lane] /= *divisor;
                if is_complex::<T>() {
                    x.imaginary[lane] /= *divisor;
                }
            }
        }
        for row in pivot + 1..n {
            let x = block[packed(row, pivot)];
            for column in pivot + 1..=row {
                let y = block[packed(column, pivot)];
                let to = &mut block[packed(row, column)];
                for lane in 0..L {
                    let (xr, xi, yr, yi) = (x.real[lane], x.imaginary[lane], y.real[lane], y.imaginary[lane]);
                    if is_complex::<T>() {
                        to.real[lane] -= xr * yr + xi * yi;
                        to.imaginary[lane] -= xi * yr - xr * yi;
                    } else {
                        to.real[lane] -= xr * yr;
                    }
                }
            }
        }
    }
    definite
}

#[cfg(test)]
mod tests {
    use super::super::linear;
    use super::super::matrix::small;
    use super::*;
    use rustfft::num_complex::Complex;

    /// Different matrices, some of which are not positive definite, with NaN in the triangles that are not read.
    fn matrices<T: Number>(count: usize, n: usize, lower: bool) -> Vec<T> {
        let mut state = 1u32;
        let mut draw = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            small::<T::R>(f64::from(state >> 8) / f64::from(1 << 24) - 0.5)
        };
        let mut all = vec![T::not_a_number(); count * n * n];
        for (number, a) in all.chunks_exact_mut(n * n).enumerate() {
            for row in 0..n {
                for column in 0..=row {
                    let place = if lower { row * n + column } else { column * n + row };
                    a[place] = T::of_parts(draw(), draw());
                }
                a[row * n + row] += T::of(small(n as f64));
            }
            let last = n - 1 - number / 5 % n;
            match number % 5 {
                2 => a[last * n + last] = -a[last * n + last],
                3 if number % 2 == 0 => a[last * n + last] = T::of(Float::infinity()),
                _ => {}
            }
        }
        all
    }

    fn check<T: Number>(tolerance: f64) {
        for (n, lower) in (1..=MOST_ROWS).flat_map(|n| [(n, true), (n, false)]) {
            for count in (0..2 * LANES + FEW_LANES + 2).filter(|count| n < 4 || count % 5 == 3) {
                let a = matrices::<T>(count, n, lower);
                let mut factors = vec![T::one(); a.len()];
                factorize(&Pool::new(1), &a, &mut factors, n, lower);
                let mut plain = vec![T::one(); a.len()];
                factorize_all(&a, &mut plain, n, lower);
                assert_eq!(format!("{factors:?}"), format!("{plain:?}"), "vectors of other lengths");
                for (number, a) in a.chunks_exact(n * n).enumerate() {
                    let factor = &factors[number * n * n..][..n * n];
                    let mut alone = vec![T::one(); n * n];
                    factorize(&Pool::new(1), a, &mut alone, n, lower);
                    let case = format!("{number} of {count}, {n} rows");
                    assert_eq!(format!("{factor:?}"), format!("{alone:?}"), "{case}");
                    let mut reference = vec![T::one(); n * n];
                    linear::factorize(a, &mut reference, n, lower);
                    for (x, y) in factor.iter().zip(&reference) {
                        let is_close = (*x - *y).modulus() <= small(tolerance);
                        let both_nan = !x.finite() && x.modulus().is_nan() && y.modulus().is_nan();
                        assert!(is_close || both_nan, "{x:?}, not {y:?}: {case}");
                    }
                    let is_real = |i: usize| factor[i * n + i].imaginary_part() == T::R::zero();
                    assert!(!factor[0].finite() || (0..n).all(is_real), "{case}");
                }
            }
        }
    }

    #[test]
    fn small_cholesky_factors_are_the_same_alone() {
        check::<f32>(1e-5);
        check::<f64>(1e-14);
        check::<Complex<f32>>(1e-5);
        check::<Complex<f64>>(1e-14);
    }

    #[test]
    fn small_cholesky_factors_are_the_same_on_more_threads() {
        let a = matrices::<f32>(30_000, 2, true);
        let [alone, together] = [1, 3].map(|threads| {
            let mut factors = vec![1.0; a.len()];
            factorize(&Pool::new(threads), &a, &mut factors, 2, true);
            factors.into_iter().map(f32::to_bits).collect::<Vec<_>>()
        });
        assert!(alone == together);
    }
}
