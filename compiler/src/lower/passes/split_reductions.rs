//! The pass xla-split-reductions: what becomes one number is reduced in parts, which threads share.
//!
//! ```mlir
//! %r = xla.reduce(%x) init(%i) dimensions = [0] {add} : (tensor<1048576xf32>, tensor<f32>) -> tensor<f32>
//! // becomes
//! %parts = xla.reduce(%x as tensor<64x16384xf32>) init(-0.0) dimensions = [1] {add} : … -> tensor<64xf32>
//! %r = xla.reduce(%parts) init(%i) dimensions = [0] {add} : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
//! ```
//! The parts follow from the sizes alone: the bits are the same for any number of threads.

use xla_dialect::ir::{Builder, Element, Op, OpExt, Tensor, block_args, block_ops, i64_array, tensor_of};
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
    for op in module.walk_ops().into_iter().filter(|op| op.name_str() == "xla.reduce") {
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
    let identity = builder.attr(&format!("dense<{}> : {}", identity(combine, element)?, result.ty()));
    let outermost = array.shape.iter().position(|size| *size > 1)?;
    let extent = array.shape[outermost];
    let parts = PARTS.rev().find(|parts| extent % parts == 0)?;
    let mut shape = vec![parts, extent / parts];
    shape.extend(&array.shape[outermost + 1..]);
    let divided = builder.value("xla.reshape", &[input], array.with_shape(&shape).ty(), &[]);
    let identity = builder.value("xla.constant", &[], result.ty(), &[("value", identity)]);
    let inner: Vec<i64> = (1..shape.len() as i64).collect();
    let reduce = |operands: &[_], dimensions: &[i64], to: &Tensor<'c>| {
        let computation = builder.region(&[result.ty(), result.ty()], |builder, arguments| {
            let value = builder.value(combine, arguments, result.ty(), &[]);
            builder.create("xla.return", &[value], &[], &[], Vec::new());
        });
        let attributes = [("dimensions", i64_array(builder.context, dimensions))];
        builder.create("xla.reduce", operands, &[to.ty()], &attributes, vec![computation]).output(0)
    };
    let partial = reduce(&[divided, identity], &inner, &array.with_shape(&[parts]));
    op.replace(&[reduce(&[partial, init], &[0], &result)]);
    Some(())
}

/// The one op that the computation applies to its two parameters, whose order makes no difference.
fn combination<'c>(op: Op<'c>) -> Option<&'c str> {
    let body = op.body(0)?;
    let [value, end] = block_ops(body)[..] else { return None };
    let (parameters, mut operands) = (block_args(body), value.ins());
    if operands != parameters {
        operands.reverse();
    }
    (operands == parameters && end.ins() == value.outs()).then(|| value.name_str())
}

/// What changes nothing, as the text of an element.
fn identity(combine: &str, element: Element) -> Option<String> {
    let infinity = |negative: bool| match (element, negative) {
        (Element::F32, true) => Some("0xFF800000".to_string()),
        (Element::F32, false) => Some("0x7F800000".to_string()),
        (Element::F64, true) => Some("0xFFF0000000000000".to_string()),
        (Element::F64, false) => Some("0x7FF0000000000000".to_string()),
        _ => None,
    };
    let (bits, is_signed) = (element.bits(), element.is_signed());
    let most = || (1i128 << (bits - u32::from(is_signed))) - 1;
    match combine {
        "xla.add" if element.is_float() => Some("-0.0".to_string()),
        "xla.mul" if element.is_float() => Some("1.0".to_string()),
        "xla.max" if element.is_float() => infinity(true),
        "xla.min" if element.is_float() => infinity(false),
        _ if !element.is_integer() => None,
        "xla.add" | "xla.or" | "xla.xor" => Some("0".to_string()),
        "xla.mul" => Some("1".to_string()),
        "xla.max" => Some(if is_signed { -most() - 1 } else { 0 }.to_string()),
        "xla.min" => Some(most().to_string()),
        "xla.and" => Some(if is_signed { -1 } else { most() }.to_string()),
        _ => None,
    }
}
