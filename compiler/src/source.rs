//! Reading programs: what is refused before MLIR's parser sees it.
//!
//! The parser recurses into nested brackets, and a text of nothing but `[` would overflow its stack; a binary file
//! would be reported as a stray character. Both are told here, with their place.

use crate::diagnostics::{Diagnostic, Position};
use std::io::Read;
use std::path::Path;

/// How deep brackets may nest. Programs nest a few dozen deep; the parser's stack holds several thousand levels.
pub const MAX_DEPTH: usize = 1000;

/// What MLIR bytecode starts with.
const BYTECODE: &[u8] = b"ML\xefR";

/// A program's text, or bytecode, and the name that errors give it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

impl Source {
    /// The program `text`, called `name` in errors.
    pub fn new(name: &str, text: impl Into<Vec<u8>>) -> Self {
        Self { name: name.to_string(), bytes: text.into() }
    }

    /// The file at `path`; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        let standard_input = path.as_os_str() == "-";
        let name = if standard_input { "<stdin>".to_string() } else { path.display().to_string() };
        let bytes = if standard_input {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(path)
        };
        match bytes {
            Ok(bytes) => Ok(Self { name, bytes }),
            Err(error) => Err(Diagnostic::error(None, format!("cannot read {name}: {error}"))),
        }
    }

    /// The text of a line, counted from 1.
    pub fn line(&self, line: usize) -> Option<&str> {
        let text = std::str::from_utf8(&self.bytes).ok()?;
        text.lines().nth(line.checked_sub(1)?)
    }

    /// Refuses what MLIR's parser must not see.
    ///
    /// # Errors
    /// If the source is neither text nor bytecode, or nests too deep.
    pub fn check(&self) -> Result<(), Diagnostic> {
        check(&self.name, &self.bytes)
    }
}

/// Refuses what MLIR's parser must not see.
///
/// # Errors
/// If `bytes` are neither text nor bytecode, or nest too deep.
pub fn check(name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    if bytes.starts_with(BYTECODE) {
        return Ok(());
    }
    let fail = |at: usize, message: String| Err(Diagnostic::error(Some(position(name, bytes, at)), message));
    let mut depth = 0usize;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            0 => return fail(at, "this is neither text nor MLIR bytecode: it has a zero byte".to_string()),
            b'"' => {
                at = end_of_string(bytes, at + 1);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at < bytes.len() && bytes[at] != b'\n' && bytes[at] != 0 {
                    at += 1;
                }
                continue;
            }
            // Part of an arrow or of a comparison.
            b'>' if (at > 0 && bytes[at - 1] == b'-') || bytes.get(at + 1) == Some(&b'=') => {}
            b'<' if bytes.get(at + 1) == Some(&b'=') => {}
            b'(' | b'[' | b'{' | b'<' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return fail(at, format!("brackets nest more than {MAX_DEPTH} deep"));
                }
            }
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// Where the string that starts at `at` ends. One that does not end on its line is the parser's to report.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\n' | 0 => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

fn position(name: &str, bytes: &[u8], at: usize) -> Position {
    let before = &bytes[..at];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    Position {
        file: name.to_string(),
        line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
        column: at - line_start + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(bytes: &[u8]) -> Option<String> {
        check("a.mlir", bytes).err().map(|diagnostic| diagnostic.to_string())
    }

    #[test]
    fn ordinary_texts_and_bytecode_pass() {
        let many = "module { func.func @f(%a: i32) -> i32 { return %a : i32 } }\n".repeat(5000);
        for text in ["", "module {}", "\"unclosed", "\\", "// [[[[", &many] {
            assert_eq!(refusal(text.as_bytes()), None, "{text:.40}");
        }
        assert_eq!(refusal(b"ML\xefR\0\0"), None);
        assert_eq!(refusal(format!("\"{}\"", "[".repeat(2000)).as_bytes()), None);
        assert_eq!(refusal("(a) -> (b), ".repeat(2000).as_bytes()), None);
    }

    #[test]
    fn binary_files_are_refused_at_the_byte() {
        assert_eq!(
            refusal(b"module {\n  \0").as_deref(),
            Some("a.mlir:2:3: error: this is neither text nor MLIR bytecode: it has a zero byte")
        );
        assert!(refusal(b"\x7fELF\x02\x01\x01\0").is_some());
        assert!(refusal(b"\"\0\"").is_some());
    }

    #[test]
    fn deep_nesting_is_refused_at_the_bracket() {
        for bracket in ["[", "(", "{", "<", "tuple<"] {
            assert_eq!(refusal(bracket.repeat(MAX_DEPTH).as_bytes()), None);
            let message = refusal(format!("\n{}", bracket.repeat(MAX_DEPTH + 1)).as_bytes());
            let column = bracket.len() * (MAX_DEPTH + 1);
            assert_eq!(message, Some(format!("a.mlir:2:{column}: error: brackets nest more than 1000 deep")));
        }
    }
}
