//! StableHLO's ops of several processes, and what frameworks and test programs say about who runs what.

mod manual;
mod parallel;

use crate::attributes::ASYNC;
use crate::verified;
use manual::Manual;
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;
use melior::ir::r#type::TupleType;
use mlir_sys::*;
use parallel::Parallel;
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Type, Value, block_args, block_ops, channel_handle, defining_op,
    has_uses, i64_attribute, replace_uses, take_region, type_of, uses,
};
use xla_dialect::ods::{Kind, interpreter, sdy, stablehlo, xla};
use xla_dialect::ops::collective::{Grid, lists_attribute};
use xla_dialect::ops::literal::Literal;

/// The xla op that a collective op, or one that sends or receives, becomes.
fn counterpart(kind: stablehlo::Kind) -> Option<xla::Kind> {
    use stablehlo::Kind;
    use xla::Kind as Xla;
    Some(match kind {
        Kind::AfterAll | Kind::CreateToken => Xla::AfterAll,
        Kind::AllGather => Xla::AllGather,
        Kind::AllReduce => Xla::AllReduce,
        Kind::AllToAll => Xla::AllToAll,
        Kind::CollectiveBroadcast => Xla::CollectiveBroadcast,
        Kind::CollectivePermute => Xla::CollectivePermute,
        Kind::CollectiveReduce => Xla::CollectiveReduce,
        Kind::CrossReplicaSum => Xla::CrossReplicaSum,
        Kind::Infeed => Xla::Infeed,
        Kind::Outfeed => Xla::Outfeed,
        Kind::PartitionId => Xla::PartitionId,
        Kind::Recv => Xla::Recv,
        Kind::ReduceScatter => Xla::ReduceScatter,
        Kind::ReplicaId => Xla::ReplicaId,
        Kind::Send => Xla::Send,
        _ => return None,
    })
}

/// What an op becomes.
enum Target {
    /// An op of xla of several processes.
    Op(xla::Kind),
    /// The ops of its body, which run beside the program.
    Start,
    /// What the asynchronous computation gives.
    Done,
    /// What each device computes.
    Manual,
    /// Nothing: the op around it takes it apart.
    End,
    /// The programs of all processes.
    Parallel,
}

fn target(op: Op<'_>) -> Option<Target> {
    Some(match Kind::of(op)? {
        Kind::Stablehlo(stablehlo::Kind::AsyncStart) => Target::Start,
        Kind::Stablehlo(stablehlo::Kind::AsyncDone) => Target::Done,
        Kind::Stablehlo(kind) => Target::Op(counterpart(kind)?),
        Kind::Sdy(sdy::Kind::ManualComputation) => Target::Manual,
        Kind::Sdy(sdy::Kind::Return) => Target::End,
        Kind::Interpreter(interpreter::Kind::RunParallel) => Target::Parallel,
        _ => return None,
    })
}

/// Whether this module knows what to make of `op`.
pub fn concerns(op: Op<'_>) -> bool {
    target(op).is_some()
}

/// Why `op`, which this module [`concerns`], cannot be imported.
pub fn check(op: Op<'_>) -> Result<(), String> {
    match target(op) {
        Some(Target::Manual) => Manual::of(op).map(|_| ()),
        Some(Target::Parallel) => Parallel::of(op).map(|_| ()),
        Some(Target::Done) => match defining_op(op.input(0)).and_then(stablehlo::AsyncStart::of) {
            Some(_) => Ok(()),
            None => Err("an asynchronous value that is no result of an async_start here".into()),
        },
        Some(Target::Start) => {
            let is_done = |(user, _): &(Op<'_>, usize)| stablehlo::AsyncDone::of(*user).is_some();
            if uses(op.output(0)).iter().all(is_done) { Ok(()) } else { Err("asynchronous values that move on".into()) }
        }
        Some(Target::Op(_) | Target::End) | None => match op.attr("replica_groups") {
            Some(groups) if rows(groups).is_none() => Err("groups along the axes of a mesh".into()),
            _ => Ok(()),
        },
    }
}

/// Imports `op`, which [`check`] has accepted. One that ends a body stays for the op around it to take apart.
pub fn import<'c>(op: Op<'c>, builder: &Builder<'c>, converted: impl Fn(Type<'c>) -> Type<'c>) {
    match target(op) {
        Some(Target::Start) => start(op),
        Some(Target::Done) => done(op),
        Some(Target::Manual) => Manual::of(op).unwrap_or_else(|reason| panic!("{op}: {reason}")).expand(builder),
        Some(Target::Parallel) => {
            let values = Parallel::of(op).unwrap_or_else(|reason| panic!("{op}: {reason}")).expand(builder, &converted);
            op.replace(&values);
        }
        Some(Target::Op(kind)) => {
            let values = collective(op, builder, kind, &converted);
            op.replace(&values);
        }
        Some(Target::End) | None => {}
    }
}

/// The rows of a matrix of numbers, without those that only fill up.
fn rows(attribute: Attribute<'_>) -> Option<Vec<Vec<i64>>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked first; ODS requires elements of type i64; places are below the element count.
    let (shape, numbers): (Vec<i64>, Vec<i64>) = unsafe {
        if !mlirAttributeIsADenseElements(raw) {
            return None;
        }
        let shape = Tensor::of(Type::from_raw(mlirAttributeGetType(raw)))?.shape;
        let count = mlirElementsAttrGetNumElements(raw) as isize;
        (shape, (0..count).map(|i| mlirDenseElementsAttrGetInt64Value(raw, i)).collect())
    };
    let width = usize::try_from(*shape.last()?).ok()?.max(1);
    Some(numbers.chunks(width).map(|row| row.iter().copied().filter(|id| *id >= 0).collect()).collect())
}

/// The number of a channel, 0 for none.
fn channel(op: Op<'_>) -> i64 {
    op.attr("channel_handle").and_then(channel_handle).map_or(0, |channel| channel.handle)
}

/// The attribute `name`, lists of processes, as xla has it; none for no lists.
fn lists<'c>(op: Op<'c>, name: &str) -> Option<Attribute<'c>> {
    let lists = op.attr(name).and_then(rows).filter(|lists| !lists.is_empty())?;
    Some(lists_attribute(op.ctx(), &lists))
}

fn collective<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    kind: xla::Kind,
    converted: &impl Fn(Type<'c>) -> Type<'c>,
) -> Vec<Value<'c>> {
    let types: Vec<Type<'c>> = op.outs().iter().map(|value| converted(value.r#type())).collect();
    match kind {
        xla::Kind::Send => return send(op, builder),
        xla::Kind::Recv => return receive(op, builder, &types),
        _ => {}
    }
    let context = builder.context;
    let mut operands = op.ins();
    let mut attributes: Vec<(&str, Attribute<'c>)> = Vec::new();
    for name in [
        "all_gather_dim",
        "concat_dimension",
        "has_dynamic_root",
        "infeed_config",
        "outfeed_config",
        "scatter_dimension",
        "split_count",
        "split_dimension",
        "use_global_device_ids",
    ] {
        attributes.extend(op.attr(name).map(|value| (name, value)));
    }
    for name in ["replica_groups", "source_target_pairs"] {
        attributes.extend(lists(op, name).map(|lists| (name, lists)));
    }
    if channel(op) > 0 {
        attributes.push(("channel_id", i64_attribute(context, channel(op))));
    }
    // StableHLO leaves the number of parts to be read from the types.
    let gathered = stablehlo::AllGather::of(op).map(|op| op.all_gather_dim());
    let scattered = stablehlo::ReduceScatter::of(op).map(|op| op.scatter_dimension());
    if let Some(d) = gathered.or(scattered) {
        let [one, other] = [operands[0], op.output(0)].map(|value| verified::tensor(value).shape[d as usize]);
        let (small, large) = (one.min(other), one.max(other));
        let stated = op.attr("replica_groups").and_then(rows).and_then(|groups| Some(groups.first()?.len() as i64));
        let count = large.checked_div(small).or(stated).unwrap_or(1);
        attributes.push(("shard_count", i64_attribute(context, count)));
    }
    let mut regions = Vec::new();
    if let Some(body) = op.body(0) {
        // The computation may be of a wider type, to which the operands are converted.
        let wide = verified::tensor(block_args(body)[0]).element;
        let data = operands.len() - usize::from(op.attr("has_dynamic_root").is_some());
        for operand in &mut operands[..data] {
            let tensor = verified::tensor(*operand);
            if tensor.element != wide {
                *operand = xla::convert(builder, *operand, tensor.with_element(wide).ty());
            }
        }
        regions.push(take_region(op.region_list()[0]));
    }
    builder.create(kind.name(), &operands, &types, &attributes, regions).outs()
}

/// What begins an exchange gives: the values that are exchanged, and the number of the request.
fn exchange<'c>(builder: &Builder<'c>, values: impl Iterator<Item = Type<'c>>) -> Type<'c> {
    let mut parts: Vec<Type<'c>> = values.filter(|ty| Tensor::of(*ty).is_some()).collect();
    parts.push(number_type(builder));
    TupleType::new(builder.context, &parts).into()
}

fn send<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let view = stablehlo::Send::cast(op);
    let begins = builder.typed(exchange(builder, view.inputs().iter().map(|value| value.r#type())));
    let options = xla::SendOptions { source_target_pairs: lists(op, "source_target_pairs") };
    let begun = xla::send_with(&begins, &view.inputs(), view.token(), channel(op), options);
    vec![xla::send_done(builder, begun, channel(op))]
}

fn receive<'c>(op: Op<'c>, builder: &Builder<'c>, types: &[Type<'c>]) -> Vec<Value<'c>> {
    let context = exchange(builder, types.iter().copied());
    let options = xla::RecvOptions { source_target_pairs: lists(op, "source_target_pairs") };
    let begun = xla::recv_with(builder, stablehlo::Recv::cast(op).token(), channel(op), context, options);
    xla::recv_done(builder, begun, channel(op)).outs()
}

/// Moves the ops of the only block of `op` in front of it, on `arguments`; gives what the block ends with.
fn inline<'c>(op: Op<'c>, arguments: &[Value<'c>]) -> Vec<Value<'c>> {
    let body = verified::body(op, 0);
    for (argument, value) in block_args(body).into_iter().zip(arguments) {
        replace_uses(argument, *value);
    }
    let mut ops = block_ops(body);
    let end = ops.pop();
    for inner in ops {
        // SAFETY: both ops are alive, and nothing in the block refers to what comes after `op`.
        unsafe { mlirOperationMoveBefore(inner.to_raw(), op.to_raw()) };
    }
    end.map(|end| end.ins()).unwrap_or_default()
}

/// Whether others wait for `op`, which is imported and may go on while the program does.
fn is_exchange(op: Op<'_>) -> bool {
    matches!(
        xla::Kind::of(op),
        Some(
            xla::Kind::AllGather
                | xla::Kind::AllReduce
                | xla::Kind::AllToAll
                | xla::Kind::CollectiveBroadcast
                | xla::Kind::CollectivePermute
                | xla::Kind::CollectiveReduce
                | xla::Kind::ReduceScatter
        )
    )
}

/// An asynchronous computation begins where it starts. What it gives is waited for where it is first used.
fn start(op: Op<'_>) {
    let operands = op.ins();
    for inner in block_ops(verified::body(op, 0)) {
        if is_exchange(inner) {
            inner.set_attr(ASYNC, Attribute::unit(op.ctx()));
        }
    }
    inline(op, &operands);
    if !has_uses(op.output(0)) {
        op.erase();
    }
}

fn done(op: Op<'_>) {
    let Some(start) = defining_op(op.input(0)) else { panic!("{op}: waits for nothing that started") };
    let end = verified::end(verified::body(start, 0));
    op.replace(&end.ins());
    if !has_uses(start.output(0)) {
        start.erase();
    }
}

/// The type of the numbers of processes.
fn number_type<'c>(builder: &Builder<'c>) -> Type<'c> {
    Tensor::new(&[], type_of(builder.context, Element::U32)).ty()
}

/// `xla.constant` of a scalar.
fn number<'c>(builder: &Builder<'c>, value: i64) -> Value<'c> {
    xla::constant(builder, Literal::filling(number_type(builder), value as f64))
}

/// The number of this process.
fn process<'c>(builder: &Builder<'c>, grid: Grid) -> Value<'c> {
    match (grid.replicas, grid.partitions) {
        (_, 1) => xla::replica_id(builder),
        (1, _) => xla::partition_id(builder),
        (_, partitions) => {
            let first = xla::mul(builder, xla::replica_id(builder), number(builder, partitions));
            xla::add(builder, first, xla::partition_id(builder))
        }
    }
}
