//! Computations that were imported: closures, one for each op, that read and write the slots of a frame.

use super::machine::{Machine, Outcome, Site};
use super::value::{Tensor, Value};
use xla_scalar::Element;

/// What evaluates one op.
pub(super) type Step = Box<dyn Fn(&mut Machine<'_>, &[Value]) -> Outcome<Vec<Value>> + Send + Sync>;

/// An op's evaluation, or why there is none.
pub(super) type Imported = Result<Step, String>;

/// Where a value is kept in a function's frame, and of an array what its elements are declared as.
pub(super) type Slot = (usize, Option<Element>);

/// One op of a computation.
pub(super) struct Node {
    pub step: Step,
    pub inputs: Vec<Slot>,
    pub outputs: Vec<Output>,
    pub site: Site,
}

/// A result of an op.
pub(super) struct Output {
    pub slot: usize,
    /// Of an array its declared elements, and the most there can be; none of a tuple or a token.
    pub array: Option<(Element, u64)>,
}

impl Node {
    /// Bytes of the results for each of `lanes`.
    fn bytes(&self, machine: &Machine<'_>, lanes: usize) -> u64 {
        let arrays = self.outputs.iter().filter_map(|output| output.array);
        let bytes = arrays.map(|(element, count)| {
            count.saturating_mul(machine.element(element).storage_bytes() as u64).saturating_mul(lanes as u64)
        });
        bytes.fold(0, u64::saturating_add)
    }
}

/// A computation: a region's only block.
pub(super) struct Computation {
    pub arguments: Vec<Slot>,
    pub nodes: Vec<Node>,
    pub results: Vec<Slot>,
    /// Whether all of it is elementwise on scalars, so that it can be evaluated for many elements together.
    pub is_elementwise: bool,
    /// For each result whether it is a sum, a product or the like of two arguments: then partial results overflow, or not, by their
    /// order.
    pub sums: Vec<bool>,
}

/// A function of the module.
pub(super) struct Function {
    pub slots: usize,
    pub body: Computation,
}

impl Function {
    /// Evaluates the function in a frame of its own.
    pub fn run(&self, machine: &mut Machine<'_>, arguments: &[Value]) -> Outcome<Vec<Value>> {
        let caller = machine.enter(self.slots);
        let results = self.body.run(machine, arguments);
        machine.leave(caller);
        results
    }
}

impl Computation {
    /// Evaluates the computation.
    pub fn run(&self, machine: &mut Machine<'_>, arguments: &[Value]) -> Outcome<Vec<Value>> {
        self.run_lanes(machine, 1, arguments)
    }

    /// Evaluates the computation for each of `lanes` at the same time.
    fn run_lanes(&self, machine: &mut Machine<'_>, lanes: usize, arguments: &[Value]) -> Outcome<Vec<Value>> {
        for (&(slot, declared), argument) in self.arguments.iter().zip(arguments) {
            let argument = coerced(machine, argument.clone(), declared);
            machine.put(slot, argument);
        }
        for node in &self.nodes {
            let inputs = read(machine, &node.inputs);
            machine.make_room(node.bytes(machine, lanes), &node.site)?;
            let values = (node.step)(machine, &inputs)?;
            for (output, value) in node.outputs.iter().zip(values) {
                machine.put(output.slot, value);
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
            let results = self.run_lanes(machine, count, &arguments)?;
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
    slots.iter().map(|&(slot, declared)| coerced(machine, machine.value(slot).clone(), declared)).collect()
}

fn coerced(machine: &Machine<'_>, value: Value, declared: Option<Element>) -> Value {
    match declared {
        Some(declared) => machine.coerced(value, declared),
        None => value,
    }
}
