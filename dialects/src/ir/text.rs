//! Types and attributes from text, for tests only. The compiler makes its own with the functions of [`super::types`] and
//! [`super::attributes`].

use super::handles::Context;
use melior::ir::{Attribute, Type};

/// The type that `text` spells; a panic if it spells none.
pub fn parse_type<'c>(context: &'c Context, text: &str) -> Type<'c> {
    Type::parse(context, text).unwrap_or_else(|| panic!("no type: {text}"))
}

/// The attribute that `text` spells; a panic if it spells none.
pub fn parse_attribute<'c>(context: &'c Context, text: &str) -> Attribute<'c> {
    Attribute::parse(context, text).unwrap_or_else(|| panic!("no attribute: {text}"))
}
