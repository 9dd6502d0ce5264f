//! MLIR's handles under one lifetime, the context's, and how they hang together: ops in blocks, blocks in regions,
//! values with definitions and uses.

use super::op::OpExt;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Location, RegionLike, Type, TypeLike, ValueLike};
use mlir_sys::*;
use std::sync::{PoisonError, RwLock};

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

/// Replaces every use of `old`.
pub fn replace_uses<'c>(old: Value<'c>, new: Value<'c>) {
    // SAFETY: both values are alive.
    unsafe { mlirValueReplaceAllUsesOfWith(old.to_raw(), new.to_raw()) }
}

/// Replaces the operands of an op, which stays where it is.
pub fn set_operands<'c>(op: Op<'c>, operands: &[Value<'c>]) {
    let raw: Vec<MlirValue> = operands.iter().map(|value| value.to_raw()).collect();
    // SAFETY: op and values are alive, and the array has the length given.
    unsafe { mlirOperationSetOperands(op.to_raw(), raw.len() as isize, raw.as_ptr()) }
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

/// As [`take_region`], without the arguments of the first block whose numbers `drops` says, none of which has a use.
pub fn take_region_without<'c>(region: Region<'c>, drops: impl Fn(usize) -> bool) -> melior::ir::Region<'c> {
    if let Some(block) = region.first_block() {
        // From the last on, so that the numbers of those before it stay.
        for i in (0..block_args(block).len()).rev().filter(|i| drops(*i)) {
            // SAFETY: the block is alive, has the argument, and nothing uses that.
            unsafe { mlirBlockEraseArgument(block.to_raw(), i as u32) };
        }
    }
    take_region(region)
}

/// Copies of the regions of `op`, that an op can be built with.
pub fn copied_regions(op: Op<'_>) -> Vec<melior::ir::Region<'_>> {
    // SAFETY: the copy is a detached op of ours; its regions move out before it is destroyed.
    unsafe {
        let copy = Op::from_raw(mlirOperationClone(op.to_raw()));
        let regions = copy.region_list().into_iter().map(take_region).collect();
        mlirOperationDestroy(copy.to_raw());
        regions
    }
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

/// Where a value comes from, for notes.
pub fn value_location<'c>(value: Value<'c>, fallback: Location<'c>) -> Location<'c> {
    defining_op(value).map_or(fallback, |op| op.location())
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

/// The block of a value that no op defines, which is a block argument.
pub fn block_argument_owner<'c>(value: Value<'c>) -> Block<'c> {
    // SAFETY: the kind is checked first; the block lives as long as its arguments.
    unsafe {
        assert!(mlirValueIsABlockArgument(value.to_raw()), "a value without a defining op is a block argument");
        Block::from_raw(mlirBlockArgumentGetOwner(value.to_raw()))
    }
}

/// The op after `op` in its block.
pub fn next_op<'c>(op: Op<'c>) -> Option<Op<'c>> {
    // SAFETY: the op is alive and in a block; a null op means it is the last.
    unsafe {
        let next = mlirOperationGetNextInBlock(op.to_raw());
        (!next.ptr.is_null()).then(|| Op::from_raw(next))
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
