//! Lowers the ops of a block, and waits for the exchanges among them before their results are used.

use super::overlap::may_begin;
use super::state::{Begun, Lowering};
use xla_dialect::ir::{Block, Builder, OpExt, Value, block_ops};
use xla_dialect::ods::{func, xla};
use xla_dialect::passes::Failed;

/// Lowers the ops of `block` in front of the builder's insertion point; returns the terminator's operands.
pub fn lower_block<'c>(
    lowering: &mut Lowering<'c>,
    block: Block<'c>,
    builder: &Builder<'c>,
) -> Result<Vec<Value<'c>>, Failed> {
    let outside = lowering.begun.len();
    for op in block_ops(block) {
        let at = builder.located(op.loc());
        let is_end = func::Return::of(op).is_some() || xla::Return::of(op).is_some();
        wait_where(lowering, |i, begun| begun.is_used_by(op) || (is_end && i >= outside))?;
        if is_end {
            return Ok(op.ins().iter().flat_map(|value| lowering.get(*value).leaves()).collect());
        }
        lowering.exchange = None;
        (lowering.lower_op)(lowering, op, &at)?;
        if may_begin(op) {
            let begun = lowering.exchange.take().map(|exchange| Begun::new(op, exchange));
            lowering.begun.extend(begun);
        }
    }
    Ok(Vec::new())
}

/// Waits for the exchanges that `condition` selects, by their index and content.
fn wait_where<'c>(lowering: &mut Lowering<'c>, condition: impl Fn(usize, &Begun<'c>) -> bool) -> Result<(), Failed> {
    for (i, begun) in std::mem::take(&mut lowering.begun).into_iter().enumerate() {
        if condition(i, &begun) {
            begun.wait(lowering)?;
        } else {
            lowering.begun.push(begun);
        }
    }
    Ok(())
}
