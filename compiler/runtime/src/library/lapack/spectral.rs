//! Singular values, and eigenvalues of Hermitian matrices, by faer.

use super::batch_item::BatchItem;
use super::parameters::Parameters;
use crate::library::matrix::{Matrix, Number, range_factor, scale};
use faer::Par;
use faer::diag::DiagMut;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch};
use faer::linalg::svd::{ComputeSvdVectors, svd, svd_scratch};
use rustfft::num_traits::Float;

/// The `info` of LAPACK's `gesdd` for a matrix that is not finite: the fourth argument is invalid.
const NOT_FINITE: i32 = -4;

/// `[m, n]` → the matrix, its singular values in descending order, `U`, `Vᴴ`, and 0 if they were found; else they
/// are NaN.
pub(super) fn singular_values<T: Number>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let (m, n, count) = (item.size('m'), item.size('n'), item.size('k'));
    let mut a = item.matrix::<T>(0, m, n);
    item.put_matrix(0, &a);
    let wanted = parameters.letter("mode") != 'N';
    let mut values = vec![T::zero(); count];
    let mut u = Matrix::<T>::zeros(m, item.size('u'));
    let mut v = Matrix::<T>::zeros(n, item.size('v'));
    let finite = a.finite();
    let factor = range_factor(&a);
    a.scale(factor);
    let found = finite && decompose(&a, &mut values, wanted.then_some((&mut u, &mut v)));
    let info = match (finite, found) {
        (_, true) => 0,
        (true, false) => 1,
        (false, false) => NOT_FINITE,
    };
    let mut values: Vec<T::R> = values.into_iter().map(T::real_part).collect();
    scale(&mut values, Float::recip(factor));
    if info != 0 {
        values.fill(Float::nan());
        u = u.map(|_| T::not_a_number());
        v = v.map(|_| T::not_a_number());
    }
    item.put(1, &values);
    item.put_matrix(2, &u);
    item.put_matrix(3, &v.adjoint());
    item.put(4, &[info]);
}

/// Whether values and vectors were found.
fn decompose<T: Number>(a: &Matrix<T>, values: &mut [T], vectors: Option<(&mut Matrix<T>, &mut Matrix<T>)>) -> bool {
    let kind = |columns: usize, rows: usize| match () {
        () if columns == rows => ComputeSvdVectors::Full,
        () => ComputeSvdVectors::Thin,
    };
    let kinds = match &vectors {
        Some((u, v)) => (kind(u.columns, u.rows), kind(v.columns, v.rows)),
        None => (ComputeSvdVectors::No, ComputeSvdVectors::No),
    };
    let scratch = svd_scratch::<T>(a.rows, a.columns, kinds.0, kinds.1, Par::Seq, Default::default());
    let mut memory = MemBuffer::new(scratch);
    let stack = MemStack::new(&mut memory);
    let (u, v) = vectors.unzip();
    let (u, v) = (u.map(Matrix::view_mut), v.map(Matrix::view_mut));
    let values = DiagMut::from_slice_mut(values);
    svd(a.view(), values, u, v, Par::Seq, stack, Default::default()).is_ok()
}

/// One triangle of a Hermitian `[n, n]` → its eigenvectors, its eigenvalues in ascending order, and 0 if they were
/// found; else they are NaN.
pub(super) fn syevd<T: Number>(parameters: &Parameters<'_>, item: &mut BatchItem<'_>) {
    let n = item.size('n');
    let given = item.matrix::<T>(0, n, n);
    let lower = parameters.letter("uplo") == 'L';
    let mut a = Matrix::from_fn(n, n, |row, column| match row.cmp(&column) {
        std::cmp::Ordering::Less => <T as rustfft::num_traits::Zero>::zero(),
        std::cmp::Ordering::Equal => T::of(given[(row, row)].real_part()),
        std::cmp::Ordering::Greater if lower => given[(row, column)],
        std::cmp::Ordering::Greater => given[(column, row)].conjugate(),
    });
    let finite = a.finite();
    let factor = range_factor(&a);
    a.scale(factor);
    let mut values = vec![<T as rustfft::num_traits::Zero>::zero(); n];
    let mut vectors = Matrix::<T>::zeros(n, n);
    let wanted = parameters.letter("mode") == 'V';
    let found = finite && eigenvectors(&a, &mut values, wanted.then_some(&mut vectors));
    let mut values: Vec<T::R> = values.into_iter().map(T::real_part).collect();
    scale(&mut values, Float::recip(factor));
    if !found {
        values.fill(Float::nan());
        vectors = vectors.map(|_| T::not_a_number());
    }
    item.put_matrix(0, &vectors);
    item.put(1, &values);
    item.put(2, &[if found { 0 } else { n as i32 }]);
}

fn eigenvectors<T: Number>(a: &Matrix<T>, values: &mut [T], vectors: Option<&mut Matrix<T>>) -> bool {
    let kind = if vectors.is_some() { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No };
    let mut memory = MemBuffer::new(self_adjoint_evd_scratch::<T>(a.rows, kind, Par::Seq, Default::default()));
    let stack = MemStack::new(&mut memory);
    let values = DiagMut::from_slice_mut(values);
    let vectors = vectors.map(Matrix::view_mut);
    self_adjoint_evd(a.view(), values, vectors, Par::Seq, stack, Default::default()).is_ok()
}
