//! What is defined inside of an op, and what comes from outside.

use crate::identity::ValueMap;
use xla_dialect::ir::{Op, OpExt, Value, block_args, block_ops, blocks};

/// What `op` and its body use from outside of them.
pub fn used<'c>(op: Op<'c>) -> Vec<Value<'c>> {
    let inside = defined_in(op);
    let operands = op.walk_ops().into_iter().flat_map(|inner| inner.ins());
    operands.filter(|value| !inside.contains(*value)).collect()
}

/// The values that are defined in the regions of `op`.
pub fn defined_in<'c>(op: Op<'c>) -> ValueMap<'c, ()> {
    let mut values = ValueMap::default();
    for block in op.walk_ops().into_iter().flat_map(|op| op.region_list()).flat_map(blocks) {
        let results = block_ops(block).into_iter().flat_map(|op| op.outs());
        block_args(block).into_iter().chain(results).for_each(|value| values.insert(value, ()));
    }
    values
}
