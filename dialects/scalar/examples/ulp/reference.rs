//! What the functions' values are, in `F64` for the narrower types and in binary128.

use crate::quad::{Complex, Quad, power_of_two};
use std::ops::{Add, Div, Mul, Sub};
use std::sync::LazyLock;
use xla_scalar::{Element, Op, eval};

/// A function of one or two numbers.
pub type Function = fn(f64, f64) -> f64;

/// A function in `F64`, at most a few units in its last place off.
pub fn in_f64(op: Op) -> Option<Function> {
    Some(match op {
        Op::Exp => |x, _| x.exp(),
        Op::ExpMinusOne => |x, _| x.exp_m1(),
        Op::Log => |x, _| x.ln(),
        Op::LogPlusOne => |x, _| x.ln_1p(),
        Op::Sin => |x, _| x.sin(),
        Op::Cos => |x, _| x.cos(),
        Op::Tan => |x, _| x.tan(),
        Op::Asin => |x, _| x.asin(),
        Op::Acos => |x, _| x.acos(),
        Op::Atan => |x, _| x.atan(),
        Op::Sinh => |x, _| libm::sinh(x),
        Op::Cosh => |x, _| libm::cosh(x),
        Op::Tanh => |x, _| libm::tanh(x),
        Op::Asinh => |x, _| libm::asinh(x),
        Op::Acosh => |x, _| if x < 1.0 { f64::NAN } else { libm::acosh(x) },
        Op::Atanh => |x, _| libm::atanh(x),
        Op::Logistic => |x, _| 1.0 / (1.0 + (-x).exp()),
        Op::Sqrt => |x, _| x.sqrt(),
        Op::Rsqrt => |x, _| 1.0 / x.sqrt(),
        Op::Cbrt => |x, _| x.cbrt(),
        Op::Erf => |x, _| libm::erf(x),
        Op::Erfc => |x, _| libm::erfc(x),
        Op::Lgamma => |x, _| libm::lgamma(x),
        Op::Pow => f64::powf,
        Op::Atan2 => f64::atan2,
        Op::Rem => |x, y| x % y,
        Op::Div => |x, y| x / y,
        _ => return None,
    })
}

/// The functions of glibc's `libm` that have a name there, without `f128` or `l`.
pub fn name(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Sqrt => "sqrt",
        Op::Cbrt => "cbrt",
        Op::Exp => "exp",
        Op::ExpMinusOne => "expm1",
        Op::Log => "log",
        Op::LogPlusOne => "log1p",
        Op::Sin => "sin",
        Op::Cos => "cos",
        Op::Tan => "tan",
        Op::Asin => "asin",
        Op::Acos => "acos",
        Op::Atan => "atan",
        Op::Sinh => "sinh",
        Op::Cosh => "cosh",
        Op::Tanh => "tanh",
        Op::Asinh => "asinh",
        Op::Acosh => "acosh",
        Op::Atanh => "atanh",
        Op::Erf => "erf",
        Op::Erfc => "erfc",
        Op::Lgamma => "lgamma",
        _ => return None,
    })
}

/// A function of real numbers in binary128; `digamma`, `zeta` and `polygamma` right of 0 only.
pub fn in_quad(op: Op, x: f64, y: f64) -> Option<Quad> {
    let (wide, other) = (Quad::from(x), Quad::from(y));
    let one = Quad::from(1.0);
    let log = |z: Quad| z.call("logf128");
    let power = |a: Quad, exponent: f64| a.call2("powf128", exponent.into());
    Some(match op {
        Op::Rsqrt => one / wide.call("sqrtf128"),
        Op::Logistic => one / (one + (-wide).call("expf128")),
        Op::ErfInv => erf_inv(x),
        Op::Digamma if x > 0.0 => digamma(x, log),
        Op::Digamma => return None,
        Op::BesselI1e => bessel_i1e(wide),
        Op::Pow => wide.call2("powf128", other),
        Op::Atan2 => wide.call2("atan2f128", other),
        Op::Rem => wide.call2("fmodf128", other),
        Op::Div => wide / other,
        Op::Zeta | Op::Polygamma if y <= 0.0 => return None,
        Op::Zeta => zeta(x, y, power),
        Op::Polygamma if x == 0.0 => digamma(y, log),
        Op::Polygamma => polygamma(x, y, power),
        _ => wide.call(&format!("{}f128", name(op)?)),
    })
}

/// A function of complex numbers in binary128.
pub fn in_complex(op: Op, z: Complex, w: Complex) -> Option<Complex> {
    let one = Complex::real(1.0);
    let minus = Complex { re: -z.re, im: -z.im };
    Some(match op {
        Op::Mul => z * w,
        Op::Div => z / w,
        Op::Pow => z.pow(w),
        Op::Rsqrt => one / z.call("csqrtf128"),
        Op::Logistic => one / (one + minus.call("cexpf128")),
        Op::LogPlusOne => (one + z).call("clogf128"),
        Op::ExpMinusOne => z.call("cexpf128") + Complex::real(-1.0),
        Op::Cbrt => {
            (z.call("clogf128") * Complex { re: Quad::from(1.0) / 3.0.into(), im: 0.0.into() }).call("cexpf128")
        }
        _ => z.call(&format!("c{}f128", name(op)?)),
    })
}

/// One step of Halley's method from our own value, which has 50 bits: the result has more than 110.
fn erf_inv(x: f64) -> Quad {
    let guess = eval(Op::ErfInv, &[Element::F64], Element::F64, &[&x.to_le_bytes()]).unwrap_or_default();
    let guess = f64::from_le_bytes(guess.try_into().unwrap_or_default());
    if !guess.is_finite() || guess == 0.0 {
        return guess.into();
    }
    let y = Quad::from(guess.abs());
    let target = Quad::from(x.abs());
    let one = Quad::from(1.0);
    // The difference of erf(y) and |x|, by the complements where they are the smaller numbers.
    let difference = if guess.abs() < 0.5 { y.call("erff128") - target } else { (one - target) - y.call("erfcf128") };
    let slope = Quad::from(4.0) / (Quad::from(1.0).call("atanf128") * 4.0.into()).call("sqrtf128") * 0.5.into();
    let step = difference / (slope * (-(y * y)).call("expf128"));
    let v = y - step / (one + step * y);
    if x < 0.0 { -v } else { v }
}

/// `B_2j / (2j)!` from j = 0, by comparing the powers of `t / 2 coth(t / 2)`.
pub static BERNOULLI: LazyLock<Vec<Quad>> = LazyLock::new(|| {
    let inverse_factorial = |n: i32| (2..=n).fold(Quad::from(1.0), |v, i| v / f64::from(i).into());
    let mut c: Vec<Quad> = Vec::new();
    for j in 0..25 {
        let mut v = inverse_factorial(2 * j).scaled(-2 * j);
        for (k, &known) in (0..).zip(&c) {
            v = v - known * inverse_factorial(2 * (j - k) + 1).scaled(-2 * (j - k));
        }
        c.push(v);
    }
    c
});

/// Numbers that series are summed in.
pub trait Real:
    Copy + From<f64> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + 'static
{
    /// Terms taken one by one until the asymptotic series of [`digamma`] and [`zeta`] has the bits of the type.
    const SHIFT: i32;
    /// What is less than one in `2^BITS` does not count.
    const BITS: i32;
    /// [`struct@BERNOULLI`].
    fn bernoulli() -> &'static [Self];
    fn approximately(self) -> f64;
}

impl Real for Quad {
    const SHIFT: i32 = 30;
    const BITS: i32 = 120;

    fn bernoulli() -> &'static [Self] {
        &BERNOULLI
    }

    fn approximately(self) -> f64 {
        self.to_f64()
    }
}

/// The digamma function of a positive number, by `log(z)`.
pub fn digamma<T: Real>(x: f64, log: impl Fn(T) -> T) -> T {
    let one = T::from(1.0);
    let (mut z, mut sum) = (T::from(x), T::from(0.0));
    let steps = (f64::from(T::SHIFT) - x).max(0.0).ceil() as i32;
    for _ in 0..steps {
        sum = sum + one / z;
        z = z + one;
    }
    let inverse = one / z;
    let square = inverse * inverse;
    let mut power = one;
    let mut tail = inverse * T::from(0.5);
    // (2j - 1)!
    let mut factorial = one;
    for (j, &c) in T::bernoulli().iter().enumerate().skip(1).take(16) {
        power = power * square;
        if j > 1 {
            factorial = factorial * T::from(((2 * j - 2) * (2 * j - 1)) as f64);
        }
        tail = tail + c * factorial * power;
    }
    log(z) - tail - sum
}

/// The Hurwitz zeta function of s > 1 and q > 0, by `power(a, -s)`.
pub fn zeta<T: Real>(s: f64, q: f64, power: impl Fn(T, f64) -> T) -> T {
    let one = T::from(1.0);
    let (mut a, mut sum) = (T::from(q), T::from(0.0));
    for _ in 0..T::SHIFT {
        sum = sum + power(a, -s);
        a = a + one;
    }
    let last = power(a, -s);
    let mut tail = a / (T::from(s) - one) + T::from(0.5);
    let inverse = one / a;
    let mut factor = T::from(s) * inverse;
    for (j, &c) in T::bernoulli().iter().enumerate().skip(1) {
        let term = c * factor;
        tail = tail + term;
        if term.approximately().abs() < tail.approximately() * power_of_two(-T::BITS) {
            break;
        }
        for step in [2 * j - 1, 2 * j] {
            factor = factor * (T::from(s) + T::from(step as f64)) * inverse;
        }
    }
    sum + last * tail
}

/// The polygamma function of a positive order and x > 0.
pub fn polygamma<T: Real>(order: f64, x: f64, power: impl Fn(T, f64) -> T) -> T {
    derivative_factor::<T>(order) * zeta(order + 1.0, x, power)
}

/// What a polygamma function of a positive order is of a zeta function: the factorial of the order, negative where that is even.
pub fn derivative_factor<T: Real>(order: f64) -> T {
    let sign = if order % 2.0 == 0.0 { -1.0 } else { 1.0 };
    (2..=order as i32).fold(T::from(sign), |product, i| product * T::from(f64::from(i)))
}

fn bessel_i1e(x: Quad) -> Quad {
    let abs = x.abs();
    let one = Quad::from(1.0);
    let v = if abs.to_f64() < 45.0 {
        let half = abs.scaled(-1);
        let square = half * half;
        let (mut term, mut sum) = (half, half);
        for k in 1..200 {
            term = term * square / f64::from(k * (k + 1)).into();
            sum = sum + term;
            if term.is_zero() || term.exponent() < sum.exponent() - 120 {
                break;
            }
        }
        sum * (-abs).call("expf128")
    } else {
        let (mut term, mut sum) = (one, one);
        for k in 1..60 {
            let odd = f64::from(2 * k - 1);
            let next = term * Quad::from(odd * odd - 4.0) / (abs * f64::from(8 * k).into());
            if next.is_zero() || next.exponent() < -118 || next.exponent() > term.exponent() {
                break;
            }
            term = next;
            sum = sum + term;
        }
        let pi = one.call("atanf128").scaled(2);
        sum / (pi * abs).scaled(1).call("sqrtf128")
    };
    if x.is_negative() { -v } else { v }
}
