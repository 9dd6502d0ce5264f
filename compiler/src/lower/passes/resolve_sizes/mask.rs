//! Arithmetic on sizes, and the replacement of elements beyond them.

use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Element, Tensor, Value, i64_array, i64_attribute, parse_attribute, type_of};
use xla_dialect::ops::literal::Literal;

/// `value` as a `tensor<i32>`.
pub fn number<'c>(builder: &Builder<'c>, value: i64) -> Value<'c> {
    let ty = builder.ty("tensor<i32>");
    let value = parse_attribute(builder.context, &format!("dense<{value}> : tensor<i32>"));
    builder.value("xla.constant", &[], ty, &[("value", value)])
}

/// An op on two sizes, or on an array of them and one.
pub fn compute<'c>(builder: &Builder<'c>, name: &str, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    builder.value(name, &[a, b], a.r#type(), &[])
}

/// `a` - `b`, and 0 where that is less.
pub fn less<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    let difference = compute(builder, "xla.sub", a, b);
    compute(builder, "xla.max", difference, number(builder, 0))
}

/// A size that is known, or the one that is given.
pub fn either<'c>(builder: &Builder<'c>, size: Option<Value<'c>>, known: i64) -> Value<'c> {
    size.unwrap_or_else(|| number(builder, known))
}

/// Indices of any integer type as `i32`, which has room for more than any size: those without room as its bounds.
pub fn indices<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let tensor = verified::tensor(value);
    let element = verified::element(&tensor);
    if element == Element::S32 {
        return value;
    }
    let scalar = Tensor::new(&[], tensor.element).ty();
    let bound = |number: i64| -> Value<'c> {
        let literal = Literal::of_integers(element, &[], &[number]).and_then(|literal| literal.attribute(scalar));
        builder.value(
            "xla.constant",
            &[],
            scalar,
            &[("value", literal.expect("the bounds of i32 are numbers of every wider integer type"))],
        )
    };
    let mut value = value;
    if element.bits() >= 32 {
        let low = bound(if element.is_signed() { i64::from(i32::MIN) } else { 0 });
        value = builder.value("xla.clamp", &[low, value, bound(i64::from(i32::MAX))], tensor.ty(), &[]);
    }
    builder.value("xla.convert", &[value], tensor.with_element(builder.ty("i32")).ty(), &[])
}

/// `value` within 0 and `bound`.
pub fn clamped<'c>(builder: &Builder<'c>, value: Value<'c>, bound: i64) -> Value<'c> {
    let (zero, bound) = (number(builder, 0), number(builder, bound));
    builder.value("xla.clamp", &[zero, value, bound], value.r#type(), &[])
}

/// The place of each element along dimension `d`.
pub fn places<'c>(builder: &Builder<'c>, shape: &[i64], d: usize) -> Value<'c> {
    let ty = Tensor::new(shape, builder.ty("i32")).ty();
    builder.value("xla.iota", &[], ty, &[("iota_dimension", i64_attribute(builder.context, d as i64))])
}

/// The scalar `value` everywhere in an array like `tensor`.
pub fn spread<'c>(builder: &Builder<'c>, value: Value<'c>, tensor: &Tensor<'c>) -> Value<'c> {
    let dimensions = i64_array(builder.context, &[]);
    builder.value("xla.broadcast_in_dim", &[value], tensor.ty(), &[("broadcast_dimensions", dimensions)])
}

/// Whether each element is within `sizes`, along the dimensions that have one; none if none has.
pub fn within<'c>(builder: &Builder<'c>, shape: &[i64], sizes: &[Option<Value<'c>>]) -> Option<Value<'c>> {
    let index = Tensor::new(shape, builder.ty("i32"));
    let truth = Tensor::new(shape, builder.ty("i1")).ty();
    let counts = sizes.iter().enumerate().filter_map(|(d, size)| {
        let size = spread(builder, (*size)?, &index);
        Some(builder.value("xla.lt", &[places(builder, shape, d), size], truth, &[]))
    });
    counts.reduce(|a, b| builder.value("xla.and", &[a, b], truth, &[]))
}

/// `value` with the scalar `filler` wherever an index is beyond one of `sizes`.
pub fn masked<'c>(
    builder: &Builder<'c>,
    value: Value<'c>,
    sizes: &[Option<Value<'c>>],
    filler: Value<'c>,
) -> Value<'c> {
    let tensor = verified::tensor(value);
    let Some(counts) = within(builder, &tensor.shape, sizes) else { return value };
    let filler = spread(builder, filler, &tensor);
    builder.value("xla.select", &[counts, value, filler], tensor.ty(), &[])
}

/// False, as a scalar.
pub fn falsity<'c>(builder: &Builder<'c>) -> Value<'c> {
    let ty = builder.ty("tensor<i1>");
    builder.value("xla.constant", &[], ty, &[("value", parse_attribute(builder.context, "dense<false> : tensor<i1>"))])
}

/// The zero of `element`, as a scalar.
pub fn zero<'c>(builder: &Builder<'c>, element: Element) -> Value<'c> {
    let ty = Tensor::new(&[], type_of(builder.context, element)).ty();
    let literal = Literal::splat(element, &[], 0.0).and_then(|literal| literal.attribute(ty));
    let literal = literal.unwrap_or_else(|| panic!("{element} has no zero"));
    builder.value("xla.constant", &[], ty, &[("value", literal)])
}
