//! From a program's text to an executable, in one call.

mod bytecode;
mod contexts;
mod error;
mod evaluate;
mod pipelines;
mod read;
mod run;
mod stack;
mod timing;
mod trace;

pub use bytecode::{bytecode, check_bytecode};
pub(crate) use contexts::note_literals;
pub use error::CompileError;
pub(crate) use evaluate::evaluate;
pub use run::register_all_passes;
pub(crate) use run::run_nested;
pub use timing::Timing;

use crate::attributes::{self, ARENA_BYTES, SCHEDULES};
use crate::cache::Entry;
use crate::codegen::Schedules;
use crate::diagnostics::{Diagnostic, Position};
use crate::entry;
use crate::execute::{CodeError, CodeKind, Executable, LlvmModule, Machine, Memory, Program, objects};
use crate::grid;
use crate::import::refine::contradiction;
use crate::options::Options;
use crate::pipeline;
use crate::source::Source;
use read::{Parsed, parsed};
use run::{Verify, register_lowering_passes, run_passes};
use stack::on_large_stack;
use std::sync::LazyLock;
use trace::Trace;
use xla_dialect::ir::{Op, OpExt, block_ops};
use xla_dialect::limits::{self, Limits};

/// Threads that generate code at most: what cannot be divided takes longer than an eighth. To ask how many processors there are
/// takes several files of the operating system.
static THREADS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, |available| available.get().min(8)));

/// Compiles a program of StableHLO, xla, or any of MLIR's dialects that lower to what our pipeline takes; or one
/// that has been lowered already.
///
/// ```no_run
/// use xla_compiler::execute::Runtime;
/// use xla_compiler::{Options, Source, compile};
///
/// let source = Source::read("add.mlir".as_ref()).map_err(|error| error.to_string())?;
/// let executable = compile(&source, &Options::default()).map_err(|error| error.to_string())?;
/// println!("{:?}", executable.signature());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// If the program is not valid or not supported.
pub fn compile(source: &Source, options: &Options) -> Result<Executable, CompileError> {
    on_large_stack(&options.limits(), || {
        options.target.check_runs_here()?;
        let path = options.cache.as_ref().map(|cache| (cache, cache.path(source, &options.that_decide())));
        let kept = path.as_ref().filter(|_| !options.shows()).and_then(|(cache, path)| cache.get(path));
        if let Some(executable) = kept.and_then(|entry| loaded(&entry, options)) {
            check_memory(options, &executable.memory())?;
            return Ok(executable);
        }
        let machine = Machine::new(&options.target)?;
        lowered(source, options, |module, trace| {
            let program = Program::of(module)?;
            // The code's size is not known yet.
            check_memory(options, &program.memory(0))?;
            let mut llvm = LlvmModule::translate(module, &machine)?;
            trace.timing.phase("to LLVM IR");
            trace.text("llvm", "ll", || llvm.to_string())?;
            let objects = if trace.folder.is_some() {
                llvm.optimize(&machine)?;
                trace.text("optimized", "ll", || llvm.to_string())?;
                trace.write("code", "s", &llvm.emit(&machine, CodeKind::Assembly)?)?;
                vec![llvm.emit(&machine, CodeKind::Object)?]
            } else {
                objects(llvm, &machine, *THREADS)?
            };
            trace.timing.phase("optimize and generate code");
            limits::stopped().map_or(Ok(()), Err)?;
            let executable = Executable::from_objects(program, &objects)?;
            trace.timing.phase("load");
            check_memory(options, &executable.memory())?;
            if let Some((cache, path)) = &path {
                // A program that cannot be kept is as good.
                let _ = cache.put(path, &Entry { description: description(module), objects });
                trace.timing.phase("keep in the cache");
            }
            if options.timing {
                crate::tell!("{}", trace.timing.to_string().trim_end());
            }
            Ok(executable)
        })
    })
}

/// The attributes of a lowered module, as those of one without content.
fn description(module: Op<'_>) -> String {
    let empty = melior::ir::Module::new(module.loc());
    // SAFETY: the op belongs to the module, which lives to the end of this function.
    let op: Op<'_> = unsafe { Op::from_raw(melior::ir::operation::OperationLike::to_raw(&empty.as_operation())) };
    for (name, value) in module.attrs() {
        op.set_attr(name, value);
    }
    op.to_string()
}

/// The program of an entry of the cache, unless it is not what it was taken for.
fn loaded(entry: &Entry, options: &Options) -> Option<Executable> {
    let mut timing = Timing::start();
    let source = Source::new("the cache", entry.description.as_bytes());
    let program = parsed(&source, |parsed| Ok(Program::of(parsed.module)?)).ok()?;
    timing.phase("read from the cache");
    let executable = Executable::from_objects(program, &entry.objects).ok()?;
    timing.phase("load");
    if options.timing {
        crate::tell!("{}", timing.to_string().trim_end());
    }
    Some(executable)
}

/// Runs `f` on a module that was parsed from `source`, verified, and on which `passes` ran.
///
/// # Errors
/// If the program is not valid or not supported.
pub fn with_module<R: Send>(
    source: &Source,
    passes: &str,
    f: impl FnOnce(Op<'_>) -> Result<R, CompileError> + Send,
) -> Result<R, CompileError> {
    on_large_stack(&Limits::current(), || {
        parsed(source, |parsed| {
            register_all_passes();
            run_passes(parsed, passes, Verify::Each, &Options::default(), &mut Trace::new(None))?;
            f(parsed.module)
        })
    })
}

/// Runs `f` on the program as it is imported, in the xla dialect, with its entry selected, after `further` passes.
///
/// # Errors
/// If the program is not valid or not supported.
pub fn with_imported<R: Send>(
    source: &Source,
    options: &Options,
    further: &str,
    f: impl FnOnce(Op<'_>) -> Result<R, CompileError> + Send,
) -> Result<R, CompileError> {
    on_large_stack(&options.limits(), || {
        parsed(source, |parsed| {
            grid::state(parsed.module, options.replicas, options.partitions, options.processes);
            register_lowering_passes();
            let trace = &mut Trace::new(None);
            import(parsed, options, trace)?;
            run_passes(parsed, further, Verify::Each, options, trace)?;
            f(parsed.module)
        })
    })
}

/// Runs `f` on the lowered program, to which LLVM IR can be made.
///
/// # Errors
/// If the program is not valid or not supported.
pub fn with_lowered<R: Send>(
    source: &Source,
    options: &Options,
    f: impl FnOnce(Op<'_>) -> Result<R, CompileError> + Send,
) -> Result<R, CompileError> {
    on_large_stack(&options.limits(), || lowered(source, options, |module, _| f(module)))
}

fn lowered<R>(
    source: &Source,
    options: &Options,
    f: impl FnOnce(Op<'_>, &mut Trace) -> Result<R, CompileError>,
) -> Result<R, CompileError> {
    let mut trace = Trace::new(options.dump_dir.as_deref());
    parsed(source, |parsed| {
        let module = parsed.module;
        trace.timing.phase("parse");
        grid::state(module, options.replicas, options.partitions, options.processes);
        if let Err(reason) = Schedules::of(module) {
            return Err(CompileError::invalid(Position::of(module.loc()), reason));
        }
        if !options.schedules.0.is_empty() && module.attr(SCHEDULES).is_none() {
            module.set_attr(SCHEDULES, options.schedules.to_attribute(module.ctx()));
        }
        trace.text("input", "mlir", || module.to_string())?;
        // What says that it is lowered already is what its author says.
        let is_given = options.pipeline.is_none() && module.attr(ARENA_BYTES).is_some();
        match &options.pipeline {
            Some(passes) => {
                register_all_passes();
                run_passes(parsed, passes, Verify::Each, options, &mut trace)?;
            }
            None if is_given => {
                attributes::retain(module, |name| name.starts_with("xla.") || name.starts_with("mhlo."))
            }
            None => {
                register_lowering_passes();
                let entry = import(parsed, options, &mut trace)?;
                let lowering = pipeline::lowering(entry, options).to_string();
                // The program is valid by now: a fault from here on is a pass's, and a dump shows which one's.
                let verify = if options.shows() { Verify::Each } else { Verify::Last };
                run_passes(parsed, &lowering, verify, options, &mut trace)?;
            }
        }
        f(module, &mut trace).map_err(|error| match error {
            CompileError::Code(error @ (CodeError::Program(_) | CodeError::Translate | CodeError::Llvm(_)))
                if is_given =>
            {
                let mut diagnostics = parsed.collector.take();
                let message = format!("the module has `{ARENA_BYTES}`, so that it is taken as lowered; {error}");
                diagnostics.push(Diagnostic::error(Position::of(module.loc()), message));
                CompileError::Invalid(diagnostics)
            }
            CompileError::Code(CodeError::Translate) => CompileError::Internal {
                pass: "the translation to LLVM IR".to_string(),
                diagnostics: parsed.collector.take(),
            },
            other => other,
        })
    })
}

/// Runs the passes from an input dialect to xla, and gives the function that is the program.
fn import<'c>(parsed: &Parsed<'c>, options: &Options, trace: &mut Trace) -> Result<&'c str, CompileError> {
    let entry = entry::select(parsed.module, options.entry.as_deref())
        .map_err(|(location, message)| CompileError::invalid(Position::of(location), message))?;
    if let Some(message) = contradiction(entry, &options.arguments) {
        return Err(CompileError::invalid(Position::of(entry.loc()), message));
    }
    let entry = entry::name(entry);
    run_passes(parsed, &pipeline::importing(entry, options).to_string(), Verify::Each, options, trace)?;
    Ok(entry)
}

/// The kernels of a lowered module that schedules are for, and what they got.
pub fn schedules(module: Op<'_>) -> Schedules {
    let functions = module.body(0).map(block_ops).unwrap_or_default();
    let stated = functions.into_iter().filter_map(|function| Schedules::of(function).ok());
    Schedules(stated.flat_map(|schedules| schedules.0).collect())
}

fn check_memory(options: &Options, memory: &Memory) -> Result<(), CompileError> {
    options.max_memory.map_or(Ok(()), |most| memory.within(most).map_err(CompileError::Memory))
}
