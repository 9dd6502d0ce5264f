//! Object code of one module by several threads: each takes some of the functions.

use super::error::CodeError;
use super::llvm::{LlvmModule, chain, instructions};
use super::target::Machine;
use llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMLinkage, LLVMVisibility};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::ptr;
use xla_dialect::limits::Limits;

/// Instructions of LLVM's that a part has at least: fewer are done before a thread has begun and read them.
const LEAST_INSTRUCTIONS: usize = 250;

/// Stack of a thread: LLVM recurses over what is nested.
const STACK: usize = 64 << 20;

/// Optimizes `module` and makes it into object files for `machine`, at most `threads` of them, which belong together. The
/// same module and number of threads give the same files.
///
/// # Errors
/// If LLVM refuses.
pub fn objects(module: LlvmModule, machine: &Machine, threads: usize) -> Result<Vec<Vec<u8>>, CodeError> {
    let object = |mut part: LlvmModule, machine: &Machine| {
        part.optimize(machine)?;
        part.into_object(machine)
    };
    let target = machine.target();
    let mut parts = module.split(threads)?.into_iter();
    let Some(first) = parts.next() else { return Ok(Vec::new()) };
    let limits = &Limits::current();
    std::thread::scope(|scope| {
        let spawn = |part| {
            let thread = std::thread::Builder::new().name("xla-compile".to_string()).stack_size(STACK);
            // Machines are not for several threads.
            let spawned = thread.spawn_scoped(scope, move || limits.scope(|| object(part, &Machine::new(target)?)));
            spawned.map_err(|error| CodeError::Llvm(error.to_string()))
        };
        let others = parts.map(spawn).collect::<Vec<_>>();
        let mut objects = vec![object(first, machine)?];
        for other in others {
            let failed = || CodeError::Llvm("a thread of the code generator has failed".to_string());
            objects.push(other?.join().unwrap_or_else(|_| Err(failed()))?);
        }
        Ok(objects)
    })
}

impl LlvmModule {
    /// At most `most` modules of about the same work which hold together what this one holds: the first has its data,
    /// the others are in contexts of their own.
    fn split(self, most: usize) -> Result<Vec<Self>, CodeError> {
        let sizes: Vec<(usize, String)> = self.functions().map(|f| (instructions(f).count(), name(f))).collect();
        let total: usize = sizes.iter().map(|(size, _)| size).sum();
        let count = most.min(total / LEAST_INSTRUCTIONS).min(sizes.len());
        if count < 2 {
            return Ok(vec![self]);
        }
        let parts = balanced(sizes, count);
        self.share_symbols();
        // SAFETY: the module is alive; the copy and the buffer are ours, and are disposed of when they have been read.
        unsafe {
            let copy = LLVMCloneModule(self.raw());
            declare_data(copy);
            let bitcode = LLVMWriteBitcodeToMemoryBuffer(copy);
            LLVMDisposeModule(copy);
            let others = parts[1..].iter().map(|functions| {
                let context = LLVMContextCreate();
                let mut raw = ptr::null_mut();
                if LLVMParseBitcodeInContext2(context, bitcode, &mut raw) != 0 {
                    LLVMContextDispose(context);
                    return Err(CodeError::Llvm("a part of the module cannot be read".to_string()));
                }
                let part = Self::from_raw(raw, context);
                part.keep(functions);
                Ok(part)
            });
            let others = others.collect::<Result<Vec<_>, _>>();
            LLVMDisposeMemoryBuffer(bitcode);
            self.keep(&parts[0]);
            Ok(std::iter::once(self).chain(others?).collect())
        }
    }

    /// Makes visible to the other parts what was the module's own.
    fn share_symbols(&self) {
        // SAFETY: the module is alive, and so is what it holds.
        unsafe {
            let data = chain(LLVMGetFirstGlobal(self.raw()), |g| LLVMGetNextGlobal(g));
            for (i, symbol) in data.chain(self.functions()).enumerate() {
                if matches!(LLVMGetLinkage(symbol), LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
                {
                    if name(symbol).is_empty() {
                        let new = format!("xla.data.{i}");
                        LLVMSetValueName2(symbol, new.as_ptr().cast(), new.len());
                    }
                    LLVMSetLinkage(symbol, LLVMLinkage::LLVMExternalLinkage);
                    LLVMSetVisibility(symbol, LLVMVisibility::LLVMHiddenVisibility);
                }
            }
        }
    }

    /// Keeps the bodies of these functions alone; the others are declared.
    fn keep(&self, functions: &HashSet<String>) {
        for function in self.functions().filter(|&f| !functions.contains(&name(f))).collect::<Vec<_>>() {
            // SAFETY: the function is of this module, and not used again; all that used it uses the declaration.
            unsafe {
                let name = name(function);
                let declared = LLVMAddFunction(self.raw(), c"".as_ptr(), LLVMGlobalGetValueType(function));
                LLVMSetFunctionCallConv(declared, LLVMGetFunctionCallConv(function));
                LLVMReplaceAllUsesWith(function, declared);
                LLVMDeleteFunction(function);
                LLVMSetValueName2(declared, name.as_ptr().cast(), name.len());
            }
        }
    }
}

/// Declares the module's data, as another one's.
///
/// # Safety
/// The module is alive.
unsafe fn declare_data(module: LLVMModuleRef) {
    // SAFETY: the module is alive, and so is its data.
    unsafe {
        for data in chain(LLVMGetFirstGlobal(module), |g| LLVMGetNextGlobal(g)) {
            LLVMSetInitializer(data, ptr::null_mut());
            LLVMSetLinkage(data, LLVMLinkage::LLVMExternalLinkage);
            LLVMSetVisibility(data, LLVMVisibility::LLVMDefaultVisibility);
        }
    }
}

/// The functions' names, in `count` parts of about the same size.
fn balanced(mut sizes: Vec<(usize, String)>, count: usize) -> Vec<HashSet<String>> {
    sizes.sort_by_key(|(size, _)| Reverse(*size));
    let mut parts = vec![(0, HashSet::new()); count];
    for (size, name) in sizes {
        if let Some((total, names)) = parts.iter_mut().min_by_key(|(total, _)| *total) {
            *total += size;
            names.insert(name);
        }
    }
    parts.into_iter().map(|(_, names)| names).collect()
}

fn name(value: LLVMValueRef) -> String {
    let mut length = 0;
    // SAFETY: the value is alive, and its name is as long as LLVM says.
    unsafe {
        let start = LLVMGetValueName2(value, &mut length);
        String::from_utf8_lossy(std::slice::from_raw_parts(start.cast(), length)).into_owned()
    }
}
