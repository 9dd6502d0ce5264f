//! The pass xla-lower-kernels: each linalg op becomes a function of loops and vectors, by recognition, the cost model, and
//! emission; so does a loop over scalars whose iterations threads may share.

use super::analysis::kernel::Operand;
use super::analysis::parallel_loop::ParallelLoop;
use super::emit::kernel_function::{call, define, grain};
use super::emit::parallel_loop;
use super::schedule::contraction::Choices;
use super::schedule::description::description;
use super::schedule::groups::{Group, groups};
use super::schedule::member::Member;
use super::schedule::overrides::Schedules;
use crate::check::iterations::{self, Access};
use crate::check::violation::enabled;
use crate::machine::MachineModel;
use melior::ir::{TypeLike, ValueLike};
use std::str::FromStr;
use xla_dialect::diagnostics::{Severity, emit, error, unsupported};
use xla_dialect::ir::{DYNAMIC, Op, OpExt, block_ops, shape_of, string_value};
use xla_dialect::ods::{func, linalg};
use xla_dialect::passes::{Failed, Pass, PassOption};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-lower-kernels",
    description: "Lower linalg ops on memrefs to kernels: functions of scf loops and vectors",
    op: "builtin.module",
    options: &[
        PassOption::text(
            "features",
            "what the target has for sums of products: avx512bf16, avx512vnni, amx-bf16, amx-int8",
            "",
        ),
        PassOption::text(
            "machine",
            "what the cost models know of the target, such as l2=1048576,cores=4; what is not stated is that \
                          of x86-64-v4",
            "",
        )
        .checked(|text| MachineModel::from_str(text).map(drop)),
        PassOption::flag("explain", "say of each kernel how it is computed"),
    ],
    dialects: &["arith", "func", "llvm", "math", "memref", "scf", "vector"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let Some(body) = module.body(0) else { return Ok(()) };
    let invalid = |reason: String| error(module.loc(), &reason);
    let schedules = Schedules::of(module).map_err(invalid)?;
    let option = |i: usize| options.get(i).copied().unwrap_or_default();
    let machine = option(1).parse::<MachineModel>().map_err(invalid)?.with_features(option(0));
    let choices = Choices { machine: &machine, schedules: &schedules };
    for function in block_ops(body).into_iter().filter(|op| func::Func::of(*op).is_some()) {
        let name = function.attr("sym_name").and_then(string_value).unwrap_or("main").to_string();
        check_operands(function)?;
        // Collected first: outlining erases the ops inside.
        for (number, group) in groups(function, choices)?.into_iter().enumerate() {
            if enabled()
                && let Some(violation) = iterations::check(&accesses(&group))
            {
                return Err(violation.emit());
            }
            if option(2) == "true" {
                for member in &group.members {
                    let message = format!("kernel {number}: {}", description(member));
                    emit(member.op.loc(), Severity::Remark, &message, &[]);
                }
            }
            let kernel = |number: usize| format!("{name}_kernel_{number}");
            match group.same_as {
                Some(earlier) => call(&group, &kernel(earlier)),
                None => {
                    define(function, &group, &kernel(number), &machine);
                    call(&group, &kernel(number));
                }
            }
            group.members.iter().for_each(Member::erase);
        }
        let loops = ParallelLoop::all_of(function).into_iter();
        let shared = loops.filter_map(|shared| Some((grain_of(&shared, &machine)?, shared)));
        for (number, (grain, shared)) in shared.enumerate() {
            if option(2) == "true" {
                let ParallelLoop { op, iterations, work, .. } = shared;
                let message = format!(
                    "loop {number}: single elements, {work} operations; threads share its {iterations} iterations"
                );
                emit(op.loc(), Severity::Remark, &message, &[]);
            }
            parallel_loop::outline(function, &shared, &format!("{name}_loop_{number}"), grain);
        }
    }
    Ok(())
}

/// How many iterations of a loop are worth handing to a thread; none if all of them are not worth sharing.
fn grain_of(shared: &ParallelLoop<'_>, machine: &MachineModel) -> Option<i64> {
    /// Cache lines of an array for each of which threads that store neighbouring ones seldom wait for each other.
    const LINES: i64 = 16;
    let ParallelLoop { iterations, work, ref strides, .. } = *shared;
    let line = machine.cache_line;
    let apart = |stride: &i64| if stride % line == 0 { 1 } else { (LINES * line + stride - 1) / stride };
    let grain = strides.iter().map(apart).fold(grain(iterations, work, machine)?, i64::max);
    (grain < iterations).then_some(grain)
}

/// Refuses linalg ops on anything but memory of known sizes.
fn check_operands(function: Op<'_>) -> Result<(), Failed> {
    for op in function.walk_ops().into_iter().filter(|op| linalg::Generic::of(*op).is_some()) {
        for ty in op.ins().into_iter().map(|operand| operand.r#type()) {
            if !ty.is_mem_ref() || shape_of(ty).contains(&DYNAMIC) {
                let message =
                    format!("an operand of type {ty}; kernels are on memory of known sizes, as xla-bufferize makes");
                return Err(unsupported(op, message));
            }
        }
    }
    Ok(())
}

/// The accesses of a group's kernels.
fn accesses<'c>(group: &Group<'c>) -> Vec<Access<'c>> {
    let of_member = |member: &Member<'c>| -> Vec<Access<'c>> {
        let extents: Vec<i64> = member.kernel.dims.iter().map(|dim| dim.extent).collect();
        let Some(outermost) = member.outer_loop() else { return Vec::new() };
        let access = |(operand, writes): (&Operand<'c>, bool)| Access {
            op: member.op,
            extents: extents.clone(),
            outermost,
            memref: operand.memref,
            offset: operand.offset,
            strides: operand.strides.clone(),
            writes,
        };
        member.accesses().map(access).collect()
    };
    group.members.iter().flat_map(of_member).collect()
}
