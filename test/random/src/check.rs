//! The checks that a program has to pass.

use crate::case::{Case, Input};
use crate::compare::{difference, masked};
use crate::oracle::{NoAnswer, Oracle};
use crate::reference::Reference;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};
use xla_compiler::execute::{CustomCalls, Executable, Replicas, Runtime, Target};
use xla_compiler::{
    Argument, Cache, CompileError, Options, Schedule, Schedules, Source, Split, compile, pipeline, schedules,
    with_lowered, with_module,
};
use xla_runtime::Array;

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All checks passed.
    Passed,
    /// It was timed: its time and XLA:CPU's, in microseconds, and their ratio.
    Timed(String),
    /// The compiler refused it as not valid.
    Invalid(String),
    /// The compiler refused it as not supported.
    Unsupported(String),
    /// XLA:CPU does not take it; the other checks passed.
    NotCompared(String),
    /// A fault: its kind, and what is to be said of it.
    Failed(String, String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, detail) = match self {
            Self::Passed => ("passed", String::new()),
            Self::Timed(detail) => ("timed", detail.clone()),
            Self::Invalid(detail) => ("invalid", detail.clone()),
            Self::Unsupported(detail) => ("unsupported", detail.clone()),
            Self::NotCompared(detail) => ("not compared", detail.clone()),
            Self::Failed(kind, detail) => ("failed", format!("{kind}\t{detail}")),
        };
        write!(f, "{kind}\t{}", detail.replace('\n', " "))
    }
}

impl Outcome {
    /// Reads what was written of it.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, detail) = text.split_once('\t')?;
        let detail = detail.to_string();
        Some(match kind {
            "passed" => Self::Passed,
            "timed" => Self::Timed(detail),
            "invalid" => Self::Invalid(detail),
            "unsupported" => Self::Unsupported(detail),
            "not compared" => Self::NotCompared(detail),
            "failed" => {
                let (kind, detail) = detail.split_once('\t')?;
                Self::Failed(kind.to_string(), detail.to_string())
            }
            _ => return None,
        })
    }
}

/// The check that times a program.
pub const SPEED: &str = "speed";

/// The check that compiles for a machine whose numbers are small, and runs with two threads.
pub const MACHINE: &str = "machine";

/// The kind of failure of [`SPEED`].
pub const SLOWER: &str = "slower than XLA:CPU";

/// What checks need beside the program.
pub struct Checker {
    one: Runtime,
    two: Runtime,
    oracle: Oracle,
}

type Check = Result<(), Outcome>;

fn failed<T>(kind: &str, detail: impl Into<String>) -> Result<T, Outcome> {
    Err(Outcome::Failed(kind.to_string(), detail.into()))
}

impl Checker {
    pub fn new() -> Self {
        Self { one: Runtime::new(1), two: Runtime::new(2), oracle: Oracle::default() }
    }

    /// Compiles and runs the program, and checks what the case asks for.
    pub fn check(&mut self, case: &Case) -> Outcome {
        self.checked(case).err().unwrap_or(Outcome::Passed)
    }

    fn checked(&mut self, case: &Case) -> Check {
        let of = |replica: usize| case.inputs.iter().map(|input| input.array_of(replica)).collect();
        let inputs: Vec<Vec<Array>> = (0..case.replicas.max(1)).map(of).collect();
        if case.checks.iter().any(|check| check == SPEED) {
            return self.timed(case, &inputs[0]);
        }
        let executable = compiled(&case.text, &options(case.optimized))?;
        let outputs = self.run(&executable, &inputs, 1)?;
        let mut not_compared = None;
        let needs_reference = !case.exact || case.checks.iter().any(|check| check == "interpreter");
        let mut reference = None;
        if needs_reference {
            match Reference::new(case, inputs.clone(), &self.one) {
                Ok(found) => reference = Some(found),
                Err(reason) => not_compared = Some(format!("interpreter: {reason}")),
            }
        }
        if let Some(difference) = reference.as_mut().and_then(|reference| reference.unexplained(&outputs)) {
            return failed("differs: interpreter", difference);
        }
        for check in &case.checks {
            match check.as_str() {
                "interpreter" => {}
                "threads" => {
                    // The arena holds what the first run left in it.
                    let again = self.run(&executable, &inputs, 2)?;
                    if let Err(difference) = agree(check, &again, &outputs, true, false) {
                        // Of a NaN that is read as other bits the sign shows, which is nobody's promise.
                        let shows_signs = !case.exact && case.text.contains("stablehlo.bitcast_convert");
                        let is_explained = shows_signs
                            && reference.as_mut().is_some_and(|reference| reference.unexplained(&again).is_none());
                        if !is_explained {
                            return Err(difference);
                        }
                    }
                }
                "xla" => match self.oracle.run(&case.text, &inputs[0], &executable.signature().outputs) {
                    Ok(expected) => {
                        let expected: Vec<Array> = expected.into_iter().map(masked).collect();
                        if let Err(difference) = agree(check, &outputs, &expected, case.exact, true) {
                            // XLA drops the initial value of a reduction over one element, among others: the
                            // documents decide, as the interpreter reads them, which may have agreed above.
                            let agrees = reference.is_some()
                                || Reference::new(case, inputs.clone(), &self.one)
                                    .is_ok_and(|mut reference| reference.unexplained(&outputs).is_none());
                            if !agrees {
                                return Err(difference);
                            }
                            not_compared = Some("XLA: differs from the documents".to_string());
                        }
                    }
                    Err(NoAnswer::Refused(reason)) => not_compared = Some(format!("XLA: {reason}")),
                    Err(NoAnswer::Died) => not_compared = Some("XLA: the process ended".to_string()),
                },
                _ => {
                    let Some(found) = self.otherwise(case, check, &inputs)? else { continue };
                    agree(check, &found, &outputs, case.exact, true)?;
                    if let (false, Some(reference)) = (case.exact, &mut reference)
                        && let Some(difference) = reference.unexplained(&found)
                    {
                        return failed(&format!("differs: {check}"), difference);
                    }
                }
            }
        }
        not_compared.map_or(Ok(()), |reason| Err(Outcome::NotCompared(reason)))
    }

    /// Times the program beside XLA:CPU. It fails if it is much slower.
    fn timed(&mut self, case: &Case, inputs: &[Array]) -> Check {
        /// What takes less is overhead of calls.
        const LEAST: Duration = Duration::from_micros(20);
        const MOST_RATIO: f64 = 1.5;
        /// How often both are timed, one after the other.
        const ROUNDS: usize = 3;
        let not_compared = |reason: &str| Err(Outcome::NotCompared(reason.to_string()));
        if case.replicas > 1 {
            return not_compared("several replicas are not timed");
        }
        if case.inputs.is_empty() {
            return not_compared("it is a constant, which XLA computes when it compiles");
        }
        let executable = compiled(&case.text, &options(true))?;
        let views: Vec<_> = inputs.iter().map(Array::view).collect();
        let runtime =
            if std::thread::available_parallelism().is_ok_and(|n| n.get() > 1) { &self.two } else { &self.one };
        let (mut ours, mut xla) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            ours = ours
                .min(fastest(|| executable.run(runtime, &views)).or_else(|error| failed("run", error.to_string()))?);
            if ours < LEAST {
                return not_compared("it takes less than 20 microseconds");
            }
            xla = match self.oracle.time(&case.text, inputs) {
                Ok(time) => xla.min(time),
                Err(NoAnswer::Refused(reason)) => return not_compared(&format!("XLA: {reason}")),
                Err(NoAnswer::Died) => return not_compared("XLA: the process ended"),
            };
            if ours.div_duration_f64(xla) <= MOST_RATIO {
                break;
            }
        }
        let (microseconds, ratio) = (|time: Duration| 1e6 * time.as_secs_f64(), ours.div_duration_f64(xla));
        let detail = format!("{:.1}\t{:.1}\t{ratio:.2}", microseconds(ours), microseconds(xla));
        if ratio > MOST_RATIO { failed(SLOWER, detail) } else { Err(Outcome::Timed(detail)) }
    }

    /// The results of the same program compiled in another way, if there is one.
    fn otherwise(&self, case: &Case, check: &str, inputs: &[Vec<Array>]) -> Result<Option<Vec<Array>>, Outcome> {
        let mut options = options(case.optimized);
        let mut text = case.text.as_str();
        let printed;
        match check {
            "unfused" => {
                let whole = pipeline::importing("main", &options).then(pipeline::lowering("main", &options));
                options.pipeline = Some(whole.without("xla-fuse-elementwise").to_string());
            }
            "variant" => {
                text = case.variant.as_deref().unwrap_or(text);
                // Those that it has are there to keep ops apart.
                options.keep_barriers = true;
                // It may leave them open.
                let sizes = |input: &Input| input.ty.shape.iter().map(|&size| size as i64).collect();
                options.arguments = case.inputs.iter().map(|input| Argument::Shape(sizes(input))).collect();
            }
            "printed" => {
                printed = imported(text)?;
                text = &printed;
            }
            "schedules" => match other_schedules(text) {
                Some(schedules) => options.schedules = schedules,
                None => return Ok(None),
            },
            // Small caches make small blocks, and small work is shared among threads.
            MACHINE => {
                let machine = &mut options.target.machine;
                (machine.l1, machine.l2, machine.l3, machine.wake) = (4 << 10, 8 << 10, 64 << 10, 64);
            }
            "cache" => {
                let folder = tempfile::tempdir().map_err(|error| Outcome::NotCompared(error.to_string()))?;
                options.cache = Cache::new(folder.path()).ok();
                // The second time it is taken from there.
                compiled(text, &options)?;
                let executable = compiled(text, &options)?;
                return self.run(&executable, inputs, 1).map(Some);
            }
            target => match Target::named(target) {
                Ok(target) if target.check_runs_here().is_err() => return Ok(None),
                Ok(target) => options.target = Target { opt_level: options.target.opt_level, ..target },
                Err(error) => return failed("no such check", format!("{check}: {error}")),
            },
        }
        let threads = if check == MACHINE { 2 } else { 1 };
        let executable = match compiled(text, &options) {
            Err(Outcome::Failed(kind, detail)) => return failed(&format!("{kind} ({check})"), detail),
            other => other?,
        };
        self.run(&executable, inputs, threads).map(Some)
    }

    /// The results of all replicas, one after the other.
    fn run(&self, executable: &Arc<Executable>, inputs: &[Vec<Array>], threads: usize) -> Result<Vec<Array>, Outcome> {
        let results = if let [inputs] = inputs {
            let views: Vec<_> = inputs.iter().map(Array::view).collect();
            executable.run(if threads == 1 { &self.one } else { &self.two }, &views)
        } else {
            let replicas = Replicas::new(executable.program().grid, PATIENCE);
            let results = replicas.run(executable, threads, &CustomCalls::new(), inputs.to_vec());
            results.map(|results| results.into_iter().flatten().collect())
        };
        results.or_else(|error| failed("run", error.to_string()))
    }
}

/// The least time of some calls.
fn fastest<T, E>(mut call: impl FnMut() -> Result<T, E>) -> Result<Duration, E> {
    const LONG_ENOUGH: Duration = Duration::from_millis(20);
    let (first, mut least) = (Instant::now(), Duration::MAX);
    call()?;
    for _ in 0..3 {
        least = least.min(time_of(&mut call)?);
    }
    while first.elapsed() < LONG_ENOUGH {
        least = least.min(time_of(&mut call)?);
    }
    Ok(least)
}

fn time_of<T, E>(call: impl FnOnce() -> Result<T, E>) -> Result<Duration, E> {
    let begin = Instant::now();
    call()?;
    Ok(begin.elapsed())
}

/// How long replicas wait for each other.
pub const PATIENCE: Duration = Duration::from_secs(15);

fn options(optimized: bool) -> Options {
    let mut options = Options::default();
    options.target.opt_level = if optimized { options.target.opt_level } else { 0 };
    options
}

fn compiled(text: &str, options: &Options) -> Result<Arc<Executable>, Outcome> {
    let compiled = compile(&Source::new("program.mlir", text), options);
    compiled.map(Arc::new).map_err(|error| {
        let detail = error.to_string();
        match error {
            CompileError::Invalid(_) => Outcome::Invalid(detail),
            CompileError::Unsupported(_) => Outcome::Unsupported(detail),
            CompileError::Internal { pass, .. } => Outcome::Failed(format!("internal error in {pass}"), detail),
            _ => Outcome::Failed("code".to_string(), detail),
        }
    })
}

/// The program in the xla dialect, printed.
fn imported(text: &str) -> Result<String, Outcome> {
    let source = Source::new("program.mlir", text);
    let printed = with_module(&source, &pipeline::importing("main", &Options::default()).to_string(), |module| {
        Ok(module.to_string())
    });
    printed.or_else(|error| failed("internal error in importing", error.to_string()))
}

/// Schedules other than those that the compiler chooses, if the program has kernels with schedules.
fn other_schedules(text: &str) -> Option<Schedules> {
    if !text.contains("dot_general") && !text.contains("convolution") {
        return None;
    }
    let source = Source::new("program.mlir", text);
    let mut chosen = with_lowered(&source, &Options::default(), |module| Ok(schedules(module))).ok()?;
    let mut rng = fastrand::Rng::with_seed(text.len() as u64);
    for schedule in chosen.0.values_mut() {
        *schedule = Schedule {
            tile_rows: Some(rng.i64(1..=32)),
            block_rows: Some(rng.i64(1..100)),
            block_depth: Some(rng.i64(1..100)),
            split: [None, Some(Split::Rows), Some(Split::Columns)][rng.usize(0..3)],
            matrix_tiles: [None, Some(false), Some(true)][rng.usize(0..3)],
        };
    }
    (!chosen.0.is_empty()).then_some(chosen)
}

/// Checks that two runs gave the same, where they have to.
fn agree(check: &str, actual: &[Array], expected: &[Array], compared: bool, zeros: bool) -> Check {
    if actual.len() != expected.len() {
        return failed(&format!("differs: {check}"), "another number of results");
    }
    if !compared {
        return Ok(());
    }
    for (i, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        if let Some(difference) = difference(actual, expected, zeros) {
            return failed(&format!("differs: {check}"), format!("result {i}: {difference}"));
        }
    }
    Ok(())
}
