//! A program that was compiled ahead of time: its object file and what it is.

use super::identifier::is_identifier;
use crate::compile::{CompileError, with_lowered};
use crate::diagnostics::Diagnostic;
use crate::execute::{CodeError, CodeKind, LlvmModule, Machine, Program, RuntimeUse, Target};
use crate::options::Options;
use crate::source::Source;
use xla_runtime::ahead_of_time::encode;

/// A program that was compiled ahead of time.
///
/// Its function is `int32_t name(void *context, const void *const *inputs, void *const *outputs, void *arena)`, with
/// `name_create`, `name_destroy` and `name_error` for the context. Nothing else of it is visible to a linker.
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
    pub(super) source: String,
}

impl Library {
    /// Compiles the program in `source`, to be called as `name`.
    ///
    /// # Errors
    /// If the program is not valid or not supported, or `name` is not the name of a function.
    pub fn compile(source: &Source, options: &Options, name: &str) -> Result<Self, CompileError> {
        if !is_identifier(name) {
            let message = format!(
                "`{name}` is no identifier, or one that C, C++, Rust or the generated code uses: choose another name"
            );
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

    /// The names of its functions.
    pub fn symbols(&self) -> Vec<String> {
        ["", "_create", "_destroy", "_error"].map(|suffix| format!("{}{suffix}", self.name)).to_vec()
    }

    /// What to link it with: a sentence for the header.
    pub(super) fn links_with(&self) -> &'static str {
        match self.uses {
            RuntimeUse::None => "It is linked with nothing else but the C library and its libm.",
            _ => "It is linked with the runtime library: libxla_runtime.a, or the crate xla-runtime.",
        }
    }

    /// What a caller must know of contexts, in words.
    pub(super) fn on_contexts(&self) -> &'static str {
        match self.uses {
            RuntimeUse::None | RuntimeUse::Functions => "It does not use its context, which may be null.",
            RuntimeUse::Threads => "A null context means the caller's thread alone.",
            RuntimeUse::Calls => "It needs a context.",
        }
    }
}
