//! Prints a line for each op, of three columns: its mnemonic, what the dialect has for it of `infer`, `verify` and `fold`, and
//! what StableHLO calls it.

use xla_dialect::ops::{coverage, names};

fn main() {
    for (mnemonic, coverage) in coverage() {
        let flags = [(coverage.infer, "infer"), (coverage.verify, "verify"), (coverage.fold, "fold")];
        let words: Vec<&str> = flags.iter().filter(|(has, _)| *has).map(|(_, word)| *word).collect();
        println!("{mnemonic}\t{}\t{}", words.join(" "), names::stablehlo_names(mnemonic).join(" "));
    }
}
