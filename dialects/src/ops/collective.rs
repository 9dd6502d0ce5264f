//! Ops that several replicas run together, and ops that communicate with other programs and with the host.
//!
//! The processes of a group depend on the grid on which the program runs: see [`Grid`].

use super::control::{check_body_arguments, check_terminator};
use super::dimensions::{index, show};
use super::elementwise::element_of_operand;
use super::meaning::{Arguments, Meaning};
use super::tuple::elements;
use crate::diagnostics::Violation;
use crate::ir::{
    Attribute, Context, Element, Op, OpExt, Tensor, Type, Value, array_elements, defining_op, int_value, is_token,
    token_type, type_of, uses,
};
use crate::require;
use melior::ir::{TypeLike, ValueLike};
use mlir_sys::mlirTupleTypeGet;
use xla_scalar::Op as Scalar;

/// `after_all`.
pub const AFTER_ALL: Meaning = Meaning { infer: None, verify: None, fold: None };
/// `all_gather`.
pub const ALL_GATHER: Meaning = Meaning { infer: Some(infer_all_gather), verify: None, fold: None };
/// `all_reduce`.
pub const ALL_REDUCE: Meaning = Meaning { infer: Some(infer_all_reduce), verify: Some(verify_combination), fold: None };
/// `all_to_all`.
pub const ALL_TO_ALL: Meaning = Meaning { infer: Some(infer_all_to_all), verify: None, fold: None };
/// `collective_broadcast`.
pub const COLLECTIVE_BROADCAST: Meaning = Meaning { infer: Some(infer_rooted), verify: None, fold: None };
/// `collective_permute`.
pub const COLLECTIVE_PERMUTE: Meaning = Meaning { infer: Some(infer_permute), verify: None, fold: None };
/// `collective_reduce`.
pub const COLLECTIVE_REDUCE: Meaning =
    Meaning { infer: Some(infer_rooted), verify: Some(verify_combination), fold: None };
/// `cross_replica_sum`.
pub const CROSS_REPLICA_SUM: Meaning = Meaning { infer: Some(infer_all_reduce), verify: Some(verify_sum), fold: None };
/// `infeed`.
pub const INFEED: Meaning = Meaning { infer: None, verify: Some(verify_infeed), fold: None };
/// `outfeed`.
pub const OUTFEED: Meaning = Meaning { infer: None, verify: None, fold: None };
/// `recv`.
pub const RECV: Meaning = Meaning { infer: None, verify: Some(verify_recv), fold: None };
/// `recv_done`.
pub const RECV_DONE: Meaning = Meaning { infer: Some(infer_recv_done), verify: Some(verify_done), fold: None };
/// `reduce_scatter`.
pub const REDUCE_SCATTER: Meaning =
    Meaning { infer: Some(infer_reduce_scatter), verify: Some(verify_combination), fold: None };
/// `replica_id` and `partition_id`.
pub const PLACE: Meaning = Meaning { infer: Some(infer_place), verify: None, fold: None };
/// `send`.
pub const SEND: Meaning = Meaning { infer: Some(infer_send), verify: Some(verify_send), fold: None };
/// `send_done`.
pub const SEND_DONE: Meaning = Meaning { infer: None, verify: Some(verify_done), fold: None };

/// The processes that run a program: `replicas` times `partitions`, numbered replica by replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Number of replicas.
    pub replicas: i64,
    /// Number of partitions of each replica.
    pub partitions: i64,
}

/// How the numbers in groups name processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// They are replicas; each partition has groups of its own.
    Replicas,
    /// They are partitions; each replica has groups of its own.
    Partitions,
    /// They are replicas, each with all its partitions.
    WholeReplicas,
    /// The numbers are processes.
    Processes,
}

impl Numbers {
    /// The meaning of the numbers in `op`.
    pub fn of(op: Op<'_>) -> Self {
        if op.int("channel_id").unwrap_or_default() <= 0 {
            return Self::Replicas;
        }
        if op.attr("use_global_device_ids").is_some() {
            return Self::Processes;
        }
        match op.mnemonic() {
            "all_gather" | "all_reduce" | "reduce_scatter" => Self::WholeReplicas,
            _ => Self::Partitions,
        }
    }
}

impl Grid {
    /// Number of processes.
    pub fn processes(&self) -> i64 {
        self.replicas * self.partitions
    }

    /// How many numbers there are.
    pub fn count(&self, numbers: Numbers) -> i64 {
        match numbers {
            Numbers::Replicas | Numbers::WholeReplicas => self.replicas,
            Numbers::Partitions => self.partitions,
            Numbers::Processes => self.processes(),
        }
    }

    /// The groups of processes that `groups` of such numbers mean.
    pub fn groups(&self, numbers: Numbers, groups: &[Vec<i64>]) -> Vec<Vec<i64>> {
        let process = |replica: i64, partition: i64| replica * self.partitions + partition;
        let mut all = Vec::new();
        for group in groups {
            match numbers {
                Numbers::Processes => all.push(group.clone()),
                Numbers::Replicas => all.extend(
                    (0..self.partitions).map(|p| group.iter().map(|replica| process(*replica, p)).collect::<Vec<_>>()),
                ),
                Numbers::Partitions => all.extend(
                    (0..self.replicas)
                        .map(|r| group.iter().map(|partition| process(r, *partition)).collect::<Vec<_>>()),
                ),
                Numbers::WholeReplicas => all.push(
                    (0..self.partitions).flat_map(|p| group.iter().map(move |replica| process(*replica, p))).collect(),
                ),
            }
        }
        all
    }
}

/// The lists of numbers in an attribute such as `[[0, 1], [2]]`.
pub fn lists(attribute: Attribute<'_>) -> Option<Vec<Vec<i64>>> {
    array_elements(attribute)?
        .into_iter()
        .map(|list| array_elements(list)?.into_iter().map(int_value).collect())
        .collect()
}

/// The attribute of `lists`.
pub fn lists_attribute<'c>(context: &'c Context, lists: &[Vec<i64>]) -> Attribute<'c> {
    crate::ir::i64_lists(context, lists)
}

/// Requires each process to be named once.
pub(super) fn unique<'c>(label: &'static str, what: &str, list: &[i64]) -> Result<(), Violation<'c>> {
    for (i, process) in list.iter().enumerate() {
        require!(!list[..i].contains(process), label, "names process {process} twice in {what}");
    }
    Ok(())
}

/// The stated groups of an op, or none.
fn groups<'c>(arguments: &Arguments<'c>) -> Result<Vec<Vec<i64>>, Violation<'c>> {
    let Some(attribute) = arguments.attr("replica_groups") else { return Ok(Vec::new()) };
    let Some(groups) = lists(attribute) else {
        let message = format!("has replica_groups = {attribute}; it must be a list of lists of numbers");
        return Err(Violation::new("replica-groups", message));
    };
    require!(!groups.iter().any(Vec::is_empty), "replica-groups", "has a group of no replicas");
    let all = groups.concat();
    require!(all.iter().all(|id| *id >= 0), "replica-groups", "names replica {} in replica_groups", show(&all));
    unique("replica-groups-unique", "replica_groups", &all)?;
    Ok(groups)
}

/// The stated groups, which name each replica.
fn whole_groups<'c>(arguments: &Arguments<'c>) -> Result<Vec<Vec<i64>>, Violation<'c>> {
    let groups = groups(arguments)?;
    let all = groups.concat();
    if let Some(id) = all.iter().find(|id| **id >= all.len() as i64) {
        let message = format!("names replica {id} in replica_groups of {} replicas", all.len());
        return Err(Violation::new("replica-groups-ids", message));
    }
    require!(
        arguments.attr("use_global_device_ids").is_none() || arguments.int("channel_id") > 0,
        "channel-positive",
        "numbers processes globally, for which it needs a positive channel_id, not {}",
        arguments.int("channel_id")
    );
    Ok(groups)
}

/// The stated groups, each of which has `count` members. Without a grid at hand, those of all partitions of replicas
/// are known to be a multiple.
fn equal_groups<'c>(arguments: &Arguments<'c>, name: &str) -> Result<i64, Violation<'c>> {
    let count = arguments.int(name);
    require!(count > 0, "shard-count", "has {name} = {count}; it must be positive");
    let whole = arguments.int("channel_id") > 0
        && arguments.attr("use_global_device_ids").is_none()
        && arguments.mnemonic() != "all_to_all";
    for group in whole_groups(arguments)? {
        let members = group.len() as i64;
        require!(
            if whole { count % members == 0 } else { count == members },
            "shard-count",
            "has {name} = {count}, but a group of {members} members"
        );
    }
    Ok(count)
}

fn dimension<'c>(arguments: &Arguments<'c>, name: &str, i: usize) -> Result<usize, Violation<'c>> {
    let (number, rank) = (arguments.int(name), arguments.tensor(i)?.rank());
    index(number, rank).ok_or_else(|| {
        let message = format!("has {name} = {number}, but an operand of rank {rank}");
        Violation::new("collective-dim", message).operand(arguments, i)
    })
}

/// What `shape` gives of the type of each operand.
fn each<'c>(
    arguments: &Arguments<'c>,
    count: usize,
    shape: impl Fn(usize, &Tensor<'c>) -> Result<Vec<i64>, Violation<'c>>,
) -> Result<Vec<Type<'c>>, Violation<'c>> {
    require!(count > 0, "collective-operands", "needs an operand");
    let one = |i| {
        let tensor = arguments.tensor(i)?;
        Ok(tensor.with_shape(&shape(i, &tensor)?).ty())
    };
    (0..count).map(one).collect()
}

fn infer_place<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    Ok(vec![Tensor::new(&[], type_of(arguments.context(), Element::U32)).ty()])
}

fn grown<'c>(size: i64, by: i64) -> Result<i64, Violation<'c>> {
    size.checked_mul(by).ok_or_else(|| Violation::new("collective-size", format!("makes {by} times {size} elements")))
}

/// The size of a part of `size`, one of `count`.
fn part<'c>(arguments: &Arguments<'c>, i: usize, d: usize, size: i64, count: i64) -> Result<i64, Violation<'c>> {
    if size % count != 0 {
        let message = format!("splits dimension {d} of size {size} into {count} parts, which leaves a remainder");
        return Err(Violation::new("collective-size", message).operand(arguments, i));
    }
    Ok(size / count)
}

fn infer_all_gather<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let count = equal_groups(arguments, "shard_count")?;
    each(arguments, arguments.operands.len(), |i, tensor| {
        let d = dimension(arguments, "all_gather_dim", i)?;
        let mut shape = tensor.shape.clone();
        shape[d] = grown(shape[d], count)?;
        Ok(shape)
    })
}

fn infer_all_reduce<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    whole_groups(arguments)?;
    each(arguments, arguments.operands.len(), |_, tensor| Ok(tensor.shape.clone()))
}

/// Checks that the operands' elements can be added.
fn verify_sum(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    (0..arguments.operands.len()).try_for_each(|i| element_of_operand(&arguments, Scalar::Add, i).map(drop))
}

fn infer_reduce_scatter<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let count = equal_groups(arguments, "shard_count")?;
    each(arguments, arguments.operands.len(), |i, tensor| {
        let d = dimension(arguments, "scatter_dimension", i)?;
        let mut shape = tensor.shape.clone();
        shape[d] = part(arguments, i, d, shape[d], count)?;
        Ok(shape)
    })
}

fn infer_all_to_all<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let count = equal_groups(arguments, "split_count")?;
    each(arguments, arguments.operands.len(), |i, tensor| {
        let split = dimension(arguments, "split_dimension", i)?;
        let concat = dimension(arguments, "concat_dimension", i)?;
        let mut shape = tensor.shape.clone();
        shape[split] = part(arguments, i, split, shape[split], count)?;
        shape[concat] = grown(shape[concat], count)?;
        Ok(shape)
    })
}

/// The computation takes two scalars of each operand's element type and gives one.
fn verify_combination(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(body) = op.body(0) else { return Ok(()) };
    let arguments = Arguments::of(op);
    for i in 0..data_operands(&arguments)? {
        let tensor = arguments.tensor(i)?;
        let scalar = Tensor::new(&[], tensor.element).ty();
        check_body_arguments(op, body, "computation", "collective-body-arguments", &[scalar, scalar])?;
        check_terminator(body, "computation", "collective-body-results", &[scalar])?;
    }
    Ok(())
}

/// How many operands are data: the last one may be the root.
fn data_operands<'c>(arguments: &Arguments<'c>) -> Result<usize, Violation<'c>> {
    let count = arguments.operands.len();
    if arguments.attr("has_dynamic_root").is_none() || count == 0 {
        return Ok(count);
    }
    let (count, root) = (count - 1, arguments.tensor(count - 1)?);
    if root.shape != [count as i64] || root.xla_element() != Some(Element::S32) {
        let message = format!("has a root of type {root}; it must be a tensor<{count}xi32>");
        return Err(Violation::new("collective-root", message).operand(arguments, count));
    }
    Ok(count)
}

fn infer_rooted<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    groups(arguments)?;
    each(arguments, data_operands(arguments)?, |_, tensor| Ok(tensor.shape.clone()))
}

/// Pairs of a source and a target; nobody is twice a source or twice a target.
fn verify_pairs<'c>(arguments: &Arguments<'c>) -> Result<(), Violation<'c>> {
    let Some(attribute) = arguments.attr("source_target_pairs") else { return Ok(()) };
    let pairs = lists(attribute).filter(|pairs| {
        pairs.iter().all(|pair| matches!(pair.as_slice(), [source, target] if *source >= 0 && *target >= 0))
    });
    let Some(pairs) = pairs else {
        let message = format!("has the pairs {attribute}; it must be a list of pairs of numbers");
        return Err(Violation::new("source-target-pairs", message));
    };
    let side = |i: usize| -> Vec<i64> { pairs.iter().map(|pair| pair[i]).collect() };
    unique("source-target-unique", "the list of sources", &side(0))?;
    unique("source-target-unique", "the list of targets", &side(1))
}

fn infer_permute<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    verify_pairs(arguments)?;
    each(arguments, arguments.operands.len(), |_, tensor| Ok(tensor.shape.clone()))
}

fn infer_send<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let values = arguments.operands.iter().map(|value| value.r#type()).filter(|ty| !is_token(*ty));
    let types: Vec<_> = values.chain(infer_place(arguments)?).map(|ty| ty.to_raw()).collect();
    let context = arguments.context().to_raw();
    // SAFETY: the array has the length given; the context is alive.
    Ok(vec![unsafe { Type::from_raw(mlirTupleTypeGet(context, types.len() as isize, types.as_ptr())) }])
}

fn infer_recv_done<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let mut types = arguments.operands.first().and_then(|value| elements(value.r#type())).unwrap_or_default();
    types.pop();
    types.push(token_type(arguments.context()));
    Ok(types)
}

fn verify_send(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_pairs(&Arguments::of(op))?;
    verify_context(op, "send_done")
}

fn verify_recv(op: Op<'_>) -> Result<(), Violation<'_>> {
    verify_pairs(&Arguments::of(op))?;
    let context = op.output(0).r#type();
    let types = elements(context).unwrap_or_default();
    let request = infer_place(&Arguments::of(op))?;
    let tensors = types
        .split_last()
        .is_some_and(|(last, values)| *last == request[0] && values.iter().all(|ty| Tensor::of(*ty).is_some()));
    require!(
        tensors,
        "channel-context",
        "has the context {context}; it must be a tuple of tensors, then the request's number, a tensor<ui32>"
    );
    verify_context(op, "recv_done")
}

/// The context goes to one op, its `done`, on the same channel.
fn verify_context<'c>(op: Op<'c>, done: &str) -> Result<(), Violation<'c>> {
    let uses = uses(op.output(0));
    if let [(user, _)] = uses.as_slice()
        && user.mnemonic() == done
    {
        return Ok(());
    }
    let mut violation =
        Violation::new("channel-context", format!("has a context that must go to one {done}, and to nothing else"));
    for (user, _) in uses {
        violation = violation.note(user.loc(), "it is used here");
    }
    Err(violation)
}

fn verify_done(op: Op<'_>) -> Result<(), Violation<'_>> {
    let starts = op.mnemonic().trim_end_matches("_done");
    let start = defining_op(op.input(0)).filter(|start| start.mnemonic() == starts);
    let Some(start) = start else {
        return Err(Violation::new("channel-context", format!("takes a context that is no result of a {starts}"))
            .operand(&Arguments::of(op), 0));
    };
    let (begun, ended) = (start.int("channel_id").unwrap_or_default(), op.int("channel_id").unwrap_or_default());
    if begun != ended {
        let message = format!("waits on channel {ended} for what began on channel {begun}");
        return Err(Violation::new("channel-id", message).note(start.loc(), "it began here"));
    }
    Ok(())
}

/// Tensors, or tuples of tensors, then a token.
fn verify_infeed(op: Op<'_>) -> Result<(), Violation<'_>> {
    let types: Vec<Type<'_>> = op.outs().iter().map(Value::r#type).collect();
    let Some((last, values)) = types.split_last() else {
        return Err(Violation::new("infeed-types", "has no results; the last one must be a token"));
    };
    require!(is_token(*last), "infeed-types", "has a last result of type {last}; it must be a token");
    for ty in values {
        let is_tensor = |ty: &Type<'_>| Tensor::of(*ty).is_some();
        require!(
            is_tensor(ty) || elements(*ty).is_some_and(|parts| parts.iter().all(is_tensor)),
            "infeed-types",
            "reads a value of type {ty}; it must be a tensor or a tuple of tensors"
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_of_processes() {
        let grid = Grid { replicas: 2, partitions: 3 };
        let groups = |numbers| grid.groups(numbers, &[vec![1, 0]]);
        assert_eq!(groups(Numbers::Replicas), [[3, 0], [4, 1], [5, 2]]);
        assert_eq!(groups(Numbers::Partitions), [[1, 0], [4, 3]]);
        assert_eq!(groups(Numbers::WholeReplicas), [[3, 0, 4, 1, 5, 2]]);
        assert_eq!(groups(Numbers::Processes), [[1, 0]]);
        assert_eq!([grid.processes(), grid.count(Numbers::Partitions)], [6, 3]);
    }
}
