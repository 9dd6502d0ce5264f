//! Arrays of one constant, which are filled: filling reads nothing, and a copy does.

use crate::affine::Map;
use crate::verified;
use xla_dialect::accumulation::input_count;
use xla_dialect::ir::{
    Attribute, Builder, Op, OpExt, Tensor, Value, defining_op, has_uses, replace_uses, terminator, uses,
};
use xla_dialect::ods::{Kind, arith, func, linalg, scf, tensor};
use xla_dialect::ops::literal::equal_number;

/// Fills parts of arrays, those that parts are put into, results, and the arrays that loops begin with, where all elements are one
/// literal, instead of copying it there.
pub fn fill_with_literals(function: Op<'_>) {
    /// Elements of a whole array of which a copy is shorter code.
    const FEW: i64 = 256;
    for op in function.walk_ops() {
        let copied = match Kind::of(op) {
            Some(Kind::Tensor(tensor::Kind::InsertSlice)) => 2,
            Some(Kind::Func(func::Kind::Return) | Kind::Scf(scf::Kind::While)) => op.ins().len(),
            _ => continue,
        };
        for i in 0..copied {
            let is_part = i == 0 && tensor::InsertSlice::of(op).is_some();
            let few = if is_part { 0 } else { FEW };
            let literal = op.input(i);
            let Some(constant) = defining_op(literal) else { continue };
            let Some(element) = arith::Constant::of(constant).and_then(|constant| equal_number(constant.value()))
            else {
                continue;
            };
            let array = verified::tensor(literal);
            if let Some(builder) = Builder::before(op).filter(|_| array.size() > few) {
                op.set_input(i, filled(&builder, &array, element));
                // What nothing reads would be data of the code.
                if !has_uses(literal) {
                    constant.erase();
                }
            }
        }
    }
}

/// An array all of whose elements are written.
fn filled<'c>(builder: &Builder<'c>, array: &Tensor<'c>, element: Attribute<'c>) -> Value<'c> {
    let region = builder.region(&[array.element], |builder, _| {
        linalg::yield_(builder, &[arith::constant(builder, element)]);
    });
    let fill = linalg::GenericParts {
        inputs: &[],
        outputs: &[tensor::empty(builder, &[], array.ty())],
        indexing_maps: &[Map::identity(array.rank()).mlir(builder.context)],
        iterator_types: &vec![linalg::IteratorType::Parallel; array.rank()],
        region,
        result_tensors: &[array.ty()],
        options: linalg::GenericOptions::default(),
    };
    fill.build(builder).output(0)
}

/// Gives each op that writes over an array of one constant an array of its own, where several share it.
pub fn spread_fills(function: Op<'_>) {
    function.walk_ops().into_iter().for_each(fill_in_shape);
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

/// Fills an array in the shape that `op` gives it: the ops that write over it are not seen behind another shape.
fn fill_in_shape(op: Op<'_>) {
    if !matches!(Kind::of(op), Some(Kind::Tensor(tensor::Kind::CollapseShape | tensor::Kind::ExpandShape))) {
        return;
    }
    let array = verified::tensor(op.output(0));
    let fill = defining_op(op.input(0)).filter(|fill| is_fill(*fill) && array.is_static());
    if let Some((fill, element)) = fill.and_then(|fill| Some((fill, filled_with(fill)?))) {
        replace_uses(op.output(0), filled(&verified::before(op), &array, element));
        op.erase();
        if !has_uses(fill.output(0)) {
            fill.erase();
        }
    }
}

/// The literal that a fill writes.
fn filled_with<'c>(fill: Op<'c>) -> Option<Attribute<'c>> {
    defining_op(terminator(fill.body(0)?)?.input(0))?.attr("value")
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
    filled_with(op).filter(|_| uses(value).iter().all(copied))
}
