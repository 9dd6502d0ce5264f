//! The checks that a program has to pass.

use crate::case::Case;
use crate::compare::{difference, masked};
use crate::oracle::{NoAnswer, Oracle};
use std::fmt;
use xla_compiler::execute::{Executable, Runtime, Target};
use xla_compiler::{CompileError, Options, Source, compile, pipeline};
use xla_runtime::Array;

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All checks passed.
    Passed,
    /// The compiler refused it as not valid.
    Invalid(String),
    /// The compiler refused it as not supported.
    Unsupported(String),
    /// XLA:CPU does not take it; the other checks passed.
    NotCompared(String),
    /// A fault: its kind, and what is to be said of it.
    Failed(String, String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, detail) = match self {
            Self::Passed => ("passed", String::new()),
            Self::Invalid(detail) => ("invalid", detail.clone()),
            Self::Unsupported(detail) => ("unsupported", detail.clone()),
            Self::NotCompared(detail) => ("not compared", detail.clone()),
            Self::Failed(kind, detail) => ("failed", format!("{kind}\t{detail}")),
        };
        write!(f, "{kind}\t{}", detail.replace('\n', " "))
    }
}

impl Outcome {
    /// Reads what was written of it.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, detail) = text.split_once('\t')?;
        let detail = detail.to_string();
        Some(match kind {
            "passed" => Self::Passed,
            "invalid" => Self::Invalid(detail),
            "unsupported" => Self::Unsupported(detail),
            "not compared" => Self::NotCompared(detail),
            "failed" => {
                let (kind, detail) = detail.split_once('\t')?;
                Self::Failed(kind.to_string(), detail.to_string())
            }
            _ => return None,
        })
    }
}

/// What checks need beside the program.
pub struct Checker {
    one: Runtime,
    two: Runtime,
    oracle: Oracle,
}

type Check = Result<(), Outcome>;

fn failed<T>(kind: &str, detail: impl Into<String>) -> Result<T, Outcome> {
    Err(Outcome::Failed(kind.to_string(), detail.into()))
}

impl Checker {
    pub fn new() -> Self {
        Self { one: Runtime::new(1), two: Runtime::new(2), oracle: Oracle::default() }
    }

    /// Compiles and runs the program, and checks what the case asks for.
    pub fn check(&mut self, case: &Case) -> Outcome {
        self.checked(case).err().unwrap_or(Outcome::Passed)
    }

    fn checked(&mut self, case: &Case) -> Check {
        let inputs: Vec<Array> = case.inputs.iter().map(|input| input.array()).collect();
        let executable = compiled(&case.text, &Options::default())?;
        let outputs = self.run(&executable, &inputs, 1)?;
        let mut not_compared = None;
        for check in &case.checks {
            match check.as_str() {
                "threads" => {
                    // The arena holds what the first run left in it.
                    let again = self.run(&executable, &inputs, 2)?;
                    agree(check, &again, &outputs, true, false)?;
                }
                "xla" => match self.oracle.run(&case.text, &inputs, &executable.signature().outputs) {
                    Ok(expected) => {
                        let expected: Vec<Array> = expected.into_iter().map(masked).collect();
                        if case.exact {
                            agree(check, &outputs, &expected, true, true)?;
                        }
                    }
                    Err(NoAnswer::Refused(reason)) => not_compared = Some(reason),
                    Err(NoAnswer::Died) => not_compared = Some("XLA:CPU ended".to_string()),
                },
                _ => self.check_other(case, check, &inputs, &outputs)?,
            }
        }
        not_compared.map_or(Ok(()), |reason| Err(Outcome::NotCompared(reason)))
    }

    /// Compares with the same program compiled in another way.
    fn check_other(&mut self, case: &Case, check: &str, inputs: &[Array], outputs: &[Array]) -> Check {
        let mut options = Options::default();
        let mut text = case.text.as_str();
        match check {
            "unfused" => {
                let lowering = pipeline::lowering("main", &options.target.instruction_sets());
                let lowering = lowering.replacen("func.func(xla-fuse-elementwise),", "", 1);
                options.pipeline = Some(format!("symbol-dce,{},{lowering}", pipeline::importing("main", "")));
            }
            "variant" => text = case.variant.as_deref().unwrap_or(text),
            target => match Target::named(target) {
                Ok(target) => options.target = target,
                Err(error) => return failed("no such check", format!("{check}: {error}")),
            },
        }
        let executable = match compiled(text, &options) {
            Err(Outcome::Failed(kind, detail)) => return failed(&format!("{kind} ({check})"), detail),
            other => other?,
        };
        let found = self.run(&executable, inputs, 1)?;
        agree(check, &found, outputs, case.exact, true)
    }

    fn run(&self, executable: &Executable, inputs: &[Array], threads: usize) -> Result<Vec<Array>, Outcome> {
        let views: Vec<_> = inputs.iter().map(Array::view).collect();
        let runtime = if threads == 1 { &self.one } else { &self.two };
        executable.run(runtime, &views).or_else(|error| failed("run", error.to_string()))
    }
}

fn compiled(text: &str, options: &Options) -> Result<Executable, Outcome> {
    compile(&Source::new("program.mlir", text), options).map_err(|error| {
        let detail = error.to_string();
        match error {
            CompileError::Invalid(_) => Outcome::Invalid(detail),
            CompileError::Unsupported(_) => Outcome::Unsupported(detail),
            CompileError::Internal { pass, .. } => Outcome::Failed(format!("internal error in {pass}"), detail),
            _ => Outcome::Failed("code".to_string(), detail),
        }
    })
}

/// Checks that two runs gave the same, where they have to.
fn agree(check: &str, actual: &[Array], expected: &[Array], compared: bool, zeros: bool) -> Check {
    if actual.len() != expected.len() {
        return failed(&format!("differs: {check}"), "another number of results");
    }
    if !compared {
        return Ok(());
    }
    for (i, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        if let Some(difference) = difference(actual, expected, zeros) {
            return failed(&format!("differs: {check}"), format!("result {i}: {difference}"));
        }
    }
    Ok(())
}
