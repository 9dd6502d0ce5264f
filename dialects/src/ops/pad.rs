//! `pad`: elements around and between an array's.

use super::dimensions;
use super::literal::{FOLD_LIMIT, Literal, for_each_index};
use super::meaning::{Arguments, Folded, Meaning};
use crate::bounds;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, DYNAMIC, Op, OpExt, Tensor, Type, tensor_of};
use crate::require;
use melior::ir::ValueLike;
use std::ops::Range;

/// `pad`.
pub const PAD: Meaning = Meaning { infer: Some(infer), verify: None, fold: Some(fold) };

/// The size of a dimension after padding, which comes between the elements first and at the edges then; negative
/// when the edges cut more than there is, none when it does not fit 64 bits.
pub fn padded_size(size: i64, low: i64, high: i64, interior: i64) -> Option<i64> {
    // Between fewer than two elements there is no interior.
    let between = i128::from(interior) * i128::from((size - 1).max(0));
    i64::try_from(i128::from(size) + between + i128::from(low) + i128::from(high)).ok()
}

/// The indices of the elements that a `pad` of an array of shape `from` keeps in dimension `d`; the result's shape is `to`.
pub(super) fn kept(pad: Op<'_>, from: &[i64], to: &[i64], d: usize) -> Range<i64> {
    let (low, step) = (pad.i64s("edge_padding_low")[d], i128::from(pad.i64s("interior_padding")[d]) + 1);
    // Element k comes to low + k * step.
    let at_least = |index: i64| {
        let k = (i128::from(index) - i128::from(low) + step - 1).div_euclid(step);
        k.clamp(0, i128::from(from[d])) as i64
    };
    at_least(0)..at_least(to[d])
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let (operand, value) = (arguments.tensor(0)?, arguments.tensor(1)?);
    if value.rank() != 0 {
        let message = format!("the padding value's rank is {}; it must be a scalar", value.rank());
        return Err(Violation::new("pad-value-scalar", message).operand(arguments, 1));
    }
    if value.element != operand.element {
        let message = format!("pads elements of type {} with one of {}", operand.element, value.element);
        return Err(Violation::new("pad-element-type", message).operand(arguments, 0).operand(arguments, 1));
    }
    let lows = arguments.i64s("edge_padding_low");
    let highs = arguments.i64s("edge_padding_high");
    let interiors = arguments.i64s("interior_padding");
    let bounds = bounds::of(&operand);
    let shape = (|| {
        let lists = [("edge_padding_low", &lows), ("edge_padding_high", &highs), ("interior_padding", &interiors)];
        for (what, list) in lists {
            dimensions::one_each("pad-count", what, list, &operand)?;
        }
        let mut shape = Vec::with_capacity(operand.rank());
        for (i, &size) in operand.shape.iter().enumerate() {
            let (low, high, interior) = (lows[i], highs[i], interiors[i]);
            require!(interior >= 0, "pad-interior", "has interior padding {interior} in dimension {i}; it cannot crop");
            // Of a size that is not known, its bound is what must not be cropped away.
            let most = bounds[i];
            if most == DYNAMIC {
                shape.push(DYNAMIC);
                continue;
            }
            let padded = padded_size(most, low, high, interior);
            let Some(padded) = padded.filter(|padded| *padded >= 0) else {
                let padded = padded.map_or("more than 2^63".into(), |padded| padded.to_string());
                return Err(Violation::new(
                    "pad-size",
                    format!(
                        "pads dimension {i} of size {most} by {low} low, {high} high, {interior} interior, \
                         which makes {padded}"
                    ),
                ));
            };
            shape.push(if size == DYNAMIC { DYNAMIC } else { padded });
        }
        Ok(shape)
    })()
    .map_err(|violation: Violation<'c>| violation.operand(arguments, 0))?;
    Ok(vec![Tensor::new(&shape, operand.element).ty()])
}

fn fold<'c>(op: Op<'c>, operands: &[Option<Attribute<'c>>]) -> Option<Vec<Folded<'c>>> {
    let lists = ["edge_padding_low", "edge_padding_high", "interior_padding"].map(|name| op.i64s(name));
    if lists.iter().flatten().all(|&padding| padding == 0) {
        return Some(vec![Folded::Value(op.input(0))]);
    }
    let [lows, _, interiors] = lists;
    let (operand, value) = (Literal::of((*operands.first()?)?)?, Literal::of((*operands.get(1)?)?)?);
    let shape = tensor_of(op.output(0))?.shape;
    let width = operand.element.storage_bytes();
    let value = value.one()?;
    let literal = if operand.count() == 0 || operand.one() == Some(value) {
        Literal::filled(operand.element, &shape, value)?
    } else {
        let count = usize::try_from(dimensions::element_count(&shape)?).ok()?;
        if count > FOLD_LIMIT || operand.count() > FOLD_LIMIT {
            return None;
        }
        let (mut bytes, own) = (value.repeat(count), operand.all());
        let strides = dimensions::strides(&shape);
        let mut next = 0;
        for_each_index(&operand.shape, |index| {
            let place: Vec<i64> = (0..index.len()).map(|d| lows[d] + index[d] * (interiors[d] + 1)).collect();
            if place.iter().zip(&shape).all(|(place, size)| (0..*size).contains(place)) {
                let place: i64 = place.iter().zip(&strides).map(|(place, stride)| place * stride).sum();
                let place = place as usize * width;
                bytes[place..place + width].copy_from_slice(&own[next..next + width]);
            }
            next += width;
        });
        Literal::new(operand.element, &shape, bytes)?
    };
    Some(vec![Folded::Constant(literal.attribute(op.output(0).r#type())?)])
}

#[cfg(test)]
mod tests {
    use super::padded_size;

    #[test]
    fn sizes() {
        assert_eq!(padded_size(3, 1, 2, 1), Some(8));
        assert_eq!(padded_size(3, 0, -1, 1), Some(4));
        assert_eq!(padded_size(0, 1, 1, 5), Some(2));
        assert_eq!(padded_size(1, 0, 0, 5), Some(1));
        assert_eq!(padded_size(2, -3, 0, 0), Some(-1));
        assert_eq!(padded_size(3, i64::MAX, i64::MAX, i64::MAX), None);
    }
}
