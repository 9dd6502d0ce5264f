//! xla-run: its command line, and what it does with it.

use crate::{exit, report};
use clap::Parser;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xla_compiler::execute::{
    Array, CallError, CustomCalls, Executable, Form, RunError, Runtime, Target, TensorType, View,
};
use xla_compiler::host::checks::Checks;
use xla_compiler::host::random::Random;
use xla_compiler::host::{compare, display, literal, npy};
use xla_compiler::{Argument, Options, Source, compile};
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
  xla-run t.mlir --buffers '[1, 4, 2, 5, 3, 6]'       arrays with a layout as they lie in memory

A program that leaves sizes open is compiled for the shapes, and for the integers, of the inputs given.
NumPy has no bf16 and no f8: give and expect bf16 as uint16 bit patterns, smaller floats as uint8.

Exit codes: 0 fine; 1 a check failed or an output is not what was expected; 2 the program, an input or the
command line is not valid; 77 not supported yet; anything else is a bug."
)]
pub struct RunArguments {
    /// The program: StableHLO or xla, text or MLIR bytecode; - reads standard input
    file: PathBuf,

    /// The inputs, in order: .npy, .npz (all its arrays), or values such as 3, [1, 2.5], 2x2xf32=[[1, 2], [3, 4]]
    #[arg(allow_negative_numbers = true)]
    inputs: Vec<String>,

    /// Inputs and outputs that have a layout are their buffers: all elements in the order of memory, padding included
    #[arg(long)]
    buffers: bool,

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

    /// Loads a shared library, whose C functions custom calls find by their names; may be repeated
    #[arg(long, value_name = "LIB.so")]
    load: Vec<PathBuf>,

    /// Decides the random numbers that the program draws
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,

    /// Threads to compute with [default: all processors]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Runs repeatedly and prints one JSON line: compile_s, min_s, median_s, n, and max_err with --expect
    #[arg(long)]
    bench: bool,

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
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected".to_string())?;
    if (0.0..=1e6).contains(&seconds) { Ok(seconds) } else { Err("between 0 and a million seconds".to_string()) }
}

/// A line for standard output; nobody may be reading it any more.
macro_rules! say {
    ($($part:tt)*) => {{
        let _ = writeln!(std::io::stdout(), $($part)*);
    }};
}

/// A sentence for standard error, and the exit code.
type Failure = (String, i32);

fn invalid(message: impl ToString) -> Failure {
    (format!("error: {}", message.to_string()), exit::INVALID)
}

/// Does what the command line says; gives the exit code.
pub fn run(arguments: &RunArguments) -> i32 {
    match checked_run(arguments) {
        Ok(code) => code,
        Err((message, code)) => {
            if !message.is_empty() {
                eprintln!("{message}");
            }
            code
        }
    }
}

fn checked_run(arguments: &RunArguments) -> Result<i32, Failure> {
    let start = Instant::now();
    let source = Source::read(&arguments.file).map_err(|diagnostic| (diagnostic.to_string(), exit::INVALID))?;
    let target: Target = arguments.target.parse().map_err(invalid)?;
    let given = given(arguments)?;
    let options = Options {
        entry: arguments.entry.clone(),
        arguments: given.iter().map(Given::argument).collect(),
        target,
        print_after: arguments.print_after.clone(),
        print_after_all: arguments.print_after_all,
        dump_dir: arguments.dump_dir.clone(),
        ..Options::default()
    };
    let executable = compile(&source, &options).map_err(|error| (String::new(), report(&error, &source)))?;
    let compiled = start.elapsed();

    let signature = executable.signature();
    let (taken, made) = match arguments.buffers {
        true => (signature.input_buffers(), signature.output_buffers()),
        false => (signature.inputs.clone(), signature.outputs.clone()),
    };
    let taken = taken.iter().zip(&signature.input_forms).enumerate();
    let taken: Vec<_> = taken.map(|(i, (ty, form))| fitted(ty, form, given.get(i).map(Given::argument))).collect();
    let inputs = inputs(arguments, given, &taken)?;
    let views: Vec<View<'_>> = inputs.iter().map(Array::view).collect();
    let expected = expected(&arguments.expect, &made, &signature.output_forms)?;
    check_outputs(&arguments.output, signature.outputs.len())?;

    let mut calls = CustomCalls::new();
    let checks = Checks::register(&mut calls);
    for path in &arguments.load {
        // SAFETY: whoever names a library on the command line wants its code run.
        unsafe { calls.load(path) }.map_err(invalid)?;
    }
    let threads = arguments
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, |threads| threads.get()), usize::from);
    let runtime = Runtime::with_custom_calls(threads, calls).seeded(arguments.seed);
    let run = if arguments.buffers { Executable::run_buffers } else { Executable::run };
    let outputs = run(&executable, &runtime, &views).map_err(run_failure)?;
    if arguments.bench {
        let limit = Duration::from_secs_f64(arguments.seconds);
        let times = times(|| run(&executable, &runtime, &views), limit).map_err(run_failure)?;
        say!("{}", bench_line(compiled, &times, max_error(&outputs, &expected)?));
        return Ok(exit::FINE);
    }

    if !arguments.output.is_empty() {
        write(&arguments.output, &outputs)?;
    } else {
        for (i, output) in outputs.iter().enumerate() {
            say!("result {i}: {}", display::text(output.view()));
        }
    }
    let mut code = exit::FINE;
    for (i, (output, expected)) in outputs.iter().zip(&expected).enumerate() {
        if output.ty() != expected.ty() {
            eprintln!("error: result {i} is {}, and {} is expected", output.ty(), expected.ty());
            code = exit::CHECK_FAILED;
            continue;
        }
        let (rtol, atol) = tolerances(arguments, output.ty().element);
        match compare::close(output.view(), expected.view(), rtol, atol).map_err(invalid)? {
            None => say!("result {i}: as expected (rtol {rtol:e}, atol {atol:e})"),
            Some(mismatch) => {
                eprintln!("error: result {i} is not as expected at {mismatch}");
                code = exit::CHECK_FAILED;
            }
        }
    }
    if executable.program().sites.iter().any(|site| Checks::is_check(&site.target)) {
        say!("checks: {}", checks.executed());
        for failure in checks.failures() {
            eprintln!("{failure}");
            code = exit::CHECK_FAILED;
        }
    }
    Ok(code)
}

fn run_failure(error: RunError) -> Failure {
    match &error {
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
enum Given {
    File(String, npy::NpyArray),
    Literal(String),
}

impl Given {
    /// What it tells of the program's argument.
    fn argument(&self) -> Argument {
        match self {
            Given::File(_, array) => array.argument(),
            Given::Literal(text) => literal::argument(text),
        }
    }
}

fn given(arguments: &RunArguments) -> Result<Vec<Given>, Failure> {
    let mut given = Vec::new();
    for text in &arguments.inputs {
        if !text.ends_with(".npy") && !text.ends_with(".npz") {
            given.push(Given::Literal(text.clone()));
            continue;
        }
        for array in npy::read(Path::new(text)).map_err(invalid)? {
            given.push(Given::File(text.clone(), array));
        }
    }
    Ok(given)
}

fn inputs(arguments: &RunArguments, given: Vec<Given>, expected: &[TensorType]) -> Result<Vec<Array>, Failure> {
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
    let mut inputs = Vec::new();
    for (i, ty) in expected.iter().enumerate() {
        // Drawn for every input, so that giving one does not change the others.
        inputs.push(match given.next() {
            Some(Given::File(name, array)) => {
                typed(array, ty).map_err(|reason| invalid(format!("input {i} is {ty}, but {name}: {reason}")))?
            }
            Some(Given::Literal(text)) => literal::parse(&text, ty)
                .map_err(|reason| invalid(format!("input {i} is {ty}, but `{}`: {reason}", excerpt(&text))))?,
            None => random.array(ty).map_err(invalid)?,
        });
    }
    Ok(inputs)
}

fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    if start.len() < text.len() { format!("{start}…") } else { start }
}

fn typed(array: npy::NpyArray, ty: &TensorType) -> Result<Array, String> {
    let array = array.into_array(ty.element)?;
    if array.ty() == ty { Ok(array) } else { Err(format!("it holds {}", array.ty())) }
}

fn expected(files: &[PathBuf], types: &[TensorType], forms: &[Form]) -> Result<Vec<Array>, Failure> {
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
    arrays
        .into_iter()
        .zip(types.iter().zip(forms))
        .enumerate()
        .map(|(i, (array, (ty, form)))| {
            let ty = &fitted(ty, form, Some(array.argument()));
            typed(array, ty).map_err(|reason| invalid(format!("result {i} is {ty}, but what is expected: {reason}")))
        })
        .collect()
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

fn write(files: &[PathBuf], outputs: &[Array]) -> Result<(), Failure> {
    if let [file] = files
        && is_npz(file)
    {
        let named: Vec<_> = outputs.iter().enumerate().map(|(i, output)| (format!("arr_{i}"), output.view())).collect();
        return npy::write_npz(file, &named).map_err(invalid);
    }
    for (file, output) in files.iter().zip(outputs) {
        npy::write(file, output.view()).map_err(invalid)?;
    }
    Ok(())
}

/// Tolerances: a few units in the last place of the element type, for sums of many terms.
fn tolerances(arguments: &RunArguments, element: Element) -> (f64, f64) {
    let (rtol, atol) = match element {
        Element::F64 | Element::C128 => (1e-10, 1e-12),
        Element::F32 | Element::C64 => (1e-5, 1e-6),
        Element::F16 => (1e-2, 1e-3),
        Element::BF16 => (2e-2, 1e-2),
        _ if element.kind() == Kind::Float => (0.2, 0.05),
        _ => (0.0, 0.0),
    };
    (arguments.rtol.unwrap_or(rtol), arguments.atol.unwrap_or(atol))
}

/// Wall times of single calls, sorted: each makes its outputs, and they are dropped within it.
fn times(mut run: impl FnMut() -> Result<Vec<Array>, RunError>, limit: Duration) -> Result<Vec<Duration>, RunError> {
    let warm_up = Instant::now();
    let mut calls = 0;
    while calls < 2 || (warm_up.elapsed() < limit / 10 && calls < 1000) {
        run()?;
        calls += 1;
    }
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < 3 || start.elapsed() < limit {
        let call = Instant::now();
        drop(run()?);
        times.push(call.elapsed());
    }
    times.sort_unstable();
    Ok(times)
}

fn max_error(outputs: &[Array], expected: &[Array]) -> Result<Option<f64>, Failure> {
    let mut worst = None;
    for (output, expected) in outputs.iter().zip(expected) {
        let error = compare::max_error(output.view(), expected.view()).map_err(invalid)?;
        worst = Some(worst.unwrap_or(0f64).max(error));
    }
    Ok(worst)
}

fn bench_line(compiled: Duration, times: &[Duration], max_error: Option<f64>) -> String {
    let median = (times[(times.len() - 1) / 2] + times[times.len() / 2]) / 2;
    let max_error = match max_error {
        None => String::new(),
        Some(error) if error.is_infinite() => ", \"max_err\": Infinity".to_string(),
        Some(error) => format!(", \"max_err\": {error:e}"),
    };
    format!(
        "{{\"compile_s\": {:e}, \"min_s\": {:e}, \"median_s\": {:e}, \"n\": {}{max_error}}}",
        compiled.as_secs_f64(),
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
        assert!(RunArguments::try_parse_from(["xla-run", "a.mlir", "--seconds", "nan"]).is_err());
    }

    #[test]
    fn the_line_of_a_benchmark_is_json() {
        let times = [1, 2, 4, 10].map(Duration::from_millis);
        assert_eq!(
            bench_line(Duration::from_millis(500), &times, Some(0.25)),
            "{\"compile_s\": 5e-1, \"min_s\": 1e-3, \"median_s\": 3e-3, \"n\": 4, \"max_err\": 2.5e-1}"
        );
        assert!(!bench_line(Duration::ZERO, &times, None).contains("max_err"));
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
