//! The tools' command lines: exit codes, files, messages. The program is a lowered one, so nothing but execution is
//! involved.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const INCREMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/increment.mlir");
const RUN: &str = env!("CARGO_BIN_EXE_xla-run");
const OPT: &str = env!("CARGO_BIN_EXE_xla-opt");
const TRANSLATE: &str = env!("CARGO_BIN_EXE_xla-translate");
const REDUCE: &str = env!("CARGO_BIN_EXE_xla-reduce");

struct Outcome {
    code: Option<i32>,
    out: String,
    err: String,
}

fn start(tool: &str, arguments: &[&str], input: &[u8]) -> Outcome {
    let mut child = Command::new(tool)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    if let Some(mut stdin) = child.stdin.take() {
        // A tool that refuses its command line does not read.
        let _ = stdin.write_all(input);
    }
    let output = child.wait_with_output().expect("the tool ends");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Outcome { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn run(arguments: &[&str]) -> Outcome {
    start(RUN, arguments, b"")
}

fn refused(outcome: &Outcome, message: &str) {
    assert_eq!(outcome.code, Some(2), "{}", outcome.err);
    assert!(outcome.err.contains(message), "{}", outcome.err);
    assert!(!outcome.err.contains("panicked") && !outcome.err.contains("Stack dump"), "{}", outcome.err);
}

fn npy(folder: &Path, name: &str, descr: &str, count: usize, data: &[u8]) -> PathBuf {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({count},), }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(data);
    let path = folder.join(name);
    fs::write(&path, bytes).expect("it is written");
    path
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|x| x.to_le_bytes()).collect()
}

#[test]
fn a_program_prints_its_output_and_counts_its_checks() {
    let outcome = run(&[INCREMENT, "[1, 2, 3, 4]"]);
    assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), ""));
    assert_eq!(outcome.out, "result 0: tensor<4xf32> [2.0, 3.0, 4.0, 5.0]\nchecks: 1\n");
}

#[test]
fn a_failed_check_is_told_with_its_place() {
    let outcome = run(&[INCREMENT, "4xf32=1"]);
    assert_eq!(outcome.code, Some(1));
    assert!(
        outcome
            .err
            .contains("increment.mlir:9:1: error: @check.expect_eq failed at index [1]: actual 2.0, expected 3.0")
    );
}

#[test]
fn arrays_go_through_files_of_both_kinds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let input = npy(folder.path(), "in.npy", "<f4", 4, &floats(&[1.0, 2.0, 3.0, 4.0])).display().to_string();
    for output in ["out.npy", "out.npz"] {
        let outcome = run(&[INCREMENT, &input, "--output", &path(output)]);
        assert_eq!((outcome.code, outcome.err.as_str()), (Some(0), ""));
        assert_eq!(outcome.out, "checks: 1\n");
        assert_eq!(run(&[INCREMENT, &input, "--expect", &path(output)]).code, Some(0));
    }
    let off = npy(folder.path(), "off.npy", "<f4", 4, &floats(&[2.0, 3.0, 4.1, 5.0])).display().to_string();
    let outcome = run(&[INCREMENT, &input, "--expect", &off]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.err.contains("result 0 is not as expected at index [2]: actual 4.0, expected 4.1"));
    assert_eq!(run(&[INCREMENT, &input, "--expect", &off, "--rtol", "0.1"]).code, Some(0));
    // An .npz serves as inputs, too.
    assert_eq!(run(&[INCREMENT, &path("out.npz")]).code, Some(1));
}

#[test]
fn a_benchmark_prints_one_line() {
    let outcome = run(&[INCREMENT, "--random", "3", "--bench", "--seconds", "0.01", "--threads", "1"]);
    assert_eq!(outcome.code, Some(0));
    let line = outcome.out.lines().last().unwrap_or_default();
    assert!(line.starts_with("{\"compile_s\": ") && line.contains("\"median_s\": ") && line.ends_with('}'), "{line}");
}

#[test]
fn wrong_inputs_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    refused(&run(&[INCREMENT]), "the program takes 1 input (tensor<4xf32>), and 0 are given");
    refused(&run(&[INCREMENT, "1", "2"]), "and 2 are given");
    refused(&run(&[INCREMENT, "[1, 2]"]), "input 0 is tensor<4xf32>, but `[1, 2]`: shape 2 is given");
    refused(&run(&[INCREMENT, "[1, 2"]), "`,` or `]` is expected");
    refused(&run(&[INCREMENT, "missing.npy"]), "missing.npy");
    let ints = npy(folder.path(), "ints.npy", "<i8", 4, &[0; 32]).display().to_string();
    refused(&run(&[INCREMENT, &ints]), "it holds int64, not f32");
    let short = npy(folder.path(), "short.npy", "<f4", 3, &[0; 12]).display().to_string();
    refused(&run(&[INCREMENT, &short]), "it holds tensor<3xf32>");
    let cut = npy(folder.path(), "cut.npy", "<f4", 4, &[0; 12]).display().to_string();
    refused(&run(&[INCREMENT, &cut]), "12 bytes of data follow the header, not 16");
    let bad = folder.path().join("bad.npz");
    fs::write(&bad, b"not a zip archive").expect("it is written");
    refused(&run(&[INCREMENT, &bad.display().to_string()]), "bad.npz");
    refused(&run(&[INCREMENT, "4xf32=0", "--output", "a.npy", "b.npy"]), "--output takes as many .npy files");
    refused(&run(&[INCREMENT, "4xf32=0", "--target", "z80"]), "no such target");
    if cfg!(target_arch = "x86_64") {
        refused(&run(&[INCREMENT, "4xf32=0", "--target", "aarch64"]), "does not run here");
    }
    refused(&run(&["missing.mlir"]), "cannot read missing.mlir");
    refused(&run(&[INCREMENT, "--frobnicate"]), "--frobnicate");
}

#[test]
fn stages_are_dumped() {
    let folder = tempfile::tempdir().expect("a folder");
    let stages = folder.path().join("stages");
    let outcome = run(&[INCREMENT, "4xf32=0", "--dump-dir", &stages.display().to_string()]);
    assert_eq!(outcome.code, Some(1));
    let mut names: Vec<_> = fs::read_dir(&stages)
        .expect("the folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["00-input.mlir", "01-llvm.ll", "02-optimized.ll", "03-code.s"]);
}

#[test]
fn every_tool_refuses_what_is_no_program() {
    let deep = format!("module {{ {} }}", "[".repeat(100_000));
    let types = format!("func.func private @f({}i32{})", "tuple<".repeat(100_000), ">".repeat(100_000));
    let cases: [(&[u8], &str); 8] = [
        (b"module {", "error"),
        (b"func.func @f(", "error"),
        (b"\0\x01\x02\x03", "neither text nor MLIR bytecode"),
        (b"ML\xefR\x0d\0\0", "error"),
        (b"\xff\xfe\xfd", "error"),
        (deep.as_bytes(), "nest more than 1000 deep"),
        (types.as_bytes(), "nest more than 1000 deep"),
        (b"func.func @f() -> i32 { %0 = \"stablehlo.foo\"() : () -> i32 return %0 : i32 }", "error"),
    ];
    for (text, message) in cases {
        refused(&start(OPT, &["-"], text), message);
        refused(&start(RUN, &["-"], text), message);
        refused(&start(TRANSLATE, &["--xla-to-asm", "-"], text), message);
    }
}

#[test]
fn mistakes_on_command_lines_have_the_code_of_invalid_input() {
    refused(&start(OPT, &["--frobnicate"], b""), "frobnicate");
    refused(&start(OPT, &["missing.mlir"], b""), "missing.mlir");
    refused(&start(OPT, &["--pass-pipeline=builtin.module(frobnicate)"], b"module {}"), "frobnicate");
    refused(&start(TRANSLATE, &["--frobnicate"], b""), "frobnicate");
    refused(&start(TRANSLATE, &["--xla-to-asm", "missing.mlir"], b""), "missing.mlir");
    refused(&start(TRANSLATE, &["--xla-to-asm", "--target=z80", INCREMENT], b""), "no such target");
    refused(&start(REDUCE, &["missing.mlir"], b""), "missing.mlir");
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out").display().to_string();
    fs::write(&path, "precious").expect("it is written");
    refused(&start(OPT, &["-", "-o", &path], b"module {\n  foo\n}"), "foo");
    refused(&start(TRANSLATE, &["--xla-to-asm", "-", "-o", &path], b"module {"), "error");
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("precious"));
    assert_eq!(start(OPT, &["-", "-o", &path], b"module {}").code, Some(0));
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("module {\n}\n\n"));
    assert_eq!(fs::read_dir(folder.path()).map(Iterator::count).ok(), Some(1));
}

#[test]
fn what_cannot_be_written_is_told() {
    let full = || Stdio::from(fs::File::options().write(true).open("/dev/full").expect("a device that is full"));
    let cases: [(&str, &[&str]); 6] = [
        (RUN, &[INCREMENT, "[1, 2, 3, 4]"]),
        (RUN, &[INCREMENT, "[1, 2, 3, 4]", "--bench", "--seconds", "0.01"]),
        (OPT, &[INCREMENT]),
        (OPT, &["--show-dialects"]),
        (TRANSLATE, &["--xla-to-asm", INCREMENT]),
        (TRANSLATE, &["--mlir-to-llvmir", INCREMENT]),
    ];
    for (tool, arguments) in cases {
        let output = Command::new(tool).args(arguments).stdout(full()).output().expect("the tool runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{tool} {arguments:?}: {err}");
        assert!(err.contains("standard output: No space left"), "{tool} {arguments:?}: {err}");
    }
    for tool in [RUN, OPT, TRANSLATE] {
        let arguments: &[&str] = if tool == TRANSLATE { &["--xla-to-asm", "missing.mlir"] } else { &["missing.mlir"] };
        let status = Command::new(tool).args(arguments).stderr(full()).status().expect("the tool runs");
        assert_eq!(status.code(), Some(2), "{tool}");
    }
}

#[test]
fn pipes_are_written_to_and_what_links_lead_to_is_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let given = |name: &str| path(name).display().to_string();
    std::os::unix::fs::symlink("file", path("link")).expect("a link");
    fs::write(path("file"), "old").expect("it is written");
    assert!(Command::new("mkfifo").arg(path("pipe")).status().is_ok_and(|status| status.success()));
    for (tool, flag) in [(OPT, "--canonicalize"), (TRANSLATE, "--to-bytecode")] {
        assert_eq!(start(tool, &[flag, INCREMENT, "-o", &given("link")], b"").code, Some(0));
        assert!(fs::symlink_metadata(path("link")).is_ok_and(|data| data.is_symlink()));
        let whole = fs::read(path("file")).expect("the file");
        assert_ne!(whole, b"old");
        let (pipe, read) = (path("pipe"), std::sync::mpsc::channel());
        std::thread::spawn(move || read.0.send(fs::read(pipe)));
        assert_eq!(start(tool, &[flag, INCREMENT, "-o", &given("pipe")], b"").code, Some(0));
        let found = read.1.recv_timeout(std::time::Duration::from_secs(60)).expect("the end of the pipe");
        assert!(found.is_ok_and(|found| found == whole));
    }
}

#[test]
fn programs_are_translated() {
    let translate = |flag: &str| start(TRANSLATE, &[flag, INCREMENT], b"");
    assert!(translate("--xla-to-llvmir").out.contains("define void @xla_main(ptr"));
    assert!(translate("--xla-to-optimized-llvmir").out.contains("define void @xla_main(ptr"));
    assert!(translate("--xla-to-asm").out.contains("xla_main:"));
    assert!(translate("--xla-to-object").out.starts_with("\u{7f}ELF"));
    let elsewhere = start(TRANSLATE, &["--xla-to-asm", "--target=aarch64", INCREMENT], b"");
    assert!(elsewhere.out.contains(".4s"), "vectors of NEON: {}", elsewhere.out);
    assert!(translate("--to-bytecode").out.starts_with("ML"));
    assert!(translate("--mlir-to-llvmir").out.contains("define void @xla_main(ptr"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("increment.mlirbc").display().to_string();
    assert_eq!(start(TRANSLATE, &["--to-bytecode", INCREMENT, "-o", &path], b"").code, Some(0));
    assert_eq!(run(&[&path, "[1, 2, 3, 4]"]).code, Some(0));
}

#[test]
fn help_teaches() {
    assert!(run(&["--help"]).out.contains("Examples:"));
    assert!(start(OPT, &["--help"], b"").out.contains("--canonicalize"));
    assert!(start(TRANSLATE, &["--help"], b"").out.contains("--stablehlo-to-xla"));
}
