//! The passes from xla to linalg, one file or folder for each.

mod expand_client_ops;
mod expand_math;
mod fold_constants;
mod hoist_invariants;
mod inline_calls;
mod legalize;
mod resolve_layouts;
mod resolve_sizes;
mod select_apart;
mod select_entry;
mod split_reductions;
mod unroll_loops;
pub mod value_sizes;

use xla_dialect::passes::Pass;

/// The passes, in the order of the pipeline.
pub static PASSES: &[Pass] = &[
    select_entry::PASS,
    resolve_layouts::PASS,
    resolve_sizes::PASS,
    expand_client_ops::PASS,
    inline_calls::PASS,
    fold_constants::PASS,
    unroll_loops::PASS,
    split_reductions::PASS,
    legalize::PASS,
    hoist_invariants::PASS,
    expand_math::PASS,
];
