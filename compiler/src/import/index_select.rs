//! `stablehlo.torch_index_select`: a gather of slices along one dimension.

use crate::verified;
use xla_dialect::ir::{Builder, DYNAMIC, Op, OpExt, Value, tensor_of};
use xla_dialect::ods::xla;

/// The ranks, and the attributes as dimensions: the operand's rank, the indices', where slices are taken, and how many
/// leading dimensions the operand and the indices share.
fn places(op: Op<'_>) -> Option<[i64; 4]> {
    let rank = |i| Some(tensor_of(op.input(i))?.rank() as i64);
    let (rank, index_rank) = (rank(0)?, rank(1)?);
    let wrapped = |value: i64, rank: i64| if value < 0 { value + rank } else { value };
    let (dim, shared) = (wrapped(op.int("dim")?, rank), wrapped(op.int("batch_dims")?, index_rank));
    let fits = (0..rank).contains(&dim) && (0..=dim.min(index_rank)).contains(&shared);
    fits.then_some([rank, index_rank, dim, shared])
}

/// Why `op` cannot become a gather.
pub fn check(op: Op<'_>) -> Result<(), String> {
    let [_, _, dim, shared] = places(op).ok_or("dim and batch_dims are no dimensions of its operands")?;
    let shape = |value| tensor_of(value).map(|tensor| tensor.shape).unwrap_or_default();
    let (operand, index, result) = (shape(op.input(0)), shape(op.input(1)), shape(op.output(0)));
    let expected = [&operand[..dim as usize], &index[shared as usize..], &operand[dim as usize + 1..]].concat();
    if expected != result || operand[..shared as usize] != index[..shared as usize] {
        return Err(format!("it gives sizes {result:?} where its operands make them {expected:?}"));
    }
    if operand.contains(&DYNAMIC) {
        return Err("no lowering yet of slices whose sizes are known only at run time".into());
    }
    Ok(())
}

/// Builds the gather.
pub fn expand<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let [rank, index_rank, dim, shared] = places(op).expect("check has accepted the op");
    let operand = verified::tensor(op.input(0));
    // Dimensions of the result: the shared ones, the operand's before `dim`, the indices', and the operand's behind.
    let behind = dim + index_rank - shared;
    let offset_dims: Vec<i64> = (shared..dim).chain(behind..behind + rank - dim - 1).collect();
    let batching: Vec<i64> = (0..shared).collect();
    let slice_sizes: Vec<i64> =
        (0..rank).map(|d| if d < shared || d == dim { 1 } else { operand.shape[d as usize] }).collect();
    let gather = xla::GatherParts {
        operand: op.input(0),
        start_indices: op.input(1),
        offset_dims: &offset_dims,
        collapsed_slice_dims: &[dim],
        start_index_map: &[dim],
        index_vector_dim: index_rank,
        slice_sizes: &slice_sizes,
        options: xla::GatherOptions {
            operand_batching_dims: Some(&batching),
            start_indices_batching_dims: Some(&batching),
            indices_are_sorted: None,
        },
    };
    vec![gather.build(builder)]
}
