//! Transforms and factorizations, by their definitions, in complex numbers of f64.

use super::computation::Imported;
use super::declared::{Declared, site, sizes};
use super::machine::Machine;
use super::value::{Tensor, count, indices, words};
use num_complex::Complex;
use xla_dialect::ir::{Op, OpExt};
use xla_dialect::ods::xla::{self, FftType, TransposeAttr};
use xla_scalar::Element;

type Number = Complex<f64>;

const ZERO: Number = Number::new(0.0, 0.0);

fn numbers(x: &Tensor) -> Vec<Number> {
    let parts = words(&x.converted(Element::C128).bytes);
    parts.chunks_exact(2).map(|pair| Number::new(pair[0], pair[1])).collect()
}

/// The array of `values` in the type that is held for `element`. The signs of zeros depend on the order of subtractions.
fn array(machine: &mut Machine<'_>, element: Element, shape: &[usize], values: &[Number]) -> Tensor {
    let parts = values.iter().flat_map(|z| [z.re, z.im]);
    let signed = parts.map(|x| if x == 0.0 && machine.prefers_second() { -x } else { x });
    let bytes = signed.flat_map(f64::to_le_bytes).collect();
    let all = Tensor { element: Element::C128, shape: shape.to_vec(), bytes };
    let held = all.converted(machine.element(element));
    machine.perturbed(held)
}

/// The transform of the last dimensions, term by term.
pub(super) fn fft(op: Op<'_>) -> Imported {
    let kind = xla::Fft::cast(op).fft_type();
    let (length, result, site) = (sizes(op, "fft_length"), Declared::of(op.output(0))?, site(op));
    let element = result.element;
    Ok(Box::new(move |machine, inputs| {
        let x = inputs[0].tensor();
        let outer = x.rank() - length.len();
        let last = x.rank() - 1;
        let time = [&x.shape[..outer], &length[..]].concat();
        let mut values = numbers(&machine.perturbed((**x).clone()));
        // Sums of what is not finite, or overflows on the way to its results, depend on their order, and on which roots are known
        // to be 1.
        const GROWTH: f64 = 8.0;
        let total: f64 = values.iter().map(|z| GROWTH * (z.re.abs() + z.im.abs())).sum();
        let total = Tensor::of_floats(element.real_part(), &[], &[total]).floats()[0];
        let is_undetermined = !total.is_finite() && machine.prefers_second();
        let mut shape = x.shape.clone();
        if kind == FftType::Irfft {
            // The other half of the spectrum is the conjugate of this one, at the negative frequencies.
            let whole = Tensor::zeros(Element::Pred, &x.shape);
            let full = indices(&time).map(|mut index| {
                let is_other = index[last] >= x.shape[last];
                if is_other {
                    (outer..x.rank()).for_each(|d| index[d] = (time[d] - index[d]) % time[d]);
                }
                let value = values[whole.number(&index)];
                if is_other { value.conj() } else { value }
            });
            values = full.collect();
            shape = time.clone();
        }
        for d in outer..x.rank() {
            machine.spend(count(&shape).saturating_mul(shape[d].max(1)), &site)?;
            // Imaginary parts that no real signal's spectrum has are not read: those of the last dimension, once the
            // others are transformed.
            if kind == FftType::Irfft && d == last {
                let n = shape[d];
                for (number, value) in values.iter_mut().enumerate() {
                    if number % n == 0 || 2 * (number % n) == n {
                        value.im = 0.0;
                    }
                }
            }
            let inverse = matches!(kind, FftType::Ifft | FftType::Irfft);
            values = transformed(&values, (&shape, d), &roots(machine, element, shape[d], inverse));
            if inverse {
                values.iter_mut().for_each(|value| *value /= shape[d] as f64);
            }
        }
        if kind == FftType::Rfft {
            shape[last] = result.bounds[last];
            let whole = Tensor::zeros(Element::Pred, &time);
            values = indices(&shape).map(|index| values[whole.number(&index)]).collect();
        }
        // Compiled code may find 0 where this finds a difference of roundings.
        let largest = values.iter().flat_map(|z| [z.re.abs(), z.im.abs()]).fold(0.0, f64::max);
        let floor = machine.noise_floor(element, largest);
        // All of it or each as it comes: what is computed of several elements may need all of them.
        let all = machine.prefers_second();
        for part in values.iter_mut().flat_map(|z| [&mut z.re, &mut z.im]).filter(|part| part.abs() < floor) {
            *part = if all { 0.0 } else { machine.noise_below(floor) };
        }
        if is_undetermined {
            let mut any = || match [machine.prefers_second(), machine.prefers_second()] {
                [false, false] => 0.0,
                [false, true] => f64::NAN,
                [true, false] => f64::INFINITY,
                [true, true] => f64::NEG_INFINITY,
            };
            values.fill_with(|| Number::new(any(), any()));
        }
        Ok(vec![array(machine, element, &shape, &values).into()])
    }))
}

/// The coefficients of a transform of `n` numbers, `exp(-2 π i k / n)` or of the inverse `exp(2 π i k / n)`. The angle, and what
/// a fast transform makes of the coefficients, round by some parts of the element type's precision.
fn roots(machine: &mut Machine<'_>, element: Element, n: usize, inverse: bool) -> Vec<Number> {
    const ROUNDINGS: f64 = 4.0;
    let angle = std::f64::consts::TAU / n as f64 * if inverse { 1.0 } else { -1.0 };
    let mut noise = || ROUNDINGS * machine.noise(element);
    (0..n).map(|k| Number::from_polar(1.0, angle * k as f64) + Number::new(noise(), noise())).collect()
}

/// The discrete Fourier transform along dimension `d`: the sum of element `j` times `roots[j k]`.
fn transformed(values: &[Number], (shape, d): (&[usize], usize), roots: &[Number]) -> Vec<Number> {
    let n = shape[d];
    let stride: usize = shape[d + 1..].iter().product();
    let element = |place: usize| {
        let k = place / stride % n;
        let first = place - k * stride;
        (0..n).map(|j| values[first + j * stride] * roots[j * k % n]).sum()
    };
    (0..values.len()).map(element).collect()
}

/// The matrices in the last two dimensions, each with its row-major elements.
fn matrices(values: &[Number], rows: usize, columns: usize) -> Vec<Vec<Number>> {
    values.chunks(rows.max(1) * columns.max(1)).map(<[Number]>::to_vec).collect()
}

/// The triangular factor of each Hermitian matrix, of which one triangle is read.
pub(super) fn cholesky(op: Op<'_>) -> Imported {
    let lower = xla::Cholesky::cast(op).lower();
    let (element, site) = (Declared::of(op.output(0))?.element, site(op));
    Ok(Box::new(move |machine, inputs| {
        let a = inputs[0].tensor();
        let n = a.shape[a.rank() - 1];
        machine.spend(a.size().saturating_mul(n), &site)?;
        let values = numbers(&machine.perturbed((**a).clone()));
        let factors = matrices(&values, n, n).into_iter().flat_map(|a| factor(&a, n, lower));
        let factors: Vec<Number> = factors.collect();
        Ok(vec![array(machine, element, &a.shape, &factors).into()])
    }))
}

/// `l` with `a = l * adjoint(l)`, or its adjoint; NaN throughout the triangle where there is none.
fn factor(a: &[Number], n: usize, lower: bool) -> Vec<Number> {
    // Element (i, j) of the lower triangle, whichever is given.
    let given = |i: usize, j: usize| if lower { a[i * n + j] } else { a[j * n + i].conj() };
    let mut l = vec![ZERO; n * n];
    let mut is_definite = true;
    for j in 0..n {
        let squares: f64 = (0..j).map(|k| l[j * n + k].norm_sqr()).sum();
        let pivot = given(j, j).re - squares;
        is_definite &= pivot > 0.0 && pivot.is_finite();
        let diagonal = pivot.sqrt();
        l[j * n + j] = Number::new(diagonal, 0.0);
        for i in j + 1..n {
            let products: Number = (0..j).map(|k| l[i * n + k] * l[j * n + k].conj()).sum();
            l[i * n + j] = (given(i, j) - products) / diagonal;
        }
    }
    let element = |place: usize| {
        let (i, j) = if lower { (place / n, place % n) } else { (place % n, place / n) };
        match i.cmp(&j) {
            std::cmp::Ordering::Less => ZERO,
            _ if !is_definite => Number::new(f64::NAN, f64::NAN),
            _ if lower => l[i * n + j],
            _ => l[i * n + j].conj(),
        }
    };
    (0..n * n).map(element).collect()
}

/// Substitution, row after row.
pub(super) fn triangular_solve(op: Op<'_>) -> Imported {
    let solve = xla::TriangularSolve::cast(op);
    let (left, lower, unit) = (solve.left_side(), solve.lower(), solve.unit_diagonal());
    let transpose = solve.transpose_a();
    let (element, site) = (Declared::of(op.output(0))?.element, site(op));
    Ok(Box::new(move |machine, inputs| {
        let (a, b) = (inputs[0].tensor(), inputs[1].tensor());
        let (rank, n) = (b.rank(), a.shape[a.rank() - 1]);
        let (rows, columns) = (b.shape[rank - 2], b.shape[rank - 1]);
        machine.spend(b.size().saturating_mul(n), &site)?;
        // Of real numbers, an imaginary zero times infinity would be a NaN.
        let is_real = !element.is_complex();
        let times = |x: Number, y: Number| if is_real { Number::new(x.re * y.re, 0.0) } else { x * y };
        let over = |x: Number, y: Number| if is_real { Number::new(x.re / y.re, 0.0) } else { x / y };
        let coefficients = matrices(&numbers(&machine.perturbed((**a).clone())), n, n);
        let right = matrices(&numbers(&machine.perturbed((**b).clone())), rows, columns);
        let solutions = coefficients.iter().zip(&right).flat_map(|(a, b)| {
            // Element (i, j) of op(a), of which one triangle is read.
            let read = |i: usize, j: usize| match (lower == (i >= j) || i == j, i == j && unit) {
                (_, true) => Number::new(1.0, 0.0),
                (true, false) => a[i * n + j],
                (false, false) => ZERO,
            };
            let op = |i: usize, j: usize| match transpose {
                TransposeAttr::Transpose => read(j, i),
                TransposeAttr::Adjoint => read(j, i).conj(),
                TransposeAttr::NoTranspose => read(i, j),
            };
            // x * op(a) = b is transpose(op(a)) * transpose(x) = transpose(b).
            let matrix = |i: usize, j: usize| if left { op(i, j) } else { op(j, i) };
            let place = |i: usize, k: usize| if left { i * columns + k } else { k * columns + i };
            let is_lower = lower == (left == (transpose == TransposeAttr::NoTranspose));
            let mut x = b.clone();
            for k in 0..if left { columns } else { rows } {
                for step in 0..n {
                    let i = if is_lower { step } else { n - 1 - step };
                    let known = if is_lower { 0..i } else { i + 1..n };
                    let sum: Number = known.map(|j| times(matrix(i, j), x[place(j, k)])).sum();
                    x[place(i, k)] = over(x[place(i, k)] - sum, matrix(i, i));
                }
            }
            x
        });
        let solutions: Vec<Number> = solutions.collect();
        Ok(vec![array(machine, element, &b.shape, &solutions).into()])
    }))
}
