//! XLA:CPU as a process beside this one.

use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;
use xla_runtime::{Array, TensorType};

/// What the process writes.
type Answers = BufReader<ChildStdout>;

/// A process that runs programs through XLA:CPU, started when it is asked first.
#[derive(Default)]
pub struct Oracle {
    process: Option<(Child, ChildStdin, Answers)>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// XLA does not take the program, with its reason.
    Refused(String),
    /// The process ended.
    Died,
}

impl From<io::Error> for NoAnswer {
    fn from(_: io::Error) -> Self {
        Self::Died
    }
}

const PYTHON: &str = "target/venv/bin/python";
const SCRIPT: &str = "test/random/src/oracle.py";

impl Oracle {
    /// Whether there is a Python with XLA.
    pub fn is_there() -> bool {
        Path::new(PYTHON).exists() && Path::new(SCRIPT).exists()
    }

    /// The results of `main`, of these types.
    pub fn run(&mut self, text: &str, inputs: &[Array], types: &[TensorType]) -> Result<Vec<Array>, NoAnswer> {
        let answer = self.ask(text, inputs, false).and_then(|(count, stdout)| results(stdout, count, types));
        self.stop_if_died(answer)
    }

    /// The least time of some calls of `main`, compiled as XLA compiles it by default.
    pub fn time(&mut self, text: &str, inputs: &[Array]) -> Result<Duration, NoAnswer> {
        let answer = self.ask(text, inputs, true);
        let answer = answer.and_then(|(_, stdout)| Ok(Duration::from_nanos(number::<8>(stdout)?)));
        self.stop_if_died(answer)
    }

    fn stop_if_died<T>(&mut self, answer: Result<T, NoAnswer>) -> Result<T, NoAnswer> {
        if matches!(answer, Err(NoAnswer::Died)) {
            self.stop();
        }
        answer
    }

    /// Sends a program; gives the number of results that follow, and where from, if XLA takes the program.
    fn ask(&mut self, text: &str, inputs: &[Array], is_timed: bool) -> Result<(u64, &mut Answers), NoAnswer> {
        if self.process.is_none() {
            // Most of its time is compilation; what it computes is the same.
            let flags = "--xla_backend_optimization_level=0 --xla_cpu_parallel_codegen_split_count=1";
            let mut child = Command::new(PYTHON)
                .arg(SCRIPT)
                .env("XLA_FLAGS", if is_timed { "" } else { flags })
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?;
            let pipes = child.stdin.take().zip(child.stdout.take());
            let (stdin, stdout) = pipes.ok_or(NoAnswer::Died)?;
            self.process = Some((child, stdin, BufReader::new(stdout)));
        }
        let (_, stdin, stdout) = self.process.as_mut().ok_or(NoAnswer::Died)?;
        let mut request = Vec::new();
        let word = |request: &mut Vec<u8>, n: usize| request.extend((n as u32).to_le_bytes());
        word(&mut request, usize::from(is_timed));
        word(&mut request, text.len());
        request.extend(text.as_bytes());
        word(&mut request, inputs.len());
        for input in inputs {
            let name = input.ty().element.mlir_name();
            word(&mut request, name.len());
            request.extend(name.as_bytes());
            word(&mut request, input.ty().shape.len());
            input.ty().shape.iter().for_each(|&n| request.extend((n as u64).to_le_bytes()));
            request.extend((input.bytes().len() as u64).to_le_bytes());
            request.extend(input.bytes());
        }
        stdin.write_all(&request)?;
        stdin.flush()?;
        let (status, count) = (number::<4>(stdout)?, number::<4>(stdout)?);
        if status != 0 {
            let mut message = vec![0; count as usize];
            stdout.read_exact(&mut message)?;
            return Err(NoAnswer::Refused(String::from_utf8_lossy(&message).into_owned()));
        }
        Ok((count, stdout))
    }

    fn stop(&mut self) {
        if let Some((mut child, ..)) = self.process.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The `count` results that come from `stdout`.
fn results(stdout: &mut Answers, count: u64, types: &[TensorType]) -> Result<Vec<Array>, NoAnswer> {
    if count != types.len() as u64 {
        return Err(NoAnswer::Died);
    }
    let result = |ty: &TensorType| {
        let mut bytes = vec![0; number::<8>(stdout)? as usize];
        stdout.read_exact(&mut bytes)?;
        Array::new(ty.clone(), &bytes).map_err(|error| NoAnswer::Refused(error.to_string()))
    };
    types.iter().map(result).collect()
}

fn number<const N: usize>(from: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes[..N])?;
    Ok(u64::from_le_bytes(bytes))
}
