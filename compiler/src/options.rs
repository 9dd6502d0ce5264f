//! How to compile.

use crate::cache::Cache;
use crate::codegen::Schedules;
use crate::execute::Target;
use crate::import::refine::Argument;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use xla_dialect::limits::{Cancel, Limits};

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
    /// Whether nothing is fused across an `optimization_barrier`: each operand is made in an array of its own.
    pub keep_barriers: bool,
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
    pub(crate) fn limits(&self) -> Limits {
        let deadline = self.max_compile_time.and_then(|time| Instant::now().checked_add(time));
        Limits { cancel: self.cancel.clone(), deadline }
    }

    /// Whether compiling is to be seen.
    pub(crate) fn shows(&self) -> bool {
        self.print_after_all || !self.print_after.is_empty() || self.dump_dir.is_some() || self.explain_fusion
    }

    /// The options that the code depends on, as text.
    pub(crate) fn that_decide(&self) -> String {
        // All are named, so that whoever adds one says whether code depends on it.
        let Self {
            entry,
            arguments,
            target,
            schedules,
            pipeline,
            replicas,
            partitions,
            processes,
            xla_cpu_compat,
            keep_barriers,
            print_after: _,
            print_after_all: _,
            dump_dir: _,
            timing: _,
            explain_fusion: _,
            max_memory: _,
            max_compile_time: _,
            cancel: _,
            cache: _,
        } = self;
        format!(
            "{entry:?} {arguments:?} {target:?} {schedules:?} {pipeline:?} {replicas:?} {partitions:?} {processes:?} \
             {xla_cpu_compat} {keep_barriers}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_change_the_code_are_part_of_the_text() {
        // The same processor with another cache: a folder of compiled programs may be shared by several machines.
        let mut elsewhere = Options::default().target;
        elsewhere.machine.l2 *= 2;
        let all = [
            Options::default(),
            Options { target: elsewhere, ..Options::default() },
            Options { entry: Some("f".to_string()), ..Options::default() },
            Options { replicas: Some(2), ..Options::default() },
            Options { xla_cpu_compat: true, ..Options::default() },
            Options { keep_barriers: true, ..Options::default() },
        ];
        let texts: Vec<_> = all.iter().map(Options::that_decide).collect();
        for (i, text) in texts.iter().enumerate() {
            assert!(!texts[..i].contains(text), "{text}");
        }
        assert_eq!(texts[0], Options { timing: true, ..Options::default() }.that_decide());
    }
}
