//! The command line of xla-run.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// Compiles a program to machine code and runs it.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Examples:
  xla-run add.mlir '[1, 2, 3]' '[0.5, 0.5, 0.5]'      inputs as literals; prints the output
  xla-run add.mlir 3xf32=1 '(1, -2)'                  one number for all elements; a complex number
  xla-run mlp.mlir weights.npz x.npy --output y.npy   reads and writes NumPy files
  xla-run mlp.mlir --random 42                        random inputs, determined by the seed
  xla-run mlp.mlir x.npy --expect y.npy --rtol 1e-6   compares; exit code 1 if an output differs
  xla-run mlp.mlir --random 1 --bench --threads 1     one line of JSON with times in seconds
  xla-run mlp.mlir --random 1 --dump-dir stages       the IR after each pass, LLVM IR, assembly
  xla-run mlp.mlir --random 1 --xla-autotune s.toml   searches for faster schedules on this machine
  xla-run mlp.mlir --random 1 --xla-schedule s.toml   uses these schedules
  xla-run mlp.mlir --random 1 --interpret             interprets op by op, as a reference; slow
  xla-run mlp.mlir --random 1 --interpret=wide        the same in f64: the result without rounding
  xla-run mlp.mlir --random 1 --bisect                finds the first pass that changes the result
  xla-run t.mlir --buffers '[1, 4, 2, 5, 3, 6]'       arrays with a layout, as stored in memory
  xla-run step.mlir x.npy --replicas 4                four replicas; x.npy is the same for all, or has a part for each
  xla-run step.mlir x.{}.npy --replicas 2 -o y.{}.npy one file per replica: x.0.npy and x.1.npy, y.0.npy and y.1.npy
  mpirun -n 4 xla-run --backend mpi step.mlir x.npy   four replicas as processes, on one or more machines

Replicas and their partitions run as threads of one process, or as processes that mpirun starts. An input is the same for
all of them; or it has an additional leading dimension with a part for each, replica by replica; or its file name contains
{}, which stands for the number of the process. Outputs of several replicas are written in one of the two latter forms, and
expected outputs may have either form. With MPI, each process reads its inputs; the first one prints and writes all outputs.

A program with dynamic shapes is compiled for the shapes, and for the values of integers, of the given inputs.
NumPy has no bf16 and no f8: bf16 is read and written as uint16 bit patterns, smaller floats as uint8.

Exit codes: 0 success; 1 a check failed or an output differs from the expected one; 2 the program, an input or the
command line is invalid; 77 the program is not supported; anything else is a bug."
)]
pub struct RunArguments {
    /// The program: StableHLO or xla, as text or MLIR bytecode; - for standard input
    pub(crate) file: PathBuf,

    /// The inputs, in order: .npy, .npz (all its arrays), or values such as 3, [1, 2.5], 2x2xf32=[[1, 2], [3, 4]]
    #[arg(allow_negative_numbers = true)]
    pub(crate) inputs: Vec<String>,

    /// Reads and writes arrays with a layout as buffers: all elements in memory order, including padding
    #[arg(long)]
    pub(crate) buffers: bool,

    /// Generates the inputs that are not given: random floats in -1..1, integers in 0..10
    #[arg(long, value_name = "SEED")]
    pub(crate) random: Option<u64>,

    /// The function to run [default: main, or the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,

    /// Writes the outputs instead of printing them: one .npy for each, or one .npz
    #[arg(long, short, num_args = 1.., value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,

    /// Compares the outputs: one .npy for each, or one .npz
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub(crate) expect: Vec<PathBuf>,

    /// Relative tolerance of --expect [default: by element type, 1e-5 for f32]
    #[arg(long, value_parser = tolerance)]
    pub(crate) rtol: Option<f64>,

    /// Absolute tolerance of --expect [default: by element type, 1e-6 for f32]
    #[arg(long, value_parser = tolerance)]
    pub(crate) atol: Option<f64>,

    /// Runs replicas as threads of this process, or as processes that mpirun starts
    #[arg(long, value_enum, default_value_t = Backend::Threads)]
    pub(crate) backend: Backend,

    /// The order of terms in sums of floats over replicas: the order of the group, or any order that MPI chooses
    #[arg(long, value_enum, default_value_t = ReduceOrder::Group)]
    pub(crate) reduce_order: ReduceOrder,

    /// Number of replicas [default: as the program states; with MPI: the number of processes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) replicas: Option<u32>,

    /// Number of partitions of each replica [default: as the program states]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) partitions: Option<u32>,

    /// How long a replica waits for others, or for its infeed
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(crate) timeout: f64,

    /// Values for infeed, in order: .npy, .npz or literals; with {} one file per replica. A pipe, or - for standard input, is a
    /// stream of .npy values, which the program reads incrementally
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub(crate) infeed: Vec<String>,

    /// Writes the values of outfeed to 0.npy, 1.npy, ... in this folder, with a subfolder per replica; or immediately to a pipe,
    /// or to standard output for -
    #[arg(long, value_name = "DIR")]
    pub(crate) outfeed: Option<PathBuf>,

    /// Loads a shared library whose C functions custom calls can name; may be repeated
    #[arg(long, value_name = "LIB.so")]
    pub(crate) load: Vec<PathBuf>,

    /// Seed of the random numbers that the program draws
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Number of threads of each replica [default: the number of processors, divided by the replicas]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub(crate) threads: Option<u16>,

    /// Runs repeatedly and prints one line of JSON: compile_s, the minimum over several compilations; first_compile_s, the first
    /// compilation of the process; min_s, median_s and the number n of calls; and max_err with --expect
    #[arg(long)]
    pub(crate) bench: bool,

    /// How long --bench runs
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    pub(crate) seconds: f64,

    /// The target processor: host, x86-64, x86-64-v2, x86-64-v3, x86-64-v4; the last one also with what it may have:
    /// x86-64-v4+avx512bf16+avx512vnni+amx-bf16+amx-int8
    #[arg(long, default_value = "host")]
    pub(crate) target: String,

    /// Prints the IR after this pass to standard error; may be repeated
    #[arg(long, value_name = "PASS")]
    pub(crate) print_after: Vec<String>,

    /// Prints the IR after every pass to standard error
    #[arg(long)]
    pub(crate) print_after_all: bool,

    /// Writes the IR after each pass, the LLVM IR and the assembly to files in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dump_dir: Option<PathBuf>,

    /// Prints compile times to standard error: phases, and passes that take 1 % or more
    #[arg(long)]
    pub(crate) xla_timing: bool,

    /// Prints to standard error the bytes that the program needs: inputs, outputs, arena, code
    #[arg(long)]
    pub(crate) xla_memory: bool,

    /// Prints to standard error which ops each kernel contains, why its operands are not part of it, and how it is computed
    #[arg(long)]
    pub(crate) xla_explain_fusion: bool,

    /// Behaves as XLA:CPU where it deviates from the specification: see docs/accuracy.md
    #[arg(long, conflicts_with = "interpret")]
    pub(crate) xla_cpu_compat: bool,

    /// Fuses nothing across an optimization_barrier: each of its operands is made in an array of its own
    #[arg(long)]
    pub(crate) xla_keep_barriers: bool,

    /// Takes the schedules of matrix products from this TOML file, instead of from the cost model
    #[arg(long, value_name = "FILE")]
    pub(crate) xla_schedule: Option<PathBuf>,

    /// Searches for faster schedules on the given inputs, for --seconds each, and writes them to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["xla_schedule", "bench", "output", "expect"])]
    pub(crate) xla_autotune: Option<PathBuf>,

    /// Refuses a program that needs more memory (inputs, outputs, arena and code); K, M, G or T stand for 1024, 1024^2, ...
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) max_memory: Option<u64>,

    /// Limits the compile time; checked before each pass
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) max_compile_seconds: Option<f64>,

    /// Interprets the program op by op instead of compiling it, which is slow. exact: computes floats as compiled code does.
    /// wide: computes in f64, and gives f64 outputs. perturbed: changes each rounded result at random (--seed) by up to one unit
    /// in the last place, to show how much of a result is rounding
    #[arg(long, value_enum, value_name = "ARITHMETIC", num_args = 0..=1, require_equals = true,
          default_missing_value = "exact",
          conflicts_with_all = ["bench", "buffers", "xla_autotune", "xla_memory", "cache", "dump_dir"])]
    pub(crate) interpret: Option<Interpreted>,

    /// With --interpret: ends the program after this number of operations on elements
    #[arg(long, value_name = "N", requires = "interpret")]
    pub(crate) max_steps: Option<u64>,

    /// Finds the first pass that changes the result by more than --rtol and --atol: interprets the program, also after each pass
    /// on the xla dialect, then runs compiled code without the optional passes and adds them one by one. Prints the commands that
    /// show the effect of the pass. Exit code 1 if there is one
    #[arg(long, conflicts_with_all = ["interpret", "bench", "buffers", "xla_autotune", "output", "expect"])]
    pub(crate) bisect: bool,

    /// Keeps compiled programs in this folder and reuses them
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
}

impl RunArguments {
    /// Whether the program comes from standard input.
    pub(crate) fn reads_program(&self) -> bool {
        self.file.as_os_str() == "-"
    }
}

/// How replicas run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    Threads,
    Mpi,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReduceOrder {
    Group,
    Any,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected".to_string())?;
    if (0.0..=1e6).contains(&seconds) { Ok(seconds) } else { Err("between 0 and a million seconds".to_string()) }
}

fn tolerance(text: &str) -> Result<f64, String> {
    let tolerance = text.parse().ok().filter(|tolerance| *tolerance >= 0.0);
    tolerance.ok_or_else(|| "a number that is not negative is expected".to_string())
}

/// A number of bytes, such as `1000` or `10G`.
fn bytes(text: &str) -> Result<u64, String> {
    let (number, shift) = match text.char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => {
            let power = "KMGT"
                .find(unit.to_ascii_uppercase())
                .ok_or("a number of bytes has to end in K, M, G, T or a digit")?;
            (&text[..at], 10 * (power + 1))
        }
        _ => (text, 0),
    };
    let number: u64 = number.parse().map_err(|_| "a number of bytes is expected, such as 1000 or 10G".to_string())?;
    number.checked_mul(1 << shift).ok_or_else(|| "the number of bytes is too large".to_string())
}

/// The precision in which floats are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Interpreted {
    Exact,
    Wide,
    Perturbed,
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
        assert!(["nan", "-1", "x"].iter().all(|text| tolerance(text).is_err()) && tolerance("1e-6") == Ok(1e-6));
    }
}
