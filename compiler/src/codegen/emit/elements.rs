//! Nests whose elements are computed one after the other, or neighbours of the innermost loop in vectors.

use super::body::Lanes;
use super::nest::{Iteration, Nest};
use crate::codegen::schedule::nest::vectorizes_loop;
use xla_dialect::ir::{Builder, Value};

impl<'c> Nest<'c, '_> {
    /// The loops from `d` on, in order; `indices` are those of the loops around.
    pub fn elements(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>], indices: &[Value<'c>]) {
        let dims = &self.kernel.dims;
        if d == dims.len() {
            self.compute(builder, Iteration { at: base, indices }, Lanes::ONE);
            return;
        }
        if d + 1 == dims.len() && vectorizes_loop(self.kernel, self.lanes, d) {
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
}
