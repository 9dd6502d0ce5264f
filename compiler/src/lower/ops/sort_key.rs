//! Comparators that order by one operand in the usual way: these need no code of their own.

use xla_dialect::ir::{Element, Op, OpExt, Value, block_args, defining_op, tensor_of, terminator};
use xla_dialect::ods::xla::Kind;
use xla_dialect::ops::matching::{defined_by, literal_of};
use xla_scalar::Op as Scalar;

/// What a comparator compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The operand.
    pub operand: usize,
    /// Whether the largest come first.
    pub descending: bool,
    /// Whether -0 and +0 are equal, and all NaNs, which are above all numbers; else floats are in total order.
    pub merged: bool,
}

/// The key that the comparator of the sort `op` compares, if it does only that.
///
/// An order that takes NaNs for neither before nor after anything is none: any permutation will do for it then.
pub fn key(op: Op<'_>) -> Option<Key> {
    let body = op.body(0)?;
    let [result] = terminator(body)?.ins()[..] else { return None };
    let compare = defining_op(result).filter(|op| op.name_str().starts_with("xla."))?;
    let (descending, total) = match Scalar::from_mnemonic(compare.mnemonic())? {
        Scalar::Lt => (false, false),
        Scalar::Gt => (true, false),
        Scalar::LtTotalOrder => (false, true),
        Scalar::GtTotalOrder => (true, true),
        _ => return None,
    };
    let element = tensor_of(compare.input(0))?.xla_element()?;
    let usual = !element.is_float() || matches!(element, Element::F16 | Element::BF16 | Element::F32 | Element::F64);
    if element.is_complex() || !usual {
        return None;
    }
    let [(first, first_merged), (second, second_merged)] = [compare.input(0), compare.input(1)].map(compared);
    if first_merged != second_merged {
        return None;
    }
    let arguments = block_args(body);
    let place = |value: Value<'_>| arguments.iter().position(|argument| *argument == value);
    let (first, second) = (place(first)?, place(second)?);
    // The elements of operand k are arguments 2k and 2k + 1.
    if first / 2 != second / 2 || first == second {
        return None;
    }
    let merged = element.is_float() && (first_merged || !total);
    Some(Key { operand: first / 2, descending: descending != (first > second), merged })
}

/// What is compared, and whether zeros and NaNs are merged before.
fn compared(value: Value<'_>) -> (Value<'_>, bool) {
    merged(value).map_or((value, false), |argument| (argument, true))
}

/// The x of `x != x ? NaN : x == 0 ? 0 : x`, the form in which JAX merges them.
fn merged<'c>(value: Value<'c>) -> Option<Value<'c>> {
    let nans = defined_by(value, Kind::Select)?;
    let is_nan = defined_by(nans.input(0), Kind::Ne)?;
    let x = is_nan.input(0);
    let zeros = defined_by(nans.input(2), Kind::Select)?;
    let is_zero = defined_by(zeros.input(0), Kind::Eq)?;
    let [a, b] = [is_zero.input(0), is_zero.input(1)];
    let with_zero = (a == x && is_any_zero(b)) || (b == x && is_any_zero(a));
    let matches = is_nan.input(1) == x && positive_nan(nans.input(1)) && with_zero;
    (matches && zeros.input(2) == x && literal_of(zeros.input(1))?.is(0.0)).then_some(x)
}

fn is_any_zero(value: Value<'_>) -> bool {
    literal_of(value).is_some_and(|literal| literal.is(0.0) || literal.is(-0.0))
}

fn positive_nan(value: Value<'_>) -> bool {
    let Some(literal) = literal_of(value) else { return false };
    let Some(one) = literal.one() else { return false };
    let mut word = [0; 8];
    word[..one.len()].copy_from_slice(one);
    let bits = u64::from_le_bytes(word);
    let infinity: u64 = match literal.element {
        Element::F16 => 0x7c00,
        Element::BF16 => 0x7f80,
        Element::F32 => 0x7f80_0000,
        Element::F64 => 0x7ff0_0000_0000_0000,
        _ => return false,
    };
    bits > infinity && bits >> (literal.element.bits() - 1) == 0
}
