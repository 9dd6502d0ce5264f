//! `./x lint`: formatting, clippy, rustdoc, dependencies, the reference and spelling.

use crate::workspace::{Workspace, check, output, say};
use crate::{reference, setup};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Formats the Rust sources.
///
/// # Errors
/// If that fails.
pub fn format(workspace: &Workspace) -> Result<()> {
    setup::cargo_part(workspace, "fmt", "rustfmt")?;
    check(workspace.command("cargo").args(["fmt", "--all"]))
}

/// Checks all that is not a test. The tools have to be built.
///
/// # Errors
/// If something is found.
pub fn lint(workspace: &Workspace) -> Result<()> {
    setup::cargo_part(workspace, "fmt", "rustfmt")?;
    setup::cargo_part(workspace, "clippy", "clippy")?;
    say("formatting");
    check(workspace.command("cargo").args(["fmt", "--all", "--check"]))?;
    say("clippy");
    check(workspace.cargo("clippy").args(["--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    say("rustdoc");
    check(workspace.cargo("doc").args(["--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings"))?;
    say("unused dependencies");
    unused_dependencies(workspace)?;
    say("docs/reference");
    reference::is_current(workspace)?;
    if setup::is_ci() {
        setup::python(workspace)?;
    }
    if !setup::has_python() {
        say("spelling: left out, there is no target/venv (./x setup --python)");
        return Ok(());
    }
    say("spelling");
    spelling(workspace)
}

fn spelling(workspace: &Workspace) -> Result<()> {
    let files = output(workspace.command("git").args(["ls-files", "-z", "--", ":!Cargo.lock", ":!*.npy"]))?;
    let mut codespell = workspace.command(setup::python_path(workspace).with_file_name("codespell"));
    check(codespell.args(["--ignore-words", ".spelling"]).args(files.split_terminator('\0')))
}

/// Requires every dependency of a package to be named in its sources.
fn unused_dependencies(workspace: &Workspace) -> Result<()> {
    let mut cargo = workspace.command("cargo");
    cargo.args(["tree", "--workspace", "--all-features", "--locked", "--depth", "1", "--prefix", "depth"]);
    cargo.args(["--edges", "normal,build,dev", "--format", " {lib} {p}"]).stderr(Stdio::inherit());
    let mut sources = String::new();
    let mut package = String::new();
    let mut unused = Vec::new();
    for line in output(&mut cargo)?.lines() {
        let mut words = line.split_whitespace();
        let (Some(depth), Some(library)) = (words.next(), words.next()) else { continue };
        if depth == "0" {
            let folder = line.rsplit_once('(').and_then(|(_, path)| path.strip_suffix(')'));
            package = words.next().unwrap_or(library).to_string();
            sources = rust_sources(Path::new(folder.with_context(|| format!("no path in {line:?}"))?))?;
        } else if !names(&sources, library) {
            unused.push(format!("{package} does not use {library}"));
        }
    }
    ensure!(!package.is_empty(), "cargo tree lists no packages");
    if unused.is_empty() { Ok(()) } else { bail!("{}", unused.join("\nx: ")) }
}

/// The text of the Rust files of the package in this folder.
fn rust_sources(package: &Path) -> Result<String> {
    let mut text = fs::read_to_string(package.join("build.rs")).unwrap_or_default();
    let mut pending: Vec<PathBuf> = ["src", "tests", "examples", "benches"].map(|name| package.join(name)).into();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                pending.push(entry?.path());
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        }
    }
    Ok(text)
}

/// Whether `text` has `word` as a word.
pub fn names(text: &str, word: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(in_word) && !text[at + word.len()..].starts_with(in_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert!(names("use libc::c_int;", "libc"));
        assert!(!names("use liblibc; libc_too", "libc"));
    }
}
