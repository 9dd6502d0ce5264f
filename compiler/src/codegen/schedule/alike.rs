//! Groups whose functions would be the same, such as those of the phases of a transposed convolution: one function is
//! emitted for all of them.

use super::groups::Group;
use super::member::{Member, Plan};
use super::offsets::Form;
use crate::identity::{Handle, Identity};
use crate::memref::{ByteRange, flat_type};
use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::ir::{Block, Op, OpExt, Type, Value, block_args, block_ops, defining_op};
use xla_dialect::ods::arith;

/// States of each group which earlier one its function is the same as.
pub fn find(groups: &mut [Group<'_>]) {
    /// Different functions of one form that a group is compared with: more are rare, and each comparison takes time.
    const MOST: usize = 8;
    let mut first: HashMap<Form<'_>, Vec<usize>> = HashMap::new();
    for number in 0..groups.len() {
        let others = first.entry(Form::of(&groups[number])).or_default();
        let same = others.iter().copied().find(|other| are_alike(&groups[*other], &groups[number]));
        if same.is_none() && others.len() < MOST {
            others.push(number);
        }
        groups[number].same_as = same;
    }
}

/// Whether the functions of two groups of one form are the same.
fn are_alike(a: &Group<'_>, b: &Group<'_>) -> bool {
    let has_all_as_arguments = |group: &Group<'_>| {
        let members = || group.members.iter().map(|member| &member.kernel);
        group.stack_buffers.is_empty()
            && members().all(|kernel| kernel.tables.is_empty() && kernel.captured().is_empty())
    };
    a.members.len() == b.members.len()
        && a.offset_arguments == b.offset_arguments
        && [a, b].into_iter().all(has_all_as_arguments)
        && buffers(a) == buffers(b)
        && a.members.iter().zip(&b.members).enumerate().all(|(number, (ours, theirs))| {
            let offset = |operand: usize| a.offset_arguments.contains(&(number, operand));
            let operands = ours.kernel.operands().zip(theirs.kernel.operands()).enumerate();
            let same_place = operands.into_iter().all(|(i, (ours, theirs))| {
                (ours.offset == theirs.offset || offset(i)) && ours.element == theirs.element
            });
            same_place && computes_the_same(ours, theirs)
        })
}

/// For each memref of a group its type, the number of the first one that is the same memory, and whether it overlaps with
/// others that are not.
fn buffers<'c>(group: &Group<'c>) -> Vec<(Type<'c>, usize, bool)> {
    let memrefs: Vec<Value<'c>> = group.members.iter().flat_map(|member| member.kernel.memrefs()).collect();
    let ranges: Vec<ByteRange<'c>> = memrefs.iter().map(|memref| ByteRange::of(*memref)).collect();
    let each = memrefs.iter().zip(&ranges).map(|(memref, range)| {
        let number = ranges.iter().position(|other| other == range).unwrap_or_default();
        let overlaps = ranges.iter().any(|other| other != range && other.overlaps(range));
        (flat_type(memref.r#type()), number, overlaps)
    });
    each.collect()
}

fn computes_the_same(a: &Member<'_>, b: &Member<'_>) -> bool {
    let same_plan = match (&a.plan, &b.plan) {
        (Plan::Nest(a), Plan::Nest(b)) => a == b,
        (Plan::Contraction(a), Plan::Contraction(b)) => {
            let same_end = match (a.then, b.then) {
                (Some(a), Some(b)) => a.body(0).zip(b.body(0)).is_some_and(|(a, b)| are_equal(a, b)),
                (a, b) => a.is_none() && b.is_none(),
            };
            same_end && a.fresh == b.fresh && a.shared == b.shared && a.packs() == b.packs()
        }
        _ => false,
    };
    same_plan
        && a.kernel.dims == b.kernel.dims
        && a.kernel.starts == b.kernel.starts
        && are_equal(a.kernel.body, b.kernel.body)
}

/// Whether two bodies compute the same of their arguments.
fn are_equal<'c>(a: Block<'c>, b: Block<'c>) -> bool {
    let mut same: HashMap<Identity, Value<'c>> = HashMap::new();
    let pair = |same: &mut HashMap<Identity, Value<'c>>, ours: Vec<Value<'c>>, theirs: Vec<Value<'c>>| {
        let types_agree = ours.iter().map(|value| value.r#type()).eq(theirs.iter().map(|value| value.r#type()));
        same.extend(ours.iter().map(|value| value.identity()).zip(theirs));
        types_agree
    };
    let (ops, others) = (block_ops(a), block_ops(b));
    let literal = |value: Value<'c>| defining_op(value).and_then(arith::Constant::of).map(|constant| constant.value());
    pair(&mut same, block_args(a), block_args(b))
        && ops.len() == others.len()
        && ops.into_iter().zip(others).all(|(op, other): (Op<'c>, Op<'c>)| {
            let (inputs, theirs) = (op.ins(), other.ins());
            op.name_str() == other.name_str()
                && op.attrs() == other.attrs()
                && op.region_list().is_empty()
                && inputs.len() == theirs.len()
                && inputs.into_iter().zip(theirs).all(|(input, theirs)| match same.get(&input.identity()) {
                    Some(expected) => *expected == theirs,
                    None => input == theirs || literal(input).is_some_and(|value| literal(theirs) == Some(value)),
                })
                && pair(&mut same, op.outs(), other.outs())
        })
}
