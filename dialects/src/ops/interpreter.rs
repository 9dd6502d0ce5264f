//! The ops by which StableHLO's test programs run several processes: their rules.
//!
//! Source: the description of StableHLO's reference interpreter.

use super::control::{function, signature};
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Op, OpExt, Type, array_elements, symbol_value};
use crate::ods::interpreter::Kind;
use crate::require;
use melior::ir::TypeLike;

/// Checks an op of the interpreter dialect.
pub fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    match Kind::of(op) {
        Some(Kind::RunParallel) => verify_run_parallel(op),
        Some(Kind::Print | Kind::Probe) | None => Ok(()),
    }
}

/// A grid of functions takes the operands of all functions, one function after the other, and returns the results in the
/// same order.
fn verify_run_parallel(op: Op<'_>) -> Result<(), Violation<'_>> {
    let grid = op.attr("programs").and_then(array_elements).unwrap_or_default();
    let rows: Vec<Vec<Attribute<'_>>> = grid.into_iter().filter_map(array_elements).collect();
    let partitions = rows.first().map_or(0, Vec::len);
    require!(partitions > 0, "run-parallel-grid", "has no programs; there must be one at least");
    for (replica, row) in rows.iter().enumerate() {
        require!(
            row.len() == partitions,
            "run-parallel-grid",
            "has {} programs in replica {replica}, but {partitions} in replica 0",
            row.len()
        );
    }
    let (mut inputs, mut results) = (0, 0);
    for program in rows.into_iter().flatten() {
        let (_, (takes, gives)) = called(op, program, "run-parallel-program")?;
        inputs += takes.len();
        results += gives.len();
    }
    for (what, found, expected) in [("operands", op.ins().len(), inputs), ("results", op.outs().len(), results)] {
        require!(
            found == expected,
            "run-parallel-values",
            "has {found} {what}, but its programs have {expected} together"
        );
    }
    op.attr("infeed").map_or(Ok(()), |infeed| verify_infeed(op, infeed))
}

/// Each function of the queue makes one value for an infeed to read.
fn verify_infeed<'c>(op: Op<'c>, infeed: Attribute<'c>) -> Result<(), Violation<'c>> {
    let queue = array_elements(infeed).unwrap_or_default();
    require!(!queue.is_empty(), "run-parallel-infeed", "has an empty infeed; it must be left out or name a function");
    for maker in queue {
        let (function, (_, gives)) = called(op, maker, "run-parallel-infeed")?;
        // A tensor or buffer; a token or tuple cannot be fed.
        // SAFETY: asks for the type's kind.
        let fed = |ty: &Type<'_>| unsafe { mlir_sys::mlirTypeIsAShaped(ty.to_raw()) };
        if gives.len() != 1 || !gives.iter().all(fed) {
            let gives: Vec<String> = gives.iter().map(ToString::to_string).collect();
            let message = format!("feeds {maker}, which gives ({}); it must give one tensor", gives.join(", "));
            return Err(Violation::new("run-parallel-infeed", message).note(function.loc(), "it is declared here"));
        }
    }
    Ok(())
}

/// A function and its argument and result types.
type Callee<'c> = (Op<'c>, (Vec<Type<'c>>, Vec<Type<'c>>));

/// The function that `symbol` names.
fn called<'c>(op: Op<'c>, symbol: Attribute<'c>, label: &'static str) -> Result<Callee<'c>, Violation<'c>> {
    let found = symbol_value(symbol).and_then(|name| function(op, name));
    let callee = found.filter(|callee| callee.name_str() == "func.func");
    callee
        .and_then(|callee| Some((callee, signature(callee)?)))
        .ok_or_else(|| Violation::new(label, format!("names {symbol}, but there is no such function")))
}
