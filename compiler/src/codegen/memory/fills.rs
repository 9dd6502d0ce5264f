//! Arrays of one constant, which are filled: filling reads nothing, and a copy does.

use xla_dialect::accumulation::input_count;
use xla_dialect::ir::{Attribute, Op, OpExt, Value, defining_op, has_uses, terminator, uses};
use xla_dialect::ods::{arith, linalg, scf, tensor};

/// Gives each op that writes over an array of one constant an array of its own, where several share it.
pub fn spread_fills(function: Op<'_>) {
    for op in function.walk_ops().into_iter().filter(|op| is_fill(*op)) {
        let writes = |(user, i): &(Op<'_>, usize)| {
            let is_init = linalg::Generic::of(*user).is_some() && *i >= input_count(*user);
            is_init || scf::While::of(*user).is_some()
        };
        // One may have it, unless it is in a loop, and needs it anew each time.
        let apart = |user: Op<'_>| user.parent_block() != op.parent_block();
        let others = uses(op.output(0)).into_iter().enumerate().filter(|(n, (user, _))| *n > 0 || apart(*user));
        for (user, i) in others.map(|(_, found)| found).filter(writes) {
            // SAFETY: the copy is detached, and its place is before an op that stands behind the one copied.
            let copy = unsafe {
                let copy = mlir_sys::mlirOperationClone(op.to_raw());
                mlir_sys::mlirBlockInsertOwnedOperationBefore(
                    mlir_sys::mlirOperationGetBlock(user.to_raw()),
                    user.to_raw(),
                    copy,
                );
                Op::from_raw(copy)
            };
            user.set_input(i, copy.output(0));
        }
        if !has_uses(op.output(0)) {
            op.erase();
        }
    }
}

/// Whether a linalg op writes a constant everywhere.
fn is_fill(op: Op<'_>) -> bool {
    let constant = |value: &Value<'_>| defining_op(*value).is_some_and(|op| arith::Constant::of(op).is_some());
    linalg::Generic::of(op).is_some()
        && op.outs().len() == 1
        && input_count(op) == 0
        && op.body(0).and_then(terminator).is_some_and(|end| end.ins().iter().all(constant))
}

/// The literal that all elements of `value` are, if it only becomes parts of other arrays, which are then filled
/// themselves.
pub fn inserted_literal<'c>(value: Value<'c>) -> Option<Attribute<'c>> {
    let op = defining_op(value).filter(|op| is_fill(*op))?;
    let copied =
        |(user, i): &(Op<'_>, usize)| tensor::InsertSlice::of(*user).is_some() && *i == 0 && user.ins().len() == 2;
    let literal = defining_op(terminator(op.body(0)?)?.input(0))?.attr("value");
    literal.filter(|_| uses(value).iter().all(copied))
}
