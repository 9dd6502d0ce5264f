//! Ops that move a window over an array: `reduce_window`, `select_and_scatter`.

use super::computation::{Computation, Imported};
use super::declared::{Declared, elements, site};
use super::machine::{Outcome, Precision};
use super::reduce::Reduction;
use super::value::{Tensor, Value, count, indices, words};
use xla_dialect::ir::{Op, OpExt, string_value};
use xla_dialect::ops::{Arguments, window};
use xla_scalar::Element;

/// A window, before the sizes of what it is moved over are known.
pub(super) struct Window {
    dims: Vec<window::Dim>,
    /// Whether the padding is what XLA calls SAME, which depends on the sizes.
    is_same: bool,
}

/// A window over an array of these sizes.
pub(super) struct Over {
    dims: Vec<window::Dim>,
    base: Vec<usize>,
}

impl Window {
    pub fn new(op: Op<'_>, dims: Vec<window::Dim>) -> Self {
        Self { dims, is_same: op.attr("padding").and_then(string_value) == Some("same") }
    }

    /// The window of an op that states its sizes.
    fn of(op: Op<'_>) -> Result<Self, String> {
        let base = Declared::of(op.input(0))?.shape;
        Ok(Self::new(op, window::of(&Arguments::of(op), &base).map_err(|violation| violation.message)?))
    }

    pub fn over(&self, base: &[usize]) -> Over {
        let mut dims = self.dims.clone();
        if self.is_same {
            for (dim, &size) in dims.iter_mut().zip(base) {
                (dim.low, dim.high) = dim.same(size as i64);
            }
        }
        Over { dims, base: base.to_vec() }
    }
}

impl Over {
    /// Elements of the window.
    pub fn sizes(&self) -> Vec<usize> {
        self.dims.iter().map(|dim| dim.size as usize).collect()
    }

    /// How many positions the window has.
    pub fn positions(&self) -> Vec<usize> {
        let position = |(dim, &size): (&window::Dim, &usize)| dim.positions(size as i64).unwrap_or_default() as usize;
        self.dims.iter().zip(&self.base).map(position).collect()
    }

    /// The index of the element of the array that is `offset` in the window at `position`; none where that is padding,
    /// or a hole.
    pub fn element(&self, position: &[usize], offset: &[usize]) -> Option<Vec<usize>> {
        let each = self.dims.iter().zip(&self.base).zip(position.iter().zip(offset));
        each.map(|((dim, &size), (&position, &offset))| {
            let place = position as i64 * dim.stride + offset as i64 * dim.window_dilation - dim.low;
            let element = place / dim.base_dilation;
            let is_one = place >= 0 && place % dim.base_dilation == 0 && element < size as i64;
            is_one.then_some(element as usize)
        })
        .collect()
    }

    /// Whether what is `offset` in the window at `position` lies between elements, or between those that padding would be.
    pub fn is_hole(&self, position: &[usize], offset: &[usize]) -> bool {
        let mut each = self.dims.iter().zip(position.iter().zip(offset));
        each.any(|(dim, (&position, &offset))| {
            let place = position as i64 * dim.stride + offset as i64 * dim.window_dilation - dim.low;
            place % dim.base_dilation != 0
        })
    }
}

/// One result for each position: the elements of the window, in the order of their offsets, after the initial value.
/// Each step rounds to the type that it states. Padding and holes count as initial values.
pub(super) fn reduce_window(op: Op<'_>, body: Computation) -> Imported {
    let (results, window) = (elements(&op.outs())?, Window::of(op)?);
    let (n, site) = (op.outs().len(), site(op));
    Ok(Box::new(move |machine, inputs| {
        let arrays: Vec<&Tensor> = inputs[..n].iter().map(|value| &**value.tensor()).collect();
        let inits: Vec<&Tensor> = inputs[n..].iter().map(|value| &**value.tensor()).collect();
        let base: Vec<usize> = (0..arrays[0].rank())
            .map(|d| arrays.iter().map(|array| array.shape[d]).min().unwrap_or_default())
            .collect();
        let window = window.over(&base);
        let positions = window.positions();
        machine.spend(count(&positions), &site)?;
        let term = |offset: &[usize]| {
            let one = |(array, init): (&&Tensor, &&Tensor)| {
                // The initial value stands where there is no element, with the type of the elements.
                let padding = init.converted(array.element).bytes;
                array.moved(&positions, &padding, |position| window.element(position, offset))
            };
            arrays.iter().zip(&inits).map(one).collect()
        };
        let reduction =
            Reduction { body: &body, precision: Precision::Stated, inits: inits.clone(), results: &results };
        let values = reduction.of(machine, &positions, &window.sizes(), term)?;
        Ok(if machine.prefers_second() { values.into_iter().map(without_infinities).collect() } else { values })
    }))
}

/// Complex numbers with 0 for those that are not finite. An infinite one times a 1 that stands where there is no element is NaN, and is
/// infinite if that product is left out.
fn without_infinities(value: Value) -> Value {
    let tensor = value.tensor();
    if !tensor.element.is_complex() {
        return value;
    }
    let parts = words(&tensor.converted(Element::C128).bytes);
    let is_finite = |pair: &[f64]| pair.iter().all(|part| part.is_finite());
    let pairs = parts.chunks_exact(2).flat_map(|pair| if is_finite(pair) { [pair[0], pair[1]] } else { [0.0; 2] });
    let bytes = pairs.flat_map(f64::to_le_bytes).collect();
    Tensor { element: Element::C128, shape: tensor.shape.clone(), bytes }.converted(tensor.element).into()
}

/// The source's element of each position is combined into the result where the window selects. Padding is never
/// selected.
pub(super) fn select_and_scatter(op: Op<'_>, [select, scatter]: [Computation; 2]) -> Imported {
    let (result, window) = (Declared::of(op.output(0))?.element, Window::of(op)?);
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let [x, source, init] = [0, 1, 2].map(|i| inputs[i].tensor());
        let window = window.over(&x.shape);
        machine.spend(x.size(), &site)?;
        let offsets: Vec<Vec<usize>> = indices(&window.sizes()).collect();
        let mut selected = Vec::new();
        for position in indices(&source.shape) {
            let mut best: Option<usize> = None;
            for offset in &offsets {
                let Some(candidate) = window.element(&position, offset).map(|index| x.number(&index)) else { continue };
                let scalar = |i: usize| Value::from(Tensor::filled(x.element, &[], x.nth(i)));
                best = match best {
                    Some(best) if select.holds(machine, &[scalar(best), scalar(candidate)])? => Some(best),
                    _ => Some(candidate),
                };
            }
            selected.push(best);
        }
        let sums = machine.in_precision(Precision::Accumulating, |machine| -> Outcome<_> {
            let sum = machine.element(result);
            let mut sums = init.converted(sum).spread(&x.shape);
            for (i, place) in selected.into_iter().enumerate() {
                let Some(place) = place else { continue };
                let before = Tensor::filled(sum, &[], sums.nth(place));
                let added = Tensor::filled(source.element, &[], source.nth(i));
                let after = scatter.run(machine, &[before.into(), added.into()])?;
                sums.set(place, &after[0].tensor().converted(sum).bytes);
            }
            Ok(sums)
        })?;
        let to = machine.element(result);
        Ok(vec![sums.converted(to).into()])
    }))
}
