//! xla-run: compiles or interprets a program, runs it, and prints, writes or compares what comes out.
//!
//! | file | what it does |
//! |---|---|
//! | `arguments` | the command line |
//! | `values`, `inputs` | values of the command line; the inputs of each process |
//! | `engine` | what runs the program: compiled code or the interpreter |
//! | `processes`, `session` | the processes that run it; runs in those that are here |
//! | `feeds` | infeed and outfeed |
//! | `outputs`, `comparison` | writing outputs; comparing them with the expected ones |
//! | `bench`, `autotune`, `bisect` | other things to do with a program than to run it once |
//! | `failure` | messages and exit codes |

mod arguments;
mod autotune;
mod bench;
mod bisect;
mod comparison;
mod engine;
mod failure;
mod feeds;
mod inputs;
mod outputs;
mod processes;
mod session;
mod values;

pub use arguments::RunArguments;

use crate::{exit, report};
use arguments::{Backend, ReduceOrder};
use bench::{bench_line, least_compilation};
use comparison::{compare_all, expected, max_error};
use engine::{Engine, check_memory, engine, given_as};
use failure::{Failure, invalid};
use inputs::inputs;
use outputs::{check_outputs, give_outfeed, give_outputs, say};
use processes::{Crew, Report};
use session::Session;
use std::sync::Arc;
use std::time::{Duration, Instant};
use values::{Given, fitted, given};
use xla_compiler::execute::{Array, CustomCalls, Target};
use xla_compiler::host::checks::Checks;
use xla_compiler::{Cache, Options, Source, tell};
use xla_mpi::{Job, Order};

/// Runs the command line. Returns the exit code.
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
                tell!("{message}");
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
    let given = arguments.inputs.iter().map(|text| given(text)).collect::<Result<Vec<_>, _>>()?;
    let given: Vec<Given> = given.into_iter().flatten().collect();
    let options = options(arguments, &given, job.as_deref())?;
    let start = Instant::now();
    let engine = engine(arguments, &source, &options).map_err(|error| (String::new(), report(&error, &source)))?;
    let first = read + start.elapsed();
    if let (true, Engine::Compiled(executable)) = (arguments.xla_memory, &engine) {
        tell!("{}", executable.memory().to_string().trim_end());
    }

    let crew = Crew::new(&engine, arguments.replicas.or(arguments.partitions).is_some(), job)?;
    if let Engine::Compiled(executable) = &engine {
        check_memory(arguments, executable, crew.own.len())?;
    }
    feeds::check(arguments, crew.count)?;
    let (inputs, expected) = inputs_and_expected(arguments, given, &engine, &crew)?;
    check_outputs(&arguments.output, engine.signature().outputs.len())?;

    let mut calls = CustomCalls::new();
    let checks = Checks::register(&mut calls);
    for path in &arguments.load {
        // SAFETY: whoever names a library on the command line wants its code run.
        unsafe { calls.load(path) }.map_err(invalid)?;
    }
    let available = || std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let threads = arguments.threads.map_or_else(|| (available() / crew.count).max(1), usize::from);
    let session = Session { arguments, engine: &engine, threads, calls: &calls, inputs: &inputs, crew: &crew };
    if let Some(file) = &arguments.xla_autotune {
        if crew.count > 1 {
            return Err(invalid("--xla-autotune is for programs that one process runs"));
        }
        autotune::tune(file, &source, &options, &session, Duration::from_secs_f64(arguments.seconds))?;
        return Ok(exit::SUCCESS);
    }
    if arguments.bisect {
        return bisect::bisect(&source, &options, &session);
    }
    let (outputs, fed) = session.run()?;
    if arguments.bench {
        let times = session.times(Duration::from_secs_f64(arguments.seconds))?;
        let compiled = least_compilation(&source, &options, first);
        if let Some(report) = crew.report(outputs, fed, &checks)? {
            say!("{}", bench_line([compiled, first], &times, max_error(&report.outputs, &expected)?));
        }
        return Ok(exit::SUCCESS);
    }
    match crew.report(outputs, fed, &checks)? {
        Some(report) => tell(arguments, &report, &expected, engine.checks()),
        None => Ok(exit::SUCCESS),
    }
}

/// The compiler's options on the command line.
fn options(arguments: &RunArguments, given: &[Given], job: Option<&Job>) -> Result<Options, Failure> {
    let target: Target = arguments.target.parse().map_err(invalid)?;
    let cache = arguments.cache.as_deref().map(Cache::new).transpose();
    let cache = cache.map_err(|error| invalid(format!("--cache: {error}")))?;
    if let Some(name) = arguments.print_after.iter().find(|name| !is_pass(name)) {
        return Err(invalid(format!("--print-after: there is no pass {name}")));
    }
    // A search begins with the schedules that were found before.
    let known = arguments.xla_autotune.as_deref().filter(|file| file.exists()).or(arguments.xla_schedule.as_deref());
    let schedules = known.map(autotune::read).transpose()?.unwrap_or_default();
    Ok(Options {
        entry: arguments.entry.clone(),
        schedules,
        arguments: given.iter().map(Given::argument).collect(),
        target,
        replicas: arguments.replicas,
        partitions: arguments.partitions,
        processes: job.and_then(|job| u32::try_from(job.size()).ok()),
        xla_cpu_compat: arguments.xla_cpu_compat,
        keep_barriers: arguments.xla_keep_barriers,
        print_after: arguments.print_after.clone(),
        print_after_all: arguments.print_after_all,
        dump_dir: arguments.dump_dir.clone(),
        timing: arguments.xla_timing,
        explain_fusion: arguments.xla_explain_fusion,
        max_memory: arguments.max_memory,
        max_compile_time: arguments.max_compile_seconds.map(Duration::from_secs_f64),
        cache,
        ..Options::default()
    })
}

fn is_pass(name: &str) -> bool {
    xla_compiler::register_all_passes();
    xla_dialect::passes::is_registered(name.trim_start_matches('-'))
}

/// Arrays of each of several processes.
type Arrays = Vec<Vec<Array>>;

/// The inputs of the processes that are here, and the outputs that are expected of all processes.
fn inputs_and_expected(
    arguments: &RunArguments,
    given: Vec<Given>,
    engine: &Engine,
    crew: &Crew,
) -> Result<(Arrays, Arrays), Failure> {
    if arguments.buffers && crew.count > 1 {
        return Err(invalid("--buffers is for programs that one process runs"));
    }
    let signature = engine.signature();
    let (taken, made) = match arguments.buffers {
        true => (signature.input_buffers(), signature.output_buffers()),
        false => (signature.inputs.clone(), signature.outputs.iter().map(|ty| given_as(arguments, ty)).collect()),
    };
    let taken = taken.iter().zip(&signature.input_forms).enumerate();
    let taken: Vec<_> = taken.map(|(i, (ty, form))| fitted(ty, form, given.get(i).map(Given::argument))).collect();
    let inputs = inputs(arguments, given, &taken, crew)?;
    // Whoever has all outputs compares those of all processes.
    let expected = expected(&arguments.expect, &made, &signature.output_forms, &crew.whole())?;
    Ok((inputs, expected))
}

/// Writes or prints the outputs of all processes, and compares them with the expected ones. Returns the exit code.
fn tell(arguments: &RunArguments, report: &Report, expected: &[Vec<Array>], checks: bool) -> Result<i32, Failure> {
    give_outputs(&arguments.output, &report.outputs)?;
    // Values for a stream have been written already.
    let folder = arguments.outfeed.as_deref().filter(|path| !feeds::is_stream(&path.to_string_lossy()));
    give_outfeed(folder, &report.fed)?;
    let mut is_fine = compare_all(arguments, &report.outputs, expected)?;
    if checks {
        say!("checks: {}", report.executed);
        report.failures.iter().for_each(|failure| tell!("{failure}"));
        is_fine &= report.failures.is_empty();
    }
    Ok(if is_fine { exit::SUCCESS } else { exit::CHECK_FAILED })
}
