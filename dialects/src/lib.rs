//! The xla dialect and its input dialects: what the IR *means*.
//!
//! ODS files (`xla/`, `stablehlo/`) declare the ops; the C++ in `glue/` forwards verification, type inference,
//! folding and canonicalization to [`hooks`], which looks the op up in [`ops`] by its mnemonic. [`ir`] is the
//! view of MLIR that this crate and the compiler share.

pub mod accumulation;
pub mod bounds;
pub mod diagnostics;
mod ffi;
mod hooks;
pub mod index_util;
pub mod ir;
pub mod layout;
pub mod limits;
pub mod ods;
pub mod ops;
pub mod passes;
pub mod quantized;
mod registry;
pub mod sizes;

pub use registry::{context, load_dialects, register_dialects, register_dialects_raw, registry};
