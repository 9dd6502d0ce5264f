//! The gamma function's family of `F64`: `lgamma`, `digamma`, the Hurwitz `zeta` and `polygamma`.

use super::F64;
use crate::builder::{Builder, CmpF};
use crate::functions::MathFn;

/// `(sin(pi r) - pi r) / r^3` in powers of `r^2` for |r| <= 1/2.
const SIN_PI: [f64; 9] = [
    -5.16771278004997,
    2.5501640398773455,
    -0.599264529320791,
    0.08214588661108463,
    -0.007370430944816936,
    0.0004663027953897944,
    -2.1915282920601852e-05,
    7.949258149042043e-07,
    -2.2349456072698055e-08,
];

/// `ln Gamma(2 + t) / t` for |t| <= 1/2.
const LGAMMA: [f64; 19] = [
    0.42278433509846713,
    0.32246703342411326,
    -0.0673523010531981,
    0.02058080842778038,
    -0.0073855510286719986,
    0.002890510331034267,
    -0.0011927539118428156,
    0.0005096695154115458,
    -0.00022315475400520507,
    9.945767355819498e-05,
    -4.49263133791557e-05,
    2.0505590755833454e-05,
    -9.438715099211532e-06,
    4.38470440459836e-06,
    -2.0439048107029907e-06,
    9.200527894968101e-07,
    -4.3252393445604814e-07,
    2.78740805211359e-07,
    -1.3219945666117874e-07,
];

/// `(ln Gamma(z) - (z - 1/2) ln z + z - ln(2 pi) / 2) z` in powers of `1 / z^2` for z >= 8.
const LGAMMA_LARGE: [f64; 8] = [
    0.08333333333333333,
    -0.0027777777777776747,
    0.0007936507935117282,
    -0.0005952380234291254,
    0.0008417325268022405,
    -0.001914965912162907,
    0.0062081367662297935,
    -0.020855820837463117,
];

/// `digamma(3/2 + t) / (3/2 + t - root)` for |t| <= 1/2.
const DIGAMMA: [f64; 22] = [
    0.951055876031833,
    -0.4236274212814605,
    0.2405424842407742,
    -0.14840492305390884,
    0.09498872445494122,
    -0.061922133273064534,
    0.04076083381242074,
    -0.02697579675613825,
    0.0179072524394512,
    -0.011908218001568644,
    0.007926944646403797,
    -0.005279964873257405,
    0.003519006401502276,
    -0.002345267632540769,
    0.0015566317474486838,
    -0.0010376374098418604,
    0.0007233266279287554,
    -0.0004821990530566789,
    0.0002272331660987376,
    -0.00015148586836773365,
    0.00025968482126430747,
    -0.00017312261802727394,
];

/// `(ln z - 1 / 2z - digamma(z)) z^2` in powers of `1 / z^2` for z >= 8.
const DIGAMMA_LARGE: [f64; 8] = [
    0.08333333333333333,
    -0.008333333333331664,
    0.003968253965999701,
    -0.004166665501516725,
    0.007575459920369176,
    -0.02105106090804774,
    0.08002337465397756,
    -0.299425370626735,
];
/// The zero of `digamma` between 1 and 2, minus 1, and its rounding error in f64.
const ROOT: f64 = 0.46163214496836236;
const ROOT_LOW: f64 = -1.5522348162858677e-17;

/// `sin(pi r)` for |r| <= 1/2.
fn sin_pi<B: Builder>(b: &mut B, r: B::V) -> B::V {
    let u = b.mulf(r, r);
    let p = b.poly(F64, u, &SIN_PI);
    let p = b.mulf(p, u);
    let p = b.addk(F64, p, std::f64::consts::PI);
    b.mulf(p, r)
}

/// The distance to the nearest integer, exactly.
fn from_nearest<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let nearest = b.roundeven(x);
    b.subf(x, nearest)
}

/// `a` where `x p k` holds, otherwise `other`.
fn choose<B: Builder>(b: &mut B, p: CmpF, x: B::V, k: f64, a: B::V, other: B::V) -> B::V {
    let c = b.cmpfk(p, F64, x, k);
    b.select(c, a, other)
}

/// Of positive numbers: below 8 a polynomial on [3/2, 5/2) and the logarithm of the product that leads there, then
/// Stirling's series. Of negative ones by reflection, `lgamma(x) = ln(pi / |x sin(pi x)|) - lgamma(-x)`.
pub(super) fn lgamma<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let a = b.absf(x);
    let one = b.float(F64, 1.0);

    let half_up = b.addk(F64, a, 0.5);
    let whole = b.floor(half_up);
    let t = b.subf(a, whole);
    let p = b.poly(F64, t, &LGAMMA);
    let base = b.mulf(p, t);
    let mut product = one;
    for i in 1..=6 {
        let factor = b.addk(F64, a, f64::from(-i));
        let next = b.mulf(product, factor);
        product = choose(b, CmpF::Oge, whole, f64::from(i + 2), next, product);
    }
    let next = b.addf(a, one);
    let low = b.mulf(a, next);
    product = choose(b, CmpF::Oeq, whole, 1.0, a, product);
    product = choose(b, CmpF::Oeq, whole, 0.0, low, product);

    let argument = choose(b, CmpF::Olt, a, 8.0, product, a);
    let log = b.math(MathFn::Log, F64, &[argument]);
    let minus_log = b.negf(log);
    let signed_log = choose(b, CmpF::Olt, whole, 2.0, minus_log, log);
    let near = b.addf(base, signed_log);

    let inverse = b.divf(one, a);
    let u = b.mulf(inverse, inverse);
    let series = b.poly(F64, u, &LGAMMA_LARGE);
    // ln(2 pi) / 2 - 1/2
    let offset = b.float(F64, 0.4189385332046727);
    let rest = b.fma(series, inverse, offset);
    let less_half = b.addk(F64, a, -0.5);
    let less_one = b.addk(F64, log, -1.0);
    let far = b.fma(less_half, less_one, rest);
    let positive = choose(b, CmpF::Olt, a, 8.0, near, far);

    let r = from_nearest(b, a);
    let sin = sin_pi(b, r);
    let sin = b.absf(sin);
    let pi = b.float(F64, std::f64::consts::PI);
    let q = b.divf(pi, sin);
    let q = b.divf(q, a);
    let reflected = b.math(MathFn::Log, F64, &[q]);
    let negative = b.subf(reflected, positive);
    // For tiny |x| the quotient q overflows; lgamma(x) is -ln|x| there, as for positive x.
    let negative = choose(b, CmpF::Olt, a, 1e-100, positive, negative);
    let v = choose(b, CmpF::Olt, x, 0.0, negative, positive);
    let inf = b.float(F64, f64::INFINITY);
    choose(b, CmpF::Oeq, a, f64::INFINITY, inf, v)
}

/// Of positive numbers: below 8 a polynomial on [1, 2) times the distance to the zero there, and the sum of inverses
/// that leads there, then the asymptotic series. Of negative ones by reflection,
/// `digamma(x) = digamma(-x) - 1/x + pi cot(-pi x)`; NaN at 0 and at the negative integers.
pub(super) fn digamma<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let a = b.absf(x);
    let one = b.float(F64, 1.0);

    let whole = b.floor(a);
    let fraction = b.subf(a, whole);
    let t = b.addk(F64, fraction, -0.5);
    let p = b.poly(F64, t, &DIGAMMA);
    let distance = b.addk(F64, fraction, -ROOT);
    let distance = b.addk(F64, distance, -ROOT_LOW);
    let base = b.mulf(p, distance);
    // The sum of inverses as one quotient.
    let (mut above, mut below) = (b.float(F64, 0.0), one);
    for i in 1..=6 {
        let term = b.addk(F64, a, f64::from(-i));
        let next_above = b.fma(above, term, below);
        let next_below = b.mulf(below, term);
        above = choose(b, CmpF::Oge, whole, f64::from(i + 1), next_above, above);
        below = choose(b, CmpF::Oge, whole, f64::from(i + 1), next_below, below);
    }
    let minus_one = b.float(F64, -1.0);
    above = choose(b, CmpF::Oeq, whole, 0.0, minus_one, above);
    below = choose(b, CmpF::Oeq, whole, 0.0, a, below);
    let sum = b.divf(above, below);
    let near = b.addf(base, sum);

    let inverse = b.divf(one, a);
    let u = b.mulf(inverse, inverse);
    let series = b.poly(F64, u, &DIGAMMA_LARGE);
    let log = b.math(MathFn::Log, F64, &[a]);
    let half = b.mulk(F64, inverse, 0.5);
    let rest = b.fma(series, u, half);
    let far = b.subf(log, rest);
    let positive = choose(b, CmpF::Olt, a, 8.0, near, far);

    let r = from_nearest(b, a);
    let sin = sin_pi(b, r);
    let r = b.absf(r);
    let half = b.float(F64, 0.5);
    let other = b.subf(half, r);
    let cos = sin_pi(b, other);
    let cot = b.divf(cos, sin);
    let cot = b.mulk(F64, cot, std::f64::consts::PI);
    let negative = b.addf(inverse, cot);
    let negative = b.addf(positive, negative);
    let v = choose(b, CmpF::Olt, x, 0.0, negative, positive);
    let nan = b.float(F64, f64::NAN);
    let is_integer = b.cmpfk(CmpF::Oeq, F64, fraction, 0.0);
    let poles = b.cmpfk(CmpF::Ole, F64, x, 0.0);
    let at_pole = b.andi(poles, is_integer);
    let v = b.select(at_pole, nan, v);
    choose(b, CmpF::Oeq, x, f64::NEG_INFINITY, nan, v)
}

/// `B_2j / (2j)!`, the coefficients of the Euler-Maclaurin formula.
const EULER_MACLAURIN: [f64; 12] = [
    0.08333333333333333,
    -0.001388888888888889,
    3.306878306878307e-05,
    -8.267195767195768e-07,
    2.08767569878681e-08,
    -5.284190138687493e-10,
    1.3382536530684679e-11,
    -3.3896802963225827e-13,
    8.586062056277845e-15,
    -2.174868698558062e-16,
    5.5090028283602295e-18,
    -1.3954464685812522e-19,
];

/// Terms summed one by one before the Euler-Maclaurin formula takes over.
const TERMS: u32 = 10;

/// `a^x` for positive `a`: by Pow, or by exp and log, which vectorize and suffice for f32.
fn power<B: Builder>(b: &mut B, use_pow: bool, a: B::V, x: B::V) -> B::V {
    if use_pow {
        return b.math(MathFn::Pow, F64, &[a, x]);
    }
    let log = b.math(MathFn::Log, F64, &[a]);
    let t = b.mulf(log, x);
    b.math(MathFn::Exp, F64, &[t])
}

/// The sum of `(q + n)^-s` for n = 0, 1, … and positive `q`: the first terms, then the Euler-Maclaurin formula.
fn positive_zeta<B: Builder>(b: &mut B, use_pow: bool, s: B::V, q: B::V) -> B::V {
    let minus_s = b.negf(s);
    let one = b.float(F64, 1.0);
    let mut sum = b.float(F64, 0.0);
    let mut a = q;
    for _ in 0..TERMS {
        let term = power(b, use_pow, a, minus_s);
        sum = b.addf(sum, term);
        a = b.addf(a, one);
    }
    let last = power(b, use_pow, a, minus_s);
    let less = b.addk(F64, s, -1.0);
    let integral = b.divf(a, less);
    let head = b.addk(F64, integral, 0.5);

    // s (s + 1) … (s + 2j - 2) / a^(2j - 1), with the powers of 1/a taken first: they keep the product finite.
    let inverse = b.divf(one, a);
    let mut factor = b.mulf(s, inverse);
    let mut tail = b.mulk(F64, factor, EULER_MACLAURIN[0]);
    for (j, &k) in (1..).zip(&EULER_MACLAURIN[1..]) {
        for step in [2 * j - 1, 2 * j] {
            let next = b.addk(F64, s, f64::from(step));
            let next = b.mulf(next, inverse);
            factor = b.mulf(factor, next);
        }
        tail = b.fmak(F64, factor, k, tail);
    }
    let rest = b.addf(head, tail);
    let v = b.fma(last, rest, sum);
    // Once a term underflows to 0, the partial sum is the result.
    choose(b, CmpF::Oeq, last, 0.0, sum, v)
}

/// Hurwitz' zeta function of `s` and `q`.
pub(super) fn zeta<B: Builder>(b: &mut B, s: B::V, q: B::V) -> B::V {
    zeta_to(b, true, s, q)
}

/// As [`zeta`], with an error that is small for f32.
pub(super) fn zeta_single<B: Builder>(b: &mut B, s: B::V, q: B::V) -> B::V {
    zeta_to(b, false, s, q)
}

/// The `n`-th derivative of [`digamma`].
pub(super) fn polygamma<B: Builder>(b: &mut B, n: B::V, x: B::V) -> B::V {
    polygamma_to(b, true, n, x)
}

/// As [`polygamma`], with an error that is small for f32.
pub(super) fn polygamma_single<B: Builder>(b: &mut B, n: B::V, x: B::V) -> B::V {
    polygamma_to(b, false, n, x)
}

/// The sum of `(q + n)^-s` for n = 0, 1, …. As in XLA, s = 1 gives infinity and s < 1 gives NaN. For negative q, s must be
/// an integer, because the bases may be negative: the result is the sum over all integers n, minus the terms before q.
fn zeta_to<B: Builder>(b: &mut B, use_pow: bool, s: B::V, q: B::V) -> B::V {
    let one = b.float(F64, 1.0);
    let q_whole = b.floor(q);
    let fraction = b.subf(q, q_whole);
    let first = choose(b, CmpF::Olt, q, 0.0, fraction, q);
    let from_first = positive_zeta(b, use_pow, s, first);
    let opposite = b.subf(one, fraction);
    let all_before = positive_zeta(b, use_pow, s, opposite);
    let before_q = b.subf(one, q);
    let before_q = positive_zeta(b, use_pow, s, before_q);

    let (inf, nan) = (b.float(F64, f64::INFINITY), b.float(F64, f64::NAN));
    let s_whole = b.floor(s);
    let s_integer = b.cmpf(CmpF::Oeq, s, s_whole);
    let half = b.mulk(F64, s, 0.5);
    let half_whole = b.floor(half);
    let s_even = b.cmpf(CmpF::Oeq, half, half_whole);
    let (minus_all, minus_q) = (b.negf(all_before), b.negf(before_q));
    let all_before = b.select(s_even, all_before, minus_all);
    let before_q = b.select(s_even, minus_q, before_q);
    let whole_sum = b.addf(from_first, all_before);
    let negative = b.addf(whole_sum, before_q);
    let v = choose(b, CmpF::Olt, q, 0.0, negative, from_first);

    let v = choose(b, CmpF::Olt, s, 1.0, nan, v);
    let q_integer = b.cmpf(CmpF::Oeq, q, q_whole);
    let not_positive = b.cmpfk(CmpF::Ole, F64, q, 0.0);
    let at_pole = b.select(s_even, inf, nan);
    let elsewhere = b.select(s_integer, v, nan);
    let left = b.select(q_integer, at_pole, elsewhere);
    let v = b.select(not_positive, left, v);
    let v = choose(b, CmpF::Oeq, s, 1.0, inf, v);
    let unordered = b.cmpf(CmpF::Uno, s, q);
    b.select(unordered, nan, v)
}

/// `n!` of a natural number: a product up to 7, then Stirling's formula with `n^n` as a square, which overflows last.
fn factorial<B: Builder>(b: &mut B, use_pow: bool, n: B::V) -> B::V {
    let mut product = b.float(F64, 1.0);
    for i in 2..8 {
        let next = b.mulk(F64, product, f64::from(i));
        product = choose(b, CmpF::Oge, n, f64::from(i), next, product);
    }
    let half = b.mulk(F64, n, 0.5);
    let root = power(b, use_pow, n, half);
    let one = b.float(F64, 1.0);
    let inverse = b.divf(one, n);
    let u = b.mulf(inverse, inverse);
    let series = b.poly(F64, u, &LGAMMA_LARGE);
    let minus_n = b.negf(n);
    let rest = b.fma(series, inverse, minus_n);
    let rest = b.math(MathFn::Exp, F64, &[rest]);
    let circle = b.mulk(F64, n, 2.0 * std::f64::consts::PI);
    let circle = b.sqrt(circle);
    let v = b.mulf(root, rest);
    let v = b.mulf(v, circle);
    let v = b.mulf(v, root);
    choose(b, CmpF::Olt, n, 8.0, product, v)
}

/// The `n`-th derivative of `digamma`: `(-1)^(n + 1) n! zeta(n + 1, x)`.
fn polygamma_to<B: Builder>(b: &mut B, use_pow: bool, n: B::V, x: B::V) -> B::V {
    let next = b.addk(F64, n, 1.0);
    let zeta = zeta_to(b, use_pow, next, x);
    let factorial = factorial(b, use_pow, n);
    let v = b.mulf(factorial, zeta);
    let half = b.mulk(F64, n, 0.5);
    let half_whole = b.floor(half);
    let even = b.cmpf(CmpF::Oeq, half, half_whole);
    let negated = b.negf(v);
    let v = b.select(even, negated, v);
    let digamma = digamma(b, x);
    let v = choose(b, CmpF::Oeq, n, 0.0, digamma, v);
    // An order is a natural number.
    let nan = b.float(F64, f64::NAN);
    let whole = b.floor(n);
    let integer = b.cmpf(CmpF::Oeq, n, whole);
    let v = b.select(integer, v, nan);
    choose(b, CmpF::Olt, n, 0.0, nan, v)
}
