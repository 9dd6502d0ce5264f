//! The engine that runs the program: compiled code or the interpreter.

use super::arguments::{Interpreted, RunArguments};
use super::failure::{Failure, run_failure};
use std::sync::Arc;
use xla_compiler::execute::{
    Array, Executable, Grid, Memory, OutOfMemory, RunError, Runtime, Signature, TensorType, View, memory,
};
use xla_compiler::host::checks::Checks;
use xla_compiler::interpret::{self, Program};
use xla_compiler::{CompileError, Options, Source, compile};
use xla_scalar::{Element, Kind};

/// What runs the program.
#[derive(Clone)]
pub(crate) enum Engine {
    Compiled(Arc<Executable>),
    Interpreted(Arc<Program>, interpret::Options),
}

impl Engine {
    pub(crate) fn signature(&self) -> &Signature {
        match self {
            Self::Compiled(executable) => executable.signature(),
            Self::Interpreted(program, _) => program.signature(),
        }
    }

    pub(crate) fn grid(&self) -> Grid {
        match self {
            Self::Compiled(executable) => executable.program().grid,
            Self::Interpreted(program, _) => program.grid(),
        }
    }

    pub(crate) fn communicates(&self) -> bool {
        match self {
            Self::Compiled(executable) => executable.program().communicates(),
            Self::Interpreted(program, _) => program.communicates(),
        }
    }

    /// Whether custom calls of the program check something.
    pub(crate) fn checks(&self) -> bool {
        match self {
            Self::Compiled(executable) => executable.program().sites.iter().any(|site| Checks::is_check(&site.target)),
            Self::Interpreted(program, _) => program.calls().iter().any(|target| Checks::is_check(target)),
        }
    }

    /// Runs the program of one process.
    pub(crate) fn run(&self, runtime: &Runtime, inputs: &[Array]) -> Result<Vec<Array>, RunError> {
        match self {
            Self::Compiled(executable) => {
                let views: Vec<View<'_>> = inputs.iter().map(Array::view).collect();
                executable.run(runtime, &views)
            }
            Self::Interpreted(program, options) => program.run(runtime, inputs, options),
        }
    }
}

/// What is to run the program.
pub(crate) fn engine(arguments: &RunArguments, source: &Source, options: &Options) -> Result<Engine, CompileError> {
    let arithmetic = match arguments.interpret {
        // What is bisected is the program as it is, first.
        None if !arguments.bisect => return Ok(Engine::Compiled(Arc::new(compile(source, options)?))),
        None | Some(Interpreted::Exact) => interpret::Arithmetic::Exact,
        Some(Interpreted::Wide) => interpret::Arithmetic::Wide,
        Some(Interpreted::Perturbed) => interpret::Arithmetic::Perturbed { seed: arguments.seed },
    };
    let (max_steps, max_memory) = (arguments.max_steps, arguments.max_memory);
    let interpreting = interpret::Options { arithmetic, max_steps, max_memory, ..Default::default() };
    Ok(Engine::Interpreted(Arc::new(Program::import_with(source, options)?), interpreting))
}

/// The type that an output of type `ty` has.
pub(crate) fn given_as(arguments: &RunArguments, ty: &TensorType) -> TensorType {
    let element = match ty.element.kind() {
        Kind::Float if arguments.interpret == Some(Interpreted::Wide) => Element::F64,
        Kind::Complex if arguments.interpret == Some(Interpreted::Wide) => Element::C128,
        _ => ty.element,
    };
    TensorType { element, ..ty.clone() }
}

/// Refuses what would take more memory than there is, or may be taken, in so many processes here.
pub(crate) fn check_memory(arguments: &RunArguments, executable: &Executable, processes: usize) -> Result<(), Failure> {
    // Replicas that are threads of this process share the code.
    let Memory { inputs: taken, outputs: made, arena, code } = executable.memory();
    let each = taken.saturating_add(made).saturating_add(arena);
    let all = (each as u64).saturating_mul(processes as u64).saturating_add(code as u64);
    let memory = |error: OutOfMemory| run_failure(RunError::Memory { memory: executable.memory(), error });
    memory::check(all).map_err(memory)?;
    if let Some(available) = arguments.max_memory.filter(|most| all > *most) {
        return Err(memory(OutOfMemory { needed: all, available }));
    }
    Ok(())
}
