//! A job: its processes, what they tell each other, and how they wait.

use crate::messages::Messages;
use crate::{Order, last_words, raw};
use raw::{MPI_Comm, MPI_Request};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
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
    /// Something is sent.
    pub(crate) send_began: Condvar,
    /// How many threads wait in MPI for data.
    pub(crate) waiting_in_mpi: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Debug)]
pub(crate) struct State {
    /// Where processes tell each other how they are.
    notes: MPI_Comm,
    /// Groups that meet, with their communicators.
    groups: Vec<Group>,
    by_members: HashMap<Vec<usize>, usize>,
    /// What is sent on channels.
    pub(crate) messages: Messages,
    others: Vec<Other>,
    /// The process that failed first.
    failure: Option<Failure>,
    /// Where this process waits for others.
    waits: Vec<Meeting>,
    /// Notes that are on their way.
    told: Vec<(MPI_Request, Vec<u8>)>,
    has_ended: bool,
    /// MPI is not to be called any more.
    pub(crate) has_left: bool,
}

/// The number of a group, and how often its members have met.
type Meeting = (u64, u64);

// SAFETY: the handles of MPI's objects may be used by any thread; one at a time, since they are behind a lock, where MPI
// wants that.
unsafe impl Send for State {}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) comm: MPI_Comm,
    /// How often this process has met the others.
    meetings: u64,
}

/// What a process that failed has told.
#[derive(Clone, Debug)]
struct Failure {
    process: usize,
    exit_code: i32,
    reason: String,
}

/// What another process has told.
#[derive(Clone, Debug, Default)]
struct Other {
    /// At its end, the number of messages it sent to this process, and how often it met each group.
    ended: Option<Vec<u64>>,
    /// Where it waits, since it was asked.
    waits: Option<Vec<Meeting>>,
    is_gone: bool,
}

/// The kinds of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Note {
    Ended,
    Failed,
    /// Asks where the process waits.
    Where,
    Here,
    /// Everything has been said.
    Gone,
}

impl Note {
    const ALL: [Self; 5] = [Self::Ended, Self::Failed, Self::Where, Self::Here, Self::Gone];
}

/// How long others may take to say something that they have at hand.
const GRACE: Duration = Duration::from_secs(1);

impl Job {
    /// Joins the job that mpirun started. Processes wait for each other at most for `timeout`.
    ///
    /// # Errors
    /// If there is no such job.
    pub fn join(timeout: Duration, order: Order) -> Result<Arc<Self>, String> {
        let (universe, threads) = mpi::initialize_with_threading(mpi::Threading::Multiple).ok_or("MPI runs already")?;
        // It ends when the process leaves the job, unless the job has failed.
        std::mem::forget(universe);
        raw::return_errors(raw::world());
        let (rank, size) = (raw::rank(raw::world()), raw::size(raw::world()));
        let started =
            ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE"].iter().find_map(|name| std::env::var(name).ok()?.parse().ok());
        if let Some(started) = started.filter(|started: &usize| *started != size) {
            let library = raw::library();
            raw::finalize();
            return Err(format!(
                "mpirun started {started} processes, of which {library} knows {size}: is it another MPI's?"
            ));
        }
        let mut hosts = vec![0; 16 * size];
        let host = mpi::environment::processor_name().map(|name| fingerprint(&name)).unwrap_or_default();
        let own = [host, u64::from(std::process::id())].map(u64::to_le_bytes).concat();
        raw::all_gather(&own, &mut hosts, raw::world());
        let hosts = words(&hosts);
        let neighbour = |pair: &[u64]| if pair[0] == host { pair[1] as i32 } else { 0 };
        last_words::begin(rank, hosts.chunks_exact(2).map(neighbour).collect());
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

    /// The number of this process.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Number of processes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Gets ready to run the program that communicates at `sites`, in processes of these names.
    ///
    /// # Errors
    /// If the processes do not run the same program, or one has failed.
    pub fn prepare(self: &Arc<Self>, names: Vec<String>, sites: &[Site]) -> Result<(), String> {
        last_words::call(names);
        let program: Vec<_> = sites.iter().map(|site| (&site.target, &site.operands, &site.attributes)).collect();
        let own = fingerprint(&format!("{program:?}")).to_le_bytes();
        let doing = last_words::while_in("the start");
        // Compiling takes as long as it takes.
        let all = self.tell_all(&own, raw::world(), "the start", None)?;
        doing.at_most(self.timeout);
        if let Some(other) = all.chunks_exact(8).position(|other| other != own) {
            return Err(format!(
                "{} and {} run different programs",
                last_words::name(self.rank),
                last_words::name(other)
            ));
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
            // Without it, what is sent may have to wait until the program communicates again, and failures, too.
            let _ = thread.spawn(move || job.accompany());
        }
        Ok(())
    }

    /// What the program has of the other processes.
    pub fn communicator(self: &Arc<Self>) -> Arc<dyn Communicator> {
        self.clone()
    }

    /// Broadcasts the first process's `flag`.
    pub fn first_says(&self, flag: bool) -> bool {
        let mut byte = [u8::from(flag)];
        raw::broadcast(&mut byte, 0, raw::world());
        byte[0] != 0
    }

    /// Says that the program has come to its end here, and waits until it has everywhere.
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
            state.look();
            if let Some(Failure { process, reason, .. }) = &state.failure {
                return Err(format!("{} failed: {reason}", last_words::name(*process)));
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
            (None, Some(process)) => Err(format!("{} was sent what it did not receive", last_words::name(process))),
            (None, None) => {
                state.has_ended = true;
                Ok(())
            }
        }
    }

    /// Gathers each process's bytes in the first one; none in the others.
    pub fn gather(&self, bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
        const TAG: i32 = 0;
        let mut sizes = vec![0; 8 * self.size];
        raw::all_gather(&(bytes.len() as u64).to_le_bytes(), &mut sizes, raw::world());
        if self.rank != 0 {
            raw::wait(&mut raw::begin_send(bytes, 0, TAG, raw::world()));
            return None;
        }
        let mut all: Vec<Vec<u8>> = words(&sizes).into_iter().map(|size| vec![0; size as usize]).collect();
        all[0].copy_from_slice(bytes);
        let mut requests: Vec<MPI_Request> = all[1..]
            .iter_mut()
            .enumerate()
            .map(|(i, bytes)| raw::begin_receive(bytes, i + 1, TAG, raw::world()))
            .collect();
        raw::wait_all(&mut requests);
        Some(all)
    }

    /// Leaves the job: after its end, or because of a failure, which the others then hear of. The caller has reported the
    /// failure. Gives the exit code of the process that failed first.
    pub fn leave(&self, failure: Option<&str>, exit_code: i32) -> i32 {
        let mut state = self.lock();
        if state.has_ended {
            last_words::silence();
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
        // Others may compute without end. When this process is gone, mpirun ends them.
        let (start, mut pace) = (Instant::now(), Pace::default());
        while self.others().any(|other| !state.others[other].is_gone) && start.elapsed() < 2 * GRACE {
            state.look();
            pace.wait();
        }
        state.has_left = true;
        last_words::silence();
        exit_code
    }

    /// Lets MPI go on with what is sent while the program computes, and ends the process when it waits in MPI for the data
    /// of others although one has failed: of two that had agreed to exchange data, one may have heard of it before. All
    /// have a second to say so: some launchers end the others with the first that ends.
    fn accompany(&self) {
        const PAUSE: Duration = Duration::from_micros(200);
        let (mut failed, mut has_said) = (None, false);
        loop {
            let mut state = self.lock();
            if state.has_left {
                return;
            }
            if self.waiting_in_mpi.load(Ordering::Acquire) > 0 {
                state.look();
            }
            match &state.failure {
                Some(failure) if self.waiting_in_mpi.load(Ordering::Acquire) > 0 => {
                    let time = failed.get_or_insert_with(Instant::now).elapsed();
                    if failure.process == self.rank && time > GRACE {
                        last_words::end_with(&failure.reason);
                    }
                    if failure.process != self.rank && time > GRACE / 2 && !has_said {
                        last_words::say(&format!("{} failed", last_words::name(failure.process)));
                        has_said = true;
                    }
                    if time > 2 * GRACE {
                        last_words::quit();
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

    /// Tells the others that this process has failed, unless one has before.
    pub(crate) fn tell_failure(&self, reason: &str, exit_code: i32) {
        let mut state = self.lock();
        state.look();
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

    /// What all members say, each a few bytes. Nothing of what comes after has begun anywhere.
    fn tell_all(
        &self,
        own: &[u8],
        comm: MPI_Comm,
        step: impl std::fmt::Display,
        meeting: Option<(&[usize], Meeting)>,
    ) -> Result<Vec<u8>, String> {
        let (own, mut all) = (own.to_vec(), vec![0; own.len() * raw::size(comm)]);
        let mut request = raw::begin_all_gather(&own, &mut all, comm);
        let everybody: Vec<usize> = (0..self.size).collect();
        let members = meeting.map_or(everybody.as_slice(), |(members, _)| members);
        let is_absent = |state: &State, member: usize| {
            let counts = state.others[member].ended.as_ref();
            // Whoever has met as often has said what it had to say here, even if it has ended since.
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
            Ok(()) => Ok(all),
            Err(reason) => {
                // MPI may still write here.
                std::mem::forget((own, all));
                Err(reason.unwrap_or_else(|| self.late(&step, members, meeting.map(|(_, meeting)| meeting))))
            }
        }
    }

    /// Waits until `ready`. Those that it waits for in vain are `gone`.
    ///
    /// # Errors
    /// Why it is in vain; nothing if the time is over.
    pub(crate) fn wait(
        &self,
        step: &impl std::fmt::Display,
        limit: Option<Duration>,
        mut ready: impl FnMut(&mut State) -> bool,
        gone: impl Fn(&State) -> Vec<usize>,
    ) -> Result<(), Option<String>> {
        let me = || last_words::name(self.rank);
        let (start, mut pace) = (Instant::now(), Pace::default());
        loop {
            if ready(&mut self.lock()) {
                return Ok(());
            }
            if pace.wait() {
                continue;
            }
            let mut state = self.lock();
            state.look();
            if let Some(Failure { process, .. }) = &state.failure {
                return Err(Some(format!("{} failed while {} was in {step}", last_words::name(*process), me())));
            }
            let gone = gone(&state);
            if !gone.is_empty() {
                // What they said before may have come in between.
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

    /// Who of `members` does not wait where this process does.
    fn late(&self, step: &impl std::fmt::Display, members: &[usize], meeting: Option<Meeting>) -> String {
        let others = || members.iter().copied().filter(|member| *member != self.rank);
        let mut state = self.lock();
        for other in others() {
            state.others[other].waits = None;
            state.tell(other, Note::Where, Vec::new());
        }
        let (start, mut pace) = (Instant::now(), Pace::default());
        while start.elapsed() < GRACE / 2 && others().any(|other| state.others[other].waits.is_none()) {
            state.look();
            pace.wait();
        }
        let waits = |other: usize| state.others[other].waits.as_ref().zip(meeting);
        let is_late = |other: &usize| !waits(*other).is_some_and(|(waits, meeting)| waits.contains(&meeting));
        let late: Vec<usize> = others().filter(is_late).collect();
        self.waited(step, if late.is_empty() { members } else { &late })
    }

    /// What to say of a wait that took too long.
    pub(crate) fn waited(&self, step: &impl std::fmt::Display, missing: &[usize]) -> String {
        let seconds = self.timeout.as_secs_f64();
        format!("{} has waited {seconds} s in {step} for {}", last_words::name(self.rank), names(missing))
    }

    /// Meets the other members of `group`, of which each says `what` and, should they say different things, `step`.
    /// Gives the group's communicator.
    pub(crate) fn meet(&self, group: &[usize], what: u64, step: impl std::fmt::Display) -> Result<MPI_Comm, String> {
        let mut state = self.lock();
        let number = *state.by_members.get(group).ok_or("internal error, please report: an unknown group")?;
        let Group { comm, .. } = state.groups[number];
        if group.len() == 1 {
            return Ok(comm);
        }
        if let Some(Failure { process, .. }) = &state.failure {
            let (other, me) = (last_words::name(*process), last_words::name(self.rank));
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
        // All members know it, and tell each other more.
        const TEXT: usize = 512;
        let mut text = step.to_string().into_bytes();
        text.resize(TEXT, 0);
        let mut texts = vec![0; TEXT * group.len()];
        raw::all_gather(&text, &mut texts, comm);
        let other = all.chunks_exact(8).position(|other| other != own).unwrap_or_default();
        let theirs = String::from_utf8_lossy(&texts[other * TEXT..][..TEXT]).trim_end_matches('\0').to_string();
        Err(format!(
            "{} runs {step}, but {} runs {theirs}",
            last_words::name(self.rank),
            last_words::name(group[other])
        ))
    }
}

impl State {
    /// Makes communicators for the groups in `lists`, in all processes together.
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
        // The number of a group of others is never used, but all processes count alike.
        for group in lists {
            self.by_members.entry(group).or_insert(self.groups.len() - 1);
        }
    }

    fn tell(&mut self, target: usize, note: Note, bytes: Vec<u8>) {
        self.told.retain_mut(|(request, _)| !raw::is_done(request));
        let request = raw::begin_send(&bytes, target, note as i32, self.notes);
        // The bytes stay where they are when the vector moves.
        self.told.push((request, bytes));
    }

    /// Takes note of what the others say.
    pub(crate) fn look(&mut self) {
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
                Some(Note::Gone) | None => other.is_gone = true,
            }
        }
    }

    /// The messages that a process sent to this one, once it has ended.
    pub(crate) fn sent_by(&self, process: usize) -> Option<u64> {
        self.others[process].ended.as_ref().map(|counts| counts[0])
    }
}

/// How often to look while waiting: often at first, for what comes soon, then leaving the processor to others.
#[derive(Default)]
struct Pace(u32);

impl Pace {
    /// True if only the condition that the caller waits for has to be checked now.
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
    processes.iter().map(|process| last_words::name(*process)).collect::<Vec<_>>().join(", ")
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks_exact(8).map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default())).collect()
}

/// A number that is the same for what is equal, in all processes.
pub(crate) fn fingerprint(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
