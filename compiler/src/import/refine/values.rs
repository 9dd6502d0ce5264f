//! What the walk knows of values: their shapes, and the integers of literals.

use melior::ir::ValueLike;
use xla_dialect::bounds;
use xla_dialect::diagnostics::op_error;
use xla_dialect::ir::{
    Attribute, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, defining_op, int_value, set_type, tensor_of,
};
use xla_dialect::ods::stablehlo;
use xla_dialect::ops::dimensions::{compatible_shapes, merge};
use xla_dialect::ops::literal::Literal;
use xla_dialect::passes::Failed;

/// Gives `value`, which `op` defines, the sizes that are known of it and those of `ty`.
pub fn refine<'c>(op: Op<'c>, value: Value<'c>, ty: Type<'c>) -> Result<(), Failed> {
    let declared = value.r#type();
    let (Some(known), Some(found)) = (Tensor::of(declared), Tensor::of(ty)) else { return Ok(()) };
    if declared == ty || known.element != found.element {
        return Ok(());
    }
    if !compatible_shapes(&known.shape, &found.shape) {
        let message = format!("is of type {ty} for these arguments, not {declared} [refine-shape]");
        return Err(op_error(op, &message));
    }
    let merged = merge(&known.shape, &found.shape);
    let encoding = known.encoding.and_then(|encoding| narrowed(encoding, &merged));
    set_type(value, Tensor { shape: merged, encoding, ..known }.ty());
    Ok(())
}

/// The bounds of the sizes that are still open; other encodings stay.
fn narrowed<'c>(encoding: Attribute<'c>, shape: &[i64]) -> Option<Attribute<'c>> {
    let Some(stated) = bounds::of_encoding(encoding) else { return Some(encoding) };
    let open = stated.into_iter().zip(shape).map(|(bound, size)| if *size == DYNAMIC { bound } else { DYNAMIC });
    bounds::like(encoding, &open.collect::<Vec<_>>())
}

/// The integers of a literal, row-major.
pub fn integers(value: Value<'_>) -> Option<Vec<i64>> {
    let constant = defining_op(value).filter(|op| op.mnemonic() == "constant")?;
    integers_of(constant.attr("value")?)
}

/// The literal `values` of a type like that of `like`.
pub fn constant<'c>(builder: &Builder<'c>, values: &[i64], ty: Type<'c>) -> Option<Value<'c>> {
    let value = literal(values, ty)?;
    Some(stablehlo::constant(builder, value, ty))
}

/// The shape of a value, if it is a tensor.
pub fn shape(value: Value<'_>) -> Option<Vec<i64>> {
    tensor_of(value).map(|tensor| tensor.shape)
}

/// The integers of an attribute: a number or a literal of few elements.
pub fn integers_of(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    int_value(attribute).map(|value| vec![value]).or_else(|| Literal::integers_of(attribute))
}

/// The literal of type `ty`, a static tensor of integers, that has these elements.
pub fn literal<'c>(values: &[i64], ty: Type<'c>) -> Option<Attribute<'c>> {
    let tensor = Tensor::of(ty)?;
    Literal::of_integers(tensor.xla_element()?, &tensor.shape, values)?.attribute(ty)
}

/// Trailing dimensions are aligned, and those of size 1 expand.
pub fn broadcast(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let rank = a.len().max(b.len());
    let size = |shape: &[i64], d: usize| (d + shape.len()).checked_sub(rank).map_or(1, |d| shape[d]);
    (0..rank)
        .map(|d| match (size(a, d), size(b, d)) {
            (1, other) | (other, 1) => Some(other),
            (DYNAMIC, other) | (other, DYNAMIC) => Some(other),
            (a, b) => (a == b).then_some(a),
        })
        .collect()
}
