//! Runs passes, with what the caller wants to see of each.

use super::error::CompileError;
use super::pipelines::Pipeline;
use super::read::Parsed;
use super::trace::Trace;
use crate::check;
use crate::diagnostics::{Diagnostic, Position};
use crate::options::Options;
use mlir_sys::{MlirModule, MlirOperation, MlirStringRef};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use xla_dialect::ir::{Op, OpExt};
use xla_dialect::limits;

/// Registers every pass of MLIR's and ours, once a process.
pub fn register_all_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        crate::register_passes();
        // SAFETY: the registry of passes is the process's, and guarded.
        unsafe { xla_register_upstream_passes() };
    });
}

/// Registers the passes of the whole way down, once a process: all that there are take longer than most of them run.
pub(super) fn register_lowering_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        crate::register_passes();
        // SAFETY: as above.
        unsafe { xla_register_lowering_passes() };
    });
}

/// What is told of each pass.
struct Watcher<'a> {
    options: &'a Options,
    trace: &'a mut Trace,
    failed: Option<String>,
    error: Option<CompileError>,
}

unsafe extern "C" fn after_pass(pass: MlirStringRef, op: MlirOperation, failed: bool, user_data: *mut c_void) {
    // SAFETY: `user_data` is the watcher that `run_passes` lends for its call; without multithreading there is one
    // call at a time. The op is the one the pass ran on.
    let (watcher, pass, op) = unsafe {
        let pass = melior::StringRef::from_raw(pass).as_str().unwrap_or_default();
        (&mut *user_data.cast::<Watcher<'_>>(), pass, Op::from_raw(op))
    };
    let _ = catch_unwind(AssertUnwindSafe(|| watcher.after(pass, op, failed)));
}

impl Watcher<'_> {
    fn after(&mut self, pass: &str, op: Op<'_>, failed: bool) {
        self.trace.timing.pass(pass);
        if failed {
            self.failed.get_or_insert_with(|| pass.to_string());
            return;
        }
        let options = self.options;
        if self.error.is_none()
            && let Some(violation) = check::after_pass(pass, op)
        {
            let diagnostic = Diagnostic::error(Position::of(violation.location), violation.message);
            self.error = Some(CompileError::Internal { pass: pass.to_string(), diagnostics: vec![diagnostic] });
        }
        if options.print_after_all || options.print_after.iter().any(|name| name.trim_start_matches('-') == pass) {
            crate::tell!("// IR after {pass}\n{op}");
        }
        if self.error.is_none() {
            let mut module = op;
            while let Some(parent) = module.parent_op() {
                module = parent;
            }
            self.error = self.trace.text(pass, "mlir", || module.to_string()).err();
        }
    }
}

/// Passes that a program can fail because it is not valid; those after them only see what is.
const CHECKING_PASSES: [&str; 5] = [
    "stablehlo-refine-shapes",
    "stablehlo-legalize-quantized",
    "stablehlo-legalize-to-xla",
    "xla-select-entry",
    "xla-resolve-dynamic-sizes",
];

/// After which passes the module is verified.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verify {
    Each,
    Last,
}

/// Runs `passes` on a module.
///
/// # Errors
/// If one of them fails, or the module is not valid after them.
pub(super) fn run_passes(
    parsed: &Parsed<'_>,
    passes: &str,
    verify: Verify,
    options: &Options,
    trace: &mut Trace,
) -> Result<(), CompileError> {
    if passes.is_empty() {
        return Ok(());
    }
    // The pass manager is the module's already.
    let passes = passes.strip_prefix("builtin.module(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(passes);
    if !crate::register_passes() {
        let message = "a pass that has the name of one of xla-mlir's is in this process: nothing can be compiled";
        return Err(CompileError::invalid(None, message));
    }
    let mut watcher = Watcher { options, trace, failed: None, error: None };
    let done = parsed.session.pipelines.with(&parsed.session.context, passes, |pipeline| {
        let watcher = std::ptr::from_mut(&mut watcher).cast();
        // SAFETY: the module is of the pipeline's context, and it and the watcher outlive the call.
        unsafe { pipeline.run(parsed.raw, verify == Verify::Each, after_pass, watcher) }
    });
    if let Some(error) = watcher.error {
        return Err(error);
    }
    let diagnostics = parsed.collector.take();
    limits::stopped().map_or(Ok(()), Err)?;
    if done == Some(true) {
        if options.explain_fusion {
            diagnostics.iter().for_each(|remark| crate::tell!("{remark}"));
        }
        return Ok(());
    }
    if diagnostics.iter().any(|diagnostic| diagnostic.unsupported().is_some()) {
        return Err(CompileError::Unsupported(diagnostics));
    }
    match watcher.failed {
        None if done.is_none() => Err(CompileError::Invalid(diagnostics)),
        Some(pass) if CHECKING_PASSES.contains(&pass.as_str()) => Err(CompileError::Invalid(diagnostics)),
        Some(pass) => Err(CompileError::Internal { pass, diagnostics }),
        None => Err(CompileError::Internal { pass: "the pipeline".to_string(), diagnostics }),
    }
}

/// Runs `passes` on a module that a pass works on and that is not part of the pass's own. False after a diagnostic.
pub(crate) fn run_nested(module: MlirModule, passes: &str) -> bool {
    unsafe extern "C" fn ignore(_: MlirStringRef, _: MlirOperation, _: bool, _: *mut c_void) {}
    register_lowering_passes();
    // SAFETY: the module is alive, and nothing is told.
    unsafe {
        let pipeline = Pipeline::new(mlir_sys::mlirModuleGetContext(module), passes);
        pipeline.is_some_and(|pipeline| pipeline.run(module, false, ignore, std::ptr::null_mut()))
    }
}

unsafe extern "C" {
    fn xla_register_lowering_passes();
    fn xla_register_upstream_passes();
}
