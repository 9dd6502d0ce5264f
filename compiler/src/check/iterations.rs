//! Kernels that are one function: iterations of their outermost loops run in blocks, and on threads, in any order. Two of
//! them may not touch the same element, if one writes it. All elements are looked at, where that is not too many.

use super::violation::Violation;
use crate::identity::Identity;
use crate::memref::{ByteRange, element_bytes};
use std::collections::HashMap;
use xla_dialect::ir::{Op, Value};

/// Accesses of a function that are looked at: a check takes no more than a millisecond.
const MOST: i64 = 1 << 13;

/// An operand of a kernel: in each iteration, element `offset + Σ strides[d] * index[d]` of a buffer.
pub struct Access<'c> {
    /// The op that the kernel is.
    pub op: Op<'c>,
    /// The trip counts of its loops.
    pub extents: Vec<i64>,
    /// The loop whose iterations run in any order.
    pub outermost: usize,
    /// The buffer.
    pub memref: Value<'c>,
    /// In elements.
    pub offset: i64,
    /// In elements, one per loop.
    pub strides: Vec<i64>,
    /// Whether it is written.
    pub writes: bool,
}

/// What is known of an element.
struct Touched {
    /// An iteration that touches it.
    iteration: i64,
    /// Whether another one does.
    by_others: bool,
    /// Whether one writes it.
    written: bool,
}

/// Two iterations of the kernels with these `accesses` that touch the same element.
pub fn check<'c>(accesses: &[Access<'c>]) -> Option<Violation<'c>> {
    let iterations =
        |access: &Access<'c>| access.extents.iter().fold(1, |all: i64, extent| all.saturating_mul(*extent));
    if accesses.iter().map(iterations).fold(0, i64::saturating_add) > MOST {
        return None;
    }
    // By the byte at which an element begins.
    let mut touched: HashMap<(Identity, i64), Touched> = HashMap::new();
    for access in accesses {
        let range = ByteRange::of(access.memref);
        let (root, from) = range.start()?;
        let (size, outermost) = (element_bytes(range.element()), access.outermost);
        let mut elements = vec![(0, access.offset)];
        for (d, (extent, stride)) in access.extents.iter().zip(&access.strides).enumerate() {
            let step = |(iteration, element): (i64, i64)| {
                let next = move |i: i64| (if d == outermost { i } else { iteration }, element + stride * i);
                (0..*extent).map(next)
            };
            elements = elements.into_iter().flat_map(step).collect();
        }
        for (iteration, element) in elements {
            let first = Touched { iteration, by_others: false, written: false };
            let seen = touched.entry((root, from + element * size)).or_insert(first);
            seen.by_others |= seen.iteration != iteration;
            seen.written |= access.writes;
            if seen.by_others && seen.written {
                let message =
                    format!("writes an element in one iteration of loop {outermost}, and another one uses it");
                return Some(Violation::of(access.op, &message));
            }
        }
    }
    None
}
