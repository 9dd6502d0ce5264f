//! The primitives every meaning is made of.
//!
//! A [`Builder`] has ten required methods; the named ones (`addf`, `select_int`, ...) are provided
//! on top. Values may be vectors: no code in this crate branches on a value, it only selects.

use crate::element::{Element, Machine};
use crate::functions::MathFn;
use crate::int;

/// One value, or the two components of a complex one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Val<V> {
    Real(V),
    Complex(V, V),
}

impl<V: Copy> Val<V> {
    /// The value, or the real component.
    pub fn re(self) -> V {
        match self {
            Val::Real(v) | Val::Complex(v, _) => v,
        }
    }

    /// The imaginary component, if there is one.
    pub fn im(self) -> Option<V> {
        match self {
            Val::Real(_) => None,
            Val::Complex(_, im) => Some(im),
        }
    }
}

macro_rules! primitives {
    ($(#[$doc:meta])* $Enum:ident { $($Name:ident $method:ident $mlir:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Enum { $($Name),* }

        impl $Enum {
            pub const ALL: &'static [$Enum] = &[$($Enum::$Name),*];

            /// The MLIR operation, e.g. `arith.addf`; for predicates the keyword, e.g. `oeq`.
            pub const fn mlir_name(self) -> &'static str {
                match self { $($Enum::$Name => $mlir),* }
            }
        }
    };
}

primitives! {
    /// Operations of one operand whose result has the operand's type.
    UnOp {
        NegF negf "arith.negf",
        AbsF absf "math.absf",
        Sqrt sqrt "math.sqrt",
        Floor floor "math.floor",
        Ceil ceil "math.ceil",
        Trunc trunc "math.trunc",
        RoundEven roundeven "math.roundeven",
        CtPop ctpop "math.ctpop",
        CtLz ctlz "math.ctlz",
    }
}

primitives! {
    /// Operations of two operands and a result, all of one type.
    ///
    /// `MaximumF` and `MinimumF` are those of IEEE 754-2019: NaN if an operand is NaN, and +0 above -0.
    /// Integers wrap. Shift amounts are below the width, divisors are not 0 and quotients do not
    /// overflow: the code that emits them selects safe operands.
    BinOp {
        AddF addf "arith.addf",
        SubF subf "arith.subf",
        MulF mulf "arith.mulf",
        DivF divf "arith.divf",
        CopySign copysign "math.copysign",
        MaximumF maximumf "arith.maximumf",
        MinimumF minimumf "arith.minimumf",
        AddI addi "arith.addi",
        SubI subi "arith.subi",
        MulI muli "arith.muli",
        AndI andi "arith.andi",
        OrI ori "arith.ori",
        XorI xori "arith.xori",
        ShlI shli "arith.shli",
        ShrUI shrui "arith.shrui",
        ShrSI shrsi "arith.shrsi",
        DivSI divsi "arith.divsi",
        DivUI divui "arith.divui",
        RemSI remsi "arith.remsi",
        RemUI remui "arith.remui",
        MaxSI maxsi "arith.maxsi",
        MaxUI maxui "arith.maxui",
        MinSI minsi "arith.minsi",
        MinUI minui "arith.minui",
    }
}

primitives! {
    /// Conversions; the result type is given beside them.
    ///
    /// Float to integer is only asked for where the truncated value fits; `TruncF` rounds to
    /// nearest even; `Bitcast` keeps the width.
    Cast {
        ExtSI extsi "arith.extsi",
        ExtUI extui "arith.extui",
        TruncI trunci "arith.trunci",
        SIToFP sitofp "arith.sitofp",
        UIToFP uitofp "arith.uitofp",
        FPToSI fptosi "arith.fptosi",
        FPToUI fptoui "arith.fptoui",
        ExtF extf "arith.extf",
        TruncF truncf "arith.truncf",
        Bitcast bitcast "arith.bitcast",
    }
}

primitives! {
    /// Predicates of `arith.cmpf`: `O..` is false and `U..` true if an operand is NaN.
    CmpF {
        Oeq oeq "oeq",
        Ogt ogt "ogt",
        Oge oge "oge",
        Olt olt "olt",
        Ole ole "ole",
        One one "one",
        Ord ord "ord",
        Ueq ueq "ueq",
        Ugt ugt "ugt",
        Uge uge "uge",
        Ult ult "ult",
        Ule ule "ule",
        Une une "une",
        Uno uno "uno",
    }
}

primitives! {
    /// Predicates of `arith.cmpi`.
    CmpI {
        Eq eq "eq",
        Ne ne "ne",
        Slt slt "slt",
        Sle sle "sle",
        Sgt sgt "sgt",
        Sge sge "sge",
        Ult ult "ult",
        Ule ule "ule",
        Ugt ugt "ugt",
        Uge uge "uge",
    }
}

macro_rules! unary { ($($m:ident $Op:ident),*) => { $(
    fn $m(&mut self, a: Self::V) -> Self::V { self.unary(UnOp::$Op, a) }
)* } }
macro_rules! binary { ($($m:ident $Op:ident),*) => { $(
    fn $m(&mut self, a: Self::V, b: Self::V) -> Self::V { self.binary(BinOp::$Op, a, b) }
)* } }
macro_rules! cast { ($($m:ident $Op:ident),*) => { $(
    fn $m(&mut self, a: Self::V, to: Machine) -> Self::V { self.cast(Cast::$Op, a, to) }
)* } }

/// What emits, or evaluates, the primitives.
pub trait Builder {
    type V: Copy;

    /// The integer constant `value` wrapped to `t` (`I1`: 0 or 1).
    fn int(&mut self, t: Machine, value: i64) -> Self::V;
    /// The float constant `value`, rounded to `t` as by `as f32`.
    fn float(&mut self, t: Machine, value: f64) -> Self::V;
    fn unary(&mut self, op: UnOp, a: Self::V) -> Self::V;
    fn binary(&mut self, op: BinOp, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b + c`, rounded once (`math.fma`).
    fn fma(&mut self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    fn cmpf(&mut self, p: CmpF, a: Self::V, b: Self::V) -> Self::V;
    fn cmpi(&mut self, p: CmpI, a: Self::V, b: Self::V) -> Self::V;
    /// `c ? a : b`, bit for bit; `c` is an `I1`.
    fn select(&mut self, c: Self::V, a: Self::V, b: Self::V) -> Self::V;
    fn cast(&mut self, op: Cast, a: Self::V, to: Machine) -> Self::V;
    /// A function of real numbers on `F32` or `F64`.
    ///
    /// A compiler may keep it symbolic (`math.exp`) and call [`crate::expand`] later; an
    /// interpreter calls it immediately.
    fn math(&mut self, f: MathFn, t: Machine, args: &[Self::V]) -> Self::V;
    /// The C library's `fmod` of `F64`.
    fn fmod(&mut self, x: Self::V, y: Self::V) -> Self::V;
    /// `base^exponent` of integers, wrapping; the exponent is not negative.
    ///
    /// A compiler may take as many steps as the largest exponent needs.
    fn power(&mut self, t: Machine, base: Self::V, exponent: Self::V) -> Self::V
    where
        Self: Sized,
    {
        int::power(self, t, base, exponent)
    }
    /// `usual` where `condition` does not hold, and otherwise what `rare` computes, which equals it there.
    ///
    /// A compiler may compute either for all lanes.
    fn rarely(&mut self, condition: Self::V, usual: Self::V, rare: impl FnOnce(&mut Self) -> Self::V) -> Self::V
    where
        Self: Sized,
    {
        let rare = rare(self);
        self.select(condition, rare, usual)
    }
    /// The number that all lanes of `v`, a float, are known to have.
    fn known(&self, _v: Self::V) -> Option<f64> {
        None
    }
    /// `v * 2^n`, rounded once, for an integral `n` of the same float type, where one instruction does it.
    fn scale(&mut self, _v: Self::V, _n: Self::V) -> Option<Self::V> {
        None
    }
    /// One component from memory to compute form, where the builder's elements have another type in memory than
    /// [`Element::storage`]; none where they have that.
    fn decode(&mut self, _e: Element, _stored: Self::V) -> Option<Self::V> {
        None
    }
    /// The reverse of [`Builder::decode`]. Rounds values that are not of the element type to nearest even.
    fn encode(&mut self, _e: Element, _v: Self::V) -> Option<Self::V> {
        None
    }
    /// The same of a value that is of the element type.
    fn encode_exact(&mut self, e: Element, v: Self::V) -> Option<Self::V> {
        self.encode(e, v)
    }

    unary!(
        negf NegF, absf AbsF, sqrt Sqrt, floor Floor, ceil Ceil, trunc Trunc,
        roundeven RoundEven, ctpop CtPop, ctlz CtLz
    );
    binary!(
        addf AddF, subf SubF, mulf MulF, divf DivF, copysign CopySign,
        maximumf MaximumF, minimumf MinimumF, addi AddI, subi SubI,
        muli MulI, andi AndI, ori OrI, xori XorI, shli ShlI, shrui ShrUI, shrsi ShrSI, divsi DivSI,
        divui DivUI, remsi RemSI, remui RemUI, maxsi MaxSI, maxui MaxUI, minsi MinSI, minui MinUI
    );
    cast!(
        extsi ExtSI, extui ExtUI, trunci TruncI, sitofp SIToFP, uitofp UIToFP, fptosi FPToSI,
        fptoui FPToUI, extf ExtF, truncf TruncF, bitcast Bitcast
    );

    /// `a << n`, `n` a constant below the width of `t`.
    fn shl(&mut self, t: Machine, a: Self::V, n: u32) -> Self::V {
        let n = self.int(t, n.into());
        self.shli(a, n)
    }
    /// `a >> n` filling with zeros.
    fn shru(&mut self, t: Machine, a: Self::V, n: u32) -> Self::V {
        let n = self.int(t, n.into());
        self.shrui(a, n)
    }
    /// `a >> n` filling with the sign.
    fn shrs(&mut self, t: Machine, a: Self::V, n: u32) -> Self::V {
        let n = self.int(t, n.into());
        self.shrsi(a, n)
    }
    /// `a & mask`.
    fn mask(&mut self, t: Machine, a: Self::V, mask: i64) -> Self::V {
        let mask = self.int(t, mask);
        self.andi(a, mask)
    }
    /// `!a`, bitwise.
    fn noti(&mut self, t: Machine, a: Self::V) -> Self::V {
        let ones = self.int(t, -1);
        self.xori(a, ones)
    }
    /// `a * k`.
    fn mulk(&mut self, t: Machine, a: Self::V, k: f64) -> Self::V {
        let k = self.float(t, k);
        self.mulf(a, k)
    }
    /// `a + k`.
    fn addk(&mut self, t: Machine, a: Self::V, k: f64) -> Self::V {
        let k = self.float(t, k);
        self.addf(a, k)
    }
    /// `a * k + c`, rounded once.
    fn fmak(&mut self, t: Machine, a: Self::V, k: f64, c: Self::V) -> Self::V {
        let k = self.float(t, k);
        self.fma(a, k, c)
    }
    /// `a p k` for a float constant.
    fn cmpfk(&mut self, p: CmpF, t: Machine, a: Self::V, k: f64) -> Self::V {
        let k = self.float(t, k);
        self.cmpf(p, a, k)
    }
    /// `a p k` for an integer constant.
    fn cmpik(&mut self, p: CmpI, t: Machine, a: Self::V, k: i64) -> Self::V {
        let k = self.int(t, k);
        self.cmpi(p, a, k)
    }
    fn is_nan(&mut self, a: Self::V) -> Self::V {
        self.cmpf(CmpF::Uno, a, a)
    }
    /// The polynomial `c[0] + c[1] x + ...` by Horner's rule.
    fn poly(&mut self, t: Machine, x: Self::V, c: &[f64]) -> Self::V {
        let (last, rest) = c.split_last().unwrap_or((&0.0, &[]));
        let mut sum = self.float(t, *last);
        for &k in rest.iter().rev() {
            let k = self.float(t, k);
            sum = self.fma(sum, x, k);
        }
        sum
    }
}
