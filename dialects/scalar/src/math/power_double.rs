//! `pow` of `F64`, for vectors as well: no table, no branch.
//!
//! `y log2 |x|` is computed to 68 bits, because its integral part, up to 1075, is the exponent of the result and takes
//! none of its precision.

use super::F64;
use super::double::{MAGIC, expm1_kernel, integer, limit, scale, split, subnormal_as_normal};
use super::pair::{self, Pair};
use super::power::with_special_cases;
use crate::builder::{Builder, CmpF};

/// `log2((1 + s) / (1 - s)) / s` in powers of `s^2` for |s| <= 0.1716: the first coefficients as pairs, relative error
/// 2^-72.
const LOG2_PAIRS: [[f64; 2]; 3] = [
    [2.8853900817779268, 4.0710547481862066e-17],
    [0.9617966939259756, 5.0577616648125907e-17],
    [0.5770780163555853, 5.2551030481378675e-17],
];
const LOG2: [f64; 8] = [
    0.4121985831111324,
    0.3205988979753357,
    0.26230818924505744,
    0.2219530852417105,
    0.19235906919914678,
    0.16974824399041255,
    0.15109140673926075,
    0.15317861923644802,
];
const LN2: [f64; 2] = [std::f64::consts::LN_2, 2.3190468138462996e-17];

/// `log2(x)` of a positive finite number.
fn log2<B: Builder>(b: &mut B, x: B::V) -> Pair<B::V> {
    let (normal, shift) = subnormal_as_normal(b, x);
    let (m, k) = split(b, normal);
    let k = b.sitofp(k, F64);
    let k = b.addf(k, shift);
    // s = (m - 1) / (m + 1); the numerator is exact.
    let two = b.float(F64, 2.0);
    let numerator = b.addk(F64, m, -1.0);
    let denominator = pair::sum(b, two, numerator);
    let one = b.float(F64, 1.0);
    let inverse = b.divf(one, denominator.high);
    let high = b.mulf(numerator, inverse);
    let minus = b.negf(high);
    let left = b.fma(minus, denominator.high, numerator);
    let left = b.fma(minus, denominator.low, left);
    let s = Pair { high, low: b.mulf(left, inverse) };

    let z = s.times(b, s);
    let tail = b.poly(F64, z.high, &LOG2);
    let tail = b.mulf(z.high, tail);
    let zero = b.float(F64, 0.0);
    let mut p = Pair { high: tail, low: zero };
    for (i, coefficient) in LOG2_PAIRS.into_iter().enumerate().rev() {
        let coefficient = Pair::constant(b, coefficient);
        p = coefficient.plus(b, p);
        if i > 0 {
            p = z.times(b, p);
        }
    }
    let log = s.times(b, p);
    let whole = pair::sum(b, k, log.high);
    Pair { high: whole.high, low: b.addf(whole.low, log.low) }
}

/// `2^t` for |t| <= 1100 or NaN.
fn exp2<B: Builder>(b: &mut B, t: Pair<B::V>) -> B::V {
    let magic = b.float(F64, MAGIC);
    let shifted = b.addf(t.high, magic);
    let n = b.subf(shifted, magic);
    let r = Pair { high: b.subf(t.high, n), low: t.low };
    let ln2 = Pair::constant(b, LN2);
    let r = r.times(b, ln2);
    // exp(high + low) = 1 + e + low (1 + e), with e = expm1(high).
    let e = expm1_kernel(b, r.high);
    let low = b.fma(r.low, e, r.low);
    let v = b.addf(e, low);
    let v = b.addk(F64, v, 1.0);
    let n = integer(b, n, shifted);
    scale(b, v, n)
}

/// `2^(y log2 |x|)` with the signs, zeros, infinities and NaNs of C's `pow`.
pub(super) fn pow<B: Builder>(b: &mut B, x: B::V, y: B::V) -> B::V {
    let x_abs = b.absf(x);
    let log = log2(b, x_abs);
    let zero = b.float(F64, 0.0);
    let minus_inf = b.float(F64, f64::NEG_INFINITY);
    let x_zero = b.cmpfk(CmpF::Oeq, F64, x_abs, 0.0);
    let high = b.select(x_zero, minus_inf, log.high);
    // Also takes NaN.
    let x_large = b.cmpfk(CmpF::Ueq, F64, x_abs, f64::INFINITY);
    let high = b.select(x_large, x_abs, high);
    // (-1)^inf is 1.
    let y_abs = b.absf(y);
    let y_infinite = b.cmpfk(CmpF::Oeq, F64, y_abs, f64::INFINITY);
    let x_unit = b.cmpfk(CmpF::Oeq, F64, x_abs, 1.0);
    let unit = b.andi(y_infinite, x_unit);
    let exponent = b.select(unit, zero, y);
    let t = pair::product(b, exponent, high);
    let low = b.fma(exponent, log.low, t.low);
    // Beyond these F64 overflows, or rounds to 0.
    let limited = limit(b, t.high, -1100.0, 1100.0);
    let inside = b.cmpf(CmpF::Oeq, limited, t.high);
    let low = b.select(inside, low, zero);
    let v = exp2(b, Pair { high: limited, low });
    with_special_cases(b, F64, x, y, v)
}
