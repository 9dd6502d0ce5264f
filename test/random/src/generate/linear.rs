//! Products, convolutions, factorizations, transforms.

use super::ops::{Family, Op};
use super::windows::Windows;
use super::{Generator, array_of, list_of, pairs_of, sized};
use crate::case::{Fill, exact_limit, largest};
use crate::model::Value;
use xla_runtime::TensorType;
use xla_scalar::Element;

impl Generator {
    /// Element types of the factors of sums of products of type `element`, and how large factors may be so that sums
    /// of `count` products stay exact.
    fn factors(&mut self, element: Element, count: usize) -> (Element, f64) {
        use Element::*;
        let narrow: &[Element] = match element {
            S32 => &[S8, S16, S32],
            F32 => &[BF16, F16, F32],
            F64 => &[F32],
            _ => &[],
        };
        let factor = if !narrow.is_empty() && self.chance(20) { self.pick(narrow) } else { element };
        let complex = if element.is_complex() { 2.0 } else { 1.0 };
        let limit = (exact_limit(element) / (complex * count.max(1) as f64)).sqrt().floor();
        (factor, limit.min(exact_limit(factor)))
    }

    /// The bound of a sum of products.
    fn product_bound(&self, element: Element, a: Value, b: Value, count: usize) -> f64 {
        let complex = if element.is_complex() { 2.0 } else { 1.0 };
        let bound = complex * self.bound(a) * self.bound(b) * count as f64;
        if bound > largest(element) || !self.exact { largest(element) } else { bound }
    }
}

pub fn dot_general(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let rank = ty.shape.len();
    let batch = g.rng.usize(0..=rank.min(2));
    let left = g.rng.usize(0..=rank - batch);
    let contracted = g.pick(&[0, 1, 1, 1, 1, 2]);
    let sums = g.shape(contracted);
    let count: usize = sums.iter().product();
    let (batches, rest) = ty.shape.split_at(batch);
    let (lhs_free, rhs_free) = rest.split_at(left);
    let (element, limit) = g.factors(ty.element, count);
    let mut sides = Vec::new();
    for free in [lhs_free, rhs_free] {
        // Dimensions in the order batch, contracted, free, and where each of them is.
        let sizes: Vec<usize> = [batches, sums.as_slice(), free].concat();
        let free_order: Vec<usize> = (batch + contracted..sizes.len()).collect();
        let mut order = g.order(sizes.len());
        // Free dimensions come out in the order in which they are.
        let mut next = free_order.into_iter();
        order.iter_mut().filter(|d| **d >= batch + contracted).for_each(|d| *d = next.next().unwrap_or(*d));
        let shape: Vec<usize> = order.iter().map(|&d| sizes[d]).collect();
        if !g.fits(&shape) {
            return None;
        }
        let place = |d: usize| order.iter().position(|&at| at == d).unwrap_or(0);
        let batch_dims: Vec<usize> = (0..batch).map(place).collect();
        let sum_dims: Vec<usize> = (batch..batch + contracted).map(place).collect();
        let value = g.bounded(&TensorType { element, shape }, limit);
        sides.push((value, batch_dims, sum_dims));
    }
    if ty.element.is_pred() && count == 0 && g.exact {
        return None;
    }
    let [(a, a_batch, a_sum), (b, b_batch, b_sum)] = sides.as_slice() else { return None };
    let attributes = format!(
        "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = {}, rhs_batching_dimensions = {}, \
         lhs_contracting_dimensions = {}, rhs_contracting_dimensions = {}>",
        list_of(a_batch),
        list_of(b_batch),
        list_of(a_sum),
        list_of(b_sum)
    );
    let bound = g.product_bound(ty.element, *a, *b, count);
    Some(g.one(op.name, &[*a, *b], attributes, ty.clone(), bound))
}

pub fn convolution(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let rank = ty.shape.len();
    // Where in the result batch, feature and spatial dimensions are; the same for both operands.
    let (out, lhs, rhs) = (g.order(rank), g.order(rank), g.order(rank));
    let (batch, features) = (ty.shape[out[0]], ty.shape[out[1]]);
    let spatial: Vec<usize> = out[2..].iter().map(|&d| ty.shape[d]).collect();
    let divisors: Vec<usize> = (1..=features.clamp(1, 8)).filter(|d| features % d == 0).collect();
    let groups = if g.chance(40) { g.pick(&divisors) } else { 1 };
    let (feature_groups, batch_groups) = if g.chance(70) { (groups, 1) } else { (1, groups) };
    let inputs = g.pick(&[1, 1, 2, 3, 5, 8]);
    let windows = Windows::random(g, &spatial, true)?;
    let mut lhs_shape = vec![0; rank];
    let mut rhs_shape = vec![0; rank];
    lhs_shape[lhs[0]] = batch * batch_groups;
    lhs_shape[lhs[1]] = inputs * feature_groups;
    rhs_shape[rhs[0]] = features;
    rhs_shape[rhs[1]] = inputs;
    for (i, (&base, &window)) in windows.base.iter().zip(&windows.window).enumerate() {
        lhs_shape[lhs[i + 2]] = base;
        rhs_shape[rhs[i + 2]] = window as usize;
    }
    if !g.fits(&lhs_shape) || !g.fits(&rhs_shape) {
        return None;
    }
    let count = windows.window.iter().product::<i64>() as usize * inputs;
    let (element, limit) = g.factors(ty.element, count);
    let a = g.bounded(&TensorType { element, shape: lhs_shape }, limit);
    let b = g.bounded(&TensorType { element, shape: rhs_shape }, limit);
    let labels = |order: &[usize], first: &str, second: &str| {
        let mut names = vec![String::new(); rank];
        order.iter().enumerate().for_each(|(i, &d)| {
            names[d] = match i {
                0 => first.to_string(),
                1 => second.to_string(),
                _ => (i - 2).to_string(),
            }
        });
        list_of(&names)
    };
    let reversed: Vec<bool> = windows.base.iter().map(|_| g.chance(15)).collect();
    let reversal: Vec<String> = reversed.iter().map(ToString::to_string).collect();
    let reversal =
        if reversal.is_empty() { "array<i1>".to_string() } else { format!("array<i1: {}>", reversal.join(", ")) };
    let mut operands = vec![a, b];
    let padding = if op.family == Family::Dynamic {
        operands.push(g.padding(&windows.padding));
        String::new()
    } else {
        format!(", padding = {}", pairs_of(&windows.padding))
    };
    let attributes = format!(
        "batch_group_count = {batch_groups} : i64, dimension_numbers = #stablehlo.conv<{}x{}->{}>, \
         feature_group_count = {feature_groups} : i64, window_strides = {}, lhs_dilation = {}, rhs_dilation = {}, \
         window_reversal = {reversal}{padding}",
        labels(&lhs, "b", "f"),
        labels(&rhs, "o", "i"),
        labels(&out, "b", "f"),
        array_of(&windows.strides),
        array_of(&windows.base_dilations),
        array_of(&windows.window_dilations),
    );
    let bound = g.product_bound(ty.element, a, b, count);
    Some(g.one(op.name, &operands, attributes, ty.clone(), bound))
}

pub fn cholesky(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    // Other matrices have no factor: NaN throughout, or not, by rounding.
    let a = g.leaf_of(ty, Fill::Definite);
    let lower = g.rng.bool();
    Some(g.one(op.name, &[a], format!("lower = {lower}"), ty.clone(), f64::INFINITY))
}

pub fn triangular_solve(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let rank = ty.shape.len();
    let left = g.rng.bool();
    let n = ty.shape[if left { rank - 2 } else { rank - 1 }];
    let mut shape = ty.shape.clone();
    (shape[rank - 2], shape[rank - 1]) = (n, n);
    // Solutions without elements may have large coefficients.
    if !g.fits(&shape[..rank - 1]) {
        return None;
    }
    let a = g.leaf_of(&sized(ty, shape), Fill::Definite);
    let b = g.value(ty);
    let transpose = g.pick(&["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]);
    let attributes = format!(
        "left_side = {left}, lower = {}, unit_diagonal = false, transpose_a = #stablehlo<transpose {transpose}>",
        g.rng.bool()
    );
    Some(g.one(op.name, &[a, b], attributes, ty.clone(), f64::INFINITY))
}

pub fn fft(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    if g.exact {
        return None;
    }
    let dims = g.rng.usize(1..=ty.shape.len().min(3));
    let mut lengths = ty.shape[ty.shape.len() - dims..].to_vec();
    if lengths.contains(&0) {
        return None;
    }
    let mut source = ty.clone();
    let last = ty.shape.len() - 1;
    let kind = if ty.element.is_complex() {
        if g.chance(30) && lengths[dims - 1] != 1 {
            // Half of a spectrum, of signals of even length or odd.
            let half = ty.shape[last];
            lengths[dims - 1] = if half == 0 { 0 } else { 2 * (half - 1) + usize::from(g.rng.bool()) };
            source = TensorType { element: ty.element.real_part(), shape: ty.shape.clone() };
            source.shape[last] = lengths[dims - 1];
            "RFFT"
        } else {
            g.pick(&["FFT", "IFFT"])
        }
    } else {
        source.element = ty.element.complex_of()?;
        source.shape[last] = if ty.shape[last] == 0 { 0 } else { ty.shape[last] / 2 + 1 };
        "IRFFT"
    };
    if !g.fits(&source.shape) {
        return None;
    }
    let x = g.value(&source);
    let attributes = format!("fft_length = {}, fft_type = #stablehlo<fft_type {kind}>", array_of(&lengths));
    Some(g.one(op.name, &[x], attributes, ty.clone(), f64::INFINITY))
}
