//! `dynamic_slice` and `dynamic_update_slice`: a slice at start indices that are known at run time.

use super::dimensions;
use super::elementwise;
use super::indexing::{sizes_fit, taken};
use super::matching::{defined_by, literal_of, plain};
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use super::repeated::{computed_of, only_array};
use super::splats::integer;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, Op, OpExt, Tensor, Type, Value, tensor_of, uses};
use crate::ods::xla::{self, Kind};
use crate::require;
use melior::ir::ValueLike;

/// `dynamic_slice`.
pub const DYNAMIC_SLICE: Meaning = Meaning { infer: Some(infer_slice), verify: None, fold: Some(fold_slice) };
/// `dynamic_update_slice`.
pub const DYNAMIC_UPDATE_SLICE: Meaning = Meaning { infer: Some(infer_update), verify: None, fold: Some(fold_update) };

/// Whether the start indices, operands from number `first` on, are one array of rank 1, as xla allows.
pub fn starts_are_array(op: Op<'_>, first: usize) -> bool {
    let operands = op.ins();
    operands.len() == first + 1 && tensor_of(operands[first]).is_some_and(|tensor| tensor.rank() == 1)
}

/// Checks the start indices of a slice of `operand`, which are operands from number `first` on.
fn verify_starts<'c>(arguments: &Arguments<'c>, operand: &Tensor<'c>, first: usize) -> Result<(), Violation<'c>> {
    let tensors = arguments.tensors()?;
    let starts = &tensors[first..];
    for (i, start) in starts.iter().enumerate() {
        let refuse = |label, message| Err(Violation::new(label, message).operand(arguments, first + i));
        if !start.xla_element().is_some_and(|element| element.is_integer()) {
            let message = format!("has a start index of type {}; it must be an integer", start.element);
            return refuse("dynamic-slice-start-type", message);
        }
        if start.element != starts[0].element {
            let message = format!("has start indices of types {} and {}", starts[0].element, start.element);
            return refuse("dynamic-slice-start-type", message);
        }
        if start.rank() != 0 && !(arguments.is_xla() && starts.len() == 1 && start.rank() == 1) {
            let message = format!("start index {i} has rank {}; it must be a scalar", start.rank());
            return refuse("dynamic-slice-start-scalar", message);
        }
    }
    let count = match starts {
        [array] if array.rank() == 1 => array.shape[0],
        _ => starts.len() as i64,
    };
    if !dimensions::compatible(count, operand.rank() as i64) {
        let message = format!("has {count} start indices for the {} dimensions of the operand", operand.rank());
        return Err(Violation::new("dynamic-slice-start-count", message).operand(arguments, 0));
    }
    Ok(())
}

fn infer_slice<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    verify_starts(arguments, &operand, 1)?;
    let sizes = arguments.i64s("slice_sizes");
    dimensions::one_each("dynamic-slice-sizes-count", "slice_sizes", &sizes, &operand)
        .and_then(|()| sizes_fit("dynamic-slice-sizes", "slice_sizes", &sizes, &operand))
        .map_err(|violation| violation.operand(arguments, 0))?;
    Ok(vec![Tensor::new(&taken(&sizes, &operand), operand.element).ty()])
}

fn infer_update<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let (operand, update) = (arguments.tensor(0)?, arguments.tensor(1)?);
    (|| {
        require!(
            update.element == operand.element,
            "dynamic-update-slice-element-type",
            "updates elements of type {} with elements of type {}",
            operand.element,
            update.element
        );
        require!(
            update.rank() == operand.rank(),
            "dynamic-update-slice-rank",
            "has an update of rank {}, but the operand's rank is {}",
            update.rank(),
            operand.rank()
        );
        sizes_fit("dynamic-update-slice-sizes", "an update of sizes", &update.shape, &operand)
    })()
    .map_err(|violation: Violation<'c>| violation.operand(arguments, 0).operand(arguments, 1))?;
    verify_starts(arguments, &operand, 2)?;
    Ok(vec![Tensor::new(&operand.shape, operand.element).ty()])
}

/// A slice of the operand's shape is the operand: its start is clamped to 0.
fn fold_slice<'c>(op: Op<'c>, _: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let whole = tensor_of(op.input(0))?.shape == tensor_of(op.output(0))?.shape;
    whole.then(|| vec![Folded::Value(op.input(0))])
}

/// An update of the operand's shape replaces it, one without elements changes nothing.
fn fold_update<'c>(op: Op<'c>, _: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let (operand, update) = (tensor_of(op.input(0))?, tensor_of(op.input(1))?);
    if update.shape.contains(&0) {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    (operand.is_static() && operand.shape == update.shape).then(|| vec![Folded::Value(op.input(1))])
}

/// The patterns that start from dynamic slices.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::DynamicSlice, rewrite: slice_at_literals },
    Pattern { kind: Kind::DynamicSlice, rewrite: starts_of_whole_dimensions },
    Pattern { kind: Kind::DynamicUpdateSlice, rewrite: starts_of_whole_dimensions },
];

/// `f(dynamic_update_slice(x, u))` -> `dynamic_update_slice(f(x), f(u))` of an op on one array, whose result takes the update.
fn computed_of_update<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let array = only_array(op)?;
    let update = defined_by(array, Kind::DynamicUpdateSlice).filter(|_| uses(array).len() == 1)?;
    let result = plain(op.output(0))?;
    if plain(array)?.shape != result.shape || update.parent_block() != op.parent_block() {
        return None;
    }
    let [array, part] = [0, 1].map(|i| computed_of(op, builder, array, update.input(i)));
    let mut inputs = vec![array?, part?];
    inputs.extend(&update.ins()[2..]);
    Some(builder.create(update.name_str(), &inputs, &[result.ty()], &update.attrs(), Vec::new()).outs())
}

/// The patterns that start from elementwise ops.
pub(super) const COMPUTED: &[Pattern] = &elementwise::patterns(computed_of_update);

/// What takes or replaces a whole dimension starts at 0 there, wherever it is asked to.
fn starts_of_whole_dimensions<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let first = if Kind::of(op)? == Kind::DynamicSlice { 1 } else { 2 };
    if starts_are_array(op, first) {
        return None;
    }
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let part = if first == 1 { result } else { plain(op.input(1))? };
    let is_open = |d: usize, start: Value<'c>| {
        part.shape[d] == operand.shape[d] && !literal_of(start).is_some_and(|literal| literal.is(0.0))
    };
    let mut inputs = op.ins();
    let mut changed = false;
    for (d, start) in inputs[first..].iter_mut().enumerate() {
        if is_open(d, *start) {
            let scalar = plain(*start)?;
            *start = integer(builder, scalar.xla_element()?, 0)?;
            changed = true;
        }
    }
    changed.then(|| builder.create(op.name_str(), &inputs, &[op.output(0).r#type()], &op.attrs(), Vec::new()).outs())
}

/// `dynamic_slice(x, 1, 2)` -> `slice(x)`, from start indices clamped as they would be.
fn slice_at_literals<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let operand = tensor_of(op.input(0))?;
    if !operand.is_static() {
        return None;
    }
    let starts: Vec<i64> = if starts_are_array(op, 1) {
        let array = literal_of(op.input(1))?;
        (0..array.count() as i64).map(|i| array.strided(&[], i, &[])?.integer()).collect::<Option<_>>()?
    } else {
        op.ins()[1..].iter().map(|start| literal_of(*start)?.integer()).collect::<Option<_>>()?
    };
    let sizes = op.i64s("slice_sizes");
    let starts: Vec<i64> =
        starts.iter().enumerate().map(|(d, &start)| start.clamp(0, operand.shape[d] - sizes[d])).collect();
    let limits: Vec<i64> = starts.iter().zip(&sizes).map(|(start, size)| start + size).collect();
    Some(vec![xla::slice(&builder.typed(op.output(0).r#type()), op.input(0), &starts, &limits, &vec![1; starts.len()])])
}
