//! Windows that move over an array.

use super::ops::Op;
use super::reductions::{Body, bodies};
use super::{Generator, array_of, pairs_of, sized};
use crate::case::{Fill, exact_limit, largest, range};
use crate::model::Value;
use xla_runtime::TensorType;

/// How windows move, and over what.
pub struct Windows {
    pub base: Vec<usize>,
    pub window: Vec<i64>,
    pub strides: Vec<i64>,
    pub padding: Vec<(i64, i64)>,
    pub base_dilations: Vec<i64>,
    pub window_dilations: Vec<i64>,
}

impl Windows {
    /// Windows of which `counts` fit into each dimension.
    pub fn random(g: &mut Generator, counts: &[usize], dilated: bool) -> Option<Self> {
        let mut all = Self {
            base: Vec::new(),
            window: Vec::new(),
            strides: Vec::new(),
            padding: Vec::new(),
            base_dilations: Vec::new(),
            window_dilations: Vec::new(),
        };
        for &count in counts {
            let count = count as i64;
            let window = g.pick(&[1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 5, 7, 17]);
            let stride = g.pick(&[1, 1, 1, 2, 3]);
            let (base_dilation, window_dilation) =
                if dilated { (g.pick(&[1, 1, 1, 2, 3]), g.pick(&[1, 1, 1, 2])) } else { (1, 1) };
            let extent = (window - 1) * window_dilation + 1;
            // What all windows cover, and what lies behind the last of them.
            let padded =
                if count == 0 { g.rng.i64(0..extent) } else { (count - 1) * stride + extent + g.rng.i64(0..stride) };
            let low = if g.chance(50) { 0 } else { g.rng.i64(-2..=4) };
            let wanted = if g.chance(50) { padded - low } else { padded - low - g.rng.i64(-2..=4) };
            let n = if wanted <= 0 { 0 } else { (wanted - 1) / base_dilation + 1 };
            let dilated = if n == 0 { 0 } else { (n - 1) * base_dilation + 1 };
            let high = padded - low - dilated;
            // As many elements are taken away as there are, at most.
            if dilated + low.min(0) + high.min(0) < 0 {
                return None;
            }
            all.base.push(n as usize);
            all.window.push(window);
            all.strides.push(stride);
            all.padding.push((low, high));
            all.base_dilations.push(base_dilation);
            all.window_dilations.push(window_dilation);
        }
        Some(all)
    }

    /// Windows of running results along one dimension: each ends, or begins, at another element.
    fn running(g: &mut Generator, counts: &[usize]) -> Self {
        let d = g.rng.usize(0..counts.len());
        let count = counts[d].max(1) as i64;
        let ones = vec![1; counts.len()];
        let mut all = Self {
            base: counts.to_vec(),
            window: ones.clone(),
            strides: ones.clone(),
            padding: vec![(0, 0); counts.len()],
            base_dilations: ones.clone(),
            window_dilations: ones,
        };
        all.window[d] = count;
        all.padding[d] = if g.chance(70) { (count - 1, 0) } else { (0, count - 1) };
        all
    }

    fn attributes(&self) -> String {
        format!(
            "window_dimensions = {}, window_strides = {}, padding = {}",
            array_of(&self.window),
            array_of(&self.strides),
            pairs_of(&self.padding)
        )
    }

    /// Elements of a window.
    fn size(&self) -> usize {
        self.window.iter().product::<i64>() as usize
    }

    /// Makes all but a few dimensions' windows trivial, so that there are not too many elements in all.
    fn is_small(&self, g: &Generator, counts: &[usize]) -> bool {
        g.fits(&self.base) && counts.iter().product::<usize>() * self.size() <= 20 * g.scale.most_elements
    }
}

pub fn reduce_window(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let running = !ty.shape.is_empty() && g.chance(20);
    let windows = if running { Windows::running(g, &ty.shape) } else { Windows::random(g, &ty.shape, true)? };
    if !windows.is_small(g, &ty.shape) {
        return None;
    }
    let body = bodies(g, &[ty.element])?;
    let arguments: Vec<TensorType> =
        body.elements.iter().map(|&element| TensorType { element, shape: windows.base.clone() }).collect();
    let limits = body.limits(windows.size());
    let mut operands: Vec<Value> = arguments.iter().zip(&limits).map(|(ty, limit)| g.bounded(ty, *limit)).collect();
    let padded =
        windows.padding.iter().any(|&(low, high)| low > 0 || high > 0) || windows.base_dilations.iter().any(|&d| d > 1);
    let (odd, exclusion) = match padded || windows.size() == 1 {
        true => (if running { 30 } else { 4 }, Some(super::PADDED_WINDOWS)),
        false => (25, None),
    };
    let inits = body.inits(g, &operands, odd, exclusion);
    let bounds = body.result_bounds(g, &operands, &inits, windows.size());
    operands.extend(&inits);
    let region = body.region(g);
    let attributes = format!(
        "{}, base_dilations = {}, window_dilations = {}",
        windows.attributes(),
        array_of(&windows.base_dilations),
        array_of(&windows.window_dilations)
    );
    let results: Vec<_> =
        body.elements.iter().map(|&element| TensorType { element, shape: ty.shape.clone() }).zip(bounds).collect();
    Some(g.node_with(op.name, &operands, attributes, vec![region], &results)[0])
}

pub fn select_and_scatter(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (mut window, mut strides, mut padding, mut counts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for &size in &ty.shape {
        let (width, stride) = (g.pick(&[1, 1, 2, 2, 2, 3, 3, 4, 9, 17]), g.pick(&[1, 1, 2, 3]));
        // Each window has at least one element of the array in it.
        let pad = |g: &mut Generator| if g.chance(60) { 0 } else { g.rng.i64(0..width) };
        let (low, high) = (pad(g), pad(g));
        let padded = size as i64 + low + high;
        let mut count = if padded < width { 0 } else { (padded - width) / stride + 1 };
        if size == 0 {
            count = if padded < width { 0 } else { return None };
        }
        let starts_inside = count == 0 || (count - 1) * stride < size as i64 + low;
        if !starts_inside {
            return None;
        }
        window.push(width);
        strides.push(stride);
        padding.push((low, high));
        counts.push(count as usize);
    }
    let windows =
        Windows { base: ty.shape.clone(), window, strides, padding, base_dilations: vec![], window_dilations: vec![] };
    if !windows.is_small(g, &counts) {
        return None;
    }
    let operand = selected_from(g, ty, &windows);
    let add = Body::sum(ty.element);
    let source = g.bounded(
        &sized(ty, counts),
        add.limits(windows.size() + 1)[0].min((exact_limit(ty.element) / (windows.size() + 1) as f64).floor()),
    );
    let init = add.inits(g, &[source], 0, None)[0];
    let bound = (g.bound(source) * windows.size() as f64 + g.bound(init)).min(largest(ty.element));
    let scalar = sized(ty, Vec::new());
    let parameters =
        g.open(&[(scalar.clone(), largest(ty.element)), (scalar.clone(), largest(ty.element))], false, true);
    let direction = g.pick(&["GE", "LE"]);
    let kind = if ty.element.is_float() {
        "FLOAT"
    } else if ty.element.is_signed() {
        "SIGNED"
    } else {
        "UNSIGNED"
    };
    let attributes = format!(
        "comparison_direction = #stablehlo<comparison_direction {direction}>, compare_type = #stablehlo<comparison_type {kind}>"
    );
    let chosen =
        g.one("stablehlo.compare", &parameters, attributes, TensorType::new(xla_scalar::Element::Pred, &[]), 1.0);
    let select = g.close(parameters, vec![chosen]);
    let scatter = add.region(g);
    let bound = if ty.element.is_float() { bound } else { largest(ty.element) };
    let made = g.node_with(
        op.name,
        &[operand, source, init],
        windows.attributes(),
        vec![select, scatter],
        &[(ty.clone(), bound)],
    );
    Some(made[0])
}

/// The operand of a `select_and_scatter`. Of equal elements the first one is chosen; in XLA:CPU, where there is padding,
/// often another one.
fn selected_from(g: &mut Generator, ty: &TensorType, windows: &Windows) -> Value {
    let size = ty.size().unwrap_or(0);
    let holds_all = match ty.element.is_integer() {
        true => range(ty.element).1 >= size as i128,
        false => ty.element.is_float() && exact_limit(ty.element) >= size as f64,
    };
    if holds_all && g.chance(40) {
        return g.leaf_of(ty, Fill::Permutation);
    }
    if windows.padding.iter().any(|padding| *padding != (0, 0)) {
        g.program.exclusions.insert("select_and_scatter with padding where elements may be equal");
    }
    g.value(ty)
}
