//! LLVM's passes and code generator of one machine, set up once for many modules.

use super::error::CodeError;
use llvm_sys::prelude::*;
use llvm_sys::target_machine::LLVMTargetMachineRef;
use mlir_sys::MlirStringRef;
use std::ffi::c_void;
use xla_dialect::ir::string_ref;

/// A step of what is left for LLVM to do on functions that are vectorized, unrolled and scheduled already. Its own pipeline for -O2
/// takes four times as long, for code that is no faster.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Merges what is computed twice, all that a tile of a product in registers leaves to be cleaned up.
    Merge,
    /// Cleans up.
    CleanUp,
    /// Moves out of loops what does not change in them.
    Hoist,
    /// Vectorizes the loops over single elements, and unrolls those that say so.
    Vectorize,
}

impl Step {
    /// All, by their numbers.
    const ALL: [Self; 4] = [Self::Merge, Self::CleanUp, Self::Hoist, Self::Vectorize];

    /// LLVM's passes for functions that it consists of.
    fn passes(self) -> &'static str {
        match self {
            Self::Merge => "early-cse<memssa>,simplifycfg",
            Self::CleanUp => "sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,simplifycfg",
            Self::Hoist => "loop-mssa(loop-rotate,licm),early-cse<memssa>,simplifycfg",
            Self::Vectorize => {
                "loop-vectorize,loop-unroll<no-partial;no-peeling;no-runtime;no-upperbound;full-unroll-max=0>,\
                 early-cse<memssa>,instcombine<no-verify-fixpoint>,gvn,simplifycfg"
            }
        }
    }
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Assembly text.
    Assembly,
    /// An object file.
    Object,
}

/// Passes and code generator of a machine.
#[derive(Debug)]
pub(super) struct Generator {
    raw: *mut c_void,
}

impl Generator {
    /// Those of `machine`, which is not disposed of before them.
    ///
    /// # Errors
    /// If LLVM lacks a pass.
    ///
    /// # Safety
    /// The machine is alive.
    pub(super) unsafe fn new(machine: LLVMTargetMachineRef, is_x86: bool) -> Result<Self, CodeError> {
        let passes = Step::ALL.map(|step| string_ref(step.passes().as_bytes()));
        // SAFETY: the caller's promise; the texts are constants.
        let raw = unsafe { xla_code_generator_create(machine, is_x86, passes.as_ptr(), passes.len()) };
        if raw.is_null() {
            return Err(CodeError::Llvm("it lacks a pass".to_string()));
        }
        Ok(Self { raw })
    }

    /// Runs the passes of a step on a function.
    pub(super) fn run(&self, step: Step, function: LLVMValueRef) {
        // SAFETY: the generator is ours, and the function is the caller's.
        unsafe { xla_code_generator_run(self.raw, step as usize, function) }
    }

    /// The code of `module`, which is changed.
    ///
    /// # Errors
    /// If the target has no such code.
    pub(super) fn emit(&self, module: LLVMModuleRef, kind: CodeKind) -> Result<Vec<u8>, CodeError> {
        // SAFETY: as above; the bytes live until the next call.
        unsafe {
            let code = xla_code_generator_emit(self.raw, module, kind == CodeKind::Assembly);
            if code.data.is_null() {
                return Err(CodeError::Llvm("the target has no such code".to_string()));
            }
            Ok(std::slice::from_raw_parts(code.data.cast::<u8>(), code.length).to_vec())
        }
    }
}

impl Drop for Generator {
    fn drop(&mut self) {
        // SAFETY: it is ours and not used again.
        unsafe { xla_code_generator_dispose(self.raw) }
    }
}

unsafe extern "C" {
    fn xla_code_generator_create(
        machine: LLVMTargetMachineRef,
        is_x86: bool,
        steps: *const MlirStringRef,
        n: usize,
    ) -> *mut c_void;
    fn xla_code_generator_run(generator: *mut c_void, step: usize, function: LLVMValueRef);
    fn xla_code_generator_emit(generator: *mut c_void, module: LLVMModuleRef, is_assembly: bool) -> MlirStringRef;
    fn xla_code_generator_dispose(generator: *mut c_void);
}
