//! A loop nest that is not a contraction: its loops, loads and stores, on which the strategies build.

use super::apart::{load_apart, store_apart};
use super::body::{Lanes, emit_body};
use super::frame::Frame;
use super::ops::{add_scaled, end_of_whole_vectors, if_else, load_masked, load_scalar, store_masked, stream, vector};
use crate::codegen::analysis::body::bits;
use crate::codegen::analysis::kernel::Kernel;
use crate::scf::{for_loop, index};
use xla_dialect::ir::{Builder, Value, block_args, has_uses, integer_type};
use xla_dialect::ods::{arith, vector};

/// A nest that is emitted.
pub struct Nest<'c, 'k> {
    /// What it computes.
    pub kernel: &'k Kernel<'c>,
    /// What the kernel function gets.
    pub frame: &'k Frame<'c>,
    /// Elements computed together.
    pub lanes: i64,
    /// Whether what the innermost loop has over whole vectors is computed in a vector, too, of which a mask selects lanes.
    pub masks: bool,
    /// The mask of what is computed.
    pub mask: Option<Value<'c>>,
    /// Whether results are written past the caches.
    pub streams: bool,
    /// The nest that computes one of the inputs on the way.
    pub producer: Option<&'k Producer<'c, 'k>>,
}

/// A nest of the same loops that computes input `input` of another.
pub struct Producer<'c, 'k> {
    /// That nest.
    pub nest: Nest<'c, 'k>,
    /// The number of the input.
    pub input: usize,
}

/// An iteration of a nest: the addresses of all operands there, and the indices of its loops, where the body asks for them.
#[derive(Clone, Copy)]
pub struct Iteration<'c, 'a> {
    /// The addresses.
    pub at: &'a [Value<'c>],
    /// The indices.
    pub indices: &'a [Value<'c>],
}

impl<'c> Nest<'c, '_> {
    /// The addresses of all operands before any iteration, behind them the indices of the loops, if the body asks for them,
    /// and the addresses of the producer.
    pub fn base(&self, builder: &Builder<'c>) -> Vec<Value<'c>> {
        let frame = self.frame;
        let each = self.kernel.operands().zip(frame.offsets(builder, self.kernel)).zip(&frame.on_stack);
        let each =
            each.map(
                |((operand, offset), on_stack)| {
                    if *on_stack { add_scaled(builder, offset, frame.begin, -operand.strides[0]) } else { offset }
                },
            );
        let indices = vec![index(builder, 0); self.kernel.index_count()];
        let each = each.chain(indices);
        each.chain(self.producer.iter().flat_map(|producer| producer.nest.base(builder)).collect::<Vec<_>>()).collect()
    }

    /// Those addresses in iteration `i` of loop `d`.
    pub fn advance(&self, builder: &Builder<'c>, base: &[Value<'c>], d: usize, i: Value<'c>) -> Vec<Value<'c>> {
        let mut at = self.kernel.advance(builder, base, d, i);
        if let Some(producer) = self.producer {
            at.extend(producer.nest.advance(builder, &base[at.len()..], d, i));
        }
        at
    }

    /// The bounds of loop `d`.
    pub fn bounds(&self, builder: &Builder<'c>, d: usize) -> (Value<'c>, Value<'c>) {
        if d == 0 && self.kernel.dims[0].parallel {
            (self.frame.begin, self.frame.end)
        } else {
            (index(builder, 0), index(builder, self.kernel.dims[d].extent))
        }
    }

    /// Whether the trip count of loop `d` is a multiple of `lanes`, in each part that a thread gets.
    pub fn is_whole(&self, d: usize, lanes: i64) -> bool {
        let dim = &self.kernel.dims[d];
        let iterations = if d == 0 && dim.parallel { self.frame.step } else { dim.extent };
        iterations % lanes == 0
    }

    /// All iterations of loop `d`.
    pub fn each_iteration(&self, builder: &Builder<'c>, d: usize, body: impl FnOnce(&Builder<'c>, Value<'c>)) {
        let (begin, end) = self.bounds(builder, d);
        if d == 0 && self.frame.one_iteration && self.kernel.dims[0].parallel {
            body(builder, begin);
            return;
        }
        for_loop(builder, begin, end, 1, &[], |builder, i, _| {
            body(builder, i);
            Vec::new()
        });
    }

    /// Iterations `[begin, end)` of loop `d` in vectors, and the remainder one by one.
    pub fn vector_loop(
        &self,
        builder: &Builder<'c>,
        d: usize,
        (begin, end): (Value<'c>, Value<'c>),
        mut body: impl FnMut(&Builder<'c>, Value<'c>, Lanes),
    ) {
        let mut part = |begin, end, count| {
            for_loop(builder, begin, end, count, &[], |builder, i, _| {
                body(builder, i, Lanes { count, along: d });
                Vec::new()
            });
        };
        if self.is_whole(d, self.lanes) {
            part(begin, end, self.lanes);
            return;
        }
        let middle = end_of_whole_vectors(builder, begin, end, self.lanes);
        part(begin, middle, self.lanes);
        part(middle, end, 1);
    }

    /// All iterations of loop `d`, the innermost, in vectors, the last of which may be cut off.
    pub fn masked_loop(
        &self,
        builder: &Builder<'c>,
        d: usize,
        mut body: impl FnMut(&Self, &Builder<'c>, Value<'c>, Lanes),
    ) {
        let (lanes, (begin, end)) = (Lanes { count: self.lanes, along: d }, self.bounds(builder, d));
        let whole = self.is_whole(d, self.lanes);
        let middle = if whole { end } else { end_of_whole_vectors(builder, begin, end, self.lanes) };
        if self.kernel.dims[d].extent >= self.lanes {
            for_loop(builder, begin, middle, self.lanes, &[], |builder, i, _| {
                body(self, builder, i, lanes);
                Vec::new()
            });
        }
        if whole {
            return;
        }
        let ty = vector(integer_type(builder.context, 1), self.lanes);
        let mut remainder = |builder: &Builder<'c>, mask| {
            body(&Self { mask: Some(mask), ..*self }, builder, middle, lanes);
        };
        if d > 0 {
            let left = self.kernel.dims[d].extent % self.lanes;
            return remainder(builder, vector::constant_mask(builder, &[left], ty));
        }
        let left = arith::subi(builder, end, middle);
        let is_left = arith::cmpi(builder, arith::CmpIPredicate::Sgt, left, index(builder, 0));
        let masked = |builder: &Builder<'c>| remainder(builder, vector::create_mask(builder, &[left], ty));
        if_else(builder, is_left, masked, |_| {});
    }

    /// Loads, computes and stores `lanes`.
    pub fn compute(&self, builder: &Builder<'c>, iteration: Iteration<'c, '_>, lanes: Lanes) {
        let results = self.results(builder, &[], iteration, lanes);
        self.write(builder, &[(iteration.at.to_vec(), results)], lanes);
    }

    /// What the body makes of `lanes`, with some of the inputs loaded already.
    pub fn results(
        &self,
        builder: &Builder<'c>,
        loaded: &[(usize, Value<'c>)],
        Iteration { at, indices }: Iteration<'c, '_>,
        lanes: Lanes,
    ) -> Vec<Value<'c>> {
        let arguments: Vec<_> = block_args(self.kernel.body)[..self.kernel.operands().count()]
            .iter()
            .enumerate()
            .map(|(i, argument)| {
                let found = loaded.iter().find(|(number, _)| *number == i).map(|(_, value)| *value);
                found.or_else(|| has_uses(*argument).then(|| self.load(builder, i, at[i], lanes)))
            })
            .collect();
        emit_body(builder, (self.kernel, self.frame), &arguments, indices, (lanes, self.mask))
    }

    /// Stores results of the body at their addresses. Where they are streamed, the first address decides whether all are
    /// at multiples of whole vectors.
    pub fn write(&self, builder: &Builder<'c>, all: &[(Vec<Value<'c>>, Vec<Value<'c>>)], lanes: Lanes) {
        let machine = &self.frame.machine;
        for (i, output) in self.kernel.outputs.iter().enumerate() {
            let operand = self.kernel.inputs.len() + i;
            let buffer = self.frame.buffers[operand];
            let each: Vec<_> = all.iter().map(|(at, results)| (at[operand], results[i])).collect();
            let stride = output.strides.get(lanes.along).copied().unwrap_or(1);
            if self.mask.is_some() {
                each.iter().for_each(|(at, result)| store_masked(builder, *result, buffer, *at, self.mask));
            } else if self.streams && stride == 1 && lanes.count * bits(output.element) == machine.vector_bits {
                stream(builder, buffer, &each, machine.vector_bytes());
            } else {
                for (at, result) in each {
                    store_apart(builder, result, (buffer, at), (output.element, lanes.count), stride);
                }
            }
        }
    }

    /// Loads `lanes` of operand `i` at `at`.
    pub fn load(&self, builder: &Builder<'c>, i: usize, at: Value<'c>, lanes: Lanes) -> Value<'c> {
        let buffer = self.frame.buffers[i];
        let inputs = &self.kernel.inputs;
        let operand = inputs.get(i).unwrap_or_else(|| &self.kernel.outputs[i - inputs.len()]);
        if lanes.count == 1 {
            return load_scalar(builder, buffer, at);
        }
        if self.mask.is_some() && operand.strides[lanes.along] == 1 {
            return load_masked(builder, buffer, at, vector(operand.element, lanes.count), self.mask);
        }
        load_apart(builder, buffer, at, (operand.element, lanes.count), operand.strides[lanes.along])
    }

    /// The sums after one iteration of the computation on `lanes`.
    pub fn combine(&self, builder: &Builder<'c>, at: &[Value<'c>], sums: &[Value<'c>], lanes: Lanes) -> Vec<Value<'c>> {
        let inputs = (0..self.kernel.inputs.len()).map(|i| match self.producer {
            Some(producer) if producer.input == i => {
                let at = &at[self.kernel.operands().count() + self.kernel.index_count()..];
                let results = producer.nest.results(builder, &[], Iteration { at, indices: &[] }, lanes);
                producer.nest.write(builder, &[(at.to_vec(), results.clone())], lanes);
                results[0]
            }
            _ => self.load(builder, i, at[i], lanes),
        });
        let mut arguments: Vec<_> = inputs.map(Some).collect();
        arguments.extend(sums.iter().copied().map(Some));
        let indices = &at[self.kernel.operands().count()..][..self.kernel.index_count()];
        emit_body(builder, (self.kernel, self.frame), &arguments, indices, (lanes, self.mask))
    }
}
