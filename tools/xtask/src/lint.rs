//! `./x lint`: formatting, clippy, rustdoc, dependencies, packages, documents, the reference and spelling.

use crate::workspace::{Workspace, check, names, output, say};
use crate::{adding_an_op, documents, reference, setup};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// The packages that are meant for others.
const PUBLISHED: [&str; 7] =
    ["xla-build", "xla-compiler", "xla-dialect", "xla-mpi", "xla-runtime", "xla-scalar", "xla-tools"];

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
    check(
        workspace
            .cargo("doc")
            .args(["--no-deps", "--quiet"])
            .env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links"),
    )?;
    say("unused dependencies");
    unused_dependencies(workspace)?;
    say("packages");
    check(
        workspace
            .command("cargo")
            .args(["package", "--no-verify", "--allow-dirty", "--offline", "--quiet"])
            .args(PUBLISHED.iter().flat_map(|package| ["--package", package])),
    )?;
    say("documents");
    documents::check(workspace)?;
    adding_an_op::are_current(workspace)?;
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
    cargo.args(["tree", "--workspace", "--all-features", "--locked", "--depth", "1", "--no-dedupe"]);
    cargo.args(["--prefix", "depth", "--edges", "normal,build,dev", "--format", "\t{lib}\t{p}"]);
    let tree = output(&mut cargo)?;
    let mut sources = String::new();
    let mut package = "";
    let mut unused = Vec::new();
    for line in tree.lines() {
        let mut columns = line.split('\t');
        let (Some(depth), Some(library), Some(name)) = (columns.next(), columns.next(), columns.next()) else {
            continue;
        };
        if depth == "0" {
            let folder = name.split_once('(').and_then(|(_, path)| path.split_once(')'));
            let (folder, _) = folder.with_context(|| format!("no path in {name:?}"))?;
            sources = rust_sources(Path::new(folder))?;
            package = name;
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
    let mut pending: Vec<PathBuf> =
        ["build", "src", "tests", "examples", "benches"].map(|name| package.join(name)).into();
    while let Some(path) = pending.pop() {
        if path.join("Cargo.toml").exists() {
            // Another package.
            continue;
        }
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
