//! Integers and `Pred`. Integers wrap; nothing traps.

use crate::builder::{Builder, CmpI};
use crate::element::{Element, Machine};

/// The integer type an operation works on.
#[derive(Clone, Copy)]
pub(crate) struct Int {
    pub machine: Machine,
    /// At most the machine type's width; below it for `S2`, `S4`, `U2`, `U4`.
    pub bits: u32,
    pub signed: bool,
}

impl Int {
    pub fn of(e: Element) -> Int {
        Int { machine: e.compute(), bits: e.bits(), signed: e.is_signed() }
    }

    pub fn min(self) -> i64 {
        if self.signed { -1 << (self.bits - 1) } else { 0 }
    }

    /// The largest value; for `U64` its bit pattern, -1.
    pub fn max(self) -> i64 {
        let unsigned = -1i64 as u64 >> (64 - self.bits);
        (if self.signed { unsigned >> 1 } else { unsigned }) as i64
    }

    fn is_narrow(self) -> bool {
        self.bits < self.machine.bits()
    }

    /// Brings the result of an operation back into the range of a type narrower than its machine type.
    pub fn wrap<B: Builder>(self, b: &mut B, v: B::V) -> B::V {
        if !self.is_narrow() {
            return v;
        }
        let n = self.machine.bits() - self.bits;
        let v = b.shl(self.machine, v, n);
        if self.signed { b.shrs(self.machine, v, n) } else { b.shru(self.machine, v, n) }
    }

    /// The value with zeros instead of copies of the sign above its width.
    fn zero_extended<B: Builder>(self, b: &mut B, v: B::V) -> B::V {
        if self.is_narrow() { b.mask(self.machine, v, (1 << self.bits) - 1) } else { v }
    }
}

pub(crate) fn abs<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    if !t.signed {
        return a[0];
    }
    let n = neg(b, t, a);
    let negative = b.cmpik(CmpI::Slt, t.machine, a[0], 0);
    b.select(negative, n, a[0])
}

pub(crate) fn neg<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let zero = b.int(t.machine, 0);
    b.subi(zero, a[0])
}

pub(crate) fn sign<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let positive = if t.signed { CmpI::Sgt } else { CmpI::Ne };
    let positive = b.cmpik(positive, t.machine, a[0], 0);
    let positive = b.extui(positive, t.machine);
    if !t.signed {
        return positive;
    }
    let minus = b.shrs(t.machine, a[0], t.machine.bits() - 1);
    b.ori(positive, minus)
}

pub(crate) fn not<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    b.noti(t.machine, a[0])
}

pub(crate) fn population_count<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let v = t.zero_extended(b, a[0]);
    b.ctpop(v)
}

pub(crate) fn count_leading_zeros<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let v = t.zero_extended(b, a[0]);
    let zeros = b.ctlz(v);
    let above = b.int(t.machine, (t.machine.bits() - t.bits).into());
    b.subi(zeros, above)
}

pub(crate) fn add<B: Builder>(b: &mut B, _: Int, a: &[B::V]) -> B::V {
    b.addi(a[0], a[1])
}

pub(crate) fn sub<B: Builder>(b: &mut B, _: Int, a: &[B::V]) -> B::V {
    b.subi(a[0], a[1])
}

pub(crate) fn mul<B: Builder>(b: &mut B, _: Int, a: &[B::V]) -> B::V {
    b.muli(a[0], a[1])
}

/// The upper half of the product in twice the width.
pub(crate) fn mulhi<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let wide = Machine::I64;
    if t.bits < 64 {
        let extended = |b: &mut B, v| if t.signed { b.extsi(v, wide) } else { b.extui(v, wide) };
        let (x, y) = (extended(b, a[0]), extended(b, a[1]));
        let product = b.muli(x, y);
        let high = if t.signed { b.shrs(wide, product, t.bits) } else { b.shru(wide, product, t.bits) };
        return b.trunci(high, t.machine);
    }
    // By halves, as in long multiplication.
    let halves = |b: &mut B, v| (b.mask(wide, v, 0xffff_ffff), b.shru(wide, v, 32));
    let ((x0, x1), (y0, y1)) = (halves(b, a[0]), halves(b, a[1]));
    let (low, high) = (b.muli(x0, y0), b.muli(x1, y1));
    let (first, second) = (b.muli(x1, y0), b.muli(x0, y1));
    let (_, carry) = halves(b, low);
    let middle = b.addi(first, carry);
    let (middle, carry) = halves(b, middle);
    let high = b.addi(high, carry);
    let middle = b.addi(second, middle);
    let (_, carry) = halves(b, middle);
    let high = b.addi(high, carry);
    if !t.signed {
        return high;
    }
    // A negative factor was taken for 2^64 more than it is.
    let if_negative = |b: &mut B, x, y| {
        let sign = b.shrs(wide, x, 63);
        b.andi(sign, y)
    };
    let (for_x, for_y) = (if_negative(b, a[0], a[1]), if_negative(b, a[1], a[0]));
    let high = b.subi(high, for_x);
    b.subi(high, for_y)
}

/// XLA: `x / 0` is -1 (all ones), `MIN / -1` is `MIN`.
pub(crate) fn div<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let m = t.machine;
    let (x, y) = (a[0], a[1]);
    let one = b.int(m, 1);
    let by_zero = b.cmpik(CmpI::Eq, m, y, 0);
    let all_ones = b.int(m, -1);
    if !t.signed {
        let safe = b.select(by_zero, one, y);
        let q = b.divui(x, safe);
        return b.select(by_zero, all_ones, q);
    }
    // Dividing by 1 gives x = MIN, the wrapped quotient.
    let overflow = signed_overflow(b, t, x, y);
    let unsafe_divisor = b.ori(by_zero, overflow);
    let safe = b.select(unsafe_divisor, one, y);
    let q = b.divsi(x, safe);
    b.select(by_zero, all_ones, q)
}

/// XLA: `x % 0` is `x`, `MIN % -1` is 0; the sign is the dividend's.
pub(crate) fn rem<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let m = t.machine;
    let (x, y) = (a[0], a[1]);
    let one = b.int(m, 1);
    let by_zero = b.cmpik(CmpI::Eq, m, y, 0);
    if !t.signed {
        let safe = b.select(by_zero, one, y);
        let r = b.remui(x, safe);
        return b.select(by_zero, x, r);
    }
    // The remainder by 1 is 0, the right one for MIN % -1.
    let overflow = signed_overflow(b, t, x, y);
    let unsafe_divisor = b.ori(by_zero, overflow);
    let safe = b.select(unsafe_divisor, one, y);
    let r = b.remsi(x, safe);
    b.select(by_zero, x, r)
}

fn signed_overflow<B: Builder>(b: &mut B, t: Int, x: B::V, y: B::V) -> B::V {
    let is_min = b.cmpik(CmpI::Eq, t.machine, x, t.min());
    let is_minus_one = b.cmpik(CmpI::Eq, t.machine, y, -1);
    b.andi(is_min, is_minus_one)
}

pub(crate) fn max<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    if t.signed { b.maxsi(a[0], a[1]) } else { b.maxui(a[0], a[1]) }
}

pub(crate) fn min<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    if t.signed { b.minsi(a[0], a[1]) } else { b.minui(a[0], a[1]) }
}

pub(crate) fn clamp<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let low = max(b, t, &[a[0], a[1]]);
    min(b, t, &[low, a[2]])
}

pub(crate) fn and<B: Builder>(b: &mut B, _: Int, a: &[B::V]) -> B::V {
    b.andi(a[0], a[1])
}

pub(crate) fn or<B: Builder>(b: &mut B, _: Int, a: &[B::V]) -> B::V {
    b.ori(a[0], a[1])
}

pub(crate) fn xor<B: Builder>(b: &mut B, _: Int, a: &[B::V]) -> B::V {
    b.xori(a[0], a[1])
}

/// `base^exponent`, wrapping. A negative exponent gives 0 except for the bases 1 and -1; `0^0` is 1.
pub(crate) fn pow<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let m = t.machine;
    let (base, exponent) = (a[0], a[1]);
    let (zero, one) = (b.int(m, 0), b.int(m, 1));
    let odd = b.mask(m, exponent, 1);
    let even = b.cmpi(CmpI::Eq, odd, zero);
    if !t.signed {
        // Half of the exponent is not negative, whatever it is read as.
        let half = b.shrui(exponent, one);
        let root = b.power(m, base, half);
        let square = b.muli(root, root);
        let next = b.muli(square, base);
        return b.select(even, square, next);
    }
    let negative = b.cmpi(CmpI::Slt, exponent, zero);
    let counted = b.select(negative, zero, exponent);
    let result = b.power(m, base, counted);
    // For 1 and -1 only the parity of the exponent counts, for all else 1/|base|^n truncates to 0.
    let by_parity = b.select(even, one, base);
    let is_one = b.cmpi(CmpI::Eq, base, one);
    let is_minus_one = b.cmpik(CmpI::Eq, m, base, -1);
    let is_unit = b.ori(is_one, is_minus_one);
    let inverse = b.select(is_unit, by_parity, zero);
    b.select(negative, inverse, result)
}

/// `base^exponent`, wrapping, of an exponent that is not negative: square and multiply over all of its bits.
pub(crate) fn power<B: Builder>(b: &mut B, t: Machine, base: B::V, exponent: B::V) -> B::V {
    let mut square = base;
    let mut result = b.int(t, 1);
    let steps = t.bits() - 1;
    for i in 0..steps {
        let bit = b.mask(t, exponent, 1i64 << i);
        let unset = b.cmpik(CmpI::Eq, t, bit, 0);
        let product = b.muli(result, square);
        result = b.select(unset, result, product);
        if i + 1 < steps {
            square = b.muli(square, square);
        }
    }
    result
}

/// The amount, and whether it is below the width (read as unsigned).
fn shift_amount<B: Builder>(b: &mut B, t: Int, amount: B::V) -> (B::V, B::V) {
    let in_range = b.cmpik(CmpI::Ult, t.machine, amount, t.bits.into());
    let zero = b.int(t.machine, 0);
    (b.select(in_range, amount, zero), in_range)
}

/// Shifts by the width or more (or by a negative amount) give 0.
pub(crate) fn shift_left<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let (n, in_range) = shift_amount(b, t, a[1]);
    let v = b.shli(a[0], n);
    let zero = b.int(t.machine, 0);
    b.select(in_range, v, zero)
}

/// As `shift_left`.
pub(crate) fn shift_right_logical<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let (n, in_range) = shift_amount(b, t, a[1]);
    let v = t.zero_extended(b, a[0]);
    let v = b.shrui(v, n);
    let zero = b.int(t.machine, 0);
    b.select(in_range, v, zero)
}

/// Shifts by the width or more give copies of the top bit, also for unsigned types (XLA).
pub(crate) fn shift_right_arithmetic<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
    let signed = Int { signed: true, ..t };
    let x = signed.wrap(b, a[0]);
    let in_range = b.cmpik(CmpI::Ult, t.machine, a[1], t.bits.into());
    let last = b.int(t.machine, (t.bits - 1).into());
    let n = b.select(in_range, a[1], last);
    b.shrsi(x, n)
}

macro_rules! comparisons {
    ($($name:ident $signed:ident $unsigned:ident;)*) => { $(
        pub(crate) fn $name<B: Builder>(b: &mut B, t: Int, a: &[B::V]) -> B::V {
            let p = if t.signed { CmpI::$signed } else { CmpI::$unsigned };
            b.cmpi(p, a[0], a[1])
        }
    )* };
}

comparisons! {
    eq Eq Eq;
    ne Ne Ne;
    ge Sge Uge;
    gt Sgt Ugt;
    le Sle Ule;
    lt Slt Ult;
}

/// `Pred`, computed on `I1`: sum is or, product is and, false < true.
pub(crate) mod pred {
    use super::{Builder, CmpI, Machine};

    pub(crate) fn not<B: Builder>(b: &mut B, a: &[B::V]) -> B::V {
        b.noti(Machine::I1, a[0])
    }

    pub(crate) fn and<B: Builder>(b: &mut B, a: &[B::V]) -> B::V {
        b.andi(a[0], a[1])
    }

    pub(crate) fn or<B: Builder>(b: &mut B, a: &[B::V]) -> B::V {
        b.ori(a[0], a[1])
    }

    pub(crate) fn xor<B: Builder>(b: &mut B, a: &[B::V]) -> B::V {
        b.xori(a[0], a[1])
    }

    pub(crate) fn clamp<B: Builder>(b: &mut B, a: &[B::V]) -> B::V {
        let low = b.ori(a[0], a[1]);
        b.andi(low, a[2])
    }

    macro_rules! comparisons {
        ($($name:ident $p:ident;)*) => { $(
            pub(crate) fn $name<B: Builder>(b: &mut B, a: &[B::V]) -> B::V {
                b.cmpi(CmpI::$p, a[0], a[1])
            }
        )* };
    }

    comparisons! {
        eq Eq;
        ne Ne;
        ge Uge;
        gt Ugt;
        le Ule;
        lt Ult;
    }
}
