//! Nests that read an operand along another dimension than they write: in square tiles, so that both sides move whole
//! cache lines.
//!
//! ```text
//! 16 vectors along one dimension --shuffles--> 16 vectors along the other --> the body, 16 times
//! ```

use super::apart::load_apart;
use super::body::Lanes;
use super::nest::{Iteration, Nest};
use super::ops::end_of_whole_vectors;
use super::transpose::transpose;
use crate::codegen::schedule::nest::TilePlan;
use crate::scf::{for_loop, index};
use xla_dialect::ir::{Builder, Value};
use xla_dialect::ods::arith;

impl<'c> Nest<'c, '_> {
    /// Emits the nest in tiles; `base` are the addresses of the operands.
    pub fn tiles(&self, builder: &Builder<'c>, plan: &TilePlan, base: &[Value<'c>]) {
        Tiles { nest: self, plan, last: self.kernel.dims.len() - 1 }.around(builder, 0, base, &mut Vec::new());
    }
}

/// A nest that is emitted in tiles.
struct Tiles<'c, 'n> {
    nest: &'n Nest<'c, 'n>,
    plan: &'n TilePlan,
    /// The innermost loop.
    last: usize,
}

impl<'c> Tiles<'c, '_> {
    /// The loops from `d` on but the two that make tiles; `indices` are those of the loops around, and has an entry for
    /// the two as well.
    fn around(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>], indices: &mut Vec<Value<'c>>) {
        if d == self.last {
            self.blocks(builder, base, indices);
        } else if d == self.plan.across {
            indices.push(index(builder, 0));
            self.around(builder, d + 1, base, indices);
            indices.pop();
        } else {
            let (begin, end) = self.nest.bounds(builder, d);
            for_loop(builder, begin, end, 1, &[], |builder, i, _| {
                let at = self.nest.kernel.advance(builder, base, d, i);
                indices.push(i);
                self.around(builder, d + 1, &at, indices);
                indices.pop();
                Vec::new()
            });
        }
    }

    /// Blocks of tiles, and one by one the elements that no tile covers.
    fn blocks(&self, builder: &Builder<'c>, base: &[Value<'c>], indices: &[Value<'c>]) {
        let (kernel, plan, last) = (self.nest.kernel, self.plan, self.last);
        let extent = kernel.dims[last].extent;
        let whole = extent / plan.size * plan.size;
        let (begin, end) = self.nest.bounds(builder, plan.across);
        let whole_rows = self.nest.is_whole(plan.across, plan.size);
        let middle = if whole_rows { end } else { end_of_whole_vectors(builder, begin, end, plan.size) };
        let single = |builder: &Builder<'c>, rows: (Value<'c>, Value<'c>), (first, past): (i64, i64)| {
            for_loop(builder, rows.0, rows.1, 1, &[], |builder, row, _| {
                let at = kernel.advance(builder, base, plan.across, row);
                let (first, past) = (index(builder, first), index(builder, past));
                for_loop(builder, first, past, 1, &[], |builder, column, _| {
                    let at = kernel.advance(builder, &at, last, column);
                    let indices = self.indices(indices, row, column);
                    let lanes = Lanes { count: 1, along: last };
                    self.nest.compute(builder, Iteration { at: &at, indices: &indices }, lanes);
                    Vec::new()
                });
                Vec::new()
            });
        };
        for_loop(builder, index(builder, 0), index(builder, whole), plan.block, &[], |builder, block, _| {
            let past = arith::addi(builder, block, index(builder, plan.block));
            let past = arith::minsi(builder, past, index(builder, whole));
            for_loop(builder, begin, middle, plan.size, &[], |builder, row, _| {
                let at = kernel.advance(builder, base, plan.across, row);
                for_loop(builder, block, past, plan.size, &[], |builder, column, _| {
                    let at = kernel.advance(builder, &at, last, column);
                    self.tile(builder, &at, indices, (row, column));
                    Vec::new()
                });
                Vec::new()
            });
            Vec::new()
        });
        if whole < extent {
            single(builder, (begin, middle), (whole, extent));
        }
        if !whole_rows {
            single(builder, (middle, end), (0, extent));
        }
    }

    /// The indices of all loops.
    fn indices(&self, around: &[Value<'c>], row: Value<'c>, column: Value<'c>) -> Vec<Value<'c>> {
        let mut indices = around.to_vec();
        indices[self.plan.across] = row;
        indices.push(column);
        indices
    }

    /// One tile, whose first element is at `at`.
    fn tile(
        &self,
        builder: &Builder<'c>,
        at: &[Value<'c>],
        around: &[Value<'c>],
        (row, column): (Value<'c>, Value<'c>),
    ) {
        let (nest, kernel, size) = (self.nest, self.nest.kernel, self.plan.size);
        let transposed = |i: &usize| {
            let lines = (0..size).map(|line| {
                let at = kernel.advance(builder, at, self.last, index(builder, line));
                let input = &kernel.inputs[*i];
                load_apart(
                    builder,
                    nest.frame.buffers[*i],
                    at[*i],
                    (input.element, size),
                    input.strides[self.plan.across],
                )
            });
            transpose(builder, lines.collect())
        };
        let squares: Vec<Vec<Value<'c>>> = self.plan.transposed.iter().map(transposed).collect();
        let lanes = Lanes { count: size, along: self.last };
        let lines = (0..size).map(|line| {
            let step = index(builder, line);
            let at = kernel.advance(builder, at, self.plan.across, step);
            let row = arith::addi(builder, row, step);
            let loaded: Vec<_> =
                self.plan.transposed.iter().zip(&squares).map(|(i, square)| (*i, square[line as usize])).collect();
            let indices = self.indices(around, row, column);
            let results = nest.results(builder, &loaded, Iteration { at: &at, indices: &indices }, lanes);
            (at, results)
        });
        let lines: Vec<_> = lines.collect();
        // Lines whose addresses differ by whole vectors are aligned together.
        let together = kernel.outputs.iter().all(|output| output.strides[self.plan.across] % size == 0);
        lines.chunks(if together { lines.len() } else { 1 }).for_each(|lines| nest.write(builder, lines, lanes));
    }
}
