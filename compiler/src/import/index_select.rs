//! `stablehlo.torch_index_select`: a gather of slices along one dimension.

use crate::verified;
use xla_dialect::ir::{Builder, Op, OpExt, Value, tensor_of};
use xla_dialect::ods::xla;
use xla_dialect::ops::dimensions::compatible_shapes;
use xla_dialect::ops::index_select::IndexSelect;

/// Why `op` cannot become a gather.
pub fn check(op: Op<'_>) -> Result<(), String> {
    let select = IndexSelect::of(op).ok_or("dim and batch_dims are no dimensions of its operands")?;
    let shape = |value| tensor_of(value).map(|tensor| tensor.shape).unwrap_or_default();
    let (operand, index, result) = (shape(op.input(0)), shape(op.input(1)), shape(op.output(0)));
    let (expected, shared) = (select.result(&operand, &index), select.shared);
    if !compatible_shapes(&expected, &result) || !compatible_shapes(&operand[..shared], &index[..shared]) {
        return Err(format!("it gives sizes {result:?} where its operands make them {expected:?}"));
    }
    if operand[select.dim] == 0 && !index.contains(&0) {
        return Err(format!("it selects in dimension {}, which has no elements", select.dim));
    }
    Ok(())
}

/// The shape of the result, as far as the operands' shapes determine it.
pub fn result_shape(op: Op<'_>) -> Option<Vec<i64>> {
    let select = IndexSelect::of(op)?;
    Some(select.result(&tensor_of(op.input(0))?.shape, &tensor_of(op.input(1))?.shape))
}

/// Builds the gather, of an operand of known sizes.
pub fn expand<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let select = IndexSelect::of(op).expect("check has accepted the op");
    let operand = verified::tensor(op.input(0));
    let offset_dims: Vec<i64> = select.offset().into_iter().map(|d| d as i64).collect();
    let batching: Vec<i64> = (0..select.shared as i64).collect();
    let size = |d: usize| match operand.shape[d] {
        size if d < select.shared || d == select.dim => size.min(1),
        size => size,
    };
    let slice_sizes: Vec<i64> = (0..select.rank).map(size).collect();
    let gather = xla::GatherParts {
        operand: op.input(0),
        start_indices: op.input(1),
        offset_dims: &offset_dims,
        collapsed_slice_dims: &[select.dim as i64],
        start_index_map: &[select.dim as i64],
        index_vector_dim: select.index_rank as i64,
        slice_sizes: &slice_sizes,
        options: xla::GatherOptions {
            operand_batching_dims: Some(&batching),
            start_indices_batching_dims: Some(&batching),
            indices_are_sorted: None,
        },
    };
    vec![gather.build(builder)]
}
