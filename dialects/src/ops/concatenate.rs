//! `concatenate`: joins arrays along one dimension.

use super::dimensions::{self, compatible, show};
use super::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Tensor, Type};
use crate::require;

/// `concatenate`.
pub const CONCATENATE: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let tensors = arguments.tensors()?;
    let Some(first) = tensors.first() else {
        return Err(Violation::new("concatenate-count", "needs at least one operand"));
    };
    let dimension = arguments.int("dimension");
    let axis = dimensions::index(dimension, first.rank()).ok_or_else(|| {
        let message = format!("joins along dimension {dimension}, but the operands have {} dimensions", first.rank());
        Violation::new("concatenate-dim-range", message).operand(arguments, 0)
    })?;
    let mut shape = first.shape.clone();
    for (i, tensor) in tensors.iter().enumerate().skip(1) {
        let refuse =
            |label, message| Violation::new(label, message).operand(arguments, 0).operand(arguments, i);
        if tensor.element != first.element {
            let message = format!("joins elements of type {} and {}", first.element, tensor.element);
            return Err(refuse("concatenate-element-type", message));
        }
        let agrees = tensor.rank() == first.rank()
            && (0..tensor.rank()).all(|d| d == axis || compatible(tensor.shape[d], first.shape[d]));
        if !agrees {
            let message = format!(
                "joins shapes {} and {} along dimension {axis}: all other sizes must agree",
                show(&first.shape),
                show(&tensor.shape)
            );
            return Err(refuse("concatenate-shape", message));
        }
        for (d, size) in shape.iter_mut().enumerate() {
            let other = tensor.shape[d];
            if d != axis {
                *size = if *size == DYNAMIC { other } else { *size };
            } else if *size == DYNAMIC || other == DYNAMIC {
                *size = DYNAMIC;
            } else {
                *size = size.checked_add(other).unwrap_or(-1);
                require!(*size >= 0, "concatenate-size", "the sizes along dimension {axis} sum to more than 2^63");
            }
        }
    }
    Ok(vec![Tensor::new(&shape, first.element).ty()])
}
