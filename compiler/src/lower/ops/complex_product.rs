//! Products of complex numbers as products of their parts, which are computed like those of any real numbers.
//!
//! ```text
//! C[m, n] = Σ A[m, k] * B[k, n]
//!
//! L[m, p, k]    = (re A, im A)[p]
//! R[p, k, c, n] = ((re B, im B), (-im B, re B))[p][c]
//! P[m, c, n]    = Σ L[m, p, k] * R[p, k, c, n]        one product of twice the depth and twice the columns
//! C[m, n]       = P[m, 0, n] + i P[m, 1, n]
//! ```
//! The dimensions of parts are outside of those of elements, which stay contiguous. Vectors are along the columns or, if these are too
//! few to fill one, as in convolutions of groups with one output feature, along the rows, which are the last dimension then. A left factor
//! that is much smaller than the right one has the parts of the result instead: twice the rows.

use super::contraction::{LEAST_COLUMNS, Products, sum_of_products};
use crate::affine::{Expr, Map};
use crate::lower::rewriter::computation::widen;
use crate::lower::rewriter::emit::{load_form, store_form};
use crate::lower::rewriter::sizes::known;
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{compute_elements, empty, linalg_index, shape};
use crate::scf::index;
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{Builder, Element, Op, Tensor, Value};
use xla_dialect::ods::arith;
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, UnOp, Val, decode, encode};

/// Products of each element of the largest array below which to write and read the arrays of parts takes longer than to compute with
/// elements as they are: those of a matrix by a vector, those without sums.
const LEAST_REUSE: i64 = 3;

/// How many times as large as the left factor the right one is that is written for the parts of factors alone.
const MUCH: i64 = 4;

/// Elements of a factor from which on its columns stay along the depth: a smaller one is transposed in the first-level cache.
const LARGE: i64 = 1 << 13;

/// A dimension of an array of parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dim {
    /// That of the factor with this number.
    Element(usize),
    /// The parts of the factors that are summed over.
    FactorPart,
    /// The parts of the result.
    ResultPart,
}

/// A product of complex numbers whose loops get two more, behind the parallel ones: over the parts of the result, and over
/// those of the factors.
pub struct ComplexProduct<'p, 'c> {
    op: Op<'c>,
    products: &'p Products<'c>,
    /// The element type of the sums.
    sum: Element,
    /// How many loops are parallel.
    parallel: usize,
    /// The loop over rows that vectors are along; none if they are along the columns or the depth.
    row: Option<usize>,
    /// The factor whose array of parts has one for each part of the result.
    repeated: usize,
}

/// The dimensions of an array of parts that are those of its factor.
fn elements(list: Vec<usize>) -> Vec<Dim> {
    list.into_iter().map(Dim::Element).collect()
}

/// The loop over rows that vectors are best along. There is none if there are columns enough, or if no windows overlap: to transpose the
/// left factor takes longer then than vectors save.
fn row_of(products: &Products<'_>) -> Option<usize> {
    let [lhs, rhs] = products.operands.each_ref().map(|(_, map)| &map.results);
    let depends = |results: &[Expr], d: usize| results.iter().any(|expr| expr.coefficients[d] != 0);
    let loops =
        || products.map.results.iter().zip(&products.shape).filter_map(|(expr, size)| Some((expr.as_dim()?, *size)));
    let columns: i64 = loops().filter(|(d, _)| !depends(lhs, *d)).map(|(_, size)| size).product();
    let has_neighbours = |d: usize| {
        let mut indices = lhs.iter().filter(|expr| expr.coefficients[d] != 0);
        indices.next().is_some_and(|expr| expr.coefficients[d] == 1 && expr.moduli.is_empty())
            && indices.next().is_none()
    };
    let rows = || loops().filter(|(d, _)| !depends(rhs, *d));
    let is_window = |expr: &Expr| {
        let summed = &expr.coefficients[products.parallel()..];
        summed.iter().any(|c| *c != 0) && rows().any(|(d, _)| expr.coefficients[d] != 0)
    };
    if 2 * columns >= LEAST_COLUMNS || !lhs.iter().any(is_window) {
        return None;
    }
    let vectors = rows().filter(|(d, size)| *size >= LEAST_COLUMNS && has_neighbours(*d));
    vectors.max_by_key(|(_, size)| *size).map(|(d, _)| d)
}

impl<'p, 'c> ComplexProduct<'p, 'c> {
    /// That of `products` in `sum`, if they are of complex numbers and many, on arrays of known sizes.
    pub fn of(op: Op<'c>, products: &'p Products<'c>, sum: Element) -> Option<Self> {
        let arrays = [products.shape.clone(), shape(products.operands[0].0), shape(products.operands[1].0)];
        let elements = arrays.map(|shape| shape.iter().copied().fold(1i64, i64::saturating_mul));
        let reuses = products.count()? >= elements.iter().max()?.saturating_mul(LEAST_REUSE);
        let parallel = products.parallel();
        let is_product = products.is_fused(sum) && sum.is_complex() && reuses;
        let row = row_of(products);
        let repeated = usize::from(row.is_some() || elements[1].saturating_mul(MUCH) > elements[2]);
        is_product.then_some(Self { op, products, sum, parallel, row, repeated })
    }

    /// The sums.
    pub fn sums(&self, lowering: &Lowering<'c>, builder: &Builder<'c>) -> Result<Value<'c>, Failed> {
        let Self { op, products, sum, parallel, row, .. } = *self;
        let part = sum.real_part();
        let mut iterators = products.iterators.clone();
        iterators.splice(parallel..parallel, [IteratorType::Parallel, IteratorType::Reduction]);
        let (rank, written) = (products.shape.len(), &products.map.results);
        let mut order: Vec<usize> = (0..rank).collect();
        order.sort_by_key(|d| row.is_some() && written[*d].as_dim() == row);
        let at = order.iter().position(|d| self.is_own(&written[*d], 1)).unwrap_or(0);
        let mut sizes: Vec<i64> = order.iter().map(|d| products.shape[*d]).collect();
        sizes.insert(at, 2);
        let mut map: Vec<Expr> = order.iter().map(|d| self.widened(&written[*d])).collect();
        map.insert(at, self.expr_of(Dim::ResultPart, 0));
        let of_parts = Products {
            operands: [self.parts(lowering, builder, 0)?, self.parts(lowering, builder, 1)?],
            elements: [part; 2],
            sum: part,
            sizes: known(&sizes),
            shape: sizes,
            map: Map { dims: iterators.len(), results: map },
            iterators,
            fused: true,
        };
        let parts = sum_of_products(lowering, op, builder, &of_parts)?;
        let read = |which: i64| {
            let mut map = Map::of_dims(rank, &order);
            map.results.insert(at, Expr::constant(rank, which));
            (parts, map)
        };
        let into = empty(builder, Tensor::new(&products.shape, lowering.element_type(sum)).ty());
        compute_elements(builder, &[read(0), read(1)], into, |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            let [re, im] = [arguments[0], arguments[1]].map(|argument| {
                let stored = load_form(&emitter, part, argument);
                decode(&mut emitter, part, stored).re()
            });
            let stored = encode(&mut emitter, sum, Val::Complex(re, im));
            Ok(store_form(&emitter, sum, stored))
        })
    }

    /// Whether an index of a factor is only summed over.
    fn is_depth(&self, expr: &Expr) -> bool {
        self.products.is_depth(expr)
    }

    /// Whether an index of factor `side` depends on a parallel loop that the other factor does not depend on: over rows, or columns.
    fn is_own(&self, expr: &Expr, side: usize) -> bool {
        let other = &self.products.operands[1 - side].1.results;
        (0..self.parallel).any(|d| expr.coefficients[d] != 0 && other.iter().all(|other| other.coefficients[d] == 0))
    }

    /// An index of the product, in its loops and those over parts.
    fn widened(&self, expr: &Expr) -> Expr {
        let widened = |coefficients: &[i64]| {
            let (parallel, summed) = coefficients.split_at(self.parallel);
            [parallel, &[0, 0], summed].concat()
        };
        let moduli = expr.moduli.iter().map(|(inner, constant, modulus)| (widened(inner), *constant, *modulus));
        Expr { coefficients: widened(&expr.coefficients), constant: expr.constant, moduli: moduli.collect() }
    }

    /// The index of dimension `dim` of an array of parts of factor `side`.
    fn expr_of(&self, dim: Dim, side: usize) -> Expr {
        let loops = self.products.iterators.len() + 2;
        match dim {
            Dim::Element(d) => self.widened(&self.products.operands[side].1.results[d]),
            Dim::ResultPart => Expr::scaled(loops, self.parallel, 1, 0),
            Dim::FactorPart => Expr::scaled(loops, self.parallel + 1, 1, 0),
        }
    }

    /// The dimensions of the array of parts of factor `side`: rows, or else columns, and the depth lie as in a product of
    /// matrices, so that the loops over parts make one with those inside. A large factor that lies the other way round is not transposed.
    fn dimensions(&self, side: usize) -> Vec<Dim> {
        let indices = &self.products.operands[side].1.results;
        let result_part = if side == self.repeated { vec![Dim::ResultPart] } else { Vec::new() };
        if let Some(row) = self.row {
            // The terms of inner loops are near each other.
            let mut order: Vec<usize> = (0..indices.len()).collect();
            order.sort_by_key(|d| indices[*d].coefficients.iter().rposition(|c| *c != 0));
            let (rows, others): (Vec<usize>, Vec<usize>) =
                order.into_iter().partition(|d| indices[*d].coefficients[row] != 0);
            let [rows, others] = [rows, others].map(elements);
            return [result_part, others, vec![Dim::FactorPart], rows].concat();
        }
        let (mut depth, outer): (Vec<usize>, Vec<usize>) =
            (0..indices.len()).partition(|d| self.is_depth(&indices[*d]));
        depth.sort_by_key(|d| indices[*d].coefficients.iter().position(|c| *c != 0));
        let (mut own, mut outer): (Vec<usize>, Vec<usize>) =
            outer.into_iter().partition(|d| self.is_own(&indices[*d], side));
        let last = indices.len().checked_sub(1);
        let is_plain = indices.iter().all(|expr| expr.as_dim().is_some());
        let sizes = shape(self.products.operands[side].0);
        let rows: i64 = own.iter().map(|d| sizes[*d]).product();
        if side == 0 && !(is_plain && own.last() == last.as_ref() && rows >= LEAST_COLUMNS) {
            outer = (0..indices.len()).filter(|d| !depth.contains(d)).collect();
            own.clear();
        }
        if depth.is_empty() && own.is_empty() {
            // The features of a group are within those of all: they stay contiguous, too.
            depth.extend(outer.pop());
        }
        let is_large = sizes.iter().product::<i64>() >= LARGE;
        let is_along_depth = is_plain && is_large && !own.is_empty() && depth.last() == last.as_ref();
        let [outer, depth, own] = [outer, depth, own].map(elements);
        let factor_part = vec![Dim::FactorPart];
        match (own.is_empty(), side) {
            (true, 0) => [outer, result_part, factor_part, depth].concat(),
            (true, _) => [result_part, outer, factor_part, depth].concat(),
            _ if is_along_depth => [outer, own, result_part, factor_part, depth].concat(),
            _ => [outer, factor_part, depth, result_part, own].concat(),
        }
    }

    /// The array of parts of factor `side`, and how the product reads it.
    fn parts(&self, lowering: &Lowering<'c>, builder: &Builder<'c>, side: usize) -> Result<(Value<'c>, Map), Failed> {
        let (op, part) = (self.op, self.sum.real_part());
        let (factor, from) = (self.products.operands[side].0, self.products.elements[side]);
        let dimensions = self.dimensions(side);
        let rank = dimensions.len();
        let position = |dim: Dim| dimensions.iter().position(|other| *other == dim);
        let factor_sizes = shape(factor);
        let read: Option<Vec<usize>> = (0..factor_sizes.len()).map(|d| position(Dim::Element(d))).collect();
        let read = read.ok_or_else(|| internal(op, "has a dimension that is none of its product's"))?;
        let size = |dim: &Dim| if let Dim::Element(d) = dim { factor_sizes[*d] } else { 2 };
        let sizes: Vec<i64> = dimensions.iter().map(size).collect();
        let into = empty(builder, Tensor::new(&sizes, lowering.element_type(part)).ty());
        let parts = compute_elements(builder, &[(factor, Map::of_dims(rank, &read))], into, |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            let stored = load_form(&emitter, from, arguments[0]);
            let value = decode(&mut emitter, from, stored);
            let (_, value) = widen(op, &mut emitter, from, self.sum, value)?;
            let Val::Complex(re, im) = value else { return Err(internal(op, "has a factor without parts")) };
            let is_imaginary = |dim: Dim| {
                let which = position(dim).map(|d| linalg_index(builder, d))?;
                Some(arith::cmpi(builder, arith::CmpIPredicate::Ne, which, index(builder, 0)))
            };
            let of_factor = is_imaginary(Dim::FactorPart).ok_or_else(|| internal(op, "has no parts"))?;
            let value = match is_imaginary(Dim::ResultPart) {
                None => emitter.select(of_factor, im, re),
                Some(of_result) => {
                    let minus = emitter.unary(UnOp::NegF, im);
                    let (of_real, of_imaginary) =
                        (emitter.select(of_result, im, re), emitter.select(of_result, re, minus));
                    emitter.select(of_factor, of_imaginary, of_real)
                }
            };
            let stored = encode(&mut emitter, part, Val::Real(value));
            Ok(store_form(&emitter, part, stored))
        })?;
        let results = dimensions.iter().map(|dim| self.expr_of(*dim, side)).collect();
        Ok((parts, Map { dims: self.products.iterators.len() + 2, results }))
    }
}
