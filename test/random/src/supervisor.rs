//! Hands programs to workers, counts what became of them, and keeps what failed.

use crate::case::Case;
use crate::check::Outcome;
use crate::generate::{self, Profile};
use crate::model::Program;
use crate::oracle::Oracle;
use crate::reduce::{self, Reduction};
use crate::report;
use crate::state::{State, count};
use crate::variants::Variant;
use crate::worker::Worker;
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xla_compiler::host::npy;

/// What to run.
pub struct Plan {
    pub profiles: Vec<Profile>,
    /// The first seed, if it is not where the last run stopped.
    pub seed: Option<u64>,
    /// Programs in all, and how long they may take.
    pub programs: u64,
    pub time: Duration,
    pub jobs: usize,
    /// The share of programs that XLA:CPU is asked about.
    pub xla: f64,
    /// The one check to make beside running, if not all take their turns.
    pub check: Option<String>,
    pub folder: PathBuf,
    pub version: String,
    /// Time for one case.
    pub limit: Duration,
    /// Whether to stop at the first finding, as it is.
    pub first: bool,
}

/// What the programs of a run have in common.
struct Run<'a> {
    plan: &'a Plan,
    state: Mutex<State>,
    started: Instant,
    before: u64,
    told: Mutex<Instant>,
    /// Pairs of ops that were seen rarely.
    rare: Vec<(usize, usize)>,
    stopped: AtomicBool,
}

/// One program with its checks.
struct Job {
    profile: Profile,
    seed: u64,
    program: Program,
    exact: bool,
    checks: Vec<String>,
    variant: Option<Variant>,
}

impl Job {
    fn new(plan: &Plan, profile: Profile, seed: u64, has_xla: bool) -> Self {
        let (program, exact) = generate::program(profile, seed);
        let mut rng = Rng::with_seed(seed ^ 0x5EED);
        let mut checks = vec!["threads".to_string()];
        let mut variant = None;
        let other = match (&plan.check, rng.u8(0..10)) {
            (Some(check), _) => check.as_str(),
            (None, 0 | 1) => "unfused",
            (None, 2 | 3) => "barriers",
            (None, 4 | 5) => "constants",
            (None, 6) => ["x86-64-v2", "x86-64-v3", "x86-64-v4"][rng.usize(0..3)],
            (None, 7) => ["printed", "schedules", "cache"][rng.usize(0..3)],
            _ => "",
        };
        match other {
            "" => {}
            "barriers" => variant = Some(Variant::Barriers(seed)),
            "constants" => variant = Some(Variant::Constants),
            check => checks.push(check.to_string()),
        }
        if variant.is_some() {
            checks.push("variant".to_string());
        }
        if exact && rng.bool() {
            checks.push("interpreter".to_string());
        }
        if program.replicas > 1 {
            // What is folded is the same everywhere; XLA is not asked for several devices.
            checks.retain(|check| check != "variant" || variant != Some(Variant::Constants));
        }
        if has_xla && program.replicas == 1 && program.exclusions.is_empty() && exact && rng.f64() < plan.xla {
            checks.push("xla".to_string());
        }
        Self { profile, seed, program, exact, checks, variant }
    }

    fn case(&self) -> Case {
        Case {
            text: self.program.text(),
            variant: self.variant.map(|variant| variant.of(&self.program).text()),
            inputs: self.program.arguments(),
            exact: self.exact,
            replicas: self.program.replicas,
            checks: self.checks.clone(),
        }
    }
}

/// Runs the plan; gives whether nothing was found.
pub fn run(plan: &Plan) -> io::Result<bool> {
    let state = State::load(&plan.folder);
    let before = state.total();
    let now = Instant::now();
    let rare = if plan.seed.is_none() { report::rare_pairs(&state) } else { Vec::new() };
    let state = Mutex::new(state);
    let (told, stopped) = (Mutex::new(now), AtomicBool::new(false));
    let run = Run { plan, before, state, started: now, told, stopped, rare };
    let has_xla = plan.xla > 0.0 && Oracle::is_there();
    let next = Mutex::new(0u64);
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| {
                let mut worker = Worker::new(plan.limit);
                loop {
                    let number = {
                        let mut next = next.lock().expect("no thread panics with it");
                        *next += 1;
                        *next - 1
                    };
                    let stopped = run.stopped.load(Ordering::Relaxed);
                    if stopped || number >= plan.programs || run.started.elapsed() > plan.time {
                        break;
                    }
                    let (profile, seed) = run.seed(number);
                    let job = Job::new(plan, profile, seed, has_xla);
                    let outcome = worker.check(&job.case());
                    run.record(&job, &outcome, &mut worker);
                }
            });
        }
    });
    let state = run.state.lock().expect("the threads have ended");
    state.save(&plan.folder)?;
    eprintln!("{}", run.progress(&state));
    for finding in &state.seen {
        eprintln!("found: {finding}");
    }
    Ok(state.seen.is_empty())
}

impl Run<'_> {
    /// The profile and the seed of program `number` of this run.
    fn seed(&self, number: u64) -> (Profile, u64) {
        let count = self.plan.profiles.len() as u64;
        let profile = self.plan.profiles[(number % count) as usize];
        if let Some(seed) = self.plan.seed {
            return (profile, seed + number / count);
        }
        let mut state = self.state.lock().expect("no thread panics with it");
        let next = state.next.entry(format!("{profile:?}")).or_default();
        *next += 1;
        let seed = *next - 1;
        // Every other program begins with a pair that was rarely seen, which its seed decides.
        if self.plan.profiles.len() == 1 || self.rare.is_empty() || number.is_multiple_of(2) {
            return (profile, seed);
        }
        let (maker, user) = self.rare[(number / 2) as usize % self.rare.len()];
        (generate::profile_of_pair(maker, user, seed), generate::seed_of_pair(maker, user, seed))
    }

    fn record(&self, job: &Job, outcome: &Outcome, worker: &mut Worker) {
        let finding = match outcome {
            Outcome::Failed(kind, _) if self.plan.first => {
                self.stopped.store(true, Ordering::Relaxed);
                Some(format!("{kind}: {:?} {}", job.profile, job.seed))
            }
            Outcome::Failed(kind, detail) => Some(self.reduced(job, kind, detail, worker)),
            _ => None,
        };
        let mut state = self.state.lock().expect("no thread panics with it");
        count(&mut state.programs, &self.plan.version);
        let (name, reason) = match outcome {
            Outcome::Passed => ("passed", None),
            Outcome::Invalid(reason) => ("invalid", Some(reason)),
            Outcome::Unsupported(reason) => ("unsupported", Some(reason)),
            Outcome::NotCompared(reason) => ("not compared", Some(reason)),
            Outcome::Failed(..) => ("failed", None),
        };
        count(&mut state.outcomes, name);
        if let Some(reason) = reason {
            count(&mut state.refusals, format!("{name}: {}", general(reason)));
        }
        let variant = job.variant.map(|variant| if variant == Variant::Constants { "constants" } else { "barriers" });
        let named = job.checks.iter().map(String::as_str).filter(|check| *check != "variant").chain(variant);
        named.for_each(|check| count(&mut state.checks, check));
        job.program.exclusions.iter().for_each(|reason| count(&mut state.exclusions, *reason));
        let (mut ops, mut pairs) = (BTreeMap::new(), BTreeMap::new());
        job.program.count(&mut ops, &mut pairs);
        for (op, n) in ops {
            *state.ops.entry(bare(op).to_string()).or_default() += n;
        }
        for ((maker, user), n) in pairs {
            *state.pairs.entry(format!("{} > {}", bare(maker), bare(user))).or_default() += n;
        }
        if let Some(signature) = finding {
            if state.seen.insert(signature.clone()) {
                eprintln!("found: {signature}");
            }
            count(&mut state.findings, signature);
        }
        let mut told = self.told.lock().expect("no thread panics with it");
        if told.elapsed() > Duration::from_secs(60) {
            *told = Instant::now();
            eprintln!("{}", self.progress(&state));
            // The next minute writes it again.
            let _ = state.save(&self.plan.folder);
        }
    }

    fn progress(&self, state: &State) -> String {
        let programs = state.total() - self.before;
        let seconds = self.started.elapsed().as_secs_f64();
        format!(
            "{programs} programs in {seconds:.0} s, {:.1} a second; in all {} {:?}, {} findings",
            programs as f64 / seconds.max(1e-3),
            state.total(),
            state.outcomes,
            state.seen.len()
        )
    }

    /// Makes a failing program small, keeps it unless there is one like it, and gives its signature.
    fn reduced(&self, job: &Job, kind: &str, detail: &str, worker: &mut Worker) -> String {
        let variant = |program: &Program| job.variant.map(|variant| variant.of(program));
        // What fails in a way that was seen often is not worth as long.
        let alike = {
            let state = self.state.lock().expect("no thread panics with it");
            state.seen.iter().filter(|signature| signature.starts_with(kind)).count()
        };
        let limit = reduce::LIMIT / if alike >= 3 { 4 } else { 1 };
        let mut reduction = Reduction {
            worker,
            exact: job.exact,
            checks: job.checks.clone(),
            variant: &variant,
            kind: kind.to_string(),
            until: Instant::now() + limit,
        };
        let small = reduction.reduced(&job.program);
        let case = reduction.case(&small);
        let detail = match worker.check(&case) {
            Outcome::Failed(_, detail) => detail,
            _ => detail.to_string(),
        };
        let mut ops = BTreeSet::new();
        small.bodies().for_each(|body| {
            body.each_node(&mut |node| {
                ops.insert(bare(node.op));
            })
        });
        let variant = job
            .variant
            .map_or(String::new(), |variant| format!(" {variant:?}").split('(').next().unwrap_or("").to_string());
        let signature = format!("{kind}{variant}: {}", ops.into_iter().collect::<Vec<_>>().join(" "));
        let is_new = !self.state.lock().expect("no thread panics with it").seen.contains(&signature);
        if is_new && let Err(error) = self.keep(job, &case, &signature, &detail) {
            eprintln!("{signature} cannot be kept: {error}");
        }
        signature
    }

    /// Writes a finding as a program with its inputs, which `xla-run` takes, and which `--repeat` checks again.
    fn keep(&self, job: &Job, case: &Case, signature: &str, detail: &str) -> io::Result<()> {
        let name = format!("{:?}-{}", job.profile, job.seed).to_lowercase();
        let folder = self.plan.folder.join("findings").join(name);
        fs::create_dir_all(&folder)?;
        let mut arguments = String::new();
        for (i, input) in case.inputs.iter().enumerate() {
            npy::write(&folder.join(format!("input{i}.npy")), input.array().view()).map_err(io::Error::other)?;
            arguments += &format!(" %S/input{i}.npy");
        }
        let file = folder.join("program.mlir");
        let text = format!(
            "// RUN: xla-run %s{arguments}\n// found: {signature}\n// detail: {detail}\n// again: ./x test --random --repeat {}\n// seed: {:?} {}\n{}",
            file.display(),
            job.profile,
            job.seed,
            case.to_text()
        );
        fs::write(file, text)?;
        fs::write(folder.join("unreduced.mlir"), job.case().to_text())
    }
}

fn bare(op: &str) -> &str {
    op.split_once('.').map_or(op, |(_, name)| name)
}

/// A reason without its location and its numbers.
fn general(reason: &str) -> String {
    let text = reason.split_once("error: ").map_or(reason, |(_, text)| text);
    let text: String = text.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    let mut text: String = text.chars().take(90).collect();
    while text.contains("##") {
        text = text.replace("##", "#");
    }
    text
}
