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
        let term = |step: &[usize]| {
            let of = |array: &&Tensor| {
                array.moved(&shape_of(array, &kept), &[], |index| {
                    let mut from = vec![0; array.rank()];
                    kept.iter().zip(index).for_each(|(&d, &i)| from[d] = i);
                    along.iter().zip(step).for_each(|(&d, &i)| from[d] = i);
                    Some(from)
                })
            };
            arrays.iter().map(of).collect()
        };
        let reduction = Reduction { body: &body, precision: Precision::Accumulating, inits, results: &results };
        reduction.of(machine, &shape, &steps, term)
    }))
}

fn shape_of(array: &Tensor, dims: &[usize]) -> Vec<usize> {
    dims.iter().map(|&d| array.shape[d]).collect()
}

/// All indices of a sum's terms, which may be reversed where rounding is varied: an infinite term decides the sum if it comes first,
/// and is NaN beside terms that overflow before it.
pub(super) fn terms(machine: &mut Machine<'_>, sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let (sizes, is_reversed) = (sizes.to_vec(), machine.prefers_second());
    indices(&sizes).map(move |mut index| {
        if is_reversed {
            index.iter_mut().zip(&sizes).for_each(|(i, size)| *i = size - 1 - *i);
        }
        index
    })
}

/// What combines terms, one after the other, into what begins as the initial values.
pub(super) struct Reduction<'a> {
    pub body: &'a Computation,
    pub precision: Precision,
    pub inits: Vec<&'a Tensor>,
    pub results: &'a [Element],
}

impl Reduction<'_> {
    /// Combines arrays of `shape`: a `term` for each index below `sizes`, in their order. Where rounding is varied, sums and products
    /// are in another one: partial results may overflow where the whole does not.
    pub fn of(
        &self,
        machine: &mut Machine<'_>,
        shape: &[usize],
        sizes: &[usize],
        term: impl Fn(&[usize]) -> Vec<Tensor>,
    ) -> Outcome<Vec<Value>> {
        let lanes = count(shape);
        let term = |index: Vec<usize>| -> Vec<Tensor> { term(&index).iter().map(|x| x.reshaped(&[lanes])).collect() };
        let sums = &self.body.sums;
        let varies = machine.varies() && sums.contains(&true);
        let values = machine.in_precision(self.precision, |machine| -> Outcome<_> {
            let starts = self.starts(machine, lanes);
            if !varies {
                return self.combined(machine, starts, indices(sizes).map(term));
            }
            let in_any_order = terms(machine, sizes).map(&term);
            let varied = self.varied(machine, starts.clone(), in_any_order)?;
            if !sums.contains(&false) {
                return Ok(varied);
            }
            let stated = self.combined(machine, starts, indices(sizes).map(&term))?;
            let each = sums.iter().zip(varied.into_iter().zip(stated));
            Ok(each.map(|(is_sum, (varied, stated))| if *is_sum { varied } else { stated }).collect())
        })?;
        let rounded = |(value, result): (Tensor, &Element)| {
            let to = machine.element(*result);
            let converts = value.element != to;
            let rounded = value.converted(to).reshaped(shape);
            Value::from(if converts { machine.perturbed(rounded) } else { rounded })
        };
        Ok(values.into_iter().zip(self.results).map(rounded).collect())
    }

    /// The initial values, for each of `lanes`.
    fn starts(&self, machine: &Machine<'_>, lanes: usize) -> Vec<Tensor> {
        let start = |(init, result): (&&Tensor, &Element)| init.converted(machine.element(*result)).spread(&[lanes]);
        self.inits.iter().zip(self.results).map(start).collect()
    }

    /// `values`, with `terms` combined into them.
    fn combined(
        &self,
        machine: &mut Machine<'_>,
        mut values: Vec<Tensor>,
        terms: impl Iterator<Item = Vec<Tensor>>,
    ) -> Outcome<Vec<Tensor>> {
        for term in terms {
            let lanes = values.first().map_or(0, Tensor::size);
            values.extend(term);
            values = self.body.run_each(machine, lanes, &values)?;
        }
        Ok(values)
    }

    /// The same, with partial results of some terms, or of all: then `values` come last. As vectors have them, each may be of every
    /// so many terms.
    fn varied(
        &self,
        machine: &mut Machine<'_>,
        mut values: Vec<Tensor>,
        terms: impl Iterator<Item = Vec<Tensor>>,
    ) -> Outcome<Vec<Tensor>> {
        const LANES: usize = 16;
        let mut partial: Vec<Option<Vec<Tensor>>> = vec![None; if machine.prefers_second() { LANES } else { 1 }];
        let all_apart = machine.prefers_second();
        for (number, term) in terms.enumerate() {
            if !all_apart && !machine.prefers_second() {
                values = self.combined(machine, values, std::iter::once(term))?;
                continue;
            }
            let lane = number % partial.len();
            partial[lane] = Some(match partial[lane].take() {
                Some(before) => self.combined(machine, before, std::iter::once(term))?,
                None => term.iter().zip(&values).map(|(term, value)| term.converted(value.element)).collect(),
            });
        }
        self.combined(machine, values, partial.into_iter().flatten())
    }
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
