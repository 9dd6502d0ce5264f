//! Systems of equations: `P A = L U`, triangular and tridiagonal ones, and Cholesky's factors.

use super::batch_item::BatchItem;
use super::parameters::Parameters;
use crate::library::linear::{self, System};
use crate::library::matrix::{Matrix, Number};
use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::{Accum, Par};
use rustfft::num_traits::One;

/// Columns that are factorized one by one before the others are changed.
const BLOCK: usize = 32;

/// `[m, n]` → `L` below `U`, the row that each row was exchanged with, from 1, and the first zero of `U`'s diagonal,
/// from 1, or 0.
///
/// Not faer's: LAPACK selects pivots by another measure where numbers are complex, and goes on after a zero.
pub(super) fn getrf<T: Number>(_: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let mut a = item.matrix::<T>(0, item.size('m'), item.size('n'));
    let (pivots, info) = triangles(&mut a);
    item.put_matrix(0, &a);
    item.put(1, &pivots);
    item.put(2, &[info]);
}

fn triangles<T: Number>(a: &mut Matrix<T>) -> (Vec<i32>, i32) {
    let count = a.rows.min(a.columns);
    let (mut pivots, mut info) = (Vec::with_capacity(count), 0);
    for begin in (0..count).step_by(BLOCK) {
        let end = count.min(begin + BLOCK);
        for i in begin..end {
            let pivot = pivot_row(&a.column(i)[i..]) + i;
            pivots.push(pivot as i32 + 1);
            a.swap_rows(i, pivot, 0..a.columns);
            if a[(i, i)] == T::zero() {
                info = if info == 0 { i as i32 + 1 } else { info };
                continue;
            }
            eliminate(a, i, end);
        }
        update(a, begin, end);
    }
    (pivots, info)
}

/// The row of the element that is largest by LAPACK's measure, the first one of several.
fn pivot_row<T: Number>(column: &[T]) -> usize {
    let mut best = 0;
    for (row, element) in column.iter().enumerate() {
        if element.modulus1() > column[best].modulus1() {
            best = row;
        }
    }
    best
}

/// Divides column `i` by its pivot, and takes it from the columns up to `end`.
fn eliminate<T: Number>(a: &mut Matrix<T>, i: usize, end: usize) {
    let pivot = a[(i, i)];
    a.column_mut(i)[i + 1..].iter_mut().for_each(|x| *x /= pivot);
    for column in i + 1..end {
        let (from, to) = a.two_columns(i, column);
        let factor = to[i];
        crate::library::matrix::axpy(-factor, &from[i + 1..], &mut to[i + 1..]);
    }
}

/// Changes the columns from `end` by those of the block.
fn update<T: Number>(a: &mut Matrix<T>, begin: usize, end: usize) {
    let (rows, columns) = (a.rows, a.columns);
    if end == columns {
        return;
    }
    let (left, right) = a.view_mut().split_at_col_mut(end);
    let left = left.as_ref();
    let (top, bottom) = right.subrows_mut(begin, rows - begin).split_at_row_mut(end - begin);
    let (mut top, bottom) = (top, bottom);
    let triangle = left.submatrix(begin, begin, end - begin, end - begin);
    solve_unit_lower_triangular_in_place(triangle, top.as_mut(), Par::Seq);
    let below = left.submatrix(end, begin, rows - end, end - begin);
    matmul(bottom, Accum::Add, below, top.as_ref(), -<T as One>::one(), Par::Seq);
}

/// One triangle of a Hermitian `[n, n]` → Cholesky's factor in its place, and the order of the first leading minor
/// that is not positive, or 0. Then the factor is NaN.
pub(super) fn potrf<T: Number>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let n = item.size('n');
    let mut a = item.vector::<T>(0);
    let lower = parameters.letter("uplo") == 'L';
    let mut factor = vec![T::zero(); a.len()];
    let failed = linear::factorize(&a, &mut factor, n, lower);
    for row in 0..n {
        let inside = if lower { 0..row + 1 } else { row..n };
        a[row * n..][inside.clone()].copy_from_slice(&factor[row * n..][inside]);
    }
    item.put(0, &a);
    item.put(1, &[failed.map_or(0, |index| index as i32 + 1)]);
}

/// A triangle `A` and `B` → the `X` of `op(A) X = B` or `X op(A) = B`.
pub(super) fn trsm<T: Number>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let a = item.vector::<T>(0);
    let mut b = item.vector::<T>(1);
    let operation = parameters.letter("trans_x");
    let system = System {
        left: parameters.letter("side") == 'L',
        lower: parameters.letter("uplo") == 'L',
        unit: parameters.letter("diag") == 'U',
        transposed: operation != 'N',
        conjugated: operation == 'C',
    };
    system.solve(&a, &mut b, (item.size('m'), item.size('n')));
    item.put(0, &b);
}

/// The diagonals of a tridiagonal matrix.
struct Diagonals<T> {
    /// Below the diagonal; of `U`, the second one above it.
    lower: Vec<T>,
    main: Vec<T>,
    upper: Vec<T>,
}

/// Three diagonals and `B` (the first element of the first diagonal and the last one of the third are ignored) →
/// `U`'s diagonals, the `X` of `A X = B`, and the first zero of `U`'s diagonal, from 1, or 0.
pub(super) fn gtsv<T: Number>(_: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let (n, columns) = (item.size('n'), item.size('h'));
    let [mut below, main, mut upper] = [0, 1, 2].map(|operand| item.vector::<T>(operand));
    let mut b = item.matrix::<T>(3, n, columns);
    let last = upper.pop();
    let mut first = Vec::new();
    let mut info = 0;
    let mut u = Diagonals { lower: Vec::new(), main, upper };
    if n > 0 {
        u.lower = below.split_off(1);
        first = below;
        info = solve_tridiagonal(&mut u, &mut b);
    }
    first.extend(u.lower);
    u.upper.extend(last);
    item.put(0, &first);
    item.put(1, &u.main);
    item.put(2, &u.upper);
    item.put_matrix(3, &b);
    item.put(4, &[info]);
}

fn solve_tridiagonal<T: Number>(a: &mut Diagonals<T>, b: &mut Matrix<T>) -> i32 {
    let n = a.main.len();
    for i in 0..n - 1 {
        let inner = i + 2 < n;
        let (pivot, below) = (a.main[i], a.lower[i]);
        if pivot.modulus1() >= below.modulus1() {
            if pivot == T::zero() {
                return i as i32 + 1;
            }
            let factor = below / pivot;
            a.main[i + 1] -= factor * a.upper[i];
            subtract(b, i, factor);
            if inner {
                a.lower[i] = T::zero();
            }
        } else {
            let factor = pivot / below;
            let next = a.main[i + 1];
            a.main[i] = below;
            a.main[i + 1] = a.upper[i] - factor * next;
            if inner {
                a.lower[i] = a.upper[i + 1];
                a.upper[i + 1] = -factor * a.lower[i];
            }
            a.upper[i] = next;
            b.swap_rows(i, i + 1, 0..b.columns);
            subtract(b, i, factor);
        }
    }
    if a.main[n - 1] == T::zero() {
        return n as i32;
    }
    for column in 0..b.columns {
        let x = b.column_mut(column);
        for i in (0..n).rev() {
            let mut value = x[i];
            if i + 1 < n {
                value -= a.upper[i] * x[i + 1];
            }
            if i + 2 < n {
                value -= a.lower[i] * x[i + 2];
            }
            x[i] = value / a.main[i];
        }
    }
    0
}

/// Takes a multiple of row `i` from the next one.
fn subtract<T: Number>(b: &mut Matrix<T>, i: usize, factor: T) {
    for column in 0..b.columns {
        let x = b.column_mut(column);
        let part = factor * x[i];
        x[i + 1] -= part;
    }
}
