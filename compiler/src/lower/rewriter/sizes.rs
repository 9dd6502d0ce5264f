//! Sizes of dimensions: numbers where a type states them, otherwise values of type `index`.
//!
//! Arithmetic on numbers is done here, so that static shapes cost no op. The size of a value is taken from what
//! defines it: `tensor.empty` states it again, and so do the ops that write into one.

use crate::scf::index;
use melior::ir::ValueLike;
use xla_dialect::accumulation::input_count;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Builder, DYNAMIC, Op, OpExt, Tensor, Type, Value, block_argument_owner, defining_op, element_type, first_op,
    is_index, next_op, result_number, shape_of,
};
use xla_dialect::ods::arith::{self, CmpIPredicate};
use xla_dialect::ods::{Kind, cf, linalg, tensor};
use xla_dialect::passes::Failed;

/// The size of a dimension.
#[derive(Clone, Copy, Debug)]
pub enum Size<'c> {
    /// A number.
    Known(i64),
    /// An `index` that is known only at run time.
    Open(Value<'c>),
}

impl<'c> Size<'c> {
    /// The size that an `index` holds: a number, if the value is a constant.
    pub fn of(value: Value<'c>) -> Self {
        let constant = defining_op(value).filter(|op| arith::Constant::of(*op).is_some());
        constant.and_then(|op| op.int("value")).map_or(Self::Open(value), Self::Known)
    }

    /// The number, if it is one.
    pub fn known(self) -> Option<i64> {
        match self {
            Self::Known(size) => Some(size),
            Self::Open(_) => None,
        }
    }

    /// The size in a tensor type: the number, or [`DYNAMIC`].
    pub fn declared(self) -> i64 {
        self.known().unwrap_or(DYNAMIC)
    }

    /// The size as a value of type `index`.
    pub fn value(self, builder: &Builder<'c>) -> Value<'c> {
        match self {
            Self::Known(size) => index(builder, size),
            Self::Open(value) => value,
        }
    }

    /// Whether both are known to be equal at compile time.
    pub fn is_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Known(a), Self::Known(b)) => a == b,
            (Self::Open(a), Self::Open(b)) => a == b,
            _ => false,
        }
    }

    /// The sum.
    pub fn plus(self, builder: &Builder<'c>, other: impl Into<Self>) -> Self {
        match (self, other.into()) {
            (Self::Known(0), size) | (size, Self::Known(0)) => size,
            (a, b) => a.combine(builder, b, i64::checked_add, arith::addi),
        }
    }

    /// The difference.
    pub fn minus(self, builder: &Builder<'c>, other: impl Into<Self>) -> Self {
        match (self, other.into()) {
            (size, Self::Known(0)) => size,
            (a, b) => a.combine(builder, b, i64::checked_sub, arith::subi),
        }
    }

    /// The product.
    pub fn times(self, builder: &Builder<'c>, other: impl Into<Self>) -> Self {
        match (self, other.into()) {
            (Self::Known(1), size) | (size, Self::Known(1)) => size,
            (Self::Known(0), _) | (_, Self::Known(0)) => Self::Known(0),
            (a, b) => a.combine(builder, b, i64::checked_mul, arith::muli),
        }
    }

    /// The quotient, rounded down; `by` is positive.
    pub fn floor_div(self, builder: &Builder<'c>, by: impl Into<Self>) -> Self {
        match (self, by.into()) {
            (size, Self::Known(1)) => size,
            (a, b) => a.combine(builder, b, i64::checked_div_euclid, arith::floordivsi),
        }
    }

    /// The quotient, rounded up; `by` is positive.
    pub fn ceil_div(self, builder: &Builder<'c>, by: impl Into<Self>) -> Self {
        match (self, by.into()) {
            (size, Self::Known(1)) => size,
            (a, b) => {
                a.combine(builder, b, |a, b| a.checked_neg()?.checked_div_euclid(b)?.checked_neg(), arith::ceildivsi)
            }
        }
    }

    /// The greater one.
    pub fn max(self, builder: &Builder<'c>, other: impl Into<Self>) -> Self {
        self.combine(builder, other.into(), |a, b| Some(a.max(b)), arith::maxsi)
    }

    /// The lesser one.
    pub fn min(self, builder: &Builder<'c>, other: impl Into<Self>) -> Self {
        self.combine(builder, other.into(), |a, b| Some(a.min(b)), arith::minsi)
    }

    /// `then` where this is `size`, otherwise `other`.
    pub fn select(self, builder: &Builder<'c>, size: i64, then: Self, other: Self) -> Self {
        if let Some(known) = self.known() {
            return if known == size { then } else { other };
        }
        let is = self.equals(builder, Self::Known(size));
        Self::Open(arith::select(builder, is, then.value(builder), other.value(builder)))
    }

    /// Whether the two are equal, as an `i1`.
    pub fn equals(self, builder: &Builder<'c>, other: Self) -> Value<'c> {
        self.compared(builder, CmpIPredicate::Eq, other)
    }

    /// The result of the comparison, as an `i1`.
    pub fn compared(self, builder: &Builder<'c>, predicate: CmpIPredicate, other: Self) -> Value<'c> {
        arith::cmpi(builder, predicate, self.value(builder), other.value(builder))
    }

    fn combine(
        self,
        builder: &Builder<'c>,
        other: Self,
        fold: impl Fn(i64, i64) -> Option<i64>,
        op: impl Fn(&Builder<'c>, Value<'c>, Value<'c>) -> Value<'c>,
    ) -> Self {
        if let (Some(a), Some(b)) = (self.known(), other.known())
            && let Some(folded) = fold(a, b)
        {
            return Self::Known(folded);
        }
        let (a, b) = (self.value(builder), other.value(builder));
        Self::Open(op(builder, a, b))
    }
}

impl From<i64> for Size<'_> {
    fn from(size: i64) -> Self {
        Self::Known(size)
    }
}

/// Numbers as sizes.
pub fn known<'c>(sizes: &[i64]) -> Vec<Size<'c>> {
    sizes.iter().copied().map(Size::Known).collect()
}

/// The sizes as they are in a tensor type.
pub fn declared(sizes: &[Size<'_>]) -> Vec<i64> {
    sizes.iter().map(|size| size.declared()).collect()
}

/// The sizes of the dynamic dimensions of `shape`, in order, as `index` operands.
pub fn open<'c>(builder: &Builder<'c>, shape: &[i64], sizes: &[Size<'c>]) -> Vec<Value<'c>> {
    let open = shape.iter().zip(sizes).filter(|(declared, _)| **declared == DYNAMIC);
    open.map(|(_, size)| size.value(builder)).collect()
}

/// Whether all sizes of the shape are numbers.
pub fn is_static(shape: &[i64]) -> bool {
    !shape.contains(&DYNAMIC)
}

/// The number of elements.
pub fn product<'c>(builder: &Builder<'c>, sizes: &[Size<'c>]) -> Size<'c> {
    sizes.iter().fold(Size::Known(1), |product, size| product.times(builder, *size))
}

/// The sizes of a tensor.
pub fn sizes<'c>(value: Value<'c>) -> Vec<Size<'c>> {
    (0..shape_of(value.r#type()).len()).map(|d| size(value, d)).collect()
}

/// The size of dimension `d` of a tensor: from the type, from the defining op, or by a `tensor.dim` after it.
pub fn size<'c>(value: Value<'c>, d: usize) -> Size<'c> {
    let shape = shape_of(value.r#type());
    if shape[d] != DYNAMIC {
        return Size::Known(shape[d]);
    }
    // Sizes are operands in the order of the dynamic dimensions.
    let open_before = |shape: &[i64], d: usize| shape[..d].iter().filter(|size| **size == DYNAMIC).count();
    let Some(op) = defining_op(value) else { return dim_of(value, d) };
    match Kind::of(op) {
        Some(Kind::Tensor(tensor::Kind::Empty)) => Size::of(op.input(open_before(&shape, d))),
        Some(Kind::Tensor(tensor::Kind::ExpandShape)) => Size::of(op.input(1 + open_before(&shape, d))),
        Some(Kind::Tensor(tensor::Kind::Cast)) => size(op.input(0), d),
        Some(Kind::Tensor(tensor::Kind::Reshape)) => {
            let list = defining_op(op.input(1)).filter(|op| tensor::FromElements::of(*op).is_some());
            list.map(|list| list.input(d))
                .filter(|size| is_index(size.r#type()))
                .map_or_else(|| dim_of(value, d), Size::of)
        }
        Some(Kind::Tensor(tensor::Kind::InsertSlice | tensor::Kind::Insert)) => size(op.input(1), d),
        Some(Kind::Tensor(tensor::Kind::ExtractSlice)) => {
            let offsets = op.i64s("static_offsets");
            Size::of(op.input(1 + open_before(&offsets, offsets.len()) + open_before(&shape, d)))
        }
        Some(Kind::Linalg(linalg::Kind::Generic)) => size(op.input(input_count(op) + result_number(value)), d),
        _ => dim_of(value, d),
    }
}

/// The result of the `tensor.dim` after the definition of `value`, which is reused if it exists, otherwise created.
fn dim_of<'c>(value: Value<'c>, d: usize) -> Size<'c> {
    let mut next = follower(value);
    while let Some(op) = next.filter(|op| {
        matches!(Kind::of(*op), Some(Kind::Tensor(tensor::Kind::Dim) | Kind::Arith(arith::Kind::Constant)))
    }) {
        let same = |index| matches!(Size::of(index), Size::Known(number) if number == d as i64);
        if tensor::Dim::of(op).is_some() && op.input(0) == value && same(op.input(1)) {
            return Size::Open(op.output(0));
        }
        next = next_op(op);
    }
    let builder = builder_after(value, next);
    Size::Open(tensor::dim(&builder, value, index(&builder, d as i64)))
}

/// A builder before `next`, or at the end of the block in which `value` is defined.
fn builder_after<'c>(value: Value<'c>, next: Option<Op<'c>>) -> Builder<'c> {
    if let Some(builder) = next.and_then(Builder::before) {
        return match defining_op(value) {
            Some(op) => builder.located(op.loc()),
            None => builder,
        };
    }
    match defining_op(value) {
        Some(op) => Builder::at_end(op.ctx(), op.parent_block().expect("the op is in a block"), op.loc()),
        None => {
            // SAFETY: the type is alive, and with it the context.
            let context = unsafe { xla_dialect::ir::context_at(mlir_sys::mlirTypeGetContext(raw(value.r#type()))) };
            Builder::at_end(context, block_argument_owner(value), melior::ir::Location::unknown(context))
        }
    }
}

fn raw(ty: Type<'_>) -> mlir_sys::MlirType {
    melior::ir::TypeLike::to_raw(&ty)
}

/// The op after the definition of `value`.
fn follower<'c>(value: Value<'c>) -> Option<Op<'c>> {
    match defining_op(value) {
        Some(op) => next_op(op),
        None => first_op(block_argument_owner(value)),
    }
}

/// The static sizes of a shape; None for dynamic ones.
pub fn stated<'c>(shape: &[i64]) -> Vec<Option<Size<'c>>> {
    shape.iter().map(|size| (*size != DYNAMIC).then_some(Size::Known(*size))).collect()
}

/// The sizes of the result of `op`: those that its type states, otherwise those of `found`, which are None where they do
/// not follow from the operands.
pub fn result_sizes<'c>(
    builder: &Builder<'c>,
    op: Op<'c>,
    found: impl IntoIterator<Item: Into<Option<Size<'c>>>>,
) -> Result<Vec<Size<'c>>, Failed> {
    let stated = shape_of(op.output(0).r#type()).into_iter().zip(found).enumerate();
    stated
        .map(|(d, (stated, found))| match (stated, found.into()) {
            (DYNAMIC, None) => Err(unsupported(op, "the sizes of its result do not follow from its operands")),
            (DYNAMIC, Some(found)) => Ok(found),
            (stated, found) => {
                if let Some(found) = found.filter(|found| found.known().is_none()) {
                    let rule = format!("expects dimension {d} of its result to be of size {stated}");
                    demand_equal(builder, op, found, stated.into(), &rule);
                }
                Ok(stated.into())
            }
        })
        .collect()
}

/// `tensor.empty` of type `ty`, whose dynamic dimensions have the sizes in `sizes`.
pub fn empty_of<'c>(builder: &Builder<'c>, ty: Type<'c>, sizes: &[Size<'c>]) -> Value<'c> {
    tensor::empty(builder, &open(builder, &shape_of(ty), sizes), ty)
}

/// `tensor.empty` of the sizes and encoding of `value`, with elements of type `element`.
pub fn empty_like<'c>(builder: &Builder<'c>, value: Value<'c>, element: Type<'c>) -> Value<'c> {
    let like = Tensor::of(value.r#type()).expect("a lowered array is a tensor");
    empty_of(builder, Tensor { element, ..like }.ty(), &sizes(value))
}

/// `tensor.cast` of `value` to `ty`, which has more or fewer static sizes.
pub fn cast<'c>(builder: &Builder<'c>, value: Value<'c>, ty: Type<'c>) -> Value<'c> {
    if value.r#type() == ty { value } else { tensor::cast(builder, value, ty) }
}

/// [`cast`] of each of `values` to its type.
pub fn cast_all<'c>(builder: &Builder<'c>, values: &[Value<'c>], types: &[Type<'c>]) -> Vec<Value<'c>> {
    values.iter().zip(types).map(|(value, ty)| cast(builder, *value, *ty)).collect()
}

/// `tensor.extract_slice` of `source` with these offsets, sizes and strides.
pub fn extract_slice<'c>(
    builder: &Builder<'c>,
    source: Value<'c>,
    offsets: &[Size<'c>],
    counts: &[Size<'c>],
    strides: &[Size<'c>],
) -> Value<'c> {
    let [static_offsets, static_sizes, static_strides] = [offsets, counts, strides].map(declared);
    let ty = Tensor::new(&static_sizes, element_type(source.r#type())).ty();
    let parts = tensor::ExtractSliceParts {
        source,
        offsets: &open(builder, &static_offsets, offsets),
        sizes: &open(builder, &static_sizes, counts),
        strides: &open(builder, &static_strides, strides),
        static_offsets: &static_offsets,
        static_sizes: &static_sizes,
        static_strides: &static_strides,
        result: ty,
    };
    parts.build(builder)
}

/// Checks at run time that two sizes are equal, unless they are known to be. `rule` completes the message "'<op>' op …".
pub fn demand_equal<'c>(builder: &Builder<'c>, op: Op<'c>, a: Size<'c>, b: Size<'c>, rule: &str) {
    if !a.is_same(b) {
        demand(builder, op, a.equals(builder, b), rule);
    }
}

/// Checks at run time that `holds`, an `i1`, is true. `rule` completes the message "'<op>' op …".
pub fn demand<'c>(builder: &Builder<'c>, op: Op<'c>, holds: Value<'c>, rule: &str) {
    cf::assert(builder, holds, &format!("'{}' op {rule}", op.name_str()));
}
