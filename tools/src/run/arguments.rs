//! The command line of xla-run.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

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
    pub(crate) inputs: Vec<String>,

    /// Inputs and outputs that have a layout are their buffers: all elements in the order of memory, padding included
    #[arg(long)]
    pub(crate) buffers: bool,

    /// Inputs that are not given are random: floats in -1..1, integers in 0..10
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
    #[arg(long)]
    pub(crate) rtol: Option<f64>,

    /// Absolute tolerance of --expect [default: by element type, 1e-6 for f32]
    #[arg(long)]
    pub(crate) atol: Option<f64>,

    /// What replicas are: threads of this process, or processes that mpirun started
    #[arg(long, value_enum, default_value_t = Backend::Threads)]
    pub(crate) backend: Backend,

    /// Who decides the order of sums of floats: the program's groups, or MPI where that is faster
    #[arg(long, value_enum, default_value_t = ReduceOrder::Group)]
    pub(crate) reduce_order: ReduceOrder,

    /// Replicas that run the program together [default: what the program says; of MPI: as many as there are processes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) replicas: Option<u32>,

    /// Partitions of each replica [default: what the program says]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) partitions: Option<u32>,

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
    pub(crate) load: Vec<PathBuf>,

    /// Decides the random numbers that the program draws
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Threads to compute with, in each replica [default: all processors, shared by the replicas]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// Runs repeatedly and prints one JSON line: compile_s, the least of some compilations, and first_compile_s, the first one
    /// of the process; of the calls min_s, median_s and their number n; and max_err with --expect
    #[arg(long)]
    pub(crate) bench: bool,

    /// How long --bench runs
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    pub(crate) seconds: f64,

    /// What to compile for: host, x86-64, x86-64-v2, x86-64-v3, x86-64-v4
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

    /// Prints where compile time goes to standard error: phases, and the passes that take a hundredth of it
    #[arg(long)]
    pub(crate) xla_timing: bool,

    /// Prints to standard error the bytes that the program takes: inputs, outputs, arena, code
    #[arg(long)]
    pub(crate) xla_memory: bool,

    /// Prints to standard error which ops became one kernel, and why what it reads did not
    #[arg(long)]
    pub(crate) xla_explain_fusion: bool,

    /// Does as XLA:CPU does where it departs from the specification: see docs/accuracy.md
    #[arg(long, conflicts_with = "interpret")]
    pub(crate) xla_cpu_compat: bool,

    /// Computes products of matrices as this file says, TOML of a table for each kernel, instead of by the cost model
    #[arg(long, value_name = "FILE")]
    pub(crate) xla_schedule: Option<PathBuf>,

    /// Tries other schedules on the inputs given, for --seconds each, and keeps in this file those that are faster
    #[arg(long, value_name = "FILE", conflicts_with_all = ["xla_schedule", "bench", "output", "expect"])]
    pub(crate) xla_autotune: Option<PathBuf>,

    /// Refuses a program that takes more memory: inputs, outputs, arena and code; with K, M, G or T for 1024, 1024^2, ...
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) max_memory: Option<u64>,

    /// Gives up compiling after so long: looked at before each pass
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) max_compile_seconds: Option<f64>,

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
    pub(crate) cache: Option<PathBuf>,
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
pub(crate) enum ReduceOrder {
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

/// What floats are computed in.
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
    }
}
