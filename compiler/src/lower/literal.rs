//! Literals as they lie in memory.

use melior::ir::attribute::AttributeLike;
use mlir_sys::*;
use xla_dialect::ir::{Attribute, Element};
use xla_dialect::ops::literal::Literal;

/// The bytes of a literal in storage form, little endian: one element of a splat, else all of them in row-major
/// order. None for kinds of literals other than dense ones and dense resources.
pub fn storage_bytes(value: Attribute<'_>, element: Element) -> Option<Vec<u8>> {
    if let Some(literal) = Literal::of(value) {
        return Some(literal.stored().to_vec());
    }
    let raw = value.to_raw();
    // SAFETY: the attribute's kind is checked before its elements are read.
    unsafe {
        if !mlirAttributeIsADenseResourceElements(raw) {
            return None;
        }
        let count = usize::try_from(mlirElementsAttrGetNumElements(raw)).ok()?;
        resource_bytes(raw, count, element)
    }
}

/// # Safety
/// `raw` is a dense resource of `count` elements.
unsafe fn resource_bytes(raw: MlirAttribute, count: usize, element: Element) -> Option<Vec<u8>> {
    let width = element.storage_bytes();
    if element.is_complex() || element.bits() < 8 {
        return None;
    }
    let mut bytes = Vec::with_capacity(count * width);
    for i in 0..count as isize {
        // SAFETY: the getters read `width` bytes of the blob at element `i`, whatever its type's name.
        unsafe {
            match width {
                1 => bytes.push(mlirDenseUInt8ResourceElementsAttrGetValue(raw, i)),
                2 => bytes.extend(mlirDenseUInt16ResourceElementsAttrGetValue(raw, i).to_le_bytes()),
                4 => bytes.extend(mlirDenseUInt32ResourceElementsAttrGetValue(raw, i).to_le_bytes()),
                8 => bytes.extend(mlirDenseUInt64ResourceElementsAttrGetValue(raw, i).to_le_bytes()),
                _ => return None,
            }
        }
    }
    Some(bytes)
}
