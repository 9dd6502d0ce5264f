//! What AVX-512 has an instruction for, and LLVM no operation that becomes it.

use crate::intrinsic::call_intrinsic;
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{Builder, Op, OpExt, Type, Value, element_type, parse_type, shape_of};

/// Bits of a register.
const BITS: i64 = 512;

/// Replaces an `arith.maximumf` or `arith.minimumf` of whole registers: `vrangeps` orders zeros, and NaN is put in.
pub fn extremum(op: Op<'_>) {
    let Some(builder) = Builder::before(op) else { return };
    let (a, b) = (op.input(0), op.input(1));
    // Which of the two, and that its sign is the result's.
    let choice = if op.name_str() == "arith.maximumf" { 0b101 } else { 0b100 };
    let found = in_registers(&builder, "range", [a, b], |builder, [a, b], mask| {
        let choice = constant(builder, "i32", choice);
        vec![a, b, choice, a, mask]
    });
    let Some(found) = found else { return };
    let nan = builder.value("arith.addf", &[a, b], a.r#type(), &[]);
    let flags = parse_type(builder.context, &format!("vector<{}xi1>", lanes(a)));
    let unordered = builder.value("arith.cmpf", &[a, b], flags, &[("predicate", builder.attr("14 : i64"))]);
    op.replace(&[builder.value("arith.select", &[unordered, nan, found], a.r#type(), &[])]);
}

/// `v * 2^n` for vectors of f32 that fill registers.
pub fn scale<'c>(builder: &Builder<'c>, v: Value<'c>, n: Value<'c>) -> Option<Value<'c>> {
    in_registers(builder, "scalef", [v, n], |_, [v, n], mask| vec![v, n, v, mask])
}

/// Calls the intrinsic `llvm.x86.avx512.mask.NAME.ps.512`, or that for f64, on each register of the operands; none if
/// they do not fill any. Rounding, its last operand, is the current one.
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
    let register = parse_type(builder.context, &format!("vector<{each}x{}>", element_type(ty)));
    let mask = constant(builder, &format!("i{each}"), -1);
    let call = |operands: [Value<'c>; 2]| {
        let mut arguments = arguments(builder, operands, mask);
        arguments.push(constant(builder, "i32", 4));
        call_intrinsic(builder, &format!("llvm.x86.avx512.mask.{name}.{suffix}.512"), &arguments, register)
    };
    if all == each {
        return Some(call(operands));
    }
    let mut result = operands[0];
    for first in (0..all).step_by(each as usize) {
        let at = |names: &[(&'static str, i64)]| -> Vec<_> {
            names.iter().map(|(name, value)| (*name, builder.attr(&format!("[{value}]")))).collect()
        };
        let part = |value: Value<'c>| {
            let place = at(&[("offsets", first), ("sizes", each), ("strides", 1)]);
            builder.value("vector.extract_strided_slice", &[value], register, &place)
        };
        let part = call(operands.map(part));
        let place = at(&[("offsets", first), ("strides", 1)]);
        result = builder.value("vector.insert_strided_slice", &[part, result], ty, &place);
    }
    Some(result)
}

fn lanes(value: Value<'_>) -> i64 {
    shape_of(value.r#type()).iter().product()
}

fn constant<'c>(builder: &Builder<'c>, ty: &str, value: i64) -> Value<'c> {
    let ty: Type<'c> = builder.ty(ty);
    builder.value("arith.constant", &[], ty, &[("value", builder.attr(&format!("{value} : {ty}")))])
}
