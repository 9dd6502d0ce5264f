//! What each op does with sizes: carries them, changes them, or keeps what is beyond them out of its results.

use super::mask;
use super::resolver::{INVALID, Reason, Resolver, Sizes, refuse, shape, sizes_of};
use crate::lower::passes::expand_client_ops::batch_norm;
use crate::lower::passes::expand_client_ops::builders::like;
use crate::lower::passes::expand_client_ops::builders::{reshape_in_order, scalar_starts};
use crate::lower::passes::expand_client_ops::map::expand_map;
use crate::verified;
use melior::ir::{BlockLike, ValueLike};
use xla_dialect::elementwise_kinds;
use xla_dialect::index_util;
use xla_dialect::ir::Element;
use xla_dialect::ir::type_of;
use xla_dialect::ir::{Builder, Op, OpExt, Tensor, Value, take_region, tensor_of};
use xla_dialect::ods::xla::{self, Kind};
use xla_dialect::ops::algebra::select_of_tuples;
use xla_dialect::ops::broadcast::broadcast;
use xla_dialect::ops::dynamic_slice::starts_are_array;
use xla_dialect::ops::{Arguments, dimensions, dot, tuple};
use xla_dialect::passes::Failed;

/// The reason for an op without a rule.
const OPEN: Reason = "it has operands whose sizes are known only at run time";

/// The reason for a reshape whose type states other dynamic dimensions than its operand leaves.
const UNSTATED: Reason = "its type does not say which dimension has the operand's dynamic size";

impl<'c> Resolver<'c, '_> {
    /// Resolves an op that has an operand of dynamic size, or is about sizes. Its results are static already; the
    /// dimensions `open` of the first were not.
    pub(super) fn dynamic_op(&mut self, op: Op<'c>, builder: &Builder<'c>, open: &[usize]) -> Result<(), Failed> {
        let Some(kind) = Kind::of(op) else { return refuse(op, OPEN) };
        let sizes = match kind {
            Kind::SetDimensionSize => Ok(vec![self.set_size(op, builder)]),
            Kind::GetDimensionSize => {
                let d = verified::index(op, "dimension");
                op.replace(&[self.size(builder, op.input(0), d)]);
                return Ok(());
            }
            Kind::Tuple => Ok(vec![op.ins().into_iter().flat_map(|element| self.sizes(element)).collect()]),
            Kind::GetTupleElement => Ok(vec![self.element(op)]),
            // What is made of other ops has the sizes that those give.
            Kind::BatchNormGrad | Kind::BatchNormInference | Kind::BatchNormTraining => {
                let counted = self.elements_of_a_feature(op, builder);
                return self.expanded(op, || {
                    op.replace(&batch_norm::expand(op, builder, Some(counted)));
                    Ok(())
                });
            }
            Kind::Map => return self.expanded(op, || expand_map(op, builder)),
            Kind::Select if tuple::elements(op.output(0).r#type()).is_some() => {
                return self.expanded(op, || {
                    op.replace(&[select_of_tuples(op, builder).expect("a select of tuples")]);
                    Ok(())
                });
            }
            Kind::Reshape if op.attr("dimensions").is_some() => {
                return self.expanded(op, || {
                    reshape_in_order(op, builder);
                    Ok(())
                });
            }
            Kind::DynamicSlice | Kind::DynamicUpdateSlice if starts_are_array(op, first_start(op)) => {
                return self.expanded(op, || {
                    scalar_starts(op, builder, first_start(op));
                    Ok(())
                });
            }
            Kind::OptimizationBarrier => Ok(op.ins().into_iter().map(|operand| self.sizes(operand)).collect()),
            Kind::Broadcast => {
                let mut sizes = vec![None; op.i64s("broadcast_sizes").len()];
                sizes.extend(self.sizes(op.input(0)));
                Ok(vec![sizes])
            }
            Kind::BroadcastInDim => self.placed(op, 0, &op.i64s("broadcast_dimensions")).map(|sizes| vec![sizes]),
            Kind::Transpose => {
                let sizes = self.sizes(op.input(0));
                Ok(vec![op.i64s("permutation").into_iter().map(|d| sizes[d as usize]).collect()])
            }
            Kind::Collapse | Kind::Reshape => match self.reshape(op, builder) {
                Ok(sizes) if open.is_empty() || dynamic(&sizes) == open => Ok(vec![sizes]),
                outcome => return self.rearrange(op, builder, open, outcome.err().unwrap_or(UNSTATED)),
            },
            Kind::Rev => self.reverse(op, builder),
            Kind::Slice => self.slice(op, builder),
            Kind::Pad => self.pad(op, builder),
            Kind::Concatenate => return self.concatenate(op, builder),
            Kind::Reduce => self.reduce(op, builder),
            Kind::Dot | Kind::DotGeneral => self.contraction(op, builder),
            Kind::DynamicSlice => self.dynamic_slice(op, builder),
            Kind::DynamicUpdateSlice => return self.dynamic_update_slice(op, builder),
            Kind::Gather => self.gather(op, builder),
            Kind::Scatter => return self.scatter(op, builder),
            Kind::ReduceWindow => self.reduce_window(op, builder),
            Kind::SelectAndScatter => return self.select_and_scatter(op, builder),
            Kind::Conv | Kind::ConvWithGeneralPadding => return self.convolution(op, builder),
            Kind::Sort => return self.sort(op, builder),
            Kind::Fft => self.fft(op),
            Kind::Cholesky | Kind::TriangularSolve => self.factorization(op, builder),
            Kind::ReducePrecision => Ok(vec![self.sizes(op.input(0))]),
            Kind::CustomCall => Err("it is given arrays whole, and would not know how much of them counts"),
            elementwise_kinds!() | Kind::BitcastConvert => self.elementwise(op, builder).map(|sizes| vec![sizes]),
            Kind::AfterAll
            | Kind::AllGather
            | Kind::AllReduce
            | Kind::AllToAll
            | Kind::Call
            | Kind::CollectiveBroadcast
            | Kind::CollectivePermute
            | Kind::CollectiveReduce
            | Kind::Conditional
            | Kind::Constant
            | Kind::CrossReplicaSum
            | Kind::Infeed
            | Kind::Iota
            | Kind::Outfeed
            | Kind::PartitionId
            | Kind::Recv
            | Kind::RecvDone
            | Kind::ReduceScatter
            | Kind::ReplicaId
            | Kind::Return
            | Kind::RngBitGenerator
            | Kind::RngNormal
            | Kind::RngUniform
            | Kind::Send
            | Kind::SendDone
            | Kind::While => Err(OPEN),
        };
        match sizes {
            Ok(sizes) => {
                for (result, sizes) in op.outs().into_iter().zip(sizes) {
                    self.set(result, sizes);
                }
                Ok(())
            }
            Err(reason) => refuse(op, reason),
        }
    }

    /// The part of a tuple's sizes that are those of one element.
    fn element(&self, op: Op<'c>) -> Sizes<'c> {
        let elements = tuple::elements(op.input(0).r#type()).unwrap_or_default();
        let before = elements.iter().take(verified::index(op, "index"));
        let first: usize = before.map(|ty| sizes_of(*ty).len()).sum();
        self.sizes(op.input(0)).into_iter().skip(first).take(shape(op.output(0)).len()).collect()
    }

    /// Number of elements that a feature of the operand of a batch normalization has.
    fn elements_of_a_feature(&self, op: Op<'c>, builder: &Builder<'c>) -> Value<'c> {
        let feature = verified::index(op, "feature_index");
        let others = (0..shape(op.input(0)).len()).filter(|d| *d != feature);
        let sizes = others.map(|d| self.size(builder, op.input(0), d));
        sizes.reduce(|a, b| xla::mul(builder, a, b)).unwrap_or_else(|| mask::number(builder, 1))
    }

    fn set_size(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Sizes<'c> {
        let mut sizes = self.sizes(op.input(0));
        let d = verified::index(op, "dimension");
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

    /// Operands of one shape have one size, which one of them determines: but of two arrays as wholes, the one
    /// selected has.
    fn elementwise(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Sizes<'c>, Reason> {
        let rank = shape(op.output(0)).len();
        if Kind::of(op) == Some(Kind::Select) && rank > 0 && shape(op.input(0)).is_empty() {
            let [yes, no] = [1, 2].map(|i| self.sizes(op.input(i)));
            let size = |i: usize, d: usize| self.size(builder, op.input(i), d);
            let select = |d| xla::select(builder, op.input(0), size(1, d), size(2, d));
            return Ok((0..rank).map(|d| (yes[d].is_some() || no[d].is_some()).then(|| select(d))).collect());
        }
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
    fn reshape(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Sizes<'c>, Reason> {
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
                    (_, 1) => xla::mul(builder, size, mask::number(builder, inner)),
                    // A row of the result would be full in part.
                    _ => return Err(REASON),
                });
            }
            i += 1;
            j += 1;
        }
        Ok(result)
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
            let twice = xla::concatenate(builder, &[value, value], d as i64);
            let zero = mask::number(builder, 0);
            let starts: Vec<_> = (0..tensor.rank()).map(|other| if other == d { *size } else { zero }).collect();
            value = xla::dynamic_slice(builder, twice, &starts, &tensor.shape);
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
            let rest = xla::add(builder, known, mask::number(builder, strides[d] - 1 - starts[d]));
            let zero = mask::number(builder, 0);
            let rest = xla::max(builder, rest, zero);
            let places = xla::div(builder, rest, mask::number(builder, strides[d]));
            *size = Some(mask::clamped(builder, places, limits[d]));
        }
        Ok(vec![sizes])
    }

    /// What is beyond the size becomes padding.
    fn pad(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let mut sizes = self.sizes(op.input(0));
        let masked = mask::masked(builder, op.input(0), &sizes, op.input(1));
        op.set_input(0, masked);
        let [low, high, interior] =
            ["edge_padding_low", "edge_padding_high", "interior_padding"].map(|name| op.i64s(name));
        let limits = shape(op.output(0));
        for (d, size) in sizes.iter_mut().enumerate() {
            let Some(known) = *size else { continue };
            let gaps = xla::sub(builder, known, mask::number(builder, 1));
            let gaps = xla::max(builder, gaps, mask::number(builder, 0));
            let gaps = xla::mul(builder, gaps, mask::number(builder, interior[d]));
            let inside = xla::add(builder, known, gaps);
            let all = xla::add(builder, inside, mask::number(builder, low[d] + high[d]));
            *size = Some(mask::clamped(builder, all, limits[d]));
        }
        Ok(vec![sizes])
    }

    /// Along a dynamic dimension, each operand is written where the one before it ends, over what is beyond that. It
    /// has room there: no size is larger than its bound.
    fn concatenate(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let axis = verified::index(op, "dimension");
        let mut sizes = self.merged(&op.ins());
        if sizes[axis].is_none() {
            self.set(op.output(0), sizes);
            return Ok(());
        }
        let result = verified::tensor(op.output(0));
        let zero = mask::number(builder, 0);
        let (mut value, mut end) = (xla::concatenate(builder, &op.ins(), axis as i64), zero);
        for (i, operand) in op.ins().into_iter().enumerate() {
            if i > 0 {
                let starts: Vec<_> = (0..result.rank()).map(|d| if d == axis { end } else { zero }).collect();
                value = xla::dynamic_update_slice(builder, value, operand, &starts);
            }
            end = xla::add(builder, end, self.size(builder, operand, axis));
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
        let sizes = self.merged(&operands[..count]);
        let inner: Sizes<'c> = sizes.iter().enumerate().map(|(d, size)| size.filter(|_| reduced(d))).collect();
        for i in 0..count {
            let masked = mask::masked(builder, operands[i], &inner, operands[count + i]);
            op.set_input(i, masked);
        }
        let kept: Sizes<'c> =
            sizes.into_iter().enumerate().filter(|(d, _)| !reduced(*d)).map(|(_, size)| size).collect();
        Ok(vec![kept; op.outs().len()])
    }

    /// Contracted dimensions hold zero beyond the size, on both sides: zero times what is arbitrary may be NaN.
    fn contraction(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let sides = [op.input(0), op.input(1)].map(|value| self.sizes(value));
        let dims = match Kind::of(op) {
            Some(Kind::Dot) => dot::Dimensions::of_dot(sides[0].len()),
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
            let masked = mask::masked(builder, op.input(i), &inner, mask::zero(builder, element));
            op.set_input(i, masked);
        }
        let mut result = merged(&dims.lhs_batching, &dims.rhs_batching);
        result.extend(dims.lhs_free(sides[0].len()).into_iter().map(|d| sides[0][d as usize]));
        result.extend(dims.rhs_free(sides[1].len()).into_iter().map(|d| sides[1][d as usize]));
        Ok(vec![result])
    }

    /// What is beyond the size is sorted behind what counts: that it does is one more operand, which compares first.
    fn sort(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let (operands, count) = (op.ins(), op.ins().len());
        let tensor = verified::tensor(operands[0]);
        let sizes = self.merged(&operands);
        let axis = index_util::dimension(op.int("dimension").unwrap_or(-1), tensor.rank());
        let axis = axis.expect("the verifier has checked the dimension");
        let along: Sizes<'c> = sizes.iter().enumerate().map(|(d, size)| size.filter(|_| d == axis)).collect();
        let Some(counts) = mask::within(builder, &tensor.shape, &along) else {
            for result in op.outs() {
                self.set(result, sizes.clone());
            }
            return Ok(());
        };
        let comparator = verified::body(op, 0);
        let truth = Tensor::new(&[], type_of(builder.context, Element::Pred)).ty();
        let [a, b] = [(); 2].map(|()| comparator.add_argument(truth, op.loc()));
        let end = verified::end(comparator);
        let at = verified::before(end);
        // a counts and b does not, or they are alike in that and the comparator says so.
        let first = xla::gt(&at, a, b);
        let alike = xla::eq(&at, a, b);
        let before = xla::and(&at, alike, end.input(0));
        end.set_input(0, xla::or(&at, first, before));
        let all: Vec<_> = operands.iter().copied().chain([counts]).collect();
        let types: Vec<_> = all.iter().map(|value| value.r#type()).collect();
        let regions = op.region_list().into_iter().map(take_region).collect();
        let sorted = like(builder, op, &all, &types, regions).outs();
        for result in &sorted[..count] {
            self.set(*result, sizes.clone());
        }
        op.replace(&sorted[..count]);
        Ok(())
    }

    /// Any number of transforms, whose length is known.
    fn fft(&self, op: Op<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let sizes = self.sizes(op.input(0));
        let outer = sizes.len() - op.i64s("fft_length").len();
        if sizes[outer..].iter().any(Option::is_some) {
            return Err("a length that is known only at run time, which the op states");
        }
        Ok(vec![sizes])
    }

    /// Beyond the size, matrices are the identity, and right sides zero: what counts is left alone, since the matrix
    /// falls into two blocks.
    fn factorization(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let matrix = tensor_of(op.input(0)).ok_or(INVALID)?;
        let rank = matrix.rank();
        let mut sizes = self.sizes(op.input(0));
        let right = op.ins().get(1).map(|right| self.sizes(*right));
        // The dimension of the right sides that is multiplied by the matrix.
        let axis = rank - if op.int("left_side") == Some(0) { 1 } else { 2 };
        let own = sizes[rank - 2].or(sizes[rank - 1]).or(right.as_ref().and_then(|right| right[axis]));
        let only = |d: [usize; 2]| (0..rank).map(|e| own.filter(|_| d.contains(&e))).collect::<Sizes<'c>>();
        let element = matrix.xla_element().ok_or(INVALID)?;
        let _truth = Tensor::new(&matrix.shape, type_of(builder.context, Element::Pred));
        if let Some(counts) = mask::within(builder, &matrix.shape, &only([rank - 2, rank - 1])) {
            let [row, column] = [rank - 2, rank - 1].map(|d| mask::places(builder, &matrix.shape, d));
            let diagonal = xla::eq(builder, row, column);
            let identity = xla::convert(builder, diagonal, matrix.ty());
            op.set_input(0, xla::select(builder, counts, op.input(0), identity));
        }
        if let Some(right) = right {
            let zero = mask::zero(builder, element);
            op.set_input(1, mask::masked(builder, op.input(1), &only([axis, axis]), zero));
            let batch = sizes[..rank - 2].iter().zip(&right).map(|(a, b)| a.or(*b));
            let mut result: Sizes<'c> = batch.chain(right[rank - 2..].iter().copied()).collect();
            result[axis] = own;
            return Ok(vec![result]);
        }
        sizes[rank - 2..].fill(own);
        Ok(vec![sizes])
    }

    /// Elements move, by sizes that are known only at run time: each is looked for where it was, by its number among those
    /// that count. Of the result, one dimension at most may be dynamic, whose size the others leave.
    fn rearrange(&mut self, op: Op<'c>, builder: &Builder<'c>, open: &[usize], reason: Reason) -> Result<(), Failed> {
        let (from, to) = (verified::tensor(op.input(0)), verified::tensor(op.output(0)));
        let count = from.shape.iter().chain(&to.shape).try_fold(1i64, |count, size| count.checked_mul(*size));
        let ([open], Some(_)) = (open, dimensions::element_count(&from.shape).filter(|&n| n > 0 && count.is_some()))
        else {
            return refuse(op, reason);
        };
        let others: i64 = (0..to.rank()).filter(|d| d != open).map(|d| to.shape[d]).product();
        let given: Vec<Value<'c>> = (0..from.rank()).map(|d| self.size(builder, op.input(0), d)).collect();
        let all = given.iter().copied().reduce(|a, b| xla::mul(builder, a, b));
        let all = all.unwrap_or_else(|| mask::number(builder, 1));
        let size = xla::div(builder, all, mask::number(builder, others));
        let size = mask::clamped(builder, size, to.shape[*open]);
        // The number of each element of the result among those that count.
        let index = to.with_element(type_of(builder.context, Element::S32));
        let mut number = mask::spread(builder, mask::number(builder, 0), &index);
        for d in 0..to.rank() {
            let size = mask::either(builder, Some(size).filter(|_| d == *open), to.shape[d]);
            number = xla::mul(builder, number, size);
            number = xla::add(builder, number, mask::places(builder, &to.shape, d));
        }
        // Where the element of that number is in the operand, which has room up to its bounds.
        let mut place = mask::spread(builder, mask::number(builder, 0), &index);
        for (d, stride) in dimensions::strides(&from.shape).into_iter().enumerate().rev() {
            let size = xla::max(builder, given[d], mask::number(builder, 1));
            let along = xla::rem(builder, number, size);
            let along = xla::mul(builder, along, mask::number(builder, stride));
            place = xla::add(builder, place, along);
            number = xla::div(builder, number, size);
        }
        let flat = xla::reshape(builder, op.input(0), from.with_shape(&[from.shape.iter().product()]).ty());
        let value = xla::GatherParts {
            operand: flat,
            start_indices: place,
            offset_dims: &[],
            collapsed_slice_dims: &[0],
            start_index_map: &[0],
            index_vector_dim: to.rank() as i64,
            slice_sizes: &[1],
            options: xla::GatherOptions {
                operand_batching_dims: Some(&[]),
                start_indices_batching_dims: Some(&[]),
                ..Default::default()
            },
        }
        .build(builder);
        let mut sizes = vec![None; to.rank()];
        sizes[*open] = Some(size);
        op.replace(&[value]);
        self.set(value, sizes);
        Ok(())
    }
}

/// The dimensions that have a dynamic size.
fn dynamic(sizes: &Sizes<'_>) -> Vec<usize> {
    (0..sizes.len()).filter(|d| sizes[*d].is_some()).collect()
}

/// The operand that is the first start index of a dynamic slice, or of its update.
fn first_start(op: Op<'_>) -> usize {
    if xla::DynamicSlice::of(op).is_some() { 1 } else { 2 }
}
