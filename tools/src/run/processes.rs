//! The processes that run a program for xla-run: threads of this one, or this one among those of an MPI job.

use crate::run::{Failure, RunArguments, invalid, run_failure};
use crate::{exit, feeds};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};
use xla_compiler::execute::{
    Array, CustomCalls, Executable, Grid, Process, Replicas, RunError, Runtime, Signature, TensorType, View,
};
use xla_compiler::host::checks::Checks;
use xla_compiler::interpret::{self, Program};
use xla_mpi::Job;

/// What runs the program.
#[derive(Clone)]
pub(crate) enum Engine {
    Compiled(Arc<Executable>),
    Interpreted(Arc<Program>, interpret::Options),
}

impl Engine {
    pub(crate) fn signature(&self) -> &Signature {
        match self {
            Self::Compiled(executable) => executable.signature(),
            Self::Interpreted(program, _) => program.signature(),
        }
    }

    fn grid(&self) -> Grid {
        match self {
            Self::Compiled(executable) => executable.program().grid,
            Self::Interpreted(program, _) => program.grid(),
        }
    }

    fn communicates(&self) -> bool {
        match self {
            Self::Compiled(executable) => executable.program().communicates(),
            Self::Interpreted(program, _) => program.communicates(),
        }
    }

    /// Whether custom calls of the program check something.
    pub(crate) fn checks(&self) -> bool {
        match self {
            Self::Compiled(executable) => executable.program().sites.iter().any(|site| Checks::is_check(&site.target)),
            Self::Interpreted(program, _) => program.calls().iter().any(|target| Checks::is_check(target)),
        }
    }

    /// Runs the program of one process.
    fn run(&self, runtime: &Runtime, inputs: &[Array]) -> Result<Vec<Array>, RunError> {
        match self {
            Self::Compiled(executable) => {
                let views: Vec<View<'_>> = inputs.iter().map(Array::view).collect();
                executable.run(runtime, &views)
            }
            Self::Interpreted(program, options) => program.run(runtime, inputs, options),
        }
    }
}

/// Those that run the program, and those among them that this process is responsible for.
#[derive(Clone)]
pub(crate) struct Crew {
    /// Number of processes.
    pub(crate) count: usize,
    /// Which of them are here.
    pub(crate) own: Range<usize>,
    job: Option<Arc<Job>>,
}

impl Crew {
    /// Who runs the program. One is enough for what does not communicate, unless more are `asked` for.
    pub(crate) fn new(engine: &Engine, asked: bool, job: Option<Arc<Job>>) -> Result<Self, Failure> {
        let stated = usize::try_from(engine.grid().processes()).unwrap_or(1);
        let Some(job) = job else {
            let count = if asked || engine.communicates() { stated } else { 1 };
            return Ok(Self { count, own: 0..count, job: None });
        };
        let Engine::Compiled(executable) = engine else {
            return Err(invalid("--interpret is for processes that are threads: --backend threads"));
        };
        let program = executable.program();
        if stated != job.size() {
            return Err(invalid(format!("the program is for {stated} processes, and mpirun started {}", job.size())));
        }
        job.prepare(Replicas::names(program.grid), &program.sites).map_err(failed)?;
        Ok(Self { count: stated, own: job.rank()..job.rank() + 1, job: Some(job) })
    }

    /// The same, as if all were here.
    pub(crate) fn whole(&self) -> Self {
        Self { own: 0..self.count, ..self.clone() }
    }

    /// Gathers what came out of all processes, after they all have ended; nothing in those that are not to tell it.
    pub(crate) fn report(
        &self,
        outputs: Vec<Vec<Array>>,
        fed: Fed,
        checks: &Checks,
    ) -> Result<Option<Report>, Failure> {
        let own = Report { outputs, fed, executed: checks.executed(), failures: checks.failures() };
        let Some(job) = &self.job else { return Ok(Some(own)) };
        job.end().map_err(failed)?;
        let Some(all) = job.gather(&own.pack()) else { return Ok(None) };
        let mut whole = Report::default();
        for bytes in all {
            let internal = || failed("internal error, please report: what another process has".to_string());
            let Report { outputs, fed, executed, failures } = Report::unpack(&bytes).ok_or_else(internal)?;
            whole.outputs.extend(outputs);
            whole.fed.extend(fed);
            whole.executed += executed;
            whole.failures.extend(failures);
        }
        Ok(Some(whole))
    }
}

fn failed(reason: String) -> Failure {
    (format!("error: {reason}"), exit::CHECK_FAILED)
}

/// What came out of processes.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) outputs: Vec<Vec<Array>>,
    pub(crate) fed: Fed,
    /// How many checks were executed.
    pub(crate) executed: usize,
    /// What the checks that failed say.
    pub(crate) failures: Vec<String>,
}

impl Report {
    /// As bytes: of everything first its length.
    fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let number = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u64).to_le_bytes());
        let text = |bytes: &mut Vec<u8>, text: &[u8]| {
            number(bytes, text.len());
            bytes.extend(text);
        };
        for lists in [&self.outputs, &self.fed] {
            number(&mut bytes, lists.len());
            for list in lists {
                number(&mut bytes, list.len());
                for array in list {
                    text(&mut bytes, array.ty().to_string().as_bytes());
                    text(&mut bytes, array.bytes());
                }
            }
        }
        number(&mut bytes, self.executed);
        number(&mut bytes, self.failures.len());
        self.failures.iter().for_each(|failure| text(&mut bytes, failure.as_bytes()));
        bytes
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        let mut rest = Unread(bytes);
        let mut lists = || -> Option<Vec<Vec<Array>>> {
            let (count, mut lists) = (rest.number()?, Vec::new());
            for _ in 0..count {
                let (count, mut list) = (rest.number()?, Vec::new());
                for _ in 0..count {
                    let ty = TensorType::from_mlir(std::str::from_utf8(rest.bytes()?).ok()?)?;
                    list.push(Array::new(ty, rest.bytes()?).ok()?);
                }
                lists.push(list);
            }
            Some(lists)
        };
        let (outputs, fed) = (lists()?, lists()?);
        let (executed, count) = (rest.number()?, rest.number()?);
        let failures: Option<Vec<_>> =
            (0..count).map(|_| Some(String::from_utf8_lossy(rest.bytes()?).into_owned())).collect();
        Some(Self { outputs, fed, executed, failures: failures? })
    }
}

/// Packed bytes that are still to be read.
struct Unread<'a>(&'a [u8]);

impl<'a> Unread<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(u64::from_le_bytes(self.take(8)?.try_into().ok()?)).ok()
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.number()?;
        self.take(count)
    }
}

/// What each process gave to its outfeed.
pub(crate) type Fed = Vec<Vec<Array>>;

/// What is run, perhaps several times.
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

#[cfg(test)]
mod tests {
    use super::*;
    use xla_scalar::Element;

    #[test]
    fn a_report_survives_the_way() {
        let array = |value: u8| Array::new(TensorType::new(Element::U8, &[1, 1]), &[value]).expect("one byte");
        let nothing = Array::zeros(TensorType::new(Element::F32, &[0])).expect("no bytes");
        let report = Report {
            outputs: vec![vec![array(1), nothing]],
            fed: vec![vec![], vec![array(2)]],
            executed: 3,
            failures: vec!["one".to_string(), String::new()],
        };
        let bytes = report.pack();
        let copy = Report::unpack(&bytes).expect("it is whole");
        assert_eq!(copy.pack(), bytes);
        assert_eq!((copy.outputs[0][1].ty(), copy.failures), (report.outputs[0][1].ty(), report.failures));
        assert!((0..bytes.len()).all(|end| Report::unpack(&bytes[..end]).is_none()));
    }
}
