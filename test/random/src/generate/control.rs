//! Loops, branches, calls.

use super::Generator;
use super::ops::Op;
use super::reductions::condition;
use crate::case::{Fill, exact_limit, largest};
use crate::model::{Region, Value, callee_of};
use xla_runtime::TensorType;
use xla_scalar::Element;

impl Generator {
    /// Types of values that go together with one of type `ty`, which is among them, and where.
    fn companions(&mut self, ty: &TensorType, most: usize) -> (Vec<TensorType>, usize) {
        let count = self.rng.usize(1..=most);
        let mut types: Vec<TensorType> =
            (0..count).map(|_| if self.chance(50) { ty.clone() } else { self.random_type() }).collect();
        let at = self.rng.usize(0..count);
        types[at] = ty.clone();
        (types, at)
    }

    /// How large values that a loop carries may be, which begin with `first`.
    fn carried_bound(&self, first: Value) -> f64 {
        let element = self.ty(first).element;
        if element.is_float() || element.is_complex() {
            self.bound(first).max(exact_limit(element).min(64.0))
        } else {
            largest(element)
        }
    }
}

fn branches(g: &mut Generator, op: &Op, ty: &TensorType, selector: Value, count: usize) -> Option<Value> {
    let (types, at) = g.companions(ty, 3);
    let (mut regions, mut bounds) = (Vec::new(), vec![0f64; types.len()]);
    for _ in 0..count {
        g.open(&[], true, false);
        let returns: Vec<Value> = types.iter().map(|ty| g.value(ty)).collect();
        bounds.iter_mut().zip(&returns).for_each(|(bound, &value)| *bound = bound.max(g.bound(value)));
        regions.push(g.close(Vec::new(), returns));
    }
    let results: Vec<_> = types.into_iter().zip(bounds).collect();
    Some(g.node_with(op.name, &[selector], String::new(), regions, &results)[at])
}

pub fn case(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let count = g.rng.usize(1..=4);
    let index = TensorType::new(Element::S32, &[]);
    let selector = if g.chance(30) { g.value(&index) } else { g.leaf_of(&index, Fill::Range(-1, count as i64 + 1)) };
    branches(g, op, ty, selector, count)
}

pub fn branch(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let selector = if g.chance(50) { condition(g) } else { g.value(&TensorType::new(Element::Pred, &[])) };
    branches(g, op, ty, selector, 2)
}

pub fn optimization_barrier(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (types, at) = g.companions(ty, 3);
    let operands: Vec<Value> = types.iter().map(|ty| g.value(ty)).collect();
    let results: Vec<_> = types.into_iter().zip(operands.iter().map(|&x| g.bound(x))).collect();
    Some(g.node(op.name, &operands, String::new(), &results)[at])
}

pub fn get_tuple_element(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (types, at) = g.companions(ty, 3);
    let operands: Vec<Value> = types.iter().map(|ty| g.value(ty)).collect();
    let mut tuple = g.tuple("stablehlo.tuple", &operands, &types);
    if g.chance(30) {
        g.program.exclusions.insert("optimization_barrier of tuples");
        tuple = g.tuple("stablehlo.optimization_barrier", &[tuple], &types);
    }
    let bound = g.bound(operands[at]);
    Some(g.one(op.name, &[tuple], format!("index = {at} : i32"), ty.clone(), bound))
}

pub fn while_loop(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let (mut types, mut at) = g.companions(ty, 4);
    let counter = g.pick(&[Element::S32, Element::S32, Element::S64, Element::U32, Element::U8, Element::S8]);
    let counter = TensorType::new(counter, &[]);
    let place = g.rng.usize(0..=types.len());
    types.insert(place, counter.clone());
    at += usize::from(place <= at);
    let trips = g.pick(&[0u32, 1, 2, 3, 3, 4, 5, 7]);
    let step = g.pick(&[1u32, 1, 1, 2, 3]);
    let start = g.rng.u32(0..3);
    let end = start + trips * step;
    let downwards = g.chance(20);
    let (first, last) = if downwards { (end, start) } else { (start, end) };
    let mut operands = Vec::new();
    for (i, ty) in types.iter().enumerate() {
        operands.push(if i == place { g.splat(ty, first.into()) } else { g.value(ty) });
    }
    if g.chance(30) {
        // For the body, which may write over it.
        g.splat(ty, 0.0);
    }
    let bounds: Vec<f64> = operands.iter().map(|&value| g.carried_bound(value)).collect();
    let carried: Vec<_> = types.iter().cloned().zip(bounds.iter().copied()).collect();
    let condition = loop_condition(g, &carried, place, last, downwards);
    let body = loop_body(g, &carried, place, step, downwards);
    Some(g.node_with(op.name, &operands, String::new(), vec![condition, body], &carried)[at])
}

fn loop_condition(
    g: &mut Generator,
    carried: &[(TensorType, f64)],
    place: usize,
    last: u32,
    downwards: bool,
) -> Region {
    let parameters = g.open(carried, true, false);
    let counter = carried[place].0.clone();
    let boolean = TensorType::new(Element::Pred, &[]);
    let limit = g.splat(&counter, last.into());
    let kind = if counter.element.is_signed() { "SIGNED" } else { "UNSIGNED" };
    let compare = |direction: &str| {
        format!(
            "comparison_direction = #stablehlo<comparison_direction {direction}>, compare_type = #stablehlo<comparison_type {kind}>"
        )
    };
    // Written from either side.
    let (operands, attributes) = match (downwards, g.chance(30)) {
        (false, false) => ([parameters[place], limit], compare("LT")),
        (false, true) => ([limit, parameters[place]], compare("GT")),
        (true, false) => ([parameters[place], limit], compare("GT")),
        (true, true) => ([limit, parameters[place]], compare("LT")),
    };
    let mut go = g.one("stablehlo.compare", &operands, attributes, boolean.clone(), 1.0);
    if g.chance(20) {
        // Ends earlier by what it computes.
        let other = if g.chance(50) { self::condition(g) } else { g.value(&boolean) };
        go = g.one("stablehlo.and", &[go, other], "", boolean, 1.0);
    }
    g.close(parameters, vec![go])
}

fn loop_body(g: &mut Generator, carried: &[(TensorType, f64)], place: usize, step: u32, downwards: bool) -> Region {
    let parameters = g.open(carried, true, false);
    let counter = carried[place].0.clone();
    let step = g.splat(&counter, step.into());
    let name = if downwards { "stablehlo.subtract" } else { "stablehlo.add" };
    if downwards && !counter.element.is_signed() {
        // From 13 in steps of 3 while it is above 1, XLA:CPU ends at 10.
        g.program.exclusions.insert("unsigned counters that go down");
    }
    let next = g.one(name, &[parameters[place], step], "", counter.clone(), largest(counter.element));
    let mut returns = Vec::new();
    for (i, (ty, bound)) in carried.iter().enumerate() {
        let same: Vec<Value> = (0..carried.len())
            .filter(|&j| carried[j].0 == *ty && carried[j].1 <= *bound && j != place)
            .map(|j| parameters[j])
            .collect();
        let value = match g.rng.u8(0..10) {
            _ if i == place => next,
            // As it was, or another that is carried.
            0 | 1 => parameters[i],
            2 | 3 if !same.is_empty() => g.pick(&same),
            4 | 5 if !ty.shape.is_empty() => {
                let array = if g.chance(25) { g.existing(ty) } else { None };
                updated(g, ty, array.unwrap_or(parameters[i]), parameters[place])
            }
            _ => g.value(ty),
        };
        returns.push(g.clamped(value, *bound));
    }
    g.close(parameters, returns)
}

/// `array` with a part of it replaced, at the loop's counter.
fn updated(g: &mut Generator, ty: &TensorType, array: Value, counter: Value) -> Value {
    let mut shape = ty.shape.clone();
    let along = g.rng.usize(0..shape.len());
    shape[along] = shape[along].min(1);
    let update = g.value(&TensorType { element: ty.element, shape });
    let element = g.ty(counter).clone();
    let zero = g.splat(&element, 0.0);
    let mut operands = vec![array, update];
    operands.extend((0..ty.shape.len()).map(|d| if d == along { counter } else { zero }));
    let bound = g.bound(array).max(g.bound(update));
    g.one("stablehlo.dynamic_update_slice", &operands, "", ty.clone(), bound)
}

/// A call of a new function, twice at times.
pub fn call(g: &mut Generator, _: &Op, ty: &TensorType) -> Option<Value> {
    if g.program.functions.len() >= 4 {
        return None;
    }
    let (types, at) = g.companions(ty, 2);
    let count = g.rng.usize(0..4);
    let arguments: Vec<TensorType> =
        (0..count).map(|_| if g.chance(50) { ty.clone() } else { g.random_type() }).collect();
    let operands: Vec<Value> = arguments.iter().map(|ty| g.value(ty)).collect();
    let bounds: Vec<f64> = operands.iter().map(|&x| g.bound(x)).collect();
    let parameters: Vec<_> = arguments.iter().cloned().zip(bounds.iter().copied()).collect();
    let parameters = g.open(&parameters, false, false);
    let returns: Vec<Value> = types.iter().map(|ty| g.value(ty)).collect();
    let results: Vec<_> = types.iter().cloned().zip(returns.iter().map(|&x| g.bound(x))).collect();
    let body = g.close(parameters, returns);
    g.program.functions.push(body);
    let attributes = callee_of(g.program.functions.len() - 1);
    let mut made = g.node("func.call", &operands, attributes.clone(), &results)[at];
    if g.chance(35) {
        let operands: Vec<Value> = arguments
            .iter()
            .zip(&bounds)
            .map(|(ty, &bound)| {
                let value = g.value(ty);
                g.clamped(value, bound)
            })
            .collect();
        made = g.node("func.call", &operands, attributes, &results)[at];
    }
    Some(made)
}
