//! Diagnostics of MLIR's, as values: collected while something runs, and printed with the line they are about.

use crate::source::Source;
use mlir_sys::*;
use std::ffi::c_void;
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use xla_dialect::ir::{Context, Location};

/// A line for standard error, as `eprintln!` prints it; where it cannot be written, nobody can be told.
#[macro_export]
macro_rules! tell {
    ($($part:tt)*) => {{
        // In one write: the processes of a job share standard error.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{}\n", format_args!($($part)*)).as_bytes());
    }};
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The file's name.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Position {
    /// The first place in a file that `location` names, be it inside names, calls or fusions.
    pub fn of(location: Location<'_>) -> Option<Self> {
        // SAFETY: the location is alive as long as its context.
        unsafe { position_of(location.to_raw()) }
    }
}

/// # Safety
/// `location` is a valid location.
unsafe fn position_of(location: MlirLocation) -> Option<Position> {
    // SAFETY: each kind is checked before its parts are read.
    unsafe {
        if mlirLocationIsAFileLineColRange(location) {
            let name = mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(location));
            // The implicit module of a file is at 0:0.
            return Some(Position {
                file: String::from_utf8_lossy(bytes(name)).into_owned(),
                line: usize::try_from(mlirLocationFileLineColRangeGetStartLine(location)).unwrap_or(0).max(1),
                column: usize::try_from(mlirLocationFileLineColRangeGetStartColumn(location)).unwrap_or(0).max(1),
            });
        }
        if mlirLocationIsAName(location) {
            return position_of(mlirLocationNameGetChildLoc(location));
        }
        if mlirLocationIsACallSite(location) {
            return position_of(mlirLocationCallSiteGetCallee(location));
        }
        if mlirLocationIsAFused(location) {
            let mut parts = vec![location; mlirLocationFusedGetNumLocations(location) as usize];
            mlirLocationFusedGetLocations(location, parts.as_mut_ptr());
            return parts.into_iter().find_map(|part| position_of(part));
        }
        None
    }
}

/// The bytes of a string of MLIR's, which may be in any encoding.
///
/// # Safety
/// `text` points to as many bytes as it says, which live for `'a`.
unsafe fn bytes<'a>(text: MlirStringRef) -> &'a [u8] {
    // SAFETY: the caller's promise.
    if text.length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(text.data.cast(), text.length) } }
}

/// An error, warning, remark or note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// `error`, `warning`, `remark` or `note`.
    pub severity: &'static str,
    /// Where it is about.
    pub position: Option<Position>,
    /// What it says.
    pub message: String,
    /// What belongs to it.
    pub notes: Vec<Diagnostic>,
}

impl Diagnostic {
    /// An error without notes.
    pub fn error(position: Option<Position>, message: impl Into<String>) -> Self {
        Self { severity: "error", position, message: message.into(), notes: Vec::new() }
    }

    /// `what: why` of an `unsupported:` error.
    pub fn unsupported(&self) -> Option<&str> {
        self.message.strip_prefix("unsupported: ")
    }

    /// The diagnostic with the lines of `source` that it is about.
    pub fn with_source(&self, source: &Source) -> String {
        let mut text = String::new();
        for diagnostic in std::iter::once(self).chain(&self.notes) {
            let _ = writeln!(text, "{}", diagnostic.headline());
            if let Some(position) = &diagnostic.position
                && position.file == source.name
                && let Some(line) = source.line(position.line)
                // A constant of a megabyte is no help.
                && line.len() < 1000
            {
                let column = position.column.saturating_sub(1).min(line.len());
                let indent: String = line
                    .char_indices()
                    .take_while(|(i, _)| *i < column)
                    .map(|(_, c)| if c == '\t' { c } else { ' ' })
                    .collect();
                let _ = writeln!(text, "{line}\n{indent}^");
            }
        }
        text
    }

    fn headline(&self) -> String {
        match &self.position {
            Some(position) => format!("{position}: {}: {}", self.severity, self.message),
            None => format!("{}: {}", self.severity, self.message),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        self.notes.iter().try_for_each(|note| write!(f, "\n{}", note.headline()))
    }
}

/// What was reported; MLIR's passes report from several threads.
pub(crate) type List = Mutex<Vec<Diagnostic>>;

/// Takes over a context's diagnostics while it lives.
pub struct Collector<'c> {
    context: &'c Context,
    handler: MlirDiagnosticHandlerID,
    /// The handler has its address.
    collected: Box<List>,
}

impl<'c> Collector<'c> {
    /// Collects what is reported in `context` from now on.
    pub fn new(context: &'c Context) -> Self {
        let collected = Box::new(List::default());
        // SAFETY: the list lives until the handler is detached.
        let handler = unsafe {
            let list = std::ptr::from_ref(&*collected).cast_mut().cast();
            mlirContextAttachDiagnosticHandler(context.to_raw(), Some(collect), list, None)
        };
        Self { context, handler, collected }
    }

    /// What was reported so far.
    pub fn take(&self) -> Vec<Diagnostic> {
        taken(&self.collected)
    }

    /// The list that [`taken`] empties, for another thread.
    pub(crate) fn list(&self) -> &List {
        &self.collected
    }
}

/// What is in a list, which is empty then.
pub(crate) fn taken(list: &List) -> Vec<Diagnostic> {
    list.lock().map(|mut list| std::mem::take(&mut *list)).unwrap_or_default()
}

impl Drop for Collector<'_> {
    fn drop(&mut self) {
        // SAFETY: the handler was attached to this context, once.
        unsafe { mlirContextDetachDiagnosticHandler(self.context.to_raw(), self.handler) }
    }
}

unsafe extern "C" fn collect(diagnostic: MlirDiagnostic, list: *mut c_void) -> MlirLogicalResult {
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the list is the collector's, and the diagnostic lives for the call.
        unsafe {
            let diagnostic = convert(diagnostic, None);
            if let Ok(mut list) = (*list.cast::<List>()).lock() {
                list.push(diagnostic);
            }
        }
    }));
    MlirLogicalResult { value: 1 }
}

/// # Safety
/// `diagnostic` is alive.
unsafe fn convert(diagnostic: MlirDiagnostic, severity: Option<&'static str>) -> Diagnostic {
    // SAFETY: the caller's promise, and notes are as many as are counted.
    unsafe {
        #[allow(non_upper_case_globals)]
        let severity = severity.unwrap_or(match mlirDiagnosticGetSeverity(diagnostic) {
            MlirDiagnosticSeverity_MlirDiagnosticWarning => "warning",
            MlirDiagnosticSeverity_MlirDiagnosticRemark => "remark",
            MlirDiagnosticSeverity_MlirDiagnosticNote => "note",
            _ => "error",
        });
        let notes = 0..mlirDiagnosticGetNumNotes(diagnostic);
        Diagnostic {
            severity,
            position: position_of(mlirDiagnosticGetLocation(diagnostic)),
            message: message(diagnostic),
            notes: notes.map(|i| convert(mlirDiagnosticGetNote(diagnostic, i), Some("note"))).collect(),
        }
    }
}

/// What a diagnostic says, shortened: it may quote what it is about, and that may be a file of 100 MB.
///
/// # Safety
/// `diagnostic` is alive.
unsafe fn message(diagnostic: MlirDiagnostic) -> String {
    const LIMIT: usize = 4000;
    unsafe extern "C" fn append(piece: MlirStringRef, message: *mut c_void) {
        // SAFETY: `message` is the list below, and the piece lives for the call.
        let (piece, message) = unsafe { (bytes(piece), &mut *message.cast::<Vec<u8>>()) };
        // Four bytes a character at most, and one that says that there are more.
        let room = (4 * LIMIT + 1).saturating_sub(message.len());
        message.extend_from_slice(&piece[..piece.len().min(room)]);
    }
    let mut text: Vec<u8> = Vec::new();
    // SAFETY: the caller's promise, and the list outlives the call.
    unsafe { mlirDiagnosticPrint(diagnostic, Some(append), (&raw mut text).cast()) };
    let mut message = String::from_utf8_lossy(&text).into_owned();
    if let Some((end, _)) = message.char_indices().nth(LIMIT) {
        message.truncate(end);
        message.push('…');
    }
    message
}

/// Diagnostics as bytes, notes behind what they belong to.
pub(crate) fn encode(diagnostics: &[Diagnostic]) -> Vec<u8> {
    let mut text = String::new();
    for one in diagnostics.iter().flat_map(|diagnostic| std::iter::once(diagnostic).chain(&diagnostic.notes)) {
        let none = Position { file: String::new(), line: 0, column: 0 };
        let Position { file, line, column } = one.position.as_ref().unwrap_or(&none);
        let fields = [one.severity, file, &line.to_string(), &column.to_string(), &one.message];
        fields.iter().for_each(|field| text.extend([&field.replace('\0', " "), "\0"]));
    }
    text.into_bytes()
}

/// What [`encode`] made `bytes` of; warnings and remarks are left out.
pub(crate) fn decode(bytes: &[u8]) -> Vec<Diagnostic> {
    let text = String::from_utf8_lossy(bytes);
    let fields: Vec<&str> = text.split('\0').collect();
    let mut all: Vec<Diagnostic> = Vec::new();
    for fields in fields.chunks_exact(5) {
        let number = |i: usize| fields[i].parse().unwrap_or(0);
        let position = Position { file: fields[1].to_string(), line: number(2), column: number(3) };
        let one = Diagnostic::error((position.line > 0).then_some(position), fields[4]);
        match (fields[0], all.last_mut()) {
            ("error", _) => all.push(one),
            ("note", Some(last)) => last.notes.push(Diagnostic { severity: "note", ..one }),
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_collected_with_their_place_and_line() {
        let context = xla_dialect::context();
        let collector = Collector::new(&context);
        assert!(melior::ir::Module::parse(&context, "module {\n  foo\n}").is_none());
        let diagnostics = collector.take();
        let position = diagnostics[0].position.clone().expect("a place");
        assert_eq!((position.line, position.column), (2, 3));
        assert_eq!(diagnostics[0].severity, "error");
        let source = Source::new(&position.file, "module {\n  foo\n}");
        assert!(diagnostics[0].with_source(&source).ends_with("  foo\n  ^\n"));
    }

    #[test]
    fn messages_and_names_in_any_encoding_are_collected() {
        let context = xla_dialect::context();
        let collector = Collector::new(&context);
        let texts = [
            // The parser quotes the first one's name, and stops before the second one's.
            (&b"func.func @f() { call @\"\xff\xfe\"() : () -> () return }"[..], true),
            (b"func.func @\"\xc3(\"() {", false),
        ];
        for (text, is_quoted) in texts {
            // SAFETY: a module would be dropped before the context.
            let module = unsafe { crate::parse::parse_module(context.to_raw(), text, b"\xff.mlir") };
            assert!(module.is_none());
            let diagnostics = collector.take();
            assert_eq!(diagnostics[0].position.as_ref().map(|position| position.file.as_str()), Some("\u{fffd}.mlir"));
            assert_eq!(diagnostics[0].message.contains('\u{fffd}'), is_quoted, "{}", diagnostics[0].message);
        }
    }

    #[test]
    fn diagnostics_are_the_same_after_a_way_as_bytes() {
        let position = Position { file: "a".to_string(), line: 1, column: 2 };
        let note = Diagnostic { severity: "note", ..Diagnostic::error(None, "here") };
        let first = Diagnostic { notes: vec![note.clone(), note], ..Diagnostic::error(Some(position), "no\nmore") };
        let all = [first, Diagnostic::error(None, "")];
        assert_eq!(decode(&encode(&all)), all);
    }

    #[test]
    fn places_are_found_inside_other_locations() {
        let context = xla_dialect::context();
        for text in [
            "loc(\"a\":1:2)",
            "loc(\"n\"(\"a\":1:2))",
            "loc(callsite(\"a\":1:2 at \"b\":3:4))",
            "loc(fused[unknown, \"a\":1:2])",
        ] {
            let module = format!("module {{}} {text}");
            let module = melior::ir::Module::parse(&context, &module).expect("it parses");
            use melior::ir::operation::OperationLike;
            let position = Position::of(module.as_operation().location()).map(|position| position.to_string());
            assert_eq!(position.as_deref(), Some("a:1:2"), "{text}");
        }
    }
}
