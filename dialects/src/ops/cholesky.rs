//! `cholesky`: the triangular factor of Hermitian positive definite matrices.

use super::dimensions::compatible;
use super::meaning::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Tensor, Type};
use crate::require;

/// `cholesky`.
pub const CHOLESKY: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let a = arguments.tensor(0)?;
    check_square("cholesky-square", arguments, &a)?;
    check_field("cholesky-element-type", arguments, &a)?;
    Ok(vec![a.ty()])
}

/// Requires operand 0, `a`, to hold square matrices.
pub(super) fn check_square<'c>(
    label: &'static str,
    arguments: &Arguments<'c>,
    a: &Tensor<'c>,
) -> Result<(), Violation<'c>> {
    let square = matches!(a.shape[..], [.., rows, columns] if compatible(rows, columns));
    if square {
        return Ok(());
    }
    Err(Violation::new(label, format!("takes square matrices, not {a}")).operand(arguments, 0))
}

/// Requires the elements of operand 0, `a`, to be real or complex numbers that can be divided.
pub(super) fn check_field<'c>(
    label: &'static str,
    arguments: &Arguments<'c>,
    a: &Tensor<'c>,
) -> Result<(), Violation<'c>> {
    require!(
        a.xla_element().is_some_and(|element| element.is_float() || element.is_complex()),
        label,
        "computes with elements of type {}; it must be a float or complex type",
        arguments.tensor(0)?.element
    );
    Ok(())
}
