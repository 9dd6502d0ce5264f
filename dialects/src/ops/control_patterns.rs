//! Simplification of `conditional`, `while` and `optimization_barrier`.

use super::control::has_effects;
use super::literal::Literal;
use super::matching::{defined_by, literal_of, plain};
use super::meaning::Pattern;
use super::repeated::{kept_dimensions, once, sizes_along};
use super::splats::{LEAST, is_literal, is_splat, splat};
use crate::elementwise_kinds;
use crate::ir::{
    Block, Builder, Op, OpExt, Tensor, Type, Value, block_args, block_ops, defining_op, has_uses, replace_uses,
    set_operands, size_of, take_region, take_region_without, tensor_of, terminator, uses,
};
use crate::ods::xla::{self, Kind};
use melior::ir::ValueLike;
use mlir_sys::*;
use std::collections::HashSet;

/// The patterns that start from control flow.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Conditional, rewrite: conditional_known },
    Pattern { kind: Kind::Conditional, rewrite: conditional_unused },
    Pattern { kind: Kind::Conditional, rewrite: conditional_splats },
    Pattern { kind: Kind::Conditional, rewrite: conditional_taken },
    Pattern { kind: Kind::Conditional, rewrite: conditional_of_splat },
    Pattern { kind: Kind::OptimizationBarrier, rewrite: barrier_unused },
    Pattern { kind: Kind::OptimizationBarrier, rewrite: barrier_of_repeated },
    Pattern { kind: Kind::While, rewrite: while_never },
    Pattern { kind: Kind::While, rewrite: while_invariants },
];

fn same_types(a: &[Value<'_>], b: &[Value<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.r#type() == b.r#type())
}

/// Moves the ops of `block` except its terminator before `op`, and replaces the block's arguments by `operands`. Returns the
/// terminator's operands.
fn inline_before<'c>(block: Block<'c>, op: Op<'c>, operands: &[Value<'c>]) -> Option<Vec<Value<'c>>> {
    let last = terminator(block)?;
    for (argument, operand) in block_args(block).into_iter().zip(operands) {
        replace_uses(argument, *operand);
    }
    for inner in block_ops(block) {
        if inner != last {
            // SAFETY: both ops are alive, and `op` is in no op of `block`: it is around it.
            unsafe { mlirOperationMoveBefore(inner.to_raw(), op.to_raw()) };
        }
    }
    Some(last.ins())
}

/// `conditional(true) {a} {b}` -> `a`: the only branch, or the one that a literal chooses, the last where it is out of
/// range.
fn conditional_known<'c>(op: Op<'c>, _builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let branches = op.region_list().len();
    let chosen = match literal_of(op.input(0)) {
        _ if branches == 1 => 0,
        Some(index) if index.element.is_pred() => usize::from(index.is(0.0)),
        Some(index) => (0..branches).find(|i| index.is(*i as f64)).unwrap_or(branches - 1),
        None => return None,
    };
    let operand: Vec<Value<'c>> = op.ins().get(1 + chosen).copied().into_iter().collect();
    let block = op.body(chosen)?;
    // Types may differ in their layouts.
    if !same_types(&terminator(block)?.ins(), &op.outs()) || !same_types(&block_args(block), &operand) {
        return None;
    }
    inline_before(block, op, &operand)
}

/// A conditional with the branches of `op`, which loses them, and results of these types.
fn with_results<'c>(op: Op<'c>, builder: &Builder<'c>, types: &[Type<'c>]) -> Op<'c> {
    let regions = op.region_list().into_iter().map(take_region).collect();
    xla::conditional(builder, op.input(0), &op.ins()[1..], regions, types)
}

/// Results that nobody reads are not computed in any branch.
fn conditional_unused<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let used: Vec<bool> = op.outs().iter().map(|result| has_uses(*result)).collect();
    // An op without results that are read goes as a whole, unless a branch has effects.
    if !used.contains(&false) || !used.contains(&true) {
        return None;
    }
    let kept = |values: Vec<Value<'c>>| -> Vec<Value<'c>> {
        values.into_iter().zip(&used).filter_map(|(value, used)| used.then_some(value)).collect()
    };
    let blocks: Option<Vec<_>> = (0..op.region_list().len()).map(|i| op.body(i)).collect();
    let terminators: Option<Vec<Op<'c>>> = blocks?.into_iter().map(terminator).collect();
    let terminators = terminators?;
    if terminators.iter().any(|returned| returned.ins().len() != used.len()) {
        return None;
    }
    let types: Vec<Type<'c>> = kept(op.outs()).iter().map(|result| result.r#type()).collect();
    let new = with_results(op, builder, &types);
    for returned in terminators {
        set_operands(returned, &kept(returned.ins()));
    }
    let mut results = new.outs().into_iter();
    used.iter().map(|used| if *used { results.next() } else { Some(op.input(0)) }).collect()
}

/// What alone is taken of a result is taken in the branches, which may compute less then:
///
/// ```mlir
/// %r = xla.conditional(%p) {… return %a} {… return %b} : tensor<1024x8xf32>   %s = xla.slice %r [0:1, 0:8]
/// // becomes
/// %s = xla.conditional(%p) {… return xla.slice %a [0:1, 0:8]} {… return xla.slice %b [0:1, 0:8]} : tensor<1x8xf32>
/// ```
fn conditional_taken<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let takes = |reader: Op<'c>, result: Value<'c>, _: &[Value<'c>]| {
        let takes = matches!(Kind::of(reader)?, Kind::Slice | Kind::DynamicSlice | Kind::Gather);
        let is_operand = reader.ins().iter().rposition(|operand| *operand == result) == Some(0);
        (takes && is_operand && plain(reader.output(0))?.size() < plain(result)?.size()).then_some(())
    };
    read_in_branches(op, builder, takes)
}

/// What alone reads a result, and nothing else but literals of equal elements, is computed in the branches if one of them gives such a
/// literal, of which it is a literal:
///
/// ```mlir
/// %r = xla.conditional(%p) {… return %ones} {… return %b} : tensor<1024xf32>   %s = xla.log %r
/// // becomes
/// %s = xla.conditional(%p) {… return xla.log %ones} {… return xla.log %b} : tensor<1024xf32>
/// ```
fn conditional_of_splat<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let computes = |reader: Op<'c>, result: Value<'c>, given: &[Value<'c>]| {
        let is_elementwise = matches!(Kind::of(reader)?, elementwise_kinds!());
        let is_literal_or_result = |operand: &Value<'c>| *operand == result || is_literal(*operand);
        let is_simpler = given.iter().any(|value| is_literal(*value)) && reader.ins().iter().all(is_literal_or_result);
        (is_elementwise && is_simpler && plain(result)?.size() > 1).then_some(())
    };
    read_in_branches(op, builder, computes)
}

/// Moves the only reader of a result into the branches, if `moves`, which is given the reader, the result and what the branches return for
/// it, says so.
fn read_in_branches<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    moves: impl Fn(Op<'c>, Value<'c>, &[Value<'c>]) -> Option<()>,
) -> Option<Vec<Value<'c>>> {
    let results = op.outs();
    let blocks: Option<Vec<_>> = (0..op.region_list().len()).map(|branch| op.body(branch)).collect();
    let terminators: Vec<Op<'c>> = blocks?.into_iter().map(terminator).collect::<Option<_>>()?;
    let (i, reader) = results.iter().enumerate().find_map(|(i, result)| {
        let users = uses(*result);
        let &(reader, _) = users.first()?;
        let given: Vec<Value<'c>> = terminators.iter().map(|end| end.ins().get(i).copied()).collect::<Option<_>>()?;
        let is_whole = given.iter().all(|value| value.r#type() == result.r#type());
        let is_only = users.iter().all(|(user, _)| *user == reader) && reader.parent_block() == op.parent_block();
        // What ends a region has no result.
        (is_whole && is_only && reader.outs().len() == 1 && moves(reader, *result, &given).is_some())
            .then_some((i, reader))
    })?;
    // What else it reads is known in front of the op.
    let block = op.parent_block()?;
    let behind: Vec<Op<'c>> = block_ops(block).into_iter().skip_while(|other| *other != op).collect();
    let is_known = |value: &Value<'c>| {
        *value == results[i] || defining_op(*value).is_none_or(|defining| !behind.contains(&defining))
    };
    let literals: Vec<Op<'c>> = reader
        .ins()
        .iter()
        .filter(|value| !is_known(value))
        .map(|value| defined_by(*value, Kind::Constant))
        .collect::<Option<_>>()?;
    // The reader, which nothing uses then, reads something until it is gone.
    let whole = plain(results[i])?;
    let unread = Literal::splat(whole.xla_element()?, &whole.shape, 0.0)?.attribute(whole.ty())?;
    for literal in literals {
        // SAFETY: both ops are alive, in one block, and a literal reads nothing.
        unsafe { mlirOperationMoveBefore(literal.to_raw(), op.to_raw()) };
    }
    let ty = reader.output(0).r#type();
    for returned in terminators {
        let mut values = returned.ins();
        let inputs: Vec<Value<'c>> =
            reader.ins().iter().map(|operand| if *operand == results[i] { values[i] } else { *operand }).collect();
        values[i] =
            Builder::before(returned)?.create(reader.name_str(), &inputs, &[ty], &reader.attrs(), Vec::new()).output(0);
        set_operands(returned, &values);
    }
    let mut types: Vec<Type<'c>> = results.iter().map(|result| result.r#type()).collect();
    types[i] = ty;
    let new = with_results(op, builder, &types);
    replace_uses(reader.output(0), new.output(i));
    let mut replacements = new.outs();
    replacements[i] = xla::constant(builder, unread);
    Some(replacements)
}

/// A barrier keeps nothing that nobody reads behind it.
fn barrier_unused<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let operands = op.ins();
    let used: Vec<bool> = op.outs().iter().map(|result| has_uses(*result)).collect();
    if !used.contains(&false) {
        return None;
    }
    let kept: Vec<Value<'c>> = operands.iter().zip(&used).filter_map(|(value, used)| used.then_some(*value)).collect();
    let kept = if kept.is_empty() { kept } else { xla::optimization_barrier(builder, &kept).outs() };
    let mut results = kept.into_iter();
    used.iter().zip(operands).map(|(used, operand)| if *used { results.next() } else { Some(operand) }).collect()
}

/// Whether `value` is an array of more than one element, all of which are equal.
fn is_large_splat(value: Value<'_>) -> bool {
    let is_large = |tensor: Tensor<'_>| tensor.is_static() && tensor.encoding.is_none() && tensor.size() > 1;
    tensor_of(value).is_some_and(is_large) && is_splat(value)
}

/// `value`, or the array of type `ty` of which it is each element.
fn repeated<'c>(builder: &Builder<'c>, value: Value<'c>, ty: Type<'c>) -> Value<'c> {
    if value.r#type() == ty { value } else { xla::broadcast_in_dim(builder, value, &[], ty) }
}

/// A result that is in every branch an array of equal elements is one scalar there, and is repeated behind the op:
///
/// ```mlir
/// %r = xla.conditional(%p) {… return %zeros} {… return %ones} : tensor<1024xf32>
/// // becomes
/// %s = xla.conditional(%p) {… return %zero} {… return %one} : tensor<f32>   %r = xla.broadcast_in_dim %s
/// ```
fn conditional_splats<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let blocks: Option<Vec<_>> = (0..op.region_list().len()).map(|i| op.body(i)).collect();
    let terminators: Vec<Op<'c>> = blocks?.into_iter().map(terminator).collect::<Option<_>>()?;
    let results = op.outs();
    let is_splat_in = |returned: &Op<'c>, i: usize| {
        let value = returned.ins().get(i).copied();
        value.is_some_and(|value| is_large_splat(value) && value.r#type() == results[i].r#type())
    };
    let splats: Vec<bool> =
        (0..results.len()).map(|i| terminators.iter().all(|returned| is_splat_in(returned, i))).collect();
    if !splats.contains(&true) {
        return None;
    }
    for returned in &terminators {
        let builder = Builder::before(*returned)?;
        let value =
            |(value, is_splat): (Value<'c>, &bool)| if *is_splat { splat(&builder, value, &[]) } else { Some(value) };
        let values: Vec<Value<'c>> = returned.ins().into_iter().zip(&splats).map(value).collect::<Option<_>>()?;
        set_operands(*returned, &values);
    }
    let types: Vec<Type<'c>> = terminators[0].ins().iter().map(|value| value.r#type()).collect();
    let new = with_results(op, builder, &types);
    Some(new.outs().into_iter().zip(results).map(|(new, old)| repeated(builder, new, old.r#type())).collect())
}

/// Of what an array repeats one passes the barrier: one of equal elements, or a row of equal rows.
fn barrier_of_repeated<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    // The dimensions along which elements differ of an array that repeats them.
    let kept = |operand: &Value<'c>| {
        if is_large_splat(*operand) {
            return Some(Vec::new());
        }
        // An iota is what a program passes through a barrier to have an array that nothing is known of.
        defined_by(*operand, Kind::BroadcastInDim)?;
        let (array, kept) = (plain(*operand)?, kept_dimensions(*operand)?);
        let once = size_of(&sizes_along(&array.shape, &kept));
        (array.size() >= LEAST && once <= array.size() / 2).then_some(kept)
    };
    let operands = op.ins();
    let kept: Vec<Option<Vec<i64>>> = operands.iter().map(kept).collect();
    if !kept.iter().any(Option::is_some) {
        return None;
    }
    let once = |(operand, kept): (&Value<'c>, &Option<Vec<i64>>)| match kept {
        None => Some(*operand),
        Some(dims) => once(builder, *operand, &sizes_along(&plain(*operand)?.shape, dims)),
    };
    let passing: Vec<Value<'c>> = operands.iter().zip(&kept).map(once).collect::<Option<_>>()?;
    let passed = xla::optimization_barrier(builder, &passing).outs().into_iter().zip(operands).zip(kept);
    let all = passed.map(|((once, operand), kept)| match kept {
        None => once,
        Some(dims) => xla::broadcast_in_dim(builder, once, &dims, operand.r#type()),
    });
    Some(all.collect())
}

/// `while(init) {false} {…}` -> `init`: the condition is asked first.
fn while_never<'c>(op: Op<'c>, _builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let condition = terminator(op.body(0)?)?.ins();
    if !literal_of(*condition.first()?)?.is(0.0) {
        return None;
    }
    // What may have effects must still be asked once.
    let pure = block_ops(op.body(0)?).iter().all(|inner| {
        inner.region_list().is_empty() && !["xla.custom_call", "xla.call", "func.call"].contains(&inner.name_str())
    });
    pure.then(|| op.ins())
}

/// Which of the values that a loop carries matter: those that are `seen`, by the loop's user or its condition, those that an op
/// with effects reads, and those from which `body` computes the `next` values of such.
fn live<'c>(body: Block<'c>, next: &[Value<'c>], seen: Vec<bool>) -> Vec<bool> {
    let read = |op: Op<'c>| op.walk_ops().into_iter().flat_map(|inner| inner.ins());
    let effects = block_ops(body).into_iter().filter(|op| op.walk_ops().into_iter().any(has_effects));
    let mut open: Vec<Value<'c>> = effects.flat_map(read).collect();
    open.extend(next.iter().zip(&seen).filter_map(|(value, seen)| seen.then_some(*value)));
    let (arguments, mut live, mut visited) = (block_args(body), seen, HashSet::new());
    while let Some(value) = open.pop() {
        if let Some(op) = defining_op(value) {
            if visited.insert(op.to_raw().ptr as usize) {
                open.extend(read(op));
            }
        } else if let Some(i) = arguments.iter().position(|argument| *argument == value)
            && !live[i]
        {
            live[i] = true;
            open.push(next[i]);
        }
    }
    live
}

/// A carried value that the body returns as it came, or that only makes its own next value, is not carried:
///
/// ```mlir
/// %r:2 = xla.while(%i, %n) cond {… %b < %c …} body {… return %b2, %c}
/// ```
///
/// becomes a loop over `%i` alone that uses `%n` from outside.
fn while_invariants<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (condition, body) = (op.body(0)?, op.body(1)?);
    let (condition_args, body_args) = (block_args(condition), block_args(body));
    let returned = terminator(body)?;
    let next = returned.ins();
    let n = op.ins().len();
    if [condition_args.len(), body_args.len(), next.len(), op.outs().len()].iter().any(|&count| count != n) {
        return None;
    }
    let init = op.ins();
    let one_type = |i: usize| {
        [condition_args[i], body_args[i], op.output(i)].iter().all(|value| value.r#type() == init[i].r#type())
    };
    let invariant = |i: usize| next[i] == body_args[i] || next[i] == init[i];
    let seen: Vec<bool> = (0..n).map(|i| has_uses(op.output(i)) || has_uses(condition_args[i])).collect();
    let live = if seen.contains(&false) { live(body, &next, seen) } else { seen };
    let dropped: Vec<bool> = (0..n).map(|i| one_type(i) && (invariant(i) || !live[i])).collect();
    if !dropped.contains(&true) {
        return None;
    }
    let kept: Vec<usize> = (0..n).filter(|i| !dropped[*i]).collect();
    let pick = |values: &[Value<'c>]| kept.iter().map(|&i| values[i]).collect::<Vec<_>>();
    let types: Vec<Type<'c>> = kept.iter().map(|&i| op.output(i).r#type()).collect();
    for (i, value) in init.iter().enumerate().filter(|(i, _)| dropped[*i]) {
        replace_uses(condition_args[i], *value);
        replace_uses(body_args[i], *value);
    }
    let mut regions = op.region_list().into_iter().map(|region| take_region_without(region, |i| dropped[i]));
    let new = xla::while_(builder, &pick(&init), regions.next()?, regions.next()?, &types);
    // Read anew: what a kept value takes over from a dropped one is that one's initial value by now. The op is changed and
    // not replaced, for the driver may have it in its worklist, which only the rewriter's own erasures leave.
    set_operands(returned, &pick(&returned.ins()));
    let mut kept_results = new.outs().into_iter();
    (0..n).map(|i| if dropped[i] { Some(init[i]) } else { kept_results.next() }).collect()
}
