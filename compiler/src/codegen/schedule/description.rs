//! How kernels are computed, in words: what `--xla-explain-fusion` says of each.

use super::contraction::Operands;
use super::member::{Member, Plan};
use super::nest::{NestPlan, RowPlan, Strategy, has_complex, vectorizes_loop};
use crate::codegen::analysis::body::{element_bits, scalar_op};
use crate::codegen::analysis::kernel::{Kernel, Operand};
use melior::ir::ValueLike;
use xla_dialect::ir::{OpExt, Value, block_ops, element_type};

/// How `member` is computed.
pub fn description(member: &Member<'_>) -> String {
    match &member.plan {
        Plan::Contraction(plan) => match plan.operands {
            Operands::Packed(_) if plan.dot.is_matrix() => "a product of packed blocks, in matrix tiles".to_string(),
            Operands::Packed(_) => "a product of packed blocks, in tiles of registers".to_string(),
            Operands::Direct(_) => {
                "a product that reads its operands without packing, in tiles of registers".to_string()
            }
        },
        Plan::Nest(plan) => nest(&member.kernel, plan),
    }
}

fn nest(kernel: &Kernel<'_>, plan: &NestPlan) -> String {
    let (lanes, last) = (plan.lanes, kernel.dims.len().wrapping_sub(1));
    match &plan.strategy {
        Strategy::Tiles(tiles) => format!("tiles of {0} x {0} elements, transposed in registers", tiles.size),
        Strategy::Rows(RowPlan { period, .. }) if *period > 1 => {
            format!("vectors of {lanes} elements along the reduction, the terms of {period} results in turn")
        }
        Strategy::Rows(RowPlan { together: 1, .. }) => format!("vectors of {lanes} elements along the reduction"),
        Strategy::Rows(RowPlan { together, .. }) => {
            format!("vectors of {lanes} elements along the reduction, of {together} results together")
        }
        Strategy::Columns(_) => format!("vectors of {lanes} elements along the loop in front of the reduction"),
        Strategy::Interleaved => format!("vectors of {lanes} elements along the loop around the innermost one"),
        Strategy::Elements { vectors: true } if !kernel.dims.is_empty() && vectorizes_loop(kernel, plan, last) => {
            format!("vectors of {lanes} elements along the innermost loop")
        }
        Strategy::Elements { .. } => {
            let ops = kernel.iterations().saturating_mul(block_ops(kernel.body).len() as i64 - 1);
            format!("single elements, {ops} operations: {}", obstacle(kernel, lanes))
        }
    }
}

/// Why `kernel` is not computed in vectors.
fn obstacle(kernel: &Kernel<'_>, lanes: i64) -> String {
    let unfit = |operand: &&Operand<'_>| element_bits(operand.element) == 0;
    let table = |table: &&Value<'_>| element_bits(element_type(table.r#type())) == 0;
    let Some(dim) = kernel.dims.last() else { return "there is one element".to_string() };
    let last = kernel.dims.len() - 1;
    if let Some(operand) = kernel.operands().find(unfit) {
        return format!("vectors do not hold elements of type {}", operand.element);
    }
    if let Some(table) = kernel.tables.iter().find(table) {
        return format!("elements of type {} are not gathered", element_type(table.r#type()));
    }
    if let Some(op) = scalar_op(kernel.body) {
        return format!("{} has no form on vectors", op.name_str());
    }
    if kernel.dims.iter().any(|dim| !dim.parallel) {
        return match kernel.combiners() {
            _ if has_complex(kernel) => "complex numbers are reduced".to_string(),
            None => "partial results of the reduction cannot be combined".to_string(),
            Some(_) => "neither terms nor results of the reduction are neighbours, or they are too few".to_string(),
        };
    }
    if dim.extent < lanes {
        return format!("the innermost loop has {} iterations", dim.extent);
    }
    let apart = |operand: &&Operand<'_>| !matches!(operand.strides[last], 0 | 1);
    match kernel.operands().find(apart) {
        Some(operand) => format!("elements lie {} apart along the innermost loop", operand.strides[last]),
        None => "results are not neighbours along the innermost loop".to_string(),
    }
}
