//! Which kernels run turn by turn: what one leaves in cache the next one finds there.
//!
//! ```text
//! for rows: m = max(x)    for rows: e = exp(x - m)    for rows: s = sum(e)    for rows: y = e / s
//! // becomes
//! for rows, a few at a time: { m = max(x); e = exp(x - m); s = sum(e); y = e / s }
//! ```

use super::contraction::{self, Choices, Contraction};
use super::kernel::{Kernel, Operand};
use super::loops;
use super::panels::Panel;
use melior::ir::ValueLike;
use std::rc::Rc;
use xla_dialect::accumulation::accumulates;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Block, Op, OpExt, Type, Value, block_args, block_ops, blocks, defining_op, element_type, has_uses, i64_values,
    int_value, shape_of,
};
use xla_dialect::passes::Failed;

/// Bytes that the buffers of a group's block of turns may take: well within a core's second-level cache.
const BLOCK_BYTES: i64 = 128 << 10;

/// Ops that the bodies of a group may have.
const GROUP_OPS: usize = 128;

/// A linalg op and its loops.
pub struct Member<'c> {
    /// The op.
    pub op: Op<'c>,
    /// Its loops.
    pub kernel: Rc<Kernel<'c>>,
    /// How it is computed, if it is a sum of products.
    pub contraction: Option<Contraction<'c>>,
}

impl<'c> Member<'c> {
    fn of(op: Op<'c>, choices: Choices<'_>) -> Result<Self, Failed> {
        let kernel = Kernel::of(op).ok_or_else(|| {
            unsupported(op, "its index maps are not linear");
            Failed
        })?;
        let kernel = Rc::new(kernel);
        let contraction = contraction::recognise(&kernel, choices);
        Ok(Self { op, kernel, contraction })
    }

    /// The loop that is split into turns, if it is one loop.
    pub fn turn_dim(&self) -> Option<usize> {
        match &self.contraction {
            Some(contraction) => contraction.parallel_dim(),
            None => self.kernel.dims.first().filter(|dim| dim.parallel).map(|_| 0),
        }
    }

    /// Makes it begin with the literal that `fill` has written to where it adds, if it can: whether it does.
    fn begin_with(&mut self, fill: &Kernel<'c>) -> bool {
        match &mut self.contraction {
            Some(contraction) => {
                contraction.fresh = contraction.begins_with(fill);
                contraction.fresh
            }
            None => {
                loops::takes_starts(&self.kernel)
                    && Rc::get_mut(&mut self.kernel).is_some_and(|kernel| kernel.begin_with(fill))
            }
        }
    }

    /// Whether `next` adds up what this computes, and can do so on the way.
    pub fn feeds(&self, next: &Self) -> bool {
        self.contraction.is_none()
            && next.contraction.is_none()
            && !accumulates(self.op)
            && loops::feeds(&self.kernel, &next.kernel).is_some()
    }

    fn packs(&self) -> bool {
        self.contraction.as_ref().is_some_and(Contraction::packs)
    }

    /// The buffers it reads and writes, and whether each is written.
    pub fn accesses(&self) -> impl Iterator<Item = (&Operand<'c>, bool)> {
        let inputs = self.kernel.inputs.iter().zip(block_args(self.kernel.body));
        let inputs = inputs.filter(|(_, argument)| has_uses(*argument)).map(|(operand, _)| (operand, false));
        inputs.chain(self.kernel.outputs.iter().map(|operand| (operand, true)))
    }
}

impl Member<'_> {
    /// Whether each thread had best get one stretch of turns: since each begins with much that others do as well, or
    /// since turns are the columns of rows that are read, the longer at a time the better.
    pub fn wants_shares(&self) -> bool {
        match &self.contraction {
            Some(contraction) => contraction.wants_shares(),
            None => {
                let parallel: Vec<bool> = self.kernel.dims.iter().map(|dim| dim.parallel).collect();
                parallel == [true, false]
                    && self.kernel.outputs.iter().all(|output| output.strides[0] == 1)
                    && self.kernel.inputs.iter().all(|input| input.strides[0] <= 1)
            }
        }
    }

    /// Erases the ops that it is.
    pub fn erase(&self) {
        self.op.erase();
        self.contraction.iter().filter_map(|contraction| contraction.then).for_each(|op| op.erase());
    }
}

/// Kernels that run turn by turn, at least one.
pub struct Group<'c> {
    /// In order.
    pub members: Vec<Member<'c>>,
    /// What they have on the stack.
    pub panels: Vec<Panel<'c>>,
}

impl<'c> Group<'c> {
    /// How many turns each kernel takes before the next one begins.
    pub fn block(&self) -> i64 {
        let mut buffers: Vec<(Place<'c>, i64)> = Vec::new();
        for member in &self.members {
            let Some(d) = member.turn_dim() else { continue };
            for (operand, _) in member.accesses() {
                let place = place(operand.memref);
                if !buffers.iter().any(|(other, _)| *other == place) {
                    buffers.push((place, operand.strides[d].abs() * bytes(place.element)));
                }
            }
        }
        let each: i64 = buffers.iter().map(|(_, bytes)| bytes).sum();
        let block = (BLOCK_BYTES / each.max(1)).max(1);
        self.panels.iter().map(Panel::block).fold(block, i64::min)
    }

    /// How many turns of `extent` all members take at once: where that is several, no turns are left over.
    pub fn turns_at_once(&self, extent: i64) -> i64 {
        if self.members.iter().any(|member| member.contraction.is_some()) {
            return 1;
        }
        let each = self.members.iter().map(|member| loops::turns_at_once(&member.kernel));
        // All are powers of two.
        let most = each.max().unwrap_or(1);
        if extent % most == 0 && (self.members.len() == 1 || self.block() >= most) { most } else { 1 }
    }

    /// Whether `member` may run turn by turn with the kernels so far, and gains by it.
    fn takes(&self, member: &Member<'c>) -> bool {
        let Some(d) = member.turn_dim() else { return false };
        // What LLVM does to a function grows faster than the function.
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
            let Some(e) = earlier.turn_dim().filter(|e| earlier.kernel.dims[*e].extent == extent) else { return false };
            for (theirs, they_write) in earlier.accesses() {
                for (ours, we_write) in member.accesses() {
                    let places = (place(theirs.memref), place(ours.memref));
                    if !places.0.overlaps(&places.1) {
                        continue;
                    }
                    let aligned =
                        places.0 == places.1 && stay_apart((&earlier.kernel, theirs, e), (&member.kernel, ours, d));
                    if !aligned && (they_write || we_write) {
                        return false;
                    }
                    shares |= aligned;
                }
            }
            let writes = |member: &Member<'c>, table: Value<'c>| {
                member.kernel.outputs.iter().any(|output| place(output.memref).overlaps(&place(table)))
            };
            if member.kernel.tables.iter().any(|table| writes(earlier, *table))
                || earlier.kernel.tables.iter().any(|table| writes(member, *table))
            {
                return false;
            }
        }
        shares && extent > 1
    }
}

/// Whether different turns of the two loops never meet: each turn has a stretch of the buffer of its own.
fn stay_apart<'c>(
    (first, a, d): (&Kernel<'c>, &Operand<'c>, usize),
    (second, b, e): (&Kernel<'c>, &Operand<'c>, usize),
) -> bool {
    let ((low_a, high_a), (low_b, high_b)) = (first.span(a, d), second.span(b, e));
    a.strides[d] == b.strides[e] && high_a.max(high_b) - low_a.min(low_b) < a.strides[d]
}

/// Where a memref lies: bytes `from` to `to` of what `root` holds, as elements of type `element`.
#[derive(Clone, Copy, PartialEq)]
pub struct Place<'c> {
    root: Value<'c>,
    from: i64,
    to: i64,
    element: Type<'c>,
}

impl Place<'_> {
    /// The identity of what it is part of, and at which byte of that it begins; none if only the run tells.
    pub fn begins(&self) -> Option<(usize, i64)> {
        (self.to < i64::MAX).then(|| (self.root.to_raw().ptr as usize, self.from))
    }

    /// Whether all of its bytes are in `other`.
    pub fn is_within(&self, other: &Self) -> bool {
        self.root == other.root && other.from <= self.from && self.to <= other.to
    }

    /// Which bytes it is, to say so.
    pub fn text(&self) -> String {
        let root = defining_op(self.root).map_or("an argument", |op| op.name_str());
        format!("bytes {} to {} of {root}", self.from, self.to)
    }

    /// How many bytes that is.
    pub fn bytes(&self) -> i64 {
        self.to - self.from
    }

    /// Whether the two share a byte.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.root == other.root && self.from < other.to && other.from < self.to
    }
}

/// Where `memref` lies.
pub fn place(memref: Value<'_>) -> Place<'_> {
    let ty = memref.r#type();
    let element = element_type(ty);
    let size = shape_of(ty).iter().product::<i64>() * bytes(element);
    let (mut root, mut from) = (memref, Some(0));
    while let Some(op) = defining_op(root) {
        from = match op.name_str() {
            "memref.view" => defining_op(op.input(1)).and_then(|op| op.attr("value")).and_then(int_value),
            "memref.reinterpret_cast" => {
                op.attr("static_offsets").and_then(i64_values).map(|offsets| offsets[0] * bytes(element))
            }
            _ => break,
        }
        .zip(from)
        .map(|(step, from)| step + from);
        root = op.input(0);
    }
    // An offset that only the run tells may be any.
    let (from, to) = from.map_or((0, i64::MAX), |from| (from, from + size));
    Place { root, from, to, element }
}

/// Bytes of an element in memory.
pub fn bytes(element: Type<'_>) -> i64 {
    match element.to_string().as_str() {
        "i8" => 1,
        "i16" => 2,
        "i32" | "f32" => 4,
        "complex<f64>" => 16,
        _ => 8,
    }
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
        group.panels = Panel::of(&mut group.members);
    }
    Ok(found)
}

fn in_block<'c>(block: Block<'c>, choices: Choices<'_>, found: &mut Vec<Group<'c>>) -> Result<(), Failed> {
    let mut steps = Vec::new();
    for op in block_ops(block) {
        steps.push(match op.name_str() {
            "linalg.generic" => Step::Kernel(Box::new(Member::of(op, choices)?)),
            // Ops without effect may as well have come first.
            "memref.view" | "memref.reinterpret_cast" | "memref.get_global" | "arith.constant" => continue,
            _ => Step::Other(op),
        });
    }
    begin_with_literals(&mut steps);
    let mut open: Option<Group<'c>> = None;
    for step in steps {
        match step {
            Step::Kernel(member) => {
                if let Some(last) = open.as_mut().and_then(|group| group.members.last_mut())
                    && let Some(contraction) = &mut last.contraction
                    && contraction.ends_with(member.op, &member.kernel)
                {
                    contraction.then = Some(member.op);
                    continue;
                }
                match &mut open {
                    Some(group) if group.takes(&member) => group.members.push(*member),
                    _ => found.extend(open.replace(Group { members: vec![*member], panels: Vec::new() })),
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
    /// How many steps later that op may come.
    const REACH: usize = 16;
    let mut kept = vec![true; steps.len()];
    for i in 0..steps.len() {
        let (before, after) = steps.split_at_mut(i + 1);
        let Step::Kernel(fill) = &before[i] else { continue };
        if fill.kernel.fills_with().is_none() {
            continue;
        }
        let filled = place(fill.kernel.outputs[0].memref);
        for step in after.iter_mut().take(REACH) {
            let Step::Kernel(member) = step else { break };
            if member.kernel.memrefs().any(|memref| place(memref).overlaps(&filled)) {
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
