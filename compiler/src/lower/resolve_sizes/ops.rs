//! What each op does with sizes: carries them, changes them, or keeps what is beyond them out of its results.

use super::{Resolver, Sizes, mask};
use melior::ir::{BlockLike, ValueLike};
use xla_dialect::diagnostics::unsupported;
use xla_dialect::index_util;
use xla_dialect::ir::{
    Builder, Op, OpExt, Tensor, Value, i64_array, i64_attribute, take_region, tensor_of, terminator,
};
use xla_dialect::ops::broadcast::broadcast;
use xla_dialect::ops::{Arguments, dot};
use xla_dialect::passes::Failed;

/// Why an op cannot be resolved.
type Reason = &'static str;

impl<'c> Resolver<'c, '_> {
    /// Resolves an op that has an operand of dynamic size, or is about sizes. Its results are static already.
    pub(super) fn dynamic_op(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let sizes = match op.mnemonic() {
            "set_dimension_size" => Ok(vec![self.set_size(op, builder)]),
            "get_dimension_size" => {
                let d = op.int("dimension").unwrap_or_default() as usize;
                op.replace(&[self.size(builder, op.input(0), d)]);
                return Ok(());
            }
            "optimization_barrier" => Ok(op.ins().into_iter().map(|operand| self.sizes(operand)).collect()),
            "broadcast" => {
                let mut sizes = vec![None; op.i64s("broadcast_sizes").len()];
                sizes.extend(self.sizes(op.input(0)));
                Ok(vec![sizes])
            }
            "broadcast_in_dim" => self.placed(op, 0, &op.i64s("broadcast_dimensions")).map(|sizes| vec![sizes]),
            "transpose" => {
                let sizes = self.sizes(op.input(0));
                Ok(vec![op.i64s("permutation").into_iter().map(|d| sizes[d as usize]).collect()])
            }
            "reshape" if op.attr("dimensions").is_none() => self.reshape(op, builder),
            "collapse" => self.reshape(op, builder),
            "rev" => self.reverse(op, builder),
            "slice" => self.slice(op, builder),
            "pad" => self.pad(op, builder),
            "concatenate" => return self.concatenate(op, builder),
            "reduce" => self.reduce(op, builder),
            "dot" | "dot_general" => self.contraction(op, builder),
            "dynamic_slice" => self.whole_slices(op, &op.i64s("slice_sizes"), 1),
            "dynamic_update_slice" => {
                let update = tensor_of(op.input(1)).map(|tensor| tensor.shape).unwrap_or_default();
                self.whole_slices(op, &update, 2)
            }
            "gather" => self.gather(op),
            "sort" => return self.sort(op, builder),
            "reduce_precision" => Ok(vec![self.sizes(op.input(0))]),
            mnemonic if xla_scalar::Op::from_mnemonic(mnemonic).is_some() => {
                self.elementwise(op).map(|sizes| vec![sizes])
            }
            _ => Err("it has operands whose sizes are known only at run time"),
        };
        match sizes {
            Ok(sizes) => {
                for (result, sizes) in op.outs().into_iter().zip(sizes) {
                    self.set(result, sizes);
                }
                Ok(())
            }
            Err(reason) => {
                unsupported(op, reason);
                Err(Failed)
            }
        }
    }

    fn set_size(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Sizes<'c> {
        let mut sizes = self.sizes(op.input(0));
        let d = op.int("dimension").unwrap_or_default() as usize;
        let bound = tensor_of(op.input(0)).map_or(0, |tensor| tensor.shape[d]);
        sizes[d] = Some(mask::clamped(builder, op.input(1), bound));
        self.setters.push(op);
        sizes
    }

    /// The sizes of operand `i`, whose dimensions are `dimensions` of the result. One that expands has one element,
    /// and none of it is left where its size is 0.
    fn placed(&self, op: Op<'c>, i: usize, dimensions: &[i64]) -> Result<Sizes<'c>, Reason> {
        let (operand, result) = (shape(op.input(i)), shape(op.output(0)));
        let mut sizes = vec![None; result.len()];
        for (d, size) in self.sizes(op.input(i)).into_iter().enumerate() {
            let to = dimensions.get(d).map_or(0, |to| *to as usize);
            if size.is_some() && operand[d] != result[to] {
                return Err("a dimension whose size is known only at run time expands");
            }
            sizes[to] = size;
        }
        Ok(sizes)
    }

    /// Operands of one shape have one size, which one of them is enough to tell.
    fn elementwise(&self, op: Op<'c>) -> Result<Sizes<'c>, Reason> {
        let rank = shape(op.output(0)).len();
        let mut sizes = vec![None; rank];
        let mut merge = |more: Sizes<'c>| {
            for (size, other) in sizes.iter_mut().zip(more) {
                *size = size.or(other);
            }
        };
        let operands = op.ins();
        if operands.len() == 2 {
            let given = op.attr("broadcast_dimensions").map(|_| op.i64s("broadcast_dimensions"));
            let plan = broadcast(&shape(operands[0]), &shape(operands[1]), given.as_deref())
                .map_err(|_| "its operands have different bounds")?;
            merge(self.placed(op, 0, &plan.lhs.dimensions)?);
            merge(self.placed(op, 1, &plan.rhs.dimensions)?);
            return Ok(sizes);
        }
        for operand in operands {
            let (from, to) = (shape(operand), shape(op.output(0)));
            // Reinterpreted elements may have a dimension more, or one less: the last.
            let lost = self.sizes(operand).into_iter().skip(to.len()).any(|size| size.is_some());
            if lost || (!from.is_empty() && from.iter().zip(&to).any(|(from, to)| from != to)) {
                return Err("its operands have different bounds");
            }
            merge(self.sizes(operand));
        }
        Ok(sizes)
    }

    /// Elements keep their places if nothing in front of a dynamic dimension, and with it one behind, changes: the
    /// dimensions are grouped such that each group of the operand has as many elements as its group of the result,
    /// and only the slowest of a group may be dynamic.
    fn reshape(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        const REASON: Reason = "elements move that stand behind some whose number is known only at run time";
        let (from, to, sizes) = (shape(op.input(0)), shape(op.output(0)), self.sizes(op.input(0)));
        let mut result = vec![None; to.len()];
        let (mut i, mut j) = (0, 0);
        while i < from.len() {
            // Dimensions of one element, as long as they are static, stand between groups.
            if from[i] == 1 && sizes[i].is_none() {
                i += 1;
                continue;
            }
            while j < to.len() && to[j] == 1 && from[i] != 1 {
                j += 1;
            }
            if j == to.len() {
                return Err(REASON);
            }
            let (first, start) = (i, j);
            let (mut left, mut right) = (from[i], to[j]);
            while left != right {
                if left < right && i + 1 < from.len() {
                    i += 1;
                    left *= from[i];
                } else if right < left && j + 1 < to.len() {
                    j += 1;
                    right *= to[j];
                } else {
                    return Err(REASON);
                }
            }
            if sizes[first + 1..=i].iter().any(Option::is_some) {
                return Err(REASON);
            }
            if let Some(size) = sizes[first] {
                let inner: i64 = from[first + 1..=i].iter().product();
                let outer: i64 = to[start + 1..=j].iter().product();
                result[start] = Some(match (inner, outer) {
                    _ if inner == outer => size,
                    (_, 1) => mask::compute(builder, "xla.mul", size, mask::number(builder, inner)),
                    // A row of the result would be full in part.
                    _ => return Err(REASON),
                });
            }
            i += 1;
            j += 1;
        }
        Ok(vec![result])
    }

    /// What counts is at the end then, and is moved to the front.
    fn reverse(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let (tensor, sizes) = (tensor_of(op.input(0)).ok_or("it has no shape")?, self.sizes(op.input(0)));
        let dimensions = op.i64s("dimensions");
        let reversed = |d: usize| dimensions.contains(&(d as i64));
        // In place of x, x after itself: its front there is what follows the end of what counts.
        let mut value = op.input(0);
        for (d, size) in sizes.iter().enumerate().filter(|(d, _)| reversed(*d)) {
            let Some(size) = size else { continue };
            let mut shape = tensor.shape.clone();
            shape[d] *= 2;
            let dimension = [("dimension", i64_attribute(builder.context, d as i64))];
            let twice = builder.value("xla.concatenate", &[value, value], tensor.with_shape(&shape).ty(), &dimension);
            let zero = mask::number(builder, 0);
            let mut operands = vec![twice];
            operands.extend((0..tensor.rank()).map(|other| if other == d { *size } else { zero }));
            let whole = [("slice_sizes", i64_array(builder.context, &tensor.shape))];
            value = builder.value("xla.dynamic_slice", &operands, tensor.ty(), &whole);
        }
        op.set_input(0, value);
        Ok(vec![sizes])
    }

    /// As many places as there are from the start on, and at most as many as the slice has.
    fn slice(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let (starts, strides) = (op.i64s("start_indices"), op.i64s("strides"));
        let limits = shape(op.output(0));
        let mut sizes = self.sizes(op.input(0));
        for (d, size) in sizes.iter_mut().enumerate() {
            let Some(known) = *size else { continue };
            // ceil((size - start) / stride), which is 0 or less where the slice starts behind the end.
            let rest = mask::compute(builder, "xla.add", known, mask::number(builder, strides[d] - 1 - starts[d]));
            let zero = mask::number(builder, 0);
            let rest = mask::compute(builder, "xla.max", rest, zero);
            let places = mask::compute(builder, "xla.div", rest, mask::number(builder, strides[d]));
            *size = Some(mask::clamped(builder, places, limits[d]));
        }
        Ok(vec![sizes])
    }

    /// What is beyond the size becomes padding.
    fn pad(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let mut sizes = self.sizes(op.input(0));
        let masked = mask::masked(builder, op.input(0), &sizes, op.input(1)).map_err(|_| "it has no shape")?;
        op.set_input(0, masked);
        let [low, high, interior] =
            ["edge_padding_low", "edge_padding_high", "interior_padding"].map(|name| op.i64s(name));
        let limits = shape(op.output(0));
        for (d, size) in sizes.iter_mut().enumerate() {
            let Some(known) = *size else { continue };
            let gaps = mask::compute(builder, "xla.sub", known, mask::number(builder, 1));
            let gaps = mask::compute(builder, "xla.max", gaps, mask::number(builder, 0));
            let gaps = mask::compute(builder, "xla.mul", gaps, mask::number(builder, interior[d]));
            let inside = mask::compute(builder, "xla.add", known, gaps);
            let all = mask::compute(builder, "xla.add", inside, mask::number(builder, low[d] + high[d]));
            *size = Some(mask::clamped(builder, all, limits[d]));
        }
        Ok(vec![sizes])
    }

    /// Along a dynamic dimension, each operand is written where the one before it ends, over what is beyond that. It
    /// has room there: no size is larger than its bound.
    fn concatenate(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let axis = op.int("dimension").unwrap_or_default() as usize;
        let all: Vec<Sizes<'c>> = op.ins().into_iter().map(|operand| self.sizes(operand)).collect();
        let mut sizes = vec![None; shape(op.output(0)).len()];
        for one in &all {
            for (size, other) in sizes.iter_mut().zip(one) {
                *size = size.or(*other);
            }
        }
        if sizes[axis].is_none() {
            self.set(op.output(0), sizes);
            return Ok(());
        }
        let result = tensor_of(op.output(0)).ok_or(Failed)?;
        let zero = mask::number(builder, 0);
        let (mut value, mut end) = (builder.value("xla.concatenate", &op.ins(), result.ty(), &op.attrs()), zero);
        for (i, operand) in op.ins().into_iter().enumerate() {
            if i > 0 {
                let mut operands = vec![value, operand];
                operands.extend((0..result.rank()).map(|d| if d == axis { end } else { zero }));
                value = builder.value("xla.dynamic_update_slice", &operands, result.ty(), &[]);
            }
            end = mask::compute(builder, "xla.add", end, self.size(builder, operand, axis));
        }
        sizes[axis] = Some(end);
        op.replace(&[value]);
        self.set(value, sizes);
        Ok(())
    }

    /// Reduced dimensions hold the initial value beyond the size, which XLA wants to be one that changes nothing.
    fn reduce(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let dimensions = op.i64s("dimensions");
        let reduced = |d: usize| dimensions.contains(&(d as i64));
        let operands = op.ins();
        let count = operands.len() / 2;
        let mut sizes = vec![None; shape(operands[0]).len()];
        for operand in &operands[..count] {
            for (size, other) in sizes.iter_mut().zip(self.sizes(*operand)) {
                *size = size.or(other);
            }
        }
        let inner: Sizes<'c> = sizes.iter().enumerate().map(|(d, size)| size.filter(|_| reduced(d))).collect();
        for i in 0..count {
            let masked = mask::masked(builder, operands[i], &inner, operands[count + i]);
            op.set_input(i, masked.map_err(|_| "it has no shape")?);
        }
        let kept: Sizes<'c> =
            sizes.into_iter().enumerate().filter(|(d, _)| !reduced(*d)).map(|(_, size)| size).collect();
        Ok(vec![kept; op.outs().len()])
    }

    /// Contracted dimensions hold zero beyond the size, on both sides: zero times what is arbitrary may be NaN.
    fn contraction(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let sides = [op.input(0), op.input(1)].map(|value| self.sizes(value));
        let dims = match op.mnemonic() {
            "dot" => dot::Dimensions::of_dot(sides[0].len()),
            _ => dot::Dimensions::of(&Arguments::of(op)),
        };
        let merged = |l: &[i64], r: &[i64]| -> Sizes<'c> {
            l.iter().zip(r).map(|(&l, &r)| sides[0][l as usize].or(sides[1][r as usize])).collect()
        };
        let contracted = merged(&dims.lhs_contracting, &dims.rhs_contracting);
        for (i, which) in [&dims.lhs_contracting, &dims.rhs_contracting].into_iter().enumerate() {
            let mut inner = vec![None; sides[i].len()];
            for (&d, size) in which.iter().zip(&contracted) {
                inner[d as usize] = *size;
            }
            let element = tensor_of(op.input(i)).and_then(|tensor| tensor.xla_element()).ok_or("it has no elements")?;
            let masked = mask::zero(builder, element).and_then(|zero| mask::masked(builder, op.input(i), &inner, zero));
            op.set_input(i, masked.map_err(|_| "its elements have no zero")?);
        }
        let mut result = merged(&dims.lhs_batching, &dims.rhs_batching);
        result.extend(dims.lhs_free(sides[0].len()).into_iter().map(|d| sides[0][d as usize]));
        result.extend(dims.rhs_free(sides[1].len()).into_iter().map(|d| sides[1][d as usize]));
        Ok(vec![result])
    }

    /// Batch dimensions have the sizes of the indices; of the operand, only dimensions that are read whole have one.
    fn gather(&self, op: Op<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let lists = ["offset_dims", "collapsed_slice_dims", "operand_batching_dims"].map(|name| op.i64s(name));
        let [offsets, collapsed, batching] = &lists;
        let (operand, slices) = (shape(op.input(0)), op.i64s("slice_sizes"));
        let own = self.sizes(op.input(0));
        let kept: Vec<usize> =
            (0..own.len()).filter(|&d| !collapsed.contains(&(d as i64)) && !batching.contains(&(d as i64))).collect();
        if (0..own.len()).any(|d| own[d].is_some() && !(kept.contains(&d) && slices[d] == operand[d])) {
            return Err("a part of a dimension is accessed whose size is known only at run time");
        }
        let vector = op.int("index_vector_dim").unwrap_or_default() as usize;
        let mut indices = self.sizes(op.input(1));
        if vector < indices.len() && indices.remove(vector).is_some() {
            return Err("its indices have as many components as is known only at run time");
        }
        let (mut inner, mut outer) = (kept.into_iter().map(|d| own[d]), indices.into_iter());
        let size = |d| if offsets.contains(&d) { inner.next() } else { outer.next() };
        Ok(vec![(0..shape(op.output(0)).len() as i64).map(size).map(Option::flatten).collect()])
    }

    /// What is beyond the size is sorted behind what counts: that it does is one more operand, which compares first.
    fn sort(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let (operands, count) = (op.ins(), op.ins().len());
        let tensor = tensor_of(operands[0]).ok_or(Failed)?;
        let mut sizes = vec![None; tensor.rank()];
        for operand in &operands {
            for (size, other) in sizes.iter_mut().zip(self.sizes(*operand)) {
                *size = size.or(other);
            }
        }
        let axis = index_util::dimension(op.int("dimension").unwrap_or(-1), tensor.rank()).ok_or(Failed)?;
        let along: Sizes<'c> = sizes.iter().enumerate().map(|(d, size)| size.filter(|_| d == axis)).collect();
        let Some(counts) = mask::within(builder, &tensor.shape, &along) else {
            for result in op.outs() {
                self.set(result, sizes.clone());
            }
            return Ok(());
        };
        let comparator = op.body(0).ok_or(Failed)?;
        let truth = builder.ty("tensor<i1>");
        let [a, b] = [(); 2].map(|()| comparator.add_argument(truth, op.loc()));
        let end = terminator(comparator).ok_or(Failed)?;
        let at = Builder::before(end).ok_or(Failed)?;
        // a counts and b does not, or they are alike in that and the comparator says so.
        let first = at.value("xla.gt", &[a, b], truth, &[]);
        let alike = at.value("xla.eq", &[a, b], truth, &[]);
        let before = at.value("xla.and", &[alike, end.input(0)], truth, &[]);
        end.set_input(0, at.value("xla.or", &[first, before], truth, &[]));
        let all: Vec<_> = operands.iter().copied().chain([counts]).collect();
        let types: Vec<_> = all.iter().map(|value| value.r#type()).collect();
        let regions = op.region_list().into_iter().map(take_region).collect();
        let sorted = builder.create("xla.sort", &all, &types, &op.attrs(), regions).outs();
        for result in &sorted[..count] {
            self.set(*result, sizes.clone());
        }
        op.replace(&sorted[..count]);
        Ok(())
    }

    /// Dynamic dimensions are read or written whole, by slices of `shape`, at places that are operands from `first`
    /// on.
    fn whole_slices(&self, op: Op<'c>, slice: &[i64], first: usize) -> Result<Vec<Sizes<'c>>, Reason> {
        let operand = shape(op.input(0));
        let sizes = self.sizes(op.input(0));
        let others_are_static = op.ins()[1..].iter().all(|value| !self.is_dynamic(*value));
        let whole = sizes.iter().enumerate().all(|(d, size)| size.is_none() || slice[d] == operand[d]);
        let writes_sizes_of_operand = first == 2 && self.sizes(op.input(1)) == sizes;
        if !whole || !(others_are_static || writes_sizes_of_operand) {
            return Err("a part of a dimension is accessed whose size is known only at run time");
        }
        Ok(vec![sizes])
    }
}

fn shape(value: Value<'_>) -> Vec<i64> {
    tensor_of(value).map(|tensor: Tensor<'_>| tensor.shape).unwrap_or_default()
}
