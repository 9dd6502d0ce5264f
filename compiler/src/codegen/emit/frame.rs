//! What a kernel function gets, and the addresses of a kernel's operands in it.

use super::ops::add_scaled;
use crate::codegen::analysis::kernel::Kernel;
use crate::machine::MachineModel;
use crate::scf::index;
use xla_dialect::ir::{Block, Builder, Value};

/// What a kernel function gets.
pub struct Frame<'c> {
    /// The buffers, flat, in the order of the kernel's operands; behind them its tables.
    pub buffers: Vec<Value<'c>>,
    /// First iteration of the outermost loop.
    pub begin: Value<'c>,
    /// The iteration after the last one.
    pub end: Value<'c>,
    /// What the trip count is a multiple of.
    pub step: i64,
    /// Whether the trip count is 1.
    pub one_iteration: bool,
    /// The kernel function's first block, where it gets its stack.
    pub entry: Block<'c>,
    /// Which operands are in a buffer on the stack that begins with iteration `begin`.
    pub on_stack: Vec<bool>,
    /// Where operands begin in their buffers, of those whose offset is an argument of the function.
    pub offsets: Vec<Option<Value<'c>>>,
    /// What the body takes from around it: the value outside, and its argument in the kernel.
    pub captured: Vec<(Value<'c>, Value<'c>)>,
    /// The processor.
    pub machine: MachineModel,
}

impl<'c> Frame<'c> {
    /// Where the operands of `kernel` begin in their buffers.
    pub fn offsets(&self, builder: &Builder<'c>, kernel: &Kernel<'c>) -> Vec<Value<'c>> {
        let each = kernel.operands().zip(&self.offsets);
        each.map(|(operand, argument)| argument.unwrap_or_else(|| index(builder, operand.offset))).collect()
    }

    /// The argument of the kernel function that is `value`, which the body takes from around it.
    pub fn captured(&self, value: Value<'c>) -> Option<Value<'c>> {
        self.captured.iter().find(|(outside, _)| *outside == value).map(|(_, inside)| *inside)
    }
}

impl<'c> Kernel<'c> {
    /// The operands' addresses in iteration `i` of loop `d`, and the indices behind them, from those before the loop.
    pub fn advance(&self, builder: &Builder<'c>, base: &[Value<'c>], d: usize, i: Value<'c>) -> Vec<Value<'c>> {
        let operands = self.operands().map(|operand| operand.strides[d]);
        let indices = (0..self.index_count()).map(|loop_| i64::from(loop_ == d));
        operands.chain(indices).zip(base).map(|(stride, base)| add_scaled(builder, *base, i, stride)).collect()
    }
}
