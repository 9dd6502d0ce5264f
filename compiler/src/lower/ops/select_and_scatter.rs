//! select_and_scatter: two linalg ops. The first finds the element that each window selects, by its place in the
//! operand; in the second each element of the result looks which of the windows that cover it have selected it.
//!
//! Nothing is written at an index that was computed: all elements of the result are independent of each other. Where each is covered by
//! many windows, a loop over the windows takes the place of the second op, one after the other.

use super::rows::generic_of_rows;
use super::window::{Frame, Loops, Windows, areas, extents, padded};
use crate::affine::{Expr, Map};
use crate::lower::rewriter::computation::{
    accumulator, as_stated, convert, scalar_computation, scalar_computation_in, widen, zero,
};
use crate::lower::rewriter::emit::{load_form, store_form};
use crate::lower::rewriter::sizes::{Size, declared, demand_equal, empty_like, empty_of, is_static, product, sizes};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{
    Padding, compute_elements, element, extract, fill, loop_index, pad_sized, reshape_to, shape,
};
use crate::scf::{index, nest};
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, element_type};
use xla_dialect::ods::arith;
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ods::tensor;
use xla_dialect::ops::{Arguments, dimensions, window};
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, CmpI, Machine, decode, encode};

/// See the module's documentation.
pub fn select_and_scatter<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let result = op.output(0);
    let to = element(result);
    let sum = accumulator(to);
    let to_shape = shape(result);
    let ty = Tensor::new(&to_shape, lowering.element_type(sum)).ty();
    let start = empty_of(builder, ty, &sizes(lowering.tensor(op.input(0))?));
    let value = if to_shape.contains(&0) {
        start
    } else {
        let from = element(op.input(2));
        let init = lowering.tensor(op.input(2))?;
        let init = if from == sum { init } else { convert(lowering, op, builder, init, from, sum)? };
        let start = fill(builder, init, start)?;
        if shape(op.input(1)).contains(&0) { start } else { select_then_scatter(lowering, op, builder, start)? }
    };
    let value = if sum == to { value } else { convert(lowering, op, builder, value, sum, to)? };
    lowering.set_tensor(result, value);
    Ok(())
}

fn select_then_scatter<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    start: Value<'c>,
) -> Result<Value<'c>, Failed> {
    let shape = shape(op.input(0));
    let window = window::of(&Arguments::of(op), &shape).map_err(|violation| violation.emit(op.loc(), op.name_str()))?;
    let places = Places::of(lowering, builder, &sizes(lowering.tensor(op.input(0))?))?;
    let selected = select(lowering, op, builder, &window, &places)?;
    scatter(lowering, op, builder, &window, &Selection { places, selected, start })
}

/// The elements of the operand by number.
struct Places<'c> {
    /// The row-major number of each element.
    numbers: Value<'c>,
    /// The rank-0 tensor that is no element's number: -1.
    nowhere: Value<'c>,
    /// The type of the numbers.
    machine: Machine,
}

impl<'c> Places<'c> {
    fn of(lowering: &Lowering<'c>, builder: &Builder<'c>, sizes: &[Size<'c>]) -> Result<Self, Failed> {
        let rank = sizes.len();
        let shape = declared(sizes);
        let count = if is_static(&shape) { dimensions::element_count(&shape) } else { None };
        let small = count.is_some_and(|count| count <= i64::from(i32::MAX));
        let machine = if small { Machine::I32 } else { Machine::I64 };
        let tensor = |sizes: &[i64]| Tensor::new(sizes, builder.machine(machine)).ty();
        let none = lowering.emitter(builder).int(machine, -1);
        let nowhere = tensor::from_elements(builder, &[none], tensor(&[]));
        let strides: Vec<Size<'c>> = (1..=rank).map(|d| product(builder, &sizes[d..])).collect();
        let init = empty_of(builder, tensor(&shape), sizes);
        let numbers = compute_elements(builder, &[], init, |builder, _| {
            let mut emitter = lowering.emitter(builder);
            let mut number = emitter.int(machine, 0);
            for (d, stride) in strides.into_iter().enumerate() {
                let index = loop_index(builder, d);
                let index = if machine == Machine::I32 { emitter.trunci(index, machine) } else { index };
                let stride = match stride {
                    Size::Known(stride) => emitter.int(machine, stride),
                    Size::Open(stride) => arith::index_cast(builder, stride, builder.machine(machine)),
                };
                let term = emitter.muli(index, stride);
                number = emitter.addi(number, term);
            }
            Ok(number)
        })?;
        Ok(Self { numbers, nowhere, machine })
    }
}

/// The number of the element that each window selects; -1 where there is nothing but padding.
fn select<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    window: &[window::Dim],
    places: &Places<'c>,
) -> Result<Value<'c>, Failed> {
    let (operand, source) = (lowering.tensor(op.input(0))?, lowering.tensor(op.input(1))?);
    let positions = shape(op.input(1));
    let of = element(op.input(0));
    let frames: Vec<Frame<'c>> = window.iter().copied().map(Frame::from).collect();
    let areas = areas(builder, op, &frames, &sizes(operand))?;
    for (d, (area, size)) in areas.iter().zip(sizes(source)).enumerate() {
        if positions[d] == DYNAMIC || shape(operand)[d] == DYNAMIC {
            let rule = format!("expects a source with one element a window in dimension {d}");
            demand_equal(builder, op, area.positions(builder), size, &rule);
        }
    }
    let windows = Windows::new(&areas, &positions);
    let along: Vec<usize> = (0..positions.len()).collect();
    let none = zero(lowering, builder, of);
    let operand = padded(builder, operand, none, &areas, &along)?;
    let numbers = padded(builder, places.numbers, places.nowhere, &areas, &along)?;
    let mut sources = vec![(operand, windows.read.clone()), (numbers, windows.read.clone())];
    sources.extend(windows.extents(builder));
    let mut outputs = Vec::new();
    for scalar in [none, places.nowhere] {
        let init = empty_like(builder, source, element_type(scalar.r#type()));
        outputs.push((fill(builder, scalar, init)?, windows.result.clone()));
    }
    let body = verified::body(op, 0);
    let selected = generic_of_rows(builder, &sources, &outputs, &windows.iterators, |builder, arguments| {
        let mut emitter = lowering.emitter(builder);
        let (candidate, candidate_number) = (arguments[0], arguments[1]);
        let (best, best_number) = (arguments[sources.len()], arguments[sources.len() + 1]);
        let mut parameters = Vec::new();
        for stored in [best, candidate] {
            let stored = load_form(&emitter, of, stored);
            parameters.push((of, decode(&mut emitter, of, stored)));
        }
        let first = scalar_computation_in(lowering, op, body, &mut emitter, as_stated, &parameters)?;
        let (_, first) = first.first().copied().ok_or_else(|| internal(op, "has a select without result"))?;
        // Keep what there is, unless that is nothing; padding never replaces it.
        let zero = emitter.int(places.machine, 0);
        let found = emitter.cmpi(CmpI::Sge, best_number, zero);
        let padding = emitter.cmpi(CmpI::Slt, candidate_number, zero);
        let keep = emitter.andi(found, first.re());
        let keep = emitter.ori(keep, padding);
        Ok(vec![emitter.select(keep, best, candidate), emitter.select(keep, best_number, candidate_number)])
    })?;
    Ok(selected[1])
}

/// What the windows have selected.
struct Selection<'c> {
    places: Places<'c>,
    /// The number of the element that each window has selected.
    selected: Value<'c>,
    /// The initial values of the result.
    start: Value<'c>,
}

/// Combines into each element of `start` the source's elements of the windows that have selected it.
///
/// Along a dimension with fewer positions than a window has elements all positions are looked at, otherwise those
/// that cover the element: position `p` covers element `p * stride - low + k`. With `stride - 1` holes between
/// positions, and `size - 1 - low` in front of them, these are the `size` neighbours that begin at the element.
fn scatter<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    window: &[window::Dim],
    selection: &Selection<'c>,
) -> Result<Value<'c>, Failed> {
    /// Tests by elements for each window, which take as long as to combine its element with the one that it selects.
    const MANY_TESTS: i64 = 128;
    let &Selection { ref places, selected, start } = selection;
    let source = lowering.tensor(op.input(1))?;
    let (sizes, positions) = (sizes(lowering.tensor(op.input(0))?), sizes(source));
    let rank = sizes.len();
    let from = element(op.input(1));
    let covering: Vec<bool> =
        (0..rank).map(|d| positions[d].known().is_none_or(|positions| positions > window[d].size)).collect();
    let turns: Vec<i64> =
        (0..rank).map(|d| if covering[d] { window[d].size } else { positions[d].declared() }).collect();
    let (elements, windows) = (declared(&sizes), shape(source));
    let tests = elements.iter().chain(&turns).fold(1, |tests: i64, size| tests.saturating_mul(*size));
    let is_known = is_static(&elements) && is_static(&windows);
    if is_known && tests / MANY_TESTS >= windows.iter().product::<i64>() {
        return scatter_in_order(lowering, op, builder, selection);
    }
    let mut loops = Loops::default();
    let outer: Vec<usize> = (0..rank).map(|_| loops.next(IteratorType::Parallel)).collect();
    let inner = loops.of_sizes(&turns, IteratorType::Reduction);
    let dims = loops.iterators.len();
    let (mut padding, mut to, mut read) = (vec![Padding::none(); rank], positions.clone(), Vec::new());
    for d in 0..rank {
        let mut terms: Vec<(usize, i64)> = inner[d].map(|turn| (turn, 1)).into_iter().collect();
        if covering[d] {
            padding[d].low = (window[d].size - 1 - window[d].low).into();
            padding[d].interior = (window[d].stride - 1).into();
            to[d] = sizes[d].plus(builder, window[d].size - 1);
            padding[d].high = to[d].minus(builder, padding[d].padded(builder, positions[d]));
            terms.push((outer[d], 1));
        }
        read.push(Expr::sum(dims, &terms, 0));
    }
    let ty = |value: Value<'c>| Tensor::new(&declared(&to), element_type(value.r#type())).ty();
    let source = pad_sized(builder, source, zero(lowering, builder, from), &padding, (ty(source), &to))?;
    let selected = pad_sized(builder, selected, places.nowhere, &padding, (ty(selected), &to))?;
    let read = Map { dims, results: read };
    let mut sources =
        vec![(selected, read.clone()), (source, read.clone()), (places.numbers, Map::of_dims(dims, &outer))];
    sources.extend(extents(builder, &inner, &turns, &read));
    let output = [(start, Map::of_dims(dims, &outer))];
    let scattered = generic_of_rows(builder, &sources, &output, &loops.iterators, |builder, arguments| {
        let hit = lowering.emitter(builder).cmpi(CmpI::Eq, arguments[0], arguments[2]);
        let so_far = arguments[sources.len()];
        let next = combined(lowering, op, builder, so_far, arguments[1])?;
        Ok(vec![arith::select(builder, hit, next, so_far)])
    })?;
    Ok(scattered[0])
}

/// The stored element `so_far` of the result, combined with the element `added` of the source.
fn combined<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    so_far: Value<'c>,
    added: Value<'c>,
) -> Result<Value<'c>, Failed> {
    let (from, sum) = (element(op.input(1)), accumulator(element(op.output(0))));
    let mut emitter = lowering.emitter(builder);
    let stored = load_form(&emitter, sum, so_far);
    let current = decode(&mut emitter, sum, stored);
    let stored = load_form(&emitter, from, added);
    let added = decode(&mut emitter, from, stored);
    let added = widen(op, &mut emitter, from, sum, added)?;
    let results = scalar_computation(lowering, op, verified::body(op, 1), &mut emitter, &[(sum, current), added])?;
    let &(ty, result) = results.first().ok_or_else(|| internal(op, "has a scatter without result"))?;
    let (_, result) = widen(op, &mut emitter, ty, sum, result)?;
    let stored = encode(&mut emitter, sum, result);
    Ok(store_form(&emitter, sum, stored))
}

/// As [`scatter`], in a loop over the windows.
fn scatter_in_order<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    selection: &Selection<'c>,
) -> Result<Value<'c>, Failed> {
    let &Selection { selected, start, .. } = selection;
    let source = lowering.tensor(op.input(1))?;
    let (to, element) = (shape(start), element_type(start.r#type()));
    let count: i64 = to.iter().product();
    let all = reshape_to(builder, start, Tensor::new(&[count], element).ty());
    let extents: Vec<Value<'c>> = shape(source).iter().map(|size| index(builder, *size)).collect();
    let mut outcome = Ok(());
    let all = nest(builder, &extents, &[all], &mut |builder, at, carried| {
        let (number, added) = (extract(builder, selected, at), extract(builder, source, at));
        let number = arith::index_cast(builder, number, Type::index(builder.context));
        // A window of padding alone selects nothing.
        let zero = index(builder, 0);
        let found = lowering.emitter(builder).cmpi(CmpI::Sge, number, zero);
        let at = [arith::select(builder, found, number, zero)];
        let so_far = extract(builder, carried[0], &at);
        let next = combined(lowering, op, builder, so_far, added).unwrap_or_else(|failed| {
            outcome = Err(failed);
            so_far
        });
        let next = arith::select(builder, found, next, so_far);
        vec![tensor::insert(builder, next, carried[0], &at)]
    });
    outcome?;
    Ok(reshape_to(builder, all[0], Tensor::new(&to, element).ty()))
}
