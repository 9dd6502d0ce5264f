//! Running sums: windows that reach from each element to the end of a dimension, in one pass instead of one a window.
//!
//! ```mlir
//! %r = scf.for %i = … iter_args(%sum = %init, %t = %empty) { %s = arith.addf %sum, %x  tensor.insert %s into %t[%i] … }
//! ```

use super::selection::{equal_ones_stay, keeps_the_better};
use crate::lower::rewriter::computation::{Typed, as_stated, encoder, scalar_computation_in, widen};
use crate::lower::rewriter::emit::{Emitter, load_form, store_form};
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
use xla_dialect::ops::reduce::{combination, is_idempotent};
use xla_dialect::ops::{Folded, meaning, window};
use xla_dialect::passes::Failed;
use xla_scalar::decode;

/// Computations of two operands whose order does not matter.
const COMMUTATIVE: [xla::Kind; 6] =
    [xla::Kind::Add, xla::Kind::Mul, xla::Kind::Max, xla::Kind::Min, xla::Kind::And, xla::Kind::Or];

/// The dimension along which `op`, a reduce_window, computes running results, and whether from its end.
#[derive(Clone, Copy)]
pub struct Scan {
    dimension: usize,
    reversed: bool,
    /// Whether the computation selects. Each element is its first argument then, and the result of those behind it the second, because
    /// the first of two that are NaN stays.
    selects: bool,
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
        if !window.iter().all(plain) || !(0..window.len()).all(unpadded) || window[dimension].size != reach + 1 {
            return None;
        }
        // Padding that comes first leaves the initial values as they are; behind the elements it has to be neutral.
        let changes_nothing = match op.outs().len() {
            1 => is_idempotent(op) || padding_is_neutral(op) || !reversed && initial_value_stays(op).unwrap_or(false),
            _ => !reversed && equal_ones_stay(op),
        };
        let selects = !changes_nothing;
        (changes_nothing || reversed && keeps_the_better(op)).then_some(Self { dimension, reversed, selects })
    }

    /// The dimension along which results run.
    pub fn dimension(&self) -> usize {
        self.dimension
    }
}

/// Whether the computation of `op` gives its initial value of two of them, and does not mind their order.
pub fn padding_is_neutral(op: Op<'_>) -> bool {
    let check = || {
        let combine = combination(op)?;
        let init = defining_op(op.input(1)).filter(|init| xla::Constant::of(*init).is_some())?.attr("value")?;
        let folded = (meaning(combine.name_str())?.fold?)(combine, &[Some(init), Some(init)])?;
        // An identity folds to one of the operands, both of which are the initial value here.
        let same = match folded.as_slice() {
            [Folded::Constant(value)] => *value == init,
            [Folded::Value(value)] => combine.ins().contains(value),
            _ => false,
        };
        Some(same && xla::Kind::of(combine).is_some_and(|kind| COMMUTATIVE.contains(&kind)))
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
    is_idempotent(op) || padding_is_neutral(op) || keeps_the_better(op)
}

/// Whether the computation of `op` gives the same whenever it is given its initial value.
pub fn padding_may_move(op: Op<'_>) -> bool {
    let is_exact = |element: Element| element.is_integer() || element.is_pred();
    let commutes = |kind| kind == xla::Kind::Xor || COMMUTATIVE.contains(&kind);
    combination(op).and_then(xla::Kind::of).is_some_and(commutes) && is_exact(element(op.output(0)))
}

/// The running results: along the last dimension the sums are carried, along others they are read from the line before.
pub fn scan<'c>(lowering: &mut Lowering<'c>, op: Op<'c>, builder: &Builder<'c>, scan: Scan) -> Result<(), Failed> {
    let count = op.outs().len();
    let operands: Vec<_> = op.ins().into_iter().map(|operand| lowering.tensor(operand)).collect::<Result<_, _>>()?;
    let (sources, inits) = operands.split_at(count);
    let sizes = result_sizes(builder, op, sizes(sources[0]))?;
    let target = |result: &Value<'c>| {
        let ty = lowering.element_type(element(*result));
        empty_of(builder, Tensor::new(&shape(*result), ty).ty(), &sizes)
    };
    let targets: Vec<_> = op.outs().iter().map(target).collect();
    let starts: Vec<_> = inits.iter().map(|init| extract(builder, *init, &[])).collect();
    let extents = |builder: &Builder<'c>, sizes: &[Size<'c>]| -> Vec<Value<'c>> {
        sizes.iter().map(|size| size.value(builder)).collect()
    };
    let (outer, inner) = (&sizes[..scan.dimension], &sizes[scan.dimension + 1..]);
    let mut outcome = Ok(());
    let mut add = |builder: &Builder<'c>, sums: &[Value<'c>], at: &[Value<'c>]| {
        next(lowering, op, builder, scan, (sources, at), (&starts, sums)).unwrap_or_else(|failed| {
            outcome = Err(failed);
            sums.to_vec()
        })
    };
    let insert = |builder: &Builder<'c>, values: &[Value<'c>], tensors: &[Value<'c>], at: &[Value<'c>]| {
        let pairs = values.iter().zip(tensors);
        pairs.map(|(value, tensor)| tensor::insert(builder, *value, *tensor, at)).collect::<Vec<_>>()
    };
    // The position of iteration `i`, counted from the end that the results begin at.
    let place = |builder: &Builder<'c>, i: Value<'c>| match scan.reversed {
        false => i,
        true => arith::subi(builder, sizes[scan.dimension].minus(builder, 1).value(builder), i),
    };
    let values = nest(builder, &extents(builder, outer), &targets, &mut |builder, before, carried| {
        let (first, end) = (index(builder, 0), sizes[scan.dimension].value(builder));
        if inner.is_empty() {
            let carried = [&starts, carried].concat();
            return for_loop(builder, first, end, 1, &carried, |builder, i, carried| {
                let at = [before, &[place(builder, i)]].concat();
                let sums = add(builder, &carried[..count], &at);
                let tensors = insert(builder, &sums, &carried[count..], &at);
                [sums, tensors].concat()
            })
            .split_off(count);
        }
        let inner = extents(builder, inner);
        // The first line begins with the initial values, the others with the line before.
        let line = |builder: &Builder<'c>, i: Value<'c>, begins: bool, tensors: &[Value<'c>], add: &mut Add<'c, '_>| {
            nest(builder, &inner, tensors, &mut |builder, behind, carried| {
                let at = [before, &[place(builder, i)], behind].concat();
                let sums: Vec<_> = if begins {
                    starts.clone()
                } else {
                    let last = arith::subi(builder, i, index(builder, 1));
                    let at = [before, &[place(builder, last)], behind].concat();
                    carried.iter().map(|tensor| extract(builder, *tensor, &at)).collect()
                };
                let sums = add(builder, &sums, &at);
                insert(builder, &sums, carried, &at)
            })
        };
        let begun = line(builder, first, true, carried, &mut add);
        let second = index(builder, 1);
        for_loop(builder, second, end, 1, &begun, |builder, i, carried| line(builder, i, false, carried, &mut add))
    });
    outcome?;
    op.outs().into_iter().zip(values).for_each(|(result, value)| lowering.set_tensor(result, value));
    Ok(())
}

/// Adds the elements at an index to sums.
type Add<'c, 'f> = dyn FnMut(&Builder<'c>, &[Value<'c>], &[Value<'c>]) -> Vec<Value<'c>> + 'f;

/// What the computation of `op` makes of sums and of the elements of `sources` at `at`, all as they are stored. Where it selects, the initial
/// values come before the element, which comes before the sums.
fn next<'c>(
    lowering: &Lowering<'c>,
    op: Op<'c>,
    builder: &Builder<'c>,
    scan: Scan,
    (sources, at): (&[Value<'c>], &[Value<'c>]),
    (starts, sums): (&[Value<'c>], &[Value<'c>]),
) -> Result<Vec<Value<'c>>, Failed> {
    let body = op.body(0).ok_or_else(|| internal(op, "has no computation"))?;
    let mut emitter = lowering.emitter(builder);
    let types: Vec<_> = op.ins().into_iter().zip(op.outs()).map(|(from, to)| (element(from), element(to))).collect();
    let sum = |emitter: &mut Emitter<'c>, (sum, (_, to)): (&Value<'c>, &(Element, Element))| {
        let sum = load_form(emitter, *to, *sum);
        (*to, decode(emitter, *to, sum))
    };
    let mut elements = Vec::new();
    for (source, (from, to)) in sources.iter().zip(&types) {
        let stored = load_form(&emitter, *from, extract(builder, *source, at));
        let value = decode(&mut emitter, *from, stored);
        elements.push(widen(op, &mut emitter, *from, *to, value)?);
    }
    let sums: Vec<_> = sums.iter().zip(&types).map(|pair| sum(&mut emitter, pair)).collect();
    let combined = |emitter: &mut Emitter<'c>, first: &[Typed<'c>], second: &[Typed<'c>]| {
        let results = scalar_computation_in(lowering, op, body, emitter, as_stated, &[first, second].concat())?;
        let each = results.into_iter().zip(&types);
        each.map(|((from, value), (_, to))| widen(op, emitter, from, *to, value)).collect::<Result<Vec<_>, _>>()
    };
    let results = if scan.selects {
        let better = combined(&mut emitter, &elements, &sums)?;
        let starts: Vec<_> = starts.iter().zip(&types).map(|pair| sum(&mut emitter, pair)).collect();
        combined(&mut emitter, &starts, &better)?
    } else {
        combined(&mut emitter, &sums, &elements)?
    };
    let encode = encoder(body);
    let stored = results.into_iter().map(|(to, value)| {
        let stored = encode(&mut emitter, to, value);
        store_form(&emitter, to, stored)
    });
    Ok(stored.collect())
}
