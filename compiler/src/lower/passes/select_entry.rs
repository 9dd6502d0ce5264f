//! The pass xla-select-entry: which function is the program, and what it takes and gives.

use crate::attributes::{self, INPUT_NAMES, INPUTS, OUTPUT_NAMES, OUTPUTS, PARTITIONS, REPLICAS, SCHEDULES};
use crate::entry;
use crate::verified;
use melior::ir::ValueLike;
use melior::ir::attribute::{ArrayAttribute, StringAttribute, TypeAttribute};
use xla_dialect::diagnostics::{error, unsupported};
use xla_dialect::ir::{
    Attribute, Op, OpExt, Tensor, Type, Value, block_args, element_type, entries, is_index, string_value, terminator,
};
use xla_dialect::ops::tuple;
use xla_dialect::passes::{Failed, Pass, PassOption};

/// Records the types of the entry's inputs and outputs, as the program states them, and their names, where it has some,
/// on the module; makes every other function private.
pub const PASS: Pass = Pass {
    name: "xla-select-entry",
    description: "Make one function the program: record its signature, and make the others private",
    op: "builtin.module",
    options: &[PassOption::text("entry", "the function's name", "main")],
    dialects: &[],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let entry = options.first().copied().unwrap_or("main");
    let main = entry::select(module, Some(entry)).map_err(|(location, message)| error(location, &message))?;
    // What a module says to the passes behind this one, and to LLVM's translation, they say themselves.
    attributes::retain(module, |name| [PARTITIONS, REPLICAS, SCHEDULES].contains(&name));
    let body = verified::body(main, 0);
    let inputs: Vec<_> =
        block_args(body).iter().enumerate().map(|(i, value)| (value.r#type(), input_name(main, *value, i))).collect();
    let outputs: Vec<_> = terminator(body).map(|end| end.ins()).unwrap_or_default();
    let outputs: Vec<_> = outputs
        .iter()
        .enumerate()
        .map(|(i, value)| (value.r#type(), info(main, "res_attrs", i, "result_info")))
        .collect();
    for (types_name, names_name, all) in [(INPUTS, INPUT_NAMES, inputs), (OUTPUTS, OUTPUT_NAMES, outputs)] {
        let (types, names): (Vec<Type<'c>>, Vec<_>) = leaves(&all).into_iter().unzip();
        // Indices are for shapes inside of a program: in memory they have no size of their own.
        if types.iter().any(|ty| is_index(element_type(*ty))) {
            return Err(unsupported(main, "element type index"));
        }
        let types: Vec<Attribute<'c>> = types.into_iter().map(|ty| TypeAttribute::new(ty).into()).collect();
        module.set_attr(types_name, ArrayAttribute::new(module.ctx(), &types).into());
        if names.iter().any(|name| !name.is_empty()) {
            let names: Vec<_> = names.iter().map(|name| StringAttribute::new(module.ctx(), name).into()).collect();
            module.set_attr(names_name, ArrayAttribute::new(module.ctx(), &names).into());
        }
    }
    crate::literal::check(module)?;
    super::value_sizes::check(module)?;
    crate::grid::check(module)
}

/// What JAX says of an argument or a result, such as `params['w']`; empty where it says nothing.
fn info(function: Op<'_>, list: &str, i: usize, what: &str) -> String {
    let text = || {
        let all = ArrayAttribute::try_from(function.attr(list)?).ok()?;
        let (_, info) = entries(all.element(i).ok()?)?.into_iter().find(|(name, _)| *name == format!("jax.{what}"))?;
        Some(string_value(info)?.to_string())
    };
    text().unwrap_or_default()
}

/// The name of an argument: what JAX says it is, or what its location names.
fn input_name(function: Op<'_>, argument: Value<'_>, i: usize) -> String {
    let info = info(function, "arg_attrs", i, "arg_info");
    // SAFETY: the argument is alive, and so is its location; the kind is checked before the name is read.
    unsafe {
        let location = mlir_sys::mlirValueGetLocation(argument.to_raw());
        if !info.is_empty() || !mlir_sys::mlirLocationIsAName(location) {
            return info;
        }
        let name = mlir_sys::mlirIdentifierStr(mlir_sys::mlirLocationNameGetName(location));
        melior::StringRef::from_raw(name).as_str().unwrap_or_default().to_string()
    }
}

/// The tensor types in `all` and their names, tuples taken apart: element 1 of `x` is `x.1`.
fn leaves<'c>(all: &[(Type<'c>, String)]) -> Vec<(Type<'c>, String)> {
    let mut leaves = Vec::new();
    let mut stack: Vec<(Type<'c>, String)> = all.iter().rev().cloned().collect();
    while let Some((ty, name)) = stack.pop() {
        if let Some(elements) = tuple::elements(ty) {
            let of = |i| if name.is_empty() { String::new() } else { format!("{name}.{i}") };
            stack.extend(elements.into_iter().enumerate().rev().map(|(i, element)| (element, of(i))));
        } else if Tensor::of(ty).is_some() {
            leaves.push((ty, name));
        }
    }
    leaves
}
