//! Reductions: how partial results of the outputs of a linalg body are combined.

use melior::ir::ValueLike;
use xla_dialect::ir::{Block, Op, OpExt, Value, block_args, block_ops, defining_op, integer_type, terminator, uses};
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

impl<'c> Combiner<'c> {
    /// The op whose identity is that of all ops. A sum or a product of narrow integers is followed by shifts, which wrap it
    /// to their width; an exclusive or of conditions is computed of bytes, and gives one.
    pub fn monoid(&self) -> Option<Op<'c>> {
        use arith::Kind::{AddI, MulI, ShLI, ShRSI, ShRUI, XOrI};
        let ops = match self {
            Self::Op(op) => return Some(*op),
            Self::Computation { ops, .. } => ops,
        };
        let wraps = |op: &Op<'c>| matches!(arith::Kind::of(*op), Some(ShLI | ShRSI | ShRUI));
        let converts = |op: &Op<'c>| arith::ExtUI::of(*op).is_some() || differs(*op) && reads_literal(*op);
        let alone = |is_beside: &dyn Fn(&Op<'c>) -> bool| {
            let mut combining = ops.iter().copied().filter(|op| !is_beside(op));
            combining.next().filter(|_| combining.next().is_none())
        };
        let is_exclusive = |op: &Op<'c>| {
            let takes_conditions = || op.input(0).r#type() == integer_type(op.ctx(), 1);
            (arith::Kind::of(*op) == Some(XOrI) || differs(*op)) && takes_conditions()
        };
        let sum = alone(&wraps).filter(|op| matches!(arith::Kind::of(*op), Some(AddI | MulI)));
        sum.or_else(|| alone(&converts).filter(is_exclusive))
    }
}

/// How partial results of all outputs are combined.
pub enum Combiners<'c> {
    /// Those of each output by themselves.
    Each(Vec<Combiner<'c>>),
    /// Those of all outputs together.
    Together {
        /// The ops that depend on the accumulators.
        ops: Vec<Op<'c>>,
        /// The values that they combine these with, in order; ops that compute those values have been emitted before.
        with: Vec<Value<'c>>,
    },
}

impl Combiners<'_> {
    /// Whether each partial result may begin with the identity of the computation or, where there is none, with the initial
    /// value: ops that only choose may take that several times.
    pub fn allow_partial_results(&self) -> bool {
        match self {
            Self::Each(combiners) => combiners.iter().all(|combiner| match combiner {
                Combiner::Op(_) => true,
                Combiner::Computation { ops, .. } => {
                    combiner.monoid().is_some() || ops.iter().all(|op| is_choosing(*op))
                }
            }),
            // Ties are found by equality.
            Self::Together { ops, .. } => ops.iter().all(|op| is_choosing(*op) || arith::CmpI::of(*op).is_some()),
        }
    }
}

/// The combiners of all outputs of `body`, whose arguments are the elements of `inputs` inputs and then the accumulators;
/// `None` if the body does not combine a partial result with elements, or the order of the elements matters.
pub fn combiners<'c>(body: Block<'c>, inputs: usize) -> Option<Combiners<'c>> {
    let args = block_args(body);
    let accumulators = &args[inputs..];
    let results = terminator(body)?.ins();
    let combiner = |i: usize| {
        simple_combiner(accumulators[i], results[i]).or_else(|| computation(body, accumulators, &results, i))
    };
    let each: Option<Vec<_>> = (0..results.len()).map(combiner).collect();
    match each {
        Some(each) => Some(Combiners::Each(each)),
        None if results.len() == 1 => None,
        None => together(body, accumulators, &results),
    }
}

/// The ops that combine several accumulators, as in a search for the least element and its index, with as many values.
///
/// The value of an accumulator is the one that it is compared with, a literal if all elements are one: a body that decides by some of
/// them alone, such as one that keeps the first of equal elements, depends on the order of the elements.
fn together<'c>(body: Block<'c>, accumulators: &[Value<'c>], results: &[Value<'c>]) -> Option<Combiners<'c>> {
    let body: Vec<Op<'c>> = block_ops(body).into_iter().filter(|op| linalg::Yield::of(*op).is_none()).collect();
    let mut dependent = accumulators.to_vec();
    let mut ops: Vec<Op<'c>> = Vec::new();
    for op in body {
        if op.ins().iter().any(|operand| dependent.contains(operand)) {
            dependent.extend(op.outs());
            ops.push(op);
        }
    }
    let mut others: Vec<Value<'c>> = Vec::new();
    for operand in ops.iter().flat_map(|op| op.ins()) {
        if !is_literal(operand) && !dependent.contains(&operand) && !others.contains(&operand) {
            others.push(operand);
        }
    }
    let is_comparison = |op: &Op<'c>| matches!(arith::Kind::of(*op), Some(arith::Kind::CmpF | arith::Kind::CmpI));
    let compared = |accumulator: &Value<'c>| {
        let comparisons = ops.iter().filter(|op| is_comparison(op) && op.ins().contains(accumulator));
        let values: Vec<Value<'c>> =
            comparisons.flat_map(|op| op.ins()).filter(|value| !dependent.contains(value)).collect();
        // Accumulators are also compared with limits.
        let value = *values.iter().find(|value| !is_literal(**value)).or(values.first())?;
        // A literal is an element where it is compared with the accumulator, or chosen.
        let is_element =
            |op: &Op<'c>| arith::Select::of(*op).is_some() || is_comparison(op) && op.ins().contains(accumulator);
        let are_elements = || ops.iter().filter(|op| op.ins().contains(&value)).all(is_element);
        let is_one = values.iter().all(|other| *other == value || is_literal(*other) && !is_literal(value));
        (is_one && (!is_literal(value) || are_elements())).then_some(value)
    };
    let with = accumulators.iter().map(compared).collect::<Option<Vec<_>>>()?;
    let are_different = (1..with.len()).all(|i| !with[..i].contains(&with[i]));
    // A number that is chosen in place of an accumulator is an element, not one of the body's own.
    let selects = ops.iter().filter(|op| arith::Select::of(**op).is_some());
    let chosen: Vec<Value<'c>> =
        selects.flat_map(|op| op.ins()[1..].to_vec()).filter(|value| is_literal(*value)).collect();
    let are_chosen = with.iter().all(|value| !is_literal(*value) || chosen.contains(value));
    let combines = others.iter().chain(&chosen).all(|other| with.contains(other))
        && results.iter().all(|result| dependent.contains(result));
    (combines && are_different && are_chosen).then_some(Combiners::Together { ops, with })
}

fn simple_combiner<'c>(accumulator: Value<'c>, result: Value<'c>) -> Option<Combiner<'c>> {
    let op = defining_op(result)?;
    use arith::Kind::{AddF, AddI, AndI, MulF, MulI, OrI, XOrI};
    let simple = matches!(arith::Kind::of(op), Some(AddF | MulF | AddI | MulI | AndI | OrI | XOrI))
        || math::Fma::of(op).is_some_and(|fma| fma.c() == accumulator);
    let uses = uses(accumulator);
    (simple && uses.len() == 1 && uses[0].0 == op).then_some(Combiner::Op(op))
}

/// How `body` combines accumulator `i`, if that is apart from the others.
fn computation<'c>(
    body: Block<'c>,
    accumulators: &[Value<'c>],
    results: &[Value<'c>],
    i: usize,
) -> Option<Combiner<'c>> {
    let (accumulator, result) = (accumulators[i], results[i]);
    let body: Vec<Op<'c>> = block_ops(body).into_iter().filter(|op| linalg::Yield::of(*op).is_none()).collect();
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
            let made = position(&operand).is_some_and(|i| taken[i]) || operand == accumulator;
            if !is_literal(operand) && !made && !needs.contains(&operand) {
                needs.push(operand);
            }
        }
        needs
    };
    let is_apart = (0..results.len()).all(|other| other == i || !dependent.contains(&results[other]));
    if !is_apart || !dependent[1..].contains(&result) {
        return None;
    }
    // What the computation makes of its element alone, such as its bits, is part of it: partial results are combined by
    // the same ops as elements are, so that it has to be symmetric.
    while taken.iter().filter(|taken| **taken).count() <= MOST_OPS {
        let others = needs(&taken);
        if let [with] = others[..]
            && with.r#type() == accumulator.r#type()
            && !accumulators.contains(&with)
            && is_symmetric(result, accumulator, with)
        {
            let ops: Vec<_> = body.into_iter().zip(taken).filter(|(_, taken)| *taken).map(|(op, _)| op).collect();
            return Some(Combiner::Computation { ops, with });
        }
        taken[others.iter().filter_map(position).max()?] = true;
    }
    None
}

/// Whether `op` is one of those that only choose between values, or change their types: a computation of such ops may take the
/// initial value several times, once for each partial result. Exclusive or, which differs from it, also comes as a comparison of
/// two conditions.
fn is_choosing(op: Op<'_>) -> bool {
    use arith::Kind::*;
    match arith::Kind::of(op) {
        Some(CmpI) => {
            use arith::CmpIPredicate::{Eq, Ne};
            !matches!(arith::CmpI::cast(op).predicate(), Eq | Ne) || reads_literal(op)
        }
        Some(
            AndI | Bitcast | CmpF | Constant | ExtF | ExtSI | ExtUI | MaxNumF | MaxSI | MaxUI | MaximumF | MinNumF
            | MinSI | MinUI | MinimumF | OrI | Select | ShLI | ShRSI | ShRUI | TruncF | TruncI,
        ) => true,
        _ => false,
    }
}

/// Whether `op` compares integers for inequality: an exclusive or, if they are conditions.
fn differs(op: Op<'_>) -> bool {
    arith::CmpI::of(op).is_some_and(|comparison| comparison.predicate() == arith::CmpIPredicate::Ne)
}

/// Whether an operand of `op` is a literal.
fn reads_literal(op: Op<'_>) -> bool {
    op.ins().into_iter().any(is_literal)
}

fn is_literal(value: Value<'_>) -> bool {
    defining_op(value).and_then(arith::Constant::of).is_some()
}

/// Ops of a computation that partial results are combined by, at most.
const MOST_OPS: usize = 16;

/// Whether `result` is written in the same way with `a` and `b` exchanged.
fn is_symmetric<'c>(result: Value<'c>, a: Value<'c>, b: Value<'c>) -> bool {
    written(result, [a, b]) == written(result, [b, a])
}

/// A choice between two values by which of two others is less.
fn choice<'c>(op: Op<'c>, leaves: [Value<'c>; 2]) -> Option<String> {
    arith::Select::of(op)?;
    let [condition, mut less, mut greater] = op.ins()[..] else { return None };
    let comparison = defining_op(condition)?;
    let is_greater = match arith::Kind::of(comparison)? {
        arith::Kind::CmpI => {
            use arith::CmpIPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
            match arith::CmpI::cast(comparison).predicate() {
                Sgt | Sge | Ugt | Uge => true,
                Slt | Sle | Ult | Ule => false,
                Eq | Ne => return None,
            }
        }
        arith::Kind::CmpF => {
            use arith::CmpFPredicate::{Oge, Ogt, Ole, Olt, Uge, Ugt, Ule, Ult};
            match arith::CmpF::cast(comparison).predicate() {
                Ogt | Oge | Ugt | Uge => true,
                Olt | Ole | Ult | Ule => false,
                _ => return None,
            }
        }
        _ => return None,
    };
    let [mut x, mut y] = [comparison.ins()[0], comparison.ins()[1]].map(|value| written(value, leaves));
    if is_greater != (x > y) {
        (less, greater) = (greater, less);
    }
    if x > y {
        (x, y) = (y, x);
    }
    Some(format!("if {x} < {y} {} else {}", written(less, leaves), written(greater, leaves)))
}

/// How `value` is computed from `leaves`: the operands of commutative ops in one order, and comparisons in one direction.
fn written<'c>(value: Value<'c>, leaves: [Value<'c>; 2]) -> String {
    if let Some(leaf) = leaves.iter().position(|leaf| *leaf == value) {
        return format!("${leaf}");
    }
    let Some(op) = defining_op(value) else { return format!("{value}") };
    if let Some(choice) = choice(op, leaves) {
        return choice;
    }
    let mut operands: Vec<String> = op.ins().iter().map(|operand| written(*operand, leaves)).collect();
    use arith::Kind::*;
    let is_commutative = matches!(
        arith::Kind::of(op),
        Some(
            AddF | MulF
                | MaximumF
                | MaxNumF
                | MinimumF
                | MinNumF
                | AddI
                | MulI
                | AndI
                | OrI
                | XOrI
                | MaxSI
                | MaxUI
                | MinSI
                | MinUI
        )
    );
    if is_commutative {
        operands.sort_unstable();
    }
    let attributes: Vec<String> = op.attrs().iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{}({})<{}>:{}", op.name_str(), operands.join(","), attributes.join(","), value.r#type())
}
