//! The functions that `include/xla-mlir-c` declares, and those by which MLIR's tools load plugins.
//!
//! A handle is a pointer to a box of ours; a null one stands for nothing. Every function that runs the compiler or a
//! program catches panics and gives an error of status `XlaMlirStatusInternal` for one.

#![allow(non_snake_case, reason = "the library's name, and functions in the style of MLIR's for C")]

mod compiler;
mod error;
mod handle;
mod mlir;
mod runtime;

pub use compiler::*;
pub use error::*;
pub use handle::Handle;
pub use mlir::*;
pub use runtime::*;

use std::ffi::c_char;

/// Text that need not end with a zero byte.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct XlaMlirStringRef {
    /// The first byte.
    pub data: *const c_char,
    /// How many bytes.
    pub length: usize,
}

impl XlaMlirStringRef {
    fn of(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), length: text.len() }
    }

    /// # Safety
    /// `data` points to `length` bytes that live for `'a`, unless `length` is 0.
    unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.length == 0 || self.data.is_null() {
            return &[];
        }
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.length) }
    }

    /// # Safety
    /// As for `bytes`.
    unsafe fn to_string(self) -> String {
        // SAFETY: the caller's promise.
        String::from_utf8_lossy(unsafe { self.bytes() }).into_owned()
    }
}

/// The version of this library, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn xlaMlirGetVersion() -> XlaMlirStringRef {
    XlaMlirStringRef::of(env!("CARGO_PKG_VERSION"))
}
