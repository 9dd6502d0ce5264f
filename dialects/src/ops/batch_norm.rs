//! Batch normalization: `batch_norm_training`, `batch_norm_inference` and `batch_norm_grad`.

use super::dimensions::{self, compatible, compatible_shapes, show};
use super::meaning::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Tensor, Type};

/// `batch_norm_training`: the normalized operand, and the mean and variance of its features.
pub const BATCH_NORM_TRAINING: Meaning = Meaning {
    infer: Some(|arguments| {
        let (operand, features) = check(arguments, 3)?;
        Ok(vec![operand, features, features])
    }),
    verify: None,
    fold: None,
};

/// `batch_norm_inference`: the normalized operand.
pub const BATCH_NORM_INFERENCE: Meaning =
    Meaning { infer: Some(|arguments| Ok(vec![check(arguments, 5)?.0])), verify: None, fold: None };

/// `batch_norm_grad`: the gradients by the operand, the scale and the offset.
pub const BATCH_NORM_GRAD: Meaning = Meaning {
    infer: Some(|arguments| {
        let (operand, features) = check(arguments, 4)?;
        let (input, gradient) = (arguments.tensor(0)?, arguments.tensor(4)?);
        if !compatible_shapes(&input.shape, &gradient.shape) || input.element != gradient.element {
            let message = format!("has a gradient of type {gradient} for an operand of type {input}");
            return Err(Violation::new("batch-norm-gradient", message).operand(arguments, 0).operand(arguments, 4));
        }
        Ok(vec![operand, features, features])
    }),
    verify: None,
    fold: None,
};

/// The operand's type, and that of the operands `1..end`, which have one element a feature.
fn check<'c>(arguments: &Arguments<'c>, end: usize) -> Result<(Type<'c>, Type<'c>), Violation<'c>> {
    let operand = arguments.tensor(0)?;
    if !operand.xla_element().is_some_and(|element| element.is_float()) {
        let message = format!("normalizes elements of type {}; they must be floats", operand.element);
        return Err(Violation::new("batch-norm-element-type", message).operand(arguments, 0));
    }
    let feature = arguments.int("feature_index");
    dimensions::in_range("batch-norm-feature", "feature_index", &[feature], operand.rank())
        .map_err(|violation| violation.operand(arguments, 0))?;
    let mut count = operand.shape[feature as usize];
    for i in 1..end {
        let each = arguments.tensor(i)?;
        if each.rank() != 1 || !compatible(each.shape[0], count) {
            let message =
                format!("has an operand of shape {} for the features, which are {}", show(&each.shape), show(&[count]));
            return Err(Violation::new("batch-norm-features", message).operand(arguments, 0).operand(arguments, i));
        }
        if each.element != operand.element {
            let message = format!("has elements of type {} for an operand of {}", each.element, operand.element);
            return Err(Violation::new("batch-norm-same-type", message).operand(arguments, 0).operand(arguments, i));
        }
        if each.shape[0] != crate::ir::DYNAMIC {
            count = each.shape[0];
        }
    }
    let features = Tensor::new(&[count], operand.element);
    Ok((Tensor::new(&operand.shape, operand.element).ty(), features.ty()))
}
