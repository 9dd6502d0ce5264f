//! Fourier transforms, by rustfft and realfft.

use super::parallel::{Parts, grain};
use super::site::{malformed, word};
use crate::array::Plain;
use crate::call::{Attribute, Call, CallError};
use crate::pool::Pool;
use realfft::{RealFftPlanner, RealToComplex};
use rustfft::num_complex::Complex;
use rustfft::{Fft, FftDirection, FftNum, FftPlanner};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xla_scalar::Element;

/// Planners remember each length they have seen.
struct Planners<T: FftNum> {
    complex: FftPlanner<T>,
    real: RealFftPlanner<T>,
}

/// The types of real numbers that are transformed.
trait Real: FftNum + Plain + Default {
    fn planners() -> MutexGuard<'static, Option<Planners<Self>>>;

    fn inverse(n: usize) -> Self;

    /// Calls `f` with this type's planners.
    fn with_planners<R>(f: impl FnOnce(&mut Planners<Self>) -> R) -> R {
        let new = || Planners { complex: FftPlanner::new(), real: RealFftPlanner::new() };
        f(Self::planners().get_or_insert_with(new))
    }
}

macro_rules! real {
    ($($T:ident),*) => { $(
        impl Real for $T {
            fn planners() -> MutexGuard<'static, Option<Planners<Self>>> {
                static PLANNERS: Mutex<Option<Planners<$T>>> = Mutex::new(None);
                PLANNERS.lock().unwrap_or_else(PoisonError::into_inner)
            }

            fn inverse(n: usize) -> Self {
                1.0 / n as $T
            }
        }
    )* };
}
real!(f32, f64);

/// The call `xla.runtime.fft`. Its attribute `type` is the kind of the transform, `axes` the number of the last dimensions
/// that are transformed.
pub(super) fn fft(call: &mut Call<'_>) -> Result<(), CallError> {
    match call.inputs.first().map(|input| input.ty().element) {
        Some(Element::F32 | Element::C64) => transform::<f32>(call),
        Some(Element::F64 | Element::C128) => transform::<f64>(call),
        _ => Err(malformed(call.site)),
    }
}

fn transform<T: Real>(call: &mut Call<'_>) -> Result<(), CallError> {
    let Call { site, inputs, outputs, run } = call;
    let ([input], [output]) = (&inputs[..], &mut outputs[..]) else { return Err(malformed(site)) };
    let kind = word(site, "type");
    let axes = match site.attributes.get("axes") {
        Some(Attribute::Int(axes)) => *axes as usize,
        _ => 0,
    };
    let (from, to) = (input.ty().shape.clone(), output.ty().shape.clone());
    let rank = to.len();
    if axes == 0 || axes > rank || from.len() != rank {
        return Err(malformed(site));
    }
    if to.contains(&0) || from.contains(&0) {
        output.bytes_mut().fill(0);
        return Ok(());
    }
    // All but the innermost dimension, which is the one that changes its size.
    let outer = rank - axes..rank - 1;
    match kind {
        "FFT" | "IFFT" => {
            let direction = if kind == "FFT" { FftDirection::Forward } else { FftDirection::Inverse };
            let output = output.elements_mut::<Complex<T>>();
            output.copy_from_slice(input.elements());
            rows(run.pool, output, to[rank - 1], direction);
            outer.rev().for_each(|d| columns(run.pool, output, &to, d, direction));
            if kind == "IFFT" {
                let scale = T::inverse(to[rank - axes..].iter().product());
                output.iter_mut().for_each(|x| *x = x.scale(scale));
            }
        }
        "RFFT" => {
            let output = output.elements_mut::<Complex<T>>();
            let plan = T::with_planners(|planners| planners.real.plan_fft_forward(from[rank - 1]));
            real_rows(run.pool, input.elements(), output, &*plan);
            outer.rev().for_each(|d| columns(run.pool, output, &to, d, FftDirection::Forward));
        }
        "IRFFT" => {
            let (spectra, results) = (input.elements::<Complex<T>>(), output.elements_mut());
            let scale = T::inverse(to[rank - axes..].iter().product());
            let last = (from[rank - 1], to[rank - 1]);
            if axes == 1 {
                inverse_real_rows(run.pool, spectra, results, last, scale);
                return Ok(());
            }
            // The columns of some transforms at a time, which are copied to memory that stays in cache.
            let one = from[rank - axes..].iter().product::<usize>();
            let some = (COPIED / one).max(1) * one;
            let mut copied = Vec::with_capacity(some.min(spectra.len()));
            for (spectra, results) in spectra.chunks(some).zip(results.chunks_mut(some / last.0 * last.1)) {
                copied.clear();
                copied.extend_from_slice(spectra);
                outer.clone().for_each(|d| columns(run.pool, &mut copied, &from, d, FftDirection::Inverse));
                inverse_real_rows(run.pool, &copied, results, last, scale);
            }
        }
        _ => return Err(malformed(site)),
    }
    Ok(())
}

fn plan<T: Real>(length: usize, direction: FftDirection) -> Arc<dyn Fft<T>> {
    T::with_planners(|planners| planners.complex.plan_fft(length, direction))
}

/// About how many operations a transform of `length` numbers takes.
fn work(length: usize) -> usize {
    4 * length * (length.ilog2() as usize + 1)
}

/// Transforms rows of `length` numbers in place.
fn rows<T: Real>(pool: &Pool, data: &mut [Complex<T>], length: usize, direction: FftDirection) {
    let plan = plan(length, direction);
    let data_length = data.len();
    let shared = Parts::new(data);
    pool.parallel_for((data_length / length) as i64, grain(work(length)), &|range| {
        let mut scratch = vec![Complex::default(); plan.get_inplace_scratch_len()];
        // SAFETY: these rows are this part's alone.
        let rows = unsafe { shared.get(range.start as usize * length, range.end as usize * length) };
        plan.process_with_scratch(rows, &mut scratch);
    });
}

/// Numbers of spectra that are copied together, at most, unless one transform has more.
const COPIED: usize = 1 << 13;

/// Columns that are transformed together: their elements side by side fill cache lines.
const TOGETHER: usize = 16;

/// Transforms along dimension `d` of an array of `shape`, not the innermost one, in place.
fn columns<T: Real>(pool: &Pool, data: &mut [Complex<T>], shape: &[usize], d: usize, direction: FftDirection) {
    let (length, inner) = (shape[d], shape[d + 1..].iter().product::<usize>());
    if length == 1 {
        return;
    }
    let plan = plan(length, direction);
    let groups = inner.div_ceil(TOGETHER);
    let blocks = data.len() / (length * inner);
    let shared = Parts::new(data);
    pool.parallel_for((blocks * groups) as i64, grain(TOGETHER * work(length)), &|range| {
        let mut scratch = vec![Complex::default(); plan.get_inplace_scratch_len()];
        let mut gathered = vec![Complex::default(); TOGETHER * length];
        for i in range.start as usize..range.end as usize {
            let (block, first) = (i / groups, i % groups * TOGETHER);
            let count = TOGETHER.min(inner - first);
            let gathered = &mut gathered[..count * length];
            // SAFETY: of each line, this group of columns is this iteration's alone.
            let line = |k: usize| unsafe {
                let start = (block * length + k) * inner + first;
                shared.get(start, start + count)
            };
            for k in 0..length {
                line(k).iter().enumerate().for_each(|(j, x)| gathered[j * length + k] = *x);
            }
            plan.process_with_scratch(gathered, &mut scratch);
            for k in 0..length {
                line(k).iter_mut().enumerate().for_each(|(j, x)| *x = gathered[j * length + k]);
            }
        }
    });
}

/// The half spectra of rows of real numbers.
fn real_rows<T: Real>(pool: &Pool, input: &[T], output: &mut [Complex<T>], plan: &dyn RealToComplex<T>) {
    let (length, half) = (plan.len(), plan.len() / 2 + 1);
    let shared = Parts::new(output);
    pool.parallel_for((input.len() / length) as i64, grain(work(length)), &|range| {
        let (mut row, mut scratch) = (plan.make_input_vec(), plan.make_scratch_vec());
        for i in range.start as usize..range.end as usize {
            row.copy_from_slice(&input[i * length..(i + 1) * length]);
            // SAFETY: this row is this iteration's alone.
            let spectrum = unsafe { shared.get(i * half, (i + 1) * half) };
            // Only wrong lengths are errors.
            let _ = plan.process_with_scratch(&mut row, spectrum, &mut scratch);
        }
    });
}

/// The reverse of [`real_rows`], for half spectra of `half` numbers and rows of `length`, times `scale`.
fn inverse_real_rows<T: Real>(
    pool: &Pool,
    spectra: &[Complex<T>],
    output: &mut [T],
    (half, length): (usize, usize),
    scale: T,
) {
    let plan = T::with_planners(|planners| planners.real.plan_fft_inverse(length));
    let shared = Parts::new(output);
    pool.parallel_for((spectra.len() / half) as i64, grain(work(length)), &|range| {
        let (mut spectrum, mut scratch) = (plan.make_input_vec(), plan.make_scratch_vec());
        for i in range.start as usize..range.end as usize {
            let given = &spectra[i * half..(i + 1) * half];
            spectrum.copy_from_slice(given);
            // The spectrum of real numbers is real here; an imaginary part that is given is ignored.
            spectrum[0].im = T::zero();
            if length.is_multiple_of(2) {
                spectrum[half - 1].im = T::zero();
            }
            // SAFETY: this row is this iteration's alone.
            let row = unsafe { shared.get(i * length, (i + 1) * length) };
            let _ = plan.process_with_scratch(&mut spectrum, row, &mut scratch);
            // Not before: sums keep more of the digits of subnormal numbers.
            row.iter_mut().for_each(|x| *x = *x * scale);
        }
    });
}
