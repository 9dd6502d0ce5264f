//! Literals as they lie in memory.

use melior::ir::attribute::AttributeLike;
use mlir_sys::*;
use xla_dialect::ir::{Attribute, Element};

/// The bytes of a literal in storage form, little endian: one element of a splat, else all of them in row-major
/// order. None for kinds of literals other than dense ones and dense resources.
pub fn storage_bytes(value: Attribute<'_>, element: Element) -> Option<Vec<u8>> {
    let raw = value.to_raw();
    let width = element.storage_bytes();
    // SAFETY: the attribute's kind is checked before its elements are read, and positions are below its count.
    unsafe {
        let count = usize::try_from(mlirElementsAttrGetNumElements(raw)).ok()?;
        if mlirAttributeIsADenseElements(raw) {
            let count = if mlirDenseElementsAttrIsSplat(raw) { 1 } else { count };
            if element.is_pred() {
                let bit = |i: usize| u8::from(mlirDenseElementsAttrGetBoolValue(raw, i as isize));
                return Some((0..count).map(bit).collect());
            }
            let data = mlirDenseElementsAttrGetRawData(raw).cast::<u8>();
            let bytes = std::slice::from_raw_parts(data, count * width);
            return Some(bytes.iter().map(|byte| extend(*byte, element)).collect());
        }
        if mlirAttributeIsADenseResourceElements(raw) {
            return resource_bytes(raw, count, width, element);
        }
    }
    None
}

/// # Safety
/// `raw` is a dense resource of `count` elements.
unsafe fn resource_bytes(raw: MlirAttribute, count: usize, width: usize, element: Element) -> Option<Vec<u8>> {
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

/// Integers narrower than a byte are kept extended to it; in a literal their upper bits are unspecified.
fn extend(byte: u8, element: Element) -> u8 {
    if !element.is_integer() || element.bits() >= 8 {
        return byte;
    }
    let spare = 8 - element.bits();
    if element.is_signed() { (((byte << spare) as i8) >> spare) as u8 } else { (byte << spare) >> spare }
}
