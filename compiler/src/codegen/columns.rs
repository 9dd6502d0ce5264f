//! Reductions along other dimensions than the innermost one: vectors of neighbouring sums, of columns and of windows.

use super::kernel::Kernel;
use super::loops::{Nest, splat, store, whole_vectors};
use crate::scf::{add, for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Value, block_ops};

/// Elements of an output row that a column reduction keeps in cache: the longer, the more the rows are read as memory
/// has them.
const ROW_TILE: i64 = 16384;
/// Rows that a column reduction adds up in registers before it stores.
const ROWS_AT_ONCE: i64 = 4;
/// Ops of the innermost reduction loop up to which it is unrolled: that of a window.
const WINDOW_OPS: i64 = 48;
/// Neighbouring positions of a window that are computed together: they read much the same.
const POSITIONS: i64 = 4;

/// Whether rows are added up: outputs and inputs walk neighbours along the innermost parallel loop.
pub fn reduces_columns(kernel: &Kernel<'_>, lanes: i64, first: usize) -> bool {
    first > 0
        && lanes > 1
        && kernel.is_contiguous(first - 1)
        && kernel.outputs.iter().all(|operand| operand.strides[first - 1] == 1)
        && kernel.dims[first - 1].extent >= lanes
        && !kernel.asks_for_indices()
}

impl<'c> Nest<'c, '_> {
    /// A tile of the output row stays in cache while all rows are added to it.
    pub fn column_reduction(&self, builder: &Builder<'c>, d: usize, first: usize, base: &[Value<'c>]) {
        let (begin, end) = self.bounds(builder, d);
        if d + 1 == first {
            self.column_tiles(builder, first, base, 1);
            return;
        }
        let (mut begin, mut rest) = (begin, true);
        if d + 2 == first && self.is_window(first) {
            let middle = whole_vectors(builder, begin, end, POSITIONS);
            for_loop(builder, begin, middle, POSITIONS, &[], |builder, turn, _| {
                let at = self.kernel.advance(builder, base, d, turn);
                self.column_tiles(builder, first, &at, POSITIONS);
                Vec::new()
            });
            (begin, rest) = (middle, d == 0 || self.kernel.dims[d].extent % POSITIONS != 0);
        }
        if rest {
            for_loop(builder, begin, end, 1, &[], |builder, turn, _| {
                let at = self.kernel.advance(builder, base, d, turn);
                self.column_reduction(builder, d + 1, first, &at);
                Vec::new()
            });
        }
    }

    /// Whether the reduction loops from `first` on are those of a window: the innermost is short enough to be unrolled,
    /// and neighbouring positions of loop `first - 2` read much the same. Rows that are far apart are better read a few
    /// at a time.
    fn is_window(&self, first: usize) -> bool {
        let Some(position) = first.checked_sub(2) else { return false };
        let window = || self.kernel.dims.iter().enumerate().skip(first);
        let turns = self.kernel.dims.last().map_or(1, |dim| dim.extent);
        let overlaps = self.kernel.inputs.iter().any(|operand| {
            let along = |d: usize| operand.strides[d];
            window().any(|(d, dim)| along(position) < along(d).saturating_mul(dim.extent))
        });
        overlaps && turns.saturating_mul(block_ops(self.kernel.body).len() as i64) <= WINDOW_OPS
    }

    /// The rows of outputs at `base` and as many `positions` of loop `first - 2`: several only where sums are those of
    /// windows.
    fn column_tiles(&self, builder: &Builder<'c>, first: usize, base: &[Value<'c>], positions: i64) {
        let (begin, end) = self.bounds(builder, first - 1);
        if self.is_window(first) {
            self.vector_loop(builder, first - 1, (begin, end), |builder, turn, lanes| {
                let at = self.kernel.advance(builder, base, first - 1, turn);
                self.windows(builder, first, &at, positions, lanes);
            });
            return;
        }
        for_loop(builder, begin, end, ROW_TILE, &[], |builder, tile, _| {
            let tile_end = builder.value("arith.addi", &[tile, index(builder, ROW_TILE)], tile.r#type(), &[]);
            let tile_end = builder.value("arith.minsi", &[tile_end, end], tile.r#type(), &[]);
            let tile = (tile, tile_end);
            if !self.in_one_go(first) && self.kernel.starts.iter().any(Option::is_some) {
                self.vector_loop(builder, first - 1, tile, |builder, turn, lanes| {
                    let at = self.kernel.advance(builder, base, first - 1, turn);
                    let sums = self.first_sums(builder, &at, lanes, first - 1);
                    self.store_sums(builder, &at, &sums, lanes);
                });
            }
            self.accumulate_in_memory(builder, first, first - 1, base, tile);
            Vec::new()
        });
    }

    /// `lanes` sums of whole windows at each of `positions` from `at` on; all is read before any is written.
    fn windows(&self, builder: &Builder<'c>, first: usize, at: &[Value<'c>], positions: i64, lanes: i64) {
        let vectors = (first - 1, lanes);
        let positions: Vec<i64> = (0..positions).collect();
        let places: Vec<_> = positions.iter().map(|turn| self.beyond(builder, at, &[(first - 2, *turn)])).collect();
        let sums: Vec<_> = places.iter().flat_map(|at| self.first_sums(builder, at, lanes, first - 1)).collect();
        let sums = self.add_windows(builder, first, at, (first, positions.len()), &sums, vectors);
        for (at, sums) in places.iter().zip(sums.chunks(self.kernel.outputs.len())) {
            self.store_sums(builder, at, sums, lanes);
        }
    }

    /// Adds what the loops of windows from `d` on read to the sums of all `positions` from `at` on: the innermost loop
    /// is unrolled.
    fn add_windows(
        &self,
        builder: &Builder<'c>,
        d: usize,
        at: &[Value<'c>],
        (first, positions): (usize, usize),
        sums: &[Value<'c>],
        (vectorized, lanes): (usize, i64),
    ) -> Vec<Value<'c>> {
        let extent = self.kernel.dims[d].extent;
        if d + 1 < self.kernel.dims.len() {
            return for_loop(builder, index(builder, 0), index(builder, extent), 1, sums, |builder, turn, sums| {
                let at = self.kernel.advance(builder, at, d, turn);
                self.add_windows(builder, d + 1, &at, (first, positions), sums, (vectorized, lanes))
            });
        }
        let each = (0..).zip(sums.chunks(sums.len() / positions));
        let next = each.map(|(position, sums)| {
            (0..extent).fold(sums.to_vec(), |sums, turn| {
                let at = self.beyond(builder, at, &[(first - 2, position), (d, turn)]);
                self.combine(builder, &at, &sums, lanes, vectorized)
            })
        });
        next.collect::<Vec<_>>().concat()
    }

    /// The addresses of all operands after known turns of loops.
    fn beyond(&self, builder: &Builder<'c>, at: &[Value<'c>], turns: &[(usize, i64)]) -> Vec<Value<'c>> {
        let each = self.kernel.operands().zip(at).map(|(operand, at)| {
            match turns.iter().map(|(d, turn)| operand.strides[*d] * turn).sum() {
                0 => *at,
                steps => add(builder, *at, index(builder, steps)),
            }
        });
        each.collect()
    }

    /// Whether all rows are added up in registers: there is one loop over few rows, from `first` on.
    fn in_one_go(&self, first: usize) -> bool {
        first + 1 == self.kernel.dims.len() && self.kernel.dims[first].extent <= 2 * ROWS_AT_ONCE
    }

    /// What outputs begin with at `at`, `lanes` along loop `d`.
    fn first_sums(&self, builder: &Builder<'c>, at: &[Value<'c>], lanes: i64, d: usize) -> Vec<Value<'c>> {
        let outputs = self.kernel.outputs.iter().zip(&self.kernel.starts).enumerate();
        let each = outputs.map(|(i, (operand, start))| match start {
            Some(literal) => {
                let scalar = builder.value("arith.constant", &[], operand.element, &[("value", *literal)]);
                splat(builder, scalar, lanes)
            }
            None => self.sum(builder, i, at, lanes, d),
        });
        each.collect()
    }

    /// What outputs have at `at`, `lanes` along loop `d`.
    fn sums(&self, builder: &Builder<'c>, at: &[Value<'c>], lanes: i64, d: usize) -> Vec<Value<'c>> {
        (0..self.kernel.outputs.len()).map(|i| self.sum(builder, i, at, lanes, d)).collect()
    }

    fn sum(&self, builder: &Builder<'c>, i: usize, at: &[Value<'c>], lanes: i64, d: usize) -> Value<'c> {
        let number = self.kernel.inputs.len() + i;
        self.load(builder, &self.kernel.outputs[i], self.frame.buffers[number], at[number], lanes, d)
    }

    fn store_sums(&self, builder: &Builder<'c>, at: &[Value<'c>], sums: &[Value<'c>], lanes: i64) {
        let inputs = self.kernel.inputs.len();
        for ((sum, at), buffer) in sums.iter().zip(&at[inputs..]).zip(&self.frame.buffers[inputs..]) {
            store(builder, *sum, *buffer, *at, lanes);
        }
    }

    fn accumulate_in_memory(
        &self,
        builder: &Builder<'c>,
        d: usize,
        vectorized: usize,
        base: &[Value<'c>],
        tile: (Value<'c>, Value<'c>),
    ) {
        let extent = self.kernel.dims[d].extent;
        if d + 1 == self.kernel.dims.len() {
            let at_once = if extent <= 2 * ROWS_AT_ONCE { extent } else { ROWS_AT_ONCE };
            let whole = extent / at_once * at_once;
            for (begin, end, rows) in [(0, whole, at_once), (whole, extent, 1)] {
                if begin == end {
                    continue;
                }
                let (begin, end) = (index(builder, begin), index(builder, end));
                for_loop(builder, begin, end, rows, &[], |builder, turn, _| {
                    let at = self.kernel.advance(builder, base, d, turn);
                    self.vector_loop(builder, vectorized, tile, |builder, turn, lanes| {
                        let at = self.kernel.advance(builder, &at, vectorized, turn);
                        self.add_rows(builder, &at, (d, rows), (vectorized, lanes));
                    });
                    Vec::new()
                });
            }
            return;
        }
        let (begin, end) = (index(builder, 0), index(builder, extent));
        for_loop(builder, begin, end, 1, &[], |builder, turn, _| {
            let at = self.kernel.advance(builder, base, d, turn);
            self.accumulate_in_memory(builder, d + 1, vectorized, &at, tile);
            Vec::new()
        });
    }

    /// Adds the next `rows` turns of loop `d` to `lanes` elements of the output row.
    fn add_rows(
        &self,
        builder: &Builder<'c>,
        at: &[Value<'c>],
        (d, rows): (usize, i64),
        (vectorized, lanes): (usize, i64),
    ) {
        let mut sums = if self.in_one_go(vectorized + 1) {
            self.first_sums(builder, at, lanes, vectorized)
        } else {
            self.sums(builder, at, lanes, vectorized)
        };
        for row in 0..rows {
            let at = self.kernel.advance(builder, at, d, index(builder, row));
            sums = self.combine(builder, &at, &sums, lanes, vectorized);
        }
        self.store_sums(builder, at, &sums, lanes);
    }
}
