//! Functions of real numbers, expanded into primitives.
//!
//! `F32` computes polynomials made for this crate: minimax fits (Remez exchange on the relative error)
//! whose coefficients were rounded to `F32` one by one, the rest fitted again. The functions of CHLO it
//! leaves to `F64`, and rounds once. `F64` computes polynomials of its own; `fmod` calls the C
//! library. How exact they are, as `examples/ulp` measures it, is in
//! docs/accuracy.md.

mod arc;
mod bessel;
mod double;
mod erf;
mod exp;
mod gamma;
mod log;
mod pair;
mod power;
mod power_double;
mod roots;
mod trig;
mod trig_double;

use crate::builder::{Builder, CmpF, MathFn};
use crate::element::Machine;

const F32: Machine = Machine::F32;
const F64: Machine = Machine::F64;
const I32: Machine = Machine::I32;
const I64: Machine = Machine::I64;

/// Emits the primitives that compute `f` on `t` (`F32` or `F64`).
///
/// `args` has [`MathFn::arity`] values of type `t`.
pub fn expand<B: Builder>(b: &mut B, f: MathFn, t: Machine, args: &[B::V]) -> B::V {
    if t == F64 { double(b, f, args) } else { single(b, f, args) }
}

fn double<B: Builder>(b: &mut B, f: MathFn, args: &[B::V]) -> B::V {
    match f {
        MathFn::Rsqrt => {
            let root = b.sqrt(args[0]);
            let one = b.float(F64, 1.0);
            b.divf(one, root)
        }
        MathFn::Logistic => {
            // exp only of negative numbers, so that nothing overflows.
            let abs = b.absf(args[0]);
            let minus = b.negf(abs);
            let e = b.math(MathFn::Exp, F64, &[minus]);
            let one = b.float(F64, 1.0);
            let positive = b.cmpfk(CmpF::Oge, F64, args[0], 0.0);
            let numerator = b.select(positive, one, e);
            let denominator = b.addf(one, e);
            b.divf(numerator, denominator)
        }
        MathFn::Exp => double::exp(b, args[0]),
        MathFn::Expm1 => double::expm1(b, args[0]),
        MathFn::Log => double::log(b, args[0]),
        MathFn::Log1p => double::log1p(b, args[0]),
        MathFn::Sinh => double::sinh(b, args[0]),
        MathFn::Cosh => double::cosh(b, args[0]),
        MathFn::Tanh => double::tanh(b, args[0]),
        MathFn::Asin => arc::asin(b, args[0]),
        MathFn::Acos => arc::acos(b, args[0]),
        MathFn::Atan => arc::atan(b, args[0]),
        MathFn::Atan2 => arc::atan2(b, args[0], args[1]),
        MathFn::Asinh => arc::asinh(b, args[0]),
        MathFn::Acosh => arc::acosh(b, args[0]),
        MathFn::Atanh => arc::atanh(b, args[0]),
        MathFn::Erf => erf::erf(b, args[0]),
        MathFn::Erfc => erf::erfc(b, args[0]),
        MathFn::ErfInv => erf::erf_inv(b, args[0]),
        MathFn::Lgamma => gamma::lgamma(b, args[0]),
        MathFn::Digamma => gamma::digamma(b, args[0]),
        MathFn::Zeta => gamma::zeta(b, true, args[0], args[1]),
        MathFn::Polygamma => gamma::polygamma(b, true, args[0], args[1]),
        MathFn::BesselI1e => bessel::bessel_i1e(b, args[0]),
        MathFn::Pow => power_double::pow(b, args[0], args[1]),
        MathFn::Sin => trig_double::sin(b, args[0]),
        MathFn::Cos => trig_double::cos(b, args[0]),
        MathFn::Tan => trig_double::tan(b, args[0]),
        MathFn::Cbrt => roots::cbrt_double(b, args[0]),
        MathFn::Fmod => b.libm(f, args),
    }
}

fn single<B: Builder>(b: &mut B, f: MathFn, args: &[B::V]) -> B::V {
    let x = args[0];
    match f {
        MathFn::Exp => exp::exp(b, x),
        MathFn::Expm1 => exp::expm1(b, x),
        MathFn::Logistic => exp::logistic(b, x),
        MathFn::Sinh => double::sinh_single(b, x),
        MathFn::Cosh => double::cosh_single(b, x),
        MathFn::Tanh => exp::tanh(b, x),
        MathFn::Erf => exp::erf(b, x),
        MathFn::Log => log::log(b, x),
        MathFn::Log1p => log::log1p(b, x),
        MathFn::Sin => trig::sin(b, x),
        MathFn::Cos => trig::cos(b, x),
        MathFn::Tan => trig::tan(b, x),
        MathFn::Rsqrt => roots::rsqrt(b, x),
        MathFn::Cbrt => roots::cbrt(b, x),
        MathFn::Pow => power::pow(b, x, args[1]),
        MathFn::Atan2 => power::atan2(b, x, args[1]),
        MathFn::Fmod => power::fmod(b, x, args[1]),
        _ => {
            let wide: Vec<B::V> = args.iter().map(|&arg| b.extf(arg, F64)).collect();
            let v = match f {
                MathFn::Zeta => gamma::zeta(b, false, wide[0], wide[1]),
                MathFn::Polygamma => gamma::polygamma(b, false, wide[0], wide[1]),
                _ => double(b, f, &wide),
            };
            b.truncf(v, F32)
        }
    }
}
