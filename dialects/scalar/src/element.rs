//! XLA's element types and the machine types they are stored and computed in.

use std::fmt;

/// A type MLIR's `arith` computes on: signless integers and IEEE floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Machine {
    I1,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

impl Machine {
    /// Width in bits.
    pub const fn bits(self) -> u32 {
        match self {
            Machine::I1 => 1,
            Machine::I8 => 8,
            Machine::I16 => 16,
            Machine::I32 | Machine::F32 => 32,
            Machine::I64 | Machine::F64 => 64,
        }
    }

    /// Size in memory, in bytes (`i1` takes one).
    pub const fn bytes(self) -> usize {
        (self.bits() as usize).div_ceil(8)
    }

    pub const fn is_float(self) -> bool {
        matches!(self, Machine::F32 | Machine::F64)
    }

    /// The integer type of the same width.
    pub const fn as_int(self) -> Machine {
        match self {
            Machine::F32 => Machine::I32,
            Machine::F64 => Machine::I64,
            other => other,
        }
    }

    /// The spelling in MLIR.
    pub const fn mlir_name(self) -> &'static str {
        match self {
            Machine::I1 => "i1",
            Machine::I8 => "i8",
            Machine::I16 => "i16",
            Machine::I32 => "i32",
            Machine::I64 => "i64",
            Machine::F32 => "f32",
            Machine::F64 => "f64",
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mlir_name())
    }
}

/// What the values of an element type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Pred,
    Int,
    Float,
    Complex,
}

macro_rules! elements {
    ($($name:ident $mlir:literal $hlo:literal $bits:literal $kind:ident $storage:ident $compute:ident;)*) => {
        /// An XLA element type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Element { $($name),* }

        impl Element {
            /// Every element type, in declaration order.
            pub const ALL: &'static [Element] = &[$(Element::$name),*];

            /// Width in bits of one element as XLA counts it: `S4` is 4, `C64` is 64, `Pred` is 1.
            pub const fn bits(self) -> u32 { match self { $(Element::$name => $bits),* } }

            pub const fn kind(self) -> Kind { match self { $(Element::$name => Kind::$kind),* } }

            /// The type of one component in memory; see [`Element::components`].
            pub const fn storage(self) -> Machine { match self { $(Element::$name => Machine::$storage),* } }

            /// The type one component is computed in.
            pub const fn compute(self) -> Machine { match self { $(Element::$name => Machine::$compute),* } }

            /// The spelling in MLIR (signless integers are XLA's signed ones, as in StableHLO).
            pub const fn mlir_name(self) -> &'static str { match self { $(Element::$name => $mlir),* } }

            /// The spelling in HLO text.
            pub const fn hlo_name(self) -> &'static str { match self { $(Element::$name => $hlo),* } }

            pub fn from_mlir_name(name: &str) -> Option<Element> {
                match name { $($mlir => Some(Element::$name),)* _ => None }
            }

            pub fn from_hlo_name(name: &str) -> Option<Element> {
                match name { $($hlo => Some(Element::$name),)* _ => None }
            }
        }
    };
}

elements! {
    // name         MLIR               HLO             bits kind   storage compute
    Pred            "i1"               "pred"            1 Pred    I8  I1;
    S2              "i2"               "s2"              2 Int     I8  I8;
    S4              "i4"               "s4"              4 Int     I8  I8;
    S8              "i8"               "s8"              8 Int     I8  I8;
    S16             "i16"              "s16"            16 Int     I16 I16;
    S32             "i32"              "s32"            32 Int     I32 I32;
    S64             "i64"              "s64"            64 Int     I64 I64;
    U2              "ui2"              "u2"              2 Int     I8  I8;
    U4              "ui4"              "u4"              4 Int     I8  I8;
    U8              "ui8"              "u8"              8 Int     I8  I8;
    U16             "ui16"             "u16"            16 Int     I16 I16;
    U32             "ui32"             "u32"            32 Int     I32 I32;
    U64             "ui64"             "u64"            64 Int     I64 I64;
    F4E2M1FN        "f4E2M1FN"         "f4e2m1fn"        4 Float   I8  F32;
    F6E2M3FN        "f6E2M3FN"         "f6e2m3fn"        6 Float   I8  F32;
    F6E3M2FN        "f6E3M2FN"         "f6e3m2fn"        6 Float   I8  F32;
    F8E3M4          "f8E3M4"           "f8e3m4"          8 Float   I8  F32;
    F8E4M3          "f8E4M3"           "f8e4m3"          8 Float   I8  F32;
    F8E4M3FN        "f8E4M3FN"         "f8e4m3fn"        8 Float   I8  F32;
    F8E4M3B11FNUZ   "f8E4M3B11FNUZ"    "f8e4m3b11fnuz"   8 Float   I8  F32;
    F8E4M3FNUZ      "f8E4M3FNUZ"       "f8e4m3fnuz"      8 Float   I8  F32;
    F8E5M2          "f8E5M2"           "f8e5m2"          8 Float   I8  F32;
    F8E5M2FNUZ      "f8E5M2FNUZ"       "f8e5m2fnuz"      8 Float   I8  F32;
    F8E8M0FNU       "f8E8M0FNU"        "f8e8m0fnu"       8 Float   I8  F32;
    F16             "f16"              "f16"            16 Float   I16 F32;
    BF16            "bf16"             "bf16"           16 Float   I16 F32;
    F32             "f32"              "f32"            32 Float   F32 F32;
    F64             "f64"              "f64"            64 Float   F64 F64;
    C64             "complex<f32>"     "c64"            64 Complex F32 F32;
    C128            "complex<f64>"     "c128"          128 Complex F64 F64;
}

impl Element {
    pub const fn is_pred(self) -> bool {
        matches!(self.kind(), Kind::Pred)
    }

    /// Signed or unsigned integer; `Pred` is none.
    pub const fn is_integer(self) -> bool {
        matches!(self.kind(), Kind::Int)
    }

    pub const fn is_float(self) -> bool {
        matches!(self.kind(), Kind::Float)
    }

    pub const fn is_complex(self) -> bool {
        matches!(self.kind(), Kind::Complex)
    }

    /// True for signed integers, floats and complex numbers.
    pub const fn is_signed(self) -> bool {
        !matches!(
            self,
            Element::Pred
                | Element::U2
                | Element::U4
                | Element::U8
                | Element::U16
                | Element::U32
                | Element::U64
                | Element::F8E8M0FNU
        )
    }

    /// A float whose compute form is wider than the element: its results have to be rounded.
    pub const fn is_narrow_float(self) -> bool {
        self.is_float() && self.bits() < 32
    }

    /// The element type that sums of elements of this type are computed in: narrow floats would lose every small term.
    pub const fn accumulator(self) -> Element {
        if self.is_narrow_float() { Element::F32 } else { self }
    }

    /// Machine values one element consists of: 2 for complex (real, imaginary), else 1.
    pub const fn components(self) -> usize {
        if self.is_complex() { 2 } else { 1 }
    }

    /// Bytes one element takes in memory.
    pub const fn storage_bytes(self) -> usize {
        self.components() * self.storage().bytes()
    }

    /// The element type of a component: `F32` for `C64`, itself for a real type.
    pub const fn real_part(self) -> Element {
        match self {
            Element::C64 => Element::F32,
            Element::C128 => Element::F64,
            real => real,
        }
    }

    /// The complex type with these components.
    pub const fn complex_of(self) -> Option<Element> {
        match self {
            Element::F32 => Some(Element::C64),
            Element::F64 => Some(Element::C128),
            _ => None,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mlir_name())
    }
}
