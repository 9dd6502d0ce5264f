//! The pass xla-explain-fusion: remarks that say which ops are one kernel, and why what it reads is not in it.

use crate::linalg::parallel_loops;
use xla_dialect::diagnostics::{Severity, emit};
use xla_dialect::ir::{Location, Op, OpExt, Value, block_ops, defining_op, uses};
use xla_dialect::ods::{linalg, tensor};
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-explain-fusion",
    description: "Say of each linalg op which ops it does the work of, and why not of more",
    op: "builtin.module",
    options: &[],
    dialects: &[],
    run,
};

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    let kernels = module.walk_ops().into_iter().filter(|op| linalg::Generic::of(*op).is_some());
    for (number, kernel) in kernels.enumerate() {
        let reductions = reductions(kernel);
        let loops = parallel_loops(kernel).map_or(0, |loops| loops.len()) - reductions;
        let mut message = format!("fused kernel {number}: {loops} parallel loops");
        if reductions > 0 {
            message += &format!(", {reductions} of a reduction");
        }
        let mut notes: Vec<_> = sources(kernel).into_iter().map(|place| (place, "is in it".to_string())).collect();
        for operand in kernel.ins() {
            if let Some(producer) = defining_op(operand).filter(|op| linalg::Generic::of(*op).is_some()) {
                notes.push((producer.loc(), format!("is not in it: {}", obstacle(producer, operand, kernel))));
            }
        }
        emit(kernel.loc(), Severity::Remark, &message, &notes);
    }
    Ok(())
}

fn reductions(kernel: Op<'_>) -> usize {
    parallel_loops(kernel).unwrap_or_default().iter().filter(|parallel| !**parallel).count()
}

/// Whether the body computes with indices, or reads elements at them.
fn computes_indices(kernel: Op<'_>) -> bool {
    let body = kernel.body(0).map(block_ops).unwrap_or_default();
    body.into_iter().any(|op| tensor::Extract::of(op).is_some() || linalg::Index::of(op).is_some())
}

/// Where the ops of the program are that the body computes.
fn sources(kernel: Op<'_>) -> Vec<Location<'_>> {
    let mut places: Vec<Location<'_>> = Vec::new();
    for op in kernel.body(0).map(block_ops).unwrap_or_default() {
        if !places.contains(&op.loc()) {
            places.push(op.loc());
        }
    }
    places
}

/// Why `producer` was not fused into `kernel`, which reads it as `operand`.
fn obstacle<'c>(producer: Op<'c>, operand: Value<'c>, kernel: Op<'c>) -> String {
    let mut readers: Vec<Op<'c>> = uses(operand).into_iter().map(|(op, _)| op).collect();
    readers.dedup();
    if reductions(producer) > 0 {
        return "a reduction is done before its result is read".to_string();
    }
    if readers.len() > 1 {
        return format!("{} ops read it, and each would compute it again", readers.len());
    }
    if kernel.ins().last() == Some(&operand) {
        return "it is what the result starts with".to_string();
    }
    if reductions(kernel) > 0 && computes_indices(producer) {
        return "it is computed at indices, and the reduction reads its elements more than once".to_string();
    }
    "the kernel would be too large or repeat its work, or reads its elements in an order of its own".to_string()
}
