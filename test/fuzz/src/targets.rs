//! What is done with the bytes.

use clap::Parser;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;
use xla_compiler::execute::TensorType;
use xla_compiler::host::npy::{self, NpyArray};
use xla_compiler::host::{display, literal};
use xla_compiler::{CompileError, Entry, Options, Schedules, Source, with_lowered, with_module};
use xla_scalar::Element;
use xla_tools::run::RunArguments;

/// Something that reads bytes.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Reads the bytes.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 11] = [
    Target { name: "text", run: |bytes| lower("input.mlir", bytes) },
    Target { name: "parse", run: parse },
    Target { name: "bytecode", run: |bytes| lower("input.mlirbc", bytes) },
    Target { name: "attribute", run: attribute },
    Target { name: "pipeline", run: pipeline },
    Target { name: "npy", run: npy },
    Target { name: "npz", run: npz },
    Target { name: "literal", run: literal },
    Target { name: "command", run: command },
    Target { name: "cache", run: cache },
    Target { name: "schedule", run: schedule },
];

/// All the way to the llvm dialect.
fn lower(name: &str, bytes: &[u8]) {
    let options = Options { max_compile_time: Some(Duration::from_secs(5)), ..Options::default() };
    if let Err(error @ CompileError::Internal { .. }) = with_lowered(&Source::new(name, bytes), &options, |_| Ok(())) {
        panic!("{error}");
    }
}

/// Reading and verifying alone.
fn parse(bytes: &[u8]) {
    let source = Source::new("input.mlir", bytes);
    if let Err(error) = with_module(&source, "", |module| Ok(module.to_string())) {
        error.diagnostics().iter().for_each(|diagnostic| drop(diagnostic.with_source(&source)));
    }
}

/// An attribute, such as a sharding, of a module.
fn attribute(bytes: &[u8]) {
    parse(&[b"module attributes {fuzz.attribute = ", bytes, b"} {}"].concat());
}

/// Passes and their options.
fn pipeline(bytes: &[u8]) {
    let program = "func.func @main(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
        %0 = stablehlo.abs %x : tensor<2x?xf32>
        return %0 : tensor<2x?xf32>
    }";
    let passes = String::from_utf8_lossy(bytes);
    // Passes of upstream's that print, write files, or crash on purpose are no input of ours.
    let ours = ["xla-", "stablehlo-", "chlo-", "canonicalize", "cse", "inline", "symbol-dce"];
    let names = passes.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    let is_ours = |name: &str| ours.iter().any(|prefix| name.starts_with(prefix)) || !name.contains('-');
    if names.filter(|name| !name.is_empty()).all(is_ours) {
        let _ = with_module(&Source::new("input.mlir", program), &passes, |_| Ok(()));
    }
}

fn npy(bytes: &[u8]) {
    if let Ok(array) = NpyArray::parse(bytes) {
        array.argument();
        for &element in Element::ALL {
            let Ok(again) = NpyArray::parse(bytes) else { return };
            if let Ok(array) = again.into_array(element) {
                display::text(array.view());
            }
        }
    }
    let mut stream = Cursor::new(bytes);
    while let Ok(Some(_)) = NpyArray::next(&mut stream) {}
}

fn npz(bytes: &[u8]) {
    let _ = npy::read_archive(Cursor::new(bytes), Path::new("input.npz"));
}

fn literal(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    literal::argument(&text);
    // A value of its own type, if that is small, and of fixed ones.
    let own = text.split_once('=').and_then(|(ty, _)| TensorType::from_dimensions(ty.trim()));
    let own = own.filter(|ty| ty.bytes().is_ok_and(|bytes| bytes <= 1 << 16));
    let fixed = [(Element::F32, &[2, 3][..]), (Element::S8, &[]), (Element::Pred, &[2]), (Element::C64, &[0, 2])];
    let fixed = fixed.map(|(element, shape)| TensorType::new(element, shape));
    for ty in own.iter().chain(&fixed) {
        if let Ok(array) = literal::parse(&text, ty) {
            display::text(array.view());
        }
    }
}

/// The command line of xla-run; arguments end with a newline.
fn command(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = RunArguments::try_parse_from(text.split('\n'));
}

fn cache(bytes: &[u8]) {
    // A damaged entry fails its checksum. One that has the right one holds what somebody wrote.
    let _ = Entry::decode(bytes);
    let content = &bytes[..bytes.len().saturating_sub(32)];
    let Some(entry) = Entry::of_content(content) else { return };
    let _ = Entry::decode(&entry.encode()).map(|again| assert_eq!(again, entry));
    let source = Source::new("the cache", entry.description);
    let _ = with_module(&source, "", |module| Ok(xla_compiler::execute::Program::of(module)?));
}

fn schedule(bytes: &[u8]) {
    if let Ok(schedules) = Schedules::parse("input.toml", &String::from_utf8_lossy(bytes)) {
        let context = xla_dialect::context();
        let attribute = schedules.to_attribute(&context);
        parse(format!("module attributes {{xla.schedules = {attribute}}} {{}}").as_bytes());
    }
}
