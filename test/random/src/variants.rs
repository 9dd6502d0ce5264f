//! Other programs that compute the same.

use crate::case::literal;
use crate::generate::SHAPES;
use crate::model::{Node, Program, Region, Value};

/// How a program is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Barriers behind some of its ops keep them from being fused and folded.
    Barriers(u64),
    /// The inputs are constants, which are folded.
    Constants,
}

impl Variant {
    /// The changed program.
    pub fn of(self, program: &Program) -> Program {
        let mut program = program.clone();
        match self {
            Self::Barriers(seed) => {
                let mut bodies: Vec<Region> = std::mem::take(&mut program.functions);
                bodies.push(std::mem::take(&mut program.main));
                bodies.iter_mut().for_each(|body| barriers(&mut program, body, seed));
                program.main = bodies.pop().unwrap_or_default();
                program.functions = bodies;
            }
            Self::Constants => constants(&mut program),
        }
        program
    }
}

fn barriers(program: &mut Program, body: &mut Region, seed: u64) {
    let mut i = 0;
    while i < body.nodes.len() {
        // What reduces or compares scalars stays as it is.
        if matches!(body.nodes[i].op, "stablehlo.while" | "stablehlo.if" | "stablehlo.case") {
            let mut regions = std::mem::take(&mut body.nodes[i].regions);
            let first = usize::from(body.nodes[i].op == "stablehlo.while");
            regions[first..].iter_mut().for_each(|region| barriers(program, region, seed));
            body.nodes[i].regions = regions;
        }
        let results = body.nodes[i].results.clone();
        // Shapes have to stay known.
        let is_shape = body.nodes[i].op == "stablehlo.constant" && program.exclusions.contains(SHAPES);
        let chosen = !is_shape
            && results
                .first()
                .is_some_and(|&value| (value as u64 ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 == 0);
        i += 1;
        if !chosen {
            continue;
        }
        let behind: Vec<Value> = results
            .iter()
            .map(|&value| program.values.len() + results.iter().position(|&r| r == value).unwrap_or(0))
            .collect();
        for &value in &results {
            program.values.push(program.values[value].clone());
        }
        let instead = |value: Value| results.iter().position(|&result| result == value).map_or(value, |at| behind[at]);
        let mut rest = Region {
            arguments: Vec::new(),
            nodes: body.nodes.split_off(i),
            returns: std::mem::take(&mut body.returns),
        };
        rest.replace(&instead);
        body.nodes.push(Node {
            op: "stablehlo.optimization_barrier",
            operands: results.clone(),
            attributes: String::new(),
            regions: Vec::new(),
            results: behind.clone(),
        });
        body.nodes.extend(rest.nodes);
        body.returns = rest.returns;
        i += 1;
    }
}

fn constants(program: &mut Program) {
    let mut nodes = Vec::new();
    let mut values = Vec::new();
    for (input, &argument) in program.arguments().iter().zip(&program.main.arguments) {
        values.push((argument, program.values.len()));
        nodes.push(Node {
            op: "stablehlo.constant",
            operands: Vec::new(),
            attributes: format!("value = dense<{}> : {}", literal(&input.array()), input.ty),
            regions: Vec::new(),
            results: vec![program.values.len()],
        });
        program.values.push(program.values[argument].clone());
    }
    let instead =
        |value: Value| values.iter().find(|(argument, _)| *argument == value).map_or(value, |(_, constant)| *constant);
    program.main.replace(&instead);
    program.main.nodes.splice(0..0, nodes);
}
