//! Ops of several processes, to calls of the runtime's communicator.
//!
//! | op | call | around it |
//! |---|---|---|
//! | `all_gather` | `all_gather` | transpose |
//! | `all_reduce` with a computation of one common op | `all_reduce` | |
//! | `all_reduce`, `collective_reduce` | `all_gather` | combines the members' operands |
//! | `all_to_all` | `all_to_all` | transposes |
//! | `reduce_scatter` | `all_to_all` | transpose; combines the members' parts |
//! | `collective_broadcast`, `collective_permute` | `permute` | |
//! | `send`, `recv` | `send`, `receive` | |
//!
//! A call may begin an exchange that another one waits for: see `crate::lower::rewriter::overlap`.
//!
//! Combining in compiled code takes any computation. Its order is the group's, as it is in the runtime: the same program
//! gives the same bits whatever moves the data.

use super::movement::transposed;
use crate::affine::{Expr, Map};
use crate::grid::{check_op, grid, groups, numbers, pairs};
use crate::lower::rewriter::attribute::index_lists;
use crate::lower::rewriter::computation::{accumulator, convert, scalar_computation, widen};
use crate::lower::rewriter::emit::{Emitter, load_form, store_form};
use crate::lower::rewriter::site::{Site, call_at, dictionary, quoted};
use crate::lower::rewriter::state::{Exchange, Lowered, Lowering, rebuild};
use crate::lower::rewriter::tensor::{compute_elements, element, empty, reshape_to, shape};
use crate::verified;
use melior::ir::ValueLike;
use melior::ir::attribute::BoolAttribute;
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{
    Attribute, Builder, Op, OpExt, Tensor, Type, Value, block_args, block_ops, i64_array, i64_attribute, tensor_of,
};
use xla_dialect::ods::xla;
use xla_dialect::ops::collective::{Grid, Numbers};
use xla_dialect::ops::tuple;
use xla_dialect::passes::Failed;
use xla_runtime::call::RESERVED;
use xla_runtime::reduction::Combine;
use xla_scalar::{Builder as _, CmpI, Element, Machine, Val, decode, decode_storage, encode};

/// For each process what `pairs` say: `pair[from]` for process `pair[to]`, else -1.
fn peers(grid: Grid, pairs: &[Vec<i64>], from: usize, to: usize) -> Vec<i64> {
    let mut peers = vec![-1; grid.processes() as usize];
    for pair in pairs {
        // A number beyond the grid is an error of its own, where the grid is known.
        if let Some(peer) = peers.get_mut(pair[to] as usize) {
            *peer = pair[from];
        }
    }
    peers
}

fn lists_attribute<'c>(builder: &Builder<'c>, lists: &[Vec<i64>]) -> Attribute<'c> {
    index_lists(builder.context, lists)
}

/// Calls `name` of the runtime with these parameters. Types are those of the xla program.
fn call<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    (name, parameters): (&str, &[(&str, Attribute<'c>)]),
    inputs: &[(Value<'c>, Tensor<'c>)],
    results: &[Tensor<'c>],
) -> Result<Vec<Value<'c>>, Failed> {
    let mut attributes = vec![
        ("op", quoted(builder, op.mnemonic().trim_end_matches("_done"))),
        ("channel", i64_attribute(builder.context, op.int("channel_id").unwrap_or_default())),
    ];
    attributes.extend(parameters);
    let site = Site {
        target: &format!("{RESERVED}{name}"),
        operands: inputs.iter().map(|(_, tensor)| plain(tensor).ty()).collect(),
        results: results.iter().map(|tensor| plain(tensor).ty()).collect(),
        attributes: dictionary(builder, &attributes),
    };
    let operands: Vec<_> = inputs.iter().map(|(value, _)| *value).collect();
    let storage: Vec<_> = results.iter().map(|tensor| lowering.storage(tensor).ty()).collect();
    let effects = [("has_side_effect", BoolAttribute::new(builder.context, true).into())];
    let call = call_at(lowering, builder, &site, &operands, &storage, &effects);
    if matches!(name, "all_gather" | "all_reduce" | "all_to_all" | "permute" | "receive" | "send") {
        let attributes = attributes.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        lowering.exchange = Some(Exchange { call, operands: site.operands, results: site.results, attributes });
    }
    Ok(call.outs())
}

/// The tensor without its layout, which is the default one.
fn plain<'c>(tensor: &Tensor<'c>) -> Tensor<'c> {
    tensor.with_shape(&tensor.shape)
}

/// The tensors among the operands of `op`, lowered.
fn inputs<'c>(lowering: &Lowering<'c>, op: Op<'c>) -> Result<Vec<(Value<'c>, Tensor<'c>)>, Failed> {
    let typed = op.ins().into_iter().filter_map(|value| Some((value, tensor_of(value)?)));
    typed.map(|(value, tensor)| Ok((lowering.tensor(value)?, plain(&tensor)))).collect()
}

/// A tensor of `count` such.
fn several<'c>(count: i64, tensor: &Tensor<'c>) -> Tensor<'c> {
    let mut shape = vec![count];
    shape.extend(&tensor.shape);
    tensor.with_shape(&shape)
}

/// A number that each process has: `values[process]`, as an element of this type.
fn of_process<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    values: &[i64],
    element: Element,
) -> Result<Value<'c>, Failed> {
    let ty = Tensor::new(&[], xla_dialect::ir::type_of(builder.context, element));
    let values = [("values", i64_array(builder.context, values))];
    Ok(call(lowering, op, builder, ("of_process", &values), &[], &[ty])?[0])
}

/// `replica_id` and `partition_id`.
pub fn place<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let grid = grid(op);
    let is_replica = xla::ReplicaId::of(op).is_some();
    let number = |process| if is_replica { process / grid.partitions } else { process % grid.partitions };
    let values: Vec<i64> = (0..grid.processes()).map(number).collect();
    let value = of_process(lowering, op, builder, &values, Element::U32)?;
    lowering.set_tensor(op.output(0), value);
    Ok(())
}

fn reshape<'c>(builder: &Builder<'c>, source: Value<'c>, sizes: &[i64]) -> Value<'c> {
    let ty = Tensor::new(sizes, xla_dialect::ir::element_type(source.r#type())).ty();
    if sizes.contains(&0) { empty(builder, ty) } else { reshape_to(builder, source, ty) }
}

/// `[count, …, n, …]` to `[…, count * n, …]`: the parts, concatenated along dimension `d`.
fn concatenated<'c>(builder: &Builder<'c>, parts: Value<'c>, d: usize) -> Result<Value<'c>, Failed> {
    let mut sizes = shape(parts);
    let mut order: Vec<usize> = (1..sizes.len()).collect();
    order.insert(d, 0);
    let moved = if sizes[1..=d].iter().all(|size| *size == 1) { parts } else { transposed(builder, parts, &order)? };
    let count = sizes.remove(0);
    sizes[d] *= count;
    Ok(reshape(builder, moved, &sizes))
}

/// `[…, count * n, …]` to `[count, …, n, …]`: the parts of a tensor along dimension `d`.
fn split<'c>(builder: &Builder<'c>, whole: Value<'c>, d: usize, count: i64) -> Result<Value<'c>, Failed> {
    let mut sizes = shape(whole);
    sizes[d] /= count;
    sizes.insert(d, count);
    let divided = reshape(builder, whole, &sizes);
    let mut order: Vec<usize> = (0..sizes.len()).filter(|at| *at != d).collect();
    order.insert(0, d);
    if sizes[..d].iter().all(|size| *size == 1) {
        let sizes: Vec<i64> = order.iter().map(|at| sizes[*at]).collect();
        return Ok(reshape(builder, divided, &sizes));
    }
    transposed(builder, divided, &order)
}

/// `all_gather`.
pub fn all_gather<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (inputs, count) = (inputs(lowering, op)?, verified::int(op, "shard_count"));
    let d = verified::index(op, "all_gather_dim");
    let gathered: Vec<_> = inputs.iter().map(|(_, tensor)| several(count, tensor)).collect();
    let groups = [("groups", lists_attribute(builder, &groups(op, grid(op))))];
    let parts = call(lowering, op, builder, ("all_gather", &groups), &inputs, &gathered)?;
    for (i, parts) in parts.into_iter().enumerate() {
        let whole = concatenated(builder, parts, d)?;
        lowering.set_tensor(op.output(i), whole);
    }
    Ok(())
}

/// `all_to_all`.
pub fn all_to_all<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let from = verified::index(op, "split_dimension");
    let to = verified::index(op, "concat_dimension");
    let parts = exchanged(lowering, op, builder, from, verified::int(op, "split_count"))?;
    for (i, parts) in parts.into_iter().enumerate() {
        let whole = concatenated(builder, parts, to)?;
        lowering.set_tensor(op.output(i), whole);
    }
    Ok(())
}

/// This process's part, one of `count` along dimension `d`, of the operands of each member of its group.
fn exchanged<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    d: usize,
    count: i64,
) -> Result<Vec<Value<'c>>, Failed> {
    let mut parts = Vec::new();
    for (value, tensor) in inputs(lowering, op)? {
        let parts_of = split(builder, value, d, count)?;
        parts.push((parts_of, tensor.with_shape(&shape(parts_of))));
    }
    let types: Vec<_> = parts.iter().map(|(_, tensor)| tensor.clone()).collect();
    let groups = [("groups", lists_attribute(builder, &groups(op, grid(op))))];
    call(lowering, op, builder, ("all_to_all", &groups), &parts, &types)
}

/// `reduce_scatter`.
pub fn reduce_scatter<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let d = verified::index(op, "scatter_dimension");
    let parts = exchanged(lowering, op, builder, d, verified::int(op, "shard_count"))?;
    combine_all(lowering, op, builder, &parts, None, None)
}

/// The op that the computation of `op` consists of, if the runtime knows it for the elements of all operands.
fn combine(op: Op<'_>) -> Option<String> {
    let body = op.body(0)?;
    let ([only, end], [x, y]) = (&*block_ops(body), &*block_args(body)) else { return None };
    let takes_both = matches!(&*only.ins(), [a, b] if (a, b) == (x, y) || (a, b) == (y, x));
    let combine = Combine::of_op(only.mnemonic()).filter(|_| takes_both && end.ins() == only.outs())?;
    op.ins()
        .iter()
        .all(|value| {
            tensor_of(*value).and_then(|tensor| tensor.xla_element()).is_some_and(|element| combine.knows(element))
        })
        .then(|| only.mnemonic().to_string())
}

/// `all_reduce`, and `collective_reduce`, of which only the root has the result.
pub fn all_reduce<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (grid, mut inputs) = (grid(op), inputs(lowering, op)?);
    check_op(op, grid)?;
    let groups = groups(op, grid);
    let largest = groups.iter().map(Vec::len).max().unwrap_or(1) as i64;
    let is_rooted = xla::CollectiveReduce::of(op).is_some();
    if let Some(combine) = combine(op).filter(|_| !is_rooted) {
        let parameters = [("groups", lists_attribute(builder, &groups)), ("combine", quoted(builder, &combine))];
        let types: Vec<_> = inputs.iter().map(|(_, tensor)| tensor.clone()).collect();
        let values = call(lowering, op, builder, ("all_reduce", &parameters), &inputs, &types)?;
        for (i, value) in values.into_iter().enumerate() {
            lowering.set_tensor(op.output(i), value);
        }
        return Ok(());
    }
    let root = if op.attr("has_dynamic_root").is_some() { inputs.pop() } else { None };
    let gathered: Vec<_> = inputs.iter().map(|(_, tensor)| several(largest, tensor)).collect();
    let attribute = [("groups", lists_attribute(builder, &groups))];
    let parts = call(lowering, op, builder, ("all_gather", &attribute), &inputs, &gathered)?;
    let per_process = |value: &dyn Fn(&[i64], usize) -> i64, none: i64| -> Vec<i64> {
        let mut values = vec![none; grid.processes() as usize];
        for group in &groups {
            for (place, process) in group.iter().enumerate() {
                values[*process as usize] = value(group, place);
            }
        }
        values
    };
    let counts = per_process(&|group, _| group.len() as i64, 1);
    let count = if counts.iter().any(|count| *count != largest) {
        Some(of_process(lowering, op, builder, &counts, Element::S32)?)
    } else {
        None
    };
    let place = if is_rooted {
        let places = per_process(&|_, place| place as i64, -1);
        Some((of_process(lowering, op, builder, &places, Element::S32)?, root.map(|(value, _)| value)))
    } else {
        None
    };
    combine_all(lowering, op, builder, &parts, count, place)
}

/// At most so many members are combined in one pass over the data.
const AT_ONCE: i64 = 16;

/// The place of a process in its group, and the places of the roots, where they are not 0.
type Place<'c> = (Value<'c>, Option<Value<'c>>);

/// Combines `parts[i]`, of type `[members, …]`, along the members: the first `count` of them, or all. With a place,
/// the result is zero in processes that are not the root.
fn combine_all<'c>(
    lowering: &mut Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    parts: &[Value<'c>],
    count: Option<Value<'c>>,
    place: Option<Place<'c>>,
) -> Result<(), Failed> {
    for (i, parts) in parts.iter().enumerate() {
        let result = op.output(i);
        let (element, sizes) = (element(result), shape(result));
        let sum = accumulator(element);
        let ty = |element| Tensor::new(&sizes, lowering.element_type(element)).ty();
        if sizes.contains(&0) {
            lowering.set_tensor(result, empty(builder, ty(element)));
            continue;
        }
        let members = shape(*parts)[0];
        let mut value: Option<Value<'c>> = None;
        let mut next = 0;
        while next < members {
            let end = members.min(next + AT_ONCE);
            let place = place.filter(|_| end == members).map(|place| (place, i));
            let chunk = Chunk { parts: *parts, before: value, members: next..end, element, sum, count, place };
            value = Some(combined(lowering, op, builder, &chunk, empty(builder, ty(sum)))?);
            next = end;
        }
        let value = value.expect("a group has members");
        let value = if sum == element { value } else { convert(lowering, op, builder, value, sum, element)? };
        lowering.set_tensor(result, value);
    }
    Ok(())
}

/// Some of the members' operands, and what was combined of those before them.
struct Chunk<'c> {
    parts: Value<'c>,
    before: Option<Value<'c>>,
    members: std::ops::Range<i64>,
    element: Element,
    sum: Element,
    /// How many members there are, if the combination is divided by it.
    count: Option<Value<'c>>,
    /// The process and the number of the operand, if only some processes keep the result.
    place: Option<(Place<'c>, usize)>,
}

/// The members of `chunk` combined by the computation of `op`, in the memory of `init`.
fn combined<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    chunk: &Chunk<'c>,
    init: Value<'c>,
) -> Result<Value<'c>, Failed> {
    let body = verified::body(op, 0);
    let rank = shape(init).len();
    let constant = |index: i64| Map { dims: rank, results: vec![Expr::constant(rank, index)] };
    let scalar = || Map { dims: rank, results: Vec::new() };
    let mut operands = Vec::new();
    operands.extend(chunk.before.map(|before| (before, Map::identity(rank))));
    for member in chunk.members.clone() {
        let mut map = Map::identity(rank);
        map.results.insert(0, Expr::constant(rank, member));
        operands.push((chunk.parts, map));
    }
    let data = operands.len();
    operands.extend(chunk.count.map(|count| (count, scalar())));
    if let Some(((own, roots), i)) = chunk.place {
        operands.push((own, scalar()));
        operands.extend(roots.map(|roots| (roots, constant(i as i64))));
    }
    compute_elements(builder, &operands, init, |builder, arguments| {
        let mut emitter = lowering.emitter(builder);
        let load = |emitter: &mut Emitter<'c>, i: usize| {
            let from = if i == 0 && chunk.before.is_some() { chunk.sum } else { chunk.element };
            let stored = load_form(emitter, from, arguments[i]);
            let value = decode(emitter, from, stored);
            widen(op, emitter, from, chunk.sum, value)
        };
        let mut value = load(&mut emitter, 0)?;
        let already = i64::from(chunk.before.is_none());
        for i in 1..data {
            let next = load(&mut emitter, i)?;
            let results = scalar_computation(lowering, op, body, &mut emitter, &[value, next])?;
            let [(element, result)] = results.as_slice() else {
                return Err(internal(op, "has a computation of several results"));
            };
            let combined = widen(op, &mut emitter, *element, chunk.sum, *result)?;
            value = match chunk.count {
                None => combined,
                Some(_) => {
                    let member = emitter.int(Machine::I32, chunk.members.start + i as i64 - 1 + already);
                    let is_there = emitter.cmpi(CmpI::Slt, member, arguments[data]);
                    (chunk.sum, select(&mut emitter, is_there, combined.1, value.1))
                }
            };
        }
        let (_, mut value) = value;
        if let Some(((_, roots), _)) = chunk.place {
            let own = data + usize::from(chunk.count.is_some());
            let root = if roots.is_some() { arguments[own + 1] } else { emitter.int(Machine::I32, 0) };
            let is_root = emitter.cmpi(CmpI::Eq, arguments[own], root);
            let zero = zero(&mut emitter, chunk.sum);
            value = select(&mut emitter, is_root, value, zero);
        }
        let stored = encode(&mut emitter, chunk.sum, value);
        Ok(store_form(&emitter, chunk.sum, stored))
    })
}

fn select<'c>(emitter: &mut Emitter<'c>, c: Value<'c>, a: Val<Value<'c>>, b: Val<Value<'c>>) -> Val<Value<'c>> {
    match (a, b) {
        (Val::Complex(a, x), Val::Complex(b, y)) => Val::Complex(emitter.select(c, a, b), emitter.select(c, x, y)),
        (a, b) => Val::Real(emitter.select(c, a.re(), b.re())),
    }
}

/// Zero in compute form, of which all bits are 0 in every element type.
fn zero<'c>(emitter: &mut Emitter<'c>, element: Element) -> Val<Value<'c>> {
    let part = element.real_part().storage();
    let word = match part {
        Machine::F32 => emitter.float(part, 0.0),
        Machine::F64 => emitter.float(part, 0.0),
        _ => emitter.int(part, 0),
    };
    if element.is_complex() { Val::Complex(word, word) } else { Val::Real(decode_storage(emitter, element, word)) }
}

/// `collective_broadcast` and `collective_permute`.
pub fn permute<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (grid, inputs) = (grid(op), inputs(lowering, op)?);
    let mut parameters = Vec::new();
    if let Some(pairs) = pairs(op, grid) {
        // Those that neither send nor receive need not run the op.
        let mut members: Vec<Vec<i64>> = Vec::new();
        let divided = matches!(numbers(op, grid), Numbers::Replicas if grid.partitions > 1)
            || matches!(numbers(op, grid), Numbers::Partitions if grid.replicas > 1);
        let own = |process: i64| match numbers(op, grid) {
            Numbers::Replicas => process % grid.partitions,
            _ => process / grid.partitions,
        };
        for class in 0..grid.processes() {
            let mut group: Vec<i64> =
                pairs.iter().flatten().copied().filter(|process| !divided || own(*process) == class).collect();
            group.sort_unstable();
            group.dedup();
            if !group.is_empty() {
                members.push(group);
            }
            if !divided {
                break;
            }
        }
        let mut sources = vec![-1; grid.processes() as usize];
        for (process, source) in peers(grid, &pairs, 0, 1).into_iter().enumerate() {
            let group = members.iter().find(|group| group.contains(&source));
            if let Some(place) = group.and_then(|group| group.iter().position(|member| *member == source)) {
                sources[process] = place as i64;
            }
        }
        parameters.push(("groups", lists_attribute(builder, &members)));
        parameters.push(("sources", i64_array(builder.context, &sources)));
    } else {
        parameters.push(("groups", lists_attribute(builder, &groups(op, grid))));
        if op.attr("has_dynamic_root").is_none() {
            parameters.push(("sources", i64_array(builder.context, &vec![0; grid.processes() as usize])));
        }
    }
    let types: Vec<_> = inputs[..op.outs().len()].iter().map(|(_, tensor)| tensor.clone()).collect();
    let values = call(lowering, op, builder, ("permute", &parameters), &inputs, &types)?;
    for (i, value) in values.into_iter().enumerate() {
        lowering.set_tensor(op.output(i), value);
    }
    Ok(())
}

/// `send`, which waits for nobody: it is done when the operands may be written over.
pub fn send<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (grid, inputs) = (grid(op), inputs(lowering, op)?);
    let peers = pairs(op, grid).map(|pairs| ("peers", i64_array(builder.context, &peers(grid, &pairs, 1, 0))));
    let peers: Vec<_> = peers.into_iter().collect();
    call(lowering, op, builder, ("send", &peers), &inputs, &[])?;
    lowering.set(op.output(0), Lowered::Token);
    Ok(())
}

/// `recv`: what it gives is received when its `recv_done` is.
pub fn receive<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let grid = grid(op);
    let peers = pairs(op, grid).map(|pairs| ("peers", i64_array(builder.context, &peers(grid, &pairs, 0, 1))));
    let mut types = tuple::elements(op.output(0).r#type()).unwrap_or_default();
    // The request has no number of its own.
    types.pop();
    let tensors: Vec<_> = types.into_iter().filter_map(Tensor::of).map(|tensor| plain(&tensor)).collect();
    let peers: Vec<_> = peers.into_iter().collect();
    // What takes nothing does nothing.
    let values = match tensors.is_empty() {
        true => Vec::new(),
        false => call(lowering, op, builder, ("receive", &peers), &[], &tensors)?,
    };
    lowering.set(op.output(0), Lowered::Tuple(values.into_iter().map(Lowered::Tensor).collect()));
    Ok(())
}

/// `recv_done`.
pub fn received<'c>(lowering: &mut Lowering<'c>, op: Op<'c>) {
    let mut values = lowering.get(op.input(0)).leaves().into_iter();
    for result in op.outs() {
        let lowered = rebuild(result.r#type(), &mut values);
        lowering.set(result, lowered);
    }
}

/// `infeed`.
pub fn infeed<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let mut types = Vec::new();
    op.outs().iter().for_each(|value| tensors(value.r#type(), &mut types));
    // What takes nothing does nothing.
    let values = if types.is_empty() { Vec::new() } else { call(lowering, op, builder, ("infeed", &[]), &[], &types)? };
    let mut values = values.into_iter();
    for result in op.outs() {
        let lowered = rebuild(result.r#type(), &mut values);
        lowering.set(result, lowered);
    }
    Ok(())
}

fn tensors<'c>(ty: Type<'c>, out: &mut Vec<Tensor<'c>>) {
    match tuple::elements(ty) {
        Some(elements) => elements.into_iter().for_each(|element| tensors(element, out)),
        None => out.extend(Tensor::of(ty).map(|tensor| plain(&tensor))),
    }
}

/// `outfeed`.
pub fn outfeed<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let inputs = inputs(lowering, op)?;
    if !inputs.is_empty() {
        call(lowering, op, builder, ("outfeed", &[]), &inputs, &[])?;
    }
    lowering.set(op.output(0), Lowered::Token);
    Ok(())
}
