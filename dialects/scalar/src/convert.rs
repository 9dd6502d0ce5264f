//! `convert` between all element types, and `bitcast_convert` between those of one width.
//!
//! Every conversion rounds once. Results of narrow float type are not rounded yet: they are `F32`
//! values *rounded to odd* (truncated, and the last bit set if anything was cut off), which a later
//! rounding to at most 22 bits treats as the exact value (Boldo and Melquiond, 2008).

use crate::builder::{Builder, CmpF, CmpI, Val};
use crate::element::{Element, Kind, Machine};
use crate::float_formats;
use crate::int::{self, Int};

use Machine::{F32, F64, I32, I64};

pub(crate) fn convert<B: Builder>(b: &mut B, from: Element, to: Element, v: Val<B::V>) -> Val<B::V> {
    let (from_part, to_part) = (from.real_part(), to.real_part());
    // Complex to real drops the imaginary part.
    let re = real(b, from_part, to_part, v.re());
    if !to.is_complex() {
        return Val::Real(re);
    }
    let im = match v.im() {
        Some(im) => real(b, from_part, to_part, im),
        None => b.float(to.compute(), 0.0),
    };
    Val::Complex(re, im)
}

fn real<B: Builder>(b: &mut B, from: Element, to: Element, v: B::V) -> B::V {
    let machine = to.compute();
    match (from.kind(), to.kind()) {
        _ if from == to => v,
        (Kind::Pred, Kind::Int) => b.extui(v, machine),
        (Kind::Pred, _) => b.uitofp(v, machine),
        (Kind::Int, Kind::Pred) => b.cmpik(CmpI::Ne, from.compute(), v, 0),
        (Kind::Int, Kind::Int) => int_to_int(b, from, to, v),
        (Kind::Int, _) => int_to_float(b, from, to, v),
        // NaN is not 0, so it is true.
        (_, Kind::Pred) => b.cmpfk(CmpF::Une, from.compute(), v, 0.0),
        (_, Kind::Int) => float_to_int(b, from, to, v),
        (_, _) => float_to_float(b, from, to, v),
    }
}

fn int_to_int<B: Builder>(b: &mut B, from: Element, to: Element, v: B::V) -> B::V {
    let (have, want) = (from.compute(), to.compute());
    let v = if want.bits() < have.bits() {
        b.trunci(v, want)
    } else if want.bits() == have.bits() {
        v
    } else if from.is_signed() {
        b.extsi(v, want)
    } else {
        b.extui(v, want)
    };
    Int::of(to).wrap(b, v)
}

fn int_to_float<B: Builder>(b: &mut B, from: Element, to: Element, v: B::V) -> B::V {
    let to_fp = |b: &mut B, v, t| if from.is_signed() { b.sitofp(v, t) } else { b.uitofp(v, t) };
    let exact_in_f32 = from.bits() <= 16;
    if !to.is_narrow_float() || exact_in_f32 {
        return to_fp(b, v, to.compute());
    }
    if !matches!(to, Element::BF16 | Element::F8E8M0FNU) {
        // All finite numbers of the other formats are smaller: larger integers become what this one does.
        const LARGE: i64 = 1 << 17;
        let t = Int::of(from);
        let high = b.int(t.machine, LARGE);
        let mut small = int::min(b, t, &[v, high]);
        if t.signed {
            let low = b.int(t.machine, -LARGE);
            small = int::max(b, t, &[small, low]);
        }
        if t.bits > 32 {
            small = b.trunci(small, I32);
        }
        return b.sitofp(small, F32);
    }
    if from.bits() == 32 {
        let odd = shortened(b, I32, from.is_signed(), v, 24, 9);
        return to_fp(b, odd, F32);
    }
    let odd = shortened(b, I64, from.is_signed(), v, 53, 11);
    let wide = to_fp(b, odd, F64);
    // Integers are neither too large for F32 nor too small: its significand has 29 bits less.
    let bits = b.bitcast(wide, I64);
    let bits = fold(b, I64, bits, 29);
    let wide = b.bitcast(bits, F64);
    b.truncf(wide, F32)
}

/// `v` if its magnitude is below `2^exact`, and otherwise without its low `n` bits, rounded to odd.
fn shortened<B: Builder>(b: &mut B, t: Machine, signed: bool, v: B::V, exact: u32, n: u32) -> B::V {
    let odd = fold(b, t, v, n);
    let (moved, range) = if signed {
        let bias = b.int(t, 1 << exact);
        (b.addi(v, bias), 2 << exact)
    } else {
        (v, 1 << exact)
    };
    let is_exact = b.cmpik(CmpI::Ult, t, moved, range);
    b.select(is_exact, v, odd)
}

/// `v` with 0 for its low `n` bits, rounded to odd: bit `n` is set if one of them was. Of two multiples of `2^n` around a negative
/// number of two's complement that is the odd one, too.
fn fold<B: Builder>(b: &mut B, t: Machine, v: B::V, n: u32) -> B::V {
    let low = (1 << n) - 1;
    let bits = b.mask(t, v, low);
    let most = b.int(t, low);
    // Carries into bit n, unless all are 0.
    let sticky = b.addi(bits, most);
    let v = b.ori(v, sticky);
    b.mask(t, v, !low)
}

/// Truncates; out of range saturates, NaN gives 0. The specifications leave both open, but nothing
/// may trap, and these are what Rust's `as`, WebAssembly's `sat` conversions and XLA's CPU do.
fn float_to_int<B: Builder>(b: &mut B, from: Element, to: Element, v: B::V) -> B::V {
    let t = Int::of(to);
    let f = from.compute();
    // Both are powers of two or 0, exact in either float type: every v in [low, above) truncates
    // into the type's range.
    let low = if t.signed { -(2f64).powi(t.bits as i32 - 1) } else { 0.0 };
    let above = (2f64).powi(t.bits as i32 - i32::from(t.signed));
    let too_high = b.cmpfk(CmpF::Oge, f, v, above);
    let at_least_low = b.cmpfk(CmpF::Oge, f, v, low);
    let too_low = b.cmpfk(CmpF::Olt, f, v, low);
    let zero = b.float(f, 0.0);
    let safe = b.select(at_least_low, v, zero);
    let safe = b.select(too_high, zero, safe);
    let int = if t.signed { b.fptosi(safe, t.machine) } else { b.fptoui(safe, t.machine) };
    let max = b.int(t.machine, t.max());
    let int = b.select(too_high, max, int);
    let min = b.int(t.machine, t.min());
    b.select(too_low, min, int)
}

fn float_to_float<B: Builder>(b: &mut B, from: Element, to: Element, v: B::V) -> B::V {
    match (from.compute(), to.compute()) {
        (F32, F64) => b.extf(v, F64),
        (F64, F32) if to.is_narrow_float() => round_to_odd(b, v),
        (F64, F32) => b.truncf(v, F32),
        _ => v,
    }
}

/// `F64` to `F32`, rounded to odd.
fn round_to_odd<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let near = b.truncf(x, F32);
    let back = b.extf(near, F64);
    let inexact = b.cmpf(CmpF::One, back, x);
    let inexact = b.extui(inexact, I32);
    let (near_abs, x_abs) = (b.absf(back), b.absf(x));
    // Rounded away from zero, perhaps to infinity: one step back is the truncated value.
    let away = b.cmpf(CmpF::Ogt, near_abs, x_abs);
    let away = b.extui(away, I32);
    let bits = b.bitcast(near, I32);
    let bits = b.subi(bits, away);
    let bits = b.ori(bits, inexact);
    b.bitcast(bits, F32)
}

/// Reads the bits of one storage component as another element type of the same width.
pub(crate) fn bitcast<B: Builder>(b: &mut B, from: Element, to: Element, v: Val<B::V>) -> Val<B::V> {
    if from == to {
        return v;
    }
    let stored = encode_storage(b, from, v.re());
    let mut bits = stored;
    let machine = from.storage().as_int();
    if from.storage().is_float() {
        bits = b.bitcast(bits, machine);
    }
    if to.is_integer() {
        bits = Int::of(to).wrap(b, bits);
    } else if to.bits() < machine.bits() {
        bits = b.mask(machine, bits, (1 << to.bits()) - 1);
    }
    if to.storage().is_float() {
        bits = b.bitcast(bits, to.storage());
    }
    Val::Real(decode_storage(b, to, bits))
}

/// One component from memory to compute form.
pub(crate) fn decode<B: Builder>(b: &mut B, e: Element, v: B::V) -> B::V {
    b.decode(e, v).unwrap_or_else(|| decode_storage(b, e, v))
}

/// One component from compute form to memory.
pub(crate) fn encode<B: Builder>(b: &mut B, e: Element, v: B::V) -> B::V {
    b.encode(e, v).unwrap_or_else(|| encode_storage(b, e, v))
}

/// The same of a value that is of the element type.
pub(crate) fn encode_exact<B: Builder>(b: &mut B, e: Element, v: B::V) -> B::V {
    b.encode_exact(e, v).unwrap_or_else(|| match e {
        Element::BF16 => float_formats::leading_half(b, v),
        _ => encode_storage(b, e, v),
    })
}

/// One component from [`Element::storage`] to compute form.
pub fn decode_storage<B: Builder>(b: &mut B, e: Element, v: B::V) -> B::V {
    if e.is_pred() {
        return b.cmpik(CmpI::Ne, e.storage(), v, 0);
    }
    if e.is_narrow_float() { float_formats::decode(b, e, v) } else { v }
}

/// One component from compute form to [`Element::storage`].
pub fn encode_storage<B: Builder>(b: &mut B, e: Element, v: B::V) -> B::V {
    if e.is_pred() {
        return b.extui(v, e.storage());
    }
    if e.is_narrow_float() { float_formats::encode(b, e, v) } else { v }
}
