//! Control flow: `while`, `conditional`, `call`, `custom_call`, `optimization_barrier` and `return`.
//!
//! Their canonicalization patterns are in [`super::control_patterns`]. None of them folds.

use super::meaning::{Arguments, Meaning, value_location};
use crate::diagnostics::Violation;
use crate::ir::{
    Block, Element, Op, OpExt, Tensor, Type, block_args, block_ops, element_type, string_value, symbol_value,
    terminator,
};
use crate::layout::compatible;
use crate::ods::{Kind, stablehlo, xla};
use crate::require;
use melior::ir::ValueLike;
use melior::ir::attribute::AttributeLike;
use mlir_sys::*;

/// `call`.
pub const CALL: Meaning = Meaning { infer: None, verify: Some(verify_call), fold: None };
/// `conditional`; StableHLO's `if` and `case`.
pub const CONDITIONAL: Meaning = Meaning { infer: None, verify: Some(verify_conditional), fold: None };
/// `custom_call`.
pub const CUSTOM_CALL: Meaning = Meaning { infer: None, verify: Some(verify_custom_call), fold: None };
/// `optimization_barrier`: never folds.
pub const OPTIMIZATION_BARRIER: Meaning = Meaning { infer: Some(infer_barrier), verify: None, fold: None };
/// `return`.
pub const RETURN: Meaning = Meaning { infer: None, verify: Some(verify_return), fold: None };
/// `while`.
pub const WHILE: Meaning = Meaning { infer: None, verify: Some(verify_while), fold: None };

/// Whether `op` itself does more than to compute its results from its operands.
pub fn has_effects(op: Op<'_>) -> bool {
    use xla::Kind::*;
    xla::Kind::of(op).is_none_or(|kind| {
        let communicates = matches!(
            kind,
            AllGather
                | AllReduce
                | AllToAll
                | CollectiveBroadcast
                | CollectivePermute
                | CollectiveReduce
                | CrossReplicaSum
                | Infeed
                | Outfeed
                | Recv
                | RecvDone
                | ReduceScatter
                | Send
                | SendDone
        );
        communicates || matches!(kind, Call | CustomCall | RngNormal | RngUniform)
    })
}

fn show_types(types: &[Type<'_>]) -> String {
    let types: Vec<String> = types.iter().map(ToString::to_string).collect();
    format!("({})", types.join(", "))
}

fn agree(a: &[Type<'_>], b: &[Type<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| compatible(*a, *b))
}

fn types_of<'c>(values: &[crate::ir::Value<'c>]) -> Vec<Type<'c>> {
    values.iter().map(|value| value.r#type()).collect()
}

/// The scalars that a computation on elements of the op's operands takes, quantized as these are.
pub(super) fn scalars_of(op: Op<'_>) -> Vec<Type<'_>> {
    op.ins().iter().map(|value| Tensor::new(&[], element_type(value.r#type())).ty()).collect()
}

/// Requires the computation `name` of `op` to take `expected`.
pub(super) fn check_body_arguments<'c>(
    op: Op<'c>,
    block: Block<'c>,
    name: &str,
    label: &'static str,
    expected: &[Type<'c>],
) -> Result<(), Violation<'c>> {
    let arguments = block_args(block);
    let found = types_of(&arguments);
    if agree(&found, expected) {
        return Ok(());
    }
    let message = format!("its {name} takes {} but is given {}", show_types(&found), show_types(expected));
    let location = arguments.first().map_or(op.loc(), |argument| value_location(*argument));
    Err(Violation::new(label, message).note(location, format!("the {name}'s arguments are declared here")))
}

/// Requires the computation `name` of `op` to return `expected`.
pub(super) fn check_terminator<'c>(
    block: Block<'c>,
    name: &str,
    label: &'static str,
    expected: &[Type<'c>],
) -> Result<(), Violation<'c>> {
    // ODS requires each computation to end with the dialect's return.
    let Some(last) = terminator(block) else { return Ok(()) };
    let found = types_of(&last.ins());
    if agree(&found, expected) {
        return Ok(());
    }
    let message = format!("its {name} returns {} but must return {}", show_types(&found), show_types(expected));
    Err(Violation::new(label, message).note(last.loc(), format!("the {name} returns here")))
}

/// Whether `ty` is a scalar of this element type.
fn is_scalar_of(ty: Type<'_>, element: Element) -> bool {
    Tensor::of(ty).is_some_and(|tensor| tensor.rank() == 0 && tensor.xla_element() == Some(element))
}

fn verify_while(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let carried = types_of(&arguments.operands);
    let (Some(condition), Some(body)) = (op.body(0), op.body(1)) else { return Ok(()) };
    check_body_arguments(op, condition, "condition", "while-condition-arguments", &carried)?;
    check_body_arguments(op, body, "body", "while-body-arguments", &carried)?;
    let Some(last) = terminator(condition) else { return Ok(()) };
    let returned = types_of(&last.ins());
    if returned.len() != 1 || !is_scalar_of(returned[0], Element::Pred) {
        let message = format!("its condition returns {} but must return a tensor<i1>", show_types(&returned));
        return Err(Violation::new("while-condition-result", message).note(last.loc(), "the condition returns here"));
    }
    check_terminator(body, "body", "while-body-results", &carried)?;
    let results = types_of(&op.outs());
    if !agree(&results, &carried) {
        let message = format!("gives {} but carries {}", show_types(&results), show_types(&carried));
        let mut violation = Violation::new("while-results", message);
        for i in 0..carried.len() {
            violation = violation.operand(&arguments, i);
        }
        return Err(violation);
    }
    Ok(())
}

fn verify_conditional(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let index = arguments.tensor(0)?;
    let branches = op.region_list().len();
    let is_pred = is_scalar_of(index.ty(), Element::Pred);
    let (takes_pred, takes_index) = match Kind::of(op) {
        Some(Kind::Stablehlo(stablehlo::Kind::If)) => (true, false),
        Some(Kind::Stablehlo(stablehlo::Kind::Case)) => (false, true),
        _ => (true, true),
    };
    if !(takes_pred && is_pred || takes_index && is_scalar_of(index.ty(), Element::S32)) {
        let expected = match (takes_pred, takes_index) {
            (true, false) => "a tensor<i1>",
            (false, true) => "a tensor<i32>",
            _ => "a tensor<i1> or a tensor<i32>",
        };
        let message = format!("chooses by a {index}; it must be {expected}");
        return Err(Violation::new("conditional-index", message).operand(&arguments, 0));
    }
    if is_pred && branches != 2 {
        let message = format!("chooses by a predicate between {branches} branches; there must be 2");
        return Err(Violation::new("conditional-branches", message).operand(&arguments, 0));
    }
    require!(branches >= 1, "conditional-branches", "needs at least one branch");
    let operands = &arguments.operands[1..];
    require!(
        operands.is_empty() || operands.len() == branches,
        "conditional-operands",
        "gives {} operands to {branches} branches; each takes one, or none does",
        operands.len()
    );
    let results = types_of(&op.outs());
    for i in 0..branches {
        let Some(block) = op.body(i) else { continue };
        let expected: Vec<Type<'_>> = operands.get(i).map(|operand| operand.r#type()).into_iter().collect();
        let name = format!("branch {i}");
        check_body_arguments(op, block, &name, "conditional-branch-arguments", &expected)
            .map_err(|violation| if operands.is_empty() { violation } else { violation.operand(&arguments, 1 + i) })?;
        check_terminator(block, &name, "conditional-branch-results", &results)?;
    }
    Ok(())
}

fn infer_barrier<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    Ok(types_of(&arguments.operands))
}

/// StableHLO's return may end a function, as `func.return` does.
fn verify_return(op: Op<'_>) -> Result<(), Violation<'_>> {
    let dialect = op.name_str().split('.').next().unwrap_or_default();
    let Some(parent) = op.parent_op() else { return Ok(()) };
    if parent.name_str() == "func.func" && dialect == "stablehlo" {
        let (returned, expected) = (types_of(&op.ins()), signature(parent).map(|(_, results)| results));
        let Some(expected) = expected.filter(|expected| !agree(&returned, expected)) else { return Ok(()) };
        let message = format!("returns {} from a function of {}", show_types(&returned), show_types(&expected));
        return Err(Violation::new("return-results", message).note(parent.loc(), "the function is declared here"));
    }
    if parent.name_str().starts_with(&format!("{dialect}.")) || dialect == "stablehlo" {
        return Ok(());
    }
    let message = format!("ends a computation of an {dialect} op, but stands in {}", parent.name_str());
    Err(Violation::new("return-parent", message).note(parent.loc(), "it stands in this op"))
}

fn verify_custom_call(op: Op<'_>) -> Result<(), Violation<'_>> {
    let target = op.attr("call_target_name").and_then(string_value).unwrap_or_default();
    // StableHLO allows an empty name, which then names no function that could be called.
    require!(
        !target.is_empty() || op.name_str() == "stablehlo.custom_call",
        "custom-call-target",
        "calls a function without a name"
    );
    require!(
        !target.contains('\0'),
        "custom-call-target",
        "calls a function whose name holds a zero byte, which no symbol has"
    );
    Ok(())
}

/// The function that `name` is in the symbol table around `op`.
pub fn function<'c>(op: Op<'c>, name: &str) -> Option<Op<'c>> {
    let mut scope = op.parent_op();
    while let Some(parent) = scope {
        if parent.name_str() == "builtin.module" {
            let block = parent.body(0)?;
            return block_ops(block)
                .into_iter()
                .find(|inner| inner.attr("sym_name").and_then(string_value) == Some(name));
        }
        scope = parent.parent_op();
    }
    None
}

/// The argument and result types of a function.
pub fn signature(function: Op<'_>) -> Option<(Vec<Type<'_>>, Vec<Type<'_>>)> {
    let ty = function.attr("function_type")?;
    // SAFETY: each kind is checked before its parts are asked for, and indices are below their number.
    unsafe {
        if !mlirAttributeIsAType(ty.to_raw()) {
            return None;
        }
        let ty = mlirTypeAttrGetValue(ty.to_raw());
        mlirTypeIsAFunction(ty).then(|| {
            let inputs = (0..mlirFunctionTypeGetNumInputs(ty)).map(|i| Type::from_raw(mlirFunctionTypeGetInput(ty, i)));
            let results =
                (0..mlirFunctionTypeGetNumResults(ty)).map(|i| Type::from_raw(mlirFunctionTypeGetResult(ty, i)));
            (inputs.collect(), results.collect())
        })
    }
}

fn verify_call(op: Op<'_>) -> Result<(), Violation<'_>> {
    check_call(op, "callee")
}

/// Requires the function that the attribute `symbol` names to take the operands of `op` and to give its results.
pub(super) fn check_call<'c>(op: Op<'c>, symbol: &str) -> Result<(), Violation<'c>> {
    let arguments = Arguments::of(op);
    let name = op.attr(symbol).and_then(symbol_value).unwrap_or_default();
    let Some(callee) = function(op, name) else {
        return Err(Violation::new("call-callee", format!("calls @{name}, but there is no such function")));
    };
    let Some((inputs, results)) = signature(callee) else {
        let message = format!("calls @{name}, which is a {} and no function", callee.name_str());
        return Err(Violation::new("call-callee", message).note(callee.loc(), "it is declared here"));
    };
    let given = types_of(&arguments.operands);
    if !agree(&given, &inputs) {
        let message = format!("gives {} to @{name}, which takes {}", show_types(&given), show_types(&inputs));
        return Err(Violation::new("call-arguments", message).note(callee.loc(), "it is declared here"));
    }
    let expected = types_of(&op.outs());
    if !agree(&expected, &results) {
        let message = format!("expects {} of @{name}, which gives {}", show_types(&expected), show_types(&results));
        return Err(Violation::new("call-results", message).note(callee.loc(), "it is declared here"));
    }
    Ok(())
}
