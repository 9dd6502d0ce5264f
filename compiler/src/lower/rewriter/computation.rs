//! Computations on scalars, such as those of reductions, and conversions between element types.

use super::emit::{Emitter, load_form, store_form};
use super::sizes::empty_like;
use super::state::Lowering;
use super::tensor::{compute_elements, element, extract, shape};
use crate::affine::Map;
use crate::identity::ValueMap;
use crate::literal::storage_bytes;
use crate::verified;
use xla_dialect::diagnostics::{internal, unsupported};
use xla_dialect::ir::{Attribute, Block, Builder, Element, Op, OpExt, Tensor, Value, block_args, block_ops};
use xla_dialect::ods::{tensor, xla};
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, Machine, Op as Scalar, Val, apply, decode, decode_storage, encode, encode_exact};

/// The element type in which products are accumulated.
pub fn accumulator(element: Element) -> Element {
    element.accumulator()
}

/// The type in which a computation on elements is evaluated.
pub type Precision = fn(Element) -> Element;

/// Each op rounds to the type that it states.
pub fn as_stated(element: Element) -> Element {
    element
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
    let mut values: ValueMap<'c, Typed<'c>> = ValueMap::default();
    for (argument, parameter) in block_args(body).into_iter().zip(parameters) {
        values.insert(argument, *parameter);
    }
    for op in block_ops(body) {
        let find = |values: &ValueMap<'c, Typed<'c>>, emitter: &mut Emitter<'c>, value: Value<'c>| {
            if let Some(typed) = values.get(value) {
                return Ok(*typed);
            }
            // Defined outside the computation, where it was lowered to a rank-0 tensor.
            let tensor = lowering.tensor(value)?;
            let element = element(value);
            let stored = extract(&emitter.builder, tensor, &[]);
            let stored = load_form(emitter, element, stored);
            let decoded = decode(emitter, element, stored);
            Ok((precision(element), decoded))
        };
        match xla::Kind::of(op) {
            Some(xla::Kind::Return) => {
                return op.ins().into_iter().map(|value| find(&values, emitter, value)).collect();
            }
            Some(xla::Kind::Constant) => {
                let declared = element(op.output(0));
                let tensor = verified::attribute(op, "value");
                let value = scalar_constant(emitter, tensor, declared)
                    .ok_or_else(|| internal(op, "has a literal of unknown kind"))?;
                values.insert(op.output(0), (precision(declared), value));
            }
            // These are the identity on rank 0.
            Some(xla::Kind::Reshape | xla::Kind::BroadcastInDim | xla::Kind::Transpose | xla::Kind::Rev) => {
                let value = find(&values, emitter, op.input(0))?;
                values.insert(op.output(0), value);
            }
            kind => {
                let Some(meaning) = kind.and_then(|kind| Scalar::from_mnemonic(kind.mnemonic())) else {
                    return Err(unsupported(
                        parent,
                        format!("'{}' in its computation, which only elementwise ops may make up", op.name_str()),
                    ));
                };
                let operands =
                    op.ins().into_iter().map(|v| find(&values, emitter, v)).collect::<Result<Vec<_>, _>>()?;
                let mut elements: Vec<Element> = operands.iter().map(|(element, _)| *element).collect();
                let mut scalars: Vec<_> = operands.iter().map(|(_, value)| *value).collect();
                let declared = element(op.output(0));
                let result = if matches!(meaning, Scalar::BitcastConvert | Scalar::NextAfter) {
                    // The bits are those of the declared type, not of the wider compute type.
                    for (i, scalar) in scalars.iter_mut().enumerate() {
                        elements[i] = element(op.input(i));
                        let stored = encode(emitter, elements[i], *scalar);
                        *scalar = decode(emitter, elements[i], stored);
                    }
                    declared
                } else {
                    precision(declared)
                };
                let value = apply(emitter, meaning, &elements, result, &scalars)
                    .map_err(|error| internal(op, &error.to_string()))?;
                values.insert(op.output(0), (precision(declared), value));
            }
        }
    }
    Err(internal(parent, "has a computation without xla.return"))
}

/// What stores the results of a computation on scalars: if none of its ops rounds, they are numbers of their element types already.
pub fn encoder<'c>(body: Block<'c>) -> fn(&mut Emitter<'c>, Element, Val<Value<'c>>) -> Val<Value<'c>> {
    let meaning = |op: Op<'_>| Scalar::from_mnemonic(xla::Kind::of(op)?.mnemonic());
    let rounds = block_ops(body).into_iter().filter_map(meaning).any(Scalar::rounds);
    if rounds { encode } else { encode_exact }
}

/// A rank-0 literal in compute form.
fn scalar_constant<'c>(emitter: &mut Emitter<'c>, literal: Attribute<'c>, element: Element) -> Option<Val<Value<'c>>> {
    let bytes = storage_bytes(literal, element)?;
    let part = element.real_part().storage();
    let mut constant = |bytes: &[u8]| {
        let mut word = [0u8; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        match part {
            Machine::F32 => {
                // Created from its bits, so that a NaN keeps its payload.
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
    if element.is_complex() {
        return Some(Val::Complex(constant(&bytes[..width]), constant(&bytes[width..])));
    }
    let stored = constant(&bytes);
    Some(Val::Real(decode_storage(emitter, element, stored)))
}

/// The rank-0 tensor of a zero in storage form, whose bits are all zero.
pub fn zero<'c>(lowering: &Lowering<'c>, builder: &Builder<'c>, element: Element) -> Value<'c> {
    let mut emitter = lowering.emitter(builder);
    let part = element.real_part().storage();
    let zero = if part.is_float() { emitter.float(part, 0.0) } else { emitter.int(part, 0) };
    let zero = emitter.memory_form(element.real_part(), zero);
    let zero = if element.is_complex() { Val::Complex(zero, zero) } else { Val::Real(zero) };
    let zero = store_form(&emitter, element, zero);
    let scalar = Tensor::new(&[], lowering.element_type(element)).ty();
    tensor::from_elements(builder, &[zero], scalar)
}

/// `value` with its elements converted.
pub fn convert<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    value: xla_dialect::ir::Value<'c>,
    from: Element,
    to: Element,
) -> Result<xla_dialect::ir::Value<'c>, Failed> {
    let rank = shape(value).len();
    let init = empty_like(builder, value, lowering.element_type(to));
    compute_elements(builder, &[(value, Map::identity(rank))], init, |builder, arguments| {
        let mut emitter = lowering.emitter(builder);
        let stored = load_form(&emitter, from, arguments[0]);
        let value = decode(&mut emitter, from, stored);
        let value = xla_scalar::apply_to_storage(&mut emitter, Scalar::Convert, &[from], to, &[value])
            .map_err(|error| internal(op, &error.to_string()))?;
        Ok(store_form(&emitter, to, value))
    })
}
