//! The meaning of every op: one module a family, and the table that finds it.
//!
//! The same meaning serves `xla.slice` and `stablehlo.slice`: both dialects name attributes alike, and what
//! differs (broadcasting is xla's alone) is asked of [`Arguments::is_xla`].

pub mod elementwise;

use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, Context, Location, Op, Region, Tensor, Type, Value, i64_values, int_value};
use crate::ffi::string_ref;
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;

/// What inference sees of an op that does not exist yet.
pub struct Arguments<'c> {
    /// The op's full name.
    pub name: &'c str,
    /// Where it is written.
    pub location: Location<'c>,
    /// Its operands.
    pub operands: Vec<Value<'c>>,
    /// Its attributes as a dictionary.
    pub attributes: Attribute<'c>,
    /// Its regions.
    pub regions: Vec<Region<'c>>,
}

impl<'c> Arguments<'c> {
    /// The context.
    pub fn context(&self) -> &'c Context {
        // SAFETY: the location lives in a context that outlives 'c.
        unsafe { self.location.context().to_ref() }
    }

    /// The name without its dialect.
    pub fn mnemonic(&self) -> &'c str {
        self.name.split_once('.').map_or("", |(_, mnemonic)| mnemonic)
    }

    /// Whether the op is of the xla dialect, whose binary ops broadcast.
    pub fn is_xla(&self) -> bool {
        self.name.starts_with("xla.")
    }

    /// The tensor type of operand `i`.
    pub fn tensor(&self, i: usize) -> Result<Tensor<'c>, Violation<'c>> {
        self.operands
            .get(i)
            .and_then(|value| Tensor::of(value.r#type()))
            .ok_or_else(|| Violation::new("", format!("operand {i} must be a ranked tensor")))
    }

    /// An attribute by its name.
    pub fn attr(&self, name: &str) -> Option<Attribute<'c>> {
        // SAFETY: `attributes` is a dictionary; a null result means absent.
        unsafe {
            let raw = mlir_sys::mlirDictionaryAttrGetElementByName(self.attributes.to_raw(), string_ref(name));
            (!raw.ptr.is_null()).then(|| Attribute::from_raw(raw))
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

/// What an op, or one of its results, folds to.
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

/// What an op means.
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
    /// The op it starts from, without dialect.
    pub mnemonic: &'static str,
    /// The rewrite.
    pub rewrite: for<'c> fn(Op<'c>, &Builder<'c>) -> Option<Vec<Value<'c>>>,
}

/// The meaning of the op called `name`, such as `xla.add`.
pub fn meaning(name: &str) -> Option<Meaning> {
    let (dialect, mnemonic) = name.split_once('.')?;
    if dialect == "xla" {
        return elementwise::meaning(mnemonic);
    }
    None
}

/// All canonicalization patterns of the xla dialect.
pub fn patterns() -> impl Iterator<Item = &'static Pattern> {
    std::iter::empty()
}
