//! Complex numbers in vectors: as in memory, the parts of a number are neighbours, so that a vector of complex numbers is one
//! of twice as many parts. Ops on parts take such a vector apart and make one again.
//!
//! ```text
//! a0 b0 a1 b1 a2 b2 a3 b3  --re--> a0 a1 a2 a3
//!                          --im--> b0 b1 b2 b3
//! ```

use super::dot::bitcast;
use super::ops;
use crate::codegen::analysis::body::bits;
use crate::memref::{complex_element, of_elements};
use crate::scf::index;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Type, Value, element_type, shape_of};
use xla_dialect::ods::{arith, complex, vector};

/// The parts of the numbers of `buffer`, if they are complex.
pub fn parts_of<'c>(builder: &Builder<'c>, buffer: Value<'c>) -> Option<Value<'c>> {
    complex_element(element_type(buffer.r#type())).map(|part| of_elements(builder, buffer, part))
}

/// The real parts (0) or the imaginary parts (1) of a vector of complex numbers.
pub fn part<'c>(builder: &Builder<'c>, numbers: Value<'c>, which: i64) -> Value<'c> {
    let lanes = shape_of(numbers.r#type())[0] / 2;
    let mask: Vec<i64> = (0..lanes).map(|lane| 2 * lane + which).collect();
    vector::shuffle(builder, numbers, numbers, &mask)
}

/// The complex numbers with these parts.
pub fn create<'c>(builder: &Builder<'c>, re: Value<'c>, im: Value<'c>) -> Value<'c> {
    vector::interleave(builder, re, im)
}

/// The complex number `scalar` in each of `lanes`.
pub fn splat<'c>(builder: &Builder<'c>, scalar: Value<'c>, part: Type<'c>, lanes: i64) -> Value<'c> {
    let parts = [complex::re(builder, scalar), complex::im(builder, scalar)];
    let [re, im] = parts.map(|value| vector::broadcast(builder, value, Type::vector(&[lanes as u64], part)));
    create(builder, re, im)
}

/// The complex numbers of `buffer`, with parts of type `part`, that lie at `indices` from `at` on.
pub fn gather<'c>(
    builder: &Builder<'c>,
    buffer: Value<'c>,
    (at, indices): (Value<'c>, Value<'c>),
    part: Type<'c>,
) -> Value<'c> {
    let lanes = shape_of(indices.r#type())[0];
    let numbers = ops::vector(part, 2 * lanes);
    if bits(part) == 32 {
        // Both parts of a number are the bits of one f64.
        let double = Type::float64(builder.context);
        let all = of_elements(builder, buffer, double);
        let found = ops::gather(builder, all, at, indices, ops::vector(double, lanes), None);
        return bitcast(builder, found, numbers);
    }
    let real = arith::addi(builder, indices, indices);
    let one = ops::splat(builder, index(builder, 1), lanes);
    let of_parts = create(builder, real, arith::addi(builder, real, one));
    ops::gather(builder, of_elements(builder, buffer, part), arith::addi(builder, at, at), of_parts, numbers, None)
}
