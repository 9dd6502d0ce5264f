//! What takes some elements of an array takes them before they are computed or moved, so that fewer are:
//!
//! ```mlir
//! %r = xla.slice(xla.exp(%x)) [3:4]
//! %y = xla.slice %x [3:4]    %r = xla.exp(%y)
//! ```
//!
//! That is legal where each element that is taken depends on the same elements before and after, and pays where the array is only
//! read by ops that take some of it.

use super::dimensions;
use super::dot::Dimensions;
use super::dynamic_slice::starts_are_array;
use super::elementwise::elementwise_op;
use super::indexing::Slices;
use super::literal::Literal;
use super::matching::{defined_by, plain};
use super::meaning::{Arguments, Pattern};
use super::reduce_window::over;
use super::repeated::computed_of;
use super::reshape::groups;
use super::splats::integer;
use super::window;
use crate::elementwise_kinds;
use crate::ir::{
    Builder, Op, OpExt, Tensor, Type, Value, copied_regions, defining_op, i64_array, i64_attribute, result_number,
    type_of, uses,
};
use crate::ods::xla::{self, GatherOptions, GatherParts, Kind, Reshape};
use melior::ir::ValueLike;
use xla_scalar::Element;

/// The patterns that start from ops that take elements.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Slice, rewrite: taken_of_elementwise },
    Pattern { kind: Kind::DynamicSlice, rewrite: taken_of_elementwise },
    Pattern { kind: Kind::Gather, rewrite: taken_of_elementwise },
    Pattern { kind: Kind::DynamicSlice, rewrite: taken_of_concatenate },
    Pattern { kind: Kind::Gather, rewrite: taken_of_concatenate },
    Pattern { kind: Kind::Slice, rewrite: taken_of_transpose },
    Pattern { kind: Kind::DynamicSlice, rewrite: taken_of_transpose },
    Pattern { kind: Kind::Slice, rewrite: slice_of_rev },
    Pattern { kind: Kind::Slice, rewrite: slice_of_reshape },
    Pattern { kind: Kind::Slice, rewrite: slice_of_bitcast_convert },
    Pattern { kind: Kind::Slice, rewrite: slice_of_product },
    Pattern { kind: Kind::Slice, rewrite: slice_of_reduce },
    Pattern { kind: Kind::Slice, rewrite: slice_of_reduce_window },
    Pattern { kind: Kind::Slice, rewrite: slice_of_gather },
    Pattern { kind: Kind::Slice, rewrite: slice_of_dynamic_slice },
    Pattern { kind: Kind::Slice, rewrite: slice_of_update },
    Pattern { kind: Kind::Slice, rewrite: taken_of_update },
    Pattern { kind: Kind::DynamicSlice, rewrite: taken_of_update },
    Pattern { kind: Kind::Gather, rewrite: gather_of_update },
];

/// The start indices, limit indices and strides of a slice.
type Lists = [Vec<i64>; 3];

/// Those of `op`.
fn lists(op: Op<'_>) -> Lists {
    ["start_indices", "limit_indices", "strides"].map(|name| op.i64s(name))
}

/// Those of a slice that has all of an array of this shape.
fn whole(shape: &[i64]) -> Lists {
    [vec![0; shape.len()], shape.to_vec(), vec![1; shape.len()]]
}

/// The slice of `x`; `x` if it has all of it.
fn slice<'c>(builder: &Builder<'c>, x: Value<'c>, lists: &Lists) -> Option<Value<'c>> {
    let [starts, limits, strides] = lists;
    let is_all = *lists == whole(&plain(x)?.shape);
    Some(if is_all { x } else { xla::slice(builder, x, starts, limits, strides) })
}

/// Sets dimension `d` of `lists` to that of `other`.
fn copy(lists: &mut Lists, d: usize, other: &Lists, from: usize) {
    lists.iter_mut().zip(other).for_each(|(list, other)| list[d] = other[from]);
}

/// Whether `value` is only read by ops that take some of it: by one, or by several that take half of it at most.
fn is_only_taken(value: Value<'_>) -> bool {
    /// Readers at most, for each of which there is code of its own.
    const MOST: usize = 4;
    // An op whose results nobody reads is not there for long.
    let mut readers = uses(value);
    readers.retain(|(op, _)| Kind::of(*op).is_none() || op.outs().iter().any(|result| !uses(*result).is_empty()));
    let size_taken = |(op, number): &(Op<'_>, usize)| {
        let takes = *number == 0 && matches!(Kind::of(*op), Some(Kind::Slice | Kind::DynamicSlice | Kind::Gather));
        takes.then(|| plain(op.output(0)).map(|result| result.size())).flatten()
    };
    let sizes = || readers.iter().map(size_taken).sum::<Option<i64>>();
    let is_half = || Some(sizes()? <= plain(value)?.size() / 2);
    readers.len() == 1 || readers.len() <= MOST && is_half().unwrap_or(false)
}

/// The op of this kind of which `op` takes elements of a result, if nothing needs the others.
fn taken_from<'c>(op: Op<'c>, kind: Kind) -> Option<Op<'c>> {
    let from = op.input(0);
    let is_read = |result: &Value<'c>| *result != from && !uses(*result).is_empty();
    defined_by(from, kind).filter(|computed| is_only_taken(from) && !computed.outs().iter().any(is_read))
}

/// `slice(f(x))` -> `f(slice(x))` of an elementwise op, which computes fewer elements, and the same of `dynamic_slice` and `gather`;
/// also where what it computes is reshaped, transposed, reversed or repeated first. What is computed outside of a loop, once, stays
/// there.
fn taken_of_elementwise<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0))?;
    let (mut from, mut moves) = (op.input(0), Vec::new());
    let computed = loop {
        let is_taken = if moves.is_empty() { is_only_taken(from) } else { uses(from).len() == 1 };
        let maker = defining_op(from).filter(|_| is_taken)?;
        match Kind::of(maker)? {
            elementwise_kinds!() => break maker,
            Kind::Reshape if Reshape::of(maker)?.dimensions().is_none() => {}
            Kind::Transpose | Kind::Rev | Kind::BroadcastInDim => {}
            _ => return None,
        }
        plain(from)?;
        moves.push(maker);
        from = maker.input(0);
    };
    let from = plain(from)?;
    if computed.attr("broadcast_dimensions").is_some() {
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
    let again = |op: Op<'c>, operand: Value<'c>, tensor: &Tensor<'c>| {
        let inputs = [&[operand], &op.ins()[1..]].concat();
        let ty = plain(op.output(0))?.with_element(tensor.element).ty();
        Some(builder.create(op.name_str(), &inputs, &[ty], &op.attrs(), Vec::new()).output(0))
    };
    let take = |(operand, tensor): (Value<'c>, Tensor<'c>)| {
        if tensor.rank() == 0 && from.rank() > 0 {
            return Some(operand);
        }
        let moved = moves.iter().rev().try_fold(operand, |operand, step| again(*step, operand, &tensor))?;
        again(op, moved, &tensor)
    };
    if !pays {
        return None;
    }
    let operands: Vec<Value<'c>> = operands.into_iter().map(take).collect::<Option<_>>()?;
    Some(builder.create(computed.name_str(), &operands, &[result.ty()], &computed.attrs(), Vec::new()).outs())
}

/// `dynamic_slice(concatenate(x, y))` -> `concatenate(dynamic_slice(x), dynamic_slice(y))`, if all of the dimension along which they are
/// joined is taken, and the same of `gather`.
fn taken_of_concatenate<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let joined = taken_from(op, Kind::Concatenate)?;
    let (from, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let (axis, sizes) = (usize::try_from(joined.int("dimension")?).ok()?, op.i64s("slice_sizes"));
    if result.size() >= from.size() || sizes[axis] != from.shape[axis] || joined.parent_block() != op.parent_block() {
        return None;
    }
    let to = if Kind::of(op)? == Kind::Gather {
        let slices = Slices::of_gather(&Arguments::of(op));
        let window = slices.window_in_operand(from.rank());
        let number = window.iter().position(|d| *d == axis as i64)?;
        *slices.window.get(number)? as usize
    } else {
        axis
    };
    let take = |piece: Value<'c>| {
        let size = plain(piece)?.shape[axis];
        let (mut sizes, mut shape) = (sizes.clone(), result.shape.clone());
        (sizes[axis], shape[to]) = (size, size);
        Some(with_sizes(op, builder, &[&[piece], &op.ins()[1..]].concat(), &sizes, &result.with_shape(&shape)))
    };
    let parts: Vec<Value<'c>> = joined.ins().into_iter().map(take).collect::<Option<_>>()?;
    Some(vec![xla::concatenate(&builder.typed(result.ty()), &parts, to as i64)])
}

/// The dynamic slice or gather `op` of other operands, of slices of these sizes.
fn with_sizes<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    operands: &[Value<'c>],
    sizes: &[i64],
    result: &Tensor<'c>,
) -> Value<'c> {
    let mut attributes = op.attrs();
    for (_, attribute) in attributes.iter_mut().filter(|(name, _)| *name == "slice_sizes") {
        *attribute = i64_array(builder.context, sizes);
    }
    builder.create(op.name_str(), operands, &[result.ty()], &attributes, Vec::new()).output(0)
}

/// `slice(transpose(x))` -> `transpose(slice(x))`, which moves fewer elements, and the same of `dynamic_slice`.
fn taken_of_transpose<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let transpose = taken_from(op, Kind::Transpose)?;
    let (from, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let permutation = transpose.i64s("permutation");
    let x = if Kind::of(op)? == Kind::DynamicSlice {
        if starts_are_array(op, 1) || result.size() >= from.size() {
            return None;
        }
        let (starts, sizes) = (op.ins(), op.i64s("slice_sizes"));
        let (mut inner_starts, mut inner_sizes) = (starts[1..].to_vec(), sizes.clone());
        for (to, &from) in permutation.iter().enumerate() {
            inner_starts[from as usize] = starts[1 + to];
            inner_sizes[from as usize] = sizes[to];
        }
        xla::dynamic_slice(builder, transpose.input(0), &inner_starts, &inner_sizes)
    } else {
        let (own, mut inner) = (lists(op), lists(op));
        permutation.iter().enumerate().for_each(|(to, &from)| copy(&mut inner, from as usize, &own, to));
        slice(builder, transpose.input(0), &inner)?
    };
    Some(vec![xla::transpose(&builder.typed(result.ty()), x, &permutation)])
}

/// `slice(rev(x))` -> `rev(slice(x))`.
fn slice_of_rev<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let rev = taken_from(op, Kind::Rev)?;
    let (from, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let (reversed, mut inner) = (rev.i64s("dimensions"), lists(op));
    (result.size() > 0).then_some(())?;
    for d in reversed.iter().map(|&d| d as usize) {
        let (first, last) = (inner[0][d], last(&inner, d, result.shape[d]));
        inner[0][d] = from.shape[d] - 1 - last;
        inner[1][d] = from.shape[d] - first;
    }
    let x = slice(builder, rev.input(0), &inner)?;
    Some(vec![xla::rev(&builder.typed(op.output(0).r#type()), x, &reversed)])
}

/// The last of the `size` elements that a slice takes along dimension `d`.
fn last(lists: &Lists, d: usize, size: i64) -> i64 {
    lists[0][d] + (size - 1) * lists[2][d].min(lists[1][d])
}

/// Makes dimension `d` of `outer` take the `size` elements that `own` takes of it, of those from the first to the last one: the number of
/// the first, and how many these are.
fn steps(outer: &mut Lists, own: &Lists, d: usize, size: i64) -> (i64, i64) {
    let (first, reach) = (own[0][d], last(own, d, size) + 1 - own[0][d]);
    (outer[1][d], outer[2][d]) = (reach, own[2][d].min(reach));
    (first, reach)
}

/// `slice(reshape(x))` -> `slice(reshape(slice(x)))`, so that less of x is computed. Along a dimension that both shapes have, the inner
/// slice takes what the outer one took. Where several dimensions become others, in row-major order, it takes the least part of x
/// that has all elements from the first to the last that are wanted, of which those before and behind are sliced off as one dimension:
///
/// ```mlir
/// %r = xla.reshape %x : (tensor<40x30xf32>) -> tensor<60x20xf32>    %s = xla.slice %r [7:9, 0:5]
/// // becomes
/// %y = xla.slice %x [4:6, 0:30]    %f = xla.reshape %y : (tensor<2x30xf32>) -> tensor<60xf32>
/// %g = xla.slice %f [20:60]    %r = xla.reshape %g : (tensor<40xf32>) -> tensor<2x20xf32>    %s = xla.slice %r [0:2, 0:5]
/// ```
fn slice_of_reshape<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let reshape = taken_from(op, Kind::Reshape)?;
    let (x, from, result) = (plain(reshape.input(0))?, plain(op.input(0))?, plain(op.output(0))?);
    if Reshape::of(reshape)?.dimensions().is_some() || x.size() == 0 || result.size() == 0 {
        return None;
    }
    let own = lists(op);
    let (mut inner, mut outer, mut between) = (whole(&x.shape), own.clone(), from.shape.clone());
    let (mut flat_shape, mut flat) = (Vec::new(), whole(&[]));
    for (a, b) in groups(&x.shape, &from.shape) {
        let several = |shape: &[i64], d: &usize| shape[*d] != 1;
        let before: Vec<usize> = a.clone().filter(|d| several(&x.shape, d)).collect();
        let behind: Vec<usize> = b.clone().filter(|d| several(&from.shape, d)).collect();
        let is_sliced = b.clone().any(|d| result.shape[d] != from.shape[d]);
        let size: i64 = x.shape[a.clone()].iter().product();
        let mut part = (size, 0, size);
        if let ([d], [to], true) = (&before[..], &behind[..], is_sliced) {
            copy(&mut inner, *d, &own, *to);
            copy(&mut outer, *to, &whole(&result.shape), *to);
            between[*to] = result.shape[*to];
            part = (result.shape[*to], 0, result.shape[*to]);
        } else if is_sliced {
            // Of the new dimensions from the first to the last element, then of the old ones.
            let ends = |d: usize| (own[0][d], last(&own, d, result.shape[d]));
            let (first, end, box_of_new) = hull(&from.shape[b.clone()], b.clone().map(ends));
            let (begin, stop, box_of_old) = hull_of_range(&x.shape[a.clone()], first, end);
            if 2 * (stop - begin) <= size {
                for (d, (low, high)) in a.clone().zip(box_of_old) {
                    (inner[0][d], inner[1][d]) = (low, high + 1);
                }
                for (d, (low, high)) in b.clone().zip(box_of_new) {
                    between[d] = high + 1 - low;
                    outer[0][d] -= low;
                    outer[1][d] = between[d].min(outer[1][d] - low);
                }
                part = (stop - begin, first - begin, end - begin);
            }
        }
        flat_shape.push(part.0);
        [part.1, part.2, 1].into_iter().zip(&mut flat).for_each(|(value, list)| list.push(value));
    }
    if inner == whole(&x.shape) {
        return gather_of_reshaped(op, builder, reshape.input(0));
    }
    // What is not computed can be read in any shape: a copy of twice what is wanted is more work.
    if defining_op(reshape.input(0)).is_none() && from.with_shape(&between).size() > 2 * result.size() {
        return None;
    }
    let mut part = slice(builder, reshape.input(0), &inner)?;
    if flat != whole(&flat_shape) {
        part = xla::reshape(builder, part, x.with_shape(&flat_shape).ty());
        part = slice(builder, part, &flat)?;
    }
    let part = xla::reshape(builder, part, from.with_shape(&between).ty());
    let [starts, limits, strides] = &outer;
    Some(vec![xla::slice(&builder.typed(result.ty()), part, starts, limits, strides)])
}

/// `slice(reshape(x))` of few elements -> `gather(x)` at the indices that they have in `x`, if `x` joins, pads or takes elements that are
/// computed: those are computed where they are read.
fn gather_of_reshaped<'c>(op: Op<'c>, builder: &Builder<'c>, x: Value<'c>) -> Option<Vec<Value<'c>>> {
    /// The share of the elements that is taken at most, for which numbers are computed.
    const SHARE: i64 = 4;
    let (array, from, result) = (plain(x)?, plain(op.input(0))?, plain(op.output(0))?);
    if result.size() > from.size() / SHARE || from.size() > i64::from(i32::MAX) || !is_assembled(x) {
        return None;
    }
    let ty = Tensor::new(&result.shape, type_of(builder.context, Element::S32));
    let splat = |value: i64| Some(xla::broadcast_in_dim(builder, integer(builder, Element::S32, value)?, &[], ty.ty()));
    let ([starts, _, steps], strides) = (lists(op), dimensions::strides(&from.shape));
    let first: i64 = starts.iter().zip(&strides).map(|(start, stride)| start * stride).sum();
    let mut number = splat(first)?;
    for d in (0..result.rank()).filter(|&d| result.shape[d] > 1) {
        let index = xla::mul(builder, xla::iota(builder, d as i64, ty.ty()), splat(steps[d] * strides[d])?);
        number = xla::add(builder, number, index);
    }
    let component = |(&size, &stride): (&i64, &i64)| {
        Some(xla::rem(builder, xla::div(builder, number, splat(stride)?), splat(size)?))
    };
    let own = dimensions::strides(&array.shape);
    let components: Vec<Value<'c>> = array.shape.iter().zip(&own).map(component).collect::<Option<_>>()?;
    let dims: Vec<i64> = (0..array.rank() as i64).collect();
    let parts = GatherParts {
        operand: x,
        start_indices: index_vectors(builder, &components, &result.shape),
        offset_dims: &[],
        collapsed_slice_dims: &dims,
        start_index_map: &dims,
        index_vector_dim: result.rank() as i64,
        slice_sizes: &vec![1; dims.len()],
        options: GatherOptions::default(),
    };
    Some(vec![parts.build(&builder.typed(result.ty()))])
}

/// Arrays of indices, 32-bit integers of this shape, whose components are these.
fn index_vectors<'c>(builder: &Builder<'c>, components: &[Value<'c>], shape: &[i64]) -> Value<'c> {
    let along: Vec<i64> = (0..shape.len() as i64).collect();
    let ty = type_with(builder, Element::S32, &[shape, &[1]].concat());
    let one = |component: &Value<'c>| xla::broadcast_in_dim(builder, *component, &along, ty);
    xla::concatenate(builder, &components.iter().map(one).collect::<Vec<_>>(), shape.len() as i64)
}

/// Whether an array, perhaps transposed or reversed, joins, pads or takes elements, and nothing else reads it.
fn is_assembled(value: Value<'_>) -> bool {
    let Some(op) = defining_op(value).filter(|_| uses(value).len() == 1) else { return false };
    match Kind::of(op) {
        Some(Kind::Concatenate | Kind::DynamicSlice | Kind::DynamicUpdateSlice | Kind::Gather | Kind::Pad) => true,
        Some(Kind::BroadcastInDim | Kind::Rev | Kind::Transpose) => is_assembled(op.input(0)),
        _ => false,
    }
}

/// The first and last index of each dimension of a part of an array.
type Ends = Vec<(i64, i64)>;

/// The least part of an array of this shape which has the elements from `ends.0` to `ends.1` of each dimension and which is one range
/// of its elements in row-major order: the number of its first element and of that behind its last, and itself.
fn hull(shape: &[i64], ends: impl Iterator<Item = (i64, i64)>) -> (i64, i64, Ends) {
    let (firsts, lasts): (Vec<i64>, Vec<i64>) = ends.unzip();
    let strides = dimensions::strides(shape);
    let number = |index: &[i64]| index.iter().zip(&strides).map(|(i, stride)| i * stride).sum::<i64>();
    hull_of_range(shape, number(&firsts), number(&lasts) + 1)
}

/// That of the elements from number `first` to that before number `end`.
fn hull_of_range(shape: &[i64], first: i64, end: i64) -> (i64, i64, Ends) {
    let strides = dimensions::strides(shape);
    let (mut is_one, mut begin, mut size, mut ends) = (true, 0, 1, Vec::with_capacity(shape.len()));
    for (&n, &stride) in shape.iter().zip(&strides) {
        let (low, high) = if is_one { (first / stride % n, (end - 1) / stride % n) } else { (0, n - 1) };
        is_one &= low == high;
        begin += low * stride;
        size *= high + 1 - low;
        ends.push((low, high));
    }
    (begin, begin + size, ends)
}

/// `slice(bitcast_convert(x))` -> `bitcast_convert(slice(x))`, if the elements of each are whole ones of the other: a last dimension of
/// parts is taken whole, and sliced behind.
fn slice_of_bitcast_convert<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let convert = taken_from(op, Kind::BitcastConvert)?;
    let (x, from, result) = (plain(convert.input(0))?, plain(op.input(0))?, plain(op.output(0))?);
    let (mut inner, mut outer) = (lists(op), whole(&result.shape));
    if from.rank() < x.rank() {
        let parts = whole(&[*x.shape.last()?]);
        inner.iter_mut().zip(parts).for_each(|(list, part)| list.extend(part));
    } else if from.rank() > x.rank() {
        copy(&mut outer, x.rank(), &inner, x.rank());
        inner.iter_mut().for_each(|list| list.truncate(x.rank()));
    }
    if inner == whole(&x.shape) || result.size() == 0 {
        return None;
    }
    let mut between = result.shape;
    if from.rank() > x.rank() {
        *between.last_mut()? = *from.shape.last()?;
    }
    let x = slice(builder, convert.input(0), &inner)?;
    let converted = xla::bitcast_convert(builder, x, from.with_shape(&between).ty());
    Some(vec![slice(builder, converted, &outer)?])
}

/// `slice(dot_general(x, y))` -> `dot_general(slice(x), slice(y))`, of half of the products at most: factors may be copied for it.
fn slice_of_product<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let product = taken_from(op, Kind::DotGeneral)?;
    let (from, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let shapes = [plain(product.input(0))?.shape, plain(product.input(1))?.shape];
    if result.size() > from.size() / 2 || shapes.concat().contains(&0) {
        return None;
    }
    let dimensions = Dimensions::of(&Arguments::of(product));
    let Dimensions { lhs_batching, rhs_batching, .. } = &dimensions;
    let [lhs_free, rhs_free] = [dimensions.lhs_free(shapes[0].len()), dimensions.rhs_free(shapes[1].len())];
    let own = lists(op);
    let columns = lhs_batching.len() + lhs_free.len();
    let factor = |side: usize, batching: &[i64], free: &[i64], first: usize| {
        let mut inner = whole(&shapes[side]);
        let free = (first..).zip(free);
        (0..).zip(batching).chain(free).for_each(|(at, d)| copy(&mut inner, *d as usize, &own, at));
        slice(builder, product.input(side), &inner)
    };
    let lhs = factor(0, lhs_batching, &lhs_free, lhs_batching.len())?;
    let rhs = factor(1, rhs_batching, &rhs_free, columns)?;
    Some(vec![builder.create(product.name_str(), &[lhs, rhs], &[result.ty()], &product.attrs(), Vec::new()).output(0)])
}

/// `slice(reduce(x))` -> `reduce(slice(x))`, which combines fewer elements.
fn slice_of_reduce<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let reduce = taken_from(op, Kind::Reduce)?;
    let (from, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let (n, reduced) = (reduce.outs().len(), reduce.i64s("dimensions"));
    let shape = plain(reduce.input(0))?.shape;
    if result.size() >= from.size() || shape.contains(&0) {
        return None;
    }
    let mut inner = whole(&shape);
    let kept = (0..shape.len()).filter(|&d| !reduced.contains(&(d as i64)));
    kept.enumerate().for_each(|(own, d)| copy(&mut inner, d, &lists(op), own));
    let mut operands = reduce.ins();
    for array in &mut operands[..n] {
        *array = slice(builder, *array, &inner)?;
    }
    let type_of = |value| Some(result.with_element(plain(value)?.element).ty());
    let types: Vec<_> = reduce.outs().into_iter().map(type_of).collect::<Option<_>>()?;
    let part = builder.create(reduce.name_str(), &operands, &types, &reduce.attrs(), copied_regions(reduce));
    Some(vec![part.output(result_number(op.input(0)))])
}

/// `slice(reduce_window(x))` -> `reduce_window(x)` at the positions of the window that are taken. Windows that are sums of those before,
/// as in a scan, are not made one by one.
fn slice_of_reduce_window<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    /// Elements of a window that is combined anew at each position.
    const SMALL: i64 = 64;
    let windows = taken_from(op, Kind::ReduceWindow)?;
    let n = windows.outs().len();
    let (base, from, result) = (plain(windows.input(0))?, plain(op.input(0))?, plain(op.output(0))?);
    if result.size() >= from.size() || result.size() == 0 || base.size() == 0 {
        return None;
    }
    let mut dims = window::of(&Arguments::of(windows), &base.shape).ok()?;
    let trimmed = window::changed(&dims, &base.shape, window::Dim::trimmed);
    let sizes = trimmed.as_ref().unwrap_or(&dims).iter().map(|dim| dim.size);
    let volume = sizes.fold(1i64, |product, size| product.saturating_mul(size));
    if volume > SMALL && result.size().saturating_mul(volume) > base.size() {
        return None;
    }
    let own = lists(op);
    for (d, dim) in dims.iter_mut().enumerate() {
        *dim = dim.at(base.shape[d], own[0][d], own[2][d], result.shape[d])?;
    }
    let operands = windows.ins();
    let part = over(builder, &operands[..n], &operands[n..], &dims, copied_regions(windows).pop()?);
    Some(vec![part.output(result_number(op.input(0)))])
}

/// `slice(gather(x, i))` -> `gather(slice(x), slice(i))`. What an index may be is the same: a dimension in which slices begin anywhere
/// loses as many elements as they do.
fn slice_of_gather<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let gather = taken_from(op, Kind::Gather)?;
    let (x, indices) = (plain(gather.input(0))?, plain(gather.input(1))?);
    let (from, result) = (plain(op.input(0))?, plain(op.output(0))?);
    if result.size() >= from.size() || result.size() == 0 {
        return None;
    }
    let slices = Slices::of_gather(&Arguments::of(gather));
    let (own, mut sizes) = (lists(op), gather.i64s("slice_sizes"));
    let (mut of_x, mut of_indices, mut outer) = (whole(&x.shape), whole(&indices.shape), whole(&result.shape));
    let mut between = result.shape.clone();
    let is_sliced = |d: &usize| result.shape[*d] != from.shape[*d];
    for (&to, d) in slices.window.iter().zip(slices.window_in_operand(x.rank())) {
        let (to, at) = (to as usize, d as usize);
        if !is_sliced(&to) {
            continue;
        }
        if slices.map.contains(&d) {
            let (first, reach) = steps(&mut outer, &own, to, result.shape[to]);
            (of_x[0][at], of_x[1][at]) = (first, x.shape[at] - sizes[at] + first + reach);
            between[to] = reach;
        } else {
            copy(&mut of_x, at, &own, to);
        }
        sizes[at] = between[to];
    }
    for (to, i) in slices.batch(from.rank()).into_iter().zip(slices.batch_in_indices(indices.rank())) {
        if !is_sliced(&(to as usize)) {
            continue;
        }
        copy(&mut of_indices, i as usize, &own, to as usize);
        if let Some(pair) = slices.indices_batching.iter().position(|own| *own == i) {
            copy(&mut of_x, slices.operand_batching[pair] as usize, &own, to as usize);
        }
    }
    let operands = [slice(builder, gather.input(0), &of_x)?, slice(builder, gather.input(1), &of_indices)?];
    let part = with_sizes(gather, builder, &operands, &sizes, &from.with_shape(&between));
    Some(vec![slice(builder, part, &outer)?])
}

/// `slice(dynamic_slice(x))` -> `dynamic_slice(slice(x))`, in which the start indices may be the same.
fn slice_of_dynamic_slice<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = taken_from(op, Kind::DynamicSlice)?;
    let (x, from, result) = (plain(inner.input(0))?, plain(op.input(0))?, plain(op.output(0))?);
    if result.size() == 0 || result.size() >= from.size() {
        return None;
    }
    let own = lists(op);
    let (mut of_x, mut outer, mut between) = (whole(&x.shape), whole(&result.shape), from.shape.clone());
    for d in 0..x.rank() {
        let (first, reach) = steps(&mut outer, &own, d, result.shape[d]);
        (of_x[0][d], of_x[1][d]) = (first, x.shape[d] - from.shape[d] + first + reach);
        between[d] = reach;
    }
    if between == from.shape {
        return None;
    }
    let x = slice(builder, inner.input(0), &of_x)?;
    let part = xla::dynamic_slice(builder, x, &inner.ins()[1..], &between);
    Some(vec![slice(builder, part, &outer)?])
}

/// `slice(dynamic_update_slice(x, u))` -> `dynamic_update_slice(slice(x), slice(u))` along dimensions of which all is replaced.
fn slice_of_update<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let update = defined_by(op.input(0), Kind::DynamicUpdateSlice).filter(|_| uses(op.input(0)).len() == 1)?;
    let (x, part, result) = (plain(update.input(0))?, plain(update.input(1))?, plain(op.output(0))?);
    let is_cut = |d: &usize| part.shape[*d] == x.shape[*d] && result.shape[*d] < x.shape[*d];
    if starts_are_array(update, 2) || result.size() == 0 || !(0..x.rank()).any(|d| is_cut(&d)) {
        return None;
    }
    // In front of the update what is cut, behind it the other dimensions.
    let (own, mut outer) = (lists(op), lists(op));
    let (mut of_x, mut of_part) = (whole(&x.shape), whole(&part.shape));
    for d in (0..x.rank()).filter(is_cut) {
        copy(&mut of_x, d, &own, d);
        copy(&mut of_part, d, &own, d);
        copy(&mut outer, d, &whole(&result.shape), d);
    }
    let mut inputs = vec![slice(builder, update.input(0), &of_x)?, slice(builder, update.input(1), &of_part)?];
    inputs.extend(&update.ins()[2..]);
    let ty = inputs[0].r#type();
    let updated = builder.create(update.name_str(), &inputs, &[ty], &update.attrs(), Vec::new()).output(0);
    Some(vec![slice(builder, updated, &outer)?])
}

/// `slice(dynamic_update_slice(x, u))` of few elements, each of which is one of `slice(x)`, or of `u` if it is where `u` is, and the same
/// of `dynamic_slice`.
fn taken_of_update<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let update = update_for(op)?;
    let (x, part, result) = (plain(update.input(0))?, plain(update.input(1))?, plain(op.output(0))?);
    let is_dynamic = Kind::of(op)? == Kind::DynamicSlice;
    if is_dynamic && starts_are_array(op, 1) {
        return None;
    }
    let of = |element: Element, shape: &[i64]| type_with(builder, element, shape);
    let own = if is_dynamic { whole(&result.shape) } else { lists(op) };
    let (mut lows, mut of_part, mut sizes, mut starts, mut mask) =
        (Vec::new(), whole(&result.shape), Vec::new(), Vec::new(), None);
    for d in 0..x.rank() {
        let (first, reach) = steps(&mut of_part, &own, d, result.shape[d]);
        sizes.push(reach);
        let first = match is_dynamic {
            true => start_index(builder, op.input(1 + d), x.shape[d] - result.shape[d])?,
            false => integer(builder, Element::S32, first)?,
        };
        if part.shape[d] == x.shape[d] {
            starts.push(first);
            lows.push(0);
            continue;
        }
        // The element of the update that the first one would be, which may be before it or behind.
        let first = xla::sub(builder, first, start_index(builder, update.input(2 + d), x.shape[d] - part.shape[d])?);
        starts.push(xla::add(builder, first, integer(builder, Element::S32, reach)?));
        lows.push(reach);
        let line = of(Element::S32, &[result.shape[d]]);
        let [first, step] = [first, integer(builder, Element::S32, of_part[2][d])?]
            .map(|value| xla::broadcast_in_dim(builder, value, &[], line));
        let index = xla::add(builder, xla::mul(builder, xla::iota(builder, 0, line), step), first);
        let is_in = is_below(builder, index, part.shape[d])?;
        let is_in = xla::broadcast_in_dim(builder, is_in, &[d as i64], of(Element::Pred, &result.shape));
        mask = Some(mask.map_or(is_in, |mask| xla::and(builder, mask, is_in)));
    }
    let mask = mask?;
    let read = |value: Value<'c>| {
        let ty = plain(value)?.with_shape(&[]);
        let zero = xla::constant(builder, Literal::splat(ty.xla_element()?, &[], 0.0)?.attribute(ty.ty())?);
        let padded = xla::pad(builder, value, zero, &lows, &lows, &vec![0; lows.len()]);
        slice(builder, xla::dynamic_slice(builder, padded, &starts, &sizes), &of_part)
    };
    let replaced = computed_of_read(builder, update.input(1), &result, &read)?;
    let kept = match is_dynamic {
        true => xla::dynamic_slice(builder, update.input(0), &op.ins()[1..], &sizes),
        false => slice(builder, update.input(0), &own)?,
    };
    Some(vec![xla::select(builder, mask, replaced, kept)])
}

/// `gather(dynamic_update_slice(x, u))` of few elements, or of parts that have all of a dimension that is replaced: each is one of
/// `gather(x)`, or of `gather(u)` if it is where `u` is.
fn gather_of_update<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let update = update_for(op)?;
    let (x, part, result) = (plain(update.input(0))?, plain(update.input(1))?, plain(op.output(0))?);
    let indices = plain(op.input(1))?;
    let (slices, sizes) = (Slices::of_gather(&Arguments::of(op)), op.i64s("slice_sizes"));
    let is_known = |d: usize| {
        let is_whole = part.shape[d] == x.shape[d];
        if slices.map.contains(&(d as i64)) { sizes[d] == 1 } else { is_whole }
    };
    if !slices.operand_batching.is_empty() || slices.map.is_empty() || !(0..x.rank()).all(is_known) {
        return None;
    }
    let batch: Vec<i64> = slices.batch_in_indices(indices.rank());
    let shape: Vec<i64> = batch.iter().map(|&d| indices.shape[d as usize]).collect();
    let ty = |element: Element, shape: &[i64]| type_with(builder, element, shape);
    let (mut mask, mut components) = (None, Vec::new());
    for (k, &d) in slices.map.iter().enumerate() {
        let d = d as usize;
        let mut index = op.input(1);
        if let Some(d) = usize::try_from(slices.vector).ok().filter(|d| *d < indices.rank()) {
            let mut one = whole(&indices.shape);
            (one[0][d], one[1][d]) = (k as i64, k as i64 + 1);
            index = xla::reshape(builder, slice(builder, index, &one)?, indices.with_shape(&shape).ty());
        }
        let index = start_index(builder, index, x.shape[d] - 1)?;
        let start = start_index(builder, update.input(2 + d), x.shape[d] - part.shape[d])?;
        let index = xla::sub(builder, index, xla::broadcast_in_dim(builder, start, &[], ty(Element::S32, &shape)));
        let is_in = is_below(builder, index, part.shape[d])?;
        mask = Some(mask.map_or(is_in, |mask| xla::and(builder, mask, is_in)));
        components.push(index);
    }
    let indices = index_vectors(builder, &components, &shape);
    let mask = xla::broadcast_in_dim(builder, mask?, &slices.batch(result.rank()), ty(Element::Pred, &result.shape));
    let mut attributes = op.attrs();
    // The indices of the update are in another order than those of the array.
    attributes.retain(|(name, _)| *name != "indices_are_sorted");
    let vector = attributes.iter_mut().find(|(name, _)| *name == "index_vector_dim")?;
    vector.1 = i64_attribute(builder.context, shape.len() as i64);
    let read = |value: Value<'c>| {
        let ty = result.with_element(plain(value)?.element).ty();
        Some(builder.create(op.name_str(), &[value, indices], &[ty], &attributes, Vec::new()).output(0))
    };
    let replaced = computed_of_read(builder, update.input(1), &result, &read)?;
    let operands = [update.input(0), op.input(1)];
    let kept = builder.create(op.name_str(), &operands, &[result.ty()], &op.attrs(), Vec::new()).output(0);
    Some(vec![xla::select(builder, mask, replaced, kept)])
}

/// The update of whose result `op` takes so few elements that to choose each takes less than to update the array.
fn update_for<'c>(op: Op<'c>) -> Option<Op<'c>> {
    /// Numbers of elements, and sums of four of them, are 32 bits wide.
    const MOST: i64 = 1 << 28;
    /// The share of the elements that is taken at most.
    const SHARE: i64 = 4;
    let update = taken_from(op, Kind::DynamicUpdateSlice).filter(|update| !starts_are_array(*update, 2))?;
    let (x, part, result) = (plain(update.input(0))?, plain(update.input(1))?, plain(op.output(0))?);
    let is_few = result.size() <= x.size() / SHARE && x.shape.iter().all(|size| *size <= MOST);
    let is_here = Kind::of(op)? == Kind::Slice || op.parent_block() == update.parent_block();
    (is_few && is_here && result.size() > 0 && part.size() > 0).then_some(update)
}

/// The type of an array.
fn type_with<'c>(builder: &Builder<'c>, element: Element, shape: &[i64]) -> Type<'c> {
    Tensor::new(shape, type_of(builder.context, element)).ty()
}

/// Start indices as they are taken, from 0 to `most`, as 32-bit integers.
fn start_index<'c>(builder: &Builder<'c>, value: Value<'c>, most: i64) -> Option<Value<'c>> {
    let tensor = plain(value)?;
    let own = tensor.xla_element()?;
    let element = if own.bits() > 32 || own == Element::U32 { own } else { Element::S32 };
    let value = xla::convert(builder, value, type_with(builder, element, &tensor.shape));
    let value = xla::clamp(builder, integer(builder, element, 0)?, value, integer(builder, element, most)?);
    Some(xla::convert(builder, value, type_with(builder, Element::S32, &tensor.shape)))
}

/// Whether 32-bit integers are at least 0 and below `size`.
fn is_below<'c>(builder: &Builder<'c>, index: Value<'c>, size: i64) -> Option<Value<'c>> {
    // Without sign, those below 0 are large.
    let unsigned = type_with(builder, Element::U32, &plain(index)?.shape);
    let size = xla::broadcast_in_dim(builder, integer(builder, Element::U32, size)?, &[], unsigned);
    Some(xla::lt(builder, xla::bitcast_convert(builder, index, unsigned), size))
}

/// What `read` reads of `value`: what that is computed of is read where this makes fewer elements, which are computed then.
fn computed_of_read<'c>(
    builder: &Builder<'c>,
    value: Value<'c>,
    result: &Tensor<'c>,
    read: &dyn Fn(Value<'c>) -> Option<Value<'c>>,
) -> Option<Value<'c>> {
    let whole = plain(value)?;
    let is_less = uses(value).len() == 1 && result.size() < whole.size();
    let has_shape = |operand: &Value<'c>| plain(*operand).is_some_and(|operand| operand.shape == whole.shape);
    let is_unary = |op: &Op<'c>| is_less && op.ins().len() == 1 && op.ins().iter().all(has_shape);
    let Some(op) = elementwise_op(value).filter(is_unary) else { return read(value) };
    computed_of(op, builder, op.input(0), computed_of_read(builder, op.input(0), result, read)?)
}

#[cfg(test)]
mod tests {
    use super::{hull, hull_of_range};

    #[test]
    fn hulls() {
        assert_eq!(hull(&[60, 20], [(7, 8), (0, 4)].into_iter()), (140, 180, vec![(7, 8), (0, 19)]));
        assert_eq!(hull(&[60, 20], [(7, 7), (3, 4)].into_iter()), (143, 145, vec![(7, 7), (3, 4)]));
        assert_eq!(hull_of_range(&[40, 30], 140, 180), (120, 180, vec![(4, 5), (0, 29)]));
        assert_eq!(hull_of_range(&[4, 3, 5], 33, 34), (33, 34, vec![(2, 2), (0, 0), (3, 3)]));
        assert_eq!(hull_of_range(&[], 0, 1), (0, 1, vec![]));
    }
}
