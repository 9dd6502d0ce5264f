//! Runs of a program in the processes that are here.

use super::arguments::RunArguments;
use super::engine::Engine;
use super::failure::{Failure, run_failure};
use super::feeds;
use super::processes::{Crew, Fed};
use std::time::{Duration, Instant};
use xla_compiler::execute::{Array, CustomCalls, Grid, Process, Replicas, Runtime, View};

/// A program that is ready to run, perhaps several times.
pub(crate) struct Session<'a> {
    pub(crate) arguments: &'a RunArguments,
    pub(crate) engine: &'a Engine,
    pub(crate) threads: usize,
    pub(crate) calls: &'a CustomCalls,
    /// Of each process that is here.
    pub(crate) inputs: &'a [Vec<Array>],
    pub(crate) crew: &'a Crew,
}

impl Session<'_> {
    /// Runs it once; gives the outputs of the processes that are here.
    pub(crate) fn run(&self) -> Result<(Vec<Vec<Array>>, Fed), Failure> {
        let timeout = Duration::from_secs_f64(self.arguments.timeout);
        let (single, grid) = (Grid { replicas: 1, partitions: 1 }, self.engine.grid());
        let replicas = Replicas::new(if self.inputs.len() == 1 { single } else { grid }, timeout);
        let mut processes = replicas.processes.clone();
        if let Some(job) = &self.crew.job {
            processes = vec![Process::new(job.communicator(), timeout)];
        }
        for (number, process) in self.crew.own.clone().zip(&processes) {
            feeds::connect(self.arguments, number, process)?;
        }
        let outputs = match self.inputs {
            // Without a thread of its own, so that it is what a host program does.
            [inputs] => {
                let runtime =
                    Runtime::for_process(self.threads, self.calls.clone(), &processes[0]).seeded(self.arguments.seed);
                vec![self.run_alone(&runtime, inputs)?]
            }
            inputs => {
                let engine = self.engine.clone();
                let run = move |runtime: &Runtime, inputs: &[Array]| engine.run(runtime, inputs);
                replicas.run_each(self.threads, self.calls, inputs.to_vec(), run).map_err(run_failure)?
            }
        };
        Ok((outputs, processes.iter().map(Process::take_outfeed).collect()))
    }

    fn run_alone(&self, runtime: &Runtime, inputs: &[Array]) -> Result<Vec<Array>, Failure> {
        let outputs = match self.engine {
            Engine::Compiled(executable) if self.arguments.buffers => {
                let views: Vec<View<'_>> = inputs.iter().map(Array::view).collect();
                executable.run_buffers(runtime, &views)
            }
            engine => engine.run(runtime, inputs),
        };
        outputs.map_err(run_failure)
    }

    /// Wall times of single runs, sorted: each makes its outputs, and they are dropped within it.
    pub(crate) fn times(&self, limit: Duration) -> Result<Vec<Duration>, Failure> {
        // All processes of a job run as often.
        let agreed = |more: bool| self.crew.job.as_ref().map_or(more, |job| job.first_says(more));
        if let ([inputs], None) = (self.inputs, &self.crew.job)
            && self.arguments.infeed.is_empty()
        {
            let runtime = Runtime::with_custom_calls(self.threads, self.calls.clone()).seeded(self.arguments.seed);
            return times(|| self.run_alone(&runtime, inputs).map(drop), limit, agreed);
        }
        times(|| self.run().map(drop), limit, agreed)
    }
}

/// Wall times of single calls, sorted. Whether there is one more is decided by `agreed`.
fn times(
    mut call: impl FnMut() -> Result<(), Failure>,
    limit: Duration,
    agreed: impl Fn(bool) -> bool,
) -> Result<Vec<Duration>, Failure> {
    let warm_up = Instant::now();
    let mut calls = 0;
    while agreed(calls < 2 || (warm_up.elapsed() < limit / 10 && calls < 1000)) {
        call()?;
        calls += 1;
    }
    let mut times = Vec::new();
    let start = Instant::now();
    while agreed(times.len() < 3 || start.elapsed() < limit) {
        let begin = Instant::now();
        call()?;
        times.push(begin.elapsed());
    }
    times.sort_unstable();
    Ok(times)
}
