//! The instructions that add products to sums, and the vectors that they take.

use super::ops::{constant, splat, vector};
use crate::codegen::analysis::body::bits;
use crate::codegen::schedule::dot::{Dot, MatrixFactors};
use crate::intrinsic::call_intrinsic;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Type, Value, element_type, integer_type, shape_of};
use xla_dialect::ods::{arith, math, vector};

impl Dot {
    /// The op that adds two sums.
    pub fn add<'c>(self, builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        if self.is_float() { arith::addf(builder, a, b) } else { arith::addi(builder, a, b) }
    }

    /// `sum + a * b`; of grouped factors, the sum of the products.
    pub fn add_product<'c>(self, builder: &Builder<'c>, a: Value<'c>, b: Value<'c>, sum: Value<'c>) -> Value<'c> {
        let ty = sum.r#type();
        let (intrinsic, operands) = match self {
            Self::Floats => return math::fma(builder, a, b, sum),
            Self::Integers => {
                let product = arith::muli(builder, a, b);
                return arith::addi(builder, sum, product);
            }
            Self::Bf16 => {
                let pairs = vector(Type::bfloat16(builder.context), 2 * shape_of(ty)[0]);
                let [a, b] = [a, b].map(|value| arith::bitcast(builder, value, pairs));
                ("llvm.x86.avx512bf16.dpbf16ps.512", [sum, a, b])
            }
            Self::Words => ("llvm.x86.avx512.vpdpwssd.512", [sum, a, b]),
            // The factor without sign comes first.
            Self::Bytes { signed: true, .. } => ("llvm.x86.avx512.vpdpbusd.512", [sum, a, b]),
            Self::Bytes { signed: false, .. } => ("llvm.x86.avx512.vpdpbusd.512", [sum, b, a]),
            Self::Matrix(factors) => return add_product_of_groups(builder, factors, a, b, sum),
        };
        call_intrinsic(builder, intrinsic, &operands, ty)
    }

    /// A's bytes as they are packed.
    pub fn flipped<'c>(self, builder: &Builder<'c>, value: Value<'c>, lanes: i64) -> Value<'c> {
        if !self.flips() {
            return value;
        }
        let top = splat(builder, self.top_bit(builder), lanes);
        arith::xori(builder, value, top)
    }

    /// The byte whose product with B's column compensates for the flip.
    pub fn top_bit<'c>(self, builder: &Builder<'c>) -> Value<'c> {
        constant(builder, integer_type(builder.context, 8), -128.0)
    }
}

/// `sum + a * b` of the groups that matrix tiles hold, by the ops of any processor: one factor of a group at a time.
fn add_product_of_groups<'c>(
    builder: &Builder<'c>,
    factors: MatrixFactors,
    a: Value<'c>,
    b: Value<'c>,
    mut sum: Value<'c>,
) -> Value<'c> {
    let lanes = shape_of(sum.r#type())[0];
    let words = vector(integer_type(builder.context, 32), lanes);
    let sides = [a, b].map(|side| bitcast(builder, side, words));
    let constant = |value: i64| constant(builder, words, value as f64);
    match factors {
        MatrixFactors::Bf16 => {
            for i in 0..2 {
                // A bf16 is the upper half of an f32.
                let [a, b] = sides.map(|side| {
                    let bits = match i {
                        0 => arith::shli(builder, side, constant(16)),
                        _ => arith::andi(builder, side, constant(-1 << 16)),
                    };
                    arith::bitcast(builder, bits, sum.r#type())
                });
                sum = math::fma(builder, a, b, sum);
            }
        }
        MatrixFactors::Bytes { signed } => {
            for i in 0..4 {
                let mut each = sides.iter().zip(signed).map(|(side, signed)| {
                    let top = arith::shli(builder, *side, constant(24 - 8 * i));
                    let shift = if signed { arith::shrsi } else { arith::shrui };
                    shift(builder, top, constant(24))
                });
                if let (Some(a), Some(b)) = (each.next(), each.next()) {
                    sum = arith::addi(builder, sum, arith::muli(builder, a, b));
                }
            }
        }
    }
    sum
}

/// `value` as a vector of type `ty`, which has as many bits.
pub fn bitcast<'c>(builder: &Builder<'c>, value: Value<'c>, ty: Type<'c>) -> Value<'c> {
    if value.r#type() == ty { value } else { vector::bitcast(builder, value, ty) }
}

/// The integer type of a group of factors, or the factor's own type if it is alone.
pub fn unit<'c>(builder: &Builder<'c>, factor: Type<'c>, group: i64) -> Type<'c> {
    if group == 1 { factor } else { integer_type(builder.context, (bits(factor) * group) as u32) }
}

/// The lanes of `vectors`, taken from each of them in rotation; of one lane they may be scalars.
pub fn interleave<'c>(builder: &Builder<'c>, mut vectors: Vec<Value<'c>>, lanes: i64) -> Value<'c> {
    if vectors.len() == 1 {
        return vectors[0];
    }
    if lanes == 1 {
        let whole = vector(vectors[0].r#type(), vectors.len() as i64);
        return vector::from_elements(builder, &vectors, whole);
    }
    let element = element_type(vectors[0].r#type());
    let (mut bits, count) = (bits(element), vectors.len() as i64);
    while vectors.len() > 1 {
        let integer = integer_type(builder.context, bits as u32);
        let ty = vector(integer, lanes);
        let pairs = vectors
            .chunks(2)
            .map(|pair| vector::interleave(builder, bitcast(builder, pair[0], ty), bitcast(builder, pair[1], ty)));
        vectors = pairs.collect();
        bits *= 2;
    }
    bitcast(builder, vectors[0], vector(element, lanes * count))
}
