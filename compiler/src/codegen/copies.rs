//! Copies of arrays in memory, and other shapes of the same memory.

use crate::scf::{index, nest};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, DYNAMIC, Type, Value};

/// Whether a memref has no elements.
pub fn is_empty(memref: Value<'_>) -> bool {
    xla_dialect::ir::shape_of(memref.r#type()).contains(&0)
}

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

/// The same memory under another shape of as many elements.
pub fn reshape_memref<'c>(builder: &Builder<'c>, source: Value<'c>, ty: Type<'c>) -> Value<'c> {
    if source.r#type() == ty {
        return source;
    }
    let sizes = xla_dialect::ir::shape_of(ty);
    let mut strides = vec![1; sizes.len()];
    for d in (1..sizes.len()).rev() {
        strides[d - 1] = strides[d] * sizes[d];
    }
    builder.value(
        "memref.reinterpret_cast",
        &[source],
        ty,
        &[
            ("static_offsets", xla_dialect::ir::i64_array(builder.context, &[0])),
            ("static_sizes", xla_dialect::ir::i64_array(builder.context, &sizes)),
            ("static_strides", xla_dialect::ir::i64_array(builder.context, &strides)),
            ("operandSegmentSizes", builder.attr("array<i32: 1, 0, 0, 0>")),
        ],
    )
}
