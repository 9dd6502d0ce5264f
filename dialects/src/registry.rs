//! Contexts that know all dialects.

use crate::ffi;
use crate::ir::Context;
use melior::dialect::DialectRegistry;

/// Adds the dialects of this crate to `registry`.
pub fn register_dialects(registry: &DialectRegistry) {
    // SAFETY: the handles are static data of the glue; the registry is alive.
    unsafe {
        for handle in [
            ffi::mlirGetDialectHandle__xla__(),
            ffi::mlirGetDialectHandle__stablehlo__(),
            ffi::mlirGetDialectHandle__chlo__(),
            ffi::mlirGetDialectHandle__sdy__(),
            ffi::mlirGetDialectHandle__interpreter__(),
        ] {
            mlir_sys::mlirDialectHandleInsertDialect(handle, registry.to_raw());
        }
    }
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
