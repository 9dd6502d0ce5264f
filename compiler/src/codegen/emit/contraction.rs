//! Contractions: the loops around the product of matrices, and its blocks.
//!
//! Whatever was fused in front of an operand (a conversion, a scale) is computed while packing; operands may be laid out in
//! any order.

use super::direct::DirectEmitter;
use super::factors::ContractionEmitter;
use super::frame::Frame;
use super::ops::{add_scaled, equal, remaining};
use super::packing::{Panel, Side};
use super::register_tile::{OutputBlock, Panels, RegisterTiles, Unpacked};
use crate::codegen::schedule::contraction::{Blocking, ContractionPlan, Operands, SharedLoop};
use crate::codegen::schedule::packing::Method;
use crate::memref::allocate_on_stack;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Type, Value};
use xla_dialect::ods::arith;

/// Emits the code of a contraction.
pub fn emit<'c>(builder: &Builder<'c>, plan: &ContractionPlan<'c>, frame: &Frame<'c>) {
    let emitter = ContractionEmitter { plan, frame };
    let base = frame.offsets(builder, emitter.kernel());
    match &plan.operands {
        Operands::Direct(direct) => emitter.around(builder, &plan.outer, &base, &mut |builder, base| {
            DirectEmitter { emitter, plan: direct }.emit(builder, base);
        }),
        Operands::Packed(blocking) => emitter.packed(builder, blocking, &base),
    }
}

/// The part of a product of matrices that a thread computes: its first row and the one after its last, and columns
/// likewise.
struct Matrix<'c> {
    rows: (Value<'c>, Value<'c>),
    columns: (Value<'c>, Value<'c>),
}

/// Blocks along one dimension.
#[derive(Clone, Copy)]
struct Blocks<'c> {
    bounds: (Value<'c>, Value<'c>),
    size: i64,
    /// Whether all have that size.
    all_whole: bool,
}

impl<'c> Blocks<'c> {
    /// Calls `body` with the begin and the size of each.
    fn each(self, builder: &Builder<'c>, body: &mut dyn FnMut(&Builder<'c>, Value<'c>, Value<'c>)) {
        let Self { bounds: (begin, end), size, all_whole } = self;
        for_loop(builder, begin, end, size, &[], |builder, first, _| {
            let extent = if all_whole { index(builder, size) } else { remaining(builder, first, end, size) };
            body(builder, first, extent);
            Vec::new()
        });
    }
}

impl<'c> ContractionEmitter<'c, '_> {
    /// The loops `dims`, around `inner`.
    fn around(
        &self,
        builder: &Builder<'c>,
        dims: &[usize],
        base: &[Value<'c>],
        inner: &mut dyn FnMut(&Builder<'c>, &[Value<'c>]),
    ) {
        let Some((&d, others)) = dims.split_first() else {
            inner(builder, base);
            return;
        };
        let (begin, end) = if self.plan.shared == SharedLoop::Outer(d) {
            (self.frame.begin, self.frame.end)
        } else {
            (index(builder, 0), index(builder, self.kernel().dims[d].extent))
        };
        for_loop(builder, begin, end, 1, &[], |builder, i, _| {
            let at = self.kernel().advance(builder, base, d, i);
            self.around(builder, others, &at, inner);
            Vec::new()
        });
    }

    /// A contraction whose operands are packed.
    fn packed(&self, builder: &Builder<'c>, blocking: &Blocking<'c>, base: &[Value<'c>]) {
        let (plan, frame) = (self.plan, self.frame);
        let (tile_rows, tile_columns) = (blocking.a.tile, blocking.b.tile);
        let start = Builder::at_start(builder.context, frame.entry, builder.location);
        let alignment = frame.machine.cache_line;
        let stack = |size: i64, element: Type<'c>| allocate_on_stack(&start, size, element, alignment);
        let factor = blocking.a.factor.r#type();
        // Whole squares are transposed.
        let square_depth = plan.lanes * plan.dot.group();
        let b_depth = match blocking.b.method {
            Method::Transpose => (blocking.depth + square_depth - 1) / square_depth * square_depth,
            _ => blocking.depth,
        };
        let panels = Panels {
            a: stack(blocking.rows * blocking.a.layout.row, factor),
            b: stack(tile_columns * b_depth, factor),
            tile: stack(tile_rows * tile_columns, plan.contraction.element()),
            a_packing: &blocking.a,
            tile_columns,
        };
        let square = stack(plan.lanes * square_depth, factor);
        let side = |is_a: bool| {
            let (packing, into) = if is_a { (&blocking.a, panels.a) } else { (&blocking.b, panels.b) };
            Side { packing, into, square, is_a }
        };
        let sides = [side(true), side(false)];
        let whole = |extent: i64| (index(builder, 0), index(builder, extent));
        let scaled = |value: Value<'c>, factor: i64, most: i64| {
            let value = arith::muli(builder, value, index(builder, factor));
            arith::minsi(builder, value, index(builder, most))
        };
        let part = |shared: SharedLoop, tile: i64, extent: i64| {
            if plan.shared == shared {
                (scaled(frame.begin, tile, extent), scaled(frame.end, tile, extent))
            } else {
                whole(extent)
            }
        };
        let matrix = Matrix {
            rows: part(SharedLoop::Rows, tile_rows, plan.rows()),
            columns: part(SharedLoop::Columns, tile_columns, plan.contraction.columns()),
        };
        let mut around = plan.outer.clone();
        let k = &plan.contraction.k;
        around.extend(&k[..k.len() - 1]);
        self.around(builder, &around, base, &mut |builder, base| {
            PackedEmitter { emitter: *self, blocking, panels: &panels, sides: &sides }.blocks(builder, base, &matrix);
        });
    }
}

/// A contraction whose operands are packed, and its memory.
struct PackedEmitter<'c, 'p> {
    emitter: ContractionEmitter<'c, 'p>,
    blocking: &'p Blocking<'c>,
    panels: &'p Panels<'c, 'p>,
    sides: &'p [Side<'c, 'p>; 2],
}

impl<'c> PackedEmitter<'c, '_> {
    /// One product of matrices, block by block.
    fn blocks(&self, builder: &Builder<'c>, base: &[Value<'c>], matrix: &Matrix<'c>) {
        let (emitter, blocking, plan) = (self.emitter, self.blocking, self.emitter.plan);
        let (kernel, k, n) = (emitter.kernel(), emitter.innermost(), plan.contraction.n);
        let [a, b] = self.sides;
        // Sizes that are known everywhere: threads share whole tiles, and the depth is not shared.
        let all_high = plan.shared != SharedLoop::Rows && plan.rows() % blocking.rows == 0;
        let rows = Blocks { bounds: matrix.rows, size: blocking.rows, all_whole: all_high };
        let bounds = (index(builder, 0), index(builder, plan.depth()));
        let depth = Blocks { bounds, size: blocking.depth, all_whole: plan.depth() % blocking.depth == 0 };
        let all_wide = plan.contraction.columns() % b.packing.tile == 0;
        let columns = Blocks { bounds: matrix.columns, size: b.packing.tile, all_whole: all_wide };
        let zero = index(builder, 0);
        rows.each(builder, &mut |builder, row, height| {
            depth.each(builder, &mut |builder, deep, length| {
                let at = kernel.advance(builder, base, k, deep);
                let groups = emitter.groups(builder, length);
                let first = equal(builder, deep, zero);
                let a_at = plan.m.map_or(at.clone(), |m| kernel.advance(builder, &at, m, row));
                emitter.pack_panels(builder, a, &a_at, (height, length));
                columns.each(builder, &mut |builder, column, width| {
                    let begin = kernel.advance(builder, &at, n, column);
                    let fused = blocking.packed_by_first_tile;
                    let unpacked = fused.map(|input| self.unpacked(builder, input, begin[input], (column, length)));
                    if unpacked.is_none() {
                        emitter.pack(builder, &Panel { side: b, at: begin, start: zero, count: width, length });
                    }
                    let last = at[at.len() - 1];
                    let output = plan.m.map_or(last, |m| add_scaled(builder, last, row, kernel.outputs[0].strides[m]));
                    let output = add_scaled(builder, output, column, 1);
                    let block = OutputBlock { output, height, width, groups, first, unpacked };
                    RegisterTiles { emitter, panels: self.panels, block: &block }.emit(builder);
                });
            });
        });
    }

    /// The panel of B at `column`, `length` deep, whose first element is at `at`.
    fn unpacked(
        &self,
        builder: &Builder<'c>,
        input: usize,
        at: Value<'c>,
        (column, length): (Value<'c>, Value<'c>),
    ) -> Unpacked<'c> {
        let (plan, tile_columns) = (self.emitter.plan, self.panels.tile_columns);
        let stride = self.emitter.kernel().inputs[input].strides[self.emitter.innermost()];
        let jump = (stride.abs() > tile_columns).then(|| {
            let columns = index(builder, plan.contraction.columns());
            let step = remaining(builder, column, columns, tile_columns);
            add_scaled(builder, step, length, -stride)
        });
        Unpacked { input, at, stride, jump }
    }
}
