//! From IR to closures: each op becomes one that takes the values of its operands and gives those of its results.

use super::machine::{Machine, Outcome, Site};
use super::value::{Tensor, Value};
use super::{
    batch_norm, collective, contraction, control, elementwise, indexing, library, random, reduce, shape, sort, window,
};
use crate::diagnostics::{Diagnostic, Position};
use melior::ir::ValueLike;
use std::collections::HashMap;
use std::sync::Arc;
use xla_dialect::bounds;
use xla_dialect::ir::{
    Block as MlirBlock, DYNAMIC, Op, OpExt, Type, Value as MlirValue, block_args, block_ops, string_value, tensor_of,
};
use xla_dialect::ops::collective::Grid;
use xla_dialect::ops::tuple;
use xla_scalar::{Element, Op as Scalar};

/// What evaluates one op.
pub(super) type Step = Box<dyn Fn(&mut Machine<'_>, &[Value]) -> Outcome<Vec<Value>> + Send + Sync>;

/// An op's evaluation, or why there is none.
pub(super) type Imported = Result<Step, String>;

/// Where a value is kept in a function's frame, and of an array what its elements are declared as.
type Slot = (usize, Option<Element>);

struct Node {
    step: Step,
    inputs: Vec<Slot>,
    outputs: Vec<usize>,
}

/// A computation: a region's only block.
pub(super) struct Block {
    arguments: Vec<Slot>,
    nodes: Vec<Node>,
    results: Vec<Slot>,
    /// Whether all of it is elementwise on scalars, so that it can be evaluated for many at once.
    is_elementwise: bool,
}

/// A function of the module.
pub(super) struct Function {
    slots: usize,
    pub body: Block,
}

/// What an op declares a value to be.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub element: Element,
    /// Sizes, [`DYNAMIC`] where only running tells.
    pub shape: Vec<i64>,
    /// As large as each dimension can be.
    pub bounds: Vec<usize>,
}

impl Declared {
    pub fn of(value: MlirValue<'_>) -> Result<Self, String> {
        let tensor = tensor_of(value).ok_or_else(|| format!("a value of type {}", value.r#type()))?;
        let element = tensor.xla_element().ok_or_else(|| format!("elements of type {}", tensor.element))?;
        let sizes: Option<Vec<usize>> =
            bounds::of(&tensor).into_iter().map(|size| usize::try_from(size).ok()).collect();
        let bounds =
            sizes.ok_or_else(|| format!("sizes of {} are known only at run time, without bounds", tensor.ty()))?;
        Ok(Self { element, shape: tensor.shape, bounds })
    }

    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    pub fn is_dynamic(&self, d: usize) -> bool {
        self.shape[d] == DYNAMIC
    }
}

/// What a value is made of.
pub(super) enum Structure {
    Tensor,
    Tuple(Vec<Structure>),
    Token,
}

impl Structure {
    pub fn of(ty: Type<'_>) -> Self {
        match tuple::elements(ty) {
            Some(elements) => Self::Tuple(elements.into_iter().map(Self::of).collect()),
            None if xla_dialect::ir::Tensor::of(ty).is_some() => Self::Tensor,
            None => Self::Token,
        }
    }

    /// The value of the next arrays.
    pub fn value(&self, arrays: &mut impl Iterator<Item = Value>) -> Value {
        match self {
            Self::Tensor => arrays.next().unwrap_or(Value::Token),
            Self::Tuple(elements) => Value::Tuple(elements.iter().map(|element| element.value(arrays)).collect()),
            Self::Token => Value::Token,
        }
    }

    /// Number of arrays in it.
    pub fn leaves(&self) -> usize {
        match self {
            Self::Tensor => 1,
            Self::Tuple(elements) => elements.iter().map(Self::leaves).sum(),
            Self::Token => 0,
        }
    }
}

/// An `array<i64>` attribute of sizes or dimensions; empty when absent.
pub(super) fn sizes(op: Op<'_>, name: &str) -> Vec<usize> {
    op.i64s(name).into_iter().map(|size| usize::try_from(size).unwrap_or_default()).collect()
}

/// Where `op` is, for messages.
pub(super) fn site(op: Op<'_>) -> Site {
    let location = Position::of(op.loc()).map_or_else(|| op.loc().to_string(), |position| position.to_string());
    Site { location, op: op.mnemonic().to_string() }
}

impl Function {
    /// Evaluates the function in a frame of its own.
    pub fn run(&self, machine: &mut Machine<'_>, arguments: &[Value]) -> Outcome<Vec<Value>> {
        let caller = std::mem::replace(&mut machine.frame, vec![Value::Token; self.slots]);
        let results = self.body.run(machine, arguments);
        machine.frame = caller;
        results
    }
}

impl Block {
    /// Evaluates the computation.
    pub fn run(&self, machine: &mut Machine<'_>, arguments: &[Value]) -> Outcome<Vec<Value>> {
        for (&(slot, declared), argument) in self.arguments.iter().zip(arguments) {
            machine.frame[slot] = coerced(machine, argument.clone(), declared);
        }
        for node in &self.nodes {
            let inputs = read(machine, &node.inputs);
            let outputs = (node.step)(machine, &inputs)?;
            for (&slot, output) in node.outputs.iter().zip(outputs) {
                machine.frame[slot] = output;
            }
        }
        Ok(read(machine, &self.results))
    }

    /// Evaluates a computation of scalars for each of as many, given as arrays of one dimension.
    pub fn run_each(&self, machine: &mut Machine<'_>, count: usize, arguments: &[Tensor]) -> Outcome<Vec<Tensor>> {
        if count == 0 {
            let empty = |&(_, declared): &Slot| Tensor::zeros(machine.element(declared.unwrap_or(Element::Pred)), &[0]);
            return Ok(self.results.iter().map(empty).collect());
        }
        if self.is_elementwise {
            let arguments: Vec<Value> = arguments.iter().cloned().map(Value::from).collect();
            let results = self.run(machine, &arguments)?;
            return Ok(results.iter().map(|result| result.tensor().spread(&[count])).collect());
        }
        let mut results: Vec<Tensor> = Vec::new();
        for i in 0..count {
            let scalar = |argument: &Tensor| Tensor::filled(argument.element, &[], argument.nth(i)).into();
            let arguments: Vec<Value> = arguments.iter().map(scalar).collect();
            for (k, result) in self.run(machine, &arguments)?.iter().enumerate() {
                let result = result.tensor();
                if i == 0 {
                    results.push(Tensor::zeros(result.element, &[count]));
                }
                results[k].set(i, &result.bytes);
            }
        }
        Ok(results)
    }

    /// Evaluates a computation of scalars whose only result is a PRED.
    pub fn holds(&self, machine: &mut Machine<'_>, arguments: &[Value]) -> Outcome<bool> {
        Ok(self.run(machine, arguments)?.first().is_some_and(|result| result.tensor().bytes[0] != 0))
    }
}

fn read(machine: &Machine<'_>, slots: &[Slot]) -> Vec<Value> {
    slots.iter().map(|&(slot, declared)| coerced(machine, machine.frame[slot].clone(), declared)).collect()
}

fn coerced(machine: &Machine<'_>, value: Value, declared: Option<Element>) -> Value {
    match declared {
        Some(declared) => machine.coerced(value, declared),
        None => value,
    }
}

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
        let name = if op.name_str().starts_with("xla.") { op.mnemonic() } else { op.name_str() };
        Refused(Diagnostic::error(Position::of(op.loc()), format!("unsupported: {name}: {reason}")))
    }
}

impl<'c> Importer<'c> {
    pub fn new(module: Op<'c>) -> Self {
        let all = module.body(0).map(block_ops).unwrap_or_default().into_iter();
        let functions = all.filter(|op| op.name_str() == "func.func" && op.body(0).is_some());
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
        let body = self.block(block)?;
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

    /// The computation that region `i` of `op` is.
    pub fn region(&mut self, op: Op<'c>, i: usize) -> Result<Block, Refused> {
        self.block(op.body(i).ok_or_else(|| Refused::at(op, "it lacks a computation"))?)
    }

    fn block(&mut self, block: MlirBlock<'c>) -> Result<Block, Refused> {
        let arguments: Vec<Slot> = block_args(block).into_iter().map(|argument| self.slot(argument)).collect();
        let (mut nodes, mut results, mut is_elementwise) = (Vec::new(), Vec::new(), true);
        for op in block_ops(block) {
            if matches!(op.name_str(), "xla.return" | "func.return") {
                results = op.ins().into_iter().map(|value| self.slot(value)).collect();
                continue;
            }
            is_elementwise &= takes_lanes(op);
            let step = self.step(op)?;
            let inputs = op.ins().into_iter().map(|value| self.slot(value)).collect();
            let outputs = op.outs().into_iter().map(|value| self.slot(value).0).collect();
            nodes.push(Node { step, inputs, outputs });
        }
        Ok(Block { arguments, nodes, results, is_elementwise })
    }

    fn step(&mut self, op: Op<'c>) -> Result<Step, Refused> {
        let refused = |reason: String| Refused::at(op, &reason);
        let mnemonic = match op.name_str() {
            "func.call" => "call",
            name => name.strip_prefix("xla.").ok_or_else(|| refused("it is no op of the xla dialect".to_string()))?,
        };
        let with_regions = match mnemonic {
            "call" => control::call(self, op)?,
            "conditional" => control::conditional(self, op)?,
            "while" => control::while_loop(self, op)?,
            "map" => reduce::map(self, op)?,
            "reduce" => reduce::reduce(self, op)?,
            "reduce_window" => window::reduce_window(self, op)?,
            "select_and_scatter" => window::select_and_scatter(self, op)?,
            "scatter" => indexing::scatter(self, op)?,
            "sort" => sort::sort(self, op)?,
            "all_reduce" | "collective_reduce" | "reduce_scatter" => collective::combining(self, op)?,
            _ => return plain(mnemonic, op, self.grid).map_err(refused),
        };
        with_regions.map_err(refused)
    }
}

/// An op without computations.
fn plain(mnemonic: &str, op: Op<'_>, grid: Grid) -> Imported {
    match mnemonic {
        "batch_norm_grad" => batch_norm::gradients(op),
        "batch_norm_inference" => batch_norm::inference(op),
        "batch_norm_training" => batch_norm::training(op),
        "broadcast" | "broadcast_in_dim" => shape::broadcast(op),
        "collapse" | "reshape" => shape::reshape(op),
        "concatenate" => shape::concatenate(op),
        "constant" => shape::constant(op),
        "get_dimension_size" => shape::get_dimension_size(op),
        "iota" => shape::iota(op),
        "pad" => shape::pad(op),
        "rev" => shape::rev(op),
        "set_dimension_size" => shape::set_dimension_size(op),
        "slice" => shape::slice(op),
        "transpose" => shape::transpose(op),
        "dot" | "dot_general" => contraction::dot(op),
        "conv" | "conv_with_general_padding" => contraction::convolution(op),
        "dynamic_slice" => indexing::dynamic_slice(op),
        "dynamic_update_slice" => indexing::dynamic_update_slice(op),
        "gather" => indexing::gather(op),
        "custom_call" => control::custom_call(op),
        "get_tuple_element" => control::get_tuple_element(op),
        "optimization_barrier" => Ok(Box::new(|_, inputs| Ok(inputs.to_vec()))),
        "tuple" => Ok(Box::new(|_, inputs| Ok(vec![Value::Tuple(inputs.to_vec())]))),
        "cholesky" => library::cholesky(op),
        "fft" => library::fft(op),
        "triangular_solve" => library::triangular_solve(op),
        "rng_bit_generator" => random::bits(op),
        "rng_normal" | "rng_uniform" => random::draw(op),
        "after_all" => Ok(Box::new(|_, _| Ok(vec![Value::Token]))),
        "all_gather"
        | "all_to_all"
        | "collective_broadcast"
        | "collective_permute"
        | "cross_replica_sum"
        | "infeed"
        | "outfeed"
        | "partition_id"
        | "recv"
        | "recv_done"
        | "replica_id"
        | "send"
        | "send_done" => collective::plain(op, grid),
        "reduce_precision" => elementwise::reduce_precision(op),
        "bitcast_convert" => elementwise::bitcast_convert(op),
        "select" if Declared::of(op.output(0)).is_err() => control::select_of_tuples(op),
        _ => match Scalar::from_mnemonic(mnemonic) {
            Some(scalar) => elementwise::elementwise(op, scalar),
            None => Err("the interpreter does not know it".to_string()),
        },
    }
}

/// Whether an op of scalars does the same to each of several scalars in one array.
fn takes_lanes(op: Op<'_>) -> bool {
    let scalars = op.ins().into_iter().chain(op.outs()).all(|value| tensor_of(value).is_some_and(|t| t.rank() == 0));
    let moves = ["broadcast_in_dim", "constant", "optimization_barrier", "reduce_precision", "reshape", "transpose"];
    scalars && (moves.contains(&op.mnemonic()) || Scalar::from_mnemonic(op.mnemonic()).is_some())
}
