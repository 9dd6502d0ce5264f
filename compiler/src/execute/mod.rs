//! From the llvm dialect to code that runs: LLVM IR, object code, and executables.

mod error;
mod executable;
mod export;
mod form;
mod generator;
mod jit;
mod llvm;
mod llvm_text;
mod memory_use;
mod program;
mod replicas;
mod split;
mod target;

pub use error::{CodeError, RunError};
pub use executable::Executable;
pub use export::RuntimeUse;
pub use form::Form;
pub use generator::CodeKind;
pub use llvm::LlvmModule;
pub use memory_use::Memory;
pub use program::{ENTRY, Program, Signature};
pub(crate) use program::{signature, sites, value_of};
pub use replicas::Replicas;
pub use split::objects;
pub use target::{Machine, Target};
pub use xla_dialect::ops::collective::Grid;
pub use xla_runtime::memory::{self, OutOfMemory};
pub use xla_runtime::{
    Array, ArrayError, Attribute, Call, CallError, CallFailure, CustomCalls, Feed, Number, Outfeed, Process, Runtime,
    Site, TensorType, View, ViewMut, World,
};
