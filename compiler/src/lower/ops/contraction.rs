//! dot_general: a `linalg.generic` over batching, free and contracting dimensions.

use super::complex_product::ComplexProduct;
use super::movement::{transposed_read, with_last};
use crate::affine::{Expr, Map};
use crate::lower::rewriter::computation::{accumulator, convert, zero};
use crate::lower::rewriter::emit::{Emitter, load_form, store_form};
use crate::lower::rewriter::sizes::{Size, demand_equal, empty_of, is_static, result_sizes, sizes};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{element, fill, generic, shape};
use crate::verified;
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{Builder, Element, Op, OpExt, Tensor, Value};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, Op as Scalar, Val, apply, decode, encode};

/// Reads of an element of an operand from which on it is worth it to copy the operand.
const LEAST_READS: i64 = 3;

/// Columns from which on products are computed in vectors along them.
pub(super) const LEAST_COLUMNS: i64 = 8;

/// Bits of half a vector.
const HALF_A_VECTOR: i64 = 256;

/// Products from which on it is worth it to copy an operand.
const LEAST_PRODUCTS: i64 = 1 << 14;

/// The loops run over the batching dimensions, lhs's free ones, rhs's free ones, and innermost the contracting ones.
pub fn dot_general<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (lhs, rhs, result) = (op.input(0), op.input(1), op.output(0));
    let dims = |name: &str| -> Vec<usize> { op.i64s(name).iter().map(|&d| d as usize).collect() };
    let (lhs_batch, rhs_batch) = (dims("lhs_batching_dimensions"), dims("rhs_batching_dimensions"));
    let (lhs_contract, rhs_contract) = (dims("lhs_contracting_dimensions"), dims("rhs_contracting_dimensions"));
    let (lhs_rank, rhs_rank) = (shape(lhs).len(), shape(rhs).len());
    let free = |rank: usize, batch: &[usize], contract: &[usize]| -> Vec<usize> {
        (0..rank).filter(|d| !batch.contains(d) && !contract.contains(d)).collect()
    };
    let lhs_free = free(lhs_rank, &lhs_batch, &lhs_contract);
    let rhs_free = free(rhs_rank, &rhs_batch, &rhs_contract);
    let outer = lhs_batch.len() + lhs_free.len() + rhs_free.len();
    let loops = outer + lhs_contract.len();

    let place = |rank: usize, batch: &[usize], free: &[usize], free_at: usize, contract: &[usize]| {
        let mut loop_of = vec![0; rank];
        batch.iter().enumerate().for_each(|(i, &d)| loop_of[d] = i);
        free.iter().enumerate().for_each(|(i, &d)| loop_of[d] = free_at + i);
        contract.iter().enumerate().for_each(|(i, &d)| loop_of[d] = outer + i);
        loop_of
    };
    let lhs_loops = place(lhs_rank, &lhs_batch, &lhs_free, lhs_batch.len(), &lhs_contract);
    let rhs_loops = place(rhs_rank, &rhs_batch, &rhs_free, lhs_batch.len() + lhs_free.len(), &rhs_contract);

    let mut iterators = vec![IteratorType::Parallel; outer];
    iterators.extend(vec![IteratorType::Reduction; lhs_contract.len()]);
    let (lhs_value, rhs_value) = (lowering.tensor(lhs)?, lowering.tensor(rhs)?);
    let (lhs_sizes, rhs_sizes) = (sizes(lhs_value), sizes(rhs_value));
    paired(builder, op, [&lhs_sizes, &rhs_sizes], [(&lhs_batch, &rhs_batch), (&lhs_contract, &rhs_contract)]);
    let elements = [element(lhs), element(rhs)];
    let found = lhs_batch.iter().chain(&lhs_free).map(|&d| lhs_sizes[d]);
    let found = found.chain(rhs_free.iter().map(|&d| rhs_sizes[d]));
    let found = result_sizes(builder, op, found)?;
    let to = shape(result);
    let extent = |dims: &[usize]| dims.iter().map(|d| to[*d]).fold(1, i64::saturating_mul);
    // An operand whose neighbours are in different matrices is transposed first, if its elements are read repeatedly.
    let gathered =
        |(value, loop_of): (Value<'c>, Vec<usize>), batch: &[usize], order: [&[usize]; 2], repeated: &[usize]| {
            let from = shape(value);
            let innermost = (0..from.len()).rev().find(|d| from[*d] != 1);
            let is_worth_it =
                is_static(&from) && is_static(&to) && extent(repeated) >= LEAST_READS && to[outer - 1] >= LEAST_COLUMNS;
            let operand = (value, Map::of_dims(loops, &loop_of));
            if !is_worth_it || !innermost.is_some_and(|d| batch.contains(&d)) {
                return Ok(operand);
            }
            transposed_read(builder, &operand, &[batch, order[0], order[1]].concat())
        };
    let (rows, columns): (Vec<usize>, Vec<usize>) =
        (lhs_batch.len()..outer).partition(|d| *d < lhs_batch.len() + lhs_free.len());
    let mut lhs = gathered((lhs_value, lhs_loops), &lhs_batch, [&lhs_free, &lhs_contract], &columns)?;
    let mut rhs = gathered((rhs_value, rhs_loops), &rhs_batch, [&rhs_contract, &rhs_free], &rows)?;
    if parts_columns(&shape(rhs_value), &rhs_free) && extent(&rows) >= LEAST_READS {
        rhs = transposed_read(builder, &rhs, &[&rhs_batch[..], &rhs_contract, &rhs_free].concat())?;
    }
    // Factors that packing converts are converted once for all rows.
    let are_converted = elements.iter().all(|element| element.is_narrow_float());
    if are_converted && parts_rows(&shape(lhs_value), &lhs_free) && extent(&columns) >= LEAST_COLUMNS {
        lhs = transposed_read(builder, &lhs, &[&lhs_batch[..], &lhs_free, &lhs_contract].concat())?;
    }
    let mut products = Products {
        operands: [lhs, rhs],
        elements,
        sum: element(result),
        shape: shape(result),
        sizes: found,
        map: Map::of_dims(loops, &(0..outer).collect::<Vec<_>>()),
        iterators,
        fused: true,
    };
    let few = extent(&rows).min(extent(&columns));
    let is_short = few < LEAST_COLUMNS && few * i64::from(element(result).bits()) <= HALF_A_VECTOR;
    if let Some((side, last)) = products.apart().filter(|_| is_short) {
        let operand = &products.operands[side];
        products.operands[side] = transposed_read(builder, operand, &with_last(operand.1.results.len(), last))?;
    }
    let value = sum_of_products(lowering, op, builder, &products)?;
    lowering.set_tensor(result, value);
    Ok(())
}

/// Whether the columns of a right operand, its `free` dimensions, are too few side by side to be computed in vectors, and enough together.
fn parts_columns(shape: &[i64], free: &[usize]) -> bool {
    let innermost = (0..shape.len()).rev().take_while(|d| free.contains(d) || shape[*d] == 1);
    let neighbours = innermost.map(|d| shape[d]).fold(1, i64::saturating_mul);
    let all = free.iter().map(|d| shape[*d]).fold(1, i64::saturating_mul);
    is_static(shape) && (2..LEAST_COLUMNS).contains(&neighbours) && all >= LEAST_COLUMNS
}

/// Whether other dimensions lie between the rows of a left operand, its `free` dimensions, so that no loop walks them as one.
fn parts_rows(shape: &[i64], free: &[usize]) -> bool {
    let rows: Vec<usize> = free.iter().copied().filter(|d| shape[*d] != 1).collect();
    is_static(shape) && rows.windows(2).any(|pair| (pair[0] + 1..pair[1]).any(|d| shape[d] != 1))
}

/// Checks that dimensions of the operands that belong together have the same size, unless that is certain.
fn paired<'c>(builder: &Builder<'c>, op: Op<'c>, [lhs, rhs]: [&[Size<'c>]; 2], pairs: [(&[usize], &[usize]); 2]) {
    for ((lhs_dimensions, rhs_dimensions), kind) in pairs.into_iter().zip(["batching", "contracting"]) {
        for (&i, &j) in lhs_dimensions.iter().zip(rhs_dimensions) {
            let rule =
                format!("expects {kind} dimensions of the same size: {i} of the left operand, {j} of the right one");
            demand_equal(builder, op, lhs[i], rhs[j], &rule);
        }
    }
}

/// A loop nest that adds up products.
pub struct Products<'c> {
    /// The factors, and how the loops read them.
    pub operands: [(Value<'c>, Map); 2],
    /// The factors' element types.
    pub elements: [Element; 2],
    /// The result's element type.
    pub sum: Element,
    /// The result's shape.
    pub shape: Vec<i64>,
    /// The result's sizes.
    pub sizes: Vec<Size<'c>>,
    /// How the loops write the result.
    pub map: Map,
    /// The kinds of the loops.
    pub iterators: Vec<IteratorType>,
    /// Whether a product of floats is added without being rounded, which is faster and mostly more exact.
    pub fused: bool,
}

/// Complex products below which they are rounded before they are added, as the other compilers do: the arrays of parts are not
/// worth their code.
const LEAST_FUSED: i64 = 512;

impl<'c> Products<'c> {
    /// How many loops are parallel: those before the others.
    pub fn parallel(&self) -> usize {
        self.iterators.iter().take_while(|kind| **kind == IteratorType::Parallel).count()
    }

    /// Whether an index of a factor is only summed over.
    pub fn is_depth(&self, expr: &Expr) -> bool {
        let (outer, summed) = expr.coefficients.split_at(self.parallel());
        outer.iter().all(|c| *c == 0) && summed.iter().any(|c| *c != 0)
    }

    /// The same products in a nest of parallel loops, if they are added up in loops of one iteration: one product each.
    fn alone(&self) -> Option<Self> {
        if self.count()? != self.shape.iter().product::<i64>() {
            return None;
        }
        let parallel = self.parallel();
        let kept: Vec<bool> = (0..self.iterators.len()).map(|d| d < parallel).collect();
        let factor = |(value, map): &(Value<'c>, Map)| {
            let mut alone = map.of_loops(&kept);
            for ((expr, before), size) in alone.results.iter_mut().zip(&map.results).zip(shape(*value)) {
                // Windows may not reach all of it.
                if expr.as_dim().is_some() && before.as_dim().is_none() {
                    *expr = expr.clone().within(size);
                }
            }
            (*value, alone)
        };
        Some(Self {
            operands: self.operands.each_ref().map(factor),
            shape: self.shape.clone(),
            sizes: self.sizes.clone(),
            map: self.map.of_loops(&kept),
            iterators: self.iterators[..parallel].to_vec(),
            ..*self
        })
    }

    /// The operand, and its dimension that is to be the innermost one, that keeps products from being computed in vectors: none if
    /// neighbours along some loop are neighbours in both operands, and in the result unless they are summed.
    fn apart(&self) -> Option<(usize, usize)> {
        if self.count()? < LEAST_PRODUCTS {
            return None;
        }
        let innermost = |shape: &[i64], map: &Map| {
            let d = (0..shape.len()).rev().find(|d| shape[*d] != 1)?;
            Some((map.results[d].as_dim()?, shape[d]))
        };
        let sides = self.operands.each_ref().map(|(value, map)| innermost(&shape(*value), map));
        let [Some(lhs), Some(rhs)] = sides else { return None };
        let result = innermost(&self.shape, &self.map)?;
        let place = |side: usize, along: usize| {
            self.operands[side].1.results.iter().position(|expr| expr.as_dim() == Some(along))
        };
        let suits =
            |(along, extent): (usize, i64)| extent >= LEAST_COLUMNS && (along >= self.parallel() || along == result.0);
        let is_contiguous =
            |side: usize, (along, _)| place(side, along).is_none() || sides[side].is_some_and(|own| own.0 == along);
        let is_vector = |along| suits(along) && (0..2).all(|side| is_contiguous(side, along));
        if [lhs, rhs, result].into_iter().any(is_vector) {
            return None;
        }
        let sides_of_result =
            [(0, result), (1, result)].into_iter().filter(|(side, _)| is_contiguous(1 - side, result));
        let moved = [(0, rhs), (1, lhs)].into_iter().chain(sides_of_result).filter(|(_, along)| suits(*along));
        let moved = moved.filter_map(|(side, (along, _))| Some((side, place(side, along)?)));
        moved.min_by_key(|(side, _)| shape(self.operands[*side].0).iter().product::<i64>())
    }

    /// How many products there are, if the sizes are known.
    pub fn count(&self) -> Option<i64> {
        let [lhs, rhs] = [0, 1].map(|side: usize| shape(self.operands[side].0));
        let depths = rhs.iter().zip(&self.operands[1].1.results).filter(|(_, expr)| self.is_depth(expr));
        let is_known = is_static(&lhs) && is_static(&rhs) && is_static(&self.shape);
        let sizes = depths.map(|(size, _)| size).chain(&self.shape);
        is_known.then(|| sizes.fold(1i64, |count, size| count.saturating_mul(*size)))
    }

    /// Whether products are added to sums of type `sum` without being rounded.
    pub fn is_fused(&self, sum: Element) -> bool {
        let many = || self.count().is_none_or(|count| count >= LEAST_FUSED);
        self.fused && (sum.is_float() || sum.is_complex() && many())
    }
}

/// The tensor of the sums of `products`, computed in the [`accumulator`] of their element type.
pub fn sum_of_products<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    products: &Products<'c>,
) -> Result<Value<'c>, Failed> {
    let alone = products.alone();
    let (products, sum) = (alone.as_ref().unwrap_or(products), accumulator(products.sum));
    let encoding = lowering.storage(&verified::tensor(op.output(0))).encoding;
    let of_element = |element| Tensor { encoding, ..Tensor::new(&products.shape, lowering.element_type(element)) }.ty();
    if products.shape.contains(&0) {
        return Ok(empty_of(builder, of_element(products.sum), &products.sizes));
    }
    let is_empty = products.operands.iter().any(|(operand, _)| shape(*operand).contains(&0));
    let is_open =
        !is_static(&products.shape) || products.operands.iter().any(|(operand, _)| !is_static(&shape(*operand)));
    if !is_empty
        && !is_open
        && let Some(product) = ComplexProduct::of(op, products, sum)
    {
        let value = product.sums(lowering, builder)?;
        return if sum == products.sum { Ok(value) } else { convert(lowering, op, builder, value, sum, products.sum) };
    }
    let mut value = fill(builder, zero(lowering, builder, sum), empty_of(builder, of_element(sum), &products.sizes))?;
    if !is_empty {
        let (output, is_fused) = ([(value, products.map.clone())], products.is_fused(sum));
        value = generic(builder, &products.operands, &output, &products.iterators, |builder, arguments| {
            let mut emitter = lowering.emitter(builder);
            let error = |error: xla_scalar::Error| internal(op, &error.to_string());
            let factor = |emitter: &mut Emitter<'c>, element: Element, argument| {
                let stored = load_form(emitter, element, argument);
                let value = decode(emitter, element, stored);
                if element == sum || element.is_narrow_float() && sum == Element::F32 {
                    return Ok(value);
                }
                apply(emitter, Scalar::Convert, &[element], sum, &[value]).map_err(error)
            };
            let lhs = factor(&mut emitter, products.elements[0], arguments[0])?;
            let rhs = factor(&mut emitter, products.elements[1], arguments[1])?;
            let product = |emitter: &mut Emitter<'c>, lhs, rhs| {
                apply(emitter, Scalar::Mul, &[sum, sum], sum, &[lhs, rhs]).map_err(error)
            };
            if sum.is_pred() {
                // The sum of conditions stays as memory has it: it is not compared in each step.
                let product = product(&mut emitter, lhs, rhs)?;
                let stored = encode(&mut emitter, sum, product);
                let product = store_form(&emitter, sum, stored);
                return Ok(vec![emitter.ori(arguments[2], product)]);
            }
            let stored = load_form(&emitter, sum, arguments[2]);
            let so_far = decode(&mut emitter, sum, stored);
            let next = match (lhs, rhs, so_far) {
                (Val::Real(a), Val::Real(b), Val::Real(c)) if is_fused => Val::Real(emitter.fma(a, b, c)),
                (Val::Complex(a, b), Val::Complex(c, d), Val::Complex(re, im)) if is_fused => {
                    let minus_b = emitter.negf(b);
                    let (re, im) = (emitter.fma(a, c, re), emitter.fma(a, d, im));
                    Val::Complex(emitter.fma(minus_b, d, re), emitter.fma(b, c, im))
                }
                (lhs, rhs, so_far) => {
                    let product = product(&mut emitter, lhs, rhs)?;
                    apply(&mut emitter, Scalar::Add, &[sum, sum], sum, &[so_far, product]).map_err(error)?
                }
            };
            let stored = encode(&mut emitter, sum, next);
            Ok(vec![store_form(&emitter, sum, stored)])
        })?[0];
    }
    if sum == products.sum { Ok(value) } else { convert(lowering, op, builder, value, sum, products.sum) }
}
