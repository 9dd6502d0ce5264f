//! Between multi-dimensional and linear indices of an array, by its shape and layout.
//!
//! A multi-dimensional index has one entry a dimension; a linear index counts elements of the buffer that holds the
//! array, its padding included.
//!
//! ```
//! use xla_dialect::index_util::{linear_index, multi_index};
//! use xla_dialect::layout::Layout;
//!
//! // [2 x 3] with dimension 0 minor lies as a d b e c f.
//! let layout = Layout::new(&[0, 1]);
//! assert_eq!(linear_index(&[2, 3], &layout, &[0, 1]), Some(2));
//! assert_eq!(multi_index(&[2, 3], &layout, 5), Some(vec![1, 2]));
//! ```

use crate::ir::{DYNAMIC, Element};
use crate::layout::Layout;

/// The dimension that a number in Python's manner names: -1 is the last.
pub fn dimension(number: i64, rank: usize) -> Option<usize> {
    let number = if number < 0 { number.checked_add(i64::try_from(rank).ok()?)? } else { number };
    usize::try_from(number).ok().filter(|dimension| *dimension < rank)
}

/// The sizes that the buffer has room for: padded where the layout pads.
fn extents<'a>(shape: &'a [i64], layout: &'a Layout) -> &'a [i64] {
    if layout.padded_dimensions.is_empty() { shape } else { &layout.padded_dimensions }
}

/// Distance in the buffer, in elements, between neighbours along each dimension; none when the layout is not one of
/// this shape or the buffer is larger than 2^63 elements.
pub fn strides(shape: &[i64], layout: &Layout) -> Option<Vec<i64>> {
    let extents = extents(shape, layout);
    if extents.len() != shape.len() || layout.minor_to_major.len() != shape.len() {
        return None;
    }
    let mut strides = vec![0; shape.len()];
    let mut next = 1i64;
    for &number in &layout.minor_to_major {
        let d = usize::try_from(number).ok()?;
        *strides.get_mut(d)? = next;
        // A dimension of size 0 leaves no element to be found at any distance.
        next = next.checked_mul(extents[d].max(1))?;
    }
    Some(strides)
}

/// Elements that the buffer has room for; none when a size is dynamic or they are more than 2^63.
pub fn buffer_elements(shape: &[i64], layout: &Layout) -> Option<i64> {
    if shape.contains(&DYNAMIC) {
        return None;
    }
    let extents = extents(shape, layout);
    if extents.contains(&0) {
        return Some(0);
    }
    extents.iter().try_fold(1i64, |product, size| product.checked_mul(*size))
}

/// Bytes of the buffer, with elements in storage form.
pub fn buffer_bytes(shape: &[i64], layout: &Layout, element: Element) -> Option<i64> {
    buffer_elements(shape, layout)?.checked_mul(i64::try_from(element.storage_bytes()).ok()?)
}

/// Where in the buffer the element at `index` is; none for an index outside the array.
pub fn linear_index(shape: &[i64], layout: &Layout, index: &[i64]) -> Option<i64> {
    let inside = index.len() == shape.len() && index.iter().zip(shape).all(|(i, size)| (0..*size).contains(i));
    let strides = strides(shape, layout).filter(|_| inside)?;
    Some(index.iter().zip(&strides).map(|(i, stride)| i * stride).sum())
}

/// The index of the element at a place of the buffer; none for padding and places outside the buffer.
pub fn multi_index(shape: &[i64], layout: &Layout, linear: i64) -> Option<Vec<i64>> {
    if !(0..buffer_elements(shape, layout)?).contains(&linear) {
        return None;
    }
    let extents = extents(shape, layout);
    let mut index = vec![0; shape.len()];
    let mut rest = linear;
    for &number in &layout.minor_to_major {
        let d = usize::try_from(number).ok()?;
        *index.get_mut(d)? = rest % extents.get(d)?;
        rest /= extents.get(d)?;
    }
    index.iter().zip(shape).all(|(i, size)| i < size).then_some(index)
}

/// Adds one to `index` in row-major order; false, and all zero again, past the last one.
pub fn next_index(shape: &[i64], index: &mut [i64]) -> bool {
    for (i, size) in index.iter_mut().zip(shape).rev() {
        *i += 1;
        if *i < *size {
            return true;
        }
        *i = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: [i64; 2] = [2, 3];

    /// The document's array a b c / d e f, as it lies in memory.
    fn memory(layout: &Layout) -> String {
        let letters = ["a", "b", "c", "d", "e", "f"];
        let places = 0..buffer_elements(&SHAPE, layout).unwrap();
        let at = |place| multi_index(&SHAPE, layout, place).map_or("0", |i| letters[(i[0] * 3 + i[1]) as usize]);
        places.map(at).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn layouts_of_the_document() {
        assert_eq!(memory(&Layout::new(&[0, 1])), "a d b e c f");
        assert_eq!(memory(&Layout::new(&[1, 0])), "a b c d e f");
        assert_eq!(memory(&Layout::row_major(2)), "a b c d e f");
        let padded = Layout { padded_dimensions: vec![3, 5], ..Layout::new(&[0, 1]) };
        assert_eq!(memory(&padded), "a d 0 b e 0 c f 0 0 0 0 0 0 0");
        assert_eq!(buffer_bytes(&SHAPE, &padded, Element::F32), Some(60));
        assert_eq!(buffer_bytes(&SHAPE, &Layout::row_major(2), Element::C128), Some(96));
    }

    #[test]
    fn indices_go_there_and_back() {
        let shape = [2, 3, 4];
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
            for padding in [vec![], vec![2, 5, 4]] {
                let layout = Layout { padded_dimensions: padding, ..Layout::new(&order) };
                let mut index = [0; 3];
                loop {
                    let linear = linear_index(&shape, &layout, &index).unwrap();
                    assert_eq!(multi_index(&shape, &layout, linear), Some(index.to_vec()));
                    if !next_index(&shape, &mut index) {
                        break;
                    }
                }
                assert_eq!(index, [0; 3]);
            }
        }
    }

    #[test]
    fn nothing_outside() {
        let layout = Layout::row_major(2);
        assert_eq!(linear_index(&SHAPE, &layout, &[2, 0]), None);
        assert_eq!(linear_index(&SHAPE, &layout, &[0, -1]), None);
        assert_eq!(linear_index(&SHAPE, &layout, &[0]), None);
        assert_eq!(multi_index(&SHAPE, &layout, 6), None);
        assert_eq!(multi_index(&SHAPE, &layout, -1), None);
        assert_eq!(multi_index(&[0, 3], &layout, 0), None);
        assert_eq!(buffer_elements(&[i64::MAX, 3], &layout), None);
        assert_eq!(buffer_elements(&[DYNAMIC, 3], &layout), None);
        assert_eq!(linear_index(&[], &Layout::row_major(0), &[]), Some(0));
        assert_eq!(multi_index(&[], &Layout::row_major(0), 0), Some(vec![]));
    }

    #[test]
    fn negative_dimensions_count_from_the_end() {
        assert_eq!(dimension(-1, 3), Some(2));
        assert_eq!(dimension(-3, 3), Some(0));
        assert_eq!(dimension(2, 3), Some(2));
        assert_eq!(dimension(-4, 3), None);
        assert_eq!(dimension(3, 3), None);
        assert_eq!(dimension(0, 0), None);
        assert_eq!(dimension(i64::MIN, 3), None);
    }
}
