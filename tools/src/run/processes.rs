//! The processes that run a program for xla-run: threads of this one, or this one among those of an MPI job.

use super::engine::Engine;
use super::failure::{Failure, failed, invalid};
use std::ops::Range;
use std::sync::Arc;
use xla_compiler::execute::{Array, Replicas, TensorType};
use xla_compiler::host::checks::Checks;
use xla_mpi::Job;

/// Those that run the program, and those among them that this process is responsible for.
#[derive(Clone)]
pub(crate) struct Crew {
    /// Number of processes.
    pub(crate) count: usize,
    /// Which of them are here.
    pub(crate) own: Range<usize>,
    pub(crate) job: Option<Arc<Job>>,
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

    /// Gathers what came out of all processes, after they all have ended; nothing in those that do not report it.
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

/// The results of processes.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) outputs: Vec<Vec<Array>>,
    pub(crate) fed: Fed,
    /// How many checks were executed.
    pub(crate) executed: usize,
    /// The messages of the checks that failed.
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

/// The values that each process wrote to its outfeed.
pub(crate) type Fed = Vec<Vec<Array>>;

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
