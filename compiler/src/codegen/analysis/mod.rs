//! Recognition: what kernels are, as plain data. Nothing here decides how they are computed.

pub mod body;
pub mod contraction;
pub mod kernel;
pub mod parallel_loop;
pub mod pattern;
pub mod reduction;
