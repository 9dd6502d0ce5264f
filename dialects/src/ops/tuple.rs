//! `tuple` and `get_tuple_element`.

use super::matching::defined_by;
use super::meaning::{Arguments, Folded, Meaning};
use crate::diagnostics::Violation;
pub use crate::ir::tuple_elements as elements;
use crate::ir::{Attribute, Op, OpExt, Type};
use crate::ods::xla::{GetTupleElement, Kind};
use melior::ir::{TypeLike, ValueLike};
use mlir_sys::mlirTupleTypeGet;

/// `tuple`.
pub const TUPLE: Meaning = Meaning { infer: Some(infer_tuple), verify: None, fold: Some(fold_tuple) };
/// `get_tuple_element`.
pub const GET_TUPLE_ELEMENT: Meaning =
    Meaning { infer: Some(infer_get_tuple_element), verify: None, fold: Some(fold_get_tuple_element) };

fn infer_tuple<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let types: Vec<_> = arguments.operands.iter().map(|value| value.r#type().to_raw()).collect();
    // SAFETY: the array has the length given; the context is alive.
    let ty =
        unsafe { Type::from_raw(mlirTupleTypeGet(arguments.context().to_raw(), types.len() as isize, types.as_ptr())) };
    Ok(vec![ty])
}

fn infer_get_tuple_element<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let tuple = arguments.operands.first().and_then(|value| elements(value.r#type()));
    let tuple = tuple.ok_or_else(|| Violation::new("", "takes one operand, a tuple"))?;
    let index = arguments.int("index");
    let element = usize::try_from(index).ok().and_then(|index| tuple.get(index)).ok_or_else(|| {
        let message = format!("takes element {index} of a tuple of {} elements", tuple.len());
        Violation::new("tuple-index-range", message).operand(arguments, 0)
    })?;
    Ok(vec![*element])
}

/// `tuple(t[0], t[1], …)` of all elements of t is t.
fn fold_tuple<'c>(op: Op<'c>, _operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let origin = |i: usize| {
        let element = defined_by(op.input(i), Kind::GetTupleElement)?;
        (GetTupleElement::cast(element).index() as usize == i).then(|| element.input(0))
    };
    let n = op.ins().len();
    let tuple = (n > 0).then(|| origin(0)).flatten()?;
    let all = (1..n).all(|i| origin(i) == Some(tuple));
    (all && tuple.r#type() == op.output(0).r#type()).then(|| vec![Folded::Value(tuple)])
}

/// Element i of `tuple(x0, x1, …)` is xi.
fn fold_get_tuple_element<'c>(op: Op<'c>, _operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let tuple = defined_by(op.input(0), Kind::Tuple)?;
    let index = usize::try_from(op.int("index")?).ok()?;
    (index < tuple.ins().len()).then(|| vec![Folded::Value(tuple.input(index))])
}
