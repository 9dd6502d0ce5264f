//! `gather`: slices of an array at an array of indices.

use super::dimensions;
use super::indexing::{Slices, sizes_fit, taken};
use super::matching::plain;
use super::meaning::{Arguments, Meaning, Pattern};
use crate::diagnostics::Violation;
use crate::ir::{Builder, Op, OpExt, Tensor, Type, Value};
use crate::ods::xla::{self, Kind};
use crate::require;

/// `gather`.
pub const GATHER: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    Ok(vec![gathered(arguments, &arguments.i64s("slice_sizes"))?.ty()])
}

/// The type of a gather of slices of these sizes.
pub(super) fn gathered<'c>(arguments: &Arguments<'c>, sizes: &[i64]) -> Result<Tensor<'c>, Violation<'c>> {
    let (operand, indices) = (arguments.tensor(0)?, arguments.tensor(1)?);
    let slices = Slices::of_gather(arguments);
    slices
        .verify(&operand, &indices)
        .and_then(|()| verify_sizes(&slices, sizes, &operand))
        .map_err(|violation| violation.operand(arguments, 0).operand(arguments, 1))?;
    Ok(Tensor::new(&slices.shape(&indices.shape, &taken(sizes, &operand)), operand.element))
}

fn verify_sizes<'c>(slices: &Slices, sizes: &[i64], operand: &Tensor<'c>) -> Result<(), Violation<'c>> {
    dimensions::one_each("gather-sizes-count", "slice_sizes", sizes, operand)?;
    sizes_fit("gather-sizes", "slice_sizes", sizes, operand)?;
    for (d, &size) in sizes.iter().enumerate() {
        require!(
            size <= 1 || !slices.is_thin(d as i64),
            "gather-thin-sizes",
            "has slices of size {size} in dimension {d}, which is collapsed or batching: it must be 1 or 0"
        );
    }
    Ok(())
}

/// The patterns that start from gathers.
pub(super) const PATTERNS: &[Pattern] = &[Pattern { kind: Kind::Gather, rewrite: of_one_slice }];

/// Indices that are one, as a literal says, or of no components, take the same slice everywhere:
///
/// ```mlir
/// %r = xla.gather %x at %threes … : (tensor<8xf32>, tensor<5x1xi64>) -> tensor<5xf32>
/// %s = xla.slice %x [3:4]    %r = xla.broadcast_in_dim %s : (tensor<f32>) -> tensor<5xf32>
/// ```
fn of_one_slice<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let slices = Slices::of_gather(&Arguments::of(op));
    let numbers = slices.only_index(op.input(1)).filter(|_| result.size() > 0)?;
    let (rank, mut sizes) = (operand.rank(), op.i64s("slice_sizes"));
    // Along batching dimensions there is one slice for each element.
    slices.operand_batching.iter().for_each(|&d| sizes[d as usize] = operand.shape[d as usize]);
    let mut starts = vec![0; rank];
    for (&d, number) in slices.map.iter().zip(numbers) {
        let d = d as usize;
        starts[d] = number.clamp(0, operand.shape[d] - sizes[d]);
    }
    let limits: Vec<i64> = starts.iter().zip(&sizes).map(|(start, size)| start + size).collect();
    let slice = xla::slice(builder, op.input(0), &starts, &limits, &vec![1; rank]);
    let is_kept = |d: &usize| !slices.collapsed.contains(&(*d as i64));
    let shape: Vec<i64> = (0..rank).filter(is_kept).map(|d| sizes[d]).collect();
    let window = xla::reshape(builder, slice, operand.with_shape(&shape).ty());
    let of_indices = plain(op.input(1))?.rank();
    let batching = |d: &i64| {
        let i = slices.operand_batching.iter().position(|own| own == d)?;
        slices.batch_of(slices.indices_batching[i], of_indices, result.rank())
    };
    let mut windows = slices.window.iter().copied();
    let kept = (0..rank as i64).filter(|d| !slices.collapsed.contains(d));
    let to: Vec<i64> = kept.map(|d| batching(&d).or_else(|| windows.next())).collect::<Option<_>>()?;
    Some(vec![xla::broadcast_in_dim(builder, window, &to, result.ty())])
}
