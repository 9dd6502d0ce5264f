//! Random programs, and the checks that every one of them has to pass: see docs/testing.md.

mod case;
mod check;
mod compare;
mod generate;
mod job;
mod model;
mod oracle;
mod reduce;
mod reference;
mod report;
mod state;
mod supervisor;
mod variants;
mod worker;

use clap::{Parser, ValueEnum};
use generate::{Profile, Scale};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Generates random programs, compiles and runs them, and compares their results.
#[derive(Parser)]
#[command(name = "random-programs")]
struct Arguments {
    /// The set of ops to use; by default all profiles alternate
    #[arg(long, value_enum)]
    profile: Vec<Profile>,
    /// The first seed [default: the first one that was not run yet]
    #[arg(long)]
    seed: Option<u64>,
    /// How many programs
    #[arg(long, default_value_t = 1000)]
    programs: u64,
    /// Seconds after which to stop
    #[arg(long)]
    seconds: Option<u64>,
    /// Number of processes that run programs
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, |n| n.get()))]
    jobs: usize,
    /// The fraction of programs that XLA:CPU runs, too, if target/venv exists
    #[arg(long, default_value_t = 0.1)]
    xla: f64,
    /// The check to apply to every program, such as `unfused`, `barriers`, `machine`, `x86-64-v2`; `speed` times large
    /// programs beside XLA:CPU, with as many threads as it may use processors
    #[arg(long)]
    check: Option<String>,
    /// Time limit of one program with its checks, in seconds
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Stops at the first finding, which is not reduced
    #[arg(long)]
    first: bool,
    /// The folder for findings and counts
    #[arg(long, default_value = "target/random")]
    folder: PathBuf,
    /// The version of the compiler, by which programs are counted
    #[arg(long, default_value = "")]
    version_name: String,
    /// Repeats a finding, or checks a program with the comments of a finding
    #[arg(long)]
    repeat: Option<PathBuf>,
    /// Prints the program of a seed, for the first profile given
    #[arg(long)]
    show: Option<u64>,
    /// Prints the counts of all programs so far, by op and by pair of ops
    #[arg(long)]
    report: bool,
    /// With --report, writes them to docs/random-programs.md and .toml, with which runs on other machines begin
    #[arg(long, requires = "report")]
    docs: bool,
    /// Checks what comes on standard input
    #[arg(long, hide = true)]
    worker: bool,
}

impl Arguments {
    fn scale(&self) -> Scale {
        if self.check.as_deref() == Some(check::SPEED) { Scale::LARGE } else { Scale::SMALL }
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("random-programs: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> std::io::Result<bool> {
    if arguments.worker {
        return worker::serve().map(|()| true);
    }
    if arguments.report {
        let state = state::State::load(&arguments.folder)?;
        let page = report::page(&state);
        if arguments.docs {
            std::fs::write("docs/random-programs.md", page)?;
            std::fs::write(state::KEPT, state.text()?)?;
        } else {
            print!("{page}");
        }
        return Ok(true);
    }
    let profiles = if arguments.profile.is_empty() { Profile::value_variants() } else { &arguments.profile };
    if let Some(seed) = arguments.show {
        print!("{}", generate::program(profiles[0], arguments.scale(), seed).0.text());
        return Ok(true);
    }
    if let Some(path) = &arguments.repeat {
        let text = std::fs::read_to_string(path)?;
        let case = case::Case::parse(&text).ok_or_else(|| std::io::Error::other("this is no finding"))?;
        let outcome = worker::Worker::new(Duration::from_secs(arguments.limit)).check(&case);
        println!("{outcome}");
        return Ok(!matches!(outcome, check::Outcome::Failed(..)));
    }
    supervisor::run(&supervisor::Plan {
        profiles: profiles.to_vec(),
        seed: arguments.seed,
        programs: arguments.programs,
        time: arguments.seconds.map_or(Duration::MAX, Duration::from_secs),
        jobs: arguments.jobs,
        xla: arguments.xla,
        check: arguments.check.clone(),
        scale: arguments.scale(),
        folder: arguments.folder.clone(),
        version: arguments.version_name.clone(),
        limit: Duration::from_secs(arguments.limit),
        first: arguments.first,
    })
}
