//! The commands of `./x` that need cargo: build, run, test and document. `help.txt` lists them.

mod adding_an_op;
mod documents;
mod lint;
mod log;
mod programs;
mod reference;
mod setup;
mod status;
mod tests;
mod workspace;

use anyhow::{Result, bail, ensure};
use std::process::ExitCode;
use workspace::{Failed, Workspace, check};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => match error.downcast_ref::<Failed>() {
            // The program has said why.
            Some(Failed(code)) => ExitCode::from(u8::try_from(*code).unwrap_or(2)),
            None => {
                eprintln!("x: {error:#}");
                ExitCode::from(2)
            }
        },
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let mut workspace = Workspace::enter()?;
    let Some((command, arguments)) = arguments.split_first() else { bail!("no command") };
    match command.as_str() {
        "setup" => setup::setup(&mut workspace, arguments),
        "build" => {
            setup::ci(&mut workspace)?;
            check(workspace.cargo("build").args(arguments))
        }
        "run" => programs::run(&mut workspace, arguments),
        "bench" => programs::bench(&mut workspace, arguments),
        "test" => tests::test(&mut workspace, arguments),
        "install" => install(&mut workspace, arguments),
        "docs" => {
            setup::ci(&mut workspace)?;
            reference::docs(&workspace, arguments)
        }
        "lint" => {
            ensure!(arguments.is_empty(), "lint takes no arguments");
            setup::ci(&mut workspace)?;
            workspace.build_tools()?;
            lint::lint(&workspace)
        }
        "fmt" => {
            ensure!(arguments.is_empty(), "fmt takes no arguments");
            lint::format(&workspace)
        }
        other => bail!("no command '{other}'"),
    }
}

/// Installs what others need of a build.
fn install(workspace: &mut Workspace, arguments: &[String]) -> Result<()> {
    let [option, prefix] = arguments else { bail!("install where? ./x install --prefix DIRECTORY") };
    ensure!(option == "--prefix" && !prefix.is_empty(), "install where? ./x install --prefix DIRECTORY");
    setup::ci(workspace)?;
    workspace.build_tools()?;
    workspace.build_libraries()?;
    let mut command = workspace.command(workspace.root.join("cmake/install.sh"));
    command.args(arguments);
    Err(workspace.become_there(command))
}
