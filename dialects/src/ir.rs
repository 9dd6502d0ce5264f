//! The view of MLIR that the dialects and the compiler work with: melior's handles under one lifetime, the
//! context's, and a builder with an insertion point.
//!
//! Handles are `Copy`. A handle to an op, value or block must not be used after that op was erased; rewriting
//! code erases an op only after its results were replaced, and drops the handle.

use crate::ffi::{str_of, string_ref};
use melior::ir::attribute::AttributeLike;
use melior::ir::operation::{OperationBuilder, OperationLike};
pub use melior::ir::{AffineExpr, AffineMap, Attribute, Location, Type};
use melior::ir::{BlockLike, Identifier, RegionLike, TypeLike, ValueLike};
use mlir_sys::*;
use std::sync::{PoisonError, RwLock};
pub use xla_scalar::Element;

/// An SSA value.
pub type Value<'c> = melior::ir::Value<'c, 'c>;
/// An operation that lives in some block (or is a top-level module).
pub type Op<'c> = melior::ir::OperationRef<'c, 'c>;
/// A block of a region.
pub type Block<'c> = melior::ir::BlockRef<'c, 'c>;
/// A region of an op.
pub type Region<'c> = melior::ir::RegionRef<'c, 'c>;
/// A region that an op is to be built with.
pub type OwnedRegion<'c> = melior::ir::Region<'c>;
/// The context everything lives in.
pub type Context = melior::Context;

/// A reference to the context that `raw` is a handle of.
///
/// melior's `Context` is the handle itself, so that a reference to one needs a place where the handle stays:
/// `ContextRef::to_ref` gives a reference into its own stack frame. Each handle seen gets a word that is never
/// freed; an address that a later context takes again has the same handle.
///
/// # Safety
/// The context must outlive `'c`.
pub unsafe fn context_at<'c>(raw: MlirContext) -> &'c Context {
    static PLACES: RwLock<Vec<(usize, usize)>> = RwLock::new(Vec::new());
    let key = raw.ptr as usize;
    let known = |places: &[(usize, usize)]| places.iter().find(|(handle, _)| *handle == key).map(|(_, place)| *place);
    let place = known(&PLACES.read().unwrap_or_else(PoisonError::into_inner));
    let place = place.unwrap_or_else(|| {
        let mut places = PLACES.write().unwrap_or_else(PoisonError::into_inner);
        known(&places).unwrap_or_else(|| {
            let place = std::ptr::from_mut(Box::leak(Box::new(raw))) as usize;
            places.push((key, place));
            place
        })
    });
    // SAFETY: the place holds the handle for good, and a `Context` is a handle and nothing more (checked below).
    unsafe { &*(place as *const Context) }
}

const _: () = assert!(size_of::<Context>() == size_of::<MlirContext>());

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

    /// Number of elements of a static shape.
    pub fn size(&self) -> i64 {
        self.shape.iter().product()
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

/// The XLA element type that an MLIR scalar type stands for.
pub fn element_of(ty: Type<'_>) -> Option<Element> {
    Element::from_mlir_name(&ty.to_string())
}

/// The MLIR scalar type of an XLA element type.
pub fn type_of(context: &Context, element: Element) -> Type<'_> {
    parse_type(context, element.mlir_name())
}

/// A type from its text, which this crate or the compiler wrote.
pub fn parse_type<'c>(context: &'c Context, text: &str) -> Type<'c> {
    Type::parse(context, text).unwrap_or_else(|| Type::none(context))
}

/// An attribute from its text, which this crate or the compiler wrote.
pub fn parse_attribute<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    Attribute::parse(context, text).unwrap_or_else(|| Attribute::unit(context))
}

/// `array<i64: …>`.
pub fn i64_array<'c>(context: &'c Context, values: &[i64]) -> Attribute<'c> {
    melior::ir::attribute::DenseI64ArrayAttribute::new(context, values).into()
}

/// An integer attribute of type `i64`.
pub fn i64_attribute(context: &Context, value: i64) -> Attribute<'_> {
    melior::ir::attribute::IntegerAttribute::new(parse_type(context, "i64"), value).into()
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
    let ty = Tensor::new(&[pairs.len() as i64, 2], parse_type(context, "i64")).ty();
    // SAFETY: the array outlives the call and has as many elements as the type.
    unsafe { Attribute::from_raw(mlirDenseElementsAttrInt64Get(ty.to_raw(), values.len() as isize, values.as_ptr())) }
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

/// The numbers in an attribute of dimension numbers, such as `#stablehlo.dot<…>`, each list under its name; none of
/// any other attribute.
pub fn named_dimensions(attribute: Attribute<'_>) -> Option<Vec<(String, Vec<i64>)>> {
    unsafe extern "C" fn visit(name: MlirStringRef, n: isize, numbers: *const i64, user_data: *mut std::ffi::c_void) {
        // SAFETY: `user_data` is the vector below; the name and the numbers outlive the call.
        let (all, name, numbers) = unsafe {
            (&mut *user_data.cast::<Vec<(String, Vec<i64>)>>(), str_of(name), crate::ffi::slice_of(numbers, n))
        };
        all.push((name.to_string(), numbers.to_vec()));
    }
    let mut all: Vec<(String, Vec<i64>)> = Vec::new();
    // SAFETY: the callback is called during the call only, with the vector given.
    let found = unsafe { crate::ffi::xla_visit_dimensions(attribute.to_raw(), visit, (&raw mut all).cast()) };
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
        mlir_sys::mlirAttributeIsADictionary(raw).then(|| {
            (0..mlir_sys::mlirDictionaryAttrGetNumElements(raw))
                .map(|i| mlir_sys::mlirDictionaryAttrGetElement(raw, i))
                .map(|named| (str_of(mlirIdentifierStr(named.name)), Attribute::from_raw(named.attribute)))
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

/// What is asked of ops.
pub trait OpExt<'c> {
    /// The context.
    fn ctx(&self) -> &'c Context;
    /// The op's name, such as `xla.add`.
    fn name_str(&self) -> &'c str;
    /// The name without its dialect.
    fn mnemonic(&self) -> &'c str;
    /// Where it is from.
    fn loc(&self) -> Location<'c>;
    /// Its operands.
    fn ins(&self) -> Vec<Value<'c>>;
    /// Its operand `i`; a panic if there is none.
    fn input(&self, i: usize) -> Value<'c>;
    /// Its results.
    fn outs(&self) -> Vec<Value<'c>>;
    /// Its result `i`; a panic if there is none.
    fn output(&self, i: usize) -> Value<'c>;
    /// An inherent or discardable attribute.
    fn attr(&self, name: &str) -> Option<Attribute<'c>>;
    /// An `array<i64>` attribute; empty when absent.
    fn i64s(&self, name: &str) -> Vec<i64>;
    /// An integer attribute.
    fn int(&self, name: &str) -> Option<i64>;
    /// Its regions.
    fn region_list(&self) -> Vec<Region<'c>>;
    /// The only block of region `i`, if there is one.
    fn body(&self, i: usize) -> Option<Block<'c>>;
    /// The block the op is in.
    fn parent_block(&self) -> Option<Block<'c>>;
    /// The op whose region the op is in.
    fn parent_op(&self) -> Option<Op<'c>>;
    /// All attributes, inherent and discardable, by name.
    fn attrs(&self) -> Vec<(&'c str, Attribute<'c>)>;
    /// Sets an attribute.
    fn set_attr(&self, name: &str, attribute: Attribute<'c>);
    /// Removes an attribute.
    fn remove_attr(&self, name: &str);
    /// Sets operand `i`; a panic if there is none.
    fn set_input(&self, i: usize, value: Value<'c>);
    /// Replaces all uses of the results by `values` and erases the op.
    fn replace(self, values: &[Value<'c>]);
    /// Erases the op, whose results must have no uses.
    fn erase(self);
    /// All ops inside, this one included, parents before children.
    fn walk_ops(&self) -> Vec<Op<'c>>;
}

impl<'c> OpExt<'c> for Op<'c> {
    fn ctx(&self) -> &'c Context {
        // SAFETY: every op lives in a context that outlives 'c.
        unsafe { context_at(mlirOperationGetContext(self.to_raw())) }
    }
    fn name_str(&self) -> &'c str {
        // SAFETY: identifiers are interned in the context.
        unsafe { str_of(mlirIdentifierStr(mlirOperationGetName(self.to_raw()))) }
    }
    fn mnemonic(&self) -> &'c str {
        self.name_str().split_once('.').map_or("", |(_, mnemonic)| mnemonic)
    }
    fn loc(&self) -> Location<'c> {
        self.location()
    }
    fn ins(&self) -> Vec<Value<'c>> {
        (0..self.operand_count()).map(|i| self.input(i)).collect()
    }
    fn input(&self, i: usize) -> Value<'c> {
        assert!(i < self.operand_count(), "no operand {i}: {self}");
        // SAFETY: the op has operand `i`.
        unsafe { Value::from_raw(mlirOperationGetOperand(self.to_raw(), i as isize)) }
    }
    fn outs(&self) -> Vec<Value<'c>> {
        (0..self.result_count()).map(|i| self.output(i)).collect()
    }
    fn output(&self, i: usize) -> Value<'c> {
        assert!(i < self.result_count(), "no result {i}: {self}");
        // SAFETY: the op has result `i`.
        unsafe { Value::from_raw(mlirOperationGetResult(self.to_raw(), i as isize)) }
    }
    fn attr(&self, name: &str) -> Option<Attribute<'c>> {
        // SAFETY: the name outlives the call; a null attribute means absent.
        unsafe {
            let raw = mlirOperationGetAttributeByName(self.to_raw(), string_ref(name));
            (!raw.ptr.is_null()).then(|| Attribute::from_raw(raw))
        }
    }
    fn i64s(&self, name: &str) -> Vec<i64> {
        self.attr(name).and_then(i64_values).unwrap_or_default()
    }
    fn int(&self, name: &str) -> Option<i64> {
        self.attr(name).and_then(int_value)
    }
    fn region_list(&self) -> Vec<Region<'c>> {
        // SAFETY: indices are below the op's region count.
        unsafe {
            (0..mlirOperationGetNumRegions(self.to_raw()))
                .map(|i| Region::from_raw(mlirOperationGetRegion(self.to_raw(), i)))
                .collect()
        }
    }
    fn body(&self, i: usize) -> Option<Block<'c>> {
        self.region_list().get(i)?.first_block()
    }
    fn parent_block(&self) -> Option<Block<'c>> {
        // SAFETY: a null block means the op is not in one.
        unsafe {
            let raw = mlirOperationGetBlock(self.to_raw());
            (!raw.ptr.is_null()).then(|| Block::from_raw(raw))
        }
    }
    fn parent_op(&self) -> Option<Op<'c>> {
        // SAFETY: a null op means there is no parent.
        unsafe {
            let raw = mlirOperationGetParentOperation(self.to_raw());
            (!raw.ptr.is_null()).then(|| Op::from_raw(raw))
        }
    }
    fn attrs(&self) -> Vec<(&'c str, Attribute<'c>)> {
        // SAFETY: indices are below the attribute count; names are interned in the context.
        unsafe {
            (0..mlirOperationGetNumAttributes(self.to_raw()))
                .map(|i| mlirOperationGetAttribute(self.to_raw(), i))
                .map(|named| (str_of(mlirIdentifierStr(named.name)), Attribute::from_raw(named.attribute)))
                .collect()
        }
    }
    fn set_attr(&self, name: &str, attribute: Attribute<'c>) {
        // SAFETY: the name outlives the call.
        unsafe { mlirOperationSetAttributeByName(self.to_raw(), string_ref(name), attribute.to_raw()) }
    }
    fn remove_attr(&self, name: &str) {
        // SAFETY: the name outlives the call.
        unsafe {
            mlirOperationRemoveAttributeByName(self.to_raw(), string_ref(name));
        }
    }
    fn set_input(&self, i: usize, value: Value<'c>) {
        assert!(i < self.operand_count(), "no operand {i}: {self}");
        // SAFETY: the op has operand `i`.
        unsafe { mlirOperationSetOperand(self.to_raw(), i as isize, value.to_raw()) }
    }
    fn replace(self, values: &[Value<'c>]) {
        for (old, new) in self.outs().into_iter().zip(values) {
            replace_uses(old, *new);
        }
        self.erase();
    }
    fn erase(self) {
        // SAFETY: results have no uses left, and the handle is consumed.
        unsafe { mlirOperationDestroy(self.to_raw()) }
    }
    fn walk_ops(&self) -> Vec<Op<'c>> {
        let mut ops = vec![*self];
        for region in self.region_list() {
            for block in blocks(region) {
                for op in block_ops(block) {
                    ops.extend(op.walk_ops());
                }
            }
        }
        ops
    }
}

/// Replaces every use of `old`.
pub fn replace_uses<'c>(old: Value<'c>, new: Value<'c>) {
    // SAFETY: both values are alive.
    unsafe { mlirValueReplaceAllUsesOfWith(old.to_raw(), new.to_raw()) }
}

/// Changes the type of a value in place: the caller answers for its definition and uses.
pub fn set_type<'c>(value: Value<'c>, ty: Type<'c>) {
    // SAFETY: the value is alive.
    unsafe { mlirValueSetType(value.to_raw(), ty.to_raw()) }
}

/// Takes the blocks out of `region`, which is left empty, into a region that an op can be built with.
pub fn take_region(region: Region<'_>) -> melior::ir::Region<'_> {
    let taken = melior::ir::Region::new();
    // SAFETY: both regions are alive; the blocks move from one to the other.
    unsafe { mlirRegionTakeBody(taken.to_raw(), region.to_raw()) };
    taken
}

/// Moves `op` to the end of `block`.
pub fn move_to_end(op: Op<'_>, block: Block<'_>) {
    // SAFETY: both are alive; the block owns the op from here on.
    unsafe {
        mlirOperationRemoveFromParent(op.to_raw());
        mlirBlockAppendOwnedOperation(block.to_raw(), op.to_raw());
    }
}

/// Whether anything uses `value`.
pub fn has_uses(value: Value<'_>) -> bool {
    // SAFETY: the value is alive; a null use means none.
    unsafe { !mlirOpOperandIsNull(mlirValueGetFirstUse(value.to_raw())) }
}

/// The ops that use `value`, one entry a use, with the operand's number.
pub fn uses<'c>(value: Value<'c>) -> Vec<(Op<'c>, usize)> {
    let mut all = Vec::new();
    // SAFETY: the use list is walked without change.
    unsafe {
        let mut operand = mlirValueGetFirstUse(value.to_raw());
        while !mlirOpOperandIsNull(operand) {
            all.push((Op::from_raw(mlirOpOperandGetOwner(operand)), mlirOpOperandGetOperandNumber(operand) as usize));
            operand = mlirOpOperandGetNextUse(operand);
        }
    }
    all
}

/// The op that defines `value`; none for a block argument.
pub fn defining_op<'c>(value: Value<'c>) -> Option<Op<'c>> {
    // SAFETY: the kind is checked first.
    unsafe { mlirValueIsAOpResult(value.to_raw()).then(|| Op::from_raw(mlirOpResultGetOwner(value.to_raw()))) }
}

/// Which result of its op `value` is; 0 for a block argument.
pub fn result_number(value: Value<'_>) -> usize {
    // SAFETY: the kind is checked first.
    unsafe {
        if mlirValueIsAOpResult(value.to_raw()) { mlirOpResultGetResultNumber(value.to_raw()) as usize } else { 0 }
    }
}

/// The value's type.
pub fn type_of_value<'c>(value: Value<'c>) -> Type<'c> {
    value.r#type()
}

/// The value's tensor type, if it has one.
pub fn tensor_of<'c>(value: Value<'c>) -> Option<Tensor<'c>> {
    Tensor::of(value.r#type())
}

/// Where a value comes from, for notes.
pub fn value_location<'c>(value: Value<'c>, fallback: Location<'c>) -> Location<'c> {
    defining_op(value).map_or(fallback, |op| op.loc())
}

/// The blocks of a region.
pub fn blocks<'c>(region: Region<'c>) -> Vec<Block<'c>> {
    let mut all = Vec::new();
    let mut next = region.first_block();
    while let Some(block) = next {
        all.push(block);
        next = block.next_in_region();
    }
    all
}

/// The ops of a block, as they stand when called: the list does not follow later changes.
pub fn block_ops<'c>(block: Block<'c>) -> Vec<Op<'c>> {
    let first = first_op(block);
    first.into_iter().chain(first.into_iter().flat_map(ops_after)).collect()
}

/// The first op of a block.
pub fn first_op<'c>(block: Block<'c>) -> Option<Op<'c>> {
    // SAFETY: the block is alive, and so is its op.
    unsafe {
        let first = mlirBlockGetFirstOperation(block.to_raw());
        (!first.ptr.is_null()).then(|| Op::from_raw(first))
    }
}

/// The ops after `op` in its block, as they stand when called.
pub fn ops_after<'c>(op: Op<'c>) -> Vec<Op<'c>> {
    let mut all = Vec::new();
    // SAFETY: the block's list is walked without change.
    unsafe {
        let mut next = mlirOperationGetNextInBlock(op.to_raw());
        while !next.ptr.is_null() {
            all.push(Op::from_raw(next));
            next = mlirOperationGetNextInBlock(next);
        }
    }
    all
}

/// A block's arguments.
pub fn block_args<'c>(block: Block<'c>) -> Vec<Value<'c>> {
    // SAFETY: indices are below the argument count.
    unsafe {
        (0..mlirBlockGetNumArguments(block.to_raw()))
            .map(|i| Value::from_raw(mlirBlockGetArgument(block.to_raw(), i)))
            .collect()
    }
}

/// A block's terminator.
pub fn terminator<'c>(block: Block<'c>) -> Option<Op<'c>> {
    // SAFETY: a null op means there is none.
    unsafe {
        let raw = mlirBlockGetTerminator(block.to_raw());
        (!raw.ptr.is_null()).then(|| Op::from_raw(raw))
    }
}

/// Creates ops at an insertion point.
#[derive(Clone, Copy)]
pub struct Builder<'c> {
    /// The context.
    pub context: &'c Context,
    /// The location new ops get.
    pub location: Location<'c>,
    block: Block<'c>,
    before: Option<Op<'c>>,
}

impl<'c> Builder<'c> {
    /// Builds in front of `op`, with its location.
    pub fn before(op: Op<'c>) -> Option<Self> {
        Some(Self { context: op.ctx(), location: op.loc(), block: op.parent_block()?, before: Some(op) })
    }

    /// Builds at the end of `block`.
    pub fn at_end(context: &'c Context, block: Block<'c>, location: Location<'c>) -> Self {
        Self { context, location, block, before: None }
    }

    /// Builds at the start of `block`.
    pub fn at_start(context: &'c Context, block: Block<'c>, location: Location<'c>) -> Self {
        Self { context, location, block, before: first_op(block) }
    }

    /// The same insertion point with another location.
    pub fn located(&self, location: Location<'c>) -> Self {
        Self { location, ..*self }
    }

    /// The block that is built into.
    pub fn block(&self) -> Block<'c> {
        self.block
    }

    /// Creates the op `name` at the insertion point.
    ///
    /// An op that cannot be built is a bug of the caller's: names and attributes are the compiler's own.
    pub fn create(
        &self,
        name: &str,
        operands: &[Value<'c>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
        regions: Vec<melior::ir::Region<'c>>,
    ) -> Op<'c> {
        let attributes: Vec<_> =
            attributes.iter().map(|(name, value)| (Identifier::new(self.context, name), *value)).collect();
        let op = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(results)
            .add_attributes(&attributes)
            .add_regions_vec(regions)
            .build()
            .unwrap_or_else(|error| panic!("cannot build {name}: {error}"));
        self.insert(op)
    }

    /// Inserts an op that was built.
    pub fn insert(&self, op: melior::ir::Operation<'c>) -> Op<'c> {
        let inserted = match self.before {
            Some(before) => self.block.insert_operation_before(before, op),
            None => self.block.append_operation(op),
        };
        // SAFETY: the op now belongs to the block, which lives as long as the module.
        unsafe { Op::from_raw(inserted.to_raw()) }
    }

    /// Creates an op without regions and gives its first result.
    pub fn value(
        &self,
        name: &str,
        operands: &[Value<'c>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c> {
        self.create(name, operands, &[result], attributes, Vec::new()).output(0)
    }

    /// A type from its text.
    pub fn ty(&self, text: &str) -> Type<'c> {
        parse_type(self.context, text)
    }

    /// An attribute from its text.
    pub fn attr(&self, text: &str) -> Attribute<'c> {
        parse_attribute(self.context, text)
    }

    /// A region with one block of the given argument types, filled by `fill`.
    pub fn region(
        &self,
        arguments: &[Type<'c>],
        fill: impl FnOnce(&Builder<'c>, &[Value<'c>]),
    ) -> melior::ir::Region<'c> {
        let arguments: Vec<_> = arguments.iter().map(|ty| (*ty, self.location)).collect();
        let region = melior::ir::Region::new();
        let block = region.append_block(melior::ir::Block::new(&arguments));
        // SAFETY: the block belongs to the region, which the caller gives to an op; moving a region keeps its blocks.
        let block = unsafe { Block::from_raw(block.to_raw()) };
        fill(&Builder::at_end(self.context, block, self.location), &block_args(block));
        region
    }
}
