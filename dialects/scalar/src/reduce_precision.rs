//! `reduce_precision`: rounds to a format with fewer exponent and mantissa bits, in place.

use crate::builder::{Builder, CmpI, Val};
use crate::convert::{decode_storage, encode_storage};
use crate::element::Element;

/// Mantissa and exponent bits of the IEEE formats; the others have no infinity to overflow to.
const fn layout(e: Element) -> Option<(u32, u32)> {
    match e {
        Element::F8E3M4 => Some((4, 3)),
        Element::F8E4M3 => Some((3, 4)),
        Element::F8E5M2 => Some((2, 5)),
        Element::F16 => Some((10, 5)),
        Element::BF16 => Some((7, 8)),
        Element::F32 => Some((23, 8)),
        Element::F64 => Some((52, 11)),
        _ => None,
    }
}

/// Emits `reduce_precision` on a value in compute form; the result is in compute form, too.
///
/// Ties round to even, what is too large becomes infinity, what is below the smallest normal number
/// of a smaller exponent range becomes zero (XLA flushes), NaN stays as it is. More bits than the
/// element has change nothing. `None` if the element type is no IEEE float or `exponent_bits` is 0.
pub fn reduce_precision<B: Builder>(
    b: &mut B,
    e: Element,
    exponent_bits: u32,
    mantissa_bits: u32,
    v: Val<B::V>,
) -> Option<Val<B::V>> {
    let (mantissa, exponent) = layout(e)?;
    if exponent_bits == 0 {
        return None;
    }
    // On the stored bits, where subnormals of a narrow float are subnormal.
    let stored = encode_storage(b, e, v.re());
    let i = e.storage().as_int();
    let bits = if e.storage().is_float() { b.bitcast(stored, i) } else { stored };
    let infinity = ((1i64 << exponent) - 1) << mantissa;
    let sign = b.mask(i, bits, -1 << (e.bits() - 1));
    let magnitude = b.mask(i, bits, (u64::MAX >> (64 - mantissa - exponent)) as i64);
    let mut out = magnitude;
    if mantissa_bits < mantissa {
        let cut = mantissa - mantissa_bits;
        let odd = b.shru(i, out, cut);
        let odd = b.mask(i, odd, 1);
        let half = b.int(i, (1i64 << (cut - 1)) - 1);
        let up = b.addi(half, odd);
        out = b.addi(out, up);
        out = b.mask(i, out, -1 << cut);
    }
    if exponent_bits < exponent {
        let bias = (1i64 << (exponent - 1)) - 1;
        let reach = (1i64 << (exponent_bits - 1)) - 1;
        // The first magnitudes above the range and in it.
        let (above, smallest) = ((bias + reach + 1) << mantissa, (bias - reach + 1) << mantissa);
        let inf = b.int(i, infinity);
        let zero = b.int(i, 0);
        let small = b.cmpik(CmpI::Slt, i, out, smallest);
        let large = b.cmpik(CmpI::Sge, i, out, above);
        out = b.select(large, inf, out);
        out = b.select(small, zero, out);
    }
    out = b.ori(out, sign);
    let nan = b.cmpik(CmpI::Sgt, i, magnitude, infinity);
    out = b.select(nan, bits, out);
    if e.storage().is_float() {
        out = b.bitcast(out, e.storage());
    }
    Some(Val::Real(decode_storage(b, e, out)))
}

/// Whether [`reduce_precision`] changes no element: the format has as many bits as the element, or more.
pub fn reduces_nothing(e: Element, exponent_bits: u32, mantissa_bits: u32) -> bool {
    layout(e).is_some_and(|(mantissa, exponent)| exponent <= exponent_bits && mantissa <= mantissa_bits)
}

/// Whether [`reduce_precision`] takes the element type.
pub fn supports_reduce_precision(e: Element) -> bool {
    layout(e).is_some()
}
