//! Memrefs: their types, sizes, and the bytes that they stand for.

use crate::identity::{Handle, Identity};
use crate::scf::index;
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{
    Builder, OpExt, Tensor, Type, Value, defining_op, element_type, i64_array, i64_values, int_value, shape_of,
};

/// Bytes of an element in memory.
pub fn element_bytes(element: Type<'_>) -> i64 {
    match element.to_string().as_str() {
        "i8" => 1,
        "i16" => 2,
        "i32" | "f32" => 4,
        "complex<f64>" => 16,
        _ => 8,
    }
}

/// Bytes of a memref of static shape.
pub fn memref_bytes(ty: Type<'_>) -> i64 {
    shape_of(ty).iter().product::<i64>() * element_bytes(element_type(ty))
}

/// Whether a memref has no elements.
pub fn is_empty(memref: Value<'_>) -> bool {
    shape_of(memref.r#type()).contains(&0)
}

/// The memref type that holds a tensor, densely in row-major order; any other type is its own. Without elements, its
/// shape is 0x1x…x1 whatever the tensor's: a 0 further right would be a stride of 0, which the conversion to LLVM
/// silently keeps.
pub fn memref_type(ty: Type<'_>) -> Type<'_> {
    let Some(mut tensor) = Tensor::of(ty) else { return ty };
    if tensor.shape.contains(&0) {
        tensor.shape.fill(1);
        tensor.shape[0] = 0;
    }
    // SAFETY: the shape array outlives the call; no memory space.
    unsafe {
        Type::from_raw(mlir_sys::mlirMemRefTypeContiguousGet(
            tensor.element.to_raw(),
            tensor.rank() as isize,
            tensor.shape.as_ptr(),
            mlir_sys::MlirAttribute { ptr: std::ptr::null() },
        ))
    }
}

/// The type of a memref of the same elements with one dimension.
pub fn flat_type(memref: Type<'_>) -> Type<'_> {
    let size = shape_of(memref).iter().product();
    memref_type(Tensor::new(&[size], element_type(memref)).ty())
}

/// The same memory under another shape of as many elements.
pub fn reshape_memref<'c>(builder: &Builder<'c>, source: Value<'c>, ty: Type<'c>) -> Value<'c> {
    if source.r#type() == ty {
        return source;
    }
    let sizes = shape_of(ty);
    let mut strides = vec![1; sizes.len()];
    for d in (1..sizes.len()).rev() {
        strides[d - 1] = strides[d] * sizes[d];
    }
    builder.value(
        "memref.reinterpret_cast",
        &[source],
        ty,
        &[
            ("static_offsets", i64_array(builder.context, &[0])),
            ("static_sizes", i64_array(builder.context, &sizes)),
            ("static_strides", i64_array(builder.context, &strides)),
            ("operandSegmentSizes", builder.attr("array<i32: 1, 0, 0, 0>")),
        ],
    )
}

/// Memory on the stack for `size` elements, aligned to `alignment` bytes.
pub fn allocate_on_stack<'c>(builder: &Builder<'c>, size: i64, element: Type<'c>, alignment: i64) -> Value<'c> {
    let ty = flat_type(memref_type(Tensor::new(&[size], element).ty()));
    let attributes = [
        ("alignment", xla_dialect::ir::i64_attribute(builder.context, alignment)),
        ("operandSegmentSizes", builder.attr("array<i32: 0, 0>")),
    ];
    builder.value("memref.alloca", &[], ty, &attributes)
}

/// A view of `ty` into the bytes of `arena` from `offset` on.
pub fn view<'c>(builder: &Builder<'c>, arena: Value<'c>, offset: i64, ty: Type<'c>) -> Value<'c> {
    builder.value("memref.view", &[arena, index(builder, offset)], ty, &[])
}

/// The bytes that a memref stands for: `from` to `to` of what `root` holds, as elements of type `element`.
#[derive(Clone, Copy, PartialEq)]
pub struct ByteRange<'c> {
    root: Value<'c>,
    from: i64,
    to: i64,
    element: Type<'c>,
}

impl<'c> ByteRange<'c> {
    /// The bytes of `memref`.
    pub fn of(memref: Value<'c>) -> Self {
        let ty = memref.r#type();
        let element = element_type(ty);
        let (mut root, mut from) = (memref, Some(0));
        while let Some(op) = defining_op(root) {
            from = match op.name_str() {
                "memref.view" => defining_op(op.input(1)).and_then(|op| op.attr("value")).and_then(int_value),
                "memref.reinterpret_cast" => {
                    op.attr("static_offsets").and_then(i64_values).map(|offsets| offsets[0] * element_bytes(element))
                }
                _ => break,
            }
            .zip(from)
            .map(|(step, from)| step + from);
            root = op.input(0);
        }
        // An offset that is known at run time only may be any.
        let (from, to) = from.map_or((0, i64::MAX), |from| (from, from + memref_bytes(ty)));
        Self { root, from, to, element }
    }

    /// The type of its elements.
    pub fn element(&self) -> Type<'c> {
        self.element
    }

    /// The identity of the memory it is part of, and the byte of that at which it begins; `None` if that is known at
    /// run time only.
    pub fn start(&self) -> Option<(Identity, i64)> {
        (self.to < i64::MAX).then(|| (self.root.identity(), self.from))
    }

    /// Whether all of its bytes are in `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        self.root == other.root && other.from <= self.from && self.to <= other.to
    }

    /// A description for diagnostics.
    pub fn text(&self) -> String {
        let root = defining_op(self.root).map_or("an argument", |op| op.name_str());
        format!("bytes {} to {} of {root}", self.from, self.to)
    }

    /// Its size.
    pub fn bytes(&self) -> i64 {
        self.to - self.from
    }

    /// Whether the two share a byte.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.root == other.root && self.from < other.to && other.from < self.to
    }
}

/// Whether two memrefs may share a byte.
pub fn alias(a: Value<'_>, b: Value<'_>) -> bool {
    ByteRange::of(a).overlaps(&ByteRange::of(b))
}

/// Whether two memrefs are the same bytes, as elements of one type.
pub fn is_same_memory(a: Value<'_>, b: Value<'_>) -> bool {
    ByteRange::of(a) == ByteRange::of(b)
}
