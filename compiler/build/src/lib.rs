//! For build scripts: a program of StableHLO or xla becomes a function of Rust.
//!
//! `xla-translate` of an installed xla-mlir does the work, so that nothing but this crate is built. It is looked for at
//! `XLA_TRANSLATE`, in `bin` of `XLA_MLIR_PREFIX`, and on `PATH`.
//!
//! ```no_run
//! // build.rs
//! xla_build::compile("src/layer.mlir");
//! ```
//!
//! ```ignore
//! // src/main.rs
//! mod layer {
//!     include!(concat!(env!("OUT_DIR"), "/layer.rs"));
//! }
//! let y = layer::layer(&x, &w)?;                    // one call
//! let mut program = layer::Program::new(1, 0)?;     // or many: threads, seed
//! program.run(&x, &w, &mut y)?;
//! ```
//!
//! The types of the parameters are arrays of the program's sizes; the file says what each is. A program that calls the
//! runtime library (loops worth several threads, FFT, sort, factorizations, random numbers) needs the crate `xla-runtime`
//! as a dependency.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles the program in `file` as [`Program::compile`] does, with defaults.
///
/// # Panics
/// As [`Program::compile`].
pub fn compile(file: impl AsRef<Path>) {
    Program::new(file).compile();
}

/// A program to compile.
#[derive(Clone, Debug)]
pub struct Program {
    file: PathBuf,
    name: Option<String>,
    entry: Option<String>,
    cpu: Option<String>,
}

impl Program {
    /// The program in `file`, a path relative to the package.
    pub fn new(file: impl AsRef<Path>) -> Self {
        Self { file: file.as_ref().to_path_buf(), name: None, entry: None, cpu: None }
    }

    /// What the function and the generated file are called; by default, as the program's file.
    #[must_use]
    pub fn name(self, name: &str) -> Self {
        Self { name: Some(name.to_string()), ..self }
    }

    /// The program's function to compile; by default `main`, or the only public one.
    #[must_use]
    pub fn entry(self, entry: &str) -> Self {
        Self { entry: Some(entry.to_string()), ..self }
    }

    /// The processor to compile for, such as `x86-64-v3` or `host`; by default one that every processor of the target is.
    #[must_use]
    pub fn cpu(self, cpu: &str) -> Self {
        Self { cpu: Some(cpu.to_string()), ..self }
    }

    /// Compiles the program, writes `<name>.rs` to `OUT_DIR`, and has Cargo link the code.
    ///
    /// # Panics
    /// Outside of a build script, and if the program cannot be compiled: build scripts fail so.
    pub fn compile(&self) {
        let name = self.function();
        let out = PathBuf::from(variable("OUT_DIR"));
        let library = out.join(format!("lib{name}.a"));
        let tool = translate();
        let mut command = Command::new(&tool);
        command.arg("--xla-to-static-library").arg(&self.file).arg("-o").arg(&library);
        command
            .arg(format!("--name={name}"))
            .arg(format!("--rust-module={}", out.join(format!("{name}.rs")).display()));
        command.arg(format!("--target={}", self.cpu.clone().unwrap_or_else(|| baseline(&variable("TARGET")))));
        command.args(self.entry.iter().map(|entry| format!("--entry={entry}")));
        let output = command.output();
        let output = output.unwrap_or_else(|error| {
            panic!("cannot run {}: {error}; XLA_MLIR_PREFIX says where xla-mlir is installed", tool.display())
        });
        assert!(
            output.status.success(),
            "{} cannot be compiled:\n{}",
            self.file.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        println!("cargo:rerun-if-changed={}", self.file.display());
        println!("cargo:rerun-if-changed={}", tool.display());
        println!("cargo:rerun-if-env-changed=XLA_TRANSLATE");
        println!("cargo:rerun-if-env-changed=XLA_MLIR_PREFIX");
        println!("cargo:rustc-link-search=native={}", out.display());
        println!("cargo:rustc-link-lib=static={name}");
    }

    /// The name of the function.
    fn function(&self) -> String {
        let stem = || self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = self.name.clone().unwrap_or_else(stem);
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
    }
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("{name} is not set: this is for build scripts"))
}

/// The processor that all of a target are.
fn baseline(target: &str) -> String {
    match target.split('-').next() {
        Some("aarch64") => "aarch64".to_string(),
        Some("x86_64") => "x86-64".to_string(),
        _ => panic!("programs cannot be compiled for {target}"),
    }
}

fn translate() -> PathBuf {
    if let Some(tool) = env::var_os("XLA_TRANSLATE") {
        return tool.into();
    }
    match env::var_os("XLA_MLIR_PREFIX") {
        Some(prefix) => Path::new(&prefix).join("bin/xla-translate"),
        None => {
            let path = env::var_os("PATH").unwrap_or_default();
            let found = env::split_paths(&path).map(|folder| folder.join("xla-translate")).find(|tool| tool.exists());
            found.unwrap_or_else(|| "xla-translate".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_called_as_their_files() {
        assert_eq!(Program::new("src/my-layer.mlir").function(), "my_layer");
        assert_eq!(Program::new("src/a.mlir").name("b").function(), "b");
        assert_eq!(baseline("x86_64-unknown-linux-gnu"), "x86-64");
    }
}
