//! The counts by op and by pair of ops, as a page.

use crate::generate::Pair;
use crate::generate::ops::{Family, OPS, Op};
use crate::state::State;
use std::collections::BTreeMap;
use std::fmt::Write;
use xla_runtime::TensorType;
use xla_scalar::Element;

/// A pair that was seen so often needs no word.
const OFTEN: u64 = 100;

const INTRODUCTION: &str = "\
<!-- Written by `random-programs --report --docs`. -->

# Random programs so far

[Testing](testing.md#random-programs-of-many-ops) says how random programs are generated and what each is checked for.
This page counts those that ran. [random-programs.toml](random-programs.toml) has the count of each pair of ops.

A finding is a folder in `target/random/findings/`: `program.mlir`, which is reduced, with its inputs, and `unreduced.mlir`. To reproduce it:

```sh
./x test --random --repeat target/random/findings/mixed-5011/program.mlir
./x run target/random/findings/mixed-5011/program.mlir                 # runs it only
```

`random-programs --profile mixed --show 5011` prints the program of a seed, before reduction.

";

/// Element types of each kind, and a shape that ops which want matrices or images take.
const KINDS: [(&str, Element); 4] =
    [("i1", Element::Pred), ("integers", Element::U32), ("floats", Element::F32), ("complex numbers", Element::C64)];

fn probes(element: Element) -> Vec<TensorType> {
    let elements: &[Element] = match element {
        Element::U32 => &[Element::U32, Element::S32],
        _ => &[element],
    };
    let shapes: [&[usize]; 4] = [&[], &[3], &[3, 3], &[2, 3, 3]];
    elements.iter().flat_map(|&element| shapes.map(|shape| TensorType::new(element, shape))).collect()
}

/// Kinds of elements that an op makes.
fn makes(op: &Op) -> Vec<&'static str> {
    let makes = |element: Element| probes(element).iter().any(|ty| (op.can)(ty));
    KINDS.iter().filter(|(_, element)| makes(*element)).map(|(name, _)| *name).collect()
}

/// Kinds of elements that an op takes as some operand; where it says nothing, those that it makes.
fn takes(op: &Op) -> Vec<&'static str> {
    let all = || KINDS.iter().map(|(name, _)| *name).collect();
    let name = op.name.split_once('.').map_or(op.name, |(_, name)| name);
    match name {
        "constant" | "iota" | "replica_id" | "partition_id" | "dynamic_iota" | "cholesky" => Vec::new(),
        "compare" | "convert" | "select" | "map" | "sort" | "reduce" | "reduce_window" | "case" | "if" | "while"
        | "call" => all(),
        "optimization_barrier" | "get_dimension_size" | "get_tuple_element" => all(),
        "gather" | "dynamic_gather" | "scatter" | "dynamic_slice" | "dynamic_update_slice" => all(),
        "is_finite" => vec!["floats"],
        "complex" => vec!["floats"],
        "real" | "imag" | "abs" => vec!["integers", "floats", "complex numbers"],
        "fft" => vec!["floats", "complex numbers"],
        "rng_bit_generator" => vec!["integers"],
        _ => makes(op),
    }
}

/// Why no value that `maker` makes can be read by `user`, if so.
pub fn reason(maker: &Op, user: &Op) -> Option<&'static str> {
    let takes = takes(user);
    if takes.is_empty() {
        return Some("the second takes no operands, or constant ones");
    }
    if maker.family == Family::Replicas && user.family == Family::Dynamic {
        return None;
    }
    (!makes(maker).iter().any(|kind| takes.contains(kind))).then_some("elements of other kinds")
}

/// The pairs, as positions in [`OPS`], that can be and were seen less than 100 times, the rarest first.
pub fn rare_pairs(state: &State) -> Vec<Pair> {
    let mut rare = Vec::new();
    for (i, maker) in OPS.iter().enumerate() {
        for (j, user) in OPS.iter().enumerate() {
            let seen = state.pairs.get(&format!("{} > {}", bare(maker), bare(user))).copied().unwrap_or(0);
            if seen < OFTEN && reason(maker, user).is_none() {
                rare.push((seen, (i, j)));
            }
        }
    }
    rare.sort_unstable();
    rare.into_iter().map(|(_, pair)| pair).collect()
}

fn bare(op: &Op) -> &'static str {
    op.name.split_once('.').map_or(op.name, |(_, name)| name)
}

/// The page.
pub fn page(state: &State) -> String {
    let mut out = String::from(INTRODUCTION);
    let _ = writeln!(out, "{} programs, by outcome: {}.\n", state.total(), list(&state.outcomes));
    let _ = writeln!(out, "By version of the compiler: {}.\n", list(&state.programs));
    let _ = writeln!(out, "Checks beside compiling and running: {}.\n", list(&state.checks));
    let _ = writeln!(out, "Not compared with XLA:CPU: {}.\n", list(&state.exclusions));
    let _ = writeln!(out, "Refused, or not compared: {}.\n", list(&state.refusals));
    out += "## Ops\n\n| Op | Programs' ops | Ops that read it: 100 times | fewer | not yet | cannot |\n|---|---|---|---|---|---|\n";
    let mut missing: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for maker in OPS {
        let (mut often, mut few, mut never, mut cannot) = (0, 0, 0, 0);
        for user in OPS {
            let seen = state.pairs.get(&format!("{} > {}", bare(maker), bare(user))).copied().unwrap_or(0);
            match (seen, reason(maker, user)) {
                (OFTEN.., _) => often += 1,
                (1.., _) => few += 1,
                (0, Some(reason)) => {
                    cannot += 1;
                    *reasons.entry(reason).or_default() += 1;
                }
                (0, None) => {
                    never += 1;
                    missing.entry(bare(maker)).or_default().push(bare(user));
                }
            }
        }
        let count = state.ops.get(bare(maker)).copied().unwrap_or(0);
        let _ = writeln!(out, "| `{}` | {count} | {often} | {few} | {never} | {cannot} |", maker.name);
    }
    out += "\nPairs that cannot be:\n\n";
    for (reason, count) in reasons {
        let _ = writeln!(out, "- {count}: {reason}.");
    }
    out += "\nPairs that can be and were not seen yet:\n\n";
    for (maker, users) in missing {
        let _ = writeln!(out, "- `{maker}`, read by: {}.", users.join(", "));
    }
    out
}

fn list(map: &BTreeMap<String, u64>) -> String {
    let parts: Vec<String> = map.iter().map(|(name, count)| format!("{name} {count}")).collect();
    if parts.is_empty() { "none".to_string() } else { parts.join("; ") }
}
