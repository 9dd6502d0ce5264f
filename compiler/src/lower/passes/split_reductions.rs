//! The pass xla-split-reductions: what becomes one number is reduced in parts, which threads share, and windows one dimension after
//! the other.
//!
//! ```mlir
//! %r = xla.reduce(%x) init(%i) dimensions = [0] {add} : (tensor<1048576xf32>, tensor<f32>) -> tensor<f32>
//! // becomes
//! %parts = xla.reduce(%x as tensor<64x16384xf32>) init(-0.0) dimensions = [1] {add} : … -> tensor<64xf32>
//! %r = xla.reduce(%parts) init(%i) dimensions = [0] {add} : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
//! ```
//! Sums and products of complex numbers that lie side by side are made in as many lanes as a vector has elements:
//!
//! ```mlir
//! %r = xla.reduce(%x) init(%i) dimensions = [1] {add} : (tensor<3x800xcomplex<f32>>, …) -> tensor<3xcomplex<f32>>
//! // becomes
//! %lanes = xla.reduce(%x as tensor<3x100x8xcomplex<f32>>) init(-0.0) dimensions = [1] {add} : … -> tensor<3x8xcomplex<f32>>
//! %r = xla.reduce(%lanes) init(%i) dimensions = [1] {add} : …
//! ```
//! Short rows are reduced last, where as many of them are reduced together that lie apart: elements that lie side by side fill vectors.
//!
//! ```mlir
//! %r = xla.reduce(%x) init(%i) dimensions = [1, 3] {min} : (tensor<51x51x3x3xf32>, …) -> tensor<51x3xf32>
//! // becomes
//! %rows = xla.reduce(%x) init(inf) dimensions = [1] {min} : … -> tensor<51x3x3xf32>
//! %r = xla.reduce(%rows) init(%i) dimensions = [2] {min} : …
//! ```
//! Windows of several dimensions are combined along one dimension after the other, where the order of what is combined does not
//! matter, and padding and holes may be combined any number of times:
//!
//! ```mlir
//! %r = xla.reduce_window(%x) … {max} window = [5, 7]           // 35 elements for each result
//! // becomes
//! %rows = xla.reduce_window(%x) … {max} window = [5, 1]        // 5 and 7
//! %r = xla.reduce_window(%rows) … {max} window = [1, 7]
//! ```
//! Where it matters which of several NaN comes first, the last dimension is the first one.
//!
//! Running results along rows, which are one step after the other, are those of many rows side by side:
//!
//! ```mlir
//! %r = xla.reduce_window(%x : tensor<2000x500xf32>) … {max} window = [1, 500], padding = [[0, 0], [499, 0]]
//! // becomes
//! %t = xla.transpose %x : tensor<500x2000xf32>
//! %s = xla.reduce_window(%t) … {max} window = [500, 1], padding = [[499, 0], [0, 0]]    %r = xla.transpose %s
//! ```
//!
//! So are those of short rows whose elements are chosen from, as the greatest with its index is.
//!
//! A scatter of many updates into few elements, such as a histogram, is one of each part of the updates, where the order of what is
//! combined does not matter:
//!
//! ```mlir
//! %r = xla.scatter(%x, %indices, %updates) {add} … : (tensor<256xi32>, tensor<1048576x1xi32>, tensor<1048576xi32>)
//! // becomes
//! %parts = xla.scatter(0, %indices as tensor<64x16384x1xi32>, …) … {input_batching_dims = [0], …} -> tensor<64x256xi32>
//! %sum = xla.reduce(%parts) init(0) dimensions = [0] {add} : … -> tensor<256xi32>    %r = xla.add %x, %sum
//! ```
//!
//! The parts follow from the sizes alone: the bits are the same for any number of threads.

use crate::lower::ops::scan::Scan;
use crate::lower::ops::selection::keeps_the_better;
use crate::lower::passes::expand_client_ops::builders::like;
use melior::ir::ValueLike;
use xla_dialect::ir::{
    Builder, Element, Op, OpExt, Tensor, Value, block_args, copied_regions, defining_op, element_type, tensor_of,
    terminator,
};
use xla_dialect::ods::xla;
use xla_dialect::ops::literal::Literal;
use xla_dialect::ops::matching::plain;
use xla_dialect::ops::reduce::{addition, combination, identity, is_idempotent, is_order_free};
use xla_dialect::ops::{Arguments, reduce_window, window};
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-split-reductions",
    description: "Reduce large arrays to one number in parts, which threads share, and windows one dimension after the other",
    op: "builtin.module",
    options: &[],
    dialects: &["xla"],
    run,
};

/// Elements below which a thread's share is not worth waking it.
const LARGE: i64 = 1 << 18;

/// Parts at most, and at least.
const PARTS: std::ops::RangeInclusive<i64> = 4..=64;

/// Sums or products of complex numbers that are made side by side.
const LANES: i64 = 8;

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    let rewrites = [
        sum_of_products,
        split,
        split_scatter,
        reduce_in_lanes,
        short_rows_last,
        split_windows,
        rows_side_by_side,
        choices_side_by_side,
    ];
    for rewrite in rewrites {
        // What an op has inside goes with it, so that it comes first.
        for op in module.walk_ops().into_iter().rev() {
            // What cannot be split stays as it is.
            let _ = rewrite(op);
        }
    }
    Ok(())
}

/// Makes a product of two complex vectors, or of two arrays over all of their dimensions, the sum of an array of products.
fn sum_of_products<'c>(op: Op<'c>) -> Option<()> {
    xla::DotGeneral::of(op)?;
    let builder = Builder::before(op)?;
    let [lhs, rhs] = op.ins()[..] else { return None };
    let (array, result) = (tensor_of(lhs)?, tensor_of(op.output(0))?);
    array.xla_element().filter(|element| element.is_complex())?;
    let all: Vec<i64> = (0..array.rank() as i64).collect();
    let is_whole = ["lhs_contracting_dimensions", "rhs_contracting_dimensions"].iter().all(|name| op.i64s(name) == all);
    if !is_whole || !array.is_static() || tensor_of(rhs)? != array || result.element != array.element {
        return None;
    }
    let products = xla::mul(&builder, lhs, rhs);
    let nothing = nothing(&builder, xla::Kind::Add, &array)?;
    let computation = addition(&builder, result.ty());
    op.replace(&[xla::reduce(&builder, &[products], &[nothing], &all, computation).output(0)]);
    Some(())
}

/// Splits a sum or product of complex numbers over the last dimensions into one over those that are [`LANES`] apart, and one over what they give.
fn reduce_in_lanes<'c>(op: Op<'c>) -> Option<()> {
    xla::Reduce::of(op)?;
    /// Terms of a lane from which it is worth the sum of lanes.
    const LEAST_TERMS: i64 = 4;
    let builder = Builder::before(op)?;
    let [input, init] = op.ins()[..] else { return None };
    let array = tensor_of(input)?;
    array.xla_element().filter(|element| element.is_complex())?;
    let kept = array.rank() - op.i64s("dimensions").len();
    let is_last = op.i64s("dimensions").iter().all(|&d| d as usize >= kept);
    let terms: i64 = array.shape.get(kept..)?.iter().product();
    if !is_last || !array.is_static() || array.encoding.is_some() || terms % LANES != 0 || terms < LEAST_TERMS * LANES {
        return None;
    }
    let combine = combination(op)?;
    let nothing = nothing(&builder, xla::Kind::of(combine)?, &array)?;
    let (mut lanes, outer) = (array.shape[..kept].to_vec(), kept as i64);
    lanes.extend([terms / LANES, LANES]);
    let lanes = xla::reshape(&builder, input, array.with_shape(&lanes).ty());
    let sums = reduced(&builder, combine, lanes, nothing, &[outer])?;
    op.replace(&[reduced(&builder, combine, sums, init, &[outer])?]);
    Some(())
}

/// Splits a reduction along the last dimension and others that are in front of one that stays.
fn short_rows_last<'c>(op: Op<'c>) -> Option<()> {
    xla::Reduce::of(op)?;
    /// Elements of a row from which on they fill vectors.
    const LONG: i64 = 8;
    /// Elements side by side that are worth a vector.
    const FEWEST: i64 = 4;
    let builder = Builder::before(op)?;
    let [input, init] = op.ins()[..] else { return None };
    let array = plain(input).filter(|array| array.element == element_type(op.output(0).r#type()))?;
    let element = array.xla_element().filter(|element| !element.is_complex())?;
    let along = op.i64s("dimensions");
    let is_reduced = |d: usize| along.contains(&(d as i64));
    let row = (0..array.rank()).rposition(|d| !is_reduced(d))? + 1;
    let run = (0..row).rposition(is_reduced)? + 1;
    let size = |dims: std::ops::Range<usize>| array.shape[dims].iter().product::<i64>();
    let outer: Vec<i64> = along.iter().copied().filter(|d| (*d as usize) < run).collect();
    let apart: i64 = outer.iter().map(|&d| array.shape[d as usize]).product();
    if !(2..LONG).contains(&size(row..array.rank())) || size(run..array.rank()) < FEWEST || apart < LONG {
        return None;
    }
    // Sums of narrow floats are rounded once.
    let combine = combination(op).filter(|_| !element.is_narrow_float() || is_idempotent(op))?;
    let nothing = nothing(&builder, xla::Kind::of(combine)?, &array)?;
    let rows = reduced(&builder, combine, input, nothing, &outer)?;
    let last: Vec<i64> = (row..array.rank()).map(|d| d as i64 - outer.len() as i64).collect();
    op.replace(&[reduced(&builder, combine, rows, init, &last)?]);
    Some(())
}

/// Splits windows of several dimensions into those along one of them, and along the others, until that is not worth it.
fn split_windows<'c>(op: Op<'c>) -> Option<()> {
    /// Combinations of elements from which on it is worth another array.
    const LEAST: i64 = 1 << 14;
    /// What it costs to write an element of that array and to read it again, in combinations.
    const EACH: i64 = 2;
    let dims = plain_window(op)?;
    let builder = Builder::before(op)?;
    let operands = op.ins();
    let (arrays, inits) = operands.split_at(op.outs().len());
    let (base, result) = (tensor_of(arrays[0])?, tensor_of(op.output(0))?);
    let order = Order::of(op, inits)?;
    let elements: i64 = dims.iter().map(|dim| dim.size).fold(1, i64::saturating_mul);
    let now = result.size().saturating_mul(elements);
    // Along which dimension first, and what it costs.
    let along = |d: usize| {
        let mut rows = base.shape.clone();
        rows[d] = result.shape[d];
        let rows = rows.iter().copied().fold(1, i64::saturating_mul);
        let first = rows.saturating_mul(dims[d].size + EACH);
        (first.saturating_add(result.size().saturating_mul(elements / dims[d].size + EACH)), d)
    };
    let is_wide = |d: &usize| dims[*d].size > 1 && dims[*d].size < elements;
    let mut wide = (0..dims.len()).filter(is_wide);
    // The elements of a window follow each other along its last dimension.
    let (cost, d) = if let Order::Kept = order { wide.next_back().map(along) } else { wide.map(along).min() }?;
    if now < LEAST || cost.saturating_mul(3) / 2 > now {
        return None;
    }
    let windows = |arrays: &[Value<'c>], inits: &[Value<'c>], dims: &[window::Dim]| {
        Some(reduce_window::over(&builder, arrays, inits, dims, copied_regions(op).into_iter().next()?))
    };
    if let Order::Free(kind) = order {
        // The initial value comes once, behind all. For XLA:CPU padding is none, and elsewhere it is more of them.
        if dims.iter().any(|dim| dim.base_dilation != 1 || dim.low > 0 || dim.high > 0) {
            return None;
        }
        let element = tensor_of(inits[0])?.xla_element()?;
        let nothing = xla::constant(&builder, identity(kind, element)?.attribute(inits[0].r#type())?);
        let combined = windows(arrays, &[nothing], &dims)?;
        let init = xla::broadcast_in_dim(&builder, inits[0], &[], result.ty());
        let all = like(&builder, combination(op)?, &[combined.output(0), init], &[result.ty()], Vec::new());
        op.replace(&all.outs());
        return split_windows(combined);
    }
    let part = |is_in: &dyn Fn(usize) -> bool| -> Vec<window::Dim> {
        dims.iter().enumerate().map(|(i, dim)| if is_in(i) { *dim } else { window::Dim::ONE }).collect()
    };
    let first = windows(arrays, inits, &part(&|i| i == d))?;
    let second = windows(&first.outs(), inits, &part(&|i| i != d))?;
    op.replace(&second.outs());
    let _ = split_windows(second);
    Some(())
}

/// The window of a `reduce_window` of static arrays, which has results of the same element types.
fn plain_window<'c>(op: Op<'c>) -> Option<Vec<window::Dim>> {
    xla::ReduceWindow::of(op)?;
    let is_plain = |(array, result): (Value<'c>, Value<'c>)| {
        let (array, result) = (plain(array)?, plain(result)?);
        (array.element == result.element).then_some(())
    };
    op.ins().into_iter().zip(op.outs()).try_for_each(is_plain)?;
    window::of(&Arguments::of(op), &tensor_of(op.input(0))?.shape).ok()
}

/// Elements of an array from which on it is worth to transpose it.
const LEAST: i64 = 1 << 12;

/// Rows that fill a vector.
const LEAST_ROWS: i64 = 16;

/// Each array as `rows` columns.
fn columns<'c>(builder: &Builder<'c>, arrays: &[Value<'c>], rows: i64, length: i64) -> Option<Vec<Value<'c>>> {
    let column =
        |array: &Value<'c>| Some(xla::transpose(builder, reshaped(builder, *array, &[rows, length])?, &[1, 0]));
    arrays.iter().map(column).collect()
}

/// `value` with another shape.
fn reshaped<'c>(builder: &Builder<'c>, value: Value<'c>, shape: &[i64]) -> Option<Value<'c>> {
    Some(xla::reshape(builder, value, tensor_of(value)?.with_shape(shape).ty()))
}

/// Transposes what results run along the rows of, so that those of many rows are computed in vectors.
fn rows_side_by_side<'c>(op: Op<'c>) -> Option<()> {
    /// Bytes of a row whose elements are no sooner added one after the other than transposed.
    const MOST_BYTES: i64 = 16;
    let dims = plain_window(op)?;
    let builder = Builder::before(op)?;
    let operands = op.ins();
    let (arrays, inits) = operands.split_at(op.outs().len());
    let base = tensor_of(arrays[0])?;
    let (rank, size) = (base.rank(), base.size());
    let is_last = Scan::of(op, &dims, &base.shape)?.dimension() + 1 == rank;
    let length = *base.shape.last()?;
    let rows = size.checked_div(length)?;
    if !is_last || size < LEAST || rows < LEAST_ROWS {
        return None;
    }
    // A step of the others is several instructions.
    let is_sum = matches!(combination(op).and_then(xla::Kind::of), Some(xla::Kind::Add | xla::Kind::Mul));
    let element = base.xla_element()?;
    if is_sum && !element.is_narrow_float() && length.saturating_mul(i64::from(element.bits())) > 8 * MOST_BYTES {
        return None;
    }
    let columns = columns(&builder, arrays, rows, length)?;
    let dims = [dims[rank - 1], window::Dim::ONE];
    let found = reduce_window::over(&builder, &columns, inits, &dims, copied_regions(op).into_iter().next()?);
    let row = |result| reshaped(&builder, xla::transpose(&builder, result, &[1, 0]), &base.shape);
    let results = found.outs().into_iter().map(row);
    op.replace(&results.collect::<Option<Vec<_>>>()?);
    Some(())
}

/// Transposes short rows whose elements are chosen from, as the greatest with its index is, so that those of many rows are in vectors.
fn choices_side_by_side<'c>(op: Op<'c>) -> Option<()> {
    /// The elements of a row: fewer are interleaved with others, and more fill vectors.
    const LENGTHS: std::ops::RangeInclusive<i64> = 8..=64;
    /// Those of a row of each of several arrays at most, all of which are transposed.
    const MOST_OF_SEVERAL: i64 = 24;
    let count = op.outs().len();
    if xla::Kind::of(op)? != xla::Kind::Reduce || count < 2 {
        return None;
    }
    // What are several reductions, each of its own array, are computed in vectors of a row.
    let body = op.body(0)?;
    let parameters = block_args(body);
    let is_own = |(i, value): (usize, Value<'c>)| {
        let combined = defining_op(value).map(|op| op.ins());
        combined.is_some_and(|operands| operands == [parameters[i], parameters[count + i]])
    };
    if terminator(body)?.ins().into_iter().enumerate().all(is_own) {
        return None;
    }
    let builder = Builder::before(op)?;
    let operands = op.ins();
    let (arrays, inits) = operands.split_at(count);
    let base = plain(arrays[0])?;
    let length = *base.shape.last()?;
    let rows = base.size().checked_div(length)?;
    let is_last = op.i64s("dimensions") == [base.rank() as i64 - 1];
    if !is_last || !LENGTHS.contains(&length) || base.size() < LEAST || rows < LEAST_ROWS {
        return None;
    }
    let mut read: Vec<Value<'c>> = Vec::new();
    for &array in arrays {
        if plain(array)?.xla_element()?.is_complex() {
            return None;
        }
        let is_iota = defining_op(array).is_some_and(|op| xla::Kind::of(op) == Some(xla::Kind::Iota));
        if !is_iota && !read.contains(&array) {
            read.push(array);
        }
    }
    if read.len() > 1 && length > MOST_OF_SEVERAL {
        return None;
    }
    let columns = columns(&builder, arrays, rows, length)?;
    let found = xla::reduce(&builder, &columns, inits, &[0], copied_regions(op).into_iter().next()?);
    let row = |result| reshaped(&builder, result, &base.shape[..base.rank() - 1]);
    let results = found.outs().into_iter().map(row);
    op.replace(&results.collect::<Option<Vec<_>>>()?);
    Some(())
}

/// What of the order in which elements are combined makes no difference.
enum Order {
    /// Neither the order nor how often initial values are combined.
    Any,
    /// How often initial values are combined, and which elements are combined first.
    Kept,
    /// The order.
    Free(xla::Kind),
}

impl Order {
    /// That of the computation of `op`, which begins with `inits`; none if the order makes a difference.
    fn of<'c>(op: Op<'c>, inits: &[Value<'c>]) -> Option<Self> {
        if keeps_the_better(op) {
            // Of several NaN the first one stays.
            let mut elements = op.outs().into_iter().filter_map(tensor_of).filter_map(|tensor| tensor.xla_element());
            return Some(if elements.any(Element::is_float) { Self::Kept } else { Self::Any });
        }
        let [init] = *inits else { return None };
        let kind = xla::Kind::of(combination(op)?)?;
        match kind {
            xla::Kind::Max | xla::Kind::Min | xla::Kind::And | xla::Kind::Or => Some(Self::Any),
            xla::Kind::Add | xla::Kind::Mul | xla::Kind::Xor => {
                let element = tensor_of(init)?.xla_element().filter(|element| element.is_integer())?;
                let nothing = identity(kind, element)?;
                let init = defining_op(init).and_then(xla::Constant::of);
                let literal = init.and_then(|init| Literal::of(init.op().attr("value")?));
                let is_neutral = literal.is_some_and(|literal| literal.all() == nothing.all());
                Some(if is_neutral { Self::Any } else { Self::Free(kind) })
            }
            _ => None,
        }
    }
}

/// The number that changes nothing when `kind` combines it with elements of `array`.
fn nothing<'c>(builder: &Builder<'c>, kind: xla::Kind, array: &Tensor<'c>) -> Option<Value<'c>> {
    let literal = identity(kind, array.xla_element()?)?;
    Some(xla::constant(builder, literal.attribute(array.with_shape(&[]).ty())?))
}

/// `input`, combined with `init` over `dimensions` as `combine` does.
fn reduced<'c>(
    builder: &Builder<'c>,
    combine: Op<'c>,
    input: Value<'c>,
    init: Value<'c>,
    dimensions: &[i64],
) -> Option<Value<'c>> {
    let ty = tensor_of(init)?.ty();
    let computation = builder.region(&[ty, ty], |builder, arguments| {
        let value = like(builder, combine, arguments, &[ty], Vec::new()).output(0);
        xla::return_(builder, &[value]);
    });
    Some(xla::reduce(builder, &[input], &[init], dimensions, computation).output(0))
}

fn split<'c>(op: Op<'c>) -> Option<()> {
    xla::Reduce::of(op)?;
    let builder = Builder::before(op)?;
    let [input, init] = op.ins()[..] else { return None };
    let (array, result) = (tensor_of(input)?, tensor_of(op.output(0))?);
    // The sums of narrow floats are kept in wider ones, which parts would round.
    let element = array.xla_element().filter(|element| !element.is_narrow_float())?;
    if result.rank() > 0 || result.element != array.element || array.encoding.is_some() || array.size() < LARGE {
        return None;
    }
    let combine = combination(op)?;
    let identity = identity(xla::Kind::of(combine)?, element)?.attribute(result.ty())?;
    let outermost = array.shape.iter().position(|size| *size > 1)?;
    let extent = array.shape[outermost];
    let parts = PARTS.rev().find(|parts| extent % parts == 0)?;
    let mut shape = vec![parts, extent / parts];
    shape.extend(&array.shape[outermost + 1..]);
    let divided = xla::reshape(&builder, input, array.with_shape(&shape).ty());
    let identity = xla::constant(&builder, identity);
    let inner: Vec<i64> = (1..shape.len() as i64).collect();
    let partial = reduced(&builder, combine, divided, identity, &inner)?;
    op.replace(&[reduced(&builder, combine, partial, init, &[0])?]);
    Some(())
}

/// Splits a scatter along the first dimension of its updates.
fn split_scatter<'c>(op: Op<'c>) -> Option<()> {
    let scatter = xla::Scatter::of(op)?;
    /// Updates for each element of the parts, at least: each element is set before and read after.
    const LEAST_UPDATES: i64 = 4;
    /// Bytes of a cache line.
    const LINE: u64 = 64;
    let builder = Builder::before(op)?;
    let [operand, indices, updates] = op.ins()[..] else { return None };
    let [array, index_array, update_array] = [plain(operand)?, plain(indices)?, plain(updates)?];
    // Some narrow floats have no infinity, with which their maximum begins.
    let element = array.xla_element().filter(|element| !element.is_float() || element.bits() >= 16)?;
    let combine = combination(op).filter(|combine| is_order_free(*combine, element))?;
    let nothing = nothing(&builder, xla::Kind::of(combine)?, &array)?;
    let (windows, vector) = (scatter.update_window_dims(), scatter.index_vector_dim());
    let is_batch = !scatter.input_batching_dims().is_empty();
    if windows.contains(&0) || vector == 0 || is_batch || update_array.size() < LARGE {
        return None;
    }
    let most = (update_array.size() / LEAST_UPDATES).checked_div(array.size())?;
    let extent = *update_array.shape.first()?;
    let parts = PARTS.rev().find(|parts| *parts <= most && extent % parts == 0)?;
    let divided = |value: Value<'c>, array: &Tensor<'c>| {
        let shape = [&[parts, extent / parts], &array.shape[1..]].concat();
        xla::reshape(&builder, value, array.with_shape(&shape).ty())
    };
    let next = |dims: Vec<i64>| dims.into_iter().map(|d| d + 1).collect::<Vec<_>>();
    let inserted = scatter.inserted_window_dims();
    let mut part = array.clone();
    if inserted.contains(&0) {
        // Elements that no one reads keep the parts on cache lines of their own, which threads do not take from each other.
        let bytes = array.size() / array.shape[0] * i64::from(element.bits().div_ceil(8));
        part.shape[0] =
            (array.shape[0] as u64).next_multiple_of(LINE >> bytes.trailing_zeros().min(LINE.ilog2())) as i64;
    }
    let partial = array.with_shape(&[&[parts], &part.shape[..]].concat());
    let scattered = xla::ScatterParts {
        inputs: &[xla::broadcast_in_dim(&builder, nothing, &[], partial.ty())],
        scatter_indices: divided(indices, &index_array),
        updates: &[divided(updates, &update_array)],
        update_window_dims: &next(windows),
        inserted_window_dims: &next(inserted),
        scatter_dims_to_operand_dims: &next(scatter.scatter_dims_to_operand_dims()),
        index_vector_dim: vector + 1,
        update_computation: copied_regions(op).into_iter().next()?,
        options: xla::ScatterOptions {
            input_batching_dims: Some(&[0]),
            scatter_indices_batching_dims: Some(&[0]),
            ..Default::default()
        },
    }
    .build(&builder);
    let mut all = reduced(&builder, combine, scattered.output(0), nothing, &[0])?;
    if part != array {
        all = xla::slice(&builder, all, &vec![0; array.rank()], &array.shape, &vec![1; array.rank()]);
    }
    op.replace(&like(&builder, combine, &[operand, all], &[array.ty()], Vec::new()).outs());
    Some(())
}
