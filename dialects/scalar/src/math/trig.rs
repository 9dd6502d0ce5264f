//! `sin`, `cos`, `tan`.

use super::trig_double::{is_odd, negate_by};
use super::{F32, F64, I32, I64};
use crate::builder::{Builder, CmpF, CmpI};

/// `2 / pi` in pieces of 27 bits, the last of 53: a product with an `F32` is exact for the first
/// three. `NEAR` starts with the first bit. `FAR` starts with the bit of weight 2^-53: what lies
/// before it, times a number of at least 2^77 (a multiple of 2^54), makes whole turns.
const NEAR: [f64; 4] = [
    0.6366197690367699,     // 0x1.45f306cp-1
    3.330811459978378e-09,  // 0x1.c9c8828p-29
    1.615379759713065e-17,  // 0x1.29fc27p-56
    2.8376220177865265e-25, // 0x1.5f47d4d377037p-82
];
const FAR: [f64; 4] = [
    7.166494800120787e-17,  // 0x1.4a7f098p-54
    1.110942804150016e-24,  // 0x1.57d1f5p-80
    1.0181664348640722e-32, // 0x1.a6ee06cp-107
    3.8858987075186823e-41, // 0x1.b14acc9e21c82p-135
];
const FAR_FROM: f64 = 151115727451828646838272.0; // 2^77

/// `x = n pi/2 + r`, |r| <= pi/4 (a little more by rounding): returns `r` as `F64` and the low bits
/// of `n` as `I64`. Exact modular arithmetic in quarter turns (after Payne and Hanek): each product
/// is reduced before they are added, so nothing is lost however large `x` is.
fn reduce<B: Builder>(b: &mut B, x: B::V) -> (B::V, B::V) {
    let wide = b.extf(x, F64);
    let abs = b.absf(x);
    let far = b.cmpfk(CmpF::Oge, F32, abs, FAR_FROM);
    let mut product = |i: usize| {
        let near_piece = b.float(F64, NEAR[i]);
        let far_piece = b.float(F64, FAR[i]);
        let piece = b.select(far, far_piece, near_piece);
        b.mulf(wide, piece)
    };
    let p: [B::V; 4] = std::array::from_fn(&mut product);
    // The first product may be too large for its quarters to be counted: drop whole turns.
    let turns = b.mulk(F64, p[0], 0.25);
    let turns = b.roundeven(turns);
    let p0 = b.fmak(F64, turns, -4.0, p[0]);
    let mut count = b.float(F64, 0.0);
    let mut r = b.float(F64, 0.0);
    for v in [p0, p[1], p[2]] {
        let whole = b.roundeven(v);
        let fraction = b.subf(v, whole);
        count = b.addf(count, whole);
        r = b.addf(r, fraction);
    }
    // The last product, up to 1/16, takes part in the decision but is added after the exact sum.
    let sum = b.addf(r, p[3]);
    let whole = b.roundeven(sum);
    let r = b.subf(r, whole);
    let count = b.addf(count, whole);
    let r = b.addf(r, p[3]);
    let r = b.mulk(F64, r, std::f64::consts::FRAC_PI_2);
    // Adding 1.5 * 2^52 puts the integer into the low bits.
    let bits = b.addk(F64, count, 6755399441055744.0);
    (r, b.bitcast(bits, I64))
}

/// `(sin(r) - r) / r^3` in powers of `r^2`, relative error of sin 2^-27.9.
const SIN: [f64; 3] = [
    -0.16666655242443085,    // -0x1.555546p-3
    0.008332189172506332,    // 0x1.110778p-7
    -0.00019518285989761353, // -0x1.995400p-13
];

/// `(cos(r) - 1 + r^2/2) / r^4` in powers of `r^2`, relative error of cos 2^-33.
const COS: [f64; 3] = [
    0.04166664555668831,    // 0x1.55554ap-5
    -0.0013887309469282627, // -0x1.6c0c28p-10
    2.4432327336398885e-05, // 0x1.99e80cp-16
];

/// `sin(r + n pi/2)`. What rounding `r` to `F32` cuts off enters to first order.
fn quadrant<B: Builder>(b: &mut B, wide: B::V, n: B::V) -> B::V {
    let r = b.truncf(wide, F32);
    let back = b.extf(r, F64);
    let low = b.subf(wide, back);
    let low = b.truncf(low, F32);
    let u = b.mulf(r, r);
    let p = b.poly(F32, u, &SIN);
    let ru = b.mulf(r, u);
    let sin = b.fma(p, ru, low);
    let sin = b.addf(sin, r);
    // 1 - u/2 is split into a rounded number and its exact error, into which the other terms are added.
    let minus_half = b.float(F32, -0.5);
    let one = b.float(F32, 1.0);
    let high = b.fma(u, minus_half, one);
    let lost = b.subf(one, high);
    let lost = b.fma(u, minus_half, lost);
    // Half of what rounding r^2 cut off, and low times the derivative (sin r, r to a few bits).
    let minus_u = b.negf(u);
    let u_lost = b.fma(r, r, minus_u);
    let lost = b.fma(u_lost, minus_half, lost);
    let minus_low = b.negf(low);
    let lost = b.fma(r, minus_low, lost);
    let q = b.poly(F32, u, &COS);
    let uu = b.mulf(u, u);
    let q = b.fma(q, uu, lost);
    let cos = b.addf(high, q);
    let odd = b.mask(I32, n, 1);
    let even = b.cmpik(CmpI::Eq, I32, odd, 0);
    let v = b.select(even, sin, cos);
    let sign = b.mask(I32, n, 2);
    let sign = b.shl(I32, sign, 30);
    let bits = b.bitcast(v, I32);
    let bits = b.xori(bits, sign);
    b.bitcast(bits, F32)
}

/// Where `sin(x)` and `tan(x)` round to `x`: keeps -0 and subnormals.
fn keep_tiny<B: Builder>(b: &mut B, x: B::V, v: B::V) -> B::V {
    let abs = b.absf(x);
    let tiny = b.cmpfk(CmpF::Olt, F32, abs, 2f64.powi(-13));
    b.select(tiny, x, v)
}

pub(super) fn sin<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let (r, n) = reduce(b, x);
    let n = b.trunci(n, I32);
    let v = quadrant(b, r, n);
    keep_tiny(b, x, v)
}

pub(super) fn cos<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let (r, n) = reduce(b, x);
    let n = b.trunci(n, I32);
    let one = b.int(I32, 1);
    let n = b.addi(n, one);
    quadrant(b, r, n)
}

/// As `SIN`, 2^-37.5.
const SIN_WIDE: [f64; 4] = [
    -0.1666666664077645,    // -0x1.5555554c70018p-3
    0.008333329302433252,   // 0x1.111108690e504p-7
    -0.0001983931148978746, // -0x1.a00f7e166de15p-13
    2.7181141578626474e-06, // 0x1.6cd1b0fa40169p-19
];

/// As `COS`, 2^-42.9.
const COS_WIDE: [f64; 4] = [
    0.04166666661945419,    // 0x1.5555554ed8312p-5
    -0.0013888883496884922, // -0x1.6c16b828a9144p-10
    2.4799459315112113e-05, // 0x1.a010dde128758p-16
    -2.720568498224061e-07, // -0x1.241e6addef63dp-22
];

/// `sin(r)` and `cos(r)` in `F64`, and whether `n` is odd, where `x = n pi/2 + r`; and `n`.
fn wide_quadrant<B: Builder>(b: &mut B, x: B::V) -> ([B::V; 2], B::V, B::V) {
    let (r, n) = reduce(b, x);
    let u = b.mulf(r, r);
    let p = b.poly(F64, u, &SIN_WIDE);
    let ru = b.mulf(r, u);
    let sin = b.fma(p, ru, r);
    let q = b.poly(F64, u, &COS_WIDE);
    let minus_half = b.float(F64, -0.5);
    let q = b.fma(q, u, minus_half);
    let one = b.float(F64, 1.0);
    let cos = b.fma(q, u, one);
    ([sin, cos], is_odd(b, n), n)
}

/// `sin(x)` and `cos(x)` of `x` in `F32`, as `F64` of relative error 2^-37.
pub(crate) fn sin_cos_of_single<B: Builder>(b: &mut B, x: B::V) -> [B::V; 2] {
    let ([sin, cos], odd, n) = wide_quadrant(b, x);
    let one = b.int(I64, 1);
    let next = b.addi(n, one);
    let (s, c) = (b.select(odd, cos, sin), b.select(odd, sin, cos));
    [negate_by(b, s, n, 1), negate_by(b, c, next, 1)]
}

/// The quotient, in `F64` up to the last rounding.
pub(super) fn tan<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let ([sin, cos], odd, _) = wide_quadrant(b, x);
    let minus_sin = b.negf(sin);
    let numerator = b.select(odd, cos, sin);
    let denominator = b.select(odd, minus_sin, cos);
    let v = b.divf(numerator, denominator);
    let v = b.truncf(v, F32);
    keep_tiny(b, x, v)
}
