//! Linalg ops: what adds to its output does so once for each element, and what is read is there.

use super::violation::Violation;
use crate::affine::{Expr, Map};
use crate::linalg::maps;
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::accumulation::parallel_loop_left_out;
use xla_dialect::ir::{Op, OpExt, block_ops, blocks, shape_of};
use xla_dialect::ods::linalg;

/// What is wrong with the linalg ops in `op`.
pub fn check<'c>(op: Op<'c>) -> Vec<Violation<'c>> {
    let mut found = Vec::new();
    visit(op, &mut found);
    found
}

fn visit<'c>(op: Op<'c>, found: &mut Vec<Violation<'c>>) {
    if linalg::Generic::of(op).is_some() {
        found.extend(violation(op));
        return;
    }
    for inner in op.region_list().into_iter().flat_map(blocks).flat_map(block_ops) {
        visit(inner, found);
    }
}

fn violation<'c>(op: Op<'c>) -> Option<Violation<'c>> {
    if let Some((loop_, output)) = parallel_loop_left_out(op) {
        let message = format!("adds to output {output} in each iteration of loop {loop_}, which is parallel");
        return Some(Violation::of(op, &message));
    }
    let maps = maps(op)?;
    let shapes: Vec<Vec<i64>> = op.ins().iter().map(|value| value.r#type()).map(shape).collect();
    let mut extents = vec![None; maps.first()?.dims];
    for (size, expr) in shapes.iter().flatten().zip(maps.iter().flat_map(|map| &map.results)) {
        if let Some(d) = expr.as_dim() {
            extents[d] = Some(*size);
        }
    }
    let extents: Vec<i64> = extents.into_iter().collect::<Option<_>>()?;
    if extents.iter().any(|extent| *extent < 1) {
        return None;
    }
    let operand = |(i, (map, shape)): (usize, (&Map, &Vec<i64>))| {
        map.results.iter().zip(shape).enumerate().find_map(|(d, (expr, size))| {
            let (low, high) = reach(expr, &extents);
            let outside = (low < 0 || high >= *size) && *size >= 0;
            outside.then(|| format!("reads {low} to {high} of dimension {d} of operand {i}, whose size is {size}"))
        })
    };
    let message = maps.iter().zip(&shapes).enumerate().find_map(operand)?;
    Some(Violation::of(op, &message))
}

/// The sizes of a tensor or memref; none of a scalar.
fn shape(ty: xla_dialect::ir::Type<'_>) -> Vec<i64> {
    if ty.is_ranked_tensor() || ty.is_mem_ref() { shape_of(ty) } else { Vec::new() }
}

/// The least and the largest index, for loops of these extents.
fn reach(expr: &Expr, extents: &[i64]) -> (i64, i64) {
    let ends = expr.coefficients.iter().zip(extents).map(|(c, extent)| c * (extent - 1));
    ends.fold((expr.constant, expr.constant), |(low, high), end| (low + end.min(0), high + end.max(0)))
}
