//! What runs the program that the command line names: compiled code, or the interpreter.

use crate::processes::Engine;
use crate::run::{Failure, RunArguments, run_failure};
use clap::ValueEnum;
use std::sync::Arc;
use xla_compiler::execute::{Executable, Memory, OutOfMemory, RunError, TensorType, memory};
use xla_compiler::interpret::{self, Program};
use xla_compiler::{CompileError, Options, Source, compile};
use xla_scalar::{Element, Kind};

/// What floats are computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Interpreted {
    Exact,
    Wide,
    Perturbed,
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
    let interpreting = interpret::Options { arithmetic, max_steps: arguments.max_steps, ..Default::default() };
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
