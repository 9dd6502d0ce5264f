//! `slice`: a strided sub-array.

use super::dimensions;
use super::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Tensor, Type};
use crate::require;

/// `slice`.
pub const SLICE: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

/// How many elements `start`, `start + stride`, … stand below `limit`.
pub fn sliced_size(start: i64, limit: i64, stride: i64) -> i64 {
    // No i64 overflow: 0 <= start <= limit, and the division comes before the increment.
    if limit <= start { 0 } else { (limit - start - 1) / stride + 1 }
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let starts = arguments.i64s("start_indices");
    let limits = arguments.i64s("limit_indices");
    let strides = arguments.i64s("strides");
    let shape = (|| {
        for (what, list) in [("start_indices", &starts), ("limit_indices", &limits), ("strides", &strides)] {
            dimensions::one_each("slice-count", what, list, &operand)?;
        }
        let mut shape = Vec::with_capacity(operand.rank());
        for (i, &size) in operand.shape.iter().enumerate() {
            let (start, limit, stride) = (starts[i], limits[i], strides[i]);
            require!(start >= 0, "slice-start", "starts at {start}, below 0, in dimension {i}");
            require!(
                limit <= size || size == DYNAMIC,
                "slice-limit",
                "ends at {limit}, beyond the {size} elements of dimension {i}"
            );
            require!(start <= limit, "slice-start-limit", "starts at {start}, beyond its end {limit}, in dimension {i}");
            require!(stride >= 1, "slice-stride", "has stride {stride} in dimension {i}; strides must be positive");
            shape.push(sliced_size(start, limit, stride));
        }
        Ok(shape)
    })()
    .map_err(|violation: Violation<'c>| violation.operand(arguments, 0))?;
    Ok(vec![Tensor::new(&shape, operand.element).ty()])
}

#[cfg(test)]
mod tests {
    use super::sliced_size;

    #[test]
    fn sizes() {
        assert_eq!(sliced_size(2, 4, 1), 2);
        assert_eq!(sliced_size(2, 2, 1), 0);
        assert_eq!(sliced_size(0, 5, 2), 3);
        assert_eq!(sliced_size(0, 5, i64::MAX), 1);
        assert_eq!(sliced_size(0, i64::MAX, 1), i64::MAX);
    }
}
