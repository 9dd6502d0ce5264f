//! Floats below 32 bits: from the stored bit pattern to `F32` and back.
//!
//! Formats after LLVM's `APFloat` (and ml_dtypes, which XLA uses): `FN` has no infinity, `UZ` no
//! negative zero, `FNU` no sign. Decoding is exact. Encoding rounds to nearest even, once. Both keep
//! every NaN that a format distinguishes, so `encode(decode(bits)) == bits`.

use crate::builder::{Builder, CmpF, CmpI};
use crate::element::{Element, Machine};

const I: Machine = Machine::I32;
const F: Machine = Machine::F32;

/// Where a format puts the values that are not finite.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Infinity and NaNs as IEEE 754 has them.
    Ieee,
    /// Only NaN, where all bits below the sign are ones.
    AllOnesNan,
    /// Only NaN, in the place of negative zero.
    NegativeZeroNan,
    /// Finite numbers only: overflow saturates.
    None,
}

struct Format {
    exponent: u32,
    mantissa: u32,
    bias: i32,
    special: Special,
}

impl Format {
    /// The pattern of the largest finite number, without sign.
    const fn max_finite(&self) -> i64 {
        let ones = (1 << (self.exponent + self.mantissa)) - 1;
        match self.special {
            Special::Ieee => (((1 << self.exponent) - 1) << self.mantissa) - 1,
            Special::AllOnesNan => ones - 1,
            Special::NegativeZeroNan | Special::None => ones,
        }
    }

    const fn sign_bit(&self) -> u32 {
        self.exponent + self.mantissa
    }
}

/// The format of a narrow float; `F8E8M0FNU`, which is only an exponent, has functions of its own.
const fn format(e: Element) -> Option<Format> {
    use Special::*;
    let (exponent, mantissa, bias, special) = match e {
        Element::F4E2M1FN => (2, 1, 1, None),
        Element::F6E2M3FN => (2, 3, 1, None),
        Element::F6E3M2FN => (3, 2, 3, None),
        Element::F8E3M4 => (3, 4, 3, Ieee),
        Element::F8E4M3 => (4, 3, 7, Ieee),
        Element::F8E4M3FN => (4, 3, 7, AllOnesNan),
        Element::F8E4M3B11FNUZ => (4, 3, 11, NegativeZeroNan),
        Element::F8E4M3FNUZ => (4, 3, 8, NegativeZeroNan),
        Element::F8E5M2 => (5, 2, 15, Ieee),
        Element::F8E5M2FNUZ => (5, 2, 16, NegativeZeroNan),
        Element::F16 => (5, 10, 15, Ieee),
        Element::BF16 => (8, 7, 127, Ieee),
        _ => return Option::None,
    };
    Some(Format { exponent, mantissa, bias, special })
}

/// Storage (`I8`, `I16`) to `F32`.
pub(crate) fn decode<B: Builder>(b: &mut B, e: Element, bits: B::V) -> B::V {
    let bits = b.extui(bits, I);
    let Some(f) = format(e) else { return decode_e8m0(b, bits) };
    if e == Element::BF16 {
        let bits = b.shl(I, bits, 16);
        return b.bitcast(bits, F);
    }
    let m = f.mantissa;
    let magnitude = b.mask(I, bits, (1 << f.sign_bit()) - 1);
    let sign = b.mask(I, bits, 1 << f.sign_bit());
    let sign = b.shl(I, sign, 31 - f.sign_bit());

    let shifted = b.shl(I, magnitude, 23 - m);
    let rebias = b.int(I, ((127 - f.bias) as i64) << 23);
    let normal = b.addi(shifted, rebias);
    let subnormal = b.sitofp(magnitude, F);
    let subnormal = b.mulk(F, subnormal, (2f64).powi(1 - f.bias - m as i32));
    let subnormal = b.bitcast(subnormal, I);
    let is_subnormal = b.cmpik(CmpI::Ult, I, magnitude, 1 << m);
    let mut out = b.select(is_subnormal, subnormal, normal);

    // Infinity and NaN have the exponent 255 and the same leading mantissa bits.
    match f.special {
        Special::Ieee => {
            let top = b.int(I, 0x7f80_0000);
            let special = b.ori(shifted, top);
            let is_special = b.cmpik(CmpI::Ugt, I, magnitude, f.max_finite());
            out = b.select(is_special, special, out);
        }
        Special::AllOnesNan => {
            let nan = b.int(I, 0x7fc0_0000);
            let is_nan = b.cmpik(CmpI::Ugt, I, magnitude, f.max_finite());
            out = b.select(is_nan, nan, out);
        }
        Special::NegativeZeroNan => {
            let nan = b.int(I, 0x7fc0_0000);
            let is_nan = b.cmpik(CmpI::Eq, I, bits, 1 << f.sign_bit());
            out = b.select(is_nan, nan, out);
        }
        Special::None => {}
    }
    let out = b.ori(out, sign);
    b.bitcast(out, F)
}

/// `F32` to storage, rounding to nearest even.
pub(crate) fn encode<B: Builder>(b: &mut B, e: Element, x: B::V) -> B::V {
    let storage = e.storage();
    let bits = b.bitcast(x, I);
    let Some(f) = format(e) else {
        let bits = encode_e8m0(b, x, bits);
        return b.trunci(bits, storage);
    };
    if e == Element::BF16 {
        let bits = encode_bf16(b, x, bits);
        return b.trunci(bits, storage);
    }
    let m = f.mantissa;
    let shift = 23 - m;
    let abs = b.mask(I, bits, 0x7fff_ffff);
    let sign = b.shru(I, bits, 31);
    let sign = b.shl(I, sign, f.sign_bit());

    // Adding half a unit less one, and one more if the kept part is odd, rounds ties to even.
    // Subtracting the difference of the biases first makes it the new exponent.
    let odd = b.shru(I, abs, shift);
    let odd = b.mask(I, odd, 1);
    let half = b.int(I, ((1 << (shift - 1)) - 1) - (((127 - f.bias) as i64) << 23));
    let rounded = b.addi(abs, half);
    let rounded = b.addi(rounded, odd);
    let mut out = b.shru(I, rounded, shift);
    if f.bias != 127 {
        // Below the smallest normal number: adding a power of two whose last place is the format's
        // smallest number lets the adder round.
        let magic = (2f64).powi(1 - f.bias - m as i32 + 23);
        let small = b.bitcast(abs, F);
        let small = b.addk(F, small, magic);
        let small = b.bitcast(small, I);
        let magic = b.int(I, -((magic as f32).to_bits() as i64));
        let small = b.addi(small, magic);
        let is_small = b.cmpik(CmpI::Ult, I, abs, ((128 - f.bias) as i64) << 23);
        out = b.select(is_small, small, out);
    }
    let is_nan = b.cmpik(CmpI::Ugt, I, abs, 0x7f80_0000);
    // Numbers that round to more than the largest finite one, infinity among them.
    let too_large = b.cmpik(CmpI::Ugt, I, out, f.max_finite());
    match f.special {
        Special::Ieee => {
            let inf = b.int(I, f.max_finite() + 1);
            out = b.select(too_large, inf, out);
            // A NaN keeps its leading payload bits; one that has none there becomes the quiet one.
            let payload = b.shru(I, abs, shift);
            let payload = b.mask(I, payload, (1 << m) - 1);
            let no_payload = b.cmpik(CmpI::Eq, I, payload, 0);
            let quiet = b.int(I, 1 << (m - 1));
            let payload = b.select(no_payload, quiet, payload);
            let nan = b.ori(inf, payload);
            out = b.select(is_nan, nan, out);
            out = b.ori(out, sign);
        }
        Special::AllOnesNan => {
            let nan = b.int(I, f.max_finite() + 1);
            let special = b.ori(too_large, is_nan);
            out = b.select(special, nan, out);
            out = b.ori(out, sign);
        }
        Special::NegativeZeroNan => {
            let nan = b.int(I, 1 << f.sign_bit());
            let is_zero = b.cmpik(CmpI::Eq, I, out, 0);
            let signed = b.ori(out, sign);
            out = b.select(is_zero, out, signed);
            let special = b.ori(too_large, is_nan);
            out = b.select(special, nan, out);
        }
        Special::None => {
            let max = b.int(I, f.max_finite());
            out = b.select(too_large, max, out);
            out = b.ori(out, sign);
            // ml_dtypes: a NaN becomes a zero of the opposite sign.
            let nan = b.int(I, 1 << f.sign_bit());
            let nan = b.xori(nan, sign);
            out = b.select(is_nan, nan, out);
        }
    }
    b.trunci(out, storage)
}

/// `F32` to the storage of `BF16`, whose numbers are all that it may be.
pub(crate) fn leading_half<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let bits = b.bitcast(x, I);
    let bits = b.shru(I, bits, 16);
    b.trunci(bits, Element::BF16.storage())
}

/// The leading half of the bits of an `F32`, rounded. What rounds up to more than the largest number becomes infinity by itself.
fn encode_bf16<B: Builder>(b: &mut B, x: B::V, bits: B::V) -> B::V {
    // As for the other formats: half a unit less one, and one more if the kept part is odd.
    let kept = b.shru(I, bits, 16);
    let odd = b.mask(I, kept, 1);
    let half = b.int(I, 0x7fff);
    let rounded = b.addi(bits, half);
    let rounded = b.addi(rounded, odd);
    let rounded = b.shru(I, rounded, 16);
    // A NaN keeps its leading payload bits, or becomes the quiet one.
    let payload = b.mask(I, kept, 0x7f);
    let no_payload = b.cmpik(CmpI::Eq, I, payload, 0);
    let quiet = b.int(I, 0x40);
    let quiet = b.ori(kept, quiet);
    let nan = b.select(no_payload, quiet, kept);
    let is_nan = b.is_nan(x);
    b.select(is_nan, nan, rounded)
}

/// `F8E8M0FNU`: 2^(bits - 127), and 255 is NaN.
fn decode_e8m0<B: Builder>(b: &mut B, bits: B::V) -> B::V {
    let normal = b.shl(I, bits, 23);
    let smallest = b.int(I, 1 << 22);
    let is_zero = b.cmpik(CmpI::Eq, I, bits, 0);
    let out = b.select(is_zero, smallest, normal);
    let nan = b.int(I, 0x7fc0_0000);
    let is_nan = b.cmpik(CmpI::Eq, I, bits, 255);
    let out = b.select(is_nan, nan, out);
    b.bitcast(out, F)
}

/// Ties go up, as in ml_dtypes: away from zero, whether or not the code is even.
fn encode_e8m0<B: Builder>(b: &mut B, x: B::V, bits: B::V) -> B::V {
    let half = b.int(I, 1 << 22);
    let rounded = b.addi(bits, half);
    let out = b.shru(I, rounded, 23);
    // 2^-127, the smallest number, is subnormal in F32. From 1.5 * 2^-127 on numbers round to 2^-126, which is code 1;
    // smaller ones to 2^-127, which is code 0.
    let one = b.cmpik(CmpI::Uge, I, bits, 3 << 21);
    let one = b.extui(one, I);
    let is_small = b.cmpik(CmpI::Ult, I, bits, 1 << 23);
    let out = b.select(is_small, one, out);
    // Zero and negative numbers have no place in the format.
    let positive = b.cmpfk(CmpF::Ogt, F, x, 0.0);
    let nan = b.int(I, 255);
    b.select(positive, out, nan)
}
