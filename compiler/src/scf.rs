//! Loops of the scf dialect.

use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, OpExt, Type, Value};

/// An index constant.
pub fn index<'c>(builder: &Builder<'c>, value: i64) -> Value<'c> {
    let ty = Type::index(builder.context);
    let value = melior::ir::attribute::IntegerAttribute::new(ty, value).into();
    builder.value("arith.constant", &[], ty, &[("value", value)])
}

/// `a + b`.
pub fn add<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    builder.value("arith.addi", &[a, b], a.r#type(), &[])
}

/// `scf.for` from `begin` to `end`; the body gets the turn and the carried values, and gives their next.
pub fn for_loop<'c>(
    builder: &Builder<'c>,
    begin: Value<'c>,
    end: Value<'c>,
    step: i64,
    carried: &[Value<'c>],
    body: impl FnOnce(&Builder<'c>, Value<'c>, &[Value<'c>]) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let types: Vec<_> = carried.iter().map(|value| value.r#type()).collect();
    let mut arguments = vec![Type::index(builder.context)];
    arguments.extend(&types);
    let region = builder.region(&arguments, |builder, arguments| {
        let next = body(builder, arguments[0], &arguments[1..]);
        builder.create("scf.yield", &next, &[], &[], Vec::new());
    });
    let mut operands = vec![begin, end, index(builder, step)];
    operands.extend(carried);
    builder.create("scf.for", &operands, &types, &[], vec![region]).outs()
}

/// The body of a nest: from its turns, the outermost first, and the carried values to the next of these.
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
        builder.create("scf.condition", &[&[goes_on], arguments].concat(), &[], &[], Vec::new());
    });
    let after = builder.region(&types, |builder, arguments| {
        let next = body(builder, arguments);
        builder.create("scf.yield", &next, &[], &[], Vec::new());
    });
    builder.create("scf.while", carried, &types, &[], vec![before, after]).outs()
}
