//! A kernel of a group, and how it is computed.

use super::contraction::{Choices, ContractionPlan};
use super::nest::{self, NestPlan};
use crate::codegen::analysis::kernel::{Kernel, Operand};
use std::rc::Rc;
use xla_dialect::accumulation::accumulates;
use xla_dialect::diagnostics::{internal, unsupported};
use xla_dialect::ir::{Op, OpExt, block_args, block_ops, has_uses};
use xla_dialect::passes::Failed;

/// A linalg op, its loops, and how they are computed.
pub struct Member<'c> {
    /// The op.
    pub op: Op<'c>,
    /// Its loops.
    pub kernel: Rc<Kernel<'c>>,
    /// How they are computed.
    pub plan: Plan<'c>,
}

/// How a kernel is computed.
pub enum Plan<'c> {
    /// As a contraction.
    Contraction(Box<ContractionPlan<'c>>),
    /// As a loop nest of vectors.
    Nest(NestPlan),
}

impl<'c> Member<'c> {
    /// The linalg op `op`, planned.
    pub fn of(op: Op<'c>, choices: Choices<'_>) -> Result<Self, Failed> {
        let mut kernel = Rc::new(Kernel::of(op).ok_or_else(|| unsupported(op, "its index maps are not linear"))?);
        let plan = match ContractionPlan::of(&kernel, choices) {
            Some(contraction) => Plan::Contraction(Box::new(contraction)),
            None => {
                let only = Rc::get_mut(&mut kernel).ok_or_else(|| internal(op, "has loops that a plan refers to"))?;
                Plan::Nest(NestPlan::of(only, choices.machine))
            }
        };
        Ok(Self { op, kernel, plan })
    }

    /// The plan of a contraction.
    pub fn contraction(&self) -> Option<&ContractionPlan<'c>> {
        match &self.plan {
            Plan::Contraction(plan) => Some(plan),
            Plan::Nest(_) => None,
        }
    }

    /// The plan of a loop nest.
    pub fn nest(&self) -> Option<&NestPlan> {
        match &self.plan {
            Plan::Contraction(_) => None,
            Plan::Nest(plan) => Some(plan),
        }
    }

    /// The loop whose iterations are run in blocks and on threads, if it is one loop.
    pub fn outer_loop(&self) -> Option<usize> {
        match &self.plan {
            Plan::Contraction(plan) => plan.parallel_loop(),
            Plan::Nest(_) => self.kernel.dims.first().filter(|dim| dim.parallel).map(|_| 0),
        }
    }

    /// Number of iterations that may run in any order.
    pub fn parallel_extent(&self) -> i64 {
        match &self.plan {
            Plan::Contraction(plan) => plan.parallel_extent(),
            Plan::Nest(_) => self.kernel.dims.first().filter(|dim| dim.parallel).map_or(1, |dim| dim.extent),
        }
    }

    /// How many iterations it computes together, where they are a multiple of it: a power of two.
    pub fn iterations_per_step(&self) -> i64 {
        self.nest().map_or(1, |nest| nest.iterations_per_step(&self.kernel))
    }

    /// How many iterations it must compute together.
    pub fn iterations_per_tile(&self) -> i64 {
        self.contraction().map_or(1, ContractionPlan::iterations_per_tile)
    }

    /// Whether it loses nothing where other kernels run between its iterations. A sum at the end of a reduction waits for the last of many
    /// ops, during which the next iteration would begin: that is little beside a long reduction, as are a few ops on one element.
    pub fn runs_iterations_apart(&self) -> bool {
        const LONG_REDUCTION: i64 = 384;
        const FEW_OPS: usize = 8;
        let reduced: i64 = self.kernel.dims.iter().filter(|dim| !dim.parallel).map(|dim| dim.extent).product();
        let is_little = self.kernel.dims.len() == 1 && block_ops(self.kernel.body).len() <= FEW_OPS;
        self.nest().is_some()
            && (self.iterations_per_step() == 1 || is_little)
            && (reduced == 1 || reduced >= LONG_REDUCTION)
    }

    /// Makes it begin with the literal that `fill` has written to its output, if it can, and says whether it can.
    pub fn begin_with(&mut self, fill: &Kernel<'c>) -> bool {
        match &mut self.plan {
            Plan::Contraction(plan) => {
                let begins = plan.begins_with(fill);
                plan.fresh |= begins;
                begins
            }
            Plan::Nest(plan) => {
                plan.takes_starts() && Rc::get_mut(&mut self.kernel).is_some_and(|kernel| kernel.begin_with(fill))
            }
        }
    }

    /// Applies `next`, the member after this one, to each result before it is stored, if it can, and says whether it can.
    pub fn end_with(&mut self, next: &Self) -> bool {
        let Plan::Contraction(plan) = &mut self.plan else { return false };
        let ends = plan.ends_with(next.op, &next.kernel);
        if ends {
            plan.then = Some(next.op);
        }
        ends
    }

    /// The input of `next` that this computes and that can be reduced as it is written.
    pub fn feeds(&self, next: &Self) -> Option<usize> {
        let (Plan::Nest(ours), Plan::Nest(theirs)) = (&self.plan, &next.plan) else { return None };
        if accumulates(self.op) { None } else { nest::feeds((&self.kernel, ours), (&next.kernel, theirs)) }
    }

    /// Whether it packs panels.
    pub fn packs(&self) -> bool {
        self.contraction().is_some_and(ContractionPlan::packs)
    }

    /// Whether its results are written past the caches.
    pub fn streams(&self) -> bool {
        self.nest().is_some_and(|nest| nest.streams)
    }

    /// The buffers it reads and writes, and whether each is written.
    pub fn accesses(&self) -> impl Iterator<Item = (&Operand<'c>, bool)> {
        let inputs = self.kernel.inputs.iter().zip(block_args(self.kernel.body));
        let inputs = inputs.filter(|(_, argument)| has_uses(*argument)).map(|(operand, _)| (operand, false));
        inputs.chain(self.kernel.outputs.iter().map(|operand| (operand, true)))
    }

    /// Whether each thread should get one contiguous range of iterations: each range begins with work that others repeat,
    /// or iterations are the columns of rows that are read, of which long pieces are read faster.
    pub fn wants_shares(&self) -> bool {
        match &self.plan {
            Plan::Contraction(plan) => plan.wants_shares(),
            Plan::Nest(_) => {
                let parallel: Vec<bool> = self.kernel.dims.iter().map(|dim| dim.parallel).collect();
                parallel == [true, false]
                    && self.kernel.outputs.iter().all(|output| output.strides[0] == 1)
                    && self.kernel.inputs.iter().all(|input| input.strides[0] <= 1)
            }
        }
    }

    /// Erases the ops that it computes.
    pub fn erase(&self) {
        self.op.erase();
        self.contraction().and_then(|plan| plan.then).into_iter().for_each(|op| op.erase());
    }
}
