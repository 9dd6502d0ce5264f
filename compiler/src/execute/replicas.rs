//! Programs that several processes run together, as threads of this one.

use super::error::RunError;
use super::executable::Executable;
use std::sync::{Arc, mpsc};
use std::time::Duration;
use xla_dialect::ops::collective::Grid;
use xla_runtime::{Array, CustomCalls, Process, Runtime, World};

/// The processes of one run, as threads.
///
/// ```no_run
/// # use std::sync::Arc;
/// # use std::time::Duration;
/// # use xla_compiler::execute::{Array, CustomCalls, Executable, Replicas, RunError};
/// # fn run(executable: &Arc<Executable>, inputs: Vec<Vec<Array>>) -> Result<Vec<Vec<Array>>, RunError> {
/// let replicas = Replicas::new(executable.program().grid, Duration::from_secs(60));
/// replicas.processes[0].infeed.close();
/// let outputs = replicas.run(executable, 1, &CustomCalls::new(), inputs)?;
/// # Ok(outputs)
/// # }
/// ```
#[derive(Debug)]
pub struct Replicas {
    world: Arc<World>,
    /// Each with its queues, replica by replica.
    pub processes: Vec<Process>,
}

/// How long the others may take to end once a process has failed: a computation cannot be interrupted.
const GRACE: Duration = Duration::from_secs(1);

impl Replicas {
    /// The processes of a grid, which wait for each other at most for `timeout`.
    pub fn new(grid: Grid, timeout: Duration) -> Self {
        let world = World::new(Self::names(grid), timeout);
        let count = grid.processes() as usize;
        let processes = (0..count).map(|number| Process::new(world.process(number), timeout)).collect();
        Self { world, processes }
    }

    /// What messages call the processes of a grid.
    pub fn names(grid: Grid) -> Vec<String> {
        let name = |process: i64| match grid.partitions {
            1 => format!("replica {process}"),
            partitions => format!("replica {} partition {}", process / partitions, process % partitions),
        };
        (0..grid.processes()).map(name).collect()
    }

    /// Runs the program once in each process, with `threads` threads each, on `inputs[process]`; gives
    /// `outputs[process]`.
    ///
    /// # Errors
    /// If one of the processes fails: the first that did. The others have ended, but for those that compute without
    /// end, which are left behind.
    pub fn run(
        &self,
        executable: &Arc<Executable>,
        threads: usize,
        calls: &CustomCalls,
        inputs: Vec<Vec<Array>>,
    ) -> Result<Vec<Vec<Array>>, RunError> {
        let executable = executable.clone();
        self.run_each(threads, calls, inputs, move |runtime, inputs| {
            let views: Vec<_> = inputs.iter().map(Array::view).collect();
            executable.run(runtime, &views)
        })
    }

    /// As [`Replicas::run`], of what `program` does with a process's runtime and inputs.
    ///
    /// # Errors
    /// As for [`Replicas::run`].
    pub fn run_each(
        &self,
        threads: usize,
        calls: &CustomCalls,
        inputs: Vec<Vec<Array>>,
        program: impl Fn(&Runtime, &[Array]) -> Result<Vec<Array>, RunError> + Clone + Send + 'static,
    ) -> Result<Vec<Vec<Array>>, RunError> {
        let count = self.processes.len();
        let (sender, receiver) = mpsc::channel();
        for (number, (process, inputs)) in self.processes.iter().zip(inputs).enumerate() {
            let runtime = Runtime::for_process(threads, calls.clone(), process);
            let (program, world, sender) = (program.clone(), self.world.clone(), sender.clone());
            let work = move || {
                let outcome = program(&runtime, &inputs);
                match &outcome {
                    Ok(_) => world.end(number),
                    Err(error) => world.fail(number, &error.to_string()),
                }
                // Nobody listens any more after a failure.
                let _ = sender.send((number, outcome));
            };
            let name = self.world.name(number).to_string();
            std::thread::Builder::new().name(name).spawn(work).map_err(|error| {
                self.world.fail(number, "it cannot be started");
                RunError::Process { name: self.world.name(number).to_string(), reason: error.to_string() }
            })?;
        }
        drop(sender);
        let mut outputs: Vec<Option<Vec<Array>>> = (0..count).map(|_| None).collect();
        let mut failures = Vec::new();
        for _ in 0..count {
            let next = match self.world.failed() {
                None => receiver.recv().ok(),
                Some(_) => receiver.recv_timeout(GRACE).ok(),
            };
            match next {
                Some((number, Ok(values))) => outputs[number] = Some(values),
                Some((number, Err(error))) => failures.push((number, error)),
                None => break,
            }
        }
        let first = self.world.failed();
        let at = failures.iter().position(|(number, _)| Some(*number) == first).or((!failures.is_empty()).then_some(0));
        if let Some(at) = at {
            let (number, error) = failures.swap_remove(at);
            return Err(RunError::Replica { name: self.world.name(number).to_string(), error: Box::new(error) });
        }
        if let Some(reason) = self.world.left_over() {
            return Err(RunError::Process { name: "at the end".to_string(), reason });
        }
        let all: Option<Vec<_>> = outputs.into_iter().collect();
        let panicked = || RunError::Process { name: "a replica".to_string(), reason: "it panicked".to_string() };
        all.ok_or_else(panicked)
    }
}
