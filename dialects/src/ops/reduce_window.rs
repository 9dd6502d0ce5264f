//! `reduce_window`: combines the elements of each window by a computation.

use super::literal::Literal;
use super::matching::{defined_by, literal_of, plain};
use super::meaning::{Arguments, Meaning, Pattern};
use super::splats::integer;
use super::{reduce, window};
use crate::diagnostics::Violation;
use crate::ir::{Builder, Op, OpExt, Tensor, Type, Value, copied_regions, take_region, tensor_of, uses};
use crate::ods::xla::{self, Kind};
use melior::ir::Region;

/// `reduce_window`.
pub const REDUCE_WINDOW: Meaning = Meaning { infer: Some(infer), verify: Some(reduce::verify), fold: None };

/// The result has one element for each position of the window.
fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let (shape, accumulators) = reduce::operands(arguments)?;
    let positions = window::of(arguments, &shape)
        .and_then(|dims| window::positions(&dims, &shape))
        .map_err(|violation| violation.operand(arguments, 0))?;
    Ok(accumulators.into_iter().map(|element| Tensor::new(&positions, element).ty()).collect())
}

/// The patterns that start from it.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::ReduceWindow, rewrite: window_of_pad },
    Pattern { kind: Kind::ReduceWindow, rewrite: window_without_holes },
    Pattern { kind: Kind::ReduceWindow, rewrite: trimmed_window },
];

/// The same window over elements without the holes between them that no position of it meets.
fn window_without_holes<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let base = plain(op.input(0))?;
    op.outs().into_iter().all(|result| plain(result).is_some()).then_some(())?;
    let dims = window::of(&Arguments::of(op), &base.shape).ok()?;
    let dims = window::changed(&dims, &base.shape, window::Dim::without_holes)?;
    Some(moved(op, builder, &op.ins(), &dims))
}

/// A window without elements that meet padding or holes wherever it is, where combining their initial values, or combining them again,
/// changes nothing.
fn trimmed_window<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (dims, _) = trimmed(op)?;
    let is_neutral = || literal_of(op.input(1)).is_some_and(|init| is_neutral(op, &init));
    (op.outs().len() == 1 && (reduce::is_idempotent(op) || is_neutral())).then(|| moved(op, builder, &op.ins(), &dims))
}

/// How the window moves without elements that meet padding or holes wherever it is, and how many these are; none if there are none.
fn trimmed(op: Op<'_>) -> Option<(Vec<window::Dim>, i64)> {
    let base = plain(op.input(0))?;
    op.outs().into_iter().all(|result| plain(result).is_some_and(|result| result.size() > 0)).then_some(())?;
    let whole = window::of(&Arguments::of(op), &base.shape).ok()?;
    let dims = window::changed(&whole, &base.shape, window::Dim::trimmed)?;
    let volume = |dims: &[window::Dim]| dims.iter().try_fold(1i64, |product, dim| product.checked_mul(dim.size));
    let cut = volume(&whole)? - volume(&dims)?;
    Some((dims, cut))
}

/// As many initial values at each position as elements of the window meet padding or holes wherever it is are combined once:
///
/// ```mlir
/// %r = xla.reduce_window(%x : tensor<1x8xf32> init: %i) applies xla.mul, window_dimensions = [3, 1], padding = [[0, 2], [0, 0]]
/// %w = xla.reduce_window(%x init: %i) applies xla.mul, window_dimensions = [1, 1]
/// %p = xla.reduce(%i init: %i) applies xla.mul    %r = xla.reduce_window(%w init: %p) applies xla.mul, window_dimensions = [1, 1]
/// ```
///
/// That is the op of the specification; XLA:CPU skips padding.
pub fn padding_apart<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    // More initial values than these take longer than the windows.
    const MOST: i64 = 1 << 12;
    let (n, operands) = (op.outs().len(), op.ins());
    let (dims, cut) = trimmed(op).filter(|(_, cut)| *cut <= MOST)?;
    let results: Vec<Tensor<'c>> = op.outs().into_iter().map(plain).collect::<Option<_>>()?;
    let has_one_type = operands
        .iter()
        .zip(&results)
        .all(|(array, result)| plain(*array).is_some_and(|array| array.element == result.element));
    // Narrow floats are rounded after each op: another order is another number.
    let is_wide = |result: &Tensor<'c>| result.xla_element().is_some_and(|element| !element.is_narrow_float());
    if !has_one_type || !results.iter().all(is_wide) {
        return None;
    }
    let inits = &operands[n..];
    let repeated = |(init, result): (&Value<'c>, &Tensor<'c>)| {
        xla::broadcast_in_dim(builder, *init, &[], result.with_shape(&[cut - 1]).ty())
    };
    let repeated: Vec<Value<'c>> = inits.iter().zip(&results).map(repeated).collect();
    let padding = xla::reduce(builder, &repeated, inits, &[0], copied_regions(op).pop()?).outs();
    let windows = over(builder, &operands[..n], inits, &dims, copied_regions(op).pop()?).outs();
    let each = vec![window::Dim::ONE; dims.len()];
    Some(over(builder, &windows, &padding, &each, copied_regions(op).pop()?).outs())
}

/// Sums of integers in windows that meet padding or holes begin with 0, which padding is then, too: the initial value is taken from
/// all elements, and given back to the sums as often as they had it.
///
/// ```mlir
/// %r = xla.reduce_window(%x : tensor<8xi32> init: %i) applies xla.add, window_dimensions = [8], padding = [[7, 0]]
/// %y = xla.sub %x, %i    %w = xla.reduce_window(%y init: %zero) applies xla.add, …    %r = xla.add %w, 9 * %i
/// ```
pub fn initial_value_apart<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let [array, init] = op.ins()[..] else { return None };
    let (base, scalar, result) = (plain(array)?, plain(init)?, plain(op.output(0))?);
    let element = scalar.xla_element().filter(|element| element.is_integer())?;
    let has_one_type = base.element == scalar.element && result.element == scalar.element;
    let is_zero = literal_of(init).is_some_and(|literal| literal.is(0.0));
    if !has_one_type || is_zero || reduce::combination(op).and_then(Kind::of) != Some(Kind::Add) {
        return None;
    }
    let dims = window::of(&Arguments::of(op), &base.shape).ok()?;
    let is_outside = |dim: &window::Dim| dim.size > 1 && (dim.low.max(dim.high) > 0 || dim.base_dilation > 1);
    let times = dims.iter().try_fold(1i64, |product, dim| product.checked_mul(dim.size))?.checked_add(1)?;
    if !dims.iter().any(is_outside) {
        return None;
    }
    let filled = |value: Value<'c>, like: &Tensor<'c>| xla::broadcast_in_dim(builder, value, &[], like.ty());
    let (zero, times) = (integer(builder, element, 0)?, integer(builder, element, times)?);
    let shifted = xla::sub(builder, array, filled(init, &base));
    let sums = moved(op, builder, &[shifted, zero], &dims);
    Some(vec![xla::add(builder, sums[0], filled(xla::mul(builder, init, times), &result))])
}

/// The op with a window that moves otherwise over other arrays.
fn moved<'c>(op: Op<'c>, builder: &Builder<'c>, operands: &[Value<'c>], dims: &[window::Dim]) -> Vec<Value<'c>> {
    let (arrays, inits) = operands.split_at(op.outs().len());
    let region = op.region_list().into_iter().next().map(take_region);
    over(builder, arrays, inits, dims, region.expect("a reduction has a computation")).outs()
}

/// A `reduce_window` of `arrays` that begins with `inits`, with a window that moves as `dims` say.
pub fn over<'c>(
    builder: &Builder<'c>,
    arrays: &[Value<'c>],
    inits: &[Value<'c>],
    dims: &[window::Dim],
    computation: Region<'c>,
) -> Op<'c> {
    let each = |of: fn(&window::Dim) -> i64| -> Vec<i64> { dims.iter().map(of).collect() };
    let options = xla::ReduceWindowOptions {
        window_strides: Some(&each(|dim| dim.stride)),
        base_dilations: Some(&each(|dim| dim.base_dilation)),
        window_dilations: Some(&each(|dim| dim.window_dilation)),
        padding: Some(window::padding(builder, dims)),
    };
    xla::reduce_window_with(builder, arrays, inits, &each(|dim| dim.size), computation, options)
}

/// `reduce_window(pad(x, p), p)` -> `reduce_window(x, p)` with padding and holes of its own, which hold the initial value, too,
/// where that is neutral: XLA:CPU leaves others out. The gradient of an average over windows pads between elements.
fn window_of_pad<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let [array, init] = op.ins()[..] else { return None };
    let pad = defined_by(array, Kind::Pad)?;
    let (x, base) = (tensor_of(pad.input(0))?, tensor_of(array)?);
    let is_plain = |tensor: &Tensor<'c>| tensor.is_static() && tensor.encoding.is_none() && tensor.size() > 0;
    let (value, initial) = (literal_of(pad.input(1))?, literal_of(init)?);
    if !is_plain(&x)
        || !is_plain(&base)
        || uses(array).len() != 1
        || value.all() != initial.all()
        || !is_neutral(op, &initial)
    {
        return None;
    }
    let names = ["edge_padding_low", "edge_padding_high", "interior_padding"];
    let [low, high, interior] = names.map(|name| pad.i64s(name));
    let mut dims = window::of(&Arguments::of(op), &base.shape).ok()?;
    for (d, dim) in dims.iter_mut().enumerate() {
        let pads = (low[d], high[d], interior[d]) != (0, 0, 0);
        // What one crops, the other does not bring back; holes are between the elements of one of them.
        if pads && (low[d].min(high[d]).min(dim.low).min(dim.high) < 0 || dim.base_dilation != 1) {
            return None;
        }
        dim.low = dim.low.checked_add(low[d])?;
        dim.high = dim.high.checked_add(high[d])?;
        dim.base_dilation = dim.base_dilation.checked_add(interior[d])?;
    }
    Some(moved(op, builder, &[pad.input(0), init], &dims))
}

/// Whether to combine with `value` changes nothing, as the one op of the computation shows.
fn is_neutral(op: Op<'_>, value: &Literal) -> bool {
    let is_float = value.element.is_float();
    match reduce::combination(op).and_then(Kind::of) {
        Some(Kind::Add) => value.is(0.0),
        Some(Kind::Mul) => value.is(1.0),
        Some(Kind::Max) => is_float && value.is(f64::NEG_INFINITY),
        Some(Kind::Min) => is_float && value.is(f64::INFINITY),
        _ => false,
    }
}
