//! Functions of real numbers, expanded into primitives.
//!
//! `F32` computes polynomials made for this crate: minimax fits (Remez exchange on the relative error)
//! whose coefficients were rounded to `F32` one by one, the remaining ones fitted again. The functions that the table marks
//! `in_f64` it leaves to `F64`, and rounds once. `F64` computes polynomials of its own; `fmod` calls the C
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

use crate::builder::Builder;
use crate::element::Machine;
use crate::functions::{MathFn, math_functions};

pub(crate) use double::{exp_of_single, sinh_cosh_of_single};
pub(crate) use trig::sin_cos_of_single;

const F32: Machine = Machine::F32;
const F64: Machine = Machine::F64;
const I32: Machine = Machine::I32;
const I64: Machine = Machine::I64;

macro_rules! single {
    ($b:ident, [in_f64 $f:path], $($x:ident),+) => {{
        $(let $x = $b.extf($x, F64);)+
        let v = $f($b, $($x),+);
        $b.truncf(v, F32)
    }};
    ($b:ident, [$f:path], $($x:ident),+) => { $f($b, $($x),+) };
}

macro_rules! expansions {
    ($($Name:ident $row:ident $mlir:tt ($($x:ident),+) $single:tt [$double:path];)*) => {
        /// Emits the primitives that compute `f` on `t` (`F32` or `F64`).
        ///
        /// `args` has [`MathFn::arity`] values of type `t`.
        pub fn expand<B: Builder>(b: &mut B, f: MathFn, t: Machine, args: &[B::V]) -> B::V {
            match f { $(
                MathFn::$Name => {
                    let &[$($x),+] = args else { panic!("{f:?} of {} arguments", args.len()) };
                    if t == F64 { $double(b, $($x),+) } else { single!(b, $single, $($x),+) }
                }
            )* }
        }

        /// The functions by the names that the rows of the table of ops have for them.
        pub(crate) mod rows {
            use super::{Builder, Machine, MathFn};
            $(
                pub(crate) fn $row<B: Builder>(b: &mut B, t: Machine, a: &[B::V]) -> B::V {
                    b.math(MathFn::$Name, t, a)
                }
            )*
        }
    };
}

math_functions!(expansions);
