//! What happens to the IR: import, lowering, code generation, execution.

mod affine;
pub mod bisect;
mod cache;
pub mod codegen;
mod compile;
pub mod diagnostics;
pub mod execute;
pub mod host;
pub mod import;
mod inline;
pub mod interpret;
mod intrinsic;
mod isolate;
pub mod lower;
pub mod pipeline;
mod scf;
pub mod source;
mod timing;

pub use cache::{Cache, Entry};
pub use codegen::{Schedule, Schedules, Split};
pub use compile::{
    CompileError, Options, bytecode, check_bytecode, compile, register_all_passes, schedules, with_imported,
    with_lowered, with_module,
};
pub use import::refine::Argument;
pub use source::Source;
pub use timing::Timing;
pub use xla_dialect::limits::{Cancel, Stopped};

/// Registers every pass and pipeline of this crate with MLIR, once a process.
pub fn register_passes() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for pass in import::PASSES.iter().chain(lower::PASSES).chain(codegen::PASSES) {
            xla_dialect::passes::register(pass);
        }
        // SAFETY: called once, before any pipeline is parsed.
        unsafe {
            xla_register_fusion_pass();
            xla_register_conversion_pass();
        }
        pipeline::register();
    });
}

unsafe extern "C" {
    fn xla_register_fusion_pass();
    fn xla_register_conversion_pass();
}
