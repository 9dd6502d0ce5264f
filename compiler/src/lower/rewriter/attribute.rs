//! Attributes that several lowerings build.

use melior::ir::attribute::ArrayAttribute;
use xla_dialect::ir::{Attribute, Context, i64_attribute};

/// Lists of numbers, each of them an `i64`.
pub fn index_lists<'c>(context: &'c Context, lists: &[Vec<i64>]) -> Attribute<'c> {
    let array = |all: Vec<Attribute<'c>>| -> Attribute<'c> { ArrayAttribute::new(context, &all).into() };
    let numbers = |list: &Vec<i64>| array(list.iter().map(|number| i64_attribute(context, *number)).collect());
    array(lists.iter().map(numbers).collect())
}
