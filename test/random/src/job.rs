//! Programs that are checked together: they are compiled as one, which costs little more than one of them does.

use crate::case::{Case, Part};
use crate::check::{MACHINE, SPEED};
use crate::generate::{self, Profile, Scale};
use crate::model::Program;
use crate::supervisor::Plan;
use crate::variants::Variant;
use fastrand::Rng;

/// A program of the generator.
#[derive(Clone)]
pub struct Member {
    pub profile: Profile,
    pub seed: u64,
    pub program: Program,
    pub exact: bool,
}

impl Member {
    pub fn new(profile: Profile, scale: Scale, seed: u64) -> Self {
        let (program, exact) = generate::program(profile, scale, seed);
        Self { profile, seed, program, exact }
    }

    /// The name of its file.
    pub fn name(&self) -> String {
        format!("{:?}-{}", self.profile, self.seed).to_lowercase()
    }

    /// Programs that can be checked together agree in this: whether they are exact, whether XLA takes them, and the
    /// number of replicas.
    pub fn kind(&self) -> (bool, bool, usize) {
        (self.exact, self.program.exclusions.is_empty(), self.program.replicas)
    }
}

/// Programs of one kind with their checks.
pub struct Job {
    pub members: Vec<Member>,
    /// What all of them compute.
    program: Program,
    pub exact: bool,
    /// Whether LLVM optimizes the code.
    pub optimized: bool,
    pub checks: Vec<String>,
    pub variant: Option<Variant>,
}

impl Job {
    /// The checks that `members`, of one kind, have their turn of.
    pub fn new(plan: &Plan, members: Vec<Member>, has_xla: bool) -> Self {
        let mut program = members[0].program.clone();
        members[1..].iter().for_each(|member| program.append(&member.program));
        let (exact, seed) = (members[0].exact, members[0].seed);
        if plan.is_timed() {
            return Self { members, program, exact, optimized: true, checks: vec![SPEED.to_string()], variant: None };
        }
        let mut rng = Rng::with_seed(seed ^ 0x5EED);
        let mut checks = vec!["threads".to_string()];
        let mut variant = None;
        let other = match (&plan.check, rng.u8(0..20)) {
            (Some(check), _) => check.as_str(),
            (None, 0..=2) => "unfused",
            (None, 3..=5) => "barriers",
            (None, 6..=8) => "constants",
            (None, 9) => ["x86-64-v2", "x86-64-v3", "x86-64-v4"][rng.usize(0..3)],
            (None, 10) => ["printed", "schedules", "cache"][rng.usize(0..3)],
            (None, 11) => ["open sizes", "layouts"][rng.usize(0..2)],
            (None, 12..=14) => MACHINE,
            _ => "",
        };
        match other {
            "" => {}
            "barriers" => variant = Some(Variant::Barriers(seed)),
            "open sizes" => variant = Some(Variant::Open(seed)),
            "layouts" => variant = Some(Variant::Layouts(seed)),
            // What is folded is the same everywhere.
            "constants" if program.replicas == 1 => variant = Some(Variant::Constants),
            "constants" => {}
            check => checks.push(check.to_string()),
        }
        if variant.is_some() {
            checks.push("variant".to_string());
        }
        // It is not asked for several devices.
        let takes_xla = has_xla && exact && program.replicas == 1 && program.exclusions.is_empty();
        if takes_xla && rng.f64() < plan.xla {
            checks.push("xla".to_string());
        }
        if exact && (checks.iter().all(|check| check != "xla") || rng.bool()) {
            checks.push("interpreter".to_string());
        }
        // Most of the time would be LLVM's, which has tests of its own.
        let optimized = rng.u8(0..6) == 0;
        Self { members, program, exact, optimized, checks, variant }
    }

    /// The same checks for each of the members alone.
    pub fn each(&self) -> impl Iterator<Item = Self> {
        let (exact, optimized, variant) = (self.exact, self.optimized, self.variant);
        self.members.iter().map(move |member| {
            let (members, program) = (vec![member.clone()], member.program.clone());
            Self { members, program, exact, optimized, checks: self.checks.clone(), variant }
        })
    }

    /// The member that gives a finding its name.
    pub fn first(&self) -> &Member {
        &self.members[0]
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The case of a program with some of the checks.
    pub fn case_of(&self, program: &Program, checks: &[String]) -> Case {
        Case {
            text: program.text(),
            variant: self.variant.map(|variant| variant.of(program).text()),
            inputs: program.arguments(),
            exact: self.exact,
            replicas: program.replicas,
            optimized: self.optimized,
            checks: checks.to_vec(),
            parts: Vec::new(),
        }
    }

    pub fn case(&self) -> Case {
        let part = |member: &Member| Part {
            text: member.program.text(),
            arguments: member.program.main.arguments.len(),
            results: member.program.main.returns.len(),
        };
        let parts = if self.members.len() > 1 { self.members.iter().map(part).collect() } else { Vec::new() };
        Case { parts, ..self.case_of(&self.program, &self.checks) }
    }
}
