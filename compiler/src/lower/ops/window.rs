//! Windows: which element of its operand a loop over positions and a loop over the window read.

use super::phases::Phases;
use super::reduction::{self, Nest};
use super::scan::{Scan, padding_is_neutral, padding_may_move, padding_may_repeat, scan};
use crate::affine::{Expr, Map};
use crate::lower::rewriter::computation::as_stated;
use crate::lower::rewriter::sizes::{Size, declared, empty_of, is_static, known, result_sizes, sizes};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{Padding, element, empty, fill, insert, pad_sized, shape};
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Builder, Op, OpExt, Tensor, Value, constant_attribute, element_type};
use xla_dialect::ods::arith;
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ops::{Arguments, dimensions, window};
use xla_dialect::passes::Failed;
use xla_scalar::Machine;

/// One dimension of the area that a window is moved over, and how it lies in memory.
#[derive(Clone, Copy, Debug)]
pub struct Area<'c> {
    window: window::Dim,
    /// Elements of the window.
    reach: Size<'c>,
    /// Elements in memory.
    size: Size<'c>,
    /// Elements that the window is moved over.
    padded: Size<'c>,
    /// Where the first position begins: cropping is reading from there on.
    offset: i64,
    /// What is written around the elements.
    padding: Padding<'c>,
}

/// A window in one dimension of an array. The sizes and the padding may be those of running only.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'c> {
    /// What the op states.
    pub window: window::Dim,
    /// Elements of the window.
    pub size: Size<'c>,
    /// Padding in front and behind.
    pub padding: [Size<'c>; 2],
}

impl<'c> From<window::Dim> for Frame<'c> {
    fn from(window: window::Dim) -> Self {
        Self { window, size: Size::Known(window.size), padding: [window.low.into(), window.high.into()] }
    }
}

impl<'c> Area<'c> {
    /// The area for the window over `size` elements. None when the sizes do not fit 64 bits.
    pub fn of(builder: &Builder<'c>, frame: Frame<'c>, size: Size<'c>) -> Option<Self> {
        let Frame { window, padding: [low, high], .. } = frame;
        let interior = window.base_dilation - 1;
        let padding = Padding { low, high, interior: interior.into() };
        let plain = Self { window, reach: frame.size, size, padded: size, offset: 0, padding: Padding::none() };
        let (Some(known_size), Some(low), Some(high)) = (size.known(), low.known(), high.known()) else {
            let padded = padding.padded(builder, size).max(builder, 0);
            return Some(Self { size: padded, padded, padding, ..plain });
        };
        let padded = xla_dialect::ops::pad::padded_size(known_size, low, high, interior)?.into();
        if window.base_dilation == 1 && low <= 0 && high <= 0 {
            return Some(Self { padded, offset: low.checked_neg()?, ..plain });
        }
        Some(Self { size: padded, padded, padding, ..plain })
    }

    /// From one position to the next.
    pub fn stride(&self) -> i64 {
        self.window.stride
    }

    /// The number of positions, as many as fit.
    pub fn positions(&self, builder: &Builder<'c>) -> Size<'c> {
        let reach = self.reach.minus(builder, 1).times(builder, self.window.window_dilation).plus(builder, 1);
        let last = self.padded.minus(builder, reach);
        last.floor_div(builder, self.window.stride).plus(builder, 1).max(builder, 0)
    }

    /// The areas for these windows over one base of `size`, and what they have in common: windows that differ in size and
    /// padding alone. None when the sizes do not fit 64 bits.
    pub fn of_all(builder: &Builder<'c>, windows: &[window::Dim], size: Size<'c>) -> Option<Vec<Self>> {
        let low = windows.iter().map(|window| window.low).max()?;
        let high = windows.iter().map(|window| window.high).max()?;
        let all = windows.iter().map(|window| {
            let common = Self::of(builder, window::Dim { low, high, ..*window }.into(), size)?;
            Some(Self { offset: common.offset.checked_add(low.checked_sub(window.low)?)?, ..common })
        });
        all.collect()
    }

    /// The index that is read at the position of loop `position` and the element of the window of loop `element`;
    /// loops of one iteration may be left out. `reversed` windows are read from their end.
    pub fn index(&self, dims: usize, position: Option<usize>, element: Option<usize>, reversed: bool) -> Expr {
        let dilation = self.window.window_dilation;
        let (scale, end) = if reversed { (-dilation, (self.window.size - 1) * dilation) } else { (dilation, 0) };
        let terms = [position.map(|loop_| (loop_, self.window.stride)), element.map(|loop_| (loop_, scale))];
        Expr::sum(dims, &terms.into_iter().flatten().collect::<Vec<_>>(), self.offset + end)
    }
}

/// The areas for a window over a base of these sizes; what no memory could hold is not supported.
pub fn areas<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    window: &[Frame<'c>],
    sizes: &[Size<'c>],
) -> Result<Vec<Area<'c>>, Failed> {
    let areas: Option<Vec<Area>> = window.iter().zip(sizes).map(|(dim, size)| Area::of(builder, *dim, *size)).collect();
    checked(op, areas)
}

/// `areas`, if memory could hold an array of their sizes.
pub fn checked<'c>(op: Op<'c>, areas: Option<Vec<Area<'c>>>) -> Result<Vec<Area<'c>>, Failed> {
    let fits = |areas: &Vec<Area>| {
        let sizes: Vec<i64> = areas.iter().filter_map(|area| area.size.known()).collect();
        dimensions::element_count(&sizes).is_some()
    };
    areas.filter(fits).ok_or_else(|| unsupported(op, "its padding makes an array too large for any memory"))
}

/// `source` as the areas of its dimensions `along` want it, with the rank-0 tensor `padding` around and between its
/// elements.
pub fn padded<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    padding: Value<'c>,
    areas: &[Area<'c>],
    along: &[usize],
) -> Result<Value<'c>, Failed> {
    let mut to = sizes(source);
    let mut around = vec![Padding::none(); to.len()];
    for (area, &d) in areas.iter().zip(along) {
        (around[d], to[d]) = (area.padding, area.size);
    }
    let ty = Tensor::new(&declared(&to), element_type(source.r#type())).ty();
    pad_sized(builder, source, padding, &around, (ty, &to))
}

/// Numbers the loops of a nest, from the outermost.
#[derive(Default)]
pub struct Loops {
    /// What has been numbered.
    pub iterators: Vec<IteratorType>,
}

impl Loops {
    /// The next loop.
    pub fn next(&mut self, iterator: IteratorType) -> usize {
        self.iterators.push(iterator);
        self.iterators.len() - 1
    }

    /// One loop for each size but 1.
    pub fn of_sizes(&mut self, sizes: &[i64], iterator: IteratorType) -> Vec<Option<usize>> {
        sizes.iter().map(|&size| (size != 1).then(|| self.next(iterator))).collect()
    }
}

/// The tensor that gives `loops` of these sizes their extents, unless what is read does.
pub fn extents<'c>(
    builder: &Builder<'c>,
    loops: &[Option<usize>],
    sizes: &[i64],
    read: &Map,
) -> Option<(Value<'c>, Map)> {
    let missing: Vec<(usize, i64)> = loops
        .iter()
        .zip(sizes)
        .filter_map(|(loop_, size)| Some(((*loop_)?, *size)))
        .filter(|(loop_, _)| !read.results.iter().any(|expr| expr.as_dim() == Some(*loop_)))
        .collect();
    let (loops, sizes): (Vec<usize>, Vec<i64>) = missing.into_iter().unzip();
    let ty = Tensor::new(&sizes, builder.machine(Machine::I8)).ty();
    (!loops.is_empty()).then(|| (empty(builder, ty), Map::of_dims(read.dims, &loops)))
}

/// The loops over the positions of a window, and inside over its elements, and what they read of the areas.
pub struct Windows {
    /// The kinds of the loops.
    pub iterators: Vec<IteratorType>,
    /// How a result with one element a position is written.
    pub result: Map,
    /// How the areas are read.
    pub read: Map,
    inner: Vec<Option<usize>>,
    sizes: Vec<i64>,
}

impl Windows {
    /// The loops of a window that has these positions on the areas.
    pub fn new(areas: &[Area<'_>], positions: &[i64]) -> Self {
        let rank = areas.len();
        let sizes: Vec<i64> = areas.iter().map(|area| area.window.size).collect();
        let mut loops = Loops::default();
        let outer: Vec<usize> = (0..rank).map(|_| loops.next(IteratorType::Parallel)).collect();
        let inner = loops.of_sizes(&sizes, IteratorType::Reduction);
        let dims = loops.iterators.len();
        let read = |d: usize| {
            let Some(size) = areas[d].size.known() else {
                return areas[d].index(dims, Some(outer[d]), inner[d], false);
            };
            let moves = positions[d] != 1;
            let expr = areas[d].index(dims, moves.then_some(outer[d]), inner[d], false);
            // A loop that alone is an index has the extent of that dimension.
            let extent = if moves { positions[d] } else { sizes[d] };
            if expr.as_dim().is_some() && extent != size { expr.within(size) } else { expr }
        };
        let read = Map { dims, results: (0..rank).map(read).collect() };
        Self { iterators: loops.iterators, result: Map::of_dims(dims, &outer), read, inner, sizes }
    }

    /// The tensor that gives the loops over the window their extents, unless the areas do.
    pub fn extents<'c>(&self, builder: &Builder<'c>) -> Option<(Value<'c>, Map)> {
        extents(builder, &self.inner, &self.sizes, &self.read)
    }
}

/// An i8 for each element of the areas over a base of `sizes`: 1 for one of the base, 0 for padding.
fn inside<'c>(builder: &Builder<'c>, sizes: &[Size<'c>], areas: &[Area<'c>]) -> Result<Value<'c>, Failed> {
    let byte = builder.machine(Machine::I8);
    let scalar = Tensor::new(&[], byte).ty();
    let constant = |value: i64| arith::constant(builder, constant_attribute(scalar, value));
    let base = empty_of(builder, Tensor::new(&declared(sizes), byte).ty(), sizes);
    let base = fill(builder, constant(1), base)?;
    let along: Vec<usize> = (0..sizes.len()).collect();
    padded(builder, base, constant(0), areas, &along)
}

/// One result for each position, from the window's elements. Padding is an initial value more; for XLA:CPU it is none.
pub fn reduce_window<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let operands = op.ins();
    let inputs = &operands[..op.outs().len()];
    let base = sizes(lowering.tensor(inputs[0])?);
    let positions = shape(op.output(0));
    if positions.contains(&0) {
        for result in op.outs() {
            let ty = Tensor::new(&positions, lowering.element_type(element(result))).ty();
            lowering.set_tensor(result, empty(builder, ty));
        }
        return Ok(());
    }
    let shape = shape(inputs[0]);
    let window = window::of(&Arguments::of(op), &shape).map_err(|violation| violation.emit(op.loc(), op.name_str()))?;
    if let Some(found) = Scan::of(op, &window, &shape) {
        return scan(lowering, op, builder, found);
    }
    // The initial values between elements are combined where they are if their order matters. For XLA:CPU they are none.
    let may_repeat = padding_may_repeat(op);
    if is_static(&shape)
        && (may_repeat || !lowering.options.xla_cpu_compat)
        && let Some(phases) =
            Phases::that_meet_elements(&window, &shape, &positions, may_repeat || padding_may_move(op))
    {
        return reduce_phases(lowering, op, builder, (&base, &window, &phases), may_repeat);
    }
    let frames: Vec<Frame<'c>> = window.into_iter().map(Frame::from).collect();
    reduce_frames(lowering, op, builder, (&base, &frames))
}

/// As [`reduce_window`], phase by phase: the initial values that a window meets come first, unless they `may_repeat`, so that their
/// number makes no difference.
fn reduce_phases<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    (base, window, phases): (&[Size<'c>], &[window::Dim], &Phases),
    may_repeat: bool,
) -> Result<(), Failed> {
    let areas = phases.areas(builder, op, base)?;
    let each = areas.of_phases(phases);
    let operands = op.ins();
    let (inputs, inits) = operands.split_at(op.outs().len());
    let inits = inits.iter().map(|init| lowering.tensor(*init)).collect::<Result<Vec<_>, _>>()?;
    let along: Vec<usize> = (0..base.len()).collect();
    let mut sources = Vec::new();
    for (input, init) in inputs.iter().zip(&inits) {
        sources.push(padded(builder, lowering.tensor(*input)?, *init, &areas.padded, &along)?);
    }
    let all: i64 = window.iter().map(|dim| dim.size).product();
    let holes = |met: i64| if may_repeat { 0 } else { all - met };
    let mut values = Vec::new();
    let starts = if phases.leave_positions() { starts(lowering, op, builder, (&inits, holes(0)))? } else { None };
    for (i, result) in op.outs().into_iter().enumerate() {
        let mut value = empty(builder, Tensor::new(&shape(result), lowering.element_type(element(result))).ty());
        if phases.leave_positions() {
            value = fill(builder, starts.as_ref().map_or(inits[i], |starts| starts[i]), value)?;
        }
        values.push(value);
    }
    for (of_each, areas) in each {
        let counts: Vec<i64> = of_each.iter().map(|phase| phase.count).collect();
        let met = of_each.iter().map(|phase| phase.window.size).product();
        let windows = Windows::new(&areas, &counts);
        let nest = Nest {
            precision: as_stated,
            starts: self::starts(lowering, op, builder, (&inits, holes(met)))?,
            extents: windows.extents(builder),
            sources: sources.iter().map(|source| (*source, windows.read.clone())).collect(),
            counted: None,
            sizes: known(&counts),
            result: windows.result,
            iterators: windows.iterators,
        };
        reduction::accumulate(lowering, op, builder, &nest)?;
        let (offset, scale): (Vec<i64>, Vec<i64>) = of_each.iter().map(|phase| (phase.first, phase.step)).unzip();
        for (value, result) in values.iter_mut().zip(op.outs()) {
            *value = insert(builder, lowering.tensor(result)?, *value, (&offset, &scale));
        }
    }
    for (value, result) in values.into_iter().zip(op.outs()) {
        lowering.set_tensor(result, value);
    }
    Ok(())
}

/// What windows make of the initial values of `op` and of these `inits` of as many `holes`, if there are any.
fn starts<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    (inits, holes): (&[Value<'c>], i64),
) -> Result<Option<Vec<Value<'c>>>, Failed> {
    if holes == 0 {
        return Ok(None);
    }
    let count = empty(builder, Tensor::new(&[holes], builder.machine(Machine::I8)).ty());
    let nest = Nest {
        precision: as_stated,
        starts: None,
        extents: Some((count, Map::identity(1))),
        sources: inits.iter().map(|init| (*init, Map::scalar(1))).collect(),
        counted: None,
        sizes: Vec::new(),
        result: Map::scalar(1),
        iterators: vec![IteratorType::Reduction],
    };
    reduction::accumulate(lowering, op, builder, &nest)?;
    op.outs().into_iter().map(|result| lowering.tensor(result)).collect::<Result<Vec<_>, _>>().map(Some)
}

/// As [`reduce_window`], with windows that may be known only at run time over a base of these sizes.
pub fn reduce_frames<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    (base, frames): (&[Size<'c>], &[Frame<'c>]),
) -> Result<(), Failed> {
    let operands = op.ins();
    let (inputs, inits) = operands.split_at(op.outs().len());
    let areas = areas(builder, op, frames, base)?;
    let windows = Windows::new(&areas, &shape(op.output(0)));
    let along: Vec<usize> = (0..base.len()).collect();
    let found = areas.iter().map(|area| area.positions(builder));
    let sizes = result_sizes(builder, op, found)?;
    let mut sources = Vec::new();
    for (input, init) in inputs.iter().zip(inits) {
        let (source, init) = (lowering.tensor(*input)?, lowering.tensor(*init)?);
        sources.push((padded(builder, source, init, &areas, &along)?, windows.read.clone()));
    }
    let excludes = lowering.options.xla_cpu_compat && !padding_is_neutral(op);
    let counted = excludes.then(|| inside(builder, base, &areas)).transpose()?;
    let extents = windows.extents(builder);
    // Sums of windows are told apart by their last places, running sums most of all: each step rounds as stated.
    let (result, iterators) = (windows.result, windows.iterators);
    let counted = counted.map(|counted| (counted, windows.read));
    let nest = Nest { precision: as_stated, starts: None, sources, counted, extents, sizes, result, iterators };
    reduction::accumulate(lowering, op, builder, &nest)
}
