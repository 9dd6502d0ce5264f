//! The cost model of contractions: packed panels that stay in the caches, or operands read where they are.
//!
//! ```text
//! for rows of M in blocks of MC
//!   for K in blocks of KC
//!     pack A[MC x KC] into panels of MR rows      it stays in the second-level cache
//!     for columns of N in panels of NR
//!       for panels of A: C[MR x NR] += A panel * B, in registers; the first one packs B[KC x NR] on the way
//! ```

use super::direct::DirectPlan;
use super::dot::Dot;
use super::nest::MOST_TOGETHER;
use super::overrides::{Schedule, Schedules, Split};
use super::packing::{Packing, Panels};
use super::register_tile::{
    MATRIX_ROWS, MOST_ROWS_OF_MATRICES, MOST_ROWS_OF_VECTORS, NR_VECTORS, most_rows, tile_rows, tile_rows_of_matrices,
    whole_matrices,
};
use crate::codegen::analysis::body::{bits, is_vectorizable, is_zero, sources};
use crate::codegen::analysis::contraction::Contraction;
use crate::codegen::analysis::kernel::{Kernel, Operand};
use crate::machine::MachineModel;
use crate::memref::is_same_memory;
use melior::ir::ValueLike;
use std::rc::Rc;
use xla_dialect::ir::{Op, OpExt, Value, block_args, block_ops, has_uses};

/// Iterations below which packing, which has a fixed cost of some microseconds, costs more than it saves.
const LEAST_WORK: i64 = 1 << 13;
/// Rows below which B is read about once: packing it would double the traffic.
pub const LEAST_ROWS: i64 = 4;
/// Bytes of a block of A at most, whatever a schedule says: panels are on a thread's stack, which has 8 MiB.
const MOST_A_BYTES: i64 = 4 << 20;
/// Ops that are applied to a result before it is stored: they are emitted for every vector of a tile.
const MOST_OPS_AFTER: usize = 2;

/// What decides how contractions are computed.
#[derive(Clone, Copy)]
pub struct Choices<'a> {
    /// The processor.
    pub machine: &'a MachineModel,
    /// What the program asks for, instead of what the cost model would choose.
    pub schedules: &'a Schedules,
}

/// Which loop of the nest is split among threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedLoop {
    /// A loop around the product of matrices.
    Outer(usize),
    /// Tiles of rows.
    Rows,
    /// Panels of columns.
    Columns,
}

/// How the operands are read.
pub enum Operands<'c> {
    /// Packed into panels, block by block.
    Packed(Blocking<'c>),
    /// Where they are.
    Direct(DirectPlan),
}

/// The blocks of a packed contraction.
pub struct Blocking<'c> {
    /// The name that schedules know the contraction by.
    pub name: String,
    /// Rows of a block of A.
    pub rows: i64,
    /// Factors along the depth of a block.
    pub depth: i64,
    /// The packing of A, whose tile is that of registers.
    pub a: Packing<'c>,
    /// The packing of B.
    pub b: Packing<'c>,
    /// The input that is B, if its panels are packed while their first tile is computed.
    pub packed_by_first_tile: Option<usize>,
}

/// How a contraction is computed.
pub struct ContractionPlan<'c> {
    /// What is computed.
    pub contraction: Contraction<'c>,
    /// How products are added.
    pub dot: Dot,
    /// Loops around the product of matrices.
    pub outer: Vec<usize>,
    /// The loop over rows of the product of matrices, if there is one.
    pub m: Option<usize>,
    /// How the operands are read.
    pub operands: Operands<'c>,
    /// What threads share.
    pub shared: SharedLoop,
    /// Sums in a vector.
    pub lanes: i64,
    /// Whether the result begins with zeros that nothing has written.
    pub fresh: bool,
    /// The op that is computed of each element of the result in its memory.
    pub then: Option<Op<'c>>,
}

impl<'c> ContractionPlan<'c> {
    /// The plan for `kernel`, if it is a contraction that is worth one.
    pub fn of(kernel: &Rc<Kernel<'c>>, choices: Choices<'_>) -> Option<Self> {
        if kernel.iterations() < LEAST_WORK {
            return None;
        }
        let contraction = Contraction::of(kernel)?;
        let machine = choices.machine;
        let direct = DirectPlan::of(&contraction, machine);
        let extent = |d: usize| contraction.extent(d);
        let m = contraction.rows.iter().copied().max_by_key(|d| extent(*d));
        let is_inner =
            |d: usize| d == contraction.n || direct.as_ref().map_or(Some(d) == m, |direct| direct.rows.contains(&d));
        // Where B depends on an outer loop of A's alone, it is packed repeatedly.
        let outer: Vec<usize> = contraction.parallel.iter().copied().filter(|d| !is_inner(*d)).collect();
        let rows = m.map_or(1, extent);
        if rows < LEAST_ROWS {
            return None;
        }
        let outermost = outer.first().filter(|d| extent(**d) > 1).map(|d| SharedLoop::Outer(*d));
        let lanes = machine.lanes(bits(contraction.element()).max(8));
        let (in_vectors, factors) = Dot::of(&contraction, machine.extensions);
        // Columns that fill a small part of a vector: loops without packing are faster, above all where vectors may be along the depth.
        let is_along_depth = |i: usize| contraction.k.last().is_some_and(|k| kernel.inputs[i].strides[*k] == 1);
        let depths = || contraction.plain_inputs().is_some_and(|inputs| inputs.into_iter().all(is_along_depth));
        let few = if in_vectors.group() == 1 && depths() { MOST_TOGETHER } else { lanes / 4 };
        if direct.is_none() && contraction.columns() <= few {
            return None;
        }
        let (dot, operands, shared) = match direct {
            Some(direct) => {
                let shared = direct.shared(&contraction, machine.cores);
                (in_vectors, Operands::Direct(direct), shared)
            }
            None => {
                let name = name(&contraction, factors, &outer, m);
                let asked = choices.schedules.0.get(&name).copied().unwrap_or_default();
                let in_tiles = Dot::in_matrix_tiles(&contraction, machine.extensions, asked.matrix_tiles);
                let (dot, factors) = in_tiles.unwrap_or((in_vectors, factors));
                let model = Model { contraction: &contraction, factors, dot, lanes, m, asked, machine };
                let blocking = model.blocking(name);
                let shared = model.shared(&blocking);
                (dot, Operands::Packed(blocking), shared)
            }
        };
        let shared = outermost.unwrap_or(shared);
        Some(Self { contraction, dot, outer, m, operands, shared, lanes, fresh: false, then: None })
    }

    /// The kernel.
    pub fn kernel(&self) -> &Rc<Kernel<'c>> {
        &self.contraction.kernel
    }

    /// Number of iterations that may run on different threads.
    pub fn parallel_extent(&self) -> i64 {
        let up = |extent: i64, tile: i64| (extent + tile - 1) / tile;
        if let Some((row, _)) = self.rows_in_tiles() {
            return self.contraction.extent(row);
        }
        match (self.shared, &self.operands) {
            (SharedLoop::Outer(d), _) => self.contraction.extent(d),
            (SharedLoop::Rows, Operands::Direct(direct)) => up(self.contraction.extent(direct.rows[0]), direct.tile[0]),
            (SharedLoop::Rows, Operands::Packed(blocking)) => up(self.rows(), blocking.a.tile),
            (SharedLoop::Columns, _) => up(self.contraction.columns(), self.tile_columns()),
        }
    }

    /// The loop whose iterations these are, if they are one loop's, and may be computed a few at a time.
    pub fn parallel_loop(&self) -> Option<usize> {
        match (self.shared, &self.operands) {
            (SharedLoop::Outer(d), _) => Some(d),
            (_, Operands::Direct(direct)) if direct.keeps_b => self.rows_in_tiles().map(|(row, _)| row),
            _ => None,
        }
    }

    /// How many of these iterations are always computed together: a tile of rows.
    pub fn iterations_per_tile(&self) -> i64 {
        self.rows_in_tiles().map_or(1, |(_, tile)| tile)
    }

    /// The loop over rows that threads share, and how many of them make a tile, if all tiles are whole.
    pub fn rows_in_tiles(&self) -> Option<(usize, i64)> {
        let Operands::Direct(direct) = &self.operands else { return None };
        let (row, tile) = (direct.rows[0], direct.tile[0]);
        (self.shared == SharedLoop::Rows && self.contraction.extent(row) % tile == 0).then_some((row, tile))
    }

    /// The name that schedules know it by, if it packs its operands, and how it is computed.
    pub fn schedule(&self) -> Option<(String, Schedule)> {
        let Operands::Packed(Blocking { name, rows, depth, a, .. }) = &self.operands else { return None };
        let split = match self.shared {
            SharedLoop::Outer(_) => None,
            SharedLoop::Rows => Some(Split::Rows),
            SharedLoop::Columns => Some(Split::Columns),
        };
        let (tile_rows, block_rows, block_depth) = (Some(a.tile), Some(*rows), Some(*depth));
        let matrix_tiles = self.dot.is_matrix().then_some(true);
        Some((name.clone(), Schedule { tile_rows, block_rows, block_depth, split, matrix_tiles }))
    }

    /// Whether it packs panels, for which its function needs stack.
    pub fn packs(&self) -> bool {
        matches!(self.operands, Operands::Packed(_))
    }

    /// Whether `fill` does nothing but write the zeros that this one begins with.
    pub fn begins_with(&self, fill: &Kernel<'c>) -> bool {
        let zero = self.kernel().filled_by(fill).is_some_and(|(_, literal)| is_zero(literal));
        zero && (!self.packs() || self.contraction.k.len() == 1)
    }

    /// Whether `op`, the next one, computes each element of the result from its value, in its memory, so that it can be
    /// applied before that is stored.
    pub fn ends_with(&self, op: Op<'c>, kernel: &Kernel<'c>) -> bool {
        let output = &self.kernel().outputs[0];
        let is_whole = |operand: &Operand<'c>| operand.offset == 0 && operand.strides == [1];
        let is_stored_once = match &self.operands {
            Operands::Direct(_) => true,
            Operands::Packed(blocking) => self.contraction.k.len() == 1 && self.depth() <= blocking.depth,
        };
        is_stored_once
            && self.then.is_none()
            && kernel.inputs.len() == 1
            && kernel.outputs.len() == 1
            && kernel.operands().all(|operand| is_same_memory(operand.memref, output.memref) && is_whole(operand))
            && kernel.dims.len() == 1
            && kernel.iterations() == self.kernel().results()
            && kernel.tables.is_empty()
            && kernel.captured().is_empty()
            && !kernel.asks_for_indices()
            && block_args(kernel.body).last().is_some_and(|old| !has_uses(*old))
            && is_vectorizable(kernel.body)
            && op.body(0).is_some_and(|body| block_ops(body).len() <= MOST_OPS_AFTER + 1)
    }

    /// Whether each thread should get one contiguous range of iterations: in each range panels are packed anew.
    pub fn wants_shares(&self) -> bool {
        self.packs() && !matches!(self.shared, SharedLoop::Outer(_))
    }

    /// Rows of the product of matrices.
    pub fn rows(&self) -> i64 {
        self.m.map_or(1, |m| self.contraction.extent(m))
    }

    /// Columns of a register tile.
    pub fn tile_columns(&self) -> i64 {
        match &self.operands {
            Operands::Direct(direct) => direct.columns,
            Operands::Packed(blocking) => blocking.b.tile,
        }
    }

    /// The trip count of the innermost reduction.
    pub fn depth(&self) -> i64 {
        depth(&self.contraction)
    }
}

/// The name that schedules know a contraction by: the sizes of its loops, and the types of what is multiplied and summed.
fn name(contraction: &Contraction<'_>, factors: [Value<'_>; 2], outer: &[usize], m: Option<usize>) -> String {
    let extents = |loops: &[usize]| {
        let each: Vec<String> = loops.iter().map(|d| contraction.extent(*d).to_string()).collect();
        each.join("x")
    };
    let batch = if outer.is_empty() { String::new() } else { format!("batch {}, ", extents(outer)) };
    let [a, b] = factors.map(|factor| factor.r#type());
    let (m, n, k) = (m.map_or(1, |m| contraction.extent(m)), contraction.columns(), extents(&contraction.k));
    format!("{batch}m {m}, n {n}, k {k}: {a} * {b} -> {}", contraction.element())
}

fn depth(contraction: &Contraction<'_>) -> i64 {
    contraction.k.last().map_or(1, |k| contraction.extent(*k))
}

/// What the sizes of blocks depend on.
struct Model<'p, 'c> {
    contraction: &'p Contraction<'c>,
    factors: [Value<'c>; 2],
    dot: Dot,
    lanes: i64,
    m: Option<usize>,
    asked: Schedule,
    machine: &'p MachineModel,
}

impl<'c> Model<'_, 'c> {
    fn rows(&self) -> i64 {
        self.m.map_or(1, |m| self.contraction.extent(m))
    }

    /// The blocks, as equal as possible.
    fn blocking(&self, name: String) -> Blocking<'c> {
        let up = |extent: i64, step: i64| (extent + step - 1) / step;
        let (machine, group, whole_depth) = (self.machine, self.dot.group(), depth(self.contraction));
        let factor_bytes = bits(self.factors[0].r#type()) / 8;
        let sum_bytes = bits(self.contraction.element()) / 8;
        let lanes = if self.dot.is_matrix() { MATRIX_ROWS } else { self.lanes };
        let columns = if self.contraction.columns() > lanes { NR_VECTORS * lanes } else { lanes };
        let asked_tile = self.asked.tile_rows.map(|rows| rows.min(self.rows()));
        let (tile, usual_depth) = if self.dot.is_matrix() {
            let asked_tile = asked_tile.map(|rows| whole_matrices(rows.min(MOST_ROWS_OF_MATRICES)));
            // The first-level cache holds the panel of B; those of A come from the second.
            let depth_bytes = 1 << (machine.l1 * 2 / 3 / columns).ilog2();
            (asked_tile.unwrap_or_else(|| tile_rows_of_matrices(self.rows())), depth_bytes / factor_bytes)
        } else {
            let asked_tile = asked_tile.map(|rows| rows.min(MOST_ROWS_OF_VECTORS));
            (asked_tile.unwrap_or_else(|| tile_rows(self.rows(), machine)), depth_bytes(machine) / sum_bytes * group)
        };
        let most_depth = self.asked.block_depth.unwrap_or(usual_depth);
        // A block that is a little too deep is better than reading and writing C once more.
        let one_block = self.asked.block_depth.unwrap_or(usual_depth * 8 / 5);
        let blocks = if whole_depth <= one_block { 1 } else { up(whole_depth, most_depth) };
        let unit = group * self.dot.groups_at_once();
        let step = unit.max(self.lanes * group);
        let depth = if blocks == 1 { up(whole_depth, unit) * unit } else { up(up(whole_depth, blocks), step) * step };
        let tiles = up(self.rows(), tile);
        // With the cache line that may be between rows.
        let panel = (depth * factor_bytes + machine.cache_line) * tile;
        // A block of A leaves a quarter of the second-level cache to B and C.
        let a_bytes = machine.l2 * 3 / 4;
        let most = self.asked.block_rows.map_or(a_bytes / panel, |rows| (rows / tile).min(MOST_A_BYTES / panel)).max(1);
        let rows = up(tiles, up(tiles, most)) * tile;
        let panels = Panels { contraction: self.contraction, dot: self.dot, lanes: self.lanes, depth, machine };
        let [a, b] = self.factors;
        let b = panels.b(b, columns);
        let packed_by_first_tile = self.packed_by_first_tile(&b);
        Blocking { name, rows, depth, a: panels.a(a, self.m, tile), b, packed_by_first_tile }
    }

    /// The input that is B, if its rows are contiguous in memory and multiplied as they are.
    fn packed_by_first_tile(&self, b: &Packing<'c>) -> Option<usize> {
        let sources = sources(&self.contraction.kernel, b.factor);
        let [input] = sources.inputs.as_slice() else { return None };
        let is_contiguous = self.contraction.kernel.inputs[*input].strides[self.contraction.n] == 1;
        (sources.ops == 0 && is_contiguous && self.dot.group() == 1).then_some(*input)
    }

    /// Whether threads share the rows, so that each packs all of B, or the columns, so that each packs all of A.
    fn shared(&self, blocking: &Blocking<'c>) -> SharedLoop {
        match self.asked.split {
            Some(Split::Rows) => return SharedLoop::Rows,
            Some(Split::Columns) => return SharedLoop::Columns,
            None => {}
        }
        let cores = self.machine.cores;
        let share = |extent: i64, tile: i64| (extent + tile * cores - 1) / (tile * cores) * tile;
        // In products of f32, of which a core begins two vectors in a cycle. To pack an element of A takes a good half
        // of a cycle, one of B less, since reading it is hidden behind the first tile; an op before it a sixteenth.
        let products = 2 * self.machine.lanes(32);
        let [a, b] = self.factors.map(|factor| sources(&self.contraction.kernel, factor).ops as i64);
        let (pack_a, pack_b) = ((9 + a) * products / 16, (3 + b) * products / 16);
        let (rows, columns) = (self.rows(), self.contraction.columns());
        let cost = |rows: i64, columns: i64| {
            let blocks = (rows + blocking.rows - 1) / blocking.rows;
            rows * columns + rows * pack_a + blocks * columns * pack_b
        };
        let by_rows = cost(share(rows, blocking.a.tile), columns);
        let by_columns = cost(rows, share(columns, blocking.b.tile));
        if by_rows < by_columns { SharedLoop::Rows } else { SharedLoop::Columns }
    }
}

/// Bytes of sums of a block's depth. C is read and written once per block, so that they are many; a panel of A, which is
/// as deep, leaves a third of the first-level cache to B.
fn depth_bytes(machine: &MachineModel) -> i64 {
    let most = machine.l1 * 2 / 3 / most_rows(machine, NR_VECTORS);
    1 << most.ilog2()
}
