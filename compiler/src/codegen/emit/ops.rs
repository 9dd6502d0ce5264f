//! Small pieces of emitted code that all kernels are made of: addresses, vectors, constants, conditions.

use crate::codegen::analysis::body::bits;
use crate::scf::index;
use melior::ir::ValueLike;
use xla_dialect::ir::{
    Attribute, Builder, Op, OpExt, Type, Value, defining_op, element_type, i64_attribute, int_value,
};

/// `base + i * stride`.
pub fn add_scaled<'c>(builder: &Builder<'c>, base: Value<'c>, i: Value<'c>, stride: i64) -> Value<'c> {
    // What is known is computed here: most addresses are of this kind, and folding them later takes time.
    match (constant(base), constant(i)) {
        (_, Some(0)) => return base,
        (Some(base), Some(i)) => return index(builder, base + i * stride),
        (None, Some(i)) if stride != 1 => return add_scaled(builder, base, index(builder, i * stride), 1),
        (Some(0), None) if stride == 1 => return i,
        (Some(0), None) if stride != 0 => {
            return builder.value("arith.muli", &[i, index(builder, stride)], base.r#type(), &[]);
        }
        _ => {}
    }
    match stride {
        0 => base,
        1 => builder.value("arith.addi", &[base, i], base.r#type(), &[]),
        _ => {
            let scaled = builder.value("arith.muli", &[i, index(builder, stride)], base.r#type(), &[]);
            builder.value("arith.addi", &[base, scaled], base.r#type(), &[])
        }
    }
}

/// `base + offset`, for an offset that is known.
pub fn add_offset<'c>(builder: &Builder<'c>, base: Value<'c>, offset: i64) -> Value<'c> {
    add_scaled(builder, base, index(builder, offset), 1)
}

/// The number that `value` is, if it is a constant one.
fn constant(value: Value<'_>) -> Option<i64> {
    defining_op(value).filter(|op| op.name_str() == "arith.constant")?.attr("value").and_then(int_value)
}

/// The end of the last whole vector in `[begin, end)`, for a power of two of `lanes`.
pub fn end_of_whole_vectors<'c>(builder: &Builder<'c>, begin: Value<'c>, end: Value<'c>, lanes: i64) -> Value<'c> {
    let ty = begin.r#type();
    let length = builder.value("arith.subi", &[end, begin], ty, &[]);
    let whole = builder.value("arith.andi", &[length, index(builder, -lanes)], ty, &[]);
    builder.value("arith.addi", &[begin, whole], ty, &[])
}

/// What remains from `first` to `end`, `most` at most.
pub fn remaining<'c>(builder: &Builder<'c>, first: Value<'c>, end: Value<'c>, most: i64) -> Value<'c> {
    let left = builder.value("arith.subi", &[end, first], first.r#type(), &[]);
    builder.value("arith.minsi", &[left, index(builder, most)], first.r#type(), &[])
}

/// `vector<lanes x element>`.
pub fn vector<'c>(element: Type<'c>, lanes: i64) -> Type<'c> {
    Type::vector(&[lanes as u64], element)
}

/// `scalar` in every lane; itself for one lane.
pub fn splat<'c>(builder: &Builder<'c>, scalar: Value<'c>, lanes: i64) -> Value<'c> {
    if lanes == 1 {
        return scalar;
    }
    builder.value("vector.broadcast", &[scalar], vector(scalar.r#type(), lanes), &[])
}

/// The zero of `ty`, a scalar or a vector.
pub fn zero<'c>(builder: &Builder<'c>, ty: Type<'c>, element: Type<'c>) -> Value<'c> {
    let number = if element.to_string().starts_with('f') { "0.0" } else { "0" };
    let text = if ty == element { format!("{number} : {ty}") } else { format!("dense<{number}> : {ty}") };
    builder.value("arith.constant", &[], ty, &[("value", builder.attr(&text))])
}

/// A copy of the literal `value`, since kernels see nothing of what is around them.
pub fn literal<'c>(builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
    let attribute =
        defining_op(value).and_then(|op| op.attr("value")).unwrap_or_else(|| i64_attribute(builder.context, 0));
    builder.value("arith.constant", &[], value.r#type(), &[("value", attribute)])
}

/// The attributes that a copy of a scalar op keeps.
pub fn attributes<'c>(op: Op<'c>) -> Vec<(&'static str, Attribute<'c>)> {
    ["predicate", "fastmath", "overflowFlags", "callee", "roundingmode"]
        .into_iter()
        .filter_map(|name| Some((name, op.attr(name)?)))
        .collect()
}

/// A scalar of `buffer`.
pub fn load_scalar<'c>(builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, element: Type<'c>) -> Value<'c> {
    builder.value("memref.load", &[buffer, at], element, &[])
}

/// A vector of `buffer`, of type `ty`.
pub fn load_vector<'c>(builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, ty: Type<'c>) -> Value<'c> {
    builder.value("vector.load", &[buffer, at], ty, &[])
}

/// Stores a vector.
pub fn store_vector<'c>(builder: &Builder<'c>, value: Value<'c>, buffer: Value<'c>, at: Value<'c>) {
    builder.create("vector.store", &[value, buffer, at], &[], &[], Vec::new());
}

/// Stores a scalar, or a vector of `lanes`.
pub fn store<'c>(builder: &Builder<'c>, value: Value<'c>, buffer: Value<'c>, at: Value<'c>, lanes: i64) {
    if lanes > 1 {
        store_vector(builder, value, buffer, at);
    } else {
        builder.create("memref.store", &[value, buffer, at], &[], &[], Vec::new());
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
    let none = zero(builder, ty, element_type(ty));
    builder.value("vector.maskedload", &[buffer, at, mask, none], ty, &[])
}

/// Stores the lanes of a vector that `mask` selects; all of them without a mask.
pub fn store_masked<'c>(
    builder: &Builder<'c>,
    value: Value<'c>,
    buffer: Value<'c>,
    at: Value<'c>,
    mask: Option<Value<'c>>,
) {
    match mask {
        None => store_vector(builder, value, buffer, at),
        Some(mask) => {
            builder.create("vector.maskedstore", &[buffer, at, mask, value], &[], &[], Vec::new());
        }
    }
}

/// Stores vectors of `lanes` that fill registers of `bytes` past the caches, where the address of the first, and so of
/// all, is a multiple of their size.
pub fn stream<'c>(builder: &Builder<'c>, buffer: Value<'c>, each: &[(Value<'c>, Value<'c>)], bytes: i64) {
    let Some((at, vector)) = each.first() else { return };
    let ty = at.r#type();
    let size = index(builder, bits(element_type(vector.r#type())) / 8);
    let start = builder.value("memref.extract_aligned_pointer_as_index", &[buffer], ty, &[]);
    let offset = builder.value("arith.muli", &[*at, size], ty, &[]);
    let address = builder.value("arith.addi", &[start, offset], ty, &[]);
    let beyond = builder.value("arith.andi", &[address, index(builder, bytes - 1)], ty, &[]);
    let aligned = equal(builder, beyond, index(builder, 0));
    let past = [("nontemporal", builder.attr("true")), ("alignment", i64_attribute(builder.context, bytes))];
    let streamed = |builder: &Builder<'c>| {
        for (at, vector) in each {
            builder.create("vector.store", &[*vector, buffer, *at], &[], &past, Vec::new());
        }
    };
    if_else(builder, aligned, streamed, |builder| {
        each.iter().for_each(|(at, vector)| store_vector(builder, *vector, buffer, *at));
    });
}

/// Prefetches the cache line of `buffer` at `at`, which is read or written next.
pub fn prefetch<'c>(builder: &Builder<'c>, buffer: Value<'c>, at: Value<'c>, writes: bool) {
    let attributes = [
        ("isWrite", builder.attr(if writes { "true" } else { "false" })),
        ("localityHint", builder.attr("3 : i32")),
        ("isDataCache", builder.attr("true")),
    ];
    builder.create("memref.prefetch", &[buffer, at], &[], &attributes, Vec::new());
}

/// How two signed integers compare.
#[derive(Clone, Copy)]
pub enum Comparison {
    Equal,
    Greater,
    GreaterOrEqual,
}

/// Whether `a` and `b` compare so.
pub fn compare<'c>(builder: &Builder<'c>, comparison: Comparison, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    let predicate = match comparison {
        Comparison::Equal => 0,
        Comparison::Greater => 4,
        Comparison::GreaterOrEqual => 5,
    };
    let predicate = i64_attribute(builder.context, predicate);
    builder.value("arith.cmpi", &[a, b], builder.ty("i1"), &[("predicate", predicate)])
}

/// Whether two indices are equal.
pub fn equal<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
    compare(builder, Comparison::Equal, a, b)
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
        builder.create("scf.yield", &[], &[], &[], Vec::new());
    });
    let otherwise = builder.region(&[], |builder, _| {
        otherwise(builder);
        builder.create("scf.yield", &[], &[], &[], Vec::new());
    });
    builder.create("scf.if", &[condition], &[], &[], vec![then, otherwise]);
}
