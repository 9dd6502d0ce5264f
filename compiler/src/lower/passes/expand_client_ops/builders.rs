//! Core ops that several expansions make.

use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, OwnedRegion, Tensor, Type, Value, defining_op, tensor_of, type_of,
};
use xla_dialect::ods::{stablehlo, xla};

/// `operand` with its dimensions at `dimensions` of an array of the shape of `like`.
pub fn broadcast_in_dim<'c>(
    builder: &Builder<'c>,
    operand: Value<'c>,
    dimensions: &[i64],
    like: Value<'c>,
) -> Value<'c> {
    let (Some(from), Some(to)) = (tensor_of(operand), tensor_of(like)) else { return operand };
    let ty = Tensor::new(&to.shape, from.element).ty();
    if !to.is_static() {
        return stablehlo::dynamic_broadcast_in_dim(builder, operand, shape_of(builder, like), dimensions, ty);
    }
    xla::broadcast_in_dim(builder, operand, dimensions, ty)
}

/// The sizes of `value`, a list of `i32`.
fn shape_of<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let one = Tensor::new(&[1], type_of(builder.context, Element::S32)).ty();
    let size = |d: i64| xla::reshape(builder, xla::get_dimension_size(builder, value, d), one);
    let sizes: Vec<_> = (0..verified::tensor(value).rank() as i64).map(size).collect();
    xla::concatenate(builder, &sizes, 0)
}

/// Reading the elements in collapse order is transposing first: `Reshape(x, order, sizes)` is
/// `Reshape(Transpose(x, order), sizes)`.
pub fn reshape_in_order<'c>(op: Op<'c>, builder: &Builder<'c>) {
    let _operand = verified::tensor(op.input(0));
    let order = op.i64s("dimensions");
    let transposed = xla::transpose(builder, op.input(0), &order);
    op.replace(&[xla::reshape(builder, transposed, op.output(0).r#type())]);
}

/// ```mlir
/// %0 = xla.dynamic_slice %x at [%ij], sizes = [2, 2]
/// // becomes
/// %i = xla.reshape %ij[0:1], %j = xla.reshape %ij[1:2]
/// %0 = xla.dynamic_slice %x at [%i, %j], sizes = [2, 2]
/// ```
pub fn scalar_starts<'c>(op: Op<'c>, builder: &Builder<'c>, first: usize) {
    let array = verified::tensor(op.input(first));
    let mut operands = op.ins();
    operands.truncate(first);
    for i in 0..array.shape[0] {
        let one = xla::slice(builder, op.input(first), &[i], &[i + 1], &[1]);
        operands.push(xla::reshape(builder, one, array.with_shape(&[]).ty()));
    }
    let types: Vec<_> = op.outs().iter().map(|value| value.r#type()).collect();
    op.replace(&like(builder, op, &operands, &types, Vec::new()).outs());
}

/// An op like `op`, with its attributes, on other operands.
pub fn like<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    operands: &[Value<'c>],
    types: &[Type<'c>],
    regions: Vec<OwnedRegion<'c>>,
) -> Op<'c> {
    builder.create(op.name_str(), operands, types, &op.attrs(), regions)
}

/// The convolution of `op` on other operands, with its padding in numbers.
pub fn with_padding<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    [lhs, rhs]: [Value<'c>; 2],
    padding: Attribute<'c>,
) -> Value<'c> {
    let value = xla::conv_with_general_padding(builder, lhs, rhs, op.output(0).r#type());
    let convolution = defining_op(value).expect("the op that was built");
    op.attrs().into_iter().for_each(|(name, attribute)| convolution.set_attr(name, attribute));
    convolution.set_attr("padding", padding);
    value
}
