//! Random modules that mix ops of the xla and StableHLO dialects with ops of others, and what they compute.
//!
//! A module is either plain, of ops that upstream's passes can run, so that its results are known, or wild: it has
//! unsigned types and ops of unknown dialects besides, and nobody runs it.

use super::value::{Data, Element, Type, Value, binary, reduced, reversed, transposed};
use fastrand::Rng;
use std::rc::Rc;

/// Computes what an op defines, from the values so far, by number.
type Step = Box<dyn Fn(&mut Vec<Data>)>;

/// A module.
pub struct Module {
    /// Its text. `@main` takes nothing.
    pub text: String,
    /// The results of `@main`: none of a wild module.
    pub expected: Option<Vec<(Type, Data)>>,
}

/// A function that has been written: its argument, its result, and what it computes.
#[derive(Clone)]
struct Function {
    name: String,
    argument: Value,
    result: Value,
    steps: Rc<Vec<Step>>,
}

/// Writes a module.
struct Writer {
    rng: Rng,
    text: String,
    depth: usize,
    values: usize,
    marks: usize,
    wild: bool,
    functions: Vec<Function>,
    table: Data,
    /// Whether symbols can be looked up here: not behind an unknown op, which may be a symbol table.
    symbols: bool,
}

/// The module of a seed.
pub fn module(seed: u64) -> Module {
    let rng = Rng::with_seed(seed);
    let wild = seed % 2 == 1;
    let (text, functions, table) = (String::new(), Vec::new(), Vec::new());
    let mut writer = Writer { rng, text, depth: 0, values: 0, marks: 0, wild, functions, table, symbols: true };
    writer.module()
}

const BINARY: &[(&str, &str)] =
    &[("add", "add"), ("sub", "subtract"), ("mul", "multiply"), ("max", "maximum"), ("min", "minimum")];

impl Writer {
    fn line(&mut self, text: impl AsRef<str>) {
        self.text += &"  ".repeat(self.depth);
        self.text += text.as_ref();
        self.text.push('\n');
    }

    /// An attribute by which a foreign op is found again.
    fn mark(&mut self) -> String {
        self.marks += 1;
        format!("{{test.mark = {} : i64}}", self.marks)
    }

    fn value(&mut self, ty: &Type) -> Value {
        self.values += 1;
        Value { number: self.values, ty: ty.clone() }
    }

    fn ty(&mut self) -> Type {
        let shape = (0..self.rng.usize(1..3)).map(|_| self.rng.usize(1..5)).collect();
        let elements: &[Element] =
            if self.wild { &[Element::I32, Element::F32, Element::U32] } else { &[Element::I32, Element::F32] };
        Type { shape, element: *self.rng.choice(elements).expect("there are elements") }
    }

    fn module(&mut self) -> Module {
        self.line("module @mixed attributes {test.whole = \"kept\"} {");
        self.depth = 1;
        self.table = (0..4).map(|_| self.rng.i32(-9..9).into()).collect();
        let numbers: Vec<String> = self.table.iter().map(ToString::to_string).collect();
        let mark = self.mark();
        let table = format!("dense<[{}]> {mark}", numbers.join(", "));
        self.line(format!("memref.global \"private\" constant @table : memref<4xi32> = {table}"));
        for i in 0..self.rng.usize(1..3) {
            let function = self.function(&format!("helper{i}"));
            self.functions.push(function);
        }
        if self.wild {
            self.blocks();
        }
        let (mut scope, mut steps) = (Vec::new(), Vec::new());
        let header = self.text.len();
        self.depth = 2;
        for _ in 0..2 {
            steps.push(self.constant(&mut scope));
        }
        let count = self.rng.usize(6..16);
        steps.extend(self.body(&mut scope, count, 2));
        let results: Vec<Value> = scope.iter().rev().take(3).cloned().collect();
        let types: Vec<String> = results.iter().map(|value| value.ty.text()).collect();
        self.text.insert_str(header, &format!("  func.func @main() -> ({}) {{\n", types.join(", ")));
        let names: Vec<String> = results.iter().map(Value::name).collect();
        self.line(format!("return {} : {}", names.join(", "), types.join(", ")));
        self.text += "  }\n}\n";
        let expected = (!self.wild).then(|| {
            let mut values = vec![Data::new(); self.values + 1];
            steps.iter().for_each(|step| step(&mut values));
            results.iter().map(|value| (value.ty.clone(), values[value.number].clone())).collect()
        });
        Module { text: self.text.clone(), expected }
    }

    /// A private function of one argument and one result.
    fn function(&mut self, name: &str) -> Function {
        let ty = self.ty();
        let argument = self.value(&ty);
        let header = self.text.len();
        self.depth = 2;
        let mut scope = vec![argument.clone()];
        let count = self.rng.usize(1..5);
        let steps = self.body(&mut scope, count, 1);
        let result = scope[scope.len() - 1].clone();
        let signature = format!("({}: {}) -> {}", argument.name(), ty.text(), result.ty.text());
        self.text.insert_str(header, &format!("  func.func private @{name}{signature} {{\n"));
        self.line(format!("return {} : {}", result.name(), result.ty.text()));
        self.depth = 1;
        self.line("}");
        Function { name: name.to_string(), argument, result, steps: Rc::new(steps) }
    }

    /// A function of several blocks, with arguments of types that are not ours.
    fn blocks(&mut self) {
        let ty = self.ty();
        let (a, b) = (self.value(&ty), self.value(&ty));
        let (a_name, b_name, text) = (a.name(), b.name(), ty.text());
        self.line(format!("func.func @blocks(%m: memref<?xf32>, %i: index, %c: i1, {a_name}: {text}) -> {text} {{"));
        self.depth = 2;
        let sum = self.same(&a, "add", &[&a, &a]);
        let mark = self.mark();
        self.line(format!("cf.cond_br %c, ^bb1({sum} : {text}), ^bb2 {mark}"));
        self.line(format!("^bb1({b_name}: {text}):"));
        let product = self.same(&b, "mul", &[&b, &a]);
        self.line(format!("\"foreign.use\"(%m, %i, {product}) : (memref<?xf32>, index, {text}) -> ()"));
        self.line("cf.br ^bb2");
        self.line("^bb2:");
        self.line(format!("return {sum} : {text}"));
        self.depth = 1;
        self.line("}");
    }

    /// Writes an op of ours whose operands and result have the type of `like`, without computing it.
    fn same(&mut self, like: &Value, op: &str, operands: &[&Value]) -> String {
        let result = self.value(&like.ty).name();
        let names: Vec<String> = operands.iter().map(|value| value.name()).collect();
        self.line(format!("{result} = xla.{op} {} : {}", names.join(", "), like.ty.text()));
        result
    }

    /// `count` ops, some of which have regions.
    fn body(&mut self, scope: &mut Vec<Value>, count: usize, nesting: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for _ in 0..count {
            let step = match self.rng.usize(0..12) {
                0..6 => self.ours(scope),
                6 if nesting > 0 => self.while_loop(scope, nesting - 1),
                7 if nesting > 0 => self.scf_for(scope, nesting - 1),
                8 if nesting > 0 => self.scf_if(scope, nesting - 1),
                9 if self.wild && nesting > 0 => self.unknown(scope, nesting - 1),
                10 => self.call(scope),
                _ => self.foreign(scope),
            };
            steps.push(step);
        }
        steps
    }

    fn pick(&mut self, scope: &[Value]) -> Value {
        scope[self.rng.usize(0..scope.len())].clone()
    }

    /// A value of the type of `like`.
    fn pick_like(&mut self, scope: &[Value], like: &Value) -> Value {
        let fit: Vec<Value> = scope.iter().filter(|value| value.ty == like.ty).cloned().collect();
        self.pick(&fit)
    }

    fn constant(&mut self, scope: &mut Vec<Value>) -> Step {
        let ty = self.ty();
        let low = if ty.element == Element::U32 { 0 } else { -4 };
        let data: Data = (0..ty.size()).map(|_| self.rng.i32(low..5).into()).collect();
        let result = self.value(&ty);
        let dialect = self.rng.choice(["xla", "stablehlo"]).unwrap_or("xla");
        self.line(format!("{} = {dialect}.constant dense<{}> : {}", result.name(), ty.literal(&data), ty.text()));
        let number = result.number;
        scope.push(result);
        Box::new(move |values| values[number] = data.clone())
    }

    /// An op of the xla or the StableHLO dialect.
    fn ours(&mut self, scope: &mut Vec<Value>) -> Step {
        let stablehlo = self.rng.bool();
        let dialect = if stablehlo { "stablehlo" } else { "xla" };
        let a = self.pick(scope);
        let (name, text) = (a.name(), a.ty.text());
        let step: Step;
        let result;
        match self.rng.usize(0..8) {
            0 => return self.constant(scope),
            1 => {
                result = self.value(&a.ty.transposed());
                let order: Vec<String> = (0..a.ty.shape.len()).rev().map(|d| d.to_string()).collect();
                let (order, to) = (order.join(", "), result.ty.text());
                self.line(format!(
                    "{} = {dialect}.transpose {name}, dims = [{order}] : ({text}) -> {to}",
                    result.name()
                ));
                let (from, to, shape) = (a.number, result.number, a.ty.shape);
                step = Box::new(move |values| values[to] = transposed(&values[from], &shape));
            }
            2 => {
                result = self.value(&a.ty);
                let op = if stablehlo { "reverse" } else { "rev" };
                self.line(format!("{} = {dialect}.{op} {name}, dims = [0] : {text}", result.name()));
                let (from, to, rows) = (a.number, result.number, a.ty.shape[0]);
                step = Box::new(move |values| values[to] = reversed(&values[from], rows));
            }
            3 if a.ty.shape.len() == 1 => {
                let rows = self.rng.usize(1..4);
                result = self.value(&Type { shape: vec![rows, a.ty.shape[0]], element: a.ty.element });
                let to = result.ty.text();
                self.line(format!(
                    "{} = {dialect}.broadcast_in_dim {name}, dims = [1] : ({text}) -> {to}",
                    result.name()
                ));
                let (from, to) = (a.number, result.number);
                step = Box::new(move |values| values[to] = values[from].repeat(rows));
            }
            4 if a.ty.shape.len() == 2 && a.ty.element != Element::F32 => {
                result = self.value(&Type { shape: vec![a.ty.shape[1]], element: a.ty.element });
                let zero = self.value(&Type { shape: vec![], element: a.ty.element });
                let scalar = zero.ty.text();
                self.line(format!("{} = {dialect}.constant dense<0> : {scalar}", zero.name()));
                let (op, to) = (format!("{dialect}.add"), result.ty.text());
                self.line(format!(
                    "{} = {dialect}.reduce({name} init: {}) applies {op} across dimensions = [0] : ({text}, {scalar}) -> {to}",
                    result.name(),
                    zero.name()
                ));
                let (from, to, columns) = (a.number, result.number, a.ty.shape[1]);
                step = Box::new(move |values| values[to] = reduced(&values[from], columns));
            }
            5 => {
                let b = self.pick_like(scope, &a);
                result = self.value(&a.ty);
                let (less, truth) = (format!("%p{}", result.number), a.ty.truth());
                let both = format!("{name}, {}", b.name());
                if stablehlo {
                    self.line(format!("{less} = stablehlo.compare LT, {both} : ({text}, {text}) -> {truth}"));
                    self.line(format!("{} = stablehlo.select {less}, {both} : {truth}, {text}", result.name()));
                } else {
                    self.line(format!("{less} = xla.lt {both} : ({text}, {text}) -> {truth}"));
                    self.line(format!(
                        "{} = xla.select {less}, {both} : ({truth}, {text}, {text}) -> {text}",
                        result.name()
                    ));
                }
                let (a, b, to) = (a.number, b.number, result.number);
                step = Box::new(move |values| {
                    let each = values[a].iter().zip(&values[b]);
                    values[to] = each.map(|(a, b)| if a < b { *a } else { *b }).collect();
                });
            }
            _ => {
                let b = self.pick_like(scope, &a);
                let (xla, hlo) = BINARY[self.rng.usize(0..BINARY.len())];
                result = self.value(&a.ty);
                let op = if stablehlo { hlo } else { xla };
                self.line(format!("{} = {dialect}.{op} {name}, {} : {text}", result.name(), b.name()));
                step = elementwise(xla, &a, &b, &result);
            }
        }
        scope.push(result);
        step
    }

    /// A loop of ours, whose body has foreign ops, too.
    fn while_loop(&mut self, scope: &mut Vec<Value>, nesting: usize) -> Step {
        let dialect = self.rng.choice(["xla", "stablehlo"]).unwrap_or("xla");
        let init = self.pick(scope);
        let (state, result, ty) = (self.value(&init.ty), self.value(&init.ty), init.ty.text());
        let (turns, id) = (self.rng.usize(0..4), result.number);
        let compare = if dialect == "xla" { "xla.lt" } else { "stablehlo.compare LT," };
        let i = "tensor<i32>";
        self.line(format!("%zero{id} = {dialect}.constant dense<0> : {i}"));
        self.line(format!(
            "%w{id}:2 = {dialect}.while(%i{id} = %zero{id}, {} = {}) : {i}, {ty}",
            state.name(),
            init.name()
        ));
        self.line("cond {");
        self.line(format!("  %n{id} = {dialect}.constant dense<{turns}> : {i}"));
        self.line(format!("  %c{id} = {compare} %i{id}, %n{id} : ({i}, {i}) -> tensor<i1>"));
        self.line(format!("  {dialect}.return %c{id} : tensor<i1>"));
        self.line("} do {");
        self.depth += 1;
        let mut inner = scope.clone();
        inner.push(state.clone());
        let steps = self.body(&mut inner, 2, nesting);
        let last = self.pick_like(&inner, &state);
        self.line(format!("%one{id} = {dialect}.constant dense<1> : {i}"));
        self.line(format!("%next{id} = {dialect}.add %i{id}, %one{id} : {i}"));
        self.line(format!("{dialect}.return %next{id}, {} : {i}, {ty}", last.name()));
        self.depth -= 1;
        self.line("}");
        let mark = self.mark();
        self.line(format!("{} = tensor.cast %w{id}#1 {mark} : {ty} to {ty}", result.name()));
        repeated(scope, steps, [init, state, last, result], turns)
    }

    fn scf_for(&mut self, scope: &mut Vec<Value>, nesting: usize) -> Step {
        let init = self.pick(scope);
        let (state, result, ty) = (self.value(&init.ty), self.value(&init.ty), init.ty.text());
        let (turns, id) = (self.rng.usize(0..4), result.number);
        for (name, number) in [("lb", 0), ("ub", turns), ("step", 1)] {
            let mark = self.mark();
            self.line(format!("%{name}{id} = arith.constant {mark} {number} : index"));
        }
        let carried = format!("{} = {}", state.name(), init.name());
        self.line(format!(
            "{} = scf.for %i{id} = %lb{id} to %ub{id} step %step{id} iter_args({carried}) -> ({ty}) {{",
            result.name()
        ));
        self.depth += 1;
        let mut inner = scope.clone();
        inner.push(state.clone());
        let steps = self.body(&mut inner, 2, nesting);
        let last = self.pick_like(&inner, &state);
        self.line(format!("scf.yield {} : {ty}", last.name()));
        self.depth -= 1;
        let mark = self.mark();
        self.line(format!("}} {mark}"));
        repeated(scope, steps, [init, state, last, result], turns)
    }

    fn scf_if(&mut self, scope: &mut Vec<Value>, nesting: usize) -> Step {
        let a = self.pick(scope);
        let (result, ty) = (self.value(&a.ty), a.ty.text());
        let (id, truth) = (result.number, a.ty.truth());
        let indices = self.index(id, a.ty.shape.len());
        self.line(format!("%less{id} = xla.lt {}, {} : ({ty}, {ty}) -> {truth}", a.name(), a.name()));
        let mark = self.mark();
        self.line(format!("%if{id} = tensor.extract %less{id}[{indices}] {mark} : {truth}"));
        self.line(format!("{} = scf.if %if{id} -> ({ty}) {{", result.name()));
        let mut branches = Vec::new();
        for branch in 0..2 {
            self.depth += 1;
            let mut inner = scope.clone();
            let steps = self.body(&mut inner, 2, nesting);
            let last = self.pick_like(&inner, &a);
            self.line(format!("scf.yield {} : {ty}", last.name()));
            self.depth -= 1;
            branches.push((steps, last.number));
            if branch == 0 {
                self.line("} else {");
            }
        }
        let mark = self.mark();
        self.line(format!("}} {mark}"));
        scope.push(result);
        // Nothing is less than itself.
        let (steps, last) = branches.pop().expect("there are two branches");
        Box::new(move |values| {
            steps.iter().for_each(|step| step(values));
            values[id] = values[last].clone();
        })
    }

    /// Zeros, as many as an array of this rank has indices.
    fn index(&mut self, id: usize, rank: usize) -> String {
        let mark = self.mark();
        self.line(format!("%z{id} = arith.constant {mark} 0 : index"));
        vec![format!("%z{id}"); rank].join(", ")
    }

    fn call(&mut self, scope: &mut Vec<Value>) -> Step {
        let callee = match self.functions.is_empty() {
            true => None,
            false => Some(self.functions[self.rng.usize(0..self.functions.len())].clone()),
        };
        let fits = |callee: &Function| scope.iter().any(|value| value.ty == callee.argument.ty);
        let Some(callee) = callee.filter(|callee| self.symbols && fits(callee)) else { return self.foreign(scope) };
        let argument = self.pick_like(scope, &callee.argument);
        let result = self.value(&callee.result.ty);
        let mark = self.mark();
        let types = format!("({}) -> {}", argument.ty.text(), result.ty.text());
        self.line(format!("{} = func.call @{}({}) {mark} : {types}", result.name(), callee.name, argument.name()));
        let (from, to) = (argument.number, result.number);
        scope.push(result);
        Box::new(move |values| {
            values[callee.argument.number] = values[from].clone();
            callee.steps.iter().for_each(|step| step(values));
            values[to] = values[callee.result.number].clone();
        })
    }

    /// An op of a dialect that upstream runs.
    fn foreign(&mut self, scope: &mut Vec<Value>) -> Step {
        let a = self.pick(scope);
        if a.ty.element == Element::U32 || self.rng.usize(0..4) == 0 {
            return self.global(scope);
        }
        let b = self.pick_like(scope, &a);
        let (result, ty) = (self.value(&a.ty), a.ty.text());
        let (id, element) = (result.number, a.ty.element.name());
        let (op, meaning) = match (a.ty.element, self.rng.bool()) {
            (Element::F32, true) => ("arith.addf", "add"),
            (Element::F32, false) => ("arith.mulf", "mul"),
            (_, true) => ("arith.addi", "add"),
            (_, false) => ("arith.subi", "sub"),
        };
        let mark = self.mark();
        let step = elementwise(meaning, &a, &b, &result);
        match self.rng.usize(0..3) {
            0 => self.line(format!("{} = {op} {}, {} {mark} : {ty}", result.name(), a.name(), b.name())),
            1 => {
                let dims: Vec<String> = (0..a.ty.shape.len()).map(|d| format!("d{d}")).collect();
                let map = format!("affine_map<({0}) -> ({0})>", dims.join(", "));
                let loops = vec!["\"parallel\""; dims.len()].join(", ");
                let empty = self.mark();
                self.line(format!("%e{id} = tensor.empty() {empty} : {ty}"));
                let maps = format!("indexing_maps = [{map}, {map}, {map}], iterator_types = [{loops}]");
                let ins = format!("ins({}, {} : {ty}, {ty})", a.name(), b.name());
                self.line(format!(
                    "{} = linalg.generic {{{maps}}} {ins} outs(%e{id} : {ty}) attrs = {mark} {{",
                    result.name()
                ));
                self.line(format!("^bb0(%x{id}: {element}, %y{id}: {element}, %o{id}: {element}):"));
                self.line(format!("  %s{id} = {op} %x{id}, %y{id} : {element}"));
                self.line(format!("  linalg.yield %s{id} : {element}"));
                self.line(format!("}} -> {ty}"));
            }
            _ => {
                let indices = self.index(id, a.ty.shape.len());
                let marks = [self.mark(), self.mark()];
                self.line(format!("%x{id} = tensor.extract {}[{indices}] {} : {ty}", a.name(), marks[0]));
                self.line(format!("%y{id} = {op} %x{id}, %x{id} {} : {element}", marks[1]));
                self.line(format!(
                    "{} = tensor.insert %y{id} into {}[{indices}] {mark} : {ty}",
                    result.name(),
                    b.name()
                ));
                let (a, b, element) = (a.number, b.number, a.ty.element);
                scope.push(result);
                return Box::new(move |values| {
                    let x = values[a][0];
                    values[id] = values[b].clone();
                    values[id][0] = binary(meaning, element, x, x);
                });
            }
        }
        scope.push(result);
        step
    }

    /// The module's global.
    fn global(&mut self, scope: &mut Vec<Value>) -> Step {
        if !self.symbols {
            return self.constant(scope);
        }
        let result = self.value(&Type { shape: vec![4], element: Element::I32 });
        let id = result.number;
        let marks = [self.mark(), self.mark()];
        self.line(format!("%g{id} = memref.get_global @table : memref<4xi32> {}", marks[0]));
        let ty = "memref<4xi32> to tensor<4xi32>";
        self.line(format!("{} = bufferization.to_tensor %g{id} restrict {} : {ty}", result.name(), marks[1]));
        let table = self.table.clone();
        scope.push(result);
        Box::new(move |values| values[id] = table.clone())
    }

    /// An op of a dialect that nobody knows.
    fn unknown(&mut self, scope: &mut Vec<Value>, nesting: usize) -> Step {
        let a = self.pick(scope);
        let result_type = self.ty();
        let (state, result) = (self.value(&a.ty), self.value(&result_type));
        let (from, to) = (a.ty.text(), result_type.text());
        let mark = self.mark();
        match self.rng.usize(0..3) {
            0 => self.line(format!("{} = \"foreign.op\"({}) {mark} : ({from}) -> {to}", result.name(), a.name())),
            1 if a.ty.element != Element::U32 => {
                let sum = self.value(&a.ty);
                self.line(format!(
                    "{} = tosa.add {}, {} {mark} : ({from}, {from}) -> {from}",
                    sum.name(),
                    a.name(),
                    a.name()
                ));
                scope.push(sum);
                return Box::new(|_| {});
            }
            _ => {
                self.line(format!("{} = \"foreign.region\"({}) ({{", result.name(), a.name()));
                self.line(format!("^bb0({}: {from}):", state.name()));
                self.depth += 1;
                let mut inner = scope.clone();
                inner.push(state);
                let symbols = std::mem::take(&mut self.symbols);
                self.body(&mut inner, 3, nesting);
                self.symbols = symbols;
                let last = self.pick(&inner);
                let end = self.mark();
                self.line(format!("\"foreign.yield\"({}) {end} : ({}) -> ()", last.name(), last.ty.text()));
                self.depth -= 1;
                self.line(format!("}}) {mark} : ({from}) -> {to}"));
            }
        }
        scope.push(result);
        Box::new(|_| {})
    }
}

fn elementwise(op: &'static str, a: &Value, b: &Value, result: &Value) -> Step {
    let (a, b, to, element) = (a.number, b.number, result.number, result.ty.element);
    Box::new(move |values| {
        let each = values[a].iter().zip(&values[b]);
        values[to] = each.map(|(a, b)| binary(op, element, *a, *b)).collect();
    })
}

/// A loop of `turns`: its initial value, its argument, what the body gives, and the result.
fn repeated(scope: &mut Vec<Value>, steps: Vec<Step>, values: [Value; 4], turns: usize) -> Step {
    let [init, state, last, result] = values.map(|value| {
        let number = value.number;
        (value, number)
    });
    scope.push(result.0);
    Box::new(move |values| {
        values[state.1] = values[init.1].clone();
        for _ in 0..turns {
            steps.iter().for_each(|step| step(values));
            values[state.1] = values[last.1].clone();
        }
        values[result.1] = values[state.1].clone();
    })
}
