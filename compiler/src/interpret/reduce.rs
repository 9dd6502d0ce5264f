//! `reduce` and `map`: computations over the elements of arrays.

use super::computation::{Computation, Imported};
use super::declared::{elements, site, sizes};
use super::machine::{Machine, Outcome, Precision};
use super::value::{Tensor, Value, count, indices};
use xla_dialect::ir::{Op, OpExt};
use xla_scalar::Element;

/// Combines the elements along dimensions, in the order of their indices, after the initial value. The sums of narrow
/// floats are f32 until the end.
pub(super) fn reduce(op: Op<'_>, body: Computation) -> Imported {
    let results = elements(&op.outs())?;
    let (n, reduced, site) = (op.outs().len(), sizes(op, "dimensions"), site(op));
    Ok(Box::new(move |machine, inputs| {
        let arrays: Vec<&Tensor> = inputs[..n].iter().map(|value| &**value.tensor()).collect();
        let size = |d: usize| arrays.iter().map(|array| array.shape[d]).min().unwrap_or_default();
        let (mut kept, mut along) = (Vec::new(), Vec::new());
        for d in 0..arrays[0].rank() {
            if reduced.contains(&d) { along.push(d) } else { kept.push(d) }
        }
        let sizes = |dims: &[usize]| dims.iter().map(|&d| size(d)).collect::<Vec<_>>();
        let (shape, steps) = (sizes(&kept), sizes(&along));
        machine.spend(count(&shape), &site)?;
        let inits: Vec<&Tensor> = inputs[n..].iter().map(|value| &**value.tensor()).collect();
        let terms = terms(machine, &steps, body.is_sum()).map(|step| {
            let kept = &kept;
            let along = &along;
            arrays
                .iter()
                .map(move |array| {
                    array.moved(&shape_of(array, kept), &[], |index| {
                        let mut from = vec![0; array.rank()];
                        kept.iter().zip(index).for_each(|(&d, &i)| from[d] = i);
                        along.iter().zip(&step).for_each(|(&d, &i)| from[d] = i);
                        Some(from)
                    })
                })
                .collect::<Vec<_>>()
        });
        accumulate(machine, &body, Precision::Accumulating, (&inits, &results), &shape, terms)
    }))
}

fn shape_of(array: &Tensor, dims: &[usize]) -> Vec<usize> {
    dims.iter().map(|&d| array.shape[d]).collect()
}

/// All indices of a sum's terms. In `any_order` they may be reversed where rounding is varied: an infinite term decides the sum if
/// it comes first, and is NaN beside terms that overflow before it.
pub(super) fn terms(
    machine: &mut Machine<'_>,
    sizes: &[usize],
    any_order: bool,
) -> impl Iterator<Item = Vec<usize>> + use<> {
    let (sizes, is_reversed) = (sizes.to_vec(), any_order && machine.prefers_second());
    indices(&sizes).map(move |mut index| {
        if is_reversed {
            index.iter_mut().zip(&sizes).for_each(|(i, size)| *i = size - 1 - *i);
        }
        index
    })
}

/// Combines arrays of `shape`, one `terms` after the other, into what begins as the initial values. Where rounding is varied, some
/// terms of sums are added up apart: partial sums may overflow where their sum does not.
pub(super) fn accumulate(
    machine: &mut Machine<'_>,
    body: &Computation,
    precision: Precision,
    (inits, results): (&[&Tensor], &[Element]),
    shape: &[usize],
    terms: impl Iterator<Item = Vec<Tensor>>,
) -> Outcome<Vec<Value>> {
    let lanes = [count(shape)];
    let sums = machine.in_precision(precision, |machine| -> Outcome<_> {
        let start = |(init, result): (&&Tensor, &Element)| init.converted(machine.element(*result)).spread(&lanes);
        let mut sums: Vec<Tensor> = inits.iter().zip(results).map(start).collect();
        let mut second: Option<Vec<Tensor>> = None;
        // Or all of them: then the initial value comes last.
        let all_apart = machine.prefers_second();
        let combined = |machine: &mut Machine<'_>, partial: Vec<Tensor>, term: Vec<Tensor>| {
            body.run_each(machine, lanes[0], &partial.into_iter().chain(term).collect::<Vec<_>>())
        };
        // What is no sum is combined in order.
        let chosen = |sums: Vec<Tensor>, others: Vec<Tensor>| -> Vec<Tensor> {
            let pairs = body.sums.iter().zip(sums.into_iter().zip(others));
            pairs.map(|(is_sum, (sum, other))| if *is_sum { sum } else { other }).collect()
        };
        for term in terms {
            let term: Vec<Tensor> = term.iter().map(|term| term.reshaped(&lanes)).collect();
            if !(body.sums.contains(&true) && (all_apart || machine.prefers_second())) {
                sums = combined(machine, sums, term)?;
                continue;
            }
            if body.sums.contains(&false) {
                let next = combined(machine, sums.clone(), term.clone())?;
                sums = chosen(sums, next);
            }
            second = Some(match second {
                Some(apart) => combined(machine, apart, term)?,
                None => term.iter().zip(&sums).map(|(term, sum)| term.converted(sum.element)).collect(),
            });
        }
        let Some(second) = second else { return Ok(sums) };
        let merged = combined(machine, sums.clone(), second)?;
        Ok(chosen(merged, sums))
    })?;
    let rounded = |(sum, result): (Tensor, &Element)| {
        let to = machine.element(*result);
        let converts = sum.element != to;
        let rounded = sum.converted(to).reshaped(shape);
        Value::from(if converts { machine.perturbed(rounded) } else { rounded })
    };
    Ok(sums.into_iter().zip(results).map(rounded).collect())
}

/// A computation on the elements of all operands at each index.
pub(super) fn map(op: Op<'_>, body: Computation) -> Imported {
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let shape = inputs[0].tensor().shape.clone();
        let lanes = [count(&shape)];
        machine.spend(lanes[0], &site)?;
        let arguments: Vec<Tensor> = inputs.iter().map(|value| value.tensor().reshaped(&lanes)).collect();
        let results = body.run_each(machine, lanes[0], &arguments)?;
        Ok(results.into_iter().map(|result| result.reshaped(&shape).into()).collect())
    }))
}
