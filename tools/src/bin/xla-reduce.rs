//! Makes a program that shows a bug smaller: `mlir-reduce` with our dialects and passes.

use mlir_sys::MlirDialectRegistry;
use std::ffi::{c_char, c_int};
use xla_compiler::Source;
use xla_tools::exit;
use xla_tools::mlir::{is_readable, run};

unsafe extern "C" {
    fn xla_reduce_main(argc: c_int, argv: *mut *mut c_char, registry: MlirDialectRegistry) -> c_int;
}

/// Whether MLIR's parser may see each file that the command line names as an input. MLIR's own main function reads it.
fn inputs_are_readable() -> bool {
    let arguments: Vec<_> = std::env::args_os().collect();
    arguments.windows(2).all(|pair| {
        let [before, argument] = pair else { return true };
        let is_input =
            !argument.as_encoded_bytes().starts_with(b"-") && !["-o", "--o"].iter().any(|flag| before == flag);
        // A file that cannot be read is MLIR's to report.
        let Some(bytes) = is_input.then(|| std::fs::read(argument).ok()).flatten() else { return true };
        is_readable(&Source::new(&argument.to_string_lossy(), bytes))
    })
}

fn main() {
    run(|arguments, registry| {
        if !inputs_are_readable() {
            return exit::INVALID;
        }
        // SAFETY: the arguments are as C's main has them, and they and the registry outlive the call.
        unsafe { xla_reduce_main(arguments.count(), arguments.pointers(), registry) }
    })
}
