//! `iota`: each element is its index along one dimension. It stays an op, for a literal would be larger.

use super::dimensions;
use super::literal::Literal;
use super::matching::plain;
use super::meaning::{Folded, Meaning, result_tensor};
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Element, Op, OpExt};
use crate::require;

/// `iota`.
pub const IOTA: Meaning = Meaning { infer: None, verify: Some(verify), fold: Some(fold) };

/// The op's rules.
pub(super) fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(result) = result_tensor(op, 0) else { return Ok(()) };
    require!(
        result.xla_element().is_some_and(|element| element != Element::Pred),
        "iota-element-type",
        "counts in elements of type {}; it must be an integer, float or complex type",
        result.element
    );
    let dimension = op.int("iota_dimension").unwrap_or_default();
    require!(
        dimensions::index(dimension, result.rank()).is_some(),
        "iota-dim-range",
        "counts along dimension {dimension}, but the result's rank is {}",
        result.rank()
    );
    Ok(())
}

/// Along a dimension of one element all are 0. Some narrow floats have no zero.
fn fold<'c>(op: Op<'c>, _: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let result = plain(op.output(0))?;
    let element = result.xla_element().filter(|element| !element.is_float() || element.bits() >= 16)?;
    let dimension = dimensions::index(op.int("iota_dimension")?, result.rank())?;
    let zeros = Literal::splat(element, &result.shape, 0.0).filter(|_| result.shape[dimension] == 1)?;
    Some(vec![Folded::Constant(zeros.attribute(result.ty())?)])
}
