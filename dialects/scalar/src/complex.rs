//! Complex arithmetic and comparison; the functions are in `complex_math`.
//!
//! `C64` computes what needs it in `F64`, where products of its parts are exact and nothing overflows;
//! `C128` scales by powers of two instead. Both run the same code.

use crate::builder::{Builder, CmpF, Val};
use crate::element::Machine;

pub(crate) use crate::complex_arc::*;
pub(crate) use crate::complex_math::*;

/// A complex number: real and imaginary part.
pub(crate) type C<B> = (<B as Builder>::V, <B as Builder>::V);

const F64: Machine = Machine::F64;
const I64: Machine = Machine::I64;

/// Runs `f` on operands and result in `F64`.
pub(crate) fn wide<B: Builder, const N: usize>(
    b: &mut B,
    t: Machine,
    re: &[B::V],
    im: &[B::V],
    f: impl FnOnce(&mut B, [C<B>; N]) -> C<B>,
) -> Val<B::V> {
    let widen = |b: &mut B, v| if t == F64 { v } else { b.extf(v, F64) };
    let z = std::array::from_fn(|i| (widen(b, re[i]), widen(b, im[i])));
    let (x, y) = f(b, z);
    if t == F64 {
        return Val::Complex(x, y);
    }
    Val::Complex(b.truncf(x, t), b.truncf(y, t))
}

/// Functions of one number, each by what it does in `F64`.
macro_rules! complex_functions {
    ($($name:ident $wide:ident;)*) => { $(
        pub(crate) fn $name<B: Builder>(
            b: &mut B, t: Machine, re: &[B::V], im: &[B::V],
        ) -> Val<B::V> {
            wide(b, t, re, im, |b, [z]| $wide(b, z))
        }
    )* };
}
pub(crate) use complex_functions;

pub(crate) fn real<B: Builder>(_: &mut B, _: Machine, re: &[B::V], _: &[B::V]) -> Val<B::V> {
    Val::Real(re[0])
}

pub(crate) fn imag<B: Builder>(_: &mut B, _: Machine, _: &[B::V], im: &[B::V]) -> Val<B::V> {
    Val::Real(im[0])
}

pub(crate) fn neg<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    Val::Complex(b.negf(re[0]), b.negf(im[0]))
}

pub(crate) fn add<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    Val::Complex(b.addf(re[0], re[1]), b.addf(im[0], im[1]))
}

pub(crate) fn sub<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    Val::Complex(b.subf(re[0], re[1]), b.subf(im[0], im[1]))
}

/// The schoolbook product, as XLA, StableHLO and NumPy have it: no Annex G rescue of infinities, and rounded in the type of the
/// parts.
pub(crate) fn mul<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    let (re, im) = product(b, (re[0], im[0]), (re[1], im[1]));
    Val::Complex(re, im)
}

/// See [`mul`].
pub(crate) fn product<B: Builder>(b: &mut B, x: C<B>, y: C<B>) -> C<B> {
    let ac = b.mulf(x.0, y.0);
    let bd = b.mulf(x.1, y.1);
    let ad = b.mulf(x.0, y.1);
    let bc = b.mulf(x.1, y.0);
    (b.subf(ac, bd), b.addf(ad, bc))
}

/// `a * b + c * d` to about one unit in the last place, whatever cancels (Kahan).
pub(crate) fn sum_of_products<B: Builder>(b: &mut B, x: C<B>, y: C<B>) -> B::V {
    let p = b.mulf(x.1, y.1);
    let minus_p = b.negf(p);
    let lost = b.fma(x.1, y.1, minus_p);
    // Where the product is infinite, also by overflow, there is nothing to correct.
    let lost_abs = b.absf(lost);
    let none = b.cmpfk(CmpF::Ueq, F64, lost_abs, f64::INFINITY);
    let zero = b.float(F64, 0.0);
    let lost = b.select(none, zero, lost);
    let sum = b.fma(x.0, y.0, p);
    b.addf(sum, lost)
}

/// `a * b + c * d`, where `c * d` is exact: of factors that were narrower, or one of which is 0 or 1.
fn sum_of_exact_products<B: Builder>(b: &mut B, x: C<B>, y: C<B>) -> B::V {
    let p = b.mulf(x.1, y.1);
    b.fma(x.0, y.0, p)
}

/// A power of two near `1 / max(|x|, |y|)`, and its inverse; both finite and not 0. The exponent is
/// even, so that square roots of both are powers of two.
pub(crate) fn scale_of<B: Builder>(b: &mut B, z: C<B>) -> Scale<B::V> {
    let field = |b: &mut B, v| {
        let abs = b.absf(v);
        let bits = b.bitcast(abs, I64);
        b.shru(I64, bits, 52)
    };
    let (x, y) = (field(b, z.0), field(b, z.1));
    let e = b.maxsi(x, y);
    let one = b.int(I64, 1);
    let e = b.ori(e, one);
    let limit = b.int(I64, 2045);
    let e = b.minsi(e, limit);
    let down = b.int(I64, 2046);
    let down = b.subi(down, e);
    let half = b.int(I64, 1023);
    let root_up = b.addi(e, half);
    let root_up = b.shru(I64, root_up, 1);
    let root_down = b.addi(down, half);
    let root_down = b.shru(I64, root_down, 1);
    let exponent = b.subi(e, half);
    let mut power = |v| {
        let v = b.shl(I64, v, 52);
        b.bitcast(v, F64)
    };
    Scale { down: power(down), up: power(e), root_down: power(root_down), root_up: power(root_up), exponent }
}

/// See [`scale_of`]: `down` brings a number near 1, `up` is its inverse, `2^exponent`.
pub(crate) struct Scale<V> {
    pub down: V,
    pub up: V,
    pub root_down: V,
    pub root_up: V,
    pub exponent: V,
}

pub(crate) fn scaled<B: Builder>(b: &mut B, z: C<B>, by: B::V) -> C<B> {
    (b.mulf(z.0, by), b.mulf(z.1, by))
}

/// `sqrt(x^2 + y^2)` of numbers whose squares neither overflow nor underflow harmfully.
pub(crate) fn norm<B: Builder>(b: &mut B, z: C<B>) -> B::V {
    let square = norm_square(b, z);
    b.sqrt(square)
}

pub(crate) fn norm_square<B: Builder>(b: &mut B, z: C<B>) -> B::V {
    let yy = b.mulf(z.1, z.1);
    b.fma(z.0, z.0, yy)
}

pub(crate) fn is_infinite<B: Builder>(b: &mut B, v: B::V) -> B::V {
    let abs = b.absf(v);
    b.cmpfk(CmpF::Oeq, F64, abs, f64::INFINITY)
}

pub(crate) fn any_infinite<B: Builder>(b: &mut B, z: C<B>) -> B::V {
    let x = is_infinite(b, z.0);
    let y = is_infinite(b, z.1);
    b.ori(x, y)
}

pub(crate) fn any_nan<B: Builder>(b: &mut B, z: C<B>) -> B::V {
    b.cmpf(CmpF::Uno, z.0, z.1)
}

pub(crate) fn is_zero<B: Builder>(b: &mut B, z: C<B>) -> B::V {
    let x = b.cmpfk(CmpF::Oeq, F64, z.0, 0.0);
    let y = b.cmpfk(CmpF::Oeq, F64, z.1, 0.0);
    b.andi(x, y)
}

pub(crate) fn choose<B: Builder>(b: &mut B, c: B::V, x: C<B>, y: C<B>) -> C<B> {
    (b.select(c, x.0, y.0), b.select(c, x.1, y.1))
}

/// `hypot`: infinite if a part is, even beside a NaN.
pub(crate) fn abs<B: Builder>(b: &mut B, t: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    let v = wide(b, t, re, im, |b, [z]| {
        let h = hypot(b, z);
        (h, h)
    });
    Val::Real(v.re())
}

pub(crate) fn hypot<B: Builder>(b: &mut B, z: C<B>) -> B::V {
    let s = scale_of(b, z);
    let near_one = scaled(b, z, s.down);
    let h = norm(b, near_one);
    let h = b.mulf(h, s.up);
    let infinite = any_infinite(b, z);
    let inf = b.float(F64, f64::INFINITY);
    b.select(infinite, inf, h)
}

/// `z / |z|`; zeros stay, a NaN in either part makes both NaN.
pub(crate) fn sign<B: Builder>(b: &mut B, t: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    wide(b, t, re, im, |b, [z]| {
        let s = scale_of(b, z);
        let near_one = scaled(b, z, s.down);
        let h = norm(b, near_one);
        let quotient = (b.divf(near_one.0, h), b.divf(near_one.1, h));
        let zero = is_zero(b, z);
        choose(b, zero, z, quotient)
    })
}

/// The quotient, with the infinities and zeros of C99 Annex G (`_Complex_divide`).
pub(crate) fn div<B: Builder>(b: &mut B, t: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    wide(b, t, re, im, |b, [x, y]| if t == F64 { div_wide(b, x, y) } else { div_narrow(b, x, y) })
}

/// The quotient of numbers whose squares and products are finite and normal, as those of narrower types are.
fn div_narrow<B: Builder>(b: &mut B, x: C<B>, y: C<B>) -> C<B> {
    let denominator = norm_square(b, y);
    let (re, im) = times_conjugate(b, x, y, sum_of_exact_products);
    let q = (b.divf(re, denominator), b.divf(im, denominator));
    rescued(b, [x, y], [x, y], q)
}

pub(crate) fn div_wide<B: Builder>(b: &mut B, x: C<B>, y: C<B>) -> C<B> {
    let (sx, sy) = (scale_of(b, x), scale_of(b, y));
    let (xs, ys) = (scaled(b, x, sx.down), scaled(b, y, sy.down));
    let denominator = norm_square(b, ys);
    let (re, im) = times_conjugate(b, xs, ys, sum_of_products);
    let q = (b.divf(re, denominator), b.divf(im, denominator));
    // The two steps keep what fits from overflowing: the order depends on which factor is large.
    let shrinks = b.cmpfk(CmpF::Olt, F64, sy.down, 1.0);
    let first = b.select(shrinks, sx.up, sy.down);
    let second = b.select(shrinks, sy.down, sx.up);
    let q = scaled(b, q, first);
    let q = scaled(b, q, second);
    rescued(b, [x, y], [xs, ys], q)
}

/// The quotient `q` of `x` by `y`, or where both of its parts are NaN, the infinity or zero that it is by Annex G. `xs` and `ys`
/// are both divided by positive factors.
fn rescued<B: Builder>(b: &mut B, [x, y]: [C<B>; 2], [xs, ys]: [C<B>; 2], q: C<B>) -> C<B> {
    let (x_inf, y_inf) = (any_infinite(b, x), any_infinite(b, y));
    let unit = |b: &mut B, v| {
        let inf = is_infinite(b, v);
        let one = b.float(F64, 1.0);
        let zero = b.float(F64, 0.0);
        let u = b.select(inf, one, zero);
        b.copysign(u, v)
    };
    let inf = b.float(F64, f64::INFINITY);
    let zero = b.float(F64, 0.0);

    let x_unit = (unit(b, x.0), unit(b, x.1));
    let by_infinite_x = times_conjugate(b, x_unit, ys, sum_of_exact_products);
    let by_infinite_x = scaled(b, by_infinite_x, inf);
    let y_unit = (unit(b, y.0), unit(b, y.1));
    let by_infinite_y = times_conjugate(b, xs, y_unit, sum_of_exact_products);
    let by_infinite_y = scaled(b, by_infinite_y, zero);
    let signed_inf = b.copysign(inf, y.0);
    let by_zero = scaled(b, x, signed_inf);

    let y_zero = is_zero(b, y);
    let all_nan = |b: &mut B, z: C<B>| {
        let re = b.is_nan(z.0);
        let im = b.is_nan(z.1);
        b.andi(re, im)
    };
    let x_nan = all_nan(b, x);
    let q_nan = all_nan(b, q);
    // An infinite dividend counts only beside a finite divisor, and the other way round.
    let finite = |b: &mut B, z: C<B>, infinite| {
        let nan = any_nan(b, z);
        let not_finite = b.ori(nan, infinite);
        b.noti(Machine::I1, not_finite)
    };
    let x_finite = finite(b, x, x_inf);
    let y_finite = finite(b, y, y_inf);
    let infinite_x = b.andi(x_inf, y_finite);
    let infinite_y = b.andi(y_inf, x_finite);
    let mut rescued = choose(b, infinite_y, by_infinite_y, q);
    rescued = choose(b, infinite_x, by_infinite_x, rescued);
    let x_known = b.noti(Machine::I1, x_nan);
    let zero_divisor = b.andi(y_zero, x_known);
    rescued = choose(b, zero_divisor, by_zero, rescued);
    choose(b, q_nan, rescued, q)
}

/// `x * conj(y)`, whose parts are what `sum` is named after.
fn times_conjugate<B: Builder>(b: &mut B, x: C<B>, y: C<B>, sum: impl Fn(&mut B, C<B>, C<B>) -> B::V) -> C<B> {
    let re = sum(b, x, y);
    let minus = b.negf(x.0);
    let im = sum(b, (x.1, minus), y);
    (re, im)
}

pub(crate) fn eq<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    let x = b.cmpf(CmpF::Oeq, re[0], re[1]);
    let y = b.cmpf(CmpF::Oeq, im[0], im[1]);
    Val::Real(b.andi(x, y))
}

pub(crate) fn ne<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    let x = b.cmpf(CmpF::Une, re[0], re[1]);
    let y = b.cmpf(CmpF::Une, im[0], im[1]);
    Val::Real(b.ori(x, y))
}

/// Orders by the real part, and by the imaginary one where those are equal (StableHLO).
fn lexicographic<B: Builder>(b: &mut B, re: &[B::V], im: &[B::V], strict: CmpF, last: CmpF) -> B::V {
    let decided = b.cmpf(strict, re[0], re[1]);
    let tied = b.cmpf(CmpF::Oeq, re[0], re[1]);
    let by_imaginary = b.cmpf(last, im[0], im[1]);
    let tie = b.andi(tied, by_imaginary);
    // A NaN in the imaginary part makes the numbers unordered even if the real parts decide.
    let ordered = b.cmpf(CmpF::Ord, im[0], im[1]);
    let decided = b.andi(decided, ordered);
    b.ori(decided, tie)
}

macro_rules! ordering {
    ($($name:ident $strict:ident $last:ident;)*) => { $(
        pub(crate) fn $name<B: Builder>(
            b: &mut B, _: Machine, re: &[B::V], im: &[B::V],
        ) -> Val<B::V> {
            Val::Real(lexicographic(b, re, im, CmpF::$strict, CmpF::$last))
        }
    )* };
}

ordering! {
    ge Ogt Oge;
    gt Ogt Ogt;
    le Olt Ole;
    lt Olt Olt;
}

pub(crate) fn max<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    extremum(b, re, im, CmpF::Ogt)
}

pub(crate) fn min<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    extremum(b, re, im, CmpF::Olt)
}

/// One of the operands as a whole; one with a NaN wins.
fn extremum<B: Builder>(b: &mut B, re: &[B::V], im: &[B::V], better: CmpF) -> Val<B::V> {
    let first_wins = lexicographic(b, re, im, better, better);
    let first_nan = b.cmpf(CmpF::Uno, re[0], im[0]);
    let first = b.ori(first_wins, first_nan);
    Val::Complex(b.select(first, re[0], re[1]), b.select(first, im[0], im[1]))
}

pub(crate) fn clamp<B: Builder>(b: &mut B, _: Machine, re: &[B::V], im: &[B::V]) -> Val<B::V> {
    let low = extremum(b, &re[..2], &im[..2], CmpF::Ogt);
    let low_im = low.im().unwrap_or(im[1]);
    extremum(b, &[low.re(), re[2]], &[low_im, im[2]], CmpF::Olt)
}
