//! Random numbers: `rng_uniform`, `rng_normal`, StableHLO's `rng`, and `rng_bit_generator`.

use super::dimensions::{compatible_shapes, show};
use super::elementwise::enum_word;
use super::literal::Literal;
use super::meaning::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Element, Op, OpExt, Tensor, Value, defining_op, tensor_of};
use crate::layout::compatible;
use crate::require;
use melior::ir::ValueLike;

/// `rng_uniform`; StableHLO's `rng`.
pub const RNG_UNIFORM: Meaning = Meaning { infer: None, verify: Some(verify), fold: None };
/// `rng_normal`.
pub const RNG_NORMAL: Meaning = RNG_UNIFORM;
/// `rng_bit_generator`.
pub const RNG_BIT_GENERATOR: Meaning = Meaning { infer: None, verify: Some(verify_bits), fold: None };

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let Some(result) = tensor_of(op.output(0)) else { return Ok(()) };
    let normal = match op.attr("rng_distribution") {
        Some(distribution) => enum_word(distribution) == "NORMAL",
        None => op.mnemonic() == "rng_normal",
    };
    for i in 0..2 {
        let parameter = arguments.tensor(i)?;
        if parameter.rank() != 0 {
            let message = format!("is given a parameter of rank {}; it must be a scalar", parameter.rank());
            return Err(Violation::new("rng-scalar", message).operand(&arguments, i));
        }
        if parameter.element != result.element {
            let message = format!(
                "draws elements of type {} by a parameter of type {}; they must agree",
                result.element, parameter.element
            );
            return Err(Violation::new("rng-same-type", message).operand(&arguments, i));
        }
    }
    let drawn = |element: Element| if normal { element.is_float() } else { !element.is_complex() };
    require!(
        result.xla_element().is_some_and(drawn),
        "rng-element-type",
        "draws elements of type {}; it must be {}",
        result.element,
        if normal { "a float type" } else { "a boolean, integer or float type" }
    );
    if op.ins().len() < 3 { Ok(()) } else { verify_shape(&arguments, &result) }
}

/// In StableHLO, the result's shape is also an operand.
fn verify_shape<'c>(arguments: &Arguments<'c>, result: &Tensor<'c>) -> Result<(), Violation<'c>> {
    let shape = arguments.tensor(2)?;
    if shape.rank() != 1 || !shape.is_static() {
        let message = format!("is given the shape as {shape}; it must be one list of known length");
        return Err(Violation::new("rng-shape", message).operand(arguments, 2));
    }
    let given = sizes(arguments.operands[2]).unwrap_or_else(|| vec![DYNAMIC; shape.size() as usize]);
    if compatible_shapes(&given, &result.shape) {
        return Ok(());
    }
    let message = format!("is given the shape {}, but its result has {}", show(&given), show(&result.shape));
    Err(Violation::new("rng-shape", message).operand(arguments, 2))
}

/// The sizes that a constant holds.
fn sizes(value: Value<'_>) -> Option<Vec<i64>> {
    let op = defining_op(value).filter(|op| op.mnemonic() == "constant")?;
    let literal = Literal::of(op.attr("value")?)?;
    let bytes = literal.all();
    match literal.element {
        Element::S32 => Some(bytes.as_chunks().0.iter().map(|&word| i64::from(i32::from_le_bytes(word))).collect()),
        Element::S64 => Some(bytes.as_chunks().0.iter().map(|&word| i64::from_le_bytes(word)).collect()),
        _ => None,
    }
}

fn verify_bits(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let state = arguments.tensor(0)?;
    let refuse = |label, message| Err(Violation::new(label, message).operand(&arguments, 0));
    // Some frontends give a state of two numbers as four halves.
    let halves = matches!(state.xla_element(), Some(Element::S32 | Element::U32)) && state.shape == [4];
    let numbers = matches!(state.xla_element(), Some(Element::S64 | Element::U64));
    if state.rank() != 1 || !numbers && !halves {
        let message =
            format!("has a state of type {state}; it must be a list of 64-bit integers, or of four 32-bit integers");
        return refuse("rng-state", message);
    }
    let algorithm = op.attr("rng_algorithm").map(enum_word).unwrap_or_default();
    let words = if halves { 2 } else { state.shape[0] };
    let fits = match algorithm.as_str() {
        "THREE_FRY" => words == 2,
        "PHILOX" => words == 2 || words == 3,
        _ => true,
    };
    if !fits && words != DYNAMIC {
        let takes = if algorithm == "THREE_FRY" { "two" } else { "two or three" };
        return refuse("rng-state", format!("has a state of {words} numbers; {algorithm} takes {takes}"));
    }
    let next = op.output(0).r#type();
    if !compatible(state.ty(), next) {
        return refuse("rng-state", format!("gives a next state of type {next}; it must be {state}"));
    }
    let Some(bits) = tensor_of(op.output(1)) else { return Ok(()) };
    require!(
        bits.xla_element().is_some_and(|element| element.is_integer() || element.is_float()),
        "rng-bits-type",
        "gives bits as elements of type {}; it must be an integer or float type",
        bits.element
    );
    Ok(())
}
