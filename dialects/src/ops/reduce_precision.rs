//! `reduce_precision`: rounding to a float format of fewer bits, and back.

use super::meaning::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Op, OpExt, Type};
use crate::require;

/// `xla.reduce_precision`
pub const REDUCE_PRECISION: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let tensor = arguments.tensor(0)?;
    if !tensor.xla_element().is_some_and(|element| element.is_float()) {
        let message = format!("rounds floats, not elements of type {}", tensor.element);
        return Err(Violation::new("element-type", message).operand(arguments, 0));
    }
    Ok(vec![tensor.ty()])
}

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let bits = |name| op.int(name).unwrap_or_default();
    let (exponent, mantissa) = (bits("exponent_bits"), bits("mantissa_bits"));
    // XLA: with no exponent bit there is neither infinity nor NaN.
    require!(exponent >= 1, "exponent-bits", "has {exponent} exponent bits; a float format has at least one");
    require!(mantissa >= 0, "mantissa-bits", "has {mantissa} mantissa bits");
    Ok(())
}
