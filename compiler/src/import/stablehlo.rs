//! `stablehlo-legalize-to-xla`: StableHLO programs, with the CHLO ops among them, become xla programs, op by op.
//!
//! ```mlir
//! %0 = stablehlo.exponential %x : tensor<4xf32>
//! %1 = stablehlo.compare LT, %0, %y, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//! // becomes
//! %0 = xla.exp %x : tensor<4xf32>
//! %1 = xla.lt %0, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
//! ```
//!
//! Functions, calls and their attributes stay, and so do ops whose shape is an operand, which the lowering to linalg knows.
//! What has no xla counterpart is reported as unsupported, each op once,
//! and then nothing is changed: a partial result never passes for a whole one.
//!
//! # What is dropped
//!
//! Attributes that say nothing about the values computed are left behind:
//!
//! - `precision_config`, and `algorithm` on a dot: the least precision asked for. We compute in the operands' and
//!   accumulate in the result's type, or in f32 where that is narrower, which is as precise as any of them but those
//!   that accumulate in a wider type still; these are refused.
//! - `result_accuracy`: an accuracy asked of a function. A tolerance that is smaller than the measured error of ours is
//!   refused.
//! - `compare_type`: together with the direction and the element type it selects the op.
//! - `sdy.mesh`, `sdy.sharding_constraint`, and calls of `@Sharding` and its kin: on one device a sharded value is the value.
//!   Other custom calls that frontends write for ops are replaced as well; all of them are in `calls`.
//! - attributes of the dialects in [`FOREIGN`] on ops: sharding, layout modes, frontends' notes. On functions,
//!   arguments and modules they stay, since tools show them and they stand in nobody's way.

use super::types::{map_signature, map_type};
use super::{Expand, accuracy, booleans, calls, chlo, collective, einsum, index_select};
use crate::attributes::EQUAL_SIZES;
use crate::verified;
use melior::ir::{Attribute, ValueLike};
use std::collections::HashSet;
use xla_dialect::bounds;
use xla_dialect::diagnostics;
use xla_dialect::ir::{
    Builder, Context, DYNAMIC, Op, OpExt, Tensor, Type, Value, accumulation_type, array_attribute, array_elements,
    bit_width, block_args, block_ops, blocks, defining_op, dictionary_attribute, element_of, element_type,
    future_types, i64_array, i64_attribute, is_stablehlo_token, named_dimensions, set_type, take_region, tensor_of,
    token_type, value_type,
};
use xla_dialect::ods::{EnumAttribute, Kind, func, interpreter, sdy, stablehlo, xla};
use xla_dialect::ops::dynamic::takes_sizes;
use xla_dialect::ops::{Arguments, chlo as chlo_op, convolution, names, tuple};
use xla_dialect::passes::{Failed, Pass, PassOption};
use xla_dialect::quantized::is_quantized;

/// The pass.
pub const PASS: Pass = Pass {
    name: "stablehlo-legalize-to-xla",
    description: "Turn StableHLO and CHLO programs into xla programs",
    op: "builtin.module",
    options: &[PassOption::flag("full", "fail on sizes that are known only at run time and have no bounds")],
    dialects: &["xla", "func"],
    run: |module, options| run(module, options == ["true"]),
};

/// Dialects whose attributes are dropped from ops.
pub const FOREIGN: [&str; 5] = ["mhlo", "sdy", "jax", "stablehlo", "tf"];

/// Inherent attributes that are dropped, whatever the op.
const DROPPED: [&str; 5] = ["precision_config", "algorithm", "result_accuracy", "comparison_direction", "compare_type"];

fn run(module: Op<'_>, full: bool) -> Result<(), Failed> {
    calls::expand(module);
    check(module, full)?;
    for region in module.region_list() {
        for block in blocks(region) {
            // Meshes last, which other ops refer to.
            let (meshes, ops): (Vec<_>, Vec<_>) =
                block_ops(block).into_iter().partition(|op| sdy::Mesh::of(*op).is_some());
            ops.into_iter().chain(meshes).for_each(legalize);
        }
    }
    Ok(())
}

/// Reports everything that cannot be legalized: an op or type once, however often it occurs.
fn check(module: Op<'_>, full: bool) -> Result<(), Failed> {
    let (mut reported, mut outcome) = (HashSet::new(), Ok(()));
    for op in module.walk_ops() {
        if let Err(reason) = check_op(op, full)
            && reported.insert((op.name_str(), reason.clone()))
        {
            outcome = Err(diagnostics::unsupported(op, reason));
        }
    }
    outcome
}

/// Whether `op` is of a dialect of which no op may be left.
fn is_input(op: Op<'_>) -> bool {
    matches!(Kind::of(op), Some(Kind::Stablehlo(_) | Kind::Chlo(_) | Kind::Sdy(_) | Kind::Interpreter(_)))
}

/// What an op becomes.
enum Target {
    /// An op with the same operands, result types, regions and attributes.
    Op(Kind),
    /// A call of the function that does the same.
    Call,
    /// What this builds.
    Expansion(Expand),
    /// What this builds, if all sizes are known.
    StaticExpansion(Expand),
    /// What [`collective`] makes of it.
    Collective,
    /// Its operand.
    Operand,
    /// Nothing.
    Nothing,
    /// Itself: its shape is an operand, and xla has no counterpart.
    Itself,
}

/// What `op`, an op of an input dialect, becomes; none if that is not supported.
fn target(op: Op<'_>) -> Option<Target> {
    let counterpart = |kind: Option<xla::Kind>| kind.map(|kind| Target::Op(Kind::Xla(kind)));
    match Kind::of(op)? {
        Kind::Stablehlo(kind) => match kind {
            stablehlo::Kind::Compare => counterpart(Arguments::of(op).comparison()),
            // A composite op is by definition what its decomposition computes.
            stablehlo::Kind::Composite => Some(Target::Call),
            stablehlo::Kind::Return if op.parent_op().and_then(func::Func::of).is_some() => {
                Some(Target::Op(Kind::Func(func::Kind::Return)))
            }
            _ if takes_sizes(op) => Some(Target::Itself),
            stablehlo::Kind::Dot if multiplies_row(op) => Some(Target::Expansion(row_by_matrix)),
            stablehlo::Kind::Rng => Some(Target::Expansion(random_numbers)),
            stablehlo::Kind::Einsum | stablehlo::Kind::UnaryEinsum => Some(Target::Expansion(einsum::expand)),
            stablehlo::Kind::TorchIndexSelect => Some(Target::Expansion(index_select::expand)),
            stablehlo::Kind::BitcastConvert if booleans::concerns(op) => {
                Some(Target::StaticExpansion(booleans::expand))
            }
            _ if collective::concerns(op) => Some(Target::Collective),
            kind => counterpart(names::xla_kind(kind)),
        },
        Kind::Chlo(kind) => match chlo::expansion(kind) {
            Some(expand) => Some(Target::StaticExpansion(expand)),
            None => counterpart(chlo_op::xla_kind(&Arguments::of(op))),
        },
        Kind::Sdy(kind) => Some(match kind {
            sdy::Kind::ManualComputation | sdy::Kind::Return => Target::Collective,
            sdy::Kind::Mesh => Target::Nothing,
            sdy::Kind::ShardingConstraint => Target::Operand,
        }),
        Kind::Interpreter(kind) => match kind {
            interpreter::Kind::RunParallel => Some(Target::Collective),
            interpreter::Kind::Print | interpreter::Kind::Probe => None,
        },
        _ => None,
    }
}

/// Why `op` cannot be legalized.
fn check_op(op: Op<'_>, full: bool) -> Result<(), String> {
    if !is_input(op) {
        return Ok(());
    }
    let arguments = op.region_list().into_iter().flat_map(blocks).flat_map(block_args);
    // What an op of ours defines is checked there.
    let foreign = op.ins().into_iter().filter(|value| !defining_op(*value).is_some_and(is_input));
    let kind = Kind::of(op);
    // The result of this one is gone when it is imported.
    let is_start = kind == Some(Kind::Stablehlo(stablehlo::Kind::AsyncStart));
    let results = if is_start { Vec::new() } else { op.outs() };
    for value in foreign.chain(results).chain(arguments) {
        check_type(value.r#type(), full)?;
    }
    let is_static = |value: Value<'_>| Tensor::of(value.r#type()).is_none_or(|tensor| tensor.is_static());
    match target(op) {
        Some(Target::Itself) if full => return Err("no lowering yet".into()),
        Some(Target::StaticExpansion(_) | Target::Collective)
            if !full && !op.ins().into_iter().chain(op.outs()).all(is_static) =>
        {
            return Err("no lowering yet of sizes known only at run time".into());
        }
        _ => {}
    }
    if collective::concerns(op) {
        return collective::check(op);
    }
    match target(op) {
        None => return Err("no lowering yet".into()),
        Some(Target::Expansion(_) | Target::StaticExpansion(_)) => check_elements(op)?,
        Some(_) => {}
    }
    match kind {
        Some(Kind::Chlo(kind)) => chlo::check(op, kind),
        Some(Kind::Stablehlo(kind)) => check_stablehlo(op, kind),
        _ => Ok(()),
    }
}

/// Why `op`, which is a `kind`, cannot be legalized.
fn check_stablehlo(op: Op<'_>, kind: stablehlo::Kind) -> Result<(), String> {
    match kind {
        stablehlo::Kind::Constant if value_type(stablehlo::Constant::cast(op).value()) != op.output(0).r#type() => {
            Err("quantized values have to be legalized first, by stablehlo-legalize-quantized".into())
        }
        stablehlo::Kind::DotGeneral => {
            stablehlo::DotGeneral::cast(op).algorithm().map_or(Ok(()), |algorithm| check_algorithm(op, algorithm))
        }
        stablehlo::Kind::Einsum | stablehlo::Kind::UnaryEinsum => einsum::check(op),
        stablehlo::Kind::TorchIndexSelect => index_select::check(op),
        stablehlo::Kind::CustomCall => calls::refusal(op).map_or(Ok(()), Err),
        kind => op
            .attr("result_accuracy")
            .map_or(Ok(()), |asked| accuracy::check(kind, element_of(element_type(op.output(0).r#type())), asked)),
    }
}

/// Refuses the types that xla has no counterpart of.
fn check_type(ty: Type<'_>, full: bool) -> Result<(), String> {
    if let Some(elements) = tuple::elements(ty) {
        return elements.into_iter().try_for_each(|ty| check_type(ty, full));
    }
    let Some(tensor) = Tensor::of(ty) else {
        return match future_types(ty) {
            Some(_) => Err("no lowering of asynchronous values yet".into()),
            None => Ok(()),
        };
    };
    if is_quantized(ty) {
        return Err("quantized values have to be legalized first, by stablehlo-legalize-quantized".into());
    }
    if full && bounds::of(&tensor).contains(&DYNAMIC) {
        return Err(format!(
            "sizes of {ty} are known only at run time. State the shapes of the entry's arguments: \
             stablehlo-refine-shapes{{arguments=[2,3],_}}, or xlaMlirOptionsSetArgumentShape in C; xla-run takes those of its \
             inputs"
        ));
    }
    Ok(())
}

/// Refuses element types that xla does not have, where what `op` becomes computes with elements.
fn check_elements(op: Op<'_>) -> Result<(), String> {
    // The shape that random numbers have is an operand, and may be indices; nothing reads it.
    let operands = if stablehlo::Rng::of(op).is_some() { Vec::new() } else { op.ins() };
    let mut tensors = operands.into_iter().chain(op.outs()).filter_map(tensor_of);
    match tensors.find(|tensor| tensor.xla_element().is_none()) {
        Some(tensor) => Err(format!("elements of type {}, which xla does not have", tensor.element)),
        None => Ok(()),
    }
}

/// A dot's algorithm may accumulate in a narrower type than we do, never in a wider one. Sums of floats that are narrower
/// than f32 accumulate in f32.
fn check_algorithm(op: Op<'_>, algorithm: Attribute<'_>) -> Result<(), String> {
    let result = element_type(op.output(0).r#type());
    let own = element_of(result).map_or(0, |element| element.real_part().bits());
    match accumulation_type(algorithm) {
        Some(wide) if bit_width(wide) > Some(own.max(32)) => {
            Err(format!("no lowering yet that accumulates in {wide} for a result of {result}"))
        }
        _ => Ok(()),
    }
}

/// Legalizes the ops inside `op`, then `op`. [`check`] has been passed.
fn legalize(op: Op<'_>) {
    for block in op.region_list().into_iter().flat_map(blocks) {
        for argument in block_args(block) {
            convert_value(op.ctx(), argument);
        }
        for inner in block_ops(block) {
            legalize(inner);
        }
    }
    if !is_input(op) {
        return convert_in_place(op);
    }
    match target(op) {
        Some(Target::Op(kind)) => replace(op, kind),
        Some(Target::Call) => call(op),
        Some(Target::Collective) => {
            collective::import(op, &verified::before(op), |ty| converted(op.ctx(), ty));
        }
        Some(Target::Operand) => op.replace(&[op.input(0)]),
        Some(Target::Nothing) => op.erase(),
        Some(Target::Itself) => convert_in_place(op),
        Some(Target::Expansion(expand) | Target::StaticExpansion(expand)) => {
            let values = expand(op, &verified::before(op));
            for (value, stated) in values.iter().zip(result_types(op)) {
                if value.r#type() != stated {
                    // Inference leaves sizes open that the op states, or the reverse.
                    set_type(*value, stated);
                }
            }
            op.replace(&values);
        }
        None => {}
    }
}

/// The types of xla for the results of `op`.
fn result_types<'c>(op: Op<'c>) -> Vec<Type<'c>> {
    op.outs().iter().map(|value| converted(op.ctx(), value.r#type())).collect()
}

fn replace(op: Op<'_>, kind: Kind) {
    let mut attributes = attributes(op);
    if demands_equal_sizes(op, kind) {
        attributes.push((EQUAL_SIZES.to_string(), Attribute::unit(op.ctx())));
    }
    let attributes: Vec<_> = attributes.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let regions = op.region_list().into_iter().map(take_region).collect();
    let new = verified::before(op).create(kind.name(), &op.ins(), &result_types(op), &attributes, regions);
    op.replace(&new.outs());
}

/// Whether `op` becomes a binary op of xla, whose operands may expand, but demands operands of equal sizes, of which types
/// leave some open.
fn demands_equal_sizes(op: Op<'_>, kind: Kind) -> bool {
    let is_open = |value: Value<'_>| Tensor::of(value.r#type()).is_some_and(|tensor| !tensor.is_static());
    let Kind::Xla(kind) = kind else { return false };
    op.name_str().starts_with("stablehlo.")
        && kind.name().strip_prefix("xla.").and_then(xla_scalar::Op::from_mnemonic).is_some_and(|op| op.arity() == 2)
        && op.ins().into_iter().any(is_open)
}

/// Replaces a composite by the call of its decomposition.
fn call(op: Op<'_>) {
    let decomposition = stablehlo::Composite::cast(op).decomposition();
    let call = func::call(&verified::before(op), decomposition, &op.ins(), &result_types(op));
    op.replace(&call.outs());
}

/// The attributes of the op that `op` becomes: both dialects call them alike, where they say it alike.
fn attributes<'c>(op: Op<'c>) -> Vec<(String, Attribute<'c>)> {
    let context = op.ctx();
    let is_convolution = stablehlo::Convolution::of(op).is_some();
    let mut all = Vec::new();
    for (name, value) in op.attrs() {
        let foreign = name.split_once('.').is_some_and(|(dialect, _)| FOREIGN.contains(&dialect));
        if (foreign && name != "mhlo.backend_config") || DROPPED.contains(&name) {
            continue;
        }
        match name {
            "dimension_numbers" if is_convolution => {
                let rank = verified::tensor(op.input(0)).rank();
                let dimensions = convolution::Dimensions::of(&Arguments::of(op), rank);
                let lists = [
                    ("lhs_dimensions", dimensions.lhs),
                    ("rhs_dimensions", dimensions.rhs),
                    ("result_dimensions", dimensions.result),
                ];
                all.extend(lists.map(|(name, numbers)| (name.to_string(), i64_array(context, &numbers))));
            }
            "dot_dimension_numbers" | "scatter_dimension_numbers" | "dimension_numbers" => {
                for (name, numbers) in named_dimensions(value).unwrap_or_default() {
                    // A name in the singular is of one dimension.
                    let value = match numbers.as_slice() {
                        [one] if name.ends_with("_dim") => i64_attribute(context, *one),
                        _ => i64_array(context, &numbers),
                    };
                    all.push((name, value));
                }
            }
            // What a frontend hands to the function: a dictionary, where the plain attribute is text.
            "backend_config" if op.attr("mhlo.backend_config").is_some() => {}
            "mhlo.backend_config" => all.push(("backend_config".to_string(), value)),
            "fft_type" => all.push((name.to_string(), same_case::<stablehlo::FftType, xla::FftType>(context, value))),
            "rng_algorithm" => {
                all.push((name.to_string(), same_case::<stablehlo::RngAlgorithm, xla::RngAlgorithm>(context, value)));
            }
            "transpose_a" => {
                all.push((name.to_string(), same_case::<stablehlo::TransposeAttr, xla::TransposeAttr>(context, value)));
            }
            "output_operand_aliases" => all.push((name.to_string(), aliases(context, value))),
            _ => all.push((name.to_string(), value)),
        }
    }
    if let Some(dimensions) = chlo::broadcast_dimensions(op) {
        all.push(("broadcast_dimensions".to_string(), dimensions));
    }
    all
}

/// The case of the enum `To` that `value`, a case of `From`, stands for: both dialects give it the same number.
fn same_case<'c, From: EnumAttribute, To: EnumAttribute>(context: &'c Context, value: Attribute<'c>) -> Attribute<'c> {
    let case = From::from_attribute(value).and_then(|case| To::from_value(case.value()));
    case.unwrap_or_else(|| panic!("{value} stands for nothing")).to_attribute(context)
}

/// The op of the distribution. The result's type has its shape: the third operand says nothing more.
/// Whether `op` is a `stablehlo.dot` whose left operand only is a vector, which `xla.dot` does not take.
fn multiplies_row(op: Op<'_>) -> bool {
    let rank = |i| tensor_of(op.input(i)).map(|tensor| tensor.rank());
    (rank(0), rank(1)) == (Some(1), Some(2))
}

fn row_by_matrix<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let options = xla::DotGeneralOptions {
        lhs_contracting_dimensions: Some(&[0]),
        rhs_contracting_dimensions: Some(&[0]),
        ..Default::default()
    };
    let ty = converted(op.ctx(), op.output(0).r#type());
    vec![xla::dot_general_with(builder, op.input(0), op.input(1), ty, options)]
}

fn random_numbers<'c>(op: Op<'c>, builder: &Builder<'c>) -> Vec<Value<'c>> {
    let rng = stablehlo::Rng::cast(op);
    let (a, b, ty) = (rng.a(), rng.b(), rng.result().r#type());
    vec![match rng.rng_distribution() {
        stablehlo::RngDistribution::Normal => xla::rng_normal(builder, a, b, ty),
        stablehlo::RngDistribution::Uniform => xla::rng_uniform(builder, a, b, ty),
    }]
}

/// Aliases of a custom call as plain dictionaries: the attribute of StableHLO's does not outlive its dialect.
fn aliases<'c>(context: &'c Context, attribute: Attribute<'c>) -> Attribute<'c> {
    let dictionary = |entry| {
        let fields = named_dimensions(entry).unwrap_or_default();
        let fields: Vec<_> =
            fields.iter().map(|(name, numbers)| (name.as_str(), i64_array(context, numbers))).collect();
        dictionary_attribute(context, &fields)
    };
    let dictionaries: Vec<_> = array_elements(attribute).unwrap_or_default().into_iter().map(dictionary).collect();
    array_attribute(context, &dictionaries)
}

/// Changes the types in an op that stays, such as `func.func`.
fn convert_in_place(op: Op<'_>) {
    for result in op.outs() {
        convert_value(op.ctx(), result);
    }
    let context = op.ctx();
    map_signature(op, &|ty| converted_leaf(context, ty));
}

fn convert_value<'c>(context: &'c Context, value: Value<'c>) {
    let ty = value.r#type();
    let new = converted(context, ty);
    if new != ty {
        set_type(value, new);
    }
}

/// xla's type for `ty`: tokens and bounds change, also inside tuples and function types.
fn converted<'c>(context: &'c Context, ty: Type<'c>) -> Type<'c> {
    map_type(context, ty, &|ty| converted_leaf(context, ty))
}

fn converted_leaf<'c>(context: &'c Context, ty: Type<'c>) -> Type<'c> {
    let stated = |tensor: Tensor<'c>| Some((bounds::of_encoding(tensor.encoding?)?, tensor));
    if let Some((bounds, tensor)) = Tensor::of(ty).and_then(stated) {
        return Tensor { encoding: bounds::xla(context, &bounds), ..tensor }.ty();
    }
    if is_stablehlo_token(ty) { token_type(context) } else { ty }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    fn cases<T: EnumAttribute + Debug>(all: &[T]) -> Vec<(String, i64)> {
        all.iter().map(|case| (format!("{case:?}"), case.value())).collect()
    }

    #[test]
    fn enums_of_both_dialects_have_the_same_cases() {
        assert_eq!(cases(stablehlo::FftType::ALL), cases(xla::FftType::ALL));
        assert_eq!(cases(stablehlo::RngAlgorithm::ALL), cases(xla::RngAlgorithm::ALL));
        // The verifier refuses StableHLO's first one, which says nothing.
        assert_eq!(cases(&stablehlo::TransposeAttr::ALL[1..]), cases(xla::TransposeAttr::ALL));
    }
}
