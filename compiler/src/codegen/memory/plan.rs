//! Which memory each tensor lives in: decided for a whole function before any buffer exists.
//!
//! Ops are numbered in program order. A *buffer* is one stretch of memory that holds one tensor after another:
//! results computed in place, reshapes, and loop state share their operand's buffer where nobody reads the operand later. Buffers
//! that are alive at different times share bytes of one arena, whose size is known at compile time.

use crate::affine::Map;
use crate::attributes::WAITS;
use crate::identity::{Handle, Identity, OpMap, ValueMap};
use crate::linalg::{init_of, is_parallel, maps, overwrites, writes_identity};
use crate::memref::is_view;
use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::accumulation::input_count;
use xla_dialect::ir::{
    Block, Op, OpExt, Tensor, Value, block_args, block_argument_owner, block_ops, blocks, defining_op, terminator, uses,
};
use xla_dialect::ods::{Kind, arith, func, linalg, scf, tensor, xla};

/// Alignment of buffers in the arena: a cache line and the widest vector.
pub const ALIGNMENT: u64 = 64;

/// Operands of `scf.for` in front of the initial state.
const LOOP_BOUNDS: usize = 3;

/// Where a buffer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The caller's input `i`, which is never written.
    Input(usize),
    /// The caller's output `i`.
    Output(usize),
    /// A literal.
    Constant,
    /// In the arena, at this offset in bytes once planned.
    Arena(u64),
}

/// One stretch of memory.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// Where it is.
    pub storage: Storage,
    bytes: u64,
    first: usize,
    last: usize,
}

/// Index of a buffer in [`Plan::buffers`].
pub type BufferId = usize;

/// What is decided of a function.
#[derive(Default)]
pub struct Plan {
    /// All buffers.
    pub buffers: Vec<Buffer>,
    /// Bytes of arena that a run needs.
    pub arena_bytes: u64,
    of: HashMap<Identity, BufferId>,
    scratch: HashMap<(Identity, usize), BufferId>,
}

impl Plan {
    /// Where the terminator `end` parks operand `i` while the results of the op around are exchanged.
    pub fn scratch(&self, end: Op<'_>, i: usize) -> Option<BufferId> {
        self.scratch.get(&(end.identity(), i)).copied()
    }

    /// Forgets what is parked, as if states never changed places.
    #[cfg(test)]
    pub fn park_nothing(&mut self) {
        self.scratch.clear();
    }

    /// The buffer a tensor lives in; none for values that need no memory.
    pub fn buffer(&self, value: Value<'_>) -> Option<BufferId> {
        self.of.get(&value.identity()).copied()
    }
}

/// Whether ops of this name run their regions more than once.
fn is_loop(op: Op<'_>) -> bool {
    matches!(Kind::of(op), Some(Kind::Scf(scf::Kind::While) | Kind::Scf(scf::Kind::For)))
}

/// Where a value ends up, so that it may as well be computed there.
#[derive(Clone, Copy)]
enum Wish<'c> {
    Output(usize),
    /// The buffer of a result of the op around.
    ResultOf(Op<'c>, usize),
}

/// Plans the memory of a function on tensors.
pub fn plan<'c>(function: Op<'c>) -> Plan {
    let mut planner = Planner {
        plan: Plan::default(),
        contents: Vec::new(),
        positions: OpMap::default(),
        ends: OpMap::default(),
        next: 0,
        last_use: ValueMap::default(),
        wishes: ValueMap::default(),
        result_buffers: OpMap::default(),
    };
    let Some(body) = function.body(0) else { return planner.plan };
    planner.number(function);
    for (i, argument) in block_args(body).into_iter().enumerate() {
        let buffer = planner.new_buffer(argument, Storage::Input(i), 0);
        planner.assign(argument, buffer);
    }
    if let Some(end) = terminator(body) {
        for (i, value) in end.ins().into_iter().enumerate() {
            planner.wish(value, Wish::Output(i));
        }
    }
    planner.block(body);
    planner.place_in_arena();
    planner.plan
}

struct Planner<'c> {
    plan: Plan,
    /// The tensors that each buffer holds, one after another.
    contents: Vec<Vec<Value<'c>>>,
    positions: OpMap<'c, usize>,
    ends: OpMap<'c, usize>,
    next: usize,
    last_use: ValueMap<'c, usize>,
    wishes: ValueMap<'c, Wish<'c>>,
    /// Buffers of the results of control flow ops that are being walked.
    result_buffers: OpMap<'c, Vec<Option<BufferId>>>,
}

impl<'c> Planner<'c> {
    fn number(&mut self, op: Op<'c>) {
        self.positions.insert(op, self.next);
        self.next += 1;
        for region in op.region_list() {
            for block in blocks(region) {
                block_ops(block).into_iter().for_each(|inner| self.number(inner));
            }
        }
        self.ends.insert(op, self.next);
        self.next += 1;
    }

    fn position(&self, op: Op<'c>) -> usize {
        self.positions.get(op).copied().unwrap_or(0)
    }

    fn end(&self, op: Op<'c>) -> usize {
        self.ends.get(op).copied().unwrap_or(usize::MAX)
    }

    /// The last position at which `value` is read, also as one of its aliases. A use in a loop that the value comes into
    /// from outside lasts to the loop's end.
    fn last_use(&mut self, value: Value<'c>) -> usize {
        if let Some(last) = self.last_use.get(value) {
            return *last;
        }
        let last = self.last_use_in(value, block_of(value));
        self.last_use.insert(value, last);
        last
    }

    /// The same of the uses in the block `home` alone.
    fn last_use_in(&self, value: Value<'c>, home: Option<Block<'c>>) -> usize {
        let mut last = 0;
        let mut aliases = vec![value];
        while let Some(alias) = aliases.pop() {
            for (user, i) in uses(alias) {
                aliases.extend(alias_of_operand(user, i));
                let mut at = self.position(user);
                let mut op = Some(user);
                while let Some(inner) = op.filter(|op| op.parent_block() != home) {
                    op = inner.parent_op();
                    // The body of a linalg op reads what it captures when the op runs.
                    if let Some(parent) = op.filter(|parent| is_loop(*parent)) {
                        at = self.end(parent);
                    }
                }
                last = if op.is_some() { last.max(at) } else { last };
            }
        }
        last
    }

    /// `value`, if `op` is the last to use it.
    fn last_used(&mut self, value: Value<'c>, op: Op<'c>) -> Option<Value<'c>> {
        (self.last_use(value) <= self.position(op)).then_some(value)
    }

    fn new_buffer(&mut self, value: Value<'c>, storage: Storage, first: usize) -> BufferId {
        self.plan.buffers.push(Buffer { storage, bytes: bytes(value), first, last: first });
        self.contents.push(Vec::new());
        self.plan.buffers.len() - 1
    }

    fn assign(&mut self, value: Value<'c>, buffer: BufferId) {
        let last = self.last_use(value);
        self.plan.of.insert(value.identity(), buffer);
        self.contents[buffer].push(value);
        let buffer = &mut self.plan.buffers[buffer];
        buffer.last = buffer.last.max(last);
    }

    /// Records where `value` would best be computed, and passes that on to the tensor it is computed in.
    fn wish(&mut self, value: Value<'c>, wish: Wish<'c>) {
        if self.wishes.contains(value) {
            return;
        }
        self.wishes.insert(value, wish);
        let Some(op) = defining_op(value) else { return };
        // Not to the bytes that are seen as wider elements: the memory of a result has a type.
        let source = match Kind::of(op) {
            Some(Kind::Tensor(tensor::Kind::CollapseShape | tensor::Kind::ExpandShape)) => used_once(op.input(0)),
            Some(Kind::Linalg(linalg::Kind::Generic)) => {
                self.in_place_candidate(op, xla_dialect::ir::result_number(value))
            }
            Some(Kind::Tensor(tensor::Kind::InsertSlice) | Kind::Tensor(tensor::Kind::Insert)) => {
                self.last_used(op.input(1), op)
            }
            Some(Kind::Xla(xla::Kind::CustomCall)) => {
                waited(op).get(xla_dialect::ir::result_number(value)).and_then(|v| used_once(*v))
            }
            Some(Kind::Scf(scf::Kind::If) | Kind::Scf(scf::Kind::IndexSwitch)) => {
                self.passed_on(op, xla_dialect::ir::result_number(value))
            }
            Some(Kind::Arith(arith::Kind::Select)) if chooses_tensor(op) => {
                [1, 2].into_iter().find_map(|i| self.last_used(op.input(i), op))
            }
            Some(Kind::Scf(scf::Kind::For) | Kind::Scf(scf::Kind::While)) => {
                inits(op).get(xla_dialect::ir::result_number(value)).and_then(|init| self.last_used(*init, op))
            }
            _ => None,
        };
        if let Some(source) = source {
            self.wish(source, wish);
        }
    }

    /// The operand whose memory result `i` of `op` would take over, if it may: the init where it is read, else an input
    /// that is read element by element where the result is written.
    fn in_place_candidate(&mut self, op: Op<'c>, i: usize) -> Option<Value<'c>> {
        let init = init_of(op, i);
        if !overwrites(op, i) || !is_parallel(op) || !writes_identity(op, i) {
            return used_once(init);
        }
        let maps = maps(op)?;
        let operands = op.ins();
        let mut inputs = operands[..input_count(op)].iter().copied();
        inputs
            .find(|input| {
                let mut reads = operands.iter().zip(&maps).filter(|(operand, _)| *operand == input);
                let here = |user: Op<'c>| user.parent_block() == op.parent_block();
                input.r#type() == init.r#type()
                    && reads.all(|(_, map)| map.is_identity())
                    && uses(*input).iter().all(|(user, _)| linalg::Generic::of(*user).is_some() && here(*user))
                    && defining_op(*input).is_some_and(here)
                    && self.last_use(*input) <= self.position(op)
            })
            .or_else(|| used_once(init))
    }

    /// The buffer that a fresh `value`, first written by `op`, gets.
    fn fresh(&mut self, value: Value<'c>, op: Op<'c>) -> BufferId {
        let at = self.position(op);
        match self.wishes.get(value).copied() {
            Some(Wish::Output(i)) if self.is_free(Storage::Output(i), op) => {
                return self.new_buffer(value, Storage::Output(i), at);
            }
            Some(Wish::ResultOf(parent, i)) => {
                let target = self.result_buffers.get(parent).and_then(|all| all.get(i)).copied().flatten();
                if let Some(buffer) = target.filter(|buffer| self.may_write(*buffer, op, parent)) {
                    return buffer;
                }
            }
            Some(Wish::Output(_)) | None => {}
        }
        self.new_buffer(value, Storage::Arena(0), at)
    }

    /// Whether `op` may write a result to `storage`: nothing reads what is there after it, nor `op` itself at other
    /// indices than it writes, and no other result of `op` is there.
    fn is_free(&mut self, storage: Storage, op: Op<'c>) -> bool {
        let at = self.position(op);
        let there = (0..self.plan.buffers.len()).filter(|buffer| self.plan.buffers[*buffer].storage == storage);
        let there: Vec<BufferId> = there.collect();
        there.into_iter().all(|buffer| {
            self.last_reader(buffer) <= at && !self.is_of_result(buffer, op) && reads_in_place(&self.plan, op, buffer)
        })
    }

    /// Whether a result of `op` is in `buffer` already.
    fn is_of_result(&self, buffer: BufferId, op: Op<'c>) -> bool {
        op.outs().into_iter().any(|result| self.plan.buffer(result) == Some(buffer))
    }

    /// Whether `op` may overwrite `buffer`, which holds a result of the control flow op `parent` around it: nothing
    /// reads the buffer's present tensor later in this iteration, nor `op` itself at other indices than it writes.
    fn may_write(&mut self, buffer: BufferId, op: Op<'c>, parent: Op<'c>) -> bool {
        // Only where `op` runs exactly once an iteration, so that positions say what happens later.
        if op.parent_op() != Some(parent) {
            return false;
        }
        self.last_reader(buffer) <= self.position(op)
            && !self.is_of_result(buffer, op)
            && reads_in_place(&self.plan, op, buffer)
    }

    /// The last position at which any tensor that lives in `buffer` so far is read.
    fn last_reader(&mut self, buffer: BufferId) -> usize {
        self.plan.buffers[buffer].last
    }

    fn block(&mut self, block: Block<'c>) {
        for op in block_ops(block) {
            self.op(op);
        }
    }

    fn op(&mut self, op: Op<'c>) {
        let at = self.position(op);
        match Kind::of(op) {
            Some(Kind::Arith(arith::Kind::Constant)) => {
                let value = op.output(0);
                if Tensor::of(value.r#type()).is_some() {
                    let buffer = self.new_buffer(value, Storage::Constant, at);
                    self.assign(value, buffer);
                }
            }
            // Gets memory where it is first written.
            Some(Kind::Tensor(tensor::Kind::Empty)) => self.hold_shape(op.output(0)),
            _ if is_view(op) => {
                let buffer = self.operand_buffer(op.input(0), op);
                self.assign(op.output(0), buffer);
            }
            Some(Kind::Xla(xla::Kind::OptimizationBarrier)) => {
                for (operand, result) in op.ins().into_iter().zip(op.outs()) {
                    let buffer = self.operand_buffer(operand, op);
                    self.assign(result, buffer);
                }
            }
            Some(Kind::Xla(xla::Kind::CustomCall)) if op.attr(WAITS).is_some() => {
                for (operand, result) in waited(op).into_iter().zip(op.outs()) {
                    let buffer = self.operand_buffer(operand, op);
                    self.assign(result, buffer);
                }
            }
            Some(Kind::Linalg(linalg::Kind::Generic)) => self.generic(op),
            Some(Kind::Tensor(tensor::Kind::InsertSlice)) => {
                let source = self.operand_buffer(op.input(0), op);
                self.insert(op, Some(source));
            }
            Some(Kind::Tensor(tensor::Kind::Insert)) => self.insert(op, None),
            Some(Kind::Arith(arith::Kind::Select)) if chooses_tensor(op) => self.select(op),
            Some(Kind::Scf(scf::Kind::If) | Kind::Scf(scf::Kind::IndexSwitch)) => self.branches(op),
            Some(Kind::Scf(scf::Kind::While) | Kind::Scf(scf::Kind::For)) => self.looping(op),
            Some(Kind::Scf(scf::Kind::Yield) | Kind::Scf(scf::Kind::Condition) | Kind::Func(func::Kind::Return)) => {
                for operand in op.ins() {
                    if Tensor::of(operand.r#type()).is_some() {
                        self.operand_buffer(operand, op);
                    }
                }
            }
            _ => {
                for result in op.outs() {
                    if Tensor::of(result.r#type()).is_some() {
                        let buffer = self.fresh(result, op);
                        self.assign(result, buffer);
                    }
                }
            }
        }
    }

    /// The buffer of an operand; a `tensor.empty` that nobody wrote gets one now.
    fn operand_buffer(&mut self, operand: Value<'c>, op: Op<'c>) -> BufferId {
        if let Some(buffer) = self.plan.buffer(operand) {
            return buffer;
        }
        let buffer = self.fresh(operand, op);
        self.assign(operand, buffer);
        buffer
    }

    fn generic(&mut self, op: Op<'c>) {
        let at = self.position(op);
        for (i, result) in op.outs().into_iter().enumerate() {
            let init = init_of(op, i);
            let carried = if overwrites(op, i) { None } else { self.plan.buffer(init) };
            let buffer = match carried {
                Some(buffer)
                    if self.is_ours(buffer)
                        && self.dies_at(buffer, at)
                        && !self.is_of_result(buffer, op)
                        && reads_in_place(&self.plan, op, buffer) =>
                {
                    buffer
                }
                Some(_) => self.fresh(result, op),
                None => match self.dead_input(op, i) {
                    Some(buffer) if self.is_wished(result, buffer) => buffer,
                    _ => self.fresh(result, op),
                },
            };
            self.assign(result, buffer);
            let buffer = &mut self.plan.buffers[buffer];
            buffer.last = buffer.last.max(at);
        }
    }

    /// Part of operand 1 is overwritten: in its own buffer, if nobody needs the old tensor.
    fn insert(&mut self, op: Op<'c>, source: Option<BufferId>) {
        let at = self.position(op);
        let buffer = match self.plan.buffer(op.input(1)) {
            Some(buffer) if Some(buffer) != source && self.is_ours(buffer) && self.dies_at(buffer, at) => buffer,
            _ => self.fresh(op.output(0), op),
        };
        self.assign(op.output(0), buffer);
    }

    /// Whether compiled code may write the buffer.
    fn is_ours(&self, buffer: BufferId) -> bool {
        matches!(self.plan.buffers[buffer].storage, Storage::Arena(_) | Storage::Output(_))
    }

    /// Whether nothing reads what the buffer holds after position `at`.
    fn dies_at(&mut self, buffer: BufferId, at: usize) -> bool {
        self.last_reader(buffer) <= at
    }

    /// An input's buffer that result `i` may take over: read for the last time, each element just before its place
    /// is written.
    fn dead_input(&mut self, op: Op<'c>, i: usize) -> Option<BufferId> {
        let at = self.position(op);
        let result = op.output(i);
        for operand in op.ins() {
            let Some(buffer) = self.plan.buffer(operand) else { continue };
            if !self.is_of_result(buffer, op)
                && operand.r#type() == result.r#type()
                && self.is_ours(buffer)
                && self.dies_at(buffer, at)
                && reads_in_place(&self.plan, op, buffer)
                && writes_identity(op, i)
            {
                return Some(buffer);
            }
        }
        None
    }

    /// The result is one of the two tensors, whose memory the other one gets into if that is chosen, or fresh.
    fn select(&mut self, op: Op<'c>) {
        let result = op.output(0);
        let choices: Vec<BufferId> = [1, 2].into_iter().filter_map(|i| self.plan.buffer(op.input(i))).collect();
        let buffer = choices.into_iter().find(|buffer| self.may_return(*buffer, result, self.position(op)));
        let buffer = buffer.unwrap_or_else(|| self.fresh(result, op));
        self.assign(result, buffer);
    }

    /// Whether the tensor in `buffer` may become `result`, which is there from position `at` on.
    fn may_return(&mut self, buffer: BufferId, result: Value<'c>, at: usize) -> bool {
        self.is_ours(buffer) && self.is_wished(result, buffer) && self.dies_at(buffer, at)
    }

    /// The branches write the results' buffers.
    fn branches(&mut self, op: Op<'c>) {
        let mut buffers: Vec<Option<BufferId>> = Vec::new();
        for (i, result) in op.outs().into_iter().enumerate() {
            let buffer =
                |planner: &mut Self| planner.returned(op, i, &buffers).unwrap_or_else(|| planner.fresh(result, op));
            let buffer = is_tensor(result).then(|| buffer(self));
            buffers.push(buffer);
        }
        self.result_buffers.insert(op, buffers.clone());
        for region in 0..op.region_list().len() {
            let Some(block) = op.body(region) else { continue };
            if let Some(end) = terminator(block) {
                for (i, value) in end.ins().into_iter().enumerate() {
                    if block_of(value) == Some(block) {
                        self.wish(value, Wish::ResultOf(op, i));
                    }
                }
            }
            // What one branch does there, the other never sees.
            for buffer in buffers.iter().flatten() {
                let uses = self.contents[*buffer].iter().map(|value| self.last_use_in(*value, Some(block)));
                self.plan.buffers[*buffer].last = uses.fold(self.position(op), usize::max);
            }
            self.block(block);
            if let Some(end) = terminator(block) {
                self.exchange(end, &buffers);
            }
        }
        self.leave(op, &buffers);
    }

    /// A tensor from in front of `op` that a branch of it returns as result `i`, and that nobody needs later.
    fn passed_on(&mut self, op: Op<'c>, i: usize) -> Option<Value<'c>> {
        let blocks = (0..op.region_list().len()).filter_map(|region| op.body(region));
        let returned = blocks.filter_map(|block| Some((block, terminator(block)?.input(i))));
        let outside = returned.filter(|(block, value)| block_of(*value) != Some(*block)).map(|(_, value)| value);
        outside.collect::<Vec<_>>().into_iter().find(|value| self.last_use(*value) <= self.end(op))
    }

    /// The buffer of a tensor that a branch of `op` returns as its result `i`, if nobody needs that tensor later, and none of
    /// `taken`.
    fn returned(&mut self, op: Op<'c>, i: usize, taken: &[Option<BufferId>]) -> Option<BufferId> {
        let ends = (0..op.region_list().len()).filter_map(|region| terminator(op.body(region)?));
        // What is defined in the branches has no buffer yet.
        let mut buffers = ends.filter_map(|end| self.plan.buffer(end.input(i))).collect::<Vec<_>>().into_iter();
        buffers.find(|buffer| !taken.contains(&Some(*buffer)) && self.may_return(*buffer, op.output(i), self.end(op)))
    }

    /// The results of the control flow op `op` are in these buffers.
    fn leave(&mut self, op: Op<'c>, buffers: &[Option<BufferId>]) {
        let end = self.end(op);
        for (result, buffer) in op.outs().into_iter().zip(buffers) {
            let Some(buffer) = *buffer else { continue };
            self.assign(result, buffer);
            let buffer = &mut self.plan.buffers[buffer];
            buffer.last = buffer.last.max(end);
        }
    }

    /// The state lives in one buffer a tensor: the init's own, if nobody else needs that.
    fn looping(&mut self, op: Op<'c>) {
        let at = self.position(op);
        let mut buffers: Vec<Option<BufferId>> = Vec::new();
        for (i, init) in inits(op).into_iter().enumerate() {
            if !is_tensor(init) {
                buffers.push(None);
                continue;
            }
            let own = self.plan.buffer(init).filter(|b| self.is_ours(*b) && !buffers.contains(&Some(*b)));
            let elsewhere = own.is_some_and(|buffer| !self.is_wished(op.output(i), buffer));
            buffers.push(match own {
                Some(buffer) if !elsewhere && self.dies_at(buffer, at) => own,
                _ => Some(self.fresh(op.output(i), op)),
            });
        }
        self.result_buffers.insert(op, buffers.clone());
        for region in 0..op.region_list().len() {
            let Some(block) = op.body(region) else { continue };
            for (argument, buffer) in state_arguments(op, block).into_iter().zip(&buffers) {
                if let Some(buffer) = *buffer {
                    self.assign(argument, buffer);
                }
            }
            let end = terminator(block).filter(|end| scf::Yield::of(*end).is_some());
            for (i, value) in end.map(|end| end.ins()).unwrap_or_default().into_iter().enumerate() {
                if block_of(value) == Some(block) && defining_op(value).is_some() {
                    self.wish(value, Wish::ResultOf(op, i));
                }
            }
            self.block(block);
            if let Some(end) = end {
                self.exchange(end, &buffers);
            }
        }
        self.leave(op, &buffers);
    }

    /// Whether `buffer` is as good a place for `value` as any: nothing asks for it elsewhere. An output of the program is
    /// one only for the value that it gets: another one may be copied to its own output after this one is written.
    fn is_wished(&self, value: Value<'c>, buffer: BufferId) -> bool {
        match self.wishes.get(value) {
            None => !matches!(self.plan.buffers[buffer].storage, Storage::Output(_)),
            Some(Wish::Output(i)) => self.plan.buffers[buffer].storage == Storage::Output(*i),
            Some(Wish::ResultOf(parent, i)) => {
                self.result_buffers.get(*parent).and_then(|all| all.get(*i)) == Some(&Some(buffer))
            }
        }
    }

    /// What `end` returns that lives in the buffer of another result is parked before any buffer is overwritten.
    fn exchange(&mut self, end: Op<'c>, state: &[Option<BufferId>]) {
        let at = self.position(end);
        for (i, value) in end.ins().into_iter().enumerate() {
            let Some(buffer) = self.plan.buffer(value) else { continue };
            if Some(buffer) != state[i] && state.contains(&Some(buffer)) {
                let parked = self.new_buffer(value, Storage::Arena(0), at);
                self.plan.scratch.insert((end.identity(), i), parked);
            }
        }
    }

    /// Makes room for a tensor without contents, where it is an input. It only gives a loop nest its sizes, and nobody
    /// loads from it: it may be any part of the arena.
    fn hold_shape(&mut self, value: Value<'c>) {
        let is_input = |(user, i): &(Op<'c>, usize)| linalg::Generic::of(*user).is_some() && *i < input_count(*user);
        if uses(value).iter().any(is_input) {
            self.plan.arena_bytes = self.plan.arena_bytes.max(bytes(value));
        }
    }

    /// First fit, the largest first: each buffer gets the lowest offset where no buffer alive at the same time lies. A small
    /// one shares no memory with those a few ops away either: it costs little, and these ops may be computed row by row with
    /// its own.
    fn place_in_arena(&mut self) {
        /// Bytes of a small buffer at most.
        const SMALL: u64 = 16 << 10;
        /// Ops, those of bodies included, in which other buffers are apart from it.
        const NEAR: usize = 64;
        let mut order: Vec<BufferId> = (0..self.plan.buffers.len())
            .filter(|b| matches!(self.plan.buffers[*b].storage, Storage::Arena(_)))
            .collect();
        order.sort_by_key(|b| (std::cmp::Reverse(self.plan.buffers[*b].bytes), *b));
        let mut placed: Vec<(u64, u64, usize, usize)> = Vec::new();
        for id in order {
            let (bytes, first, last) = {
                let buffer = &self.plan.buffers[id];
                let near = if buffer.bytes <= SMALL { NEAR } else { 0 };
                let bytes = buffer.bytes.max(1).next_multiple_of(ALIGNMENT);
                (bytes, buffer.first.saturating_sub(near), buffer.last.saturating_add(near))
            };
            let mut taken: Vec<(u64, u64)> = placed
                .iter()
                .filter(|(_, _, from, to)| *from <= last && first <= *to)
                .map(|(start, end, _, _)| (*start, *end))
                .collect();
            taken.sort_unstable();
            let mut offset = 0;
            for (start, end) in taken {
                if offset + bytes <= start {
                    break;
                }
                offset = offset.max(end);
            }
            placed.push((offset, offset + bytes, first, last));
            self.plan.arena_bytes = self.plan.arena_bytes.max(offset + bytes);
            self.plan.buffers[id].storage = Storage::Arena(offset);
        }
    }
}

/// What the results of a call are that waits for an exchange: the last of its operands, in the same memory. The others
/// are in use up to here.
pub fn waited<'c>(op: Op<'c>) -> Vec<Value<'c>> {
    if op.attr(WAITS).is_none() {
        return Vec::new();
    }
    let mut operands = op.ins();
    operands.split_off(operands.len().saturating_sub(op.outs().len()))
}

/// The result of `op` that is its operand `i`, in the same memory.
fn alias_of_operand<'c>(op: Op<'c>, i: usize) -> Option<Value<'c>> {
    match Kind::of(op)? {
        _ if is_view(op) => Some(op.output(0)),
        Kind::Xla(xla::Kind::OptimizationBarrier) => Some(op.output(i)),
        Kind::Xla(xla::Kind::CustomCall) => {
            let first = op.ins().len() - waited(op).len();
            i.checked_sub(first).map(|result| op.output(result))
        }
        _ => None,
    }
}

/// `value`, if one op alone uses it.
pub fn used_once(value: Value<'_>) -> Option<Value<'_>> {
    (uses(value).len() == 1).then_some(value)
}

/// The block in which a value is defined.
fn block_of<'c>(value: Value<'c>) -> Option<Block<'c>> {
    match defining_op(value) {
        Some(op) => op.parent_block(),
        None => Some(block_argument_owner(value)),
    }
}

/// The initial state of the loop `op`, one value a result.
pub fn inits<'c>(op: Op<'c>) -> Vec<Value<'c>> {
    op.ins().split_off(if scf::For::of(op).is_some() { LOOP_BOUNDS } else { 0 })
}

/// The arguments of `block`, a region of the loop `op`, that hold the state.
pub fn state_arguments<'c>(op: Op<'c>, block: Block<'c>) -> Vec<Value<'c>> {
    block_args(block).split_off(usize::from(scf::For::of(op).is_some()))
}

/// Whether `op` chooses one of two tensors by one condition, as upstream simplifies branches that only pass values on.
pub fn chooses_tensor(op: Op<'_>) -> bool {
    arith::Select::of(op).is_some() && is_tensor(op.output(0)) && !is_tensor(op.input(0))
}

/// Whether the value needs memory.
pub fn is_tensor(value: Value<'_>) -> bool {
    Tensor::of(value.r#type()).is_some()
}

/// Bytes of a tensor in memory.
fn bytes(value: Value<'_>) -> u64 {
    Tensor::of(value.r#type()).map_or(0, |tensor| {
        let element = match tensor.xla_element() {
            Some(element) => element.storage_bytes() as u64,
            None => 8,
        };
        tensor.size().max(0) as u64 * element
    })
}

/// Whether `op` reads `buffer`, if at all, only as the init of one output, or element by element where it writes. What its
/// body reads at computed indices does not count: such a read has a position behind that of `op`, so that the buffer is in
/// use beyond it.
fn reads_in_place(plan: &Plan, op: Op<'_>, buffer: BufferId) -> bool {
    if linalg::Generic::of(op).is_none() {
        return !op.ins().iter().any(|operand| plan.buffer(*operand) == Some(buffer));
    }
    let Some(maps) = maps(op) else { return false };
    let inputs = input_count(op);
    let operands = op.ins();
    let as_init = operands[inputs..].iter().filter(|operand| plan.buffer(**operand) == Some(buffer)).count();
    let mut as_input = (0..inputs).filter(|i| plan.buffer(operands[*i]) == Some(buffer)).peekable();
    if as_input.peek().is_none() {
        return as_init <= 1;
    }
    // Read and written in the same iteration: only at the same index, by a nest without reductions.
    as_init == 0
        && is_parallel(op)
        && maps[inputs..].iter().all(Map::is_identity)
        && as_input.all(|i| maps[i].is_identity())
}
