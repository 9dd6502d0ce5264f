//! How the processes of one run exchange data: a trait, and its implementation for threads of one process.
//!
//! Data is moved, never computed with: reductions are compiled code, so that their order is the program's.

use crate::array::TensorType;
use crate::custom_call::CallError;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One execution of an op that communicates, for messages and to see that all members run the same.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The op's name, such as `all_reduce`.
    pub op: &'a str,
    /// The channel; 0 for none.
    pub channel: i64,
    /// Types of the operands.
    pub types: &'a [TensorType],
    /// Where the op is.
    pub location: &'a str,
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.op)?;
        if self.channel > 0 {
            write!(f, " on channel {}", self.channel)?;
        }
        let types: Vec<_> = self.types.iter().map(ToString::to_string).collect();
        write!(f, " of ({}) at {}", types.join(", "), self.location)
    }
}

/// What one process has of the others. All members of a group make the same calls in the same order; each waits for
/// the others.
pub trait Communicator: Send + Sync {
    /// The number of this process.
    fn process(&self) -> usize;

    /// Output `i` gets input `i` of each member of `group`, in the group's order. It may have room for more members.
    ///
    /// # Errors
    /// If the members do not do the same, or one does not come.
    fn all_gather(
        &self,
        step: Step<'_>,
        group: &[usize],
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError>;

    /// Cuts each input in as many parts as the group has members: output `i` gets this member's part of input `i` of
    /// each member, in the group's order.
    ///
    /// # Errors
    /// As for [`Communicator::all_gather`].
    fn all_to_all(
        &self,
        step: Step<'_>,
        group: &[usize],
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError>;

    /// Member `m` gets input `i` of member `sources[i][m]`, or zeros.
    ///
    /// # Errors
    /// As for [`Communicator::all_gather`].
    fn permute(
        &self,
        step: Step<'_>,
        group: &[usize],
        sources: &[Vec<Option<usize>>],
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError>;

    /// Sends to process `target`, or to whichever receives on the channel. Does not wait.
    ///
    /// # Errors
    /// If the run has failed.
    fn send(&self, step: Step<'_>, target: Option<usize>, inputs: &[&[u8]]) -> Result<(), CallError>;

    /// Waits for what process `source`, or whichever, sends on the channel.
    ///
    /// # Errors
    /// If something else is sent, or nothing.
    fn receive(&self, step: Step<'_>, source: Option<usize>, outputs: &mut [&mut [u8]]) -> Result<(), CallError>;
}

/// The threads of one process that run a program together.
#[derive(Debug)]
pub struct World {
    names: Vec<String>,
    timeout: Duration,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The process that failed first, and why.
    failure: Option<(usize, String)>,
    ended: Vec<bool>,
    meetings: HashMap<(Vec<usize>, i64), Meeting>,
    /// What was sent and not received, by channel and, where they are stated, source and target.
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

/// Members of a group that come together: they post where their inputs are, and when all have, each reads.
#[derive(Debug, Default)]
struct Meeting {
    posts: Vec<Option<Post>>,
    /// How many members still read; while there are any, nobody can post.
    reading: usize,
}

/// What a member shows the others. It stays where it is until they all have read.
#[derive(Clone, Debug)]
struct Post {
    step: Step<'static>,
    inputs: Vec<Bytes>,
}

#[derive(Clone, Copy, Debug)]
struct Bytes(*const u8, usize);

// SAFETY: the bytes are only read, while their owner waits.
unsafe impl Send for Bytes {}

impl Bytes {
    /// # Safety
    /// The owner of the bytes still waits.
    unsafe fn get<'a>(self) -> &'a [u8] {
        // SAFETY: made of a slice; the caller's promise.
        unsafe { std::slice::from_raw_parts(self.0, self.1) }
    }
}

/// What a process waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wait {
    All,
    Any,
}

impl World {
    /// Processes with the given names, which wait for each other at most for `timeout`.
    pub fn new(names: Vec<String>, timeout: Duration) -> Arc<Self> {
        let state = State { ended: vec![false; names.len()], ..State::default() };
        Arc::new(Self { names, timeout, state: Mutex::new(state), changed: Condvar::new() })
    }

    /// One process alone.
    pub fn alone() -> Arc<Self> {
        Self::new(vec!["replica 0".to_string()], Duration::from_secs(60))
    }

    /// The process of this number.
    pub fn process(self: &Arc<Self>, number: usize) -> Arc<dyn Communicator> {
        Arc::new(Thread { world: self.clone(), number })
    }

    /// What messages call a process.
    pub fn name(&self, process: usize) -> &str {
        self.names.get(process).map_or("", String::as_str)
    }

    /// Ends the run for all others: `process` failed.
    pub fn fail(&self, process: usize, reason: &str) {
        self.lock().failure.get_or_insert_with(|| (process, reason.to_string()));
        self.changed.notify_all();
    }

    /// The process that failed first.
    pub fn failed(&self) -> Option<usize> {
        self.lock().failure.as_ref().map(|(process, _)| *process)
    }

    /// Says that `process` has run to its end, so that nobody waits for it any more.
    pub fn end(&self, process: usize) {
        self.lock().ended[process] = true;
        self.changed.notify_all();
    }

    /// What was sent and never received, after all have ended.
    pub fn left_over(&self) -> Option<String> {
        let state = self.lock();
        let message = state.messages.values().flatten().next()?;
        Some(format!("{}: {}: nobody received it", self.name(message.from), message.step))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
                state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            };
            state.failure = Some((me, reason.clone()));
            self.changed.notify_all();
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
    /// Meets the others of `group`, and calls `read` with what they all posted.
    fn meet(
        &self,
        step: Step<'_>,
        group: &[usize],
        inputs: &[&[u8]],
        read: impl FnOnce(&[Post]),
    ) -> Result<(), CallError> {
        let world = &*self.world;
        let Some(place) = group.iter().position(|process| *process == self.number) else { return Ok(()) };
        let key = (group.to_vec(), step.channel);
        // SAFETY: the step outlives this call, and nobody keeps a post beyond it.
        let posted = unsafe { std::mem::transmute::<Step<'_>, Step<'static>>(step) };
        let post =
            Post { step: posted, inputs: inputs.iter().map(|bytes| Bytes(bytes.as_ptr(), bytes.len())).collect() };
        // The others may still read what was posted last time.
        let free = |state: &State| state.meetings.get(&key).is_none_or(|meeting| meeting.reading == 0);
        let (mut state, outcome) = world.wait(world.lock(), self.number, &step, free, (Wait::Any, |_| group.to_vec()));
        outcome?;
        let meeting = state.meetings.entry(key.clone()).or_default();
        meeting.posts.resize(group.len(), None);
        if let Some((at, other)) = meeting.posts.iter().enumerate().find_map(|(i, post)| Some((i, post.as_ref()?.step)))
            && (other.op != step.op || other.types != step.types)
        {
            let reason = format!("{} runs {step}, but {} runs {other}", world.name(self.number), world.name(group[at]));
            state.failure.get_or_insert((self.number, reason.clone()));
            world.changed.notify_all();
            return Err(CallError::Failed(reason));
        }
        meeting.posts[place] = Some(post);
        if meeting.posts.iter().all(Option::is_some) {
            meeting.reading = group.len();
            world.changed.notify_all();
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
            meeting.posts[place] = None;
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
                world.changed.notify_all();
            }
        }
        // Reading ends whatever happens, so that this wait needs no limit: the inputs may not go before.
        // No next meeting can begin without this member.
        while state.meetings.get(&key).is_some_and(|meeting| meeting.reading > 0) {
            state = world.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }
}

/// Requires each output to have room for its input `times` times.
fn check(inputs: &[&[u8]], outputs: &[&mut [u8]], times: usize) -> Result<(), CallError> {
    let fits = inputs.len() >= outputs.len()
        && outputs.iter().zip(inputs).all(|(output, input)| output.len() >= input.len() * times);
    if fits { Ok(()) } else { Err(CallError::Failed("internal error, please report: sizes of buffers".to_string())) }
}

impl Communicator for Thread {
    fn process(&self) -> usize {
        self.number
    }

    fn all_gather(
        &self,
        step: Step<'_>,
        group: &[usize],
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError> {
        if group.contains(&self.number) {
            check(inputs, outputs, group.len())?;
        }
        self.meet(step, group, inputs, |posts| {
            for (i, output) in outputs.iter_mut().enumerate() {
                let size = inputs[i].len().max(1);
                for (part, post) in output.chunks_exact_mut(size).zip(posts) {
                    // SAFETY: the members wait until all have read.
                    part.copy_from_slice(unsafe { post.inputs[i].get() });
                }
            }
        })
    }

    fn all_to_all(
        &self,
        step: Step<'_>,
        group: &[usize],
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError> {
        let place = group.iter().position(|process| *process == self.number).unwrap_or_default();
        check(inputs, outputs, 1)?;
        self.meet(step, group, inputs, |posts| {
            for (i, output) in outputs.iter_mut().enumerate() {
                let size = inputs[i].len() / group.len().max(1);
                for (part, post) in output.chunks_exact_mut(size.max(1)).zip(posts) {
                    // SAFETY: the members wait until all have read.
                    part.copy_from_slice(unsafe { &post.inputs[i].get()[place * size..][..size] });
                }
            }
        })
    }

    fn permute(
        &self,
        step: Step<'_>,
        group: &[usize],
        sources: &[Vec<Option<usize>>],
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError> {
        check(inputs, outputs, 1)?;
        let place = group.iter().position(|process| *process == self.number);
        let source = |i: usize| place.and_then(|place| sources[i][place]);
        for (i, output) in outputs.iter_mut().enumerate() {
            if source(i).is_none() {
                output.fill(0);
            }
        }
        self.meet(step, group, inputs, |posts| {
            for (i, output) in outputs.iter_mut().enumerate() {
                if let Some(source) = source(i) {
                    // SAFETY: the members wait until all have read.
                    output.copy_from_slice(unsafe { posts[source].inputs[i].get() });
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
        self.world.lock().messages.entry(route).or_default().push_back(message);
        self.world.changed.notify_all();
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use xla_scalar::Element;

    fn world(processes: usize, timeout: Duration) -> Arc<World> {
        World::new((0..processes).map(|i| format!("replica {i}")).collect(), timeout)
    }

    fn step<'a>(op: &'a str, types: &'a [TensorType]) -> Step<'a> {
        Step { op, channel: 0, types, location: "a.mlir:1:2" }
    }

    /// Runs `work` in each process; gives what they made of it, or why not.
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
        process.all_gather(step("all_gather", &types), group, &[&[value]], &mut [&mut all])?;
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
            process.all_to_all(step("all_to_all", &types), &[2, 0, 1], &[&own], &mut [&mut exchanged])?;
            let mut moved = [9; 3];
            let sources = [vec![None, Some(0), Some(1)]];
            process.permute(step("permute", &types), &[0, 1, 2], &sources, &[&own], &mut [&mut moved])?;
            Ok((exchanged, moved))
        });
        assert_eq!(outcomes[0], Ok(([21, 1, 11], [0, 0, 0])));
        assert_eq!(outcomes[1], Ok(([22, 2, 12], [0, 1, 2])));
        assert_eq!(outcomes[2], Ok(([20, 0, 10], [10, 11, 12])));
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
            process.all_gather(step("all_gather", &types), &[0, 1], &[&own], &mut [&mut all])
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
