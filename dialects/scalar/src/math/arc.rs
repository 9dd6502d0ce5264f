//! The inverse trigonometric and hyperbolic functions of `F64`, and `asinh` and `acosh` of `F32`.

use super::{F32, F64};
use crate::builder::{Builder, CmpF};
use crate::element::Machine;
use crate::functions::MathFn;

/// `(atan(z) - z) / z^3` in powers of `z^2` for |z| <= tan(pi / 8).
const ATAN: [f64; 12] = [
    -0.3333333333333333,
    0.19999999999999804,
    -0.14285714285659779,
    0.11111111105150588,
    -0.09090908753259112,
    0.07692296368042296,
    -0.0666642476020052,
    0.05878927554473807,
    -0.05230443640686948,
    0.045515447340221615,
    -0.03456931506332609,
    0.016284375050043393,
];

/// `(asin(z) - z) / z^3` in powers of `z^2` for |z| <= 1/2.
const ASIN: [f64; 13] = [
    0.16666666666666669,
    0.07499999999998433,
    0.04464285714635543,
    0.030381944138531247,
    0.02237217294214989,
    0.017352392720869973,
    0.013971212973552933,
    0.011479177415184906,
    0.01032281435018578,
    0.005457506718640358,
    0.01740087944269402,
    -0.014851887071247204,
    0.028757851367421566,
];
/// What `F64` cuts off of pi / 2.
const FRAC_PI_2_LOW: f64 = 6.123233995736766e-17;

/// `z + z^3 p(z^2)`.
fn odd<B: Builder>(b: &mut B, z: B::V, p: &[f64]) -> B::V {
    let u = b.mulf(z, z);
    let p = b.poly(F64, u, p);
    let zu = b.mulf(z, u);
    b.fma(p, zu, z)
}

/// `k pi / 2 - a`.
fn less_than_quarters<B: Builder>(b: &mut B, k: f64, a: B::V) -> B::V {
    let low = b.float(F64, k * FRAC_PI_2_LOW);
    let a = b.subf(low, a);
    b.addk(F64, a, k * std::f64::consts::FRAC_PI_2)
}

/// The angle of the point (x, y): the arc tangent of the smaller coordinate by the larger, which beyond tan(pi / 8)
/// is pi / 4 less than that of `(1 + z) / (1 - z)`.
pub(super) fn atan2<B: Builder>(b: &mut B, y: B::V, x: B::V) -> B::V {
    let (x_abs, y_abs) = (b.absf(x), b.absf(y));
    let steep = b.cmpf(CmpF::Ogt, y_abs, x_abs);
    let large = b.select(steep, y_abs, x_abs);
    let small = b.select(steep, x_abs, y_abs);
    let equal = b.cmpf(CmpF::Oeq, large, small);
    let is_zero = b.cmpfk(CmpF::Oeq, F64, large, 0.0);
    let z = b.divf(small, large);
    // Also of infinities; and 0/0 is 0 here.
    let (one, zero) = (b.float(F64, 1.0), b.float(F64, 0.0));
    let z = b.select(equal, one, z);
    let z = b.select(is_zero, zero, z);
    let beyond = b.cmpfk(CmpF::Ogt, F64, z, 0.414213562373095);
    let (less, more) = (b.subf(z, one), b.addf(z, one));
    let turned = b.divf(less, more);
    let z = b.select(beyond, turned, z);
    let a = odd(b, z, &ATAN);
    let high = b.float(F64, std::f64::consts::FRAC_PI_4);
    let low = b.float(F64, FRAC_PI_2_LOW / 2.0);
    let turned = b.addf(a, low);
    let turned = b.addf(turned, high);
    let a = b.select(beyond, turned, a);
    // Unlike x < 0, also of -0.
    let signed_one = b.copysign(one, x);
    let left = b.cmpfk(CmpF::Olt, F64, signed_one, 0.0);
    // Quarters and the angle from there, forwards or backwards.
    let backwards = b.xori(steep, left);
    let minus = b.negf(a);
    let a = b.select(backwards, minus, a);
    let mut quarters = |unit: f64| {
        let (quarter, half) = (b.float(F64, unit), b.float(F64, 2.0 * unit));
        let k = b.select(left, half, zero);
        b.select(steep, quarter, k)
    };
    let (high, low) = (quarters(std::f64::consts::FRAC_PI_2), quarters(FRAC_PI_2_LOW));
    let a = b.addf(a, low);
    let a = b.addf(a, high);
    let a = b.copysign(a, y);
    // Comparisons with NaN are false, so NaN may have been taken for the smaller coordinate.
    let nan = b.addf(x, y);
    let unordered = b.cmpf(CmpF::Uno, x, y);
    b.select(unordered, nan, a)
}

pub(super) fn atan<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let one = b.float(F64, 1.0);
    atan2(b, x, one)
}

/// `asin(s)` with `s = |x|` up to 1/2, `s = sqrt((1 - |x|) / 2)` beyond; and whether it is beyond.
fn half_angle<B: Builder>(b: &mut B, x: B::V) -> (B::V, B::V) {
    let abs = b.absf(x);
    let one = b.float(F64, 1.0);
    let less = b.subf(one, abs);
    let half = b.mulk(F64, less, 0.5);
    let root = b.sqrt(half);
    let beyond = b.cmpfk(CmpF::Ogt, F64, abs, 0.5);
    let s = b.select(beyond, root, abs);
    (odd(b, s, &ASIN), beyond)
}

/// Beyond 1/2: `pi / 2 - 2 asin(sqrt((1 - |x|) / 2))`.
pub(super) fn asin<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let (a, beyond) = half_angle(b, x);
    let twice = b.addf(a, a);
    let far = less_than_quarters(b, 1.0, twice);
    let v = b.select(beyond, far, a);
    b.copysign(v, x)
}

/// Beyond 1/2: `2 asin(sqrt((1 - |x|) / 2))`, or pi less that.
pub(super) fn acos<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let (a, beyond) = half_angle(b, x);
    let twice = b.addf(a, a);
    let rest = less_than_quarters(b, 2.0, twice);
    let negative = b.cmpfk(CmpF::Olt, F64, x, 0.0);
    let far = b.select(negative, rest, twice);
    let signed = b.copysign(a, x);
    let near = less_than_quarters(b, 1.0, signed);
    b.select(beyond, far, near)
}

/// From here on `x^2 + 1` is `x^2`, and `2x` may overflow.
fn large(t: Machine) -> f64 {
    if t == F64 { 134217728.0 } else { 8192.0 }
}

/// `log(x) + ln 2`.
fn log_of_twice<B: Builder>(b: &mut B, t: Machine, x: B::V) -> B::V {
    let log = b.math(MathFn::Log, t, &[x]);
    b.addk(t, log, std::f64::consts::LN_2)
}

pub(super) fn asinh<B: Builder>(b: &mut B, x: B::V) -> B::V {
    asinh_in(b, F64, x)
}

pub(super) fn asinh_single<B: Builder>(b: &mut B, x: B::V) -> B::V {
    asinh_in(b, F32, x)
}

/// `log1p(|x| + x^2 / (1 + sqrt(1 + x^2)))`.
fn asinh_in<B: Builder>(b: &mut B, t: Machine, x: B::V) -> B::V {
    let abs = b.absf(x);
    let square = b.mulf(abs, abs);
    let one = b.float(t, 1.0);
    let more = b.addf(square, one);
    let root = b.sqrt(more);
    let sum = b.addf(root, one);
    let q = b.divf(square, sum);
    let less_one = b.addf(abs, q);
    let near = b.math(MathFn::Log1p, t, &[less_one]);
    let far = log_of_twice(b, t, abs);
    let is_far = b.cmpfk(CmpF::Oge, t, abs, large(t));
    let v = b.select(is_far, far, near);
    b.copysign(v, x)
}

pub(super) fn acosh<B: Builder>(b: &mut B, x: B::V) -> B::V {
    acosh_in(b, F64, x)
}

pub(super) fn acosh_single<B: Builder>(b: &mut B, x: B::V) -> B::V {
    acosh_in(b, F32, x)
}

/// `log1p(y + sqrt(y (y + 2)))` with `y = x - 1`.
fn acosh_in<B: Builder>(b: &mut B, t: Machine, x: B::V) -> B::V {
    let y = b.addk(t, x, -1.0);
    let y2 = b.addk(t, x, 1.0);
    let square = b.mulf(y, y2);
    let root = b.sqrt(square);
    let less_one = b.addf(y, root);
    let near = b.math(MathFn::Log1p, t, &[less_one]);
    let far = log_of_twice(b, t, x);
    let is_far = b.cmpfk(CmpF::Oge, t, x, large(t));
    let v = b.select(is_far, far, near);
    // For x < -1 the radicand is positive again.
    let nan = b.float(t, f64::NAN);
    let left = b.cmpfk(CmpF::Olt, t, x, 1.0);
    b.select(left, nan, v)
}

/// `log1p(2|x| / (1 - |x|)) / 2`.
pub(super) fn atanh<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let abs = b.absf(x);
    let one = b.float(F64, 1.0);
    let less = b.subf(one, abs);
    let twice = b.addf(abs, abs);
    let q = b.divf(twice, less);
    let log = b.math(MathFn::Log1p, F64, &[q]);
    let v = b.mulk(F64, log, 0.5);
    b.copysign(v, x)
}
