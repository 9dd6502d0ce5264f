//! Core ops that several expansions make.

use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{Attribute, Builder, Op, OpExt, Tensor, Value, i64_array, i64_pairs, tensor_of};
use xla_dialect::ops::window;

/// `operand` with its dimensions at `dimensions` of an array of the shape of `like`.
pub fn broadcast_in_dim<'c>(
    builder: &Builder<'c>,
    operand: Value<'c>,
    dimensions: &[i64],
    like: Value<'c>,
) -> Value<'c> {
    let (Some(from), Some(to)) = (tensor_of(operand), tensor_of(like)) else { return operand };
    let ty = Tensor::new(&to.shape, from.element).ty();
    let dimensions = i64_array(builder.context, dimensions);
    builder.value("xla.broadcast_in_dim", &[operand], ty, &[("broadcast_dimensions", dimensions)])
}

/// Reading the elements in collapse order is transposing first: `Reshape(x, order, sizes)` is
/// `Reshape(Transpose(x, order), sizes)`.
pub fn reshape_in_order<'c>(op: Op<'c>, builder: &Builder<'c>) {
    let operand = verified::tensor(op.input(0));
    let order = op.i64s("dimensions");
    let shape: Vec<i64> = order.iter().map(|&d| operand.shape[d as usize]).collect();
    let permutation = i64_array(builder.context, &order);
    let transposed = builder.value(
        "xla.transpose",
        &[op.input(0)],
        operand.with_shape(&shape).ty(),
        &[("permutation", permutation)],
    );
    op.replace(&[builder.value("xla.reshape", &[transposed], op.output(0).r#type(), &[])]);
}

/// ```mlir
/// %0 = xla.dynamic_slice %x at [%ij], sizes = [2, 2]
/// // becomes
/// %i = xla.reshape %ij[0:1], %j = xla.reshape %ij[1:2]
/// %0 = xla.dynamic_slice %x at [%i, %j], sizes = [2, 2]
/// ```
pub fn scalar_starts<'c>(op: Op<'c>, builder: &Builder<'c>, first: usize) {
    let array = verified::tensor(op.input(first));
    let list = |number: i64| i64_array(builder.context, &[number]);
    let mut operands = op.ins();
    operands.truncate(first);
    for i in 0..array.shape[0] {
        let attributes = [("start_indices", list(i)), ("limit_indices", list(i + 1)), ("strides", list(1))];
        let one = builder.value("xla.slice", &[op.input(first)], array.with_shape(&[1]).ty(), &attributes);
        operands.push(builder.value("xla.reshape", &[one], array.with_shape(&[]).ty(), &[]));
    }
    op.replace(&[builder.value(op.name_str(), &operands, op.output(0).r#type(), &op.attrs())]);
}

/// The padding of a window in numbers, whatever it was given as.
pub fn padding<'c>(builder: &Builder<'c>, window: &[window::Dim]) -> Attribute<'c> {
    let pairs: Vec<(i64, i64)> = window.iter().map(|dim| (dim.low, dim.high)).collect();
    i64_pairs(builder.context, &pairs)
}
