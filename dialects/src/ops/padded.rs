//! Padded arrays: what is computed of them is computed of the elements and of the padding, which is one scalar, before there is more
//! of both.
//!
//! ```mlir
//! %r = xla.exp(xla.pad(%x, %v) : tensor<24xf32> -> tensor<99xf32>)
//! %f = xla.exp(%x)   %w = xla.exp(%v)   %r = xla.pad(%f, %w) : tensor<24xf32> -> tensor<99xf32>
//! ```

use super::matching::{defined_by, plain};
use super::meaning::Pattern;
use super::repeated::once;
use super::splats::is_splat;
use crate::ir::{Builder, Op, OpExt, Value, uses};
use crate::ods::xla::{self, Kind};

/// The patterns that start from elementwise ops.
pub(super) const COMPUTED: &[Pattern] = &patterns();

/// The patterns that start from ops that move elements.
pub(super) const MOVED: &[Pattern] = &[Pattern { kind: Kind::Transpose, rewrite: transposed }];

/// One for each kind of elementwise op.
macro_rules! for_kinds {
    ($($kind:ident)*) => {
        const fn patterns() -> [Pattern; [$(Kind::$kind),*].len()] {
            [$(Pattern { kind: Kind::$kind, rewrite: computed }),*]
        }
    };
}
crate::elementwise_kinds!(for_kinds);

const LISTS: [&str; 3] = ["edge_padding_low", "edge_padding_high", "interior_padding"];

/// The op that pads `value`, if nothing else reads that, and it does not cut off more than it adds.
fn pad_of<'c>(value: Value<'c>) -> Option<(Op<'c>, [Vec<i64>; 3])> {
    let pad = defined_by(value, Kind::Pad).filter(|_| uses(value).len() == 1)?;
    let grows = plain(pad.input(0))?.size() <= plain(value)?.size();
    grows.then(|| (pad, LISTS.map(|name| pad.i64s(name))))
}

/// An elementwise op of one padded array, scalars, and arrays of equal elements.
fn computed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0))?;
    if op.attr("broadcast_dimensions").is_some() || result.rank() == 0 {
        return None;
    }
    let is_one = |value: &Value<'c>| plain(*value).is_some_and(|tensor| tensor.rank() == 0) || is_splat(*value);
    let mut others = op.ins().into_iter().filter(|value| !is_one(value));
    let (padded, None) = (others.next()?, others.next()) else { return None };
    let (pad, [low, high, interior]) = pad_of(padded)?;
    if plain(padded)?.shape != result.shape || op.ins().iter().any(|value| plain(*value).is_none()) {
        return None;
    }
    let computed = |shape: &[i64], value: Value<'c>| {
        let operand = |other: Value<'c>| if other == padded { Some(value) } else { once(builder, other, shape) };
        let operands = op.ins().into_iter().map(operand).collect::<Option<Vec<_>>>()?;
        Some(
            builder
                .create(op.name_str(), &operands, &[result.with_shape(shape).ty()], &op.attrs(), Vec::new())
                .output(0),
        )
    };
    let array = computed(&plain(pad.input(0))?.shape, pad.input(0))?;
    let value = computed(&[], pad.input(1))?;
    Some(vec![xla::pad(builder, array, value, &low, &high, &interior)])
}

/// `transpose(pad(x))` -> `pad(transpose(x))`.
fn transposed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (pad, lists) = pad_of(op.input(0))?;
    plain(op.output(0))?;
    let permutation = op.i64s("permutation");
    let [low, high, interior] = lists.map(|list| permutation.iter().map(|&d| list[d as usize]).collect::<Vec<i64>>());
    let array = xla::transpose(builder, pad.input(0), &permutation);
    Some(vec![xla::pad(builder, array, pad.input(1), &low, &high, &interior)])
}
