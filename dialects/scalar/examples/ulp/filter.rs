//! Bounds of the error of an `F64` at a fraction of the cost of binary128: by glibc's functions of `f64` and, closer, by
//! those of `long double`, the extended precision of the x87 unit, whose mantissa has 11 bits more than that of `f64`.

use crate::pair::{Pair, power};
use crate::quad::{address, power_of_two};
use crate::reference::{Function, derivative_factor, digamma, in_f64, name, polygamma, zeta};
use crate::rough;
use std::arch::asm;
use std::f64::consts::FRAC_2_SQRT_PI;
use xla_scalar::Op;

/// The error of an extended result in units of the last place of an `F64`: eight units of its own. glibc documents five
/// at most.
const CLOSE: f64 = 8.0 / 2048.0;

/// Below this, the lower part of a [`Pair`] may be subnormal.
const LEAST: f64 = power_of_two(-960);

/// Calls a C function of one or two `long double`.
///
/// # Safety
/// `function` is the address of one.
unsafe fn call(function: usize, x: f64, y: f64) -> Pair {
    let (args, mut out) = ([x, y], Pair(0.0, 0.0));
    // SAFETY: the C ABI passes `long double` on the stack, 16 bytes each, and returns one in the empty stack of the x87
    // unit, which is empty again after this. `r12` and `r13` survive the call, and `rsp` is aligned outside of it. A
    // function of one number ignores the second argument.
    unsafe {
        asm!(
            "sub rsp, 32",
            "fld qword ptr [r12]",
            "fstp tbyte ptr [rsp]",
            "fld qword ptr [r12 + 8]",
            "fstp tbyte ptr [rsp + 16]",
            "call {function}",
            "add rsp, 32",
            "fst qword ptr [r13]",
            "fsub qword ptr [r13]",
            "fstp qword ptr [r13 + 8]",
            function = in(reg) function,
            in("r12") &raw const args,
            in("r13") &raw mut out,
            clobber_abi("C"),
        );
    }
    out
}

/// The largest error of a function of `f64` as glibc's authors and Zimmermann et al. ("Accuracy of Mathematical
/// Functions in Single, Double, Double Extended, and Quadruple Precision") have found it, rounded up.
fn known_error(op: Op) -> Option<f64> {
    Some(match op {
        Op::Exp | Op::Log | Op::Sin | Op::Cos | Op::Asin | Op::Acos | Op::Atan | Op::Pow | Op::Atan2 => 0.6,
        Op::Tan => 0.7,
        Op::ExpMinusOne => 1.0,
        Op::Erf => 1.5,
        Op::Rem => 0.0,
        _ => return None,
    })
}

/// A difference of numbers up to 4 or of numbers of its own magnitude, unless it is small: then their errors are large beside it.
fn far_from_0(v: Pair) -> Option<Pair> {
    (v.0.abs() >= 1.0).then_some(v)
}

/// The bounds of one function.
pub struct Filter {
    op: Op,
    /// A function of `f64` and its largest error.
    known: Option<(Function, f64)>,
    /// The address of a function of `long double`; for `erf_inv`, those of `erf` and `erfc`; for sums of several terms, those of `log` and
    /// `pow`.
    extended: Option<[usize; 2]>,
}

impl Filter {
    pub fn of(op: Op) -> Filter {
        let extended = match op {
            Op::Rsqrt => Some(["sqrt"; 2]),
            Op::Logistic => Some(["exp"; 2]),
            Op::Pow => Some(["pow"; 2]),
            Op::Atan2 => Some(["atan2"; 2]),
            Op::ErfInv => Some(["erf", "erfc"]),
            Op::Digamma | Op::Zeta | Op::Polygamma => Some(["log", "pow"]),
            _ => name(op).map(|name| [name; 2]),
        };
        Filter {
            op,
            known: in_f64(op).zip(known_error(op)),
            extended: extended.map(|names| names.map(|name| address(&format!("{name}l")))),
        }
    }

    /// A value and how far it may be from the true one, in units of the last place. Where it is a function of `exp`, this
    /// follows from the error of `exp`, 0.52, which doubles where the result's units are smaller relative to its size.
    fn rough(&self, [x, y]: [f64; 2]) -> Option<(Pair, f64)> {
        let magnitude = x.abs();
        Some(match self.op {
            Op::Sqrt | Op::Rsqrt | Op::Cbrt if magnitude < LEAST => return None,
            Op::Sqrt => (Pair(x, 0.0).root(), CLOSE),
            Op::Rsqrt => (Pair(x, 0.0).root().inverse(), CLOSE),
            Op::Cbrt => (Pair::cube_root(x), CLOSE),
            Op::Logistic => (Pair((-x).exp(), 0.0).plus_one().inverse(), 1.1),
            Op::Cosh => {
                let half = 0.5 * magnitude.exp();
                (Pair::sum(half, 0.25 / half), 0.7)
            }
            Op::Sinh if magnitude >= 1.0 => {
                let half = (0.5 * magnitude.exp()).copysign(x);
                (Pair::sum(half, -0.25 / half), 1.2)
            }
            Op::Tanh if magnitude >= 0.75 => {
                let e = (-2.0 * magnitude).exp();
                (Pair::sum(1f64.copysign(x), (-2.0 * e / (1.0 + e)).copysign(-x)), 1.1)
            }
            Op::BesselI1e if (LEAST..power_of_two(1000)).contains(&magnitude) => rough::bessel_i1e(x),
            Op::Digamma if x >= LEAST => rough::digamma(x),
            Op::Polygamma if x == 0.0 && y >= LEAST => rough::digamma(y),
            Op::Polygamma if y > 0.0 => {
                let (zeta, error) = rough::zeta(x + 1.0, y);
                (derivative_factor::<Pair>(x) * zeta, error)
            }
            Op::Zeta if y > 0.0 => rough::zeta(x, y),
            _ => self.known.map(|(f, error)| (Pair(f(x, y), 0.0), error))?,
        })
    }

    /// Whether the error of `got` is known to be at most `largest`, by functions of `f64` alone.
    pub fn is_below(&self, largest: f64, args: [f64; 2], got: f64) -> bool {
        self.rough(args).is_some_and(|(value, error)| value.ulps(got) + error <= largest)
    }

    /// The error of `got` to within [`CLOSE`], if the extended precision can tell.
    fn close(&self, [x, y]: [f64; 2], got: f64) -> Option<f64> {
        let [function, complement] = self.extended?;
        // SAFETY: `of` found the addresses by the names of functions of one or two `long double`.
        let call = |function, x| unsafe { call(function, x, y) };
        // SAFETY: `logl` and, below, `powl` are such functions.
        let log = |z: Pair| unsafe { self::call(function, z.0, 0.0) } + Pair(z.1 / z.0, 0.0);
        // SAFETY: as above.
        let extended_power = |a: Pair, exponent| power(a, exponent, unsafe { self::call(complement, a.0, exponent) });
        let v = match self.op {
            Op::Rsqrt => call(function, x).inverse(),
            Op::Logistic => call(function, -x).plus_one().inverse(),
            Op::ErfInv => {
                // One step of Newton's method. 1 - |x| is exact where |x| is at least 0.5.
                let (magnitude, y) = (x.abs(), got.abs());
                let less = if magnitude < 0.5 {
                    let Pair(high, low) = call(function, y);
                    (magnitude - high) - low
                } else {
                    let Pair(high, low) = call(complement, y);
                    (high - (1.0 - magnitude)) + low
                };
                let step = less * (y * y).exp() / FRAC_2_SQRT_PI;
                Pair(got, step * 1f64.copysign(got))
            }
            Op::Digamma if x > 0.0 => far_from_0(digamma(x, log))?,
            Op::Polygamma if x == 0.0 && y > 0.0 => far_from_0(digamma(y, log))?,
            Op::Polygamma if y > 0.0 => polygamma(x, y, extended_power),
            Op::Zeta if y > 0.0 => zeta(x, y, extended_power),
            Op::Digamma | Op::Polygamma | Op::Zeta => return None,
            _ => call(function, x),
        };
        let error = v.ulps(got);
        ((LEAST..f64::MAX).contains(&v.0.abs()) && error.is_finite()).then_some(error)
    }

    /// The error of `got` to within [`CLOSE`], if it is certainly at most `largest` and, if `counted`, certainly on the
    /// same side of 0.5.
    pub fn error(&self, largest: f64, args: [f64; 2], got: f64, counted: bool) -> Option<f64> {
        let tie = |error: &f64| counted && (error - 0.5).abs() <= CLOSE;
        self.close(args, got).filter(|error| error + CLOSE <= largest).filter(|error| !tie(error))
    }
}
