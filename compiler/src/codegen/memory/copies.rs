//! Copies of arrays in memory.

use crate::memref::is_empty;
use crate::scf::{index, nest};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, DYNAMIC, Value};

/// Copies one dense memref to another of the same shape.
pub fn copy<'c>(builder: &Builder<'c>, source: Value<'c>, target: Value<'c>) {
    if source != target && !is_empty(source) {
        builder.create("memref.copy", &[source, target], &[], &[], Vec::new());
    }
}

/// Copies `source` into the part of `target` that begins at `offsets`, one an innermost run of neighbours at a time.
pub fn copy_to_offsets<'c>(builder: &Builder<'c>, source: Value<'c>, target: Value<'c>, offsets: &[Value<'c>]) {
    let shapes = [source, target].map(|memref| xla_dialect::ir::shape_of(memref.r#type()));
    let rank = offsets.len();
    // The dimensions behind `split` are taken whole.
    let split = (0..rank).rev().find(|&d| shapes[0][d] != shapes[1][d]).unwrap_or(0);
    let run: i64 = shapes[0][split.min(rank)..].iter().product();
    let element = xla_dialect::ir::element_type(source.r#type());
    let extents: Vec<_> = shapes[0][..split.min(rank)].iter().map(|size| index(builder, *size)).collect();
    nest(builder, &extents, &[], &mut |builder, turns, _| {
        let parts = [0, 1].map(|side| {
            let mut at = index(builder, 0);
            for d in 0..rank.min(split + 1) {
                let step = index(builder, shapes[side][d + 1..].iter().product());
                for position in turns.get(d).into_iter().chain(offsets.get(d).filter(|_| side == 1)) {
                    let scaled = builder.value("arith.muli", &[*position, step], at.r#type(), &[]);
                    at = builder.value("arith.addi", &[at, scaled], at.r#type(), &[]);
                }
            }
            let ty = builder.ty(&format!("memref<{run}x{element}, strided<[1], offset: ?>>"));
            builder.value(
                "memref.reinterpret_cast",
                &[[source, target][side], at],
                ty,
                &[
                    ("static_offsets", xla_dialect::ir::i64_array(builder.context, &[DYNAMIC])),
                    ("static_sizes", xla_dialect::ir::i64_array(builder.context, &[run])),
                    ("static_strides", xla_dialect::ir::i64_array(builder.context, &[1])),
                    ("operandSegmentSizes", builder.attr("array<i32: 1, 1, 0, 0>")),
                ],
            )
        });
        builder.create("memref.copy", &parts, &[], &[], Vec::new());
        Vec::new()
    });
}
