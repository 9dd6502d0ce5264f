//! The table of the functions of real numbers.

macro_rules! mlir_name {
    (_) => {
        None
    };
    ($name:literal) => {
        Some($name)
    };
}

/// Hands the table to the macro `$then`: the function, and its name in the table of ops; the op of MLIR that it is emitted
/// as, if there is one; its arguments; the code for f32, or the code for f64 that an f32 is computed with, and rounded once
/// (`in_f64`); the code for f64. The code is in [`crate::math`].
macro_rules! math_functions {
    ($then:ident) => {
        $then! {
            Exp exp                       "math.exp"    (x)     [exp::exp]             [double::exp];
            Expm1 exponential_minus_one   "math.expm1"  (x)     [exp::expm1]           [double::expm1];
            Log log                       "math.log"    (x)     [log::log]             [double::log];
            Log1p log_plus_one            "math.log1p"  (x)     [log::log1p]           [double::log1p];
            Sin sin                       "math.sin"    (x)     [trig::sin]            [trig_double::sin];
            Cos cos                       "math.cos"    (x)     [trig::cos]            [trig_double::cos];
            Tan tan                       "math.tan"    (x)     [trig::tan]            [trig_double::tan];
            Asin asin                     "math.asin"   (x)     [in_f64 arc::asin]     [arc::asin];
            Acos acos                     "math.acos"   (x)     [in_f64 arc::acos]     [arc::acos];
            Atan atan                     "math.atan"   (x)     [in_f64 arc::atan]     [arc::atan];
            Sinh sinh                     "math.sinh"   (x)     [double::sinh_single]  [double::sinh];
            Cosh cosh                     "math.cosh"   (x)     [double::cosh_single]  [double::cosh];
            Tanh tanh                     "math.tanh"   (x)     [exp::tanh]            [double::tanh];
            Asinh asinh                   "math.asinh"  (x)     [arc::asinh_single]    [arc::asinh];
            Acosh acosh                   "math.acosh"  (x)     [arc::acosh_single]    [arc::acosh];
            Atanh atanh                   "math.atanh"  (x)     [in_f64 arc::atanh]    [arc::atanh];
            Logistic logistic             _             (x)     [exp::logistic]        [double::logistic];
            Rsqrt rsqrt                   "math.rsqrt"  (x)     [roots::rsqrt]         [roots::rsqrt_double];
            Cbrt cbrt                     "math.cbrt"   (x)     [roots::cbrt]          [roots::cbrt_double];
            Erf erf                       "math.erf"    (x)     [exp::erf]             [erf::erf];
            Erfc erfc                     "math.erfc"   (x)     [erf::erfc_single]     [erf::erfc];
            ErfInv erf_inv                _             (x)     [erf::erf_inv_single]  [erf::erf_inv];
            Lgamma lgamma                 _             (x)     [in_f64 gamma::lgamma] [gamma::lgamma];
            Digamma digamma               _             (x)     [in_f64 gamma::digamma] [gamma::digamma];
            BesselI1e bessel_i1e          _             (x)     [in_f64 bessel::bessel_i1e_single] [bessel::bessel_i1e];
            Atan2 atan2                   "math.atan2"  (x, y)  [power::atan2]         [arc::atan2];
            Pow pow                       "math.powf"   (x, y)  [power::pow]           [power_double::pow];
            Fmod rem                      "arith.remf"  (x, y)  [power::fmod]          [power::fmod_double];
            Zeta zeta                     _             (x, y)  [in_f64 gamma::zeta_single] [gamma::zeta];
            Polygamma polygamma           _             (x, y)  [in_f64 gamma::polygamma_single] [gamma::polygamma];
        }
    };
}
pub(crate) use math_functions;

macro_rules! declare {
    ($($Name:ident $row:ident $mlir:tt ($($x:ident),+) $single:tt $double:tt;)*) => {
        /// A function of real numbers that [`crate::expand`] turns into primitives.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum MathFn { $($Name),* }

        impl MathFn {
            pub const ALL: &'static [MathFn] = &[$(MathFn::$Name),*];

            /// The number of arguments.
            pub const fn arity(self) -> usize { match self { $(MathFn::$Name => [$(stringify!($x)),+].len()),* } }

            /// The MLIR operation with this meaning; none means: expand immediately.
            pub const fn mlir_name(self) -> Option<&'static str> {
                match self { $(MathFn::$Name => mlir_name!($mlir)),* }
            }

            pub fn from_mlir_name(name: &str) -> Option<MathFn> {
                Self::ALL.iter().copied().find(|f| f.mlir_name() == Some(name))
            }
        }
    };
}

math_functions!(declare);
