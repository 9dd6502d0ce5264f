//! `get_dimension_size` and `set_dimension_size`: sizes known only at run time, within bounds.

use super::dimensions;
use super::meaning::{Arguments, Folded, Meaning};
use crate::bounds;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, DYNAMIC, Element, Op, OpExt, Tensor, Type, tensor_of, type_of};
use crate::ods::stablehlo;
use crate::ops::literal::Literal;
use melior::ir::ValueLike;

/// `get_dimension_size`.
pub const GET_DIMENSION_SIZE: Meaning = Meaning { infer: Some(infer_get), verify: None, fold: Some(fold_get) };
/// `set_dimension_size`.
pub const SET_DIMENSION_SIZE: Meaning = Meaning { infer: Some(infer_set), verify: Some(verify_set), fold: None };

/// Whether `op` is one of StableHLO's ops that take sizes, amounts or ranges from an operand or from the shape of one, where
/// xla's counterpart, if there is any, has them as attributes or in its type.
pub fn takes_sizes(op: Op<'_>) -> bool {
    use stablehlo::Kind;
    let is_open = |value| tensor_of(value).is_some_and(|tensor| !tensor.is_static());
    let takes = |kind| match kind {
        Kind::DynamicBroadcastInDim
        | Kind::DynamicConv
        | Kind::DynamicGather
        | Kind::DynamicIota
        | Kind::DynamicPad
        | Kind::DynamicReshape
        | Kind::RealDynamicSlice => true,
        Kind::Rng => is_open(op.output(0)),
        Kind::TorchIndexSelect => is_open(op.input(0)),
        _ => false,
    };
    Kind::of(op).is_some_and(takes)
}

/// The dimension that the attribute names.
fn dimension<'c>(arguments: &Arguments<'c>, operand: &Tensor<'c>) -> Result<usize, Violation<'c>> {
    let number = arguments.int("dimension");
    dimensions::index(number, operand.rank()).ok_or_else(|| {
        let message = format!("names dimension {number} of an array of rank {}", operand.rank());
        Violation::new("dimension-size-range", message).operand(arguments, 0)
    })
}

fn infer_get<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    dimension(arguments, &arguments.tensor(0)?)?;
    Ok(vec![Tensor::new(&[], type_of(arguments.context(), Element::S32)).ty()])
}

fn fold_get<'c>(op: Op<'c>, _: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let size = *tensor_of(op.input(0))?.shape.get(usize::try_from(op.int("dimension")?).ok()?)?;
    // A dynamic size is not known here, and 32 bits hold no larger one.
    let size = i32::try_from(size).ok().filter(|size| *size >= 0)?;
    let literal = Literal::new(Element::S32, &[], size.to_le_bytes().to_vec())?;
    Some(vec![Folded::Constant(literal.attribute(op.output(0).r#type())?)])
}

fn infer_set<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let (operand, size) = (arguments.tensor(0)?, arguments.tensor(1)?);
    let dimension = dimension(arguments, &operand)?;
    if size.rank() != 0 || size.xla_element() != Some(Element::S32) {
        let message = format!("has a size of type {}; it must be tensor<i32>", size.ty());
        return Err(Violation::new("set-dimension-size-scalar", message).operand(arguments, 1));
    }
    let mut shape = operand.shape.clone();
    shape[dimension] = DYNAMIC;
    let bounds = bounds::of(&operand);
    let bounds: Vec<i64> =
        shape.iter().zip(bounds).map(|(&size, bound)| if size == DYNAMIC { bound } else { DYNAMIC }).collect();
    let encoding = bounds::xla(arguments.context(), &bounds);
    Ok(vec![Tensor { shape, element: operand.element, encoding }.ty()])
}

/// The result's bound is the operand's.
fn verify_set(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let (operand, Some(result)) = (arguments.tensor(0)?, tensor_of(op.output(0))) else { return Ok(()) };
    for (d, (from, to)) in bounds::of(&operand).into_iter().zip(bounds::of(&result)).enumerate() {
        if !dimensions::compatible(from, to) {
            let message = format!("bounds dimension {d} by {to}; the operand has {from} there");
            return Err(Violation::new("set-dimension-size-bound", message).operand(&arguments, 0));
        }
    }
    Ok(())
}
