//! Where compile time goes: phases, and the passes within them.

use crate::pipeline;
use std::fmt;
use std::time::{Duration, Instant};

/// How long each step took, in order.
#[derive(Clone, Debug)]
pub struct Timing {
    start: Instant,
    last: Instant,
    phases: Vec<Phase>,
}

#[derive(Clone, Debug)]
struct Phase {
    name: &'static str,
    took: Duration,
    passes: Vec<(String, Duration)>,
}

impl Timing {
    /// Begins now.
    pub fn start() -> Self {
        let now = Instant::now();
        Self { start: now, last: now, phases: Vec::new() }
    }

    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        now - std::mem::replace(&mut self.last, now)
    }

    /// What was done since the last step is the phase `name`.
    pub fn phase(&mut self, name: &'static str) {
        let took = self.lap();
        self.phases.push(Phase { name, took, passes: Vec::new() });
    }

    /// What was done since the last step is the pass `name`. The first pass of a stage of the pipeline begins a phase.
    pub fn pass(&mut self, name: &str) {
        let took = self.lap();
        let in_passes = self.phases.last().is_some_and(|phase| !phase.passes.is_empty());
        let begun = pipeline::begun_by(name).or_else(|| (!in_passes).then_some("passes"));
        if let Some(name) = begun {
            self.phases.push(Phase { name, took: Duration::ZERO, passes: Vec::new() });
        }
        if let Some(phase) = self.phases.last_mut() {
            phase.took += took;
            phase.passes.push((name.to_string(), took));
        }
    }
}

/// A table: milliseconds, their share, phases, and the passes that take a hundredth of all or more.
impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.last - self.start;
        let share = |took: Duration| 100.0 * took.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE);
        let mut line = |took: Duration, name: &str| {
            writeln!(f, "{:>9.2} ms {:>4.0} %  {name}", 1e3 * took.as_secs_f64(), share(took))
        };
        line(all, "all")?;
        for phase in &self.phases {
            line(phase.took, phase.name)?;
            for (name, took) in phase.passes.iter().filter(|(_, took)| share(*took) >= 1.0) {
                line(*took, &format!("  {name}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_told_by_the_stage_they_are_in() {
        let mut timing = Timing::start();
        timing.phase("parse");
        for pass in ["canonicalize", "xla-legalize-to-linalg", "canonicalize", "xla-bufferize"] {
            timing.pass(pass);
        }
        timing.phase("load");
        let names: Vec<_> = timing.phases.iter().map(|phase| (phase.name, phase.passes.len())).collect();
        assert_eq!(names, [("parse", 0), ("passes", 1), ("to linalg", 2), ("to kernels", 1), ("load", 0)]);
    }
}
