//! `cholesky`: the triangular factor of Hermitian positive definite matrices.

use super::dimensions::compatible;
use super::literal::Literal;
use super::meaning::{Arguments, Meaning, Pattern};
use crate::diagnostics::Violation;
use crate::ir::{Builder, Op, OpExt, Tensor, Type, Value, tensor_of};
use crate::ods::xla::{self, Kind};
use crate::require;

/// `cholesky`.
pub const CHOLESKY: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

/// The patterns that start from it.
pub(super) const PATTERNS: &[Pattern] = &[Pattern { kind: Kind::Cholesky, rewrite: one_row }];

/// The factor of one number is the square root of its real part, and NaN if that is not positive and finite.
fn one_row<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let a = op.input(0);
    let ty = tensor_of(a).filter(|ty| ty.is_static() && ty.encoding.is_none() && ty.shape.ends_with(&[1, 1]))?;
    let element = ty.xla_element()?;
    let part = element.real_part();
    let real = if element.is_complex() { xla::real(builder, a) } else { a };
    let literal = |value: f64| {
        let literal = Literal::splat(part, &ty.shape, value)?;
        Some(xla::constant(builder, literal.attribute(tensor_of(real)?.ty())?))
    };
    let (zero, nan) = (literal(0.0)?, literal(f64::NAN)?);
    let is_positive = xla::and(builder, xla::gt(builder, real, zero), xla::is_finite(builder, real));
    let root = xla::select(builder, is_positive, xla::sqrt(builder, real), nan);
    let imaginary = || xla::select(builder, is_positive, zero, nan);
    Some(vec![if element.is_complex() { xla::complex(builder, root, imaginary()) } else { root }])
}

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
