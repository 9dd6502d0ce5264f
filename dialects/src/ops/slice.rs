//! `slice`: a strided sub-array.

use super::dimensions;
use super::literal::Literal;
use super::matching::defined_by;
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use crate::bounds;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, tensor_of};
use crate::ods::xla::{self, Kind};
use crate::require;
use melior::ir::ValueLike;

/// `slice`.
pub const SLICE: Meaning = Meaning { infer: Some(infer), verify: None, fold: Some(fold) };

/// How many elements `start`, `start + stride`, … stand below `limit`.
pub fn sliced_size(start: i64, limit: i64, stride: i64) -> i64 {
    // No i64 overflow: 0 <= start <= limit, and the division comes before the increment.
    if limit <= start { 0 } else { (limit - start - 1) / stride + 1 }
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let starts = arguments.i64s("start_indices");
    let limits = arguments.i64s("limit_indices");
    let strides = arguments.i64s("strides");
    let bounds = bounds::of(&operand);
    let shape = (|| {
        for (what, list) in [("start_indices", &starts), ("limit_indices", &limits), ("strides", &strides)] {
            dimensions::one_each("slice-count", what, list, &operand)?;
        }
        let mut shape = Vec::with_capacity(operand.rank());
        for (i, &size) in operand.shape.iter().enumerate() {
            let (start, limit, stride) = (starts[i], limits[i], strides[i]);
            require!(start >= 0, "slice-start", "starts at {start}, below 0, in dimension {i}");
            require!(
                limit <= bounds[i] || bounds[i] == DYNAMIC,
                "slice-limit",
                "ends at {limit}, beyond the {} elements of dimension {i}",
                bounds[i]
            );
            require!(
                start <= limit,
                "slice-start-limit",
                "starts at {start}, beyond its end {limit}, in dimension {i}"
            );
            require!(stride >= 1, "slice-stride", "has stride {stride} in dimension {i}; strides must be positive");
            // Where only a bound is known, how much the slice has is not known either, as in XLA.
            let is_bounded = size == DYNAMIC && bounds[i] != DYNAMIC;
            shape.push(if is_bounded { DYNAMIC } else { sliced_size(start, limit, stride) });
        }
        Ok(shape)
    })()
    .map_err(|violation: Violation<'c>| violation.operand(arguments, 0))?;
    Ok(vec![Tensor::new(&shape, operand.element).ty()])
}

fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let operand = tensor_of(op.input(0))?;
    let (starts, steps) = (op.i64s("start_indices"), op.i64s("strides"));
    let whole = operand.is_static()
        && op.input(0).r#type() == op.output(0).r#type()
        && (0..operand.rank()).all(|d| starts[d] == 0 && (steps[d] == 1 || operand.shape[d] <= 1));
    if whole {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    let literal = Literal::of((*operands.first()?)?)?;
    let own = dimensions::strides(&literal.shape);
    let offset = starts.iter().zip(&own).map(|(start, stride)| start * stride).sum();
    let strides: Vec<i64> = steps.iter().zip(&own).map(|(step, stride)| step.saturating_mul(*stride)).collect();
    let literal = literal.strided(&tensor_of(op.output(0))?.shape, offset, &strides)?;
    Some(vec![Folded::Constant(literal.attribute(op.output(0).r#type())?)])
}

/// The patterns that start from slices.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Slice, rewrite: slice_of_slice },
    Pattern { kind: Kind::Slice, rewrite: slice_of_concatenate },
];

fn build<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    operand: Value<'c>,
    [starts, limits, strides]: [&[i64]; 3],
) -> Value<'c> {
    xla::slice(&builder.typed(op.output(0).r#type()), operand, starts, limits, strides)
}

/// `slice(slice(x, a), b)` -> `slice(x, c)`: element i is x[a.start + (b.start + i * b.stride) * a.stride].
fn slice_of_slice<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = defined_by(op.input(0), Kind::Slice)?;
    let shape = tensor_of(op.output(0))?.shape;
    let list = |op: Op<'c>| [op.i64s("start_indices"), op.i64s("strides")];
    let ([inner_starts, inner_strides], [outer_starts, outer_strides]) = (list(inner), list(op));
    let (mut starts, mut limits, mut strides) = (Vec::new(), Vec::new(), Vec::new());
    for (d, &size) in shape.iter().enumerate() {
        if size == 0 {
            starts.push(0);
            limits.push(0);
            strides.push(1);
            continue;
        }
        let start = inner_starts[d].checked_add(outer_starts[d].checked_mul(inner_strides[d])?)?;
        // A stride past the array's end is never taken.
        let stride = if size == 1 { 1 } else { inner_strides[d].checked_mul(outer_strides[d])? };
        starts.push(start);
        limits.push(start + (size - 1) * stride + 1);
        strides.push(stride);
    }
    Some(vec![build(op, builder, inner.input(0), [&starts, &limits, &strides])])
}

/// `slice(concatenate(x, y, …))` -> `slice(y)` where the slice lies in one piece.
fn slice_of_concatenate<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let joined = defined_by(op.input(0), Kind::Concatenate)?;
    let axis = usize::try_from(joined.int("dimension")?).ok()?;
    let (mut starts, mut limits) = (op.i64s("start_indices"), op.i64s("limit_indices"));
    let mut first = 0;
    for piece in joined.ins() {
        let size = tensor_of(piece)?.shape[axis];
        if size == DYNAMIC {
            return None;
        }
        if first <= starts[axis] && limits[axis] <= first + size {
            starts[axis] -= first;
            limits[axis] -= first;
            return Some(vec![build(op, builder, piece, [&starts, &limits, &op.i64s("strides")])]);
        }
        first += size;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::sliced_size;

    #[test]
    fn sizes() {
        assert_eq!(sliced_size(2, 4, 1), 2);
        assert_eq!(sliced_size(2, 2, 1), 0);
        assert_eq!(sliced_size(0, 5, 2), 3);
        assert_eq!(sliced_size(0, 5, i64::MAX), 1);
        assert_eq!(sliced_size(0, i64::MAX, 1), i64::MAX);
    }
}
