//! AVX-512 instructions that LLVM does not generate from any operation.

use crate::intrinsic::call_intrinsic;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{Builder, Op, OpExt, Type, Value, element_type, shape_of};
use xla_dialect::ods::{arith, vector};

/// The widths of registers in bits. Processors with instructions of AVX512DQ have those of AVX512VL, for the narrow ones.
const WIDTHS: [i64; 3] = [512, 256, 128];

/// Replaces an `arith.maximumf` or `arith.minimumf`: `vrangeps` orders zeros, and NaN is put in. A vector that fills no register
/// is the first part of one; a scalar is in all of its lanes.
pub fn extremum<'c>(op: Op<'c>) {
    let Some(builder) = Builder::before(op) else { return };
    let ty = op.output(0).r#type();
    let (element, count) = if ty.is_vector() { (element_type(ty), Some(lanes(op.input(0)))) } else { (ty, None) };
    let Some((_, width)) = float(element) else { return };
    let least = WIDTHS[WIDTHS.len() - 1] / width;
    let [a, b] = [op.input(0), op.input(1)].map(|value| match count {
        None => vector::broadcast(&builder, value, Type::vector(&[least as u64], element)),
        Some(count) if count < least => {
            let mask: Vec<i64> = (0..least).map(|i| if i < count { i } else { -1 }).collect();
            vector::shuffle(&builder, value, value, &mask)
        }
        Some(_) => value,
    });
    // The immediate selects minimum or maximum, and the sign of the selected operand.
    let choice = if arith::MaximumF::of(op).is_some() { 0b101 } else { 0b100 };
    let found = in_registers(&builder, "range", [a, b], |builder, [a, b], mask| {
        let choice = constant(builder, 32, choice);
        vec![a, b, choice, a, mask]
    });
    let Some(found) = found else { return };
    let nan = arith::addf(&builder, a, b);
    let unordered = arith::cmpf(&builder, arith::CmpFPredicate::Uno, a, b);
    let chosen = arith::select(&builder, unordered, nan, found);
    let result = match count {
        None => vector::extract(&builder, chosen, &[], &[0]),
        Some(count) if count < least => vector::extract_strided_slice(&builder, chosen, &[0], &[count], &[1], ty),
        Some(_) => chosen,
    };
    op.replace(&[result]);
}

/// `v * 2^n` for vectors of f32 that fill registers.
pub fn scale<'c>(builder: &Builder<'c>, v: Value<'c>, n: Value<'c>) -> Option<Value<'c>> {
    in_registers(builder, "scalef", [v, n], |_, [v, n], mask| vec![v, n, v, mask])
}

/// The suffix of the instructions on elements of this type, and its width in bits.
fn float(element: Type<'_>) -> Option<(&'static str, i64)> {
    match element.to_string().as_str() {
        "f32" => Some(("ps", 32)),
        "f64" => Some(("pd", 64)),
        _ => None,
    }
}

/// Calls the intrinsic `llvm.x86.avx512.mask.NAME.ps.WIDTH`, or that for f64, on each register of the operands. Returns None
/// if they do not fill whole registers. Rounding, the last operand of those of the widest ones, is the current one.
fn in_registers<'c>(
    builder: &Builder<'c>,
    name: &str,
    operands: [Value<'c>; 2],
    arguments: impl Fn(&Builder<'c>, [Value<'c>; 2], Value<'c>) -> Vec<Value<'c>>,
) -> Option<Value<'c>> {
    let ty = operands[0].r#type();
    let (suffix, width) = ty.is_vector().then(|| float(element_type(ty)))??;
    let all = lanes(operands[0]);
    let bits = WIDTHS.into_iter().find(|bits| (all * width) % bits == 0)?;
    let each = bits / width;
    if shape_of(ty).len() != 1 {
        return None;
    }
    let register = Type::vector(&[each as u64], element_type(ty));
    // Masks have eight bits at least.
    let mask = constant(builder, each.max(8) as u32, -1);
    let call = |operands: [Value<'c>; 2]| {
        let mut arguments = arguments(builder, operands, mask);
        if bits == WIDTHS[0] {
            arguments.push(constant(builder, 32, 4));
        }
        call_intrinsic(builder, &format!("llvm.x86.avx512.mask.{name}.{suffix}.{bits}"), &arguments, register)
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
