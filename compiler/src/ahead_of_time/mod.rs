//! Programs for others to link: an object file or a library, and what its caller's language needs to know of it.

mod cpp;
mod header;
mod interface;
mod link;
mod rust;

pub use link::{LinkError, Linker};

use crate::compile::{CompileError, Options, with_lowered};
use crate::diagnostics::Diagnostic;
use crate::execute::{CodeError, CodeKind, LlvmModule, Machine, Program, RuntimeUse, Target};
use crate::source::Source;
use interface::Interface;
use xla_runtime::ahead_of_time::encode;

/// A program that was compiled ahead of time.
///
/// Its function is `int32_t name(void *context, const void *const *inputs, void *const *outputs, void *arena)`; a program
/// that has use of a context also has `name_create`, `name_destroy` and `name_error`. Nothing else of it is visible to
/// a linker.
#[derive(Clone, Debug)]
pub struct Library {
    /// What its functions' names begin with.
    pub name: String,
    /// What goes in and out, and the size of the arena.
    pub program: Program,
    /// The object file.
    pub object: Vec<u8>,
    /// What it calls of the runtime library.
    pub uses: RuntimeUse,
    /// What it was compiled for.
    pub target: Target,
    /// The program's file.
    source: String,
}

impl Library {
    /// Compiles the program in `source`, to be called as `name`.
    ///
    /// # Errors
    /// If the program is not valid or not supported, or `name` is not the name of a function.
    pub fn compile(source: &Source, options: &Options, name: &str) -> Result<Self, CompileError> {
        if !interface::is_identifier(name) {
            let message = format!("`{name}` is no name for a function in C, C++ and Rust");
            return Err(CompileError::Invalid(vec![Diagnostic::error(None, message)]));
        }
        with_lowered(source, options, |module| {
            let program = Program::of(module)?;
            let processes = program.grid.replicas.saturating_mul(program.grid.partitions);
            if processes > 1 {
                let message = format!("unsupported: main: ahead of time, {processes} processes that run together");
                return Err(CompileError::Unsupported(vec![Diagnostic::error(None, message)]));
            }
            let machine = Machine::new(&options.target)?;
            let mut llvm = LlvmModule::translate(module, &machine)?;
            llvm.optimize(&machine)?;
            let sites = if program.sites.is_empty() {
                Vec::new()
            } else {
                encode(&program.sites).map_err(CodeError::Program)?
            };
            let uses = llvm.export(name, &sites)?;
            let object = llvm.emit(&machine, CodeKind::Object)?;
            let (name, target, source) = (name.to_string(), options.target.clone(), source.name.clone());
            Ok(Self { name, program, object, uses, target, source })
        })
    }

    /// A header for C: the functions, the arena's size, and a function `name_call` that has a parameter for each array.
    pub fn c_header(&self) -> String {
        header::text(self, &Interface::of(self))
    }

    /// A header for C++20: a class `name_program` that owns context and arena.
    pub fn cpp_header(&self) -> String {
        cpp::text(self, &Interface::of(self))
    }

    /// A module for Rust: a type `Program` that owns context and arena, and a function that makes one call.
    pub fn rust_module(&self) -> String {
        rust::text(self, &Interface::of(self))
    }

    /// The runtime library for it beside the running tool, in an installation or a build.
    pub fn runtime_library(&self) -> Option<std::path::PathBuf> {
        let executable = std::env::current_exe().ok()?;
        link::runtime_beside(&executable, &self.target.triple, self.target.check_runs_here().is_ok())
    }

    /// The names of its functions.
    pub fn symbols(&self) -> Vec<String> {
        let context = if self.has_context() { &["_create", "_destroy", "_error"][..] } else { &[] };
        [""].iter().chain(context).map(|suffix| format!("{}{suffix}", self.name)).collect()
    }

    /// Whether it has use of a context.
    pub fn has_context(&self) -> bool {
        self.uses >= RuntimeUse::Threads
    }

    /// What to link it with, in words.
    fn links_with(&self) -> &'static str {
        match self.uses {
            RuntimeUse::None => "It is linked with nothing else but the C library and its libm.",
            _ => "It is linked with the runtime library: libxla_runtime.a, or the crate xla-runtime.",
        }
    }

    /// What a caller must know of contexts, in words.
    fn on_contexts(&self) -> &'static str {
        match self.uses {
            RuntimeUse::None | RuntimeUse::Functions => "It has no use of a context: pass a null pointer.",
            RuntimeUse::Threads => "A null context means the caller's thread alone.",
            RuntimeUse::Calls => "It needs a context.",
        }
    }
}
