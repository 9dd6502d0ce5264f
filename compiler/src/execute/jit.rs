//! Object code in this process, through ORC.

use super::error::CodeError;
use super::llvm_text::{check, consumed};
use super::target::{Machine, Target};
use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::{LLVMConsumeError, LLVMErrorRef};
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;
use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// Loaded code. It stays where it is until this is dropped.
#[derive(Debug)]
pub struct Jit {
    raw: LLVMOrcLLJITRef,
    /// Why code could not be linked: a lookup only says that it was not. ORC has its address.
    reasons: Box<Reasons>,
}

type Reasons = Mutex<Vec<String>>;

/// Takes an error that ORC reports beside those that its functions return.
extern "C" fn report(reasons: *mut c_void, error: LLVMErrorRef) {
    // SAFETY: ORC gives what it was given, the reasons of a `Jit` that is alive, and an error that is ours.
    let (reasons, message) = unsafe { (&*reasons.cast::<Reasons>(), consumed(error)) };
    reasons.lock().unwrap_or_else(PoisonError::into_inner).push(message);
}

// SAFETY: ORC sessions lock internally, and after loading only code is run.
unsafe impl Send for Jit {}
// SAFETY: as above.
unsafe impl Sync for Jit {}

impl Jit {
    /// Loads object files that belong together. They find the functions of [`xla_runtime::symbols`], and those of this process.
    ///
    /// # Errors
    /// If LLVM cannot load it.
    pub fn new(objects: &[Vec<u8>]) -> Result<Self, CodeError> {
        // Nothing is compiled any more: which features the processor has would be asked for in vain.
        let machine = Machine::new(&Target { cpu: "generic".to_string(), features: String::new(), ..Target::host() })?;
        // SAFETY: each call takes what the one before gave, and each error is consumed.
        unsafe {
            let builder = LLVMOrcCreateLLJITBuilder();
            let machine = LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine.into_raw());
            LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, machine);
            let mut raw = ptr::null_mut();
            check(LLVMOrcCreateLLJIT(&mut raw, builder))?;
            let jit = Self { raw, reasons: Box::default() };
            let session = LLVMOrcLLJITGetExecutionSession(raw);
            LLVMOrcExecutionSessionSetErrorReporter(session, report, ptr::from_ref(&*jit.reasons).cast_mut().cast());
            let dylib = LLVMOrcLLJITGetMainJITDylib(raw);
            let mut symbols = Vec::new();
            for (name, address) in xla_runtime::symbols() {
                let name = CString::new(name).unwrap_or_default();
                symbols.push(LLVMOrcCSymbolMapPair {
                    Name: LLVMOrcLLJITMangleAndIntern(raw, name.as_ptr()),
                    Sym: LLVMJITEvaluatedSymbol {
                        Address: address as u64,
                        Flags: LLVMJITSymbolFlags {
                            GenericFlags: LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8
                                | LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsCallable as u8,
                            TargetFlags: 0,
                        },
                    },
                });
            }
            let runtime = LLVMOrcAbsoluteSymbols(symbols.as_mut_ptr(), symbols.len());
            check(LLVMOrcJITDylibDefine(dylib, runtime))?;
            for (i, object) in objects.iter().enumerate() {
                let name = CString::new(format!("program.{i}")).unwrap_or_default();
                let buffer =
                    LLVMCreateMemoryBufferWithMemoryRangeCopy(object.as_ptr().cast(), object.len(), name.as_ptr());
                check(LLVMOrcLLJITAddObjectFile(raw, dylib, buffer))?;
            }
            Ok(jit)
        }
    }

    /// The address of the function `name`.
    ///
    /// # Errors
    /// If there is none, or it refers to a function that is nowhere.
    pub fn lookup(&self, name: &str) -> Result<usize, CodeError> {
        let name = CString::new(name).map_err(|_| CodeError::Llvm(format!("no function is called {name:?}")))?;
        let mut address = 0;
        // SAFETY: the session is alive, and the name outlives the call.
        let found = unsafe { check(LLVMOrcLLJITLookup(self.raw, &mut address, name.as_ptr())) };
        let reasons = std::mem::take(&mut *self.reasons.lock().unwrap_or_else(PoisonError::into_inner));
        match found {
            Err(CodeError::Llvm(message)) if !reasons.is_empty() => {
                Err(CodeError::Llvm(format!("{}: {message}", reasons.join("; "))))
            }
            found => found.map(|()| address as usize),
        }
    }
}

impl Drop for Jit {
    fn drop(&mut self) {
        // SAFETY: the session is ours; nobody runs its code any more, since runs borrow the executable.
        unsafe {
            let error = LLVMOrcDisposeLLJIT(self.raw);
            if !error.is_null() {
                LLVMConsumeError(error);
            }
        }
    }
}
