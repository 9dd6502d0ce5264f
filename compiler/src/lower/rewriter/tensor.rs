//! Values of the lowered program: their storage types, and the `linalg` and `tensor` ops that compute and move them.

use super::attribute::index_lists;
use super::sizes::{
    Size, cast, declared, empty_like, empty_of, extract_slice, is_static, known, open, sizes as sizes_of,
};
use crate::affine::Map;
use crate::verified;
use melior::ir::r#type::IntegerType;
use melior::ir::{BlockLike, RegionLike, ValueLike};
use xla_dialect::ir::{
    Attribute, Block, Builder, Context, DYNAMIC, Element, OpExt, Tensor, Type, Value, has_uses, replace_uses,
};
use xla_dialect::ods::linalg::IteratorType;
use xla_dialect::ods::{arith, linalg, tensor};
use xla_dialect::passes::Failed;
use xla_scalar::Machine;

/// The MLIR type of a scalar in computations.
pub fn machine_type(context: &Context, machine: Machine) -> Type<'_> {
    match machine {
        Machine::F32 => Type::float32(context),
        Machine::F64 => Type::float64(context),
        _ => IntegerType::new(context, machine.bits()).into(),
    }
}

/// The XLA element type of a tensor value of the xla program, which `Lowering::check_types` has seen.
#[track_caller]
pub fn element(value: Value<'_>) -> Element {
    verified::element(&verified::tensor(value))
}

/// The shape of a tensor value.
pub fn shape<'c>(value: Value<'c>) -> Vec<i64> {
    Tensor::of(value.r#type()).map(|tensor| tensor.shape).unwrap_or_default()
}

/// `tensor.empty` of the type.
pub fn empty<'c>(builder: &Builder<'c>, ty: Type<'c>) -> Value<'c> {
    tensor::empty(builder, &[], ty)
}

/// A `linalg.generic`: inputs and initial outputs, each with its map; the body gets one scalar per operand and returns
/// one per result.
///
/// Without a reduction there is nothing to add up: an initial output that the body reads is made an input, so that the op
/// is elementwise like any other.
pub fn generic<'c>(
    builder: &Builder<'c>,
    inputs: &[(Value<'c>, Map)],
    outputs: &[(Value<'c>, Map)],
    iterators: &[IteratorType],
    body: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Result<Vec<Value<'c>>, Failed>,
) -> Result<Vec<Value<'c>>, Failed> {
    let context = builder.context;
    let (mut ins, mut outs): (Vec<_>, Vec<_>) =
        (inputs.iter().map(|(value, _)| *value).collect(), outputs.iter().map(|(value, _)| *value).collect());
    let scalars: Vec<_> = ins.iter().chain(&outs).map(|value| xla_dialect::ir::element_type(value.r#type())).collect();
    let results: Vec<_> = outputs.iter().map(|(value, _)| value.r#type()).collect();
    let mut maps: Vec<_> = inputs.iter().chain(outputs).map(|(_, map)| map.mlir(context)).collect();
    let mut outcome = Ok(());
    let region = builder.region(&scalars, |builder, arguments| match body(builder, arguments) {
        Ok(values) => {
            linalg::yield_(builder, &values);
        }
        Err(failed) => outcome = Err(failed),
    });
    outcome?;
    let block = region.first_block().expect("the region was built with a block");
    // SAFETY: the block belongs to the region, which the op below gets; moving a region keeps its blocks.
    let block: Block<'c> = unsafe { Block::from_raw(block.to_raw()) };
    for (i, (init, map)) in outputs.iter().enumerate() {
        let begins = xla_dialect::ir::block_args(block)[ins.len() + i];
        if !iterators.contains(&IteratorType::Reduction) && map.is_permutation() && has_uses(begins) {
            let input = block.insert_argument(ins.len(), begins.r#type(), builder.location);
            replace_uses(begins, input);
            maps.insert(ins.len(), map.mlir(context));
            ins.push(*init);
            outs[i] = empty_like(builder, *init, xla_dialect::ir::element_type(init.r#type()));
        }
    }
    let op = linalg::GenericParts {
        inputs: &ins,
        outputs: &outs,
        indexing_maps: &maps,
        iterator_types: iterators,
        region,
        result_tensors: &results,
        options: Default::default(),
    }
    .build(builder);
    Ok(op.outs())
}

/// A [`generic`] that computes each element of an array of `init`'s type independently: `body` gets one scalar per input,
/// read by its map, and returns the element. If the array has no elements, the result is `init`.
pub fn compute_elements<'c>(
    builder: &Builder<'c>,
    inputs: &[(Value<'c>, Map)],
    init: Value<'c>,
    body: impl FnOnce(&Builder<'c>, &[Value<'c>]) -> Result<Value<'c>, Failed>,
) -> Result<Value<'c>, Failed> {
    let shape = shape(init);
    if shape.contains(&0) {
        return Ok(init);
    }
    let (output, loops) = ((init, Map::identity(shape.len())), vec![IteratorType::Parallel; shape.len()]);
    let results = generic(builder, inputs, &[output], &loops, |builder, scalars| Ok(vec![body(builder, scalars)?]))?;
    Ok(results[0])
}

/// An array of `init`'s type whose elements are those of `source` that `map` reads.
pub fn copy_elements<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    map: Map,
    init: Value<'c>,
) -> Result<Value<'c>, Failed> {
    compute_elements(builder, &[(source, map)], init, |_, scalars| Ok(scalars[0]))
}

/// Loop index `dimension` of the enclosing linalg op.
pub fn linalg_index<'c>(builder: &Builder<'c>, dimension: usize) -> Value<'c> {
    linalg::index(builder, dimension as i64)
}

/// As [`linalg_index`], as an `i64`.
pub fn loop_index<'c>(builder: &Builder<'c>, dimension: usize) -> Value<'c> {
    let index = linalg_index(builder, dimension);
    arith::index_cast(builder, index, machine_type(builder.context, Machine::I64))
}

/// The element of `tensor` at an index.
pub fn extract<'c>(builder: &Builder<'c>, tensor: Value<'c>, at: &[Value<'c>]) -> Value<'c> {
    tensor::extract(builder, tensor, at)
}

/// `source` reshaped to the type `ty`, which has the same number of elements. Both are static.
pub fn reshape_to<'c>(builder: &Builder<'c>, source: Value<'c>, ty: Type<'c>) -> Value<'c> {
    let (from, to) = (shape(source), xla_dialect::ir::shape_of(ty));
    if from == to {
        return source;
    }
    if let Some(groups) = reassociation(&from, &to) {
        let groups = groups_attribute(builder, &groups);
        return tensor::collapse_shape(builder, source, groups, ty);
    }
    if let Some(groups) = reassociation(&to, &from) {
        return tensor::expand_shape(builder, source, groups_attribute(builder, &groups), &[], &to, ty);
    }
    let flat = Tensor::new(&[from.iter().product()], xla_dialect::ir::element_type(ty)).ty();
    let flattened = reshape_to(builder, source, flat);
    reshape_to(builder, flattened, ty)
}

/// Whether [`reshape_to`] is one op between arrays of these shapes, which differ: dimensions are only merged, or only split.
pub fn reshapes_in_one_step(from: &[i64], to: &[i64]) -> bool {
    reassociation(from, to).is_some() || reassociation(to, from).is_some()
}

/// `source` reshaped to the type `ty`, whose sizes are `to`; their product is that of the sizes of `source`.
///
/// Dimensions between open sizes are grouped with each other, if that is possible. Otherwise the elements are one
/// dimension in between, which is not expanded to several open sizes: upstream's lowering of memrefs expects one.
pub fn reshape_sized<'c>(builder: &Builder<'c>, source: Value<'c>, ty: Type<'c>, to: &[Size<'c>]) -> Value<'c> {
    let (from, shape_to) = (shape(source), xla_dialect::ir::shape_of(ty));
    if is_static(&from) && is_static(&shape_to) {
        return reshape_to(builder, source, ty);
    }
    let sizes = sizes_of(source);
    if sizes.len() == to.len() && sizes.iter().zip(to).all(|(from, to)| from.is_same(*to)) {
        return cast(builder, source, ty);
    }
    if let Some(groups) = reassociation_between_open((&from, &sizes), (&shape_to, to)) {
        return tensor::collapse_shape(builder, source, groups_attribute(builder, &groups), ty);
    }
    if let Some(groups) = reassociation_between_open((&shape_to, to), (&from, &sizes)) {
        return expand(builder, source, &groups, to, ty);
    }
    if shape_to.iter().filter(|size| **size == DYNAMIC).count() > 1 {
        let sizes: Vec<Value<'c>> = to.iter().map(|size| size.value(builder)).collect();
        let list = Tensor::new(&[sizes.len() as i64], builder.index()).ty();
        let list = tensor::from_elements(builder, &sizes, list);
        return tensor::reshape(builder, source, list, ty);
    }
    let element = xla_dialect::ir::element_type(ty);
    // A dimension is open where it is one on either side of an op that groups.
    let mut flat = source;
    if from.len() != 1 {
        let count = if is_static(&from) { from.iter().product() } else { DYNAMIC };
        flat = reshape_to_flat(builder, source, count);
    }
    match shape_to.len() {
        0 => {
            let one = cast(builder, flat, Tensor::new(&[1], element).ty());
            tensor::collapse_shape(builder, one, groups_attribute(builder, &[]), ty)
        }
        1 => cast(builder, flat, ty),
        rank => {
            let count = if is_static(&shape_to) { shape_to.iter().product() } else { DYNAMIC };
            let flat = cast(builder, flat, Tensor::new(&[count], element).ty());
            expand(builder, flat, &[(0..rank).collect()], to, ty)
        }
    }
}

/// The elements of `source`, of rank 0 or more than 1, in one dimension of size `count`.
fn reshape_to_flat<'c>(builder: &Builder<'c>, source: Value<'c>, count: i64) -> Value<'c> {
    let ty = Tensor::new(&[count], xla_dialect::ir::element_type(source.r#type())).ty();
    match shape(source).len() {
        0 => tensor::expand_shape(builder, source, groups_attribute(builder, &[]), &[], &[1], ty),
        rank => tensor::collapse_shape(builder, source, groups_attribute(builder, &[(0..rank).collect()]), ty),
    }
}

fn expand<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    groups: &[Vec<usize>],
    to: &[Size<'c>],
    ty: Type<'c>,
) -> Value<'c> {
    let shape = xla_dialect::ir::shape_of(ty);
    let sizes = open(builder, &shape, to);
    tensor::expand_shape(builder, source, groups_attribute(builder, groups), &sizes, &shape, ty)
}

/// As [`reassociation`], for shapes with open sizes, and their sizes. The open ones are the same in order: a single one
/// is, since the numbers of elements are equal.
fn reassociation_between_open<'c>(
    (long, long_sizes): (&[i64], &[Size<'c>]),
    (short, short_sizes): (&[i64], &[Size<'c>]),
) -> Option<Vec<Vec<usize>>> {
    let open = |shape: &[i64]| (0..shape.len()).filter(|d| shape[*d] == DYNAMIC).collect::<Vec<_>>();
    let (a, b) = (open(long), open(short));
    let same = |(a, b): (&usize, &usize)| long_sizes[*a].is_same(short_sizes[*b]);
    if a.is_empty() || a.len() != b.len() || a.len() > 1 && !a.iter().zip(&b).all(same) {
        return None;
    }
    let (mut groups, mut from, mut to) = (Vec::new(), 0, 0);
    for (end, short_end) in a.iter().copied().chain([long.len()]).zip(b.iter().copied().chain([short.len()])) {
        let between = match (&long[from..end], &short[to..short_end]) {
            ([], []) => Vec::new(),
            ([], _) | (_, []) => return None,
            (long, short) => reassociation(long, short)?,
        };
        groups.extend(between.into_iter().map(|group| group.into_iter().map(|d| d + from).collect()));
        if end < long.len() {
            groups.push(vec![end]);
        }
        (from, to) = (end + 1, short_end + 1);
    }
    Some(groups)
}

fn groups_attribute<'c>(builder: &Builder<'c>, groups: &[Vec<usize>]) -> Attribute<'c> {
    let lists: Vec<Vec<i64>> = groups.iter().map(|group| group.iter().map(|d| *d as i64).collect()).collect();
    index_lists(builder.context, &lists)
}

/// The consecutive dimensions of `long` that make up each dimension of `short`, if there are such groups.
fn reassociation(long: &[i64], short: &[i64]) -> Option<Vec<Vec<usize>>> {
    if short.is_empty() {
        return long.iter().all(|size| *size == 1).then(Vec::new);
    }
    let mut groups = Vec::new();
    let mut next = 0;
    for (i, &size) in short.iter().enumerate() {
        let mut group = Vec::new();
        let mut product = 1;
        while next < long.len() && (group.is_empty() || product < size) {
            product *= long[next];
            group.push(next);
            next += 1;
        }
        // Trailing ones belong to the last group.
        while i + 1 == short.len() && next < long.len() && long[next] == 1 {
            group.push(next);
            next += 1;
        }
        if product != size || group.is_empty() {
            return None;
        }
        groups.push(group);
    }
    (next == long.len()).then_some(groups)
}

/// Inserts `source` into `into`: index `i` of dimension `d` is written at `offset[d] + i * scale[d]`.
///
/// Not a `linalg.generic`, whose outputs upstream takes for overwritten whole unless the body reads them.
pub fn insert<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    into: Value<'c>,
    (offset, scale): (&[i64], &[i64]),
) -> Value<'c> {
    tensor::InsertSliceParts {
        source,
        dest: into,
        offsets: &[],
        sizes: &[],
        strides: &[],
        static_offsets: offset,
        static_sizes: &shape(source),
        static_strides: scale,
    }
    .build(builder)
}

/// As [`insert`], for any sizes.
pub fn insert_sized<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    into: Value<'c>,
    (offset, scale): (&[Size<'c>], &[Size<'c>]),
) -> Value<'c> {
    let (static_offsets, static_strides, static_sizes) = (declared(offset), declared(scale), shape(source));
    tensor::InsertSliceParts {
        source,
        dest: into,
        offsets: &open(builder, &static_offsets, offset),
        sizes: &open(builder, &static_sizes, &sizes_of(source)),
        strides: &open(builder, &static_strides, scale),
        static_offsets: &static_offsets,
        static_sizes: &static_sizes,
        static_strides: &static_strides,
    }
    .build(builder)
}

/// The padding of a dimension: the number of elements added before, after and between the elements. Negative numbers crop.
#[derive(Clone, Copy, Debug)]
pub struct Padding<'c> {
    /// Before the first element.
    pub low: Size<'c>,
    /// After the last element.
    pub high: Size<'c>,
    /// Between two elements; not negative.
    pub interior: Size<'c>,
}

impl<'c> Padding<'c> {
    /// Nothing is written or cropped.
    pub fn none() -> Self {
        Self { low: 0.into(), high: 0.into(), interior: 0.into() }
    }

    /// The size of a dimension of `size` elements with the padding. It is negative if more elements are cropped than exist.
    pub fn padded(&self, builder: &Builder<'c>, size: Size<'c>) -> Size<'c> {
        let holes = size.minus(builder, 1).max(builder, 0).times(builder, self.interior);
        size.plus(builder, holes).plus(builder, self.low).plus(builder, self.high)
    }

    fn is_nothing(&self) -> bool {
        [self.low, self.high, self.interior].iter().all(|size| size.known() == Some(0))
    }
}

/// As [`pad_tensor`], for any sizes: of type `ty`, whose sizes are `to`.
pub fn pad_sized<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    scalar: Value<'c>,
    padding: &[Padding<'c>],
    (ty, to): (Type<'c>, &[Size<'c>]),
) -> Result<Value<'c>, Failed> {
    if padding.iter().all(Padding::is_nothing) {
        return Ok(cast(builder, source, ty));
    }
    let sizes = sizes_of(source);
    let amounts = |of: fn(&Padding<'c>) -> Size<'c>| padding.iter().map(|d| of(d).known()).collect::<Option<Vec<_>>>();
    if let (Some(low), Some(interior)) = (amounts(|padding| padding.low), amounts(|padding| padding.interior))
        && sizes.iter().chain(to).all(|size| size.known().is_some())
    {
        let padded = pad_tensor(builder, source, scalar, (&low, &interior), &declared(to))?;
        return Ok(cast(builder, padded, ty));
    }
    let (mut first, mut counts, mut offset, mut step) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (d, padding) in padding.iter().enumerate() {
        // Element i lies at low + i * by, which has to be in [0, to).
        let by = padding.interior.plus(builder, 1);
        let is_positive = |size: Size<'c>| size.known().is_some_and(|size| size >= 0);
        let begin = if is_positive(padding.low) {
            Size::Known(0)
        } else {
            Size::Known(0).minus(builder, padding.low).max(builder, 0).ceil_div(builder, by).min(builder, sizes[d])
        };
        let end = if is_positive(padding.low) && is_positive(padding.high) {
            sizes[d]
        } else {
            to[d].minus(builder, padding.low).ceil_div(builder, by).max(builder, begin).min(builder, sizes[d])
        };
        offset.push(padding.low.plus(builder, begin.times(builder, by)));
        counts.push(end.minus(builder, begin));
        first.push(begin);
        step.push(by);
    }
    let into = fill(builder, scalar, empty_of(builder, ty, to))?;
    if counts.iter().any(|count| count.known() == Some(0)) {
        return Ok(into);
    }
    let ones = known(&vec![1; counts.len()]);
    let whole = counts.iter().zip(&sizes).all(|(count, size)| count.is_same(*size));
    let cropped = if whole { source } else { extract_slice(builder, source, &first, &counts, &ones) };
    Ok(insert_sized(builder, cropped, into, (&offset, &step)))
}

/// A tensor of sizes `to` with the rank-0 tensor `padding` everywhere, then the elements of `source` over it: element
/// `i` at `low + i * (interior + 1)`, unless that is outside. It is `source` itself where nothing changes.
pub fn pad_tensor<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    padding: Value<'c>,
    (low, interior): (&[i64], &[i64]),
    to: &[i64],
) -> Result<Value<'c>, Failed> {
    let sizes = shape(source);
    let rank = sizes.len();
    if sizes == to && (0..rank).all(|d| low[d] == 0 && (interior[d] == 0 || sizes[d] <= 1)) {
        return Ok(source);
    }
    let element = xla_dialect::ir::element_type(source.r#type());
    let init = empty(builder, Tensor::new(to, element).ty());
    if to.contains(&0) {
        return Ok(init);
    }
    // Keep the elements with 0 <= low + i * step < size of the result.
    let step: Vec<i64> = interior.iter().map(|padding| padding + 1).collect();
    let first: Vec<i64> = (0..rank).map(|d| if low[d] < 0 { (-low[d] + step[d] - 1) / step[d] } else { 0 }).collect();
    let last: Vec<i64> = (0..rank).map(|d| (to[d] - 1 - low[d]).div_euclid(step[d]).min(sizes[d] - 1)).collect();
    let counts: Vec<i64> = (0..rank).map(|d| (last[d] - first[d] + 1).max(0)).collect();
    if counts.contains(&0) {
        return fill(builder, padding, init);
    }
    let offset: Vec<i64> = (0..rank).map(|d| low[d] + first[d] * step[d]).collect();
    let covers = (0..rank).all(|d| counts[d] == to[d]);
    let into = if covers {
        init
    } else if counts.iter().zip(&step).all(|(count, step)| *count == 1 || *step == 1) {
        surround(builder, padding, init, (&offset, &counts))?
    } else {
        fill(builder, padding, init)?
    };
    // The loop bounds of a linalg op come from its operands' sizes: crop first.
    let source = cropped(builder, source, &first, &Tensor::new(&counts, element))?;
    Ok(insert(builder, source, into, (&offset, &step)))
}

/// The part of `source` from element `first` on that has the type `ty`.
pub fn cropped<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    first: &[i64],
    ty: &Tensor<'c>,
) -> Result<Value<'c>, Failed> {
    let sizes = shape(source);
    if sizes == ty.shape {
        return Ok(source);
    }
    let read = Map::part(&sizes, &ty.shape, first, &vec![1; sizes.len()]);
    copy_elements(builder, source, read, empty(builder, ty.ty()))
}

/// `into` with every element the rank-0 tensor `scalar` but those of a block, which are not written if that saves much:
/// `counts` of them from `offset` on.
fn surround<'c>(
    builder: &Builder<'c>,
    scalar: Value<'c>,
    mut into: Value<'c>,
    (offset, counts): (&[i64], &[i64]),
) -> Result<Value<'c>, Failed> {
    /// Arrays that are smaller are in a core's caches; a few more loops take as long.
    const LARGE: i64 = 1 << 18;
    let to = shape(into);
    let (all, block): (i64, i64) = (to.iter().product(), counts.iter().product());
    if all < LARGE || 2 * block < all {
        return fill(builder, scalar, into);
    }
    let element = xla_dialect::ir::element_type(into.r#type());
    // The parts before and after the block in each dimension; in earlier dimensions, they are as wide as the block.
    let (mut first, mut sizes) = (vec![0; to.len()], to.clone());
    for d in 0..to.len() {
        let behind = offset[d] + counts[d];
        for (start, size) in [(0, offset[d]), (behind, to[d] - behind)] {
            (first[d], sizes[d]) = (start, size);
            if size > 0 {
                let part = fill(builder, scalar, empty(builder, Tensor::new(&sizes, element).ty()))?;
                into = insert(builder, part, into, (&first, &vec![1; to.len()]));
            }
        }
        (first[d], sizes[d]) = (offset[d], counts[d]);
    }
    Ok(into)
}

/// `into` with every element the rank-0 tensor `scalar`.
pub fn fill<'c>(builder: &Builder<'c>, scalar: Value<'c>, into: Value<'c>) -> Result<Value<'c>, Failed> {
    copy_elements(builder, scalar, Map::scalar(shape(into).len()), into)
}
