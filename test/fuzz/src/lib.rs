//! Fuzzing of everything that reads bytes: what each target does with them, and what it begins from.
//!
//! A target passes if it comes back: what the bytes are worth is another test's question. The targets are plain functions,
//! which the runner (`main.rs`) calls on mutated inputs, and which a fuzzer that is guided by coverage can call as well.

pub mod corpus;
pub mod mutate;
pub mod targets;
