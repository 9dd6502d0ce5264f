//! Ops that several processes run together, and those that talk to the host: over the runtime's communication.

use super::computation::{Computation, Imported};
use super::declared::{Declared, Structure, site};
use super::machine::{Machine, Outcome, Precision, Receive, Site};
use super::shape::joined;
use super::value::{Tensor, Value, count};
use crate::execute::RunError;
use crate::grid::{groups, pairs};
use crate::verified;
use melior::ir::ValueLike;
use std::sync::Arc;
use xla_dialect::ir::{Op, OpExt, Type};
use xla_dialect::ods::xla;
use xla_dialect::ops::collective::Grid;
use xla_dialect::ops::tuple;
use xla_runtime::call::RESERVED;
use xla_runtime::communicator::{Exchange, Step as Named};
use xla_runtime::{CallError, CallFailure, TensorType};
use xla_scalar::{Element, Op as Scalar};

/// An op that communicates.
struct Collective {
    site: Site,
    channel: i64,
    groups: Vec<Vec<usize>>,
}

impl Collective {
    fn of(op: Op<'_>, groups: Vec<Vec<i64>>) -> Self {
        let channel = op.int("channel_id").unwrap_or_default();
        let groups = groups.into_iter().map(|group| group.into_iter().map(|process| process as usize).collect());
        Self { site: site(op), channel, groups: groups.collect() }
    }

    /// What goes wrong, at this op.
    fn failed(&self, error: CallError) -> RunError {
        let target = format!("{RESERVED}{}", self.site.op);
        RunError::Call(CallFailure { target, location: self.site.location.clone(), error })
    }

    fn named<'s>(&'s self, types: &'s [TensorType]) -> Named<'s> {
        let op = self.site.op.trim_end_matches("_done");
        Named { op, channel: self.channel, types, location: &self.site.location }
    }

    /// The group that this process is in, which may be none, and its place there.
    fn group(&self, machine: &Machine<'_>) -> (&[usize], Option<usize>) {
        let own = machine.runtime.process().others.process();
        match self.groups.iter().find(|group| group.contains(&own)) {
            Some(group) => (group, group.iter().position(|process| *process == own)),
            None => (&[], None),
        }
    }

    /// What each member of the group has of `tensors[i]`, in the group's order.
    fn gathered(&self, machine: &mut Machine<'_>, tensors: &[Arc<Tensor>]) -> Outcome<Vec<Vec<Arc<Tensor>>>> {
        let members = self.group(machine).0.len();
        let types: Vec<TensorType> = tensors.iter().map(|tensor| tensor.ty()).collect();
        let mut all: Vec<Vec<u8>> = tensors.iter().map(|tensor| vec![0; tensor.bytes.len() * members]).collect();
        for tensor in tensors {
            machine.spend(tensor.size() * members.max(1), &self.site)?;
        }
        let inputs: Vec<&[u8]> = tensors.iter().map(|tensor| tensor.bytes.as_slice()).collect();
        let mut outputs: Vec<&mut [u8]> = all.iter_mut().map(Vec::as_mut_slice).collect();
        let others = &machine.runtime.process().others;
        let group = self.group(machine).0;
        others
            .exchange(Exchange::AllGather, self.named(&types), group, &inputs, &mut outputs)
            .map_err(|error| self.failed(error))?;
        let parts = all.into_iter().zip(tensors).map(|(all, tensor)| {
            let part = |i: usize| all[i * tensor.bytes.len()..(i + 1) * tensor.bytes.len()].to_vec();
            (0..members).map(|i| Arc::new(Tensor { bytes: part(i), ..(**tensor).clone() })).collect()
        });
        Ok(parts.collect())
    }
}

fn tensors(inputs: &[Value]) -> Vec<Arc<Tensor>> {
    inputs.iter().flat_map(Value::leaves).collect()
}

/// Part `i` of `count` along dimension `d`.
fn part(x: &Tensor, d: usize, i: usize, count: usize) -> Tensor {
    let mut shape = x.shape.clone();
    shape[d] /= count;
    let first = i * shape[d];
    x.moved(&shape, &[], |index| {
        let mut from = index.to_vec();
        from[d] += first;
        Some(from)
    })
}

/// `parts` combined in their order; the sums of narrow floats are f32 until the end.
fn combined(machine: &mut Machine<'_>, body: &Computation, parts: &[Arc<Tensor>]) -> Outcome<Tensor> {
    let lanes = [parts[0].size()];
    let sum = machine.in_precision(Precision::Accumulating, |machine| -> Outcome<_> {
        let mut sum = parts[0].converted(parts[0].element.accumulator()).reshaped(&lanes);
        for part in &parts[1..] {
            let part = part.converted(sum.element).reshaped(&lanes);
            sum = body.run_each(machine, lanes[0], &[sum, part])?.swap_remove(0);
        }
        Ok(sum)
    })?;
    Ok(sum.converted(parts[0].element).reshaped(&parts[0].shape))
}

/// `all_reduce`, `reduce_scatter` and `collective_reduce`.
pub(super) fn combining(op: Op<'_>, body: Computation, grid: Grid) -> Imported {
    let collective = Collective::of(op, groups(op, grid));
    let scattered = xla::ReduceScatter::of(op).map(|op| op.scatter_dimension() as usize);
    let (rooted, n) = (xla::CollectiveReduce::of(op).is_some(), op.outs().len());
    Ok(Box::new(move |machine, inputs| {
        let inputs = tensors(inputs);
        let (members, own) = (collective.group(machine).0.len(), collective.group(machine).1);
        let all = collective.gathered(machine, &inputs[..n])?;
        let mut results = Vec::new();
        for (i, parts) in all.iter().enumerate() {
            let nothing = || Tensor::zeros(inputs[i].element, &inputs[i].shape);
            let root = if rooted { root(&collective, &inputs[n..], i, members)? } else { None };
            let Some(own) = own.filter(|own| !rooted || root == Some(*own)) else {
                results.push(nothing().into());
                continue;
            };
            let whole = combined(machine, &body, parts)?;
            results.push(match scattered {
                Some(d) => part(&whole, d, own, members).into(),
                None => whole.into(),
            });
        }
        Ok(results)
    }))
}

/// The place in its group of the member that operand `i` is taken from, or given to: the first, unless the last operand
/// says.
fn root(collective: &Collective, roots: &[Arc<Tensor>], i: usize, members: usize) -> Outcome<Option<usize>> {
    let Some(roots) = roots.first() else { return Ok(Some(0)) };
    let root = roots.integers()[i];
    match usize::try_from(root).ok().filter(|root| *root < members.max(1)) {
        Some(root) => Ok(Some(root)),
        None => {
            let reason = format!("{}: the root is {root}, but the group has {members} members", collective.site.op);
            Err(collective.failed(CallError::Failed(reason)))
        }
    }
}

/// Whether it makes a difference to an op of this kind that several processes run the program.
pub(super) fn is_for_several(kind: xla::Kind) -> bool {
    use xla::Kind;
    matches!(
        kind,
        Kind::AllGather
            | Kind::AllReduce
            | Kind::AllToAll
            | Kind::CollectiveBroadcast
            | Kind::CollectivePermute
            | Kind::CollectiveReduce
            | Kind::CrossReplicaSum
            | Kind::Infeed
            | Kind::Outfeed
            | Kind::PartitionId
            | Kind::Recv
            | Kind::ReduceScatter
            | Kind::ReplicaId
            | Kind::Send
    )
}

/// Those without a computation.
pub(super) fn plain(op: Op<'_>, grid: Grid) -> Imported {
    match xla::Kind::of(op) {
        Some(xla::Kind::ReplicaId) | Some(xla::Kind::PartitionId) => place(op, grid),
        Some(xla::Kind::AllGather) => all_gather(op, grid),
        Some(xla::Kind::AllToAll) => all_to_all(op, grid),
        Some(xla::Kind::CrossReplicaSum) => cross_replica_sum(op, grid),
        Some(xla::Kind::CollectiveBroadcast) => broadcast(op, grid),
        Some(xla::Kind::CollectivePermute) => permute(op, grid),
        Some(xla::Kind::Send) => send(op, grid),
        Some(xla::Kind::Recv) => receive(op, grid),
        Some(xla::Kind::Infeed) => infeed(op),
        Some(xla::Kind::Outfeed) => outfeed(op),
        // `send_done` gives a token; `recv_done` gives what was received, and one.
        _ => {
            let results: Vec<Structure> = op.outs().iter().map(|value| Structure::of(value.r#type())).collect();
            Ok(Box::new(move |machine, inputs| {
                let values = match inputs[0] {
                    Value::Request(number) => machine.received(number)?,
                    _ => Vec::new(),
                };
                let mut arrays = values.into_iter();
                Ok(results.iter().map(|result| result.value(&mut arrays)).collect())
            }))
        }
    }
}

fn place(op: Op<'_>, grid: Grid) -> Imported {
    let (is_replica, partitions) = (xla::ReplicaId::of(op).is_some(), grid.partitions as usize);
    Ok(Box::new(move |machine, _| {
        let own = machine.runtime.process().others.process();
        let number = (if is_replica { own / partitions } else { own % partitions }) as u32;
        Ok(vec![Tensor { element: Element::U32, shape: Vec::new(), bytes: number.to_le_bytes().to_vec() }.into()])
    }))
}

fn all_gather(op: Op<'_>, grid: Grid) -> Imported {
    let collective = Collective::of(op, groups(op, grid));
    let d = verified::index(op, "all_gather_dim");
    Ok(Box::new(move |machine, inputs| {
        let all = collective.gathered(machine, &tensors(inputs))?;
        let joined = all.iter().map(|parts| joined(machine, &parts.iter().collect::<Vec<_>>(), d, &collective.site));
        joined.map(|whole| Ok(whole?.into())).collect()
    }))
}

fn all_to_all(op: Op<'_>, grid: Grid) -> Imported {
    let collective = Collective::of(op, groups(op, grid));
    let dimension = |name: &str| verified::index(op, name);
    let (split, concat) = (dimension("split_dimension"), dimension("concat_dimension"));
    Ok(Box::new(move |machine, inputs| {
        let all = collective.gathered(machine, &tensors(inputs))?;
        let (group, own) = collective.group(machine);
        let (members, own) = (group.len(), own.unwrap_or_default());
        let mut results = Vec::new();
        for parts in &all {
            let own: Vec<Arc<Tensor>> = parts.iter().map(|whole| Arc::new(part(whole, split, own, members))).collect();
            results.push(joined(machine, &own.iter().collect::<Vec<_>>(), concat, &collective.site)?.into());
        }
        Ok(results)
    }))
}

fn cross_replica_sum(op: Op<'_>, grid: Grid) -> Imported {
    let collective = Collective::of(op, groups(op, grid));
    Ok(Box::new(move |machine, inputs| {
        let all = collective.gathered(machine, &tensors(inputs))?;
        let mut results = Vec::new();
        for parts in &all {
            let to = parts[0].element.accumulator();
            let mut sum = parts[0].converted(to);
            for part in &parts[1..] {
                sum = machine.apply(Scalar::Add, &[&sum, &part.converted(to)], to, &collective.site)?;
            }
            results.push(sum.converted(parts[0].element).into());
        }
        Ok(results)
    }))
}

fn broadcast(op: Op<'_>, grid: Grid) -> Imported {
    let collective = Collective::of(op, groups(op, grid));
    let n = op.outs().len();
    Ok(Box::new(move |machine, inputs| {
        let inputs = tensors(inputs);
        let (members, own) = (collective.group(machine).0.len(), collective.group(machine).1);
        let all = collective.gathered(machine, &inputs[..n])?;
        let one = |(i, parts): (usize, &Vec<Arc<Tensor>>)| {
            let root = root(&collective, &inputs[n..], i, members)?;
            Ok(match (own, root) {
                (Some(_), Some(root)) => Value::Tensor(parts[root].clone()),
                _ => Tensor::zeros(inputs[i].element, &inputs[i].shape).into(),
            })
        };
        all.iter().enumerate().map(one).collect()
    }))
}

/// For each process the one that `pairs` name at its other end.
fn peer(pairs: &[Vec<i64>], own: usize, at: usize) -> Option<usize> {
    pairs.iter().find(|pair| pair[at] == own as i64).map(|pair| pair[1 - at] as usize)
}

fn permute(op: Op<'_>, grid: Grid) -> Imported {
    let pairs = pairs(op, grid).unwrap_or_default();
    // Those that neither send nor receive need not run the op.
    let mut group: Vec<i64> = pairs.iter().flatten().copied().collect();
    group.sort_unstable();
    group.dedup();
    let collective = Collective::of(op, vec![group]);
    Ok(Box::new(move |machine, inputs| {
        let inputs = tensors(inputs);
        let all = collective.gathered(machine, &inputs)?;
        let own = machine.runtime.process().others.process();
        let source = peer(&pairs, own, 1).and_then(|source| collective.groups[0].iter().position(|one| *one == source));
        let one = |(input, parts): (&Arc<Tensor>, &Vec<Arc<Tensor>>)| match source {
            Some(source) => Value::Tensor(parts[source].clone()),
            None => Tensor::zeros(input.element, &input.shape).into(),
        };
        Ok(inputs.iter().zip(&all).map(one).collect())
    }))
}

/// Waits for nobody.
fn send(op: Op<'_>, grid: Grid) -> Imported {
    let (pairs, collective) = (pairs(op, grid), Collective::of(op, Vec::new()));
    Ok(Box::new(move |machine, inputs| {
        let inputs = tensors(inputs);
        let others = &machine.runtime.process().others;
        let types: Vec<TensorType> = inputs.iter().map(|tensor| tensor.ty()).collect();
        let bytes: Vec<&[u8]> = inputs.iter().map(|tensor| tensor.bytes.as_slice()).collect();
        let target = pairs.as_ref().map(|pairs| peer(pairs, others.process(), 0));
        if target != Some(None) {
            let sent = others.send(collective.named(&types), target.flatten(), &bytes);
            sent.map_err(|error| collective.failed(error))?;
        }
        Ok(vec![Value::Token])
    }))
}

/// What is received is waited for where it is asked for, by `recv_done`; zeros where nobody sends to this process.
fn receive(op: Op<'_>, grid: Grid) -> Imported {
    let (pairs, collective) = (pairs(op, grid), Collective::of(op, Vec::new()));
    let mut types = tuple::elements(op.output(0).r#type()).unwrap_or_default();
    // The request has no number of its own.
    types.pop();
    let types = arrays(&types)?;
    let channel = collective.channel;
    let receive: Receive = Arc::new(move |machine: &mut Machine<'_>| {
        let held = |ty: &TensorType| TensorType { element: machine.element(ty.element), ..ty.clone() };
        let types: Vec<TensorType> = types.iter().map(held).collect();
        let mut received: Vec<Tensor> = types.iter().map(|ty| Tensor::zeros(ty.element, &ty.shape)).collect();
        let others = &machine.runtime.process().others;
        let source = pairs.as_ref().map(|pairs| peer(pairs, others.process(), 1));
        // What takes nothing does nothing.
        if source != Some(None) && !types.is_empty() {
            let mut outputs: Vec<&mut [u8]> = received.iter_mut().map(|tensor| tensor.bytes.as_mut_slice()).collect();
            let outcome = others.receive(collective.named(&types), source.flatten(), &mut outputs);
            outcome.map_err(|error| collective.failed(error))?;
        }
        Ok(received.into_iter().map(Value::from).collect())
    });
    Ok(Box::new(move |machine, _| Ok(vec![machine.request(channel, &receive)])))
}

/// The arrays in types, of which each has static sizes.
pub(super) fn arrays(types: &[Type<'_>]) -> Result<Vec<TensorType>, String> {
    let mut all = Vec::new();
    for ty in types {
        match (tuple::elements(*ty), xla_dialect::ir::Tensor::of(*ty)) {
            (Some(elements), _) => all.extend(arrays(&elements)?),
            (None, Some(tensor)) => {
                let plain = tensor.with_shape(&tensor.shape).ty().to_string();
                all.push(TensorType::from_mlir(&plain).ok_or_else(|| format!("an array of type {ty}"))?);
            }
            (None, None) => {}
        }
    }
    Ok(all)
}

/// The next values of the queue that the host feeds.
fn infeed(op: Op<'_>) -> Imported {
    let collective = Collective::of(op, Vec::new());
    let results: Vec<Structure> = op.outs().iter().map(|value| Structure::of(value.r#type())).collect();
    let types = arrays(&op.outs().iter().map(|value| value.r#type()).collect::<Vec<_>>())?;
    Ok(Box::new(move |machine, _| {
        let process = machine.runtime.process();
        let mut values = Vec::new();
        for ty in &types {
            let value = process.infeed.pop(ty, process.timeout);
            let value = value.map_err(|reason| collective.failed(CallError::Failed(format!("infeed: {reason}"))))?;
            values.push(Value::from(Tensor::from(&value).converted(machine.element(ty.element))));
        }
        let mut values = values.into_iter();
        Ok(results.iter().map(|result| result.value(&mut values)).collect())
    }))
}

/// Values for the queue that the host reads.
fn outfeed(op: Op<'_>) -> Imported {
    let collective = Collective::of(op, Vec::new());
    let declared = op.ins().into_iter().filter_map(|value| Declared::of(value).ok());
    let declared: Vec<Element> = declared.map(|declared| declared.element).collect();
    Ok(Box::new(move |machine, inputs| {
        for (tensor, element) in tensors(inputs).iter().zip(&declared) {
            machine.spend(count(&tensor.shape), &collective.site)?;
            let put = machine.runtime.process().put_outfeed(tensor.converted(*element).to_array()?);
            put.map_err(|reason| collective.failed(CallError::Failed(format!("outfeed: {reason}"))))?;
        }
        Ok(vec![Value::Token])
    }))
}
