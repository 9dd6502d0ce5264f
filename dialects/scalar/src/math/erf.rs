//! `erf`, `erfc` and `erf_inv` of `F64`.

use super::F64;
use super::double::exp_of_sum;
use crate::builder::{Builder, CmpF, MathFn};

/// `erf(x) / x - 1` in powers of `x^2` for |x| <= 1/2.
const ERF: [f64; 11] = [
    0.1283791670955126,
    -0.37612638903183754,
    0.11283791670955123,
    -0.026866170645130034,
    0.005223977625403192,
    -0.0008548327016159163,
    0.00012055332131175981,
    -1.4925586560096415e-05,
    1.6459034327218912e-06,
    -1.6273138761686977e-07,
    1.3214378238338438e-08,
];

/// `exp(x^2) erfc(x) (1 + 2x)` in powers of `(x - 3) / (x + 3)` for 1/2 <= x <= 28.
const ERFC: [f64; 23] = [
    1.2530080582697296,
    -0.1356211061245812,
    -0.04756229435345069,
    0.129645158702762,
    -0.11927366341531184,
    0.06830802734394606,
    -0.023770514918535,
    0.0025293918163012867,
    0.0018886903563882266,
    -0.0007798322711238722,
    -0.00010515976006998048,
    0.00012509932517614915,
    4.949171856598834e-06,
    -2.0100366204579723e-05,
    -7.300584944122771e-07,
    3.471590922188021e-06,
    3.5270573932933196e-07,
    -6.145935469896456e-07,
    -1.3434782089576666e-07,
    9.873766274044104e-08,
    3.425864841281962e-08,
    -1.0645556253175624e-08,
    -4.336368740303364e-09,
];

/// `erf_inv(x) / x` in powers of `w / 3.125 - 1` for `w = -ln(1 - x^2) <= 6.25`.
const ERF_INV_SMALL: [f64; 23] = [
    1.6536545626831027,
    0.7504943200799679,
    -0.058922567103779404,
    -0.022604447453825078,
    0.017808361818432112,
    -0.00413731436767485,
    -0.001271692271958298,
    0.0012324854519911068,
    -0.00026439362645934515,
    -0.0001168880630842072,
    9.336711350835166e-05,
    -1.5030870369108395e-05,
    -1.125619146677325e-05,
    7.1383125443102916e-06,
    -6.866552594632471e-07,
    -1.0734591410364882e-06,
    5.444465821755199e-07,
    5.601549819901144e-09,
    -1.0426210588989032e-07,
    2.8085454480599277e-08,
    8.699377880241274e-09,
    -4.138396507936207e-09,
    -1.8199034168726056e-11,
];

/// The same in powers of `(sqrt(w) - 3.25) / 0.75` for sqrt(w) from 2.5 to 4.
const ERF_INV_MIDDLE: [f64; 20] = [
    3.0838856104922208,
    0.7539442257706239,
    0.00302113943638407,
    -0.0015825410894034398,
    0.0007883078509981353,
    -0.0004006356984211825,
    0.00016966502592018017,
    -4.739182677882865e-05,
    2.4058391918338327e-06,
    5.127314470348767e-06,
    -2.6646983082852556e-06,
    5.264680305425013e-07,
    9.267642775523117e-08,
    -9.46984593753811e-08,
    2.6703991718481456e-08,
    -3.6086983146965074e-10,
    -2.7195823537882847e-09,
    9.85047133124713e-10,
    3.929056598182976e-12,
    -6.385846404875191e-11,
];

/// The same in powers of `(sqrt(w) - 5.05) / 1.05` for sqrt(w) from 4 to 6.1, where x is next to 1.
const ERF_INV_LARGE: [f64; 18] = [
    4.90042105144364,
    1.0607992684776597,
    -0.00018726854582615907,
    -0.00023188618669361995,
    8.659304743598532e-05,
    -2.3451082248504614e-05,
    5.620177605032979e-06,
    -1.2763576425122616e-06,
    2.978189043184647e-07,
    -8.522914099015427e-08,
    3.573143865797465e-08,
    -1.914660588328385e-08,
    1.011053871325393e-08,
    -4.984996381194203e-09,
    2.3885240700769668e-09,
    -7.90683999697298e-10,
    2.0194198350167507e-12,
    6.307826181745226e-11,
];
/// `erf(x)` for |x| <= 1/2.
fn erf_small<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let u = b.mulf(x, x);
    let p = b.poly(F64, u, &ERF);
    b.fma(p, x, x)
}

/// `erfc(a)` for a >= 1/2: `exp(-a^2)`, with what rounding the square loses, times a polynomial.
fn erfc_large<B: Builder>(b: &mut B, a: B::V) -> B::V {
    // erfc(28) rounds to 0.
    let limit = b.float(F64, 28.0);
    let over = b.cmpf(CmpF::Ogt, a, limit);
    let a = b.select(over, limit, a);
    let minus = b.negf(a);
    let high = b.mulf(minus, a);
    let minus_high = b.negf(high);
    let low = b.fma(minus, a, minus_high);
    let e = exp_of_sum(b, high, Some(low));
    let (less, more) = (b.addk(F64, a, -3.0), b.addk(F64, a, 3.0));
    let t = b.divf(less, more);
    let p = b.poly(F64, t, &ERFC);
    let one = b.float(F64, 1.0);
    let denominator = b.fmak(F64, a, 2.0, one);
    let p = b.divf(p, denominator);
    b.mulf(e, p)
}

pub(super) fn erf<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let small = erf_small(b, x);
    let abs = b.absf(x);
    let rest = erfc_large(b, abs);
    let one = b.float(F64, 1.0);
    let large = b.subf(one, rest);
    let large = b.copysign(large, x);
    let is_large = b.cmpfk(CmpF::Oge, F64, abs, 0.5);
    b.select(is_large, large, small)
}

pub(super) fn erfc<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let erf = erf_small(b, x);
    let abs = b.absf(x);
    let right = erfc_large(b, abs);
    let (one, two) = (b.float(F64, 1.0), b.float(F64, 2.0));
    let small = b.subf(one, erf);
    let left = b.subf(two, right);
    let negative = b.cmpfk(CmpF::Olt, F64, x, 0.0);
    let large = b.select(negative, left, right);
    let is_large = b.cmpfk(CmpF::Oge, F64, abs, 0.5);
    b.select(is_large, large, small)
}

/// `x` times a polynomial in `w = -ln(1 - x^2)`, or in its root, of which `erf_inv` is nearly a multiple far out.
pub(super) fn erf_inv<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let one = b.float(F64, 1.0);
    let (less, more) = (b.subf(one, x), b.addf(one, x));
    let product = b.mulf(less, more);
    let log = b.math(MathFn::Log, F64, &[product]);
    let w = b.negf(log);
    let root = b.sqrt(w);
    let mut part = |v, scale: f64, middle: f64, table: &[f64]| {
        let t = b.addk(F64, v, -middle);
        let t = b.mulk(F64, t, 1.0 / scale);
        b.poly(F64, t, table)
    };
    let small = part(w, 3.125, 3.125, &ERF_INV_SMALL);
    let middle = part(root, 0.75, 3.25, &ERF_INV_MIDDLE);
    let large = part(root, 1.05, 5.05, &ERF_INV_LARGE);
    let is_large = b.cmpfk(CmpF::Oge, F64, root, 4.0);
    let v = b.select(is_large, large, middle);
    let is_small = b.cmpfk(CmpF::Olt, F64, w, 6.25);
    let v = b.select(is_small, small, v);
    let v = b.mulf(v, x);
    let inf = b.float(F64, f64::INFINITY);
    let inf = b.copysign(inf, x);
    let at_one = b.cmpfk(CmpF::Oeq, F64, w, f64::INFINITY);
    b.select(at_one, inf, v)
}
