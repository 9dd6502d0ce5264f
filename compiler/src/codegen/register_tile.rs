//! The innermost part of a contraction: the products of two panels, summed in registers and added to the result.

use super::contraction::{Contraction, either, equal, if_else};
use super::dot::{bitcast, interleave, unit};
use super::loops::{add_scaled, bits, splat, vector, zero_text};
use super::lower_kernels::Frame;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Type, Value};

/// Vectors of columns of a register tile, unless there are fewer.
pub const NR_VECTORS: i64 = 2;

/// How many rows of B are on their way while one is multiplied: these are as many cycles as memory takes.
const AHEAD: i64 = 24;
/// Bits of a line of the caches.
const LINE_BITS: i64 = 512;

/// The panels' memory and sizes.
pub struct Panels<'c> {
    /// Panels of rows.
    pub a: Value<'c>,
    /// Panels of columns.
    pub b: Value<'c>,
    /// One register tile, for the edges.
    pub tile: Value<'c>,
    /// A vector of factors for each row or column of a panel.
    pub lines: Value<'c>,
    /// The type of the sums.
    pub scalar: Type<'c>,
    /// Sums of a vector.
    pub lanes: i64,
    /// Rows of a register tile.
    pub mr: i64,
    /// Columns of a register tile.
    pub nr: i64,
}

impl Panels<'_> {
    /// Vectors of columns of a register tile.
    fn vectors(&self) -> usize {
        (self.nr / self.lanes) as usize
    }
}

/// A block of the result.
pub struct Block<'c> {
    /// Where it begins.
    pub output: Value<'c>,
    /// Its rows.
    pub height: Value<'c>,
    /// Its columns.
    pub width: Value<'c>,
    /// Whether these are as many as a panel has.
    pub whole: Value<'c>,
    /// The depth of the panels, in factors.
    pub length: Value<'c>,
    /// The depth of the panels, in groups of factors.
    pub groups: Value<'c>,
    /// Whether nothing has been added to the block before.
    pub first: Value<'c>,
    /// B, if it is packed with the first tile.
    pub unpacked: Option<Unpacked<'c>>,
}

/// A panel of B where it lies.
pub struct Unpacked<'c> {
    /// Where the inputs begin.
    pub at: Vec<Value<'c>>,
    /// Inputs that are fetched ahead.
    pub ahead: Vec<Ahead<'c>>,
}

/// An input whose lines the processor does not know by itself that it will read.
pub struct Ahead<'c> {
    /// Its number.
    pub input: usize,
    /// From behind the panel's last row to the next panel's first.
    pub jump: Value<'c>,
}

/// Where a tile's sums go: the buffer, where the tile begins in it, and from row to row.
#[derive(Clone, Copy)]
struct Place<'c> {
    target: Value<'c>,
    at: Value<'c>,
    step: i64,
    /// For each lane, whether what is there counts; if it does not say, it does.
    counts: Option<Value<'c>>,
}

impl<'c> Contraction<'c> {
    /// Every register tile of the block.
    pub(super) fn tiles(&self, builder: &Builder<'c>, frame: &Frame<'c>, panels: &Panels<'c>, block: &Block<'c>) {
        let (zero, group) = (index(builder, 0), self.dot.group());
        let target = frame.buffers[self.kernel.inputs.len()];
        let step = self.m.map_or(0, |m| self.kernel.outputs[0].strides[m]);
        let start = self.start(builder, panels, block.groups);
        let counts = self.fresh.then(|| {
            let yes = builder.value("arith.constant", &[], builder.ty("i1"), &[("value", builder.attr("true"))]);
            let counts = builder.value("arith.xori", &[block.first, yes], yes.r#type(), &[]);
            splat(builder, counts, panels.lanes)
        });
        let columns = |builder: &Builder<'c>, deep| self.columns_at(builder, panels, deep);
        for_loop(builder, zero, block.height, panels.mr, &[], |builder, row, _| {
            let a = builder.value("arith.muli", &[row, block.groups], row.r#type(), &[]);
            let a = add_scaled(builder, zero, a, group);
            let left = builder.value("arith.subi", &[block.height, row], row.r#type(), &[]);
            let rows = builder.value("arith.minsi", &[left, index(builder, panels.mr)], row.r#type(), &[]);
            let place = Place { target, at: add_scaled(builder, block.output, row, step), step, counts };
            fetch(builder, place, rows, block.width);
            let sums = match &block.unpacked {
                None => self.register_tile(builder, panels, a, block, &start, columns),
                Some(unpacked) => {
                    let first = equal(builder, row, zero);
                    let packs = builder.value("arith.andi", &[first, block.whole], first.r#type(), &[]);
                    let types = vec![start[0].r#type(); panels.mr as usize * panels.vectors()];
                    let pack =
                        |builder: &Builder<'c>, deep| self.pack_columns(builder, frame, panels, block, unpacked, deep);
                    either(
                        builder,
                        packs,
                        &types,
                        |builder| self.register_tile(builder, panels, a, block, &start, pack),
                        |builder| self.register_tile(builder, panels, a, block, &start, columns),
                    )
                }
            };
            let whole_rows = equal(builder, rows, index(builder, panels.mr));
            let whole = builder.value("arith.andi", &[whole_rows, block.whole], builder.ty("i1"), &[]);
            if_else(
                builder,
                whole,
                |builder| self.add_tile(builder, frame, panels, place, &sums),
                |builder| self.add_edge(builder, frame, panels, place, &sums, (rows, block.width)),
            );
            Vec::new()
        });
    }

    /// What the sums of a panel of columns begin with: zeros, or what undoes that A's bytes are flipped.
    fn start(&self, builder: &Builder<'c>, panels: &Panels<'c>, groups: Value<'c>) -> Vec<Value<'c>> {
        let ty = vector(panels.scalar, panels.lanes);
        let zero = builder.attr(&format!("dense<{}> : {ty}", zero_text(panels.scalar)));
        let zero = builder.value("arith.constant", &[], ty, &[("value", zero)]);
        let zeros = vec![zero; panels.vectors()];
        if !self.dot.flips() {
            return zeros;
        }
        let top = splat(builder, self.dot.top_bit(builder), panels.lanes * self.dot.group());
        let sums = for_loop(builder, index(builder, 0), groups, 1, &zeros, |builder, deep, sums| {
            let columns = self.columns_at(builder, panels, deep);
            let each = columns.into_iter().zip(sums);
            each.map(|(column, sum)| self.dot.add_product(builder, top, column, *sum)).collect()
        });
        sums.into_iter().map(|sum| builder.value("arith.subi", &[zero, sum], ty, &[])).collect()
    }

    /// The groups of factors of B's panel at one depth, a vector for each vector of sums.
    fn columns_at(&self, builder: &Builder<'c>, panels: &Panels<'c>, deep: Value<'c>) -> Vec<Value<'c>> {
        let (group, factor) = (self.dot.group(), self.factors[1].r#type());
        let at = add_scaled(builder, index(builder, 0), deep, panels.nr * group);
        let each = (0..panels.vectors() as i64).map(|v| {
            let at = add_scaled(builder, at, index(builder, v * panels.lanes * group), 1);
            builder.value("vector.load", &[panels.b, at], vector(factor, panels.lanes * group), &[])
        });
        each.collect()
    }

    /// The same where B lies, and packs it.
    fn pack_columns(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        panels: &Panels<'c>,
        block: &Block<'c>,
        unpacked: &Unpacked<'c>,
        deep: Value<'c>,
    ) -> Vec<Value<'c>> {
        let (zero, group, k) = (index(builder, 0), self.dot.group(), self.k[self.k.len() - 1]);
        let depth = add_scaled(builder, zero, deep, group);
        let later = builder.value("arith.addi", &[depth, index(builder, AHEAD * group)], depth.r#type(), &[]);
        let at_least = xla_dialect::ir::i64_attribute(builder.context, 5);
        let beyond = builder.value("arith.cmpi", &[later, block.length], builder.ty("i1"), &[("predicate", at_least)]);
        for ahead in &unpacked.ahead {
            let operand = &self.kernel.inputs[ahead.input];
            let at = add_scaled(builder, unpacked.at[ahead.input], later, operand.strides[k]);
            let jump = builder.value("arith.select", &[beyond, ahead.jump, zero], zero.r#type(), &[]);
            let at = add_scaled(builder, at, jump, 1);
            for line in 0..group {
                for column in (0..panels.nr).step_by((LINE_BITS / bits(operand.element)) as usize) {
                    let at = add_scaled(builder, at, index(builder, line * operand.strides[k] + column), 1);
                    prefetch(builder, frame.buffers[ahead.input], at, false);
                }
            }
        }
        let at = self.kernel.advance(builder, &unpacked.at, k, depth);
        let to = add_scaled(builder, zero, deep, panels.nr * group);
        let each = (0..panels.vectors() as i64).map(|v| {
            let at = self.kernel.advance(builder, &at, self.n, index(builder, v * panels.lanes));
            let lines = (0..group).map(|line| {
                let at = self.kernel.advance(builder, &at, k, index(builder, line));
                self.factor(builder, frame, self.factors[1], &at, (panels.lanes, Some(self.n)))
            });
            let value = interleave(builder, lines.collect(), panels.lanes);
            let to = add_scaled(builder, to, index(builder, v * panels.lanes * group), 1);
            builder.create("vector.store", &[value, panels.b, to], &[], &[], Vec::new());
            value
        });
        each.collect()
    }

    /// The sums of one tile over the depth, a vector a row and group of columns.
    fn register_tile(
        &self,
        builder: &Builder<'c>,
        panels: &Panels<'c>,
        a: Value<'c>,
        block: &Block<'c>,
        start: &[Value<'c>],
        columns: impl FnOnce(&Builder<'c>, Value<'c>) -> Vec<Value<'c>>,
    ) -> Vec<Value<'c>> {
        let (group, factor) = (self.dot.group(), self.factors[0].r#type());
        let start: Vec<_> = (0..panels.mr).flat_map(|_| start.iter().copied()).collect();
        for_loop(builder, index(builder, 0), block.groups, 1, &start, |builder, deep, sums| {
            let columns = columns(builder, deep);
            let a = add_scaled(builder, a, deep, panels.mr * group);
            let mut next = Vec::new();
            for (i, sums) in sums.chunks(columns.len()).enumerate() {
                let at = add_scaled(builder, a, index(builder, i as i64 * group), 1);
                let row = self.row_at(builder, panels, at, factor);
                next.extend(
                    columns.iter().zip(sums).map(|(column, sum)| self.dot.add_product(builder, row, *column, *sum)),
                );
            }
            next
        })
    }

    /// One group of factors of A's panel, in every lane.
    fn row_at(&self, builder: &Builder<'c>, panels: &Panels<'c>, at: Value<'c>, factor: Type<'c>) -> Value<'c> {
        let group = self.dot.group();
        if group == 1 {
            let scalar = builder.value("memref.load", &[panels.a, at], factor, &[]);
            return splat(builder, scalar, panels.lanes);
        }
        let factors = builder.value("vector.load", &[panels.a, at], vector(factor, group), &[]);
        let unit = unit(builder, factor, group);
        let one = bitcast(builder, factors, vector(unit, 1));
        let all = builder.value("vector.broadcast", &[one], vector(unit, panels.lanes), &[]);
        bitcast(builder, all, vector(factor, panels.lanes * group))
    }

    /// Adds a whole tile's sums to memory.
    fn add_tile(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        panels: &Panels<'c>,
        place: Place<'c>,
        sums: &[Value<'c>],
    ) {
        let ty = vector(panels.scalar, panels.lanes);
        for (i, sum) in sums.iter().enumerate() {
            let (row, v) = ((i / panels.vectors()) as i64, (i % panels.vectors()) as i64);
            let at = add_scaled(builder, place.at, index(builder, row * place.step + v * panels.lanes), 1);
            let old = builder.value("vector.load", &[place.target, at], ty, &[]);
            let old = place.counted(builder, panels, old);
            let new = builder.value(self.dot.add(), &[old, *sum], ty, &[]);
            let new = self.finished(builder, frame, new, panels.lanes);
            builder.create("vector.store", &[new, place.target, at], &[], &[], Vec::new());
        }
    }

    /// Adds `rows` rows and `width` columns of a tile at the edge, by way of a tile in memory.
    fn add_edge(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        panels: &Panels<'c>,
        place: Place<'c>,
        sums: &[Value<'c>],
        (rows, width): (Value<'c>, Value<'c>),
    ) {
        for (i, sum) in sums.iter().enumerate() {
            let to = index(builder, i as i64 * panels.lanes);
            builder.create("vector.store", &[*sum, panels.tile, to], &[], &[], Vec::new());
        }
        let zero = index(builder, 0);
        let ty = vector(panels.scalar, panels.lanes);
        let masks: Vec<_> = (0..panels.vectors() as i64)
            .map(|v| {
                let left = builder.value("arith.subi", &[width, index(builder, v * panels.lanes)], rows.r#type(), &[]);
                builder.value("vector.create_mask", &[left], vector(builder.ty("i1"), panels.lanes), &[])
            })
            .collect();
        let none = builder.attr(&format!("dense<{}> : {ty}", zero_text(panels.scalar)));
        let none = builder.value("arith.constant", &[], ty, &[("value", none)]);
        for_loop(builder, zero, rows, 1, &[], |builder, row, _| {
            let from = add_scaled(builder, zero, row, panels.nr);
            let at = add_scaled(builder, place.at, row, place.step);
            for (v, mask) in masks.iter().enumerate() {
                let step = index(builder, v as i64 * panels.lanes);
                let (from, at) = (add_scaled(builder, from, step, 1), add_scaled(builder, at, step, 1));
                let sum = builder.value("vector.load", &[panels.tile, from], ty, &[]);
                let old = builder.value("vector.maskedload", &[place.target, at, *mask, none], ty, &[]);
                let old = place.counted(builder, panels, old);
                let new = builder.value(self.dot.add(), &[old, sum], ty, &[]);
                let new = self.finished(builder, frame, new, panels.lanes);
                builder.create("vector.maskedstore", &[place.target, at, *mask, new], &[], &[], Vec::new());
            }
            Vec::new()
        });
    }
}

impl<'c> Place<'c> {
    /// What of `old` counts.
    fn counted(&self, builder: &Builder<'c>, panels: &Panels<'c>, old: Value<'c>) -> Value<'c> {
        let Some(counts) = self.counts else { return old };
        let ty = old.r#type();
        let zero = builder.attr(&format!("dense<{}> : {ty}", zero_text(panels.scalar)));
        let zero = builder.value("arith.constant", &[], ty, &[("value", zero)]);
        builder.value("arith.select", &[counts, old, zero], ty, &[])
    }
}

/// Asks for the lines of a tile that is added to later.
fn fetch<'c>(builder: &Builder<'c>, place: Place<'c>, rows: Value<'c>, width: Value<'c>) {
    let last = builder.value("arith.subi", &[width, index(builder, 1)], width.r#type(), &[]);
    for_loop(builder, index(builder, 0), rows, 1, &[], |builder, row, _| {
        let at = add_scaled(builder, place.at, row, place.step);
        prefetch(builder, place.target, at, true);
        prefetch(builder, place.target, add_scaled(builder, at, last, 1), true);
        Vec::new()
    });
}

/// Asks for the line of `buffer` at `at`.
fn prefetch<'c>(builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, writes: bool) {
    let attributes = [
        ("isWrite", builder.attr(if writes { "true" } else { "false" })),
        ("localityHint", builder.attr("3 : i32")),
        ("isDataCache", builder.attr("true")),
    ];
    builder.create("memref.prefetch", &[buffer, at], &[], &attributes, Vec::new());
}
