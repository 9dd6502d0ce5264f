//! The meaning of every op: one module a family, and the table that finds it.
//!
//! The same meaning serves `xla.slice` and `stablehlo.slice`: both dialects name attributes alike, [`names`] knows
//! what StableHLO calls the ops, and what differs (broadcasting is xla's alone) is asked of
//! [`Arguments::is_xla`]. Rules have labels, such as `slice-limit`, that tests and messages share.

pub mod algebra;
mod batch_norm;
pub mod broadcast;
pub mod chlo;
mod cholesky;
pub mod collective;
mod concatenate;
mod constant;
pub mod control;
mod control_patterns;
pub mod convolution;
pub mod dimensions;
pub mod dot;
pub mod dynamic;
pub mod dynamic_slice;
pub mod elementwise;
mod fft;
mod fields;
mod gather;
pub mod index_select;
pub mod indexing;
mod interpreter;
mod iota;
mod joined;
pub mod literal;
mod map;
pub mod matching;
mod meaning;
pub mod names;
pub mod pad;
mod padded;
pub mod range;
pub mod reduce;
mod reduce_precision;
pub mod reduce_window;
mod repeated;
mod reshape;
mod rev;
mod rng;
mod scatter;
mod select_and_scatter;
pub mod slice;
pub mod sort;
mod splats;
mod stablehlo;
mod taken;
mod transpose;
mod triangular_solve;
pub mod tuple;
pub mod window;

pub(crate) use meaning::result_tensor;
pub use meaning::{Arguments, Fold, Folded, Infer, Meaning, Pattern, Verify, value_location};

use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, Op, OpExt, Value, has_uses};
use crate::layout;
use crate::ods::stablehlo as stablehlo_ods;
use crate::ods::xla::Kind;
use crate::quantized::is_quantized;
use melior::ir::ValueLike;

/// The meaning of an op of the xla dialect.
pub fn meaning_of(kind: Kind) -> Meaning {
    match kind {
        crate::elementwise_kinds!() | Kind::BitcastConvert => elementwise::meaning(kind),
        Kind::AfterAll => collective::AFTER_ALL,
        Kind::AllGather => collective::ALL_GATHER,
        Kind::AllReduce => collective::ALL_REDUCE,
        Kind::AllToAll => collective::ALL_TO_ALL,
        Kind::BatchNormGrad => batch_norm::BATCH_NORM_GRAD,
        Kind::BatchNormInference => batch_norm::BATCH_NORM_INFERENCE,
        Kind::BatchNormTraining => batch_norm::BATCH_NORM_TRAINING,
        Kind::Broadcast => broadcast::BROADCAST,
        Kind::BroadcastInDim => broadcast::BROADCAST_IN_DIM,
        Kind::Call => control::CALL,
        Kind::Cholesky => cholesky::CHOLESKY,
        Kind::Collapse => reshape::COLLAPSE,
        Kind::CollectiveBroadcast => collective::COLLECTIVE_BROADCAST,
        Kind::CollectivePermute => collective::COLLECTIVE_PERMUTE,
        Kind::CollectiveReduce => collective::COLLECTIVE_REDUCE,
        Kind::Concatenate => concatenate::CONCATENATE,
        Kind::Conditional => control::CONDITIONAL,
        Kind::Constant => constant::CONSTANT,
        Kind::Conv => convolution::CONV,
        Kind::ConvWithGeneralPadding => convolution::CONV_WITH_GENERAL_PADDING,
        Kind::CrossReplicaSum => collective::CROSS_REPLICA_SUM,
        Kind::CustomCall => control::CUSTOM_CALL,
        Kind::Dot => dot::DOT,
        Kind::DotGeneral => dot::DOT_GENERAL,
        Kind::DynamicSlice => dynamic_slice::DYNAMIC_SLICE,
        Kind::DynamicUpdateSlice => dynamic_slice::DYNAMIC_UPDATE_SLICE,
        Kind::Fft => fft::FFT,
        Kind::Gather => gather::GATHER,
        Kind::GetDimensionSize => dynamic::GET_DIMENSION_SIZE,
        Kind::GetTupleElement => tuple::GET_TUPLE_ELEMENT,
        Kind::Infeed => collective::INFEED,
        Kind::Iota => iota::IOTA,
        Kind::Map => map::MAP,
        Kind::OptimizationBarrier => control::OPTIMIZATION_BARRIER,
        Kind::Outfeed => collective::OUTFEED,
        Kind::Pad => pad::PAD,
        Kind::PartitionId => collective::PLACE,
        Kind::Recv => collective::RECV,
        Kind::RecvDone => collective::RECV_DONE,
        Kind::Reduce => reduce::REDUCE,
        Kind::ReducePrecision => reduce_precision::REDUCE_PRECISION,
        Kind::ReduceScatter => collective::REDUCE_SCATTER,
        Kind::ReduceWindow => reduce_window::REDUCE_WINDOW,
        Kind::ReplicaId => collective::PLACE,
        Kind::Reshape => reshape::RESHAPE,
        Kind::Return => control::RETURN,
        Kind::Rev => rev::REV,
        Kind::RngBitGenerator => rng::RNG_BIT_GENERATOR,
        Kind::RngNormal => rng::RNG_NORMAL,
        Kind::RngUniform => rng::RNG_UNIFORM,
        Kind::Scatter => scatter::SCATTER,
        Kind::SelectAndScatter => select_and_scatter::SELECT_AND_SCATTER,
        Kind::Send => collective::SEND,
        Kind::SendDone => collective::SEND_DONE,
        Kind::SetDimensionSize => dynamic::SET_DIMENSION_SIZE,
        Kind::Slice => slice::SLICE,
        Kind::Sort => sort::SORT,
        Kind::Transpose => transpose::TRANSPOSE,
        Kind::TriangularSolve => triangular_solve::TRIANGULAR_SOLVE,
        Kind::Tuple => tuple::TUPLE,
        Kind::While => control::WHILE,
    }
}

/// The meaning of the op called `name`, such as `xla.add` or `stablehlo.maximum`.
pub fn meaning(name: &str) -> Option<Meaning> {
    let (dialect, name) = name.split_once('.')?;
    let kind = match dialect {
        "xla" => Kind::from_mnemonic(name)?,
        "stablehlo" => match stablehlo_ods::Kind::from_mnemonic(name)? {
            stablehlo_ods::Kind::Compare => Kind::Eq,
            stablehlo_ods::Kind::Rng => Kind::RngUniform,
            kind => names::xla_kind(kind)?,
        },
        _ => return None,
    };
    Some(meaning_of(kind))
}

/// All canonicalization patterns of the xla dialect.
pub fn patterns() -> impl Iterator<Item = &'static Pattern> {
    let families = [
        algebra::PATTERNS,
        broadcast::PATTERNS,
        concatenate::PATTERNS,
        control_patterns::PATTERNS,
        convolution::PATTERNS,
        dot::PATTERNS,
        dynamic_slice::COMPUTED,
        dynamic_slice::PATTERNS,
        fft::PATTERNS,
        gather::PATTERNS,
        reduce::PATTERNS,
        reshape::PATTERNS,
        rev::PATTERNS,
        scatter::PATTERNS,
        slice::PATTERNS,
        sort::PATTERNS,
        splats::COMPUTED,
        splats::PATTERNS,
        taken::PATTERNS,
        transpose::PATTERNS,
        triangular_solve::PATTERNS,
        select_and_scatter::PATTERNS,
        reduce_window::PATTERNS,
        cholesky::PATTERNS,
        joined::COMPUTED,
        joined::MOVED,
        padded::COMPUTED,
        padded::MOVED,
        repeated::COMPUTED,
        repeated::MOVED,
    ];
    families.into_iter().flatten()
}

/// The parts of an op's meaning that the table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Its result types are inferred.
    pub infer: bool,
    /// It has rules beyond inference.
    pub verify: bool,
    /// It folds.
    pub fold: bool,
    /// Canonicalization patterns that start from it.
    pub patterns: usize,
}

/// Every op of the xla dialect and what the table has of it, so that a test can find holes.
pub fn coverage() -> Vec<(&'static str, Coverage)> {
    Kind::ALL
        .iter()
        .map(|&kind| {
            let meaning = meaning_of(kind);
            let coverage = Coverage {
                infer: meaning.infer.is_some(),
                verify: meaning.verify.is_some(),
                fold: meaning.fold.is_some(),
                patterns: patterns().filter(|pattern| pattern.kind == kind).count(),
            };
            (kind.mnemonic(), coverage)
        })
        .collect()
}

/// Verifies `op`: its result types, and its further rules. Quantized types are checked as the types that they express, and
/// by rules of their own.
pub fn verify(op: Op<'_>) -> Result<(), Violation<'_>> {
    if op.name_str().starts_with("chlo.") {
        return chlo::verify(op);
    }
    if op.name_str().starts_with("interpreter.") {
        return interpreter::verify(op);
    }
    if op.name_str() == "hlo_test_broadcast.numpy_broadcast" {
        return broadcast::verify_numpy(op);
    }
    let is_xla = op.name_str().starts_with("xla.");
    let is_quantized = !is_xla && op.ins().into_iter().chain(op.outs()).any(|value| is_quantized(value.r#type()));
    if is_quantized && op.name_str().starts_with("stablehlo.") {
        stablehlo::quantized::verify(op)?;
    }
    if let Some(meaning) = meaning(op.name_str())
        && (!is_quantized || stablehlo::quantized::is_checked_as_expressed(op))
    {
        verify_meaning(op, meaning)?;
    }
    stablehlo::verify(op)
}

/// Inference runs here and not in MLIR's own verifier, which would add two errors to each of ours.
fn verify_meaning(op: Op<'_>, meaning: Meaning) -> Result<(), Violation<'_>> {
    if let Some(infer) = meaning.infer {
        let arguments = Arguments::of(op);
        let inferred = infer(&arguments)?;
        let results = op.outs();
        crate::require!(
            inferred.len() == results.len(),
            "result-count",
            "has {} results; there must be {}",
            results.len(),
            inferred.len()
        );
        for (i, (inferred, result)) in inferred.iter().zip(&results).enumerate() {
            let agrees = layout::compatible(*inferred, result.r#type())
                || result_tensor(op, i).is_some_and(|result| layout::compatible(*inferred, result.ty()));
            if !agrees {
                let which = if results.len() == 1 { String::new() } else { format!(" (number {i})") };
                let mut violation = Violation::new(
                    "result-type",
                    format!("has a result{which} of type {}; it must be {inferred}", result.r#type()),
                );
                for i in 0..arguments.operands.len() {
                    violation = violation.operand(&arguments, i);
                }
                return Err(violation);
            }
        }
    }
    meaning.verify.map_or(Ok(()), |verify| verify(op))
}

/// Folds `op`, given the literals among its operands. A value of another type (it may have a layout) is no fold.
pub fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let folded = meaning(op.name_str())?.fold?(op, operands)?;
    let same_types = folded.iter().zip(op.outs()).all(|(folded, result)| match folded {
        Folded::Value(value) => value.r#type() == result.r#type(),
        Folded::Constant(_) => true,
    });
    (same_types && folded.len() == op.outs().len()).then_some(folded)
}

/// Applies `pattern`. Values of other types (the op may have a layout) are no replacement, except of results that nobody
/// reads.
pub fn rewrite<'c>(pattern: &Pattern, op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let values = (pattern.rewrite)(op, builder)?;
    let results = op.outs();
    let replaces = |(value, result): (&Value<'c>, &Value<'c>)| value.r#type() == result.r#type() || !has_uses(*result);
    (values.iter().zip(&results).all(replaces) && values.len() == results.len()).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ops of the xla dialect whose results are tokens or none, which their declarations say.
    const TOKENS: [Kind; 3] = [Kind::AfterAll, Kind::Outfeed, Kind::SendDone];

    #[test]
    fn what_is_declared_to_infer_does() {
        let context = crate::context();
        context.load_all_available_dialects();
        for kind in Kind::ALL {
            let declared = crate::ods::infers(&context, kind.name()) && !TOKENS.contains(kind);
            assert_eq!(meaning_of(*kind).infer.is_some(), declared, "{kind:?}");
        }
    }
}
