//! The view of MLIR that the dialects and the compiler work with: melior's handles under one lifetime, the
//! context's, and a builder with an insertion point. [`crate::ods`] has the ops.
//!
//! Handles are `Copy`. A handle to an op, value or block must not be used after that op was erased; rewriting
//! code erases an op only after its results were replaced, and drops the handle.

mod attributes;
mod builder;
mod handles;
mod op;
#[cfg(test)]
mod text;
mod types;

pub use crate::ffi::string_ref;
pub use attributes::*;
pub use builder::Builder;
pub use handles::*;
pub use melior::ir::{AffineExpr, AffineMap, Attribute, Location, Type};
pub use op::OpExt;
#[cfg(test)]
pub use text::{parse_attribute, parse_type};
pub use types::*;
pub use xla_scalar::Element;
