//! Sums of two `F64`s, which have about twice as many bits.

use crate::reference::{BERNOULLI, Real};
use std::ops::{Add, Div, Mul, Sub};
use std::sync::LazyLock;

/// The sum of two numbers, of which the first is the `F64` nearest to the sum.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pair(pub f64, pub f64);

impl Pair {
    /// The distance of `got`, in units of the last place of the sum or, if that is unclear, of the number below it.
    pub fn ulps(self, got: f64) -> f64 {
        if got.to_bits() == self.0.to_bits() && self.1 == 0.0 || got.is_nan() && self.0.is_nan() {
            return 0.0;
        }
        let below = self.1 == 0.0 || self.1.is_sign_negative() != self.0.is_sign_negative();
        let magnitude = self.0.abs().to_bits().saturating_sub(u64::from(below));
        let ulp = f64::from_bits(magnitude + 1) - f64::from_bits(magnitude);
        ((got - self.0) - self.1).abs() / ulp
    }

    /// `a + b`, of which `a` is not the smaller one.
    pub fn sum(a: f64, b: f64) -> Pair {
        let sum = a + b;
        Pair(sum, b - (sum - a))
    }

    /// `1 + self` of a number that is not negative.
    pub fn plus_one(self) -> Pair {
        let Pair(sum, rest) = Pair::sum(self.0.max(1.0), self.0.min(1.0));
        Pair(sum, rest + self.1)
    }

    /// `a + b`.
    pub fn exact_sum(a: f64, b: f64) -> Pair {
        let sum = a + b;
        let back = sum - a;
        Pair(sum, (a - (sum - back)) + (b - back))
    }

    pub fn inverse(self) -> Pair {
        let guess = 1.0 / self.0;
        Pair::sum(guess, guess * ((-guess).mul_add(self.0, 1.0) - guess * self.1))
    }

    pub fn root(self) -> Pair {
        let root = self.0.sqrt();
        Pair::sum(root, ((-root).mul_add(root, self.0) + self.1) / (2.0 * root))
    }

    pub fn cube_root(x: f64) -> Pair {
        let root = x.cbrt();
        let square = root * root;
        let rest = root.mul_add(root, -square);
        Pair::sum(root, -(square.mul_add(root, -x) + rest * root) / (3.0 * square))
    }
}

impl From<f64> for Pair {
    fn from(v: f64) -> Pair {
        Pair(v, 0.0)
    }
}

impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        let Pair(sum, rest) = Pair::exact_sum(self.0, other.0);
        Pair::sum(sum, rest + (self.1 + other.1))
    }
}

impl Sub for Pair {
    type Output = Pair;
    fn sub(self, other: Pair) -> Pair {
        self + Pair(-other.0, -other.1)
    }
}

impl Mul for Pair {
    type Output = Pair;
    fn mul(self, other: Pair) -> Pair {
        let product = self.0 * other.0;
        let rest = self.0.mul_add(other.0, -product);
        Pair::sum(product, rest + (self.0 * other.1 + self.1 * other.0))
    }
}

impl Div for Pair {
    type Output = Pair;
    fn div(self, other: Pair) -> Pair {
        let quotient = self.0 / other.0;
        Pair::sum(quotient, (self - other * quotient.into()).0 / other.0)
    }
}

/// Sums and products have about 100 bits.
impl Real for Pair {
    const SHIFT: i32 = 12;
    const BITS: i32 = 70;

    fn bernoulli() -> &'static [Self] {
        static PAIRS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
            let pair = |v: &crate::quad::Quad| {
                let high = v.to_f64();
                Pair::sum(high, (*v - high.into()).to_f64())
            };
            BERNOULLI.iter().map(pair).collect()
        });
        &PAIRS
    }

    fn approximately(self) -> f64 {
        self.0
    }
}

/// `a` to the power of `exponent`, where `power` is that of `a.0`.
pub fn power(a: Pair, exponent: f64, power: Pair) -> Pair {
    power + power * Pair(exponent * a.1 / a.0, 0.0)
}
