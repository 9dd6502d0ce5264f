//! Programs of other dialects become programs of `xla`.

use xla_dialect::passes::Pass;

/// The import passes.
pub static PASSES: &[Pass] = &[];
