//! `A P = Q R`, where each step takes the column with the largest remaining norm.

use super::batch_item::BatchItem;
use super::householder::eliminate;
use super::parameters::Parameters;
use crate::library::matrix::{Matrix, Number, norm, ulp};
use rustfft::num_traits::{Float, One, Zero};

/// `[m, n]` and the columns to begin with, which are those whose number is not 0 → packed `Q` and `R`, the numbers of
/// the columns from 1, τ.
pub(super) fn geqp3<T: Number>(_: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let mut a = item.matrix::<T>(0, item.size('m'), item.size('n'));
    let (order, fixed) = initial_order(&mut a, &item.vector::<i32>(1));
    let (order, taus) = factorize(&mut a, order, fixed);
    item.put_matrix(0, &a);
    item.put(1, &order);
    item.put(2, &taus);
}

/// Brings the columns with a number to the front: the order, and how many these are.
fn initial_order<T: Number>(a: &mut Matrix<T>, given: &[i32]) -> (Vec<i32>, usize) {
    let mut order: Vec<i32> = (1..=a.columns as i32).collect();
    let mut fixed = 0;
    for (column, number) in given.iter().enumerate().take(a.columns) {
        if *number != 0 {
            swap_columns(a, column, fixed);
            order.swap(column, fixed);
            fixed += 1;
        }
    }
    (order, fixed)
}

fn swap_columns<T: Number>(a: &mut Matrix<T>, first: usize, second: usize) {
    if first != second {
        let (first, second) = a.two_columns(first, second);
        first.swap_with_slice(second);
    }
}

fn factorize<T: Number>(a: &mut Matrix<T>, mut order: Vec<i32>, fixed: usize) -> (Vec<i32>, Vec<T>) {
    let count = a.rows.min(a.columns);
    let mut taus = Vec::with_capacity(count);
    // The remaining norms of the columns, updated in each step, and their values when they were last computed directly.
    let (mut norms, mut computed) = (Vec::new(), Vec::new());
    for i in 0..count {
        if i == fixed.min(count) {
            norms = (0..a.columns).map(|column| norm(&a.column(column)[i..])).collect();
            computed.clone_from(&norms);
        }
        if i >= fixed {
            let largest =
                (i + 1..a.columns).fold(i, |best, column| if norms[column] > norms[best] { column } else { best });
            swap_columns(a, i, largest);
            order.swap(i, largest);
            norms[largest] = norms[i];
            computed[largest] = computed[i];
        }
        taus.push(eliminate(a, i, a.columns));
        if i >= fixed {
            for column in i + 1..a.columns {
                (norms[column], computed[column]) = remaining(a, i, column, (norms[column], computed[column]));
            }
        }
    }
    (order, taus)
}

/// The norm of a column without row `i`, from the one with it, unless too many digits would be lost.
fn remaining<T: Number>(a: &Matrix<T>, i: usize, column: usize, (last, computed): (T::R, T::R)) -> (T::R, T::R) {
    if last == T::R::zero() {
        return (last, computed);
    }
    let part = a[(i, column)].modulus() / last;
    let left = Float::max(<T::R as One>::one() - part * part, T::R::zero());
    let ratio = last / computed;
    if left * ratio * ratio <= Float::sqrt(ulp::<T::R>()) {
        let new = norm(&a.column(column)[i + 1..]);
        return (new, new);
    }
    (last * Float::sqrt(left), computed)
}
