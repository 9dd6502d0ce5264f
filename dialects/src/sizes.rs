//! Sizes of results as MLIR asks for them (`ReifyRankedShapedTypeOpInterface`). Who lowers the ops has the rules, and says here
//! how sizes are computed.

use crate::ir::{Block, Op, Value};
use std::sync::OnceLock;

/// How the dynamic sizes of the results of an op are computed from its operands.
pub struct Computation<'c> {
    /// A block whose arguments stand for the operands, and then for the captured values.
    pub block: Block<'c>,
    /// The values that the op's regions use, and that are defined outside of it.
    pub captured: Vec<Value<'c>>,
    /// Ops, without regions and side effects, in the order in which they run.
    pub ops: Vec<Op<'c>>,
    /// The size of each dynamic dimension of the results, in order, as an `index`: what one of the ops gives. None where it
    /// is not known.
    pub sizes: Vec<Option<Value<'c>>>,
}

/// Calls the function with the computation for an op, which exists for as long as the call takes. Does not call it where no
/// size is known.
pub type Compute = for<'c> fn(Op<'c>, &mut dyn FnMut(&Computation<'c>));

static COMPUTE: OnceLock<Compute> = OnceLock::new();

/// States how sizes are computed, once a process: later calls have no effect.
pub fn provide(compute: Compute) {
    let _ = COMPUTE.set(compute);
}

/// As [`Compute`].
pub(crate) fn compute<'c>(op: Op<'c>, give: &mut dyn FnMut(&Computation<'c>)) {
    if let Some(compute) = COMPUTE.get() {
        compute(op, give);
    }
}
