//! Which function of a module is the program.

use crate::execute::ENTRY;
use melior::ir::attribute::StringAttribute;
use xla_dialect::ir::{Location, Op, OpExt, block_ops, string_value};
use xla_dialect::ods::func;

/// The functions of `module`.
fn functions<'c>(module: Op<'c>) -> impl Iterator<Item = Op<'c>> {
    let all = module.body(0).map(block_ops).unwrap_or_default().into_iter();
    all.filter(|op| func::Func::of(*op).is_some())
}

/// The name of a function.
pub fn name<'c>(function: Op<'c>) -> &'c str {
    function.attr("sym_name").and_then(string_value).unwrap_or_default()
}

/// Whether others may call a function.
pub fn is_public(function: Op<'_>) -> bool {
    function.attr("sym_visibility").is_none()
}

/// Whether compiled code gives the name to a function of its own, or LLVM to one.
fn is_reserved(name: &str) -> bool {
    name == ENTRY || name.starts_with("xla_rt_") || name.starts_with("llvm.")
}

/// The function that [`select`] selected.
pub fn selected<'c>(module: Op<'c>) -> Option<Op<'c>> {
    functions(module).find(|function| is_public(*function))
}

/// The function called `entry`; if none is named, `main`, or the only public one with a body. It becomes the only public
/// one, so that what it does not call can be dropped.
///
/// # Errors
/// If there is no such function, it has no body, or its name cannot be written in a pipeline or is reserved: where, and why.
pub fn select<'c>(module: Op<'c>, entry: Option<&str>) -> Result<Op<'c>, (Location<'c>, String)> {
    let all: Vec<Op<'c>> = functions(module).collect();
    let named = |wanted: &str| all.iter().copied().find(|function| name(*function) == wanted);
    let chosen = match entry {
        Some(name) => named(name),
        None => named("main").or_else(|| {
            let mut public = all.iter().copied().filter(|function| is_public(*function) && function.body(0).is_some());
            public.next().filter(|_| public.next().is_none())
        }),
    };
    let Some(chosen) = chosen else {
        let names: Vec<_> = all.iter().map(|function| format!("@{}", name(*function))).collect();
        let others = if names.is_empty() { String::new() } else { format!(", only {}", names.join(", ")) };
        return Err((module.loc(), format!("there is no function @{} here{others}", entry.unwrap_or("main"))));
    };
    let own = name(chosen);
    if chosen.body(0).is_none() {
        return Err((chosen.loc(), format!("@{own} is only declared: there is nothing to run")));
    }
    // The name becomes an option of a pass, whose syntax has no quotes.
    if own.is_empty() || !own.chars().all(|c| c.is_ascii_alphanumeric() || "_.$-".contains(c)) {
        return Err((chosen.loc(), format!("@\"{own}\" cannot be an entry: rename the function")));
    }
    if is_reserved(own) {
        let message = format!("@{own} cannot be an entry: compiled code has functions of such names; rename it");
        return Err((chosen.loc(), message));
    }
    for function in all {
        if function == chosen {
            function.remove_attr("sym_visibility");
        } else {
            function.set_attr("sym_visibility", StringAttribute::new(module.ctx(), "private").into());
        }
    }
    Ok(chosen)
}
