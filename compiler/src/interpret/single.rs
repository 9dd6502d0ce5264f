//! Ops of a module that is being compiled, evaluated one by one where all that they read is known.

use super::Options;
use super::import::Importer;
use super::machine::{Machine, Site};
use super::value::{Tensor, Value};
use crate::execute::{Array, Runtime};
use crate::identity::ValueMap;
use crate::scope::used;
use xla_dialect::ir::{Op, OpExt, Value as MlirValue, tensor_of};
use xla_dialect::ops::literal::Literal;

/// The values that are known, and what evaluates more.
pub(crate) struct Evaluator<'c, 'r> {
    importer: Importer<'c>,
    machine: Machine<'r>,
    values: ValueMap<'c, Value>,
}

impl<'c, 'r> Evaluator<'c, 'r> {
    /// For ops of `module`, all of which together may take `max_steps` operations on elements.
    pub fn new(module: Op<'c>, runtime: &'r Runtime, max_steps: u64) -> Self {
        let options = Options { max_steps: Some(max_steps), ..Options::default() };
        Self { importer: Importer::new(module), machine: Machine::new(runtime, &options), values: ValueMap::default() }
    }

    /// Whether the value is known: it was evaluated, or is an array of static shape without elements.
    pub fn knows(&self, value: MlirValue<'c>) -> bool {
        self.values.contains(value) || empty(value).is_some()
    }

    /// Whether more steps were needed than there may be: nothing else can be evaluated.
    pub fn is_exhausted(&self) -> bool {
        self.machine.is_exhausted()
    }

    /// Evaluates `op`, all of whose operands are known, unless it was. None if it cannot be evaluated, or not in so many steps.
    pub fn evaluate(&mut self, op: Op<'c>) -> Option<()> {
        if op.outs().into_iter().all(|value| self.values.contains(value)) {
            return Some(());
        }
        let free = used(op);
        let known = |value: &MlirValue<'c>| self.values.get(*value).cloned().or_else(|| empty(*value));
        let arguments: Vec<Value> = free.iter().map(known).collect::<Option<_>>()?;
        let function = self.importer.function_of(op, &free).ok()?;
        let elements = op.outs().into_iter().map(|value| tensor_of(value).map_or(0, |tensor| tensor.size()));
        // Ops that only move elements count none of their own.
        self.machine.spend(usize::try_from(elements.fold(0, i64::saturating_add)).ok()?, &Site::default()).ok()?;
        let results = function.run(&mut self.machine, &arguments).ok()?;
        op.outs().into_iter().zip(results).for_each(|(value, result)| self.values.insert(value, result));
        Some(())
    }

    /// A value that is known, as the host has it.
    pub fn array(&self, value: MlirValue<'c>) -> Option<Array> {
        let known = self.values.get(value).cloned().or_else(|| empty(value))?;
        known.tensor().to_array().ok()
    }

    /// States the result `value` of an op that was evaluated elsewhere.
    pub fn set(&mut self, value: MlirValue<'c>, array: &Array) {
        self.values.insert(value, Tensor::from(array).into());
    }

    /// A value that is known, as a literal.
    pub fn literal(&self, value: MlirValue<'c>) -> Option<Literal> {
        let tensor = self.values.get(value)?.tensor();
        let shape: Vec<i64> = tensor.shape.iter().map(|&size| size as i64).collect();
        Literal::new(tensor.element, &shape, tensor.bytes.clone())
    }
}

/// The array without elements that `value` is, whatever makes it.
fn empty(value: MlirValue<'_>) -> Option<Value> {
    let tensor = tensor_of(value).filter(|tensor| tensor.is_static() && tensor.size() == 0)?;
    let shape: Vec<usize> = tensor.shape.iter().map(|&size| usize::try_from(size).ok()).collect::<Option<_>>()?;
    Some(Tensor::zeros(tensor.xla_element()?, &shape).into())
}
