//! Kernels: the indices of their loads and stores, evaluated as intervals.
//!
//! Of each loop with known bounds the first and the last iteration are evaluated: indices are linear between them. What
//! depends on numbers in memory is an interval, as far as it is clamped; an index of which nothing is known is not judged, nor
//! is what a condition guards that depends on them.

use super::violation::Violation;
use crate::affine::Map;
use crate::attributes::PARALLEL;
use crate::identity::{Handle, Identity, ValueMap};
use crate::memref::memref_bytes;
use melior::ir::{TypeLike, ValueLike};
use std::collections::{HashMap, HashSet};
use xla_dialect::ir::{
    Block, Op, OpExt, Type, Value, block_args, block_ops, blocks, defining_op, i64_values, int_value, shape_of,
    string_value, terminator,
};
use xla_dialect::ods::{Kind, affine, arith, func, memref, scf, vector};

/// Ops that are evaluated in both iterations of loops; from then on in the last only.
const BUDGET: usize = 30_000;

/// What is wrong with the functions of `module`.
pub fn check<'c>(module: Op<'c>) -> Vec<Violation<'c>> {
    let functions: Vec<Op<'c>> = module
        .region_list()
        .into_iter()
        .flat_map(blocks)
        .flat_map(block_ops)
        .filter(|op| op.body(0).is_some())
        .collect();
    let by_name: HashMap<&str, Op<'c>> =
        functions.iter().filter_map(|op| Some((string_value(op.attr("sym_name")?)?, *op))).collect();
    let mut evaluation = Evaluation {
        functions: by_name,
        values: ValueMap::default(),
        called: HashSet::new(),
        found: Vec::new(),
        reported: HashSet::new(),
        guards: 0,
        ops: 0,
    };
    let called: Vec<&str> = module.walk_ops().into_iter().filter_map(callee).collect();
    for function in functions {
        let name = function.attr("sym_name").and_then(string_value).unwrap_or_default();
        // Kernels are evaluated where they are called.
        if let Some(body) = function.body(0).filter(|_| !called.contains(&name)) {
            evaluation.block(body);
        }
    }
    evaluation.found
}

fn callee<'c>(op: Op<'c>) -> Option<&'c str> {
    Some(func::Call::of(op)?.callee())
}

/// The integers that a value can be; the ends of `i64` stand for anything beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Interval {
    low: i64,
    high: i64,
}

impl Interval {
    const ANY: Self = Self { low: i64::MIN, high: i64::MAX };

    fn one(value: i64) -> Self {
        Self { low: value, high: value }
    }

    fn known(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    fn either(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The interval whose ends are the least and the largest of what `f` makes of the ends.
    fn ends(self, other: Self, f: impl Fn(i64, i64) -> i64) -> Self {
        let ends = [f(self.low, other.low), f(self.low, other.high), f(self.high, other.low), f(self.high, other.high)];
        Self { low: ends.into_iter().min().unwrap_or(i64::MIN), high: ends.into_iter().max().unwrap_or(i64::MAX) }
    }

    fn is_bounded(self) -> bool {
        self.low > i64::MIN && self.high < i64::MAX
    }

    /// The same, or anything where that is not within integers of so many bits.
    fn within_bits(self, bits: u32) -> Self {
        if bits >= 64 || bits == 1 || !self.is_bounded() {
            return self;
        }
        let most = 1 << (bits - 1);
        if self.low >= -most && self.high < most { self } else { Self::ANY }
    }
}

/// The width of an integer type; that of addresses for an index.
fn width(ty: Type<'_>) -> Option<u32> {
    if ty.is_index() {
        return Some(64);
    }
    // SAFETY: the kind is checked before the width is read.
    unsafe { mlir_sys::mlirTypeIsAInteger(ty.to_raw()).then(|| mlir_sys::mlirIntegerTypeGetWidth(ty.to_raw())) }
}

struct Evaluation<'c> {
    functions: HashMap<&'c str, Op<'c>>,
    values: ValueMap<'c, Interval>,
    /// Calls that were evaluated, and their arguments.
    called: HashSet<(Identity, Vec<Interval>)>,
    found: Vec<Violation<'c>>,
    /// The ops that were found.
    reported: HashSet<Identity>,
    /// How many conditions around, which may keep indices inside, are not known.
    guards: usize,
    ops: usize,
}

impl<'c> Evaluation<'c> {
    fn get(&self, value: Value<'c>) -> Interval {
        self.values.get(value).copied().unwrap_or(Interval::ANY)
    }

    fn set(&mut self, value: Value<'c>, interval: Interval) {
        self.values.insert(value, interval);
    }

    fn block(&mut self, block: Block<'c>) {
        let mut op = xla_dialect::ir::first_op(block);
        while let Some(this) = op {
            self.op(this);
            // SAFETY: the op is alive; null means that it is the last.
            op = unsafe {
                let next = mlir_sys::mlirOperationGetNextInBlock(this.to_raw());
                (!next.ptr.is_null()).then(|| Op::from_raw(next))
            };
        }
    }

    fn op(&mut self, op: Op<'c>) {
        self.ops += 1;
        match Kind::of(op) {
            Some(Kind::Arith(_)) => {
                if let Some(bits) = op.outs().first().and_then(|result| width(result.r#type())) {
                    let result = self.arithmetic(op);
                    self.set(op.output(0), result.within_bits(bits));
                }
            }
            Some(Kind::Affine(affine::Kind::AffineApply)) => {
                let result = self.apply(op).unwrap_or(Interval::ANY);
                self.set(op.output(0), result);
            }
            Some(Kind::Scf(_)) => self.control(op),
            Some(Kind::Func(func::Kind::Call)) => self.call(op),
            Some(Kind::Memref(_) | Kind::Vector(_)) => self.access(op),
            _ => {}
        }
    }

    fn arithmetic(&self, op: Op<'c>) -> Interval {
        let Some(kind) = arith::Kind::of(op) else { return Interval::ANY };
        if kind == arith::Kind::Constant {
            return int_value(arith::Constant::cast(op).value()).map_or(Interval::ANY, Interval::one);
        }
        let inputs = op.ins();
        let [a, b] = match inputs.as_slice() {
            [a] => [self.get(*a), Interval::ANY],
            [a, b] => [self.get(*a), self.get(*b)],
            // Of a select: its condition may be that an index is inside.
            [condition, a, b] => {
                let (condition, a, b) = (self.get(*condition), self.get(*a), self.get(*b));
                return condition.known().map_or(Interval::ANY, |known| if known != 0 { a } else { b });
            }
            _ => return Interval::ANY,
        };
        let both = |f: fn(i64, i64) -> i64| match (a.known(), b.known()) {
            (Some(a), Some(b)) => Interval::one(f(a, b)),
            _ => Interval::ANY,
        };
        match kind {
            arith::Kind::IndexCast | arith::Kind::ExtSI => a,
            arith::Kind::TruncI => {
                if a.is_bounded() {
                    a
                } else {
                    Interval::ANY
                }
            }
            arith::Kind::IndexCastUI | arith::Kind::ExtUI if a.low >= 0 => a,
            arith::Kind::IndexCastUI | arith::Kind::ExtUI => {
                let from = width(inputs[0].r#type()).unwrap_or(64);
                if from < 63 { Interval { low: 0, high: (1 << from) - 1 } } else { Interval::ANY }
            }
            arith::Kind::CmpI => Self::compare(op, a, b),
            arith::Kind::MinSI => Interval { low: a.low.min(b.low), high: a.high.min(b.high) },
            arith::Kind::MaxSI => Interval { low: a.low.max(b.low), high: a.high.max(b.high) },
            arith::Kind::MinUI if a.low >= 0 && b.low >= 0 => {
                Interval { low: a.low.min(b.low), high: a.high.min(b.high) }
            }
            // What is negative is large.
            arith::Kind::MinUI if b.low >= 0 => Interval { low: 0, high: b.high },
            arith::Kind::MinUI if a.low >= 0 => Interval { low: 0, high: a.high },
            arith::Kind::MaxUI if a.low >= 0 && b.low >= 0 => {
                Interval { low: a.low.max(b.low), high: a.high.max(b.high) }
            }
            arith::Kind::AndI if a.low >= 0 && b.known().is_none() => Interval { low: 0, high: a.high },
            arith::Kind::AndI => both(|a, b| a & b),
            arith::Kind::OrI => both(|a, b| a | b),
            arith::Kind::XOrI => both(|a, b| a ^ b),
            _ if !a.is_bounded() || !b.is_bounded() => Interval::ANY,
            arith::Kind::AddI => a.ends(b, i64::saturating_add),
            arith::Kind::SubI => a.ends(b, i64::saturating_sub),
            arith::Kind::MulI => a.ends(b, i64::saturating_mul),
            arith::Kind::DivSI | arith::Kind::DivUI | arith::Kind::FloorDivSI if a.low >= 0 && b.low > 0 => {
                a.ends(b, |a, b| a / b)
            }
            arith::Kind::CeilDivSI | arith::Kind::CeilDivUI if a.low >= 0 && b.low > 0 => {
                a.ends(b, |a, b| (a + (b - 1)) / b)
            }
            arith::Kind::RemSI | arith::Kind::RemUI if a.low >= 0 && b.low > 0 => match (a.known(), b.known()) {
                (Some(a), Some(b)) => Interval::one(a % b),
                _ => Interval { low: 0, high: a.high.min(b.high - 1) },
            },
            arith::Kind::ShLI if b.low >= 0 && b.high < 32 => a.ends(b, |a, b| a.saturating_mul(1 << b)),
            arith::Kind::ShRUI | arith::Kind::ShRSI if a.low >= 0 && b.low >= 0 && b.high < 64 => {
                a.ends(b, |a, b| a >> b)
            }
            _ => Interval::ANY,
        }
    }

    fn compare(op: Op<'c>, a: Interval, b: Interval) -> Interval {
        let less = |a: Interval, b: Interval| {
            if a.high < b.low {
                Some(true)
            } else if a.low >= b.high {
                Some(false)
            } else {
                None
            }
        };
        let equal = match (a.known(), b.known()) {
            (Some(a), Some(b)) => Some(a == b),
            _ if a.high < b.low || b.high < a.low => Some(false),
            _ => None,
        };
        let natural = a.low >= 0 && b.low >= 0;
        let result = match arith::CmpI::cast(op).predicate() {
            arith::CmpIPredicate::Eq => equal,
            arith::CmpIPredicate::Ne => equal.map(|equal| !equal),
            arith::CmpIPredicate::Slt => less(a, b),
            arith::CmpIPredicate::Sle => less(b, a).map(|less| !less),
            arith::CmpIPredicate::Sgt => less(b, a),
            arith::CmpIPredicate::Sge => less(a, b).map(|less| !less),
            arith::CmpIPredicate::Ult if natural => less(a, b),
            arith::CmpIPredicate::Ule if natural => less(b, a).map(|less| !less),
            arith::CmpIPredicate::Ugt if natural => less(b, a),
            arith::CmpIPredicate::Uge if natural => less(a, b).map(|less| !less),
            _ => None,
        };
        result.map_or(Interval::ANY, |result| Interval::one(i64::from(result)))
    }

    /// An affine function of one result.
    fn apply(&self, op: Op<'c>) -> Option<Interval> {
        let map = Map::of(op.attr("map")?)?;
        let expr = map.results.first().filter(|expr| expr.moduli.is_empty())?;
        let mut sum = Interval::one(expr.constant);
        for (operand, coefficient) in op.ins().into_iter().zip(&expr.coefficients) {
            let operand = self.get(operand);
            if *coefficient != 0 && !operand.is_bounded() {
                return None;
            }
            let term = operand.ends(Interval::one(*coefficient), i64::saturating_mul);
            sum = sum.ends(term, i64::saturating_add);
        }
        Some(sum)
    }

    fn control(&mut self, op: Op<'c>) {
        match Kind::of(op) {
            Some(Kind::Scf(scf::Kind::For)) => self.counted(op),
            Some(Kind::Scf(scf::Kind::If)) => {
                let chosen = self.get(op.input(0)).known().map(|known| usize::from(known == 0));
                let mut results: Vec<Option<Interval>> = vec![None; op.outs().len()];
                self.guards += usize::from(chosen.is_none());
                for i in (0..2).filter(|i| chosen.is_none_or(|chosen| chosen == *i)) {
                    let Some(body) = op.body(i) else { continue };
                    self.block(body);
                    let yielded = terminator(body).map(|end| end.ins()).unwrap_or_default();
                    for (result, value) in results.iter_mut().zip(yielded) {
                        let value = self.get(value);
                        *result = Some(result.map_or(value, |other| other.either(value)));
                    }
                }
                self.guards -= usize::from(chosen.is_none());
                for (result, value) in op.outs().into_iter().zip(results) {
                    self.set(result, value.unwrap_or(Interval::ANY));
                }
            }
            Some(Kind::Scf(scf::Kind::While) | Kind::Scf(scf::Kind::IndexSwitch)) => {
                for body in op.region_list().into_iter().flat_map(blocks) {
                    block_args(body).into_iter().for_each(|argument| self.set(argument, Interval::ANY));
                    self.block(body);
                }
                op.outs().into_iter().for_each(|result| self.set(result, Interval::ANY));
            }
            _ => {}
        }
    }

    fn counted(&mut self, op: Op<'c>) {
        let Some(body) = op.body(0) else { return };
        let [begin, end, step] = [0, 1, 2].map(|i| self.get(op.input(i)).known());
        let arguments = block_args(body);
        let inits: Vec<Interval> = op.ins()[3..].iter().map(|init| self.get(*init)).collect();
        let (Some(begin), Some(end), Some(step)) = (begin, end, step) else {
            arguments.iter().for_each(|argument| self.set(*argument, Interval::ANY));
            self.block(body);
            op.outs().into_iter().for_each(|result| self.set(result, Interval::ANY));
            return;
        };
        if begin >= end || step < 1 {
            op.outs().into_iter().zip(inits).for_each(|(result, init)| self.set(result, init));
            return;
        }
        let last = begin + (end - 1 - begin) / step * step;
        if last != begin && self.ops < BUDGET {
            self.set(arguments[0], Interval::one(begin));
            arguments[1..].iter().zip(&inits).for_each(|(argument, init)| self.set(*argument, *init));
            self.block(body);
        }
        self.set(arguments[0], Interval::one(last));
        for (argument, init) in arguments[1..].iter().zip(&inits) {
            self.set(*argument, if last == begin { *init } else { Interval::ANY });
        }
        self.block(body);
        let yielded = terminator(body).map(|end| end.ins()).unwrap_or_default();
        for (result, value) in op.outs().into_iter().zip(yielded) {
            let value = self.get(value);
            self.set(result, value);
        }
    }

    fn call(&mut self, op: Op<'c>) {
        let Some(function) = callee(op).and_then(|name| self.functions.get(name).copied()) else { return };
        let Some(body) = function.body(0) else { return };
        let given: Vec<Interval> = op.ins().into_iter().map(|operand| self.get(operand)).collect();
        let parameters = block_args(body);
        let indices: Vec<usize> = (0..parameters.len()).filter(|i| parameters[*i].r#type().is_index()).collect();
        let mut calls = vec![given.clone()];
        // Threads get parts of the range that is the first two indices.
        if let (true, [first, end, ..]) = (function.attr(PARALLEL).is_some(), indices.as_slice())
            && let (Some(low), Some(high)) = (given[*first].known(), given[*end].known())
            && high - low > 1
        {
            let middle = low + (high - low) / 2;
            for (from, to) in [(low, middle), (middle, high)] {
                let mut part = given.clone();
                (part[*first], part[*end]) = (Interval::one(from), Interval::one(to));
                calls.push(part);
            }
        }
        for call in calls {
            if self.called.insert((function.identity(), call.clone())) {
                parameters.iter().zip(call).for_each(|(parameter, interval)| self.set(*parameter, interval));
                self.block(body);
            }
        }
    }

    fn access(&mut self, op: Op<'c>) {
        let (memref, first, vector) = match Kind::of(op) {
            Some(Kind::Memref(memref::Kind::Load)) => (0, 1, None),
            Some(Kind::Memref(memref::Kind::Store)) => (1, 2, None),
            Some(Kind::Vector(vector::Kind::Load)) => (0, 1, Some(op.output(0))),
            Some(Kind::Vector(vector::Kind::Store)) => (1, 2, Some(op.input(0))),
            Some(Kind::Vector(vector::Kind::MaskedLoad)) => (0, 1, Some(op.output(0))),
            Some(Kind::Vector(vector::Kind::MaskedStore)) => (0, 1, op.ins().last().copied()),
            Some(Kind::Memref(memref::Kind::View)) => return self.view(op),
            Some(Kind::Memref(memref::Kind::ReinterpretCast)) => return self.reinterpret(op),
            _ => return,
        };
        let operands = op.ins();
        let shape = shape_of(operands[memref].r#type());
        let masked = matches!(vector::Kind::of(op), Some(vector::Kind::MaskedLoad | vector::Kind::MaskedStore));
        let mut lengths = vec![Interval::one(1); shape.len()];
        if let Some(vector) = vector.filter(|vector| vector.r#type().is_vector()) {
            let sizes = shape_of(vector.r#type());
            let offset = shape.len().saturating_sub(sizes.len());
            sizes.iter().zip(&mut lengths[offset..]).for_each(|(size, length)| *length = Interval::one(*size));
            let mask = if masked { operands.get(first + shape.len()).copied() } else { None };
            if let (Some(mask), Some(last)) = (mask, lengths.last_mut()) {
                *last = self.set_lanes(mask);
            }
        }
        for d in 0..shape.len() {
            let Some(at) = operands.get(first + d).map(|index| self.get(*index)) else { return };
            // Without a lane that is set nothing is touched.
            if !at.is_bounded() || !lengths[d].is_bounded() || lengths[d].high < 1 {
                continue;
            }
            let last = at.high.saturating_add(lengths[d].high - 1);
            if at.low < 0 || last >= shape[d] && shape[d] >= 0 {
                let message = format!("touches {} to {last} of a dimension whose size is {}", at.low, shape[d]);
                self.report(op, &message);
                return;
            }
        }
    }

    /// How many lanes of a mask are set, from the first on.
    fn set_lanes(&self, mask: Value<'c>) -> Interval {
        let Some(op) = defining_op(mask) else { return Interval::ANY };
        match Kind::of(op) {
            Some(Kind::Vector(vector::Kind::ConstantMask)) => {
                let sizes = op.attr("mask_dim_sizes").and_then(i64_values);
                sizes.and_then(|sizes| sizes.last().copied()).map_or(Interval::ANY, Interval::one)
            }
            Some(Kind::Vector(vector::Kind::CreateMask)) => {
                let most = shape_of(mask.r#type()).last().copied().unwrap_or(0);
                let set = op.ins().last().map_or(Interval::ANY, |count| self.get(*count));
                if set.is_bounded() { Interval { low: set.low.min(most), high: set.high.min(most) } } else { set }
            }
            _ => Interval::ANY,
        }
    }

    fn view(&mut self, op: Op<'c>) {
        let offset = self.get(op.input(1));
        let [from, to] = [op.input(0), op.output(0)].map(|memref| memref_bytes(memref.r#type()));
        if offset.is_bounded() && to > 0 && (offset.low < 0 || offset.high.saturating_add(to) > from) {
            self.report(op, &format!("of bytes {} to {} of {from}", offset.low, offset.high.saturating_add(to)));
        }
    }

    fn reinterpret(&mut self, op: Op<'c>) {
        let list = |name: &str| op.attr(name).and_then(i64_values).unwrap_or_default();
        let (offsets, sizes, strides) = (list("static_offsets"), list("static_sizes"), list("static_strides"));
        let is_static = |values: &[i64]| values.iter().all(|value| *value != i64::MIN);
        if !is_static(&sizes) || !is_static(&strides) || sizes.contains(&0) {
            return;
        }
        let offset = match offsets.first() {
            Some(&offset) if offset != i64::MIN => Interval::one(offset),
            _ => op.ins().get(1).map_or(Interval::ANY, |offset| self.get(*offset)),
        };
        // Its offset counts from where the buffer begins.
        let mut buffer = op.input(0);
        while let Some(other) = defining_op(buffer).filter(|op| memref::ReinterpretCast::of(*op).is_some()) {
            buffer = other.input(0);
        }
        let size: i64 = shape_of(buffer.r#type()).iter().product();
        let reach: i64 = sizes.iter().zip(&strides).map(|(size, stride)| (size - 1) * stride).sum();
        if offset.is_bounded() && (offset.low < 0 || offset.high.saturating_add(reach) >= size) {
            let last = offset.high.saturating_add(reach);
            self.report(op, &format!("of elements {} to {last} of {size}", offset.low));
        }
    }

    fn report(&mut self, op: Op<'c>, message: &str) {
        if self.guards == 0 && self.reported.insert(op.identity()) {
            self.found.push(Violation::of(op, message));
        }
    }
}
