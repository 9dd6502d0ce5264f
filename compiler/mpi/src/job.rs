//! A job: its processes, what they tell each other, and how they wait.

use crate::messages::Messages;
use crate::{Order, raw, watchdog};
use raw::{MPI_Comm, MPI_Request};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use xla_runtime::{Attribute, Communicator, Site};

/// The processes that mpirun started, as one of them sees them.
#[derive(Debug)]
pub struct Job {
    pub(crate) rank: usize,
    pub(crate) size: usize,
    pub(crate) timeout: Duration,
    pub(crate) order: Order,
    /// Whether MPI lets several threads make calls at the same time.
    pub(crate) is_multithreaded: bool,
    /// Signalled when a send begins.
    pub(crate) send_began: Condvar,
    /// How many threads wait in MPI for data.
    pub(crate) waiting_in_mpi: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Debug)]
pub(crate) struct State {
    /// Communicator for status notes.
    notes: MPI_Comm,
    /// Groups of processes that exchange data.
    groups: Vec<Group>,
    by_members: HashMap<Vec<usize>, usize>,
    /// Messages sent on channels.
    pub(crate) messages: Messages,
    others: Vec<Other>,
    /// The process that failed first.
    failure: Option<Failure>,
    /// The meetings at which this process waits for others.
    waits: Vec<Meeting>,
    /// Notes whose sends have not completed, with their bytes.
    told: Vec<(MPI_Request, Vec<u8>)>,
    has_ended: bool,
    /// Whether MPI must not be called any more.
    pub(crate) has_left: bool,
}

/// The number of a group, and how many operations this process has begun in it, this one included.
type Meeting = (u64, u64);

// SAFETY: where MPI has `MPI_THREAD_MULTIPLE`, any thread may use its handles at any time. Where it has not, `is_multithreaded`
// is false: then there is no companion thread, and exchanges are made in the thread that calls.
unsafe impl Send for State {}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) comm: MPI_Comm,
    /// How many operations this process has begun in this group.
    meetings: u64,
}

/// What a failed process reported.
#[derive(Clone, Debug)]
struct Failure {
    process: usize,
    exit_code: i32,
    reason: String,
}

/// What another process has reported.
#[derive(Clone, Debug, Default)]
struct Other {
    /// If it has ended, the number of messages that it sent to this process, then its [`Group::meetings`] by group.
    ended: Option<Vec<u64>>,
    /// The meetings at which it waits, if it has answered the last [`Note::Where`].
    waits: Option<Vec<Meeting>>,
    is_gone: bool,
}

/// The kinds of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Note {
    Ended,
    Failed,
    /// Asks at which meetings the process waits; the answer is `Here`.
    Where,
    Here,
    /// The process sends no more notes.
    Gone,
}

impl Note {
    const ALL: [Self; 5] = [Self::Ended, Self::Failed, Self::Where, Self::Here, Self::Gone];
}

/// How long other processes may take to answer or to report a failure.
const GRACE: Duration = Duration::from_secs(1);

impl Job {
    /// Joins the job that mpirun started. Processes wait for each other at most for `timeout`.
    ///
    /// # Errors
    /// If there is no such job.
    pub fn join(timeout: Duration, order: Order) -> Result<Arc<Self>, String> {
        let (universe, threads) =
            mpi::initialize_with_threading(mpi::Threading::Multiple).ok_or("MPI is already initialized")?;
        // MPI is finalized when the process leaves the job, unless the job has failed.
        std::mem::forget(universe);
        raw::return_errors(raw::world());
        let (rank, size) = (raw::rank(raw::world()), raw::size(raw::world()));
        let started =
            ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE"].iter().find_map(|name| std::env::var(name).ok()?.parse().ok());
        if let Some(started) = started.filter(|started: &usize| *started != size) {
            let library = raw::library();
            raw::finalize();
            return Err(format!(
                "mpirun started {started} processes, but {library} reports {size}; mpirun may belong to another MPI"
            ));
        }
        let mut hosts = vec![0; 16 * size];
        let host = mpi::environment::processor_name().map(|name| fingerprint(&name)).unwrap_or_default();
        let own = [host, u64::from(std::process::id())].map(u64::to_le_bytes).concat();
        raw::all_gather(&own, &mut hosts, raw::world());
        let hosts = words(&hosts);
        let neighbour = |pair: &[u64]| if pair[0] == host { pair[1] as i32 } else { 0 };
        watchdog::begin(rank, hosts.chunks_exact(2).map(neighbour).collect())?;
        let state = State {
            notes: raw::duplicate(raw::world()),
            groups: Vec::new(),
            by_members: HashMap::new(),
            messages: Messages::new(size),
            others: vec![Other::default(); size],
            failure: None,
            waits: Vec::new(),
            told: Vec::new(),
            has_ended: false,
            has_left: false,
        };
        let is_multithreaded = threads == mpi::Threading::Multiple;
        let (send_began, waiting_in_mpi, state) = (Condvar::new(), AtomicUsize::new(0), Mutex::new(state));
        Ok(Arc::new(Self { rank, size, timeout, order, is_multithreaded, send_began, waiting_in_mpi, state }))
    }

    /// The rank of this process.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The number of processes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Prepares to run the program that communicates at `sites`. Messages call the processes by `names`.
    ///
    /// # Errors
    /// If the processes do not run the same program, or one has failed.
    pub fn prepare(self: &Arc<Self>, names: Vec<String>, sites: &[Site]) -> Result<(), String> {
        watchdog::set_names(names);
        let program: Vec<_> = sites.iter().map(|site| (&site.target, &site.operands, &site.attributes)).collect();
        let own = fingerprint(&format!("{program:?}")).to_le_bytes();
        let doing = watchdog::while_in("the start");
        // There is no limit: other processes may still be compiling.
        let all = self.tell_all(&own, raw::world(), "the start", None)?;
        doing.at_most(self.timeout);
        if let Some(other) = all.chunks_exact(8).position(|other| other != own) {
            return Err(format!("{} and {} run different programs", watchdog::name(self.rank), watchdog::name(other)));
        }
        let mut state = self.lock();
        for site in sites {
            let Some(Attribute::Array(lists)) = site.attributes.get("groups") else { continue };
            state.make_groups(lists, self.rank);
        }
        state.messages.name_channels(sites);
        if self.is_multithreaded {
            let job = self.clone();
            let thread = std::thread::Builder::new().name("companion".to_string());
            // Without this thread, pending sends and failures of others may go unnoticed until the program communicates
            // again.
            let _ = thread.spawn(move || job.accompany());
        }
        Ok(())
    }

    /// The interface through which the program communicates.
    pub fn communicator(self: &Arc<Self>) -> Arc<dyn Communicator> {
        self.clone()
    }

    /// Returns the `flag` of the first process, in every process.
    pub fn first_says(&self, flag: bool) -> bool {
        let mut byte = [u8::from(flag)];
        raw::broadcast(&mut byte, 0, raw::world());
        byte[0] != 0
    }

    /// Reports that the program has ended in this process, and waits until it has ended in all.
    ///
    /// # Errors
    /// If another process fails, or something was sent that nobody received.
    pub fn end(&self) -> Result<(), String> {
        let mut state = self.lock();
        let meetings: Vec<u64> = state.groups.iter().map(|group| group.meetings).collect();
        for other in self.others() {
            let mut counts = vec![state.messages.sent[other]];
            counts.extend(&meetings);
            state.tell(other, Note::Ended, counts.into_iter().flat_map(u64::to_le_bytes).collect());
        }
        let mut pace = Pace::default();
        while self.others().any(|other| state.others[other].ended.is_none()) {
            state.receive_notes();
            if let Some(Failure { process, reason, .. }) = &state.failure {
                return Err(format!("{} failed: {reason}", watchdog::name(*process)));
            }
            pace.wait();
        }
        let sent: Vec<u64> =
            state.others.iter().map(|other| other.ended.as_ref().map_or(0, |counts| counts[0])).collect();
        let left_over = state.messages.left_over(&sent, self.rank);
        let own = [u8::from(left_over.is_some())];
        let mut all = vec![0; self.size];
        raw::all_gather(&own, &mut all, raw::world());
        let first = all.iter().position(|flag| *flag != 0);
        match (left_over, first) {
            (Some(reason), _) => Err(reason),
            (None, Some(process)) => Err(format!("{} was sent what it did not receive", watchdog::name(process))),
            (None, None) => {
                state.has_ended = true;
                Ok(())
            }
        }
    }

    /// Gathers the bytes of each process in the first one; returns None in the others.
    pub fn gather(&self, bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
        const TAG: i32 = 0;
        let mut sizes = vec![0; 8 * self.size];
        raw::all_gather(&(bytes.len() as u64).to_le_bytes(), &mut sizes, raw::world());
        if self.rank != 0 {
            raw::send(bytes, 0, TAG, raw::world());
            return None;
        }
        let mut all: Vec<Vec<u8>> = words(&sizes).into_iter().map(|size| vec![0; size as usize]).collect();
        all[0].copy_from_slice(bytes);
        let mut requests: Vec<MPI_Request> = all[1..]
            .iter_mut()
            .enumerate()
            // SAFETY: the borrow of `all` lasts until all requests are complete.
            .map(|(i, bytes)| unsafe { raw::begin_receive(bytes, i + 1, TAG, raw::world()) })
            .collect();
        raw::wait_all(&mut requests);
        Some(all)
    }

    /// Leaves the job, after its end or because of a failure, which is then reported to the other processes. The caller
    /// has printed the failure. Returns the exit code of the process that failed first.
    pub fn leave(&self, failure: Option<&str>, exit_code: i32) -> i32 {
        let mut state = self.lock();
        if state.has_ended {
            watchdog::silence();
            state.has_left = true;
            raw::finalize();
            return exit_code;
        }
        drop(state);
        if let Some(reason) = failure {
            self.tell_failure(reason, exit_code);
        }
        let mut state = self.lock();
        let first = state.failure.as_ref().filter(|first| first.process != self.rank);
        let exit_code = first.map_or(exit_code, |first| first.exit_code);
        self.others().for_each(|other| state.tell(other, Note::Gone, Vec::new()));
        // Others may be in a long computation. mpirun kills them once this process has exited.
        let (start, mut pace) = (Instant::now(), Pace::default());
        while self.others().any(|other| !state.others[other].is_gone) && start.elapsed() < 2 * GRACE {
            state.receive_notes();
            pace.wait();
        }
        state.has_left = true;
        watchdog::silence();
        exit_code
    }

    /// Progresses pending sends while the program computes. If another process has failed while this one waits inside an
    /// MPI call, ends this process; each process first gets up to a second to report, because some launchers kill all
    /// processes when the first one exits.
    fn accompany(&self) {
        const PAUSE: Duration = Duration::from_micros(200);
        let (mut failed, mut has_said) = (None, false);
        loop {
            let mut state = self.lock();
            if state.has_left {
                return;
            }
            if self.waiting_in_mpi.load(Ordering::Acquire) > 0 {
                state.receive_notes();
            }
            match &state.failure {
                Some(failure) if self.waiting_in_mpi.load(Ordering::Acquire) > 0 => {
                    let time = failed.get_or_insert_with(Instant::now).elapsed();
                    if failure.process == self.rank && time > GRACE {
                        watchdog::end_with(&failure.reason);
                    }
                    if failure.process != self.rank && time > GRACE / 2 && !has_said {
                        watchdog::say(&format!("{} failed", watchdog::name(failure.process)));
                        has_said = true;
                    }
                    if time > 2 * GRACE {
                        watchdog::quit();
                    }
                }
                _ => failed = None,
            }
            state.messages.sending.retain_mut(|(request, _)| !raw::is_done(request));
            if state.messages.sending.is_empty() {
                drop(self.send_began.wait_timeout(state, GRACE / 20));
            } else {
                drop(state);
                std::thread::sleep(PAUSE);
            }
        }
    }

    /// Reports to the others that this process has failed, unless another failed before.
    pub(crate) fn tell_failure(&self, reason: &str, exit_code: i32) {
        let mut state = self.lock();
        state.receive_notes();
        if state.failure.is_none() {
            let note = [&exit_code.to_le_bytes(), reason.as_bytes()].concat();
            self.others().for_each(|other| state.tell(other, Note::Failed, note.clone()));
            state.failure = Some(Failure { process: self.rank, exit_code, reason: reason.to_string() });
        }
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.rank;
        (0..self.size).filter(move |other| *other != own)
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gathers `own` from all members. A member returns only after all have called this.
    fn tell_all(
        &self,
        own: &[u8],
        comm: MPI_Comm,
        step: impl std::fmt::Display,
        meeting: Option<(&[usize], Meeting)>,
    ) -> Result<Vec<u8>, String> {
        // Where the wait ends early, MPI may still read and write here: then this memory is never freed.
        let own = ManuallyDrop::new(own.to_vec());
        let mut all = ManuallyDrop::new(vec![0; own.len() * raw::size(comm)]);
        // SAFETY: both are freed only where the request is complete.
        let mut request = unsafe { raw::begin_all_gather(&own, &mut all, comm) };
        let everybody: Vec<usize> = (0..self.size).collect();
        let members = meeting.map_or(everybody.as_slice(), |(members, _)| members);
        let is_absent = |state: &State, member: usize| {
            let counts = state.others[member].ended.as_ref();
            // A member that has met this often has already contributed, even if it has ended since.
            let has_met = |counts: &Vec<u64>| {
                let (number, times) = meeting.map(|(_, meeting)| meeting)?;
                Some(*counts.get(1 + usize::try_from(number).ok()?)? >= times)
            };
            counts.is_some_and(|counts| has_met(counts) != Some(true))
        };
        let limit = meeting.map(|_| self.timeout);
        let outcome = self.wait(
            &step,
            limit,
            |_| raw::is_done(&mut request),
            |state| members.iter().copied().filter(|member| is_absent(state, *member)).collect(),
        );
        match outcome {
            Ok(()) => {
                drop(ManuallyDrop::into_inner(own));
                Ok(ManuallyDrop::into_inner(all))
            }
            Err(reason) => {
                Err(reason.unwrap_or_else(|| self.late(&step, members, meeting.map(|(_, meeting)| meeting))))
            }
        }
    }

    /// Waits until `ready` returns true. `gone` returns the processes that can no longer make it true.
    ///
    /// # Errors
    /// The reason; None on a timeout.
    pub(crate) fn wait(
        &self,
        step: &impl std::fmt::Display,
        limit: Option<Duration>,
        mut ready: impl FnMut(&mut State) -> bool,
        gone: impl Fn(&State) -> Vec<usize>,
    ) -> Result<(), Option<String>> {
        let me = || watchdog::name(self.rank);
        let (start, mut pace) = (Instant::now(), Pace::default());
        loop {
            if ready(&mut self.lock()) {
                return Ok(());
            }
            if pace.wait() {
                continue;
            }
            let mut state = self.lock();
            state.receive_notes();
            if let Some(Failure { process, .. }) = &state.failure {
                return Err(Some(format!("{} failed while {} was in {step}", watchdog::name(*process), me())));
            }
            let gone = gone(&state);
            if !gone.is_empty() {
                // Their data may have arrived after the check above.
                if ready(&mut state) {
                    return Ok(());
                }
                let verb = if gone.len() == 1 { "has" } else { "have" };
                return Err(Some(format!("{} waits in {step} for {}, which {verb} ended", me(), names(&gone))));
            }
            if limit.is_some_and(|limit| start.elapsed() >= limit) {
                return Err(None);
            }
        }
    }

    /// The message for a timeout in `meeting`, which names the members that don't wait there too.
    fn late(&self, step: &impl std::fmt::Display, members: &[usize], meeting: Option<Meeting>) -> String {
        let others = || members.iter().copied().filter(|member| *member != self.rank);
        let mut state = self.lock();
        for other in others() {
            state.others[other].waits = None;
            state.tell(other, Note::Where, Vec::new());
        }
        let (start, mut pace) = (Instant::now(), Pace::default());
        while start.elapsed() < GRACE / 2 && others().any(|other| state.others[other].waits.is_none()) {
            state.receive_notes();
            pace.wait();
        }
        let waits = |other: usize| state.others[other].waits.as_ref().zip(meeting);
        let is_late = |other: &usize| !waits(*other).is_some_and(|(waits, meeting)| waits.contains(&meeting));
        let late: Vec<usize> = others().filter(is_late).collect();
        self.waited(step, if late.is_empty() { members } else { &late })
    }

    /// The message for a timeout.
    pub(crate) fn waited(&self, step: &impl std::fmt::Display, missing: &[usize]) -> String {
        let seconds = self.timeout.as_secs_f64();
        format!("{} has waited {seconds} s in {step} for {}", watchdog::name(self.rank), names(missing))
    }

    /// Waits for the other members of `group` and checks that all run the same operation: `what` is its fingerprint,
    /// `step` its name in messages. Returns the communicator.
    pub(crate) fn meet(&self, group: &[usize], what: u64, step: impl std::fmt::Display) -> Result<MPI_Comm, String> {
        let mut state = self.lock();
        let number = *state.by_members.get(group).ok_or("internal error, please report: an unknown group")?;
        let Group { comm, .. } = state.groups[number];
        if group.len() == 1 {
            return Ok(comm);
        }
        if let Some(Failure { process, .. }) = &state.failure {
            let (other, me) = (watchdog::name(*process), watchdog::name(self.rank));
            return Err(format!("{other} failed while {me} was in {step}"));
        }
        state.groups[number].meetings += 1;
        let meeting = (number as u64, state.groups[number].meetings);
        state.waits.push(meeting);
        drop(state);
        let own = what.to_le_bytes();
        let all = self.tell_all(&own, comm, &step, Some((group, meeting)))?;
        self.lock().waits.retain(|other| *other != meeting);
        if all.chunks_exact(8).all(|other| other == own) {
            return Ok(comm);
        }
        // All members see the difference, so all take part in exchanging the names.
        const TEXT: usize = 512;
        let mut text = step.to_string().into_bytes();
        text.resize(TEXT, 0);
        let mut texts = vec![0; TEXT * group.len()];
        raw::all_gather(&text, &mut texts, comm);
        let other = all.chunks_exact(8).position(|other| other != own).unwrap_or_default();
        let theirs = String::from_utf8_lossy(&texts[other * TEXT..][..TEXT]).trim_end_matches('\0').to_string();
        Err(format!("{} runs {step}, but {} runs {theirs}", watchdog::name(self.rank), watchdog::name(group[other])))
    }
}

impl State {
    /// Creates communicators for the groups in `lists`. All processes must call this together.
    fn make_groups(&mut self, lists: &[Attribute], rank: usize) {
        let number = |member: &Attribute| match member {
            Attribute::Int(member) => usize::try_from(*member).ok(),
            _ => None,
        };
        let members = |group: &Attribute| match group {
            Attribute::Array(group) => group.iter().map(number).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let lists: Vec<Vec<usize>> = lists.iter().filter_map(members).collect();
        if lists.iter().all(|group| self.by_members.contains_key(group)) {
            return;
        }
        let own = lists.iter().position(|group| group.contains(&rank));
        let place = own.and_then(|own| lists[own].iter().position(|member| *member == rank));
        let comm = raw::split(raw::world(), own, place.unwrap_or_default());
        self.groups.push(Group { comm, meetings: 0 });
        // The number of a group without this process is never used, but the numbers must agree in all processes.
        for group in lists {
            self.by_members.entry(group).or_insert(self.groups.len() - 1);
        }
    }

    fn tell(&mut self, target: usize, note: Note, bytes: Vec<u8>) {
        self.told.retain_mut(|(request, _)| !raw::is_done(request));
        // SAFETY: the bytes are kept with the request until it is complete; they stay where they are when the vector moves.
        let request = unsafe { raw::begin_send(&bytes, target, note as i32, self.notes) };
        self.told.push((request, bytes));
    }

    /// Receives and processes the notes that have arrived.
    pub(crate) fn receive_notes(&mut self) {
        while let Some((source, tag, bytes)) = raw::take(None, None, self.notes) {
            let other = &mut self.others[source];
            match Note::ALL.into_iter().find(|note| *note as i32 == tag) {
                Some(Note::Ended) => other.ended = Some(words(&bytes)),
                Some(Note::Failed) => {
                    let (code, reason) = bytes.split_at(4);
                    let exit_code = i32::from_le_bytes(code.try_into().unwrap_or_default());
                    let reason = String::from_utf8_lossy(reason).into_owned();
                    self.failure.get_or_insert(Failure { process: source, exit_code, reason });
                }
                Some(Note::Where) => {
                    let waits = self.waits.iter().flat_map(|(group, meeting)| [*group, *meeting]);
                    let waits = waits.flat_map(u64::to_le_bytes).collect();
                    self.tell(source, Note::Here, waits);
                }
                Some(Note::Here) => {
                    other.waits = Some(words(&bytes).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect());
                }
                Some(Note::Gone) => other.is_gone = true,
                None => watchdog::die(&format!("internal error, please report: a note of kind {tag}")),
            }
        }
    }

    /// The number of messages that a process sent to this one, if it has ended.
    pub(crate) fn sent_by(&self, process: usize) -> Option<u64> {
        self.others[process].ended.as_ref().map(|counts| counts[0])
    }
}

/// The pauses of a waiting loop: short ones at first, then longer ones that leave the processor to other threads.
#[derive(Default)]
struct Pace(u32);

impl Pace {
    /// Pauses. Returns true if the caller should check only its own condition now.
    fn wait(&mut self) -> bool {
        self.0 = self.0.saturating_add(1);
        match self.0 {
            0..=200 => std::hint::spin_loop(),
            201..=5000 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(50)),
        }
        self.0 < 5000 && !self.0.is_multiple_of(50)
    }
}

fn names(processes: &[usize]) -> String {
    processes.iter().map(|process| watchdog::name(*process)).collect::<Vec<_>>().join(", ")
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default())).collect()
}

/// A hash that is equal in all processes for equal values, if they run the same binary.
pub(crate) fn fingerprint(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
