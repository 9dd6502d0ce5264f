//! Running sums: windows that reach from each element to the end of a dimension, in one pass instead of one a window.
//!
//! ```mlir
//! %r = scf.for %i = … iter_args(%sum = %init, %t = %empty) { %s = arith.addf %sum, %x  tensor.insert %s into %t[%i] … }
//! ```

use super::selection::keeps_the_better;
use crate::lower::rewriter::computation::{as_stated, scalar_computation_in, widen};
use crate::lower::rewriter::emit::{load_form, store_form};
use crate::lower::rewriter::sizes::{Size, empty_of, result_sizes, sizes};
use crate::lower::rewriter::state::Lowering;
use crate::lower::rewriter::tensor::{element, extract, shape};
use crate::scf::{for_loop, index, nest};
use xla_dialect::diagnostics::internal;
use xla_dialect::ir::{
    Attribute, Builder, DYNAMIC, Element, Op, OpExt, Tensor, Value, block_args, block_ops, defining_op,
};
use xla_dialect::ods::tensor;
use xla_dialect::ods::{arith, xla};
use xla_dialect::ops::{Folded, meaning, window};
use xla_dialect::passes::Failed;
use xla_scalar::{decode, encode};

/// Computations of two operands whose order does not matter.
const COMMUTATIVE: [xla::Kind; 6] =
    [xla::Kind::Add, xla::Kind::Mul, xla::Kind::Max, xla::Kind::Min, xla::Kind::And, xla::Kind::Or];

/// The dimension along which `op`, a reduce_window, computes running results, and whether from its end.
#[derive(Clone, Copy)]
pub struct Scan {
    dimension: usize,
    reversed: bool,
}

impl Scan {
    /// The scan that these windows over an operand of `sizes` are, if they are one: each reaches to the same end, and
    /// what it reads of the padding changes nothing.
    pub fn of(op: Op<'_>, window: &[window::Dim], sizes: &[i64]) -> Option<Self> {
        let wide: Vec<usize> = (0..window.len()).filter(|d| window[*d].size != 1).collect();
        let &[dimension] = wide.as_slice() else { return None };
        let plain = |dim: &window::Dim| dim.stride == 1 && dim.base_dilation == 1 && dim.window_dilation == 1;
        let unpadded = |d: usize| d == dimension || window[d].low == 0 && window[d].high == 0;
        if sizes[dimension] == DYNAMIC {
            return None;
        }
        let reach = sizes[dimension] - 1;
        let reversed = match (window[dimension].low, window[dimension].high) {
            (low, 0) if low == reach => false,
            (0, high) if high == reach => true,
            _ => return None,
        };
        let fits = window.iter().all(plain) && (0..window.len()).all(unpadded) && window[dimension].size == reach + 1;
        // Padding that comes first leaves the initial value as it is; behind the elements it has to be neutral.
        let changes_nothing = || padding_is_neutral(op) || !reversed && initial_value_stays(op).unwrap_or(false);
        (fits && op.outs().len() == 1 && changes_nothing()).then_some(Self { dimension, reversed })
    }
}

/// Whether the computation of `op` gives its initial value of two of them, and does not mind their order.
pub fn padding_is_neutral(op: Op<'_>) -> bool {
    let check = || {
        let body = op.body(0)?;
        let &[combine, end] = block_ops(body).as_slice() else { return None };
        let init = defining_op(op.input(1)).filter(|init| xla::Constant::of(*init).is_some())?.attr("value")?;
        let arguments = block_args(body);
        let operands = combine.ins();
        let both = operands == arguments || operands == [arguments[1], arguments[0]];
        let folded = (meaning(combine.name_str())?.fold?)(combine, &[Some(init), Some(init)])?;
        // An identity folds to one of the operands, both of which are the initial value here.
        let same = match folded.as_slice() {
            [Folded::Constant(value)] => *value == init,
            [Folded::Value(value)] => operands.contains(value),
            _ => false,
        };
        Some(
            both && same
                && end.ins() == combine.outs()
                && xla::Kind::of(combine).is_some_and(|kind| COMMUTATIVE.contains(&kind)),
        )
    };
    check().unwrap_or(false)
}

/// Whether the computation of `op` gives its initial value of two of them, by folding its ops.
fn initial_value_stays(op: Op<'_>) -> Option<bool> {
    let body = op.body(0)?;
    let init = defining_op(op.input(1)).filter(|init| xla::Constant::of(*init).is_some())?.attr("value")?;
    let mut known: Vec<(Value<'_>, Attribute<'_>)> =
        block_args(body).into_iter().map(|argument| (argument, init)).collect();
    let of = |known: &[(Value<'_>, _)], value: Value<'_>| {
        known.iter().find(|(v, _)| *v == value).map(|(_, literal)| *literal)
    };
    for inner in block_ops(body) {
        let operands: Vec<_> = inner.ins().into_iter().map(|value| of(&known, value)).collect();
        match xla::Kind::of(inner)? {
            xla::Kind::Return => return Some(operands == [Some(init)]),
            xla::Kind::Constant => known.push((inner.output(0), inner.attr("value")?)),
            _ => match (meaning(inner.name_str())?.fold?)(inner, &operands)?.first()? {
                Folded::Constant(literal) => known.push((inner.output(0), *literal)),
                Folded::Value(value) => known.push((inner.output(0), of(&known, *value)?)),
            },
        }
    }
    None
}

/// Whether the computation of `op` gives the same however often it is given its initial value.
pub fn padding_may_repeat(op: Op<'_>) -> bool {
    use xla::Kind;
    let is_idempotent = matches!(only_op(op), Some(Kind::Max | Kind::Min | Kind::And | Kind::Or));
    is_idempotent || padding_is_neutral(op) || keeps_the_better(op)
}

/// Whether the computation of `op` gives the same whenever it is given its initial value.
pub fn padding_may_move(op: Op<'_>) -> bool {
    let is_exact = |element: Element| element.is_integer() || element.is_pred();
    let commutes = |kind| kind == xla::Kind::Xor || COMMUTATIVE.contains(&kind);
    only_op(op).is_some_and(commutes) && is_exact(element(op.output(0)))
}

/// The only op of the computation of `op`, if that combines its two arguments.
fn only_op(op: Op<'_>) -> Option<xla::Kind> {
    let body = op.body(0)?;
    let &[combine, end] = block_ops(body).as_slice() else { return None };
    let arguments = block_args(body);
    let both = combine.ins() == arguments || combine.ins() == [arguments[1], arguments[0]];
    xla::Kind::of(combine).filter(|_| both && end.ins() == combine.outs())
}

/// The running results: along the last dimension the sum is carried, along others it is read from the line before.
pub fn scan<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>, scan: Scan) -> Result<(), Failed> {
    let (input, result) = (op.input(0), op.output(0));
    let to = element(result);
    let (source, init) = (lowering.tensor(input)?, lowering.tensor(op.input(1))?);
    let sizes = result_sizes(builder, op, sizes(source))?;
    let target = empty_of(builder, Tensor::new(&shape(result), lowering.element_type(to)).ty(), &sizes);
    let start = extract(builder, init, &[]);
    let extents = |builder: &Builder<'c>, sizes: &[Size<'c>]| -> Vec<Value<'c>> {
        sizes.iter().map(|size| size.value(builder)).collect()
    };
    let (outer, inner) = (&sizes[..scan.dimension], &sizes[scan.dimension + 1..]);
    let mut outcome = Ok(());
    let mut add = |builder: &Builder<'c>, sum: Value<'c>, at: &[Value<'c>]| {
        next(lowering, op, builder, (source, at), sum).unwrap_or_else(|failed| {
            outcome = Err(failed);
            sum
        })
    };
    let insert = |builder: &Builder<'c>, value: Value<'c>, tensor: Value<'c>, at: &[Value<'c>]| {
        tensor::insert(builder, value, tensor, at)
    };
    // The position of iteration `i`, counted from the end that the results begin at.
    let place = |builder: &Builder<'c>, i: Value<'c>| match scan.reversed {
        false => i,
        true => arith::subi(builder, sizes[scan.dimension].minus(builder, 1).value(builder), i),
    };
    let values = nest(builder, &extents(builder, outer), &[target], &mut |builder, before, carried| {
        let (first, end) = (index(builder, 0), sizes[scan.dimension].value(builder));
        if inner.is_empty() {
            let carried = [start, carried[0]];
            return for_loop(builder, first, end, 1, &carried, |builder, i, carried| {
                let at = [before, &[place(builder, i)]].concat();
                let sum = add(builder, carried[0], &at);
                vec![sum, insert(builder, sum, carried[1], &at)]
            })
            .split_off(1);
        }
        let inner = extents(builder, inner);
        // The first line begins with the initial value, the others with the line before.
        let line = |builder: &Builder<'c>, i: Value<'c>, begins: bool, tensors: &[Value<'c>], add: &mut Add<'c, '_>| {
            nest(builder, &inner, tensors, &mut |builder, behind, carried| {
                let at = [before, &[place(builder, i)], behind].concat();
                let sum = if begins {
                    start
                } else {
                    let last = arith::subi(builder, i, index(builder, 1));
                    let at = [before, &[place(builder, last)], behind].concat();
                    extract(builder, carried[0], &at)
                };
                let sum = add(builder, sum, &at);
                vec![insert(builder, sum, carried[0], &at)]
            })
        };
        let begun = line(builder, first, true, carried, &mut add);
        let second = index(builder, 1);
        for_loop(builder, second, end, 1, &begun, |builder, i, carried| line(builder, i, false, carried, &mut add))
    });
    outcome?;
    lowering.set_tensor(result, values[0]);
    Ok(())
}

/// Adds the element at an index to a sum.
type Add<'c, 'f> = dyn FnMut(&Builder<'c>, Value<'c>, &[Value<'c>]) -> Value<'c> + 'f;

/// What the computation of `op` makes of a sum and of the element of `source` at `at`, all as they are stored.
fn next<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    (source, at): (Value<'c>, &[Value<'c>]),
    sum: Value<'c>,
) -> Result<Value<'c>, Failed> {
    let (from, to) = (element(op.input(0)), element(op.output(0)));
    let body = op.body(0).ok_or_else(|| internal(op, "has no computation"))?;
    let mut emitter = lowering.emitter(builder);
    let stored = extract(builder, source, at);
    let sum = load_form(&emitter, to, sum);
    let sum = (to, decode(&mut emitter, to, sum));
    let stored = load_form(&emitter, from, stored);
    let value = decode(&mut emitter, from, stored);
    let value = widen(op, &mut emitter, from, to, value)?;
    let results = scalar_computation_in(lowering, op, body, &mut emitter, as_stated, &[sum, value])?;
    let &[(from, value)] = results.as_slice() else { return Err(internal(op, "has several results")) };
    let (_, value) = widen(op, &mut emitter, from, to, value)?;
    let stored = encode(&mut emitter, to, value);
    Ok(store_form(&emitter, to, stored))
}
