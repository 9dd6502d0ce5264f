//! AVX-512 instructions that LLVM does not generate from any operation.

use crate::intrinsic::call_intrinsic;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{Builder, Op, OpExt, Type, Value, element_type, shape_of};
use xla_dialect::ods::{arith, vector};

/// The width of a register in bits.
const BITS: i64 = 512;

/// Replaces an `arith.maximumf` or `arith.minimumf` of whole registers: `vrangeps` orders zeros, and NaN is put in.
pub fn extremum(op: Op<'_>) {
    let Some(builder) = Builder::before(op) else { return };
    let (a, b) = (op.input(0), op.input(1));
    // The immediate selects minimum or maximum, and the sign of the selected operand.
    let choice = if arith::MaximumF::of(op).is_some() { 0b101 } else { 0b100 };
    let found = in_registers(&builder, "range", [a, b], |builder, [a, b], mask| {
        let choice = constant(builder, 32, choice);
        vec![a, b, choice, a, mask]
    });
    let Some(found) = found else { return };
    let nan = arith::addf(&builder, a, b);
    let unordered = arith::cmpf(&builder, arith::CmpFPredicate::Uno, a, b);
    op.replace(&[arith::select(&builder, unordered, nan, found)]);
}

/// `v * 2^n` for vectors of f32 that fill registers.
pub fn scale<'c>(builder: &Builder<'c>, v: Value<'c>, n: Value<'c>) -> Option<Value<'c>> {
    in_registers(builder, "scalef", [v, n], |_, [v, n], mask| vec![v, n, v, mask])
}

/// Calls the intrinsic `llvm.x86.avx512.mask.NAME.ps.512`, or that for f64, on each register of the operands. Returns None
/// if they do not fill whole registers. Rounding, its last operand, is the current one.
fn in_registers<'c>(
    builder: &Builder<'c>,
    name: &str,
    operands: [Value<'c>; 2],
    arguments: impl Fn(&Builder<'c>, [Value<'c>; 2], Value<'c>) -> Vec<Value<'c>>,
) -> Option<Value<'c>> {
    let ty = operands[0].r#type();
    let (suffix, width) = match ty.is_vector().then(|| element_type(ty).to_string())?.as_str() {
        "f32" => ("ps", 32),
        "f64" => ("pd", 64),
        _ => return None,
    };
    let (each, all) = (BITS / width, lanes(operands[0]));
    if shape_of(ty).len() != 1 || all % each != 0 {
        return None;
    }
    let register = Type::vector(&[each as u64], element_type(ty));
    let mask = constant(builder, each as u32, -1);
    let call = |operands: [Value<'c>; 2]| {
        let mut arguments = arguments(builder, operands, mask);
        arguments.push(constant(builder, 32, 4));
        call_intrinsic(builder, &format!("llvm.x86.avx512.mask.{name}.{suffix}.512"), &arguments, register)
    };
    if all == each {
        return Some(call(operands));
    }
    let mut result = operands[0];
    for first in (0..all).step_by(each as usize) {
        let part = |value| vector::extract_strided_slice(builder, value, &[first], &[each], &[1], register);
        result = vector::insert_strided_slice(builder, call(operands.map(part)), result, &[first], &[1]);
    }
    Some(result)
}

fn lanes(value: Value<'_>) -> i64 {
    shape_of(value.r#type()).iter().product()
}

/// The integer `value` of so many bits.
fn constant<'c>(builder: &Builder<'c>, bits: u32, value: i64) -> Value<'c> {
    let ty = IntegerType::new(builder.context, bits).into();
    arith::constant(builder, IntegerAttribute::new(ty, value).into())
}
