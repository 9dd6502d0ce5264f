//! The names that StableHLO has for the ops of the xla dialect.
//!
//! Inference and verification of a StableHLO op find the op's meaning by this table, and so does the
//! legalization.

use crate::ods::stablehlo::{ComparisonDirection, Kind};
use crate::ods::xla;

/// The xla op that a StableHLO op is; none where it becomes several ops, or one that its attributes select, such as
/// `compare`: see [`comparison`].
pub fn xla_kind(op: Kind) -> Option<xla::Kind> {
    use xla::Kind as Xla;
    Some(match op {
        Kind::Abs => Xla::Abs,
        Kind::Add => Xla::Add,
        Kind::And => Xla::And,
        Kind::Atan2 => Xla::Atan2,
        Kind::BatchNormGrad => Xla::BatchNormGrad,
        Kind::BatchNormInference => Xla::BatchNormInference,
        Kind::BatchNormTraining => Xla::BatchNormTraining,
        Kind::BitcastConvert => Xla::BitcastConvert,
        Kind::Broadcast => Xla::Broadcast,
        Kind::BroadcastInDim => Xla::BroadcastInDim,
        Kind::Case => Xla::Conditional,
        Kind::Cbrt => Xla::Cbrt,
        Kind::Ceil => Xla::Ceil,
        Kind::Cholesky => Xla::Cholesky,
        Kind::Clamp => Xla::Clamp,
        Kind::Complex => Xla::Complex,
        Kind::Concatenate => Xla::Concatenate,
        Kind::Constant => Xla::Constant,
        Kind::Convert => Xla::Convert,
        Kind::Convolution => Xla::ConvWithGeneralPadding,
        Kind::Cosine => Xla::Cos,
        Kind::CountLeadingZeros => Xla::CountLeadingZeros,
        Kind::CustomCall => Xla::CustomCall,
        Kind::Divide => Xla::Div,
        Kind::Dot => Xla::Dot,
        Kind::DotGeneral => Xla::DotGeneral,
        Kind::DynamicSlice => Xla::DynamicSlice,
        Kind::DynamicUpdateSlice => Xla::DynamicUpdateSlice,
        Kind::Exponential => Xla::Exp,
        Kind::ExponentialMinusOne => Xla::ExponentialMinusOne,
        Kind::Fft => Xla::Fft,
        Kind::Floor => Xla::Floor,
        Kind::Gather => Xla::Gather,
        Kind::GetDimensionSize => Xla::GetDimensionSize,
        Kind::GetTupleElement => Xla::GetTupleElement,
        Kind::If => Xla::Conditional,
        Kind::Imag => Xla::Imag,
        Kind::Iota => Xla::Iota,
        Kind::IsFinite => Xla::IsFinite,
        Kind::Log => Xla::Log,
        Kind::LogPlusOne => Xla::LogPlusOne,
        Kind::Logistic => Xla::Logistic,
        Kind::Map => Xla::Map,
        Kind::Maximum => Xla::Max,
        Kind::Minimum => Xla::Min,
        Kind::Multiply => Xla::Mul,
        Kind::Negate => Xla::Neg,
        Kind::Not => Xla::Not,
        Kind::OptimizationBarrier => Xla::OptimizationBarrier,
        Kind::Or => Xla::Or,
        Kind::Pad => Xla::Pad,
        Kind::Popcnt => Xla::PopulationCount,
        Kind::Power => Xla::Pow,
        Kind::Real => Xla::Real,
        Kind::Reduce => Xla::Reduce,
        Kind::ReducePrecision => Xla::ReducePrecision,
        Kind::ReduceWindow => Xla::ReduceWindow,
        Kind::Remainder => Xla::Rem,
        Kind::Reshape => Xla::Reshape,
        Kind::Return => Xla::Return,
        Kind::Reverse => Xla::Rev,
        Kind::RngBitGenerator => Xla::RngBitGenerator,
        Kind::RoundNearestAfz => Xla::Round,
        Kind::RoundNearestEven => Xla::RoundNearestEven,
        Kind::Rsqrt => Xla::Rsqrt,
        Kind::Scatter => Xla::Scatter,
        Kind::Select => Xla::Select,
        Kind::SelectAndScatter => Xla::SelectAndScatter,
        Kind::SetDimensionSize => Xla::SetDimensionSize,
        Kind::ShiftLeft => Xla::ShiftLeft,
        Kind::ShiftRightArithmetic => Xla::ShiftRightArithmetic,
        Kind::ShiftRightLogical => Xla::ShiftRightLogical,
        Kind::Sign => Xla::Sign,
        Kind::Sine => Xla::Sin,
        Kind::Slice => Xla::Slice,
        Kind::Sort => Xla::Sort,
        Kind::Sqrt => Xla::Sqrt,
        Kind::Subtract => Xla::Sub,
        Kind::Tan => Xla::Tan,
        Kind::Tanh => Xla::Tanh,
        Kind::Transpose => Xla::Transpose,
        Kind::TriangularSolve => Xla::TriangularSolve,
        Kind::Tuple => Xla::Tuple,
        Kind::While => Xla::While,
        Kind::Xor => Xla::Xor,
        Kind::AfterAll
        | Kind::AllGather
        | Kind::AllReduce
        | Kind::AllToAll
        | Kind::AsyncDone
        | Kind::AsyncStart
        | Kind::CollectiveBroadcast
        | Kind::CollectivePermute
        | Kind::CollectiveReduce
        | Kind::Compare
        | Kind::Composite
        | Kind::CreateToken
        | Kind::CrossReplicaSum
        | Kind::DynamicBroadcastInDim
        | Kind::DynamicConv
        | Kind::DynamicGather
        | Kind::DynamicIota
        | Kind::DynamicPad
        | Kind::DynamicReshape
        | Kind::Einsum
        | Kind::Infeed
        | Kind::Outfeed
        | Kind::PartitionId
        | Kind::RealDynamicSlice
        | Kind::Recv
        | Kind::ReduceScatter
        | Kind::ReplicaId
        | Kind::Rng
        | Kind::Send
        | Kind::TorchIndexSelect
        | Kind::UnaryEinsum
        | Kind::UniformDequantize
        | Kind::UniformQuantize => return None,
    })
}

/// The names of the op `xla.<mnemonic>` in StableHLO; empty if it has no such op.
pub fn stablehlo_names(mnemonic: &str) -> Vec<&'static str> {
    let Some(op) = xla::Kind::from_mnemonic(mnemonic) else { return Vec::new() };
    let compares = |total| ComparisonDirection::ALL.iter().any(|direction| comparison(*direction, total) == op);
    if compares(false) || compares(true) {
        return vec![Kind::Compare.mnemonic()];
    }
    Kind::ALL.iter().filter(|kind| xla_kind(**kind) == Some(op)).map(|kind| kind.mnemonic()).collect()
}

/// The xla op for a comparison in `direction`, in the total order of floats or not.
pub fn comparison(direction: ComparisonDirection, total_order: bool) -> xla::Kind {
    use xla::Kind as Xla;
    match (direction, total_order) {
        (ComparisonDirection::Eq, false) => Xla::Eq,
        (ComparisonDirection::Ne, false) => Xla::Ne,
        (ComparisonDirection::Ge, false) => Xla::Ge,
        (ComparisonDirection::Gt, false) => Xla::Gt,
        (ComparisonDirection::Le, false) => Xla::Le,
        (ComparisonDirection::Lt, false) => Xla::Lt,
        (ComparisonDirection::Eq, true) => Xla::EqTotalOrder,
        (ComparisonDirection::Ne, true) => Xla::NeTotalOrder,
        (ComparisonDirection::Ge, true) => Xla::GeTotalOrder,
        (ComparisonDirection::Gt, true) => Xla::GtTotalOrder,
        (ComparisonDirection::Le, true) => Xla::LeTotalOrder,
        (ComparisonDirection::Lt, true) => Xla::LtTotalOrder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_are_found_by_either_name() {
        assert_eq!(xla_kind(Kind::Maximum), Some(xla::Kind::Max));
        assert_eq!(xla_kind(Kind::Compare), None);
        assert_eq!(stablehlo_names("conditional"), ["case", "if"]);
        assert_eq!(stablehlo_names("lt_total_order"), ["compare"]);
        assert!(stablehlo_names("zeta").is_empty());
        assert!(stablehlo_names("maximum").is_empty());
        assert_eq!(comparison(ComparisonDirection::Le, true), xla::Kind::LeTotalOrder);
    }
}
