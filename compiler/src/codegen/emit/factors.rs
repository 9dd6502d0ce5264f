//! The values of a contraction: the factors that are multiplied, and the results that are stored.

use super::body::{BodyEmitter, Lanes};
use super::frame::Frame;
use super::ops::{load_masked, load_scalar, splat, vector};
use crate::codegen::analysis::body::sources;
use crate::codegen::analysis::kernel::Kernel;
use crate::codegen::schedule::contraction::{ContractionPlan, Operands};
use crate::codegen::schedule::dot::Dot;
use crate::scf::index;
use xla_dialect::ir::{Builder, OpExt, Type, Value, block_args, terminator};
use xla_dialect::ods::arith;

/// A contraction that is emitted.
#[derive(Clone, Copy)]
pub struct ContractionEmitter<'c, 'p> {
    /// How it is computed.
    pub plan: &'p ContractionPlan<'c>,
    /// What the kernel function gets.
    pub frame: &'p Frame<'c>,
}

impl<'c, 'p> ContractionEmitter<'c, 'p> {
    /// The kernel.
    pub fn kernel(&self) -> &'p Kernel<'c> {
        &self.plan.contraction.kernel
    }

    /// How products are added.
    pub fn dot(&self) -> Dot {
        self.plan.dot
    }

    /// The type of a vector of sums.
    pub fn sums_type(&self) -> Type<'c> {
        vector(self.plan.contraction.element(), self.plan.lanes)
    }

    /// The values that are multiplied, as they are packed.
    pub fn packed_factors(&self) -> [Value<'c>; 2] {
        match &self.plan.operands {
            Operands::Packed(blocking) => [blocking.a.factor, blocking.b.factor],
            Operands::Direct(_) => self.plan.contraction.factors,
        }
    }

    /// The innermost reduction.
    pub fn innermost(&self) -> usize {
        let k = &self.plan.contraction.k;
        k[k.len() - 1]
    }

    /// How many groups hold `length` factors.
    pub fn groups(&self, builder: &Builder<'c>, length: Value<'c>) -> Value<'c> {
        let group = self.dot().group();
        if group == 1 {
            return length;
        }
        let more = arith::addi(builder, length, index(builder, group - 1));
        arith::divui(builder, more, index(builder, group))
    }

    /// `factor` computed from the inputs at `at`, on `lanes`, or on those that `mask` selects.
    pub fn factor(
        &self,
        builder: &Builder<'c>,
        factor: Value<'c>,
        at: &[Value<'c>],
        (lanes, mask): (Lanes, Option<Value<'c>>),
    ) -> Value<'c> {
        let kernel = self.kernel();
        let mut body = BodyEmitter::new(kernel, self.frame, lanes.count).masked(mask);
        let arguments = block_args(kernel.body);
        for i in sources(kernel, factor).inputs {
            let (operand, buffer) = (&kernel.inputs[i], self.frame.buffers[i]);
            let value = if lanes.count > 1 && operand.strides[lanes.along] == 1 {
                load_masked(builder, buffer, at[i], vector(operand.element, lanes.count), mask)
            } else {
                splat(builder, load_scalar(builder, buffer, at[i]), lanes.count)
            };
            body.set(arguments[i], value);
        }
        body.get(builder, factor)
    }

    /// What is stored of a sum.
    pub fn finished(&self, builder: &Builder<'c>, sum: Value<'c>) -> Value<'c> {
        let body = self.plan.then.and_then(|op| op.body(0));
        let Some((body, result)) = body.and_then(|body| Some((body, *terminator(body)?.ins().first()?))) else {
            return sum;
        };
        let mut emitter = BodyEmitter::new(self.kernel(), self.frame, self.plan.lanes);
        emitter.set(block_args(body)[0], sum);
        emitter.get(builder, result)
    }
}
