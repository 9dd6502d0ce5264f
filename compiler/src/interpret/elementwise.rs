//! Ops that compute each element from the elements at the same index, with the meaning that [`xla_scalar`] has.

use super::computation::Imported;
use super::declared::{Declared, site};
use super::machine::{Machine, Outcome, Site};
use super::value::{Tensor, Value};
use std::sync::Arc;
use xla_dialect::ir::{Op, OpExt, i64_values};
use xla_dialect::ods::xla::Kind;
use xla_dialect::ops::broadcast;
use xla_dialect::ops::elementwise::scalar_op_of;
use xla_scalar::{Element, Op as Scalar, encode, eval_with};

/// Where the dimensions of an operand are in the result. Those of size 1 there may expand.
struct Placed {
    declared: Declared,
    dimensions: Vec<usize>,
}

/// An elementwise op of this kind.
pub(super) fn elementwise(op: Op<'_>, kind: Kind) -> Imported {
    let scalar = scalar_op_of(kind);
    let result = Declared::of(op.output(0))?;
    let operands = op.ins().into_iter().map(Declared::of).collect::<Result<Vec<_>, _>>()?;
    let dimensions = dimensions(op, &operands)?;
    let placed: Vec<Placed> =
        operands.into_iter().zip(dimensions).map(|(declared, dimensions)| Placed { declared, dimensions }).collect();
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let tensors: Vec<&Arc<Tensor>> = inputs.iter().map(Value::tensor).collect();
        let shape = shape(&result, &placed, &tensors);
        let operands: Vec<Tensor> =
            tensors.iter().zip(&placed).map(|(tensor, placed)| expanded(tensor, placed, &shape)).collect();
        Ok(vec![compute(machine, scalar, &operands, &placed, result.element, &site)?.into()])
    }))
}

/// Where the dimensions of each operand are in the result.
fn dimensions(op: Op<'_>, operands: &[Declared]) -> Result<Vec<Vec<usize>>, String> {
    if let [lhs, rhs] = operands {
        let given = op.attr("broadcast_dimensions").and_then(i64_values);
        let plan = broadcast::broadcast(&lhs.shape, &rhs.shape, given.as_deref()).map_err(|error| error.message)?;
        let places = |list: &[i64]| list.iter().map(|&d| d as usize).collect();
        return Ok(vec![places(&plan.lhs.dimensions), places(&plan.rhs.dimensions)]);
    }
    Ok(operands.iter().map(|operand| (0..operand.rank()).collect()).collect())
}

/// The result's sizes: those of the operands that do not expand. Where these have different sizes at run time, only what
/// all have counts. In a computation on scalars there may be several in one array, which the result has then, too.
fn shape(result: &Declared, placed: &[Placed], operands: &[&Arc<Tensor>]) -> Vec<usize> {
    if result.rank() == 0 {
        let lanes = operands.iter().find(|operand| operand.rank() > 0);
        return lanes.map_or_else(Vec::new, |operand| operand.shape.clone());
    }
    let size = |d: usize| {
        let along = placed.iter().zip(operands).filter_map(|(placed, operand)| {
            let own = placed.dimensions.iter().position(|at| *at == d)?;
            (placed.declared.shape[own] != 1 || result.shape[d] == 1).then(|| operand.shape[own])
        });
        along.min().unwrap_or(result.bounds[d])
    };
    (0..result.rank()).map(size).collect()
}

/// The operand in the shape of the result.
fn expanded(operand: &Tensor, placed: &Placed, shape: &[usize]) -> Tensor {
    if operand.shape == shape {
        return operand.clone();
    }
    if operand.rank() == 0 {
        return operand.spread(shape);
    }
    operand.moved(shape, &[], |index| {
        let place = |(own, &d): (usize, &usize)| if operand.shape[own] == 1 { 0 } else { index[d] };
        Some(placed.dimensions.iter().enumerate().map(place).collect())
    })
}

fn compute(
    machine: &mut Machine<'_>,
    scalar: Scalar,
    operands: &[Tensor],
    placed: &[Placed],
    result: Element,
    site: &Site,
) -> Outcome<Tensor> {
    // Neighbours are those of the type that the program speaks of.
    if scalar == Scalar::NextAfter {
        let stated: Vec<Tensor> =
            operands.iter().zip(placed).map(|(tensor, placed)| tensor.converted(placed.declared.element)).collect();
        let stated: Vec<&Tensor> = stated.iter().collect();
        return Ok(machine.apply(scalar, &stated, result, site)?.converted(machine.element(result)));
    }
    let operands: Vec<&Tensor> = operands.iter().collect();
    machine.apply(scalar, &operands, machine.element(result), site)
}

/// Rounds to a format of fewer bits.
pub(super) fn reduce_precision(op: Op<'_>) -> Imported {
    let bits = |name: &str| op.int(name).and_then(|bits| u32::try_from(bits).ok()).unwrap_or_default();
    let (exponent, mantissa) = (bits("exponent_bits"), bits("mantissa_bits"));
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let x = inputs[0].tensor();
        machine.spend(x.size(), &site)?;
        let bytes = eval_with(&[(x.element, x.bytes.as_slice())], x.element, |b, values| {
            let value = xla_scalar::reduce_precision(b, x.element, exponent, mantissa, values[0]);
            value.map(|value| encode(b, x.element, value)).ok_or_else(|| site.unsupported(format!("of {}", x.element)))
        })?;
        Ok(vec![Tensor { bytes: bytes.unwrap_or_default(), ..(**x).clone() }.into()])
    }))
}

/// The bits of all elements in row-major order, cut anew: a narrower element has a dimension more, its last, whose first
/// element has the lowest bits.
pub(super) fn bitcast_convert(op: Op<'_>) -> Imported {
    let (from, to) = (Declared::of(op.input(0))?, Declared::of(op.output(0))?);
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let x = inputs[0].tensor().converted(from.element);
        machine.spend(x.size(), &site)?;
        let mut shape = x.shape.clone();
        let (wide, narrow) = (from.element.bits() as usize, to.element.bits() as usize);
        if wide > narrow {
            shape.push(wide / narrow);
        } else if wide < narrow {
            shape.pop();
        }
        let bits: Vec<bool> = (0..x.size()).flat_map(|i| bits_of(from.element, x.nth(i))).collect();
        let bytes = bits.chunks(narrow).flat_map(|bits| of_bits(to.element, bits)).collect();
        Ok(vec![Tensor { element: to.element, shape, bytes }.converted(machine.element(to.element)).into()])
    }))
}

/// The bits of an element in storage form, the lowest first.
fn bits_of(element: Element, stored: &[u8]) -> Vec<bool> {
    let bits = stored.iter().flat_map(|byte| (0..8).map(move |i| byte >> i & 1 != 0));
    bits.take(element.bits() as usize).collect()
}

/// The storage form of an element of these bits: integers narrower than it are extended.
pub(super) fn of_bits(element: Element, bits: &[bool]) -> Vec<u8> {
    let sign = element.is_integer() && element.is_signed() && bits.last() == Some(&true);
    let bit = |i: usize| bits.get(i).copied().unwrap_or(sign);
    (0..element.storage_bytes()).map(|byte| (0..8).fold(0, |sum, i| sum | u8::from(bit(byte * 8 + i)) << i)).collect()
}
