//! conv_with_general_padding: a `linalg.generic` that adds up products over the window and the input features.
//!
//! Where the operand is dilated, the elements between which there are holes meet every so many elements of the window:
//! those of one phase. Each phase of positions is a convolution of its own, without holes, with its part of the window:
//!
//! ```text
//! y[2 i + r] = Σ x[i + t + …] * w[2 t + start of r]        a transposed convolution of stride 2, r = 0, 1
//! ```

use super::contraction::{Products, sum_of_products};
use super::window::{Area, Frame, Loops, areas, checked, padded};
use crate::affine::{Expr, Map};
use crate::lower::rewriter::computation::zero;
use crate::lower::rewriter::sizes::{Size, declared, demand_equal, is_static, known, result_sizes, sizes, stated};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{copy_elements, element, empty, fill, insert, reshape_sized, shape};
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Builder, DYNAMIC, Op, OpExt, Tensor, Value, element_type};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ops::convolution::Convolution;
use xla_dialect::ops::{Arguments, window};
use xla_dialect::passes::Failed;

/// Phases at most: each is code of its own.
const MOST_PHASES: i64 = 16;

/// What of one spatial dimension a phase computes.
#[derive(Clone, Copy)]
struct Phase {
    /// The first position.
    first: i64,
    /// From one position to the next.
    step: i64,
    /// The number of positions.
    count: i64,
    /// The first element of the window, in the order of memory, and from one to the next.
    elements: (i64, i64),
    /// The window that it is, over the operand without holes.
    window: window::Dim,
}

impl Phase {
    /// All positions of a window.
    fn whole(window: window::Dim, positions: i64) -> Self {
        Self { first: 0, step: 1, count: positions, elements: (0, 1), window }
    }

    /// The phases of a dilated dimension of `size` elements with that many `positions`.
    fn all(window: window::Dim, size: i64, positions: i64, reversed: bool) -> Option<Vec<Self>> {
        let step = window.base_dilation;
        if step == 1 {
            return Some(vec![Self::whole(window, positions)]);
        }
        if window.stride != 1 || window.window_dilation != 1 {
            return None;
        }
        let phase = |first: i64| {
            // Position `first + step * i` reads element `offset + step * t` of the window where base element
            // `i + t - low` is.
            let offset = window.low.checked_sub(first)?.rem_euclid(step);
            let taps = if offset < window.size { (window.size - 1 - offset) / step + 1 } else { 0 };
            let low = (window.low - first - offset) / step;
            let count = (positions - first - 1) / step + 1;
            let high = count.checked_add(taps)?.checked_sub(1)?.checked_sub(size)?.checked_sub(low)?;
            let last = offset + (taps - 1) * step;
            let start = if reversed { window.size - 1 - last } else { offset };
            let window = window::Dim { size: taps, stride: 1, low, high, base_dilation: 1, window_dilation: 1 };
            Some(Self { first, step, count, elements: (start, step), window })
        };
        (0..step.min(positions)).map(phase).collect()
    }
}

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
    let phases = all_static.then(|| emission.phases(&declared(&base), &positions)).flatten();
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
    // One padded operand serves all phases.
    let mut dims: Vec<Vec<Area>> = Vec::new();
    for (phases, size) in phases.iter().zip(&base) {
        let windows: Vec<window::Dim> = phases.iter().map(|phase| phase.window).collect();
        dims.push(checked(op, Area::of_all(builder, &windows, *size))?);
    }
    let first: Vec<Area> = dims.iter().map(|areas| areas[0]).collect();
    let first = checked(op, Some(first))?;
    let lhs_value = padded(builder, lhs_value, padding, &first, spatial)?;
    // Where no element of the window meets one of the operand, there is nothing to sum.
    let is_partial = phases.iter().flatten().any(|phase| phase.window.size == 0);
    let mut value = empty(builder, ty);
    if is_partial {
        value = fill(builder, zero(lowering, builder, element(result)), value)?;
    }
    for numbers in combinations(&phases.iter().map(Vec::len).collect::<Vec<_>>()) {
        let of_each: Vec<Phase> = numbers.iter().zip(&phases).map(|(&i, phases)| phases[i]).collect();
        if of_each.iter().any(|phase| phase.window.size == 0) {
            continue;
        }
        let areas: Vec<Area> = numbers.iter().zip(&dims).map(|(&i, areas)| areas[i]).collect();
        let window = emission.part_of_window(builder, rhs_value, &of_each)?;
        let mut counts = known(&shape(result));
        for (phase, &d) in of_each.iter().zip(&emission.result_at[2..]) {
            counts[d] = phase.count.into();
        }
        let part = emission.sums(lowering, builder, (lhs_value, window), &areas, &counts)?;
        let (mut offset, mut scale) = (vec![0; shape(result).len()], vec![1; shape(result).len()]);
        for (phase, &d) in of_each.iter().zip(&emission.result_at[2..]) {
            (offset[d], scale[d]) = (phase.first, phase.step);
        }
        value = insert(builder, part, value, (&offset, &scale));
    }
    lowering.set_tensor(result, value);
    Ok(())
}

/// All lists of numbers below `counts`.
fn combinations(counts: &[usize]) -> Vec<Vec<usize>> {
    counts.iter().fold(vec![Vec::new()], |lists, &count| {
        let with = |list: &Vec<usize>| (0..count).map(|i| [list.as_slice(), &[i]].concat()).collect::<Vec<_>>();
        lists.iter().flat_map(with).collect()
    })
}

impl<'c> Emission<'c> {
    /// The phases along each spatial dimension, if one of them is dilated, and they are few.
    fn phases(&self, base: &[i64], positions: &[i64]) -> Option<Vec<Vec<Phase>>> {
        let Convolution { window, reversal, .. } = &self.convolution;
        let of = |i: usize| Phase::all(window[i], base[i], positions[i], reversal[i]);
        let is_dilated = window.iter().any(|dim| dim.base_dilation != 1);
        let few = window.iter().map(|dim| dim.base_dilation).fold(1i64, i64::saturating_mul) <= MOST_PHASES;
        let phases = (0..window.len()).filter(|_| is_dilated && few).map(of).collect::<Option<Vec<_>>>()?;
        (!phases.is_empty()).then_some(phases)
    }

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

    /// The sums of the padded operand and of a window, an array of sizes `to`.
    fn sums(
        &self,
        lowering: &Lowering<'c>,
        builder: &Builder<'c>,
        (lhs_value, rhs_value): (Value<'c>, Value<'c>),
        areas: &[Area<'c>],
        to: &[Size<'c>],
    ) -> Result<Value<'c>, Failed> {
        let Self { op, convolution, lhs_at, rhs_at, result_at } = self;
        let (lhs, rhs, result) = (op.input(0), op.input(1), op.output(0));
        let (lhs_sizes, rhs_sizes, sum) = (sizes(lhs_value), sizes(rhs_value), element(result));
        let spatial = &lhs_at[2..];
        let groups = convolution.feature_groups * convolution.batch_groups;
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
        for (d, size) in to.iter().enumerate() {
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
            elements: [element(lhs), element(rhs)],
            sum,
            shape: declared(&grouped),
            sizes: grouped,
            map: Map::of_dims(dims, &written),
            iterators: loops.iterators,
            // The few products of a depthwise convolution are no contraction: they round as everywhere else.
            fused: rhs_sizes[rhs_at[1]].known().is_none_or(|size| size > 1),
        };
        let value = sum_of_products(lowering, *op, builder, &products)?;
        // A size that is known all the same may be open in the type.
        let open = shape(result).into_iter().zip(to);
        let shape: Vec<i64> =
            open.map(|(stated, size)| if stated == DYNAMIC { stated } else { size.declared() }).collect();
        Ok(reshape_sized(builder, value, Tensor::new(&shape, lowering.element_type(sum)).ty(), to))
    }
}
