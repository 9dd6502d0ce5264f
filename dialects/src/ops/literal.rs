//! Literals: between MLIR's dense attributes and the bytes that `xla-scalar` computes on.
//!
//! In memory an element is in xla-scalar's storage form. MLIR keeps the same bytes, but for predicates (bits) and
//! integers narrower than a byte (upper bits zero, where storage form extends the sign).

use super::dimensions::{element_count, strides};
use crate::ir::{Attribute, Element, Tensor, Type};
use melior::ir::TypeLike;
use melior::ir::attribute::AttributeLike;
use mlir_sys::*;
use xla_scalar::{Op as Scalar, eval};

/// A literal of more elements is not folded into, unless it is a splat: programs must not grow.
pub const FOLD_LIMIT: usize = 1 << 16;

/// The number that all elements of a literal are.
pub fn equal_number<'c>(literal: Attribute<'c>) -> Option<Attribute<'c>> {
    // SAFETY: only literals of equal elements have one.
    let element = || unsafe { Attribute::from_raw(mlirDenseElementsAttrGetSplatValue(literal.to_raw())) };
    let is_number = |element: &Attribute<'c>| element.is_integer() || element.is_float();
    is_splat(literal).then(element).filter(is_number)
}

/// Whether `attribute` is a dense literal all of whose elements are written as one.
pub fn is_splat(attribute: Attribute<'_>) -> bool {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked first.
    unsafe { mlirAttributeIsADenseElements(raw) && mlirDenseElementsAttrIsSplat(raw) }
}

/// A dense literal.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// The element type.
    pub element: Element,
    /// Sizes, all static.
    pub shape: Vec<i64>,
    /// Elements in storage form, row-major; one element when all are the same.
    bytes: Vec<u8>,
}

impl Literal {
    /// The literal that `attribute` is; none for resources, which are large, and other kinds.
    pub fn of(attribute: Attribute<'_>) -> Option<Self> {
        let raw = attribute.to_raw();
        // SAFETY: the kind is checked before anything is read, and positions are below the element count.
        unsafe {
            if !mlirAttributeIsADenseElements(raw) {
                return None;
            }
            let tensor = Tensor::of(Type::from_raw(mlirAttributeGetType(raw)))?;
            let element = tensor.xla_element()?;
            let is_splat = mlirDenseElementsAttrIsSplat(raw);
            let count = if is_splat {
                usize::from(!tensor.shape.contains(&0))
            } else {
                usize::try_from(element_count(&tensor.shape)?).ok()?
            };
            let bytes = if element.is_pred() {
                (0..count).map(|i| u8::from(mlirDenseElementsAttrGetBoolValue(raw, i as isize))).collect()
            } else {
                let data = mlirDenseElementsAttrGetRawData(raw).cast::<u8>();
                let data =
                    if count == 0 { &[] } else { std::slice::from_raw_parts(data, count * element.storage_bytes()) };
                data.iter().map(|byte| extend(*byte, element)).collect()
            };
            Some(Self { element, shape: tensor.shape, bytes })
        }
    }

    /// The elements of a literal of integers or indices, row-major, if they are so few that they may be sizes.
    pub fn integers_of(attribute: Attribute<'_>) -> Option<Vec<i64>> {
        const LIMIT: i64 = 256;
        let raw = attribute.to_raw();
        // SAFETY: the kind is checked before the elements are read, and places are below the element count.
        unsafe {
            if !mlirAttributeIsADenseElements(raw) || mlirElementsAttrGetNumElements(raw) > LIMIT {
                return None;
            }
            let element = crate::ir::element_type(Type::from_raw(mlirAttributeGetType(raw)));
            let count = mlirElementsAttrGetNumElements(raw) as isize;
            if crate::ir::is_index(element) {
                return Some((0..count).map(|i| mlirDenseElementsAttrGetIndexValue(raw, i) as i64).collect());
            }
        }
        let literal = Self::of(attribute)?;
        if !literal.element.is_integer() && !literal.element.is_pred() {
            return None;
        }
        let (width, signed) = (literal.element.storage_bytes(), literal.element.is_signed());
        let integer = |bytes: &[u8]| {
            let mut all = [if signed && bytes[width - 1] >= 0x80 { 0xFF } else { 0 }; 8];
            all[..width].copy_from_slice(bytes);
            i64::from_le_bytes(all)
        };
        Some(literal.all().chunks_exact(width).map(integer).collect())
    }

    /// The number in a literal of one integer; of one beyond 2^63 the greatest that there is.
    pub fn integer(&self) -> Option<i64> {
        let wide = if self.element.is_signed() { Element::S64 } else { Element::U64 };
        let wide = evaluate(Scalar::Convert, std::slice::from_ref(self), wide)?;
        let number = u64::from_le_bytes(wide.one()?.try_into().ok()?);
        Some(if self.element.is_signed() { number as i64 } else { i64::try_from(number).unwrap_or(i64::MAX) })
    }

    /// A literal of integers, each given by its value's low bits.
    pub fn of_integers(element: Element, shape: &[i64], values: &[i64]) -> Option<Self> {
        if !element.is_integer() && !element.is_pred() {
            return None;
        }
        let width = element.storage_bytes();
        let bytes = values.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width)).collect();
        Self::new(element, shape, bytes)
    }

    /// A literal of `bytes`: all elements, or one that all are.
    pub fn new(element: Element, shape: &[i64], bytes: Vec<u8>) -> Option<Self> {
        let width = element.storage_bytes();
        let count = usize::try_from(element_count(shape)?).ok()?;
        let one = bytes.len() == width && count != 0;
        if !one && bytes.len() != count.checked_mul(width)? {
            return None;
        }
        // MLIR makes one attribute of equal literals, which holds only if a splat is always written as one.
        let same = !one && count > 1 && bytes.chunks_exact(width).all(|element| element == &bytes[..width]);
        let bytes = if same { bytes[..width].to_vec() } else { bytes };
        Some(Self { element, shape: shape.to_vec(), bytes })
    }

    /// All elements of `shape` equal to the one given.
    pub fn filled(element: Element, shape: &[i64], one: &[u8]) -> Option<Self> {
        let empty = element_count(shape)? == 0;
        Self::new(element, shape, if empty { Vec::new() } else { one.to_vec() })
    }

    /// All elements of `shape` equal to `value`, converted to the element type.
    pub fn splat(element: Element, shape: &[i64], value: f64) -> Option<Self> {
        Self::filled(element, shape, &scalar(element, value)?)
    }

    /// The attribute of type `ty`, a tensor of static shape, all of whose elements are `value`, converted to the element
    /// type; a panic for any other type.
    pub fn filling<'c>(ty: Type<'c>, value: f64) -> Attribute<'c> {
        Tensor::of(ty)
            .and_then(|tensor| Self::splat(tensor.xla_element()?, &tensor.shape, value)?.attribute(ty))
            .unwrap_or_else(|| panic!("no literal of type {ty}"))
    }

    /// The attribute of type `ty`, a tensor of this shape and element type.
    pub fn attribute<'c>(&self, ty: Type<'c>) -> Option<Attribute<'c>> {
        let tensor = Tensor::of(ty)?;
        if tensor.shape != self.shape || tensor.xla_element() != Some(self.element) {
            return None;
        }
        // SAFETY: the type is a static tensor, and the buffers hold as many elements as are named.
        unsafe {
            let raw = if self.element.is_pred() {
                let bits: Vec<i32> = self.bytes.iter().map(|byte| i32::from(*byte != 0)).collect();
                if self.one().is_some() {
                    mlirDenseElementsAttrBoolSplatGet(ty.to_raw(), bits[0] != 0)
                } else {
                    mlirDenseElementsAttrBoolGet(ty.to_raw(), bits.len() as isize, bits.as_ptr())
                }
            } else {
                let mask = if self.element.bits() < 8 { (1u8 << self.element.bits()) - 1 } else { u8::MAX };
                let bytes: Vec<u8> = self.bytes.iter().map(|byte| byte & mask).collect();
                mlirDenseElementsAttrRawBufferGet(ty.to_raw(), bytes.len(), bytes.as_ptr().cast())
            };
            (!raw.ptr.is_null()).then(|| Attribute::from_raw(raw))
        }
    }

    /// Number of elements.
    pub fn count(&self) -> usize {
        // A literal's count was found to fit when it was made.
        element_count(&self.shape).and_then(|count| usize::try_from(count).ok()).unwrap_or_default()
    }

    /// The element that all elements are.
    pub fn one(&self) -> Option<&[u8]> {
        (self.count() > 0 && self.bytes.len() == self.element.storage_bytes()).then_some(&self.bytes[..])
    }

    /// The bytes of all elements, or of the one that all are.
    pub fn stored(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of all elements.
    pub fn all(&self) -> Vec<u8> {
        match self.one() {
            Some(one) => one.repeat(self.count()),
            None => self.bytes.clone(),
        }
    }

    /// Whether every element equals `value`, converted to the element type, bit for bit.
    pub fn is(&self, value: f64) -> bool {
        self.one().is_some_and(|one| scalar(self.element, value).as_deref() == Some(one))
    }

    /// The same elements under another shape.
    pub fn reshaped(&self, shape: &[i64]) -> Option<Self> {
        (element_count(shape) == element_count(&self.shape)).then(|| Self { shape: shape.to_vec(), ..self.clone() })
    }

    /// The literal of `shape` whose element at an index is this one's at `offset` plus the sum of index times
    /// stride, in elements of the row-major order. Every such place must exist.
    pub fn strided(&self, shape: &[i64], offset: i64, strides: &[i64]) -> Option<Self> {
        let count = usize::try_from(element_count(shape)?).ok()?;
        if let Some(one) = self.one() {
            return Self::filled(self.element, shape, one);
        }
        if count > FOLD_LIMIT {
            return None;
        }
        let width = self.element.storage_bytes();
        let mut bytes = Vec::with_capacity(count * width);
        for_each_index(shape, |index| {
            let place: i64 = offset + index.iter().zip(strides).map(|(i, stride)| i * stride).sum::<i64>();
            let place = place as usize * width;
            bytes.extend_from_slice(&self.bytes[place..place + width]);
        });
        Self::new(self.element, shape, bytes)
    }

    /// Dimension `i` becomes dimension `dims[i]` of `shape`; those of size 1 expand.
    pub fn broadcast_in_dim(&self, shape: &[i64], dims: &[i64]) -> Option<Self> {
        let own = strides(&self.shape);
        let mut by_result = vec![0; shape.len()];
        for ((&dimension, &stride), &size) in dims.iter().zip(&own).zip(&self.shape) {
            if size != 1 {
                by_result[dimension as usize] = stride;
            }
        }
        self.strided(shape, 0, &by_result)
    }
}

/// One element of `value` in storage form, rounded to the element type.
fn scalar(element: Element, value: f64) -> Option<Vec<u8>> {
    eval(Scalar::Convert, &[Element::F64], element, &[&value.to_le_bytes()]).ok()
}

/// Calls `f` with each index of a shape, in row-major order.
pub fn for_each_index(shape: &[i64], mut f: impl FnMut(&[i64])) {
    if shape.contains(&0) {
        return;
    }
    let mut index = vec![0; shape.len()];
    loop {
        f(&index);
        let Some(place) = (0..shape.len()).rev().find(|&d| index[d] + 1 < shape[d]) else { return };
        index[place] += 1;
        index[place + 1..].fill(0);
    }
}

/// Computes the elementwise op `op` of literals of one shape; none when that is not worth a literal.
pub fn evaluate(op: Scalar, operands: &[Literal], result: Element) -> Option<Literal> {
    let elements: Vec<Element> = operands.iter().map(|literal| literal.element).collect();
    let shape = &operands.first()?.shape;
    if operands.iter().any(|literal| literal.shape != *shape) {
        return None;
    }
    if let Some(ones) = operands.iter().map(Literal::one).collect::<Option<Vec<_>>>() {
        return Literal::new(result, shape, eval(op, &elements, result, &ones).ok()?);
    }
    if operands[0].count() > FOLD_LIMIT {
        return None;
    }
    let all: Vec<Vec<u8>> = operands.iter().map(Literal::all).collect();
    let all: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
    Literal::new(result, shape, eval(op, &elements, result, &all).ok()?)
}

/// Storage form of a byte of MLIR's: integers narrower than it are extended.
fn extend(byte: u8, element: Element) -> u8 {
    if !element.is_integer() || element.bits() >= 8 {
        return byte;
    }
    let spare = 8 - element.bits();
    if element.is_signed() { (((byte << spare) as i8) >> spare) as u8 } else { (byte << spare) >> spare }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::parse_attribute;

    fn round_trip(text: &str) {
        let context = crate::context();
        let attribute = parse_attribute(&context, text);
        let literal = Literal::of(attribute).unwrap_or_else(|| panic!("{text}"));
        // SAFETY: a dense attribute has a type.
        let ty = unsafe { Type::from_raw(mlirAttributeGetType(attribute.to_raw())) };
        assert_eq!(literal.attribute(ty), Some(attribute), "{text}");
        let full = Literal::new(literal.element, &literal.shape, literal.all()).unwrap();
        assert_eq!(full.attribute(ty), Some(attribute), "{text}, written in full");
    }

    #[test]
    fn attributes_round_trip() {
        for text in [
            "dense<[true, false, true]> : tensor<3xi1>",
            "dense<true> : tensor<9xi1>",
            "dense<false> : tensor<9xi1>",
            "dense<[-8, 7, 0]> : tensor<3xi4>",
            "dense<-2> : tensor<3xi2>",
            "dense<[3, 0]> : tensor<2xui2>",
            "dense<[-128, 127]> : tensor<2xi8>",
            "dense<[[1, 2], [3, 4]]> : tensor<2x2xui64>",
            "dense<[1.5, -0.0]> : tensor<2xf16>",
            "dense<[1.5, -0.0]> : tensor<2xbf16>",
            "dense<[1.5, -0.0]> : tensor<2xf8E4M3FN>",
            "dense<[1.0, -2.0]> : tensor<2xf4E2M1FN>",
            "dense<[1.0, -2.0]> : tensor<2xf6E3M2FN>",
            "dense<[0x7FC00001, 0x80000000]> : tensor<2xf32>",
            "dense<1.0> : tensor<f64>",
            "dense<[(1.0, 2.0), (3.0, -4.0)]> : tensor<2xcomplex<f32>>",
            "dense<(1.0, 2.0)> : tensor<2xcomplex<f64>>",
            "dense<> : tensor<0x3xf32>",
            "dense<> : tensor<0xi1>",
        ] {
            round_trip(text);
        }
    }

    #[test]
    fn no_attribute_has_another_shape_or_other_elements() {
        let context = crate::context();
        let literal = Literal::of(parse_attribute(&context, "dense<[1.0, 2.0]> : tensor<2xf32>")).unwrap();
        for text in ["tensor<2xi32>", "tensor<1x2xf32>", "tensor<3xf64>"] {
            let ty = Type::parse(&context, text).expect(text);
            assert_eq!(literal.attribute(ty), None, "{text}");
        }
    }

    #[test]
    fn sub_byte_integers_are_extended() {
        let context = crate::context();
        let literal = Literal::of(parse_attribute(&context, "dense<[-8, 7]> : tensor<2xi4>")).unwrap();
        assert_eq!(literal.all(), [0xF8, 7]);
        assert!(Literal::splat(Element::S4, &[3], -1.0).unwrap().is(-1.0));
    }

    #[test]
    fn sizes_are_read_and_written() {
        let context = crate::context();
        for (text, values) in [
            ("dense<[-1, 5]> : tensor<2xi32>", vec![-1, 5]),
            ("dense<7> : tensor<2xindex>", vec![7, 7]),
            ("dense<255> : tensor<ui8>", vec![255]),
            ("dense<true> : tensor<i1>", vec![1]),
            ("dense<[-8, 7]> : tensor<2xi4>", vec![-8, 7]),
        ] {
            let attribute = parse_attribute(&context, text);
            assert_eq!(Literal::integers_of(attribute), Some(values.clone()), "{text}");
            if let Some(literal) = Literal::of(attribute) {
                assert_eq!(Literal::of_integers(literal.element, &literal.shape, &values), Some(literal), "{text}");
            }
        }
        assert_eq!(Literal::integers_of(parse_attribute(&context, "dense<1.0> : tensor<2xf32>")), None);
        assert_eq!(Literal::integers_of(parse_attribute(&context, "dense<1> : tensor<1000xi32>")), None);
    }

    #[test]
    fn splats_stay_splats_at_any_size() {
        let x = Literal::splat(Element::F32, &[1 << 20, 1 << 20], 2.0).unwrap();
        let sum = evaluate(Scalar::Add, &[x.clone(), x.clone()], Element::F32).unwrap();
        assert!(sum.is(4.0));
        assert!(x.broadcast_in_dim(&[3, 1 << 20, 1 << 20], &[1, 2]).unwrap().is(2.0));
        assert!(!Literal::splat(Element::F32, &[], 0.0).unwrap().is(-0.0));
    }

    #[test]
    fn types_are_filled() {
        let context = crate::context();
        for (ty, text) in [
            ("tensor<ui32>", "dense<7> : tensor<ui32>"),
            ("tensor<2x3xbf16>", "dense<7.0> : tensor<2x3xbf16>"),
            ("tensor<4xcomplex<f32>>", "dense<(7.0, 0.0)> : tensor<4xcomplex<f32>>"),
            ("tensor<2xi1>", "dense<true> : tensor<2xi1>"),
            ("tensor<0xi8>", "dense<> : tensor<0xi8>"),
        ] {
            let attribute = Literal::filling(crate::ir::parse_type(&context, ty), 7.0);
            assert_eq!(attribute, parse_attribute(&context, text), "{text}");
        }
    }

    #[test]
    fn strided_reads() {
        let bytes: Vec<u8> = (0..6).collect();
        let x = Literal::new(Element::U8, &[2, 3], bytes).unwrap();
        assert_eq!(x.strided(&[3, 2], 0, &[1, 3]).unwrap().all(), [0, 3, 1, 4, 2, 5]);
        assert_eq!(x.strided(&[2, 3], 5, &[-3, -1]).unwrap().all(), [5, 4, 3, 2, 1, 0]);
        assert_eq!(x.strided(&[0], 0, &[1]).unwrap().all(), [0u8; 0]);
        let row = Literal::new(Element::U8, &[1, 3], vec![7, 8, 9]).unwrap();
        assert_eq!(row.broadcast_in_dim(&[2, 3], &[0, 1]).unwrap().all(), [7, 8, 9, 7, 8, 9]);
    }
}
