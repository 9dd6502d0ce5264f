//! reduce: a `linalg.generic` whose body is the computation on scalars.

use super::contraction::{accumulator, convert};
use super::elementwise::internal;
use super::emit::{Emitter, load_form, store_form};
use super::legalize::{Iterator, Lowering, element, empty, generic, shape, storage_type};
use super::movement::fill;
use crate::affine::Map;
use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Block, Builder, Element, Op, OpExt, Tensor, Value, block_args, block_ops};
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, CmpI, Machine, Op as Scalar, Val, apply, decode, encode};

/// Loops over the dimensions, of which the reduced ones accumulate.
///
/// Any association is allowed, so narrow floats are summed in f32 and rounded once.
pub fn reduce<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let inputs = &op.ins()[..op.outs().len()];
    let dimensions = op.i64s("dimensions");
    let sizes = shape(inputs[0]);
    let rank = sizes.len();
    let kept: Vec<usize> = (0..rank).filter(|d| !dimensions.contains(&(*d as i64))).collect();
    let iterators =
        (0..rank).map(|d| if kept.contains(&d) { Iterator::Parallel } else { Iterator::Reduction }).collect();
    let sources = inputs
        .iter()
        .map(|input| Ok((lowering.tensor(*input)?, Map::identity(rank))))
        .collect::<Result<Vec<_>, Failed>>()?;
    let result = Map::of_dims(rank, &kept);
    accumulate(
        lowering,
        op,
        builder,
        &Nest { precision: accumulator, sources, counted: None, extents: None, result, iterators },
    )
}

/// The loops of a reduction.
pub struct Nest<'c> {
    /// What the sums of elements of a type are computed in.
    pub precision: Precision,
    /// The inputs, and how the loops read them.
    pub sources: Vec<(Value<'c>, Map)>,
    /// A tensor of i8 that is 0 where the inputs are not to be combined, and how the loops read it.
    pub counted: Option<(Value<'c>, Map)>,
    /// A tensor that is not read, but gives those loops their extents that no dimension of an input or result does.
    pub extents: Option<(Value<'c>, Map)>,
    /// How the loops write the results.
    pub result: Map,
    /// The kinds of the loops.
    pub iterators: Vec<Iterator>,
}

/// The type that a computation on elements of some type is carried out in.
pub type Precision = fn(Element) -> Element;

/// Each op rounds to the type that it states.
pub fn as_stated(element: Element) -> Element {
    element
}

/// The results of a reduction, from its initial values through its body.
pub fn accumulate<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    nest: &Nest<'c>,
) -> Result<(), Failed> {
    let n = op.outs().len();
    let operands = op.ins();
    let (inputs, inits) = operands.split_at(n);
    let Some(body) = op.body(0) else { return Err(Failed) };
    let elements = op.outs().into_iter().map(element).collect::<Result<Vec<_>, _>>()?;
    let input_elements = inputs.iter().map(|v| element(*v)).collect::<Result<Vec<_>, _>>()?;
    let sums: Vec<Element> = elements.iter().map(|e| (nest.precision)(*e)).collect();
    let result_shape = shape(op.output(0));

    let mut outputs = Vec::new();
    for (i, init) in inits.iter().enumerate() {
        let ty = Tensor::new(&result_shape, storage_type(builder.context, sums[i])).ty();
        let init_value = lowering.tensor(*init)?;
        let from = element(*init)?;
        let init_value =
            if from == sums[i] { init_value } else { convert(lowering, op, builder, init_value, from, sums[i])? };
        let start = empty(builder, ty);
        let start = if result_shape.contains(&0) { start } else { fill(builder, init_value, start)? };
        outputs.push((start, nest.result.clone()));
    }
    let mut values: Vec<_> = outputs.iter().map(|(value, _)| *value).collect();
    if !shape(nest.sources[0].0).contains(&0) {
        let sources: Vec<_> = nest.sources.iter().chain(&nest.counted).chain(&nest.extents).cloned().collect();
        values = generic(builder, &sources, &outputs, &nest.iterators, |builder, arguments| {
            let mut emitter = Emitter::scalar(*builder);
            let so_far = &arguments[sources.len()..];
            let mut parameters = Vec::new();
            // The computation's parameters: the accumulators, then the elements.
            for i in 0..n {
                let stored = load_form(&emitter, sums[i], so_far[i]);
                parameters.push((sums[i], decode(&mut emitter, sums[i], stored)));
            }
            for i in 0..n {
                let stored = load_form(&emitter, input_elements[i], arguments[i]);
                let value = decode(&mut emitter, input_elements[i], stored);
                parameters.push(widen(op, &mut emitter, input_elements[i], sums[i], value)?);
            }
            let results = scalar_computation_in(lowering, op, body, &mut emitter, nest.precision, &parameters)?;
            let counted = nest.counted.as_ref().map(|_| emitter.cmpik(CmpI::Ne, Machine::I8, arguments[n], 0));
            results
                .into_iter()
                .zip(&sums)
                .zip(so_far)
                .map(|(((element, value), sum), before)| {
                    let (_, value) = widen(op, &mut emitter, element, *sum, value)?;
                    let stored = encode(&mut emitter, *sum, value);
                    let after = store_form(&emitter, *sum, stored);
                    Ok(counted.map_or(after, |counted| emitter.select(counted, after, *before)))
                })
                .collect()
        })?;
    }
    for (i, value) in values.into_iter().enumerate() {
        let value =
            if sums[i] == elements[i] { value } else { convert(lowering, op, builder, value, sums[i], elements[i])? };
        lowering.set_tensor(op.output(i), value);
    }
    Ok(())
}

/// A scalar with the element type that it has: narrow floats in compute form already are f32 values.
pub type Typed<'c> = (Element, Val<Value<'c>>);

/// The scalar `value` with another element type.
pub fn widen<'c>(
    op: Op<'c>,
    emitter: &mut Emitter<'c>,
    from: Element,
    to: Element,
    value: Val<Value<'c>>,
) -> Result<Typed<'c>, Failed> {
    if from == to || from.is_narrow_float() && to == Element::F32 {
        return Ok((to, value));
    }
    let value =
        apply(emitter, Scalar::Convert, &[from], to, &[value]).map_err(|error| internal(op, &error.to_string()))?;
    Ok((to, value))
}

/// Emits the ops of a computation on rank-0 tensors as scalar code; narrow floats stay f32 throughout.
pub fn scalar_computation<'c>(
    lowering: &Lowering<'c>,
    parent: Op<'c>,
    body: Block<'c>,
    emitter: &mut Emitter<'c>,
    parameters: &[Typed<'c>],
) -> Result<Vec<Typed<'c>>, Failed> {
    scalar_computation_in(lowering, parent, body, emitter, accumulator, parameters)
}

/// As [`scalar_computation`], with each op in the `precision` of its element type.
pub fn scalar_computation_in<'c>(
    lowering: &Lowering<'c>,
    parent: Op<'c>,
    body: Block<'c>,
    emitter: &mut Emitter<'c>,
    precision: Precision,
    parameters: &[Typed<'c>],
) -> Result<Vec<Typed<'c>>, Failed> {
    let mut values: HashMap<usize, Typed<'c>> = HashMap::new();
    let key = |value: Value<'c>| value.to_raw().ptr as usize;
    for (argument, parameter) in block_args(body).into_iter().zip(parameters) {
        values.insert(key(argument), *parameter);
    }
    for op in block_ops(body) {
        let find = |values: &HashMap<usize, Typed<'c>>, emitter: &mut Emitter<'c>, value: Value<'c>| {
            if let Some(typed) = values.get(&key(value)) {
                return Ok(*typed);
            }
            // Defined outside the computation: a rank-0 tensor by now.
            let tensor = lowering.tensor(value)?;
            let element = element(value)?;
            let scalar = xla_dialect::ir::element_type(tensor.r#type());
            let stored = emitter.builder.value("tensor.extract", &[tensor], scalar, &[]);
            let stored = load_form(emitter, element, stored);
            let decoded = decode(emitter, element, stored);
            Ok((precision(element), decoded))
        };
        match op.name_str() {
            "xla.return" => {
                return op.ins().into_iter().map(|value| find(&values, emitter, value)).collect();
            }
            "xla.constant" => {
                let declared = element(op.output(0))?;
                let tensor = op.attr("value").ok_or(Failed)?;
                let value = scalar_constant(emitter, tensor, declared)
                    .ok_or_else(|| internal(op, "has a literal of unknown kind"))?;
                values.insert(key(op.output(0)), (precision(declared), value));
            }
            // On rank 0 these change nothing.
            "xla.reshape" | "xla.broadcast_in_dim" | "xla.transpose" | "xla.rev" => {
                let value = find(&values, emitter, op.input(0))?;
                values.insert(key(op.output(0)), value);
            }
            _ => {
                let Some(meaning) = Scalar::from_mnemonic(op.mnemonic()).filter(|_| op.name_str().starts_with("xla."))
                else {
                    unsupported(
                        parent,
                        format!("'{}' in its computation, which only elementwise ops may make up", op.name_str()),
                    );
                    return Err(Failed);
                };
                let operands =
                    op.ins().into_iter().map(|v| find(&values, emitter, v)).collect::<Result<Vec<_>, _>>()?;
                let mut elements: Vec<Element> = operands.iter().map(|(element, _)| *element).collect();
                let mut scalars: Vec<_> = operands.iter().map(|(_, value)| *value).collect();
                let declared = element(op.output(0))?;
                let result = if matches!(meaning, Scalar::BitcastConvert | Scalar::NextAfter) {
                    // Bits are those of the declared type, not of the wider one computed in.
                    for (i, scalar) in scalars.iter_mut().enumerate() {
                        elements[i] = element(op.input(i))?;
                        let stored = encode(emitter, elements[i], *scalar);
                        *scalar = decode(emitter, elements[i], stored);
                    }
                    declared
                } else {
                    precision(declared)
                };
                let value = apply(emitter, meaning, &elements, result, &scalars)
                    .map_err(|error| internal(op, &error.to_string()))?;
                values.insert(key(op.output(0)), (precision(declared), value));
            }
        }
    }
    Err(internal(parent, "has a computation without xla.return"))
}

/// A rank-0 literal in compute form.
fn scalar_constant<'c>(
    emitter: &mut Emitter<'c>,
    literal: xla_dialect::ir::Attribute<'c>,
    element: Element,
) -> Option<Val<Value<'c>>> {
    use xla_scalar::{Builder as _, Machine};
    let bytes = crate::literal::storage_bytes(literal, element)?;
    let part = element.real_part().storage();
    let mut constant = |bytes: &[u8]| {
        let mut word = [0u8; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        match part {
            Machine::F32 => {
                // By its bits, so that a NaN keeps its payload.
                let bits = emitter.int(Machine::I32, i64::from(bits as u32 as i32));
                emitter.bitcast(bits, Machine::F32)
            }
            Machine::F64 => {
                let bits = emitter.int(Machine::I64, bits as i64);
                emitter.bitcast(bits, Machine::F64)
            }
            Machine::I8 => emitter.int(part, i64::from(bits as u8 as i8)),
            Machine::I16 => emitter.int(part, i64::from(bits as u16 as i16)),
            Machine::I32 => emitter.int(part, i64::from(bits as u32 as i32)),
            _ => emitter.int(part, bits as i64),
        }
    };
    let width = part.bytes();
    let stored = if element.is_complex() {
        Val::Complex(constant(&bytes[..width]), constant(&bytes[width..]))
    } else {
        Val::Real(constant(&bytes))
    };
    Some(decode(emitter, element, stored))
}
