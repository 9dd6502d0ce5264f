//! Errors that a user sees: MLIR diagnostics at an op's location, with notes that show the other half.

use crate::ffi::{self, string_ref};
use crate::ir::{Location, Op, OpExt};
use mlir_sys::{MlirLocation, MlirStringRef};
use std::cell::Cell;
use std::fmt;

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The input is refused.
    Error = 0,
    /// The input is accepted, and the author may want to know.
    Warning = 1,
    /// Information that was asked for.
    Remark = 2,
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` without diagnostics of this crate from this thread: for a question to which a failure is an answer.
pub fn quietly<R>(f: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            QUIET.set(self.0);
        }
    }
    let _restore = Restore(QUIET.replace(true));
    f()
}

/// Emits `message` at `location` with its notes.
pub fn emit(location: Location<'_>, severity: Severity, message: &str, notes: &[(Location<'_>, String)]) {
    if QUIET.get() {
        return;
    }
    let locations: Vec<MlirLocation> = notes.iter().map(|(location, _)| location.to_raw()).collect();
    let texts: Vec<MlirStringRef> = notes.iter().map(|(_, text)| string_ref(text)).collect();
    // SAFETY: all pointers are to locals that outlive the call, and each pair of arrays has the length given.
    unsafe {
        ffi::xla_emit_diagnostic(
            location.to_raw(),
            severity as i32,
            string_ref(message),
            texts.len() as isize,
            locations.as_ptr(),
            texts.as_ptr(),
        );
    }
}

/// Proof that a diagnostic says what is wrong: only what emits one makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed(());

/// Emits `message` as an error at `location`.
pub fn error(location: Location<'_>, message: &str) -> Failed {
    emit(location, Severity::Error, message, &[]);
    Failed(())
}

/// How many `unsupported:` diagnostics this process has emitted.
pub fn unsupported_count() -> usize {
    // SAFETY: reads an atomic counter.
    unsafe { ffi::xla_unsupported_count() as usize }
}

/// A rule that an op breaks.
///
/// `label` names the rule alike in code, tests and messages. The message is printed as
/// `'xla.pad' op <message> [<label>]`.
#[derive(Debug)]
pub struct Violation<'c> {
    /// The constraint's label, such as `broadcast-dims-increasing`; empty for what ODS has refused already.
    pub label: &'static str,
    /// What is wrong, in words and numbers.
    pub message: String,
    /// The other half: where the value was declared that this one disagrees with.
    pub notes: Vec<(Location<'c>, String)>,
}

impl<'c> Violation<'c> {
    /// A violation of the rule `label`.
    pub fn new(label: &'static str, message: impl Into<String>) -> Self {
        Self { label, message: message.into(), notes: Vec::new() }
    }

    /// Adds a note at `location`.
    pub fn note(mut self, location: Location<'c>, text: impl Into<String>) -> Self {
        self.notes.push((location, text.into()));
        self
    }

    /// Emits the violation as an error of the op called `name`.
    pub fn emit(&self, location: Location<'_>, name: &str) -> Failed {
        let label = if self.label.is_empty() { String::new() } else { format!(" [{}]", self.label) };
        emit(location, Severity::Error, &format!("'{name}' op {}{label}", self.message), &self.notes);
        Failed(())
    }
}

/// Fails with a [`Violation`] unless the condition holds.
#[macro_export]
macro_rules! require {
    ($condition:expr, $label:expr, $($message:tt)+) => {
        if !$condition {
            return Err($crate::diagnostics::Violation::new($label, format!($($message)+)));
        }
    };
}

/// A valid program that this compiler cannot compile yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The op or type.
    pub what: String,
    /// Why, and what would help.
    pub reason: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unsupported: {}: {}", self.what, self.reason)
    }
}

/// Reports `op` as unsupported, at its location.
pub fn unsupported(op: Op<'_>, reason: impl Into<String>) -> Failed {
    let message = Unsupported { what: op.name_str().to_string(), reason: reason.into() };
    error(op.loc(), &message.to_string())
}

/// Reports an error at `op` with MLIR's usual prefix.
pub fn op_error(op: Op<'_>, message: &str) -> Failed {
    error(op.loc(), &format!("'{}' op {message}", op.name_str()))
}

/// Reports a fault of the compiler at `op`, which no program should be able to cause.
pub fn internal(op: Op<'_>, message: &str) -> Failed {
    error(op.loc(), &format!("internal error, please report: '{}' {message}", op.name_str()))
}
