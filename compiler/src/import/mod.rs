//! Programs of other dialects become programs of `xla`.

pub mod booleans;
pub mod chlo;
pub mod refine;
pub mod stablehlo;

use xla_dialect::passes::Pass;

/// The import passes.
pub static PASSES: &[Pass] = &[refine::PASS, stablehlo::PASS];
