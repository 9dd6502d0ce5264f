//! Checks that the files which documents name are there.

use crate::workspace::{Workspace, output};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folders in which the project's files are.
const FOLDERS: [&str; 7] = ["cmake/", "compiler/", "dialects/", "docs/", "examples/", "test/", "tools/"];

/// Requires every file that a document links to, or names as a path of the project, to exist.
///
/// # Errors
/// If one does not.
pub fn check(workspace: &Workspace) -> Result<()> {
    let documents = output(workspace.command("git").args(["ls-files", "-z", "--", "*.md"]))?;
    let mut missing = Vec::new();
    for document in documents.split_terminator('\0').map(Path::new) {
        let text = fs::read_to_string(document).with_context(|| document.display().to_string())?;
        let folder = document.parent().unwrap_or(Path::new(""));
        let links = links(&text).map(|link| normal(&folder.join(link)));
        let paths = paths(&text).map(PathBuf::from);
        let absent = links.chain(paths).filter(|path| !path.exists());
        missing.extend(absent.map(|path| format!("{}: there is no {}", document.display(), path.display())));
    }
    if missing.is_empty() { Ok(()) } else { bail!("{}", missing.join("\nx: ")) }
}

/// The files that a text links to.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    let files = targets.filter(|target| !target.contains("://") && !target.starts_with('#') && !target.contains('|'));
    files.map(|target| target.split_once('#').map_or(target, |(file, _)| file))
}

/// The paths of the project that a text has as code, without those that stand for several.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split('`').skip(1).step_by(2);
    let paths = code.filter(|code| FOLDERS.iter().any(|folder| code.starts_with(folder)));
    paths.filter(|path| !path.contains(|c: char| c.is_whitespace() || "<*{…".contains(c)))
}

/// The path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_paths_are_found() {
        let text = "See [a](../x.md#part), [b](https://c.d) and `test/run`, `test/ops/<op>.mlir`, `other/file`.";
        assert_eq!(links(text).collect::<Vec<_>>(), ["../x.md"]);
        assert_eq!(paths(text).collect::<Vec<_>>(), ["test/run"]);
        assert_eq!(normal(Path::new("docs/../x.md")), Path::new("x.md"));
    }
}
