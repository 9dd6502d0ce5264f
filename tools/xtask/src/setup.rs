//! Installs what commands need beyond LLVM and Rust: Python packages, MPI, CMake, a cross compiler.

use crate::workspace::{Workspace, check, output, say, succeeded};
use anyhow::{Context, Result, bail, ensure};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// The packages that tests and examples need of Python.
const REQUIREMENTS: &str = "test/differential/requirements.txt";
const VENV: &str = "target/venv";

/// `./x setup`: what its options name, and what CI needs.
///
/// # Errors
/// If it cannot be installed.
pub fn setup(workspace: &mut Workspace, arguments: &[String]) -> Result<()> {
    ci(workspace)?;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--python" => python(workspace)?,
            "--bench" => benchmarks(workspace)?,
            "--mpi" => mpi(workspace, arguments.next().map(String::as_str))?,
            other => bail!("no option '{other}' of setup"),
        }
    }
    Ok(())
}

/// Sets up MPI in CI, which tests everything.
///
/// # Errors
/// If it cannot be installed.
pub fn ci(workspace: &mut Workspace) -> Result<()> {
    if is_ci() && workspace.mpi().is_none() { mpi(workspace, None) } else { Ok(()) }
}

/// Whether the environment is that of a CI.
pub fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| !value.is_empty())
}

/// Whether a program of this name can be run.
pub fn has_program(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Installs Debian packages; on other systems, reports what is `missing`.
fn install(workspace: &Workspace, packages: &[&str], missing: &str) -> Result<()> {
    ensure!(has_program("apt-get"), "{missing}");
    // The script can do it before there is Rust.
    let status = workspace.command("./x").arg("apt-install").args(packages).status()?;
    succeeded(status).with_context(|| format!("apt-get could not install {}", packages.join(" ")))
}

/// Python of [`VENV`].
pub fn python_path(workspace: &Workspace) -> PathBuf {
    workspace.root.join(VENV).join("bin/python")
}

/// Whether the packages for the tests are installed.
pub fn has_python() -> bool {
    is_installed(REQUIREMENTS, ".installed")
}

fn is_installed(requirements: &str, stamp: &str) -> bool {
    let stamp = fs::read(PathBuf::from(VENV).join(stamp));
    matches!((fs::read(requirements), stamp), (Ok(wanted), Ok(installed)) if wanted == installed)
}

/// Installs the packages that tests and examples need of Python.
///
/// # Errors
/// If that fails.
pub fn python(workspace: &Workspace) -> Result<()> {
    packages(workspace, REQUIREMENTS, ".installed")
}

/// Installs what the benchmarks compare with besides.
fn benchmarks(workspace: &Workspace) -> Result<()> {
    python(workspace)?;
    packages(workspace, "test/bench/requirements.txt", ".installed_bench")
}

fn packages(workspace: &Workspace, requirements: &str, stamp: &str) -> Result<()> {
    if is_installed(requirements, stamp) {
        return Ok(());
    }
    let has_venv = Command::new("python3").args(["-c", "import venv, ensurepip"]).stderr(Stdio::null()).status();
    if !has_venv.is_ok_and(|status| status.success()) {
        install(workspace, &["python3", "python3-venv"], "python3 with its venv module is needed")?;
    }
    let wanted = fs::read_to_string(requirements)?;
    let count = wanted.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase())).count();
    say(&format!("adding {count} packages of {requirements} to {VENV}"));
    let python = python_path(workspace);
    if !python.exists() {
        check(workspace.command("python3").args(["-m", "venv", VENV]))?;
    }
    let mut attempt = 1;
    loop {
        let mut pip = workspace.command(&python);
        pip.args(["-m", "pip", "install", "--disable-pip-version-check", "-q", "--retries", "5"]);
        pip.args(["-c", REQUIREMENTS, "-r", requirements]);
        if pip.status()?.success() {
            break;
        }
        ensure!(attempt < 3, "pip could not install {requirements} (see above)");
        sleep(Duration::from_secs(5 * attempt));
        attempt += 1;
    }
    fs::copy(requirements, PathBuf::from(VENV).join(stamp))?;
    Ok(())
}

/// Installs MPI, and has the tools built with it from now on.
///
/// # Errors
/// If that fails, or there is no MPI of this name.
pub fn mpi(workspace: &mut Workspace, name: Option<&str>) -> Result<()> {
    let packages = match name {
        None | Some("openmpi") => ["openmpi-bin", "libopenmpi-dev"],
        Some("mpich") => ["mpich", "libmpich-dev"],
        Some(other) => bail!("no such MPI: {other} (openmpi or mpich)"),
    };
    let mpicc = name.map_or("mpicc".to_string(), |name| format!("mpicc.{name}"));
    if !has_program(&mpicc) {
        install(workspace, &packages, &format!("install an MPI (its {mpicc} is missing)"))?;
    }
    workspace.use_mpi(&mpicc)
}

/// Installs the commands that `test/embedding` uses.
///
/// # Errors
/// If that fails.
pub fn cmake(workspace: &Workspace) -> Result<()> {
    let mut packages = Vec::new();
    if !has_program("cmake") {
        packages.push("cmake");
    }
    if !has_program("make") && !has_program("ninja") {
        packages.push("ninja-build");
    }
    if packages.is_empty() { Ok(()) } else { install(workspace, &packages, "install CMake and Ninja or Make") }
}

/// Installs a C compiler, the runtime library and an emulator for aarch64.
///
/// # Errors
/// If that fails.
pub fn aarch64(workspace: &Workspace) -> Result<()> {
    const TARGET: &str = "aarch64-unknown-linux-gnu";
    if !has_program("qemu-aarch64") || !has_program("aarch64-linux-gnu-gcc") {
        let packages = ["gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user"];
        install(workspace, &packages, "install QEMU's user mode and a C compiler for aarch64-linux-gnu")?;
    }
    let added = workspace.command("rustup").args(["target", "add", TARGET]).status();
    ensure!(added.is_ok_and(|status| status.success()), "rustup has no standard library for {TARGET}");
    let mut cargo = workspace.command("cargo");
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    check(cargo.args(["build", "--release", "--package", "xla-runtime", "--lib", "--target", TARGET, "--quiet"]))
}

/// Installs the Rust component that has `cargo SUBCOMMAND`.
///
/// # Errors
/// If that fails.
pub fn cargo_part(workspace: &Workspace, subcommand: &str, component: &str) -> Result<()> {
    let mut probe = workspace.command("cargo");
    if output(probe.args([subcommand, "--version"]).stderr(Stdio::null())).is_ok() {
        return Ok(());
    }
    ensure!(has_program("rustup"), "cargo {subcommand} is missing: install the Rust component {component}");
    check(workspace.command("rustup").args(["component", "add", component]))
}
