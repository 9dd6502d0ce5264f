//! Fourier transforms, by rustfft and realfft.

use super::parallel::{Parts, grain};
use super::site::{malformed, word};
use crate::array::Plain;
use crate::call::{Attribute, Call, CallError};
use crate::pool::Pool;
use realfft::RealFftPlanner;
use rustfft::num_complex::Complex;
use rustfft::{Fft, FftDirection, FftNum, FftPlanner};
use std::ops::Range;
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

    /// The power of two by which numbers whose squares have the sum `b` are as large as those of the sum `a`; None if one of them is
    /// not finite, or so small or large that products would lose digits.
    fn ratio(a: Self, b: Self) -> Option<Self>;

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

            fn ratio(a: Self, b: Self) -> Option<Self> {
                let most = $T::MAX.sqrt();
                let is_regular = |sum: $T| (1.0 / most..=most).contains(&sum);
                let exponent = (a / b).log2() / 2.0;
                (is_regular(a) && is_regular(b)).then(|| (2.0 as $T).powi(exponent.round() as i32))
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
            real_rows(run.pool, input.elements(), output, from[rank - 1]);
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

/// Two rows of real numbers that are transformed as one row of complex numbers: that takes half as long where a length is odd, for
/// which the library has nothing faster. The second row is multiplied by a power of two, so that it is as large as the first one,
/// whose rounding errors it gets.
struct Pair<'p, T> {
    complex: &'p dyn Fft<T>,
    row: Vec<Complex<T>>,
    scratch: Vec<Complex<T>>,
}

impl<'p, T: Real> Pair<'p, T> {
    fn new(complex: &'p dyn Fft<T>) -> Self {
        let zeros = |count| vec![Complex::default(); count];
        Self { complex, row: zeros(complex.len()), scratch: zeros(complex.get_inplace_scratch_len()) }
    }

    /// The half spectra of two rows. Returns whether they suit each other.
    fn forward(&mut self, rows: &[T], spectra: &mut [Complex<T>]) -> bool {
        let n = self.row.len();
        let [a, b] = [&rows[..n], &rows[n..]];
        let sum = |row: &[T]| sum(row, |x| *x * *x);
        let Some(ratio) = T::ratio(sum(a), sum(b)) else { return false };
        self.row.iter_mut().zip(a.iter().zip(b)).for_each(|(z, (a, b))| *z = Complex::new(*a, *b * ratio));
        self.complex.process_with_scratch(&mut self.row, &mut self.scratch);
        let (a, b) = spectra.split_at_mut(n / 2 + 1);
        let (half, part) = (T::inverse(2), T::inverse(2) / ratio);
        let (front, back) = self.row.split_at(n / 2 + 1);
        let ends = front.iter().zip(front[..1].iter().chain(back.iter().rev()));
        for ((z, w), (a, b)) in ends.zip(a.iter_mut().zip(b)) {
            *a = Complex::new(z.re + w.re, z.im - w.im) * half;
            *b = Complex::new(z.im + w.im, w.re - z.re) * part;
        }
        true
    }

    /// The reverse of [`Pair::forward`], times `scale`.
    fn inverse(&mut self, spectra: &[Complex<T>], rows: &mut [T], scale: T) -> bool {
        let n = self.row.len();
        let [a, b] = [&spectra[..n / 2 + 1], &spectra[n / 2 + 1..]];
        let sum = |half: &[Complex<T>]| half[0].re * half[0].re + sum(&half[1..], Complex::norm_sqr);
        let Some(ratio) = T::ratio(sum(a), sum(b)) else { return false };
        self.row[0] = Complex::new(a[0].re, b[0].re * ratio);
        let (front, back) = self.row[1..].split_at_mut(n / 2);
        let ends = front.iter_mut().zip(back.iter_mut().rev());
        for ((z, w), (a, b)) in ends.zip(a[1..].iter().zip(&b[1..])) {
            let b = *b * ratio;
            *z = Complex::new(a.re - b.im, a.im + b.re);
            *w = Complex::new(a.re + b.im, b.re - a.im);
        }
        self.complex.process_with_scratch(&mut self.row, &mut self.scratch);
        let (a, b) = rows.split_at_mut(n);
        let part = scale / ratio;
        for (z, (a, b)) in self.row.iter().zip(a.iter_mut().zip(b)) {
            (*a, *b) = (z.re * scale, z.im * part);
        }
        true
    }
}

/// The sum of what `square` gives of each number, in vectors.
fn sum<T: Real, X>(numbers: &[X], square: impl Fn(&X) -> T) -> T {
    let (vectors, others) = numbers.as_chunks::<16>();
    let mut sums = [T::zero(); 16];
    for numbers in vectors.iter().map(|vector| &vector[..]).chain([others]) {
        sums.iter_mut().zip(numbers).for_each(|(sum, x)| *sum = *sum + square(x));
    }
    sums.into_iter().fold(T::zero(), |all, sum| all + sum)
}

/// Calls `transform` for `count` rows of `length` real numbers: for two of them with a [`Pair`], where the length is odd, else for one
/// row, with what `state` makes for each part of the loop.
fn single_rows_or_pairs<T: Real, S>(
    pool: &Pool,
    (count, length): (usize, usize),
    direction: FftDirection,
    state: impl Fn() -> S + Sync,
    transform: impl Fn(Range<usize>, Option<&mut Pair<'_, T>>, &mut S) + Sync,
) {
    let complex = (!length.is_multiple_of(2)).then(|| plan(length, direction));
    let together = 1 + usize::from(complex.is_some());
    pool.parallel_for(count.div_ceil(together) as i64, grain(together * work(length)), &|range| {
        let (mut pair, mut state) = (complex.as_deref().map(Pair::new), state());
        for first in (range.start as usize..range.end as usize).map(|i| i * together) {
            let rows = first..count.min(first + together);
            let pair = pair.as_mut().filter(|_| rows.len() == 2);
            transform(rows, pair, &mut state);
        }
    });
}

/// The half spectra of rows of `length` real numbers.
fn real_rows<T: Real>(pool: &Pool, input: &[T], output: &mut [Complex<T>], length: usize) {
    let half = length / 2 + 1;
    let plan = T::with_planners(|planners| planners.real.plan_fft_forward(length));
    let shared = Parts::new(output);
    let state = || (plan.make_input_vec(), plan.make_scratch_vec());
    let sizes = (input.len() / length, length);
    single_rows_or_pairs(pool, sizes, FftDirection::Forward, state, |rows, pair, (row, scratch)| {
        // SAFETY: these rows are this iteration's alone.
        let spectra = unsafe { shared.get(rows.start * half, rows.end * half) };
        let rows = &input[rows.start * length..rows.end * length];
        if pair.is_some_and(|pair| pair.forward(rows, spectra)) {
            return;
        }
        for (given, spectrum) in rows.chunks(length).zip(spectra.chunks_mut(half)) {
            row.copy_from_slice(given);
            // Only wrong lengths are errors.
            let _ = plan.process_with_scratch(row, spectrum, scratch);
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
    let state = || (plan.make_input_vec(), plan.make_scratch_vec());
    let sizes = (spectra.len() / half, length);
    single_rows_or_pairs(pool, sizes, FftDirection::Inverse, state, |rows, pair, (spectrum, scratch)| {
        let spectra = &spectra[rows.start * half..rows.end * half];
        // SAFETY: these rows are this iteration's alone.
        let rows = unsafe { shared.get(rows.start * length, rows.end * length) };
        if pair.is_some_and(|pair| pair.inverse(spectra, rows, scale)) {
            return;
        }
        for (given, row) in spectra.chunks(half).zip(rows.chunks_mut(length)) {
            spectrum.copy_from_slice(given);
            // The spectrum of real numbers is real here; an imaginary part that is given is ignored.
            spectrum[0].im = T::zero();
            if length.is_multiple_of(2) {
                spectrum[half - 1].im = T::zero();
            }
            let _ = plan.process_with_scratch(spectrum, row, scratch);
            // Not before: sums keep more of the digits of subnormal numbers.
            row.iter_mut().for_each(|x| *x = *x * scale);
        }
    });
}
