//! `stablehlo.bitcast_convert` from and to booleans, which are one bit there and no bits at all in XLA.
//!
//! N booleans along the last dimension are the bits of one N-bit element, the first the lowest:
//!
//! ```mlir
//! %0 = stablehlo.bitcast_convert %x : (tensor<2x8xi1>) -> tensor<2xui8>
//! // becomes
//! %0 = xla.convert %x : (tensor<2x8xi1>) -> tensor<2x8xui8>
//! %1 = xla.iota dim = 1 : tensor<2x8xui8>
//! %2 = xla.shift_left %0, %1 : tensor<2x8xui8>
//! %3 = xla.reduce(%2 init: %zero) applies xla.or across dimensions = [1]
//! ```

use melior::ir::ValueLike;
use xla_dialect::ir::{
    Builder, Element, Op, OpExt, Tensor, Type, Value, i64_array, i64_attribute, parse_attribute, tensor_of, type_of,
};

/// Whether `op` reinterprets booleans as something else, or the other way round.
pub fn concerns(op: Op<'_>) -> bool {
    op.name_str() == "stablehlo.bitcast_convert" && sides(op).is_some_and(|(from, to)| from.is_pred() || to.is_pred())
}

fn sides(op: Op<'_>) -> Option<(Element, Element)> {
    Some((tensor_of(op.input(0))?.xla_element()?, tensor_of(op.output(0))?.xla_element()?))
}

/// Builds the ops that make up `op`, which [`concerns`] booleans.
pub fn expand<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (from, to) = sides(op)?;
    let value = match (from.is_pred(), to.is_pred()) {
        (true, false) => pack(op, builder, to)?,
        (false, true) => unpack(op, builder, from)?,
        _ => op.input(0),
    };
    Some(vec![value])
}

/// The unsigned type of as many bits as `element` has.
fn unsigned<'c>(builder: &Builder<'c>, element: Element) -> Type<'c> {
    builder.ty(&format!("ui{}", element.bits()))
}

/// Each element its index along the last dimension: the number of the bit it is.
fn bit_numbers<'c>(builder: &Builder<'c>, bits: &Tensor<'c>) -> Value<'c> {
    let last = i64_attribute(builder.context, bits.rank() as i64 - 1);
    builder.value("xla.iota", &[], bits.ty(), &[("iota_dimension", last)])
}

fn literal<'c>(builder: &Builder<'c>, ty: Type<'c>, value: u8) -> Value<'c> {
    let value = parse_attribute(builder.context, &format!("dense<{value}> : {ty}"));
    builder.value("xla.constant", &[], ty, &[("value", value)])
}

fn pack<'c>(op: Op<'c>, builder: &Builder<'c>, to: Element) -> Option<Value<'c>> {
    let result = tensor_of(op.output(0))?;
    let word = result.with_element(unsigned(builder, to));
    let bits = tensor_of(op.input(0))?.with_element(word.element);
    let scalar = word.with_shape(&[]).ty();
    let converted = builder.value("xla.convert", &[op.input(0)], bits.ty(), &[]);
    let placed = builder.value("xla.shift_left", &[converted, bit_numbers(builder, &bits)], bits.ty(), &[]);
    let body = builder.region(&[scalar, scalar], |builder, arguments| {
        let both = builder.value("xla.or", arguments, scalar, &[]);
        builder.create("xla.return", &[both], &[], &[], vec![]);
    });
    let dimensions = i64_array(builder.context, &[bits.rank() as i64 - 1]);
    let zero = literal(builder, scalar, 0);
    let reduced =
        builder.create("xla.reduce", &[placed, zero], &[word.ty()], &[("dimensions", dimensions)], vec![body]);
    Some(reinterpret(builder, reduced.output(0), result.ty()))
}

fn unpack<'c>(op: Op<'c>, builder: &Builder<'c>, from: Element) -> Option<Value<'c>> {
    let operand = tensor_of(op.input(0))?;
    let word = operand.with_element(unsigned(builder, from));
    let truth = tensor_of(op.output(0))?;
    let bits = truth.with_element(word.element);
    let dimensions: Vec<i64> = (0..word.rank() as i64).collect();
    let words = builder.value(
        "xla.broadcast_in_dim",
        &[reinterpret(builder, op.input(0), word.ty())],
        bits.ty(),
        &[("broadcast_dimensions", i64_array(builder.context, &dimensions))],
    );
    let shifted = builder.value("xla.shift_right_logical", &[words, bit_numbers(builder, &bits)], bits.ty(), &[]);
    let lowest = builder.value("xla.and", &[shifted, literal(builder, bits.ty(), 1)], bits.ty(), &[]);
    let truth = truth.with_element(type_of(builder.context, Element::Pred)).ty();
    Some(builder.value("xla.ne", &[lowest, literal(builder, bits.ty(), 0)], truth, &[]))
}

fn reinterpret<'c>(builder: &Builder<'c>, value: Value<'c>, ty: Type<'c>) -> Value<'c> {
    if value.r#type() == ty { value } else { builder.value("xla.bitcast_convert", &[value], ty, &[]) }
}
