//! Makes random programs backwards: an op is asked for a value of a type, decides what its operands have to be, and
//! other ops are asked for those. So every op that gives a type can stand before every op that takes it.

mod collectives;
mod control;
mod dynamic;
mod elementwise;
mod indexing;
mod linear;
pub mod ops;
mod reductions;
mod shape;
#[cfg(test)]
mod tests;
mod windows;

use crate::case::{Fill, array, exact_limit, largest, literal, range};
use crate::model::{Info, Node, Program, Region, Value};
use fastrand::Rng;
use ops::{Family, OPS, Op};
use xla_runtime::TensorType;
use xla_scalar::Element;

/// Which programs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Profile {
    /// All ops and element types.
    Mixed,
    /// Ops that compute element by element.
    Elementwise,
    /// Ops that move elements.
    Shape,
    /// Products, convolutions, factorizations, transforms.
    Linear,
    /// Windows that move over an array.
    Windows,
    /// Slices, gathers and scatters by computed indices.
    Indexing,
    /// Loops, branches, calls.
    Control,
    /// Reductions, sorts.
    Reductions,
    /// Element types of 16 bits and less.
    Narrow,
    /// All ops whose results do not depend on the order of evaluation, on small integers.
    Exact,
    /// Shapes that are operands.
    Dynamic,
    /// Several replicas.
    Replicas,
}

/// How large values are.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    sizes: &'static [usize],
    /// Elements of one value at most; of some, twice as many.
    most_elements: usize,
}

impl Scale {
    /// Corner cases of vectors, quickly computed.
    pub const SMALL: Self = Self {
        sizes: &[0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 129, 257],
        most_elements: 3000,
    };
    /// What takes long enough to be timed.
    pub const LARGE: Self = Self {
        sizes: &[1, 2, 3, 4, 7, 8, 12, 16, 24, 32, 48, 64, 65, 96, 100, 128, 160, 200, 256, 300, 512, 1000, 1024, 3000],
        most_elements: 300_000,
    };
}

const ELEMENTS: [(Element, u32, u32); 25] = [
    // Weights: in general, and in the profile of narrow types.
    (Element::F32, 24, 6),
    (Element::F64, 8, 1),
    (Element::BF16, 8, 16),
    (Element::F16, 8, 16),
    (Element::Pred, 8, 6),
    (Element::S32, 14, 3),
    (Element::S8, 5, 8),
    (Element::U8, 5, 8),
    (Element::S16, 3, 5),
    (Element::U16, 3, 5),
    (Element::U32, 5, 1),
    (Element::S64, 5, 1),
    (Element::U64, 4, 1),
    (Element::C64, 4, 1),
    (Element::C128, 2, 1),
    (Element::S4, 2, 4),
    (Element::U4, 1, 3),
    (Element::S2, 1, 2),
    (Element::U2, 1, 2),
    (Element::F8E4M3FN, 1, 4),
    (Element::F8E5M2, 1, 4),
    (Element::F8E4M3B11FNUZ, 1, 1),
    (Element::F8E4M3FNUZ, 1, 1),
    (Element::F8E5M2FNUZ, 1, 1),
    (Element::F8E3M4, 1, 1),
];

/// Why XLA is not asked about programs with ops of [`Profile::Dynamic`].
pub const SHAPES: &str = "ops that take shapes as operands";

pub const ONE_ELEMENT: &str = "reduction of one element whose initial value is not neutral";
pub const PADDED_WINDOWS: &str = "reduce_window whose initial value is not neutral";
pub const PARTS_OF_WINDOWS: &str = "scatter windows that are partly outside";
pub const FROM_THE_END: &str = "sort along a dimension that is counted from the end";

/// Where XLA:CPU leaves initial values or windows out, or does not sort, so that its time is that of less work.
pub const LESS_WORK: [&str; 4] = [ONE_ELEMENT, PADDED_WINDOWS, PARTS_OF_WINDOWS, FROM_THE_END];

/// What a region under construction has.
#[derive(Clone, Default)]
struct Frame {
    /// Arguments and what is returned come when it is closed.
    body: Region,
    scope: Vec<Value>,
    /// Whether values outside of the region can be read.
    sees_outer: bool,
    /// Whether all is scalars, and only elementwise ops may be made.
    is_scalar: bool,
    /// Whether new arguments may be made: the region is `main`, or sees into it.
    is_main: bool,
}

/// A program under construction.
pub struct Generator {
    pub rng: Rng,
    pub program: Program,
    pub exact: bool,
    profile: Profile,
    scale: Scale,
    frames: Vec<Frame>,
    sizes: Vec<usize>,
    /// Ops that may still be made.
    left: i32,
    depth: u32,
    /// The op that has to make the next operand, if it can.
    forced: Option<&'static Op>,
}

/// The program of `seed`.
pub fn program(profile: Profile, scale: Scale, seed: u64) -> (Program, bool) {
    let mut rng = Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ ((profile as u64) << 56));
    let exact = match profile {
        Profile::Exact => true,
        Profile::Elementwise | Profile::Linear => rng.u8(0..4) == 0,
        _ => rng.u8(0..3) > 0,
    };
    let sizes = (0..rng.usize(2..5)).map(|_| scale.sizes[rng.usize(0..scale.sizes.len())]).collect();
    // What small programs find is found sooner.
    let left = match rng.u8(0..10) {
        0..=5 => rng.i32(3..10),
        6..=8 => rng.i32(6..20),
        _ => rng.i32(20..40),
    };
    let replicas = if profile == Profile::Replicas { rng.usize(2..=4) } else { 1 };
    let frame = Frame { is_main: true, ..Frame::default() };
    let mut generator = Generator {
        rng,
        program: Program { replicas, ..Program::default() },
        exact,
        profile,
        scale,
        frames: vec![frame],
        sizes,
        left,
        depth: 0,
        forced: None,
    };
    generator.fill(seed);
    (generator.program, exact)
}

/// The pairs that the seed of a program holds at most.
pub const PAIRS: usize = 4;

/// An op, and one that reads its result, as positions in [`OPS`].
pub type Pair = (usize, usize);

/// A seed of programs that begin with up to [`PAIRS`] pairs. The pairs are its digits, the first one the lowest; those that are not
/// given follow from the first. `n` is the highest digit.
pub fn seed_of_pairs(pairs: &[Pair], n: u64) -> u64 {
    let count = OPS.len() as u64;
    let digit = |&(maker, user): &Pair| maker as u64 * count + user as u64;
    let most = u64::MAX / (count * count).pow(pairs.len() as u32);
    pairs.iter().rev().fold(n % most, |seed, pair| seed * count * count + digit(pair))
}

/// The `n`th of the profiles that can have such a program.
pub fn profile_of_pairs(pairs: &[Pair], n: u64) -> Profile {
    let ops = || pairs.iter().flat_map(|&(maker, user)| [&OPS[maker], &OPS[user]]);
    if ops().any(|op| op.family == Family::Replicas) {
        return Profile::Replicas;
    }
    // Few programs of these are exact.
    if ops().any(|op| op.is_inexact_on(Element::F32)) {
        return [Profile::Elementwise, Profile::Linear][n as usize % 2];
    }
    [Profile::Mixed, Profile::Linear, Profile::Shape][n as usize % 3]
}

impl Generator {
    fn fill(&mut self, seed: u64) {
        // Each pair of ops has its own seeds, so that no pair is left to chance alone.
        let count = OPS.len() as u64;
        let (mut pair, mut others) = (seed % (count * count), seed / (count * count));
        let (mut rounds, mut pair_is_free) = (0, false);
        while rounds < 60 {
            // Pairs that the seed names have to be, whatever is left.
            if self.left <= 0 && pair_is_free {
                break;
            }
            rounds += 1;
            if rounds <= 6 {
                self.make_pair(&OPS[(pair / count) as usize], &OPS[(pair % count) as usize]);
            } else {
                let op = self.pick_op();
                self.make_of_any_type(op, None, 12, |_| true);
            }
            pair_is_free = others == 0;
            pair = if pair_is_free { pair.wrapping_add(count * 37 + 11) } else { others } % (count * count);
            others /= count * count;
        }
        let mut used = vec![false; self.program.values.len()];
        let Frame { body, scope, .. } = self.frames.pop().unwrap_or_default();
        let mut main = Region { nodes: body.nodes, ..std::mem::take(&mut self.program.main) };
        main.each_use(&mut |value| used[value] = true);
        let made: Vec<Value> = scope.into_iter().filter(|value| !main.arguments.contains(value)).collect();
        main.returns = made.iter().copied().filter(|&value| !used[value] || self.rng.u8(0..12) == 0).collect();
        if let (true, Some(&last)) = (main.returns.is_empty(), made.last()) {
            main.returns.push(last);
        }
        self.program.main = main;
        self.program.drop_dead();
    }

    /// Makes a value of `user` that reads one of `maker`, if it finds how.
    fn make_pair(&mut self, maker: &'static Op, user: &'static Op) {
        let is_there = |generator: &Self| {
            let mut found = false;
            generator.frames[0].body.each_pair(&mut |from, to| found |= (from, to) == (maker.name, user.name));
            found
        };
        self.make_of_any_type(user, Some(maker), 40, is_there);
    }

    /// Makes a value of `op`, of a random type, which reads one of `maker`. What is not `enough` is undone and tried again.
    fn make_of_any_type(
        &mut self,
        op: &'static Op,
        maker: Option<&'static Op>,
        attempts: usize,
        enough: impl Fn(&Self) -> bool,
    ) {
        for attempt in 1..=attempts {
            // Most operands have the type of the result.
            let maker_of_it = maker.filter(|_| !attempt.is_multiple_of(2));
            let Some(ty) = self.type_of(&[Some(op), maker_of_it]) else { continue };
            let before = (self.program.clone(), self.frames.clone(), self.left);
            self.forced = maker;
            let is_made = self.make(op, &ty).is_some();
            self.forced = None;
            if is_made && (attempt == attempts || enough(self)) {
                break;
            }
            (self.program, self.frames, self.left) = before;
        }
    }

    fn can(&self, op: &Op, ty: &TensorType) -> bool {
        let allowed = match op.family {
            _ if self.frame().is_scalar => op.is_elementwise(),
            // All replicas come to the body of main.
            Family::Replicas => self.program.replicas > 1 && self.frames.len() == 1,
            _ => true,
        };
        allowed && (op.can)(ty) && !(self.exact && op.is_inexact_on(ty.element))
    }

    fn pick_op(&mut self) -> &'static Op {
        let weight = |op: &Op| op.weight(self.profile);
        let total: u32 = OPS.iter().map(weight).sum();
        let mut at = self.rng.u32(0..total.max(1));
        OPS.iter()
            .find(|op| {
                let found = at < weight(op);
                at = at.saturating_sub(weight(op));
                found
            })
            .unwrap_or(&OPS[0])
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("the body of main is open")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the body of main is open")
    }

    // ------------------------------------------------------------ choices

    pub fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(0..100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.rng.usize(0..from.len())]
    }

    /// A size of the program's few.
    pub fn size(&mut self) -> usize {
        self.sizes[self.rng.usize(0..self.sizes.len())]
    }

    /// A random permutation of 0 to n - 1.
    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.rng.shuffle(&mut order);
        order
    }

    /// `count` of 0 to n - 1, ascending.
    pub fn subset(&mut self, n: usize, count: usize) -> Vec<usize> {
        let mut chosen: Vec<usize> = self.order(n).into_iter().take(count).collect();
        chosen.sort_unstable();
        chosen
    }

    pub fn element(&mut self) -> Element {
        let narrow = self.profile == Profile::Narrow;
        let weight = |row: &(Element, u32, u32)| if narrow { row.2 } else { row.1 };
        let total: u32 = ELEMENTS.iter().map(weight).sum();
        let mut at = self.rng.u32(0..total);
        for row in &ELEMENTS {
            if at < weight(row) {
                return row.0;
            }
            at -= weight(row);
        }
        Element::F32
    }

    /// An element type that `f` holds for.
    pub fn element_where(&mut self, f: impl Fn(Element) -> bool) -> Element {
        loop {
            let element = self.element();
            if f(element) {
                return element;
            }
        }
    }

    /// A shape of sizes of the program's.
    pub fn shape(&mut self, rank: usize) -> Vec<usize> {
        let mut shape: Vec<usize> = (0..rank).map(|_| self.size()).collect();
        self.shrink(&mut shape);
        shape
    }

    /// Makes sizes smaller until there are not too many elements.
    fn shrink(&mut self, shape: &mut [usize]) {
        while elements(shape) > self.scale.most_elements {
            let largest = shape.iter().copied().max().unwrap_or(0);
            let at = shape.iter().position(|&size| size == largest).unwrap_or(0);
            shape[at] = self.rng.usize(1..=4);
        }
    }

    /// Whether a value of `shape` is small enough.
    pub fn fits(&self, shape: &[usize]) -> bool {
        elements(shape) <= 2 * self.scale.most_elements
    }

    fn random_type(&mut self) -> TensorType {
        let rank = self.pick(&[0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5]);
        let shape = self.shape(rank);
        TensorType { element: self.element(), shape }
    }

    /// A type of values that all of these ops can make.
    fn type_of(&mut self, makers: &[Option<&Op>]) -> Option<TensorType> {
        const ATTEMPTS: usize = 500;
        (0..ATTEMPTS).find_map(|_| {
            let ty = self.random_type();
            makers.iter().flatten().all(|op| self.can(op, &ty)).then_some(ty)
        })
    }

    // ------------------------------------------------------------ values

    pub fn ty(&self, value: Value) -> &TensorType {
        &self.program.values[value].ty
    }

    pub fn bound(&self, value: Value) -> f64 {
        self.program.values[value].bound
    }

    fn declare(&mut self, ty: TensorType, bound: f64) -> Value {
        let most = largest(ty.element);
        debug_assert!(!self.exact || !most.is_finite() || ty.element.is_integer() || bound <= most, "{ty} {bound}");
        self.program.values.push(Info {
            ty,
            bound: bound.min(most),
            tuple: Vec::new(),
            open: 0,
            layout: String::new(),
        });
        self.program.values.len() - 1
    }

    /// Adds an op with results of these types and bounds.
    pub fn node(
        &mut self,
        op: &'static str,
        operands: &[Value],
        attributes: String,
        results: &[(TensorType, f64)],
    ) -> Vec<Value> {
        self.node_with(op, operands, attributes, Vec::new(), results)
    }

    pub fn node_with(
        &mut self,
        op: &'static str,
        operands: &[Value],
        attributes: String,
        regions: Vec<Region>,
        results: &[(TensorType, f64)],
    ) -> Vec<Value> {
        let results: Vec<Value> = results.iter().map(|(ty, bound)| self.declare(ty.clone(), *bound)).collect();
        let node = Node { op, operands: operands.to_vec(), attributes, regions, results: results.clone() };
        self.left -= 1;
        let frame = self.frame_mut();
        frame.body.nodes.push(node);
        frame.scope.extend(&results);
        results
    }

    /// Adds an op whose result is a tuple of `types`, which only the caller reads.
    pub fn tuple(&mut self, op: &'static str, operands: &[Value], types: &[TensorType]) -> Value {
        let value = self.program.values.len();
        let ty = TensorType::new(Element::Pred, &[]);
        self.program.values.push(Info { ty, bound: 0.0, tuple: types.to_vec(), open: 0, layout: String::new() });
        let (operands, results) = (operands.to_vec(), vec![value]);
        self.left -= 1;
        let node = Node { op, operands, attributes: String::new(), regions: Vec::new(), results };
        self.frame_mut().body.nodes.push(node);
        value
    }

    /// Adds an op of one result.
    pub fn one(
        &mut self,
        op: &'static str,
        operands: &[Value],
        attributes: impl Into<String>,
        ty: TensorType,
        bound: f64,
    ) -> Value {
        self.node(op, operands, attributes.into(), &[(ty, bound)])[0]
    }

    /// A value of `ty` made by `op`, unless it cannot be.
    fn make(&mut self, op: &'static Op, ty: &TensorType) -> Option<Value> {
        self.depth += 1;
        let made = (op.make)(self, op, ty);
        self.depth -= 1;
        made.inspect(|&value| debug_assert_eq!(self.ty(value), ty, "{}", op.name))
    }

    /// A value of `ty`: one that there is, a new argument or constant, or the result of another op.
    pub fn value(&mut self, ty: &TensorType) -> Value {
        if let Some(op) = self.forced.filter(|op| self.can(op, ty)) {
            self.forced = None;
            if let Some(value) = self.make(op, ty) {
                return value;
            }
        }
        let reuse = if self.frame().is_scalar { 60 } else { 40 };
        if self.chance(reuse)
            && let Some(value) = self.existing(ty)
        {
            return value;
        }
        if self.left > 0 && self.depth < 12 && !self.chance(20) {
            for _ in 0..8 {
                let op = self.pick_op();
                if self.can(op, ty)
                    && let Some(value) = self.make(op, ty)
                {
                    return value;
                }
            }
        }
        self.leaf(ty)
    }

    fn existing(&mut self, ty: &TensorType) -> Option<Value> {
        let mut found = Vec::new();
        for frame in self.frames.iter().rev() {
            found.extend(frame.scope.iter().copied().filter(|&value| self.ty(value) == ty));
            if !frame.sees_outer {
                break;
            }
        }
        (!found.is_empty()).then(|| found[self.rng.usize(0..found.len())])
    }

    /// A new argument of `main`, or a constant.
    pub fn leaf(&mut self, ty: &TensorType) -> Value {
        let fill = if self.exact && (ty.element.is_float() || ty.element.is_complex()) {
            Fill::Exact(exact_limit(ty.element).min(3.0))
        } else if self.chance(60) {
            Fill::Moderate
        } else {
            Fill::Any
        };
        self.leaf_of(ty, fill)
    }

    /// The same, filled as stated.
    pub fn leaf_of(&mut self, ty: &TensorType, fill: Fill) -> Value {
        if self.frame().is_scalar
            && let Some(value) = self.existing(ty)
            && self.chance(70)
        {
            return value;
        }
        let bound = match fill {
            Fill::Exact(bound) => bound,
            Fill::Range(low, high) => low.abs().max(high.abs()) as f64,
            Fill::Permutation => ty.size().unwrap_or(0) as f64,
            _ => largest(ty.element),
        };
        let sees_main = self.frames.iter().rev().take_while(|frame| frame.sees_outer).count() + 1 == self.frames.len();
        let seed = self.rng.u64(..);
        if sees_main && self.frames[0].is_main && self.chance(75) && self.program.inputs.len() < 12 {
            let value = self.declare(ty.clone(), bound);
            self.program.main.arguments.push(value);
            self.program.inputs.push((fill, seed));
            self.frames[0].scope.push(value);
            return value;
        }
        self.constant(ty, fill, seed, bound)
    }

    fn constant(&mut self, ty: &TensorType, fill: Fill, seed: u64, bound: f64) -> Value {
        let is_splat = self.chance(60) || ty.size().unwrap_or(0) > 300;
        let text = if is_splat && fill != Fill::Permutation && fill != Fill::Definite && ty.size() != Some(0) {
            literal(&array(&TensorType::new(ty.element, &[]), &fill, seed))
        } else {
            literal(&array(ty, &fill, seed))
        };
        self.one("stablehlo.constant", &[], format!("value = dense<{text}> : {ty}"), ty.clone(), bound)
    }

    /// A constant with all elements `number`.
    pub fn splat(&mut self, ty: &TensorType, number: f64) -> Value {
        let mut bytes = Vec::new();
        let scalar = TensorType::new(ty.element, &[]);
        let number_of = |x: f64| match ty.element.kind() {
            xla_scalar::Kind::Complex => xla_compiler::host::number::Number::Complex(x, 0.0),
            xla_scalar::Kind::Float => xla_compiler::host::number::Number::Float(x),
            xla_scalar::Kind::Pred => xla_compiler::host::number::Number::Bool(x != 0.0),
            _ => {
                let (min, max) = range(ty.element);
                xla_compiler::host::number::Number::Int((x as i128).clamp(min, max))
            }
        };
        xla_compiler::host::number::push(ty.element, number_of(number), &mut bytes).expect("a number of the type");
        let text = literal(&xla_runtime::Array::new(scalar, &bytes).expect("one element"));
        let text = if ty.size() == Some(0) { String::new() } else { text };
        let bound = if number.is_finite() { number.abs() } else { largest(ty.element) };
        self.one("stablehlo.constant", &[], format!("value = dense<{text}> : {ty}"), ty.clone(), bound)
    }

    /// A value of `ty` whose magnitude is at most `limit` in an exact program.
    pub fn bounded(&mut self, ty: &TensorType, limit: f64) -> Value {
        let value = self.value(ty);
        self.clamped(value, limit)
    }

    /// `value`, clamped to a magnitude of at most `limit` where the program is exact and it may be more.
    pub fn clamped(&mut self, value: Value, limit: f64) -> Value {
        let ty = self.ty(value).clone();
        if !self.exact || self.bound(value) <= limit {
            return value;
        }
        if ty.element.is_complex() {
            return self.leaf_of(&ty, Fill::Exact(limit.clamp(0.0, 3.0)));
        }
        let limit = limit.floor().max(0.0);
        let scalar = TensorType::new(ty.element, &[]);
        let low = if ty.element.is_signed() { -limit } else { 0.0 };
        let (low, high) = (self.splat(&scalar, low), self.splat(&scalar, limit));
        self.one("stablehlo.clamp", &[low, value, high], "", ty, limit)
    }

    // ------------------------------------------------------------ regions

    /// Opens a region with arguments of these types and bounds, and gives the arguments.
    fn open(&mut self, arguments: &[(TensorType, f64)], sees_outer: bool, is_scalar: bool) -> Vec<Value> {
        let values: Vec<Value> = arguments.iter().map(|(ty, bound)| self.declare(ty.clone(), *bound)).collect();
        self.frames.push(Frame { scope: values.clone(), sees_outer, is_scalar, ..Frame::default() });
        values
    }

    /// Closes it.
    fn close(&mut self, arguments: Vec<Value>, returns: Vec<Value>) -> Region {
        let frame = self.frames.pop().expect("a region is open");
        Region { arguments, returns, ..frame.body }
    }
}

/// `array<i64: 1, 2>`.
pub fn array_of<T: ToString>(numbers: &[T]) -> String {
    let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    if texts.is_empty() { "array<i64>".to_string() } else { format!("array<i64: {}>", texts.join(", ")) }
}

/// `[1, 2]`.
pub fn list_of<T: ToString>(numbers: &[T]) -> String {
    format!("[{}]", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

/// `dense<[[0, 1]]> : tensor<1x2xi64>`: pairs, one a row.
pub fn pairs_of(pairs: &[(i64, i64)]) -> String {
    if pairs.is_empty() {
        return "dense<> : tensor<0x2xi64>".to_string();
    }
    let rows: Vec<_> = pairs.iter().map(|(a, b)| format!("[{a}, {b}]")).collect();
    format!("dense<[{}]> : tensor<{}x2xi64>", rows.join(", "), pairs.len())
}

/// The type with other sizes.
pub fn sized(ty: &TensorType, shape: Vec<usize>) -> TensorType {
    TensorType { element: ty.element, shape }
}

/// The elements of an array of `shape`, and of one that has all of its dimensions but the empty ones.
fn elements(shape: &[usize]) -> usize {
    shape.iter().map(|size| *size.max(&1)).product()
}
