//! Sums begin with a fill of their own, right in front of them: common subexpression elimination makes one fill of equal
//! ones, whose memory would live on only to be copied.
//!
//! ```mlir
//! %z = linalg.generic outs(%e) { yield 0 }      // for %a
//! %a = linalg.generic … outs(%z)
//! %y = linalg.generic outs(%e) { yield 0 }      // for %b
//! %b = linalg.generic … outs(%y)
//! ```

use super::plan::input_count;
use xla_dialect::ir::{Op, OpExt, block_args, defining_op, has_uses, terminator, uses};

/// Gives each op of `function` that begins with a fill its own.
pub fn separate(function: Op<'_>) {
    for fill in function.walk_ops().into_iter().filter(|op| is_fill(*op)) {
        for (user, i) in uses(fill.output(0)) {
            if user.name_str() == "linalg.generic" && i >= input_count(user) {
                copy_before(fill, user, i);
            }
        }
        if !has_uses(fill.output(0)) {
            fill.erase();
        }
    }
}

/// Whether `op` writes one literal everywhere.
pub fn is_fill(op: Op<'_>) -> bool {
    let yielded = || defining_op(terminator(op.body(0)?)?.ins().first().copied()?);
    op.name_str() == "linalg.generic"
        && op.ins().len() == 1
        && op.body(0).is_some_and(|body| !block_args(body).into_iter().any(has_uses))
        && yielded().is_some_and(|literal| literal.name_str() == "arith.constant")
}

/// Makes `fill`, once more and right before `user`, its operand number `i`.
fn copy_before<'c>(fill: Op<'c>, user: Op<'c>, i: usize) {
    let Some(block) = user.parent_block() else { return };
    // SAFETY: the block owns the copy, and the operand is one of the user's.
    unsafe {
        let copy = mlir_sys::mlirOperationClone(fill.to_raw());
        mlir_sys::mlirBlockInsertOwnedOperationBefore(melior::ir::BlockLike::to_raw(&block), user.to_raw(), copy);
        mlir_sys::mlirOperationSetOperand(user.to_raw(), i as isize, mlir_sys::mlirOperationGetResult(copy, 0));
    }
}
