//! Factorizations and systems of equations, by faer.

use super::{each_part, flag, malformed, word};
use crate::array::Plain;
use crate::custom_call::{Call, CallError};
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::triangular_solve as solve;
use faer::traits::ComplexField;
use faer::{Conj, MatMut, MatRef, Par};
use xla_scalar::Element;

/// The types of the elements of matrices.
trait Number: ComplexField + Plain {
    /// The number without its imaginary part.
    fn real(self) -> Self;

    const NAN: Self;
}

macro_rules! numbers {
    ($($T:ident: $real:expr, $nan:expr;)*) => { $(
        impl Number for $T {
            fn real(self) -> Self {
                let real: fn(Self) -> Self = $real;
                real(self)
            }

            const NAN: Self = $nan;
        }
    )* };
}
type C64 = faer::c32;
type C128 = faer::c64;
numbers! {
    f32: |x| x, f32::NAN;
    f64: |x| x, f64::NAN;
    C64: |x| C64::new(x.re, 0.0), C64 { re: f32::NAN, im: f32::NAN };
    C128: |x| C128::new(x.re, 0.0), C128 { re: f64::NAN, im: f64::NAN };
}

/// Calls `f` for the element type of the call's matrices.
macro_rules! for_elements {
    ($call:expr, $f:ident) => {
        match $call.inputs.first().map(|input| input.ty().element) {
            Some(Element::F32) => $f::<f32>($call),
            Some(Element::F64) => $f::<f64>($call),
            Some(Element::C64) => $f::<C64>($call),
            Some(Element::C128) => $f::<C128>($call),
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
    let a = a.elements::<T>();
    each_part(run.pool, output.elements_mut::<T>(), count, n * n * n / 3, |i, factor| {
        factorize(&a[i * n * n..(i + 1) * n * n], factor, n, lower);
    });
    Ok(())
}

/// The factor of one matrix.
///
/// It is made column by column, as faer is fastest: of an upper triangle by rows, which are the columns of the lower
/// one of the conjugate, whose factor is the transposed one; of a lower triangle in the upper one's place.
fn factorize<T: Number>(a: &[T], factor: &mut [T], n: usize, lower: bool) {
    factor.fill(T::zero_impl());
    each_upper(n, |row, column| {
        let from = if lower { a[column * n + row] } else { a[row * n + column] };
        factor[row * n + column] = if row == column { from.real() } else { from };
    });
    let matrix = MatMut::from_row_major_slice_mut(&mut *factor, n, n).transpose_mut();
    let mut memory = MemBuffer::new(cholesky_in_place_scratch::<T>(n, Par::Seq, Default::default()));
    let stack = MemStack::new(&mut memory);
    let done = cholesky_in_place(matrix, Default::default(), Par::Seq, stack, Default::default());
    for (row, elements) in factor.chunks_mut(n).enumerate() {
        let (outside, inside) = elements.split_at_mut(row);
        outside.fill(T::zero_impl());
        if done.is_err() {
            inside.fill(T::NAN);
        }
    }
    if lower {
        each_upper(n, |row, column| factor.swap(row * n + column, column * n + row));
    }
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
    let (lower, unit) = (flag(site, "lower"), flag(site, "unit_diagonal"));
    let transpose = word(site, "transpose");
    let conj = if transpose == "ADJOINT" { Conj::Yes } else { Conj::No };
    // x op(a) = b is op(a)ᵀ xᵀ = bᵀ.
    let transposed = (transpose != "NO_TRANSPOSE") == left;
    let a = a.elements::<T>();
    each_part(run.pool, output, count, n * rows * columns, |i, b| {
        let a = MatRef::from_row_major_slice(&a[i * n * n..(i + 1) * n * n], n, n);
        let b = MatMut::from_row_major_slice_mut(b, rows, columns);
        let a = if transposed { a.transpose() } else { a };
        let b = if left { b } else { b.transpose_mut() };
        match (lower != transposed, unit) {
            (true, false) => solve::solve_lower_triangular_in_place_with_conj(a, conj, b, Par::Seq),
            (true, true) => solve::solve_unit_lower_triangular_in_place_with_conj(a, conj, b, Par::Seq),
            (false, false) => solve::solve_upper_triangular_in_place_with_conj(a, conj, b, Par::Seq),
            (false, true) => solve::solve_unit_upper_triangular_in_place_with_conj(a, conj, b, Par::Seq),
        }
    });
    Ok(())
}
