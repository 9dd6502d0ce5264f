//! The pass xla-select-entry: which function is the program, and what it takes and gives.

use melior::ir::ValueLike;
use xla_dialect::diagnostics::{Severity, emit};
use xla_dialect::ir::{Attribute, Op, OpExt, Tensor, Type, block_args, block_ops, string_value, terminator};
use xla_dialect::ops::tuple;
use xla_dialect::passes::{Failed, Pass, PassOption};

/// Records the types of the entry's inputs and outputs, as the program states them, on the module; makes every
/// other function private.
pub const PASS: Pass = Pass {
    name: "xla-select-entry",
    description: "Make one function the program: record its signature, and make the others private",
    op: "builtin.module",
    options: &[PassOption { name: "entry", description: "the function's name", default: "main" }],
    dialects: &[],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let entry = options.first().copied().unwrap_or("main");
    let functions: Vec<Op<'c>> = module
        .body(0)
        .map(block_ops)
        .unwrap_or_default()
        .into_iter()
        .filter(|op| op.name_str() == "func.func")
        .collect();
    let name = |op: &Op<'c>| op.attr("sym_name").and_then(string_value).unwrap_or_default();
    let Some(main) = functions.iter().copied().find(|op| name(op) == entry) else {
        let names: Vec<_> = functions.iter().map(|op| format!("@{}", name(op))).collect();
        let message = format!("there is no function @{entry}; the module has {}", names.join(", "));
        emit(module.loc(), Severity::Error, &message, &[]);
        return Err(Failed);
    };
    let Some(body) = main.body(0) else {
        emit(main.loc(), Severity::Error, &format!("@{entry} is only declared: there is nothing to run"), &[]);
        return Err(Failed);
    };
    for function in functions {
        let private = name(&function) != entry;
        if private {
            function.set_attr(
                "sym_visibility",
                melior::ir::attribute::StringAttribute::new(module.ctx(), "private").into(),
            );
        } else {
            function.remove_attr("sym_visibility");
        }
    }
    let inputs: Vec<_> = block_args(body).iter().map(|value| value.r#type()).collect();
    let outputs: Vec<_> =
        terminator(body).map(|end| end.ins().iter().map(|value| value.r#type()).collect()).unwrap_or_default();
    module.set_attr("xla.inputs", types(module, &inputs));
    module.set_attr("xla.outputs", types(module, &outputs));
    super::literal::check(module)?;
    super::sizes::check(module)?;
    super::collective::check(module)
}

/// The tensor types in `all`, tuples taken apart.
fn types<'c>(module: Op<'c>, all: &[Type<'c>]) -> Attribute<'c> {
    let mut leaves = Vec::new();
    let mut stack: Vec<Type<'c>> = all.iter().rev().copied().collect();
    while let Some(ty) = stack.pop() {
        if let Some(elements) = tuple::elements(ty) {
            stack.extend(elements.into_iter().rev());
        } else if Tensor::of(ty).is_some() {
            leaves.push(melior::ir::attribute::TypeAttribute::new(ty).into());
        }
    }
    melior::ir::attribute::ArrayAttribute::new(module.ctx(), &leaves).into()
}
