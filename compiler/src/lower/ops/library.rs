//! Ops whose work a library does: calls of the runtime, which no fusion looks through.

use crate::lower::rewriter::computation::{accumulator, convert};
use crate::lower::rewriter::site::{Site, call_at, dictionary, quoted};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{element, empty, shape};
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Type, Value, bool_attribute, i64_attribute, type_of,
};
use xla_dialect::ops::elementwise::enum_word;
use xla_dialect::passes::Failed;

/// A tensor in storage form, and the xla type of its elements.
pub type Typed<'c> = (Value<'c>, Element);

/// Calls a function of the runtime's library for results of the given shapes and element types.
pub fn call<'c>(
    lowering: &mut Lowering<'c>,
    builder: &Builder<'c>,
    name: &str,
    operands: &[Typed<'c>],
    results: &[(&[i64], Element)],
    attributes: &[(&str, Attribute<'c>)],
) -> Vec<Value<'c>> {
    let ty =
        |shape: &[i64], element: Element| -> Type<'c> { Tensor::new(shape, type_of(builder.context, element)).ty() };
    let site = Site {
        target: &format!("{}{name}", xla_runtime::library::PREFIX),
        operands: operands.iter().map(|(value, element)| ty(&shape(*value), *element)).collect(),
        results: results.iter().map(|(shape, element)| ty(shape, *element)).collect(),
        attributes: dictionary(builder, attributes),
    };
    let inputs: Vec<_> = operands.iter().map(|(value, _)| *value).collect();
    let storage = |(shape, element): &(&[i64], Element)| Tensor::new(shape, lowering.element_type(*element)).ty();
    let types: Vec<_> = results.iter().map(storage).collect();
    call_at(lowering, builder, &site, &inputs, &types, &[]).outs()
}

/// Calls `name` with the operands of `op`; narrow floats are computed with as f32.
fn call_for<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    name: &str,
    attributes: &[(&str, Attribute<'c>)],
) -> Result<(), Failed> {
    let result = op.output(0);
    let (sizes, declared) = (shape(result), element(result));
    if sizes.contains(&0) {
        let ty = Tensor::new(&sizes, lowering.element_type(declared)).ty();
        lowering.set_tensor(result, empty(builder, ty));
        return Ok(());
    }
    let mut operands = Vec::new();
    for operand in op.ins() {
        let (value, from) = (lowering.tensor(operand)?, element(operand));
        let to = accumulator(from);
        let value = if from == to { value } else { convert(lowering, op, builder, value, from, to)? };
        operands.push((value, to));
    }
    let computed = accumulator(declared);
    let value = call(lowering, builder, name, &operands, &[(&sizes, computed)], attributes)[0];
    let value = if computed == declared { value } else { convert(lowering, op, builder, value, computed, declared)? };
    lowering.set_tensor(result, value);
    Ok(())
}

fn word<'c>(op: Op<'c>, builder: &Builder<'c>, name: &str) -> Attribute<'c> {
    quoted(builder, &op.attr(name).map(enum_word).unwrap_or_default())
}

fn flag<'c>(op: Op<'c>, builder: &Builder<'c>, name: &str) -> Attribute<'c> {
    bool_attribute(builder.context, op.int(name) == Some(1))
}

/// The lengths are those of the arrays: the runtime is told how many there are.
pub fn fft<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let axes = i64_attribute(builder.context, op.i64s("fft_length").len() as i64);
    call_for(lowering, op, builder, "fft", &[("axes", axes), ("type", word(op, builder, "fft_type"))])
}

/// By blocks, in the runtime.
pub fn cholesky<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    call_for(lowering, op, builder, "cholesky", &[("lower", flag(op, builder, "lower"))])
}

/// By blocks, in the runtime.
pub fn triangular_solve<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let flags = ["left_side", "lower", "unit_diagonal"].map(|name| (name, flag(op, builder, name)));
    let [left, lower, unit] = flags;
    let transpose = ("transpose", word(op, builder, "transpose_a"));
    call_for(lowering, op, builder, "triangular_solve", &[left, lower, transpose, unit])
}
