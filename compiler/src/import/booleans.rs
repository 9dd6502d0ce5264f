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

use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Element, Op, OpExt, Tensor, Type, Value, tensor_of, unsigned_type};
use xla_dialect::ods::{stablehlo, xla};
use xla_dialect::ops::literal::Literal;

/// Whether `op` reinterprets booleans as something else, or the other way round.
pub fn concerns(op: Op<'_>) -> bool {
    stablehlo::BitcastConvert::of(op).is_some() && sides(op).is_some_and(|(from, to)| from.is_pred() || to.is_pred())
}

fn sides(op: Op<'_>) -> Option<(Element, Element)> {
    Some((tensor_of(op.input(0))?.xla_element()?, tensor_of(op.output(0))?.xla_element()?))
}

/// Builds the ops that make up `op`, which [`concerns`] booleans.
pub fn expand<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let (operand, result) = (verified::tensor(op.input(0)), verified::tensor(op.output(0)));
    let (from, to) = (verified::element(&operand), verified::element(&result));
    vec![match (from.is_pred(), to.is_pred()) {
        (true, false) => pack(op.input(0), builder, &result.with_element(unsigned(builder, to)), result.ty()),
        (false, true) => unpack(op.input(0), builder, &operand.with_element(unsigned(builder, from)), &result),
        _ => op.input(0),
    }]
}

/// The unsigned type of as many bits as `element` has.
fn unsigned<'c>(builder: &Builder<'c>, element: Element) -> Type<'c> {
    unsigned_type(builder.context, element.bits())
}

/// Each element its index along the last dimension: the number of the bit it is.
fn bit_numbers<'c>(builder: &Builder<'c>, bits: &Tensor<'c>) -> Value<'c> {
    xla::iota(builder, bits.rank() as i64 - 1, bits.ty())
}

fn literal<'c>(builder: &Builder<'c>, ty: Type<'c>, value: u8) -> Value<'c> {
    xla::constant(builder, Literal::filling(ty, value.into()))
}

/// The booleans of `value` as words of the type `word`, reinterpreted as `result`.
fn pack<'c>(value: Value<'c>, builder: &Builder<'c>, word: &Tensor<'c>, result: Type<'c>) -> Value<'c> {
    let bits = verified::tensor(value).with_element(word.element);
    let scalar = word.with_shape(&[]).ty();
    let converted = xla::convert(builder, value, bits.ty());
    let shifted = xla::shift_left(builder, converted, bit_numbers(builder, &bits));
    let body = builder.region(&[scalar, scalar], |builder, arguments| {
        let both = xla::or(builder, arguments[0], arguments[1]);
        xla::return_(builder, &[both]);
    });
    let zero = literal(builder, scalar, 0);
    let reduced = xla::reduce(builder, &[shifted], &[zero], &[bits.rank() as i64 - 1], body);
    reinterpret(builder, reduced.output(0), result)
}

/// The bits of `value`, which is reinterpreted as words of the type `word`, as booleans of the type `result`.
fn unpack<'c>(value: Value<'c>, builder: &Builder<'c>, word: &Tensor<'c>, result: &Tensor<'c>) -> Value<'c> {
    let bits = result.with_element(word.element);
    let dimensions: Vec<i64> = (0..word.rank() as i64).collect();
    let words = reinterpret(builder, value, word.ty());
    let words = xla::broadcast_in_dim(builder, words, &dimensions, bits.ty());
    let shifted = xla::shift_right_logical(builder, words, bit_numbers(builder, &bits));
    let lowest = xla::and(builder, shifted, literal(builder, bits.ty(), 1));
    xla::ne(&builder.typed(result.ty()), lowest, literal(builder, bits.ty(), 0))
}

fn reinterpret<'c>(builder: &Builder<'c>, value: Value<'c>, ty: Type<'c>) -> Value<'c> {
    if value.r#type() == ty { value } else { xla::bitcast_convert(builder, value, ty) }
}
