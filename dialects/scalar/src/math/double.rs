//! `exp`, `expm1`, `log`, `log1p`, `logistic` and the hyperbolic functions of `F64`, without tables and branches, so that
//! they work on vectors; and `sinh` and `cosh` of `F32`, which are computed in `F64`.
//!
//! The polynomials are interpolations at Chebyshev nodes, computed to 130 digits.

use super::power::exp2;
use super::{F32, F64, I32, I64};
use crate::builder::{Builder, CmpF};
use crate::functions::MathFn;

/// `(exp(r) - 1 - r) / r^2` for |r| <= ln 2 / 2.
const EXP: [f64; 11] = [
    0.5,
    0.1666666666666667,
    0.04166666666666667,
    0.00833333333332614,
    0.0013888888888883752,
    0.00019841269874804214,
    2.4801587325536023e-05,
    2.7557255421023506e-06,
    2.7557273657975953e-07,
    2.5105208339987698e-08,
    2.0914680780540263e-09,
];

/// `(2 atanh(s) - 2 s) / s^3` in powers of `s^2` for |s| <= 0.1716.
const LOG: [f64; 7] = [
    0.666666666666667,
    0.39999999999899444,
    0.2857142862600327,
    0.22222211130259878,
    0.18182889455674947,
    0.15331710618210773,
    0.14616585424888623,
];
/// `(sinh(x) - x) / x^3` in powers of `x^2` for |x| <= 1, relative error of `sinh` 2^-32.4.
const SINH: [f64; 4] = [0.16666666646842135, 0.00833333967591706, 0.00019838101968683888, 2.8062802582276946e-06];
/// 1.5 * 2^52: added to a number below 2^51, it rounds that to an integer, in the low bits.
pub(super) const MAGIC: f64 = 6755399441055744.0;
/// The upper 33 bits of ln 2, whose products with exponents are exact.
const LN2_HIGH: f64 = 0.6931471804855391;
const LN2_LOW: f64 = 7.440617110012397e-11;

/// An integer `n`, as a float, and as `n + 2048`, which is positive, so that [`scale`] can shift it as unsigned.
#[derive(Clone, Copy)]
pub(super) struct Integer<V> {
    pub float: V,
    pub biased: V,
}

/// `x + low = n ln 2 + r`: returns `r` and `n`.
fn reduce<B: Builder>(b: &mut B, x: B::V, low: Option<B::V>) -> (B::V, Integer<B::V>) {
    let magic = b.float(F64, MAGIC);
    let shifted = b.fmak(F64, x, std::f64::consts::LOG2_E, magic);
    let n = b.subf(shifted, magic);
    let mut r = b.fmak(F64, n, -LN2_HIGH, x);
    if let Some(low) = low {
        r = b.addf(r, low);
    }
    let r = b.fmak(F64, n, -LN2_LOW, r);
    (r, integer(b, n, shifted))
}

/// `n`, of which `shifted` is `n + MAGIC`.
pub(super) fn integer<B: Builder>(b: &mut B, n: B::V, shifted: B::V) -> Integer<B::V> {
    let bits = b.bitcast(shifted, I64);
    let zero = b.int(I64, MAGIC.to_bits() as i64 - 2048);
    Integer { float: n, biased: b.subi(bits, zero) }
}

/// `(exp(r) - 1 - r) / r^2` times `r^2`, plus `r`.
pub(super) fn expm1_kernel<B: Builder>(b: &mut B, r: B::V) -> B::V {
    let q = b.poly(F64, r, &EXP);
    let rr = b.mulf(r, r);
    b.fma(q, rr, r)
}

/// `2^(n - 2048)` for a normal result.
fn power_of_two<B: Builder>(b: &mut B, n: B::V) -> B::V {
    let bias = b.int(I64, 2048 - 1023);
    let field = b.subi(n, bias);
    let bits = b.shl(I64, field, 52);
    b.bitcast(bits, F64)
}

/// `v 2^n`, in two steps so that only the second can overflow or become subnormal.
pub(super) fn scale<B: Builder>(b: &mut B, v: B::V, n: Integer<B::V>) -> B::V {
    // Processors take long to round a product to a subnormal or to 0.
    if let Some(scaled) = b.scale(v, n.float) {
        return scaled;
    }
    // Shifted as unsigned: AVX2 has no arithmetic shift of 64 bits.
    let half = b.shru(I64, n.biased, 1);
    let other = b.subi(n.biased, half);
    let offset = b.int(I64, 1024);
    let (half, other) = (b.addi(half, offset), b.addi(other, offset));
    let (half, other) = (power_of_two(b, half), power_of_two(b, other));
    let v = b.mulf(v, half);
    b.mulf(v, other)
}

/// `max(low, min(x, high))` that keeps NaN.
pub(super) fn limit<B: Builder>(b: &mut B, x: B::V, low: f64, high: f64) -> B::V {
    let (low, high) = (b.float(F64, low), b.float(F64, high));
    let over = b.cmpf(CmpF::Ogt, x, high);
    let x = b.select(over, high, x);
    let under = b.cmpf(CmpF::Olt, x, low);
    b.select(under, low, x)
}

/// `exp(x + low)`, where `low` is what rounding lost of the argument.
pub(super) fn exp_of_sum<B: Builder>(b: &mut B, x: B::V, low: Option<B::V>) -> B::V {
    // exp(710) overflows, exp(-746) is below half of the smallest subnormal.
    let x = limit(b, x, -746.0, 710.0);
    let (r, n) = reduce(b, x, low);
    let v = expm1_kernel(b, r);
    let v = b.addk(F64, v, 1.0);
    scale(b, v, n)
}

pub(super) fn exp<B: Builder>(b: &mut B, x: B::V) -> B::V {
    exp_of_sum(b, x, None)
}

/// `2 (2^(n-1) expm1(r) + (2^(n-1) - 1/2))`: the last sum cancels only where it is exact.
pub(super) fn expm1<B: Builder>(b: &mut B, x: B::V) -> B::V {
    // Below -40 the result rounds to -1.
    let limited = limit(b, x, -40.0, 710.0);
    let (r, n) = reduce(b, limited, None);
    let m = expm1_kernel(b, r);
    let one = b.int(I64, 1);
    let less = b.subi(n.biased, one);
    let half_power = power_of_two(b, less);
    let rest = b.addk(F64, half_power, -0.5);
    let v = b.fma(half_power, m, rest);
    let v = b.addf(v, v);
    // Keeps -0 and the last bit of subnormals.
    let abs = b.absf(x);
    let tiny = b.cmpfk(CmpF::Olt, F64, abs, 2f64.powi(-54));
    b.select(tiny, x, v)
}

/// `x`, times 2^54 where it is positive and subnormal; and the exponent to add to that of the result: 0 or -54.
pub(super) fn subnormal_as_normal<B: Builder>(b: &mut B, x: B::V) -> (B::V, B::V) {
    let subnormal = b.cmpfk(CmpF::Olt, F64, x, f64::MIN_POSITIVE);
    let scaled = b.mulk(F64, x, 2f64.powi(54));
    let normal = b.select(subnormal, scaled, x);
    let (zero, shift) = (b.float(F64, 0.0), b.float(F64, -54.0));
    (normal, b.select(subnormal, shift, zero))
}

/// Splits a positive normal number into `2^k m`, `sqrt(1/2) <= m < sqrt(2)`; returns `m` and `k` as `I32`.
pub(super) fn split<B: Builder>(b: &mut B, x: B::V) -> (B::V, B::V) {
    let bits = b.bitcast(x, I64);
    let root_half = b.int(I64, 0x3fe6_a09e_667f_3bcd);
    let above = b.subi(bits, root_half);
    // Shifted as unsigned, with the bias of [`reduce`].
    let bias = b.int(I64, 2048 << 52);
    let biased = b.addi(above, bias);
    let field = b.shru(I64, biased, 52);
    let k = b.trunci(field, I32);
    let two_to_11 = b.int(I32, 2048);
    let k = b.subi(k, two_to_11);
    let whole = b.mask(I64, above, -1 << 52);
    let m = b.subi(bits, whole);
    (b.bitcast(m, F64), k)
}

/// `k ln 2 + log1p(f) + rest`, with `log1p(f) = 2 atanh(s)` for `s = f / (2 + f)`, arranged so that what is rounded
/// is small: `f - (f^2 / 2 - s (f^2 / 2 + R))`.
fn log_kernel<B: Builder>(b: &mut B, f: B::V, k: B::V, rest: Option<B::V>) -> B::V {
    let sum = b.addk(F64, f, 2.0);
    let s = b.divf(f, sum);
    let z = b.mulf(s, s);
    let p = b.poly(F64, z, &LOG);
    let r = b.mulf(p, z);
    let half = b.mulk(F64, f, 0.5);
    let half_square = b.mulf(half, f);
    let low = match rest {
        Some(rest) => b.fmak(F64, k, LN2_LOW, rest),
        None => b.mulk(F64, k, LN2_LOW),
    };
    let inner = b.addf(half_square, r);
    let low = b.fma(s, inner, low);
    let lost = b.subf(half_square, low);
    let v = b.subf(f, lost);
    b.fmak(F64, k, LN2_HIGH, v)
}

/// NaN below `zero`, -inf at it, and infinity and NaN for themselves.
fn log_specials<B: Builder>(b: &mut B, x: B::V, zero: f64, v: B::V) -> B::V {
    let zero = b.float(F64, zero);
    let positive = b.cmpf(CmpF::Ogt, x, zero);
    let at_zero = b.cmpf(CmpF::Oeq, x, zero);
    let minus_inf = b.float(F64, f64::NEG_INFINITY);
    let nan = b.float(F64, f64::NAN);
    let pole = b.select(at_zero, minus_inf, nan);
    let v = b.select(positive, v, pole);
    let infinite = b.cmpfk(CmpF::Oeq, F64, x, f64::INFINITY);
    b.select(infinite, x, v)
}

pub(super) fn log<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let (normal, shift) = subnormal_as_normal(b, x);
    let (m, k) = split(b, normal);
    let k = b.sitofp(k, F64);
    let k = b.addf(k, shift);
    let f = b.addk(F64, m, -1.0);
    let v = log_kernel(b, f, k, None);
    log_specials(b, x, 0.0, v)
}

/// The logarithm of `u = 1 + x`, plus to first order what rounding `u` lost.
pub(super) fn log1p<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let u = b.addk(F64, x, 1.0);
    let (m, k) = split(b, u);
    // x - (u - 1) if 1 is the larger summand, else 1 - (u - x): both exact.
    let one = b.float(F64, 1.0);
    let u_less_one = b.subf(u, one);
    let u_less_x = b.subf(u, x);
    let lost_small = b.subf(x, u_less_one);
    let lost_large = b.subf(one, u_less_x);
    let is_large = b.cmpfk(CmpF::Oge, F64, x, 1.0);
    let lost = b.select(is_large, lost_large, lost_small);
    // log(u + lost) - log(u) is lost / u, to more bits than matter. Where u is 0 or infinite the result is known.
    let rest = b.divf(lost, u);
    let f = b.addk(F64, m, -1.0);
    let k = b.sitofp(k, F64);
    let v = log_kernel(b, f, k, Some(rest));
    let v = log_specials(b, x, -1.0, v);
    // Keeps -0 and subnormals.
    let abs = b.absf(x);
    let tiny = b.cmpfk(CmpF::Olt, F64, abs, 2f64.powi(-54));
    b.select(tiny, x, v)
}

/// `(m + m / (m + 1)) / 2` with `m = expm1(|x|)`; for large |x|, `exp(|x|) / 2`.
pub(super) fn sinh<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    let m = expm1(b, abs);
    let more = b.addk(F64, m, 1.0);
    let q = b.divf(m, more);
    let sum = b.addf(m, q);
    let near = b.mulk(F64, sum, 0.5);
    let v = or_far(b, abs, near);
    b.copysign(v, x)
}

/// `(e + 1 / e) / 2` with `e = exp(|x|)`, far out as `sinh`.
pub(super) fn cosh<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    let e = exp(b, abs);
    let one = b.float(F64, 1.0);
    let inverse = b.divf(one, e);
    let sum = b.addf(e, inverse);
    let near = b.mulk(F64, sum, 0.5);
    or_far(b, abs, near)
}

/// `near`, or `exp(x) / 2` where the smaller exponential is lost.
fn or_far<B: Builder>(b: &mut B, x: B::V, near: B::V) -> B::V {
    // exp(x - ln 2), with what rounding the difference loses; 711 overflows.
    let x = limit(b, x, 0.0, 711.0);
    let less = b.addk(F64, x, -std::f64::consts::LN_2);
    let taken = b.subf(x, less);
    let low = b.addk(F64, taken, -std::f64::consts::LN_2);
    let far = exp_of_sum(b, less, Some(low));
    let is_far = b.cmpfk(CmpF::Oge, F64, x, 22.0);
    b.select(is_far, far, near)
}

/// `sinh(x)` and `cosh(x)` of `x` in `F32`, as [`exp_of_single`] gives them.
pub(crate) fn sinh_cosh_of_single<B: Builder>(b: &mut B, x: B::V) -> [B::V; 2] {
    let near = sinh_near(b, x);
    let abs = b.absf(x);
    let minus = b.negf(abs);
    let (e, inverse) = (exp_of_single(b, abs), exp_of_single(b, minus));
    let sum = b.addf(e, inverse);
    let difference = b.subf(e, inverse);
    let far = b.mulk(F64, difference, 0.5);
    let sign = b.extf(x, F64);
    let far = b.copysign(far, sign);
    let is_near = b.cmpfk(CmpF::Olt, F32, abs, 1.0);
    [b.select(is_near, near, far), b.mulk(F64, sum, 0.5)]
}

/// `sinh(x)` of `|x| < 1` in `F32`, as an `F64`.
fn sinh_near<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let wide = b.extf(x, F64);
    let square = b.mulf(wide, wide);
    let cube = b.mulf(square, wide);
    let p = b.poly(F64, square, &SINH);
    b.fma(p, cube, wide)
}

/// `sinh` of `F32` with XLA's rounding, see [`half_exponentials`]; below 1 the function itself.
pub(super) fn sinh_single<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let (near, wide) = (sinh_near(b, x), b.extf(x, F64));
    let abs = b.absf(x);
    let (larger, smaller) = half_exponentials(b, abs);
    let far = b.subf(larger, smaller);
    let far = b.copysign(far, wide);
    let is_near = b.cmpfk(CmpF::Olt, F32, abs, 1.0);
    let v = b.select(is_near, near, far);
    b.truncf(v, F32)
}

/// `cosh` of `F32` with XLA's rounding, see [`half_exponentials`].
pub(super) fn cosh_single<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let half = |b: &mut B, x| {
        let less = b.addk(F32, x, -std::f64::consts::LN_2);
        b.math(MathFn::Exp, F32, &[less])
    };
    let abs = b.absf(x);
    let minus = b.negf(abs);
    let (larger, smaller) = (half(b, abs), half(b, minus));
    b.addf(larger, smaller)
}

/// `exp(x) / 2` and `exp(-x) / 2`, of relative error 2^-34, as CHLO defines `sinh`, by `exp(±x - ln 2)`, which does not
/// overflow early. XLA rounds the exponent to `F32`, and what it computes is what programs are compared with: up to half a
/// unit in the last place of `x`, 2^-18, are lost of the exponent.
fn half_exponentials<B: Builder>(b: &mut B, x: B::V) -> (B::V, B::V) {
    let half = |b: &mut B, x| {
        let less = b.addk(F32, x, -std::f64::consts::LN_2);
        exp_of_single(b, less)
    };
    let minus = b.negf(x);
    (half(b, x), half(b, minus))
}

/// `exp(x)` of `x` in `F32`, as an `F64` of relative error 2^-34. Beyond 2^±300, where the product with any other `F32`
/// overflows or vanishes in `F32`, it stays as it is there.
pub(crate) fn exp_of_single<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let wide = b.extf(x, F64);
    let t = b.mulk(F64, wide, std::f64::consts::LOG2_E);
    let t = limit(b, t, -300.0, 300.0);
    exp2(b, t)
}

/// `m / (m + 2)` with `m = expm1(2|x|)`.
pub(super) fn tanh<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    // tanh(20) rounds to 1.
    let abs = limit(b, abs, 0.0, 20.0);
    let twice = b.addf(abs, abs);
    let m = expm1(b, twice);
    let sum = b.addk(F64, m, 2.0);
    let v = b.divf(m, sum);
    b.copysign(v, x)
}

/// `1 / (1 + exp(-x))`.
pub(super) fn logistic<B: Builder>(b: &mut B, x: B::V) -> B::V {
    // exp only of negative numbers, so that nothing overflows.
    let abs = b.absf(x);
    let minus = b.negf(abs);
    let e = b.math(MathFn::Exp, F64, &[minus]);
    let one = b.float(F64, 1.0);
    let positive = b.cmpfk(CmpF::Oge, F64, x, 0.0);
    let numerator = b.select(positive, one, e);
    let denominator = b.addf(one, e);
    b.divf(numerator, denominator)
}
