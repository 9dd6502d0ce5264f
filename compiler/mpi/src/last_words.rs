//! What a process says when it is made to end: mpirun ends all processes when it loses one, and MPI's own calls wait for
//! ever.

use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What this process is doing, for a signal handler: bytes, so that one may read them whenever it comes.
struct Activity {
    text: [AtomicU8; 512],
    length: AtomicUsize,
}

static ACTIVITY: Activity = Activity { text: [const { AtomicU8::new(0) }; 512], length: AtomicUsize::new(0) };

/// Milliseconds after the start until the others must have come; 0 for no limit.
static LIMIT: AtomicU64 = AtomicU64::new(0);

/// Whether everything has been said.
static SILENT: AtomicBool = AtomicBool::new(false);

static START: OnceLock<Instant> = OnceLock::new();
static NAMES: OnceLock<Vec<String>> = OnceLock::new();
static RANK: AtomicUsize = AtomicUsize::new(0);

/// The processes on this machine, by rank; 0 for those that are elsewhere.
static NEIGHBOURS: OnceLock<Vec<i32>> = OnceLock::new();

/// Begins to watch: process `rank` of those with these names, of which those on this machine have process ids.
pub fn begin(rank: usize, neighbours: Vec<i32>) {
    RANK.store(rank, Ordering::Relaxed);
    START.get_or_init(Instant::now);
    NEIGHBOURS.get_or_init(|| neighbours);
    // SAFETY: the handler only does what handlers may.
    unsafe { libc::signal(libc::SIGTERM, on_signal as *const () as libc::sighandler_t) };
    let _ = std::thread::Builder::new().name("limits".to_string()).spawn(watch);
}

/// What processes are called.
pub fn call(names: Vec<String>) {
    let _ = NAMES.set(names);
}

/// What messages call process `rank`.
pub fn name(rank: usize) -> String {
    NAMES.get().and_then(|names| names.get(rank).cloned()).unwrap_or_else(|| format!("process {rank}"))
}

/// A text that goes to [`ACTIVITY`].
struct Writer(usize);

impl Write for Writer {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for (place, byte) in ACTIVITY.text[self.0..].iter().zip(text.bytes()) {
            place.store(byte, Ordering::Relaxed);
            self.0 += 1;
        }
        Ok(())
    }
}

/// Says what this process does while the result lives.
pub fn while_in(step: impl std::fmt::Display) -> Doing {
    let mut writer = Writer(0);
    let _ = write!(writer, "{step}");
    ACTIVITY.length.store(writer.0, Ordering::Release);
    Doing
}

/// An activity, which ends when it is dropped.
pub struct Doing;

impl Doing {
    /// Ends the process if this goes on for longer than `limit`.
    pub fn at_most(&self, limit: Duration) {
        let now = START.get().map_or(Duration::ZERO, Instant::elapsed);
        LIMIT.store((now + limit).as_millis().max(1) as u64, Ordering::Release);
    }
}

impl Drop for Doing {
    fn drop(&mut self) {
        LIMIT.store(0, Ordering::Release);
        ACTIVITY.length.store(0, Ordering::Release);
    }
}

/// What this process is doing; empty if it computes.
pub fn activity() -> String {
    let mut text = [0; 512];
    let length = copy_activity(&mut text);
    String::from_utf8_lossy(&text[..length]).into_owned()
}

fn copy_activity(text: &mut [u8; 512]) -> usize {
    let length = ACTIVITY.length.load(Ordering::Acquire);
    for (byte, place) in text.iter_mut().zip(&ACTIVITY.text[..length]) {
        *byte = place.load(Ordering::Relaxed);
    }
    length
}

/// Says nothing more from here on.
pub fn silence() {
    SILENT.store(true, Ordering::SeqCst);
}

/// Ends the process, and so the job.
pub fn die(reason: &str) -> ! {
    let activity = activity();
    let during = if activity.is_empty() { String::new() } else { format!(" in {activity}") };
    // At once, since others may write as well.
    write(format!("error: {}{during}: {reason}\n", name(RANK.load(Ordering::Relaxed))).as_bytes());
    // SAFETY: ends the process at once: MPI's handlers could wait for what does not come.
    unsafe { libc::_exit(1) }
}

/// Ends the process when what it does takes longer than it may.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_millis(50));
        let limit = LIMIT.load(Ordering::Acquire);
        if limit != 0 && START.get().is_some_and(|start| start.elapsed().as_millis() as u64 > limit) {
            die("the data of the others has not come in time");
        }
    }
}

/// Writes to standard error without anything that a signal handler must not do.
fn write(text: &[u8]) {
    // SAFETY: the bytes are there.
    unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
}

extern "C" fn on_signal(_: i32) {
    if !SILENT.load(Ordering::SeqCst) {
        let own = RANK.load(Ordering::Relaxed);
        let name = |rank: usize| NAMES.get().and_then(|names| names.get(rank)).map_or("a process", String::as_str);
        let mut line = Line { bytes: [0; 1024], length: 0 };
        line.add(b"error: ");
        line.add(name(own).as_bytes());
        line.add(b" was ended");
        let mut text = [0; 512];
        let length = copy_activity(&mut text);
        if length > 0 {
            line.add(b" in ");
            line.add(&text[..length]);
        }
        for (rank, process) in NEIGHBOURS.get().map(Vec::as_slice).unwrap_or_default().iter().enumerate() {
            let process = *process;
            // SAFETY: signal 0 is sent to nobody; it asks whether the process is there.
            if rank != own && process > 0 && unsafe { libc::kill(process, 0) } != 0 {
                line.add(b"; ");
                line.add(name(rank).as_bytes());
                line.add(b" is gone");
            }
        }
        line.add(b"\n");
        write(&line.bytes[..line.length]);
    }
    // SAFETY: what a handler may do.
    unsafe { libc::_exit(1) }
}

struct Line {
    bytes: [u8; 1024],
    length: usize,
}

impl Line {
    fn add(&mut self, text: &[u8]) {
        for (place, byte) in self.bytes[self.length..].iter_mut().zip(text) {
            *place = *byte;
            self.length += 1;
        }
    }
}
