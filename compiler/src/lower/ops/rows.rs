//! Windows over short rows, computed of transposed arrays: vectors are along the last dimension.

use super::movement::{inverse, transposed, transposed_read, with_last};
use crate::affine::Map;
use crate::lower::rewriter::sizes::is_static;
use crate::lower::rewriter::tensor::{generic, shape};
use xla_dialect::ir::{Builder, Value};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::passes::Failed;

/// Elements of a row below which a vector is mostly empty.
const SHORT: i64 = 8;
/// Elements along a dimension that is worth to be the last one.
const LONG: i64 = 16;
/// Elements between those that neighbouring iterations read, at most: more are gathered one by one.
const MOST_STRIDE: i64 = 4;
/// Reads of an element on average that are worth to move it.
const READS: i64 = 4;
/// Iterations below which two more kernels take longer than what they save.
const LEAST_ITERATIONS: i64 = 1 << 14;

/// As [`generic`], of arrays whose last dimension is a longer one, if the rows of the results are short and elements are read
/// repeatedly. The order in which the elements of a result are combined stays.
pub fn generic_of_rows<'c>(
    builder: &Builder<'c>,
    inputs: &[(Value<'c>, Map)],
    outputs: &[(Value<'c>, Map)],
    iterators: &[IteratorType],
    body: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Result<Vec<Value<'c>>, Failed>,
) -> Result<Vec<Value<'c>>, Failed> {
    let Some(long) = long_loop(inputs, outputs) else { return generic(builder, inputs, outputs, iterators, body) };
    let moved = |operands: &[(Value<'c>, Map)]| {
        let each = operands.iter().map(|operand| match order(&operand.1, long) {
            Some(order) => transposed_read(builder, operand, &order),
            None => Ok(operand.clone()),
        });
        each.collect::<Result<Vec<_>, Failed>>()
    };
    let results = generic(builder, &moved(inputs)?, &moved(outputs)?, iterators, body)?;
    let back = |(result, (_, map)): (Value<'c>, &(Value<'c>, Map))| {
        let Some(order) = order(map, long) else { return Ok(result) };
        transposed(builder, result, &inverse(&order))
    };
    results.into_iter().zip(outputs).map(back).collect()
}

/// The loop along which rows are to lie, if they lie along another one that is short: a parallel one that moves through one
/// dimension of each operand, by single elements rather than by several.
fn long_loop(inputs: &[(Value<'_>, Map)], outputs: &[(Value<'_>, Map)]) -> Option<usize> {
    let operands = || inputs.iter().chain(outputs);
    if !operands().all(|(value, _)| is_static(&shape(*value))) {
        return None;
    }
    let (first, map) = outputs.first()?;
    let loops: Vec<usize> = map.results.iter().map(|expr| expr.as_dim()).collect::<Option<_>>()?;
    let sizes = shape(*first);
    let (last, in_front) = sizes.split_last()?;
    if *last >= SHORT || outputs.iter().any(|(_, other)| other != map) {
        return None;
    }
    let mut extents = vec![1; map.dims];
    for (value, map) in operands() {
        for (expr, size) in map.results.iter().zip(shape(*value)) {
            if let Some(d) = expr.as_dim() {
                extents[d] = size;
            }
        }
    }
    let product = |sizes: &[i64]| sizes.iter().copied().fold(1, i64::saturating_mul);
    let elements = operands().map(|(value, _)| product(&shape(*value))).fold(0, i64::saturating_add);
    let iterations = product(&extents);
    if iterations < LEAST_ITERATIONS || iterations / READS < elements {
        return None;
    }
    let stride = |d: usize| {
        let mut most = 0;
        for (_, map) in operands() {
            let mut scales = map.results.iter().map(|expr| expr.coefficients[d]).filter(|scale| *scale != 0);
            most = most.max(scales.next().unwrap_or(0));
            if scales.next().is_some() {
                return None;
            }
        }
        (1..=MOST_STRIDE).contains(&most).then_some(most)
    };
    let candidates = loops.iter().zip(in_front).filter(|(_, size)| **size >= LONG);
    let candidates = candidates.filter_map(|(d, size)| Some((stride(*d)?, size, *d)));
    candidates.min_by_key(|(stride, size, _)| (*stride, -**size)).map(|(_, _, d)| d)
}

/// The dimensions of an operand with the one that `long` moves through as the last one; none if that is so, or there is none.
fn order(map: &Map, long: usize) -> Option<Vec<usize>> {
    let at = map.results.iter().position(|expr| expr.coefficients[long] != 0)?;
    let rank = map.results.len();
    (at + 1 != rank).then(|| with_last(rank, at))
}
