//! Processes that are threads of one process, and read each other's buffers directly.

use crate::array::TensorType;
use crate::call::CallError;
use crate::communicator::{Communicator, Exchange, Member, Step};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The threads of one process that run a program together.
#[derive(Debug)]
pub struct World {
    names: Vec<String>,
    timeout: Duration,
    /// How long to poll for a change before sleeping until one is announced.
    watch: Duration,
    state: Mutex<State>,
    /// The number of changes of the state, which is polled without the lock.
    changes: AtomicU64,
    changed: Condvar,
}

/// Sleeping and waking take about 10 us.
const WATCH: Duration = Duration::from_micros(20);

#[derive(Debug, Default)]
struct State {
    /// The process that failed first, and why.
    failure: Option<(usize, String)>,
    ended: Vec<bool>,
    sleepers: usize,
    meetings: HashMap<(Vec<usize>, i64), Meeting>,
    /// Messages that were sent and not received, by channel and, where they are stated, source and target.
    messages: HashMap<Route, VecDeque<Message>>,
}

type Route = (i64, Option<(usize, usize)>);

#[derive(Debug)]
struct Message {
    from: usize,
    step: String,
    types: Vec<TensorType>,
    values: Vec<Vec<u8>>,
}

/// A collective operation in progress: members post the addresses of their inputs; once all have, each reads them.
#[derive(Debug, Default)]
struct Meeting {
    posts: Vec<Option<Post>>,
    /// How many members still read; while there are any, nobody can post.
    reading: usize,
}

/// What a member shares with the others. Its buffers stay valid until all have read.
#[derive(Clone, Debug)]
struct Post {
    step: Step<'static>,
    exchange: Exchange<'static>,
    inputs: Vec<Bytes>,
    outputs: Vec<Bytes>,
}

#[derive(Clone, Copy, Debug)]
struct Bytes(*mut u8, usize);

// SAFETY: whoever uses the bytes promises to.
unsafe impl Send for Bytes {}

impl Bytes {
    /// # Safety
    /// The owner of the bytes still waits, and nobody writes to them.
    unsafe fn get<'a>(self) -> &'a [u8] {
        // SAFETY: made of a slice; the caller's promise.
        unsafe { std::slice::from_raw_parts(self.0, self.1) }
    }

    /// # Safety
    /// As above, and nobody else refers to this part of an output.
    unsafe fn part<'a>(self, part: Range<usize>) -> &'a mut [u8] {
        assert!(part.start <= part.end && part.end <= self.1);
        // SAFETY: made of a slice, of which this is a part; the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(part.start), part.len()) }
    }
}

/// Each member combines shorter inputs by itself. Of longer ones, it combines one part for all members.
const SHARED: usize = 1 << 14;

/// Which processes a process waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    All,
    Any,
}

impl World {
    /// Processes with the given names, which wait for each other at most for `timeout`.
    pub fn new(names: Vec<String>, timeout: Duration) -> Arc<Self> {
        let state = State { ended: vec![false; names.len()], ..State::default() };
        // More threads than processors can only be in each other's way.
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
        let watch = if names.len() <= processors { WATCH } else { Duration::ZERO };
        Arc::new(Self {
            names,
            timeout,
            watch,
            state: Mutex::new(state),
            changes: AtomicU64::new(0),
            changed: Condvar::new(),
        })
    }

    /// One process alone.
    pub fn alone() -> Arc<Self> {
        Self::new(vec!["replica 0".to_string()], Duration::from_secs(60))
    }

    /// The process of this number.
    pub fn process(self: &Arc<Self>, number: usize) -> Arc<dyn Communicator> {
        Arc::new(Thread { world: self.clone(), number })
    }

    /// The name of a process in messages.
    pub fn name(&self, process: usize) -> &str {
        self.names.get(process).map_or("", String::as_str)
    }

    /// Ends the run for all others: `process` failed.
    pub fn fail(&self, process: usize, reason: &str) {
        let mut state = self.lock();
        state.failure.get_or_insert_with(|| (process, reason.to_string()));
        self.announce(&state);
    }

    /// The process that failed first.
    pub fn failed(&self) -> Option<usize> {
        self.lock().failure.as_ref().map(|(process, _)| *process)
    }

    /// Says that `process` has run to its end, so that nobody waits for it any more.
    pub fn end(&self, process: usize) {
        let mut state = self.lock();
        state.ended[process] = true;
        self.announce(&state);
    }

    /// Describes a message that was never received, after all have ended.
    pub fn left_over(&self) -> Option<String> {
        let state = self.lock();
        let message = state.messages.values().flatten().next()?;
        Some(format!("{}: {}: nobody received it", self.name(message.from), message.step))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets those that wait look at the state again.
    fn announce(&self, state: &State) {
        self.changes.fetch_add(1, Ordering::Release);
        if state.sleepers > 0 {
            self.changed.notify_all();
        }
    }

    /// Waits until the state has changed, or for about as long as `limit`.
    fn pause<'a>(&'a self, state: MutexGuard<'a, State>, limit: Duration) -> MutexGuard<'a, State> {
        // Changes are made under the lock, so that none is missed.
        let before = self.changes.load(Ordering::Acquire);
        let has_changed = || self.changes.load(Ordering::Acquire) != before;
        drop(state);
        let start = Instant::now();
        while !has_changed() && start.elapsed() < self.watch {
            std::hint::spin_loop();
        }
        let mut state = self.lock();
        if !has_changed() {
            state.sleepers += 1;
            state = self.changed.wait_timeout(state, limit).unwrap_or_else(PoisonError::into_inner).0;
            state.sleepers -= 1;
        }
        state
    }

    /// Waits until `ready`; those that it waits for are `missing`: for all of them, or for any.
    fn wait<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        me: usize,
        step: &Step<'_>,
        ready: impl Fn(&State) -> bool,
        missing: (Wait, impl Fn(&State) -> Vec<usize>),
    ) -> (MutexGuard<'a, State>, Result<(), CallError>) {
        let deadline = Instant::now() + self.timeout;
        loop {
            if ready(&state) {
                return (state, Ok(()));
            }
            if let Some((process, _)) = &state.failure {
                let reason = format!("{} failed while {} was in {step}", self.name(*process), self.name(me));
                return (state, Err(CallError::Failed(reason)));
            }
            let (kind, missing) = (missing.0, missing.1(&state));
            let names = |list: &[usize]| list.iter().map(|process| self.name(*process)).collect::<Vec<_>>().join(", ");
            let gone: Vec<usize> = missing.iter().copied().filter(|process| state.ended[*process]).collect();
            let in_vain = if kind == Wait::All { !gone.is_empty() } else { gone.len() == missing.len() };
            let left = deadline.saturating_duration_since(Instant::now());
            let reason = if missing.is_empty() {
                format!("{} waits in {step}, and there is nobody to wait for", self.name(me))
            } else if in_vain {
                let verb = if gone.len() == 1 { "has" } else { "have" };
                format!("{} waits in {step} for {}, which {verb} ended", self.name(me), names(&gone))
            } else if left.is_zero() {
                let seconds = self.timeout.as_secs_f64();
                format!("{} has waited {seconds} s in {step} for {}", self.name(me), names(&missing))
            } else {
                state = self.pause(state, left);
                continue;
            };
            state.failure = Some((me, reason.clone()));
            self.announce(&state);
            return (state, Err(CallError::Failed(reason)));
        }
    }
}

/// One of the threads.
#[derive(Debug)]
struct Thread {
    world: Arc<World>,
    number: usize,
}

impl Thread {
    /// Meets the other members of the group, and calls `read` with what they all posted.
    fn meet(&self, member: Member<'_>, post: Post, read: impl FnOnce(&[Post])) -> Result<(), CallError> {
        let (world, step, group) = (&*self.world, post.step, member.group);
        let key = (group.to_vec(), step.channel);
        // The others may still read what was posted last time.
        let free = |state: &State| state.meetings.get(&key).is_none_or(|meeting| meeting.reading == 0);
        let everybody = |_: &State| group.to_vec();
        let (mut state, outcome) = world.wait(world.lock(), self.number, &step, free, (Wait::Any, everybody));
        outcome?;
        let meeting = state.meetings.entry(key.clone()).or_default();
        meeting.posts.resize(group.len(), None);
        let others = meeting.posts.iter().zip(group).filter_map(|(post, process)| Some((*process, post.as_ref()?)));
        let differs = |(_, other): &(usize, &Post)| {
            (other.step.op, other.step.types) != (step.op, step.types) || !other.exchange.agrees(&post.exchange)
        };
        if let Some((other, theirs)) = { others }.find(differs) {
            let (me, other, theirs) = (world.name(self.number), world.name(other), theirs.step);
            let reason = format!("{me} runs {step}, but {other} runs {theirs}");
            state.failure.get_or_insert((self.number, reason.clone()));
            world.announce(&state);
            return Err(CallError::Failed(reason));
        }
        meeting.posts[member.rank] = Some(post);
        if meeting.posts.iter().all(Option::is_some) {
            meeting.reading = group.len();
            world.announce(&state);
        }
        let all_here = |state: &State| state.meetings.get(&key).is_some_and(|meeting| meeting.reading > 0);
        let missing = |state: &State| {
            let posts = state.meetings.get(&key).map(|meeting| meeting.posts.as_slice()).unwrap_or_default();
            group.iter().zip(posts).filter(|(_, post)| post.is_none()).map(|(process, _)| *process).collect()
        };
        let (mut state, outcome) = world.wait(state, self.number, &step, all_here, (Wait::All, missing));
        let Some(meeting) = state.meetings.get_mut(&key) else { return outcome };
        if let Err(error) = outcome {
            // Nobody reads yet, and nobody will.
            meeting.posts[member.rank] = None;
            return Err(error);
        }
        let posts: Vec<Post> = meeting.posts.iter().flatten().cloned().collect();
        drop(state);
        read(&posts);
        let mut state = world.lock();
        if let Some(meeting) = state.meetings.get_mut(&key) {
            meeting.reading -= 1;
            if meeting.reading == 0 {
                meeting.posts.clear();
                world.announce(&state);
            }
        }
        // Reading ends whatever happens, so that this wait needs no limit: the inputs may not go before.
        // No next meeting can begin without this member.
        while state.meetings.get(&key).is_some_and(|meeting| meeting.reading > 0) {
            state = world.pause(state, world.timeout);
        }
        Ok(())
    }
}

impl Communicator for Thread {
    fn process(&self) -> usize {
        self.number
    }

    fn exchange_as(
        &self,
        member: Member<'_>,
        exchange: Exchange<'_>,
        step: Step<'_>,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError> {
        let post = Post {
            // SAFETY: what they refer to outlives this call, and nobody keeps a post beyond it.
            step: unsafe { std::mem::transmute::<Step<'_>, Step<'static>>(step) },
            // SAFETY: as above.
            exchange: unsafe { std::mem::transmute::<Exchange<'_>, Exchange<'static>>(exchange) },
            inputs: inputs.iter().map(|bytes| Bytes(bytes.as_ptr().cast_mut(), bytes.len())).collect(),
            outputs: outputs.iter_mut().map(|bytes| Bytes(bytes.as_mut_ptr(), bytes.len())).collect(),
        };
        let own = post.outputs.clone();
        let Member { group, rank } = member;
        self.meet(member, post, |posts| {
            for (i, output) in own.into_iter().enumerate() {
                let all: Vec<&[u8]> = posts
                    .iter()
                    // SAFETY: the members wait until all have read.
                    .map(|post| unsafe { post.inputs[i].get() })
                    .collect();
                let size = inputs[i].len();
                // SAFETY: the output is this member's own, and in a reduction each part of it has one writer.
                let written = |part: Range<usize>| unsafe { output.part(part) };
                match exchange {
                    Exchange::AllGather => {
                        all.iter()
                            .enumerate()
                            .for_each(|(at, part)| written(at * size..(at + 1) * size).copy_from_slice(part));
                    }
                    Exchange::AllToAll => {
                        let size = size / group.len();
                        for (at, whole) in all.iter().enumerate() {
                            written(at * size..(at + 1) * size).copy_from_slice(&whole[rank * size..][..size]);
                        }
                    }
                    Exchange::Permute(sources) => match sources[i][rank] {
                        Some(source) => written(0..size).copy_from_slice(all[source]),
                        None => written(0..size).fill(0),
                    },
                    Exchange::AllReduce(combine) if size < SHARED => {
                        combine.all(step.types[i].element, &all, &mut [written(0..size)]);
                    }
                    Exchange::AllReduce(combine) => {
                        // Whole cache lines each.
                        let limit = |rank: usize| {
                            if rank == group.len() { size } else { size / 64 * rank / group.len() * 64 }
                        };
                        let part = limit(rank)..limit(rank + 1);
                        let parts: Vec<&[u8]> = all.iter().map(|whole| &whole[part.clone()]).collect();
                        // SAFETY: the members wait until all have written, each its own part.
                        let results = posts.iter().map(|post| unsafe { post.outputs[i].part(part.clone()) });
                        combine.all(step.types[i].element, &parts, &mut results.collect::<Vec<_>>());
                    }
                }
            }
        })
    }

    fn send(&self, step: Step<'_>, target: Option<usize>, inputs: &[&[u8]]) -> Result<(), CallError> {
        let message = Message {
            from: self.number,
            step: step.to_string(),
            types: step.types.to_vec(),
            values: inputs.iter().map(|bytes| bytes.to_vec()).collect(),
        };
        let route = (step.channel, target.map(|target| (self.number, target)));
        let mut state = self.world.lock();
        state.messages.entry(route).or_default().push_back(message);
        self.world.announce(&state);
        Ok(())
    }

    fn receive(&self, step: Step<'_>, source: Option<usize>, outputs: &mut [&mut [u8]]) -> Result<(), CallError> {
        let world = &*self.world;
        let route = (step.channel, source.map(|source| (source, self.number)));
        let ready = |state: &State| state.messages.get(&route).is_some_and(|queue| !queue.is_empty());
        let missing = |_: &State| match source {
            Some(source) => vec![source],
            None => (0..world.names.len()).filter(|process| *process != self.number).collect(),
        };
        let (mut state, outcome) = world.wait(world.lock(), self.number, &step, ready, (Wait::Any, missing));
        outcome?;
        let message = state.messages.get_mut(&route).and_then(VecDeque::pop_front);
        drop(state);
        let Some(message) = message else { return Err(CallError::Failed("no message".to_string())) };
        if message.types != step.types {
            let reason = format!(
                "{} runs {step}, but {} runs {}",
                world.name(self.number),
                world.name(message.from),
                message.step
            );
            return Err(CallError::Failed(reason));
        }
        for (output, value) in outputs.iter_mut().zip(message.values) {
            output.copy_from_slice(&value);
        }
        Ok(())
    }

    fn fail(&self, reason: &str) {
        self.world.fail(self.number, reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reduction::Combine;
    use xla_scalar::Element;

    fn world(processes: usize, timeout: Duration) -> Arc<World> {
        World::new((0..processes).map(|i| format!("replica {i}")).collect(), timeout)
    }

    fn step<'a>(op: &'a str, types: &'a [TensorType]) -> Step<'a> {
        Step { op, channel: 0, types, location: "a.mlir:1:2" }
    }

    /// Runs `work` in each process. Returns the results or errors.
    fn run<R: Send>(
        world: &Arc<World>,
        work: impl Fn(usize, &dyn Communicator) -> Result<R, CallError> + Sync,
    ) -> Vec<Result<R, String>> {
        std::thread::scope(|scope| {
            let work = &work;
            let one = |number: usize| {
                let process = world.process(number);
                move || {
                    let outcome = work(number, &*process).map_err(|error| error.to_string());
                    match &outcome {
                        Ok(_) => world.end(number),
                        Err(error) => world.fail(number, error),
                    }
                    outcome
                }
            };
            let threads: Vec<_> = (0..world.names.len()).map(|number| scope.spawn(one(number))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        })
    }

    fn gather(process: &dyn Communicator, group: &[usize], value: u8) -> Result<Vec<u8>, CallError> {
        let types = [TensorType::new(Element::U8, &[1])];
        let mut all = vec![0; group.len()];
        process.exchange(Exchange::AllGather, step("all_gather", &types), group, &[&[value]], &mut [&mut all])?;
        Ok(all)
    }

    #[test]
    fn groups_meet_again_and_again_and_apart() {
        let world = world(4, Duration::from_secs(60));
        let outcomes = run(&world, |number, process| {
            for round in 0..500u32 {
                let value = |process: usize| (process as u8) ^ (round as u8);
                // Delays that differ between processes and rounds, without a clock.
                for _ in 0..(round as usize * 7 + number * 13) % 5 {
                    std::thread::yield_now();
                }
                let group = if round % 3 == 0 { vec![3, 1, 0, 2] } else { vec![number % 2, number % 2 + 2] };
                let expected: Vec<u8> = group.iter().map(|process| value(*process)).collect();
                assert_eq!(gather(process, &group, value(number))?, expected);
            }
            Ok(())
        });
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    }

    #[test]
    fn parts_go_where_they_belong() {
        let world = world(3, Duration::from_secs(60));
        let types = [TensorType::new(Element::U8, &[3])];
        let outcomes = run(&world, |number, process| {
            let own: Vec<u8> = (0..3).map(|to| (10 * number + to) as u8).collect();
            let mut exchanged = [9; 3];
            let parts = step("all_to_all", &types);
            process.exchange(Exchange::AllToAll, parts, &[2, 0, 1], &[&own], &mut [&mut exchanged])?;
            let mut moved = [9; 3];
            let sources = [vec![None, Some(0), Some(1)]];
            let permute = Exchange::Permute(&sources);
            process.exchange(permute, step("permute", &types), &[0, 1, 2], &[&own], &mut [&mut moved])?;
            Ok((exchanged, moved))
        });
        assert_eq!(outcomes[0], Ok(([21, 1, 11], [0, 0, 0])));
        assert_eq!(outcomes[1], Ok(([22, 2, 12], [0, 1, 2])));
        assert_eq!(outcomes[2], Ok(([20, 0, 10], [10, 11, 12])));
    }

    #[test]
    fn sums_are_those_of_one_process() {
        for size in [0usize, 1, 1000, 100_003] {
            let world = world(3, Duration::from_secs(60));
            let types = [TensorType::new(Element::S16, &[size])];
            let element = |process: usize, i: usize| (process * 7 + i) as i16;
            let outcomes = run(&world, |number, process| {
                let own: Vec<u8> = (0..size).flat_map(|i| element(number, i).to_le_bytes()).collect();
                let mut sum = vec![0; own.len()];
                let exchange = Exchange::AllReduce(Combine::Sum);
                process.exchange(exchange, step("all_reduce", &types), &[1, 0, 2], &[&own], &mut [&mut sum])?;
                Ok(sum)
            });
            let expected: Vec<u8> = (0..size).flat_map(|i| (21 + 3 * i as i64).to_le_bytes()[..2].to_vec()).collect();
            outcomes.into_iter().for_each(|sum| assert_eq!(sum.as_ref(), Ok(&expected)));
        }
    }

    #[test]
    fn whoever_does_not_come_is_named() {
        let ended = run(&world(3, Duration::from_secs(60)), |number, process| match number {
            2 => Ok(Vec::new()),
            _ => gather(process, &[0, 1, 2], 0),
        });
        assert!(ended[..2].iter().all(Result::is_err));
        assert!(
            ended
                .iter()
                .flat_map(|outcome| outcome.as_ref().err())
                .any(|error| error.ends_with("for replica 2, which has ended")),
            "{ended:?}"
        );

        let late = run(&world(2, Duration::from_millis(20)), |number, process| {
            if number == 1 {
                std::thread::sleep(Duration::from_millis(200));
            }
            gather(process, &[0, 1], 0)
        });
        let message = "replica 0 has waited 0.02 s in all_gather of (tensor<1xui8>) at a.mlir:1:2 for replica 1";
        assert_eq!(late[0], Err(message.to_string()));
        assert!(late[1].as_ref().is_err_and(|error| error.starts_with("replica 0 failed while replica 1 was in")));
    }

    #[test]
    fn members_have_to_do_the_same() {
        let outcomes = run(&world(2, Duration::from_secs(60)), |number, process| {
            let types = [TensorType::new(Element::U8, &[1 + number])];
            let (own, mut all) = (vec![0; 1 + number], vec![0; 2 + 2 * number]);
            process.exchange(Exchange::AllGather, step("all_gather", &types), &[0, 1], &[&own], &mut [&mut all])
        });
        let errors: Vec<_> = outcomes.into_iter().filter_map(Result::err).collect();
        assert_eq!(errors.len(), 2);
        assert!(errors.iter().any(|error| error.contains("runs all_gather of (tensor<2xui8>)")), "{errors:?}");
    }

    #[test]
    fn messages_keep_their_order_and_their_way() {
        let world = world(3, Duration::from_secs(60));
        let types = [TensorType::new(Element::U8, &[1])];
        let outcomes = run(&world, |number, process| {
            let mut values = [0; 2];
            let (first, second) = values.split_at_mut(1);
            match number {
                0 => {
                    process.send(step("send", &types), Some(2), &[&[1]])?;
                    process.send(step("send", &types), Some(2), &[&[2]])?;
                }
                1 => process.send(step("send", &types), None, &[&[3]])?,
                _ => {
                    process.receive(step("recv", &types), Some(0), &mut [first])?;
                    process.receive(step("recv", &types), Some(0), &mut [second])?;
                }
            }
            Ok(values)
        });
        assert_eq!(outcomes[2], Ok([1, 2]));
        let message = "replica 1: send of (tensor<1xui8>) at a.mlir:1:2: nobody received it";
        assert_eq!(world.left_over().as_deref(), Some(message));
    }
}
