//! Programs for others to link: an object file or a library, and what its caller's language needs to know of it.

mod cpp;
mod header;
mod identifier;
mod interface;
mod library;
mod link;
mod rust;

pub use library::Library;
pub use link::{LinkError, Linker};
