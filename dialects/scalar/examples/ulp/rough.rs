//! Values of functions that series define at the cost of arithmetic in `f64`, each with a bound of its error in units of
//! the last place. What is large is summed in [`Pair`]s and what is small beside it in `f64`, so that the bounds follow
//! from those of the powers, logarithms and exponentials of the C library, 0.52.

use crate::pair::{Pair, power};
use crate::quad::power_of_two;
use crate::reference::BERNOULLI;
use std::f64::consts::TAU;
use std::sync::LazyLock;

/// Terms taken one by one until an asymptotic series has the bits of `f64`.
const SHIFT: f64 = 12.0;

/// [`struct@BERNOULLI`].
static COEFFICIENTS: LazyLock<Vec<f64>> = LazyLock::new(|| BERNOULLI.iter().map(|v| v.to_f64()).collect());

/// What differs from 2 pi by less than one in `2^106`.
const TWO_PI: Pair = Pair(TAU, 2.449_293_598_294_706_4e-16);

/// The distance of the magnitude of `v` from the number below it.
fn unit(v: f64) -> f64 {
    let bits = v.abs().to_bits();
    f64::from_bits(bits) - f64::from_bits(bits.saturating_sub(1))
}

/// The Hurwitz zeta function of s > 1 and q > 0, by the formula of Euler and Maclaurin.
pub fn zeta(s: f64, q: f64) -> (Pair, f64) {
    let power = |a: Pair| power(a, -s, Pair(a.0.powf(-s), 0.0));
    let mut sum = Pair(0.0, 0.0);
    for k in 0..SHIFT as i32 {
        sum = sum + power(Pair::exact_sum(q, k.into()));
    }
    let a = Pair::exact_sum(q, SHIFT);
    let integral = a / Pair::exact_sum(s, -1.0);
    let inverse = 1.0 / a.0;
    let square = inverse * inverse;
    let (mut factor, mut rest) = (s * inverse, 0.5);
    for (j, c) in COEFFICIENTS.iter().enumerate().skip(1) {
        let term = c * factor;
        rest += term;
        if term.abs() < integral.0 * power_of_two(-60) {
            break;
        }
        let step = (2 * j) as f64;
        factor *= (s + step - 1.0) * (s + step) * square;
    }
    // 1.1 of the powers; `rest` has a few units of its own, and is at most a tenth of the sum.
    (sum + power(a) * (integral + rest.into()), 1.6)
}

/// The digamma function of a positive number.
pub fn digamma(x: f64) -> (Pair, f64) {
    let steps = (SHIFT - x).max(0.0).ceil();
    let mut sum = Pair(0.0, 0.0);
    for k in 0..steps as i32 {
        sum = sum + Pair::exact_sum(x, k.into()).inverse();
    }
    let z = Pair::exact_sum(x, steps);
    let inverse = 1.0 / z.0;
    let square = inverse * inverse;
    // (2j - 1)! / z^2j
    let (mut factor, mut tail) = (square, 0.5 * inverse);
    for (j, c) in COEFFICIENTS.iter().enumerate().skip(1).take(9) {
        tail += c * factor;
        factor *= ((2 * j) * (2 * j + 1)) as f64 * square;
    }
    let log = z.0.ln();
    let v = Pair(log, z.1 * inverse) - Pair(tail, 0.0) - sum;
    (v, 0.1 + (0.6 * unit(log) + 4.0 * unit(tail)) / unit(v.0))
}

/// The exponentially scaled modified Bessel function of order 1 of a number of at most `2^1000`.
pub fn bessel_i1e(x: f64) -> (Pair, f64) {
    /// `1 / (k (k + 1))`
    static INVERSES: LazyLock<Vec<Pair>> =
        LazyLock::new(|| (0..100).map(|k| Pair(1.0, 0.0) / Pair(f64::from(k * (k + 1)), 0.0)).collect());
    let magnitude = x.abs();
    let (v, error) = if magnitude < 20.0 {
        let half = Pair(0.5 * magnitude, 0.0);
        let square = half * half;
        let (mut term, mut sum) = (half, half);
        for &inverse in &INVERSES[1..] {
            term = term * (square * inverse);
            sum = sum + term;
            if term.0 <= sum.0 * power_of_two(-70) {
                break;
            }
        }
        (sum * Pair((-magnitude).exp(), 0.0), 1.1)
    } else {
        let (mut term, mut rest) = (1.0, 0.0);
        for k in 1..60 {
            let odd = f64::from(2 * k - 1);
            let next: f64 = term * (odd * odd - 4.0) / (magnitude * f64::from(8 * k));
            if next.abs() < power_of_two(-60) || next.abs() > f64::abs(term) {
                break;
            }
            term = next;
            rest += term;
        }
        (Pair(1.0, rest) / (TWO_PI * magnitude.into()).root(), 0.4)
    };
    (if x < 0.0 { Pair(-v.0, -v.1) } else { v }, error)
}
