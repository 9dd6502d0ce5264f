//! The dimensions of StableHLO's `torch_index_select`.

use crate::diagnostics::Violation;
use crate::ir::{Element, Op, OpExt, is_index, tensor_of};
use crate::require;
use melior::ir::TypeLike;

/// Indices are integers; of what width is no rule.
pub fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(indices) = tensor_of(op.input(1)) else { return Ok(()) };
    let is_integer = indices.element.is_integer() && indices.xla_element() != Some(Element::Pred);
    require!(
        is_integer || is_index(indices.element),
        "index-select-indices",
        "has indices of type {}; they must be integers",
        indices.ty()
    );
    Ok(())
}

/// The roles of the dimensions of a `stablehlo.torch_index_select`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexSelect {
    /// The rank of the operand.
    pub rank: usize,
    /// The rank of the indices.
    pub index_rank: usize,
    /// The dimension of the operand that the indices select in.
    pub dim: usize,
    /// How many leading dimensions the operand and the indices share.
    pub shared: usize,
}

impl IndexSelect {
    /// Of `op`; none if its attributes are no dimensions of its operands. Negative ones count from the end.
    pub fn of(op: Op<'_>) -> Option<Self> {
        let rank = |i| Some(tensor_of(op.input(i))?.rank());
        let (rank, index_rank) = (rank(0)?, rank(1)?);
        let wrapped = |name, rank: usize| {
            let value = op.int(name)?;
            usize::try_from(if value < 0 { value + rank as i64 } else { value }).ok()
        };
        let (dim, shared) = (wrapped("dim", rank)?, wrapped("batch_dims", index_rank)?);
        (dim < rank && shared <= dim.min(index_rank)).then_some(Self { rank, index_rank, dim, shared })
    }

    /// The dimensions of the result that go along with those dimensions of the operand that are neither shared nor selected
    /// in. The others are the shared ones and those of the indices.
    pub fn offset(&self) -> Vec<usize> {
        let behind = self.dim + self.index_rank - self.shared;
        (self.shared..self.dim).chain(behind..behind + self.rank - self.dim - 1).collect()
    }

    /// The shape of the result, from those of the operand and the indices.
    pub fn result(&self, operand: &[i64], indices: &[i64]) -> Vec<i64> {
        [&operand[..self.dim], &indices[self.shared..], &operand[self.dim + 1..]].concat()
    }
}
