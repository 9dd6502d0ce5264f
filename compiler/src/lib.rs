//! What happens to the IR: import, lowering, code generation, execution.

mod affine;
pub mod ahead_of_time;
mod attributes;
pub mod bisect;
mod cache;
mod check;
pub mod codegen;
mod compile;
pub mod diagnostics;
mod entry;
pub mod execute;
mod functions;
mod grid;
pub mod host;
mod identity;
pub mod import;
mod inline;
pub mod interpret;
mod intrinsic;
mod isolate;
mod linalg;
mod literal;
pub mod lower;
mod machine;
mod memref;
mod options;
mod parse;
pub mod pipeline;
mod result_sizes;
mod runtime_call;
mod scf;
mod scope;
pub mod source;
mod verified;

pub use cache::{Cache, Entry};
pub use codegen::{Schedule, Schedules, Split};
pub use compile::{
    CompileError, Timing, bytecode, check_bytecode, compile, register_all_passes, schedules, with_imported,
    with_lowered, with_module,
};
pub use import::refine::Argument;
pub use machine::{Extensions, MachineModel};
pub use options::Options;
pub use source::Source;
pub use xla_dialect::limits::{Cancel, Stopped};

/// Makes the sizes of results known to MLIR (`ReifyRankedShapedTypeOpInterface`), for programs that register the dialects
/// alone. [`register_passes`] does, too.
pub fn provide_result_sizes() {
    xla_dialect::sizes::provide(result_sizes::compute);
}

/// Registers every pass and pipeline of this crate with MLIR, once a process. Gives false if it did not, because the
/// process has a pass of one of their names that is another's, such as StableHLO's own; that is said on standard error.
pub fn register_passes() -> bool {
    static DONE: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *DONE.get_or_init(|| {
        provide_result_sizes();
        let passes = || import::PASSES.iter().chain(lower::PASSES).chain(codegen::PASSES);
        let passes = || passes().chain(check::PASSES).chain(functions::PASSES);
        if let Some(taken) = passes().find(|pass| xla_dialect::passes::is_registered(pass.name)) {
            tell!(
                "error: xla-mlir: this process has another pass '{}' already: no pass of xla-mlir is registered",
                taken.name
            );
            return false;
        }
        passes().for_each(xla_dialect::passes::register);
        // SAFETY: called once, before any pipeline is parsed.
        unsafe {
            xla_register_fusion_pass();
            xla_register_conversion_pass();
        }
        pipeline::register();
        true
    })
}

unsafe extern "C" {
    fn xla_register_fusion_pass();
    fn xla_register_conversion_pass();
}
