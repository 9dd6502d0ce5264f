//! xla-run --xla-autotune: schedules that are found by running the program.

use super::comparison::default_tolerances;
use super::engine::Engine;
use super::failure::{Failure, invalid};
use super::session::Session;
use crate::{exit, report};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use xla_compiler::execute::{Array, Executable};
use xla_compiler::host::{compare, npy};
use xla_compiler::{CompileError, Options, Schedule, Schedules, Source, Split, compile, schedules, tell, with_lowered};

/// The smallest improvement for which a schedule is kept; smaller ones may be noise.
const WORTH: f64 = 0.02;

/// How often a candidate and the best schedule so far are timed, alternately.
const TURNS: u32 = 5;

/// Reads the schedules in `file`.
pub(crate) fn read(file: &Path) -> Result<Schedules, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| invalid(format!("{}: {error}", file.display())))?;
    Schedules::parse(&file.display().to_string(), &text).map_err(|diagnostic| (diagnostic.to_string(), exit::INVALID))
}

/// Tries schedules for the program of `session`, one parameter of one kernel at a time, and keeps in `file`, besides what
/// it has, those that make the program faster. Each candidate runs for a share of `limit`, and must give what the program
/// gives without it.
pub(crate) fn tune(
    file: &Path,
    source: &Source,
    options: &Options,
    session: &Session<'_>,
    limit: Duration,
) -> Result<(), Failure> {
    let Engine::Compiled(first) = session.engine else {
        return Err(invalid("--xla-autotune is for compiled programs"));
    };
    // Before hours of search, whether there is a place for what they find.
    check_place(file)?;
    let mut search = Search { source, options: options.clone(), session, limit };
    let mut kernels = search.lowered()?;
    if kernels.0.is_empty() {
        return Err(invalid(
            "nothing to tune: no kernel of the program is a product of matrices that packs its operands",
        ));
    }
    let milliseconds = |time: Duration| 1e3 * time.as_secs_f64();
    let expected = session.run()?.0;
    let mut best = first.clone();
    tell!("{:.4} ms to begin with", milliseconds(search.time(&best)?));
    let names: Vec<String> = kernels.0.keys().cloned().collect();
    for (number, kernel) in names.iter().enumerate() {
        tell!("kernel {} of {}: {kernel}", number + 1, names.len());
        for parameter in [splits, tile_rows, block_depths, block_rows] {
            let chosen = kernels.0.get(kernel).copied().unwrap_or_default();
            for candidate in parameter(&chosen, session.threads) {
                let before = search.options.schedules.clone();
                let asked = before.0.get(kernel).copied().unwrap_or_default();
                search.options.schedules.0.insert(kernel.clone(), merged(asked, candidate));
                let lowered = search.lowered()?;
                let what = candidate.to_string();
                if lowered == kernels {
                    // The compiler rounds the parameter to a value that it supports.
                    search.options.schedules = before;
                    continue;
                }
                let executable = Arc::new(compile(source, &search.options).map_err(|error| search.failed(error))?);
                if !agree(&search.with(&Engine::Compiled(executable.clone())).run()?.0, &expected)? {
                    return Err((format!("internal error, please report: other results with {what}"), exit::INTERNAL));
                }
                let (time, saved) = search.saved(&best, &executable)?;
                let gain = if saved > 0.0 { "faster" } else { "slower" };
                tell!("  {what}: {:.4} ms, {:.1} % {gain}", milliseconds(time), 100.0 * saved.abs());
                // An improvement counts only if it is measured a second time.
                if saved > WORTH && search.saved(&best, &executable)?.1 > WORTH {
                    (best, kernels) = (executable, lowered);
                } else {
                    search.options.schedules = before;
                }
            }
        }
    }
    let (time, saved) = search.saved(first, &best)?;
    if search.options.schedules == options.schedules || saved < WORTH {
        keep(file, &options.schedules)?;
        tell!("nothing is faster than what there was");
        return Ok(());
    }
    keep(file, &search.options.schedules)?;
    tell!("{:.4} ms, {:.1} % faster: by the schedules in {}", milliseconds(time), 100.0 * saved, file.display());
    Ok(())
}

struct Search<'a> {
    source: &'a Source,
    options: Options,
    session: &'a Session<'a>,
    limit: Duration,
}

impl<'a> Search<'a> {
    fn failed(&self, error: CompileError) -> Failure {
        (String::new(), report(&error, self.source))
    }

    /// The schedules of the kernels.
    fn lowered(&self) -> Result<Schedules, Failure> {
        with_lowered(self.source, &self.options, |module| Ok(schedules(module))).map_err(|error| self.failed(error))
    }

    fn with<'b>(&'b self, engine: &'b Engine) -> Session<'b> {
        Session { engine, ..*self.session }
    }

    fn time(&self, executable: &Arc<Executable>) -> Result<Duration, Failure> {
        Ok(self.with(&Engine::Compiled(executable.clone())).times(self.limit / (2 * TURNS))?[0])
    }

    /// The least time of `new`, and which part of that of `old` it saves; measured alternately, so that both see the same of
    /// what else the machine does.
    fn saved(&self, old: &Arc<Executable>, new: &Arc<Executable>) -> Result<(Duration, f64), Failure> {
        let mut least = (Duration::MAX, Duration::MAX);
        for _ in 0..TURNS {
            least = (least.0.min(self.time(old)?), least.1.min(self.time(new)?));
        }
        Ok((least.1, 1.0 - least.1.as_secs_f64() / least.0.as_secs_f64()))
    }
}

/// `schedule` with the parameters that `other` sets.
fn merged(schedule: Schedule, other: Schedule) -> Schedule {
    Schedule {
        tile_rows: other.tile_rows.or(schedule.tile_rows),
        block_rows: other.block_rows.or(schedule.block_rows),
        block_depth: other.block_depth.or(schedule.block_depth),
        split: other.split.or(schedule.split),
        matrix_tiles: other.matrix_tiles.or(schedule.matrix_tiles),
    }
}

fn splits(chosen: &Schedule, threads: usize) -> Vec<Schedule> {
    let others = [Split::Rows, Split::Columns]
        .into_iter()
        .filter(|split| threads > 1 && chosen.split.is_some_and(|is| is != *split));
    others.map(|split| Schedule { split: Some(split), ..Schedule::default() }).collect()
}

fn tile_rows(chosen: &Schedule, _threads: usize) -> Vec<Schedule> {
    let others =
        [4, 6, 8, 10, 12, 13, 14].into_iter().filter(|rows| chosen.tile_rows.is_some_and(|most| most != *rows));
    others.map(|rows| Schedule { tile_rows: Some(rows), ..Schedule::default() }).collect()
}

fn block_rows(chosen: &Schedule, _threads: usize) -> Vec<Schedule> {
    around("block_rows", chosen.block_rows)
        .map(|rows| Schedule { block_rows: Some(rows), ..Schedule::default() })
        .collect()
}

fn block_depths(chosen: &Schedule, _threads: usize) -> Vec<Schedule> {
    around("block_depth", chosen.block_depth)
        .map(|depth| Schedule { block_depth: Some(depth), ..Schedule::default() })
        .collect()
}

/// Half of a number and twice as much, if it may be that.
fn around(name: &str, number: Option<i64>) -> impl Iterator<Item = i64> {
    let range = Schedule::RANGES.into_iter().find(|(known, _)| *known == name).map_or(0..=0, |(_, range)| range);
    let both = number.map_or([0, 0], |number| [number / 2, number * 2]);
    both.into_iter().filter(move |number| range.contains(number))
}

/// Whether the outputs are the same but for the order of sums.
fn agree(found: &[Vec<Array>], expected: &[Vec<Array>]) -> Result<bool, Failure> {
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        let (rtol, atol) = default_tolerances(found.ty().element);
        // Sums that cancel differ by more than the inputs of a benchmark should show.
        if compare::close(found.view(), expected.view(), 100.0 * rtol, 100.0 * atol).map_err(invalid)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a file may be written there.
fn check_place(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let probe = tempfile::tempfile_in(folder);
    probe.map(drop).map_err(|error| invalid(format!("{}: {error}", file.display())))
}

/// Writes the file.
fn keep(file: &Path, schedules: &Schedules) -> Result<(), Failure> {
    let head = "# Schedules by kernel, for `xla-run --xla-schedule`; found by `xla-run --xla-autotune`.";
    npy::atomically(file, |out| writeln!(out, "{head}\n\n{}", schedules.to_toml().trim_end())).map_err(invalid)
}
