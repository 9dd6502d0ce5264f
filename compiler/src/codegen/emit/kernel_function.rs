//! Kernel functions: each group of linalg ops becomes a function of loops and vectors, and a call of it.
//!
//! ```mlir
//! linalg.generic … ins(%a : memref<8x8xf32>) outs(%r : memref<8x8xf32>) { … }
//! // becomes
//! call @main_kernel_0(%a, %r, %c0, %c64)      // the first iteration of the outermost loop, and the one after the last
//! ```

use super::contraction;
use super::frame::Frame;
use super::loops::{self, PlannedNest};
use super::ops::add_scaled;
use crate::attributes::{PARALLEL, SCHEDULES, SHARES};
use crate::codegen::schedule::groups::Group;
use crate::codegen::schedule::member::{Member, Plan};
use crate::codegen::schedule::offsets::OperandNumber;
use crate::codegen::schedule::overrides::Schedules;
use crate::machine::MachineModel;
use crate::memref::{ByteRange, allocate_on_stack, flat_type, of_elements, reshape_memref};
use crate::runtime_call;
use crate::scf::{for_loop, index};
use crate::verified;
use melior::ir::ValueLike;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::r#type::FunctionType;
use xla_dialect::ir::{
    Attribute, Block, Builder, Context, Op, OpExt, Type, Value, block_ops, dictionary_attribute, i64_attribute,
};
use xla_dialect::ods::{arith, func, llvm};

/// Calls the function `kernel`, which computes what the ops of `group` do, behind them.
pub fn call<'c>(group: &Group<'c>, kernel: &str) {
    let members = &group.members;
    let here = verified::before(members[members.len() - 1].op);
    let KernelArguments { buffers, captured } = KernelArguments::of(members);
    let extent = members[0].parallel_extent();
    let iterations = extent / group.iterations_per_step(extent);
    let flat = |buffer: Value<'c>| reshape_memref(&here, buffer, flat_type(buffer.r#type()));
    let mut operands: Vec<Value<'c>> = buffers.iter().map(|(_, buffer)| flat(*buffer)).collect();
    operands.extend([index(&here, 0), index(&here, iterations)]);
    let offset = |(member, operand): &OperandNumber| members[*member].kernel.operands().nth(*operand);
    operands.extend(group.offset_arguments.iter().filter_map(offset).map(|operand| index(&here, operand.offset)));
    operands.extend(captured);
    func::call(&here, kernel, &operands, &[]);
}

/// The runtime's function that asks the operating system for matrix tiles.
const PERMIT_MATRIX_TILES: &str = "xla_rt_permit_matrix_tiles";

/// Defines the function `name`, which computes what the ops of `group` do, before `function`, which they are in.
pub fn define<'c>(function: Op<'c>, group: &Group<'c>, name: &str, machine: &MachineModel) {
    let members = &group.members;
    let there = verified::before(function).located(members[0].op.loc());
    let context = there.context;
    let index_type = Type::index(context);
    let KernelArguments { buffers, captured } = KernelArguments::of(members);
    let mut arguments: Vec<Type<'c>> = buffers.iter().map(|(_, buffer)| flat_type(buffer.r#type())).collect();
    arguments.extend([index_type, index_type]);
    arguments.extend(group.offset_arguments.iter().map(|_| index_type));
    arguments.extend(captured.iter().map(|value| value.r#type()));
    let extent = members[0].parallel_extent();
    let step = group.iterations_per_step(extent);
    let region = there.region(&arguments, |builder, values| {
        let offsets = &group.offset_arguments;
        let arguments = Arguments { buffers: &buffers, offsets, captured: &captured, values };
        let mut contractions = members.iter().filter_map(Member::contraction);
        if contractions.any(|plan| plan.dot.uses_matrix_instructions(machine.extensions))
            && let Some(module) = function.parent_op()
        {
            runtime_call::call(module, builder, PERMIT_MATRIX_TILES, &[], &[]);
        }
        FunctionEmitter { group, arguments, machine, extent, step, entry: builder.block() }.emit(builder);
    });
    let ty = FunctionType::new(context, &arguments, &[]).into();
    let ranges: Vec<_> = buffers.iter().map(|(range, _)| *range).collect();
    let created = func::func_with(&there, name, ty, region, options(context, &ranges, arguments.len()));
    let iterations = extent / step;
    // Threads are handed addresses and offsets only.
    if captured.is_empty() {
        share_among_threads(created, members, iterations, machine);
    }
    let contractions = members.iter().filter_map(Member::contraction);
    let schedules = Schedules(contractions.filter_map(|contraction| contraction.schedule()).collect());
    if !schedules.0.is_empty() {
        created.set_attr(SCHEDULES, schedules.to_attribute(there.context));
    }
}

/// What a private function of that many arguments is declared with, the first ones of which are `buffers`.
pub fn options<'c>(
    context: &'c Context,
    buffers: &[ByteRange<'c>],
    arguments: usize,
) -> func::FuncOptions<'c, 'static> {
    let mut options = func::FuncOptions { sym_visibility: Some("private"), ..Default::default() };
    let is_apart = |i: usize| buffers[..i].iter().all(|other| !other.overlaps(&buffers[i]));
    if (0..buffers.len()).all(is_apart) {
        // Lets LLVM move loads across stores.
        let noalias = ("llvm.noalias", Attribute::unit(context));
        let mut each = vec![dictionary_attribute(context, &[noalias]); buffers.len()];
        each.resize(arguments, dictionary_attribute(context, &[]));
        options.arg_attrs = Some(ArrayAttribute::new(context, &each).into());
    }
    options
}

/// How many of `iterations`, which do `work` ops, are worth handing to a thread; none if all of them are not worth sharing.
pub fn grain(iterations: i64, work: i64, machine: &MachineModel) -> Option<i64> {
    (iterations > 1 && work >= machine.wake).then(|| (machine.wake / 4 / (work / iterations).max(1)).max(1))
}

/// Marks `function` as one whose `iterations` threads may share, if it has enough work.
fn share_among_threads<'c>(function: Op<'c>, members: &[Member<'c>], iterations: i64, machine: &MachineModel) {
    let each = members.iter().map(|member| &member.kernel);
    // Its ops, the yield that stores among them, and what it loads.
    let work = each.map(|kernel| kernel.iterations().saturating_mul(block_ops(kernel.body).len() as i64 + 1));
    let work = work.fold(0, i64::saturating_add);
    if let Some(grain) = grain(iterations, work, machine) {
        function.set_attr(PARALLEL, i64_attribute(function.ctx(), grain));
        if members.iter().any(Member::wants_shares) {
            function.set_attr(SHARES, Attribute::unit(function.ctx()));
        }
    }
}

/// What a group's function is called with, beside the range of iterations.
struct KernelArguments<'c> {
    /// Each buffer once, however many of the kernels use it.
    buffers: Vec<(ByteRange<'c>, Value<'c>)>,
    /// The scalars that bodies take from around them.
    captured: Vec<Value<'c>>,
}

impl<'c> KernelArguments<'c> {
    fn of(members: &[Member<'c>]) -> Self {
        let memrefs = members.iter().flat_map(|member| member.kernel.memrefs());
        let mut found = Self { buffers: each_once(memrefs), captured: Vec::new() };
        for value in members.iter().flat_map(|member| member.kernel.captured()) {
            if !found.captured.contains(&value) {
                found.captured.push(value);
            }
        }
        found
    }
}

/// Each buffer of `memrefs` once, by the first memref that is it.
pub fn each_once<'c>(memrefs: impl Iterator<Item = Value<'c>>) -> Vec<(ByteRange<'c>, Value<'c>)> {
    let mut buffers: Vec<(ByteRange<'c>, Value<'c>)> = Vec::new();
    for memref in memrefs {
        let range = ByteRange::of(memref);
        if !buffers.iter().any(|(other, _)| *other == range) {
            buffers.push((range, memref));
        }
    }
    buffers
}

/// The arguments of a function that is emitted: buffers, the range of iterations, offsets, and what is captured.
#[derive(Clone, Copy)]
struct Arguments<'c, 'a> {
    buffers: &'a [(ByteRange<'c>, Value<'c>)],
    offsets: &'a [OperandNumber],
    captured: &'a [Value<'c>],
    values: &'a [Value<'c>],
}

impl<'c> Arguments<'c, '_> {
    fn buffer(&self, memref: Value<'c>) -> Option<Value<'c>> {
        let range = ByteRange::of(memref);
        Some(self.values[self.buffers.iter().position(|(other, _)| *other == range)?])
    }

    /// The first iteration, and the one after the last.
    fn range(&self) -> [Value<'c>; 2] {
        [0, 1].map(|i| self.values[self.buffers.len() + i])
    }

    /// The offset of an operand, if it is an argument.
    fn offset(&self, number: OperandNumber) -> Option<Value<'c>> {
        let argument = self.offsets.iter().position(|other| *other == number)?;
        Some(self.values[self.buffers.len() + 2 + argument])
    }

    fn captured(&self) -> Vec<(Value<'c>, Value<'c>)> {
        let values = &self.values[self.buffers.len() + 2 + self.offsets.len()..];
        self.captured.iter().copied().zip(values.iter().copied()).collect()
    }
}

/// A kernel function that is emitted.
struct FunctionEmitter<'c, 'a> {
    group: &'a Group<'c>,
    arguments: Arguments<'c, 'a>,
    machine: &'a MachineModel,
    /// Number of iterations of all calls.
    extent: i64,
    /// Iterations that are computed together.
    step: i64,
    entry: Block<'c>,
}

impl<'c> FunctionEmitter<'c, '_> {
    fn emit(&self, builder: &Builder<'c>) {
        let (group, members) = (self.group, &self.group.members);
        let block = group.block().min(self.extent) / self.step * self.step;
        let start = Builder::at_start(builder.context, self.entry, builder.location);
        let alignment = self.machine.cache_line;
        let stack: Vec<_> = group
            .stack_buffers
            .iter()
            .map(|buffer| allocate_on_stack(&start, buffer.elements(block), buffer.element(), alignment))
            .collect();
        let one_iteration = members.len() > 1 && block == 1;
        let [begin, end] = self.arguments.range().map(|bound| add_scaled(builder, index(builder, 0), bound, self.step));
        let body = Body { function: self, stack: &stack, one_iteration };
        if members.len() == 1 {
            body.emit(builder, begin, end);
        } else {
            for_loop(builder, begin, end, block, &[], |builder, i, _| {
                let mut next = arith::addi(builder, i, index(builder, block));
                if block != 1 {
                    next = arith::minsi(builder, next, end);
                }
                body.emit(builder, i, next);
                Vec::new()
            });
        }
        if members.iter().any(Member::streams) {
            // Other threads see what was written past the caches only behind a fence.
            llvm::fence(builder, llvm::AtomicOrdering::SeqCst);
        }
        func::return_(builder, &[]);
    }
}

/// The members of a group, for a block of iterations.
struct Body<'c, 'a> {
    function: &'a FunctionEmitter<'c, 'a>,
    /// The memory of the group's buffers on the stack.
    stack: &'a [Value<'c>],
    one_iteration: bool,
}

impl<'c> Body<'c, '_> {
    /// Emits all members for iterations `begin` to `end`.
    fn emit(&self, builder: &Builder<'c>, begin: Value<'c>, end: Value<'c>) {
        let members = &self.function.group.members;
        let frames: Vec<_> = (0..members.len()).map(|number| self.frame(builder, number, begin, end)).collect();
        let mut producer = None;
        for (i, (member, frame)) in members.iter().zip(&frames).enumerate() {
            match &member.plan {
                Plan::Contraction(plan) => contraction::emit(builder, plan, frame),
                Plan::Nest(plan) => {
                    let nest = PlannedNest { kernel: &member.kernel, plan, frame };
                    match members.get(i + 1).and_then(|next| member.feeds(next)) {
                        Some(input) => producer = Some((nest, input)),
                        None => loops::emit(builder, nest, producer.take()),
                    }
                }
            }
        }
    }

    /// What member `number` gets.
    fn frame(&self, builder: &Builder<'c>, number: usize, begin: Value<'c>, end: Value<'c>) -> Frame<'c> {
        let FunctionEmitter { group, arguments, machine, step, entry, .. } = *self.function;
        let member = &group.members[number];
        let memrefs = || member.kernel.memrefs().enumerate();
        let on_stack = |i: usize| group.stack_buffers.iter().position(|buffer| buffer.holds(number, member, i));
        let buffer = |(i, memref)| on_stack(i).map(|b| self.stack[b]).or_else(|| arguments.buffer(memref));
        let mut buffers: Vec<Value<'c>> = memrefs().filter_map(buffer).collect();
        for (buffer, operand) in buffers.iter_mut().zip(member.kernel.operands()) {
            *buffer = of_elements(builder, *buffer, operand.element);
        }
        Frame {
            buffers,
            on_stack: memrefs().map(|(i, _)| on_stack(i).is_some()).collect(),
            offsets: memrefs().map(|(i, _)| arguments.offset((number, i)).filter(|_| on_stack(i).is_none())).collect(),
            begin,
            end,
            step,
            one_iteration: self.one_iteration,
            captured: arguments.captured(),
            entry,
            machine: *machine,
        }
    }
}
