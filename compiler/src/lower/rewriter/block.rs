//! Lowers the ops of blocks, and waits for the exchanges among them before their results are used.

use super::border;
use super::element_types::ElementTypes;
use super::overlap::may_begin;
use super::state::{Begun, Lowering};
use crate::verified;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Block, Builder, Op, OpExt, Value, block_ops, blocks};
use xla_dialect::ods::{func, xla};
use xla_dialect::ops::dynamic::takes_sizes;
use xla_dialect::passes::Failed;

/// Dialects that are lowered to.
pub const DIALECTS: &[&str] = &["arith", "cf", "complex", "func", "linalg", "math", "scf", "tensor", "xla"];

/// Lowers the ops of `block`, a block of an op of ours or of a function that is rebuilt, before the builder's insertion
/// point. Moves foreign ops there. Returns the terminator's operands.
pub fn lower_block<'c>(
    lowering: &mut Lowering<'c>,
    block: Block<'c>,
    builder: &Builder<'c>,
) -> Result<Vec<Value<'c>>, Failed> {
    let outside = lowering.begun.len();
    for op in block_ops(block) {
        let at = builder.located(op.loc());
        let is_end = func::Return::of(op).is_some() || xla::Return::of(op).is_some();
        wait_where(lowering, &at, |i, begun| begun.is_used_by(op) || (is_end && i >= outside))?;
        if is_end {
            border::enter(lowering, op)?;
            return Ok(op.ins().iter().flat_map(|value| lowering.get(*value).leaves()).collect());
        }
        if is_foreign(lowering, op) {
            lower_inside(lowering, op)?;
            at.take(op);
        } else {
            lower_op(lowering, op, &at)?;
        }
    }
    Ok(Vec::new())
}

/// Lowers the ops of ours inside `op`, which is foreign and stays.
pub fn lower_inside<'c>(lowering: &mut Lowering<'c>, op: Op<'c>) -> Result<(), Failed> {
    if lowering.options.full && !is_legal(op) {
        return Err(unsupported(op, "it has no lowering to linalg, and the option full is set"));
    }
    op.region_list().into_iter().flat_map(blocks).try_for_each(|block| lower_in_place(lowering, block))
}

/// Lowers the ops of ours in `block` in place.
fn lower_in_place<'c>(lowering: &mut Lowering<'c>, block: Block<'c>) -> Result<(), Failed> {
    let outside = lowering.begun.len();
    let ops = block_ops(block);
    for (place, op) in ops.iter().copied().enumerate() {
        let at = verified::before(op);
        let is_end = place + 1 == ops.len();
        wait_where(lowering, &at, |i, begun| begun.is_used_by(op) || (is_end && i >= outside))?;
        if is_foreign(lowering, op) {
            lower_inside(lowering, op)?;
        } else {
            lower_op(lowering, op, &at)?;
            lowering.replaced.push(op);
        }
    }
    Ok(())
}

/// Whether `op` is foreign and stays. A function that is rebuilt on storage types cannot contain such ops.
fn is_foreign<'c>(lowering: &Lowering<'c>, op: Op<'c>) -> bool {
    lowering.options.types == ElementTypes::Natural && xla::Kind::of(op).is_none() && !takes_sizes(op)
}

/// Whether `op` may be left by a full lowering.
fn is_legal(op: Op<'_>) -> bool {
    op.name_str().split_once('.').is_some_and(|(dialect, _)| dialect == "builtin" || DIALECTS.contains(&dialect))
}

/// Lowers an op of ours before the insertion point of `at`.
fn lower_op<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, at: &Builder<'c>) -> Result<(), Failed> {
    border::enter(lowering, op)?;
    lowering.exchange = None;
    (lowering.lower_op)(lowering, op, at)?;
    if may_begin(op) {
        let begun = lowering.exchange.take().map(|exchange| Begun::new(op, exchange, at));
        lowering.begun.extend(begun);
    }
    Ok(())
}

/// Waits for the exchanges that `condition` selects, by their index and content.
fn wait_where<'c>(
    lowering: &mut Lowering<'c>,
    at: &Builder<'c>,
    condition: impl Fn(usize, &Begun<'c>) -> bool,
) -> Result<(), Failed> {
    for (i, begun) in std::mem::take(&mut lowering.begun).into_iter().enumerate() {
        if condition(i, &begun) {
            begun.wait(lowering, at)?;
        } else {
            lowering.begun.push(begun);
        }
    }
    Ok(())
}
