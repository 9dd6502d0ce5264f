//! `transpose`: result dimension `i` is operand dimension `permutation[i]`.

use super::dimensions;
use super::elementwise::elementwise_op;
use super::literal::Literal;
use super::matching::{defined_by, plain};
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use super::repeated::kept_dimensions;
use super::splats::has_one_value;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, Op, OpExt, Tensor, Type, Value, tensor_of, uses};
use crate::ods::xla::{self, Kind};
use melior::ir::ValueLike;

/// `transpose`.
pub const TRANSPOSE: Meaning = Meaning { infer: Some(infer), verify: None, fold: Some(fold) };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let permutation = arguments.i64s("permutation");
    dimensions::permutation("transpose-permutation", "permutation", &permutation, operand.rank())
        .map_err(|violation| violation.operand(arguments, 0))?;
    let shape: Vec<i64> = permutation.iter().map(|&dimension| operand.shape[dimension as usize]).collect();
    Ok(vec![Tensor::new(&shape, operand.element).ty()])
}

/// The literal whose dimension `i` is dimension `permutation[i]` of `literal`.
pub(super) fn transposed(literal: &Literal, permutation: &[i64]) -> Option<Literal> {
    let own = dimensions::strides(&literal.shape);
    let shape: Vec<i64> = permutation.iter().map(|&d| literal.shape[d as usize]).collect();
    let strides: Vec<i64> = permutation.iter().map(|&d| own[d as usize]).collect();
    literal.strided(&shape, 0, &strides)
}

fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let permutation = op.i64s("permutation");
    if permutation.iter().copied().eq(0..permutation.len() as i64) {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    let literal = transposed(&Literal::of((*operands.first()?)?)?, &permutation)?;
    Some(vec![Folded::Constant(literal.attribute(op.output(0).r#type())?)])
}

/// The patterns that start from transposes.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Transpose, rewrite: transpose_of_transpose },
    Pattern { kind: Kind::Transpose, rewrite: transpose_of_computed },
    Pattern { kind: Kind::Abs, rewrite: part_of_transpose },
    Pattern { kind: Kind::Imag, rewrite: part_of_transpose },
    Pattern { kind: Kind::Real, rewrite: part_of_transpose },
];

/// `imag(transpose(x))` -> `transpose(imag(x))`: half of the bytes are transposed.
fn part_of_transpose<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (array, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let inner = defined_by(op.input(0), Kind::Transpose).filter(|_| uses(op.input(0)).len() == 1)?;
    if !array.xla_element()?.is_complex() {
        return None;
    }
    let before = result.with_shape(&plain(inner.input(0))?.shape).ty();
    let part = builder.create(op.name_str(), &[inner.input(0)], &[before], &op.attrs(), Vec::new()).output(0);
    Some(vec![xla::transpose(&builder.typed(result.ty()), part, &inner.i64s("permutation"))])
}

/// `transpose(transpose(x, p), q)` -> `transpose(x, p[q])`: dimension i is dimension q[i] of the inner one, which is
/// p[q[i]] of x.
fn transpose_of_transpose<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = defined_by(op.input(0), Kind::Transpose)?;
    let p = inner.i64s("permutation");
    let permutation: Vec<i64> =
        op.i64s("permutation").iter().map(|&d| p.get(usize::try_from(d).ok()?).copied()).collect::<Option<_>>()?;
    if permutation.iter().copied().eq(0..permutation.len() as i64) && inner.input(0).r#type() == op.output(0).r#type() {
        return Some(vec![inner.input(0)]);
    }
    Some(vec![xla::transpose(&builder.typed(op.output(0).r#type()), inner.input(0), &permutation)])
}

/// `transpose(f(transpose(x)))` -> `f(transpose(transpose(x)))`, which is one transposition, or none.
fn transpose_of_computed<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    /// Ops between the transpositions.
    const MOST_OPS: usize = 16;
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let inner = elementwise_op(op.input(0)).filter(|_| transpositions(op.input(0), MOST_OPS).is_some_and(|n| n > 0))?;
    let permutation = op.i64s("permutation");
    let transposed = |value: Value<'c>| {
        let is_whole = tensor_of(value).is_some_and(|tensor| tensor.shape == operand.shape);
        if is_whole { xla::transpose(builder, value, &permutation) } else { value }
    };
    let operands: Vec<Value<'c>> = inner.ins().into_iter().map(transposed).collect();
    let ty = operand.with_shape(&result.shape).ty();
    Some(builder.create(inner.name_str(), &operands, &[ty], &inner.attrs(), Vec::new()).outs())
}

/// How many transpositions the elements of `value` are computed of, if of nothing else but of arrays that cost nothing to transpose,
/// by at most `most` ops, which nothing else reads.
fn transpositions(value: Value<'_>, most: usize) -> Option<usize> {
    if has_one_value(value) || kept_dimensions(value).is_some() {
        return Some(0);
    }
    if defined_by(value, Kind::Transpose).is_some() {
        return Some(1);
    }
    let op = elementwise_op(value).filter(|_| most > 0 && uses(value).len() == 1)?;
    op.ins().into_iter().map(|operand| transpositions(operand, most - 1)).sum()
}
