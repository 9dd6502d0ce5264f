//! `sort`: sorts slices along a dimension by a comparator.

use super::control::{check_body_arguments, check_terminator, scalars_of};
use super::dimensions::{compatible_shapes, show};
use super::literal::Literal;
use super::matching::plain;
use super::meaning::{Arguments, Folded, Meaning, Pattern};
use super::reduce::{addition, combination};
use super::splats::repeats_along;
use crate::diagnostics::Violation;
use crate::elementwise_kinds;
use crate::ir::{
    Attribute, Block, Builder, Op, OpExt, Tensor, Type, Value, block_args, block_ops, defining_op, has_uses,
    take_region_without, tensor_of, terminator, type_of,
};
use crate::ods::xla::{self, Kind};
use crate::require;
use melior::ir::ValueLike;
use xla_scalar::Element;

/// `sort`.
pub const SORT: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: Some(fold) };

/// The dimension that an op of `rank` dimensions sorts along: a negative one counts from the end.
pub fn dimension(dimension: i64, rank: usize) -> Option<usize> {
    let from_start = if dimension < 0 { dimension.checked_add(rank as i64)? } else { dimension };
    usize::try_from(from_start).ok().filter(|&d| d < rank)
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let inputs = arguments.tensors()?;
    require!(!inputs.is_empty(), "sort-operands", "needs at least one operand");
    for (i, input) in inputs.iter().enumerate() {
        if !compatible_shapes(&inputs[0].shape, &input.shape) {
            let message = format!(
                "sorts operands of shapes {} and {} together; they must agree",
                show(&inputs[0].shape),
                show(&input.shape)
            );
            return Err(Violation::new("sort-same-shape", message).operand(arguments, 0).operand(arguments, i));
        }
    }
    // Absent, it is the last one.
    let along = arguments.attr("dimension").map_or(-1, |_| arguments.int("dimension"));
    if dimension(along, inputs[0].rank()).is_none() {
        let message = format!("sorts along dimension {along} of operands of rank {}", inputs[0].rank());
        return Err(Violation::new("sort-dimension", message).operand(arguments, 0));
    }
    Ok(inputs.iter().map(Tensor::ty).collect())
}

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(body) = op.body(0) else { return Ok(()) };
    let pairs: Vec<Type<'_>> = scalars_of(op).into_iter().flat_map(|scalar| [scalar; 2]).collect();
    check_body_arguments(op, body, "comparator", "sort-comparator-arguments", &pairs)?;
    let pred = Tensor::new(&[], type_of(op.ctx(), Element::Pred)).ty();
    check_terminator(body, "comparator", "sort-comparator-result", &[pred])
}

/// Slices of at most one element are sorted.
fn fold<'c>(op: Op<'c>, _operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let shape = tensor_of(op.input(0))?.shape;
    let along = dimension(op.int("dimension").unwrap_or(-1), shape.len())?;
    let sorted = shape.contains(&0) || shape[along] == 1;
    sorted.then(|| op.ins().into_iter().map(Folded::Value).collect())
}

/// The patterns that start from sorts.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Sort, rewrite: unused_arrays },
    Pattern { kind: Kind::Sort, rewrite: short_slices },
    Pattern { kind: Kind::Sort, rewrite: truth_values },
];

/// A sort without the arrays whose results nothing uses and that its comparator does not look at.
fn unused_arrays<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let comparator = op.body(0)?;
    let (inputs, results, arguments) = (op.ins(), op.outs(), block_args(comparator));
    let is_needed = |i: usize| [results[i], arguments[2 * i], arguments[2 * i + 1]].into_iter().any(has_uses);
    let (kept, dropped): (Vec<usize>, Vec<usize>) = (0..results.len()).partition(|i| is_needed(*i));
    if kept.is_empty() || !dropped.iter().all(|&i| inputs[i].r#type() == results[i].r#type()) || dropped.is_empty() {
        return None;
    }
    let operands: Vec<Value<'c>> = kept.iter().map(|i| inputs[*i]).collect();
    let types: Vec<Type<'c>> = kept.iter().map(|i| results[*i].r#type()).collect();
    let region = take_region_without(op.region_list().into_iter().next()?, |i| dropped.contains(&(i / 2)));
    let new = builder.create(op.name_str(), &operands, &types, &op.attrs(), vec![region]);
    let mut sorted = new.outs().into_iter();
    inputs
        .into_iter()
        .enumerate()
        .map(|(i, input)| if kept.contains(&i) { sorted.next() } else { Some(input) })
        .collect()
}

/// Truth values are counted, not sorted:
///
/// ```mlir
/// %r = xla.sort(%x) dim = 1 : tensor<64x32xi1> comparator {… xla.lt %a, %b}
/// %false = xla.reduce (xla.convert (xla.not %x)), … applies xla.add : tensor<64xi32>   %r = xla.ge (xla.iota dim = 1), %false
/// ```
fn truth_values<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let [values] = op.ins()[..] else { return None };
    let array = plain(values)?;
    let along = dimension(op.int("dimension").unwrap_or(-1), array.rank())?;
    let fits = i32::try_from(array.shape[along]).is_ok();
    if !array.xla_element()?.is_pred() || !fits || op.output(0).r#type() != values.r#type() {
        return None;
    }
    // Equal elements are sorted already.
    if repeats_along(values, along) {
        return None;
    }
    let order = combination(op)?;
    let is_forward = order.ins() == block_args(op.body(0)?);
    let rises = match Kind::of(order)? {
        Kind::Lt => is_forward,
        Kind::Gt => !is_forward,
        _ => return None,
    };
    let (numbers, truth) = (array.with_element(type_of(op.ctx(), Element::S32)), builder.typed(values.r#type()));
    let first = if rises { xla::not(&truth, values) } else { values };
    let mut others: Vec<i64> = (0..array.rank() as i64).collect();
    others.remove(along);
    let scalar = numbers.with_shape(&[]).ty();
    let zero = xla::constant(builder, Literal::splat(Element::S32, &[], 0.0)?.attribute(scalar)?);
    let ones = xla::convert(builder, first, numbers.ty());
    let count = xla::reduce(builder, &[ones], &[zero], &[along as i64], addition(builder, scalar)).output(0);
    let count = xla::broadcast_in_dim(builder, count, &others, numbers.ty());
    let places = xla::iota(builder, along as i64, numbers.ty());
    Some(vec![if rises { xla::ge(&truth, places, count) } else { xla::lt(&truth, places, count) }])
}

/// Elements of a slice that is sorted by exchanges, at most, and elements of all slices, at least.
const SHORT: i64 = 4;
const LEAST_ELEMENTS: i64 = 512;

/// Many short slices are sorted together, by exchanges of neighbours:
///
/// ```mlir
/// %r = xla.sort(%x) dim = 1 : tensor<512x2xi32> comparator {… xla.lt %a, %b}
/// %a = xla.slice %x [0:512, 0:1]   %b = xla.slice %x [0:512, 1:2]   %before = xla.lt %b, %a
/// %r = xla.concatenate (xla.select %before, %b, %a), (xla.select %before, %a, %b)
/// ```
fn short_slices<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inputs = op.ins();
    let arrays: Vec<Tensor<'c>> = inputs.iter().map(|input| plain(*input)).collect::<Option<_>>()?;
    let shape = &arrays[0].shape;
    let along = dimension(op.int("dimension").unwrap_or(-1), shape.len())?;
    let count = shape[along];
    let types_stay = inputs.iter().zip(op.outs()).all(|(input, result)| input.r#type() == result.r#type());
    if !types_stay || !(2..=SHORT).contains(&count) || arrays[0].size() < LEAST_ELEMENTS {
        return None;
    }
    let comparator = op.body(0)?;
    let mut one = shape.clone();
    one[along] = 1;
    let piece = |input: Value<'c>, at: i64| {
        let (mut starts, mut limits) = (vec![0; shape.len()], shape.clone());
        (starts[along], limits[along]) = (at, at + 1);
        xla::slice(builder, input, &starts, &limits, &vec![1; shape.len()])
    };
    if !is_elementwise(comparator) || !is_order(comparator)? {
        return None;
    }
    let mut pieces: Vec<Vec<Value<'c>>> =
        (0..count).map(|at| inputs.iter().map(|input| piece(*input, at)).collect()).collect();
    // An element passes another only if it comes before it, so that equal ones keep their order.
    for last in (1..pieces.len()).rev() {
        for at in 0..last {
            let (a, b) = (pieces[at].clone(), pieces[at + 1].clone());
            let pairs: Vec<Value<'c>> = b.iter().zip(&a).flat_map(|(b, a)| [*b, *a]).collect();
            let exchange = *on_arrays(builder, comparator, &pairs, &one)?.first()?;
            let select = |x: &Value<'c>, y: &Value<'c>| xla::select(&builder.typed(x.r#type()), exchange, *x, *y);
            pieces[at] = b.iter().zip(&a).map(|(b, a)| select(b, a)).collect();
            pieces[at + 1] = a.iter().zip(&b).map(|(a, b)| select(a, b)).collect();
        }
    }
    let joined = |i: usize| {
        let pieces: Vec<Value<'c>> = pieces.iter().map(|piece| piece[i]).collect();
        xla::concatenate(builder, &pieces, along as i64)
    };
    Some((0..inputs.len()).map(joined).collect())
}

/// Whether a comparator is a strict weak order: it compares what one computation makes of the elements of each of two places, and not as
/// floats, of which NaN comes nowhere.
fn is_order(comparator: Block<'_>) -> Option<bool> {
    let order = defining_op(terminator(comparator)?.input(0))?;
    let element = plain(order.ins().first().copied()?)?.xla_element()?;
    let is_strict = match Kind::of(order)? {
        Kind::Lt | Kind::Gt => !element.is_float() && !element.is_complex(),
        Kind::LtTotalOrder | Kind::GtTotalOrder => true,
        _ => false,
    };
    // Of the arguments the even ones are of one place, the odd ones of the other.
    let mirrors = |first: usize| is_same_computation(order, comparator, &|i, j| i % 2 == first && j == i ^ 1);
    Some(is_strict && (mirrors(0) || mirrors(1)))
}

/// Whether both operands of `order`, an op of `comparator`, are the same computation, where arguments with the numbers i and j stand for
/// each other if `are_alike(i, j)`.
pub(super) fn is_same_computation(
    order: Op<'_>,
    comparator: Block<'_>,
    are_alike: &dyn Fn(usize, usize) -> bool,
) -> bool {
    /// Ops from a comparator's result down to its arguments, at most.
    const MOST_DEPTH: usize = 6;
    fn is_same<'c>(
        (a, b): (Value<'c>, Value<'c>),
        arguments: &[Value<'c>],
        are_alike: &dyn Fn(usize, usize) -> bool,
        depth: usize,
    ) -> bool {
        let position = |value: Value<'c>| arguments.iter().position(|argument| *argument == value);
        if let (Some(i), Some(j)) = (position(a), position(b)) {
            return are_alike(i, j);
        }
        let (Some(x), Some(y)) = (defining_op(a), defining_op(b)) else { return a == b };
        let is_same_op = x.name_str() == y.name_str() && x.attrs() == y.attrs() && x.ins().len() == y.ins().len();
        let mut operands = x.ins().into_iter().zip(y.ins());
        depth > 0 && is_same_op && operands.all(|pair| is_same(pair, arguments, are_alike, depth - 1))
    }
    is_same((order.input(0), order.input(1)), &block_args(comparator), are_alike, MOST_DEPTH)
}

/// Whether a computation has elementwise ops and literals alone, and reads nothing from around it.
pub(super) fn is_elementwise(computation: Block<'_>) -> bool {
    block_ops(computation).into_iter().all(|op| {
        let Some(kind) = Kind::of(op) else { return false };
        let is_same_size = op.attr("broadcast_dimensions").is_none();
        let is_own = |value: &Value<'_>| match defining_op(*value) {
            Some(defining) => defining.parent_block() == Some(computation),
            None => block_args(computation).contains(value),
        };
        matches!(kind, elementwise_kinds!() | Kind::Constant | Kind::Return | Kind::ReducePrecision)
            && is_same_size
            && op.ins().iter().all(is_own)
    })
}

/// The results of a computation of elementwise ops for each element of arrays of this shape.
pub(super) fn on_arrays<'c>(
    builder: &Builder<'c>,
    computation: Block<'c>,
    arguments: &[Value<'c>],
    shape: &[i64],
) -> Option<Vec<Value<'c>>> {
    let mut known: Vec<(Value<'c>, Value<'c>)> =
        block_args(computation).into_iter().zip(arguments.iter().copied()).collect();
    for op in block_ops(computation) {
        let of = |value: Value<'c>| known.iter().find(|(scalar, _)| *scalar == value).map(|(_, array)| *array);
        let operands = op.ins().into_iter().map(of).collect::<Option<Vec<_>>>();
        match Kind::of(op)? {
            Kind::Return => return operands,
            Kind::Constant => {
                let scalar = Literal::of(op.attr("value")?)?;
                let ty = plain(op.output(0))?.with_shape(shape).ty();
                let splat = Literal::filled(scalar.element, shape, scalar.one()?)?;
                known.push((op.output(0), xla::constant(builder, splat.attribute(ty)?)));
            }
            _ => {
                let ty = plain(op.output(0))?.with_shape(shape).ty();
                let array = builder.create(op.name_str(), &operands?, &[ty], &op.attrs(), Vec::new());
                known.push((op.output(0), array.output(0)));
            }
        }
    }
    None
}
