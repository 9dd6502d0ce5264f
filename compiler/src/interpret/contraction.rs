//! Sums of products: `dot`, `dot_general`, convolutions.
//!
//! Terms are added in the order of the indices, the last one fastest, in the type of the result, narrow floats in f32.
//! A product of floats is added without being rounded first; one of complex numbers as the products of its parts.

use super::computation::Imported;
use super::declared::{Declared, site};
use super::machine::{Machine, Outcome, Site};
use super::reduce::terms;
use super::value::{Tensor, count};
use super::window::Window;
use xla_dialect::ir::{Op, OpExt};
use xla_dialect::ods::xla;
use xla_dialect::ops::convolution::Convolution;
use xla_dialect::ops::{Arguments, dot};
use xla_scalar::{Builder as _, Element, Op as Scalar, UnOp, Val, encode, eval_with};

/// Which of the products that make up a product of complex numbers are added.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Products {
    All,
    /// Those of the real part of the left operand.
    OfReal,
    /// Those of the imaginary part of the left operand.
    OfImaginary,
}

/// Sums of products of elements in `sum`: one term of each sum, then the next of each.
struct Sums<'s> {
    sums: Tensor,
    /// Where rounding is varied, sums of some of the terms: partial sums may overflow where their sum does not.
    second: Option<Tensor>,
    /// Whether a product of floats is added without being rounded.
    fused: bool,
    site: &'s Site,
}

impl<'s> Sums<'s> {
    fn zeros(element: Element, shape: &[usize], fused: bool, site: &'s Site) -> Self {
        Self {
            sums: Tensor::zeros(element, shape),
            second: None,
            fused: fused && (element.is_float() || element.is_complex()),
            site,
        }
    }

    fn add(&mut self, machine: &mut Machine<'_>, lhs: &Tensor, rhs: &Tensor) -> Outcome<()> {
        // Each product of parts of complex numbers may belong to another sum.
        let is_complex = self.fused && self.sums.element.is_complex();
        let products: &[Products] =
            if is_complex { &[Products::OfReal, Products::OfImaginary] } else { &[Products::All] };
        let seconds: Vec<bool> = products.iter().map(|_| machine.prefers_second()).collect();
        if seconds.iter().all(|&second| !second) {
            return self.accumulate(machine, lhs, rhs, Products::All);
        }
        for (&products, second) in products.iter().zip(seconds) {
            if !second {
                self.accumulate(machine, lhs, rhs, products)?;
                continue;
            }
            let zeros = || Tensor::zeros(self.sums.element, &self.sums.shape);
            let sums = self.second.take().unwrap_or_else(zeros);
            let mut apart = Sums { sums, second: None, ..*self };
            apart.accumulate(machine, lhs, rhs, products)?;
            self.second = Some(apart.sums);
        }
        Ok(())
    }

    fn accumulate(&mut self, machine: &mut Machine<'_>, lhs: &Tensor, rhs: &Tensor, products: Products) -> Outcome<()> {
        let element = self.sums.element;
        if !self.fused {
            let products = machine.apply(Scalar::Mul, &[lhs, rhs], element, self.site)?;
            self.sums = machine.apply(Scalar::Add, &[&self.sums, &products], element, self.site)?;
            return Ok(());
        }
        machine.spend(self.sums.size(), self.site)?;
        let operands = [lhs, rhs, &self.sums].map(|tensor| (tensor.element, tensor.bytes.as_slice()));
        let bytes = eval_with(&operands, element, |b, values| {
            let sum = match (values[0], values[1], values[2]) {
                (Val::Complex(lhs_re, lhs_im), Val::Complex(rhs_re, rhs_im), Val::Complex(re, im)) => {
                    let (mut re, mut im) = (re, im);
                    if products != Products::OfImaginary {
                        (re, im) = (b.fma(lhs_re, rhs_re, re), b.fma(lhs_re, rhs_im, im));
                    }
                    if products != Products::OfReal {
                        let minus = b.unary(UnOp::NegF, rhs_im);
                        (re, im) = (b.fma(lhs_im, minus, re), b.fma(lhs_im, rhs_re, im));
                    }
                    Val::Complex(re, im)
                }
                (lhs, rhs, sum) => Val::Real(b.fma(lhs.re(), rhs.re(), sum.re())),
            };
            Ok::<_, crate::execute::RunError>(encode(b, element, sum))
        })?;
        let sums = Tensor { bytes: bytes.unwrap_or_default(), ..self.sums.clone() };
        self.sums = machine.perturbed(sums);
        Ok(())
    }

    fn rounded(self, machine: &mut Machine<'_>, element: Element) -> Outcome<Tensor> {
        let sums = match self.second {
            Some(second) => machine.apply(Scalar::Add, &[&self.sums, &second], self.sums.element, self.site)?,
            None => self.sums,
        };
        let to = machine.element(element);
        Ok(if to == sums.element { sums } else { machine.perturbed(sums.converted(to)) })
    }
}

/// The factors of products that are added in `sum`. Instructions for products of bf16 take subnormal numbers for zeros, which
/// is NaN beside an infinite factor: one of two ways where rounding is varied.
fn factors(machine: &mut Machine<'_>, operand: &Tensor, sum: Element) -> Tensor {
    if operand.element == Element::BF16 && machine.prefers_second() {
        let normal = |x: f64| if x.abs() < f64::from(f32::MIN_POSITIVE) { x * 0.0 } else { x };
        let values: Vec<f64> = operand.floats().into_iter().map(normal).collect();
        return Tensor::of_floats(sum, &operand.shape, &values);
    }
    operand.converted(sum)
}

/// `dot` and `dot_general`.
pub(super) fn dot(op: Op<'_>) -> Imported {
    let result = Declared::of(op.output(0))?.element;
    let rank = Declared::of(op.input(0))?.rank();
    let dims = match xla::Dot::of(op) {
        Some(_) => dot::Dimensions::of_dot(rank),
        None => dot::Dimensions::of(&Arguments::of(op)),
    };
    let places = |list: &[i64]| list.iter().map(|&d| d as usize).collect::<Vec<_>>();
    let batching = [places(&dims.lhs_batching), places(&dims.rhs_batching)];
    let contracting = [places(&dims.lhs_contracting), places(&dims.rhs_contracting)];
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let sum = machine.sum(result);
        let operands = [0, 1].map(|i| factors(machine, inputs[i].tensor(), sum));
        let free = [0, 1].map(|i| {
            let free = |d: &usize| !batching[i].contains(d) && !contracting[i].contains(d);
            (0..operands[i].rank()).filter(free).collect::<Vec<_>>()
        });
        // Where both have a size, what both have counts.
        let common = |of: &[Vec<usize>; 2]| -> Vec<usize> {
            of[0].iter().zip(&of[1]).map(|(&l, &r)| operands[0].shape[l].min(operands[1].shape[r])).collect()
        };
        let mut shape = common(&batching);
        for i in [0, 1] {
            shape.extend(free[i].iter().map(|&d| operands[i].shape[d]));
        }
        let (batch, lhs_free) = (batching[0].len(), free[0].len());
        let mut sums = Sums::zeros(sum, &shape, true, &site);
        for term in terms(machine, &common(&contracting)) {
            let [lhs, rhs] = [0, 1].map(|i| {
                let first = if i == 0 { batch } else { batch + lhs_free };
                operands[i].moved(&shape, &[], |index| {
                    let mut from = vec![0; operands[i].rank()];
                    batching[i].iter().zip(index).for_each(|(&d, &at)| from[d] = at);
                    free[i].iter().zip(&index[first..]).for_each(|(&d, &at)| from[d] = at);
                    contracting[i].iter().zip(&term).for_each(|(&d, &at)| from[d] = at);
                    Some(from)
                })
            });
            sums.add(machine, &lhs, &rhs)?;
        }
        Ok(vec![sums.rounded(machine, result)?.into()])
    }))
}

/// Convolutions. What is beyond the edges, or between elements of a dilated operand, is zero. Compiled code may leave the
/// latter out: it then gives a number where the kernel is infinite and zero times that would be NaN.
pub(super) fn convolution(op: Op<'_>) -> Imported {
    let result = Declared::of(op.output(0))?.element;
    let convolution = Convolution::of(&Arguments::of(op)).map_err(|violation| violation.message)?;
    let places = |list: &[i64]| list.iter().map(|&d| d as usize).collect::<Vec<_>>();
    let dimensions = &convolution.dimensions;
    let (lhs_at, rhs_at, at) = (places(&dimensions.lhs), places(&dimensions.rhs), places(&dimensions.result));
    let feature_groups = convolution.feature_groups as usize;
    let batch_groups = convolution.batch_groups as usize;
    let reversal = convolution.reversal.clone();
    let window = Window::new(op, convolution.window.clone());
    let site = site(op);
    Ok(Box::new(move |machine, inputs| {
        let sum = machine.sum(result);
        let [lhs, rhs] = [0, 1].map(|i| factors(machine, inputs[i].tensor(), sum));
        let base: Vec<usize> = lhs_at[2..].iter().map(|&d| lhs.shape[d]).collect();
        let window = window.over(&base);
        let (inputs_of_group, outputs) = (rhs.shape[rhs_at[1]], rhs.shape[rhs_at[0]]);
        // Output features fall into groups: each takes input features, or a part of the batch, of its own.
        let of_group = outputs / (feature_groups * batch_groups);
        let batch = lhs.shape[lhs_at[0]] / batch_groups;
        let mut shape = vec![0; at.len()];
        (shape[at[0]], shape[at[1]]) = (batch, outputs);
        window.positions().into_iter().enumerate().for_each(|(d, size)| shape[at[2 + d]] = size);
        let zero = vec![0; sum.storage_bytes()];
        // The few products of a depthwise convolution are no contraction: they round as everywhere else.
        let mut sums = Sums::zeros(sum, &shape, inputs_of_group > 1, &site);
        if count(&shape) == 0 {
            return Ok(vec![sums.rounded(machine, result)?.into()]);
        }
        let leaves_holes_out = machine.prefers_second();
        for offset in terms(machine, &window.sizes()) {
            let read: Vec<usize> = (0..offset.len())
                .map(|d| if reversal[d] { window.sizes()[d] - 1 - offset[d] } else { offset[d] })
                .collect();
            for input in 0..inputs_of_group {
                let position = |index: &[usize]| at[2..].iter().map(|&d| index[d]).collect::<Vec<_>>();
                let factor = lhs.moved(&shape, &zero, |index| {
                    let group = index[at[1]] / of_group;
                    let place = window.element(&position(index), &read)?;
                    let mut from = vec![0; lhs.rank()];
                    from[lhs_at[0]] = index[at[0]] + if batch_groups > 1 { group * batch } else { 0 };
                    from[lhs_at[1]] = input + if feature_groups > 1 { group * inputs_of_group } else { 0 };
                    place.into_iter().enumerate().for_each(|(d, i)| from[lhs_at[2 + d]] = i);
                    Some(from)
                });
                let kernel = rhs.moved(&shape, &zero, |index| {
                    if leaves_holes_out && window.is_hole(&position(index), &read) {
                        return None;
                    }
                    let mut from = vec![0; rhs.rank()];
                    (from[rhs_at[0]], from[rhs_at[1]]) = (index[at[1]], input);
                    offset.iter().enumerate().for_each(|(d, &i)| from[rhs_at[2 + d]] = i);
                    Some(from)
                });
                sums.add(machine, &factor, &kernel)?;
            }
        }
        Ok(vec![sums.rounded(machine, result)?.into()])
    }))
}
