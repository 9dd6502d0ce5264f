//! Quantized element types, such as `!quant.uniform<i8:f32, 0.5:3>`: integers that stand for numbers.
//!
//! The types are upstream's, of the quant dialect. A stored `q` stands for `(q - zero point) * scale`, a number of
//! the *expressed* type.

use crate::ir::{Element, Tensor, Type, element_of};
use melior::ir::TypeLike;
use mlir_sys::*;

/// A quantized element type, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantized<'c> {
    /// The integer type that elements are stored in: `i8`, or `ui8` for stored numbers without sign.
    pub storage: Element,
    /// The smallest number stored.
    pub min: i64,
    /// The largest number stored.
    pub max: i64,
    /// The float type that elements express.
    pub expressed: Type<'c>,
    /// The dimension whose slices have scales and zero points of their own.
    pub axis: Option<i64>,
    /// One scale, or one a slice.
    pub scales: Vec<f64>,
    /// As many zero points as scales.
    pub zero_points: Vec<i64>,
}

impl<'c> Quantized<'c> {
    /// The parts of `element`, if it is quantized uniformly for the whole tensor or along one dimension.
    pub fn of(element: Type<'c>) -> Option<Self> {
        let raw = element.to_raw();
        // SAFETY: each kind of type is checked before what only it has is asked for; positions are below the count.
        unsafe {
            let per_axis = mlirTypeIsAUniformQuantizedPerAxisType(raw);
            if !per_axis && !mlirTypeIsAUniformQuantizedType(raw) {
                return None;
            }
            // `si8` is not how a sign is said: `i8` has one, `u8` has none.
            if mlirIntegerTypeIsSigned(mlirQuantizedTypeGetStorageType(raw)) {
                return None;
            }
            let sign = if mlirQuantizedTypeIsSigned(raw) { "i" } else { "ui" };
            let storage =
                Element::from_mlir_name(&format!("{sign}{}", mlirQuantizedTypeGetStorageTypeIntegralWidth(raw)));
            let (axis, scales, zero_points) = if per_axis {
                let n = mlirUniformQuantizedPerAxisTypeGetNumDims(raw);
                (
                    Some(i64::from(mlirUniformQuantizedPerAxisTypeGetQuantizedDimension(raw))),
                    (0..n).map(|i| mlirUniformQuantizedPerAxisTypeGetScale(raw, i)).collect(),
                    (0..n).map(|i| mlirUniformQuantizedPerAxisTypeGetZeroPoint(raw, i)).collect(),
                )
            } else {
                (None, vec![mlirUniformQuantizedTypeGetScale(raw)], vec![mlirUniformQuantizedTypeGetZeroPoint(raw)])
            };
            Some(Self {
                storage: storage?,
                min: mlirQuantizedTypeGetStorageTypeMin(raw),
                max: mlirQuantizedTypeGetStorageTypeMax(raw),
                expressed: Type::from_raw(mlirQuantizedTypeGetExpressedType(raw)),
                axis,
                scales,
                zero_points,
            })
        }
    }

    /// The quantized element type of the tensor type `ty`.
    pub fn of_tensor(ty: Type<'c>) -> Option<Self> {
        Self::of(Tensor::of(ty)?.element)
    }

    /// Whether elements of both types differ in scales and zero points at most.
    pub fn same_baseline(&self, other: &Self) -> bool {
        let parts = |q: &Self| (q.storage, q.min, q.max, q.axis);
        parts(self) == parts(other) && self.expressed == other.expressed
    }
}

/// Whether `ty` is a tensor of quantized elements.
pub fn is_quantized(ty: Type<'_>) -> bool {
    Tensor::of(ty).is_some_and(|tensor| is_quantized_element(tensor.element))
}

/// Whether `element` is a type of the quant dialect.
pub fn is_quantized_element(element: Type<'_>) -> bool {
    // SAFETY: asks for the type's kind.
    unsafe { mlirTypeIsAQuantizedType(element.to_raw()) }
}

/// The tensor of the numbers that a tensor expresses: itself, unless its elements are quantized.
pub fn expressed(tensor: Tensor<'_>) -> Tensor<'_> {
    match Quantized::of(tensor.element) {
        Some(quantized) => tensor.with_element(quantized.expressed),
        None => tensor,
    }
}

/// Whether elements of type `from` may be accumulated in the type `to`: one of their kind that is as wide at least.
pub fn promotable(from: Type<'_>, to: Type<'_>) -> bool {
    let wide = |from: Element, to: Element| from == to || (from.kind() == to.kind() && from.bits() <= to.bits());
    match (Quantized::of(from), Quantized::of(to)) {
        (Some(from), Some(to)) => from.expressed == to.expressed && from.storage.bits() <= to.storage.bits(),
        (None, None) => match (element_of(from), element_of(to)) {
            (Some(from), Some(to)) => wide(from, to),
            _ => from == to,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse_type;

    #[test]
    fn types_are_taken_apart() {
        let context = crate::context();
        let of = |text: &str| Quantized::of(parse_type(&context, text));
        let tensor = of("!quant.uniform<i8:f32, 0.5:3>").unwrap();
        assert_eq!((tensor.storage, tensor.min, tensor.max, tensor.axis), (Element::S8, -128, 127, None));
        assert_eq!((tensor.scales.as_slice(), tensor.zero_points.as_slice()), ([0.5].as_slice(), [3].as_slice()));
        let axis = of("!quant.uniform<u4<1:15>:f32:1, {0.5:3, 2.0:1}>").unwrap();
        assert_eq!((axis.storage, axis.min, axis.max, axis.axis), (Element::U4, 1, 15, Some(1)));
        assert_eq!((axis.scales.as_slice(), axis.zero_points.as_slice()), ([0.5, 2.0].as_slice(), [3, 1].as_slice()));
        assert!(of("i8").is_none());
        assert!(!tensor.same_baseline(&axis));
    }

    #[test]
    fn promotions() {
        let context = crate::context();
        let check = |from: &str, to: &str| promotable(parse_type(&context, from), parse_type(&context, to));
        assert!(check("i8", "i32") && check("f32", "f32") && !check("i32", "i8") && !check("i32", "f32"));
        assert!(check("!quant.uniform<i8:f32, 2.0:15>", "!quant.uniform<i32:f32, 2.0:15>"));
        assert!(!check("!quant.uniform<i8:f32, 2.0:15>", "!quant.uniform<i32:f64, 2.0:15>"));
        assert!(!check("!quant.uniform<i8:f32, 2.0:15>", "i32"));
    }
}
