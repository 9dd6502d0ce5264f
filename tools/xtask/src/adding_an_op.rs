//! `./x test --adding-an-op`: docs/adding-an-op.md, followed for an imaginary op of each kind.
//!
//! The ops are the patches in `test/adding-an-op`, each named after its op. A patch may change no other files than those
//! that the document names. In a work tree of its own it is built, and the tests of the op run.

use crate::workspace::{Workspace, check, output, say};
use anyhow::{Context, Result, ensure};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const DOCUMENT: &str = "docs/adding-an-op.md";
const PATCHES: &str = "test/adding-an-op";
const WORK: &str = "target/adding-an-op";

/// The ops whose parts the document lists.
const EXAMPLES: [&str; 2] = ["cbrt", "rev"];

/// Follows the document for each of the patches that the arguments name; for all if they name none.
///
/// # Errors
/// If a patch needs more than the document says, or an op does not work.
pub fn test(workspace: &Workspace, arguments: &[String]) -> Result<()> {
    let mut patches = patches()?;
    if !arguments.is_empty() {
        patches.retain(|patch| arguments.iter().any(|name| name == op_of(patch)));
        ensure!(patches.len() == arguments.len(), "no such op: the patches are in {PATCHES}");
    }
    are_current(workspace)?;
    let tree = work_tree(workspace)?;
    for patch in patches {
        let op = op_of(&patch);
        say(&format!("adding {op}"));
        check(git(workspace, &tree).args(["checkout", "--quiet", "--force", "HEAD"]).arg("."))?;
        check(git(workspace, &tree).args(["clean", "--quiet", "--force", "-d"]))?;
        check(git(workspace, &tree).arg("apply").arg(workspace.root.join(&patch)))?;
        run_tests(workspace, &tree, op)?;
    }
    Ok(())
}

/// Checks that each patch applies to the sources, and changes no other files than those that the document names.
///
/// # Errors
/// If one does not.
pub fn are_current(workspace: &Workspace) -> Result<()> {
    let named = files_named(&std::fs::read_to_string(DOCUMENT)?);
    for patch in patches()? {
        let listed = output(git(workspace, &workspace.root).args(["apply", "--numstat"]).arg(&patch))?;
        for file in listed.lines().filter_map(|line| line.split('\t').nth(2)) {
            let op = op_of(&patch);
            ensure!(is_named(&named, file, op), "{} changes {file}, which {DOCUMENT} does not name", patch.display());
        }
        check(git(workspace, &workspace.root).args(["apply", "--check"]).arg(&patch))
            .with_context(|| format!("{} is stale", patch.display()))?;
    }
    Ok(())
}

/// The patches, in the order of their names.
fn patches() -> Result<Vec<PathBuf>> {
    let mut patches: Vec<PathBuf> =
        std::fs::read_dir(PATCHES)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    patches.retain(|patch| patch.extension().is_some_and(|extension| extension == "patch"));
    patches.sort();
    Ok(patches)
}

/// The name of the op that a patch adds.
fn op_of(patch: &Path) -> &str {
    patch.file_stem().and_then(|name| name.to_str()).unwrap_or_default()
}

/// A work tree with the state of this one, including what is not committed.
fn work_tree(workspace: &Workspace) -> Result<PathBuf> {
    let tree = workspace.root.join(WORK).join("tree");
    // Its `HEAD` is another one: the state is named by its hash.
    let mut state = output(workspace.command("git").args(["stash", "create"]))?;
    if state.trim().is_empty() {
        state = output(workspace.command("git").args(["rev-parse", "HEAD"]))?;
    }
    if tree.join(".git").exists() {
        check(git(workspace, &tree).args(["checkout", "--quiet", "--force", "--detach", state.trim()]))?;
    } else {
        check(workspace.command("git").args(["worktree", "prune"]))?;
        check(workspace.command("git").args(["worktree", "add", "--quiet", "--detach"]).arg(&tree).arg(state.trim()))?;
    }
    Ok(tree)
}

fn git(workspace: &Workspace, tree: &Path) -> Command {
    let mut git = workspace.command("git");
    git.current_dir(tree);
    git
}

/// Builds the tools of `tree`, and runs its tests of `op` and those of what every op has.
fn run_tests(workspace: &Workspace, tree: &Path, op: &str) -> Result<()> {
    let build = workspace.root.join(WORK).join("build");
    let path = std::env::join_paths(
        [build.join("release"), tree.join("test/bin"), workspace.llvm.join("bin")]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )?;
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new("cargo");
        cargo.args(arguments).current_dir(tree).env("CARGO_TARGET_DIR", &build).env("PATH", &path);
        cargo
    };
    check(&mut cargo(&["build", "--release", "--workspace", "--bins", "--quiet"]))?;
    for (tests, filter) in [("lit", op), ("coverage", ""), ("rules", "")] {
        check(&mut cargo(&["test", "--release", "--quiet", "-p", "xla-test", "--test", tests, "--", filter]))?;
    }
    Ok(())
}

/// The paths in the document's tables and text.
fn files_named(document: &str) -> HashSet<String> {
    let is_path = |text: &&str| text.contains('/') && !text.contains(' ');
    document.split('`').skip(1).step_by(2).filter(is_path).map(str::to_string).collect()
}

/// Whether the document names `file`, or the same file of an example instead of `op`.
fn is_named(named: &HashSet<String>, file: &str, op: &str) -> bool {
    named.contains(file) || EXAMPLES.iter().any(|example| named.contains(&file.replace(op, example)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_files_stand_for_those_of_the_op() {
        let named = files_named("| test | `test/ops/rev.mlir` | `src/a.rs`, `b` and `c d/e` |");
        assert_eq!(named.len(), 2);
        assert!(is_named(&named, "src/a.rs", "twist"));
        assert!(is_named(&named, "test/ops/twist.mlir", "twist"));
        assert!(!is_named(&named, "src/b.rs", "twist"));
    }
}
