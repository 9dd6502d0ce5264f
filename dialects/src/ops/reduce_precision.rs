//! `reduce_precision`: rounding to a float format of fewer bits, and back.

use super::literal::Literal;
use super::meaning::{Arguments, Folded, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Op, OpExt, Type, tensor_of};
use crate::require;
use melior::ir::ValueLike;
use xla_scalar::{encode, eval_with, reduces_nothing};

/// `xla.reduce_precision`
pub const REDUCE_PRECISION: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: Some(fold) };

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

/// As many bits as the elements have change nothing; a splat stays one.
fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let (element, bits) = (tensor_of(op.input(0))?.xla_element()?, |name| u32::try_from(op.int(name)?).ok());
    let (exponent, mantissa) = (bits("exponent_bits")?, bits("mantissa_bits")?);
    if reduces_nothing(element, exponent, mantissa) {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    let literal = Literal::of((*operands.first()?)?)?;
    let rounded = eval_with(&[(element, literal.one()?)], element, |b, values| {
        let value = xla_scalar::reduce_precision(b, element, exponent, mantissa, values[0]).ok_or(())?;
        Ok::<_, ()>(encode(b, element, value))
    });
    let rounded = Literal::filled(element, &literal.shape, &rounded.ok()??)?;
    Some(vec![Folded::Constant(rounded.attribute(op.output(0).r#type())?)])
}
