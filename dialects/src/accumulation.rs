//! Which linalg ops read what their outputs hold, and so may be fused only where each element is still computed once.
//!
//! ```mlir
//! %1 = linalg.generic … outs(%0 : tensor<2xi32>) { ^bb0(%a: i32, %out: i32): %s = arith.addi %out, %a … yield %s }
//! ```
//!
//! adds to `%0`. In a nest with more loops, such as a reader that broadcasts `%1`, the sum would be added to once an
//! iteration. Such an op may not be duplicated, broadcast or recomputed: whatever moves, copies or merges linalg ops asks
//! [`accumulates`], and [`parallel_loop_left_out`] says of an op whether it is one that was fused so nevertheless.

use crate::ir::{Op, OpExt, array_elements, block_args, has_uses};
use crate::ods::linalg;
use melior::ir::attribute::AttributeLike;
use mlir_sys::*;

/// Number of inputs of a linalg op, on tensors or on memrefs.
pub fn input_count(op: Op<'_>) -> usize {
    let stated = op.attr("operandSegmentSizes").map(|sizes| {
        // SAFETY: the kind and the length are checked before the element is read.
        unsafe {
            let raw = sizes.to_raw();
            let is_pair = mlirAttributeIsADenseI32Array(raw) && mlirDenseArrayGetNumElements(raw) == 2;
            if is_pair { usize::try_from(mlirDenseI32ArrayGetElement(raw, 0)).unwrap_or(0) } else { 0 }
        }
    });
    stated.unwrap_or(0)
}

/// Number of outputs of a linalg op.
pub fn output_count(op: Op<'_>) -> usize {
    op.ins().len().saturating_sub(input_count(op))
}

/// Whether the body of the linalg op `op` reads what output `i` holds.
pub fn reads_output(op: Op<'_>, i: usize) -> bool {
    let argument = op.body(0).and_then(|body| block_args(body).get(input_count(op) + i).copied());
    argument.is_some_and(has_uses)
}

/// Whether the linalg op `op` reads what any of its outputs holds: it may not be duplicated, broadcast or recomputed.
pub fn accumulates(op: Op<'_>) -> bool {
    (0..output_count(op)).any(|i| reads_output(op, i))
}

/// A parallel loop of the linalg op `op` in which an output that is read is at the same place in all iterations, and the
/// number of that output: it would be added to once an iteration.
pub fn parallel_loop_left_out(op: Op<'_>) -> Option<(usize, usize)> {
    let maps = array_elements(op.attr("indexing_maps")?)?;
    let kinds = linalg::Generic::of(op)?.iterator_types();
    let inputs = input_count(op);
    (0..output_count(op)).filter(|i| reads_output(op, *i)).find_map(|i| {
        // SAFETY: the kind is checked before the map is read; positions are below the count.
        let used = unsafe {
            let map = mlirAffineMapAttrGetValue(
                maps.get(inputs + i).filter(|map| mlirAttributeIsAAffineMap(map.to_raw()))?.to_raw(),
            );
            let results: Vec<_> =
                (0..mlirAffineMapGetNumResults(map)).map(|r| mlirAffineMapGetResult(map, r)).collect();
            move |d: usize| results.iter().any(|expr| mlirAffineExprIsFunctionOfDim(*expr, d as isize))
        };
        (0..kinds.len()).find(|d| kinds[*d] == linalg::IteratorType::Parallel && !used(*d)).map(|d| (d, i))
    })
}
