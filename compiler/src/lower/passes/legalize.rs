//! The pass xla-legalize-to-linalg: lowers the ops of the xla dialect wherever they are, or rebuilds each function on
//! storage types.

use crate::attributes::CUSTOM_CALLS;
use crate::lower::ops::{
    collective, contraction, control, convolution, dynamic, elementwise, indexing, library, movement, random,
    random_bits, reduction, select_and_scatter, sort, window,
};
use crate::lower::rewriter::block::{DIALECTS, lower_block, lower_inside};
use crate::lower::rewriter::border;
use crate::lower::rewriter::element_types::ElementTypes;
use crate::lower::rewriter::sizes::known;
use crate::lower::rewriter::state::{Lowered, Lowering, LoweringOptions, rebuild};
use crate::lower::rewriter::tensor::shape;
use crate::verified;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::elementwise_kinds;
use xla_dialect::ir::{Builder, Op, OpExt, block_args, block_ops, tensor_of};
use xla_dialect::ods::xla::Kind;
use xla_dialect::ods::{func, xla};
use xla_dialect::passes::{Failed, Pass, PassOption};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-legalize-to-linalg",
    description: "Lower xla ops to linalg, scf and arith on tensors, and leave all other ops as they are",
    op: "builtin.module",
    options: &[
        PassOption::flag(
            "xla-cpu-compat",
            "do as XLA:CPU does where it departs from the specification: see docs/accuracy.md",
        ),
        PassOption::flag(
            "storage-types",
            "rebuild each function on the types that native code has in memory: no type narrower than a byte, \
                          bits for small floats, and no tuples; implies full",
        ),
        PassOption::flag("full", "refuse ops of other dialects than those that are lowered to"),
        PassOption::flag("keep-barriers", "keep all operands of an optimization_barrier in arrays of their own"),
    ],
    dialects: DIALECTS,
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    crate::grid::check_size(module)?;
    let is_set = |i: usize| options.get(i) == Some(&"true");
    let types = if is_set(1) { ElementTypes::Storage } else { ElementTypes::Natural };
    let options = LoweringOptions { xla_cpu_compat: is_set(0), types, full: is_set(2), keep_barriers: is_set(3) };
    let mut lowering = Lowering::new(module.ctx(), options, lower_op);
    if types == ElementTypes::Storage {
        for op in module.body(0).map(block_ops).unwrap_or_default() {
            if func::Func::of(op).is_none() {
                return Err(unsupported(op, "it is not in a function"));
            }
            lower_function(&mut lowering, op)?;
        }
    } else {
        lower_inside(&mut lowering, module)?;
        border::leave(&mut lowering)?;
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
            func::return_(builder, &results);
            results.iter().map(|value| value.r#type()).collect::<Vec<_>>()
        });
    });
    let results = outcome?;
    let ty = melior::ir::r#type::FunctionType::new(lowering.context, &arguments, &results);
    let old = func::Func::cast(function);
    let options = func::FuncOptions { sym_visibility: old.sym_visibility(), ..Default::default() };
    func::func_with(&builder, old.sym_name(), ty.into(), region, options);
    function.erase();
    Ok(())
}

fn lower_op<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    lowering.check_types(op)?;
    let recursive = "the call could not be inlined: a computation may not call itself";
    if let Some(lower) = dynamic::lowering_of(op) {
        return lower(lowering, op, builder);
    }
    let Some(kind) = xla::Kind::of(op) else {
        let is_call = func::Call::of(op).is_some();
        return Err(unsupported(op, if is_call { recursive } else { NOT_LOWERED }));
    };
    if is_called(kind) {
        check_static(op)?;
    }
    match kind {
        Kind::Constant => movement::constant(lowering, op, builder),
        Kind::Iota => movement::iota(lowering, op, builder),
        Kind::BroadcastInDim => movement::broadcast_in_dim(lowering, op, builder),
        Kind::Reshape => movement::reshape(lowering, op, builder),
        Kind::Transpose => movement::transpose(lowering, op, builder),
        Kind::Slice => movement::slice(lowering, op, builder),
        Kind::Rev => movement::rev(lowering, op, builder),
        Kind::Concatenate => movement::concatenate(lowering, op, builder),
        Kind::Pad => movement::pad(lowering, op, builder),
        Kind::BitcastConvert => elementwise::bitcast_convert(lowering, op, builder),
        Kind::ReducePrecision => elementwise::reduce_precision(lowering, op, builder),
        Kind::DotGeneral => contraction::dot_general(lowering, op, builder),
        Kind::ConvWithGeneralPadding => convolution::conv_with_general_padding(lowering, op, builder),
        Kind::DynamicSlice => indexing::dynamic_slice(lowering, op, builder),
        Kind::DynamicUpdateSlice => indexing::dynamic_update_slice(lowering, op, builder),
        Kind::Gather => indexing::gather(lowering, op, builder),
        Kind::Scatter => indexing::scatter(lowering, op, builder),
        Kind::GetDimensionSize => dynamic::get_dimension_size(lowering, op, builder),
        Kind::SetDimensionSize => dynamic::set_dimension_size(lowering, op, builder),
        Kind::Fft => library::fft(lowering, op, builder),
        Kind::Cholesky => library::cholesky(lowering, op, builder),
        Kind::Sort => sort::sort(lowering, op, builder),
        Kind::TriangularSolve => library::triangular_solve(lowering, op, builder),
        Kind::RngUniform => random::uniform(lowering, op, builder, &known(&shape(op.output(0)))),
        Kind::RngNormal => random::normal(lowering, op, builder, &known(&shape(op.output(0)))),
        Kind::RngBitGenerator => random_bits::rng_bit_generator(lowering, op, builder),
        Kind::Reduce => reduction::reduce(lowering, op, builder),
        Kind::ReduceWindow => window::reduce_window(lowering, op, builder),
        Kind::SelectAndScatter => select_and_scatter::select_and_scatter(lowering, op, builder),
        Kind::Tuple => {
            let elements = op.ins().into_iter().map(|value| lowering.get(value)).collect();
            lowering.set(op.output(0), Lowered::Tuple(elements));
            Ok(())
        }
        Kind::GetTupleElement => {
            let Lowered::Tuple(elements) = lowering.get(op.input(0)) else { panic!("a tuple is lowered to a tuple") };
            lowering.set(op.output(0), elements[xla::GetTupleElement::cast(op).index() as usize].clone());
            Ok(())
        }
        Kind::AllGather => collective::all_gather(lowering, op, builder),
        Kind::AllReduce | Kind::CollectiveReduce => collective::all_reduce(lowering, op, builder),
        Kind::AllToAll => collective::all_to_all(lowering, op, builder),
        Kind::CollectiveBroadcast | Kind::CollectivePermute => collective::permute(lowering, op, builder),
        Kind::Infeed => collective::infeed(lowering, op, builder),
        Kind::Outfeed => collective::outfeed(lowering, op, builder),
        Kind::PartitionId | Kind::ReplicaId => collective::place(lowering, op, builder),
        Kind::Recv => collective::receive(lowering, op, builder),
        Kind::RecvDone => {
            collective::received(lowering, op);
            Ok(())
        }
        Kind::ReduceScatter => collective::reduce_scatter(lowering, op, builder),
        Kind::Send => collective::send(lowering, op, builder),
        Kind::AfterAll | Kind::SendDone => {
            lowering.set(op.output(0), Lowered::Token);
            Ok(())
        }
        Kind::OptimizationBarrier => control::optimization_barrier(lowering, op, builder),
        Kind::Conditional => control::conditional(lowering, op, builder),
        Kind::While => control::while_loop(lowering, op, builder),
        Kind::CustomCall => control::custom_call(lowering, op, builder),
        Kind::Call => Err(unsupported(op, recursive)),
        // Other passes leave none of these; they end a block, or they are expanded.
        Kind::Return
        | Kind::BatchNormGrad
        | Kind::BatchNormInference
        | Kind::BatchNormTraining
        | Kind::Broadcast
        | Kind::Collapse
        | Kind::Conv
        | Kind::CrossReplicaSum
        | Kind::Dot
        | Kind::Map => Err(unsupported(op, NOT_LOWERED)),
        elementwise_kinds!() => elementwise::lower(lowering, op, builder),
    }
}

/// Whether functions that take arrays of known sizes do the work of the op, or its result's sizes are only in its type.
fn is_called(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::AllGather
            | Kind::AllReduce
            | Kind::AllToAll
            | Kind::Cholesky
            | Kind::CollectiveBroadcast
            | Kind::CollectivePermute
            | Kind::CollectiveReduce
            | Kind::CustomCall
            | Kind::Fft
            | Kind::Infeed
            | Kind::Outfeed
            | Kind::Recv
            | Kind::ReduceScatter
            | Kind::RngBitGenerator
            | Kind::RngNormal
            | Kind::RngUniform
            | Kind::Send
            | Kind::TriangularSolve
    )
}

/// Refuses sizes that are known only at run time.
fn check_static<'c>(op: Op<'c>) -> Result<(), Failed> {
    let values = op.ins().into_iter().chain(op.outs());
    match values.filter_map(tensor_of).find(|tensor| !tensor.is_static()) {
        Some(open) => Err(unsupported(op, format!("{} has sizes that are known only at run time", open.ty()))),
        None => Ok(()),
    }
}

const NOT_LOWERED: &str = "it has no lowering to linalg";
