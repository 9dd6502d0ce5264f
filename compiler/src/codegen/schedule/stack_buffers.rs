//! Arrays that are visible inside a group only: its kernels write and read them, and the last one overwrites them. Each
//! block of iterations keeps its part in a buffer on the stack, which stays in a core's first-level cache.
//!
//! ```text
//! for rows, a few at a time: { m = max(x); y = exp(x - m); s = sum(y); y = y / s }
//! // becomes
//! for rows, a few at a time: { m = max(x); buffer = exp(x - m); s = sum(buffer); y = buffer / s }
//! ```

use super::groups::iterations_per_tile;
use super::member::{Member, Plan};
use super::nest::is_for_the_caller;
use crate::machine::MachineModel;
use crate::memref::{ByteRange, alias, element_bytes};
use xla_dialect::ir::{Type, Value, block_args, has_uses, uses};

/// Bytes of an iteration at most: the stack has room for it.
const MOST_BYTES: i64 = 128 << 10;

/// A part of an array on the stack, as large as some iterations need.
pub struct StackBuffer<'c> {
    range: ByteRange<'c>,
    element: Type<'c>,
    /// Elements from an iteration to the next.
    step: i64,
    /// Elements of an iteration that are used.
    used: i64,
    /// The member of the group that writes the array itself.
    last: usize,
    /// Bytes of the buffer, if an iteration takes no more.
    bytes: i64,
}

impl<'c> StackBuffer<'c> {
    /// The buffers of a group. Members that write past the caches because nothing else reads their results are marked.
    pub fn of(members: &mut [Member<'c>], machine: &MachineModel) -> Vec<Self> {
        let mut buffers: Vec<Self> = Vec::new();
        for i in 0..members.len() {
            for output in &members[i].kernel.outputs {
                let range = ByteRange::of(output.memref);
                if buffers.iter().all(|buffer| buffer.range != range) {
                    buffers.extend(Self::for_array(output.memref, members, machine));
                }
            }
        }
        let ops: Vec<_> = members.iter().map(|member| member.op).collect();
        let touched: Vec<_> = members.iter().flat_map(|member| member.kernel.memrefs()).collect();
        for buffer in &buffers {
            let [output] = members[buffer.last].kernel.outputs.as_slice() else { continue };
            let ours = uses(output.memref).iter().all(|(user, _)| ops.contains(user));
            let streams = ours && is_for_the_caller(output.memref, touched.iter().copied(), machine);
            if let Plan::Nest(plan) = &mut members[buffer.last].plan {
                plan.streams |= streams;
            }
        }
        buffers
    }

    /// The buffer for the array in `memref`, if it is written first, and overwritten at the end.
    fn for_array(memref: Value<'c>, members: &[Member<'c>], machine: &MachineModel) -> Option<Self> {
        let range = ByteRange::of(memref);
        let is_it = |other: Value<'c>| ByteRange::of(other) == range;
        let touches = |member: &&Member<'c>| member.kernel.memrefs().any(|other| alias(other, memref));
        let writes = |member: &Member<'c>| member.kernel.outputs.iter().any(|output| is_it(output.memref));
        let first = members.iter().position(|member| touches(&member))?;
        let last = members.iter().rposition(writes).filter(|last| first < *last)?;
        let ends = [&members[first], &members[last]];
        let reads_first = ends[0].kernel.inputs.iter().any(|input| is_it(input.memref));
        // An array that the second-level cache holds stays there as it is.
        if range.bytes() < machine.l2 || reads_first || !ends.iter().all(|member| overwrites(member, &range)) {
            return None;
        }
        let (mut step, mut end, mut element) = (0, 0, None);
        for member in members[first..=last].iter().filter(touches) {
            let kernel = &member.kernel;
            if member.contraction().is_some() || kernel.tables.iter().any(|table| alias(*table, memref)) {
                return None;
            }
            for operand in kernel.operands().filter(|operand| alias(operand.memref, memref)) {
                let (low, high) = kernel.span(operand, 0);
                if !is_it(operand.memref) || low < 0 {
                    return None;
                }
                (step, end, element) = (step.max(operand.strides[0]), end.max(high + 1), Some(operand.element));
            }
        }
        let element = element.filter(|element| step * element_bytes(*element) <= MOST_BYTES)?;
        // About an eighth of the first-level cache: what is read meanwhile is there as well.
        let bytes = 1 << (machine.l1 / 8).ilog2();
        let buffer = Self { range, element, step, used: end, last, bytes };
        (buffer.block() >= iterations_per_tile(members)).then_some(buffer)
    }

    /// Iterations of a block that the buffer is for.
    pub fn block(&self) -> i64 {
        (self.bytes / (self.step * element_bytes(self.element)).max(1)).max(1)
    }

    /// Its size in elements, for blocks of so many iterations.
    pub fn elements(&self, block: i64) -> i64 {
        (block - 1) * self.step + self.used
    }

    /// The type of its elements.
    pub fn element(&self) -> Type<'c> {
        self.element
    }

    /// Whether operand `i` of `member`, which has this number in the group, is in the buffer.
    pub fn holds(&self, number: usize, member: &Member<'c>, i: usize) -> bool {
        let is_result = number == self.last && i >= member.kernel.inputs.len();
        let operand = member.kernel.operands().nth(i);
        number <= self.last && !is_result && operand.is_some_and(|operand| ByteRange::of(operand.memref) == self.range)
    }
}

/// Whether all elements of `range` are written without being read.
fn overwrites<'c>(member: &Member<'c>, range: &ByteRange<'c>) -> bool {
    let kernel = &member.kernel;
    let arguments = &block_args(kernel.body)[kernel.inputs.len()..];
    let mut outputs = kernel.outputs.iter().zip(&kernel.starts).zip(arguments);
    outputs.any(|((output, start), argument)| {
        ByteRange::of(output.memref) == *range
            && (start.is_some() || !has_uses(*argument))
            && kernel.results() * element_bytes(output.element) == range.bytes()
    })
}
