//! `rev`: reverses dimensions.

use super::dimensions;
use super::literal::Literal;
use super::matching::defined_by;
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use super::repeated::kept_dimensions;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, Op, OpExt, Tensor, Type, Value, tensor_of};
use crate::ods::xla::{self, Kind};
use melior::ir::ValueLike;

/// `rev`.
pub const REV: Meaning = Meaning { infer: Some(infer), verify: None, fold: Some(fold) };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let dims = arguments.i64s("dimensions");
    dimensions::in_range("rev-dims-range", "dimensions", &dims, operand.rank())
        .and_then(|()| dimensions::unique("rev-dims-unique", "dimensions", &dims))
        .map_err(|violation| violation.operand(arguments, 0))?;
    Ok(vec![Tensor::new(&operand.shape, operand.element).ty()])
}

fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let operand = tensor_of(op.input(0))?;
    let dims = op.i64s("dimensions");
    // One element is its own reverse, and so are equal ones.
    let repeated = |d: &i64| kept_dimensions(op.input(0)).is_some_and(|kept| !kept.contains(d));
    if dims.iter().all(|d| operand.shape[*d as usize] == 1 || repeated(d)) {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    if let Some(inner) = defined_by(op.input(0), Kind::Rev) {
        let mut both = [dims.clone(), inner.i64s("dimensions")];
        both.iter_mut().for_each(|dims| dims.sort_unstable());
        if both[0] == both[1] {
            return Some(vec![Folded::Value(inner.input(0))]);
        }
    }
    let literal = Literal::of((*operands.first()?)?)?;
    let mut strides = dimensions::strides(&literal.shape);
    let mut offset = 0;
    for &d in &dims {
        let d = d as usize;
        offset += (literal.shape[d] - 1) * strides[d];
        strides[d] = -strides[d];
    }
    let literal = literal.strided(&operand.shape, offset, &strides)?;
    Some(vec![Folded::Constant(literal.attribute(op.output(0).r#type())?)])
}

/// The patterns that start from reversals.
pub(super) const PATTERNS: &[Pattern] = &[Pattern { kind: Kind::Rev, rewrite: rev_of_rev }];

/// `rev(rev(x, a), b)` -> `rev(x, a xor b)`: a dimension reversed twice is not.
fn rev_of_rev<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = defined_by(op.input(0), Kind::Rev)?;
    let (a, b) = (inner.i64s("dimensions"), op.i64s("dimensions"));
    let only = |one: &[i64], other: &[i64]| one.iter().copied().filter(|d| !other.contains(d)).collect::<Vec<_>>();
    let mut dims = [only(&a, &b), only(&b, &a)].concat();
    dims.sort_unstable();
    Some(vec![xla::rev(&builder.typed(op.output(0).r#type()), inner.input(0), &dims)])
}
