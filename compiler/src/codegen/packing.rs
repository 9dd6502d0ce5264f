//! Panels: what a register tile reads, in the order in which it does.
//!
//! ```text
//! for groups of factors along the depth
//!   for rows (or columns) of the panel: the factors of the group
//! ```
//! Where the operand's neighbours lie along the panel, vectors of them are copied, interleaved if factors are grouped;
//! where they lie along the depth, squares of them are transposed in registers.

use super::contraction::{Contraction, equal};
use super::dot::{bitcast, interleave, unit};
use super::kernel::Operand;
use super::loops::{VECTOR_BITS, add_scaled, attributes, bits, literal, splat, vector, vectorizes, zero_text};
use super::lower_kernels::Frame;
use super::transpose::transpose;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::ir::{Builder, Op, OpExt, Value, block_args, defining_op};

/// Ops in front of a factor that are emitted once for every row of a square; more are emitted in a loop over the rows.
const MOST_OPS: usize = 8;
/// Groups along the depth that are copied to all panels before the next ones are: as many lines of memory as a core
/// fetches ahead.
const STREAMS: i64 = 8;

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
    /// A vector for each row of a panel.
    pub lines: Value<'c>,
    /// Whether it is A.
    pub is_a: bool,
    /// The inputs that the factor is computed from.
    pub inputs: Vec<usize>,
}

/// A panel to be filled.
struct Panel<'c, 's> {
    side: &'s Side<'c>,
    /// The operands' addresses at its first row and depth.
    at: Vec<Value<'c>>,
    /// Where it begins.
    start: Value<'c>,
    /// Its rows or columns, at most the tile's.
    count: Value<'c>,
    /// Its depth, in factors.
    length: Value<'c>,
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

    /// Factors of `side` that a panel's memory may get beyond its end: squares are as high as a vector has lanes.
    pub(super) fn spill(&self) -> i64 {
        VECTOR_BITS / bits(self.factors[0].r#type())
    }

    /// Copies `width` rows (or columns) of `length` into panels. What is left of the last panel is never stored, so
    /// that it may be anything; what is left of a group is zeros.
    pub(super) fn pack(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        side: &Side<'c>,
        base: &[Value<'c>],
        width: Value<'c>,
        length: Value<'c>,
    ) {
        let k = self.k[self.k.len() - 1];
        let wide = vectorizes(self.kernel.body);
        let neighbours = |d: Option<usize>| {
            wide && d.is_some_and(|d| side.inputs.iter().all(|i| matches!(self.kernel.inputs[*i].strides[d], 0 | 1)))
        };
        let squares = neighbours(Some(k)) && self.kernel.dims[k].extent >= self.lanes() * self.dot.group();
        let length_in_groups = self.groups(builder, length);
        let zero = index(builder, 0);
        let tile = index(builder, side.tile);
        let panel = |builder: &Builder<'c>, first: Value<'c>| {
            let at = side.across.map_or(base.to_vec(), |d| self.step(builder, side, base, d, first));
            let start = builder.value("arith.muli", &[first, length_in_groups], first.r#type(), &[]);
            let start = add_scaled(builder, zero, start, self.dot.group());
            let rest = builder.value("arith.subi", &[width, first], first.r#type(), &[]);
            let count = builder.value("arith.minsi", &[rest, tile], rest.r#type(), &[]);
            Panel { side, at, start, count, length }
        };
        let each = |builder: &Builder<'c>, from, to, fill: &dyn Fn(&Builder<'c>, &Panel<'c, '_>)| {
            for_loop(builder, from, to, side.tile, &[], |builder, first, _| {
                fill(builder, &panel(builder, first));
                Vec::new()
            });
        };
        if neighbours(side.across) {
            let whole = self.whole_groups(builder, length);
            let panels = builder.value("arith.divui", &[width, tile], width.r#type(), &[]);
            let full = builder.value("arith.muli", &[panels, tile], width.r#type(), &[]);
            for_loop(builder, zero, whole, STREAMS, &[], |builder, deep, _| {
                let end = builder.value("arith.addi", &[deep, index(builder, STREAMS)], deep.r#type(), &[]);
                let end = builder.value("arith.minsi", &[end, whole], deep.r#type(), &[]);
                each(builder, zero, full, &|builder, panel| self.copy(builder, frame, panel, (deep, end)));
                Vec::new()
            });
            if self.depth() % self.dot.group() != 0 {
                each(builder, zero, full, &|builder, panel| self.scalars(builder, frame, panel, whole));
            }
            if side.across.is_some_and(|d| self.kernel.dims[d].extent % side.tile != 0) {
                each(builder, full, width, &|builder, panel| self.scalars(builder, frame, panel, zero));
            }
        } else if squares {
            each(builder, zero, width, &|builder, panel| self.transpose(builder, frame, panel));
        } else {
            each(builder, zero, width, &|builder, panel| self.scalars(builder, frame, panel, zero));
        }
    }

    /// How many whole groups `length` factors make.
    fn whole_groups(&self, builder: &Builder<'c>, length: Value<'c>) -> Value<'c> {
        builder.value("arith.divui", &[length, index(builder, self.dot.group())], length.r#type(), &[])
    }

    /// The addresses of the inputs of `side` after loop `d` has taken `turn`.
    fn step(
        &self,
        builder: &Builder<'c>,
        side: &Side<'c>,
        base: &[Value<'c>],
        d: usize,
        turn: Value<'c>,
    ) -> Vec<Value<'c>> {
        let mut at = base.to_vec();
        for &i in &side.inputs {
            at[i] = add_scaled(builder, at[i], turn, self.kernel.inputs[i].strides[d]);
        }
        at
    }

    /// Fills some groups of a whole panel whose neighbours lie along it.
    fn copy(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        panel: &Panel<'c, '_>,
        (begin, end): (Value<'c>, Value<'c>),
    ) {
        let (side, group) = (panel.side, self.dot.group());
        let k = self.k[self.k.len() - 1];
        for_loop(builder, begin, end, 1, &[], |builder, deep, _| {
            let first = add_scaled(builder, index(builder, 0), deep, group);
            let at = self.step(builder, side, &panel.at, k, first);
            let to = add_scaled(builder, panel.start, deep, side.tile * group);
            let mut column = 0;
            while column < side.tile {
                // Powers of two that add up to the tile.
                let lanes = 1 << (side.tile - column).ilog2();
                let lines = (0..group).map(|line| {
                    let at = self.step(builder, side, &at, k, index(builder, line));
                    let at =
                        side.across.map_or(at.clone(), |d| self.step(builder, side, &at, d, index(builder, column)));
                    self.factor(builder, frame, side, &at, (lanes, side.across))
                });
                let value = interleave(builder, lines.collect(), lanes);
                let to = add_scaled(builder, to, index(builder, column * group), 1);
                let store = if lanes * group > 1 { "vector.store" } else { "memref.store" };
                builder.create(store, &[value, side.into, to], &[], &[], Vec::new());
                column += lanes;
            }
            Vec::new()
        });
    }

    /// Fills a panel whose neighbours lie along the depth. Rows that are not there are read as the last one again.
    fn transpose(&self, builder: &Builder<'c>, frame: &Frame<'c>, panel: &Panel<'c, '_>) {
        let (side, group) = (panel.side, self.dot.group());
        let k = self.k[self.k.len() - 1];
        let element = side.factor.r#type();
        let lanes = VECTOR_BITS / (bits(element) * group);
        let ty = panel.length.r#type();
        let last = builder.value("arith.subi", &[panel.count, index(builder, 1)], ty, &[]);
        let step = lanes * group;
        let large = self.before(side.factor).1 > MOST_OPS;
        let address = |builder: &Builder<'c>, row: Value<'c>| {
            let row = builder.value("arith.minsi", &[row, last], ty, &[]);
            side.across.map_or(panel.at.clone(), |d| self.step(builder, side, &panel.at, d, row))
        };
        let line = |builder: &Builder<'c>, at: &[Value<'c>], deep: Value<'c>| {
            let at = self.step(builder, side, at, k, deep);
            self.factor(builder, frame, side, &at, (step, Some(k)))
        };
        // A power of two.
        let whole = builder.value("arith.andi", &[panel.length, index(builder, -step)], ty, &[]);
        for_loop(builder, index(builder, 0), whole, step, &[], |builder, deep, _| {
            let to = add_scaled(builder, panel.start, deep, side.tile);
            if large {
                let rows = index(builder, side.tile);
                for_loop(builder, index(builder, 0), rows, 1, &[], |builder, row, _| {
                    let line = line(builder, &address(builder, row), deep);
                    let to = add_scaled(builder, index(builder, 0), row, step);
                    builder.create("vector.store", &[line, side.lines, to], &[], &[], Vec::new());
                    Vec::new()
                });
            }
            let square = |builder: &Builder<'c>, first: Value<'c>, rows: i64| {
                let lines = (0..rows).map(|row| {
                    let row = add_scaled(builder, first, index(builder, row), 1);
                    let line = if large {
                        let from = add_scaled(builder, index(builder, 0), row, step);
                        builder.value("vector.load", &[side.lines, from], vector(element, step), &[])
                    } else {
                        line(builder, &address(builder, row), deep)
                    };
                    bitcast(builder, line, vector(unit(builder, element, group), lanes))
                });
                let mut lines: Vec<Value<'c>> = lines.collect();
                let some = lines[0];
                lines.resize(lanes as usize, some);
                transpose(builder, lines)
            };
            let store = |builder: &Builder<'c>, line: usize, first: Value<'c>, value: Value<'c>| {
                let to = add_scaled(builder, to, index(builder, line as i64 * side.tile * group), 1);
                let to = add_scaled(builder, to, first, group);
                let value = bitcast(builder, value, vector(element, step));
                builder.create("vector.store", &[value, side.into, to], &[], &[], Vec::new());
            };
            if side.tile % lanes == 0 {
                let tile = index(builder, side.tile);
                for_loop(builder, index(builder, 0), tile, lanes, &[], |builder, first, _| {
                    let lines = square(builder, first, lanes);
                    lines.into_iter().enumerate().for_each(|(line, value)| store(builder, line, first, value));
                    Vec::new()
                });
            } else {
                // The last square's lines reach beyond their end: what follows is stored after them.
                let squares: Vec<_> = (0..side.tile)
                    .step_by(lanes as usize)
                    .map(|first| (first, square(builder, index(builder, first), lanes.min(side.tile - first))))
                    .collect();
                for line in 0..lanes as usize {
                    squares
                        .iter()
                        .for_each(|(first, square)| store(builder, line, index(builder, *first), square[line]));
                }
            }
            Vec::new()
        });
        if self.depth() % step != 0 {
            let whole = self.whole_groups(builder, whole);
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
            let at = side.across.map_or(panel.at.clone(), |d| self.step(builder, side, &panel.at, d, i));
            let to = add_scaled(builder, panel.start, deep, side.tile * group);
            let to = add_scaled(builder, to, i, group);
            for line in 0..group {
                let mut value;
                if group == 1 {
                    let at = self.step(builder, side, &at, k, deep);
                    value = self.factor(builder, frame, side, &at, (1, None));
                } else {
                    let ty = deep.r#type();
                    let deep = add_scaled(builder, index(builder, line), deep, group);
                    let last = builder.value("arith.subi", &[panel.length, index(builder, 1)], ty, &[]);
                    let there = builder.value("arith.minsi", &[deep, last], ty, &[]);
                    let at = self.step(builder, side, &at, k, there);
                    value = self.factor(builder, frame, side, &at, (1, None));
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
        let along = side.inputs.iter().all(|i| matches!(self.kernel.inputs[*i].strides[k], 0 | 1));
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
    fn factor(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        side: &Side<'c>,
        at: &[Value<'c>],
        (lanes, along): (i64, Option<usize>),
    ) -> Value<'c> {
        let mut values: HashMap<usize, Value<'c>> = HashMap::new();
        let args = block_args(self.kernel.body);
        for &i in &side.inputs {
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
        let value = self.compute(builder, frame, side.factor, lanes, &mut values);
        if side.is_a { self.dot.flipped(builder, value, lanes) } else { value }
    }

    fn compute(
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
