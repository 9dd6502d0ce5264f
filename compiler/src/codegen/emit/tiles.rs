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
        Tiles { nest: self, plan }.around(builder, 0, base);
    }
}

/// A nest that is emitted in tiles.
struct Tiles<'c, 'n> {
    nest: &'n Nest<'c, 'n>,
    plan: &'n TilePlan,
}

/// The iterations of the rows or the columns.
struct Bounds<'c> {
    begin: Value<'c>,
    /// The end of those that tiles cover.
    middle: Value<'c>,
    end: Value<'c>,
    /// Whether tiles cover all.
    is_whole: bool,
    /// The last one at which a tile begins, if that overlaps with the one before it.
    last: Option<Value<'c>>,
}

impl<'c> Bounds<'c> {
    /// The first row or column of a tile, the number of whose first would be `i` if tiles did not overlap.
    fn first(&self, builder: &Builder<'c>, i: Value<'c>) -> Value<'c> {
        self.last.map_or(i, |last| arith::minsi(builder, i, last))
    }
}

/// Where a tile begins: its first row and column, and the addresses there, in its row of column 0, and in its column of row 0.
struct Tile<'c, 'a> {
    row: Value<'c>,
    column: Value<'c>,
    at: &'a [Value<'c>],
    in_row: &'a [Value<'c>],
    in_column: &'a [Value<'c>],
}

impl<'c> Tiles<'c, '_> {
    /// The loops from `d` on but those that make tiles.
    fn around(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>]) {
        if d == self.nest.kernel.dims.len() {
            self.blocks(builder, base);
        } else if self.plan.along.contains(&d) || self.plan.across.contains(&d) {
            self.around(builder, d + 1, base);
        } else {
            self.nest.each_iteration(builder, d, |builder, i| {
                self.around(builder, d + 1, &self.nest.kernel.advance(builder, base, d, i));
            });
        }
    }

    /// The iterations of loops that are walked as one.
    fn bounds(&self, builder: &Builder<'c>, loops: &[usize]) -> Bounds<'c> {
        let size = self.plan.size;
        // The iterations of the outermost loop are part of all of them.
        if let [0] = *loops {
            let (begin, end) = self.nest.bounds(builder, 0);
            let is_whole = self.nest.is_whole(0, size);
            let middle = if is_whole { end } else { end_of_whole_vectors(builder, begin, end, size) };
            return Bounds { begin, middle, end, is_whole, last: None };
        }
        let count = self.nest.kernel.extent(loops);
        let left = count % size;
        let overlaps = self.plan.overlaps && left > 0;
        let middle = if overlaps { count } else { count - left };
        let [begin, middle, end] = [0, middle, count].map(|i| index(builder, i));
        let last = overlaps.then(|| index(builder, count - size));
        Bounds { begin, middle, end, is_whole: overlaps || left == 0, last }
    }

    /// The addresses in iteration `i` of loops that are walked as one, from those before them.
    fn advance(&self, builder: &Builder<'c>, base: &[Value<'c>], loops: &[usize], i: Value<'c>) -> Vec<Value<'c>> {
        let kernel = self.nest.kernel;
        let (mut at, mut left) = (base.to_vec(), i);
        for (n, d) in loops.iter().enumerate().rev() {
            let own = if n > 0 {
                let extent = index(builder, kernel.dims[*d].extent);
                let (outer, own) = (arith::divui(builder, left, extent), arith::remui(builder, left, extent));
                left = outer;
                own
            } else {
                left
            };
            at = kernel.advance(builder, &at, *d, own);
        }
        at
    }

    /// The addresses `line` columns behind the first of a tile.
    fn behind(&self, builder: &Builder<'c>, tile: &Tile<'c, '_>, line: i64) -> Vec<Value<'c>> {
        self.further(builder, tile.at, &self.plan.along, (tile.in_row, tile.column), line)
    }

    /// The addresses `line` rows below the first of a tile.
    fn below(&self, builder: &Builder<'c>, tile: &Tile<'c, '_>, line: i64) -> Vec<Value<'c>> {
        self.further(builder, tile.at, &self.plan.across, (tile.in_column, tile.row), line)
    }

    /// The addresses `line` iterations of `loops` after those at `at`, which are those of iteration `first` from `base` on.
    fn further(
        &self,
        builder: &Builder<'c>,
        at: &[Value<'c>],
        loops: &[usize],
        (base, first): (&[Value<'c>], Value<'c>),
        line: i64,
    ) -> Vec<Value<'c>> {
        let line = index(builder, line);
        match *loops {
            [d] => self.nest.kernel.advance(builder, at, d, line),
            _ => self.advance(builder, base, loops, arith::addi(builder, first, line)),
        }
    }

    /// Blocks of tiles, and one by one the elements that no tile covers.
    fn blocks(&self, builder: &Builder<'c>, base: &[Value<'c>]) {
        let plan = self.plan;
        let (rows, columns) = (self.bounds(builder, &plan.across), self.bounds(builder, &plan.along));
        let single = |(begin, end): (Value<'c>, Value<'c>), (first, past): (Value<'c>, Value<'c>)| {
            for_loop(builder, begin, end, 1, &[], |builder, row, _| {
                let at = self.advance(builder, base, &plan.across, row);
                for_loop(builder, first, past, 1, &[], |builder, column, _| {
                    let at = self.advance(builder, &at, &plan.along, column);
                    self.nest.compute(builder, self.iteration(&at), self.lanes(1));
                    Vec::new()
                });
                Vec::new()
            });
        };
        for_loop(builder, columns.begin, columns.middle, plan.block, &[], |builder, block, _| {
            let past = arith::addi(builder, block, index(builder, plan.block));
            let past = arith::minsi(builder, past, columns.middle);
            for_loop(builder, rows.begin, rows.middle, plan.size, &[], |builder, row, _| {
                let row = rows.first(builder, row);
                let in_row = &self.advance(builder, base, &plan.across, row);
                for_loop(builder, block, past, plan.size, &[], |builder, column, _| {
                    let column = columns.first(builder, column);
                    let [at, in_column] = [in_row, base].map(|from| self.advance(builder, from, &plan.along, column));
                    self.tile(builder, &Tile { row, column, at: &at, in_row, in_column: &in_column });
                    Vec::new()
                });
                Vec::new()
            });
            Vec::new()
        });
        if !columns.is_whole {
            single((rows.begin, rows.middle), (columns.middle, columns.end));
        }
        if !rows.is_whole {
            single((rows.middle, rows.end), (columns.begin, columns.end));
        }
    }

    /// So many neighbours along the columns.
    fn lanes(&self, count: i64) -> Lanes {
        Lanes { count, along: self.plan.nearest_column() }
    }

    /// The iteration whose addresses are `at`, behind which are the indices that the body asks for.
    fn iteration<'a>(&self, at: &'a [Value<'c>]) -> Iteration<'c, 'a> {
        Iteration { at, indices: &at[self.nest.kernel.operands().count()..] }
    }

    /// One tile.
    fn tile(&self, builder: &Builder<'c>, tile: &Tile<'c, '_>) {
        let (nest, kernel, size) = (self.nest, self.nest.kernel, self.plan.size);
        let transposed = |i: &usize| {
            let lines = (0..size).map(|line| {
                let at = self.behind(builder, tile, line);
                let input = &kernel.inputs[*i];
                let stride = input.strides[self.plan.nearest_row()];
                load_apart(builder, nest.frame.buffers[*i], at[*i], (input.element, size), stride)
            });
            transpose(builder, lines.collect())
        };
        let squares: Vec<Vec<Value<'c>>> = self.plan.transposed.iter().map(transposed).collect();
        let lines = (0..size).map(|line| {
            let at = self.below(builder, tile, line);
            let loaded: Vec<_> =
                self.plan.transposed.iter().zip(&squares).map(|(i, square)| (*i, square[line as usize])).collect();
            let results = nest.results(builder, &loaded, self.iteration(&at), self.lanes(size));
            (at, results)
        });
        let lines: Vec<_> = lines.collect();
        // Lines whose addresses differ by whole vectors are aligned together.
        let mut strides = self.plan.across.iter().flat_map(|d| kernel.outputs.iter().map(|output| output.strides[*d]));
        let together = strides.all(|stride| stride % size == 0);
        lines
            .chunks(if together { lines.len() } else { 1 })
            .for_each(|lines| nest.write(builder, lines, self.lanes(size)));
    }
}
