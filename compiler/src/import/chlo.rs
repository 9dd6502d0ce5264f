//! CHLO ops that are several xla ops. Those that are one are in [`xla_dialect::ops::chlo`].

use melior::ir::ValueLike;
use mlir_sys::{mlirAttributeIsAFloat, mlirAttributeIsAInteger, mlirDenseElementsAttrSplatGet};
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Type, Value, block_args, block_ops, i64_array, i64_attribute,
    move_to_end, parse_attribute, replace_uses, tensor_of, terminator, type_of,
};
use xla_dialect::ops::chlo::{RaggedDot, Scan, xla_mnemonic};
use xla_dialect::ops::{Arguments, dot::Dimensions};

/// Why an op whose name is known cannot become xla ops.
pub fn check(op: Op<'_>) -> Result<(), String> {
    if op.mnemonic() == "constant_like" && op.attr("value").is_some_and(|value| !is_number(value)) {
        return Err("no lowering of complex values yet".into());
    }
    if op.mnemonic() == "top_k"
        && let Some(element) = tensor_of(op.input(0)).and_then(|tensor| tensor.xla_element())
        && element.is_complex()
    {
        return Err(format!("no lowering for {element} yet"));
    }
    let meaning = xla_mnemonic(&Arguments::of(op)).and_then(xla_scalar::Op::from_mnemonic);
    let operand = op.ins().first().copied().and_then(tensor_of).and_then(|tensor| tensor.xla_element());
    match (meaning, operand) {
        (Some(meaning), Some(element)) if !xla_scalar::supported(meaning, element) => {
            Err(format!("no lowering for {element} yet"))
        }
        _ => Ok(()),
    }
}

/// Where the smaller operand of a broadcasting op goes: CHLO aligns trailing dimensions where it is not told, xla
/// only has scalars and equal ranks without being told.
pub fn broadcast_dimensions<'c>(op: Op<'c>) -> Option<Attribute<'c>> {
    if !op.name_str().starts_with("chlo.broadcast_") || op.attr("broadcast_dimensions").is_some() {
        return None;
    }
    let rank = |i| tensor_of(op.input(i)).map(|tensor| tensor.rank());
    let (lhs, rhs) = (rank(0)?, rank(1)?);
    let (small, large) = (lhs.min(rhs) as i64, lhs.max(rhs) as i64);
    (small != 0 && small != large).then(|| i64_array(op.ctx(), &(large - small..large).collect::<Vec<_>>()))
}

/// Whether [`expand`] knows the op.
pub fn expands(op: Op<'_>) -> bool {
    let simple = ["broadcast_select", "conj", "constant_like", "is_inf", "is_neg_inf", "is_pos_inf", "square"];
    simple.contains(&op.mnemonic()) || matches!(op.mnemonic(), "ragged_dot" | "scan" | "top_k")
}

/// Builds the ops that make up `op`.
pub fn expand<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let value = match op.mnemonic() {
        "broadcast_select" => broadcast_select(op, builder)?,
        "conj" => conjugate(op, builder)?,
        "constant_like" => constant_like(op, builder)?,
        "ragged_dot" => ragged_dot(op, builder)?,
        "scan" => return scan(op, builder),
        "top_k" => return top_k(op, builder),
        "square" => square(op, builder)?,
        _ => is_infinite(op, builder)?,
    };
    Some(vec![value])
}

/// The product with itself; of complex numbers `(x + y)(x - y) + 2xyi`, in which fewer infinities meet.
fn square<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    let (z, ty) = (op.input(0), op.output(0).r#type());
    let tensor = tensor_of(z)?;
    let element = tensor.xla_element()?;
    if !element.is_complex() {
        return Some(builder.value("xla.mul", &[z, z], ty, &[]));
    }
    let part = tensor.with_element(type_of(builder.context, element.real_part())).ty();
    let binary = |name: &str, lhs: Value<'c>, rhs: Value<'c>| builder.value(name, &[lhs, rhs], part, &[]);
    let (x, y) = (builder.value("xla.real", &[z], part, &[]), builder.value("xla.imag", &[z], part, &[]));
    let re = binary("xla.mul", binary("xla.add", x, y), binary("xla.sub", x, y));
    let product = binary("xla.mul", x, y);
    let im = binary("xla.add", product, product);
    Some(builder.value("xla.complex", &[re, im], ty, &[]))
}

/// Not finite, and equal to itself as NaN is not; of one sign, by comparison with the magnitude.
fn is_infinite<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    let x = op.input(0);
    let truth = truth(&tensor_of(x)?, builder);
    let finite = builder.value("xla.is_finite", &[x], truth, &[]);
    let other = builder.value("xla.not", &[finite], truth, &[]);
    let number = builder.value("xla.eq", &[x, x], truth, &[]);
    let infinite = builder.value("xla.and", &[other, number], truth, &[]);
    let comparison = match op.mnemonic() {
        "is_pos_inf" => "xla.eq",
        "is_neg_inf" => "xla.ne",
        _ => return Some(infinite),
    };
    let magnitude = builder.value("xla.abs", &[x], x.r#type(), &[]);
    let sign = builder.value(comparison, &[x, magnitude], truth, &[]);
    Some(builder.value("xla.and", &[infinite, sign], truth, &[]))
}

fn conjugate<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    let x = op.input(0);
    let tensor = tensor_of(x)?;
    let element = tensor.xla_element()?;
    if !element.is_complex() {
        return Some(x);
    }
    let part = tensor.with_element(type_of(builder.context, element.real_part())).ty();
    let real = builder.value("xla.real", &[x], part, &[]);
    let imag = builder.value("xla.imag", &[x], part, &[]);
    let negated = builder.value("xla.neg", &[imag], part, &[]);
    Some(builder.value("xla.complex", &[real, negated], x.r#type(), &[]))
}

fn is_number(value: Attribute<'_>) -> bool {
    let raw = melior::ir::attribute::AttributeLike::to_raw(&value);
    // SAFETY: asks for the kind of an attribute that is alive.
    unsafe { mlirAttributeIsAFloat(raw) || mlirAttributeIsAInteger(raw) }
}

/// A splat of the result's type, whose element type the value has, as the verifier knows.
fn constant_like<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    let (value, ty) = (op.attr("value")?, op.output(0).r#type());
    let raw = melior::ir::attribute::AttributeLike::to_raw(&value);
    // SAFETY: the type is a tensor of static shape, and the value is one of its elements.
    let splat = unsafe { Attribute::from_raw(mlirDenseElementsAttrSplatGet(melior::ir::TypeLike::to_raw(&ty), raw)) };
    Some(builder.value("xla.constant", &[], ty, &[("value", splat)]))
}

fn truth<'c>(like: &Tensor<'c>, builder: &Builder<'c>) -> Type<'c> {
    like.with_element(type_of(builder.context, Element::Pred)).ty()
}

/// A splat of zeros.
fn zero<'c>(ty: Type<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    let literal = match Tensor::of(ty)?.xla_element()? {
        element if element.is_complex() => "(0.0, 0.0)",
        element if element.is_float() => "0.0",
        _ => "0",
    };
    let literal = parse_attribute(builder.context, &format!("dense<{literal}> : {ty}"));
    Some(builder.value("xla.constant", &[], ty, &[("value", literal)]))
}

fn broadcast_in_dim<'c>(value: Value<'c>, shape: &[i64], dims: &[i64], builder: &Builder<'c>) -> Option<Value<'c>> {
    let ty = tensor_of(value)?.with_shape(shape).ty();
    let dims = i64_array(builder.context, dims);
    Some(builder.value("xla.broadcast_in_dim", &[value], ty, &[("broadcast_dimensions", dims)]))
}

/// Operands of other shapes are broadcast as NumPy does: trailing dimensions are aligned. A scalar predicate is left
/// to `select`.
fn broadcast_select<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    let result = tensor_of(op.output(0))?;
    let rank = result.rank() as i64;
    let mut operands = op.ins();
    for (i, operand) in operands.iter_mut().enumerate() {
        let tensor = tensor_of(*operand)?;
        if tensor.shape != result.shape && (i > 0 || tensor.rank() > 0) {
            let dims: Vec<i64> = (rank - tensor.rank() as i64..rank).collect();
            *operand = broadcast_in_dim(*operand, &result.shape, &dims, builder)?;
        }
    }
    Some(builder.value("xla.select", &operands, result.ty(), &[]))
}

/// One `dot_general`, of which the left operand is repeated for each group, with zeros outside of the group. Where the
/// groups divide what both operands have in a batch, they do not matter.
fn ragged_dot<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    let (lhs, rhs) = (tensor_of(op.input(0))?, tensor_of(op.input(1))?);
    let result = tensor_of(op.output(0))?;
    let numbers = RaggedDot::of(op, &lhs, &rhs).ok()?;
    let dims = &numbers.dimensions;
    if dims.lhs_batching.contains(&numbers.ragged) {
        return Some(dot_general(op.input(0), op.input(1), dims, result.ty(), builder));
    }
    let masked = of_each_group(op, &lhs, &numbers, builder)?;
    let later = |dims: &[i64]| dims.iter().map(|d| d + 1).collect::<Vec<_>>();
    let mut dims = Dimensions {
        lhs_batching: later(&dims.lhs_batching),
        lhs_contracting: later(&dims.lhs_contracting),
        ..dims.clone()
    };
    if let Some(group) = numbers.group {
        dims.lhs_contracting.push(0);
        dims.rhs_contracting.push(group);
        return Some(dot_general(masked, op.input(1), &dims, result.ty(), builder));
    }
    // The groups are the first of the left operand's free dimensions, behind the batch, and come first in the result.
    let batch = dims.lhs_batching.len();
    let mut shape = result.shape.clone();
    shape[..=batch].rotate_left(1);
    let product = dot_general(masked, op.input(1), &dims, result.with_shape(&shape).ty(), builder);
    let mut order: Vec<i64> = (0..result.rank() as i64).collect();
    order[..=batch].rotate_right(1);
    let order = i64_array(builder.context, &order);
    Some(builder.value("xla.transpose", &[product], result.ty(), &[("permutation", order)]))
}

fn dot_general<'c>(
    lhs: Value<'c>,
    rhs: Value<'c>,
    dims: &Dimensions,
    result: Type<'c>,
    builder: &Builder<'c>,
) -> Value<'c> {
    let attributes = [
        ("lhs_batching_dimensions", i64_array(builder.context, &dims.lhs_batching)),
        ("rhs_batching_dimensions", i64_array(builder.context, &dims.rhs_batching)),
        ("lhs_contracting_dimensions", i64_array(builder.context, &dims.lhs_contracting)),
        ("rhs_contracting_dimensions", i64_array(builder.context, &dims.rhs_contracting)),
    ];
    builder.value("xla.dot_general", &[lhs, rhs], result, &attributes)
}

/// The left operand once for each group, along a new first dimension: zero where the index of the ragged dimension is
/// in another group. A group ends where the sizes up to its own add up to, and begins where the one before ends.
fn of_each_group<'c>(op: Op<'c>, lhs: &Tensor<'c>, numbers: &RaggedDot, builder: &Builder<'c>) -> Option<Value<'c>> {
    let sizes = tensor_of(op.input(2))?;
    let (&groups, prefix) = sizes.shape.split_last()?;
    let shape: Vec<i64> = [groups].iter().chain(&lhs.shape).copied().collect();

    // Sums of the sizes of all groups before: a product with a triangle of ones.
    let iota = |tensor: &Tensor<'c>, dimension: i64| {
        let dimension = i64_attribute(builder.context, dimension);
        builder.value("xla.iota", &[], tensor.ty(), &[("iota_dimension", dimension)])
    };
    let square = sizes.with_shape(&[groups, groups]);
    let before = builder.value("xla.lt", &[iota(&square, 0), iota(&square, 1)], truth(&square, builder), &[]);
    let triangle = builder.value("xla.convert", &[before], square.ty(), &[]);
    let sum =
        Dimensions { lhs_contracting: vec![prefix.len() as i64], rhs_contracting: vec![0], ..Dimensions::default() };
    let starts = dot_general(op.input(2), triangle, &sum, sizes.ty(), builder);
    let ends = builder.value("xla.add", &[starts, op.input(2)], sizes.ty(), &[]);

    // The groups first, then the prefix in the left operand's order; sizes of rank 1 hold for any prefix.
    let mut order: Vec<i64> = (0..prefix.len() as i64).collect();
    order.sort_by_key(|&i| numbers.prefix[i as usize]);
    let dims: Vec<i64> = [0].into_iter().chain(order.iter().map(|&i| numbers.prefix[i as usize] + 1)).collect();
    order.insert(0, prefix.len() as i64);
    let turned: Vec<i64> = order.iter().map(|&i| sizes.shape[i as usize]).collect();
    let spread = |value| {
        let permutation = i64_array(builder.context, &order);
        let ty = sizes.with_shape(&turned).ty();
        let value = builder.value("xla.transpose", &[value], ty, &[("permutation", permutation)]);
        broadcast_in_dim(value, &shape, &dims, builder)
    };
    let whole = sizes.with_shape(&shape);
    let index = iota(&whole, numbers.ragged + 1);
    let truth = truth(&whole, builder);
    let begun = builder.value("xla.ge", &[index, spread(starts)?], truth, &[]);
    let not_over = builder.value("xla.lt", &[index, spread(ends)?], truth, &[]);
    let inside = builder.value("xla.and", &[begun, not_over], truth, &[]);
    let dims: Vec<i64> = (1..=lhs.rank() as i64).collect();
    let repeated = broadcast_in_dim(op.input(0), &shape, &dims, builder)?;
    let ty = lhs.with_shape(&shape).ty();
    Some(builder.value("xla.select", &[inside, repeated, zero(ty, builder)?], ty, &[]))
}

/// ```mlir
/// %out, %last = chlo.scan(%x) inits(%init) dimension = 0 { (%slice, %carry) … return %y, %next }
/// // becomes
/// %0:3 = xla.while(%i = %zero, %carry = %init, %out = %zeros) {
///   %slice = xla.dynamic_slice %x at [%i, …] …
///   xla.dynamic_update_slice %out, %y at [%i, …]
/// }
/// ```
fn scan<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let scan = Scan::of(op).ok()?;
    let reversed = op.attr("is_reverse").is_some_and(|value| value.to_string() == "true");
    let counter = Tensor::new(&[], type_of(builder.context, Element::S64));
    let number = |builder: &Builder<'c>, value: i64| {
        let value = parse_attribute(builder.context, &format!("dense<{value}> : {}", counter.ty()));
        builder.value("xla.constant", &[], counter.ty(), &[("value", value)])
    };
    let (operands, results) = (op.ins(), op.outs());
    let (inputs, inits) = operands.split_at(scan.inputs);
    let zeros: Option<Vec<_>> = results[..scan.outputs].iter().map(|output| zero(output.r#type(), builder)).collect();
    let zeros = zeros?;
    if scan.size == 0 {
        return Some(zeros.iter().chain(inits).copied().collect());
    }
    let starts: Vec<_> = [number(builder, 0)].iter().chain(inits).chain(&zeros).copied().collect();
    let types: Vec<Type<'c>> = starts.iter().map(|value| value.r#type()).collect();

    let condition = builder.region(&types, |builder, arguments| {
        let truth = truth(&counter, builder);
        let more = builder.value("xla.lt", &[arguments[0], number(builder, scan.size)], truth, &[]);
        builder.create("xla.return", &[more], &[], &[], vec![]);
    });
    let step = op.body(0)?;
    let last = terminator(step)?;
    let body = builder.region(&types, |builder, arguments| {
        let i = arguments[0];
        let at = match reversed {
            true => builder.value("xla.sub", &[number(builder, scan.size - 1), i], counter.ty(), &[]),
            false => i,
        };
        // The start of the slice number `at`, and its type.
        let slice = |whole: &Tensor<'c>| {
            let mut start = vec![number(builder, 0); whole.rank()];
            start[scan.dimension] = at;
            let mut shape = whole.shape.clone();
            shape[scan.dimension] = 1;
            (start, whole.with_shape(&shape))
        };
        let (carries, outputs) = arguments[1..].split_at(inits.len());
        let parameters = block_args(step);
        for (input, parameter) in inputs.iter().zip(&parameters) {
            let Some(whole) = tensor_of(*input) else { continue };
            let (start, part) = slice(&whole);
            let sizes = i64_array(builder.context, &part.shape);
            let operands: Vec<_> = [*input].into_iter().chain(start).collect();
            let value = builder.value("xla.dynamic_slice", &operands, part.ty(), &[("slice_sizes", sizes)]);
            replace_uses(*parameter, builder.value("xla.reshape", &[value], parameter.r#type(), &[]));
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
        let mut next = vec![builder.value("xla.add", &[i, number(builder, 1)], counter.ty(), &[])];
        next.extend(carried);
        for (output, value) in outputs.iter().zip(values) {
            let Some(whole) = tensor_of(*output) else { continue };
            let (start, part) = slice(&whole);
            let update = builder.value("xla.reshape", &[*value], part.ty(), &[]);
            let operands: Vec<_> = [*output, update].into_iter().chain(start).collect();
            next.push(builder.value("xla.dynamic_update_slice", &operands, whole.ty(), &[]));
        }
        builder.create("xla.return", &next, &[], &[], vec![]);
    });
    let run = builder.create("xla.while", &starts, &types, &[], vec![condition, body]).outs();
    let (carries, outputs) = run[1..].split_at(inits.len());
    Some(outputs.iter().chain(carries).copied().collect())
}

/// Elements and their indices, sorted together in descending order; and the first k. Floats are in total order, as XLA
/// has them: NaN is the largest, and +0 comes before -0.
fn top_k<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let operand = tensor_of(op.input(0))?;
    let last = i64_attribute(builder.context, operand.rank() as i64 - 1);
    let indices = operand.with_element(type_of(builder.context, Element::S32));
    let numbers = builder.value("xla.iota", &[], indices.ty(), &[("iota_dimension", last)]);
    let scalars = [operand.with_shape(&[]).ty(), indices.with_shape(&[]).ty()];
    let truth = truth(&operand.with_shape(&[]), builder);
    let comparator = builder.region(&[scalars[0], scalars[0], scalars[1], scalars[1]], |builder, arguments| {
        let before = builder.value("xla.gt_total_order", &arguments[..2], truth, &[]);
        builder.create("xla.return", &[before], &[], &[], vec![]);
    });
    let attributes = [("dimension", last), ("is_stable", builder.attr("true"))];
    let types = [operand.ty(), indices.ty()];
    let sorted = builder.create("xla.sort", &[op.input(0), numbers], &types, &attributes, vec![comparator]);
    let ends = tensor_of(op.output(0))?.shape;
    let first = |value| {
        let rank = operand.rank();
        let attributes = [
            ("start_indices", i64_array(builder.context, &vec![0; rank])),
            ("limit_indices", i64_array(builder.context, &ends)),
            ("strides", i64_array(builder.context, &vec![1; rank])),
        ];
        let ty = tensor_of(value)?.with_shape(&ends).ty();
        Some(builder.value("xla.slice", &[value], ty, &attributes))
    };
    Some(vec![first(sorted.output(0))?, first(sorted.output(1))?])
}
