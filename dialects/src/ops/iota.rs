//! `iota`: each element is its index along one dimension. It stays an op, for a literal would be larger.

use super::dimensions;
use super::meaning::{Meaning, result_tensor};
use crate::diagnostics::Violation;
use crate::ir::{Element, Op, OpExt};
use crate::require;

/// `iota`.
pub const IOTA: Meaning = Meaning { infer: None, verify: Some(verify), fold: None };

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
