//! The pass xla-fold-constants: what is much work and depends on literals alone is computed once, when the program is compiled, by
//! the interpreter, or where that would take longer than to compile the op, by the op's own code.
//!
//! ```mlir
//! %i = xla.iota …  %r = xla.reduce_window(%i) … {max} : (tensor<4096xi32>, tensor<i32>) -> tensor<4096xi32>
//! // becomes
//! %r = xla.constant dense<[…]> : tensor<4096xi32>
//! ```
//! An op is evaluated if it has no effects, draws no random numbers, and all values that it reads are known: they were evaluated,
//! or are arrays without elements. What canonicalization folds is left to it, and so is what a kernel that reads it computes as
//! soon as it loads a literal: elementwise ops on splats and on `iota`. The order of the terms of sums is that of folding
//! (docs/accuracy.md).
//!
//! The initial values that a window of a `reduce_window` meets at all of its positions, instead of elements, are combined apart.
//!
//! What a `select_and_scatter` selects depends on its operand alone: if that is known, and the source is not, the elements that it
//! selects are a literal, and the op becomes a `scatter`.

use super::select_apart;
use crate::compile::{evaluate, note_literals};
use crate::execute::Runtime;
use crate::identity::OpMap;
use crate::interpret::Evaluator;
use crate::scope::used;
use melior::ir::ValueLike;
use xla_dialect::elementwise_kinds;
use xla_dialect::ir::{
    Builder, Op, OpExt, Value, copied_regions, defining_op, has_uses, replace_uses, tensor_of, uses,
};
use xla_dialect::ods::xla::{self, Kind};
use xla_dialect::ops::literal::{FOLD_LIMIT, Literal, is_splat};
use xla_dialect::ops::{Arguments, convolution, reduce_window};
use xla_dialect::passes::{Failed, Pass, PassOption};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-fold-constants",
    description: "Compute what is much work and depends on literals alone",
    op: "builtin.module",
    options: &[PassOption::flag(
        "xla-cpu-compat",
        "leave ops for which XLA:CPU departs from the specification: see docs/accuracy.md",
    )],
    dialects: &["xla"],
    run,
};

/// Elements of operands and results from which on an op is worth evaluating: a compiled program does less in no time.
const LEAST_ELEMENTS: i64 = 4096;

/// Elements of results that are a literal whatever the work is.
const FEW_ELEMENTS: i64 = 16;

/// Operations on elements from which on it is worth it whatever the number of elements is.
const LEAST_STEPS: i64 = 1 << 14;

/// Elements of a value at most.
const MOST_ELEMENTS: i64 = 1 << 22;

/// Bytes of all literals that the pass makes, splats not counted: programs must not grow much.
const MOST_BYTES: usize = 1 << 22;

/// Operations on elements that the interpreter may take for a program: two tenths of a second.
const MOST_STEPS: u64 = 1 << 23;

/// Operations on elements of one op from which on it is compiled: to do so takes about ten milliseconds.
const LEAST_COMPILED: i64 = 1 << 19;

/// Operations on elements that compiled ops may take: some tenths of a second.
const MOST_COMPILED: i64 = 1 << 28;

/// Operations that selecting one element of a window takes.
const SELECTION_STEPS: i64 = 8;

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let runtime = Runtime::new(1);
    let mut folding = Folding {
        evaluator: Evaluator::new(module, &runtime, MOST_STEPS),
        runtime: &runtime,
        compiled_steps: 0,
        closed: OpMap::default(),
        worthy: Vec::new(),
        is_compat: options[0] == "true",
    };
    let windows = module.walk_ops().into_iter().filter(|op| xla::ReduceWindow::of(*op).is_some() && !folding.is_compat);
    for op in windows.collect::<Vec<_>>() {
        let Some(builder) = Builder::before(op) else { continue };
        let apart = reduce_window::initial_value_apart(op, &builder);
        if let Some(results) = apart.or_else(|| reduce_window::padding_apart(op, &builder)) {
            op.replace(&results);
        }
    }
    for op in module.walk_ops() {
        without_elements(op);
        folding.visit(op);
    }
    folding.replace();
    Ok(())
}

/// Replaces the results of `op` that have no elements by literals: what they are computed from need not be.
fn without_elements(op: Op<'_>) {
    let kind = xla::Kind::of(op);
    if kind.is_none_or(|kind| kind == Kind::Constant) {
        return;
    }
    for value in op.outs().into_iter().filter(|value| has_uses(*value)) {
        let array = tensor_of(value).filter(|tensor| is_array(value) && tensor.size() == 0);
        let literal = array.and_then(|tensor| Literal::new(tensor.xla_element()?, &tensor.shape, Vec::new()));
        if let Some(literal) = literal {
            constants(op, &[value], &[literal]);
        }
    }
}

struct Folding<'c, 'r> {
    evaluator: Evaluator<'c, 'r>,
    runtime: &'r Runtime,
    /// Operations on elements that compiled ops took.
    compiled_steps: i64,
    /// Ops that can be evaluated, because literals are all that they are computed from, and whether they are worth a literal.
    closed: OpMap<'c, bool>,
    /// Those that are worth one, in the order of the program; all of them were evaluated.
    worthy: Vec<Op<'c>>,
    is_compat: bool,
}

impl<'c> Folding<'c, '_> {
    /// Evaluates `op` if that can be done and is worth it.
    fn visit(&mut self, op: Op<'c>) {
        // The operands of most ops are not known, which is found sooner than what regions read.
        let all_closed = |values: Vec<Value<'c>>| values.into_iter().all(|value| self.is_closed(value));
        // What has no elements is known, whatever computes it.
        let is_known = !op.outs().is_empty() && op.outs().into_iter().all(|value| self.evaluator.knows(value));
        if is_known || self.evaluator.is_exhausted() {
            return;
        }
        if !all_closed(op.ins()) || !self.is_foldable(op) || !op.region_list().is_empty() && !all_closed(used(op)) {
            self.equal_operands(op);
            self.select_apart(op);
            return;
        }
        let mut is_worthy = self.is_worth_it(op);
        if is_worthy || may_be_equal(op) {
            // What cannot be evaluated is no literal for what reads it, either.
            let Some(()) = self.evaluate(op) else { return };
            is_worthy = is_worthy || self.is_equal(op.output(0));
        }
        if is_worthy {
            self.worthy.push(op);
        }
        self.closed.insert(op, is_worthy);
    }

    /// Whether all elements of `value`, which was evaluated, are equal.
    fn is_equal(&self, value: Value<'c>) -> bool {
        self.evaluator.literal(value).is_some_and(|literal| literal.one().is_some())
    }

    /// Makes literals of small operands of `op`, which is computed of others that are not known, if all of their elements are equal.
    fn equal_operands(&mut self, op: Op<'c>) {
        let computes = xla::Kind::of(op).is_some_and(|kind| kind != Kind::Return);
        for value in op.ins().into_iter().filter(|_| computes) {
            let source = defining_op(value).filter(|source| self.closed.get(*source) == Some(&false));
            let is_small = tensor_of(value).is_some_and(|tensor| (2..LEAST_ELEMENTS).contains(&tensor.size()));
            let Some(source) = source.filter(|source| is_small && !makes_plainly(*source)) else { continue };
            if self.evaluate(source).is_some() && self.is_equal(value) {
                self.worthy.push(source);
                self.closed.insert(source, true);
            }
        }
    }

    /// Makes a `scatter` of `op` if it is a `select_and_scatter` of which the operand alone is known.
    fn select_apart(&mut self, op: Op<'c>) -> Option<()> {
        xla::SelectAndScatter::of(op)?;
        let [operand, source, init] = op.ins()[..] else { return None };
        let (array, windows) = (tensor_of(operand)?, tensor_of(source)?);
        let has_one_type =
            [source, init, op.output(0)].into_iter().filter_map(tensor_of).all(|t| t.element == array.element);
        let steps = steps(op);
        if self.is_compat
            || !self.is_closed(operand)
            || !op.ins().into_iter().chain(op.outs()).all(is_array)
            || !has_one_type
            || array.size() == 0
            || windows.size() == 0
            || array.size().saturating_add(steps / SELECTION_STEPS) < LEAST_ELEMENTS
            || steps > MOST_COMPILED
        {
            return None;
        }
        let (builder, padding) = (Builder::before(op)?, op.attr("padding")?);
        let [select, scatter] = copied_regions(op).try_into().ok()?;
        let numbers = select_apart::numbers(&builder, &array.shape);
        let found = select_apart::selected(op, &builder, select, numbers, padding);
        let window = defining_op(found)?;
        // What it is made of is unused if this is more work than is left.
        self.evaluate(window)?;
        self.worthy.push(window);
        self.closed.insert(window, true);
        replace_uses(op.output(0), select_apart::scattered(op, &builder, scatter, found));
        Some(())
    }

    fn is_closed(&self, value: Value<'c>) -> bool {
        self.evaluator.knows(value) || defining_op(value).is_some_and(|op| self.closed.contains(op))
    }

    /// Whether the interpreter computes what a compiled program does, whenever that runs.
    fn is_foldable(&self, op: Op<'c>) -> bool {
        let Some(kind) = xla::Kind::of(op) else { return false };
        let is_known = match kind {
            Kind::Scatter | Kind::ReduceWindow => !self.is_compat,
            Kind::Constant | Kind::Iota | Kind::ReducePrecision | Kind::BitcastConvert => true,
            elementwise_kinds!() => true,
            kind => moves(kind) || computes_much(kind),
        };
        is_known && op.ins().into_iter().chain(op.outs()).all(is_array)
    }

    /// Whether a literal is better than the op: it is much work, or does something to a large literal that it does not enlarge.
    /// Functions of equal elements are no work.
    fn is_worth_it(&self, op: Op<'c>) -> bool {
        let Some(kind) = xla::Kind::of(op).filter(|kind| *kind != Kind::Constant) else { return false };
        let elements = |values: Vec<Value<'c>>| {
            values.into_iter().filter_map(tensor_of).map(|tensor| tensor.size()).fold(0, i64::saturating_add)
        };
        let results = elements(op.outs());
        if computes_much(kind) || is_function(kind) {
            // One element may decide which branch is taken, and few that are equal what is computed of all that repeat them.
            let decides = computes_much(kind) && results <= FEW_ELEMENTS;
            let all = results.saturating_add(elements(op.ins()));
            return decides || all >= LEAST_ELEMENTS || steps(op) >= LEAST_STEPS;
        }
        let dense = elements(op.ins().into_iter().filter(|value| self.is_dense(*value)).collect());
        dense > FOLD_LIMIT as i64 && results <= dense
    }

    /// Whether a value is in memory when the program runs.
    fn is_dense(&self, value: Value<'c>) -> bool {
        let Some(op) = defining_op(value) else { return false };
        let is_literal = xla::Constant::of(op).is_some() && op.attr("value").is_some_and(|value| !is_splat(value));
        is_literal || self.closed.get(op) == Some(&true)
    }

    /// Evaluates `op`, and before it what it reads. Chains may be longer than a stack is deep.
    fn evaluate(&mut self, op: Op<'c>) -> Option<()> {
        let mut waiting = vec![op];
        while let Some(&next) = waiting.last() {
            let unknown = used(next).into_iter().filter(|value| !self.evaluator.knows(*value));
            let sources = unknown.map(defining_op).collect::<Option<Vec<_>>>()?;
            if sources.is_empty() {
                waiting.pop();
                self.evaluate_one(next)?;
            }
            waiting.extend(sources);
        }
        Some(())
    }

    /// Evaluates `op`, all of whose operands are known.
    fn evaluate_one(&mut self, op: Op<'c>) -> Option<()> {
        let (steps, operands) = (steps(op), op.ins());
        if steps < LEAST_COMPILED || op.outs().into_iter().all(|value| self.evaluator.knows(value)) {
            return self.evaluator.evaluate(op);
        }
        self.compiled_steps = self.compiled_steps.saturating_add(steps);
        let is_literal = |value: Value<'c>| defining_op(value).and_then(xla::Constant::of).is_some();
        let is_given = |value: Value<'c>| operands.contains(&value) || is_literal(value);
        if self.compiled_steps > MOST_COMPILED || !used(op).into_iter().all(is_given) {
            return None;
        }
        let arrays: Vec<_> = operands.into_iter().map(|value| self.evaluator.array(value)).collect::<Option<_>>()?;
        let results = evaluate(op, &arrays, self.runtime)?;
        op.outs().into_iter().zip(&results).for_each(|(value, result)| self.evaluator.set(value, result));
        Some(())
    }

    /// Puts literals for the values that other ops read.
    fn replace(self) {
        let (mut gone, mut bytes): (OpMap<'c, ()>, usize) = (OpMap::default(), 0);
        for op in self.worthy.into_iter().rev() {
            let is_read = |value: &Value<'c>| uses(*value).into_iter().any(|(user, _)| !gone.contains(user));
            let read: Vec<Value<'c>> = op.outs().into_iter().filter(is_read).collect();
            let literals: Option<Vec<Literal>> = read.iter().map(|value| self.evaluator.literal(*value)).collect();
            let Some(literals) = literals else { continue };
            let size: usize = literals.iter().filter(|literal| literal.one().is_none()).map(|l| l.stored().len()).sum();
            if bytes + size > MOST_BYTES {
                continue;
            }
            bytes += size;
            if constants(op, &read, &literals).is_some() {
                gone.insert(op, ());
            }
        }
        note_literals(bytes);
    }
}

/// Whether it is told from `op` itself whether its elements are equal.
fn makes_plainly(op: Op<'_>) -> bool {
    matches!(xla::Kind::of(op), Some(Kind::Constant | Kind::Iota | Kind::Broadcast | Kind::BroadcastInDim))
}

/// Whether `op` takes few elements, many times: if they are equal, what reads them is known to read equal elements.
fn may_be_equal(op: Op<'_>) -> bool {
    let size = |value| tensor_of(value).map_or(0, |tensor| tensor.size());
    xla::Gather::of(op).is_some() && size(op.output(0)) >= LEAST_ELEMENTS.max(size(op.input(0)))
}

/// Whether `value` is an array that may be a literal.
fn is_array(value: Value<'_>) -> bool {
    tensor_of(value)
        .is_some_and(|tensor| tensor.encoding.is_none() && tensor.is_static() && tensor.size() <= MOST_ELEMENTS)
}

/// Replaces `values`, results of `op`, by literals.
fn constants<'c>(op: Op<'c>, values: &[Value<'c>], literals: &[Literal]) -> Option<()> {
    let builder = Builder::before(op)?;
    let attributes = values.iter().zip(literals).map(|(value, literal)| literal.attribute(value.r#type()));
    for (value, attribute) in values.iter().zip(attributes.collect::<Option<Vec<_>>>()?) {
        replace_uses(*value, xla::constant(&builder, attribute));
    }
    Some(())
}

/// About how many operations on elements `op` takes.
fn steps(op: Op<'_>) -> i64 {
    let size = |value: Value<'_>| tensor_of(value).map_or(0, |tensor| tensor.size());
    let elements = |values: Vec<Value<'_>>| values.into_iter().map(size).fold(0, i64::saturating_add);
    let product = |sizes: &[i64]| sizes.iter().copied().fold(1, i64::saturating_mul);
    let all = elements(op.ins()).saturating_add(elements(op.outs()));
    let body = (op.walk_ops().len() as i64 - 1).max(1);
    let result = op.outs().first().map_or(0, |result| size(*result));
    // How often each element of the result, or of the operands, is computed with.
    let times = match Kind::of(op) {
        Some(Kind::Dot) => tensor_of(op.input(0)).and_then(|lhs| lhs.shape.last().copied()).unwrap_or(1),
        Some(Kind::DotGeneral) => {
            let contracted = op.i64s("lhs_contracting_dimensions");
            let shape = tensor_of(op.input(0)).map(|lhs| lhs.shape).unwrap_or_default();
            product(&contracted.into_iter().map(|d| shape[d as usize]).collect::<Vec<_>>())
        }
        // What the kernel has for one output feature.
        Some(Kind::Conv | Kind::ConvWithGeneralPadding) => tensor_of(op.input(1)).map_or(0, |kernel| {
            let dimensions = convolution::Dimensions::of(&Arguments::of(op), kernel.rank());
            kernel.size() / kernel.shape[dimensions.rhs[0] as usize].max(1)
        }),
        Some(Kind::ReduceWindow) => product(&op.i64s("window_dimensions")).saturating_mul(body),
        Some(Kind::SelectAndScatter) => {
            return size(op.input(1))
                .saturating_mul(product(&op.i64s("window_dimensions")))
                .saturating_mul(SELECTION_STEPS);
        }
        Some(Kind::Sort) => return all.saturating_mul(i64::from(i64::BITS - all.leading_zeros())).saturating_mul(body),
        Some(Kind::Cholesky | Kind::TriangularSolve) => {
            tensor_of(op.input(0)).and_then(|a| a.shape.last().copied()).unwrap_or(1)
        }
        Some(Kind::Fft) => product(&op.i64s("fft_length")),
        _ => return all.saturating_mul(body),
    };
    result.saturating_mul(times)
}

/// Whether `kind` only moves elements, or repeats them.
fn moves(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Broadcast
            | Kind::BroadcastInDim
            | Kind::Collapse
            | Kind::Concatenate
            | Kind::DynamicSlice
            | Kind::DynamicUpdateSlice
            | Kind::Gather
            | Kind::Pad
            | Kind::Reshape
            | Kind::Rev
            | Kind::Slice
            | Kind::Transpose
    )
}

/// Whether `kind` is an elementwise function that takes many operations on each element.
fn is_function(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Acos
            | Kind::Acosh
            | Kind::Asin
            | Kind::Asinh
            | Kind::Atan
            | Kind::Atan2
            | Kind::Atanh
            | Kind::BesselI1e
            | Kind::Cbrt
            | Kind::Cos
            | Kind::Cosh
            | Kind::Digamma
            | Kind::Erf
            | Kind::ErfInv
            | Kind::Erfc
            | Kind::Exp
            | Kind::ExponentialMinusOne
            | Kind::Lgamma
            | Kind::Log
            | Kind::LogPlusOne
            | Kind::Logistic
            | Kind::Polygamma
            | Kind::Pow
            | Kind::Sin
            | Kind::Sinh
            | Kind::Tan
            | Kind::Tanh
            | Kind::Zeta
    )
}

/// Whether `kind` does more than to move each element or to compute one for each.
fn computes_much(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::BatchNormGrad
            | Kind::BatchNormInference
            | Kind::BatchNormTraining
            | Kind::Cholesky
            | Kind::Conv
            | Kind::ConvWithGeneralPadding
            | Kind::Dot
            | Kind::DotGeneral
            | Kind::Fft
            | Kind::Map
            | Kind::Reduce
            | Kind::ReduceWindow
            | Kind::Scatter
            | Kind::SelectAndScatter
            | Kind::Sort
            | Kind::TriangularSolve
    )
}
