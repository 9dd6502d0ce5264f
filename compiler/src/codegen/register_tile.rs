//! The innermost part of a contraction: the products of two panels, summed in registers and added to the result.

use super::contraction::{Contraction, equal, if_else};
use super::dot::{bitcast, unit};
use super::loops::{add_scaled, splat, vector, zero_text};
use super::lower_kernels::Frame;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Type, Value};

/// Vectors of columns of a register tile.
pub const NR_VECTORS: i64 = 2;

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

/// A block of the result.
pub struct Block<'c> {
    /// Where it begins.
    pub output: Value<'c>,
    /// Its rows.
    pub height: Value<'c>,
    /// Its columns.
    pub width: Value<'c>,
    /// The depth of the panels, in groups of factors.
    pub groups: Value<'c>,
}

/// Where a tile's sums go: the buffer, where the tile begins in it, and from row to row.
#[derive(Clone, Copy)]
struct Place<'c> {
    target: Value<'c>,
    at: Value<'c>,
    step: i64,
}

impl<'c> Contraction<'c> {
    /// Every register tile of the block.
    pub(super) fn tiles(&self, builder: &Builder<'c>, frame: &Frame<'c>, panels: &Panels<'c>, block: &Block<'c>) {
        let (zero, group) = (index(builder, 0), self.dot.group());
        let target = frame.buffers[self.kernel.inputs.len()];
        let step = self.m.map_or(0, |m| self.kernel.outputs[0].strides[m]);
        let panel = |builder: &Builder<'c>, first: Value<'c>| {
            let at = builder.value("arith.muli", &[first, block.groups], first.r#type(), &[]);
            add_scaled(builder, zero, at, group)
        };
        let left = |builder: &Builder<'c>, extent: Value<'c>, first: Value<'c>, most: i64| {
            let left = builder.value("arith.subi", &[extent, first], first.r#type(), &[]);
            builder.value("arith.minsi", &[left, index(builder, most)], first.r#type(), &[])
        };
        for_loop(builder, zero, block.width, panels.nr, &[], |builder, column, _| {
            let b = panel(builder, column);
            let width = left(builder, block.width, column, panels.nr);
            let start = self.start(builder, panels, b, block.groups);
            for_loop(builder, zero, block.height, panels.mr, &[], |builder, row, _| {
                let a = panel(builder, row);
                let sums = self.register_tile(builder, panels, (a, b), block.groups, &start);
                let at = add_scaled(builder, block.output, column, 1);
                let place = Place { target, at: add_scaled(builder, at, row, step), step };
                let rows = left(builder, block.height, row, panels.mr);
                let whole_rows = equal(builder, rows, index(builder, panels.mr));
                let whole_width = equal(builder, width, index(builder, panels.nr));
                let whole = builder.value("arith.andi", &[whole_rows, whole_width], builder.ty("i1"), &[]);
                if_else(
                    builder,
                    whole,
                    |builder| self.add_tile(builder, panels, place, &sums),
                    |builder| self.add_edge(builder, panels, place, &sums, (rows, width)),
                );
                Vec::new()
            });
            Vec::new()
        });
    }

    /// What the sums of a panel of columns begin with: zeros, or what undoes that A's bytes are flipped.
    fn start(&self, builder: &Builder<'c>, panels: &Panels<'c>, b: Value<'c>, groups: Value<'c>) -> Vec<Value<'c>> {
        let ty = vector(panels.scalar, panels.lanes);
        let zero = builder.attr(&format!("dense<{}> : {ty}", zero_text(panels.scalar)));
        let zero = builder.value("arith.constant", &[], ty, &[("value", zero)]);
        let zeros = vec![zero; NR_VECTORS as usize];
        if !self.dot.flips() {
            return zeros;
        }
        let top = splat(builder, self.dot.top_bit(builder), panels.lanes * self.dot.group());
        let sums = for_loop(builder, index(builder, 0), groups, 1, &zeros, |builder, deep, sums| {
            let columns = self.columns_at(builder, panels, b, deep);
            let each = columns.into_iter().zip(sums);
            each.map(|(column, sum)| self.dot.add_product(builder, top, column, *sum)).collect()
        });
        sums.into_iter().map(|sum| builder.value("arith.subi", &[zero, sum], ty, &[])).collect()
    }

    /// The groups of factors of B's panel at one depth, a vector for each vector of sums.
    fn columns_at(&self, builder: &Builder<'c>, panels: &Panels<'c>, b: Value<'c>, deep: Value<'c>) -> Vec<Value<'c>> {
        let (group, factor) = (self.dot.group(), self.factors[1].r#type());
        let at = add_scaled(builder, b, deep, panels.nr * group);
        let each = (0..NR_VECTORS).map(|v| {
            let at = add_scaled(builder, at, index(builder, v * panels.lanes * group), 1);
            builder.value("vector.load", &[panels.b, at], vector(factor, panels.lanes * group), &[])
        });
        each.collect()
    }

    /// The sums of one tile over the depth, a vector a row and group of columns.
    fn register_tile(
        &self,
        builder: &Builder<'c>,
        panels: &Panels<'c>,
        (a, b): (Value<'c>, Value<'c>),
        groups: Value<'c>,
        start: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let (group, factor) = (self.dot.group(), self.factors[0].r#type());
        let start: Vec<_> = (0..panels.mr).flat_map(|_| start.iter().copied()).collect();
        for_loop(builder, index(builder, 0), groups, 1, &start, |builder, deep, sums| {
            let columns = self.columns_at(builder, panels, b, deep);
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
    fn add_tile(&self, builder: &Builder<'c>, panels: &Panels<'c>, place: Place<'c>, sums: &[Value<'c>]) {
        let ty = vector(panels.scalar, panels.lanes);
        for (i, sum) in sums.iter().enumerate() {
            let (row, v) = (i as i64 / NR_VECTORS, i as i64 % NR_VECTORS);
            let at = add_scaled(builder, place.at, index(builder, row * place.step + v * panels.lanes), 1);
            let old = builder.value("vector.load", &[place.target, at], ty, &[]);
            let new = builder.value(self.dot.add(), &[old, *sum], ty, &[]);
            builder.create("vector.store", &[new, place.target, at], &[], &[], Vec::new());
        }
    }

    /// Adds `rows` rows and `width` columns of a tile at the edge, by way of a tile in memory.
    fn add_edge(
        &self,
        builder: &Builder<'c>,
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
        let masks: Vec<_> = (0..NR_VECTORS)
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
                let new = builder.value(self.dot.add(), &[old, sum], ty, &[]);
                builder.create("vector.maskedstore", &[place.target, at, *mask, new], &[], &[], Vec::new());
            }
            Vec::new()
        });
    }
}
