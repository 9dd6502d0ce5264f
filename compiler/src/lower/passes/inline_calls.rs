//! The pass xla-inline-calls: bodies in the place of calls, from the outermost call inwards.
//!
//! A body is copied once for each place where it ends up. Upstream's inliner begins with the innermost function, and
//! copies a chain of calls once for each function on it: quadratic work for a chain of many.

use crate::inline::{Functions, inline};
use std::rc::Rc;
use xla_dialect::ir::{Op, OpExt, block_ops};
use xla_dialect::ods::func;
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-inline-calls",
    description: "Inline calls of functions of one block, from the outermost inwards",
    op: "builtin.module",
    options: &[],
    dialects: &[],
    run,
};

/// The calls that a body came from, the innermost first.
struct Chain<'c> {
    function: Op<'c>,
    outer: Option<Rc<Chain<'c>>>,
}

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    let functions = Functions::of(module);
    let is_root = |op: &Op<'c>| func::Func::of(*op).is_some() && op.attr("sym_visibility").is_none();
    for root in module.body(0).map(block_ops).unwrap_or_default().into_iter().filter(is_root) {
        let chain = Rc::new(Chain { function: root, outer: None });
        let mut calls: Vec<_> = calls_in(&functions, root).map(|call| (call, Rc::clone(&chain))).collect();
        while let Some((call, chain)) = calls.pop() {
            let Some((_, function)) = functions.callee(call) else { continue };
            // What calls itself stays a call, and is refused where the reason can be told.
            if std::iter::successors(Some(&chain), |chain| chain.outer.as_ref()).any(|c| c.function == function) {
                continue;
            }
            let ops = inline(call, function)?;
            let Some((terminator, body)) = ops.split_last() else { panic!("a body has a terminator") };
            let chain = Rc::new(Chain { function, outer: Some(chain) });
            for op in body {
                calls.extend(calls_in(&functions, *op).map(|call| (call, Rc::clone(&chain))));
            }
            call.replace(&terminator.ins());
            terminator.erase();
        }
    }
    Ok(())
}

/// The calls in `op`, itself included, that can be replaced by a body.
fn calls_in<'c>(functions: &Functions<'c>, op: Op<'c>) -> impl Iterator<Item = Op<'c>> {
    op.walk_ops().into_iter().filter(|op| func::Call::of(*op).is_some() && functions.callee(*op).is_some())
}
