//! What is where in memory, followed through the ops that bufferization emits.
//!
//! The pass says of each op which memrefs it reads and writes, and which tensor it means by that; the addresses are taken
//! from the emitted IR. [`check`] then runs the function on contents instead of numbers: a write replaces the contents of
//! all bytes that it touches, and a read has to find the tensor that it means. A buffer that is overwritten while a reader
//! of its old tensor is still to come, buffers that are in use at the same time and share bytes of the arena, and states of
//! loops that change places in the wrong order all show as a read of the wrong tensor.

use super::violation::Violation;
use crate::identity::{Handle, Identity};
use crate::memref::{ByteRange, is_view};
use std::collections::HashMap;
use xla_dialect::ir::{Location, Op, OpExt, Value, defining_op, result_number};
use xla_dialect::ods::{Kind, tensor, xla};

/// A tensor, by its SSA value.
type Name = Identity;

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
        let mut name = tensor.identity();
        while let Some(other) = self.names.get(&name) {
            name = *other;
        }
        name
    }

    /// `result` is `tensor`, in the same memory.
    pub fn alias(&mut self, tensor: Value<'c>, result: Value<'c>) {
        if self.on && tensor.identity() != result.identity() {
            let name = self.name(tensor);
            self.names.insert(result.identity(), name);
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
        match Kind::of(op) {
            Some(Kind::Tensor(tensor::Kind::Empty)) => return true,
            _ if is_view(op) => tensor = op.input(0),
            Some(Kind::Xla(xla::Kind::OptimizationBarrier)) => tensor = op.input(result_number(tensor)),
            _ => return false,
        }
    }
    false
}

/// Which tensors are where.
#[derive(Clone, Default)]
struct Memory<'c> {
    contents: Vec<(ByteRange<'c>, Name)>,
}

impl<'c> Memory<'c> {
    fn run(&mut self, events: &[Event<'c>]) -> Result<(), Violation<'c>> {
        for event in events {
            match event {
                Event::Read { memref, tensor, location } => self.read(*memref, *tensor, *location)?,
                Event::Write { memref, tensor } => self.write(*memref, *tensor),
                Event::Apart { memrefs, location } => {
                    let [other, written] = memrefs.map(ByteRange::of);
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
        let at = ByteRange::of(memref);
        let holds = |(range, name): &(ByteRange<'c>, Name)| *name == tensor && at.is_within(range);
        if at.bytes() == 0 || self.contents.iter().any(holds) {
            return Ok(());
        }
        let message = format!("reads what {} held before it was written again", at.text());
        Err(Violation { location, message })
    }

    fn write(&mut self, memref: Value<'c>, tensor: Name) {
        let at = ByteRange::of(memref);
        if at.bytes() > 0 {
            self.contents.retain(|(range, _)| !range.overlaps(&at));
            self.contents.push((at, tensor));
        }
    }

    /// What is there in both.
    fn common(&self, other: &Self) -> Self {
        let both = self.contents.iter().filter(|content| other.contents.contains(content));
        Self { contents: both.copied().collect() }
    }
}
