//! Measures how far the functions are from the truth.
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo run --release -p xla-scalar --example ulp -- --type f64 --samples 1e8 exp pow
//! ```
//!
//! `--type` is `f16`, `bf16`, `f32`, `f64`, `complex<f32>` or `complex<f64>`. Functions of one f16 or bf16 are
//! evaluated on all of them, functions of two f16 or bf16 and of one f32 on all or every `--stride`-th; the others on
//! `--samples` random operands, which follow from `--seed`: each of `--threads` threads takes a seed of its own, from
//! that one on. Prints a Markdown table. An error is in units of the last place of the true result, of a complex
//! function in those of the worse component; `inf` stands for a wrong infinity, NaN or sign of zero. The reference is
//! binary128 of glibc for f64 and complex numbers, and F64 for the others. For f64, cheaper functions show which
//! results cannot have the largest error; and every 64th batch of operands gives the share of the results that
//! are correctly rounded.

mod filter;
mod memory;
mod pair;
mod quad;
mod reference;
mod rough;
mod sample;

use filter::Filter;
use quad::{Complex, Quad, power_of_two};
use sample::Random;
use std::time::Instant;
use xla_scalar::{Element, Op, eval};

/// Operands evaluated by one call.
const LANES: u64 = 1024;

/// One of so many batches of an f64 function counts the results that are correctly rounded.
const COUNTED: u64 = 64;

/// A float type: bits of the mantissa, least and largest exponent of its normal numbers.
#[derive(Clone, Copy)]
struct Format {
    mantissa: i32,
    least: i32,
    most: i32,
}

impl Format {
    fn of(e: Element) -> Format {
        let (mantissa, most) = match e.real_part() {
            Element::F16 => (10, 15),
            Element::BF16 => (7, 127),
            Element::F32 => (23, 127),
            _ => (52, 1023),
        };
        Format { mantissa, least: 1 - most, most }
    }

    /// The distance of `got` from `want`. What is too large for the format counts as the power of two above it.
    fn ulps(self, got: f64, want: Quad) -> f64 {
        if got.is_nan() || want.is_nan() {
            return if got.is_nan() && want.is_nan() { 0.0 } else { f64::INFINITY };
        }
        if want.is_zero() {
            let same = got == 0.0 && got.is_sign_negative() == want.is_negative();
            return if same { 0.0 } else { f64::INFINITY };
        }
        let above = Quad::from(1.0).scaled(self.most + 1);
        let signed = |v: Quad, negative: bool| if negative { -v } else { v };
        let limited = |v: Quad| if v.exponent() > self.most { signed(above, v.is_negative()) } else { v };
        let (got, want) = (limited(got.into()), limited(want));
        let exponent = want.exponent().clamp(self.least, self.most);
        (got - want).abs().scaled(self.mantissa - exponent).to_f64()
    }

    /// [`Format::ulps`] for a format much narrower than F64.
    fn ulps_by_f64(self, got: f64, want: f64) -> f64 {
        let above = power_of_two(self.most + 1);
        let exponent = ((want.abs().to_bits() >> 52) as i32 - 1023).clamp(self.least, self.most);
        let error =
            (got.clamp(-above, above) - want.clamp(-above, above)).abs() / power_of_two(exponent - self.mantissa);
        if error.is_nan() || want == 0.0 { self.ulps(got, want.into()) } else { error }
    }
}

/// What was found of some operands.
#[derive(Clone, Copy)]
struct Found {
    error: f64,
    at: [f64; 4],
    /// Operands.
    count: u64,
    /// Those of which it is known whether no other number of the type is nearer to the truth than the result.
    counted: u64,
    /// Those of which that is so.
    exact: u64,
}

impl Found {
    const NOTHING: Found = Found { error: 0.0, at: [0.0; 4], count: 0, counted: 0, exact: 0 };

    fn add(&mut self, error: f64, at: [f64; 4]) {
        self.count += 1;
        self.judge(error <= 0.5);
        self.raise(error, at);
    }

    fn judge(&mut self, exact: bool) {
        self.counted += 1;
        self.exact += u64::from(exact);
    }

    fn raise(&mut self, error: f64, at: [f64; 4]) {
        if error > self.error {
            (self.error, self.at) = (error, at);
        }
    }

    fn and(self, other: Found) -> Found {
        let worse = if self.error >= other.error { self } else { other };
        let (count, counted) = (self.count + other.count, self.counted + other.counted);
        Found { count, counted, exact: self.exact + other.exact, ..worse }
    }
}

/// Components as bytes in storage form, and back.
fn store(e: Element, v: f64, out: &mut Vec<u8>) {
    match e.real_part() {
        Element::F16 => out.extend(half::f16::from_f64(v).to_le_bytes()),
        Element::BF16 => out.extend(half::bf16::from_f64(v).to_le_bytes()),
        Element::F32 => out.extend((v as f32).to_le_bytes()),
        _ => out.extend(v.to_le_bytes()),
    }
}

fn load(e: Element, bytes: &[u8]) -> Vec<f64> {
    fn words<const N: usize>(bytes: &[u8], f: impl Fn([u8; N]) -> f64) -> Vec<f64> {
        bytes.as_chunks::<N>().0.iter().map(|&word| f(word)).collect()
    }
    match e.real_part() {
        Element::F16 => words(bytes, |word| half::f16::from_le_bytes(word).to_f64()),
        Element::BF16 => words(bytes, |word| half::bf16::from_le_bytes(word).to_f64()),
        Element::F32 => words(bytes, |word| f32::from_le_bytes(word).into()),
        _ => words(bytes, f64::from_le_bytes),
    }
}

/// Where operands come from.
struct Plan {
    op: Op,
    element: Element,
    /// Every `stride`-th bit pattern of all operands together; none: random operands.
    stride: Option<u64>,
    /// How many.
    count: u64,
    filter: Filter,
}

impl Plan {
    fn new(op: Op, element: Element, samples: u64, stride: u64) -> Plan {
        let bits = element.bits() as usize * op.arity();
        let stride = match bits {
            16 => Some(1),
            32 => Some(stride),
            _ => None,
        };
        let count = stride.map_or(samples, |stride| (1u64 << bits).div_ceil(stride));
        Plan { op, element, stride, count, filter: Filter::of(op) }
    }

    /// The operands `first`, `first + 1`, …, one after the other.
    fn operands(&self, first: u64, random: &mut Random) -> [Vec<u8>; 2] {
        let (e, size) = (self.element, self.element.storage_bytes());
        let mut out = [(); 2].map(|()| Vec::with_capacity(LANES as usize * size));
        let used = &mut out[..self.op.arity()];
        for i in first..(first + LANES).min(self.count) {
            if let Some(stride) = self.stride {
                let bits = (i * stride).to_le_bytes();
                used.iter_mut().zip(bits.chunks(size)).for_each(|(operand, bits)| operand.extend(bits));
                continue;
            }
            let drawn = sample::operands(self.op, e.is_complex(), i, random);
            for (operand, parts) in used.iter_mut().zip(drawn.chunks(e.components())) {
                parts.iter().for_each(|&part| store(e, part, operand));
            }
        }
        out
    }

    /// Adds the operands `first`, `first + 1`, … to what was found.
    fn batch(&self, first: u64, random: &mut Random, found: &mut Found) -> Result<(), xla_scalar::Error> {
        let (op, e) = (self.op, self.element);
        let operands = self.operands(first, random);
        let args: Vec<&[u8]> = operands.iter().take(op.arity()).map(Vec::as_slice).collect();
        let got = load(e, &eval(op, &vec![e; op.arity()], e, &args)?);
        let x = load(e, &operands[0]);
        let y = if op.arity() == 2 { load(e, &operands[1]) } else { vec![0.0; x.len()] };
        let format = Format::of(e);
        let narrow = reference::in_f64(op).filter(|_| e.bits() <= 32);
        let counted = (first / LANES).is_multiple_of(COUNTED);
        for i in 0..x.len() / e.components() {
            if e.is_complex() {
                let pair = |v: &[f64]| Complex { re: v[2 * i].into(), im: v[2 * i + 1].into() };
                if let Some(want) = reference::in_complex(op, pair(&x), pair(&y)) {
                    let error = format.ulps(got[2 * i], want.re).max(format.ulps(got[2 * i + 1], want.im));
                    found.add(error, [x[2 * i], x[2 * i + 1], y[2 * i], y[2 * i + 1]]);
                }
            } else if let Some(f) = narrow {
                found.add(format.ulps_by_f64(got[i], f(x[i], y[i])), [x[i], y[i], 0.0, 0.0]);
            } else if e == Element::F64 {
                self.add_f64([x[i], y[i]], got[i], counted, found);
            } else if let Some(want) = reference::in_quad(op, x[i], y[i]) {
                found.add(format.ulps(got[i], want), [x[i], y[i], 0.0, 0.0]);
            }
        }
        Ok(())
    }

    /// Adds an f64 result, by the cheapest reference that tells whether its error is the largest and, if `counted`,
    /// whether it is correctly rounded.
    fn add_f64(&self, [x, y]: [f64; 2], got: f64, counted: bool, found: &mut Found) {
        if !counted && self.filter.is_below(found.error, [x, y], got) {
            found.count += 1;
            return;
        }
        let error = self.filter.error(found.error, [x, y], got, counted).or_else(|| {
            let error = Format::of(Element::F64).ulps(got, reference::in_quad(self.op, x, y)?);
            found.raise(error, [x, y, 0.0, 0.0]);
            Some(error)
        });
        found.count += u64::from(error.is_some());
        if let Some(error) = error.filter(|_| counted) {
            found.judge(error <= 0.5);
        }
    }

    fn run(&self, seed: u64, threads: u64) -> Result<Found, xla_scalar::Error> {
        let part = |thread: u64| {
            let mut random = Random::new(seed + thread);
            let mut found = Found::NOTHING;
            let mut starts = (thread * LANES..self.count).step_by((LANES * threads) as usize);
            starts.try_for_each(|first| self.batch(first, &mut random, &mut found)).map(|()| found)
        };
        std::thread::scope(|scope| {
            let parts: Vec<_> = (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
            let mut parts = parts.into_iter().filter_map(|part| part.join().ok());
            parts.try_fold(Found::NOTHING, |sum, part| Ok(sum.and(part?)))
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut element, mut stride, mut samples, mut seed, mut threads) = (Element::F32, 4099, 1u64 << 24, 1, 1);
    let mut names = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} takes a value"));
        match arg.as_str() {
            "--type" => element = Element::from_mlir_name(&value()?).ok_or("no such type")?,
            "--stride" => stride = value()?.parse::<u64>()?.max(1),
            "--samples" => samples = value()?.parse::<f64>()? as u64,
            "--seed" => seed = value()?.parse::<u64>()?,
            "--threads" => threads = value()?.parse::<u64>()?.max(1),
            name => names.push(Op::from_mnemonic(name).ok_or_else(|| format!("no operation {name}"))?),
        }
    }
    if names.is_empty() {
        names = sample::measured(element.is_complex());
    }
    memory::keep();
    println!("| function | type | max ULP | at | correctly rounded | inputs | seconds |");
    println!("|---|---|---|---|---|---|---|");
    for op in names {
        let plan = Plan::new(op, element, samples, stride);
        let start = Instant::now();
        let found = plan.run(seed, threads)?;
        let percent = 100.0 * found.exact as f64 / found.counted.max(1) as f64;
        let at: Vec<String> = found.at[..op.arity() * element.components()].iter().map(|v| format!("{v:e}")).collect();
        let (at, seconds) = (at.join(", "), start.elapsed().as_secs());
        println!("| `{op}` | {element} | {:.3} | {at} | {percent:.2} % | {} | {seconds} |", found.error, found.count);
    }
    Ok(())
}
