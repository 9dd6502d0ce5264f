//! Contractions whose operands are read where they are.
//!
//! ```text
//! for panels of columns
//!   for tiles of rows, of one or two loops: a position of an image has two
//!     for all reductions: C tile += A elements * B row, in registers
//! ```
//! The loop over panels is inside those over rows if all of B is in the first cache: C is written row by row then.

use super::factors::ContractionEmitter;
use super::ops::{add_offset, add_scaled, if_else, load_masked, load_scalar, splat, store_masked, vector, zero};
use crate::codegen::schedule::contraction::SharedLoop;
use crate::codegen::schedule::direct::DirectPlan;
use crate::scf::{for_loop, index};
use xla_dialect::ir::{Builder, Value, integer_type};
use xla_dialect::ods::{arith, vector};

/// What of a loop is computed.
#[derive(Clone, Copy)]
enum Part<'c> {
    All,
    /// The tiles from one to before another one. Another thread may compute the others.
    Tiles(Value<'c>, Value<'c>),
    /// The iterations, likewise, which are those of whole tiles.
    Iterations(Value<'c>, Value<'c>),
}

/// What one tile does: with the addresses of the operands there, and its rows along each loop.
type TileBody<'c, 'f> = &'f mut dyn FnMut(&Builder<'c>, &[Value<'c>], &[i64]);

/// One iteration of the reductions: from the addresses of A and B and the sums to the next sums.
type SumBody<'c, 'f> = &'f mut dyn FnMut(&Builder<'c>, [Value<'c>; 2], &[Value<'c>]) -> Vec<Value<'c>>;

/// A loop in steps of a tile: whole tiles, and a remainder.
#[derive(Clone, Copy)]
struct TiledLoop {
    whole: i64,
    tile: i64,
    remainder: i64,
}

impl TiledLoop {
    fn new(extent: i64, tile: i64) -> Self {
        Self { whole: extent / tile, tile, remainder: extent % tile }
    }

    /// Calls `body` for the tiles in `part` with the first iteration of each and its size.
    fn each<'c>(self, builder: &Builder<'c>, part: Part<'c>, body: &mut dyn FnMut(&Builder<'c>, Value<'c>, i64)) {
        let whole = index(builder, self.whole);
        let (begin, end) = match part {
            Part::All => (index(builder, 0), whole),
            Part::Tiles(begin, end) => (begin, arith::minsi(builder, end, whole)),
            Part::Iterations(begin, end) => {
                for_loop(builder, begin, end, self.tile, &[], |builder, first, _| {
                    body(builder, first, self.tile);
                    Vec::new()
                });
                return;
            }
        };
        if self.whole > 0 {
            for_loop(builder, begin, end, 1, &[], |builder, i, _| {
                let first = add_scaled(builder, index(builder, 0), i, self.tile);
                body(builder, first, self.tile);
                Vec::new()
            });
        }
        if self.remainder == 0 {
            return;
        }
        let remainder = |builder: &Builder<'c>, body: &mut dyn FnMut(&Builder<'c>, Value<'c>, i64)| {
            body(builder, index(builder, self.whole * self.tile), self.remainder);
        };
        match part {
            Part::Tiles(_, end) => {
                let is_last = arith::cmpi(builder, arith::CmpIPredicate::Sgt, end, whole);
                if_else(builder, is_last, |builder| remainder(builder, body), |_| {});
            }
            _ => remainder(builder, body),
        }
    }
}

/// A contraction that is emitted without packing.
pub struct DirectEmitter<'c, 'p> {
    /// The contraction.
    pub emitter: ContractionEmitter<'c, 'p>,
    /// Its tiles.
    pub plan: &'p DirectPlan,
}

impl<'c> DirectEmitter<'c, '_> {
    /// Emits the product, with `base` the addresses of all operands: those tiles that the kernel function computes.
    pub fn emit(&self, builder: &Builder<'c>, base: &[Value<'c>]) {
        let (contraction, frame) = (self.emitter.plan, self.emitter.frame);
        let own = if contraction.rows_in_tiles().is_some() { Part::Iterations } else { Part::Tiles };
        let part = |shared| if contraction.shared == shared { own(frame.begin, frame.end) } else { Part::All };
        let n = contraction.contraction.n;
        let (all, panel) = (contraction.contraction.columns(), self.plan.columns);
        // One piece of code does whole panels and a last one of as many vectors, half of what two would be: where a vector would reach
        // beyond the columns, it begins earlier, and computes some again.
        let overlaps = all > panel && all % panel > panel - contraction.lanes;
        let panels = match overlaps {
            true => TiledLoop { whole: (all + panel - 1) / panel, tile: panel, remainder: 0 },
            false => TiledLoop::new(all, panel),
        };
        let columns_at = |builder: &Builder<'c>, first: Value<'c>, width: i64| {
            let last = overlaps.then(|| {
                let left = arith::subi(builder, index(builder, all - contraction.lanes), first);
                arith::minsi(builder, left, index(builder, panel - contraction.lanes))
            });
            Columns { emitter: self.emitter, width, last }
        };
        let (columns, rows, kernel) = (part(SharedLoop::Columns), part(SharedLoop::Rows), self.emitter.kernel());
        if self.plan.panels_inside {
            self.row_tiles(builder, rows, base, &mut Vec::new(), &mut |builder, at, tile| {
                panels.each(builder, columns, &mut |builder, column, width| {
                    let columns = columns_at(builder, column, width);
                    self.tile(builder, &kernel.advance(builder, at, n, column), tile, &columns);
                });
            });
        } else {
            panels.each(builder, columns, &mut |builder, column, width| {
                let columns = columns_at(builder, column, width);
                let at = kernel.advance(builder, base, n, column);
                self.row_tiles(builder, rows, &at, &mut Vec::new(), &mut |builder, at, tile| {
                    self.tile(builder, at, tile, &columns);
                });
            });
        }
    }

    /// The loops over tiles of rows behind those whose sizes are in `tile`.
    fn row_tiles(
        &self,
        builder: &Builder<'c>,
        part: Part<'c>,
        base: &[Value<'c>],
        tile: &mut Vec<i64>,
        body: TileBody<'c, '_>,
    ) {
        let i = tile.len();
        let Some(&d) = self.plan.rows.get(i) else {
            body(builder, base, tile);
            return;
        };
        let kernel = self.emitter.kernel();
        TiledLoop::new(kernel.dims[d].extent, self.plan.tile[i]).each(builder, part, &mut |builder, row, count| {
            let at = kernel.advance(builder, base, d, row);
            tile.push(count);
            self.row_tiles(builder, Part::All, &at, tile, body);
            tile.pop();
        });
    }

    /// The offsets of the rows of a tile from its first one, in the memory of an operand.
    fn row_offsets(&self, operand: usize, tile: &[i64]) -> Vec<i64> {
        let kernel = self.emitter.kernel();
        let operand = kernel.operands().nth(operand);
        let strides = self.plan.rows.iter().map(|d| operand.map_or(0, |operand| operand.strides[*d]));
        strides.zip(tile).fold(vec![0], |offsets, (stride, count)| {
            offsets.iter().flat_map(|offset| (0..*count).map(move |row| offset + row * stride)).collect()
        })
    }

    /// One tile: its sums are loaded, stay in registers through all reductions, and are stored.
    fn tile(&self, builder: &Builder<'c>, base: &[Value<'c>], tile: &[i64], columns: &Columns<'c, '_>) {
        let (emitter, kernel, buffers) = (self.emitter, self.emitter.kernel(), &self.emitter.frame.buffers);
        let lanes = emitter.plan.lanes;
        let output = kernel.inputs.len();
        let [a, b] = self.plan.inputs;
        let (a_offsets, c_offsets) = (self.row_offsets(a, tile), self.row_offsets(output, tile));
        let mut sums = Vec::new();
        for offset in &c_offsets {
            if emitter.plan.fresh {
                sums.extend(columns.zeros(builder));
            } else {
                sums.extend(columns.load(builder, buffers[output], add_offset(builder, base[output], *offset)));
            }
        }
        let addresses = [base[a], base[b]];
        let k = &emitter.plan.contraction.k;
        let sums = self.reduce(builder, k, addresses, &sums, &mut |builder, at, sums| {
            let row = columns.load(builder, buffers[b], at[1]);
            let mut next = Vec::new();
            for (offset, sums) in a_offsets.iter().zip(sums.chunks(row.len())) {
                let at = add_offset(builder, at[0], *offset);
                let factor = splat(builder, load_scalar(builder, buffers[a], at), lanes);
                next.extend(
                    row.iter().zip(sums).map(|(row, sum)| emitter.dot().add_product(builder, factor, *row, *sum)),
                );
            }
            next
        });
        for (offset, sums) in c_offsets.iter().zip(sums.chunks(columns.count())) {
            let at = add_offset(builder, base[output], *offset);
            let sums: Vec<_> = sums.iter().map(|sum| emitter.finished(builder, *sum)).collect();
            columns.store(builder, buffers[output], at, &sums);
        }
    }

    /// The loops over the reductions `k`, carrying the sums; `at` are the addresses of A and B.
    fn reduce(
        &self,
        builder: &Builder<'c>,
        k: &[usize],
        at: [Value<'c>; 2],
        sums: &[Value<'c>],
        body: SumBody<'c, '_>,
    ) -> Vec<Value<'c>> {
        let Some((&d, inner)) = k.split_first() else { return body(builder, at, sums) };
        let kernel = self.emitter.kernel();
        let end = index(builder, kernel.dims[d].extent);
        for_loop(builder, index(builder, 0), end, 1, sums, |builder, i, sums| {
            let step = |side: usize| add_scaled(builder, at[side], i, kernel.inputs[self.plan.inputs[side]].strides[d]);
            let next = [step(0), step(1)];
            self.reduce(builder, inner, next, sums, body)
        })
    }
}

/// The columns of a tile: vectors, the last of which may be cut off.
struct Columns<'c, 'p> {
    emitter: ContractionEmitter<'c, 'p>,
    width: i64,
    /// Where the last vector begins, if it is known at run time only.
    last: Option<Value<'c>>,
}

impl<'c> Columns<'c, '_> {
    fn lanes(&self) -> i64 {
        self.emitter.plan.lanes
    }

    fn count(&self) -> usize {
        ((self.width + self.lanes() - 1) / self.lanes()) as usize
    }

    /// The mask of vector `v`, if it is cut off.
    fn mask(&self, builder: &Builder<'c>, v: usize) -> Option<Value<'c>> {
        let left = self.width - v as i64 * self.lanes();
        (left < self.lanes()).then(|| {
            let ty = vector(integer_type(builder.context, 1), self.lanes());
            vector::constant_mask(builder, &[left], ty)
        })
    }

    /// The address of vector `v` of those from `first` on.
    fn at(&self, builder: &Builder<'c>, first: Value<'c>, v: usize) -> Value<'c> {
        match self.last {
            Some(last) if v + 1 == self.count() => arith::addi(builder, first, last),
            _ => add_offset(builder, first, v as i64 * self.lanes()),
        }
    }

    fn zeros(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        vec![zero(builder, self.emitter.sums_type()); self.count()]
    }

    fn load(&self, builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>) -> Vec<Value<'c>> {
        let each = (0..self.count()).map(|v| {
            let at = self.at(builder, at, v);
            load_masked(builder, buffer, at, self.emitter.sums_type(), self.mask(builder, v))
        });
        each.collect()
    }

    fn store(&self, builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, values: &[Value<'c>]) {
        for (v, value) in values.iter().enumerate() {
            let at = self.at(builder, at, v);
            store_masked(builder, *value, buffer, at, self.mask(builder, v));
        }
    }
}
