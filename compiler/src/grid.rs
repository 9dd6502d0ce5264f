//! What a module and its collective ops state of the processes that run it: the grid, groups and pairs.

use xla_dialect::ir::{Op, OpExt, int_value};
use xla_dialect::ops::collective::{Grid, Numbers, lists};

/// The attribute of a collective op whose results are not needed immediately.
pub const ASYNC: &str = "xla.async";

/// The grid that the module of `op` is compiled for: what frameworks state in its attributes.
pub fn grid(op: Op<'_>) -> Grid {
    let mut module = op;
    while let Some(parent) = module.parent_op() {
        module = parent;
    }
    let count = |name: &str| module.attr(name).and_then(int_value).filter(|count| *count > 0).unwrap_or(1);
    Grid { replicas: count("mhlo.num_replicas"), partitions: count("mhlo.num_partitions") }
}

/// What the numbers in an op's groups or pairs name.
pub(crate) fn numbers(op: Op<'_>, grid: Grid) -> Numbers {
    match op.mnemonic() {
        // A channel is always there, so that it cannot say.
        "send" | "recv" if grid.partitions == 1 => Numbers::Replicas,
        "send" | "recv" => Numbers::Partitions,
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
