//! The inverse functions of complex numbers, computed in `F64` for both `C64` and `C128`.
//!
//! Each is odd in either part up to a choice of branch, so that the kernels see `|x|` and `|y|` and the signs are put
//! back last. The branch cuts are those of C99: along the axes, continuous with the quadrant that the zero's sign
//! tells.

use crate::builder::{Builder, CmpF, Val};
use crate::complex::{C, any_infinite, choose, complex_functions, hypot, wide};
use crate::element::Machine;
use crate::functions::MathFn;

const F64: Machine = Machine::F64;

complex_functions! {
    asin asin_wide;
    acos acos_wide;
    atan atan_wide;
    asinh asinh_wide;
    acosh acosh_wide;
    atanh atanh_wide;
}

/// Beyond this only the leading terms of the expansions at infinity count.
const FAR: f64 = 17179869184.0; // 2^34

/// `w` and `v` such that `asin(x + iy) = atan2(x, w) + iv` and `acos(x + iy) = atan2(w, x) - iv`, for x, y >= 0.
///
/// With `r = |z + 1|`, `s = |z - 1|` and `a = (r + s) / 2`, `w` is `sqrt(a^2 - x^2)` and `v` is `acosh(a)`. Both
/// `a - x` and `a - 1` cancel, and are therefore sums of positive quotients, as Hull, Fairgrieve and Tang have them
/// (ACM TOMS 23, 1997).
fn arc_kernel<B: Builder>(b: &mut B, (x, y): C<B>) -> C<B> {
    let one = b.float(F64, 1.0);
    let right = b.addf(x, one);
    let left = b.subf(x, one);
    let left_abs = b.absf(left);
    let r = hypot(b, (right, y));
    let s = hypot(b, (left, y));
    let sum = b.addf(r, s);
    let a = b.mulk(F64, sum, 0.5);
    let r_sum = b.addf(r, right);
    let s_sum = b.addf(s, left_abs);
    // a - x is (y^2 / r_sum + s_sum) / 2 up to x = 1, and beyond (y^2 / r_sum + y^2 / s_sum) / 2; a - 1 has the two
    // the other way round.
    let inner = b.cmpf(CmpF::Ole, x, one);
    let y_by_r = b.divf(y, r_sum);
    let y_by_s = b.divf(y, s_sum);
    let quotient_sum = b.fma(y, y_by_r, s_sum);
    let both = b.addf(y_by_r, y_by_s);

    let a_plus_x = b.addf(a, x);
    let half = b.mulk(F64, a_plus_x, 0.5);
    let product = b.mulf(half, quotient_sum);
    let w_inner = b.sqrt(product);
    // With the square root of y taken out of the small factor, which may underflow.
    let product = b.divf(half, s_sum);
    let part = b.divf(half, r_sum);
    let product = b.addf(product, part);
    let root = b.sqrt(product);
    let w_outer = b.mulf(root, y);
    let w = b.select(inner, w_inner, w_outer);

    let twice_inner = b.mulf(y, both);
    let strictly_inner = b.cmpf(CmpF::Olt, x, one);
    let twice = b.select(strictly_inner, twice_inner, quotient_sum);
    let more = b.addf(a, one);
    let half_more = b.mulk(F64, more, 0.5);
    let square = b.mulf(twice, half_more);
    let root = b.sqrt(square);
    let half = b.float(F64, 0.5);
    let less_one = b.fma(twice, half, root);
    let v = b.math(MathFn::Log1p, F64, &[less_one]);
    // Near the cut-free part of the axis: y / sqrt(1 - x^2), where y^2 would underflow.
    let width = b.mulf(left_abs, right);
    let width = b.sqrt(width);
    let ratio = b.divf(y, width);
    let limit = b.mulk(F64, left_abs, 2f64.powi(-28));
    let near_axis = b.cmpf(CmpF::Olt, y, limit);
    let near_axis = b.andi(near_axis, strictly_inner);
    let v = b.select(near_axis, ratio, v);

    // Far out asin z is atan2(x, y) + i ln |2z|.
    let steep = b.cmpf(CmpF::Ogt, y, x);
    let large = b.select(steep, y, x);
    let small = b.select(steep, x, y);
    let log = b.math(MathFn::Log, F64, &[large]);
    let q = b.divf(small, large);
    let square = b.mulf(q, q);
    let rest = b.math(MathFn::Log1p, F64, &[square]);
    let log = b.fmak(F64, rest, 0.5, log);
    let far_v = b.addk(F64, log, std::f64::consts::LN_2);
    let infinite = any_infinite(b, (x, y));
    let inf = b.float(F64, f64::INFINITY);
    let far_v = b.select(infinite, inf, far_v);
    let far = b.cmpfk(CmpF::Ogt, F64, large, FAR);
    let far = b.ori(far, infinite);
    choose(b, far, (y, far_v), (w, v))
}

fn absolute<B: Builder>(b: &mut B, (x, y): C<B>) -> C<B> {
    (b.absf(x), b.absf(y))
}

fn with_signs<B: Builder>(b: &mut B, z: C<B>, signs: C<B>) -> C<B> {
    (b.copysign(z.0, signs.0), b.copysign(z.1, signs.1))
}

fn angle<B: Builder>(b: &mut B, y: B::V, x: B::V) -> B::V {
    b.math(MathFn::Atan2, F64, &[y, x])
}

fn asin_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let abs = absolute(b, z);
    let (w, v) = arc_kernel(b, abs);
    let re = angle(b, abs.0, w);
    with_signs(b, (re, v), z)
}

fn acos_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let abs = absolute(b, z);
    let (w, v) = arc_kernel(b, abs);
    let minus_y = b.negf(z.1);
    (angle(b, w, z.0), b.copysign(v, minus_y))
}

/// `-i asin(iz)`.
fn asinh_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let abs = absolute(b, z);
    let (w, v) = arc_kernel(b, (abs.1, abs.0));
    let im = angle(b, abs.1, w);
    with_signs(b, (v, im), z)
}

/// `acos(z)` turned by a quarter so that its real part is not negative.
fn acosh_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let abs = absolute(b, z);
    let (w, v) = arc_kernel(b, abs);
    let im = angle(b, w, z.0);
    (v, b.copysign(im, z.1))
}

/// `atanh(x + iy)` for x, y >= 0: `log1p(4x / ((1 - x)^2 + y^2)) / 4 + i atan2(2y, (1 - x)(1 + x) - y^2) / 2`.
fn atanh_kernel<B: Builder>(b: &mut B, (x, y): C<B>) -> C<B> {
    let one = b.float(F64, 1.0);
    let less = b.subf(one, x);
    let more = b.addf(one, x);
    let square = b.mulf(less, less);
    let square = b.fma(y, y, square);
    let four_x = b.mulk(F64, x, 4.0);
    let q = b.divf(four_x, square);
    let log = b.math(MathFn::Log1p, F64, &[q]);
    let re = b.mulk(F64, log, 0.25);
    // Beside the pole, where the square underflows: log(2 / y) / 2.
    let log = b.math(MathFn::Log, F64, &[y]);
    let half = b.float(F64, std::f64::consts::LN_2 / 2.0);
    let beside = b.fmak(F64, log, -0.5, half);
    let at_one = b.cmpf(CmpF::Oeq, x, one);
    let low = b.cmpfk(CmpF::Olt, F64, y, 2f64.powi(-30));
    let at_pole = b.andi(at_one, low);
    let re = b.select(at_pole, beside, re);

    let product = b.mulf(less, more);
    let minus_y = b.negf(y);
    let difference = b.fma(minus_y, y, product);
    let twice = b.addf(y, y);
    let im = angle(b, twice, difference);
    let im = b.mulk(F64, im, 0.5);

    // Far out 1 / z + i pi / 2, by a quarter of |z|, which is finite.
    let quarter_z = (b.mulk(F64, x, 0.25), b.mulk(F64, y, 0.25));
    let h = hypot(b, quarter_z);
    let q = b.divf(quarter_z.0, h);
    let q = b.mulk(F64, q, 0.25);
    let q = b.divf(q, h);
    let quarter = b.float(F64, std::f64::consts::FRAC_PI_2);
    let infinite = any_infinite(b, (x, y));
    let zero = b.float(F64, 0.0);
    let q = b.select(infinite, zero, q);
    let far = b.cmpfk(CmpF::Ogt, F64, h, 1e100);
    let (re, im) = choose(b, far, (q, quarter), (re, im));
    // What a NaN leaves is NaN.
    let nan = b.addf(x, y);
    let unordered = b.is_nan(nan);
    let known = b.select(infinite, quarter, nan);
    (re, b.select(unordered, known, im))
}

fn atanh_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let abs = absolute(b, z);
    let v = atanh_kernel(b, abs);
    with_signs(b, v, z)
}

/// `-i atanh(iz)`.
fn atan_wide<B: Builder>(b: &mut B, z: C<B>) -> C<B> {
    let abs = absolute(b, z);
    let (re, im) = atanh_kernel(b, (abs.1, abs.0));
    with_signs(b, (im, re), z)
}
