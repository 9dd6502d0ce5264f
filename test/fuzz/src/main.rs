//! Runs targets on mutated inputs: `xla-fuzz [TARGET...] [--seconds N]`.
//!
//! A worker process runs one target, and leaves each input in memory that it shares with this process before it reads it.
//! So the input that ends a worker, or keeps it for too long, is known, and becomes a file in target/fuzz/TARGET/, named
//! by what happened: `xla-fuzz TARGET --input FILE` repeats it. The executions of all runs are counted in
//! target/fuzz/TARGET/executions, which begins with the count in docs/fuzzing.toml.

use clap::Parser;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use xla_fuzz::corpus;
use xla_fuzz::targets::{TARGETS, Target};

/// How long one input may take.
const TIME_OF_ONE: Duration = Duration::from_secs(10);

/// Bytes that one input may take, beside what the process has.
const MEMORY_OF_ONE: u64 = 2 << 30;

/// Bytes of an input that are shared.
const ROOM: usize = 1 << 20;

/// The executions of each target on other machines, in the repository.
const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fuzzing.toml");

/// How often progress is printed.
const PROGRESS: Duration = Duration::from_secs(60);

#[derive(Parser)]
#[command(about = "Gives mutated inputs to everything that reads bytes; exits with 1 if there are findings")]
struct Arguments {
    /// The targets to run [default: all]
    targets: Vec<String>,

    /// How long each target runs
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,

    /// How long all targets run together; each gets the same share
    #[arg(long, value_name = "SECONDS", conflicts_with = "seconds")]
    total: Option<f64>,

    /// Seed of the inputs [default: the number of previous executions]
    #[arg(long)]
    seed: Option<u64>,

    /// Runs the target only on this file, in this process
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,

    /// The folder for findings and counts
    #[arg(long, value_name = "DIR", default_value = "target/fuzz")]
    folder: PathBuf,

    /// Runs nothing; writes the executions so far to docs/fuzzing.toml, with which runs on other machines begin
    #[arg(long)]
    docs: bool,

    /// Runs as a worker on the shared memory in this file
    #[arg(long, hide = true)]
    worker: Option<PathBuf>,
}

fn main() {
    let arguments = Arguments::parse();
    let named = |target: &&Target| arguments.targets.is_empty() || arguments.targets.iter().any(|n| n == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(named).collect();
    if targets.len() < arguments.targets.len().max(1) {
        let all = TARGETS.map(|target| target.name).join(", ");
        eprintln!("xla-fuzz: the targets are {all}");
        std::process::exit(2);
    }
    if arguments.docs {
        return keep_counts(&arguments.folder);
    }
    if let Some(file) = &arguments.input {
        let input = std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return targets.iter().for_each(|target| (target.run)(&input));
    }
    if let Some(shared) = &arguments.worker {
        return work(targets[0], &Shared::open(shared), arguments.seed.unwrap_or(0));
    }
    let seconds = arguments.total.map_or(arguments.seconds, |total| total / targets.len() as f64);
    let found: usize = targets.iter().map(|target| supervise(target, seconds, &arguments)).sum();
    std::process::exit(i32::from(found > 0));
}

/// The executions of a target so far.
fn executions(folder: &Path, target: &str) -> u64 {
    let own = std::fs::read_to_string(folder.join(target).join("executions")).ok();
    let kept = || toml::from_str::<BTreeMap<String, u64>>(&std::fs::read_to_string(KEPT).ok()?).ok()?.remove(target);
    own.and_then(|text| text.trim().parse().ok()).or_else(kept).unwrap_or(0)
}

/// Writes the executions of all targets to [`KEPT`].
fn keep_counts(folder: &Path) {
    let counts: BTreeMap<&str, u64> =
        TARGETS.iter().map(|target| (target.name, executions(folder, target.name))).collect();
    let lines: String = counts.iter().map(|(name, count)| format!("{name} = {count}\n")).collect();
    let text =
        format!("# Executions of each target of `./x test --fuzz` so far. Written by `xla-fuzz --docs`.\n{lines}");
    std::fs::write(KEPT, text).unwrap_or_else(|error| panic!("{KEPT}: {error}"));
    println!("{} executions in all", counts.values().sum::<u64>());
}

/// Memory that supervisor and worker share: the executions, the length of the input at hand, and the input.
struct Shared {
    start: *mut u8,
}

impl Shared {
    fn open(path: &Path) -> Self {
        let file = std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.and_then(|file| file.set_len((16 + ROOM) as u64).map(|()| file));
        let file = file.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        // SAFETY: a new mapping of a file as large as it; nobody makes the file smaller.
        let start = unsafe {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let file = std::os::fd::AsRawFd::as_raw_fd(&file);
            libc::mmap(std::ptr::null_mut(), 16 + ROOM, access, libc::MAP_SHARED, file, 0)
        };
        assert!(start != libc::MAP_FAILED, "{} cannot be mapped", path.display());
        Self { start: start.cast() }
    }

    fn executions(&self) -> &AtomicU64 {
        // SAFETY: the mapping begins with two aligned numbers, and stays.
        unsafe { &*self.start.cast() }
    }

    fn length(&self) -> &AtomicU64 {
        // SAFETY: as above.
        unsafe { &*self.start.add(8).cast() }
    }

    fn put(&self, input: &[u8]) {
        let length = input.len().min(ROOM);
        // SAFETY: the room is that large, and the supervisor reads it when the worker is gone.
        unsafe { std::ptr::copy_nonoverlapping(input.as_ptr(), self.start.add(16), length) };
        self.length().store(length as u64, Ordering::Release);
        self.executions().fetch_add(1, Ordering::Release);
    }

    fn input(&self) -> Vec<u8> {
        let length = (self.length().load(Ordering::Acquire) as usize).min(ROOM);
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts(self.start.add(16), length) }.to_vec()
    }
}

/// Runs the target on one input after the other, until the supervisor ends this process.
fn work(target: &Target, shared: &Shared, seed: u64) {
    // A panic is a finding, also where it would be caught.
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("{panic}");
        std::process::abort();
    }));
    let corpus = corpus::of(target.name, Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").as_path());
    let mut rng = fastrand::Rng::with_seed(seed);
    // What is loaded once is not an input's.
    (target.run)(&corpus.inputs[0]);
    let used = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let used = used.split(' ').next().and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096;
    let most = libc::rlimit { rlim_cur: used + MEMORY_OF_ONE, rlim_max: used + MEMORY_OF_ONE };
    // SAFETY: limits of this process.
    unsafe {
        libc::setrlimit(libc::RLIMIT_AS, &raw const most);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
    loop {
        let input = corpus.input(&mut rng);
        shared.put(&input);
        (target.run)(&input);
    }
}

/// Has workers run the target; gives the number of findings.
fn supervise(target: &Target, seconds: f64, arguments: &Arguments) -> usize {
    let folder = arguments.folder.join(target.name);
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let total = folder.join("executions");
    let before = executions(&arguments.folder, target.name);
    let path = folder.join("shared");
    let shared = Shared::open(&path);
    shared.executions().store(0, Ordering::Release);
    let (start, limit) = (Instant::now(), Duration::from_secs_f64(seconds));
    let executed = || shared.executions().load(Ordering::Acquire);
    let keep_count = || std::fs::write(&total, format!("{}\n", before + executed()));
    let (mut found, mut printed, mut restarts) = (0, Instant::now(), 0);
    while start.elapsed() < limit {
        let seed = arguments.seed.unwrap_or(before).wrapping_add(restarts << 32).wrapping_add(executed());
        let mut worker = spawn(target, &path, seed, &folder);
        restarts += 1;
        let (mut last, mut since) = (executed(), Instant::now());
        let ended = loop {
            std::thread::sleep(Duration::from_millis(20));
            if let Ok(Some(status)) = worker.try_wait() {
                break Some(told(status));
            }
            if start.elapsed() >= limit {
                break None;
            }
            if executed() != last {
                (last, since) = (executed(), Instant::now());
            } else if since.elapsed() > TIME_OF_ONE && last > 0 {
                break Some("hang".to_string());
            }
            if printed.elapsed() > PROGRESS {
                printed = Instant::now();
                let _ = keep_count();
                eprintln!("{}: {} executions, {found} findings", target.name, executed());
            }
        };
        let _ = worker.kill();
        let _ = worker.wait();
        if let Some(ended) = ended {
            found += 1;
            let file = keep(&folder, &ended, &shared.input());
            let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            let said = log.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
            eprintln!("{}: {ended}: {}: {said}", target.name, file.display());
        }
    }
    let _ = keep_count();
    println!("{}: {} executions, {} in all, {found} findings", target.name, executed(), before + executed());
    found
}

fn spawn(target: &Target, shared: &Path, seed: u64, folder: &Path) -> Child {
    let this = std::env::current_exe().unwrap_or_else(|error| panic!("this program: {error}"));
    let log = std::fs::File::create(folder.join("log")).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let worker = Command::new(this)
        .args([target.name, "--seed", &seed.to_string(), "--worker"])
        .arg(shared)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn();
    worker.unwrap_or_else(|error| panic!("a worker cannot be started: {error}"))
}

/// What happened to a worker.
fn told(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(libc::SIGABRT), _) => "abort".to_string(),
        (Some(libc::SIGSEGV), _) => "segfault".to_string(),
        (Some(signal), _) => format!("signal-{signal}"),
        (None, code) => format!("exit-{}", code.unwrap_or_default()),
    }
}

/// Keeps an input as a file, whose name it gives.
fn keep(folder: &Path, what: &str, input: &[u8]) -> PathBuf {
    let mut hash = DefaultHasher::new();
    input.hash(&mut hash);
    let file = folder.join(format!("{what}-{:016x}", hash.finish()));
    std::fs::write(&file, input).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    file
}
