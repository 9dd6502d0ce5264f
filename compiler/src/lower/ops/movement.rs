//! Ops that move elements: each is a copy with linear index maps.

use crate::affine::{Expr, Map};
use crate::lower::rewriter::broadcast::{Broadcast, Expansion};
use crate::lower::rewriter::element_types::ElementTypes;
use crate::lower::rewriter::emit::store_form;
use crate::lower::rewriter::sizes::{
    Size, cast, declared, demand, demand_equal, empty_of, extract_slice, is_static, known, product, result_sizes,
    sizes, stated,
};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{
    Padding, compute_elements, copy_elements, element, empty, extract, fill, insert_sized, linalg_index, loop_index,
    pad_sized, reshape_sized, reshape_to, reshapes_in_one_step, shape,
};
use crate::scf::index;
use crate::verified;
use melior::ir::attribute::AttributeLike;
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::diagnostics::{internal, unsupported};
use xla_dialect::ir::{Attribute, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, defining_op, uses, value_type};
use xla_dialect::ods::arith::{self, CmpIPredicate};
use xla_dialect::ods::xla;
use xla_dialect::ops::literal::{Literal, is_splat};
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, Element, Machine, Val, apply_to_storage};

/// The lowered type of an op's first result.
pub fn result_type<'c>(lowering: &Lowering<'c>, op: Op<'c>) -> Type<'c> {
    lowering.storage(&verified::tensor(op.output(0))).ty()
}

/// Copies `source`, read through `map`, into a new tensor of the result's type and of these `sizes`.
fn copy<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    sizes: &[Size<'c>],
    map: impl FnOnce(usize) -> Map,
) -> Result<(), Failed> {
    let init = empty_of(builder, result_type(lowering, op), sizes);
    let value = copy_elements(builder, lowering.tensor(op.input(0))?, map(sizes.len()), init)?;
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// A literal in storage form.
pub fn constant<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let value = verified::attribute(op, "value");
    let ty = result_type(lowering, op);
    let element = element(op.output(0));
    // Literals of one number fuse into what reads them, complex ones as what they fill. What is left of them is written out in the code,
    // element by element, which one of this size must not be.
    let one = is_filled(value, element).then(|| Tensor::new(&[], xla_dialect::ir::element_type(ty)).ty());
    let literal = lowered_literal(lowering, value, one.unwrap_or(ty), element);
    let literal = literal.ok_or_else(|| unsupported(op, "its literal is of a kind that cannot be read"))?;
    let constant = arith::constant(builder, literal);
    if one.is_none() {
        lowering.set_tensor(op.output(0), constant);
        return Ok(());
    }
    lowering.set_tensor(op.output(0), fill(builder, constant, empty(builder, ty))?);
    Ok(())
}

/// Whether a literal is one element, of a type of very many, or a complex one of several.
fn is_filled(value: Attribute<'_>, element: Element) -> bool {
    const BYTES: i64 = 256 << 20;
    let raw = value.to_raw();
    // SAFETY: the literal is alive, and its kind is checked before it is asked.
    unsafe {
        let count = mlir_sys::mlirElementsAttrGetNumElements(raw);
        let is_large = count.saturating_mul(element.storage_bytes() as i64) >= BYTES;
        (is_large || element.is_complex() && count > 1) && is_splat(value)
    }
}

/// The literal `value` with the elements as they lie in memory, of the tensor type `ty`.
fn lowered_literal<'c>(
    lowering: &Lowering<'c>,
    value: Attribute<'c>,
    ty: Type<'c>,
    element: Element,
) -> Option<Attribute<'c>> {
    if lowering.options.types == ElementTypes::Natural && value_type(value) == ty {
        return Some(value);
    }
    let bytes = crate::literal::storage_bytes(value, element)?;
    let tensor = Tensor::of(ty)?;
    if tensor.xla_element() == Some(element) {
        // MLIR keeps the element of a splat that has no elements.
        let bytes = if tensor.shape.contains(&0) { Vec::new() } else { bytes };
        return Literal::new(element, &tensor.shape, bytes)?.attribute(ty);
    }
    // Unsigned elements as signless ones, or storage forms.
    // SAFETY: the buffer holds one element, or as many as the type has, of the type's width.
    let raw = unsafe { mlir_sys::mlirDenseElementsAttrRawBufferGet(ty.to_raw(), bytes.len(), bytes.as_ptr().cast()) };
    // SAFETY: a null attribute means the buffer was refused.
    (!raw.ptr.is_null()).then(|| unsafe { Attribute::from_raw(raw) })
}

/// Each element is its index along one dimension, converted to the element type.
pub fn iota<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let sizes = result_sizes(builder, op, stated(&shape(op.output(0))))?;
    iota_of(lowering, op, builder, &sizes)
}

/// As [`iota`], with a result of these `sizes`.
pub fn iota_of<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    sizes: &[Size<'c>],
) -> Result<(), Failed> {
    let result = op.output(0);
    let init = empty_of(builder, result_type(lowering, op), sizes);
    let to = element(result);
    let dimension = verified::index(op, "iota_dimension");
    let value = compute_elements(builder, &[], init, |builder, _| {
        let index = loop_index(builder, dimension);
        let mut emitter = lowering.emitter(builder);
        let is_below = |most: i64| sizes[dimension].known().is_some_and(|size| size <= most);
        // An index that fits 32 bits converts in vectors of 32-bit lanes, and one of 24 bits is exact as an f32.
        let (index, from) = if is_below(1 << 24) && to.is_narrow_float() {
            let index = emitter.trunci(index, Machine::I32);
            (emitter.sitofp(index, Machine::F32), Element::F32)
        } else if is_below(i64::from(i32::MAX)) {
            (emitter.trunci(index, Machine::I32), Element::S32)
        } else {
            (index, Element::S64)
        };
        let value = apply_to_storage(&mut emitter, xla_scalar::Op::Convert, &[from], to, &[Val::Real(index)])
            .map_err(|error| internal(op, &error.to_string()))?;
        Ok(store_form(&emitter, to, value))
    })?;
    lowering.set_tensor(result, value);
    Ok(())
}

/// Operand dimension `i` is result dimension `broadcast_dimensions[i]`; of size 1 it stands still. An open size of the
/// result is that of the dimension of the operand.
pub fn broadcast_in_dim<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (operand, result) = (shape(op.input(0)), shape(op.output(0)));
    let dimensions = op.i64s("broadcast_dimensions");
    if !is_static(&operand) || !is_static(&result) {
        let source = lowering.tensor(op.input(0))?;
        let dimensions: Vec<usize> = dimensions.iter().map(|&d| d as usize).collect();
        let mut found = stated(&result);
        for (d, size) in dimensions.iter().zip(sizes(source)) {
            found[*d] = Some(size);
        }
        let expansion = vec![Expansion::Unknown; dimensions.len()];
        let broadcast = Broadcast { source, dimensions: &dimensions, expansion: &expansion };
        let value = broadcast.write(builder, op, result_type(lowering, op), &result_sizes(builder, op, found)?)?;
        lowering.set_tensor(op.output(0), value);
        return Ok(());
    }
    copy(lowering, op, builder, &known(&result), |rank| Map {
        dims: rank,
        results: operand
            .iter()
            .zip(&dimensions)
            .map(|(&size, &d)| {
                if size == 1 && result[d as usize] != 1 {
                    Expr::constant(rank, 0)
                } else {
                    Expr::scaled(rank, d as usize, 1, 0)
                }
            })
            .collect(),
    })
}

/// The same elements under another shape: collapsed to one dimension, then expanded, unless one step does.
pub fn reshape<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let source = lowering.tensor(op.input(0))?;
    let ty = result_type(lowering, op);
    let (from, to) = (shape(source), shape(op.output(0)));
    if is_static(&from) && is_static(&to) {
        let has_encoding = |ty| Tensor::of(ty).is_some_and(|tensor| tensor.encoding.is_some());
        if has_encoding(source.r#type()) || has_encoding(ty) {
            if from == to {
                return copy(lowering, op, builder, &known(&to), Map::identity);
            }
            if !reshapes_in_one_step(&from, &to) {
                return Err(unsupported(
                    op,
                    format!("to {ty}: encodings of other dialects are not kept in several steps"),
                ));
            }
        }
        let value = match part_of(lowering, op)? {
            _ if to.contains(&0) => empty(builder, ty),
            Some((whole, map)) => copy_elements(builder, whole, map, empty(builder, ty))?,
            None => reshape_to(builder, source, ty),
        };
        lowering.set_tensor(op.output(0), value);
        return Ok(());
    }
    let sizes = result_sizes(builder, op, reshaped(builder, op, source, &to))?;
    lowering.set_tensor(op.output(0), reshape_sized(builder, source, ty, &sizes));
    Ok(())
}

/// What the slice that the reshape `op` drops dimensions of size 1 from is part of, and which part: what reads the result can
/// read it there.
fn part_of<'c>(lowering: &Lowering<'c>, op: Op<'c>) -> Result<Option<(Value<'c>, Map)>, Failed> {
    let Some(slice) = defining_op(op.input(0)).filter(|op| xla::Slice::of(*op).is_some()) else { return Ok(None) };
    let [whole, from, to] = [slice.input(0), slice.output(0), op.output(0)].map(shape);
    let long = |shape: &[i64]| shape.iter().copied().filter(|size| *size != 1).collect::<Vec<_>>();
    if !is_static(&whole) || to.len() >= from.len() || long(&from) != to {
        return Ok(None);
    }
    let kept: Vec<bool> = from.iter().map(|size| *size != 1).collect();
    let map = Map::part(&whole, &from, &slice.i64s("start_indices"), &slice.i64s("strides")).of_loops(&kept);
    Ok(Some((lowering.tensor(slice.input(0))?, map)))
}

/// As [`reshape`], to a result of these `sizes`.
pub fn reshape_as<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    sizes: &[Size<'c>],
) -> Result<(), Failed> {
    let source = lowering.tensor(op.input(0))?;
    same_count(builder, op, source, sizes);
    let value = reshape_sized(builder, source, result_type(lowering, op), sizes);
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// Checks that an array of sizes `to` has the elements of `source`, unless that is certain.
fn same_count<'c>(builder: &Builder<'c>, op: Op<'c>, source: Value<'c>, to: &[Size<'c>]) {
    // What is on both sides cancels.
    let (mut from, mut to) = (sizes(source), to.to_vec());
    from.retain(|size| match to.iter().position(|other| size.is_same(*other)) {
        Some(at) => {
            to.remove(at);
            false
        }
        None => true,
    });
    let (from, to) = (product(builder, &from), product(builder, &to));
    demand_equal(builder, op, from, to, "expects its operand to have as many elements as its result");
}

/// The sizes of `source` reshaped to the shape `to`. One dynamic size follows from the number of elements, several follow
/// if the shapes differ only in dimensions of size 1; otherwise they are None.
fn reshaped<'c>(builder: &Builder<'c>, op: Op<'c>, source: Value<'c>, to: &[i64]) -> Vec<Option<Size<'c>>> {
    let mut found = stated(to);
    let from = sizes(source);
    let long = |size: &Size<'c>| size.known() != Some(1);
    let from_long: Vec<Size<'c>> = from.iter().copied().filter(long).collect();
    let to_long: Vec<usize> = (0..to.len()).filter(|d| to[*d] != 1).collect();
    let agree = |(d, size): (&usize, &Size<'c>)| to[*d] == DYNAMIC || size.known() == Some(to[*d]);
    if from_long.len() == to_long.len() && to_long.iter().zip(&from_long).all(agree) {
        to_long.into_iter().zip(from_long).for_each(|(d, size)| found[d] = Some(size));
        return found;
    }
    let open: Vec<usize> = (0..to.len()).filter(|d| to[*d] == DYNAMIC).collect();
    if open.len() > 1 {
        return found;
    }
    let rest: i64 = to.iter().filter(|size| **size != DYNAMIC).product();
    let stated: i64 = from.iter().filter_map(|size| size.known()).product();
    let unstated: Vec<Size<'c>> = from.into_iter().filter(|size| size.known().is_none()).collect();
    let unstated = product(builder, &unstated);
    let is_certain = !open.is_empty() && rest > 0 && stated % rest == 0;
    for open in open {
        found[open] = Some(match rest {
            0 => Size::Known(0),
            _ if is_certain => unstated.times(builder, stated / rest),
            _ => unstated.times(builder, stated).floor_div(builder, rest),
        });
    }
    if !is_certain {
        same_count(builder, op, source, &found.iter().flatten().copied().collect::<Vec<_>>());
    }
    found
}

/// Result dimension `i` is dimension `order[i]` of `value`.
pub fn transposed<'c>(builder: &Builder<'c>, value: Value<'c>, order: &[usize]) -> Result<Value<'c>, Failed> {
    if order.is_sorted() {
        return Ok(value);
    }
    let (from, rank) = (sizes(value), order.len());
    let sizes: Vec<Size<'c>> = order.iter().map(|&d| from[d]).collect();
    let ty = Tensor::new(&declared(&sizes), xla_dialect::ir::element_type(value.r#type())).ty();
    copy_elements(builder, value, Map::of_dims(rank, &inverse(order)), empty_of(builder, ty, &sizes))
}

/// The order that reverses `order`.
pub fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    order.iter().enumerate().for_each(|(i, &d)| inverse[d] = i);
    inverse
}

/// What loops read by a map, with its dimensions in another order.
pub fn transposed_read<'c>(
    builder: &Builder<'c>,
    (value, map): &(Value<'c>, Map),
    order: &[usize],
) -> Result<(Value<'c>, Map), Failed> {
    let results = order.iter().map(|&d| map.results[d].clone()).collect();
    Ok((transposed(builder, *value, order)?, Map { dims: map.dims, results }))
}

/// The order of `rank` dimensions in which `last` is the last one and the others stay.
pub fn with_last(rank: usize, last: usize) -> Vec<usize> {
    (0..rank).filter(|d| *d != last).chain([last]).collect()
}

/// Result dimension `i` is operand dimension `permutation[i]`.
pub fn transpose<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let permutation: Vec<usize> = op.i64s("permutation").iter().map(|&d| d as usize).collect();
    let from = sizes(lowering.tensor(op.input(0))?);
    let to: Vec<Size<'c>> = permutation.iter().map(|&d| from[d]).collect();
    copy(lowering, op, builder, &result_sizes(builder, op, to)?, |rank| Map::of_dims(rank, &inverse(&permutation)))
}

/// Element `i` is operand element `start + i * stride`.
pub fn slice<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (start, strides) = (op.i64s("start_indices"), op.i64s("strides"));
    let (from, to) = (shape(op.input(0)), shape(op.output(0)));
    if is_static(&from) && is_static(&to) {
        return copy(lowering, op, builder, &known(&to), |_| Map::part(&from, &to, &start, &strides));
    }
    let limits = known(&op.i64s("limit_indices"));
    slice_of(lowering, op, builder, [&known(&start), &limits, &known(&strides)])
}

/// The elements of the first operand from `start` up to `limit`, every `strides`.
pub fn slice_of<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    [start, limits, strides]: [&[Size<'c>]; 3],
) -> Result<(), Failed> {
    let source = lowering.tensor(op.input(0))?;
    let mut counts = Vec::new();
    for (d, size) in sizes(source).into_iter().enumerate() {
        let check = |a: Size<'c>, b: Size<'c>, rule: &str| {
            if !matches!((a.known(), b.known()), (Some(a), Some(b)) if a <= b) && !a.is_same(b) && a.known() != Some(0)
            {
                let holds = a.compared(builder, CmpIPredicate::Sle, b);
                demand(builder, op, holds, &format!("expects, in dimension {d}, {rule}"));
            }
        };
        if start[d].known().is_none() {
            check(Size::Known(0), start[d], "a start index that is not negative");
        }
        check(start[d], limits[d], "a start index that is at most the limit");
        check(limits[d], size, "a limit that is at most the operand's size");
        counts.push(limits[d].minus(builder, start[d]).ceil_div(builder, strides[d]));
    }
    let sizes = result_sizes(builder, op, counts)?;
    let taken = extract_slice(builder, source, start, &sizes, strides);
    lowering.set_tensor(op.output(0), cast(builder, taken, result_type(lowering, op)));
    Ok(())
}

/// Element `i` is operand element `size - 1 - i` along the reversed dimensions.
pub fn rev<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (result, dimensions) = (shape(op.output(0)), op.i64s("dimensions"));
    let source = lowering.tensor(op.input(0))?;
    let (from, rank) = (sizes(source), result.len());
    let is_reversed = |d: usize| dimensions.contains(&(d as i64)) && from[d].known().is_none_or(|size| size > 1);
    if (0..rank).any(|d| is_reversed(d) && from[d].known().is_none()) {
        let last: Vec<Value<'c>> = from.iter().map(|size| size.minus(builder, 1).value(builder)).collect();
        let init = empty_of(builder, result_type(lowering, op), &from);
        let reversed = compute_elements(builder, &[], init, |builder, _| {
            let at = |d: usize| match linalg_index(builder, d) {
                index if is_reversed(d) => arith::subi(builder, last[d], index),
                index => index,
            };
            Ok(extract(builder, source, &(0..rank).map(at).collect::<Vec<_>>()))
        })?;
        lowering.set_tensor(op.output(0), reversed);
        return Ok(());
    }
    copy(lowering, op, builder, &result_sizes(builder, op, from.clone())?, |rank| Map {
        dims: rank,
        results: (0..rank)
            .map(|d| match from[d].known() {
                Some(size) if is_reversed(d) => Expr::scaled(rank, d, -1, size - 1),
                _ => Expr::scaled(rank, d, 1, 0),
            })
            .collect(),
    })
}

/// The array that all operands of a concatenation along `dimension` are parts of, and where the part begins that each
/// operand is, if their one reader computes element by element: it then reads the array itself, whose neighbours it needs
/// as in a shift around its ends. Inside of `dimension` is at least a vector of neighbours.
fn parts_of_one<'c>(op: Op<'c>, dimension: usize) -> Option<(Value<'c>, Vec<Vec<i64>>)> {
    const NEIGHBOURS: i64 = 16;
    let to = shape(op.output(0));
    let [(reader, _)] = uses(op.output(0))[..] else { return None };
    xla_scalar::Op::from_mnemonic(reader.mnemonic())?;
    let slices: Vec<Op<'c>> = op
        .ins()
        .into_iter()
        .map(|part| defining_op(part).filter(|op| xla::Slice::of(*op).is_some()))
        .collect::<Option<_>>()?;
    let array = slices.first()?.input(0);
    let is_part = |slice: &Op<'c>| slice.input(0) == array && slice.i64s("strides").iter().all(|stride| *stride == 1);
    let starts: Vec<_> = slices.iter().map(|slice| slice.i64s("start_indices")).collect();
    let is_shifted = |start: &Vec<i64>| (0..to.len()).all(|d| d == dimension || start[d] == starts[0][d]);
    let neighbours = to[dimension + 1..].iter().product::<i64>();
    let is_static = is_static(&shape(array)) && is_static(&to) && !to.contains(&0);
    let fits = is_static && neighbours >= NEIGHBOURS && slices.iter().all(is_part) && starts.iter().all(is_shifted);
    fits.then_some((array, starts))
}

/// The concatenation of parts of `array` that begin at `starts`: each element is read where it is.
fn concatenate_parts<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    (array, starts): (Value<'c>, &[Vec<i64>]),
    dimension: usize,
) -> Result<(), Failed> {
    let sizes: Vec<i64> = op.ins().into_iter().map(|part| shape(part)[dimension]).collect();
    let (source, init) = (lowering.tensor(array)?, empty(builder, result_type(lowering, op)));
    let rank = starts[0].len();
    let value = compute_elements(builder, &[], init, |builder, _| {
        let mut at: Vec<Value<'c>> = (0..rank).map(|d| linalg_index(builder, d)).collect();
        let (mut first, mut shift) = (0, index(builder, starts[0][dimension]));
        for (size, start) in sizes.iter().zip(&starts[1..]) {
            first += size;
            let is_behind = arith::cmpi(builder, CmpIPredicate::Sge, at[dimension], index(builder, first));
            shift = arith::select(builder, is_behind, index(builder, start[dimension] - first), shift);
        }
        for d in 0..rank {
            let by = if d == dimension { shift } else { index(builder, starts[0][d]) };
            at[d] = arith::addi(builder, at[d], by);
        }
        Ok(extract(builder, source, &at))
    })?;
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// Each operand is copied behind the one before it, into one tensor.
pub fn concatenate<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let rank = shape(op.output(0)).len();
    let dimension = verified::index(op, "dimension");
    if let Some((array, starts)) = parts_of_one(op, dimension) {
        return concatenate_parts(lowering, op, builder, (array, &starts), dimension);
    }
    let operands = op.ins().into_iter().map(|operand| lowering.tensor(operand)).collect::<Result<Vec<_>, _>>()?;
    let mut found = sizes(operands[0]);
    for operand in &operands[1..] {
        for (d, size) in sizes(*operand).into_iter().enumerate() {
            if d == dimension {
                found[d] = found[d].plus(builder, size);
            } else {
                let rule = format!("expects operands of the same size in dimension {d}");
                demand_equal(builder, op, size, found[d], &rule);
            }
        }
    }
    let mut value = empty_of(builder, result_type(lowering, op), &result_sizes(builder, op, found)?);
    let (mut offset, scale) = (vec![Size::Known(0); rank], vec![Size::Known(1); rank]);
    for source in operands {
        if !shape(source).contains(&0) {
            value = insert_sized(builder, source, value, (&offset, &scale));
        }
        offset[dimension] = offset[dimension].plus(builder, sizes(source)[dimension]);
    }
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// Operand element `i` lies at `low + i * (interior + 1)`.
pub fn pad<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let amounts: Vec<[Size<'c>; 3]> = op
        .i64s("edge_padding_low")
        .into_iter()
        .zip(op.i64s("edge_padding_high"))
        .zip(op.i64s("interior_padding"))
        .map(|((low, high), interior)| [low, high, interior].map(Size::Known))
        .collect();
    pad_by(lowering, op, builder, &amounts)
}

/// As [`pad`], by these amounts in each dimension: in front, behind, and between two elements.
pub fn pad_by<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    amounts: &[[Size<'c>; 3]],
) -> Result<(), Failed> {
    let (source, scalar) = (lowering.tensor(op.input(0))?, lowering.tensor(op.input(1))?);
    let padding: Vec<Padding<'c>> =
        amounts.iter().map(|&[low, high, interior]| Padding { low, high, interior }).collect();
    let padded = padding.iter().zip(sizes(source)).map(|(padding, size)| padding.padded(builder, size));
    // More may be cropped than there is.
    let padded = padded.map(|size| size.max(builder, 0));
    let sizes = result_sizes(builder, op, padded)?;
    let value = pad_sized(builder, source, scalar, &padding, (result_type(lowering, op), &sizes))?;
    lowering.set_tensor(op.output(0), value);
    Ok(())
}
