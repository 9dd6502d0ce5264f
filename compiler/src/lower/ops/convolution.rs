//! conv_with_general_padding: a `linalg.generic` that adds up products over the window and the input features.
//!
//! Each phase of a convolution whose operand is dilated is a convolution of its own, with its part of the window.

use super::contraction::{Products, sum_of_products};
use super::movement::{transposed, with_last};
use super::phases::{Phase, Phases};
use super::window::{Area, Frame, Loops, areas, padded};
use crate::affine::{Expr, Map};
use crate::lower::rewriter::computation::{convert, zero};
use crate::lower::rewriter::sizes::{Size, declared, demand_equal, is_static, known, result_sizes, sizes, stated};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{copy_elements, element, empty, fill, insert, reshape_sized, reshape_to, shape};
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Builder, DYNAMIC, Element, Op, OpExt, Tensor, Value, element_type};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ops::Arguments;
use xla_dialect::ops::convolution::Convolution;
use xla_dialect::passes::Failed;

/// Elements of a vector, as large ones are.
const VECTOR: i64 = 16;
/// Products of each element of the input, from which on a transposition of it pays.
const OFTEN: i64 = 4;

/// A convolution, and the sizes that it is on.
struct Emission<'c> {
    op: Op<'c>,
    convolution: Convolution,
    /// Where the batch (or the output features), the features and the spatial dimensions of each array are.
    lhs_at: Vec<usize>,
    rhs_at: Vec<usize>,
    result_at: Vec<usize>,
}

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
    convolution(lowering, op, builder, None)
}

/// As [`conv_with_general_padding`], with padding that may be known only at run time.
pub fn convolution<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    amounts: Option<Vec<[Size<'c>; 2]>>,
) -> Result<(), Failed> {
    let convolution =
        Convolution::of(&Arguments::of(op)).map_err(|violation| violation.emit(op.loc(), op.name_str()))?;
    let (lhs, rhs, result) = (op.input(0), op.input(1), op.output(0));
    let ty = Tensor::new(&shape(result), lowering.element_type(element(result))).ty();
    if shape(result).contains(&0) {
        lowering.set_tensor(result, empty(builder, ty));
        return Ok(());
    }
    if is_static(&shape(result)) && shape(lhs).contains(&0) && element(rhs).is_integer() {
        // Without elements there is but padding. Products of it are 0, unless the kernel is infinite or NaN.
        let value = fill(builder, zero(lowering, builder, element(result)), empty(builder, ty))?;
        lowering.set_tensor(result, value);
        return Ok(());
    }
    let places = |list: &[i64]| -> Vec<usize> { list.iter().map(|&d| d as usize).collect() };
    let dimensions = &convolution.dimensions;
    let (lhs_at, rhs_at, result_at) = (places(&dimensions.lhs), places(&dimensions.rhs), places(&dimensions.result));
    let emission = Emission { op, convolution, lhs_at, rhs_at, result_at };
    let (spatial, windows) = (&emission.lhs_at[2..], &emission.convolution.window);
    let positions: Vec<i64> = emission.result_at[2..].iter().map(|&d| shape(result)[d]).collect();
    let (lhs_value, rhs_value) = (lowering.tensor(lhs)?, lowering.tensor(rhs)?);
    let (lhs_sizes, rhs_sizes) = (sizes(lhs_value), sizes(rhs_value));
    let base: Vec<Size<'c>> = spatial.iter().map(|&d| lhs_sizes[d]).collect();
    let padding = zero(lowering, builder, element(lhs));
    let all_static = [lhs, rhs, result].into_iter().all(|value| is_static(&shape(value))) && amounts.is_none();
    let reversal = &emission.convolution.reversal;
    let phases = all_static.then(|| Phases::of(windows, &declared(&base), &positions, reversal, true)).flatten();
    let Some(phases) = phases else {
        let mut frames: Vec<Frame<'c>> = windows.iter().copied().map(Frame::from).collect();
        for (i, frame) in frames.iter_mut().enumerate() {
            frame.size = rhs_sizes[emission.rhs_at[2 + i]];
            frame.padding = amounts.as_ref().map_or(frame.padding, |amounts| amounts[i]);
            if emission.convolution.reversal[i] && frame.size.known().is_none() {
                return Err(unsupported(op, "a reversed window of a size known only at run time"));
            }
        }
        let features = rhs_sizes[emission.rhs_at[1]].times(builder, emission.convolution.feature_groups);
        let rule = "expects an input with as many features as the kernel has in all groups";
        demand_equal(builder, op, lhs_sizes[emission.lhs_at[1]], features, rule);
        let areas = areas(builder, op, &frames, &base)?;
        let mut found = stated(&shape(result));
        for (i, &d) in emission.result_at.iter().enumerate() {
            found[d] = Some(match i {
                0 => lhs_sizes[emission.lhs_at[0]].floor_div(builder, emission.convolution.batch_groups),
                1 => rhs_sizes[emission.rhs_at[0]],
                i => areas[i - 2].positions(builder),
            });
        }
        let found = result_sizes(builder, op, found)?;
        let lhs_value = padded(builder, lhs_value, padding, &areas, spatial)?;
        let value = emission.sums(lowering, builder, (lhs_value, rhs_value), &areas, &found)?;
        lowering.set_tensor(result, value);
        return Ok(());
    };
    let areas = phases.areas(builder, op, &base)?;
    let lhs_value = padded(builder, lhs_value, padding, &areas.padded, spatial)?;
    let mut value = empty(builder, ty);
    if phases.leave_positions() {
        value = fill(builder, zero(lowering, builder, element(result)), value)?;
    }
    for (of_each, areas) in areas.of_phases(&phases) {
        let window = emission.part_of_window(builder, rhs_value, &of_each)?;
        let mut counts = known(&shape(result));
        let (mut offset, mut scale) = (vec![0; shape(result).len()], vec![1; shape(result).len()]);
        for (phase, &d) in of_each.iter().zip(&emission.result_at[2..]) {
            counts[d] = phase.count.into();
            (offset[d], scale[d]) = (phase.first, phase.step);
        }
        let part = emission.sums(lowering, builder, (lhs_value, window), &areas, &counts)?;
        value = insert(builder, part, value, (&offset, &scale));
    }
    lowering.set_tensor(result, value);
    Ok(())
}

/// Where each of `dimensions` is in `order`.
fn places_in(dimensions: &[usize], order: &[usize]) -> Vec<usize> {
    dimensions.iter().filter_map(|d| order.iter().position(|at| at == d)).collect()
}

impl<'c> Emission<'c> {
    /// The elements of the window `rhs` that the phases meet.
    fn part_of_window(&self, builder: &Builder<'c>, rhs: Value<'c>, phases: &[Phase]) -> Result<Value<'c>, Failed> {
        let from = shape(rhs);
        let rank = from.len();
        let (mut sizes, mut start, mut strides) = (from.clone(), vec![0; rank], vec![1; rank]);
        for (phase, &d) in phases.iter().zip(&self.rhs_at[2..]) {
            (start[d], strides[d]) = phase.elements;
            sizes[d] = phase.window.size;
        }
        if sizes == from {
            return Ok(rhs);
        }
        let into = empty(builder, Tensor::new(&sizes, element_type(rhs.r#type())).ty());
        copy_elements(builder, rhs, Map::part(&from, &sizes, &start, &strides), into)
    }

    /// The groups of features, whichever operand states them.
    fn groups(&self) -> i64 {
        self.convolution.feature_groups * self.convolution.batch_groups
    }

    /// The output features of a group, which a loop runs over.
    fn columns(&self, to: &[Size<'c>]) -> Option<i64> {
        Some(to[self.result_at[1]].known()? / self.groups())
    }

    /// The order of the result's dimensions in which the sums are made. Vectors are along the last one: if the window strides
    /// there, or there are few positions or a small batch, those are the features; where there are few of these as well, a long
    /// dimension in front of them.
    fn order_of_sums(&self, areas: &[Area<'c>], to: &[Size<'c>]) -> Vec<usize> {
        /// Features, or positions, that fill less than half of a vector.
        const FEW: i64 = VECTOR / 2;
        let mut order: Vec<usize> = (0..to.len()).collect();
        let features = self.result_at[1];
        let known: Option<Vec<i64>> = to.iter().map(|size| size.known()).collect();
        let (Some(counts), Some(columns)) = (known, self.columns(to)) else { return order };
        let is_strided = |d: usize| {
            let role = self.result_at.iter().position(|&at| at == d).unwrap_or_default();
            role >= 2 && areas[role - 2].stride() != 1
        };
        let last = to.len() - 1;
        let count = counts[last];
        let is_slow = last != features && (is_strided(last) || count < VECTOR) && columns > count.min(VECTOR - 1);
        let behind = |d: usize| counts[d + 1..].iter().product::<i64>();
        let is_long = |&d: &usize| d != features && !is_strided(d) && counts[d] >= 4 * VECTOR && behind(d) < VECTOR;
        let (window, is_fast) = self.window();
        let is_short = count < FEW && columns < FEW && is_fast && columns * window >= OFTEN;
        let long = (0..last).find(is_long).filter(|_| is_short && self.neighbours(to, &order).is_none());
        if let Some(d) = long.or(is_slow.then_some(features)) {
            order.remove(d);
            order.push(d);
        }
        order
    }

    /// Whether vectors are along the output features, which are not neighbours in the kernel, and many positions read it:
    /// it pays to transpose the kernel first, as the gradient with respect to the input does with the filters.
    fn reads_across(&self, to: &[Size<'c>]) -> bool {
        let is_last = self.result_at[1] + 1 == to.len() && self.rhs_at[0] + 1 != to.len();
        let positions: i64 = self.result_at[2..].iter().map(|&d| to[d].known().unwrap_or(1)).product();
        let columns = self.columns(to).unwrap_or(1);
        is_last && columns >= VECTOR / 2 && positions >= VECTOR
    }

    /// Elements of the window, and whether vectors along positions are faster than those along the features of the input.
    fn window(&self) -> (i64, bool) {
        /// A window from which on sums along the features of the input are slower.
        const LARGE: i64 = 9;
        let kernel = shape(self.op.input(1));
        let window: i64 = self.rhs_at[2..].iter().map(|&d| kernel[d]).product();
        (window, window >= LARGE || kernel[self.rhs_at[1]] == 1)
    }

    /// Which of the input's dimensions, the batch or a spatial one, the result's last one in `order` is, or the one in front of very few
    /// features, if each element of the input is read often: vectors are along it, and it pays to transpose the input first.
    fn neighbours(&self, to: &[Size<'c>], order: &[usize]) -> Option<usize> {
        /// Features that no vector is along.
        const FEW: i64 = 3;
        let (window, is_fast) = self.window();
        let last = *order.last()?;
        let has_few = to[last].known()? <= FEW && self.result_at[1] == last && is_fast;
        let along = order[order.len() - 1 - usize::from(has_few)];
        let role = self.result_at.iter().position(|&d| d == along).filter(|role| *role != 1)?;
        (self.columns(to)? * window >= OFTEN && to[along].known()? >= VECTOR).then_some(role)
    }

    /// The sums of the padded operand and of a window, an array of sizes `to`.
    fn sums(
        &self,
        lowering: &Lowering<'c>,
        builder: &Builder<'c>,
        (lhs_value, rhs_value): (Value<'c>, Value<'c>),
        areas: &[Area<'c>],
        to: &[Size<'c>],
    ) -> Result<Value<'c>, Failed> {
        let Self { op, convolution, result_at, .. } = self;
        let (lhs, rhs, result) = (op.input(0), op.input(1), op.output(0));
        let groups = self.groups();
        let is_static = [lhs_value, rhs_value].into_iter().all(|value| is_static(&shape(value)));
        let order = if is_static { self.order_of_sums(areas, to) } else { (0..to.len()).collect::<Vec<_>>() };
        let (mut lhs_value, mut lhs_at) = (lhs_value, self.lhs_at.clone());
        let (mut rhs_value, mut rhs_at) = (rhs_value, self.rhs_at.clone());
        let is_across = !order.is_sorted() && order.last() == Some(&result_at[1]);
        if is_static && (is_across || self.reads_across(to)) {
            let features_last = [&rhs_at[2..], &[rhs_at[1], rhs_at[0]]].concat();
            rhs_value = transposed(builder, rhs_value, &features_last)?;
            rhs_at = places_in(&rhs_at, &features_last);
            if is_across && shape(op.input(1))[self.rhs_at[1]] >= VECTOR / 2 {
                let order = [&[lhs_at[0]], &lhs_at[2..], &[lhs_at[1]]].concat();
                lhs_value = transposed(builder, lhs_value, &order)?;
                lhs_at = places_in(&lhs_at, &order);
            }
        }
        if is_static && !is_across {
            let lhs_shape = shape(lhs_value);
            let is_inside = |d: &usize| lhs_shape[d + 1..].iter().any(|size| *size != 1);
            let last_of_lhs = self.neighbours(to, &order).map(|role| lhs_at[role]).filter(is_inside);
            if let Some(last) = last_of_lhs {
                let order = with_last(lhs_at.len(), last);
                lhs_value = transposed(builder, lhs_value, &order)?;
                lhs_at = places_in(&lhs_at, &order);
            }
        }
        let mut elements = [element(lhs), element(rhs)];
        let reads_in_place = is_static && order.last() != Some(&result_at[1]);
        let is_shallow = shape(rhs)[self.rhs_at[1]] < VECTOR;
        let is_widened =
            |element: &Element| *element == Element::F16 || (reads_in_place || is_shallow) && element.is_narrow_float();
        if is_static && elements.iter().all(is_widened) {
            // Where the vectors are along positions, or sums are of few features, the operands are read where they are, which
            // converts nothing on the way; and products of f16 are none of the processor's.
            lhs_value = convert(lowering, *op, builder, lhs_value, elements[0], Element::F32)?;
            rhs_value = convert(lowering, *op, builder, rhs_value, elements[1], Element::F32)?;
            elements = [Element::F32; 2];
        }
        let (lhs_sizes, rhs_sizes, sum) = (sizes(lhs_value), sizes(rhs_value), element(result));
        let spatial = &lhs_at[2..];
        let group_size = rhs_sizes[rhs_at[0]].floor_div(builder, groups);

        let mut loops = Loops::default();
        let batch = loops.next(IteratorType::Parallel);
        let group = (groups > 1).then(|| loops.next(IteratorType::Parallel));
        let output = loops.next(IteratorType::Parallel);
        let positions: Vec<usize> = spatial.iter().map(|_| loops.next(IteratorType::Parallel)).collect();
        let window: Vec<usize> = spatial.iter().map(|_| loops.next(IteratorType::Reduction)).collect();
        let input = loops.next(IteratorType::Reduction);
        let dims = loops.iterators.len();

        let in_group = |within: usize, size: Size<'c>, grouped: bool| {
            let group = group.filter(|_| grouped);
            if group.is_some() && size.known().is_none() {
                return Err(unsupported(*op, "groups of a size known only at run time"));
            }
            let terms = [Some((within, 1)), group.map(|group| (group, size.declared()))];
            Ok(Expr::sum(dims, &terms.into_iter().flatten().collect::<Vec<_>>(), 0))
        };
        let mut lhs_map = vec![Expr::constant(dims, 0); lhs_sizes.len()];
        let mut rhs_map = lhs_map.clone();
        let batch_size = lhs_sizes[lhs_at[0]].floor_div(builder, convolution.batch_groups);
        lhs_map[lhs_at[0]] = in_group(batch, batch_size, convolution.batch_groups > 1)?;
        lhs_map[lhs_at[1]] = in_group(input, rhs_sizes[rhs_at[1]], convolution.feature_groups > 1)?;
        rhs_map[rhs_at[0]] = in_group(output, group_size, true)?;
        rhs_map[rhs_at[1]] = Expr::sum(dims, &[(input, 1)], 0);
        for (i, &d) in spatial.iter().enumerate() {
            lhs_map[d] = areas[i].index(dims, Some(positions[i]), Some(window[i]), convolution.reversal[i]);
            rhs_map[rhs_at[2 + i]] = Expr::sum(dims, &[(window[i], 1)], 0);
        }

        // The result with the groups as a dimension in front of their features.
        let (mut grouped, mut written) = (Vec::new(), Vec::new());
        for (d, size) in order.iter().map(|&d| (d, &to[d])) {
            let at = result_at.iter().position(|&at| at == d).expect("each dimension of the result has a number");
            let loop_ = match at {
                0 => batch,
                1 => output,
                i => positions[i - 2],
            };
            if let Some(group) = group.filter(|_| loop_ == output) {
                grouped.push(groups.into());
                written.push(group);
            }
            grouped.push(if loop_ == output { group_size } else { *size });
            written.push(loop_);
        }
        let products = Products {
            operands: [(lhs_value, Map { dims, results: lhs_map }), (rhs_value, Map { dims, results: rhs_map })],
            elements,
            sum,
            shape: declared(&grouped),
            sizes: grouped,
            map: Map::of_dims(dims, &written),
            iterators: loops.iterators,
            // The few products of a depthwise convolution are no contraction: they round as everywhere else.
            fused: groups == 1 || rhs_sizes[rhs_at[1]].known().is_none_or(|size| size > 1),
        };
        let mut value = sum_of_products(lowering, *op, builder, &products)?;
        if !order.is_sorted() {
            let sizes: Vec<i64> = declared(&order.iter().map(|&d| to[d]).collect::<Vec<_>>());
            value = reshape_to(builder, value, Tensor::new(&sizes, element_type(value.r#type())).ty());
            value = transposed(builder, value, &places_in(&(0..to.len()).collect::<Vec<_>>(), &order))?;
        }
        // A size that is known all the same may be open in the type.
        let open = shape(result).into_iter().zip(to);
        let shape: Vec<i64> =
            open.map(|(stated, size)| if stated == DYNAMIC { stated } else { size.declared() }).collect();
        Ok(reshape_sized(builder, value, Tensor::new(&shape, lowering.element_type(sum)).ty(), to))
    }
}
