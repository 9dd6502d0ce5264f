//! Products summed over a dimension: panels packed to the shape that a register tile reads, blocked for the caches.
//!
//! ```text
//! for rows of M in blocks of MC
//!   for K in blocks of KC
//!     pack A[MC x KC] into panels of MR rows      it stays in the second-level cache
//!     for columns of N in panels of NR
//!       for panels of A: C[MR x NR] += A panel * B, in registers; the first one packs B[KC x NR] on the way
//! ```
//! Whatever was fused in front of an operand (a conversion, a scale) is computed while packing; operands may be laid
//! out in any order.

use super::direct::Direct;
use super::dot::{Dot, Instructions};
use super::groups::place;
use super::kernel::{Kernel, Operand};
use super::loops::{VECTOR_BITS, add_scaled, bits, is_zero, stack, vectorizes};
use super::lower_kernels::Frame;
use super::packing::{Layout, Panel, Side};
use super::register_tile::{Block, NR_VECTORS, Panels, Unpacked};
use super::schedule::{self, Schedule, Schedules};
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use std::collections::HashMap;
use std::rc::Rc;
use xla_dialect::ir::{
    Builder, Op, OpExt, Type, Value, block_args, block_ops, defining_op, has_uses, terminator, uses,
};
use xla_dialect::passes::Failed;

/// Rows of a register tile at most: with two vectors of columns, 28 accumulators of 32 registers.
const MOST_ROWS: i64 = 14;
/// Bytes of a block of A: well within a core's second-level cache. Panels are on the stack.
const A_BYTES: i64 = 768 << 10;
/// Bytes of sums of a block's depth: C is read and written once for each block.
const KC_BYTES: i64 = 2048;
/// Bytes of a block of A at most, whatever a schedule says: what a thread's stack has room for.
const MOST_A_BYTES: i64 = 4 << 20;
/// Below this many products, packing costs more than it saves.
const LEAST_WORK: i64 = 1 << 13;

/// With fewer rows B is read about once: packing it would double the traffic.
const LEAST_ROWS: i64 = 4;

/// What decides how contractions are computed.
#[derive(Clone, Copy)]
pub struct Choices<'a> {
    /// What the target has.
    pub instructions: Instructions,
    /// What the program asks for, instead of what the cost model would choose.
    pub schedules: &'a Schedules,
}

/// Which loop of the nest is split among threads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Split {
    /// A loop around the product of matrices.
    Outer(usize),
    Rows,
    Columns,
}

/// A contraction that the register-tiled code can compute.
pub struct Contraction<'c> {
    pub(super) kernel: Rc<Kernel<'c>>,
    /// The value multiplied, for each side, as it is packed.
    pub(super) factors: [Value<'c>; 2],
    pub(super) dot: Dot,
    /// Loops around the product of matrices.
    outer: Vec<usize>,
    pub(super) m: Option<usize>,
    pub(super) n: usize,
    /// Reductions; the last is blocked.
    pub(super) k: Vec<usize>,
    split: Split,
    /// What is not to be chosen by the cost model.
    asked: Schedule,
    /// Whether the result begins with zeros, which nobody writes before.
    pub(super) fresh: bool,
    /// What is computed of each element of the result in its place.
    pub(super) then: Option<Op<'c>>,
    /// How it is computed where the operands lie, without packing.
    direct: Option<Direct>,
}

/// Ops that are applied to a result before it is stored: each is there for every vector of a tile.
const MOST_OPS_AFTER: usize = 2;

/// The contraction that `kernel` is, if it is one.
pub fn recognise<'c>(kernel: &Rc<Kernel<'c>>, choices: Choices<'_>) -> Option<Contraction<'c>> {
    if kernel.outputs.len() != 1
        || kernel.asks_for_indices()
        || !kernel.tables.is_empty()
        || kernel.turns() < LEAST_WORK
    {
        return None;
    }
    let (factors, integer) = product(kernel)?;
    let output = &kernel.outputs[0];
    let (parallel, k): (Vec<usize>, Vec<usize>) = (0..kernel.dims.len()).partition(|d| kernel.dims[*d].parallel);
    if k.is_empty() {
        return None;
    }
    let walks = |factor: Value<'c>| -> Vec<bool> {
        let inputs = before(kernel, factor).0;
        (0..kernel.dims.len()).map(|d| inputs.iter().any(|i| kernel.inputs[*i].strides[d] != 0)).collect()
    };
    let (first, second) = (walks(factors[0]), walks(factors[1]));
    let n = *parallel.iter().find(|d| output.strides[**d] == 1)?;
    // The columns belong to one side only: that side is B.
    let (factors, a, b) = match (first[n], second[n]) {
        (false, true) => (factors, first, second),
        (true, false) => ([factors[1], factors[0]], second, first),
        _ => return None,
    };
    if k.iter().any(|d| !a[*d] || !b[*d]) {
        return None;
    }
    let row_loops: Vec<usize> = parallel.iter().copied().filter(|d| a[*d] && !b[*d]).collect();
    let direct = Direct::of(kernel, factors, n, &k, &row_loops);
    let m = row_loops.iter().copied().max_by_key(|d| kernel.dims[*d].extent);
    let inside = |d: usize| d == n || direct.as_ref().map_or(Some(d) == m, |direct| direct.rows.contains(&d));
    let outer: Vec<usize> = parallel.iter().copied().filter(|d| !inside(*d)).collect();
    // Where B walks an outer loop of A's alone, it would be packed again and again: fine, just not best.
    let rows = m.map_or(1, |m| kernel.dims[m].extent);
    if rows < LEAST_ROWS {
        return None;
    }
    let (dot, factors) = Dot::of(factors, integer, choices.instructions);
    let split = match outer.first() {
        Some(d) if kernel.dims[*d].extent > 1 => Split::Outer(*d),
        _ => match &direct {
            Some(direct) if direct.rows.len() > 1 || rows > kernel.dims[n].extent => Split::Rows,
            _ => Split::Columns,
        },
    };
    let (kernel, asked) = (kernel.clone(), Schedule::default());
    let mut found =
        Contraction { kernel, factors, dot, outer, m, n, k, split, asked, fresh: false, then: None, direct };
    if found.packs() {
        found.asked = choices.schedules.0.get(&found.name()).copied().unwrap_or_default();
        if split == Split::Columns {
            found.split = match found.asked.split {
                Some(schedule::Split::Rows) => Split::Rows,
                Some(schedule::Split::Columns) => Split::Columns,
                None => found.cheaper_split(),
            };
        }
    }
    Some(found)
}

/// Rows of a register tile: what leaves the fewest rows over, and reads B seldom.
fn tile_rows(rows: i64) -> i64 {
    // A row takes two instructions, and reading B and the loop three.
    let cost = |tile: &i64| (rows + tile - 1) / tile * (tile * NR_VECTORS + 3);
    (1..=MOST_ROWS.min(rows)).rev().min_by_key(cost).unwrap_or(1)
}

/// The two values whose product the body adds to the accumulator.
fn product<'c>(kernel: &Kernel<'c>) -> Option<([Value<'c>; 2], bool)> {
    let accumulator = *block_args(kernel.body).last()?;
    let sum = defining_op(terminator(kernel.body)?.ins().first().copied()?)?;
    if uses(accumulator).len() != 1 {
        return None;
    }
    let is_accumulator = |value: Value<'c>| value == accumulator;
    if sum.name_str() == "math.fma" && is_accumulator(sum.input(2)) {
        return Some(([sum.input(0), sum.input(1)], false));
    }
    if sum.name_str() != "arith.addi" {
        return None;
    }
    let other = if is_accumulator(sum.input(0)) { sum.input(1) } else { sum.input(0) };
    if !is_accumulator(sum.input(0)) && !is_accumulator(sum.input(1)) {
        return None;
    }
    let product = defining_op(other).filter(|op| op.name_str() == "arith.muli")?;
    matches!(bits(product.output(0).r#type()), 32 | 64).then(|| ([product.input(0), product.input(1)], true))
}

/// The inputs of the kernel that `value` is computed from, and by how many ops.
fn before<'c>(kernel: &Kernel<'c>, value: Value<'c>) -> (Vec<usize>, usize) {
    let arguments = block_args(kernel.body);
    let (mut inputs, mut ops, mut open) = (Vec::new(), Vec::new(), vec![value]);
    while let Some(value) = open.pop() {
        if let Some(i) = arguments.iter().position(|argument| *argument == value) {
            inputs.push(i);
        } else if let Some(op) = defining_op(value).filter(|op| op.parent_block() == Some(kernel.body))
            && !ops.contains(&op)
        {
            ops.push(op);
            open.extend(op.ins());
        }
    }
    inputs.sort_unstable();
    inputs.dedup();
    (inputs, ops.len())
}

impl<'c> Contraction<'c> {
    /// Number of turns that may run on different threads.
    pub fn parallel_extent(&self) -> i64 {
        match self.split {
            Split::Outer(d) => self.kernel.dims[d].extent,
            Split::Rows => {
                let (rows, tile) = match &self.direct {
                    Some(direct) => (self.kernel.dims[direct.rows[0]].extent, direct.tile[0]),
                    None => (self.rows(), self.sizes().tile),
                };
                (rows + tile - 1) / tile
            }
            Split::Columns => (self.columns() + self.nr() - 1) / self.nr(),
        }
    }

    /// What schedules call it: the sizes of its loops, and the types of what is multiplied and summed.
    pub fn name(&self) -> String {
        let extents = |loops: &[usize]| {
            let each: Vec<String> = loops.iter().map(|d| self.kernel.dims[*d].extent.to_string()).collect();
            each.join("x")
        };
        let batch = if self.outer.is_empty() { String::new() } else { format!("batch {}, ", extents(&self.outer)) };
        let [a, b] = self.factors.map(|factor| factor.r#type());
        let (m, n, k) = (self.rows(), self.columns(), extents(&self.k));
        format!("{batch}m {m}, n {n}, k {k}: {a} * {b} -> {}", self.kernel.outputs[0].element)
    }

    /// How it is computed, if it packs its operands: by what was asked for, and the cost model.
    pub fn schedule(&self) -> Option<Schedule> {
        let Sizes { tile, rows, depth } = self.sizes();
        let split = match self.split {
            Split::Outer(_) => None,
            Split::Rows => Some(schedule::Split::Rows),
            Split::Columns => Some(schedule::Split::Columns),
        };
        let (tile_rows, block_rows, block_depth) = (Some(tile), Some(rows), Some(depth));
        self.packs().then_some(Schedule { tile_rows, block_rows, block_depth, split })
    }

    /// Whether it packs panels, for which its function needs stack.
    pub fn packs(&self) -> bool {
        self.direct.is_none()
    }

    /// Whether `fill` does nothing but write the zeros that this one begins with.
    pub fn begins_with(&self, fill: &Kernel<'c>) -> bool {
        let zero = self.kernel.filled_by(fill).is_some_and(|(_, literal)| is_zero(literal));
        zero && (self.direct.is_some() || self.k.len() == 1)
    }

    /// Whether `op`, which runs just after, computes each element of the result from what it is, in its place, so that
    /// it may as well be done before that is stored.
    pub fn ends_with(&self, op: Op<'c>, kernel: &Kernel<'c>) -> bool {
        let output = &self.kernel.outputs[0];
        let whole = |operand: &Operand<'c>| operand.offset == 0 && operand.strides == [1];
        let once = self.direct.is_some() || self.k.len() == 1 && self.depth() <= self.sizes().depth;
        let arguments = block_args(kernel.body);
        once && self.then.is_none()
            && kernel.inputs.len() == 1
            && kernel.outputs.len() == 1
            && kernel.operands().all(|operand| place(operand.memref) == place(output.memref) && whole(operand))
            && kernel.dims.len() == 1
            && kernel.turns() == self.kernel.results()
            && kernel.tables.is_empty()
            && kernel.captured().is_empty()
            && !kernel.asks_for_indices()
            && arguments.last().is_some_and(|old| !has_uses(*old))
            && vectorizes(kernel.body)
            && op.body(0).is_some_and(|body| block_ops(body).len() <= MOST_OPS_AFTER + 1)
    }

    /// What is stored of a sum.
    pub(super) fn finished(&self, builder: &Builder<'c>, frame: &Frame<'c>, sum: Value<'c>, lanes: i64) -> Value<'c> {
        let body = self.then.and_then(|op| op.body(0));
        let Some((body, result)) = body.and_then(|body| Some((body, *terminator(body)?.ins().first()?))) else {
            return sum;
        };
        let mut values = HashMap::from([(block_args(body)[0].to_raw().ptr as usize, sum)]);
        self.compute(builder, frame, result, lanes, &mut values)
    }

    /// Whether each thread had best get one stretch of turns: in each one panels are packed anew.
    pub fn wants_shares(&self) -> bool {
        self.packs() && !matches!(self.split, Split::Outer(_))
    }

    /// Whether threads share the rows, so that each packs all of B, or the columns, so that each packs all of A.
    fn cheaper_split(&self) -> Split {
        const THREADS: i64 = 2;
        let share = |extent: i64, tile: i64| (extent + tile * THREADS - 1) / (tile * THREADS) * tile;
        let (rows, columns, sizes) = (self.rows(), self.columns(), self.sizes());
        // In products, of which a core does 32 a cycle: packing an element of A takes a good half cycle, reading B is
        // hidden behind the first tile.
        let ops = self.factors.map(|factor| self.before(factor).1 as i64);
        let cost = |rows: i64, columns: i64| {
            let blocks = (rows + sizes.rows - 1) / sizes.rows;
            rows * columns + rows * (18 + 2 * ops[0]) + blocks * columns * (6 + 2 * ops[1])
        };
        let by_rows = cost(share(rows, sizes.tile), columns);
        if by_rows < cost(rows, share(columns, self.nr())) { Split::Rows } else { Split::Columns }
    }

    /// The sizes of blocks, as equal as may be.
    fn sizes(&self) -> Sizes {
        let up = |extent: i64, step: i64| (extent + step - 1) / step;
        let factor = bits(self.factors[0].r#type()) / 8;
        let scalar = bits(self.kernel.outputs[0].element) / 8;
        let tile = self.asked.tile_rows.map_or_else(|| tile_rows(self.rows()), |rows| rows.min(self.rows()));
        let usual = KC_BYTES / scalar * self.dot.group();
        let most_depth = self.asked.block_depth.unwrap_or(usual);
        // A little more at once is better than C once more.
        let at_once = self.asked.block_depth.unwrap_or(usual * 8 / 5);
        let blocks = if self.depth() <= at_once { 1 } else { up(self.depth(), most_depth) };
        let step = self.lanes() * self.dot.group();
        let depth = if blocks == 1 {
            up(self.depth(), self.dot.group()) * self.dot.group()
        } else {
            up(up(self.depth(), blocks), step) * step
        };
        let tiles = up(self.rows(), tile);
        // With the line that may be between rows.
        let panel = (depth * factor + VECTOR_BITS / 8) * tile;
        let most = self.asked.block_rows.map_or(A_BYTES / panel, |rows| (rows / tile).min(MOST_A_BYTES / panel)).max(1);
        let rows = up(tiles, up(tiles, most)) * tile;
        Sizes { tile, rows, depth }
    }

    /// The loop whose turns these are, if they are one loop's.
    pub fn parallel_dim(&self) -> Option<usize> {
        match self.split {
            Split::Outer(d) => Some(d),
            Split::Rows => self.direct.as_ref().filter(|direct| direct.tile[0] == 1).map(|direct| direct.rows[0]),
            Split::Columns => None,
        }
    }

    fn rows(&self) -> i64 {
        self.m.map_or(1, |m| self.kernel.dims[m].extent)
    }

    pub(super) fn columns(&self) -> i64 {
        self.kernel.dims[self.n].extent
    }

    pub(super) fn lanes(&self) -> i64 {
        VECTOR_BITS / bits(self.kernel.outputs[0].element).max(8)
    }

    /// Columns of a register tile.
    pub(super) fn nr(&self) -> i64 {
        let vectors = if self.columns() > self.lanes() { NR_VECTORS } else { 1 };
        self.lanes() * vectors
    }

    fn depth(&self) -> i64 {
        self.k.last().map_or(1, |k| self.kernel.dims[*k].extent)
    }

    /// The inputs that `factor` is computed from, and by how many ops.
    pub(super) fn before(&self, factor: Value<'c>) -> (Vec<usize>, usize) {
        before(&self.kernel, factor)
    }

    /// Emits the code.
    pub fn emit(&self, builder: &Builder<'c>, frame: &Frame<'c>) -> Result<(), Failed> {
        let base: Vec<_> = self.kernel.operands().map(|operand| index(builder, operand.offset)).collect();
        if let Some(direct) = &self.direct {
            let part = (frame.begin, frame.end);
            let (rows, columns) =
                (Some(part).filter(|_| self.split == Split::Rows), Some(part).filter(|_| self.split == Split::Columns));
            self.around(builder, frame, &self.outer, &base, &mut |builder, base| {
                direct.emit(self, builder, frame, base, rows, columns);
            });
            return Ok(());
        }
        let scalar = self.kernel.outputs[0].element;
        let sizes = self.sizes();
        let (mr, nr, group) = (sizes.tile, self.nr(), self.dot.group());
        let a_layout = self.a_layout(mr, sizes.depth);
        let start = Builder::at_start(builder.context, frame.entry, builder.location);
        let stack = |size: i64, element: Type<'c>| stack(&start, size, element);
        let factor = self.factors[0].r#type();
        let panels = Panels {
            a: stack(sizes.rows * a_layout.row, factor),
            b: stack(nr * sizes.depth, factor),
            tile: stack(mr * nr, scalar),
            square: stack(self.lanes() * self.lanes() * group, factor),
            scalar,
            lanes: self.lanes(),
            mr,
            nr,
            a_layout,
        };
        let whole = |extent: i64| (index(builder, 0), index(builder, extent));
        let scaled = |value: Value<'c>, factor: i64, most: i64| {
            let value = builder.value("arith.muli", &[value, index(builder, factor)], value.r#type(), &[]);
            builder.value("arith.minsi", &[value, index(builder, most)], value.r#type(), &[])
        };
        let part = |tile: i64, extent: i64| (scaled(frame.begin, tile, extent), scaled(frame.end, tile, extent));
        let matrix = Matrix {
            rows: if self.split == Split::Rows { part(mr, self.rows()) } else { whole(self.rows()) },
            columns: if self.split == Split::Columns { part(nr, self.columns()) } else { whole(self.columns()) },
            sizes,
        };
        let mut around = self.outer.clone();
        around.extend(&self.k[..self.k.len() - 1]);
        self.around(builder, frame, &around, &base, &mut |builder, base| {
            self.blocks(builder, frame, &panels, base, &matrix);
        });
        Ok(())
    }

    /// The loops `dims`, around `inner`.
    fn around(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        dims: &[usize],
        base: &[Value<'c>],
        inner: &mut dyn FnMut(&Builder<'c>, &[Value<'c>]),
    ) {
        let Some((&d, rest)) = dims.split_first() else {
            inner(builder, base);
            return;
        };
        let (begin, end) = if self.split == Split::Outer(d) {
            (frame.begin, frame.end)
        } else {
            (index(builder, 0), index(builder, self.kernel.dims[d].extent))
        };
        for_loop(builder, begin, end, 1, &[], |builder, turn, _| {
            let at = self.kernel.advance(builder, base, d, turn);
            self.around(builder, frame, rest, &at, inner);
            Vec::new()
        });
    }

    /// One product of matrices, block by block.
    fn blocks(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        panels: &Panels<'c>,
        base: &[Value<'c>],
        matrix: &Matrix<'c>,
    ) {
        let depth = (index(builder, 0), index(builder, self.depth()));
        let (sizes, k) = (&matrix.sizes, self.k[self.k.len() - 1]);
        // Sizes that are known everywhere: threads share whole tiles, and nobody shares the depth.
        let all_deep = self.depth() % sizes.depth == 0;
        let all_high = self.split != Split::Rows && self.rows() % sizes.rows == 0;
        let all_wide = self.columns() % panels.nr == 0;
        // The loop over blocks in one direction: where each begins, and its extent.
        let each = |builder: &Builder<'c>,
                    (begin, end): (Value<'c>, Value<'c>),
                    (size, is_known): (i64, bool),
                    body: &mut dyn FnMut(&Builder<'c>, Value<'c>, Value<'c>)| {
            for_loop(builder, begin, end, size, &[], |builder, first, _| {
                let extent = if is_known { index(builder, size) } else { rest(builder, first, end, size) };
                body(builder, first, extent);
                Vec::new()
            });
        };
        let fused = self.packed_on_the_way();
        let side = |is_a: bool| {
            let layout = Layout::interleaved(panels.nr, self.dot.group(), sizes.depth);
            let (factor, across, tile, into, layout) = if is_a {
                (self.factors[0], self.m, panels.mr, panels.a, panels.a_layout)
            } else {
                (self.factors[1], Some(self.n), panels.nr, panels.b, layout)
            };
            Side { factor, across, tile, into, square: panels.square, is_a, layout }
        };
        let (a, b) = (side(true), side(false));
        let zero = index(builder, 0);
        each(builder, matrix.rows, (sizes.rows, all_high), &mut |builder, row, height| {
            each(builder, depth, (sizes.depth, all_deep), &mut |builder, deep, length| {
                let at = self.kernel.advance(builder, base, k, deep);
                let groups = self.groups(builder, length);
                let first = equal(builder, deep, zero);
                let rows = self.m.map_or(at.clone(), |m| self.kernel.advance(builder, &at, m, row));
                self.pack_panels(builder, frame, &a, &rows, (height, length));
                each(builder, matrix.columns, (panels.nr, all_wide), &mut |builder, column, width| {
                    let begin = self.kernel.advance(builder, &at, self.n, column);
                    let unpacked = fused.map(|input| self.unpacked(builder, input, begin[input], column, length));
                    if unpacked.is_none() {
                        let panel = Panel { side: &b, at: begin, start: zero, count: width, length };
                        self.pack(builder, frame, &panel);
                    }
                    let last = at[at.len() - 1];
                    let output =
                        self.m.map_or(last, |m| add_scaled(builder, last, row, self.kernel.outputs[0].strides[m]));
                    let output = add_scaled(builder, output, column, 1);
                    let block = Block { output, height, width, groups, first, unpacked };
                    self.tiles(builder, frame, panels, &block);
                });
            });
        });
    }

    /// The input that is B, if its panels are packed while their first tile is computed.
    fn packed_on_the_way(&self) -> Option<usize> {
        let (inputs, ops) = self.before(self.factors[1]);
        let [input] = inputs.as_slice() else { return None };
        let near = self.kernel.inputs[*input].strides[self.n] == 1;
        (ops == 0 && near && self.dot.group() == 1).then_some(*input)
    }

    /// The panel of B at `column`, `length` deep, which begins at `at`.
    fn unpacked(
        &self,
        builder: &Builder<'c>,
        input: usize,
        at: Value<'c>,
        column: Value<'c>,
        length: Value<'c>,
    ) -> Unpacked<'c> {
        let (k, nr) = (self.k[self.k.len() - 1], self.nr());
        let stride = self.kernel.inputs[input].strides[k];
        let jump = (stride.abs() > nr).then(|| {
            let step = rest(builder, column, index(builder, self.columns()), nr);
            add_scaled(builder, step, length, -stride)
        });
        Unpacked { input, at, stride, jump }
    }
}

/// The sizes of a block.
struct Sizes {
    /// Rows of a register tile.
    tile: i64,
    rows: i64,
    depth: i64,
}

/// The part of a product of matrices that a thread computes, and in what blocks.
struct Matrix<'c> {
    rows: (Value<'c>, Value<'c>),
    columns: (Value<'c>, Value<'c>),
    sizes: Sizes,
}

/// What is left from `first` to `end`, `most` at most.
pub fn rest<'c>(builder: &Builder<'c>, first: Value<'c>, end: Value<'c>, most: i64) -> Value<'c> {
    let left = builder.value("arith.subi", &[end, first], first.r#type(), &[]);
    builder.value("arith.minsi", &[left, index(builder, most)], first.r#type(), &[])
}

/// Whether two indices are equal.
pub fn equal<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    let predicate = xla_dialect::ir::i64_attribute(builder.context, 0);
    builder.value("arith.cmpi", &[a, b], builder.ty("i1"), &[("predicate", predicate)])
}

/// What `then` builds runs if `condition` holds, else what `otherwise` builds.
pub fn if_else<'c>(
    builder: &Builder<'c>,
    condition: Value<'c>,
    then: impl FnOnce(&Builder<'c>),
    otherwise: impl FnOnce(&Builder<'c>),
) {
    let then = |builder: &Builder<'c>| {
        then(builder);
        Vec::new()
    };
    let otherwise = |builder: &Builder<'c>| {
        otherwise(builder);
        Vec::new()
    };
    either(builder, condition, &[], then, otherwise);
}

/// What `then` gives if `condition` holds, else what `otherwise` gives: values of `types`.
pub fn either<'c>(
    builder: &Builder<'c>,
    condition: Value<'c>,
    types: &[Type<'c>],
    then: impl FnOnce(&Builder<'c>) -> Vec<Value<'c>>,
    otherwise: impl FnOnce(&Builder<'c>) -> Vec<Value<'c>>,
) -> Vec<Value<'c>> {
    let then = builder.region(&[], |builder, _| {
        let values = then(builder);
        builder.create("scf.yield", &values, &[], &[], Vec::new());
    });
    let otherwise = builder.region(&[], |builder, _| {
        let values = otherwise(builder);
        builder.create("scf.yield", &values, &[], &[], Vec::new());
    });
    builder.create("scf.if", &[condition], types, &[], vec![then, otherwise]).outs()
}
