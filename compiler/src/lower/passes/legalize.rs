//! The pass xla-legalize-to-linalg: rebuilds each function on storage types.

use crate::attributes::CUSTOM_CALLS;
use crate::lower::ops::{
    collective, contraction, control, convolution, elementwise, indexing, library, movement, random, random_bits,
    reduction, select_and_scatter, sort, window,
};
use crate::lower::rewriter::block::lower_block;
use crate::lower::rewriter::state::{Lowered, Lowering, rebuild};
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Builder, Op, OpExt, block_args, block_ops};
use xla_dialect::passes::{Failed, Pass, PassOption};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-legalize-to-linalg",
    description: "Lower xla ops to linalg, scf and arith on tensors of storage types",
    op: "builtin.module",
    options: &[PassOption {
        name: "xla-cpu-compat",
        description: "do as XLA:CPU does where it departs from the specification: see docs/accuracy.md",
        default: "false",
    }],
    dialects: &["arith", "complex", "func", "linalg", "math", "scf", "tensor", "xla"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let Some(body) = module.body(0) else { return Ok(()) };
    let mut lowering = Lowering::new(module.ctx(), options == ["true"], lower_op);
    for function in block_ops(body).into_iter().filter(|op| op.name_str() == "func.func") {
        lower_function(&mut lowering, function)?;
    }
    if !lowering.sites.is_empty() {
        let sites = melior::ir::attribute::ArrayAttribute::new(module.ctx(), &lowering.sites).into();
        module.set_attr(CUSTOM_CALLS, sites);
    }
    Ok(())
}

/// Rebuilds a function on storage types.
fn lower_function<'c>(lowering: &mut Lowering<'c>, function: Op<'c>) -> Result<(), Failed> {
    let Some(body) = function.body(0) else { return Ok(()) };
    let builder = verified::before(function);
    let old_arguments = block_args(body);
    let mut arguments = Vec::new();
    for argument in &old_arguments {
        lowering.leaf_types(argument.r#type(), function, &mut arguments)?;
    }
    let mut outcome = Ok(Vec::new());
    let region = builder.region(&arguments, |builder, new_arguments| {
        let mut leaves = new_arguments.iter().copied();
        for argument in &old_arguments {
            let lowered = rebuild(argument.r#type(), &mut leaves);
            lowering.set(*argument, lowered);
        }
        outcome = lower_block(lowering, body, builder).map(|results| {
            builder.create("func.return", &results, &[], &[], Vec::new());
            results.iter().map(|value| value.r#type()).collect::<Vec<_>>()
        });
    });
    let results = outcome?;
    let ty = melior::ir::r#type::FunctionType::new(lowering.context, &arguments, &results);
    let mut attributes = vec![("function_type", melior::ir::attribute::TypeAttribute::new(ty.into()).into())];
    for name in ["sym_name", "sym_visibility"] {
        attributes.extend(function.attr(name).map(|attribute| (name, attribute)));
    }
    builder.create("func.func", &[], &[], &attributes, vec![region]);
    function.erase();
    Ok(())
}

fn lower_op<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    lowering.check_types(op)?;
    match op.name_str() {
        "xla.constant" => movement::constant(lowering, op, builder),
        "xla.iota" => movement::iota(lowering, op, builder),
        "xla.broadcast_in_dim" => movement::broadcast_in_dim(lowering, op, builder),
        "xla.reshape" => movement::reshape(lowering, op, builder),
        "xla.transpose" => movement::transpose(lowering, op, builder),
        "xla.slice" => movement::slice(lowering, op, builder),
        "xla.rev" => movement::rev(lowering, op, builder),
        "xla.concatenate" => movement::concatenate(lowering, op, builder),
        "xla.pad" => movement::pad(lowering, op, builder),
        "xla.bitcast_convert" => elementwise::bitcast_convert(lowering, op, builder),
        "xla.reduce_precision" => elementwise::reduce_precision(lowering, op, builder),
        "xla.dot_general" => contraction::dot_general(lowering, op, builder),
        "xla.conv_with_general_padding" => convolution::conv_with_general_padding(lowering, op, builder),
        "xla.dynamic_slice" => indexing::dynamic_slice(lowering, op, builder),
        "xla.dynamic_update_slice" => indexing::dynamic_update_slice(lowering, op, builder),
        "xla.gather" => indexing::gather(lowering, op, builder),
        "xla.scatter" => indexing::scatter(lowering, op, builder),
        "xla.fft" => library::fft(lowering, op, builder),
        "xla.cholesky" => library::cholesky(lowering, op, builder),
        "xla.sort" => sort::sort(lowering, op, builder),
        "xla.triangular_solve" => library::triangular_solve(lowering, op, builder),
        "xla.rng_uniform" => random::uniform(lowering, op, builder),
        "xla.rng_normal" => random::normal(lowering, op, builder),
        "xla.rng_bit_generator" => random_bits::rng_bit_generator(lowering, op, builder),
        "xla.reduce" => reduction::reduce(lowering, op, builder),
        "xla.reduce_window" => window::reduce_window(lowering, op, builder),
        "xla.select_and_scatter" => select_and_scatter::select_and_scatter(lowering, op, builder),
        "xla.tuple" => {
            let elements = op.ins().into_iter().map(|value| lowering.get(value)).collect();
            lowering.set(op.output(0), Lowered::Tuple(elements));
            Ok(())
        }
        "xla.get_tuple_element" => {
            let index = op.int("index").unwrap_or_default() as usize;
            let Lowered::Tuple(elements) = lowering.get(op.input(0)) else { panic!("a tuple is lowered to a tuple") };
            lowering.set(op.output(0), elements[index].clone());
            Ok(())
        }
        "xla.all_gather" => collective::all_gather(lowering, op, builder),
        "xla.all_reduce" | "xla.collective_reduce" => collective::all_reduce(lowering, op, builder),
        "xla.all_to_all" => collective::all_to_all(lowering, op, builder),
        "xla.collective_broadcast" | "xla.collective_permute" => collective::permute(lowering, op, builder),
        "xla.infeed" => collective::infeed(lowering, op, builder),
        "xla.outfeed" => collective::outfeed(lowering, op, builder),
        "xla.partition_id" | "xla.replica_id" => collective::place(lowering, op, builder),
        "xla.recv" => collective::receive(lowering, op, builder),
        "xla.recv_done" => {
            collective::received(lowering, op);
            Ok(())
        }
        "xla.reduce_scatter" => collective::reduce_scatter(lowering, op, builder),
        "xla.send" => collective::send(lowering, op, builder),
        "xla.after_all" | "xla.send_done" => {
            lowering.set(op.output(0), Lowered::Token);
            Ok(())
        }
        "xla.optimization_barrier" => control::optimization_barrier(lowering, op, builder),
        "xla.conditional" => control::conditional(lowering, op, builder),
        "xla.while" => control::while_loop(lowering, op, builder),
        "xla.custom_call" => control::custom_call(lowering, op, builder),
        "func.call" | "xla.call" => {
            Err(unsupported(op, "the call could not be inlined: a computation may not call itself"))
        }
        _ if elementwise::lowers(op) => elementwise::lower(lowering, op, builder),
        _ => Err(unsupported(op, "it has no lowering to linalg")),
    }
}
