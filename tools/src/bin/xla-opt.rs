//! Runs passes over xla, StableHLO and MLIR files.

use mlir_sys::{MlirDialectRegistry, MlirStringRef};
use std::ffi::{CString, c_char, c_int};
use std::process::exit;

unsafe extern "C" {
    fn xla_register_upstream_passes();
    fn xla_opt_main(
        argc: c_int,
        argv: *mut *mut c_char,
        registry: MlirDialectRegistry,
        check_input: unsafe extern "C" fn(MlirStringRef, MlirStringRef) -> bool,
    ) -> c_int;
}

unsafe extern "C" fn accept(_name: MlirStringRef, _text: MlirStringRef) -> bool {
    true
}

fn main() {
    let registry = xla_dialect::registry();
    // An argument with a NUL byte cannot come from a shell; it reads as empty.
    let arguments: Vec<CString> =
        std::env::args().map(|argument| CString::new(argument).unwrap_or_default()).collect();
    let mut pointers: Vec<*mut c_char> = arguments.iter().map(|argument| argument.as_ptr().cast_mut()).collect();
    pointers.push(std::ptr::null_mut());
    // SAFETY: `argv` is null-terminated as C's main has it, and it and the registry outlive the call.
    let code = unsafe {
        xla_register_upstream_passes();
        xla_compiler::register_passes();
        xla_opt_main(arguments.len() as c_int, pointers.as_mut_ptr(), registry.to_raw(), accept)
    };
    exit(code);
}
