//! Borders between ops of ours, which are lowered, and foreign ops, which stay.
//!
//! A value whose lowered type is the same is not converted. An unsigned tensor is converted to its signless lowered form and
//! back by `builtin.unrealized_conversion_cast`; a tensor whose type differs only in sizes or encoding, by `tensor.cast`:
//!
//! ```mlir
//! %0 = "foreign.read"() : () -> tensor<4xui32>
//! %1 = xla.add %0, %0 : tensor<4xui32>
//! "foreign.write"(%1) : (tensor<4xui32>) -> ()
//! // becomes
//! %0 = "foreign.read"() : () -> tensor<4xui32>
//! %1 = builtin.unrealized_conversion_cast %0 : tensor<4xui32> to tensor<4xi32>
//! %2 = linalg.generic … ins(%1, %1 : tensor<4xi32>, tensor<4xi32>)
//! %3 = builtin.unrealized_conversion_cast %2 : tensor<4xi32> to tensor<4xui32>
//! "foreign.write"(%3) : (tensor<4xui32>) -> ()
//! ```
//! Tuples and tokens have no values at run time, so that they cannot pass a border.

use super::element_types::ElementTypes;
use super::state::{Lowered, Lowering, is_token};
use crate::identity::{OpMap, ValueMap};
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Block, Builder, Op, OpExt, Type, Value, block_args, block_argument_owner, block_ops, blocks, defining_op,
    element_type, move_to_end, next_op, replace_uses, terminator, uses,
};
use xla_dialect::ods::{builtin, tensor, xla};
use xla_dialect::ops::tuple;
use xla_dialect::passes::Failed;

/// Records the lowered forms of the values that `op` uses and foreign ops define.
pub fn enter<'c>(lowering: &mut Lowering<'c>, op: Op<'c>) -> Result<(), Failed> {
    if lowering.options.types == ElementTypes::Storage {
        return Ok(());
    }
    for value in used(op) {
        if lowering.is_lowered(value) {
            continue;
        }
        let ty = value.r#type();
        if tuple::elements(ty).is_some() || is_token(ty) {
            return Err(unsupported(op, format!("a value of type {ty} that an op of another dialect defines")));
        }
        let mut types = Vec::new();
        lowering.leaf_types(ty, op, &mut types)?;
        let lowered = converted(op, value, types[0])?;
        lowering.set_tensor(value, lowered);
    }
    Ok(())
}

/// The values that `op` uses, itself or in a computation on scalars. Regions of other ops are lowered op by op.
pub fn used<'c>(op: Op<'c>) -> Vec<Value<'c>> {
    let mut values = op.ins();
    if matches!(xla::Kind::of(op), Some(xla::Kind::While | xla::Kind::Conditional)) {
        return values;
    }
    let mut inside: ValueMap<'c, ()> = ValueMap::default();
    for inner in op.region_list().into_iter().flat_map(blocks).flat_map(block_ops).flat_map(|op| op.walk_ops()) {
        values.extend(inner.ins());
        inner.outs().into_iter().for_each(|value| inside.insert(value, ()));
    }
    for block in op.walk_ops().into_iter().flat_map(|op| op.region_list()).flat_map(blocks) {
        block_args(block).into_iter().for_each(|value| inside.insert(value, ()));
    }
    values.retain(|value| !inside.contains(*value));
    values
}

/// Replaces the results of lowered ops that foreign ops use, and erases the lowered ops.
pub fn leave(lowering: &mut Lowering<'_>) -> Result<(), Failed> {
    let roots = std::mem::take(&mut lowering.replaced);
    let mut gone: OpMap<'_, ()> = OpMap::default();
    let all: Vec<_> = roots.iter().flat_map(|root| root.walk_ops()).collect();
    all.iter().for_each(|op| gone.insert(*op, ()));
    for op in all {
        let arguments = op.region_list().into_iter().flat_map(blocks).flat_map(block_args);
        for value in arguments.chain(op.outs()) {
            let Some((user, _)) = uses(value).into_iter().find(|(user, _)| !gone.contains(*user)) else { continue };
            let ty = value.r#type();
            let Lowered::Tensor(lowered) = lowering.get(value) else {
                return Err(unsupported(user, format!("a value of type {ty} that an op of the xla dialect defines")));
            };
            replace_uses(value, converted(user, lowered, ty)?);
        }
    }
    // These ops use each other, in any order where a region is a graph: a block drops all uses before it erases ops.
    let block = melior::ir::Block::new(&[]);
    // SAFETY: the handle is dropped before the block.
    let handle: Block<'_> = unsafe { Block::from_raw(block.to_raw()) };
    roots.into_iter().for_each(|root| move_to_end(root, handle));
    Ok(())
}

/// Converts `value` to the type `ty` after its definition. Errors are reported at `user`.
fn converted<'c>(user: Op<'c>, value: Value<'c>, ty: Type<'c>) -> Result<Value<'c>, Failed> {
    let from = value.r#type();
    if from == ty {
        return Ok(value);
    }
    let builder = match defining_op(value) {
        Some(op) if next_op(op).is_some() => Builder::after(op),
        Some(op) if is_terminator(op) => None,
        Some(op) => op.parent_block().map(|block| Builder::at_end(op.ctx(), block, op.loc())),
        None => Some(Builder::at_start(user.ctx(), block_argument_owner(value), user.loc())),
    };
    let Some(builder) = builder else {
        return Err(unsupported(user, format!("a value of type {from} that the end of a block defines")));
    };
    Ok(if element_type(from) == element_type(ty) {
        tensor::cast(&builder, value, ty)
    } else {
        builtin::unrealized_conversion_cast(&builder, &[value], &[ty]).output(0)
    })
}

/// Whether `op` ends its block.
fn is_terminator(op: Op<'_>) -> bool {
    op.parent_block().and_then(terminator) == Some(op)
}
