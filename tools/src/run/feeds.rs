//! What xla-run feeds to a program while it runs, and what it hands on: values at hand, files, and streams of other
//! processes.

use super::arguments::RunArguments;
use super::failure::{Failure, invalid};
use super::values::{Given, excerpt, given, of_number, typed};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use xla_compiler::execute::{Array, Outfeed, Process};
use xla_compiler::host::{literal, npy};

/// How many values of a stream are read before the program takes them.
const AHEAD: usize = 4;

/// Whether values come and go one after the other: `-`, or a pipe, a terminal or the like. With `{}` in its name it is
/// one for each process.
pub(crate) fn is_stream(name: &str) -> bool {
    let is_other = |path: PathBuf| path.metadata().is_ok_and(|meta| !meta.is_file() && !meta.is_dir());
    name == "-" || is_other(of_number(name, 0))
}

/// Says what is wrong with the streams on the command line of `count` processes.
pub(crate) fn check(arguments: &RunArguments, count: usize) -> Result<(), Failure> {
    let outfeed = arguments.outfeed.as_ref().map(|path| path.to_string_lossy().into_owned());
    for name in arguments.infeed.iter().chain(&outfeed).filter(|name| is_stream(name)) {
        if count > 1 && !name.contains("{}") {
            return Err(invalid(format!("{name} is one stream for {count} replicas: give each its own, with {{}}")));
        }
        if arguments.bench {
            return Err(invalid(format!("{name} is a stream, and --bench runs the program several times")));
        }
    }
    let reads = arguments.infeed.iter().filter(|name| *name == "-").count() + usize::from(arguments.reads_program());
    if reads > 1 {
        return Err(invalid("standard input is read once"));
    }
    Ok(())
}

/// Fills the infeed of process `number`, whole or as the streams give it, and says where its outfeed goes.
pub(crate) fn connect(arguments: &RunArguments, number: usize, process: &Process) -> Result<(), Failure> {
    let timeout = Duration::from_secs_f64(arguments.timeout);
    if let Some(name) = arguments.outfeed.as_ref().map(|path| path.to_string_lossy()).filter(|name| is_stream(name)) {
        let mut stream = Written::new(of_number(&name, number), timeout)?;
        process.give_outfeed(Outfeed::Given(Box::new(move |array: Array| stream.put(&array))));
    }
    if !arguments.infeed.iter().any(|name| is_stream(name)) {
        for text in &arguments.infeed {
            put_in(text, number, process)?;
        }
        process.infeed.close();
        return Ok(());
    }
    let (texts, process) = (arguments.infeed.clone(), process.clone());
    let read = move || {
        let stream = |text: &String| {
            if is_stream(text) {
                read_stream(text, number, &process)
            } else {
                put_in(text, number, &process).map_err(|(reason, _)| reason)
            }
        };
        if let Err(reason) = texts.iter().try_for_each(stream) {
            process.infeed.push_untyped(Box::new(move |_| Err(reason)));
        }
        process.infeed.close();
    };
    let thread = std::thread::Builder::new().name("infeed".to_string()).spawn(read);
    thread.map(drop).map_err(|error| invalid(format!("--infeed: {error}")))
}

/// Puts what an argument says into the infeed of process `number`.
fn put_in(text: &str, number: usize, process: &Process) -> Result<(), Failure> {
    for given in given(&of_number(text, number).to_string_lossy())? {
        process.infeed.push_untyped(Box::new(move |ty| match given {
            Given::Each(name, array) | Given::File(name, array) => {
                typed(array, ty).map_err(|reason| format!("{name}: {reason}"))
            }
            Given::Literal(text) => {
                literal::parse(&text, ty).map_err(|reason| format!("`{}`: {reason}", excerpt(&text)))
            }
        }));
    }
    Ok(())
}

/// Reads `.npy` values until there are no more.
fn read_stream(name: &str, number: usize, process: &Process) -> Result<(), String> {
    let path = of_number(name, number);
    let mut stream: Box<dyn Read> = match name {
        "-" => Box::new(std::io::stdin()),
        // Waits for whoever writes.
        _ => Box::new(File::open(&path).map_err(|error| told(&path, &error))?),
    };
    loop {
        let next = npy::NpyArray::next(&mut stream).map_err(|reason| format!("{}: {reason}", path.display()))?;
        let Some(array) = next else { return Ok(()) };
        let name = path.display().to_string();
        let value = move |ty: &_| typed(array, ty).map_err(|reason| format!("{name}: {reason}"));
        process.infeed.push_when_below(AHEAD, Box::new(value));
    }
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// A stream that somebody else reads, for whom we wait only so long.
struct Written {
    path: PathBuf,
    timeout: Duration,
    /// Where it comes from once somebody reads there.
    opening: Receiver<std::io::Result<File>>,
    out: Option<Box<dyn Write + Send>>,
}

impl Written {
    /// Standard output for `-`; else what is at `path`, which is opened from now on, so that whoever reads there sees
    /// an end even if nothing comes.
    fn new(path: PathBuf, timeout: Duration) -> Result<Self, Failure> {
        let (sender, opening) = channel();
        let mut out: Option<Box<dyn Write + Send>> = None;
        if path == Path::new("-") {
            out = Some(Box::new(std::io::stdout()));
        } else {
            let path = path.clone();
            let open = move || {
                let mut options = OpenOptions::new();
                options.write(true).custom_flags(libc::O_NONBLOCK);
                loop {
                    match options.open(&path) {
                        Err(error) if error.raw_os_error() == Some(libc::ENXIO) => pause(),
                        opened => break drop(sender.send(opened)),
                    }
                }
            };
            let thread = std::thread::Builder::new().name("outfeed".to_string()).spawn(open);
            thread.map_err(|error| invalid(format!("--outfeed: {error}")))?;
        }
        Ok(Self { path, timeout, opening, out })
    }

    fn put(&mut self, array: &Array) -> Result<(), String> {
        let told = |error: std::io::Error| told(&self.path, &error);
        let out = match &mut self.out {
            Some(out) => out,
            None => match self.opening.recv_timeout(self.timeout) {
                Ok(opened) => self.out.insert(Box::new(opened.map_err(told)?)),
                Err(_) => {
                    let seconds = self.timeout.as_secs_f64();
                    return Err(format!("{}: nobody has read there for {seconds} s", self.path.display()));
                }
            },
        };
        let mut out = Patient { out, timeout: self.timeout };
        npy::write_to(&mut out, array.view()).and_then(|()| out.flush()).map_err(told)
    }
}

/// Waits for the reader of a full pipe.
struct Patient<'a> {
    out: &'a mut Box<dyn Write + Send>,
    timeout: Duration,
}

impl Write for Patient<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let start = Instant::now();
        loop {
            match self.out.write(bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock && start.elapsed() < self.timeout => pause(),
                outcome => return outcome,
            }
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

fn pause() {
    std::thread::sleep(Duration::from_millis(1));
}
