//! Pieces of an array that are computed in it, not in arrays of their own that are copied.

use super::copies::last_divided;
use super::fills::inserted_literal;
use super::plan::used_once;
use crate::affine::Map;
use crate::linalg::{is_parallel, maps, overwrites, writes_identity};
use crate::verified;
use melior::ir::{BlockLike, RegionLike, ValueLike};
use xla_dialect::accumulation::input_count;
use xla_dialect::ir::{Builder, Op, OpExt, Tensor, Value, defining_op, integer_type, shape_of, uses};
use xla_dialect::ods::{linalg, tensor};

/// Elements that lie side by side in a piece, from which it is computed in its array: fewer would not fill a vector there.
const LEAST_RUN: i64 = 16;

/// Moves elementwise ops whose result only becomes a piece of a new array to where it is inserted, and lets them write there.
///
/// ```text
/// %p = generic outs(%empty)                       %r = generic outs(%new) with the map (d0, d1) -> (d0, d1 + 8)
/// %r = insert_slice %p into %new[0, 8]
/// ```
///
/// The op writes each element of the piece once, without reading it. The array is new: its other elements are pieces before this one,
/// padding, or not yet written, so that the op cannot read what it overwrites.
pub fn compute_in_place(function: Op<'_>) {
    for insert in function.walk_ops().into_iter().filter(|op| tensor::InsertSlice::of(*op).is_some()) {
        let piece = defining_op(insert.input(0)).filter(|op| is_movable(*op, insert));
        if let Some(piece) = piece
            && let Some(loops) = loops_of(piece)
            && is_new(insert.input(1))
        {
            write_into(piece, insert, &loops);
        }
    }
}

/// Whether `piece` may compute its result where `insert` puts it, and do so in vectors.
fn is_movable(piece: Op<'_>, insert: Op<'_>) -> bool {
    let [from, to] = [1, 0].map(|i| shape_of(insert.input(i).r#type()));
    let is_dense = insert.i64s("static_strides").iter().all(|stride| *stride == 1);
    linalg::Generic::of(piece).is_some()
        && piece.outs().len() == 1
        && used_once(piece.output(0)).is_some()
        && piece.parent_block() == insert.parent_block()
        && is_parallel(piece)
        && overwrites(piece, 0)
        && writes_identity(piece, 0)
        && inserted_literal(piece.output(0)).is_none()
        && insert.ins().len() == 2
        && is_dense
        && from.len() == to.len()
        && to[last_divided(&to, &from)..].iter().product::<i64>() >= LEAST_RUN
}

/// The loops of a piece.
struct Loops {
    /// Those that stay: the others iterate once.
    kept: Vec<bool>,
    /// Those whose extents no input says: they would have that of the whole array.
    open: Vec<usize>,
}

/// The loops of `piece`. None if one would be left out whose index the body reads.
fn loops_of(piece: Op<'_>) -> Option<Loops> {
    let maps = maps(piece)?;
    let inputs = &maps[..input_count(piece)];
    let is_given = |d: usize| inputs.iter().flat_map(|map| &map.results).any(|expr| expr.as_dim() == Some(d));
    // The result is written at the indices of the loops.
    let extents = shape_of(piece.output(0).r#type());
    let loops = 0..maps.last()?.dims;
    let open: Vec<usize> = loops.clone().filter(|&d| !is_given(d) && extents[d] != 1).collect();
    let kept: Vec<bool> = loops.map(|d| is_given(d) || extents[d] != 1).collect();
    let reads_index = || piece.walk_ops().iter().any(|op| linalg::Index::of(*op).is_some());
    (!kept.contains(&false) || !reads_index()).then_some(Loops { kept, open })
}

/// Whether nothing but pieces and padding is in an array, which only the next piece is put into.
fn is_new(array: Value<'_>) -> bool {
    let Some(op) = defining_op(array) else { return false };
    if tensor::Empty::of(op).is_some() {
        return true;
    }
    let into = match (tensor::InsertSlice::of(op), linalg::Generic::of(op)) {
        (Some(_), _) if op.ins().len() == 2 => op.input(1),
        // The padding around a piece.
        (_, Some(_)) if op.outs().len() == 1 && is_parallel(op) && overwrites(op, 0) => return uses(array).len() == 1,
        // What was made of such an op.
        (_, Some(_)) if op.outs().len() == 1 && is_parallel(op) && !overwrites(op, 0) => op.input(input_count(op)),
        _ => return false,
    };
    uses(array).len() == 1 && is_new(into)
}

/// Lets `piece`, which has these loops, write where `insert` puts its result. An array that is not read says the extents of
/// loops that no input does.
fn write_into(piece: Op<'_>, insert: Op<'_>, Loops { kept, open }: &Loops) {
    let (Some(builder), Some(mut maps)) = (Builder::before(insert), maps(piece)) else { return };
    let builder = builder.located(piece.loc());
    let [array, part] = [1, 0].map(|i| shape_of(insert.input(i).r#type()));
    let inputs = input_count(piece);
    maps[inputs] = Map::part(&array, &part, &insert.i64s("static_offsets"), &vec![1; part.len()]);
    let mut operands = piece.ins()[..inputs].to_vec();
    if !open.is_empty() {
        let byte = integer_type(builder.context, 8);
        let extents: Vec<i64> = open.iter().map(|&d| part[d]).collect();
        operands.push(tensor::empty(&builder, &[], Tensor::new(&extents, byte).ty()));
        maps.insert(inputs, Map::of_dims(maps[inputs].dims, open));
        verified::body(piece, 0).insert_argument(inputs, byte, piece.loc());
    }
    let region = melior::ir::Region::new();
    // SAFETY: both regions are alive; the source is left empty, and its op is erased below.
    unsafe { mlir_sys::mlirRegionTakeBody(region.to_raw(), piece.region_list()[0].to_raw()) };
    let maps: Vec<_> = maps.iter().map(|map| map.of_loops(kept).mlir(builder.context)).collect();
    let iterators = vec![linalg::IteratorType::Parallel; kept.iter().filter(|kept| **kept).count()];
    let made = linalg::GenericParts {
        inputs: &operands,
        outputs: &[insert.input(1)],
        indexing_maps: &maps,
        iterator_types: &iterators,
        region,
        result_tensors: &[insert.output(0).r#type()],
        options: linalg::GenericOptions::default(),
    }
    .build(&builder);
    insert.replace(&[made.output(0)]);
    piece.erase();
}
