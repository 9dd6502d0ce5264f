//! What a test file says about itself.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Files with these extensions are tests.
const EXTENSIONS: [&str; 4] = ["mlir", "hlo", "ll", "test"];

/// The directives of a test file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// One shell command per RUN line, substitutions not yet made.
    pub commands: Vec<String>,
    /// Features without which the test is left out.
    pub requires: Vec<String>,
    /// Features with which the test is left out.
    pub unsupported: Vec<String>,
    /// Features with which the test has to fail; `*` always.
    pub expected_to_fail: Vec<String>,
}

impl Script {
    /// Reads the directives in `text`. A file without a RUN line is an error: it would pass whatever happens.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut script = Self::default();
        let mut continued = false;
        for line in text.lines() {
            if let Some(command) = directive(line, "RUN:") {
                let (command, goes_on) = match command.strip_suffix('\\') {
                    Some(command) => (command.trim_end(), true),
                    None => (command, false),
                };
                match script.commands.last_mut() {
                    Some(last) if continued => {
                        last.push(' ');
                        last.push_str(command);
                    }
                    _ => script.commands.push(command.to_owned()),
                }
                continued = goes_on;
            } else if let Some(list) = directive(line, "REQUIRES:") {
                script.requires.extend(features(list));
            } else if let Some(list) = directive(line, "UNSUPPORTED:") {
                script.unsupported.extend(features(list));
            } else if let Some(list) = directive(line, "XFAIL:") {
                script.expected_to_fail.extend(features(list));
            }
        }
        if continued {
            return Err("the last RUN line ends in a backslash, but no RUN line follows".into());
        }
        if script.commands.is_empty() {
            return Err("no RUN line: the file tests nothing".into());
        }
        Ok(script)
    }

    /// The commands for the test at `file`, which may write files whose names start with `scratch`.
    pub fn commands_for(&self, file: &Path, scratch: &Path) -> Vec<String> {
        let directory = file.parent().unwrap_or(Path::new("."));
        self.commands.iter().map(|command| substitute(command, file, directory, scratch)).collect()
    }
}

/// The rest of `line` after `keyword`, unless the keyword is the tail of another word (`CHECK-RUN:`).
fn directive<'t>(line: &'t str, keyword: &str) -> Option<&'t str> {
    let at = line.find(keyword)?;
    let glued = line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
    (!glued).then(|| line[at + keyword.len()..].trim())
}

fn features(list: &str) -> impl Iterator<Item = String> {
    list.split(',').map(|feature| feature.trim().to_owned()).filter(|feature| !feature.is_empty())
}

fn substitute(command: &str, file: &Path, directory: &Path, scratch: &Path) -> String {
    let mut result = String::new();
    let mut rest = command;
    while let Some(at) = rest.find('%') {
        result.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let replacement = match after.chars().next() {
            Some('s') => file.display().to_string(),
            Some('S') => directory.display().to_string(),
            Some('t') => scratch.display().to_string(),
            Some('%') => "%".to_owned(),
            _ => {
                result.push('%');
                rest = after;
                continue;
            }
        };
        result.push_str(&replacement);
        rest = &after[1..];
    }
    result + rest
}

/// All test files under `directory`, sorted. A folder called `Inputs` holds files that tests read.
pub fn find(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_owned()];
    while let Some(directory) = pending.pop() {
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                if entry.file_name() != "Inputs" {
                    pending.push(path);
                }
            } else if path.extension().is_some_and(|e| EXTENSIONS.iter().any(|known| e == *known)) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> Vec<String> {
        let script = Script::parse(text).expect("a script");
        script.commands_for(Path::new("test/ops/add.mlir"), Path::new("target/lit/add.tmp"))
    }

    #[test]
    fn continued_lines_join() {
        assert_eq!(commands("// RUN: a %s \\\n// CHECK\n// RUN:   | b\n"), ["a test/ops/add.mlir | b"]);
    }

    #[test]
    fn substitutions() {
        assert_eq!(commands("# RUN: %S/x %t.o 50%% 5%"), ["test/ops/x target/lit/add.tmp.o 50% 5%"]);
    }

    #[test]
    fn a_keyword_may_not_be_a_tail() {
        assert!(Script::parse("// CHECK-RUN: a").is_err());
    }

    #[test]
    fn a_dangling_backslash_is_an_error() {
        assert!(Script::parse("// RUN: a \\").is_err());
    }

    #[test]
    fn lists_of_features() {
        let script = Script::parse("// REQUIRES: amx, python\n// XFAIL: *\n// RUN: a").expect("a script");
        assert_eq!(script.requires, ["amx", "python"]);
        assert_eq!(script.expected_to_fail, ["*"]);
    }
}
