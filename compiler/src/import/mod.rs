//! Programs of other dialects become programs of `xla`.

mod accuracy;
pub mod booleans;
mod calls;
pub mod chlo;
mod collective;
mod einsum;
pub(crate) mod index_select;
pub mod quantized;
pub mod refine;
pub mod stablehlo;
mod types;

use xla_dialect::ir::{Builder, Op, Value};
use xla_dialect::passes::Pass;

/// Builds, in front of an op that is supported, what its results are replaced by.
type Expand = for<'c> fn(Op<'c>, &Builder<'c>) -> Vec<Value<'c>>;

/// The import passes.
pub static PASSES: &[Pass] = &[quantized::PASS, refine::PASS, stablehlo::PASS];
