//! The pass xla-expand-math: math functions to polynomials, divisions of vectors of integers to those of floats, and conversions
//! of f16 to integer arithmetic where the target has no instructions for them.

use crate::lower::rewriter::avx512;
use crate::lower::rewriter::emit::{Emitter, any_lane};
use crate::memref::scalar_bits;
use crate::scf::while_loop;
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{
    Builder, Op, OpExt, Type, Value, block_ops, defining_op, element_type, element_type_or_self, int_value,
    integer_attribute, shape_of, splat_attribute,
};
use xla_dialect::ods::{arith, math};
use xla_dialect::ops::literal::equal_number;
use xla_dialect::passes::{Failed, Pass, PassOption};
use xla_scalar::{Builder as _, Element, Machine, MathFn, decode_storage, encode_storage, expand};

/// Expands `math.exp` and its kin, on scalars and vectors of f32 and f64, to xla-scalar's polynomials, and the largest
/// and least of vectors to the instructions that a target has for them.
pub const PASS: Pass = Pass {
    name: "xla-expand-math",
    description: "Expand math functions to polynomials of stated accuracy, and f64 ones to library calls",
    op: "builtin.module",
    options: &[PassOption::text("features", "what of avx512dq and f16c the target has", "")],
    dialects: &["arith", "func", "llvm", "math", "scf", "vector"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let has = |feature| options.first().is_some_and(|features| features.split(',').any(|name| name == feature));
    let (avx512, f16c) = (has("avx512dq"), has("f16c"));
    let functions = module.body(0).map(block_ops).unwrap_or_default();
    for ops in functions.into_iter().map(|function| function.walk_ops()) {
        // LLVM makes vectors of scalars in loops, in functions that have none.
        let keeps_scalars = !ops.iter().any(|op| op.outs().iter().any(|value| value.r#type().is_vector()));
        // The ops that are replaced have no regions, so that erasing one invalidates no other in the list.
        for op in ops {
            if !matches!(arith::Kind::of(op), Some(arith::Kind::MaximumF | arith::Kind::MinimumF)) {
                expand_op(op, avx512, f16c);
            } else if avx512 && (op.output(0).r#type().is_vector() || !keeps_scalars) {
                avx512::extremum(op);
            }
        }
    }
    Ok(())
}

/// Expands a math function, or a conversion of f16.
fn expand_op(op: Op<'_>, avx512: bool, f16c: bool) {
    use arith::Kind::{DivSI, DivUI, RemSI, RemUI};
    if let Some(power) = math::IPowI::of(op) {
        return expand_power(op, power.lhs(), power.rhs());
    }
    if let Some(kind @ (arith::Kind::ExtF | arith::Kind::TruncF)) = arith::Kind::of(op).filter(|_| !f16c) {
        return convert_half(op, kind);
    }
    if let Some(kind @ (DivSI | DivUI | RemSI | RemUI)) = arith::Kind::of(op) {
        return expand_division(op, matches!(kind, DivSI | RemSI), matches!(kind, RemSI | RemUI));
    }
    let Some(function) = MathFn::from_mlir_name(op.name_str()) else { return };
    let ty = op.output(0).r#type();
    let (Some(machine), Some(builder)) = (machine(ty), Builder::before(op)) else { return };
    let value = expand(&mut Emitter::expanding(builder, ty, avx512), function, machine, &op.ins());
    op.replace(&[value]);
}

/// Replaces a power of integers, whose exponent is not negative, by squares and products, in as many steps as the largest
/// exponent of a vector has bits.
fn expand_power<'c>(op: Op<'c>, base: Value<'c>, exponent: Value<'c>) {
    let Some(builder) = Builder::before(op) else { return };
    let ty = base.r#type();
    let element = element_type_or_self(ty);
    let constant = |builder: &Builder<'c>, value: i64| {
        let one = integer_attribute(element, value);
        arith::constant(builder, if ty.is_vector() { splat_attribute(ty, one) } else { one })
    };
    let is_set = |builder: &Builder<'c>, value: Value<'c>| {
        arith::cmpi(builder, arith::CmpIPredicate::Ne, value, constant(builder, 0))
    };
    if let Some(squares) = integer_literal(base).and_then(|base| squares(base, scalar_bits(element))) {
        let mut result = constant(&builder, 1);
        for (bit, square) in squares.into_iter().enumerate() {
            // The powers of 0 that follow are 0 as well.
            let bits = if square == 0 { -1 << bit } else { 1 << bit };
            let has_it = is_set(&builder, arith::andi(&builder, exponent, constant(&builder, bits)));
            let product = match square {
                0 => constant(&builder, 0),
                _ => arith::muli(&builder, result, constant(&builder, square)),
            };
            result = arith::select(&builder, has_it, product, result);
        }
        return op.replace(&[result]);
    }
    let carried = [constant(&builder, 1), base, exponent];
    let goes_on = |builder: &Builder<'c>, carried: &[Value<'c>]| {
        let set = is_set(builder, carried[2]);
        if !ty.is_vector() {
            return set;
        }
        any_lane(builder, set, &shape_of(ty))
    };
    let found = while_loop(&builder, &carried, goes_on, |builder, carried| {
        let one = constant(builder, 1);
        let is_odd = is_set(builder, arith::andi(builder, carried[2], one));
        let product = arith::muli(builder, carried[0], carried[1]);
        let result = arith::select(builder, is_odd, product, carried[0]);
        let square = arith::muli(builder, carried[1], carried[1]);
        vec![result, square, arith::shrui(builder, carried[2], one)]
    });
    op.replace(&[found[0]]);
}

/// The powers of `base` with exponents 1, 2, 4, … in integers of so many bits, up to the last one before 1 or with 0, if they are few.
fn squares(base: i64, bits: i64) -> Option<Vec<i64>> {
    /// Products that take less time than a loop.
    const MOST: usize = 8;
    // An index has no number of bits here, and wider integers have values that an i64 has not.
    let unused = (1..=64).contains(&bits).then_some(64 - bits)?;
    let wrapped = |value: i64| value << unused >> unused;
    let mut squares = Vec::new();
    let mut square = wrapped(base);
    while square != wrapped(1) && squares.last() != Some(&0) {
        if squares.len() == MOST {
            return None;
        }
        squares.push(square);
        square = wrapped(square.wrapping_mul(square));
    }
    Some(squares)
}

/// The integer that `value`, or each element of it, is.
fn integer_literal(value: Value<'_>) -> Option<i64> {
    let literal = arith::Constant::of(defining_op(value)?)?.value();
    int_value(if value.r#type().is_vector() { equal_number(literal)? } else { literal })
}

/// Replaces a division of vectors of integers of at most 32 bits, for which processors have no instruction, by one of floats of
/// more precision. That is exact: a quotient that is no integer is at least 1 / divisor from the next one, which is more than
/// rounding moves it if quotient * divisor, less than twice the largest integer, is exact. LLVM multiplies instead of dividing by a
/// literal.
fn expand_division(op: Op<'_>, is_signed: bool, is_remainder: bool) {
    let (x, y) = (op.input(0), op.input(1));
    if !x.r#type().is_vector() {
        return;
    }
    let integer = match scalar_bits(element_type(x.r#type())) {
        8 => Machine::I8,
        16 => Machine::I16,
        32 => Machine::I32,
        _ => return,
    };
    let is_literal = defining_op(y).is_some_and(|op| arith::Constant::of(op).is_some());
    let Some(builder) = Builder::before(op).filter(|_| !is_literal) else { return };
    let float = if integer == Machine::I32 { Machine::F64 } else { Machine::F32 };
    let b = &mut Emitter::expanding(builder, x.r#type(), false);
    let [a, d] = [x, y].map(|v| if is_signed { b.sitofp(v, float) } else { b.uitofp(v, float) });
    let quotient = b.divf(a, d);
    let quotient = if is_signed { b.fptosi(quotient, integer) } else { b.fptoui(quotient, integer) };
    let value = if is_remainder {
        let whole = b.muli(quotient, y);
        b.subi(x, whole)
    } else {
        quotient
    };
    op.replace(&[value]);
}

/// Replaces a conversion of f16 to wider floats, or of f32 to f16.
fn convert_half(op: Op<'_>, kind: arith::Kind) {
    let is_decoded = kind == arith::Kind::ExtF;
    let half = if is_decoded { op.input(0) } else { op.output(0) }.r#type();
    let Some(builder) = Builder::before(op).filter(|_| is_half(half)) else { return };
    let emitter = &mut Emitter::expanding(builder, half, false);
    let value = if is_decoded {
        let stored = emitter.bitcast(op.input(0), Machine::I16);
        let value = decode_storage(emitter, Element::F16, stored);
        let ty = op.output(0).r#type();
        if value.r#type() == ty { value } else { arith::extf(&emitter.builder, value, ty) }
    } else {
        let stored = encode_storage(emitter, Element::F16, op.input(0));
        arith::bitcast(&emitter.builder, stored, half)
    };
    op.replace(&[value]);
}

fn is_half(ty: Type<'_>) -> bool {
    let scalar = element_type_or_self(ty);
    // SAFETY: asks for the kind of a valid type.
    unsafe { mlir_sys::mlirTypeIsAF16(scalar.to_raw()) }
}

/// The machine type of a float scalar or vector.
fn machine(ty: Type<'_>) -> Option<Machine> {
    let scalar = element_type_or_self(ty);
    // SAFETY: asks for the kind of a valid type.
    unsafe {
        if mlir_sys::mlirTypeIsAF32(scalar.to_raw()) {
            Some(Machine::F32)
        } else if mlir_sys::mlirTypeIsAF64(scalar.to_raw()) {
            Some(Machine::F64)
        } else {
            None
        }
    }
}
