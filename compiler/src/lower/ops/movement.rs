//! Ops that move elements: each is a copy with linear index maps.

use crate::affine::{Expr, Map};
use crate::lower::rewriter::element_types::ElementTypes;
use crate::lower::rewriter::emit::store_form;
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{element, empty, generic, insert, loop_index, pad_tensor, reshape_to, shape};
use crate::verified;
use melior::ir::TypeLike;
use melior::ir::attribute::AttributeLike;
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{Attribute, Builder, Op, OpExt, Tensor, Type, value_type};
use xla_dialect::ods::arith;
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ops::literal::Literal;
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, Element, Machine, Val, apply_to_storage};

/// The lowered type of an op's first result.
fn result_type<'c>(lowering: &Lowering<'c>, op: Op<'c>) -> Type<'c> {
    let result = op.output(0);
    Tensor::new(&shape(result), lowering.element_type(element(result))).ty()
}

/// Copies `source`, read through `map`, into a new tensor of the result's type.
fn copy<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    map: impl FnOnce(usize) -> Map,
) -> Result<(), Failed> {
    let init = empty(builder, result_type(lowering, op));
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
        &vec![IteratorType::Parallel; rank],
        |_, arguments| Ok(vec![arguments[0]]),
    )?;
    lowering.set_tensor(op.output(0), value[0]);
    Ok(())
}

/// A literal in storage form.
pub fn constant<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let value = verified::attribute(op, "value");
    let ty = result_type(lowering, op);
    let element = element(op.output(0));
    // Literals of one number fuse into what reads them. What is left of them is written out in the code, element by
    // element, which one of this size must not be.
    let one = is_large_splat(value, element).then(|| Tensor::new(&[], xla_dialect::ir::element_type(ty)).ty());
    let literal = lowered_literal(lowering, value, one.unwrap_or(ty), element);
    let literal = literal.ok_or_else(|| internal(op, "has a literal of unknown kind"))?;
    let constant = arith::constant(builder, literal);
    if one.is_none() {
        lowering.set_tensor(op.output(0), constant);
        return Ok(());
    }
    let (init, rank) = (empty(builder, ty), shape(op.output(0)).len());
    let (inputs, outputs) = ([(constant, Map::scalar(rank))], [(init, Map::identity(rank))]);
    let filled = generic(builder, &inputs, &outputs, &vec![IteratorType::Parallel; rank], |_, all| Ok(vec![all[0]]))?;
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
fn lowered_literal<'c>(
    lowering: &Lowering<'c>,
    value: Attribute<'c>,
    ty: Type<'c>,
    element: Element,
) -> Option<Attribute<'c>> {
    if lowering.types == ElementTypes::Natural && value_type(value) == ty {
        return Some(value);
    }
    let bytes = crate::literal::storage_bytes(value, element)?;
    if Tensor::of(ty)?.xla_element() == Some(element) {
        return Literal::new(element, &Tensor::of(ty)?.shape, bytes)?.attribute(ty);
    }
    // Unsigned elements as signless ones, or storage forms.
    // SAFETY: the buffer holds one element, or as many as the type has, of the type's width.
    let raw = unsafe { mlir_sys::mlirDenseElementsAttrRawBufferGet(ty.to_raw(), bytes.len(), bytes.as_ptr().cast()) };
    // SAFETY: a null attribute means the buffer was refused.
    (!raw.ptr.is_null()).then(|| unsafe { Attribute::from_raw(raw) })
}

/// Each element is its index along one dimension, converted to the element type.
pub fn iota<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let result = op.output(0);
    let init = empty(builder, result_type(lowering, op));
    let (result_shape, to) = (shape(result), element(result));
    if result_shape.contains(&0) {
        lowering.set_tensor(result, init);
        return Ok(());
    }
    let rank = result_shape.len();
    let dimension = op.int("iota_dimension").unwrap_or_default() as usize;
    let value =
        generic(builder, &[], &[(init, Map::identity(rank))], &vec![IteratorType::Parallel; rank], |builder, _| {
            let index = loop_index(builder, dimension);
            let mut emitter = lowering.emitter(builder);
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
    let ty = result_type(lowering, op);
    if shape(op.output(0)).contains(&0) {
        lowering.set_tensor(op.output(0), empty(builder, ty));
        return Ok(());
    }
    let value = reshape_to(builder, source, ty);
    lowering.set_tensor(op.output(0), value);
    Ok(())
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
    copy(lowering, op, builder, |_| Map::part(&from, &to, &start, &strides))
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

/// Each operand is copied behind the one before it, into one tensor.
pub fn concatenate<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let mut value = empty(builder, result_type(lowering, op));
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
