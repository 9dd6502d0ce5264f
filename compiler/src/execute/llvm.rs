//! LLVM IR: made from the llvm dialect, optimized, and written as text, assembly or object code.

use super::CodeError;
use super::target::Machine;
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMDisposeTargetData, LLVMSetModuleDataLayout};
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;
use melior::ir::OperationRef;
use std::ffi::{CStr, CString, c_char};
use std::ptr;

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// Assembly text.
    Assembly,
    /// An object file.
    Object,
}

/// What is left for LLVM to do on kernels that are vectorized, unrolled and scheduled already: clean up, move out of
/// loops what does not change in them, and vectorize the loops over single elements. Its own pipeline for -O2 takes four
/// times as long, for code that is no faster.
const PASSES: &CStr = c"function(sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,\
    loop-mssa(loop-rotate,licm),loop-vectorize,early-cse<memssa>,instcombine<no-verify-fixpoint>,gvn,simplifycfg)";

/// A module of LLVM IR, with the context it lives in.
#[derive(Debug)]
pub struct LlvmModule {
    module: LLVMModuleRef,
    context: LLVMContextRef,
}

// SAFETY: the module is alone in its context, so both go from thread to thread together.
unsafe impl Send for LlvmModule {}

impl LlvmModule {
    /// The module, and the context that it is alone in.
    ///
    /// # Safety
    /// Both are the caller's, who gives them away.
    pub(super) unsafe fn from_raw(module: LLVMModuleRef, context: LLVMContextRef) -> Self {
        Self { module, context }
    }

    pub(super) fn raw(&self) -> LLVMModuleRef {
        self.module
    }

    /// Translates a module of the llvm dialect, for `machine`.
    ///
    /// # Errors
    /// If MLIR refuses; its diagnostics go to the context's handler.
    pub fn translate(module: OperationRef<'_, '_>, machine: &Machine) -> Result<Self, CodeError> {
        // SAFETY: the context is new and ours, and so is the module that is made in it.
        unsafe {
            let context = LLVMContextCreate();
            let raw = mlir_sys::mlirTranslateModuleToLLVMIR(module.to_raw(), context.cast());
            if raw.is_null() {
                LLVMContextDispose(context);
                return Err(CodeError::Translate);
            }
            let translated = Self { module: raw.cast(), context };
            translated.set_target(machine);
            Ok(translated)
        }
    }

    fn set_target(&self, machine: &Machine) {
        let triple = CString::new(machine.triple()).unwrap_or_default();
        // SAFETY: module and machine are alive; LLVM copies the texts.
        unsafe {
            LLVMSetTarget(self.module, triple.as_ptr());
            let layout = LLVMCreateTargetDataLayout(machine.raw());
            LLVMSetModuleDataLayout(self.module, layout);
            LLVMDisposeTargetData(layout);
            if !machine.target().has_512_bit_vectors() {
                return;
            }
            // LLVM prefers 256 bits on many processors that have 512, for the clock's sake on old ones.
            let (name, width) = ("prefer-vector-width", "512");
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                if LLVMIsDeclaration(function) == 0 {
                    let attribute = LLVMCreateStringAttribute(
                        self.context,
                        name.as_ptr().cast(),
                        name.len() as u32,
                        width.as_ptr().cast(),
                        width.len() as u32,
                    );
                    LLVMAddAttributeAtIndex(function, llvm_sys::LLVMAttributeFunctionIndex, attribute);
                }
                function = LLVMGetNextFunction(function);
            }
        }
    }

    /// Runs LLVM's passes.
    ///
    /// # Errors
    /// If LLVM refuses.
    pub fn optimize(&mut self, machine: &Machine) -> Result<(), CodeError> {
        let passes = if machine.target().opt_level == 0 { c"default<O0>" } else { PASSES };
        // SAFETY: module and machine are alive, and the options are ours.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module, passes.as_ptr(), machine.raw(), options);
            LLVMDisposePassBuilderOptions(options);
            check(error)
        }
    }

    /// The code for `machine`.
    ///
    /// # Errors
    /// If LLVM cannot generate it.
    pub fn emit(&self, machine: &Machine, kind: CodeKind) -> Result<Vec<u8>, CodeError> {
        let kind = match kind {
            CodeKind::Assembly => LLVMCodeGenFileType::LLVMAssemblyFile,
            CodeKind::Object => LLVMCodeGenFileType::LLVMObjectFile,
        };
        // SAFETY: code generation changes the module, so it works on a copy, which is ours, as are the buffer and
        // the message that come back.
        unsafe {
            let copy = LLVMCloneModule(self.module);
            let mut error = ptr::null_mut();
            let mut buffer = ptr::null_mut();
            let failed = LLVMTargetMachineEmitToMemoryBuffer(machine.raw(), copy, kind, &mut error, &mut buffer) != 0;
            LLVMDisposeModule(copy);
            if failed {
                return Err(CodeError::Llvm(message(error)));
            }
            let data = LLVMGetBufferStart(buffer).cast::<u8>();
            let code = std::slice::from_raw_parts(data, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            Ok(code)
        }
    }
}

impl std::fmt::Display for LlvmModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: the module is alive, and the message is ours.
        f.write_str(&unsafe { message(LLVMPrintModuleToString(self.module)) })
    }
}

impl Drop for LlvmModule {
    fn drop(&mut self) {
        // SAFETY: both are ours and not used again; the module goes before its context.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

/// The text of a C string, whatever its encoding.
pub(super) fn text(raw: &CStr) -> String {
    raw.to_string_lossy().into_owned()
}

/// The text of a message of LLVM's, which is disposed of.
///
/// # Safety
/// `raw` is null or a message that the caller owns.
pub(super) unsafe fn message(raw: *mut c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe {
        let message = text(CStr::from_ptr(raw));
        LLVMDisposeMessage(raw);
        message
    }
}

/// An error of LLVM's as ours.
///
/// # Safety
/// `error` is null or an error that the caller owns.
pub(super) unsafe fn check(error: LLVMErrorRef) -> Result<(), CodeError> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise; taking the message consumes the error.
    unsafe {
        let raw = LLVMGetErrorMessage(error);
        let message = text(CStr::from_ptr(raw));
        LLVMDisposeErrorMessage(raw);
        Err(CodeError::Llvm(message))
    }
}
