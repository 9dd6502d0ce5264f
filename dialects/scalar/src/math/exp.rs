//! `exp` and what is made of it: `expm1`, `logistic`, `tanh`, `erf`.

use super::{F32, I32};
use crate::builder::{Builder, CmpF};
use crate::functions::MathFn;

/// 1.5 * 2^23: added to a number below 2^22, it rounds that to an integer, in the low bits.
const MAGIC: f64 = 12582912.0;
const MAGIC_BITS: i64 = 0x4b40_0000;
const LOG2_E: f64 = 1.4426950216293335; // 0x1.715476p+0
const LN2_HIGH: f64 = 0.6931471824645996; // 0x1.62e430p-1
const LN2_LOW: f64 = -1.904654290582768e-09; // -0x1.05c610p-29

/// `(exp(r) - 1 - r) / r^2` for |r| <= ln 2 / 2, relative error of exp 2^-28.2.
const EXP: [f64; 5] = [
    0.4999999403953552,   // 0x1.fffffcp-2
    0.16666516661643982,  // 0x1.55548cp-3
    0.041668105870485306, // 0x1.55585ap-5
    0.00836914125829935,  // 0x1.123d72p-7
    0.001383674331009388, // 0x1.6ab8d0p-10
];

/// The same fitted to the relative error of expm1, 2^-26.1.
const EXPM1: [f64; 5] = [
    0.4999999701976776,    // 0x1.fffffep-2
    0.16666539013385773,   // 0x1.5554aap-3
    0.041667744517326355,  // 0x1.555798p-5
    0.008367057889699936,  // 0x1.122bf8p-7
    0.0013839381281286478, // 0x1.6aca84p-10
];

/// An integer, as a float and as itself.
struct Integer<V> {
    float: V,
    bits: V,
}

/// The integer nearest to `factor * x`. No conversion to integer, so NaN is safe.
fn nearest<B: Builder>(b: &mut B, x: B::V, factor: f64) -> Integer<B::V> {
    let magic = b.float(F32, MAGIC);
    let shifted = b.fmak(F32, x, factor, magic);
    let float = b.subf(shifted, magic);
    let bits = b.bitcast(shifted, I32);
    let magic = b.int(I32, MAGIC_BITS);
    Integer { float, bits: b.subi(bits, magic) }
}

/// `x = n ln 2 + r`: returns `r` and `n`.
fn reduce<B: Builder>(b: &mut B, x: B::V) -> (B::V, Integer<B::V>) {
    let n = nearest(b, x, LOG2_E);
    let r = b.fmak(F32, n.float, -LN2_HIGH, x);
    (b.fmak(F32, n.float, -LN2_LOW, r), n)
}

/// `exp(r)` for reduced `r`.
fn kernel<B: Builder>(b: &mut B, r: B::V) -> B::V {
    let [c0, rest @ ..] = &EXP;
    let q = b.poly(F32, r, rest);
    let c0 = b.float(F32, *c0);
    let q = b.fma(q, r, c0);
    let one = b.float(F32, 1.0);
    let q = b.fma(q, r, one);
    b.fma(q, r, one)
}

/// `2^n` for -126 <= n <= 127.
fn power_of_two<B: Builder>(b: &mut B, n: B::V) -> B::V {
    let bias = b.int(I32, 127);
    let field = b.addi(n, bias);
    let bits = b.shl(I32, field, 23);
    b.bitcast(bits, F32)
}

/// `v * 2^n`, in two steps so that only the second can overflow or become subnormal.
fn scale<B: Builder>(b: &mut B, v: B::V, n: Integer<B::V>) -> B::V {
    if let Some(scaled) = b.scale(v, n.float) {
        return scaled;
    }
    let half = b.shrs(I32, n.bits, 1);
    let rest = b.subi(n.bits, half);
    let half = power_of_two(b, half);
    let rest = power_of_two(b, rest);
    let v = b.mulf(v, half);
    b.mulf(v, rest)
}

/// The same where the result neither overflows nor is subnormal: one step is enough.
fn scale_in_range<B: Builder>(b: &mut B, v: B::V, n: Integer<B::V>) -> B::V {
    if let Some(scaled) = b.scale(v, n.float) {
        return scaled;
    }
    let power = power_of_two(b, n.bits);
    b.mulf(v, power)
}

/// `min(x, limit)` that keeps NaN.
fn at_most<B: Builder>(b: &mut B, x: B::V, limit: f64) -> B::V {
    let k = b.float(F32, limit);
    let over = b.cmpf(CmpF::Ogt, x, k);
    b.select(over, k, x)
}

/// `max(x, limit)` that keeps NaN.
fn at_least<B: Builder>(b: &mut B, x: B::V, limit: f64) -> B::V {
    let k = b.float(F32, limit);
    let under = b.cmpf(CmpF::Olt, x, k);
    b.select(under, k, x)
}

pub(super) fn exp<B: Builder>(b: &mut B, x: B::V) -> B::V {
    // exp(89) overflows, exp(-104) is below half of the smallest subnormal.
    let x = at_most(b, x, 89.0);
    let x = at_least(b, x, -104.0);
    let (r, n) = reduce(b, x);
    let v = kernel(b, r);
    scale(b, v, n)
}

/// `exp(x)` for -87 <= x <= 88 (or NaN).
fn exp_in_range<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let (r, n) = reduce(b, x);
    let v = kernel(b, r);
    scale_in_range(b, v, n)
}

/// `exp(2x)` for 0 <= x <= 10 (or NaN), with a relative error of `2^-28 n` for the `n` of the reduction.
fn exp_of_twice<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let n = nearest(b, x, 2.0 * LOG2_E);
    let r = b.fmak(F32, n.float, -LN2_HIGH / 2.0, x);
    let [c2, c3, c4, c5, c6] = EXP;
    let v = b.poly(F32, r, &[1.0, 2.0, 4.0 * c2, 8.0 * c3, 16.0 * c4, 32.0 * c5, 64.0 * c6]);
    scale_in_range(b, v, n)
}

/// `2 (2^(n-1) expm1(r) + (2^(n-1) - 1/2))`: the last sum cancels only where it is exact.
pub(super) fn expm1<B: Builder>(b: &mut B, x: B::V) -> B::V {
    // Below -18 the result rounds to -1.
    let limited = at_most(b, x, 89.0);
    let limited = at_least(b, limited, -18.0);
    let (r, n) = reduce(b, limited);
    let q = b.poly(F32, r, &EXPM1);
    let rr = b.mulf(r, r);
    let m = b.fma(q, rr, r);
    let one = b.int(I32, 1);
    let less = b.subi(n.bits, one);
    let half_power = power_of_two(b, less);
    let rest = b.addk(F32, half_power, -0.5);
    let v = b.fma(half_power, m, rest);
    let v = b.addf(v, v);
    // Keeps -0 and the last bit of subnormals.
    let abs = b.absf(x);
    let tiny = b.cmpfk(CmpF::Olt, F32, abs, 2f64.powi(-25));
    b.select(tiny, x, v)
}

/// `1 / (1 + e)` or `e / (1 + e)` with `e = exp(-|x|)`; what the sum and the quotient round off is
/// given back, which leaves the error of `e`.
pub(super) fn logistic<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    let minus = b.negf(abs);
    let e = b.math(MathFn::Exp, F32, &[minus]);
    let one = b.float(F32, 1.0);
    let positive = b.cmpfk(CmpF::Oge, F32, x, 0.0);
    let numerator = b.select(positive, one, e);
    let sum = b.addf(one, e);
    let kept = b.subf(sum, one);
    let lost = b.subf(e, kept);
    let inverse = b.divf(one, sum);
    let q = b.mulf(numerator, inverse);
    let minus_q = b.negf(q);
    let rest = b.fma(minus_q, sum, numerator);
    let rest = b.fma(minus_q, lost, rest);
    b.fma(rest, inverse, q)
}

/// `(tanh(x) - x) / x^3` in powers of `x^2` for |x| <= 0.65, relative error of tanh 2^-27.1.
const TANH: [f64; 5] = [
    -0.3333325982093811,   // -0x1.555524p-2
    0.1333082914352417,    // 0x1.1103f0p-3
    -0.05368790403008461,  // -0x1.b7cfb2p-5
    0.020469000563025475,  // 0x1.4f5d36p-6
    -0.005514679942280054, // -0x1.6968fap-8
];

/// A polynomial near 0, `1 - 2 / (exp(2|x|) + 1)` elsewhere.
pub(super) fn tanh<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    // tanh(10) rounds to 1.
    let t = at_most(b, abs, 10.0);
    let e = exp_of_twice(b, t);
    let e1 = b.addk(F32, e, 1.0);
    let minus_two = b.float(F32, -2.0);
    let q = b.divf(minus_two, e1);
    let large = b.addk(F32, q, 1.0);

    let u = b.mulf(t, t);
    let p = b.poly(F32, u, &TANH);
    let p = b.mulf(p, u);
    let small = b.fma(p, t, t);
    let is_small = b.cmpfk(CmpF::Olt, F32, t, 0.625);
    let v = b.select(is_small, small, large);
    b.copysign(v, x)
}

/// `erf(x) / x - 1` in powers of `x^2` for |x| <= 1, relative error of erf 2^-29.4.
const ERF_SMALL: [f64; 7] = [
    0.12837916612625122,    // 0x1.06eba8p-3
    -0.3761262595653534,    // -0x1.81273ep-2
    0.11283578723669052,    // 0x1.ce2ce6p-4
    -0.026853347197175026,  // -0x1.b7f71ap-6
    0.005187162198126316,   // 0x1.53f224p-8
    -0.0007997853099368513, // -0x1.a3515ep-11
    7.806903158780187e-05,  // 0x1.4771fcp-14
];

/// `ln(1 - erf(x))` for 1 <= x <= 4, relative error of erf 2^-29.7.
const ERF_LARGE: [f64; 7] = [
    -0.0003415533574298024, // -0x1.662508p-12
    -1.127089023590088,     // -0x1.2088e8p+0
    -0.6381452083587646,    // -0x1.46baf8p-1
    -0.1031063124537468,    // -0x1.a652cep-4
    0.021837780252099037,   // 0x1.65ca4ap-6
    -0.0029475647024810314, // -0x1.8257dcp-9
    0.00018636681488715112, // 0x1.86d6ecp-13
];

pub(super) fn erf<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    // erf(4) rounds to 1.
    let t = at_most(b, abs, 4.0);
    let log = b.poly(F32, t, &ERF_LARGE);
    let rest = exp_in_range(b, log);
    let one = b.float(F32, 1.0);
    let large = b.subf(one, rest);
    let u = b.mulf(t, t);
    let p = b.poly(F32, u, &ERF_SMALL);
    let small = b.fma(p, t, t);
    let is_small = b.cmpfk(CmpF::Olt, F32, t, 1.0);
    let v = b.select(is_small, small, large);
    b.copysign(v, x)
}
