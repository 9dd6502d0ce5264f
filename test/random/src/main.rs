//! Random programs, and the checks that every one of them has to pass: see docs/testing.md.

mod case;
mod check;
mod compare;
mod generate;
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
use generate::Profile;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Makes random programs, compiles and runs them, and compares what they compute.
#[derive(Parser)]
#[command(name = "random-programs")]
struct Arguments {
    /// Which programs; all profiles take turns if none is named
    #[arg(long, value_enum)]
    profile: Vec<Profile>,
    /// The first seed; without it, programs that were not run yet
    #[arg(long)]
    seed: Option<u64>,
    /// How many programs
    #[arg(long, default_value_t = 1000)]
    programs: u64,
    /// Seconds after which to stop
    #[arg(long)]
    seconds: Option<u64>,
    /// Processes that run programs at a time
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, |n| n.get()))]
    jobs: usize,
    /// The share of programs that are also run by XLA:CPU, where there is a target/venv
    #[arg(long, default_value_t = 0.2)]
    xla: f64,
    /// The check to make of every program, such as `unfused`, `barriers`, `constants`, `x86-64-v2`
    #[arg(long)]
    check: Option<String>,
    /// Seconds that one program may take with its checks
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Where findings and counts are kept
    #[arg(long, default_value = "target/random")]
    folder: PathBuf,
    /// The version of the compiler, which programs are counted by
    #[arg(long, default_value = "")]
    version_name: String,
    /// Checks a finding again, or a program with comments as findings have them
    #[arg(long)]
    repeat: Option<PathBuf>,
    /// Prints the program of a seed, of the first profile named
    #[arg(long)]
    show: Option<u64>,
    /// Prints the counts by op and by pair of ops of all programs so far
    #[arg(long)]
    report: bool,
    /// Checks what comes on standard input
    #[arg(long, hide = true)]
    worker: bool,
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
        print!("{}", report::page(&state::State::load(&arguments.folder)));
        return Ok(true);
    }
    let profiles = if arguments.profile.is_empty() { Profile::value_variants() } else { &arguments.profile };
    if let Some(seed) = arguments.show {
        print!("{}", generate::program(profiles[0], seed).0.text());
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
        folder: arguments.folder.clone(),
        version: arguments.version_name.clone(),
        limit: Duration::from_secs(arguments.limit),
    })
}
