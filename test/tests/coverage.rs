//! No op of the dialect lacks type inference (or states its type), an op test, tests of its errors and an execution
//! test. A lowering is what an execution test proves.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};
use xla_test::find;

/// Ops whose result type is the program's to choose, so that it is verified and not inferred.
const STATE_THEIR_TYPE: [&str; 18] = [
    "bitcast_convert",
    "broadcast_in_dim",
    "call",
    "conditional",
    "conv",
    "conv_with_general_padding",
    "convert",
    "custom_call",
    "dot",
    "dot_general",
    "infeed",
    "iota",
    "recv",
    "reshape",
    "rng_bit_generator",
    "rng_normal",
    "rng_uniform",
    "while",
];

/// What an op does not need, and why.
const NOT_NEEDED: [(&str, Need, &str); 4] = [
    ("after_all", Need::Inference, "its result is a token"),
    ("outfeed", Need::Inference, "its result is a token"),
    ("return", Need::Inference, "it has no results"),
    ("send_done", Need::Inference, "its result is a token"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Inference,
    OpTest,
    Errors,
    Execution,
}

struct OdsOp {
    mnemonic: String,
    infers: bool,
}

#[test]
fn no_op_lacks_anything() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository").to_owned();
    let ops = ods_ops(&root);
    assert!(ops.len() > 50, "only {} ops found", ops.len());
    let tests = mentions(&root.join("test/ops"), |name| !name.ends_with("_invalid"));
    let errors = mentions(&root.join("test/ops"), |name| name.ends_with("_invalid"));
    let runs = mentions(&root.join("test/run"), |_| true);
    let mut lacking = Vec::new();
    for op in &ops {
        let has = |text: &BTreeMap<PathBuf, String>| text.values().any(|text| mentions_op(text, &op.mnemonic));
        let states = STATE_THEIR_TYPE.contains(&op.mnemonic.as_str());
        for (need, met) in [
            (Need::Inference, op.infers || states),
            (Need::OpTest, has(&tests)),
            (Need::Errors, has(&errors)),
            (Need::Execution, has(&runs)),
        ] {
            let excused = NOT_NEEDED.iter().any(|(name, what, _)| *name == op.mnemonic && *what == need);
            if !met && !excused {
                lacking.push(format!("xla.{} lacks {need:?}", op.mnemonic));
            } else if met && excused {
                lacking.push(format!("xla.{} is excused from {need:?}, but has it", op.mnemonic));
            }
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

/// The ops that the ODS files declare.
fn ods_ops(root: &Path) -> Vec<OdsOp> {
    let prefix = PathBuf::from(env::var_os("MLIR_SYS_220_PREFIX").expect("MLIR_SYS_220_PREFIX"));
    let output = Command::new(prefix.join("bin/mlir-tblgen"))
        .args(["-gen-op-doc", "dialects/xla/Xla.td", "-I", "dialects", "-I"])
        .arg(prefix.join("include"))
        .current_dir(root)
        .output()
        .expect("mlir-tblgen");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut ops: Vec<OdsOp> = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        if let Some(rest) = line.strip_prefix("### `xla.") {
            let mnemonic = rest.split('`').next().unwrap_or_default().to_owned();
            ops.push(OdsOp { mnemonic, infers: false });
        } else if line.starts_with("Traits:") && line.contains("RustInfer") {
            ops.last_mut().expect("traits come after a heading").infers = true;
        }
    }
    ops
}

fn mentions(directory: &Path, wanted: impl Fn(&str) -> bool) -> BTreeMap<PathBuf, String> {
    find(directory)
        .expect("test files")
        .into_iter()
        .filter(|path| path.file_stem().and_then(|stem| stem.to_str()).is_some_and(&wanted))
        .map(|path| (path.clone(), without_comments(&fs::read_to_string(path).expect("a text file"))))
        .collect()
}

/// A program without its comments, `CHECK` lines among them: a name in them proves nothing.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Whether `text` holds `xla.<mnemonic>` as a whole word.
fn mentions_op(text: &str, mnemonic: &str) -> bool {
    let op = format!("xla.{mnemonic}");
    text.match_indices(&op).any(|(at, _)| {
        !text[at + op.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            && !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}
