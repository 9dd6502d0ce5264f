//! Programs of other dialects become programs of `xla`.

mod accuracy;
pub mod booleans;
mod calls;
pub mod chlo;
mod collective;
pub mod quantized;
pub mod refine;
pub mod stablehlo;
mod types;

use xla_dialect::passes::Pass;

/// The import passes.
pub static PASSES: &[Pass] = &[quantized::PASS, refine::PASS, stablehlo::PASS];
