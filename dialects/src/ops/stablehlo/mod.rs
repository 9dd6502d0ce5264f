//! Rules for StableHLO's ops alone. Ops of both dialects are verified by common rules elsewhere.
//!
//! Source: the StableHLO specification.

mod asynchronous;
mod attributes;
mod collective;
mod dynamic;
pub mod quantized;

use super::{broadcast, convolution, index_select, iota, reshape};
use crate::diagnostics::Violation;
use crate::ir::{Op, OpExt};
use crate::ods::stablehlo::Kind;

/// A pattern that matches the kinds of StableHLO's elementwise ops, whose operands and results are of one shape. `bitcast_convert` is
/// apart: its sizes follow the widths of elements.
#[macro_export]
macro_rules! stablehlo_elementwise_kinds {
    () => {
        $crate::kinds!(stablehlo:
            Abs Add And Atan2 Cbrt Ceil Clamp Compare Complex Convert Cosine CountLeadingZeros Divide Exponential
            ExponentialMinusOne Floor Imag IsFinite Log LogPlusOne Logistic Maximum Minimum Multiply Negate Not Or
            Popcnt Power Real Remainder RoundNearestAfz RoundNearestEven Rsqrt Select ShiftLeft ShiftRightArithmetic
            ShiftRightLogical Sign Sine Sqrt Subtract Tan Tanh Xor
        )
    };
}

/// Checks an op of the stablehlo dialect; any other is right.
pub fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(kind) = Kind::of(op) else { return Ok(()) };
    if let Some(accuracy) = op.attr("result_accuracy") {
        attributes::verify_accuracy(&accuracy.to_string())?;
    }
    match kind {
        Kind::AllGather => collective::verify_all_gather(op),
        Kind::AllReduce => collective::verify_all_reduce(op),
        Kind::AllToAll => collective::verify_all_to_all(op),
        Kind::AsyncDone => asynchronous::verify_done(op),
        Kind::AsyncStart => asynchronous::verify_start(op),
        Kind::BroadcastInDim | Kind::Reshape => attributes::verify_bounded(op),
        Kind::CollectivePermute => collective::verify_permute(op),
        Kind::CollectiveReduce => collective::verify_collective_reduce(op),
        Kind::Composite => attributes::verify_composite(op),
        Kind::Convolution => both(op, attributes::verify_precision, attributes::verify_same_elements),
        Kind::Dot | Kind::DotGeneral => attributes::verify_precision(op),
        Kind::DynamicBroadcastInDim => both(op, broadcast::verify_broadcast_in_dim, dynamic::verify_hints),
        Kind::DynamicGather => dynamic::verify_gather(op),
        Kind::DynamicPad => dynamic::verify_pad(op),
        Kind::DynamicReshape => both(op, reshape::verify_reshape, dynamic::verify_count),
        Kind::Infeed => both(op, collective::verify_received, collective::verify_infeed_layout),
        Kind::RealDynamicSlice => dynamic::verify_slice(op),
        Kind::ReduceScatter => collective::verify_reduce_scatter(op),
        Kind::Send => collective::verify_channel(op, 2),
        Kind::CustomCall => {
            attributes::verify_backend_config(op)?;
            attributes::verify_layouts(op)?;
            attributes::verify_aliases(op)
        }
        Kind::DynamicConv => {
            attributes::verify_precision(op)?;
            attributes::verify_same_elements(op)?;
            convolution::verify(op)
        }
        Kind::CollectiveBroadcast => {
            collective::verify_groups(op, collective::Ids::Some)?;
            collective::verify_rooted(op).map(|_| ())
        }
        Kind::Recv => {
            collective::verify_channel(op, 3)?;
            collective::verify_received(op)
        }
        Kind::DynamicIota => {
            iota::verify(op)?;
            dynamic::verify_shape(op, 0)
        }
        Kind::TorchIndexSelect => index_select::verify(op),
        stablehlo_elementwise_kinds!() | Kind::BitcastConvert => dynamic::verify_bounds(op),
        Kind::AfterAll
        | Kind::BatchNormGrad
        | Kind::BatchNormInference
        | Kind::BatchNormTraining
        | Kind::Broadcast
        | Kind::Case
        | Kind::Cholesky
        | Kind::Concatenate
        | Kind::Constant
        | Kind::CreateToken
        | Kind::CrossReplicaSum
        | Kind::DynamicSlice
        | Kind::DynamicUpdateSlice
        | Kind::Einsum
        | Kind::Fft
        | Kind::Gather
        | Kind::GetDimensionSize
        | Kind::GetTupleElement
        | Kind::If
        | Kind::Iota
        | Kind::Map
        | Kind::OptimizationBarrier
        | Kind::Outfeed
        | Kind::Pad
        | Kind::PartitionId
        | Kind::Reduce
        | Kind::ReducePrecision
        | Kind::ReduceWindow
        | Kind::ReplicaId
        | Kind::Return
        | Kind::Reverse
        | Kind::Rng
        | Kind::RngBitGenerator
        | Kind::Scatter
        | Kind::SelectAndScatter
        | Kind::SetDimensionSize
        | Kind::Slice
        | Kind::Sort
        | Kind::Transpose
        | Kind::TriangularSolve
        | Kind::Tuple
        | Kind::UnaryEinsum
        | Kind::UniformDequantize
        | Kind::UniformQuantize
        | Kind::While => Ok(()),
    }
}

/// Checks `op` by both rules.
fn both<'c>(
    op: Op<'c>,
    first: fn(Op<'c>) -> Result<(), Violation<'c>>,
    second: fn(Op<'c>) -> Result<(), Violation<'c>>,
) -> Result<(), Violation<'c>> {
    first(op).and_then(|()| second(op))
}
