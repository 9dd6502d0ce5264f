//! Errors: a status, a text, and what was reported.

use crate::XlaMlirStringRef;
use crate::handle::{Handle, destructor};
use std::panic::{AssertUnwindSafe, catch_unwind};
use xla_compiler::CompileError;
use xla_compiler::diagnostics::Diagnostic;
use xla_compiler::execute::{CallError, CodeError, RunError};

/// How a call ended: the exit codes of the tools.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XlaMlirStatus {
    /// All is well.
    Ok = 0,
    /// The run failed, such as in a custom call.
    Failed = 1,
    /// The program, an option or a buffer is not valid.
    Invalid = 2,
    /// The compiler is at fault.
    Internal = 70,
    /// The program is valid and not supported yet.
    Unsupported = 77,
}

/// What a diagnostic is.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XlaMlirSeverity {
    /// Something is wrong.
    Error = 0,
    /// Something may be.
    Warning = 1,
    /// It belongs to the diagnostic before it.
    Note = 2,
    /// Something worth knowing.
    Remark = 3,
}

/// A diagnostic; its texts live as long as the error.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct XlaMlirDiagnostic {
    /// What it is.
    pub severity: XlaMlirSeverity,
    /// The file that it is about; empty for none.
    pub file: XlaMlirStringRef,
    /// The line, counted from 1; 0 for none.
    pub line: i64,
    /// The column, counted from 1; 0 for none.
    pub column: i64,
    /// What it says.
    pub message: XlaMlirStringRef,
}

/// What is behind an error's handle.
#[derive(Debug)]
pub struct Error {
    status: XlaMlirStatus,
    /// With a zero byte at the end, for those who print it as a string of C's.
    message: String,
    /// Notes behind what they belong to.
    diagnostics: Vec<Diagnostic>,
}

/// The handle of an error.
pub type XlaMlirError = Handle<Error>;

destructor!(XlaMlirError: xlaMlirErrorDestroy, xlaMlirErrorIsNull);

impl Error {
    pub(crate) fn new(status: XlaMlirStatus, message: impl Into<String>) -> Self {
        Self { status, message: message.into() + "\0", diagnostics: Vec::new() }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(XlaMlirStatus::Invalid, message)
    }
}

impl From<CompileError> for Error {
    fn from(error: CompileError) -> Self {
        let status = match &error {
            CompileError::Unsupported(_) => XlaMlirStatus::Unsupported,
            CompileError::Invalid(_)
            | CompileError::Code(CodeError::Target(_) | CodeError::Elsewhere(_))
            | CompileError::Dump { .. }
            | CompileError::Memory(_)
            | CompileError::Stopped(_) => XlaMlirStatus::Invalid,
            _ => XlaMlirStatus::Internal,
        };
        let mut diagnostics = Vec::new();
        for diagnostic in error.diagnostics() {
            diagnostics.push(Diagnostic { notes: Vec::new(), ..diagnostic.clone() });
            diagnostics.extend(diagnostic.notes.iter().cloned());
        }
        Self { status, message: error.to_string() + "\0", diagnostics }
    }
}

impl From<RunError> for Error {
    fn from(error: RunError) -> Self {
        let status = match &error {
            RunError::Call(failure) if matches!(failure.error, CallError::Unsupported(_)) => XlaMlirStatus::Unsupported,
            RunError::Count { .. } | RunError::Type { .. } | RunError::Form(_) | RunError::Array(_) => {
                XlaMlirStatus::Invalid
            }
            _ => XlaMlirStatus::Failed,
        };
        Self::new(status, error.to_string())
    }
}

/// Runs `f`; what it fails with goes to `error`, if the caller wants it.
///
/// # Safety
/// `error` is null or may be written.
pub(crate) unsafe fn guard(error: *mut XlaMlirError, f: impl FnOnce() -> Result<(), Error>) -> XlaMlirStatus {
    let outcome = catch_unwind(AssertUnwindSafe(f));
    let outcome =
        outcome.unwrap_or_else(|_| Err(Error::new(XlaMlirStatus::Internal, "internal error, please report: a panic")));
    let status = outcome.as_ref().map_or_else(|found| found.status, |()| XlaMlirStatus::Ok);
    if !error.is_null() {
        // SAFETY: the caller's promise.
        unsafe { error.write(outcome.err().map_or(XlaMlirError::NULL, XlaMlirError::new)) };
    }
    status
}

/// The status that came with it.
///
/// # Safety
/// The error is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirErrorGetStatus(error: XlaMlirError) -> XlaMlirStatus {
    // SAFETY: the caller's promise.
    unsafe { error.ptr.as_ref() }.map_or(XlaMlirStatus::Ok, |error| error.status)
}

/// All that it says, with a zero byte behind it; it lives as long as the error.
///
/// # Safety
/// The error is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirErrorGetMessage(error: XlaMlirError) -> XlaMlirStringRef {
    // SAFETY: the caller's promise.
    let message = unsafe { error.ptr.as_ref() }.map_or("\0", |error| &error.message);
    XlaMlirStringRef::of(message.strip_suffix('\0').unwrap_or(message))
}

/// How many diagnostics it has.
///
/// # Safety
/// The error is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirErrorGetNumDiagnostics(error: XlaMlirError) -> isize {
    // SAFETY: the caller's promise.
    unsafe { error.ptr.as_ref() }.map_or(0, |error| error.diagnostics.len() as isize)
}

/// One of its diagnostics; an empty one where there is none of this number.
///
/// # Safety
/// The error is alive, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xlaMlirErrorGetDiagnostic(error: XlaMlirError, index: isize) -> XlaMlirDiagnostic {
    // SAFETY: the caller's promise.
    let error = unsafe { error.ptr.as_ref() };
    let found = error.zip(usize::try_from(index).ok()).and_then(|(error, index)| error.diagnostics.get(index));
    let position = found.and_then(|diagnostic| diagnostic.position.as_ref());
    XlaMlirDiagnostic {
        severity: match found.map_or("error", |diagnostic| diagnostic.severity) {
            "warning" => XlaMlirSeverity::Warning,
            "note" => XlaMlirSeverity::Note,
            "remark" => XlaMlirSeverity::Remark,
            _ => XlaMlirSeverity::Error,
        },
        file: XlaMlirStringRef::of(position.map_or("", |position| &position.file)),
        line: position.map_or(0, |position| position.line as i64),
        column: position.map_or(0, |position| position.column as i64),
        message: XlaMlirStringRef::of(found.map_or("", |diagnostic| &diagnostic.message)),
    }
}
