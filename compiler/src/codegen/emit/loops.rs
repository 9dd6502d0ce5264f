//! Loop nests of scf over vectors: elementwise chains, data movement and reductions.

use super::frame::Frame;
use super::nest::{Nest, Producer};
use crate::codegen::analysis::kernel::Kernel;
use crate::codegen::schedule::nest::{NestPlan, Strategy, vectorizes_loop};
use xla_dialect::ir::Builder;

/// A nest, before it is emitted.
#[derive(Clone, Copy)]
pub struct PlannedNest<'c, 'k> {
    /// What it computes.
    pub kernel: &'k Kernel<'c>,
    /// How.
    pub plan: &'k NestPlan,
    /// What the kernel function gets.
    pub frame: &'k Frame<'c>,
}

/// Emits a nest for iterations `frame.begin` to `frame.end` of its outermost loop, and in it the nest that computes the
/// input of this number, if there is one.
pub fn emit<'c>(builder: &Builder<'c>, nest: PlannedNest<'c, '_>, producer: Option<(PlannedNest<'c, '_>, usize)>) {
    let PlannedNest { kernel, plan, frame } = nest;
    let planned = |kernel, frame, plan: &NestPlan| Nest {
        kernel,
        frame,
        lanes: plan.lanes,
        masks: plan.masks,
        mask: None,
        streams: plan.streams,
        producer: None,
    };
    let producer = producer.map(|(PlannedNest { kernel, plan: own, frame }, input)| {
        let nest = Nest { lanes: plan.lanes, ..planned(kernel, frame, own) };
        Producer { nest, input }
    });
    let mut nest = Nest { producer: producer.as_ref(), ..planned(kernel, frame, plan) };
    let base = nest.base(builder);
    match &plan.strategy {
        Strategy::Tiles(tiles) => {
            nest.lanes = tiles.size;
            nest.tiles(builder, tiles, &base);
        }
        Strategy::Rows(rows) => nest.row_reduction(builder, *rows, &base),
        Strategy::Columns(columns) => nest.column_reduction(builder, columns, 0, &base),
        Strategy::Interleaved => nest.interleaved(builder, 0, &base, &[]),
        Strategy::Elements { vectors } => {
            let last = kernel.dims.len().checked_sub(1);
            if !vectors || !last.is_some_and(|d| vectorizes_loop(kernel, plan, d)) {
                nest.lanes = 1;
            }
            nest.elements(builder, 0, &base, &[]);
        }
    }
}
