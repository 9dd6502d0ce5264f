//! The meaning of every op: one module a family, and the table that finds it.
//!
//! The same meaning serves `xla.slice` and `stablehlo.slice`: both dialects name attributes alike, [`names`] knows
//! what StableHLO calls the ops, and what differs (broadcasting is xla's alone) is asked of
//! [`Arguments::is_xla`]. Rules have labels, such as `slice-limit`, that tests and messages share.

pub mod algebra;
mod asynchronous;
mod batch_norm;
pub mod broadcast;
pub mod chlo;
mod cholesky;
pub mod collective;
mod collectives;
mod concatenate;
mod constant;
pub mod control;
mod control_flow;
pub mod convolution;
pub mod dimensions;
pub mod dot;
mod dynamic;
mod dynamic_rules;
pub mod dynamic_slice;
pub mod elementwise;
mod fft;
mod gather;
pub mod indexing;
mod interpreter;
mod iota;
pub mod literal;
mod map;
pub mod names;
pub mod pad;
mod quantized;
pub mod reduce;
mod reduce_precision;
mod reduce_window;
mod reshape;
mod rev;
mod rng;
mod scatter;
mod select_and_scatter;
pub mod slice;
pub mod sort;
mod stablehlo_rules;
mod transpose;
mod triangular_solve;
pub mod tuple;
pub mod window;

use crate::diagnostics::Violation;
use crate::ffi::string_ref;
use crate::ir::{
    Attribute, Builder, Context, Location, Op, OpExt, Region, Tensor, Type, Value, context_at, i64_values, int_value,
};
use crate::layout;
use crate::quantized::{expressed, is_quantized};
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;

/// Where an op's attributes are read from.
#[derive(Clone, Copy)]
enum Attributes<'c> {
    /// A dictionary: the op does not exist yet.
    Dictionary(Attribute<'c>),
    /// The op itself.
    Op(Op<'c>),
}

/// An op, or what inference sees of one that does not exist yet.
pub struct Arguments<'c> {
    /// The op's full name.
    pub name: &'c str,
    /// Where it is written.
    pub location: Location<'c>,
    /// Its operands.
    pub operands: Vec<Value<'c>>,
    /// Its regions.
    pub regions: Vec<Region<'c>>,
    attributes: Attributes<'c>,
}

impl<'c> Arguments<'c> {
    /// An op that is to be built, with its attributes as a dictionary.
    pub fn new(
        name: &'c str,
        location: Location<'c>,
        operands: Vec<Value<'c>>,
        attributes: Attribute<'c>,
        regions: Vec<Region<'c>>,
    ) -> Self {
        Self { name, location, operands, regions, attributes: Attributes::Dictionary(attributes) }
    }

    /// An op that exists.
    pub fn of(op: Op<'c>) -> Self {
        Self {
            name: op.name_str(),
            location: op.loc(),
            operands: op.ins(),
            regions: op.region_list(),
            attributes: Attributes::Op(op),
        }
    }

    /// The context.
    pub fn context(&self) -> &'c Context {
        // SAFETY: the location lives in a context that outlives 'c.
        unsafe { context_at(mlir_sys::mlirLocationGetContext(self.location.to_raw())) }
    }

    /// The xla dialect's name for the op, without dialect; empty when it has none.
    pub fn mnemonic(&self) -> &'static str {
        let (dialect, name) = self.name.split_once('.').unwrap_or_default();
        match dialect {
            "xla" => rows().map(|(mnemonic, _)| mnemonic).find(|mnemonic| *mnemonic == name).unwrap_or_default(),
            _ if name == "compare" => elementwise::comparison_mnemonic(self).unwrap_or_default(),
            _ => names::xla_mnemonic(name).unwrap_or_default(),
        }
    }

    /// Whether the op is of the xla dialect, whose binary ops broadcast.
    pub fn is_xla(&self) -> bool {
        self.name.starts_with("xla.")
    }

    /// The tensor type of operand `i`. Of quantized elements, which only input dialects have, it is the type that they
    /// express.
    pub fn tensor(&self, i: usize) -> Result<Tensor<'c>, Violation<'c>> {
        let value =
            self.operands.get(i).ok_or_else(|| Violation::new("", format!("needs at least {} operands", i + 1)))?;
        let tensor = Tensor::of(value.r#type())
            .ok_or_else(|| Violation::new("", format!("operand {i} must be a ranked tensor")).operand(self, i))?;
        Ok(if self.is_xla() { tensor } else { expressed(tensor) })
    }

    /// The tensor types of all operands.
    pub fn tensors(&self) -> Result<Vec<Tensor<'c>>, Violation<'c>> {
        (0..self.operands.len()).map(|i| self.tensor(i)).collect()
    }

    /// An attribute by its name.
    pub fn attr(&self, name: &str) -> Option<Attribute<'c>> {
        match self.attributes {
            Attributes::Op(op) => op.attr(name),
            // SAFETY: it is a dictionary; a null result means absent.
            Attributes::Dictionary(attributes) => unsafe {
                let raw = mlir_sys::mlirDictionaryAttrGetElementByName(attributes.to_raw(), string_ref(name));
                (!raw.ptr.is_null()).then(|| Attribute::from_raw(raw))
            },
        }
    }

    /// An `array<i64>` attribute; empty when absent.
    pub fn i64s(&self, name: &str) -> Vec<i64> {
        self.attr(name).and_then(i64_values).unwrap_or_default()
    }

    /// An integer attribute; 0 when absent, which ODS has already refused where it is required.
    pub fn int(&self, name: &str) -> i64 {
        self.attr(name).and_then(int_value).unwrap_or_default()
    }
}

impl<'c> Violation<'c> {
    /// Adds a note at the definition of operand `i`.
    pub fn operand(self, arguments: &Arguments<'c>, i: usize) -> Self {
        match arguments.operands.get(i) {
            Some(value) => {
                let text = format!("operand {i} is defined here with type {}", value.r#type());
                self.note(value_location(*value), text)
            }
            None => self,
        }
    }
}

/// Where `value` is defined: at its op, or where the block argument is written.
pub fn value_location<'c>(value: Value<'c>) -> Location<'c> {
    // SAFETY: the value is alive.
    unsafe { Location::from_raw(mlir_sys::mlirValueGetLocation(value.to_raw())) }
}

/// What an op, or one of its results, folds to.
#[derive(Clone, Copy)]
pub enum Folded<'c> {
    /// A literal.
    Constant(Attribute<'c>),
    /// A value that exists already.
    Value(Value<'c>),
}

/// Infers the result types.
pub type Infer = for<'c> fn(&Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>>;
/// Checks an op whose operands, results and attributes have the kinds that ODS declares.
pub type Verify = for<'c> fn(Op<'c>) -> Result<(), Violation<'c>>;
/// Folds an op, given the literals among its operands.
pub type Fold = for<'c> fn(Op<'c>, &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>>;

/// What an op means.
#[derive(Clone, Copy, Default)]
pub struct Meaning {
    /// Type inference; none where the op states its result type.
    pub infer: Option<Infer>,
    /// Verification beyond inference.
    pub verify: Option<Verify>,
    /// Constant folding.
    pub fold: Option<Fold>,
}

/// A canonicalization: values to replace the op's results by, built in front of it; none when it does not match,
/// in which case nothing may have been built.
pub struct Pattern {
    /// The op it starts from, without dialect.
    pub mnemonic: &'static str,
    /// The rewrite.
    pub rewrite: for<'c> fn(Op<'c>, &Builder<'c>) -> Option<Vec<Value<'c>>>,
}

/// The ops that are not elementwise.
const STRUCTURED: &[(&str, Meaning)] = &[
    ("after_all", collective::AFTER_ALL),
    ("all_gather", collective::ALL_GATHER),
    ("all_reduce", collective::ALL_REDUCE),
    ("all_to_all", collective::ALL_TO_ALL),
    ("batch_norm_grad", batch_norm::BATCH_NORM_GRAD),
    ("batch_norm_inference", batch_norm::BATCH_NORM_INFERENCE),
    ("batch_norm_training", batch_norm::BATCH_NORM_TRAINING),
    ("broadcast", broadcast::BROADCAST),
    ("broadcast_in_dim", broadcast::BROADCAST_IN_DIM),
    ("call", control::CALL),
    ("cholesky", cholesky::CHOLESKY),
    ("collapse", reshape::COLLAPSE),
    ("collective_broadcast", collective::COLLECTIVE_BROADCAST),
    ("collective_permute", collective::COLLECTIVE_PERMUTE),
    ("collective_reduce", collective::COLLECTIVE_REDUCE),
    ("concatenate", concatenate::CONCATENATE),
    ("conditional", control::CONDITIONAL),
    ("constant", constant::CONSTANT),
    ("conv", convolution::CONV),
    ("conv_with_general_padding", convolution::CONV_WITH_GENERAL_PADDING),
    ("cross_replica_sum", collective::CROSS_REPLICA_SUM),
    ("custom_call", control::CUSTOM_CALL),
    ("dot", dot::DOT),
    ("dot_general", dot::DOT_GENERAL),
    ("dynamic_slice", dynamic_slice::DYNAMIC_SLICE),
    ("dynamic_update_slice", dynamic_slice::DYNAMIC_UPDATE_SLICE),
    ("fft", fft::FFT),
    ("gather", gather::GATHER),
    ("get_dimension_size", dynamic::GET_DIMENSION_SIZE),
    ("get_tuple_element", tuple::GET_TUPLE_ELEMENT),
    ("infeed", collective::INFEED),
    ("iota", iota::IOTA),
    ("map", map::MAP),
    ("optimization_barrier", control::OPTIMIZATION_BARRIER),
    ("outfeed", collective::OUTFEED),
    ("pad", pad::PAD),
    ("partition_id", collective::PLACE),
    ("recv", collective::RECV),
    ("recv_done", collective::RECV_DONE),
    ("reduce", reduce::REDUCE),
    ("reduce_precision", reduce_precision::REDUCE_PRECISION),
    ("reduce_scatter", collective::REDUCE_SCATTER),
    ("reduce_window", reduce_window::REDUCE_WINDOW),
    ("replica_id", collective::PLACE),
    ("reshape", reshape::RESHAPE),
    ("return", control::RETURN),
    ("rev", rev::REV),
    ("rng_bit_generator", rng::RNG_BIT_GENERATOR),
    ("rng_normal", rng::RNG_NORMAL),
    ("rng_uniform", rng::RNG_UNIFORM),
    ("scatter", scatter::SCATTER),
    ("select_and_scatter", select_and_scatter::SELECT_AND_SCATTER),
    ("send", collective::SEND),
    ("send_done", collective::SEND_DONE),
    ("set_dimension_size", dynamic::SET_DIMENSION_SIZE),
    ("slice", slice::SLICE),
    ("sort", sort::SORT),
    ("transpose", transpose::TRANSPOSE),
    ("triangular_solve", triangular_solve::TRIANGULAR_SOLVE),
    ("tuple", tuple::TUPLE),
    ("while", control::WHILE),
];

fn rows() -> impl Iterator<Item = (&'static str, Meaning)> {
    let elementwise = xla_scalar::Op::ALL.iter().map(|op| (op.mnemonic(), elementwise::meaning(*op)));
    elementwise.chain(STRUCTURED.iter().copied())
}

/// The meaning of the op called `name`, such as `xla.add` or `stablehlo.maximum`.
pub fn meaning(name: &str) -> Option<Meaning> {
    let (dialect, name) = name.split_once('.')?;
    let mnemonic = match dialect {
        "xla" => name,
        "stablehlo" if name == "compare" => "eq",
        "stablehlo" if name == "rng" => "rng_uniform",
        "stablehlo" => names::xla_mnemonic(name)?,
        _ => return None,
    };
    rows().find_map(|(row, meaning)| (row == mnemonic).then_some(meaning))
}

/// All canonicalization patterns of the xla dialect.
pub fn patterns() -> impl Iterator<Item = &'static Pattern> {
    let families = [
        algebra::PATTERNS,
        broadcast::PATTERNS,
        concatenate::PATTERNS,
        control_flow::PATTERNS,
        dynamic_slice::PATTERNS,
        reduce::PATTERNS,
        reshape::PATTERNS,
        rev::PATTERNS,
        slice::PATTERNS,
        transpose::PATTERNS,
    ];
    families.into_iter().flatten()
}

/// What the table has of an op.
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
    rows()
        .map(|(mnemonic, meaning)| {
            let coverage = Coverage {
                infer: meaning.infer.is_some(),
                verify: meaning.verify.is_some(),
                fold: meaning.fold.is_some(),
                patterns: patterns().filter(|pattern| pattern.mnemonic == mnemonic).count(),
            };
            (mnemonic, coverage)
        })
        .collect()
}

/// The tensor type of result `i` of `op`; of quantized elements, the type that they express.
pub(crate) fn result_tensor(op: Op<'_>, i: usize) -> Option<Tensor<'_>> {
    let tensor = Tensor::of(op.outs().get(i)?.r#type())?;
    Some(if op.name_str().starts_with("xla.") { tensor } else { expressed(tensor) })
}

/// Checks `op`: that its result types are what its operands give, and its further rules. What is quantized is
/// checked as what it expresses, and by rules of its own.
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
        quantized::verify(op)?;
    }
    if let Some(meaning) = meaning(op.name_str())
        && (!is_quantized || quantized::is_checked_as_expressed(op))
    {
        verify_meaning(op, meaning)?;
    }
    if !op.name_str().starts_with("stablehlo.") {
        return Ok(());
    }
    stablehlo_rules::verify(op)?;
    asynchronous::verify(op)?;
    dynamic_rules::verify(op)
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

/// Applies `pattern`. Values of other types (the op may have a layout) are no replacement.
pub fn rewrite<'c>(pattern: &Pattern, op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let values = (pattern.rewrite)(op, builder)?;
    let results = op.outs();
    let same_types = values.iter().zip(&results).all(|(value, result)| value.r#type() == result.r#type());
    (same_types && values.len() == results.len()).then_some(values)
}
