//! The counts by op and by pair of ops, as a page.

use crate::generate::Pair;
use crate::generate::ops::{OPS, Op};
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

/// Types of each kind: no dimensions, a vector, a square matrix, an image.
fn probes() -> impl Iterator<Item = TensorType> {
    use Element::*;
    let shapes: [&[usize]; 4] = [&[], &[2], &[3, 3], &[2, 3, 3]];
    [Pred, U32, S32, U64, F32, C64]
        .into_iter()
        .flat_map(move |element| shapes.map(|shape| TensorType::new(element, shape)))
}

/// Whether some operand of an op can have type `ty`. Most operands have the type of the result.
fn takes(op: &Op, ty: &TensorType) -> bool {
    let (element, rank) = (ty.element, ty.shape.len());
    let name = op.name.split_once('.').map_or(op.name, |(_, name)| name);
    match name {
        // They have no operands, or only constant ones: shapes, and matrices that have a factor.
        "constant" | "iota" | "replica_id" | "partition_id" | "dynamic_iota" | "cholesky" => false,
        // The operand is a tuple.
        "get_tuple_element" => false,
        "if" => element.is_pred() && rank == 0,
        "case" => element == Element::S32 && rank == 0,
        "rng_bit_generator" => element == Element::U64 && rank == 1,
        "get_dimension_size" | "sort" | "concatenate" => rank > 0,
        "is_finite" => element.is_float(),
        "complex" => element == Element::F32,
        "real" | "imag" => element.is_float() || element.is_complex(),
        "abs" => (op.can)(ty) || element.is_complex(),
        "fft" => rank > 0 && (element.is_float() || element.is_complex()),
        "compare" | "convert" | "select" | "gather" | "dynamic_gather" | "scatter" => true,
        "dynamic_slice" | "dynamic_update_slice" => true,
        _ => (op.can)(ty),
    }
}

/// Whether a value that `maker` makes can be read by `user`.
fn can_follow(maker: &Op, user: &Op) -> bool {
    probes().any(|ty| (maker.can)(&ty) && takes(user, &ty))
}

/// The pairs, as positions in [`OPS`], that can be and were seen less than 100 times, the rarest first.
pub fn rare_pairs(state: &State) -> Vec<Pair> {
    let mut rare = Vec::new();
    for (i, maker) in OPS.iter().enumerate() {
        for (j, user) in OPS.iter().enumerate() {
            let seen = state.pairs.get(&format!("{} > {}", bare(maker), bare(user))).copied().unwrap_or(0);
            if seen < OFTEN && can_follow(maker, user) {
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
    for maker in OPS {
        let (mut often, mut few, mut never, mut cannot) = (0, 0, 0, 0);
        for user in OPS {
            let seen = state.pairs.get(&format!("{} > {}", bare(maker), bare(user))).copied().unwrap_or(0);
            match seen {
                OFTEN.. => often += 1,
                1.. => few += 1,
                0 if !can_follow(maker, user) => cannot += 1,
                0 => {
                    never += 1;
                    missing.entry(bare(maker)).or_default().push(bare(user));
                }
            }
        }
        let count = state.ops.get(bare(maker)).copied().unwrap_or(0);
        let _ = writeln!(out, "| `{}` | {count} | {often} | {few} | {never} | {cannot} |", maker.name);
    }
    out += "\nPairs that cannot be: the second op takes no operands, or only constant ones; or it takes tuples, elements of other \
            types or arrays of other ranks than the first one makes.\n";
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
