//! Messages and errors of LLVM's C API as ours.

use super::error::CodeError;
use llvm_sys::core::LLVMDisposeMessage;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use std::ffi::{CStr, c_char};

/// The text of a C string, whatever its encoding.
pub(super) fn text(raw: &CStr) -> String {
    raw.to_string_lossy().into_owned()
}

/// The text of a message of LLVM's, which is disposed of.
///
/// # Safety
/// `raw` is null or a message that the caller owns.
pub(super) unsafe fn message(raw: *mut c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe {
        let message = text(CStr::from_ptr(raw));
        LLVMDisposeMessage(raw);
        message
    }
}

/// An error of LLVM's as ours.
///
/// # Safety
/// `error` is null or an error that the caller owns.
pub(super) unsafe fn check(error: LLVMErrorRef) -> Result<(), CodeError> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    Err(CodeError::Llvm(unsafe { consumed(error) }))
}

/// The message of an error, which is consumed.
///
/// # Safety
/// `error` is an error that the caller owns.
pub(super) unsafe fn consumed(error: LLVMErrorRef) -> String {
    // SAFETY: the caller's promise; taking the message consumes the error.
    unsafe {
        let raw = LLVMGetErrorMessage(error);
        let message = text(CStr::from_ptr(raw));
        LLVMDisposeErrorMessage(raw);
        message
    }
}
