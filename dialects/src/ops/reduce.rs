//! `reduce`: combines the elements along dimensions by a computation.

use super::control::{check_body_arguments, check_terminator};
use super::dimensions::{self, compatible_shapes, merge, show};
use super::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Op, OpExt, Tensor, Type, block_args};
use crate::require;
use melior::ir::{RegionLike, ValueLike};

/// `reduce`.
pub const REDUCE: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let tensors = arguments.tensors()?;
    require!(
        tensors.len() >= 2 && tensors.len() % 2 == 0,
        "reduce-operands",
        "needs an initial value for each input and at least one input, but has {} operands",
        tensors.len()
    );
    let n = tensors.len() / 2;
    let (inputs, inits) = tensors.split_at(n);
    let mut shape = inputs[0].shape.clone();
    for (i, input) in inputs.iter().enumerate() {
        if !compatible_shapes(&shape, &input.shape) {
            let message = format!(
                "reduces inputs of shapes {} and {} together; they must agree",
                show(&inputs[0].shape),
                show(&input.shape)
            );
            return Err(Violation::new("reduce-same-shape", message).operand(arguments, 0).operand(arguments, i));
        }
        shape = merge(&shape, &input.shape);
    }
    for (i, init) in inits.iter().enumerate() {
        if init.rank() != 0 {
            let message = format!("initial value {i} has {} dimensions; it must be a scalar", init.rank());
            return Err(Violation::new("reduce-init-scalar", message).operand(arguments, n + i));
        }
        if init.element != inputs[i].element {
            let message = format!(
                "input {i} has elements of type {} but its initial value is of type {}",
                inputs[i].element, init.element
            );
            return Err(Violation::new("reduce-init-type", message).operand(arguments, i).operand(arguments, n + i));
        }
    }
    let dims = arguments.i64s("dimensions");
    dimensions::in_range("reduce-dims-range", "dimensions", &dims, shape.len())
        .and_then(|()| dimensions::unique("reduce-dims-unique", "dimensions", &dims))
        .map_err(|violation| violation.operand(arguments, 0))?;
    let kept: Vec<i64> = (0..shape.len()).filter(|d| !dims.contains(&(*d as i64))).map(|d| shape[d]).collect();
    let accumulators = accumulators(arguments, inits);
    Ok(accumulators.into_iter().map(|element| Tensor::new(&kept, element).ty()).collect())
}

/// The element types that the body accumulates in: the initial values' in xla. StableHLO's body may state wider
/// ones, to which inputs and initial values are converted.
fn accumulators<'c>(arguments: &Arguments<'c>, inits: &[Tensor<'c>]) -> Vec<Type<'c>> {
    let own = inits.iter().map(|init| init.element);
    let body = arguments.regions.first().and_then(|region| region.first_block());
    let Some(body) = body.filter(|_| !arguments.is_xla()) else { return own.collect() };
    let stated: Vec<Type<'c>> =
        block_args(body).iter().filter_map(|value| Tensor::of(value.r#type())).map(|tensor| tensor.element).collect();
    if stated.len() == 2 * inits.len() { stated[..inits.len()].to_vec() } else { own.collect() }
}

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let tensors = arguments.tensors()?;
    let n = tensors.len() / 2;
    let accumulators: Vec<Type<'_>> =
        accumulators(&arguments, &tensors[n..]).into_iter().map(|element| Tensor::new(&[], element).ty()).collect();
    for (i, accumulator) in accumulators.iter().enumerate() {
        let (from, to) = (tensors[i].xla_element(), Tensor::of(*accumulator).and_then(|tensor| tensor.xla_element()));
        if let (Some(from), Some(to)) = (from, to) {
            let promotable = from == to || (from.kind() == to.kind() && from.bits() <= to.bits());
            if !promotable {
                let message = format!("accumulates elements of type {from} in the type {to}, which is no wider");
                return Err(Violation::new("reduce-accumulator", message).operand(&arguments, i));
            }
        }
    }
    let expected: Vec<Type<'_>> = accumulators.iter().chain(&accumulators).copied().collect();
    let Some(body) = op.body(0) else { return Ok(()) };
    check_body_arguments(op, body, "body", "reduce-body-arguments", &expected)?;
    check_terminator(op, body, "body", "reduce-body-results", &accumulators)
}
