//! Factors of small and narrow products are read where they are, without packing: one that is computed is made first, and the second
//! one is transposed where its columns are apart.
//!
//! ```mlir
//! %c = linalg.generic … ins(%a, %b : tensor<64x100xf32>, tensor<32x100xf32>) { c += exp(a) * b }
//! // becomes
//! %e = linalg.generic … ins(%a : tensor<64x100xf32>) { exp(a) }
//! %t = linalg.generic … ins(%b : tensor<32x100xf32>) outs(… : tensor<100x32xf32>)
//! %c = linalg.generic … ins(%e, %t : tensor<64x100xf32>, tensor<100x32xf32>) { c += e * t }
//! ```

use crate::affine::Map;
use crate::codegen::analysis::body::bits;
use crate::codegen::schedule::nest::MOST_TOGETHER;
use crate::identity::ValueMap;
use crate::linalg::{maps, parallel_loops};
use crate::machine::PAGE;
use melior::ir::{Operation, ValueLike};
use xla_dialect::accumulation::input_count;
use xla_dialect::ir::{
    Builder, Op, OpExt, Tensor, Value, block_args, block_argument_owner, block_ops, defining_op, is_float, tensor_of,
    terminator,
};
use xla_dialect::ods::{Kind, linalg, math, tensor};

/// Makes the factors of the products in `function` that are read in place, but are not arrays that can be.
pub fn make_factors(function: Op<'_>) {
    for op in function.walk_ops() {
        if let Some(product) = Product::of(op).filter(Product::is_in_place) {
            product.make_factors();
        }
    }
}

/// A linalg op that adds products of floats.
struct Product<'c> {
    op: Op<'c>,
    maps: Vec<Map>,
    parallel: Vec<bool>,
    extents: Vec<i64>,
    /// The first and the second factor: the columns of the result are those of the second.
    factors: [Factor<'c>; 2],
    /// The loop over the columns.
    columns: usize,
}

/// What is multiplied: a value of the body.
struct Factor<'c> {
    value: Value<'c>,
    /// The ops that compute it of inputs.
    ops: Vec<Op<'c>>,
    /// The numbers of these inputs.
    inputs: Vec<usize>,
    /// The loops that it depends on.
    loops: Vec<usize>,
}

impl<'c> Factor<'c> {
    /// The factor that `value` is in the body of a linalg op with these maps.
    fn of(value: Value<'c>, op: Op<'c>, maps: &[Map]) -> Option<Self> {
        let body = op.body(0)?;
        let (mut ops, mut open) = (Vec::new(), vec![value]);
        for op in block_ops(body).into_iter().rev() {
            if !op.outs().iter().any(|value| open.contains(value)) {
                continue;
            }
            if !matches!(Kind::of(op)?, Kind::Arith(_) | Kind::Math(_)) {
                return None;
            }
            open.extend(op.ins());
            ops.push(op);
        }
        ops.reverse();
        let arguments = block_args(body);
        let inputs: Vec<usize> = (0..arguments.len()).filter(|i| open.contains(&arguments[*i])).collect();
        let dims = maps.first()?.dims;
        let depends = |d: &usize| inputs.iter().any(|i| maps[*i].results.iter().any(|expr| expr.coefficients[*d] != 0));
        let loops = (0..dims).filter(depends).collect();
        Some(Self { value, ops, inputs, loops })
    }
}

impl<'c> Product<'c> {
    fn of(op: Op<'c>) -> Option<Self> {
        let (maps, parallel) = (maps(op)?, parallel_loops(op)?);
        let inputs = input_count(op);
        let body = op.body(0)?;
        let sum = defining_op(*terminator(body)?.ins().first()?).and_then(math::Fma::of)?;
        if op.outs().len() != 1 || Some(sum.c()) != block_args(body).get(inputs).copied() {
            return None;
        }
        let columns = maps[inputs].results.last()?.as_dim()?;
        let mut extents = vec![None; parallel.len()];
        for (map, value) in maps.iter().zip(op.ins()) {
            for (expr, size) in map.results.iter().zip(tensor_of(value)?.shape) {
                if let Some(d) = expr.as_dim() {
                    extents[d] = Some(size);
                }
            }
        }
        let extents = extents.into_iter().collect::<Option<Vec<_>>>()?;
        let mut factors = [Factor::of(sum.a(), op, &maps)?, Factor::of(sum.b(), op, &maps)?];
        factors.sort_by_key(|factor| factor.loops.contains(&columns));
        let [first, second] = &factors;
        let own = first.inputs.iter().chain(&second.inputs).copied().collect::<Vec<_>>();
        let is_split = first.ops.len() + second.ops.len() + 2 == block_ops(body).len()
            && (0..inputs).all(|i| own.iter().filter(|own| **own == i).count() == 1)
            && own.len() == inputs;
        let reduces = |factor: &Factor<'c>| (0..parallel.len()).all(|d| parallel[d] || factor.loops.contains(&d));
        // Each factor is of the depth, and so of an array.
        let has_depth = parallel.contains(&false) && factors.iter().all(reduces);
        let is_product = has_depth && !first.loops.contains(&columns) && second.loops.contains(&columns);
        (is_split && is_product).then_some(Self { op, maps, parallel, extents, factors, columns })
    }

    /// How many iterations the loops have together that are of this kind.
    fn count(&self, is: impl Fn(usize) -> bool) -> i64 {
        (0..self.parallel.len()).filter(|d| is(*d)).fold(1, |count, d| count.saturating_mul(self.extents[d]))
    }

    /// Whether the product is as small, or as narrow, as those that are computed without packing.
    fn is_in_place(&self) -> bool {
        /// Bytes of a row of the second factor with which the first is read again from wherever it is.
        const NARROW: i64 = 512;
        /// Bytes of the first factor that stay in a second-level cache.
        const CACHE: i64 = 1 << 19;
        /// Columns that fill a part of a vector which is worth it.
        const LEAST_COLUMNS: i64 = 5;
        /// Terms of sums that are added one by one as fast as in vectors.
        const SHORT: i64 = 32;
        /// Elements of a column that stay in one with those beside them.
        const MOST_DEPTH: i64 = 2048;
        /// Fewer rows read the second factor too seldom.
        const LEAST_ROWS: i64 = 16;
        /// Elements of the second factor for each row that reads them, above which its way through memory takes longer.
        const MOST_OF_ROW: i64 = 1 << 14;
        let Some(element) = tensor_of(self.op.output(0)).map(|tensor| tensor.element) else { return false };
        let bytes = bits(element) / 8;
        let is_of_sums = |value: &Value<'c>| tensor_of(*value).is_some_and(|tensor| tensor.element == element);
        let columns = self.extents[self.columns];
        let depth = self.count(|d| !self.parallel[d]);
        // Vectors along the depth, of the sums of all columns together, take longer for short sums.
        let in_vectors = self.factors.iter().all(|factor| self.is_along_depth(factor)) && depth > SHORT;
        let least_columns = if in_vectors { MOST_TOGETHER + 1 } else { LEAST_COLUMNS };
        let rows = self.count(|d| self.parallel[d] && !self.factors[1].loops.contains(&d));
        is_float(element)
            && matches!(bytes, 4 | 8)
            && self.op.ins().iter().all(is_of_sums)
            && (least_columns..PAGE / bytes).contains(&columns)
            && rows >= LEAST_ROWS
            && depth <= MOST_DEPTH
            && depth.saturating_mul(columns) <= rows.saturating_mul(MOST_OF_ROW)
            && (columns * bytes <= NARROW || depth.saturating_mul(rows).saturating_mul(bytes) <= CACHE)
    }

    /// Whether a factor is an array that is read as it is, along the columns if it has them.
    fn is_array(&self, factor: &Factor<'c>) -> bool {
        factor.ops.is_empty() && (!factor.loops.contains(&self.columns) || !self.is_along_depth(factor))
    }

    /// Whether the inputs of a factor are read along the depth.
    fn is_along_depth(&self, factor: &Factor<'c>) -> bool {
        let last = |i: &usize| self.maps[*i].results.last().and_then(|expr| expr.as_dim());
        factor.inputs.iter().all(|i| last(i).is_some_and(|d| !self.parallel[d]))
    }

    /// Makes those factors that are no arrays as they are needed.
    fn make_factors(&self) -> Option<()> {
        let mut open = self.factors.iter().filter(|factor| !self.is_array(factor)).peekable();
        // Elements that are read by several iterations, as those of windows are, would be computed for each.
        let is_by_loops = |i: &usize| self.maps[*i].results.iter().all(|expr| expr.as_dim().is_some());
        if open.peek().is_none() || !open.all(|factor| factor.inputs.iter().all(is_by_loops)) {
            return None;
        }
        let builder = Builder::before(self.op)?;
        let dims = self.parallel.len();
        let (mut arrays, mut maps) = (Vec::new(), Vec::new());
        for factor in &self.factors {
            if self.is_array(factor) {
                arrays.push(self.op.input(factor.inputs[0]));
                maps.push(self.maps[factor.inputs[0]].clone());
                continue;
            }
            // The depth behind rows, and columns behind it.
            let mut loops = factor.loops.clone();
            loops.sort_by_key(|d| (!self.parallel[*d], *d));
            if let Some(at) = loops.iter().position(|d| *d == self.columns) {
                let columns = loops.remove(at);
                loops.push(columns);
            }
            arrays.push(self.made(factor, &loops)?);
            maps.push(Map::of_dims(dims, &loops));
        }
        let init = self.op.input(input_count(self.op));
        maps.push(self.maps[input_count(self.op)].clone());
        let element = tensor_of(init)?.element;
        let region = builder.region(&[element; 3], |builder, arguments| {
            linalg::yield_(builder, &[math::fma(builder, arguments[0], arguments[1], arguments[2])]);
        });
        let kind = |parallel: &bool| match parallel {
            true => linalg::IteratorType::Parallel,
            false => linalg::IteratorType::Reduction,
        };
        let product = linalg::GenericParts {
            inputs: &arrays,
            outputs: &[init],
            indexing_maps: &maps.iter().map(|map| map.mlir(builder.context)).collect::<Vec<_>>(),
            iterator_types: &self.parallel.iter().map(kind).collect::<Vec<_>>(),
            region,
            result_tensors: &[init.r#type()],
            options: linalg::GenericOptions::default(),
        };
        let product = product.build(&builder);
        self.op.replace(&[product.output(0)]);
        Some(())
    }

    /// The array of `factor` for `loops`.
    fn made(&self, factor: &Factor<'c>, loops: &[usize]) -> Option<Value<'c>> {
        let inputs: Vec<Value<'c>> = factor.inputs.iter().map(|i| self.op.input(*i)).collect();
        let place = if factor.ops.is_empty() { around(self.op, inputs[0])? } else { self.op };
        let builder = Builder::before(place)?.located(self.op.loc());
        let element = tensor_of(self.op.output(0))?.element;
        let shape: Vec<i64> = loops.iter().map(|d| self.extents[*d]).collect();
        let ty = Tensor::new(&shape, element).ty();
        let maps = factor.inputs.iter().map(|i| self.maps[*i].of_order(loops));
        let maps = maps.chain([Map::identity(loops.len())]);
        let scalars = vec![element; inputs.len() + 1];
        let arguments = block_args(self.op.body(0)?);
        let region = builder.region(&scalars, |builder, new| {
            let mut values: ValueMap<'c, Value<'c>> = ValueMap::default();
            factor.inputs.iter().zip(new).for_each(|(i, value)| values.insert(arguments[*i], *value));
            for op in &factor.ops {
                // SAFETY: the copy is detached, and then the builder's block has it.
                let copy = builder.insert(unsafe { Operation::from_raw(mlir_sys::mlirOperationClone(op.to_raw())) });
                for (i, operand) in op.ins().into_iter().enumerate() {
                    copy.set_input(i, values.get(operand).copied().unwrap_or(operand));
                }
                op.outs().into_iter().zip(copy.outs()).for_each(|(old, new)| values.insert(old, new));
            }
            linalg::yield_(builder, &[values.get(factor.value).copied().unwrap_or(factor.value)]);
        });
        let made = linalg::GenericParts {
            inputs: &inputs,
            outputs: &[tensor::empty(&builder, &[], ty)],
            indexing_maps: &maps.map(|map| map.mlir(builder.context)).collect::<Vec<_>>(),
            iterator_types: &vec![linalg::IteratorType::Parallel; loops.len()],
            region,
            result_tensors: &[ty],
            options: linalg::GenericOptions::default(),
        };
        Some(made.build(&builder).output(0))
    }
}

/// The op of `value`'s block that `op` is, or is in: what depends on `value` alone is computed in front of it, once for all
/// iterations of a loop.
fn around<'c>(op: Op<'c>, value: Value<'c>) -> Option<Op<'c>> {
    let block = defining_op(value).map_or_else(|| Some(block_argument_owner(value)), |op| op.parent_block())?;
    let mut around = op;
    while around.parent_block()? != block {
        around = around.parent_op()?;
    }
    Some(around)
}
