//! linalg on tensors -> memory -> loops and vectors -> llvm.

mod body;
mod bufferize;
mod columns;
mod contraction;
mod direct;
mod dot;
mod entry;
mod explain_fusion;
mod groups;
mod kernel;
mod loops;
mod lower_kernels;
mod packing;
mod panels;
mod plan;
mod register_tile;
mod rows;
pub(crate) mod schedule;
mod state_loops;
mod transpose;

pub use schedule::{Schedule, Schedules, Split};
use xla_dialect::passes::Pass;

/// The passes of this module.
pub static PASSES: &[Pass] = &[explain_fusion::PASS, bufferize::PASS, lower_kernels::PASS, entry::PASS];
