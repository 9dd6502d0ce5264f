//! What verified IR has: reads that cannot fail after the verifier accepted an op.
//!
//! Each panics with a text that names the op where the IR lacks it after all. The pass that runs is reported as
//! failed, with the text at the op's location.

use melior::ir::ValueLike;
use xla_dialect::ir::{
    Attribute, Block, Builder, Element, Op, OpExt, Tensor, Value, float_value, int_value, string_value, tensor_of,
    terminator,
};

/// The tensor type of `value`.
#[track_caller]
pub fn tensor<'c>(value: Value<'c>) -> Tensor<'c> {
    tensor_of(value).unwrap_or_else(|| panic!("a value of type {} where there is a tensor", value.r#type()))
}

/// The XLA element type of a tensor.
#[track_caller]
pub fn element(tensor: &Tensor<'_>) -> Element {
    tensor.xla_element().unwrap_or_else(|| panic!("{tensor} has no element type of XLA's"))
}

/// The block of region `i` of `op`.
#[track_caller]
pub fn body<'c>(op: Op<'c>, i: usize) -> Block<'c> {
    op.body(i).unwrap_or_else(|| panic!("'{}' has no block in region {i}", op.name_str()))
}

/// The last op of `block`, which ends it.
#[track_caller]
pub fn end<'c>(block: Block<'c>) -> Op<'c> {
    terminator(block).unwrap_or_else(|| panic!("a block has no terminator"))
}

/// The attribute `name` of `op`.
#[track_caller]
pub fn attribute<'c>(op: Op<'c>, name: &str) -> Attribute<'c> {
    op.attr(name).unwrap_or_else(|| panic!("'{}' has no attribute {name}", op.name_str()))
}

/// The integer attribute `name` of `op`.
#[track_caller]
pub fn int(op: Op<'_>, name: &str) -> i64 {
    let value = int_value(attribute(op, name));
    value.unwrap_or_else(|| panic!("attribute {name} of '{}' is no integer", op.name_str()))
}

/// The float attribute `name` of `op`.
#[track_caller]
pub fn float(op: Op<'_>, name: &str) -> f64 {
    let value = float_value(attribute(op, name));
    value.unwrap_or_else(|| panic!("attribute {name} of '{}' is no float", op.name_str()))
}

/// The integer attribute `name` of `op`, which is a dimension, a size or an index.
#[track_caller]
pub fn index(op: Op<'_>, name: &str) -> usize {
    let value = usize::try_from(int(op, name));
    value.unwrap_or_else(|_| panic!("attribute {name} of '{}' is negative", op.name_str()))
}

/// The text of the string attribute `name` of `op`.
#[track_caller]
pub fn string<'c>(op: Op<'c>, name: &str) -> &'c str {
    let value = string_value(attribute(op, name));
    value.unwrap_or_else(|| panic!("attribute {name} of '{}' is no string", op.name_str()))
}

/// Builds in front of `op`, which is in a block.
#[track_caller]
pub fn before(op: Op<'_>) -> Builder<'_> {
    Builder::before(op).unwrap_or_else(|| panic!("'{}' is in no block", op.name_str()))
}
