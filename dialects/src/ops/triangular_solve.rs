//! `triangular_solve`: systems of linear equations with triangular matrices.

use super::cholesky::{check_field, check_square};
use super::dimensions::{compatible, compatible_shapes, show};
use super::elementwise::enum_word;
use super::meaning::{Arguments, Meaning, Pattern};
use crate::diagnostics::Violation;
use crate::ir::{Builder, Op, OpExt, Type, Value, tensor_of};
use crate::ods::xla::{self, Kind, TransposeAttr};
use crate::require;

/// `triangular_solve`.
pub const TRIANGULAR_SOLVE: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

/// The patterns that start from it.
pub(super) const PATTERNS: &[Pattern] = &[Pattern { kind: Kind::TriangularSolve, rewrite: one_unknown }];

/// A system of one unknown is a division.
fn one_unknown<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (a, b) = (op.input(0), op.input(1));
    let (matrix, ty) = (tensor_of(a)?, tensor_of(b)?);
    let is_plain = matrix.is_static() && ty.is_static() && matrix.encoding.is_none() && ty.encoding.is_none();
    if !is_plain || !matrix.shape.ends_with(&[1, 1]) || tensor_of(op.output(0))? != ty {
        return None;
    }
    let solve = xla::TriangularSolve::of(op)?;
    if solve.unit_diagonal() {
        return Some(vec![b]);
    }
    if solve.transpose_a() == TransposeAttr::Adjoint && ty.xla_element()?.is_complex() {
        return None;
    }
    let same: Vec<i64> = (0..ty.rank() as i64).collect();
    let divisor = xla::broadcast_in_dim(builder, a, &same, ty.ty());
    Some(vec![xla::div(&builder.typed(ty.ty()), b, divisor)])
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
