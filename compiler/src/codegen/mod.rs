//! Code generation: linalg on tensors becomes memory, then loops and vectors, then a function that LLVM compiles.
//!
//! ```text
//! memory      tensors get their memory
//! analysis    recognition: what kernels are, as plain data
//! schedule    the cost model: how kernels are computed
//! emit        kernels become loops and vectors
//! ```

mod analysis;
mod emit;
mod explain_fusion;
mod finalize_entry;
mod lower_kernels;
mod memory;
mod schedule;

pub(crate) use finalize_entry::{CUSTOM_CALL, PARALLEL_FOR, hand_to_threads, tell_buffers_apart};
pub(crate) use schedule::contraction::LEAST_ROWS;
pub use schedule::overrides::{Schedule, Schedules, Split};
use xla_dialect::passes::Pass;

/// The passes of this module.
pub static PASSES: &[Pass] =
    &[explain_fusion::PASS, memory::bufferize::PASS, lower_kernels::PASS, finalize_entry::PASS];
