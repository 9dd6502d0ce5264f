//! `rsqrt` and `cbrt`.

use super::pair;
use super::{F32, F64, I32, I64};
use crate::builder::{Builder, CmpF};
use crate::element::Machine;

/// `y = 1 / sqrt(x)`, then `y + y (1 - x y^2) / 2`, with `x y` as an exact sum of two numbers.
pub(super) fn rsqrt<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let root = b.sqrt(x);
    let one = b.float(F32, 1.0);
    let y = b.divf(one, root);
    let minus_y = b.negf(y);
    let high = b.mulf(x, minus_y);
    let minus_high = b.negf(high);
    let low = b.fma(x, minus_y, minus_high);
    let e = b.fma(high, y, one);
    let e = b.fma(low, y, e);
    let half = b.mulk(F32, e, 0.5);
    let better = b.fma(half, y, y);
    // 0 and infinity are exact (and the difference of infinities is NaN).
    let nan = b.is_nan(better);
    b.select(nan, y, better)
}

/// `x r^2` with `r` near `x^(-1/3)`: a guess from the exponent, one step of order 4 in `F32`, one of
/// order 3 in `F64`. No division, and one rounding that counts.
pub(super) fn cbrt<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    // Subnormals as normal numbers; 2^24 has the cube root 2^8.
    let subnormal = b.cmpfk(CmpF::Olt, F32, abs, f32::MIN_POSITIVE.into());
    let scaled = b.mulk(F32, abs, 2f64.powi(24));
    let a = b.select(subnormal, scaled, abs);
    // The bits of a float are nearly its logarithm: those of x^(-1/3) are 4/3 of 1.0's less a third.
    let bits = b.bitcast(a, I32);
    let bits = b.sitofp(bits, F32);
    let third = b.mulk(F32, bits, 1.0 / 3.0);
    let third = b.fptosi(third, I32);
    let magic = b.int(I32, 0x54a2_1d2a);
    let guess = b.subi(magic, third);
    let r = b.bitcast(guess, F32);
    // With e = 1 - a r^3 the root is r (1 - e)^(-1/3).
    let rr = b.mulf(r, r);
    let ar = b.mulf(a, r);
    let minus = b.negf(ar);
    let one = b.float(F32, 1.0);
    let e = b.fma(minus, rr, one);
    let p = b.poly(F32, e, &[1.0 / 3.0, 2.0 / 9.0, 14.0 / 81.0]);
    let re = b.mulf(r, e);
    let r = b.fma(re, p, r);

    let (a, r) = (b.extf(a, F64), b.extf(r, F64));
    let rr = b.mulf(r, r);
    let y = b.mulf(a, rr);
    let minus = b.negf(y);
    let one = b.float(F64, 1.0);
    let e = b.fma(minus, r, one);
    // x r^2 (1 - e)^(-2/3)
    let p = b.poly(F64, e, &[2.0 / 3.0, 5.0 / 9.0]);
    let ye = b.mulf(y, e);
    let y = b.fma(ye, p, y);
    let y = b.truncf(y, F32);
    let small = b.mulk(F32, y, 2f64.powi(-8));
    let y = b.select(subnormal, small, y);
    let y = b.copysign(y, x);
    own_roots(b, F32, x, y)
}

/// `x` where it is 0, an infinity or NaN, its own root; else `root`.
fn own_roots<B: Builder>(b: &mut B, t: Machine, x: B::V, root: B::V) -> B::V {
    let zero = b.cmpfk(CmpF::Oeq, t, x, 0.0);
    let abs = b.absf(x);
    let not_finite = b.cmpfk(CmpF::Ueq, t, abs, f64::INFINITY);
    let own = b.ori(zero, not_finite);
    b.select(own, x, root)
}

/// `1 / sqrt(x)` of `F64`.
pub(super) fn rsqrt_double<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let root = b.sqrt(x);
    let one = b.float(F64, 1.0);
    b.divf(one, root)
}

/// As of `F32`: a guess from the exponent and two steps of order 4 for `r`, the inverse of the root; then one of
/// Newton's for `x r^2`, by its exact remainder.
pub(super) fn cbrt_double<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    // Subnormals as normal numbers, and the largest as such that y^3 does not overflow; 2^54 has the cube root 2^18.
    let subnormal = b.cmpfk(CmpF::Olt, F64, abs, f64::MIN_POSITIVE);
    let large = b.cmpfk(CmpF::Ogt, F64, abs, 2f64.powi(1000));
    let scaled = |b: &mut B, x, bits| {
        let (up, down) = (b.mulk(F64, x, 2f64.powi(bits)), b.mulk(F64, x, 2f64.powi(-bits)));
        let x = b.select(large, down, x);
        b.select(subnormal, up, x)
    };
    let a = scaled(b, abs, 54);
    let bits = b.bitcast(a, I64);
    let upper = b.shru(I64, bits, 32);
    let upper = b.trunci(upper, I32);
    let upper = b.sitofp(upper, F32);
    let third = b.mulk(F32, upper, 1.0 / 3.0);
    let third = b.fptosi(third, I32);
    let magic = b.int(I32, 0x553e_f0ff);
    let guess = b.subi(magic, third);
    let guess = b.extui(guess, I64);
    let guess = b.shl(I64, guess, 32);
    let mut r = b.bitcast(guess, F64);
    let one = b.float(F64, 1.0);
    for _ in 0..2 {
        let rr = b.mulf(r, r);
        let ar = b.mulf(a, r);
        let minus = b.negf(ar);
        let e = b.fma(minus, rr, one);
        let p = b.poly(F64, e, &[1.0 / 3.0, 2.0 / 9.0, 14.0 / 81.0]);
        let re = b.mulf(r, e);
        r = b.fma(re, p, r);
    }
    let rr = b.mulf(r, r);
    let y = b.mulf(a, rr);
    // a - y^3, where y^2 and y^3 are sums of two numbers.
    let square = pair::product(b, y, y);
    let cube = pair::product(b, square.high, y);
    let left = b.subf(a, cube.high);
    let left = b.subf(left, cube.low);
    let minus = b.negf(square.low);
    let left = b.fma(minus, y, left);
    let slope = b.mulk(F64, rr, 1.0 / 3.0);
    let y = b.fma(left, slope, y);
    let y = scaled(b, y, -18);
    let y = b.copysign(y, x);
    own_roots(b, F64, x, y)
}
