//! xla -> linalg, scf and arith on tensors.
//!
//! Types become *storage types* here: signless integers and IEEE floats, with PRED, narrow integers and the
//! small floats in `i8`, and f16 and bf16 as bit patterns in `i16`. Bodies of linalg ops decode, compute and encode
//! (xla-scalar says how). Every data movement is a `linalg.generic` with linear index maps, so that all of it fuses.

mod avx512;
mod batch_norm;
pub mod collective;
mod contraction;
mod control;
mod convolution;
mod elementwise;
pub mod emit;
mod expand_client_ops;
mod expand_map;
mod expand_math;
mod indexing;
mod inline_calls;
mod legalize;
mod library;
pub mod movement;
pub mod overlap;
mod random;
mod random_bits;
mod reduction;
mod resolve_layouts;
mod resolve_sizes;
mod scan;
mod select_and_scatter;
mod select_entry;
mod sizes;
mod sort;
mod sort_key;
mod split_reductions;
mod unroll_loops;
mod window;

use xla_dialect::passes::Pass;

/// The passes of this module.
pub static PASSES: &[Pass] = &[
    select_entry::PASS,
    resolve_layouts::PASS,
    resolve_sizes::PASS,
    expand_client_ops::PASS,
    inline_calls::PASS,
    unroll_loops::PASS,
    split_reductions::PASS,
    legalize::PASS,
    expand_math::PASS,
];
