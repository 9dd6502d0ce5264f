//! The cost model: decides how kernels are computed, from what [`super::analysis`] has recognized, the numbers of the
//! [machine](crate::machine::MachineModel), and what the program asks for. Nothing here emits code.

pub mod access;
pub mod alike;
pub mod contraction;
pub mod description;
pub mod direct;
pub mod dot;
pub mod groups;
#[cfg(test)]
mod machines;
pub mod member;
pub mod nest;
pub mod offsets;
pub mod overrides;
pub mod packing;
pub mod register_tile;
pub mod stack_buffers;
