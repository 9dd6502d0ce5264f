//! `scatter`: slices combined into arrays at an array of indices.

use super::dimensions::{compatible, compatible_shapes, merge, show};
use super::indexing::{Slices, sizes_fit};
use super::meaning::{Arguments, Folded, Meaning};
use super::reduce::{accumulators, verify_body};
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Op, OpExt, Tensor, Type, tensor_of};
use crate::require;
use melior::ir::ValueLike;

/// `scatter`.
pub const SCATTER: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: Some(fold) };

/// The shape that tensors have together.
fn common_shape<'c>(
    arguments: &Arguments<'c>,
    what: &str,
    first: usize,
    tensors: &[Tensor<'c>],
) -> Result<Vec<i64>, Violation<'c>> {
    let mut shape = tensors[0].shape.clone();
    for (i, tensor) in tensors.iter().enumerate() {
        if !compatible_shapes(&shape, &tensor.shape) {
            let message = format!(
                "has {what} of shapes {} and {}; they must agree",
                show(&tensors[0].shape),
                show(&tensor.shape)
            );
            return Err(Violation::new("scatter-same-shape", message)
                .operand(arguments, first)
                .operand(arguments, first + i));
        }
        shape = merge(&shape, &tensor.shape);
    }
    Ok(shape)
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let tensors = arguments.tensors()?;
    require!(
        tensors.len() >= 3 && tensors.len() % 2 == 1,
        "scatter-operands",
        "needs inputs, indices and an update for each input, but has {} operands",
        tensors.len()
    );
    let n = tensors.len() / 2;
    let (inputs, indices, updates) = (&tensors[..n], &tensors[n], &tensors[n + 1..]);
    let operand = inputs[0].with_shape(&common_shape(arguments, "inputs", 0, inputs)?);
    let update = updates[0].with_shape(&common_shape(arguments, "updates", n + 1, updates)?);
    for (i, (input, update)) in inputs.iter().zip(updates).enumerate() {
        if input.element != update.element {
            let message =
                format!("updates elements of type {} with elements of type {}", input.element, update.element);
            return Err(Violation::new("scatter-element-type", message)
                .operand(arguments, i)
                .operand(arguments, n + 1 + i));
        }
    }
    let slices = Slices::of_scatter(arguments);
    slices
        .verify(&operand, indices)
        .and_then(|()| verify_update(&slices, &operand, indices, &update))
        .map_err(|violation| violation.operand(arguments, 0).operand(arguments, n).operand(arguments, n + 1))?;
    let elements = accumulators(arguments, inputs);
    Ok(elements.into_iter().map(|element| Tensor::new(&operand.shape, element).ty()).collect())
}

fn verify_update<'c>(
    slices: &Slices,
    operand: &Tensor<'c>,
    indices: &Tensor<'c>,
    update: &Tensor<'c>,
) -> Result<(), Violation<'c>> {
    let whole = slices.shape(&indices.shape, &operand.shape);
    require!(
        update.rank() == whole.len(),
        "scatter-update-rank",
        "has updates of rank {}; {} window dimensions and those of the indices make {}",
        update.rank(),
        slices.window.len(),
        whole.len()
    );
    sizes_fit(
        "scatter-update-window",
        "updates of sizes",
        &window(slices, &update.shape),
        &operand.with_shape(&window(slices, &whole)),
    )?;
    for d in slices.batch(whole.len()) {
        let (size, expected) = (update.shape[d as usize], whole[d as usize]);
        require!(
            compatible(size, expected),
            "scatter-update-batch",
            "has updates of size {size} in dimension {d}, where the indices have {expected}"
        );
    }
    Ok(())
}

/// The sizes along window dimensions of an array of slices.
fn window(slices: &Slices, shape: &[i64]) -> Vec<i64> {
    slices.window.iter().map(|&d| shape[d as usize]).collect()
}

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let n = arguments.operands.len() / 2;
    verify_body(op, &arguments.tensors()?[..n], "scatter-body-arguments", "scatter-body-results")
}

/// Without updates, the inputs.
fn fold<'c>(op: Op<'c>, _: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let n = op.ins().len() / 2;
    let update = tensor_of(op.input(n + 1))?;
    let same = (0..n).all(|i| op.input(i).r#type() == op.output(i).r#type());
    (same && update.shape.contains(&0)).then(|| (0..n).map(|i| Folded::Value(op.input(i))).collect())
}
