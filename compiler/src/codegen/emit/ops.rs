//! Small pieces of emitted code that all kernels are made of: addresses, vectors, constants, conditions.

use super::complex;
use crate::codegen::analysis::body::bits;
use crate::intrinsic::call_intrinsic;
use crate::memref::complex_element;
use crate::scf::{index, known_index};
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{
    Attribute, Builder, Op, OpExt, Type, Value, defining_op, element_type, element_type_or_self, float_attribute,
    i64_attribute, integer_attribute, integer_type, is_float, shape_of, splat_attribute,
};
use xla_dialect::ods::{arith, memref, scf, vector};

/// `base + i * stride`.
pub fn add_scaled<'c>(builder: &Builder<'c>, base: Value<'c>, i: Value<'c>, stride: i64) -> Value<'c> {
    // What is known is computed here: most addresses are of this kind, and folding them later takes time.
    match (known_index(base), known_index(i)) {
        (_, Some(0)) => return base,
        (Some(base), Some(i)) => return index(builder, base + i * stride),
        (None, Some(i)) if stride != 1 => return add_scaled(builder, base, index(builder, i * stride), 1),
        (Some(0), None) if stride == 1 => return i,
        (Some(0), None) if stride != 0 => {
            return arith::muli(builder, i, index(builder, stride));
        }
        _ => {}
    }
    match stride {
        0 => base,
        1 => arith::addi(builder, base, i),
        _ => {
            let scaled = arith::muli(builder, i, index(builder, stride));
            arith::addi(builder, base, scaled)
        }
    }
}

/// `base + offset`, for an offset that is known.
pub fn add_offset<'c>(builder: &Builder<'c>, base: Value<'c>, offset: i64) -> Value<'c> {
    add_scaled(builder, base, index(builder, offset), 1)
}

/// The end of the last whole vector in `[begin, end)`.
pub fn end_of_whole_vectors<'c>(builder: &Builder<'c>, begin: Value<'c>, end: Value<'c>, lanes: i64) -> Value<'c> {
    if let (Some(begin), Some(end)) = (known_index(begin), known_index(end)) {
        return index(builder, end - (end - begin) % lanes);
    }
    let length = arith::subi(builder, end, begin);
    if lanes & (lanes - 1) != 0 {
        let left = arith::remui(builder, length, index(builder, lanes));
        return arith::subi(builder, end, left);
    }
    let whole = arith::andi(builder, length, index(builder, -lanes));
    arith::addi(builder, begin, whole)
}

/// What remains from `first` to `end`, `most` at most.
pub fn remaining<'c>(builder: &Builder<'c>, first: Value<'c>, end: Value<'c>, most: i64) -> Value<'c> {
    let left = arith::subi(builder, end, first);
    arith::minsi(builder, left, index(builder, most))
}

/// `vector<lanes x element>`; of complex numbers, the vector of their parts.
pub fn vector<'c>(element: Type<'c>, lanes: i64) -> Type<'c> {
    match complex_element(element) {
        Some(part) => Type::vector(&[2 * lanes as u64], part),
        None => Type::vector(&[lanes as u64], element),
    }
}

/// `scalar` in every lane; itself for one lane.
pub fn splat<'c>(builder: &Builder<'c>, scalar: Value<'c>, lanes: i64) -> Value<'c> {
    if lanes == 1 {
        return scalar;
    }
    if let Some(part) = complex_element(scalar.r#type()) {
        return complex::splat(builder, scalar, part, lanes);
    }
    let ty = vector(scalar.r#type(), lanes);
    match defining_op(scalar).and_then(arith::Constant::of) {
        Some(literal) => arith::constant(builder, splat_attribute(ty, literal.value())),
        None => vector::broadcast(builder, scalar, ty),
    }
}

/// The constant of type `ty`, a scalar or a vector, whose elements are all `value`.
pub fn constant<'c>(builder: &Builder<'c>, ty: Type<'c>, value: f64) -> Value<'c> {
    let element = element_type_or_self(ty);
    let scalar =
        if is_float(element) { float_attribute(element, value) } else { integer_attribute(element, value as i64) };
    arith::constant(builder, if ty.is_vector() { splat_attribute(ty, scalar) } else { scalar })
}

/// The zero of `ty`, a scalar or a vector.
pub fn zero<'c>(builder: &Builder<'c>, ty: Type<'c>) -> Value<'c> {
    constant(builder, ty, 0.0)
}

/// A copy of the literal `value`, since kernels see nothing of what is around them.
pub fn literal<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let attribute =
        defining_op(value).and_then(|op| op.attr("value")).unwrap_or_else(|| i64_attribute(builder.context, 0));
    arith::constant(builder, attribute)
}

/// The attributes that a copy of a scalar op keeps.
pub fn attributes<'c>(op: Op<'c>) -> Vec<(&'static str, Attribute<'c>)> {
    ["predicate", "fastmath", "overflowFlags", "callee", "roundingmode"]
        .into_iter()
        .filter_map(|name| Some((name, op.attr(name)?)))
        .collect()
}

/// A scalar of `buffer`.
pub fn load_scalar<'c>(builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>) -> Value<'c> {
    memref::load(builder, buffer, &[at])
}

/// A vector of `buffer`, of type `ty`.
pub fn load_vector<'c>(builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, ty: Type<'c>) -> Value<'c> {
    match complex::parts_of(builder, buffer) {
        Some(parts) => vector::load(builder, parts, &[arith::addi(builder, at, at)], ty),
        None => vector::load(builder, buffer, &[at], ty),
    }
}

/// A vector of type `ty` of elements of `buffer` that lie at `indices` from `at` on, in the lanes that `mask` selects.
pub fn gather<'c>(
    builder: &Builder<'c>,
    buffer: Value<'c>,
    at: Value<'c>,
    indices: Value<'c>,
    ty: Type<'c>,
    mask: Option<Value<'c>>,
) -> Value<'c> {
    if let Some(part) = complex_element(element_type(buffer.r#type())) {
        return complex::gather(builder, buffer, (at, indices), part);
    }
    let all = || constant(builder, vector(integer_type(builder.context, 1), shape_of(ty)[0]), 1.0);
    let mask = mask.unwrap_or_else(all);
    vector::GatherParts {
        base: buffer,
        offsets: &[at],
        indices,
        mask,
        pass_thru: zero(builder, ty),
        result: ty,
        options: vector::GatherOptions::default(),
    }
    .build(builder)
}

/// Stores a vector.
pub fn store_vector<'c>(builder: &Builder<'c>, value: Value<'c>, buffer: Value<'c>, at: Value<'c>) {
    match complex::parts_of(builder, buffer) {
        Some(parts) => vector::store(builder, value, parts, &[arith::addi(builder, at, at)]),
        None => vector::store(builder, value, buffer, &[at]),
    };
}

/// Stores a scalar, or a vector of `lanes`.
pub fn store<'c>(builder: &Builder<'c>, value: Value<'c>, buffer: Value<'c>, at: Value<'c>, lanes: i64) {
    if lanes > 1 {
        store_vector(builder, value, buffer, at);
    } else {
        memref::store(builder, value, buffer, &[at]);
    }
}

/// The lanes of a vector of type `ty` that `mask` selects, and zeros elsewhere; all of them without a mask.
pub fn load_masked<'c>(
    builder: &Builder<'c>,
    buffer: Value<'c>,
    at: Value<'c>,
    ty: Type<'c>,
    mask: Option<Value<'c>>,
) -> Value<'c> {
    let Some(mask) = mask else { return load_vector(builder, buffer, at, ty) };
    let none = zero(builder, ty);
    vector::maskedload(builder, buffer, &[at], mask, none, ty)
}

/// Stores the lanes of a vector that `mask` selects, which are those of the parts of complex numbers; all of them without a mask. One
/// lane that a literal selects is stored as a scalar: of a vector that is truncated before, LLVM for x86 would store as many bytes of
/// it as the lane had before.
pub fn store_masked<'c>(
    builder: &Builder<'c>,
    value: Value<'c>,
    buffer: Value<'c>,
    at: Value<'c>,
    mask: Option<Value<'c>>,
) {
    match mask {
        None => store_vector(builder, value, buffer, at),
        Some(mask) if selects_one_lane(mask) => {
            memref::store(builder, vector::extract(builder, value, &[], &[0]), buffer, &[at]);
        }
        Some(mask) => {
            let (buffer, at) = match complex::parts_of(builder, buffer) {
                Some(parts) => (parts, arith::addi(builder, at, at)),
                None => (buffer, at),
            };
            vector::maskedstore(builder, buffer, &[at], mask, value);
        }
    }
}

/// Whether `mask` is a literal that selects the first lane alone.
fn selects_one_lane(mask: Value<'_>) -> bool {
    let literal = defining_op(mask).and_then(vector::ConstantMask::of);
    literal.is_some_and(|mask| mask.mask_dim_sizes() == [1])
}

/// Stores vectors of `lanes` that fill registers of `bytes` past the caches, where the address of the first, and so of
/// all, is a multiple of their size.
pub fn stream<'c>(builder: &Builder<'c>, buffer: Value<'c>, each: &[(Value<'c>, Value<'c>)], bytes: i64) {
    let Some((at, vector)) = each.first() else { return };
    let size = index(builder, bits(element_type(vector.r#type())) / 8);
    let start = memref::extract_aligned_pointer_as_index(builder, buffer);
    let offset = arith::muli(builder, *at, size);
    let address = arith::addi(builder, start, offset);
    let beyond = arith::andi(builder, address, index(builder, bytes - 1));
    let aligned = equal(builder, beyond, index(builder, 0));
    let past = || vector::StoreOptions { nontemporal: Some(true), alignment: Some(bytes) };
    let streamed = |builder: &Builder<'c>| {
        for (at, vector) in each {
            vector::store_with(builder, *vector, buffer, &[*at], past());
        }
    };
    if_else(builder, aligned, streamed, |builder| {
        each.iter().for_each(|(at, vector)| store_vector(builder, *vector, buffer, *at));
    });
}

/// Prefetches the cache line of `buffer` at `at`, which is read or written next.
pub fn prefetch<'c>(builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, writes: bool) {
    /// Keeps the line in all levels of the caches.
    const LOCALITY: i32 = 3;
    memref::prefetch(builder, buffer, &[at], writes, LOCALITY, true);
}

/// Whether two indices are equal.
pub fn equal<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    arith::cmpi(builder, arith::CmpIPredicate::Eq, a, b)
}

/// What `then` builds runs if `condition` holds, otherwise what `otherwise` builds.
pub fn if_else<'c>(
    builder: &Builder<'c>,
    condition: Value<'c>,
    then: impl FnOnce(&Builder<'c>),
    otherwise: impl FnOnce(&Builder<'c>),
) {
    let then = builder.region(&[], |builder, _| {
        then(builder);
        scf::yield_(builder, &[]);
    });
    let otherwise = builder.region(&[], |builder, _| {
        otherwise(builder);
        scf::yield_(builder, &[]);
    });
    scf::if_(builder, condition, then, otherwise);
}

/// `value`, a vector, with its definition hidden from LLVM's optimizations where it is one of floats.
pub fn fence<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let ty = value.r#type();
    if is_float(element_type(ty)) { call_intrinsic(builder, "llvm.arithmetic.fence", &[value], ty) } else { value }
}
