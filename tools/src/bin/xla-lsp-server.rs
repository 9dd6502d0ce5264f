//! The language server for .mlir files of xla, StableHLO and MLIR: completion, errors, definitions, in any editor.

use mlir_sys::MlirDialectRegistry;
use std::ffi::{c_char, c_int};
use xla_compiler::tell;
use xla_tools::mlir::run;
use xla_tools::{exit, language_client};

unsafe extern "C" {
    fn xla_lsp_server_main(argc: c_int, argv: *mut *mut c_char, registry: MlirDialectRegistry) -> c_int;
}

fn main() {
    run(|arguments, registry| {
        // Tests of the server write messages in another form.
        let is_test = std::env::args_os()
            .any(|argument| ["lit-test", "delimited"].iter().any(|form| argument.to_string_lossy().contains(form)));
        if !is_test && let Err(error) = language_client::guard() {
            tell!("error: standard input: {error}");
            return exit::INVALID;
        }
        // SAFETY: the arguments are as C's main has them, and they and the registry outlive the call.
        unsafe { xla_lsp_server_main(arguments.count(), arguments.pointers(), registry) }
    })
}
