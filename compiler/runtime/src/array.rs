//! Host values: typed, shaped, packed row-major in the storage form of their element type.

use crate::memory::{ALIGNMENT, Block, OutOfMemory};
use serde::{Deserialize, Serialize};
use std::fmt;
use xla_scalar::Element;

/// The type of a buffer: what its elements are, and how many along each dimension.
///
/// Where it is kept, it is the text of MLIR.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TensorType {
    /// The element type.
    pub element: Element,
    /// The size of each dimension, slowest varying first.
    pub shape: Vec<usize>,
}

/// A buffer does not fit its type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArrayError {
    /// More bytes than there can be.
    #[error("{0} is larger than memory can be")]
    TooLarge(TensorType),
    /// More bytes than there are.
    #[error("{ty}: {error}")]
    Memory {
        /// The type.
        ty: TensorType,
        /// How many there are.
        error: OutOfMemory,
    },
    /// The number of bytes is not the type's.
    #[error("{ty} takes {expected} bytes, not {found}")]
    Length {
        /// The type.
        ty: TensorType,
        /// Bytes it takes.
        expected: usize,
        /// Bytes there are.
        found: usize,
    },
    /// The elements are not of the type.
    #[error("{ty} has no elements of type {found}")]
    Element {
        /// The type.
        ty: TensorType,
        /// The type of the elements.
        found: Element,
    },
    /// The buffer is not aligned for its elements.
    #[error("the buffer of {0} is not aligned for its elements")]
    Alignment(TensorType),
}

impl TensorType {
    /// The type of `shape` with elements of `element`.
    pub fn new(element: Element, shape: &[usize]) -> Self {
        Self { element, shape: shape.to_vec() }
    }

    /// Number of elements, if it can be told.
    pub fn size(&self) -> Option<usize> {
        if self.shape.contains(&0) {
            return Some(0);
        }
        self.shape.iter().try_fold(1usize, |size, &n| size.checked_mul(n))
    }

    /// Bytes a buffer of this type takes.
    ///
    /// # Errors
    /// If no buffer can be that large.
    pub fn bytes(&self) -> Result<usize, ArrayError> {
        self.size()
            .and_then(|size| size.checked_mul(self.element.storage_bytes()))
            .filter(|&bytes| isize::try_from(bytes).is_ok())
            .ok_or_else(|| ArrayError::TooLarge(self.clone()))
    }

    /// The type that MLIR writes as `text`, such as `tensor<2x3xf32>`; an encoding is left out.
    pub fn from_mlir(text: &str) -> Option<Self> {
        let inner = text.strip_prefix("tensor<")?.strip_suffix('>')?;
        let inner = inner.split_once(',').map_or(inner, |(before, _)| before).trim();
        Self::from_dimensions(inner)
    }

    /// The type that `text` means: sizes and an element type, such as `2x3xf32`.
    pub fn from_dimensions(text: &str) -> Option<Self> {
        let mut shape = Vec::new();
        let mut rest = text;
        while rest.starts_with(|c: char| c.is_ascii_digit()) {
            let (size, after) = rest.split_once('x')?;
            shape.push(size.parse().ok()?);
            rest = after;
        }
        Some(Self { element: Element::from_mlir_name(rest)?, shape })
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        for size in &self.shape {
            write!(f, "{size}x")?;
        }
        write!(f, "{}>", self.element)
    }
}

impl From<TensorType> for String {
    fn from(ty: TensorType) -> Self {
        ty.to_string()
    }
}

impl TryFrom<String> for TensorType {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::from_mlir(&text).ok_or_else(|| format!("{text} is no type of a buffer"))
    }
}

/// A value in memory that it owns.
#[derive(Debug)]
pub struct Array {
    ty: TensorType,
    data: Block,
}

impl Array {
    /// A copy of `bytes`, which are elements in storage form.
    ///
    /// # Errors
    /// If their number is not the type's.
    pub fn new(ty: TensorType, bytes: &[u8]) -> Result<Self, ArrayError> {
        let expected = ty.bytes()?;
        if bytes.len() != expected {
            return Err(ArrayError::Length { ty, expected, found: bytes.len() });
        }
        let mut array = Self::scratch(ty)?;
        array.bytes_mut().copy_from_slice(bytes);
        Ok(array)
    }

    /// An array of zeros.
    ///
    /// # Errors
    /// If it cannot be that large.
    pub fn zeros(ty: TensorType) -> Result<Self, ArrayError> {
        match Block::zeroed(ty.bytes()?) {
            Ok(data) => Ok(Self { ty, data }),
            Err(error) => Err(ArrayError::Memory { ty, error }),
        }
    }

    /// An array of arbitrary content, to be written over.
    ///
    /// # Errors
    /// If it cannot be that large.
    pub fn scratch(ty: TensorType) -> Result<Self, ArrayError> {
        match Block::scratch(ty.bytes()?) {
            Ok(data) => Ok(Self { ty, data }),
            Err(error) => Err(ArrayError::Memory { ty, error }),
        }
    }

    /// A copy of `elements`, row-major, as an array of `shape`.
    ///
    /// ```
    /// let array = xla_runtime::Array::from_slice(&[1f32, 2.0, 3.0, 4.0], &[2, 2])?;
    /// assert_eq!(array.elements::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), xla_runtime::ArrayError>(())
    /// ```
    ///
    /// # Errors
    /// If there are not as many elements as the shape has.
    pub fn from_slice<T: Number>(elements: &[T], shape: &[usize]) -> Result<Self, ArrayError> {
        Self::new(TensorType::new(T::ELEMENT, shape), bytes_of(elements))
    }

    /// The elements, row-major.
    ///
    /// # Errors
    /// If they are of another type.
    pub fn elements<T: Number>(&self) -> Result<&[T], ArrayError> {
        holds::<T>(&self.ty)?;
        Ok(self.view().elements())
    }

    /// The type.
    pub fn ty(&self) -> &TensorType {
        &self.ty
    }

    /// The elements in storage form, packed row-major.
    pub fn bytes(&self) -> &[u8] {
        self.data.bytes()
    }

    /// The elements, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.data.bytes_mut()
    }

    /// The array as the input of a run.
    pub fn view(&self) -> View<'_> {
        View { ty: &self.ty, bytes: self.data.bytes() }
    }

    /// The array as the output of a run.
    pub fn view_mut(&mut self) -> ViewMut<'_> {
        ViewMut { ty: &self.ty, bytes: self.data.bytes_mut() }
    }

    /// The elements converted to `element`, by the conversion that programs use.
    ///
    /// # Errors
    /// If there is no such conversion.
    pub fn converted(&self, element: Element) -> Result<Array, xla_scalar::Error> {
        converted(self.view(), element)
    }
}

impl Clone for Array {
    fn clone(&self) -> Self {
        let mut data = allocated(self.data.bytes().len());
        data.bytes_mut().copy_from_slice(self.data.bytes());
        Self { ty: self.ty.clone(), data }
    }
}

/// A block where no error can be given.
fn allocated(len: usize) -> Block {
    Block::scratch(len).unwrap_or_else(|error| panic!("{error}"))
}

impl PartialEq for Array {
    /// Bit for bit.
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty && self.bytes() == other.bytes()
    }
}

/// The elements of `view` converted to `element`, by the conversion that programs use.
///
/// # Errors
/// If there is no such conversion.
pub fn converted(view: View<'_>, element: Element) -> Result<Array, xla_scalar::Error> {
    let from = view.ty.element;
    let bytes = if from == element {
        view.bytes.to_vec()
    } else {
        xla_scalar::eval(xla_scalar::Op::Convert, &[from], element, &[view.bytes])?
    };
    let mut data = allocated(bytes.len());
    data.bytes_mut().copy_from_slice(&bytes);
    Ok(Array { ty: TensorType { element, shape: view.ty.shape.clone() }, data })
}

/// A value in someone else's memory, to be read.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    ty: &'a TensorType,
    bytes: &'a [u8],
}

impl<'a> View<'a> {
    /// `bytes` as a value of type `ty`.
    ///
    /// # Errors
    /// If their number is not the type's, or they are not aligned for its elements.
    pub fn new(ty: &'a TensorType, bytes: &'a [u8]) -> Result<Self, ArrayError> {
        fits(ty, bytes.as_ptr(), bytes.len())?;
        Ok(Self { ty, bytes })
    }

    /// `elements`, row-major, as a value of type `ty`.
    ///
    /// # Errors
    /// If they are not of the type, or not as many.
    pub fn of<T: Number>(ty: &'a TensorType, elements: &'a [T]) -> Result<Self, ArrayError> {
        holds::<T>(ty)?;
        Self::new(ty, bytes_of(elements))
    }

    /// The type.
    pub fn ty(&self) -> &'a TensorType {
        self.ty
    }

    /// The elements in storage form, packed row-major.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The elements as `T`s; each element consists of one or several.
    pub fn elements<T: Plain>(&self) -> &'a [T] {
        // SAFETY: any bytes are a `T`.
        let (before, elements, after) = unsafe { self.bytes.align_to() };
        assert!(before.is_empty() && after.is_empty(), "{} is not made up of such elements", self.ty);
        elements
    }
}

/// A value in someone else's memory, to be written.
#[derive(Debug)]
pub struct ViewMut<'a> {
    ty: &'a TensorType,
    bytes: &'a mut [u8],
}

impl<'a> ViewMut<'a> {
    /// `bytes` as a value of type `ty`.
    ///
    /// # Errors
    /// If their number is not the type's, or they are not aligned for its elements.
    pub fn new(ty: &'a TensorType, bytes: &'a mut [u8]) -> Result<Self, ArrayError> {
        fits(ty, bytes.as_ptr(), bytes.len())?;
        Ok(Self { ty, bytes })
    }

    /// Room for `elements`, row-major, as a value of type `ty`.
    ///
    /// # Errors
    /// If they are not of the type, or not as many.
    pub fn of<T: Number>(ty: &'a TensorType, elements: &'a mut [T]) -> Result<Self, ArrayError> {
        holds::<T>(ty)?;
        // SAFETY: any bytes are a `T`, and any `T` is bytes.
        Self::new(ty, unsafe { std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast(), size_of_val(elements)) })
    }

    /// The type.
    pub fn ty(&self) -> &'a TensorType {
        self.ty
    }

    /// The elements, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.bytes
    }

    /// The elements as `T`s, to be written.
    pub fn elements_mut<T: Plain>(&mut self) -> &mut [T] {
        // SAFETY: any bytes are a `T`, and any `T` is bytes.
        let (before, elements, after) = unsafe { self.bytes.align_to_mut() };
        assert!(before.is_empty() && after.is_empty(), "{} is not made up of such elements", self.ty);
        elements
    }
}

/// Types without padding for which any bytes are a valid value.
///
/// # Safety
/// It is so, without padding.
pub unsafe trait Plain: Copy + Send + Sync {}

macro_rules! plain {
    ($($T:ty),*) => { $(
        // SAFETY: numbers without padding, each pattern of bits one of them.
        unsafe impl Plain for $T {}
    )* };
}
plain!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);

// SAFETY: two numbers without padding between them.
unsafe impl<T: Plain> Plain for rustfft::num_complex::Complex<T> {}

/// Types of Rust that are element types.
pub trait Number: Plain {
    /// The element type.
    const ELEMENT: Element;
}

macro_rules! numbers {
    ($($T:ty = $element:ident),*) => { $(
        impl Number for $T {
            const ELEMENT: Element = Element::$element;
        }
    )* };
}
numbers!(u8 = U8, u16 = U16, u32 = U32, u64 = U64, i8 = S8, i16 = S16, i32 = S32, i64 = S64, f32 = F32, f64 = F64);
numbers!(rustfft::num_complex::Complex<f32> = C64, rustfft::num_complex::Complex<f64> = C128);

fn bytes_of<T: Plain>(elements: &[T]) -> &[u8] {
    // SAFETY: any `T` is bytes, without padding.
    unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}

fn holds<T: Number>(ty: &TensorType) -> Result<(), ArrayError> {
    if ty.element == T::ELEMENT { Ok(()) } else { Err(ArrayError::Element { ty: ty.clone(), found: T::ELEMENT }) }
}

#[cfg(feature = "ndarray")]
mod with_ndarray {
    use super::{Array, ArrayError, Number, TensorType};
    use ndarray::{ArrayBase, ArrayD, Data, Dimension, IxDyn};

    impl Array {
        /// A copy of an array of `ndarray`, in whatever order that lies.
        ///
        /// # Errors
        /// If it is too large.
        pub fn from_ndarray<T: Number, S: Data<Elem = T>, D: Dimension>(
            array: &ArrayBase<S, D>,
        ) -> Result<Self, ArrayError> {
            match array.as_slice() {
                Some(elements) => Self::from_slice(elements, array.shape()),
                None => Self::from_slice(&array.iter().copied().collect::<Vec<_>>(), array.shape()),
            }
        }

        /// A copy as an array of `ndarray`.
        ///
        /// # Errors
        /// If the elements are of another type.
        pub fn to_ndarray<T: Number>(&self) -> Result<ArrayD<T>, ArrayError> {
            let TensorType { shape, .. } = self.ty();
            let array = ArrayD::from_shape_vec(IxDyn(shape), self.elements()?.to_vec());
            array.map_err(|_| ArrayError::TooLarge(self.ty().clone()))
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn arrays_of_any_order_go_there_and_back() {
            let array = ndarray::arr2(&[[1f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
            let turned = Array::from_ndarray(&array.t()).expect("it fits");
            assert_eq!(turned.elements::<f32>(), Ok(&[1.0, 4.0, 2.0, 5.0, 3.0, 6.0][..]));
            assert_eq!(turned.to_ndarray::<f32>(), Ok(array.t().to_owned().into_dyn()));
            assert!(turned.to_ndarray::<f64>().is_err());
        }
    }
}

fn fits(ty: &TensorType, data: *const u8, found: usize) -> Result<(), ArrayError> {
    let expected = ty.bytes()?;
    if found != expected {
        return Err(ArrayError::Length { ty: ty.clone(), expected, found });
    }
    let alignment = ty.element.storage().bytes().min(ALIGNMENT);
    if found > 0 && !(data as usize).is_multiple_of(alignment) {
        return Err(ArrayError::Alignment(ty.clone()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_text_of_mlir() {
        for text in ["tensor<f32>", "tensor<2x3xf32>", "tensor<0xi1>", "tensor<4xcomplex<f64>>", "tensor<5xui4>"] {
            assert_eq!(TensorType::from_mlir(text).map(|ty| ty.to_string()).as_deref(), Some(text));
        }
        assert_eq!(
            TensorType::from_mlir("tensor<2x3xf32, #xla.layout<[0, 1]>>"),
            Some(TensorType::new(Element::F32, &[2, 3]))
        );
        for text in ["tensor<?xf32>", "tensor<2xindex>", "tensor<x>", "f32", "tensor<99999999999999999999xf32>"] {
            assert_eq!(TensorType::from_mlir(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_do_not_overflow() {
        let huge = TensorType::new(Element::F64, &[usize::MAX, 2]);
        assert_eq!(huge.bytes(), Err(ArrayError::TooLarge(huge.clone())));
        assert_eq!(TensorType::new(Element::F64, &[usize::MAX, 2, 0]).bytes(), Ok(0));
        assert_eq!(TensorType::new(Element::C128, &[3]).bytes(), Ok(48));
        assert_eq!(TensorType::new(Element::S4, &[3]).bytes(), Ok(3));
    }

    #[test]
    fn a_wrong_length_is_refused() {
        assert!(Array::new(TensorType::new(Element::F32, &[2]), &[0; 7]).is_err());
        let ty = TensorType::new(Element::F32, &[1]);
        let bytes = [0u64; 2];
        // SAFETY: any bytes of a `u64` may be read.
        let bytes: &[u8] = unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), 16) };
        assert!(View::new(&ty, &bytes[4..8]).is_ok());
        assert_eq!(View::new(&ty, &bytes[1..5]).map(|_| ()), Err(ArrayError::Alignment(ty.clone())));
    }

    #[test]
    fn slices_go_in_and_out() {
        let array = Array::from_slice(&[1i32, -2, 3], &[3]).expect("three");
        assert_eq!(array.elements::<i32>(), Ok(&[1, -2, 3][..]));
        assert!(matches!(array.elements::<u32>(), Err(ArrayError::Element { .. })));
        assert!(Array::from_slice(&[1i32], &[2]).is_err());
        let mut room = [0i32; 3];
        assert_eq!(View::of(array.ty(), &[4i32, 5, 6]).map(|view| view.bytes()[4]), Ok(5));
        assert!(View::of(array.ty(), &[4f32, 5.0, 6.0]).is_err());
        ViewMut::of(array.ty(), &mut room).expect("three").elements_mut().copy_from_slice(&[7i32, 8, 9]);
        assert_eq!(room, [7, 8, 9]);
    }

    #[test]
    fn conversion_is_the_programs() {
        let ty = TensorType::new(Element::BF16, &[2]);
        let array = Array::new(ty, &[0x80, 0x3f, 0x00, 0xc0]).map(|a| a.converted(Element::F64));
        let bytes: Vec<u8> = [1.0f64, -2.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(array.map(|a| a.map(|a| a.bytes().to_vec())), Ok(Ok(bytes)));
    }
}
