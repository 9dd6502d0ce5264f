//! From IR to closures: each op becomes one that takes the values of its operands and gives those of its results.

use super::computation::{Computation, Function, Imported, Node, Output, Slot, Step};
use super::declared::{Declared, site};
use super::machine::Machine;
use super::value::{Tensor, Value};
use super::{
    batch_norm, collective, contraction, control, elementwise, indexing, library, random, reduce, shape, sort, window,
};
use crate::diagnostics::{Diagnostic, Position};
use melior::ir::ValueLike;
use std::collections::HashMap;
use std::sync::Arc;
use xla_dialect::elementwise_kinds;
use xla_dialect::ir::{
    Block, Op, OpExt, Value as MlirValue, block_args, block_ops, defining_op, string_value, symbol_value, tensor_of,
};
use xla_dialect::ods::{Kind, func, xla};
use xla_dialect::ops::collective::Grid;
use xla_dialect::ops::control::has_effects;
use xla_dialect::ops::matching::defined_by;
use xla_scalar::{Element, Op as Scalar};

/// Imports a module: its functions, and the one that is being imported.
pub(super) struct Importer<'c> {
    functions: HashMap<&'c str, Op<'c>>,
    done: HashMap<&'c str, Arc<Function>>,
    /// The functions that are being imported, each called by the one before.
    open: Vec<&'c str>,
    slots: HashMap<usize, usize>,
    /// The processes that the module is for.
    pub grid: Grid,
}

/// Why an op cannot be imported.
pub(super) struct Refused(pub Diagnostic);

impl Refused {
    fn at(op: Op<'_>, reason: &str) -> Self {
        let name = if xla::Kind::of(op).is_some() { op.mnemonic() } else { op.name_str() };
        Refused(Diagnostic::error(Position::of(op.loc()), format!("unsupported: {name}: {reason}")))
    }
}

impl<'c> Importer<'c> {
    pub fn new(module: Op<'c>) -> Self {
        let all = module.body(0).map(block_ops).unwrap_or_default().into_iter();
        let functions = all.filter(|op| func::Func::of(*op).is_some() && op.body(0).is_some());
        let named = functions.filter_map(|op| Some((string_value(op.attr("sym_name")?)?, op)));
        let grid = crate::grid::grid(module);
        Self { functions: named.collect(), done: HashMap::new(), open: Vec::new(), slots: HashMap::new(), grid }
    }

    /// The function that is not private.
    pub fn entry(&self) -> Option<&'c str> {
        self.functions.iter().find(|(_, op)| op.attr("sym_visibility").is_none()).map(|(name, _)| *name)
    }

    /// The function `name`, which `caller` calls.
    pub fn function(&mut self, name: &str, caller: Op<'c>) -> Result<Arc<Function>, Refused> {
        if let Some(done) = self.done.get(name) {
            return Ok(done.clone());
        }
        let Some((&name, &op)) = self.functions.get_key_value(name) else {
            return Err(Refused::at(caller, &format!("there is no body of @{name}")));
        };
        if self.open.contains(&name) {
            return Err(Refused::at(caller, &format!("@{name} calls itself")));
        }
        self.open.push(name);
        let outer = std::mem::take(&mut self.slots);
        let block = op.body(0).ok_or_else(|| Refused::at(op, "it has no body"))?;
        let body = self.computation(block)?;
        let slots = std::mem::replace(&mut self.slots, outer).len();
        self.open.pop();
        let function = Arc::new(Function { slots, body });
        self.done.insert(name, function.clone());
        Ok(function)
    }

    fn slot(&mut self, value: MlirValue<'c>) -> Slot {
        let next = self.slots.len();
        let slot = *self.slots.entry(value.to_raw().ptr as usize).or_insert(next);
        (slot, tensor_of(value).and_then(|tensor| tensor.xla_element()))
    }

    fn output(&mut self, value: MlirValue<'c>) -> Output {
        let count = |sizes: &[usize]| sizes.iter().fold(1, |count: u64, &size| count.saturating_mul(size as u64));
        let array = Declared::of(value).ok().map(|declared| (declared.element, count(&declared.bounds)));
        Output { slot: self.slot(value).0, array }
    }

    fn computation(&mut self, block: Block<'c>) -> Result<Computation, Refused> {
        let arguments: Vec<Slot> = block_args(block).into_iter().map(|argument| self.slot(argument)).collect();
        let (mut nodes, mut results, mut is_elementwise) = (Vec::new(), Vec::new(), true);
        for op in block_ops(block) {
            if matches!(Kind::of(op), Some(Kind::Xla(xla::Kind::Return) | Kind::Func(func::Kind::Return))) {
                results = op.ins().into_iter().map(|value| self.slot(value)).collect();
                continue;
            }
            is_elementwise &= takes_lanes(op);
            nodes.push(self.node(op)?);
        }
        Ok(Computation { arguments, nodes, results, is_elementwise, sums: sums(block) })
    }

    fn node(&mut self, op: Op<'c>) -> Result<Node, Refused> {
        let step = self.step(op)?;
        let step = match without_elements(op) {
            // What there is nothing of may still have sizes that loops would never end for.
            Some(shapes) => Box::new(move |machine: &mut Machine<'_>, _: &[Value]| {
                let empty = |(element, shape): &(Element, Vec<usize>)| Tensor::zeros(machine.element(*element), shape);
                Ok(shapes.iter().map(|result| empty(result).into()).collect())
            }),
            None => step,
        };
        let inputs = op.ins().into_iter().map(|value| self.slot(value)).collect();
        let outputs = op.outs().into_iter().map(|value| self.output(value)).collect();
        Ok(Node { step, inputs, outputs, site: site(op) })
    }

    /// `op` alone, as a function of `values`, which are all that it reads.
    pub fn function_of(&mut self, op: Op<'c>, values: &[MlirValue<'c>]) -> Result<Function, Refused> {
        let outer = std::mem::take(&mut self.slots);
        let arguments = values.iter().map(|&value| self.slot(value)).collect();
        let node = self.node(op);
        let results = op.outs().into_iter().map(|value| self.slot(value)).collect();
        let slots = std::mem::replace(&mut self.slots, outer).len();
        let body = Computation { arguments, nodes: vec![node?], results, is_elementwise: false, sums: Vec::new() };
        Ok(Function { slots, body })
    }

    fn step(&mut self, op: Op<'c>) -> Result<Step, Refused> {
        let refused = |reason: String| Refused::at(op, &reason);
        let kind = match Kind::of(op) {
            Some(Kind::Xla(xla::Kind::Call) | Kind::Func(func::Kind::Call)) => {
                let callee = op.attr("callee").and_then(symbol_value);
                let callee = callee.ok_or_else(|| refused("it does not name a function".to_string()))?;
                return Ok(control::call(self.function(callee, op)?));
            }
            Some(Kind::Xla(kind)) => kind,
            _ => return Err(refused("it is no op of the xla dialect".to_string())),
        };
        let mut regions = Vec::new();
        for i in 0..op.region_list().len() {
            let block = op.body(i).ok_or_else(|| refused("it lacks a computation".to_string()))?;
            regions.push(self.computation(block)?);
        }
        interpreted(op, kind, regions, self.grid).map_err(refused)
    }
}

/// The results of an op that gives arrays without elements, and does nothing else.
fn without_elements(op: Op<'_>) -> Option<Vec<(Element, Vec<usize>)>> {
    let empty = |value| {
        let tensor = tensor_of(value).filter(|tensor| tensor.is_static() && tensor.size() == 0)?;
        Some((tensor.xla_element()?, Declared::of(value).ok()?.bounds))
    };
    let does_more = has_effects(op) || matches!(xla::Kind::of(op), Some(xla::Kind::Conditional | xla::Kind::While));
    if does_more || op.outs().is_empty() { None } else { op.outs().into_iter().map(empty).collect() }
}

/// What evaluates `op`, whose regions are these computations, in a program for the processes of `grid`.
fn interpreted(op: Op<'_>, kind: xla::Kind, regions: Vec<Computation>, grid: Grid) -> Imported {
    use xla::Kind;
    match kind {
        Kind::Conditional => control::conditional(op, regions),
        Kind::While => control::while_loop(op, exactly(regions)?),
        Kind::Map => reduce::map(op, only(regions)?),
        Kind::Reduce => reduce::reduce(op, only(regions)?),
        Kind::ReduceWindow => window::reduce_window(op, only(regions)?),
        Kind::SelectAndScatter => window::select_and_scatter(op, exactly(regions)?),
        Kind::Scatter => indexing::scatter(op, only(regions)?),
        Kind::Sort => sort::sort(op, only(regions)?),
        Kind::AllReduce | Kind::CollectiveReduce | Kind::ReduceScatter => {
            collective::combining(op, only(regions)?, grid)
        }
        Kind::BatchNormGrad => batch_norm::gradients(op),
        Kind::BatchNormInference => batch_norm::inference(op),
        Kind::BatchNormTraining => batch_norm::training(op),
        Kind::Broadcast | Kind::BroadcastInDim => shape::broadcast(op),
        Kind::Collapse | Kind::Reshape => shape::reshape(op),
        Kind::Concatenate => shape::concatenate(op),
        Kind::Constant => shape::constant(op),
        Kind::GetDimensionSize => shape::get_dimension_size(op),
        Kind::Iota => shape::iota(op),
        Kind::Pad => shape::pad(op),
        Kind::Rev => shape::rev(op),
        Kind::SetDimensionSize => shape::set_dimension_size(op),
        Kind::Slice => shape::slice(op),
        Kind::Transpose => shape::transpose(op),
        Kind::Dot | Kind::DotGeneral => contraction::dot(op),
        Kind::Conv | Kind::ConvWithGeneralPadding => contraction::convolution(op),
        Kind::DynamicSlice => indexing::dynamic_slice(op),
        Kind::DynamicUpdateSlice => indexing::dynamic_update_slice(op),
        Kind::Gather => indexing::gather(op),
        Kind::CustomCall => control::custom_call(op),
        Kind::GetTupleElement => control::get_tuple_element(op),
        Kind::OptimizationBarrier => Ok(Box::new(|_, inputs| Ok(inputs.to_vec()))),
        Kind::Tuple => Ok(Box::new(|_, inputs| Ok(vec![Value::Tuple(inputs.to_vec())]))),
        Kind::Cholesky => library::cholesky(op),
        Kind::Fft => library::fft(op),
        Kind::TriangularSolve => library::triangular_solve(op),
        Kind::RngBitGenerator => random::bits(op),
        Kind::RngNormal | Kind::RngUniform => random::draw(op),
        Kind::AfterAll => Ok(Box::new(|_, _| Ok(vec![Value::Token]))),
        Kind::AllGather
        | Kind::AllToAll
        | Kind::CollectiveBroadcast
        | Kind::CollectivePermute
        | Kind::CrossReplicaSum
        | Kind::Infeed
        | Kind::Outfeed
        | Kind::PartitionId
        | Kind::Recv
        | Kind::RecvDone
        | Kind::ReplicaId
        | Kind::Send
        | Kind::SendDone => collective::plain(op, grid),
        Kind::ReducePrecision => elementwise::reduce_precision(op),
        Kind::BitcastConvert => elementwise::bitcast_convert(op),
        Kind::Select if Declared::of(op.output(0)).is_err() => control::select_of_tuples(op),
        elementwise_kinds!() => elementwise::elementwise(op, kind),
        // The importer evaluates calls, and reads what a computation returns.
        Kind::Call | Kind::Return => Err("it is no op of a computation".to_string()),
    }
}

fn exactly<const N: usize>(regions: Vec<Computation>) -> Result<[Computation; N], String> {
    regions.try_into().map_err(|regions: Vec<_>| format!("it has {} computations, not {N}", regions.len()))
}

fn only(regions: Vec<Computation>) -> Result<Computation, String> {
    exactly(regions).map(|[only]| only)
}

/// For each result of a computation whether it is the sum, the product or the like of two arguments: those that are at its number in
/// the first and in the second half of them. `x - (-y)` is a sum.
fn sums(block: Block<'_>) -> Vec<bool> {
    use xla::Kind::{Add, And, Max, Min, Mul, Neg, Or, Sub, Xor};
    let (arguments, end) = (block_args(block), block_ops(block).pop());
    let results = end.map(|end| end.ins()).unwrap_or_default();
    let is_sum = |i: usize| {
        let (Some(op), Some(other)) = (defining_op(results[i]), arguments.get(results.len() + i)) else { return false };
        let mut operands = op.ins();
        match xla::Kind::of(op) {
            Some(Add | Mul | Max | Min | And | Or | Xor) => {}
            Some(Sub) => match defined_by(operands[1], Neg) {
                Some(negated) => operands[1] = negated.input(0),
                None => return false,
            },
            _ => return false,
        }
        operands == [arguments[i], *other] || operands == [*other, arguments[i]]
    };
    let in_pairs = 2 * results.len() == arguments.len();
    (0..results.len()).map(|i| in_pairs && is_sum(i)).collect()
}

/// Whether an op of scalars does the same to each of several scalars in one array.
fn takes_lanes(op: Op<'_>) -> bool {
    let scalars = op.ins().into_iter().chain(op.outs()).all(|value| tensor_of(value).is_some_and(|t| t.rank() == 0));
    let moves = matches!(
        xla::Kind::of(op),
        Some(
            xla::Kind::BroadcastInDim
                | xla::Kind::Constant
                | xla::Kind::OptimizationBarrier
                | xla::Kind::ReducePrecision
                | xla::Kind::Reshape
                | xla::Kind::Transpose
        )
    );
    scalars && (moves || Scalar::from_mnemonic(op.mnemonic()).is_some())
}
