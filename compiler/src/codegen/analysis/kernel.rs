//! A linalg op on memrefs as a loop nest over flat memory: buffers are dense, so every access is a linear function
//! of the loop indices.

use super::reduction::{Combiners, combiners};
use crate::affine::Map;
use crate::linalg::{maps, parallel_loops};
use crate::memref::{alias, complex_element, is_same_memory, scalar_bits};
use melior::ir::ValueLike;
use xla_dialect::accumulation::input_count;
use xla_dialect::ir::{
    Attribute, Block, Op, OpExt, Type, Value, block_args, block_ops, defining_op, element_type, has_uses, shape_of,
    terminator,
};
use xla_dialect::ods::{Kind, affine, arith, linalg, memref};

/// One loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Trip count, at least 1.
    pub extent: i64,
    /// Whether iterations are independent.
    pub parallel: bool,
    /// The linalg op's dimension, when `linalg.index` asks for it.
    pub source: usize,
}

/// One operand: element `offset + Σ strides[d] * index[d]` of a buffer.
#[derive(Clone, Debug)]
pub struct Operand<'c> {
    /// The buffer.
    pub memref: Value<'c>,
    /// The type of its elements in registers.
    pub element: Type<'c>,
    /// In elements.
    pub offset: i64,
    /// In elements, one a loop.
    pub strides: Vec<i64>,
}

/// A loop nest and what is computed in it.
pub struct Kernel<'c> {
    /// The loops, from the outermost; reductions come behind the parallel ones in the body's order of meaning.
    pub dims: Vec<Dim>,
    /// What is read.
    pub inputs: Vec<Operand<'c>>,
    /// What is written, and read before if the body asks.
    pub outputs: Vec<Operand<'c>>,
    /// The literal that each output begins with, instead of what it holds.
    pub starts: Vec<Option<Attribute<'c>>>,
    /// Buffers that the body reads at indices it computes.
    pub tables: Vec<Value<'c>>,
    /// One argument an operand; ends in `linalg.yield`.
    pub body: Block<'c>,
}

/// The type of a buffer's elements in the kernel `op`: if it only moves complex numbers as long as an `f64`, they are moved as such.
fn element_in_registers<'c>(op: Op<'c>, body: Block<'c>) -> impl Fn(Value<'c>) -> Type<'c> {
    let is_pair =
        |value: &Value<'c>| complex_element(element_type(value.r#type())).is_some_and(|part| scalar_bits(part) == 32);
    let yields = terminator(body).map(|end| end.ins()).unwrap_or_default();
    let is_move = block_ops(body).len() == 1 && yields.iter().all(|value| block_args(body).contains(value));
    let moved = (is_move && op.ins().iter().all(is_pair)).then(|| Type::float64(op.ctx()));
    move |memref| moved.unwrap_or_else(|| element_type(memref.r#type()))
}

/// From one iteration of the linalg op's loop `source` to the next, in elements: how far the loads of tables in the body `ops`
/// move. None if its index is used for anything else.
fn tables_strides<'c>(ops: &[Op<'c>], source: usize) -> Option<Vec<i64>> {
    let mut coefficients: Vec<(Value<'c>, i64)> = Vec::new();
    let mut strides = Vec::new();
    for op in ops {
        let of = |value: Value<'c>| coefficients.iter().find(|(known, _)| *known == value).map_or(0, |(_, c)| *c);
        let operands: Vec<i64> = op.ins().into_iter().map(of).collect();
        if linalg::Index::of(*op).is_some_and(|index| index.dim() as usize == source) {
            coefficients.push((op.output(0), 1));
        } else if memref::Load::of(*op).is_some() {
            let sizes = shape_of(op.input(0).r#type());
            let stride = |d: usize| sizes[d + 1..].iter().product::<i64>();
            strides.push(operands[1..].iter().enumerate().map(|(d, coefficient)| coefficient * stride(d)).sum());
        } else if operands.iter().any(|coefficient| *coefficient != 0) {
            let coefficient = match Kind::of(*op)? {
                Kind::Arith(arith::Kind::AddI) => operands[0] + operands[1],
                Kind::Arith(arith::Kind::SubI) => operands[0] - operands[1],
                Kind::Affine(affine::Kind::AffineApply) => {
                    let map = op.attr("map").and_then(Map::of)?;
                    let expr = map.results.first().filter(|expr| expr.moduli.is_empty())?;
                    expr.coefficients.iter().zip(&operands).map(|(factor, operand)| factor * operand).sum()
                }
                _ => return None,
            };
            coefficients.push((op.output(0), coefficient));
        }
    }
    Some(strides)
}

impl<'c> Kernel<'c> {
    /// Reads a linalg op on dense memrefs of static shape.
    pub fn of(op: Op<'c>) -> Option<Self> {
        let maps = maps(op)?;
        let inputs = input_count(op);
        let kinds = parallel_loops(op)?;
        let operands = op.ins();
        let mut extents = vec![None; kinds.len()];
        for (operand, map) in operands.iter().zip(&maps) {
            for (size, expr) in shape_of(operand.r#type()).into_iter().zip(&map.results) {
                if let Some(d) = expr.as_dim() {
                    extents[d] = Some(size);
                }
            }
        }
        let dims = kinds
            .iter()
            .zip(extents)
            .enumerate()
            .map(|(source, (parallel, extent))| Some(Dim { extent: extent?, parallel: *parallel, source }))
            .collect::<Option<Vec<_>>>()?;
        let body = op.body(0)?;
        for inner in block_ops(body).iter().filter(|inner| affine::AffineApply::of(**inner).is_some()) {
            inner.attr("map").and_then(Map::of)?;
        }
        let extents: Vec<i64> = dims.iter().map(|dim| dim.extent).collect();
        if maps.iter().flat_map(|map| &map.results).any(|expr| !expr.is_linear(&extents)) {
            return None;
        }
        let arguments = block_args(body);
        let element = element_in_registers(op, body);
        let all: Vec<Operand<'c>> = operands
            .iter()
            .zip(&maps)
            .enumerate()
            .map(|(i, (memref, map))| {
                if i < inputs && !has_uses(arguments[i]) {
                    // It has given the loops their extents, and is not read.
                    let strides = vec![0; dims.len()];
                    return Operand { memref: *memref, element: element(*memref), offset: 0, strides };
                }
                let shape = shape_of(memref.r#type());
                let (mut offset, mut strides, mut step) = (0, vec![0; dims.len()], 1);
                for (size, expr) in shape.iter().zip(&map.results).rev() {
                    offset += expr.constant * step;
                    for (stride, coefficient) in strides.iter_mut().zip(&expr.coefficients) {
                        *stride += coefficient * step;
                    }
                    step *= size;
                }
                Operand { memref: *memref, element: element(*memref), offset, strides }
            })
            .collect();
        let mut tables: Vec<Value<'c>> = Vec::new();
        for load in block_ops(body).iter().filter(|inner| memref::Load::of(**inner).is_some()) {
            if !tables.contains(&load.input(0)) {
                tables.push(load.input(0));
            }
        }
        let (inputs, outputs) = (all[..inputs].to_vec(), all[inputs..].to_vec());
        let starts = vec![None; outputs.len()];
        let mut kernel = Kernel { dims, inputs, outputs, starts, tables, body };
        kernel.simplify();
        Some(kernel)
    }

    /// The scalars that the body takes from around it, literals and tables apart.
    pub fn captured(&self) -> Vec<Value<'c>> {
        let mut found: Vec<Value<'c>> = Vec::new();
        for operand in block_ops(self.body).iter().flat_map(|op| op.ins()) {
            let outside = match defining_op(operand) {
                Some(op) => op.parent_block() != Some(self.body) && arith::Constant::of(op).is_none(),
                None => !block_args(self.body).contains(&operand),
            };
            if outside && !found.contains(&operand) && !self.tables.contains(&operand) {
                found.push(operand);
            }
        }
        found
    }

    /// The elements of `operand` that one iteration of loop `d` touches, relative to where it begins: the first, and the
    /// last.
    pub fn span(&self, operand: &Operand<'c>, d: usize) -> (i64, i64) {
        let others = (0..self.dims.len()).filter(|other| *other != d);
        others.fold((operand.offset, operand.offset), |(low, high), other| {
            let reach = operand.strides[other] * (self.dims[other].extent - 1);
            (low + reach.min(0), high + reach.max(0))
        })
    }

    /// Whether all accesses of loop `d` are of neighbours or of one element.
    pub fn is_contiguous(&self, d: usize) -> bool {
        self.operands().all(|operand| matches!(operand.strides[d], 0 | 1))
    }

    /// Whether `operand` has the elements of the two innermost loops side by side, in their order.
    pub fn interleaves(&self, operand: &Operand<'c>) -> bool {
        let [.., around, innermost] = operand.strides.as_slice() else { return false };
        *innermost == 1 && self.dims.last().is_some_and(|dim| dim.extent == *around)
    }

    /// The literal that this writes to all elements of its one output, if it does nothing else.
    pub fn fills_with(&self) -> Option<Attribute<'c>> {
        let [output] = self.outputs.as_slice() else { return None };
        let value = defining_op(*terminator(self.body)?.ins().first()?)?;
        let elements = shape_of(output.memref.r#type()).iter().product::<i64>();
        let alone = self.inputs.is_empty() && self.tables.is_empty();
        let fills = arith::Constant::of(value).is_some() && alone && self.iterations() == elements;
        if fills { value.attr("value") } else { None }
    }

    /// The output, all of whose elements `fill` writes a literal to and this one writes anew; and the literal. Nothing
    /// else reads the literals.
    pub fn filled_by(&self, fill: &Kernel<'c>) -> Option<(usize, Attribute<'c>)> {
        let literal = fill.fills_with().filter(|_| self.results() == fill.iterations())?;
        let filled = &fill.outputs[0];
        if self.memrefs().filter(|memref| alias(*memref, filled.memref)).count() != 1 {
            return None;
        }
        let same = |output: &Operand<'c>| is_same_memory(output.memref, filled.memref);
        Some((self.outputs.iter().position(same)?, literal))
    }

    /// Makes the output that is [`Self::filled_by`] `fill` begin with the literal: whether there is one.
    pub fn begin_with(&mut self, fill: &Kernel<'c>) -> bool {
        let Some((i, literal)) = self.filled_by(fill) else { return false };
        self.starts[i] = Some(literal);
        true
    }

    /// Elements that it writes of each output.
    pub fn results(&self) -> i64 {
        self.dims.iter().filter(|dim| dim.parallel).map(|dim| dim.extent).product()
    }

    /// Whether the body uses loop indices as values.
    pub fn asks_for_indices(&self) -> bool {
        block_ops(self.body).iter().any(|op| linalg::Index::of(*op).is_some())
    }

    /// How many indices the addresses of an iteration come with: one a loop, if the body asks for any.
    pub fn index_count(&self) -> usize {
        if self.asks_for_indices() { self.dims.len() } else { 0 }
    }

    /// Inputs, then outputs.
    pub fn operands(&self) -> impl Iterator<Item = &Operand<'c>> {
        self.inputs.iter().chain(&self.outputs)
    }

    /// The buffers of all operands, and behind them the tables.
    pub fn memrefs(&self) -> impl Iterator<Item = Value<'c>> {
        self.operands().map(|operand| operand.memref).chain(self.tables.iter().copied())
    }

    fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand<'c>> {
        self.inputs.iter_mut().chain(&mut self.outputs)
    }

    /// Number of iterations of the whole nest.
    pub fn iterations(&self) -> i64 {
        self.dims.iter().map(|dim| dim.extent).product()
    }

    /// Number of iterations of some of the loops.
    pub fn extent(&self, loops: &[usize]) -> i64 {
        loops.iter().map(|d| self.dims[*d].extent).product()
    }

    /// How partial results of the outputs are combined; `None` if the reductions have to run in their order.
    pub fn combiners(&self) -> Option<Combiners<'c>> {
        combiners(self.body, self.inputs.len())
    }

    /// Drops loops of one iteration, puts parallel loops first in the order of the output's memory, and makes one loop of
    /// two that walk all memory as one. Loops whose indices the body uses otherwise than to read tables stay, and with them the
    /// order of the reductions; that stays, too, where the result depends on it. The index of a loop that is gone is 0.
    fn simplify(&mut self) {
        let asked = self.asks_for_indices();
        self.keep(|dim, _| dim.extent != 1);
        let order: Vec<usize> = {
            let mut order: Vec<usize> = (0..self.dims.len()).collect();
            // What is combined together is told from what depends on the order of elements at run time only.
            let keeps_reductions = asked || !matches!(self.combiners(), Some(Combiners::Each(_)));
            // Terms are walked as the input with most elements has them, the first of several.
            let elements = |input: &&Operand<'c>| {
                let moves = (0..self.dims.len()).filter(|d| input.strides[*d] != 0);
                moves.map(|d| self.dims[d].extent).product::<i64>()
            };
            let largest = self.inputs.iter().rev().max_by_key(elements).unwrap_or(&self.outputs[0]);
            let stride = |d: usize| -> i64 {
                if !self.dims[d].parallel && keeps_reductions {
                    return 0;
                }
                let operand = if self.dims[d].parallel { &self.outputs[0] } else { largest };
                operand.strides[d].abs()
            };
            order.sort_by_key(|&d| (!self.dims[d].parallel, std::cmp::Reverse(stride(d))));
            order
        };
        self.permute(&order);
        let mut d = 0;
        while d + 1 < self.dims.len() {
            let inner = self.dims[d + 1].extent;
            let merges = self.dims[d].parallel == self.dims[d + 1].parallel
                && self.operands().all(|operand| operand.strides[d] == operand.strides[d + 1] * inner)
                && (!asked || self.reads_tables_as_one(d));
            if merges {
                self.dims[d + 1].extent *= self.dims[d].extent;
                self.keep(|_, i| i != d);
            } else {
                d += 1;
            }
        }
    }

    /// Whether the body uses the indices of loops `d` and `d + 1` only to read tables, whose memory both loops walk as one does.
    fn reads_tables_as_one(&self, d: usize) -> bool {
        let ops = block_ops(self.body);
        let [outer, inner] = [d, d + 1].map(|d| tables_strides(&ops, self.dims[d].source));
        let extent = self.dims[d + 1].extent;
        outer
            .zip(inner)
            .is_some_and(|(outer, inner)| outer.iter().zip(inner).all(|(outer, inner)| *outer == inner * extent))
    }

    fn keep(&mut self, keeps: impl Fn(&Dim, usize) -> bool) {
        let kept: Vec<usize> = (0..self.dims.len()).filter(|&d| keeps(&self.dims[d], d)).collect();
        self.permute(&kept);
    }

    /// Moves loop `from` to position `to`, for two parallel loops.
    pub fn move_loop(&mut self, from: usize, to: usize) {
        let mut order: Vec<usize> = (0..self.dims.len()).collect();
        let moved = order.remove(from);
        order.insert(to, moved);
        self.permute(&order);
    }

    /// Loop `i` becomes what loop `order[i]` was; loops that are not named must have one iteration or be merged.
    fn permute(&mut self, order: &[usize]) {
        self.dims = order.iter().map(|&d| self.dims[d]).collect();
        for operand in self.operands_mut() {
            operand.strides = order.iter().map(|&d| operand.strides[d]).collect();
        }
    }
}
