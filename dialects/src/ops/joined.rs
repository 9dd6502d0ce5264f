//! Joined arrays: what is computed of a concatenation, or moves it, is done to its pieces, so that these are written once.
//!
//! ```mlir
//! %r = xla.exp(xla.concatenate %x, %y)
//! %a = xla.exp(%x)   %b = xla.exp(%y)   %r = xla.concatenate %a, %b
//! ```

use super::elementwise;
use super::matching::{defined_by, plain};
use super::meaning::Pattern;
use super::repeated::{computed_of, only_array};
use crate::ir::{Builder, Op, OpExt, Value, uses};
use crate::ods::xla::{self, Kind};

/// The patterns that start from elementwise ops.
pub(super) const COMPUTED: &[Pattern] = &elementwise::patterns(computed);

/// The patterns that start from ops that move elements.
pub(super) const MOVED: &[Pattern] =
    &[Pattern { kind: Kind::Rev, rewrite: reversed }, Pattern { kind: Kind::Transpose, rewrite: transposed }];

/// Pieces at most, each of which is code of its own.
const MOST_PIECES: usize = 8;

/// Elements below which another array costs less than more code.
const LEAST: i64 = 4096;

/// The pieces of `value`, which nothing else reads, and the dimension along which they are joined.
fn pieces<'c>(value: Value<'c>) -> Option<(Vec<Value<'c>>, i64)> {
    let joined = defined_by(value, Kind::Concatenate).filter(|_| uses(value).len() == 1)?;
    let is_large = plain(value)?.size() >= LEAST;
    let pieces = joined.ins();
    (is_large && pieces.len() <= MOST_PIECES && pieces.iter().all(|piece| plain(*piece).is_some()))
        .then_some((pieces, joined.int("dimension")?))
}

/// An elementwise op of a concatenation, scalars, and arrays of equal elements.
fn computed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (array, result) = (only_array(op)?, plain(op.output(0))?);
    let (pieces, dimension) =
        pieces(array).filter(|_| plain(array).is_some_and(|joined| joined.shape == result.shape))?;
    let parts = pieces.into_iter().map(|piece| computed_of(op, builder, array, piece)).collect::<Option<Vec<_>>>()?;
    Some(vec![xla::concatenate(builder, &parts, dimension)])
}

/// `rev(concatenate(x, y))` -> `concatenate(rev(y), rev(x))`, in the order that there is where another dimension is reversed.
fn reversed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (mut pieces, dimension) = pieces(op.input(0))?;
    let dims = op.i64s("dimensions");
    if dims.contains(&dimension) {
        pieces.reverse();
    }
    let parts: Vec<Value<'c>> = pieces.into_iter().map(|piece| xla::rev(builder, piece, &dims)).collect();
    Some(vec![xla::concatenate(builder, &parts, dimension)])
}

/// `transpose(concatenate(x, y))` -> `concatenate(transpose(x), transpose(y))`.
fn transposed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (pieces, dimension) = pieces(op.input(0))?;
    let permutation = op.i64s("permutation");
    let to = permutation.iter().position(|&d| d == dimension)? as i64;
    let parts: Vec<Value<'c>> = pieces.into_iter().map(|piece| xla::transpose(builder, piece, &permutation)).collect();
    Some(vec![xla::concatenate(builder, &parts, to)])
}
