//! MLIR's parser of text and bytecode.

use mlir_sys::{MlirContext, MlirModule, MlirStringRef};
use xla_dialect::ir::string_ref;

/// Owns an `MlirModule`; destroys it on drop.
pub(crate) struct OwnedModule(pub(crate) MlirModule);

impl Drop for OwnedModule {
    fn drop(&mut self) {
        // SAFETY: the module is ours and not used again.
        unsafe { mlir_sys::mlirModuleDestroy(self.0) }
    }
}

/// Parses text or bytecode; None after a diagnostic.
///
/// # Safety
/// The caller must drop the module before the context.
pub(crate) unsafe fn parse_module(context: MlirContext, text: &[u8], name: &[u8]) -> Option<OwnedModule> {
    // SAFETY: the texts outlive the call.
    let module = unsafe { xla_parse_module(context, string_ref(text), string_ref(name)) };
    (!module.ptr.is_null()).then_some(OwnedModule(module))
}

unsafe extern "C" {
    fn xla_parse_module(context: MlirContext, text: MlirStringRef, name: MlirStringRef) -> MlirModule;
}
