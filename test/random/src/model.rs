//! A random program: values, nodes and regions, printed as StableHLO in generic form.

use crate::case::{Fill, Input};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use xla_runtime::TensorType;

/// An index into [`Program::values`].
pub type Value = usize;

/// What is known of a value.
#[derive(Clone, Debug)]
pub struct Info {
    pub ty: TensorType,
    /// In an exact program: the elements are integers whose magnitude is at most this.
    pub bound: f64,
    /// If not empty, the value is a tuple of these types, and `ty` has no meaning.
    pub tuple: Vec<TensorType>,
    /// Dimensions whose sizes the text leaves open (`?`), as bits.
    pub open: u32,
    /// How the array lies in memory, as the text says it behind the element type: nothing, or `, #xla.layout<…>`.
    pub layout: String,
}

impl Info {
    fn text(&self) -> String {
        if self.tuple.is_empty() {
            let size = |(i, size): (usize, &usize)| match self.open >> i & 1 {
                0 => format!("{size}x"),
                _ => "?x".to_string(),
            };
            let sizes: String = self.ty.shape.iter().enumerate().map(size).collect();
            return format!("tensor<{sizes}{}{}>", self.ty.element, self.layout);
        }
        let types: Vec<_> = self.tuple.iter().map(ToString::to_string).collect();
        format!("tuple<{}>", types.join(", "))
    }
}

/// One op.
#[derive(Clone, Debug)]
pub struct Node {
    /// The full name, such as `stablehlo.add`.
    pub op: &'static str,
    pub operands: Vec<Value>,
    /// The text between the braces.
    pub attributes: String,
    pub regions: Vec<Region>,
    pub results: Vec<Value>,
}

/// A block of ops, as an op's region or a function's body.
#[derive(Clone, Debug, Default)]
pub struct Region {
    pub arguments: Vec<Value>,
    pub nodes: Vec<Node>,
    pub returns: Vec<Value>,
}

/// A module: `main`, and the functions that are called.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub values: Vec<Info>,
    pub functions: Vec<Region>,
    pub main: Region,
    /// How the arguments of `main` are filled, in their order.
    pub inputs: Vec<(Fill, u64)>,
    /// Why XLA:CPU is not asked.
    pub exclusions: BTreeSet<&'static str>,
    pub replicas: usize,
}

impl Region {
    /// Calls `f` on every node, the nested ones included.
    pub fn each_node<'a>(&'a self, f: &mut dyn FnMut(&'a Node)) {
        for node in &self.nodes {
            f(node);
            node.regions.iter().for_each(|region| region.each_node(f));
        }
    }

    /// Calls `f` on every pair of ops of which the second reads the first, the nested regions included.
    pub fn each_pair(&self, f: &mut dyn FnMut(&'static str, &'static str)) {
        let mut makers = BTreeMap::new();
        self.each_node(&mut |node| makers.extend(node.results.iter().map(|&result| (result, node.op))));
        self.each_node(&mut |node| {
            let makers: BTreeSet<_> = node.operands.iter().filter_map(|value| makers.get(value)).collect();
            makers.into_iter().for_each(|maker| f(maker, node.op));
        });
    }

    /// Calls `f` on every value that is read, the nested regions included.
    pub fn each_use(&self, f: &mut dyn FnMut(Value)) {
        for node in &self.nodes {
            node.operands.iter().copied().for_each(&mut *f);
            node.regions.iter().for_each(|region| region.each_use(f));
        }
        self.returns.iter().copied().for_each(f);
    }

    /// Replaces uses of values by what `f` gives.
    pub fn replace(&mut self, f: &dyn Fn(Value) -> Value) {
        for node in &mut self.nodes {
            node.operands.iter_mut().for_each(|value| *value = f(*value));
            node.regions.iter_mut().for_each(|region| region.replace(f));
        }
        self.returns.iter_mut().for_each(|value| *value = f(*value));
    }

    /// Renumbers all values, and the functions that are called.
    fn shift(&mut self, values: usize, functions: usize) {
        self.arguments.iter_mut().chain(&mut self.returns).for_each(|value| *value += values);
        for node in &mut self.nodes {
            node.operands.iter_mut().chain(&mut node.results).for_each(|value| *value += values);
            if let Some(callee) = node.callee() {
                node.attributes = callee_of(callee + functions);
            }
            node.regions.iter_mut().for_each(|region| region.shift(values, functions));
        }
    }

    fn drop_dead(&mut self, used: &BTreeSet<Value>) {
        self.nodes.retain(|node| node.results.is_empty() || node.results.iter().any(|result| used.contains(result)));
        for node in &mut self.nodes {
            node.regions.iter_mut().for_each(|region| region.drop_dead(used));
        }
    }
}

/// The attribute of a call of function `number`.
pub fn callee_of(number: usize) -> String {
    format!("callee = @f{number}")
}

impl Node {
    /// The number of the function that it calls, if it is a call.
    pub fn callee(&self) -> Option<usize> {
        self.attributes.strip_prefix("callee = @f")?.parse().ok()
    }
}

impl Program {
    /// Adds what `other` computes: its arguments, ops and results come after those that there are.
    pub fn append(&mut self, other: &Self) {
        let mut other = other.clone();
        let (values, functions) = (self.values.len(), self.functions.len());
        other.bodies_mut().for_each(|body| body.shift(values, functions));
        self.values.extend(other.values);
        self.functions.extend(other.functions);
        self.main.arguments.extend(other.main.arguments);
        self.main.nodes.extend(other.main.nodes);
        self.main.returns.extend(other.main.returns);
        self.inputs.extend(other.inputs);
        self.exclusions.extend(other.exclusions);
    }

    /// The regions of all functions, `main` last.
    pub fn bodies(&self) -> impl Iterator<Item = &Region> {
        self.functions.iter().chain([&self.main])
    }

    /// The same, to be changed.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Region> {
        self.functions.iter_mut().chain([&mut self.main])
    }

    /// Number of ops, the nested ones included.
    pub fn size(&self) -> usize {
        let mut count = 0;
        self.bodies().for_each(|body| body.each_node(&mut |_| count += 1));
        count
    }

    /// Drops ops whose results nobody reads, arguments of `main` that nobody reads, and functions that nobody calls.
    pub fn drop_dead(&mut self) {
        loop {
            let before = self.size();
            let mut used = BTreeSet::new();
            self.bodies().for_each(|body| {
                body.each_use(&mut |value| {
                    used.insert(value);
                })
            });
            self.bodies_mut().for_each(|body| body.drop_dead(&used));
            if self.size() == before {
                let keep: Vec<bool> = self.main.arguments.iter().map(|value| used.contains(value)).collect();
                let mut kept = keep.iter();
                self.main.arguments.retain(|_| *kept.next().unwrap_or(&true));
                let mut kept = keep.iter();
                self.inputs.retain(|_| *kept.next().unwrap_or(&true));
                break;
            }
        }
    }

    /// How `main` is called.
    pub fn arguments(&self) -> Vec<Input> {
        let types = self.main.arguments.iter().map(|&value| self.values[value].ty.clone());
        types.zip(&self.inputs).map(|(ty, (fill, seed))| Input { ty, fill: fill.clone(), seed: *seed }).collect()
    }

    /// How often each op occurs, and each pair of a producer and a consumer.
    pub fn count(
        &self,
        ops: &mut BTreeMap<&'static str, u64>,
        pairs: &mut BTreeMap<(&'static str, &'static str), u64>,
    ) {
        for body in self.bodies() {
            body.each_node(&mut |node| *ops.entry(node.op).or_default() += 1);
            body.each_pair(&mut |maker, user| *pairs.entry((maker, user)).or_default() += 1);
        }
    }

    /// The module's text.
    pub fn text(&self) -> String {
        let mut printer = Printer { program: self, names: vec![String::new(); self.values.len()], out: String::new() };
        let attributes = match self.replicas {
            0 | 1 => String::new(),
            n => format!(" attributes {{mhlo.num_replicas = {n} : i32}}"),
        };
        let _ = writeln!(printer.out, "module{attributes} {{");
        for (i, function) in self.functions.iter().enumerate() {
            if printer.is_called(i) {
                printer.function(&format!("private @f{i}"), function);
            }
        }
        printer.function("public @main", &self.main);
        printer.out.push_str("}\n");
        printer.out
    }
}

struct Printer<'a> {
    program: &'a Program,
    names: Vec<String>,
    out: String,
}

impl Printer<'_> {
    fn is_called(&self, function: usize) -> bool {
        let mut called = false;
        self.program.bodies().for_each(|body| body.each_node(&mut |node| called |= node.callee() == Some(function)));
        called
    }

    fn types(&self, values: &[Value]) -> String {
        let types: Vec<_> = values.iter().map(|&value| self.program.values[value].text()).collect();
        types.join(", ")
    }

    fn list(&self, values: &[Value]) -> String {
        values.iter().map(|&value| self.names[value].as_str()).collect::<Vec<_>>().join(", ")
    }

    fn parameters(&mut self, values: &[Value]) -> String {
        let mut all = Vec::new();
        for &value in values {
            self.names[value] = format!("%a{value}");
            all.push(format!("%a{value}: {}", self.program.values[value].text()));
        }
        all.join(", ")
    }

    fn function(&mut self, name: &str, body: &Region) {
        let parameters = self.parameters(&body.arguments);
        let results = self.types(&body.returns);
        let _ = writeln!(self.out, "  func.func {name}({parameters}) -> ({results}) {{");
        self.nodes(body, 4);
        let colon = if body.returns.is_empty() { "" } else { " : " };
        let _ = writeln!(self.out, "    return {}{colon}{results}\n  }}", self.list(&body.returns));
    }

    fn nodes(&mut self, body: &Region, indent: usize) {
        for node in &body.nodes {
            self.node(node, indent);
        }
    }

    fn node(&mut self, node: &Node, indent: usize) {
        let space = " ".repeat(indent);
        let operands = self.list(&node.operands);
        let left = match node.results.as_slice() {
            [] => String::new(),
            [result] => {
                self.names[*result] = format!("%{result}");
                format!("%{result} = ")
            }
            [first, ..] => {
                for (i, &result) in node.results.iter().enumerate() {
                    self.names[result] = format!("%{first}#{i}");
                }
                format!("%{first}:{} = ", node.results.len())
            }
        };
        let attributes = if node.attributes.is_empty() { String::new() } else { format!(" <{{{}}}>", node.attributes) };
        let _ = write!(self.out, "{space}{left}\"{}\"({operands}){attributes}", node.op);
        for (i, region) in node.regions.iter().enumerate() {
            self.out.push_str(if i == 0 { " ({\n" } else { ", {\n" });
            let parameters = self.parameters(&region.arguments);
            if !parameters.is_empty() {
                let _ = writeln!(self.out, "{space}^bb0({parameters}):");
            }
            self.nodes(region, indent + 2);
            let (list, types) = (self.list(&region.returns), self.types(&region.returns));
            let _ = write!(self.out, "{space}  \"stablehlo.return\"({list}) : ({types}) -> ()\n{space}}}");
        }
        let close = if node.regions.is_empty() { "" } else { ")" };
        let (operands, results) = (self.types(&node.operands), self.types(&node.results));
        let results = if node.results.len() == 1 { results } else { format!("({results})") };
        let _ = writeln!(self.out, "{close} : ({operands}) -> {results}");
    }
}
