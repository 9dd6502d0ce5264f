//! Numbers of about 100 bits, as the unevaluated sum of two `F64`.

use super::F64;
use crate::builder::Builder;

/// `high + low`, where `low` is at most about a unit in the last place of `high`.
#[derive(Clone, Copy)]
pub(super) struct Pair<V> {
    pub high: V,
    pub low: V,
}

/// The sum of `a` and `b`, exactly, where |a| >= |b| or `a` is 0.
pub(super) fn sum<B: Builder>(b: &mut B, larger: B::V, smaller: B::V) -> Pair<B::V> {
    let high = b.addf(larger, smaller);
    let taken = b.subf(high, larger);
    Pair { high, low: b.subf(smaller, taken) }
}

/// The product of two numbers, exactly.
pub(super) fn product<B: Builder>(b: &mut B, x: B::V, y: B::V) -> Pair<B::V> {
    let high = b.mulf(x, y);
    let minus = b.negf(high);
    Pair { high, low: b.fma(x, y, minus) }
}

impl<V: Copy> Pair<V> {
    /// A constant.
    pub fn constant<B: Builder<V = V>>(b: &mut B, [high, low]: [f64; 2]) -> Self {
        Self { high: b.float(F64, high), low: b.float(F64, low) }
    }

    /// The product with another pair.
    pub fn times<B: Builder<V = V>>(self, b: &mut B, other: Self) -> Self {
        let exact = product(b, self.high, other.high);
        let low = b.fma(self.high, other.low, exact.low);
        Self { high: exact.high, low: b.fma(self.low, other.high, low) }
    }

    /// The sum with another pair, of smaller magnitude.
    pub fn plus<B: Builder<V = V>>(self, b: &mut B, other: Self) -> Self {
        let exact = sum(b, self.high, other.high);
        let low = b.addf(self.low, other.low);
        Self { high: exact.high, low: b.addf(exact.low, low) }
    }
}
