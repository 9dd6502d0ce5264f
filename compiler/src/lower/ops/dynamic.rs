//! Ops that take shapes, amounts or ranges from operands: those of StableHLO that the xla dialect has no counterpart of, and
//! the sizes of dimensions.

use super::convolution::convolution;
use super::elementwise::is_true;
use super::indexing::{gather_of, index_select};
use super::movement::{iota_of, pad_by, reshape_as, result_type, slice_of};
use super::random;
use crate::lower::rewriter::broadcast::{Broadcast, Expansion};
use crate::lower::rewriter::computation::zero;
use crate::lower::rewriter::sizes::{Size, cast, demand, extract_slice, result_sizes, sizes};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{Padding, element, extract, pad_sized, shape};
use crate::scf::index;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Op, OpExt, Value, defining_op, element_of, element_type, is_index, string_value};
use xla_dialect::ods::arith::{self, CmpIPredicate};
use xla_dialect::ods::{Kind, cf, stablehlo, tensor, xla};
use xla_dialect::ops::literal::Literal;
use xla_dialect::passes::Failed;

/// Lowers an op of StableHLO.
pub type LowerDynamic = for<'c> fn(&mut Lowering<'c>, Op<'c>, &Builder<'c>) -> Result<(), Failed>;

/// How `op` is lowered, if it is one of StableHLO's that take sizes from operands, or JAX's assertion about shapes.
pub fn lowering_of(op: Op<'_>) -> Option<LowerDynamic> {
    let kind = match Kind::of(op)? {
        Kind::Stablehlo(kind) => kind,
        Kind::Xla(xla::Kind::CustomCall) => {
            let target = op.attr("call_target_name").and_then(string_value);
            return (target == Some(ASSERTION)).then_some(assertion);
        }
        _ => return None,
    };
    Some(match kind {
        stablehlo::Kind::DynamicBroadcastInDim => broadcast_in_dim,
        stablehlo::Kind::DynamicConv => conv,
        stablehlo::Kind::DynamicGather => |lowering, op, builder| {
            let rank = shape(op.input(0)).len();
            let slices = shape_operand(lowering, op, builder, 2, rank)?;
            gather_of(lowering, op, builder, &slices)
        },
        stablehlo::Kind::DynamicIota => |lowering, op, builder| {
            let sizes = result_shape(lowering, op, builder, 0)?;
            iota_of(lowering, op, builder, &sizes)
        },
        stablehlo::Kind::DynamicPad => pad,
        stablehlo::Kind::DynamicReshape => |lowering, op, builder| {
            let sizes = result_shape(lowering, op, builder, 1)?;
            reshape_as(lowering, op, builder, &sizes)
        },
        stablehlo::Kind::RealDynamicSlice => slice,
        stablehlo::Kind::Rng => rng,
        stablehlo::Kind::TorchIndexSelect => index_select,
        _ => return None,
    })
}

/// The target of the custom call that demands something of shapes: its first operand holds, or its message says why not.
const ASSERTION: &str = "shape_assertion";

fn assertion<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let stored = extract(builder, lowering.tensor(op.input(0))?, &[]);
    let holds = is_true(&mut lowering.emitter(builder), stored);
    cf::assert(builder, holds, op.attr("error_message").and_then(string_value).unwrap_or("an assertion about shapes"));
    Ok(())
}

/// The `count` integers of operand `i`, row-major.
fn integers<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    i: usize,
    count: usize,
) -> Result<Vec<Size<'c>>, Failed> {
    let (operand, list) = (op.input(i), lowering.tensor(op.input(i))?);
    let constant = defining_op(list).filter(|op| arith::Constant::of(*op).is_some());
    if let Some(numbers) = constant.and_then(|op| Literal::integers_of(op.attr("value")?)) {
        return Ok(numbers.into_iter().map(Size::Known).collect());
    }
    if let Some(elements) = defining_op(list).filter(|op| tensor::FromElements::of(*op).is_some()) {
        return Ok(elements.ins().into_iter().map(|element| to_size(builder, operand, element)).collect());
    }
    // A list, or rows of as many numbers as there are in the last dimension.
    let columns = shape(list).get(1).map(|columns| *columns as usize);
    let place = |place: usize| match columns {
        Some(columns) => vec![place / columns, place % columns],
        None => vec![place],
    };
    let read = |number: usize| {
        let at: Vec<_> = place(number).into_iter().map(|at| index(builder, at as i64)).collect();
        to_size(builder, operand, extract(builder, list, &at))
    };
    Ok((0..count).map(read).collect())
}

/// An element of the integers `list`, as a size.
fn to_size<'c>(builder: &Builder<'c>, list: Value<'c>, element: Value<'c>) -> Size<'c> {
    let is_unsigned = element_of(element_type(list.r#type())).is_some_and(|element| !element.is_signed());
    Size::of(match is_index(element.r#type()) {
        true => element,
        false if is_unsigned => arith::index_castui(builder, element, builder.index()),
        false => {
            // What was made of an index is that index.
            let made = defining_op(element).filter(|op| arith::IndexCast::of(*op).is_some());
            let index = made.map(|op| op.input(0)).filter(|index| is_index(index.r#type()));
            index.unwrap_or_else(|| arith::index_cast(builder, element, builder.index()))
        }
    })
}

/// The `rank` sizes that operand `i` is.
fn shape_operand<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    i: usize,
    rank: usize,
) -> Result<Vec<Size<'c>>, Failed> {
    let stated = integers(lowering, op, builder, i, rank)?;
    for size in stated.iter().filter(|size| size.known().is_none() && !is_measured(**size)) {
        let holds = size.compared(builder, CmpIPredicate::Sge, 0.into());
        demand(builder, op, holds, "expects sizes that are not negative");
    }
    Ok(stated)
}

/// Whether the size is that of an array.
fn is_measured(size: Size<'_>) -> bool {
    matches!(size, Size::Open(value) if defining_op(value).is_some_and(|op| tensor::Dim::of(op).is_some()))
}

/// The sizes of the result, which operand `i` states.
fn result_shape<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    i: usize,
) -> Result<Vec<Size<'c>>, Failed> {
    let stated = shape_operand(lowering, op, builder, i, shape(op.output(0)).len())?;
    result_sizes(builder, op, stated)
}

/// Dimensions of size 1 expand; which ones these are is stated, or found at run time.
fn broadcast_in_dim<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let sizes = result_shape(lowering, op, builder, 1)?;
    let dimensions: Vec<usize> = op.i64s("broadcast_dimensions").into_iter().map(|d| d as usize).collect();
    let (always, never) = (op.i64s("known_expanding_dimensions"), op.i64s("known_nonexpanding_dimensions"));
    let expansion = |d: i64| match d {
        _ if always.contains(&d) => Expansion::Always,
        _ if never.contains(&d) => Expansion::Never,
        _ => Expansion::Unknown,
    };
    let expansion: Vec<Expansion> = (0..dimensions.len() as i64).map(expansion).collect();
    let source = lowering.tensor(op.input(0))?;
    let broadcast = Broadcast { source, dimensions: &dimensions, expansion: &expansion };
    let value = broadcast.write(builder, op, result_type(lowering, op), &sizes)?;
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// Padded by amounts that are operands.
fn pad<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let rank = shape(op.input(0)).len();
    let low = integers(lowering, op, builder, 2, rank)?;
    let high = integers(lowering, op, builder, 3, rank)?;
    let interior = shape_operand(lowering, op, builder, 4, rank)?;
    let amounts: Vec<[Size<'c>; 3]> = (0..rank).map(|d| [low[d], high[d], interior[d]]).collect();
    pad_by(lowering, op, builder, &amounts)
}

/// The elements in ranges that are operands.
fn slice<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let rank = shape(op.input(0)).len();
    let start = integers(lowering, op, builder, 1, rank)?;
    let limits = integers(lowering, op, builder, 2, rank)?;
    let strides = integers(lowering, op, builder, 3, rank)?;
    for stride in strides.iter().filter(|stride| stride.known().is_none()) {
        let holds = stride.compared(builder, CmpIPredicate::Sge, 1.into());
        demand(builder, op, holds, "expects positive strides");
    }
    slice_of(lowering, op, builder, [&start, &limits, &strides])
}

/// A convolution whose padding is an operand: for each spatial dimension that in front and that behind.
fn conv<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let spatial = shape(op.input(0)).len() - 2;
    let amounts = integers(lowering, op, builder, 2, 2 * spatial)?;
    let padding = amounts.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    convolution(lowering, op, builder, Some(padding))
}

/// Random numbers in an array whose shape is the last operand.
fn rng<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let sizes = result_shape(lowering, op, builder, 2)?;
    match stablehlo::Rng::cast(op).rng_distribution() {
        stablehlo::RngDistribution::Normal => random::normal(lowering, op, builder, &sizes),
        stablehlo::RngDistribution::Uniform => random::uniform(lowering, op, builder, &sizes),
    }
}

/// The size of a dimension, as an `i32`.
pub fn get_dimension_size<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let d = verified::index(op, "dimension");
    let size = sizes(lowering.tensor(op.input(0))?)[d].value(builder);
    let size = arith::index_cast(builder, size, builder.integer(32));
    let value = tensor::from_elements(builder, &[size], result_type(lowering, op));
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

/// The first elements along a dimension. A size below 0 counts as 0, one above the bound as the bound; elements that
/// there have not been are zero.
pub fn set_dimension_size<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let d = verified::index(op, "dimension");
    let source = lowering.tensor(op.input(0))?;
    let stored = extract(builder, lowering.tensor(op.input(1))?, &[]);
    let bound = xla_dialect::bounds::of(&crate::verified::tensor(op.output(0)))[d];
    let mut size = to_size(builder, op.input(1), stored).max(builder, 0);
    if bound >= 0 {
        size = size.min(builder, bound);
    }
    let (from, mut to) = (sizes(source), sizes(source));
    to[d] = size;
    let to = result_sizes(builder, op, to)?;
    let (none, one) = (vec![Size::Known(0); to.len()], vec![Size::Known(1); to.len()]);
    let value = if from[d].known().is_some_and(|size| size == bound) {
        let first = extract_slice(builder, source, &none, &to, &one);
        cast(builder, first, result_type(lowering, op))
    } else {
        let mut padding = vec![Padding::none(); to.len()];
        padding[d].high = to[d].minus(builder, from[d]);
        let scalar = zero(lowering, builder, element(op.input(0)));
        pad_sized(builder, source, scalar, &padding, (result_type(lowering, op), &to))?
    };
    lowering.set_tensor(op.output(0), value);
    Ok(())
}
