//! Failures of xla-run: a message and an exit code.

use crate::exit;
use xla_compiler::execute::{CallError, RunError};

/// A sentence for standard error, and the exit code.
pub(crate) type Failure = (String, i32);

pub(crate) fn invalid(message: impl ToString) -> Failure {
    (format!("error: {}", message.to_string()), exit::INVALID)
}

/// A check, or a process of several, failed.
pub(crate) fn failed(reason: impl ToString) -> Failure {
    (format!("error: {}", reason.to_string()), exit::CHECK_FAILED)
}

/// The failure for a run that failed.
pub(crate) fn run_failure(error: RunError) -> Failure {
    match &error {
        RunError::Replica { name, error: inner } => {
            let (message, code) = run_failure(RunError::clone(inner));
            // The messages of communication failures name the replicas.
            let named = code == exit::UNSUPPORTED || message.contains(name.as_str());
            let message = if named { message } else { message.replacen("error:", &format!("error: {name}:"), 1) };
            (message, code)
        }
        RunError::Process { .. } => failed(error),
        RunError::Values { .. } => (error.to_string(), exit::INVALID),
        RunError::Steps { .. } => (error.to_string(), exit::CHECK_FAILED),
        RunError::Unsupported { op, reason, .. } => {
            (format!("{error}\nunsupported: {op}: {reason}"), exit::UNSUPPORTED)
        }
        RunError::Call(failure) => match &failure.error {
            CallError::Unsupported(reason) => {
                (format!("{failure}\nunsupported: custom_call @{}: {reason}", failure.target), exit::UNSUPPORTED)
            }
            CallError::Failed(_) => (failure.to_string(), exit::CHECK_FAILED),
        },
        _ => invalid(error),
    }
}
