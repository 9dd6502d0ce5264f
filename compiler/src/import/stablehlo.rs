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
//! Functions, calls and their attributes stay. What has no xla counterpart is reported as unsupported, each op once,
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
use super::{accuracy, booleans, calls, chlo, collective};
use melior::ir::{Attribute, ValueLike};
use mlir_sys::*;
use std::collections::HashSet;
use xla_dialect::bounds;
use xla_dialect::diagnostics;
use xla_dialect::ir::{
    Builder, Context, DYNAMIC, Op, OpExt, Tensor, Type, Value, block_args, block_ops, blocks, element_of, element_type,
    i64_array, i64_attribute, named_dimensions, parse_attribute, set_type, take_region, value_type,
};
use xla_dialect::ops::{Arguments, chlo as chlo_op, convolution, elementwise, names, tuple};
use xla_dialect::passes::{Failed, Pass};
use xla_dialect::quantized::is_quantized;

/// The pass.
pub const PASS: Pass = Pass {
    name: "stablehlo-legalize-to-xla",
    description: "Turn StableHLO and CHLO programs into xla programs",
    op: "builtin.module",
    options: &[],
    dialects: &["xla", "func"],
    run: |module, _| run(module),
};

/// Dialects whose attributes are dropped from ops.
pub const FOREIGN: [&str; 5] = ["mhlo", "sdy", "jax", "stablehlo", "tf"];

/// Inherent attributes that are dropped, whatever the op.
const DROPPED: [&str; 5] = ["precision_config", "algorithm", "result_accuracy", "comparison_direction", "compare_type"];

fn run(module: Op<'_>) -> Result<(), Failed> {
    calls::expand(module);
    check(module)?;
    for region in module.region_list() {
        for block in blocks(region) {
            // Meshes last, which other ops refer to.
            let (meshes, ops): (Vec<_>, Vec<_>) =
                block_ops(block).into_iter().partition(|op| op.name_str() == "sdy.mesh");
            ops.into_iter().chain(meshes).for_each(legalize);
        }
    }
    Ok(())
}

/// Reports everything that cannot be legalized: an op or type once, however often it occurs.
fn check(module: Op<'_>) -> Result<(), Failed> {
    let (mut reported, mut outcome) = (HashSet::new(), Ok(()));
    for op in module.walk_ops() {
        if let Err(reason) = check_op(op)
            && reported.insert((op.name_str(), reason.clone()))
        {
            outcome = Err(diagnostics::unsupported(op, reason));
        }
    }
    outcome
}

/// Dialects of which no op may be left.
const INPUT_DIALECTS: [&str; 4] = ["stablehlo", "chlo", "sdy", "interpreter"];

fn is_input(op: Op<'_>) -> bool {
    op.name_str().split_once('.').is_some_and(|(dialect, _)| INPUT_DIALECTS.contains(&dialect))
}

/// What an op becomes.
enum Target {
    /// The op of this name, with the same operands, result types, regions and attributes.
    Op(&'static str),
    /// A call of the function that does the same.
    Call,
    /// The end of a function.
    Return,
    /// What this builds.
    Expansion(for<'c> fn(Op<'c>, &Builder<'c>) -> Option<Vec<Value<'c>>>),
    /// What [`collective`] makes of it.
    Collective,
    /// Its operand.
    Operand,
    /// Nothing.
    Nothing,
}

fn target(op: Op<'_>) -> Option<Target> {
    Some(match op.name_str() {
        "stablehlo.compare" => Target::Op(Arguments::of(op).comparison()?),
        // A composite op is by definition what its decomposition computes.
        "stablehlo.composite" => Target::Call,
        "stablehlo.return" if op.parent_op().is_some_and(|parent| parent.name_str() == "func.func") => Target::Return,
        "stablehlo.rng" => Target::Expansion(random_numbers),
        "sdy.sharding_constraint" => Target::Operand,
        "sdy.mesh" => Target::Nothing,
        _ if collective::concerns(op) => Target::Collective,
        _ if booleans::concerns(op) => Target::Expansion(booleans::expand),
        name if name.starts_with("stablehlo.") => Target::Op(names::xla_mnemonic(op.mnemonic())?),
        name if name.starts_with("chlo.") && chlo::expands(op) => Target::Expansion(chlo::expand),
        name if name.starts_with("chlo.") => Target::Op(chlo_op::xla_mnemonic(&Arguments::of(op))?),
        _ => return None,
    })
}

/// Why `op` cannot be legalized.
fn check_op(op: Op<'_>) -> Result<(), String> {
    let arguments = op.region_list().into_iter().flat_map(blocks).flat_map(block_args);
    // The result of this one is gone when it is imported.
    let results = if op.name_str() == "stablehlo.async_start" { Vec::new() } else { op.outs() };
    for value in results.into_iter().chain(arguments) {
        check_type(value.r#type())?;
    }
    if !is_input(op) {
        return Ok(());
    }
    if collective::concerns(op) {
        return collective::check(op);
    }
    if target(op).is_none() {
        return Err("no lowering yet".into());
    }
    if op.name_str().starts_with("chlo.") {
        chlo::check(op)?;
    }
    match op.mnemonic() {
        "constant" if op.attr("value").is_some_and(|value| value_type(value) != op.output(0).r#type()) => {
            Err("quantized values have to be legalized first, by stablehlo-legalize-quantized".into())
        }
        "dot_general" => op.attr("algorithm").map_or(Ok(()), |algorithm| check_algorithm(op, algorithm)),
        "custom_call" => calls::refusal(op).map_or(Ok(()), Err),
        mnemonic => op
            .attr("result_accuracy")
            .map_or(Ok(()), |asked| accuracy::check(mnemonic, element_of(element_type(op.output(0).r#type())), asked)),
    }
}

/// Refuses the types that xla has no counterpart of.
fn check_type(ty: Type<'_>) -> Result<(), String> {
    if let Some(elements) = tuple::elements(ty) {
        return elements.into_iter().try_for_each(check_type);
    }
    let Some(tensor) = Tensor::of(ty) else {
        return match ty.to_string() {
            text if text.starts_with("!stablehlo.future") => Err("no lowering of asynchronous values yet".into()),
            _ => Ok(()),
        };
    };
    if is_quantized(ty) {
        return Err("quantized values have to be legalized first, by stablehlo-legalize-quantized".into());
    }
    if bounds::of(&tensor).contains(&DYNAMIC) {
        return Err(format!(
            "sizes of {ty} are known only at run time; they follow from the shapes of inputs that are given"
        ));
    }
    Ok(())
}

/// A dot's algorithm may accumulate in a narrower type than we do, never in a wider one. Sums of floats that are narrower
/// than f32 accumulate in f32.
fn check_algorithm(op: Op<'_>, algorithm: Attribute<'_>) -> Result<(), String> {
    let text = algorithm.to_string();
    let accumulation = text.split("accumulation_type = ").nth(1).and_then(|rest| rest.split([',', '>']).next());
    let width = |name: &str| name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().unwrap_or(0);
    let result = element_type(op.output(0).r#type()).to_string();
    match accumulation {
        Some(wide) if width(wide) > width(&result).max(32) => {
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
        Some(Target::Op(mnemonic)) => replace(op, &format!("xla.{mnemonic}")),
        Some(Target::Call) => replace(op, "func.call"),
        Some(Target::Return) => replace(op, "func.return"),
        Some(Target::Collective) => {
            if let Some(builder) = Builder::before(op) {
                collective::import(op, &builder, |ty| converted(op.ctx(), ty));
            }
        }
        Some(Target::Operand) => op.replace(&[op.input(0)]),
        Some(Target::Nothing) => op.erase(),
        Some(Target::Expansion(expand)) => {
            if let Some(values) = Builder::before(op).and_then(|builder| expand(op, &builder)) {
                op.replace(&values);
            }
        }
        None => {}
    }
}

fn replace(op: Op<'_>, name: &str) {
    let Some(builder) = Builder::before(op) else { return };
    let results: Vec<Type> = op.outs().iter().map(|value| converted(op.ctx(), value.r#type())).collect();
    let attributes = attributes(op);
    let attributes: Vec<_> = attributes.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    // A composite's regions are no part of the call that it becomes.
    let regions = if op.mnemonic() == "composite" { vec![] } else { op.region_list() };
    let regions = regions.into_iter().map(take_region).collect();
    let new = builder.create(name, &op.ins(), &results, &attributes, regions);
    op.replace(&new.outs());
}

/// The attributes of the op that `op` becomes: both dialects call them alike, where they say it alike.
fn attributes<'c>(op: Op<'c>) -> Vec<(String, Attribute<'c>)> {
    let context = op.ctx();
    if op.mnemonic() == "composite" {
        let callee = op.attr("decomposition").map(|callee| ("callee".to_string(), callee));
        return callee.into_iter().collect();
    }
    let mut all = Vec::new();
    for (name, value) in op.attrs() {
        let foreign = name.split_once('.').is_some_and(|(dialect, _)| FOREIGN.contains(&dialect));
        if (foreign && name != "mhlo.backend_config") || DROPPED.contains(&name) {
            continue;
        }
        match name {
            "dimension_numbers" if op.mnemonic() == "convolution" => {
                let rank = Tensor::of(op.input(0).r#type()).map_or(0, |tensor| tensor.rank());
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
            // Enums that both dialects have, with the same words.
            "fft_type" | "rng_algorithm" | "transpose_a" => {
                let text = value.to_string().replacen("#stablehlo<", "#xla<", 1);
                all.push((name.to_string(), parse_attribute(context, &text)));
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

/// The op of the distribution. The result's type has its shape: the third operand says nothing more.
fn random_numbers<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let normal = elementwise::enum_word(op.attr("rng_distribution")?) == "NORMAL";
    let name = if normal { "xla.rng_normal" } else { "xla.rng_uniform" };
    Some(vec![builder.value(name, &op.ins()[..2], op.output(0).r#type(), &[])])
}

/// Aliases of a custom call as plain dictionaries: the attribute of StableHLO's does not outlive its dialect.
fn aliases<'c>(context: &'c Context, attribute: Attribute<'c>) -> Attribute<'c> {
    let raw = melior::ir::attribute::AttributeLike::to_raw(&attribute);
    // SAFETY: ODS declares an array; indices are below its length.
    let entries =
        unsafe { (0..mlirArrayAttrGetNumElements(raw)).map(|i| Attribute::from_raw(mlirArrayAttrGetElement(raw, i))) };
    let dictionaries: Vec<Attribute> = entries
        .map(|entry| {
            let fields: Vec<_> = named_dimensions(entry)
                .unwrap_or_default()
                .iter()
                .map(|(name, numbers)| (melior::ir::Identifier::new(context, name), i64_array(context, numbers)))
                .collect();
            let fields: Vec<MlirNamedAttribute> = fields
                .iter()
                .map(|(name, value)| MlirNamedAttribute {
                    name: name.to_raw(),
                    attribute: melior::ir::attribute::AttributeLike::to_raw(value),
                })
                .collect();
            // SAFETY: the array outlives the call and has the length given.
            unsafe {
                Attribute::from_raw(mlirDictionaryAttrGet(context.to_raw(), fields.len() as isize, fields.as_ptr()))
            }
        })
        .collect();
    melior::ir::attribute::ArrayAttribute::new(context, &dictionaries).into()
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
    if ty.to_string() == "!stablehlo.token" { xla_dialect::ir::parse_type(context, "!xla.token") } else { ty }
}
