//! The work tree: its folders, the environment that its programs run in, and what cargo builds of it.

use anyhow::{Context, Result, bail};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// Where cargo puts the tools.
const TOOLS: &str = "target/release";
/// Holds the name of the compiler of the MPI to build with; without the file, xla-run is built without MPI.
const MPI_STAMP: &str = "target/.mpi";

/// A program failed, and has said why.
#[derive(Debug)]
pub struct Failed(pub i32);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a program ended with exit code {}", self.0)
    }
}

impl std::error::Error for Failed {}

/// Prints the step that comes next.
pub fn say(what: &str) {
    eprintln!("\x1b[1m==>\x1b[0m {what}");
}

/// Runs a command to its end.
///
/// # Errors
/// If it cannot be started, or fails: [`Failed`].
pub fn check(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {}", command.get_program().display()))?;
    succeeded(status)
}

/// # Errors
/// If a program that ended with this status failed: [`Failed`].
pub fn succeeded(status: ExitStatus) -> Result<()> {
    if status.success() { Ok(()) } else { Err(Failed(status.code().unwrap_or(2)).into()) }
}

/// Runs a command to its end. Returns its standard output.
///
/// # Errors
/// If it cannot be started, fails, or does not write text.
pub fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_owned();
    let output = command.stderr(std::process::Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot run {}", name.display()))?;
    succeeded(output.status)?;
    String::from_utf8(output.stdout).with_context(|| format!("{} wrote no text", name.display()))
}

/// The work tree, with the environment that its programs run in.
pub struct Workspace {
    /// The absolute path of its root, which is the current directory.
    pub root: PathBuf,
    /// The directory from which `./x` was called.
    invoked_from: PathBuf,
    /// The installation of LLVM and MLIR.
    pub llvm: PathBuf,
    /// `PATH` with the tools, those of the tests, and LLVM's.
    path: OsString,
    /// The compiler of the MPI to build with.
    mpicc: Option<String>,
}

impl Workspace {
    /// The work tree that `./x` has entered.
    ///
    /// # Errors
    /// If the environment is not what `./x` prepares.
    pub fn enter() -> Result<Self> {
        let root = env::current_dir()?;
        let variable = |name: &str| env::var_os(name).with_context(|| format!("{name} is not set: call ./x"));
        // `./x fmt` works without LLVM.
        let llvm = env::var_os("MLIR_SYS_220_PREFIX").map(PathBuf::from).unwrap_or_default();
        let first = [root.join(TOOLS), root.join("test/bin"), llvm.join("bin")];
        let path = env::join_paths(first.into_iter().chain(env::split_paths(&variable("PATH")?)))?;
        let invoked_from = PathBuf::from(variable("X_INVOKED_FROM")?);
        let mut workspace = Self { root, invoked_from, llvm, path, mpicc: None };
        workspace.read_mpi();
        Ok(workspace)
    }

    fn read_mpi(&mut self) {
        let stamp = std::fs::read_to_string(self.root.join(MPI_STAMP));
        self.mpicc = stamp.ok().map(|name| name.trim().to_string());
    }

    /// The compiler of the MPI that the tools are built with, if they are.
    pub fn mpi(&self) -> Option<&str> {
        self.mpicc.as_deref()
    }

    /// Builds with the MPI of this compiler from now on.
    ///
    /// # Errors
    /// If that cannot be noted.
    pub fn use_mpi(&mut self, mpicc: &str) -> Result<()> {
        if self.mpi() != Some(mpicc) {
            // Its build script does not see that another MPI is meant.
            check(self.command("cargo").args(["clean", "--release", "--quiet", "-p", "mpi-sys"]))?;
            std::fs::create_dir_all("target")?;
            std::fs::write(MPI_STAMP, format!("{mpicc}\n"))?;
            self.read_mpi();
        }
        Ok(())
    }

    /// A command that runs at the root, and finds the tools.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("PATH", &self.path).current_dir(&self.root);
        if let Some(mpicc) = &self.mpicc {
            command.env("MPICC", mpicc);
        }
        command
    }

    /// `cargo SUBCOMMAND --release --workspace`, with the features of the tools.
    pub fn cargo(&self, subcommand: &str) -> Command {
        let mut command = self.command("cargo");
        command.args([subcommand, "--release", "--workspace"]).args(self.features());
        command
    }

    /// The arguments of cargo that enable the features of the tools.
    pub fn features(&self) -> &'static [&'static str] {
        if self.mpicc.is_some() { &["--features", "xla-tools/mpi"] } else { &[] }
    }

    /// Builds the tools, silently where they only need an update.
    ///
    /// # Errors
    /// If they do not compile.
    pub fn build_tools(&self) -> Result<()> {
        let mut cargo = self.cargo("build");
        cargo.arg("--bins");
        if self.root.join(TOOLS).join("xla-run").exists() {
            cargo.arg("--quiet");
        } else {
            say("building into target/release: this takes some minutes the first time");
        }
        check(&mut cargo)
    }

    /// Builds the static libraries: the one that object files link with, and the compiler's.
    ///
    /// # Errors
    /// If they do not compile.
    pub fn build_libraries(&self) -> Result<()> {
        check(self.cargo("build").args(["--lib", "--quiet"]))
    }

    /// The file or directory that the user calls `path`, relative to the root if it is below that.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn given(&self, path: &str) -> Result<PathBuf> {
        let Ok(whole) = self.invoked_from.join(path).canonicalize() else { bail!("{path}: no such file") };
        let root = self.root.canonicalize()?;
        Ok(whole.strip_prefix(root).map_or(whole.clone(), Path::to_path_buf))
    }

    /// Becomes the program that `command` runs, in the directory from which `./x` was called.
    pub fn become_there(&self, mut command: Command) -> anyhow::Error {
        become_program(command.current_dir(&self.invoked_from))
    }
}

/// Becomes the program that `command` runs; returns why it could not.
pub fn become_program(command: &mut Command) -> anyhow::Error {
    let error = command.exec();
    anyhow::Error::new(error).context(format!("cannot run {}", command.get_program().display()))
}

/// Whether `text` has `word` as a word.
pub fn names(text: &str, word: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(in_word) && !text[at + word.len()..].starts_with(in_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert!(names("use libc::c_int;", "libc"));
        assert!(!names("use liblibc; libc_too", "libc"));
    }
}
