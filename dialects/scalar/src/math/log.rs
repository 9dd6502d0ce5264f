//! `log` and `log1p`.

use super::{F32, I32};
use crate::builder::{Builder, CmpF};

/// `(log1p(f) - f) / f^2` for |f| <= 1/3, relative error of log1p 2^-27.5.
const LOG1P: [f64; 9] = [
    -0.5,
    0.33333197236061096,  // 0x1.5554fap-2
    -0.24999921023845673, // -0x1.ffff96p-3
    0.2001149207353592,
    -0.1667429804801941,
    0.1398792862892151,
    -0.12277938425540924,
    0.14073631167411804,
    -0.12452710419893265,
];
const LN2_HIGH: f64 = 0.6931471824645996; // 0x1.62e430p-1
const LN2_LOW: f64 = -1.904654290582768e-09; // -0x1.05c610p-29

/// Splits a positive normal number into `2^k m`, `2/3 <= m < 4/3`; returns `m` and `k`'s bits.
fn split<B: Builder>(b: &mut B, x: B::V) -> (B::V, B::V) {
    let bits = b.bitcast(x, I32);
    let two_thirds = b.int(I32, 0x3f2a_aaab);
    let above = b.subi(bits, two_thirds);
    let k = b.shrs(I32, above, 23);
    let whole = b.shl(I32, k, 23);
    let m = b.subi(bits, whole);
    (b.bitcast(m, F32), k)
}

/// `k ln 2 + log1p(f) + rest`.
fn kernel<B: Builder>(b: &mut B, f: B::V, k: B::V, rest: Option<B::V>) -> B::V {
    let p = b.poly(F32, f, &LOG1P);
    let ff = b.mulf(f, f);
    let low = match rest {
        Some(rest) => b.fmak(F32, k, LN2_LOW, rest),
        None => b.mulk(F32, k, LN2_LOW),
    };
    let low = b.fma(p, ff, low);
    let v = b.addf(low, f);
    b.fmak(F32, k, LN2_HIGH, v)
}

/// NaN below `zero`, -inf at it, and infinity and NaN for themselves.
fn specials<B: Builder>(b: &mut B, x: B::V, zero: f64, v: B::V) -> B::V {
    let zero = b.float(F32, zero);
    let positive = b.cmpf(CmpF::Ogt, x, zero);
    let at_zero = b.cmpf(CmpF::Oeq, x, zero);
    let minus_inf = b.float(F32, f64::NEG_INFINITY);
    let nan = b.float(F32, f64::NAN);
    let pole = b.select(at_zero, minus_inf, nan);
    let v = b.select(positive, v, pole);
    let infinite = b.cmpfk(CmpF::Oeq, F32, x, f64::INFINITY);
    b.select(infinite, x, v)
}

pub(super) fn log<B: Builder>(b: &mut B, x: B::V) -> B::V {
    // Subnormals as normal numbers.
    let subnormal = b.cmpfk(CmpF::Olt, F32, x, f32::MIN_POSITIVE.into());
    let scaled = b.mulk(F32, x, 2f64.powi(23));
    let normal = b.select(subnormal, scaled, x);
    let (m, k) = split(b, normal);
    let k = b.sitofp(k, F32);
    let zero = b.float(F32, 0.0);
    let shift = b.float(F32, -23.0);
    let shift = b.select(subnormal, shift, zero);
    let k = b.addf(k, shift);
    let f = b.addk(F32, m, -1.0);
    let v = kernel(b, f, k, None);
    specials(b, x, 0.0, v)
}

/// The logarithm of `u = 1 + x`, plus to first order what rounding `u` lost.
pub(super) fn log1p<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let u = b.addk(F32, x, 1.0);
    let (m, k) = split(b, u);
    // x - (u - 1) if 1 is the larger summand, else 1 - (u - x): both exact.
    let one = b.float(F32, 1.0);
    let u_less_one = b.subf(u, one);
    let u_less_x = b.subf(u, x);
    let lost_small = b.subf(x, u_less_one);
    let lost_large = b.subf(one, u_less_x);
    let is_large = b.cmpfk(CmpF::Oge, F32, x, 1.0);
    let lost = b.select(is_large, lost_large, lost_small);
    // 2^-k, but 0 for k >= 127, where nothing is lost.
    let bias = b.int(I32, 127);
    let field = b.subi(bias, k);
    let zero = b.int(I32, 0);
    let field = b.maxsi(field, zero);
    let inverse = b.shl(I32, field, 23);
    let inverse = b.bitcast(inverse, F32);
    let lost = b.mulf(lost, inverse);
    let f = b.addk(F32, m, -1.0);
    // log(m + lost) - log(m) is lost / m, here to a few bits as lost (1 - f + f^2).
    let one_less = b.poly(F32, f, &[1.0, -1.0, 1.0]);
    let rest = b.mulf(lost, one_less);
    let k = b.sitofp(k, F32);
    let v = kernel(b, f, k, Some(rest));
    let v = specials(b, x, -1.0, v);
    // Keeps -0 and subnormals.
    let abs = b.absf(x);
    let tiny = b.cmpfk(CmpF::Olt, F32, abs, 2f64.powi(-25));
    b.select(tiny, x, v)
}
