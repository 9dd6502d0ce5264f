//! Which kernels run iteration by iteration, so that one finds in cache what the one before it has written.
//!
//! ```text
//! for rows: m = max(x)    for rows: e = exp(x - m)    for rows: s = sum(e)    for rows: y = e / s
//! // becomes
//! for rows, a few at a time: { m = max(x); e = exp(x - m); s = sum(e); y = e / s }
//! ```

use super::alike;
use super::contraction::Choices;
use super::member::Member;
use super::offsets::{self, OperandNumber};
use super::stack_buffers::StackBuffer;
use crate::codegen::analysis::kernel::{Kernel, Operand};
use crate::machine::MachineModel;
use crate::memref::{ByteRange, alias, element_bytes, is_same_memory};
use xla_dialect::ir::{Block, Op, OpExt, Value, block_ops, blocks};
use xla_dialect::ods::{Kind, arith, linalg, memref};
use xla_dialect::passes::Failed;

/// Ops that the bodies of a group may have: what LLVM does to a function grows faster than the function.
const GROUP_OPS: usize = 128;

/// Bytes of an iteration that is long: what starts and ends it takes little of its time.
const LONG_ITERATION: i64 = 2048;

/// Kernels that run iteration by iteration, at least one.
pub struct Group<'c> {
    /// In order.
    pub members: Vec<Member<'c>>,
    /// The arrays that they keep on the stack.
    pub stack_buffers: Vec<StackBuffer<'c>>,
    /// The operands whose offsets are arguments of the function.
    pub offset_arguments: Vec<OperandNumber>,
    /// The number of an earlier group whose function is the same.
    pub same_as: Option<usize>,
    /// Bytes of the buffers of a block of iterations.
    block_bytes: i64,
}

impl<'c> Group<'c> {
    fn new(member: Member<'c>, machine: &MachineModel) -> Self {
        // An eighth of the second-level cache: what the kernels read and write beside the buffers is there too.
        let block_bytes = machine.l2 / 8;
        let (stack_buffers, offset_arguments) = (Vec::new(), Vec::new());
        Self { members: vec![member], stack_buffers, offset_arguments, same_as: None, block_bytes }
    }

    /// How many iterations each kernel runs before the next one begins: one if they are long, since what it has written is in the
    /// first-level cache then, and the kernels need no loops of their own.
    pub fn block(&self) -> i64 {
        let each = bytes_per_iteration(&self.members);
        if each >= LONG_ITERATION && self.members.iter().all(Member::runs_iterations_apart) {
            return 1;
        }
        let block = self.block_of(each);
        self.stack_buffers.iter().map(StackBuffer::block).fold(block, i64::min)
    }

    /// How many iterations of so many bytes a block has.
    fn block_of(&self, each: i64) -> i64 {
        (self.block_bytes / each.max(1)).max(1)
    }

    /// How many iterations of `extent` all members compute together; where that is several, there is no remainder.
    pub fn iterations_per_step(&self, extent: i64) -> i64 {
        let needed = iterations_per_tile(&self.members);
        let wanted = self.members.iter().map(|member| lcm(needed, member.iterations_per_step()));
        let most = wanted.filter(|size| extent % size == 0).max().unwrap_or(needed);
        if self.members.len() == 1 || self.block() >= most { most } else { needed }
    }

    /// Whether `member` may run iteration by iteration with the kernels so far, and gains by it.
    fn takes(&self, member: &Member<'c>) -> bool {
        let Some(d) = member.outer_loop() else { return false };
        let size = |member: &Member<'c>| block_ops(member.kernel.body).len();
        if self.members.iter().map(size).sum::<usize>() + size(member) > GROUP_OPS {
            return false;
        }
        // The stack has room for the panels of one.
        if member.packs() && self.members.iter().any(Member::packs) {
            return false;
        }
        let extent = member.kernel.dims[d].extent;
        let mut shares = false;
        for earlier in &self.members {
            let same_extent = |e: &usize| earlier.kernel.dims[*e].extent == extent;
            let Some(e) = earlier.outer_loop().filter(same_extent) else { return false };
            for (theirs, they_write) in earlier.accesses() {
                for (ours, we_write) in member.accesses() {
                    if !alias(theirs.memref, ours.memref) {
                        continue;
                    }
                    let aligned = is_same_memory(theirs.memref, ours.memref)
                        && stay_apart((&earlier.kernel, theirs, e), (&member.kernel, ours, d));
                    if !aligned && (they_write || we_write) {
                        return false;
                    }
                    shares |= aligned;
                }
            }
            // What sums several products of few rows reads all of them.
            shares |= earlier.iterations_per_tile() > 1 && member.iterations_per_tile() > 1;
            let writes = |member: &Member<'c>, table: Value<'c>| {
                member.kernel.outputs.iter().any(|output| alias(output.memref, table))
            };
            if member.kernel.tables.iter().any(|table| writes(earlier, *table))
                || earlier.kernel.tables.iter().any(|table| writes(member, *table))
            {
                return false;
            }
        }
        // What computes iterations together does not gain by blocks of fewer.
        let members = || self.members.iter().chain([member]);
        let together =
            members().map(Member::iterations_per_step).max().unwrap_or(1).max(iterations_per_tile(members()));
        shares && extent > 1 && (together == 1 || self.block_of(bytes_per_iteration(members())) >= together)
    }
}

/// Bytes that one iteration of `members` reads and writes.
fn bytes_per_iteration<'m, 'c: 'm>(members: impl IntoIterator<Item = &'m Member<'c>>) -> i64 {
    let mut buffers: Vec<(ByteRange<'c>, i64)> = Vec::new();
    for member in members {
        let Some(d) = member.outer_loop() else { continue };
        for (operand, _) in member.accesses() {
            let range = ByteRange::of(operand.memref);
            if !buffers.iter().any(|(other, _)| *other == range) {
                buffers.push((range, operand.strides[d].abs() * element_bytes(range.element())));
            }
        }
    }
    buffers.iter().map(|(_, bytes)| bytes).sum()
}

/// How many iterations `members` must compute together. All extents are multiples of it.
pub fn iterations_per_tile<'m, 'c: 'm>(members: impl IntoIterator<Item = &'m Member<'c>>) -> i64 {
    members.into_iter().map(Member::iterations_per_tile).fold(1, lcm)
}

/// The least common multiple of two small numbers.
fn lcm(a: i64, b: i64) -> i64 {
    (1..=b).map(|i| i * a).find(|multiple| multiple % b == 0).unwrap_or(a)
}

/// Whether different iterations of the two loops never touch the same element: each has a part of the buffer to itself.
fn stay_apart<'c>(
    (first, a, d): (&Kernel<'c>, &Operand<'c>, usize),
    (second, b, e): (&Kernel<'c>, &Operand<'c>, usize),
) -> bool {
    let ((low_a, high_a), (low_b, high_b)) = (first.span(a, d), second.span(b, e));
    a.strides[d] == b.strides[e] && high_a.max(high_b) - low_a.min(low_b) < a.strides[d]
}

/// The groups of all linalg ops in `function`, each in one block.
pub fn groups<'c>(function: Op<'c>, choices: Choices<'_>) -> Result<Vec<Group<'c>>, Failed> {
    let mut found = Vec::new();
    for region in function.region_list() {
        for block in blocks(region) {
            in_block(block, choices, &mut found)?;
        }
    }
    for group in &mut found {
        group.stack_buffers = StackBuffer::of(&mut group.members, choices.machine);
    }
    offsets::take_as_arguments(&mut found);
    alike::find(&mut found);
    Ok(found)
}

fn in_block<'c>(block: Block<'c>, choices: Choices<'_>, found: &mut Vec<Group<'c>>) -> Result<(), Failed> {
    let mut steps = Vec::new();
    for op in block_ops(block) {
        steps.push(match Kind::of(op) {
            Some(Kind::Linalg(linalg::Kind::Generic)) => Step::Kernel(Box::new(Member::of(op, choices)?)),
            // Ops without effect could have come first.
            Some(
                Kind::Memref(memref::Kind::View | memref::Kind::ReinterpretCast | memref::Kind::GetGlobal)
                | Kind::Arith(arith::Kind::Constant),
            ) => continue,
            _ => Step::Other(op),
        });
    }
    begin_with_literals(&mut steps);
    let mut open: Option<Group<'c>> = None;
    for step in steps {
        match step {
            Step::Kernel(member) => {
                if let Some(last) = open.as_mut().and_then(|group| group.members.last_mut())
                    && last.end_with(&member)
                {
                    continue;
                }
                match &mut open {
                    Some(group) if group.takes(&member) => group.members.push(*member),
                    _ => found.extend(open.replace(Group::new(*member, choices.machine))),
                }
            }
            Step::Other(op) => {
                found.extend(open.take());
                for inner in op.region_list().into_iter().flat_map(blocks) {
                    in_block(inner, choices, found)?;
                }
            }
        }
    }
    found.extend(open);
    Ok(())
}

/// An op of a block that has an effect.
enum Step<'c> {
    Kernel(Box<Member<'c>>),
    Other(Op<'c>),
}

/// Drops each fill of what the next op that touches it can begin with by itself.
fn begin_with_literals(steps: &mut Vec<Step<'_>>) {
    /// How many steps later that op may come: a search through all of a long block takes its square.
    const REACH: usize = 16;
    let mut kept = vec![true; steps.len()];
    for i in 0..steps.len() {
        let (before, after) = steps.split_at_mut(i + 1);
        let Step::Kernel(fill) = &before[i] else { continue };
        if fill.kernel.fills_with().is_none() {
            continue;
        }
        let filled = fill.kernel.outputs[0].memref;
        for step in after.iter_mut().take(REACH) {
            let Step::Kernel(member) = step else { break };
            if member.kernel.memrefs().any(|memref| alias(memref, filled)) {
                kept[i] = !member.begin_with(&fill.kernel);
                break;
            }
        }
        if !kept[i] {
            fill.op.erase();
        }
    }
    let mut kept = kept.into_iter();
    steps.retain(|_| kept.next().unwrap_or(true));
}
