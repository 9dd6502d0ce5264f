//! The functions by which others call a program that was compiled ahead of time.

use super::error::CodeError;
use super::llvm::{LlvmModule, chain};
use super::llvm_text::message;
use super::program::ENTRY;
use llvm_sys::LLVMLinkage;
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::linker::LLVMLinkModules2;
use std::ffi::{CStr, CString};
use std::fmt::Write;
use std::ptr;

/// What a program calls of the runtime library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuntimeUse {
    /// Nothing: it is linked alone.
    None,
    /// Functions that need no context.
    Functions,
    /// Threads, which a context has; without one it runs on the caller's.
    Threads,
    /// Custom calls, which need a context.
    Calls,
}

impl LlvmModule {
    /// Makes the program callable as `name`, with `name_create`, `name_destroy` and `name_error` beside it, and nothing else.
    /// The four are there whatever the program uses, so that its callers need not change with it. `sites` is the list of its custom calls, as [`xla_runtime::ahead_of_time::encode`] makes it.
    ///
    /// # Errors
    /// If the module is not a program, or LLVM refuses.
    pub fn export(&mut self, name: &str, sites: &[u8]) -> Result<RuntimeUse, CodeError> {
        let uses = self.runtime_use();
        let inner = format!("{name}.entry");
        // SAFETY: the module is alive, and so is its function.
        let entry = unsafe {
            let entry = LLVMGetNamedFunction(self.raw(), CString::new(ENTRY).unwrap_or_default().as_ptr());
            if entry.is_null() {
                return Err(CodeError::Program(format!("there is no function {ENTRY}")));
            }
            LLVMSetValueName2(entry, inner.as_ptr().cast(), inner.len());
            entry
        };
        self.add(&functions(name, &inner, sites, uses))?;
        // SAFETY: as above.
        unsafe { LLVMSetLinkage(entry, LLVMLinkage::LLVMInternalLinkage) };
        Ok(uses)
    }

    fn runtime_use(&self) -> RuntimeUse {
        // SAFETY: the module is alive, and so are its functions and their names.
        let called = unsafe {
            chain(LLVMGetFirstFunction(self.raw()), |f| LLVMGetNextFunction(f))
                .filter(|&f| LLVMIsDeclaration(f) != 0 && !LLVMGetFirstUse(f).is_null())
                .map(|f| CStr::from_ptr(LLVMGetValueName2(f, &mut 0)).to_string_lossy().into_owned())
        };
        let uses = called.filter(|name| name.starts_with("xla_rt_")).map(|name| match name.as_str() {
            "xla_rt_custom_call" => RuntimeUse::Calls,
            "xla_rt_parallel_for" => RuntimeUse::Threads,
            _ => RuntimeUse::Functions,
        });
        uses.max().unwrap_or(RuntimeUse::None)
    }

    /// Adds a module that is given as text.
    fn add(&mut self, text: &str) -> Result<(), CodeError> {
        // SAFETY: the buffer copies the text and is consumed by the parser, the module that it gives by the linker; a
        // message is ours.
        unsafe {
            let context = LLVMGetModuleContext(self.raw());
            let name = c"exports".as_ptr();
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text.as_ptr().cast(), text.len(), name);
            let (mut added, mut error) = (ptr::null_mut(), ptr::null_mut());
            let failed = LLVMParseIRInContext2(context, buffer, &mut added, &mut error) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            if failed {
                return Err(CodeError::Llvm(message(error)));
            }
            LLVMSetTarget(added, LLVMGetTarget(self.raw()));
            LLVMSetDataLayout(added, LLVMGetDataLayoutStr(self.raw()));
            if LLVMLinkModules2(self.raw(), added) != 0 {
                return Err(CodeError::Llvm("the exported functions cannot be linked".to_string()));
            }
        }
        Ok(())
    }
}

/// The exported functions in LLVM's language.
fn functions(name: &str, inner: &str, sites: &[u8], uses: RuntimeUse) -> String {
    let pointers = "ptr %context, ptr %inputs, ptr %outputs, ptr %arena";
    let mut text = format!("declare void @\"{inner}\"(ptr, ptr, ptr, ptr)\ndefine i32 @{name}({pointers}) {{\n");
    text += &if uses == RuntimeUse::Calls {
        let arguments = format!("ptr %context, ptr @\"{inner}\", ptr %inputs, ptr %outputs, ptr %arena");
        format!("  %status = call i32 @xla_rt_program_run({arguments})\n  ret i32 %status\n}}\n")
    } else {
        format!("  call void @\"{inner}\"({pointers})\n  ret i32 0\n}}\n")
    };
    if uses < RuntimeUse::Threads {
        // A context without content: an address that is not null, and an empty message at it.
        text += &format!(
            "@\"{name}.context\" = private constant [1 x i8] zeroinitializer\n\
             define ptr @{name}_create(i32 %threads, i64 %seed) {{\n  ret ptr @\"{name}.context\"\n}}\n\
             define void @{name}_destroy(ptr %context) {{\n  ret void\n}}\n\
             define ptr @{name}_error(ptr %context) {{\n  ret ptr @\"{name}.context\"\n}}\n"
        );
        return text;
    }
    let (length, mut bytes) = (sites.len(), String::new());
    sites.iter().for_each(|byte| {
        let _ = write!(bytes, "\\{byte:02X}");
    });
    text += &format!(
        "@\"{name}.sites\" = private constant [{length} x i8] c\"{bytes}\"\n\
         define ptr @{name}_create(i32 %threads, i64 %seed) {{\n\
         \x20 %context = call ptr @xla_rt_program_create(i32 %threads, i64 %seed, ptr @\"{name}.sites\", i64 {length})\n\
         \x20 ret ptr %context\n}}\n\
         define void @{name}_destroy(ptr %context) {{\n  call void @xla_rt_program_destroy(ptr %context)\n  ret void\n}}\n\
         define ptr @{name}_error(ptr %context) {{\n\
         \x20 %message = call ptr @xla_rt_program_error(ptr %context)\n  ret ptr %message\n}}\n\
         declare i32 @xla_rt_program_run(ptr, ptr, ptr, ptr, ptr)\n\
         declare ptr @xla_rt_program_create(i32, i64, ptr, i64)\n\
         declare void @xla_rt_program_destroy(ptr)\n\
         declare ptr @xla_rt_program_error(ptr)\n",
    );
    text
}
