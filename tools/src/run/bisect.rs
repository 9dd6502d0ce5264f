//! Looks for the pass after which a program's result changes.

use super::comparison::tolerances;
use super::engine::Engine;
use super::failure::{Failure, invalid};
use super::outputs::{of_process, print_line, say};
use super::session::Session;
use crate::{exit, report};
use xla_compiler::bisect::{Culprit, Trial, Version, bisect as search};
use xla_compiler::execute::Array;
use xla_compiler::host::compare;
use xla_compiler::{CompileError, Options, Source, interpret};

/// Either way to fail.
enum Stop {
    Compile(CompileError),
    Run(Failure),
}

impl From<CompileError> for Stop {
    fn from(error: CompileError) -> Self {
        Self::Compile(error)
    }
}

/// Says on standard output what each pass does to the result of `session`, and how to see what the culprit does; gives
/// the exit code.
pub(crate) fn bisect(source: &Source, options: &Options, session: &Session<'_>) -> Result<i32, Failure> {
    let mut reference: Option<Vec<Vec<Array>>> = None;
    let run = |version| {
        let engine = match version {
            Version::Interpreted(program) => {
                let max_memory = session.arguments.max_memory;
                Engine::Interpreted(program, interpret::Options { max_memory, ..Default::default() })
            }
            Version::Compiled(executable) => Engine::Compiled(executable),
        };
        let outputs = Session { engine: &engine, ..*session }.run().map_err(Stop::Run)?.0;
        let Some(reference) = &reference else {
            reference = Some(outputs);
            return Ok(None);
        };
        difference(session, &outputs, reference).map_err(Stop::Run)
    };
    let (mut interpreted, mut told) = (true, Ok(()));
    let tell = |trial: &Trial| {
        let what = match (&trial.pass, &trial.difference) {
            (None, _) if interpreted => "the program as it is, interpreted",
            (None, _) => "compiled, without the passes that are not needed",
            (Some(pass), _) => pass,
        };
        let outcome = trial.difference.as_deref().unwrap_or(if trial.pass.is_none() && interpreted {
            "the reference"
        } else {
            "same"
        });
        interpreted = false;
        if told.is_ok() {
            told = print_line(format_args!("{what:<40} {outcome}"));
        }
    };
    let culprit = match search(source, options, run, tell) {
        Ok(culprit) => culprit,
        Err(Stop::Compile(error)) => return Err((String::new(), report(&error, source))),
        Err(Stop::Run(failure)) => return Err(failure),
    };
    told?;
    let (before, after, difference) = match culprit {
        None => {
            say!("no pass changes the result");
            return Ok(exit::SUCCESS);
        }
        Some(Culprit::Pass { pass, before, after, difference }) => {
            say!("\nthe result changes with {pass}");
            (before, after, difference)
        }
        Some(Culprit::Needed { before, after, difference }) => {
            say!("\nthe result changes with one of the passes below the xla dialect that every program needs");
            (before, after, difference)
        }
    };
    say!("{difference}\nthe program without it, and with it:");
    let file = session.arguments.file.display();
    for passes in [before, after] {
        say!("  xla-opt {file} --pass-pipeline='builtin.module({passes})'");
    }
    Ok(exit::CHECK_FAILED)
}

/// How outputs differ from the reference, if by more than they may.
fn difference(
    session: &Session<'_>,
    outputs: &[Vec<Array>],
    reference: &[Vec<Array>],
) -> Result<Option<String>, Failure> {
    for (process, (outputs, reference)) in outputs.iter().zip(reference).enumerate() {
        for (i, (output, expected)) in outputs.iter().zip(reference).enumerate() {
            let of = of_process(process, session.crew.count);
            if output.ty() != expected.ty() {
                return Ok(Some(format!("{of}result {i} is {}, not {}", output.ty(), expected.ty())));
            }
            let (rtol, atol) = tolerances(session.arguments, output.ty().element);
            let found = compare::close(output.view(), expected.view(), rtol, atol).map_err(invalid)?;
            if let Some(mismatch) = found {
                let largest = compare::max_error(output.view(), expected.view()).map_err(invalid)?;
                return Ok(Some(format!("{of}result {i} at {mismatch}; the largest relative error is {largest:e}")));
            }
        }
    }
    Ok(None)
}
