//! Kernels that are one function: iterations of their outermost loops run in blocks, and on threads, in any order. Two of
//! them may not touch the same element, if one writes it. All elements are looked at, where that is not too many.

use super::Violation;
use crate::codegen::groups::{Group, bytes, place};
use std::collections::HashMap;

/// Accesses of a group that are looked at.
const MOST: i64 = 1 << 13;

/// Two iterations of the kernels of `group` that meet.
pub fn check<'c>(group: &Group<'c>) -> Option<Violation<'c>> {
    if !super::enabled() {
        return None;
    }
    let accesses: i64 =
        group.members.iter().map(|member| member.kernel.turns().saturating_mul(member.accesses().count() as i64)).sum();
    if accesses > MOST {
        return None;
    }
    // Of each byte at which an element begins: an iteration that touches it, another one that does, and one that writes.
    let mut touched: HashMap<(usize, i64), (i64, bool, bool)> = HashMap::new();
    for member in &group.members {
        let Some(outermost) = member.turn_dim() else { continue };
        let kernel = &member.kernel;
        for (operand, writes) in member.accesses() {
            let (root, from) = place(operand.memref).begins()?;
            let size = bytes(operand.element);
            let mut at = vec![(0, operand.offset)];
            for (d, dim) in kernel.dims.iter().enumerate() {
                let step = |(turn, element): (i64, i64)| {
                    let next = move |i: i64| (if d == outermost { i } else { turn }, element + operand.strides[d] * i);
                    (0..dim.extent).map(next)
                };
                at = at.into_iter().flat_map(step).collect();
            }
            for (turn, element) in at {
                let seen = touched.entry((root, from + element * size)).or_insert((turn, false, false));
                seen.1 |= seen.0 != turn;
                seen.2 |= writes;
                if seen.1 && seen.2 {
                    let message =
                        format!("writes an element in one iteration of loop {outermost}, and another one uses it");
                    return Some(Violation::of(member.op, &message));
                }
            }
        }
    }
    None
}
