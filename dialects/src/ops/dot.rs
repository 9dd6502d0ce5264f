//! Contractions: `dot` and `dot_general`.

use super::dimensions::{self, compatible, compatible_shapes, show};
use super::literal::Literal;
use super::matching::{literal_of, plain};
use super::meaning::{Arguments, Meaning, Pattern, result_tensor};
use crate::diagnostics::Violation;
use crate::ir::{Builder, DYNAMIC, Element, Op, OpExt, Tensor, Value, i64_array, named_dimensions, type_of};
use crate::ods::xla::{self, Kind};
use crate::require;
use melior::ir::ValueLike;

/// `dot`.
pub const DOT: Meaning = Meaning { infer: None, verify: Some(verify_dot), fold: None };
/// `dot_general`.
pub const DOT_GENERAL: Meaning = Meaning { infer: None, verify: Some(verify_dot_general), fold: None };

/// Which dimensions a contraction pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dimensions {
    /// Batching dimensions of the left operand.
    pub lhs_batching: Vec<i64>,
    /// Those of the right operand, in the same order.
    pub rhs_batching: Vec<i64>,
    /// Contracting dimensions of the left operand.
    pub lhs_contracting: Vec<i64>,
    /// Those of the right operand, in the same order.
    pub rhs_contracting: Vec<i64>,
}

impl Dimensions {
    /// The dimensions of a `dot_general` of xla or StableHLO.
    pub fn of(arguments: &Arguments<'_>) -> Self {
        let numbers = arguments.attr("dot_dimension_numbers").and_then(named_dimensions);
        let list = |name: &str| match &numbers {
            Some(lists) => {
                lists.iter().find(|(list, _)| list == name).map(|(_, list)| list.clone()).unwrap_or_default()
            }
            None => arguments.i64s(name),
        };
        Self {
            lhs_batching: list("lhs_batching_dimensions"),
            rhs_batching: list("rhs_batching_dimensions"),
            lhs_contracting: list("lhs_contracting_dimensions"),
            rhs_contracting: list("rhs_contracting_dimensions"),
        }
    }

    /// The dimensions of a `dot` of arrays of these ranks, which contracts the last dimension of lhs with the first of rhs.
    pub fn of_dot(lhs_rank: usize) -> Self {
        Self { lhs_contracting: vec![lhs_rank.saturating_sub(1) as i64], rhs_contracting: vec![0], ..Self::default() }
    }

    /// The left operand's dimensions that are neither batching nor contracting, in order.
    pub fn lhs_free(&self, rank: usize) -> Vec<i64> {
        free(rank, &self.lhs_batching, &self.lhs_contracting)
    }

    /// The right operand's dimensions that are neither batching nor contracting, in order.
    pub fn rhs_free(&self, rank: usize) -> Vec<i64> {
        free(rank, &self.rhs_batching, &self.rhs_contracting)
    }

    /// The result's shape: batching, left free, right free dimensions.
    pub fn result(&self, lhs: &[i64], rhs: &[i64]) -> Vec<i64> {
        let batching = self.lhs_batching.iter().zip(&self.rhs_batching).map(|(&l, &r)| {
            let (l, r) = (lhs[l as usize], rhs[r as usize]);
            if l == DYNAMIC { r } else { l }
        });
        let lhs_free = self.lhs_free(lhs.len()).into_iter().map(|d| lhs[d as usize]);
        let rhs_free = self.rhs_free(rhs.len()).into_iter().map(|d| rhs[d as usize]);
        batching.chain(lhs_free).chain(rhs_free).collect()
    }
}

/// The patterns that start from contractions.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Dot, rewrite: outer_product },
    Pattern { kind: Kind::DotGeneral, rewrite: outer_product },
    Pattern { kind: Kind::DotGeneral, rewrite: contraction_in_order },
    Pattern { kind: Kind::DotGeneral, rewrite: contraction_of_predicates },
    Pattern { kind: Kind::Dot, rewrite: contraction_with_zeros },
    Pattern { kind: Kind::DotGeneral, rewrite: contraction_with_zeros },
];

/// Sums of products with 0, which are 0 but for floats: the other factor may be NaN or infinite.
fn contraction_with_zeros<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let result = plain(op.output(0))?;
    let element = result.xla_element().filter(|element| element.is_integer() || element.is_pred())?;
    let is_zero = |i: usize| literal_of(op.input(i)).is_some_and(|literal| literal.is(0.0));
    if !is_zero(0) && !is_zero(1) {
        return None;
    }
    let zeros = Literal::splat(element, &result.shape, 0.0)?;
    Some(vec![xla::constant(builder, zeros.attribute(result.ty())?)])
}

/// Whether any of many products of predicates is true is whether the sum of these as numbers is one: processors multiply matrices of
/// bf16.
fn contraction_of_predicates<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    // Fewer, and factors of fewer, are converted in more time than they are multiplied in.
    const LEAST_PRODUCTS: i64 = 1 << 16;
    const LEAST_READS: i64 = 16;
    let (lhs, rhs, result) = (plain(op.input(0))?, plain(op.input(1))?, plain(op.output(0))?);
    let dims = Dimensions::of(&Arguments::of(op));
    let depth = dims.lhs_contracting.iter().fold(1, |product: i64, &d| product.saturating_mul(lhs.shape[d as usize]));
    let are_predicates = [&lhs, &rhs, &result].iter().all(|tensor| tensor.xla_element() == Some(Element::Pred));
    let least = LEAST_PRODUCTS.max(LEAST_READS.saturating_mul(lhs.size().saturating_add(rhs.size())));
    if !are_predicates || result.size().saturating_mul(depth) < least {
        return None;
    }
    let [narrow, wide] = [Element::BF16, Element::F32].map(|element| type_of(builder.context, element));
    let factors =
        [(0, &lhs), (1, &rhs)].map(|(i, tensor)| xla::convert(builder, op.input(i), tensor.with_element(narrow).ty()));
    let sums = result.with_element(wide);
    let sum = builder.create(op.name_str(), &factors, &[sums.ty()], &op.attrs(), Vec::new()).output(0);
    let zeros = Literal::splat(Element::F32, &result.shape, 0.0)?;
    let zeros = xla::constant(builder, zeros.attribute(sums.ty())?);
    Some(vec![xla::ne(builder, sum, zeros)])
}

/// Contracting dimensions in the order in which they lie in the larger operand: sums go through memory as it is.
fn contraction_in_order<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (lhs, rhs) = (plain(op.input(0))?, plain(op.input(1))?);
    const NAMES: [&str; 2] = ["lhs_contracting_dimensions", "rhs_contracting_dimensions"];
    let [of_lhs, of_rhs] = NAMES.map(|name| op.i64s(name));
    let mut pairs: Vec<(i64, i64)> = of_lhs.into_iter().zip(of_rhs).collect();
    let along = |pair: &(i64, i64)| if lhs.size() < rhs.size() { pair.1 } else { pair.0 };
    if pairs.is_sorted_by_key(along) {
        return None;
    }
    pairs.sort_by_key(along);
    let [of_lhs, of_rhs]: [Vec<i64>; 2] =
        [pairs.iter().map(|pair| pair.0).collect(), pairs.iter().map(|pair| pair.1).collect()];
    let new = builder.create(op.name_str(), &op.ins(), &[op.output(0).r#type()], &op.attrs(), Vec::new());
    for (name, dims) in NAMES.into_iter().zip([of_lhs, of_rhs]) {
        new.set_attr(name, i64_array(builder.context, &dims));
    }
    Some(new.outs())
}

/// A contraction of sums of one product each is a multiplication. A sum of floats is never -0.
///
/// ```mlir
/// %r = xla.dot_general %x, %y : (tensor<4xi32>, tensor<5xi32>) -> tensor<4x5xi32>
/// %a = xla.broadcast_in_dim %x, dims = [0]   %b = xla.broadcast_in_dim %y, dims = [1]   %r = xla.mul %a, %b
/// ```
fn outer_product<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (lhs, rhs, result) = (plain(op.input(0))?, plain(op.input(1))?, plain(op.output(0))?);
    let dims = match Kind::of(op)? {
        Kind::Dot => Dimensions::of_dot(lhs.rank()),
        _ => Dimensions::of(&Arguments::of(op)),
    };
    let element = result.xla_element()?;
    let is_one_product = dims.lhs_contracting.iter().all(|&d| lhs.shape[d as usize] == 1);
    let has_one_type = [&lhs, &rhs].iter().all(|operand| operand.element == result.element);
    // Complex products are not those of `mul`, and some narrow floats have no zero.
    let is_regular = !element.is_complex() && (!element.is_float() || element.bits() >= 16);
    if !is_one_product || !has_one_type || !is_regular || result.size() == 0 {
        return None;
    }
    let (lhs_free, rhs_free) = (dims.lhs_free(lhs.rank()), dims.rhs_free(rhs.rank()));
    let first = dims.lhs_batching.len();
    // `value` at the result's dimensions from which its batching and free ones come.
    let spread = |value: Value<'c>, tensor: &Tensor<'c>, batching: &[i64], free: &[i64], offset: usize| {
        let own = batching.iter().copied().zip(0..).chain(free.iter().copied().zip((first + offset) as i64..));
        let mut own: Vec<(i64, i64)> = own.collect();
        // Broadcasts do not permute: the dimensions come in the order of the result's.
        let order: Vec<i64> = own.iter().map(|(from, _)| *from).collect();
        own.sort_unstable();
        let kept: Vec<i64> = own.iter().map(|(from, _)| tensor.shape[*from as usize]).collect();
        let permutation: Option<Vec<i64>> =
            order.iter().map(|d| own.iter().position(|(from, _)| from == d).map(|at| at as i64)).collect();
        let to: Vec<i64> =
            (0..first as i64).chain((first + offset) as i64..(first + offset + free.len()) as i64).collect();
        let value = xla::reshape(builder, value, tensor.with_shape(&kept).ty());
        Some(xla::broadcast_in_dim(builder, xla::transpose(builder, value, &permutation?), &to, result.ty()))
    };
    let a = spread(op.input(0), &lhs, &dims.lhs_batching, &lhs_free, 0)?;
    let b = spread(op.input(1), &rhs, &dims.rhs_batching, &rhs_free, lhs_free.len())?;
    let typed = builder.typed(result.ty());
    let product = xla::mul(&typed, a, b);
    if !element.is_float() {
        return Some(vec![product]);
    }
    let zeros = Literal::splat(element, &result.shape, 0.0)?;
    Some(vec![xla::add(&typed, product, xla::constant(builder, zeros.attribute(result.ty())?))])
}

fn free(rank: usize, batching: &[i64], contracting: &[i64]) -> Vec<i64> {
    (0..rank as i64).filter(|d| !batching.contains(d) && !contracting.contains(d)).collect()
}

fn verify_dot(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let (lhs, rhs) = (arguments.tensor(0)?, arguments.tensor(1)?);
    let known = match (lhs.rank(), rhs.rank()) {
        (1, 1) | (2, 1) | (2, 2) => true,
        // StableHLO's legacy op takes a vector on the left as well.
        (1, 2) => !arguments.is_xla(),
        _ => false,
    };
    if !known {
        let message = format!(
            "multiplies shapes {} and {}; only vector by vector, matrix by vector and matrix by matrix are products",
            show(&lhs.shape),
            show(&rhs.shape)
        );
        return Err(Violation::new("dot-ranks", message).operand(&arguments, 0).operand(&arguments, 1));
    }
    verify_contraction(op, &arguments, &Dimensions::of_dot(lhs.rank()))
}

fn verify_dot_general(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let dims = Dimensions::of(&arguments);
    let (lhs, rhs) = (arguments.tensor(0)?, arguments.tensor(1)?);
    for (kind, l, r) in [
        ("batching", &dims.lhs_batching, &dims.rhs_batching),
        ("contracting", &dims.lhs_contracting, &dims.rhs_contracting),
    ] {
        require!(
            l.len() == r.len(),
            "dot-dims-pairs",
            "pairs {} {kind} dimensions of the left operand with {} of the right",
            l.len(),
            r.len()
        );
    }
    for (i, side, rank, batching, contracting) in [
        (0, "lhs", lhs.rank(), &dims.lhs_batching, &dims.lhs_contracting),
        (1, "rhs", rhs.rank(), &dims.rhs_batching, &dims.rhs_contracting),
    ] {
        let all: Vec<i64> = batching.iter().chain(contracting).copied().collect();
        let what = format!("{side}'s batching and contracting dimensions");
        dimensions::in_range("dot-dims-range", &what, &all, rank)
            .and_then(|()| dimensions::unique("dot-dims-unique", &what, &all))
            .map_err(|violation| violation.operand(&arguments, i))?;
    }
    verify_contraction(op, &arguments, &dims)
}

fn verify_contraction<'c>(op: Op<'c>, arguments: &Arguments<'c>, dims: &Dimensions) -> Result<(), Violation<'c>> {
    let (lhs, rhs) = (arguments.tensor(0)?, arguments.tensor(1)?);
    let refuse = |label, message| Violation::new(label, message).operand(arguments, 0).operand(arguments, 1);
    for (kind, label, l, r) in [
        ("batching", "dot-batching-sizes", &dims.lhs_batching, &dims.rhs_batching),
        ("contracting", "dot-contracting-sizes", &dims.lhs_contracting, &dims.rhs_contracting),
    ] {
        for (&l, &r) in l.iter().zip(r) {
            let (a, b) = (lhs.shape[l as usize], rhs.shape[r as usize]);
            if !compatible(a, b) {
                let message =
                    format!("pairs {kind} dimension {l} of size {a} on the left with dimension {r} of size {b}");
                return Err(refuse(label, message));
            }
        }
    }
    let Some(result) = result_tensor(op, 0) else { return Ok(()) };
    let shape = dims.result(&lhs.shape, &rhs.shape);
    if !compatible_shapes(&shape, &result.shape) {
        let message = format!("has a result of shape {}, but its operands give {}", show(&result.shape), show(&shape));
        return Err(refuse("dot-result-shape", message));
    }
    verify_elements(arguments, [lhs.xla_element(), rhs.xla_element(), result.xla_element()])
}

/// The operands are converted to the result's type and multiplied and summed there, so that it must be able to hold
/// them: no complex or fractional part may be lost.
pub(super) fn verify_elements<'c>(
    arguments: &Arguments<'c>,
    elements: [Option<Element>; 3],
) -> Result<(), Violation<'c>> {
    let [Some(lhs), Some(rhs), Some(result)] = elements else {
        return Err(Violation::new("element-type", "takes and gives elements of xla's types only")
            .operand(arguments, 0)
            .operand(arguments, 1));
    };
    let class = |element: Element| match () {
        () if element.is_complex() => 3,
        () if element.is_float() => 2,
        () if element.is_integer() => 1,
        () => 0,
    };
    // Pred counts and combines as an integer of one bit; only the three others must not be mixed.
    let kept = |operand: Element| class(operand) <= class(result) && operand.is_complex() == result.is_complex();
    if kept(lhs) && kept(rhs) {
        return Ok(());
    }
    let message = format!("multiplies elements of type {lhs} and {rhs} in elements of type {result}");
    Err(Violation::new("dot-element-types", message).operand(arguments, 0).operand(arguments, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_shapes_of_the_document() {
        let batch = Dimensions {
            lhs_batching: vec![0],
            rhs_batching: vec![0],
            lhs_contracting: vec![2],
            rhs_contracting: vec![1],
        };
        assert_eq!(batch.result(&[7, 2, 3], &[7, 3, 5]), [7, 2, 5]);
        let rows = Dimensions { lhs_contracting: vec![1], rhs_contracting: vec![1], ..Dimensions::default() };
        assert_eq!(rows.result(&[2, 3], &[4, 3]), [2, 4]);
        assert_eq!(Dimensions::of_dot(1).result(&[3], &[3]), [0i64; 0]);
        assert_eq!(Dimensions::of_dot(2).result(&[2, 3], &[3]), [2]);
        assert_eq!(Dimensions::of_dot(2).result(&[2, 3], &[3, 4]), [2, 4]);
    }
}
