//! Prints what the dialect has for each op: a line of its name and of those of `infer`, `verify` and `fold` there are.

fn main() {
    for (mnemonic, coverage) in xla_dialect::ops::coverage() {
        let flags = [(coverage.infer, "infer"), (coverage.verify, "verify"), (coverage.fold, "fold")];
        let words: Vec<&str> = flags.iter().filter(|(has, _)| *has).map(|(_, word)| *word).collect();
        println!("{mnemonic} {}", words.join(" "));
    }
}
