//! Ops that compute element by element.

use super::ops::Op;
use super::{Generator, sized};
use crate::case::{Fill, exact_limit, largest};
use crate::model::Value;
use xla_runtime::TensorType;
use xla_scalar::Element;

pub fn unary(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    // Of a complex number it is a quotient, which rounds.
    if op.name == "stablehlo.sign" && g.exact && ty.element.is_complex() {
        return None;
    }
    if op.name == "stablehlo.popcnt" && ty.element.bits() < 8 {
        g.program.exclusions.insert("popcnt of integers narrower than a byte");
    }
    if op.name == "stablehlo.count_leading_zeros" && ty.element.is_signed() {
        g.program.exclusions.insert("count_leading_zeros of signed integers");
    }
    let x = g.value(ty);
    let bound = match op.name {
        "stablehlo.sign" => 1.0,
        "stablehlo.negate" if ty.element.is_signed() => g.bound(x),
        "stablehlo.ceil" | "stablehlo.floor" => g.bound(x),
        "stablehlo.round_nearest_afz" | "stablehlo.round_nearest_even" => g.bound(x),
        _ => largest(ty.element),
    };
    Some(g.one(op.name, &[x], "", ty.clone(), bound))
}

pub fn abs(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let complex = ty.element.complex_of().filter(|_| !g.exact && g.chance(40));
    if ty.element.is_complex() {
        return None;
    }
    let x = g.value(&TensorType { element: complex.unwrap_or(ty.element), shape: ty.shape.clone() });
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], "", ty.clone(), bound))
}

pub fn binary(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let is_exact = g.exact && (ty.element.is_float() || ty.element.is_complex());
    let limit = exact_limit(ty.element);
    let complex = if ty.element.is_complex() { 2.0 } else { 1.0 };
    let (a, b) = match op.name {
        "stablehlo.remainder" if is_exact => {
            // A float's remainder is exact, but for divisors of zero.
            let a = g.value(ty);
            let divisor = g.rng.u8(1..4);
            (a, g.splat(ty, divisor.into()))
        }
        // Negative exponents of integers are for the implementation to choose.
        "stablehlo.power" if ty.element.is_integer() => {
            (g.value(ty), g.leaf_of(ty, Fill::Range(0, 3.min(largest(ty.element) as i64))))
        }
        _ => (g.value(ty), g.value(ty)),
    };
    let (a, b) = match op.name {
        "stablehlo.add" | "stablehlo.subtract" if is_exact => {
            let fits = g.bound(a) + g.bound(b) <= limit;
            let each = if fits { limit } else { (limit / 2.0).floor() };
            (g.clamped(a, each), g.clamped(b, each))
        }
        "stablehlo.multiply" if is_exact => {
            let fits = complex * g.bound(a) * g.bound(b) <= limit;
            let each = if fits { limit } else { (limit / complex).sqrt().floor() };
            (g.clamped(a, each), g.clamped(b, each))
        }
        _ => (a, b),
    };
    let (x, y) = (g.bound(a), g.bound(b));
    let bound = match op.name {
        "stablehlo.add" | "stablehlo.subtract" => x + y,
        "stablehlo.multiply" => complex * x * y,
        "stablehlo.maximum" | "stablehlo.minimum" => x.max(y),
        "stablehlo.remainder" => x,
        _ => f64::INFINITY,
    };
    let is_unsigned = !ty.element.is_signed();
    let most = largest(ty.element);
    // Integers wrap.
    let wraps = !ty.element.is_float() && (bound > most || (is_unsigned && op.name == "stablehlo.subtract"));
    let bound = if wraps || !g.exact { most } else { bound };
    if is_exact && is_unsigned && matches!(op.name, "stablehlo.subtract" | "stablehlo.negate") {
        return None;
    }
    Some(g.one(op.name, &[a, b], "", ty.clone(), bound))
}

pub fn convert(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let from = g.element_where(|from| !from.is_complex() || ty.element.is_complex());
    let source = TensorType { element: from, shape: ty.shape.clone() };
    let limit = if ty.element.is_float() || ty.element.is_complex() { exact_limit(ty.element) } else { f64::INFINITY };
    let x = g.bounded(&source, limit);
    let wraps = from.is_integer() && ty.element.is_integer() && from.is_signed() && !ty.element.is_signed();
    let bound = if wraps { f64::INFINITY } else { g.bound(x) };
    Some(g.one(op.name, &[x], "", ty.clone(), bound.min(largest(ty.element))))
}

pub fn bitcast_convert(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let is_complex = ty.element.is_complex();
    if g.exact && (ty.element.is_float() || is_complex) {
        return None;
    }
    let exact = g.exact;
    let whole = |bits: u32| bits >= 8 && bits.is_power_of_two();
    let (bits, mut shape) = (ty.element.bits(), ty.shape.clone());
    let other =
        g.element_where(|other| other.is_complex() == is_complex && !other.is_pred() && !(exact && other.is_float()));
    let from = other.bits();
    if from != bits {
        if !(whole(bits) && whole(from)) {
            return None;
        }
        if from < bits {
            shape.push((bits / from) as usize);
        } else if shape.pop() != Some((from / bits) as usize) {
            return None;
        }
    }
    if !g.fits(&shape) || g.frame().is_scalar && !shape.is_empty() {
        return None;
    }
    let x = g.value(&TensorType { element: other, shape });
    Some(g.one(op.name, &[x], "", ty.clone(), largest(ty.element)))
}

pub fn clamp(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let bounds = if g.chance(50) { sized(ty, Vec::new()) } else { ty.clone() };
    let (low, x, high) = (g.value(&bounds), g.value(ty), g.value(&bounds));
    let bound = g.bound(low).max(g.bound(x)).max(g.bound(high));
    Some(g.one(op.name, &[low, x, high], "", ty.clone(), bound))
}

pub fn compare(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let element = g.element();
    let source = TensorType { element, shape: ty.shape.clone() };
    let (a, b) = (g.value(&source), g.value(&source));
    let attributes = comparison(g, element);
    Some(g.one(op.name, &[a, b], attributes, ty.clone(), 1.0))
}

/// The attributes of a comparison.
pub fn comparison(g: &mut Generator, element: Element) -> String {
    let directions: &[&str] = if element.is_complex() { &["EQ", "NE"] } else { &["EQ", "NE", "GE", "GT", "LE", "LT"] };
    let direction = g.pick(directions);
    let total = element.is_float() && !g.exact && g.chance(25);
    let kind = match () {
        () if total => "TOTALORDER",
        () if element.is_float() || element.is_complex() => "FLOAT",
        () if element.is_integer() && element.is_signed() => "SIGNED",
        () => "UNSIGNED",
    };
    format!(
        "comparison_direction = #stablehlo<comparison_direction {direction}>, compare_type = #stablehlo<comparison_type {kind}>"
    )
}

pub fn complex(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let part = TensorType { element: ty.element.real_part(), shape: ty.shape.clone() };
    let (re, im) = (g.value(&part), g.value(&part));
    let bound = g.bound(re).max(g.bound(im));
    Some(g.one(op.name, &[re, im], "", ty.clone(), bound))
}

pub fn part(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let complex = ty.element.complex_of().filter(|_| g.chance(85)).unwrap_or(ty.element);
    let x = g.value(&TensorType { element: complex, shape: ty.shape.clone() });
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], "", ty.clone(), bound))
}

pub fn is_finite(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let element = g.element_where(Element::is_float);
    let x = g.value(&TensorType { element, shape: ty.shape.clone() });
    Some(g.one(op.name, &[x], "", ty.clone(), 1.0))
}

pub fn reduce_precision(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let x = g.value(ty);
    let (exponent, mantissa) = if g.exact {
        // All integers there can be are kept.
        (8, 24)
    } else {
        (g.rng.u8(2..12), g.rng.u8(1..24))
    };
    let attributes = format!("exponent_bits = {exponent} : i32, mantissa_bits = {mantissa} : i32");
    let bound = g.bound(x);
    Some(g.one(op.name, &[x], attributes, ty.clone(), bound))
}

pub fn select(g: &mut Generator, op: &Op, ty: &TensorType) -> Option<Value> {
    let shape = if g.chance(25) { Vec::new() } else { ty.shape.clone() };
    let condition = g.value(&TensorType { element: Element::Pred, shape });
    let (a, b) = (g.value(ty), g.value(ty));
    let bound = g.bound(a).max(g.bound(b));
    Some(g.one(op.name, &[condition, a, b], "", ty.clone(), bound))
}
