//! Runs a test's commands.

use crate::script::Script;
use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    fs,
    io::{self, Read, Seek},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Where tests run.
pub struct Environment {
    /// The repository: the working directory of every test.
    pub root: PathBuf,
    /// Where tests may write, relative to the root where that is possible.
    pub scratch: PathBuf,
    /// What `REQUIRES:`, `UNSUPPORTED:` and `XFAIL:` ask for.
    pub features: BTreeSet<String>,
    /// How long a test may take.
    pub timeout: Duration,
    path: OsString,
}

/// How a test ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As it should.
    Passed,
    /// It does not apply here; why.
    LeftOut(String),
    /// It failed; what to show.
    Failed(String),
}

impl Environment {
    /// Finds the repository, the tools next to the running test executable, and LLVM's where the build found them.
    pub fn new() -> Result<Self, String> {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the crate has no parent directory")?.to_owned();
        let llvm = env::var_os("MLIR_SYS_220_PREFIX").ok_or("MLIR_SYS_220_PREFIX is not set: run through ./x")?;
        let llvm = PathBuf::from(llvm);
        let deps = env::current_exe().map_err(|e| e.to_string())?;
        let tools = deps.ancestors().nth(2).ok_or("the test executable is not in a target directory")?.to_owned();
        for needed in [tools.join("xla-opt"), llvm.join("bin/FileCheck"), llvm.join("bin/not")] {
            if !needed.exists() {
                return Err(format!("{} is missing: run `./x build` first", needed.display()));
            }
        }
        let mut path = vec![tools.clone(), root.join("test/bin"), llvm.join("bin")];
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let path = env::join_paths(path).map_err(|e| e.to_string())?;
        let scratch = tools.with_file_name("lit");
        // Short where it can be: commands are shown to people.
        let scratch = scratch.strip_prefix(&root).map_or_else(|_| scratch.clone(), Path::to_owned);
        fs::create_dir_all(root.join(&scratch)).map_err(|e| format!("{}: {e}", scratch.display()))?;
        let mut features = BTreeSet::from([env::consts::ARCH.to_owned()]);
        if root.join("target/venv/.installed").exists() {
            features.insert("python".into());
        }
        if root.join("target/.mpi").exists() {
            features.insert("mpi".into());
        }
        Ok(Self { root, scratch, features, timeout: Duration::from_secs(300), path })
    }

    /// A shell in the repository, with the tools on PATH, that runs `script` until its first failure.
    pub fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("bash");
        let script = format!("trap 'echo \"command $LINENO fails\" >&2' ERR; {script}");
        command.args(["-e", "-o", "pipefail", "-c", &script]).current_dir(&self.root).env("PATH", &self.path);
        if env::var_os("XLA_MLIR_CHECK").is_none() {
            command.env("XLA_MLIR_CHECK", "1");
        }
        command
    }

    fn has_any(&self, features: &[String]) -> bool {
        features.iter().any(|feature| feature == "*" || self.features.contains(feature))
    }
}

/// How the programs of a test are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As the test says.
    AsStated,
    /// With `xla-run --interpret` for each `xla-run`.
    Interpreted,
}

/// Runs the test at `file`, a path relative to the root.
pub fn execute(environment: &Environment, file: &Path, variant: Variant) -> Outcome {
    let script = match fs::read(environment.root.join(file)).map_err(|e| e.to_string()) {
        Ok(bytes) => Script::parse(&String::from_utf8_lossy(&bytes)),
        Err(message) => Err(message),
    };
    let script = match script {
        Ok(script) => script,
        Err(message) => return Outcome::Failed(format!("{}: {message}", file.display())),
    };
    if let Some(missing) = script.requires.iter().find(|feature| !environment.features.contains(*feature)) {
        return Outcome::LeftOut(format!("requires {missing}"));
    }
    if environment.has_any(&script.unsupported) {
        return Outcome::LeftOut("not supported here".into());
    }
    let extension = if variant == Variant::Interpreted { "interpreted.tmp" } else { "tmp" };
    let scratch = environment.scratch.join(file.display().to_string().replace('/', "_")).with_extension(extension);
    let mut commands = script.commands_for(file, &scratch);
    if variant == Variant::Interpreted {
        commands.iter_mut().for_each(|command| *command = command.replace("xla-run ", "xla-run --interpret "));
    }
    let expected_to_fail = environment.has_any(&script.expected_to_fail);
    match run(environment, &commands, &scratch) {
        Ok(Ended { success: true, .. }) if expected_to_fail => {
            Outcome::Failed(format!("{}: passes, though XFAIL says that it fails: remove the line", file.display()))
        }
        Ok(Ended { success: true, .. }) => Outcome::Passed,
        Ok(_) if expected_to_fail => Outcome::Passed,
        Ok(ended) => Outcome::Failed(format!(
            "{}\n{}\nagain: ./x test {}\nby hand, in the repository:\n  PATH={}:$PATH\n  {}\n",
            ended.output.trim_end(),
            ended.how,
            file.display(),
            ours(&environment.path),
            commands.join("\n  ")
        )),
        Err(error) => Outcome::Failed(format!("{}: {error}", file.display())),
    }
}

/// The first entries of PATH: those that this crate put there.
fn ours(path: &OsString) -> String {
    env::split_paths(path).take(3).map(|entry| entry.display().to_string()).collect::<Vec<_>>().join(":")
}

struct Ended {
    success: bool,
    how: String,
    output: String,
}

fn run(environment: &Environment, commands: &[String], scratch: &Path) -> io::Result<Ended> {
    // Output goes to a file, not a pipe: nothing blocks when a test prints a lot or leaves a process behind.
    let mut log = fs::File::options()
        .create(true)
        .truncate(true)
        .read(true)
        .write(true)
        .open(environment.root.join(scratch).with_extension("log"))?;
    let mut child = environment
        .shell(&commands.join("\n"))
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log.try_clone()?)
        .process_group(0)
        .spawn()?;
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if started.elapsed() > environment.timeout {
            // The whole group: bash's children would otherwise outlive it.
            let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
            child.wait()?;
            break None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let mut bytes = Vec::new();
    log.rewind()?;
    log.read_to_end(&mut bytes)?;
    let how = match status {
        Some(status) => status.to_string(),
        None => format!("timed out after {} s", environment.timeout.as_secs()),
    };
    Ok(Ended {
        success: status.is_some_and(|status| status.success()),
        how,
        output: String::from_utf8_lossy(&bytes).into_owned(),
    })
}
