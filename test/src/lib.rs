//! Runs the tests that are files: programs whose `RUN:` lines say what to run them through, as in LLVM's lit.
//!
//! A subset of lit is understood, so that a file means the same to both: `RUN:` with `\` continuations, the
//! substitutions `%s`, `%S`, `%t` and `%%`, `XFAIL:`, `REQUIRES:` and `UNSUPPORTED:` with a comma-separated list of
//! features. The lines run in bash, with the tools that were built and LLVM's `FileCheck` and `not` on PATH, and a
//! pipeline fails when any of its commands does.

mod execute;
mod script;

pub use execute::{Environment, Outcome, Variant, execute};
pub use script::{Script, find};
