//! Why a program does not become code, and why a run of it does not give its outputs.

use super::form::Form;
use super::memory_use::Memory;
use xla_runtime::memory::OutOfMemory;
use xla_runtime::{ArrayError, CallFailure, TensorType};

/// A program could not be made into code. Unless it is about the target, the compiler has a bug.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// The target is not one that code can be made for.
    #[error("no such target: {0}")]
    Target(String),
    /// The target is another architecture than this process runs on, or has what its processor has not.
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

/// Why a run did not give its outputs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// Not as many inputs or outputs as the program has.
    #[error("expected {expected} {what}, found {found}")]
    Count {
        /// `inputs` or `outputs`.
        what: &'static str,
        /// How many it has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// An input or output is not of its type.
    #[error("{what} {index} is {expected}, not {found}")]
    Type {
        /// `input` or `output`.
        what: &'static str,
        /// Which one.
        index: usize,
        /// Its type.
        expected: TensorType,
        /// The type that was given.
        found: TensorType,
    },
    /// The program wants or gives values that are no plain buffers.
    #[error("a value of {} dynamic sizes and layout {:?} is no plain buffer", .0.dynamic.len(), .0.layout)]
    Form(Form),
    /// There is less memory than a run takes.
    #[error(
        "{error}: {} for inputs, {} for outputs, {} for the arena, {} for code and constants",
        .memory.inputs, .memory.outputs, .memory.arena, .memory.code
    )]
    Memory {
        /// What it takes.
        memory: Memory,
        /// What there is.
        error: OutOfMemory,
    },
    /// A buffer cannot be made.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// A custom call failed.
    #[error(transparent)]
    Call(#[from] CallFailure),
    /// One of several processes failed.
    #[error("{name}: {error}")]
    Replica {
        /// Which one.
        name: String,
        /// Why.
        error: Box<RunError>,
    },
    /// Only the interpreter: an op that it does not know, or not so.
    #[error("{location}: error: unsupported: {op}: {reason}")]
    Unsupported {
        /// Where the op is.
        location: String,
        /// Its name.
        op: String,
        /// Why.
        reason: String,
    },
    /// Only the interpreter: it has taken as many steps as it may.
    #[error("{location}: error: the program takes more than {limit} steps")]
    Steps {
        /// How many there may be.
        limit: u64,
        /// Where the op is that was to be next.
        location: String,
    },
    /// Only the interpreter: the program's values take more memory than they may, or than there is.
    #[error("{location}: error: the program's values take too much memory: {error}")]
    Values {
        /// Where the op is whose results were to be made.
        location: String,
        /// What it takes, and what there is.
        error: OutOfMemory,
    },
    /// The processes did not come to their end.
    #[error("{name}: {reason}")]
    Process {
        /// Which one, or when.
        name: String,
        /// Why.
        reason: String,
    },
}

impl Memory {
    /// Refuses a run that takes more than `most` bytes.
    ///
    /// # Errors
    /// If it does: how many it takes, and for what.
    pub fn within(&self, most: u64) -> Result<(), RunError> {
        let needed = self.peak() as u64;
        if needed <= most {
            return Ok(());
        }
        Err(RunError::Memory { memory: *self, error: OutOfMemory { needed, available: most } })
    }
}
