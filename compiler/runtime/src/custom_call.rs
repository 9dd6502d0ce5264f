//! Custom calls: what a program asks of the host by name.

use crate::array::{TensorType, View, ViewMut};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

/// An attribute of a custom call.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// Present, without a value.
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// An integer of any width.
    Int(i64),
    /// A float of any width.
    Float(f64),
    /// A string, or the name of a symbol.
    String(String),
    /// A list, or a dense array.
    Array(Vec<Attribute>),
    /// A dictionary.
    Dictionary(BTreeMap<String, Attribute>),
    /// Anything else, as MLIR writes it.
    Other(String),
}

/// A place in the program where a custom call stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// The name of what is called.
    pub target: String,
    /// Types of the operands.
    pub operands: Vec<TensorType>,
    /// Types of the results.
    pub results: Vec<TensorType>,
    /// The op's attributes.
    pub attributes: BTreeMap<String, Attribute>,
    /// Where the op is, as `file:line:column`.
    pub location: String,
}

/// One execution of a custom call.
#[derive(Debug)]
pub struct Call<'a> {
    /// Where it stands.
    pub site: &'a Site,
    /// The operands.
    pub inputs: Vec<View<'a>>,
    /// The results, to be written whole.
    pub outputs: Vec<ViewMut<'a>>,
}

/// Why a handler did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// It cannot: the reason.
    #[error("{0}")]
    Failed(String),
    /// The call is a valid one, and the handler does not know how to do it: the reason.
    #[error("unsupported: {0}")]
    Unsupported(String),
}

/// A custom call that failed, and with it the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFailure {
    /// The name of what was called.
    pub target: String,
    /// Where the op is.
    pub location: String,
    /// Why.
    pub error: CallError,
}

impl fmt::Display for CallFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: error: ", self.location)?;
        match &self.error {
            CallError::Failed(reason) => write!(f, "custom call @{}: {reason}", self.target),
            CallError::Unsupported(reason) => write!(f, "unsupported: custom_call @{}: {reason}", self.target),
        }
    }
}

impl std::error::Error for CallFailure {}

/// What does the work of a custom call. It may be called from any thread.
pub type Handler = dyn Fn(&mut Call<'_>) -> Result<(), CallError> + Send + Sync;

/// The custom calls a program can make: handlers by name.
///
/// ```
/// use xla_runtime::CustomCalls;
///
/// let mut calls = CustomCalls::new();
/// calls.register("copy", |call| {
///     let input = call.inputs[0].bytes();
///     call.outputs[0].bytes_mut().copy_from_slice(input);
///     Ok(())
/// });
/// assert!(calls.get("copy").is_some());
/// ```
#[derive(Clone, Default)]
pub struct CustomCalls {
    handlers: HashMap<String, Arc<Handler>>,
}

impl CustomCalls {
    /// No custom calls.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes `handler` what `name` calls; an earlier one is replaced.
    pub fn register(
        &mut self,
        name: &str,
        handler: impl Fn(&mut Call<'_>) -> Result<(), CallError> + Send + Sync + 'static,
    ) {
        self.handlers.insert(name.to_string(), Arc::new(handler));
    }

    /// What `name` calls.
    pub fn get(&self, name: &str) -> Option<&Arc<Handler>> {
        self.handlers.get(name)
    }
}

impl fmt::Debug for CustomCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<_> = self.handlers.keys().collect();
        names.sort();
        f.debug_tuple("CustomCalls").field(&names).finish()
    }
}
