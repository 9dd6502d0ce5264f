//! Reductions along other dimensions than the innermost one: vectors of neighbouring sums, of columns and of windows.

use super::apart::store_apart;
use super::body::Lanes;
use super::nest::Nest;
use super::ops::{end_of_whole_vectors, splat};
use crate::codegen::schedule::nest::{ColumnPlan, Positions};
use crate::scf::{for_loop, index};
use std::ops::Range;
use xla_dialect::ir::{Builder, Value};
use xla_dialect::ods::arith;

impl<'c> Nest<'c, '_> {
    /// The parallel loops from `d` on, and in them the reductions; `base` are the addresses of the operands.
    pub fn column_reduction(&self, builder: &Builder<'c>, plan: &ColumnPlan, d: usize, base: &[Value<'c>]) {
        let first = plan.first;
        let (begin, end) = self.bounds(builder, d);
        if d + 1 == first {
            self.column_tiles(builder, plan, base, 1);
            return;
        }
        let (mut begin, mut remainder) = (begin, true);
        if let Some(Positions { count: positions, .. }) = plan.positions.filter(|_| d + 2 == first) {
            let middle = end_of_whole_vectors(builder, begin, end, positions);
            for_loop(builder, begin, middle, positions, &[], |builder, i, _| {
                let at = self.kernel.advance(builder, base, d, i);
                self.column_tiles(builder, plan, &at, positions);
                Vec::new()
            });
            (begin, remainder) = (middle, d == 0 || self.kernel.dims[d].extent % positions != 0);
        }
        if remainder {
            for_loop(builder, begin, end, 1, &[], |builder, i, _| {
                let at = self.kernel.advance(builder, base, d, i);
                self.column_reduction(builder, plan, d + 1, &at);
                Vec::new()
            });
        }
    }

    /// The rows of outputs at `base` and as many `positions` of the loop in front of theirs: several only where the plan
    /// says so.
    fn column_tiles(&self, builder: &Builder<'c>, plan: &ColumnPlan, base: &[Value<'c>], positions: i64) {
        let columns = plan.first - 1;
        let (begin, end) = self.bounds(builder, columns);
        if let Some(Positions { unrolled, .. }) = plan.positions {
            self.vector_loop(builder, columns, (begin, end), |builder, i, lanes| {
                let at = self.kernel.advance(builder, base, columns, i);
                self.windows(builder, Windows { first: plan.first, positions, unrolled, lanes }, &at);
            });
            return;
        }
        for_loop(builder, begin, end, plan.row_tile, &[], |builder, tile, _| {
            let tile_end = arith::addi(builder, tile, index(builder, plan.row_tile));
            let tile_end = arith::minsi(builder, tile_end, end);
            let tile = (tile, tile_end);
            if !plan.in_registers && self.kernel.starts.iter().any(Option::is_some) {
                self.vector_loop(builder, columns, tile, |builder, i, lanes| {
                    let at = self.kernel.advance(builder, base, columns, i);
                    let sums = self.first_sums(builder, &at, lanes);
                    self.store_sums(builder, &at, &sums, lanes);
                });
            }
            self.accumulate_in_memory(builder, plan, plan.first, base, tile);
            Vec::new()
        });
    }

    /// The sums of whole windows on `lanes`, at each of `positions` from `at` on; all is read before any is written.
    fn windows(&self, builder: &Builder<'c>, windows: Windows, at: &[Value<'c>]) {
        let Windows { first, positions, lanes, .. } = windows;
        let each: Vec<_> = (0..positions).map(|i| self.at_offsets(builder, at, &[(first - 2, i)])).collect();
        let sums: Vec<_> = each.iter().flat_map(|at| self.first_sums(builder, at, lanes)).collect();
        let sums = self.add_windows(builder, windows, first, at, &sums);
        for (at, sums) in each.iter().zip(sums.chunks(self.kernel.outputs.len())) {
            self.store_sums(builder, at, sums, lanes);
        }
    }

    /// Adds what the loops of windows from `d` on read to the sums of all positions from `at` on.
    fn add_windows(
        &self,
        builder: &Builder<'c>,
        windows: Windows,
        d: usize,
        at: &[Value<'c>],
        sums: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let extent = self.kernel.dims[d].extent;
        if d + 1 < self.kernel.dims.len() {
            return for_loop(builder, index(builder, 0), index(builder, extent), 1, sums, |builder, i, sums| {
                let at = self.kernel.advance(builder, at, d, i);
                self.add_windows(builder, windows, d + 1, &at, sums)
            });
        }
        let whole = if extent > windows.unrolled { extent / windows.unrolled * windows.unrolled } else { 0 };
        let (begin, end) = (index(builder, 0), index(builder, whole));
        let sums = match whole {
            0 => sums.to_vec(),
            _ => for_loop(builder, begin, end, windows.unrolled, sums, |builder, i, sums| {
                let at = self.kernel.advance(builder, at, d, i);
                self.add_terms(builder, windows, 0..windows.unrolled, &at, sums)
            }),
        };
        self.add_terms(builder, windows, whole..extent, at, &sums)
    }

    /// Adds iterations `terms` of the innermost loop to the sums of all positions from `at` on.
    fn add_terms(
        &self,
        builder: &Builder<'c>,
        windows: Windows,
        terms: Range<i64>,
        at: &[Value<'c>],
        sums: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        let last = self.kernel.dims.len() - 1;
        let each = (0..).zip(sums.chunks(sums.len() / windows.positions as usize));
        let next = each.map(|(position, sums)| {
            terms.clone().fold(sums.to_vec(), |sums, i| {
                let at = self.at_offsets(builder, at, &[(windows.first - 2, position), (last, i)]);
                self.combine(builder, &at, &sums, windows.lanes)
            })
        });
        next.collect::<Vec<_>>().concat()
    }

    /// The addresses of all operands after known iterations of loops.
    fn at_offsets(&self, builder: &Builder<'c>, at: &[Value<'c>], iterations: &[(usize, i64)]) -> Vec<Value<'c>> {
        let advance =
            |at: Vec<Value<'c>>, (d, i): &(usize, i64)| self.kernel.advance(builder, &at, *d, index(builder, *i));
        iterations.iter().fold(at.to_vec(), advance)
    }

    /// What outputs begin with at `at`.
    fn first_sums(&self, builder: &Builder<'c>, at: &[Value<'c>], lanes: Lanes) -> Vec<Value<'c>> {
        let outputs = self.kernel.starts.iter().enumerate();
        let each = outputs.map(|(i, start)| match start {
            Some(literal) => {
                let scalar = arith::constant(builder, *literal);
                splat(builder, scalar, lanes.count)
            }
            None => self.sum(builder, i, at, lanes),
        });
        each.collect()
    }

    /// What outputs hold at `at`.
    pub fn sums(&self, builder: &Builder<'c>, at: &[Value<'c>], lanes: Lanes) -> Vec<Value<'c>> {
        (0..self.kernel.outputs.len()).map(|i| self.sum(builder, i, at, lanes)).collect()
    }

    fn sum(&self, builder: &Builder<'c>, i: usize, at: &[Value<'c>], lanes: Lanes) -> Value<'c> {
        let number = self.kernel.inputs.len() + i;
        self.load(builder, number, at[number], lanes)
    }

    /// Stores `sums` in outputs at `at`.
    pub fn store_sums(&self, builder: &Builder<'c>, at: &[Value<'c>], sums: &[Value<'c>], lanes: Lanes) {
        let inputs = self.kernel.inputs.len();
        let operands = self.kernel.outputs.iter().zip(&self.frame.buffers[inputs..]);
        for ((output, buffer), (sum, at)) in operands.zip(sums.iter().zip(&at[inputs..])) {
            let stride = output.strides.get(lanes.along).copied().unwrap_or(1);
            store_apart(builder, *sum, (*buffer, *at), (output.element, lanes.count), stride);
        }
    }

    /// Adds what the reductions from `d` on read to the elements `tile` of the output row, which are in memory.
    fn accumulate_in_memory(
        &self,
        builder: &Builder<'c>,
        plan: &ColumnPlan,
        d: usize,
        base: &[Value<'c>],
        tile: (Value<'c>, Value<'c>),
    ) {
        let (extent, columns) = (self.kernel.dims[d].extent, plan.first - 1);
        if d + 1 == self.kernel.dims.len() {
            let whole = extent / plan.rows * plan.rows;
            for (begin, end, rows) in [(0, whole, plan.rows), (whole, extent, 1)] {
                if begin == end {
                    continue;
                }
                let (begin, end) = (index(builder, begin), index(builder, end));
                for_loop(builder, begin, end, rows, &[], |builder, i, _| {
                    let at = self.kernel.advance(builder, base, d, i);
                    self.vector_loop(builder, columns, tile, |builder, i, lanes| {
                        let at = self.kernel.advance(builder, &at, columns, i);
                        self.add_rows(builder, plan, &at, (d, rows), lanes);
                    });
                    Vec::new()
                });
            }
            return;
        }
        let (begin, end) = (index(builder, 0), index(builder, extent));
        for_loop(builder, begin, end, 1, &[], |builder, i, _| {
            let at = self.kernel.advance(builder, base, d, i);
            self.accumulate_in_memory(builder, plan, d + 1, &at, tile);
            Vec::new()
        });
    }

    /// Adds the next `rows` iterations of loop `d` to `lanes` of the output row.
    fn add_rows(
        &self,
        builder: &Builder<'c>,
        plan: &ColumnPlan,
        at: &[Value<'c>],
        (d, rows): (usize, i64),
        lanes: Lanes,
    ) {
        let mut sums =
            if plan.in_registers { self.first_sums(builder, at, lanes) } else { self.sums(builder, at, lanes) };
        for row in 0..rows {
            let at = self.kernel.advance(builder, at, d, index(builder, row));
            sums = self.combine(builder, &at, &sums, lanes);
        }
        self.store_sums(builder, at, &sums, lanes);
    }
}

/// The windows that are summed together, or other sums of neighbouring positions.
#[derive(Clone, Copy)]
struct Windows {
    /// The first loop of their terms.
    first: usize,
    /// Neighbouring positions.
    positions: i64,
    /// Terms of the innermost loop that are added without a loop.
    unrolled: i64,
    /// What is summed of each.
    lanes: Lanes,
}
