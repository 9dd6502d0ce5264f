//! What the passes promise each other, checked after each of them where `XLA_MLIR_CHECK=1` is set, as in tests with RUN lines.
//!
//! | Rule | Checked | By |
//! |---|---|---|
//! | What adds to its output does so once for each element | after each pass on linalg ops | [`linalg`] |
//! | Each operand of a linalg op is as large as its index map reaches | after each pass on linalg ops | [`linalg`] |
//! | What an op reads is in memory where the op looks for it | while buffers are assigned | [`memory`] |
//! | Iterations that may run in any order do not touch the same memory | while kernels are grouped | [`iterations`] |
//! | Each access of a kernel is inside its buffer | on kernels | [`accesses`] |
//!
//! `docs/buffers.md` states the rules at length. Each check finds its answer anew, without what
//! the pass has computed to get there: [`memory`] follows what the emitted ops do to bytes, and knows neither live ranges
//! nor wishes; [`accesses`] evaluates the indices of the emitted loops, and knows no linalg op.

mod accesses;
pub(crate) mod iterations;
mod linalg;
pub(crate) mod memory;
pub(crate) mod violation;

use violation::{Violation, enabled};
use xla_dialect::ir::Op;
use xla_dialect::passes::{Failed, Pass};

/// The pass xla-check: the rules that IR alone can be held to.
pub const PASS: Pass = Pass {
    name: "xla-check",
    description: "Check that linalg ops add to each element once, and that kernels stay inside their buffers",
    op: "builtin.module",
    options: &[],
    dialects: &[],
    run,
};

/// The passes of this module.
pub static PASSES: &[Pass] = &[PASS];

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    let found: Vec<Violation<'c>> = linalg::check(module).into_iter().chain(accesses::check(module)).collect();
    let emitted: Vec<Failed> = found.iter().map(Violation::emit).collect();
    emitted.into_iter().next().map_or(Ok(()), Err)
}

/// The first rule that does not hold of `op`, on which `pass` has run.
pub fn after_pass<'c>(pass: &str, op: Op<'c>) -> Option<Violation<'c>> {
    if !enabled() {
        return None;
    }
    let found = match pass {
        // On loops and vectors, before and after what is common to them is put together.
        "xla-lower-kernels" | "xla-expand-math" => accesses::check(op),
        // There is no linalg op any more.
        "xla-convert-to-llvm" | "xla-finalize-entry" | "reconcile-unrealized-casts" => Vec::new(),
        _ => linalg::check(op),
    };
    found.into_iter().next()
}
