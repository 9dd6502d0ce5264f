//! Products summed over a dimension: panels packed to the shape that a register tile reads, blocked for the caches.
//!
//! ```text
//! for columns of N in blocks of NC            B block stays in the second-level cache
//!   for K in blocks of KC
//!     pack B[KC x NC] into panels of NR columns
//!     for rows of M in blocks of MC           A block stays there too
//!       pack A[MC x KC] into panels of MR rows
//!       for each pair of panels: C[MR x NR] += A panel * B panel, in registers
//! ```
//! Whatever was fused in front of an operand (a conversion, a scale) is computed while packing; operands may be laid
//! out in any order.

use super::direct::Direct;
use super::kernel::{Kernel, Operand};
use super::loops::{VECTOR_BITS, add_scaled, bits, literal, splat, vector};
use super::lower_kernels::Frame;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::ir::{Builder, Op, OpExt, Type, Value, block_args, defining_op, parse_type, terminator, uses};
use xla_dialect::passes::Failed;

/// Rows of a register tile: with two vectors of columns, 24 accumulators of 32 registers.
const MR: i64 = 12;
/// Vectors of columns of a register tile.
pub const NR_VECTORS: i64 = 2;
/// Rows of a block of A.
const MC: i64 = 192;
/// Bytes of depth of a block. Both panels together take 1.4 MB of stack.
const KC_BYTES: i64 = 2048;
/// Columns of a block of B.
const NC: i64 = 512;
/// Below this many products, packing costs more than it saves.
const LEAST_WORK: i64 = 1 << 13;

/// With fewer rows B is read about once: packing it would double the traffic.
const LEAST_ROWS: i64 = 4;

/// Which loop of the nest is split among threads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Split {
    /// A loop around the product of matrices.
    Outer(usize),
    Rows,
    Columns,
}

/// A contraction that the register-tiled code can compute.
pub struct Contraction<'c, 'k> {
    pub(super) kernel: &'k Kernel<'c>,
    /// The value multiplied, for each side, as the body computes it.
    factors: [Value<'c>; 2],
    pub(super) integer: bool,
    /// Loops around the product of matrices.
    outer: Vec<usize>,
    m: Option<usize>,
    pub(super) n: usize,
    /// Reductions; the last is blocked.
    pub(super) k: Vec<usize>,
    split: Split,
    /// How it is computed where the operands lie, without packing.
    direct: Option<Direct>,
}

/// The contraction that `kernel` is, if it is one.
pub fn recognise<'c, 'k>(kernel: &'k Kernel<'c>) -> Option<Contraction<'c, 'k>> {
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
        let inputs = inputs_of(kernel, factor);
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
    // Threads that share columns each pack all of A, threads that share rows all of B: pack the smaller one twice.
    let split = match outer.first() {
        Some(d) if kernel.dims[*d].extent > 1 => Split::Outer(*d),
        _ if rows > kernel.dims[n].extent || direct.as_ref().is_some_and(|direct| direct.rows.len() > 1) => Split::Rows,
        _ => Split::Columns,
    };
    Some(Contraction { kernel, factors, integer, outer, m, n, k, split, direct })
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

/// Which inputs of the kernel `value` is computed from.
fn inputs_of<'c>(kernel: &Kernel<'c>, value: Value<'c>) -> Vec<usize> {
    if let Some(i) = block_args(kernel.body).iter().position(|argument| *argument == value) {
        return vec![i];
    }
    match defining_op(value) {
        Some(op) if op.parent_block() == Some(kernel.body) => {
            op.ins().into_iter().flat_map(|operand| inputs_of(kernel, operand)).collect()
        }
        _ => Vec::new(),
    }
}

/// The panels' memory and sizes.
struct Panels<'c> {
    a: Value<'c>,
    b: Value<'c>,
    /// One register tile, for the edges.
    tile: Value<'c>,
    scalar: Type<'c>,
    lanes: i64,
    mr: i64,
    nr: i64,
}

impl<'c> Contraction<'c, '_> {
    /// Number of turns that may run on different threads.
    pub fn parallel_extent(&self) -> i64 {
        match self.split {
            Split::Outer(d) => self.kernel.dims[d].extent,
            Split::Rows => match &self.direct {
                Some(direct) => (self.kernel.dims[direct.rows[0]].extent + direct.tile[0] - 1) / direct.tile[0],
                None => (self.rows() + MR - 1) / MR,
            },
            Split::Columns => (self.columns() + self.nr() - 1) / self.nr(),
        }
    }

    /// Whether it packs panels, for which its function needs stack.
    pub fn packs(&self) -> bool {
        self.direct.is_none()
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

    pub(super) fn nr(&self) -> i64 {
        self.lanes() * NR_VECTORS
    }

    fn depth(&self) -> i64 {
        self.k.last().map_or(1, |k| self.kernel.dims[*k].extent)
    }

    /// Emits the code.
    pub fn emit(&self, builder: &Builder<'c>, frame: &Frame<'c>) -> Result<(), Failed> {
        if let Some(direct) = &self.direct {
            let base: Vec<_> = self.kernel.operands().map(|operand| index(builder, operand.offset)).collect();
            let part = (frame.begin, frame.end);
            let (rows, columns) =
                (Some(part).filter(|_| self.split == Split::Rows), Some(part).filter(|_| self.split == Split::Columns));
            self.around(builder, frame, &self.outer, &base, &mut |builder, base| {
                direct.emit(self, builder, frame, base, rows, columns);
            });
            return Ok(());
        }
        let scalar = self.kernel.outputs[0].element;
        let (mr, nr) = (MR.min(self.rows()), self.nr());
        let kc = (KC_BYTES / (bits(scalar) / 8)).min(self.depth());
        let mc = MC.min((self.rows() + mr - 1) / mr * mr);
        let nc = NC.min((self.columns() + nr - 1) / nr * nr);
        let start = Builder::at_start(builder.context, frame.entry, builder.location);
        let stack = |size: i64| {
            let ty = parse_type(builder.context, &format!("memref<{size}x{scalar}>"));
            let attributes = [
                ("alignment", xla_dialect::ir::i64_attribute(builder.context, 64)),
                ("operandSegmentSizes", builder.attr("array<i32: 0, 0>")),
            ];
            start.value("memref.alloca", &[], ty, &attributes)
        };
        let panels =
            Panels { a: stack(mc * kc), b: stack(nc * kc), tile: stack(mr * nr), scalar, lanes: self.lanes(), mr, nr };
        let base: Vec<_> = self.kernel.operands().map(|operand| index(builder, operand.offset)).collect();
        let whole = |extent: i64| (index(builder, 0), index(builder, extent));
        let scaled = |value: Value<'c>, factor: i64, most: i64| {
            let value = builder.value("arith.muli", &[value, index(builder, factor)], value.r#type(), &[]);
            builder.value("arith.minsi", &[value, index(builder, most)], value.r#type(), &[])
        };
        let rows = match self.split {
            Split::Rows => (scaled(frame.begin, MR, self.rows()), scaled(frame.end, MR, self.rows())),
            _ => whole(self.rows()),
        };
        let columns = match self.split {
            Split::Columns => (scaled(frame.begin, nr, self.columns()), scaled(frame.end, nr, self.columns())),
            _ => whole(self.columns()),
        };
        let mut around = self.outer.clone();
        around.extend(&self.k[..self.k.len() - 1]);
        self.around(builder, frame, &around, &base, &mut |builder, base| {
            self.blocks(builder, frame, &panels, base, rows, columns, (mc, kc, nc));
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

    #[allow(clippy::too_many_arguments)]
    fn blocks(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        panels: &Panels<'c>,
        base: &[Value<'c>],
        rows: (Value<'c>, Value<'c>),
        columns: (Value<'c>, Value<'c>),
        (mc, kc, nc): (i64, i64, i64),
    ) {
        let depth = index(builder, self.depth());
        let least =
            |builder: &Builder<'c>, a: Value<'c>, b: Value<'c>| builder.value("arith.minsi", &[a, b], a.r#type(), &[]);
        let minus =
            |builder: &Builder<'c>, a: Value<'c>, b: Value<'c>| builder.value("arith.subi", &[a, b], a.r#type(), &[]);
        let k = self.k[self.k.len() - 1];
        for_loop(builder, columns.0, columns.1, nc, &[], |builder, column, _| {
            let width = least(builder, minus(builder, columns.1, column), index(builder, nc));
            for_loop(builder, index(builder, 0), depth, kc, &[], |builder, deep, _| {
                let length = least(builder, minus(builder, depth, deep), index(builder, kc));
                let at = self.kernel.advance(builder, base, k, deep);
                let at_columns = self.kernel.advance(builder, &at, self.n, column);
                let side = Side { factor: self.factors[1], across: Some(self.n), tile: panels.nr, into: panels.b };
                self.pack(builder, frame, &side, &at_columns, width, length);
                for_loop(builder, rows.0, rows.1, mc, &[], |builder, row, _| {
                    let height = least(builder, minus(builder, rows.1, row), index(builder, mc));
                    let at_rows = self.m.map_or(at.clone(), |m| self.kernel.advance(builder, &at, m, row));
                    let side = Side { factor: self.factors[0], across: self.m, tile: panels.mr, into: panels.a };
                    self.pack(builder, frame, &side, &at_rows, height, length);
                    let last = base.len() - 1;
                    let output = self.m.map_or(base[last], |m| {
                        add_scaled(builder, base[last], row, self.kernel.outputs[0].strides[m])
                    });
                    let output = add_scaled(builder, output, column, 1);
                    self.tiles(builder, frame, panels, output, height, width, length);
                    Vec::new()
                });
                Vec::new()
            });
            Vec::new()
        });
    }

    /// Copies `width` rows (or columns) of `length` into panels: the tile's elements of one depth side by side. What
    /// is left of the last panel stays as it is: its products are never stored.
    fn pack(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        side: &Side<'c>,
        base: &[Value<'c>],
        width: Value<'c>,
        length: Value<'c>,
    ) {
        let k = self.k[self.k.len() - 1];
        let inputs = inputs_of(self.kernel, side.factor);
        let neighbours = |d: Option<usize>| {
            d.is_some_and(|d| inputs.iter().all(|i| matches!(self.kernel.inputs[*i].strides[d], 0 | 1)))
        };
        let vectors = neighbours(side.across) && side.tile % self.lanes() == 0;
        let zero = index(builder, 0);
        for_loop(builder, zero, width, side.tile, &[], |builder, first, _| {
            let at = side.across.map_or(base.to_vec(), |d| self.kernel.advance(builder, base, d, first));
            let start = builder.value("arith.muli", &[first, length], first.r#type(), &[]);
            let rest = builder.value("arith.subi", &[width, first], first.r#type(), &[]);
            let tile = index(builder, side.tile);
            let count = builder.value("arith.minsi", &[rest, tile], rest.r#type(), &[]);
            let element = |builder: &Builder<'c>, i: Value<'c>, deep: Value<'c>, lanes: i64| {
                let at = side.across.map_or(at.clone(), |d| self.kernel.advance(builder, &at, d, i));
                let at = self.kernel.advance(builder, &at, k, deep);
                let value = self.factor(builder, frame, side, &at, lanes);
                let line = builder.value("arith.muli", &[deep, tile], i.r#type(), &[]);
                let to = builder.value("arith.addi", &[start, line], i.r#type(), &[]);
                let to = builder.value("arith.addi", &[to, i], i.r#type(), &[]);
                let store = if lanes > 1 { "vector.store" } else { "memref.store" };
                builder.create(store, &[value, side.into, to], &[], &[], Vec::new());
            };
            let scalars = |builder: &Builder<'c>| {
                // Along memory: the inner loop is the one whose elements are neighbours.
                let (outer, inner) = if neighbours(Some(k)) { (count, length) } else { (length, count) };
                for_loop(builder, zero, outer, 1, &[], |builder, slow, _| {
                    for_loop(builder, zero, inner, 1, &[], |builder, fast, _| {
                        let (i, deep) = if neighbours(Some(k)) { (slow, fast) } else { (fast, slow) };
                        element(builder, i, deep, 1);
                        Vec::new()
                    });
                    Vec::new()
                });
            };
            if !vectors {
                scalars(builder);
                return Vec::new();
            }
            let full = equal(builder, count, tile);
            if_else(
                builder,
                full,
                |builder| {
                    for_loop(builder, zero, length, 1, &[], |builder, deep, _| {
                        for v in 0..side.tile / self.lanes() {
                            element(builder, index(builder, v * self.lanes()), deep, self.lanes());
                        }
                        Vec::new()
                    });
                },
                scalars,
            );
            Vec::new()
        });
    }

    /// The value that the body multiplies, computed from the inputs at `at`.
    fn factor(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        side: &Side<'c>,
        at: &[Value<'c>],
        lanes: i64,
    ) -> Value<'c> {
        let mut values: HashMap<usize, Value<'c>> = HashMap::new();
        let args = block_args(self.kernel.body);
        for i in inputs_of(self.kernel, side.factor) {
            let operand: &Operand<'c> = &self.kernel.inputs[i];
            let wide = lanes > 1 && side.across.is_some_and(|d| operand.strides[d] == 1);
            let value = if wide {
                let ty = vector(operand.element, lanes);
                builder.value("vector.load", &[frame.buffers[i], at[i]], ty, &[])
            } else {
                let scalar = builder.value("memref.load", &[frame.buffers[i], at[i]], operand.element, &[]);
                splat(builder, scalar, lanes)
            };
            values.insert(args[i].to_raw().ptr as usize, value);
        }
        self.compute(builder, frame, side.factor, lanes, &mut values)
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
        builder.value(op.name_str(), &operands, ty, &super::loops::attributes(op))
    }

    /// Every register tile of the block.
    #[allow(clippy::too_many_arguments)]
    fn tiles(
        &self,
        builder: &Builder<'c>,
        frame: &Frame<'c>,
        panels: &Panels<'c>,
        output: Value<'c>,
        height: Value<'c>,
        width: Value<'c>,
        length: Value<'c>,
    ) {
        let zero = index(builder, 0);
        let target = frame.buffers[self.kernel.inputs.len()];
        let step = self.m.map_or(0, |m| self.kernel.outputs[0].strides[m]);
        for_loop(builder, zero, width, panels.nr, &[], |builder, column, _| {
            let b = builder.value("arith.muli", &[column, length], column.r#type(), &[]);
            let rest = builder.value("arith.subi", &[width, column], column.r#type(), &[]);
            for_loop(builder, zero, height, panels.mr, &[], |builder, row, _| {
                let a = builder.value("arith.muli", &[row, length], row.r#type(), &[]);
                let sums = self.register_tile(builder, panels, a, b, length);
                let at = add_scaled(builder, output, column, 1);
                let place = (target, add_scaled(builder, at, row, step), step);
                let least = |value: Value<'c>, most: i64| {
                    builder.value("arith.minsi", &[value, index(builder, most)], value.r#type(), &[])
                };
                let rows = least(builder.value("arith.subi", &[height, row], row.r#type(), &[]), panels.mr);
                let width = least(rest, panels.nr);
                let whole_rows = equal(builder, rows, index(builder, panels.mr));
                let whole_width = equal(builder, width, index(builder, panels.nr));
                let whole = builder.value("arith.andi", &[whole_rows, whole_width], builder.ty("i1"), &[]);
                if_else(
                    builder,
                    whole,
                    |builder| self.add_tile(builder, panels, place, &sums),
                    |builder| self.add_edge(builder, panels, place, &sums, (rows, width)),
                );
                Vec::new()
            });
            Vec::new()
        });
    }

    /// The sums of one tile over `length`, a vector a row and group of columns.
    fn register_tile(
        &self,
        builder: &Builder<'c>,
        panels: &Panels<'c>,
        a: Value<'c>,
        b: Value<'c>,
        length: Value<'c>,
    ) -> Vec<Value<'c>> {
        let ty = vector(panels.scalar, panels.lanes);
        let zero = if self.integer { "0" } else { "0.0" };
        let zero =
            builder.value("arith.constant", &[], ty, &[("value", builder.attr(&format!("dense<{zero}> : {ty}")))]);
        let sums = vec![zero; (panels.mr * NR_VECTORS) as usize];
        for_loop(builder, index(builder, 0), length, 1, &sums, |builder, deep, sums| {
            let b_at = add_scaled(builder, b, deep, panels.nr);
            let a_at = add_scaled(builder, a, deep, panels.mr);
            let columns: Vec<_> = (0..NR_VECTORS)
                .map(|v| {
                    let at = add_scaled(builder, b_at, index(builder, v * panels.lanes), 1);
                    builder.value("vector.load", &[panels.b, at], ty, &[])
                })
                .collect();
            let mut next = Vec::new();
            for i in 0..panels.mr {
                let at = add_scaled(builder, a_at, index(builder, i), 1);
                let scalar = builder.value("memref.load", &[panels.a, at], panels.scalar, &[]);
                let row = splat(builder, scalar, panels.lanes);
                for (v, column) in columns.iter().enumerate() {
                    let sum = sums[(i * NR_VECTORS) as usize + v];
                    next.push(self.add_product(builder, row, *column, sum));
                }
            }
            next
        })
    }

    /// `sum + a * b`.
    pub(super) fn add_product(&self, builder: &Builder<'c>, a: Value<'c>, b: Value<'c>, sum: Value<'c>) -> Value<'c> {
        if !self.integer {
            return builder.value("math.fma", &[a, b, sum], sum.r#type(), &[]);
        }
        let product = builder.value("arith.muli", &[a, b], sum.r#type(), &[]);
        builder.value("arith.addi", &[sum, product], sum.r#type(), &[])
    }

    /// Adds a whole tile's sums to memory.
    fn add_tile(
        &self,
        builder: &Builder<'c>,
        panels: &Panels<'c>,
        (target, at, step): (Value<'c>, Value<'c>, i64),
        sums: &[Value<'c>],
    ) {
        let ty = vector(panels.scalar, panels.lanes);
        for (i, sum) in sums.iter().enumerate() {
            let (row, v) = (i as i64 / NR_VECTORS, i as i64 % NR_VECTORS);
            let at = add_scaled(builder, at, index(builder, row * step + v * panels.lanes), 1);
            let old = builder.value("vector.load", &[target, at], ty, &[]);
            let new = builder.value(self.add(), &[old, *sum], ty, &[]);
            builder.create("vector.store", &[new, target, at], &[], &[], Vec::new());
        }
    }

    /// Adds `rows` rows and `width` columns of a tile at the edge, by way of a tile in memory.
    fn add_edge(
        &self,
        builder: &Builder<'c>,
        panels: &Panels<'c>,
        (target, at, step): (Value<'c>, Value<'c>, i64),
        sums: &[Value<'c>],
        (rows, width): (Value<'c>, Value<'c>),
    ) {
        for (i, sum) in sums.iter().enumerate() {
            let to = index(builder, i as i64 * panels.lanes);
            builder.create("vector.store", &[*sum, panels.tile, to], &[], &[], Vec::new());
        }
        let zero = index(builder, 0);
        for_loop(builder, zero, rows, 1, &[], |builder, row, _| {
            let from = add_scaled(builder, zero, row, panels.nr);
            let at = add_scaled(builder, at, row, step);
            for_loop(builder, zero, width, 1, &[], |builder, column, _| {
                let from = add_scaled(builder, from, column, 1);
                let at = add_scaled(builder, at, column, 1);
                let sum = builder.value("memref.load", &[panels.tile, from], panels.scalar, &[]);
                let old = builder.value("memref.load", &[target, at], panels.scalar, &[]);
                let new = builder.value(self.add(), &[old, sum], panels.scalar, &[]);
                builder.create("memref.store", &[new, target, at], &[], &[], Vec::new());
                Vec::new()
            });
            Vec::new()
        });
    }

    fn add(&self) -> &'static str {
        if self.integer { "arith.addi" } else { "arith.addf" }
    }
}

/// One side of the product: what is multiplied, along which loop, packed how.
struct Side<'c> {
    factor: Value<'c>,
    across: Option<usize>,
    tile: i64,
    into: Value<'c>,
}

/// Whether two indices are equal.
fn equal<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
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
    let region = |fill: &mut dyn FnMut(&Builder<'c>)| {
        builder.region(&[], |builder, _| {
            fill(builder);
            builder.create("scf.yield", &[], &[], &[], Vec::new());
        })
    };
    let (mut then, mut otherwise) = (Some(then), Some(otherwise));
    let regions = vec![
        region(&mut |builder| {
            if let Some(then) = then.take() {
                then(builder);
            }
        }),
        region(&mut |builder| {
            if let Some(otherwise) = otherwise.take() {
                otherwise(builder);
            }
        }),
    ];
    builder.create("scf.if", &[condition], &[], &[], regions);
}
