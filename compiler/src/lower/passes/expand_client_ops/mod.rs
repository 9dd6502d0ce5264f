//! The pass xla-expand-client-ops: what XlaBuilder offers for convenience, in core ops.

pub mod batch_norm;
pub mod builders;
pub mod map;

use crate::attributes::ASYNC;
use crate::verified;
use builders::{broadcast_in_dim, reshape_in_order, scalar_starts, with_padding};
use map::expand_map;
use melior::ir::ValueLike;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{Builder, Op, OpExt, string_value, tensor_of};
use xla_dialect::ods::func;
use xla_dialect::ods::xla::{self, Kind};
use xla_dialect::ops::algebra::select_of_tuples;
use xla_dialect::ops::broadcast::broadcast;
use xla_dialect::ops::convolution::Convolution;
use xla_dialect::ops::dynamic_slice::starts_are_array;
use xla_dialect::ops::reduce::addition;
use xla_dialect::ops::{Arguments, window};
use xla_dialect::passes::{Failed, Pass};

/// | before | after |
/// |---|---|
/// | a binary op that broadcasts | `broadcast_in_dim` of its operands, and the op |
/// | `broadcast` | `broadcast_in_dim` |
/// | `collapse`, `reshape` with `dims` | `transpose`, `reshape` |
/// | `cross_replica_sum` | `all_reduce` by `add` |
/// | `dot` | `dot_general` |
/// | `conv`, padding of a kind | `conv_with_general_padding`, padding in numbers |
/// | `batch_norm_*` | sums and elementwise ops |
/// | `call` | `func.call`, which the inliner knows |
/// | `select` of tuples | `select` of their elements |
/// | start indices of a dynamic slice that are an array | `slice` and `reshape` to scalars |
/// | `map` | its computation's ops on whole arrays |
pub const PASS: Pass = Pass {
    name: "xla-expand-client-ops",
    description: "Expand broadcasting, broadcast, collapse, reshape with dims, dot and map to core ops",
    op: "builtin.module",
    options: &[],
    dialects: &["stablehlo", "xla"],
    run,
};

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    // The innermost first: what a map's computation becomes may stand in another one.
    for op in module.walk_ops().into_iter().rev().filter(|op| xla::Map::of(*op).is_some()) {
        expand_map(op, &verified::before(op))?;
    }
    for op in module.walk_ops() {
        let Some(kind) = Kind::of(op) else { continue };
        let builder = verified::before(op);
        match kind {
            Kind::Broadcast => {
                let (rank, added) = (verified::tensor(op.input(0)).rank(), op.i64s("broadcast_sizes").len());
                let dimensions: Vec<i64> = (0..rank as i64).map(|d| d + added as i64).collect();
                op.replace(&[xla::broadcast_in_dim(&builder, op.input(0), &dimensions, op.output(0).r#type())]);
            }
            Kind::Collapse => op.replace(&[xla::reshape(&builder, op.input(0), op.output(0).r#type())]),
            Kind::Reshape if op.attr("dimensions").is_some() => reshape_in_order(op, &builder),
            Kind::CrossReplicaSum => cross_replica_sum(op, &builder),
            Kind::Dot => dot(op, &builder),
            Kind::Conv => conv(op, &builder)?,
            Kind::ReduceWindow | Kind::SelectAndScatter => {
                let base = verified::tensor(op.input(0)).shape;
                check_padding(op)?;
                let window = window::of(&Arguments::of(op), &base)
                    .map_err(|violation| violation.emit(op.loc(), op.name_str()))?;
                op.set_attr("padding", window::padding(&builder, &window));
            }
            Kind::BatchNormGrad | Kind::BatchNormInference | Kind::BatchNormTraining => {
                op.replace(&batch_norm::expand(op, &builder, None));
            }
            Kind::Call => {
                let types: Vec<_> = op.outs().iter().map(|result| result.r#type()).collect();
                let call = func::call(&builder, xla::Call::cast(op).callee(), &op.ins(), &types);
                op.replace(&call.outs());
            }
            Kind::Select => {
                if let Some(chosen) = select_of_tuples(op, &builder) {
                    op.replace(&[chosen]);
                }
            }
            Kind::DynamicSlice if starts_are_array(op, 1) => scalar_starts(op, &builder, 1),
            Kind::DynamicUpdateSlice if starts_are_array(op, 2) => scalar_starts(op, &builder, 2),
            kind if is_binary(kind) => expand_broadcasting(op, &builder)?,
            _ => {}
        }
    }
    Ok(())
}

fn is_binary(kind: Kind) -> bool {
    xla_scalar::Op::from_mnemonic(kind.mnemonic()).is_some_and(|meaning| meaning.arity() == 2)
}

/// ```mlir
/// %0 = xla.add %matrix, %vector, broadcast_dimensions = [1]
/// // becomes
/// %v = xla.broadcast_in_dim %vector, dims = [1]
/// %0 = xla.add %matrix, %v
/// ```
fn expand_broadcasting<'c>(op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    let (Some(lhs), Some(rhs)) = (tensor_of(op.input(0)), tensor_of(op.input(1))) else { return Ok(()) };
    if !lhs.is_static() || !rhs.is_static() {
        // Which dimensions expand is seen when the op is lowered, if not at run time.
        return Ok(());
    }
    if lhs.shape == rhs.shape {
        op.remove_attr("broadcast_dimensions");
        return Ok(());
    }
    let given = op.attr("broadcast_dimensions").map(|_| op.i64s("broadcast_dimensions"));
    // The verifier has accepted the op, so that its shapes do broadcast.
    let plan = broadcast(&lhs.shape, &rhs.shape, given.as_deref())
        .unwrap_or_else(|_| panic!("the verifier has accepted the shapes"));
    for (i, (tensor, expansion)) in [(lhs, plan.lhs), (rhs, plan.rhs)].into_iter().enumerate() {
        if tensor.shape != plan.result {
            op.set_input(i, broadcast_in_dim(builder, op.input(i), &expansion.dimensions, op.output(0)));
        }
    }
    op.remove_attr("broadcast_dimensions");
    Ok(())
}

/// One `all_reduce` for each operand, since a computation has one element type.
fn cross_replica_sum<'c>(op: Op<'c>, builder: &Builder<'c>) {
    let mut sums = Vec::new();
    for operand in op.ins() {
        let tensor = verified::tensor(operand);
        let sum = addition(builder, tensor.with_shape(&[]).ty());
        let options = xla::AllReduceOptions { replica_groups: op.attr("replica_groups"), ..Default::default() };
        let sum = xla::all_reduce_with(builder, &[operand], sum, options);
        op.attr(ASYNC).into_iter().for_each(|is_async| sum.set_attr(ASYNC, is_async));
        sums.push(sum.output(0));
    }
    op.replace(&sums);
}

/// The last dimension of the left operand with the first of the right one.
fn dot<'c>(op: Op<'c>, builder: &Builder<'c>) {
    let lhs = verified::tensor(op.input(0));
    let options = xla::DotGeneralOptions {
        lhs_batching_dimensions: Some(&[]),
        rhs_batching_dimensions: Some(&[]),
        lhs_contracting_dimensions: Some(&[lhs.rank() as i64 - 1]),
        rhs_contracting_dimensions: Some(&[0]),
    };
    op.replace(&[xla::dot_general_with(builder, op.input(0), op.input(1), op.output(0).r#type(), options)]);
}

/// Refuses the padding that keeps sizes of `op`, a window, where sizes are open: it follows from them.
fn check_padding(op: Op<'_>) -> Result<(), Failed> {
    let is_open = |value| tensor_of(value).is_some_and(|tensor| !tensor.is_static());
    if op.attr("padding").and_then(string_value) == Some("same") && op.ins().into_iter().any(is_open) {
        return Err(unsupported(op, "padding that follows from sizes known only at run time"));
    }
    Ok(())
}

/// The same convolution with the padding in numbers.
fn conv<'c>(op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
    check_padding(op)?;
    let convolution =
        Convolution::of(&Arguments::of(op)).map_err(|violation| violation.emit(op.loc(), op.name_str()))?;
    let operands = [op.input(0), op.input(1)];
    op.replace(&[with_padding(builder, op, operands, window::padding(builder, &convolution.window))]);
    Ok(())
}
