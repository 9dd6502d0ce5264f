//! The attributes by which the stages of the compiler pass on what they know. Each name is written here once.

use xla_dialect::ir::{Op, OpExt};

/// Drops the attributes of `module` that are not `kept`; those without a dialect's prefix are MLIR's own, and stay. LLVM's
/// translation takes some as they are, whatever they hold.
pub fn retain(module: Op<'_>, kept: impl Fn(&str) -> bool) {
    let is_dropped = |name: &str| name.contains('.') && !kept(name);
    module.attrs().into_iter().filter(|(name, _)| is_dropped(name)).for_each(|(name, _)| module.remove_attr(name));
}

/// On a function of a larger module: it is compiled to the llvm dialect there.
pub const COMPILE: &str = "xla.compile";

/// On the module: bytes of memory that a run takes besides its inputs and outputs. A module that has it is lowered
/// already.
pub const ARENA_BYTES: &str = "xla.arena_bytes";

/// On the module: one dictionary for each custom call, which describes its operands and results to the runtime.
pub const CUSTOM_CALLS: &str = "xla.custom_calls";

/// On the module: the types of the program's inputs, as it states them.
pub const INPUTS: &str = "xla.inputs";

/// On the module: the types of the program's outputs, as it states them.
pub const OUTPUTS: &str = "xla.outputs";

/// On the module: the names of the inputs, where the program has some.
pub const INPUT_NAMES: &str = "xla.input_names";

/// On the module: the names of the outputs, where the program has some.
pub const OUTPUT_NAMES: &str = "xla.output_names";

/// On the function of a program on buffers: how many of its arguments are inputs. The others are outputs.
pub const INPUT_COUNT: &str = "xla.input_count";

/// On the module, or a function of the source: schedules of kernels, as text.
pub const SCHEDULES: &str = "xla.schedules";

/// On a kernel: the least number of rows that are worth a thread. Its last two arguments are the range of rows to compute.
pub const PARALLEL: &str = "xla.parallel";

/// On a parallel kernel: its rows are assigned to threads before it starts.
pub const SHARES: &str = "xla.shares";

/// On an `xla.custom_call`: its index in [`CUSTOM_CALLS`].
pub const SITE: &str = "xla.site";

/// On an elementwise op of the `xla` dialect: its operands have equal sizes, so that none expands at run time.
pub const EQUAL_SIZES: &str = "xla.equal_sizes";

/// On a collective op: its results are not needed before other work is done.
pub const ASYNC: &str = "xla.async";

/// On a call: it waits for the exchange that another call began.
pub const WAITS: &str = "xla.waits";

/// On the module: the number of replicas that run the program. Frameworks set it.
pub const REPLICAS: &str = "mhlo.num_replicas";

/// On the module: the number of partitions of each replica. Frameworks set it.
pub const PARTITIONS: &str = "mhlo.num_partitions";
