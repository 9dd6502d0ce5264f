//! Arithmetic on sizes, and the replacement of elements beyond them.

use crate::verified;
use xla_dialect::ir::{Builder, Context, Element, Tensor, Type, Value, type_of};
use xla_dialect::ods::xla;
use xla_dialect::ops::literal::Literal;

/// `value` as a `tensor<i32>`.
pub fn number<'c>(builder: &Builder<'c>, value: i64) -> Value<'c> {
    constant(builder, Element::S32, value)
}

/// The type of a size.
pub fn number_type(context: &Context) -> Type<'_> {
    Tensor::new(&[], type_of(context, Element::S32)).ty()
}

/// The scalar `value`, which is an integer or a truth value of the type `element`.
fn constant<'c>(builder: &Builder<'c>, element: Element, value: i64) -> Value<'c> {
    let ty = Tensor::new(&[], type_of(builder.context, element)).ty();
    let literal = Literal::of_integers(element, &[], &[value]).and_then(|literal| literal.attribute(ty));
    xla::constant(builder, literal.unwrap_or_else(|| panic!("{element} has no {value}")))
}

/// `a` - `b`, and 0 where that is less.
pub fn less<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    let difference = xla::sub(builder, a, b);
    xla::max(builder, difference, number(builder, 0))
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
    let bound = |number| constant(builder, element, number);
    let mut value = value;
    if element.bits() >= 32 {
        let low = bound(if element.is_signed() { i64::from(i32::MIN) } else { 0 });
        value = xla::clamp(builder, low, value, bound(i64::from(i32::MAX)));
    }
    xla::convert(builder, value, tensor.with_element(type_of(builder.context, Element::S32)).ty())
}

/// `value` within 0 and `bound`.
pub fn clamped<'c>(builder: &Builder<'c>, value: Value<'c>, bound: i64) -> Value<'c> {
    let (zero, bound) = (number(builder, 0), number(builder, bound));
    xla::clamp(builder, zero, value, bound)
}

/// The place of each element along dimension `d`.
pub fn places<'c>(builder: &Builder<'c>, shape: &[i64], d: usize) -> Value<'c> {
    let ty = Tensor::new(shape, type_of(builder.context, Element::S32)).ty();
    xla::iota(builder, d as i64, ty)
}

/// The scalar `value` everywhere in an array like `tensor`.
pub fn spread<'c>(builder: &Builder<'c>, value: Value<'c>, tensor: &Tensor<'c>) -> Value<'c> {
    xla::broadcast_in_dim(builder, value, &[], tensor.ty())
}

/// Whether each element is within `sizes`, along the dimensions that have one; none if none has.
pub fn within<'c>(builder: &Builder<'c>, shape: &[i64], sizes: &[Option<Value<'c>>]) -> Option<Value<'c>> {
    let index = Tensor::new(shape, type_of(builder.context, Element::S32));
    let counts = sizes.iter().enumerate().filter_map(|(d, size)| {
        let size = spread(builder, (*size)?, &index);
        Some(xla::lt(builder, places(builder, shape, d), size))
    });
    counts.reduce(|a, b| xla::and(builder, a, b))
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
    xla::select(builder, counts, value, filler)
}

/// False, as a scalar.
pub fn falsity<'c>(builder: &Builder<'c>) -> Value<'c> {
    constant(builder, Element::Pred, 0)
}

/// The zero of `element`, as a scalar.
pub fn zero<'c>(builder: &Builder<'c>, element: Element) -> Value<'c> {
    let ty = Tensor::new(&[], type_of(builder.context, element)).ty();
    let literal = Literal::splat(element, &[], 0.0).and_then(|literal| literal.attribute(ty));
    let literal = literal.unwrap_or_else(|| panic!("{element} has no zero"));
    xla::constant(builder, literal)
}
