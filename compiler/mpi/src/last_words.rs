//! What a process says when it is made to end: mpirun ends all processes when it loses one, and MPI's own calls wait for
//! ever.

use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Something that this process is doing, for a signal handler: bytes, so that one may read them whenever it comes.
struct Activity {
    is_taken: AtomicBool,
    text: [AtomicU8; LENGTH],
    length: AtomicUsize,
    /// Milliseconds after the start until the others must have come; 0 for no limit.
    limit: AtomicU64,
}

/// As many bytes of an activity are told.
const LENGTH: usize = 512;

/// The exchanges that are going on: the one that the program waits for now, and those that it waits for later.
static ACTIVITIES: [Activity; 8] = [const { Activity::none() }; 8];

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

impl Activity {
    const fn none() -> Self {
        let text = [const { AtomicU8::new(0) }; LENGTH];
        Self { is_taken: AtomicBool::new(false), text, length: AtomicUsize::new(0), limit: AtomicU64::new(0) }
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

/// A text that goes to an activity.
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

/// Says what this process does while the result lives.
pub fn while_in(step: impl std::fmt::Display) -> Doing {
    let is_free = |activity: &&Activity| !activity.is_taken.swap(true, Ordering::AcqRel);
    let activity = ACTIVITIES.iter().find(is_free);
    if let Some(activity) = activity {
        let mut writer = Writer(activity, 0);
        let _ = write!(writer, "{step}");
        activity.length.store(writer.1, Ordering::Release);
    }
    Doing(activity)
}

/// An activity, which ends when it is dropped.
pub struct Doing(Option<&'static Activity>);

impl Doing {
    /// Ends the process if this goes on for longer than `limit`.
    pub fn at_most(&self, limit: Duration) {
        let now = START.get().map_or(Duration::ZERO, Instant::elapsed);
        if let Some(activity) = self.0 {
            activity.limit.store((now + limit).as_millis().max(1) as u64, Ordering::Release);
        }
    }
}

impl Drop for Doing {
    fn drop(&mut self) {
        if let Some(activity) = self.0 {
            activity.limit.store(0, Ordering::Release);
            activity.length.store(0, Ordering::Release);
            activity.is_taken.store(false, Ordering::Release);
        }
    }
}

/// Says nothing more from here on.
pub fn silence() {
    SILENT.store(true, Ordering::SeqCst);
}

/// Ends the process, and so the job.
pub fn die(reason: &str) -> ! {
    say(reason);
    quit()
}

/// Says why what this process does comes to nothing, as the last thing that it says.
pub fn say(reason: &str) {
    let mut line = Line::new("error: ");
    line.add(name(RANK.load(Ordering::Relaxed)).as_bytes());
    line.add_activities(|_| true);
    line.add(b": ");
    line.add(reason.as_bytes());
    line.write();
    silence();
}

/// Says `text`, and ends the process.
pub fn end_with(text: &str) -> ! {
    Line::new(text).write();
    quit()
}

/// Ends the process immediately: MPI's own ways to end could wait for what does not come.
pub fn quit() -> ! {
    // SAFETY: what even a signal handler may do.
    unsafe { libc::_exit(1) }
}

/// Ends the process when something that it does takes longer than it may.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_millis(50));
        if ACTIVITIES.iter().any(Activity::is_late) {
            let mut line = Line::new("error: ");
            line.add(name(RANK.load(Ordering::Relaxed)).as_bytes());
            line.add_activities(Activity::is_late);
            line.add(b": the data of the others has not come in time");
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
    line.add(b" was ended");
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

/// The last line on standard error, made and written without anything that a signal handler must not do.
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
        // The end of the line has a place of its own.
        let room = self.bytes.len() - 1 - self.length;
        let text = &text[..text.len().min(room)];
        self.bytes[self.length..][..text.len()].copy_from_slice(text);
        self.length += text.len();
    }

    /// ` in` what this process does, of all that is `meant`.
    fn add_activities(&mut self, meant: impl Fn(&Activity) -> bool) {
        let mut between: &[u8] = b" in ";
        for activity in ACTIVITIES.iter().filter(|activity| meant(activity)) {
            let mut text = [0; LENGTH];
            let text = activity.read(&mut text);
            if !text.is_empty() {
                self.add(between);
                self.add(text);
                between = b" and in ";
            }
        }
    }

    /// Writes it in one call, since others may write as well.
    fn write(&mut self) {
        self.bytes[self.length] = b'\n';
        // SAFETY: the bytes are there, and a handler may write.
        unsafe { libc::write(2, self.bytes.as_ptr().cast(), self.length + 1) };
    }
}
