//! The grid of processes that a program is compiled for, and which of them an op names.

use crate::attributes::{PARTITIONS, REPLICAS};
use xla_dialect::diagnostics::op_error;
use xla_dialect::ir::{Op, OpExt, i64_attribute, int_value};
use xla_dialect::ods::xla;
use xla_dialect::ops::collective::{Grid, Numbers, lists};
use xla_dialect::passes::Failed;

/// The grid that the module of `op` is compiled for: what frameworks state in its attributes.
pub fn grid(op: Op<'_>) -> Grid {
    let mut module = op;
    while let Some(parent) = module.parent_op() {
        module = parent;
    }
    let count = |name: &str| module.attr(name).and_then(int_value).filter(|count| *count > 0).unwrap_or(1);
    Grid { replicas: count(REPLICAS), partitions: count(PARTITIONS) }
}

/// States the grid on the module, where it is given: `processes` are replicas, where neither the module nor the other
/// arguments say anything.
pub fn state(module: Op<'_>, replicas: Option<u32>, partitions: Option<u32>, processes: Option<u32>) {
    let is_stated = partitions.is_some() || [REPLICAS, PARTITIONS].iter().any(|name| module.attr(name).is_some());
    let given = replicas.or(processes.filter(|_| !is_stated));
    for (name, count) in [(REPLICAS, given), (PARTITIONS, partitions)] {
        if let Some(count) = count {
            module.set_attr(name, i64_attribute(module.ctx(), count.into()));
        }
    }
}

/// Processes of a program at most: what an op says of all of them is in the code.
const MOST_PROCESSES: i64 = 1 << 16;

/// Refuses a `module` for more processes than there can be.
pub fn check_size(module: Op<'_>) -> Result<(), Failed> {
    let Grid { replicas, partitions } = grid(module);
    if replicas.checked_mul(partitions).is_none_or(|processes| processes > MOST_PROCESSES) {
        let message = format!("is for {replicas} x {partitions} processes; there are at most {MOST_PROCESSES}");
        return Err(op_error(module, &message));
    }
    Ok(())
}

/// Checks that the ops in `module` are meant for the grid that it is compiled for.
pub fn check(module: Op<'_>) -> Result<(), Failed> {
    check_size(module)?;
    let grid = grid(module);
    let mut outcome = Ok(());
    for op in module.walk_ops() {
        if op.name_str().starts_with("xla.")
            && let Err(failed) = check_op(op, grid)
        {
            outcome = Err(failed);
        }
    }
    outcome
}

/// Checks that `op` is meant for `grid`.
pub(crate) fn check_op(op: Op<'_>, grid: Grid) -> Result<(), Failed> {
    mistake(op, grid).map_or(Ok(()), |message| Err(op_error(op, &message)))
}

/// What of `op` is not as `grid` has it.
fn mistake(op: Op<'_>, grid: Grid) -> Option<String> {
    let named = ["replica_groups", "source_target_pairs"].map(|name| op.attr(name).and_then(lists).unwrap_or_default());
    let numbers = numbers(op, grid);
    let (count, what) = (grid.count(numbers), if numbers == Numbers::Partitions { "partitions" } else { "replicas" });
    let size = format!("[grid]: the program runs as {} x {} processes", grid.replicas, grid.partitions);
    if let Some(id) = named.iter().flatten().flatten().find(|id| **id >= count) {
        return Some(format!("names number {id} of {count} {what} {size}"));
    }
    let stated: usize = named[0].iter().map(Vec::len).sum();
    let whole = matches!(
        xla::Kind::of(op),
        Some(xla::Kind::AllGather | xla::Kind::AllReduce | xla::Kind::AllToAll | xla::Kind::ReduceScatter)
    );
    if whole && stated > 0 && (stated as i64) < count {
        return Some(format!("names {stated} of {count} {what}, and must name all {size}"));
    }
    let shards = op.int("shard_count").or(op.int("split_count"));
    if let Some(shards) = shards
        && let Some(group) = groups(op, grid).iter().find(|group| group.len() as i64 != shards)
    {
        return Some(format!("is for groups of {shards} processes, and has one of {} {size}", group.len()));
    }
    None
}

/// What the numbers in an op's groups or pairs name.
pub(crate) fn numbers(op: Op<'_>, grid: Grid) -> Numbers {
    match xla::Kind::of(op) {
        // A channel is always there, so that it cannot say.
        Some(xla::Kind::Send | xla::Kind::Recv) if grid.partitions == 1 => Numbers::Replicas,
        Some(xla::Kind::Send | xla::Kind::Recv) => Numbers::Partitions,
        _ => Numbers::of(op),
    }
}

/// The groups of processes that run `op` together.
pub(crate) fn groups(op: Op<'_>, grid: Grid) -> Vec<Vec<i64>> {
    let numbers = numbers(op, grid);
    let stated = op.attr("replica_groups").and_then(lists).filter(|groups| !groups.is_empty());
    grid.groups(numbers, &stated.unwrap_or_else(|| vec![(0..grid.count(numbers)).collect()]))
}

/// The pairs of processes of which one sends to the other.
pub(crate) fn pairs(op: Op<'_>, grid: Grid) -> Option<Vec<Vec<i64>>> {
    Some(grid.groups(numbers(op, grid), &lists(op.attr("source_target_pairs")?)?))
}
