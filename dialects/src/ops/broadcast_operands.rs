//! Elementwise ops whose operands repeat their elements along some dimensions: they are computed once, and the result is
//! repeated.
//!
//! ```mlir
//! %r = xla.exp(iota dim = 1 : tensor<32x7x1024xf32>)
//! %once = xla.exp(iota dim = 0 : tensor<7xf32>)   %r = xla.broadcast_in_dim %once, dims = [1]
//! ```

use super::matching::{defined_by, plain};
use super::meaning::Pattern;
use super::splats::{is_splat, splat};
use crate::ir::{Builder, Op, OpExt, Value, tensor_of};
use crate::ods::xla::{self, Kind};
use melior::ir::ValueLike;

/// Results of fewer elements are not worth another loop.
const LEAST: i64 = 1024;

/// The patterns that start from elementwise ops.
pub(super) const PATTERNS: &[Pattern] = &patterns();

/// One for each kind of elementwise op.
macro_rules! for_kinds {
    ($($kind:ident)*) => {
        const fn patterns() -> [Pattern; [$(Kind::$kind),*].len()] {
            [$(Pattern { kind: Kind::$kind, rewrite }),*]
        }
    };
}
crate::elementwise_kinds!(for_kinds);

fn rewrite<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0))?;
    if result.size() < LEAST || op.attr("broadcast_dimensions").is_some() {
        return None;
    }
    // The dimensions of the result along which the operands do not repeat.
    let mut dims: Option<Vec<i64>> = None;
    for operand in op.ins() {
        let tensor = plain(operand)?;
        if tensor.rank() == 0 || tensor.shape == result.shape && is_splat(operand) {
            continue;
        }
        let kept = kept_dimensions(operand).filter(|_| tensor.shape == result.shape)?;
        if dims.get_or_insert_with(|| kept.clone()) != &kept {
            return None;
        }
    }
    // None if all operands repeat one element each.
    let dims = dims.unwrap_or_default();
    let shape: Vec<i64> = dims.iter().map(|&d| result.shape[d as usize]).collect();
    if shape.iter().product::<i64>() > result.size() / 2 {
        return None;
    }
    let once = op.ins().into_iter().map(|operand| once(builder, operand, &shape)).collect::<Option<Vec<_>>>()?;
    let ty = result.with_shape(&shape).ty();
    let computed = builder.create(op.name_str(), &once, &[ty], &op.attrs(), Vec::new()).output(0);
    Some(vec![xla::broadcast_in_dim(builder, computed, &dims, result.ty())])
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

/// The elements of `value` of which none is repeated, an array of `shape`.
fn once<'c>(builder: &Builder<'c>, value: Value<'c>, shape: &[i64]) -> Option<Value<'c>> {
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
        Some(source) => Some(xla::reshape(builder, source, ty)),
        None => Some(xla::iota(builder, 0, ty)),
    }
}
