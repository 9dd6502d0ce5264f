//! MLIR bytecode: written, and read in a process of its own.

use super::stack::STACK;
use crate::diagnostics::{self, Collector, Diagnostic};
use crate::isolate::{self, Lost, isolated};
use crate::parse::parse_module;
use crate::source::{self, Source};
use mlir_sys::{MlirContext, MlirStringRef};
use std::ffi::c_void;
use std::fmt;
use xla_dialect::ir::{Context, Op};

/// The MLIR bytecode of `module`.
pub fn bytecode(module: Op<'_>) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    // SAFETY: the module is alive, and the list outlives the call.
    unsafe { mlir_sys::mlirOperationWriteBytecode(module.to_raw(), Some(append), std::ptr::from_mut(&mut out).cast()) };
    out
}

/// Refuses bytecode that MLIR's reader must not see in this process.
///
/// # Errors
/// If it is not text, and the reader does not come back from it.
pub fn check_bytecode(source: &Source) -> Result<(), Diagnostic> {
    if !source.is_bytecode() {
        return Ok(());
    }
    let context = xla_dialect::context();
    // The tools that ask may allow what is not registered.
    context.set_allow_unregistered_dialects(true);
    let collector = Collector::new(&context);
    let read = read_isolated(source, &context, &collector);
    read.map(drop).map_err(|mut diagnostics| diagnostics.swap_remove(0))
}

/// Reads bytecode in a process of its own, on a sixteenth of the stack that compiling has: what nests too deep for the
/// recursion of later passes does not come back. Gives the module as text, of which nothing is left out.
///
/// # Errors
/// If it is not valid: at least one.
pub(super) fn read_isolated(
    source: &Source,
    context: &Context,
    collector: &Collector<'_>,
) -> Result<Vec<u8>, Vec<Diagnostic>> {
    // Reading takes a multiple of the file's size; half a megabyte takes less than a second.
    let length = source.bytes.len() as u64;
    let limits = isolate::Limits { memory: (1 << 30) + 16 * length, seconds: 2 + (length >> 19) };
    // No thread but this one uses the context.
    context.enable_multi_threading(false);
    let (raw, list) = (Shared(context.to_raw()), collector.list());
    let read = move || {
        // SAFETY: the context and the texts outlive the call, and the module is ours.
        unsafe {
            let Some(module) = parse_module(raw.get(), &source.bytes, source.name.as_bytes()) else {
                return diagnostics::encode(&diagnostics::taken(list));
            };
            let flags = mlir_sys::mlirOpPrintingFlagsCreate();
            mlir_sys::mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
            mlir_sys::mlirOpPrintingFlagsPrintGenericOpForm(flags);
            mlir_sys::mlirOpPrintingFlagsAssumeVerified(flags);
            let mut text = b"\n".to_vec();
            let op = mlir_sys::mlirModuleGetOperation(module.0);
            mlir_sys::mlirOperationPrintWithFlags(op, flags, Some(append), (&raw mut text).cast());
            mlir_sys::mlirOpPrintingFlagsDestroy(flags);
            text
        }
    };
    let outcome = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("xla-read".to_string()).stack_size(STACK / 16);
        let thread = thread.spawn_scoped(scope, move || isolated(limits, read)).map_err(Lost::Fork)?;
        thread.join().unwrap_or(Err(Lost::Ended))
    });
    let failed = |reason: &dyn fmt::Display| {
        vec![Diagnostic::error(None, format!("{} is not valid MLIR bytecode ({reason})", source.name))]
    };
    let text = outcome.map_err(|lost| failed(&lost))?;
    if text.starts_with(b"\n") {
        // The text is as deep as it is, and MLIR's parser of text sees it.
        return source::check(&source.name, &text).map(|()| text).map_err(|diagnostic| vec![diagnostic]);
    }
    let diagnostics = diagnostics::decode(&text);
    Err(if diagnostics.is_empty() { failed(&"it holds no module") } else { diagnostics })
}

/// A context that another thread uses while this one waits for it.
#[derive(Clone, Copy)]
struct Shared(MlirContext);

// SAFETY: one thread at a time uses the context.
unsafe impl Send for Shared {}

impl Shared {
    fn get(&self) -> MlirContext {
        self.0
    }
}

/// Appends a piece of text to a list of bytes.
unsafe extern "C" fn append(text: MlirStringRef, list: *mut c_void) {
    // SAFETY: `list` is the caller's, and the text lives for the call.
    unsafe {
        let bytes = if text.length == 0 { &[] } else { std::slice::from_raw_parts(text.data.cast(), text.length) };
        (*list.cast::<Vec<u8>>()).extend_from_slice(bytes);
    }
}
