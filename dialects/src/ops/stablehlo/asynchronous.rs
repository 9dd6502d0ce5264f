//! Computations that run beside the program: `async_start` and `async_done`.
//!
//! Source: the StableHLO specification.

use crate::diagnostics::Violation;
use crate::ir::{Op, OpExt, Type, block_args, block_ops, future_types};
use crate::layout::compatible;
use crate::ods::stablehlo::Kind;
use crate::ops::meaning::{Arguments, value_location};
use crate::require;
use melior::ir::ValueLike;

/// Ops that may run beside the program: collective ops, and ops that move a part of an array.
const STARTED: &[Kind] = &[
    Kind::AllGather,
    Kind::AllReduce,
    Kind::AllToAll,
    Kind::CollectiveBroadcast,
    Kind::CollectivePermute,
    Kind::CollectiveReduce,
    Kind::DynamicSlice,
    Kind::DynamicUpdateSlice,
    Kind::ReduceScatter,
    Kind::Slice,
];

/// Whether `ty` is a future of one `value`.
fn is_future_of(ty: Type<'_>, value: Type<'_>) -> bool {
    future_types(ty).is_some_and(|types| matches!(types.as_slice(), [one] if compatible(*one, value)))
}

pub fn verify_start(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(body) = op.body(0) else { return Ok(()) };
    let ops = block_ops(body);
    let [started, end] = ops.as_slice() else {
        let message = format!("has a body of {} ops; it must be one op and a return", ops.len());
        return Err(Violation::new("async-start-body", message));
    };
    if !Kind::of(*started).is_some_and(|kind| STARTED.contains(&kind)) {
        let message = format!("starts a {}; only collectives and slices can be started", started.name_str());
        return Err(Violation::new("async-start-op", message).note(started.loc(), "it stands here"));
    }
    let arguments = Arguments::of(op);
    let declared = block_args(body);
    require!(
        declared.len() == arguments.operands.len(),
        "async-start-arguments",
        "gives {} operands to a body of {} arguments",
        arguments.operands.len(),
        declared.len()
    );
    for (i, (operand, argument)) in arguments.operands.iter().zip(&declared).enumerate() {
        if operand.r#type() != argument.r#type() {
            let message =
                format!("gives operand {i} of type {} to an argument of type {}", operand.r#type(), argument.r#type());
            return Err(Violation::new("async-start-arguments", message)
                .operand(&arguments, i)
                .note(value_location(*argument), "the argument is declared here"));
        }
    }
    let returned = end.ins();
    let [returned] = returned.as_slice() else {
        let message = format!("has a body that returns {} values; it must return one", returned.len());
        return Err(Violation::new("async-start-result", message).note(end.loc(), "the body returns here"));
    };
    let result = op.output(0).r#type();
    if !is_future_of(result, returned.r#type()) {
        let message = format!("has a result of type {result}, but its body returns a {}", returned.r#type());
        return Err(Violation::new("async-start-result", message).note(end.loc(), "the body returns here"));
    }
    Ok(())
}

pub fn verify_done(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (operand, result) = (op.input(0).r#type(), op.output(0).r#type());
    if is_future_of(operand, result) {
        return Ok(());
    }
    let message = format!("has a result of type {result}, but waits for a {operand}");
    Err(Violation::new("async-done-result", message).operand(&Arguments::of(op), 0))
}
