//! The integers that elements of an array can be, as far as the ops that compute them say.

use super::literal::Literal;
use crate::ir::{Element, OpExt, Value, defining_op, tensor_of};
use crate::ods::xla::Kind;

/// Ops that are looked at behind one another, at most.
const DEPTH: usize = 6;

/// The least and the greatest integer that an element of `value` can be; none of floats and complex numbers.
pub fn range(value: Value<'_>) -> Option<[i128; 2]> {
    known(value, DEPTH)
}

fn known(value: Value<'_>, depth: usize) -> Option<[i128; 2]> {
    let whole = of_type(tensor_of(value)?.xla_element()?)?;
    let found = if depth == 0 { None } else { computed(value, depth - 1) };
    // What a type does not hold wraps around.
    Some(found.filter(|[least, greatest]| whole[0] <= *least && *greatest <= whole[1]).unwrap_or(whole))
}

/// The integers of a type, 0 and 1 of predicates.
pub fn of_type(element: Element) -> Option<[i128; 2]> {
    match element {
        _ if element.is_pred() => Some([0, 1]),
        _ if !element.is_integer() => None,
        _ if element.is_signed() => Some([-(1 << (element.bits() - 1)), (1 << (element.bits() - 1)) - 1]),
        _ => Some([0, (1 << element.bits()) - 1]),
    }
}

/// What an op computes as if its type had no bounds.
fn computed(value: Value<'_>, depth: usize) -> Option<[i128; 2]> {
    let op = defining_op(value)?;
    let operand = |i: usize| known(op.input(i), depth);
    let element = tensor_of(value)?.xla_element()?;
    match Kind::of(op)? {
        Kind::Constant => {
            let literal = Literal::of(op.attr("value")?).filter(|literal| literal.one().is_some())?;
            let one = literal.integer().filter(|one| *one < i64::MAX)?.into();
            Some([one, one])
        }
        // To a predicate everything but 0 converts alike.
        Kind::Convert if !element.is_pred() => operand(0),
        Kind::BroadcastInDim | Kind::Broadcast | Kind::Reshape | Kind::Rev | Kind::Slice | Kind::Transpose => {
            operand(0)
        }
        Kind::Add if !element.is_pred() => {
            let ([a, b], [c, d]) = (operand(0)?, operand(1)?);
            Some([a + c, b + d])
        }
        Kind::Sub => {
            let ([a, b], [c, d]) = (operand(0)?, operand(1)?);
            Some([a - d, b - c])
        }
        Kind::And if !element.is_pred() => {
            let most = |[least, greatest]: [i128; 2]| (least >= 0).then_some(greatest);
            let most = [most(operand(0)?), most(operand(1)?)].into_iter().flatten().min()?;
            Some([0, most])
        }
        Kind::Max => {
            let ([a, b], [c, d]) = (operand(0)?, operand(1)?);
            Some([a.max(c), b.max(d)])
        }
        Kind::Min => {
            let ([a, b], [c, d]) = (operand(0)?, operand(1)?);
            Some([a.min(c), b.min(d)])
        }
        Kind::PopulationCount | Kind::CountLeadingZeros => Some([0, element.bits().into()]),
        _ => None,
    }
}
