//! Memrefs: their types, sizes, and the bytes that they stand for.

use crate::identity::{Handle, Identity};
use crate::scf::index;
use melior::ir::attribute::{AttributeLike, StridedLayoutAttribute};
use melior::ir::{TypeLike, ValueLike};
use xla_dialect::ir::{
    Builder, Context, DYNAMIC, Op, OpExt, Tensor, Type, Value, defining_op, element_type, int_value, shape_of,
    tensor_of,
};
use xla_dialect::ods::{Kind, arith, builtin, memref, tensor, xla};

/// Bits of an integer type, or of f32 or f64; 0 for other types.
pub fn scalar_bits(ty: Type<'_>) -> i64 {
    let raw = ty.to_raw();
    // SAFETY: the kind is checked before the width is read.
    unsafe {
        match () {
            () if mlir_sys::mlirTypeIsAInteger(raw) => mlir_sys::mlirIntegerTypeGetWidth(raw).into(),
            () if mlir_sys::mlirTypeIsAF32(raw) => 32,
            () if mlir_sys::mlirTypeIsAF64(raw) => 64,
            () => 0,
        }
    }
}

/// The element type of a complex type.
pub fn complex_element(ty: Type<'_>) -> Option<Type<'_>> {
    let raw = ty.to_raw();
    // SAFETY: the kind is checked before the element is read.
    unsafe { mlir_sys::mlirTypeIsAComplex(raw).then(|| Type::from_raw(mlir_sys::mlirComplexTypeGetElementType(raw))) }
}

/// The memory of `buffer`, which is flat, as one of elements of type `element`.
pub fn of_elements<'c>(builder: &Builder<'c>, buffer: Value<'c>, element: Type<'c>) -> Value<'c> {
    if element_type(buffer.r#type()) == element {
        return buffer;
    }
    let size = memref_bytes(buffer.r#type()) / element_bytes(element);
    let ty = memref_type(Tensor::new(&[size], element).ty());
    // Both types are one in LLVM's dialect.
    builtin::unrealized_conversion_cast(builder, &[buffer], &[ty]).output(0)
}

/// Bytes of an element in memory.
pub fn element_bytes(element: Type<'_>) -> i64 {
    match scalar_bits(element) {
        bits @ (8 | 16 | 32) => bits / 8,
        _ if complex_element(element).is_some_and(|part| scalar_bits(part) == 64) => 16,
        _ => 8,
    }
}

/// Bytes of a memref, or of a tensor of elements in storage form, of static shape.
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

/// Whether a memref type is of known sizes, densely in row-major order.
pub fn is_dense(ty: Type<'_>) -> bool {
    let shape = shape_of(ty);
    !shape.contains(&DYNAMIC) && memref_type(Tensor::new(&shape, element_type(ty)).ty()) == ty
}

/// The type of `size` neighbours somewhere in a buffer.
pub fn strided_type<'c>(context: &'c Context, size: i64, element: Type<'c>) -> Type<'c> {
    let layout = StridedLayoutAttribute::new(context, DYNAMIC, &[1]);
    // SAFETY: the shape outlives the call; no memory space.
    unsafe {
        Type::from_raw(mlir_sys::mlirMemRefTypeGet(
            element.to_raw(),
            1,
            &raw const size,
            layout.to_raw(),
            mlir_sys::MlirAttribute { ptr: std::ptr::null() },
        ))
    }
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
    memref::ReinterpretCastParts {
        source,
        offsets: &[],
        sizes: &[],
        strides: &[],
        static_offsets: &[0],
        static_sizes: &sizes,
        static_strides: &strides,
        result: ty,
    }
    .build(builder)
}

/// Whether the result of `op`, an op on tensors of known sizes, is its operand in the same memory, by other sizes or as other elements.
pub fn is_view(op: Op<'_>) -> bool {
    use tensor::Kind::{CollapseShape, ExpandShape};
    match Kind::of(op) {
        Some(Kind::Tensor(CollapseShape | ExpandShape) | Kind::Xla(xla::Kind::BitcastConvert)) => true,
        // Complex numbers as their parts, or parts as complex numbers, of as many bytes: the op itself checks nothing.
        Some(Kind::Builtin(builtin::Kind::UnrealizedConversionCast)) => {
            let [from, to] = [op.ins(), op.outs()].map(|values| match values[..] {
                [value] => tensor_of(value),
                _ => None,
            });
            let is_of = |number: &Tensor<'_>, part: &Tensor<'_>| complex_element(number.element) == Some(part.element);
            from.zip(to).is_some_and(|(from, to)| {
                (is_of(&from, &to) || is_of(&to, &from)) && memref_bytes(from.ty()) == memref_bytes(to.ty())
            })
        }
        _ => false,
    }
}

/// Memory on the stack for `size` elements, aligned to `alignment` bytes.
pub fn allocate_on_stack<'c>(builder: &Builder<'c>, size: i64, element: Type<'c>, alignment: i64) -> Value<'c> {
    let ty = memref_type(Tensor::new(&[size], element).ty());
    memref::alloca_with(builder, &[], &[], ty, memref::AllocaOptions { alignment: Some(alignment) })
}

/// A view of `ty` into the bytes of `arena` from `offset` on.
pub fn view<'c>(builder: &Builder<'c>, arena: Value<'c>, offset: i64, ty: Type<'c>) -> Value<'c> {
    memref::view(builder, arena, index(builder, offset), &[], ty)
}

/// The bytes that a memref stands for: `from` to `to` of what `root` holds, as elements of type `element`.
#[derive(Clone, Copy, PartialEq)]
pub struct ByteRange<'c> {
    root: Value<'c>,
    from: i64,
    to: i64,
    element: Type<'c>,
    /// The memref, if the offset is known at run time only: no other one is known to be the same bytes.
    unknown: Option<Value<'c>>,
}

impl<'c> ByteRange<'c> {
    /// The bytes of `memref`.
    pub fn of(memref: Value<'c>) -> Self {
        let ty = memref.r#type();
        let element = element_type(ty);
        let (mut root, mut from) = (memref, Some(0));
        while let Some(op) = defining_op(root) {
            from = match Kind::of(op) {
                Some(Kind::Memref(memref::Kind::View)) => {
                    let shift = defining_op(memref::View::cast(op).byte_shift()).and_then(arith::Constant::of);
                    shift.and_then(|shift| int_value(shift.value()))
                }
                // Ours reshape whole buffers. Another offset counts from where the memory begins that the operand is in.
                Some(Kind::Memref(memref::Kind::ReinterpretCast)) => {
                    (memref::ReinterpretCast::cast(op).static_offsets() == [0]).then_some(0)
                }
                Some(Kind::Builtin(builtin::Kind::UnrealizedConversionCast)) => Some(0),
                _ => break,
            }
            .zip(from)
            .map(|(step, from)| step + from);
            root = op.input(0);
        }
        let unknown = from.is_none().then_some(memref);
        // An offset that is known at run time only may be any.
        let (from, to) = from.map_or((0, i64::MAX), |from| (from, from + memref_bytes(ty)));
        Self { root, from, to, element, unknown }
    }

    /// The type of its elements.
    pub fn element(&self) -> Type<'c> {
        self.element
    }

    /// The memref that it is part of, itself if that is no view of another one.
    pub fn root(&self) -> Value<'c> {
        self.root
    }

    /// The identity of the memory it is part of, and the byte of that at which it begins; `None` if that is known at
    /// run time only.
    pub fn start(&self) -> Option<(Identity, i64)> {
        self.unknown.is_none().then(|| (self.root.identity(), self.from))
    }

    /// Whether all of its bytes are in `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        self == other
            || other.unknown.is_none() && self.root == other.root && other.from <= self.from && self.to <= other.to
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
