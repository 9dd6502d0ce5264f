//! `reshape` and `collapse`: the same elements under another shape.

use super::broadcast::same_element_as_result;
use super::dimensions::{self, element_count, show};
use super::literal::Literal;
use super::matching::defined_by;
use super::meaning::{Arguments, Folded, Meaning, Pattern, result_tensor};
use super::transpose::transposed;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, tensor_of};
use crate::ods::xla::{self, Kind, Reshape, ReshapeOptions};
use crate::require;
use melior::ir::ValueLike;
use std::ops::Range;

/// `reshape`.
pub const RESHAPE: Meaning = Meaning { infer: None, verify: Some(verify_reshape), fold: Some(fold_reshape) };
/// `collapse`.
pub const COLLAPSE: Meaning = Meaning { infer: Some(infer_collapse), verify: None, fold: Some(fold_collapse) };

/// The op's rules.
pub(super) fn verify_reshape(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let operand = arguments.tensor(0)?;
    let Some(result) = result_tensor(op, 0) else { return Ok(()) };
    if arguments.attr("dimensions").is_some() {
        let dimensions = arguments.i64s("dimensions");
        dimensions::permutation("reshape-dims-permutation", "dimensions", &dimensions, operand.rank())
            .map_err(|violation| violation.operand(&arguments, 0))?;
    }
    if operand.is_static() && result.is_static() {
        let (from, to) = (element_count(&operand.shape), element_count(&result.shape));
        let count = |count: Option<i64>| count.map_or("more than 2^63".to_string(), |count| count.to_string());
        if from.is_none() || from != to {
            let message = format!(
                "gives the {} elements of {} the shape {} of {}",
                count(from),
                show(&operand.shape),
                show(&result.shape),
                count(to)
            );
            return Err(Violation::new("reshape-element-count", message).operand(&arguments, 0));
        }
    }
    same_element_as_result(&arguments, &operand, &result)
}

fn infer_collapse<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let dims = arguments.i64s("dimensions");
    let check = || {
        dimensions::in_range("collapse-dims-range", "dimensions", &dims, operand.rank())?;
        for pair in dims.windows(2) {
            require!(
                pair[1] == pair[0] + 1,
                "collapse-dims-consecutive",
                "dimensions = {} must be consecutive and ascending, but {} follows {}",
                show(&dims),
                pair[1],
                pair[0]
            );
        }
        Ok(())
    };
    check().map_err(|violation: Violation<'c>| violation.operand(arguments, 0))?;
    let shape = collapsed(&operand.shape, &dims).ok_or_else(|| {
        Violation::new("collapse-size", "collapses to a dimension of more than 2^63 elements").operand(arguments, 0)
    })?;
    Ok(vec![Tensor::new(&shape, operand.element).ty()])
}

/// `shape` with the consecutive dimensions `dims` as one; none of them changes nothing.
fn collapsed(shape: &[i64], dims: &[i64]) -> Option<Vec<i64>> {
    let (Some(&first), Some(&last)) = (dims.first(), dims.last()) else { return Some(shape.to_vec()) };
    let (first, last) = (first as usize, last as usize);
    let group = &shape[first..=last];
    let size = if group.contains(&DYNAMIC) { DYNAMIC } else { element_count(group)? };
    let mut result = shape[..first].to_vec();
    result.push(size);
    result.extend(&shape[last + 1..]);
    Some(result)
}

/// Whether a reshape reads its operand in row-major order.
fn is_row_major(op: Op<'_>) -> bool {
    let dims = op.i64s("dimensions");
    dims.iter().copied().eq(0..dims.len() as i64)
}

fn fold_reshape<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    if op.input(0).r#type() == op.output(0).r#type() && is_row_major(op) {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    let literal = Literal::of((*operands.first()?)?)?;
    let literal = if is_row_major(op) { literal } else { transposed(&literal, &op.i64s("dimensions"))? };
    let literal = literal.reshaped(&tensor_of(op.output(0))?.shape)?;
    Some(vec![Folded::Constant(literal.attribute(op.output(0).r#type())?)])
}

fn fold_collapse<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    if op.input(0).r#type() == op.output(0).r#type() {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    let literal = Literal::of((*operands.first()?)?)?.reshaped(&tensor_of(op.output(0))?.shape)?;
    Some(vec![Folded::Constant(literal.attribute(op.output(0).r#type())?)])
}

/// The smallest runs of dimensions of an array of shape `from`, each of which a reshape makes a run of dimensions of one of shape `to`, of
/// as many elements. No size is 0. Dimensions of one element behind the last run are in none.
pub(super) fn groups(from: &[i64], to: &[i64]) -> Vec<(Range<usize>, Range<usize>)> {
    let (mut i, mut j, mut all) = (0, 0, Vec::new());
    while i < from.len() && j < to.len() {
        let (first, start) = (i, j);
        let (mut a, mut b) = (from[i], to[j]);
        (i, j) = (i + 1, j + 1);
        while a != b {
            if a < b {
                a *= from[i];
                i += 1;
            } else {
                b *= to[j];
                j += 1;
            }
        }
        all.push((first..i, start..j));
    }
    all
}

/// The patterns that start from reshapes.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Reshape, rewrite: reshape_in_row_major_order },
    Pattern { kind: Kind::Reshape, rewrite: reshape_of_reshape },
];

/// `reshape(x), dims = [0, 1, …]` -> `reshape(x)`: row-major order is the default.
fn reshape_in_row_major_order<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    op.attr("dimensions").filter(|_| is_row_major(op))?;
    Some(vec![xla::reshape(builder, op.input(0), op.output(0).r#type())])
}

/// `reshape(reshape(x))` -> `reshape(x)`, and the same of a collapse: the row-major order stays. The outer one must
/// not read in another order, the inner one may.
fn reshape_of_reshape<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    if !is_row_major(op) {
        return None;
    }
    let inner = defined_by(op.input(0), Kind::Reshape).or_else(|| defined_by(op.input(0), Kind::Collapse))?;
    let x = inner.input(0);
    let order = Reshape::of(inner).and_then(Reshape::dimensions);
    if order.is_none() && x.r#type() == op.output(0).r#type() {
        return Some(vec![x]);
    }
    let options = ReshapeOptions { dimensions: order.as_deref() };
    Some(vec![xla::reshape_with(builder, x, op.output(0).r#type(), options)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collapses_of_the_document() {
        assert_eq!(collapsed(&[4, 2, 3], &[0, 1, 2]), Some(vec![24]));
        assert_eq!(collapsed(&[4, 2, 3], &[0, 1]), Some(vec![8, 3]));
        assert_eq!(collapsed(&[4, 2, 3], &[1, 2]), Some(vec![4, 6]));
        assert_eq!(collapsed(&[4, 2, 3], &[1]), Some(vec![4, 2, 3]));
        assert_eq!(collapsed(&[4, 2, 3], &[]), Some(vec![4, 2, 3]));
        assert_eq!(collapsed(&[4, DYNAMIC], &[0, 1]), Some(vec![DYNAMIC]));
        assert_eq!(collapsed(&[4, i64::MAX], &[0, 1]), None);
    }
}
