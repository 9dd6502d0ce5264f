//! Loop nests of scf over vectors: elementwise chains, data movement and reductions.

use super::columns::reduces_columns;
use super::contraction::{equal, if_else};
use super::groups::place;
use super::kernel::{Kernel, Operand, TABLE_LOAD};
use super::lower_kernels::Frame;
use super::transpose::Tiles;
use crate::affine::{Expr, Map};
use crate::scf::{for_loop, index};
use melior::ir::{TypeLike, ValueLike};
use std::collections::HashMap;
use xla_dialect::ir::{
    Attribute, Block, Builder, Op, OpExt, Type, Value, block_args, block_ops, defining_op, i64_attribute, int_value,
};
use xla_dialect::passes::Failed;

/// Bits of the widest vector register that code is shaped for; narrower machines split.
pub const VECTOR_BITS: i64 = 512;
/// Vectors of one accumulator: enough to hide the latency of an addition.
const ACCUMULATORS: i64 = 4;
/// Ops that take no longer than an addition; what takes longer hides its latency.
const FEW_OPS: usize = 4;

/// Emits the nest of `kernel` for turns `frame.begin` to `frame.end` of its outermost loop, and in it, as far as it
/// goes, the one `before` it that [`feeds`] it.
pub fn emit<'c>(
    kernel: &Kernel<'c>,
    builder: &Builder<'c>,
    frame: &Frame<'c>,
    before: Option<(&Kernel<'c>, &Frame<'c>)>,
) -> Result<(), Failed> {
    let lanes = lanes(kernel);
    let before = before.and_then(|(producer, frame)| {
        Some(Before { nest: Nest { kernel: producer, frame, lanes, before: None }, input: feeds(producer, kernel)? })
    });
    let mut nest = Nest { kernel, frame, lanes, before: before.as_ref() };
    let base = nest.base(builder);
    match Way::of(kernel, lanes) {
        Way::Tiles(tiles) => tiles.emit(&mut nest, builder, &base),
        Way::Rows(first) => nest.row_reduction(builder, 0, first, &base, &[]),
        Way::Columns(first) => nest.column_reduction(builder, 0, first, &base, &[]),
        Way::Elements { vectors } => {
            if !vectors {
                nest.lanes = 1;
            }
            nest.parallel(builder, 0, &base, &[]);
        }
    }
    Ok(())
}

/// The input of `sums`, which reduces rows, that `producer` computes element by element in the same loops: as it is
/// written, it can be added up.
pub fn feeds(producer: &Kernel<'_>, sums: &Kernel<'_>) -> Option<usize> {
    let lanes = lanes(sums);
    let Way::Rows(first) = Way::of(sums, lanes) else { return None };
    let Way::Elements { vectors: true } = Way::of(producer, self::lanes(producer)) else { return None };
    let [output] = producer.outputs.as_slice() else { return None };
    if !producer.dims.iter().map(|dim| dim.extent).eq(sums.dims.iter().map(|dim| dim.extent)) {
        return None;
    }
    let written = place(output.memref);
    let reads = |operand: &Operand<'_>| {
        place(operand.memref) == written && operand.strides == output.strides && operand.offset == output.offset
    };
    let input = sums.inputs.iter().position(reads)?;
    // What a row's sums overwrite is not read for the next row.
    let same_row = |a: &Operand<'_>, b: &Operand<'_>| {
        a.offset == b.offset && a.strides[..first] == b.strides[..first] && b.strides[first..].iter().all(|s| *s == 0)
    };
    let stays = |result: &Operand<'_>| {
        let at = place(result.memref);
        let read = producer.operands().all(|operand| {
            !place(operand.memref).overlaps(&at) || place(operand.memref) == at && same_row(result, operand)
        });
        read && producer.tables.iter().all(|table| !place(*table).overlaps(&at))
    };
    let others = sums.memrefs().enumerate().filter(|(i, _)| *i != input);
    let fits = self::lanes(producer) == lanes
        && vectorizes_loop(producer, lanes, producer.dims.len() - 1)
        && !producer.streams
        && !producer.asks_for_indices()
        && others.map(|(_, memref)| memref).all(|memref| !place(memref).overlaps(&written))
        && sums.starts.iter().all(Option::is_some)
        && sums.outputs.iter().all(stays);
    fits.then_some(input)
}

/// How the elements of a nest are computed together.
enum Way {
    /// One after the other, or neighbours of the innermost loop in vectors.
    Elements { vectors: bool },
    /// In square tiles.
    Tiles(Tiles),
    /// Vectors along reductions, which begin with this loop.
    Rows(usize),
    /// Vectors along the loop in front of the reductions, which begin with this loop.
    Columns(usize),
}

impl Way {
    fn of(kernel: &Kernel<'_>, lanes: i64) -> Self {
        match kernel.dims.iter().position(|dim| !dim.parallel) {
            None => Tiles::of(kernel, lanes).map_or(Self::Elements { vectors: true }, Self::Tiles),
            Some(first) if reduces_rows(kernel, lanes, first) => Self::Rows(first),
            Some(first) if reduces_columns(kernel, lanes, first) => Self::Columns(first),
            Some(_) => Self::Elements { vectors: false },
        }
    }
}

/// Whether the nest of `kernel` can begin with literals instead of what its outputs hold.
pub fn takes_starts(kernel: &Kernel<'_>) -> bool {
    matches!(Way::of(kernel, lanes(kernel)), Way::Rows(_) | Way::Columns(_))
}

/// How many turns of its outermost loop a nest takes at once where it can: such turns have no rest.
pub fn turns_at_once(kernel: &Kernel<'_>) -> i64 {
    let lanes = lanes(kernel);
    let size = match Way::of(kernel, lanes) {
        Way::Elements { vectors: true } if kernel.dims.len() == 1 && vectorizes_loop(kernel, lanes, 0) => lanes,
        Way::Tiles(tiles) if tiles.across == 0 => tiles.size,
        Way::Columns(1) => lanes,
        _ => 1,
    };
    if kernel.dims.first().is_some_and(|dim| dim.extent % size == 0) { size } else { 1 }
}

/// Whether neighbours along loop `d`, the innermost, are computed in vectors.
fn vectorizes_loop(kernel: &Kernel<'_>, lanes: i64, d: usize) -> bool {
    let writes_apart = kernel.outputs.iter().all(|operand| operand.strides[d] == 1);
    lanes > 1 && kernel.dims[d].extent >= lanes && kernel.is_contiguous(d) && writes_apart
}

/// Whether the innermost reduction walks neighbouring elements.
fn reduces_rows(kernel: &Kernel<'_>, lanes: i64, first: usize) -> bool {
    let last = kernel.dims.len() - 1;
    lanes > 1
        && kernel.dims[first..].iter().all(|dim| !dim.parallel)
        && kernel.is_contiguous(last)
        && kernel.inputs.iter().any(|operand| operand.strides[last] == 1)
        && kernel.dims[last].extent >= lanes
        && !kernel.asks_for_indices()
        && combiners(kernel).is_some()
}

/// Elements computed at once: what fills a vector register with the widest of the operands.
fn lanes(kernel: &Kernel<'_>) -> i64 {
    let elements = kernel.operands().map(|operand| operand.element);
    let elements = elements.chain(kernel.tables.iter().map(|table| xla_dialect::ir::element_type(table.r#type())));
    let (narrowest, widest) =
        elements.map(bits).fold((i64::MAX, 0), |(low, high), bits| (low.min(bits), high.max(bits)));
    if narrowest == 0 || widest == 0 || !vectorizes(kernel.body) { 1 } else { VECTOR_BITS / widest }
}

/// Bits of a scalar type that vectors can hold; 0 for others.
pub fn bits(ty: Type<'_>) -> i64 {
    match ty.to_string().as_str() {
        "i8" => 8,
        "i16" => 16,
        "i32" | "f32" => 32,
        "i64" | "f64" => 64,
        _ => 0,
    }
}

/// Whether every op of the body works on vectors as it does on scalars.
pub fn vectorizes(body: Block<'_>) -> bool {
    block_ops(body).iter().all(|op| {
        let name = op.name_str();
        let elementwise = name.starts_with("arith.") || name.starts_with("math.");
        elementwise && op.region_list().is_empty()
            || matches!(name, "linalg.yield" | "linalg.index" | "affine.apply" | TABLE_LOAD)
    })
}

/// What accumulates in the innermost loop: from addresses and sums to the next sums.
type InnerLoop<'c, 'f> = &'f mut dyn FnMut(&Builder<'c>, &[Value<'c>], &[Value<'c>]) -> Vec<Value<'c>>;

/// A nest being emitted.
pub struct Nest<'c, 'k> {
    /// What it computes.
    pub kernel: &'k Kernel<'c>,
    /// What the kernel function gets.
    pub frame: &'k Frame<'c>,
    /// Elements computed at once.
    pub lanes: i64,
    /// The nest that computes one of the inputs on the way.
    before: Option<&'k Before<'c, 'k>>,
}

/// A nest of the same loops that computes input `input` of another.
struct Before<'c, 'k> {
    nest: Nest<'c, 'k>,
    input: usize,
}

impl<'c> Nest<'c, '_> {
    /// The addresses of all operands before any turn, those of the nest before this one behind them.
    fn base(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let each = self.kernel.operands().zip(&self.frame.in_panel).map(|(operand, in_panel)| {
            let offset = index(builder, operand.offset);
            if *in_panel { add_scaled(builder, offset, self.frame.begin, -operand.strides[0]) } else { offset }
        });
        each.chain(self.before.iter().flat_map(|before| before.nest.base(builder)).collect::<Vec<_>>()).collect()
    }

    /// Those addresses after loop `d` has taken `turn`.
    fn advance(&self, builder: &Builder<'c>, base: &[Value<'c>], d: usize, turn: Value<'c>) -> Vec<Value<'c>> {
        let mut at = self.kernel.advance(builder, base, d, turn);
        if let Some(before) = self.before {
            at.extend(before.nest.advance(builder, &base[at.len()..], d, turn));
        }
        at
    }

    /// From which turn of loop `d` to which.
    pub fn bounds(&self, builder: &Builder<'c>, d: usize) -> (Value<'c>, Value<'c>) {
        if d == 0 && self.kernel.dims[0].parallel {
            (self.frame.begin, self.frame.end)
        } else {
            (index(builder, 0), index(builder, self.kernel.dims[d].extent))
        }
    }

    /// Whether the turns of loop `d` are a multiple of `lanes`, in each part that a thread gets.
    pub fn is_whole(&self, d: usize, lanes: i64) -> bool {
        let dim = &self.kernel.dims[d];
        let turns = if d == 0 && dim.parallel { self.frame.at_once } else { dim.extent };
        turns % lanes == 0
    }

    /// All remaining loops in order; the innermost in vectors where memory allows.
    pub fn parallel(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>], turns: &[Value<'c>]) {
        let dims = &self.kernel.dims;
        if d == dims.len() {
            self.body_at(builder, base, turns, 1, usize::MAX);
            return;
        }
        let (begin, end) = self.bounds(builder, d);
        if d + 1 == dims.len() && vectorizes_loop(self.kernel, self.lanes, d) {
            self.vector_loop(builder, d, (begin, end), |builder, turn, lanes| {
                let at = self.kernel.advance(builder, base, d, turn);
                let turns = [turns, &[turn]].concat();
                self.body_at(builder, &at, &turns, lanes, d);
            });
            return;
        }
        self.each_turn(builder, d, |builder, turn| {
            let at = self.kernel.advance(builder, base, d, turn);
            self.parallel(builder, d + 1, &at, &[turns, &[turn]].concat());
        });
    }

    /// All turns of loop `d`.
    fn each_turn(&self, builder: &Builder<'c>, d: usize, body: impl FnOnce(&Builder<'c>, Value<'c>)) {
        let (begin, end) = self.bounds(builder, d);
        if d == 0 && self.frame.one_turn && self.kernel.dims[0].parallel {
            body(builder, begin);
            return;
        }
        for_loop(builder, begin, end, 1, &[], |builder, turn, _| {
            body(builder, turn);
            Vec::new()
        });
    }

    /// Turns `[begin, end)` of loop `d` in vectors, and what is left one by one.
    pub fn vector_loop(
        &self,
        builder: &Builder<'c>,
        d: usize,
        (begin, end): (Value<'c>, Value<'c>),
        mut body: impl FnMut(&Builder<'c>, Value<'c>, i64),
    ) {
        let mut stretch = |begin, end, lanes| {
            for_loop(builder, begin, end, lanes, &[], |builder, turn, _| {
                body(builder, turn, lanes);
                Vec::new()
            });
        };
        if self.is_whole(d, self.lanes) {
            stretch(begin, end, self.lanes);
            return;
        }
        let middle = whole_vectors(builder, begin, end, self.lanes);
        stretch(begin, middle, self.lanes);
        stretch(middle, end, 1);
    }

    /// Loads, computes and stores `lanes` elements along loop `d`.
    fn body_at(&self, builder: &Builder<'c>, at: &[Value<'c>], turns: &[Value<'c>], lanes: i64, d: usize) {
        self.body_given(builder, &[], at, turns, lanes, d);
    }

    /// As [`Nest::body_at`], with some of the inputs, by their numbers, loaded already.
    pub fn body_given(
        &self,
        builder: &Builder<'c>,
        loaded: &[(usize, Value<'c>)],
        at: &[Value<'c>],
        turns: &[Value<'c>],
        lanes: i64,
        d: usize,
    ) {
        let results = self.results_given(builder, loaded, at, turns, lanes, d);
        self.write(builder, &[(at.to_vec(), results)], lanes);
    }

    /// What the body makes of `lanes` elements along loop `d`, some of the inputs loaded already.
    pub fn results_given(
        &self,
        builder: &Builder<'c>,
        loaded: &[(usize, Value<'c>)],
        at: &[Value<'c>],
        turns: &[Value<'c>],
        lanes: i64,
        d: usize,
    ) -> Vec<Value<'c>> {
        let operands = self.kernel.operands().enumerate().zip(block_args(self.kernel.body));
        let arguments: Vec<_> = operands
            .map(|((i, operand), argument)| {
                let found = loaded.iter().find(|(number, _)| *number == i).map(|(_, value)| *value);
                let load = || self.load(builder, operand, self.frame.buffers[i], at[i], lanes, d);
                found.or_else(|| xla_dialect::ir::has_uses(argument).then(load))
            })
            .collect();
        clone_body(builder, self.kernel, self.frame, &arguments, turns, (lanes, d))
    }

    /// Stores results of the body, where the addresses of the first tell whether all are at multiples of whole vectors.
    pub fn write(&self, builder: &Builder<'c>, all: &[(Vec<Value<'c>>, Vec<Value<'c>>)], lanes: i64) {
        for (i, output) in self.kernel.outputs.iter().enumerate() {
            let operand = self.kernel.inputs.len() + i;
            let buffer = self.frame.buffers[operand];
            let each: Vec<_> = all.iter().map(|(at, results)| (at[operand], results[i])).collect();
            if self.kernel.streams && lanes * bits(output.element) == VECTOR_BITS {
                stream(builder, buffer, &each);
            } else {
                each.into_iter().for_each(|(at, result)| store(builder, result, buffer, at, lanes));
            }
        }
    }

    pub fn load(
        &self,
        builder: &Builder<'c>,
        operand: &Operand<'c>,
        buffer: Value<'c>,
        at: Value<'c>,
        lanes: i64,
        d: usize,
    ) -> Value<'c> {
        if lanes > 1 && operand.strides[d] == 1 {
            return builder.value("vector.load", &[buffer, at], vector(operand.element, lanes), &[]);
        }
        let scalar = builder.value("memref.load", &[buffer, at], operand.element, &[]);
        splat(builder, scalar, lanes)
    }

    /// Each output element is summed in the lanes of a vector, which are summed at the end. Any association is
    /// allowed, and the initial value is the identity of the computation.
    fn row_reduction(&self, builder: &Builder<'c>, d: usize, first: usize, base: &[Value<'c>], turns: &[Value<'c>]) {
        if d < first {
            self.each_turn(builder, d, |builder, turn| {
                let at = self.advance(builder, base, d, turn);
                self.row_reduction(builder, d + 1, first, &at, &[turns, &[turn]].concat());
            });
            return;
        }
        let inputs = self.kernel.inputs.len();
        let last = self.kernel.dims.len() - 1;
        let extent = self.kernel.dims[last].extent;
        let each = combiners(self.kernel).unwrap_or_default();
        let quick = |op: &Op<'_>| !op.name_str().starts_with("math.");
        let hidden = self.before.is_some_and(|before| {
            let ops = block_ops(before.nest.kernel.body);
            ops.len() > FEW_OPS || !ops.iter().all(quick)
        });
        let chains = match self.before {
            _ if extent < self.lanes * ACCUMULATORS || hidden => 1,
            Some(_) => ACCUMULATORS / 2,
            None => ACCUMULATORS,
        };
        // One op on several registers is less to compile than several ops; LLVM divides plain ops itself.
        let plain = self.before.is_none() && each.iter().all(|combiner| matches!(combiner, Combiner::Op(_)));
        let (chains, lanes) = if plain { (1, self.lanes * chains) } else { (chains, self.lanes) };
        let step = chains * lanes;
        let whole = extent / step * step;
        let starts: Vec<_> = (0..each.len()).map(|i| self.start(builder, i, base[inputs + i])).collect();
        let first_sums: Vec<_> =
            each.iter().zip(&starts).map(|(combiner, start)| combiner.first_sums(builder, start, lanes)).collect();
        let first_sums = vec![first_sums; chains as usize].concat();
        let sums = self.accumulate(builder, first, base, &first_sums, &mut |builder, at, sums| {
            let zero = index(builder, 0);
            for_loop(builder, zero, index(builder, whole), step, sums, |builder, turn, sums| {
                let chains = (0..).step_by(lanes as usize).zip(sums.chunks(each.len()));
                let next = chains.map(|(place, sums)| {
                    let turn = add_scaled(builder, turn, index(builder, place), i64::from(place > 0));
                    self.combine(builder, &self.advance(builder, at, last, turn), sums, lanes, last)
                });
                next.collect::<Vec<_>>().concat()
            })
        });
        let merge = |low: &[Value<'c>], high: &[Value<'c>]| -> Vec<Value<'c>> {
            let each = each.iter().enumerate();
            each.map(|(i, combiner)| combiner.merge(builder, self, i, [low[i], high[i]])).collect()
        };
        let mut chains: Vec<Vec<Value<'c>>> = sums.chunks(each.len()).map(<[_]>::to_vec).collect();
        while chains.len() > 1 {
            chains = chains.chunks(2).map(|pair| merge(&pair[0], &pair[1])).collect();
        }
        let scalars: Vec<_> = each
            .iter()
            .enumerate()
            .map(|(i, combiner)| combiner.merge_lanes(builder, self, i, chains[0][i], &starts[i]))
            .collect();
        let scalars = if whole == extent {
            scalars
        } else {
            self.accumulate(builder, first, base, &scalars, &mut |builder, at, sums| {
                let (begin, end) = (index(builder, whole), index(builder, extent));
                for_loop(builder, begin, end, 1, sums, |builder, turn, sums| {
                    let at = self.advance(builder, at, last, turn);
                    self.combine(builder, &at, sums, 1, last)
                })
            })
        };
        for (i, scalar) in scalars.into_iter().enumerate() {
            store(builder, scalar, self.frame.buffers[inputs + i], base[inputs + i], 1);
        }
    }

    /// What output `i` begins with, a literal or what is at `at`.
    fn start(&self, builder: &Builder<'c>, i: usize, at: Value<'c>) -> Start<'c> {
        let (operand, number) = (&self.kernel.outputs[i], self.kernel.inputs.len() + i);
        match self.kernel.starts[i] {
            Some(literal) => {
                let text = literal.to_string();
                let zero = matches!(text.split(' ').next(), Some("0.000000e+00" | "0"));
                Start { value: builder.value("arith.constant", &[], operand.element, &[("value", literal)]), zero }
            }
            None => {
                let value = builder.value("memref.load", &[self.frame.buffers[number], at], operand.element, &[]);
                Start { value, zero: false }
            }
        }
    }

    /// The reduction loops `d..` but the innermost, carrying the sums.
    fn accumulate(
        &self,
        builder: &Builder<'c>,
        d: usize,
        base: &[Value<'c>],
        sums: &[Value<'c>],
        inner: InnerLoop<'c, '_>,
    ) -> Vec<Value<'c>> {
        if d + 1 == self.kernel.dims.len() {
            return inner(builder, base, sums);
        }
        let (begin, end) = (index(builder, 0), index(builder, self.kernel.dims[d].extent));
        for_loop(builder, begin, end, 1, sums, |builder, turn, sums| {
            let at = self.advance(builder, base, d, turn);
            self.accumulate(builder, d + 1, &at, sums, inner)
        })
    }

    /// One turn of the computation, on `lanes` elements along loop `d`.
    pub fn combine(
        &self,
        builder: &Builder<'c>,
        at: &[Value<'c>],
        sums: &[Value<'c>],
        lanes: i64,
        d: usize,
    ) -> Vec<Value<'c>> {
        let inputs = self.kernel.inputs.iter().enumerate().map(|(i, operand)| match self.before {
            Some(before) if before.input == i => {
                let at = &at[self.kernel.operands().count()..];
                let results = before.nest.results_given(builder, &[], at, &[], lanes, d);
                before.nest.write(builder, &[(at.to_vec(), results.clone())], lanes);
                results[0]
            }
            _ => self.load(builder, operand, self.frame.buffers[i], at[i], lanes, d),
        });
        let mut arguments: Vec<_> = inputs.map(Some).collect();
        arguments.extend(sums.iter().copied().map(Some));
        clone_body(builder, self.kernel, self.frame, &arguments, &[], (lanes, d))
    }
}

/// How an output's partial results are put together.
enum Combiner<'c> {
    /// One op, which has an identity.
    Op(Op<'c>),
    /// The ops that depend on the accumulator, and the one value that they combine it with; whatever stands in
    /// front of that value has been computed by then.
    Computation { ops: Vec<Op<'c>>, with: Value<'c> },
}

/// The combiners of all outputs; none if partial results cannot be told from elements.
fn combiners<'c>(kernel: &Kernel<'c>) -> Option<Vec<Combiner<'c>>> {
    let args = block_args(kernel.body);
    let accumulators = &args[kernel.inputs.len()..];
    let results = xla_dialect::ir::terminator(kernel.body)?.ins();
    let simple: Option<Vec<_>> =
        accumulators.iter().zip(&results).map(|(accumulator, result)| simple_combiner(*accumulator, *result)).collect();
    match (accumulators, simple) {
        (_, Some(simple)) => Some(simple),
        ([accumulator], None) => Some(vec![computation(kernel, *accumulator, results[0])?]),
        _ => None,
    }
}

fn simple_combiner<'c>(accumulator: Value<'c>, result: Value<'c>) -> Option<Combiner<'c>> {
    let op = xla_dialect::ir::defining_op(result)?;
    let simple = matches!(
        op.name_str(),
        "arith.addf" | "arith.mulf" | "arith.addi" | "arith.muli" | "arith.andi" | "arith.ori" | "arith.xori"
    ) || op.name_str() == "math.fma" && op.input(2) == accumulator;
    let uses = xla_dialect::ir::uses(accumulator);
    (simple && uses.len() == 1 && uses[0].0 == op).then_some(Combiner::Op(op))
}

fn computation<'c>(kernel: &Kernel<'c>, accumulator: Value<'c>, result: Value<'c>) -> Option<Combiner<'c>> {
    let body: Vec<Op<'c>> = block_ops(kernel.body).into_iter().filter(|op| op.name_str() != "linalg.yield").collect();
    let position = |value: &Value<'c>| body.iter().position(|op| op.outs().contains(value));
    let mut dependent = vec![accumulator];
    let mut taken = vec![false; body.len()];
    for (op, taken) in body.iter().zip(&mut taken) {
        if op.ins().iter().any(|operand| dependent.contains(operand)) {
            dependent.extend(op.outs());
            *taken = true;
        }
    }
    let needs = |taken: &[bool]| -> Vec<Value<'c>> {
        let ops = body.iter().zip(taken).filter(|(_, taken)| **taken);
        let mut needs: Vec<Value<'c>> = Vec::new();
        for operand in ops.clone().flat_map(|(op, _)| op.ins()) {
            let literal = xla_dialect::ir::defining_op(operand).is_some_and(|op| op.name_str() == "arith.constant");
            let made = position(&operand).is_some_and(|i| taken[i]) || operand == accumulator;
            if !literal && !made && !needs.contains(&operand) {
                needs.push(operand);
            }
        }
        needs
    };
    // What the computation makes of its element alone, such as its bits, is part of it.
    let mut others = needs(&taken);
    while others.len() > 1 {
        taken[others.iter().filter_map(position).max()?] = true;
        others = needs(&taken);
    }
    let with = *others.first().filter(|with| with.r#type() == accumulator.r#type())?;
    let ops = body.into_iter().zip(taken).filter(|(_, taken)| *taken).map(|(op, _)| op).collect();
    dependent[1..].contains(&result).then_some(Combiner::Computation { ops, with })
}

/// What an output begins with.
struct Start<'c> {
    /// A scalar.
    value: Value<'c>,
    /// Whether that is known to be 0.
    zero: bool,
}

impl<'c> Combiner<'c> {
    /// Accumulators of `lanes`. The initial value is the identity of the computation; where an op tells its identity,
    /// even that need not hold.
    fn first_sums(&self, builder: &Builder<'c>, start: &Start<'c>, lanes: i64) -> Value<'c> {
        let Self::Op(op) = self else { return splat(builder, start.value, lanes) };
        let text = match op.name_str() {
            "arith.addf" | "math.fma" if start.zero => "0.0",
            // x + -0.0 is x, for -0.0 too.
            "arith.addf" | "math.fma" => "-0.0",
            "arith.mulf" => "1.0",
            "arith.muli" => "1",
            "arith.andi" => "-1",
            _ => "0",
        };
        let ty = vector(start.value.r#type(), lanes);
        let value = builder.attr(&format!("dense<{text}> : {ty}"));
        builder.value("arith.constant", &[], ty, &[("value", value)])
    }

    /// Two partial results of output `i`, scalars or vectors, as one.
    fn merge(&self, builder: &Builder<'c>, nest: &Nest<'c, '_>, i: usize, [low, high]: [Value<'c>; 2]) -> Value<'c> {
        let ty = low.r#type();
        match self {
            Self::Op(op) => {
                let name = if op.name_str() == "math.fma" { "arith.addf" } else { op.name_str() };
                builder.value(name, &[low, high], ty, &[])
            }
            Self::Computation { ops, with } => {
                let kernel = nest.kernel;
                let lanes = if ty.is_vector() { xla_dialect::ir::shape_of(ty)[0] } else { 1 };
                let mut values = Values::new(kernel, nest.frame, lanes);
                values.set(block_args(kernel.body)[kernel.inputs.len() + i], low);
                values.set(*with, high);
                ops.iter().for_each(|op| values.clone_op(builder, *op));
                let result = xla_dialect::ir::terminator(kernel.body).map(|end| end.input(i));
                result.map_or(low, |result| values.get(builder, result))
            }
        }
    }

    /// The lanes of `sums`, and `start` unless they began with it, as one scalar.
    fn merge_lanes(
        &self,
        builder: &Builder<'c>,
        nest: &Nest<'c, '_>,
        i: usize,
        sums: Value<'c>,
        start: &Start<'c>,
    ) -> Value<'c> {
        let element = start.value.r#type();
        let name = match self {
            Self::Op(op) => op.name_str(),
            Self::Computation { ops, .. } if ops.len() == 1 => ops[0].name_str(),
            Self::Computation { .. } => "",
        };
        let kind = match name {
            "arith.addf" | "math.fma" | "arith.addi" => "add",
            "arith.mulf" | "arith.muli" => "mul",
            "arith.andi" => "and",
            "arith.ori" => "or",
            "arith.xori" => "xor",
            _ => return self.halve(builder, nest, i, sums),
        };
        let attributes = [
            ("kind", builder.attr(&format!("#vector.kind<{kind}>"))),
            ("fastmath", builder.attr("#arith.fastmath<reassoc>")),
        ];
        let operands = if start.zero { vec![sums] } else { vec![sums, start.value] };
        builder.value("vector.reduction", &operands, element, &attributes)
    }

    /// Halves the lanes until one is left, which is a scalar: a computation is cloned for scalars or for vectors.
    fn halve(&self, builder: &Builder<'c>, nest: &Nest<'c, '_>, i: usize, mut sums: Value<'c>) -> Value<'c> {
        let element = xla_dialect::ir::element_type(sums.r#type());
        let mut width = xla_dialect::ir::shape_of(sums.r#type())[0];
        while width > 1 {
            width /= 2;
            let half = |offset: i64| {
                if width == 1 {
                    let position = [("static_position", xla_dialect::ir::i64_array(builder.context, &[offset]))];
                    return builder.value("vector.extract", &[sums], element, &position);
                }
                let arrays = |v: i64| builder.attr(&format!("[{v}]"));
                builder.value(
                    "vector.extract_strided_slice",
                    &[sums],
                    vector(element, width),
                    &[("offsets", arrays(offset)), ("sizes", arrays(width)), ("strides", arrays(1))],
                )
            };
            sums = self.merge(builder, nest, i, [half(0), half(width)]);
        }
        sums
    }
}

/// `base + turn * stride`.
pub fn add_scaled<'c>(builder: &Builder<'c>, base: Value<'c>, turn: Value<'c>, stride: i64) -> Value<'c> {
    // What is known is computed at once: most addresses are of this kind, and folding them later takes time.
    match (constant(base), constant(turn)) {
        (_, Some(0)) => return base,
        (Some(base), Some(turn)) => return index(builder, base + turn * stride),
        (None, Some(turn)) if stride != 1 => return add_scaled(builder, base, index(builder, turn * stride), 1),
        (Some(0), None) if stride == 1 => return turn,
        (Some(0), None) if stride != 0 => {
            return builder.value("arith.muli", &[turn, index(builder, stride)], base.r#type(), &[]);
        }
        _ => {}
    }
    match stride {
        0 => base,
        1 => builder.value("arith.addi", &[base, turn], base.r#type(), &[]),
        _ => {
            let scaled = builder.value("arith.muli", &[turn, index(builder, stride)], base.r#type(), &[]);
            builder.value("arith.addi", &[base, scaled], base.r#type(), &[])
        }
    }
}

/// The number that `value` is, if it is a constant one.
fn constant(value: Value<'_>) -> Option<i64> {
    defining_op(value).filter(|op| op.name_str() == "arith.constant")?.attr("value").and_then(int_value)
}

/// The end of the last whole vector in `[begin, end)`.
pub fn whole_vectors<'c>(builder: &Builder<'c>, begin: Value<'c>, end: Value<'c>, lanes: i64) -> Value<'c> {
    let ty = begin.r#type();
    let length = builder.value("arith.subi", &[end, begin], ty, &[]);
    // Lanes are a power of two.
    let whole = builder.value("arith.andi", &[length, index(builder, -lanes)], ty, &[]);
    builder.value("arith.addi", &[begin, whole], ty, &[])
}

/// `vector<lanes x element>`.
pub fn vector<'c>(element: Type<'c>, lanes: i64) -> Type<'c> {
    Type::vector(&[lanes as u64], element)
}

/// `scalar` in every lane; itself for one lane.
pub fn splat<'c>(builder: &Builder<'c>, scalar: Value<'c>, lanes: i64) -> Value<'c> {
    if lanes == 1 {
        return scalar;
    }
    builder.value("vector.broadcast", &[scalar], vector(scalar.r#type(), lanes), &[])
}

/// Stores a scalar, or a vector of `lanes`.
pub fn store<'c>(builder: &Builder<'c>, value: Value<'c>, buffer: Value<'c>, at: Value<'c>, lanes: i64) {
    let name = if lanes > 1 { "vector.store" } else { "memref.store" };
    builder.create(name, &[value, buffer, at], &[], &[], Vec::new());
}

/// Stores whole vectors past the caches, where the address of the first, and so of all, is a multiple of their size.
fn stream<'c>(builder: &Builder<'c>, buffer: Value<'c>, each: &[(Value<'c>, Value<'c>)]) {
    const BYTES: i64 = VECTOR_BITS / 8;
    let Some((at, vector)) = each.first() else { return };
    let ty = at.r#type();
    let size = index(builder, bits(xla_dialect::ir::element_type(vector.r#type())) / 8);
    let start = builder.value("memref.extract_aligned_pointer_as_index", &[buffer], ty, &[]);
    let offset = builder.value("arith.muli", &[*at, size], ty, &[]);
    let address = builder.value("arith.addi", &[start, offset], ty, &[]);
    let beyond = builder.value("arith.andi", &[address, index(builder, BYTES - 1)], ty, &[]);
    let aligned = equal(builder, beyond, index(builder, 0));
    let past = [("nontemporal", builder.attr("true")), ("alignment", i64_attribute(builder.context, BYTES))];
    let streamed = |builder: &Builder<'c>| {
        for (at, vector) in each {
            builder.create("vector.store", &[*vector, buffer, *at], &[], &past, Vec::new());
        }
    };
    if_else(builder, aligned, streamed, |builder| {
        each.iter().for_each(|(at, vector)| store(builder, *vector, buffer, *at, VECTOR_BITS));
    });
}

/// Emits the body of `kernel` on scalars, or on vectors of `lanes` along loop `d`; arguments that it does not use may
/// be absent.
fn clone_body<'c>(
    builder: &Builder<'c>,
    kernel: &Kernel<'c>,
    frame: &Frame<'c>,
    arguments: &[Option<Value<'c>>],
    turns: &[Value<'c>],
    (lanes, d): (i64, usize),
) -> Vec<Value<'c>> {
    let mut values = Values::new(kernel, frame, lanes);
    for (i, (argument, value)) in block_args(kernel.body).into_iter().zip(arguments).enumerate() {
        if let Some(value) = value {
            values.set(argument, *value);
            if kernel.operands().nth(i).is_some_and(|operand| operand.strides.get(d) == Some(&0)) {
                values.set_lanes(argument, Lanes::Same);
            }
        }
    }
    for op in block_ops(kernel.body) {
        let builder = builder.located(op.loc());
        match op.name_str() {
            "linalg.yield" => return op.ins().into_iter().map(|value| values.get(&builder, value)).collect(),
            "linalg.index" => {
                let source = op.int("dim").unwrap_or_default() as usize;
                let asked = kernel.dims.iter().position(|dim| dim.source == source).unwrap_or(source);
                let mut turn = splat(&builder, turns[asked], lanes);
                if lanes > 1 && asked == d {
                    let step = builder.value("vector.step", &[], turn.r#type(), &[]);
                    turn = builder.value("arith.addi", &[turn, step], turn.r#type(), &[]);
                }
                values.set(op.output(0), turn);
                values.set_lanes(op.output(0), if asked == d { Lanes::Next } else { Lanes::Same });
            }
            _ => values.clone_op(&builder, op),
        }
    }
    Vec::new()
}

/// What the lanes of an integer hold: what tells a load at computed indices from a gather.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lanes {
    /// All the same.
    Same,
    /// Each one more than the lane before.
    Next,
    /// Anything.
    Any,
}

/// What the values of a kernel's body became, on scalars or vectors.
struct Values<'c, 'f> {
    kernel: &'f Kernel<'c>,
    frame: &'f Frame<'c>,
    lanes: i64,
    map: HashMap<usize, Value<'c>>,
    lanes_of: HashMap<usize, Lanes>,
}

impl<'c, 'f> Values<'c, 'f> {
    fn new(kernel: &'f Kernel<'c>, frame: &'f Frame<'c>, lanes: i64) -> Self {
        Self { kernel, frame, lanes, map: HashMap::new(), lanes_of: HashMap::new() }
    }

    fn set_lanes(&mut self, value: Value<'c>, lanes: Lanes) {
        self.lanes_of.insert(value.to_raw().ptr as usize, lanes);
    }

    /// What the lanes of `value`, of the original body, hold. What comes from around the body is one scalar.
    fn lanes_of(&self, value: Value<'c>) -> Lanes {
        let key = value.to_raw().ptr as usize;
        let inside = self.map.contains_key(&key);
        self.lanes_of.get(&key).copied().unwrap_or(if inside { Lanes::Any } else { Lanes::Same })
    }

    /// What the lanes of the result of `op` hold, given those of its operands.
    fn lanes_after(&self, op: Op<'c>) -> Lanes {
        let operands: Vec<Lanes> = op.ins().into_iter().map(|operand| self.lanes_of(operand)).collect();
        let next = operands.iter().filter(|lanes| **lanes == Lanes::Next).count();
        match op.name_str() {
            _ if operands.contains(&Lanes::Any) => Lanes::Any,
            _ if next == 0 => Lanes::Same,
            "arith.addi" if next == 1 => Lanes::Next,
            "arith.subi" if operands[1] == Lanes::Same => Lanes::Next,
            "arith.index_cast" => Lanes::Next,
            _ => Lanes::Any,
        }
    }

    /// Reads a table at the flat index that `op`, a load, computes. What its index is in bounds of, is up to the
    /// body.
    pub fn load(&mut self, builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
        let (table, indices) = (op.input(0), &op.ins()[1..]);
        let position = self.kernel.tables.iter().position(|other| *other == table).unwrap_or_default();
        let buffer = self.frame.buffers[self.kernel.operands().count() + position];
        let element = op.output(0).r#type();
        let (mut at, mut lanes, mut step) = (index(builder, 0), Lanes::Same, 1);
        let first = |builder: &Builder<'c>, value: Value<'c>| match self.lanes {
            1 => value,
            _ => {
                let position = [("static_position", xla_dialect::ir::i64_array(builder.context, &[0]))];
                builder.value("vector.extract", &[value], Type::index(builder.context), &position)
            }
        };
        // Sizes of 1 are indexed by 0 alone.
        let sizes = xla_dialect::ir::shape_of(table.r#type());
        let steps: Vec<i64> = sizes
            .iter()
            .rev()
            .map(|size| {
                step *= size;
                step / size
            })
            .collect();
        let mut wide: Option<Value<'c>> = None;
        for ((value, step), size) in indices.iter().zip(steps.into_iter().rev()).zip(sizes) {
            let position = self.get(builder, *value);
            match if self.lanes == 1 { Lanes::Same } else { self.lanes_of(*value) } {
                _ if size == 1 => {}
                Lanes::Same => at = add_scaled(builder, at, first(builder, position), step),
                Lanes::Next if step == 1 && lanes == Lanes::Same => {
                    lanes = Lanes::Next;
                    at = add_scaled(builder, at, first(builder, position), step);
                }
                _ => {
                    let zero = splat(builder, index(builder, 0), self.lanes);
                    let step = splat(builder, index(builder, step), self.lanes);
                    let scaled = builder.value("arith.muli", &[position, step], position.r#type(), &[]);
                    wide = Some(builder.value("arith.addi", &[wide.unwrap_or(zero), scaled], position.r#type(), &[]));
                }
            }
        }
        let ty = vector(element, self.lanes);
        match wide {
            None if lanes == Lanes::Next => builder.value("vector.load", &[buffer, at], ty, &[]),
            None => {
                self.set_lanes(op.output(0), Lanes::Same);
                splat(builder, builder.value("memref.load", &[buffer, at], element, &[]), self.lanes)
            }
            Some(mut wide) => {
                if lanes == Lanes::Next {
                    let step = builder.value("vector.step", &[], wide.r#type(), &[]);
                    wide = builder.value("arith.addi", &[wide, step], wide.r#type(), &[]);
                }
                let mask_type = vector(builder.ty("i1"), self.lanes);
                let all = builder.attr(&format!("dense<true> : {mask_type}"));
                let mask = builder.value("arith.constant", &[], mask_type, &[("value", all)]);
                let zero = builder.attr(&format!("dense<{}> : {ty}", zero_text(element)));
                let none = builder.value("arith.constant", &[], ty, &[("value", zero)]);
                builder.value("vector.gather", &[buffer, at, wide, mask, none], ty, &[])
            }
        }
    }

    fn set(&mut self, old: Value<'c>, new: Value<'c>) {
        self.map.insert(old.to_raw().ptr as usize, new);
    }

    /// What `value` became; what is defined around the body is a parameter of the kernel, or a literal.
    fn get(&self, builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
        self.map.get(&(value.to_raw().ptr as usize)).copied().unwrap_or_else(|| {
            let captured = self.frame.captured.iter().find(|(outside, _)| *outside == value);
            let scalar = captured.map_or_else(|| literal(builder, value), |(_, inside)| *inside);
            splat(builder, scalar, self.lanes)
        })
    }

    fn clone_op(&mut self, builder: &Builder<'c>, op: Op<'c>) {
        let lanes = self.lanes;
        match op.name_str() {
            // Fusion asks for an index of the fused loops in the producer's terms.
            "affine.apply" => {
                let operands: Vec<_> = op.ins().into_iter().map(|value| self.get(builder, value)).collect();
                let expr = op.attr("map").and_then(Map::of).and_then(|map| map.results.into_iter().next());
                let expr = expr.unwrap_or_else(|| Expr::constant(operands.len(), 0));
                let start = splat(builder, index(builder, expr.constant), lanes);
                let terms = operands.iter().zip(&expr.coefficients).filter(|(_, coefficient)| **coefficient != 0);
                let value = terms.fold(start, |sum, (operand, coefficient)| {
                    let coefficient = splat(builder, index(builder, *coefficient), lanes);
                    let term = builder.value("arith.muli", &[*operand, coefficient], sum.r#type(), &[]);
                    builder.value("arith.addi", &[sum, term], sum.r#type(), &[])
                });
                self.set(op.output(0), value);
            }
            "arith.constant" => {
                self.set(op.output(0), splat(builder, literal(builder, op.output(0)), lanes));
                self.set_lanes(op.output(0), Lanes::Same);
            }
            TABLE_LOAD => {
                let value = self.load(builder, op);
                self.set(op.output(0), value);
            }
            name => {
                let operands: Vec<_> = op.ins().into_iter().map(|value| self.get(builder, value)).collect();
                let types: Vec<_> = op
                    .outs()
                    .iter()
                    .map(|result| if lanes > 1 { vector(result.r#type(), lanes) } else { result.r#type() })
                    .collect();
                let created = builder.create(name, &operands, &types, &attributes(op), Vec::new());
                let lanes = self.lanes_after(op);
                for (old, new) in op.outs().into_iter().zip(created.outs()) {
                    self.set(old, new);
                    self.set_lanes(old, lanes);
                }
            }
        }
    }
}

/// The zero of a scalar type, as text.
pub fn zero_text(ty: Type<'_>) -> &'static str {
    if ty.to_string().starts_with('f') { "0.0" } else { "0" }
}

/// The literal `value`, once more: kernels see nothing of what is around them.
pub fn literal<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let attribute = xla_dialect::ir::defining_op(value)
        .and_then(|op| op.attr("value"))
        .unwrap_or_else(|| i64_attribute(builder.context, 0));
    builder.value("arith.constant", &[], value.r#type(), &[("value", attribute)])
}

/// The attributes of a scalar op.
pub fn attributes<'c>(op: Op<'c>) -> Vec<(&'static str, Attribute<'c>)> {
    ["predicate", "fastmath", "overflowFlags", "callee", "roundingmode"]
        .into_iter()
        .filter_map(|name| Some((name, op.attr(name)?)))
        .collect()
}
