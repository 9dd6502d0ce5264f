//! `map`: a computation on the elements of all operands at each index.

use super::control::{check_body_arguments, scalars_of};
use super::dimensions::{compatible_shapes, merge, show};
use super::meaning::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Op, OpExt, Tensor, Type, terminator};
use crate::require;
use melior::ir::{RegionLike, ValueLike};

/// `map`.
pub const MAP: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let inputs = arguments.tensors()?;
    require!(!inputs.is_empty(), "map-operands", "needs at least one operand");
    let mut shape = inputs[0].shape.clone();
    for (i, input) in inputs.iter().enumerate() {
        if !compatible_shapes(&shape, &input.shape) {
            let message =
                format!("maps operands of shapes {} and {}; they must agree", show(&shape), show(&input.shape));
            return Err(Violation::new("map-same-shape", message).operand(arguments, 0).operand(arguments, i));
        }
        shape = merge(&shape, &input.shape);
    }
    let dimensions = arguments.i64s("dimensions");
    require!(
        dimensions.iter().copied().eq(0..shape.len() as i64),
        "map-dimensions",
        "has dimensions = {}; they must be all {} of its operands' in order",
        show(&dimensions),
        shape.len()
    );
    // The result has the element type that the computation returns.
    let body = arguments.regions.first().and_then(|region| region.first_block());
    let returned: Vec<Tensor<'c>> = body
        .and_then(terminator)
        .map(|last| last.ins().iter().filter_map(|value| Tensor::of(value.r#type())).collect())
        .unwrap_or_default();
    match &returned[..] {
        [scalar] if scalar.rank() == 0 => Ok(vec![Tensor::new(&shape, scalar.element).ty()]),
        _ => {
            let violation = Violation::new("map-result", "has a computation that does not return one scalar");
            Err(match body.and_then(terminator) {
                Some(last) => violation.note(last.loc(), "the computation returns here"),
                None => violation,
            })
        }
    }
}

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(body) = op.body(0) else { return Ok(()) };
    check_body_arguments(op, body, "computation", "map-arguments", &scalars_of(op))
}
