//! What is where in memory, followed through the ops that bufferization emits.
//!
//! The pass says of each op which memrefs it reads and writes, and which tensor it means by that; the addresses are taken
//! from the emitted IR. [`check`] then runs the function on contents instead of numbers: a write replaces the contents of
//! all bytes that it touches, and a read has to find the tensor that it means. A buffer that is overwritten while a reader
//! of its old tensor is still to come, buffers that are in use at the same time and share bytes of the arena, and states of
//! loops that change places in the wrong order all show as a read of the wrong tensor.

use super::Violation;
use crate::codegen::groups::{Place, place};
use crate::codegen::plan::key;
use std::collections::HashMap;
use xla_dialect::ir::{Location, Op, OpExt, Value, defining_op, result_number};

/// A tensor, by its SSA value.
type Name = usize;

/// Something that happens to memory.
#[derive(Clone)]
pub enum Event<'c> {
    /// An op reads a memref for a tensor.
    Read { memref: Value<'c>, tensor: Name, location: Location<'c> },
    /// A memref holds a tensor from here on.
    Write { memref: Value<'c>, tensor: Name },
    /// An op writes the second memref while it reads, or writes, the first.
    Apart { memrefs: [Value<'c>; 2], location: Location<'c> },
    /// One of these is what happens.
    Branch(Vec<Events<'c>>),
    /// The first happens once more than the second.
    Loop(Events<'c>, Events<'c>),
}

/// What happens, in order.
pub type Events<'c> = Vec<Event<'c>>;

/// Records what bufferization means by the ops that it emits.
#[derive(Default)]
pub struct Trace<'c> {
    events: Events<'c>,
    /// Other names of tensors.
    names: HashMap<Name, Name>,
    /// What the part of the program that is bufferized now has begun with, for each region around.
    outer: Vec<Events<'c>>,
    on: bool,
}

impl<'c> Trace<'c> {
    /// One that records, if checks are `on`.
    pub fn new(on: bool) -> Self {
        Self { on, ..Self::default() }
    }

    fn name(&self, tensor: Value<'c>) -> Name {
        let mut name = key(tensor);
        while let Some(other) = self.names.get(&name) {
            name = *other;
        }
        name
    }

    /// `result` is `tensor`, in the same memory.
    pub fn alias(&mut self, tensor: Value<'c>, result: Value<'c>) {
        if self.on && key(tensor) != key(result) {
            let name = self.name(tensor);
            self.names.insert(key(result), name);
        }
    }

    /// `op` reads `tensor` in `memref`. What a `tensor.empty` holds does not matter.
    pub fn read(&mut self, memref: Value<'c>, tensor: Value<'c>, op: Op<'c>) {
        if self.on && !is_undefined(tensor) {
            let event = Event::Read { memref, tensor: self.name(tensor), location: op.loc() };
            self.events.push(event);
        }
    }

    /// `memref` holds `tensor` from here on.
    pub fn write(&mut self, memref: Value<'c>, tensor: Value<'c>) {
        if self.on {
            let event = Event::Write { memref, tensor: self.name(tensor) };
            self.events.push(event);
        }
    }

    /// `op` writes `written` while it reads or writes `other`.
    pub fn apart(&mut self, other: Value<'c>, written: Value<'c>, op: Op<'c>) {
        if self.on {
            self.events.push(Event::Apart { memrefs: [other, written], location: op.loc() });
        }
    }

    /// A region begins.
    pub fn enter(&mut self) {
        self.outer.push(std::mem::take(&mut self.events));
    }

    /// The region ends: what happened in it.
    pub fn leave(&mut self) -> Events<'c> {
        std::mem::replace(&mut self.events, self.outer.pop().unwrap_or_default())
    }

    /// One of `regions` happens.
    pub fn branch(&mut self, regions: Vec<Events<'c>>) {
        self.events.push(Event::Branch(regions));
    }

    /// A loop of what comes before the condition, and of what comes after it.
    pub fn repeat(&mut self, before: Events<'c>, after: Events<'c>) {
        self.events.push(Event::Loop(before, after));
    }

    /// The first read that does not find what it means.
    pub fn check(&self) -> Option<Violation<'c>> {
        Memory::default().run(&self.events).err()
    }
}

fn is_undefined(tensor: Value<'_>) -> bool {
    let mut tensor = tensor;
    while let Some(op) = defining_op(tensor) {
        match op.name_str() {
            "tensor.empty" => return true,
            "tensor.collapse_shape" | "tensor.expand_shape" => tensor = op.input(0),
            "xla.optimization_barrier" => tensor = op.input(result_number(tensor)),
            _ => return false,
        }
    }
    false
}

/// Which tensors are where.
#[derive(Clone, Default)]
struct Memory<'c> {
    contents: Vec<(Place<'c>, Name)>,
}

impl<'c> Memory<'c> {
    fn run(&mut self, events: &[Event<'c>]) -> Result<(), Violation<'c>> {
        for event in events {
            match event {
                Event::Read { memref, tensor, location } => self.read(*memref, *tensor, *location)?,
                Event::Write { memref, tensor } => self.write(*memref, *tensor),
                Event::Apart { memrefs, location } => {
                    let [other, written] = memrefs.map(place);
                    if other.bytes() > 0 && written.bytes() > 0 && other.overlaps(&written) {
                        let message = format!("writes {} while it uses {}", written.text(), other.text());
                        return Err(Violation { location: *location, message });
                    }
                }
                Event::Branch(regions) => {
                    let before = self.clone();
                    let mut after: Option<Self> = None;
                    for region in regions {
                        let mut memory = before.clone();
                        memory.run(region)?;
                        after = Some(after.map_or_else(|| memory.clone(), |other| other.common(&memory)));
                    }
                    *self = after.unwrap_or(before);
                }
                Event::Loop(before, after) => {
                    let start = self.clone();
                    self.run(before)?;
                    self.run(after)?;
                    // Once more, with what is there in the first iteration and in the others.
                    *self = start.common(self);
                    self.run(before)?;
                    self.clone().run(after)?;
                }
            }
        }
        Ok(())
    }

    fn read(&self, memref: Value<'c>, tensor: Name, location: Location<'c>) -> Result<(), Violation<'c>> {
        let at = place(memref);
        let holds = |(place, name): &(Place<'c>, Name)| *name == tensor && at.is_within(place);
        if at.bytes() == 0 || self.contents.iter().any(holds) {
            return Ok(());
        }
        let message = format!("reads what {} held before it was written again", at.text());
        Err(Violation { location, message })
    }

    fn write(&mut self, memref: Value<'c>, tensor: Name) {
        let at = place(memref);
        if at.bytes() > 0 {
            self.contents.retain(|(place, _)| !place.overlaps(&at));
            self.contents.push((at, tensor));
        }
    }

    /// What is there in both.
    fn common(&self, other: &Self) -> Self {
        let both = self.contents.iter().filter(|content| other.contents.contains(content));
        Self { contents: both.copied().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::bufferize::bufferize;
    use crate::codegen::plan::{self, Plan, plan};
    use xla_dialect::ir::block_ops;

    /// A function on eight numbers, of ops that add one, and ops that read their operands from the end.
    fn program(body: &str) -> String {
        let forward = "affine_map<(d0) -> (d0)>";
        let op = |result: &str, operand: &str, read: &str| {
            format!(
                "%{result} = linalg.generic {{indexing_maps = [{read}, {forward}], iterator_types = [\"parallel\"]}} \
                 ins(%{operand} : tensor<8xf32>) outs(%empty : tensor<8xf32>) {{\n\
                 ^bb0(%in: f32, %out: f32):\n %s = arith.addf %in, %in : f32\n linalg.yield %s : f32\n\
                 }} -> tensor<8xf32>\n"
            )
        };
        let mut text = String::from(
            "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n%empty = tensor.empty() : tensor<8xf32>\n\
             %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%c4 = arith.constant 4 : index\n",
        );
        for line in body.lines().map(str::trim) {
            match line.split(' ').collect::<Vec<_>>()[..] {
                [result, "=", "add", operand] => text += &op(result, operand, forward),
                [result, "=", "reverse", operand] => text += &op(result, operand, "affine_map<(d0) -> (-d0 + 7)>"),
                _ => text += &format!("{line}\n"),
            }
        }
        text + "}\n"
    }

    /// Whether bufferization by the plan for `body` passes the check, after `fault` was planted in the plan.
    fn passes(body: &str, fault: impl FnOnce(&mut Plan)) -> bool {
        let context = xla_dialect::context();
        let text = program(body);
        let module = melior::ir::Module::parse(&context, &text).unwrap_or_else(|| panic!("{text}"));
        // SAFETY: the module outlives its use here.
        let module: Op<'_> = unsafe { Op::from_raw(mlir_sys::mlirModuleGetOperation(module.to_raw())) };
        let function = block_ops(module.body(0).expect("a module has a body"))[0];
        let mut plan = plan(function);
        fault(&mut plan);
        bufferize(module, function, &plan, Trace::new(true)).is_ok()
    }

    /// The buffers in the arena.
    fn in_arena(plan: &Plan) -> Vec<usize> {
        let arena = |id: &usize| matches!(plan.buffers[*id].place, plan::Place::Arena(_));
        (0..plan.buffers.len()).filter(arena).collect()
    }

    const TWO_READERS: &str = "a = add x
        b = reverse a
        c = reverse b
        d = reverse a
        e = reverse c
        %sum = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} ins(%d, %e : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
        ^bb0(%p: f32, %q: f32, %out: f32):
        %s = arith.subf %p, %q : f32
        linalg.yield %s : f32
        } -> tensor<8xf32>
        return %sum : tensor<8xf32>";

    const SWAP: &str = "a = add x
        b = reverse a
        %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %a, %q = %b) -> (tensor<8xf32>, tensor<8xf32>) {
        scf.yield %q, %p : tensor<8xf32>, tensor<8xf32>
        }
        return %r#0 : tensor<8xf32>";

    #[test]
    fn plans_pass() {
        assert!(passes(TWO_READERS, |_| ()));
        assert!(passes(SWAP, |_| ()));
    }

    #[test]
    fn buffers_that_share_bytes_while_both_are_read_are_found() {
        // What is overwritten while it is still to be read, and what is read elsewhere than it is written.
        assert!(!passes(TWO_READERS, |plan| {
            let buffers = in_arena(plan);
            assert!(buffers.len() > 1);
            buffers.iter().for_each(|id| plan.buffers[*id].place = plan::Place::Arena(0));
        }));
        // Half a buffer is enough.
        assert!(!passes(TWO_READERS, |plan| {
            let buffers = in_arena(plan);
            (0..).zip(&buffers).for_each(|(i, id)| plan.buffers[*id].place = plan::Place::Arena(i * 16));
        }));
    }

    #[test]
    fn an_output_that_is_written_too_early_is_found() {
        assert!(!passes("a = add x\n b = reverse a\n return %b : tensor<8xf32>", |plan| {
            let buffers = in_arena(plan);
            plan.buffers[buffers[0]].place = plan::Place::Output(0);
        }));
    }

    #[test]
    fn a_result_that_is_overwritten_before_it_is_returned_is_found() {
        assert!(!passes("a = reverse x\n b = add x\n c = reverse b\n return %a : tensor<8xf32>", |plan| {
            let outputs: Vec<usize> =
                (0..plan.buffers.len()).filter(|id| plan.buffers[*id].place == plan::Place::Output(0)).collect();
            let buffers = in_arena(plan);
            outputs.iter().for_each(|id| plan.buffers[*id].place = plan.buffers[buffers[0]].place);
        }));
    }

    #[test]
    fn states_that_change_places_without_being_parked_are_found() {
        assert!(!passes(SWAP, Plan::park_nothing));
    }
}
