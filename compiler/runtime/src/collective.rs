//! Custom calls under reserved names by which programs communicate with other processes and with the host.

use crate::array::{Array, ArrayError, View, ViewMut};
use crate::background::{Background, Lane};
use crate::call::{Attribute, Call, CallError, CallFailure, RESERVED, Site};
use crate::communicator::{Communicator, Exchange, Step};
use crate::custom_call::CustomCalls;
use crate::feed::{Feed, Outfeed};
use crate::reduction::Combine;
use crate::threads::World;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// One of the processes that run a program: its interface to the others, and its queues.
#[derive(Clone)]
pub struct Process {
    /// The other processes.
    pub others: Arc<dyn Communicator>,
    /// The values for infeed.
    pub infeed: Arc<Feed>,
    outfeed: Arc<Mutex<Outfeed>>,
    /// How long infeed waits.
    pub timeout: Duration,
    background: Arc<Background>,
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("number", &self.others.process()).finish_non_exhaustive()
    }
}

impl Process {
    /// A process that has these others, with empty queues.
    pub fn new(others: Arc<dyn Communicator>, timeout: Duration) -> Self {
        Self { others, infeed: Arc::default(), outfeed: Arc::default(), timeout, background: Arc::default() }
    }

    /// A process that runs alone and is fed nothing.
    pub fn alone() -> Self {
        let process = Self::new(World::alone().process(0), Duration::from_secs(60));
        process.infeed.close();
        process
    }

    /// Takes the outfeed's values so far, if they are kept.
    pub fn take_outfeed(&self) -> Vec<Array> {
        match &mut *self.outfeed.lock().unwrap_or_else(PoisonError::into_inner) {
            Outfeed::Kept(values) => std::mem::take(values),
            Outfeed::Given(_) => Vec::new(),
        }
    }

    /// Sets the destination of the outfeed.
    pub fn give_outfeed(&self, outfeed: Outfeed) {
        *self.outfeed.lock().unwrap_or_else(PoisonError::into_inner) = outfeed;
    }

    /// Puts a value into the outfeed.
    ///
    /// # Errors
    /// If it cannot be handed on.
    pub fn put_outfeed(&self, value: Array) -> Result<(), String> {
        self.outfeed.lock().unwrap_or_else(PoisonError::into_inner).put(value)
    }

    /// Makes `calls` those of this process.
    pub fn register(&self, calls: &mut CustomCalls) {
        type Work = fn(&Process, &mut Call<'_>, Begin<'_>) -> Result<(), CallError>;
        let all: [(&str, Work); 11] = [
            ("all_gather", all_gather),
            ("all_reduce", all_reduce),
            ("all_to_all", all_to_all),
            ("feed", feed),
            ("infeed", infeed),
            ("of_process", of_process),
            ("outfeed", outfeed),
            ("permute", permute),
            ("receive", receive),
            ("send", send),
            ("wait", wait),
        ];
        for (name, work) in all {
            let process = self.clone();
            calls.register(&format!("{RESERVED}{name}"), move |call| {
                let begins = call.site.attributes.contains_key("begin");
                let begin = if begins { call.outputs.pop() } else { None };
                work(&process, call, begin)
            });
        }
    }

    /// Waits until nothing that a run has begun goes on any more; where the run has failed, the others hear of it first.
    pub(crate) fn leave(&self, failure: Option<&CallFailure>) {
        if self.background.is_idle() {
            return;
        }
        if let Some(failure) = failure {
            self.others.fail(&failure.to_string());
        }
        self.background.finish();
    }

    /// Does `work` with the bytes of the operands and results, after what goes on in `lane`: now, or in the background.
    fn work(
        &self,
        call: &mut Call<'_>,
        begin: Begin<'_>,
        lane: Lane,
        work: impl FnOnce(&dyn Communicator, &[&[u8]], &mut [&mut [u8]]) -> Result<(), CallError> + Send,
    ) -> Result<(), CallError> {
        if begin.is_none() && !self.background.is_busy(&lane) {
            return with_bytes(call, |inputs, outputs| work(&*self.others, inputs, outputs));
        }
        let others = self.others.clone();
        let inputs: Vec<&[u8]> = call.inputs.iter().map(View::bytes).collect();
        let mut outputs: Vec<&mut [u8]> = call.outputs.iter_mut().map(ViewMut::bytes_mut).collect();
        let is_shared = others.is_shared();
        let work = move || work(&*others, &inputs, &mut outputs);
        let number = match is_shared {
            // SAFETY: compiled code keeps the buffers as they are until it waits, and the sites last as long as the
            // run, whose end waits for what the program has not.
            true => unsafe { self.background.begin(lane, work) },
            false => self.background.done(lane, work),
        };
        match begin {
            None => self.background.wait(number),
            Some(mut begin) => {
                begin.bytes_mut().copy_from_slice(&number.to_le_bytes());
                Ok(())
            }
        }
    }

    /// The entry of a list with one entry for each process.
    fn own<'a>(&self, site: &'a Site, name: &str) -> Result<&'a Attribute, CallError> {
        list(site, name)?.get(self.others.process()).ok_or_else(|| malformed(name))
    }

    /// The group that this process is in; none if it is in no group.
    fn group(&self, site: &Site) -> Result<Vec<usize>, CallError> {
        for group in list(site, "groups")? {
            let group = numbers(group).ok_or_else(|| malformed("groups"))?;
            if group.contains(&self.others.process()) {
                return Ok(group);
            }
        }
        Ok(Vec::new())
    }
}

/// The result, of an operation that is only begun, to which the number to wait for is written.
type Begin<'a> = Option<ViewMut<'a>>;

fn malformed(name: &str) -> CallError {
    CallError::Failed(format!("internal error, please report: attribute `{name}`"))
}

fn list<'a>(site: &'a Site, name: &str) -> Result<&'a [Attribute], CallError> {
    match site.attributes.get(name) {
        Some(Attribute::Array(list)) => Ok(list),
        _ => Err(malformed(name)),
    }
}

fn numbers(attribute: &Attribute) -> Option<Vec<usize>> {
    let Attribute::Array(list) = attribute else { return None };
    list.iter().map(number).collect()
}

fn number(attribute: &Attribute) -> Option<usize> {
    match attribute {
        Attribute::Int(number) => usize::try_from(*number).ok(),
        _ => None,
    }
}

fn step(site: &Site) -> Step<'_> {
    let op = match site.attributes.get("op") {
        Some(Attribute::String(op)) => op,
        _ => &site.target,
    };
    let channel = match site.attributes.get("channel") {
        Some(Attribute::Int(channel)) => *channel,
        _ => 0,
    };
    Step { op, channel, types: &site.operands, location: &site.location }
}

/// Calls `work` with the bytes of the operands and results.
fn with_bytes<R>(call: &mut Call<'_>, work: impl FnOnce(&[&[u8]], &mut [&mut [u8]]) -> R) -> R {
    let inputs: Vec<&[u8]> = call.inputs.iter().map(|input| input.bytes()).collect();
    let mut outputs: Vec<&mut [u8]> = call.outputs.iter_mut().map(|output| output.bytes_mut()).collect();
    work(&inputs, &mut outputs)
}

/// A number that `values` has for each process.
fn of_process(process: &Process, call: &mut Call<'_>, _: Begin<'_>) -> Result<(), CallError> {
    let Attribute::Int(value) = process.own(call.site, "values")? else { return Err(malformed("values")) };
    let value = value.to_le_bytes();
    with_bytes(call, |_, outputs| outputs.iter_mut().for_each(|out| out.copy_from_slice(&value[..out.len()])));
    Ok(())
}

/// Does `exchange` with the group that this process is in.
fn exchange(
    process: &Process,
    call: &mut Call<'_>,
    begin: Begin<'_>,
    exchange: Exchange<'static>,
) -> Result<(), CallError> {
    let (step, group) = (step(call.site), process.group(call.site)?);
    let lane = Lane::Group(group.clone());
    process.work(call, begin, lane, move |others, inputs, outputs| {
        others.exchange(exchange, step, &group, inputs, outputs)
    })
}

fn all_gather(process: &Process, call: &mut Call<'_>, begin: Begin<'_>) -> Result<(), CallError> {
    exchange(process, call, begin, Exchange::AllGather)
}

fn all_reduce(process: &Process, call: &mut Call<'_>, begin: Begin<'_>) -> Result<(), CallError> {
    let combine = match call.site.attributes.get("combine") {
        Some(Attribute::String(op)) => Combine::of_op(op),
        _ => None,
    };
    let is_known = |combine: &Combine| call.site.operands.iter().all(|ty| combine.knows(ty.element));
    let combine = combine.filter(is_known).ok_or_else(|| malformed("combine"))?;
    exchange(process, call, begin, Exchange::AllReduce(combine))
}

fn all_to_all(process: &Process, call: &mut Call<'_>, begin: Begin<'_>) -> Result<(), CallError> {
    exchange(process, call, begin, Exchange::AllToAll)
}

/// Each member of a group gets what the member has whose rank `sources` states for its process, or zeros for -1. Without
/// `sources`, the last operand states one rank for each of the other operands.
fn permute(process: &Process, call: &mut Call<'_>, begin: Begin<'_>) -> Result<(), CallError> {
    let (site, group) = (call.site, process.group(call.site)?);
    let mut step = step(site);
    let data = call.outputs.len();
    step.types = &site.operands[..data];
    let mut sources = Vec::new();
    if site.attributes.contains_key("sources") {
        let all = list(site, "sources")?;
        let own = group.iter().map(|process| all.get(*process).and_then(number)).collect();
        sources = vec![own; data];
    } else {
        let roots = call.inputs.pop().ok_or_else(|| malformed("sources"))?;
        for root in roots.bytes().chunks_exact(4) {
            let root = i32::from_le_bytes([root[0], root[1], root[2], root[3]]);
            let rank = usize::try_from(root).ok().filter(|rank| *rank < group.len().max(1));
            let Some(rank) = rank else {
                let reason = format!("{step}: the root is {root}, but the group has {} members", group.len());
                return Err(CallError::Failed(reason));
            };
            sources.push(vec![Some(rank); group.len()]);
        }
    }
    let lane = Lane::Group(group.clone());
    process.work(call, begin, lane, move |others, inputs, outputs| {
        others.exchange(Exchange::Permute(&sources), step, &group, inputs, outputs)
    })
}

/// The process at the other end of a channel: any, where no pairs are stated.
fn peer(process: &Process, site: &Site) -> Result<Peer, CallError> {
    if !site.attributes.contains_key("peers") {
        return Ok(Peer::Any);
    }
    Ok(number(process.own(site, "peers")?).map_or(Peer::Nobody, Peer::Process))
}

enum Peer {
    Any,
    Process(usize),
    Nobody,
}

fn send(process: &Process, call: &mut Call<'_>, begin: Begin<'_>) -> Result<(), CallError> {
    let (step, peer) = (step(call.site), peer(process, call.site)?);
    process.work(call, begin, Lane::Sent(step.channel), move |others, inputs, _| match peer {
        Peer::Any => others.send(step, None, inputs),
        Peer::Process(target) => others.send(step, Some(target), inputs),
        Peer::Nobody => Ok(()),
    })
}

/// Zeros where nobody sends to this process.
fn receive(process: &Process, call: &mut Call<'_>, begin: Begin<'_>) -> Result<(), CallError> {
    let (mut step, peer) = (step(call.site), peer(process, call.site)?);
    step.types = &call.site.results[..call.outputs.len()];
    process.work(call, begin, Lane::Received(step.channel), move |others, _, outputs| match peer {
        Peer::Any => others.receive(step, None, outputs),
        Peer::Process(source) => others.receive(step, Some(source), outputs),
        Peer::Nobody => {
            outputs.iter_mut().for_each(|output| output.fill(0));
            Ok(())
        }
    })
}

/// Waits for what has the number that is the operand.
fn wait(process: &Process, call: &mut Call<'_>, _: Begin<'_>) -> Result<(), CallError> {
    let number = call.inputs.first().and_then(|number| number.bytes().try_into().ok());
    process.background.wait(u32::from_le_bytes(number.ok_or_else(|| malformed("number"))?))
}

fn infeed(process: &Process, call: &mut Call<'_>, _: Begin<'_>) -> Result<(), CallError> {
    for output in &mut call.outputs {
        let value = process.infeed.pop(output.ty(), process.timeout);
        let value = value.map_err(|reason| CallError::Failed(format!("infeed: {reason}")))?;
        output.bytes_mut().copy_from_slice(value.bytes());
    }
    Ok(())
}

fn copies(call: &Call<'_>) -> Result<Vec<Array>, CallError> {
    let copy = |input: &View<'_>| Array::new(input.ty().clone(), input.bytes());
    let copies: Result<Vec<Array>, ArrayError> = call.inputs.iter().map(copy).collect();
    copies.map_err(|error| CallError::Failed(error.to_string()))
}

fn outfeed(process: &Process, call: &mut Call<'_>, _: Begin<'_>) -> Result<(), CallError> {
    let failed = |reason| CallError::Failed(format!("outfeed: {reason}"));
    copies(call)?.into_iter().try_for_each(|value| process.put_outfeed(value)).map_err(failed)
}

/// Puts values into the program's own infeed, as StableHLO's test programs do.
fn feed(process: &Process, call: &mut Call<'_>, _: Begin<'_>) -> Result<(), CallError> {
    copies(call)?.into_iter().for_each(|value| process.infeed.push(value));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::TensorType;
    use crate::call::Run;
    use crate::pool::Pool;
    use std::sync::atomic::AtomicU64;
    use xla_scalar::Element;

    /// Runs `work` in two processes that are threads, with a site at which they gather a byte of each.
    fn both<R: Send>(work: impl Fn(usize, &Process, &Site) -> R + Sync) -> Vec<R> {
        let world = World::new(vec!["replica 0".to_string(), "replica 1".to_string()], Duration::from_secs(60));
        let group = Attribute::Array(vec![Attribute::Int(0), Attribute::Int(1)]);
        let types = |count: usize| vec![TensorType::new(Element::U8, &[count])];
        let site = Site {
            target: format!("{RESERVED}all_gather"),
            operands: types(1),
            results: [types(2), vec![TensorType::new(Element::U32, &[])]].concat(),
            attributes: [
                ("op".to_string(), Attribute::String("all_gather".to_string())),
                ("groups".to_string(), Attribute::Array(vec![group])),
                ("begin".to_string(), Attribute::Unit),
            ]
            .into(),
            location: "a.mlir:1:2".to_string(),
            ..Site::default()
        };
        std::thread::scope(|scope| {
            let run = |number| {
                let (process, site) = (Process::new(world.process(number), Duration::from_secs(60)), &site);
                let work = &work;
                scope.spawn(move || work(number, &process, site))
            };
            let threads = [0, 1].map(run);
            threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
        })
    }

    fn begin(process: &Process, site: &Site, own: &[u8], all: &mut [u8]) -> u32 {
        let mut calls = CustomCalls::new();
        process.register(&mut calls);
        let (pool, draws) = (Pool::new(1), AtomicU64::new(0));
        let mut number = Array::zeros(site.results[1].clone()).expect("four bytes");
        let mut call = Call {
            site,
            inputs: vec![View::new(&site.operands[0], own).expect("a byte")],
            outputs: vec![
                ViewMut::new(&site.results[0], all).expect("two bytes"),
                ViewMut::new(&site.results[1], number.bytes_mut()).expect("four bytes"),
            ],
            run: Run { pool: &pool, seed: 0, draws: &draws },
        };
        calls.get(&site.target).expect("it is registered")(&mut call).expect("it begins");
        u32::from_le_bytes(number.bytes().try_into().expect("four bytes"))
    }

    #[test]
    fn what_has_begun_is_there_when_it_was_waited_for() {
        let outcomes = both(|number, process, site| {
            let own = [number as u8];
            let mut all = [[9; 2]; 3];
            // In order, whoever is first.
            if number == 1 {
                std::thread::sleep(Duration::from_millis(50));
            }
            let numbers = all.each_mut().map(|all| begin(process, site, &own, all));
            let outcomes = [2, 0, 1].map(|i| process.background.wait(numbers[i]));
            (outcomes, all)
        });
        for (outcomes, all) in outcomes {
            assert_eq!((outcomes, all), ([Ok(()), Ok(()), Ok(())], [[0, 1]; 3]));
        }
    }

    #[test]
    fn whoever_fails_leaves_nothing_behind() {
        let outcomes = both(|number, process, site| {
            let (own, mut all) = ([0], [0; 2]);
            let begun = (number == 0).then(|| begin(process, site, &own, &mut all));
            if number == 0 {
                let failure = CallFailure::at(site, CallError::Failed("no".to_string()));
                process.leave(Some(&failure));
                assert!(process.background.is_idle());
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(begun, None);
            process.others.receive(step(site), Some(0), &mut [&mut all])
        });
        let reason = "replica 0 failed while replica 1 was in all_gather of (tensor<1xui8>) at a.mlir:1:2";
        assert_eq!(outcomes, [Ok(()), Err(CallError::Failed(reason.to_string()))]);
    }
}
