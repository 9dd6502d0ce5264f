//! The lowerings of ops, one file for each family.

pub mod collective;
pub mod complex_product;
pub mod contraction;
pub mod control;
pub mod convolution;
pub mod dynamic;
pub mod elementwise;
pub mod indexing;
pub mod library;
pub mod movement;
pub mod phases;
pub mod random;
pub mod random_bits;
pub mod reduction;
pub mod rows;
pub mod scan;
pub mod select_and_scatter;
pub mod selection;
pub mod sort;
pub mod sort_key;
pub mod window;
