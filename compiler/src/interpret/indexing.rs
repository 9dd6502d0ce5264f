//! Ops that read or write at indices known only at run time.

use super::computation::{Computation, Imported};
use super::declared::{Declared, elements, site, sizes};
use super::machine::{Outcome, Precision, Site};
use super::value::{Tensor, Value, count, indices};
use xla_dialect::ir::{Op, OpExt};
use xla_dialect::ops::Arguments;
use xla_dialect::ops::indexing::Slices;

/// Start indices: one scalar a dimension, or all of them in one array.
fn starts(values: &[Value]) -> Vec<i64> {
    values.iter().flat_map(|value| value.tensor().index_values()).collect()
}

/// Start `start` along a dimension of size `whole`, moved so that a slice of size `slice` fits.
fn clamped(start: i64, whole: usize, slice: usize) -> usize {
    start.clamp(0, whole.saturating_sub(slice) as i64) as usize
}

/// The sizes of a slice: along a dynamic dimension that is taken whole, what of it there is.
fn taken(stated: &[usize], declared: &Declared, actual: &[usize], site: &Site) -> Outcome<Vec<usize>> {
    let each = stated.iter().enumerate().map(|(d, &size)| {
        let whole = declared.bounds[d] == size && (declared.is_dynamic(d) || actual[d] < size);
        match if whole { size.min(actual[d]) } else { size } {
            size if size <= actual[d] => Ok(size),
            size => Err(site.unsupported(format!("a slice of {size} of {} elements", actual[d]))),
        }
    });
    each.collect()
}

/// A slice, at start indices that are clamped so that it fits.
pub(super) fn dynamic_slice(op: Op<'_>) -> Imported {
    let (declared, stated, site) = (Declared::of(op.input(0))?, sizes(op, "slice_sizes"), site(op));
    Ok(Box::new(move |machine, inputs| {
        let x = inputs[0].tensor();
        let shape = taken(&stated, &declared, &x.shape, &site)?;
        machine.spend(count(&shape), &site)?;
        let starts: Vec<usize> =
            starts(&inputs[1..]).iter().enumerate().map(|(d, &start)| clamped(start, x.shape[d], shape[d])).collect();
        Ok(vec![
            x.moved(&shape, &[], |index| Some(index.iter().zip(&starts).map(|(i, start)| i + start).collect())).into(),
        ])
    }))
}

/// The operand with a slice replaced.
pub(super) fn dynamic_update_slice(op: Op<'_>) -> Imported {
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let (x, update) = (inputs[0].tensor(), inputs[1].tensor());
        machine.spend(x.size(), &site)?;
        let sizes: Vec<usize> = update.shape.iter().zip(&x.shape).map(|(&size, &whole)| size.min(whole)).collect();
        let starts = starts(&inputs[2..]);
        let starts: Vec<usize> = (0..x.rank()).map(|d| clamped(starts[d], x.shape[d], sizes[d])).collect();
        let mut result = (**x).clone();
        for index in indices(&sizes) {
            let place: Vec<usize> = index.iter().zip(&starts).map(|(i, start)| i + start).collect();
            result.set(result.number(&place), update.at(&index));
        }
        Ok(vec![result.into()])
    }))
}

/// Where the slices of a gather or scatter are.
struct Places {
    slices: Slices,
    /// Dimensions of the array of slices that run inside of one, and those that run over the indices.
    window: Vec<usize>,
    batch: Vec<usize>,
}

impl Places {
    fn new(slices: Slices, rank: usize) -> Self {
        let window = slices.window.iter().map(|&d| d as usize).collect();
        let batch = slices.batch(rank).into_iter().map(|d| d as usize).collect();
        Self { slices, window, batch }
    }

    /// The index in the array of indices, without the component, of the element `at` of the array of slices; and the
    /// start of its slice in an operand of this rank, as it is stated.
    fn start(&self, starts: &[i64], indices: &Tensor, rank: usize, at: &[usize]) -> Vec<i64> {
        let batch: Vec<usize> = self.batch.iter().map(|&d| at[d]).collect();
        let vector = self.slices.vector as usize;
        let component = |k: usize| {
            let mut place = batch.clone();
            if vector < indices.rank() {
                place.insert(vector, k);
            }
            starts[indices.number(&place)]
        };
        let mut start = vec![0; rank];
        for (k, &d) in self.slices.map.iter().enumerate() {
            start[d as usize] = component(k);
        }
        // Batching dimensions of operand and indices are walked together.
        for (&d, &of) in self.slices.operand_batching.iter().zip(&self.slices.indices_batching) {
            let own = (0..indices.rank()).filter(|i| *i != vector).position(|i| i == of as usize);
            start[d as usize] = own.map_or(0, |own| batch[own] as i64);
        }
        start
    }

    /// The indices of an array of slices of `shape`, those of one slice after the other.
    fn window_after_window(&self, shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
        let dims = [self.batch.as_slice(), &self.window].concat();
        let sizes: Vec<usize> = dims.iter().map(|&d| shape[d]).collect();
        indices(&sizes).map(move |place| {
            let mut index = vec![0; dims.len()];
            dims.iter().zip(place).for_each(|(&d, at)| index[d] = at);
            index
        })
    }

    /// Where in its slice the element `at` of the array of slices is.
    fn offset(&self, rank: usize, at: &[usize]) -> Vec<usize> {
        let mut offset = vec![0; rank];
        for (&d, &of) in self.window.iter().zip(&self.slices.window_in_operand(rank)) {
            offset[of as usize] = at[d];
        }
        offset
    }
}

/// Slices at an array of indices, each moved so that it fits.
pub(super) fn gather(op: Op<'_>) -> Imported {
    let (declared, result) = (Declared::of(op.input(0))?, Declared::of(op.output(0))?);
    let places = Places::new(Slices::of_gather(&Arguments::of(op)), result.rank());
    let (stated, site) = (sizes(op, "slice_sizes"), site(op));
    Ok(Box::new(move |machine, inputs| {
        let (x, at) = (inputs[0].tensor(), inputs[1].tensor());
        let slice = taken(&stated, &declared, &x.shape, &site)?;
        let signed = |list: &[usize]| list.iter().map(|&size| size as i64).collect::<Vec<_>>();
        let shape = places.slices.shape(&signed(&at.shape), &signed(&slice));
        let shape: Vec<usize> = shape.into_iter().map(|size| size as usize).collect();
        machine.spend(count(&shape), &site)?;
        let starts = at.index_values();
        let gathered = x.moved(&shape, &[], |index| {
            let start = places.start(&starts, at, x.rank(), index);
            let offset = places.offset(x.rank(), index);
            Some((0..x.rank()).map(|d| clamped(start[d], x.shape[d], slice[d]) + offset[d]).collect())
        });
        Ok(vec![gathered.into()])
    }))
}

/// The operands with updates combined into them, one window after the other in the order of the indices. Those out of bounds
/// are dropped one by one.
pub(super) fn scatter(op: Op<'_>, body: Computation) -> Imported {
    let n = op.outs().len();
    let (results, updates) = (elements(&op.outs())?, Declared::of(op.input(n + 1))?);
    let places = Places::new(Slices::of_scatter(&Arguments::of(op)), updates.rank());
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let at = inputs[n].tensor();
        let updates: Vec<&Tensor> = inputs[n + 1..].iter().map(|value| &**value.tensor()).collect();
        let mut operands: Vec<Tensor> = inputs[..n].iter().map(|value| (**value.tensor()).clone()).collect();
        let shape = operands[0].shape.clone();
        machine.spend(count(&shape), &site)?;
        let starts = at.index_values();
        for index in places.window_after_window(&updates[0].shape) {
            let start = places.start(&starts, at, shape.len(), &index);
            let offset = places.offset(shape.len(), &index);
            let place = start.iter().zip(&offset).zip(&shape).map(|((&start, &offset), &size)| {
                let place = usize::try_from(i128::from(start) + offset as i128).ok()?;
                (place < size).then_some(place)
            });
            let Some(place) = place.collect::<Option<Vec<_>>>() else { continue };
            let scalar =
                |tensor: &Tensor, index: &[usize]| Value::from(Tensor::filled(tensor.element, &[], tensor.at(index)));
            let mut arguments: Vec<Value> = operands.iter().map(|operand| scalar(operand, &place)).collect();
            arguments.extend(updates.iter().map(|update| scalar(update, &index)));
            let combined = machine.in_precision(Precision::Accumulating, |machine| body.run(machine, &arguments))?;
            for ((operand, result), element) in operands.iter_mut().zip(combined).zip(&results) {
                let stored = result.tensor().converted(machine.element(*element));
                operand.set(operand.number(&place), &stored.bytes);
            }
        }
        Ok(operands.into_iter().map(Value::from).collect())
    }))
}
