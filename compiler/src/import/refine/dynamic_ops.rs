//! Ops whose shapes are operands become the ops whose shapes are in their types.

use super::values::{integers, literal, shape};
use crate::import::calls::{body_of, called};
use crate::inline::Functions;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::op_error;
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Type, Value, defining_op, i64_array, string_value, tensor_of,
};
use xla_dialect::ods::stablehlo::{self, Kind};
use xla_dialect::ods::{EnumAttribute, chlo};
use xla_dialect::ops::dimensions::element_count;
use xla_dialect::ops::slice::sliced_size;
use xla_dialect::passes::Failed;

/// Custom calls that stand for ops with dynamic shapes, and those that speak of shapes.
const CALLS: [&str; 5] = [
    "shape_assertion",
    "stablehlo.dynamic_reduce_window",
    "stablehlo.dynamic_rng_bit_generator",
    "stablehlo.dynamic_top_k",
    "stablehlo.shape_refinement_operand_wrapper",
];

/// Whether `op` is one of those that [`make_static`] is for.
pub fn concerns(op: Op<'_>) -> bool {
    match stablehlo::CustomCall::of(op) {
        Some(call) => CALLS.contains(&call.call_target_name()),
        None => rewrite(op).is_some(),
    }
}

/// Builds the op of a known shape that an op becomes; none if its shape is not known.
type Rewrite = for<'c> fn(Op<'c>, &Builder<'c>) -> Option<Op<'c>>;

/// What makes an op whose shape is an operand static.
fn rewrite(op: Op<'_>) -> Option<Rewrite> {
    Some(match Kind::of(op)? {
        Kind::DynamicBroadcastInDim => broadcast_in_dim,
        Kind::DynamicConv => convolution,
        Kind::DynamicGather => gather,
        Kind::DynamicIota => iota,
        Kind::DynamicPad => pad,
        Kind::DynamicReshape => reshape,
        Kind::RealDynamicSlice => slice,
        Kind::Rng => rng,
        _ => return None,
    })
}

/// What takes the place of `op`, in order: itself, where it is no dynamic op or its shape is not known.
pub fn make_static<'c>(op: Op<'c>, functions: &Functions<'c>) -> Result<Vec<Op<'c>>, Failed> {
    let builder = verified::before(op);
    if let Some(call) = stablehlo::CustomCall::of(op) {
        return custom_call(op, call.call_target_name(), &builder, functions);
    }
    let Some(made) = rewrite(op).and_then(|rewrite| rewrite(op, &builder)) else { return Ok(vec![op]) };
    op.replace(&[made.output(0)]);
    Ok(vec![made])
}

/// The shape in operand `i`, or else the one in the result's type.
fn result_type<'c>(op: Op<'c>, i: usize) -> Option<Type<'c>> {
    let result = tensor_of(op.output(0))?;
    let sizes = integers(op.input(i)).filter(|sizes| sizes.iter().all(|size| *size >= 0));
    match sizes {
        Some(sizes) if sizes.len() == result.rank() => Some(result.with_shape(&sizes).ty()),
        _ => result.is_static().then(|| result.ty()),
    }
}

fn create<'c>(
    builder: &Builder<'c>,
    kind: Kind,
    operands: &[Value<'c>],
    ty: Type<'c>,
    attributes: &[(&str, Attribute<'c>)],
) -> Op<'c> {
    builder.create(kind.name(), operands, &[ty], attributes, Vec::new())
}

/// The attributes of `op` but those called `left_out`.
fn kept<'c>(op: Op<'c>, left_out: &[&str]) -> Vec<(&'c str, Attribute<'c>)> {
    op.attrs().into_iter().filter(|(name, _)| !left_out.contains(name)).collect()
}

fn iota<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    Some(create(builder, Kind::Iota, &[], result_type(op, 0)?, &kept(op, &[])))
}

fn rng<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    let ty = result_type(op, 2)?;
    // One whose type states the shape stays.
    let is_open = op.output(0).r#type() != ty;
    is_open.then(|| create(builder, Kind::Rng, &op.ins(), ty, &kept(op, &[])))
}

fn reshape<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    defining_op(stablehlo::reshape(builder, op.input(0), result_type(op, 1)?))
}

fn broadcast_in_dim<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    // Which dimensions expand is in the types now.
    let attributes = kept(op, &["known_expanding_dimensions", "known_nonexpanding_dimensions"]);
    Some(create(builder, Kind::BroadcastInDim, &[op.input(0)], result_type(op, 1)?, &attributes))
}

fn pad<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    let [low, high, interior] = [2, 3, 4].map(|i| integers(op.input(i)));
    let parts = stablehlo::PadParts {
        operand: op.input(0),
        padding_value: op.input(1),
        edge_padding_low: &low?,
        edge_padding_high: &high?,
        interior_padding: &interior?,
        result: op.output(0).r#type(),
    };
    defining_op(parts.build(builder))
}

/// A slice between known places is a `slice`. One of known size that starts anywhere is a `dynamic_slice`, of every
/// element in between where it has strides.
fn slice<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    let (result, operand) = (tensor_of(op.output(0))?, tensor_of(op.input(0))?);
    let strides = integers(op.input(3)).filter(|strides| strides.iter().all(|stride| *stride > 0))?;
    let build = |value: Value<'c>, starts: &[i64], limits: &[i64], shape: &[i64]| {
        stablehlo::slice(builder, value, starts, limits, &strides, result.with_shape(shape).ty())
    };
    if let (Some(starts), Some(limits)) = (integers(op.input(1)), integers(op.input(2))) {
        let shape: Vec<i64> = (0..starts.len()).map(|d| sliced_size(starts[d], limits[d], strides[d])).collect();
        return defining_op(build(op.input(0), &starts, &limits, &shape));
    }
    let spans = spans(op, &strides)?;
    let shape: Vec<i64> = spans.iter().zip(&strides).map(|(span, stride)| sliced_size(0, *span, *stride)).collect();
    let starts = op.input(1);
    let index = tensor_of(starts)?.with_shape(&[]);
    let part = index.with_shape(&[1]).ty();
    let starts: Vec<Value<'c>> = (0..spans.len() as i64)
        .map(|d| {
            let one = stablehlo::slice(builder, starts, &[d], &[d + 1], &[1], part);
            stablehlo::reshape(builder, one, index.ty())
        })
        .collect();
    let read = stablehlo::dynamic_slice(builder, op.input(0), &starts, &spans, operand.with_shape(&spans).ty());
    if strides.iter().all(|stride| *stride == 1) {
        return defining_op(read);
    }
    defining_op(build(read, &vec![0; spans.len()], &spans, &shape))
}

/// How far a slice of known size reaches along each dimension: by the result's type, or since its limits are its
/// starts and a literal.
fn spans<'c>(op: Op<'c>, strides: &[i64]) -> Option<Vec<i64>> {
    let result = tensor_of(op.output(0))?;
    if result.is_static() {
        let span = |(&size, &stride): (&i64, &i64)| if size == 0 { 0 } else { (size - 1) * stride + 1 };
        return Some(result.shape.iter().zip(strides).map(span).collect());
    }
    let (starts, limits) = (op.input(1), op.input(2));
    let sum = defining_op(limits).and_then(stablehlo::Add::of)?;
    let extra = match (sum.lhs() == starts, sum.rhs() == starts) {
        (true, _) => sum.rhs(),
        (_, true) => sum.lhs(),
        _ => return None,
    };
    integers(extra).filter(|spans| spans.iter().all(|span| *span >= 0))
}

/// Slices are as large as stated, or as the result's dimensions that are theirs.
fn gather<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    let sizes = integers(op.input(2))?;
    let mut attributes = kept(op, &[]);
    attributes.push(("slice_sizes", i64_array(builder.context, &sizes)));
    Some(create(builder, Kind::Gather, &[op.input(0), op.input(1)], op.output(0).r#type(), &attributes))
}

fn convolution<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    let padding = padding(builder, op.input(2))?;
    let mut attributes = kept(op, &["padding"]);
    attributes.push(("padding", padding));
    Some(create(builder, Kind::Convolution, &[op.input(0), op.input(1)], op.output(0).r#type(), &attributes))
}

/// Pairs of amounts as an attribute.
fn padding<'c>(builder: &Builder<'c>, value: Value<'c>) -> Option<Attribute<'c>> {
    let (amounts, shape) = (integers(value)?, shape(value)?);
    let ty = Tensor::new(&[*shape.first()?, 2], builder.element(Element::S64)).ty();
    (element_count(&shape)? == 2 * shape.first()?).then(|| literal(&amounts, ty))?
}

fn custom_call<'c>(
    op: Op<'c>,
    target: &str,
    builder: &Builder<'c>,
    functions: &Functions<'c>,
) -> Result<Vec<Op<'c>>, Failed> {
    let made = match target {
        "shape_assertion" => {
            let outcome = op.ins().first().and_then(|holds| integers(*holds));
            return match outcome.as_deref() {
                Some([0]) => Err(op_error(op, &format!("finds that {} [shape-assertion]", assertion_message(op)))),
                Some(_) => {
                    op.erase();
                    Ok(Vec::new())
                }
                None => Ok(vec![op]),
            };
        }
        "stablehlo.shape_refinement_operand_wrapper" if op.outs().len() == 1 && !op.ins().is_empty() => {
            op.replace(&[op.input(0)]);
            return Ok(Vec::new());
        }
        "stablehlo.dynamic_reduce_window" => reduce_window(op, builder, functions),
        "stablehlo.dynamic_rng_bit_generator" => rng_bit_generator(op, builder),
        "stablehlo.dynamic_top_k" => top_k(op, builder),
        _ => None,
    };
    let Some(made) = made else { return Ok(vec![op]) };
    op.replace(&made.outs());
    Ok(vec![made])
}

/// What the author of an assertion has to say, with the numbers it speaks of.
fn assertion_message(op: Op<'_>) -> String {
    let mut message = op.attr("error_message").and_then(string_value).unwrap_or("a shape assertion fails").to_string();
    for (i, value) in op.ins().into_iter().skip(1).enumerate() {
        if let Some([number]) = integers(value).as_deref() {
            message = message.replace(&format!("{{{i}}}"), &number.to_string());
        }
    }
    message
}

/// `(operands, initial values, window sizes, strides, base dilations, window dilations, padding)`; the computation is
/// a function.
fn reduce_window<'c>(op: Op<'c>, builder: &Builder<'c>, functions: &Functions<'c>) -> Option<Op<'c>> {
    let operands = op.ins();
    let count = op.outs().len();
    let [sizes, strides, base, dilations, amounts] = *operands.get(2 * count..)? else { return None };
    let lists = [sizes, strides, base, dilations].map(integers);
    let [Some(sizes), Some(strides), Some(base), Some(dilations)] = lists else { return None };
    let function = functions.get(&called(op)?)?;
    let region = body_of(function)?;
    let types: Vec<Type<'c>> = op.outs().into_iter().map(|result| result.r#type()).collect();
    let options = stablehlo::ReduceWindowOptions {
        window_strides: Some(&strides),
        base_dilations: Some(&base),
        window_dilations: Some(&dilations),
        padding: Some(padding(builder, amounts)?),
    };
    let (inputs, inits) = operands[..2 * count].split_at(count);
    Some(stablehlo::reduce_window_with(builder, inputs, inits, &sizes, region, &types, options))
}

/// `(state, shape)`.
fn rng_bit_generator<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    let (state, bits) = (tensor_of(op.input(0))?, tensor_of(*op.outs().get(1)?)?);
    let bits = bits.with_shape(&integers(*op.ins().get(1)?)?);
    let algorithm = stablehlo::RngAlgorithm::from_attribute(op.attr("rng_algorithm")?)?;
    Some(stablehlo::rng_bit_generator(builder, algorithm, op.input(0), state.ty(), bits.ty()))
}

/// `(operand, k)`.
fn top_k<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Op<'c>> {
    let [k] = *integers(*op.ins().get(1)?)? else { return None };
    let mut sizes = shape(op.input(0))?;
    *sizes.last_mut()? = k;
    let [values, indices] = *op.outs() else { return None };
    let (values, indices) = (tensor_of(values)?.with_shape(&sizes).ty(), tensor_of(indices)?.with_shape(&sizes).ty());
    Some(chlo::top_k(builder, op.input(0), k, values, indices))
}
