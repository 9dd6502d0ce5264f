//! Threads for parallel loops.
//!
//! A compiled program runs many short loops one after another, so what counts is the time from opening a loop to
//! having all threads in it, and from the last chunk to going on. Workers therefore watch for a little while
//! before they sleep, and a caller that has finished the last chunk never waits for a worker that has not woken
//! up yet: it closes the loop, and only workers inside are waited for.

use std::ops::{Deref, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long an idle worker watches for the next loop before it sleeps.
const WATCH: Duration = Duration::from_micros(50);
/// Chunks a thread gets on average: more of them even out threads of unequal speed.
const CHUNKS_PER_THREAD: i64 = 4;
/// Stack of a worker: loop bodies hold register tiles that may spill.
const STACK: usize = 8 << 20;

/// A fixed number of threads, one of which is the caller's.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    door: Apart<Door>,
    /// How many chunks of each share were begun.
    shares: Vec<Apart<Begun>>,
    /// Held by whoever runs a loop on the pool.
    busy: AtomicBool,
    sleepers: AtomicUsize,
    lock: Mutex<()>,
    wake: Condvar,
    watch: Duration,
}

/// What idle workers watch.
#[derive(Debug)]
struct Door {
    /// The loop that is open now, in one word: its number (upper bits), [`OPEN`], and the workers inside.
    state: AtomicU64,
    /// The loop; valid while it is open or a worker is inside.
    job: AtomicPtr<Job<'static>>,
    stop: AtomicBool,
}

/// In cache lines of its own. Where processors share no cache, each line that one writes and another one reads takes some
/// tenths of a microsecond; two lines are fetched together.
#[derive(Debug)]
#[repr(align(128))]
struct Apart<T>(T);

impl<T> Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

const INSIDE: u64 = 0xffff;
const OPEN: u64 = 1 << 16;
const NUMBER: u32 = 17;

/// Shares of a loop, at most.
const SHARES: usize = 64;

/// A loop: `body` is called once with each chunk. Each thread begins with a share of its own, which has the same indices in
/// each loop of one length, so that it finds in its caches what it wrote in the loop before; then it helps with the others.
#[repr(align(64))]
struct Job<'a> {
    body: &'a (dyn Fn(Range<i64>) + Sync),
    split: Split,
    panicked: AtomicBool,
}

/// The number of the last loop of which a chunk of the share was begun (upper bits), and how many were.
#[derive(Debug, Default)]
struct Begun(AtomicU64);

impl Begun {
    const COUNT: u64 = (1 << NUMBER) - 1;

    /// Begins another chunk of loop `number`, of which the share has `most`.
    fn next(&self, number: u64, most: usize) -> Option<usize> {
        let mut word = self.0.load(Ordering::Relaxed);
        loop {
            let begun = if word >> NUMBER == number { word & Self::COUNT } else { 0 };
            if begun >= most as u64 {
                return None;
            }
            let next = number << NUMBER | (begun + 1);
            match self.0.compare_exchange_weak(word, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(begun as usize),
                Err(now) => word = now,
            }
        }
    }
}

impl<'a> Job<'a> {
    fn new(body: &'a (dyn Fn(Range<i64>) + Sync), split: Split) -> Self {
        Self { body, split, panicked: AtomicBool::new(false) }
    }

    /// Works on all of it.
    fn work_alone(&self) {
        (0..self.split.chunks).for_each(|chunk| self.run(chunk));
    }

    /// Works on what is left of loop `number`, as thread number `thread`.
    fn work(&self, number: u64, shares: &[Apart<Begun>], thread: usize) {
        let cut = |share: usize| self.split.chunks * share / shares.len();
        for share in (thread..thread + shares.len()).map(|share| share % shares.len()) {
            let (first, end) = (cut(share), cut(share + 1));
            while let Some(chunk) = shares[share].next(number, end - first) {
                self.run(first + chunk);
            }
        }
    }

    fn run(&self, chunk: usize) {
        let range = self.split.chunk(chunk);
        if catch_unwind(AssertUnwindSafe(|| (self.body)(range))).is_err() {
            self.panicked.store(true, Ordering::Relaxed);
        }
    }
}

/// How `0..n` is cut: it depends on the length, the grain and the number of threads, and on nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    n: i64,
    grain: i64,
    /// Number of chunks.
    pub chunks: usize,
}

impl Split {
    /// Cuts `0..n` at multiples of `grain`, into at most `each` chunks for each of `threads` threads.
    pub fn new(n: i64, grain: i64, threads: usize, each: i64) -> Self {
        let (n, grain) = (n.max(0), grain.max(1));
        let units = n / grain + i64::from(n % grain != 0);
        let threads = i64::try_from(threads).unwrap_or(1);
        let chunks = units.min(if threads <= 1 { 1 } else { threads * each });
        Self { n, grain, chunks: chunks as usize }
    }

    /// Chunk `i`.
    pub fn chunk(&self, i: usize) -> Range<i64> {
        let units = i128::from(self.n / self.grain + i64::from(self.n % self.grain != 0));
        let cut = |i: usize| {
            let unit = units * i as i128 / self.chunks as i128;
            i64::try_from(unit * i128::from(self.grain)).unwrap_or(i64::MAX).min(self.n)
        };
        cut(i)..cut(i + 1)
    }
}

impl Pool {
    /// A pool of `threads` threads, the caller's included; at least one.
    ///
    /// If the system gives fewer, the pool has as many as it got.
    pub fn new(threads: usize) -> Self {
        let available = std::thread::available_parallelism().map_or(1, |n| n.get());
        let limit = (INSIDE - 1) as usize;
        let shared = Arc::new(Shared {
            door: Apart(Door {
                state: AtomicU64::new(0),
                job: AtomicPtr::new(std::ptr::null_mut()),
                stop: AtomicBool::new(false),
            }),
            shares: (0..threads.clamp(1, SHARES)).map(|_| Apart(Begun::default())).collect(),
            busy: AtomicBool::new(false),
            sleepers: AtomicUsize::new(0),
            lock: Mutex::new(()),
            wake: Condvar::new(),
            // Watching takes the core away from a thread with work to do when there are not enough of them.
            watch: if threads <= available { WATCH } else { Duration::ZERO },
        });
        let workers = (1..threads.clamp(1, limit))
            .map_while(|i| {
                let shared = shared.clone();
                std::thread::Builder::new()
                    .name(format!("xla-worker-{i}"))
                    .stack_size(STACK)
                    .spawn(move || shared.serve(i))
                    .ok()
            })
            .collect();
        Self { shared, workers }
    }

    /// Number of threads, the caller's included.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Calls `body` with ranges that make up `0..n`, cut at multiples of `grain`, from several threads.
    ///
    /// Returns when all calls have. A loop inside a loop, or one that finds the pool busy, runs on the caller's
    /// thread alone, with the same chunks.
    ///
    /// # Panics
    /// If `body` panicked.
    pub fn parallel_for(&self, n: i64, grain: i64, body: &(dyn Fn(Range<i64>) + Sync)) {
        self.run(Split::new(n, grain, self.threads(), CHUNKS_PER_THREAD), body);
    }

    /// The same with at most one range a thread, for a body that takes long to begin.
    ///
    /// # Panics
    /// If `body` panicked.
    pub fn parallel_shares(&self, n: i64, grain: i64, body: &(dyn Fn(Range<i64>) + Sync)) {
        self.run(Split::new(n, grain, self.threads(), 1), body);
    }

    fn run(&self, split: Split, body: &(dyn Fn(Range<i64>) + Sync)) {
        let job = Job::new(body, split);
        let shared = &*self.shared;
        if split.chunks <= 1 || self.workers.is_empty() || shared.busy.swap(true, Ordering::Acquire) {
            job.work_alone();
        } else {
            let number = shared.open(&job);
            job.work(number, &shared.shares, 0);
            shared.close();
            shared.busy.store(false, Ordering::Release);
        }
        if job.panicked.load(Ordering::Relaxed) {
            panic!("the body of a parallel loop panicked");
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.door.stop.store(true, Ordering::SeqCst);
        drop(self.shared.locked());
        self.shared.wake.notify_all();
        for worker in self.workers.drain(..) {
            // A worker catches the panics of loop bodies, so it does not end by one.
            let _ = worker.join();
        }
    }
}

impl Shared {
    fn locked(&self) -> MutexGuard<'_, ()> {
        self.lock.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Lets workers into `job`, and gives its number. Nobody is inside the previous loop any more.
    fn open(&self, job: &Job<'_>) -> u64 {
        let door = &self.door;
        door.job.store(std::ptr::from_ref(job).cast_mut().cast(), Ordering::Relaxed);
        let word = (door.state.load(Ordering::Relaxed) >> NUMBER).wrapping_add(1) << NUMBER;
        // Sequentially consistent with the counting of sleepers: either the worker that is about to sleep sees
        // the loop, or we see the sleeper.
        door.state.store(word | OPEN, Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            drop(self.locked());
            self.wake.notify_all();
        }
        word >> NUMBER
    }

    /// Lets no more workers in and waits for those inside.
    fn close(&self) {
        self.door.state.fetch_and(!OPEN, Ordering::AcqRel);
        let mut spins = 0u32;
        while self.door.state.load(Ordering::Acquire) & INSIDE != 0 {
            spins += 1;
            if spins < 1 << 12 && !self.watch.is_zero() { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }

    /// A loop that is open and that the worker has not been in.
    fn enter(&self, last: u64) -> Option<u64> {
        let mut state = self.door.state.load(Ordering::SeqCst);
        while state & OPEN != 0 && state >> NUMBER != last {
            match self.door.state.compare_exchange_weak(state, state + 1, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return Some(state >> NUMBER),
                Err(now) => state = now,
            }
        }
        None
    }

    /// The life of worker `thread`.
    fn serve(&self, thread: usize) {
        let mut last = 0;
        while let Some(number) = self.next(last) {
            last = number;
            // SAFETY: the loop was open when this worker was counted in, and `close` keeps the job alive until it
            // has counted itself out.
            unsafe { (*self.door.job.load(Ordering::Relaxed)).work(number, &self.shares, thread) };
            self.door.state.fetch_sub(1, Ordering::Release);
        }
    }

    /// Enters the next loop; none when the pool ends.
    fn next(&self, last: u64) -> Option<u64> {
        let start = Instant::now();
        loop {
            if self.door.stop.load(Ordering::SeqCst) {
                return None;
            }
            if let Some(number) = self.enter(last) {
                return Some(number);
            }
            if start.elapsed() >= self.watch {
                break;
            }
            std::hint::spin_loop();
        }
        let mut guard = self.locked();
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let entered = loop {
            if self.door.stop.load(Ordering::SeqCst) {
                break None;
            }
            if let Some(number) = self.enter(last) {
                break Some(number);
            }
            guard = self.wake.wait(guard).unwrap_or_else(|poisoned| poisoned.into_inner());
        };
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
        entered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicI64;

    #[test]
    fn chunks_cover_the_range_at_multiples_of_the_grain() {
        for n in [0, 1, 2, 3, 7, 8, 9, 100, 1023, 1 << 40] {
            for grain in [-1, 0, 1, 2, 8, 100, 1 << 50] {
                for threads in [0, 1, 2, 3, 8, 64] {
                    for each in [1, CHUNKS_PER_THREAD] {
                        let split = Split::new(n, grain, threads, each);
                        let mut end = 0;
                        for i in 0..split.chunks {
                            let chunk = split.chunk(i);
                            assert_eq!(chunk.start, end, "{split:?}");
                            assert!(chunk.end > chunk.start && chunk.start % grain.max(1) == 0, "{split:?} {chunk:?}");
                            end = chunk.end;
                        }
                        assert_eq!(end, n, "{split:?}");
                        assert!(threads > 1 || split.chunks <= 1);
                    }
                }
            }
        }
    }

    #[test]
    fn every_index_is_visited_once_in_many_loops() {
        for threads in [1, 2, 5] {
            let pool = Pool::new(threads);
            assert_eq!(pool.threads(), threads);
            for round in 0..2000i64 {
                let n = round % 67;
                let sum = AtomicI64::new(0);
                pool.parallel_for(n, 1, &|range| {
                    sum.fetch_add(range.sum::<i64>(), Ordering::Relaxed);
                });
                assert_eq!(sum.into_inner(), n * (n - 1) / 2);
            }
        }
    }

    #[test]
    fn nested_and_concurrent_loops_finish() {
        let pool = Pool::new(3);
        let sum = AtomicI64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        pool.parallel_for(10, 1, &|outer| {
                            for _ in outer {
                                pool.parallel_for(10, 3, &|inner| {
                                    sum.fetch_add(inner.end - inner.start, Ordering::Relaxed);
                                });
                            }
                        });
                    }
                });
            }
        });
        assert_eq!(sum.into_inner(), 3 * 200 * 100);
    }

    #[test]
    fn a_thread_begins_with_its_own_share() {
        let begins = |thread| {
            let starts = Mutex::new(Vec::new());
            let body = |range: Range<i64>| starts.lock().unwrap().push(range.start);
            let shares = [Apart(Begun::default()), Apart(Begun::default())];
            Job::new(&body, Split::new(80, 1, 2, 2)).work(1, &shares, thread);
            starts.into_inner().unwrap()
        };
        assert_eq!(begins(0), [0, 20, 40, 60]);
        assert_eq!(begins(1), [40, 60, 0, 20]);
    }

    #[test]
    fn a_worker_enters_an_open_loop_once() {
        let shared = Pool::new(1).shared.clone();
        let job = Job::new(&|_| {}, Split::new(1, 1, 1, 1));
        assert_eq!(shared.enter(0), None);
        shared.open(&job);
        let number = shared.enter(0).expect("the loop is open");
        assert_eq!(shared.enter(number), None);
        shared.door.state.fetch_sub(1, Ordering::Release);
        shared.close();
        assert_eq!(shared.enter(0), None);
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_pool_lives() {
        let pool = Pool::new(2);
        let outcome = catch_unwind(AssertUnwindSafe(|| pool.parallel_for(8, 1, &|_| panic!("in a test"))));
        assert!(outcome.is_err());
        let count = AtomicI64::new(0);
        pool.parallel_for(8, 1, &|range| {
            count.fetch_add(range.end - range.start, Ordering::Relaxed);
        });
        assert_eq!(count.into_inner(), 8);
    }
}
