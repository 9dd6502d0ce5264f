//! The first pass after which a program's result changes.
//!
//! The reference is the program as it is imported, interpreted. While the program is in the xla dialect it is interpreted
//! after each pass. Below, where only compiled code runs, the passes that make programs faster and are not needed are
//! left out, and added again one by one.

use crate::compile::{CompileError, compile, with_imported};
use crate::entry;
use crate::execute::Executable;
use crate::interpret::Program;
use crate::options::Options;
use crate::pipeline::{self, Pipeline};
use crate::source::Source;
use std::sync::Arc;

/// A version of the program, to be run.
#[derive(Clone, Debug)]
pub enum Version {
    /// To be interpreted.
    Interpreted(Arc<Program>),
    /// Compiled.
    Compiled(Arc<Executable>),
}

/// A pass, and what it makes of the result.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The pass, as pipelines name it; none for the reference.
    pub pass: Option<String>,
    /// What runs up to it, itself included, in the syntax of `--pass-pipeline`.
    pub passes: String,
    /// How the result differs from the reference.
    pub difference: Option<String>,
}

/// What changes the result.
#[derive(Clone, Debug)]
pub enum Culprit {
    /// This pass: the pipelines up to it, without it and with it.
    Pass {
        /// As pipelines name it.
        pass: String,
        /// Without it.
        before: String,
        /// With it.
        after: String,
        /// How the result differs.
        difference: String,
    },
    /// One of those passes that no program can do without, from here on.
    Needed {
        /// What runs before them.
        before: String,
        /// All that runs.
        after: String,
        /// How the result differs.
        difference: String,
    },
}

/// Finds the first pass after which the result changes; none where it does not. `run` says how the result of a version
/// differs from the reference, which is the first version that it gets; `tell` is called for each trial.
///
/// # Errors
/// If the program cannot be imported or compiled, or `run` fails.
pub fn bisect<E: From<CompileError>>(
    source: &Source,
    options: &Options,
    mut run: impl FnMut(Version) -> Result<Option<String>, E>,
    mut tell: impl FnMut(&Trial),
) -> Result<Option<Culprit>, E> {
    let options = &Options { explain_fusion: false, ..options.clone() };
    let (reference, entry) = with_imported(source, options, "", |module| {
        let entry = entry::selected(module).map_or("main", entry::name);
        Ok((Program::of(module)?, entry.to_string()))
    })?;
    let importing = pipeline::importing(&entry, options).to_string();
    run(Version::Interpreted(Arc::new(reference)))?;
    tell(&Trial { pass: None, passes: importing.clone(), difference: None });

    let mut before = importing.clone();
    let simplify = pipeline::simplification().steps;
    for i in 0..simplify.len() {
        let (pass, further) = (simplify[i].to_string(), Pipeline { steps: simplify[..=i].to_vec() }.to_string());
        let program = with_imported(source, options, &further, Program::of)?;
        let after = format!("{importing},{further}");
        let difference = run(Version::Interpreted(Arc::new(program)))?;
        tell(&Trial { pass: Some(pass.clone()), passes: after.clone(), difference: difference.clone() });
        if let Some(difference) = difference {
            return Ok(Some(Culprit::Pass { pass, before, after, difference }));
        }
        before = after;
    }

    let lowering = pipeline::lowering(&entry, options).steps.split_off(simplify.len());
    let optional: Vec<usize> = (0..lowering.len()).filter(|&i| lowering[i].is_optional()).collect();
    let mut last: Option<String> = None;
    for kept in 0..=optional.len() {
        let left_out = &optional[kept..];
        let chosen = lowering.iter().enumerate().filter(|(i, _)| !left_out.contains(i)).map(|(_, step)| step.clone());
        let passes = format!("{before},{}", Pipeline { steps: chosen.collect() });
        let all = Options { pipeline: Some(passes.clone()), cache: None, ..options.clone() };
        let executable = match compile(source, &all) {
            Ok(executable) => executable,
            // It is needed after all, here.
            Err(CompileError::Internal { .. } | CompileError::Code(_)) if kept < optional.len() => continue,
            Err(error) => return Err(error.into()),
        };
        let difference = run(Version::Compiled(Arc::new(executable)))?;
        let pass = kept.checked_sub(1).map(|i| lowering[optional[i]].to_string());
        tell(&Trial { pass: pass.clone(), passes: passes.clone(), difference: difference.clone() });
        let Some(difference) = difference else {
            last = Some(passes);
            continue;
        };
        return Ok(Some(match (pass, last) {
            (Some(pass), Some(before)) => Culprit::Pass { pass, before, after: passes, difference },
            _ => Culprit::Needed { before, after: passes, difference },
        }));
    }
    Ok(None)
}
