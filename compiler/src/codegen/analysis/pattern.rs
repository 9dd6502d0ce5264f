//! What the lanes of values hold where neighbours along a loop are computed together.

use super::kernel::{Kernel, Operand};
use crate::affine::Map;
use crate::identity::ValueMap;
use melior::ir::ValueLike;
use xla_dialect::ir::{Op, OpExt, Type, Value, block_args, block_ops, shape_of};
use xla_dialect::ods::{Kind, affine, arith, linalg, memref};

/// What the lanes of an integer hold, which distinguishes a load at computed indices from a gather.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Each so much more than the lane before: all the same by 0.
    Steps(i64),
    /// Anything.
    Any,
}

impl Pattern {
    /// All lanes the same.
    pub const SAME: Self = Self::Steps(0);

    /// What the lanes of a sum of these, each with a factor, hold.
    pub fn of_sum(terms: impl IntoIterator<Item = (Self, i64)>) -> Self {
        terms.into_iter().fold(Self::SAME, |sum, term| match (sum, term) {
            (sum, (_, 0)) => sum,
            (Self::Steps(sum), (Self::Steps(step), factor)) => Self::Steps(sum + step * factor),
            _ => Self::Any,
        })
    }

    /// What the lanes of the result of `op`, which computes them one by one, hold, given those of its operands.
    pub fn of_result(op: Op<'_>, operands: &[Self]) -> Self {
        let sum = |factors: &[i64]| Self::of_sum(operands.iter().copied().zip(factors.iter().copied()));
        match Kind::of(op) {
            _ if operands.iter().all(|pattern| *pattern == Self::SAME) => Self::SAME,
            Some(Kind::Arith(arith::Kind::AddI)) => sum(&[1, 1]),
            Some(Kind::Arith(arith::Kind::IndexCast)) => sum(&[1]),
            Some(Kind::Arith(arith::Kind::SubI)) => sum(&[1, -1]),
            Some(Kind::Affine(affine::Kind::AffineApply)) => {
                let map = op.attr("map").and_then(Map::of);
                let expr = map.and_then(|map| map.results.into_iter().next());
                expr.map_or(Self::Any, |expr| sum(&expr.coefficients))
            }
            _ => Self::Any,
        }
    }
}

/// What the body of `kernel` reads of tables: the types of elements, and where neighbours along loop `d` lie.
pub fn table_reads<'c>(kernel: &Kernel<'c>, d: usize) -> Vec<(Type<'c>, Pattern)> {
    let mut reads = Vec::new();
    if kernel.tables.is_empty() {
        return reads;
    }
    let mut known: ValueMap<'c, Pattern> = ValueMap::default();
    for (argument, operand) in block_args(kernel.body).into_iter().zip(kernel.operands()) {
        known.insert(argument, if operand.strides[d] == 0 { Pattern::SAME } else { Pattern::Any });
    }
    for op in block_ops(kernel.body) {
        // What is defined around the body is one scalar.
        let of = |value: Value<'c>| known.get(value).copied().unwrap_or(Pattern::SAME);
        let operands: Vec<Pattern> = op.ins().into_iter().map(of).collect();
        let pattern = match Kind::of(op) {
            Some(Kind::Linalg(linalg::Kind::Index)) => {
                let is_along = linalg::Index::cast(op).dim() as usize == kernel.dims[d].source;
                Pattern::Steps(i64::from(is_along))
            }
            Some(Kind::Memref(memref::Kind::Load)) => {
                let sizes = shape_of(op.input(0).r#type());
                let strides = (0..sizes.len()).map(|i| sizes[i + 1..].iter().product::<i64>());
                // Sizes of 1 are indexed by 0 alone.
                let moved = operands[1..].iter().copied().zip(strides).zip(&sizes).filter(|(_, size)| **size != 1);
                let read = Pattern::of_sum(moved.map(|(term, _)| term));
                reads.push((op.output(0).r#type(), read));
                if read == Pattern::SAME { read } else { Pattern::Any }
            }
            _ => Pattern::of_result(op, &operands),
        };
        op.outs().into_iter().for_each(|value| known.insert(value, pattern));
    }
    reads
}

/// How many ops of the body of `kernel` may compute something else in each iteration. The others are moved out of the loops.
pub fn moving_ops(kernel: &Kernel<'_>) -> i64 {
    let mut moving: ValueMap<'_, ()> = ValueMap::default();
    let is_moved = |operand: &Operand<'_>| operand.strides.iter().any(|stride| *stride != 0);
    let inputs = kernel.inputs.iter().map(is_moved).chain(kernel.outputs.iter().map(|_| true));
    let arguments = block_args(kernel.body).into_iter().zip(inputs).filter(|(_, moves)| *moves);
    arguments.for_each(|(argument, _)| moving.insert(argument, ()));
    let mut count = 0;
    for op in block_ops(kernel.body).into_iter().filter(|op| linalg::Yield::of(*op).is_none()) {
        if linalg::Index::of(op).is_some() || op.ins().into_iter().any(|value| moving.contains(value)) {
            op.outs().into_iter().for_each(|value| moving.insert(value, ()));
            count += 1;
        }
    }
    count
}
