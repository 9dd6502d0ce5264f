//! Why a program was not compiled.

use crate::diagnostics::{Diagnostic, Position};
use crate::execute::{CodeError, RunError};
use std::fmt;
use std::path::PathBuf;
use xla_dialect::limits::Stopped;

/// Why there is no executable.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The program is not valid.
    #[error("{}", Lines(.0))]
    Invalid(Vec<Diagnostic>),
    /// The program is valid, and the compiler cannot compile it yet.
    #[error("{}", Lines(.0))]
    Unsupported(Vec<Diagnostic>),
    /// The compiler is at fault, in the pass that is named.
    #[error("{}\ninternal error in {pass}, please report", Lines(.diagnostics))]
    Internal {
        /// What failed.
        pass: String,
        /// What it said.
        diagnostics: Vec<Diagnostic>,
    },
    /// A run would take more memory than [`Options::max_memory`](crate::Options::max_memory).
    #[error(transparent)]
    Memory(RunError),
    /// Compiling was cancelled, or takes longer than [`Options::max_compile_time`](crate::Options::max_compile_time).
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No code can be made.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// A file of the dump cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Dump {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

impl CompileError {
    /// What was reported.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Invalid(diagnostics) | Self::Unsupported(diagnostics) | Self::Internal { diagnostics, .. } => {
                diagnostics
            }
            Self::Code(_) | Self::Dump { .. } | Self::Memory(_) | Self::Stopped(_) => &[],
        }
    }

    pub(crate) fn invalid(position: Option<Position>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![Diagnostic::error(position, message)])
    }
}

struct Lines<'a>(&'a [Diagnostic]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.0.iter().enumerate() {
            write!(f, "{}{diagnostic}", if i > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}
