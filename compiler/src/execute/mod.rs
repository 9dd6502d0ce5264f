//! From the llvm dialect to code that runs: LLVM IR, object code, and executables.

mod executable;
mod export;
mod form;
mod jit;
mod llvm;
mod program;
mod replicas;
mod split;
mod target;

pub use executable::{Executable, Memory, RunError};
pub use export::RuntimeUse;
pub use form::Form;
pub use llvm::{CodeKind, LlvmModule};
pub use program::{Program, Signature};
pub(crate) use program::{signature, value_of};
pub use replicas::Replicas;
pub use split::objects;
pub use target::{Machine, Target};
pub use xla_dialect::ops::collective::Grid;
pub use xla_runtime::memory::{self, OutOfMemory};
pub use xla_runtime::{
    Array, ArrayError, Attribute, Call, CallError, CallFailure, CustomCalls, Feed, Number, Outfeed, Process, Runtime,
    Site, TensorType, View, ViewMut, World,
};

/// A program could not be made into code. Unless it is about the target, the compiler has a bug.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// The target is not one that code can be made for.
    #[error("no such target: {0}")]
    Target(String),
    /// The target is another architecture than this process runs on.
    #[error("code for {0} does not run here: `xla-translate --xla-to-object` writes it to a file")]
    Elsewhere(String),
    /// The module is not a lowered program.
    #[error("the lowered module is not a program: {0}")]
    Program(String),
    /// MLIR cannot translate the module to LLVM IR; its diagnostics say why.
    #[error("the lowered module cannot be translated to LLVM IR")]
    Translate,
    /// LLVM refused.
    #[error("LLVM: {0}")]
    Llvm(String),
}
