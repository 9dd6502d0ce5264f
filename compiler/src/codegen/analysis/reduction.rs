//! Reductions: how partial results of a kernel's outputs are combined.

use super::kernel::Kernel;
use melior::ir::ValueLike;
use xla_dialect::ir::{Op, OpExt, Value, block_args, block_ops, defining_op, terminator, uses};
use xla_dialect::ods::{arith, linalg, math};

/// How partial results of an output are combined.
pub enum Combiner<'c> {
    /// One op, which has an identity.
    Op(Op<'c>),
    /// Several ops.
    Computation {
        /// The ops that depend on the accumulator.
        ops: Vec<Op<'c>>,
        /// The one value that they combine it with; ops that compute that value have been emitted before.
        with: Value<'c>,
    },
}

/// The combiners of all outputs; `None` if the body does not combine a partial result with elements.
pub fn combiners<'c>(kernel: &Kernel<'c>) -> Option<Vec<Combiner<'c>>> {
    let args = block_args(kernel.body);
    let accumulators = &args[kernel.inputs.len()..];
    let results = terminator(kernel.body)?.ins();
    let simple: Option<Vec<_>> =
        accumulators.iter().zip(&results).map(|(accumulator, result)| simple_combiner(*accumulator, *result)).collect();
    match (accumulators, simple) {
        (_, Some(simple)) => Some(simple),
        ([accumulator], None) => Some(vec![computation(kernel, *accumulator, results[0])?]),
        _ => None,
    }
}

fn simple_combiner<'c>(accumulator: Value<'c>, result: Value<'c>) -> Option<Combiner<'c>> {
    let op = defining_op(result)?;
    use arith::Kind::{AddF, AddI, AndI, MulF, MulI, OrI, XOrI};
    let simple = matches!(arith::Kind::of(op), Some(AddF | MulF | AddI | MulI | AndI | OrI | XOrI))
        || math::Fma::of(op).is_some_and(|fma| fma.c() == accumulator);
    let uses = uses(accumulator);
    (simple && uses.len() == 1 && uses[0].0 == op).then_some(Combiner::Op(op))
}

fn computation<'c>(kernel: &Kernel<'c>, accumulator: Value<'c>, result: Value<'c>) -> Option<Combiner<'c>> {
    let body: Vec<Op<'c>> = block_ops(kernel.body).into_iter().filter(|op| linalg::Yield::of(*op).is_none()).collect();
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
            let literal = defining_op(operand).and_then(arith::Constant::of).is_some();
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
