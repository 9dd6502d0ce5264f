//! `fft`: the discrete Fourier transform of the last dimensions.

use super::dimensions::{compatible, show};
use super::elementwise::enum_word;
use super::literal::Literal;
use super::matching::plain;
use super::meaning::{Arguments, Meaning, Pattern};
use crate::diagnostics::Violation;
use crate::ir::{Builder, DYNAMIC, Element, Op, OpExt, Tensor, Type, Value, type_of};
use crate::ods::xla::{self, FftType, Kind};
use crate::require;
use std::f64::consts::FRAC_PI_2;

/// `fft`.
pub const FFT: Meaning = Meaning { infer: Some(infer), verify: None, fold: None };

/// The patterns that start from it.
pub(super) const PATTERNS: &[Pattern] = &[
    Pattern { kind: Kind::Fft, rewrite: of_one_element },
    Pattern { kind: Kind::Fft, rewrite: short_transforms },
    Pattern { kind: Kind::Fft, rewrite: short_last_dimension },
];

/// Dimensions of one element are their own transforms. What is real along the last one is the real part, or has no imaginary one.
///
/// ```mlir
/// %r = xla.fft %x … IRFFT, fft_length = [8, 1] : tensor<8x1xcomplex<f32>> -> tensor<8x1xf32>
/// %c = xla.reshape %x   %t = xla.fft %c … IFFT, fft_length = [8] : tensor<8xcomplex<f32>>   %r = xla.reshape (xla.real %t)
/// ```
fn of_one_element<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (operand, result) = (plain(op.input(0))?, plain(op.output(0))?);
    let (stated, mut lengths) = (xla::Fft::of(op)?.fft_type(), op.i64s("fft_length"));
    let one = lengths.iter().position(|length| *length == 1)?;
    let (x, fft_type) = match (stated, lengths.last()) {
        (FftType::Rfft, Some(1)) => {
            let zeros = Literal::splat(operand.xla_element()?, &operand.shape, 0.0)?;
            let zeros = xla::constant(builder, zeros.attribute(operand.ty())?);
            (xla::complex(builder, op.input(0), zeros), FftType::Fft)
        }
        (FftType::Irfft, Some(1)) => (op.input(0), FftType::Ifft),
        _ => (op.input(0), stated),
    };
    let dimension = operand.rank() - lengths.len() + one;
    lengths.remove(one);
    let mut value = x;
    if !lengths.is_empty() {
        let mut shape = operand.shape.clone();
        shape.remove(dimension);
        value = xla::reshape(builder, value, plain(x)?.with_shape(&shape).ty());
        value = xla::fft(builder, value, fft_type, &lengths);
    }
    if (stated, fft_type) == (FftType::Irfft, FftType::Ifft) {
        value = xla::real(builder, value);
    }
    Some(vec![if lengths.is_empty() { value } else { xla::reshape(builder, value, result.ty()) }])
}

/// Elements of all transforms from which on short ones are products with the matrix of the roots of unity: of those a library
/// does less arithmetic, but one at a time.
const LEAST_ELEMENTS: i64 = 512;

/// Short transforms along the last of several dimensions, which are products then, and the others:
///
/// ```mlir
/// %r = xla.fft %x … fft_length = [12, 5] : tensor<64x12x5xcomplex<f32>>
/// %f = xla.fft %x … fft_length = [5]   %t = xla.transpose %f : (tensor<64x12x5xcomplex<f32>>) -> tensor<64x5x12xcomplex<f32>>
/// %g = xla.fft %t … fft_length = [12]  %r = xla.transpose %g : (tensor<64x5x12xcomplex<f32>>) -> tensor<64x12x5xcomplex<f32>>
/// ```
fn short_last_dimension<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (x, operand, result) = (op.input(0), plain(op.input(0))?, plain(op.output(0))?);
    let (fft_type, lengths) = (xla::Fft::of(op)?.fft_type(), op.i64s("fft_length"));
    let (last, others) = lengths.split_last()?;
    if others.is_empty() || !is_short(fft_type, *last, &operand, &result) {
        return None;
    }
    let (rank, first) = (operand.rank() as i64, (operand.rank() - lengths.len()) as i64);
    let outer = 0..first;
    let to_front: Vec<i64> = outer.clone().chain([rank - 1]).chain(first..rank - 1).collect();
    let back: Vec<i64> = outer.chain(first + 1..rank).chain([first]).collect();
    let others_of = |value: Value<'c>, fft_type: FftType| {
        let value = xla::fft(builder, xla::transpose(builder, value, &to_front), fft_type, others);
        xla::transpose(builder, value, &back)
    };
    let last_of = |value: Value<'c>| xla::fft(builder, value, fft_type, &[*last]);
    Some(vec![match fft_type {
        FftType::Irfft => last_of(others_of(x, FftType::Ifft)),
        FftType::Ifft => others_of(last_of(x), FftType::Ifft),
        FftType::Fft | FftType::Rfft => others_of(last_of(x), FftType::Fft),
    }])
}

/// Whether transforms of `n` numbers are products.
fn is_short(fft_type: FftType, n: i64, operand: &Tensor<'_>, result: &Tensor<'_>) -> bool {
    n >= 2 && n <= most_length(fft_type, n) && operand.size().max(result.size()) >= LEAST_ELEMENTS
}

/// Many short transforms along one dimension:
///
/// ```mlir
/// %r = xla.fft %x … fft_length = [3] : tensor<64x32x3xcomplex<f32>>
/// %r = xla.dot_general %x, dense<…> : (tensor<64x32x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<64x32x3xcomplex<f32>>
/// ```
fn short_transforms<'c>(op: Op<'c>, builder: &Builder<'c>) -> Option<Vec<Value<'c>>> {
    let (x, operand, result) = (op.input(0), plain(op.input(0))?, plain(op.output(0))?);
    let (fft, lengths) = (xla::Fft::of(op)?, op.i64s("fft_length"));
    let &[n] = lengths.as_slice() else { return None };
    if !is_short(fft.fft_type(), n, &operand, &result) {
        return None;
    }
    let (part, last) = (result.xla_element()?.real_part(), operand.rank() - 1);
    // The sums of products with what `root` gives for each row and column.
    let product = |values: Value<'c>, rows: i64, element: Element, root: &dyn Fn(i64, i64) -> Complex| {
        let columns = *result.shape.last()?;
        let mut bytes = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let (re, im) = root(row, column);
            for number in [Some(re), element.is_complex().then_some(im)].into_iter().flatten() {
                bytes.extend_from_slice(Literal::splat(part, &[], number)?.stored());
            }
        }
        let shape = [rows, columns];
        let (matrix, element) = (Literal::new(element, &shape, bytes)?, type_of(builder.context, element));
        let matrix = xla::constant(builder, matrix.attribute(Tensor::new(&shape, element).ty())?);
        let options = xla::DotGeneralOptions {
            lhs_contracting_dimensions: Some(&[last as i64]),
            rhs_contracting_dimensions: Some(&[0]),
            ..Default::default()
        };
        Some(xla::dot_general_with(builder, values, matrix, result.with_element(element).ty(), options))
    };
    // The root that is passed `steps` steps of a circle of n.
    let root = |steps: i64| -> Complex {
        match 4 * (steps % n) {
            quarters if quarters % n == 0 => {
                [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][(quarters / n) as usize]
            }
            quarters => {
                let (sin, cos) = (FRAC_PI_2 * quarters as f64 / n as f64).sin_cos();
                (cos, sin)
            }
        }
    };
    let value = match fft.fft_type() {
        FftType::Fft => product(x, n, result.xla_element()?, &|j, k| conjugate(root(j * k)))?,
        FftType::Ifft => product(x, n, result.xla_element()?, &|j, k| scale(root(j * k), 1.0 / n as f64))?,
        FftType::Rfft => {
            let re = product(x, n, part, &|j, k| root(j * k))?;
            let im = product(x, n, part, &|j, k| (-root(j * k).1, 0.0))?;
            xla::complex(builder, re, im)
        }
        FftType::Irfft => {
            // Each number stands for its conjugate at the negative frequency as well, unless it is its own.
            let own = |k: i64| k == 0 || 2 * k == n;
            let weight = |k: i64| if own(k) { 1.0 } else { 2.0 } / n as f64;
            let (half, inner) = (half(n), (n - 1) / 2);
            let re = product(xla::real(builder, x), half, part, &|k, j| scale(root(j * k), weight(k)))?;
            if inner == 0 {
                return Some(vec![re]);
            }
            let (mut starts, mut limits) = (vec![0; operand.rank()], operand.shape.clone());
            (starts[last], limits[last]) = (1, 1 + inner);
            let inside = xla::slice(builder, xla::imag(builder, x), &starts, &limits, &vec![1; operand.rank()]);
            let im = product(inside, inner, part, &|k, j| (-weight(k + 1) * root(j * (k + 1)).1, 0.0))?;
            xla::add(&builder.typed(result.ty()), re, im)
        }
    };
    Some(vec![value])
}

/// Lengths like `n` up to which a product takes less time than the library, whose fastest transforms are those of complex numbers,
/// of lengths without other prime factors than 2 and 3.
fn most_length(fft_type: FftType, n: i64) -> i64 {
    let without =
        |n: i64, factor: i64| std::iter::successors(Some(n), |n| (n % factor == 0).then_some(n / factor)).last();
    let is_smooth = without(n, 2).and_then(|n| without(n, 3)) == Some(1);
    match (fft_type, is_smooth) {
        (FftType::Fft | FftType::Ifft, true) => 8,
        (FftType::Fft | FftType::Ifft, false) => 32,
        (FftType::Rfft | FftType::Irfft, true) => 64,
        (FftType::Rfft | FftType::Irfft, false) => 128,
    }
}

/// Real and imaginary part.
type Complex = (f64, f64);

fn conjugate((re, im): Complex) -> Complex {
    (re, -im)
}

fn scale((re, im): Complex, by: f64) -> Complex {
    (re * by, im * by)
}

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
