//! The body of a kernel, on scalars or on vectors.

use super::kernel::{Kernel, TABLE_LOAD};
use super::loops::{add_scaled, attributes, literal, splat, vector, zero_text};
use super::lower_kernels::Frame;
use crate::affine::{Expr, Map};
use crate::scf::index;
use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::ir::{Builder, Op, OpExt, Type, Value, block_args, block_ops};

/// Emits the body of `kernel` on scalars, or on vectors of `lanes` along loop `d`; arguments that it does not use may
/// be absent.
pub fn clone_body<'c>(
    builder: &Builder<'c>,
    kernel: &Kernel<'c>,
    frame: &Frame<'c>,
    arguments: &[Option<Value<'c>>],
    turns: &[Value<'c>],
    (lanes, d): (i64, usize),
) -> Vec<Value<'c>> {
    let mut values = Values::new(kernel, frame, lanes);
    for (i, (argument, value)) in block_args(kernel.body).into_iter().zip(arguments).enumerate() {
        if let Some(value) = value {
            values.set(argument, *value);
            if kernel.operands().nth(i).is_some_and(|operand| operand.strides.get(d) == Some(&0)) {
                values.set_lanes(argument, Lanes::Same);
            }
        }
    }
    for op in block_ops(kernel.body) {
        let builder = builder.located(op.loc());
        match op.name_str() {
            "linalg.yield" => return op.ins().into_iter().map(|value| values.get(&builder, value)).collect(),
            "linalg.index" => {
                let source = op.int("dim").unwrap_or_default() as usize;
                let asked = kernel.dims.iter().position(|dim| dim.source == source).unwrap_or(source);
                let mut turn = splat(&builder, turns[asked], lanes);
                if lanes > 1 && asked == d {
                    let step = builder.value("vector.step", &[], turn.r#type(), &[]);
                    turn = builder.value("arith.addi", &[turn, step], turn.r#type(), &[]);
                }
                values.set(op.output(0), turn);
                values.set_lanes(op.output(0), if asked == d { Lanes::Next } else { Lanes::Same });
            }
            _ => values.clone_op(&builder, op),
        }
    }
    Vec::new()
}

/// What the lanes of an integer hold: what tells a load at computed indices from a gather.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lanes {
    /// All the same.
    Same,
    /// Each one more than the lane before.
    Next,
    /// Anything.
    Any,
}

/// What the values of a kernel's body became, on scalars or vectors.
pub struct Values<'c, 'f> {
    kernel: &'f Kernel<'c>,
    frame: &'f Frame<'c>,
    lanes: i64,
    map: HashMap<usize, Value<'c>>,
    lanes_of: HashMap<usize, Lanes>,
}

impl<'c, 'f> Values<'c, 'f> {
    /// None yet, of the body of `kernel`, `lanes` at once.
    pub fn new(kernel: &'f Kernel<'c>, frame: &'f Frame<'c>, lanes: i64) -> Self {
        Self { kernel, frame, lanes, map: HashMap::new(), lanes_of: HashMap::new() }
    }

    fn set_lanes(&mut self, value: Value<'c>, lanes: Lanes) {
        self.lanes_of.insert(value.to_raw().ptr as usize, lanes);
    }

    /// What the lanes of `value`, of the original body, hold. What comes from around the body is one scalar.
    fn lanes_of(&self, value: Value<'c>) -> Lanes {
        let key = value.to_raw().ptr as usize;
        let inside = self.map.contains_key(&key);
        self.lanes_of.get(&key).copied().unwrap_or(if inside { Lanes::Any } else { Lanes::Same })
    }

    /// What the lanes of the result of `op` hold, given those of its operands.
    fn lanes_after(&self, op: Op<'c>) -> Lanes {
        let operands: Vec<Lanes> = op.ins().into_iter().map(|operand| self.lanes_of(operand)).collect();
        let next = operands.iter().filter(|lanes| **lanes == Lanes::Next).count();
        match op.name_str() {
            _ if operands.contains(&Lanes::Any) => Lanes::Any,
            _ if next == 0 => Lanes::Same,
            "arith.addi" if next == 1 => Lanes::Next,
            "arith.subi" if operands[1] == Lanes::Same => Lanes::Next,
            "arith.index_cast" => Lanes::Next,
            _ => Lanes::Any,
        }
    }

    /// Reads a table at the flat index that `op`, a load, computes. What its index is in bounds of, is up to the
    /// body.
    pub fn load(&mut self, builder: &Builder<'c>, op: Op<'c>) -> Value<'c> {
        let (table, indices) = (op.input(0), &op.ins()[1..]);
        let position = self.kernel.tables.iter().position(|other| *other == table).unwrap_or_default();
        let buffer = self.frame.buffers[self.kernel.operands().count() + position];
        let element = op.output(0).r#type();
        let (mut at, mut lanes, mut step) = (index(builder, 0), Lanes::Same, 1);
        let first = |builder: &Builder<'c>, value: Value<'c>| match self.lanes {
            1 => value,
            _ => {
                let position = [("static_position", xla_dialect::ir::i64_array(builder.context, &[0]))];
                builder.value("vector.extract", &[value], Type::index(builder.context), &position)
            }
        };
        // Sizes of 1 are indexed by 0 alone.
        let sizes = xla_dialect::ir::shape_of(table.r#type());
        let steps: Vec<i64> = sizes
            .iter()
            .rev()
            .map(|size| {
                step *= size;
                step / size
            })
            .collect();
        let mut wide: Option<Value<'c>> = None;
        for ((value, step), size) in indices.iter().zip(steps.into_iter().rev()).zip(sizes) {
            let position = self.get(builder, *value);
            match if self.lanes == 1 { Lanes::Same } else { self.lanes_of(*value) } {
                _ if size == 1 => {}
                Lanes::Same => at = add_scaled(builder, at, first(builder, position), step),
                Lanes::Next if step == 1 && lanes == Lanes::Same => {
                    lanes = Lanes::Next;
                    at = add_scaled(builder, at, first(builder, position), step);
                }
                _ => {
                    let zero = splat(builder, index(builder, 0), self.lanes);
                    let step = splat(builder, index(builder, step), self.lanes);
                    let scaled = builder.value("arith.muli", &[position, step], position.r#type(), &[]);
                    wide = Some(builder.value("arith.addi", &[wide.unwrap_or(zero), scaled], position.r#type(), &[]));
                }
            }
        }
        let ty = vector(element, self.lanes);
        match wide {
            None if lanes == Lanes::Next => builder.value("vector.load", &[buffer, at], ty, &[]),
            None => {
                self.set_lanes(op.output(0), Lanes::Same);
                splat(builder, builder.value("memref.load", &[buffer, at], element, &[]), self.lanes)
            }
            Some(mut wide) => {
                if lanes == Lanes::Next {
                    let step = builder.value("vector.step", &[], wide.r#type(), &[]);
                    wide = builder.value("arith.addi", &[wide, step], wide.r#type(), &[]);
                }
                let mask_type = vector(builder.ty("i1"), self.lanes);
                let all = builder.attr(&format!("dense<true> : {mask_type}"));
                let mask = builder.value("arith.constant", &[], mask_type, &[("value", all)]);
                let zero = builder.attr(&format!("dense<{}> : {ty}", zero_text(element)));
                let none = builder.value("arith.constant", &[], ty, &[("value", zero)]);
                builder.value("vector.gather", &[buffer, at, wide, mask, none], ty, &[])
            }
        }
    }

    pub fn set(&mut self, old: Value<'c>, new: Value<'c>) {
        self.map.insert(old.to_raw().ptr as usize, new);
    }

    /// What `value` became; what is defined around the body is a parameter of the kernel, or a literal.
    pub fn get(&self, builder: &Builder<'c>, value: Value<'c>) -> Value<'c> {
        self.map.get(&(value.to_raw().ptr as usize)).copied().unwrap_or_else(|| {
            let captured = self.frame.captured.iter().find(|(outside, _)| *outside == value);
            let scalar = captured.map_or_else(|| literal(builder, value), |(_, inside)| *inside);
            splat(builder, scalar, self.lanes)
        })
    }

    pub fn clone_op(&mut self, builder: &Builder<'c>, op: Op<'c>) {
        let lanes = self.lanes;
        match op.name_str() {
            // Fusion asks for an index of the fused loops in the producer's terms.
            "affine.apply" => {
                let operands: Vec<_> = op.ins().into_iter().map(|value| self.get(builder, value)).collect();
                let expr = op.attr("map").and_then(Map::of).and_then(|map| map.results.into_iter().next());
                let expr = expr.unwrap_or_else(|| Expr::constant(operands.len(), 0));
                let start = splat(builder, index(builder, expr.constant), lanes);
                let terms = operands.iter().zip(&expr.coefficients).filter(|(_, coefficient)| **coefficient != 0);
                let value = terms.fold(start, |sum, (operand, coefficient)| {
                    let coefficient = splat(builder, index(builder, *coefficient), lanes);
                    let term = builder.value("arith.muli", &[*operand, coefficient], sum.r#type(), &[]);
                    builder.value("arith.addi", &[sum, term], sum.r#type(), &[])
                });
                self.set(op.output(0), value);
            }
            "arith.constant" => {
                self.set(op.output(0), splat(builder, literal(builder, op.output(0)), lanes));
                self.set_lanes(op.output(0), Lanes::Same);
            }
            TABLE_LOAD => {
                let value = self.load(builder, op);
                self.set(op.output(0), value);
            }
            name => {
                let operands: Vec<_> = op.ins().into_iter().map(|value| self.get(builder, value)).collect();
                let types: Vec<_> = op
                    .outs()
                    .iter()
                    .map(|result| if lanes > 1 { vector(result.r#type(), lanes) } else { result.r#type() })
                    .collect();
                let created = builder.create(name, &operands, &types, &attributes(op), Vec::new());
                let lanes = self.lanes_after(op);
                for (old, new) in op.outs().into_iter().zip(created.outs()) {
                    self.set(old, new);
                    self.set_lanes(old, lanes);
                }
            }
        }
    }
}
