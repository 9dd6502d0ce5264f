//! Which kernels run turn by turn: what one leaves in cache the next one finds there.
//!
//! ```text
//! for rows: m = max(x)    for rows: e = exp(x - m)    for rows: s = sum(e)    for rows: y = e / s
//! // becomes
//! for rows, a few at a time: { m = max(x); e = exp(x - m); s = sum(e); y = e / s }
//! ```

use super::contraction::{self, Contraction};
use super::dot::Instructions;
use super::fills::is_fill;
use super::kernel::{Kernel, Operand};
use melior::ir::ValueLike;
use std::rc::Rc;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Block, Op, OpExt, Type, Value, block_ops, blocks, defining_op, element_type, i64_values, int_value, shape_of,
    terminator,
};
use xla_dialect::passes::Failed;

/// Bytes that the buffers of a group's block of turns may take: well within a core's second-level cache.
const BLOCK_BYTES: i64 = 128 << 10;
/// Turns that a group keeps for threads to share, where some of its kernels have more.
const LEAST_TURNS: i64 = 64;

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
    fn of(op: Op<'c>, instructions: Instructions) -> Result<Self, Failed> {
        let kernel = Kernel::of(op).ok_or_else(|| {
            unsupported(op, "its index maps are not linear");
            Failed
        })?;
        let kernel = Rc::new(kernel);
        let contraction = contraction::recognise(&kernel, instructions);
        Ok(Self { op, kernel, contraction })
    }

    /// The loop that is split into turns, if it is one loop.
    fn turn_dim(&self) -> Option<usize> {
        match &self.contraction {
            Some(contraction) => contraction.parallel_dim(),
            None => self.kernel.dims.first().filter(|dim| dim.parallel).map(|_| 0),
        }
    }

    /// How many turns it may be split into.
    pub fn turns(&self) -> i64 {
        match &self.contraction {
            Some(contraction) => contraction.parallel_extent(),
            None => self.kernel.dims.first().filter(|dim| dim.parallel).map_or(1, |dim| dim.extent),
        }
    }

    fn packs(&self) -> bool {
        self.contraction.as_ref().is_some_and(Contraction::packs)
    }

    /// Whether all it does is to set to zero what `next` adds to.
    fn only_clears_for(&self, next: &Self) -> bool {
        let zero = || {
            let value =
                terminator(self.op.body(0)?)?.ins().first().and_then(|value| defining_op(*value)?.attr("value"))?;
            Some(int_value(value) == Some(0) || value.to_string().starts_with("0.0"))
        };
        is_fill(self.op)
            && zero() == Some(true)
            && next.contraction.is_some()
            && place(self.kernel.outputs[0].memref) == place(next.kernel.outputs[0].memref)
            && next.kernel.dims.iter().filter(|dim| dim.parallel).map(|dim| dim.extent).product::<i64>()
                == self.kernel.turns()
    }

    /// The buffers it reads and writes, and whether each is written.
    fn accesses(&self) -> impl Iterator<Item = (&Operand<'c>, bool)> {
        let inputs = self.kernel.inputs.iter().map(|operand| (operand, false));
        inputs.chain(self.kernel.outputs.iter().map(|operand| (operand, true)))
    }
}

/// Kernels that run turn by turn, at least one.
pub struct Group<'c> {
    /// In order.
    pub members: Vec<Member<'c>>,
}

impl<'c> Group<'c> {
    /// Number of turns of the group, each of which is as many of every kernel.
    pub fn extent(&self) -> i64 {
        self.members.iter().map(Member::turns).min().unwrap_or(1)
    }

    /// How many turns each kernel takes before the next one begins.
    pub fn block(&self) -> i64 {
        (BLOCK_BYTES / self.turn_bytes(None).max(1)).max(1)
    }

    /// Bytes of all buffers that a turn touches, with one more member.
    fn turn_bytes(&self, more: Option<&Member<'c>>) -> i64 {
        let mut buffers: Vec<(Place<'c>, i64)> = Vec::new();
        let extent = more.map_or(i64::MAX, Member::turns).min(self.extent());
        for member in self.members.iter().chain(more) {
            let Some(d) = member.turn_dim() else { continue };
            for (operand, _) in member.accesses() {
                let place = place(operand.memref);
                if !buffers.iter().any(|(other, _)| *other == place) {
                    let stride = operand.strides[d].abs() * (member.turns() / extent);
                    buffers.push((place, stride * bytes(place.element)));
                }
            }
        }
        buffers.iter().map(|(_, bytes)| bytes).sum()
    }

    /// Whether `member` may run turn by turn with the kernels so far; if it may, whether it shares what is in cache.
    fn takes(&self, member: &Member<'c>) -> Option<bool> {
        let d = member.turn_dim()?;
        // The stack has room for the panels of one.
        if member.packs() && self.members.iter().any(Member::packs) {
            return None;
        }
        // Where one has fewer turns, each of them is several of the other: rows of elements.
        let (ours, theirs) = (member.turns(), self.extent());
        let extent = ours.min(theirs);
        let differ = ours != theirs && (extent < LEAST_TURNS || self.turn_bytes(Some(member)) > BLOCK_BYTES);
        if extent <= 1 || ours % extent != 0 || theirs % extent != 0 || differ {
            return None;
        }
        let turn = |member: &Member<'c>, d: usize| Turn { d, count: member.turns() / extent };
        let mut shares = false;
        for earlier in &self.members {
            let e = earlier.turn_dim()?;
            for (theirs, they_write) in earlier.accesses() {
                for (ours, we_write) in member.accesses() {
                    let places = (place(theirs.memref), place(ours.memref));
                    if !places.0.overlaps(&places.1) {
                        continue;
                    }
                    let aligned = places.0 == places.1
                        && stay_apart(
                            (&earlier.kernel, theirs, turn(earlier, e)),
                            (&member.kernel, ours, turn(member, d)),
                        );
                    if !aligned && (they_write || we_write) {
                        return None;
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
                return None;
            }
        }
        Some(shares)
    }
}

/// One turn of a group: `count` turns of a kernel's loop `d`.
#[derive(Clone, Copy)]
struct Turn {
    d: usize,
    count: i64,
}

/// Whether different turns of the two kernels never meet: each turn has a stretch of the buffer of its own.
fn stay_apart<'c>(
    (first, a, of_first): (&Kernel<'c>, &Operand<'c>, Turn),
    (second, b, of_second): (&Kernel<'c>, &Operand<'c>, Turn),
) -> bool {
    let span = |kernel: &Kernel<'c>, operand: &Operand<'c>, turn: Turn| {
        let (low, high) = kernel.span(operand, turn.d);
        let reach = operand.strides[turn.d] * (turn.count - 1);
        (low + reach.min(0), high + reach.max(0))
    };
    let ((low_a, high_a), (low_b, high_b)) = (span(first, a, of_first), span(second, b, of_second));
    let step = |operand: &Operand<'c>, turn: Turn| operand.strides[turn.d] * turn.count;
    step(a, of_first) == step(b, of_second) && high_a.max(high_b) - low_a.min(low_b) < step(a, of_first)
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
pub fn groups<'c>(function: Op<'c>, instructions: Instructions) -> Result<Vec<Group<'c>>, Failed> {
    let mut grouping = Grouping { instructions, found: Vec::new(), open: None, fill: None };
    for region in function.region_list() {
        blocks(region).into_iter().try_for_each(|block| grouping.block(block))?;
    }
    Ok(grouping.found)
}

/// The groups so far.
struct Grouping<'c> {
    instructions: Instructions,
    /// Those that nothing joins any more.
    found: Vec<Group<'c>>,
    /// The last one.
    open: Option<Group<'c>>,
    /// A fill behind it: it goes where the next op does, which begins with it.
    fill: Option<Member<'c>>,
}

impl<'c> Grouping<'c> {
    fn block(&mut self, block: Block<'c>) -> Result<(), Failed> {
        for op in block_ops(block) {
            match op.name_str() {
                "linalg.generic" if is_fill(op) => {
                    self.place_fill();
                    self.fill = Some(Member::of(op, self.instructions)?);
                }
                "linalg.generic" => self.join(Member::of(op, self.instructions)?),
                // Ops without effect may as well have come first.
                "memref.view" | "memref.reinterpret_cast" | "memref.get_global" | "arith.constant" => {}
                _ => {
                    self.close();
                    for inner in op.region_list().into_iter().flat_map(blocks) {
                        self.block(inner)?;
                    }
                }
            }
        }
        self.close();
        Ok(())
    }

    /// Adds `member` to the open group, or begins one with it.
    fn join(&mut self, mut member: Member<'c>) {
        if self.fill.as_ref().is_some_and(|fill| fill.only_clears_for(&member)) {
            self.fill.take().into_iter().for_each(|fill| fill.op.erase());
            member.contraction.iter_mut().for_each(|contraction| contraction.overwrites = true);
        }
        let shares = self.open.as_ref().is_some_and(|group| group.takes(&member) == Some(true));
        if !shares {
            self.place_fill();
        }
        if let Some(fill) = self.fill.take() {
            self.push(fill, false);
        }
        self.push(member, true);
    }

    /// Adds `member` to the open group if that takes it, and, if `shares`, gains by it.
    fn push(&mut self, member: Member<'c>, shares: bool) {
        match &mut self.open {
            Some(group) if group.takes(&member).is_some_and(|gains| gains || !shares) => group.members.push(member),
            _ => self.found.extend(self.open.replace(Group { members: vec![member] })),
        }
    }

    /// Begins a group with the fill that waits.
    fn place_fill(&mut self) {
        if let Some(fill) = self.fill.take() {
            self.found.extend(self.open.replace(Group { members: vec![fill] }));
        }
    }

    fn close(&mut self) {
        self.place_fill();
        self.found.extend(self.open.take());
    }
}
