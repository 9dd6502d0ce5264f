//! MLIR's parser of text and bytecode.

use mlir_sys::{MlirContext, MlirModule, MlirStringRef};

/// A module that MLIR made for us.
pub(crate) struct Owned(pub(crate) MlirModule);

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the module is ours and not used again.
        unsafe { mlir_sys::mlirModuleDestroy(self.0) }
    }
}

/// Parses text or bytecode; null after a diagnostic.
///
/// # Safety
/// The context outlives the module, which is the caller's.
pub(crate) unsafe fn parse_module(context: MlirContext, text: &[u8], name: &[u8]) -> MlirModule {
    // SAFETY: the texts outlive the call.
    unsafe { xla_parse_module(context, string_ref(text), string_ref(name)) }
}

/// The bytes of a text, as MLIR takes them.
pub(crate) fn string_ref(text: &[u8]) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

unsafe extern "C" {
    fn xla_parse_module(context: MlirContext, text: MlirStringRef, name: MlirStringRef) -> MlirModule;
}
