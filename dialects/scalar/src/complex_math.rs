//! Functions of complex numbers, computed in `F64` for both `C64` and `C128`.
//!
//! Formulas are chosen so that no subtraction cancels (or the operands are exact where one does);
//! special values follow C99 Annex G where XLA says nothing else.

use crate::builder::{Builder, CmpF, Val};
use crate::complex::{
    C, any_infinite, choose, complex_functions, div_wide, is_infinite, is_zero, norm, norm_square, product, scale_of,
    scaled, sum_of_products, wide,
};
use crate::element::Machine;
use crate::functions::MathFn;
use crate::math::{exp_of_single, sin_cos_of_single, sinh_cosh_of_single};

const F64: Machine = Machine::F64;

complex_functions! {
    sqrt sqrt_wide;
    rsqrt rsqrt_wide;
    cbrt cbrt_wide;
    log log_wide;
    log_plus_one log1p_wide;
}

/// Functions of one number by those of its parts, which are to be as exact as the type `t` of the parts needs them.
macro_rules! functions_of_parts {
    ($($name:ident $wide:ident;)*) => { $(
        pub(crate) fn $name<B: Builder>(b: &mut B, t: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
            wide(b, t, re, im, |b, [z]| $wide(b, t, z))
        }
    )* };
}

functions_of_parts! {
    exponential_minus_one expm1_wide;
    sin sin_wide;
    cos cos_wide;
    tan tan_wide;
    sinh sinh_wide;
    cosh cosh_wide;
    tanh tanh_wide;
    logistic logistic_wide;
}

/// `sin x` and `cos x` of a part, in `F64`.
fn sin_cos<B: Builder>(b: &mut B, t: Machine, x: B::V) -> [B::V; 2] {
    if t == F64 {
        return [f(b, MathFn::Sin, x), f(b, MathFn::Cos, x)];
    }
    let x = b.truncf(x, t);
    sin_cos_of_single(b, x)
}

/// `exp x` of a part, in `F64`.
fn exp_of<B: Builder>(b: &mut B, t: Machine, x: B::V) -> B::V {
    if t == F64 {
        return f(b, MathFn::Exp, x);
    }
    let x = b.truncf(x, t);
    exp_of_single(b, x)
}

pub(crate) fn pow<B: Builder>(b: &mut B, t: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    wide(b, t, re, im, |b, [x, y]| pow_wide(b, x, y))
}

pub(crate) fn atan2<B: Builder>(b: &mut B, t: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    wide(b, t, re, im, |b, [y, x]| atan2_wide(b, y, x))
}

pub(crate) fn exp<B: Builder>(b: &mut B, t: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    if t == F64 {
        return wide(b, t, re, im, |b, [z]| exp_wide(b, z));
    }
    let [s, c] = sin_cos_of_single(b, im[0]);
    let e = exp_of_single(b, re[0]);
    let parts = [c, s].map(|v| {
        let v = b.mulf(v, e);
        b.truncf(v, t)
    });
    let on_axis = b.cmpfk(CmpF::Oeq, t, im[0], 0.0);
    Val::Complex(parts[0], b.select(on_axis, im[0], parts[1]))
}

fn f<B: Builder>(b: &mut B, f: MathFn, x: B::V) -> B::V {
    b.math(f, F64, &[x])
}

/// `copysign(1, v)`-style sign transfer of zero: `±0` with the sign of `v`.
fn zero_like<B: Builder>(b: &mut B, v: B::V) -> B::V {
    let zero = b.float(F64, 0.0);
    b.copysign(zero, v)
}

/// `zero * v`: with the product's sign, and 0 for a `v` that is infinite or NaN.
fn zero_by<B: Builder>(b: &mut B, zero: B::V, v: B::V) -> B::V {
    let one = b.float(F64, 1.0);
    let sign = b.copysign(one, v);
    let product = b.mulf(zero, sign);
    let nan = b.is_nan(v);
    b.select(nan, zero, product)
}

fn equals<B: Builder>(b: &mut B, v: B::V, k: f64) -> B::V {
    b.cmpfk(CmpF::Oeq, F64, v, k)
}

fn not_finite<B: Builder>(b: &mut B, v: B::V) -> B::V {
    let abs = b.absf(v);
    b.cmpfk(CmpF::Ueq, F64, abs, f64::INFINITY)
}

/// The root with a part in the right half plane: `t = sqrt((|x| + |z|) / 2)` and `|y| / 2t`.
fn sqrt_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let s = scale_of(b, z);
    let near_one = scaled(b, z, s.down);
    let large = larger_root_part(b, near_one);
    let large = b.mulf(large, s.root_up);
    let twice = b.addf(large, large);
    let small = b.divf(z.1, twice);
    let zero = is_zero(b, z);
    let small = b.select(zero, z.1, small);
    let left = b.cmpfk(CmpF::Olt, F64, z.0, 0.0);
    let small_abs = b.absf(small);
    let signed_large = b.copysign(large, z.1);
    let root = choose(b, left, (small_abs, signed_large), (large, small));
    let inf = b.float(F64, f64::INFINITY);
    let y_infinite = is_infinite(b, z.1);
    choose(b, y_infinite, (inf, z.1), root)
}

fn larger_root_part<B: Builder>(b: &mut B, z: C<B>) -> B::V {
    let h = norm(b, z);
    let x = b.absf(z.0);
    let sum = b.addf(x, h);
    let half = b.mulk(F64, sum, 0.5);
    b.sqrt(half)
}

/// `conj(sqrt(z)) / |z|`.
fn rsqrt_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let s = scale_of(b, z);
    let near_one = scaled(b, z, s.down);
    let h = norm(b, near_one);
    let large = larger_root_part(b, near_one);
    let twice = b.addf(large, large);
    let small = b.divf(near_one.1, twice);
    let left = b.cmpfk(CmpF::Olt, F64, z.0, 0.0);
    let small_abs = b.absf(small);
    let signed_large = b.copysign(large, z.1);
    let root = choose(b, left, (small_abs, signed_large), (large, small));
    let quotient = (b.divf(root.0, h), b.divf(root.1, h));
    let (re, im) = scaled(b, quotient, s.root_down);
    let result = (re, b.negf(im));
    let infinite = any_infinite(b, z);
    let zero = b.float(F64, 0.0);
    let im = zero_like(b, z.1);
    let im = b.negf(im);
    let result = choose(b, infinite, (zero, im), result);
    // 1 / 0 by Annex G.
    let at_zero = is_zero(b, z);
    let inf = b.float(F64, f64::INFINITY);
    let nan = b.float(F64, f64::NAN);
    choose(b, at_zero, (inf, nan), result)
}

/// The principal root: a third of the angle.
fn cbrt_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let h = crate::complex::hypot(b, z);
    let r = f(b, MathFn::Cbrt, h);
    let angle = b.math(MathFn::Atan2, F64, &[z.1, z.0]);
    let three = b.float(F64, 3.0);
    let angle = b.divf(angle, three);
    let (s, c) = (f(b, MathFn::Sin, angle), f(b, MathFn::Cos, angle));
    let result = (b.mulf(r, c), b.mulf(r, s));
    // inf * sin(0) and the like.
    let on_axis = equals(b, angle, 0.0);
    (result.0, b.select(on_axis, z.1, result.1))
}

/// Above this `exp` is taken of `x - LARGE`, and multiplied by `exp(LARGE)` last.
const LARGE: f64 = 700.0;
/// exp(700), correctly rounded.
const EXP_LARGE: f64 = 1.0142320547350045e304;

/// `exp(x)` as a product of two factors, so that the product with a third overflows only if it
/// has to.
fn exp_factors<B: Builder>(b: &mut B, x: B::V) -> C<B> {
    let large = b.cmpfk(CmpF::Ogt, F64, x, LARGE);
    let less = b.addk(F64, x, -LARGE);
    let x = b.select(large, less, x);
    let e = f(b, MathFn::Exp, x);
    let one = b.float(F64, 1.0);
    let rest = b.float(F64, EXP_LARGE);
    (e, b.select(large, rest, one))
}

fn exp_wide<B: Builder>(b: &mut B, (x, y): C<B>) -> C<B> {
    let (s, c) = (f(b, MathFn::Sin, y), f(b, MathFn::Cos, y));
    let (e, rest) = exp_factors(b, x);
    let z = scaled(b, (c, s), e);
    let (re, im) = scaled(b, z, rest);
    let on_axis = equals(b, y, 0.0);
    // exp(±inf + i inf) stays NaN, as StableHLO's test suite has it; Annex G would have 0 and inf.
    (re, b.select(on_axis, y, im))
}

/// `expm1(x) cos y - 2 sin(y/2)^2 + i exp(x) sin y`.
fn expm1_wide<B: Builder>(b: &mut B, t: Machine, (x, y): C<B>) -> C<B> {
    let [sin, c] = sin_cos(b, t, y);
    let (re, im) = if t == F64 {
        exp_wide(b, (x, y))
    } else {
        let e = exp_of(b, t, x);
        (b.mulf(e, c), b.mulf(e, sin))
    };
    let m = f(b, MathFn::Expm1, x);
    let half = b.mulk(F64, y, 0.5);
    let [s, _] = sin_cos(b, t, half);
    let minus_two_s = b.mulk(F64, s, -2.0);
    let near = sum_of_products(b, (m, s), (c, minus_two_s));
    // Far to the right the 1 is lost anyway, and expm1 may overflow before exp(x) cos y does.
    let far = b.cmpfk(CmpF::Ogt, F64, x, 100.0);
    let re = b.select(far, re, near);
    // On the axis exactly `expm1`, with its -0; and exp(-inf + iy) - 1 for any y that is finite.
    let on_axis = equals(b, y, 0.0);
    let minus_inf = equals(b, x, f64::NEG_INFINITY);
    let y_abs = b.absf(y);
    let has_angle = b.cmpfk(CmpF::Olt, F64, y_abs, f64::INFINITY);
    let limit = b.andi(minus_inf, has_angle);
    let known = b.ori(on_axis, limit);
    (b.select(known, m, re), b.select(on_axis, y, im))
}

/// `x + y` and what rounding lost of it (Knuth).
fn two_sum<B: Builder>(b: &mut B, x: B::V, y: B::V) -> (B::V, B::V) {
    let s = b.addf(x, y);
    let y_part = b.subf(s, x);
    let x_part = b.subf(s, y_part);
    let y_lost = b.subf(y, y_part);
    let x_lost = b.subf(x, x_part);
    (s, b.addf(x_lost, y_lost))
}

fn two_square<B: Builder>(b: &mut B, x: B::V) -> (B::V, B::V) {
    let high = b.mulf(x, x);
    let minus = b.negf(high);
    (high, b.fma(x, x, minus))
}

/// `k + x^2 + y^2` where that nearly cancels: all products exact, the sum in twice the precision.
fn sum_of_squares<B: Builder>(b: &mut B, k: B::V, x: B::V, y: B::V) -> B::V {
    let (xh, xl) = two_square(b, x);
    let (yh, yl) = two_square(b, y);
    let (s, lost1) = two_sum(b, k, xh);
    let (s, lost2) = two_sum(b, s, yh);
    let low = b.addf(xl, yl);
    let lost = b.addf(lost1, lost2);
    let low = b.addf(low, lost);
    b.addf(s, low)
}

/// `ln|z| + i arg z`.
fn log_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let s = scale_of(b, z);
    let near_one = scaled(b, z, s.down);
    let square = norm_square(b, near_one);
    let log = f(b, MathFn::Log, square);
    let log = b.mulk(F64, log, 0.5);
    let exponent = b.sitofp(s.exponent, F64);
    // ln 2, and what F64 cuts off of it.
    let low = b.fmak(F64, exponent, 2.319046813846299e-17, log);
    let far = b.fmak(F64, exponent, std::f64::consts::LN_2, low);

    let minus_one = b.float(F64, -1.0);
    let less_one = sum_of_squares(b, minus_one, z.0, z.1);
    let near = f(b, MathFn::Log1p, less_one);
    let near = b.mulk(F64, near, 0.5);
    let distance = b.absf(less_one);
    let is_near = b.cmpfk(CmpF::Olt, F64, distance, 0.5);
    let re = b.select(is_near, near, far);
    let infinite = any_infinite(b, z);
    let inf = b.float(F64, f64::INFINITY);
    let re = b.select(infinite, inf, re);
    (re, b.math(MathFn::Atan2, F64, &[z.1, z.0]))
}

/// `log1p(x (2 + x) + y^2) / 2 + i arg(1 + z)`; far from 0 the logarithm of `1 + z`.
fn log1p_wide<B: Builder>(b: &mut B, (x, y): C<B>) -> C<B> {
    let shifted = b.addk(F64, x, 1.0);
    let (far, im) = log_wide(b, (shifted, y));
    let twice = b.addf(x, x);
    let sum = sum_of_squares(b, twice, x, y);
    let near = f(b, MathFn::Log1p, sum);
    let near = b.mulk(F64, near, 0.5);
    // Also false for the NaN of overflowed squares. Near the pole 1 + x is exact, and `far` as well.
    let below = b.cmpfk(CmpF::Olt, F64, sum, 3.0);
    let above = b.cmpfk(CmpF::Ogt, F64, sum, -0.5);
    let is_near = b.andi(below, above);
    (b.select(is_near, near, far), im)
}

/// `sinh` and `cosh` of `|x|` below [`LARGE`], else of `exp(|x| - LARGE)`; and the factor left out.
fn sinh_cosh<B: Builder>(b: &mut B, t: Machine, x: B::V) -> (B::V, B::V, B::V) {
    if t != F64 {
        let single = b.truncf(x, t);
        let [sinh, cosh] = sinh_cosh_of_single(b, single);
        return (sinh, cosh, b.float(F64, 1.0));
    }
    let abs = b.absf(x);
    let (e, rest) = exp_factors(b, abs);
    let one = b.float(F64, 1.0);
    let inverse = b.divf(one, e);
    let large = b.cmpfk(CmpF::Ogt, F64, abs, LARGE);
    let zero = b.float(F64, 0.0);
    let inverse = b.select(large, zero, inverse);
    let cosh = b.addf(e, inverse);
    let cosh = b.mulk(F64, cosh, 0.5);
    // For small x by expm1: sinh = (m + m / (m + 1)) / 2.
    let m = f(b, MathFn::Expm1, abs);
    let m1 = b.addk(F64, m, 1.0);
    let part = b.divf(m, m1);
    let small = b.addf(m, part);
    let difference = b.subf(e, inverse);
    let is_small = b.cmpfk(CmpF::Olt, F64, abs, 2.0);
    let sinh = b.select(is_small, small, difference);
    let sinh = b.mulk(F64, sinh, 0.5);
    (b.copysign(sinh, x), cosh, rest)
}

/// `sin x cosh y + i cos x sinh y`.
fn sin_wide<B: Builder>(b: &mut B, t: Machine, (x, y): C<B>) -> C<B> {
    let [s, c] = sin_cos(b, t, x);
    let (sinh, cosh, rest) = sinh_cosh(b, t, y);
    let z = (b.mulf(s, cosh), b.mulf(c, sinh));
    let (re, im) = scaled(b, z, rest);
    let x_zero = equals(b, x, 0.0);
    let y_zero = equals(b, y, 0.0);
    // A zero even where cos x is NaN.
    let zero = zero_by(b, y, c);
    (b.select(x_zero, x, re), b.select(y_zero, zero, im))
}

/// `cos x cosh y - i sin x sinh y`.
fn cos_wide<B: Builder>(b: &mut B, t: Machine, (x, y): C<B>) -> C<B> {
    let [s, c] = sin_cos(b, t, x);
    let (sinh, cosh, rest) = sinh_cosh(b, t, y);
    let z = (b.mulf(c, cosh), b.mulf(s, sinh));
    let (re, im) = scaled(b, z, rest);
    let x_zero = equals(b, x, 0.0);
    let y_zero = equals(b, y, 0.0);
    let on_axis = b.ori(x_zero, y_zero);
    let (zx, zy) = (zero_like(b, x), zero_like(b, y));
    let zero_of_y = zero_by(b, zy, s);
    let zero_of_x = zero_by(b, zx, zy);
    let zero = b.select(y_zero, zero_of_y, zero_of_x);
    let im = b.select(on_axis, zero, im);
    (re, b.negf(im))
}

/// `-i sin(iz)`.
fn sinh_wide<B: Builder>(b: &mut B, t: Machine, (x, y): C<B>) -> C<B> {
    let minus_y = b.negf(y);
    let (re, im) = sin_wide(b, t, (minus_y, x));
    (im, b.negf(re))
}

/// `cos(iz)`.
fn cosh_wide<B: Builder>(b: &mut B, t: Machine, (x, y): C<B>) -> C<B> {
    let minus_y = b.negf(y);
    cos_wide(b, t, (minus_y, x))
}

/// `(sinh x cosh x + i sin y cos y) / (cos^2 y + sinh^2 x)`: nothing cancels.
fn tanh_wide<B: Builder>(b: &mut B, t: Machine, (x, y): C<B>) -> C<B> {
    let [s, c] = sin_cos(b, t, y);
    let abs = b.absf(x);
    let far = b.cmpfk(CmpF::Ogt, F64, abs, 20.0);
    let twenty = b.float(F64, 20.0);
    let limited = b.select(far, twenty, abs);
    let (sinh, cosh, _) = sinh_cosh(b, t, limited);
    let denominator = norm_square(b, (sinh, c));
    let re = b.mulf(sinh, cosh);
    let re = b.divf(re, denominator);
    let sc = b.mulf(s, c);
    let im = b.divf(sc, denominator);
    // Far out 1 and 4 sin y cos y exp(-2|x|).
    let minus_two = b.mulk(F64, abs, -2.0);
    let e = exp_of(b, t, minus_two);
    let four_sc = b.mulk(F64, sc, 4.0);
    let far_im = b.mulf(four_sc, e);
    let one = b.float(F64, 1.0);
    let nan = b.float(F64, f64::NAN);
    // Without an angle there is no limit, but at infinity: 1, with a zero even where sin y is NaN.
    let infinite = is_infinite(b, x);
    let no_angle = not_finite(b, y);
    let far_re = b.select(no_angle, nan, one);
    let (re, im) = choose(b, far, (far_re, far_im), (re, im));
    let lost = b.andi(infinite, no_angle);
    let zero = zero_like(b, y);
    let (re, im) = choose(b, lost, (one, zero), (re, im));
    let on_axis = equals(b, y, 0.0);
    let im = b.select(on_axis, y, im);
    let re = b.copysign(re, x);
    let x_zero = equals(b, x, 0.0);
    (b.select(x_zero, x, re), im)
}

/// `-i tanh(iz)`.
fn tan_wide<B: Builder>(b: &mut B, t: Machine, (x, y): C<B>) -> C<B> {
    let minus_y = b.negf(y);
    let (re, im) = tanh_wide(b, t, (minus_y, x));
    (im, b.negf(re))
}

/// `1 / (1 + u)` right of the imaginary axis, `u / (1 + u)` left of it, with `|u| <= 1`.
fn logistic_wide<B: Builder>(b: &mut B, t: Machine, (x, y): C<B>) -> C<B> {
    let abs = b.absf(x);
    let minus = b.negf(abs);
    let e = exp_of(b, t, minus);
    let right = b.cmpfk(CmpF::Oge, F64, x, 0.0);
    let minus_y = b.negf(y);
    let v = b.select(right, minus_y, y);
    let [s, c] = sin_cos(b, t, v);
    let (ur, ui) = (b.mulf(e, c), b.mulf(e, s));
    // Near the poles 1 + e cos v is 2 cos(v/2)^2 + expm1(-|x|) cos v, both positive.
    let direct = b.addk(F64, ur, 1.0);
    let m = f(b, MathFn::Expm1, minus);
    let half = b.mulk(F64, v, 0.5);
    let [_, ch] = sin_cos(b, t, half);
    let twice = b.addf(ch, ch);
    let careful = sum_of_products(b, (m, ch), (c, twice));
    let c_negative = b.cmpfk(CmpF::Olt, F64, c, 0.0);
    let dr = b.select(c_negative, careful, direct);
    let square = norm_square(b, (dr, ui));
    let e_plus_c = b.addf(e, c);
    let left_re = b.mulf(e, e_plus_c);
    let minus_ui = b.negf(ui);
    let (nr, ni) = choose(b, right, (dr, minus_ui), (left_re, ui));
    let result = (b.divf(nr, square), b.divf(ni, square));
    // At infinity the angle does not matter.
    let infinite = is_infinite(b, x);
    let lost = not_finite(b, y);
    let lost = b.andi(infinite, lost);
    let (one, zero) = (b.float(F64, 1.0), b.float(F64, 0.0));
    let limit = b.select(right, one, zero);
    let result = choose(b, lost, (limit, zero), result);
    let on_axis = equals(b, y, 0.0);
    (result.0, b.select(on_axis, y, result.1))
}

/// `exp(w log z)`; `0^0` is 1, and 0 to a power with positive real part is 0 (XLA).
fn pow_wide<B: Builder>(b: &mut B, z: C<B>, w: C<B>) -> C<B> {
    let log = log_wide(b, z);
    let minus = b.negf(w.1);
    let re = sum_of_products(b, (w.0, minus), log);
    let im = sum_of_products(b, w, (log.1, log.0));
    let power = exp_wide(b, (re, im));
    let (one, zero) = (b.float(F64, 1.0), b.float(F64, 0.0));
    let z_zero = is_zero(b, z);
    let positive = b.cmpfk(CmpF::Ogt, F64, w.0, 0.0);
    let vanishes = b.andi(z_zero, positive);
    let power = choose(b, vanishes, (zero, zero), power);
    let w_zero = is_zero(b, w);
    choose(b, w_zero, (one, zero), power)
}

/// `-i log((x + iy) / sqrt(x^2 + y^2))`, as XLA has it.
fn atan2_wide<B: Builder>(b: &mut B, y: C<B>, x: C<B>) -> C<B> {
    let minus = b.negf(y.1);
    let numerator = (b.addf(x.0, minus), b.addf(x.1, y.0));
    let xx = product(b, x, x);
    let yy = product(b, y, y);
    let square = (b.addf(xx.0, yy.0), b.addf(xx.1, yy.1));
    let root = sqrt_wide(b, square);
    let quotient = div_wide(b, numerator, root);
    let (re, im) = log_wide(b, quotient);
    (im, b.negf(re))
}
