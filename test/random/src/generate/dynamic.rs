//! Ops that take shapes as operands. Here these are constants: the compiler makes such programs static before all else.

use super::ops::Op;
use super::{Generator, array_of, shape};
use crate::model::Value;
use xla_runtime::{Array, TensorType};
use xla_scalar::Element;

impl Generator {
    /// Constants of one dimension, all of one type.
    fn lists<const N: usize>(&mut self, lists: [&[i64]; N]) -> [Value; N] {
        self.program.exclusions.insert(super::SHAPES);
        let element = self.pick(&[Element::S32, Element::S64]);
        lists.map(|numbers| self.list(element, numbers))
    }

    fn list(&mut self, element: Element, numbers: &[i64]) -> Value {
        let ty = TensorType::new(element, &[numbers.len()]);
        let bytes: Vec<u8> = match element {
            Element::S64 => numbers.iter().flat_map(|n| n.to_le_bytes()).collect(),
            _ => numbers.iter().flat_map(|n| (*n as i32).to_le_bytes()).collect(),
        };
        let text = crate::case::literal(&Array::new(ty.clone(), &bytes).expect("as many elements"));
        self.one("stablehlo.constant", &[], format!("value = dense<{text}> : {ty}"), ty, f64::INFINITY)
    }

    fn shape_of(&mut self, ty: &TensorType) -> Value {
        self.sizes(&ty.shape)
    }

    /// Sizes as an operand.
    pub fn sizes(&mut self, sizes: &[usize]) -> Value {
        let sizes: Vec<i64> = sizes.iter().map(|&size| size as i64).collect();
        self.lists([&sizes])[0]
    }

    /// The padding of each dimension as an operand.
    pub fn padding(&mut self, padding: &[(i64, i64)]) -> Value {
        self.program.exclusions.insert(super::SHAPES);
        let ty = TensorType::new(Element::S64, &[padding.len(), 2]);
        let text = format!("value = {}", super::pairs_of(padding));
        self.one("stablehlo.constant", &[], text, ty, f64::INFINITY)
    }
}

pub fn dynamic_broadcast_in_dim(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (x, dims) = shape::broadcast_operand(g, ty);
    let sizes = g.shape_of(ty);
    let bound = g.bound(x);
    Some(g.one(op.name, &[x, sizes], format!("broadcast_dimensions = {}", array_of(&dims)), ty.clone(), bound))
}

pub fn dynamic_reshape(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let x = shape::reshape_operand(g, ty);
    let sizes = g.shape_of(ty);
    let bound = g.bound(x);
    Some(g.one(op.name, &[x, sizes], "", ty.clone(), bound))
}

pub fn dynamic_iota(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (dim, last) = shape::iota_dimension(g, ty)?;
    let sizes = g.shape_of(ty);
    Some(g.one(op.name, &[sizes], format!("iota_dimension = {dim} : i64"), ty.clone(), last))
}

pub fn dynamic_pad(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let padding = shape::Padding::random(g, ty)?;
    let (x, value) = padding.operands(g, ty);
    let [low, high, interior] = g.lists([&padding.low, &padding.high, &padding.interior]);
    let bound = g.bound(x).max(g.bound(value));
    Some(g.one(op.name, &[x, value, low, high, interior], "", ty.clone(), bound))
}

pub fn real_dynamic_slice(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let part = shape::Part::random(g, ty)?;
    let x = part.operand(g, ty);
    let numbers = |numbers: &[usize]| numbers.iter().map(|&n| n as i64).collect::<Vec<_>>();
    let [start, limit, strides] = [&part.start, &part.limit, &part.strides].map(|list| numbers(list));
    let [start, limit, strides] = g.lists([&start, &limit, &strides]);
    let bound = g.bound(x);
    Some(g.one(op.name, &[x, start, limit, strides], "", ty.clone(), bound))
}
