//! The functions that compiled programs call at run time, and the values that are their inputs and outputs.
//!
//! A compiled program is one function, `void xla_main(void *context, void **inputs, void **outputs, void *arena)`.
//! Buffers are packed, row-major, in the storage form of their element type ([`xla_scalar`] has the table). The
//! context is a [`Context`]; the arena is [`memory::Block`] of the size that the compiler planned.
//!
//! Compiled code calls back through the C functions of [`symbols`]. There is no MLIR and no LLVM here, so object
//! files link against this crate alone.

pub mod ahead_of_time;
pub mod array;
pub mod background;
pub mod call;
pub mod collective;
pub mod communicator;
pub mod context;
pub mod custom_call;
pub mod feed;
pub mod function;
pub mod kernel;
pub mod library;
pub mod math;
pub mod matrix_tiles;
pub mod memory;
pub mod pool;
pub mod reduction;
pub mod threads;

pub use array::{Array, ArrayError, Number, TensorType, View, ViewMut};
pub use call::{Attribute, Call, CallError, CallFailure, Run, Site};
pub use collective::Process;
pub use communicator::Communicator;
pub use context::{Context, Runtime};
pub use custom_call::CustomCalls;
pub use feed::{Feed, Outfeed};
pub use pool::Pool;
pub use threads::World;

/// The C functions that compiled code may call: names and addresses, for a JIT to bind.
pub fn symbols() -> Vec<(&'static str, usize)> {
    let mut all = vec![
        ("xla_rt_parallel_for", context::xla_rt_parallel_for as *const () as usize),
        ("xla_rt_custom_call", context::xla_rt_custom_call as *const () as usize),
        ("xla_rt_permit_matrix_tiles", matrix_tiles::xla_rt_permit_matrix_tiles as *const () as usize),
    ];
    all.extend(math::symbols());
    all
}
