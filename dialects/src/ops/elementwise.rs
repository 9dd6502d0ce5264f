//! Elementwise ops: broadcasting, element types, result types. The functions are in `xla-scalar`.

use super::algebra;
use super::broadcast::{Mismatch, broadcast};
use super::dimensions::{bitcast_shape, compatible_shapes, merge, show};
pub use super::fields::enum_word;
use super::meaning::{Arguments, Infer, Meaning, Pattern, Verify};
use super::tuple::elements;
use crate::diagnostics::Violation;
use crate::ir::{Builder, Element, Op, OpExt, Tensor, Type, Value, defining_op, type_of};
use crate::ods::xla::Kind;
use crate::require;
use melior::ir::ValueLike;
use xla_scalar::{Op as Scalar, ResultRule, supported};

/// A pattern that matches the kinds of all elementwise ops: those that an op of `xla_scalar` of the same mnemonic computes element by
/// element. A match over all kinds has one arm for them. With the name of a macro, what that makes of the kinds.
#[macro_export]
macro_rules! elementwise_kinds {
    () => {
        $crate::elementwise_kinds!($crate::kinds, xla:)
    };
    ($callback:path $(, $($before:tt)*)?) => {
        $callback! { $($($before)*)?
            Abs Acos Acosh Add And Asin Asinh Atan Atan2 Atanh BesselI1e Cbrt Ceil Clamp Complex Convert Cos
            Cosh CountLeadingZeros Digamma Div Eq EqTotalOrder Erf ErfInv Erfc Exp ExponentialMinusOne Floor
            Ge GeTotalOrder Gt GtTotalOrder Imag IsFinite Le LeTotalOrder Lgamma Log LogPlusOne Logistic Lt
            LtTotalOrder Max Min Mul Mulhi Ne NeTotalOrder Neg NextAfter Not Or Polygamma PopulationCount
            Pow Real Rem Round RoundNearestEven Rsqrt Select ShiftLeft ShiftRightArithmetic
            ShiftRightLogical Sign Sin Sinh Sqrt Sub Tan Tanh Xor Zeta
        }
    };
}

/// A pattern that matches these kinds of a dialect's ops.
#[doc(hidden)]
#[macro_export]
macro_rules! kinds {
    ($dialect:ident: $($kind:ident)*) => { $($crate::ods::$dialect::Kind::$kind)|* };
}

/// What rewrites an op of a pattern.
type Rewrite = for<'c> fn(Op<'c>, &Builder<'c>) -> Option<Vec<Value<'c>>>;

/// The kinds of ops that compute element by element, and their patterns, with one rewrite for all.
macro_rules! patterns {
    ($($kind:ident)*) => {
        const KINDS: &[Kind] = &[$(Kind::$kind,)* Kind::ReducePrecision];

        pub(super) const fn patterns(rewrite: Rewrite) -> [Pattern; KINDS.len()] {
            [$(Pattern { kind: Kind::$kind, rewrite },)* Pattern { kind: Kind::ReducePrecision, rewrite }]
        }
    };
}
crate::elementwise_kinds!(patterns);

/// The op that computes `value` element by element of arrays of its shape and scalars, if one does.
pub(super) fn elementwise_op(value: Value<'_>) -> Option<Op<'_>> {
    let is_elementwise = |op: &Op<'_>| Kind::of(*op).is_some_and(|kind| KINDS.contains(&kind));
    defining_op(value).filter(is_elementwise).filter(|op| op.attr("broadcast_dimensions").is_none())
}

/// The op of `xla_scalar` that computes the elements of an elementwise op.
///
/// # Panics
/// If `kind` is no elementwise op.
pub fn scalar_op_of(kind: Kind) -> Scalar {
    Scalar::from_mnemonic(kind.mnemonic())
        .unwrap_or_else(|| panic!("xla.{} has no row in xla_scalar's table", kind.mnemonic()))
}

/// The meaning of an elementwise op.
pub fn meaning(kind: Kind) -> Meaning {
    let op = scalar_op_of(kind);
    let infer: Option<Infer> = match op {
        Scalar::Convert | Scalar::BitcastConvert => None,
        Scalar::Select => Some(infer_select),
        Scalar::Clamp => Some(infer_clamp),
        _ if op.arity() == 2 => Some(infer_binary),
        _ => Some(infer_unary),
    };
    let verify: Option<Verify> = match op {
        Scalar::Convert => Some(verify_convert),
        Scalar::BitcastConvert => Some(verify_bitcast_convert),
        _ => None,
    };
    Meaning { infer, verify, fold: Some(algebra::fold) }
}

fn scalar_op<'c>(arguments: &Arguments<'c>) -> Result<Scalar, Violation<'c>> {
    arguments.scalar().ok_or_else(|| Violation::new("", "does not say which comparison it is"))
}

/// The element type of operand `i`, which the op must take.
pub(super) fn element_of_operand<'c>(
    arguments: &Arguments<'c>,
    op: Scalar,
    i: usize,
) -> Result<Element, Violation<'c>> {
    let tensor = arguments.tensor(i)?;
    let refuse = |why: String| Violation::new("element-type", why).operand(arguments, i);
    let element = tensor.xla_element().ok_or_else(|| {
        refuse(format!("operand {i} has elements of type {}, which xla does not have", tensor.element))
    })?;
    // StableHLO: a boolean is one bit, XLA: it has no bits of its own.
    let one_bit = op == Scalar::BitcastConvert && element.is_pred() && !arguments.is_xla();
    if !supported(op, element) && !one_bit {
        let takes: Vec<&str> =
            Element::ALL.iter().filter(|element| supported(op, **element)).map(|element| element.mlir_name()).collect();
        return Err(refuse(format!("does not take elements of type {element}, only of {}", takes.join(", "))));
    }
    Ok(element)
}

/// Checks that operands `i` and `j` have one element type.
fn same_element<'c>(arguments: &Arguments<'c>, i: usize, j: usize) -> Result<(), Violation<'c>> {
    let (a, b) = (arguments.tensor(i)?, arguments.tensor(j)?);
    if a.element == b.element {
        return Ok(());
    }
    let message = format!("operand {i} has elements of type {} but operand {j} of {}", a.element, b.element);
    Err(Violation::new("same-element-type", message).operand(arguments, i).operand(arguments, j))
}

fn shape_mismatch<'c>(arguments: &Arguments<'c>, label: &'static str, i: usize, j: usize) -> Violation<'c> {
    let shape = |i| arguments.tensor(i).map(|tensor| show(&tensor.shape)).unwrap_or_default();
    let message = format!("operand {i} has shape {} but operand {j} has {}", shape(i), shape(j));
    Violation::new(label, message).operand(arguments, i).operand(arguments, j)
}

fn result_element(op: Scalar, operand: Element) -> Element {
    match op.result_rule() {
        ResultRule::Pred => Element::Pred,
        ResultRule::RealPart => operand.real_part(),
        ResultRule::ComplexOf => operand.complex_of().unwrap_or(operand),
        ResultRule::Same | ResultRule::Explicit => operand,
    }
}

fn infer_unary<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let op = scalar_op(arguments)?;
    let element = element_of_operand(arguments, op, 0)?;
    let element = type_of(arguments.context(), result_element(op, element));
    Ok(vec![Tensor::new(&arguments.tensor(0)?.shape, element).ty()])
}

fn infer_binary<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let op = scalar_op(arguments)?;
    let (lhs, rhs) = (arguments.tensor(0)?, arguments.tensor(1)?);
    let element = element_of_operand(arguments, op, 0)?;
    same_element(arguments, 0, 1)?;
    check_compare_type(arguments, element)?;
    let shape = if arguments.is_xla() {
        let dimensions = arguments.attr("broadcast_dimensions").map(|_| arguments.i64s("broadcast_dimensions"));
        let plan = broadcast(&lhs.shape, &rhs.shape, dimensions.as_deref());
        plan.map_err(|Mismatch { label, message }| {
            Violation::new(label, message).operand(arguments, 0).operand(arguments, 1)
        })?
        .result
    } else if compatible_shapes(&lhs.shape, &rhs.shape) {
        merge(&lhs.shape, &rhs.shape)
    } else {
        return Err(shape_mismatch(arguments, "same-shape", 0, 1));
    };
    let element = type_of(arguments.context(), result_element(op, element));
    Ok(vec![Tensor::new(&shape, element).ty()])
}

/// StableHLO: what a comparison compares by is stated, and must fit the elements.
fn check_compare_type<'c>(arguments: &Arguments<'c>, element: Element) -> Result<(), Violation<'c>> {
    let Some(stated) = arguments.attr("compare_type").map(enum_word) else { return Ok(()) };
    let fits = match stated.as_str() {
        "SIGNED" => element.is_integer() && element.is_signed(),
        "UNSIGNED" => element.is_pred() || (element.is_integer() && !element.is_signed()),
        "FLOAT" => element.is_float() || element.is_complex(),
        "TOTALORDER" => element.is_float(),
        _ => true,
    };
    if fits {
        return Ok(());
    }
    Err(Violation::new("compare-type", format!("compares by {stated}, which elements of type {element} do not have"))
        .operand(arguments, 0))
}

fn infer_select<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let pred = arguments.tensor(0)?;
    if pred.xla_element() != Some(Element::Pred) {
        let message = format!("pred has elements of type {}, not i1", pred.element);
        return Err(Violation::new("select-pred", message).operand(arguments, 0));
    }
    let types = [arguments.operands[1].r#type(), arguments.operands[2].r#type()];
    if types.iter().any(|ty| elements(*ty).is_some()) {
        return infer_select_of_tuples(arguments, &pred, types);
    }
    element_of_operand(arguments, Scalar::Select, 1)?;
    same_element(arguments, 1, 2)?;
    let (on_true, on_false) = (arguments.tensor(1)?, arguments.tensor(2)?);
    if !compatible_shapes(&on_true.shape, &on_false.shape) {
        return Err(shape_mismatch(arguments, "select-same-shape", 1, 2));
    }
    if pred.rank() != 0 && !compatible_shapes(&pred.shape, &on_true.shape) {
        return Err(shape_mismatch(arguments, "select-pred-shape", 0, 1));
    }
    let mut shape = merge(&on_true.shape, &on_false.shape);
    if pred.rank() != 0 {
        shape = merge(&shape, &pred.shape);
    }
    Ok(vec![Tensor::new(&shape, on_true.element).ty()])
}

/// Tuples are chosen between as scalars are: as a whole, by one predicate.
fn infer_select_of_tuples<'c>(
    arguments: &Arguments<'c>,
    pred: &Tensor<'c>,
    [on_true, on_false]: [Type<'c>; 2],
) -> Result<Vec<Type<'c>>, Violation<'c>> {
    if pred.rank() != 0 {
        let message = format!("pred has shape {}; between tuples it must be a scalar", show(&pred.shape));
        return Err(Violation::new("select-pred-shape", message).operand(arguments, 0));
    }
    if on_true != on_false {
        let message = format!("chooses between {on_true} and {on_false}; tuples must have the same type");
        return Err(Violation::new("select-tuple-type", message).operand(arguments, 1).operand(arguments, 2));
    }
    if !holds_tensors_only(on_true) {
        let message = format!("chooses between {on_true}; tuples must hold arrays, for an order cannot be chosen");
        return Err(Violation::new("select-tuple-type", message).operand(arguments, 1));
    }
    Ok(vec![on_true])
}

fn holds_tensors_only(ty: Type<'_>) -> bool {
    match elements(ty) {
        Some(elements) => elements.into_iter().all(holds_tensors_only),
        None => Tensor::of(ty).is_some(),
    }
}

fn infer_clamp<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(1)?;
    element_of_operand(arguments, Scalar::Clamp, 1)?;
    for bound in [0, 2] {
        same_element(arguments, bound, 1)?;
        let tensor = arguments.tensor(bound)?;
        if tensor.rank() != 0 && !compatible_shapes(&tensor.shape, &operand.shape) {
            return Err(shape_mismatch(arguments, "clamp-bound-shape", bound, 1));
        }
    }
    Ok(vec![Tensor::new(&operand.shape, operand.element).ty()])
}

/// A tensor and its element type.
type Typed<'c> = (Tensor<'c>, Element);

/// The operand and the result of a conversion.
fn conversion<'c>(
    arguments: &Arguments<'c>,
    op: Op<'c>,
    scalar: Scalar,
) -> Result<(Typed<'c>, Typed<'c>), Violation<'c>> {
    let from = element_of_operand(arguments, scalar, 0)?;
    let result =
        crate::ir::tensor_of(op.output(0)).ok_or_else(|| Violation::new("", "the result must be a ranked tensor"))?;
    let to = result.xla_element().ok_or_else(|| {
        let message = format!("the result has elements of type {}, which xla does not have", result.element);
        Violation::new("element-type", message)
    })?;
    Ok(((arguments.tensor(0)?, from), (result, to)))
}

fn verify_convert(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let ((operand, _), (result, _)) = conversion(&arguments, op, Scalar::Convert)?;
    if !compatible_shapes(&operand.shape, &result.shape) {
        let message = format!(
            "converts element by element, but the shape {} becomes {}",
            show(&operand.shape),
            show(&result.shape)
        );
        return Err(Violation::new("same-shape", message).operand(&arguments, 0));
    }
    Ok(())
}

fn verify_bitcast_convert(op: Op<'_>) -> Result<(), Violation<'_>> {
    let arguments = Arguments::of(op);
    let ((operand, from), (result, to)) = conversion(&arguments, op, Scalar::BitcastConvert)?;
    let bits = !to.is_pred() || !arguments.is_xla();
    require!(bits, "bitcast-element-type", "gives elements of type i1, which have no bits of their own");
    if from.is_complex() != to.is_complex() {
        let message = format!("cannot reinterpret {from} as {to}: complex numbers only as complex numbers");
        return Err(Violation::new("bitcast-element-type", message).operand(&arguments, 0));
    }
    let refuse = |message: String| Violation::new("bitcast-shape", message).operand(&arguments, 0);
    let shape = bitcast_shape(&operand.shape, from.bits(), to.bits()).map_err(refuse)?;
    if !compatible_shapes(&shape, &result.shape) {
        return Err(refuse(format!(
            "reinterprets {} of {from} as {}, but the result has shape {}",
            show(&operand.shape),
            show(&shape),
            show(&result.shape)
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitcast_shapes_of_the_document() {
        // f32[10] -> f16[10,2], f32[] -> f16[2] and f16[10,2] -> f32[10].
        assert_eq!(bitcast_shape(&[10], 32, 16), Ok(vec![10, 2]));
        assert_eq!(bitcast_shape(&[], 32, 16), Ok(vec![2]));
        assert_eq!(bitcast_shape(&[10, 2], 16, 32), Ok(vec![10]));
        assert_eq!(bitcast_shape(&[0], 8, 8), Ok(vec![0]));
        assert!(bitcast_shape(&[10, 3], 16, 32).is_err());
        assert!(bitcast_shape(&[], 16, 32).is_err());
        assert!(bitcast_shape(&[8], 8, 6).is_err());
        assert!(bitcast_shape(&[4], 6, 8).is_err());
    }
}
