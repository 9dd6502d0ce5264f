//! sort: by one key in the runtime; else merge sort, in loops around the comparator on scalars.
//!
//! Each slice is cut into short runs, which are sorted by insertion; then runs are merged two by two, from the
//! array to a slice of scratch memory and back. Every index is bounded by the loops, whatever the comparator says.

use super::library;
use super::movement::transposed;
use super::sort_key::{Key, key};
use crate::lower::rewriter::computation::{accumulator, scalar_computation};
use crate::lower::rewriter::emit::load_form;
use crate::lower::rewriter::sizes::{Size, cast, declared, demand_equal, empty_of, is_static, product, sizes};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{element, reshape_sized, shape};
use crate::scf::{add, for_loop, index, while_loop};
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{Block, Builder, Element, Op, OpExt, Tensor, Value, bool_attribute, i64_attribute, uses};
use xla_dialect::ods::arith::{self, CmpIPredicate};
use xla_dialect::ods::{tensor, xla};
use xla_dialect::ops::sort::dimension;
use xla_dialect::passes::Failed;
use xla_scalar::{Builder as _, CmpI, Val, decode};

/// Runs up to this length are sorted by insertion.
const RUN: i64 = 12;

/// Sorts along the last dimension of arrays of two: others are brought into this form and back.
pub fn sort<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let operands = op.ins().into_iter().map(|value| lowering.tensor(value)).collect::<Result<Vec<_>, _>>()?;
    let shape = shape(op.input(0));
    let rank = shape.len();
    let along = dimension(op.int("dimension").unwrap_or(-1), rank).expect("the verifier has checked the dimension");
    for operand in &operands[1..] {
        for (d, (first, size)) in sizes(operands[0]).into_iter().zip(sizes(*operand)).enumerate() {
            demand_equal(builder, op, first, size, &format!("expects operands of the same size in dimension {d}"));
        }
    }
    let sizes = sizes(operands[0]);
    let length = sizes[along];
    if shape.contains(&0) || length.known() == Some(1) {
        (0..operands.len()).for_each(|i| lowering.set_tensor(op.output(i), operands[i]));
        return Ok(());
    }
    // The dimension sorted along comes last; on the way back it goes to its place.
    let there: Vec<usize> = (0..rank).filter(|d| *d != along).chain([along]).collect();
    let turned_sizes: Vec<Size<'c>> = there.iter().map(|&d| sizes[d]).collect();
    let rows = product(builder, &turned_sizes[..rank - 1]);
    let back: Vec<usize> = (0..rank).map(|d| if d == along { rank - 1 } else { d - usize::from(d > along) }).collect();
    let table = |value: Value<'c>| -> Result<Value<'c>, Failed> {
        let turned = transposed(builder, value, &there)?;
        let element = xla_dialect::ir::element_type(value.r#type());
        if rank == 2 {
            return Ok(turned);
        }
        let ty = Tensor::new(&declared(&[rows, length]), element).ty();
        Ok(reshape_sized(builder, turned, ty, &[rows, length]))
    };
    let tables = operands.iter().map(|value| table(*value)).collect::<Result<Vec<_>, _>>()?;
    let sorted = match key(op).filter(|_| length.known().is_some_and(|length| length > RUN)) {
        Some(key) if is_static(&shape) => by_key(lowering, op, builder, &tables, key)?,
        _ => Sorter::of(lowering, op)?.rows(builder, &tables, rows, length)?,
    };
    for (i, value) in sorted.into_iter().enumerate() {
        let element = xla_dialect::ir::element_type(value.r#type());
        let ty = Tensor::new(&declared(&turned_sizes), element).ty();
        let turned = if rank == 2 { value } else { reshape_sized(builder, value, ty, &turned_sizes) };
        let value = transposed(builder, turned, &back)?;
        let ty = Tensor::new(&xla_dialect::ir::shape_of(op.output(i).r#type()), element).ty();
        lowering.set_tensor(op.output(i), cast(builder, value, ty));
    }
    Ok(())
}

/// Sorts the rows of `tables` together by the elements of one.
fn by_key<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    tables: &[Value<'c>],
    key: Key,
) -> Result<Vec<Value<'c>>, Failed> {
    let elements = op.ins().into_iter().map(element).collect::<Vec<_>>();
    let sizes = shape(tables[0]);
    let operands: Vec<_> = tables.iter().copied().zip(elements.iter().copied()).collect();
    let results: Vec<_> = elements.iter().map(|element| (sizes.as_slice(), *element)).collect();
    let flag = |flag: bool| bool_attribute(builder.context, flag);
    let mut attributes = vec![
        ("descending", flag(key.descending)),
        ("key", i64_attribute(builder.context, key.operand as i64)),
        ("merged", flag(key.merged)),
    ];
    attributes.extend(first_read(op).map(|first| ("first", i64_attribute(builder.context, first))));
    Ok(library::call(lowering, builder, "sort", &operands, &results, &attributes))
}

/// How many of the first elements along the dimension of the sort `op` its readers take, if these are slices of few.
fn first_read(op: Op<'_>) -> Option<i64> {
    /// To select is faster than to sort up to this part.
    const PART: i64 = 8;
    let sizes = shape(op.input(0));
    let along = dimension(op.int("dimension")?, sizes.len())?;
    let readers = op.outs().into_iter().flat_map(uses);
    let limits = readers.map(|(reader, _)| {
        let slice = xla::Slice::of(reader)?;
        let starts_at_first = reader.i64s("start_indices")[along] == 0 && reader.i64s("strides")[along] == 1;
        starts_at_first.then(|| shape(slice.result())[along])
    });
    let first = limits.collect::<Option<Vec<_>>>()?.into_iter().max()?;
    (first > 0 && first <= sizes[along] / PART).then_some(first)
}

/// The elements of all operands at one place, as they are stored.
type Elements<'c> = Vec<Value<'c>>;

/// Emits the code that sorts by the comparator of an op.
struct Sorter<'c, 'l> {
    lowering: &'l Lowering<'c>,
    op: Op<'c>,
    comparator: Block<'c>,
    elements: Vec<Element>,
    failed: Option<Failed>,
}

impl<'c, 'l> Sorter<'c, 'l> {
    fn of(lowering: &'l Lowering<'c>, op: Op<'c>) -> Result<Self, Failed> {
        let elements = op.ins().into_iter().map(element).collect::<Vec<_>>();
        Ok(Self { lowering, op, comparator: verified::body(op, 0), elements, failed: None })
    }

    /// Sorts each row of `tables`, of shape `[rows, length]`.
    fn rows(
        mut self,
        builder: &Builder<'c>,
        tables: &[Value<'c>],
        rows: Size<'c>,
        length: Size<'c>,
    ) -> Result<Vec<Value<'c>>, Failed> {
        // Two rounds of merging, there and back, make runs four times as long.
        let (mut run, mut rounds) = (length.known().unwrap_or(RUN), 0);
        while run > RUN {
            run = (run + 3) / 4;
            rounds += 1;
        }
        let n = tables.len();
        let line = |value: &Value<'c>| {
            let ty = Tensor::new(&[length.declared()], xla_dialect::ir::element_type(value.r#type())).ty();
            empty_of(builder, ty, &[length])
        };
        let carried: Vec<_> = tables.iter().copied().chain(tables.iter().map(line)).collect();
        let (first, last) = (index(builder, 0), rows.value(builder));
        let sorted = for_loop(builder, first, last, 1, &carried, |builder, row, carried| {
            let mut runs = vec![index(builder, run)];
            runs.extend(self.insertion(builder, &carried[..n], row, length, run));
            runs.extend(&carried[n..]);
            let mut round = |builder: &Builder<'c>, carried: &[Value<'c>]| -> Vec<Value<'c>> {
                let (width, tables, scratch) = (carried[0], &carried[1..1 + n], &carried[1 + n..]);
                let row_of = |tensors| Slices { tensors, row: Some(row) };
                let lines_of = |tensors| Slices { tensors, row: None };
                let scratch = self.merge(builder, row_of(tables), lines_of(scratch), length, width);
                let width = add(builder, width, width);
                let tables = self.merge(builder, lines_of(&scratch), row_of(tables), length, width);
                [add(builder, width, width)].into_iter().chain(tables).chain(scratch).collect()
            };
            let merged = match length {
                Size::Known(_) => {
                    let (first, last) = (index(builder, 0), index(builder, rounds));
                    for_loop(builder, first, last, 1, &runs, |builder, _, carried| round(builder, carried))
                }
                Size::Open(length) => {
                    let is_part = |builder: &Builder<'c>, carried: &[Value<'c>]| {
                        arith::cmpi(builder, CmpIPredicate::Slt, carried[0], length)
                    };
                    while_loop(builder, &runs, is_part, |builder, carried| round(builder, carried))
                }
            };
            merged[1..].to_vec()
        });
        self.failed.map_or_else(|| Ok(sorted[..n].to_vec()), Err)
    }

    /// Whether `a` comes before `b`.
    fn before(&mut self, builder: &Builder<'c>, a: &Elements<'c>, b: &Elements<'c>) -> Value<'c> {
        let mut emitter = self.lowering.emitter(builder);
        let mut parameters = Vec::new();
        for (k, element) in self.elements.iter().enumerate() {
            for stored in [a[k], b[k]] {
                let stored = load_form(&emitter, *element, stored);
                parameters.push((accumulator(*element), decode(&mut emitter, *element, stored)));
            }
        }
        match scalar_computation(self.lowering, self.op, self.comparator, &mut emitter, &parameters).as_deref() {
            Ok([(_, Val::Real(before))]) => *before,
            Ok(_) => {
                self.failed = Some(internal(self.op, "has a comparator of several results"));
                emitter.int(xla_scalar::Machine::I1, 0)
            }
            Err(failed) => {
                self.failed = Some(*failed);
                emitter.int(xla_scalar::Machine::I1, 0)
            }
        }
    }

    /// Sorts runs of `run` elements of a row in place.
    fn insertion(
        &mut self,
        builder: &Builder<'c>,
        tables: &[Value<'c>],
        row: Value<'c>,
        length: Size<'c>,
        run: i64,
    ) -> Vec<Value<'c>> {
        let (zero, end, one) = (index(builder, 0), length.value(builder), index(builder, 1));
        for_loop(builder, zero, end, run, tables, |builder, begin, tables| {
            let end = bounded(builder, begin, index(builder, run), end);
            let second = add(builder, begin, one);
            for_loop(builder, second, end, 1, tables, |builder, place, tables| {
                let new = Slices { tensors: tables, row: Some(row) }.read(builder, place);
                let mut state = vec![place];
                state.extend(tables);
                let moved = while_loop(
                    builder,
                    &state,
                    |builder, state| {
                        // The place before, or the first, which then does not count.
                        let mut emitter = self.lowering.emitter(builder);
                        let inside = emitter.cmpi(CmpI::Ugt, state[0], begin);
                        let previous = sub(builder, state[0], one);
                        let previous = emitter.select(inside, previous, begin);
                        let old = Slices { tensors: &state[1..], row: Some(row) }.read(builder, previous);
                        let before = self.before(builder, &new, &old);
                        emitter.andi(inside, before)
                    },
                    |builder, state| {
                        let slices = Slices { tensors: &state[1..], row: Some(row) };
                        let previous = sub(builder, state[0], one);
                        let old = slices.read(builder, previous);
                        let mut next = vec![previous];
                        next.extend(slices.write(builder, &old, state[0]));
                        next
                    },
                );
                Slices { tensors: &moved[1..], row: Some(row) }.write(builder, &new, moved[0])
            })
        })
    }

    /// Merges neighbouring runs of `width` elements, of which the last may be shorter or missing.
    fn merge(
        &mut self,
        builder: &Builder<'c>,
        from: Slices<'c, '_>,
        to: Slices<'c, '_>,
        length: Size<'c>,
        width: Value<'c>,
    ) -> Vec<Value<'c>> {
        let (zero, one, length) = (index(builder, 0), index(builder, 1), length.value(builder));
        let pair = add(builder, width, width);
        let pairs = arith::ceildivui(builder, length, pair);
        for_loop(builder, zero, pairs, 1, to.tensors, |builder, number, targets| {
            let begin = arith::muli(builder, number, pair);
            let middle = bounded(builder, begin, width, length);
            let end = bounded(builder, begin, pair, length);
            let mut carried = vec![begin, middle];
            carried.extend(targets);
            let merged = for_loop(builder, begin, end, 1, &carried, |builder, place, carried| {
                let mut emitter = self.lowering.emitter(builder);
                let (left, right) = (carried[0], carried[1]);
                let (has_left, has_right) =
                    (emitter.cmpi(CmpI::Ult, left, middle), emitter.cmpi(CmpI::Ult, right, end));
                // A run that is used up is read at the other's place, which is in bounds.
                let (from_left, from_right) =
                    (emitter.select(has_left, left, right), emitter.select(has_right, right, left));
                let (a, b) = (from.read(builder, from_left), from.read(builder, from_right));
                let before = self.before(builder, &b, &a);
                let only_right = emitter.noti(xla_scalar::Machine::I1, has_left);
                let wanted = emitter.ori(only_right, before);
                let take_right = emitter.andi(has_right, wanted);
                let taken: Vec<_> = a.iter().zip(&b).map(|(a, b)| emitter.select(take_right, *b, *a)).collect();
                let (next_left, next_right) = (add(builder, left, one), add(builder, right, one));
                let mut next =
                    vec![emitter.select(take_right, left, next_left), emitter.select(take_right, next_right, right)];
                next.extend(Slices { tensors: &carried[2..], row: to.row }.write(builder, &taken, place));
                next
            });
            merged[2..].to_vec()
        })
    }
}

/// One slice of each operand: a row of a table, or a line.
#[derive(Clone, Copy)]
struct Slices<'c, 't> {
    tensors: &'t [Value<'c>],
    row: Option<Value<'c>>,
}

impl<'c> Slices<'c, '_> {
    fn place(&self, place: Value<'c>) -> Vec<Value<'c>> {
        self.row.into_iter().chain([place]).collect()
    }

    fn read(&self, builder: &Builder<'c>, place: Value<'c>) -> Elements<'c> {
        let read = |tensor: &Value<'c>| {
            let _ty = xla_dialect::ir::element_type(tensor.r#type());
            tensor::extract(builder, *tensor, &self.place(place))
        };
        self.tensors.iter().map(read).collect()
    }

    fn write(&self, builder: &Builder<'c>, elements: &Elements<'c>, place: Value<'c>) -> Vec<Value<'c>> {
        let write = |(element, tensor): (&Value<'c>, &Value<'c>)| {
            tensor::insert(builder, *element, *tensor, &self.place(place))
        };
        elements.iter().zip(self.tensors).map(write).collect()
    }
}

fn sub<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    arith::subi(builder, a, b)
}

/// `begin + count`, or `end` if that is less.
fn bounded<'c>(builder: &Builder<'c>, begin: Value<'c>, count: Value<'c>, end: Value<'c>) -> Value<'c> {
    let after = add(builder, begin, count);
    arith::minui(builder, after, end)
}
