//! How large a value may be.

use xla_dialect::bounds;
use xla_dialect::diagnostics::op_error;
use xla_dialect::ir::{Op, OpExt, Tensor, Value, block_args, blocks, tensor_of};
use xla_dialect::passes::Failed;

/// Bytes that one value may take: sums of as many sizes as a program has values do not overflow, nor do sizes with
/// their padding.
const MAX_BYTES: i64 = 1 << 44;

/// Refuses values in `within` that are larger than a value may be.
///
/// # Errors
/// If there is one.
pub fn check(within: Op<'_>) -> Result<(), Failed> {
    for op in within.walk_ops() {
        let arguments = op.region_list().into_iter().flat_map(blocks).flat_map(block_args);
        let too_large = |value: &Value<'_>| tensor_of(*value).is_some_and(|tensor| !fits(&tensor));
        if let Some(value) = op.outs().into_iter().chain(arguments).find(too_large) {
            let ty = melior::ir::ValueLike::r#type(&value);
            return Err(op_error(op, &format!("has a value of type {ty}, and one has at most {MAX_BYTES} bytes")));
        }
    }
    Ok(())
}

/// Whether a value of the type, as large as it can be, may be.
fn fits(tensor: &Tensor<'_>) -> bool {
    let sizes = bounds::of(tensor);
    // A size that is not known is found out later, or refused.
    if sizes.iter().any(|&size| size <= 0) {
        return sizes.iter().all(|&size| size <= MAX_BYTES);
    }
    let width = tensor.xla_element().map_or(1, |element| element.storage_bytes() as i64);
    sizes.iter().try_fold(width, |bytes, &size| bytes.checked_mul(size)).is_some_and(|bytes| bytes <= MAX_BYTES)
}
