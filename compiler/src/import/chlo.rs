//! CHLO ops that are several xla ops. Those that are one are in [`xla_dialect::ops::chlo`].

use super::Expand;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Type, Value, bit_width, block_args, block_ops, constant_attribute,
    element_of, i64_array, is_index, move_to_end, replace_uses, splat_attribute, tensor_of, type_of, value_type,
};
use xla_dialect::ods::chlo::{self, Kind};
use xla_dialect::ods::xla;
use xla_dialect::ops::chlo::{RaggedDot, Scan, xla_kind};
use xla_dialect::ops::literal::Literal;
use xla_dialect::ops::{Arguments, dot::Dimensions};

/// Why `op`, which is a `kind`, cannot become xla ops.
pub fn check(op: Op<'_>, kind: Kind) -> Result<(), String> {
    if let Some(constant) = chlo::ConstantLike::of(op)
        && !is_number(constant.value())
    {
        return Err("no lowering of complex values yet".into());
    }
    let operand = op.ins().first().copied().and_then(tensor_of);
    let Some(operand) = operand else { return Ok(()) };
    let Some(element) = operand.xla_element() else { return Err(format!("no lowering for {} yet", operand.element)) };
    let meaning = xla_kind(&Arguments::of(op)).and_then(|kind| xla_scalar::Op::from_mnemonic(kind.mnemonic()));
    let known = meaning.is_none_or(|meaning| xla_scalar::supported(meaning, element));
    if !known || (kind == Kind::TopK && element.is_complex()) {
        return Err(format!("no lowering for {element} yet"));
    }
    Ok(())
}

/// Where the smaller operand of a broadcasting op goes: CHLO aligns trailing dimensions where it is not told, xla
/// only has scalars and equal ranks without being told.
pub fn broadcast_dimensions<'c>(op: Op<'c>) -> Option<Attribute<'c>> {
    if !Kind::of(op)?.mnemonic().starts_with("broadcast_") || op.attr("broadcast_dimensions").is_some() {
        return None;
    }
    let rank = |i| tensor_of(op.input(i)).map(|tensor| tensor.rank());
    let (lhs, rhs) = (rank(0)?, rank(1)?);
    let (small, large) = (lhs.min(rhs) as i64, lhs.max(rhs) as i64);
    (small != 0 && small != large).then(|| i64_array(op.ctx(), &(large - small..large).collect::<Vec<_>>()))
}

/// What builds the ops that make up an op of this kind; none where it is one op, see [`xla_kind`].
pub fn expansion(kind: Kind) -> Option<Expand> {
    Some(match kind {
        Kind::BroadcastSelect => broadcast_select,
        Kind::Conj => conjugate,
        Kind::ConstantLike => constant_like,
        Kind::IsInf | Kind::IsNegInf | Kind::IsPosInf => is_infinite,
        Kind::RaggedDot => ragged_dot,
        Kind::Scan => scan,
        Kind::Square => square,
        Kind::TopK => top_k,
        _ => return None,
    })
}

/// The real and the imaginary parts of `z`, and a builder of values of their type.
fn parts<'c>(builder: &Builder<'c>, z: Value<'c>, tensor: &Tensor<'c>) -> (Value<'c>, Value<'c>, Builder<'c>) {
    let part = type_of(builder.context, verified::element(tensor).real_part());
    let real = builder.typed(tensor.with_element(part).ty());
    (xla::real(&real, z), xla::imag(&real, z), real)
}

/// The product with itself; of complex numbers `(x + y)(x - y) + 2xyi`, in which fewer infinities meet. Of finite parts of one
/// magnitude the real part is 0, also where `x + y` or `x - y` overflows.
fn square<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let (z, whole) = (op.input(0), builder.typed(op.output(0).r#type()));
    let tensor = verified::tensor(z);
    if !verified::element(&tensor).is_complex() {
        return vec![xla::mul(&whole, z, z)];
    }
    let (x, y, part) = parts(builder, z, &tensor);
    let re = xla::mul(&part, xla::add(&part, x, y), xla::sub(&part, x, y));
    let truth = &builder.typed(truth(&verified::tensor(x), builder));
    let alike = xla::eq(truth, xla::abs(&part, x), xla::abs(&part, y));
    let cancels = xla::and(truth, alike, xla::is_finite(truth, x));
    let re = xla::select(&part, cancels, zero(x.r#type(), builder), re);
    let product = xla::mul(&part, x, y);
    let im = xla::add(&part, product, product);
    vec![xla::complex(&whole, re, im)]
}

/// Not finite, and equal to itself as NaN is not; of one sign, by comparison with the magnitude.
fn is_infinite<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let x = op.input(0);
    let truth = &builder.typed(truth(&verified::tensor(x), builder));
    let other = xla::not(truth, xla::is_finite(truth, x));
    let infinite = xla::and(truth, other, xla::eq(truth, x, x));
    let magnitude = || xla::abs(&builder.typed(x.r#type()), x);
    let sign = match Kind::of(op) {
        Some(Kind::IsPosInf) => xla::eq(truth, x, magnitude()),
        Some(Kind::IsNegInf) => xla::ne(truth, x, magnitude()),
        _ => return vec![infinite],
    };
    vec![xla::and(truth, infinite, sign)]
}

fn conjugate<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let x = op.input(0);
    let tensor = verified::tensor(x);
    if !verified::element(&tensor).is_complex() {
        return vec![x];
    }
    let (real, imag, part) = parts(builder, x, &tensor);
    vec![xla::complex(&builder.typed(x.r#type()), real, xla::neg(&part, imag))]
}

fn is_number(value: Attribute<'_>) -> bool {
    let ty = value_type(value);
    is_index(ty) || (bit_width(ty).is_some() && !element_of(ty).is_some_and(Element::is_complex))
}

/// A splat of the result's type, whose element type the value has, as the verifier knows.
fn constant_like<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let splat = splat_attribute(op.output(0).r#type(), chlo::ConstantLike::cast(op).value());
    vec![xla::constant(builder, splat)]
}

fn truth<'c>(like: &Tensor<'c>, builder: &Builder<'c>) -> Type<'c> {
    like.with_element(type_of(builder.context, Element::Pred)).ty()
}

/// A splat of zeros.
fn zero<'c>(ty: Type<'c>, builder: &Builder<'c>) -> Value<'c> {
    xla::constant(builder, Literal::filling(ty, 0.0))
}

fn broadcast_in_dim<'c>(value: Value<'c>, shape: &[i64], dims: &[i64], builder: &Builder<'c>) -> Value<'c> {
    xla::broadcast_in_dim(builder, value, dims, verified::tensor(value).with_shape(shape).ty())
}

/// Operands of other shapes are broadcast as NumPy does: trailing dimensions are aligned. A scalar predicate is left
/// to `select`.
fn broadcast_select<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let result = verified::tensor(op.output(0));
    let rank = result.rank() as i64;
    let placed = |i: usize| {
        let (operand, tensor) = (op.input(i), verified::tensor(op.input(i)));
        if tensor.shape == result.shape || (i == 0 && tensor.rank() == 0) {
            return operand;
        }
        let dims: Vec<i64> = (rank - tensor.rank() as i64..rank).collect();
        broadcast_in_dim(operand, &result.shape, &dims, builder)
    };
    let (pred, on_true, on_false) = (placed(0), placed(1), placed(2));
    vec![xla::select(&builder.typed(result.ty()), pred, on_true, on_false)]
}

/// One `dot_general`, of which the left operand is repeated for each group, with zeros outside of the group. Where the
/// groups divide what both operands have in a batch, they do not matter.
fn ragged_dot<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let (lhs, rhs) = (verified::tensor(op.input(0)), verified::tensor(op.input(1)));
    let result = verified::tensor(op.output(0));
    let Ok(numbers) = RaggedDot::of(op, &lhs, &rhs) else { panic!("no ragged dot: {op}") };
    let dims = &numbers.dimensions;
    if dims.lhs_batching.contains(&numbers.ragged) {
        return vec![dot_general(op.input(0), op.input(1), dims, result.ty(), builder)];
    }
    let masked = of_each_group(op, &lhs, &numbers, builder);
    let later = |dims: &[i64]| dims.iter().map(|d| d + 1).collect::<Vec<_>>();
    let mut dims = Dimensions {
        lhs_batching: later(&dims.lhs_batching),
        lhs_contracting: later(&dims.lhs_contracting),
        ..dims.clone()
    };
    if let Some(group) = numbers.group {
        dims.lhs_contracting.push(0);
        dims.rhs_contracting.push(group);
        return vec![dot_general(masked, op.input(1), &dims, result.ty(), builder)];
    }
    // The groups are the first of the left operand's free dimensions, behind the batch, and come first in the result.
    let batch = dims.lhs_batching.len();
    let mut shape = result.shape.clone();
    shape[..=batch].rotate_left(1);
    let product = dot_general(masked, op.input(1), &dims, result.with_shape(&shape).ty(), builder);
    let mut order: Vec<i64> = (0..result.rank() as i64).collect();
    order[..=batch].rotate_right(1);
    vec![xla::transpose(&builder.typed(result.ty()), product, &order)]
}

fn dot_general<'c>(
    lhs: Value<'c>,
    rhs: Value<'c>,
    dims: &Dimensions,
    result: Type<'c>,
    builder: &Builder<'c>,
) -> Value<'c> {
    let options = xla::DotGeneralOptions {
        lhs_batching_dimensions: Some(&dims.lhs_batching),
        rhs_batching_dimensions: Some(&dims.rhs_batching),
        lhs_contracting_dimensions: Some(&dims.lhs_contracting),
        rhs_contracting_dimensions: Some(&dims.rhs_contracting),
    };
    xla::dot_general_with(builder, lhs, rhs, result, options)
}

/// The left operand once for each group, along a new first dimension: zero where the index of the ragged dimension is
/// in another group. A group ends where the sizes up to its own add up to, and begins where the one before ends.
fn of_each_group<'c>(op: Op<'c>, lhs: &Tensor<'c>, numbers: &RaggedDot, builder: &Builder<'c>) -> Value<'c> {
    let sizes = verified::tensor(op.input(2));
    let prefix = sizes.rank() - 1;
    let groups = sizes.shape[prefix];
    let shape: Vec<i64> = [groups].iter().chain(&lhs.shape).copied().collect();

    // Sums of the sizes of all groups before: a product with a triangle of ones.
    let iota = |tensor: &Tensor<'c>, dimension: i64| xla::iota(builder, dimension, tensor.ty());
    let square = sizes.with_shape(&[groups, groups]);
    let before = xla::lt(builder, iota(&square, 0), iota(&square, 1));
    let triangle = xla::convert(builder, before, square.ty());
    let sum = Dimensions { lhs_contracting: vec![prefix as i64], rhs_contracting: vec![0], ..Dimensions::default() };
    let starts = dot_general(op.input(2), triangle, &sum, sizes.ty(), builder);
    let ends = xla::add(builder, starts, op.input(2));

    // The groups first, then the prefix in the left operand's order; sizes of rank 1 hold for any prefix.
    let mut order: Vec<i64> = (0..prefix as i64).collect();
    order.sort_by_key(|&i| numbers.prefix[i as usize]);
    let dims: Vec<i64> = [0].into_iter().chain(order.iter().map(|&i| numbers.prefix[i as usize] + 1)).collect();
    order.insert(0, prefix as i64);
    let spread = |value| broadcast_in_dim(xla::transpose(builder, value, &order), &shape, &dims, builder);
    let index = iota(&sizes.with_shape(&shape), numbers.ragged + 1);
    let begun = xla::ge(builder, index, spread(starts));
    let not_over = xla::lt(builder, index, spread(ends));
    let inside = xla::and(builder, begun, not_over);
    let dims: Vec<i64> = (1..=lhs.rank() as i64).collect();
    let repeated = broadcast_in_dim(op.input(0), &shape, &dims, builder);
    xla::select(builder, inside, repeated, zero(lhs.with_shape(&shape).ty(), builder))
}

/// ```mlir
/// %out, %last = chlo.scan(%x) inits(%init) dimension = 0 { (%slice, %carry) … return %y, %next }
/// // becomes
/// %0:3 = xla.while(%i = %zero, %carry = %init, %out = %zeros) {
///   %slice = xla.dynamic_slice %x at [%i, …] …
///   xla.dynamic_update_slice %out, %y at [%i, …]
/// }
/// ```
fn scan<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let Ok(scan) = Scan::of(op) else { panic!("no scan: {op}") };
    let reversed = chlo::Scan::cast(op).is_reverse();
    let counter = Tensor::new(&[], type_of(builder.context, Element::S64)).ty();
    let number = |builder: &Builder<'c>, value: i64| xla::constant(builder, constant_attribute(counter, value));
    let (operands, results) = (op.ins(), op.outs());
    let (inputs, inits) = operands.split_at(scan.inputs);
    let zeros: Vec<_> = results[..scan.outputs].iter().map(|output| zero(output.r#type(), builder)).collect();
    if scan.size == 0 {
        return zeros.iter().chain(inits).copied().collect();
    }
    let starts: Vec<_> = [number(builder, 0)].iter().chain(inits).chain(&zeros).copied().collect();
    let types: Vec<Type<'c>> = starts.iter().map(|value| value.r#type()).collect();

    let condition = builder.region(&types, |builder, arguments| {
        let more = xla::lt(builder, arguments[0], number(builder, scan.size));
        xla::return_(builder, &[more]);
    });
    let step = verified::body(op, 0);
    let last = verified::end(step);
    let body = builder.region(&types, |builder, arguments| {
        let i = arguments[0];
        let at = match reversed {
            true => xla::sub(builder, number(builder, scan.size - 1), i),
            false => i,
        };
        // The start of the slice number `at`, and its shape.
        let slice = |whole: &Tensor<'c>| {
            let mut start = vec![number(builder, 0); whole.rank()];
            start[scan.dimension] = at;
            let mut shape = whole.shape.clone();
            shape[scan.dimension] = 1;
            (start, shape)
        };
        let (carries, outputs) = arguments[1..].split_at(inits.len());
        let parameters = block_args(step);
        for (input, parameter) in inputs.iter().zip(&parameters) {
            let (start, sizes) = slice(&verified::tensor(*input));
            let value = xla::dynamic_slice(builder, *input, &start, &sizes);
            replace_uses(*parameter, xla::reshape(builder, value, parameter.r#type()));
        }
        for (carry, parameter) in carries.iter().zip(&parameters[scan.inputs..]) {
            replace_uses(*parameter, *carry);
        }
        for inner in block_ops(step) {
            if inner != last {
                move_to_end(inner, builder.block());
            }
        }
        let returned = last.ins();
        let (values, carried) = returned.split_at(scan.outputs);
        let mut next = vec![xla::add(builder, i, number(builder, 1))];
        next.extend(carried);
        for (output, value) in outputs.iter().zip(values) {
            let whole = verified::tensor(*output);
            let (start, part) = slice(&whole);
            let update = xla::reshape(builder, *value, whole.with_shape(&part).ty());
            next.push(xla::dynamic_update_slice(builder, *output, update, &start));
        }
        xla::return_(builder, &next);
    });
    let run = xla::while_(builder, &starts, condition, body, &types).outs();
    let (carries, outputs) = run[1..].split_at(inits.len());
    outputs.iter().chain(carries).copied().collect()
}

/// Elements and their indices, sorted together in descending order; and the first k. Floats are in total order, as XLA
/// has them: NaN is the largest, and +0 comes before -0.
fn top_k<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let operand = verified::tensor(op.input(0));
    let last = operand.rank() as i64 - 1;
    let indices = operand.with_element(type_of(builder.context, Element::S32));
    let numbers = xla::iota(builder, last, indices.ty());
    let scalars = [operand.with_shape(&[]).ty(), indices.with_shape(&[]).ty()];
    let comparator = builder.region(&[scalars[0], scalars[0], scalars[1], scalars[1]], |builder, arguments| {
        let before = xla::gt_total_order(builder, arguments[0], arguments[1]);
        xla::return_(builder, &[before]);
    });
    let options = xla::SortOptions { dimension: Some(last), is_stable: Some(true) };
    let sorted = xla::sort_with(builder, &[op.input(0), numbers], comparator, options);
    let ends = verified::tensor(op.output(0)).shape;
    let (starts, strides) = (vec![0; operand.rank()], vec![1; operand.rank()]);
    sorted.outs().into_iter().map(|all| xla::slice(builder, all, &starts, &ends, &strides)).collect()
}
