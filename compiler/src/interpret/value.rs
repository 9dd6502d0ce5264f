//! What ops take and give: arrays of any element type, tuples of them, and tokens.

use std::sync::Arc;
use xla_runtime::{Array, ArrayError, TensorType};
use xla_scalar::{Element, Op as Scalar, eval};

/// An array: its elements in storage form, row-major. Its sizes are those at run time, also where a type has bounds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tensor {
    pub element: Element,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

/// What an SSA value holds. Arrays are shared, not copied.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Tensor(Arc<Tensor>),
    Tuple(Vec<Value>),
    Token,
    /// What a `recv` asked for: its number among those of the run.
    Request(usize),
}

impl From<Tensor> for Value {
    fn from(tensor: Tensor) -> Self {
        Value::Tensor(Arc::new(tensor))
    }
}

impl Value {
    /// The array. Ops have the operands that their definitions say, so that it is one where an op asks.
    pub fn tensor(&self) -> &Arc<Tensor> {
        match self {
            Value::Tensor(tensor) => tensor,
            _ => unreachable!("the verifier wants an array here"),
        }
    }

    /// The arrays in it, in order.
    pub fn leaves(&self) -> Vec<Arc<Tensor>> {
        match self {
            Value::Tensor(tensor) => vec![tensor.clone()],
            Value::Tuple(elements) => elements.iter().flat_map(Value::leaves).collect(),
            Value::Token | Value::Request(_) => Vec::new(),
        }
    }
}

/// Number of elements of a shape; the largest number where it does not fit 64 bits.
pub(super) fn count(shape: &[usize]) -> usize {
    if shape.contains(&0) { 0 } else { shape.iter().copied().fold(1, usize::saturating_mul) }
}

/// Calls `f` with each index of `shape`, in row-major order, until it fails.
pub(super) fn each_index<E>(shape: &[usize], mut f: impl FnMut(&[usize]) -> Result<(), E>) -> Result<(), E> {
    if shape.contains(&0) {
        return Ok(());
    }
    let mut index = vec![0; shape.len()];
    loop {
        f(&index)?;
        let Some(d) = (0..shape.len()).rev().find(|&d| index[d] + 1 < shape[d]) else { return Ok(()) };
        index[d] += 1;
        index[d + 1..].fill(0);
    }
}

/// All indices of a shape, in row-major order.
pub(super) fn indices(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let shape = shape.to_vec();
    let first = (!shape.contains(&0)).then(|| vec![0; shape.len()]);
    std::iter::successors(first, move |index| {
        let d = (0..shape.len()).rev().find(|&d| index[d] + 1 < shape[d])?;
        let mut next = index.clone();
        next[d] += 1;
        next[d + 1..].fill(0);
        Some(next)
    })
}

impl Tensor {
    /// An array of zeros: all bits of them are, of every element type but those without a zero.
    pub fn zeros(element: Element, shape: &[usize]) -> Self {
        Self { element, shape: shape.to_vec(), bytes: vec![0; count(shape) * element.storage_bytes()] }
    }

    /// The array of `shape` with the element `at(index)` at each index.
    pub fn build<'a>(element: Element, shape: &[usize], mut at: impl FnMut(&[usize]) -> &'a [u8]) -> Self {
        let mut bytes = Vec::with_capacity(count(shape) * element.storage_bytes());
        let _ = each_index(shape, |index| {
            bytes.extend_from_slice(at(index));
            Ok::<(), ()>(())
        });
        Self { element, shape: shape.to_vec(), bytes }
    }

    /// The array of `shape` whose elements are this one's at `from(index)`, or `other` where that is nowhere.
    pub fn moved(&self, shape: &[usize], other: &[u8], mut from: impl FnMut(&[usize]) -> Option<Vec<usize>>) -> Self {
        Self::build(self.element, shape, |index| from(index).map_or(other, |index| self.at(&index)))
    }

    /// All elements of `shape` are `one`, in storage form.
    pub fn filled(element: Element, shape: &[usize], one: &[u8]) -> Self {
        Self { element, shape: shape.to_vec(), bytes: one.repeat(count(shape)) }
    }

    /// Number of elements.
    pub fn size(&self) -> usize {
        count(&self.shape)
    }

    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The element with the row-major number `i`.
    pub fn nth(&self, i: usize) -> &[u8] {
        let width = self.element.storage_bytes();
        &self.bytes[i * width..(i + 1) * width]
    }

    /// The row-major number of the element at `index`.
    pub fn number(&self, index: &[usize]) -> usize {
        index.iter().zip(&self.shape).fold(0, |number, (i, size)| number * size + i)
    }

    /// The element at `index`.
    pub fn at(&self, index: &[usize]) -> &[u8] {
        self.nth(self.number(index))
    }

    /// Replaces the element with the row-major number `i`.
    pub fn set(&mut self, i: usize, element: &[u8]) {
        let width = self.element.storage_bytes();
        self.bytes[i * width..(i + 1) * width].copy_from_slice(element);
    }

    /// The same elements under another shape of as many.
    pub fn reshaped(&self, shape: &[usize]) -> Self {
        Self { element: self.element, shape: shape.to_vec(), bytes: self.bytes.clone() }
    }

    /// This array, or a scalar as an array, of `shape`.
    pub fn spread(&self, shape: &[usize]) -> Self {
        if self.shape.is_empty() { Self::filled(self.element, shape, &self.bytes) } else { self.clone() }
    }

    /// The elements converted to `element`, by the conversion that programs use.
    pub fn converted(&self, element: Element) -> Self {
        if element == self.element {
            return self.clone();
        }
        let bytes = eval(Scalar::Convert, &[self.element], element, &[&self.bytes]);
        Self { element, shape: self.shape.clone(), bytes: bytes.expect("any element type converts to any other") }
    }

    /// The elements as `f64`.
    pub fn floats(&self) -> Vec<f64> {
        words(&self.converted(Element::F64).bytes)
    }

    /// An array of `f64`s, converted to `element`.
    pub fn of_floats(element: Element, shape: &[usize], values: &[f64]) -> Self {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Self { element: Element::F64, shape: shape.to_vec(), bytes }.converted(element)
    }

    /// The elements, integers or PRED, each by its value; those above the largest `i64` wrap.
    pub fn integers(&self) -> Vec<i64> {
        let of = if self.element.is_signed() { Element::S64 } else { Element::U64 };
        let bytes = self.converted(of).bytes;
        bytes.chunks_exact(8).map(|word| i64::from_le_bytes(word.try_into().unwrap_or_default())).collect()
    }

    /// The elements as indices: an unsigned one that no array has stays beyond all of them.
    pub fn index_values(&self) -> Vec<i64> {
        let largest = |value: i64| if value < 0 { i64::MAX } else { value };
        let values = self.integers();
        if self.element.is_signed() { values } else { values.into_iter().map(largest).collect() }
    }

    /// As the host has it.
    pub fn to_array(&self) -> Result<Array, ArrayError> {
        Array::new(self.ty(), &self.bytes)
    }

    /// Its type.
    pub fn ty(&self) -> TensorType {
        TensorType::new(self.element, &self.shape)
    }
}

impl From<&Array> for Tensor {
    fn from(array: &Array) -> Self {
        Self { element: array.ty().element, shape: array.ty().shape.clone(), bytes: array.bytes().to_vec() }
    }
}

/// The `f64`s in `bytes`.
pub(super) fn words(bytes: &[u8]) -> Vec<f64> {
    bytes.chunks_exact(8).map(|word| f64::from_le_bytes(word.try_into().unwrap_or_default())).collect()
}
