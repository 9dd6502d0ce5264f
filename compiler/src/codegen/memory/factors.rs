//! Factors of products that are read where they are, without packing: the second one is transposed first, where its columns are apart.
//!
//! ```mlir
//! %c = linalg.generic … ins(%a, %b : tensor<64x100xf32>, tensor<32x100xf32>) { c += a * b }    // along the last dimension of both
//! // becomes
//! %t = linalg.generic … ins(%b : tensor<32x100xf32>) outs(… : tensor<100x32xf32>)
//! %c = linalg.generic … ins(%a, %t : tensor<64x100xf32>, tensor<100x32xf32>) { c += a * t }
//! ```

use crate::affine::Map;
use crate::codegen::analysis::body::bits;
use crate::linalg::{maps, parallel_loops};
use xla_dialect::accumulation::input_count;
use xla_dialect::ir::{
    Attribute, Builder, Op, OpExt, Tensor, Value, array_attribute, block_args, block_argument_owner, block_ops,
    defining_op, is_float, tensor_of, terminator,
};
use xla_dialect::ods::{linalg, math, tensor};

/// Transposes factors of `function` whose columns are apart.
pub fn bring_columns_together(function: Op<'_>) {
    function.walk_ops().into_iter().for_each(|op| {
        transpose_second(op);
    });
}

/// The product of two arrays, as loops of a linalg op.
struct Product {
    /// The number of the operand whose columns are those of the result.
    second: usize,
    /// Which of its dimensions the columns are.
    columns_at: usize,
    columns: i64,
    rows: i64,
    depth: i64,
}

impl Product {
    /// The product of floats that `op` is, whose columns are apart in an array.
    fn of(op: Op<'_>) -> Option<Self> {
        let (maps, parallel) = (maps(op)?, parallel_loops(op)?);
        let [first, second, result] = maps.as_slice() else { return None };
        let body = op.body(0)?;
        let (arguments, ops) = (block_args(body), block_ops(body));
        let sum = defining_op(*terminator(body)?.ins().first()?).and_then(math::Fma::of)?;
        let mut factors = [sum.a(), sum.b()];
        factors.sort_by_key(|factor| *factor != arguments[0]);
        if input_count(op) != 2 || ops.len() != 2 || [factors[0], factors[1], sum.c()] != arguments[..] {
            return None;
        }
        let n = result.results.last()?.as_dim()?;
        let reads = |map: &Map, d: usize| map.results.iter().any(|expr| expr.coefficients[d] != 0);
        let second = match [first, second].map(|map| reads(map, n)) {
            [false, true] => 1,
            [true, false] => 0,
            _ => return None,
        };
        let array = &maps[second];
        let loops: Vec<usize> = array.results.iter().map(|expr| expr.as_dim()).collect::<Option<_>>()?;
        let columns_at = loops.iter().position(|d| *d == n)?;
        let sizes = [(array, op.input(second)), (result, op.input(2))];
        let mut extents: Vec<Option<i64>> = vec![None; parallel.len()];
        for (map, value) in sizes {
            for (expr, size) in map.results.iter().zip(tensor_of(value)?.shape) {
                extents[expr.as_dim()?] = Some(size);
            }
        }
        let product = |is: &dyn Fn(usize) -> bool| {
            let mut found = (0..parallel.len()).filter(|d| is(*d));
            found.try_fold(1i64, |product, d| Some(product.saturating_mul(extents[d]?)))
        };
        let is_apart = !parallel[*loops.last()?];
        let rows = product(&|d| parallel[d] && !loops.contains(&d))?;
        let depth = product(&|d| !parallel[d])?;
        is_apart.then_some(Self { second, columns_at, columns: extents[n]?, rows, depth })
    }

    /// Whether the product is as small, or as narrow, as those that read their factors in place.
    fn is_in_place(&self, bytes: i64) -> bool {
        /// Fewer columns are summed in vectors along the depth.
        const LEAST_COLUMNS: i64 = 9;
        /// Elements between the rows of the second factor at most: further apart, each row is a page of its own.
        const MOST_COLUMNS: i64 = 512;
        /// Bytes of a row of the second factor with which the first is read again from wherever it is.
        const NARROW: i64 = 512;
        /// Bytes of the first factor that stay in a second-level cache.
        const CACHE: i64 = 1 << 19;
        /// Elements of a column that stay in one with those beside them.
        const MOST_DEPTH: i64 = 2048;
        /// Fewer rows read the second factor too seldom.
        const LEAST_ROWS: i64 = 16;
        (LEAST_COLUMNS..=MOST_COLUMNS).contains(&self.columns)
            && self.rows >= LEAST_ROWS
            && self.depth <= MOST_DEPTH
            && (self.columns * bytes <= NARROW || self.depth.saturating_mul(self.rows) * bytes <= CACHE)
    }
}

fn transpose_second(op: Op<'_>) -> Option<()> {
    let product = Product::of(op)?;
    let array = op.input(product.second);
    let from = tensor_of(array)?;
    let bits = bits(from.element);
    if !is_float(from.element) || !matches!(bits, 32 | 64) || !product.is_in_place(bits / 8) {
        return None;
    }
    let mut order: Vec<usize> = (0..from.rank()).filter(|d| *d != product.columns_at).collect();
    order.push(product.columns_at);
    let builder = Builder::before(around(op, array)?)?.located(op.loc());
    let mut all = maps(op)?;
    let map = &mut all[product.second];
    map.results = order.iter().map(|d| map.results[*d].clone()).collect();
    op.set_input(product.second, transposed(&builder, array, &from, &order));
    let all: Vec<Attribute<'_>> = all.iter().map(|map| map.attribute(builder.context)).collect();
    op.set_attr("indexing_maps", array_attribute(builder.context, &all));
    Some(())
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

/// `array`, of type `from`, with its dimensions in the order `order`.
fn transposed<'c>(builder: &Builder<'c>, array: Value<'c>, from: &Tensor<'c>, order: &[usize]) -> Value<'c> {
    let rank = order.len();
    let shape: Vec<i64> = order.iter().map(|d| from.shape[*d]).collect();
    let ty = Tensor::new(&shape, from.element).ty();
    let read: Vec<usize> = (0..rank).filter_map(|d| order.iter().position(|at| *at == d)).collect();
    let region = builder.region(&[from.element, from.element], |builder, arguments| {
        linalg::yield_(builder, &arguments[..1]);
    });
    let copy = linalg::GenericParts {
        inputs: &[array],
        outputs: &[tensor::empty(builder, &[], ty)],
        indexing_maps: &[Map::of_dims(rank, &read), Map::identity(rank)].map(|map| map.mlir(builder.context)),
        iterator_types: &vec![linalg::IteratorType::Parallel; rank],
        region,
        result_tensors: &[ty],
        options: linalg::GenericOptions::default(),
    };
    copy.build(builder).output(0)
}
