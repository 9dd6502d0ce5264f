//! Loops of the scf dialect.

use crate::memref::complex_element;
use melior::ir::ValueLike;
use melior::ir::attribute::IntegerAttribute;
use xla_dialect::ir::{
    Builder, Op, OpExt, Type, Value, block_args, block_ops, defining_op, element_type, int_value, shape_of,
};
use xla_dialect::ods::{arith, memref, scf};

/// An index constant.
pub fn index<'c>(builder: &Builder<'c>, value: i64) -> Value<'c> {
    arith::constant(builder, IntegerAttribute::new(Type::index(builder.context), value).into())
}

/// The number that `value` is, if it is a constant one.
pub fn known_index(value: Value<'_>) -> Option<i64> {
    int_value(arith::Constant::of(defining_op(value)?)?.value())
}

/// `a + b`.
pub fn add<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    arith::addi(builder, a, b)
}

/// `scf.for` from `begin` to `end`; the body gets the iteration's number and the carried values, and gives their next. One iteration
/// needs no loop.
pub fn for_loop<'c>(
    builder: &Builder<'c>,
    begin: Value<'c>,
    end: Value<'c>,
    step: i64,
    carried: &[Value<'c>],
    body: impl FnOnce(&Builder<'c>, Value<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let [first, last] = [begin, end].map(known_index);
    if first.zip(last).is_some_and(|(first, last)| first < last && last - first <= step) {
        return body(builder, begin, carried);
    }
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    let mut arguments = vec![Type::index(builder.context)];
    arguments.extend(&types);
    let region = builder.region(&arguments, |builder, arguments| {
        let next = body(builder, arguments[0], &arguments[1..]);
        scf::yield_(builder, &next);
    });
    scf::for_(builder, begin, end, index(builder, step), carried, region).outs()
}

/// The body of a nest: given the induction variables, the outermost first, and the carried values, it gives the next of these.
pub type NestBody<'c, 'f> = &'f mut dyn FnMut(&Builder<'c>, &[Value<'c>], &[Value<'c>]) -> Vec<Value<'c>>;

/// A nest of loops from 0 to each of `extents`.
pub fn nest<'c>(
    builder: &Builder<'c>,
    extents: &[Value<'c>],
    carried: &[Value<'c>],
    body: NestBody<'c, '_>,
) -> Vec<Value<'c>> {
    let Some((extent, inner)) = extents.split_first() else { return body(builder, &[], carried) };
    for_loop(builder, index(builder, 0), *extent, 1, carried, |builder, turn, carried| {
        nest(builder, inner, carried, &mut |builder, turns, carried| body(builder, &[&[turn], turns].concat(), carried))
    })
}

/// The condition under which `op` runs its body, if it is an `scf.for` that runs it once or not at all: from 0, by 1, to
/// `select(condition, 1, 0)`.
pub fn guard<'c>(op: Op<'c>) -> Option<Value<'c>> {
    scf::For::of(op)?;
    let select = arith::Select::of(defining_op(op.input(1))?)?;
    let numbers = [op.input(0), select.true_value(), select.false_value(), op.input(2)].map(known_index);
    (numbers == [Some(0), Some(1), Some(0), Some(1)]).then(|| select.condition())
}

/// Whether `op` is a loop that stores elements, of which vectors make a slower one: it has few iterations, of a number that is not
/// known or of complex elements, which a masked vector gathers and scatters; or the elements lie apart, as their last index is the same,
/// dimensions of one element not counted.
pub fn is_better_scalar(op: Op<'_>) -> bool {
    const FEW: i64 = 8;
    const FEW_COMPLEX: i64 = 16;
    let Some(body) = scf::For::of(op).and_then(|_| op.body(0)) else { return false };
    let mut moving = block_args(body);
    let (mut stores, mut is_apart, mut is_complex) = (false, false, false);
    for inner in block_ops(body) {
        let moves = |value: &Value<'_>| moving.contains(value);
        if memref::Store::of(inner).is_some() {
            let (array, indices) = (inner.input(1).r#type(), &inner.ins()[2..]);
            let last = shape_of(array).iter().rposition(|size| *size != 1);
            stores = true;
            is_apart |= indices.iter().any(moves) && !last.is_some_and(|last| moves(&indices[last]));
            is_complex |= complex_element(element_type(array)).is_some();
        } else if inner.region_list().is_empty() && inner.ins().iter().any(moves) {
            moving.extend(inner.outs());
        }
    }
    let is_known = || defining_op(op.input(1)).is_some_and(|bound| arith::Constant::of(bound).is_some());
    let few = if is_complex { FEW_COMPLEX } else { FEW };
    let is_short = || at_most(op.input(1)).is_some_and(|iterations| iterations <= few);
    stores && (is_apart || is_short() && (is_complex || !is_known()))
}

/// Whether `op` is a loop, without another one inside, that combines elements under a condition, as a scatter does: what an iteration
/// loads one before may have stored.
pub fn combines_under_condition(op: Op<'_>) -> bool {
    if scf::For::of(op).is_none() {
        return false;
    }
    let inside = op.walk_ops().split_off(1);
    if inside.iter().any(|op| scf::For::of(*op).is_some() || scf::While::of(*op).is_some()) {
        return false;
    }
    let combines = |op: &Op<'_>| {
        let inside = op.walk_ops();
        let mut stored = inside.iter().filter(|op| memref::Store::of(**op).is_some()).map(|op| op.input(1).r#type());
        let is_load = |op: &&Op<'_>| memref::Load::of(**op).is_some();
        let loaded: Vec<_> = inside.iter().filter(is_load).map(|op| op.input(0).r#type()).collect();
        stored.any(|stored| loaded.contains(&stored))
    };
    inside.iter().filter(|op| scf::If::of(**op).is_some()).any(combines)
}

/// A bound of the index `value`, as ops on constants show it.
fn at_most(value: Value<'_>) -> Option<i64> {
    let op = defining_op(value)?;
    match arith::Kind::of(op)? {
        arith::Kind::Constant => known_index(value),
        arith::Kind::MinSI => [0, 1].into_iter().filter_map(|i| at_most(op.input(i))).min(),
        arith::Kind::SubI => {
            let subtracted = defining_op(op.input(1)).filter(|op| arith::MaxSI::of(*op).is_some())?;
            let is_positive = |i: usize| arith::Constant::of(defining_op(subtracted.input(i))?).map(|_| i);
            let least = [0, 1].into_iter().find_map(is_positive)?;
            at_most(op.input(0)).filter(|_| at_most(subtracted.input(least)).is_some_and(|least| least >= 0))
        }
        _ => None,
    }
}

/// `scf.while`: as long as `condition` holds of the carried values, `body` gives their next.
pub fn while_loop<'c>(
    builder: &Builder<'c>,
    carried: &[Value<'c>],
    condition: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Value<'c>,
    body: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    let before = builder.region(&types, |builder, arguments| {
        let goes_on = condition(builder, arguments);
        scf::condition(builder, goes_on, arguments);
    });
    let after = builder.region(&types, |builder, arguments| {
        let next = body(builder, arguments);
        scf::yield_(builder, &next);
    });
    scf::while_(builder, carried, before, after, &types).outs()
}
