//! Contractions: kernels that sum products of two factors, `C[…, m, n] += A[…, m, k] * B[…, k, n]`.

use super::body::{bits, is_contiguous_along, sources};
use super::kernel::Kernel;
use melior::ir::ValueLike;
use std::rc::Rc;
use xla_dialect::ir::{Op, OpExt, Type, Value, block_args, defining_op, int_value, terminator, uses};
use xla_dialect::ods::{arith, math};

/// A kernel that is a contraction, taken apart.
pub struct Contraction<'c> {
    /// The kernel.
    pub kernel: Rc<Kernel<'c>>,
    /// The values of the body that are multiplied: that of A, which the columns do not depend on, and that of B.
    pub factors: [Value<'c>; 2],
    /// Whether they are multiplied and added as integers.
    pub integer: bool,
    /// The parallel loops, in order.
    pub parallel: Vec<usize>,
    /// The parallel loops that A depends on and B does not: rows of the result.
    pub rows: Vec<usize>,
    /// The columns of the result: a loop along which C is contiguous, and B, but not A, depends on.
    pub n: usize,
    /// The reductions, at least one; the last is the innermost loop.
    pub k: Vec<usize>,
}

impl<'c> Contraction<'c> {
    /// The contraction that `kernel` is, if it is one.
    pub fn of(kernel: &Rc<Kernel<'c>>) -> Option<Self> {
        if kernel.outputs.len() != 1 || kernel.asks_for_indices() || !kernel.tables.is_empty() {
            return None;
        }
        let (factors, integer) = product(kernel)?;
        let output = &kernel.outputs[0];
        let (parallel, mut k): (Vec<usize>, Vec<usize>) =
            (0..kernel.dims.len()).partition(|d| kernel.dims[*d].parallel);
        if k.is_empty() {
            return None;
        }
        let depends = |factor: Value<'c>| -> Vec<bool> {
            let inputs = sources(kernel, factor).inputs;
            (0..kernel.dims.len()).map(|d| inputs.iter().any(|i| kernel.inputs[*i].strides[d] != 0)).collect()
        };
        let (first, second) = (depends(factors[0]), depends(factors[1]));
        let n = *parallel.iter().find(|d| output.strides[**d] == 1)?;
        // The columns belong to one side only: that side is B.
        let (factors, a, b) = match (first[n], second[n]) {
            (false, true) => (factors, first, second),
            (true, false) => ([factors[1], factors[0]], second, first),
            _ => return None,
        };
        if k.iter().any(|d| !a[*d] || !b[*d]) {
            return None;
        }
        let rows = parallel.iter().copied().filter(|d| a[*d] && !b[*d]).collect();
        // Sums of long runs stay in registers; those along memory are read in vectors.
        let run = |d: &usize| {
            let is_contiguous = factors.iter().any(|factor| is_contiguous_along(kernel, *factor, *d));
            kernel.dims[*d].extent.saturating_mul(if is_contiguous { 4 } else { 1 })
        };
        k.sort_by_key(run);
        Some(Self { kernel: kernel.clone(), factors, integer, parallel, rows, n, k })
    }

    /// The trip count of loop `d`.
    pub fn extent(&self, d: usize) -> i64 {
        self.kernel.dims[d].extent
    }

    /// Number of columns.
    pub fn columns(&self) -> i64 {
        self.extent(self.n)
    }

    /// The type of the sums.
    pub fn element(&self) -> Type<'c> {
        self.kernel.outputs[0].element
    }

    /// The inputs that are the factors, if these are inputs as they are.
    pub fn plain_inputs(&self) -> Option<[usize; 2]> {
        let arguments = block_args(self.kernel.body);
        let inputs = &arguments[..self.kernel.inputs.len()];
        let input = |factor: Value<'c>| inputs.iter().position(|argument| *argument == factor);
        Some([input(self.factors[0])?, input(self.factors[1])?])
    }
}

/// The two values whose product the body adds to the accumulator, and whether they are integers.
fn product<'c>(kernel: &Kernel<'c>) -> Option<([Value<'c>; 2], bool)> {
    let accumulator = *block_args(kernel.body).last()?;
    let sum = defining_op(terminator(kernel.body)?.ins().first().copied()?)?;
    if uses(accumulator).len() != 1 {
        return None;
    }
    let is_accumulator = |value: Value<'c>| value == accumulator;
    if let Some(fma) = math::Fma::of(sum).filter(|fma| is_accumulator(fma.c())) {
        return Some(([fma.a(), fma.b()], false));
    }
    let sum = arith::AddI::of(sum)?;
    let other = if is_accumulator(sum.lhs()) { sum.rhs() } else { sum.lhs() };
    if !is_accumulator(sum.lhs()) && !is_accumulator(sum.rhs()) {
        return None;
    }
    let product = arith::MulI::of(defining_op(other)?)?;
    matches!(bits(other.r#type()), 8 | 16 | 32 | 64).then(|| ([product.lhs(), product.rhs()], true))
}

/// The type of a factor before the body widens it to the type of the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrow {
    /// bf16, as 16 bits.
    Bf16,
    /// A signed 16-bit integer.
    Word,
    /// An 8-bit integer.
    Byte {
        /// Whether it has a sign.
        signed: bool,
    },
}

/// The value that `factor` is widened from, if that is of a [`Narrow`] type.
pub fn narrow<'c>(factor: Value<'c>) -> Option<(Value<'c>, Narrow)> {
    let op = defining_op(factor)?;
    let value = |op: Op<'c>| op.input(0);
    if bits(factor.r#type()) != 32 {
        return None;
    }
    match (arith::Kind::of(op)?, bits(value(op).r#type())) {
        (arith::Kind::ExtSI, 16) => Some((value(op), Narrow::Word)),
        (arith::Kind::ExtSI, 8) => Some((value(op), Narrow::Byte { signed: true })),
        (arith::Kind::ExtUI, 8) => Some((value(op), Narrow::Byte { signed: false })),
        (arith::Kind::Bitcast, _) => {
            // The upper half of an f32.
            let shift = arith::ShLI::of(defining_op(value(op))?)?;
            let by = int_value(arith::Constant::of(defining_op(shift.rhs())?)?.value());
            let half = arith::ExtUI::of(defining_op(shift.lhs())?)?.in_();
            (by == Some(16) && bits(half.r#type()) == 16).then_some((half, Narrow::Bf16))
        }
        _ => None,
    }
}
