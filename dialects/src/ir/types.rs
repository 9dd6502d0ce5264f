//! Types: how they are made and taken apart.

use super::handles::{Context, Value};
use crate::ffi;
use melior::dialect::llvm;
use melior::ir::attribute::{AttributeLike, StridedLayoutAttribute};
use melior::ir::r#type::{FunctionType, IntegerType, MemRefType};
use melior::ir::{Attribute, Type, TypeLike, ValueLike};
use mlir_sys::*;
use xla_scalar::{Element, Kind, Machine};

/// Marks a dimension whose size is known only at run time.
pub const DYNAMIC: i64 = i64::MIN;

/// A ranked tensor type, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor<'c> {
    /// Sizes; [`DYNAMIC`] where unknown.
    pub shape: Vec<i64>,
    /// The element type.
    pub element: Type<'c>,
    /// The encoding, such as `#xla.layout<…>`.
    pub encoding: Option<Attribute<'c>>,
}

impl<'c> Tensor<'c> {
    /// A tensor without encoding.
    pub fn new(shape: &[i64], element: Type<'c>) -> Self {
        Self { shape: shape.to_vec(), element, encoding: None }
    }

    /// The parts of `ty`, if it is a ranked tensor.
    pub fn of(ty: Type<'c>) -> Option<Self> {
        // SAFETY: `ty` is a valid type; the shaped-type queries follow the check that it is a ranked tensor.
        unsafe {
            if !mlirTypeIsARankedTensor(ty.to_raw()) {
                return None;
            }
            let encoding = mlirRankedTensorTypeGetEncoding(ty.to_raw());
            Some(Self {
                shape: shape_of(ty),
                element: Type::from_raw(mlirShapedTypeGetElementType(ty.to_raw())),
                encoding: (!encoding.ptr.is_null()).then(|| Attribute::from_raw(encoding)),
            })
        }
    }

    /// The MLIR type.
    pub fn ty(&self) -> Type<'c> {
        let encoding = self.encoding.map_or(MlirAttribute { ptr: std::ptr::null() }, |e| e.to_raw());
        // SAFETY: the shape array outlives the call and has the rank given.
        unsafe {
            Type::from_raw(mlirRankedTensorTypeGet(
                self.shape.len() as isize,
                self.shape.as_ptr(),
                self.element.to_raw(),
                encoding,
            ))
        }
    }

    /// The same tensor with other elements.
    pub fn with_element(&self, element: Type<'c>) -> Self {
        Self { element, ..self.clone() }
    }

    /// The same elements in another shape, without encoding.
    pub fn with_shape(&self, shape: &[i64]) -> Self {
        Self::new(shape, self.element)
    }

    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Whether every size is known.
    pub fn is_static(&self) -> bool {
        self.shape.iter().all(|&size| size != DYNAMIC)
    }

    /// Number of elements of a static shape; the largest number where it does not fit 64 bits.
    pub fn size(&self) -> i64 {
        size_of(&self.shape)
    }

    /// The XLA element type, if it is one.
    pub fn xla_element(&self) -> Option<Element> {
        element_of(self.element)
    }
}

impl std::fmt::Display for Tensor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.ty())
    }
}

/// Number of elements of a static shape; the largest number where it does not fit 64 bits.
pub fn size_of(shape: &[i64]) -> i64 {
    if shape.contains(&0) { 0 } else { shape.iter().copied().fold(1, i64::saturating_mul) }
}

/// The sizes of a shaped type.
pub fn shape_of(ty: Type<'_>) -> Vec<i64> {
    // SAFETY: callers pass tensor, memref and vector types only.
    unsafe {
        (0..mlirShapedTypeGetRank(ty.to_raw()) as isize).map(|i| mlirShapedTypeGetDimSize(ty.to_raw(), i)).collect()
    }
}

/// The element type of a shaped type.
pub fn element_type(ty: Type<'_>) -> Type<'_> {
    // SAFETY: callers pass tensor, memref and vector types only.
    unsafe { Type::from_raw(mlirShapedTypeGetElementType(ty.to_raw())) }
}

/// The element type of a vector type; any other type itself.
pub fn element_type_or_self(ty: Type<'_>) -> Type<'_> {
    if ty.is_vector() { element_type(ty) } else { ty }
}

/// The value's tensor type, if it has one.
pub fn tensor_of<'c>(value: Value<'c>) -> Option<Tensor<'c>> {
    Tensor::of(value.r#type())
}

/// A float type: what asks whether a type is it, and what makes it.
type Float = (Element, unsafe extern "C" fn(MlirType) -> bool, unsafe extern "C" fn(MlirContext) -> MlirType);

/// The float types, the frequent ones first.
const FLOATS: [Float; 15] = [
    (Element::F32, mlirTypeIsAF32, mlirF32TypeGet),
    (Element::F64, mlirTypeIsAF64, mlirF64TypeGet),
    (Element::BF16, mlirTypeIsABF16, mlirBF16TypeGet),
    (Element::F16, mlirTypeIsAF16, mlirF16TypeGet),
    (Element::F8E5M2, mlirTypeIsAFloat8E5M2, mlirFloat8E5M2TypeGet),
    (Element::F8E4M3FN, mlirTypeIsAFloat8E4M3FN, mlirFloat8E4M3FNTypeGet),
    (Element::F8E4M3, mlirTypeIsAFloat8E4M3, mlirFloat8E4M3TypeGet),
    (Element::F8E3M4, mlirTypeIsAFloat8E3M4, mlirFloat8E3M4TypeGet),
    (Element::F8E5M2FNUZ, mlirTypeIsAFloat8E5M2FNUZ, mlirFloat8E5M2FNUZTypeGet),
    (Element::F8E4M3FNUZ, mlirTypeIsAFloat8E4M3FNUZ, mlirFloat8E4M3FNUZTypeGet),
    (Element::F8E4M3B11FNUZ, mlirTypeIsAFloat8E4M3B11FNUZ, mlirFloat8E4M3B11FNUZTypeGet),
    (Element::F8E8M0FNU, mlirTypeIsAFloat8E8M0FNU, mlirFloat8E8M0FNUTypeGet),
    (Element::F6E2M3FN, mlirTypeIsAFloat6E2M3FN, mlirFloat6E2M3FNTypeGet),
    (Element::F6E3M2FN, mlirTypeIsAFloat6E3M2FN, mlirFloat6E3M2FNTypeGet),
    (Element::F4E2M1FN, mlirTypeIsAFloat4E2M1FN, mlirFloat4E2M1FNTypeGet),
];

/// The XLA element type that an MLIR scalar type stands for.
pub fn element_of(ty: Type<'_>) -> Option<Element> {
    let raw = ty.to_raw();
    // SAFETY: each kind of type is checked before what only it has is asked for.
    unsafe {
        if mlirTypeIsAInteger(raw) {
            return integer_element(mlirIntegerTypeGetWidth(raw), mlirIntegerTypeIsUnsigned(raw))
                .filter(|_| !mlirIntegerTypeIsSigned(raw));
        }
        if mlirTypeIsAComplex(raw) {
            return element_of(Type::from_raw(mlirComplexTypeGetElementType(raw)))?.complex_of();
        }
        FLOATS.iter().find(|(_, is, _)| is(raw)).map(|(element, ..)| *element)
    }
}

/// The element type of integers of so many bits; `i1` is a predicate.
fn integer_element(bits: u32, unsigned: bool) -> Option<Element> {
    Some(match (bits, unsigned) {
        (1, false) => Element::Pred,
        (2, false) => Element::S2,
        (4, false) => Element::S4,
        (8, false) => Element::S8,
        (16, false) => Element::S16,
        (32, false) => Element::S32,
        (64, false) => Element::S64,
        (2, true) => Element::U2,
        (4, true) => Element::U4,
        (8, true) => Element::U8,
        (16, true) => Element::U16,
        (32, true) => Element::U32,
        (64, true) => Element::U64,
        _ => return None,
    })
}

/// The MLIR scalar type of an XLA element type.
pub fn type_of(context: &Context, element: Element) -> Type<'_> {
    match element.kind() {
        Kind::Int if !element.is_signed() => unsigned_type(context, element.bits()),
        Kind::Pred | Kind::Int => integer_type(context, element.bits()),
        // SAFETY: the component is a float type of the context.
        Kind::Complex => unsafe { Type::from_raw(mlirComplexTypeGet(type_of(context, element.real_part()).to_raw())) },
        Kind::Float => {
            let found = FLOATS.iter().find(|(float, ..)| *float == element);
            let (_, _, make) = found.unwrap_or_else(|| panic!("no MLIR type for {element}"));
            // SAFETY: the context is alive.
            unsafe { Type::from_raw(make(context.to_raw())) }
        }
    }
}

/// The MLIR type of a machine type.
pub fn machine_type(context: &Context, machine: Machine) -> Type<'_> {
    match machine {
        Machine::F32 => Type::float32(context),
        Machine::F64 => Type::float64(context),
        integer => integer_type(context, integer.bits()),
    }
}

/// The signless integer type of so many bits: `i32`.
pub fn integer_type(context: &Context, bits: u32) -> Type<'_> {
    IntegerType::new(context, bits).into()
}

/// The unsigned integer type of so many bits: `ui32`.
pub fn unsigned_type(context: &Context, bits: u32) -> Type<'_> {
    IntegerType::unsigned(context, bits).into()
}

/// `vector<4x8xf32>`.
pub fn vector_type<'c>(shape: &[i64], element: Type<'c>) -> Type<'c> {
    // SAFETY: the shape outlives the call and has the rank given.
    unsafe { Type::from_raw(mlirVectorTypeGet(shape.len() as isize, shape.as_ptr(), element.to_raw())) }
}

/// `memref<4x8xf32>`, row-major; sizes may be [`DYNAMIC`].
pub fn memref_type<'c>(shape: &[i64], element: Type<'c>) -> Type<'c> {
    MemRefType::new(element, shape, None, None).into()
}

/// `memref<4x8xf32, strided<[16, 1], offset: 2>>`; sizes, offset and strides may be [`DYNAMIC`].
pub fn strided_memref_type<'c>(
    context: &'c Context,
    shape: &[i64],
    element: Type<'c>,
    offset: i64,
    strides: &[i64],
) -> Type<'c> {
    let layout: Attribute<'c> = StridedLayoutAttribute::new(context, offset, strides).into();
    MemRefType::new(element, shape, Some(layout), None).into()
}

/// `(f32) -> i1`.
pub fn function_type<'c>(context: &'c Context, inputs: &[Type<'c>], results: &[Type<'c>]) -> Type<'c> {
    FunctionType::new(context, inputs, results).into()
}

/// `!llvm.ptr`.
pub fn pointer_type(context: &Context) -> Type<'_> {
    llvm::r#type::pointer(context, 0)
}

/// `!llvm.func<i32 (ptr)>`; void without a result.
pub fn llvm_function_type<'c>(context: &'c Context, inputs: &[Type<'c>], result: Option<Type<'c>>) -> Type<'c> {
    llvm::r#type::function(result.unwrap_or_else(|| llvm::r#type::void(context)), inputs, false)
}

/// `!llvm.x86_amx`: a matrix tile of a processor with AMX.
pub fn matrix_tile_type(context: &Context) -> Type<'_> {
    // SAFETY: the context is alive and knows the dialect.
    unsafe { Type::from_raw(ffi::xla_matrix_tile_type(context.to_raw())) }
}

/// `!xla.token`.
pub fn token_type(context: &Context) -> Type<'_> {
    // SAFETY: the context is alive and knows the dialect.
    unsafe { Type::from_raw(ffi::xla_token_type(context.to_raw())) }
}

/// Whether `ty` is `!xla.token`.
pub fn is_token(ty: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { ffi::xla_is_token(ty.to_raw()) }
}

/// Whether `ty` is `!stablehlo.token`.
pub fn is_stablehlo_token(ty: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { ffi::xla_is_stablehlo_token(ty.to_raw()) }
}

/// The types of what a `!stablehlo.future` will be; none of another type.
pub fn future_types(ty: Type<'_>) -> Option<Vec<Type<'_>>> {
    unsafe extern "C" fn collect(n: isize, types: *const MlirType, user_data: *mut std::ffi::c_void) {
        // SAFETY: `user_data` is the vector below, and the glue gives as many types as it says.
        unsafe { (*user_data.cast::<Vec<MlirType>>()).extend_from_slice(ffi::slice_of(types, n)) };
    }
    let mut types: Vec<MlirType> = Vec::new();
    // SAFETY: the vector outlives the call; the types live in the context, as `ty` does.
    unsafe {
        ffi::xla_visit_future(ty.to_raw(), collect, std::ptr::from_mut(&mut types).cast())
            .then(|| types.into_iter().map(|ty| Type::from_raw(ty)).collect())
    }
}

/// The types in a tuple type.
pub fn tuple_elements(ty: Type<'_>) -> Option<Vec<Type<'_>>> {
    // SAFETY: the kind is checked before the elements are asked for, and indices are below their number.
    unsafe {
        mlirTypeIsATuple(ty.to_raw()).then(|| {
            (0..mlirTupleTypeGetNumTypes(ty.to_raw()))
                .map(|i| Type::from_raw(mlirTupleTypeGetType(ty.to_raw(), i)))
                .collect()
        })
    }
}

/// Whether `ty` is `index`.
pub fn is_index(ty: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlirTypeIsAIndex(ty.to_raw()) }
}

/// Whether `ty` is a float type.
pub fn is_float(ty: Type<'_>) -> bool {
    // SAFETY: the type is alive.
    unsafe { mlirTypeIsAFloat(ty.to_raw()) }
}

/// The width in bits of an integer or float type, and of both parts of a complex one; none of `index` and other types.
pub fn bit_width(ty: Type<'_>) -> Option<u32> {
    let raw = ty.to_raw();
    // SAFETY: each kind of type is checked before what only it has is asked for.
    unsafe {
        if mlirTypeIsAInteger(raw) {
            Some(mlirIntegerTypeGetWidth(raw))
        } else if mlirTypeIsAFloat(raw) {
            Some(mlirFloatTypeGetWidth(raw))
        } else if mlirTypeIsAComplex(raw) {
            bit_width(Type::from_raw(mlirComplexTypeGetElementType(raw))).map(|bits| 2 * bits)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_of_their_text() {
        let context = crate::context();
        let context = &context;
        context.load_all_available_dialects();
        let f32 = Type::float32(context);
        let pointer = pointer_type(context);
        for (ty, text) in [
            (integer_type(context, 17), "i17"),
            (unsigned_type(context, 8), "ui8"),
            (vector_type(&[4, 8], f32), "vector<4x8xf32>"),
            (memref_type(&[DYNAMIC, 8], f32), "memref<?x8xf32>"),
            (strided_memref_type(context, &[4], f32, DYNAMIC, &[1]), "memref<4xf32, strided<[1], offset: ?>>"),
            (function_type(context, &[f32], &[]), "(f32) -> ()"),
            (pointer, "!llvm.ptr"),
            (llvm_function_type(context, &[pointer, f32], None), "!llvm.func<void (ptr, f32)>"),
            (token_type(context), "!xla.token"),
        ] {
            assert_eq!(ty.to_string(), text);
            assert_eq!(Some(ty), Type::parse(context, text));
        }
        let future = Type::parse(context, "!stablehlo.future<tensor<f32>>").expect("a type");
        assert_eq!(future_types(future), Some(vec![Tensor::new(&[], f32).ty()]));
        assert_eq!(future_types(f32), None);
        assert!(is_token(token_type(context)) && !is_stablehlo_token(token_type(context)) && !is_token(f32));
    }

    #[test]
    fn every_element_type_is_found_again() {
        let context = crate::context();
        for element in Element::ALL {
            let ty = type_of(&context, *element);
            assert_eq!((ty.to_string().as_str(), element_of(ty)), (element.mlir_name(), Some(*element)));
            assert_eq!(bit_width(ty), Some(element.bits()));
        }
        for text in ["si32", "i3", "index", "tf32", "tuple<>"] {
            assert_eq!(element_of(Type::parse(&context, text).expect("a type")), None, "{text}");
        }
    }
}
