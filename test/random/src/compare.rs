//! Comparing what two ways of computing a program gave.

use xla_compiler::host::number::{Number, Numbers};
use xla_runtime::Array;
use xla_scalar::Element;

/// The first difference between two arrays of one type, bit for bit; but all NaNs are the same, and where `zeros` says
/// so, both zeros are.
pub fn difference(actual: &Array, expected: &Array, zeros: bool) -> Option<String> {
    let (ty, size) = (actual.ty(), actual.ty().size().unwrap_or(0));
    if ty != expected.ty() {
        return Some(format!("{ty}, expected {}", expected.ty()));
    }
    if actual.bytes() == expected.bytes() {
        return None;
    }
    let (a, e) = (Numbers::of(actual.view()).ok()?, Numbers::of(expected.view()).ok()?);
    let unequal = |i: &usize| !same(a.get(*i), e.get(*i), zeros);
    let differing: Vec<usize> = (0..size).filter(unequal).collect();
    let &first = differing.first()?;
    let index = index_of(first, &ty.shape);
    let text = |number: Number| number.text(ty.element);
    Some(format!(
        "{} of {size} elements of {ty} differ, first at {index:?}: {} instead of {}",
        differing.len(),
        text(a.get(first)),
        text(e.get(first))
    ))
}

fn same(a: Number, b: Number, zeros: bool) -> bool {
    let float = |x: f64, y: f64| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan()) || (zeros && x == y);
    match (a, b) {
        (Number::Float(x), Number::Float(y)) => float(x, y),
        (Number::Complex(x, xi), Number::Complex(y, yi)) => float(x, y) && float(xi, yi),
        _ => a == b,
    }
}

/// The position of element `i`.
pub fn index_of(mut i: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (place, &n) in index.iter_mut().zip(shape).rev() {
        (*place, i) = (i % n, i / n);
    }
    index
}

/// The elements of narrow integers hold arbitrary bits above their width where other programs wrote them.
pub fn masked(array: Array) -> Array {
    let element = array.ty().element;
    let width = match element {
        Element::S2 | Element::S4 | Element::U2 | Element::U4 => 8 - element.bits(),
        _ => return array,
    };
    let mut array = array;
    for byte in array.bytes_mut() {
        *byte = if element.is_signed() { (((*byte << width) as i8) >> width) as u8 } else { (*byte << width) >> width };
    }
    array
}
