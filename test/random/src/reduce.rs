//! Makes a program that fails smaller, as long as it fails in the same way.

use crate::case::Fill;
use crate::check::Outcome;
use crate::job::Job;
use crate::model::{Program, Region, Value};
use crate::worker::Worker;
use std::time::{Duration, Instant};

/// A program that fails, and how it is checked.
pub struct Reduction<'a> {
    pub worker: &'a mut Worker,
    /// How it is checked.
    pub job: &'a Job,
    pub checks: Vec<String>,
    /// The kind of the failure.
    pub kind: String,
    pub until: Instant,
}

/// How long a reduction may take.
pub const LIMIT: Duration = Duration::from_secs(30);

impl Reduction<'_> {
    fn fails(&mut self, program: &Program) -> bool {
        if Instant::now() > self.until || program.main.returns.is_empty() {
            return false;
        }
        // Steps may make loops endless.
        let limit = if self.kind == "hang" { Duration::from_secs(8) } else { Duration::from_secs(3) };
        let outcome = self.worker.check_within(&self.job.case_of(program, &self.checks), limit);
        matches!(outcome, Outcome::Failed(kind, _) if kind == self.kind)
    }

    /// The smallest program found that fails in the same way.
    pub fn reduced(&mut self, program: &Program) -> Program {
        let mut best = program.clone();
        // Most need no more than to be compiled.
        let checks = std::mem::take(&mut self.checks);
        if !self.fails(&best) {
            self.checks = checks;
        }
        loop {
            let before = (best.size(), best.main.returns.len(), elements(&best));
            self.drop_results(&mut best);
            self.flatten(&mut best);
            self.cut(&mut best);
            self.narrow(&mut best);
            self.bypass(&mut best);
            self.shrink(&mut best);
            if (best.size(), best.main.returns.len(), elements(&best)) >= before || Instant::now() > self.until {
                return best;
            }
        }
    }

    fn attempt(&mut self, best: &mut Program, mut candidate: Program) -> bool {
        candidate.drop_dead();
        let fails = self.fails(&candidate);
        if fails {
            *best = candidate;
        }
        fails
    }

    fn drop_results(&mut self, best: &mut Program) {
        // One result is mostly enough.
        for i in 0..best.main.returns.len() {
            let mut candidate = best.clone();
            candidate.main.returns = vec![best.main.returns[i]];
            if best.main.returns.len() > 1 && self.attempt(best, candidate) {
                return;
            }
        }
        let mut i = 0;
        while best.main.returns.len() > 1 && i < best.main.returns.len() {
            let mut candidate = best.clone();
            candidate.main.returns.remove(i);
            if !self.attempt(best, candidate) {
                i += 1;
            }
        }
    }

    /// Puts what is called or branched to into `main`.
    fn flatten(&mut self, best: &mut Program) {
        let mut at = 0;
        while at < best.main.nodes.len() {
            let count = match best.main.nodes[at].op {
                "func.call" => 1,
                "stablehlo.if" | "stablehlo.case" => best.main.nodes[at].regions.len(),
                _ => 0,
            };
            let mut done = false;
            for which in 0..count {
                let mut candidate = best.clone();
                done = inline(&mut candidate, at, which).is_some() && self.attempt(best, candidate);
                if done {
                    break;
                }
            }
            at += usize::from(!done);
        }
    }

    /// Makes results of ops arguments of `main`.
    fn cut(&mut self, best: &mut Program) {
        let mut i = best.main.nodes.len();
        while i > 0 {
            i -= 1;
            let Some(node) = best.main.nodes.get(i) else { continue };
            if node.op == "stablehlo.constant" && best.values[node.results[0]].ty.size() != Some(1) {
                continue;
            }
            if node.results.iter().any(|&result| !best.values[result].tuple.is_empty()) {
                continue;
            }
            let mut candidate = best.clone();
            let node = candidate.main.nodes.remove(i);
            for result in node.results {
                let info = &candidate.values[result];
                let fill = if self.job.exact { Fill::Exact(info.bound.min(3.0)) } else { Fill::Moderate };
                candidate.main.arguments.push(result);
                candidate.inputs.push((fill, result as u64));
            }
            self.attempt(best, candidate);
        }
    }

    /// Drops results of ops that have several.
    fn narrow(&mut self, best: &mut Program) {
        let mut wide = Vec::new();
        best.bodies().for_each(|body| {
            body.each_node(&mut |node| {
                let is_wide = node.results.len() > 1 && NARROWED.contains(&node.op);
                wide.extend(node.results.iter().filter(|_| is_wide));
            })
        });
        for result in wide {
            let mut candidate = best.clone();
            let mut used = false;
            candidate.bodies().for_each(|body| body.each_use(&mut |value| used |= value == result));
            if used {
                continue;
            }
            candidate.bodies_mut().for_each(|body| drop_result(body, result));
            self.attempt(best, candidate);
        }
    }

    /// Replaces results of ops by operands of the same type.
    fn bypass(&mut self, best: &mut Program) {
        for (result, operand) in shortcuts(best) {
            let mut candidate = best.clone();
            candidate
                .bodies_mut()
                .for_each(|body| body.replace(&|value| if value == result { operand } else { value }));
            self.attempt(best, candidate);
        }
    }

    /// Makes sizes smaller, wherever they are.
    fn shrink(&mut self, best: &mut Program) {
        let mut sizes: Vec<usize> = best.values.iter().flat_map(|info| info.ty.shape.clone()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for &size in sizes.iter().rev() {
            for smaller in [1, 2, 3, size / 2, size.saturating_sub(1)] {
                if smaller == 0 || smaller >= size {
                    continue;
                }
                let mut candidate = best.clone();
                resize(&mut candidate, size, smaller);
                if self.attempt(best, candidate) {
                    break;
                }
            }
        }
    }
}

/// Ops whose results can be dropped one by one.
const NARROWED: [&str; 4] = ["stablehlo.while", "stablehlo.if", "stablehlo.case", "stablehlo.optimization_barrier"];

/// Drops `result` of the op in `body` that has it, with what belongs to it.
fn drop_result(body: &mut Region, result: Value) {
    for node in &mut body.nodes {
        node.regions.iter_mut().for_each(|region| drop_result(region, result));
        let Some(at) = node.results.iter().position(|&value| value == result) else { continue };
        if node.results.len() < 2 {
            continue;
        }
        node.results.remove(at);
        let is_loop = node.op == "stablehlo.while";
        let operand = node.operands.get(at).copied();
        if is_loop || node.op == "stablehlo.optimization_barrier" {
            node.operands.remove(at);
        }
        for (i, region) in node.regions.iter_mut().enumerate() {
            if let (true, Some(operand)) = (is_loop, operand) {
                // Readers get what it began with.
                let argument = region.arguments.remove(at);
                region.replace(&|value| if value == argument { operand } else { value });
            }
            if !is_loop || i == 1 {
                region.returns.remove(at);
            }
        }
    }
}

fn elements(program: &Program) -> usize {
    let mut used = vec![false; program.values.len()];
    program.bodies().for_each(|body| body.each_use(&mut |value| used[value] = true));
    let of = |(info, used): (&crate::model::Info, &bool)| if *used { info.ty.size().unwrap_or(0) } else { 0 };
    program.values.iter().zip(&used).map(of).sum()
}

/// Pairs of a result and an operand of its op that has its type. What reduces or compares stays what it is.
fn shortcuts(program: &Program) -> Vec<(Value, Value)> {
    let mut all = Vec::new();
    program.bodies().for_each(|body| shortcuts_in(program, body, &mut all));
    all.reverse();
    all
}

fn shortcuts_in(program: &Program, body: &Region, all: &mut Vec<(Value, Value)>) {
    for node in &body.nodes {
        for &result in &node.results {
            let alike = |operand: &&Value| program.values[**operand].ty == program.values[result].ty;
            all.extend(node.operands.iter().filter(alike).map(|&operand| (result, operand)));
        }
        let first = match node.op {
            "stablehlo.if" | "stablehlo.case" => 0,
            // The condition stays.
            "stablehlo.while" => 1,
            _ => node.regions.len(),
        };
        node.regions[first..].iter().for_each(|region| shortcuts_in(program, region, all));
    }
}

/// Replaces node `at` of `main`, a call or a branch, by what its region `which` computes.
fn inline(program: &mut Program, at: usize, which: usize) -> Option<()> {
    let node = program.main.nodes[at].clone();
    let mut region = match node.op {
        "func.call" => program.functions.get(node.callee()?)?.clone(),
        _ => node.regions.get(which)?.clone(),
    };
    if node.op == "func.call" {
        // It may be called again.
        let mut fresh = std::collections::BTreeMap::new();
        rename(&mut region, program, &mut fresh);
        region.replace(&|value| fresh.get(&value).copied().unwrap_or(value));
        let operands = region.arguments.iter().copied().zip(node.operands.iter().copied()).collect::<Vec<_>>();
        region.replace(&|value| operands.iter().find(|(argument, _)| *argument == value).map_or(value, |(_, x)| *x));
    }
    program.main.nodes.splice(at..=at, region.nodes);
    let results: Vec<(Value, Value)> = node.results.iter().copied().zip(region.returns).collect();
    program.main.replace(&|value| results.iter().find(|(result, _)| *result == value).map_or(value, |(_, x)| *x));
    Some(())
}

/// Gives what `region` defines other numbers.
fn rename(region: &mut Region, program: &mut Program, fresh: &mut std::collections::BTreeMap<Value, Value>) {
    let mut other = |value: &mut Value| {
        let info = program.values[*value].clone();
        program.values.push(info);
        fresh.insert(*value, program.values.len() - 1);
        *value = program.values.len() - 1;
    };
    region.arguments.iter_mut().for_each(&mut other);
    region.nodes.iter_mut().flat_map(|node| &mut node.results).for_each(&mut other);
    for node in &mut region.nodes {
        node.regions.iter_mut().for_each(|region| rename(region, program, fresh));
    }
}

/// Replaces a size in all types and attributes. What is no program then is refused.
fn resize(program: &mut Program, from: usize, to: usize) {
    for info in &mut program.values {
        let types = info.tuple.iter_mut().chain([&mut info.ty]);
        types.flat_map(|ty| &mut ty.shape).filter(|size| **size == from).for_each(|size| *size = to);
    }
    for body in program.bodies_mut() {
        resize_attributes(body, from, to);
    }
}

fn resize_attributes(body: &mut Region, from: usize, to: usize) {
    for node in &mut body.nodes {
        node.regions.iter_mut().for_each(|region| resize_attributes(region, from, to));
        let is_constant = node.op == "stablehlo.constant";
        if !is_constant
            && !["slice_sizes", "limit_indices", "fft_length"].iter().any(|name| node.attributes.contains(name))
        {
            continue;
        }
        let mut out = String::new();
        let mut number = String::new();
        let tail = if is_constant { node.attributes.rfind("tensor<").unwrap_or(0) } else { 0 };
        let (head, rest) = node.attributes.split_at(tail);
        for c in rest.chars().chain(['\0']) {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            let is_type = is_constant && c != 'x';
            if number == from.to_string() && !is_type && !out.ends_with('i') && !out.ends_with('f') {
                out += &to.to_string();
            } else {
                out += &number;
            }
            number.clear();
            if c != '\0' {
                out.push(c);
            }
        }
        node.attributes = format!("{head}{out}");
    }
}
