//! `constant`: a literal.

use super::meaning::{Arguments, Folded, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Op, OpExt, Tensor, Type};
use melior::ir::attribute::AttributeLike;

/// `constant`.
pub const CONSTANT: Meaning = Meaning { infer: Some(infer), verify: None, fold: Some(fold) };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let value = arguments.attr("value").ok_or_else(|| Violation::new("", "has no value"))?;
    // SAFETY: ODS made sure that `value` is an elements attribute, which has a type.
    let ty = unsafe { Type::from_raw(mlir_sys::mlirAttributeGetType(value.to_raw())) };
    let tensor = Tensor::of(ty)
        .ok_or_else(|| Violation::new("constant-tensor", format!("has a value of type {ty}; it must be a tensor")))?;
    if tensor.xla_element().is_none() {
        let message = format!("has elements of type {}, which xla does not have", tensor.element);
        return Err(Violation::new("element-type", message));
    }
    Ok(vec![ty])
}

/// MLIR asks an op that is like a constant for its value by folding it.
fn fold<'c>(op: Op<'c>, _operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    Some(vec![Folded::Constant(op.attr("value")?)])
}
