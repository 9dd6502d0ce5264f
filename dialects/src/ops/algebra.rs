//! Folding and algebra of elementwise ops.
//!
//! Literals are evaluated by `xla-scalar`, as the compiled program would be. An identity holds for every value of
//! the element types it is applied to, NaN, infinities and -0 included; floats narrower than 16 bits, of which
//! some have no -0 and some no zero at all, are left alone.

use super::broadcast::broadcast;
use super::dimensions::{bitcast_shape, element_count};
use super::literal::{self, Literal};
use super::matching::{defined_by, literal_of, plain};
use super::meaning::{Arguments, Folded, Pattern};
use super::range::range;
use crate::ir::{
    Attribute, Builder, Element, Op, OpExt, Value, defining_op, i64_array, tensor_of, tuple_elements, type_of,
};
use crate::ods::xla::{self, Kind};
use melior::ir::ValueLike;
use xla_scalar::Op as Scalar;

/// Folds the elementwise op `op`.
pub fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let scalar = Arguments::of(op).scalar()?;
    let literals: Vec<Option<Literal>> = operands.iter().map(|operand| operand.and_then(Literal::of)).collect();
    let folded = identity(op, scalar, &literals).or_else(|| constant(op, scalar, &literals))?;
    Some(vec![folded])
}

/// Evaluates an op whose operands are all literals.
fn constant<'c>(op: Op<'c>, scalar: Scalar, literals: &[Option<Literal>]) -> Option<Folded<'c>> {
    let result = tensor_of(op.output(0))?;
    let element = result.xla_element()?;
    let shapes: Vec<&Literal> = literals.iter().map(Option::as_ref).collect::<Option<_>>()?;
    let expanded: Option<Vec<Literal>> = match scalar {
        Scalar::BitcastConvert => return bitcast(op, shapes[0]),
        _ if shapes.len() == 2 => {
            let dims = op.attr("broadcast_dimensions").map(|_| op.i64s("broadcast_dimensions"));
            let plan = broadcast(&shapes[0].shape, &shapes[1].shape, dims.as_deref()).ok()?;
            [(&plan.lhs, shapes[0]), (&plan.rhs, shapes[1])]
                .into_iter()
                .map(|(plan_of, literal)| literal.broadcast_in_dim(&plan.result, &plan_of.dimensions))
                .collect()
        }
        // A scalar predicate or bound stands for all elements.
        _ => shapes
            .iter()
            .map(|literal| match literal.shape.len() {
                0 => literal.broadcast_in_dim(&result.shape, &[]),
                _ => Some((*literal).clone()),
            })
            .collect(),
    };
    let literal = literal::evaluate(scalar, &expanded?, element)?;
    literal.attribute(op.output(0).r#type()).map(Folded::Constant)
}

/// The same bytes as elements of another type; integers narrower than a byte are not kept packed, and stay.
fn bitcast<'c>(op: Op<'c>, literal: &Literal) -> Option<Folded<'c>> {
    let result = tensor_of(op.output(0))?;
    let element = result.xla_element()?;
    let folded = if literal.element.bits() == element.bits() {
        literal::evaluate(Scalar::BitcastConvert, std::slice::from_ref(literal), element)?
    } else if literal.element.bits().is_multiple_of(8)
        && element.bits().is_multiple_of(8)
        && literal.count() <= literal::FOLD_LIMIT
    {
        Literal::new(element, &result.shape, literal.all())?
    } else {
        return None;
    };
    folded.attribute(op.output(0).r#type()).map(Folded::Constant)
}

/// Whether algebra applies to floats of this type, and to all other types but complex numbers.
fn is_regular(element: Element) -> bool {
    !element.is_complex() && (!element.is_float() || element.bits() >= 16)
}

/// The value that the op equals by the algebra of its element type, if there is one.
fn identity<'c>(op: Op<'c>, scalar: Scalar, literals: &[Option<Literal>]) -> Option<Folded<'c>> {
    let keep = |i: usize| {
        // The other operand may have broadcast this one.
        (op.input(i).r#type() == op.output(0).r#type()).then(|| Folded::Value(op.input(i)))
    };
    let element = tensor_of(op.input(scalar.leading_operand()))?.xla_element()?;
    if element.is_float()
        && literals.iter().flatten().any(is_nan)
        && let Some(folded) = of_nan(op, scalar)
    {
        return Some(folded);
    }
    match scalar.arity() {
        1 => unary_identity(op, scalar, element),
        2 => {
            let same = op.input(0) == op.input(1);
            let rhs = |value: f64| literals[1].as_ref().is_some_and(|literal| literal.is(value));
            if let Some(folded) = same.then(|| self_identity(op, scalar, element)).flatten() {
                return Some(folded);
            }
            if !is_regular(element) {
                // Sums of complex numbers are sums of their parts; products are not products.
                let neutral = element.is_complex()
                    && (scalar == Scalar::Sub && rhs(0.0)
                        || scalar == Scalar::Add && is_negative_zero(literals[1].as_ref()));
                return neutral.then(|| keep(0)).flatten();
            }
            let is_one = |literal: &Literal| literal.is(1.0) && element.is_integer();
            if scalar == Scalar::Pow && literals[0].as_ref().is_some_and(is_one) {
                return splat(op, 1.0);
            }
            let is_zero = |literal: &Literal| literal.is(0.0) && element.is_integer();
            let keeps_zero = (scalar == Scalar::Rem || is_shift(scalar)) && literals[0].as_ref().is_some_and(is_zero);
            if keeps_zero {
                return splat(op, 0.0);
            }
            binary_identity(op, scalar, element, &rhs, &keep).or_else(|| decided(op, scalar, literals))
        }
        _ if scalar == Scalar::Clamp && !element.is_complex() && !element.is_float() => {
            let is = |i: usize, value: f64| literals[i].as_ref().is_some_and(|literal| literal.is(value));
            match (is(0, least(element)), is(0, greatest(element)), is(2, least(element)), is(2, greatest(element))) {
                (_, _, true, _) => splat(op, least(element)),
                (_, true, ..) => keep(2),
                (true, _, _, true) => keep(1),
                _ => None,
            }
        }
        _ if scalar == Scalar::Select => {
            if op.input(1) == op.input(2) {
                return keep(1);
            }
            let pred = literals[0].as_ref()?;
            let one = pred.one()?;
            keep(if one[0] != 0 { 1 } else { 2 })
        }
        _ => None,
    }
}

/// The result that is known of a shift of all bits, or of all but the sign, and of a comparison of integers of which each on one side is
/// less than each on the other.
fn decided<'c>(op: Op<'c>, scalar: Scalar, literals: &[Option<Literal>]) -> Option<Folded<'c>> {
    if is_shift(scalar) {
        literals[1].as_ref().filter(|amounts| shifts_out(scalar, amounts))?;
        if scalar != Scalar::ShiftRightArithmetic {
            return splat(op, 0.0);
        }
        let [least, greatest] = range(op.input(0))?;
        let sign = if least >= 0 { Some(0.0) } else { (greatest < 0).then_some(-1.0) };
        return splat(op, sign?);
    }
    let of_less = matches!(scalar, Scalar::Lt | Scalar::Le | Scalar::Ne);
    let of_greater = matches!(scalar, Scalar::Gt | Scalar::Ge | Scalar::Ne);
    if !of_less && !of_greater && scalar != Scalar::Eq {
        return None;
    }
    let ([least, greatest], [other_least, other_greatest]) = (range(op.input(0))?, range(op.input(1))?);
    let is_true = match (greatest < other_least, other_greatest < least) {
        (true, _) => of_less,
        (_, true) => of_greater,
        _ => return None,
    };
    splat(op, f64::from(u8::from(is_true)))
}

fn is_shift(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::ShiftLeft | Scalar::ShiftRightArithmetic | Scalar::ShiftRightLogical)
}

/// Whether a shift by every element of a literal leaves no bit, or, if it is arithmetic, none but copies of the sign.
fn shifts_out(shift: Scalar, amounts: &Literal) -> bool {
    let element = amounts.element;
    let (from, to) = match shift {
        Scalar::ShiftRightArithmetic if !element.is_signed() => return false,
        Scalar::ShiftRightArithmetic => (least(element), -1.0),
        _ => (all_ones(element), 0.0),
    };
    let shifted = |amount: &[u8]| {
        let amount = Literal::new(element, &[], amount.to_vec())?;
        literal::evaluate(shift, &[Literal::splat(element, &[], from)?, amount], element)
    };
    amounts.one().and_then(shifted).is_some_and(|shifted| shifted.is(to))
}

/// Whether every element of a literal of floats is NaN.
fn is_nan(literal: &Literal) -> bool {
    let differs = |one: &[u8]| {
        let one = Literal::new(literal.element, &[], one.to_vec())?;
        literal::evaluate(Scalar::Ne, &[one.clone(), one], Element::Pred)
    };
    literal.one().and_then(differs).is_some_and(|differs| differs.is(1.0))
}

/// The value of an op on floats of which one operand is NaN.
fn of_nan<'c>(op: Op<'c>, scalar: Scalar) -> Option<Folded<'c>> {
    match scalar {
        Scalar::Add | Scalar::Sub | Scalar::Mul | Scalar::Div | Scalar::Rem => splat(op, f64::NAN),
        Scalar::Max | Scalar::Min | Scalar::Clamp | Scalar::Atan2 => splat(op, f64::NAN),
        Scalar::Eq | Scalar::Ge | Scalar::Gt | Scalar::Le | Scalar::Lt => splat(op, 0.0),
        Scalar::Ne => splat(op, 1.0),
        _ => None,
    }
}

/// Whether both parts of every element are -0.
fn is_negative_zero(literal: Option<&Literal>) -> bool {
    let negate = |literal: &Literal| literal::evaluate(Scalar::Neg, std::slice::from_ref(literal), literal.element);
    literal.and_then(negate).is_some_and(|negated| negated.is(0.0))
}

/// `x op c` for literals `c`. A commutative op has its literal on the right already.
fn binary_identity<'c>(
    op: Op<'c>,
    scalar: Scalar,
    element: Element,
    rhs: &dyn Fn(f64) -> bool,
    keep: &dyn Fn(usize) -> Option<Folded<'c>>,
) -> Option<Folded<'c>> {
    let float = element.is_float();
    // All bits one: -1 as an integer, true as a predicate.
    let ones = if element.is_pred() { rhs(1.0) } else { !float && rhs(all_ones(element)) };
    match scalar {
        // -0 + 0 = +0, so that only -0 is neutral to a sum of floats.
        Scalar::Add if float => rhs(-0.0).then(|| keep(0))?,
        Scalar::Add | Scalar::Or | Scalar::Xor if rhs(0.0) => keep(0),
        // x - +0 = x, also for -0.
        Scalar::Sub if rhs(0.0) => keep(0),
        Scalar::Mul | Scalar::Div if rhs(1.0) => keep(0),
        // NaN * 0 and inf * 0 are NaN, -1.0 * 0 is -0.
        Scalar::Mul | Scalar::And if !float && rhs(0.0) => splat(op, 0.0),
        Scalar::Rem if !float && rhs(1.0) => splat(op, 0.0),
        Scalar::Pow if rhs(1.0) => keep(0),
        // Of NaN, too.
        Scalar::Pow if rhs(0.0) || float && rhs(-0.0) => splat(op, 1.0),
        Scalar::And if ones => keep(0),
        Scalar::Or if ones => splat(op, if element.is_pred() { 1.0 } else { all_ones(element) }),
        Scalar::Max if float && rhs(f64::NEG_INFINITY) => keep(0),
        Scalar::Min if float && rhs(f64::INFINITY) => keep(0),
        Scalar::Max | Scalar::Min if !float => match (scalar, rhs(least(element)), rhs(greatest(element))) {
            (Scalar::Max, true, _) | (Scalar::Min, _, true) => keep(0),
            (Scalar::Min, true, _) => splat(op, least(element)),
            (Scalar::Max, _, true) => splat(op, greatest(element)),
            _ => None,
        },
        // NaN is not in order with any number.
        Scalar::Lt if rhs(least(element)) => splat(op, 0.0),
        Scalar::Gt if rhs(greatest(element)) => splat(op, 0.0),
        Scalar::Ge if !float && rhs(least(element)) => splat(op, 1.0),
        Scalar::Le if !float && rhs(greatest(element)) => splat(op, 1.0),
        _ if is_shift(scalar) && rhs(0.0) => keep(0),
        _ => None,
    }
}

/// The integer whose bits are all one. Conversion from f64 saturates, so that 64 bits are right as well.
fn all_ones(element: Element) -> f64 {
    if element.is_signed() { -1.0 } else { 2f64.powi(element.bits() as i32) - 1.0 }
}

/// The least value of a type in its order.
fn least(element: Element) -> f64 {
    match element {
        _ if element.is_float() => f64::NEG_INFINITY,
        _ if element.is_signed() => -(2f64.powi(element.bits() as i32 - 1)),
        _ => 0.0,
    }
}

/// The greatest value of a type in its order. Conversion from f64 saturates, as for [`all_ones`].
fn greatest(element: Element) -> f64 {
    match element {
        _ if element.is_float() => f64::INFINITY,
        _ if element.is_pred() => 1.0,
        _ => 2f64.powi(element.bits() as i32 - i32::from(element.is_signed())) - 1.0,
    }
}

/// `x op x`.
fn self_identity<'c>(op: Op<'c>, scalar: Scalar, element: Element) -> Option<Folded<'c>> {
    let total = !element.is_float() && !element.is_complex();
    match scalar {
        Scalar::And | Scalar::Or | Scalar::Max | Scalar::Min => Some(Folded::Value(op.input(0))),
        Scalar::Xor => splat(op, 0.0),
        // 0 by 0 leaves 0.
        Scalar::Rem if element.is_integer() => splat(op, 0.0),
        // Each number has fewer bits than it says.
        Scalar::ShiftRightLogical => splat(op, 0.0),
        Scalar::ShiftRightArithmetic if element.is_signed() => {
            range(op.input(0)).filter(|[least, _]| *least >= 0).and_then(|_| splat(op, 0.0))
        }
        // inf - inf is NaN.
        Scalar::Sub if total => splat(op, 0.0),
        // NaN is not equal to itself, but is in total order.
        Scalar::Eq | Scalar::Ge | Scalar::Le if total => splat(op, 1.0),
        Scalar::Ne if total => splat(op, 0.0),
        Scalar::Gt | Scalar::Lt => splat(op, 0.0),
        Scalar::EqTotalOrder | Scalar::GeTotalOrder | Scalar::LeTotalOrder => splat(op, 1.0),
        Scalar::NeTotalOrder | Scalar::GtTotalOrder | Scalar::LtTotalOrder => splat(op, 0.0),
        _ => None,
    }
}

fn unary_identity<'c>(op: Op<'c>, scalar: Scalar, element: Element) -> Option<Folded<'c>> {
    let operand = op.input(0);
    let inner = defining_op(operand);
    let inner_name = inner.and_then(|inner| inner.name_str().strip_prefix("xla.")).unwrap_or_default();
    let is = |mnemonics: &[&str]| inner.filter(|_| mnemonics.contains(&inner_name));
    match scalar {
        // The inner op's result is an integer, which rounding does not change.
        Scalar::Floor | Scalar::Ceil | Scalar::Round | Scalar::RoundNearestEven => {
            is(&["floor", "ceil", "round", "round_nearest_even"]).map(|_| Folded::Value(operand))
        }
        Scalar::Abs if !element.is_complex() => is(&["abs"]).map(|_| Folded::Value(operand)),
        Scalar::Neg if element.is_complex() || is_regular(element) => {
            is(&["neg"]).map(|neg| Folded::Value(neg.input(0)))
        }
        Scalar::Not => is(&["not"]).map(|not| Folded::Value(not.input(0))),
        Scalar::Convert => (operand.r#type() == op.output(0).r#type()).then_some(Folded::Value(operand)),
        Scalar::BitcastConvert => {
            if operand.r#type() == op.output(0).r#type() {
                return Some(Folded::Value(operand));
            }
            let origin = is(&["bitcast_convert"])?.input(0);
            (origin.r#type() == op.output(0).r#type()).then_some(Folded::Value(origin))
        }
        Scalar::Real | Scalar::Imag => {
            if let Some(parts) = is(&["complex"]) {
                let part = parts.input(usize::from(scalar == Scalar::Imag));
                return (part.r#type() == op.output(0).r#type()).then_some(Folded::Value(part));
            }
            match scalar {
                _ if element.is_complex() => None,
                Scalar::Real => Some(Folded::Value(operand)),
                _ => splat(op, 0.0),
            }
        }
        _ => None,
    }
}

/// The literal that has `value` everywhere in the result.
fn splat<'c>(op: Op<'c>, value: f64) -> Option<Folded<'c>> {
    let result = tensor_of(op.output(0))?;
    element_count(&result.shape)?;
    let literal = Literal::splat(result.xla_element()?, &result.shape, value)?;
    literal.attribute(op.output(0).r#type()).map(Folded::Constant)
}

/// The patterns that start from elementwise ops.
pub const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Abs, rewrite: abs_of_neg },
    Pattern { kind: Kind::Add, rewrite: sum_of_neg },
    Pattern { kind: Kind::BitcastConvert, rewrite: bitcast_of_bitcast },
    Pattern { kind: Kind::Complex, rewrite: complex_of_parts },
    Pattern { kind: Kind::Convert, rewrite: convert_of_convert },
    Pattern { kind: Kind::Div, rewrite: known_quotient },
    Pattern { kind: Kind::Imag, rewrite: part_of_neg },
    Pattern { kind: Kind::Real, rewrite: part_of_neg },
    Pattern { kind: Kind::Neg, rewrite: neg_of_extremum },
    Pattern { kind: Kind::Not, rewrite: not_of_comparison },
    Pattern { kind: Kind::Not, rewrite: not_of_nots },
    Pattern { kind: Kind::Select, rewrite: select_by_not },
    Pattern { kind: Kind::Select, rewrite: select_of_booleans },
    Pattern { kind: Kind::Select, rewrite: |op, builder| Some(vec![select_of_tuples(op, builder)?]) },
    Pattern { kind: Kind::Sub, rewrite: sum_of_neg },
    Pattern { kind: Kind::Xor, rewrite: xor_with_ones },
];

/// The operands of the `kind` that defines `value`, of its own type.
fn operands_of<'c>(value: Value<'c>, kind: Kind) -> Option<[Value<'c>; 2]> {
    let [a, b] = defined_by(value, kind)?.ins()[..] else { return None };
    (a.r#type() == value.r#type() && b.r#type() == value.r#type()).then_some([a, b])
}

/// Which of `kinds` defines `value`, and `x` and `y` where its operands are `inverse(x)` and `inverse(y)`.
fn of_inverses<'c>(value: Value<'c>, kinds: [Kind; 2], inverse: Kind) -> Option<(Kind, [Value<'c>; 2])> {
    let (kind, [x, y]) = kinds.into_iter().find_map(|kind| Some((kind, operands_of(value, kind)?)))?;
    Some((kind, [defined_by(x, inverse)?.input(0), defined_by(y, inverse)?.input(0)]))
}

/// `add(x, neg(y))` -> `sub(x, y)`, and `sub(x, neg(y))` -> `add(x, y)`: -y is exact.
fn sum_of_neg<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (result, kind) = (op.output(0), Kind::of(op)?);
    let [x, y] = operands_of(result, kind)?;
    let builder = builder.typed(result.r#type());
    let element = tensor_of(result)?.xla_element()?;
    if !element.is_complex() && !is_regular(element) {
        return None;
    }
    let negated = |value| defined_by(value, Kind::Neg).map(|neg| neg.input(0));
    Some(vec![match (kind, negated(x), negated(y)) {
        (Kind::Sub, _, Some(y)) => xla::add(&builder, x, y),
        (Kind::Add, _, Some(y)) => xla::sub(&builder, x, y),
        (Kind::Add, Some(x), None) => xla::sub(&builder, y, x),
        _ => return None,
    }])
}

/// `neg(max(neg(x), neg(y)))` -> `min(x, y)` of floats, and the reverse: the order of floats is that of their negatives, reversed.
fn neg_of_extremum<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let extremum = op.input(0);
    let element = tensor_of(extremum)?.xla_element()?;
    if !element.is_float() || !is_regular(element) {
        return None;
    }
    let (kind, [x, y]) = of_inverses(extremum, [Kind::Max, Kind::Min], Kind::Neg)?;
    let builder = builder.typed(extremum.r#type());
    Some(vec![if kind == Kind::Max { xla::min(&builder, x, y) } else { xla::max(&builder, x, y) }])
}

/// `not(and(not(x), not(y)))` -> `or(x, y)`, and the reverse.
fn not_of_nots<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = op.input(0);
    let (kind, [x, y]) = of_inverses(inner, [Kind::And, Kind::Or], Kind::Not)?;
    let builder = builder.typed(inner.r#type());
    Some(vec![if kind == Kind::And { xla::or(&builder, x, y) } else { xla::and(&builder, x, y) }])
}

/// `abs(neg(x))` -> `abs(x)`: |-x| = |x|, also where -x wraps; an unsigned -x is its own magnitude.
fn abs_of_neg<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let x = defined_by(op.input(0), Kind::Neg)?.input(0);
    let element = tensor_of(x)?.xla_element()?;
    if !is_regular(element) || !element.is_signed() {
        return None;
    }
    Some(vec![xla::abs(&builder.typed(op.output(0).r#type()), x)])
}

/// `bitcast_convert(bitcast_convert(x))` -> `bitcast_convert(x)`: the bits are the same throughout.
fn bitcast_of_bitcast<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = defined_by(op.input(0), Kind::BitcastConvert)?;
    let x = inner.input(0);
    let (from, to) = (tensor_of(x)?, tensor_of(op.output(0))?);
    // A detour over another width may come out at a shape that one step does not.
    let step = bitcast_shape(&from.shape, from.xla_element()?.bits(), to.xla_element()?.bits());
    if step.ok()? != to.shape || from.xla_element()?.is_complex() != to.xla_element()?.is_complex() {
        return None;
    }
    Some(vec![xla::bitcast_convert(builder, x, op.output(0).r#type())])
}

/// `complex(real(z), imag(z))` -> `z`.
fn complex_of_parts<'c>(op: Op<'c>, _builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (re, im) = (defined_by(op.input(0), Kind::Real)?, defined_by(op.input(1), Kind::Imag)?);
    let z = re.input(0);
    (z == im.input(0) && z.r#type() == op.output(0).r#type()).then(|| vec![z])
}

/// `convert(convert(x))` -> `convert(x)` where the inner conversion loses nothing: then the outer one sees x.
fn convert_of_convert<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let inner = defined_by(op.input(0), Kind::Convert)?;
    let x = inner.input(0);
    let (from, through) = (tensor_of(x)?.xla_element()?, tensor_of(op.input(0))?.xla_element()?);
    if !is_lossless(from, through) {
        return None;
    }
    if x.r#type() == op.output(0).r#type() {
        return Some(vec![x]);
    }
    Some(vec![xla::convert(builder, x, op.output(0).r#type())])
}

/// Whether each value of `from` is a value of `to`, and what a conversion makes of it does not depend on the type
/// it comes in.
fn is_lossless(from: Element, to: Element) -> bool {
    if from == to {
        return true;
    }
    let mantissa = |float: Element| match float {
        Element::F16 => 11,
        Element::BF16 => 8,
        Element::F32 => 24,
        Element::F64 => 53,
        _ => 0,
    };
    if from.is_pred() {
        return to.is_integer() || mantissa(to) > 0;
    }
    if from.is_integer() && to.is_integer() {
        let fits = if from.is_signed() == to.is_signed() {
            from.bits() <= to.bits()
        } else {
            !from.is_signed() && from.bits() < to.bits()
        };
        return fits;
    }
    // Integers as floats are left out: what a float out of range becomes is not what an integer wraps to.
    matches!(
        (from, to),
        (Element::F16 | Element::BF16, Element::F32 | Element::F64)
            | (Element::F32, Element::F64)
            | (Element::C64, Element::C128)
    )
}

/// `not(eq(a, b))` -> `ne(a, b)`, and so on; an order only where it is total, for with a NaN neither a < b nor
/// a >= b.
fn not_of_comparison<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let comparison = defining_op(op.input(0))?;
    let element = tensor_of(comparison.ins().first().copied()?)?.xla_element()?;
    let total = !element.is_float() && !element.is_complex();
    let negated = match Kind::of(comparison)? {
        Kind::Eq => Kind::Ne,
        Kind::Ne => Kind::Eq,
        Kind::Lt if total => Kind::Ge,
        Kind::Le if total => Kind::Gt,
        Kind::Gt if total => Kind::Le,
        Kind::Ge if total => Kind::Lt,
        Kind::EqTotalOrder => Kind::NeTotalOrder,
        Kind::NeTotalOrder => Kind::EqTotalOrder,
        Kind::LtTotalOrder => Kind::GeTotalOrder,
        Kind::LeTotalOrder => Kind::GtTotalOrder,
        Kind::GtTotalOrder => Kind::LeTotalOrder,
        Kind::GeTotalOrder => Kind::LtTotalOrder,
        _ => return None,
    };
    let dims = comparison.attr("broadcast_dimensions").map(|_| comparison.i64s("broadcast_dimensions"));
    let attributes: Vec<_> =
        dims.iter().map(|dims| ("broadcast_dimensions", i64_array(builder.context, dims))).collect();
    Some(vec![builder.value(negated.name(), &comparison.ins(), op.output(0).r#type(), &attributes)])
}

/// `select(not(p), a, b)` -> `select(p, b, a)`.
fn select_by_not<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let pred = defined_by(op.input(0), Kind::Not)?.input(0);
    Some(vec![xla::select(&builder.typed(op.output(0).r#type()), pred, op.input(2), op.input(1))])
}

/// `select(p, true, false)` -> `p`, and `select(p, false, true)` -> `not(p)`.
fn select_of_booleans<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let pred = op.input(0);
    let result = tensor_of(op.output(0))?;
    if result.xla_element()? != Element::Pred || pred.r#type() != op.output(0).r#type() {
        return None;
    }
    let (on_true, on_false) = (literal_of(op.input(1))?, literal_of(op.input(2))?);
    if on_true.is(1.0) && on_false.is(0.0) {
        return Some(vec![pred]);
    }
    (on_true.is(0.0) && on_false.is(1.0)).then(|| vec![xla::not(&builder.typed(pred.r#type()), pred)])
}

/// `select(p, (a, b), (c, d))` -> `(select(p, a, c), select(p, b, d))`; none when `op` does not choose between tuples.
pub fn select_of_tuples<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Value<'c>> {
    tuple_elements(op.output(0).r#type())?;
    Some(choose(builder, op.input(0), op.input(1), op.input(2)))
}

fn choose<'c>(builder: &Builder<'c>, pred: Value<'c>, on_true: Value<'c>, on_false: Value<'c>) -> Value<'c> {
    let ty = on_true.r#type();
    let Some(types) = tuple_elements(ty) else { return xla::select(&builder.typed(ty), pred, on_true, on_false) };
    let element = |tuple: Value<'c>, i: usize| xla::get_tuple_element(builder, tuple, i as i32);
    let chosen: Vec<Value<'c>> =
        (0..types.len()).map(|i| choose(builder, pred, element(on_true, i), element(on_false, i))).collect();
    xla::tuple(builder, &chosen)
}

/// `imag(neg(x))` -> `neg(imag(x))`: the other part is not negated, and what makes `x` comes next to what takes its part.
fn part_of_neg<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (x, result) = (defined_by(op.input(0), Kind::Neg)?.input(0), op.output(0).r#type());
    tensor_of(x)?.xla_element().filter(|element| element.is_complex())?;
    let part = builder.create(op.name_str(), &[x], &[result], &op.attrs(), Vec::new()).output(0);
    Some(vec![xla::neg(&builder.typed(result), part)])
}

/// `div(x, x)` -> `select(eq(x, 0), -1, 1)`, and `div(0, x)` -> `select(eq(x, 0), -1, 0)`, of integers: a quotient by 0 has all
/// bits set.
fn known_quotient<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let [dividend, x] = op.ins()[..] else { return None };
    let (tensor, result) = (plain(x)?, op.output(0).r#type());
    let element = tensor.xla_element()?;
    if !element.is_integer() || element.is_pred() || dividend.r#type() != result || x.r#type() != result {
        return None;
    }
    let quotient = match dividend == x {
        true => 1.0,
        false if literal_of(dividend)?.is(0.0) => 0.0,
        false => return None,
    };
    let splat = |value| Some(xla::constant(builder, Literal::splat(element, &tensor.shape, value)?.attribute(result)?));
    let pred = tensor.with_element(type_of(op.ctx(), Element::Pred)).ty();
    let is_zero = xla::eq(&builder.typed(pred), x, splat(0.0)?);
    Some(vec![xla::select(&builder.typed(result), is_zero, splat(all_ones(element))?, splat(quotient)?)])
}

/// `xor(x, ones)` -> `not(x)`.
fn xor_with_ones<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let x = op.input(0);
    let element = tensor_of(x)?.xla_element()?;
    let ones = if element.is_pred() { 1.0 } else { all_ones(element) };
    if x.r#type() != op.output(0).r#type() || !literal_of(op.input(1))?.is(ones) {
        return None;
    }
    Some(vec![xla::not(&builder.typed(x.r#type()), x)])
}
