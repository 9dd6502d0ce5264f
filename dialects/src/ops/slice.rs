//! `slice`: a strided sub-array.

use super::dimensions;
use super::literal::Literal;
use super::matching::{defined_by, plain};
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use crate::bounds;
use crate::diagnostics::Violation;
use crate::ir::{
    Attribute, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, copied_regions, defining_op, result_number, tensor_of,
    uses,
};
use crate::ods::xla::{self, Kind, Reshape};
use crate::{elementwise_kinds, require};
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
    Pattern { kind: Kind::Slice, rewrite: slice_of_elementwise },
    Pattern { kind: Kind::DynamicSlice, rewrite: slice_of_elementwise },
    Pattern { kind: Kind::Gather, rewrite: slice_of_elementwise },
    Pattern { kind: Kind::Slice, rewrite: slice_of_pad },
    Pattern { kind: Kind::Slice, rewrite: slice_of_transpose },
    Pattern { kind: Kind::Slice, rewrite: slice_of_reshape },
    Pattern { kind: Kind::Slice, rewrite: slice_of_bitcast_convert },
    Pattern { kind: Kind::Slice, rewrite: slice_of_reduce },
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

/// `slice(transpose(x))` -> `transpose(slice(x))`, which moves fewer elements.
fn slice_of_transpose<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let transpose = defined_by(op.input(0), Kind::Transpose).filter(|_| uses(op.input(0)).len() == 1)?;
    plain(op.output(0))?;
    let permutation = transpose.i64s("permutation");
    let lists = ["start_indices", "limit_indices", "strides"].map(|name| {
        let (own, mut list) = (op.i64s(name), vec![0; permutation.len()]);
        permutation.iter().zip(own).for_each(|(&d, value)| list[d as usize] = value);
        list
    });
    let [starts, limits, strides] = &lists;
    let x = xla::slice(builder, transpose.input(0), starts, limits, strides);
    Some(vec![xla::transpose(&builder.typed(op.output(0).r#type()), x, &permutation)])
}

/// `slice(reshape(x))` -> `slice(reshape(slice(x)))` along the dimensions that both shapes have, so that less of x is computed. The
/// outer slice is along the others.
fn slice_of_reshape<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let reshape = defined_by(op.input(0), Kind::Reshape).filter(|_| uses(op.input(0)).len() == 1)?;
    if Reshape::of(reshape).and_then(Reshape::dimensions).is_some() {
        return None;
    }
    let (x, whole, result) = (plain(reshape.input(0))?, plain(op.input(0))?, plain(op.output(0))?);
    let mut outer = ["start_indices", "limit_indices", "strides"].map(|name| op.i64s(name));
    let mut inner = [vec![0; x.rank()], x.shape.clone(), vec![1; x.rank()]];
    let mut between = whole.shape.clone();
    // A dimension is in both shapes if as many elements are in front of it, and as many along it.
    let in_front = |shape: &[i64], d: usize| shape[..d].iter().product::<i64>();
    for d in (0..whole.rank()).filter(|&d| result.shape[d] != whole.shape[d]) {
        let is_same =
            |&from: &usize| x.shape[from] == whole.shape[d] && in_front(&x.shape, from) == in_front(&whole.shape, d);
        if let Some(from) = (0..x.rank()).find(is_same) {
            for (inner, outer) in inner.iter_mut().zip(&mut outer) {
                std::mem::swap(&mut inner[from], &mut outer[d]);
            }
            between[d] = result.shape[d];
            outer[1][d] = between[d];
        }
    }
    if x.size() == 0 || result.size() == 0 || between == whole.shape {
        return None;
    }
    let [starts, limits, strides] = &inner;
    let part = xla::slice(builder, reshape.input(0), starts, limits, strides);
    let part = xla::reshape(builder, part, whole.with_shape(&between).ty());
    let [starts, limits, strides] = &outer;
    Some(vec![build(op, builder, part, [starts, limits, strides])])
}

/// `slice(bitcast_convert(x))` -> `bitcast_convert(slice(x))`, if the elements of each are whole ones of the other: a last dimension of
/// parts is taken whole.
fn slice_of_bitcast_convert<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let convert = defined_by(op.input(0), Kind::BitcastConvert).filter(|_| uses(op.input(0)).len() == 1)?;
    let (x, from, result) = (plain(convert.input(0))?, plain(op.input(0))?, plain(op.output(0))?);
    let mut lists = ["start_indices", "limit_indices", "strides"].map(|name| op.i64s(name));
    if from.rank() < x.rank() {
        let parts = [0, *x.shape.last()?, 1];
        lists.iter_mut().zip(parts).for_each(|(list, value)| list.push(value));
    } else if from.rank() > x.rank() {
        let parts = lists.each_mut().map(|list| list.pop());
        (parts == [Some(0), from.shape.last().copied(), Some(1)]).then_some(())?;
    }
    let [starts, limits, strides] = &lists;
    (result.size() < from.size()).then(|| {
        let x = xla::slice(builder, convert.input(0), starts, limits, strides);
        vec![xla::bitcast_convert(builder, x, result.ty())]
    })
}

/// `slice(reduce(x))` -> `reduce(slice(x))`, which combines fewer elements, if nothing else uses a result of the reduction.
fn slice_of_reduce<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let reduce = defined_by(op.input(0), Kind::Reduce)?;
    let (from, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let (n, reduced) = (reduce.outs().len(), reduce.i64s("dimensions"));
    let used: usize = reduce.outs().into_iter().map(|result| uses(result).len()).sum();
    let whole = plain(reduce.input(0))?.shape;
    if used != 1 || result.size() >= from.size() || whole.contains(&0) {
        return None;
    }
    let mut lists = [vec![0; whole.len()], whole.clone(), vec![1; whole.len()]];
    let kept: Vec<usize> = (0..whole.len()).filter(|&d| !reduced.contains(&(d as i64))).collect();
    for (list, name) in lists.iter_mut().zip(["start_indices", "limit_indices", "strides"]) {
        kept.iter().zip(op.i64s(name)).for_each(|(&d, value)| list[d] = value);
    }
    let [starts, limits, strides] = &lists;
    let mut operands = reduce.ins();
    operands[..n].iter_mut().for_each(|array| *array = xla::slice(builder, *array, starts, limits, strides));
    let type_of = |value| Some(result.with_element(plain(value)?.element).ty());
    let types: Vec<_> = reduce.outs().into_iter().map(type_of).collect::<Option<_>>()?;
    let part = builder.create(reduce.name_str(), &operands, &types, &reduce.attrs(), copied_regions(reduce));
    Some(vec![part.output(result_number(op.input(0)))])
}

/// `slice(f(x))` -> `f(slice(x))` of an elementwise op, which computes fewer elements; and the same of `dynamic_slice` and `gather`.
/// What is computed outside of a loop, once, stays there.
fn slice_of_elementwise<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let computed = defining_op(op.input(0)).filter(|_| uses(op.input(0)).len() == 1)?;
    let (from, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let is_elementwise = matches!(Kind::of(computed)?, elementwise_kinds!());
    if !is_elementwise || computed.attr("broadcast_dimensions").is_some() {
        return None;
    }
    let operands: Vec<_> =
        computed.ins().into_iter().map(|operand| Some((operand, plain(operand)?))).collect::<Option<_>>()?;
    if !operands.iter().all(|(_, tensor)| tensor.rank() == 0 || tensor.shape == from.shape) {
        return None;
    }
    let pays = match Kind::of(op)? {
        Kind::Slice => result.size() < from.size(),
        Kind::DynamicSlice => result.size() < from.size() && computed.parent_block() == op.parent_block(),
        // Elements may be taken several times, and from anywhere.
        _ => {
            let taken = result.size().saturating_mul(operands.len() as i64);
            taken < from.size() && computed.parent_block() == op.parent_block()
        }
    };
    let slice = |(operand, tensor): (Value<'c>, Tensor<'c>)| {
        if tensor.rank() == 0 && from.rank() > 0 {
            return operand;
        }
        let inputs = [&[operand], &op.ins()[1..]].concat();
        let ty = result.with_element(tensor.element).ty();
        builder.create(op.name_str(), &inputs, &[ty], &op.attrs(), Vec::new()).output(0)
    };
    pays.then(|| {
        let operands: Vec<Value<'c>> = operands.into_iter().map(slice).collect();
        builder.create(computed.name_str(), &operands, &[result.ty()], &computed.attrs(), Vec::new()).outs()
    })
}

/// `slice(pad(x))` -> `pad(slice(x))`: what is read of x is read without a condition for each element where padding is sliced off.
fn slice_of_pad<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let pad = defined_by(op.input(0), Kind::Pad)?;
    let (x, result) = (plain(pad.input(0))?, plain(op.output(0))?);
    if x.size() == 0 || result.size() == 0 {
        return None;
    }
    let [starts, strides] = ["start_indices", "strides"].map(|name| op.i64s(name));
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
