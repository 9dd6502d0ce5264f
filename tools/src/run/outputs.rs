//! Where outputs go: files, or standard output.

use super::failure::{Failure, invalid};
use super::values::{of_number, stacked};
use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use xla_compiler::execute::Array;
use xla_compiler::host::display;
use xla_compiler::host::npy::{self, Prepared};

/// A line for standard output. Returns from the function where it cannot be written.
macro_rules! say {
    ($($part:tt)*) => {
        $crate::run::outputs::print_line(format_args!($($part)*))?
    };
}

pub(crate) use say;

/// Writes a line to standard output. That nobody reads it any more is no failure.
pub(crate) fn print_line(line: Arguments<'_>) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{line}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(invalid(format!("standard output: {error}"))),
        _ => Ok(()),
    }
}

/// The prefix of a result of one of several processes.
pub(crate) fn of_process(process: usize, count: usize) -> String {
    if count == 1 { String::new() } else { format!("replica {process}: ") }
}

/// Writes or prints what came out of the outfeed.
pub(crate) fn give_outfeed(folder: Option<&Path>, fed: &[Vec<Array>]) -> Result<(), Failure> {
    for (process, values) in fed.iter().enumerate() {
        let folder = folder.map(|folder| match fed.len() {
            1 => folder.to_path_buf(),
            _ => folder.join(process.to_string()),
        });
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).map_err(|error| invalid(format!("{}: {error}", folder.display())))?;
        }
        for (i, value) in values.iter().enumerate() {
            match &folder {
                Some(folder) => npy::write(&folder.join(format!("{i}.npy")), value.view()).map_err(invalid)?,
                None => say!("{}outfeed {i}: {}", of_process(process, fed.len()), display::text(value.view())),
            }
        }
    }
    Ok(())
}

fn is_npz(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "npz")
}

/// Checks `--output` before the program runs.
pub(crate) fn check_outputs(files: &[PathBuf], outputs: usize) -> Result<(), Failure> {
    // A device takes several.
    let is_replaced = |file: &Path| file.metadata().is_ok_and(|meta| meta.is_file()) || !file.exists();
    let mut twice = (1..files.len()).filter(|i| files[..*i].contains(&files[*i]) && is_replaced(&files[*i]));
    if let Some(i) = twice.next() {
        return Err(invalid(format!("{} is named for two outputs", files[i].display())));
    }
    match files {
        [] => Ok(()),
        [file] if is_npz(file) => Ok(()),
        files if files.len() == outputs && !files.iter().any(|file| is_npz(file)) => Ok(()),
        files => Err(invalid(format!(
            "the program has {outputs} outputs: --output takes as many .npy files, or one .npz, and {} are given",
            files.len()
        ))),
    }
}

/// Writes the outputs of all processes to `files`, or prints them if there are none.
pub(crate) fn give_outputs(files: &[PathBuf], outputs: &[Vec<Array>]) -> Result<(), Failure> {
    if !files.is_empty() {
        return write(files, outputs);
    }
    for (process, own) in outputs.iter().enumerate() {
        for (i, output) in own.iter().enumerate() {
            say!("{}result {i}: {}", of_process(process, outputs.len()), display::text(output.view()));
        }
    }
    Ok(())
}

fn write(files: &[PathBuf], outputs: &[Vec<Array>]) -> Result<(), Failure> {
    let (several, mut prepared) = (outputs.len() > 1, Vec::new());
    for (process, own) in outputs.iter().enumerate() {
        let name = |file: &Path| file.to_str().map_or(file.to_path_buf(), |name| of_number(name, process));
        let is_each = |file: &&PathBuf| several && file.to_str().is_some_and(|name| name.contains("{}"));
        // Files that are for all processes are written once, by the first.
        let mine = |file: &&PathBuf| process == 0 || is_each(file);
        let value = |file: &PathBuf, i: usize| {
            if several && !is_each(&file) { stack(outputs, i) } else { Ok(own[i].clone()) }
        };
        if let [file] = files
            && is_npz(file)
        {
            if mine(&file) {
                let values = (0..own.len()).map(|i| value(file, i)).collect::<Result<Vec<_>, _>>()?;
                let named: Vec<_> =
                    values.iter().enumerate().map(|(i, value)| (format!("arr_{i}"), value.view())).collect();
                npy::write_npz(&name(file), &named).map_err(invalid)?;
            }
            continue;
        }
        for (i, file) in files.iter().enumerate().filter(|(_, file)| mine(file)) {
            let value = value(file, i)?;
            let written = npy::prepare(&name(file), |out| npy::write_to(out, value.view()));
            prepared.push(written.map_err(invalid)?);
        }
    }
    prepared.into_iter().try_for_each(Prepared::keep).map_err(invalid)
}

/// Output `i` of all processes, one after the other along a dimension in front.
fn stack(outputs: &[Vec<Array>], i: usize) -> Result<Array, Failure> {
    let bytes: Vec<u8> = outputs.iter().flat_map(|own| own[i].bytes()).copied().collect();
    Array::new(stacked(outputs[0][i].ty(), outputs.len()), &bytes).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_have_a_file_each_or_one_archive() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert!(check_outputs(&files(&[]), 2).is_ok());
        assert!(check_outputs(&files(&["a.npz"]), 2).is_ok());
        assert!(check_outputs(&files(&["a.npy", "b.npy"]), 2).is_ok());
        assert!(check_outputs(&files(&["a.npy"]), 2).is_err());
        assert!(check_outputs(&files(&["a.npy", "b.npz"]), 2).is_err());
        assert!(check_outputs(&files(&["a.npy", "a.npy"]), 2).is_err());
        assert!(check_outputs(&files(&["/dev/null", "/dev/null"]), 2).is_ok());
    }
}
