//! `transpose`: result dimension `i` is operand dimension `permutation[i]`.

use super::dimensions;
use super::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Tensor, Type};

/// `transpose`.
pub const TRANSPOSE: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let permutation = arguments.i64s("permutation");
    dimensions::permutation("transpose-permutation", "permutation", &permutation, operand.rank())
        .map_err(|violation| violation.operand(arguments, 0))?;
    let shape: Vec<i64> = permutation.iter().map(|&dimension| operand.shape[dimension as usize]).collect();
    Ok(vec![Tensor::new(&shape, operand.element).ty()])
}
