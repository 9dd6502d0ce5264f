//! Reductions by a unitary `Q`: `Qᴴ A Q` has Hessenberg form, or is tridiagonal if `A` is Hermitian.

use super::batch_item::BatchItem;
use super::householder::{reflect, reflector};
use super::parameters::Parameters;
use crate::library::matrix::{Matrix, Number, axpy, dot, small};
use rustfft::num_traits::{One, Zero};
use std::ops::Range;

/// Reduces rows and columns `active` to Hessenberg form, with reflectors below it. Returns their τ.
pub(super) fn hessenberg<T: Number>(a: &mut Matrix<T>, active: Range<usize>) -> Vec<T> {
    let n = a.rows;
    let mut taus = vec![T::zero(); n.saturating_sub(1)];
    for i in active.start..active.end.saturating_sub(1) {
        let rows = i + 1..active.end;
        let Some((alpha, x)) = a.column_mut(i)[rows.clone()].split_first_mut() else { continue };
        let (beta, tau) = reflector(*alpha, x);
        *alpha = <T as One>::one();
        let v = a.column(i)[rows.clone()].to_vec();
        // A H: A -= τ (A v) vᴴ.
        let mut product = vec![T::zero(); active.end];
        for (column, v) in rows.clone().zip(&v) {
            axpy(*v, &a.column(column)[..active.end], &mut product);
        }
        for (column, v) in rows.clone().zip(&v) {
            axpy(-(tau * v.conjugate()), &product, &mut a.column_mut(column)[..active.end]);
        }
        // Hᴴ A.
        for column in i + 1..n {
            reflect(tau.conjugate(), &v, &mut a.column_mut(column)[rows.clone()]);
        }
        a[(i + 1, i)] = T::of(beta);
        taus[i] = tau;
    }
    taus
}

/// `Q` of [`hessenberg`], whose reflectors are below the subdiagonal of `packed`.
pub(super) fn unitary<T: Number>(packed: &Matrix<T>, taus: &[T]) -> Matrix<T> {
    let n = packed.rows;
    let mut q = Matrix::identity(n, n);
    for (i, tau) in taus.iter().enumerate().rev() {
        let mut v = packed.column(i)[i + 1..].to_vec();
        v[0] = <T as One>::one();
        for column in i + 1..n {
            reflect(*tau, &v, &mut q.column_mut(column)[i + 1..]);
        }
    }
    q
}

/// `[n, n]` → the Hessenberg form above reflectors, τ, 0.
pub(super) fn gehrd<T: Number>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let n = item.size('n');
    let mut a = item.matrix::<T>(0, n, n);
    let position = |name| parameters.number(name).expect("checked by Position") as usize;
    let taus = hessenberg(&mut a, position("low") - 1..position("high").min(n));
    item.put_matrix(0, &a);
    item.put(1, &taus);
    item.put(2, &[0i32]);
}

/// Half of a Hermitian `[n, n]` → its tridiagonal form with the reflectors in place of the eliminated elements, its
/// diagonal, its off-diagonal, τ, 0.
pub(super) fn sytrd<T: Number>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let n = item.size('n');
    let given = item.matrix::<T>(0, n, n);
    let lower = parameters.letter("uplo") == 'L';
    let mut a = Matrix::from_fn(n, n, |row, column| match row == column {
        true => T::of(given[(row, row)].real_part()),
        false if (row > column) == lower => given[(row, column)],
        false => given[(column, row)].conjugate(),
    });
    let mut taus = vec![T::zero(); n.saturating_sub(1)];
    let mut off_diagonal = vec![T::R::zero(); n.saturating_sub(1)];
    for step in 0..n.saturating_sub(1) {
        // The column that is reduced, the rows of its reflector, and where in these v is 1.
        let (column, rows, head) = if lower {
            (step, step + 1..n, 0)
        } else {
            let column = n - 1 - step;
            (column, 0..column, column - 1)
        };
        let number = if lower { step } else { column - 1 };
        (off_diagonal[number], taus[number]) = annihilate(&mut a, column, rows, head);
    }
    let diagonal: Vec<T::R> = (0..n).map(|i| a[(i, i)].real_part()).collect();
    let packed = Matrix::from_fn(n, n, |row, column| {
        let inside = row == column || (row > column) == lower;
        if inside { a[(row, column)] } else { given[(row, column)] }
    });
    item.put_matrix(0, &packed);
    item.put(1, &diagonal);
    item.put(2, &off_diagonal);
    item.put(3, &taus);
    item.put(4, &[0i32]);
}

/// Makes all elements of `column` in `rows` zero except the one at `head`, by a reflector that is applied from both
/// sides and overwrites the zeros. Returns that element and τ.
fn annihilate<T: Number>(a: &mut Matrix<T>, column: usize, rows: Range<usize>, head: usize) -> (T::R, T) {
    let mut x = a.column(column)[rows.clone()].to_vec();
    let alpha = x.remove(head);
    let (beta, tau) = reflector(alpha, &mut x);
    x.insert(head, <T as One>::one());
    let v = x;
    if tau != T::zero() {
        // A -= v wᴴ + w vᴴ, where w = y - τ/2 (yᴴ v) v and y = τ A v.
        let mut w = vec![T::zero(); v.len()];
        for (column, v) in rows.clone().zip(&v) {
            axpy(tau * *v, &a.column(column)[rows.clone()], &mut w);
        }
        let factor = -tau.times(small(0.5)) * dot(&w, &v);
        axpy(factor, &v, &mut w);
        for (i, column) in rows.clone().enumerate() {
            let part = &mut a.column_mut(column)[rows.clone()];
            axpy(-w[i].conjugate(), &v, part);
            axpy(-v[i].conjugate(), &w, part);
            part[i] = T::of(part[i].real_part());
        }
    }
    let part = &mut a.column_mut(column)[rows];
    part.copy_from_slice(&v);
    part[head] = T::of(beta);
    (beta, tau)
}
