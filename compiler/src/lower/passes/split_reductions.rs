//! The pass xla-split-reductions: what becomes one number is reduced in parts, which threads share.
//!
//! ```mlir
//! %r = xla.reduce(%x) init(%i) dimensions = [0] {add} : (tensor<1048576xf32>, tensor<f32>) -> tensor<f32>
//! // becomes
//! %parts = xla.reduce(%x as tensor<64x16384xf32>) init(-0.0) dimensions = [1] {add} : … -> tensor<64xf32>
//! %r = xla.reduce(%parts) init(%i) dimensions = [0] {add} : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
//! ```
//! The parts follow from the sizes alone: the bits are the same for any number of threads.

use crate::lower::passes::expand_client_ops::builders::like;
use xla_dialect::ir::{Builder, Element, Op, OpExt, block_args, block_ops, tensor_of};
use xla_dialect::ods::xla;
use xla_dialect::ops::literal::Literal;
use xla_dialect::passes::{Failed, Pass};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-split-reductions",
    description: "Reduce large arrays to one number in parts, which threads share",
    op: "builtin.module",
    options: &[],
    dialects: &["xla"],
    run,
};

/// Elements below which a thread's share is not worth waking it.
const LARGE: i64 = 1 << 18;

/// Parts at most, and at least.
const PARTS: std::ops::RangeInclusive<i64> = 4..=64;

fn run<'c>(module: Op<'c>, _options: &[&str]) -> Result<(), Failed> {
    for op in module.walk_ops().into_iter().filter(|op| xla::Reduce::of(*op).is_some()) {
        // What cannot be split stays as it is.
        let _ = split(op);
    }
    Ok(())
}

fn split<'c>(op: Op<'c>) -> Option<()> {
    let builder = Builder::before(op)?;
    let [input, init] = op.ins()[..] else { return None };
    let (array, result) = (tensor_of(input)?, tensor_of(op.output(0))?);
    // The sums of narrow floats are kept in wider ones, which parts would round.
    let element = array.xla_element().filter(|element| !element.is_narrow_float())?;
    if result.rank() > 0 || result.element != array.element || array.encoding.is_some() || array.size() < LARGE {
        return None;
    }
    let combine = combination(op)?;
    let identity = identity(xla::Kind::of(combine)?, element)?.attribute(result.ty())?;
    let outermost = array.shape.iter().position(|size| *size > 1)?;
    let extent = array.shape[outermost];
    let parts = PARTS.rev().find(|parts| extent % parts == 0)?;
    let mut shape = vec![parts, extent / parts];
    shape.extend(&array.shape[outermost + 1..]);
    let divided = xla::reshape(&builder, input, array.with_shape(&shape).ty());
    let identity = xla::constant(&builder, identity);
    let inner: Vec<i64> = (1..shape.len() as i64).collect();
    let reduce = |input, init, dimensions: &[i64]| {
        let computation = builder.region(&[result.ty(), result.ty()], |builder, arguments| {
            let value = like(builder, combine, arguments, &[result.ty()], Vec::new()).output(0);
            xla::return_(builder, &[value]);
        });
        xla::reduce(&builder, &[input], &[init], dimensions, computation).output(0)
    };
    let partial = reduce(divided, identity, &inner);
    op.replace(&[reduce(partial, init, &[0])]);
    Some(())
}

/// The one op that the computation applies to its two parameters, whose order makes no difference.
fn combination<'c>(op: Op<'c>) -> Option<Op<'c>> {
    let body = op.body(0)?;
    let [value, end] = block_ops(body)[..] else { return None };
    let (parameters, mut operands) = (block_args(body), value.ins());
    if operands != parameters {
        operands.reverse();
    }
    (operands == parameters && end.ins() == value.outs()).then_some(value)
}

/// The number that changes nothing when it is combined, as a rank-0 literal.
fn identity(combine: xla::Kind, element: Element) -> Option<Literal> {
    let float = |value: f64| element.is_float().then(|| Literal::splat(element, &[], value))?;
    let integer = |value: i128| element.is_integer().then(|| Literal::of_integers(element, &[], &[value as i64]))?;
    let (bits, is_signed) = (element.bits(), element.is_signed());
    let most = (1i128 << (bits - u32::from(is_signed))) - 1;
    match combine {
        xla::Kind::Add => float(-0.0).or_else(|| integer(0)),
        xla::Kind::Mul => float(1.0).or_else(|| integer(1)),
        xla::Kind::Max => float(f64::NEG_INFINITY).or_else(|| integer(if is_signed { -most - 1 } else { 0 })),
        xla::Kind::Min => float(f64::INFINITY).or_else(|| integer(most)),
        xla::Kind::And => integer(if is_signed { -1 } else { most }),
        xla::Kind::Or | xla::Kind::Xor => integer(0),
        _ => None,
    }
}
