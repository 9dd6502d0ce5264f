//! StableHLO's ops of several processes, and what frameworks and test programs say about who runs what.

use crate::attributes::{ASYNC, PARTITIONS, REPLICAS};
use crate::grid::grid;
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;
use mlir_sys::*;
use std::collections::HashMap;
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Type, Value, block_args, block_ops, defining_op, has_uses,
    i64_array, i64_attribute, parse_attribute, replace_uses, symbol_value, take_region, tensor_of, terminator, type_of,
    uses,
};
use xla_dialect::ops::collective::{Grid, lists_attribute};
use xla_dialect::ops::control::{function, signature};
use xla_scalar::Kind;

/// The xla op that a collective op, or one that sends or receives, becomes.
fn mnemonic(op: Op<'_>) -> Option<&'static str> {
    Some(match op.name_str().strip_prefix("stablehlo.")? {
        "after_all" | "create_token" => "after_all",
        "all_gather" => "all_gather",
        "all_reduce" => "all_reduce",
        "all_to_all" => "all_to_all",
        "collective_broadcast" => "collective_broadcast",
        "collective_permute" => "collective_permute",
        "collective_reduce" => "collective_reduce",
        "cross-replica-sum" => "cross_replica_sum",
        "infeed" => "infeed",
        "outfeed" => "outfeed",
        "partition_id" => "partition_id",
        "recv" => "recv",
        "reduce_scatter" => "reduce_scatter",
        "replica_id" => "replica_id",
        "send" => "send",
        _ => return None,
    })
}

/// Whether this module knows what to make of `op`.
pub fn concerns(op: Op<'_>) -> bool {
    mnemonic(op).is_some()
        || matches!(
            op.name_str(),
            "stablehlo.async_start"
                | "stablehlo.async_done"
                | "sdy.manual_computation"
                | "sdy.return"
                | "interpreter.run_parallel"
        )
}

/// Why `op` cannot be imported.
pub fn check(op: Op<'_>) -> Result<(), String> {
    match op.name_str() {
        "sdy.manual_computation" => Manual::of(op).map(|_| ()),
        "interpreter.run_parallel" => Parallel::of(op).map(|_| ()),
        "stablehlo.async_done" => match defining_op(op.input(0)) {
            Some(start) if start.name_str() == "stablehlo.async_start" => Ok(()),
            _ => Err("an asynchronous value that is no result of an async_start here".into()),
        },
        "stablehlo.async_start" => {
            let is_done = |(user, _): &(Op<'_>, usize)| user.name_str() == "stablehlo.async_done";
            if uses(op.output(0)).iter().all(is_done) { Ok(()) } else { Err("asynchronous values that move on".into()) }
        }
        _ => match op.attr("replica_groups") {
            Some(groups) if rows(groups).is_none() => Err("groups along the axes of a mesh".into()),
            _ => Ok(()),
        },
    }
}

/// What `op` becomes; none where it stays for another op to take apart.
pub fn import<'c>(op: Op<'c>, builder: &Builder<'c>, converted: impl Fn(Type<'c>) -> Type<'c>) {
    match op.name_str() {
        "stablehlo.async_start" => start(op),
        "stablehlo.async_done" => done(op),
        "sdy.return" => {}
        "sdy.manual_computation" => {
            if let Ok(manual) = Manual::of(op) {
                manual.expand(builder);
            }
        }
        "interpreter.run_parallel" => {
            if let Ok(parallel) = Parallel::of(op) {
                let values = parallel.expand(builder, &converted);
                op.replace(&values);
            }
        }
        _ => {
            if let Some(values) = collective(op, builder, &converted) {
                op.replace(&values);
            }
        }
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
    let text = op.attr("channel_handle").map(|handle| handle.to_string()).unwrap_or_default();
    let number = text.split("handle = ").nth(1).and_then(|rest| rest.split([',', '>']).next());
    number.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

fn collective<'c>(
    op: Op<'c>,
    builder: &Builder<'c>,
    converted: &impl Fn(Type<'c>) -> Type<'c>,
) -> Option<Vec<Value<'c>>> {
    let (context, name) = (builder.context, mnemonic(op)?);
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
        let lists = op.attr(name).and_then(rows).filter(|lists| !lists.is_empty());
        attributes.extend(lists.map(|lists| (name, lists_attribute(context, &lists))));
    }
    if channel(op) > 0 {
        attributes.push(("channel_id", i64_attribute(context, channel(op))));
    }
    // StableHLO leaves the number of parts to be read from the types.
    let dimension = op.int("all_gather_dim").or(op.int("scatter_dimension"));
    if let Some(d) = dimension.and_then(|d| usize::try_from(d).ok()) {
        let sizes = [operands[0], op.output(0)].map(|value| tensor_of(value).and_then(|t| t.shape.get(d).copied()));
        let (Some(one), Some(other)) = (sizes[0], sizes[1]) else { return None };
        let (small, large) = (one.min(other), one.max(other));
        let stated = op.attr("replica_groups").and_then(rows).and_then(|groups| Some(groups.first()?.len() as i64));
        let count = large.checked_div(small).or(stated).unwrap_or(1);
        attributes.push(("shard_count", i64_attribute(context, count)));
    }
    let mut regions = Vec::new();
    if let Some(body) = op.body(0) {
        // The computation may be of a wider type, to which the operands are converted.
        let wide = block_args(body).first().and_then(|argument| tensor_of(*argument))?.element;
        let data = operands.len() - usize::from(op.attr("has_dynamic_root").is_some());
        for operand in &mut operands[..data] {
            let tensor = tensor_of(*operand)?;
            if tensor.element != wide {
                *operand = builder.value("xla.convert", &[*operand], tensor.with_element(wide).ty(), &[]);
            }
        }
        regions.push(take_region(op.region_list()[0]));
    }
    let mut types: Vec<Type<'c>> = op.outs().iter().map(|value| converted(value.r#type())).collect();
    if !matches!(name, "send" | "recv") {
        return Some(builder.create(&format!("xla.{name}"), &operands, &types, &attributes, regions).outs());
    }
    let values: Vec<Type<'c>> = match name {
        "send" => operands.iter().map(|value| value.r#type()).collect(),
        _ => types.clone(),
    };
    let mut parts: Vec<Type<'c>> = values.into_iter().filter(|ty| Tensor::of(*ty).is_some()).collect();
    parts.push(Tensor::new(&[], type_of(context, Element::U32)).ty());
    let pair = melior::ir::r#type::TupleType::new(context, &parts).into();
    attributes.retain(|(name, _)| *name != "channel_id");
    let number = ("channel_id", i64_attribute(context, channel(op)));
    attributes.push(number);
    let begun = builder.value(&format!("xla.{name}"), &operands, pair, &attributes);
    if name == "send" {
        types = vec![builder.ty("!xla.token")];
    }
    Some(builder.create(&format!("xla.{name}_done"), &[begun], &types, &[number], Vec::new()).outs())
}

/// Moves the ops of the only block of `op` in front of it, on `arguments`; gives what the block ends with.
fn inline<'c>(op: Op<'c>, arguments: &[Value<'c>]) -> Vec<Value<'c>> {
    let Some(body) = op.body(0) else { return Vec::new() };
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

/// The ops that others wait for, and that may go on while the program does.
const EXCHANGES: [&str; 7] = [
    "all_gather",
    "all_reduce",
    "all_to_all",
    "collective_broadcast",
    "collective_permute",
    "collective_reduce",
    "reduce_scatter",
];

/// An asynchronous computation begins where it starts. What it gives is waited for where it is first used.
fn start(op: Op<'_>) {
    let operands = op.ins();
    for inner in op.body(0).map(block_ops).unwrap_or_default() {
        if EXCHANGES.contains(&inner.mnemonic()) {
            inner.set_attr(ASYNC, Attribute::unit(op.ctx()));
        }
    }
    inline(op, &operands);
    if !has_uses(op.output(0)) {
        op.erase();
    }
}

fn done(op: Op<'_>) {
    let Some(start) = defining_op(op.input(0)) else { return };
    let Some(end) = start.body(0).and_then(terminator) else { return };
    op.replace(&end.ins());
    if !has_uses(start.output(0)) {
        start.erase();
    }
}

/// `xla.constant` of a scalar.
fn number<'c>(builder: &Builder<'c>, value: i64) -> Value<'c> {
    let ty = builder.ty("tensor<ui32>");
    let value = parse_attribute(builder.context, &format!("dense<{value}> : tensor<ui32>"));
    builder.value("xla.constant", &[], ty, &[("value", value)])
}

/// The number of this process.
fn process<'c>(builder: &Builder<'c>, grid: Grid) -> Value<'c> {
    let ty = builder.ty("tensor<ui32>");
    let id = |name: &str| builder.value(name, &[], ty, &[]);
    match (grid.replicas, grid.partitions) {
        (_, 1) => id("xla.replica_id"),
        (1, _) => id("xla.partition_id"),
        (_, partitions) => {
            let first = builder.value("xla.mul", &[id("xla.replica_id"), number(builder, partitions)], ty, &[]);
            builder.value("xla.add", &[first, id("xla.partition_id")], ty, &[])
        }
    }
}

/// `sdy.manual_computation`: what each device computes from its parts of the operands, of which it makes its parts of
/// the results.
///
/// Outside of it every process has the whole values. So each cuts its parts out of them, and then all gather the
/// parts of the results.
struct Manual<'c> {
    op: Op<'c>,
    /// Sizes of the mesh's axes, by name, and how far apart neighbours along them are.
    axes: HashMap<String, (i64, i64)>,
    devices: i64,
    /// For each operand or result the axes that each of its dimensions is spread over.
    inputs: Vec<Vec<Vec<String>>>,
    outputs: Vec<Vec<Vec<String>>>,
}

impl<'c> Manual<'c> {
    fn of(op: Op<'c>) -> Result<Self, String> {
        let text = |name: &str| op.attr(name).map(|attribute| attribute.to_string()).unwrap_or_default();
        let (inputs, outputs) = (shardings(&text("in_shardings"))?, shardings(&text("out_shardings"))?);
        let mesh = inputs.iter().chain(&outputs).map(|(mesh, _)| mesh.as_str()).next().unwrap_or_default();
        if inputs.iter().chain(&outputs).any(|(other, _)| other != mesh) {
            return Err("shardings over several meshes".into());
        }
        let stated = function(op, mesh).and_then(|mesh| mesh.attr("mesh")).map(|mesh| mesh.to_string());
        let (axes, devices) = if mesh.is_empty() { (HashMap::new(), 1) } else { axes(&stated.unwrap_or_default())? };
        let (inputs, outputs): (Vec<_>, Vec<_>) = (
            inputs.into_iter().map(|(_, dimensions)| dimensions).collect(),
            outputs.into_iter().map(|(_, dimensions)| dimensions).collect(),
        );
        let manual = Self { op, axes, devices, inputs, outputs };
        manual.check()?;
        Ok(manual)
    }

    /// Whether parts and wholes have the sizes that the shardings say.
    fn check(&self) -> Result<(), String> {
        let (Some(body), op) = (self.op.body(0), self.op) else { return Err("a computation without a body".into()) };
        let ends = terminator(body).map(|end| end.ins()).unwrap_or_default();
        let inside = [block_args(body), ends];
        for ((wholes, parts), shardings) in [op.ins(), op.outs()].iter().zip(&inside).zip([&self.inputs, &self.outputs])
        {
            if wholes.len() != parts.len() || wholes.len() != shardings.len() {
                return Err("a computation of as many values as there are shardings is expected".into());
            }
            for ((whole, part), dimensions) in wholes.iter().zip(parts).zip(shardings) {
                let (Some(whole), Some(part)) = (tensor_of(*whole), tensor_of(*part)) else {
                    return Err("values that are no tensors".into());
                };
                let fits = |d: usize| {
                    let spread = dimensions.get(d).map(Vec::as_slice).unwrap_or_default();
                    self.count(spread).is_some_and(|count| whole.shape[d] == part.shape[d] * count)
                };
                if whole.rank() != part.rank() || !(0..whole.rank()).all(fits) {
                    return Err(format!("parts of type {part} of {whole}, which its sharding does not say"));
                }
            }
        }
        let grid = grid(op);
        if self.devices > 1 && grid.processes() != self.devices {
            return Err(format!("a mesh of {} devices in a program for {}", self.devices, grid.processes()));
        }
        Ok(())
    }

    fn count(&self, axes: &[String]) -> Option<i64> {
        axes.iter().map(|axis| self.axes.get(axis).map(|(size, _)| size)).product()
    }

    fn expand(&self, builder: &Builder<'c>) {
        let operands: Vec<_> =
            self.op.ins().into_iter().zip(&self.inputs).map(|(whole, axes)| self.part(builder, whole, axes)).collect();
        let parts = inline(self.op, &operands);
        let wholes: Vec<_> =
            parts.into_iter().zip(&self.outputs).map(|(part, axes)| self.whole(builder, part, axes)).collect();
        self.op.replace(&wholes);
    }

    /// The number of this process along `axes`, of which the last one varies fastest.
    fn coordinate(&self, builder: &Builder<'c>, axes: &[String]) -> Value<'c> {
        let (process, ty) = (process(builder, grid(self.op)), builder.ty("tensor<ui32>"));
        let mut sum = number(builder, 0);
        for axis in axes {
            let (size, stride) = self.axes.get(axis).copied().unwrap_or((1, 1));
            let turns = builder.value("xla.div", &[process, number(builder, stride)], ty, &[]);
            let own = builder.value("xla.rem", &[turns, number(builder, size)], ty, &[]);
            let before = builder.value("xla.mul", &[sum, number(builder, size)], ty, &[]);
            sum = builder.value("xla.add", &[before, own], ty, &[]);
        }
        sum
    }

    fn part(&self, builder: &Builder<'c>, whole: Value<'c>, dimensions: &[Vec<String>]) -> Value<'c> {
        let Some(tensor) = tensor_of(whole) else { return whole };
        if dimensions.iter().all(Vec::is_empty) {
            return whole;
        }
        let mut sizes = tensor.shape.clone();
        let mut operands = vec![whole];
        for (d, size) in sizes.iter_mut().enumerate() {
            let axes = dimensions.get(d).map(Vec::as_slice).unwrap_or_default();
            *size /= self.count(axes).unwrap_or(1).max(1);
            let place = self.coordinate(builder, axes);
            let ty = builder.ty("tensor<ui32>");
            operands.push(builder.value("xla.mul", &[place, number(builder, *size)], ty, &[]));
        }
        let attributes = [("slice_sizes", i64_array(builder.context, &sizes))];
        builder.value("xla.dynamic_slice", &operands, tensor.with_shape(&sizes).ty(), &attributes)
    }

    fn whole(&self, builder: &Builder<'c>, part: Value<'c>, dimensions: &[Vec<String>]) -> Value<'c> {
        let (Some(mut tensor), mut value) = (tensor_of(part), part) else { return part };
        for (d, axes) in dimensions.iter().enumerate() {
            let count = self.count(axes).unwrap_or(1);
            if axes.is_empty() || count == 1 {
                continue;
            }
            tensor.shape[d] *= count;
            let attributes = [
                ("all_gather_dim", i64_attribute(builder.context, d as i64)),
                ("shard_count", i64_attribute(builder.context, count)),
                ("replica_groups", lists_attribute(builder.context, &self.groups(axes))),
                ("channel_id", i64_attribute(builder.context, 1)),
                ("use_global_device_ids", Attribute::unit(builder.context)),
            ];
            value = builder.value("xla.all_gather", &[value], tensor.ty(), &attributes);
        }
        value
    }

    /// The processes that differ along `axes` only, in the order of their numbers along them.
    fn groups(&self, axes: &[String]) -> Vec<Vec<i64>> {
        let strides: Vec<(i64, i64)> = axes.iter().filter_map(|axis| self.axes.get(axis).copied()).collect();
        let first = |process: i64| strides.iter().all(|(size, stride)| process / stride % size == 0);
        let members = |start: i64| {
            strides.iter().fold(vec![start], |members, (size, stride)| {
                members.iter().flat_map(|member| (0..*size).map(move |i| member + i * stride)).collect()
            })
        };
        (0..self.devices).filter(|process| first(*process)).map(members).collect()
    }
}

/// The name of the mesh, and for each dimension the axes it is spread over, in the text of each sharding.
type Sharding = (String, Vec<Vec<String>>);

/// Takes apart `#sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, …]>`.
fn shardings(text: &str) -> Result<Vec<Sharding>, String> {
    let inner = text.split_once("<[").and_then(|(_, rest)| rest.rsplit_once("]>")).map_or("", |(inner, _)| inner);
    let mut all = Vec::new();
    let mut rest = inner.trim();
    while let Some(start) = rest.strip_prefix('<') {
        let (sharding, after) = start.split_once('>').ok_or("a sharding that does not end")?;
        all.push(sharding_of(sharding)?);
        rest = after.trim_start_matches([',', ' ']);
    }
    Ok(all)
}

/// Takes apart `@mesh, [{"x"}, {"y", "z"}]`.
fn sharding_of(text: &str) -> Result<Sharding, String> {
    let unknown = || format!("the sharding <{text}>");
    let (mesh, rest) = text.split_once(", [").ok_or_else(unknown)?;
    let (dimensions, notes) = rest.split_once(']').ok_or_else(unknown)?;
    // Which axes a value is the same along need not be said; others are more than a split.
    if notes.contains("unreduced") || text.contains(":(") {
        return Err(unknown());
    }
    let mut all = Vec::new();
    let mut rest = dimensions;
    while let Some((_, after)) = rest.split_once('{') {
        let (axes, after) = after.split_once('}').ok_or_else(unknown)?;
        all.push(axes.split('"').skip(1).step_by(2).map(str::to_string).collect());
        rest = after;
    }
    Ok((mesh.trim().trim_start_matches('@').trim_matches('"').to_string(), all))
}

/// Sizes and distances of a mesh's axes, by name, and the number of its devices.
type Axes = (HashMap<String, (i64, i64)>, i64);

/// Takes apart `#sdy.mesh<["x"=2, "y"=4]>`.
fn axes(text: &str) -> Result<Axes, String> {
    let unknown = || format!("the mesh {text}");
    let (list, rest) = text.split_once('[').and_then(|(_, rest)| rest.split_once(']')).ok_or_else(unknown)?;
    if rest.contains("device_ids") {
        return Err(format!("{}, whose devices are in an order of their own", unknown()));
    }
    let mut named = Vec::new();
    for axis in list.split(',').filter(|axis| !axis.trim().is_empty()) {
        let (name, size) = axis.trim().split_once('=').ok_or_else(unknown)?;
        let size: i64 = size.trim().parse().map_err(|_| unknown())?;
        named.push((name.trim().trim_matches('"').to_string(), size.max(1)));
    }
    let mut devices = 1;
    let mut all = HashMap::new();
    for (name, size) in named.into_iter().rev() {
        all.insert(name, (size, devices));
        devices *= size;
    }
    Ok((all, devices))
}

/// `interpreter.run_parallel`, in which StableHLO's test programs say which function each process runs.
///
/// Every process runs the whole program, its own function where there is one for each, and gets all results.
struct Parallel<'c> {
    op: Op<'c>,
    grid: Grid,
    programs: Vec<Program<'c>>,
    infeed: Vec<Program<'c>>,
}

/// A function, and what it takes and gives.
struct Program<'c> {
    name: &'c str,
    inputs: Vec<Type<'c>>,
    outputs: Vec<Type<'c>>,
}

fn list(attribute: Attribute<'_>) -> Vec<Attribute<'_>> {
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked, and indices are below the length.
    unsafe {
        if !mlirAttributeIsAArray(raw) {
            return Vec::new();
        }
        (0..mlirArrayAttrGetNumElements(raw)).map(|i| Attribute::from_raw(mlirArrayAttrGetElement(raw, i))).collect()
    }
}

impl<'c> Parallel<'c> {
    fn of(op: Op<'c>) -> Result<Self, String> {
        let rows: Vec<Vec<Attribute<'c>>> =
            op.attr("programs").map(list).unwrap_or_default().into_iter().map(list).collect();
        let partitions = rows.first().map_or(0, Vec::len);
        let grid = Grid { replicas: rows.len() as i64, partitions: partitions as i64 };
        let program = |attribute: Attribute<'c>| {
            let name = symbol_value(attribute).ok_or_else(|| format!("the program {attribute}"))?;
            let (inputs, outputs) =
                function(op, name).and_then(signature).ok_or_else(|| format!("no program @{name}"))?;
            Ok(Program { name, inputs, outputs })
        };
        let programs = rows.into_iter().flatten().map(program).collect::<Result<Vec<_>, String>>()?;
        let infeed = op.attr("infeed").map(list).unwrap_or_default();
        let infeed = infeed.into_iter().map(program).collect::<Result<Vec<_>, String>>()?;
        if !infeed.is_empty() && programs.len() > 1 {
            return Err("an infeed that several programs share".into());
        }
        Ok(Self { op, grid, programs, infeed })
    }

    fn expand(&self, builder: &Builder<'c>, converted: &impl Fn(Type<'c>) -> Type<'c>) -> Vec<Value<'c>> {
        let mut module = self.op;
        while let Some(parent) = module.parent_op() {
            module = parent;
        }
        module.set_attr(REPLICAS, i64_attribute(builder.context, self.grid.replicas));
        module.set_attr(PARTITIONS, i64_attribute(builder.context, self.grid.partitions));
        for queue in &self.infeed {
            let values = call(builder, queue, &[], converted);
            let attributes =
                [("call_target_name", builder.attr("\"xla_rt.feed\"")), ("has_side_effect", builder.attr("true"))];
            builder.create("xla.custom_call", &values, &[], &attributes, Vec::new());
        }
        let mut operands = self.op.ins();
        let own: Vec<Vec<Value<'c>>> =
            self.programs.iter().map(|program| operands.drain(..program.inputs.len()).collect()).collect();
        if let [program] = self.programs.as_slice() {
            return call(builder, program, &own[0], converted);
        }
        let types: Vec<Type<'c>> =
            self.programs.iter().flat_map(|program| &program.outputs).map(|ty| converted(*ty)).collect();
        let branch = |number: usize| {
            builder.region(&[], |builder, _| {
                let mut values = Vec::new();
                for (i, program) in self.programs.iter().enumerate() {
                    if i == number {
                        values.extend(call(builder, program, &own[i], converted));
                    } else {
                        values.extend(program.outputs.iter().map(|ty| zero(builder, converted(*ty))));
                    }
                }
                builder.create("xla.return", &values, &[], &[], Vec::new());
            })
        };
        let regions = (0..self.programs.len()).map(branch).collect();
        let index = process(builder, self.grid);
        let index = builder.value("xla.convert", &[index], builder.ty("tensor<i32>"), &[]);
        let chosen = builder.create("xla.conditional", &[index], &types, &[], regions);
        let owners = self.programs.iter().enumerate().flat_map(|(i, program)| vec![i; program.outputs.len()]);
        chosen.outs().into_iter().zip(owners).map(|(value, owner)| self.from(builder, value, owner as i64)).collect()
    }

    /// What `value` is in process `owner`.
    fn from(&self, builder: &Builder<'c>, value: Value<'c>, owner: i64) -> Value<'c> {
        if tensor_of(value).is_none() {
            return value;
        }
        let mut group = vec![owner];
        group.extend((0..self.grid.processes()).filter(|process| *process != owner));
        let attributes = [
            ("replica_groups", lists_attribute(builder.context, &[group])),
            ("channel_id", i64_attribute(builder.context, i64::MAX)),
            ("use_global_device_ids", Attribute::unit(builder.context)),
        ];
        builder.value("xla.collective_broadcast", &[value], value.r#type(), &attributes)
    }
}

fn call<'c>(
    builder: &Builder<'c>,
    program: &Program<'c>,
    operands: &[Value<'c>],
    converted: &impl Fn(Type<'c>) -> Type<'c>,
) -> Vec<Value<'c>> {
    let types: Vec<Type<'c>> = program.outputs.iter().map(|ty| converted(*ty)).collect();
    let callee = [("callee", builder.attr(&format!("@\"{}\"", program.name)))];
    builder.create("func.call", operands, &types, &callee, Vec::new()).outs()
}

/// A value of type `ty` that nothing depends on.
fn zero<'c>(builder: &Builder<'c>, ty: Type<'c>) -> Value<'c> {
    let Some(tensor) = Tensor::of(ty) else { return builder.value("xla.after_all", &[], ty, &[]) };
    let text = match tensor.xla_element() {
        Some(Element::Pred) => "false",
        Some(element) if element.is_complex() => "(0.0, 0.0)",
        Some(element) if element.kind() == Kind::Float => "0.0",
        _ => "0",
    };
    let value = parse_attribute(builder.context, &format!("dense<{text}> : {ty}"));
    builder.value("xla.constant", &[], ty, &[("value", value)])
}
