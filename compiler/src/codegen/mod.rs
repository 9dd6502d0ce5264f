//! linalg on tensors -> memory -> loops and vectors -> llvm.

mod body;
pub(crate) mod bufferize;
mod columns;
mod contraction;
mod copies;
mod direct;
mod dot;
mod entry;
mod explain_fusion;
pub(crate) mod groups;
pub(crate) mod kernel;
mod loops;
mod lower_kernels;
mod packing;
mod panels;
pub(crate) mod plan;
mod register_tile;
mod rows;
pub(crate) mod schedule;
mod state_loops;
mod transpose;

pub use schedule::{Schedule, Schedules, Split};
use xla_dialect::passes::Pass;

/// The passes of this module.
pub static PASSES: &[Pass] = &[explain_fusion::PASS, bufferize::PASS, lower_kernels::PASS, entry::PASS];
