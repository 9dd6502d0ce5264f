//! Reports what a process was doing when it is terminated. mpirun kills all processes when one exits, and MPI's calls
//! block without a limit.

use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Something that this process is doing, stored in atomics, so that a signal handler can read it at any time.
struct Activity {
    is_taken: AtomicBool,
    text: [AtomicU8; LENGTH],
    length: AtomicUsize,
    /// The time, in milliseconds after `START`, by which the exchange must complete; 0 for no limit.
    limit: AtomicU64,
    next: Option<&'static Self>,
}

/// The largest reported length of an activity, in bytes.
const LENGTH: usize = 512;

/// The first activity of a list: the exchange that the program is waiting for, and those that run beside it. The list has as many
/// as were ever in progress at the same time; they are reused and never freed.
static ACTIVITIES: AtomicPtr<Activity> = AtomicPtr::new(std::ptr::null_mut());

fn activities() -> impl Iterator<Item = &'static Activity> {
    // SAFETY: what is in the list stays there, as it is.
    let first = unsafe { ACTIVITIES.load(Ordering::Acquire).as_ref() };
    std::iter::successors(first, |activity| activity.next)
}

/// Whether the signal handler ends the process without a message.
static SILENT: AtomicBool = AtomicBool::new(false);

static START: OnceLock<Instant> = OnceLock::new();
static NAMES: OnceLock<Vec<String>> = OnceLock::new();
static RANK: AtomicUsize = AtomicUsize::new(0);

/// The process ids of the processes on this machine, by rank; 0 for those on other machines.
static NEIGHBOURS: OnceLock<Vec<i32>> = OnceLock::new();

/// Starts the watchdog and the SIGTERM handler. `neighbours[r]` is the process id of rank `r` if it runs on this machine,
/// else 0.
///
/// # Errors
/// If the thread of the watchdog cannot be started.
pub fn begin(rank: usize, neighbours: Vec<i32>) -> Result<(), String> {
    RANK.store(rank, Ordering::Relaxed);
    START.get_or_init(Instant::now);
    NEIGHBOURS.get_or_init(|| neighbours);
    // SAFETY: the handler only does what handlers may.
    unsafe { libc::signal(libc::SIGTERM, on_signal as *const () as libc::sighandler_t) };
    let thread = std::thread::Builder::new().name("limits".to_string()).spawn(watch);
    thread.map(|_| ()).map_err(|error| format!("cannot start the thread that checks time limits: {error}"))
}

/// Sets the names by which messages call the processes.
pub fn set_names(names: Vec<String>) {
    let _ = NAMES.set(names);
}

/// The name of process `rank` in messages.
pub fn name(rank: usize) -> String {
    NAMES.get().and_then(|names| names.get(rank).cloned()).unwrap_or_else(|| format!("process {rank}"))
}

impl Activity {
    /// One that nobody uses, or a new one, which is taken.
    fn take() -> &'static Self {
        let is_free = |activity: &&Self| !activity.is_taken.swap(true, Ordering::AcqRel);
        activities().find(is_free).unwrap_or_else(Self::add)
    }

    /// Adds one to the list.
    fn add() -> &'static Self {
        let text = [const { AtomicU8::new(0) }; LENGTH];
        let (is_taken, length, limit) = (AtomicBool::new(true), AtomicUsize::new(0), AtomicU64::new(0));
        let added = Box::leak(Box::new(Self { is_taken, text, length, limit, next: None }));
        loop {
            let first = ACTIVITIES.load(Ordering::Acquire);
            // SAFETY: what is in the list stays there, as it is.
            added.next = unsafe { first.as_ref() };
            if ACTIVITIES.compare_exchange(first, added, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                return added;
            }
        }
    }

    /// The text, as far as it has been written.
    fn read<'a>(&self, text: &'a mut [u8; LENGTH]) -> &'a [u8] {
        let length = self.length.load(Ordering::Acquire);
        for (byte, place) in text.iter_mut().zip(&self.text[..length]) {
            *byte = place.load(Ordering::Relaxed);
        }
        &text[..length]
    }

    fn is_late(&self) -> bool {
        let limit = self.limit.load(Ordering::Acquire);
        limit != 0 && START.get().is_some_and(|start| start.elapsed().as_millis() as u64 > limit)
    }
}

/// Writes text to an activity; the second field is the length so far.
struct Writer(&'static Activity, usize);

impl Write for Writer {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for (place, byte) in self.0.text[self.1..].iter().zip(text.bytes()) {
            place.store(byte, Ordering::Relaxed);
            self.1 += 1;
        }
        Ok(())
    }
}

/// Records `step` as an activity until the result is dropped.
pub fn while_in(step: impl std::fmt::Display) -> Doing {
    let mut writer = Writer(Activity::take(), 0);
    // Text that is too long is cut off.
    let _ = write!(writer, "{step}");
    writer.0.length.store(writer.1, Ordering::Release);
    Doing(writer.0)
}

/// An activity, which ends when it is dropped.
pub struct Doing(&'static Activity);

impl Doing {
    /// Ends the process if the activity takes longer than `limit` from now on.
    pub fn at_most(&self, limit: Duration) {
        let now = START.get().map_or(Duration::ZERO, Instant::elapsed);
        self.0.limit.store((now + limit).as_millis().max(1) as u64, Ordering::Release);
    }
}

impl Drop for Doing {
    fn drop(&mut self) {
        self.0.limit.store(0, Ordering::Release);
        self.0.length.store(0, Ordering::Release);
        self.0.is_taken.store(false, Ordering::Release);
    }
}

/// Makes the signal handler end the process without a message.
pub fn silence() {
    SILENT.store(true, Ordering::SeqCst);
}

/// Prints the current activities and `reason`, and ends the process; mpirun then ends the job.
pub fn die(reason: &str) -> ! {
    say(reason);
    quit()
}

/// Prints the current activities and `reason`. The signal handler prints nothing afterwards.
pub fn say(reason: &str) {
    let mut line = Line::new("error: ");
    line.add(name(RANK.load(Ordering::Relaxed)).as_bytes());
    line.add_activities(|_| true);
    line.add(b": ");
    line.add(reason.as_bytes());
    line.write();
    silence();
}

/// Prints `text` and ends the process.
pub fn end_with(text: &str) -> ! {
    Line::new(text).write();
    quit()
}

/// Ends the process immediately; MPI_Finalize and MPI_Abort may block.
pub fn quit() -> ! {
    // SAFETY: what even a signal handler may do.
    unsafe { libc::_exit(1) }
}

/// Ends the process when an activity exceeds its limit.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_millis(50));
        if activities().any(Activity::is_late) {
            let mut line = Line::new("error: ");
            line.add(name(RANK.load(Ordering::Relaxed)).as_bytes());
            line.add_activities(Activity::is_late);
            line.add(b": timed out waiting for data of other processes");
            line.write();
            quit()
        }
    }
}

extern "C" fn on_signal(_: i32) {
    if SILENT.load(Ordering::SeqCst) {
        quit()
    }
    let own = RANK.load(Ordering::Relaxed);
    let name = |rank: usize| NAMES.get().and_then(|names| names.get(rank)).map_or("a process", String::as_str);
    let mut line = Line::new("error: ");
    line.add(name(own).as_bytes());
    line.add(b" was terminated");
    line.add_activities(|_| true);
    for (rank, process) in NEIGHBOURS.get().map(Vec::as_slice).unwrap_or_default().iter().enumerate() {
        let process = *process;
        // SAFETY: signal 0 is sent to nobody; it asks whether the process is there.
        if rank != own && process > 0 && unsafe { libc::kill(process, 0) } != 0 {
            line.add(b"; ");
            line.add(name(rank).as_bytes());
            line.add(b" is gone");
        }
    }
    line.write();
    quit()
}

/// The last line on standard error, built and written only by means that a signal handler may use.
struct Line {
    bytes: [u8; 2048],
    length: usize,
}

impl Line {
    fn new(start: &str) -> Self {
        let mut line = Self { bytes: [0; 2048], length: 0 };
        line.add(start.as_bytes());
        line
    }

    fn add(&mut self, text: &[u8]) {
        // One byte is reserved for the end of the line.
        let room = self.bytes.len() - 1 - self.length;
        let text = &text[..text.len().min(room)];
        self.bytes[self.length..][..text.len()].copy_from_slice(text);
        self.length += text.len();
    }

    /// Adds ` in `, then the texts of the activities that `meant` selects.
    fn add_activities(&mut self, meant: impl Fn(&Activity) -> bool) {
        let mut between: &[u8] = b" in ";
        for activity in activities().filter(|activity| meant(activity)) {
            let mut text = [0; LENGTH];
            let text = activity.read(&mut text);
            if !text.is_empty() {
                self.add(between);
                self.add(text);
                between = b" and in ";
            }
        }
    }

    /// Writes the line in one call, because other processes may write at the same time.
    fn write(&mut self) {
        self.bytes[self.length] = b'\n';
        // SAFETY: the bytes are there, and a handler may write.
        unsafe { libc::write(2, self.bytes.as_ptr().cast(), self.length + 1) };
    }
}
