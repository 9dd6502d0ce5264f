//! `gather`: slices of an array at an array of indices.

use super::dimensions;
use super::indexing::{Slices, sizes_fit, taken};
use super::meaning::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Tensor, Type};
use crate::require;

/// `gather`.
pub const GATHER: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    Ok(vec![gathered(arguments, &arguments.i64s("slice_sizes"))?.ty()])
}

/// The type of a gather of slices of these sizes.
pub(super) fn gathered<'c>(arguments: &Arguments<'c>, sizes: &[i64]) -> Result<Tensor<'c>, Violation<'c>> {
    let (operand, indices) = (arguments.tensor(0)?, arguments.tensor(1)?);
    let slices = Slices::of_gather(arguments);
    slices
        .verify(&operand, &indices)
        .and_then(|()| verify_sizes(&slices, sizes, &operand))
        .map_err(|violation| violation.operand(arguments, 0).operand(arguments, 1))?;
    Ok(Tensor::new(&slices.shape(&indices.shape, &taken(sizes, &operand)), operand.element))
}

fn verify_sizes<'c>(slices: &Slices, sizes: &[i64], operand: &Tensor<'c>) -> Result<(), Violation<'c>> {
    dimensions::one_each("gather-sizes-count", "slice_sizes", sizes, operand)?;
    sizes_fit("gather-sizes", "slice_sizes", sizes, operand)?;
    for (d, &size) in sizes.iter().enumerate() {
        require!(
            size <= 1 || !slices.is_thin(d as i64),
            "gather-thin-sizes",
            "has slices of size {size} in dimension {d}, which is collapsed or batching: it must be 1 or 0"
        );
    }
    Ok(())
}
