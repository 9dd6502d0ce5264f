//! Nests whose elements are computed one after the other, or neighbours of the innermost loop in vectors.

use super::body::Lanes;
use super::nest::{Iteration, Nest};
use crate::scf::{for_loop, index};
use xla_dialect::ir::{Builder, Value, block_ops};

impl<'c> Nest<'c, '_> {
    /// The loops from `d` on, in order; `indices` are those of the loops around.
    pub fn elements(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>], indices: &[Value<'c>]) {
        let dims = &self.kernel.dims;
        if d == dims.len() {
            self.compute(builder, Iteration { at: base, indices }, Lanes::ONE);
            return;
        }
        let is_last = dims[d + 1..].iter().all(|dim| !dim.parallel);
        if !dims[d].parallel && is_last {
            self.reduce(builder, d, &[base.to_vec()]);
            return;
        }
        if is_last && self.may_be_side_by_side(d) {
            let each = (0..dims[d].extent).map(|i| self.kernel.advance(builder, base, d, index(builder, i)));
            self.reduce(builder, d + 1, &each.collect::<Vec<_>>());
            return;
        }
        let is_vector = self.lanes > 1 && d + 1 == dims.len();
        if is_vector && self.masks {
            self.masked_loop(builder, d, |nest, builder, i, lanes| {
                let at = self.kernel.advance(builder, base, d, i);
                let indices = [indices, &[i]].concat();
                nest.compute(builder, Iteration { at: &at, indices: &indices }, lanes);
            });
            return;
        }
        if is_vector {
            let bounds = self.bounds(builder, d);
            self.vector_loop(builder, d, bounds, |builder, i, lanes| {
                let at = self.kernel.advance(builder, base, d, i);
                let indices = [indices, &[i]].concat();
                self.compute(builder, Iteration { at: &at, indices: &indices }, lanes);
            });
            return;
        }
        self.each_iteration(builder, d, |builder, i| {
            let at = self.kernel.advance(builder, base, d, i);
            self.elements(builder, d + 1, &at, &[indices, &[i]].concat());
        });
    }

    /// Whether the results along loop `d`, inside of which there are reductions alone, are computed at once: a processor works on one
    /// while another waits for the step before. Threads share the outermost loop.
    fn may_be_side_by_side(&self, d: usize) -> bool {
        const MOST: i64 = 4;
        /// Ops of a body that are worth to be repeated.
        const MOST_OPS: usize = 32;
        let dims = &self.kernel.dims;
        let is_small = || dims[d].extent <= MOST && block_ops(self.kernel.body).len() <= MOST_OPS;
        d > 0 && d + 1 < dims.len() && self.lanes == 1 && self.producer.is_none() && is_small()
    }

    /// The results at these addresses, which are reduced by the loops from `d` on.
    fn reduce(&self, builder: &Builder<'c>, d: usize, bases: &[Vec<Value<'c>>]) {
        let sums = bases.iter().flat_map(|base| self.sums(builder, base, Lanes::ONE)).collect::<Vec<_>>();
        let sums = self.add_elements(builder, d, bases, &sums);
        for (base, sums) in bases.iter().zip(sums.chunks(sums.len() / bases.len())) {
            self.store_sums(builder, base, sums, Lanes::ONE);
        }
    }

    /// The sums of what the reductions from `d` on read, for each of `bases`: between iterations they are in registers, since those
    /// of several outputs would not be kept there where one may lie in another's memory.
    fn add_elements(
        &self,
        builder: &Builder<'c>,
        d: usize,
        bases: &[Vec<Value<'c>>],
        sums: &[Value<'c>],
    ) -> Vec<Value<'c>> {
        if d == self.kernel.dims.len() {
            let each = bases.iter().zip(sums.chunks(sums.len() / bases.len()));
            return each.flat_map(|(base, sums)| self.combine(builder, base, sums, Lanes::ONE)).collect();
        }
        let (begin, end) = self.bounds(builder, d);
        for_loop(builder, begin, end, 1, sums, |builder, i, sums| {
            let at: Vec<_> = bases.iter().map(|base| self.kernel.advance(builder, base, d, i)).collect();
            self.add_elements(builder, d + 1, &at, sums)
        })
    }
}
