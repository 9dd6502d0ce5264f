//! `sort`: a stable merge sort by the comparator.

use super::computation::{Computation, Imported};
use super::declared::site;
use super::machine::{Machine, Outcome, Precision};
use super::value::{Tensor, Value, indices};
use xla_dialect::ir::{Op, OpExt};
use xla_dialect::ops::sort::dimension;

/// Sorts slices along a dimension, moving several operands together.
pub(super) fn sort(op: Op<'_>, comparator: Computation) -> Imported {
    let along = op.int("dimension").unwrap_or(-1);
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let arrays: Vec<&Tensor> = inputs.iter().map(|value| &**value.tensor()).collect();
        let rank = arrays[0].rank();
        let along = dimension(along, rank).ok_or_else(|| site.unsupported("there is no such dimension"))?;
        let shape: Vec<usize> =
            (0..rank).map(|d| arrays.iter().map(|array| array.shape[d]).min().unwrap_or_default()).collect();
        machine.spend(super::value::count(&shape), &site)?;
        let mut results: Vec<Tensor> = arrays.iter().map(|array| Tensor::zeros(array.element, &shape)).collect();
        let mut slices = shape.clone();
        // Slices without elements are not visited: there may be any number of them.
        slices[along] = shape[along].min(1);
        for mut index in indices(&slices) {
            let mut at = |i: usize| {
                index[along] = i;
                index.clone()
            };
            let places: Vec<Vec<usize>> = (0..shape[along]).map(&mut at).collect();
            let order = (0..places.len()).collect();
            let order = sorted(machine, order, &mut |machine, i, j| {
                first(machine, &comparator, &arrays, &places[i], &places[j])
            })?;
            for (to, from) in order.into_iter().enumerate() {
                for (result, array) in results.iter_mut().zip(&arrays) {
                    result.set(result.number(&places[to]), array.at(&places[from]));
                }
            }
        }
        Ok(results.into_iter().map(Value::from).collect())
    }))
}

/// Whether the elements at `i` come before those at `j`.
fn first(
    machine: &mut Machine<'_>,
    comparator: &Computation,
    arrays: &[&Tensor],
    i: &[usize],
    j: &[usize],
) -> Outcome<bool> {
    let scalar = |array: &Tensor, index: &[usize]| Value::from(Tensor::filled(array.element, &[], array.at(index)));
    let pairs: Vec<Value> = arrays.iter().flat_map(|array| [scalar(array, i), scalar(array, j)]).collect();
    machine.in_precision(Precision::Accumulating, |machine| comparator.holds(machine, &pairs))
}

/// Whether one element comes before another.
type Before<'f> = dyn FnMut(&mut Machine<'_>, usize, usize) -> Outcome<bool> + 'f;

/// Sorts halves, and merges them: what is behind goes in front only if it comes before.
fn sorted(machine: &mut Machine<'_>, list: Vec<usize>, before: &mut Before<'_>) -> Outcome<Vec<usize>> {
    if list.len() < 2 {
        return Ok(list);
    }
    let (left, right) = list.split_at(list.len() / 2);
    let left = sorted(machine, left.to_vec(), before)?;
    let right = sorted(machine, right.to_vec(), before)?;
    let (mut i, mut j, mut merged) = (0, 0, Vec::with_capacity(list.len()));
    while i < left.len() && j < right.len() {
        if before(machine, right[j], left[i])? {
            merged.push(right[j]);
            j += 1;
        } else {
            merged.push(left[i]);
            i += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    Ok(merged)
}
