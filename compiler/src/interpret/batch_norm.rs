//! Batch normalization, by the formulas of the documents, narrow floats in f32.

use super::computation::Imported;
use super::declared::{Declared, elements, site};
use super::machine::{Machine, Outcome, Site};
use super::value::Tensor;
use crate::verified;
use xla_dialect::ir::{Op, OpExt};
use xla_scalar::{Element, Op as Scalar};

/// What the three ops have in common.
struct Norm {
    element: Element,
    /// The declared elements of the results.
    results: Vec<Element>,
    epsilon: f64,
    feature: usize,
    site: Site,
}

impl Norm {
    fn of(op: Op<'_>) -> Result<Self, String> {
        Ok(Self {
            element: Declared::of(op.input(0))?.element,
            results: elements(&op.outs())?,
            epsilon: verified::float(op, "epsilon"),
            feature: verified::index(op, "feature_index"),
            site: site(op),
        })
    }
}

/// Arithmetic on arrays of the operand's shape and of one element a feature.
struct Features<'a, 'm> {
    norm: &'a Norm,
    machine: &'a mut Machine<'m>,
    sum: Element,
    shape: Vec<usize>,
}

impl Features<'_, '_> {
    fn op(&mut self, op: Scalar, operands: &[&Tensor]) -> Outcome<Tensor> {
        self.machine.apply(op, operands, self.sum, &self.norm.site)
    }

    fn add(&mut self, a: &Tensor, b: &Tensor) -> Outcome<Tensor> {
        self.op(Scalar::Add, &[a, b])
    }

    fn sub(&mut self, a: &Tensor, b: &Tensor) -> Outcome<Tensor> {
        self.op(Scalar::Sub, &[a, b])
    }

    fn mul(&mut self, a: &Tensor, b: &Tensor) -> Outcome<Tensor> {
        self.op(Scalar::Mul, &[a, b])
    }

    fn div(&mut self, a: &Tensor, b: &Tensor) -> Outcome<Tensor> {
        self.op(Scalar::Div, &[a, b])
    }

    /// A number for each feature, at all elements of the feature.
    fn spread(&self, each: &Tensor) -> Tensor {
        each.moved(&self.shape, &[], |index| Some(vec![index[self.norm.feature]]))
    }

    /// The same number for each feature.
    fn each(&self, value: f64) -> Tensor {
        Tensor::of_floats(self.sum, &[], &[value]).spread(&[self.shape[self.norm.feature]])
    }

    /// The sum of the elements of each feature. Of equal elements the rounding errors of a sequential sum have one sign, and
    /// the mean of them is not the element; other orders of summation find it. So one of two ways is the exact sum, rounded
    /// once, where rounding is varied; the other adds up some elements apart, since partial sums may overflow.
    fn total(&mut self, x: &Tensor) -> Outcome<Tensor> {
        if self.machine.prefers_second() {
            return Ok(self.exact_total(x));
        }
        let mut steps = self.shape.clone();
        steps[self.norm.feature] = 1;
        let mut sums = [self.each(0.0), self.each(0.0)];
        for step in super::value::indices(&steps) {
            let term = x.moved(&sums[0].shape, &[], |index| {
                let mut from = step.clone();
                from[self.norm.feature] = index[0];
                Some(from)
            });
            let i = usize::from(self.machine.prefers_second());
            sums[i] = self.add(&sums[i], &term)?;
        }
        let [first, second] = sums;
        if self.machine.varies() { self.add(&first, &second) } else { Ok(first) }
    }

    /// The sum of the elements of each feature, rounded once: by Neumaier's summation, which keeps what rounding loses.
    fn exact_total(&mut self, x: &Tensor) -> Tensor {
        let features = self.shape[self.norm.feature];
        let mut sums = vec![(0.0f64, 0.0f64); features];
        for (index, value) in super::value::indices(&self.shape).zip(x.floats()) {
            let (sum, lost) = &mut sums[index[self.norm.feature]];
            let next = *sum + value;
            let (large, small) = if sum.abs() >= value.abs() { (*sum, value) } else { (value, *sum) };
            *lost += large - next + small;
            *sum = next;
        }
        // What is infinite has lost nothing that is a number.
        let rounded = |(sum, lost): (f64, f64)| if sum.is_finite() { sum + lost } else { sum };
        let sums: Vec<f64> = sums.into_iter().map(rounded).collect();
        self.machine.perturbed(Tensor::of_floats(self.sum, &[features], &sums))
    }

    /// How many elements each feature has.
    fn counts(&self) -> Tensor {
        let others = self.shape.iter().enumerate().filter(|(d, _)| *d != self.norm.feature);
        self.each(others.map(|(_, &size)| size as f64).product())
    }

    fn mean(&mut self, x: &Tensor) -> Outcome<Tensor> {
        let total = self.total(x)?;
        self.div(&total, &self.counts())
    }

    /// `sqrt(variance + epsilon)`
    fn deviation(&mut self, variance: &Tensor) -> Outcome<Tensor> {
        let stabilized = self.add(variance, &self.each(self.norm.epsilon))?;
        self.op(Scalar::Sqrt, &[&stabilized])
    }

    /// `(x - mean) * (scale / sqrt(variance + epsilon)) + offset`
    fn normalized(&mut self, [x, scale, offset, mean, variance]: [&Tensor; 5]) -> Outcome<Tensor> {
        let deviation = self.deviation(variance)?;
        let factor = self.div(scale, &deviation)?;
        let centered = self.sub(x, &self.spread(mean))?;
        let scaled = self.mul(&centered, &self.spread(&factor))?;
        self.add(&scaled, &self.spread(offset))
    }
}

/// An op whose results `compute` gives, of operands in the type that is computed in.
fn normalization(
    op: Op<'_>,
    compute: impl Fn(&mut Features<'_, '_>, &[Tensor]) -> Outcome<Vec<Tensor>> + Send + Sync + 'static,
) -> Imported {
    let norm = Norm::of(op)?;
    Ok(Box::new(move |machine, inputs| {
        let sum = machine.sum(norm.element);
        let operands: Vec<Tensor> = inputs.iter().map(|value| value.tensor().converted(sum)).collect();
        let shape = operands[0].shape.clone();
        let results = compute(&mut Features { norm: &norm, machine, sum, shape }, &operands)?;
        let each = results.into_iter().zip(&norm.results);
        Ok(each.map(|(result, element)| result.converted(machine.element(*element)).into()).collect())
    }))
}

/// By a mean and a variance that are given.
pub(super) fn inference(op: Op<'_>) -> Imported {
    normalization(op, |features, operands| {
        let [x, scale, offset, mean, variance] = operands else { return Ok(Vec::new()) };
        Ok(vec![features.normalized([x, scale, offset, mean, variance])?])
    })
}

/// By the mean and the variance of the operand, which are results, too.
pub(super) fn training(op: Op<'_>) -> Imported {
    normalization(op, |features, operands| {
        let [x, scale, offset] = operands else { return Ok(Vec::new()) };
        let mean = features.mean(x)?;
        let centered = features.sub(x, &features.spread(&mean))?;
        let squares = features.mul(&centered, &centered)?;
        let variance = features.mean(&squares)?;
        Ok(vec![features.normalized([x, scale, offset, &mean, &variance])?, mean, variance])
    })
}

/// The gradients by the operand, the scale and the offset:
/// `scale / sqrt(v + eps) * (g - mean(g) - (x - mean) * sum(g (x - mean)) / (n (v + eps)))`,
/// `sum(g (x - mean)) / sqrt(v + eps)` and `sum(g)`.
pub(super) fn gradients(op: Op<'_>) -> Imported {
    normalization(op, |features, operands| {
        let [x, scale, mean, variance, gradient] = operands else { return Ok(Vec::new()) };
        let stabilized = features.add(variance, &features.each(features.norm.epsilon))?;
        let deviation = features.deviation(variance)?;
        let centered = features.sub(x, &features.spread(mean))?;
        let products = features.mul(gradient, &centered)?;
        let products = features.total(&products)?;
        let offset = features.total(gradient)?;
        let counts = features.counts();
        let scaled = features.mul(&counts, &stabilized)?;
        let slope = features.div(&products, &scaled)?;
        let shift = features.div(&offset, &counts)?;
        let shifted = features.sub(gradient, &features.spread(&shift))?;
        let tilted = features.mul(&centered, &features.spread(&slope))?;
        let corrected = features.sub(&shifted, &tilted)?;
        let factor = features.div(scale, &deviation)?;
        let operand = features.mul(&corrected, &features.spread(&factor))?;
        Ok(vec![operand, features.div(&products, &deviation)?, offset])
    })
}
