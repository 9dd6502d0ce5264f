//! Arithmetic on sizes: small integer literals are folded, in StableHLO and in the dialects that upstream computes
//! shapes with.

use super::values::{broadcast, constant, integers, integers_of, shape};
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::{internal, unsupported};
use xla_dialect::ir::{
    Attribute, Builder, DYNAMIC, Element, Op, OpExt, Tensor, Value, defining_op, is_index, tensor_of,
};
use xla_dialect::ods::{Kind, arith, shape as shape_ods, stablehlo, tensor};
use xla_dialect::ops::dimensions::element_count;
use xla_dialect::ops::{self, Folded};
use xla_dialect::passes::Failed;

/// No list of sizes is longer; what is, is data.
const LIMIT: i64 = 256;

/// Replaces the results of `op` by literals, where they are sizes and known.
pub fn fold(op: Op<'_>) {
    let Some(builder) = Builder::before(op) else { return };
    if stablehlo::Constant::of(op).is_some() || op.outs().is_empty() || !op.outs().into_iter().all(is_size) {
        return;
    }
    let literals: Vec<_> = op.ins().into_iter().map(literal_of).collect();
    let Some(folded) = ops::fold(op, &literals) else { return };
    let values: Vec<_> = folded
        .into_iter()
        .zip(op.outs())
        .map(|(folded, result)| match folded {
            Folded::Value(value) => value,
            Folded::Constant(value) => stablehlo::constant(&builder, value, result.r#type()),
        })
        .collect();
    op.replace(&values);
}

fn is_size(value: Value<'_>) -> bool {
    tensor_of(value).is_some_and(|tensor| {
        let element = tensor.xla_element();
        element.is_some_and(|element| element.is_integer() || element == Element::Pred)
            && tensor.rank() <= 2
            && element_count(&tensor.shape).is_some_and(|count| count <= LIMIT)
    })
}

fn literal_of(value: Value<'_>) -> Option<Attribute<'_>> {
    defining_op(value).filter(|op| op.mnemonic() == "constant")?.attr("value")
}

/// Whether `op` computes with shapes outside StableHLO.
pub fn is_shape_op(op: Op<'_>) -> bool {
    matches!(op.name_str().split_once('.'), Some(("shape" | "tensor" | "arith", _)))
}

/// Replaces an op of upstream's, which stays nowhere. Indices become `i64` here, scalars tensors of rank 0: nothing
/// but such ops and shape operands uses them.
pub fn fold_shape_op(op: Op<'_>) -> Result<(), Failed> {
    let builder = verified::before(op);
    let Some(values) = shape_values(op) else {
        return Err(unsupported(op, "what it computes is known only at run time"));
    };
    let result = op.output(0);
    let i64_type = builder.element(Element::S64);
    let ty = match tensor_of(result) {
        Some(tensor) if !is_index(tensor.element) => tensor.with_shape(&sizes_of(&values, tensor.rank())),
        Some(tensor) => Tensor::new(&sizes_of(&values, tensor.rank()), i64_type),
        None => Tensor::new(if is_shape(result) { &[DYNAMIC] } else { &[] }, i64_type),
    };
    let ty = if ty.shape == [DYNAMIC] { ty.with_shape(&[values.len() as i64]) } else { ty };
    let value = constant(&builder, &values, ty.ty());
    let value = value.ok_or_else(|| internal(op, "computes what is no constant"))?;
    op.replace(&[value]);
    Ok(())
}

fn sizes_of(values: &[i64], rank: usize) -> Vec<i64> {
    if rank == 0 { Vec::new() } else { vec![values.len() as i64] }
}

fn is_shape(value: Value<'_>) -> bool {
    value.r#type().to_string() == "!shape.shape"
}

/// What an op of upstream's gives: the elements of a list of sizes, or one number.
fn shape_values(op: Op<'_>) -> Option<Vec<i64>> {
    let operands = op.ins();
    let operand = |i: usize| operands.get(i).and_then(|value| integers(*value));
    let number = |i: usize| operand(i)?.first().copied();
    let both = |f: fn(i64, i64) -> Option<i64>| Some(vec![f(number(0)?, number(1)?)?]);
    match Kind::of(op)? {
        Kind::Shape(shape_ods::Kind::ShapeOf) => shape(op.input(0)).filter(|shape| !shape.contains(&DYNAMIC)),
        Kind::Shape(shape_ods::Kind::ConstShape) => integers_of(op.attr("shape")?),
        Kind::Shape(shape_ods::Kind::ConstSize) | Kind::Arith(arith::Kind::Constant) => integers_of(op.attr("value")?),
        Kind::Shape(shape_ods::Kind::ToExtentTensor)
        | Kind::Shape(shape_ods::Kind::ValueAsShape)
        | Kind::Tensor(tensor::Kind::Cast)
        | Kind::Arith(arith::Kind::IndexCast)
        | Kind::Arith(arith::Kind::ExtSI)
        | Kind::Arith(arith::Kind::TruncI)
        | Kind::Shape(shape_ods::Kind::IndexToSize)
        | Kind::Shape(shape_ods::Kind::SizeToIndex) => operand(0),
        Kind::Shape(shape_ods::Kind::FromExtents) | Kind::Tensor(tensor::Kind::FromElements) => {
            (0..operands.len()).map(number).collect()
        }
        Kind::Shape(shape_ods::Kind::NumElements) => {
            Some(vec![operand(0)?.into_iter().try_fold(1i64, i64::checked_mul)?])
        }
        Kind::Shape(shape_ods::Kind::Rank) => Some(vec![operand(0)?.len() as i64]),
        Kind::Shape(shape_ods::Kind::GetExtent) | Kind::Tensor(tensor::Kind::Extract) if operands.len() == 2 => {
            Some(vec![*operand(0)?.get(usize::try_from(number(1)?).ok()?)?])
        }
        Kind::Tensor(tensor::Kind::Extract) if operands.len() == 1 => operand(0),
        Kind::Tensor(tensor::Kind::Dim) | Kind::Shape(shape_ods::Kind::Dim) => {
            let size = *shape(op.input(0))?.get(usize::try_from(number(1)?).ok()?)?;
            (size != DYNAMIC).then_some(vec![size])
        }
        Kind::Shape(shape_ods::Kind::Broadcast) => {
            let shapes: Vec<_> = (0..operands.len()).map(operand).collect::<Option<_>>()?;
            shapes.into_iter().try_fold(Vec::new(), |all, shape| broadcast(&all, &shape))
        }
        // A witness of what must hold: of shapes that agree.
        Kind::Shape(shape_ods::Kind::CstrBroadcastable) => {
            let shapes: Vec<_> = (0..operands.len()).map(operand).collect::<Option<_>>()?;
            shapes.into_iter().try_fold(Vec::new(), |all, shape| broadcast(&all, &shape))?;
            Some(vec![1])
        }
        Kind::Shape(shape_ods::Kind::Concat) => Some([operand(0)?, operand(1)?].concat()),
        Kind::Arith(arith::Kind::AddI) | Kind::Shape(shape_ods::Kind::Add) => both(i64::checked_add),
        Kind::Arith(arith::Kind::SubI) => both(i64::checked_sub),
        Kind::Arith(arith::Kind::MulI) | Kind::Shape(shape_ods::Kind::Mul) => both(i64::checked_mul),
        Kind::Arith(arith::Kind::DivSI) | Kind::Shape(shape_ods::Kind::Div) => both(i64::checked_div),
        Kind::Arith(arith::Kind::RemSI) => both(i64::checked_rem),
        Kind::Arith(arith::Kind::MaxSI) | Kind::Shape(shape_ods::Kind::Max) => both(|a, b| Some(a.max(b))),
        Kind::Arith(arith::Kind::MinSI) | Kind::Shape(shape_ods::Kind::Min) => both(|a, b| Some(a.min(b))),
        _ => None,
    }
}
