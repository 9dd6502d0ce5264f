//! `rev`: reverses dimensions.

use super::dimensions;
use super::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{Tensor, Type};

/// `rev`.
pub const REV: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let dims = arguments.i64s("dimensions");
    dimensions::in_range("rev-dims-range", "dimensions", &dims, operand.rank())
        .and_then(|()| dimensions::unique("rev-dims-unique", "dimensions", &dims))
        .map_err(|violation| violation.operand(arguments, 0))?;
    Ok(vec![Tensor::new(&operand.shape, operand.element).ty()])
}
