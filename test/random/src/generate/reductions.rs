//! Reductions and what else computes along dimensions.

use super::elementwise::comparison;
use super::ops::Op;
use super::{Generator, array_of, sized};
use crate::case::{Fill, exact_limit, largest};
use crate::model::{Region, Value};
use xla_runtime::TensorType;
use xla_scalar::Element;

/// What a reduction's body computes: for each operand an op that is associative and commutative, or the element of an
/// index that belongs to the largest or smallest one.
pub struct Body {
    pub elements: Vec<Element>,
    ops: Vec<&'static str>,
    /// The first operand is compared, the second is its index.
    is_argument: bool,
}

/// A body for operands of which the first is of the type of `first`.
pub fn bodies(g: &mut Generator, first: &[Element]) -> Option<Body> {
    let first = *first.first()?;
    if !first.is_pred() && !first.is_complex() && g.chance(15) {
        let index = g.pick(&[Element::S32, Element::S64, Element::U32]);
        return Some(Body { elements: vec![first, index], ops: vec![g.pick(&["GT", "LT"]), ""], is_argument: true });
    }
    let count = g.pick(&[1, 1, 1, 1, 2, 3]);
    let mut elements = vec![first];
    elements.extend((1..count).map(|_| g.element()));
    let ops = elements.iter().map(|&element| g.monoid(element)).collect();
    Some(Body { elements, ops, is_argument: false })
}

impl Generator {
    /// An associative and commutative op.
    fn monoid(&mut self, element: Element) -> &'static str {
        let all: &[&str] = match () {
            () if element.is_pred() => &["and", "or", "xor", "maximum", "minimum", "add", "multiply"],
            () if element.is_integer() => &["add", "add", "multiply", "maximum", "minimum", "and", "or", "xor"],
            () if element.is_complex() => &["add", "multiply"],
            () => &["add", "add", "add", "maximum", "minimum", "multiply"],
        };
        self.pick(all)
    }
}

impl Body {
    /// The sum of operands of one type.
    pub fn sum(element: Element) -> Self {
        Self { elements: vec![element], ops: vec!["add"], is_argument: false }
    }

    /// A body for one operand.
    pub fn random(g: &mut Generator, element: Element) -> Self {
        Self { elements: vec![element], ops: vec![g.monoid(element)], is_argument: false }
    }

    /// Operand `i`, of type `ty` and with elements of at most `limit`.
    fn operand(&self, g: &mut Generator, i: usize, ty: &TensorType, limit: f64) -> Value {
        // Of arbitrary integers the conjunction is mostly 0, and so is the product.
        if ty.element.is_integer() && ty.element.bits() >= 8 && g.chance(40) {
            match self.ops[i] {
                "and" => {
                    let zeros = g.leaf_of(ty, Fill::Range(0, 3));
                    return g.one("stablehlo.not", &[zeros], "", ty.clone(), largest(ty.element));
                }
                "multiply" => {
                    let (any, one) = (g.bounded(ty, limit), g.splat(ty, 1.0));
                    return g.one("stablehlo.or", &[any, one], "", ty.clone(), largest(ty.element));
                }
                _ => {}
            }
        }
        g.bounded(ty, limit)
    }

    /// How large elements may be so that reductions of `count` of them are exact.
    pub fn limits(&self, count: usize) -> Vec<f64> {
        let count = count.max(1) as f64 + 1.0;
        let limit = |(element, op): (&Element, &&str)| match (*op, element.is_integer() || element.is_pred()) {
            ("add", false) => (exact_limit(*element) / count).floor(),
            ("multiply", false) if element.is_complex() => 0.0,
            ("multiply", false) => 1.0,
            _ => largest(*element),
        };
        self.elements.iter().zip(&self.ops).map(limit).collect()
    }

    pub fn result_bounds(&self, g: &Generator, operands: &[Value], inits: &[Value], count: usize) -> Vec<f64> {
        let bound = |i: usize| {
            let (element, op) = (self.elements[i], self.ops[i]);
            let (x, init) = (g.bound(operands[i]), g.bound(inits[i]));
            match op {
                _ if !g.exact || element.is_integer() => largest(element),
                "add" => x * count as f64 + init,
                "multiply" => 1f64.max(x).max(init),
                _ => x.max(init),
            }
            .min(largest(element))
        };
        (0..self.elements.len()).map(bound).collect()
    }

    /// The initial values. Of a hundred, `odd` are not neutral; XLA:CPU is then wrong if there is an `exclusion`, its name.
    pub fn inits(
        &self,
        g: &mut Generator,
        operands: &[Value],
        odd: u32,
        exclusion: Option<&'static str>,
    ) -> Vec<Value> {
        let mut inits = Vec::new();
        for ((&element, &op), &operand) in self.elements.iter().zip(&self.ops).zip(operands) {
            let ty = TensorType::new(element, &[]);
            if !self.is_argument && g.chance(odd) {
                g.program.exclusions.extend(exclusion);
                // The compiler knows literals.
                let number = if ["and", "multiply"].contains(&op) { 0.0 } else { g.pick(&[0.0, 1.0, 2.0]) };
                let init = if g.chance(60) { g.splat(&ty, number) } else { g.leaf(&ty) };
                let limit = if op == "multiply" && g.exact && element.is_complex() {
                    0.0
                } else if op == "multiply" && g.exact && element.is_float() {
                    1.0
                } else {
                    exact_limit(element).min(4.0)
                };
                inits.push(if element.is_float() || element.is_complex() { g.clamped(init, limit) } else { init });
                continue;
            }
            let least = |g: &mut Generator, sign: f64| {
                let number = if element.is_float() {
                    if g.exact { sign * g.bound(operand) } else { sign * f64::INFINITY }
                } else if sign < 0.0 && !element.is_signed() {
                    0.0
                } else {
                    // The largest of 64 bits are no f64: `splat` brings them into the type's range.
                    sign * 2f64.powi(100)
                };
                g.splat(&ty, number)
            };
            let value = match op {
                "maximum" | "GT" => least(g, -1.0),
                "minimum" | "LT" => least(g, 1.0),
                "and" if element.is_pred() => g.splat(&ty, 1.0),
                "and" if element.is_signed() => g.splat(&ty, -1.0),
                "and" => g.splat(&ty, 2f64.powi(100)),
                "multiply" => g.splat(&ty, 1.0),
                _ => g.splat(&ty, 0.0),
            };
            inits.push(value);
        }
        inits
    }

    /// The region: its arguments are all of the left, then all of the right.
    pub fn region(&self, g: &mut Generator) -> Region {
        let scalars: Vec<(TensorType, f64)> =
            self.elements.iter().map(|&element| (TensorType::new(element, &[]), largest(element))).collect();
        let parameters = g.open(&[scalars.clone(), scalars].concat(), false, true);
        let n = self.elements.len();
        let returns = if self.is_argument {
            argument(g, self.elements[0], self.ops[0], &parameters)
        } else {
            (0..n).map(|i| combined(g, self.elements[i], self.ops[i], parameters[i], parameters[n + i])).collect()
        };
        g.close(parameters, returns)
    }
}

/// `op` of two scalars, written in one of several ways.
fn combined(g: &mut Generator, element: Element, op: &str, a: Value, b: Value) -> Value {
    let ty = TensorType::new(element, &[]);
    let name = |op: &str| {
        super::ops::OPS.iter().find(|row| row.name.ends_with(&format!(".{op}"))).map_or("stablehlo.add", |row| row.name)
    };
    let most = largest(element);
    let (a, b) = if g.chance(20) { (b, a) } else { (a, b) };
    match op {
        "maximum" | "minimum" if element.is_integer() && g.chance(30) => {
            let direction = if op == "maximum" { "GE" } else { "LE" };
            let kind = if element.is_signed() { "SIGNED" } else { "UNSIGNED" };
            let attributes = format!(
                "comparison_direction = #stablehlo<comparison_direction {direction}>, compare_type = #stablehlo<comparison_type {kind}>"
            );
            let first = g.one("stablehlo.compare", &[a, b], attributes, TensorType::new(Element::Pred, &[]), 1.0);
            g.one("stablehlo.select", &[first, a, b], "", ty, most)
        }
        "and" | "or" if g.chance(30) => {
            // De Morgan.
            let other = name(if op == "and" { "or" } else { "and" });
            let (a, b) = (
                g.one("stablehlo.not", &[a], "", ty.clone(), most),
                g.one("stablehlo.not", &[b], "", ty.clone(), most),
            );
            let both = g.one(other, &[a, b], "", ty.clone(), most);
            g.one("stablehlo.not", &[both], "", ty, most)
        }
        "add" if !element.is_pred() && element.is_signed() && g.chance(20) => {
            let minus = g.one("stablehlo.negate", &[b], "", ty.clone(), most);
            g.one("stablehlo.subtract", &[a, minus], "", ty, most)
        }
        _ => g.one(name(op), &[a, b], "", ty, most),
    }
}

/// The larger or smaller of two elements with its index; of equal ones the one with the smaller index.
fn argument(g: &mut Generator, element: Element, direction: &str, parameters: &[Value]) -> Vec<Value> {
    let &[a, i, b, j] = parameters else { return parameters.to_vec() };
    let boolean = TensorType::new(Element::Pred, &[]);
    let compare = |g: &mut Generator, direction: &str, element: Element, x: Value, y: Value| {
        let kind = if element.is_float() {
            "FLOAT"
        } else if element.is_signed() {
            "SIGNED"
        } else {
            "UNSIGNED"
        };
        let attributes = format!(
            "comparison_direction = #stablehlo<comparison_direction {direction}>, compare_type = #stablehlo<comparison_type {kind}>"
        );
        g.one("stablehlo.compare", &[x, y], attributes, boolean.clone(), 1.0)
    };
    let index = g.ty(i).element;
    let before = compare(g, direction, element, a, b);
    let mut first = before;
    if element.is_float() {
        let nan = compare(g, "NE", element, a, a);
        first = g.one("stablehlo.or", &[before, nan], "", boolean.clone(), 1.0);
    }
    let equal = compare(g, "EQ", element, a, b);
    let earlier = compare(g, "LT", index, i, j);
    let tie = g.one("stablehlo.and", &[equal, earlier], "", boolean.clone(), 1.0);
    let take = g.one("stablehlo.or", &[first, tie], "", boolean.clone(), 1.0);
    let (ty, index_ty) = (TensorType::new(element, &[]), TensorType::new(index, &[]));
    let value = g.one("stablehlo.select", &[first, a, b], "", ty, largest(element));
    let at = g.one("stablehlo.select", &[take, i, j], "", index_ty, largest(index));
    vec![value, at]
}

pub fn reduce(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let removed = if ty.shape.len() >= 4 { 1 } else { g.pick(&[0, 1, 1, 1, 1, 2, 2]) };
    let mut shape = ty.shape.clone();
    let mut dims = g.subset(ty.shape.len() + removed, removed);
    for &dim in &dims {
        // Some rows have several vectors and a remainder.
        let long = g.pick(&[33, 64, 67, 130, 257]);
        let is_long = g.chance(30) && g.fits(&[&shape[..], &[long]].concat());
        let size = if is_long { long } else { g.size() };
        shape.insert(dim, size);
    }
    if !g.fits(&shape) {
        return None;
    }
    let count: usize = dims.iter().map(|&dim| shape[dim]).product();
    if g.chance(15) {
        g.rng.shuffle(&mut dims);
        dims.sort_unstable();
    }
    let body = bodies(g, &[ty.element])?;
    let limits = body.limits(count);
    let types: Vec<TensorType> =
        body.elements.iter().map(|&element| TensorType { element, shape: shape.clone() }).collect();
    let mut operands: Vec<Value> =
        types.iter().zip(&limits).enumerate().map(|(i, (ty, limit))| body.operand(g, i, ty, *limit)).collect();
    let (odd, exclusion) = match count {
        1 => (4, Some(super::ONE_ELEMENT)),
        _ => (25, None),
    };
    let inits = body.inits(g, &operands, odd, exclusion);
    let bounds = body.result_bounds(g, &operands, &inits, count);
    operands.extend(&inits);
    let region = body.region(g);
    let results: Vec<_> =
        body.elements.iter().map(|&element| TensorType { element, shape: ty.shape.clone() }).zip(bounds).collect();
    Some(g.node_with(op.name, &operands, format!("dimensions = {}", array_of(&dims)), vec![region], &results)[0])
}

pub fn map(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let count = g.rng.usize(1..4);
    let types: Vec<TensorType> =
        (0..count).map(|_| TensorType { element: g.element(), shape: ty.shape.clone() }).collect();
    let operands: Vec<Value> = types.iter().map(|ty| g.value(ty)).collect();
    let scalars: Vec<_> = types.iter().zip(&operands).map(|(ty, &x)| (sized(ty, Vec::new()), g.bound(x))).collect();
    let parameters = g.open(&scalars, false, true);
    let result = g.value(&sized(ty, Vec::new()));
    let bound = g.bound(result);
    let region = g.close(parameters, vec![result]);
    let dims: Vec<usize> = (0..ty.shape.len()).collect();
    let attributes = format!("dimensions = {}", array_of(&dims));
    Some(g.node_with(op.name, &operands, attributes, vec![region], &[(ty.clone(), bound)])[0])
}

pub fn sort(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    if ty.shape.is_empty() || ty.element.is_complex() && g.exact {
        return None;
    }
    let dim = g.rng.usize(0..ty.shape.len());
    let mut types = vec![ty.clone()];
    for _ in 0..g.pick(&[0, 0, 1, 2]) {
        types.push(TensorType { element: g.element(), shape: ty.shape.clone() });
    }
    let key = types.iter().position(|ty| !ty.element.is_complex())?;
    let operands: Vec<Value> = types.iter().map(|ty| g.value(ty)).collect();
    let results: Vec<_> = types.iter().zip(&operands).map(|(ty, &x)| (ty.clone(), g.bound(x))).collect();
    let element = types[key].element;
    let scalars: Vec<_> = results
        .iter()
        .flat_map(|(ty, bound)| [(sized(ty, Vec::new()), *bound), (sized(ty, Vec::new()), *bound)])
        .collect();
    let parameters = g.open(&scalars, false, true);
    let (mut a, mut b) = (parameters[2 * key], parameters[2 * key + 1]);
    let scalar = TensorType::new(element, &[]);
    if element.is_signed() && !element.is_pred() && g.chance(20) {
        // Equal keys that are not the same keep their order.
        let by = g.pick(&["stablehlo.abs", "stablehlo.negate", "stablehlo.sign"]);
        a = g.one(by, &[a], "", scalar.clone(), largest(element));
        b = g.one(by, &[b], "", scalar.clone(), largest(element));
    }
    if element.is_float() && !g.exact && !g.program.main.arguments.contains(&operands[key]) {
        // The order of NaNs is that of their signs, which no rule gives those that are computed.
        [a, b] = [a, b].map(|x| {
            let unequal = "comparison_direction = #stablehlo<comparison_direction NE>, \
                           compare_type = #stablehlo<comparison_type FLOAT>";
            let is_nan = g.one("stablehlo.compare", &[x, x], unequal, TensorType::new(Element::Pred, &[]), 1.0);
            let nan = g.splat(&scalar, f64::NAN);
            g.one("stablehlo.select", &[is_nan, nan, x], "", scalar.clone(), largest(element))
        });
    }
    let direction = g.pick(&["LT", "GT"]);
    let kind = match () {
        () if element.is_float() && g.exact => "FLOAT",
        () if element.is_float() => "TOTALORDER",
        () if element.is_signed() && !element.is_pred() => "SIGNED",
        () => "UNSIGNED",
    };
    let attributes = format!(
        "comparison_direction = #stablehlo<comparison_direction {direction}>, compare_type = #stablehlo<comparison_type {kind}>"
    );
    let less = g.one("stablehlo.compare", &[a, b], attributes, TensorType::new(Element::Pred, &[]), 1.0);
    let region = g.close(parameters, vec![less]);
    let at = if g.chance(20) { dim as i64 - ty.shape.len() as i64 } else { dim as i64 };
    if at < 0 {
        g.program.exclusions.insert(super::FROM_THE_END);
    }
    let attributes = format!("dimension = {at} : i64, is_stable = true");
    Some(g.node_with(op.name, &operands, attributes, vec![region], &results)[0])
}

pub fn rng_bit_generator(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let algorithm = g.pick(&["DEFAULT", "THREE_FRY", "PHILOX"]);
    let words = if algorithm == "THREE_FRY" { 2 } else { g.rng.usize(2..4) };
    let state = TensorType::new(Element::U64, &[words]);
    let x = g.value(&state);
    let attributes = format!("rng_algorithm = #stablehlo<rng_algorithm {algorithm}>");
    let results = [(state, largest(Element::U64)), (ty.clone(), largest(ty.element))];
    Some(g.node(op.name, &[x], attributes, &results)[1])
}

fn feature(g: &mut Generator, ty: &TensorType) -> (usize, TensorType, String) {
    let dim = g.rng.usize(0..ty.shape.len());
    let of_feature = TensorType::new(ty.element, &[ty.shape[dim]]);
    (dim, of_feature, format!("epsilon = 1.000000e-03 : f32, feature_index = {dim} : i64"))
}

pub fn batch_norm_inference(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (_, of_feature, attributes) = feature(g, ty);
    let x = g.value(ty);
    let mut operands = vec![x];
    operands.extend((0..3).map(|_| g.value(&of_feature)));
    // A variance.
    operands.push(g.leaf_of(&of_feature, Fill::Range(1, 3)));
    Some(g.one(op.name, &operands, attributes, ty.clone(), f64::INFINITY))
}

pub fn batch_norm_training(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (_, of_feature, attributes) = feature(g, ty);
    let operands = [g.value(ty), g.value(&of_feature), g.value(&of_feature)];
    let bound = f64::INFINITY;
    let results = [(ty.clone(), bound), (of_feature.clone(), bound), (of_feature, bound)];
    Some(g.node(op.name, &operands, attributes, &results)[0])
}

pub fn batch_norm_grad(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (_, of_feature, attributes) = feature(g, ty);
    let x = g.value(ty);
    let (scale, mean) = (g.value(&of_feature), g.value(&of_feature));
    let variance = g.leaf_of(&of_feature, Fill::Range(1, 3));
    let gradient = g.value(ty);
    let bound = f64::INFINITY;
    let results = [(ty.clone(), bound), (of_feature.clone(), bound), (of_feature, bound)];
    Some(g.node(op.name, &[x, scale, mean, variance, gradient], attributes, &results)[0])
}

/// A comparison of two scalars of any type, for conditions.
pub fn condition(g: &mut Generator) -> Value {
    let element = g.element();
    let ty = TensorType::new(element, &[]);
    let (a, b) = (g.value(&ty), g.value(&ty));
    let attributes = comparison(g, element);
    g.one("stablehlo.compare", &[a, b], attributes, TensorType::new(Element::Pred, &[]), 1.0)
}
