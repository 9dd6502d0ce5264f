//! Reductions of arrays all of whose elements are equal: where their results are equal, too, one is computed.
//!
//! ```mlir
//! %r = xla.reduce(%ones : tensor<64x8xf32>) … dimensions = [1]  -> tensor<64xf32>
//! %one = xla.reduce(%ones : tensor<1x8xf32>) … dimensions = [1] -> tensor<1xf32>   %r = xla.broadcast_in_dim %one
//! ```

use super::literal::Literal;
use super::matching::{defined_by, literal_of};
use super::meaning::{Arguments, Pattern};
use super::window;
use crate::ir::{Builder, Op, OpExt, Tensor, Value, string_value, take_region, tensor_of};
use crate::ods::xla::{self, Kind};

/// The patterns that start from reductions.
pub(super) const PATTERNS: &[Pattern] =
    &[Pattern { kind: Kind::Reduce, rewrite }, Pattern { kind: Kind::ReduceWindow, rewrite }];

fn rewrite<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let n = op.outs().len();
    let operands = op.ins();
    let plain = |value: &Value<'c>| {
        tensor_of(*value).filter(|tensor| tensor.is_static() && tensor.encoding.is_none() && tensor.size() > 0)
    };
    let arrays: Vec<Tensor<'c>> = operands[..n].iter().map(plain).collect::<Option<_>>()?;
    let results: Vec<Tensor<'c>> = op.outs().iter().map(plain).collect::<Option<_>>()?;
    // The operands' sizes from which all results are computed that there are, and the results' sizes then.
    let (mut shape, mut ones) = (arrays[0].shape.clone(), results[0].shape.clone());
    match xla::Kind::of(op)? {
        Kind::Reduce => {
            let reduced = op.i64s("dimensions");
            (0..shape.len()).filter(|d| !reduced.contains(&(*d as i64))).for_each(|d| shape[d] = 1);
            ones.fill(1);
        }
        _ if op.attr("padding").and_then(string_value).is_some() => return None,
        _ => {
            let dims = window::of(&Arguments::of(op), &shape).ok()?;
            // Without padding and holes a window holds equal elements wherever it is.
            let is_same = |dim: &window::Dim| dim.low == 0 && dim.high == 0 && dim.base_dilation == 1;
            for (d, dim) in dims.iter().enumerate().filter(|(_, dim)| is_same(dim)) {
                shape[d] = (dim.size - 1).checked_mul(dim.window_dilation)?.checked_add(1)?;
                ones[d] = 1;
            }
        }
    }
    if shape == arrays[0].shape || !operands[..n].iter().all(|value| is_splat(*value)) {
        return None;
    }
    let smaller = operands[..n].iter().map(|value| splat(builder, *value, &shape)).collect::<Option<Vec<_>>>()?;
    let types: Vec<_> = results.iter().map(|result| result.with_shape(&ones).ty()).collect();
    let inputs = [&smaller, &operands[n..]].concat();
    let region = take_region(op.region_list().into_iter().next()?);
    let new = builder.create(op.name_str(), &inputs, &types, &op.attrs(), vec![region]);
    let same: Vec<i64> = (0..ones.len() as i64).collect();
    let all = new.outs().into_iter().zip(&results);
    Some(all.map(|(one, result)| xla::broadcast_in_dim(builder, one, &same, result.ty())).collect())
}

/// Whether all elements of `value` are equal, as its definition shows.
pub(super) fn is_splat(value: Value<'_>) -> bool {
    broadcast_scalar(value).is_some() || literal_of(value).is_some_and(|literal| literal.one().is_some())
}

/// The scalar that `value` is a broadcast of.
fn broadcast_scalar<'c>(value: Value<'c>) -> Option<Value<'c>> {
    let source = [Kind::Broadcast, Kind::BroadcastInDim].iter().find_map(|kind| defined_by(value, *kind))?.input(0);
    tensor_of(source).filter(|tensor| tensor.rank() == 0)?;
    Some(source)
}

/// An array of `shape` with the elements of `value`, which are equal.
pub(super) fn splat<'c>(builder: &Builder<'c>, value: Value<'c>, shape: &[i64]) -> Option<Value<'c>> {
    let ty = tensor_of(value)?.with_shape(shape).ty();
    if let Some(scalar) = broadcast_scalar(value) {
        return Some(xla::broadcast_in_dim(builder, scalar, &[], ty));
    }
    let literal = literal_of(value)?;
    let smaller = Literal::filled(literal.element, shape, literal.one()?)?;
    Some(xla::constant(builder, smaller.attribute(ty)?))
}
