//! What checks find, and whether they are made.

use std::sync::OnceLock;
use xla_dialect::diagnostics::error;
use xla_dialect::ir::{Location, Op, OpExt};
use xla_dialect::passes::Failed;

/// A rule that does not hold.
pub struct Violation<'c> {
    /// The op that breaks it.
    pub location: Location<'c>,
    /// How.
    pub message: String,
}

impl<'c> Violation<'c> {
    /// That of `op`.
    pub fn of(op: Op<'c>, message: &str) -> Self {
        Self { location: op.loc(), message: format!("{} {message}", op.name_str()) }
    }

    /// Reports it as an error.
    pub fn emit(&self) -> Failed {
        error(self.location, &self.message)
    }
}

/// Whether checks are on: `XLA_MLIR_CHECK` is set, and not to 0.
pub fn enabled() -> bool {
    static ENABLED: OnceLock<bool> = OnceLock::new();
    *ENABLED.get_or_init(|| std::env::var_os("XLA_MLIR_CHECK").is_some_and(|value| !value.is_empty() && value != "0"))
}
