//! Makes a program that shows a bug smaller: `mlir-reduce` with our dialects and passes.

use mlir_sys::MlirDialectRegistry;
use std::ffi::{OsStr, c_char, c_int};
use std::fs::OpenOptions;
use std::io::{Seek, Write};
use std::os::fd::AsRawFd;
use std::path::Path;
use xla_compiler::host::npy;
use xla_compiler::{Source, tell};
use xla_tools::exit;
use xla_tools::mlir::{is_readable, run};

unsafe extern "C" {
    fn xla_reduce_main(argc: c_int, argv: *mut *mut c_char, registry: MlirDialectRegistry) -> c_int;
}

/// Whether MLIR's parser may see each file that the command line names as an input. MLIR's own main function reads it.
fn inputs_are_readable() -> bool {
    let arguments: Vec<_> = std::env::args_os().collect();
    let last_flag = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    (1..arguments.len()).all(|i| {
        let (before, argument) = (&arguments[i - 1], &arguments[i]);
        let is_flag = i <= last_flag && argument != "-" && argument.as_encoded_bytes().starts_with(b"-");
        if is_flag || i <= last_flag && is_output(before) {
            return true;
        }
        match Source::read(Path::new(argument)) {
            Ok(source) => is_readable(&source) && (argument != "-" || give_again(&source.bytes)),
            // A file that cannot be read is MLIR's to report. What is no file need not end.
            Err(_) if argument != "-" && !std::fs::metadata(argument).is_ok_and(|meta| !meta.is_file()) => true,
            Err(diagnostic) => {
                tell!("{diagnostic}");
                false
            }
        }
    })
}

/// Whether the argument behind this one is the output.
fn is_output(flag: &OsStr) -> bool {
    flag == "-o" || flag == "--o"
}

/// Says why the output that the command line names cannot be written, if it cannot be. MLIR's own main function does not.
fn tell_unwritable() {
    let arguments: Vec<_> = std::env::args_os().collect();
    for pair in arguments.windows(2).filter(|pair| is_output(&pair[0])) {
        let path = Path::new(&pair[1]);
        // A file that it could open it has removed.
        let error = match path.exists() {
            true => {
                OpenOptions::new().append(true).open(path).err().map(|error| format!("{}: {error}", path.display()))
            }
            false => npy::prepare(path, |_| Ok(())).err().map(|error| error.to_string()),
        };
        error.into_iter().for_each(|error| tell!("error: cannot write {error}"));
    }
}

/// Makes `bytes`, which were read from standard input, its contents again.
fn give_again(bytes: &[u8]) -> bool {
    let replaced = tempfile::tempfile().and_then(|mut file| {
        file.write_all(bytes)?;
        file.rewind()?;
        // SAFETY: both are open files.
        if unsafe { libc::dup2(file.as_raw_fd(), libc::STDIN_FILENO) } < 0 {
            return Err(std::io::Error::last_os_error());
        }
        Ok(())
    });
    replaced.map_err(|error| tell!("error: standard input: {error}")).is_ok()
}

fn main() {
    run(|arguments, registry| {
        if !inputs_are_readable() {
            return exit::INVALID;
        }
        // SAFETY: the arguments are as C's main has them, and they and the registry outlive the call.
        let code = unsafe { xla_reduce_main(arguments.count(), arguments.pointers(), registry) };
        if code != exit::SUCCESS {
            tell_unwritable();
        }
        code
    })
}
