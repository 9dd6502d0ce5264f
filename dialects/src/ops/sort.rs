//! `sort`: sorts slices along a dimension by a comparator.

use super::control::{check_body_arguments, check_terminator, scalars_of};
use super::dimensions::{compatible_shapes, show};
use super::meaning::{Arguments, Folded, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Op, OpExt, Tensor, Type, tensor_of, type_of};
use crate::require;
use xla_scalar::Element;

/// `sort`.
pub const SORT: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: Some(fold) };

/// The dimension that an op of `rank` dimensions sorts along: a negative one counts from the end.
pub fn dimension(dimension: i64, rank: usize) -> Option<usize> {
    let from_start = if dimension < 0 { dimension.checked_add(rank as i64)? } else { dimension };
    usize::try_from(from_start).ok().filter(|&d| d < rank)
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let inputs = arguments.tensors()?;
    require!(!inputs.is_empty(), "sort-operands", "needs at least one operand");
    for (i, input) in inputs.iter().enumerate() {
        if !compatible_shapes(&inputs[0].shape, &input.shape) {
            let message = format!(
                "sorts operands of shapes {} and {} together; they must agree",
                show(&inputs[0].shape),
                show(&input.shape)
            );
            return Err(Violation::new("sort-same-shape", message).operand(arguments, 0).operand(arguments, i));
        }
    }
    // Absent, it is the last one.
    let along = arguments.attr("dimension").map_or(-1, |_| arguments.int("dimension"));
    if dimension(along, inputs[0].rank()).is_none() {
        let message = format!("sorts along dimension {along} of operands of rank {}", inputs[0].rank());
        return Err(Violation::new("sort-dimension", message).operand(arguments, 0));
    }
    Ok(inputs.iter().map(Tensor::ty).collect())
}

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(body) = op.body(0) else { return Ok(()) };
    let pairs: Vec<Type<'_>> = scalars_of(op).into_iter().flat_map(|scalar| [scalar; 2]).collect();
    check_body_arguments(op, body, "comparator", "sort-comparator-arguments", &pairs)?;
    let pred = Tensor::new(&[], type_of(op.ctx(), Element::Pred)).ty();
    check_terminator(body, "comparator", "sort-comparator-result", &[pred])
}

/// Slices of at most one element are sorted.
fn fold<'c>(op: Op<'c>, _operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let shape = tensor_of(op.input(0))?.shape;
    let along = dimension(op.int("dimension").unwrap_or(-1), shape.len())?;
    let sorted = shape.contains(&0) || shape[along] == 1;
    sorted.then(|| op.ins().into_iter().map(Folded::Value).collect())
}
