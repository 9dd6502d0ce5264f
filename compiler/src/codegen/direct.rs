//! Contractions of operands that are read where they lie: convolutions, and products of small or narrow matrices, where
//! packing would cost as much as it saves.
//!
//! ```text
//! for panels of columns
//!   for tiles of rows, of one or two loops: a position of an image has two
//!     for all reductions: C tile += A elements * B row, in registers
//! ```

use super::contraction::{Contraction, if_else};
use super::kernel::Kernel;
use super::loops::{VECTOR_BITS, add_scaled, bits, splat, vector, zero_text};
use super::lower_kernels::Frame;
use super::register_tile::NR_VECTORS;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Type, Value, block_args};

/// Rows of a tile at most: with two vectors of columns, 28 accumulators of 32 registers.
const MOST_ROWS: i64 = 14;
/// Bytes of a panel of B, which is read again for each tile of rows: they stay in the second-level cache.
const PANEL_BYTES: i64 = 768 << 10;
/// Elements between the rows of a panel at most: further apart, each is a page of its own.
const MOST_STRIDE: i64 = 512;
/// Bytes of A that are read once a panel of columns.
const A_BYTES: i64 = 1 << 20;
/// Panels of columns for which A may be larger than that.
const FEW_PANELS: i64 = 4;

/// How a contraction is computed without packing.
pub struct Direct {
    /// The inputs that are A and B.
    inputs: [usize; 2],
    /// The loops over rows that make tiles, one or two.
    pub rows: Vec<usize>,
    /// Rows of a tile, along each.
    pub tile: Vec<i64>,
}

/// A range of turns, where another thread may do the rest.
type Part<'c> = Option<(Value<'c>, Value<'c>)>;

/// What one tile does: with the addresses of the operands there, and its rows along each loop.
type TileBody<'c, 'f> = &'f mut dyn FnMut(&Builder<'c>, &[Value<'c>], &[i64]);

/// One turn of the reductions: from the addresses of A and B and the sums to the next sums.
type SumBody<'c, 'f> = &'f mut dyn FnMut(&Builder<'c>, [Value<'c>; 2], &[Value<'c>]) -> Vec<Value<'c>>;

/// A loop in steps of a tile: whole tiles, or what is left.
#[derive(Clone, Copy)]
struct Extent {
    whole: i64,
    tile: i64,
    rest: i64,
}

impl Extent {
    fn new(extent: i64, tile: i64) -> Self {
        Self { whole: extent / tile, tile, rest: extent % tile }
    }

    /// Calls `body` for the turns in `part` with where each begins and its size.
    fn each<'c>(self, builder: &Builder<'c>, part: Part<'c>, body: &mut dyn FnMut(&Builder<'c>, Value<'c>, i64)) {
        let whole = index(builder, self.whole);
        let (begin, end) = match part {
            None => (index(builder, 0), whole),
            Some((begin, end)) => (begin, builder.value("arith.minsi", &[end, whole], whole.r#type(), &[])),
        };
        if self.whole > 0 {
            for_loop(builder, begin, end, 1, &[], |builder, turn, _| {
                let first = add_scaled(builder, index(builder, 0), turn, self.tile);
                body(builder, first, self.tile);
                Vec::new()
            });
        }
        if self.rest == 0 {
            return;
        }
        let rest = |builder: &Builder<'c>, body: &mut dyn FnMut(&Builder<'c>, Value<'c>, i64)| {
            body(builder, index(builder, self.whole * self.tile), self.rest);
        };
        match part {
            None => rest(builder, body),
            Some((_, end)) => {
                let greater = xla_dialect::ir::i64_attribute(builder.context, 4);
                let last = builder.value("arith.cmpi", &[end, whole], builder.ty("i1"), &[("predicate", greater)]);
                if_else(builder, last, |builder| rest(builder, body), |_| {});
            }
        }
    }
}

impl Direct {
    /// The tiles of the product of `factors` summed over `k`, if it is to be computed so.
    pub fn of(kernel: &Kernel<'_>, factors: [Value<'_>; 2], n: usize, k: &[usize], rows: &[usize]) -> Option<Self> {
        let arguments = block_args(kernel.body);
        let input = |factor: Value<'_>| arguments[..kernel.inputs.len()].iter().position(|other| *other == factor);
        let inputs = [input(factors[0])?, input(factors[1])?];
        let extent = |d: &usize| kernel.dims[*d].extent;
        let element = kernel.outputs[0].element;
        let bytes = bits(element) / 8;
        let b = &kernel.inputs[inputs[1]];
        let nr = VECTOR_BITS / bits(element) * NR_VECTORS;
        let depth: i64 = k.iter().map(extent).product();
        let row_count: i64 = rows.iter().map(extent).product();
        let fits = b.strides[n] == 1
            && b.strides[*k.last()?].abs() <= MOST_STRIDE
            && depth * nr * bytes <= PANEL_BYTES
            && (depth * row_count * bytes <= A_BYTES || extent(&n) <= FEW_PANELS * nr)
            && extent(&n) * 2 > VECTOR_BITS / bits(element);
        if !fits {
            return None;
        }
        let rows = rows[rows.len().saturating_sub(2)..].to_vec();
        let inner = tile(extent(rows.last()?), MOST_ROWS);
        let tile = match rows.as_slice() {
            [outer, _] => vec![tile(extent(outer), MOST_ROWS / inner), inner],
            _ => vec![inner],
        };
        Some(Self { inputs, rows, tile })
    }

    /// Emits the product, with `base` the addresses of all operands: of its first loop over rows the tiles in `rows`, of
    /// its panels of columns those in `columns`.
    pub fn emit<'c>(
        &self,
        contraction: &Contraction<'c>,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        base: &[Value<'c>],
        rows: Part<'c>,
        columns: Part<'c>,
    ) {
        let kernel = &contraction.kernel;
        let panels = Extent::new(contraction.columns(), contraction.nr());
        panels.each(builder, columns, &mut |builder, column, width| {
            let at = kernel.advance(builder, base, contraction.n, column);
            self.row_tiles(builder, kernel, (0, rows), &at, &mut Vec::new(), &mut |builder, at, tile| {
                self.tile(contraction, builder, frame, at, tile, width);
            });
        });
    }

    /// The loops over tiles of rows from number `i` on.
    fn row_tiles<'c>(
        &self,
        builder: &Builder<'c>,
        kernel: &Kernel<'c>,
        (i, part): (usize, Part<'c>),
        base: &[Value<'c>],
        tile: &mut Vec<i64>,
        body: TileBody<'c, '_>,
    ) {
        let Some(&d) = self.rows.get(i) else {
            body(builder, base, tile);
            return;
        };
        Extent::new(kernel.dims[d].extent, self.tile[i]).each(builder, part, &mut |builder, row, count| {
            let at = kernel.advance(builder, base, d, row);
            tile.push(count);
            self.row_tiles(builder, kernel, (i + 1, None), &at, tile, body);
            tile.pop();
        });
    }

    /// One tile: its sums are loaded, stay in registers through all reductions, and are stored.
    fn tile<'c>(
        &self,
        contraction: &Contraction<'c>,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        base: &[Value<'c>],
        tile: &[i64],
        width: i64,
    ) {
        let kernel = &contraction.kernel;
        let lanes = contraction.lanes();
        let (output, target) = (kernel.inputs.len(), frame.buffers[kernel.inputs.len()]);
        let columns = Columns { ty: vector(kernel.outputs[0].element, lanes), lanes, width };
        // The steps from the first row to each, for A and for C.
        let steps = |operand: usize| -> Vec<i64> {
            let strides: Vec<i64> =
                self.rows.iter().map(|d| kernel.operands().nth(operand).map_or(0, |o| o.strides[*d])).collect();
            let mut steps = vec![0];
            for (stride, count) in strides.iter().zip(tile) {
                steps = steps.iter().flat_map(|step| (0..*count).map(move |row| step + row * stride)).collect();
            }
            steps
        };
        let (a_steps, c_steps) = (steps(self.inputs[0]), steps(output));
        let mut sums = Vec::new();
        for step in &c_steps {
            if contraction.fresh {
                sums.extend(columns.zeros(builder));
                continue;
            }
            let at = add_scaled(builder, base[output], index(builder, *step), 1);
            sums.extend(columns.load(builder, target, at));
        }
        let [a, b] = self.inputs;
        let addresses = [base[a], base[b]];
        let sums = self.sum(contraction, builder, &contraction.k, addresses, &sums, &mut |builder, at, sums| {
            let row = columns.load(builder, frame.buffers[b], at[1]);
            let mut next = Vec::new();
            for (step, sums) in a_steps.iter().zip(sums.chunks(row.len())) {
                let at = add_scaled(builder, at[0], index(builder, *step), 1);
                let scalar = builder.value("memref.load", &[frame.buffers[a], at], kernel.inputs[a].element, &[]);
                let factor = splat(builder, scalar, lanes);
                next.extend(
                    row.iter().zip(sums).map(|(row, sum)| contraction.dot.add_product(builder, factor, *row, *sum)),
                );
            }
            next
        });
        for (step, sums) in c_steps.iter().zip(sums.chunks(columns.count())) {
            let at = add_scaled(builder, base[output], index(builder, *step), 1);
            let sums: Vec<_> = sums.iter().map(|sum| contraction.finished(builder, frame, *sum, lanes)).collect();
            columns.store(builder, target, at, &sums);
        }
    }

    /// The loops over the reductions `k`, carrying the sums; `at` are the addresses of A and B.
    fn sum<'c>(
        &self,
        contraction: &Contraction<'c>,
        builder: &Builder<'c>,
        k: &[usize],
        at: [Value<'c>; 2],
        sums: &[Value<'c>],
        body: SumBody<'c, '_>,
    ) -> Vec<Value<'c>> {
        let Some((&d, inner)) = k.split_first() else { return body(builder, at, sums) };
        let kernel = &contraction.kernel;
        let end = index(builder, kernel.dims[d].extent);
        for_loop(builder, index(builder, 0), end, 1, sums, |builder, turn, sums| {
            let step = |i: usize| add_scaled(builder, at[i], turn, kernel.inputs[self.inputs[i]].strides[d]);
            let next = [step(0), step(1)];
            self.sum(contraction, builder, inner, next, sums, body)
        })
    }
}

/// Rows of a tile along a loop: a divisor of its extent if there is a good one, else tiles as equal as may be.
fn tile(extent: i64, most: i64) -> i64 {
    if extent <= most {
        return extent;
    }
    let good = (most * 4 / 7).max(1);
    let divisor = (good..=most).rev().find(|size| extent % size == 0);
    divisor.unwrap_or_else(|| {
        let count = (extent + most - 1) / most;
        (extent + count - 1) / count
    })
}

/// The columns of a tile: vectors, the last of which may be cut off.
struct Columns<'c> {
    ty: Type<'c>,
    lanes: i64,
    width: i64,
}

impl<'c> Columns<'c> {
    fn count(&self) -> usize {
        ((self.width + self.lanes - 1) / self.lanes) as usize
    }

    /// The mask of vector `v`, if it is cut off.
    fn mask(&self, builder: &Builder<'c>, v: usize) -> Option<Value<'c>> {
        let left = self.width - v as i64 * self.lanes;
        (left < self.lanes).then(|| {
            let ty = vector(builder.ty("i1"), self.lanes);
            let sizes = builder.attr(&format!("array<i64: {left}>"));
            builder.value("vector.constant_mask", &[], ty, &[("mask_dim_sizes", sizes)])
        })
    }

    fn zero(&self, builder: &Builder<'c>) -> Value<'c> {
        let zero = zero_text(xla_dialect::ir::element_type(self.ty));
        let zero = builder.attr(&format!("dense<{zero}> : {}", self.ty));
        builder.value("arith.constant", &[], self.ty, &[("value", zero)])
    }

    fn zeros(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        vec![self.zero(builder); self.count()]
    }

    fn load(&self, builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>) -> Vec<Value<'c>> {
        let each = (0..self.count()).map(|v| {
            let at = add_scaled(builder, at, index(builder, v as i64 * self.lanes), 1);
            match self.mask(builder, v) {
                None => builder.value("vector.load", &[buffer, at], self.ty, &[]),
                Some(mask) => {
                    let none = self.zero(builder);
                    builder.value("vector.maskedload", &[buffer, at, mask, none], self.ty, &[])
                }
            }
        });
        each.collect()
    }

    fn store(&self, builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, values: &[Value<'c>]) {
        for (v, value) in values.iter().enumerate() {
            let at = add_scaled(builder, at, index(builder, v as i64 * self.lanes), 1);
            match self.mask(builder, v) {
                None => builder.create("vector.store", &[*value, buffer, at], &[], &[], Vec::new()),
                Some(mask) => builder.create("vector.maskedstore", &[buffer, at, mask, *value], &[], &[], Vec::new()),
            };
        }
    }
}
