//! Panels: what a register tile reads, close together.
//!
//! ```text
//! for groups of factors along the depth
//!   for rows (or columns) of the panel: the factors of the group
//! ```
//! Where the operand's neighbours lie along the panel, vectors of them are copied, interleaved if factors are grouped;
//! where they lie along the depth, squares of B's are transposed in registers. A's elements are read one by one, from
//! rows as well:
//!
//! ```text
//! for rows of the panel
//!   for groups of factors along the depth: the factors of the group
//! ```

use super::contraction::{Contraction, equal, if_else, rest};
use super::dot::{bitcast, interleave, unit};
use super::kernel::Operand;
use super::loops::{VECTOR_BITS, add_scaled, attributes, bits, literal, splat, vector, vectorizes, zero_text};
use super::lower_kernels::Frame;
use super::transpose::transpose;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::ir::{Builder, Op, OpExt, Value, block_args, defining_op};

/// Ops in front of a factor that are emitted for every line of a square. More are emitted once, in a loop over the lines,
/// which go through memory.
const MOST_OPS: usize = 8;

/// One side of the product: what is multiplied, along which loop, packed how.
pub struct Side<'c> {
    /// What is multiplied.
    pub factor: Value<'c>,
    /// The loop over rows or columns, if there is more than one.
    pub across: Option<usize>,
    /// Rows or columns of a panel.
    pub tile: i64,
    /// The panels' memory.
    pub into: Value<'c>,
    /// A square of vectors, if it is to be transposed.
    pub square: Value<'c>,
    /// Whether it is A.
    pub is_a: bool,
    /// Where a panel's factors are.
    pub layout: Layout,
}

/// Where the factors of panels are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Elements from a row (or column) of a panel to the next.
    pub across: i64,
    /// Elements from a group of factors to the next one along the depth.
    pub along: i64,
    /// Elements of a row (or column), so that panels of `tile` rows are `tile * row` apart.
    pub row: i64,
}

impl Layout {
    /// Rows (or columns) as neighbours, at most `depth` factors deep.
    pub fn interleaved(tile: i64, group: i64, depth: i64) -> Self {
        Self { across: group, along: tile * group, row: depth }
    }

    /// Rows one after the other, with a line of the caches between them: where they begin at multiples of a page, all of
    /// a tile's rows would be in the same few places of the first-level cache.
    fn rows(group: i64, depth: i64, line: i64) -> Self {
        Self { across: depth + line, along: group, row: depth + line }
    }

    fn is_rows(self) -> bool {
        self.across > self.along
    }
}

/// A panel to be filled.
pub struct Panel<'c, 's> {
    /// What it is of.
    pub side: &'s Side<'c>,
    /// The operands' addresses at its first row (or column) and depth.
    pub at: Vec<Value<'c>>,
    /// Where it begins.
    pub start: Value<'c>,
    /// Its rows or columns, at most the tile's.
    pub count: Value<'c>,
    /// Its depth, in factors.
    pub length: Value<'c>,
}

impl<'c> Contraction<'c> {
    /// How many groups hold `length` factors.
    pub(super) fn groups(&self, builder: &Builder<'c>, length: Value<'c>) -> Value<'c> {
        let group = self.dot.group();
        if group == 1 {
            return length;
        }
        let more = builder.value("arith.addi", &[length, index(builder, group - 1)], length.r#type(), &[]);
        builder.value("arith.divui", &[more, index(builder, group)], length.r#type(), &[])
    }

    /// Whether vectors of `factor` can be computed along loop `d`: its inputs' elements are neighbours there.
    pub(super) fn copies(&self, factor: Value<'c>, d: usize) -> bool {
        let near = |i: &usize| matches!(self.kernel.inputs[*i].strides[d], 0 | 1);
        vectorizes(self.kernel.body) && self.before(factor).0.iter().all(near)
    }

    /// Where the factors of A's panels are, at most `depth` factors deep.
    pub(super) fn a_layout(&self, tile: i64, depth: i64) -> Layout {
        let k = self.k[self.k.len() - 1];
        let [factor, _] = self.factors;
        let group = self.dot.group();
        if self.m.is_some_and(|m| !self.copies(factor, m)) && self.copies(factor, k) {
            return Layout::rows(group, depth, VECTOR_BITS / bits(factor.r#type()));
        }
        Layout::interleaved(tile, group, depth)
    }

    /// Copies `width` rows (or columns) of `length` into panels.
    pub(super) fn pack_panels(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        side: &Side<'c>,
        base: &[Value<'c>],
        (width, length): (Value<'c>, Value<'c>),
    ) {
        let zero = index(builder, 0);
        for_loop(builder, zero, width, side.tile, &[], |builder, first, _| {
            let at = side.across.map_or(base.to_vec(), |d| self.kernel.advance(builder, base, d, first));
            let start = add_scaled(builder, zero, first, side.layout.row);
            let count = rest(builder, first, width, side.tile);
            self.pack(builder, frame, &Panel { side, at, start, count, length });
            Vec::new()
        });
    }

    /// Fills a panel. Rows (or columns) that it has room for and that are not there are never stored, so that they may be
    /// anything; what is left of a group is zeros.
    pub(super) fn pack(&self, builder: &Builder<'c>, frame: &Frame<'c>, panel: &Panel<'c, '_>) {
        let side = panel.side;
        let k = self.k[self.k.len() - 1];
        let zero = index(builder, 0);
        if side.layout.is_rows() {
            self.rows_of(builder, frame, panel);
        } else if side.across.is_some_and(|d| self.copies(side.factor, d)) {
            let copy = |builder: &Builder<'c>| self.copy(builder, frame, panel);
            if self.all_full(side) {
                return copy(builder);
            }
            let full = equal(builder, panel.count, index(builder, side.tile));
            if_else(builder, full, copy, |builder| self.scalars(builder, frame, panel, zero));
        } else if self.copies(side.factor, k) && self.kernel.dims[k].extent >= self.lanes() * self.dot.group() {
            self.transpose(builder, frame, panel);
        } else {
            self.scalars(builder, frame, panel, zero);
        }
    }

    /// Whether all panels are full, wherever they are.
    fn all_full(&self, side: &Side<'c>) -> bool {
        side.across.is_some_and(|d| self.kernel.dims[d].extent % side.tile == 0)
    }

    /// Fills a panel of rows.
    fn rows_of(&self, builder: &Builder<'c>, frame: &Frame<'c>, panel: &Panel<'c, '_>) {
        let (side, group) = (panel.side, self.dot.group());
        let (zero, ty) = (index(builder, 0), panel.length.r#type());
        let k = self.k[self.k.len() - 1];
        let step = VECTOR_BITS / bits(side.factor.r#type());
        // A power of two.
        let whole = builder.value("arith.andi", &[panel.length, index(builder, -step)], ty, &[]);
        for_loop(builder, zero, panel.count, 1, &[], |builder, row, _| {
            let at = side.across.map_or(panel.at.clone(), |d| self.kernel.advance(builder, &panel.at, d, row));
            let to = add_scaled(builder, panel.start, row, side.layout.across);
            for_loop(builder, zero, whole, step, &[], |builder, deep, _| {
                let at = self.kernel.advance(builder, &at, k, deep);
                let value = self.side_factor(builder, frame, side, &at, (step, Some(k)));
                let to = add_scaled(builder, to, deep, 1);
                builder.create("vector.store", &[value, side.into, to], &[], &[], Vec::new());
                Vec::new()
            });
            Vec::new()
        });
        // Blocks are of whole vectors, unless the last one ends elsewhere.
        if self.kernel.dims[k].extent % step != 0 {
            let whole = builder.value("arith.divui", &[whole, index(builder, group)], ty, &[]);
            self.scalars(builder, frame, panel, whole);
        }
    }

    /// Fills a whole panel whose neighbours lie along it.
    fn copy(&self, builder: &Builder<'c>, frame: &Frame<'c>, panel: &Panel<'c, '_>) {
        let (side, group) = (panel.side, self.dot.group());
        let k = self.k[self.k.len() - 1];
        let whole = builder.value("arith.divui", &[panel.length, index(builder, group)], panel.length.r#type(), &[]);
        for_loop(builder, index(builder, 0), whole, 1, &[], |builder, deep, _| {
            let first = add_scaled(builder, index(builder, 0), deep, group);
            let at = self.kernel.advance(builder, &panel.at, k, first);
            let to = add_scaled(builder, panel.start, deep, side.layout.along);
            let mut column = 0;
            while column < side.tile {
                // Powers of two that add up to the tile.
                let lanes = 1 << (side.tile - column).ilog2();
                let lines = (0..group).map(|line| {
                    let at = self.kernel.advance(builder, &at, k, index(builder, line));
                    let at = side
                        .across
                        .map_or(at.clone(), |d| self.kernel.advance(builder, &at, d, index(builder, column)));
                    self.side_factor(builder, frame, side, &at, (lanes, side.across))
                });
                let value = interleave(builder, lines.collect(), lanes);
                let to = add_scaled(builder, to, index(builder, column * group), 1);
                let store = if lanes * group > 1 { "vector.store" } else { "memref.store" };
                builder.create(store, &[value, side.into, to], &[], &[], Vec::new());
                column += lanes;
            }
            Vec::new()
        });
        if self.kernel.dims[k].extent % group != 0 {
            self.scalars(builder, frame, panel, whole);
        }
    }

    /// Fills a panel whose neighbours lie along the depth, a square of vectors at a time. Columns that are not there are
    /// read as the last one again.
    fn transpose(&self, builder: &Builder<'c>, frame: &Frame<'c>, panel: &Panel<'c, '_>) {
        let (side, group) = (panel.side, self.dot.group());
        let k = self.k[self.k.len() - 1];
        let (element, ty) = (side.factor.r#type(), panel.length.r#type());
        let lanes = VECTOR_BITS / (bits(element) * group);
        let step = lanes * group;
        let last = add_scaled(builder, panel.count, index(builder, -1), 1);
        let zero = index(builder, 0);
        // A power of two.
        let whole = builder.value("arith.andi", &[panel.length, index(builder, -step)], ty, &[]);
        let all_full = self.all_full(side);
        let column = |builder: &Builder<'c>, first: Value<'c>, line: Value<'c>| {
            let column = add_scaled(builder, first, line, 1);
            let there = |column| builder.value("arith.minsi", &[column, last], ty, &[]);
            let column = if all_full { column } else { there(column) };
            side.across.map_or(panel.at.clone(), |d| self.kernel.advance(builder, &panel.at, d, column))
        };
        let line_at = |builder: &Builder<'c>, at: &[Value<'c>], deep: Value<'c>| {
            let at = self.kernel.advance(builder, at, k, deep);
            self.side_factor(builder, frame, side, &at, (step, Some(k)))
        };
        let through_memory = self.before(side.factor).1 > MOST_OPS;
        for_loop(builder, zero, index(builder, side.tile), lanes, &[], |builder, first, _| {
            let columns: Vec<_> = if through_memory {
                Vec::new()
            } else {
                (0..lanes).map(|line| column(builder, first, index(builder, line))).collect()
            };
            for_loop(builder, zero, whole, step, &[], |builder, deep, _| {
                let mut lines: Vec<_> = columns.iter().map(|at| line_at(builder, at, deep)).collect();
                if through_memory {
                    for_loop(builder, zero, index(builder, lanes), 1, &[], |builder, line, _| {
                        let value = line_at(builder, &column(builder, first, line), deep);
                        let to = add_scaled(builder, zero, line, step);
                        builder.create("vector.store", &[value, side.square, to], &[], &[], Vec::new());
                        Vec::new()
                    });
                    let from = (0..lanes).map(|line| index(builder, line * step));
                    let read = |from| builder.value("vector.load", &[side.square, from], vector(element, step), &[]);
                    lines = from.map(read).collect();
                }
                let unit = vector(unit(builder, element, group), lanes);
                let lines = lines.into_iter().map(|line| bitcast(builder, line, unit));
                let to = add_scaled(builder, panel.start, deep, side.tile);
                let to = add_scaled(builder, to, first, group);
                for (line, value) in transpose(builder, lines.collect()).into_iter().enumerate() {
                    let to = add_scaled(builder, to, index(builder, line as i64 * side.layout.along), 1);
                    let value = bitcast(builder, value, vector(element, step));
                    builder.create("vector.store", &[value, side.into, to], &[], &[], Vec::new());
                }
                Vec::new()
            });
            Vec::new()
        });
        // Blocks are of whole vectors, unless the last one ends elsewhere.
        if self.kernel.dims[k].extent % step != 0 {
            let whole = builder.value("arith.divui", &[whole, index(builder, group)], ty, &[]);
            self.scalars(builder, frame, panel, whole);
        }
    }

    /// Fills a panel one by one, from a group on.
    fn scalars(&self, builder: &Builder<'c>, frame: &Frame<'c>, panel: &Panel<'c, '_>, from: Value<'c>) {
        let (side, group) = (panel.side, self.dot.group());
        let k = self.k[self.k.len() - 1];
        let (zero, element) = (index(builder, 0), side.factor.r#type());
        let groups = self.groups(builder, panel.length);
        let each = |builder: &Builder<'c>, i: Value<'c>, deep: Value<'c>| {
            let at = side.across.map_or(panel.at.clone(), |d| self.kernel.advance(builder, &panel.at, d, i));
            let to = add_scaled(builder, panel.start, deep, side.layout.along);
            let to = add_scaled(builder, to, i, side.layout.across);
            for line in 0..group {
                let mut value;
                if group == 1 {
                    let at = self.kernel.advance(builder, &at, k, deep);
                    value = self.side_factor(builder, frame, side, &at, (1, None));
                } else {
                    let ty = deep.r#type();
                    let deep = add_scaled(builder, index(builder, line), deep, group);
                    let last = builder.value("arith.subi", &[panel.length, index(builder, 1)], ty, &[]);
                    let there = builder.value("arith.minsi", &[deep, last], ty, &[]);
                    let at = self.kernel.advance(builder, &at, k, there);
                    value = self.side_factor(builder, frame, side, &at, (1, None));
                    let inside = equal(builder, deep, there);
                    let nothing = builder.attr(&format!("{} : {element}", zero_text(element)));
                    let nothing = builder.value("arith.constant", &[], element, &[("value", nothing)]);
                    value = builder.value("arith.select", &[inside, value, nothing], element, &[]);
                }
                let to = add_scaled(builder, to, index(builder, line), 1);
                builder.create("memref.store", &[value, side.into, to], &[], &[], Vec::new());
            }
        };
        // Along memory: the inner loop is the one whose elements are neighbours.
        let along = self.before(side.factor).0.iter().all(|i| matches!(self.kernel.inputs[*i].strides[k], 0 | 1));
        let (count, depth) = ((zero, panel.count), (from, groups));
        let (outer, inner) = if along { (count, depth) } else { (depth, count) };
        for_loop(builder, outer.0, outer.1, 1, &[], |builder, slow, _| {
            for_loop(builder, inner.0, inner.1, 1, &[], |builder, fast, _| {
                if along {
                    each(builder, slow, fast)
                } else {
                    each(builder, fast, slow)
                }
                Vec::new()
            });
            Vec::new()
        });
    }

    /// The value that is packed, computed from the inputs at `at`: `lanes` of them along a loop.
    fn side_factor(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        side: &Side<'c>,
        at: &[Value<'c>],
        shape: (i64, Option<usize>),
    ) -> Value<'c> {
        let value = self.factor(builder, frame, side.factor, at, shape);
        if side.is_a { self.dot.flipped(builder, value, shape.0) } else { value }
    }

    /// `factor` computed from the inputs at `at`: `lanes` of them along a loop.
    pub(super) fn factor(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        factor: Value<'c>,
        at: &[Value<'c>],
        (lanes, along): (i64, Option<usize>),
    ) -> Value<'c> {
        let mut values: HashMap<usize, Value<'c>> = HashMap::new();
        let args = block_args(self.kernel.body);
        for i in self.before(factor).0 {
            let operand: &Operand<'c> = &self.kernel.inputs[i];
            let wide = lanes > 1 && along.is_some_and(|d| operand.strides[d] == 1);
            let value = if wide {
                let ty = vector(operand.element, lanes);
                builder.value("vector.load", &[frame.buffers[i], at[i]], ty, &[])
            } else {
                let scalar = builder.value("memref.load", &[frame.buffers[i], at[i]], operand.element, &[]);
                splat(builder, scalar, lanes)
            };
            values.insert(args[i].to_raw().ptr as usize, value);
        }
        self.compute(builder, frame, factor, lanes, &mut values)
    }

    /// `value`, of which the `values` are known, in `lanes`.
    pub(super) fn compute(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        value: Value<'c>,
        lanes: i64,
        values: &mut HashMap<usize, Value<'c>>,
    ) -> Value<'c> {
        if let Some(done) = values.get(&(value.to_raw().ptr as usize)) {
            return *done;
        }
        if let Some((_, inside)) = frame.captured.iter().find(|(outside, _)| *outside == value) {
            return splat(builder, *inside, lanes);
        }
        let computed = match defining_op(value) {
            Some(op) if op.name_str() != "arith.constant" => self.compute_op(builder, frame, op, lanes, values),
            _ => splat(builder, literal(builder, value), lanes),
        };
        values.insert(value.to_raw().ptr as usize, computed);
        computed
    }

    fn compute_op(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        op: Op<'c>,
        lanes: i64,
        values: &mut HashMap<usize, Value<'c>>,
    ) -> Value<'c> {
        let operands: Vec<_> =
            op.ins().into_iter().map(|operand| self.compute(builder, frame, operand, lanes, values)).collect();
        let ty = op.output(0).r#type();
        let ty = if lanes > 1 { vector(ty, lanes) } else { ty };
        builder.value(op.name_str(), &operands, ty, &attributes(op))
    }
}
