//! LLVM IR: made from the llvm dialect, optimized, and written as text, assembly or object code.

use super::error::CodeError;
use super::generator::{CodeKind, Step};
use super::llvm_text::message;
use super::target::Machine;
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMDisposeTargetData, LLVMSetModuleDataLayout};
use llvm_sys::target_machine::LLVMCreateTargetDataLayout;
use melior::ir::OperationRef;
use std::ffi::CString;

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
            translated.functions().filter(|&f| only_calls(f)).for_each(|f| translated.leave_unoptimized(f));
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
            let attribute = LLVMCreateStringAttribute(
                self.context,
                name.as_ptr().cast(),
                name.len() as u32,
                width.as_ptr().cast(),
                width.len() as u32,
            );
            for function in self.functions() {
                LLVMAddAttributeAtIndex(function, llvm_sys::LLVMAttributeFunctionIndex, attribute);
            }
        }
    }

    /// Makes LLVM take its fast paths for a function: no pass, and a quick selection of instructions.
    fn leave_unoptimized(&self, function: LLVMValueRef) {
        for name in ["optnone", "noinline"] {
            // SAFETY: the function is of this module, which is alive; LLVM knows both attributes.
            unsafe {
                let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                let attribute = LLVMCreateEnumAttribute(self.context, kind, 0);
                LLVMAddAttributeAtIndex(function, llvm_sys::LLVMAttributeFunctionIndex, attribute);
            }
        }
    }

    /// Runs LLVM's passes.
    ///
    /// # Errors
    /// If LLVM refuses.
    pub fn optimize(&mut self, machine: &Machine) -> Result<(), CodeError> {
        if machine.target().opt_level == 0 {
            return Ok(());
        }
        let generator = machine.generator()?;
        for function in self.functions() {
            if has_tile(function) {
                generator.run(Step::Merge, function);
                continue;
            }
            generator.run(Step::CleanUp, function);
            generator.run(Step::Hoist, function);
            if is_for_vectorizer(function) {
                generator.run(Step::Vectorize, function);
            }
        }
        Ok(())
    }

    /// The code for `machine`.
    ///
    /// # Errors
    /// If LLVM cannot generate it.
    pub fn emit(&self, machine: &Machine, kind: CodeKind) -> Result<Vec<u8>, CodeError> {
        // SAFETY: the module is alive; code generation changes it, so it works on a copy, which is ours.
        unsafe {
            let copy = LLVMCloneModule(self.module);
            let code = machine.generator().and_then(|generator| generator.emit(copy, kind));
            LLVMDisposeModule(copy);
            code
        }
    }

    /// The object file for `machine`, without a copy of the module.
    ///
    /// # Errors
    /// If LLVM cannot generate it.
    pub(super) fn into_object(self, machine: &Machine) -> Result<Vec<u8>, CodeError> {
        machine.generator()?.emit(self.module, CodeKind::Object)
    }

    /// The functions that have a body.
    pub(super) fn functions(&self) -> impl Iterator<Item = LLVMValueRef> {
        // SAFETY: the module is alive, and so are its functions.
        unsafe {
            chain(LLVMGetFirstFunction(self.module), |f| LLVMGetNextFunction(f)).filter(|&f| LLVMIsDeclaration(f) == 0)
        }
    }
}

/// Those of a chain of LLVM's, until there is none.
pub(super) fn chain<T>(first: *mut T, next: impl Fn(*mut T) -> *mut T) -> impl Iterator<Item = *mut T> {
    std::iter::successors((!first.is_null()).then_some(first), move |&one| Some(next(one)).filter(|one| !one.is_null()))
}

/// The blocks of a function.
fn blocks(function: LLVMValueRef) -> impl Iterator<Item = LLVMBasicBlockRef> {
    // SAFETY: the function is alive, and so are its blocks.
    unsafe { chain(LLVMGetFirstBasicBlock(function), |block| LLVMGetNextBasicBlock(block)) }
}

/// The instructions of a block.
fn instructions_of(block: LLVMBasicBlockRef) -> impl Iterator<Item = LLVMValueRef> {
    // SAFETY: the block is alive, and so is what it holds.
    unsafe { chain(LLVMGetFirstInstruction(block), |i| LLVMGetNextInstruction(i)) }
}

/// The instructions of a function.
pub(super) fn instructions(function: LLVMValueRef) -> impl Iterator<Item = LLVMValueRef> {
    blocks(function).flat_map(instructions_of)
}

/// Whether a function does nothing but call others and store their arguments, once: no optimization makes it faster, and there
/// are more such functions than kernels.
fn only_calls(function: LLVMValueRef) -> bool {
    use llvm_sys::LLVMOpcode::{LLVMAlloca, LLVMCall, LLVMGetElementPtr, LLVMLoad, LLVMRet, LLVMStore};
    // SAFETY: the function is alive, and so are its instructions.
    unsafe {
        LLVMCountBasicBlocks(function) == 1
            && instructions(function).all(|instruction| {
                let opcode = LLVMGetInstructionOpcode(instruction);
                matches!(opcode, LLVMAlloca | LLVMCall | LLVMGetElementPtr | LLVMLoad | LLVMRet | LLVMStore)
            })
    }
}

/// Whether a loop of a function carries a tile of a product in registers: it does so much with each operand that nothing is gained by
/// what LLVM would move out of it.
fn has_tile(function: LLVMValueRef) -> bool {
    const LEAST_VECTORS: usize = 8;
    // SAFETY: the function is alive, and so is what it holds.
    unsafe {
        blocks(function).any(|block| {
            instructions_of(block)
                .take_while(|&i| LLVMGetInstructionOpcode(i) == llvm_sys::LLVMOpcode::LLVMPHI)
                .filter(|&i| is_vector(i))
                .count()
                >= LEAST_VECTORS
        })
    }
}

/// Whether the type of a value is a vector's.
fn is_vector(value: LLVMValueRef) -> bool {
    // SAFETY: the value is alive.
    unsafe { LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMTypeKind::LLVMVectorTypeKind }
}

/// Whether a function has loops, or jumps at least, and no vectors: those that have some have loops over single elements for what is left
/// of them.
fn is_for_vectorizer(function: LLVMValueRef) -> bool {
    // SAFETY: the function is alive, and so are its instructions and their operands.
    unsafe {
        LLVMCountBasicBlocks(function) > 2
            && !instructions(function)
                .any(|i| is_vector(i) || LLVMGetNumOperands(i) > 0 && is_vector(LLVMGetOperand(i, 0)))
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
