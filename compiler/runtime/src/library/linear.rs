//! Factorizations and systems of equations, by faer; [`small_cholesky`] has the factors of small matrices.

use super::matrix::Number;
use super::parallel::each_part;
use super::site::{flag, malformed, word};
use super::small_cholesky;
use crate::call::{Call, CallError};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{LltError, cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::triangular_solve as solve;
use faer::{Conj, MatMut, MatRef, Par};
use rustfft::num_complex::Complex;
use xla_scalar::Element;

/// Calls `f` for the element type of the call's matrices.
macro_rules! for_elements {
    ($call:expr, $f:ident) => {
        match $call.inputs.first().map(|input| input.ty().element) {
            Some(Element::F32) => $f::<f32>($call),
            Some(Element::F64) => $f::<f64>($call),
            Some(Element::C64) => $f::<Complex<f32>>($call),
            Some(Element::C128) => $f::<Complex<f64>>($call),
            _ => Err(malformed($call.site)),
        }
    };
}

/// `lower` says which triangle is read and written.
pub(super) fn cholesky(call: &mut Call<'_>) -> Result<(), CallError> {
    for_elements!(call, factors)
}

/// How `[.., n, m]` is cut into matrices: their number, n and m.
fn matrices(shape: &[usize]) -> Option<(usize, usize, usize)> {
    let (&[n, m], outer) = shape.split_last_chunk::<2>().map(|(outer, last)| (last, outer))?;
    Some((outer.iter().product(), n, m))
}

fn factors<T: Number>(call: &mut Call<'_>) -> Result<(), CallError> {
    let Call { site, inputs, outputs, run } = call;
    let ([a], [output]) = (&inputs[..], &mut outputs[..]) else { return Err(malformed(site)) };
    let lower = flag(site, "lower");
    let Some((count, n, m)) = matrices(&a.ty().shape) else { return Err(malformed(site)) };
    if n != m || a.ty() != output.ty() {
        return Err(malformed(site));
    }
    if n == 0 {
        return Ok(());
    }
    let (a, output) = (a.elements::<T>(), output.elements_mut::<T>());
    if n <= small_cholesky::MOST_ROWS {
        small_cholesky::factorize(run.pool, a, output, n, lower);
        return Ok(());
    }
    each_part(run.pool, output, count, n * n * n / 3, |i, factor| {
        factorize(&a[i * n * n..(i + 1) * n * n], factor, n, lower);
    });
    Ok(())
}

/// The factor of one matrix. If a leading minor is not positive, the factor is NaN; returns the first such minor's last
/// row.
///
/// It is made column by column, as faer is fastest: of an upper triangle by rows, which are the columns of the lower
/// one of the conjugate, whose factor is the transposed one; of a lower triangle in the upper one's place.
pub(super) fn factorize<T: Number>(a: &[T], factor: &mut [T], n: usize, lower: bool) -> Option<usize> {
    factor.fill(T::zero());
    each_upper(n, |row, column| {
        let from = if lower { a[column * n + row] } else { a[row * n + column] };
        factor[row * n + column] = if row == column { T::of(from.real_part()) } else { from };
    });
    let matrix = MatMut::from_row_major_slice_mut(&mut *factor, n, n).transpose_mut();
    let mut memory = MemBuffer::new(cholesky_in_place_scratch::<T>(n, Par::Seq, Default::default()));
    let stack = MemStack::new(&mut memory);
    let done = cholesky_in_place(matrix, Default::default(), Par::Seq, stack, Default::default());
    for (row, elements) in factor.chunks_mut(n).enumerate() {
        let (outside, inside) = elements.split_at_mut(row);
        outside.fill(T::zero());
        if done.is_err() {
            inside.fill(T::not_a_number());
        } else {
            // Differences of equal products leave their rounding errors in the imaginary part.
            inside[0] = T::of(inside[0].real_part());
        }
    }
    if lower {
        each_upper(n, |row, column| factor.swap(row * n + column, column * n + row));
    }
    done.err().map(|LltError::NonPositivePivot { index }| index)
}

/// Calls `visit` with the row and the column of each element of an upper triangle, in small tiles, so that what lies
/// at the transposed places stays in the cache.
fn each_upper(n: usize, mut visit: impl FnMut(usize, usize)) {
    const TILE: usize = 8;
    for top in (0..n).step_by(TILE) {
        for left in (top..n).step_by(TILE) {
            for row in top..n.min(top + TILE) {
                for column in left.max(row)..n.min(left + TILE) {
                    visit(row, column);
                }
            }
        }
    }
}

/// `left_side`, `lower`, `unit_diagonal` and `transpose` are those of the op.
pub(super) fn triangular_solve(call: &mut Call<'_>) -> Result<(), CallError> {
    for_elements!(call, solutions)
}

fn solutions<T: Number>(call: &mut Call<'_>) -> Result<(), CallError> {
    let Call { site, inputs, outputs, run } = call;
    let ([a, b], [output]) = (&inputs[..], &mut outputs[..]) else { return Err(malformed(site)) };
    let (Some((count, n, m)), Some((b_count, rows, columns))) = (matrices(&a.ty().shape), matrices(&b.ty().shape))
    else {
        return Err(malformed(site));
    };
    let left = flag(site, "left_side");
    if n != m || count != b_count || n != if left { rows } else { columns } || b.ty() != output.ty() {
        return Err(malformed(site));
    }
    let output = output.elements_mut::<T>();
    output.copy_from_slice(b.elements());
    if output.is_empty() {
        return Ok(());
    }
    let transpose = word(site, "transpose");
    let system = System {
        left,
        lower: flag(site, "lower"),
        unit: flag(site, "unit_diagonal"),
        transposed: transpose != "NO_TRANSPOSE",
        conjugated: transpose == "ADJOINT",
    };
    let a = a.elements::<T>();
    each_part(run.pool, output, count, n * rows * columns, |i, b| {
        system.solve(&a[i * n * n..(i + 1) * n * n], b, (rows, columns));
    });
    Ok(())
}

/// The variant of a triangular system.
pub(super) struct System {
    /// `op(A) X = B`, else `X op(A) = B`.
    pub left: bool,
    /// Whether the lower triangle of A is read, else the upper one.
    pub lower: bool,
    /// Whether the diagonal of A is one.
    pub unit: bool,
    /// Whether op transposes.
    pub transposed: bool,
    /// Whether op conjugates.
    pub conjugated: bool,
}

impl System {
    /// Replaces B, a row-major matrix of these sizes, by X.
    pub fn solve<T: Number>(&self, a: &[T], b: &mut [T], (rows, columns): (usize, usize)) {
        let n = if self.left { rows } else { columns };
        let conj = if self.conjugated { Conj::Yes } else { Conj::No };
        // x op(a) = b is op(a)ᵀ xᵀ = bᵀ.
        let transposed = self.transposed == self.left;
        let a = MatRef::from_row_major_slice(a, n, n);
        let b = MatMut::from_row_major_slice_mut(b, rows, columns);
        let a = if transposed { a.transpose() } else { a };
        let b = if self.left { b } else { b.transpose_mut() };
        match (self.lower != transposed, self.unit) {
            (true, false) => solve::solve_lower_triangular_in_place_with_conj(a, conj, b, Par::Seq),
            (true, true) => solve::solve_unit_lower_triangular_in_place_with_conj(a, conj, b, Par::Seq),
            (false, false) => solve::solve_upper_triangular_in_place_with_conj(a, conj, b, Par::Seq),
            (false, true) => solve::solve_unit_upper_triangular_in_place_with_conj(a, conj, b, Par::Seq),
        }
    }
}
