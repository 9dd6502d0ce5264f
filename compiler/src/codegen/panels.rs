//! Arrays that are seen inside a group only: kernels of it write and read them, and the last one overwrites them. Each
//! block of turns has them in a panel on the stack, which stays in a core's first cache.
//!
//! ```text
//! for rows, a few at a time: { m = max(x); y = exp(x - m); s = sum(y); y = y / s }
//! // becomes
//! for rows, a few at a time: { m = max(x); panel = exp(x - m); s = sum(panel); y = panel / s }
//! ```

use super::groups::{Member, Place, bytes, place};
use super::kernel::is_for_the_caller;
use super::loops::stack;
use std::rc::Rc;
use xla_dialect::ir::{Builder, Type, Value, block_args, has_uses, uses};

/// Bytes of an array that is worth a panel: smaller ones stay in cache as they are.
const LARGE: i64 = 1 << 20;
/// Bytes of a panel, if a turn takes no more: what is read meanwhile is in a core's first cache as well.
const PANEL_BYTES: i64 = 4 << 10;
/// Bytes of a turn at most: the stack has room for it.
const MOST_BYTES: i64 = 128 << 10;

/// A panel of some turns of an array.
pub struct Panel<'c> {
    place: Place<'c>,
    element: Type<'c>,
    /// Elements from a turn to the next.
    step: i64,
    /// Elements of a turn that are used.
    turn: i64,
    /// The member of the group that writes the array itself.
    last: usize,
}

impl<'c> Panel<'c> {
    /// The panels of a group. What goes past the caches for want of other readers is set in the members.
    pub fn of(members: &mut [Member<'c>]) -> Vec<Self> {
        let mut panels: Vec<Self> = Vec::new();
        for i in 0..members.len() {
            for output in &members[i].kernel.outputs {
                let place = place(output.memref);
                if panels.iter().all(|panel| panel.place != place) {
                    panels.extend(Self::at(place, members));
                }
            }
        }
        let ops: Vec<_> = members.iter().map(|member| member.op).collect();
        for panel in &panels {
            if let Some(kernel) = Rc::get_mut(&mut members[panel.last].kernel)
                && let [output] = kernel.outputs.as_slice()
            {
                let ours = uses(output.memref).iter().all(|(user, _)| ops.contains(user));
                kernel.streams |= ours && is_for_the_caller(output.memref);
            }
        }
        panels
    }

    /// The panel for `place`, if it is written first, and overwritten at the end.
    fn at(place: Place<'c>, members: &[Member<'c>]) -> Option<Self> {
        let here = |memref: Value<'c>| super::groups::place(memref) == place;
        let near = |memref: Value<'c>| super::groups::place(memref).overlaps(&place);
        let touches = |member: &&Member<'c>| member.kernel.memrefs().any(near);
        let writes = |member: &Member<'c>| member.kernel.outputs.iter().any(|output| here(output.memref));
        let first = members.iter().position(|member| touches(&member))?;
        let last = members.iter().rposition(writes).filter(|last| first < *last)?;
        let ends = [&members[first], &members[last]];
        let reads_first = ends[0].kernel.inputs.iter().any(|input| here(input.memref));
        if place.bytes() < LARGE || reads_first || !ends.iter().all(|member| overwrites(member, place)) {
            return None;
        }
        let (mut step, mut end, mut element) = (0, 0, None);
        for member in members[first..=last].iter().filter(touches) {
            let kernel = &member.kernel;
            if member.contraction.is_some() || kernel.tables.iter().any(|table| near(*table)) {
                return None;
            }
            for operand in kernel.operands().filter(|operand| near(operand.memref)) {
                let (low, high) = kernel.span(operand, 0);
                if !here(operand.memref) || low < 0 {
                    return None;
                }
                (step, end, element) = (step.max(operand.strides[0]), end.max(high + 1), Some(operand.element));
            }
        }
        let element = element.filter(|element| step * bytes(*element) <= MOST_BYTES)?;
        Some(Self { place, element, step, turn: end, last })
    }

    /// Turns of a block that the panel is for.
    pub fn block(&self) -> i64 {
        (PANEL_BYTES / (self.step * bytes(self.element)).max(1)).max(1)
    }

    /// Its memory, on the stack: for blocks of so many turns.
    pub fn allocate(&self, builder: &Builder<'c>, block: i64) -> Value<'c> {
        stack(builder, (block - 1) * self.step + self.turn, self.element)
    }

    /// Whether operand `i` of `member`, which has this number in the group, is in the panel.
    pub fn holds(&self, number: usize, member: &Member<'c>, i: usize) -> bool {
        let is_result = number == self.last && i >= member.kernel.inputs.len();
        let operand = member.kernel.operands().nth(i);
        number <= self.last && !is_result && operand.is_some_and(|operand| place(operand.memref) == self.place)
    }
}

/// Whether all elements of `place` are written anew.
fn overwrites<'c>(member: &Member<'c>, place: Place<'c>) -> bool {
    let kernel = &member.kernel;
    let arguments = &block_args(kernel.body)[kernel.inputs.len()..];
    let mut outputs = kernel.outputs.iter().zip(&kernel.starts).zip(arguments);
    outputs.any(|((output, start), argument)| {
        super::groups::place(output.memref) == place
            && (start.is_some() || !has_uses(*argument))
            && kernel.results() * bytes(output.element) == place.bytes()
    })
}
