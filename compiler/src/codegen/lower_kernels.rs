//! The pass xla-lower-kernels: each linalg op becomes a function of loops and vectors.
//!
//! ```mlir
//! linalg.generic … ins(%a : memref<8x8xf32>) outs(%r : memref<8x8xf32>) { … }
//! // becomes
//! call @main_kernel_0(%a, %r, %c0, %c64)      // from which turn of the outermost loop, to which
//! ```

use super::contraction::Choices;
use super::dot::Instructions;
use super::groups::{Group, Member, Place, groups, place};
use super::loops::{self, add_scaled};
use super::schedule::Schedules;
use crate::attributes::{PARALLEL, SCHEDULES, SHARES};
use crate::check::turns;
use crate::scf::{for_loop, index};
use melior::ir::ValueLike;
use xla_dialect::diagnostics::{Severity, emit};
use xla_dialect::ir::{
    Attribute, Block, Builder, Op, OpExt, Tensor, Type, Value, block_ops, i64_attribute, string_value,
};
use xla_dialect::passes::{Failed, Pass, PassOption};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-lower-kernels",
    description: "Lower linalg ops on memrefs to kernels: functions of scf loops and vectors",
    op: "builtin.module",
    options: &[PassOption {
        name: "features",
        description: "what the target has for sums of products: avx512bf16, avx512vnni",
        default: "",
    }],
    dialects: &["arith", "func", "llvm", "math", "memref", "scf", "vector"],
    run,
};

/// Below this many scalar operations, waking another thread costs more than it saves.
const PARALLEL_WORK: i64 = 1 << 17;

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let Some(body) = module.body(0) else { return Ok(()) };
    let schedules = Schedules::of(module).map_err(|reason| {
        emit(module.loc(), Severity::Error, &reason, &[]);
        Failed
    })?;
    let choices =
        Choices { instructions: Instructions::of(options.first().copied().unwrap_or_default()), schedules: &schedules };
    for function in block_ops(body).into_iter().filter(|op| op.name_str() == "func.func") {
        let name = function.attr("sym_name").and_then(string_value).unwrap_or("main").to_string();
        // Collected first: outlining erases the ops inside.
        for (number, group) in groups(function, choices)?.into_iter().enumerate() {
            if let Some(violation) = turns::check(&group) {
                violation.emit();
                return Err(Failed);
            }
            outline(function, &group, &format!("{name}_kernel_{number}"))?;
        }
    }
    Ok(())
}

/// What a kernel function gets.
pub struct Frame<'c> {
    /// The buffers, flat, in the order of the kernel's operands; behind them its tables.
    pub buffers: Vec<Value<'c>>,
    /// First turn of the outermost loop.
    pub begin: Value<'c>,
    /// The turn after the last one.
    pub end: Value<'c>,
    /// What the number of turns is a multiple of.
    pub at_once: i64,
    /// Whether there is one turn.
    pub one_turn: bool,
    /// The kernel function's first block, where it gets its stack.
    pub entry: Block<'c>,
    /// Which operands are in a panel that begins with turn `begin`.
    pub in_panel: Vec<bool>,
    /// What the body takes from around it: the value outside, and its argument in the kernel.
    pub captured: Vec<(Value<'c>, Value<'c>)>,
}

fn outline<'c>(function: Op<'c>, group: &Group<'c>, name: &str) -> Result<(), Failed> {
    let members = &group.members;
    let (first, last) = (members[0].op, members[members.len() - 1].op);
    let (Some(here), Some(there)) = (Builder::before(last), Builder::before(function)) else { return Err(Failed) };
    let context = here.context;
    let there = there.located(first.loc());
    let index_type = Type::index(context);
    // Each buffer is one argument, however many of the kernels use it.
    let mut buffers: Vec<(Place<'c>, Value<'c>)> = Vec::new();
    let mut captured: Vec<Value<'c>> = Vec::new();
    for member in members {
        for memref in member.kernel.memrefs() {
            let place = place(memref);
            if !buffers.iter().any(|(other, _)| *other == place) {
                buffers.push((place, memref));
            }
        }
        for value in member.kernel.captured() {
            if !captured.contains(&value) {
                captured.push(value);
            }
        }
    }
    let count = buffers.len();
    let mut arguments: Vec<Type<'c>> = buffers.iter().map(|(_, buffer)| flat_type(*buffer)).collect();
    arguments.extend([index_type, index_type]);
    arguments.extend(captured.iter().map(|value| value.r#type()));
    let extent = match &members[0].contraction {
        Some(contraction) => contraction.parallel_extent(),
        None => members[0].kernel.dims.first().filter(|dim| dim.parallel).map_or(1, |dim| dim.extent),
    };
    let at_once = group.turns_at_once(extent);
    let mut outcome = Ok(());
    let region = there.region(&arguments, |builder, values| {
        let entry = builder.block();
        let block = group.block().min(extent) / at_once * at_once;
        let start = Builder::at_start(builder.context, entry, builder.location);
        let panels: Vec<_> = group.panels.iter().map(|panel| panel.allocate(&start, block)).collect();
        let mut emit = |builder: &Builder<'c>, begin: Value<'c>, end: Value<'c>| {
            let frame = |(number, member): (usize, &Member<'c>)| {
                let panel = |i: usize| group.panels.iter().position(|panel| panel.holds(number, member, i));
                let argument = |memref| buffers.iter().position(|(other, _)| *other == place(memref));
                let memrefs = || member.kernel.memrefs().enumerate();
                let buffer = |(i, memref)| panel(i).map(|p| panels[p]).or_else(|| Some(values[argument(memref)?]));
                Frame {
                    buffers: memrefs().filter_map(buffer).collect(),
                    in_panel: memrefs().map(|(i, _)| panel(i).is_some()).collect(),
                    begin,
                    end,
                    at_once,
                    one_turn: members.len() > 1 && block == 1,
                    captured: captured.iter().copied().zip(values[count + 2..].iter().copied()).collect(),
                    entry,
                }
            };
            let frames: Vec<_> = members.iter().enumerate().map(frame).collect();
            let mut before = None;
            for (i, (member, frame)) in members.iter().zip(&frames).enumerate() {
                if members.get(i + 1).is_some_and(|next| member.feeds(next)) {
                    before = Some((&*member.kernel, frame));
                    continue;
                }
                let emitted = match &member.contraction {
                    Some(contraction) => contraction.emit(builder, frame),
                    None => loops::emit(&member.kernel, builder, frame, before.take()),
                };
                outcome = outcome.and(emitted);
            }
        };
        let [begin, end] = [count, count + 1].map(|i| add_scaled(builder, index(builder, 0), values[i], at_once));
        if members.len() == 1 {
            emit(builder, begin, end);
        } else {
            for_loop(builder, begin, end, block, &[], |builder, turn, _| {
                let next = builder.value("arith.addi", &[turn, index(builder, block)], turn.r#type(), &[]);
                let next =
                    if block == 1 { next } else { builder.value("arith.minsi", &[next, end], turn.r#type(), &[]) };
                emit(builder, turn, next);
                Vec::new()
            });
        }
        if members.iter().any(|member| member.kernel.streams) {
            // Other threads see what went past the caches only behind a fence.
            builder.create("llvm.fence", &[], &[], &[("ordering", builder.attr("7 : i64"))], Vec::new());
        }
        builder.create("func.return", &[], &[], &[], Vec::new());
    });
    outcome?;
    let ty = melior::ir::r#type::FunctionType::new(context, &arguments, &[]);
    let mut attributes: Vec<(&str, Attribute<'c>)> = vec![
        ("sym_name", there.attr(&format!("\"{name}\""))),
        ("sym_visibility", there.attr("\"private\"")),
        ("function_type", melior::ir::attribute::TypeAttribute::new(ty.into()).into()),
    ];
    let apart = |i: usize| buffers[..i].iter().all(|(place, _)| !place.overlaps(&buffers[i].0));
    if (0..count).all(apart) {
        // Lets LLVM move loads across stores.
        let mut each = vec!["{llvm.noalias}"; count];
        each.resize(arguments.len(), "{}");
        attributes.push(("arg_attrs", there.attr(&format!("[{}]", each.join(", ")))));
    }
    let created = there.create("func.func", &[], &[], &attributes, vec![region]);
    let each = members.iter().map(|member| &member.kernel);
    let work = each.map(|kernel| kernel.turns().saturating_mul(block_ops(kernel.body).len() as i64));
    let work = work.fold(0, i64::saturating_add);
    // Threads are handed addresses only.
    let parts = extent / at_once;
    if parts > 1 && work >= PARALLEL_WORK && captured.is_empty() {
        created.set_attr(PARALLEL, i64_attribute(context, grain(parts, work)));
        if members.iter().any(Member::wants_shares) {
            created.set_attr(SHARES, there.attr("unit"));
        }
    }
    let contractions = members.iter().filter_map(|member| member.contraction.as_ref());
    let schedules = contractions.filter_map(|contraction| Some((contraction.name(), contraction.schedule()?)));
    let schedules = Schedules(schedules.collect());
    if !schedules.0.is_empty() {
        created.set_attr(SCHEDULES, there.attr(&schedules.to_attribute()));
    }
    let mut operands: Vec<Value<'c>> = buffers.iter().map(|(_, buffer)| flatten(&here, *buffer)).collect();
    operands.extend([index(&here, 0), index(&here, parts)]);
    operands.extend(captured);
    here.create("func.call", &operands, &[], &[("callee", here.attr(&format!("@{name}")))], Vec::new());
    members.iter().for_each(Member::erase);
    Ok(())
}

/// The least number of turns worth handing to a thread.
fn grain(extent: i64, work: i64) -> i64 {
    let per_turn = (work / extent).max(1);
    (PARALLEL_WORK / 4 / per_turn).max(1)
}

/// The buffer as one dimension.
fn flat_type<'c>(memref: Value<'c>) -> Type<'c> {
    let ty = memref.r#type();
    let size = xla_dialect::ir::shape_of(ty).iter().product();
    super::bufferize::memref(Tensor::new(&[size], xla_dialect::ir::element_type(ty)).ty())
}

fn flatten<'c>(builder: &Builder<'c>, memref: Value<'c>) -> Value<'c> {
    super::copies::reshape_memref(builder, memref, flat_type(memref))
}
