//! Nests whose elements are computed one after the other, or neighbours of the innermost loop in vectors.

use super::body::Lanes;
use super::nest::{Iteration, Nest};
use crate::scf::for_loop;
use xla_dialect::ir::{Builder, Value};

impl<'c> Nest<'c, '_> {
    /// The loops from `d` on, in order; `indices` are those of the loops around.
    pub fn elements(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>], indices: &[Value<'c>]) {
        let dims = &self.kernel.dims;
        if d == dims.len() {
            self.compute(builder, Iteration { at: base, indices }, Lanes::ONE);
            return;
        }
        if dims[d..].iter().all(|dim| !dim.parallel) {
            let sums = self.sums(builder, base, Lanes::ONE);
            let sums = self.add_elements(builder, d, base, &sums);
            self.store_sums(builder, base, &sums, Lanes::ONE);
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

    /// The sums of what the reductions from `d` on read: between iterations they are in registers, since those of several
    /// outputs would not be kept there where one may lie in another's memory.
    fn add_elements(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>], sums: &[Value<'c>]) -> Vec<Value<'c>> {
        if d == self.kernel.dims.len() {
            return self.combine(builder, base, sums, Lanes::ONE);
        }
        let (begin, end) = self.bounds(builder, d);
        for_loop(builder, begin, end, 1, sums, |builder, i, sums| {
            let at = self.kernel.advance(builder, base, d, i);
            self.add_elements(builder, d + 1, &at, sums)
        })
    }
}
