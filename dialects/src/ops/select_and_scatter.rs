//! `select_and_scatter`: selects an element of each window and combines the source's element into the result there.

use super::control::{check_body_arguments, check_terminator};
use super::dimensions::{compatible_shapes, show};
use super::matching::plain;
use super::meaning::{Arguments, Meaning, Pattern};
use super::{splats, window};
use crate::diagnostics::Violation;
use crate::ir::{
    Builder, Element, Op, OpExt, Tensor, Type, Value, block_args, defining_op, element_type, i64_array, i64_elements,
    string_value, take_region, tensor_of, terminator, type_of,
};
use crate::ods::xla::{self, Kind};
use crate::quantized::{expressed, promotable};
use melior::ir::ValueLike;

/// `select_and_scatter`.
pub const SELECT_AND_SCATTER: Meaning = Meaning { infer: Some(infer), verify: Some(verify), fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let (operand, source, init) = (arguments.tensor(0)?, arguments.tensor(1)?, arguments.tensor(2)?);
    let positions = window::of(arguments, &operand.shape)
        .and_then(|dims| window::positions(&dims, &operand.shape))
        .map_err(|violation| violation.operand(arguments, 0))?;
    if !compatible_shapes(&positions, &source.shape) {
        let message = format!(
            "has a source of shape {}, but the window has {} positions on the operand",
            show(&source.shape),
            show(&positions)
        );
        return Err(Violation::new("select-and-scatter-source", message).operand(arguments, 0).operand(arguments, 1));
    }
    if init.rank() != 0 {
        let message = format!("the initial value's rank is {}; it must be a scalar", init.rank());
        return Err(Violation::new("select-and-scatter-init", message).operand(arguments, 2));
    }
    for (i, other) in [(1, &source), (2, &init)] {
        if other.element != operand.element {
            let message = format!(
                "selects elements of type {} but is given elements of type {} to scatter",
                operand.element, other.element
            );
            return Err(Violation::new("select-and-scatter-types", message)
                .operand(arguments, 0)
                .operand(arguments, i));
        }
    }
    let element = element_type(arguments.operands[0].r#type());
    Ok(vec![expressed(Tensor::new(&operand.shape, accumulator(arguments, element))).ty()])
}

/// The element type that the body of `scatter` computes in: the operand's in xla. StableHLO's may state a wider one.
fn accumulator<'c>(arguments: &Arguments<'c>, operand: Type<'c>) -> Type<'c> {
    let scatter = arguments.regions.get(1).and_then(melior::ir::RegionLike::first_block);
    let first = scatter.filter(|_| !arguments.is_xla()).and_then(|block| block_args(block).first().copied());
    let stated = first.and_then(tensor_of).map(|stated| stated.element);
    stated.filter(|stated| promotable(operand, *stated)).unwrap_or(operand)
}

fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let (Some(select), Some(scatter)) = (op.body(0), op.body(1)) else { return Ok(()) };
    let scalar = |element| Tensor::new(&[], element).ty();
    // Quantized ones as they are: the bodies compute with them.
    let element = element_type(op.input(0).r#type());
    let selected = scalar(element);
    check_body_arguments(op, select, "select", "select-and-scatter-select-arguments", &[selected, selected])?;
    let pred = scalar(type_of(op.ctx(), Element::Pred));
    check_terminator(select, "select", "select-and-scatter-select-result", &[pred])?;
    let scattered = scalar(accumulator(&arguments, element));
    check_body_arguments(op, scatter, "scatter", "select-and-scatter-scatter-arguments", &[scattered, scattered])?;
    check_terminator(scatter, "scatter", "select-and-scatter-scatter-result", &[scattered])
}

/// The patterns that start from `select_and_scatter`.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::SelectAndScatter, rewrite: scatter_of_nothing },
    Pattern { kind: Kind::SelectAndScatter, rewrite: trimmed_window },
    Pattern { kind: Kind::SelectAndScatter, rewrite: windows_of_equal_elements },
];

/// `select_and_scatter(x, source, init)` of a source without elements -> `broadcast_in_dim(init)`: there are no windows.
fn scatter_of_nothing<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (source, result) = (tensor_of(op.input(1))?, tensor_of(op.output(0))?);
    let applies = source.shape.contains(&0) && result.is_static();
    applies.then(|| vec![xla::broadcast_in_dim(builder, op.input(2), &[], op.output(0).r#type())])
}

/// A window without the elements at its ends that meet padding wherever it is: padding is not selected.
fn trimmed_window<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (array, source) = (plain(op.input(0))?, plain(op.input(1))?);
    if source.size() == 0 || op.attr("padding").is_some_and(|padding| i64_elements(padding).is_none()) {
        return None;
    }
    let dims = window::of(&Arguments::of(op), &array.shape).ok()?;
    let dims = window::changed(&dims, &array.shape, window::Dim::trimmed)?;
    let each = |of: fn(&window::Dim) -> i64| i64_array(builder.context, &dims.iter().map(of).collect::<Vec<_>>());
    let regions = op.region_list().into_iter().map(take_region).collect();
    let new = builder.create(op.name_str(), &op.ins(), &[op.output(0).r#type()], &op.attrs(), regions);
    new.set_attr("window_dimensions", each(|dim| dim.size));
    new.set_attr("window_strides", each(|dim| dim.stride));
    new.set_attr("padding", window::padding(builder, &dims));
    Some(new.outs())
}

/// Of equal elements each window selects its first one, or its last one:
///
/// ```mlir
/// %r = xla.select_and_scatter(%zeros : tensor<9xi32>, %x : tensor<3xi32>, %init) … select ge, scatter add, strides = [3]
/// %s = xla.add (xla.broadcast_in_dim %init), %x    %r = xla.pad(%s, %init) … interior_padding = [2], edge_padding_high = [2]
/// ```
fn windows_of_equal_elements<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (array, source) = (plain(op.input(0))?, plain(op.input(1))?);
    let is_ordered = !array.xla_element()?.is_float() && splats::is_splat(op.input(0));
    if !is_ordered || op.attr("padding").and_then(string_value).is_some() {
        return None;
    }
    // The op on its two arguments that a body is.
    let only = |body: usize| {
        let (block, arguments) = (op.body(body)?, block_args(op.body(body)?));
        let op = defining_op(terminator(block)?.input(0))?;
        op.ins().iter().all(|operand| arguments.contains(operand)).then_some((op, op.ins() == arguments))
    };
    let is_first = match Kind::of(only(0)?.0)? {
        Kind::Eq | Kind::Ge | Kind::Le => true,
        Kind::Ne | Kind::Gt | Kind::Lt => false,
        _ => return None,
    };
    let (scatter, true) = only(1)? else { return None };
    if !matches!(Kind::of(scatter)?, Kind::Add | Kind::Max | Kind::Min | Kind::Mul | Kind::And | Kind::Or | Kind::Xor) {
        return None;
    }
    let (mut lows, mut highs, mut interiors) = (Vec::new(), Vec::new(), Vec::new());
    for (d, dim) in window::of(&Arguments::of(op), &array.shape).ok()?.iter().enumerate() {
        // Windows whose selected element is one of padding select another.
        let first = dim.low.checked_neg()? + if is_first { 0 } else { dim.size - 1 };
        let past = (source.shape[d] - 1).checked_mul(dim.stride)?.checked_add(first + 1)?;
        if dim.low > 0 || source.shape[d] == 0 || past > array.shape[d] {
            return None;
        }
        lows.push(first);
        highs.push(array.shape[d] - past);
        interiors.push(dim.stride - 1);
    }
    let init = xla::broadcast_in_dim(builder, op.input(2), &[], source.ty());
    let scattered = builder.value(scatter.name_str(), &[init, op.input(1)], source.ty(), &[]);
    Some(vec![xla::pad(builder, scattered, op.input(2), &lows, &highs, &interiors)])
}
