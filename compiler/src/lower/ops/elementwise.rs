//! Elementwise ops: one `linalg.generic` whose body xla-scalar writes.

use crate::affine::{Expr, Map};
use crate::lower::rewriter::broadcast;
use crate::lower::rewriter::element_types::ElementTypes;
use crate::lower::rewriter::emit::{Emitter, load_form, store_form};
use crate::lower::rewriter::sizes::{Size, empty_like, empty_of, is_static, sizes};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{compute_elements, element, loop_index, shape};
use melior::ir::ValueLike;
use xla_dialect::diagnostics::{internal, unsupported};
use xla_dialect::ir::{Builder, Element, Op, OpExt, Tensor, Value};
use xla_dialect::ods::xla;
use xla_dialect::ops::tuple;
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, CmpI, Machine, Val, apply_to_storage, decode};

/// ```mlir
/// %0 = xla.add %a, %b : tensor<4xui8>
/// // becomes
/// %0 = linalg.generic … ins(%a, %b : tensor<4xi8>, tensor<4xi8>) outs(%e : tensor<4xi8>) { arith.addi … }
/// ```
pub fn lower<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let meaning = xla_scalar::Op::from_mnemonic(op.mnemonic()).expect("an elementwise op");
    let result = op.output(0);
    // A `select` of tuples is taken apart before.
    if tuple::elements(result.r#type()).is_some() {
        return Err(unsupported(op, format!("values of type {}", result.r#type())));
    }
    let result_element = element(result);
    let elements = op.ins().into_iter().map(element).collect::<Vec<_>>();
    let (inputs, init) = broadcast::elementwise(lowering, op, builder)?;
    let value = compute_elements(builder, &inputs, init, |builder, arguments| {
        let mut emitter = lowering.emitter(builder);
        let values: Vec<_> = elements
            .iter()
            .zip(arguments)
            .map(|(element, argument)| {
                let stored = load_form(&emitter, *element, *argument);
                decode(&mut emitter, *element, stored)
            })
            .collect();
        let value = apply_to_storage(&mut emitter, meaning, &elements, result_element, &values)
            .map_err(|error| internal(op, &error.to_string()))?;
        Ok(store_form(&emitter, result_element, value))
    })?;
    lowering.set_tensor(result, value);
    Ok(())
}

/// Rounds to a format of fewer exponent and mantissa bits, in the operand's own type.
pub fn reduce_precision<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let bits = |name: &str| op.int(name).and_then(|bits| u32::try_from(bits).ok()).unwrap_or_default();
    let (exponent, mantissa) = (bits("exponent_bits"), bits("mantissa_bits"));
    let (operand, result) = (op.input(0), op.output(0));
    let of = element(operand);
    if !xla_scalar::supports_reduce_precision(of) {
        return Err(unsupported(op, format!("{of} has no infinity to round to")));
    }
    let source = lowering.tensor(operand)?;
    let init = empty_like(builder, source, lowering.element_type(of));
    let source = (source, Map::identity(shape(result).len()));
    let value = compute_elements(builder, &[source], init, |builder, arguments| {
        let mut emitter = lowering.emitter(builder);
        let value = decode(&mut emitter, of, Val::Real(arguments[0]));
        let rounded = xla_scalar::reduce_precision(&mut emitter, of, exponent, mantissa, value)
            .ok_or_else(|| internal(op, &format!("does not take {of}")))?;
        let stored = xla_scalar::encode(&mut emitter, of, rounded);
        Ok(stored.re())
    })?;
    lowering.set_tensor(result, value);
    Ok(())
}

/// Equal widths reinterpret each element; a narrower result takes pieces of an element along a new last dimension,
/// a wider one puts together the elements of the last dimension. Bytes in memory are just seen as wider elements.
pub fn bitcast_convert<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (operand, result) = (op.input(0), op.output(0));
    let (from, to) = (element(operand), element(result));
    if from.bits() == to.bits() && from.is_complex() == to.is_complex() {
        return lower(lowering, op, builder);
    }
    let ty = Tensor::new(&shape(result), lowering.element_type(to)).ty();
    let mut result_sizes = sizes(lowering.tensor(operand)?);
    result_sizes.resize(shape(result).len(), Size::Known(from.bits() as i64 / to.bits() as i64));
    let init = empty_of(builder, ty, &result_sizes);
    if shape(result).contains(&0) {
        lowering.set_tensor(result, init);
        return Ok(());
    }
    let source = lowering.tensor(operand)?;
    let rank = shape(result).len();
    let are_bytes = lowering.options.types == ElementTypes::Storage && from.bits() == 8;
    let is_view = are_bytes && to.bits() > 8 && !to.is_complex();
    let value = if is_view && is_static(&shape(result)) {
        xla::bitcast_convert(builder, source, ty)
    } else if from.bits() > to.bits() {
        let map = Map::of_dims(rank, &(0..rank - 1).collect::<Vec<_>>());
        compute_elements(builder, &[(source, map)], init, |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            let piece = piece_index(builder, rank - 1);
            if from == Element::C128 {
                // Its parts are the pieces: no integer is as wide as both.
                let Val::Complex(re, im) = load_form(&emitter, from, arguments[0]) else {
                    return Err(internal(op, "a complex number has two parts"));
                };
                let [re, im] = [re, im].map(|part| part_bits(&mut emitter, from.real_part(), part));
                let zero = emitter.int(Machine::I64, 0);
                let is_first = emitter.cmpi(CmpI::Eq, piece, zero);
                let bits = emitter.select(is_first, re, im);
                return Ok(of_bits(&mut emitter, to, bits, Machine::I64));
            }
            let bits = to_bits(&mut emitter, from, arguments[0]);
            let width = emitter.int(Machine::I64, i64::from(to.bits()));
            let shift = emitter.muli(piece, width);
            let shifted = emitter.shrui(bits, shift);
            Ok(of_bits(&mut emitter, to, shifted, Machine::I64))
        })?
    } else {
        let pieces = to.bits() / from.bits();
        let inputs: Vec<_> = (0..pieces)
            .map(|piece| {
                let mut map = Map::identity(rank);
                map.results.push(Expr::constant(rank, i64::from(piece)));
                (source, map)
            })
            .collect();
        compute_elements(builder, &inputs, init, |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            if to == Element::C128 {
                let mut part = |stored| {
                    let bits = to_bits(&mut emitter, from, stored);
                    of_bits(&mut emitter, to.real_part(), bits, Machine::I64)
                };
                let (re, im) = (part(arguments[0]), part(arguments[1]));
                return Ok(store_form(&emitter, to, Val::Complex(re, im)));
            }
            let mut all = to_bits(&mut emitter, from, arguments[0]);
            for piece in 1..pieces {
                let bits = to_bits(&mut emitter, from, arguments[piece as usize]);
                let shifted = emitter.shl(Machine::I64, bits, piece * from.bits());
                all = emitter.ori(all, shifted);
            }
            Ok(of_bits(&mut emitter, to, all, Machine::I64))
        })?
    };
    lowering.set_tensor(result, value);
    Ok(())
}

/// The index of loop dimension `dimension` as an `i64`.
fn piece_index<'c>(builder: &Builder<'c>, dimension: usize) -> Value<'c> {
    loop_index(builder, dimension)
}

/// The bits of an element in memory, zero-extended to an `i64`.
fn to_bits<'c>(emitter: &mut Emitter<'c>, element: Element, stored: Value<'c>) -> Value<'c> {
    match load_form(emitter, element, stored) {
        Val::Real(value) => part_bits(emitter, element, value),
        Val::Complex(re, im) => {
            let part = element.real_part();
            let (re, im) = (part_bits(emitter, part, re), part_bits(emitter, part, im));
            let im = emitter.shl(Machine::I64, im, part.bits());
            emitter.ori(re, im)
        }
    }
}

fn part_bits<'c>(emitter: &mut Emitter<'c>, element: Element, value: Value<'c>) -> Value<'c> {
    let storage = element.storage();
    let value = emitter.storage_form(element, value);
    let mut bits = if storage.is_float() { emitter.bitcast(value, storage.as_int()) } else { value };
    if storage.bits() < 64 {
        bits = emitter.extui(bits, Machine::I64);
    }
    if element.bits() < storage.bits() {
        let mask = emitter.int(Machine::I64, (1i64 << element.bits()) - 1);
        bits = emitter.andi(bits, mask);
    }
    bits
}

/// The element in memory whose bits are the low ones of the integer `bits` of `width`.
pub fn of_bits<'c>(emitter: &mut Emitter<'c>, element: Element, bits: Value<'c>, width: Machine) -> Value<'c> {
    if element.is_complex() {
        let part = element.real_part();
        let high = emitter.shru(Machine::I64, bits, part.bits());
        let (re, im) = (of_bits(emitter, part, bits, width), of_bits(emitter, part, high, width));
        return store_form(emitter, element, Val::Complex(re, im));
    }
    let storage = element.storage();
    let mut value = if storage.bits() < width.bits() { emitter.trunci(bits, storage.as_int()) } else { bits };
    if element.bits() < storage.bits() {
        // Narrow integers are kept extended to their storage.
        let spare = storage.bits() - element.bits();
        value = emitter.shl(storage, value, spare);
        let amount = emitter.int(storage, i64::from(spare));
        value = if element.is_signed() && element.is_integer() {
            emitter.shrsi(value, amount)
        } else {
            emitter.shrui(value, amount)
        };
    }
    let stored = if storage.is_float() { emitter.bitcast(value, storage) } else { value };
    emitter.memory_form(element, stored)
}

/// Whether the PRED in memory holds.
pub fn is_true<'c>(emitter: &mut Emitter<'c>, stored: Value<'c>) -> Value<'c> {
    emitter.decoded(Element::Pred, stored)
}
