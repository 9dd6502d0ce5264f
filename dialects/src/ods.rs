//! The ops of our dialects and of those upstream dialects that we make or match, as their ODS declares them.
//!
//! Each dialect is a module, written by `build/ods.rs`, which also lists the ops of the larger dialects that are
//! wanted:
//!
//! - `arith::Kind` enumerates the ops: `match arith::Kind::of(op)`. [`Kind`] is an op of any of the dialects.
//! - `arith::AddI` is a view of an operation that is an `arith.addi`, with an accessor for each operand, result, region
//!   and attribute. `AddI::of(op)` asks whether it is one, `AddI::cast(op)` is for where it must be.
//! - `arith::addi` builds one and returns the result, or the operation if it has none or several; `arith::addi_with`
//!   also takes the optional attributes, an `arith::AddIOptions`. Result types are inferred where the op can; `&builder.typed(ty)`
//!   gives another one that is as right, with an encoding, say. An op that
//!   is built of more than five parts has a struct instead, such as `vector::TransferReadParts { … }.build(builder)`.
//! - `arith::CmpIPredicate` and the like are the enums that attributes hold; sets of bits are combined with `|`.
//! - A name that is a keyword of Rust has `_` behind it: `scf::for_`, `linalg::yield_`.
//!
//! ```
//! use xla_dialect::ir::{Builder, Op, Value};
//! use xla_dialect::ods::arith;
//!
//! /// The greater of two numbers.
//! fn max<'c>(builder: &Builder<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
//!     let greater = arith::cmpi(builder, arith::CmpIPredicate::Sgt, a, b);
//!     arith::select(builder, greater, a, b)
//! }
//!
//! /// The operands of an op that adds.
//! fn addends<'c>(op: Op<'c>) -> Option<[Value<'c>; 2]> {
//!     match arith::Kind::of(op)? {
//!         arith::Kind::AddI => Some([arith::AddI::cast(op).lhs(), arith::AddI::cast(op).rhs()]),
//!         arith::Kind::AddF => Some([arith::AddF::cast(op).lhs(), arith::AddF::cast(op).rhs()]),
//!         _ => None,
//!     }
//! }
//! ```
//!
//! An accessor of a part that the op is declared to have panics, with the op's text, where it has not: verified IR never
//! lacks it. Properties that are no attributes, such as the flags of `llvm.add`, have no accessor and keep their default.

use crate::ir::{Op, OpExt};

pub use support::EnumAttribute;

include!(concat!(env!("OUT_DIR"), "/ods.rs"));

impl Kind {
    /// Which op of which dialect `op` is; none of an op that is not listed.
    pub fn of(op: Op<'_>) -> Option<Self> {
        Self::from_name(op.name_str())
    }
}

/// What the modules are written with.
mod support {
    pub use crate::ir::int_value;
    pub use crate::ir::{AffineMap, Attribute, Block, Builder, Context, Op, OpExt, OwnedRegion, Region, Type, Value};
    use crate::ir::{bool_values, float_value, i64_values, string_value, symbol_value};
    use melior::ir::Identifier;
    pub use melior::ir::ValueLike;
    pub use melior::ir::attribute::AttributeLike;
    use melior::ir::attribute::{
        ArrayAttribute, BoolAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute,
        FloatAttribute, IntegerAttribute, StringAttribute, TypeAttribute,
    };
    use melior::ir::operation::OperationBuilder;
    pub use melior::ir::operation::OperationLike;
    use melior::ir::r#type::IntegerType;
    use mlir_sys::*;
    pub use mlir_sys::{MlirAttribute, MlirContext};
    use std::ops::Range;

    /// An op that is being put together.
    pub struct State<'b, 'c> {
        builder: &'b Builder<'c>,
        name: &'static str,
        operation: OperationBuilder<'c>,
    }

    impl<'b, 'c> State<'b, 'c> {
        pub fn new(builder: &'b Builder<'c>, name: &'static str) -> Self {
            Self { builder, name, operation: OperationBuilder::new(name, builder.location) }
        }

        fn with(self, add: impl FnOnce(OperationBuilder<'c>) -> OperationBuilder<'c>) -> Self {
            Self { operation: add(self.operation), ..self }
        }

        pub fn operands(self, operands: &[Value<'c>]) -> Self {
            self.with(|operation| operation.add_operands(operands))
        }

        pub fn attribute(self, name: &str, value: impl IntoAttribute<'c>) -> Self {
            let context = self.builder.context;
            let named = (Identifier::new(context, name), value.into_attribute(context));
            self.with(|operation| operation.add_attributes(&[named]))
        }

        pub fn optional(self, name: &str, value: Option<impl IntoAttribute<'c>>) -> Self {
            match value {
                Some(value) => self.attribute(name, value),
                None => self,
            }
        }

        pub fn flag(self, name: &str, set: bool) -> Self {
            let unit = set.then(|| Attribute::unit(self.builder.context));
            self.optional(name, unit)
        }

        pub fn regions(self, regions: Vec<OwnedRegion<'c>>) -> Self {
            self.with(|operation| operation.add_regions_vec(regions))
        }

        pub fn successors(self, blocks: &[Block<'c>]) -> Self {
            let blocks: Vec<&melior::ir::Block<'c>> = blocks.iter().map(|block| &**block).collect();
            self.with(|operation| operation.add_successors(&blocks))
        }

        pub fn results(self, types: &[Type<'c>]) -> Self {
            self.with(|operation| operation.add_results(types))
        }

        pub fn results_like(self, operands: &[Value<'c>]) -> Self {
            let types: Vec<_> = operands.iter().map(ValueLike::r#type).collect();
            self.results(&types)
        }

        pub fn infer(self) -> Self {
            match self.builder.result_type {
                Some(ty) => self.results(&[ty]),
                None => self.with(OperationBuilder::enable_result_type_inference),
            }
        }

        pub fn build(self) -> Op<'c> {
            let op = self.operation.build();
            self.builder.insert(op.unwrap_or_else(|error| panic!("cannot build {}: {error}", self.name)))
        }

        pub fn value(self) -> Value<'c> {
            self.build().output(0)
        }
    }

    /// An enum that an attribute holds.
    pub trait EnumAttribute: Copy {
        /// The number that ODS gives the case.
        fn value(self) -> i64;
        /// The case of this number.
        fn from_value(value: i64) -> Option<Self>;
        /// The attribute that holds the case.
        fn to_attribute(self, context: &Context) -> Attribute<'_>;
        /// The case that an attribute holds; none of an attribute of another kind.
        fn from_attribute(attribute: Attribute<'_>) -> Option<Self>;
    }

    /// What can be put into an attribute.
    pub trait IntoAttribute<'c> {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c>;
    }

    /// What can be read from an attribute: none of one of another kind.
    pub trait FromAttribute<'c>: Sized {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self>;
    }

    impl<'c, T: EnumAttribute> IntoAttribute<'c> for T {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            self.to_attribute(context)
        }
    }

    impl<'c, T: EnumAttribute> FromAttribute<'c> for T {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            T::from_attribute(attribute)
        }
    }

    impl<'c> IntoAttribute<'c> for bool {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            BoolAttribute::new(context, self).into()
        }
    }

    impl<'c> FromAttribute<'c> for bool {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            int_value(attribute).map(|value| value != 0)
        }
    }

    impl<'c> IntoAttribute<'c> for i64 {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            integer(context, 64, self)
        }
    }

    impl<'c> FromAttribute<'c> for i64 {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            int_value(attribute)
        }
    }

    impl<'c> IntoAttribute<'c> for i32 {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            integer(context, 32, self.into())
        }
    }

    impl<'c> FromAttribute<'c> for i32 {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            int_value(attribute)?.try_into().ok()
        }
    }

    impl<'c> IntoAttribute<'c> for f32 {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            FloatAttribute::new(context, Type::float32(context), self.into()).into()
        }
    }

    impl<'c> FromAttribute<'c> for f32 {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            float_value(attribute).map(|value| value as f32)
        }
    }

    impl<'c> IntoAttribute<'c> for &str {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            StringAttribute::new(context, self).into()
        }
    }

    impl<'c> FromAttribute<'c> for &'c str {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            string_value(attribute)
        }
    }

    impl<'c> IntoAttribute<'c> for &[i32] {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            DenseI32ArrayAttribute::new(context, self).into()
        }
    }

    impl<'c> FromAttribute<'c> for Vec<i32> {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            let raw = attribute.to_raw();
            // SAFETY: the kind is checked before the elements are read.
            unsafe {
                let all =
                    || (0..mlirDenseArrayGetNumElements(raw)).map(|i| mlirDenseI32ArrayGetElement(raw, i)).collect();
                mlirAttributeIsADenseI32Array(raw).then(all)
            }
        }
    }

    impl<'c> IntoAttribute<'c> for &[i64] {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            DenseI64ArrayAttribute::new(context, self).into()
        }
    }

    impl<'c> FromAttribute<'c> for Vec<i64> {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            i64_values(attribute)
        }
    }

    impl<'c> IntoAttribute<'c> for &[bool] {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            let values: Vec<i32> = self.iter().map(|value| i32::from(*value)).collect();
            // SAFETY: the array outlives the call.
            unsafe {
                Attribute::from_raw(mlirDenseBoolArrayGet(context.to_raw(), values.len() as isize, values.as_ptr()))
            }
        }
    }

    impl<'c> FromAttribute<'c> for Vec<bool> {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            bool_values(attribute)
        }
    }

    impl<'c> IntoAttribute<'c> for Type<'c> {
        fn into_attribute(self, _context: &'c Context) -> Attribute<'c> {
            TypeAttribute::new(self).into()
        }
    }

    impl<'c> FromAttribute<'c> for Type<'c> {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            let raw = attribute.to_raw();
            // SAFETY: the kind is checked before the type is read.
            unsafe { mlirAttributeIsAType(raw).then(|| Type::from_raw(mlirTypeAttrGetValue(raw))) }
        }
    }

    impl<'c> IntoAttribute<'c> for AffineMap<'c> {
        fn into_attribute(self, _context: &'c Context) -> Attribute<'c> {
            // SAFETY: the map is alive.
            unsafe { Attribute::from_raw(mlirAffineMapAttrGet(self.to_raw())) }
        }
    }

    impl<'c> FromAttribute<'c> for AffineMap<'c> {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            let raw = attribute.to_raw();
            // SAFETY: the kind is checked before the map is read.
            unsafe { mlirAttributeIsAAffineMap(raw).then(|| AffineMap::from_raw(mlirAffineMapAttrGetValue(raw))) }
        }
    }

    impl<'c> IntoAttribute<'c> for Attribute<'c> {
        fn into_attribute(self, _context: &'c Context) -> Attribute<'c> {
            self
        }
    }

    impl<'c> FromAttribute<'c> for Attribute<'c> {
        fn from_attribute(attribute: Attribute<'c>) -> Option<Self> {
            Some(attribute)
        }
    }

    /// A reference to a symbol.
    pub struct Symbol<'a>(pub &'a str);

    impl<'c> IntoAttribute<'c> for Symbol<'_> {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            FlatSymbolRefAttribute::new(context, self.0).into()
        }
    }

    /// An array attribute.
    pub struct List<'a, T>(pub &'a [T]);

    impl<'c, T: IntoAttribute<'c> + Copy> IntoAttribute<'c> for List<'_, T> {
        fn into_attribute(self, context: &'c Context) -> Attribute<'c> {
            let values: Vec<_> = self.0.iter().map(|value| value.into_attribute(context)).collect();
            ArrayAttribute::new(context, &values).into()
        }
    }

    /// An integer attribute of so many bits.
    pub fn integer(context: &Context, bits: u32, value: i64) -> Attribute<'_> {
        IntegerAttribute::new(IntegerType::new(context, bits).into(), value).into()
    }

    /// The attribute `name`, read as a `T`.
    pub fn read<'c, T: FromAttribute<'c>>(op: Op<'c>, name: &str) -> Option<T> {
        op.attr(name).and_then(T::from_attribute)
    }

    /// The symbol that the attribute `name` refers to.
    pub fn symbol<'c>(op: Op<'c>, name: &str) -> Option<&'c str> {
        op.attr(name).and_then(symbol_value)
    }

    /// The elements of the array `name`, each read as a `T`.
    pub fn list<'c, T: FromAttribute<'c>>(op: Op<'c>, name: &str) -> Option<Vec<T>> {
        let raw = op.attr(name)?.to_raw();
        // SAFETY: the kind is checked first; positions are below the count.
        unsafe {
            if !mlirAttributeIsAArray(raw) {
                return None;
            }
            let elements = (0..mlirArrayAttrGetNumElements(raw)).map(|i| mlirArrayAttrGetElement(raw, i));
            elements.map(|element| T::from_attribute(Attribute::from_raw(element))).collect()
        }
    }

    /// Panics if `op` is no `name`.
    pub fn expect(op: Op<'_>, name: &str) {
        assert!(op.name_str() == name, "not a {name}: {op}");
    }

    /// What a required attribute holds.
    pub fn required<T>(op: Op<'_>, name: &str, value: Option<T>) -> T {
        value.unwrap_or_else(|| panic!("no valid attribute `{name}` on {op}"))
    }

    /// Region `i`.
    pub fn region<'c>(op: Op<'c>, i: usize) -> Region<'c> {
        op.region_list().get(i).copied().unwrap_or_else(|| panic!("no region {i} in {op}"))
    }

    /// The numbers of the operands or results in segment `i`, by the attribute `name`.
    pub fn segment(op: Op<'_>, name: &str, i: usize) -> Range<usize> {
        let sizes: Vec<i32> = required(op, name, read(op, name));
        let end = |n: usize| sizes.iter().take(n).map(|size| *size as usize).sum();
        end(i)..end(i + 1)
    }

    /// These operands.
    pub fn operands<'c>(op: Op<'c>, range: Range<usize>) -> Vec<Value<'c>> {
        range.map(|i| op.input(i)).collect()
    }

    /// These results.
    pub fn results<'c>(op: Op<'c>, range: Range<usize>) -> Vec<Value<'c>> {
        range.map(|i| op.output(i)).collect()
    }
}

/// Whether the op called `name` has type inference.
#[cfg(test)]
pub(crate) fn infers(context: &crate::ir::Context, name: &str) -> bool {
    // SAFETY: the name outlives the call; the context is alive.
    unsafe {
        let id = mlir_sys::mlirInferTypeOpInterfaceTypeID();
        mlir_sys::mlirOperationImplementsInterfaceStatic(crate::ffi::string_ref(name), context.to_raw(), id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{AffineMap, Attribute, Block, Builder, Context, Location, Type, block_ops};
    use melior::ir::operation::OperationLike;
    use melior::ir::{BlockLike, RegionLike, ValueLike};

    fn loaded() -> Context {
        let context = crate::context();
        context.load_all_available_dialects();
        context
    }

    /// The text of the body of a module that `fill` builds, which MLIR's verifier has accepted.
    fn built(fill: impl for<'c> FnOnce(&Builder<'c>)) -> String {
        let context = loaded();
        let location = Location::unknown(&context);
        let module = melior::ir::Module::new(location);
        // SAFETY: the module's body lives as long as the module.
        let body = unsafe { Block::from_raw(module.body().to_raw()) };
        fill(&Builder::at_end(&context, body, location));
        assert!(module.as_operation().verify(), "{}", module.as_operation());
        let ops: Vec<String> = block_ops(body).iter().map(ToString::to_string).collect();
        ops.join("\n")
    }

    #[test]
    fn inferred_result_types() {
        let context = loaded();
        let missing: Vec<_> = INFERRED.iter().filter(|name| !infers(&context, name)).collect();
        assert!(missing.is_empty(), "no type inference: {missing:?}");
    }

    #[test]
    fn kinds_have_the_names_they_are_found_by() {
        let kind = Kind::from_name("vector.transfer_read");
        assert_eq!(kind, Some(Kind::Vector(vector::Kind::TransferRead)));
        assert_eq!(kind.map(Kind::name), Some("vector.transfer_read"));
        for kind in stablehlo::Kind::ALL {
            assert_eq!(stablehlo::Kind::from_mnemonic(kind.mnemonic()), Some(*kind));
        }
        assert_eq!(Kind::from_name("vector.no_such_op"), None);
    }

    fn constant<'c>(builder: &Builder<'c>, text: &str) -> crate::ir::Value<'c> {
        arith::constant(builder, Attribute::parse(builder.context, text).expect("an attribute"))
    }

    #[test]
    fn ops_are_built_and_read() {
        let text = built(|builder| {
            let (zero, one) = (constant(builder, "0 : index"), constant(builder, "1 : index"));
            let ten = constant(builder, "10 : index");
            let sum = constant(builder, "0.0 : f32");
            let body =
                builder.region(&[Type::index(builder.context), Type::float32(builder.context)], |inner, args| {
                    let flags = arith::FastMathFlags::REASSOC | arith::FastMathFlags::NNAN;
                    let options = arith::AddFOptions { fastmath: Some(flags) };
                    let next = arith::addf_with(inner, args[1], args[1], options);
                    let add = crate::ir::defining_op(next).expect("an op");
                    assert_eq!(arith::Kind::of(add), Some(arith::Kind::AddF));
                    assert_eq!(arith::AddF::cast(add).fastmath(), flags);
                    assert!(arith::AddI::of(add).is_none());
                    scf::yield_(inner, &[next]);
                });
            let op = scf::for_(builder, zero, ten, one, &[sum], body);
            assert_eq!(scf::For::cast(op).init_args(), [sum]);
            assert_eq!(scf::For::cast(op).upper_bound(), ten);
            let less = arith::cmpi(builder, arith::CmpIPredicate::Ult, zero, one);
            arith::select(builder, less, zero, one);
        });
        assert!(text.contains("arith.addf %arg1, %arg1 fastmath<reassoc,nnan> : f32"), "{text}");
        assert!(text.contains("scf.for %arg0 = %c0 to %c10 step %c1 iter_args(%arg1 = %cst) -> (f32)"), "{text}");
        assert!(text.contains("arith.cmpi ult, %c0, %c1 : index"), "{text}");
    }

    #[test]
    fn lists_are_read_as_they_were_written() {
        use super::support::{FromAttribute, IntoAttribute};
        let context = crate::context();
        let (bools, numbers) = ([true, false], [-3, 1 << 40]);
        assert_eq!(Vec::<bool>::from_attribute(bools.as_slice().into_attribute(&context)), Some(bools.to_vec()));
        assert_eq!(Vec::<i64>::from_attribute(numbers.as_slice().into_attribute(&context)), Some(numbers.to_vec()));
        assert_eq!(Vec::<bool>::from_attribute(numbers.as_slice().into_attribute(&context)), None);
    }

    #[test]
    fn attributes_and_segments_are_written_and_read() {
        fn read<'c>(builder: &Builder<'c>, context: &'c Context) {
            let memory_type = Type::parse(context, "memref<8x8xf32>").expect("a type");
            memref::global_with(
                builder,
                "memory",
                memory_type,
                memref::GlobalOptions { sym_visibility: Some("private"), ..Default::default() },
            );
            let memory = memref::get_global(builder, "memory", memory_type);
            let (zero, padding) = (constant(builder, "0 : index"), constant(builder, "0.0 : f32"));
            let mask = constant(builder, "dense<true> : vector<4xi1>");
            let parts = vector::TransferReadParts {
                base: memory,
                indices: &[zero, zero],
                permutation_map: AffineMap::minor_identity(context, 2, 1),
                padding,
                mask: Some(mask),
                in_bounds: &[true],
                vector: Type::vector(&[4], Type::float32(context)),
            };
            let op = crate::ir::defining_op(parts.build(builder)).expect("an op");
            let view = vector::TransferRead::cast(op);
            assert_eq!((view.base(), view.indices(), view.mask()), (memory, vec![zero, zero], Some(mask)));
            assert_eq!((view.in_bounds(), view.permutation_map().input_count()), (vec![true], 2));
            let map = AffineMap::multi_dim_identity(context, 2);
            let region = builder.region(&[padding.r#type(), padding.r#type()], |inner, args| {
                linalg::yield_(inner, &[args[0]]);
            });
            let iterators = [linalg::IteratorType::Parallel, linalg::IteratorType::Parallel];
            let generic = linalg::GenericParts {
                inputs: &[memory],
                outputs: &[memory],
                indexing_maps: &[map, map],
                iterator_types: &iterators,
                region,
                result_tensors: &[],
                options: Default::default(),
            }
            .build(builder);
            let generic = linalg::Generic::cast(generic);
            assert_eq!(generic.iterator_types(), iterators);
            assert_eq!((generic.outputs(), generic.doc()), (vec![memory], None));
            assert!(generic.region().first_block().is_some());
        }
        let text = built(|builder| read(builder, builder.context));
        assert!(text.contains("memref.global \"private\" @memory : memref<8x8xf32>"), "{text}");
        assert!(text.contains("vector.transfer_read %0[%c0, %c0], %cst, %cst_0 {in_bounds = [true]}"), "{text}");
        assert!(text.contains(r#"iterator_types = ["parallel", "parallel"]"#), "{text}");
    }
}
