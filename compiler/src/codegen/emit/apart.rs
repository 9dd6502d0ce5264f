//! Vectors of elements that do not lie side by side: see [`Access`] for the ways to read and write them.

use super::ops::{add_offset, gather, load_scalar, load_vector, splat, store, store_masked, vector};
use crate::codegen::schedule::access::Access;
use crate::memref::complex_element;
use crate::scf::index;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Type, Value, bool_vector, shape_of};
use xla_dialect::ods::{arith, complex, memref, vector};

/// `lanes` elements of `buffer`, of type `element`, that lie `stride` apart, the first at `at`.
pub fn load_apart<'c>(
    builder: &Builder<'c>,
    buffer: Value<'c>,
    at: Value<'c>,
    (element, lanes): (Type<'c>, i64),
    stride: i64,
) -> Value<'c> {
    let ty = vector(element, lanes);
    match Access::of_read(element, stride, lanes) {
        Access::Same => splat(builder, load_scalar(builder, buffer, at), lanes),
        Access::Neighbours => load_vector(builder, buffer, at, ty),
        // All elements from the first to the last are read, and those that lie `stride` apart picked.
        Access::Shuffled => {
            let cover = Cover::new(element, lanes, stride);
            let vectors: Vec<_> =
                cover.addresses(builder, at).into_iter().map(|at| load_vector(builder, buffer, at, ty)).collect();
            pick(builder, &vectors, |lane| cover.place(lane))
        }
        Access::Gathered => {
            let steps = vector::step(builder, vector(Type::index(builder.context), lanes));
            let scale = splat(builder, index(builder, stride), lanes);
            let indices = arith::muli(builder, steps, scale);
            gather(builder, buffer, at, indices, ty, None)
        }
        Access::Single | Access::Masked => {
            let load = |lane: i64| load_scalar(builder, buffer, add_offset(builder, at, lane * stride));
            let parts = |scalar: Value<'c>| match complex_element(element) {
                Some(_) => vec![complex::re(builder, scalar), complex::im(builder, scalar)],
                None => vec![scalar],
            };
            let elements: Vec<_> = (0..lanes).map(load).flat_map(parts).collect();
            vector::from_elements(builder, &elements, ty)
        }
    }
}

/// Stores the lanes of a vector of elements of type `element` that lie `stride` apart, the first at `at`, or a scalar.
pub fn store_apart<'c>(
    builder: &Builder<'c>,
    value: Value<'c>,
    (buffer, at): (Value<'c>, Value<'c>),
    (element, lanes): (Type<'c>, i64),
    stride: i64,
) {
    let access = if lanes == 1 { Access::Neighbours } else { Access::of_write(stride, lanes) };
    match access {
        Access::Neighbours => return store(builder, value, buffer, at, lanes),
        Access::Masked => return store_spread(builder, value, (buffer, at), Cover::new(element, lanes, stride)),
        _ => {}
    }
    let part = |lane: i64| vector::extract(builder, value, &[], &[lane]);
    for lane in 0..lanes {
        let scalar = match complex_element(element) {
            Some(_) => complex::create(builder, part(2 * lane), part(2 * lane + 1), element),
            None => part(lane),
        };
        memref::store(builder, scalar, buffer, &[add_offset(builder, at, lane * stride)]);
    }
}

/// Stores the lanes of `value` where `cover` has them, vector by vector. What lies between them is not touched.
fn store_spread<'c>(builder: &Builder<'c>, value: Value<'c>, (buffer, at): (Value<'c>, Value<'c>), cover: Cover) {
    let size = shape_of(value.r#type())[0] as usize;
    for (number, at) in cover.addresses(builder, at).into_iter().enumerate() {
        // The lanes of `value` that are stored in this vector, by where.
        let mut from = vec![None; size];
        for lane in 0..size {
            if let (found, to) = cover.place(lane)
                && found == number
            {
                from[to] = Some(lane as i64);
            }
        }
        let lanes: Vec<i64> = from.iter().map(|lane| lane.unwrap_or(0)).collect();
        let selected: Vec<bool> = from.iter().map(Option::is_some).collect();
        let spread = vector::shuffle(builder, value, value, &lanes);
        let mask = arith::constant(builder, bool_vector(builder.context, &selected));
        store_masked(builder, spread, buffer, at, Some(mask));
    }
}

/// The vector whose lanes are those of `vectors` that `from` names: the number of a vector, and its lane.
pub fn pick<'c>(builder: &Builder<'c>, vectors: &[Value<'c>], from: impl Fn(usize) -> (usize, usize)) -> Value<'c> {
    let size = shape_of(vectors[0].r#type())[0] as usize;
    let shuffle = |picked: Value<'c>, source: usize| {
        let mask = (0..size).map(|lane| match from(lane) {
            (0, from) if source <= 1 => from,
            (other, from) if other == source => size + from,
            _ => lane,
        });
        let mask: Vec<i64> = mask.map(|lane| lane as i64).collect();
        vector::shuffle(builder, picked, vectors[source], &mask)
    };
    if vectors.len() == 1 { shuffle(vectors[0], 0) } else { (1..vectors.len()).fold(vectors[0], shuffle) }
}

/// The vectors that have all elements from the first to the last of `lanes` that lie `apart`. The last vector ends with the
/// last element, so that nothing beyond it is touched.
///
/// ```text
/// 3 apart, 4 lanes: a . . b   . . c .   c . . d   is   a . . b . . c . . d   in three vectors of four
/// ```
#[derive(Clone, Copy)]
struct Cover {
    lanes: i64,
    apart: i64,
    /// Whether the lanes are in reverse order in memory.
    reversed: bool,
    /// Lanes of a vector that an element takes: the parts of a complex number are lanes of their own.
    parts: i64,
}

impl Cover {
    fn new(element: Type<'_>, lanes: i64, stride: i64) -> Self {
        let parts = if complex_element(element).is_some() { 2 } else { 1 };
        Self { lanes, apart: stride.abs(), reversed: stride < 0, parts }
    }

    /// The elements between the first of all and the first of vector `number`.
    fn begin(self, number: i64) -> i64 {
        (number * self.lanes).min((self.lanes - 1) * (self.apart - 1))
    }

    /// The addresses of the vectors, where lane 0 is at `at`.
    fn addresses<'c>(self, builder: &Builder<'c>, at: Value<'c>) -> Vec<Value<'c>> {
        let first = if self.reversed { (1 - self.lanes) * self.apart } else { 0 };
        (0..self.apart).map(|number| add_offset(builder, at, first + self.begin(number))).collect()
    }

    /// The vector that has `lane` of the parts of all elements, and which of its lanes that is.
    fn place(self, lane: usize) -> (usize, usize) {
        let (element, part) = (lane as i64 / self.parts, lane as i64 % self.parts);
        let position = self.apart * if self.reversed { self.lanes - 1 - element } else { element };
        let number = (position / self.lanes).min(self.apart - 1);
        (number as usize, ((position - self.begin(number)) * self.parts + part) as usize)
    }
}
