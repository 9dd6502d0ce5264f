//! How a value is handed to compiled code and back: the order and padding of its buffer, and its dynamic sizes.

use xla_dialect::bounds;
use xla_dialect::index_util::{buffer_elements, next_index, strides};
use xla_dialect::ir::{DYNAMIC, Tensor};
use xla_dialect::layout::Layout;
use xla_runtime::{Array, ArrayError, TensorType, View};

/// How a value lies in memory, and which of its sizes are known only at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The layout of its buffer.
    pub layout: Layout,
    /// The dimensions of dynamic size; each takes an `i32` of its own.
    pub dynamic: Vec<usize>,
}

impl Form {
    /// The type, as large as it can be, and the form of what a program calls `tensor`.
    pub fn of(tensor: &Tensor<'_>) -> Option<(TensorType, Self)> {
        let sizes = bounds::of(tensor).into_iter().map(|size| usize::try_from(size).ok());
        let ty = TensorType::new(tensor.xla_element()?, &sizes.collect::<Option<Vec<_>>>()?);
        let dynamic = (0..tensor.rank()).filter(|&d| tensor.shape[d] == DYNAMIC).collect();
        Some((ty, Self { layout: Layout::of(tensor), dynamic }))
    }

    /// The form of a static array in row-major order.
    pub fn plain(rank: usize) -> Self {
        Self { layout: Layout::row_major(rank), dynamic: Vec::new() }
    }

    /// Whether the buffer is not simply the elements, row-major.
    pub fn is_laid_out(&self) -> bool {
        !self.layout.is_row_major()
    }

    /// The type of the buffer of a value of type `ty`: of one dimension where it is laid out.
    pub fn buffer(&self, ty: &TensorType) -> TensorType {
        if !self.is_laid_out() {
            return ty.clone();
        }
        // No array is larger than memory, and none that would be gets this far.
        let elements = buffer_elements(&signed(&ty.shape), &self.layout).and_then(|count| usize::try_from(count).ok());
        TensorType::new(ty.element, &[elements.unwrap_or(usize::MAX)])
    }

    /// Whether a value of type `found` is one of the type `ty`: its dynamic sizes may be smaller.
    pub fn accepts(&self, ty: &TensorType, found: &TensorType) -> bool {
        let fits = |(d, (size, found)): (usize, (&usize, &usize))| {
            size == found || (self.dynamic.contains(&d) && found < size)
        };
        ty.element == found.element
            && ty.shape.len() == found.shape.len()
            && ty.shape.iter().zip(&found.shape).enumerate().all(fits)
    }

    /// The buffer that holds `view`, which [`Form::accepts`] its type; none where the view's own is one already.
    pub(super) fn pack(&self, ty: &TensorType, view: &View<'_>) -> Result<Option<Array>, ArrayError> {
        if !self.is_laid_out() && view.ty() == ty {
            return Ok(None);
        }
        let (buffer, places) = self.places(ty)?;
        let mut array = Array::zeros(buffer)?;
        let shape = signed(&view.ty().shape);
        copy(&shape, ty.element.storage_bytes(), (view.bytes(), &row_major(&shape)), (array.bytes_mut(), &places));
        Ok(Some(array))
    }

    /// The value in `buffer`, of type `ty` but for the dynamic sizes, which are `sizes`.
    pub(super) fn unpack(&self, ty: &TensorType, buffer: Array, sizes: &[usize]) -> Result<Array, ArrayError> {
        if !self.is_laid_out() && self.dynamic.is_empty() {
            return Ok(buffer);
        }
        let mut found = ty.clone();
        for (&d, &size) in self.dynamic.iter().zip(sizes) {
            found.shape[d] = size.min(ty.shape[d]);
        }
        let (_, places) = self.places(ty)?;
        let shape = signed(&found.shape);
        let mut array = Array::scratch(found)?;
        copy(&shape, ty.element.storage_bytes(), (buffer.bytes(), &places), (array.bytes_mut(), &row_major(&shape)));
        Ok(array)
    }

    /// The buffer's type, and how far apart in it neighbours are.
    fn places(&self, ty: &TensorType) -> Result<(TensorType, Vec<i64>), ArrayError> {
        let places = strides(&signed(&ty.shape), &self.layout).ok_or_else(|| ArrayError::TooLarge(ty.clone()))?;
        Ok((self.buffer(ty), places))
    }
}

fn signed(shape: &[usize]) -> Vec<i64> {
    shape.iter().map(|&size| size as i64).collect()
}

fn row_major(shape: &[i64]) -> Vec<i64> {
    xla_dialect::ops::dimensions::strides(shape)
}

/// Copies an array of `shape` with elements of `width` bytes; strides count elements.
fn copy(shape: &[i64], width: usize, (from, from_strides): (&[u8], &[i64]), (to, to_strides): (&mut [u8], &[i64])) {
    if shape.contains(&0) {
        return;
    }
    let mut index = vec![0; shape.len()];
    loop {
        let place = |strides: &[i64]| index.iter().zip(strides).map(|(i, stride)| i * stride).sum::<i64>() as usize;
        let (source, target) = (place(from_strides) * width, place(to_strides) * width);
        to[target..target + width].copy_from_slice(&from[source..source + width]);
        if !next_index(shape, &mut index) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xla_dialect::ir::Type;

    fn form(text: &str) -> (TensorType, Form) {
        let context = xla_dialect::context();
        Form::of(&Tensor::of(Type::parse(&context, text).expect("a type")).expect("a tensor")).expect("bounded")
    }

    #[test]
    fn layouts_of_the_document() {
        let (ty, form) = form("tensor<2x3xui8, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5]>>");
        let array = Array::new(ty.clone(), b"abcdef").expect("six elements");
        let buffer = form.pack(&ty, &array.view()).expect("it packs").expect("a buffer of its own");
        assert_eq!(buffer.bytes(), b"ad\0be\0cf\0\0\0\0\0\0\0");
        assert_eq!(form.unpack(&ty, buffer, &[]).expect("it unpacks").bytes(), b"abcdef");
    }

    #[test]
    fn sizes_within_bounds() {
        let (ty, form) = form("tensor<2x?xui8, #xla.bounds<?, 3>>");
        assert_eq!((ty.shape.as_slice(), form.dynamic.as_slice()), (&[2, 3][..], &[1][..]));
        let array = Array::new(TensorType::new(ty.element, &[2, 2]), b"abcd").expect("four elements");
        assert!(form.accepts(&ty, array.ty()));
        assert!(!form.accepts(&ty, &TensorType::new(ty.element, &[2, 4])));
        assert!(!form.accepts(&ty, &TensorType::new(ty.element, &[1, 2])));
        let buffer = form.pack(&ty, &array.view()).expect("it packs").expect("a buffer of its own");
        assert_eq!(buffer.bytes(), b"ab\0cd\0");
        let unpacked = form.unpack(&ty, buffer, &[2]).expect("it unpacks");
        assert_eq!((unpacked.bytes(), unpacked.ty().shape.as_slice()), (&b"abcd"[..], &[2, 2][..]));
    }
}
