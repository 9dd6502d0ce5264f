//! Literals as they lie in memory.

use melior::ir::attribute::AttributeLike;
use mlir_sys::{MlirAttribute, mlirAttributeIsADenseResourceElements, mlirElementsAttrGetNumElements};
use std::ffi::c_void;
use xla_dialect::diagnostics::{op_error, unsupported};
use xla_dialect::ir::{Attribute, Element, Op, OpExt, tensor_of};
use xla_dialect::ops::literal::Literal;
use xla_dialect::passes::Failed;

/// The bytes of a literal in storage form, little endian: one element of a splat, else all of them in row-major
/// order. None for kinds of literals other than dense ones, and dense resources that [`check`] accepts.
pub fn storage_bytes(value: Attribute<'_>, element: Element) -> Option<Vec<u8>> {
    if let Some(literal) = Literal::of(value) {
        return Some(literal.stored().to_vec());
    }
    let expected = resource_size(value, element)?;
    resource_bytes(value)?.filter(|bytes| bytes.len() == expected).map(<[u8]>::to_vec)
}

/// The bytes of a dense resource: `Some(None)` if it has none, as when a printer left them out; none of any other
/// attribute.
fn resource_bytes(attribute: Attribute<'_>) -> Option<Option<&[u8]>> {
    let raw = attribute.to_raw();
    let (mut bytes, mut length) = (std::ptr::null(), 0);
    // SAFETY: the kind is checked; both point to locals, and the bytes live as long as the context.
    unsafe {
        mlirAttributeIsADenseResourceElements(raw).then(|| {
            let found = xla_dense_resource_bytes(raw, &raw mut bytes, &raw mut length);
            found.then(|| if length == 0 { &[] } else { std::slice::from_raw_parts(bytes.cast(), length) })
        })
    }
}

unsafe extern "C" {
    fn xla_dense_resource_bytes(attribute: MlirAttribute, bytes: *mut *const c_void, length: *mut usize) -> bool;
}

/// The bytes that a dense resource has to have, if we know how its elements are packed.
fn resource_size(value: Attribute<'_>, element: Element) -> Option<usize> {
    resource_bytes(value)?;
    if element.bits() < 8 && !element.is_pred() {
        return None;
    }
    // SAFETY: it is an elements attribute.
    let count = unsafe { mlirElementsAttrGetNumElements(value.to_raw()) };
    usize::try_from(count).ok()?.checked_mul(element.storage_bytes())
}

/// Refuses constants in `module` whose dense resources have no data, or not as much as their types say.
///
/// # Errors
/// If there is one.
pub fn check(module: Op<'_>) -> Result<(), Failed> {
    let constants = module.walk_ops().into_iter().filter(|op| op.mnemonic() == "constant");
    let mut outcome = Ok(());
    for op in constants {
        let Some(value) = op.attr("value") else { continue };
        let Some(bytes) = resource_bytes(value) else { continue };
        let element = op.outs().first().and_then(|value| tensor_of(*value)?.xla_element());
        let expected = element.and_then(|element| resource_size(value, element));
        let message = match (bytes, expected) {
            (None, _) => "has a dense_resource without data: what printed the program left it out".to_string(),
            (Some(bytes), Some(expected)) if bytes.len() == expected => continue,
            (Some(bytes), Some(expected)) => {
                format!("has a dense_resource of {} bytes where its type takes {expected}", bytes.len())
            }
            (Some(_), None) => {
                return Err(unsupported(op, "a dense_resource of such elements"));
            }
        };
        outcome = Err(op_error(op, &message));
    }
    outcome
}
