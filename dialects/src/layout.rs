//! `#xla.layout`: how an array lies in memory.

use crate::ir::{Attribute, DYNAMIC, Tensor, Type};
use melior::ir::attribute::AttributeLike;

/// Checks a layout against the array it is the encoding of.
pub fn verify(
    minor_to_major: &[i64],
    padded_dimensions: &[i64],
    padding_value: Option<Attribute<'_>>,
    shape: &[i64],
    element: Type<'_>,
) -> Result<(), String> {
    let rank = shape.len();
    let mut seen = vec![false; rank];
    if minor_to_major.len() != rank {
        return Err(format!(
            "minor_to_major has {} entries but the array has {rank} dimensions [layout-minor-to-major]",
            minor_to_major.len()
        ));
    }
    for &dimension in minor_to_major {
        match usize::try_from(dimension).ok().and_then(|d| seen.get_mut(d)) {
            Some(seen) if !*seen => *seen = true,
            _ => {
                return Err(format!(
                    "minor_to_major must be a permutation of 0 to {} [layout-minor-to-major]",
                    rank.saturating_sub(1)
                ));
            }
        }
    }
    if !padded_dimensions.is_empty() {
        if padded_dimensions.len() != rank {
            return Err(format!(
                "padded_dimensions has {} entries but the array has {rank} dimensions [layout-padded-dimensions]",
                padded_dimensions.len()
            ));
        }
        for (dimension, (padded, size)) in padded_dimensions.iter().zip(shape).enumerate() {
            if padded < size {
                return Err(format!(
                    "padded_dimensions pads dimension {dimension} of size {size} to {padded}, which is smaller \
                     [layout-padded-dimensions]"
                ));
            }
        }
    }
    if let Some(value) = padding_value {
        if padded_dimensions.is_empty() {
            return Err("padding_value is given without padded_dimensions [layout-padding-value]".into());
        }
        // SAFETY: every typed attribute has a type; the attribute is alive.
        let ty = unsafe { Type::from_raw(mlir_sys::mlirAttributeGetType(value.to_raw())) };
        if ty != element {
            return Err(format!("padding_value has type {ty} but the elements are {element} [layout-padding-value]"));
        }
    }
    Ok(())
}

/// Whether a declared result type agrees with the inferred one: the encoding, which says where and not what, may
/// be declared freely.
pub fn compatible(inferred: Type<'_>, declared: Type<'_>) -> bool {
    if inferred == declared {
        return true;
    }
    match (Tensor::of(inferred), Tensor::of(declared)) {
        (Some(a), Some(b)) => a.element == b.element && a.shape == b.shape,
        _ => false,
    }
}

/// The same, where a size that is unknown agrees with any other.
pub fn compatible_up_to_dynamic(inferred: Type<'_>, declared: Type<'_>) -> bool {
    match (Tensor::of(inferred), Tensor::of(declared)) {
        (Some(a), Some(b)) => {
            let agree = |(a, b): (&i64, &i64)| a == b || *a == DYNAMIC || *b == DYNAMIC;
            a.element == b.element && a.rank() == b.rank() && a.shape.iter().zip(&b.shape).all(agree)
        }
        _ => inferred == declared,
    }
}

/// Whether `ty` is a tensor of quantized elements.
pub fn is_quantized(ty: Type<'_>) -> bool {
    Tensor::of(ty).is_some_and(|tensor| tensor.element.to_string().starts_with("!quant."))
}
