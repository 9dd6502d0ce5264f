//! The rules of StableHLO's ops for quantized types. The types and shapes of the numbers that they express are checked by the
//! rules for types that are not quantized.
//!
//! Source: the StableHLO specification.

use crate::diagnostics::Violation;
use crate::ir::{Op, OpExt, Tensor, Type, Value, shape_of, type_of};
use crate::ods::stablehlo::Kind;
use crate::ops::dimensions::index;
use crate::ops::dot::Dimensions;
use crate::ops::meaning::Arguments;
use crate::quantized::{Quantized, is_quantized, is_quantized_element};
use crate::require;
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;

/// Whether an op's operands and results may be quantized along a dimension; most take one scale for a whole tensor.
const PER_AXIS: &[Kind] = &[
    Kind::Add,
    Kind::BitcastConvert,
    Kind::BroadcastInDim,
    Kind::Case,
    Kind::Composite,
    Kind::Constant,
    Kind::Convolution,
    Kind::CustomCall,
    Kind::Dot,
    Kind::DotGeneral,
    Kind::DynamicBroadcastInDim,
    Kind::DynamicConv,
    Kind::DynamicReshape,
    Kind::GetDimensionSize,
    Kind::GetTupleElement,
    Kind::If,
    Kind::Infeed,
    Kind::Outfeed,
    Kind::Recv,
    Kind::Reshape,
    Kind::Return,
    Kind::Send,
    Kind::Transpose,
    Kind::Tuple,
    Kind::UniformDequantize,
    Kind::UniformQuantize,
    Kind::While,
];

/// Ops that have no meaning for quantized elements.
const REFUSE: &[Kind] =
    &[Kind::Complex, Kind::Convert, Kind::Fft, Kind::Imag, Kind::Real, Kind::Rng, Kind::RngBitGenerator];

/// Ops that move elements and leave them as they are: what is quantized in them is quantized alike.
const KEEP: &[Kind] = &[
    Kind::Concatenate,
    Kind::DynamicGather,
    Kind::DynamicPad,
    Kind::DynamicSlice,
    Kind::DynamicUpdateSlice,
    Kind::Gather,
    Kind::Pad,
    Kind::RealDynamicSlice,
    Kind::Reverse,
    Kind::Slice,
];

/// Ops each of whose results has the elements of the operand with its number.
const KEEP_EACH: &[Kind] = &[
    Kind::AllGather,
    Kind::AllToAll,
    Kind::CollectiveBroadcast,
    Kind::CollectivePermute,
    Kind::OptimizationBarrier,
    Kind::Sort,
];

/// Whether the rules that hold for the expressed numbers apply to `op`: not to those that look at the stored ones.
pub fn is_checked_as_expressed(op: Op<'_>) -> bool {
    !matches!(
        Kind::of(op),
        Some(Kind::BitcastConvert | Kind::Constant | Kind::UniformDequantize | Kind::UniformQuantize)
    )
}

/// Checks the quantized types of an op of StableHLO's that has some.
pub fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(kind) = Kind::of(op) else { return Ok(()) };
    let values: Vec<Value<'_>> = op.ins().into_iter().chain(op.outs()).collect();
    let mut quantized = Vec::new();
    for value in values {
        quantized.extend(verify_type(value.r#type())?);
    }
    let per_axis = quantized.iter().find(|quantized| quantized.axis.is_some());
    require!(!REFUSE.contains(&kind), "quantized-op", "does not take quantized elements");
    require!(
        per_axis.is_none() || PER_AXIS.contains(&kind),
        "quantized-per-tensor",
        "takes elements with one scale for the whole tensor, not with scales along a dimension"
    );
    match kind {
        Kind::Add => verify_add(op),
        Kind::BitcastConvert => verify_bitcast(op),
        Kind::BroadcastInDim | Kind::DynamicBroadcastInDim => verify_broadcast(op),
        Kind::Constant => verify_constant(op),
        Kind::Convolution | Kind::Dot | Kind::DotGeneral | Kind::DynamicConv => verify_contraction(op),
        Kind::Reduce => keep_pairs(op, op.ins().len() / 2, op.ins().len() / 2),
        Kind::Reshape | Kind::DynamicReshape => verify_reshape(op),
        Kind::Scatter => keep_pairs(op, op.ins().len() / 2, op.ins().len() / 2 + 1),
        Kind::Transpose => verify_transpose(op),
        Kind::UniformDequantize => verify_dequantize(op),
        Kind::UniformQuantize => verify_quantize(op),
        _ if KEEP.contains(&kind) => verify_same(op, |a, b| a == b),
        _ if KEEP_EACH.contains(&kind) => {
            op.ins().into_iter().zip(op.outs()).try_for_each(|(from, to)| same_elements(from.r#type(), to.r#type()))
        }
        _ if Arguments::of(op).scalar().is_some() => verify_elementwise(op),
        Kind::BatchNormGrad
        | Kind::BatchNormInference
        | Kind::BatchNormTraining
        | Kind::Cholesky
        | Kind::ReducePrecision
        | Kind::TriangularSolve => verify_elementwise(op),
        _ => Ok(()),
    }
}

/// The quantized type that the elements of `ty` have, if they have, after a check of the type itself.
fn verify_type(ty: Type<'_>) -> Result<Option<Quantized<'_>>, Violation<'_>> {
    if !is_quantized(ty) {
        return Ok(None);
    }
    let element = crate::ir::element_type(ty);
    let Some(quantized) = Quantized::of(element) else {
        let message = format!("has elements of type {element}; StableHLO quantizes a tensor or along one dimension");
        return Err(Violation::new("quantized-type", message));
    };
    for zero_point in &quantized.zero_points {
        require!(
            (quantized.min..=quantized.max).contains(zero_point),
            "quantized-zero-point",
            "has the zero point {zero_point}, which is not stored between {} and {}",
            quantized.min,
            quantized.max
        );
    }
    let shape = shape_of(ty);
    if let Some(axis) = quantized.axis {
        let Some(d) = index(axis, shape.len()) else {
            let message = format!("is quantized along dimension {axis} of an array of rank {}", shape.len());
            return Err(Violation::new("quantized-axis", message));
        };
        let scales = quantized.scales.len() as i64;
        require!(
            shape[d] == scales || shape[d] == crate::ir::DYNAMIC,
            "quantized-axis-size",
            "has {scales} scales along dimension {axis} of size {}",
            shape[d]
        );
    }
    Ok(Some(quantized))
}

fn of(value: Value<'_>) -> Option<Quantized<'_>> {
    Quantized::of_tensor(value.r#type())
}

fn mismatch<'c>(a: impl std::fmt::Display, b: impl std::fmt::Display) -> Violation<'c> {
    Violation::new("quantized-elements", format!("has elements of types {a} and {b}, which must be quantized alike"))
}

/// Requires two tensors to have one element type.
fn same_elements<'c>(a: Type<'c>, b: Type<'c>) -> Result<(), Violation<'c>> {
    match (Tensor::of(a), Tensor::of(b)) {
        (Some(a), Some(b)) if a.element != b.element => Err(mismatch(a.element, b.element)),
        _ => Ok(()),
    }
}

/// Requires `n` operands from the first on to have the elements of those from number `second` on.
fn keep_pairs(op: Op<'_>, n: usize, second: usize) -> Result<(), Violation<'_>> {
    let operands = op.ins();
    (0..n.min(operands.len() - second))
        .try_for_each(|i| same_elements(operands[i].r#type(), operands[second + i].r#type()))
}

/// Requires all quantized operands and results to be alike.
fn verify_same<'c>(op: Op<'c>, alike: impl Fn(&Quantized<'c>, &Quantized<'c>) -> bool) -> Result<(), Violation<'c>> {
    let values: Vec<Value<'_>> =
        op.ins().into_iter().chain(op.outs()).filter(|value| is_quantized(value.r#type())).collect();
    for pair in values.windows(2) {
        if let (Some(a), Some(b)) = (of(pair[0]), of(pair[1]))
            && !alike(&a, &b)
        {
            return Err(mismatch(pair[0].r#type(), pair[1].r#type()));
        }
    }
    Ok(())
}

/// All is quantized, but for predicates, and stored alike; scales and zero points are free.
fn verify_elementwise(op: Op<'_>) -> Result<(), Violation<'_>> {
    let pred =
        |ty: Type<'_>| Tensor::of(ty).is_some_and(|tensor| tensor.xla_element() == Some(crate::ir::Element::Pred));
    for value in op.ins().into_iter().chain(op.outs()) {
        require!(
            is_quantized(value.r#type()) || pred(value.r#type()),
            "quantized-mixed",
            "has quantized elements and elements of type {}",
            crate::ir::element_type(value.r#type())
        );
    }
    verify_same(op, Quantized::same_baseline)
}

/// The three types of an op of two operands, which must all be quantized.
fn verify_add(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (Some(lhs), Some(rhs), Some(result)) = (of(op.input(0)), of(op.input(1)), of(op.output(0))) else {
        return Err(Violation::new("quantized-mixed", "has quantized elements and others"));
    };
    for other in [&rhs, &result] {
        if lhs.storage != other.storage || lhs.expressed != other.expressed {
            return Err(mismatch(op.input(0).r#type(), op.output(0).r#type()));
        }
    }
    let axes = [lhs.axis, rhs.axis];
    require!(
        axes.iter().all(|axis| axis.is_none() || *axis == result.axis)
            && axes.iter().any(Option::is_some) == result.axis.is_some(),
        "quantized-result-axis",
        "must have a result that is quantized along the dimension that its operands are quantized along"
    );
    Ok(())
}

/// Bits are those of the stored numbers.
fn verify_bitcast(op: Op<'_>) -> Result<(), Violation<'_>> {
    let stored = |ty: Type<'_>| {
        let tensor = Tensor::of(ty)?;
        let element = Quantized::of(tensor.element).map(|quantized| quantized.storage).or(tensor.xla_element())?;
        Some((tensor.shape, element.bits()))
    };
    let (Some((shape, from)), Some((result, to))) = (stored(op.input(0).r#type()), stored(op.output(0).r#type()))
    else {
        return Ok(());
    };
    let expected = crate::ops::dimensions::bitcast_shape(&shape, from, to)
        .map_err(|message| Violation::new("bitcast-shape", message))?;
    require!(
        crate::ops::dimensions::compatible_shapes(&expected, &result),
        "bitcast-shape",
        "has a result of shape {}; it must be {}",
        crate::ops::dimensions::show(&result),
        crate::ops::dimensions::show(&expected)
    );
    Ok(())
}

/// The value lists the stored numbers.
fn verify_constant(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (Some(value), Some(result)) = (op.attr("value"), Tensor::of(op.output(0).r#type())) else { return Ok(()) };
    // SAFETY: ODS made sure that `value` is an elements attribute, which has a type.
    let ty = unsafe { Type::from_raw(mlir_sys::mlirAttributeGetType(value.to_raw())) };
    let Some(quantized) = Quantized::of(result.element) else { return Ok(()) };
    let stored = result.with_element(type_of(op.ctx(), quantized.storage)).ty();
    require!(ty == stored, "quantized-constant", "has a value of type {ty}; its elements are stored as {stored}");
    Ok(())
}

/// Elements stay, but that scales may be repeated along a dimension that is broadcast.
fn verify_broadcast(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (from, to) = (op.input(0).r#type(), op.output(0).r#type());
    let (Some(operand), Some(result)) = (Quantized::of_tensor(from), Quantized::of_tensor(to)) else {
        return Err(mismatch(from, to));
    };
    let (Some(axis), Some(to_axis)) = (operand.axis, result.axis) else { return same_elements(from, to) };
    let expected = usize::try_from(axis).ok().and_then(|axis| op.i64s("broadcast_dimensions").get(axis).copied());
    require!(
        expected.is_none_or(|expected| expected == to_axis),
        "quantized-result-axis",
        "is quantized along dimension {axis}, which becomes {}, not {to_axis}",
        expected.unwrap_or_default()
    );
    let scales = |quantized: &Quantized<'_>| -> Vec<(f64, i64)> {
        quantized.scales.iter().copied().zip(quantized.zero_points.iter().copied()).collect()
    };
    let (own, others) = (scales(&operand), scales(&result));
    let repeated = own.len() == 1 && others.iter().all(|other| *other == own[0]);
    let unstored = operand.storage != result.storage || operand.expressed != result.expressed;
    if unstored || (own != others && !repeated) {
        return Err(mismatch(from, to));
    }
    Ok(())
}

/// The elements stay, and their dimension keeps its place among them.
fn verify_reshape(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (from, to) = (op.input(0).r#type(), op.output(0).r#type());
    let (Some(operand), Some(result)) = (Quantized::of_tensor(from), Quantized::of_tensor(to)) else {
        return Err(mismatch(from, to));
    };
    let (Some(axis), Some(to_axis)) = (operand.axis, result.axis) else { return same_elements(from, to) };
    let free = |quantized: &Quantized<'_>| Quantized { axis: None, ..quantized.clone() }.scales.clone();
    if operand.zero_points != result.zero_points || free(&operand) != free(&result) || operand.storage != result.storage
    {
        return Err(mismatch(from, to));
    }
    let split = |shape: &[i64], axis: i64| -> Option<[i64; 2]> {
        let axis = index(axis, shape.len())?;
        let count = |sizes: &[i64]| crate::ops::dimensions::element_count(sizes);
        Some([count(&shape[..axis])?, count(&shape[axis + 1..])?])
    };
    let parts = (split(&shape_of(from), axis), split(&shape_of(to), to_axis));
    require!(
        !matches!(parts, (Some(a), Some(b)) if a != b),
        "quantized-result-axis",
        "is quantized along dimension {axis}, which is not dimension {to_axis} of the result"
    );
    Ok(())
}

/// The elements stay, and their dimension goes where it is transposed to.
fn verify_transpose(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (from, to) = (op.input(0).r#type(), op.output(0).r#type());
    let (Some(operand), Some(result)) = (Quantized::of_tensor(from), Quantized::of_tensor(to)) else {
        return Err(mismatch(from, to));
    };
    let moved = result.axis.and_then(|axis| op.i64s("permutation").get(usize::try_from(axis).ok()?).copied());
    if (Quantized { axis: moved, ..result.clone() }) != operand {
        return Err(mismatch(from, to));
    }
    Ok(())
}

/// The left operand and the result are both quantized, or only the right operand is.
fn verify_contraction(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (lhs, rhs, result) = (of(op.input(0)), of(op.input(1)), of(op.output(0)));
    let Some(rhs) = rhs.filter(|_| lhs.is_some() == result.is_some()) else {
        return Err(Violation::new(
            "quantized-mixed",
            "must have a quantized right operand, and a result that is quantized as the left operand is",
        ));
    };
    require!(
        Kind::of(op) != Some(Kind::DotGeneral) || rhs.zero_points.iter().all(|zero_point| *zero_point == 0),
        "quantized-rhs-zero-point",
        "has a right operand with a zero point other than 0"
    );
    if let Some(axis) = rhs.axis {
        verify_rhs_axis(op, axis)?;
    }
    if let (Some(lhs), Some(result)) = (lhs, result) {
        require!(
            lhs.axis.is_none(),
            "quantized-per-tensor",
            "takes elements with one scale for the whole tensor on the left, not with scales along a dimension"
        );
        if lhs.storage != rhs.storage || lhs.expressed != rhs.expressed || lhs.expressed != result.expressed {
            return Err(mismatch(op.input(0).r#type(), op.input(1).r#type()));
        }
        require!(
            rhs.axis.is_some() || result.axis.is_none(),
            "quantized-result-axis",
            "has a result with scales along a dimension, but its operands have none"
        );
        let features = feature_dimension(op, "output_feature_dimension").filter(|_| result.axis.is_some());
        require!(
            features.is_none() || result.axis == features,
            "quantized-result-axis",
            "has scales along dimension {} of the result, which is not that of its features",
            result.axis.unwrap_or_default()
        );
        return Ok(());
    }
    let types = [op.input(0), op.output(0)].map(|value| crate::ir::element_type(value.r#type()));
    require!(
        types.iter().all(|ty| *ty == rhs.expressed),
        "quantized-elements",
        "has elements of types {} and {}, but its right operand expresses {}",
        types[0],
        types[1],
        rhs.expressed
    );
    Ok(())
}

/// Scales belong to dimensions of the result, not to those that are summed over.
fn verify_rhs_axis(op: Op<'_>, axis: i64) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    if Kind::of(op) == Some(Kind::DotGeneral) {
        require!(
            !Dimensions::of(&arguments).rhs_contracting.contains(&axis),
            "quantized-rhs-axis",
            "sums over dimension {axis} of the right operand, which has scales of its own along it"
        );
        return Ok(());
    }
    require!(
        feature_dimension(op, "kernel_output_feature_dimension").is_none_or(|features| features == axis),
        "quantized-rhs-axis",
        "has scales along dimension {axis} of the kernel, which is not that of its output features"
    );
    Ok(())
}

/// The dimension of a convolution that `name` is; none of another op.
fn feature_dimension(op: Op<'_>, name: &str) -> Option<i64> {
    let numbers = op.attr("dimension_numbers").and_then(crate::ir::named_dimensions)?;
    numbers.into_iter().find(|(known, _)| known == name)?.1.first().copied()
}

// Shapes are ODS's to check in the two conversions.
fn verify_dequantize(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (Some(operand), Some(result)) = (of(op.input(0)), Tensor::of(op.output(0).r#type())) else {
        return Err(Violation::new("quantized-elements", "has an operand that is not quantized"));
    };
    require!(
        operand.expressed == result.element,
        "quantized-elements",
        "gives elements of type {}, but its operand expresses {}",
        result.element,
        operand.expressed
    );
    Ok(())
}

fn verify_quantize(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (Some(operand), Some(result)) = (Tensor::of(op.input(0).r#type()), of(op.output(0))) else {
        return Err(Violation::new("quantized-elements", "has a result that is not quantized"));
    };
    let expressed = if is_quantized_element(operand.element) {
        Quantized::of(operand.element).map_or(operand.element, |quantized| quantized.expressed)
    } else {
        operand.element
    };
    require!(
        expressed == result.expressed,
        "quantized-elements",
        "quantizes elements of type {expressed}, but its result expresses {}",
        result.expressed
    );
    Ok(())
}
