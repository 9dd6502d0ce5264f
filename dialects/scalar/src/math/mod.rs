//! Functions of real numbers, expanded into primitives.
//!
//! `F64` calls the C library, `F32` computes polynomials made for this crate.

use crate::builder::{Builder, CmpF, MathFn};
use crate::element::Machine;

const F64: Machine = Machine::F64;

/// Emits the primitives that compute `f` on `t` (`F32` or `F64`).
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
        _ => b.libm(f, args),
    }
}

/// Computes in `F64` and rounds.
fn by_double<B: Builder>(b: &mut B, f: MathFn, args: &[B::V]) -> B::V {
    let wide: Vec<B::V> = args.iter().map(|&v| b.extf(v, F64)).collect();
    let v = b.math(f, F64, &wide);
    b.truncf(v, Machine::F32)
}

fn single<B: Builder>(b: &mut B, f: MathFn, args: &[B::V]) -> B::V {
    by_double(b, f, args)
}
