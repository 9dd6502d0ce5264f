//! xla-run: its command line, and what it does with it.

use crate::engine::{Interpreted, check_memory, engine, given_as};
use crate::processes::{Crew, Engine, Report, Session};
use crate::{autotune, bisect, exit, feeds, report};
use clap::{Parser, ValueEnum};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use xla_compiler::execute::{Array, CallError, CustomCalls, Form, RunError, Target, TensorType};
use xla_compiler::host::checks::Checks;
use xla_compiler::host::random::Random;
use xla_compiler::host::{compare, display, literal, npy};
use xla_compiler::{Argument, Cache, Options, Source, compile};
use xla_mpi::{Job, Order};
use xla_scalar::{Element, Kind};

/// Compiles a program to machine code and runs it.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Examples:
  xla-run add.mlir '[1, 2, 3]' '[0.5, 0.5, 0.5]'      inputs typed in; prints the output
  xla-run add.mlir 3xf32=1 '(1, -2)'                  one number for all elements; a complex number
  xla-run mlp.mlir weights.npz x.npy --output y.npy   NumPy's files in and out
  xla-run mlp.mlir --random 42                        random inputs, the same for the same seed
  xla-run mlp.mlir x.npy --expect y.npy --rtol 1e-6   compares; exit code 1 if an output is off
  xla-run mlp.mlir --random 1 --bench --threads 1     one line of JSON with times in seconds
  xla-run mlp.mlir --random 1 --dump-dir stages       the IR after each pass, LLVM IR, assembly
  xla-run mlp.mlir --random 1 --xla-autotune s.toml   finds schedules that are faster on this machine
  xla-run mlp.mlir --random 1 --xla-schedule s.toml   computes by them
  xla-run mlp.mlir --random 1 --interpret             op by op, by what the documents say: slow, and a reference
  xla-run mlp.mlir --random 1 --interpret=wide        the same in f64 throughout: what the result is without rounding
  xla-run mlp.mlir --random 1 --bisect                finds the first pass after which the result is another
  xla-run t.mlir --buffers '[1, 4, 2, 5, 3, 6]'       arrays with a layout as they lie in memory
  xla-run step.mlir x.npy --replicas 4                four replicas; x.npy is for all, or has one part for each
  xla-run step.mlir x.{}.npy --replicas 2 -o y.{}.npy a file each: x.0.npy and x.1.npy, y.0.npy and y.1.npy
  mpirun -n 4 xla-run --backend mpi step.mlir x.npy   four replicas, each a process of its own, on any machines

Replicas and their partitions run as threads of one process, or each as a process that mpirun started. An input is for
all of them; or it has one dimension more than the program says, in front, with a part for each, replica by replica; or
its name has {} for their numbers. Outputs of several replicas are written with that dimension, or a file each. What is
expected may be either. Under MPI each process reads its inputs, and the first one prints and writes all outputs.

A program that leaves sizes open is compiled for the shapes, and for the integers, of the inputs given.
NumPy has no bf16 and no f8: give and expect bf16 as uint16 bit patterns, smaller floats as uint8.

Exit codes: 0 fine; 1 a check failed or an output is not what was expected; 2 the program, an input or the
command line is not valid; 77 not supported yet; anything else is a bug."
)]
pub struct RunArguments {
    /// The program: StableHLO or xla, text or MLIR bytecode; - reads standard input
    pub(crate) file: PathBuf,

    /// The inputs, in order: .npy, .npz (all its arrays), or values such as 3, [1, 2.5], 2x2xf32=[[1, 2], [3, 4]]
    #[arg(allow_negative_numbers = true)]
    inputs: Vec<String>,

    /// Inputs and outputs that have a layout are their buffers: all elements in the order of memory, padding included
    #[arg(long)]
    pub(crate) buffers: bool,

    /// Inputs that are not given are random: floats in -1..1, integers in 0..10
    #[arg(long, value_name = "SEED")]
    random: Option<u64>,

    /// The function to run [default: main, or the only one]
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,

    /// Writes the outputs instead of printing them: one .npy for each, or one .npz
    #[arg(long, short, num_args = 1.., value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Compares the outputs: one .npy for each, or one .npz
    #[arg(long, num_args = 1.., value_name = "FILE")]
    expect: Vec<PathBuf>,

    /// Relative tolerance of --expect [default: by element type, 1e-5 for f32]
    #[arg(long)]
    rtol: Option<f64>,

    /// Absolute tolerance of --expect [default: by element type, 1e-6 for f32]
    #[arg(long)]
    atol: Option<f64>,

    /// What replicas are: threads of this process, or processes that mpirun started
    #[arg(long, value_enum, default_value_t = Backend::Threads)]
    pub(crate) backend: Backend,

    /// Who decides the order of sums of floats: the program's groups, or MPI where that is faster
    #[arg(long, value_enum, default_value_t = ReduceOrder::Group)]
    reduce_order: ReduceOrder,

    /// Replicas that run the program together [default: what the program says; of MPI: as many as there are processes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    replicas: Option<u32>,

    /// Partitions of each replica [default: what the program says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    partitions: Option<u32>,

    /// How long a replica waits for others, or for its infeed
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(crate) timeout: f64,

    /// What the program's infeed takes, in order: .npy, .npz or values; with {} a file for each replica. A pipe, or - for
    /// standard input, gives .npy values one after the other, which the program takes as they come
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub(crate) infeed: Vec<String>,

    /// Writes what comes out of the outfeed to 0.npy, 1.npy, ... in this folder, of several replicas in folders in it; or,
    /// as it comes, to a pipe, or to standard output for -
    #[arg(long, value_name = "DIR")]
    pub(crate) outfeed: Option<PathBuf>,

    /// Loads a shared library, whose C functions custom calls find by their names; may be repeated
    #[arg(long, value_name = "LIB.so")]
    load: Vec<PathBuf>,

    /// Decides the random numbers that the program draws
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Threads to compute with, in each replica [default: all processors, shared by the replicas]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Runs repeatedly and prints one JSON line: compile_s, the least of some compilations, and first_compile_s, the first one
    /// of the process; of the calls min_s, median_s and their number n; and max_err with --expect
    #[arg(long)]
    pub(crate) bench: bool,

    /// How long --bench runs
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,

    /// What to compile for: host, x86-64, x86-64-v2, x86-64-v3, x86-64-v4
    #[arg(long, default_value = "host")]
    target: String,

    /// Prints the IR after this pass to standard error; may be repeated
    #[arg(long, value_name = "PASS")]
    print_after: Vec<String>,

    /// Prints the IR after every pass to standard error
    #[arg(long)]
    print_after_all: bool,

    /// Writes the IR after each pass, the LLVM IR and the assembly to files in this folder
    #[arg(long, value_name = "DIR")]
    dump_dir: Option<PathBuf>,

    /// Prints where compile time goes to standard error: phases, and the passes that take a hundredth of it
    #[arg(long)]
    xla_timing: bool,

    /// Prints to standard error the bytes that the program takes: inputs, outputs, arena, code
    #[arg(long)]
    xla_memory: bool,

    /// Prints to standard error which ops became one kernel, and why what it reads did not
    #[arg(long)]
    xla_explain_fusion: bool,

    /// Does as XLA:CPU does where it departs from the specification: see docs/accuracy.md
    #[arg(long, conflicts_with = "interpret")]
    xla_cpu_compat: bool,

    /// Computes products of matrices as this file says, TOML of a table for each kernel, instead of by the cost model
    #[arg(long, value_name = "FILE")]
    xla_schedule: Option<PathBuf>,

    /// Tries other schedules on the inputs given, for --seconds each, and keeps in this file those that are faster
    #[arg(long, value_name = "FILE", conflicts_with_all = ["xla_schedule", "bench", "output", "expect"])]
    xla_autotune: Option<PathBuf>,

    /// Refuses a program that takes more memory: inputs, outputs, arena and code; with K, M, G or T for 1024, 1024^2, ...
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) max_memory: Option<u64>,

    /// Gives up compiling after so long: looked at before each pass
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_compile_seconds: Option<f64>,

    /// Interprets the program instead of compiling it: slowly, op by op. Floats are computed as compiled code does; in f64
    /// throughout, which the outputs then are; or each rounded op's result is changed by up to a unit in its last place, at
    /// random by --seed, to show how much of a result is rounding
    #[arg(long, value_enum, value_name = "ARITHMETIC", num_args = 0..=1, require_equals = true,
          default_missing_value = "exact",
          conflicts_with_all = ["bench", "buffers", "xla_autotune", "xla_memory", "cache", "dump_dir"])]
    pub(crate) interpret: Option<Interpreted>,

    /// With --interpret: ends the program after that many operations on elements
    #[arg(long, value_name = "N", requires = "interpret")]
    pub(crate) max_steps: Option<u64>,

    /// Interprets the program as it is, then after each pass of the xla dialect, then runs compiled code without the passes
    /// that it can do without and with one more each time; says which pass changes the result by more than --rtol and
    /// --atol, and how to see what the pass does. Exit code 1 if one does
    #[arg(long, conflicts_with_all = ["interpret", "bench", "buffers", "xla_autotune", "output", "expect"])]
    pub(crate) bisect: bool,

    /// Keeps compiled programs in this folder, and takes them from there
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
}

impl RunArguments {
    /// Whether the program comes from standard input.
    pub(crate) fn reads_program(&self) -> bool {
        self.file.as_os_str() == "-"
    }
}

/// What replicas are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    Threads,
    Mpi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReduceOrder {
    Group,
    Any,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected".to_string())?;
    if (0.0..=1e6).contains(&seconds) { Ok(seconds) } else { Err("between 0 and a million seconds".to_string()) }
}

/// A number of bytes, such as `1000` or `10G`.
fn bytes(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => {
            let power =
                "KMGT".find(unit.to_ascii_uppercase()).ok_or("a number of bytes ends in K, M, G, T or a digit")?;
            (&text[..at], 10 * (power + 1))
        }
        _ => (text, 0),
    };
    let number: u64 = number.parse().map_err(|_| "a number of bytes is expected, such as 1000 or 10G".to_string())?;
    number.checked_mul(1 << shift).ok_or_else(|| "more bytes than can be counted".to_string())
}

/// A line for standard output; nobody may be reading it any more.
macro_rules! say {
    ($($part:tt)*) => {{
        let _ = writeln!(std::io::stdout(), $($part)*);
    }};
}

/// A sentence for standard error, and the exit code.
pub(crate) type Failure = (String, i32);

pub(crate) fn invalid(message: impl ToString) -> Failure {
    (format!("error: {}", message.to_string()), exit::INVALID)
}

/// Does what the command line says; gives the exit code.
pub fn run(arguments: &RunArguments) -> i32 {
    let order = match arguments.reduce_order {
        ReduceOrder::Group => Order::Group,
        ReduceOrder::Any => Order::Any,
    };
    let job = match arguments.backend {
        Backend::Threads => Ok(None),
        Backend::Mpi => Job::join(Duration::from_secs_f64(arguments.timeout), order).map(Some).map_err(invalid),
    };
    let (job, outcome) = match job {
        Ok(job) => (job.clone(), checked_run(arguments, job)),
        Err(failure) => (None, Err(failure)),
    };
    let (failure, code) = match outcome {
        Ok(code) => (None, code),
        Err((message, code)) => {
            if !message.is_empty() {
                // At once: the processes of a job share standard error.
                let line = format!("{message}\n");
                eprint!("{line}");
            }
            (Some(message), code)
        }
    };
    job.map_or(code, |job| job.leave(failure.as_deref(), code))
}

fn checked_run(arguments: &RunArguments, job: Option<Arc<Job>>) -> Result<i32, Failure> {
    let start = Instant::now();
    let source = Source::read(&arguments.file).map_err(|diagnostic| (diagnostic.to_string(), exit::INVALID))?;
    let read = start.elapsed();
    let target: Target = arguments.target.parse().map_err(invalid)?;
    let given = arguments.inputs.iter().map(|text| given(text)).collect::<Result<Vec<_>, _>>()?;
    let given: Vec<Given> = given.into_iter().flatten().collect();
    let cache = arguments.cache.as_deref().map(Cache::new).transpose();
    let cache = cache.map_err(|error| invalid(format!("--cache: {error}")))?;
    // What was found before is where a search begins.
    let known = arguments.xla_autotune.as_deref().filter(|file| file.exists()).or(arguments.xla_schedule.as_deref());
    let schedules = known.map(autotune::read).transpose()?.unwrap_or_default();
    let options = Options {
        entry: arguments.entry.clone(),
        schedules,
        arguments: given.iter().map(Given::argument).collect(),
        target,
        replicas: arguments.replicas,
        partitions: arguments.partitions,
        processes: job.as_ref().and_then(|job| u32::try_from(job.size()).ok()),
        xla_cpu_compat: arguments.xla_cpu_compat,
        print_after: arguments.print_after.clone(),
        print_after_all: arguments.print_after_all,
        dump_dir: arguments.dump_dir.clone(),
        timing: arguments.xla_timing,
        explain_fusion: arguments.xla_explain_fusion,
        max_memory: arguments.max_memory,
        max_compile_time: arguments.max_compile_seconds.map(Duration::from_secs_f64),
        cache,
        ..Options::default()
    };
    let start = Instant::now();
    let engine = engine(arguments, &source, &options).map_err(|error| (String::new(), report(&error, &source)))?;
    let first = read + start.elapsed();
    if let (true, Engine::Compiled(executable)) = (arguments.xla_memory, &engine) {
        eprint!("{}", executable.memory());
    }

    let crew = Crew::new(&engine, arguments.replicas.or(arguments.partitions).is_some(), job)?;
    let count = crew.count;
    if let Engine::Compiled(executable) = &engine {
        check_memory(arguments, executable, crew.own.len())?;
    }
    feeds::check(arguments, count)?;
    let signature = engine.signature();
    if arguments.buffers && count > 1 {
        return Err(invalid("--buffers is for programs that one process runs"));
    }
    let (taken, made) = match arguments.buffers {
        true => (signature.input_buffers(), signature.output_buffers()),
        false => (signature.inputs.clone(), signature.outputs.iter().map(|ty| given_as(arguments, ty)).collect()),
    };
    let taken = taken.iter().zip(&signature.input_forms).enumerate();
    let taken: Vec<_> = taken.map(|(i, (ty, form))| fitted(ty, form, given.get(i).map(Given::argument))).collect();
    let inputs = inputs(arguments, given, &taken, &crew)?;
    // What is expected of all is compared by whoever has all outputs.
    let expected = expected(&arguments.expect, &made, &signature.output_forms, &crew.whole())?;
    check_outputs(&arguments.output, signature.outputs.len())?;

    let mut calls = CustomCalls::new();
    let checks = Checks::register(&mut calls);
    for path in &arguments.load {
        // SAFETY: whoever names a library on the command line wants its code run.
        unsafe { calls.load(path) }.map_err(invalid)?;
    }
    let available = || std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let threads = arguments.threads.map_or_else(|| (available() / count).max(1), usize::from);
    let session = Session { arguments, engine: &engine, threads, calls: &calls, inputs: &inputs, crew: &crew };
    if let Some(file) = &arguments.xla_autotune {
        if count > 1 {
            return Err(invalid("--xla-autotune is for programs that one process runs"));
        }
        autotune::tune(file, &source, &options, &session, Duration::from_secs_f64(arguments.seconds))?;
        return Ok(exit::FINE);
    }
    if arguments.bisect {
        return bisect::bisect(&source, &options, &session);
    }
    let (outputs, fed) = session.run()?;
    let times = match arguments.bench {
        true => Some(session.times(Duration::from_secs_f64(arguments.seconds))?),
        false => None,
    };
    let compiled = if arguments.bench { least_compilation(&source, &options, first) } else { first };
    let Some(Report { outputs, fed, executed, failures }) = crew.report(outputs, fed, &checks)? else {
        return Ok(exit::FINE);
    };
    if let Some(times) = times {
        say!("{}", bench_line([compiled, first], &times, max_error(&outputs, &expected)?));
        return Ok(exit::FINE);
    }

    if !arguments.output.is_empty() {
        write(&arguments.output, &outputs)?;
    } else {
        for (process, outputs) in outputs.iter().enumerate() {
            for (i, output) in outputs.iter().enumerate() {
                say!("{}result {i}: {}", of_process(process, count), display::text(output.view()));
            }
        }
    }
    // What went to a stream is not here any more.
    give_outfeed(arguments.outfeed.as_deref().filter(|path| !feeds::is_stream(&path.to_string_lossy())), &fed)?;
    let mut code = exit::FINE;
    for (process, (outputs, expected)) in outputs.iter().zip(&expected).enumerate() {
        let of = of_process(process, count);
        for (i, (output, expected)) in outputs.iter().zip(expected).enumerate() {
            if output.ty() != expected.ty() {
                eprintln!("error: {of}result {i} is {}, and {} is expected", output.ty(), expected.ty());
                code = exit::CHECK_FAILED;
                continue;
            }
            let (rtol, atol) = tolerances(arguments, output.ty().element);
            match compare::close(output.view(), expected.view(), rtol, atol).map_err(invalid)? {
                None => say!("{of}result {i}: as expected (rtol {rtol:e}, atol {atol:e})"),
                Some(mismatch) => {
                    eprintln!("error: {of}result {i} is not as expected at {mismatch}");
                    code = exit::CHECK_FAILED;
                }
            }
        }
    }
    if engine.checks() {
        say!("checks: {executed}");
        for failure in failures {
            eprintln!("{failure}");
            code = exit::CHECK_FAILED;
        }
    }
    Ok(code)
}

/// What stands before a result of one of several processes.
pub(crate) fn of_process(process: usize, count: usize) -> String {
    if count == 1 { String::new() } else { format!("replica {process}: ") }
}

/// Writes or prints what came out of the outfeed.
fn give_outfeed(folder: Option<&Path>, fed: &[Vec<Array>]) -> Result<(), Failure> {
    for (process, values) in fed.iter().enumerate() {
        let folder = folder.map(|folder| match fed.len() {
            1 => folder.to_path_buf(),
            _ => folder.join(process.to_string()),
        });
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).map_err(|error| invalid(format!("{}: {error}", folder.display())))?;
        }
        for (i, value) in values.iter().enumerate() {
            match &folder {
                Some(folder) => npy::write(&folder.join(format!("{i}.npy")), value.view()).map_err(invalid)?,
                None => say!("{}outfeed {i}: {}", of_process(process, fed.len()), display::text(value.view())),
            }
        }
    }
    Ok(())
}

pub(crate) fn run_failure(error: RunError) -> Failure {
    match &error {
        RunError::Replica { name, error: inner } => {
            let (message, code) = run_failure(RunError::clone(inner));
            // What fails in communicating says which replicas it is about.
            let named = code == exit::UNSUPPORTED || message.contains(name.as_str());
            let message = if named { message } else { message.replacen("error:", &format!("error: {name}:"), 1) };
            (message, code)
        }
        RunError::Process { .. } => (format!("error: {error}"), exit::CHECK_FAILED),
        RunError::Steps { .. } => (error.to_string(), exit::CHECK_FAILED),
        RunError::Unsupported { op, reason, .. } => {
            (format!("{error}\nunsupported: {op}: {reason}"), exit::UNSUPPORTED)
        }
        RunError::Call(failure) => match &failure.error {
            CallError::Unsupported(reason) => {
                (format!("{failure}\nunsupported: custom_call @{}: {reason}", failure.target), exit::UNSUPPORTED)
            }
            CallError::Failed(_) => (failure.to_string(), exit::CHECK_FAILED),
        },
        _ => invalid(error),
    }
}

/// `ty` with the dynamic sizes that the value given has.
fn fitted(ty: &TensorType, form: &Form, given: Option<Argument>) -> TensorType {
    let found = match given {
        Some(Argument::Shape(sizes)) => sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(0)).collect(),
        _ => return ty.clone(),
    };
    let found = TensorType { element: ty.element, shape: found };
    if form.accepts(ty, &found) { found } else { ty.clone() }
}

/// A value for an input, before its type is known.
pub(crate) enum Given {
    /// A file for each process, and what the first one has.
    Each(String, npy::NpyArray),
    File(String, npy::NpyArray),
    Literal(String),
}

impl Given {
    /// What it tells of the program's argument.
    fn argument(&self) -> Argument {
        match self {
            Given::Each(_, array) | Given::File(_, array) => array.argument(),
            Given::Literal(text) => literal::argument(text),
        }
    }
}

/// The values of one argument.
pub(crate) fn given(text: &str) -> Result<Vec<Given>, Failure> {
    if !text.ends_with(".npy") && !text.ends_with(".npz") {
        return Ok(vec![Given::Literal(text.to_string())]);
    }
    let arrays = npy::read(&of_number(text, 0)).map_err(invalid)?;
    let is_each = text.contains("{}");
    Ok(arrays
        .into_iter()
        .map(|array| if is_each { Given::Each(text.to_string(), array) } else { Given::File(text.to_string(), array) })
        .collect())
}

/// The name of the file of process `number`.
pub(crate) fn of_number(name: &str, number: usize) -> PathBuf {
    PathBuf::from(name.replace("{}", &number.to_string()))
}

/// The inputs of the processes that this one is responsible for.
fn inputs(
    arguments: &RunArguments,
    given: Vec<Given>,
    expected: &[TensorType],
    crew: &Crew,
) -> Result<Vec<Vec<Array>>, Failure> {
    if given.len() > expected.len() || (given.len() < expected.len() && arguments.random.is_none()) {
        let types: Vec<_> = expected.iter().map(ToString::to_string).collect();
        return Err(invalid(format!(
            "the program takes {} input{} ({}), and {} {} given",
            expected.len(),
            if expected.len() == 1 { "" } else { "s" },
            types.join(", "),
            given.len(),
            if given.len() == 1 { "is" } else { "are" },
        )));
    }
    let mut random = Random::new(arguments.random.unwrap_or(0));
    let mut given = given.into_iter();
    let mut inputs: Vec<Vec<Array>> = vec![Vec::new(); crew.own.len()];
    for (i, ty) in expected.iter().enumerate() {
        // Drawn for every input, so that giving one does not change the others.
        let values = match given.next() {
            Some(given) => for_each(given, i, ty, crew)?,
            None => vec![random.array(ty).map_err(invalid)?; crew.own.len()],
        };
        inputs.iter_mut().zip(values).for_each(|(inputs, value)| inputs.push(value));
    }
    Ok(inputs)
}

/// Input `i` of those processes: the same for all, parts along a dimension in front, or a file each.
fn for_each(given: Given, i: usize, ty: &TensorType, crew: &Crew) -> Result<Vec<Array>, Failure> {
    let wrong = |name: &str, reason: String| invalid(format!("input {i} is {ty}, but {name}: {reason}"));
    match given {
        Given::File(name, array) => {
            let array = array.into_array(ty.element).and_then(|array| parts(array, ty, crew));
            array.map_err(|reason| wrong(&name, reason))
        }
        Given::Each(name, _) => { crew.own.clone() }
            .map(|number| {
                let name = of_number(&name, number);
                let mut arrays = npy::read(&name).map_err(invalid)?;
                let array = arrays.pop().filter(|_| arrays.is_empty()).ok_or("it holds several arrays".to_string());
                array.and_then(|array| typed(array, ty)).map_err(|reason| wrong(&name.display().to_string(), reason))
            })
            .collect(),
        Given::Literal(text) => match (literal::parse(&text, ty), literal::parse(&text, &stacked(ty, crew.count))) {
            (Ok(array), _) => Ok(vec![array; crew.own.len()]),
            (_, Ok(array)) if crew.count > 1 => parts(array, ty, crew).map_err(|reason| wrong(&text, reason)),
            (Err(reason), _) => Err(wrong(&format!("`{}`", excerpt(&text)), reason.to_string())),
        },
    }
}

/// The type of `count` such values in one.
fn stacked(ty: &TensorType, count: usize) -> TensorType {
    let mut shape = vec![count];
    shape.extend(&ty.shape);
    TensorType::new(ty.element, &shape)
}

/// A value of type `ty` for each of those processes: copies, or parts of a stack with one for every process.
fn parts(array: Array, ty: &TensorType, crew: &Crew) -> Result<Vec<Array>, String> {
    if array.ty() == ty {
        return Ok(vec![array; crew.own.len()]);
    }
    if crew.count == 1 || *array.ty() != stacked(ty, crew.count) {
        return Err(format!("it holds {}", array.ty()));
    }
    let size = array.bytes().len() / crew.count;
    let part = |i: usize| Array::new(ty.clone(), &array.bytes()[i * size..][..size]).map_err(|error| error.to_string());
    crew.own.clone().map(part).collect()
}

pub(crate) fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}

pub(crate) fn typed(array: npy::NpyArray, ty: &TensorType) -> Result<Array, String> {
    let array = array.into_array(ty.element)?;
    if array.ty() == ty { Ok(array) } else { Err(format!("it holds {}", array.ty())) }
}

/// What each process is to give; nothing if no files are given.
fn expected(files: &[PathBuf], types: &[TensorType], forms: &[Form], crew: &Crew) -> Result<Vec<Vec<Array>>, Failure> {
    if files.is_empty() {
        return Ok(Vec::new());
    }
    let mut arrays = Vec::new();
    for file in files {
        arrays.extend(npy::read(file).map_err(invalid)?);
    }
    if arrays.len() != types.len() {
        return Err(invalid(format!("the program has {} outputs, and {} are expected", types.len(), arrays.len())));
    }
    let mut expected: Vec<Vec<Array>> = vec![Vec::new(); crew.count];
    for (i, (array, (ty, form))) in arrays.into_iter().zip(types.iter().zip(forms)).enumerate() {
        let ty = &fitted(ty, form, Some(array.argument()));
        let values = array.into_array(ty.element).and_then(|array| parts(array, ty, crew));
        let values = values.map_err(|reason| invalid(format!("result {i} is {ty}, but what is expected: {reason}")))?;
        expected.iter_mut().zip(values).for_each(|(all, value)| all.push(value));
    }
    Ok(expected)
}

fn is_npz(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "npz")
}

/// Says what is wrong with `--output` before the program runs.
fn check_outputs(files: &[PathBuf], outputs: usize) -> Result<(), Failure> {
    match files {
        [] => Ok(()),
        [file] if is_npz(file) => Ok(()),
        files if files.len() == outputs && !files.iter().any(|file| is_npz(file)) => Ok(()),
        files => Err(invalid(format!(
            "the program has {outputs} outputs: --output takes as many .npy files, or one .npz, and {} are given",
            files.len()
        ))),
    }
}

fn write(files: &[PathBuf], outputs: &[Vec<Array>]) -> Result<(), Failure> {
    let several = outputs.len() > 1;
    for (process, own) in outputs.iter().enumerate() {
        let name = |file: &Path| PathBuf::from(file.to_string_lossy().replace("{}", &process.to_string()));
        let is_each = |file: &&PathBuf| several && file.to_string_lossy().contains("{}");
        // Files that are for all processes are written once, by the first.
        let mine = |file: &&PathBuf| process == 0 || is_each(file);
        let value = |file: &PathBuf, i: usize| {
            if several && !is_each(&file) { stack(outputs, i) } else { Ok(own[i].clone()) }
        };
        if let [file] = files
            && is_npz(file)
        {
            if mine(&file) {
                let values = (0..own.len()).map(|i| value(file, i)).collect::<Result<Vec<_>, _>>()?;
                let named: Vec<_> =
                    values.iter().enumerate().map(|(i, value)| (format!("arr_{i}"), value.view())).collect();
                npy::write_npz(&name(file), &named).map_err(invalid)?;
            }
            continue;
        }
        for (i, file) in files.iter().enumerate().filter(|(_, file)| mine(file)) {
            npy::write(&name(file), value(file, i)?.view()).map_err(invalid)?;
        }
    }
    Ok(())
}

/// Output `i` of all processes, one after the other along a dimension in front.
fn stack(outputs: &[Vec<Array>], i: usize) -> Result<Array, Failure> {
    let bytes: Vec<u8> = outputs.iter().flat_map(|own| own[i].bytes()).copied().collect();
    Array::new(stacked(outputs[0][i].ty(), outputs.len()), &bytes).map_err(invalid)
}

/// Tolerances: a few units in the last place of the element type, for sums of many terms.
pub(crate) fn tolerances(arguments: &RunArguments, element: Element) -> (f64, f64) {
    let (rtol, atol) = default_tolerances(element);
    (arguments.rtol.unwrap_or(rtol), arguments.atol.unwrap_or(atol))
}

/// The tolerances that are not given.
pub(crate) fn default_tolerances(element: Element) -> (f64, f64) {
    match element {
        Element::F64 | Element::C128 => (1e-10, 1e-12),
        Element::F32 | Element::C64 => (1e-5, 1e-6),
        Element::F16 => (1e-2, 1e-3),
        Element::BF16 => (2e-2, 1e-2),
        _ if element.kind() == Kind::Float => (0.2, 0.05),
        _ => (0.0, 0.0),
    }
}

fn max_error(outputs: &[Vec<Array>], expected: &[Vec<Array>]) -> Result<Option<f64>, Failure> {
    let mut worst = None;
    for (output, expected) in outputs.iter().flatten().zip(expected.iter().flatten()) {
        let error = compare::max_error(output.view(), expected.view()).map_err(invalid)?;
        worst = Some(worst.unwrap_or(0f64).max(error));
    }
    Ok(worst)
}

/// The least time that compiling takes: `first`, or again in the same process, where all is loaded and set up.
fn least_compilation(source: &Source, options: &Options, first: Duration) -> Duration {
    const MORE: usize = 3;
    // What a cache keeps would be read, not compiled; and what compiling shows has been shown.
    let quiet = Options {
        print_after: Vec::new(),
        print_after_all: false,
        dump_dir: None,
        timing: false,
        explain_fusion: false,
        cache: None,
        ..options.clone()
    };
    let again = (0..MORE).filter_map(|_| {
        let start = Instant::now();
        compile(source, &quiet).is_ok().then(|| start.elapsed())
    });
    again.fold(first, Duration::min)
}

fn bench_line([compiled, first]: [Duration; 2], times: &[Duration], max_error: Option<f64>) -> String {
    let median = (times[(times.len() - 1) / 2] + times[times.len() / 2]) / 2;
    let max_error = match max_error {
        None => String::new(),
        Some(error) if error.is_infinite() => ", \"max_err\": Infinity".to_string(),
        Some(error) => format!(", \"max_err\": {error:e}"),
    };
    format!(
        "{{\"compile_s\": {:e}, \"first_compile_s\": {:e}, \"min_s\": {:e}, \"median_s\": {:e}, \"n\": {}{max_error}}}",
        compiled.as_secs_f64(),
        first.as_secs_f64(),
        times[0].as_secs_f64(),
        median.as_secs_f64(),
        times.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        RunArguments::command().debug_assert();
        let arguments = ["xla-run", "a.mlir", "-1.5", "x.npy", "--expect", "y.npy", "z.npy", "--bench"];
        let arguments = RunArguments::try_parse_from(arguments).expect("it parses");
        assert_eq!(arguments.inputs, ["-1.5", "x.npy"]);
        assert_eq!(arguments.expect.len(), 2);
        assert!(RunArguments::try_parse_from(["xla-run", "a.mlir", "--threads", "0"]).is_err());
        assert_eq!((bytes("1000"), bytes("10G"), bytes("3k")), (Ok(1000), Ok(10 << 30), Ok(3 << 10)));
        assert!(["", "G", "-1", "1.5G", "99999999T", "1X", "\u{e9}"].iter().all(|text| bytes(text).is_err()));
        assert!(RunArguments::try_parse_from(["xla-run", "a.mlir", "--seconds", "nan"]).is_err());
    }

    #[test]
    fn the_line_of_a_benchmark_is_json() {
        let times = [1, 2, 4, 10].map(Duration::from_millis);
        assert_eq!(
            bench_line([300, 500].map(Duration::from_millis), &times, Some(0.25)),
            "{\"compile_s\": 3e-1, \"first_compile_s\": 5e-1, \"min_s\": 1e-3, \"median_s\": 3e-3, \"n\": 4, \"max_err\": 2.5e-1}"
        );
        assert!(!bench_line([Duration::ZERO; 2], &times, None).contains("max_err"));
    }

    #[test]
    fn outputs_have_a_file_each_or_one_archive() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert!(check_outputs(&files(&[]), 2).is_ok());
        assert!(check_outputs(&files(&["a.npz"]), 2).is_ok());
        assert!(check_outputs(&files(&["a.npy", "b.npy"]), 2).is_ok());
        assert!(check_outputs(&files(&["a.npy"]), 2).is_err());
        assert!(check_outputs(&files(&["a.npy", "b.npz"]), 2).is_err());
    }
}
