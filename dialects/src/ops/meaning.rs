//! The parts of an op's meaning: the functions that infer, verify and fold it, and their arguments.

use super::names;
use crate::diagnostics::Violation;
use crate::ffi::string_ref;
use crate::ir::{
    Attribute, Builder, Context, Location, Op, OpExt, Region, Tensor, Type, Value, context_at, i64_values, int_value,
};
use crate::ods::{EnumAttribute, chlo, stablehlo, xla};
use crate::quantized::expressed;
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;
use xla_scalar::Op as Scalar;

/// Where an op's attributes are read from.
#[derive(Clone, Copy)]
enum Attributes<'c> {
    /// A dictionary: the op does not exist yet.
    Dictionary(Attribute<'c>),
    /// The op itself.
    Op(Op<'c>),
}

/// An op, or what inference sees of one that does not exist yet.
pub struct Arguments<'c> {
    /// The op's full name.
    pub name: &'c str,
    /// Where it is written.
    pub location: Location<'c>,
    /// Its operands.
    pub operands: Vec<Value<'c>>,
    /// Its regions.
    pub regions: Vec<Region<'c>>,
    attributes: Attributes<'c>,
}

impl<'c> Arguments<'c> {
    /// An op that is to be built, with its attributes as a dictionary.
    pub fn new(
        name: &'c str,
        location: Location<'c>,
        operands: Vec<Value<'c>>,
        attributes: Attribute<'c>,
        regions: Vec<Region<'c>>,
    ) -> Self {
        Self { name, location, operands, regions, attributes: Attributes::Dictionary(attributes) }
    }

    /// An op that exists.
    pub fn of(op: Op<'c>) -> Self {
        Self {
            name: op.name_str(),
            location: op.loc(),
            operands: op.ins(),
            regions: op.region_list(),
            attributes: Attributes::Op(op),
        }
    }

    /// The context.
    pub fn context(&self) -> &'c Context {
        // SAFETY: the location lives in a context that outlives 'c.
        unsafe { context_at(mlir_sys::mlirLocationGetContext(self.location.to_raw())) }
    }

    /// The xla dialect's name for the op, without dialect; empty when it has none.
    pub fn mnemonic(&self) -> &'static str {
        self.kind().map(xla::Kind::mnemonic).unwrap_or_default()
    }

    /// The op of the xla dialect that the op is, or that an op of StableHLO's is called there.
    pub fn kind(&self) -> Option<xla::Kind> {
        let (dialect, name) = self.name.split_once('.')?;
        if dialect == "xla" {
            return xla::Kind::from_mnemonic(name);
        }
        match stablehlo::Kind::from_mnemonic(name)? {
            stablehlo::Kind::Compare => self.comparison(),
            kind => names::xla_kind(kind),
        }
    }

    /// The elementwise operation that the op is.
    pub fn scalar(&self) -> Option<Scalar> {
        Scalar::from_mnemonic(self.mnemonic())
    }

    /// The xla op that makes the comparison of a `stablehlo.compare` or a `chlo.broadcast_compare`.
    pub fn comparison(&self) -> Option<xla::Kind> {
        let direction = self.attr("comparison_direction")?;
        let direction = stablehlo::ComparisonDirection::from_attribute(direction)
            .or_else(|| chlo::ComparisonDirection::from_attribute(direction).map(stablehlo_direction))?;
        let total_order = self.attr("compare_type").is_some_and(|ty| {
            stablehlo::ComparisonType::from_attribute(ty) == Some(stablehlo::ComparisonType::Totalorder)
                || chlo::ComparisonType::from_attribute(ty) == Some(chlo::ComparisonType::Totalorder)
        });
        Some(names::comparison(direction, total_order))
    }

    /// Whether the op is of the xla dialect, whose binary ops broadcast.
    pub fn is_xla(&self) -> bool {
        self.name.starts_with("xla.")
    }

    /// The tensor type of operand `i`. Of quantized elements, which only input dialects have, it is the type that they
    /// express.
    pub fn tensor(&self, i: usize) -> Result<Tensor<'c>, Violation<'c>> {
        let value =
            self.operands.get(i).ok_or_else(|| Violation::new("", format!("needs at least {} operands", i + 1)))?;
        let tensor = Tensor::of(value.r#type())
            .ok_or_else(|| Violation::new("", format!("operand {i} must be a ranked tensor")).operand(self, i))?;
        Ok(if self.is_xla() { tensor } else { expressed(tensor) })
    }

    /// The tensor types of all operands.
    pub fn tensors(&self) -> Result<Vec<Tensor<'c>>, Violation<'c>> {
        (0..self.operands.len()).map(|i| self.tensor(i)).collect()
    }

    /// An attribute by its name.
    pub fn attr(&self, name: &str) -> Option<Attribute<'c>> {
        match self.attributes {
            Attributes::Op(op) => op.attr(name),
            // SAFETY: it is a dictionary; a null result means absent.
            Attributes::Dictionary(attributes) => unsafe {
                let raw = mlir_sys::mlirDictionaryAttrGetElementByName(attributes.to_raw(), string_ref(name));
                (!raw.ptr.is_null()).then(|| Attribute::from_raw(raw))
            },
        }
    }

    /// An `array<i64>` attribute; empty when absent.
    pub fn i64s(&self, name: &str) -> Vec<i64> {
        self.attr(name).and_then(i64_values).unwrap_or_default()
    }

    /// An integer attribute; 0 when absent, which ODS has already refused where it is required.
    pub fn int(&self, name: &str) -> i64 {
        self.attr(name).and_then(int_value).unwrap_or_default()
    }
}

/// StableHLO's name of a direction of CHLO's.
fn stablehlo_direction(direction: chlo::ComparisonDirection) -> stablehlo::ComparisonDirection {
    match direction {
        chlo::ComparisonDirection::Eq => stablehlo::ComparisonDirection::Eq,
        chlo::ComparisonDirection::Ne => stablehlo::ComparisonDirection::Ne,
        chlo::ComparisonDirection::Ge => stablehlo::ComparisonDirection::Ge,
        chlo::ComparisonDirection::Gt => stablehlo::ComparisonDirection::Gt,
        chlo::ComparisonDirection::Le => stablehlo::ComparisonDirection::Le,
        chlo::ComparisonDirection::Lt => stablehlo::ComparisonDirection::Lt,
    }
}

impl<'c> Violation<'c> {
    /// Adds a note at the definition of operand `i`.
    pub fn operand(self, arguments: &Arguments<'c>, i: usize) -> Self {
        match arguments.operands.get(i) {
            Some(value) => {
                let text = format!("operand {i} is defined here with type {}", value.r#type());
                self.note(value_location(*value), text)
            }
            None => self,
        }
    }
}

/// Where `value` is defined: at its op, or where the block argument is written.
pub fn value_location<'c>(value: Value<'c>) -> Location<'c> {
    // SAFETY: the value is alive.
    unsafe { Location::from_raw(mlir_sys::mlirValueGetLocation(value.to_raw())) }
}

/// The value that a result folds to.
#[derive(Clone, Copy)]
pub enum Folded<'c> {
    /// A literal.
    Constant(Attribute<'c>),
    /// A value that exists already.
    Value(Value<'c>),
}

/// Infers the result types.
pub type Infer = for<'c> fn(&Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>>;
/// Checks an op whose operands, results and attributes have the kinds that ODS declares.
pub type Verify = for<'c> fn(Op<'c>) -> Result<(), Violation<'c>>;
/// Folds an op, given the literals among its operands.
pub type Fold = for<'c> fn(Op<'c>, &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>>;

/// The meaning of an op.
#[derive(Clone, Copy, Default)]
pub struct Meaning {
    /// Type inference; none where the op states its result type.
    pub infer: Option<Infer>,
    /// Verification beyond inference.
    pub verify: Option<Verify>,
    /// Constant folding.
    pub fold: Option<Fold>,
}

/// A canonicalization: values to replace the op's results by, built in front of it; none when it does not match,
/// in which case nothing may have been built.
pub struct Pattern {
    /// The op of the xla dialect that it starts from.
    pub kind: xla::Kind,
    /// The rewrite.
    pub rewrite: for<'c> fn(Op<'c>, &Builder<'c>) -> Option<Vec<Value<'c>>>,
}

/// The tensor type of result `i` of `op`; of quantized elements, the type that they express.
pub(crate) fn result_tensor(op: Op<'_>, i: usize) -> Option<Tensor<'_>> {
    let tensor = Tensor::of(op.outs().get(i)?.r#type())?;
    Some(if op.name_str().starts_with("xla.") { tensor } else { expressed(tensor) })
}
