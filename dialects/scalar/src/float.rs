//! Real floats, computed in `F32` or `F64`.

use crate::builder::{Builder, CmpF, CmpI};
use crate::element::Machine;
pub(crate) use crate::math::rows::*;

macro_rules! unary {
    ($($name:ident $method:ident;)*) => { $(
        pub(crate) fn $name<B: Builder>(b: &mut B, _: Machine, a: &[B::V]) -> B::V {
            b.$method(a[0])
        }
    )* };
}

unary! {
    abs absf;
    neg negf;
    ceil ceil;
    floor floor;
    sqrt sqrt;
    round_nearest_even roundeven;
}

macro_rules! binary {
    ($($name:ident $method:ident;)*) => { $(
        pub(crate) fn $name<B: Builder>(b: &mut B, _: Machine, a: &[B::V]) -> B::V {
            b.$method(a[0], a[1])
        }
    )* };
}

binary! {
    add addf;
    sub subf;
    mul mulf;
    div divf;
}

macro_rules! comparisons {
    ($($name:ident $p:ident;)*) => { $(
        pub(crate) fn $name<B: Builder>(b: &mut B, _: Machine, a: &[B::V]) -> B::V {
            b.cmpf(CmpF::$p, a[0], a[1])
        }
    )* };
}

comparisons! {
    eq Oeq;
    ne Une;
    ge Oge;
    gt Ogt;
    le Ole;
    lt Olt;
}

/// -1, -0, +0, 1 or NaN.
pub(crate) fn sign<B: Builder>(b: &mut B, t: Machine, a: &[B::V]) -> B::V {
    let x = a[0];
    let one = b.float(t, 1.0);
    let signed_one = b.copysign(one, x);
    // True for both zeros and for NaN, which are their own sign.
    let keep = b.cmpfk(CmpF::Ueq, t, x, 0.0);
    b.select(keep, x, signed_one)
}

pub(crate) fn is_finite<B: Builder>(b: &mut B, t: Machine, a: &[B::V]) -> B::V {
    let abs = b.absf(a[0]);
    b.cmpfk(CmpF::Olt, t, abs, f64::INFINITY)
}

/// Half away from zero, by looking at the fraction that truncation drops: `x + 0.5` would round.
pub(crate) fn round_nearest_afz<B: Builder>(b: &mut B, t: Machine, a: &[B::V]) -> B::V {
    let x = a[0];
    let whole = b.trunc(x);
    let dropped = b.subf(x, whole);
    let dropped = b.absf(dropped);
    // False for inf - inf = NaN, which leaves infinity and NaN to `trunc`.
    let up = b.cmpfk(CmpF::Oge, t, dropped, 0.5);
    let one = b.float(t, 1.0);
    let zero = b.float(t, 0.0);
    let step = b.select(up, one, zero);
    let step = b.copysign(step, x);
    b.addf(whole, step)
}

pub(crate) fn max<B: Builder>(b: &mut B, _: Machine, a: &[B::V]) -> B::V {
    b.maximumf(a[0], a[1])
}

pub(crate) fn min<B: Builder>(b: &mut B, _: Machine, a: &[B::V]) -> B::V {
    b.minimumf(a[0], a[1])
}

/// `min(max(low, x), high)`; NaN if any of the three is NaN.
pub(crate) fn clamp<B: Builder>(b: &mut B, t: Machine, a: &[B::V]) -> B::V {
    let low = max(b, t, &[a[0], a[1]]);
    min(b, t, &[low, a[2]])
}

/// A signed integer that orders like the float: -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN.
fn total_order_key<B: Builder>(b: &mut B, t: Machine, x: B::V) -> B::V {
    let i = t.as_int();
    let bits = b.bitcast(x, i);
    // Two's complement orders negative patterns the wrong way round: flip all but their sign.
    let flip = b.shrs(i, bits, i.bits() - 1);
    let flip = b.shru(i, flip, 1);
    b.xori(bits, flip)
}

macro_rules! total_order {
    ($($name:ident $p:ident;)*) => { $(
        pub(crate) fn $name<B: Builder>(b: &mut B, t: Machine, a: &[B::V]) -> B::V {
            let x = total_order_key(b, t, a[0]);
            let y = total_order_key(b, t, a[1]);
            b.cmpi(CmpI::$p, x, y)
        }
    )* };
}

total_order! {
    eq_total_order Eq;
    ne_total_order Ne;
    ge_total_order Sge;
    gt_total_order Sgt;
    le_total_order Sle;
    lt_total_order Slt;
}

/// The neighbour of `x` in the direction of `y`, of numbers whose bits are `m`; `y` itself if they are equal.
pub(crate) fn next_after<B: Builder>(b: &mut B, m: Machine, x: B::V, y: B::V, bits: [B::V; 2]) -> B::V {
    let [x_bits, y_bits] = bits;
    // Sign and magnitude: away from zero is one more, whatever the sign.
    let sign_mask = b.int(m, 1i64 << (m.bits() - 1));
    let magnitude_mask = b.noti(m, sign_mask);
    let magnitude = b.andi(x_bits, magnitude_mask);
    let x_sign = b.andi(x_bits, sign_mask);
    let y_sign = b.andi(y_bits, sign_mask);
    let y_magnitude = b.andi(y_bits, magnitude_mask);
    let same_sign = b.cmpi(CmpI::Eq, x_sign, y_sign);
    let farther = b.cmpi(CmpI::Ult, magnitude, y_magnitude);
    let away = b.andi(same_sign, farther);
    let (one, minus_one) = (b.int(m, 1), b.int(m, -1));
    let step = b.select(away, one, minus_one);
    let stepped = b.addi(x_bits, step);
    let smallest = b.ori(y_sign, one);
    let at_zero = b.cmpik(CmpI::Eq, m, magnitude, 0);
    let stepped = b.select(at_zero, smallest, stepped);
    let equal = b.cmpf(CmpF::Oeq, x, y);
    let v = b.select(equal, y_bits, stepped);
    let x_nan = b.is_nan(x);
    let y_nan = b.is_nan(y);
    let v = b.select(y_nan, y_bits, v);
    b.select(x_nan, x_bits, v)
}

pub(crate) fn real<B: Builder>(_: &mut B, _: Machine, a: &[B::V]) -> B::V {
    a[0]
}

/// A real number's imaginary part is 0.
pub(crate) fn imag<B: Builder>(b: &mut B, t: Machine, _: &[B::V]) -> B::V {
    b.float(t, 0.0)
}
