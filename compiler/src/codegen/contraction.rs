//! Products summed over a dimension: packed panels and a register tile.

use super::kernel::Kernel;
use super::lower_kernels::Frame;
use xla_dialect::ir::Builder;
use xla_dialect::passes::Failed;

/// A contraction that the register-tiled code can compute.
pub struct Contraction;

/// The contraction that `kernel` is, if it is one.
pub fn recognise(_kernel: &Kernel<'_>) -> Option<Contraction> {
    None
}

impl Contraction {
    /// Number of turns that may run on different threads.
    pub fn parallel_extent(&self) -> i64 {
        1
    }

    /// Emits the code.
    pub fn emit<'c>(&self, _builder: &Builder<'c>, _frame: &Frame<'c>) -> Result<(), Failed> {
        Ok(())
    }
}
