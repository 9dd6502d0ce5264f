//! Rules about lists of dimension numbers and sizes, which many ops share.

use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Tensor};
use crate::require;

/// Sizes as a person writes them: `[2, ?, 3]`.
pub fn show(sizes: &[i64]) -> String {
    let sizes: Vec<String> =
        sizes.iter().map(|&size| if size == DYNAMIC { "?".into() } else { size.to_string() }).collect();
    format!("[{}]", sizes.join(", "))
}

/// Whether two sizes may be the same at run time.
pub fn compatible(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

/// Whether two shapes may be the same at run time.
pub fn compatible_shapes(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| compatible(a, b))
}

/// The most specific shape that two compatible shapes describe.
pub fn merge(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(&a, &b)| if a == DYNAMIC { b } else { a }).collect()
}

/// Number of elements; none when it is dynamic or does not fit 64 bits.
pub fn element_count(sizes: &[i64]) -> Option<i64> {
    if sizes.contains(&DYNAMIC) {
        return None;
    }
    if sizes.contains(&0) {
        return Some(0);
    }
    sizes.iter().try_fold(1i64, |product, &size| product.checked_mul(size))
}

/// `a` and `b`, at least 1, without their common divisors.
pub fn reduced(a: i64, b: i64) -> (i64, i64) {
    let (mut divisor, mut other) = (a, b);
    while other != 0 {
        (divisor, other) = (other, divisor % other);
    }
    (a / divisor, b / divisor)
}

/// Row-major strides, in elements.
pub fn strides(sizes: &[i64]) -> Vec<i64> {
    let mut strides = vec![1i64; sizes.len()];
    for i in (1..sizes.len()).rev() {
        strides[i - 1] = strides[i].wrapping_mul(sizes[i]);
    }
    strides
}

/// `dimension` as an index of a shape of `rank` dimensions.
pub fn index(dimension: i64, rank: usize) -> Option<usize> {
    usize::try_from(dimension).ok().filter(|&dimension| dimension < rank)
}

/// Requires one entry of the attribute `what` for each dimension of `tensor`.
pub fn one_each<'c>(label: &'static str, what: &str, list: &[i64], tensor: &Tensor<'c>) -> Result<(), Violation<'c>> {
    require!(
        list.len() == tensor.rank(),
        label,
        "{what} has {} entries, but the operand's rank is {}",
        list.len(),
        tensor.rank()
    );
    Ok(())
}

/// Requires each entry to be a dimension of a shape of `rank` dimensions.
pub fn in_range<'c>(label: &'static str, what: &str, list: &[i64], rank: usize) -> Result<(), Violation<'c>> {
    for &dimension in list {
        require!(
            index(dimension, rank).is_some(),
            label,
            "{what} = {} names dimension {dimension} of an array of rank {rank}",
            show(list)
        );
    }
    Ok(())
}

/// Requires the entries to be different.
pub fn unique<'c>(label: &'static str, what: &str, list: &[i64]) -> Result<(), Violation<'c>> {
    for (i, dimension) in list.iter().enumerate() {
        require!(!list[..i].contains(dimension), label, "{what} = {} names dimension {dimension} twice", show(list));
    }
    Ok(())
}

/// Requires each entry to be greater than the one before.
pub fn increasing<'c>(label: &'static str, what: &str, list: &[i64]) -> Result<(), Violation<'c>> {
    for pair in list.windows(2) {
        require!(
            pair[0] < pair[1],
            label,
            "{what} = {} must be strictly increasing, but {} comes before {}",
            show(list),
            pair[0],
            pair[1]
        );
    }
    Ok(())
}

/// Requires the entries to be 0 to `rank` - 1 in some order.
pub fn permutation<'c>(label: &'static str, what: &str, list: &[i64], rank: usize) -> Result<(), Violation<'c>> {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    require!(
        sorted.iter().copied().eq(0..rank as i64),
        label,
        "{what} = {} is not a permutation of the dimensions of an operand of rank {rank}",
        show(list)
    );
    Ok(())
}

/// The shape that elements of `from` bits take on as elements of `to` bits: a wide element becomes a new last
/// dimension of narrow ones, and the reverse.
pub fn bitcast_shape(shape: &[i64], from: u32, to: u32) -> Result<Vec<i64>, String> {
    let mut shape = shape.to_vec();
    if from > to {
        if !from.is_multiple_of(to) {
            return Err(format!("an element of {from} bits is no whole number of elements of {to} bits"));
        }
        shape.push(i64::from(from / to));
    } else if from < to {
        if !to.is_multiple_of(from) {
            return Err(format!("an element of {to} bits is no whole number of elements of {from} bits"));
        }
        let ratio = i64::from(to / from);
        match shape.pop() {
            Some(last) if compatible(last, ratio) => {}
            Some(last) => {
                return Err(format!(
                    "{ratio} elements make one, so the last dimension must have size {ratio}, not {last}"
                ));
            }
            None => return Err(format!("{ratio} elements make one, but a scalar has no last dimension")),
        }
    }
    Ok(shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(element_count(&[]), Some(1));
        assert_eq!(element_count(&[3, 0, i64::MAX, 2]), Some(0));
        assert_eq!(element_count(&[i64::MAX, 2]), None);
        assert_eq!(element_count(&[2, DYNAMIC]), None);
        assert_eq!(strides(&[2, 3, 4]), [12, 4, 1]);
        assert_eq!(strides(&[]), [0i64; 0]);
    }

    #[test]
    fn lists() {
        assert!(permutation("", "d", &[1, 0, 2], 3).is_ok());
        assert!(permutation("", "d", &[1, 1, 2], 3).is_err());
        assert!(permutation("", "d", &[0, 1], 3).is_err());
        assert!(permutation("", "d", &[], 0).is_ok());
        assert!(in_range("", "d", &[0, -1], 2).is_err());
        assert!(increasing("", "d", &[0, 0],).is_err());
        assert!(unique("", "d", &[2, 0, 2]).is_err());
        assert!(compatible_shapes(&[2, DYNAMIC], &[2, 5]));
        assert_eq!(merge(&[2, DYNAMIC], &[DYNAMIC, 5]), [2, 5]);
        assert_eq!(show(&[2, DYNAMIC]), "[2, ?]");
    }
}
