//! Arrays that repeat their elements along some dimensions: what is computed of them or moves them is done once, and the result
//! is repeated.
//!
//! ```mlir
//! %r = xla.exp(iota dim = 1 : tensor<32x7x1024xf32>)
//! %once = xla.exp(iota dim = 0 : tensor<7xf32>)   %r = xla.broadcast_in_dim %once, dims = [1]
//!
//! %t = xla.transpose(xla.broadcast_in_dim %x, dims = [1] : (tensor<7xf32>) -> tensor<32x7xf32>)
//! %t = xla.broadcast_in_dim %x, dims = [0] : (tensor<7xf32>) -> tensor<7x32xf32>
//! ```

use super::dimensions::element_count;
use super::dynamic_slice::starts_are_array;
use super::indexing::Slices;
use super::matching::{defined_by, plain};
use super::meaning::{Arguments, Pattern};
use super::reshape::groups;
use super::splats::{LEAST, filled, has_one_value, integer, is_splat, splat};
use super::{elementwise, reduce};
use crate::ir::{
    Builder, Op, OpExt, Tensor, Value, i64_array, i64_attribute, size_of, take_region, tensor_of, type_of,
};
use crate::ods::xla::{self, Kind};
use melior::ir::ValueLike;
use std::cmp::Ordering;

/// The patterns that start from elementwise ops.
pub(super) const COMPUTED: &[Pattern] = &elementwise::patterns(computed);

/// The patterns that start from other ops that compute or move elements.
pub(super) const MOVED: &[Pattern] = &[
    Pattern { kind: Kind::BitcastConvert, rewrite: moved },
    Pattern { kind: Kind::BroadcastInDim, rewrite: broadcast_of_iota },
    Pattern { kind: Kind::DynamicSlice, rewrite: moved },
    Pattern { kind: Kind::Gather, rewrite: gathered },
    Pattern { kind: Kind::Gather, rewrite: gathered_once },
    Pattern { kind: Kind::Gather, rewrite: gathered_apart },
    Pattern { kind: Kind::Reduce, rewrite: reduced },
    Pattern { kind: Kind::Reshape, rewrite: moved },
    Pattern { kind: Kind::Rev, rewrite: moved },
    Pattern { kind: Kind::Slice, rewrite: moved },
    Pattern { kind: Kind::Transpose, rewrite: moved },
];

/// An op that computes element by element of operands that repeat elements.
fn computed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    computed_along_dimensions(op, builder).or_else(|| computed_before_reshape(op, builder))
}

/// Of operands all of which repeat along some dimensions.
fn computed_along_dimensions<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0))?;
    if op.attr("broadcast_dimensions").is_some() {
        return None;
    }
    let arrays = op.ins();
    let kept = all_kept(&arrays, &result.shape)?;
    let several = kept.iter().filter(|dims| !dims.is_empty()).collect::<Vec<_>>();
    let mut dims = several.first().map_or(Vec::new(), |dims| dims.to_vec());
    // Arrays that have their dimensions in other orders are not those of one array.
    if several.iter().any(|own| **own != dims) {
        if !several.iter().all(|own| own.is_sorted()) {
            return None;
        }
        dims = several.into_iter().flatten().copied().collect();
        dims.sort_unstable();
        dims.dedup();
    }
    let shape = sizes_along(&result.shape, &dims);
    // One scalar is worth it anyway.
    let is_worth_it = shape.is_empty() || result.size() >= LEAST;
    if !is_worth_it || size_of(&shape) > result.size() / 2 {
        return None;
    }
    let operands = all_once(builder, &arrays, &kept, &dims, &result.shape)?;
    let ty = result.with_shape(&shape).ty();
    let computed = builder.create(op.name_str(), &operands, &[ty], &op.attrs(), Vec::new()).output(0);
    Some(vec![xla::broadcast_in_dim(builder, computed, &dims, result.ty())])
}

/// The dimensions along which each of `arrays`, scalars or of `shape`, does not repeat its elements: none where it is one element.
fn all_kept(arrays: &[Value<'_>], shape: &[i64]) -> Option<Vec<Vec<i64>>> {
    let kept = |array: &Value<'_>| {
        let tensor = plain(*array)?;
        if tensor.rank() == 0 || tensor.shape == shape && is_splat(*array) {
            return Some(Vec::new());
        }
        kept_dimensions(*array).filter(|_| tensor.shape == shape)
    };
    arrays.iter().map(kept).collect()
}

/// `arrays` of `shape`, of which each does not repeat its elements along the dimensions `kept`, without the dimensions that are not
/// among `dims`; a scalar stays one.
fn all_once<'c>(
    builder: &Builder<'c>,
    arrays: &[Value<'c>],
    kept: &[Vec<i64>],
    dims: &[i64],
    shape: &[i64],
) -> Option<Vec<Value<'c>>> {
    let smaller = sizes_along(shape, dims);
    let of_one = |(array, own): (&Value<'c>, &Vec<i64>)| {
        if own.is_empty() || own == dims {
            return once(builder, *array, &smaller);
        }
        let once = once(builder, *array, &sizes_along(shape, own))?;
        let to: Vec<i64> = (0..).zip(dims).filter(|(_, d)| own.contains(d)).map(|(i, _)| i).collect();
        Some(xla::broadcast_in_dim(builder, once, &to, plain(*array)?.with_shape(&smaller).ty()))
    };
    arrays.iter().zip(kept).map(of_one).collect()
}

/// A reduction of arrays that repeat elements is one of them without what it need not read: dimensions that it keeps, along which all
/// its results are equal, and those that it reduces, where it is a sum, to which an element counts as often as it is repeated, or
/// equal elements change nothing.
///
/// ```mlir
/// %x = xla.broadcast_in_dim %y, dims = [1] : (tensor<8xf32>) -> tensor<1000x8xf32>
/// %r = xla.reduce(%x init: %i) applies xla.add across dimensions = [0, 1]
/// %z = xla.mul %y, 1000.0    %r = xla.reduce(%z init: %i) applies xla.add across dimensions = [0]
/// ```
///
/// Sums of narrow floats are rounded once, so that what is multiplied is wider.
fn reduced<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (n, operands, along) = (op.outs().len(), op.ins(), op.i64s("dimensions"));
    let (arrays, inits) = operands.split_at(n);
    let (array, result) = (plain(arrays[0])?, plain(op.output(0))?);
    let element = array.xla_element()?;
    let kept = all_kept(arrays, &array.shape)?;
    if !kept.iter().all(|dims| dims.is_sorted()) {
        return None;
    }
    let combine = reduce::combination(op).and_then(Kind::of);
    let is_sum = n == 1 && combine == Some(Kind::Add) && !element.is_complex() && !element.is_pred();
    let is_read = |d: &i64| {
        kept.iter().any(|own| own.contains(d)) || along.contains(d) && !(is_sum || n == 1 && reduce::is_idempotent(op))
    };
    let dims: Vec<i64> = (0..array.rank() as i64).filter(is_read).collect();
    let shape = sizes_along(&array.shape, &dims);
    if array.size() < LEAST || size_of(&shape) > array.size() / 2 {
        return None;
    }
    let arrays = all_once(builder, arrays, &kept, &dims, &array.shape)?;
    let unread: Vec<i64> = along.iter().copied().filter(|d| !dims.contains(d)).collect();
    let count = element_count(&sizes_along(&array.shape, &unread))?;
    let left: Vec<i64> = along.iter().filter_map(|d| position(&dims, d)).collect();
    let reduced = if is_sum && count > 1 {
        let sum = element.accumulator();
        let ty = Tensor::new(&[], type_of(builder.context, sum));
        let all = ty.with_shape(&shape);
        let count = match sum.is_float() {
            true => filled(builder, &all, count as f64)?,
            false => xla::broadcast_in_dim(builder, integer(builder, sum, count)?, &[], all.ty()),
        };
        let array = xla::mul(builder, xla::convert(builder, arrays[0], count.r#type()), count);
        let init = xla::convert(builder, inits[0], ty.ty());
        xla::reduce(builder, &[array], &[init], &left, reduce::addition(builder, ty.ty())).outs()
    } else {
        xla::reduce(builder, &arrays, inits, &left, take_region(op.region_list().into_iter().next()?)).outs()
    };
    // Where the dimensions that the results do not repeat are in them.
    let own = (0..array.rank() as i64).filter(|d| !along.contains(d));
    let to: Vec<i64> = (0..).zip(own).filter(|(_, d)| dims.contains(d)).map(|(i, _)| i).collect();
    let whole = |(value, output): (Value<'c>, Value<'c>)| {
        let ty = plain(output)?;
        let value = xla::convert(builder, value, plain(value)?.with_element(ty.element).ty());
        Some(xla::broadcast_in_dim(builder, value, &to, ty.with_shape(&result.shape).ty()))
    };
    reduced.into_iter().zip(op.outs()).map(whole).collect()
}

/// `f(reshape(x))` -> `reshape(f(x))`, where `x` repeats elements that the reshape mixes: then `f` is computed once of them.
fn computed_before_reshape<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0))?;
    let array = only_array(op)?;
    let reshape = defined_by(array, Kind::Reshape).filter(|reshape| reshape.attr("dimensions").is_none())?;
    let source = reshape.input(0);
    let distinct = size_of(&sizes_along(&plain(source)?.shape, &kept_dimensions(source)?));
    if result.size() < LEAST || distinct > result.size() / 2 {
        return None;
    }
    Some(vec![xla::reshape(builder, computed_of(op, builder, array, source)?, result.ty())])
}

/// `broadcast_in_dim(iota)` -> `iota`.
fn broadcast_of_iota<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let iota = defined_by(op.input(0), Kind::Iota)?;
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let own = usize::try_from(iota.int("iota_dimension")?).ok()?;
    let dim = op.i64s("broadcast_dimensions")[own];
    (operand.shape[own] == result.shape[dim as usize]).then(|| vec![xla::iota(builder, dim, result.ty())])
}

/// What is gathered at indices that are repeated, as those of positions are for each sequence of a batch.
fn gathered<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (indices, result) = (plain(op.input(1))?, plain(op.output(0))?);
    plain(op.input(0))?;
    let slices = Slices::of_gather(&Arguments::of(op));
    let differing = kept_dimensions(op.input(1)).filter(|kept| kept.is_sorted())?;
    // The components of an index stay together; a single one needs no dimension.
    let mut kept = differing.clone();
    if indices.shape.get(slices.vector as usize).is_some_and(|size| *size != 1) && !kept.contains(&slices.vector) {
        kept.push(slices.vector);
        kept.sort_unstable();
    }
    let is_kept = |d: &i64| kept.contains(d);
    if !slices.operand_batching.is_empty() || result.size() < LEAST {
        return None;
    }
    let batch: Vec<i64> = slices.batch_in_indices(indices.rank());
    let of_batch: Vec<i64> = slices.batch(result.rank());
    let stays = |d: &i64| of_batch.iter().position(|own| own == d).is_none_or(|i| is_kept(&batch[i]));
    let to: Vec<i64> = (0..result.rank() as i64).filter(stays).collect();
    let ty = result.with_shape(&sizes_along(&result.shape, &to));
    if ty.size() > result.size() / 2 {
        return None;
    }
    let window: Vec<i64> = slices.window.iter().filter_map(|d| position(&to, d)).collect();
    let vector = position(&kept, &slices.vector).unwrap_or(kept.len() as i64);
    let mut once = once(builder, op.input(1), &sizes_along(&indices.shape, &differing))?;
    if kept.len() > differing.len() {
        let to: Vec<i64> = differing.iter().filter_map(|d| position(&kept, d)).collect();
        once = xla::broadcast_in_dim(builder, once, &to, indices.with_shape(&sizes_along(&indices.shape, &kept)).ty());
    }
    let mut attributes = op.attrs();
    for (name, attribute) in &mut attributes {
        match *name {
            "offset_dims" => *attribute = i64_array(builder.context, &window),
            "index_vector_dim" => *attribute = i64_attribute(builder.context, vector),
            _ => {}
        }
    }
    let operands = [op.input(0), once];
    let gathered = builder.create(op.name_str(), &operands, &[ty.ty()], &attributes, Vec::new()).output(0);
    Some(vec![xla::broadcast_in_dim(builder, gathered, &to, result.ty())])
}

/// What is gathered of an array that is repeated along dimensions in which slices begin at 0 is gathered once, and repeated.
fn gathered_once<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    plain(op.input(1))?;
    let slices = Slices::of_gather(&Arguments::of(op));
    let kept = kept_dimensions(op.input(0)).filter(|kept| kept.is_sorted())?;
    let window = slices.window_in_operand(operand.rank());
    let is_once = |d: &i64| kept.contains(d) || slices.map.contains(d) || !window.contains(d);
    let dims: Vec<i64> = (0..operand.rank() as i64).filter(is_once).collect();
    let repeats = |to: &i64| slices.window.iter().zip(&window).any(|(own, d)| own == to && !dims.contains(d));
    let to: Vec<i64> = (0..result.rank() as i64).filter(|to| !repeats(to)).collect();
    let ty = result.with_shape(&sizes_along(&result.shape, &to));
    if result.size() == 0 || ty.size() > result.size() / 2 {
        return None;
    }
    let positions = |list: &[i64], of: &[i64]| of.iter().filter_map(|d| position(list, d)).collect::<Vec<i64>>();
    let mut array = once(builder, op.input(0), &sizes_along(&operand.shape, &kept))?;
    if kept != dims {
        let ty = operand.with_shape(&sizes_along(&operand.shape, &dims)).ty();
        array = xla::broadcast_in_dim(builder, array, &positions(&dims, &kept), ty);
    }
    let mut attributes = op.attrs();
    for (name, attribute) in &mut attributes {
        let list = match *name {
            "offset_dims" => positions(&to, &slices.window),
            "collapsed_slice_dims" => positions(&dims, &slices.collapsed),
            "operand_batching_dims" => positions(&dims, &slices.operand_batching),
            "start_index_map" => positions(&dims, &slices.map),
            "slice_sizes" => sizes_along(&op.i64s("slice_sizes"), &dims),
            _ => continue,
        };
        *attribute = i64_array(builder.context, &list);
    }
    let operands = [array, op.input(1)];
    let gathered = builder.create(op.name_str(), &operands, &[ty.ty()], &attributes, Vec::new()).output(0);
    Some(vec![xla::broadcast_in_dim(builder, gathered, &to, result.ty())])
}

/// `gather(x, concatenate(i, 6))` -> `concatenate(gather(x, i), gather(x, 6))`: of equal indices one is looked for.
fn gathered_apart<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    /// Each piece has a loop of its own.
    const MOST: usize = 8;
    let joined = defined_by(op.input(1), Kind::Concatenate).filter(|joined| joined.ins().len() <= MOST)?;
    let (result, axis) = (plain(op.output(0))?, joined.int("dimension")?);
    let slices = Slices::of_gather(&Arguments::of(op));
    let shape = plain(op.input(1))?.shape;
    let is_equal = |piece: &Value<'c>| has_one_value(*piece);
    let at = slices.batch_of(axis, shape.len(), result.rank())? as usize;
    let equal = joined.ins().into_iter().filter(is_equal).filter_map(plain).map(|piece| piece.shape[axis as usize]);
    // To join the pieces may take another pass over the result.
    let is_worth_it = 4 * equal.sum::<i64>() >= shape[axis as usize] && result.size() >= LEAST;
    if !is_worth_it || slices.indices_batching.contains(&axis) {
        return None;
    }
    let piece = |indices: Value<'c>| {
        let mut sizes = result.shape.clone();
        sizes[at] = plain(indices)?.shape[axis as usize];
        let ty = result.with_shape(&sizes).ty();
        Some(builder.create(op.name_str(), &[op.input(0), indices], &[ty], &op.attrs(), Vec::new()).output(0))
    };
    let pieces = joined.ins().into_iter().map(piece).collect::<Option<Vec<_>>>()?;
    Some(vec![xla::concatenate(&builder.typed(result.ty()), &pieces, at as i64)])
}

/// What moves elements moves those that are repeated.
fn moved<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let dims = kept_dimensions(op.input(0))?;
    // Those of one element each are `splats`'s, but for what makes other elements of them.
    if dims.is_empty() && Kind::of(op) != Some(Kind::BitcastConvert)
        || dims.len() == operand.rank()
        || result.size() == 0
    {
        return None;
    }
    let of_kept = |list: Vec<i64>| sizes_along(&list, &dims);
    let shape = sizes_along(&operand.shape, &dims);
    let x = || once(builder, op.input(0), &shape);
    let (moved, dims) = match Kind::of(op)? {
        // Neighbours in the last dimension become one element, or each element becomes neighbours in a dimension of their own.
        Kind::BitcastConvert => {
            let last = operand.rank() as i64 - 1;
            let (x, to) = match result.rank().cmp(&operand.rank()) {
                Ordering::Less if dims.last() == Some(&last) => (x()?, dims[..dims.len() - 1].to_vec()),
                // Neighbours that are equal stay neighbours.
                Ordering::Less if dims.is_sorted() && dims.len() + 1 < operand.rank() => {
                    let row = operand.with_shape(&[shape.as_slice(), &[*operand.shape.last()?]].concat()).ty();
                    let own: Vec<i64> = (0..dims.len() as i64).collect();
                    (xla::broadcast_in_dim(builder, x()?, &own, row), dims)
                }
                Ordering::Greater => (x()?, [dims.as_slice(), &[operand.rank() as i64]].concat()),
                _ => return None,
            };
            (xla::bitcast_convert(builder, x, result.with_shape(&sizes_along(&result.shape, &to)).ty()), to)
        }
        Kind::DynamicSlice if !starts_are_array(op, 1) => {
            let starts: Vec<Value<'c>> = dims.iter().map(|&d| op.input(1 + d as usize)).collect();
            (xla::dynamic_slice(builder, x()?, &starts, &of_kept(op.i64s("slice_sizes"))), dims)
        }
        Kind::Reshape if op.attr("dimensions").is_none() => {
            let sizes = |dims: &[i64]| sizes_along(&result.shape, dims);
            if let Some(dims) = reshaped_dimensions(&operand.shape, &result.shape, &dims) {
                (xla::reshape(builder, x()?, operand.with_shape(&sizes(&dims)).ty()), dims)
            } else {
                // Rows that are repeated a whole number of times in the last dimensions, as all of these are.
                let first = repeated_rows(&operand.shape, &result.shape, &dims)?;
                let dims: Vec<i64> = (first as i64..result.rank() as i64).collect();
                let row = operand.with_shape(&sizes(&dims));
                let times = row.size() / size_of(&shape);
                let own: Vec<i64> = (1..=shape.len() as i64).collect();
                let rows = operand.with_shape(&[&[times], shape.as_slice()].concat());
                (xla::reshape(builder, xla::broadcast_in_dim(builder, x()?, &own, rows.ty()), row.ty()), dims)
            }
        }
        Kind::Rev => {
            let reversed = op.i64s("dimensions");
            let own: Vec<i64> = (0..dims.len()).filter(|i| reversed.contains(&dims[*i])).map(|i| i as i64).collect();
            (xla::rev(builder, x()?, &own), dims)
        }
        Kind::Slice => {
            let [starts, limits, strides] =
                ["start_indices", "limit_indices", "strides"].map(|name| of_kept(op.i64s(name)));
            (xla::slice(builder, x()?, &starts, &limits, &strides), dims)
        }
        Kind::Transpose => {
            let permutation = op.i64s("permutation");
            let position = |d: &i64| permutation.iter().position(|from| from == d).map(|to| to as i64);
            (x()?, dims.iter().map(position).collect::<Option<_>>()?)
        }
        _ => return None,
    };
    Some(vec![xla::broadcast_in_dim(builder, moved, &dims, result.ty())])
}

/// The dimensions of an array of shape `to` into which a reshape makes the dimensions `kept` of one of shape `from`; none if one
/// of them has elements of both these and other dimensions. No size is 0.
fn reshaped_dimensions(from: &[i64], to: &[i64], kept: &[i64]) -> Option<Vec<i64>> {
    if !kept.is_sorted() {
        return None;
    }
    let mut dims = Vec::new();
    for (a, b) in groups(from, to) {
        // A dimension of one element may count as either.
        let mut are_kept = a.filter(|d| from[*d] != 1).map(|d| kept.contains(&(d as i64)));
        let is_kept = are_kept.next().unwrap_or(false);
        if are_kept.any(|kept| kept != is_kept) {
            return None;
        }
        if is_kept {
            dims.extend(b.map(|d| d as i64));
        }
    }
    Some(dims)
}

/// Where dimension `d` is in `list`.
pub(super) fn position(list: &[i64], d: &i64) -> Option<i64> {
    list.iter().position(|own| own == d).map(|i| i as i64)
}

/// The numbers of `list`, such as sizes, that belong to these dimensions.
pub(super) fn sizes_along(list: &[i64], dims: &[i64]) -> Vec<i64> {
    dims.iter().map(|&d| list[d as usize]).collect()
}

/// The first of the last dimensions of an array of shape `to` which repeat the dimensions `kept`, the last ones, of one of shape
/// `from`, a whole number of times, and which are repeated themselves. No size is 0.
fn repeated_rows(from: &[i64], to: &[i64], kept: &[i64]) -> Option<usize> {
    if !kept.iter().copied().eq((from.len() - kept.len()) as i64..from.len() as i64) {
        return None;
    }
    let (row, all) = (size_of(&sizes_along(from, kept)), element_count(to)?);
    let is_whole = |first: &usize| size_of(&to[*first..]) % row == 0;
    (0..to.len()).rev().find(is_whole).filter(|first| size_of(&to[*first..]) <= all / 2)
}

/// The dimensions along which the elements of `value` differ, in the order in which what it repeats has them; a dimension of one
/// element that is repeated is none of them.
pub(super) fn kept_dimensions(value: Value<'_>) -> Option<Vec<i64>> {
    if let Some(iota) = defined_by(value, Kind::Iota) {
        return Some(vec![iota.int("iota_dimension")?]);
    }
    let broadcast = defined_by(value, Kind::BroadcastInDim)?;
    let (source, dims) = (plain(broadcast.input(0))?, broadcast.i64s("broadcast_dimensions"));
    let result = plain(value)?;
    let kept = source.shape.iter().zip(dims).filter(|(size, d)| **size == result.shape[*d as usize]);
    Some(kept.map(|(_, d)| d).collect())
}

/// The one operand of an elementwise op whose elements may differ.
pub(super) fn only_array<'c>(op: Op<'c>) -> Option<Value<'c>> {
    let mut arrays = op.ins().into_iter().filter(|value| !has_one_value(*value));
    let first = arrays.next().filter(|_| op.attr("broadcast_dimensions").is_none())?;
    arrays.all(|array| array == first).then_some(first)
}

/// The result of `op` if `value` were its operand `array`, the only one of more values than one.
pub(super) fn computed_of<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    array: Value<'c>,
    value: Value<'c>,
) -> Option<Value<'c>> {
    let shape = plain(value)?.shape;
    let operand = |operand: Value<'c>| if operand == array { Some(value) } else { once(builder, operand, &shape) };
    let operands = op.ins().into_iter().map(operand).collect::<Option<Vec<_>>>()?;
    let ty = plain(op.output(0))?.with_shape(&shape).ty();
    Some(builder.create(op.name_str(), &operands, &[ty], &op.attrs(), Vec::new()).output(0))
}

/// The elements of `value` of which none is repeated, an array of `shape`; one element may be repeated in that.
pub(super) fn once<'c>(builder: &Builder<'c>, value: Value<'c>, shape: &[i64]) -> Option<Value<'c>> {
    let tensor = tensor_of(value)?;
    if tensor.rank() == 0 {
        return Some(value);
    }
    if is_splat(value) {
        return splat(builder, value, shape);
    }
    let ty = tensor.with_shape(shape).ty();
    match defined_by(value, Kind::BroadcastInDim).map(|broadcast| broadcast.input(0)) {
        Some(source) if source.r#type() == ty => Some(source),
        // An array of one element, such as a mean that keeps its dimensions, may be repeated along all of them.
        Some(source) if plain(source)?.size() == 1 => {
            let one = xla::reshape(builder, source, tensor.with_shape(&[]).ty());
            Some(xla::broadcast_in_dim(builder, one, &[], ty))
        }
        Some(source) => Some(xla::reshape(builder, source, ty)),
        None => Some(xla::iota(builder, 0, ty)),
    }
}

#[cfg(test)]
mod tests {
    use super::{repeated_rows, reshaped_dimensions};

    #[test]
    fn rows_of_reshapes() {
        assert_eq!(repeated_rows(&[64, 1, 3], &[4, 48], &[2]), Some(1));
        assert_eq!(repeated_rows(&[64, 2, 3], &[8, 8, 6], &[1, 2]), Some(2));
        assert_eq!(repeated_rows(&[64, 2, 3], &[12, 8, 4], &[1, 2]), None);
        assert_eq!(repeated_rows(&[64, 9], &[4, 12, 3, 4], &[1]), Some(1));
        assert_eq!(repeated_rows(&[64, 3], &[192], &[1]), None);
        assert_eq!(repeated_rows(&[3, 64], &[4, 48], &[0]), None);
    }

    #[test]
    fn dimensions_of_reshapes() {
        assert_eq!(reshaped_dimensions(&[4, 6, 5], &[4, 2, 3, 5], &[1]), Some(vec![1, 2]));
        assert_eq!(reshaped_dimensions(&[4, 6, 5], &[4, 2, 3, 5], &[0, 2]), Some(vec![0, 3]));
        assert_eq!(reshaped_dimensions(&[4, 6, 5], &[24, 5], &[2]), Some(vec![1]));
        assert_eq!(reshaped_dimensions(&[4, 6, 5], &[24, 5], &[0]), None);
        assert_eq!(reshaped_dimensions(&[4, 6, 5], &[24, 5], &[0, 1]), Some(vec![0]));
        assert_eq!(reshaped_dimensions(&[4, 6], &[6, 4], &[0]), None);
        assert_eq!(reshaped_dimensions(&[4, 6], &[1, 4, 1, 6, 1], &[1]), Some(vec![2, 3]));
        assert_eq!(reshaped_dimensions(&[4, 1, 6, 1], &[4, 6], &[0]), Some(vec![0]));
        assert_eq!(reshaped_dimensions(&[4, 6], &[4, 6, 1], &[1, 0]), None);
    }
}
