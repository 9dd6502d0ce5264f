//! Runs passes over xla, StableHLO and MLIR files: `mlir-opt` with our dialects and passes.

use mlir_sys::MlirDialectRegistry;
use std::ffi::{c_char, c_int};
use xla_tools::mlir::{GUARD, Guard, run};
use xla_tools::test_inference;

unsafe extern "C" {
    fn xla_opt_main(argc: c_int, argv: *mut *mut c_char, registry: MlirDialectRegistry, guard: Guard) -> c_int;
}

fn main() {
    run(|arguments, registry| {
        xla_dialect::passes::register(&test_inference::PASS);
        // SAFETY: the arguments are as C's main has them, and they and the registry outlive the call.
        unsafe { xla_opt_main(arguments.count(), arguments.pointers(), registry, GUARD) }
    })
}
