//! Attributes: how they are made and taken apart.

use super::handles::Context;
use super::types::{Tensor, bit_width, element_type, integer_type, is_float, is_index, shape_of};
use crate::ffi::{self, str_of};
use melior::ir::attribute::{
    ArrayAttribute, AttributeLike, BoolAttribute, DenseI32ArrayAttribute, DictionaryAttribute, FlatSymbolRefAttribute,
    IntegerAttribute, StringAttribute, TypeAttribute,
};
use melior::ir::{Attribute, Identifier, Type, TypeLike};
use mlir_sys::*;

/// An integer attribute of an integer type or `index`: `3 : i8`.
pub fn integer_attribute(ty: Type<'_>, value: i64) -> Attribute<'_> {
    IntegerAttribute::new(ty, value).into()
}

/// A float attribute of type `ty`, to which `value` is rounded: `0.5 : bf16`.
pub fn float_attribute<'c>(ty: Type<'c>, value: f64) -> Attribute<'c> {
    // SAFETY: the type is a float's, which is checked.
    unsafe {
        assert!(is_float(ty), "no float type: {ty}");
        Attribute::from_raw(mlirFloatAttrDoubleGet(mlirTypeGetContext(ty.to_raw()), ty.to_raw(), value))
    }
}

/// An attribute of an integer type that is signless or `index`, or of a float type, that holds `value`.
pub fn number_attribute(ty: Type<'_>, value: i64) -> Attribute<'_> {
    if is_float(ty) { float_attribute(ty, value as f64) } else { integer_attribute(ty, value) }
}

/// `value` of type `ty`, or, of a vector or tensor, all of its elements: integers that are signless or `index`, or floats.
pub fn constant_attribute(ty: Type<'_>, value: i64) -> Attribute<'_> {
    if bit_width(ty).is_some() || is_index(ty) {
        number_attribute(ty, value)
    } else {
        splat_attribute(ty, number_attribute(element_type(ty), value))
    }
}

/// A vector or tensor of type `ty` all of whose elements are `element`: `dense<1.0> : vector<4xf32>`.
pub fn splat_attribute<'c>(ty: Type<'c>, element: Attribute<'c>) -> Attribute<'c> {
    // SAFETY: a splat is made of a shaped type of static shape and an attribute of its element type.
    unsafe { Attribute::from_raw(mlirDenseElementsAttrSplatGet(ty.to_raw(), element.to_raw())) }
}

/// A vector of conditions: `dense<[true, false]> : vector<2xi1>`.
pub fn bool_vector<'c>(context: &'c Context, values: &[bool]) -> Attribute<'c> {
    let ty = Type::vector(&[values.len() as u64], integer_type(context, 1));
    let values: Vec<i32> = values.iter().map(|value| i32::from(*value)).collect();
    // SAFETY: the type has as many elements as there are values, which the context copies.
    unsafe { Attribute::from_raw(mlirDenseElementsAttrBoolGet(ty.to_raw(), values.len() as isize, values.as_ptr())) }
}

/// `true` or `false`.
pub fn bool_attribute(context: &Context, value: bool) -> Attribute<'_> {
    BoolAttribute::new(context, value).into()
}

/// A text: `"name"`.
pub fn string_attribute<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    StringAttribute::new(context, text).into()
}

/// A reference to a symbol: `@name`.
pub fn symbol_attribute<'c>(context: &'c Context, name: &str) -> Attribute<'c> {
    FlatSymbolRefAttribute::new(context, name).into()
}

/// A type as an attribute.
pub fn type_attribute(ty: Type<'_>) -> Attribute<'_> {
    TypeAttribute::new(ty).into()
}

/// `[a, b]`.
pub fn array_attribute<'c>(context: &'c Context, elements: &[Attribute<'c>]) -> Attribute<'c> {
    ArrayAttribute::new(context, elements).into()
}

/// `[1, 2]`, an array of `i64` attributes.
pub fn i64_list<'c>(context: &'c Context, values: &[i64]) -> Attribute<'c> {
    let elements: Vec<_> = values.iter().map(|value| i64_attribute(context, *value)).collect();
    array_attribute(context, &elements)
}

/// `[[0, 1], [2]]`, an array of arrays of `i64` attributes.
pub fn i64_lists<'c>(context: &'c Context, lists: &[impl AsRef<[i64]>]) -> Attribute<'c> {
    let elements: Vec<_> = lists.iter().map(|list| i64_list(context, list.as_ref())).collect();
    array_attribute(context, &elements)
}

/// `{name = value}`.
pub fn dictionary_attribute<'c>(context: &'c Context, entries: &[(&str, Attribute<'c>)]) -> Attribute<'c> {
    let entries: Vec<_> = entries.iter().map(|(name, value)| (Identifier::new(context, name), *value)).collect();
    DictionaryAttribute::new(context, &entries).into()
}

/// `array<i32: …>`.
pub fn i32_array<'c>(context: &'c Context, values: &[i32]) -> Attribute<'c> {
    DenseI32ArrayAttribute::new(context, values).into()
}

/// An integer attribute of type `i32`.
pub fn i32_attribute(context: &Context, value: i32) -> Attribute<'_> {
    integer_attribute(integer_type(context, 32), value.into())
}

/// `#llvm.linkage<internal>`: the symbol is seen in its module only.
pub fn internal_linkage(context: &Context) -> Attribute<'_> {
    melior::dialect::llvm::attributes::linkage(context, melior::dialect::llvm::attributes::Linkage::Internal)
}

/// Which dialect's `bounds` an attribute is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundsDialect {
    /// `#xla.bounds`.
    Xla,
    /// `#stablehlo.bounds`.
    Stablehlo,
}

/// `#xla.bounds<8, ?>` or `#stablehlo.bounds<8, ?>`: [`DYNAMIC`](super::DYNAMIC) is a dimension without a bound.
pub fn bounds_attribute<'c>(context: &'c Context, dialect: BoundsDialect, bounds: &[i64]) -> Attribute<'c> {
    let stablehlo = dialect == BoundsDialect::Stablehlo;
    // SAFETY: the array outlives the call and has the length given.
    unsafe {
        Attribute::from_raw(ffi::xla_bounds_get(context.to_raw(), stablehlo, bounds.len() as isize, bounds.as_ptr()))
    }
}

/// The bounds in an attribute that [`bounds_attribute`] makes, and whose they are; none of other attributes.
pub fn bounds_value(attribute: Attribute<'_>) -> Option<(BoundsDialect, &[i64])> {
    let (mut stablehlo, mut n, mut bounds) = (false, 0, std::ptr::null());
    // SAFETY: what is written to lives until after the call; the bounds are the attribute's, which lives as its context.
    unsafe {
        ffi::xla_bounds_of(attribute.to_raw(), &raw mut stablehlo, &raw mut n, &raw mut bounds)
            .then(|| (if stablehlo { BoundsDialect::Stablehlo } else { BoundsDialect::Xla }, ffi::slice_of(bounds, n)))
    }
}

/// The parts of an `#xla.layout`.
#[derive(Clone, Copy, Debug)]
pub struct LayoutParts<'c> {
    /// The dimensions, from the one that varies fastest to the slowest.
    pub minor_to_major: &'c [i64],
    /// The width each dimension is padded to; empty without padding.
    pub padded_dimensions: &'c [i64],
    /// What the padding holds.
    pub padding_value: Option<Attribute<'c>>,
}

/// The parts of `attribute`, if it is an `#xla.layout`.
pub fn layout_parts(attribute: Attribute<'_>) -> Option<LayoutParts<'_>> {
    let mut order = (0, std::ptr::null());
    let mut padded = (0, std::ptr::null());
    let mut value = MlirAttribute { ptr: std::ptr::null() };
    // SAFETY: what is written to lives until after the call; the arrays are the attribute's, which lives as its context.
    unsafe {
        let found = ffi::xla_layout_of(
            attribute.to_raw(),
            &raw mut order.0,
            &raw mut order.1,
            &raw mut padded.0,
            &raw mut padded.1,
            &raw mut value,
        );
        found.then(|| LayoutParts {
            minor_to_major: ffi::slice_of(order.1, order.0),
            padded_dimensions: ffi::slice_of(padded.1, padded.0),
            padding_value: (!value.ptr.is_null()).then(|| Attribute::from_raw(value)),
        })
    }
}

/// The type that a `#stablehlo.dot_algorithm` accumulates in; none of other attributes.
pub fn accumulation_type(attribute: Attribute<'_>) -> Option<Type<'_>> {
    // SAFETY: the attribute is alive; a null type means that it is another one.
    unsafe {
        let raw = ffi::xla_accumulation_type(attribute.to_raw());
        (!raw.ptr.is_null()).then(|| Type::from_raw(raw))
    }
}

/// The parts of a `#stablehlo.result_accuracy`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResultAccuracy {
    /// The absolute error that is allowed.
    pub absolute: f64,
    /// The error that is allowed relative to the result.
    pub relative: f64,
    /// The error that is allowed in units of the last place.
    pub ulps: i64,
    /// Whether the mode is `TOLERANCE`, the one in which the errors count.
    pub is_tolerance: bool,
}

/// The parts of `attribute`, if it is a `#stablehlo.result_accuracy`.
pub fn result_accuracy(attribute: Attribute<'_>) -> Option<ResultAccuracy> {
    let mut parts = ResultAccuracy::default();
    // SAFETY: what is written to lives until after the call.
    unsafe {
        ffi::xla_result_accuracy_of(
            attribute.to_raw(),
            &raw mut parts.absolute,
            &raw mut parts.relative,
            &raw mut parts.ulps,
            &raw mut parts.is_tolerance,
        )
        .then_some(parts)
    }
}

/// The parts of a `#stablehlo.channel_handle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChannelHandle {
    /// The channel's number, 0 for none.
    pub handle: i64,
    /// What the channel connects: 1 for devices, 2 and 3 for a device and the host.
    pub kind: i64,
}

/// The parts of `attribute`, if it is a `#stablehlo.channel_handle`.
pub fn channel_handle(attribute: Attribute<'_>) -> Option<ChannelHandle> {
    let parts = named_dimensions(attribute)?;
    let part = |name: &str| parts.iter().find(|(known, _)| known == name).map(|(_, numbers)| numbers[0]);
    Some(ChannelHandle { handle: part("handle")?, kind: part("type")? })
}

/// `array<i64: …>`.
pub fn i64_array<'c>(context: &'c Context, values: &[i64]) -> Attribute<'c> {
    melior::ir::attribute::DenseI64ArrayAttribute::new(context, values).into()
}

/// An integer attribute of type `i64`.
pub fn i64_attribute(context: &Context, value: i64) -> Attribute<'_> {
    integer_attribute(integer_type(context, 64), value)
}

/// The values of an `array<i64: …>`.
pub fn i64_values(attribute: Attribute<'_>) -> Option<Vec<i64>> {
    // SAFETY: the kind is checked before the elements are read.
    unsafe {
        mlirAttributeIsADenseI64Array(attribute.to_raw()).then(|| {
            (0..mlirDenseArrayGetNumElements(attribute.to_raw()))
                .map(|i| mlirDenseI64ArrayGetElement(attribute.to_raw(), i))
                .collect()
        })
    }
}

/// The values of an `array<i1: …>`.
pub fn bool_values(attribute: Attribute<'_>) -> Option<Vec<bool>> {
    // SAFETY: the kind is checked before the elements are read.
    unsafe {
        mlirAttributeIsADenseBoolArray(attribute.to_raw()).then(|| {
            (0..mlirDenseArrayGetNumElements(attribute.to_raw()))
                .map(|i| mlirDenseBoolArrayGetElement(attribute.to_raw(), i))
                .collect()
        })
    }
}

/// The shape and the values of a `dense<…> : tensor<…xi64>`, in row-major order.
pub fn i64_elements(attribute: Attribute<'_>) -> Option<(Vec<i64>, Vec<i64>)> {
    let raw = attribute.to_raw();
    // SAFETY: the kind and the element type are checked before the elements are read.
    unsafe {
        if !mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let ty = Type::from_raw(mlirAttributeGetType(raw));
        let element = element_type(ty).to_raw();
        if !mlirTypeIsAInteger(element) || mlirIntegerTypeGetWidth(element) != 64 {
            return None;
        }
        let values =
            (0..mlirElementsAttrGetNumElements(raw) as isize).map(|i| mlirDenseElementsAttrGetInt64Value(raw, i));
        Some((shape_of(ty), values.collect()))
    }
}

/// `dense<[[…], …]> : tensor<Nx2xi64>`.
pub fn i64_pairs<'c>(context: &'c Context, pairs: &[(i64, i64)]) -> Attribute<'c> {
    let values: Vec<i64> = pairs.iter().flat_map(|(low, high)| [*low, *high]).collect();
    let ty = Tensor::new(&[pairs.len() as i64, 2], integer_type(context, 64)).ty();
    // SAFETY: the array outlives the call and has as many elements as the type.
    unsafe { Attribute::from_raw(mlirDenseElementsAttrInt64Get(ty.to_raw(), values.len() as isize, values.as_ptr())) }
}

/// The value of a float attribute.
pub fn float_value(attribute: Attribute<'_>) -> Option<f64> {
    // SAFETY: the kind is checked before the value is read.
    unsafe { mlirAttributeIsAFloat(attribute.to_raw()).then(|| mlirFloatAttrGetValueDouble(attribute.to_raw())) }
}

/// The value of an integer or bool attribute, sign- or zero-extended by its type.
pub fn int_value(attribute: Attribute<'_>) -> Option<i64> {
    // SAFETY: the kind is checked before the value is read.
    unsafe {
        if mlirAttributeIsABool(attribute.to_raw()) {
            return Some(i64::from(mlirBoolAttrGetValue(attribute.to_raw())));
        }
        if !mlirAttributeIsAInteger(attribute.to_raw()) {
            return None;
        }
        let ty = mlirAttributeGetType(attribute.to_raw());
        if mlirTypeIsAInteger(ty) && mlirIntegerTypeIsUnsigned(ty) {
            return Some(mlirIntegerAttrGetValueUInt(attribute.to_raw()) as i64);
        }
        if mlirTypeIsAInteger(ty) && mlirIntegerTypeIsSigned(ty) {
            return Some(mlirIntegerAttrGetValueSInt(attribute.to_raw()));
        }
        Some(mlirIntegerAttrGetValueInt(attribute.to_raw()))
    }
}

/// The numbers in an attribute that is made of numbers, such as `#stablehlo.dot<…>`, each list or single number under its
/// name; none of any other attribute.
pub fn named_dimensions(attribute: Attribute<'_>) -> Option<Vec<(String, Vec<i64>)>> {
    unsafe extern "C" fn visit(name: MlirStringRef, n: isize, numbers: *const i64, user_data: *mut std::ffi::c_void) {
        // SAFETY: `user_data` is the vector below; the name and the numbers outlive the call.
        let (all, name, numbers) =
            unsafe { (&mut *user_data.cast::<Vec<(String, Vec<i64>)>>(), str_of(name), ffi::slice_of(numbers, n)) };
        all.push((name.to_string(), numbers.to_vec()));
    }
    let mut all: Vec<(String, Vec<i64>)> = Vec::new();
    // SAFETY: the callback is called during the call only, with the vector given.
    let found = unsafe { ffi::xla_visit_dimensions(attribute.to_raw(), visit, (&raw mut all).cast()) };
    found.then_some(all)
}

/// The type of a typed attribute, such as a constant's value.
pub fn value_type(attribute: Attribute<'_>) -> Type<'_> {
    // SAFETY: the attribute is alive; one without a type of its own has the type none.
    unsafe { Type::from_raw(mlirAttributeGetType(attribute.to_raw())) }
}

/// The text of a string attribute.
pub fn string_value(attribute: Attribute<'_>) -> Option<&str> {
    // SAFETY: the kind is checked; the text lives as long as the context.
    unsafe { mlirAttributeIsAString(attribute.to_raw()).then(|| str_of(mlirStringAttrGetValue(attribute.to_raw()))) }
}

/// The names and values of a dictionary attribute.
pub fn entries<'c>(attribute: Attribute<'c>) -> Option<Vec<(&'c str, Attribute<'c>)>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked first, and indices are below the length; names are interned in the context.
    unsafe {
        mlirAttributeIsADictionary(raw).then(|| {
            (0..mlirDictionaryAttrGetNumElements(raw))
                .map(|i| mlirDictionaryAttrGetElement(raw, i))
                .map(|named| (str_of(mlirIdentifierStr(named.name)), Attribute::from_raw(named.attribute)))
                .collect()
        })
    }
}

/// The elements of an array attribute.
pub fn array_elements(attribute: Attribute<'_>) -> Option<Vec<Attribute<'_>>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked first, and positions are below the count.
    unsafe {
        mlirAttributeIsAArray(raw).then(|| {
            (0..mlirArrayAttrGetNumElements(raw))
                .map(|i| Attribute::from_raw(mlirArrayAttrGetElement(raw, i)))
                .collect()
        })
    }
}

/// The name in a flat symbol reference.
pub fn symbol_value(attribute: Attribute<'_>) -> Option<&str> {
    // SAFETY: the kind is checked; the text lives as long as the context.
    unsafe {
        mlirAttributeIsAFlatSymbolRef(attribute.to_raw())
            .then(|| str_of(mlirFlatSymbolRefAttrGetValue(attribute.to_raw())))
    }
}

#[cfg(test)]
mod tests {
    use super::super::types::vector_type;
    use super::*;

    #[test]
    fn attributes_are_those_of_their_text() {
        let context = crate::context();
        let context = &context;
        context.load_all_available_dialects();
        let (i8, f32) = (integer_type(context, 8), Type::float32(context));
        let dynamic = super::super::DYNAMIC;
        for (attribute, text) in [
            (integer_attribute(i8, -128), "-128 : i8"),
            (integer_attribute(Type::index(context), 3), "3 : index"),
            (float_attribute(Type::bfloat16(context), 0.3), "3.007810e-01 : bf16"),
            (constant_attribute(f32, 0), "0.000000e+00 : f32"),
            (constant_attribute(vector_type(&[4], f32), 1), "dense<1.000000e+00> : vector<4xf32>"),
            (constant_attribute(vector_type(&[4], i8), -1), "dense<-1> : vector<4xi8>"),
            (bool_attribute(context, true), "true"),
            (string_attribute(context, "a \"b\""), r#""a \22b\22""#),
            (symbol_attribute(context, "f"), "@f"),
            (type_attribute(f32), "f32"),
            (i64_list(context, &[1, 2]), "[1, 2]"),
            (i64_lists(context, &[vec![0, 1], vec![]]), "[[0, 1], []]"),
            (dictionary_attribute(context, &[("b", i32_attribute(context, 1))]), "{b = 1 : i32}"),
            (i32_array(context, &[1, 0]), "array<i32: 1, 0>"),
            (i64_pairs(context, &[(1, -2)]), "dense<[[1, -2]]> : tensor<1x2xi64>"),
            (internal_linkage(context), "#llvm.linkage<internal>"),
            (bounds_attribute(context, BoundsDialect::Xla, &[8, dynamic]), "#xla.bounds<8, ?>"),
            (bounds_attribute(context, BoundsDialect::Stablehlo, &[dynamic, 2]), "#stablehlo.bounds<?, 2>"),
        ] {
            assert_eq!(attribute.to_string(), text);
            assert_eq!(Some(attribute), Attribute::parse(context, text), "{text}");
        }
    }

    #[test]
    fn parts_of_our_attributes() {
        let context = crate::context();
        let bounds = bounds_attribute(&context, BoundsDialect::Stablehlo, &[8]);
        assert_eq!(bounds_value(bounds), Some((BoundsDialect::Stablehlo, [8].as_slice())));
        let text = "#xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5], padding_value = 0.0 : f32>";
        let layout = Attribute::parse(&context, text).expect("a layout");
        assert_eq!(bounds_value(layout), None);
        let parts = layout_parts(layout).expect("a layout");
        assert_eq!((parts.minor_to_major, parts.padded_dimensions), ([0, 1].as_slice(), [3, 5].as_slice()));
        assert_eq!(parts.padding_value, Some(float_attribute(Type::float32(&context), 0.0)));
        assert!(layout_parts(bounds).is_none());
        let parse = |text: &str| Attribute::parse(&context, text).expect("an attribute");
        let handle = parse("#stablehlo.channel_handle<handle = 5, type = 2>");
        assert_eq!(channel_handle(handle), Some(ChannelHandle { handle: 5, kind: 2 }));
        assert_eq!(channel_handle(bounds), None);
        let accuracy = parse(
            "#stablehlo.result_accuracy<atol = 1.0e-5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>",
        );
        let parts = ResultAccuracy { absolute: 1e-5, relative: 0.0, ulps: 2, is_tolerance: true };
        assert_eq!(result_accuracy(accuracy), Some(parts));
        assert_eq!(result_accuracy(handle), None);
        let algorithm = parse(
            "#stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, \
             lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, \
             allow_imprecise_accumulation = false>",
        );
        assert_eq!(accumulation_type(algorithm), Some(Type::float32(&context)));
        assert_eq!(accumulation_type(accuracy), None);
    }
}
