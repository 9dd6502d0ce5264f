//! `reduce_window`: combines the elements of each window by a computation.

use super::meaning::{Arguments, Meaning};
use super::{reduce, window};
use crate::diagnostics::Violation;
use crate::ir::{Tensor, Type};

/// `reduce_window`.
pub const REDUCE_WINDOW: Meaning = Meaning { infer: Some(infer), verify: Some(reduce::verify), fold: None };

/// The result has one element for each position of the window.
fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let (shape, accumulators) = reduce::operands(arguments)?;
    let positions = window::of(arguments, &shape)
        .and_then(|dims| window::positions(&dims, &shape))
        .map_err(|violation| violation.operand(arguments, 0))?;
    Ok(accumulators.into_iter().map(|element| Tensor::new(&positions, element).ty()).collect())
}
