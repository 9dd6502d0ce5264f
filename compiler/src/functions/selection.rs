//! Which functions are compiled.

use crate::attributes::COMPILE;
use crate::entry;
use crate::inline::Functions;
use std::collections::HashSet;
use xla_dialect::diagnostics::op_error;
use xla_dialect::ir::{Attribute, Op, OpExt, array_elements, block_ops, symbol_value};
use xla_dialect::ods::{Kind, func};
use xla_dialect::passes::Failed;

/// The functions of `module` that have the attribute `xla.compile`; with `all`, also those whose ops are all ours, but
/// for private ones that only such functions call.
pub fn selected<'c>(module: Op<'c>, all: bool) -> Result<Vec<Op<'c>>, Failed> {
    let ops = module.body(0).map(block_ops).unwrap_or_default();
    let mut found = Vec::new();
    for op in ops.iter().copied().filter(|op| op.attr(COMPILE).is_some()) {
        if func::Func::of(op).is_none() {
            return Err(op_error(op, "has the attribute xla.compile, which is for func.func"));
        }
        if op.body(0).is_none() {
            return Err(op_error(op, "has the attribute xla.compile, but no body"));
        }
        found.push(op);
    }
    if all {
        let mut ours: HashSet<&str> = ops.iter().filter(|op| is_ours(**op)).map(|op| entry::name(*op)).collect();
        let functions = Functions::of(module);
        loop {
            let calls_only_ours = |name: &&str| {
                let body = functions.get(name).map(|function| symbols(function)).unwrap_or_default();
                body.iter().all(|symbol| ours.contains(symbol.as_str()))
            };
            let kept: HashSet<&str> = ours.iter().copied().filter(calls_only_ours).collect();
            if kept.len() == ours.len() {
                break;
            }
            ours = kept;
        }
        let foreign = ops.iter().filter(|op| !ours.contains(entry::name(**op)));
        let called: HashSet<String> = foreign.flat_map(|op| symbols(*op)).collect();
        let is_entry = |op: &Op<'c>| {
            let name = entry::name(*op);
            ours.contains(name) && (entry::is_public(*op) || called.contains(name)) && !found.contains(op)
        };
        let further: Vec<_> = ops.iter().copied().filter(is_entry).collect();
        found.extend(further);
    }
    Ok(found)
}

/// Whether `op` is a function with a body of ops of ours, at least one.
fn is_ours(op: Op<'_>) -> bool {
    if func::Func::of(op).is_none() {
        return false;
    }
    let inner = op.walk_ops().into_iter().skip(1);
    let kinds: Vec<Option<Kind>> = inner.map(Kind::of).collect();
    let computes = |kind: &Option<Kind>| matches!(kind, Some(Kind::Xla(_) | Kind::Stablehlo(_) | Kind::Chlo(_)));
    let connects = |kind: &Option<Kind>| matches!(kind, Some(Kind::Func(func::Kind::Return | func::Kind::Call)));
    kinds.iter().all(|kind| computes(kind) || connects(kind)) && kinds.iter().any(computes)
}

/// The symbols that `op` and the ops inside refer to.
pub fn symbols(op: Op<'_>) -> Vec<String> {
    fn add(attribute: Attribute<'_>, found: &mut Vec<String>) {
        found.extend(symbol_value(attribute).map(str::to_string));
        array_elements(attribute).into_iter().flatten().for_each(|element| add(element, found));
    }
    let mut found = Vec::new();
    for inner in op.walk_ops() {
        inner.attrs().into_iter().for_each(|(_, value)| add(value, &mut found));
    }
    found
}
