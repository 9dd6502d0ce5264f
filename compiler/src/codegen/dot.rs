//! What adds a product to a sum: one instruction for two or four neighbours along the depth, where the processor has
//! it, else a multiplication and an addition.
//!
//! ```text
//! f32 += f32 * f32                         FMA
//! f32 += bf16 * bf16 + bf16 * bf16         AVX512-BF16
//! i32 += i16 * i16 + i16 * i16             AVX512-VNNI
//! i32 += u8 * s8 + … four times            AVX512-VNNI
//! ```
//! The instruction for bytes wants one side with a sign and the other without. Where both are alike, the top bit of A's
//! bytes is flipped, which adds 128 to each number or takes it away, and the sums begin with what undoes that: 128 times
//! the sum of B's column.

use super::loops::{VECTOR_BITS, bits, splat, vector};
use crate::intrinsic::call_intrinsic;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Op, OpExt, Type, Value, defining_op, int_value, parse_type};

/// The instructions that a target has beyond multiplication and addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instructions {
    bf16: bool,
    integers: bool,
}

impl Instructions {
    /// Those among `features`, names of LLVM's with commas between.
    pub fn of(features: &str) -> Self {
        let has = |name: &str| features.split(',').any(|feature| feature == name);
        Self { bf16: has("avx512bf16"), integers: has("avx512vnni") }
    }
}

/// How products are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dot {
    /// `math.fma`.
    Floats,
    /// `arith.muli` and `arith.addi`.
    Integers,
    /// Pairs of bf16.
    Bf16,
    /// Pairs of signed 16-bit integers.
    Words,
    /// Four bytes.
    Bytes {
        /// Whether B's have a sign; A's then count as without, else as with.
        signed: bool,
        /// Whether the top bit of A's bytes is flipped to make it so.
        flips: bool,
    },
}

/// What a factor is made of, before it is widened to the type of the sum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrow {
    Bf16,
    Word,
    Byte { signed: bool },
}

impl Dot {
    /// How products of `factors` are added to floats or integers, and the values that are multiplied, as they are
    /// packed.
    pub fn of<'c>(factors: [Value<'c>; 2], integer: bool, instructions: Instructions) -> (Self, [Value<'c>; 2]) {
        let plain = if integer { Self::Integers } else { Self::Floats };
        let (Some((a, a_is)), Some((b, b_is))) = (narrow(factors[0]), narrow(factors[1])) else {
            return (plain, factors);
        };
        let found = match (a_is, b_is) {
            (Narrow::Bf16, Narrow::Bf16) if instructions.bf16 => Some(Self::Bf16),
            (Narrow::Word, Narrow::Word) if instructions.integers => Some(Self::Words),
            (Narrow::Byte { signed: a }, Narrow::Byte { signed }) if instructions.integers => {
                Some(Self::Bytes { signed, flips: a == signed })
            }
            _ => None,
        };
        found.map_or((plain, factors), |found| (found, [a, b]))
    }

    /// Neighbours along the depth that one lane multiplies.
    pub fn group(self) -> i64 {
        match self {
            Self::Floats | Self::Integers => 1,
            Self::Bf16 | Self::Words => 2,
            Self::Bytes { .. } => 4,
        }
    }

    /// The op that adds two sums.
    pub fn add(self) -> &'static str {
        if matches!(self, Self::Floats | Self::Bf16) { "arith.addf" } else { "arith.addi" }
    }

    /// Whether A's bytes are packed with their top bit flipped.
    pub fn flips(self) -> bool {
        matches!(self, Self::Bytes { flips: true, .. })
    }

    /// `sum + a * b`; of grouped factors, the sum of the products.
    pub fn add_product<'c>(self, builder: &Builder<'c>, a: Value<'c>, b: Value<'c>, sum: Value<'c>) -> Value<'c> {
        let ty = sum.r#type();
        let (intrinsic, operands) = match self {
            Self::Floats => return builder.value("math.fma", &[a, b, sum], ty, &[]),
            Self::Integers => {
                let product = builder.value("arith.muli", &[a, b], ty, &[]);
                return builder.value("arith.addi", &[sum, product], ty, &[]);
            }
            Self::Bf16 => {
                let pairs = parse_type(builder.context, &format!("vector<{}xbf16>", VECTOR_BITS / 16));
                let [a, b] = [a, b].map(|value| builder.value("arith.bitcast", &[value], pairs, &[]));
                ("llvm.x86.avx512bf16.dpbf16ps.512", [sum, a, b])
            }
            Self::Words => ("llvm.x86.avx512.vpdpwssd.512", [sum, a, b]),
            // The factor without sign comes first.
            Self::Bytes { signed: true, .. } => ("llvm.x86.avx512.vpdpbusd.512", [sum, a, b]),
            Self::Bytes { signed: false, .. } => ("llvm.x86.avx512.vpdpbusd.512", [sum, b, a]),
        };
        call_intrinsic(builder, intrinsic, &operands, ty)
    }

    /// A's bytes as they are packed.
    pub fn flipped<'c>(self, builder: &Builder<'c>, value: Value<'c>, lanes: i64) -> Value<'c> {
        if !self.flips() {
            return value;
        }
        let top = splat(builder, self.top_bit(builder), lanes);
        builder.value("arith.xori", &[value, top], value.r#type(), &[])
    }

    /// The byte whose product with B's column undoes the flip.
    pub fn top_bit<'c>(self, builder: &Builder<'c>) -> Value<'c> {
        builder.value("arith.constant", &[], builder.ty("i8"), &[("value", builder.attr("-128 : i8"))])
    }
}

/// `values` of one vector's size as a vector of type `ty`.
pub fn bitcast<'c>(builder: &Builder<'c>, value: Value<'c>, ty: Type<'c>) -> Value<'c> {
    if value.r#type() == ty { value } else { builder.value("vector.bitcast", &[value], ty, &[]) }
}

/// The integer type of a group of factors, or the factor's own type if it is alone.
pub fn unit<'c>(builder: &Builder<'c>, factor: Type<'c>, group: i64) -> Type<'c> {
    if group == 1 { factor } else { builder.ty(&format!("i{}", bits(factor) * group)) }
}

/// Each of `vectors` in turn gives a lane, again and again; of one lane they may be scalars.
pub fn interleave<'c>(builder: &Builder<'c>, mut vectors: Vec<Value<'c>>, lanes: i64) -> Value<'c> {
    if vectors.len() == 1 {
        return vectors[0];
    }
    if lanes == 1 {
        let whole = vector(vectors[0].r#type(), vectors.len() as i64);
        return builder.value("vector.from_elements", &vectors, whole, &[]);
    }
    let element = xla_dialect::ir::element_type(vectors[0].r#type());
    let (mut bits, count) = (bits(element), vectors.len() as i64);
    while vectors.len() > 1 {
        let ty = vector(builder.ty(&format!("i{bits}")), lanes);
        let wide = vector(builder.ty(&format!("i{bits}")), 2 * lanes);
        let pairs = vectors.chunks(2).map(|pair| {
            let pair = [bitcast(builder, pair[0], ty), bitcast(builder, pair[1], ty)];
            builder.value("vector.interleave", &pair, wide, &[])
        });
        vectors = pairs.collect();
        bits *= 2;
    }
    bitcast(builder, vectors[0], vector(element, lanes * count))
}

/// What `factor` was before it was widened, if that was an element of some instruction's type.
fn narrow<'c>(factor: Value<'c>) -> Option<(Value<'c>, Narrow)> {
    let op = defining_op(factor)?;
    let value = |op: Op<'c>| op.input(0);
    let width = |op: Op<'c>| bits(value(op).r#type());
    match (op.name_str(), bits(factor.r#type())) {
        ("arith.extsi", 32) if width(op) == 16 => Some((value(op), Narrow::Word)),
        ("arith.extsi", 32) if width(op) == 8 => Some((value(op), Narrow::Byte { signed: true })),
        ("arith.extui", 32) if width(op) == 8 => Some((value(op), Narrow::Byte { signed: false })),
        ("arith.bitcast", 32) => {
            // The upper half of an f32.
            let shift = defining_op(value(op)).filter(|op| op.name_str() == "arith.shli")?;
            let by = defining_op(shift.input(1)).and_then(|op| op.attr("value")).and_then(int_value);
            let extended = defining_op(value(shift)).filter(|op| op.name_str() == "arith.extui" && width(*op) == 16)?;
            (by == Some(16)).then(|| (value(extended), Narrow::Bf16))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_follow_from_features() {
        assert_eq!(Instructions::of(""), Instructions::default());
        assert_eq!(Instructions::of("avx512f,avx512bf16"), Instructions { bf16: true, integers: false });
        assert_eq!(Instructions::of("avx512vnni"), Instructions { bf16: false, integers: true });
    }
}
