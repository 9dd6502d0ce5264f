//! `pow`, `atan2` and `fmod` of `F32`, computed in `F64` up to one last rounding, and `fmod` of `F64`.

use super::double::split;
use super::{F32, F64, I64};
use crate::builder::{Builder, CmpF, CmpI};
use crate::element::Machine;

/// `log2((1 + s) / (1 - s)) / s` in powers of `s^2` for |s| <= 0.172, relative error 2^-45.
const LOG2: [f64; 6] = [
    2.885390081777849,   // 0x1.71547652b824fp+1
    0.9617966941152396,  // 0x1.ec709dc540720p-1
    0.5770779417653528,  // 0x1.2776c28e4017fp-1
    0.41220931740431266, // 0x1.a61a33056e994p-2
    0.31990286149661634, // 0x1.47949da019613p-2
    0.28294290987195597, // 0x1.21bbc94223f83p-2
];

/// `2^r` for |r| <= 1/2, relative error 2^-34.3; exact at 0.
const EXP2: [f64; 8] = [
    1.0,
    0.6931471807068722,     // 0x1.62e42ff0e6b77p-1
    0.24022651070995282,    // 0x1.ebfbe0790d310p-3
    0.055504103599414586,   // 0x1.c6b08ab81ae1ep-5
    0.00961803740661881,    // 0x1.3b29f20e7b1fbp-7
    0.0013333938093115587,  // 0x1.5d8a8b36f86a6p-10
    0.00015467008326006527, // 0x1.445dde606ec98p-13
    1.5195926238266381e-05, // 0x1.fde403300697bp-17
];

/// `log2(x)` of a positive normal `F64`.
fn log2<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let (m, k) = split(b, x);
    let k = b.sitofp(k, F64);
    let below = b.addk(F64, m, -1.0);
    let sum = b.addk(F64, m, 1.0);
    let s = b.divf(below, sum);
    let u = b.mulf(s, s);
    let p = b.poly(F64, u, &LOG2);
    b.fma(p, s, k)
}

/// `2^t` as `F64`, relative error 2^-34.3, for |t| < 1000 or NaN.
pub(super) fn exp2<B: Builder>(b: &mut B, t: B::V) -> B::V {
    // Adding 1.5 * 2^52 rounds to an integer, in the low bits.
    let magic = b.float(F64, 6755399441055744.0);
    let shifted = b.addf(t, magic);
    let n = b.subf(shifted, magic);
    let r = b.subf(t, n);
    let p = b.poly(F64, r, &EXP2);
    let bits = b.bitcast(shifted, I64);
    let exponent = b.shl(I64, bits, 52);
    let one = b.float(F64, 1.0);
    let one = b.bitcast(one, I64);
    let power = b.addi(exponent, one);
    let power = b.bitcast(power, F64);
    b.mulf(p, power)
}

/// The sign bit, as a predicate; unlike `x < 0` also of -0.
fn sign_bit<B: Builder>(b: &mut B, t: Machine, x: B::V) -> B::V {
    let bits = b.bitcast(x, t.as_int());
    b.cmpik(CmpI::Slt, t.as_int(), bits, 0)
}

/// `2^(y log2 |x|)` with the signs, zeros, infinities and NaNs of C's `pow`.
pub(super) fn pow<B: Builder>(b: &mut B, x: B::V, y: B::V) -> B::V {
    let inf = b.float(F64, f64::INFINITY);
    let x_abs = b.absf(x);
    let wide = b.extf(x_abs, F64);
    let log = log2(b, wide);
    let minus_inf = b.negf(inf);
    let x_zero = b.cmpfk(CmpF::Oeq, F32, x_abs, 0.0);
    let log = b.select(x_zero, minus_inf, log);
    // Also takes NaN.
    let x_large = b.cmpfk(CmpF::Ueq, F32, x_abs, f64::INFINITY);
    let log = b.select(x_large, wide, log);
    let wide_y = b.extf(y, F64);
    let t = b.mulf(wide_y, log);
    // (-1)^inf is 1.
    let y_abs = b.absf(y);
    let y_infinite = b.cmpfk(CmpF::Oeq, F32, y_abs, f64::INFINITY);
    let x_unit = b.cmpfk(CmpF::Oeq, F32, x_abs, 1.0);
    let unit = b.andi(y_infinite, x_unit);
    let zero = b.float(F64, 0.0);
    let t = b.select(unit, zero, t);
    // Beyond these F32 overflows, or rounds to 0.
    let (top, bottom) = (b.float(F64, 200.0), b.float(F64, -200.0));
    let over = b.cmpf(CmpF::Ogt, t, top);
    let t = b.select(over, top, t);
    let under = b.cmpf(CmpF::Olt, t, bottom);
    let t = b.select(under, bottom, t);
    let v = exp2(b, t);
    let v = b.truncf(v, F32);

    with_special_cases(b, F32, x, y, v)
}

/// `pow(x, y)` from `v = pow(|x|, y)`: the sign, the NaN of a root of a negative number, and 1 for `x^0` and `1^y`,
/// whatever the other operand is.
pub(super) fn with_special_cases<B: Builder>(b: &mut B, t: Machine, x: B::V, y: B::V, v: B::V) -> B::V {
    let y_whole = b.trunc(y);
    let y_integer = b.cmpf(CmpF::Oeq, y_whole, y);
    let half = b.mulk(t, y, 0.5);
    let half_whole = b.trunc(half);
    let y_uneven = b.cmpf(CmpF::One, half_whole, half);
    let y_odd = b.andi(y_integer, y_uneven);
    let x_minus = sign_bit(b, t, x);
    let minus = b.andi(x_minus, y_odd);
    let negated = b.negf(v);
    let v = b.select(minus, negated, v);
    let nan = b.float(t, f64::NAN);
    let x_negative = b.cmpfk(CmpF::Olt, t, x, 0.0);
    let x_abs = b.absf(x);
    let x_finite = b.cmpfk(CmpF::One, t, x_abs, f64::INFINITY);
    let y_fraction = b.cmpf(CmpF::One, y_whole, y);
    let no_root = b.andi(x_negative, x_finite);
    let no_root = b.andi(no_root, y_fraction);
    let v = b.select(no_root, nan, v);
    let one = b.float(t, 1.0);
    let y_zero = b.cmpfk(CmpF::Oeq, t, y, 0.0);
    let x_one = b.cmpf(CmpF::Oeq, x, one);
    let is_one = b.ori(y_zero, x_one);
    b.select(is_one, one, v)
}

/// `atan(z) / z` in powers of `z^2` for |z| <= 1, relative error 2^-34.
const ATAN: [f64; 12] = [
    0.9999999999411704,     // 0x1.ffffffff7ea1ep-1
    -0.33333331569624225,   // -0x1.5555542654962p-2
    0.19999911986273508,    // 0x1.9999237850587p-3
    -0.14283979696911125,   // -0x1.24893104659b6p-3
    0.11093232291737307,    // 0x1.c660f8affda8ep-4
    -0.08980194806214409,   // -0x1.6fd42ae0b438cp-4
    0.07245581908676328,    // 0x1.28c76ed61ee33p-4
    -0.054276413475564694,  // -0x1.bca1e39a4b904p-5
    0.034206197083680695,   // 0x1.1837983970244p-5
    -0.016109004308832175,  // -0x1.07ee0fab5d193p-6
    0.0048497497614541935,  // 0x1.3dd54c9e85d42p-8
    -0.0006845667887549784, // -0x1.66e8ffc1cd91ap-11
];

/// The angle of the point (x, y), by the quotient of the smaller coordinate and the larger.
pub(super) fn atan2<B: Builder>(b: &mut B, y: B::V, x: B::V) -> B::V {
    let (x_abs, y_abs) = (b.absf(x), b.absf(y));
    let steep = b.cmpf(CmpF::Ogt, y_abs, x_abs);
    let large = b.select(steep, y_abs, x_abs);
    let small = b.select(steep, x_abs, y_abs);
    let equal = b.cmpf(CmpF::Oeq, large, small);
    let is_zero = b.cmpfk(CmpF::Oeq, F32, large, 0.0);
    let (large, small) = (b.extf(large, F64), b.extf(small, F64));
    let z = b.divf(small, large);
    // Also of infinities; and 0/0 is 0 here.
    let (one, zero) = (b.float(F64, 1.0), b.float(F64, 0.0));
    let z = b.select(equal, one, z);
    let z = b.select(is_zero, zero, z);
    let u = b.mulf(z, z);
    let p = b.poly(F64, u, &ATAN);
    let a = b.mulf(p, z);
    let quarter = b.float(F64, std::f64::consts::FRAC_PI_2);
    let other = b.subf(quarter, a);
    let a = b.select(steep, other, a);
    let half = b.float(F64, std::f64::consts::PI);
    let other = b.subf(half, a);
    let left = sign_bit(b, F32, x);
    let a = b.select(left, other, a);
    let a = b.truncf(a, F32);
    let a = b.copysign(a, y);
    // A NaN may have been the smaller by comparison.
    let nan = b.addf(x, y);
    let unordered = b.cmpf(CmpF::Uno, x, y);
    b.select(unordered, nan, a)
}

/// Bits of quotient a step of [`long_division`] takes. 45 and the 24 of a divisor exceed F64, but `fma` does
/// not round between, and the difference has few bits.
const STEP: i32 = 45;

/// `x - n y`, exactly, with `n` the quotient truncated.
pub(super) fn fmod<B: Builder>(b: &mut B, x: B::V, y: B::V) -> B::V {
    if let Some(r) = fmod_of_power(b, x, y) {
        return r;
    }
    // The largest quotient has one bit more than the exponents differ by.
    let bits = known_divisor(b, y).map_or(277, |y| 128 - y.log2().floor() as i32);
    short_division(b, F32, x, y, |b| {
        let (x, y) = (b.extf(x, F64), b.extf(y, F64));
        let r = long_division(b, x, y, bits);
        b.truncf(r, F32)
    })
}

/// `fmod` of `F64`.
pub(super) fn fmod_double<B: Builder>(b: &mut B, x: B::V, y: B::V) -> B::V {
    fmod_of_power(b, x, y).unwrap_or_else(|| short_division(b, F64, x, y, |b| b.fmod(x, y)))
}

/// The remainder, which is exact where the quotient has no more bits than the type `t`; `long` gives it where it has more.
fn short_division<B: Builder>(b: &mut B, t: Machine, x: B::V, y: B::V, long: impl FnOnce(&mut B) -> B::V) -> B::V {
    let (x_abs, y_abs) = (b.absf(x), b.absf(y));
    let quotient = b.divf(x_abs, y_abs);
    let n = b.trunc(quotient);
    let minus = b.negf(n);
    let difference = b.fma(minus, y_abs, x_abs);
    // A quotient that was rounded up to an integer is one too large.
    let raised = b.addf(difference, y_abs);
    let is_below = b.cmpfk(CmpF::Olt, t, difference, 0.0);
    let r = b.select(is_below, raised, difference);
    // Of a y that is infinite, too.
    let is_less = b.cmpfk(CmpF::Olt, t, quotient, 1.0);
    let r = b.select(is_less, x_abs, r);
    let r = b.copysign(r, x);
    let is_long = b.cmpfk(CmpF::Oge, t, quotient, 2f64.powi(if t == F32 { 24 } else { 53 }));
    // By 0, and of infinity, it is NaN already.
    let x_finite = b.cmpfk(CmpF::Olt, t, x_abs, f64::INFINITY);
    let divides = b.cmpfk(CmpF::Ogt, t, y_abs, 0.0);
    let is_number = b.andi(x_finite, divides);
    let is_long = b.andi(is_long, is_number);
    b.rarely(is_long, r, long)
}

/// The remainder of finite F64s that are F32s, whose quotient has `bits`, seven digits of 45 at most.
fn long_division<B: Builder>(b: &mut B, x: B::V, y: B::V, bits: i32) -> B::V {
    let mut r = b.absf(x);
    let divisor = b.absf(y);
    let one = b.float(F64, 1.0);
    let inverse = b.divf(one, divisor);
    for digit in (0..=bits / STEP).rev() {
        let inverse = b.mulk(F64, inverse, 2f64.powi(-STEP * digit));
        let scaled = b.mulk(F64, divisor, -(2f64.powi(STEP * digit)));
        let q = b.mulf(r, inverse);
        let q = b.roundeven(q);
        // |r| <= scaled / 2 (a little more, where q was near a half); r has the sign of the remainder.
        r = b.fma(q, scaled, r);
    }
    let negative = b.cmpfk(CmpF::Olt, F64, r, 0.0);
    let raised = b.addf(r, divisor);
    let r = b.select(negative, raised, r);
    // A finite number modulo infinity is itself.
    let is_infinite = b.cmpfk(CmpF::Oeq, F64, divisor, f64::INFINITY);
    let x_abs = b.absf(x);
    let x_finite = b.cmpfk(CmpF::Olt, F64, x_abs, f64::INFINITY);
    let keep = b.andi(is_infinite, x_finite);
    let r = b.select(keep, x_abs, r);
    b.copysign(r, x)
}

/// The magnitude of a divisor that is known, finite and not below 1.
fn known_divisor<B: Builder>(b: &B, y: B::V) -> Option<f64> {
    b.known(y).map(f64::abs).filter(|y| y.is_finite() && *y >= 1.0)
}

/// `x - n y` for a `y` that is known as a power of two, not below 1: the quotient and the product are exact. A quotient that is
/// too small for the type is truncated to 0, as it has to be.
fn fmod_of_power<B: Builder>(b: &mut B, x: B::V, y: B::V) -> Option<B::V> {
    known_divisor(b, y).filter(|y| y.log2().fract() == 0.0)?;
    let q = b.divf(x, y);
    let n = b.trunc(q);
    let minus = b.negf(n);
    let r = b.fma(minus, y, x);
    Some(b.copysign(r, x))
}
