//! Libraries: a static one is an archive of the object file, a shared one is made by the platform's linker.

use super::library::Library;
use crate::execute::RuntimeUse;
use mlir_sys::MlirStringRef;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use xla_dialect::ir::string_ref;

/// How shared libraries are linked.
#[derive(Clone, Debug, Default)]
pub struct Linker {
    /// The C compiler; if none is given, `cc`, or that of the target, such as `aarch64-linux-gnu-gcc`.
    pub command: Option<String>,
    /// `libxla_runtime.a` for the target, of which the library holds what it needs.
    pub runtime: Option<PathBuf>,
}

/// Why there is no library.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// LLVM cannot write the archive.
    #[error("the archive cannot be written")]
    Archive,
    /// A program that calls the runtime library is linked with it.
    #[error("the program calls the runtime library, and there is none: name libxla_runtime.a with --runtime-library")]
    Runtime,
    /// A file cannot be written or read.
    #[error("cannot link: {0}")]
    File(#[from] std::io::Error),
    /// The linker cannot be run.
    #[error("cannot run the linker `{command}`: {error}; name a C compiler for the target with --linker")]
    Start {
        /// The command.
        command: String,
        /// Why.
        error: std::io::Error,
    },
    /// The linker failed.
    #[error("the linker `{command}` fails:\n{message}")]
    Linker {
        /// The command.
        command: String,
        /// What it said.
        message: String,
    },
}

/// What Rust's standard library, which the runtime library holds, is linked with.
const SYSTEM_LIBRARIES: [&str; 5] = ["-lgcc_s", "-lpthread", "-ldl", "-lm", "-lc"];

impl Library {
    /// The runtime library for it beside the running tool, in an installation or a build.
    pub fn runtime_library(&self) -> Option<std::path::PathBuf> {
        let executable = std::env::current_exe().ok()?;
        runtime_beside(&executable, &self.target.triple, self.target.check_runs_here().is_ok())
    }

    /// The static library.
    ///
    /// # Errors
    /// If LLVM cannot write it.
    pub fn archive(&self) -> Result<Vec<u8>, LinkError> {
        let (mut archive, name) = (Vec::<u8>::new(), format!("{}.o", self.name));
        // SAFETY: the texts and the list outlive the call.
        let done = unsafe {
            xla_write_archive(
                string_ref(&self.object),
                string_ref(&name),
                append,
                std::ptr::from_mut(&mut archive).cast(),
            )
        };
        if done { Ok(archive) } else { Err(LinkError::Archive) }
    }

    /// The shared library, called `lib<name>.so` by who links with it. It exports the program's functions alone.
    ///
    /// # Errors
    /// If there is no linker or no runtime library, or the linker fails.
    pub fn shared(&self, linker: &Linker) -> Result<Vec<u8>, LinkError> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("program.o"), &self.object)?;
        let symbols = self.symbols().join("; ");
        std::fs::write(path("exports.map"), format!("{{ global: {symbols}; local: *; }};\n"))?;
        let name = linker.command.clone().unwrap_or_else(|| self.default_linker());
        let mut command = Command::new(&name);
        command.arg("-shared").arg("-o").arg(path("program.so")).arg(path("program.o"));
        match (&linker.runtime, self.uses) {
            (_, RuntimeUse::None) => {}
            (Some(runtime), _) => {
                command.arg(runtime);
            }
            (None, _) => return Err(LinkError::Runtime),
        }
        command.arg(format!("-Wl,-soname,lib{}.so", self.name)).args(["-Wl,-z,defs", "-Wl,--gc-sections"]);
        command.arg(format!("-Wl,--version-script={}", path("exports.map").display())).args(SYSTEM_LIBRARIES);
        let output = command.output().map_err(|error| LinkError::Start { command: name.clone(), error })?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).trim_end().to_string();
            return Err(LinkError::Linker { command: name, message });
        }
        Ok(std::fs::read(path("program.so"))?)
    }

    /// `aarch64-linux-gnu-gcc` where `aarch64-unknown-linux-gnu` is not what this runs on.
    fn default_linker(&self) -> String {
        if self.target.check_runs_here().is_ok() {
            return "cc".to_string();
        }
        let parts: Vec<_> = self.target.triple.split('-').filter(|part| !["unknown", "pc"].contains(part)).collect();
        format!("{}-gcc", parts.join("-"))
    }
}

/// The runtime library for programs of `library`'s target beside the tool at `executable`: of an installation, or of a
/// build.
fn runtime_beside(executable: &Path, triple: &str, is_host: bool) -> Option<PathBuf> {
    let file = "libxla_runtime.a";
    let folder = executable.parent()?;
    let installed = folder.parent()?.join("lib");
    let places = if is_host {
        [installed.join(file), folder.join(file)]
    } else {
        [installed.join(triple).join(file), folder.parent()?.join(triple).join("release").join(file)]
    };
    places.into_iter().find(|path| path.exists())
}

unsafe extern "C" fn append(part: MlirStringRef, user_data: *mut c_void) {
    // SAFETY: `user_data` is the list of `archive`, and the text lives for the call.
    unsafe {
        let part = if part.length == 0 { &[] } else { std::slice::from_raw_parts(part.data.cast::<u8>(), part.length) };
        (*user_data.cast::<Vec<u8>>()).extend_from_slice(part);
    }
}

unsafe extern "C" {
    fn xla_write_archive(
        object: MlirStringRef,
        name: MlirStringRef,
        write: unsafe extern "C" fn(MlirStringRef, *mut c_void),
        user_data: *mut c_void,
    ) -> bool;
}
