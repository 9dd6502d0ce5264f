//! Reductions along the innermost dimension: the lanes of vectors are partial sums, put together at the end.

use super::body::Values;
use super::kernel::Kernel;
use super::loops::{Nest, add_scaled, is_zero, splat, store, vector};
use crate::scf::{for_loop, index};
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{Builder, Op, OpExt, Value, block_args, block_ops};

/// Vectors of one accumulator: enough to hide the latency of an addition.
const ACCUMULATORS: i64 = 4;
/// Ops that take no longer than an addition; what takes longer hides its latency.
const FEW_OPS: usize = 4;

/// What accumulates in the innermost loop: from addresses and sums to the next sums.
type InnerLoop<'c, 'f> = &'f mut dyn FnMut(&Builder<'c>, &[Value<'c>], &[Value<'c>]) -> Vec<Value<'c>>;

/// Whether the innermost reduction walks neighbouring elements.
pub fn reduces_rows(kernel: &Kernel<'_>, lanes: i64, first: usize) -> bool {
    let last = kernel.dims.len() - 1;
    lanes > 1
        && kernel.dims[first..].iter().all(|dim| !dim.parallel)
        && kernel.is_contiguous(last)
        && kernel.inputs.iter().any(|operand| operand.strides[last] == 1)
        && kernel.dims[last].extent >= lanes
        && !kernel.asks_for_indices()
        && combiners(kernel).is_some()
}

impl<'c> Nest<'c, '_> {
    /// Each output element is summed in the lanes of a vector, which are summed at the end. Any association is
    /// allowed, and the initial value is the identity of the computation.
    pub fn row_reduction(&self, builder: &Builder<'c>, d: usize, first: usize, base: &[Value<'c>]) {
        if d < first {
            self.each_turn(builder, d, |builder, turn| {
                let at = self.advance(builder, base, d, turn);
                self.row_reduction(builder, d + 1, first, &at);
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
                let value = builder.value("arith.constant", &[], operand.element, &[("value", literal)]);
                Start { value, zero: is_zero(literal) }
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
