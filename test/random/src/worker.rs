//! A process that checks cases: they come on standard input, what became of them goes to standard output. If it crashes
//! or hangs, that is a finding, and another is started.

use crate::case::Case;
use crate::check::{Checker, Outcome};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Checks cases until standard input ends.
pub fn serve() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut checker = Checker::new();
    let mut length = [0; 4];
    while input.read_exact(&mut length).is_ok() {
        let mut text = vec![0; u32::from_le_bytes(length) as usize];
        input.read_exact(&mut text)?;
        let case = Case::parse(&String::from_utf8_lossy(&text)).unwrap_or_default();
        writeln!(output, "{}", checker.check(&case))?;
        output.flush()?;
    }
    Ok(())
}

/// How many times its limit a worker may compute nothing, because it does not get the processor or waits for XLA.
const PATIENCE: u32 = 4;

/// How long a process has computed.
fn computed(child: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // The name in parentheses may have blanks; behind it, times in hundredths of seconds are the 12th and 13th.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

/// A worker, from outside.
pub struct Worker {
    process: Option<(Child, ChildStdin, Receiver<String>)>,
    limit: Duration,
}

impl Worker {
    /// A worker that may take `limit` for one case.
    pub fn new(limit: Duration) -> Self {
        Self { process: None, limit }
    }

    /// What became of a case.
    pub fn check(&mut self, case: &Case) -> Outcome {
        self.check_within(case, self.limit)
    }

    /// The same, with another limit on time.
    pub fn check_within(&mut self, case: &Case, limit: Duration) -> Outcome {
        let answer = self.ask(case, limit);
        if !matches!(answer, Ok(Some(_))) {
            let ended = self.stop();
            return match answer {
                Ok(_) => Outcome::Failed("hang".to_string(), format!("no end within {limit:?}")),
                Err(_) => Outcome::Failed("crash".to_string(), ended),
            };
        }
        answer.ok().flatten().unwrap_or(Outcome::Passed)
    }

    /// The answer, or none if it does not come in time.
    fn ask(&mut self, case: &Case, limit: Duration) -> io::Result<Option<Outcome>> {
        if self.process.is_none() {
            self.process = Some(start()?);
        }
        let ended = || io::Error::from(io::ErrorKind::BrokenPipe);
        let (child, stdin, answers) = self.process.as_mut().ok_or_else(ended)?;
        let before = computed(child).unwrap_or_default();
        let (mut last, mut idle) = (before, 0);
        let text = case.to_text();
        stdin.write_all(&(text.len() as u32).to_le_bytes())?;
        stdin.write_all(text.as_bytes())?;
        stdin.flush()?;
        // What counts is the time that the worker computed: the machine may have other work.
        while idle < PATIENCE {
            match answers.recv_timeout(limit) {
                Ok(line) => return Outcome::parse(&line).map(Some).ok_or_else(ended),
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
                Err(RecvTimeoutError::Timeout) => {
                    let now = computed(child).unwrap_or_default();
                    if now > before + limit {
                        break;
                    }
                    idle = if now > last { 0 } else { idle + 1 };
                    last = now;
                }
            }
        }
        Ok(None)
    }

    /// Ends the process, and says how it ended.
    fn stop(&mut self) -> String {
        let Some((mut child, ..)) = self.process.take() else { return "it cannot be started".to_string() };
        // One that crashed takes a moment to end.
        std::thread::sleep(Duration::from_millis(20));
        let ended = match child.try_wait() {
            Ok(Some(status)) => status.to_string(),
            _ => "it was ended".to_string(),
        };
        let _ = child.kill();
        let _ = child.wait();
        ended
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn start() -> io::Result<(Child, ChildStdin, Receiver<String>)> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg("--worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    Ok((child, stdin, receiver))
}
