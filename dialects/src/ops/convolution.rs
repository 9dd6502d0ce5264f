//! Convolutions: `conv` and `conv_with_general_padding`.

use super::dimensions::{self, compatible, compatible_shapes, show};
use super::matching::plain;
use super::meaning::{Arguments, Meaning, Pattern};
use super::splats::filled;
use super::{dot, matching, reduce, window};
use crate::diagnostics::Violation;
use crate::ir::{
    Builder, DYNAMIC, Element, Op, OpExt, Tensor, Value, bool_values, int_value, named_dimensions, size_of,
    string_value, type_of,
};
use crate::ods::xla::{self, Kind};
use crate::require;

/// `conv`.
pub const CONV: Meaning = Meaning { infer: None, verify: Some(verify_conv), fold: None };
/// `conv_with_general_padding`; StableHLO's `convolution`.
pub const CONV_WITH_GENERAL_PADDING: Meaning = Meaning { infer: None, verify: Some(verify), fold: None };

/// The patterns that start from convolutions.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Conv, rewrite: windows_of_padding },
    Pattern { kind: Kind::ConvWithGeneralPadding, rewrite: windows_of_padding },
    Pattern { kind: Kind::Conv, rewrite: trimmed_kernel },
    Pattern { kind: Kind::ConvWithGeneralPadding, rewrite: trimmed_kernel },
];

/// Where windows meet no element of the input, each has zeros alone, so that an output feature is one sum at all positions. A product
/// by zero is NaN where the kernel's element is not finite.
///
/// ```mlir
/// %r = xla.conv_with_general_padding(%nothing : tensor<1x2x0xf32>, %k : tensor<4x2x3xf32>) … -> tensor<1x4x5xf32>
/// %p = xla.mul %k, %zeros    %s = xla.reduce(%p) applies xla.add, dimensions = [1, 2] -> tensor<4xf32>    %r = xla.broadcast_in_dim %s
/// ```
fn windows_of_padding<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (input, kernel, result) = (plain(op.input(0))?, plain(op.input(1))?, plain(op.output(0))?);
    let has_no_zero = |tensor: &Tensor<'c>| tensor.xla_element().is_none_or(|element| element == Element::F8E8M0FNU);
    if result.size() == 0 || has_no_zero(&kernel) || has_no_zero(&result) {
        return None;
    }
    let found = Convolution::of(&Arguments::of(op)).ok()?;
    let sizes = &ordered(&input.shape, &found.dimensions.lhs)[2..];
    if input.size() > 0 && !found.window.iter().zip(sizes).any(|(dim, &size)| dim.meets_nothing(size)) {
        return None;
    }
    let element = result.xla_element()?;
    if !element.is_float() && !element.is_complex() {
        return Some(vec![filled(builder, &result, 0.0)?]);
    }
    let products = xla::mul(&builder.typed(kernel.ty()), op.input(1), filled(builder, &kernel, 0.0)?);
    Some(vec![sums_of_features(builder, products, &found.dimensions, &result)?])
}

/// The sum of the `products` by the elements of a kernel that are of an output feature, at all positions of it in `result`.
fn sums_of_features<'c>(
    builder: &Builder<'c>,
    products: Value<'c>,
    dimensions: &Dimensions,
    result: &Tensor<'c>,
) -> Option<Value<'c>> {
    let scalar = result.with_shape(&[]);
    let products = xla::convert(builder, products, plain(products)?.with_element(result.element).ty());
    let add = reduce::addition(builder, scalar.ty());
    let zero = filled(builder, &scalar, 0.0)?;
    let sums = xla::reduce(builder, &[products], &[zero], &dimensions.rhs[1..], add).outs();
    Some(xla::broadcast_in_dim(builder, sums[0], &[dimensions.result[1]], result.ty()))
}

/// A kernel without elements that meet padding or holes wherever they are. A float may not be finite, and then makes NaN of a zero:
/// the products by it are added once for each output feature, where they are many.
///
/// ```mlir
/// %r = xla.conv_with_general_padding %x, %k, window = {pad = [[4, 0]]} : (tensor<1x1x1xf32>, tensor<1x1x5xf32>) -> tensor<1x1x1xf32>
/// %c = xla.conv_with_general_padding %x, (xla.slice %k [4:5])
/// %p = xla.select %is_kept, %zeros, (xla.mul %k, %zeros)    %r = xla.add %c, xla.broadcast_in_dim (xla.reduce(%p) applies xla.add)
/// ```
fn trimmed_kernel<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (input, kernel, result) = (plain(op.input(0))?, plain(op.input(1))?, plain(op.output(0))?);
    let are_all = |is: fn(Element) -> bool| {
        [&input, &kernel, &result].into_iter().all(|tensor| tensor.xla_element().is_some_and(is))
    };
    let is_finite = are_all(|element| element.is_integer());
    let is_float = || are_all(|element| element.is_float() && element != Element::F8E8M0FNU);
    if input.size() == 0 || result.size() == 0 || !is_finite && !is_float() {
        return None;
    }
    let found = Convolution::of(&Arguments::of(op)).ok()?;
    let dimensions = found.dimensions;
    let dims = window::changed(&found.window, &ordered(&input.shape, &dimensions.lhs)[2..], window::Dim::trimmed)?;
    let rank = kernel.rank();
    let (mut starts, mut limits, mut strides) = (vec![0; rank], kernel.shape.clone(), vec![1; rank]);
    for (i, (from, to)) in found.window.iter().zip(&dims).enumerate().filter(|(_, (from, to))| from != to) {
        let d = dimensions.rhs[2 + i] as usize;
        let step = if to.size > 1 { to.window_dilation / from.window_dilation } else { 1 };
        let (first, reach) = ((from.low - to.low) / from.window_dilation, (to.size - 1) * step);
        starts[d] = if found.reversal[i] { from.size - 1 - first - reach } else { first };
        (limits[d], strides[d]) = (starts[d] + reach + 1, step);
    }
    let each = |of: fn(&window::Dim) -> i64| -> Vec<i64> { dims.iter().map(of).collect() };
    let options = xla::ConvWithGeneralPaddingOptions {
        lhs_dimensions: Some(&dimensions.lhs),
        rhs_dimensions: Some(&dimensions.rhs),
        result_dimensions: Some(&dimensions.result),
        window_strides: Some(&each(|dim| dim.stride)),
        feature_group_count: Some(found.feature_groups),
        batch_group_count: Some(found.batch_groups),
        padding: Some(window::padding(builder, &dims)),
        lhs_dilation: Some(&each(|dim| dim.base_dilation)),
        rhs_dilation: Some(&each(|dim| dim.window_dilation)),
        window_reversal: Some(&found.reversal),
    };
    let kept: Vec<i64> = (0..rank).map(|d| (limits[d] - starts[d] - 1) / strides[d] + 1).collect();
    if !is_finite && size_of(&kept) > kernel.size() / 2 {
        return None;
    }
    let part = xla::slice(builder, op.input(1), &starts, &limits, &strides);
    let sums = xla::conv_with_general_padding_with(builder, op.input(0), part, result.ty(), options);
    if is_finite {
        return Some(vec![sums]);
    }
    let pred =
        |shape: &[i64], value| filled(builder, &Tensor::new(shape, type_of(builder.context, Element::Pred)), value);
    let high: Vec<i64> = kernel.shape.iter().zip(&limits).map(|(size, limit)| size - limit).collect();
    let interior: Vec<i64> = strides.iter().map(|stride| stride - 1).collect();
    let is_kept = xla::pad(builder, pred(&kept, 1.0)?, pred(&[], 0.0)?, &starts, &high, &interior);
    let zeros = filled(builder, &kernel, 0.0)?;
    let products = xla::mul(&builder.typed(kernel.ty()), op.input(1), zeros);
    let products = xla::select(&builder.typed(kernel.ty()), is_kept, zeros, products);
    let padding = sums_of_features(builder, products, &dimensions, &result)?;
    Some(vec![xla::add(&builder.typed(result.ty()), sums, padding)])
}

/// Which dimension of each array is which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dimensions {
    /// Of the input: batch, feature, spatial dimensions.
    pub lhs: Vec<i64>,
    /// Of the kernel: output feature, input feature, spatial dimensions.
    pub rhs: Vec<i64>,
    /// Of the result: batch, feature, spatial dimensions.
    pub result: Vec<i64>,
}

impl Dimensions {
    /// The parameters of a convolution, of xla or StableHLO, of arrays of rank `rank`.
    pub fn of(arguments: &Arguments<'_>, rank: usize) -> Self {
        if let Some(numbers) = arguments.attr("dimension_numbers").and_then(named_dimensions) {
            let list = |names: [&str; 3]| -> Vec<i64> {
                let find = |name| numbers.iter().find(|(list, _)| list == name).map_or(&[][..], |(_, list)| list);
                names.into_iter().flat_map(find).copied().collect()
            };
            return Self {
                lhs: list(["input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"]),
                rhs: list([
                    "kernel_output_feature_dimension",
                    "kernel_input_feature_dimension",
                    "kernel_spatial_dimensions",
                ]),
                result: list(["output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"]),
            };
        }
        let list = |name: &str| {
            let list = arguments.i64s(name);
            if list.is_empty() { (0..rank as i64).collect() } else { list }
        };
        Self { lhs: list("lhs_dimensions"), rhs: list("rhs_dimensions"), result: list("result_dimensions") }
    }
}

/// The sizes of a shape in the order of `dimensions`.
fn ordered(shape: &[i64], dimensions: &[i64]) -> Vec<i64> {
    dimensions.iter().map(|&d| shape[d as usize]).collect()
}

/// A convolution, of which all rules but those about the result hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convolution {
    /// Which dimension is which.
    pub dimensions: Dimensions,
    /// The window along each spatial dimension.
    pub window: Vec<window::Dim>,
    /// Whether the window is reversed along each spatial dimension.
    pub reversal: Vec<bool>,
    /// Groups that input and output features are split into.
    pub feature_groups: i64,
    /// Groups that the batch and the output features are split into.
    pub batch_groups: i64,
    /// The result's shape.
    pub result: Vec<i64>,
}

impl Convolution {
    /// Reads a convolution.
    pub fn of<'c>(arguments: &Arguments<'c>) -> Result<Self, Violation<'c>> {
        let (lhs, rhs) = (arguments.tensor(0)?, arguments.tensor(1)?);
        let refuse =
            |label, message: String| Violation::new(label, message).operand(arguments, 0).operand(arguments, 1);
        let rank = lhs.rank();
        if rank != rhs.rank() || rank < 2 {
            let message = format!(
                "has operands of rank {rank} and {}; both must have a batch or output feature, a feature, and the same \
                 number of spatial dimensions",
                rhs.rank()
            );
            return Err(refuse("conv-ranks", message));
        }
        let dimensions = Dimensions::of(arguments, rank);
        for (what, list) in [("input", &dimensions.lhs), ("kernel", &dimensions.rhs), ("result", &dimensions.result)] {
            dimensions::permutation("conv-dims", &format!("the {what}'s dimension numbers"), list, rank)
                .map_err(|violation| violation.operand(arguments, 0))?;
        }
        let count = |name: &str| arguments.attr(name).and_then(int_value).unwrap_or(1);
        let (feature_groups, batch_groups) = (count("feature_group_count"), count("batch_group_count"));
        require!(
            feature_groups > 0 && batch_groups > 0,
            "conv-groups-positive",
            "has {feature_groups} feature groups and {batch_groups} batch groups; there must be one at least"
        );
        require!(
            feature_groups == 1 || batch_groups == 1,
            "conv-groups",
            "has {feature_groups} feature groups and {batch_groups} batch groups; only one of both may be split"
        );
        let (input, kernel) = (ordered(&lhs.shape, &dimensions.lhs), ordered(&rhs.shape, &dimensions.rhs));
        let divides = |groups: i64, size: i64| size == DYNAMIC || size % groups == 0;
        if !divides(feature_groups, input[1]) {
            let message = format!("splits {} input features into {feature_groups} groups", input[1]);
            return Err(refuse("conv-feature-groups", message));
        }
        if !divides(batch_groups, input[0]) {
            let message = format!("splits a batch of {} into {batch_groups} groups", input[0]);
            return Err(refuse("conv-batch-groups", message));
        }
        let groups = feature_groups * batch_groups;
        if !divides(groups, kernel[0]) {
            let message = format!("splits {} output features into {groups} groups", kernel[0]);
            return Err(refuse("conv-output-features", message));
        }
        let features = if input[1] == DYNAMIC { DYNAMIC } else { input[1] / feature_groups };
        if !compatible(features, kernel[1]) {
            let message = format!("has {features} input features a group, but a kernel for {}", kernel[1]);
            return Err(refuse("conv-input-features", message));
        }
        if let Some(d) = kernel[2..].iter().position(|size| *size == 0) {
            let message = format!("has a kernel of size 0 in spatial dimension {d}; it must be positive");
            return Err(refuse("conv-kernel-size", message));
        }
        let mut window = window::with_sizes(arguments, &input[2..], &kernel[2..], window::CONV_DILATIONS)?;
        let is_padding_known = arguments.name != "stablehlo.dynamic_conv" || read_padding(arguments, &mut window)?;
        let reversal = arguments.attr("window_reversal").and_then(bool_values);
        if let Some(reversal) = &reversal {
            window::count("window_reversal", reversal.len(), window.len())?;
        }
        let batch = if input[0] == DYNAMIC { DYNAMIC } else { input[0] / batch_groups };
        let positions = match is_padding_known {
            true => window::positions(&window, &input[2..])?,
            false => vec![DYNAMIC; window.len()],
        };
        let sizes = [vec![batch, kernel[0]], positions].concat();
        let mut result = vec![0; rank];
        for (&d, size) in dimensions.result.iter().zip(sizes) {
            result[d as usize] = size;
        }
        let reversal = reversal.unwrap_or_else(|| vec![false; window.len()]);
        Ok(Self { dimensions, window, reversal, feature_groups, batch_groups, result })
    }
}

/// Reads the padding of a `dynamic_conv`, its third operand, into `window`; whether it is a literal.
fn read_padding<'c>(arguments: &Arguments<'c>, window: &mut [window::Dim]) -> Result<bool, Violation<'c>> {
    let padding = arguments.tensor(2)?;
    let is_integer = padding.xla_element().is_some_and(|element| element.is_integer());
    if padding.shape != [window.len() as i64, 2] || !is_integer {
        let message = format!(
            "has a padding of type {}; it must be integers of shape {}, low and high for each spatial dimension",
            padding.ty(),
            show(&[window.len() as i64, 2])
        );
        return Err(Violation::new("window-padding", message).operand(arguments, 2));
    }
    let Some(values) = matching::integers(arguments.operands[2]) else { return Ok(false) };
    for (dim, pair) in window.iter_mut().zip(values.chunks_exact(2)) {
        (dim.low, dim.high) = (pair[0], pair[1]);
    }
    Ok(true)
}

/// `conv` knows no padding but that of a kind.
fn verify_conv(op: Op<'_>) -> Result<(), Violation<'_>> {
    let padding = op.attr("padding");
    require!(
        padding.and_then(string_value).is_some_and(|kind| matches!(kind, "same" | "valid")),
        "window-padding-kind",
        "has padding {}; it must be same or valid",
        padding.map(|padding| padding.to_string()).unwrap_or_default()
    );
    verify(op)
}

/// The rules that hold for every convolution.
pub(super) fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let convolution = Convolution::of(&arguments)?;
    let (lhs, rhs) = (arguments.tensor(0)?, arguments.tensor(1)?);
    let Some(result) = super::result_tensor(op, 0) else { return Ok(()) };
    if !compatible_shapes(&convolution.result, &result.shape) {
        let message = format!(
            "has a result of shape {}, but its operands give {}",
            show(&result.shape),
            show(&convolution.result)
        );
        return Err(Violation::new("conv-result-shape", message).operand(&arguments, 0).operand(&arguments, 1));
    }
    dot::verify_elements(&arguments, [lhs.xla_element(), rhs.xla_element(), result.xla_element()])
}
