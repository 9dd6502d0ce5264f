//! Memory: tensors become memrefs in inputs, outputs, and one arena, planned for a whole function.

pub mod bufferize;
mod copies;
mod factors;
#[cfg(test)]
mod faults;
mod fills;
mod pieces;
mod plan;
mod state_loops;
