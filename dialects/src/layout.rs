//! `#xla.layout`: how an array lies in memory.

use crate::ir::{Attribute, Tensor, Type, layout_parts, tuple_elements};
use crate::ops::dimensions::compatible_shapes;
use melior::ir::attribute::AttributeLike;

/// How an array lies in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The dimensions, from the one that varies fastest to the slowest.
    pub minor_to_major: Vec<i64>,
    /// The width each dimension is padded to; empty without padding.
    pub padded_dimensions: Vec<i64>,
    /// What the padding holds, as MLIR writes it (`0.0 : f32`).
    pub padding_value: Option<String>,
}

impl Layout {
    /// The layout without padding that has this order of dimensions.
    pub fn new(minor_to_major: &[i64]) -> Self {
        Self { minor_to_major: minor_to_major.to_vec(), ..Self::default() }
    }

    /// The default: the last dimension varies fastest.
    pub fn row_major(rank: usize) -> Self {
        Self::new(&(0..rank as i64).rev().collect::<Vec<_>>())
    }

    /// Whether it is the default, without padding.
    pub fn is_row_major(&self) -> bool {
        self.padded_dimensions.is_empty()
            && self.minor_to_major.iter().copied().eq((0..self.minor_to_major.len() as i64).rev())
    }

    /// The layout of an array: its encoding, if that is an `#xla.layout`, or the default.
    pub fn of(tensor: &Tensor<'_>) -> Self {
        tensor.encoding.and_then(Self::parse).unwrap_or_else(|| Self::row_major(tensor.rank()))
    }

    /// The layout that `attribute` is, if it is one.
    pub fn parse(attribute: Attribute<'_>) -> Option<Self> {
        let parts = layout_parts(attribute)?;
        Some(Self {
            minor_to_major: parts.minor_to_major.to_vec(),
            padded_dimensions: parts.padded_dimensions.to_vec(),
            padding_value: parts.padding_value.map(|value| value.to_string()),
        })
    }
}

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
/// be declared freely, and sizes may be known on one side only.
pub fn compatible(inferred: Type<'_>, declared: Type<'_>) -> bool {
    if inferred == declared {
        return true;
    }
    match (Tensor::of(inferred), Tensor::of(declared)) {
        (Some(a), Some(b)) => a.element == b.element && compatible_shapes(&a.shape, &b.shape),
        _ => match (tuple_elements(inferred), tuple_elements(declared)) {
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| compatible(*a, *b)),
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse_type;

    #[test]
    fn layouts_are_read_from_types() {
        let context = crate::context();
        let layout = |text: &str| Layout::of(&Tensor::of(parse_type(&context, text)).unwrap());
        assert_eq!(layout("tensor<2x3xf32>"), Layout::new(&[1, 0]));
        assert!(layout("tensor<2x3xf32>").is_row_major());
        assert!(layout("tensor<f32>").is_row_major());
        assert_eq!(layout("tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>"), Layout::new(&[0, 1]));
        let padded = layout(
            "tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5], padding_value = 0.0 : f32>>",
        );
        assert_eq!(padded.minor_to_major, [0, 1]);
        assert_eq!(padded.padded_dimensions, [3, 5]);
        assert_eq!(padded.padding_value.as_deref(), Some("0.000000e+00 : f32"));
        assert!(!padded.is_row_major());
    }

    #[test]
    fn rules() {
        let context = crate::context();
        let f32 = parse_type(&context, "f32");
        let check = |order: &[i64], padded: &[i64]| verify(order, padded, None, &[2, 3], f32).is_ok();
        assert!(check(&[0, 1], &[]));
        assert!(check(&[1, 0], &[2, 3]));
        assert!(!check(&[1], &[]));
        assert!(!check(&[0, 0], &[]));
        assert!(!check(&[0, 2], &[]));
        assert!(!check(&[0, -1], &[]));
        assert!(!check(&[0, 1], &[2]));
        assert!(!check(&[0, 1], &[2, 2]));
    }
}
