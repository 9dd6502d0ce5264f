//! Creates ops.

use super::handles::{Block, Context, Op, OwnedRegion, Value, block_args, first_op, move_to_end, next_op};
use super::op::OpExt;
use super::types::{integer_type, machine_type, type_of};
use melior::ir::operation::OperationBuilder;
use melior::ir::{Attribute, BlockLike, Identifier, Location, RegionLike, Type};
use xla_scalar::{Element, Machine};

/// Creates ops at an insertion point.
#[derive(Clone, Copy)]
pub struct Builder<'c> {
    /// The context.
    pub context: &'c Context,
    /// The location new ops get.
    pub location: Location<'c>,
    block: Block<'c>,
    before: Option<Op<'c>>,
    pub(crate) result_type: Option<Type<'c>>,
}

impl<'c> Builder<'c> {
    /// Builds in front of `op`, with its location.
    pub fn before(op: Op<'c>) -> Option<Self> {
        Some(Self {
            context: op.ctx(),
            location: op.loc(),
            block: op.parent_block()?,
            before: Some(op),
            result_type: None,
        })
    }

    /// Builds behind `op`, with its location.
    pub fn after(op: Op<'c>) -> Option<Self> {
        let before = next_op(op);
        Some(Self { before, ..Self::before(op)? })
    }

    /// Builds at the end of `block`.
    pub fn at_end(context: &'c Context, block: Block<'c>, location: Location<'c>) -> Self {
        Self { context, location, block, before: None, result_type: None }
    }

    /// Builds at the start of `block`.
    pub fn at_start(context: &'c Context, block: Block<'c>, location: Location<'c>) -> Self {
        Self { context, location, block, before: first_op(block), result_type: None }
    }

    /// The same insertion point with another location.
    pub fn located(&self, location: Location<'c>) -> Self {
        Self { location, ..*self }
    }

    /// The same insertion point for an op of [`crate::ods`] whose one result has type `ty`, where it could be inferred: a
    /// type with an encoding, say, that inference does not know of.
    pub fn typed(&self, ty: Type<'c>) -> Self {
        Self { result_type: Some(ty), ..*self }
    }

    /// The block that is built into.
    pub fn block(&self) -> Block<'c> {
        self.block
    }

    /// The op that is built in front of; none at the end of the block.
    pub fn next(&self) -> Option<Op<'c>> {
        self.before
    }

    /// Moves `op` to the insertion point.
    pub fn take(&self, op: Op<'c>) {
        match self.before {
            // SAFETY: both ops are alive.
            Some(before) => unsafe { mlir_sys::mlirOperationMoveBefore(op.to_raw(), before.to_raw()) },
            None => move_to_end(op, self.block),
        }
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
        regions: Vec<OwnedRegion<'c>>,
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

    /// The signless integer type of so many bits: `i32`.
    pub fn integer(&self, bits: u32) -> Type<'c> {
        integer_type(self.context, bits)
    }

    /// `index`.
    pub fn index(&self) -> Type<'c> {
        Type::index(self.context)
    }

    /// The type of an XLA element type.
    pub fn element(&self, element: Element) -> Type<'c> {
        type_of(self.context, element)
    }

    /// The type of a machine type.
    pub fn machine(&self, machine: Machine) -> Type<'c> {
        machine_type(self.context, machine)
    }

    /// A region with one block of the given argument types, filled by `fill`.
    pub fn region(&self, arguments: &[Type<'c>], fill: impl FnOnce(&Builder<'c>, &[Value<'c>])) -> OwnedRegion<'c> {
        let arguments: Vec<_> = arguments.iter().map(|ty| (*ty, self.location)).collect();
        let region = OwnedRegion::new();
        let block = region.append_block(melior::ir::Block::new(&arguments));
        // SAFETY: the block belongs to the region, which the caller gives to an op; moving a region keeps its blocks.
        let block = unsafe { Block::from_raw(block.to_raw()) };
        fill(&Builder::at_end(self.context, block, self.location), &block_args(block));
        region
    }
}
