//! Reductions along the innermost dimension: the lanes of vectors are partial sums, combined at the end.
//!
//! Where the terms of a few results lie side by side, as those of the channels of an image, a vector has terms of all of them:
//!
//! ```text
//! r0 g0 b0 r1 g1 b1 r2 g2 b2 r3 g3 b3 + r4 g4 b4 … --halves--> r g b r g b --halves--> r g b
//! ```

use super::body::{BodyEmitter, Lanes};
use super::nest::Nest;
use super::ops::{add_offset, constant, end_of_whole_vectors, if_else, load_masked, load_scalar, splat, store, vector};
use crate::codegen::analysis::body::{bits, is_zero};
use crate::codegen::analysis::reduction::{Combiner, Combiners};
use crate::codegen::schedule::nest::{Accumulators, RowPlan, Terms};
use crate::scf::{for_loop, index};
use melior::ir::{TypeLike, ValueLike};
use std::cell::RefCell;
use std::ops::Range;
use xla_dialect::ir::{
    Builder, Op, OpExt, Type, Value, block_args, element_type, element_type_or_self, integer_type, is_float, shape_of,
    terminator,
};
use xla_dialect::ods::vector::{self, CombiningKind};
use xla_dialect::ods::{Kind, arith, math};

/// The addresses of all operands, for each of the rows that are computed together.
type Addresses<'c> = Vec<Vec<Value<'c>>>;
/// What accumulates in the innermost loop: from addresses and sums, those of one row after the other, to the next sums.
type InnerLoop<'c, 'f> = &'f mut dyn FnMut(&Builder<'c>, &Addresses<'c>, &[Value<'c>]) -> Vec<Value<'c>>;

/// Elements of a remainder that are computed in a vector, at least.
const LEAST_LANES: i64 = 4;

impl<'c> Nest<'c, '_> {
    /// Each output element is summed in the lanes of a vector, which are summed at the end. Any association is
    /// allowed, and the initial value is the identity of the computation. `base` are the addresses of the operands.
    pub fn row_reduction(&self, builder: &Builder<'c>, plan: RowPlan, base: &[Value<'c>]) {
        let plan = RowPlan { together: if self.producer.is_some() { 1 } else { plan.together }, ..plan };
        self.rows_from(builder, 0, plan, base);
    }

    /// The parallel loops from `d` on, and in them the reductions.
    fn rows_from(&self, builder: &Builder<'c>, d: usize, plan: RowPlan, base: &[Value<'c>]) {
        let RowPlan { first, together, period, .. } = plan;
        let front = first - usize::from(period > 1);
        if d == front {
            return self.rows(builder, plan, &vec![base.to_vec()]);
        }
        if d + 1 < front || together == 1 {
            self.each_iteration(builder, d, |builder, i| {
                let at = self.advance(builder, base, d, i);
                self.rows_from(builder, d + 1, plan, &at);
            });
            return;
        }
        let (begin, end) = self.bounds(builder, d);
        let middle = end_of_whole_vectors(builder, begin, end, together);
        let rows = |begin, end, count| {
            for_loop(builder, begin, end, count, &[], |builder, i, _| {
                let each = (0..count).map(|offset| if offset > 0 { add_offset(builder, i, offset) } else { i });
                let at = each.map(|i| self.advance(builder, base, d, i)).collect();
                self.rows(builder, plan, &at);
                Vec::new()
            });
        };
        rows(begin, middle, together);
        if !self.is_whole(d, together) {
            rows(middle, end, 1);
        }
    }

    /// The reductions of rows, whose operands are at `base`.
    fn rows(&self, builder: &Builder<'c>, plan: RowPlan, base: &Addresses<'c>) {
        let RowPlan { first, period, in_order, .. } = plan;
        if in_order {
            return self.rows_in_order(builder, plan, base);
        }
        let last = self.kernel.dims.len() - 1;
        let producer = self.producer.map(|producer| producer.nest.kernel);
        let of_these = RowPlan { together: base.len() as i64, ..plan };
        let accumulators = Accumulators::of(self.kernel, of_these, self.lanes, producer);
        let terms = plan.terms(self.kernel, accumulators.lanes);
        let (extent, step) = (terms.extent, accumulators.chains * terms.step);
        let whole = extent / step * step;
        let count = self.kernel.outputs.len();
        let rows: Vec<Outputs<'c, '_>> = base.iter().filter_map(|base| self.outputs(builder, base, period)).collect();
        let first_sums = |lanes: i64| rows.iter().flat_map(|row| row.first_sums(builder, lanes)).collect::<Vec<_>>();
        let merge = |low: &[Value<'c>], high: &[Value<'c>]| -> Vec<Value<'c>> {
            let pairs = rows.iter().zip(low.chunks(count).zip(high.chunks(count)));
            pairs.flat_map(|(row, (low, high))| row.merge(builder, low, high)).collect()
        };
        let all = vec![first_sums(terms.lanes); accumulators.chains as usize].concat();
        let sums = self.accumulate(builder, first, base, &all, &mut |builder, at, sums| {
            let zero = index(builder, 0);
            for_loop(builder, zero, index(builder, whole), step, sums, |builder, i, sums| {
                let chains = (0..).step_by(terms.step as usize).zip(sums.chunks(count * base.len()));
                let next = chains.map(|(offset, sums)| {
                    let i = if offset > 0 { add_offset(builder, i, offset) } else { i };
                    self.combine_rows(builder, at, i, sums, terms)
                });
                next.collect::<Vec<_>>().concat()
            })
        });
        let mut chains: Vec<Vec<Value<'c>>> = sums.chunks(count * base.len()).map(<[_]>::to_vec).collect();
        while chains.len() > 1 {
            chains = chains.chunks(2).map(|pair| merge(&pair[0], &pair[1])).collect();
        }
        let mut sums = chains.swap_remove(0);
        // The remainder: whole vectors, halves and quarters of them while there are as many elements, and single elements.
        let is_apart = rows.iter().any(|row| matches!(row, Outputs::Together(_))) && first < last;
        let remainder = |sums: &[Value<'c>], begin: i64, end: i64, lanes: i64| {
            // With reductions around this one, elements of the remainder come before some that `sums` have already.
            let apart = is_apart.then(|| first_sums(lanes));
            let with = self.part_of_rows(
                builder,
                first,
                base,
                apart.as_deref().unwrap_or(sums),
                (begin..end, terms.in_vectors_of(lanes)),
            );
            if is_apart { merge(sums, &with) } else { with }
        };
        let (mut begin, mut width) = (whole, terms.lanes);
        while begin < extent {
            let end = extent - (extent - begin) % terms.in_vectors_of(width).step;
            if begin < end {
                sums = remainder(&sums, begin, end, width);
                begin = end;
            }
            let is_narrow =
                if period > 1 { begin == extent } else { width <= LEAST_LANES || extent - begin < LEAST_LANES };
            if is_narrow {
                break;
            }
            let each = rows.iter().zip(sums.chunks(count));
            sums = each.flat_map(|(row, sums)| row.halved(builder, sums, width)).collect();
            width /= 2;
        }
        let merged = rows.iter().zip(sums.chunks(count)).flat_map(|(row, sums)| row.merge_lanes(builder, sums, width));
        let mut scalars: Vec<Value<'c>> = merged.collect();
        if begin < extent {
            scalars = remainder(&scalars, begin, extent, 1);
        }
        for ((row, base), scalars) in rows.iter().zip(base).zip(scalars.chunks(count)) {
            let write = |builder: &Builder<'c>, results: &[Value<'c>]| self.write_row(builder, base, results, period);
            let Some((starts, order_matters)) = row.order_matters(builder) else {
                write(builder, scalars);
                continue;
            };
            if_else(
                builder,
                order_matters,
                |builder| {
                    // What the producer computes is in memory by now.
                    let nest = Nest { producer: None, ..*self };
                    let base = vec![base.clone()];
                    write(
                        builder,
                        &nest.part_of_rows(builder, first, &base, &starts, (0..extent, terms.in_vectors_of(1))),
                    );
                },
                |builder| write(builder, scalars),
            );
        }
    }

    /// The reductions of rows, whose terms are combined one after the other.
    fn rows_in_order(&self, builder: &Builder<'c>, plan: RowPlan, base: &Addresses<'c>) {
        let RowPlan { first, period, .. } = plan;
        let (terms, inputs) = (plan.terms(self.kernel, self.lanes), self.kernel.inputs.len());
        let count = self.kernel.outputs.len();
        let start = |at: &Vec<Value<'c>>, i: usize| self.start(builder, i, (at[inputs + i], period)).value;
        let starts: Vec<_> = base.iter().flat_map(|at| (0..count).map(move |i| start(at, i))).collect();
        let sums = self.part_of_rows(builder, first, base, &starts, (0..terms.extent, terms));
        base.iter().zip(sums.chunks(count)).for_each(|(at, sums)| self.write_row(builder, at, sums, period));
    }

    /// Stores results, each a scalar or a vector of `period`, at their addresses of `base`.
    fn write_row(&self, builder: &Builder<'c>, base: &[Value<'c>], results: &[Value<'c>], period: i64) {
        let inputs = self.kernel.inputs.len();
        for ((result, buffer), at) in results.iter().zip(&self.frame.buffers[inputs..]).zip(&base[inputs..]) {
            // A load of the next results would wait for a store with a mask, which does not say what it leaves.
            let result = if period > 1 { part_of_lanes(builder, *result, 0, period) } else { *result };
            store(builder, result, *buffer, *at, period);
        }
    }

    /// The outputs of a row, whose operands are at `base`.
    fn outputs(&self, builder: &Builder<'c>, base: &[Value<'c>], period: i64) -> Option<Outputs<'c, '_>> {
        let inputs = self.kernel.inputs.len();
        let start = |number: usize| self.start(builder, number, (base[inputs + number], period));
        Some(match self.kernel.combiners()? {
            Combiners::Each(combiners) => {
                let each = combiners.into_iter().enumerate();
                let output = |(number, combiner)| Output { nest: self, number, combiner, start: start(number) };
                Outputs::Each(each.map(output).collect())
            }
            Combiners::Together { ops, with } => {
                let starts = (0..self.kernel.outputs.len()).map(start).collect();
                Outputs::Together(Joined { nest: self, ops, with, starts, ordered: RefCell::default() })
            }
        })
    }

    /// The sums of all rows after the vector of `terms` in iteration `i`.
    fn combine_rows(
        &self,
        builder: &Builder<'c>,
        base: &Addresses<'c>,
        i: Value<'c>,
        sums: &[Value<'c>],
        terms: Terms,
    ) -> Vec<Value<'c>> {
        let nest = Nest { mask: mask_of(builder, terms.lanes), ..*self };
        let lanes = Lanes { count: width_of(terms.lanes), along: terms.along };
        let rows = base.iter().zip(sums.chunks(self.kernel.outputs.len()));
        let next =
            rows.map(|(base, sums)| nest.combine(builder, &self.advance(builder, base, terms.walk, i), sums, lanes));
        next.collect::<Vec<_>>().concat()
    }

    /// The sums after iterations `part` that read `terms`, in each of the reductions around the innermost one, which begin with loop
    /// `first`.
    fn part_of_rows(
        &self,
        builder: &Builder<'c>,
        first: usize,
        base: &Addresses<'c>,
        sums: &[Value<'c>],
        (part, terms): (Range<i64>, Terms),
    ) -> Vec<Value<'c>> {
        self.accumulate(builder, first, base, sums, &mut |builder, at, sums| {
            let (begin, end) = (index(builder, part.start), index(builder, part.end));
            for_loop(builder, begin, end, terms.step, sums, |builder, i, sums| {
                self.combine_rows(builder, at, i, sums, terms)
            })
        })
    }

    /// What output `i` begins with, for each of `period` results: a literal or what is at `at`.
    fn start(&self, builder: &Builder<'c>, i: usize, (at, period): (Value<'c>, i64)) -> Start<'c> {
        let number = self.kernel.inputs.len() + i;
        match self.kernel.starts[i] {
            Some(literal) => {
                let value = splat(builder, arith::constant(builder, literal), width_of(period));
                Start { value, period, zero: is_zero(literal) }
            }
            None => {
                let buffer = self.frame.buffers[number];
                let value = match period {
                    1 => load_scalar(builder, buffer, at),
                    _ => {
                        let ty = vector(element_type(buffer.r#type()), width_of(period));
                        load_masked(builder, buffer, at, ty, mask_of(builder, period))
                    }
                };
                Start { value, period, zero: false }
            }
        }
    }

    /// The reduction loops `d..` but the innermost, carrying the sums.
    fn accumulate(
        &self,
        builder: &Builder<'c>,
        d: usize,
        base: &Addresses<'c>,
        sums: &[Value<'c>],
        inner: InnerLoop<'c, '_>,
    ) -> Vec<Value<'c>> {
        if d + 1 == self.kernel.dims.len() {
            return inner(builder, base, sums);
        }
        let (begin, end) = (index(builder, 0), index(builder, self.kernel.dims[d].extent));
        for_loop(builder, begin, end, 1, sums, |builder, i, sums| {
            let at = base.iter().map(|base| self.advance(builder, base, d, i)).collect();
            self.accumulate(builder, d + 1, &at, sums, inner)
        })
    }
}

/// What an output begins with.
struct Start<'c> {
    /// A scalar or, where the terms of several results are in the lanes in turn, a vector that begins with one for each.
    value: Value<'c>,
    /// How many results these are.
    period: i64,
    /// Whether that is known to be 0.
    zero: bool,
}

/// The outputs of a reduction.
enum Outputs<'c, 'n> {
    /// Partial results of each are combined by themselves.
    Each(Vec<Output<'c, 'n>>),
    /// Those of all are combined together.
    Together(Joined<'c, 'n>),
}

impl<'c> Outputs<'c, '_> {
    /// Accumulators of `lanes` terms, one an output.
    fn first_sums(&self, builder: &Builder<'c>, lanes: i64) -> Vec<Value<'c>> {
        match self {
            Self::Each(outputs) => outputs.iter().map(|output| output.first_sums(builder, lanes)).collect(),
            Self::Together(joined) => joined.starts.iter().map(|start| splat(builder, start.value, lanes)).collect(),
        }
    }

    /// Two partial results of each output, scalars or vectors, as one.
    fn merge(&self, builder: &Builder<'c>, low: &[Value<'c>], high: &[Value<'c>]) -> Vec<Value<'c>> {
        match self {
            Self::Each(outputs) => {
                let pairs = low.iter().zip(high);
                outputs.iter().zip(pairs).map(|(output, (low, high))| output.merge(builder, [*low, *high])).collect()
            }
            Self::Together(joined) => joined.merge(builder, low, high),
        }
    }

    /// The sums of the lower and the upper half of the `lanes` of `sums`.
    fn halved(&self, builder: &Builder<'c>, sums: &[Value<'c>], lanes: i64) -> Vec<Value<'c>> {
        let [low, high] = halves(builder, sums, lanes);
        self.merge(builder, &low, &high)
    }

    /// What the outputs begin with, and whether the merges so far depend on the order of elements, if they may.
    fn order_matters(&self, builder: &Builder<'c>) -> Option<(Vec<Value<'c>>, Value<'c>)> {
        let Self::Together(joined) = self else { return None };
        let ordered = joined.ordered.take().into_iter().reduce(|a, b| arith::ori(builder, a, b))?;
        Some((joined.starts.iter().map(|start| start.value).collect(), ordered))
    }

    /// The `lanes` of `sums`, and initial values that they did not begin with, as one scalar an output, or as one vector of the results
    /// whose terms are in the lanes in turn.
    fn merge_lanes(&self, builder: &Builder<'c>, sums: &[Value<'c>], lanes: i64) -> Vec<Value<'c>> {
        match self {
            Self::Each(outputs) => {
                outputs.iter().zip(sums).map(|(output, sums)| output.merge_lanes(builder, *sums, lanes)).collect()
            }
            Self::Together(joined) => joined.halve(builder, sums.to_vec(), lanes),
        }
    }
}

/// Outputs whose partial results are combined together.
///
/// The lanes hold results of elements that do not follow each other, and not every body that is associative is commutative: the
/// first of several NaNs is the least element. So partial results are combined in both orders, and where these differ, the row
/// is computed again, element by element.
struct Joined<'c, 'n> {
    nest: &'n Nest<'c, 'n>,
    ops: Vec<Op<'c>>,
    /// What the ops combine the accumulators with.
    with: Vec<Value<'c>>,
    starts: Vec<Start<'c>>,
    /// For each merge whether its order matters.
    ordered: RefCell<Vec<Value<'c>>>,
}

impl<'c> Joined<'c, '_> {
    /// Two partial results of each output, scalars or vectors, as one.
    fn merge(&self, builder: &Builder<'c>, low: &[Value<'c>], high: &[Value<'c>]) -> Vec<Value<'c>> {
        let (merged, swapped) = (self.combined(builder, low, high), self.combined(builder, high, low));
        let differ = merged.iter().zip(swapped).map(|(a, b)| differ(builder, *a, b));
        if let Some(any) = differ.reduce(|a, b| arith::ori(builder, a, b)) {
            let ty = any.r#type();
            let any = match ty.is_vector() {
                true => vector::reduction(builder, CombiningKind::Or, any, None, element_type(ty)),
                false => any,
            };
            self.ordered.borrow_mut().push(any);
        }
        merged
    }

    /// What the body makes of two partial results.
    fn combined(&self, builder: &Builder<'c>, low: &[Value<'c>], high: &[Value<'c>]) -> Vec<Value<'c>> {
        let kernel = self.nest.kernel;
        let mut body = BodyEmitter::new(kernel, self.nest.frame, lanes_of(low[0]));
        let accumulators = block_args(kernel.body).split_off(kernel.inputs.len());
        accumulators.into_iter().zip(low).for_each(|(argument, low)| body.set(argument, *low));
        self.with.iter().zip(high).for_each(|(value, high)| body.set(*value, *high));
        self.ops.iter().for_each(|op| body.copy_op(builder, *op));
        let results = terminator(kernel.body).map(|end| end.ins()).unwrap_or_default();
        results.into_iter().map(|result| body.get(builder, result)).collect()
    }

    /// Halves the lanes of all sums until one is left.
    fn halve(&self, builder: &Builder<'c>, mut sums: Vec<Value<'c>>, mut lanes: i64) -> Vec<Value<'c>> {
        while lanes > 1 {
            let [low, high] = halves(builder, &sums, lanes);
            sums = self.merge(builder, &low, &high);
            lanes /= 2;
        }
        sums
    }
}

/// The lanes of a vector that holds `terms`.
fn width_of(terms: i64) -> i64 {
    (terms as u64).next_power_of_two() as i64
}

/// The first `period` lanes of `value` again and again, in `width` lanes.
fn in_turn<'c>(builder: &Builder<'c>, value: Value<'c>, period: i64, width: i64) -> Value<'c> {
    if lanes_of(value) == width {
        return value;
    }
    let mask: Vec<i64> = (0..width).map(|lane| lane % period).collect();
    vector::shuffle(builder, value, value, &mask)
}

/// The mask of the lanes that hold `terms`, if these are not all.
fn mask_of<'c>(builder: &Builder<'c>, terms: i64) -> Option<Value<'c>> {
    let ty = vector(integer_type(builder.context, 1), width_of(terms));
    (terms < width_of(terms)).then(|| vector::constant_mask(builder, &[terms], ty))
}

/// The lanes of `value`: 1 of a scalar.
fn lanes_of(value: Value<'_>) -> i64 {
    if value.r#type().is_vector() { shape_of(value.r#type())[0] } else { 1 }
}

/// Whether values, scalars or vectors, differ in any bit.
fn differ<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    let ty = a.r#type();
    let element = element_type_or_self(ty);
    let bits_of = |value: Value<'c>| {
        if !is_float(element) {
            return value;
        }
        let bits = integer_type(builder.context, bits(element) as u32);
        arith::bitcast(builder, value, if ty.is_vector() { vector(bits, shape_of(ty)[0]) } else { bits })
    };
    arith::cmpi(builder, arith::CmpIPredicate::Ne, bits_of(a), bits_of(b))
}

/// The lower and the upper half of the `lanes` of each of `sums`.
fn halves<'c>(builder: &Builder<'c>, sums: &[Value<'c>], lanes: i64) -> [Vec<Value<'c>>; 2] {
    [0, lanes / 2]
        .map(|offset| sums.iter().map(|sums| part_of_lanes(builder, *sums, offset, width_of(lanes) / 2)).collect())
}

/// `width` of the lanes of `value` from lane `offset` on; a scalar if it is one lane.
fn part_of_lanes<'c>(builder: &Builder<'c>, value: Value<'c>, offset: i64, width: i64) -> Value<'c> {
    if width == 1 {
        return vector::extract(builder, value, &[], &[offset]);
    }
    let ty = vector(element_type(value.r#type()), width);
    vector::extract_strided_slice(builder, value, &[offset], &[width], &[1], ty)
}

/// An output of a reduction, whose partial results are combined.
struct Output<'c, 'n> {
    nest: &'n Nest<'c, 'n>,
    /// Its number.
    number: usize,
    combiner: Combiner<'c>,
    start: Start<'c>,
}

impl<'c> Output<'c, '_> {
    /// Accumulators of `lanes` terms. The initial value is the identity of the computation; where an op defines its identity,
    /// not even that is needed.
    fn first_sums(&self, builder: &Builder<'c>, lanes: i64) -> Value<'c> {
        let start = &self.start;
        let Some(op) = self.combiner.monoid() else {
            return match start.period {
                1 => splat(builder, start.value, lanes),
                period => in_turn(builder, start.value, period, width_of(lanes)),
            };
        };
        let identity = match Kind::of(op) {
            // x + -0.0 is x, for -0.0 too.
            Some(Kind::Arith(arith::Kind::AddF) | Kind::Math(math::Kind::Fma)) if !start.zero => -0.0,
            Some(Kind::Arith(arith::Kind::MulF | arith::Kind::MulI)) => 1.0,
            Some(Kind::Arith(arith::Kind::AndI)) => -1.0,
            _ => 0.0,
        };
        constant(builder, vector(self.element(), width_of(lanes)), identity)
    }

    /// The type of the sums.
    fn element(&self) -> Type<'c> {
        element_type_or_self(self.start.value.r#type())
    }

    /// Two partial results, scalars or vectors, as one.
    fn merge(&self, builder: &Builder<'c>, [low, high]: [Value<'c>; 2]) -> Value<'c> {
        let ty = low.r#type();
        match &self.combiner {
            Combiner::Op(op) => {
                if math::Fma::of(*op).is_some() {
                    return arith::addf(builder, low, high);
                }
                builder.value(op.name_str(), &[low, high], ty, &[])
            }
            Combiner::Computation { ops, with } => {
                let kernel = self.nest.kernel;
                let mut body = BodyEmitter::new(kernel, self.nest.frame, lanes_of(low));
                body.set(block_args(kernel.body)[kernel.inputs.len() + self.number], low);
                body.set(*with, high);
                ops.iter().for_each(|op| body.copy_op(builder, *op));
                let result = terminator(kernel.body).map(|end| end.input(self.number));
                result.map_or(low, |result| body.get(builder, result))
            }
        }
    }

    /// The `lanes` of `sums`, and the initial value unless they began with it, as one for each result.
    fn merge_lanes(&self, builder: &Builder<'c>, sums: Value<'c>, lanes: i64) -> Value<'c> {
        let start = &self.start;
        let monoid = self.combiner.monoid().and_then(Kind::of);
        let is_product = matches!(monoid, Some(Kind::Arith(arith::Kind::MulF | arith::Kind::MulI | arith::Kind::AndI)));
        let period = start.period;
        let start = (!start.zero || is_product).then_some(start.value);
        let op = match &self.combiner {
            Combiner::Op(op) => Some(*op),
            Combiner::Computation { ops, .. } if ops.len() == 1 => Some(ops[0]),
            Combiner::Computation { .. } => None,
        };
        let kind = match op.filter(|_| period == 1).and_then(Kind::of) {
            Some(Kind::Arith(arith::Kind::AddF | arith::Kind::AddI) | Kind::Math(math::Kind::Fma)) => {
                CombiningKind::Add
            }
            Some(Kind::Arith(arith::Kind::MulF | arith::Kind::MulI)) => CombiningKind::Mul,
            Some(Kind::Arith(arith::Kind::AndI)) => CombiningKind::And,
            Some(Kind::Arith(arith::Kind::OrI)) => CombiningKind::Or,
            Some(Kind::Arith(arith::Kind::XOrI)) => CombiningKind::Xor,
            _ => {
                let sum = self.halve(builder, sums, lanes);
                let start = start.filter(|_| monoid.is_some());
                return start.map_or(sum, |start| self.merge(builder, [start, sum]));
            }
        };
        let options = vector::ReductionOptions { fastmath: Some(arith::FastMathFlags::REASSOC) };
        vector::reduction_with(builder, kind, sums, start, self.element(), options)
    }

    /// Halves the lanes until one of each result is left. That of one is a scalar: a computation is emitted for scalars or for
    /// vectors.
    fn halve(&self, builder: &Builder<'c>, mut sums: Value<'c>, mut lanes: i64) -> Value<'c> {
        while lanes > self.start.period {
            let [low, high] = halves(builder, &[sums], lanes);
            sums = self.merge(builder, [low[0], high[0]]);
            lanes /= 2;
        }
        sums
    }
}
