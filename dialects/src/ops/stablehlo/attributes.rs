//! Rules about what only StableHLO's ops have: accuracies, precisions, algorithms, layouts, aliases and bounds.
//!
//! Source: the StableHLO specification. Ops of both dialects are verified by common rules elsewhere.

use crate::diagnostics::Violation;
use crate::ir::tuple_elements as elements;
use crate::ir::{Attribute, DYNAMIC, Op, OpExt, Tensor, Type, array_elements, string_value, tensor_of};
use crate::ops::control::check_call;
use crate::ops::dimensions::show;
use crate::ops::fields::{enum_word, field, list};
use crate::require;
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;
use mlir_sys::*;

/// Only the mode that is named after them has tolerances.
pub fn verify_accuracy<'c>(text: &str) -> Result<(), Violation<'c>> {
    if text.contains("<TOLERANCE>") || text.contains("mode TOLERANCE") {
        return Ok(());
    }
    for name in ["atol", "rtol", "ulps"] {
        let value = field(text, name).unwrap_or("0");
        require!(
            value.parse::<f64>().is_ok_and(|value| value == 0.0),
            "result-accuracy",
            "has {name} = {value}, but only the mode TOLERANCE has tolerances"
        );
    }
    Ok(())
}

pub fn verify_precision(op: Op<'_>) -> Result<(), Violation<'_>> {
    let precisions = op.attr("precision_config").and_then(array_elements).unwrap_or_default();
    require!(
        precisions.len() <= 2,
        "dot-precision",
        "states {} precisions; there is one for each of the two operands",
        precisions.len()
    );
    let Some(algorithm) = op.attr("algorithm") else { return Ok(()) };
    require!(
        precisions.iter().all(|precision| enum_word(*precision) == "DEFAULT"),
        "dot-algorithm-precision",
        "states an algorithm, which decides the precision, and a precision other than DEFAULT"
    );
    verify_algorithm(&algorithm.to_string())
}

/// XLA's convolution takes operands of different element types, StableHLO's does not; quantized ones may
/// differ in their scales.
pub fn verify_same_elements(op: Op<'_>) -> Result<(), Violation<'_>> {
    if op.ins().iter().any(|value| crate::quantized::is_quantized(value.r#type())) {
        return Ok(());
    }
    let elements: Vec<Type<'_>> =
        op.ins().into_iter().take(2).filter_map(|value| tensor_of(value)).map(|tensor| tensor.element).collect();
    require!(
        elements.windows(2).all(|pair| pair[0] == pair[1]),
        "conv-same-types",
        "has an input of {} and a kernel of {}; they must agree",
        elements[0],
        elements[1]
    );
    Ok(())
}

fn verify_algorithm<'c>(text: &str) -> Result<(), Violation<'c>> {
    let ty = |name| field(text, name).unwrap_or_default();
    let count = |name| field(text, name).and_then(|count| count.parse::<i64>().ok()).unwrap_or_default();
    let counts = ["lhs_component_count", "rhs_component_count", "num_primitive_operations"];
    for name in counts {
        require!(count(name) >= 1, "dot-algorithm-counts", "has {name} = {}; it must be positive", count(name));
    }
    let (lhs, rhs, accumulator) = (ty("lhs_precision_type"), ty("rhs_precision_type"), ty("accumulation_type"));
    let [l, r, n] = counts.map(count);
    let f8 = |ty: &str| ty.starts_with("f8");
    let plain = (l, r, n) == (1, 1, 1);
    let imprecise = field(text, "allow_imprecise_accumulation") == Some("true");
    let known = match (lhs, rhs, accumulator) {
        _ if f8(lhs) && f8(rhs) => accumulator == "f32" && plain,
        _ if imprecise => false,
        ("f16", "f16", "f16" | "f32") | ("bf16", "bf16", "bf16") | ("f32", "f32", "f32") | ("f64", "f64", "f64") => {
            plain
        }
        // One product, or those of two or three parts that matter.
        ("bf16", "bf16", "f32") => plain || matches!((l, r, n), (2, 2, 3) | (3, 3, 6) | (3, 3, 9) | (1, 1, 3..=9)),
        ("tf32", "tf32", "f32") => plain || matches!((l, r, n), (2, 2, 3) | (1, 1, 3)),
        _ => false,
    };
    require!(
        known,
        "dot-algorithm-known",
        "states an algorithm that no hardware has: {lhs} x {rhs} in {accumulator}, {l} and {r} components, {n} products"
    );
    Ok(())
}

/// Versions of the calling convention: of 1 to 3 the configuration is text, of 4 (typed FFI) a dictionary.
pub fn verify_backend_config(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(config) = op.attr("backend_config") else { return Ok(()) };
    let version = op.int("api_version").unwrap_or(1);
    // SAFETY: asks for the attribute's kind.
    let (text, dictionary) = unsafe { (string_value(config).is_some(), mlirAttributeIsADictionary(config.to_raw())) };
    require!(
        if version == 4 { dictionary } else { text },
        "custom-call-config",
        "has a backend_config that is no {}, as API version {version} has it",
        if version == 4 { "dictionary" } else { "string" }
    );
    Ok(())
}

/// The values that layouts are given for: a tuple that is the only result counts as its elements.
fn laid_out(types: Vec<Type<'_>>) -> Vec<Type<'_>> {
    match types.as_slice() {
        [only] => elements(*only).unwrap_or(types),
        _ => types,
    }
}

pub fn verify_layouts(op: Op<'_>) -> Result<(), Violation<'_>> {
    let (operands, results) = (op.attr("operand_layouts"), op.attr("result_layouts"));
    require!(
        operands.is_some() == results.is_some(),
        "custom-call-layouts",
        "gives layouts of its operands or of its results only; it must be both or neither"
    );
    let inputs: Vec<Type<'_>> = op.ins().iter().map(|value| value.r#type()).collect();
    let outputs = laid_out(op.outs().iter().map(|value| value.r#type()).collect());
    for (what, layouts, types) in [("operands", operands, inputs), ("results", results, outputs)] {
        let Some(layouts) = layouts.and_then(array_elements) else { continue };
        require!(
            layouts.len() == types.len(),
            "custom-call-layouts",
            "gives {} layouts to {} {what}",
            layouts.len(),
            types.len()
        );
        for (layout, ty) in layouts.iter().zip(types) {
            verify_layout(*layout, ty)?;
        }
    }
    Ok(())
}

/// A layout lists the dimensions from minor to major; what is no array has an empty one.
fn verify_layout<'c>(layout: Attribute<'c>, ty: Type<'c>) -> Result<(), Violation<'c>> {
    require!(elements(ty).is_none(), "custom-call-layouts", "gives a layout to {ty}; a tuple has none of its own");
    let rank = Tensor::of(ty).map_or(0, |tensor| tensor.rank());
    // SAFETY: the kind is checked, and places are below the element count.
    let order: Vec<i64> = unsafe {
        let raw = layout.to_raw();
        require!(
            mlirAttributeIsADenseElements(raw),
            "custom-call-layouts",
            "has the layout {layout}, which is not a list"
        );
        let count = mlirElementsAttrGetNumElements(raw);
        require!(
            count == rank as i64,
            "custom-call-layouts",
            "gives a layout of {count} dimensions to {ty}; it must be a permutation of its {rank} dimensions"
        );
        (0..count).map(|i| mlirDenseElementsAttrGetIndexValue(raw, i as isize) as i64).collect()
    };
    let mut sorted = order.clone();
    sorted.sort_unstable();
    require!(
        sorted.iter().copied().eq(0..rank as i64),
        "custom-call-layouts",
        "gives the layout {} to {ty}; it must be a permutation of its {rank} dimensions",
        show(&order)
    );
    Ok(())
}

/// The part of a value that a path of tuple indices leads to.
fn part<'c>(ty: Type<'c>, path: &[usize]) -> Option<Type<'c>> {
    path.iter().try_fold(ty, |ty, index| elements(ty)?.get(*index).copied())
}

pub fn verify_aliases(op: Op<'_>) -> Result<(), Violation<'_>> {
    for alias in op.attr("output_operand_aliases").and_then(array_elements).unwrap_or_default() {
        let text = alias.to_string();
        let index = field(&text, "operand_index").and_then(|index| index.parse::<i64>().ok()).unwrap_or(-1);
        let operands = op.ins();
        let operand = usize::try_from(index).ok().and_then(|index| operands.get(index));
        let Some(operand) = operand else {
            let message = format!("aliases operand {index} of {}", operands.len());
            return Err(Violation::new("custom-call-alias", message));
        };
        let (inputs, outputs) = (list(&text, "operand_tuple_indices"), list(&text, "output_tuple_indices"));
        let results = op.outs();
        let output = match results.as_slice() {
            [only] => part(only.r#type(), &outputs),
            // Several results count as the elements of a tuple.
            _ => outputs.split_first().and_then(|(first, rest)| part(results.get(*first)?.r#type(), rest)),
        };
        let (Some(input), Some(output)) = (part(operand.r#type(), &inputs), output) else {
            return Err(Violation::new("custom-call-alias", format!("aliases a part that is not there: {text}")));
        };
        require!(
            input == output,
            "custom-call-alias",
            "aliases an operand of type {input} with an output of type {output}"
        );
    }
    Ok(())
}

/// These ops have no operand that states their shape, so that it must be static, or have one dimension of a known
/// bound.
pub fn verify_bounded(op: Op<'_>) -> Result<(), Violation<'_>> {
    let Some(result) = op.outs().first().and_then(|result| tensor_of(*result)) else { return Ok(()) };
    let dynamic = result.shape.iter().filter(|size| **size == DYNAMIC).count();
    require!(
        dynamic == 0 || (dynamic == 1 && result.encoding.is_some()),
        "static-result",
        "has a result of type {}; it must be static or have one bounded dimension",
        result.ty()
    );
    Ok(())
}

/// A composite is named `dialect.op` and computed by a function.
pub fn verify_composite(op: Op<'_>) -> Result<(), Violation<'_>> {
    let name = op.attr("name").and_then(string_value).unwrap_or_default();
    let word = |word: &str, extra: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || extra.contains(c))
    };
    let mut words = name.split('.');
    let namespace = words.next().unwrap_or_default();
    let named = word(namespace, "") && namespace.starts_with(|c: char| c.is_ascii_alphabetic());
    let rest: Vec<&str> = words.collect();
    require!(
        named && !rest.is_empty() && rest.iter().all(|part| word(part, "$")),
        "composite-name",
        "is named \"{name}\"; it must be the name of an op in a namespace, such as \"my.op\""
    );
    check_call(op, "decomposition")
}
