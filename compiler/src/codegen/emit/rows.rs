//! Reductions along the innermost dimension: the lanes of vectors are partial sums, combined at the end.

use super::body::{BodyEmitter, Lanes};
use super::nest::Nest;
use super::ops::{add_offset, constant, if_else, load_scalar, splat, store, vector};
use crate::codegen::analysis::body::{bits, is_zero};
use crate::codegen::analysis::reduction::{Combiner, Combiners};
use crate::codegen::schedule::nest::{Accumulators, RowPlan};
use crate::scf::{for_loop, index};
use melior::ir::{TypeLike, ValueLike};
use std::cell::RefCell;
use std::ops::Range;
use xla_dialect::ir::{
    Builder, Op, OpExt, Value, block_args, element_type, integer_type, is_float, shape_of, terminator,
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
        let RowPlan { first, together } = plan;
        if d == first {
            return self.rows(builder, first, &vec![base.to_vec()]);
        }
        if d + 1 < first || together == 1 {
            self.each_iteration(builder, d, |builder, i| {
                let at = self.advance(builder, base, d, i);
                self.rows_from(builder, d + 1, plan, &at);
            });
            return;
        }
        let extent = self.kernel.dims[d].extent;
        let whole = extent - extent % together;
        for (begin, end, count) in [(0, whole, together), (whole, extent, 1)] {
            if begin < end {
                for_loop(builder, index(builder, begin), index(builder, end), count, &[], |builder, i, _| {
                    let each = (0..count).map(|offset| if offset > 0 { add_offset(builder, i, offset) } else { i });
                    let at = each.map(|i| self.advance(builder, base, d, i)).collect();
                    self.rows(builder, first, &at);
                    Vec::new()
                });
            }
        }
    }

    /// The reductions of rows, which begin with loop `first`.
    fn rows(&self, builder: &Builder<'c>, first: usize, base: &Addresses<'c>) {
        let inputs = self.kernel.inputs.len();
        let last = self.kernel.dims.len() - 1;
        let extent = self.kernel.dims[last].extent;
        let producer = self.producer.map(|producer| producer.nest.kernel);
        let accumulators = Accumulators::of(self.kernel, (self.lanes, base.len() as i64), producer);
        let (lanes, step) = (Lanes { count: accumulators.lanes, along: last }, accumulators.step());
        let whole = extent / step * step;
        let count = self.kernel.outputs.len();
        let rows: Vec<Outputs<'c, '_>> = base.iter().filter_map(|base| self.outputs(builder, base)).collect();
        let first_sums = |lanes: i64| rows.iter().flat_map(|row| row.first_sums(builder, lanes)).collect::<Vec<_>>();
        let merge = |low: &[Value<'c>], high: &[Value<'c>]| -> Vec<Value<'c>> {
            let pairs = rows.iter().zip(low.chunks(count).zip(high.chunks(count)));
            pairs.flat_map(|(row, (low, high))| row.merge(builder, low, high)).collect()
        };
        let all = vec![first_sums(lanes.count); accumulators.chains as usize].concat();
        let sums = self.accumulate(builder, first, base, &all, &mut |builder, at, sums| {
            let zero = index(builder, 0);
            for_loop(builder, zero, index(builder, whole), step, sums, |builder, i, sums| {
                let chains = (0..).step_by(lanes.count as usize).zip(sums.chunks(count * base.len()));
                let next = chains.map(|(offset, sums)| {
                    let i = if offset > 0 { add_offset(builder, i, offset) } else { i };
                    self.combine_rows(builder, at, i, sums, lanes)
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
            let with = self.part_of_rows(builder, first, base, apart.as_deref().unwrap_or(sums), (begin..end, lanes));
            if is_apart { merge(sums, &with) } else { with }
        };
        let (mut begin, mut width) = (whole, lanes.count);
        while begin < extent {
            let end = extent - (extent - begin) % width;
            if begin < end {
                sums = remainder(&sums, begin, end, width);
                begin = end;
            }
            if width <= LEAST_LANES || extent - begin < LEAST_LANES {
                break;
            }
            width /= 2;
            sums = rows.iter().zip(sums.chunks(count)).flat_map(|(row, sums)| row.halved(builder, sums)).collect();
        }
        let merged = rows.iter().zip(sums.chunks(count)).flat_map(|(row, sums)| row.merge_lanes(builder, sums));
        let mut scalars: Vec<Value<'c>> = merged.collect();
        if begin < extent {
            scalars = remainder(&scalars, begin, extent, 1);
        }
        for ((row, base), scalars) in rows.iter().zip(base).zip(scalars.chunks(count)) {
            let write = |builder: &Builder<'c>, results: &[Value<'c>]| {
                for (i, result) in results.iter().enumerate() {
                    store(builder, *result, self.frame.buffers[inputs + i], base[inputs + i], 1);
                }
            };
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
                    write(builder, &nest.part_of_rows(builder, first, &base, &starts, (0..extent, 1)));
                },
                |builder| write(builder, scalars),
            );
        }
    }

    /// The outputs of a row, whose operands are at `base`.
    fn outputs(&self, builder: &Builder<'c>, base: &[Value<'c>]) -> Option<Outputs<'c, '_>> {
        let inputs = self.kernel.inputs.len();
        let start = |number: usize| self.start(builder, number, base[inputs + number]);
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

    /// The sums of all rows after iteration `i` of the innermost loop, or `lanes` of them.
    fn combine_rows(
        &self,
        builder: &Builder<'c>,
        base: &Addresses<'c>,
        i: Value<'c>,
        sums: &[Value<'c>],
        lanes: Lanes,
    ) -> Vec<Value<'c>> {
        let rows = base.iter().zip(sums.chunks(self.kernel.outputs.len()));
        let next =
            rows.map(|(base, sums)| self.combine(builder, &self.advance(builder, base, lanes.along, i), sums, lanes));
        next.collect::<Vec<_>>().concat()
    }

    /// The sums after iterations `part` of the innermost loop, `lanes` at a time, in each of the reductions around it, which begin
    /// with loop `first`.
    fn part_of_rows(
        &self,
        builder: &Builder<'c>,
        first: usize,
        base: &Addresses<'c>,
        sums: &[Value<'c>],
        (part, lanes): (Range<i64>, i64),
    ) -> Vec<Value<'c>> {
        let last = self.kernel.dims.len() - 1;
        self.accumulate(builder, first, base, sums, &mut |builder, at, sums| {
            let (begin, end) = (index(builder, part.start), index(builder, part.end));
            for_loop(builder, begin, end, lanes, sums, |builder, i, sums| {
                self.combine_rows(builder, at, i, sums, Lanes { count: lanes, along: last })
            })
        })
    }

    /// What output `i` begins with, a literal or what is at `at`.
    fn start(&self, builder: &Builder<'c>, i: usize, at: Value<'c>) -> Start<'c> {
        let number = self.kernel.inputs.len() + i;
        match self.kernel.starts[i] {
            Some(literal) => {
                let value = arith::constant(builder, literal);
                Start { value, zero: is_zero(literal) }
            }
            None => {
                let value = load_scalar(builder, self.frame.buffers[number], at);
                Start { value, zero: false }
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
    /// A scalar.
    value: Value<'c>,
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
    /// Accumulators of `lanes`, one an output.
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

    /// The sums of the lower and the upper half of the lanes of `sums`.
    fn halved(&self, builder: &Builder<'c>, sums: &[Value<'c>]) -> Vec<Value<'c>> {
        let half = |upper: i64| -> Vec<Value<'c>> {
            let part = |sums: &Value<'c>| {
                let width = shape_of(sums.r#type())[0] / 2;
                part_of_lanes(builder, *sums, upper * width, width)
            };
            sums.iter().map(part).collect()
        };
        self.merge(builder, &half(0), &half(1))
    }

    /// What the outputs begin with, and whether the merges so far depend on the order of elements, if they may.
    fn order_matters(&self, builder: &Builder<'c>) -> Option<(Vec<Value<'c>>, Value<'c>)> {
        let Self::Together(joined) = self else { return None };
        let ordered = joined.ordered.take().into_iter().reduce(|a, b| arith::ori(builder, a, b))?;
        Some((joined.starts.iter().map(|start| start.value).collect(), ordered))
    }

    /// The lanes of `sums`, and initial values that they did not begin with, as one scalar an output.
    fn merge_lanes(&self, builder: &Builder<'c>, sums: &[Value<'c>]) -> Vec<Value<'c>> {
        match self {
            Self::Each(outputs) => {
                outputs.iter().zip(sums).map(|(output, sums)| output.merge_lanes(builder, *sums)).collect()
            }
            Self::Together(joined) => joined.halve(builder, sums.to_vec()),
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
        let ty = low[0].r#type();
        let lanes = if ty.is_vector() { shape_of(ty)[0] } else { 1 };
        let mut body = BodyEmitter::new(kernel, self.nest.frame, lanes);
        let accumulators = block_args(kernel.body).split_off(kernel.inputs.len());
        accumulators.into_iter().zip(low).for_each(|(argument, low)| body.set(argument, *low));
        self.with.iter().zip(high).for_each(|(value, high)| body.set(*value, *high));
        self.ops.iter().for_each(|op| body.copy_op(builder, *op));
        let results = terminator(kernel.body).map(|end| end.ins()).unwrap_or_default();
        results.into_iter().map(|result| body.get(builder, result)).collect()
    }

    /// Halves the lanes of all sums until one is left.
    fn halve(&self, builder: &Builder<'c>, mut sums: Vec<Value<'c>>) -> Vec<Value<'c>> {
        let mut width = shape_of(sums[0].r#type())[0];
        while width > 1 {
            width /= 2;
            let half = |offset: i64| -> Vec<Value<'c>> {
                sums.iter().map(|sums| part_of_lanes(builder, *sums, offset, width)).collect()
            };
            sums = self.merge(builder, &half(0), &half(width));
        }
        sums
    }
}

/// Whether values, scalars or vectors, differ in any bit.
fn differ<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    let ty = a.r#type();
    let element = if ty.is_vector() { element_type(ty) } else { ty };
    let bits_of = |value: Value<'c>| {
        if !is_float(element) {
            return value;
        }
        let bits = integer_type(builder.context, bits(element) as u32);
        arith::bitcast(builder, value, if ty.is_vector() { vector(bits, shape_of(ty)[0]) } else { bits })
    };
    arith::cmpi(builder, arith::CmpIPredicate::Ne, bits_of(a), bits_of(b))
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
    /// Accumulators of `lanes`. The initial value is the identity of the computation; where an op defines its identity,
    /// not even that is needed.
    fn first_sums(&self, builder: &Builder<'c>, lanes: i64) -> Value<'c> {
        let start = &self.start;
        let Some(op) = self.combiner.monoid() else { return splat(builder, start.value, lanes) };
        let identity = match Kind::of(op) {
            // x + -0.0 is x, for -0.0 too.
            Some(Kind::Arith(arith::Kind::AddF) | Kind::Math(math::Kind::Fma)) if !start.zero => -0.0,
            Some(Kind::Arith(arith::Kind::MulF | arith::Kind::MulI)) => 1.0,
            Some(Kind::Arith(arith::Kind::AndI)) => -1.0,
            _ => 0.0,
        };
        constant(builder, vector(start.value.r#type(), lanes), identity)
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
                let lanes = if ty.is_vector() { shape_of(ty)[0] } else { 1 };
                let mut body = BodyEmitter::new(kernel, self.nest.frame, lanes);
                body.set(block_args(kernel.body)[kernel.inputs.len() + self.number], low);
                body.set(*with, high);
                ops.iter().for_each(|op| body.copy_op(builder, *op));
                let result = terminator(kernel.body).map(|end| end.input(self.number));
                result.map_or(low, |result| body.get(builder, result))
            }
        }
    }

    /// The lanes of `sums`, and the initial value unless they began with it, as one scalar.
    fn merge_lanes(&self, builder: &Builder<'c>, sums: Value<'c>) -> Value<'c> {
        let start = &self.start;
        let element = start.value.r#type();
        let monoid = self.combiner.monoid().and_then(Kind::of);
        let is_product = matches!(monoid, Some(Kind::Arith(arith::Kind::MulF | arith::Kind::MulI | arith::Kind::AndI)));
        let start = (!start.zero || is_product).then_some(start.value);
        let op = match &self.combiner {
            Combiner::Op(op) => Some(*op),
            Combiner::Computation { ops, .. } if ops.len() == 1 => Some(ops[0]),
            Combiner::Computation { .. } => None,
        };
        let kind = match op.and_then(Kind::of) {
            Some(Kind::Arith(arith::Kind::AddF | arith::Kind::AddI) | Kind::Math(math::Kind::Fma)) => {
                CombiningKind::Add
            }
            Some(Kind::Arith(arith::Kind::MulF | arith::Kind::MulI)) => CombiningKind::Mul,
            Some(Kind::Arith(arith::Kind::AndI)) => CombiningKind::And,
            Some(Kind::Arith(arith::Kind::OrI)) => CombiningKind::Or,
            Some(Kind::Arith(arith::Kind::XOrI)) => CombiningKind::Xor,
            _ => {
                let sum = self.halve(builder, sums);
                let start = start.filter(|_| monoid.is_some());
                return start.map_or(sum, |start| self.merge(builder, [start, sum]));
            }
        };
        let options = vector::ReductionOptions { fastmath: Some(arith::FastMathFlags::REASSOC) };
        vector::reduction_with(builder, kind, sums, start, element, options)
    }

    /// Halves the lanes until one is left, which is a scalar: a computation is emitted for scalars or for vectors.
    fn halve(&self, builder: &Builder<'c>, mut sums: Value<'c>) -> Value<'c> {
        let mut width = shape_of(sums.r#type())[0];
        while width > 1 {
            width /= 2;
            let half = |offset: i64| part_of_lanes(builder, sums, offset, width);
            sums = self.merge(builder, [half(0), half(width)]);
        }
        sums
    }
}
