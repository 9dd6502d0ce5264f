//! Loops in the one form that memory is planned for: all of the state goes through every part.
//!
//! ```mlir
//! %r = scf.while (%i = %a, %x = %b) { … scf.condition(%p) %x } do { ^bb0(%y): … scf.yield %j, %z }
//! // becomes
//! %q, %r = scf.while (%i = %a, %x = %b) { … scf.condition(%p) %i, %x } do { ^bb0(%k, %y): … scf.yield %j, %z }
//! ```
//! Canonicalization drops results that nobody uses, and passes what does not change around the loop.

use crate::verified;
use melior::ir::{RegionLike, TypeLike, ValueLike};
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Block, Op, OpExt, Type, Value, block_args, block_argument_owner, replace_uses};
use xla_dialect::ods::scf;
use xla_dialect::passes::Failed;

/// Brings each loop in `function` into that form.
pub fn normalize<'c>(function: Op<'c>) -> Result<(), Failed> {
    let loops: Vec<_> = function.walk_ops().into_iter().filter(|op| scf::While::of(*op).is_some()).collect();
    // Inner ones last in the list: an outer one that is rebuilt keeps the ops in its regions.
    loops.into_iter().try_for_each(normalize_loop)
}

fn normalize_loop<'c>(op: Op<'c>) -> Result<(), Failed> {
    let (before, after) = (verified::body(op, 0), verified::body(op, 1));
    let (condition, builder) = (verified::end(before), verified::before(op));
    let state = block_args(before);
    let forwarded = condition.ins()[1..].to_vec();
    if forwarded == state {
        return Ok(());
    }
    let types: Vec<Type<'c>> = state.iter().map(ValueLike::r#type).collect();
    let in_after: Vec<Value<'c>> = types.iter().map(|ty| add_argument(after, *ty, op)).collect();
    let old_arguments = block_args(after)[..forwarded.len()].to_vec();
    scf::condition(&verified::before(condition), condition.input(0), &state);
    condition.erase();

    let regions = [0, 1].map(|i| {
        let region = melior::ir::Region::new();
        // SAFETY: both regions are alive; the blocks move, and their handles stay valid.
        unsafe { mlir_sys::mlirRegionTakeBody(region.to_raw(), op.region_list()[i].to_raw()) };
        region
    });
    let [before, after_region] = regions;
    let rebuilt = scf::while_(&builder, &op.ins(), before, after_region, &types);
    for (k, value) in forwarded.iter().enumerate() {
        let (inside, outside) = match state.iter().position(|argument| argument == value) {
            Some(i) => (in_after[i], rebuilt.output(i)),
            // A value from around the loop is the same in it and after it.
            None if !is_inside(*value, rebuilt) => (*value, *value),
            None => return Err(unsupported(rebuilt, "the condition hands the body a value that it computes")),
        };
        replace_uses(old_arguments[k], inside);
        replace_uses(op.output(k), outside);
    }
    for _ in &forwarded {
        // SAFETY: the block's first arguments are the old ones, which have no uses any more.
        unsafe { mlir_sys::mlirBlockEraseArgument(raw_block(after), 0) };
    }
    op.erase();
    Ok(())
}

fn add_argument<'c>(block: Block<'c>, ty: Type<'c>, op: Op<'c>) -> Value<'c> {
    // SAFETY: block, type and location are alive.
    unsafe { Value::from_raw(mlir_sys::mlirBlockAddArgument(raw_block(block), ty.to_raw(), op.loc().to_raw())) }
}

/// Whether `value` is defined in a region of `op`.
fn is_inside<'c>(value: Value<'c>, op: Op<'c>) -> bool {
    let mut at = match xla_dialect::ir::defining_op(value) {
        Some(definition) => definition.parent_op(),
        // SAFETY: the block is alive; a null op means that it has no parent.
        None => unsafe {
            let owner = mlir_sys::mlirBlockGetParentOperation(block_argument_owner(value).to_raw());
            (!owner.ptr.is_null()).then(|| Op::from_raw(owner))
        },
    };
    while let Some(around) = at {
        if around.to_raw().ptr == op.to_raw().ptr {
            return true;
        }
        at = around.parent_op();
    }
    false
}

fn raw_block(block: Block<'_>) -> mlir_sys::MlirBlock {
    melior::ir::BlockLike::to_raw(&block)
}
