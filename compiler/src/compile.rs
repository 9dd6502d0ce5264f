//! From a program's text to an executable, in one call.

use crate::attributes::{ARENA_BYTES, PARTITIONS, REPLICAS, SCHEDULES};
use crate::cache::{Cache, Entry};
use crate::check;
use crate::codegen::schedule::Schedules;
use crate::diagnostics::{self, Collector, Diagnostic, Position};
use crate::execute::{
    CodeError, CodeKind, Executable, LlvmModule, Machine, Memory, Program, RunError, Target, objects,
};
use crate::import::refine::Argument;
use crate::isolate::{self, Lost, isolated};
use crate::pipeline;
use crate::source::{self, Source};
use crate::timing::Timing;
use mlir_sys::{MlirContext, MlirModule, MlirOperation, MlirStringRef};
use std::ffi::c_void;
use std::fmt;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant};
use xla_dialect::ir::{Context, Op, OpExt, block_ops, i64_attribute, parse_attribute, string_value};
use xla_dialect::limits::{self, Cancel, Limits, Stopped};

/// Stack for compiling: MLIR and LLVM recurse over what is nested.
const STACK: usize = 256 << 20;

/// Threads that generate code at most: what cannot be divided takes longer than an eighth.
const MOST_THREADS: usize = 8;

/// How to compile.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The function to compile; if none is named, `main`, or the only function there is.
    pub entry: Option<String>,
    /// What is known of the entry's arguments, which a program that leaves their sizes open is made for.
    pub arguments: Vec<Argument>,
    /// What to compile for.
    pub target: Target,
    /// How kernels are to be computed, where the program does not say so itself and the cost model is not to decide.
    pub schedules: Schedules,
    /// The passes that lower the program, in the syntax of `--pass-pipeline`; if none are given, the whole way.
    pub pipeline: Option<String>,
    /// Number of replicas that run the program; if it is not given, what the program states.
    pub replicas: Option<u32>,
    /// Number of partitions of each replica; if it is not given, what the program states.
    pub partitions: Option<u32>,
    /// Number of processes that there are: replicas, where neither the program nor these options state any.
    pub processes: Option<u32>,
    /// Passes after which the IR is printed to standard error, by their flags.
    pub print_after: Vec<String>,
    /// Whether to print it after every pass.
    pub print_after_all: bool,
    /// Whether to do as XLA:CPU does where it departs from the specification: it drops the whole window of a scatter that
    /// is partly outside, and leaves padding out of a reduce_window whose initial value is not neutral.
    pub xla_cpu_compat: bool,
    /// A folder that gets the IR after each pass, the LLVM IR and the assembly.
    pub dump_dir: Option<PathBuf>,
    /// Whether to print to standard error where the time went.
    pub timing: bool,
    /// Whether to print to standard error which ops are one kernel, and why not more.
    pub explain_fusion: bool,
    /// Bytes that a run may take; what would take more is not compiled to code.
    pub max_memory: Option<u64>,
    /// How long compiling may take. It is looked at before each pass, so that one pass may take longer.
    pub max_compile_time: Option<Duration>,
    /// Cancels compiling, from another thread.
    pub cancel: Option<Cancel>,
    /// Where compiled programs are kept. Nothing is read from it if the way down is to be shown.
    pub cache: Option<Cache>,
}

impl Options {
    /// The limits of a compilation that begins now.
    fn limits(&self) -> Limits {
        let deadline = self.max_compile_time.and_then(|time| Instant::now().checked_add(time));
        Limits { cancel: self.cancel.clone(), deadline }
    }

    fn check_memory(&self, memory: &Memory) -> Result<(), CompileError> {
        self.max_memory.map_or(Ok(()), |most| memory.within(most).map_err(CompileError::Memory))
    }

    /// Whether compiling is to be seen.
    fn shows(&self) -> bool {
        self.print_after_all || !self.print_after.is_empty() || self.dump_dir.is_some() || self.explain_fusion
    }
}

/// Why there is no executable.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The program is not valid.
    #[error("{}", Lines(.0))]
    Invalid(Vec<Diagnostic>),
    /// The program is valid, and the compiler cannot compile it yet.
    #[error("{}", Lines(.0))]
    Unsupported(Vec<Diagnostic>),
    /// The compiler is at fault, in the pass that is named.
    #[error("{}\ninternal error in {pass}, please report", Lines(.diagnostics))]
    Internal {
        /// What failed.
        pass: String,
        /// What it said.
        diagnostics: Vec<Diagnostic>,
    },
    /// A run would take more memory than [`Options::max_memory`].
    #[error(transparent)]
    Memory(RunError),
    /// Compiling was cancelled, or takes longer than [`Options::max_compile_time`].
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// No code can be made.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// A file of the dump cannot be written.
    #[error("cannot write {}: {error}", .path.display())]
    Dump {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
}

impl CompileError {
    /// What was reported.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Invalid(diagnostics) | Self::Unsupported(diagnostics) | Self::Internal { diagnostics, .. } => {
                diagnostics
            }
            Self::Code(_) | Self::Dump { .. } | Self::Memory(_) | Self::Stopped(_) => &[],
        }
    }

    fn invalid(position: Option<Position>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![Diagnostic::error(position, message)])
    }
}

struct Lines<'a>(&'a [Diagnostic]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.0.iter().enumerate() {
            write!(f, "{}{diagnostic}", if i > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

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
        let place = options.cache.as_ref().map(|cache| (cache, cache.place(source, options)));
        let kept = place.as_ref().filter(|_| !options.shows()).and_then(|(cache, place)| cache.get(place));
        if let Some(executable) = kept.and_then(|entry| loaded(&entry, options)) {
            options.check_memory(&executable.memory())?;
            return Ok(executable);
        }
        let machine = Machine::new(&options.target)?;
        lowered(source, options, |module, trace| {
            let program = Program::of(module)?;
            // The code's size is not known yet.
            options.check_memory(&program.memory(0))?;
            let mut llvm = LlvmModule::translate(module, &machine)?;
            trace.timing.phase("to LLVM IR");
            trace.text("llvm", "ll", || llvm.to_string())?;
            let objects = if trace.folder.is_some() {
                llvm.optimize(&machine)?;
                trace.text("optimized", "ll", || llvm.to_string())?;
                trace.write("code", "s", &llvm.emit(&machine, CodeKind::Assembly)?)?;
                vec![llvm.emit(&machine, CodeKind::Object)?]
            } else {
                let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
                objects(llvm, &machine, threads.min(MOST_THREADS))?
            };
            trace.timing.phase("optimize and generate code");
            check_stopped()?;
            let executable = Executable::from_objects(program, &objects)?;
            trace.timing.phase("load");
            options.check_memory(&executable.memory())?;
            if let Some((cache, place)) = &place {
                // Without a place to keep it, the program is as good.
                let _ = cache.put(place, &Entry { description: description(module), objects });
                trace.timing.phase("keep in the cache");
            }
            if options.timing {
                eprint!("{}", trace.timing);
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
    let program = parsed(&source, |module, _, _| Ok(Program::of(module)?)).ok()?;
    timing.phase("read from the cache");
    let executable = Executable::from_objects(program, &entry.objects).ok()?;
    timing.phase("load");
    if options.timing {
        eprint!("{timing}");
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
        parsed(source, |module, raw, collector| {
            register_all_passes();
            run_passes(raw, passes, Verify::Each, collector, &Options::default(), &mut Trace::new(None))?;
            f(module)
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
        parsed(source, |module, raw, collector| {
            set_grid(module, options);
            register_lowering_passes();
            let trace = &mut Trace::new(None);
            import(module, raw, collector, options, trace)?;
            run_passes(raw, further, Verify::Each, collector, options, trace)?;
            f(module)
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

/// The kernels of a lowered module that schedules are for, and what they got.
pub fn schedules(module: Op<'_>) -> Schedules {
    let functions = module.body(0).map(block_ops).unwrap_or_default();
    let stated = functions.into_iter().filter_map(|function| Schedules::of(function).ok());
    Schedules(stated.flat_map(|schedules| schedules.0).collect())
}

/// The MLIR bytecode of `module`.
pub fn bytecode(module: Op<'_>) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    // SAFETY: the module is alive, and the list outlives the call.
    unsafe { mlir_sys::mlirOperationWriteBytecode(module.to_raw(), Some(append), std::ptr::from_mut(&mut out).cast()) };
    out
}

/// Registers every pass of MLIR's and ours, once a process.
pub fn register_all_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        crate::register_passes();
        // SAFETY: the registry of passes is the process's, and guarded.
        unsafe { xla_register_upstream_passes() };
    });
}

/// Registers the passes of the whole way down, once a process: all that there are take longer than most of them run.
fn register_lowering_passes() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        crate::register_passes();
        // SAFETY: as above.
        unsafe { xla_register_lowering_passes() };
    });
}

fn check_stopped() -> Result<(), Stopped> {
    limits::stopped().map_or(Ok(()), Err)
}

fn on_large_stack<R: Send>(
    limits: &Limits,
    f: impl FnOnce() -> Result<R, CompileError> + Send,
) -> Result<R, CompileError> {
    let failed = || CompileError::Internal { pass: "the compiler".to_string(), diagnostics: Vec::new() };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("xla-compile".to_string()).stack_size(STACK);
        match thread.spawn_scoped(scope, || limits.scope(f)) {
            Ok(thread) => thread.join().unwrap_or_else(|_| Err(failed())),
            Err(_) => Err(CompileError::invalid(None, "there is no memory for the compiler's stack")),
        }
    })
}

/// A module that MLIR made for us.
struct Owned(MlirModule);

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the module is ours and not used again.
        unsafe { mlir_sys::mlirModuleDestroy(self.0) }
    }
}

/// Parses text or bytecode; null after a diagnostic.
///
/// # Safety
/// The context outlives the module, which is the caller's.
pub(crate) unsafe fn parse_module(context: MlirContext, text: &[u8], name: &[u8]) -> MlirModule {
    // SAFETY: the texts outlive the call.
    unsafe { xla_parse_module(context, bytes(text), bytes(name)) }
}

/// Refuses bytecode that MLIR's reader must not see in this process.
///
/// # Errors
/// If it is not text, and the reader does not come back from it.
pub fn check_bytecode(source: &Source) -> Result<(), Diagnostic> {
    if !source.is_bytecode() {
        return Ok(());
    }
    let context = xla_dialect::context();
    // The tools that ask may allow what is not registered.
    context.set_allow_unregistered_dialects(true);
    let collector = Collector::new(&context);
    let read = read_isolated(source, &context, &collector);
    read.map(drop).map_err(|mut diagnostics| diagnostics.swap_remove(0))
}

/// Reads bytecode in a process of its own, on a sixteenth of the stack that compiling has: what nests too deep for the
/// recursion of later passes does not come back. Gives the module as text, of which nothing is left out.
///
/// # Errors
/// If it is not valid: at least one.
fn read_isolated(source: &Source, context: &Context, collector: &Collector<'_>) -> Result<Vec<u8>, Vec<Diagnostic>> {
    // Reading takes a multiple of the file's size; half a megabyte takes less than a second.
    let length = source.bytes.len() as u64;
    let limits = isolate::Limits { memory: (1 << 30) + 16 * length, seconds: 2 + (length >> 19) };
    // No thread but this one uses the context.
    context.enable_multi_threading(false);
    let (raw, list) = (Shared(context.to_raw()), collector.list());
    let read = move || {
        // SAFETY: the context and the texts outlive the call, and the module is ours.
        unsafe {
            let module = parse_module(raw.get(), &source.bytes, source.name.as_bytes());
            if module.ptr.is_null() {
                return diagnostics::encode(&diagnostics::taken(list));
            }
            let module = Owned(module);
            let flags = mlir_sys::mlirOpPrintingFlagsCreate();
            mlir_sys::mlirOpPrintingFlagsEnableDebugInfo(flags, true, false);
            mlir_sys::mlirOpPrintingFlagsPrintGenericOpForm(flags);
            mlir_sys::mlirOpPrintingFlagsAssumeVerified(flags);
            let mut text = b"\n".to_vec();
            let op = mlir_sys::mlirModuleGetOperation(module.0);
            mlir_sys::mlirOperationPrintWithFlags(op, flags, Some(append), (&raw mut text).cast());
            mlir_sys::mlirOpPrintingFlagsDestroy(flags);
            text
        }
    };
    let outcome = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("xla-read".to_string()).stack_size(STACK / 16);
        let thread = thread.spawn_scoped(scope, move || isolated(limits, read)).map_err(Lost::Fork)?;
        thread.join().unwrap_or(Err(Lost::Ended))
    });
    let failed = |reason: &dyn fmt::Display| {
        vec![Diagnostic::error(None, format!("{} is not valid MLIR bytecode ({reason})", source.name))]
    };
    let text = outcome.map_err(|lost| failed(&lost))?;
    if text.starts_with(b"\n") {
        // The text is as deep as it is, and MLIR's parser of text sees it.
        return source::check(&source.name, &text).map(|()| text).map_err(|diagnostic| vec![diagnostic]);
    }
    let diagnostics = diagnostics::decode(&text);
    Err(if diagnostics.is_empty() { failed(&"it holds no module") } else { diagnostics })
}

/// A context that another thread uses while this one waits for it.
#[derive(Clone, Copy)]
struct Shared(MlirContext);

// SAFETY: one thread at a time uses the context.
unsafe impl Send for Shared {}

impl Shared {
    fn get(&self) -> MlirContext {
        self.0
    }
}

/// Appends a piece of text to a list of bytes.
unsafe extern "C" fn append(text: MlirStringRef, list: *mut c_void) {
    // SAFETY: `list` is the caller's, and the text lives for the call.
    unsafe {
        let bytes = if text.length == 0 { &[] } else { std::slice::from_raw_parts(text.data.cast(), text.length) };
        (*list.cast::<Vec<u8>>()).extend_from_slice(bytes);
    }
}

fn parsed<R>(
    source: &Source,
    f: impl FnOnce(Op<'_>, MlirModule, &Collector<'_>) -> Result<R, CompileError>,
) -> Result<R, CompileError> {
    source.check().map_err(|diagnostic| CompileError::Invalid(vec![diagnostic]))?;
    let context = xla_dialect::context();
    // One program's functions are few, and the passes' order of reporting stays the same.
    context.enable_multi_threading(false);
    let collector = Collector::new(&context);
    let text = match source.is_bytecode() {
        true => read_isolated(source, &context, &collector).map_err(CompileError::Invalid)?,
        false => Vec::new(),
    };
    let text = if source.is_bytecode() { &text } else { &source.bytes };
    // SAFETY: the texts outlive the call, and the module belongs to the context.
    let module = Owned(unsafe { parse_module(context.to_raw(), text, source.name.as_bytes()) });
    if module.0.ptr.is_null() {
        let mut diagnostics = collector.take();
        if diagnostics.is_empty() {
            diagnostics.push(Diagnostic::error(None, format!("{} is not a module", source.name)));
        }
        return Err(CompileError::Invalid(diagnostics));
    }
    collector.take();
    // SAFETY: the module lives to the end of this function.
    let op: Op<'_> = unsafe { Op::from_raw(mlir_sys::mlirModuleGetOperation(module.0)) };
    f(op, module.0, &collector)
}

fn lowered<R>(
    source: &Source,
    options: &Options,
    f: impl FnOnce(Op<'_>, &mut Trace) -> Result<R, CompileError>,
) -> Result<R, CompileError> {
    let mut trace = Trace::new(options.dump_dir.as_deref());
    parsed(source, |module, raw, collector| {
        trace.timing.phase("parse");
        set_grid(module, options);
        if let Err(reason) = Schedules::of(module) {
            return Err(CompileError::invalid(Position::of(module.loc()), reason));
        }
        if !options.schedules.0.is_empty() && module.attr(SCHEDULES).is_none() {
            let text = options.schedules.to_attribute();
            module.set_attr(SCHEDULES, parse_attribute(module.ctx(), &text));
        }
        trace.text("input", "mlir", || module.to_string())?;
        match &options.pipeline {
            Some(passes) => {
                register_all_passes();
                run_passes(raw, passes, Verify::Each, collector, options, &mut trace)?;
            }
            None if module.attr(ARENA_BYTES).is_some() => (),
            None => {
                register_lowering_passes();
                let entry = import(module, raw, collector, options, &mut trace)?;
                let mut lowering =
                    pipeline::lowering(entry, &options.target.instruction_sets(), options.xla_cpu_compat);
                if options.explain_fusion {
                    let explained = format!("xla-explain-fusion,{}", pipeline::AFTER_FUSION);
                    lowering = lowering.replacen(pipeline::AFTER_FUSION, &explained, 1);
                }
                // The program is valid by now: a fault from here on is a pass's, and a dump shows which one's.
                let verify = if options.shows() { Verify::Each } else { Verify::Last };
                run_passes(raw, &lowering, verify, collector, options, &mut trace)?;
            }
        }
        f(module, &mut trace).map_err(|error| match error {
            CompileError::Code(CodeError::Translate) => {
                CompileError::Internal { pass: "the translation to LLVM IR".to_string(), diagnostics: collector.take() }
            }
            other => other,
        })
    })
}

/// States the grid of processes on the module, where the options do.
fn set_grid(module: Op<'_>, options: &Options) {
    let (replicas, partitions) = (REPLICAS, PARTITIONS);
    let is_stated =
        options.partitions.is_some() || [replicas, partitions].iter().any(|name| module.attr(name).is_some());
    let given = options.replicas.or(options.processes.filter(|_| !is_stated));
    for (name, count) in [(replicas, given), (partitions, options.partitions)] {
        if let Some(count) = count {
            module.set_attr(name, i64_attribute(module.ctx(), count.into()));
        }
    }
}

/// Runs the passes from an input dialect to xla, and gives the function that is the program.
fn import<'c>(
    module: Op<'c>,
    raw: MlirModule,
    collector: &Collector<'_>,
    options: &Options,
    trace: &mut Trace,
) -> Result<&'c str, CompileError> {
    let arguments: Vec<String> = options.arguments.iter().map(ToString::to_string).collect();
    let entry = select_entry(module, options.entry.as_deref())?;
    let importing = format!("symbol-dce,{}", pipeline::importing(entry, &arguments.join(",")));
    run_passes(raw, &importing, Verify::Each, collector, options, trace)?;
    Ok(entry)
}

/// The function to compile. It becomes the only public one, so that what it does not call is dropped before it is
/// lowered.
fn select_entry<'c>(module: Op<'c>, entry: Option<&str>) -> Result<&'c str, CompileError> {
    let functions: Vec<(Op<'c>, &'c str)> = module
        .body(0)
        .map(block_ops)
        .unwrap_or_default()
        .into_iter()
        .filter(|op| op.name_str() == "func.func" && op.body(0).is_some())
        .filter_map(|op| Some((op, string_value(op.attr("sym_name")?)?)))
        .collect();
    let named = |name: &str| functions.iter().position(|(_, function)| *function == name);
    let is_private = |op: &Op<'_>| op.attr("sym_visibility").is_some();
    let chosen = match entry {
        Some(name) => named(name),
        None => named("main").or_else(|| {
            let public: Vec<_> = (0..functions.len()).filter(|&i| !is_private(&functions[i].0)).collect();
            (public.len() == 1).then(|| public[0])
        }),
    };
    let Some(chosen) = chosen else {
        let names: Vec<_> = functions.iter().map(|(_, name)| format!("@{name}")).collect();
        let others = if names.is_empty() { String::new() } else { format!(", only {}", names.join(", ")) };
        let message = format!("there is no function @{} here{others}", entry.unwrap_or("main"));
        return Err(CompileError::invalid(Position::of(module.loc()), message));
    };
    let context = module.ctx();
    for (i, (op, _)) in functions.iter().enumerate() {
        if i == chosen {
            op.remove_attr("sym_visibility");
        } else {
            op.set_attr("sym_visibility", melior::ir::attribute::StringAttribute::new(context, "private").into());
        }
    }
    let name = functions[chosen].1;
    // The name becomes an option of a pass, whose syntax has no quotes.
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "_.$-".contains(c)) {
        let message = format!("@\"{name}\" cannot be an entry: rename the function");
        return Err(CompileError::invalid(Position::of(functions[chosen].0.loc()), message));
    }
    Ok(name)
}

/// What is told of each pass.
struct Watcher<'a> {
    options: &'a Options,
    trace: &'a mut Trace,
    failed: Option<String>,
    error: Option<CompileError>,
}

unsafe extern "C" fn after_pass(pass: MlirStringRef, op: MlirOperation, failed: bool, user_data: *mut c_void) {
    // SAFETY: `user_data` is the watcher that `run_passes` lends for its call; without multithreading there is one
    // call at a time. The op is the one the pass ran on.
    let (watcher, pass, op) = unsafe {
        let pass = melior::StringRef::from_raw(pass).as_str().unwrap_or_default();
        (&mut *user_data.cast::<Watcher<'_>>(), pass, Op::from_raw(op))
    };
    let _ = catch_unwind(AssertUnwindSafe(|| watcher.after(pass, op, failed)));
}

impl Watcher<'_> {
    fn after(&mut self, pass: &str, op: Op<'_>, failed: bool) {
        self.trace.timing.pass(pass);
        if failed {
            self.failed.get_or_insert_with(|| pass.to_string());
            return;
        }
        let options = self.options;
        if self.error.is_none()
            && let Some(violation) = check::after_pass(pass, op)
        {
            let diagnostic = Diagnostic::error(Position::of(violation.location), violation.message);
            self.error = Some(CompileError::Internal { pass: pass.to_string(), diagnostics: vec![diagnostic] });
        }
        if options.print_after_all || options.print_after.iter().any(|name| name.trim_start_matches('-') == pass) {
            eprintln!("// IR after {pass}\n{op}");
        }
        if self.error.is_none() {
            let mut module = op;
            while let Some(parent) = module.parent_op() {
                module = parent;
            }
            self.error = self.trace.text(pass, "mlir", || module.to_string()).err();
        }
    }
}

/// Passes that a program can fail because it is not valid; those after them only see what is.
const CHECKING_PASSES: [&str; 5] = [
    "stablehlo-refine-shapes",
    "stablehlo-legalize-quantized",
    "stablehlo-legalize-to-xla",
    "xla-select-entry",
    "xla-resolve-dynamic-sizes",
];

/// After which passes the module is verified.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verify {
    Each,
    Last,
}

fn run_passes(
    module: MlirModule,
    passes: &str,
    verify: Verify,
    collector: &Collector<'_>,
    options: &Options,
    trace: &mut Trace,
) -> Result<(), CompileError> {
    if passes.is_empty() {
        return Ok(());
    }
    // The pass manager is the module's already.
    let passes = passes.strip_prefix("builtin.module(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(passes);
    if !crate::register_passes() {
        let message = "a pass that has the name of one of xla-mlir's is in this process: nothing can be compiled";
        return Err(CompileError::invalid(None, message));
    }
    let mut watcher = Watcher { options, trace, failed: None, error: None };
    // SAFETY: module, text and watcher outlive the call.
    let done = unsafe {
        let watcher = std::ptr::from_mut(&mut watcher).cast();
        xla_run_passes(module, bytes(passes.as_bytes()), verify == Verify::Each, after_pass, watcher)
    };
    if let Some(error) = watcher.error {
        return Err(error);
    }
    let diagnostics = collector.take();
    check_stopped()?;
    if done {
        if options.explain_fusion {
            diagnostics.iter().for_each(|remark| eprintln!("{remark}"));
        }
        return Ok(());
    }
    if diagnostics.iter().any(|diagnostic| diagnostic.unsupported().is_some()) {
        return Err(CompileError::Unsupported(diagnostics));
    }
    match watcher.failed {
        Some(pass) if CHECKING_PASSES.contains(&pass.as_str()) => Err(CompileError::Invalid(diagnostics)),
        Some(pass) => Err(CompileError::Internal { pass, diagnostics }),
        None => Err(CompileError::Internal { pass: "the pipeline".to_string(), diagnostics }),
    }
}

/// What is kept of the stages: how long they took, and the files of a dump, numbered in their order.
struct Trace {
    timing: Timing,
    folder: Option<PathBuf>,
    next: usize,
}

impl Trace {
    fn new(folder: Option<&Path>) -> Self {
        Self { timing: Timing::start(), folder: folder.map(Path::to_path_buf), next: 0 }
    }

    fn text(&mut self, stage: &str, extension: &str, text: impl FnOnce() -> String) -> Result<(), CompileError> {
        if self.folder.is_none() {
            return Ok(());
        }
        self.write(stage, extension, text().as_bytes())
    }

    fn write(&mut self, stage: &str, extension: &str, bytes: &[u8]) -> Result<(), CompileError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let path = folder.join(format!("{:02}-{stage}.{extension}", self.next));
        self.next += 1;
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, bytes))
            .map_err(|error| CompileError::Dump { path, error })
    }
}

fn bytes(text: &[u8]) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

unsafe extern "C" {
    fn xla_register_lowering_passes();
    fn xla_register_upstream_passes();
    fn xla_parse_module(context: MlirContext, text: MlirStringRef, name: MlirStringRef) -> MlirModule;
    fn xla_run_passes(
        module: MlirModule,
        pipeline: MlirStringRef,
        verify_each: bool,
        after: unsafe extern "C" fn(MlirStringRef, MlirOperation, bool, *mut c_void),
        user_data: *mut c_void,
    ) -> bool;
}
