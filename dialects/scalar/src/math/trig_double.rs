//! `sin`, `cos` and `tan` of `F64`, for vectors as well: no table, and no branch but to operands of 2^32 and more.

use super::double::MAGIC;
use super::pair::{self, Pair};
use super::{F64, I64};
use crate::builder::{Builder, CmpF, CmpI};

/// `pi / 2`, as a sum of three numbers.
const FRAC_PI_2: [f64; 3] = [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33];
/// From here on the operand is reduced with all bits of `2 / pi`.
const FAR_FROM: f64 = 4294967296.0; // 2^32

/// An operand as `n pi / 2 + r`, with |r| <= pi / 4, a little more by rounding.
struct Reduced<V> {
    r: Pair<V>,
    /// The low bits of `n`; the others are arbitrary.
    quadrant: V,
}

/// Of an operand below [`FAR_FROM`] (after Cody and Waite): `n` has 32 bits, so that what `FRAC_PI_2` lacks is below
/// 2^-128, and the difference from a multiple of `pi / 2` is never below 2^-62.
fn reduce_near<B: Builder>(b: &mut B, x: B::V) -> Reduced<B::V> {
    let magic = b.float(F64, MAGIC);
    let shifted = b.fmak(F64, x, std::f64::consts::FRAC_2_PI, magic);
    let n = b.subf(shifted, magic);
    // Exact: a multiple of 2^-53 below 1.
    let r = b.fmak(F64, n, -FRAC_PI_2[0], x);
    let high = b.fmak(F64, n, -FRAC_PI_2[1], r);
    let taken = b.subf(r, high);
    let low = b.fmak(F64, n, -FRAC_PI_2[1], taken);
    let low = b.fmak(F64, n, -FRAC_PI_2[2], low);
    Reduced { r: Pair { high, low }, quadrant: b.bitcast(shifted, I64) }
}

const DIGIT: u32 = 30;
/// Digits of the product that are computed: those of the fraction reach 2^-148.
const WINDOW: usize = 6;
/// 32 zero bits and then those of `2 / pi`, in digits of [`DIGIT`] bits.
const TWO_OVER_PI: [i64; 43] = [
    0x0, 0xa2f9836, 0x39391054, 0x29fc2757, 0x347d4d37, 0x1c0db629, 0x1664f10e, 0x1041fe51, 0x18eaf7ae, 0x3c561b72,
    0x11b8e909, 0xdd2e006, 0x124bba82, 0x1d1921cf, 0x3877ac72, 0x3129a73e, 0x3a208d7d, 0x12ebb448, 0x13a671c0,
    0x26b45f7e, 0x104e6475, 0x23983533, 0x27d27211, 0x1f8bbdf9, 0xa0ec7fe, 0x97ffde0, 0x16603fbc, 0x2f118b5a,
    0x29b47db, 0x1367ecf2, 0x1f2c26dd, 0xf463f66, 0x2797fa8b, 0x17527bac, 0x1faf97c5, 0x3b3d0739, 0x3de294a4,
    0x2ea6bfb5, 0x3ec47e35, 0x1d085603, 0xc11bf1e, 0x36babf0c, 0x3ef0826b,
];

/// The digits of [`TWO_OVER_PI`] from the digit `first` on, by halving the distance: there is no table to read from.
fn digits<B: Builder>(b: &mut B, first: B::V) -> Vec<B::V> {
    let mut digits: Vec<B::V> = TWO_OVER_PI.iter().map(|&digit| b.int(I64, digit)).collect();
    for step in [32, 16, 8, 4, 2, 1] {
        let bit = b.mask(I64, first, step as i64);
        let far = b.cmpik(CmpI::Ne, I64, bit, 0);
        // The steps that follow skip at most `step - 1` digits.
        let count = (WINDOW + step).min(digits.len());
        digits = (0..count)
            .map(|i| match digits.get(i + step) {
                Some(&later) => b.select(far, later, digits[i]),
                None => digits[i],
            })
            .collect();
    }
    digits
}

/// A number from an integer, 0 to 2^52 - 1, times `scale`.
fn scaled<B: Builder>(b: &mut B, integer: B::V, scale: f64) -> B::V {
    let two_to_52 = b.float(F64, 4503599627370496.0);
    let bits = b.bitcast(two_to_52, I64);
    let bits = b.ori(integer, bits);
    let number = b.bitcast(bits, F64);
    let number = b.subf(number, two_to_52);
    b.mulk(F64, number, scale)
}

/// Of any operand from [`FAR_FROM`] on (after Payne and Hanek): with |x| = m 2^e, the product of `m` and those bits of
/// `2 / pi` that give neither whole turns nor less than the last bit that counts.
fn reduce_far<B: Builder>(b: &mut B, x: B::V) -> Reduced<B::V> {
    let bits = b.bitcast(x, I64);
    let bits = b.mask(I64, bits, i64::MAX);
    let field = b.shru(I64, bits, 52);
    let m = b.mask(I64, bits, (1 << 52) - 1);
    let leading = b.int(I64, 1 << 52);
    let m = b.ori(m, leading);
    // The first bit that counts is that of weight 2^(1 - e), and e is the field less 1075.
    let offset = b.int(I64, 32 - 1 - 1 - 1075);
    let position = b.addi(field, offset);
    // Operands near 0 have positions before the first; they are reduced by the other way.
    let zero = b.int(I64, 0);
    let before = b.cmpik(CmpI::Slt, I64, position, 0);
    let position = b.select(before, zero, position);
    // position / DIGIT, below 1024.
    let inverse = b.int(I64, (1 << 20) / i64::from(DIGIT) + 1);
    let first = b.muli(position, inverse);
    let first = b.shru(I64, first, 20);
    let minus_digit = b.int(I64, -i64::from(DIGIT));
    let whole = b.muli(first, minus_digit);
    let shift = b.addi(position, whole);
    let digit_bits = b.int(I64, DIGIT.into());
    let back = b.subi(digit_bits, shift);

    let digits = digits(b, first);
    let digit_mask = (1 << DIGIT) - 1;
    let window: Vec<B::V> = digits
        .windows(2)
        .map(|pair| {
            let upper = b.shli(pair[0], shift);
            let lower = b.shrui(pair[1], back);
            let both = b.ori(upper, lower);
            b.mask(I64, both, digit_mask)
        })
        .collect();

    // The product modulo 4 quarter turns, digit by digit from the last one.
    let low = b.mask(I64, m, digit_mask);
    let high = b.shru(I64, m, DIGIT);
    let mut product = Vec::new();
    let mut carry: Option<B::V> = None;
    for i in (0..WINDOW).rev() {
        let mut column = b.muli(low, window[i]);
        if let Some(&later) = window.get(i + 1) {
            let other = b.muli(high, later);
            column = b.addi(column, other);
        }
        if let Some(carry) = carry {
            column = b.addi(column, carry);
        }
        carry = Some(b.shru(I64, column, DIGIT));
        product.push(b.mask(I64, column, digit_mask));
    }
    // The first digit holds two bits of the quadrant; it is rounded to the nearest.
    let top = product[WINDOW - 1];
    let half = b.int(I64, 1 << (DIGIT - 3));
    let rounded = b.addi(top, half);
    let quadrant = b.shru(I64, rounded, DIGIT - 2);
    let rounded = b.mask(I64, rounded, (1 << (DIGIT - 2)) - 1);
    let first = scaled(b, rounded, 2f64.powi(2 - DIGIT as i32));
    let first = b.addk(F64, first, -0.5);
    // Each digit is smaller than a unit of the one before it, whose sum so far is exact or above 2^-6.
    let mut fraction = Pair { high: first, low: b.float(F64, 0.0) };
    for i in 1..4 {
        let digit = scaled(b, product[WINDOW - 1 - i], 2f64.powi(2 - DIGIT as i32 * (1 + i as i32)));
        let digit = b.addf(fraction.low, digit);
        fraction = pair::sum(b, fraction.high, digit);
    }
    let quarter = Pair::constant(b, [FRAC_PI_2[0], FRAC_PI_2[1]]);
    let r = fraction.times(b, quarter);
    Reduced { r, quadrant }
}

/// What `finish` makes of |x| reduced, whatever it is; NaN of infinities, which are not reduced as finite numbers are.
fn reduced<B: Builder>(b: &mut B, x: B::V, finish: impl Fn(&mut B, Reduced<B::V>) -> B::V) -> B::V {
    let abs = b.absf(x);
    let near = reduce_near(b, abs);
    let usual = finish(b, near);
    let is_large = b.cmpfk(CmpF::Oge, F64, abs, FAR_FROM);
    let is_finite = b.cmpfk(CmpF::Olt, F64, abs, f64::INFINITY);
    let is_far = b.andi(is_large, is_finite);
    b.rarely(is_far, usual, |b| {
        let far = reduce_far(b, abs);
        let far = finish(b, far);
        b.select(is_far, far, usual)
    })
}

/// `(sin(r) - r) / r^3` in powers of `r^2` for |r| <= pi / 4, relative error of sin 2^-57.
const SIN: [f64; 7] = [
    -0.16666666666666666,
    0.008333333333333331,
    -0.00019841269841265017,
    2.7557319219301864e-06,
    -2.5052106219506724e-08,
    1.6058529570304504e-10,
    -7.586576490434754e-13,
];

/// `(cos(r) - 1 + r^2 / 2) / r^4` in powers of `r^2`, absolute error of cos 2^-60.
const COS: [f64; 6] = [
    0.041666666666666664,
    -0.0013888888888887382,
    2.480158729874303e-05,
    -2.755731725999387e-07,
    2.0876143825571818e-09,
    -1.1382456635615195e-11,
];

/// `sin(r)` and `cos(r)` of a reduced operand, with about 8 bits more than `F64` has.
fn sin_cos<B: Builder>(b: &mut B, r: Pair<B::V>) -> (Pair<B::V>, Pair<B::V>) {
    let square = pair::product(b, r.high, r.high);
    let u = square.high;
    // r + r^3 p + low (1 - r^2 / 2)
    let p = b.poly(F64, u, &SIN);
    let cube = b.mulf(r.high, u);
    let half = b.mulk(F64, u, -0.5);
    let low = b.fma(half, r.low, r.low);
    let low = b.fma(p, cube, low);
    let sin = pair::sum(b, r.high, low);
    // 1 - r^2 / 2 as a rounded number and its exact error, to which the remainder is added: r^4 q, what rounding r^2
    // cut off, and -low sin(r), of which r has enough bits.
    let one = b.float(F64, 1.0);
    let rounded = pair::sum(b, one, half);
    let low = b.fmak(F64, square.low, -0.5, rounded.low);
    let minus = b.negf(r.low);
    let low = b.fma(r.high, minus, low);
    let q = b.poly(F64, u, &COS);
    let fourth = b.mulf(u, u);
    let low = b.fma(q, fourth, low);
    (sin, pair::sum(b, rounded.high, low))
}

/// Whether a quadrant is odd.
pub(super) fn is_odd<B: Builder>(b: &mut B, quadrant: B::V) -> B::V {
    let bit = b.mask(I64, quadrant, 1);
    b.cmpik(CmpI::Ne, I64, bit, 0)
}

/// `v`, negated where the bit `sign` of `bits` is set.
pub(super) fn negate_by<B: Builder>(b: &mut B, v: B::V, bits: B::V, sign: u32) -> B::V {
    let bit = b.mask(I64, bits, 1i64 << sign);
    let bit = b.shl(I64, bit, 63 - sign);
    let v = b.bitcast(v, I64);
    let v = b.xori(v, bit);
    b.bitcast(v, F64)
}

/// The sine of a reduced operand.
fn sine<B: Builder>(b: &mut B, Reduced { r, quadrant }: Reduced<B::V>) -> B::V {
    let (sin, cos) = sin_cos(b, r);
    let odd = is_odd(b, quadrant);
    let v = b.select(odd, cos.high, sin.high);
    negate_by(b, v, quadrant, 1)
}

pub(super) fn sin<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let v = reduced(b, x, sine);
    let bits = b.bitcast(x, I64);
    negate_by(b, v, bits, 63)
}

pub(super) fn cos<B: Builder>(b: &mut B, x: B::V) -> B::V {
    // The sine a quarter of a turn further on.
    reduced(b, x, |b, Reduced { r, quadrant }| {
        let one = b.int(I64, 1);
        let quadrant = b.addi(quadrant, one);
        sine(b, Reduced { r, quadrant })
    })
}

/// The quotient of `sin` and `cos`, or of `-cos` and `sin`, rounded once.
pub(super) fn tan<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let v = reduced(b, x, |b, Reduced { r, quadrant }| {
        let (sin, cos) = sin_cos(b, r);
        let odd = is_odd(b, quadrant);
        let mut select = |x, y| b.select(odd, x, y);
        let numerator = Pair { high: select(cos.high, sin.high), low: select(cos.low, sin.low) };
        let denominator = Pair { high: select(sin.high, cos.high), low: select(sin.low, cos.low) };
        let v = b.divf(numerator.high, denominator.high);
        // The remainder of the division, by the derivative of the quotient.
        let minus = b.negf(v);
        let left = b.fma(minus, denominator.high, numerator.high);
        let left = b.addf(left, numerator.low);
        let left = b.fma(minus, denominator.low, left);
        let correction = b.divf(left, denominator.high);
        let v = b.addf(v, correction);
        negate_by(b, v, quadrant, 0)
    });
    let bits = b.bitcast(x, I64);
    negate_by(b, v, bits, 63)
}
