//! Which instruction adds a product to a sum: one for two or four neighbours along the depth, where the processor has it,
//! otherwise a multiplication and an addition.
//!
//! ```text
//! f32 += f32 * f32                         FMA
//! f32 += bf16 * bf16 + bf16 * bf16         AVX512-BF16
//! i32 += i16 * i16 + i16 * i16             AVX512-VNNI
//! i32 += u8 * s8 + … four times            AVX512-VNNI
//! matrix of f32 += matrices of bf16        AMX-BF16
//! matrix of i32 += matrices of bytes       AMX-INT8
//! ```
//! AVX512-VNNI's instruction for bytes takes one operand with a sign and one without. Where both factors are alike, the top bit of
//! A's bytes is flipped, which adds 128 to each number or subtracts it, and the sums begin with what compensates for
//! that: 128 times the sum of B's column.

use super::register_tile::MATRIX_ROWS;
use crate::codegen::analysis::contraction::{Contraction, Narrow, narrow};
use crate::machine::Extensions;
use xla_dialect::ir::Value;

/// How products are added.
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
        /// Whether B's have a sign; A's then count as without, otherwise as with.
        signed: bool,
        /// Whether the top bit of A's bytes is flipped to make it so.
        flips: bool,
    },
    /// Matrix tiles.
    Matrix(MatrixFactors),
}

/// What matrix tiles hold of the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixFactors {
    /// bf16, summed in f32.
    Bf16,
    /// Bytes, summed in i32.
    Bytes {
        /// Whether A's and B's have a sign.
        signed: [bool; 2],
    },
}

impl MatrixFactors {
    /// Whether the processor multiplies tiles of them.
    pub fn have_instructions(self, extensions: Extensions) -> bool {
        match self {
            Self::Bf16 => extensions.bf16_tiles,
            Self::Bytes { .. } => extensions.integer_tiles,
        }
    }
}

impl Dot {
    /// How the products of `contraction` are added, and the values that are multiplied, as they are packed.
    pub fn of<'c>(contraction: &Contraction<'c>, extensions: Extensions) -> (Self, [Value<'c>; 2]) {
        let factors = contraction.factors;
        let plain = if contraction.integer { Self::Integers } else { Self::Floats };
        let (Some((a, a_is)), Some((b, b_is))) = (narrow(factors[0]), narrow(factors[1])) else {
            return (plain, factors);
        };
        Self::narrow(a_is, b_is, extensions).map_or((plain, factors), |found| (found, [a, b]))
    }

    /// The products of matrix tiles that compute `contraction`, if its factors are of types that tiles hold, and either the
    /// processor has them or they are `asked` for.
    pub fn in_matrix_tiles<'c>(
        contraction: &Contraction<'c>,
        extensions: Extensions,
        asked: Option<bool>,
    ) -> Option<(Self, [Value<'c>; 2])> {
        let [(a, a_is), (b, b_is)] = [narrow(contraction.factors[0])?, narrow(contraction.factors[1])?];
        let factors = match (a_is, b_is) {
            (Narrow::Bf16, Narrow::Bf16) => MatrixFactors::Bf16,
            (Narrow::Byte { signed: a }, Narrow::Byte { signed: b }) => MatrixFactors::Bytes { signed: [a, b] },
            _ => return None,
        };
        asked.unwrap_or(factors.have_instructions(extensions)).then_some((Self::Matrix(factors), [a, b]))
    }

    /// The instruction for factors of narrow types, if there is one.
    fn narrow(a: Narrow, b: Narrow, extensions: Extensions) -> Option<Self> {
        match (a, b) {
            (Narrow::Bf16, Narrow::Bf16) if extensions.bf16_dot => Some(Self::Bf16),
            (Narrow::Word, Narrow::Word) if extensions.integer_dot => Some(Self::Words),
            (Narrow::Byte { signed: a }, Narrow::Byte { signed }) if extensions.integer_dot => {
                Some(Self::Bytes { signed, flips: a == signed })
            }
            _ => None,
        }
    }

    /// Neighbours along the depth that one lane multiplies.
    pub fn group(self) -> i64 {
        match self {
            Self::Floats | Self::Integers => 1,
            Self::Bf16 | Self::Words | Self::Matrix(MatrixFactors::Bf16) => 2,
            Self::Bytes { .. } | Self::Matrix(MatrixFactors::Bytes { .. }) => 4,
        }
    }

    /// Groups along the depth that are multiplied together: panels are a multiple of them deep.
    pub fn groups_at_once(self) -> i64 {
        if self.is_matrix() { MATRIX_ROWS } else { 1 }
    }

    /// Whether the processor's matrix tiles are multiplied, not vectors in their stead.
    pub fn uses_matrix_instructions(self, extensions: Extensions) -> bool {
        matches!(self, Self::Matrix(factors) if factors.have_instructions(extensions))
    }

    /// Whether matrix tiles are multiplied.
    pub fn is_matrix(self) -> bool {
        matches!(self, Self::Matrix(_))
    }

    /// Whether sums are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Floats | Self::Bf16 | Self::Matrix(MatrixFactors::Bf16))
    }

    /// Whether A's bytes are packed with their top bit flipped.
    pub fn flips(self) -> bool {
        matches!(self, Self::Bytes { flips: true, .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_factors_use_the_instructions_that_are_there() {
        let none = Extensions::default();
        let all = Extensions { bf16_dot: true, integer_dot: true, ..none };
        assert_eq!(Dot::narrow(Narrow::Bf16, Narrow::Bf16, none), None);
        assert_eq!(Dot::narrow(Narrow::Bf16, Narrow::Bf16, all), Some(Dot::Bf16));
        assert_eq!(Dot::narrow(Narrow::Word, Narrow::Bf16, all), None);
        let bytes = |a, b| Dot::narrow(Narrow::Byte { signed: a }, Narrow::Byte { signed: b }, all);
        // The instruction multiplies bytes without sign by bytes with sign.
        assert_eq!(bytes(false, true), Some(Dot::Bytes { signed: true, flips: false }));
        assert_eq!(bytes(true, true), Some(Dot::Bytes { signed: true, flips: true }));
        assert_eq!(bytes(false, false), Some(Dot::Bytes { signed: false, flips: true }));
    }
}
