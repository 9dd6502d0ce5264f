//! Reading programs: what is refused before MLIR's parser sees it.
//!
//! The parser recurses into nested brackets and signs, and a text of nothing but `[` would overflow its stack; aliases
//! nest without brackets; it makes a table of as many results as a reference to one of them counts; it asks `index` in
//! `array<index>` for its width, which it does not have; a binary file would be reported as a stray character, and text that
//! is not UTF-8 cannot be quoted. All are reported here, with their position.

use crate::diagnostics::{Diagnostic, Position};
use std::collections::HashMap;
use std::io::{self, Read};
use std::path::Path;
use xla_runtime::memory::{OutOfMemory, check as check_memory};

/// How deep brackets may nest. Programs nest a few dozen deep; the parser's stack holds several thousand levels.
pub const MAX_DEPTH: usize = 1000;

/// How deep attributes, types and locations may nest through aliases: no parser recurses into these, printers do.
const MAX_ALIAS_DEPTH: usize = 4 * MAX_DEPTH;

/// How many results the references of a text may name, where nothing says how many there are: the parser has 16 bytes for each.
const MAX_RESULTS: usize = 1 << 25;

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
        let bytes = if standard_input { read_all(&mut std::io::stdin().lock(), 0) } else { read_file(path) };
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

    /// Whether it is MLIR bytecode.
    pub fn is_bytecode(&self) -> bool {
        self.bytes.starts_with(BYTECODE)
    }

    /// Refuses what MLIR's parser must not see.
    ///
    /// # Errors
    /// If the source is neither text nor bytecode, or nests too deep.
    pub fn check(&self) -> Result<(), Diagnostic> {
        check(&self.name, &self.bytes)
    }
}

/// What is in the file at `path`.
///
/// # Errors
/// If it cannot be read, or there is no memory for it.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = std::fs::File::open(path)?;
    let length = file.metadata()?.len();
    read_all(&mut file, length)
}

/// What is left in `reader`: about `length` bytes, but files change, and some have no length and no end.
///
/// # Errors
/// If it cannot be read, or there is no memory for it.
pub(crate) fn read_all(reader: &mut dyn Read, length: u64) -> io::Result<Vec<u8>> {
    let too_large = |error: OutOfMemory| io::Error::new(io::ErrorKind::OutOfMemory, error.to_string());
    check_memory(length).map_err(too_large)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length as usize)?;
    loop {
        let before = bytes.len() as u64;
        // A list that is full grows to twice its size.
        check_memory(2 * before).map_err(too_large)?;
        if reader.take(before.max(1 << 20)).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
    }
}

/// Refuses what MLIR's parser must not see.
///
/// # Errors
/// If `bytes` are neither text nor bytecode, or nest too deep.
pub(crate) fn check(name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    if bytes.starts_with(BYTECODE) {
        return Ok(());
    }
    let fail = |at: usize, message: String| Err(Diagnostic::error(Some(position(name, bytes, at)), message));
    let (mut depth, mut signs, mut at) = (0usize, 0usize, 0);
    let mut aliases = Aliases::default();
    let mut results = Results::default();
    while at < bytes.len() {
        let byte = bytes[at];
        signs = match byte {
            b'-' => signs + 1,
            _ if byte.is_ascii_whitespace() => signs,
            _ => 0,
        };
        if signs > MAX_DEPTH {
            return fail(at, format!("more than {MAX_DEPTH} signs follow each other"));
        }
        match byte {
            0 => return fail(at, "this is neither text nor MLIR bytecode: it has a zero byte".to_string()),
            b'"' => {
                let end = end_of_string(bytes, at + 1);
                if let Err(error) = std::str::from_utf8(&bytes[at..end.min(bytes.len())]) {
                    return fail(at + error.valid_up_to(), NOT_UTF_8.to_string());
                }
                at = end;
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
            b'#' | b'!' if aliases.name(bytes, at, depth) > MAX_ALIAS_DEPTH => {
                return fail(at, format!("aliases nest more than {MAX_ALIAS_DEPTH} deep"));
            }
            b'a' => {
                if let Some(element) = element_of_array(bytes, at)
                    && let Some(refused) = refused_in_array(&bytes[element..])
                {
                    return fail(element, format!("{refused} is no element type of an array; integers and floats are"));
                }
            }
            b'i' => {
                if let Some(element) = refused_iterator_type(bytes, at) {
                    return fail(element, "an iterator type is a string, such as \"parallel\"".to_string());
                }
            }
            b'%' if results.name(bytes, at) > MAX_RESULTS => {
                return fail(at, "there is no op of so many results".to_string());
            }
            0x80.. => match std::str::from_utf8(&bytes[at..bytes.len().min(at + 4)]) {
                Err(error) if error.valid_up_to() == 0 => return fail(at, NOT_UTF_8.to_string()),
                // The bytes that follow the first one of a character.
                _ => at += (byte.leading_ones() - 1) as usize,
            },
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

const NOT_UTF_8: &str = "this is neither text in UTF-8 nor MLIR bytecode";

/// How deep what aliases name nests, as far as they have been defined.
#[derive(Default)]
struct Aliases<'s> {
    depths: HashMap<&'s [u8], usize>,
    /// The last one defined, which what follows belongs to.
    last: Option<&'s [u8]>,
}

/// The name at `at`, with its sign, and what follows it.
fn name_at(bytes: &[u8], at: usize) -> (&[u8], &[u8]) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.-".contains(byte);
    let length = bytes[at + 1..].iter().take_while(|byte| is_part(byte)).count();
    bytes[at..].split_at(1 + length)
}

/// Where, in `iterator_types = ["parallel", 0]`, if that is what begins at `at`, an element is neither a string nor an attribute of a
/// dialect: MLIR's parser would read it as a string.
fn refused_iterator_type(bytes: &[u8], at: usize) -> Option<usize> {
    let mut next = after_word(bytes, at, b"iterator_types")?;
    for sign in b"=[" {
        next = end_of_space(bytes, next);
        (bytes.get(next) == Some(sign)).then_some(())?;
        next += 1;
    }
    loop {
        next = end_of_space(bytes, next);
        next = match bytes.get(next)? {
            b'"' => end_of_string(bytes, next + 1),
            // An attribute of a dialect, and its parameter.
            b'#' | b'<' => next + name_at(bytes, next).0.len(),
            b'>' | b',' => next + 1,
            b']' => return None,
            _ => return Some(next),
        };
    }
}

/// Where `word` ends, if that is what begins at `at`.
fn after_word(bytes: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.".contains(byte);
    let is_word = !(at > 0 && is_part(&bytes[at - 1])) && bytes[at..].starts_with(word);
    is_word.then_some(at + word.len())
}

/// Where the element type begins in `array<i64: 1, 2>`, if that is what begins at `at`.
fn element_of_array(bytes: &[u8], at: usize) -> Option<usize> {
    let bracket = end_of_space(bytes, after_word(bytes, at, b"array")?);
    (bytes.get(bracket) == Some(&b'<')).then(|| end_of_space(bytes, bracket + 1))
}

/// The type that `text` begins with, if MLIR's parser must not see it as the element type of an array: `index`, and aliases,
/// which may stand for it.
fn refused_in_array(text: &[u8]) -> Option<&'static str> {
    match text {
        [] => None,
        [b'!', ..] => Some("an alias"),
        _ => (name_at(text, 0).0 == b"index").then_some("index"),
    }
}

/// Where white space and comments that begin at `at` end.
fn end_of_space(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().take_while(|byte| **byte != b'\n').count();
            }
            byte if byte.is_ascii_whitespace() => at += 1,
            _ => break,
        }
    }
    at
}

/// The largest number among the references to each op's results, where they are many.
#[derive(Default)]
struct Results<'s> {
    largest: HashMap<&'s [u8], usize>,
    total: usize,
}

impl<'s> Results<'s> {
    /// Takes in the reference at `at`, such as `%0#1`; gives the sum over all ops.
    fn name(&mut self, bytes: &'s [u8], at: usize) -> usize {
        const MANY: usize = 16;
        let (name, after) = name_at(bytes, at);
        let digits = after.strip_prefix(b"#").unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit());
        let number = digits.fold(0usize, |n, digit| n.saturating_mul(10).saturating_add((digit - b'0').into()));
        if number > MANY {
            let largest = self.largest.entry(name).or_default();
            self.total = self.total.saturating_add(number.saturating_sub(*largest));
            *largest = (*largest).max(number);
        }
        self.total
    }
}

impl<'s> Aliases<'s> {
    /// Takes in the name at `at`, inside of `brackets`; gives how deep nests what the last alias names.
    fn name(&mut self, bytes: &'s [u8], at: usize, brackets: usize) -> usize {
        let (name, after) = name_at(bytes, at);
        let mut after = after.iter().skip_while(|byte| **byte == b' ' || **byte == b'\t');
        if brackets == 0 && after.next() == Some(&b'=') {
            self.depths.insert(name, 1);
            self.last = Some(name);
            return 1;
        }
        let (Some(last), Some(&depth)) = (self.last, self.depths.get(name)) else { return 0 };
        let all = self.depths.entry(last).or_default();
        if last != name {
            *all = (*all).max(depth + brackets);
        }
        *all
    }
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
    fn what_is_no_text_is_refused_at_the_byte_outside_of_comments() {
        let message = |line| Some(format!("a.mlir:{line}: error: {NOT_UTF_8}"));
        assert_eq!(refusal(b"\n\"a\xff\""), message("2:3"));
        assert_eq!(refusal(b"module \xc3("), message("1:8"));
        assert_eq!(refusal(b"\xe2\x82"), message("1:1"));
        assert_eq!(refusal(b"// \xff\n"), None);
        assert_eq!(refusal("\"\u{20ac}\" \u{20ac}\u{20ac}[] \u{e9}".as_bytes()), None);
    }

    #[test]
    fn signs_and_aliases_that_nest_are_refused() {
        assert_eq!(refusal(&[b'-'; MAX_DEPTH]), None);
        assert!(refusal("- ".repeat(MAX_DEPTH + 1).as_bytes()).is_some());
        let chain = |length: usize| {
            let alias = |i: usize| format!("!t{} = tuple<!t{i}>\n", i + 1);
            format!("!t0 = i32\n{}", (0..length).map(alias).collect::<String>())
        };
        assert_eq!(refusal(chain(MAX_ALIAS_DEPTH - 1).as_bytes()), None);
        assert!(refusal(chain(MAX_ALIAS_DEPTH).as_bytes()).is_some_and(|text| text.contains("aliases nest")));
        let flat: String = (0..MAX_ALIAS_DEPTH).map(|i| format!("#loc{i} = loc(callsite(#loc at #loc))\n")).collect();
        assert_eq!(refusal(format!("#loc = loc(unknown)\n{flat}").as_bytes()), None);
    }

    #[test]
    fn arrays_of_what_has_no_width_are_refused() {
        let message = |element| {
            Some(format!("a.mlir:1:7: error: {element} is no element type of an array; integers and floats are"))
        };
        assert_eq!(refusal(b"array<index: 1>"), message("index"));
        assert_eq!(refusal(b"array<index>"), message("index"));
        assert_eq!(refusal(b"array<!t>"), message("an alias"));
        assert!(refusal(b"array // <i64>\n <\n index>").is_some());
        for text in
            ["array<i64: 1>", "array<f32>", "array<", "array", "array<indexes>", "my_array<index>", "\"array<index>\""]
        {
            assert_eq!(refusal(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn iterator_types_that_are_no_strings_are_refused() {
        let message =
            |column| Some(format!("a.mlir:1:{column}: error: an iterator type is a string, such as \"parallel\""));
        assert_eq!(refusal(b"iterator_types = [0]"), message(19));
        assert_eq!(refusal(b"iterator_types=[\"parallel\", #linalg.iterator_type<parallel>, unit]"), message(62));
        for text in [
            "iterator_types = [\"parallel\", \"reduction\"]",
            "iterator_types = [#linalg.iterator_type<parallel>, #its]",
            "iterator_types = []",
            "iterator_types = [\"parallel\"",
            "iterator_types = [#linalg.iterator_type<",
            "iterator_types",
            "my_iterator_types = [0]",
        ] {
            assert_eq!(refusal(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn references_to_results_that_cannot_be_are_refused() {
        let message = Some("a.mlir:1:1: error: there is no op of so many results".to_string());
        assert_eq!(refusal(b"%0#2147483648"), message);
        assert_eq!(refusal(b"%0#99999999999999999999999"), message);
        assert_eq!(refusal("%0#10000 ".repeat(10_000).as_bytes()), None);
        let many: String = (0..MAX_RESULTS / 10_000 + 1).map(|i| format!("%{i}#10000 ")).collect();
        assert!(refusal(many.as_bytes()).is_some());
    }

    #[test]
    fn deep_nesting_is_refused_at_the_bracket() {
        for bracket in ["[", "(", "{", "<", "tuple<"] {
            assert_eq!(refusal(bracket.repeat(MAX_DEPTH).as_bytes()), None);
            let message = refusal(format!("\n{}", bracket.repeat(MAX_DEPTH + 1)).as_bytes());
            let column = bracket.len() * (MAX_DEPTH + 1);
            assert_eq!(message, Some(format!("a.mlir:2:{column}: error: brackets nest more than 1000 deep")));
        }
        // What these have of brackets closes none.
        for sign in ["->", ">=", "<="] {
            assert_eq!(refusal(sign.repeat(2 * MAX_DEPTH).as_bytes()), None);
            assert!(refusal(format!("({sign}").repeat(MAX_DEPTH + 1).as_bytes()).is_some(), "{sign}");
        }
    }
}
