//! conv_with_general_padding: a `linalg.generic` that adds up products over the window and the input features.

use super::contraction::{Products, sum_of_products};
use super::window::{Loops, areas, padded};
use crate::affine::{Expr, Map};
use crate::lower::rewriter::computation::zero;
use crate::lower::rewriter::sizes::known;
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{element, empty, reshape_to, shape};
use xla_dialect::ir::{Builder, Op, OpExt, Tensor};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ops::Arguments;
use xla_dialect::ops::convolution::Convolution;
use xla_dialect::passes::Failed;

/// The loops run over the batch, the groups, the output features of a group and the positions, and inside over the
/// window and the input features of a group.
///
/// The features of a group are consecutive, so that feature `f` of group `g` is feature `g * size + f`; batch groups
/// split the batch alike. Only the result, which no index of two loops may write, has groups as a dimension of their
/// own, until the end.
pub fn conv_with_general_padding<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
) -> Result<(), Failed> {
    let convolution =
        Convolution::of(&Arguments::of(op)).map_err(|violation| violation.emit(op.loc(), op.name_str()))?;
    let (lhs, rhs, result) = (op.input(0), op.input(1), op.output(0));
    let sum = element(result);
    let ty = Tensor::new(&shape(result), lowering.element_type(sum)).ty();
    if shape(result).contains(&0) {
        lowering.set_tensor(result, empty(builder, ty));
        return Ok(());
    }
    let places = |list: &[i64]| -> Vec<usize> { list.iter().map(|&d| d as usize).collect() };
    let dimensions = &convolution.dimensions;
    let (lhs_at, rhs_at, result_at) = (places(&dimensions.lhs), places(&dimensions.rhs), places(&dimensions.result));
    let (lhs_shape, rhs_shape) = (shape(lhs), shape(rhs));
    let spatial = &lhs_at[2..];
    let groups = convolution.feature_groups * convolution.batch_groups;
    let group_size = rhs_shape[rhs_at[0]] / groups;

    let mut loops = Loops::default();
    let batch = loops.next(IteratorType::Parallel);
    let group = (groups > 1).then(|| loops.next(IteratorType::Parallel));
    let output = loops.next(IteratorType::Parallel);
    let positions: Vec<usize> = spatial.iter().map(|_| loops.next(IteratorType::Parallel)).collect();
    let window: Vec<usize> = spatial.iter().map(|_| loops.next(IteratorType::Reduction)).collect();
    let input = loops.next(IteratorType::Reduction);
    let dims = loops.iterators.len();

    let in_group = |within: usize, size: i64, grouped: bool| {
        let terms = [Some((within, 1)), group.filter(|_| grouped).map(|group| (group, size))];
        Expr::sum(dims, &terms.into_iter().flatten().collect::<Vec<_>>(), 0)
    };
    let base: Vec<i64> = spatial.iter().map(|&d| lhs_shape[d]).collect();
    let areas = areas(op, &convolution.window, &base)?;
    let mut lhs_map = vec![Expr::constant(dims, 0); lhs_shape.len()];
    let mut rhs_map = lhs_map.clone();
    lhs_map[lhs_at[0]] = in_group(batch, lhs_shape[lhs_at[0]] / convolution.batch_groups, convolution.batch_groups > 1);
    lhs_map[lhs_at[1]] = in_group(input, rhs_shape[rhs_at[1]], convolution.feature_groups > 1);
    rhs_map[rhs_at[0]] = in_group(output, group_size, true);
    rhs_map[rhs_at[1]] = Expr::sum(dims, &[(input, 1)], 0);
    for (i, &d) in spatial.iter().enumerate() {
        lhs_map[d] = areas[i].index(dims, Some(positions[i]), Some(window[i]), convolution.reversal[i]);
        rhs_map[rhs_at[2 + i]] = Expr::sum(dims, &[(window[i], 1)], 0);
    }

    // The result with the groups as a dimension in front of their features.
    let (mut grouped, mut written) = (Vec::new(), Vec::new());
    for (d, &size) in shape(result).iter().enumerate() {
        let loop_ = match result_at.iter().position(|&at| at == d).expect("each dimension of the result has a number") {
            0 => batch,
            1 => output,
            i => positions[i - 2],
        };
        if let Some(group) = group.filter(|_| loop_ == output) {
            grouped.push(groups);
            written.push(group);
        }
        grouped.push(if loop_ == output { group_size } else { size });
        written.push(loop_);
    }

    let padding = zero(lowering, builder, element(lhs));
    let lhs_value = padded(builder, lowering.tensor(lhs)?, padding, &areas, spatial)?;
    let products = Products {
        operands: [
            (lhs_value, Map { dims, results: lhs_map }),
            (lowering.tensor(rhs)?, Map { dims, results: rhs_map }),
        ],
        elements: [element(lhs), element(rhs)],
        sum,
        sizes: known(&grouped),
        shape: grouped,
        map: Map::of_dims(dims, &written),
        iterators: loops.iterators,
        // The few products of a depthwise convolution are no contraction: they round as everywhere else.
        fused: rhs_shape[rhs_at[1]] > 1,
    };
    let value = sum_of_products(lowering, op, builder, &products)?;
    lowering.set_tensor(result, reshape_to(builder, value, ty));
    Ok(())
}
