//! What is sent on channels: a head, which says what it is, and then the values.

use crate::job::{Job, State, fingerprint};
use crate::{last_words, raw};
use raw::{MPI_Comm, MPI_Request};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use xla_runtime::communicator::Step;
use xla_runtime::{Attribute, CallError, Site};

#[derive(Debug)]
pub(crate) struct Messages {
    comm: MPI_Comm,
    /// The channels of the program, which MPI's tags number.
    channels: Vec<i64>,
    /// How many were sent to each process, and received from each.
    pub(crate) sent: Vec<u64>,
    received: Vec<u64>,
    /// What is on its way.
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

    /// The tag of a message's head; its values have the next one.
    fn tag(&self, channel: i64) -> i32 {
        2 * self.channels.binary_search(&channel).unwrap_or(self.channels.len()) as i32
    }

    fn begin(&mut self, bytes: Vec<u8>, target: usize, tag: i32) {
        let request = raw::begin_send(&bytes, target, tag, self.comm);
        // The bytes stay where they are when the vector moves.
        self.sending.push((request, bytes));
    }

    /// A message that nobody received, though `sent` says for each process that it was sent.
    pub(crate) fn left_over(&mut self, sent: &[u64], own: usize) -> Option<String> {
        let mut sent = sent.to_vec();
        sent[own] = self.sent[own];
        let source = (0..sent.len()).find(|source| sent[*source] > self.received[*source])?;
        let head = (0..=self.channels.len()).find_map(|i| raw::take(Some(source), Some(2 * i as i32), self.comm));
        let text = head.map(|(_, _, bytes)| String::from_utf8_lossy(&bytes[8..]).into_owned()).unwrap_or_default();
        Some(format!("{}: {text}: nobody received it", last_words::name(source)))
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
                let reason = format!("{step}: which of {size} processes it is for has to be stated for MPI");
                return Err(CallError::Unsupported(reason));
            }
        };
        let messages = &mut state.messages;
        messages.sending.retain_mut(|(request, _)| !raw::is_done(request));
        let (tag, mut head) = (messages.tag(step.channel), fingerprint(step.types).to_le_bytes().to_vec());
        head.extend(step.to_string().into_bytes());
        messages.begin(head, target, tag);
        for input in inputs {
            // The program may write over it.
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
        let doing = last_words::while_in(step);
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
        // From whoever sends, it is in vain only if nobody is left.
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
            let (me, other) = (last_words::name(self.rank), last_words::name(from));
            return Err(CallError::Failed(format!("{me} runs {step}, but {other} runs {theirs}")));
        }
        self.lock().messages.received[from] += 1;
        doing.at_most(self.timeout);
        self.waiting_in_mpi.fetch_add(1, Ordering::AcqRel);
        for output in outputs {
            raw::wait(&mut raw::begin_receive(output, from, tag + 1, comm));
        }
        self.waiting_in_mpi.fetch_sub(1, Ordering::AcqRel);
        Ok(())
    }
}
