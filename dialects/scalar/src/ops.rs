//! The table of elementwise operations.

use std::fmt;

use crate::builder::{Builder, Val};
use crate::element::{Element, Kind};
use crate::int::{self, Int, pred};
use crate::{complex, convert, float};

/// How the result's element type follows from the operands'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultRule {
    /// That of the last operand (all operands agree, but for `select`'s predicate).
    Same,
    Pred,
    /// The operand's, or that of a complex operand's components.
    RealPart,
    /// The complex type made of the operand's.
    ComplexOf,
    /// Stated by the operation.
    Explicit,
}

/// Why an operation has no meaning for given types. Verifiers ask [`supported`] and
/// [`infer`] first, so in a compiler this is a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    Arity {
        op: Op,
        expected: usize,
        found: usize,
    },
    Unsupported {
        op: Op,
        element: Element,
    },
    Mixed {
        op: Op,
        first: Element,
        other: Element,
    },
    Result {
        op: Op,
        found: Element,
    },
    /// An argument is complex where its element type is real, or the other way round.
    Component {
        op: Op,
        element: Element,
    },
    /// Lengths of byte slices to evaluate on disagree.
    Length {
        op: Op,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Arity { op, expected, found } => {
                write!(f, "{op} takes {expected} operands, not {found}")
            }
            Error::Unsupported { op, element } => write!(f, "{op} does not take {element}"),
            Error::Mixed { op, first, other } => {
                write!(f, "{op} takes operands of one element type, not {first} and {other}")
            }
            Error::Result { op, found } => write!(f, "{op} does not give {found}"),
            Error::Component { op, element } => {
                write!(f, "{op}: an argument has not as many components as {element}")
            }
            Error::Length { op } => write!(f, "{op}: the operands' lengths disagree"),
        }
    }
}

impl std::error::Error for Error {}

macro_rules! real_column {
    ($op:expr, $e:expr, $module:ident, _, ($($arg:expr),*)) => {
        Err(Error::Unsupported { op: $op, element: $e })
    };
    ($op:expr, $e:expr, $module:ident, *, ($($arg:expr),*)) => {
        Err(Error::Unsupported { op: $op, element: $e })
    };
    ($op:expr, $e:expr, $module:ident, $f:ident, ($($arg:expr),*)) => {
        Ok(Val::Real($module::$f($($arg),*)))
    };
}

macro_rules! complex_column {
    ($op:expr, $e:expr, _, ($($arg:expr),*)) => {
        Err(Error::Unsupported { op: $op, element: $e })
    };
    ($op:expr, $e:expr, *, ($($arg:expr),*)) => {
        Err(Error::Unsupported { op: $op, element: $e })
    };
    ($op:expr, $e:expr, $f:ident, ($($arg:expr),*)) => { Ok(complex::$f($($arg),*)) };
}

macro_rules! has {
    (_) => {
        false
    };
    ($f:tt) => {
        true
    };
}

macro_rules! rounds {
    (rounds) => {
        true
    };
    (exact) => {
        false
    };
}

macro_rules! table {
    ($($Op:ident $name:literal $arity:literal $rule:ident $rounding:ident $p:tt $i:tt $f:tt $c:tt;)*) => {
        /// An elementwise operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op { $($Op),* }

        impl Op {
            /// Every operation, in table order.
            pub const ALL: &'static [Op] = &[$(Op::$Op),*];

            /// The `xla` dialect's name without the dialect, e.g. `exponential_minus_one`.
            pub const fn mnemonic(self) -> &'static str { match self { $(Op::$Op => $name),* } }

            pub const fn arity(self) -> usize { match self { $(Op::$Op => $arity),* } }

            pub const fn result_rule(self) -> ResultRule {
                match self { $(Op::$Op => ResultRule::$rule),* }
            }

            /// False if values of a narrow float type give a value of that type without rounding.
            pub const fn rounds(self) -> bool { match self { $(Op::$Op => rounds!($rounding)),* } }

            const fn takes(self, kind: Kind) -> bool {
                match (self, kind) {
                    $(
                        (Op::$Op, Kind::Pred) => has!($p),
                        (Op::$Op, Kind::Int) => has!($i),
                        (Op::$Op, Kind::Float) => has!($f),
                        (Op::$Op, Kind::Complex) => has!($c),
                    )*
                }
            }
        }

        /// The rows of the table, without those that depend on more than one element type.
        fn row<B: Builder>(
            b: &mut B,
            op: Op,
            e: Element,
            re: &[B::V],
            im: &[B::V],
        ) -> Result<Val<B::V>, Error> {
            let t = e.compute();
            match (op, e.kind()) {
                $(
                    (Op::$Op, Kind::Pred) => real_column!(op, e, pred, $p, (b, re)),
                    (Op::$Op, Kind::Int) => real_column!(op, e, int, $i, (b, Int::of(e), re)),
                    (Op::$Op, Kind::Float) => real_column!(op, e, float, $f, (b, t, re)),
                    (Op::$Op, Kind::Complex) => complex_column!(op, e, $c, (b, t, re, im)),
                )*
            }
        }
    };
}

// The last four columns name the function in `int::pred`, `int`, `float` and `complex`; `_`: not for
// this kind of element; `*`: code of its own in `unrounded`. `exact` and `rounds` say whether narrow floats have to be rounded after it.
table! {
    // row            mnemonic                 arity result         pred int                     float                   complex
    Abs               "abs"                    1 RealPart    exact  _    abs                     abs                     abs;
    Neg               "neg"                    1 Same        exact  _    neg                     neg                     neg;
    Sign              "sign"                   1 Same        exact  _    sign                    sign                    sign;
    Floor             "floor"                  1 Same        exact  _    _                       floor                   _;
    Ceil              "ceil"                   1 Same        exact  _    _                       ceil                    _;
    Round             "round"                  1 Same        exact  _    _                       round_nearest_afz       _;
    RoundNearestEven  "round_nearest_even"     1 Same        exact  _    _                       round_nearest_even      _;
    IsFinite          "is_finite"              1 Pred        exact  _    _                       is_finite               _;

    Sqrt              "sqrt"                   1 Same        rounds _    _                       sqrt                    sqrt;
    Rsqrt             "rsqrt"                  1 Same        rounds _    _                       rsqrt                   rsqrt;
    Cbrt              "cbrt"                   1 Same        rounds _    _                       cbrt                    cbrt;
    Exp               "exp"                    1 Same        rounds _    _                       exp                     exp;
    ExpMinusOne       "exponential_minus_one"  1 Same        rounds _    _                       exponential_minus_one   exponential_minus_one;
    Log               "log"                    1 Same        rounds _    _                       log                     log;
    LogPlusOne        "log_plus_one"           1 Same        rounds _    _                       log_plus_one            log_plus_one;
    Sin               "sin"                    1 Same        rounds _    _                       sin                     sin;
    Cos               "cos"                    1 Same        rounds _    _                       cos                     cos;
    Tan               "tan"                    1 Same        rounds _    _                       tan                     tan;
    Asin              "asin"                   1 Same        rounds _    _                       asin                    asin;
    Acos              "acos"                   1 Same        rounds _    _                       acos                    acos;
    Atan              "atan"                   1 Same        rounds _    _                       atan                    atan;
    Sinh              "sinh"                   1 Same        rounds _    _                       sinh                    sinh;
    Cosh              "cosh"                   1 Same        rounds _    _                       cosh                    cosh;
    Tanh              "tanh"                   1 Same        rounds _    _                       tanh                    tanh;
    Asinh             "asinh"                  1 Same        rounds _    _                       asinh                   asinh;
    Acosh             "acosh"                  1 Same        rounds _    _                       acosh                   acosh;
    Atanh             "atanh"                  1 Same        rounds _    _                       atanh                   atanh;
    Logistic          "logistic"               1 Same        rounds _    _                       logistic                logistic;
    Erf               "erf"                    1 Same        rounds _    _                       erf                     _;
    Erfc              "erfc"                   1 Same        rounds _    _                       erfc                    _;
    ErfInv            "erf_inv"                1 Same        rounds _    _                       erf_inv                 _;
    Lgamma            "lgamma"                 1 Same        rounds _    _                       lgamma                  _;
    Digamma           "digamma"                1 Same        rounds _    _                       digamma                 _;
    BesselI1e         "bessel_i1e"             1 Same        rounds _    _                       bessel_i1e              _;

    Not               "not"                    1 Same        exact  not  not                     _                       _;
    PopulationCount   "population_count"       1 Same        exact  _    population_count        _                       _;
    CountLeadingZeros "count_leading_zeros"    1 Same        exact  _    count_leading_zeros     _                       _;

    Add               "add"                    2 Same        rounds or   add                     add                     add;
    Sub               "sub"                    2 Same        rounds _    sub                     sub                     sub;
    Mul               "mul"                    2 Same        rounds and  mul                     mul                     mul;
    Div               "div"                    2 Same        rounds _    div                     div                     div;
    Rem               "rem"                    2 Same        exact  _    rem                     rem                     _;
    Max               "max"                    2 Same        exact  or   max                     max                     max;
    Min               "min"                    2 Same        exact  and  min                     min                     min;
    Pow               "pow"                    2 Same        rounds _    pow                     pow                     pow;
    Atan2             "atan2"                  2 Same        rounds _    _                       atan2                   atan2;
    Zeta              "zeta"                   2 Same        rounds _    _                       zeta                    _;
    Polygamma         "polygamma"              2 Same        rounds _    _                       polygamma               _;
    NextAfter         "next_after"             2 Same        exact  _    _                       *                       _;
    Mulhi             "mulhi"                  2 Same        exact  _    mulhi                   _                       _;
    And               "and"                    2 Same        exact  and  and                     _                       _;
    Or                "or"                     2 Same        exact  or   or                      _                       _;
    Xor               "xor"                    2 Same        exact  xor  xor                     _                       _;
    ShiftLeft         "shift_left"             2 Same        exact  _    shift_left              _                       _;
    ShiftRightArithmetic "shift_right_arithmetic" 2 Same     exact  _    shift_right_arithmetic  _                       _;
    ShiftRightLogical "shift_right_logical"    2 Same        exact  _    shift_right_logical     _                       _;

    Eq                "eq"                     2 Pred        exact  eq   eq                      eq                      eq;
    Ne                "ne"                     2 Pred        exact  ne   ne                      ne                      ne;
    Ge                "ge"                     2 Pred        exact  ge   ge                      ge                      ge;
    Gt                "gt"                     2 Pred        exact  gt   gt                      gt                      gt;
    Le                "le"                     2 Pred        exact  le   le                      le                      le;
    Lt                "lt"                     2 Pred        exact  lt   lt                      lt                      lt;
    EqTotalOrder      "eq_total_order"         2 Pred        exact  eq   eq                      eq_total_order          _;
    NeTotalOrder      "ne_total_order"         2 Pred        exact  ne   ne                      ne_total_order          _;
    GeTotalOrder      "ge_total_order"         2 Pred        exact  ge   ge                      ge_total_order          _;
    GtTotalOrder      "gt_total_order"         2 Pred        exact  gt   gt                      gt_total_order          _;
    LeTotalOrder      "le_total_order"         2 Pred        exact  le   le                      le_total_order          _;
    LtTotalOrder      "lt_total_order"         2 Pred        exact  lt   lt                      lt_total_order          _;

    Clamp             "clamp"                  3 Same        exact  clamp clamp                  clamp                   clamp;
    Real              "real"                   1 RealPart    exact  _    _                       real                    real;
    Imag              "imag"                   1 RealPart    exact  _    _                       imag                    imag;
    // `select` takes a predicate first; the columns are about the two others.
    Select            "select"                 3 Same        exact  *    *                       *                       *;
    Complex           "complex"                2 ComplexOf   exact  _    _                       *                       _;
    Convert           "convert"                1 Explicit    rounds *    *                       *                       *;
    BitcastConvert    "bitcast_convert"        1 Explicit    exact  _    *                       *                       *;
}

impl Op {
    /// By the `xla` dialect's mnemonic, or one of the documents' other names for it.
    pub fn from_mnemonic(name: &str) -> Option<Op> {
        let name = match name {
            "popcnt" => "population_count",
            "round_nearest_afz" => "round",
            "expm1" => "exponential_minus_one",
            "log1p" => "log_plus_one",
            "clz" => "count_leading_zeros",
            other => other,
        };
        Op::ALL.iter().copied().find(|op| op.mnemonic() == name)
    }

    /// The operand whose element type selects the column: the second for `select`, else the first.
    pub const fn leading_operand(self) -> usize {
        matches!(self, Op::Select) as usize
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mnemonic())
    }
}

/// Whether the operation takes operands of this element type (for `select`: to choose between).
pub fn supported(op: Op, element: Element) -> bool {
    match op {
        Op::Complex => element.complex_of().is_some(),
        // Narrower formats differ in what stands next to zero.
        Op::NextAfter => matches!(element, Element::F16 | Element::BF16 | Element::F32 | Element::F64),
        _ => op.takes(element.kind()),
    }
}

/// Checks the operands' element types and gives the result's; `explicit` is what the operation
/// states (only [`ResultRule::Explicit`] uses it).
pub fn infer(op: Op, operands: &[Element], explicit: Element) -> Result<Element, Error> {
    if operands.len() != op.arity() {
        return Err(Error::Arity { op, expected: op.arity(), found: operands.len() });
    }
    let (head, rest) = operands.split_at(op.leading_operand());
    if let Some(&p) = head.first().filter(|p| !p.is_pred()) {
        return Err(Error::Unsupported { op, element: p });
    }
    let [e, others @ ..] = rest else {
        return Err(Error::Arity { op, expected: op.arity(), found: 0 });
    };
    if let Some(&other) = others.iter().find(|o| *o != e) {
        return Err(Error::Mixed { op, first: *e, other });
    }
    let unsupported = Error::Unsupported { op, element: *e };
    if !supported(op, *e) {
        return Err(unsupported);
    }
    match op.result_rule() {
        ResultRule::Same => Ok(*e),
        ResultRule::Pred => Ok(Element::Pred),
        ResultRule::RealPart => Ok(e.real_part()),
        ResultRule::ComplexOf => e.complex_of().ok_or(unsupported),
        ResultRule::Explicit if op == Op::BitcastConvert => {
            let fits = explicit.bits() == e.bits() && explicit.is_complex() == e.is_complex() && !explicit.is_pred();
            if fits { Ok(explicit) } else { Err(Error::Result { op, found: explicit }) }
        }
        ResultRule::Explicit => Ok(explicit),
    }
}

/// Emits the operation; arguments and result are in compute form, and the result is a value of the
/// element type: a narrow float is rounded.
pub fn apply<B: Builder>(
    b: &mut B,
    op: Op,
    operands: &[Element],
    result: Element,
    args: &[Val<B::V>],
) -> Result<Val<B::V>, Error> {
    let v = unrounded(b, op, operands, result, args)?;
    if !result.is_narrow_float() || is_closed(op, result) {
        return Ok(v);
    }
    let stored = convert::encode(b, result, v.re());
    Ok(Val::Real(convert::decode(b, result, stored)))
}

/// As [`apply`] followed by [`encode`], but rounds only once.
pub fn apply_to_storage<B: Builder>(
    b: &mut B,
    op: Op,
    operands: &[Element],
    result: Element,
    args: &[Val<B::V>],
) -> Result<Val<B::V>, Error> {
    let v = unrounded(b, op, operands, result, args)?;
    let is_exact = result.is_narrow_float() && is_closed(op, result);
    Ok(if is_exact { encode_exact(b, result, v) } else { encode(b, result, v) })
}

/// Whether values of a narrow float type give one of that type without rounding: bf16 and f16 are closed under the exact
/// operations; smaller formats may overflow even in `ceil`, and not all have negative numbers or zeros.
fn is_closed(op: Op, result: Element) -> bool {
    result.bits() >= 16 && !op.rounds()
}

fn unrounded<B: Builder>(
    b: &mut B,
    op: Op,
    operands: &[Element],
    result: Element,
    args: &[Val<B::V>],
) -> Result<Val<B::V>, Error> {
    if infer(op, operands, result)? != result {
        return Err(Error::Result { op, found: result });
    }
    if args.len() != operands.len() {
        return Err(Error::Arity { op, expected: operands.len(), found: args.len() });
    }
    let ill_formed = |(e, v): (&Element, &Val<B::V>)| (e.is_complex() != v.im().is_some()).then_some(*e);
    if let Some(element) = operands.iter().zip(args).find_map(ill_formed) {
        return Err(Error::Component { op, element });
    }
    let e = operands[op.leading_operand()];
    match op {
        Op::Select => {
            let c = args[0].re();
            let re = b.select(c, args[1].re(), args[2].re());
            Ok(match (args[1].im(), args[2].im()) {
                (Some(x), Some(y)) => Val::Complex(re, b.select(c, x, y)),
                _ => Val::Real(re),
            })
        }
        Op::Complex => Ok(Val::Complex(args[0].re(), args[1].re())),
        Op::NextAfter => {
            let m = e.storage().as_int();
            let bits = args.iter().map(|v| convert::encode_storage(b, e, v.re())).collect::<Vec<_>>();
            let reinterpret = |b: &mut B, v, to| if e.storage() == m { v } else { b.bitcast(v, to) };
            let bits = [reinterpret(b, bits[0], m), reinterpret(b, bits[1], m)];
            let v = float::next_after(b, m, args[0].re(), args[1].re(), bits);
            let v = reinterpret(b, v, e.storage());
            Ok(Val::Real(convert::decode_storage(b, e, v)))
        }
        Op::Convert => Ok(convert::convert(b, e, result, args[0])),
        Op::BitcastConvert => Ok(convert::bitcast(b, e, result, args[0])),
        _ => {
            let re: Vec<B::V> = args.iter().map(|v| v.re()).collect();
            let im: Vec<B::V> = args.iter().filter_map(|v| v.im()).collect();
            let v = row(b, op, e, &re, &im)?;
            Ok(match v {
                // 4 bit arithmetic may have left the 4 bits.
                Val::Real(v) if result.is_integer() => Val::Real(Int::of(result).wrap(b, v)),
                v => v,
            })
        }
    }
}

/// From memory to compute form, by [`Builder::decode`].
pub fn decode<B: Builder>(b: &mut B, e: Element, stored: Val<B::V>) -> Val<B::V> {
    match stored {
        Val::Real(v) => Val::Real(convert::decode(b, e, v)),
        complex => complex,
    }
}

/// From compute form to memory, by [`Builder::encode`]. Rounds values that are not of the element type.
pub fn encode<B: Builder>(b: &mut B, e: Element, v: Val<B::V>) -> Val<B::V> {
    match v {
        Val::Real(v) => Val::Real(convert::encode(b, e, v)),
        complex => complex,
    }
}

/// As [`encode`], of a value that is of the element type: it is not rounded.
pub fn encode_exact<B: Builder>(b: &mut B, e: Element, v: Val<B::V>) -> Val<B::V> {
    match v {
        Val::Real(v) => Val::Real(convert::encode_exact(b, e, v)),
        complex => complex,
    }
}
