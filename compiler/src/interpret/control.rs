//! Control flow, calls and tuples.

use super::collective::arrays;
use super::computation::{Computation, Function, Imported, Step};
use super::declared::{Structure, site};
use super::value::{Tensor, Value};
use crate::execute::{RunError, value_of};
use crate::verified;
use melior::ir::ValueLike;
use std::sync::Arc;
use xla_dialect::ir::{Op, OpExt, Type, Value as MlirValue, string_value};
use xla_dialect::ops::tuple;
use xla_runtime::call::{Site as CallSite, Structure as CallStructure};
use xla_runtime::{Array, View, ViewMut};

/// `call`, and `func.call`.
pub(super) fn call(function: Arc<Function>) -> Step {
    Box::new(move |machine, inputs| function.run(machine, inputs))
}

/// By a PRED the first of two branches or the second; by an index the branch of that number, or the last one where
/// there is none. A branch takes the operand of its own number, if operands are given.
pub(super) fn conditional(op: Op<'_>, branches: Vec<Computation>) -> Imported {
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        machine.spend(1, &site)?;
        let index = inputs[0].tensor();
        let index = match index.element.is_pred() {
            true => usize::from(index.bytes[0] == 0),
            false => usize::try_from(index.integers()[0]).unwrap_or(usize::MAX).min(branches.len() - 1),
        };
        let arguments: Vec<Value> = inputs.get(index + 1).cloned().into_iter().collect();
        branches[index].run(machine, &arguments)
    }))
}

/// Evaluates the body as long as the condition holds.
pub(super) fn while_loop(op: Op<'_>, [condition, body]: [Computation; 2]) -> Imported {
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let mut state = inputs.to_vec();
        while condition.holds(machine, &state)? {
            machine.spend(1, &site)?;
            state = body.run(machine, &state)?;
        }
        Ok(state)
    }))
}

/// One element of a tuple.
pub(super) fn get_tuple_element(op: Op<'_>) -> Imported {
    let index = verified::index(op, "index");
    Ok(Box::new(move |_, inputs| match &inputs[0] {
        Value::Tuple(elements) => Ok(vec![elements[index].clone()]),
        other => Ok(vec![other.clone()]),
    }))
}

/// One of two tuples.
pub(super) fn select_of_tuples(_: Op<'_>) -> Imported {
    Ok(Box::new(|_, inputs| Ok(vec![inputs[if inputs[0].tensor().bytes[0] != 0 { 1 } else { 2 }].clone()])))
}

fn types<'c>(values: &[MlirValue<'c>]) -> Vec<Type<'c>> {
    values.iter().map(|value| value.r#type()).collect()
}

/// A list for each tuple; nothing where all are arrays.
fn structures(values: &[MlirValue<'_>]) -> Vec<CallStructure> {
    fn one(ty: Type<'_>) -> Option<CallStructure> {
        match tuple::elements(ty) {
            Some(elements) => Some(CallStructure::Tuple(elements.into_iter().filter_map(one).collect())),
            None => xla_dialect::ir::Tensor::of(ty).map(|_| CallStructure::Array),
        }
    }
    let is_flat = values.iter().all(|value| tuple::elements(value.r#type()).is_none());
    if is_flat { Vec::new() } else { values.iter().filter_map(|value| one(value.r#type())).collect() }
}

/// A function by its name, which finds what it finds when the program is compiled.
pub(super) fn custom_call(op: Op<'_>) -> Imported {
    let attributes =
        op.attrs().into_iter().filter(|(name, _)| !matches!(*name, "call_target_name" | "has_side_effect"));
    let call = CallSite {
        target: op.attr("call_target_name").and_then(string_value).unwrap_or_default().to_string(),
        operands: arrays(&types(&op.ins()))?,
        results: arrays(&types(&op.outs()))?,
        operand_structure: structures(&op.ins()),
        result_structure: structures(&op.outs()),
        attributes: attributes.map(|(name, value)| (name.to_string(), value_of(value))).collect(),
        location: site(op).location,
    };
    let shapes: Vec<Structure> = op.outs().iter().map(|value| Structure::of(value.r#type())).collect();
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        machine.spend(1, &site)?;
        let arrays = inputs.iter().flat_map(Value::leaves).zip(&call.operands);
        let arrays = arrays.map(|(tensor, ty)| tensor.converted(ty.element).to_array());
        let arrays = arrays.collect::<Result<Vec<_>, _>>()?;
        if let Some((array, ty)) = arrays.iter().zip(&call.operands).find(|(array, ty)| array.ty() != *ty) {
            return Err(site.unsupported(format!("it is given {} for {ty}", array.ty())));
        }
        let mut results = call.results.iter().cloned().map(Array::zeros).collect::<Result<Vec<_>, _>>()?;
        let views: Vec<View<'_>> = arrays.iter().map(Array::view).collect();
        let outputs: Vec<ViewMut<'_>> = results.iter_mut().map(Array::view_mut).collect();
        machine.runtime.call(&call, views, outputs, &machine.draws).map_err(RunError::Call)?;
        let held = |array: &Array| Value::from(Tensor::from(array).converted(machine.element(array.ty().element)));
        let mut values = results.iter().map(held);
        Ok(shapes.iter().map(|shape| shape.value(&mut values)).collect())
    }))
}
