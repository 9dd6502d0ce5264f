//! Dialects and passes for contexts and tools of MLIR's.

use mlir_sys::{MlirContext, MlirDialectRegistry};
use std::ffi::c_char;
use std::panic::catch_unwind;
use xla_compiler::provide_result_sizes;

/// Registers all passes and pipelines with MLIR. False, after a message, if the process has another pass of such a name.
#[unsafe(no_mangle)]
pub extern "C" fn mlirRegisterXlaPasses() -> bool {
    catch_unwind(xla_compiler::register_passes).unwrap_or(false)
}

/// Adds all dialects to `registry`, or none, after a message, if it has another one of such a name.
///
/// # Safety
/// The registry is alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirRegisterXlaDialects(registry: MlirDialectRegistry) -> bool {
    // SAFETY: the caller's promise.
    let register = || unsafe { xla_dialect::register_dialects_raw(registry) };
    provide_result_sizes();
    catch_unwind(register).unwrap_or(false)
}

/// Loads all dialects into `context`, or none, after a diagnostic, if it has another one of such a name.
///
/// # Safety
/// The context is alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mlirContextLoadXlaDialects(context: MlirContext) -> bool {
    // SAFETY: the caller's promise.
    let context = unsafe { xla_dialect::ir::context_at(context) };
    provide_result_sizes();
    catch_unwind(std::panic::AssertUnwindSafe(|| xla_dialect::load_dialects(context))).unwrap_or(false)
}

/// The version of the structures below.
const PLUGIN_VERSION: u32 = 1;

/// What a tool of MLIR's wants to know of a plugin of passes.
#[repr(C)]
#[derive(Debug)]
pub struct PassPlugin {
    version: u32,
    name: *const c_char,
    plugin_version: *const c_char,
    register: extern "C" fn(),
}

/// What a tool of MLIR's wants to know of a plugin of dialects.
#[repr(C)]
#[derive(Debug)]
pub struct DialectPlugin {
    version: u32,
    name: *const c_char,
    plugin_version: *const c_char,
    register: unsafe extern "C" fn(MlirDialectRegistry),
}

const NAME: *const c_char = c"xla-mlir".as_ptr();
const VERSION: *const c_char = concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast();

extern "C" fn register_passes() {
    mlirRegisterXlaPasses();
}

unsafe extern "C" fn register_dialects(registry: MlirDialectRegistry) {
    // SAFETY: the tool passes a registry of its own; a handle is a pointer to one.
    unsafe { mlirRegisterXlaDialects(registry) };
}

/// For `--load-pass-plugin`.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPlugin {
    PassPlugin { version: PLUGIN_VERSION, name: NAME, plugin_version: VERSION, register: register_passes }
}

/// For `--load-dialect-plugin`.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetDialectPluginInfo() -> DialectPlugin {
    DialectPlugin { version: PLUGIN_VERSION, name: NAME, plugin_version: VERSION, register: register_dialects }
}
