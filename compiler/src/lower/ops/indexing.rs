//! Ops that read or write at indices known only at run time.
//!
//! Reads are a `linalg.generic` whose body extracts from the operand, so that they fuse with what uses them:
//!
//! ```mlir
//! linalg.generic … ins(%indices) outs(%empty) { %i = …clamped…  %x = tensor.extract %operand[%i]  linalg.yield %x }
//! ```
//! Writes are loops that hand the tensor on, and happen in place where no other user reads the old value:
//!
//! ```mlir
//! scf.for %u = … iter_args(%t = %operand) { … %n = tensor.insert %x into %t[%i]  scf.yield %n }
//! ```
//! A scatter of one window at a known place is a `linalg.generic` of the window, and a `tensor.insert_slice` of its result.

use super::movement::{inverse, transposed, with_last};
use crate::affine::{Expr, Map};
use crate::import::index_select::check;
use crate::lower::rewriter::computation::{accumulator, encoder, scalar_computation, widen};
use crate::lower::rewriter::emit::{Emitter, load_form, store_form};
use crate::lower::rewriter::sizes::{
    Size, declared, demand, demand_equal, empty_of, is_static, known, open, product, result_sizes, sizes, stated,
};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{
    compute_elements, element, empty, extract, generic, insert, linalg_index, reshape_to, shape,
};
use crate::scf::{add, index, nest};
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::{internal, unsupported};
use xla_dialect::ir::{
    Builder, DYNAMIC, Element, Op, OpExt, Tensor, Type, Value, defining_op, element_type, named_dimensions,
};
use xla_dialect::ods::arith::{self, CmpIPredicate};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ods::{tensor, xla};
use xla_dialect::ops::dynamic_slice::starts_are_array;
use xla_dialect::ops::index_select::IndexSelect;
use xla_dialect::ops::literal::Literal;
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, CmpI, Machine, Op as Scalar, Val, apply, decode};

/// Which dimensions mean what in a gather or scatter: both call the array that the slices are of the operand, and the
/// array that has one element for each element of the slices the window array: the result, or the updates.
struct Numbers {
    /// Operand dimensions that the window walks, in order.
    window: Vec<usize>,
    /// The dimensions of the window array that walk them, in order.
    offset: Vec<usize>,
    /// The dimensions of the window array that walk the indices, in order.
    batch: Vec<usize>,
    /// Operand dimensions with an index, in the order of the index vector.
    indexed: Vec<usize>,
    /// Operand dimensions that go along with a dimension of the indices.
    batching: Vec<(usize, usize)>,
    /// The dimension of the indices along which an index vector lies; their rank, if vectors are scalars.
    vector: usize,
}

impl Numbers {
    fn of(op: Op<'_>, names: [&str; 5], operand_rank: usize, window_rank: usize) -> Self {
        // StableHLO has the lists in an attribute.
        let named = op.attr("dimension_numbers").and_then(named_dimensions).unwrap_or_default();
        let list = |name: &str| named.iter().find(|(known, _)| known == name).map(|(_, list)| list.clone());
        let dims = |name: &str| -> Vec<usize> {
            list(name).unwrap_or_else(|| op.i64s(name)).into_iter().map(|d| d as usize).collect()
        };
        let vector = list("index_vector_dim").and_then(|list| list.first().copied());
        let [offset, dropped, operand_batching, index_batching, indexed] = names.map(dims);
        let window = |d: &usize| !dropped.contains(d) && !operand_batching.contains(d);
        Self {
            window: (0..operand_rank).filter(window).collect(),
            batch: (0..window_rank).filter(|d| !offset.contains(d)).collect(),
            offset,
            indexed,
            batching: operand_batching.into_iter().zip(index_batching).collect(),
            vector: vector.or(op.int("index_vector_dim")).unwrap_or_default() as usize,
        }
    }

    /// The position among the dimensions of the indices without the index vector.
    fn batch_position(&self, index_dim: usize) -> usize {
        if index_dim < self.vector { index_dim } else { index_dim - 1 }
    }

    /// The index into the index array that finds component `j` for the batch position, made of whatever counts.
    fn component<T: Clone>(&self, index_rank: usize, j: T, batch: &[T]) -> Vec<T> {
        let at = |d: usize| if d == self.vector { j.clone() } else { batch[self.batch_position(d)].clone() };
        (0..index_rank).map(at).collect()
    }
}

/// A start index from memory as an integer of 64 bits, which has the sign of the element type.
fn wide_start<'c>(
    op: Op<'c>,
    emitter: &mut Emitter<'c>,
    element: Element,
    stored: Value<'c>,
) -> Result<Value<'c>, Failed> {
    let stored = load_form(emitter, element, stored);
    let value = decode(emitter, element, stored);
    let wide = if element.is_signed() { Element::S64 } else { Element::U64 };
    match apply(emitter, Scalar::Convert, &[element], wide, &[value]) {
        Ok(Val::Real(value)) => Ok(value),
        Ok(Val::Complex(..)) => Err(internal(op, "has a complex index")),
        Err(error) => Err(internal(op, &error.to_string())),
    }
}

/// A start index from memory as an `index` in `[low, high]`.
fn start<'c>(
    op: Op<'c>,
    emitter: &mut Emitter<'c>,
    element: Element,
    stored: Value<'c>,
    (low, high): (Size<'c>, Size<'c>),
) -> Result<Value<'c>, Failed> {
    let value = wide_start(op, emitter, element, stored)?;
    let bound = |emitter: &mut Emitter<'c>, size: Size<'c>| match size {
        Size::Known(size) => emitter.int(Machine::I64, size),
        Size::Open(size) => arith::index_cast(&emitter.builder, size, emitter.builder.machine(Machine::I64)),
    };
    let high = bound(emitter, high);
    let value = if element.is_signed() {
        let low = bound(emitter, low);
        let value = emitter.minsi(value, high);
        emitter.maxsi(value, low)
    } else {
        emitter.minui(value, high)
    };
    Ok(to_index(&emitter.builder, value))
}

fn to_index<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    arith::index_cast(builder, value, Type::index(builder.context))
}

/// Reads `table` at an index computed for each element of the op's result, which has these sizes. The loops are over the result's
/// dimensions in this order, and the result is transposed from it.
fn read<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    (table, to, order): (Value<'c>, &[Size<'c>], &[usize]),
    inputs: &[(Value<'c>, Map)],
    place: impl FnOnce(&mut Emitter<'c>, &[Value<'c>]) -> Result<Vec<Value<'c>>, Failed>,
) -> Result<(), Failed> {
    let stated = shape(op.output(0));
    let (stated, to): (Vec<i64>, Vec<Size<'c>>) = order.iter().map(|&d| (stated[d], to[d])).unzip();
    let ty = Tensor::new(&stated, lowering.element_type(element(op.output(0)))).ty();
    let value = compute_elements(builder, inputs, empty_of(builder, ty, &to), |builder, arguments| {
        let mut emitter = lowering.emitter(builder);
        let at = place(&mut emitter, arguments)?;
        Ok(extract(builder, table, &at))
    })?;
    lowering.set_tensor(op.output(0), transposed(builder, value, &inverse(order))?);
    Ok(())
}

/// Refuses start indices, from operand number `first` on, that are one array: `xla-expand-client-ops` takes it apart.
fn check_starts(op: Op<'_>, first: usize) -> Result<(), Failed> {
    if starts_are_array(op, first) {
        return Err(unsupported(op, "its start indices are one array; xla-expand-client-ops makes scalars of it"));
    }
    Ok(())
}

/// Start indices are clamped so that the slice fits.
pub fn dynamic_slice<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    check_starts(op, 1)?;
    let starts = op.ins().split_off(1);
    let tensors = starts.iter().map(|start| lowering.tensor(*start)).collect::<Result<Vec<_>, _>>()?;
    let table = lowering.tensor(op.input(0))?;
    let (from, to) = (sizes(table), known(&op.i64s("slice_sizes")));
    let room = room(builder, op, &from, &to);
    let order: Vec<usize> = (0..to.len()).collect();
    read(lowering, op, builder, (table, &to, &order), &[], |emitter, _| {
        (0..to.len())
            .map(|d| {
                let turn = linalg_index(&emitter.builder, d);
                if room[d].known() == Some(0) {
                    return Ok(turn);
                }
                let stored = extract(&emitter.builder, tensors[d], &[]);
                let first = start(op, emitter, element(starts[d]), stored, (0.into(), room[d]))?;
                Ok(add(&emitter.builder, first, turn))
            })
            .collect()
    })
}

/// The greatest start indices of slices of sizes `to` in an array of sizes `from`.
fn room<'c>(builder: &Builder<'c>, op: Op<'c>, from: &[Size<'c>], to: &[Size<'c>]) -> Vec<Size<'c>> {
    let room = |(d, (from, to)): (usize, (&Size<'c>, &Size<'c>))| {
        if from.is_same(*to) {
            return Size::Known(0);
        }
        if (from.known(), to.known()) != (from.known(), Some(0)) && (from.known().is_none() || to.known().is_none()) {
            let fits = to.compared(builder, CmpIPredicate::Sle, *from);
            demand(builder, op, fits, &format!("expects slices that fit into dimension {d} of the operand"));
        }
        from.minus(builder, *to)
    };
    from.iter().zip(to).enumerate().map(room).collect()
}

/// `tensor.insert_slice` at start indices clamped so that the update fits.
pub fn dynamic_update_slice<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    check_starts(op, 2)?;
    let (operand, update) = (lowering.tensor(op.input(0))?, lowering.tensor(op.input(1))?);
    let (from, to) = (shape(op.input(0)), shape(op.input(1)));
    let same = from == to && is_static(&from);
    if same || to.contains(&0) {
        lowering.set_tensor(op.output(0), if same { update } else { operand });
        return Ok(());
    }
    let (counts, room) = (sizes(update), room(builder, op, &sizes(operand), &sizes(update)));
    let mut offsets = Vec::new();
    let mut emitter = lowering.emitter(builder);
    for (d, first) in op.ins()[2..].iter().enumerate() {
        let stored = extract(builder, lowering.tensor(*first)?, &[]);
        offsets.push(start(op, &mut emitter, element(*first), stored, (0.into(), room[d]))?);
    }
    let rank = to.len();
    let value = tensor::InsertSliceParts {
        source: update,
        dest: operand,
        offsets: &offsets,
        sizes: &open(builder, &to, &counts),
        strides: &[],
        static_offsets: &vec![xla_dialect::ir::DYNAMIC; rank],
        static_sizes: &to,
        static_strides: &vec![1; rank],
    }
    .build(builder);
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// The array that component `component` of the index vectors `indices` is read from, and its number there: index vectors
/// that a concatenation makes of their components are read where these are.
fn component_source<'c>(
    lowering: &Lowering<'c>,
    indices: Value<'c>,
    vector: usize,
    component: usize,
) -> Result<(Value<'c>, i64), Failed> {
    let component = component as i64;
    let is_of_components = |op: &Op<'c>| xla::Concatenate::of(*op).is_some_and(|op| op.dimension() as usize == vector);
    if let Some(concatenation) = defining_op(indices).filter(is_of_components) {
        let mut first = 0;
        for part in concatenation.ins() {
            let size = shape(part)[vector];
            if size == DYNAMIC {
                break;
            }
            if component < first + size {
                return Ok((lowering.tensor(part)?, component - first));
            }
            first += size;
        }
    }
    Ok((lowering.tensor(indices)?, component))
}

/// Index vectors are clamped so that the slice fits.
pub fn gather<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    gather_of(lowering, op, builder, &known(&op.i64s("slice_sizes")))
}

/// As [`gather`], of slices of these sizes.
pub fn gather_of<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    slice_sizes: &[Size<'c>],
) -> Result<(), Failed> {
    let names = [
        "offset_dims",
        "collapsed_slice_dims",
        "operand_batching_dims",
        "start_indices_batching_dims",
        "start_index_map",
    ];
    let numbers = Numbers::of(op, names, shape(op.input(0)).len(), shape(op.output(0)).len());
    gather_by(lowering, op, builder, &numbers, slice_sizes)
}

/// `torch_index_select`: a gather of slices that are of size 1 in one dimension, and else of the operand's sizes.
pub fn index_select<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    check(op).map_err(|reason| unsupported(op, reason))?;
    let select = IndexSelect::of(op).expect("it was checked");
    let (offset, rank) = (select.offset(), shape(op.output(0)).len());
    let numbers = Numbers {
        window: (select.shared..select.rank).filter(|d| *d != select.dim).collect(),
        batch: (0..rank).filter(|d| !offset.contains(d)).collect(),
        offset,
        indexed: vec![select.dim],
        batching: (0..select.shared).map(|d| (d, d)).collect(),
        vector: select.index_rank,
    };
    let mut slice_sizes = sizes(lowering.tensor(op.input(0))?);
    // Nothing has to be there where there is no index.
    let indices = product(builder, &sizes(lowering.tensor(op.input(1))?));
    slice_sizes[select.dim] = indices.min(builder, 1);
    gather_by(lowering, op, builder, &numbers, &slice_sizes)
}

fn gather_by<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    numbers: &Numbers,
    slice_sizes: &[Size<'c>],
) -> Result<(), Failed> {
    let (table, indices) = (lowering.tensor(op.input(0))?, lowering.tensor(op.input(1))?);
    let (from, index_sizes) = (sizes(table), sizes(indices));
    let index_rank = index_sizes.len();
    let rank = shape(op.output(0)).len();
    let room = room(builder, op, &from, slice_sizes);
    for &(d, at) in &numbers.batching {
        let rule = format!("expects dimension {d} of its operand to be as large as dimension {at} of its indices");
        demand_equal(builder, op, from[d], index_sizes[at], &rule);
    }
    let mut found = stated(&shape(op.output(0)));
    let walked = (0..index_rank).filter(|d| *d != numbers.vector).map(|d| index_sizes[d]);
    let slices = numbers.window.iter().map(|&d| slice_sizes[d]);
    for (d, size) in numbers.batch.iter().zip(walked).chain(numbers.offset.iter().zip(slices)) {
        found[*d] = Some(size);
    }
    let to = result_sizes(builder, op, found)?;
    let (order, result_order) = orders(&shape(op.input(0)), &shape(op.output(0)), numbers);
    let table = transposed(builder, table, &order)?;
    let index_element = element(op.input(1));
    let loops = inverse(&result_order);
    let batch: Vec<Expr> = numbers.batch.iter().map(|&d| Expr::scaled(rank, loops[d], 1, 0)).collect();
    let inputs = (0..numbers.indexed.len())
        .map(|j| {
            let (source, component) = component_source(lowering, op.input(1), numbers.vector, j)?;
            let results = numbers.component(index_rank, Expr::constant(rank, component), &batch);
            Ok((source, Map { dims: rank, results }))
        })
        .collect::<Result<Vec<_>, Failed>>()?;
    read(lowering, op, builder, (table, &to, &result_order), &inputs, |emitter, arguments| {
        (order.iter())
            .map(|&d| {
                let turn = if let Some(k) = numbers.window.iter().position(|other| *other == d) {
                    Some(linalg_index(&emitter.builder, loops[numbers.offset[k]]))
                } else {
                    let batching = numbers.batching.iter().find(|(operand, _)| *operand == d);
                    let batch = |at: usize| loops[numbers.batch[numbers.batch_position(at)]];
                    batching.map(|(_, at)| linalg_index(&emitter.builder, batch(*at)))
                };
                let first = match numbers.indexed.iter().position(|other| *other == d) {
                    Some(j) if room[d].known().is_none_or(|room| room > 0) => {
                        Some(start(op, emitter, index_element, arguments[j], (0.into(), room[d]))?)
                    }
                    _ => None,
                };
                Ok(match (first, turn) {
                    (Some(first), Some(turn)) => add(&emitter.builder, first, turn),
                    (first, turn) => first.or(turn).unwrap_or_else(|| index(&emitter.builder, 0)),
                })
            })
            .collect()
    })
}

/// The orders of the operand's and of the result's dimensions in which elements are gathered, so that slices are rows of both: those in which
/// both are stored, or of one of them another.
fn orders(operand: &[i64], result: &[i64], numbers: &Numbers) -> (Vec<usize>, Vec<usize>) {
    const LEAST_SLICE: i64 = 16;
    /// Elements of the operand for each of the result up to which it is transposed: in tiles, an element takes a quarter of the time that
    /// it takes to be read apart from the ones before and after.
    const MOST_MOVED: i64 = 2;
    let stored = |sizes: &[i64]| (0..sizes.len()).collect::<Vec<_>>();
    let innermost = |sizes: &[i64]| (0..sizes.len()).rev().find(|d| sizes[*d] != 1);
    let size = |sizes: &[i64]| sizes.iter().copied().fold(1, i64::saturating_mul);
    let as_stored = (stored(operand), stored(result));
    let (true, Some(row), Some(result_row)) =
        (is_static(operand) && is_static(result), innermost(operand), innermost(result))
    else {
        return as_stored;
    };
    if let Some(k) = numbers.offset.iter().position(|d| *d == result_row) {
        let along = numbers.window[k];
        let is_worth_it = along < row
            && result[result_row] >= LEAST_SLICE
            && size(operand) <= size(result).saturating_mul(MOST_MOVED);
        return if is_worth_it { (with_last(operand.len(), along), as_stored.1) } else { as_stored };
    }
    match numbers.window.iter().position(|d| *d == row).map(|k| numbers.offset[k]) {
        Some(along) if result[along] >= LEAST_SLICE => (as_stored.0, with_last(result.len(), along)),
        _ => as_stored,
    }
}

/// One window after the other, in the order of the indices; an element whose place is outside the operand changes nothing. For
/// XLA:CPU the same is true of a whole window that has such an element.
pub fn scatter<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let n = op.outs().len();
    let names = [
        "update_window_dims",
        "inserted_window_dims",
        "input_batching_dims",
        "scatter_indices_batching_dims",
        "scatter_dims_to_operand_dims",
    ];
    let operands = op.ins();
    let index_rank = shape(operands[n]).len();
    let mut values = operands.iter().map(|value| lowering.tensor(*value)).collect::<Result<Vec<_>, _>>()?;
    let (mut sizes, mut update_sizes) = (sizes(values[0]), sizes(values[n + 1]));
    let mut numbers = Numbers::of(op, names, sizes.len(), update_sizes.len());
    if sizes.iter().chain(&update_sizes).any(|size| size.known() == Some(0)) {
        (0..n).for_each(|i| lowering.set_tensor(op.output(i), values[i]));
        return Ok(());
    }
    let elements = operands.iter().map(|value| element(*value)).collect::<Vec<_>>();
    if let Some((first, window)) = known_window(op, &numbers) {
        return update_window(lowering, op, builder, (&numbers, &first, &window));
    }
    if is_apart(&shape(operands[n + 1]), &numbers) {
        let order = [&numbers.batch[..], &numbers.offset].concat();
        for update in &mut values[n + 1..] {
            *update = transposed(builder, *update, &order)?;
        }
        update_sizes = order.iter().map(|&d| update_sizes[d]).collect();
        let (batch, window) = (0..order.len()).partition(|d| *d < numbers.batch.len());
        (numbers.batch, numbers.offset) = (batch, window);
    }
    let is_compat = lowering.options.xla_cpu_compat;
    let types: Vec<Type<'c>> = values[..n].iter().map(|value| value.r#type()).collect();
    let rows = if is_compat { None } else { joined_rows(&mut numbers, &mut sizes, &mut update_sizes) };
    if rows.is_some() {
        for (i, value) in values.iter_mut().enumerate().filter(|(i, _)| *i != n) {
            let joined = declared(if i < n { &sizes } else { &update_sizes });
            *value = reshape_to(builder, *value, Tensor::new(&joined, element_type(value.r#type())).ty());
        }
    }
    let updates = &values[n + 1..];
    let components = (0..numbers.indexed.len())
        .map(|j| component_source(lowering, operands[n], numbers.vector, j))
        .collect::<Result<Vec<_>, _>>()?;
    // How far the window reaches along each operand dimension.
    let mut reach = vec![Size::Known(1); sizes.len()];
    for (&d, &offset) in numbers.window.iter().zip(&numbers.offset) {
        reach[d] = update_sizes[offset];
    }
    let whole = |d: usize| sizes[d].minus(builder, reach[d]).plus(builder, 1).max(builder, 0);
    let extents = |builder: &Builder<'c>, dims: &[usize]| -> Vec<Value<'c>> {
        dims.iter().map(|&d| update_sizes[d].value(builder)).collect()
    };
    // The dimensions of the window, of the operand and of the updates, in the order of the loops over it: loops of one iteration or
    // none are around the others, of which the innermost may be computed in vectors.
    let mut window_dims: Vec<(usize, usize)> =
        numbers.window.iter().copied().zip(numbers.offset.iter().copied()).collect();
    window_dims.sort_by_key(|(_, offset)| update_sizes[*offset].known() != Some(1));
    // Whether all elements of the window are inside along a dimension, or none.
    let is_decided = |d: usize| numbers.indexed.contains(&d) && (is_compat || !numbers.window.contains(&d));
    let mut outcome = Ok(());
    let results = nest(builder, &extents(builder, &numbers.batch), &values[..n], &mut |builder, batch, carried| {
        let mut emitter = lowering.emitter(builder);
        // Where the window begins, wherever that is.
        let mut first: Vec<Option<Value<'c>>> = vec![None; sizes.len()];
        for &(d, at) in &numbers.batching {
            first[d] = Some(batch[numbers.batch_position(at)]);
        }
        for (j, &d) in numbers.indexed.iter().enumerate() {
            let (source, component) = components[j];
            let at = numbers.component(index_rank, index(builder, component), batch);
            let stored = extract(builder, source, &at);
            let begin = if is_decided(d) {
                wide_start(op, &mut emitter, elements[n], stored).map(|value| to_index(builder, value))
            } else {
                // As far outside as no element of the window is inside.
                let length = rows.filter(|rows| rows.dimension == d).map_or(1, |rows| rows.length);
                let of_rows = |size: Size<'c>| size.known().map_or(size, |size| Size::Known(size / length));
                let low = Size::from(0).minus(builder, of_rows(reach[d]));
                let begin = start(op, &mut emitter, elements[n], stored, (low, of_rows(sizes[d])));
                begin.map(|row| Size::Open(row).times(builder, Size::Known(length)).value(builder))
            };
            match begin {
                Ok(value) => first[d] = Some(value),
                Err(failed) => outcome = Err(failed),
            }
        }
        // What is outside for all elements of the window, which one unsigned comparison finds, is skipped by a loop of one
        // iteration or none around the loops over it.
        let (mut once, zero) = (index(builder, 1), index(builder, 0));
        for d in (0..sizes.len()).filter(|d| is_decided(*d)) {
            let Some(begin) = first[d] else { continue };
            let fits = emitter.cmpi(CmpI::Ult, begin, whole(d).value(builder));
            once = emitter.select(fits, once, zero);
            first[d] = Some(emitter.select(fits, begin, zero));
        }
        // Of the others each loop takes the elements of the window that are inside along its dimension.
        let mut loops = vec![once];
        let mut skipped = Vec::new();
        for &(d, offset) in &window_dims {
            let (mut before, mut end) = (Size::from(0), update_sizes[offset]);
            if let Some(begin) = first[d].filter(|_| numbers.indexed.contains(&d) && !is_decided(d)) {
                before = Size::from(0).minus(builder, Size::Open(begin)).max(builder, 0);
                end = sizes[d].minus(builder, Size::Open(begin)).min(builder, end);
            }
            loops.push(end.minus(builder, before).value(builder));
            skipped.push(before);
        }
        nest(builder, &loops, carried, &mut |builder, window, carried| {
            let each = window[1..].iter().zip(&skipped);
            let window: Vec<Value<'c>> =
                each.map(|(&turn, skipped)| Size::Open(turn).plus(builder, *skipped).value(builder)).collect();
            let mut emitter = lowering.emitter(builder);
            let at: Vec<Value<'c>> = (0..sizes.len())
                .map(|d| {
                    let turn = window_dims.iter().position(|(other, _)| *other == d).map(|k| window[k]);
                    match (first[d], turn) {
                        (Some(first), Some(turn)) => add(builder, first, turn),
                        (first, turn) => first.or(turn).unwrap_or_else(|| index(builder, 0)),
                    }
                })
                .collect();
            let mut place = vec![index(builder, 0); update_sizes.len()];
            let offsets = window_dims.iter().map(|(_, offset)| offset);
            for (&d, turn) in numbers.batch.iter().zip(batch).chain(offsets.zip(&window)) {
                place[d] = *turn;
            }
            let combined = combine(lowering, op, &mut emitter, (carried, &at), (updates, &place));
            match combined {
                Ok(after) => {
                    let each = carried.iter().zip(after);
                    each.map(|(tensor, after)| tensor::insert(builder, after, *tensor, &at)).collect()
                }
                Err(failed) => {
                    outcome = Err(failed);
                    carried.to_vec()
                }
            }
        })
    });
    outcome?;
    for (i, (result, ty)) in results.into_iter().zip(types).enumerate() {
        lowering.set_tensor(op.output(i), reshape_to(builder, result, ty));
    }
    Ok(())
}

/// Rows of an operand that windows have as a whole.
#[derive(Clone, Copy)]
struct Rows {
    /// The dimension that counts their elements, one after the other.
    dimension: usize,
    /// Elements of each.
    length: i64,
}

/// Joins the last dimensions of the window that are whole in the operand with the one in front of them, where they are the last ones of
/// all arrays: what is updated is one run of elements, however short the rows are.
///
/// ```text
/// windows of 24x12 of an operand of 33x12, at rows      are windows of 288 of an operand of 396, at 12 times the rows
/// ```
fn joined_rows<'c>(numbers: &mut Numbers, sizes: &mut Vec<Size<'c>>, updates: &mut Vec<Size<'c>>) -> Option<Rows> {
    let integers = |sizes: &[Size<'c>]| sizes.iter().map(|size| size.known()).collect::<Option<Vec<i64>>>();
    let (operand, update) = (integers(sizes)?, integers(updates)?);
    // Whether dimension `back`, counted from the end, is one of the window in all arrays.
    let is_window = |back: usize| {
        let at = numbers.window.len().checked_sub(back);
        let dims = (operand.len().checked_sub(back), update.len().checked_sub(back));
        at.is_some_and(|at| (Some(numbers.window[at]), Some(numbers.offset[at])) == dims)
    };
    let is_whole = |back: usize| {
        let d = operand.len() - back;
        !numbers.indexed.contains(&d) && operand[d] == update[update.len() - back]
    };
    let whole = (1..operand.len()).take_while(|&back| is_window(back) && is_whole(back) && is_window(back + 1)).count();
    let length: i64 = operand[operand.len() - whole..].iter().product();
    if length == 1 {
        return None;
    }
    for (sizes, integers) in [(&mut *sizes, operand), (updates, update)] {
        let last = integers.len() - whole - 1;
        sizes.truncate(last);
        sizes.push(Size::Known(integers[last] * length));
    }
    numbers.window.truncate(numbers.window.len() - whole);
    numbers.offset.truncate(numbers.offset.len() - whole);
    Some(Rows { dimension: sizes.len() - 1, length })
}

/// Whether the elements of windows of updates are apart in memory, and so many that they are brought together first.
fn is_apart(updates: &[i64], numbers: &Numbers) -> bool {
    const LEAST_WINDOW: i64 = 3;
    let innermost = (0..updates.len()).rev().find(|d| updates[*d] != 1);
    let window = numbers.offset.iter().map(|d| updates[*d]).fold(1, i64::saturating_mul);
    is_static(updates) && window >= LEAST_WINDOW && innermost.is_some_and(|d| numbers.batch.contains(&d))
}

/// Where the only window of a scatter begins in the operand, and its sizes, if they are known and all of it is inside.
fn known_window(op: Op<'_>, numbers: &Numbers) -> Option<(Vec<i64>, Vec<i64>)> {
    let n = op.outs().len();
    let (sizes, update_sizes) = (shape(op.input(0)), shape(op.input(n + 1)));
    let is_only = numbers.batching.is_empty() && numbers.batch.iter().all(|&d| update_sizes[d] == 1);
    if !is_only || !is_static(&sizes) || !is_static(&update_sizes) {
        return None;
    }
    let indices = defining_op(op.input(n)).filter(|op| xla::Constant::of(*op).is_some())?;
    let starts = Literal::integers_of(indices.attr("value")?)?;
    let (mut first, mut window) = (vec![0; sizes.len()], vec![1; sizes.len()]);
    numbers.indexed.iter().zip(starts).for_each(|(&d, start)| first[d] = start);
    numbers.window.iter().zip(&numbers.offset).for_each(|(&d, &offset)| window[d] = update_sizes[offset]);
    let is_inside = |d: usize| first[d] >= 0 && first[d] <= sizes[d] - window[d];
    (0..sizes.len()).all(is_inside).then_some((first, window))
}

/// A scatter of one window of sizes `window`, which begins at `first`: it is computed element by element, and replaces part of
/// the operand.
fn update_window<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    (numbers, first, window): (&Numbers, &[i64], &[i64]),
) -> Result<(), Failed> {
    let (n, rank) = (op.outs().len(), window.len());
    let ones = vec![1; rank];
    let element_of_update = |d: usize| match numbers.offset.iter().position(|&offset| offset == d) {
        Some(k) => Expr::scaled(rank, numbers.window[k], 1, 0),
        None => Expr::constant(rank, 0),
    };
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for value in &op.ins()[..n] {
        let tensor = lowering.tensor(*value)?;
        let scalar = xla_dialect::ir::element_type(tensor.r#type());
        inputs.push((tensor, Map::part(&shape(*value), window, first, &ones)));
        outputs.push((empty(builder, Tensor::new(window, scalar).ty()), Map::identity(rank)));
    }
    for update in &op.ins()[n + 1..] {
        let results = (0..shape(*update).len()).map(element_of_update).collect();
        inputs.push((lowering.tensor(*update)?, Map { dims: rank, results }));
    }
    let loops = vec![IteratorType::Parallel; rank];
    let results = generic(builder, &inputs, &outputs, &loops, |builder, scalars| {
        let mut emitter = lowering.emitter(builder);
        combined(lowering, op, &mut emitter, &scalars[..2 * n])
    })?;
    for (i, result) in results.into_iter().enumerate() {
        let updated = insert(builder, result, inputs[i].0, (first, &ones));
        lowering.set_tensor(op.output(i), updated);
    }
    Ok(())
}

/// Scalars as they are stored.
type Stored<'c> = Vec<Value<'c>>;

/// What the computation makes of the elements of `tensors` at `at` and the updates at `place`.
fn combine<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    emitter: &mut Emitter<'c>,
    (tensors, at): (&[Value<'c>], &[Value<'c>]),
    (updates, place): (&[Value<'c>], &[Value<'c>]),
) -> Result<Stored<'c>, Failed> {
    let before = tensors.iter().map(|tensor| extract(&emitter.builder, *tensor, at));
    let new = updates.iter().map(|tensor| extract(&emitter.builder, *tensor, place));
    combined(lowering, op, emitter, &before.chain(new).collect::<Vec<_>>())
}

/// What the computation of a scatter makes of elements of the operands, and then of the updates.
fn combined<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    emitter: &mut Emitter<'c>,
    scalars: &[Value<'c>],
) -> Result<Stored<'c>, Failed> {
    let mut parameters = Vec::new();
    let operands = op.ins();
    let n = scalars.len() / 2;
    for (stored, value) in scalars.iter().zip(operands[..n].iter().chain(&operands[n + 1..])) {
        let element = element(*value);
        let stored = load_form(emitter, element, *stored);
        let value = decode(emitter, element, stored);
        parameters.push((accumulator(element), value));
    }
    let body = verified::body(op, 0);
    let results = scalar_computation(lowering, op, body, emitter, &parameters)?;
    let encode = encoder(body);
    let mut after = Vec::new();
    for ((from, value), result) in results.into_iter().zip(op.outs()) {
        let to = element(result);
        // What the computation accumulates in is rounded as it is stored.
        let value = if from == accumulator(to) { value } else { widen(op, emitter, from, to, value)?.1 };
        let stored = encode(emitter, to, value);
        after.push(store_form(emitter, to, stored));
    }
    Ok(after)
}
