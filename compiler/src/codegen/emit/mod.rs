//! Emission: kernels become functions of scf loops over vectors, as [`super::schedule`] has decided.

mod apart;
mod body;
mod columns;
mod complex;
mod contraction;
mod direct;
mod dot;
mod elements;
mod factors;
mod frame;
mod interleaved;
pub mod kernel_function;
mod loops;
mod matrix_tiles;
mod nest;
mod ops;
mod packing;
pub mod parallel_loop;
mod register_tile;
mod rows;
mod tiles;
mod transpose;
