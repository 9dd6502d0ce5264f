//! Random modules that mix our ops with foreign ones, lowered to linalg: the foreign ops must be left as they are, the
//! result must be valid, and where upstream's passes can run all of it, it must give the right numbers.

mod module;
mod value;

use clap::Parser;
use module::{Module, module};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use value::{Data, Element, Type};

/// Lowers random modules of our ops and foreign ones, and checks what becomes of both.
#[derive(Parser)]
#[command(name = "mixed-modules")]
struct Arguments {
    /// The first seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many modules
    #[arg(long, default_value_t = 1000)]
    modules: u64,
    /// Number of threads
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, |n| n.get()))]
    jobs: usize,
    /// The folder of mlir-opt and mlir-runner
    #[arg(long, default_value = "/usr/lib/llvm-22/bin")]
    llvm: PathBuf,
    /// Prints the module of the first seed
    #[arg(long)]
    show: bool,
}

/// Lowers our ops, and nothing else.
const LOWERING: &str =
    "--pass-pipeline=builtin.module(stablehlo-legalize-to-xla,xla-expand-client-ops,xla-legalize-to-linalg)";

/// Upstream's half of the way. Its analysis takes a loop that yields a constant for memory that may be written to, so that
/// everything is copied before.
const UPSTREAM: &[&str] = &[
    "--convert-elementwise-to-linalg",
    "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map \
     allow-return-allocs-from-loops copy-before-write",
    "--buffer-deallocation-pipeline",
    "--convert-bufferization-to-memref",
    "--convert-linalg-to-loops",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
];

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.show {
        print!("{}", module(arguments.seed).text);
        return ExitCode::SUCCESS;
    }
    let next = std::sync::atomic::AtomicU64::new(0);
    let counts: Vec<[u64; 3]> = std::thread::scope(|scope| {
        let work = || {
            let mut counts = [0; 3];
            loop {
                let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                if i >= arguments.modules {
                    return counts;
                }
                let seed = arguments.seed + i;
                match check(&module(seed), &arguments) {
                    Ok(ran) => counts[usize::from(ran)] += 1,
                    Err(reason) => {
                        counts[2] += 1;
                        eprintln!("mixed-modules --seed {seed} --modules 1: {reason}");
                    }
                }
            }
        };
        let threads: Vec<_> = (0..arguments.jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a check does not panic")).collect()
    });
    let [lowered, ran, failed] = counts.iter().fold([0; 3], |sums, each| [0, 1, 2].map(|i| sums[i] + each[i]));
    println!("{} modules: {ran} lowered and run, {lowered} lowered, {failed} failed", lowered + ran + failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether a module was run, or what is wrong.
fn check(module: &Module, arguments: &Arguments) -> Result<bool, String> {
    let xla_opt = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("xla-opt");
    let generic = ["--allow-unregistered-dialect", "--mlir-print-op-generic"];
    let before = piped(Command::new(&xla_opt).args(generic), &module.text)?;
    let after = piped(Command::new(&xla_opt).args(generic).arg(LOWERING), &module.text)?;
    if let Some(left) = after.lines().find(|line| line.contains("\"xla.") || line.contains("\"stablehlo.")) {
        return Err(format!("an op of ours is left: {left}"));
    }
    let (before, marked_after) = (marked(&before), marked(&after));
    if before != marked_after {
        let different = before.iter().zip(&marked_after).find(|(a, b)| a != b);
        return Err(format!("foreign ops changed: {different:?}"));
    }
    let mlir_opt = || Command::new(arguments.llvm.join("mlir-opt"));
    piped(mlir_opt().arg("--allow-unregistered-dialect"), &after)?;
    let Some(expected) = &module.expected else { return Ok(false) };
    let program = with_caller(&piped(&mut mlir_opt(), &after)?, expected);
    let llvm = piped(mlir_opt().args(UPSTREAM), &program)?;
    let library = |name| arguments.llvm.join(format!("../lib/lib{name}.so")).display().to_string();
    let libraries = format!("--shared-libs={},{}", library("mlir_runner_utils"), library("mlir_c_runner_utils"));
    let mut runner = Command::new(arguments.llvm.join("mlir-runner"));
    let printed = piped(runner.args(["-e", "run", "--entry-point-result=void", &libraries]), &llvm)?;
    compare(&printed, expected).map(|()| true)
}

/// What `command` prints when it is given `input`.
fn piped(command: &mut Command, input: &str) -> Result<String, String> {
    let error = |error: std::io::Error| error.to_string();
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().map_err(error)?;
    let (mut stdin, input) = (child.stdin.take().expect("it is piped"), input.to_string());
    // A program that stops reading says why itself.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().map_err(error)?;
    let _ = writer.join();
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// The lines of the ops that are marked, in order, without the names of values.
fn marked(text: &str) -> Vec<String> {
    text.lines().filter(|line| line.contains("test.mark")).map(|line| nameless(line.trim())).collect()
}

fn nameless(line: &str) -> String {
    let mut out = String::new();
    let mut in_name = false;
    for c in line.chars() {
        in_name = c == '%' || in_name && (c.is_alphanumeric() || "_#:".contains(c));
        if !in_name || c == '%' {
            out.push(c);
        }
    }
    out
}

/// `module` with a function that calls `@main` and prints the bits of its results.
fn with_caller(module: &str, expected: &[(Type, Data)]) -> String {
    let types: Vec<String> = expected.iter().map(|(ty, _)| ty.text()).collect();
    let mut caller = "func.func private @printMemrefI32(memref<*xi32>)\nfunc.func @run() {\n".to_string();
    caller += &format!("  %r:{} = func.call @main() : () -> ({})\n", types.len(), types.join(", "));
    for (i, (ty, _)) in expected.iter().enumerate() {
        let bits = Type { element: Element::I32, ..ty.clone() };
        let (from, to) = (ty.text(), bits.text());
        let value = match ty.element {
            Element::F32 => {
                caller += &format!("  %b{i} = arith.bitcast %r#{i} : {from} to {to}\n");
                format!("%b{i}")
            }
            _ => format!("%r#{i}"),
        };
        let memory = to.replace("tensor", "memref");
        caller += &format!("  %m{i} = bufferization.to_buffer {value} : {to} to {memory}\n");
        caller += &format!("  %u{i} = memref.cast %m{i} : {memory} to memref<*xi32>\n");
        caller += &format!("  func.call @printMemrefI32(%u{i}) : (memref<*xi32>) -> ()\n");
    }
    caller += "  return\n}\n";
    let end = module.rfind('}').unwrap_or(module.len());
    format!("{}{caller}{}", &module[..end], &module[end..])
}

fn compare(printed: &str, expected: &[(Type, Data)]) -> Result<(), String> {
    let arrays: Vec<&str> = printed.split("data =").skip(1).collect();
    if arrays.len() != expected.len() {
        return Err(format!("{} results are printed", arrays.len()));
    }
    for (i, (text, (ty, data))) in arrays.into_iter().zip(expected).enumerate() {
        let text = text.split("Unranked").next().unwrap_or_default();
        let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|word| !word.is_empty());
        let found: Vec<i32> = numbers.filter_map(|word| word.parse().ok()).collect();
        let same = |(bits, x): (&i32, &f64)| match ty.element {
            Element::F32 if x.is_nan() => f32::from_bits(*bits as u32).is_nan(),
            Element::F32 => *bits as u32 == (*x as f32).to_bits(),
            _ => *bits == *x as i32,
        };
        if found.len() != data.len() || !found.iter().zip(data).all(same) {
            return Err(format!("result {i} of type {} is {found:?}, not {data:?}", ty.text()));
        }
    }
    Ok(())
}
