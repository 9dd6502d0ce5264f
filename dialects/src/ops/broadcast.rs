//! The broadcasting rule of binary ops, `broadcast` and `broadcast_in_dim`.

use super::dimensions::{self, compatible, show};
use super::literal::Literal;
use super::matching::{defined_by, plain};
use super::meaning::{Arguments, Folded, Meaning, Pattern, result_tensor};
use crate::bounds;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, tensor_of};
use crate::ods::xla::{self, Kind};
use crate::require;
use melior::ir::ValueLike;

/// Why two shapes do not broadcast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The rule's label.
    pub label: &'static str,
    /// The dimensions and sizes that do not agree.
    pub message: String,
}

impl Mismatch {
    /// Adds the two shapes to the message.
    fn between(self, lhs: &[i64], rhs: &[i64]) -> Self {
        let message = format!("cannot broadcast {} with {}: {}", show(lhs), show(rhs), self.message);
        Self { message, ..self }
    }
}

fn mismatch<T>(label: &'static str, message: String) -> Result<T, Mismatch> {
    Err(Mismatch { label, message })
}

/// How one operand of a binary op is broadcast to the result's shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The dimension of the result for each dimension of the operand: `dims` of a `broadcast_in_dim`, which also expands
    /// dimensions of size 1.
    pub dimensions: Vec<i64>,
    /// The operand's shape after its rank was raised and before its dimensions of size 1 expand: the array that
    /// the document calls intermediate.
    pub intermediate: Vec<i64>,
}

/// The result of the broadcasting rule for two shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroadcastPlan {
    /// The result's shape.
    pub result: Vec<i64>,
    /// How the left operand is broadcast.
    pub lhs: Expansion,
    /// How the right operand is broadcast.
    pub rhs: Expansion,
}

/// Broadcasts two shapes against each other; `dims` is `broadcast_dimensions`, where given.
///
/// First the operand of lower rank is matched to the dimensions `dims` of the other (a scalar needs none), then
/// dimensions of size 1 expand, on either side. Sizes may be [`DYNAMIC`], which agrees with any size.
///
/// Source: the broadcasting document; that `dims` may name all dimensions of equal ranks is XLA's leniency.
///
/// ```
/// use xla_dialect::ops::broadcast::broadcast;
///
/// let plan = broadcast(&[4], &[1, 2], Some(&[0]))?;
/// assert_eq!(plan.result, [4, 2]);
/// assert!(broadcast(&[4], &[1, 2], None).is_err());
/// # Ok::<(), xla_dialect::ops::broadcast::Mismatch>(())
/// ```
pub fn broadcast(lhs: &[i64], rhs: &[i64], dims: Option<&[i64]>) -> Result<BroadcastPlan, Mismatch> {
    let lhs_is_lower = lhs.len() < rhs.len();
    let (lower, higher) = if lhs_is_lower { (lhs, rhs) } else { (rhs, lhs) };
    let map = lower_dimensions(lower, higher, dims).map_err(|mismatch| mismatch.between(lhs, rhs))?;
    let mut intermediate = higher.to_vec();
    for (&size, &dimension) in lower.iter().zip(&map) {
        intermediate[dimension as usize] = size;
    }
    let mut result = Vec::with_capacity(higher.len());
    for (i, (&a, &b)) in intermediate.iter().zip(higher).enumerate() {
        let Some(size) = expand(a, b) else {
            return mismatch(
                "broadcast-sizes",
                format!(
                    "cannot broadcast {} with {}: result dimension {i} has size {} on the left and {} on the right",
                    show(lhs),
                    show(rhs),
                    if lhs_is_lower { a } else { b },
                    if lhs_is_lower { b } else { a }
                ),
            );
        };
        result.push(size);
    }
    let lower = Expansion { dimensions: map, intermediate };
    let higher = Expansion { dimensions: (0..higher.len() as i64).collect(), intermediate: higher.to_vec() };
    let (lhs, rhs) = if lhs_is_lower { (lower, higher) } else { (higher, lower) };
    Ok(BroadcastPlan { result, lhs, rhs })
}

/// The size of a dimension that has size `a` on one side and `b` on the other. Not their maximum: 1 against 0
/// gives 0, for there is nothing to pair the one element with.
fn expand(a: i64, b: i64) -> Option<i64> {
    match (a, b) {
        (1, other) | (other, 1) => Some(other),
        (DYNAMIC, size) | (size, DYNAMIC) => Some(size),
        _ => (a == b).then_some(a),
    }
}

/// Which dimension of `higher` each dimension of `lower` is.
fn lower_dimensions(lower: &[i64], higher: &[i64], dims: Option<&[i64]>) -> Result<Vec<i64>, Mismatch> {
    let identity = || (0..lower.len() as i64).collect::<Vec<_>>();
    let Some(dims) = dims else {
        if lower.len() != higher.len() && !lower.is_empty() {
            return mismatch(
                "broadcast-dims-needed",
                "operands differ in rank, so that broadcast_dimensions must say which dimensions match".to_string(),
            );
        }
        return Ok(identity());
    };
    if lower.len() == higher.len() {
        if !dims.is_empty() && *dims != identity()[..] {
            return mismatch(
                "broadcast-dims-identity",
                format!(
                    "broadcast_dimensions = {} between operands of the same rank, which match dimension by dimension",
                    show(dims)
                ),
            );
        }
        return Ok(identity());
    }
    if dims.len() != lower.len() {
        return mismatch(
            "broadcast-dims-count",
            format!(
                "broadcast_dimensions = {} has {} entries, but the lower rank is {}",
                show(dims),
                dims.len(),
                lower.len()
            ),
        );
    }
    let unlabelled = |violation: Violation<'_>| Mismatch { label: violation.label, message: violation.message };
    dimensions::in_range("broadcast-dims-range", "broadcast_dimensions", dims, higher.len()).map_err(unlabelled)?;
    dimensions::increasing("broadcast-dims-increasing", "broadcast_dimensions", dims).map_err(unlabelled)?;
    Ok(dims.to_vec())
}

/// `broadcast`: new dimensions on the left.
pub const BROADCAST: Meaning = Meaning { infer: Some(infer_broadcast), verify: None, fold: Some(fold_broadcast) };

fn infer_broadcast<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let mut shape = arguments.i64s("broadcast_sizes");
    if let Some(size) = shape.iter().find(|size| **size < 0) {
        let message = format!("broadcast_sizes = {} has the negative size {size}", show(&shape));
        return Err(Violation::new("broadcast-sizes-nonnegative", message));
    }
    shape.extend(&operand.shape);
    Ok(vec![Tensor::new(&shape, operand.element).ty()])
}

/// `broadcast_in_dim`: dimensions are mapped into the result's, and those of size 1 expand.
pub const BROADCAST_IN_DIM: Meaning =
    Meaning { infer: None, verify: Some(verify_broadcast_in_dim), fold: Some(fold_broadcast_in_dim) };

/// Requires the operands to broadcast to one shape as NumPy's do: from the last dimension on, sizes agree or are 1, and
/// sizes that are known are not mixed with those of which only a bound is.
pub(super) fn verify_numpy(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let operands = arguments.tensors()?;
    require!(!operands.is_empty(), "numpy-broadcast", "needs at least one operand");
    let mut result: Vec<(i64, i64)> = Vec::new();
    for (i, operand) in operands.iter().enumerate() {
        let sizes = operand.shape.iter().copied().zip(bounds::of(operand)).rev();
        for (d, size) in sizes.enumerate() {
            match result.get_mut(d) {
                None => result.push(size),
                Some(known) if known.0 == 1 => *known = size,
                Some(known) if size.0 == 1 || *known == size => {}
                Some(known) => {
                    let message = format!("operand {i} is of type {}, those before it have a size of ", operand.ty());
                    let before = if known.0 == DYNAMIC { format!("at most {}", known.1) } else { known.0.to_string() };
                    return Err(Violation::new("numpy-broadcast", message + &before).operand(&arguments, i));
                }
            }
        }
    }
    Ok(())
}

/// The op's rules.
pub(super) fn verify_broadcast_in_dim(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let operand = arguments.tensor(0)?;
    let Some(result) = result_tensor(op, 0) else { return Ok(()) };
    let dims = arguments.i64s("broadcast_dimensions");
    let what = "broadcast_dimensions";
    dimensions::one_each("broadcast-in-dim-count", what, &dims, &operand).map_err(|v| v.operand(&arguments, 0))?;
    dimensions::in_range("broadcast-in-dim-range", what, &dims, result.rank())?;
    dimensions::unique("broadcast-in-dim-unique", what, &dims)?;
    for (i, (&size, &dimension)) in operand.shape.iter().zip(&dims).enumerate() {
        let target = result.shape[dimension as usize];
        if size != 1 && !compatible(size, target) {
            let message = format!(
                "maps dimension {i} of size {size} to result dimension {dimension} of size {target}: \
                 it must be of size 1 or {target}"
            );
            return Err(Violation::new("broadcast-in-dim-size", message).operand(&arguments, 0));
        }
    }
    same_element_as_result(&arguments, &operand, &result)
}

fn fold_broadcast<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    if op.i64s("broadcast_sizes").is_empty() {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    fold_splat(op, operands)
}

fn fold_broadcast_in_dim<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let dims = op.i64s("broadcast_dimensions");
    if op.input(0).r#type() == op.output(0).r#type() && dims.iter().copied().eq(0..dims.len() as i64) {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    fold_splat(op, operands)
}

/// A splat stays one; any other literal would grow.
fn fold_splat<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let literal = Literal::of((*operands.first()?)?)?;
    let result = tensor_of(op.output(0))?;
    let splat = Literal::filled(literal.element, &result.shape, literal.one()?)?;
    Some(vec![Folded::Constant(splat.attribute(op.output(0).r#type())?)])
}

/// The patterns that start from broadcasts.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Broadcast, rewrite: broadcast_of_broadcast },
    Pattern { kind: Kind::BroadcastInDim, rewrite: broadcast_in_dim_of_broadcast_in_dim },
    Pattern { kind: Kind::BroadcastInDim, rewrite: broadcast_of_one_element },
];

/// An array of one element is repeated as the scalar that it is, so that what reads the result sees that all elements are equal.
fn broadcast_of_one_element<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let applies = operand.rank() > 0 && operand.size() == 1 && result.size() > 1;
    applies.then(|| {
        let scalar = xla::reshape(builder, op.input(0), operand.with_shape(&[]).ty());
        vec![xla::broadcast_in_dim(builder, scalar, &[], result.ty())]
    })
}

/// `broadcast(broadcast(x, b), a)` -> `broadcast(x, a ++ b)`.
fn broadcast_of_broadcast<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = defined_by(op.input(0), Kind::Broadcast)?;
    let mut sizes = op.i64s("broadcast_sizes");
    sizes.extend(inner.i64s("broadcast_sizes"));
    Some(vec![xla::broadcast(&builder.typed(op.output(0).r#type()), inner.input(0), &sizes)])
}

/// `broadcast_in_dim(broadcast_in_dim(x, a), b)` -> `broadcast_in_dim(x, b[a])`: dimension i of x becomes a[i], which
/// becomes b[a[i]]; the others are filled either way.
fn broadcast_in_dim_of_broadcast_in_dim<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = defined_by(op.input(0), Kind::BroadcastInDim)?;
    let outer = op.i64s("broadcast_dimensions");
    let dims: Vec<i64> = inner
        .i64s("broadcast_dimensions")
        .iter()
        .map(|&d| outer.get(usize::try_from(d).ok()?).copied())
        .collect::<Option<_>>()?;
    Some(vec![xla::broadcast_in_dim(builder, inner.input(0), &dims, op.output(0).r#type())])
}

/// Requires an op that only moves elements to keep their type.
pub(super) fn same_element_as_result<'c>(
    arguments: &Arguments<'c>,
    operand: &Tensor<'c>,
    result: &Tensor<'c>,
) -> Result<(), Violation<'c>> {
    if operand.element == result.element {
        return Ok(());
    }
    let message = format!("moves elements of type {} into a result of {}", operand.element, result.element);
    Err(Violation::new("result-element-type", message).operand(arguments, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(lhs: &[i64], rhs: &[i64], dims: Option<&[i64]>) -> Result<Vec<i64>, &'static str> {
        broadcast(lhs, rhs, dims).map(|plan| plan.result).map_err(|mismatch| mismatch.label)
    }

    #[test]
    fn scalars_broadcast_without_dimensions() {
        let plan = broadcast(&[2, 3], &[], None).unwrap();
        assert_eq!(plan.result, [2, 3]);
        assert_eq!(plan.rhs, Expansion { dimensions: vec![], intermediate: vec![2, 3] });
        assert_eq!(plan.lhs, Expansion { dimensions: vec![0, 1], intermediate: vec![2, 3] });
        assert_eq!(shape(&[], &[2, 3], None), Ok(vec![2, 3]));
        assert_eq!(shape(&[], &[2, 3], Some(&[])), Ok(vec![2, 3]));
        assert_eq!(shape(&[], &[], None), Ok(vec![]));
        assert_eq!(shape(&[], &[0], None), Ok(vec![0]));
    }

    #[test]
    fn a_vector_matches_the_dimension_that_is_named() {
        // "Without specifying broadcasting, this operation is invalid."
        assert_eq!(shape(&[2, 3], &[3], None), Err("broadcast-dims-needed"));
        assert_eq!(shape(&[2, 3], &[3], Some(&[1])), Ok(vec![2, 3]));
        assert_eq!(shape(&[3], &[2, 3], Some(&[1])), Ok(vec![2, 3]));
        // "when adding a 2x3 matrix to a 3-element vector, a broadcasting dimension of 0 is invalid"
        assert_eq!(shape(&[2, 3], &[3], Some(&[0])), Err("broadcast-sizes"));
        assert_eq!(shape(&[3, 3], &[3], Some(&[0])), Ok(vec![3, 3]));
        assert_eq!(shape(&[3, 3], &[3], Some(&[1])), Ok(vec![3, 3]));
        let plan = broadcast(&[2, 3, 4], &[3, 4], Some(&[1, 2])).unwrap();
        assert_eq!(plan.result, [2, 3, 4]);
        assert_eq!(plan.rhs, Expansion { dimensions: vec![1, 2], intermediate: vec![2, 3, 4] });
    }

    #[test]
    fn a_matrix_matches_increasing_dimensions() {
        let (m, n, p, q) = (2, 3, 5, 7);
        let array = [m, n, p, q];
        assert_eq!(shape(&array, &[p, q], Some(&[2, 3])), Ok(array.to_vec()));
        assert_eq!(shape(&array, &[n, p], Some(&[1, 2])), Ok(array.to_vec()));
        assert_eq!(shape(&array, &[m, q], Some(&[0, 3])), Ok(array.to_vec()));
        // "it is illegal to match V to N and T to P; it is also illegal to match V to both P and N"
        assert_eq!(shape(&array, &[p, n], Some(&[2, 1])), Err("broadcast-dims-increasing"));
        assert_eq!(shape(&array, &[n, n], Some(&[1, 1])), Err("broadcast-dims-increasing"));
        assert_eq!(shape(&array, &[n, p], Some(&[1])), Err("broadcast-dims-count"));
        assert_eq!(shape(&array, &[n, p], Some(&[1, 4])), Err("broadcast-dims-range"));
        assert_eq!(shape(&array, &[n, p], Some(&[-1, 2])), Err("broadcast-dims-range"));
    }

    #[test]
    fn degenerate_dimensions_expand() {
        assert_eq!(shape(&[2, 1], &[2, 3], None), Ok(vec![2, 3]));
        assert_eq!(shape(&[1, 2, 5], &[7, 2, 5], None), Ok(vec![7, 2, 5]));
        assert_eq!(shape(&[7, 2, 5], &[7, 1, 5], None), Ok(vec![7, 2, 5]));
        assert_eq!(shape(&[7, 2, 5], &[7, 2, 6], None), Err("broadcast-sizes"));
        assert_eq!(shape(&[2, 1], &[1, 3], None), Ok(vec![2, 3]));
        assert_eq!(shape(&[2, 1], &[2, 3], Some(&[0, 1])), Ok(vec![2, 3]));
        assert_eq!(shape(&[2, 3], &[3, 2], Some(&[1, 0])), Err("broadcast-dims-identity"));
    }

    #[test]
    fn zero_sized_dimensions() {
        assert_eq!(shape(&[0, 3], &[0, 3], None), Ok(vec![0, 3]));
        assert_eq!(shape(&[0, 3], &[1, 3], None), Ok(vec![0, 3]));
        assert_eq!(shape(&[0, 3], &[2, 3], None), Err("broadcast-sizes"));
        assert_eq!(shape(&[0], &[4, 0], Some(&[1])), Ok(vec![4, 0]));
    }

    #[test]
    fn both_together() {
        let plan = broadcast(&[4], &[1, 2], Some(&[0])).unwrap();
        assert_eq!(plan.result, [4, 2]);
        assert_eq!(plan.lhs, Expansion { dimensions: vec![0], intermediate: vec![4, 2] });
        assert_eq!(plan.rhs, Expansion { dimensions: vec![0, 1], intermediate: vec![1, 2] });
        let plan = broadcast(&[1, 2], &[4, 3, 1], Some(&[1, 2])).unwrap();
        assert_eq!(plan.result, [4, 3, 2]);
        assert_eq!(plan.lhs, Expansion { dimensions: vec![1, 2], intermediate: vec![4, 1, 2] });
    }

    #[test]
    fn dynamic_sizes_agree_with_any() {
        assert_eq!(shape(&[DYNAMIC, 3], &[2, 3], None), Ok(vec![2, 3]));
        assert_eq!(shape(&[DYNAMIC, 3], &[1, 3], None), Ok(vec![DYNAMIC, 3]));
        assert_eq!(shape(&[DYNAMIC], &[DYNAMIC], None), Ok(vec![DYNAMIC]));
    }
}
