//! The log of a test run: what its programs print, and how many tests they say passed.

use anyhow::{Context, Result};
use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Write, pipe, stdout};
use std::process::Command;

/// Numbers of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tests {
    /// Those that passed.
    pub passed: u64,
    /// Those that failed.
    pub failed: u64,
    /// Those that were left out.
    pub ignored: u64,
}

impl fmt::Display for Tests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tests passed, {} failed, {} ignored", self.passed, self.failed, self.ignored)
    }
}

impl Tests {
    /// Adds the numbers of a line such as `test result: ok. 5 passed; 1 failed; 0 ignored; ...`.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let words: Vec<&str> = result.split([' ', ';']).filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            let Ok(count) = pair[0].parse::<u64>() else { continue };
            match pair[1] {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                "ignored" => self.ignored += count,
                _ => {}
            }
        }
    }
}

/// A log that is being written.
pub struct Log {
    file: File,
    tests: Tests,
}

impl Log {
    /// An empty log in a file of this name.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(name: &str) -> Result<Self> {
        Ok(Self { file: File::create(name).context(name.to_string())?, tests: Tests::default() })
    }

    /// The tests that were run so far.
    pub fn tests(&self) -> Tests {
        self.tests
    }

    /// Runs a command whose output goes into the log, and, the lines that `is_shown` accepts, to standard output. Returns
    /// whether it succeeded.
    ///
    /// # Errors
    /// If it cannot be run, or its output cannot be written.
    pub fn run(&mut self, command: &mut Command, is_shown: impl Fn(&str) -> bool) -> Result<bool> {
        let (reader, writer) = pipe()?;
        command.stdout(writer.try_clone()?).stderr(writer);
        let child = command.spawn();
        let mut child = child.with_context(|| format!("cannot run {}", command.get_program().display()))?;
        // The pipe ends when nobody else can write to it.
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut reader = BufReader::new(reader);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            self.file.write_all(&line)?;
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches('\n');
            self.tests.add(text);
            if is_shown(text) {
                stdout().write_all(&line)?;
            }
            line.clear();
        }
        Ok(child.wait()?.success())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_add_up() {
        let mut tests = Tests::default();
        tests.add("test result: ok. 5 passed; 0 failed; 2 ignored; 0 measured; 7 filtered out; finished in 0.10s");
        tests.add("test result: FAILED. 1 passed; 3 failed; 0 ignored; 0 measured");
        tests.add("test add ... ok");
        assert_eq!(tests.to_string(), "6 tests passed, 3 failed, 2 ignored");
    }

    #[test]
    fn both_outputs_are_kept_in_order() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("xtask-log-{}", std::process::id()));
        let name = folder.display().to_string();
        let mut log = Log::create(&name)?;
        let script = "echo one; echo two >&2; echo test result: ok. 1 passed; exit 3";
        let passed = log.run(Command::new("sh").args(["-c", script]), |_| false)?;
        assert_eq!((passed, log.tests().passed), (false, 1));
        assert_eq!(std::fs::read_to_string(&name)?, "one\ntwo\ntest result: ok. 1 passed\n");
        std::fs::remove_file(name)?;
        Ok(())
    }
}
