//! What ops state of their values and of themselves.

use super::machine::Site;
use super::value::Value;
use crate::diagnostics::Position;
use melior::ir::ValueLike;
use xla_dialect::bounds;
use xla_dialect::ir::{DYNAMIC, Op, OpExt, Tensor, Type, Value as MlirValue, tensor_of};
use xla_dialect::ops::tuple;
use xla_scalar::Element;

/// What an op declares a value to be.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub element: Element,
    /// Sizes, [`DYNAMIC`] where they are known only at run time.
    pub shape: Vec<i64>,
    /// As large as each dimension can be.
    pub bounds: Vec<usize>,
}

impl Declared {
    pub fn of(value: MlirValue<'_>) -> Result<Self, String> {
        let tensor = tensor_of(value).ok_or_else(|| format!("a value of type {}", value.r#type()))?;
        let element = tensor.xla_element().ok_or_else(|| format!("elements of type {}", tensor.element))?;
        let sizes: Option<Vec<usize>> =
            bounds::of(&tensor).into_iter().map(|size| usize::try_from(size).ok()).collect();
        let bounds =
            sizes.ok_or_else(|| format!("sizes of {} are known only at run time, without bounds", tensor.ty()))?;
        Ok(Self { element, shape: tensor.shape, bounds })
    }

    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    pub fn is_dynamic(&self, d: usize) -> bool {
        self.shape[d] == DYNAMIC
    }
}

/// What a value is made of.
pub(super) enum Structure {
    Tensor,
    Tuple(Vec<Structure>),
    Token,
}

impl Structure {
    pub fn of(ty: Type<'_>) -> Self {
        match tuple::elements(ty) {
            Some(elements) => Self::Tuple(elements.into_iter().map(Self::of).collect()),
            None if Tensor::of(ty).is_some() => Self::Tensor,
            None => Self::Token,
        }
    }

    /// The value of the next arrays.
    pub fn value(&self, arrays: &mut impl Iterator<Item = Value>) -> Value {
        match self {
            Self::Tensor => arrays.next().unwrap_or(Value::Token),
            Self::Tuple(elements) => Value::Tuple(elements.iter().map(|element| element.value(arrays)).collect()),
            Self::Token => Value::Token,
        }
    }

    /// Number of arrays in it.
    pub fn leaves(&self) -> usize {
        match self {
            Self::Tensor => 1,
            Self::Tuple(elements) => elements.iter().map(Self::leaves).sum(),
            Self::Token => 0,
        }
    }
}

/// An `array<i64>` attribute of sizes or dimensions; empty when absent.
pub(super) fn sizes(op: Op<'_>, name: &str) -> Vec<usize> {
    unsigned(op.i64s(name))
}

/// Sizes or dimensions, which the verifier has found not to be negative.
pub(super) fn unsigned(list: Vec<i64>) -> Vec<usize> {
    list.into_iter().map(|size| usize::try_from(size).unwrap_or_default()).collect()
}

/// The declared elements of values.
pub(super) fn elements(values: &[MlirValue<'_>]) -> Result<Vec<Element>, String> {
    values.iter().map(|value| Ok(Declared::of(*value)?.element)).collect()
}

/// Where `op` is, for messages.
pub(super) fn site(op: Op<'_>) -> Site {
    let location = Position::of(op.loc()).map_or_else(|| op.loc().to_string(), |position| position.to_string());
    Site { location, op: op.mnemonic().to_string() }
}
