//! The parameters of a routine: the entries of the call's `backend_config`.

use crate::call::{Attribute, Site};

/// The parameters of a routine.
pub(super) struct Parameters<'a> {
    /// The call's.
    pub site: &'a Site,
}

impl Parameters<'_> {
    /// The entry of this name.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        match self.site.attributes.get("backend_config") {
            Some(Attribute::Dictionary(entries)) => entries.get(name),
            _ => None,
        }
    }

    /// One of LAPACK's letters; JAX writes them as numbers.
    pub fn letter(&self, name: &str) -> char {
        match self.get(name) {
            Some(Attribute::Int(code)) => u8::try_from(*code).map_or('?', char::from),
            _ => '?',
        }
    }

    /// Whether the entry is there and true.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == Some(&Attribute::Bool(true))
    }

    /// The entry, if it is an integer.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(Attribute::Int(number)) => Some(*number),
            _ => None,
        }
    }
}
