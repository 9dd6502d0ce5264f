//! Generates docs/reference/status.md: what is tested of each op.

use crate::workspace::{Workspace, names, output};
use anyhow::{Context, Result};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

const HEAD: &str = "\
<!-- Written by `./x docs` from the dialect, test/run, test/differential, test/import and the ODS files. -->

# Status

The result type is inferred from the operands, or stated and verified against them. *Executed* lists the element types of
the programs in `test/run`, which compare their results with expected values; an op that is executed has a lowering.
*Compared* lists the random programs of `test/differential`, which are compared with XLA:CPU, NumPy or SciPy, by the name
that StableHLO has for the op. Where there are none, the numbers in `test/run` come from XLA's documents or from NumPy.

| Op | Result type | Literals folded | Executed with elements of | Compared as |
|---|---|---|---|---|
";

/// What the dialect's tables have for an op.
struct Meaning {
    infers: bool,
    verifies: bool,
    folds: bool,
    /// Its names in StableHLO.
    stablehlo: Vec<String>,
}

/// The text of the page; `ops` is the text of docs/reference/ops.md.
///
/// # Errors
/// If a file cannot be read, the coverage example fails or its table lacks an op.
pub fn page(workspace: &Workspace, ops: &str) -> Result<String> {
    let meanings = meanings(workspace)?;
    let runs: String = texts("test/run", "mlir")?.into_values().collect();
    let differential = texts("test/differential", "py")?;
    let mut page = HEAD.to_string();
    let (mut rows, mut executed, mut compared) = (0, 0, 0);
    for op in ops.lines().filter_map(|line| line.strip_prefix("### `xla.")?.strip_suffix('`')) {
        let meaning = meanings.get(op).with_context(|| format!("xla.{op} is not in the coverage table"))?;
        let types = element_types(&runs, op);
        let random = random_programs(&differential, op, meaning);
        let result = match meaning {
            Meaning { infers: true, .. } => "inferred",
            Meaning { verifies: true, .. } => "stated",
            _ => "a token",
        };
        let folded = if meaning.folds { "yes" } else { "" };
        rows += 1;
        executed += usize::from(!types.is_empty());
        compared += usize::from(!random.is_empty());
        let random = match random.is_empty() && !types.is_empty() {
            true => "fixed numbers of `test/run`".to_string(),
            false => random.join(" "),
        };
        page += &format!("| `xla.{op}` | {result} | {folded} | {} | {random} |\n", types.join(" "));
    }
    page += &format!(
        "\n{rows} ops, {executed} executed by tests of their own, {compared} compared on random programs.\n\n\
         ## Parsed, and not compiled yet\n\n{}\n",
        refused(&fs::read_to_string("test/import/unsupported.mlir")?).join(", ")
    );
    Ok(page)
}

/// What the dialect's tables have for each op.
fn meanings(workspace: &Workspace) -> Result<HashMap<String, Meaning>> {
    let mut cargo = workspace.command("cargo");
    cargo.args(["run", "--release", "--quiet", "-p", "xla-dialect", "--example", "coverage"]);
    let table = output(&mut cargo)?;
    let mut meanings = HashMap::new();
    for line in table.lines() {
        let mut columns = line.split('\t');
        let mut next = || columns.next().with_context(|| format!("a line of three columns, not {line:?}"));
        let (op, flags, stablehlo) = (next()?, next()?, next()?);
        let has = |flag: &str| flags.split(' ').any(|word| word == flag);
        let stablehlo = stablehlo.split_whitespace().map(str::to_string).collect();
        let meaning = Meaning { infers: has("infer"), verifies: has("verify"), folds: has("fold"), stablehlo };
        meanings.insert(op.to_string(), meaning);
    }
    Ok(meanings)
}

/// The files with this extension in a folder, by name.
fn texts(folder: &str, extension: &str) -> Result<BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(folder).context(folder.to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|other| other == extension) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            texts.insert(name, read(&path)?);
        }
    }
    Ok(texts)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// The element types that follow the op `xla.<op>` in lines that contain it.
fn element_types(text: &str, op: &str) -> Vec<String> {
    let op = format!("xla.{op}");
    let mut types: Vec<String> = Vec::new();
    let mut occurs = false;
    for line in text.lines().filter(|line| names(line, &op)) {
        occurs = true;
        let Some(after) = line.rfind(&format!("{op} ")).or_else(|| line.rfind(&format!("{op}("))) else { continue };
        let after = &line[after + op.len()..];
        for (end, _) in after.match_indices('>') {
            let Some((begin, element)) = element(&after[..end]) else { continue };
            let is_complex = after[..begin].ends_with("complex<") && after[end + 1..].starts_with('>');
            types.push(if is_complex { format!("complex<{element}>") } else { element.to_string() });
        }
    }
    types.sort_by(|a, b| by_version(a, b));
    types.dedup();
    if types.is_empty() && occurs { vec!["tokens".to_string()] } else { types }
}

/// The element type at the end of a text, and its position.
fn element(text: &str) -> Option<(usize, &str)> {
    let last = text.char_indices().rfind(|(_, c)| !c.is_alphanumeric());
    let word = last.map_or(0, |(at, c)| at + c.len_utf8());
    (word..text.len()).map(|begin| (begin, &text[begin..])).find(|(_, word)| is_element(word))
}

/// Whether a word is `bf16`, `f32`, `f8E5M2`, `i8`, `ui8`, ...
fn is_element(word: &str) -> bool {
    if word == "bf16" {
        return true;
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(integer) = word.strip_prefix("ui").or_else(|| word.strip_prefix('i')) {
        return digits(integer);
    }
    let Some(float) = word.strip_prefix('f') else { return false };
    let (width, format) = float.split_once('E').map_or((float, None), |(width, format)| (width, Some(format)));
    digits(width) && format.is_none_or(|format| format.as_bytes().get(1) == Some(&b'M'))
}

/// Compares as `sort --version-sort` does: numbers in words by their values.
fn by_version(a: &str, b: &str) -> Ordering {
    let key = |text: &str| {
        let mut parts: Vec<(String, u64)> = vec![(String::new(), 0)];
        let mut in_number = false;
        for c in text.chars() {
            if in_number && !c.is_ascii_digit() {
                parts.push((String::new(), 0));
            }
            in_number = c.is_ascii_digit();
            if let (Some(digit), Some((_, number))) = (c.to_digit(10), parts.last_mut()) {
                *number = *number * 10 + u64::from(digit);
            } else if let Some((word, _)) = parts.last_mut() {
                word.push(c);
            }
        }
        parts
    };
    key(a).cmp(&key(b))
}

/// The random programs of an op, by the names that StableHLO, CHLO or the op itself have in the tables of
/// `test/differential`.
fn random_programs(tables: &BTreeMap<String, String>, op: &str, meaning: &Meaning) -> Vec<String> {
    let begins = |text: &str, starts: &[&str], name: &str| {
        let starts: Vec<String> = starts.iter().map(|start| format!("{start}(\"{name}\"")).collect();
        text.lines().any(|line| starts.iter().any(|start| line.starts_with(start)))
    };
    let anywhere = |starts: &[&str], name: &str| tables.values().any(|text| begins(text, starts, name));
    let mut found: Vec<String> =
        meaning.stablehlo.iter().filter(|name| anywhere(&["unary", "binary", "@op"], name)).cloned().collect();
    let ours = format!("xla.{op}");
    if found.is_empty() && (anywhere(&["@op"], op) || tables.values().any(|text| names(text, &ours))) {
        found.push(ours);
    }
    if tables.get("chlo").is_some_and(|text| begins(text, &["unary", "@op"], op)) {
        found.push(format!("chlo.{op}"));
    }
    found
}

/// The ops that the importer refuses, according to a test.
fn refused(test: &str) -> Vec<String> {
    let refused = test.lines().filter_map(|line| {
        let (_, message) = line.split_once("{{unsupported: ")?;
        Some(format!("`{}`", message.strip_suffix(": no lowering yet}}")?))
    });
    let mut refused: Vec<String> = refused.collect();
    refused.sort();
    refused.dedup();
    refused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_after_the_op() {
        let text = "%0 = xla.add %a, %b : tensor<4xbf16>\n%1 = xla.add(%a) : tensor<complex<f32>>\n\
                    %2 = xla.address %a : tensor<4xi64>\n%3 = xla.add %a : tensor<2x3xf8E5M2> -> tensor<ui8>";
        assert_eq!(element_types(text, "add"), ["bf16", "complex<f32>", "f8E5M2", "ui8"]);
        assert_eq!(element_types("xla.after_all", "after_all"), ["tokens"]);
        assert_eq!(element_types("xla.neg %a // \u{2192}f32>", "neg"), ["f32"]);
        assert!(element_types(text, "sub").is_empty());
    }

    #[test]
    fn numbers_in_names_are_numbers() {
        let mut types = ["i16", "f64", "i8", "f16", "f8E5M2", "bf16", "f8E4M3FN"];
        types.sort_by(|a, b| by_version(a, b));
        assert_eq!(types, ["bf16", "f8E4M3FN", "f8E5M2", "f16", "f64", "i8", "i16"]);
    }

    #[test]
    fn refused_ops_are_those_of_the_test() {
        let test = "// expected-error @+1 {{unsupported: stablehlo.b: no lowering yet}}\n\
                    // expected-error @+1 {{unsupported: stablehlo.a: no lowering yet}}\n\
                    // expected-error @+1 {{unsupported: stablehlo.c: something else}}";
        assert_eq!(refused(test), ["`stablehlo.a`", "`stablehlo.b`"]);
    }
}
