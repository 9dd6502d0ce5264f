//! The basis of all lowerings: the state of the conversion, and builders of the ops that they create.

pub mod attribute;
pub mod avx512;
pub mod block;
pub mod border;
pub mod broadcast;
pub mod computation;
pub mod element_types;
pub mod emit;
pub mod overlap;
pub mod site;
pub mod sizes;
pub mod state;
pub mod tensor;
