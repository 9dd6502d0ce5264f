//! Nests whose innermost loop is too short for vectors, such as one over the channels of an image: it is unrolled, and
//! neighbours along the loop around it are computed in vectors.
//!
//! ```text
//! three vectors of channels --permuted--> r0 r1 r2 …, g0 g1 g2 …, b0 b1 b2 … --> the body, 3 times
//!                           --permuted--> r0 g0 b0 r1 g1 b1 …
//! ```

use super::apart::pick;
use super::body::Lanes;
use super::nest::{Iteration, Nest};
use super::ops::{add_offset, load_vector, vector};
use crate::scf::index;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Value, shape_of};

impl<'c> Nest<'c, '_> {
    /// The loops from `d` on; `indices` are those of the loops around.
    pub fn interleaved(&self, builder: &Builder<'c>, d: usize, base: &[Value<'c>], indices: &[Value<'c>]) {
        if d + 2 < self.kernel.dims.len() {
            self.each_iteration(builder, d, |builder, i| {
                let at = self.kernel.advance(builder, base, d, i);
                self.interleaved(builder, d + 1, &at, &[indices, &[i]].concat());
            });
            return;
        }
        let bounds = self.bounds(builder, d);
        self.vector_loop(builder, d, bounds, |builder, i, lanes| {
            let at = self.kernel.advance(builder, base, d, i);
            self.unrolled(builder, Iteration { at: &at, indices: &[indices, &[i]].concat() }, lanes);
        });
    }

    /// All iterations of the innermost loop, on `lanes` of the loop around it.
    fn unrolled(&self, builder: &Builder<'c>, around: Iteration<'c, '_>, lanes: Lanes) {
        let (kernel, last) = (self.kernel, self.kernel.dims.len() - 1);
        let extent = kernel.dims[last].extent;
        let numbers = 0..kernel.inputs.len();
        let separated: Vec<(usize, Vec<Value<'c>>)> = numbers
            .filter(|i| lanes.count > 1 && kernel.interleaves(&kernel.inputs[*i]))
            .map(|i| {
                let ty = vector(kernel.inputs[i].element, lanes.count);
                let at = |k: i64| add_offset(builder, around.at[i], k * lanes.count);
                let load = |k| load_vector(builder, self.frame.buffers[i], at(k), ty);
                let loaded: Vec<_> = (0..extent).map(load).collect();
                (i, permuted(builder, &loaded, |count, size, to| to % size * count + to / size))
            })
            .collect();
        // Everything is read before anything is written.
        let each = (0..extent).map(|iteration| {
            let i = index(builder, iteration);
            let at = kernel.advance(builder, around.at, last, i);
            let loaded: Vec<_> = separated.iter().map(|(i, vectors)| (*i, vectors[iteration as usize])).collect();
            let indices = [around.indices, &[i]].concat();
            let results = self.results(builder, &loaded, Iteration { at: &at, indices: &indices }, lanes);
            (at, results)
        });
        let mut each: Vec<_> = each.collect();
        if lanes.count > 1 {
            for output in 0..kernel.outputs.len() {
                let results: Vec<_> = each.iter().map(|(_, results)| results[output]).collect();
                let neighbours = permuted(builder, &results, |count, size, to| to % count * size + to / count);
                let number = kernel.inputs.len() + output;
                for ((k, vector), (at, results)) in (0..).zip(neighbours).zip(&mut each) {
                    at[number] = add_offset(builder, around.at[number], k * lanes.count);
                    results[output] = vector;
                }
            }
        }
        self.write(builder, &each, Lanes { along: last, ..lanes });
    }
}

/// The elements of vectors in another order: element `to` of all becomes what was element `from(count, size, to)`, of
/// `count` vectors of `size` elements.
fn permuted<'c>(
    builder: &Builder<'c>,
    vectors: &[Value<'c>],
    from: impl Fn(usize, usize, usize) -> usize,
) -> Vec<Value<'c>> {
    let (count, size) = (vectors.len(), shape_of(vectors[0].r#type())[0] as usize);
    let vector = |number: usize| {
        pick(builder, vectors, |lane| {
            let from = from(count, size, number * size + lane);
            (from / size, from % size)
        })
    };
    (0..count).map(vector).collect()
}
