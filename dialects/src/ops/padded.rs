//! Padded arrays: what is computed of them is computed of the elements and of the padding, which is one scalar, before there is more
//! of both.
//!
//! ```mlir
//! %r = xla.exp(xla.pad(%x, %v) : tensor<24xf32> -> tensor<99xf32>)
//! %f = xla.exp(%x)   %w = xla.exp(%v)   %r = xla.pad(%f, %w) : tensor<24xf32> -> tensor<99xf32>
//! ```

use super::elementwise;
use super::matching::{defined_by, plain};
use super::meaning::Pattern;
use super::repeated::once;
use super::splats::{has_one_value, is_splat};
use crate::ir::{Builder, Op, OpExt, Value, uses};
use crate::ods::xla::{self, Kind};

/// The patterns that start from elementwise ops.
pub(super) const COMPUTED: &[Pattern] = &elementwise::patterns(computed);

/// The patterns that start from ops that move elements.
pub(super) const MOVED: &[Pattern] = &[Pattern { kind: Kind::Transpose, rewrite: transposed }];

const LISTS: [&str; 3] = ["edge_padding_low", "edge_padding_high", "interior_padding"];

/// How much more elements there have to be behind padding than in front of it where others read what is padded, too.
const MUCH: i64 = 4;

/// The op that pads `value`, and how, if that does not cut off more than it adds.
fn pad_of<'c>(value: Value<'c>) -> Option<(Op<'c>, [Vec<i64>; 3])> {
    let pad = defined_by(value, Kind::Pad)?;
    let (from, to) = (plain(pad.input(0))?.size(), plain(value)?.size());
    // Of equal elements one is computed.
    let from = if is_splat(pad.input(0)) { 1 } else { from };
    let grows = if uses(value).len() == 1 { from <= to } else { from.saturating_mul(MUCH) <= to };
    grows.then(|| (pad, LISTS.map(|name| pad.i64s(name))))
}

/// An elementwise op of arrays that are padded alike, scalars, and arrays of equal elements.
fn computed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0))?;
    if op.attr("broadcast_dimensions").is_some() || result.rank() == 0 {
        return None;
    }
    let mut shape: Option<(Vec<i64>, [Vec<i64>; 3])> = None;
    for operand in op.ins() {
        if has_one_value(operand) {
            continue;
        }
        let (pad, lists) =
            pad_of(operand).filter(|_| plain(operand).is_some_and(|tensor| tensor.shape == result.shape))?;
        let padded = (plain(pad.input(0))?.shape, lists);
        if shape.get_or_insert_with(|| padded.clone()) != &padded {
            return None;
        }
    }
    let (shape, [low, high, interior]) = shape?;
    let computed = |shape: &[i64], number: usize| {
        let operand = |operand: Value<'c>| match defined_by(operand, Kind::Pad).filter(|_| !has_one_value(operand)) {
            Some(pad) => Some(pad.input(number)),
            None => once(builder, operand, shape),
        };
        let operands = op.ins().into_iter().map(operand).collect::<Option<Vec<_>>>()?;
        Some(
            builder
                .create(op.name_str(), &operands, &[result.with_shape(shape).ty()], &op.attrs(), Vec::new())
                .output(0),
        )
    };
    let (array, value) = (computed(&shape, 0)?, computed(&[], 1)?);
    Some(vec![xla::pad(builder, array, value, &low, &high, &interior)])
}

/// `transpose(pad(x))` -> `pad(transpose(x))`.
fn transposed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (pad, lists) = pad_of(op.input(0)).filter(|_| uses(op.input(0)).len() == 1)?;
    plain(op.output(0))?;
    let permutation = op.i64s("permutation");
    let [low, high, interior] = lists.map(|list| permutation.iter().map(|&d| list[d as usize]).collect::<Vec<i64>>());
    let array = xla::transpose(builder, pad.input(0), &permutation);
    Some(vec![xla::pad(builder, array, pad.input(1), &low, &high, &interior)])
}
