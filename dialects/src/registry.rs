//! Contexts that know all dialects.

use crate::ffi;
use crate::ir::Context;
use melior::dialect::DialectRegistry;
use mlir_sys::MlirDialectRegistry;

/// Adds the dialects of this crate to `registry`: all, or none if one of their names is that of another dialect there,
/// which is said on standard error. Gives whether it did.
pub fn register_dialects(registry: &DialectRegistry) -> bool {
    // SAFETY: the registry is alive.
    unsafe { register_dialects_raw(registry.to_raw()) }
}

/// The same for a handle of mlir-c's.
///
/// # Safety
/// The registry is alive.
pub unsafe fn register_dialects_raw(registry: MlirDialectRegistry) -> bool {
    // SAFETY: the caller's promise.
    unsafe { ffi::xla_insert_dialects(registry) }
}

/// Loads the dialects of this crate into `context`: all, or none if one of their names is that of another dialect there,
/// which a diagnostic says. Gives whether it did.
pub fn load_dialects(context: &Context) -> bool {
    // SAFETY: the context is alive.
    unsafe { ffi::xla_load_dialects(context.to_raw()) }
}

/// A registry of this crate's and all of upstream's dialects.
pub fn registry() -> DialectRegistry {
    let registry = DialectRegistry::new();
    // SAFETY: the registry is alive.
    unsafe { ffi::xla_register_upstream(registry.to_raw()) };
    register_dialects(&registry);
    registry
}

/// A context in which programs are parsed and compiled; dialects load when they are met.
pub fn context() -> Context {
    let context = Context::new();
    context.append_dialect_registry(&registry());
    context
}
