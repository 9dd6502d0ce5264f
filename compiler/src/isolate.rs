//! Work that may kill its process, done in another one.
//!
//! MLIR's reader of bytecode aborts, writes beyond its memory, or never ends on some files that are damaged or made to
//! harm. So it reads in a fork of this process, with limits on memory and time, and what comes back are bytes: the process
//! that compiles never dies of a file.
//!
//! A fork has one thread, and locks that other threads held at that moment are never given back in it. A child that waits
//! for one uses no processor time: it is ended, and another one is made.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::time::{Duration, Instant};

/// Children that may wait for a lock that nobody gives back.
const ATTEMPTS: usize = 5;

/// How long a child may use no processor time at all.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a child may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes, beside what this process has.
    pub memory: u64,
    /// Seconds of processor time.
    pub seconds: u64,
}

/// Why the work did not come back.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    /// The child died of a signal.
    #[error("reading it ends with signal {0}")]
    Signal(i32),
    /// The child ended itself, or was ended without our knowing how.
    #[error("reading it ends the process")]
    Ended,
    /// It took too long.
    #[error("reading it takes more than {0} seconds")]
    Time(u64),
    /// There is no child.
    #[error("there is no process to read it in: {0}")]
    Fork(#[from] io::Error),
}

/// Does `work` in a child process; gives what it gives. What it prints is dropped.
///
/// # Errors
/// If it did not come back.
pub fn isolated(limits: Limits, work: impl Fn() -> Vec<u8>) -> Result<Vec<u8>, Lost> {
    for _ in 0..ATTEMPTS {
        if let Some(outcome) = attempt(limits, &work)? {
            return outcome;
        }
    }
    Err(io::Error::from(io::ErrorKind::TimedOut).into())
}

/// None if the child waits for what does not come.
fn attempt(limits: Limits, work: &impl Fn() -> Vec<u8>) -> io::Result<Option<Result<Vec<u8>, Lost>>> {
    let mut child = Child::fork(limits, work)?;
    let (mut used, mut since) = (Duration::ZERO, Instant::now());
    loop {
        while child.reads(Duration::from_millis(50)) {}
        if let Some(given) = child.given() {
            return Ok(Some(Ok(given)));
        }
        let ended = child.ended();
        if ended.is_some() {
            // What it wrote at its end may have come between the two questions.
            while child.reads(Duration::ZERO) {}
            if let Some(given) = child.given() {
                return Ok(Some(Ok(given)));
            }
        }
        match ended {
            Some(Ended::By(signal)) if signal == libc::SIGKILL || signal == libc::SIGXCPU => {
                return Ok(Some(Err(Lost::Time(limits.seconds))));
            }
            Some(Ended::By(signal)) => return Ok(Some(Err(Lost::Signal(signal)))),
            Some(Ended::Unknown) => return Ok(Some(Err(Lost::Ended))),
            None => {}
        }
        let now = child.processor_time();
        if now > used {
            (used, since) = (now, Instant::now());
        }
        if since.elapsed() > PATIENCE {
            return Ok(None);
        }
    }
}

enum Ended {
    By(i32),
    Unknown,
}

struct Child {
    id: libc::pid_t,
    /// Where it writes the length of what it gives, in eight bytes, and that.
    pipe: libc::c_int,
    /// What came so far.
    bytes: Vec<u8>,
}

impl Child {
    fn fork(limits: Limits, work: &impl Fn() -> Vec<u8>) -> io::Result<Self> {
        let mut ends = [0; 2];
        // SAFETY: the array has room for both ends.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let [pipe, done] = ends;
        let memory = limits.memory.saturating_add(own_memory());
        // SAFETY: the child does what `work` does on this thread's stack, with locks as the module's documentation says,
        // and never returns; the ends of the pipe are ours.
        unsafe {
            let id = libc::fork();
            if id == 0 {
                confine(memory, limits.seconds);
                // Nobody sees what a hook prints, and a backtrace may take more memory than the child has.
                set_hook(Box::new(|_| {}));
                let given = catch_unwind(AssertUnwindSafe(work));
                let written = given.is_ok_and(|given| write(done, &given.len().to_le_bytes()) && write(done, &given));
                libc::_exit(i32::from(!written));
            }
            let error = io::Error::last_os_error();
            libc::close(done);
            if id < 0 {
                libc::close(pipe);
                return Err(error);
            }
            Ok(Self { id, pipe, bytes: Vec::new() })
        }
    }

    /// Takes what the child writes within `wait`; false if that is nothing, or all is here.
    fn reads(&mut self, wait: Duration) -> bool {
        let mut poll = libc::pollfd { fd: self.pipe, events: libc::POLLIN, revents: 0 };
        let mut piece = [0u8; 1 << 16];
        // SAFETY: one descriptor is ours, and the piece is as long as is said.
        let count = unsafe {
            let is_ready = libc::poll(&raw mut poll, 1, wait.as_millis() as libc::c_int) > 0;
            if is_ready { libc::read(self.pipe, piece.as_mut_ptr().cast(), piece.len()) } else { 0 }
        };
        self.bytes.extend_from_slice(&piece[..usize::try_from(count).unwrap_or(0)]);
        count > 0 && !self.is_complete()
    }

    fn is_complete(&self) -> bool {
        let parts = self.bytes.split_first_chunk::<8>();
        parts.is_some_and(|(length, given)| given.len() == usize::from_le_bytes(*length))
    }

    /// What the child gives, once all of it is here.
    fn given(&mut self) -> Option<Vec<u8>> {
        self.is_complete().then(|| self.bytes.split_off(8))
    }

    /// How the child ended, if it has.
    fn ended(&self) -> Option<Ended> {
        let mut status = 0;
        // SAFETY: the child is ours.
        match unsafe { libc::waitpid(self.id, &raw mut status, libc::WNOHANG) } {
            0 => None,
            id if id == self.id && libc::WIFSIGNALED(status) => Some(Ended::By(libc::WTERMSIG(status))),
            // The process that embeds us may wait for all children, or ignore them.
            _ => Some(Ended::Unknown),
        }
    }

    fn processor_time(&self) -> Duration {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        let mut clock = 0;
        // SAFETY: both point to locals; without a child there is no such clock, and the time stays 0.
        unsafe {
            if libc::clock_getcpuclockid(self.id, &raw mut clock) == 0 {
                libc::clock_gettime(clock, &raw mut time);
            }
        }
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // SAFETY: descriptor and child are ours. A child that has been waited for leaves an id that, at worst, is that of
        // a new child of this process: it is asked for its state first, to be sure.
        unsafe {
            libc::close(self.pipe);
            if libc::waitpid(self.id, std::ptr::null_mut(), libc::WNOHANG) == 0 {
                libc::kill(self.id, libc::SIGKILL);
                libc::waitpid(self.id, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// Writes all of `bytes`.
fn write(to: libc::c_int, mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        // SAFETY: the bytes are as many as is said.
        let count = unsafe { libc::write(to, bytes.as_ptr().cast(), bytes.len()) };
        let Some(rest) = usize::try_from(count).ok().and_then(|count| bytes.get(count..)) else { return false };
        bytes = rest;
    }
    true
}

/// Bytes of address space that this process has.
fn own_memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').next()?.parse::<u64>().ok()).unwrap_or(1 << 20);
    // SAFETY: asks for a constant of the system.
    pages.saturating_mul(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.unsigned_abs())
}

/// Limits what this process takes, keeps it quiet, and lets it die of what it does wrong.
///
/// # Safety
/// The process is a fork of which nobody expects anything.
unsafe fn confine(memory: u64, seconds: u64) {
    // SAFETY: only calls that are safe in a fork, on descriptors and signals of this process.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        libc::dup2(nowhere, 1);
        libc::dup2(nowhere, 2);
        // Handlers of the process that embeds us would report what is no fault of its own.
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP] {
            libc::signal(signal, libc::SIG_DFL);
        }
        for (what, limit) in [(libc::RLIMIT_CORE, 0), (libc::RLIMIT_AS, memory), (libc::RLIMIT_CPU, seconds)] {
            let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            libc::getrlimit(what, &raw mut old);
            let limit = limit.min(old.rlim_max);
            libc::setrlimit(what, &libc::rlimit { rlim_cur: limit, rlim_max: limit });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { memory: 64 << 20, seconds: 1 };

    #[test]
    fn what_comes_back_is_given() {
        for length in [0, 1, 8, 1 << 22] {
            assert_eq!(isolated(LIMITS, || vec![7; length]).ok(), Some(vec![7; length]));
        }
        assert!(matches!(isolated(LIMITS, || panic!("in a test")), Err(Lost::Ended)));
    }

    #[test]
    fn what_kills_is_told() {
        assert!(matches!(isolated(LIMITS, || std::process::abort()), Err(Lost::Signal(libc::SIGABRT))));
        let spin = || {
            let start = Instant::now();
            while start.elapsed() < Duration::from_secs(60) {}
            Vec::new()
        };
        assert!(matches!(isolated(LIMITS, spin), Err(Lost::Time(1))));
        let hog = || std::hint::black_box(vec![1u8; 1 << 30]);
        assert!(matches!(isolated(LIMITS, hog), Err(Lost::Signal(libc::SIGABRT))));
    }

    #[test]
    fn what_waits_for_ever_ends() {
        let wait = || {
            std::thread::sleep(Duration::from_secs(600));
            Vec::new()
        };
        assert!(matches!(attempt(LIMITS, &wait), Ok(None)));
    }
}
