//! What is asked of ops.

use super::attributes::{i64_values, int_value};
use super::handles::{Block, Context, Op, Region, Value, block_ops, blocks, context_at, replace_uses};
use crate::ffi::{str_of, string_ref};
use melior::ir::attribute::AttributeLike;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Location, RegionLike, ValueLike};
use mlir_sys::*;

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
