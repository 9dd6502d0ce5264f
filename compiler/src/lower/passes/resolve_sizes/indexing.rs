//! Reads and writes at indices, in arrays of dynamic size: indices stay within what counts.

use super::mask;
use super::resolver::{INVALID, Reason, Resolver, Sizes, refuse, shape};
use crate::lower::passes::expand_client_ops::builders::like;
use crate::verified;
use melior::ir::{BlockLike, ValueLike};
use xla_dialect::ir::Element;
use xla_dialect::ir::type_of;
use xla_dialect::ir::{Builder, Op, OpExt, Tensor, Value, block_args, take_region, tensor_of};
use xla_dialect::ods::xla;
use xla_dialect::passes::Failed;

impl<'c> Resolver<'c, '_> {
    /// A slice lies within what counts. That it has room there is for the program to see to: its size is known.
    pub(super) fn dynamic_slice(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let (operand, slice) = (shape(op.input(0)), op.i64s("slice_sizes"));
        let sizes = self.sizes(op.input(0));
        let number = |d: usize| mask::number(builder, slice[d]);
        let limits: Sizes<'c> = (0..slice.len())
            .map(|d| Some(mask::less(builder, sizes[d].filter(|_| slice[d] != operand[d])?, number(d))))
            .collect();
        for (d, start) in starts(op, builder, 1, &limits)?.into_iter().enumerate() {
            op.set_input(1 + d, start);
        }
        Ok(vec![taken(&sizes, &operand, &slice)])
    }

    /// The update lies within what counts. Of one that is dynamic itself, what is beyond its size leaves what was there:
    /// it is read first, from an array that has room for it everywhere.
    pub(super) fn dynamic_update_slice(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let (operand, update) = (verified::tensor(op.input(0)), verified::tensor(op.input(1)));
        let [own, other] = [0, 1].map(|i| self.sizes(op.input(i)));
        let limits: Sizes<'c> = (0..own.len())
            .map(|d| {
                own[d].or(other[d])?;
                let size = self.size(builder, op.input(0), d);
                Some(mask::less(builder, size, self.size(builder, op.input(1), d)))
            })
            .collect();
        let starts = match starts(op, builder, 2, &limits) {
            Ok(starts) => starts,
            Err(reason) => return refuse(op, reason),
        };
        let value = match mask::within(builder, &update.shape, &other) {
            None => xla::dynamic_update_slice(builder, op.input(0), op.input(1), &starts),
            Some(counts) => {
                let high: Vec<i64> =
                    other.iter().zip(&update.shape).map(|(size, bound)| size.map_or(0, |_| *bound)).collect();
                let none = vec![0; high.len()];
                let element = verified::element(&operand);
                let room = xla::pad(builder, op.input(0), mask::zero(builder, element), &none, &high, &none);
                let old = xla::dynamic_slice(builder, room, &starts, &update.shape);
                let new = xla::select(builder, counts, op.input(1), old);
                let all = xla::dynamic_update_slice(builder, room, new, &starts);
                xla::slice(builder, all, &none, &operand.shape, &vec![1; high.len()])
            }
        };
        op.replace(&[value]);
        self.set(value, own);
        Ok(())
    }

    /// Slices lie within what counts of the operand, as those of `dynamic_slice` do; there are as many as the indices have.
    pub(super) fn gather(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let lists = ["offset_dims", "collapsed_slice_dims", "operand_batching_dims"].map(|name| op.i64s(name));
        let [offsets, collapsed, batching] = &lists;
        let (operand, slices) = (shape(op.input(0)), op.i64s("slice_sizes"));
        let own = self.sizes(op.input(0));
        let map = op.i64s("start_index_map");
        let vector = verified::index(op, "index_vector_dim");
        let mut indices = self.sizes(op.input(1));
        if indices.get(vector).copied().flatten().is_some() {
            return Err("its indices have as many components as is known only at run time");
        }
        if map.iter().any(|d| own[*d as usize].is_some()) {
            // The largest index of each component, along the vector's dimension.
            let index = tensor_of(op.input(1)).ok_or(INVALID)?.with_element(type_of(builder.context, Element::S32));
            let limits: Vec<Value<'c>> = map
                .iter()
                .map(|&d| {
                    let d = d as usize;
                    let size = mask::either(builder, own[d], operand[d]);
                    let limit = mask::less(builder, size, mask::number(builder, slices[d]));
                    xla::reshape(builder, limit, index.with_shape(&[1]).ty())
                })
                .collect();
            let mut limit = xla::concatenate(builder, &limits, 0);
            if vector == indices.len() {
                limit = xla::reshape(builder, limit, index.with_shape(&[]).ty());
            }
            let dimensions: Vec<i64> = (0..indices.len() as i64).filter(|d| *d == vector as i64).collect();
            let limit = xla::broadcast_in_dim(builder, limit, &dimensions, index.ty());
            let value = mask::indices(builder, op.input(1));
            let value = xla::max(builder, value, mask::number(builder, 0));
            op.set_input(1, xla::min(builder, value, limit));
        }
        if vector < indices.len() {
            indices.remove(vector);
        }
        let taken = taken(&own, &operand, &slices);
        let kept = (0..own.len()).filter(|&d| !collapsed.contains(&(d as i64)) && !batching.contains(&(d as i64)));
        let (mut inner, mut outer) = (kept.map(|d| taken[d]), indices.into_iter());
        let size = |d| if offsets.contains(&d) { inner.next() } else { outer.next() };
        Ok(vec![(0..shape(op.output(0)).len() as i64).map(size).map(Option::flatten).collect()])
    }

    /// Updates beyond their size, or at indices beyond theirs, change nothing: that an update counts is one more
    /// update. What is written beyond the operand's size is not seen.
    pub(super) fn scatter(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let (operands, n) = (op.ins(), op.ins().len() / 2);
        let own = self.merged(&operands[..n]);
        let mut sizes = self.merged(&operands[n + 1..]);
        let vector = verified::index(op, "index_vector_dim");
        let mut indices = self.sizes(operands[n]);
        if indices.get(vector).copied().flatten().is_some() {
            return refuse(op, "its indices have as many components as is known only at run time");
        }
        if vector < indices.len() {
            indices.remove(vector);
        }
        let window = op.i64s("update_window_dims");
        let batch = (0..sizes.len()).filter(|d| !window.contains(&(*d as i64)));
        for (d, size) in batch.zip(indices) {
            sizes[d] = sizes[d].or(size);
        }
        let updates = shape(operands[n + 1]);
        let Some(counts) = mask::within(builder, &updates, &sizes) else {
            for result in op.outs() {
                self.set(result, own.clone());
            }
            return Ok(());
        };
        let body = verified::body(op, 0);
        let truth = Tensor::new(&[], type_of(builder.context, Element::Pred));
        body.insert_argument(n, truth.ty(), op.loc());
        let counting = body.add_argument(truth.ty(), op.loc());
        let end = verified::end(body);
        let at = verified::before(end);
        let arguments = block_args(body);
        let each = end.ins().into_iter().zip(&arguments);
        let mut returned: Vec<Value<'c>> = each.map(|(new, old)| xla::select(&at, counting, new, *old)).collect();
        returned.push(counting);
        xla::return_(&at, &returned);
        end.erase();
        let marks = mask::spread(builder, mask::falsity(builder), &truth.with_shape(&shape(operands[0])));
        let mut all = operands.clone();
        all.insert(n, marks);
        all.push(counts);
        let mut types: Vec<_> = op.outs().iter().map(|result| result.r#type()).collect();
        types.push(marks.r#type());
        let regions = op.region_list().into_iter().map(take_region).collect();
        let results = like(builder, op, &all, &types, regions).outs();
        for result in &results[..n] {
            self.set(*result, own.clone());
        }
        op.replace(&results[..n]);
        Ok(())
    }
}

/// The sizes of a slice: those of the dimensions that are taken whole.
fn taken<'c>(sizes: &Sizes<'c>, operand: &[i64], slice: &[i64]) -> Sizes<'c> {
    sizes.iter().enumerate().map(|(d, size)| size.filter(|_| slice[d] == operand[d])).collect()
}

/// The start indices, operands from number `first` on, within those `limits` that there are.
fn starts<'c>(op: Op<'c>, builder: &Builder<'c>, first: usize, limits: &Sizes<'c>) -> Result<Vec<Value<'c>>, Reason> {
    let each = op.ins().into_iter().skip(first).zip(limits).map(|(start, limit)| {
        let start = mask::indices(builder, start);
        let zero = mask::number(builder, 0);
        Ok(limit.map_or(start, |limit| xla::clamp(builder, zero, start, limit)))
    });
    each.collect()
}
