//! Pipelines of MLIR's passes, which contexts keep from one compilation to the next.

use mlir_sys::{MlirContext, MlirModule, MlirOperation, MlirStringRef};
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use xla_dialect::ir::{Context, string_ref};

/// What is called after each pass: its name, the op it ran on, whether it failed, and the caller's data.
type After = unsafe extern "C" fn(MlirStringRef, MlirOperation, bool, *mut c_void);

/// The pipelines that have run in a context: what they set up, patterns mostly, takes longer than a small program does.
#[derive(Default)]
pub(super) struct Pipelines(RefCell<HashMap<String, Pipeline>>);

impl Pipelines {
    /// Gives `f` the pipeline of `context` that `passes` name. None after a diagnostic.
    pub(super) fn with<R>(&self, context: &Context, passes: &str, f: impl FnOnce(&Pipeline) -> R) -> Option<R> {
        if !self.0.borrow().contains_key(passes) {
            // SAFETY: the context is alive, and outlives its pipelines.
            let pipeline = unsafe { Pipeline::new(context.to_raw(), passes) }?;
            self.0.borrow_mut().insert(passes.to_string(), pipeline);
        }
        self.0.borrow().get(passes).map(f)
    }
}

/// A pass manager of modules.
pub(super) struct Pipeline(*mut c_void);

impl Pipeline {
    /// None after a diagnostic.
    ///
    /// # Safety
    /// The context is alive, and the pipeline is dropped before it.
    pub(super) unsafe fn new(context: MlirContext, passes: &str) -> Option<Self> {
        // SAFETY: the caller's promise; the text outlives the call.
        let raw = unsafe { xla_pipeline_create(context, string_ref(passes)) };
        (!raw.is_null()).then_some(Self(raw))
    }

    /// Runs the passes on a module, and calls `after` with `user_data` after each. The module is verified after each, or at the
    /// end. False after a diagnostic.
    ///
    /// # Safety
    /// The module is alive and of the pipeline's context; `after` may be called with `user_data`.
    pub(super) unsafe fn run(
        &self,
        module: MlirModule,
        verify_each: bool,
        after: After,
        user_data: *mut c_void,
    ) -> bool {
        // SAFETY: the caller's promise.
        unsafe { xla_pipeline_run(self.0, module, verify_each, after, user_data) }
    }
}

impl Drop for Pipeline {
    fn drop(&mut self) {
        // SAFETY: the pipeline is ours and not used again.
        unsafe { xla_pipeline_dispose(self.0) }
    }
}

unsafe extern "C" {
    fn xla_pipeline_create(context: MlirContext, passes: MlirStringRef) -> *mut c_void;
    fn xla_pipeline_dispose(pipeline: *mut c_void);
    fn xla_pipeline_run(
        pipeline: *mut c_void,
        module: MlirModule,
        verify_each: bool,
        after: After,
        user_data: *mut c_void,
    ) -> bool;
}
