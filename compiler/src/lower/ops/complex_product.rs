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
//!
//! Where the columns are neighbours in memory and the sums are long, no parts are written: memory holds the parts of a number side by
//! side, so that the same bytes are arrays of real numbers.
//!
//! ```text
//! P[p, m, n, q] = Σ A[m, k, p] * B[k, n, q]           one product for each part of A, by twice the columns
//! C[m, n]       = P[0, m, n] + i P[1, m, n]           of complex numbers again
//! ```

use super::contraction::{LEAST_COLUMNS, Products, sum_of_products};
use super::movement::{transposed_read, with_last};
use crate::affine::{Expr, Map};
use crate::lower::rewriter::computation::widen;
use crate::lower::rewriter::element_types::ElementTypes;
use crate::lower::rewriter::emit::{load_form, store_form};
use crate::lower::rewriter::sizes::known;
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{compute_elements, empty, linalg_index, shape};
use crate::scf::index;
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{Builder, Element, Op, OpExt, Tensor, Type, Value};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ods::{arith, builtin};
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, UnOp, Val, decode, encode};

/// Products of each element of the largest array below which to write and read the arrays of parts takes longer than to compute with
/// elements as they are: those of a matrix by a vector, those without sums.
const LEAST_REUSE: i64 = 3;

/// How many times as large as the left factor the right one is that is written for the parts of factors alone.
const MUCH: i64 = 4;

/// Elements of a factor from which on its columns stay along the depth: a smaller one is transposed in the first-level cache.
const LARGE: i64 = 1 << 13;

/// Terms of a sum from which on to write and read two products takes less time than to write the parts of factors; four times as many
/// where the products are not in a cache.
const LEAST_TERMS: i64 = 16;

/// Elements of the result from which on two products of each are not in a cache.
const MANY_RESULTS: i64 = 1 << 18;

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
    /// The dimension of the second factor that vectors are along, if the factors are read as arrays of real numbers.
    column: Option<usize>,
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

/// The memory of `array` as an array of type `ty`, of complex numbers or of their parts.
fn view<'c>(builder: &Builder<'c>, array: Value<'c>, ty: Type<'c>) -> Value<'c> {
    builtin::unrealized_conversion_cast(builder, &[array], &[ty]).output(0)
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
        let terms = products.count()? / elements[0].max(1);
        let least = if elements[0] < MANY_RESULTS { LEAST_TERMS } else { 4 * LEAST_TERMS };
        let in_place = row.is_none() && terms >= least && products.elements == [sum; 2];
        let product = Self { op, products, sum, parallel, row, repeated, column: None };
        is_product.then(|| Self { column: product.last_column().filter(|_| in_place), ..product })
    }

    /// The dimension of the second factor that is the last one of the result, of columns enough for vectors of their parts.
    fn last_column(&self) -> Option<usize> {
        let written = self.products.map.results.last()?.as_dim()?;
        let is_wide = 2 * self.products.shape.last()? >= LEAST_COLUMNS;
        let indices = &self.products.operands[1].1.results;
        let column = indices.iter().position(|expr| expr.as_dim() == Some(written))?;
        (is_wide && self.is_own(&indices[column], 1)).then_some(column)
    }

    /// The sums.
    pub fn sums(&self, lowering: &Lowering<'c>, builder: &Builder<'c>) -> Result<Value<'c>, Failed> {
        match self.column {
            Some(column) if lowering.options.types == ElementTypes::Storage => {
                self.sums_in_place(lowering, builder, column)
            }
            _ => self.sums_of_parts(lowering, builder),
        }
    }

    /// The sums of factors that are read as arrays of real numbers, the second one along its dimension `column`.
    fn sums_in_place(
        &self,
        lowering: &Lowering<'c>,
        builder: &Builder<'c>,
        column: usize,
    ) -> Result<Value<'c>, Failed> {
        let Self { op, products, sum, parallel, .. } = *self;
        let [of_sum, of_part] = [sum, sum.real_part()].map(|element| lowering.element_type(element));
        let [(lhs, lhs_map), rhs] = &products.operands;
        let (rhs, rhs_map) = transposed_read(builder, rhs, &with_last(rhs.1.results.len(), column))?;
        // The loop over the parts of the first factor makes one with that over its last dimension, or is outside of all; that over those
        // of the second one is inside the columns.
        let row = lhs_map.results.last().filter(|expr| self.is_own(expr, 0)).and_then(Expr::as_dim);
        let [first, second] = [row.map_or(0, |row| row + 1), parallel + 1];
        let widened = |expr: &Expr| {
            expr.map(|coefficients| {
                let (outer, inner) = coefficients.split_at(first);
                let (inner, summed) = inner.split_at(parallel - first);
                [outer, &[0], inner, &[0], summed].concat()
            })
        };
        let mut iterators = products.iterators.clone();
        iterators.splice(0..0, [IteratorType::Parallel; 2]);
        let loops = iterators.len();
        let which = |d: usize| Expr::scaled(loops, d, 1, 0);
        let operand = |factor: Value<'c>, map: &Map, part: usize| {
            let results = map.results.iter().map(widened).chain([which(part)]).collect();
            let sizes = [shape(factor), vec![2]].concat();
            (view(builder, factor, Tensor::new(&sizes, of_part).ty()), Map { dims: loops, results })
        };
        let written = &products.map.results;
        let at = row.and_then(|row| written.iter().position(|expr| expr.as_dim() == Some(row))).map_or(0, |d| d + 1);
        let mut results: Vec<Expr> = written.iter().map(widened).chain([which(second)]).collect();
        results.insert(at, which(first));
        let mut sizes = products.shape.clone();
        sizes.insert(at, 2);
        let both = Tensor::new(&sizes, of_sum).ty();
        sizes.push(2);
        let of_parts = Products {
            operands: [operand(*lhs, lhs_map, first), operand(rhs, &rhs_map, second)],
            elements: [sum.real_part(); 2],
            sum: sum.real_part(),
            sizes: known(&sizes),
            shape: sizes,
            map: Map { dims: loops, results },
            iterators,
            fused: true,
        };
        let both = view(builder, sum_of_products(lowering, op, builder, &of_parts)?, both);
        let rank = products.shape.len();
        let read = |which: i64| {
            let mut map = Map::identity(rank);
            map.results.insert(at, Expr::constant(rank, which));
            (both, map)
        };
        let into = empty(builder, Tensor::new(&products.shape, of_sum).ty());
        compute_elements(builder, &[read(0), read(1)], into, |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            let numbers = [0, 1].map(|which: usize| {
                let stored = load_form(&emitter, sum, arguments[which]);
                decode(&mut emitter, sum, stored)
            });
            let [Val::Complex(re, im), Val::Complex(imaginary, real)] = numbers else {
                return Err(internal(op, "has products without parts"));
            };
            // The second times i.
            let parts = Val::Complex(emitter.subf(re, real), emitter.addf(im, imaginary));
            let stored = encode(&mut emitter, sum, parts);
            Ok(store_form(&emitter, sum, stored))
        })
    }

    /// The sums of products of arrays of parts.
    fn sums_of_parts(&self, lowering: &Lowering<'c>, builder: &Builder<'c>) -> Result<Value<'c>, Failed> {
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
        expr.map(|coefficients| {
            let (parallel, summed) = coefficients.split_at(self.parallel);
            [parallel, &[0, 0], summed].concat()
        })
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
