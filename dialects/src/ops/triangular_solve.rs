//! `triangular_solve`: systems of linear equations with triangular matrices.

use super::cholesky::{check_field, check_square};
use super::dimensions::{compatible, compatible_shapes, show};
use super::elementwise::enum_word;
use super::matching::plain;
use super::meaning::{Arguments, Meaning, Pattern};
use crate::diagnostics::Violation;
use crate::ir::{Builder, Op, OpExt, Type, Value, size_of, tensor_of};
use crate::ods::xla::{self, Kind, TransposeAttr};
use crate::require;

/// `triangular_solve`.
pub const TRIANGULAR_SOLVE: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

/// The patterns that start from it.
pub(super) const PATTERNS: &[Pattern] = &[Pattern { kind: Kind::TriangularSolve, rewrite: substitute }];

/// Unknowns up to which they are substituted one after the other, and matrices from which on: elementwise ops on all matrices are
/// vectors, where a library solves one matrix after the other.
const MOST_UNKNOWNS: i64 = 4;
const LEAST_MATRICES: i64 = 16;

/// Few unknowns of many systems, each of which is a division, and one unknown:
///
/// ```mlir
/// %x = xla.triangular_solve %a, %b … : tensor<64x2x2xf32>, tensor<64x2x1xf32>
/// %x0 = xla.div %b0, %a00   %x1 = xla.div (%b1 - %a10 * %x0), %a11   %x = xla.concatenate %x0, %x1
/// ```
fn substitute<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (a, b) = (op.input(0), op.input(1));
    let (matrix, ty, solve) = (plain(a)?, plain(b)?, xla::TriangularSolve::of(op)?);
    if tensor_of(op.output(0))? != ty {
        return None;
    }
    let outer = ty.rank() - 2;
    let (n, matrices) = (matrix.shape[outer], size_of(&matrix.shape[..outer]));
    let is_complex = ty.xla_element()?.is_complex();
    let is_one = n == 1 && !(is_complex && solve.transpose_a() == TransposeAttr::Adjoint);
    let are_few = (2..=MOST_UNKNOWNS).contains(&n) && matrices >= LEAST_MATRICES && !is_complex && ty.size() > 0;
    if !is_one && !are_few {
        return None;
    }
    // x op(a) = b is op(a)ᵀ xᵀ = bᵀ.
    let transposed = (solve.transpose_a() != TransposeAttr::NoTranspose) == solve.left_side();
    let along = if solve.left_side() { outer } else { outer + 1 };
    let mut shape = ty.shape.clone();
    shape[along] = 1;
    let one = ty.with_shape(&shape).ty();
    let same: Vec<i64> = (0..ty.rank() as i64).collect();
    let slice = |value: Value<'c>, shape: &[i64], places: &[(usize, i64)]| {
        let (mut starts, mut limits) = (vec![0; shape.len()], shape.to_vec());
        places.iter().for_each(|&(d, i)| (starts[d], limits[d]) = (i, i + 1));
        xla::slice(builder, value, &starts, &limits, &vec![1; shape.len()])
    };
    let factor = |i: i64, j: i64| {
        let (row, column) = if transposed { (j, i) } else { (i, j) };
        xla::broadcast_in_dim(builder, slice(a, &matrix.shape, &[(outer, row), (outer + 1, column)]), &same, one)
    };
    let typed = builder.typed(one);
    let mut unknowns: Vec<Option<Value<'c>>> = vec![None; n as usize];
    let is_forward = solve.lower() != transposed;
    for k in 0..n {
        let i = if is_forward { k } else { n - 1 - k };
        let mut rest = slice(b, &ty.shape, &[(along, i)]);
        for (j, x) in (0..).zip(&unknowns).filter_map(|(j, x)| Some((j, (*x)?))) {
            rest = xla::sub(&typed, rest, xla::mul(&typed, factor(i, j), x));
        }
        unknowns[i as usize] = Some(if solve.unit_diagonal() { rest } else { xla::div(&typed, rest, factor(i, i)) });
    }
    let unknowns: Vec<Value<'c>> = unknowns.into_iter().collect::<Option<_>>()?;
    Some(vec![xla::concatenate(builder, &unknowns, along as i64)])
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let (a, b) = (arguments.tensor(0)?, arguments.tensor(1)?);
    check_square("triangular-solve-square", arguments, &a)?;
    check_field("triangular-solve-element-type", arguments, &a)?;
    let refuse = |label, message| Err(Violation::new(label, message).operand(arguments, 0).operand(arguments, 1));
    if a.element != b.element {
        let message = format!("divides elements of type {} by those of type {}", b.element, a.element);
        return refuse("triangular-solve-same-type", message);
    }
    let transpose = arguments.attr("transpose_a").map(enum_word).unwrap_or_default();
    require!(
        transpose != "TRANSPOSE_INVALID",
        "triangular-solve-transpose",
        "has transpose_a = {transpose}, which says nothing"
    );
    let outer = a.rank() - 2;
    if b.rank() != a.rank() || !compatible_shapes(&a.shape[..outer], &b.shape[..outer]) {
        let message = format!("solves matrices of shape {} for {}", show(&a.shape), show(&b.shape));
        return refuse("triangular-solve-batch", message);
    }
    let shared = outer + usize::from(arguments.int("left_side") == 0);
    if !compatible(a.shape[outer], b.shape[shared]) {
        let message = format!(
            "solves for {} unknowns, but dimension {shared} of the right-hand sides has size {}",
            a.shape[outer], b.shape[shared]
        );
        return refuse("triangular-solve-unknowns", message);
    }
    Ok(vec![b.ty()])
}
