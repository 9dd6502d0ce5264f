//! The cost model of loop nests that are not contractions: which loop is computed in vectors, and how reductions accumulate.

use super::access::{Access, Costs};
use crate::codegen::analysis::body::lanes;
use crate::codegen::analysis::kernel::{Kernel, Operand};
use crate::codegen::analysis::reduction::{Combiner, Combiners};
use crate::machine::{MachineModel, PAGE};
use crate::memref::{alias, complex_element, element_bytes, is_same_memory, memref_bytes};
use melior::ir::ValueLike;
use xla_dialect::ir::{Op, Value, block_args, block_ops, defining_op, element_type, has_uses, uses};
use xla_dialect::ods::math;

/// How a nest is computed.
#[derive(PartialEq)]
pub struct NestPlan {
    /// Elements computed together.
    pub lanes: i64,
    /// Which elements these are.
    pub strategy: Strategy,
    /// Whether what the innermost loop has over whole vectors is computed in a vector, too, of which a mask selects lanes.
    pub masks: bool,
    /// Whether results are written past the caches.
    pub streams: bool,
}

/// Which elements of a nest are computed together.
#[derive(PartialEq)]
pub enum Strategy {
    /// One after the other, or neighbours of the innermost loop in vectors.
    Elements {
        /// Whether in vectors, where memory allows.
        vectors: bool,
    },
    /// Neighbours of the loop around the innermost one in vectors, with the innermost one unrolled.
    Interleaved,
    /// Square tiles, whose inputs are transposed in registers.
    Tiles(TilePlan),
    /// Vectors along the reductions.
    Rows(RowPlan),
    /// Vectors along the loop in front of the reductions.
    Columns(ColumnPlan),
}

/// How a nest is cut into square tiles.
#[derive(PartialEq)]
pub struct TilePlan {
    /// The loops over the rows, along which elements of the transposed inputs are near: one, or several, the innermost last, that walk
    /// these inputs as one.
    pub across: Vec<usize>,
    /// The loops over the columns, along which elements of the outputs lie side by side: one, or several that walk them as one.
    pub along: Vec<usize>,
    /// The numbers of these inputs. Of others, elements that are a few apart are picked from what is read.
    pub transposed: Vec<usize>,
    /// Elements along each side of a tile.
    pub size: i64,
    /// Columns after which the next rows follow.
    pub block: i64,
    /// Whether the last tile may compute again what the one before it did, where rows or columns are no multiple of tiles.
    pub overlaps: bool,
}

/// How a reduction along the innermost loop accumulates.
#[derive(Clone, Copy, PartialEq)]
pub struct RowPlan {
    /// The first reduction.
    pub first: usize,
    /// Neighbouring iterations of the loop in front of it, or of the one around that, that are computed together, since they read the
    /// same elements of an input, or wait for their own results alone.
    pub together: i64,
    /// How many neighbouring results have their terms in the lanes of a vector, in turn: all iterations of the loop in front of the
    /// reductions, or 1.
    pub period: i64,
    /// Whether each term is combined with all before it, since partial results cannot be combined.
    pub in_order: bool,
}

/// How the terms of a [`RowPlan`] along the innermost reduction are read in vectors.
#[derive(Clone, Copy)]
pub struct Terms {
    /// The elements of a vector.
    pub lanes: i64,
    /// The loop along which these are neighbours.
    pub along: usize,
    /// The loop from one vector to the next.
    pub walk: usize,
    /// Its iterations that read all terms.
    pub extent: i64,
    /// Those that a vector takes.
    pub step: i64,
}

impl Terms {
    /// The same in vectors of `lanes`.
    pub fn in_vectors_of(self, lanes: i64) -> Self {
        if lanes == self.lanes { self } else { Self { lanes, step: lanes, ..self } }
    }
}

/// How a reduction along other loops than the innermost one accumulates.
#[derive(PartialEq)]
pub struct ColumnPlan {
    /// The first reduction.
    pub first: usize,
    /// Elements of the output row that stay in cache while all rows are added to them.
    pub row_tile: i64,
    /// Rows that are added in registers before the sums are stored.
    pub rows: i64,
    /// Whether all rows are added in registers: there is one loop over few rows.
    pub in_registers: bool,
    /// Which neighbouring positions are computed together, all their sums in registers, if any.
    pub positions: Option<Positions>,
}

/// Neighbouring iterations of the loop in front of the row of sums that are computed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions {
    /// How many.
    pub count: i64,
    /// Iterations of the innermost loop that are unrolled.
    pub unrolled: i64,
}

/// The vectors that a reduction along the innermost loop accumulates in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulators {
    /// Independent sums.
    pub chains: i64,
    /// Elements of each.
    pub lanes: i64,
}

impl NestPlan {
    /// The plan for `kernel`, whose parallel loops may change places.
    pub fn of(kernel: &mut Kernel<'_>, machine: &MachineModel) -> Self {
        let (strategy, lanes) = Strategy::of(kernel, lanes(kernel, machine.vector_bits), machine);
        // The mask of a loop that is alone may become a literal later, of one lane too, which `store_masked` does not see.
        let is_worth_masks =
            |d: usize| (d > 0 || kernel.dims[d].extent % lanes != 1) && is_maskable(kernel, d, machine);
        let last = kernel.dims.len().checked_sub(1);
        let masks = matches!(strategy, Strategy::Elements { .. }) && last.is_some_and(is_worth_masks);
        Self { lanes, strategy, masks, streams: streams(kernel, machine) }
    }

    /// Whether the nest of `kernel` can begin with literals instead of what its outputs hold.
    pub fn takes_starts(&self) -> bool {
        matches!(self.strategy, Strategy::Rows(_) | Strategy::Columns(_))
    }

    /// How many iterations of its outermost loop the nest computes together, where they are a multiple of it.
    pub fn iterations_per_step(&self, kernel: &Kernel<'_>) -> i64 {
        match &self.strategy {
            Strategy::Elements { vectors: true } if kernel.dims.len() == 1 && vectorizes_loop(kernel, self, 0) => {
                self.lanes
            }
            Strategy::Interleaved if kernel.dims.len() == 2 => self.lanes,
            Strategy::Tiles(tiles) if tiles.across == [0] || tiles.along == [0] => tiles.size,
            Strategy::Columns(columns) if columns.first == 1 => self.lanes,
            _ => 1,
        }
    }
}

impl Strategy {
    /// The strategy for `kernel`, and the elements that it computes together, at most `most`.
    fn of(kernel: &mut Kernel<'_>, most: i64, machine: &MachineModel) -> (Self, i64) {
        let along = |d: usize| kernel.dims.get(d).map_or(most, |dim| fitting_lanes(most, dim.extent));
        let last = along(kernel.dims.len().wrapping_sub(1));
        let Some(first) = kernel.dims.iter().position(|dim| !dim.parallel) else {
            let around = along(kernel.dims.len().wrapping_sub(2));
            let reads = interleaves(kernel, around);
            if reads.is_some_and(|access| access != Access::Gathered) {
                return (Self::Interleaved, around);
            }
            if let Some(tiles) = TilePlan::of(kernel, most, machine) {
                return (Self::Tiles(tiles), most);
            }
            if reads.is_some() {
                return (Self::Interleaved, around);
            }
            let found = if most > 1 { best_loop(kernel, most, machine) } else { None };
            let lanes = found.map_or(last, |Vectors { d, lanes, .. }| {
                kernel.move_loop(d, kernel.dims.len() - 1);
                lanes
            });
            return (Self::Elements { vectors: true }, lanes);
        };
        // Neighbouring results, as those of a window, may be as near in memory as the elements that they combine. They need no lanes
        // combined in the end, which takes longer than short sums.
        let least = kernel.dims.last().map_or(most, |dim| dim.extent.max(LEAST_LANES).min(most));
        let is_near = |d: usize| kernel.dims[d].extent >= least && kernel.is_contiguous(d);
        let innermost = kernel.dims.len() - 1;
        /// Elements of a row below which the lanes of its sum take as long to be combined as other rows' elements to be picked.
        const FEW: i64 = 8;
        let is_long = kernel.dims[innermost].extent >= most.min(FEW);
        if is_long && reduces_rows(kernel, last, first) && kernel.is_contiguous(innermost) && !(0..first).any(is_near) {
            return (Self::Rows(RowPlan::of(kernel, first)), last);
        }
        let best = if most > 1 { best_loop(kernel, most, machine) } else { None };
        if let Some((plan, found)) = few_results(kernel, first, most, machine)
            && best.as_ref().is_none_or(|best| found.cost < best.cost)
        {
            kernel.move_loop(found.d, first - 1);
            return (Self::Rows(plan), found.lanes);
        }
        match best {
            Some(Vectors { d, lanes, .. }) if d < first => {
                kernel.move_loop(d, first - 1);
                (Self::Columns(ColumnPlan::of(kernel, first, lanes, machine)), lanes)
            }
            Some(Vectors { lanes, .. }) => (Self::Rows(RowPlan::of(kernel, first)), lanes),
            None => (Self::Elements { vectors: false }, most),
        }
    }
}

/// Neighbours that are computed together.
struct Vectors {
    /// Along this loop.
    d: usize,
    /// So many.
    lanes: i64,
    /// The instructions for as many results as the widest vector has lanes.
    cost: i64,
}

/// The loop of which neighbours are computed together with the least instructions for each result, where they are less
/// than those of single elements: a parallel loop, or the innermost one.
fn best_loop(kernel: &Kernel<'_>, most: i64, machine: &MachineModel) -> Option<Vectors> {
    let each = (0..kernel.dims.len()).rev().filter_map(|d| {
        let extent = kernel.dims[d].extent;
        if is_maskable(kernel, d, machine) {
            let lanes = masked_lanes(most, extent);
            let costs = Some(Costs::of(kernel, d, lanes).of_part(lanes, extent)).filter(Costs::pay)?;
            return Some(Vectors { d, lanes, cost: costs.together.saturating_mul(most) / extent });
        }
        let lanes = if reads_aliases(kernel, d) { LEAST_LANES.min(most) } else { fitting_lanes(most, extent) };
        let first = kernel.dims.iter().position(|dim| !dim.parallel);
        let fits = match first {
            Some(first) if !kernel.dims[d].parallel => reduces_rows(kernel, lanes, first),
            _ => lanes > 1 && kernel.dims[d].extent >= lanes,
        };
        let is_candidate = kernel.dims[d].parallel || d + 1 == kernel.dims.len();
        let costs = (is_candidate && fits).then(|| Costs::of(kernel, d, lanes)).filter(Costs::pay)?;
        Some(Vectors { d, lanes, cost: costs.of_whole(lanes, extent).saturating_mul(most) / extent })
    });
    each.min_by_key(|vectors| vectors.cost)
}

/// The least vector that is worth it.
const LEAST_LANES: i64 = 4;

/// How many elements of a loop of `extent` iterations are computed together, at most `most`: short loops in vectors that
/// leave few elements over, which are computed one by one.
fn fitting_lanes(most: i64, extent: i64) -> i64 {
    if extent >= 4 * most {
        return most;
    }
    let halves = std::iter::successors(Some(most), |lanes| Some(lanes / 2)).take_while(|lanes| *lanes >= LEAST_LANES);
    halves.min_by_key(|lanes| extent / lanes + extent % lanes).unwrap_or(most)
}

/// Whether a reduction reads complex elements whose neighbours along loop `d` are a multiple of the page apart: they share a set of a
/// first-level cache, which holds few of them while their rows are read.
fn reads_aliases(kernel: &Kernel<'_>, d: usize) -> bool {
    let aliases = |operand: &Operand<'_>| {
        let apart = operand.strides[d].saturating_mul(element_bytes(operand.element));
        complex_element(operand.element).is_some() && apart != 0 && apart % PAGE == 0
    };
    kernel.dims.iter().any(|dim| !dim.parallel) && kernel.inputs.iter().any(aliases)
}

/// The least elements of a vector with a mask.
const LEAST_MASKED: i64 = 3;

/// As [`fitting_lanes`], where a mask selects lanes of the last vector.
fn masked_lanes(most: i64, extent: i64) -> i64 {
    if extent > most / 2 { most } else { (extent as u64).next_power_of_two().max(LEAST_LANES as u64) as i64 }
}

/// Whether a mask may select the lanes of vectors along loop `d` that are loaded, computed and stored.
fn is_maskable(kernel: &Kernel<'_>, d: usize, machine: &MachineModel) -> bool {
    machine.has_masks()
        && kernel.dims[d].extent >= LEAST_MASKED
        && kernel.dims.iter().all(|dim| dim.parallel)
        && kernel.is_contiguous(d)
        && kernel.outputs.iter().all(|output| output.strides[d] == 1)
        && !has_complex(kernel)
}

/// Whether an operand or a table of `kernel` is complex: such vectors are neither transposed nor summed, and no mask selects their
/// lanes.
pub fn has_complex(kernel: &Kernel<'_>) -> bool {
    let is_complex = |element| complex_element(element).is_some();
    kernel.operands().any(|operand| is_complex(operand.element))
        || kernel.tables.iter().any(|table| is_complex(element_type(table.r#type())))
}

/// The input of `sums`, which reduces rows, that `producer` computes element by element in the same loops, so that its
/// elements can be added up as they are written.
pub fn feeds<'c>(
    (producer, producer_plan): (&Kernel<'c>, &NestPlan),
    (sums, sums_plan): (&Kernel<'c>, &NestPlan),
) -> Option<usize> {
    let Strategy::Rows(RowPlan { first, period: 1, .. }) = sums_plan.strategy else { return None };
    let Strategy::Elements { vectors: true } = producer_plan.strategy else { return None };
    let [output] = producer.outputs.as_slice() else { return None };
    if !producer.dims.iter().map(|dim| dim.extent).eq(sums.dims.iter().map(|dim| dim.extent)) {
        return None;
    }
    let reads = |operand: &Operand<'_>| {
        is_same_memory(operand.memref, output.memref)
            && operand.strides == output.strides
            && operand.offset == output.offset
    };
    let input = sums.inputs.iter().position(reads)?;
    // What a row's sums overwrite is not read for the next row.
    let same_row = |a: &Operand<'_>, b: &Operand<'_>| {
        a.offset == b.offset && a.strides[..first] == b.strides[..first] && b.strides[first..].iter().all(|s| *s == 0)
    };
    let stays = |result: &Operand<'c>| {
        let read = producer.operands().all(|operand| {
            !alias(operand.memref, result.memref)
                || is_same_memory(operand.memref, result.memref) && same_row(result, operand)
        });
        read && producer.tables.iter().all(|table| !alias(*table, result.memref))
    };
    let others = sums.memrefs().enumerate().filter(|(i, _)| *i != input);
    let fits = producer_plan.lanes == sums_plan.lanes
        && producer.dims.last().is_some_and(|dim| dim.extent >= sums_plan.lanes)
        && vectorizes_loop(producer, producer_plan, producer.dims.len() - 1)
        && !producer_plan.streams
        && !producer.asks_for_indices()
        && others.map(|(_, memref)| memref).all(|memref| !alias(memref, output.memref))
        && sums.starts.iter().all(Option::is_some)
        && sums.outputs.iter().all(stays);
    fits.then_some(input)
}

/// Whether neighbours along loop `d`, the innermost, are computed in vectors.
pub fn vectorizes_loop(kernel: &Kernel<'_>, plan: &NestPlan, d: usize) -> bool {
    let (lanes, extent) = (plan.lanes, kernel.dims[d].extent);
    let costs = || Costs::of(kernel, d, lanes);
    let pays = || if plan.masks { costs().of_part(lanes, extent).pay() } else { extent >= lanes && costs().pay() };
    lanes > 1 && pays()
}

/// How the inputs are read, at worst, if `lanes` neighbours of the loop around the innermost one are computed in vectors: the innermost
/// loop is too short for them, or short, and what it reads does not lie side by side, as in a transposition.
fn interleaves(kernel: &Kernel<'_>, lanes: i64) -> Option<Access> {
    /// Iterations of the innermost loop from which on elements are better read one by one than permuted.
    const MANY: i64 = 9;
    let [.., around, innermost] = kernel.dims.as_slice() else { return None };
    let d = kernel.dims.len() - 2;
    let is_apart = kernel.inputs.iter().any(|input| !matches!(input.strides[d + 1], 0 | 1));
    // A vector of the innermost loop would be filled by a quarter.
    let many = if is_apart { MANY } else { MANY.min(LEAST_LANES.max(lanes / 4 + 1)) };
    let fits = (2..many).contains(&innermost.extent)
        && lanes > 1
        && around.extent >= lanes
        && !has_complex(kernel)
        && kernel.outputs.iter().all(|output| kernel.interleaves(output));
    let inputs = kernel.inputs.iter().filter(|input| !kernel.interleaves(input));
    let mut accesses = inputs.map(|input| Access::of_read(input.element, input.strides[d], lanes));
    let worst = accesses.try_fold(Access::Neighbours, |worst, access| match access {
        Access::Single => None,
        Access::Gathered => Some(access),
        _ => Some(worst),
    });
    worst.filter(|_| fits)
}

/// Whether partial results of the innermost reduction are computed in lanes, and combined at the end.
fn reduces_rows(kernel: &Kernel<'_>, lanes: i64, first: usize) -> bool {
    let last = kernel.dims.len() - 1;
    lanes > 1
        && !has_complex(kernel)
        && kernel.dims[first..].iter().all(|dim| !dim.parallel)
        && kernel.inputs.iter().any(|operand| operand.strides[last] != 0)
        && kernel.dims[last].extent >= lanes
        && kernel.combiners().is_some_and(|combiners| combiners.allow_partial_results())
}

/// The loop of a few results, such as the channels of an image, whose terms are computed in vectors: a vector holds one term of each
/// result, or several of each where the terms follow each other in memory. These are as many as are a power of two: halves of the
/// vector are combined until one of each is left.
///
/// This is legal for any computation while a vector has one term of each result, since a lane combines its terms in order; with several,
/// where partial results can be combined.
fn few_results(kernel: &Kernel<'_>, first: usize, most: i64, machine: &MachineModel) -> Option<(RowPlan, Vectors)> {
    /// Rows that hide the latency of each other's ops, which wait for the one before.
    const ROWS: i64 = 4;
    let d = (0..first).find(|d| {
        (2..=most).contains(&kernel.dims[*d].extent)
            && kernel.is_contiguous(*d)
            && kernel.outputs.iter().all(|output| output.strides[*d] == 1)
    })?;
    // The outermost loop is divided among threads.
    if first < 2 || has_complex(kernel) || kernel.dims[first..].iter().any(|dim| dim.parallel) {
        return None;
    }
    let (last, period) = (kernel.dims.len() - 1, kernel.dims[d].extent);
    let follow = |input: &Operand<'_>| input.strides[last] == input.strides[d] * period;
    let follows = kernel.inputs.iter().all(follow) && kernel.tables.is_empty() && !kernel.asks_for_indices();
    let terms = kernel.dims[last].extent;
    let in_order = !allows_partial_results(kernel);
    let of_each = if follows && !in_order { (most / period).min(terms).max(1).ilog2() } else { 0 };
    let lanes = period << of_each;
    if !machine.has_masks() && lanes & (lanes - 1) != 0 {
        return None;
    }
    // Of the loop in front of that of the results.
    let rows = kernel.dims[if d + 1 < first { first - 1 } else { first - 2 }].extent;
    let together = if in_order { rows.min(ROWS) } else { 1 };
    let costs = Costs::of(kernel, d, lanes).of_few(kernel, period, lanes);
    let vectors = Vectors { d, lanes, cost: costs.saturating_mul(most) / period };
    Some((RowPlan { first, together, period, in_order }, vectors))
}

/// Whether partial results of each output can be combined by themselves.
fn allows_partial_results(kernel: &Kernel<'_>) -> bool {
    let alone = |combiners: Combiners<'_>| matches!(combiners, Combiners::Each(_)) && combiners.allow_partial_results();
    kernel.combiners().is_some_and(alone)
}

/// Iterations of a short loop that are all computed together, at most.
pub const MOST_TOGETHER: i64 = 8;

impl RowPlan {
    /// The plan of `kernel`, whose reductions begin with loop `first`.
    fn of(kernel: &Kernel<'_>, first: usize) -> Self {
        /// Those of a long one.
        const SOME: i64 = 4;
        /// Ops of a body whose values stay in registers.
        const OPS: usize = 8;
        let alone = Self { first, together: 1, period: 1, in_order: false };
        let last = kernel.dims.len() - 1;
        // The outermost loop is divided among threads.
        let Some(d) = first.checked_sub(1).filter(|d| *d > 0) else { return alone };
        let is_shared = |input: &Operand<'_>| input.strides[d] == 0 && input.strides[last] != 0;
        let is_op = |combiner: &Combiner<'_>| matches!(combiner, Combiner::Op(_));
        let by_op =
            matches!(kernel.combiners(), Some(Combiners::Each(each)) if each.len() == 1 && each.iter().all(is_op));
        let is_small = block_ops(kernel.body).len() <= OPS;
        if !by_op || !is_small || !kernel.is_contiguous(last) || !kernel.inputs.iter().any(is_shared) {
            return alone;
        }
        let extent = kernel.dims[d].extent;
        let together = if (2..=MOST_TOGETHER).contains(&extent) { extent } else { SOME };
        if extent < together { alone } else { Self { together, ..alone } }
    }

    /// The loop that reads the terms in vectors of `lanes`.
    pub fn terms(&self, kernel: &Kernel<'_>, lanes: i64) -> Terms {
        let last = kernel.dims.len() - 1;
        let extent = kernel.dims[last].extent;
        match self.period {
            1 => Terms { lanes, along: last, walk: last, extent, step: lanes },
            period if period == lanes => Terms { lanes, along: self.first - 1, walk: last, extent, step: 1 },
            period => {
                let along = self.first - 1;
                Terms { lanes, along, walk: along, extent: extent.saturating_mul(period), step: lanes }
            }
        }
    }
}

impl Accumulators {
    /// Those of `kernel`, whose nest computes `lanes` elements of the rows of `plan` together, after it has computed an element of
    /// `producer`, if there is one.
    pub fn of(kernel: &Kernel<'_>, plan: RowPlan, lanes: i64, producer: Option<&Kernel<'_>>) -> Self {
        /// Independent sums of rows that share what they read: two additions may begin in each cycle.
        const SUMS: i64 = 8;
        /// Independent sums: an addition of floating-point numbers takes three to five cycles, and one may begin in
        /// each. More than that would hide the latency of two additions a cycle, but memory delivers no more.
        const CHAINS: i64 = 4;
        /// Ops that take no longer than an addition; those that take longer hide its latency.
        const FEW_OPS: usize = 4;
        let together = plan.together;
        let Terms { along, extent, step, .. } = plan.terms(kernel, lanes);
        let quick = |op: &Op<'_>| math::Kind::of(*op).is_none();
        let hidden = producer.is_some_and(|producer| {
            let ops = block_ops(producer.body);
            ops.len() > FEW_OPS || !ops.iter().all(quick)
        });
        let of_each = (SUMS as u64).div_ceil(together as u64).next_power_of_two() as i64;
        let chains = match producer {
            None if together > 1 => {
                if extent < step * of_each {
                    1
                } else {
                    of_each
                }
            }
            _ if extent < step * CHAINS || hidden => 1,
            Some(_) => CHAINS / 2,
            None => CHAINS,
        };
        // One op on several registers is less to compile than several ops; LLVM divides plain ops itself.
        let is_op = |combiner: &Combiner<'_>| matches!(combiner, Combiner::Op(_));
        let by_ops = matches!(kernel.combiners(), Some(Combiners::Each(combiners)) if combiners.iter().all(is_op));
        let plain = producer.is_none() && by_ops && plan.period == 1 && kernel.is_contiguous(along);
        if plain { Self { chains: 1, lanes: lanes * chains } } else { Self { chains, lanes } }
    }
}

impl ColumnPlan {
    fn of(kernel: &Kernel<'_>, first: usize, lanes: i64, machine: &MachineModel) -> Self {
        /// Rows added before a store: their loads and the store then take about as long as the additions.
        const ROWS: i64 = 4;
        let innermost = kernel.dims.last().map_or(1, |dim| dim.extent);
        // A sixteenth of the second-level cache as elements of four bytes: the outputs, and rows of several inputs. The
        // longer the tile, the more the rows are read as memory has them.
        let row_tile = machine.l2 / 64;
        let few = innermost <= 2 * ROWS;
        let rows = if few { innermost } else { ROWS };
        let in_registers = first + 1 == kernel.dims.len() && few;
        let positions = window_positions(kernel, first).or_else(|| positions_in_registers(kernel, first, lanes));
        Self { first, row_tile, rows, in_registers, positions }
    }
}

/// How many neighbouring positions are computed together where the reductions from `first` on are those of a window: the
/// innermost is short enough to be unrolled, and neighbouring positions of loop `first - 2` read much the same elements.
/// Rows that are far apart are better read a few at a time.
fn window_positions(kernel: &Kernel<'_>, first: usize) -> Option<Positions> {
    /// Ops of the innermost loop up to which it is unrolled: the code of a window of 3 to 7 elements.
    const WINDOW_OPS: i64 = 48;
    /// Positions computed together: windows of three overlap most of what four positions read.
    const POSITIONS: i64 = 4;
    let position = first.checked_sub(2)?;
    let window = || kernel.dims.iter().enumerate().skip(first);
    let innermost = kernel.dims.last().map_or(1, |dim| dim.extent);
    let overlaps = kernel.inputs.iter().any(|operand| {
        let along = |d: usize| operand.strides[d];
        window().any(|(d, dim)| along(position) < along(d).saturating_mul(dim.extent))
    });
    let is_short = innermost.saturating_mul(block_ops(kernel.body).len() as i64) <= WINDOW_OPS;
    (overlaps && is_short).then_some(Positions { count: POSITIONS, unrolled: innermost })
}

/// How many neighbouring positions of loop `first - 2` are computed together, all their sums in registers, where a row of sums is one
/// vector, of which each addition waits for the one before, or where the sums of a row lie apart in memory: to add to them there takes
/// longer than the additions.
fn positions_in_registers(kernel: &Kernel<'_>, first: usize, lanes: i64) -> Option<Positions> {
    /// Sums that hide the latency of additions.
    const POSITIONS: i64 = 4;
    /// Iterations for one test of the loop's end.
    const UNROLLED: i64 = 4;
    /// Fewer terms are added before a store, too.
    const LEAST_TERMS: i64 = 16;
    /// Elements from one term to the next, at most: pages that are read at the same time.
    const NEAR: i64 = 256;
    let position = first.checked_sub(2)?;
    let terms = kernel.dims[first..].iter().fold(1, |terms: i64, dim| terms.saturating_mul(dim.extent));
    let count = kernel.dims[position].extent.min(POSITIONS);
    let is_near = kernel.inputs.iter().all(|input| input.strides.last().is_some_and(|stride| stride.abs() <= NEAR));
    let is_short_row = kernel.dims[first - 1].extent == lanes && terms >= LEAST_TERMS && count > 1 && is_near;
    let is_scattered = || kernel.outputs.iter().any(|output| !matches!(output.strides[first - 1], 0 | 1));
    (is_short_row || is_scattered()).then_some(Positions { count, unrolled: UNROLLED })
}

impl TilePlan {
    /// The tiles of a nest of parallel loops that reads an operand along another loop than it writes.
    fn of(kernel: &mut Kernel<'_>, lanes: i64, machine: &MachineModel) -> Option<Self> {
        /// Columns of a block: as many pages as a core's second-level address translation remembers beside others.
        const BLOCK: i64 = 256;
        /// The body is emitted once per row of the tile: not for large bodies.
        const MOST_OPS: i64 = 512;
        /// The size of tiles where there are too few rows or columns for whole vectors, but not for these.
        const SMALL: i64 = 8;
        /// Elements whose tiles take less time than code for larger ones does.
        const FEW: i64 = 1 << 18;
        /// Elements from one to the next along a side of a tile, at most: they are picked from what is read in whole vectors.
        const MOST_APART: i64 = 4;
        // A transposition has all rows in registers, and as many may be on their way.
        let whole = lanes.min(machine.vector_registers / 2);
        let last = kernel.dims.len().checked_sub(1)?;
        let inputs = &kernel.inputs;
        let (others, mut transposed): (Vec<usize>, Vec<usize>) =
            (0..inputs.len()).partition(|i| matches!(inputs[*i].strides[last], 0 | 1));
        let first = &inputs[*transposed.iter().max_by_key(|i| inputs[**i].strides[last].abs())?];
        // What is computed of neighbours is computed of those of one loop.
        let is_plain = !kernel.asks_for_indices() && kernel.tables.is_empty();
        let is_row = |d: usize| (1..=MOST_APART).contains(&first.strides[d]);
        let along = Some(loops_as_one(kernel, &kernel.outputs[0], whole, |d| !is_row(d)))
            .filter(|loops| is_plain && kernel.extent(loops) >= SMALL)
            .filter(|loops| {
                let alike = kernel.outputs.iter().chain(others.iter().map(|i| &inputs[*i]));
                alike.into_iter().all(|operand| walks_as_one(kernel, operand, loops))
            })
            .unwrap_or_else(|| vec![last]);
        let columns = kernel.extent(&along);
        let as_one = loops_as_one(kernel, first, whole, |d| !along.contains(&d));
        // The shorter of two loops along which elements are near may be too short.
        let is_candidate = |d: &usize| is_row(*d) && !along.contains(d) && kernel.dims[*d].extent >= SMALL;
        let one = || (0..last).filter(is_candidate).min_by_key(|d| first.strides[*d]).map(|d| vec![d]);
        let across = if kernel.extent(&as_one) >= SMALL.min(whole) { as_one } else { one()? };
        let rows = kernel.extent(&across);
        let nearest = *across.last()?;
        let is_square = |input: &Operand<'_>| {
            (1..=MOST_APART).contains(&input.strides[nearest])
                && walks_as_one(kernel, input, &across)
                && complex_element(input.element).is_none()
        };
        let is_picked = |input: &Operand<'_>| (-Access::MOST_APART..=Access::MOST_APART).contains(&input.strides[last]);
        transposed.retain(|i| is_square(&inputs[*i]) || along.len() > 1 || !is_picked(&inputs[*i]));
        // To compute an element again changes nothing where its value does not depend on what was written.
        let outputs = || kernel.outputs.iter();
        let reads = |memref: Value<'_>| outputs().any(|output| alias(memref, output.memref));
        let overlaps = block_args(kernel.body)[inputs.len()..].iter().all(|argument| !has_uses(*argument))
            && !inputs.iter().map(|input| input.memref).chain(kernel.tables.iter().copied()).any(reads);
        // Smaller tiles take more instructions for each element, but are less code, and may leave fewer elements over.
        let cost = |size: i64| {
            let each = if size < whole { 4 } else { 3 };
            whole_tiles(rows, size).saturating_mul(whole_tiles(columns, size)).saturating_mul(each)
        };
        let ops = block_ops(kernel.body).len() as i64;
        let is_possible = |size: &i64| rows.min(columns) >= *size && ops * size <= MOST_OPS;
        let sizes = [whole, SMALL.min(whole)];
        let size = if kernel.iterations() <= FEW {
            sizes.into_iter().rev().find(is_possible)
        } else if overlaps {
            sizes.into_iter().filter(is_possible).min_by_key(|size| cost(*size))
        } else {
            sizes.into_iter().find(is_possible)
        }?;
        let fits = size > 1
            && !transposed.is_empty()
            && transposed.iter().all(|i| is_square(&inputs[*i]))
            && outputs().all(|output| output.strides[last] == 1);
        fits.then_some(Self { across, along, transposed, size, block: BLOCK, overlaps })?.divided(kernel, machine)
    }

    /// The plan where the outermost loop, which is divided among threads, is not one of several that are walked as one, nor one that is
    /// not of whole tiles, if another one is.
    fn divided(mut self, kernel: &mut Kernel<'_>, machine: &MachineModel) -> Option<Self> {
        /// Iterations of a thread that are few, and iterations that are enough for any number of threads.
        const FEW: i64 = 4;
        const ENOUGH: i64 = 16;
        let few = (FEW * machine.cores).min(ENOUGH);
        let suits = |d: usize| {
            let extent = kernel.dims[d].extent;
            match [&self.across, &self.along].into_iter().find(|loops| loops.contains(&d)) {
                Some(loops) if loops.len() > 1 => 0,
                Some(_) if extent % self.size != 0 => 1,
                _ if extent < few => 1,
                _ => 2,
            }
        };
        let outermost = (0..kernel.dims.len()).rev().max_by_key(|d| suits(*d)).filter(|d| suits(*d) > 0)?;
        kernel.move_loop(outermost, 0);
        let moved = |d: &mut usize| *d = if *d == outermost { 0 } else { *d + usize::from(*d < outermost) };
        self.across.iter_mut().chain(&mut self.along).for_each(moved);
        Some(self)
    }

    /// The innermost loop over the rows.
    pub fn nearest_row(&self) -> usize {
        self.across[self.across.len() - 1]
    }

    /// The innermost loop over the columns.
    pub fn nearest_column(&self) -> usize {
        self.along[self.along.len() - 1]
    }
}

/// So many rows or columns, and those by which they are no multiple of `size`.
fn whole_tiles(count: i64, size: i64) -> i64 {
    count.saturating_add(size - 1) / size * size
}

/// The loops that walk `operand` as one, the innermost last, from the one along which its elements lie side by side on, of those that
/// `may` be among them: no more than it takes to walk tiles of `size` that are whole, or as good as whole.
fn loops_as_one(kernel: &Kernel<'_>, operand: &Operand<'_>, size: i64, may: impl Fn(usize) -> bool) -> Vec<usize> {
    let (mut loops, mut walked) = (Vec::new(), 1);
    // An eighth more does not matter.
    while walked < size || whole_tiles(walked, size) > walked + walked / 8 {
        let next = |d: &usize| operand.strides[*d] == walked && !loops.contains(d) && may(*d);
        let Some(d) = (0..kernel.dims.len()).find(next) else { break };
        loops.insert(0, d);
        walked *= kernel.dims[d].extent;
    }
    loops
}

/// Whether `loops` walk `operand` as one loop does, or stay where they are in it.
fn walks_as_one(kernel: &Kernel<'_>, operand: &Operand<'_>, loops: &[usize]) -> bool {
    loops.windows(2).all(|pair| operand.strides[pair[0]] == operand.strides[pair[1]] * kernel.dims[pair[1]].extent)
}

/// Whether to write the outputs of `kernel` past the caches, which saves reading the lines that are overwritten: they are
/// larger than the caches, or large and for the caller alone.
fn streams(kernel: &Kernel<'_>, machine: &MachineModel) -> bool {
    let arguments = block_args(kernel.body);
    let outputs = kernel.outputs.iter().zip(&arguments[kernel.inputs.len()..]);
    let mut unread = outputs.map(|(output, argument)| (output.memref, !has_uses(*argument)));
    unread.all(|(memref, unread)| {
        let is_beyond_caches = memref_bytes(memref.r#type()) >= machine.l3;
        let is_unread_later = || uses(memref).len() == 1 && is_for_the_caller(memref, kernel.memrefs(), machine);
        unread && (is_beyond_caches || is_unread_later())
    })
}

/// Whether `memref` is a result of the program that the caches do not hold any more, once all that is `touched` was read or written.
pub fn is_for_the_caller<'c>(
    memref: Value<'c>,
    touched: impl Iterator<Item = Value<'c>>,
    machine: &MachineModel,
) -> bool {
    if memref_bytes(memref.r#type()) < 4 * machine.l2 || defining_op(memref).is_some() {
        return false;
    }
    let mut once: Vec<Value<'c>> = Vec::new();
    for other in touched {
        if !once.iter().any(|known| is_same_memory(*known, other)) {
            once.push(other);
        }
    }
    once.iter().map(|memref| memref_bytes(memref.r#type())).sum::<i64>() >= machine.l3
}
