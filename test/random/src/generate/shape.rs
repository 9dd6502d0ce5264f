//! Ops that move elements.

use super::ops::Op;
use super::{Generator, array_of, sized};
use crate::case::exact_limit;
use crate::model::Value;
use xla_runtime::TensorType;

/// An operand that can be broadcast to `ty`, and where its dimensions go.
pub fn broadcast_operand(g: &mut Generator, ty: &TensorType) -> (Value, Vec<usize>) {
    let count = g.rng.usize(0..=ty.shape.len());
    let dims = g.subset(ty.shape.len(), count);
    let shape = dims.iter().map(|&d| if g.chance(25) { 1 } else { ty.shape[d] }).collect();
    (g.value(&sized(ty, shape)), dims)
}

pub fn broadcast_in_dim(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (x, dims) = broadcast_operand(g, ty);
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], format!("broadcast_dimensions = {}", array_of(&dims)), ty.clone(), bound))
}

pub fn concatenate(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let dim = g.rng.usize(0..ty.shape.len());
    let mut left = ty.shape[dim];
    let mut operands = Vec::new();
    let most = g.rng.usize(1..5);
    loop {
        let size = if operands.len() + 1 >= most { left } else { g.rng.usize(0..=left) };
        let mut shape = ty.shape.clone();
        shape[dim] = size;
        let piece = g.value(&sized(ty, shape));
        operands.push(piece);
        left -= size;
        if left == 0 {
            break;
        }
    }
    let bound = operands.iter().map(|&x| g.bound(x)).fold(0.0, f64::max);
    Some(g.one(op.name, &operands, format!("dimension = {dim} : i64"), ty.clone(), bound))
}

pub fn constant(g: &mut Generator, _: &Op, ty: &TensorType) -> Option<Value> {
    Some(g.leaf(ty))
}

pub fn get_dimension_size(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let rank = g.rng.usize(1..4);
    let source = TensorType { element: g.element(), shape: g.shape(rank) };
    let x = g.value(&source);
    let dim = g.rng.usize(0..rank);
    let bound = source.shape[dim] as f64;
    Some(g.one(op.name, &[x], format!("dimension = {dim} : i64"), ty.clone(), bound))
}

/// The dimension along which an iota of type `ty` counts, and the last number.
pub fn iota_dimension(g: &mut Generator, ty: &TensorType) -> Option<(usize, f64)> {
    let dim = g.rng.usize(0..ty.shape.len());
    let last = ty.shape[dim].saturating_sub(1) as f64;
    // Where the numbers are more than the type has, they are the implementation's.
    (last <= exact_limit(ty.element).min(crate::case::largest(ty.element))).then_some((dim, last))
}

pub fn iota(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (dim, last) = iota_dimension(g, ty)?;
    Some(g.one(op.name, &[], format!("iota_dimension = {dim} : i64"), ty.clone(), last))
}

/// What is added around and between elements.
pub struct Padding {
    pub low: Vec<i64>,
    pub high: Vec<i64>,
    pub interior: Vec<i64>,
    shape: Vec<usize>,
}

impl Padding {
    /// Padding that makes `ty` of something.
    pub fn random(g: &mut Generator, ty: &TensorType) -> Option<Self> {
        let mut all = Self { low: Vec::new(), high: Vec::new(), interior: Vec::new(), shape: Vec::new() };
        for &size in &ty.shape {
            let size = size as i64;
            let between = g.pick(&[0, 0, 0, 1, 2]);
            let before = g.rng.i64(-2..=3);
            let most = (size + 3) / (between + 1) + 1;
            let n = if g.chance(40) && between == 0 { size - before.max(0) } else { g.rng.i64(0..=most) }.max(0);
            let inner = n + (n - 1).max(0) * between;
            let after = size - before - inner;
            if inner + before < 0 || inner + after < 0 {
                return None;
            }
            all.low.push(before);
            all.high.push(after);
            all.interior.push(between);
            all.shape.push(n as usize);
        }
        g.fits(&all.shape).then_some(all)
    }

    /// What is padded, and with what.
    pub fn operands(&self, g: &mut Generator, ty: &TensorType) -> (Value, Value) {
        (g.value(&sized(ty, self.shape.clone())), g.value(&sized(ty, Vec::new())))
    }
}

pub fn pad(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let padding = Padding::random(g, ty)?;
    let (x, value) = padding.operands(g, ty);
    let attributes = format!(
        "edge_padding_low = {}, edge_padding_high = {}, interior_padding = {}",
        array_of(&padding.low),
        array_of(&padding.high),
        array_of(&padding.interior)
    );
    let bound = g.bound(x).max(g.bound(value));
    Some(g.one(op.name, &[x, value], attributes, ty.clone(), bound))
}

/// A random shape with as many elements.
fn reshaped(g: &mut Generator, shape: &[usize]) -> Vec<usize> {
    let count: usize = shape.iter().product();
    if count == 0 {
        let mut shape: Vec<usize> = shape.to_vec();
        g.rng.shuffle(&mut shape);
        return shape;
    }
    if g.chance(40) && shape.len() > 1 {
        // Two neighbours become one.
        let at = g.rng.usize(0..shape.len() - 1);
        let mut shape = shape.to_vec();
        let next = shape.remove(at + 1);
        shape[at] *= next;
        return shape;
    }
    let (mut left, mut out) = (count, Vec::new());
    while left > 1 && out.len() < 4 {
        let divisors: Vec<usize> = (1..=left).filter(|d| left % d == 0).collect();
        let size = g.pick(&divisors);
        out.push(size);
        left /= size;
    }
    if left > 1 || g.chance(20) {
        out.push(left);
    }
    out
}

/// An operand with as many elements as `ty` has.
pub fn reshape_operand(g: &mut Generator, ty: &TensorType) -> Value {
    let shape = reshaped(g, &ty.shape);
    g.value(&sized(ty, shape))
}

pub fn reshape(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let x = reshape_operand(g, ty);
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], "", ty.clone(), bound))
}

pub fn reverse(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let count = g.rng.usize(0..=ty.shape.len());
    let dims = g.subset(ty.shape.len(), count);
    let x = g.value(ty);
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], format!("dimensions = {}", array_of(&dims)), ty.clone(), bound))
}

/// A part of an array.
pub struct Part {
    pub start: Vec<usize>,
    pub limit: Vec<usize>,
    pub strides: Vec<usize>,
    shape: Vec<usize>,
}

impl Part {
    /// A part of type `ty`.
    pub fn random(g: &mut Generator, ty: &TensorType) -> Option<Self> {
        let mut part = Self { start: Vec::new(), limit: Vec::new(), strides: Vec::new(), shape: Vec::new() };
        for &size in &ty.shape {
            let stride = g.pick(&[1, 1, 1, 2, 3]);
            let first = g.pick(&[0, 0, 1, 2, 5]);
            let span = if size == 0 { 0 } else { (size - 1) * stride + 1 };
            let end = first + span + if size == 0 { 0 } else { g.rng.usize(0..stride) };
            part.start.push(first);
            part.limit.push(end);
            part.strides.push(stride);
            part.shape.push(end + g.pick(&[0, 0, 1, 3]));
        }
        g.fits(&part.shape).then_some(part)
    }

    /// What it is a part of.
    pub fn operand(&self, g: &mut Generator, ty: &TensorType) -> Value {
        g.value(&sized(ty, self.shape.clone()))
    }
}

pub fn slice(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let part = Part::random(g, ty)?;
    let x = part.operand(g, ty);
    let attributes = format!(
        "start_indices = {}, limit_indices = {}, strides = {}",
        array_of(&part.start),
        array_of(&part.limit),
        array_of(&part.strides)
    );
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], attributes, ty.clone(), bound))
}

pub fn transpose(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let order = g.order(ty.shape.len());
    let mut shape = vec![0; order.len()];
    order.iter().zip(&ty.shape).for_each(|(&from, &size)| shape[from] = size);
    let x = g.value(&sized(ty, shape));
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], format!("permutation = {}", array_of(&order)), ty.clone(), bound))
}
