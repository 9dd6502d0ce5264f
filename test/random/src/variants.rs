//! Other programs that compute the same.

use crate::case::literal;
use crate::generate::SHAPES;
use crate::model::{Node, Program, Region, Value};
use std::collections::BTreeMap;

/// How a program is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Barriers behind some of its ops keep them from being fused and folded.
    Barriers(u64),
    /// The inputs are constants, which are folded.
    Constants,
    /// Sizes of arguments and of intermediate values are open (`?`); those of the inputs resolve them.
    Open(u64),
    /// Arguments and results lie in memory in other orders, with padding.
    Layouts(u64),
}

impl Variant {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Barriers(_) => "barriers",
            Self::Constants => "constants",
            Self::Open(_) => "open sizes",
            Self::Layouts(_) => "layouts",
        }
    }

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
            Self::Open(seed) => open_sizes(&mut program, seed),
            Self::Layouts(seed) => layouts(&mut program, seed),
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

/// Ops whose results need stated sizes, or exactly the types of something else.
const STATED: [&str; 10] = [
    "func.call",
    "stablehlo.broadcast_in_dim",
    "stablehlo.case",
    "stablehlo.constant",
    "stablehlo.get_tuple_element",
    "stablehlo.if",
    "stablehlo.iota",
    "stablehlo.reshape",
    "stablehlo.rng_bit_generator",
    "stablehlo.while",
];

/// Leaves sizes open: of arguments and results outside of regions, where the op and all readers allow it.
fn open_sizes(program: &mut Program, seed: u64) {
    let main = &program.main;
    let results = main.nodes.iter().filter(|node| !STATED.contains(&node.op)).flat_map(|node| &node.results);
    let mut candidates: Vec<Value> = main.arguments.iter().chain(results).copied().collect();
    main.each_node(&mut |node| {
        if ["func.call", "stablehlo.tuple"].contains(&node.op) {
            candidates.retain(|value| !node.operands.contains(value));
        }
    });
    let mut rng = fastrand::Rng::with_seed(seed);
    for value in candidates {
        let info = &mut program.values[value];
        if info.tuple.is_empty() && rng.u8(0..3) == 0 {
            info.open = rng.u32(..) & ((1 << info.ty.shape.len()) - 1);
        }
    }
}

/// Gives arguments and results layouts. Reshapes, which are what may change one, keep them out of the program.
fn layouts(program: &mut Program, seed: u64) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut first = Vec::new();
    let mut inside = BTreeMap::new();
    for &argument in &program.main.arguments {
        if program.values[argument].tuple.is_empty() && rng.bool() {
            let plain = program.values.len();
            program.values.push(program.values[argument].clone());
            program.values[argument].layout = layout(&program.values[argument].ty.shape, &mut rng);
            inside.insert(argument, plain);
            first.push(reshape(argument, plain));
        }
    }
    program.main.replace(&|value| inside.get(&value).copied().unwrap_or(value));
    program.main.nodes.splice(0..0, first);
    for result in &mut program.main.returns {
        let mut info = program.values[*result].clone();
        if info.tuple.is_empty() && rng.bool() {
            info.layout = layout(&info.ty.shape, &mut rng);
            program.main.nodes.push(reshape(*result, program.values.len()));
            *result = program.values.len();
            program.values.push(info);
        }
    }
}

fn reshape(from: Value, to: Value) -> Node {
    Node {
        op: "stablehlo.reshape",
        operands: vec![from],
        attributes: String::new(),
        regions: Vec::new(),
        results: vec![to],
    }
}

/// Any layout of an array, as [`Info::layout`](crate::model::Info::layout) has it.
fn layout(shape: &[usize], rng: &mut fastrand::Rng) -> String {
    let mut order: Vec<usize> = (0..shape.len()).collect();
    rng.shuffle(&mut order);
    let padded: Vec<usize> = shape.iter().map(|size| size + rng.usize(0..3)).collect();
    let padding = if rng.bool() { format!(", padded_dimensions = {padded:?}") } else { String::new() };
    format!(", #xla.layout<minor_to_major = {order:?}{padding}>")
}
