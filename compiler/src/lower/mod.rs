//! xla -> linalg, scf and arith on tensors.
//!
//! Types become *storage types* here: signless integers and IEEE floats, with PRED, narrow integers and the
//! small floats in `i8`, and f16 and bf16 as bit patterns in `i16`. Bodies of linalg ops decode, compute and encode
//! (xla-scalar says how). Every data movement is a `linalg.generic` with linear index maps, so that all of it fuses.
//!
//! `passes` has one file for each pass, `ops` one for each family of ops that `xla-legalize-to-linalg` lowers, and
//! `rewriter` what these share.

mod ops;
mod passes;
mod rewriter;

pub use passes::PASSES;
pub(crate) use passes::value_sizes;
pub(crate) use rewriter::sizes::{Size, size};
