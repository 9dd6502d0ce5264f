//! What is known of the sizes of a program's values.

use super::mask;
use crate::identity::ValueMap;
use crate::inline::Calls;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Builder, DYNAMIC, Op, Tensor, Type, Value};
use xla_dialect::ops::tuple;
use xla_dialect::passes::Failed;

/// The size of each dimension of a value, where it is dynamic: a `tensor<i32>` between 0 and the bound. A tuple has the
/// dimensions of all its elements, one after the other.
pub(super) type Sizes<'c> = Vec<Option<Value<'c>>>;

/// The walk over a program, and what it knows.
pub(super) struct Resolver<'c, 'f> {
    pub(super) calls: Calls<'c, 'f>,
    pub(super) sizes: ValueMap<'c, Sizes<'c>>,
    /// The `set_dimension_size`s, which are their operands when nothing asks for sizes any more.
    pub(super) setters: Vec<Op<'c>>,
}

impl<'c> Resolver<'c, '_> {
    /// The sizes of `value`.
    pub(super) fn sizes(&self, value: Value<'c>) -> Sizes<'c> {
        self.sizes.get(value).cloned().unwrap_or_else(|| vec![None; shape(value).len()])
    }

    /// The sizes of values of one shape, of which one is enough.
    pub(super) fn merged(&self, values: &[Value<'c>]) -> Sizes<'c> {
        let each = values.iter().map(|value| self.sizes(*value));
        each.reduce(|a, b| a.into_iter().zip(b).map(|(a, b)| a.or(b)).collect()).unwrap_or_default()
    }

    pub(super) fn set(&mut self, value: Value<'c>, sizes: Sizes<'c>) {
        if sizes.iter().any(Option::is_some) {
            self.sizes.insert(value, sizes);
        }
    }

    /// Whether `value` has a dynamic size.
    pub(super) fn is_dynamic(&self, value: Value<'c>) -> bool {
        self.sizes.contains(value)
    }

    /// The size of dimension `d` of `value`, also where it is static.
    pub(super) fn size(&self, builder: &Builder<'c>, value: Value<'c>, d: usize) -> Value<'c> {
        let bound = || shape(value).get(d).copied().unwrap_or_default();
        self.sizes(value).get(d).copied().flatten().unwrap_or_else(|| mask::number(builder, bound()))
    }
}

/// The sizes in a type: of a tuple those of its elements, one after the other.
pub(super) fn sizes_of(ty: Type<'_>) -> Vec<i64> {
    match tuple::elements(ty) {
        Some(elements) => elements.into_iter().flat_map(sizes_of).collect(),
        None => Tensor::of(ty).map(|tensor| tensor.shape).unwrap_or_default(),
    }
}

pub(super) fn shape(value: Value<'_>) -> Vec<i64> {
    sizes_of(value.r#type())
}

/// The dimensions of dynamic size.
pub(super) fn open_dimensions(ty: Type<'_>) -> Vec<usize> {
    let shape = sizes_of(ty);
    (0..shape.len()).filter(|&d| shape[d] == DYNAMIC).collect()
}

/// Why an op cannot be resolved.
pub(super) type Reason = &'static str;

/// The reason for an op that breaks its own rules, which the verifier has seen to.
pub(super) const INVALID: Reason = "it is not valid";

/// Says that `op` is not supported, and why.
pub(super) fn refuse(op: Op<'_>, reason: Reason) -> Result<(), Failed> {
    Err(unsupported(op, reason))
}
