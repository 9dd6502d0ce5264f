//! Code that the tools share: exit codes, MLIR's main functions, and reports of errors.

pub mod language_client;
pub mod mlir;
pub mod run;
pub mod test_inference;

use xla_compiler::diagnostics::Diagnostic;
use xla_compiler::execute::CodeError;
use xla_compiler::{CompileError, Source, tell};

/// The exit codes of every tool. Anything else is a bug of ours.
pub mod exit {
    /// All is well.
    pub const SUCCESS: i32 = 0;
    /// A check failed, or outputs are not what was expected.
    pub const CHECK_FAILED: i32 = 1;
    /// The input is not valid, or the command line is not.
    pub const INVALID: i32 = 2;
    /// The compiler is at fault.
    pub const INTERNAL: i32 = 70;
    /// The input is valid and not supported yet.
    pub const UNSUPPORTED: i32 = 77;
}

/// Prints the diagnostics of `source` to standard error; returns the exit code.
pub fn report(error: &CompileError, source: &Source) -> i32 {
    for diagnostic in error.diagnostics() {
        tell!("{}", diagnostic.with_source(source).to_string().trim_end());
    }
    match error {
        CompileError::Invalid(_) => exit::INVALID,
        CompileError::Unsupported(diagnostics) => {
            // On a line of its own, for scripts.
            if let Some(what) = diagnostics.iter().find_map(Diagnostic::unsupported) {
                tell!("unsupported: {what}");
            }
            exit::UNSUPPORTED
        }
        CompileError::Internal { pass, .. } => {
            tell!("internal error in {pass}, please report");
            exit::INTERNAL
        }
        CompileError::Code(CodeError::Target(_) | CodeError::Elsewhere(_))
        | CompileError::Dump { .. }
        | CompileError::Memory(_)
        | CompileError::Stopped(_) => {
            tell!("error: {error}");
            exit::INVALID
        }
        CompileError::Code(_) => {
            tell!("internal error, please report: {error}");
            exit::INTERNAL
        }
    }
}
