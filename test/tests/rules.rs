//! Each rule of the dialects has a label, and each label is expected by a test of invalid programs.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let paths = entries.map(|entry| entry.expect("a readable directory").path());
    paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether `text` looks like `slice-start-limit`: no other text in the modules of the ops does.
fn is_label(text: &str) -> bool {
    text.contains('-')
        && text.split('-').all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// The labels in Rust code, but for its unit tests: as a literal, or at the end of one in brackets.
fn labels(code: &str) -> BTreeSet<String> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    // A quotation mark in a literal opens and closes none.
    let code = code.replace("'\"'", "").replace("\\\"", "");
    let literals = code.split('"').skip(1).step_by(2);
    let inside = |literal: &str| literal.rsplit_once('[').and_then(|(_, end)| end.strip_suffix(']')).map(str::to_owned);
    literals.map(|literal| inside(literal).unwrap_or(literal.to_owned())).filter(|label| is_label(label)).collect()
}

#[test]
fn every_rule_is_expected_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository");
    let mut modules = files(&root.join("dialects/src/ops"), "rs");
    modules.push(root.join("dialects/src/layout.rs"));
    let labels: BTreeSet<String> = modules.iter().flat_map(|module| labels(&read(module))).collect();
    assert!(labels.len() > 50, "the labels are not where this test looks for them");
    let folders = ["test/ops", "test/passes"];
    let tests: String =
        folders.iter().flat_map(|folder| files(&root.join(folder), "mlir")).map(|path| read(&path)).collect();
    let untested: Vec<&String> = labels.iter().filter(|label| !tests.contains(&format!("[{label}]}}}}"))).collect();
    assert!(untested.is_empty(), "no expected-error in test/ops or test/passes names these rules: {untested:?}");
}

#[test]
fn labels_are_found() {
    let code = r##"require!(x, "pad-size", "is {x}"); trim('"'); say("\""); Err("too many [layout-minor-to-major]".into()); "xla.pad""##;
    assert_eq!(labels(code).into_iter().collect::<Vec<_>>(), ["layout-minor-to-major", "pad-size"]);
}
