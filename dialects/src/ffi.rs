//! Declarations of the C++ glue in `glue/`.

use mlir_sys::{
    MlirAttribute, MlirBlock, MlirContext, MlirDialectRegistry, MlirLocation, MlirOperation, MlirRegion, MlirStringRef,
    MlirType, MlirValue,
};
use std::ffi::c_void;

#[repr(C)]
pub struct XlaPassOption {
    pub name: MlirStringRef,
    pub description: MlirStringRef,
    pub default_value: MlirStringRef,
    pub is_flag: bool,
}

#[repr(C)]
pub struct XlaPass {
    pub name: MlirStringRef,
    pub description: MlirStringRef,
    pub op: MlirStringRef,
    pub options: *const XlaPassOption,
    pub n_options: isize,
    pub dialects: *const MlirStringRef,
    pub n_dialects: isize,
    pub check: unsafe extern "C" fn(
        isize,
        MlirStringRef,
        unsafe extern "C" fn(MlirStringRef, *mut c_void),
        *mut c_void,
        *mut c_void,
    ),
    pub run: unsafe extern "C" fn(MlirOperation, *const MlirStringRef, isize, *mut c_void) -> bool,
    pub user_data: *mut c_void,
}

/// An op that is to be made, whose result types are asked for.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct XlaArguments {
    pub op: MlirStringRef,
    pub location: MlirLocation,
    pub n_operands: isize,
    pub operands: *const MlirValue,
    pub attributes: MlirAttribute,
    pub n_regions: isize,
    pub regions: *const MlirRegion,
}

/// A layout, and the type that it is of.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct XlaLayout {
    pub n_minor_to_major: isize,
    pub minor_to_major: *const i64,
    pub n_padded: isize,
    pub padded: *const i64,
    pub padding_value: MlirAttribute,
    pub rank: isize,
    pub shape: *const i64,
    pub element_type: MlirType,
}

pub type TypesCallback = unsafe extern "C" fn(isize, *const MlirType, *mut c_void);
pub type SizesCallback = unsafe extern "C" fn(
    MlirBlock,
    isize,
    *const MlirValue,
    isize,
    *const MlirOperation,
    isize,
    *const MlirValue,
    *mut c_void,
);
pub type FoldCallback = unsafe extern "C" fn(bool, *const c_void, *mut c_void);
pub type DimensionsCallback = unsafe extern "C" fn(MlirStringRef, isize, *const i64, *mut c_void);
pub type ReportCallback = unsafe extern "C" fn(MlirStringRef, *mut c_void);

unsafe extern "C" {
    pub fn xla_insert_dialects(registry: MlirDialectRegistry) -> bool;
    pub fn xla_load_dialects(context: MlirContext) -> bool;
    pub fn xla_has_pass(name: MlirStringRef) -> bool;
    pub fn xla_emit_diagnostic(
        location: MlirLocation,
        severity: i32,
        message: MlirStringRef,
        n_notes: isize,
        note_locations: *const MlirLocation,
        notes: *const MlirStringRef,
    );
    pub fn xla_unsupported_count() -> isize;
    pub fn xla_visit_dimensions(attribute: MlirAttribute, visit: DimensionsCallback, user_data: *mut c_void) -> bool;
    pub fn xla_token_type(context: MlirContext) -> MlirType;
    pub fn xla_matrix_tile_type(context: MlirContext) -> MlirType;
    pub fn xla_is_token(ty: MlirType) -> bool;
    pub fn xla_is_stablehlo_token(ty: MlirType) -> bool;
    pub fn xla_bounds_get(context: MlirContext, stablehlo: bool, n: isize, bounds: *const i64) -> MlirAttribute;
    pub fn xla_bounds_of(
        attribute: MlirAttribute,
        stablehlo: *mut bool,
        n: *mut isize,
        bounds: *mut *const i64,
    ) -> bool;
    pub fn xla_layout_of(
        attribute: MlirAttribute,
        n_order: *mut isize,
        order: *mut *const i64,
        n_padded: *mut isize,
        padded: *mut *const i64,
        value: *mut MlirAttribute,
    ) -> bool;
    pub fn xla_accumulation_type(attribute: MlirAttribute) -> MlirType;
    pub fn xla_result_accuracy_of(
        attribute: MlirAttribute,
        atol: *mut f64,
        rtol: *mut f64,
        ulps: *mut i64,
        is_tolerance: *mut bool,
    ) -> bool;
    pub fn xla_visit_future(ty: MlirType, visit: TypesCallback, user_data: *mut c_void) -> bool;
    pub fn xla_register_pass(pass: *const XlaPass);
    pub fn xla_register_pipeline(name: MlirStringRef, description: MlirStringRef, passes: MlirStringRef);
    pub fn xla_register_upstream(registry: MlirDialectRegistry);
}

/// A borrowed MLIR string of `text`.
pub fn string_ref(text: &(impl AsRef<[u8]> + ?Sized)) -> MlirStringRef {
    let text = text.as_ref();
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// The text of an MLIR string.
///
/// # Safety
/// `text` must point to `length` readable bytes for `'a`.
pub unsafe fn str_of<'a>(text: MlirStringRef) -> &'a str {
    if text.length == 0 {
        return "";
    }
    // SAFETY: the caller's promise. MLIR's identifiers and our texts are UTF-8; anything else reads as empty.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    std::str::from_utf8(bytes).unwrap_or("")
}

/// The slice of `n` values at `data`; empty for `n == 0`, where `data` may be null.
///
/// # Safety
/// `data` must point to `n` valid values for `'a`, or `n` be 0.
pub unsafe fn slice_of<'a, T>(data: *const T, n: isize) -> &'a [T] {
    if n <= 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(data, n as usize) }
}

/// Null, where an op is expected.
pub const NULL_OPERATION: MlirOperation = MlirOperation { ptr: std::ptr::null_mut() };
