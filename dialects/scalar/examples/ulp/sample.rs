//! Random operands, spread over what is not trivial.

use crate::quad::power_of_two;
use std::ops::Range;
use xla_scalar::Op;

/// Sebastiano Vigna's SplitMix64.
pub struct Random(u64);

impl Random {
    /// The state begins at the mixed seed. It advances by a constant, whose multiples would give each seed the same numbers.
    pub fn new(seed: u64) -> Random {
        Random(Random(seed).bits())
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Spread evenly over a range.
    fn uniform(&mut self, range: Range<f64>) -> f64 {
        let unit = (self.bits() >> 11) as f64 * 2f64.powi(-53);
        range.start + unit * (range.end - range.start)
    }

    /// A number of either sign whose exponent is spread evenly.
    fn scale(&mut self, exponents: Range<i32>) -> f64 {
        let width = (exponents.end - exponents.start) as u64;
        let exponent = exponents.start + (self.bits() % width) as i32;
        let bits = self.bits();
        let mantissa = 1.0 + (bits >> 12) as f64 * 2f64.powi(-52);
        let magnitude = mantissa * power_of_two(exponent / 2) * power_of_two(exponent - exponent / 2);
        if bits & 1 == 0 { magnitude } else { -magnitude }
    }
}

/// Where a function of real numbers has something to compute.
fn domain(op: Op) -> Option<Range<f64>> {
    Some(match op {
        Op::Exp => -745.2..709.8,
        Op::ExpMinusOne => -40.0..709.8,
        Op::Log | Op::Sqrt | Op::Rsqrt => 0.0..f64::MAX,
        Op::LogPlusOne => -1.0..f64::MAX,
        Op::Sin | Op::Cos | Op::Tan | Op::Atan | Op::Asinh | Op::Cbrt | Op::BesselI1e => f64::MIN..f64::MAX,
        Op::Asin | Op::Acos | Op::Atanh | Op::ErfInv => -1.0..1.0,
        Op::Sinh | Op::Cosh => -710.5..710.5,
        Op::Tanh => -22.0..22.0,
        Op::Acosh => 1.0..f64::MAX,
        Op::Logistic => -710.0..40.0,
        Op::Erf => -6.0..6.0,
        Op::Erfc => -6.0..26.6,
        Op::Lgamma | Op::Digamma => 0.0..f64::MAX,
        _ => return None,
    })
}

/// The functions that are measured.
pub fn measured(complex: bool) -> Vec<Op> {
    let binary: &[Op] =
        if complex { &[Op::Mul, Op::Div, Op::Pow] } else { &[Op::Pow, Op::Atan2, Op::Rem, Op::Zeta, Op::Polygamma] };
    let complex_only =
        |op: &Op| !matches!(op, Op::BesselI1e | Op::ErfInv | Op::Erf | Op::Erfc | Op::Lgamma | Op::Digamma);
    let unary = Op::ALL.iter().filter(|&&op| domain(op).is_some()).filter(|op| !complex || complex_only(op));
    unary.chain(binary).copied().collect()
}

/// A part evenly over the range (up to 32 of it where it has no end), a part evenly over exponents, a part near 1.
fn of_domain(kind: u64, range: Range<f64>, random: &mut Random) -> f64 {
    loop {
        let v = match kind % 4 {
            0 => random.uniform(range.start.max(-32.0)..range.end.min(32.0)),
            1 => random.uniform(range.start.max(-1e4)..range.end.min(1e4)),
            2 => {
                let less = random.scale(-53..0);
                if random.bits() & 1 == 0 { 1.0 + less } else { -1.0 - less }
            }
            _ if range.end > 1e4 => random.scale(-1074..1024),
            _ => random.scale(-60..10),
        };
        let v = if range.start >= 0.0 { v.abs() } else { v };
        if range.contains(&v) {
            return v;
        }
    }
}

fn real(op: Op, kind: u64, random: &mut Random) -> [f64; 2] {
    match op {
        Op::Pow => {
            // Results over all of the exponents, and a little beyond.
            let x = of_domain(kind, 0.0..f64::MAX, random);
            let result = random.uniform(-1080.0..1030.0);
            let y = if (kind / 4).is_multiple_of(2) { result / x.log2() } else { random.uniform(-64.0..64.0) };
            if (kind / 8).is_multiple_of(8) { [-x, y.round()] } else { [x, y] }
        }
        Op::Atan2 | Op::Rem | Op::Div => {
            let x = random.scale(-60..60);
            let y = if kind.is_multiple_of(2) { random.uniform(-32.0..32.0) } else { random.scale(-60..60) };
            [x, y]
        }
        Op::Zeta => [random.uniform(1.01..30.0), random.uniform(0.01..20.0)],
        Op::Polygamma => [(random.bits() % 20) as f64, random.uniform(0.01..20.0)],
        _ => [of_domain(kind, domain(op).unwrap_or(f64::MIN..f64::MAX), random), 0.0],
    }
}

/// Parts of about one size, or of very different ones; far from where functions overflow.
fn plane(op: Op, random: &mut Random) -> [f64; 2] {
    let mut part = || match op {
        Op::Exp | Op::ExpMinusOne | Op::Sinh | Op::Cosh | Op::Sin | Op::Cos | Op::Tan | Op::Tanh | Op::Logistic => {
            random.uniform(-20.0..20.0)
        }
        _ if random.bits() & 1 == 0 => random.uniform(-3.0..3.0),
        _ => random.scale(-30..30),
    };
    [part(), part()]
}

/// All operands of one evaluation, component by component. What `kind` they are of depends on its lowest six bits.
pub fn operands(op: Op, complex: bool, kind: u64, random: &mut Random) -> [f64; 4] {
    if !complex {
        let [x, y] = real(op, kind, random);
        return [x, y, 0.0, 0.0];
    }
    let mut number = || match op {
        Op::Pow => [random.uniform(-8.0..8.0), random.uniform(-8.0..8.0)],
        _ => plane(op, random),
    };
    let ([a, b], [c, d]) = (number(), if op.arity() == 2 { number() } else { [0.0; 2] });
    [a, b, c, d]
}
