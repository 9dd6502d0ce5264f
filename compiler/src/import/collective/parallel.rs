//! `interpreter.run_parallel`: the programs of several processes.

use super::process;
use crate::attributes::{PARTITIONS, REPLICAS};
use xla_dialect::ir::{
    Attribute, Builder, Element, Op, OpExt, Tensor, Type, Value, array_elements, i64_attribute, symbol_value,
    tensor_of, type_of,
};
use xla_dialect::ods::{func, interpreter, xla};
use xla_dialect::ops::collective::{Grid, lists_attribute};
use xla_dialect::ops::control::{function, signature};
use xla_dialect::ops::literal::Literal;

/// `interpreter.run_parallel`, in which StableHLO's test programs say which function each process runs.
///
/// Every process runs the whole program, its own function where there is one for each, and gets all results.
pub(super) struct Parallel<'c> {
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
    array_elements(attribute).unwrap_or_default()
}

impl<'c> Parallel<'c> {
    pub(super) fn of(op: Op<'c>) -> Result<Self, String> {
        let parallel = interpreter::RunParallel::cast(op);
        let rows: Vec<Vec<Attribute<'c>>> = list(parallel.programs()).into_iter().map(list).collect();
        let partitions = rows.first().map_or(0, Vec::len);
        let grid = Grid { replicas: rows.len() as i64, partitions: partitions as i64 };
        let program = |attribute: Attribute<'c>| {
            let name = symbol_value(attribute).ok_or_else(|| format!("the program {attribute}"))?;
            let (inputs, outputs) =
                function(op, name).and_then(signature).ok_or_else(|| format!("no program @{name}"))?;
            Ok(Program { name, inputs, outputs })
        };
        let programs = rows.into_iter().flatten().map(program).collect::<Result<Vec<_>, String>>()?;
        let infeed = parallel.infeed().map(list).unwrap_or_default();
        let infeed = infeed.into_iter().map(program).collect::<Result<Vec<_>, String>>()?;
        if !infeed.is_empty() && programs.len() > 1 {
            return Err("an infeed that several programs share".into());
        }
        Ok(Self { op, grid, programs, infeed })
    }

    pub(super) fn expand(&self, builder: &Builder<'c>, converted: &impl Fn(Type<'c>) -> Type<'c>) -> Vec<Value<'c>> {
        let mut module = self.op;
        while let Some(parent) = module.parent_op() {
            module = parent;
        }
        module.set_attr(REPLICAS, i64_attribute(builder.context, self.grid.replicas));
        module.set_attr(PARTITIONS, i64_attribute(builder.context, self.grid.partitions));
        for queue in &self.infeed {
            let values = call(builder, queue, &[], converted);
            let options = xla::CustomCallOptions { has_side_effect: Some(true) };
            xla::custom_call_with(builder, &values, "xla_rt.feed", &[], options);
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
                xla::return_(builder, &values);
            })
        };
        let regions = (0..self.programs.len()).map(branch).collect();
        let index = process(builder, self.grid);
        let index = xla::convert(builder, index, Tensor::new(&[], type_of(builder.context, Element::S32)).ty());
        let chosen = xla::conditional(builder, index, &[], regions, &types);
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
        let options = xla::CollectiveBroadcastOptions {
            replica_groups: Some(lists_attribute(builder.context, &[group])),
            channel_id: Some(i64::MAX),
            use_global_device_ids: true,
            ..Default::default()
        };
        xla::collective_broadcast_with(builder, &[value], options).output(0)
    }
}

fn call<'c>(
    builder: &Builder<'c>,
    program: &Program<'c>,
    operands: &[Value<'c>],
    converted: &impl Fn(Type<'c>) -> Type<'c>,
) -> Vec<Value<'c>> {
    let types: Vec<Type<'c>> = program.outputs.iter().map(|ty| converted(*ty)).collect();
    func::call(builder, program.name, operands, &types).outs()
}

/// A value of type `ty` that nothing depends on.
fn zero<'c>(builder: &Builder<'c>, ty: Type<'c>) -> Value<'c> {
    match Tensor::of(ty) {
        Some(_) => xla::constant(builder, Literal::filling(ty, 0.0)),
        None => xla::after_all(builder, &[]),
    }
}
