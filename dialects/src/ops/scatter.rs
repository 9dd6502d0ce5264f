//! `scatter`: slices combined into arrays at an array of indices.

use super::dimensions::{compatible, compatible_shapes, merge, show};
use super::indexing::{Slices, sizes_fit};
use super::literal::Literal;
use super::matching::plain;
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use super::reduce::{accumulators, combination, identity, is_order_free, verify_body};
use crate::diagnostics::Violation;
use crate::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Type, Value, block_args, copied_regions, tensor_of, terminator,
    type_of,
};
use crate::ods::xla::{self, Kind};
use crate::require;
use melior::ir::ValueLike;

/// `scatter`.
pub const SCATTER: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: Some(fold) };

/// The shape that tensors have together.
fn common_shape<'c>(
    arguments: &Arguments<'c>,
    what: &str,
    first: usize,
    tensors: &[Tensor<'c>],
) -> Result<Vec<i64>, Violation<'c>> {
    let mut shape = tensors[0].shape.clone();
    for (i, tensor) in tensors.iter().enumerate() {
        if !compatible_shapes(&shape, &tensor.shape) {
            let message = format!(
                "has {what} of shapes {} and {}; they must agree",
                show(&tensors[0].shape),
                show(&tensor.shape)
            );
            return Err(Violation::new("scatter-same-shape", message)
                .operand(arguments, first)
                .operand(arguments, first + i));
        }
        shape = merge(&shape, &tensor.shape);
    }
    Ok(shape)
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let tensors = arguments.tensors()?;
    require!(
        tensors.len() >= 3 && tensors.len() % 2 == 1,
        "scatter-operands",
        "needs inputs, indices and an update for each input, but has {} operands",
        tensors.len()
    );
    let n = tensors.len() / 2;
    let (inputs, indices, updates) = (&tensors[..n], &tensors[n], &tensors[n + 1..]);
    let operand = inputs[0].with_shape(&common_shape(arguments, "inputs", 0, inputs)?);
    let update = updates[0].with_shape(&common_shape(arguments, "updates", n + 1, updates)?);
    for (i, (input, update)) in inputs.iter().zip(updates).enumerate() {
        if input.element != update.element {
            let message =
                format!("updates elements of type {} with elements of type {}", input.element, update.element);
            return Err(Violation::new("scatter-element-type", message)
                .operand(arguments, i)
                .operand(arguments, n + 1 + i));
        }
    }
    let slices = Slices::of_scatter(arguments);
    slices
        .verify(&operand, indices)
        .and_then(|()| verify_update(&slices, &operand, indices, &update))
        .map_err(|violation| violation.operand(arguments, 0).operand(arguments, n).operand(arguments, n + 1))?;
    let elements = accumulators(arguments, inputs);
    Ok(elements.into_iter().map(|element| Tensor::new(&operand.shape, element).ty()).collect())
}

fn verify_update<'c>(
    slices: &Slices,
    operand: &Tensor<'c>,
    indices: &Tensor<'c>,
    update: &Tensor<'c>,
) -> Result<(), Violation<'c>> {
    let whole = slices.shape(&indices.shape, &operand.shape);
    require!(
        update.rank() == whole.len(),
        "scatter-update-rank",
        "has updates of rank {}; {} window dimensions and those of the indices make {}",
        update.rank(),
        slices.window.len(),
        whole.len()
    );
    sizes_fit(
        "scatter-update-window",
        "updates of sizes",
        &window(slices, &update.shape),
        &operand.with_shape(&window(slices, &whole)),
    )?;
    for d in slices.batch(whole.len()) {
        let (size, expected) = (update.shape[d as usize], whole[d as usize]);
        require!(
            compatible(size, expected),
            "scatter-update-batch",
            "has updates of size {size} in dimension {d}, where the indices have {expected}"
        );
    }
    Ok(())
}

/// The sizes along window dimensions of an array of slices.
fn window(slices: &Slices, shape: &[i64]) -> Vec<i64> {
    slices.window.iter().map(|&d| shape[d as usize]).collect()
}

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let n = arguments.operands.len() / 2;
    verify_body(op, &arguments.tensors()?[..n], "scatter-body-arguments", "scatter-body-results")
}

/// Without updates, the inputs.
fn fold<'c>(op: Op<'c>, _: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let n = op.ins().len() / 2;
    let update = tensor_of(op.input(n + 1))?;
    let same = (0..n).all(|i| op.input(i).r#type() == op.output(i).r#type());
    (same && update.shape.contains(&0)).then(|| (0..n).map(|i| Folded::Value(op.input(i))).collect())
}

/// The patterns that start from scatters.
pub(super) const PATTERNS: &[Pattern] = &[Pattern { kind: Kind::Scatter, rewrite: at_one_place }];

/// All windows that are scattered to one place, which a literal says, or to all of the operand, are one window, which is combined with
/// a slice:
///
/// ```mlir
/// %r = xla.scatter %x, %threes, %u … {max} : (tensor<112x35xf16>, tensor<1x64xi32>, tensor<64x112xf16>) -> tensor<112x35xf16>
/// %v = xla.reduce %u … {max}     %m = xla.max(xla.slice %x [0:112, 3:4], %v)     %r = xla.dynamic_update_slice %x, %m at [0, 3]
/// ```
fn at_one_place<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let [operand, indices, update] = op.ins()[..] else { return None };
    let (array, updates) = (plain(operand)?, plain(update)?);
    plain(indices)?;
    let slices = Slices::of_scatter(&Arguments::of(op));
    let element = array.xla_element()?;
    if !slices.operand_batching.is_empty() || op.output(0).r#type() != operand.r#type() {
        return None;
    }
    // The window in the operand.
    let (mut start, mut size) = (vec![0; array.rank()], vec![1; array.rank()]);
    for (d, at) in slices.window_in_operand(array.rank()).into_iter().zip(&slices.window) {
        size[d as usize] = updates.shape[*at as usize];
    }
    let numbers = slices.only_index(indices)?;
    slices.map.iter().zip(numbers).for_each(|(d, number)| start[*d as usize] = number);
    let limit: Vec<i64> =
        start.iter().zip(&size).map(|(start, size)| start.checked_add(*size)).collect::<Option<_>>()?;
    if start.iter().any(|start| *start < 0) || limit.iter().zip(&array.shape).any(|(limit, size)| limit > size) {
        return None;
    }
    let (body, one) = (op.body(0)?, array.with_shape(&size));
    let is_replaced = terminator(body)?.ins() == block_args(body)[1..];
    let combine = if is_replaced { None } else { Some(combination(op)?) };
    let batch = slices.batch(updates.rank());
    let is_alone = batch.iter().all(|d| updates.shape[*d as usize] == 1);
    // Some narrow floats have no infinity.
    let is_free = |combine: &Op<'c>| is_order_free(*combine, element) && !(element.is_float() && element.bits() < 16);
    let init = match combine.filter(is_free).and_then(Kind::of) {
        _ if is_alone => None,
        Some(kind) => Some(identity(kind, element)?.attribute(array.with_shape(&[]).ty())?),
        None => return None,
    };
    let mut window = update;
    if let Some(init) = init {
        let computation = copied_regions(op).into_iter().next()?;
        window = xla::reduce(builder, &[update], &[xla::constant(builder, init)], &batch, computation).output(0);
    }
    window = xla::reshape(builder, window, one.ty());
    if let Some(combine) = combine {
        let mut pair = [xla::slice(builder, operand, &start, &limit, &vec![1; start.len()]), window];
        if combine.ins() != block_args(body) {
            pair.reverse();
        }
        window = builder.create(combine.name_str(), &pair, &[one.ty()], &combine.attrs(), Vec::new()).output(0);
    }
    if size == array.shape {
        return Some(vec![window]);
    }
    let scalar = Tensor::new(&[], type_of(op.ctx(), Element::S64)).ty();
    let literal = |start: &i64| Literal::of_integers(Element::S64, &[], &[*start])?.attribute(scalar);
    let starts = start.iter().map(literal).collect::<Option<Vec<_>>>()?;
    let starts: Vec<Value<'c>> = starts.into_iter().map(|start| xla::constant(builder, start)).collect();
    Some(vec![xla::dynamic_update_slice(builder, operand, window, &starts)])
}
