//! `./x run` and `./x bench`: programs, as their RUN lines say or as the user does.

use crate::setup;
use crate::workspace::{Workspace, become_program, check, say};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use xla_test::Script;

/// Runs the program, or the folder of programs, that is the first argument.
///
/// # Errors
/// If there is none, or it fails.
pub fn run(workspace: &mut Workspace, arguments: &[String]) -> Result<()> {
    let Some((given, arguments)) = arguments.split_first() else {
        bail!("run what? ./x run FILE [ARGUMENTS], for example ./x run examples/digits/infer.mlir");
    };
    let file = workspace.given(given)?;
    setup::ci(workspace)?;
    workspace.build_tools()?;
    if file.is_dir() {
        ensure!(arguments.is_empty(), "{given} is a directory: its programs run without further arguments");
        return programs(&file)?.iter().try_for_each(|program| run_lines(workspace, &lines(program)?));
    }
    let lines = lines(&file)?;
    if arguments.is_empty() && !lines.is_empty() {
        return run_lines(workspace, &lines);
    }
    let mut command = workspace.command("xla-run");
    command.arg(workspace.root.join(file)).args(arguments);
    Err(workspace.become_there(command))
}

/// Runs the benchmarks, or measures the program that is the first argument.
///
/// # Errors
/// If that fails.
pub fn bench(workspace: &mut Workspace, arguments: &[String]) -> Result<()> {
    setup::ci(workspace)?;
    let Some((given, further)) = arguments.split_first().filter(|(first, _)| !first.starts_with("--")) else {
        setup::python(workspace)?;
        workspace.build_tools()?;
        let mut command = workspace.command(setup::python_path(workspace));
        return Err(become_program(command.arg("test/bench/run.py").args(arguments)));
    };
    let file = workspace.given(given)?;
    workspace.build_tools()?;
    let lines = lines(&file)?;
    let measured = lines.iter().find_map(|line| Some(&line[line.find("xla-run")? + "xla-run".len()..]));
    match measured {
        Some(line) if further.is_empty() => run_lines(workspace, &[format!("xla-run --bench{line}")]),
        _ => Err(become_program(workspace.command("xla-run").arg(file).arg("--bench").args(further))),
    }
}

/// The programs in a folder, by name.
fn programs(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries: Result<Vec<_>, _> = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut programs = entries?;
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    programs.sort();
    Ok(programs)
}

/// The commands of a file's RUN lines; none if it has no such lines.
fn lines(file: &Path) -> Result<Vec<String>> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let Ok(script) = Script::parse(&String::from_utf8_lossy(&bytes)) else { return Ok(Vec::new()) };
    let name = file.file_name().unwrap_or_default().display();
    Ok(script.commands_for(file, Path::new(&format!("target/{name}.tmp"))))
}

fn run_lines(workspace: &Workspace, lines: &[String]) -> Result<()> {
    for line in lines {
        say(line);
        check(workspace.command("bash").args(["-eo", "pipefail", "-c", line]))?;
    }
    Ok(())
}
