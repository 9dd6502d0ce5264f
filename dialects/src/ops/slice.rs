//! `slice`: a strided sub-array.

use super::dimensions;
use super::literal::Literal;
use super::matching::{defined_by, plain};
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use crate::bounds;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, tensor_of, uses};
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
    Pattern { kind: Kind::Slice, rewrite: slice_of_pad },
    Pattern { kind: Kind::Pad, rewrite: pad_that_crops },
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

/// `slice(concatenate(x, y, …))` -> `concatenate(slice(x), slice(y), …)` of the pieces in which the slice has elements. Where it
/// has elements of several, the pieces must not be joined for another op.
fn slice_of_concatenate<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let joined = defined_by(op.input(0), Kind::Concatenate)?;
    let axis = usize::try_from(joined.int("dimension")?).ok()?;
    let strides = op.i64s("strides");
    let (start, limit, stride) = (op.i64s("start_indices")[axis], op.i64s("limit_indices")[axis], strides[axis]);
    let mut parts = Vec::new();
    let mut first = 0;
    for piece in joined.ins() {
        let size = tensor_of(piece)?.shape[axis];
        if size == DYNAMIC {
            return None;
        }
        // The first element that is in this piece or behind it.
        let skipped = (first - start).max(0);
        let begin = start + skipped.checked_add(stride - 1)? / stride * stride;
        let end = limit.min(first + size);
        if begin < end {
            parts.push((piece, begin - first, end - first));
        }
        first += size;
    }
    if parts.is_empty() || parts.len() > 1 && uses(op.input(0)).len() > 1 {
        return None;
    }
    let slice_of = |builder: &Builder<'c>, (piece, begin, end): (Value<'c>, i64, i64)| {
        let (mut starts, mut limits) = (op.i64s("start_indices"), op.i64s("limit_indices"));
        (starts[axis], limits[axis]) = (begin, end);
        xla::slice(builder, piece, &starts, &limits, &strides)
    };
    if let [part] = parts[..] {
        return Some(vec![slice_of(&builder.typed(op.output(0).r#type()), part)]);
    }
    let slices: Vec<Value<'c>> = parts.into_iter().map(|part| slice_of(builder, part)).collect();
    Some(vec![xla::concatenate(&builder.typed(op.output(0).r#type()), &slices, axis as i64)])
}

/// `slice(pad(x))` -> `pad(slice(x))`: what is read of x is read without a condition for each element where padding is sliced off.
fn slice_of_pad<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let pad = defined_by(op.input(0), Kind::Pad)?;
    let [starts, strides] = ["start_indices", "strides"].map(|name| op.i64s(name));
    padded_part(pad, builder, &plain(op.output(0))?, &starts, &strides)
}

/// A pad that crops is one of a slice.
fn pad_that_crops<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0))?;
    let crops = ["edge_padding_low", "edge_padding_high"].iter().any(|name| op.i64s(name).iter().any(|size| *size < 0));
    let rank = result.rank();
    crops.then(|| padded_part(op, builder, &result, &vec![0; rank], &vec![1; rank]))?
}

/// The elements of what `pad` makes from `starts` on, `strides` apart, an array like `result`.
fn padded_part<'c>(
    pad: Op<'c>,
    builder: &Builder<'c>,
    result: &Tensor<'c>,
    starts: &[i64],
    strides: &[i64],
) -> Option<Vec<Value<'c>>> {
    let x = plain(pad.input(0))?;
    if x.size() == 0 || result.size() == 0 {
        return None;
    }
    let [lows, interiors] = ["edge_padding_low", "interior_padding"].map(|name| pad.i64s(name));
    let mut parts = Vec::with_capacity(x.rank());
    for (d, &size) in result.shape.iter().enumerate() {
        let offset = starts[d].checked_sub(lows[d])?;
        let part = Part::of(size, offset, strides[d], interiors[d].checked_add(1)?, x.shape[d])?;
        if part.count == 0 {
            return Some(vec![xla::broadcast_in_dim(builder, pad.input(1), &[], result.ty())]);
        }
        parts.push(part);
    }
    let list = |field: fn(&Part) -> i64| parts.iter().map(field).collect::<Vec<i64>>();
    let limits = list(|part| part.first + (part.count - 1) * part.step + 1);
    let x = xla::slice(builder, pad.input(0), &list(|part| part.first), &limits, &list(|part| part.step));
    let (low, high, interior) = (list(|part| part.low), list(|part| part.high), list(|part| part.spacing - 1));
    Some(vec![xla::pad(builder, x, pad.input(1), &low, &high, &interior)])
}

/// What one dimension of a slice of a padded array has of the array.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    /// The elements of the array: `first`, `first + step`, …, so many.
    first: i64,
    step: i64,
    count: i64,
    /// Where they are in the slice: at `low`, `low + spacing`, …; `high` are behind the last.
    low: i64,
    spacing: i64,
    high: i64,
}

impl Part {
    /// Of a slice of `size` elements of an array of `n`, both at least 1: element `i` of the slice is element `k` of the array
    /// where `offset + i * stride = k * spacing`, and padding elsewhere. None if the numbers are too large.
    fn of(size: i64, offset: i64, stride: i64, spacing: i64, n: i64) -> Option<Part> {
        // The slice's only element needs no stride.
        let stride = if size == 1 { 1 } else { stride };
        let product = offset.unsigned_abs() as i128 + i128::from(size) * i128::from(stride);
        if product > i64::MAX.into() || spacing > MOST_SPACING {
            return None;
        }
        let (every, step) = dimensions::reduced(spacing, stride);
        let element = |i: i64| offset + i * stride;
        let none = Part { first: 0, step: 1, count: 0, low: 0, spacing: 1, high: size };
        let Some(phase) = (0..every.min(size)).find(|i| element(*i) % spacing == 0) else { return Some(none) };
        // Elements k, k + step, … are at phase, phase + every, ….
        let k = element(phase) / spacing;
        let below = |limit: i64| ceil_div(limit.saturating_sub(k), step).clamp(0, ceil_div(size - phase, every));
        let (begin, end) = (below(0), below(n));
        let count = end - begin;
        if count == 0 {
            return Some(none);
        }
        let low = phase + begin * every;
        let first = k + begin * step;
        // One element has no distance to the next.
        let (step, spacing) = if count == 1 { (1, 1) } else { (step, every) };
        Some(Part { first, step, count, low, spacing, high: size - 1 - low - (count - 1) * spacing })
    }
}

/// Elements that padding puts in between at most: they are searched one by one.
const MOST_SPACING: i64 = 1 << 16;

/// `a / b`, rounded up; `b` is at least 1.
fn ceil_div(a: i64, b: i64) -> i64 {
    a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)
}

#[cfg(test)]
mod tests {
    use super::{Part, sliced_size};

    /// Each element of a slice of a padded array is what its part says.
    #[test]
    fn parts_of_padded_arrays() {
        for (size, n, stride, spacing) in (1..7)
            .flat_map(|size| (1..7).flat_map(move |n| (1..5).flat_map(move |s| (1..5).map(move |p| (size, n, s, p)))))
        {
            for offset in -12..12 {
                let part = Part::of(size, offset, stride, spacing, n).unwrap();
                let mut expected = vec![None; size as usize];
                for i in 0..size {
                    let at = offset + i * stride;
                    expected[i as usize] =
                        Some(at.div_euclid(spacing)).filter(|k| at % spacing == 0 && (0..n).contains(k));
                }
                let mut found = vec![None; part.low as usize];
                for m in 0..part.count {
                    found.push(Some(part.first + m * part.step));
                    found.extend(vec![None; if m + 1 < part.count { part.spacing as usize - 1 } else { 0 }]);
                }
                found.extend(vec![None; part.high as usize]);
                assert_eq!(found, expected, "{part:?} of {size} {offset} {stride} {spacing} {n}");
            }
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(sliced_size(2, 4, 1), 2);
        assert_eq!(sliced_size(2, 2, 1), 0);
        assert_eq!(sliced_size(0, 5, 2), 3);
        assert_eq!(sliced_size(0, 5, i64::MAX), 1);
        assert_eq!(sliced_size(0, i64::MAX, 1), i64::MAX);
    }
}
