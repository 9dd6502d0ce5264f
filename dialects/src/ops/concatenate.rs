//! `concatenate`: joins arrays along one dimension.

use super::dimensions::{self, compatible, show};
use super::literal::{FOLD_LIMIT, Literal};
use super::matching::defined_by;
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, tensor_of};
use crate::ods::xla::{self, Kind};
use crate::require;
use melior::ir::ValueLike;

/// `concatenate`.
pub const CONCATENATE: Meaning = Meaning { infer: Some(infer), verify: None, fold: Some(fold) };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let tensors = arguments.tensors()?;
    let Some(first) = tensors.first() else {
        return Err(Violation::new("concatenate-count", "needs at least one operand"));
    };
    let dimension = arguments.int("dimension");
    let axis = dimensions::index(dimension, first.rank()).ok_or_else(|| {
        let message = format!("joins along dimension {dimension}, but the operands' rank is {}", first.rank());
        Violation::new("concatenate-dim-range", message).operand(arguments, 0)
    })?;
    let mut shape = first.shape.clone();
    for (i, tensor) in tensors.iter().enumerate().skip(1) {
        let refuse = |label, message| Violation::new(label, message).operand(arguments, 0).operand(arguments, i);
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

fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    if operands.len() == 1 {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    let result = tensor_of(op.output(0))?;
    let axis = usize::try_from(op.int("dimension")?).ok()?;
    let pieces: Vec<Literal> = operands.iter().map(|operand| Literal::of((*operand)?)).collect::<Option<_>>()?;
    let element = pieces.first()?.element;
    let literal = match pieces.iter().map(Literal::one).collect::<Option<Vec<_>>>() {
        Some(ones) if ones.iter().all(|one| *one == ones[0]) => Literal::filled(element, &result.shape, ones[0])?,
        _ => {
            let count = usize::try_from(dimensions::element_count(&result.shape)?).ok()?;
            if count > FOLD_LIMIT {
                return None;
            }
            // Rows of each piece, from the axis on, alternate.
            let rows = usize::try_from(dimensions::element_count(&result.shape[..axis])?).ok()?;
            let pieces: Vec<Vec<u8>> = pieces.iter().map(Literal::all).collect();
            let mut bytes = Vec::with_capacity(count * element.storage_bytes());
            for row in 0..rows {
                for piece in &pieces {
                    let length = piece.len() / rows;
                    bytes.extend_from_slice(&piece[row * length..(row + 1) * length]);
                }
            }
            Literal::new(element, &result.shape, bytes)?
        }
    };
    Some(vec![Folded::Constant(literal.attribute(op.output(0).r#type())?)])
}

/// The patterns that start from concatenations.
pub(super) const PATTERNS: &[Pattern] = &[Pattern { kind: Kind::Concatenate, rewrite: concatenate_of_concatenate }];

/// `concatenate(x, concatenate(y, z), w)` -> `concatenate(x, y, z)` along one dimension, where w is empty there.
fn concatenate_of_concatenate<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let dimension = op.int("dimension")?;
    let axis = usize::try_from(dimension).ok()?;
    let mut pieces = Vec::new();
    for piece in op.ins() {
        match defined_by(piece, Kind::Concatenate).filter(|inner| inner.int("dimension") == Some(dimension)) {
            Some(inner) => pieces.extend(inner.ins()),
            None => pieces.push(piece),
        }
    }
    let first = pieces[0];
    pieces.retain(|piece| tensor_of(*piece).is_none_or(|tensor| tensor.shape[axis] != 0));
    if pieces.is_empty() {
        pieces.push(first);
    }
    if pieces == op.ins() {
        return None;
    }
    Some(vec![xla::concatenate(&builder.typed(op.output(0).r#type()), &pieces, dimension)])
}
