//! `reduce`: combines the elements along dimensions by a computation.

use super::control::{check_body_arguments, check_terminator};
use super::dimensions::{self, compatible_shapes, merge, show};
use super::literal::{self, Literal};
use super::matching::{literal_of, plain};
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use super::splats::is_splat;
use super::{reduce_window, sort, window};
use crate::diagnostics::Violation;
use crate::ir::{
    Attribute, Block, Builder, Element, Op, OpExt, OwnedRegion, Tensor, Type, Value, block_args, block_ops,
    defining_op, element_type, has_uses, replace_uses, result_number, set_operands, take_region, take_region_without,
    tensor_of, terminator,
};
use crate::ods::xla::{self, Kind};
use crate::quantized::promotable;
use crate::require;
use melior::ir::{Operation, RegionLike, ValueLike};
use mlir_sys::mlirOperationClone;
use std::collections::HashMap;
use xla_scalar::Op as Scalar;

/// `reduce`.
pub const REDUCE: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: Some(fold) };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let (shape, accumulators) = operands(arguments)?;
    let dims = arguments.i64s("dimensions");
    dimensions::in_range("reduce-dims-range", "dimensions", &dims, shape.len())
        .and_then(|()| dimensions::unique("reduce-dims-unique", "dimensions", &dims))
        .map_err(|violation| violation.operand(arguments, 0))?;
    let kept: Vec<i64> = (0..shape.len()).filter(|d| !dims.contains(&(*d as i64))).map(|d| shape[d]).collect();
    Ok(accumulators.into_iter().map(|element| Tensor::new(&kept, element).ty()).collect())
}

/// The rules about inputs and initial values: the inputs' shape, and the element types that they are accumulated in.
pub(super) fn operands<'c>(arguments: &Arguments<'c>) -> Result<(Vec<i64>, Vec<Type<'c>>), Violation<'c>> {
    let tensors = arguments.tensors()?;
    require!(
        tensors.len() >= 2 && tensors.len() % 2 == 0,
        "reduce-operands",
        "needs an initial value for each input and at least one input, but has {} operands",
        tensors.len()
    );
    let n = tensors.len() / 2;
    let (inputs, inits) = tensors.split_at(n);
    let mut shape = inputs[0].shape.clone();
    for (i, input) in inputs.iter().enumerate() {
        if !compatible_shapes(&shape, &input.shape) {
            let message = format!(
                "reduces inputs of shapes {} and {} together; they must agree",
                show(&inputs[0].shape),
                show(&input.shape)
            );
            return Err(Violation::new("reduce-same-shape", message).operand(arguments, 0).operand(arguments, i));
        }
        shape = merge(&shape, &input.shape);
    }
    for (i, init) in inits.iter().enumerate() {
        if init.rank() != 0 {
            let message = format!("initial value {i} has rank {}; it must be a scalar", init.rank());
            return Err(Violation::new("reduce-init-scalar", message).operand(arguments, n + i));
        }
        if init.element != inputs[i].element {
            let message = format!(
                "input {i} has elements of type {} but its initial value is of type {}",
                inputs[i].element, init.element
            );
            return Err(Violation::new("reduce-init-type", message).operand(arguments, i).operand(arguments, n + i));
        }
    }
    let accumulators = accumulators(arguments, inits);
    Ok((shape, accumulators))
}

/// The element types that the body accumulates in: the initial values' in xla. StableHLO's body may state wider
/// ones, to which inputs and initial values are converted.
pub(super) fn accumulators<'c>(arguments: &Arguments<'c>, inits: &[Tensor<'c>]) -> Vec<Type<'c>> {
    let own = inits.iter().map(|init| init.element);
    let body = arguments.regions.first().and_then(|region| region.first_block());
    let Some(body) = body.filter(|_| !arguments.is_xla()) else { return own.collect() };
    let stated: Vec<Type<'c>> =
        block_args(body).iter().filter_map(|value| Tensor::of(value.r#type())).map(|tensor| tensor.element).collect();
    if stated.len() == 2 * inits.len() { stated[..inits.len()].to_vec() } else { own.collect() }
}

/// The rules about the body.
pub(super) fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let tensors = Arguments::of(op).tensors()?;
    verify_body(op, &tensors[..tensors.len() / 2], "reduce-body-arguments", "reduce-body-results")
}

/// Checks that the body combines two elements of each of `tensors`, the op's first operands, or of wider types that it
/// accumulates in.
pub(super) fn verify_body<'c>(
    op: Op<'c>,
    tensors: &[Tensor<'c>],
    arguments_label: &'static str,
    results_label: &'static str,
) -> Result<(), Violation<'c>> {
    let arguments = Arguments::of(op);
    let accumulators: Vec<Type<'_>> =
        accumulators(&arguments, tensors).into_iter().map(|element| Tensor::new(&[], element).ty()).collect();
    for (i, accumulator) in accumulators.iter().enumerate() {
        let (from, to) = (element_type(op.input(i).r#type()), element_type(*accumulator));
        if !promotable(from, to) {
            let message = format!("accumulates elements of type {from} in the type {to}, which is no wider");
            return Err(Violation::new("reduce-accumulator", message).operand(&arguments, i));
        }
    }
    let expected: Vec<Type<'_>> = accumulators.iter().chain(&accumulators).copied().collect();
    let Some(body) = op.body(0) else { return Ok(()) };
    check_body_arguments(op, body, "body", arguments_label, &expected)?;
    check_terminator(body, "body", results_label, &accumulators)
}

/// Inputs of more elements are left to the compiled program, which is faster at it.
const FOLD_LIMIT: usize = 4096;

/// Reduces literals by a body of elementwise ops, in row-major order, all results together. As in compiled code narrow
/// floats are f32 from the initial value to the result, which is rounded once.
fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let literals: Vec<Literal> = operands.iter().map(|operand| Literal::of((*operand)?)).collect::<Option<_>>()?;
    if literals.first()?.count() > FOLD_LIMIT {
        return None;
    }
    let literals: Vec<Literal> = literals.iter().map(accumulated).collect::<Option<_>>()?;
    let (inputs, inits) = literals.split_at(literals.len() / 2);
    let shape = &inputs.first()?.shape;
    let dims = op.i64s("dimensions");
    let strides = dimensions::strides(shape);
    let pick = |reduced: bool| -> (Vec<i64>, Vec<i64>) {
        let which = (0..shape.len()).filter(|d| dims.contains(&(*d as i64)) == reduced);
        which.map(|d| (shape[d], strides[d])).unzip()
    };
    let ((kept, kept_strides), (along, along_strides)) = (pick(false), pick(true));
    let mut accumulators: Vec<Literal> =
        inits.iter().map(|init| init.broadcast_in_dim(&kept, &[])).collect::<Option<_>>()?;
    let body = Body::of(op.body(0)?)?;
    let mut failed = false;
    // Of no elements there is nothing to combine, however many places the dimensions would have for them.
    let places = if literals[0].count() == 0 { vec![0] } else { along };
    literal::for_each_index(&places, |index| {
        let offset: i64 = index.iter().zip(&along_strides).map(|(i, stride)| i * stride).sum();
        let step = || -> Option<Vec<Literal>> {
            let elements: Option<Vec<Literal>> =
                inputs.iter().map(|input| input.strided(&kept, offset, &kept_strides)).collect();
            body.evaluate(accumulators.iter().cloned().chain(elements?).collect())
        };
        match (!failed).then(step).flatten() {
            Some(next) => accumulators = next,
            None => failed = true,
        }
    });
    if failed {
        return None;
    }
    accumulators
        .iter()
        .zip(op.outs())
        .map(|(literal, result)| {
            let element = tensor_of(result)?.xla_element()?;
            converted(literal, element)?.attribute(result.r#type()).map(Folded::Constant)
        })
        .collect()
}

fn converted(literal: &Literal, element: Element) -> Option<Literal> {
    if literal.element == element {
        return Some(literal.clone());
    }
    literal::evaluate(Scalar::Convert, std::slice::from_ref(literal), element)
}

/// The literal in the type that its elements are summed in.
fn accumulated(literal: &Literal) -> Option<Literal> {
    converted(literal, literal.element.accumulator())
}

/// A computation of elementwise ops on scalars, to be evaluated for many elements together.
struct Body<'c> {
    arguments: Vec<Value<'c>>,
    steps: Vec<(Scalar, Vec<Value<'c>>, Value<'c>, Element)>,
    constants: Vec<(Value<'c>, Literal)>,
    results: Vec<Value<'c>>,
}

impl<'c> Body<'c> {
    fn of(block: Block<'c>) -> Option<Self> {
        let mut body =
            Self { arguments: block_args(block), steps: Vec::new(), constants: Vec::new(), results: Vec::new() };
        body.results = terminator(block)?.ins();
        for op in block_ops(block) {
            match op.name_str().strip_prefix("xla.")? {
                "return" => {}
                "constant" => body.constants.push((op.output(0), accumulated(&Literal::of(op.attr("value")?)?)?)),
                mnemonic => {
                    let scalar = Scalar::from_mnemonic(mnemonic)?;
                    // These are about the bits of the type that is stated, not of the wider one computed in.
                    let of_bits = matches!(scalar, Scalar::BitcastConvert | Scalar::NextAfter);
                    let narrow = |value: Value<'c>| tensor_of(value)?.xla_element().map(Element::is_narrow_float);
                    let result = tensor_of(op.output(0))?;
                    if result.rank() != 0 || of_bits && (narrow(op.input(0))? || narrow(op.output(0))?) {
                        return None;
                    }
                    body.steps.push((scalar, op.ins(), op.output(0), result.xla_element()?.accumulator()));
                }
            }
        }
        Some(body)
    }

    /// The results for literals of one shape, one an argument.
    fn evaluate(&self, arguments: Vec<Literal>) -> Option<Vec<Literal>> {
        let shape = arguments.first()?.shape.clone();
        let mut values: HashMap<usize, Literal> = self.arguments.iter().map(key).zip(arguments).collect();
        for (value, literal) in &self.constants {
            values.insert(key(value), literal.broadcast_in_dim(&shape, &[])?);
        }
        for (scalar, operands, result, element) in &self.steps {
            let operands: Vec<Literal> =
                operands.iter().map(|value| lookup(&values, *value, &shape)).collect::<Option<_>>()?;
            values.insert(key(result), literal::evaluate(*scalar, &operands, *element)?);
        }
        self.results.iter().map(|value| lookup(&values, *value, &shape)).collect()
    }
}

fn key(value: &Value<'_>) -> usize {
    value.to_raw().ptr as usize
}

/// The element that the body computed for `value`, or, if it is defined outside, its literal.
fn lookup(values: &HashMap<usize, Literal>, value: Value<'_>, shape: &[i64]) -> Option<Literal> {
    match values.get(&key(&value)) {
        Some(literal) => Some(literal.clone()),
        None => accumulated(&literal_of(value)?)?.broadcast_in_dim(shape, &[]),
    }
}

/// The patterns that start from reductions.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Reduce, rewrite: reduce_of_nothing },
    Pattern { kind: Kind::Reduce, rewrite: of_single_elements },
    Pattern { kind: Kind::Reduce, rewrite: along_no_dimension },
    Pattern { kind: Kind::Reduce, rewrite: unused_results },
    Pattern { kind: Kind::ReduceWindow, rewrite: unused_results },
    Pattern { kind: Kind::Reduce, rewrite: of_reordered },
    Pattern { kind: Kind::Reduce, rewrite: equal_ones_apart },
    Pattern { kind: Kind::Reduce, rewrite: widths_apart },
    Pattern { kind: Kind::ReduceWindow, rewrite: results_apart },
];

/// `reduce(x, init)` along a dimension of size 0 -> `broadcast_in_dim(init)`: no element is combined.
fn reduce_of_nothing<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let n = op.ins().len() / 2;
    let shape = tensor_of(op.input(0))?.shape;
    if !op.i64s("dimensions").iter().any(|&d| shape[d as usize] == 0) {
        return None;
    }
    if op.outs().iter().any(|result| tensor_of(*result).is_none_or(|tensor| !tensor.is_static())) {
        return None;
    }
    let fill = |i: usize| xla::broadcast_in_dim(builder, op.input(n + i), &[], op.output(i).r#type());
    Some((0..n).map(fill).collect())
}

/// A reduction along a dimension of one element is one along the others. If there are none, each element is a window of its own,
/// which is computed element by element:
///
/// ```mlir
/// %r = xla.reduce(%x : tensor<8x1xf32> init: %i) applies xla.mul across dimensions = [1]
/// %y = xla.reshape %x : tensor<8xf32>    %r = xla.reduce_window(%y init: %i) applies xla.mul, window_dimensions = [1]
/// ```
fn of_single_elements<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (n, operands, reduced) = (op.outs().len(), op.ins(), op.i64s("dimensions"));
    let shape = plain(op.input(0))?.shape;
    let is_dropped = |d: usize| reduced.contains(&(d as i64)) && shape[d] == 1;
    let kept: Vec<usize> = (0..shape.len()).filter(|d| !is_dropped(*d)).collect();
    // Those of windows are rounded after each op.
    let is_wide = |value| plain(value).and_then(|t| t.xla_element()).is_some_and(|element| !element.is_narrow_float());
    if kept.len() == shape.len() || !op.outs().into_iter().all(is_wide) {
        return None;
    }
    let sizes: Vec<i64> = kept.iter().map(|d| shape[*d]).collect();
    let flat = |value: &Value<'c>| Some(xla::reshape(builder, *value, plain(*value)?.with_shape(&sizes).ty()));
    let arrays = operands[..n].iter().map(flat).collect::<Option<Vec<_>>>()?;
    let along: Vec<i64> = (0..).zip(&kept).filter(|(_, d)| reduced.contains(&(**d as i64))).map(|(i, _)| i).collect();
    // Along no dimension is its own rule's.
    let is_window = along.is_empty() && !sort::is_elementwise(op.body(0)?);
    let computation = take_region(op.region_list().into_iter().next()?);
    let inits = &operands[n..];
    Some(if is_window {
        let each = vec![window::Dim::ONE; sizes.len()];
        reduce_window::over(builder, &arrays, inits, &each, computation).outs()
    } else {
        xla::reduce(builder, &arrays, inits, &along, computation).outs()
    })
}

/// A reduction along no dimension computes each element with the initial values:
///
/// ```mlir
/// %r = xla.reduce(%x : tensor<64xi32> init: %i) applies xla.max across dimensions = []
/// %r = xla.max (xla.broadcast_in_dim %i), %x
/// ```
fn along_no_dimension<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (n, operands, body) = (op.outs().len(), op.ins(), op.body(0)?);
    let array = plain(op.input(0))?;
    let scalar = |value: Value<'c>| Some(plain(value)?.with_shape(&[]).ty());
    let of_arrays = operands[n..].iter().chain(&operands[..n]).zip(block_args(body));
    let types_stay = of_arrays.into_iter().all(|(operand, argument)| scalar(*operand) == Some(argument.r#type()))
        && terminator(body)?.ins().into_iter().zip(op.outs()).all(|(end, result)| scalar(result) == Some(end.r#type()));
    // Sums of narrow floats are rounded once, and elementwise ops one by one.
    let rounds = |op: &Op<'c>| {
        let is_narrow = |value: &Value<'c>| {
            plain(*value).and_then(|tensor| tensor.xla_element()).is_some_and(|element| element.is_narrow_float())
        };
        !matches!(Kind::of(*op), Some(Kind::Constant | Kind::Select | Kind::Return)) && op.outs().iter().any(is_narrow)
    };
    if !op.i64s("dimensions").is_empty() || !types_stay {
        return None;
    }
    if !sort::is_elementwise(body) || block_ops(body).iter().any(rounds) {
        return None;
    }
    let filled = |init: &Value<'c>| {
        Some(xla::broadcast_in_dim(builder, *init, &[], plain(*init)?.with_shape(&array.shape).ty()))
    };
    let inits = operands[n..].iter().map(filled).collect::<Option<Vec<_>>>()?;
    sort::on_arrays(builder, body, &[&inits, &operands[..n]].concat(), &array.shape)
}

/// The computation that adds two scalars.
pub fn addition<'c>(builder: &Builder<'c>, scalar: Type<'c>) -> OwnedRegion<'c> {
    builder.region(&[scalar, scalar], |builder, arguments| {
        let sum = xla::add(builder, arguments[0], arguments[1]);
        xla::return_(builder, &[sum]);
    })
}

/// The one op that the computation of `op` applies to its two parameters, in either order.
pub fn combination<'c>(op: Op<'c>) -> Option<Op<'c>> {
    let body = op.body(0)?;
    let [combine, end] = block_ops(body)[..] else { return None };
    let (parameters, mut operands) = (block_args(body), combine.ins());
    if operands != parameters {
        operands.reverse();
    }
    (operands == parameters && end.ins() == combine.outs()).then_some(combine)
}

/// The number that changes nothing when it is combined, as a rank-0 literal.
pub fn identity(combine: Kind, element: Element) -> Option<Literal> {
    let float = |value: f64| element.is_float().then(|| Literal::splat(element, &[], value))?;
    let integer = |value: i128| element.is_integer().then(|| Literal::of_integers(element, &[], &[value as i64]))?;
    let (bits, is_signed) = (element.bits(), element.is_signed());
    let most = (1i128 << (bits - u32::from(is_signed))) - 1;
    match combine {
        Kind::Add if element.is_complex() => {
            let part = Literal::splat(element.real_part(), &[], -0.0)?;
            Literal::filled(element, &[], &part.stored().repeat(2))
        }
        Kind::Add => float(-0.0).or_else(|| integer(0)),
        Kind::Mul if element.is_complex() => Literal::splat(element, &[], 1.0),
        Kind::Mul => float(1.0).or_else(|| integer(1)),
        Kind::Max => float(f64::NEG_INFINITY).or_else(|| integer(if is_signed { -most - 1 } else { 0 })),
        Kind::Min => float(f64::INFINITY).or_else(|| integer(most)),
        Kind::And => integer(if is_signed { -1 } else { most }),
        Kind::Or | Kind::Xor => integer(0),
        _ => None,
    }
}

/// Whether the computation of `op` gives the same however often, and wherever, it is given one of its elements.
pub fn is_idempotent(op: Op<'_>) -> bool {
    matches!(combination(op).and_then(Kind::of), Some(Kind::Max | Kind::Min | Kind::And | Kind::Or))
}

/// Whether an op combines numbers of `element` in every order to the same bits.
pub fn is_order_free(combine: Op<'_>, element: Element) -> bool {
    match Kind::of(combine) {
        Some(Kind::Max | Kind::Min) => !element.is_complex(),
        Some(Kind::Add | Kind::And | Kind::Mul | Kind::Or | Kind::Xor) => !element.is_float() && !element.is_complex(),
        _ => false,
    }
}

/// `reduce(sort(x))` -> `reduce(x)`, and of `rev`, along the dimensions in which elements change places, where every order of them
/// gives the same bits.
fn of_reordered<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let [array, init] = op.ins()[..] else { return None };
    let element = plain(array)?.xla_element()?;
    let moved = defining_op(array)?;
    let along = match Kind::of(moved)? {
        Kind::Sort => vec![sort::dimension(moved.int("dimension").unwrap_or(-1), plain(array)?.rank())? as i64],
        Kind::Rev => moved.i64s("dimensions"),
        _ => return None,
    };
    let source = moved.input(result_number(array));
    let is_reduced = along.iter().all(|d| op.i64s("dimensions").contains(d));
    if !is_order_free(combination(op)?, element) || !is_reduced || source.r#type() != array.r#type() {
        return None;
    }
    let regions = op.region_list().into_iter().map(take_region).collect();
    Some(builder.create(op.name_str(), &[source, init], &[op.output(0).r#type()], &op.attrs(), regions).outs())
}

/// The results of a reduction that are `used`, and those that decide about them: the body computes their next values from
/// the arguments of these. None if the body does more than compute values.
fn live_results<'c>(op: Op<'c>, body: Block<'c>, used: Vec<bool>) -> Option<Vec<bool>> {
    let (n, arguments, next) = (op.outs().len(), block_args(body), terminator(body)?.ins());
    let is_pure = |inner: &Op<'c>| {
        inner.region_list().is_empty() && !["xla.custom_call", "xla.call", "func.call"].contains(&inner.name_str())
    };
    if arguments.len() != 2 * n || next.len() != n || !block_ops(body).iter().all(is_pure) {
        return None;
    }
    let mut live = used;
    let mut seen: Vec<Value<'c>> = Vec::new();
    let mut open: Vec<Value<'c>> = (0..n).filter(|i| live[*i]).map(|i| next[i]).collect();
    while let Some(value) = open.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        match arguments.iter().position(|argument| *argument == value).map(|number| number % n) {
            Some(i) if !live[i] => {
                live[i] = true;
                open.push(next[i]);
            }
            Some(_) => {}
            None => open.extend(defining_op(value).into_iter().flat_map(|inner| inner.ins())),
        }
    }
    Some(live)
}

/// Whether a reduction can do without result `i`, if nothing needs it: one type is that of its initial value and of its
/// arguments, and its sizes are known.
fn may_drop<'c>(op: Op<'c>, body: Block<'c>, i: usize) -> bool {
    let (n, arguments) = (op.outs().len(), block_args(body));
    [i, n + i].iter().all(|j| arguments[*j].r#type() == op.input(n + i).r#type())
        && tensor_of(op.output(i)).is_some_and(|tensor| tensor.is_static())
}

/// A reduction without the inputs whose results nothing uses and no other result depends on:
///
/// ```mlir
/// %r:2 = xla.reduce(%x init: %a), (%y init: %b) …    // only %r#1 is used, and its body does not look at the first
/// %r = xla.reduce(%y init: %b) …
/// ```
fn unused_results<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let body = op.body(0)?;
    let (n, arguments, returned) = (op.outs().len(), block_args(body), terminator(body)?);
    let live = live_results(op, body, op.outs().into_iter().map(has_uses).collect())?;
    let (kept, dropped): (Vec<usize>, Vec<usize>) = (0..n).partition(|i| live[*i]);
    if kept.is_empty() || dropped.is_empty() || !dropped.iter().all(|i| may_drop(op, body, *i)) {
        return None;
    }
    let next = returned.ins();
    let inits = kept.iter().map(|i| n + i);
    let operands: Vec<Value<'c>> = kept.iter().copied().chain(inits).map(|i| op.input(i)).collect();
    let types: Vec<Type<'c>> = kept.iter().map(|i| op.output(*i).r#type()).collect();
    // What is left of their computation is dead.
    for i in &dropped {
        [*i, n + i].into_iter().for_each(|j| replace_uses(arguments[j], op.input(n + i)));
    }
    // The terminator is changed and not replaced, for the driver may have it in its worklist.
    set_operands(returned, &kept.iter().map(|i| next[*i]).collect::<Vec<_>>());
    let region = take_region_without(op.region_list().into_iter().next()?, |i| !live[i % n]);
    let new = builder.create(op.name_str(), &operands, &types, &op.attrs(), vec![region]);
    let mut results = new.outs().into_iter();
    let unused = |i: usize| Some(xla::broadcast_in_dim(builder, op.input(n + i), &[], op.output(i).r#type()));
    (0..n).map(|i| if live[i] { results.next() } else { unused(i) }).collect()
}

/// A reduction of arrays of which some have equal elements as two ops, where the body combines them apart: of equal elements one
/// result is computed.
fn equal_ones_apart<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let are_equal: Vec<bool> = (0..op.outs().len()).map(|i| is_splat(op.input(i))).collect();
    are_equal.contains(&true).then(|| apart(op, builder, are_equal))?
}

/// A reduction of elements of several widths as several ops, where the body combines them apart: of the widest the fewest fit a
/// vector. Sums of one width may share what they read, as those of numbers and of their squares.
fn widths_apart<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let bytes = |value: Value<'c>| Some(plain(value)?.xla_element()?.storage_bytes());
    let widths: Vec<usize> = op.outs().into_iter().map(bytes).collect::<Option<_>>()?;
    let first = op.outs().into_iter().position(has_uses)?;
    apart(op, builder, widths.iter().map(|width| *width == widths[first]).collect())
}

/// A reduction of which the body combines some results apart from the others, as two ops: what is known of the computation of
/// one result, such as that padding changes nothing, is not known of that of all.
///
/// ```mlir
/// %r:2 = xla.reduce_window(%x init: %a), (%y init: %b) …    // a sum and a maximum
/// %r0 = xla.reduce_window(%x init: %a) applies xla.add …    %r1 = xla.reduce_window(%y init: %b) applies xla.max …
/// ```
fn results_apart<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let first = op.outs().into_iter().position(has_uses)?;
    apart(op, builder, (0..op.outs().len()).map(|i| i == first).collect())
}

/// A reduction as one of the results `of_first`, and of those that decide about them, and one of all others, if no result decides
/// about both.
fn apart<'c>(op: Op<'c>, builder: &Builder<'c>, of_first: Vec<bool>) -> Option<Vec<Value<'c>>> {
    let (n, body) = (op.outs().len(), op.body(0)?);
    let used: Vec<bool> = op.outs().into_iter().map(has_uses).collect();
    let own = live_results(op, body, (0..n).map(|i| used[i] && of_first[i]).collect())?;
    let others = live_results(op, body, (0..n).map(|i| used[i] && !own[i]).collect())?;
    let is_apart = (0..n).all(|i| may_drop(op, body, i) && !(own[i] && others[i]));
    if !is_apart || !others.contains(&true) {
        return None;
    }
    // Each drops what is left unused of it.
    // SAFETY: the copies are detached ops, which the builder takes.
    let copy = |()| builder.insert(unsafe { Operation::from_raw(mlirOperationClone(op.to_raw())) });
    let copies = [(), ()].map(copy);
    Some((0..n).map(|i| copies[usize::from(!own[i])].output(i)).collect())
}
