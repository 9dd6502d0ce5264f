//! Nests that read an operand along another dimension than they write: in square tiles, so that both sides move whole
//! cache lines.
//!
//! ```text
//! 16 vectors along one dimension --shuffles--> 16 vectors along the other --> the body, 16 times
//! ```

use super::kernel::Kernel;
use super::loops::{Nest, vector, whole_vectors};
use crate::intrinsic::call_intrinsic;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Value, block_ops, element_type};

/// Elements along each side of a tile, at most.
const TILE: i64 = 16;
/// Turns of the innermost loop after which the next tile of the other loop comes: as many pages as the address
/// translation of a core remembers.
const BLOCK: i64 = 256;
/// The body is emitted once a row of the tile: not for large bodies.
const MOST_OPS: usize = 24;

/// How a nest is cut into tiles.
pub struct Tiles {
    /// The loop along which the transposed inputs are read.
    pub across: usize,
    /// Their numbers.
    transposed: Vec<usize>,
    /// Elements along each side.
    pub size: i64,
}

impl Tiles {
    /// The tiles of a nest of parallel loops that wants them.
    pub fn of(kernel: &Kernel<'_>, lanes: i64) -> Option<Self> {
        let last = kernel.dims.len().checked_sub(1)?;
        let (size, inputs) = (lanes.min(TILE), &kernel.inputs);
        let transposed: Vec<usize> = (0..inputs.len()).filter(|i| !matches!(inputs[*i].strides[last], 0 | 1)).collect();
        let first = &inputs[*transposed.first()?];
        let across = (0..last).find(|d| first.strides[*d] == 1)?;
        let fits = size > 1
            && transposed.iter().all(|i| inputs[*i].strides[across] == 1)
            && kernel.outputs.iter().all(|output| output.strides[last] == 1)
            && [across, last].iter().all(|d| kernel.dims[*d].extent >= size)
            && block_ops(kernel.body).len() <= MOST_OPS;
        fits.then_some(Self { across, transposed, size })
    }

    /// Emits the nest.
    pub fn emit<'c>(&self, nest: &mut Nest<'c, '_>, builder: &Builder<'c>, base: &[Value<'c>]) {
        nest.lanes = self.size;
        self.around(nest, builder, 0, base, &mut Vec::new());
    }

    /// The loops but the two that make tiles; `turns` has a place for these.
    fn around<'c>(
        &self,
        nest: &Nest<'c, '_>,
        builder: &Builder<'c>,
        d: usize,
        base: &[Value<'c>],
        turns: &mut Vec<Value<'c>>,
    ) {
        let last = nest.kernel.dims.len() - 1;
        if d == last {
            self.blocks(nest, builder, base, turns);
        } else if d == self.across {
            turns.push(index(builder, 0));
            self.around(nest, builder, d + 1, base, turns);
            turns.pop();
        } else {
            let (begin, end) = nest.bounds(builder, d);
            for_loop(builder, begin, end, 1, &[], |builder, turn, _| {
                let at = nest.kernel.advance(builder, base, d, turn);
                turns.push(turn);
                self.around(nest, builder, d + 1, &at, turns);
                turns.pop();
                Vec::new()
            });
        }
    }

    fn blocks<'c>(&self, nest: &Nest<'c, '_>, builder: &Builder<'c>, base: &[Value<'c>], turns: &[Value<'c>]) {
        let (kernel, last) = (nest.kernel, nest.kernel.dims.len() - 1);
        let extent = kernel.dims[last].extent;
        let whole = extent / self.size * self.size;
        let (begin, end) = nest.bounds(builder, self.across);
        let ty = begin.r#type();
        let whole_rows = nest.is_whole(self.across, self.size);
        let middle = if whole_rows { end } else { whole_vectors(builder, begin, end, self.size) };
        let single = |builder: &Builder<'c>, (from, to): (Value<'c>, Value<'c>), (first, past): (i64, i64)| {
            for_loop(builder, from, to, 1, &[], |builder, row, _| {
                let at = kernel.advance(builder, base, self.across, row);
                let (first, past) = (index(builder, first), index(builder, past));
                for_loop(builder, first, past, 1, &[], |builder, column, _| {
                    let at = kernel.advance(builder, &at, last, column);
                    nest.body_at(builder, &at, &self.turns(turns, row, column), 1, last);
                    Vec::new()
                });
                Vec::new()
            });
        };
        for_loop(builder, index(builder, 0), index(builder, whole), BLOCK, &[], |builder, block, _| {
            let past = builder.value("arith.addi", &[block, index(builder, BLOCK)], ty, &[]);
            let past = builder.value("arith.minsi", &[past, index(builder, whole)], ty, &[]);
            for_loop(builder, begin, middle, self.size, &[], |builder, row, _| {
                let at = kernel.advance(builder, base, self.across, row);
                for_loop(builder, block, past, self.size, &[], |builder, column, _| {
                    let at = kernel.advance(builder, &at, last, column);
                    self.tile(nest, builder, &at, turns, (row, column));
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

    fn turns<'c>(&self, turns: &[Value<'c>], row: Value<'c>, column: Value<'c>) -> Vec<Value<'c>> {
        let mut turns = turns.to_vec();
        turns[self.across] = row;
        turns.push(column);
        turns
    }

    fn tile<'c>(
        &self,
        nest: &Nest<'c, '_>,
        builder: &Builder<'c>,
        at: &[Value<'c>],
        turns: &[Value<'c>],
        (row, column): (Value<'c>, Value<'c>),
    ) {
        let (kernel, last) = (nest.kernel, nest.kernel.dims.len() - 1);
        let tiles: Vec<Vec<Value<'c>>> = self
            .transposed
            .iter()
            .map(|&i| {
                let lines = (0..self.size).map(|line| {
                    let at = kernel.advance(builder, at, last, index(builder, line));
                    let ty = vector(kernel.inputs[i].element, self.size);
                    builder.value("vector.load", &[nest.frame.buffers[i], at[i]], ty, &[])
                });
                transpose(builder, lines.collect())
            })
            .collect();
        let lines = (0..self.size).map(|line| {
            let step = index(builder, line);
            let at = kernel.advance(builder, at, self.across, step);
            let row = builder.value("arith.addi", &[row, step], row.r#type(), &[]);
            let loaded: Vec<_> =
                self.transposed.iter().zip(&tiles).map(|(i, tile)| (*i, tile[line as usize])).collect();
            let turns = self.turns(turns, row, column);
            let results = nest.results_given(builder, &loaded, &at, &turns, self.size, last);
            (at, results)
        });
        let lines: Vec<_> = lines.collect();
        // Lines whose addresses differ by whole vectors are aligned together.
        let together = kernel.outputs.iter().all(|output| output.strides[self.across] % self.size == 0);
        lines.chunks(if together { lines.len() } else { 1 }).for_each(|lines| nest.write(builder, lines, self.size));
    }
}

/// As many vectors as they have lanes, transposed: blocks of half the size change places, then blocks of a quarter, and
/// so on down to single lanes.
pub fn transpose<'c>(builder: &Builder<'c>, mut lines: Vec<Value<'c>>) -> Vec<Value<'c>> {
    let size = lines.len();
    let mut block = size / 2;
    while block > 0 {
        for i in (0..size).filter(|i| i & block == 0) {
            let pair = [lines[i], lines[i + block]];
            let pick = |from: &dyn Fn(usize) -> usize| {
                let mask: Vec<i64> = (0..size).map(|lane| from(lane) as i64).collect();
                let mask = [("mask", xla_dialect::ir::i64_array(builder.context, &mask))];
                builder.value("vector.shuffle", &pair, pair[0].r#type(), &mask)
            };
            lines[i] = pick(&|lane| if lane & block == 0 { lane } else { size + lane - block });
            lines[i + block] = pick(&|lane| if lane & block == 0 { lane + block } else { size + lane });
        }
        if block > 1 && block * 4 == size {
            lines = lines.into_iter().map(|line| fence(builder, line)).collect();
        }
        block /= 2;
    }
    lines
}

/// `value`, of which the code generator does not see how it came about. It would look for better shuffles through all
/// steps of a transposition, in which there are none, for half the time that it takes for the kernel.
fn fence<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let ty = value.r#type();
    if !matches!(element_type(ty).to_string().as_str(), "f32" | "f64") {
        return value;
    }
    call_intrinsic(builder, "llvm.arithmetic.fence", &[value], ty)
}
