//! `sdy.manual_computation`: computations that are written for each device.

use super::{inline, number, process};
use crate::grid::grid;
use crate::verified;
use std::collections::HashMap;
use xla_dialect::ir::{Attribute, Builder, Op, OpExt, Value, block_args, tensor_of};
use xla_dialect::ods::{sdy, xla};
use xla_dialect::ops::collective::lists_attribute;
use xla_dialect::ops::control::function;

/// `sdy.manual_computation`: what each device computes from its parts of the operands, of which it makes its parts of
/// the results.
///
/// Outside of it every process has the whole values. So each cuts its parts out of them, and then all gather the
/// parts of the results.
pub(super) struct Manual<'c> {
    op: Op<'c>,
    /// Sizes of the mesh's axes, by name, and how far apart neighbours along them are.
    axes: HashMap<String, (i64, i64)>,
    devices: i64,
    /// For each operand or result the axes that each of its dimensions is spread over.
    inputs: Vec<Vec<Vec<String>>>,
    outputs: Vec<Vec<Vec<String>>>,
}

impl<'c> Manual<'c> {
    pub(super) fn of(op: Op<'c>) -> Result<Self, String> {
        let computation = sdy::ManualComputation::cast(op);
        let (inputs, outputs) = (shardings(computation.in_shardings())?, shardings(computation.out_shardings())?);
        let mesh = inputs.iter().chain(&outputs).map(|(mesh, _)| mesh.as_str()).next().unwrap_or_default();
        if inputs.iter().chain(&outputs).any(|(other, _)| other != mesh) {
            return Err("shardings over several meshes".into());
        }
        let stated = function(op, mesh).and_then(sdy::Mesh::of).map(|mesh| mesh.mesh().to_string());
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
        let op = self.op;
        let body = verified::body(op, 0);
        let inside = [block_args(body), verified::end(body).ins()];
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

    pub(super) fn expand(&self, builder: &Builder<'c>) {
        let operands: Vec<_> =
            self.op.ins().into_iter().zip(&self.inputs).map(|(whole, axes)| self.part(builder, whole, axes)).collect();
        let parts = inline(self.op, &operands);
        let wholes: Vec<_> =
            parts.into_iter().zip(&self.outputs).map(|(part, axes)| self.whole(builder, part, axes)).collect();
        self.op.replace(&wholes);
    }

    /// The number of this process along `axes`, of which the last one varies fastest.
    fn coordinate(&self, builder: &Builder<'c>, axes: &[String]) -> Value<'c> {
        let process = process(builder, grid(self.op));
        let mut sum = number(builder, 0);
        for axis in axes {
            let (size, stride) = self.axes.get(axis).copied().unwrap_or((1, 1));
            let strides = xla::div(builder, process, number(builder, stride));
            let own = xla::rem(builder, strides, number(builder, size));
            let before = xla::mul(builder, sum, number(builder, size));
            sum = xla::add(builder, before, own);
        }
        sum
    }

    fn part(&self, builder: &Builder<'c>, whole: Value<'c>, dimensions: &[Vec<String>]) -> Value<'c> {
        if dimensions.iter().all(Vec::is_empty) {
            return whole;
        }
        let mut sizes = verified::tensor(whole).shape;
        let mut starts = Vec::new();
        for (d, size) in sizes.iter_mut().enumerate() {
            let axes = dimensions.get(d).map(Vec::as_slice).unwrap_or_default();
            *size /= self.count(axes).unwrap_or(1).max(1);
            let coordinate = self.coordinate(builder, axes);
            starts.push(xla::mul(builder, coordinate, number(builder, *size)));
        }
        xla::dynamic_slice(builder, whole, &starts, &sizes)
    }

    fn whole(&self, builder: &Builder<'c>, part: Value<'c>, dimensions: &[Vec<String>]) -> Value<'c> {
        let mut value = part;
        for (d, axes) in dimensions.iter().enumerate() {
            let count = self.count(axes).unwrap_or(1);
            if axes.is_empty() || count == 1 {
                continue;
            }
            let options = xla::AllGatherOptions {
                replica_groups: Some(lists_attribute(builder.context, &self.groups(axes))),
                channel_id: Some(1),
                use_global_device_ids: true,
            };
            value = xla::all_gather_with(builder, &[value], d as i64, count, options).output(0);
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
fn shardings(attribute: Attribute<'_>) -> Result<Vec<Sharding>, String> {
    let text = attribute.to_string();
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
