//! Makes a program that shows a bug smaller: `mlir-reduce` with our dialects and passes.

use mlir_sys::MlirDialectRegistry;
use std::ffi::{c_char, c_int};
use xla_tools::mlir::run;

unsafe extern "C" {
    fn xla_reduce_main(argc: c_int, argv: *mut *mut c_char, registry: MlirDialectRegistry) -> c_int;
}

fn main() {
    run(|arguments, registry| {
        // SAFETY: the arguments are as C's main has them, and they and the registry outlive the call.
        unsafe { xla_reduce_main(arguments.count(), arguments.pointers(), registry) }
    })
}
