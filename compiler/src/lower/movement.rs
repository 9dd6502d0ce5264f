//! Ops that move elements: each is a copy with linear index maps.

use super::elementwise::internal;
use super::emit::{Emitter, store_form};
use super::legalize::{Iterator, Lowering, element, empty, generic, shape, storage_type};
use crate::affine::{Expr, Map};
use melior::ir::attribute::AttributeLike;
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{Attribute, Builder, Op, OpExt, Tensor, Type, Value, i64_attribute};
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, Element, Machine, Val, apply_to_storage};

/// The storage type of an op's first result.
fn result_type<'c>(op: Op<'c>, builder: &Builder<'c>) -> Result<Type<'c>, Failed> {
    let result = op.output(0);
    Ok(Tensor::new(&shape(result), storage_type(builder.context, element(result)?)).ty())
}

/// Copies `source`, read through `map`, into a new tensor of the result's type.
fn copy<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    map: impl FnOnce(usize) -> Map,
) -> Result<(), Failed> {
    let init = empty(builder, result_type(op, builder)?);
    let result_shape = shape(op.output(0));
    if result_shape.contains(&0) {
        lowering.set_tensor(op.output(0), init);
        return Ok(());
    }
    let rank = result_shape.len();
    let source = lowering.tensor(op.input(0))?;
    let value = generic(
        builder,
        &[(source, map(rank))],
        &[(init, Map::identity(rank))],
        &vec![Iterator::Parallel; rank],
        |_, arguments| Ok(vec![arguments[0]]),
    )?;
    lowering.set_tensor(op.output(0), value[0]);
    Ok(())
}

/// A literal in storage form.
pub fn constant<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let value = op.attr("value").ok_or(Failed)?;
    let ty = result_type(op, builder)?;
    let element = element(op.output(0))?;
    // Literals of one number fuse into what reads them. What is left of them is written out in the code, element by
    // element, which one of this size must not be.
    let one = is_large_splat(value, element).then(|| Tensor::new(&[], xla_dialect::ir::element_type(ty)).ty());
    let literal = storage_literal(value, one.unwrap_or(ty), element);
    let literal = literal.ok_or_else(|| internal(op, "has a literal of unknown kind"))?;
    let constant = builder.value("arith.constant", &[], one.unwrap_or(ty), &[("value", literal)]);
    if one.is_none() {
        lowering.set_tensor(op.output(0), constant);
        return Ok(());
    }
    let (init, rank) = (empty(builder, ty), shape(op.output(0)).len());
    let (inputs, outputs) = ([(constant, Map::scalar(rank))], [(init, Map::identity(rank))]);
    let filled = generic(builder, &inputs, &outputs, &vec![Iterator::Parallel; rank], |_, all| Ok(vec![all[0]]))?;
    lowering.set_tensor(op.output(0), filled[0]);
    Ok(())
}

/// Whether a literal is one element, of a type of very many.
fn is_large_splat(value: Attribute<'_>, element: Element) -> bool {
    const BYTES: i64 = 256 << 20;
    let raw = value.to_raw();
    // SAFETY: the literal is alive, and its kind is checked before it is asked.
    unsafe {
        let count = mlir_sys::mlirElementsAttrGetNumElements(raw);
        count.saturating_mul(element.storage_bytes() as i64) >= BYTES
            && mlir_sys::mlirAttributeIsADenseElements(raw)
            && mlir_sys::mlirDenseElementsAttrIsSplat(raw)
    }
}

/// The literal `value` with the elements as they lie in memory, of the tensor type `ty`.
fn storage_literal<'c>(value: Attribute<'c>, ty: Type<'c>, element: Element) -> Option<Attribute<'c>> {
    let bytes = crate::literal::storage_bytes(value, element)?;
    // SAFETY: the buffer holds one element, or as many as the type has, of the type's width.
    let raw = unsafe { mlir_sys::mlirDenseElementsAttrRawBufferGet(ty.to_raw(), bytes.len(), bytes.as_ptr().cast()) };
    // SAFETY: a null attribute means the buffer was refused.
    (!raw.ptr.is_null()).then(|| unsafe { Attribute::from_raw(raw) })
}

/// Loop index `dimension` of the enclosing linalg op.
pub fn linalg_index<'c>(builder: &Builder<'c>, dimension: usize) -> Value<'c> {
    let dimension = i64_attribute(builder.context, dimension as i64);
    builder.value("linalg.index", &[], Type::index(builder.context), &[("dim", dimension)])
}

/// As [`linalg_index`], as an `i64`.
pub fn loop_index<'c>(builder: &Builder<'c>, dimension: usize) -> Value<'c> {
    let index = linalg_index(builder, dimension);
    builder.value("arith.index_cast", &[index], builder.ty("i64"), &[])
}

/// Each element is its index along one dimension, converted to the element type.
pub fn iota<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let result = op.output(0);
    let init = empty(builder, result_type(op, builder)?);
    let (result_shape, to) = (shape(result), element(result)?);
    if result_shape.contains(&0) {
        lowering.set_tensor(result, init);
        return Ok(());
    }
    let rank = result_shape.len();
    let dimension = op.int("iota_dimension").unwrap_or_default() as usize;
    let value =
        generic(builder, &[], &[(init, Map::identity(rank))], &vec![Iterator::Parallel; rank], |builder, _| {
            let index = loop_index(builder, dimension);
            let mut emitter = Emitter::scalar(*builder);
            // An index that fits 32 bits converts in vectors of 32-bit lanes.
            let (index, from) = if result_shape[dimension] <= i64::from(i32::MAX) {
                (emitter.trunci(index, Machine::I32), Element::S32)
            } else {
                (index, Element::S64)
            };
            let value = apply_to_storage(&mut emitter, xla_scalar::Op::Convert, &[from], to, &[Val::Real(index)])
                .map_err(|error| internal(op, &error.to_string()))?;
            Ok(vec![store_form(&emitter, to, value)])
        })?;
    lowering.set_tensor(result, value[0]);
    Ok(())
}

/// Operand dimension `i` is result dimension `broadcast_dimensions[i]`; of size 1 it stands still.
pub fn broadcast_in_dim<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (operand, result) = (shape(op.input(0)), shape(op.output(0)));
    let dimensions = op.i64s("broadcast_dimensions");
    copy(lowering, op, builder, |rank| Map {
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
    let ty = result_type(op, builder)?;
    if shape(op.output(0)).contains(&0) {
        lowering.set_tensor(op.output(0), empty(builder, ty));
        return Ok(());
    }
    let value = reshape_to(builder, source, ty);
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// `source` under the shape of `ty`, which has the same number of elements.
pub fn reshape_to<'c>(builder: &Builder<'c>, source: Value<'c>, ty: Type<'c>) -> Value<'c> {
    let (from, to) = (shape(source), xla_dialect::ir::shape_of(ty));
    if from == to {
        return source;
    }
    if let Some(groups) = reassociation(&from, &to) {
        let groups = groups_attribute(builder, &groups);
        return builder.value("tensor.collapse_shape", &[source], ty, &[("reassociation", groups)]);
    }
    if let Some(groups) = reassociation(&to, &from) {
        let attributes = [
            ("reassociation", groups_attribute(builder, &groups)),
            ("static_output_shape", xla_dialect::ir::i64_array(builder.context, &to)),
        ];
        return builder.value("tensor.expand_shape", &[source], ty, &attributes);
    }
    let flat = Tensor::new(&[from.iter().product()], xla_dialect::ir::element_type(ty)).ty();
    let flattened = reshape_to(builder, source, flat);
    reshape_to(builder, flattened, ty)
}

fn groups_attribute<'c>(builder: &Builder<'c>, groups: &[Vec<usize>]) -> Attribute<'c> {
    builder.attr(&format!("{groups:?}"))
}

/// Which runs of dimensions of `long` make up each dimension of `short`, if it is that simple.
fn reassociation(long: &[i64], short: &[i64]) -> Option<Vec<Vec<usize>>> {
    if short.is_empty() {
        return long.iter().all(|size| *size == 1).then(Vec::new);
    }
    let mut groups = Vec::new();
    let mut next = 0;
    for (i, &size) in short.iter().enumerate() {
        let mut group = Vec::new();
        let mut product = 1;
        while next < long.len() && (group.is_empty() || product < size) {
            product *= long[next];
            group.push(next);
            next += 1;
        }
        // Trailing ones belong to the last group.
        while i + 1 == short.len() && next < long.len() && long[next] == 1 {
            group.push(next);
            next += 1;
        }
        if product != size || group.is_empty() {
            return None;
        }
        groups.push(group);
    }
    (next == long.len()).then_some(groups)
}

/// Result dimension `i` is operand dimension `permutation[i]`.
pub fn transpose<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let permutation = op.i64s("permutation");
    copy(lowering, op, builder, |rank| {
        let mut inverse = vec![0; rank];
        for (result, &operand) in permutation.iter().enumerate() {
            inverse[operand as usize] = result;
        }
        Map::of_dims(rank, &inverse)
    })
}

/// Element `i` is operand element `start + i * stride`.
pub fn slice<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (start, strides) = (op.i64s("start_indices"), op.i64s("strides"));
    let (from, to) = (shape(op.input(0)), shape(op.output(0)));
    copy(lowering, op, builder, |rank| part(&from, &to, &start, &strides, rank))
}

/// The map that reads the part of a tensor of sizes `from` that begins at `start`, every `strides`, of sizes `to`.
pub fn part(from: &[i64], to: &[i64], start: &[i64], strides: &[i64], rank: usize) -> Map {
    let expr = |d: usize| {
        if start[d] == 0 && strides[d] == 1 && from[d] != to[d] {
            Expr::prefix(rank, d, from[d])
        } else {
            Expr::scaled(rank, d, strides[d], start[d])
        }
    };
    Map { dims: rank, results: (0..rank).map(expr).collect() }
}

/// Element `i` is operand element `size - 1 - i` along the reversed dimensions.
pub fn rev<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (sizes, dimensions) = (shape(op.output(0)), op.i64s("dimensions"));
    copy(lowering, op, builder, |rank| Map {
        dims: rank,
        results: (0..rank)
            .map(|d| {
                if dimensions.contains(&(d as i64)) && sizes[d] > 1 {
                    Expr::scaled(rank, d, -1, sizes[d] - 1)
                } else {
                    Expr::scaled(rank, d, 1, 0)
                }
            })
            .collect(),
    })
}

/// `source` in part of `into`: the index `i` of dimension `d` goes to `offset[d] + i * scale[d]`.
///
/// Not a `linalg.generic`, whose outputs upstream takes for overwritten whole unless the body reads them.
pub fn insert<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    into: Value<'c>,
    (offset, scale): (&[i64], &[i64]),
) -> Value<'c> {
    let array = |values: &[i64]| xla_dialect::ir::i64_array(builder.context, values);
    builder.value(
        "tensor.insert_slice",
        &[source, into],
        into.r#type(),
        &[
            ("static_offsets", array(offset)),
            ("static_sizes", array(&shape(source))),
            ("static_strides", array(scale)),
            ("operandSegmentSizes", builder.attr("array<i32: 1, 1, 0, 0, 0>")),
        ],
    )
}

/// Each operand is copied behind the one before it, into one tensor.
pub fn concatenate<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let mut value = empty(builder, result_type(op, builder)?);
    let rank = shape(op.output(0)).len();
    let dimension = op.int("dimension").unwrap_or_default() as usize;
    let (mut offset, scale) = (vec![0; rank], vec![1; rank]);
    for operand in op.ins() {
        let sizes = shape(operand);
        if !sizes.contains(&0) {
            let source = lowering.tensor(operand)?;
            value = insert(builder, source, value, (&offset, &scale));
        }
        offset[dimension] += sizes[dimension];
    }
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// Operand element `i` lies at `low + i * (interior + 1)`.
pub fn pad<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let result = op.output(0);
    let (source, padding) = (lowering.tensor(op.input(0))?, lowering.tensor(op.input(1))?);
    let (low, interior) = (op.i64s("edge_padding_low"), op.i64s("interior_padding"));
    let value = pad_tensor(builder, source, padding, (&low, &interior), &shape(result))?;
    lowering.set_tensor(result, value);
    Ok(())
}

/// A tensor of sizes `to` with the rank-0 tensor `padding` everywhere, then the elements of `source` over it: element
/// `i` at `low + i * (interior + 1)`, unless that is outside. It is `source` itself where nothing changes.
pub fn pad_tensor<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    padding: Value<'c>,
    (low, interior): (&[i64], &[i64]),
    to: &[i64],
) -> Result<Value<'c>, Failed> {
    let sizes = shape(source);
    let rank = sizes.len();
    if sizes == to && (0..rank).all(|d| low[d] == 0 && (interior[d] == 0 || sizes[d] <= 1)) {
        return Ok(source);
    }
    let element = xla_dialect::ir::element_type(source.r#type());
    let init = empty(builder, Tensor::new(to, element).ty());
    if to.contains(&0) {
        return Ok(init);
    }
    // Keep the elements with 0 <= low + i * step < size of the result.
    let step: Vec<i64> = interior.iter().map(|padding| padding + 1).collect();
    let first: Vec<i64> = (0..rank).map(|d| if low[d] < 0 { (-low[d] + step[d] - 1) / step[d] } else { 0 }).collect();
    let last: Vec<i64> = (0..rank).map(|d| (to[d] - 1 - low[d]).div_euclid(step[d]).min(sizes[d] - 1)).collect();
    let counts: Vec<i64> = (0..rank).map(|d| (last[d] - first[d] + 1).max(0)).collect();
    if counts.contains(&0) {
        return fill(builder, padding, init);
    }
    let offset: Vec<i64> = (0..rank).map(|d| low[d] + first[d] * step[d]).collect();
    let covers = (0..rank).all(|d| counts[d] == to[d]);
    let into = if covers {
        init
    } else if counts.iter().zip(&step).all(|(count, step)| *count == 1 || *step == 1) {
        surround(builder, padding, init, (&offset, &counts))?
    } else {
        fill(builder, padding, init)?
    };
    let source = if counts == sizes {
        source
    } else {
        // The loop bounds of a linalg op come from its operands' sizes: crop first.
        let cropped = Tensor::new(&counts, element).ty();
        let read = part(&sizes, &counts, &first, &vec![1; rank], rank);
        generic(
            builder,
            &[(source, read)],
            &[(empty(builder, cropped), Map::identity(rank))],
            &vec![Iterator::Parallel; rank],
            |_, arguments| Ok(vec![arguments[0]]),
        )?[0]
    };
    Ok(insert(builder, source, into, (&offset, &step)))
}

/// `into` with every element the rank-0 tensor `scalar` but those of a block, which are not written if that saves much:
/// `counts` of them from `offset` on.
fn surround<'c>(
    builder: &Builder<'c>,
    scalar: Value<'c>,
    mut into: Value<'c>,
    (offset, counts): (&[i64], &[i64]),
) -> Result<Value<'c>, Failed> {
    /// Arrays that are smaller are in a core's caches; a few more loops take as long.
    const LARGE: i64 = 1 << 18;
    let to = shape(into);
    let (all, block): (i64, i64) = (to.iter().product(), counts.iter().product());
    if all < LARGE || 2 * block < all {
        return fill(builder, scalar, into);
    }
    let element = xla_dialect::ir::element_type(into.r#type());
    // What is before and behind the block in each dimension, as wide as the block in those before it.
    let (mut first, mut sizes) = (vec![0; to.len()], to.clone());
    for d in 0..to.len() {
        let behind = offset[d] + counts[d];
        for (start, size) in [(0, offset[d]), (behind, to[d] - behind)] {
            (first[d], sizes[d]) = (start, size);
            if size > 0 {
                let part = fill(builder, scalar, empty(builder, Tensor::new(&sizes, element).ty()))?;
                into = insert(builder, part, into, (&first, &vec![1; to.len()]));
            }
        }
        (first[d], sizes[d]) = (offset[d], counts[d]);
    }
    Ok(into)
}

/// `into` with every element the rank-0 tensor `scalar`.
pub fn fill<'c>(builder: &Builder<'c>, scalar: Value<'c>, into: Value<'c>) -> Result<Value<'c>, Failed> {
    let rank = shape(into).len();
    let value = generic(
        builder,
        &[(scalar, Map::scalar(rank))],
        &[(into, Map::identity(rank))],
        &vec![Iterator::Parallel; rank],
        |_, arguments| Ok(vec![arguments[0]]),
    )?;
    Ok(value[0])
}
