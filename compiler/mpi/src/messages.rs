//! Messages on channels. Each consists of a head, which holds a fingerprint of the types and the name of the op, and of
//! the values.

use crate::job::{Job, State, fingerprint};
use crate::{raw, watchdog};
use raw::{MPI_Comm, MPI_Request};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use xla_runtime::communicator::Step;
use xla_runtime::{Attribute, CallError, Site};

#[derive(Debug)]
pub(crate) struct Messages {
    comm: MPI_Comm,
    /// The channels of the program, sorted; MPI's tags are derived from the positions.
    channels: Vec<i64>,
    /// The number of messages sent to each process, and received from each.
    pub(crate) sent: Vec<u64>,
    received: Vec<u64>,
    /// Sends that have not completed, with their bytes.
    pub(crate) sending: Vec<(MPI_Request, Vec<u8>)>,
}

impl Messages {
    pub(crate) fn new(size: usize) -> Self {
        let comm = raw::duplicate(raw::world());
        Self { comm, channels: Vec::new(), sent: vec![0; size], received: vec![0; size], sending: Vec::new() }
    }

    pub(crate) fn name_channels(&mut self, sites: &[Site]) {
        let channel = |site: &Site| match site.attributes.get("channel") {
            Some(Attribute::Int(channel)) => Some(*channel),
            _ => None,
        };
        self.channels = sites.iter().filter_map(channel).collect::<BTreeSet<_>>().into_iter().collect();
    }

    /// The tag of a message's head; the tag of its values is one greater.
    fn tag(&self, channel: i64) -> i32 {
        2 * self.channels.binary_search(&channel).unwrap_or(self.channels.len()) as i32
    }

    fn begin(&mut self, bytes: Vec<u8>, target: usize, tag: i32) {
        // SAFETY: the bytes are kept with the request until it is complete; they stay where they are when the vector moves.
        let request = unsafe { raw::begin_send(&bytes, target, tag, self.comm) };
        self.sending.push((request, bytes));
    }

    /// Describes a message that was not received, if there is one; `sent` is the number of messages that each process sent to
    /// this one.
    pub(crate) fn left_over(&mut self, sent: &[u64], own: usize) -> Option<String> {
        let mut sent = sent.to_vec();
        sent[own] = self.sent[own];
        let source = (0..sent.len()).find(|source| sent[*source] > self.received[*source])?;
        let head = (0..=self.channels.len()).find_map(|i| raw::take(Some(source), Some(2 * i as i32), self.comm));
        let text = head.map(|(_, _, bytes)| String::from_utf8_lossy(&bytes[8..]).into_owned()).unwrap_or_default();
        Some(format!("{}: {text}: nobody received it", watchdog::name(source)))
    }
}

impl Job {
    pub(crate) fn send_on(&self, step: Step<'_>, target: Option<usize>, inputs: &[&[u8]]) -> Result<(), CallError> {
        let mut state = self.lock();
        let target = match (target, self.size) {
            (Some(target), _) => target,
            (None, 1) => 0,
            (None, 2) => 1 - self.rank,
            (None, size) => {
                let reason = format!("{step}: with MPI, the target has to be stated among {size} processes");
                return Err(CallError::Unsupported(reason));
            }
        };
        let messages = &mut state.messages;
        messages.sending.retain_mut(|(request, _)| !raw::is_done(request));
        let (tag, mut head) = (messages.tag(step.channel), fingerprint(step.types).to_le_bytes().to_vec());
        head.extend(step.to_string().into_bytes());
        messages.begin(head, target, tag);
        for input in inputs {
            // Copied, because the program may overwrite the input before the send completes.
            messages.begin(input.to_vec(), target, tag + 1);
        }
        messages.sent[target] += 1;
        self.send_began.notify_one();
        Ok(())
    }

    pub(crate) fn receive_on(
        &self,
        step: Step<'_>,
        source: Option<usize>,
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError> {
        let doing = watchdog::while_in(step);
        let (comm, tag) = {
            let state = self.lock();
            (state.messages.comm, state.messages.tag(step.channel))
        };
        let sources: Vec<usize> = match source {
            Some(source) => vec![source],
            None => (0..self.size).filter(|process| *process != self.rank || self.size == 1).collect(),
        };
        let is_gone = |state: &State, process: usize| {
            state.sent_by(process).is_some_and(|sent| sent <= state.messages.received[process])
        };
        // Without a stated source, the wait fails only if no process can send any more.
        let gone = |state: &State| {
            if sources.iter().all(|process| is_gone(state, *process)) { sources.clone() } else { Vec::new() }
        };
        let mut head = None;
        let ready = |_: &mut State| {
            head = raw::take(source, Some(tag), comm);
            head.is_some()
        };
        let outcome = self.wait(&step, Some(self.timeout), ready, gone);
        outcome.map_err(|reason| CallError::Failed(reason.unwrap_or_else(|| self.waited(&step, &sources))))?;
        let Some((from, _, head)) = head else { return Err(CallError::Failed("no message".to_string())) };
        if head[..8] != fingerprint(step.types).to_le_bytes() {
            let theirs = String::from_utf8_lossy(&head[8..]).into_owned();
            let (me, other) = (watchdog::name(self.rank), watchdog::name(from));
            return Err(CallError::Failed(format!("{me} runs {step}, but {other} runs {theirs}")));
        }
        self.lock().messages.received[from] += 1;
        doing.at_most(self.timeout);
        self.waiting_in_mpi.fetch_add(1, Ordering::AcqRel);
        for output in outputs {
            raw::receive(output, from, tag + 1, comm);
        }
        self.waiting_in_mpi.fetch_sub(1, Ordering::AcqRel);
        Ok(())
    }
}
