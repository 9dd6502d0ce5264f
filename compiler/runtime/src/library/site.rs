//! Access to a site's attributes and types, for the functions of the library.

use crate::call::{Attribute, CallError, Site};

/// Calls of the library are the compiler's own, so that a wrong one is its mistake.
pub(super) fn malformed(site: &Site) -> CallError {
    CallError::Failed(format!("{} is not called as it should be", site.target))
}

/// Whether the attribute `name` is there and true.
pub(super) fn flag(site: &Site, name: &str) -> bool {
    site.attributes.get(name) == Some(&Attribute::Bool(true))
}

/// The string that is the attribute `name`, empty where there is none.
pub(super) fn word<'a>(site: &'a Site, name: &str) -> &'a str {
    match site.attributes.get(name) {
        Some(Attribute::String(word)) => word,
        _ => "",
    }
}
