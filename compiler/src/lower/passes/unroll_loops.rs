//! The pass xla-unroll-loops: short loops over arrays become straight code, so that their iterations fuse.
//!
//! ```mlir
//! %r:2 = xla.while (%i = %zero, %x = %a) { %p = xla.lt %i, %three … } do { %j = xla.add %i, %one … }
//! // becomes
//! three copies of the body, each on the results of the one before
//! ```

use std::ops::RangeInclusive;
use xla_dialect::ir::{
    Block, Op, OpExt, Value, block_args, block_ops, defining_op, replace_uses, tensor_of, terminator,
};
use xla_dialect::ods::xla;
use xla_dialect::ops::literal::Literal;
use xla_dialect::ops::range::of_type;
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-unroll-loops",
    description: "Unroll loops of few iterations whose bodies are elementwise, so that the iterations fuse",
    op: "builtin.module",
    options: &[],
    dialects: &[],
    run,
};

/// The largest trip count of a loop that is unrolled.
const TURNS: usize = 8;

/// The most ops that unrolling a loop may make.
const OPS: usize = 1024;

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    // Inner loops come first: those that are in a loop have been looked at when that one is copied and erased.
    for op in module.walk_ops().into_iter().rev().filter(|op| xla::While::of(*op).is_some()) {
        // One iteration is no more code than the loop is.
        if let Some(turns) = turns(op).filter(|turns| *turns <= 1 || fuses(op)) {
            unroll(op, turns);
        }
    }
    Ok(())
}

/// Whether unrolling saves passes over memory: the state has arrays, and the body only ops that fuse.
fn fuses(op: Op<'_>) -> bool {
    let arrays = op.ins().iter().any(|value| tensor_of(*value).is_some_and(|tensor| tensor.size() > 1));
    arrays && op.body(1).is_some_and(|body| block_ops(body).into_iter().all(is_fusable))
}

fn is_fusable(op: Op<'_>) -> bool {
    use xla::Kind;
    xla_scalar::Op::from_mnemonic(op.mnemonic()).is_some()
        || matches!(
            Kind::of(op),
            Some(
                Kind::Return
                    | Kind::Constant
                    | Kind::Iota
                    | Kind::Broadcast
                    | Kind::BroadcastInDim
                    | Kind::Reshape
                    | Kind::Transpose
                    | Kind::Rev
                    | Kind::Slice
            )
        )
}

/// How often the body of `op` runs, where that is known and little.
fn turns(op: Op<'_>) -> Option<usize> {
    let (condition, body) = (op.body(0)?, op.body(1)?);
    // Nobody asks the condition of a loop that is unrolled: it must not do anything else.
    if !block_ops(condition).into_iter().all(is_fusable) {
        return None;
    }
    let compare = defining_op(terminator(condition)?.input(0))?;
    let compares: fn(&i64, &i64) -> bool = match xla::Kind::of(compare)? {
        xla::Kind::Lt => i64::lt,
        xla::Kind::Le => i64::le,
        xla::Kind::Gt => i64::gt,
        xla::Kind::Ge => i64::ge,
        xla::Kind::Ne => i64::ne,
        _ => return None,
    };
    let position = |value: Value<'_>| block_args(condition).iter().position(|argument| *argument == value);
    let (counter, limit, is_first) = match position(compare.input(0)) {
        Some(counter) => (counter, compare.input(1), true),
        None => (position(compare.input(1))?, compare.input(0), false),
    };
    let (limit, range) = (integer(limit)?, range(limit)?);
    let holds = |counter: &i64, limit: &i64| match is_first {
        true => compares(counter, limit),
        false => compares(limit, counter),
    };
    let step = step(body, counter)?;
    let mut value = integer(op.input(counter))?;
    let most = TURNS.min(OPS / block_ops(body).len().max(1));
    for turns in 0..=most {
        if !holds(&value, &limit) {
            return Some(turns);
        }
        // A counter that wraps around is left to run.
        value = value.checked_add(step).filter(|next| range.contains(next))?;
    }
    None
}

/// By how much one iteration increases argument `counter`.
fn step(body: Block<'_>, counter: usize) -> Option<i64> {
    let next = defining_op(terminator(body)?.ins().get(counter).copied()?)?;
    let argument = block_args(body)[counter];
    match xla::Kind::of(next)? {
        xla::Kind::Add if next.input(0) == argument => integer(next.input(1)),
        xla::Kind::Add if next.input(1) == argument => integer(next.input(0)),
        xla::Kind::Sub if next.input(0) == argument => integer(next.input(1))?.checked_neg(),
        _ => None,
    }
}

/// The scalar integer that `value` is, if that is known.
fn integer(value: Value<'_>) -> Option<i64> {
    let constant = defining_op(value).filter(|op| xla::Constant::of(*op).is_some())?;
    let known = Literal::integers_of(constant.attr("value")?)?.first().copied()?;
    range(value)?.contains(&known).then_some(known)
}

/// The integers that scalars of the type of `value` can be, as far as `i64` reaches.
fn range(value: Value<'_>) -> Option<RangeInclusive<i64>> {
    let element = tensor_of(value).filter(|tensor| tensor.rank() == 0)?.xla_element().filter(|e| e.is_integer())?;
    let [least, greatest] = of_type(element)?;
    Some(i64::try_from(least).ok()?..=i64::try_from(greatest).unwrap_or(i64::MAX))
}

fn unroll(op: Op<'_>, turns: usize) {
    let mut state = op.ins();
    for _ in 0..turns {
        // SAFETY: the copy is a detached op of ours; its body moves out before it is destroyed.
        unsafe {
            let copy = Op::from_raw(mlir_sys::mlirOperationClone(op.to_raw()));
            let Some(body) = copy.body(1) else { return };
            for (argument, value) in block_args(body).into_iter().zip(&state) {
                replace_uses(argument, *value);
            }
            let mut ops = block_ops(body);
            let end = ops.pop();
            for inner in ops {
                mlir_sys::mlirOperationMoveBefore(inner.to_raw(), op.to_raw());
            }
            state = end.map(|end| end.ins()).unwrap_or_default();
            mlir_sys::mlirOperationDestroy(copy.to_raw());
        }
    }
    op.replace(&state);
}
