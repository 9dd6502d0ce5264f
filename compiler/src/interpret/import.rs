//! From IR to closures: each op becomes one that takes the values of its operands and gives those of its results.

use super::computation::{Computation, Function, Imported, Node, Slot, Step};
use super::declared::Declared;
use super::value::Value;
use super::{
    batch_norm, collective, contraction, control, elementwise, indexing, library, random, reduce, shape, sort, window,
};
use crate::diagnostics::{Diagnostic, Position};
use melior::ir::ValueLike;
use std::collections::HashMap;
use std::sync::Arc;
use xla_dialect::ir::{
    Block, Op, OpExt, Value as MlirValue, block_args, block_ops, string_value, symbol_value, tensor_of,
};
use xla_dialect::ops::collective::Grid;
use xla_scalar::Op as Scalar;

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

    fn computation(&mut self, block: Block<'c>) -> Result<Computation, Refused> {
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
        Ok(Computation { arguments, nodes, results, is_elementwise })
    }

    fn step(&mut self, op: Op<'c>) -> Result<Step, Refused> {
        let refused = |reason: String| Refused::at(op, &reason);
        let mnemonic = match op.name_str() {
            "func.call" => "call",
            name => name.strip_prefix("xla.").ok_or_else(|| refused("it is no op of the xla dialect".to_string()))?,
        };
        if mnemonic == "call" {
            let callee = op.attr("callee").and_then(symbol_value);
            let callee = callee.ok_or_else(|| refused("it does not name a function".to_string()))?;
            return Ok(control::call(self.function(callee, op)?));
        }
        let mut regions = Vec::new();
        for i in 0..op.region_list().len() {
            let block = op.body(i).ok_or_else(|| refused("it lacks a computation".to_string()))?;
            regions.push(self.computation(block)?);
        }
        interpreted(op, mnemonic, regions, self.grid).map_err(refused)
    }
}

/// What evaluates `op`, whose regions are these computations, in a program for the processes of `grid`.
fn interpreted(op: Op<'_>, mnemonic: &str, regions: Vec<Computation>, grid: Grid) -> Imported {
    match mnemonic {
        "conditional" => control::conditional(op, regions),
        "while" => control::while_loop(op, exactly(regions)?),
        "map" => reduce::map(op, only(regions)?),
        "reduce" => reduce::reduce(op, only(regions)?),
        "reduce_window" => window::reduce_window(op, only(regions)?),
        "select_and_scatter" => window::select_and_scatter(op, exactly(regions)?),
        "scatter" => indexing::scatter(op, only(regions)?),
        "sort" => sort::sort(op, only(regions)?),
        "all_reduce" | "collective_reduce" | "reduce_scatter" => collective::combining(op, only(regions)?, grid),
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

fn exactly<const N: usize>(regions: Vec<Computation>) -> Result<[Computation; N], String> {
    regions.try_into().map_err(|regions: Vec<_>| format!("it has {} computations, not {N}", regions.len()))
}

fn only(regions: Vec<Computation>) -> Result<Computation, String> {
    exactly(regions).map(|[only]| only)
}

/// Whether an op of scalars does the same to each of several scalars in one array.
fn takes_lanes(op: Op<'_>) -> bool {
    let scalars = op.ins().into_iter().chain(op.outs()).all(|value| tensor_of(value).is_some_and(|t| t.rank() == 0));
    let moves = ["broadcast_in_dim", "constant", "optimization_barrier", "reduce_precision", "reshape", "transpose"];
    scalars && (moves.contains(&op.mnemonic()) || Scalar::from_mnemonic(op.mnemonic()).is_some())
}
