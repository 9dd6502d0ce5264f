//! Facts about linalg ops: their index maps, iterators, and what they read and write.

use crate::affine::Map;
use melior::ir::attribute::AttributeLike;
use xla_dialect::accumulation::{input_count, reads_output};
use xla_dialect::ir::{Attribute, Op, OpExt, Value};
use xla_dialect::ods::linalg;

/// The index maps of a linalg op, one per operand; `None` if one of them is not linear.
pub fn maps(op: Op<'_>) -> Option<Vec<Map>> {
    array_elements(op.attr("indexing_maps")?).into_iter().map(Map::of).collect()
}

/// For each loop of a linalg op, whether its iterations are independent; the others are reductions.
pub fn parallel_loops(op: Op<'_>) -> Option<Vec<bool>> {
    let kinds = linalg::Generic::of(op)?.iterator_types();
    Some(kinds.into_iter().map(|kind| kind == linalg::IteratorType::Parallel).collect())
}

/// Whether every loop of a linalg op is parallel.
pub fn is_parallel(op: Op<'_>) -> bool {
    parallel_loops(op).is_some_and(|loops| loops.into_iter().all(|parallel| parallel))
}

/// The initial value of output `i`.
pub fn init_of<'c>(op: Op<'c>, i: usize) -> Value<'c> {
    op.input(input_count(op) + i)
}

/// Whether `op` writes every element of output `i` without reading it.
pub fn overwrites(op: Op<'_>, i: usize) -> bool {
    let Some(maps) = maps(op) else { return false };
    let map = &maps[input_count(op) + i];
    let mut seen = vec![false; map.dims];
    let permutes = map.results.iter().all(|e| e.as_dim().is_some_and(|d| !std::mem::replace(&mut seen[d], true)));
    permutes && !reads_output(op, i)
}

/// Whether `op` writes output `i` at the indices of its loops.
pub fn writes_identity(op: Op<'_>, i: usize) -> bool {
    maps(op).is_some_and(|maps| maps[input_count(op) + i].is_identity())
}

/// The elements of an array attribute; none of any other attribute.
fn array_elements(attribute: Attribute<'_>) -> Vec<Attribute<'_>> {
    // SAFETY: the kind is checked first; positions are below the count.
    unsafe {
        if !mlir_sys::mlirAttributeIsAArray(attribute.to_raw()) {
            return Vec::new();
        }
        (0..mlir_sys::mlirArrayAttrGetNumElements(attribute.to_raw()))
            .map(|i| Attribute::from_raw(mlir_sys::mlirArrayAttrGetElement(attribute.to_raw(), i)))
            .collect()
    }
}
