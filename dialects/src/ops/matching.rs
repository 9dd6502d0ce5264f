//! Matches the ops that define values.

use super::literal::Literal;
use crate::ir::{Op, OpExt, Tensor, Value, defining_op, tensor_of};
use crate::ods::xla::Kind;

/// The op of the xla dialect that defines `value`, if it is a `kind`.
pub fn defined_by<'c>(value: Value<'c>, kind: Kind) -> Option<Op<'c>> {
    defining_op(value).filter(|op| Kind::of(*op) == Some(kind))
}

/// The literal that `value` is.
pub fn literal_of(value: Value<'_>) -> Option<Literal> {
    Literal::of(defined_by(value, Kind::Constant)?.attr("value")?)
}

/// The type of `value`, if its sizes are known and say all of it.
pub fn plain(value: Value<'_>) -> Option<Tensor<'_>> {
    tensor_of(value).filter(|tensor| tensor.is_static() && tensor.encoding.is_none())
}

/// The integers of a literal of either dialect.
pub fn integers(value: Value<'_>) -> Option<Vec<i64>> {
    let constant = defining_op(value).filter(|op| op.mnemonic() == "constant")?;
    Literal::integers_of(constant.attr("value")?)
}
