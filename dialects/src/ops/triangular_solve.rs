//! `triangular_solve`: systems of linear equations with triangular matrices.

use super::cholesky::{check_field, check_square};
use super::dimensions::{compatible, compatible_shapes, show};
use super::elementwise::enum_word;
use super::meaning::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::Type;
use crate::require;

/// `triangular_solve`.
pub const TRIANGULAR_SOLVE: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

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
