//! Copies of arrays in memory.

use crate::memref::{is_empty, strided_type};
use crate::scf::{index, nest};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, DYNAMIC, Value};
use xla_dialect::ods::{arith, memref};

/// Copies one dense memref to another of the same shape.
pub fn copy<'c>(builder: &Builder<'c>, source: Value<'c>, target: Value<'c>) {
    if source != target && !is_empty(source) {
        memref::copy(builder, source, target);
    }
}

/// The dimension behind which a part of an array has all others whole: its elements from there on lie side by side.
pub fn last_divided(part: &[i64], whole: &[i64]) -> usize {
    part.iter().zip(whole).rposition(|(part, whole)| part != whole).unwrap_or(0)
}

/// Copies `source` into the part of `target` that begins at `offsets`, one an innermost run of neighbours at a time.
pub fn copy_to_offsets<'c>(builder: &Builder<'c>, source: Value<'c>, target: Value<'c>, offsets: &[Value<'c>]) {
    let shapes = [source, target].map(|memref| xla_dialect::ir::shape_of(memref.r#type()));
    let rank = offsets.len();
    let split = last_divided(&shapes[0], &shapes[1]);
    let run: i64 = shapes[0][split..].iter().product();
    let element = xla_dialect::ir::element_type(source.r#type());
    let extents: Vec<_> = shapes[0][..split].iter().map(|size| index(builder, *size)).collect();
    nest(builder, &extents, &[], &mut |builder, turns, _| {
        let parts = [0, 1].map(|side| {
            let mut at = index(builder, 0);
            for d in 0..rank.min(split + 1) {
                let step = index(builder, shapes[side][d + 1..].iter().product());
                for position in turns.get(d).into_iter().chain(offsets.get(d).filter(|_| side == 1)) {
                    let scaled = arith::muli(builder, *position, step);
                    at = arith::addi(builder, at, scaled);
                }
            }
            memref::ReinterpretCastParts {
                source: [source, target][side],
                offsets: &[at],
                sizes: &[],
                strides: &[],
                static_offsets: &[DYNAMIC],
                static_sizes: &[run],
                static_strides: &[1],
                result: strided_type(builder.context, run, element),
            }
            .build(builder)
        });
        memref::copy(builder, parts[0], parts[1]);
        Vec::new()
    });
}
