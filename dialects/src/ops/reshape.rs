//! `reshape` and `collapse`: the same elements under another shape.

use super::broadcast::same_element_as_result;
use super::dimensions::{self, element_count, show};
use super::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Op, OpExt, Tensor, Type, tensor_of};
use crate::require;

/// `reshape`.
pub const RESHAPE: Meaning = Meaning { infer: None, verify: Some(verify_reshape), fold: None };
/// `collapse`.
pub const COLLAPSE: Meaning = Meaning { infer: Some(infer_collapse), verify: None, fold: None };

fn verify_reshape(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let operand = arguments.tensor(0)?;
    let Some(result) = tensor_of(op.output(0)) else { return Ok(()) };
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
