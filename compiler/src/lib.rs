//! What happens to the IR: import, lowering, code generation, execution.

pub mod import;

/// Registers every pass of this crate with MLIR, under its name.
pub fn register_passes() {
    for pass in import::PASSES {
        xla_dialect::passes::register(pass);
    }
}
