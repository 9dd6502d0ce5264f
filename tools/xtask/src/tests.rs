//! `./x test`: everything, tests by name, or one of the suites that have options of their own.

use crate::log::Log;
use crate::workspace::{Workspace, become_program, check, output, say};
use crate::{adding_an_op, lint, setup};
use anyhow::{Context, Result, bail, ensure};
use std::process::Command;
use std::time::{Duration, Instant};

const LOG: &str = "target/test.log";

/// Runs what the arguments say.
///
/// # Errors
/// If a test fails.
pub fn test(workspace: &mut Workspace, arguments: &[String]) -> Result<()> {
    setup::ci(workspace)?;
    let Some((first, further)) = arguments.split_first() else { return all(workspace, false) };
    match first.as_str() {
        "--quick" if further.is_empty() => all(workspace, true),
        "--quick" => filtered(workspace, further),
        option if option.starts_with("--") => suite(workspace, option, further),
        _ => filtered(workspace, arguments),
    }
}

/// Runs one of the suites that have options of their own.
fn suite(workspace: &mut Workspace, name: &str, arguments: &[String]) -> Result<()> {
    let folder = match name {
        "--differential" | "--memcheck" | "--aarch64" => "differential",
        "--programs" => "programs",
        "--replicas" | "--mpi" => "replicas",
        // These build what they run, and need no packages.
        "--adding-an-op" => return adding_an_op::test(workspace, arguments),
        "--mutants" => {
            let mut command = workspace.command("python3");
            return Err(become_program(command.arg("test/mutants/run.py").args(arguments)));
        }
        "--fuzz" | "--embedding" | "--random" | "--mixed" | "--soak" => "",
        _ => bail!("no option '{name}' of test"),
    };
    if name == "--soak" {
        return soak(workspace, hours(arguments)?);
    }
    if !folder.is_empty() {
        setup::python(workspace)?;
    }
    if name == "--mpi" {
        setup::mpi(workspace, None)?;
    }
    workspace.build_tools()?;
    let script = match name {
        "--fuzz" => return Err(become_program(workspace.command("xla-fuzz").args(arguments))),
        "--embedding" => return check(&mut embedding(workspace)?),
        "--random" => return check(random_programs(workspace).args(arguments)),
        "--mixed" => return check(workspace.command("mixed-modules").args(arguments)),
        "--memcheck" => {
            workspace.build_libraries()?;
            "memcheck.py"
        }
        "--aarch64" => {
            setup::aarch64(workspace)?;
            "aarch64.py"
        }
        _ => "run.py",
    };
    let mut command = python(workspace, &format!("test/{folder}/{script}"));
    if name == "--mpi" && has_network_namespaces(workspace) {
        command.arg("--hosts");
    }
    Err(become_program(command.args(arguments)))
}

/// The longest round of a soak.
const ROUND: Duration = Duration::from_secs(3600);

/// Runs what searches for errors for that time, from where the last run stopped: planted faults in a quarter of it at most,
/// then random programs and mutated inputs in rounds, two thirds and one third of each.
fn soak(workspace: &Workspace, time: Duration) -> Result<()> {
    setup::python(workspace)?;
    workspace.build_tools()?;
    let start = Instant::now();
    let mut passed = true;
    let mut step = |name: &str, mut command: Command| -> Result<()> {
        say(&format!("{name}, {} of {} minutes", start.elapsed().as_secs() / 60, time.as_secs() / 60));
        passed &= command.status().with_context(|| format!("{name} cannot be started"))?.success();
        Ok(())
    };
    let mut faults = workspace.command("python3");
    faults.args(["test/mutants/run.py", "--resume", "--within", &(time / 4).as_secs().to_string()]);
    step("planted faults", faults)?;
    while start.elapsed() < time {
        let round = ROUND.min(time - start.elapsed());
        let mut random = random_programs(workspace);
        random.args(["--programs", "1000000000", "--seconds", &(round * 2 / 3).as_secs().max(1).to_string()]);
        step("random programs", random)?;
        let mut fuzz = workspace.command("xla-fuzz");
        fuzz.args(["--total", &(round / 3).as_secs_f64().to_string()]);
        step("mutated inputs", fuzz)?;
    }
    ensure!(passed, "there are findings (see above)");
    Ok(())
}

/// The time of the hours that are the first argument.
fn hours(arguments: &[String]) -> Result<Duration> {
    let hours = arguments.first().filter(|hours| hours.chars().all(|c| c.is_ascii_digit() || c == '.'));
    let hours = hours.and_then(|hours| hours.parse::<f64>().ok());
    let hours = hours.context("for how many hours? ./x test --soak HOURS")?;
    Duration::try_from_secs_f64(hours * 3600.0).context("that is too long")
}

fn python(workspace: &Workspace, script: &str) -> Command {
    let mut command = workspace.command(setup::python_path(workspace));
    command.arg(script);
    command
}

/// Whether hosts can be made of network namespaces: by root alone, and not in every container.
fn has_network_namespaces(workspace: &Workspace) -> bool {
    let user = output(workspace.command("id").arg("-u"));
    let netns = |what: &str| {
        let mut command = workspace.command("ip");
        command.args(["netns", what, "xla-probe"]).stderr(std::process::Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    user.is_ok_and(|user| user.trim() == "0") && netns("add") && netns("delete")
}

/// Random programs of many ops; those that run are counted by commit.
fn random_programs(workspace: &Workspace) -> Command {
    let mut describe = workspace.command("git");
    describe.args(["describe", "--always", "--dirty", "--abbrev=12"]).stderr(std::process::Stdio::null());
    let described = describe.output().ok().filter(|output| output.status.success());
    let version = described.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    let mut command = workspace.command("random-programs");
    command.args(["--version-name", version.as_deref().unwrap_or("unknown")]);
    command
}

/// Tests what users do with an installation.
fn embedding(workspace: &Workspace) -> Result<Command> {
    setup::cmake(workspace)?;
    workspace.build_libraries()?;
    Ok(workspace.command("test/embedding/run.sh"))
}

/// Runs the tests whose names contain a word.
fn filtered(workspace: &Workspace, words: &[String]) -> Result<()> {
    workspace.build_tools()?;
    // Tests of ahead-of-time libraries link with what a user's installation has.
    workspace.build_libraries()?;
    // A path names a file; other words may be in the names of unit tests too.
    let mut cargo = workspace.command("cargo");
    cargo.args(["test", "--release"]);
    if words[0].contains('/') {
        cargo.args(["-p", "xla-test"]);
    } else {
        cargo.arg("--workspace").args(workspace.features());
    }
    cargo.args(["--lib", "--bins", "--tests", "--no-fail-fast", "--quiet", "--"]).args(words);
    let mut log = Log::create(LOG)?;
    let is_news =
        |line: &str| !line.is_empty() && line != "running 0 tests" && !line.starts_with("test result: ok. 0 passed");
    let passed = log.run(&mut cargo, is_news)?;
    ensure!(passed, "a test failed (see above)");
    ensure!(log.tests().passed > 0, "no test has '{}' in its name", words.join(" "));
    Ok(())
}

/// Runs everything; if it has to be quick, without what needs Python's packages.
fn all(workspace: &mut Workspace, quick: bool) -> Result<()> {
    workspace.build_tools()?;
    workspace.build_libraries()?;
    if !quick {
        setup::python(workspace)?;
    }
    lint::lint(workspace)?;
    let mut log = Log::create(LOG)?;
    let mut passed = true;
    let mut step = |name: &str, mut command: Command| -> Result<()> {
        say(name);
        passed &= log.run(&mut command, |_| true)?;
        Ok(())
    };
    let mut cargo = workspace.cargo("test");
    cargo.arg("--no-fail-fast");
    step("tests", cargo)?;
    step("embedding", embedding(workspace)?)?;
    let mut fuzz = workspace.command("xla-fuzz");
    fuzz.args(["--seconds", "2"]);
    step("fuzzing sample", fuzz)?;
    let mut random = random_programs(workspace);
    random.args(["--seed", "0", "--programs", "400", "--seconds", "50", "--folder", "target/random/sample"]);
    step("random programs", random)?;
    let mut mixed = workspace.command("mixed-modules");
    mixed.args(["--modules", "24"]);
    step("mixed modules", mixed)?;
    if quick {
        say("differential sample, programs, replicas, memory check: left out by --quick");
    } else {
        let samples: [(&str, &str, &[&str]); 5] = [
            ("planted faults", "mutants/run.py", &["--check"]),
            ("differential sample", "differential/run.py", &["--each", "6"]),
            ("programs", "programs/run.py", &[]),
            ("replicas", "replicas/run.py", &["--programs", "6", "--faults", "12"]),
            ("memory check sample", "differential/memcheck.py", &["--cases", "48"]),
        ];
        for (name, script, arguments) in samples {
            let mut command = python(workspace, &format!("test/{script}"));
            command.args(arguments);
            step(name, command)?;
        }
    }
    println!("{}", log.tests());
    ensure!(passed, "tests failed; the output is in {LOG}");
    Ok(())
}
