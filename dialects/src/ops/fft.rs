//! `fft`: the discrete Fourier transform of the last dimensions.

use super::dimensions::{compatible, show};
use super::elementwise::enum_word;
use super::meaning::{Arguments, Meaning};
use crate::diagnostics::Violation;
use crate::ir::{DYNAMIC, Element, Type, type_of};
use crate::require;

/// `fft`.
pub const FFT: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

/// Numbers of a half spectrum of `length` real ones.
fn half(length: i64) -> i64 {
    match length {
        DYNAMIC => DYNAMIC,
        0 => 0,
        length => length / 2 + 1,
    }
}

fn infer<'c>(arguments: &Arguments<'c>) -> Result<Vec<Type<'c>>, Violation<'c>> {
    let operand = arguments.tensor(0)?;
    let kind = arguments.attr("fft_type").map(enum_word).unwrap_or_default();
    let lengths = arguments.i64s("fft_length");
    require!(
        (1..=3).contains(&lengths.len()),
        "fft-axes",
        "transforms {} dimensions; it must be one to three",
        lengths.len()
    );
    require!(lengths.iter().all(|&n| n >= 0), "fft-length", "has the negative length {}", show(&lengths));
    let Some(outer) = operand.rank().checked_sub(lengths.len()) else {
        let message = format!("transforms {} dimensions of an operand of rank {}", lengths.len(), operand.rank());
        return Err(Violation::new("fft-rank", message).operand(arguments, 0));
    };
    let element = match (kind.as_str(), operand.xla_element()) {
        ("RFFT", Some(Element::F32)) => type_of(arguments.context(), Element::C64),
        ("RFFT", Some(Element::F64)) => type_of(arguments.context(), Element::C128),
        ("IRFFT", Some(element)) if element.is_complex() => type_of(arguments.context(), element.real_part()),
        ("FFT" | "IFFT", Some(element)) if element.is_complex() => operand.element,
        _ => {
            let takes = if kind == "RFFT" { "f32 or f64" } else { "complex<f32> or complex<f64>" };
            let message = format!("{kind} takes elements of type {takes}, not {}", operand.element);
            return Err(Violation::new("fft-element-type", message).operand(arguments, 0));
        }
    };
    // IRFFT reads half of the last dimension's spectrum, and RFFT writes half of it.
    let mut expected = lengths.clone();
    let last = expected.len() - 1;
    if kind == "IRFFT" {
        expected[last] = half(lengths[last]);
    }
    if !expected.iter().zip(&operand.shape[outer..]).all(|(&a, &b)| compatible(a, b)) {
        let message = format!(
            "{kind} of length {} takes {} in the last dimensions, not {}",
            show(&lengths),
            show(&expected),
            show(&operand.shape[outer..])
        );
        return Err(Violation::new("fft-length", message).operand(arguments, 0));
    }
    let mut shape = operand.shape.clone();
    let size = shape.last_mut();
    match (kind.as_str(), size) {
        ("RFFT", Some(size)) => *size = half(lengths[last]),
        ("IRFFT", Some(size)) => *size = lengths[last],
        _ => {}
    }
    Ok(vec![operand.with_shape(&shape).with_element(element).ty()])
}
