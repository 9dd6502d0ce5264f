//! Hands programs to workers, counts what became of them, and keeps what failed.

use crate::case::Case;
use crate::check::{Outcome, SLOWER, SPEED};
use crate::generate::{self, LESS_WORK, PAIRS, Pair, Profile, Scale};
use crate::job::{Job, Member};
use crate::oracle::Oracle;
use crate::reduce::{self, Reduction};
use crate::report;
use crate::state::{State, count};
use crate::variants::Variant;
use crate::worker::Worker;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
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
    pub scale: Scale,
    pub folder: PathBuf,
    pub version: String,
    /// Time for one case.
    pub limit: Duration,
    /// Whether to stop at the first finding, as it is.
    pub first: bool,
}

impl Plan {
    /// Whether programs are timed.
    pub fn is_timed(&self) -> bool {
        self.check.as_deref() == Some(SPEED)
    }
}

/// What the programs of a run have in common.
struct Run<'a> {
    plan: &'a Plan,
    state: Mutex<State>,
    started: Instant,
    before: u64,
    told: Mutex<Instant>,
    /// Pairs of ops that were seen rarely.
    rare: Vec<Pair>,
    stopped: AtomicBool,
}

/// Programs that are compiled as one, at most, and the ops that they have together.
const MOST_PROGRAMS: usize = 16;
const MOST_OPS: usize = 250;

/// Runs the plan; gives whether nothing was found.
pub fn run(plan: &Plan) -> io::Result<bool> {
    let state = State::load(&plan.folder)?;
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
                // Programs of each kind that wait for others.
                let mut waiting: BTreeMap<_, Vec<Member>> = BTreeMap::new();
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
                    let member = Member::new(profile, plan.scale, seed);
                    let members = waiting.entry(member.kind()).or_default();
                    members.push(member);
                    // Some programs stay alone, and so do those that are timed.
                    let is_full = plan.is_timed()
                        || members.len() == MOST_PROGRAMS
                        || members.iter().map(|member| member.program.size()).sum::<usize>() >= MOST_OPS;
                    if is_full || seed.is_multiple_of(64) {
                        run.check(&Job::new(plan, std::mem::take(members), has_xla), &mut worker);
                    }
                }
                for members in waiting.into_values().filter(|members| !members.is_empty()) {
                    run.check(&Job::new(plan, members, has_xla), &mut worker);
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
        // Three of four programs begin with pairs that were rarely seen, which its seed decides.
        if self.plan.profiles.len() == 1 || self.rare.is_empty() || number.is_multiple_of(4) {
            return (profile, seed);
        }
        let first = number as usize * PAIRS;
        let pairs: [_; PAIRS] = std::array::from_fn(|i| self.rare[(first + i) % self.rare.len()]);
        (generate::profile_of_pairs(&pairs, seed), generate::seed_of_pairs(&pairs, seed))
    }

    /// Checks programs together and, unless all is well, each of them alone.
    fn check(&self, job: &Job, worker: &mut Worker) {
        if self.stopped.load(Ordering::Relaxed) {
            return;
        }
        let together = match job.first().program.exclusions.iter().find(|reason| LESS_WORK.contains(reason)) {
            Some(reason) if self.plan.is_timed() => Outcome::NotCompared(format!("XLA: less work: {reason}")),
            _ => worker.check(&job.case()),
        };
        if together == Outcome::Passed || job.members.len() == 1 {
            return self.record(job, &together, worker);
        }
        let mut has_failed = false;
        for alone in job.each() {
            let outcome = worker.check(&alone.case());
            has_failed |= matches!(outcome, Outcome::Failed(..));
            self.record(&alone, &outcome, worker);
            if self.stopped.load(Ordering::Relaxed) {
                return;
            }
        }
        if matches!(together, Outcome::Failed(..)) && !has_failed {
            self.note(self.finding(job, &together, worker));
        }
    }

    /// The signature of a failure.
    fn finding(&self, job: &Job, outcome: &Outcome, worker: &mut Worker) -> Option<String> {
        match outcome {
            Outcome::Failed(kind, _) if self.plan.first => {
                self.stopped.store(true, Ordering::Relaxed);
                Some(format!("{kind}: {:?} {}", job.first().profile, job.first().seed))
            }
            Outcome::Failed(kind, detail) => Some(self.reduced(job, kind, detail, worker)),
            _ => None,
        }
    }

    fn note(&self, signature: Option<String>) {
        let Some(signature) = signature else { return };
        let mut state = self.state.lock().expect("no thread panics with it");
        if state.seen.insert(signature.clone()) {
            eprintln!("found: {signature}");
        }
        count(&mut state.findings, signature);
    }

    /// Counts what became of the members of a job.
    fn record(&self, job: &Job, outcome: &Outcome, worker: &mut Worker) {
        self.note(self.finding(job, outcome, worker));
        let (name, reason) = match outcome {
            Outcome::Passed => ("passed", None),
            Outcome::Timed(_) => ("timed", None),
            Outcome::Invalid(reason) => ("invalid", Some(reason)),
            Outcome::Unsupported(reason) => ("unsupported", Some(reason)),
            Outcome::NotCompared(reason) => ("not compared", Some(reason)),
            Outcome::Failed(..) => ("failed", None),
        };
        let times = match outcome {
            Outcome::Timed(times) => Some(times),
            Outcome::Failed(kind, times) if kind == SLOWER => Some(times),
            _ => None,
        };
        if let Some(Err(error)) = times.map(|times| self.keep_times(job, times)) {
            eprintln!("times cannot be kept: {error}");
        }
        let variant = job.variant.map(Variant::name);
        let mut checks: Vec<&str> = job.checks.iter().map(String::as_str).collect();
        checks.retain(|check| *check != "variant");
        checks.extend(variant);
        checks.extend(job.optimized.then_some("optimized"));
        let mut state = self.state.lock().expect("no thread panics with it");
        for member in &job.members {
            count(&mut state.programs, &self.plan.version);
            count(&mut state.outcomes, name);
            if let Some(reason) = reason {
                let reason = format!("{name}: {}", general(reason));
                // One program of each is kept, to see why.
                if !state.refusals.contains_key(&reason)
                    && let Err(error) = self.keep_refused(member, &job.case())
                {
                    eprintln!("{reason}: the program cannot be kept: {error}");
                }
                count(&mut state.refusals, reason);
            }
            checks.iter().for_each(|check| count(&mut state.checks, *check));
            member.program.exclusions.iter().for_each(|reason| count(&mut state.exclusions, *reason));
            let (mut ops, mut pairs) = (BTreeMap::new(), BTreeMap::new());
            member.program.count(&mut ops, &mut pairs);
            for (op, n) in ops {
                *state.ops.entry(bare(op).to_string()).or_default() += n;
            }
            for ((maker, user), n) in pairs {
                *state.pairs.entry(format!("{} > {}", bare(maker), bare(user))).or_default() += n;
            }
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
        // What fails in a way that was seen often is not worth as long.
        let alike = {
            let state = self.state.lock().expect("no thread panics with it");
            state.seen.iter().filter(|signature| signature.starts_with(kind)).count()
        };
        let limit = reduce::LIMIT / if alike >= 3 { 4 } else { 1 };
        let mut reduction = Reduction {
            worker,
            job,
            checks: job.checks.clone(),
            kind: kind.to_string(),
            until: Instant::now() + limit,
        };
        let small = reduction.reduced(job.program());
        let case = job.case_of(&small, &reduction.checks);
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

    /// Adds a line with a program's times to a table.
    fn keep_times(&self, job: &Job, times: &str) -> io::Result<()> {
        fs::create_dir_all(&self.plan.folder)?;
        let mut file = fs::File::options().append(true).create(true).open(self.plan.folder.join("times.tsv"))?;
        writeln!(file, "{}\t{times}", job.first().name())
    }

    /// Writes a program that is refused, or not compared.
    fn keep_refused(&self, member: &Member, case: &Case) -> io::Result<()> {
        let folder = self.plan.folder.join("refused");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("{}.mlir", member.name())), case.to_text())
    }

    /// Writes a finding as a program with its inputs, which `xla-run` takes, and which `--repeat` checks again.
    fn keep(&self, job: &Job, case: &Case, signature: &str, detail: &str) -> io::Result<()> {
        let first = job.first();
        let folder = self.plan.folder.join("findings").join(first.name());
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
            first.profile,
            first.seed,
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
