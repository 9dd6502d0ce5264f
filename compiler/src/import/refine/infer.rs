//! Result types from operand types: by the op's own inference, or by what is known of StableHLO's and CHLO's ops
//! that have none.

use super::values::{broadcast, integers, integers_of, refine, shape};
use crate::import::{einsum, index_select};
use melior::ir::attribute::AttributeLike;
use xla_dialect::ir::{DYNAMIC, Op, OpExt, Tensor, Type, channel_handle, tensor_of};
use xla_dialect::ods::{Kind, chlo, stablehlo, xla};
use xla_dialect::ops::convolution::Dimensions;
use xla_dialect::ops::{self, Arguments, dot};
use xla_dialect::passes::Failed;

/// Gives the results of `op` the sizes that follow from its operands.
pub fn refine_results(op: Op<'_>) -> Result<(), Failed> {
    for (result, ty) in op.outs().into_iter().zip(result_types(op)?) {
        refine(op, result, ty)?;
    }
    Ok(())
}

fn result_types(op: Op<'_>) -> Result<Vec<Type<'_>>, Failed> {
    if let Some(infer) = ops::meaning(op.name_str()).and_then(|meaning| meaning.infer) {
        return infer(&Arguments::of(op)).map_err(|violation| violation.emit(op.loc(), op.name_str()));
    }
    let shapes = result_shapes(op).unwrap_or_default();
    let tensors = op.outs().into_iter().zip(shapes);
    Ok(tensors.filter_map(|(result, shape)| Some(tensor_of(result)?.with_shape(&shape).ty())).collect())
}

fn result_shapes(op: Op<'_>) -> Option<Vec<Vec<i64>>> {
    let operand = |i: usize| op.ins().get(i).and_then(|value| shape(*value));
    let same_shape = || (tensor_of(op.output(0))?.rank() == operand(0)?.len()).then(|| operand(0));
    let dot_general = || Some(dot::Dimensions::of(&Arguments::of(op)).result(&operand(0)?, &operand(1)?));
    Some(match Kind::of(op)? {
        Kind::Xla(kind) => match kind {
            xla::Kind::Convert => vec![operand(0)?],
            xla::Kind::DotGeneral => vec![dot_general()?],
            xla::Kind::ConvWithGeneralPadding => vec![convolved(op)?],
            xla::Kind::BitcastConvert => vec![bitcast(op)?],
            _ => return None,
        },
        Kind::Stablehlo(kind) => match kind {
            stablehlo::Kind::Convert | stablehlo::Kind::UniformQuantize | stablehlo::Kind::UniformDequantize => {
                vec![operand(0)?]
            }
            stablehlo::Kind::Dot => {
                let (lhs, rhs) = (operand(0)?, operand(1)?);
                vec![dot::Dimensions::of_dot(lhs.len()).result(&lhs, &rhs)]
            }
            stablehlo::Kind::DotGeneral => vec![dot_general()?],
            stablehlo::Kind::Convolution => vec![convolved(op)?],
            stablehlo::Kind::AllReduce
            | stablehlo::Kind::CollectiveBroadcast
            | stablehlo::Kind::CollectivePermute
            | stablehlo::Kind::CollectiveReduce => (0..op.outs().len()).map(operand).collect::<Option<_>>()?,
            stablehlo::Kind::AllGather => {
                let gathered =
                    |i| scaled(operand(i)?, op.int("all_gather_dim")?, |size| size.checked_mul(group_size(op)?));
                (0..op.outs().len()).map(gathered).collect::<Option<_>>()?
            }
            stablehlo::Kind::ReduceScatter => {
                vec![scaled(operand(0)?, op.int("scatter_dimension")?, |size| size.checked_div(group_size(op)?))?]
            }
            stablehlo::Kind::AllToAll => {
                let count = op.int("split_count")?;
                let exchanged = |i| {
                    let split = scaled(operand(i)?, op.int("split_dimension")?, |size| size.checked_div(count))?;
                    scaled(split, op.int("concat_dimension")?, |size| size.checked_mul(count))
                };
                (0..op.outs().len()).map(exchanged).collect::<Option<_>>()?
            }
            stablehlo::Kind::BitcastConvert => vec![bitcast(op)?],
            stablehlo::Kind::CustomCall => shapes_from_operands(op)?,
            stablehlo::Kind::Einsum | stablehlo::Kind::UnaryEinsum => vec![einsum::result_shape(op)?],
            stablehlo::Kind::TorchIndexSelect => vec![index_select::result_shape(op)?],
            _ => return None,
        },
        Kind::Chlo(kind) => match kind {
            chlo::Kind::TopK => {
                let mut shape = operand(0)?;
                *shape.last_mut()? = chlo::TopK::cast(op).k();
                vec![shape; 2]
            }
            chlo::Kind::BroadcastSelect => {
                vec![broadcast(&broadcast(&operand(0)?, &operand(1)?)?, &operand(2)?)?]
            }
            kind if kind.mnemonic().starts_with("broadcast_") => vec![broadcast_by_dimensions(op)?],
            _ => vec![same_shape()??],
        },
        _ => return None,
    })
}

/// The shape of an array's bits as other elements.
fn bitcast(op: Op<'_>) -> Option<Vec<i64>> {
    let (from, to) = (tensor_of(op.input(0))?.xla_element()?, tensor_of(op.output(0))?.xla_element()?);
    let mut sizes = shape(op.input(0))?;
    // Parts of an element are the last dimension.
    if from.bits() > to.bits() {
        sizes.push(i64::from(from.bits() / to.bits()));
    } else if from.bits() < to.bits() {
        sizes.pop()?;
    }
    Some(sizes)
}

/// The number of processes in each group of a collective op. Groups of replicas that all partitions join are larger than
/// they are stated: there the number of partitions decides.
fn group_size(op: Op<'_>) -> Option<i64> {
    let channel = op.attr("channel_handle").and_then(channel_handle).map_or(0, |channel| channel.handle);
    if channel > 0 && op.attr("use_global_device_ids").is_none() {
        return None;
    }
    let groups = Tensor::of(op.attr("replica_groups")?.r#type())?;
    // No groups are one group of all.
    groups.shape.get(1).copied().filter(|size| *size > 0)
}

/// `shape` with a known size of dimension `d` changed by `by`.
fn scaled(mut shape: Vec<i64>, d: i64, by: impl Fn(i64) -> Option<i64>) -> Option<Vec<i64>> {
    let size = shape.get_mut(usize::try_from(d).ok()?)?;
    if *size != DYNAMIC {
        *size = by(*size)?;
    }
    Some(shape)
}

/// Positions of the window along the spatial dimensions, for each of the batch and each feature of the kernel's.
fn convolved(op: Op<'_>) -> Option<Vec<i64>> {
    let (input, kernel) = (shape(op.input(0))?, shape(op.input(1))?);
    let Dimensions { lhs, rhs, result: to } = Dimensions::of(&Arguments::of(op), input.len());
    let at = |dimensions: &[i64], i: usize| usize::try_from(*dimensions.get(i)?).ok();
    let each = |name: &str, d: usize| op.i64s(name).get(d).copied().unwrap_or(1);
    let padding = op.attr("padding").and_then(integers_of).unwrap_or_default();
    let mut result = vec![DYNAMIC; input.len()];
    let batch = *input.get(at(&lhs, 0)?)?;
    *result.get_mut(at(&to, 0)?)? =
        if batch == DYNAMIC { batch } else { batch / op.int("batch_group_count").unwrap_or(1).max(1) };
    *result.get_mut(at(&to, 1)?)? = *kernel.get(at(&rhs, 0)?)?;
    for d in 0..input.len().checked_sub(2)? {
        let (size, window) = (*input.get(at(&lhs, d + 2)?)?, *kernel.get(at(&rhs, d + 2)?)?);
        let amount = |place: usize| padding.get(place).copied().unwrap_or(0);
        let spread = |size: i64, by: i64| if size <= 0 { 0 } else { (size - 1).saturating_mul(by).saturating_add(1) };
        let room =
            spread(size, each("lhs_dilation", d)).saturating_add(amount(2 * d)).saturating_add(amount(2 * d + 1));
        let reach = spread(window, each("rhs_dilation", d));
        let positions =
            if reach > room || room <= 0 { 0 } else { (room - reach) / each("window_strides", d).max(1) + 1 };
        *result.get_mut(at(&to, d + 2)?)? = if size == DYNAMIC || window == DYNAMIC { DYNAMIC } else { positions };
    }
    Some(result)
}

/// A call of a function that computes what XLA has no op for states which operands are its results' shapes.
fn shapes_from_operands(op: Op<'_>) -> Option<Vec<Vec<i64>>> {
    let operands = integers_of(op.attr("indices_of_shape_operands")?)?;
    operands.into_iter().map(|i| integers(*op.ins().get(usize::try_from(i).ok()?)?)).collect()
}

fn broadcast_by_dimensions(op: Op<'_>) -> Option<Vec<i64>> {
    let (lhs, rhs) = (shape(op.input(0))?, shape(op.input(1))?);
    if op.attr("broadcast_dimensions").is_none() {
        return broadcast(&lhs, &rhs);
    }
    let (small, large) = if lhs.len() < rhs.len() { (lhs, rhs) } else { (rhs, lhs) };
    let mut placed = vec![1; large.len()];
    for (size, d) in small.into_iter().zip(op.i64s("broadcast_dimensions")) {
        *placed.get_mut(usize::try_from(d).ok()?)? = size;
    }
    broadcast(&placed, &large)
}
