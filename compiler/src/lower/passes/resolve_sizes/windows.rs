//! Windows that move over arrays of dynamic size.

use super::mask;
use super::resolver::{INVALID, Reason, Resolver, Sizes, refuse, shape};
use crate::lower::passes::expand_client_ops::builders::with_padding;
use crate::lower::passes::select_apart::{numbers, scattered, selected};
use crate::verified;
use xla_dialect::ir::{Builder, Op, OpExt, Value, string_value, take_region, tensor_of};
use xla_dialect::ods::xla;
use xla_dialect::ops::Arguments;
use xla_dialect::ops::convolution::Convolution;
use xla_dialect::ops::window::{self, Dim};
use xla_dialect::passes::Failed;

impl<'c> Resolver<'c, '_> {
    /// What is beyond the size becomes padding, which holds the initial value.
    pub(super) fn reduce_window(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<Vec<Sizes<'c>>, Reason> {
        let operands = op.ins();
        let (arrays, inits) = operands.split_at(operands.len() / 2);
        let base = shape(arrays[0]);
        let mut over = Over {
            dims: window::of(&Arguments::of(op), &base).map_err(|_| INVALID)?,
            axes: (0..base.len()).collect(),
            sizes: self.merged(arrays),
            is_same: is_same(op),
        };
        let positions = over.positions(builder, &shape(op.output(0)))?;
        for (i, (array, init)) in arrays.iter().zip(inits).enumerate() {
            op.set_input(i, over.padded(builder, *array, *init, &over.sizes)?);
        }
        over.pad_by_numbers(&base, &shape(op.output(0)));
        op.set_attr("padding", window::padding(builder, &over.dims));
        Ok(vec![positions; op.outs().len()])
    }

    /// `reduce_window` selects, together with each element, its number, or -1 beyond the size, where nothing is selected;
    /// `scatter` combines the source's elements into the result at these numbers.
    pub(super) fn select_and_scatter(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        let (operand, source) = (verified::tensor(op.input(0)), verified::tensor(op.input(1)));
        let over = Over {
            dims: window::of(&Arguments::of(op), &operand.shape)
                .map_err(|violation| violation.emit(op.loc(), op.name_str()))?,
            axes: (0..operand.rank()).collect(),
            sizes: self.sizes(op.input(0)),
            is_same: is_same(op),
        };
        if (0..over.dims.len()).any(|i| over.is_shifted(i)) {
            return refuse(op, "its padding depends on a size that is known only at run time");
        }
        let positions = match over.positions(builder, &source.shape) {
            Ok(positions) => positions,
            Err(reason) => return refuse(op, reason),
        };
        let none = mask::number(builder, -1);
        let marks = mask::masked(builder, numbers(builder, &operand.shape), &over.sizes, none);
        let mut regions = op.region_list().into_iter().map(take_region);
        let (Some(select), Some(scatter)) = (regions.next(), regions.next()) else {
            panic!("select_and_scatter has two regions");
        };
        let found = selected(op, builder, select, marks, window::padding(builder, &over.dims));
        let sizes: Sizes<'c> = positions.into_iter().zip(self.sizes(op.input(1))).map(|(a, b)| a.or(b)).collect();
        let found = mask::masked(builder, found, &sizes, none);
        let value = scattered(op, builder, scatter, found);
        op.replace(&[value]);
        self.set(value, over.sizes);
        Ok(())
    }

    /// What is beyond the size of a spatial dimension becomes padding, and of features zero on both sides.
    pub(super) fn convolution(&mut self, op: Op<'c>, builder: &Builder<'c>) -> Result<(), Failed> {
        match self.convolved(op, builder) {
            Ok((value, sizes)) => {
                op.replace(&[value]);
                self.set(value, sizes);
                Ok(())
            }
            Err(reason) => refuse(op, reason),
        }
    }

    fn convolved(&self, op: Op<'c>, builder: &Builder<'c>) -> Result<(Value<'c>, Sizes<'c>), Reason> {
        let convolution = Convolution::of(&Arguments::of(op)).map_err(|_| INVALID)?;
        let [lhs, rhs, to] = [&convolution.dimensions.lhs, &convolution.dimensions.rhs, &convolution.dimensions.result]
            .map(|list| list.iter().map(|d| *d as usize).collect::<Vec<_>>());
        let [input, kernel] = [0, 1].map(|i| self.sizes(op.input(i)));
        if rhs[2..].iter().any(|d| kernel[*d].is_some()) {
            return Err("its window has a size that is known only at run time");
        }
        let split = |groups: i64, sizes: [Option<Value<'c>>; 3]| groups > 1 && sizes.iter().any(Option::is_some);
        if split(convolution.feature_groups, [input[lhs[1]], kernel[rhs[0]], kernel[rhs[1]]])
            || split(convolution.batch_groups, [input[lhs[0]], kernel[rhs[0]], None])
        {
            return Err("it splits a dimension into groups whose size is known only at run time");
        }
        let features = input[lhs[1]].or(kernel[rhs[1]]);
        let limits = shape(op.output(0));
        let base = shape(op.input(0));
        let spatial: Vec<i64> = to[2..].iter().map(|d| limits[*d]).collect();
        let mut over =
            Over { dims: convolution.window, axes: lhs[2..].to_vec(), sizes: input.clone(), is_same: is_same(op) };
        let positions = over.positions(builder, &spatial)?;
        let mut inside = over.sizes.clone();
        inside[lhs[0]] = None;
        inside[lhs[1]] = features;
        let mut of_kernel = vec![None; kernel.len()];
        of_kernel[rhs[1]] = features;
        let zero = |i: usize| mask::zero(builder, verified::element(&verified::tensor(op.input(i))));
        let operands = [
            over.padded(builder, op.input(0), zero(0), &inside)?,
            mask::masked(builder, op.input(1), &of_kernel, zero(1)),
        ];
        over.pad_by_numbers(&base, &spatial);
        let value = with_padding(builder, op, operands, window::padding(builder, &over.dims));
        let mut sizes = vec![None; limits.len()];
        (sizes[to[0]], sizes[to[1]]) = (input[lhs[0]], kernel[rhs[0]]);
        for (d, size) in to[2..].iter().zip(positions) {
            sizes[*d] = size;
        }
        Ok((value, sizes))
    }
}

/// Whether padding depends on the size.
fn is_same(op: Op<'_>) -> bool {
    op.attr("padding").and_then(string_value) == Some("same")
}

/// A window over an array.
struct Over<'c> {
    dims: Vec<Dim>,
    /// The array's dimensions along which the window moves.
    axes: Vec<usize>,
    /// The sizes of the array.
    sizes: Sizes<'c>,
    is_same: bool,
}

impl<'c> Over<'c> {
    /// Whether the padding in front depends on the size: with stride 1, SAME pads by the window's size alone.
    fn is_shifted(&self, i: usize) -> bool {
        let dim = &self.dims[i];
        self.is_same && self.sizes[self.axes[i]].is_some() && dim.stride > 1 && dim.size > 1
    }

    /// How many positions the window has, of at most `limits`.
    fn positions(&self, builder: &Builder<'c>, limits: &[i64]) -> Result<Sizes<'c>, Reason> {
        let number = |value| mask::number(builder, value);
        let each = self.dims.iter().enumerate().map(|(i, dim)| {
            let Some(size) = self.sizes[self.axes[i]] else { return Ok(None) };
            if dim.size == 0 || (self.is_shifted(i) && dim.base_dilation > 1) {
                return Err("its window pads an array whose size is known only at run time");
            }
            let gaps = mask::less(builder, size, number(1));
            let gaps = xla::mul(builder, gaps, number(dim.base_dilation - 1));
            let dilated = xla::add(builder, size, gaps);
            // ceil(size / stride), or floor((size + padding - window) / stride) + 1, none where it does not fit.
            let room = if self.is_same { -1 } else { dim.low + dim.high - reach(dim) };
            let room = xla::add(builder, dilated, number(room + dim.stride));
            let room = xla::max(builder, room, number(0));
            let count = xla::div(builder, room, number(dim.stride));
            Ok(Some(mask::clamped(builder, count, limits[i])))
        });
        each.collect()
    }

    /// `array` with `filler` beyond `inside`, and behind the padding in front that depends on the size.
    fn padded(
        &self,
        builder: &Builder<'c>,
        array: Value<'c>,
        filler: Value<'c>,
        inside: &Sizes<'c>,
    ) -> Result<Value<'c>, Reason> {
        let mut value = mask::masked(builder, array, inside, filler);
        for (i, dim) in self.dims.iter().enumerate().filter(|(i, _)| self.is_shifted(*i)) {
            let (d, tensor) = (self.axes[i], tensor_of(value).ok_or(INVALID)?);
            let Some(size) = self.sizes[d] else { continue };
            // Padded by the most that there can be, of which a part is cut off again.
            let most = (reach(dim) - 1) / 2;
            let mut shape = tensor.shape.clone();
            shape[d] += 2 * most;
            let of_d = |n: i64| (0..shape.len()).map(|e| if e == d { n } else { 0 }).collect::<Vec<i64>>();
            let wide = xla::pad(builder, value, filler, &of_d(most), &of_d(most), &of_d(0));
            // low = ((count - 1) * stride + window - size) / 2 = (window - 1 - (size - 1) % stride) / 2
            let last = mask::less(builder, size, mask::number(builder, 1));
            let last = xla::rem(builder, last, mask::number(builder, dim.stride));
            let low = mask::less(builder, mask::number(builder, reach(dim) - 1), last);
            let low = xla::div(builder, low, mask::number(builder, 2));
            let cut = mask::less(builder, mask::number(builder, most), low);
            shape[d] -= most;
            let zero = mask::number(builder, 0);
            let starts: Vec<_> = (0..shape.len()).map(|e| if e == d { cut } else { zero }).collect();
            value = xla::dynamic_slice(builder, wide, &starts, &shape);
        }
        Ok(value)
    }

    /// What is left to pad of a base of these bounds, for as many positions as `limits` says.
    fn pad_by_numbers(&mut self, base: &[i64], limits: &[i64]) {
        for i in 0..self.dims.len() {
            if self.is_shifted(i) {
                let dim = &mut self.dims[i];
                let wide = base[self.axes[i]] + (reach(dim) - 1) / 2;
                (dim.low, dim.high) = (0, (limits[i] - 1) * dim.stride + reach(dim) - wide);
            }
        }
    }
}

/// From a window's first element to its last, both counted.
fn reach(dim: &Dim) -> i64 {
    (dim.size - 1) * dim.window_dilation + 1
}
