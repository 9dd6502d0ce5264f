//! `select_and_scatter` in two ops: which elements are selected, and what is combined at these.
//!
//! ```mlir
//! %r = xla.select_and_scatter(%operand, %source, %init) …
//! // becomes
//! %found:2 = xla.reduce_window(%operand, %numbers init: %zero, %minus_one) …   // each element with its number
//! %r = xla.scatter(%inits, %found#1, %source) …
//! ```

use super::resolve_sizes::mask;
use crate::verified;
use melior::ir::{BlockLike, Region, RegionLike};
use xla_dialect::ir::{Attribute, Block, Builder, Element, Op, OpExt, Tensor, Type, Value, block_args, type_of};
use xla_dialect::ods::xla;

/// The numbers of the elements of an array of `shape`, as `i32`.
pub fn numbers<'c>(builder: &Builder<'c>, shape: &[i64]) -> Value<'c> {
    let element = type_of(builder.context, Element::S32);
    let flat = xla::iota(builder, 0, Tensor::new(&[shape.iter().product()], element).ty());
    xla::reshape(builder, flat, Tensor::new(shape, element).ty())
}

/// The numbers that `op` selects by the computation `select`, one for each element of its source, of those that `numbers` gives
/// its operand's elements: where that is -1, nothing is selected, and -1 stands for nothing in the result, too.
pub fn selected<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    select: Region<'c>,
    numbers: Value<'c>,
    padding: Attribute<'c>,
) -> Value<'c> {
    let zero = mask::zero(builder, verified::element(&verified::tensor(op.input(0))));
    select_numbered(&select, mask::number_type(builder.context));
    let view = xla::SelectAndScatter::cast(op);
    let selected = xla::reduce_window_with(
        builder,
        &[op.input(0), numbers],
        &[zero, mask::number(builder, -1)],
        &view.window_dimensions(),
        select,
        xla::ReduceWindowOptions {
            window_strides: view.window_strides().as_deref(),
            padding: Some(padding),
            ..Default::default()
        },
    );
    selected.output(1)
}

/// The result of `op`, which combines its source by the computation `scatter` into the elements of the numbers `found`.
pub fn scattered<'c>(op: Op<'c>, builder: &Builder<'c>, scatter: Region<'c>, found: Value<'c>) -> Value<'c> {
    let (operand, source) = (verified::tensor(op.input(0)), verified::tensor(op.input(1)));
    let flat = operand.with_shape(&[operand.shape.iter().product()]);
    let scattered = xla::ScatterParts {
        inputs: &[mask::spread(builder, op.input(2), &flat)],
        scatter_indices: found,
        updates: &[op.input(1)],
        update_window_dims: &[],
        inserted_window_dims: &[0],
        scatter_dims_to_operand_dims: &[0],
        index_vector_dim: source.rank() as i64,
        update_computation: scatter,
        options: xla::ScatterOptions {
            input_batching_dims: Some(&[]),
            scatter_indices_batching_dims: Some(&[]),
            ..Default::default()
        },
    }
    .build(builder);
    xla::reshape(builder, scattered.output(0), operand.ty())
}

/// Makes the computation of a `select` one that a window is reduced by, of elements and their numbers, of type `number`:
/// one of a negative number is never selected.
fn select_numbered<'c>(select: &Region<'c>, number: Type<'c>) {
    let block = select.first_block().expect("a computation has a block");
    // SAFETY: the region is alive, and is given to an op.
    let block = unsafe { Block::from_raw(block.to_raw()) };
    let end = verified::end(block);
    for place in [1, 3] {
        block.insert_argument(place, number, end.loc());
    }
    let at = verified::before(end);
    let [a, a_number, b, b_number] = block_args(block)[..] else { panic!("a select has two arguments") };
    let zero = mask::number(&at, 0);
    let a_counts = xla::ge(&at, a_number, zero);
    let b_does_not = xla::lt(&at, b_number, zero);
    let preferred = xla::and(&at, a_counts, end.input(0));
    let first = xla::or(&at, b_does_not, preferred);
    let values = [(a, b), (a_number, b_number)].map(|(a, b)| xla::select(&at, first, a, b));
    xla::return_(&at, &values);
    end.erase();
}
