//! Measures the `F32` functions against `F64` ones, over all inputs or every `--stride`-th.
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo run --release --example ulp -- --stride 4099 exp log
//! ```
//!
//! Prints a Markdown table. An error is in units of the last place of the true result; `inf` stands
//! for a wrong infinity, NaN or sign of zero.

use xla_scalar::{Interpreter, Lanes, Machine, MathFn, expand};

const LANES: u64 = 1024;
const THREADS: u64 = 2;

/// The reference: at most a few units in the last place of an F64 away.
fn reference(f: MathFn, x: f64) -> f64 {
    match f {
        MathFn::Exp => libm::exp(x),
        MathFn::Expm1 => libm::expm1(x),
        MathFn::Log => libm::log(x),
        MathFn::Log1p => libm::log1p(x),
        MathFn::Sin => libm::sin(x),
        MathFn::Cos => libm::cos(x),
        MathFn::Tan => libm::tan(x),
        MathFn::Tanh => libm::tanh(x),
        MathFn::Logistic => 1.0 / (1.0 + libm::exp(-x)),
        MathFn::Rsqrt => 1.0 / x.sqrt(),
        MathFn::Cbrt => libm::cbrt(x),
        MathFn::Erf => libm::erf(x),
        MathFn::Atan2 | MathFn::Pow | MathFn::Fmod => f64::NAN,
    }
}

fn ulps(got: f32, want: f64) -> f64 {
    let rounded = want as f32;
    if rounded.is_nan() || got.is_nan() {
        return if rounded.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got == rounded {
        if want == 0.0 && got.is_sign_negative() != want.is_sign_negative() {
            return f64::INFINITY;
        }
        if got.is_infinite() {
            return 0.0;
        }
    } else if got.is_infinite() && rounded.abs() < 3.4e38 {
        return f64::INFINITY;
    }
    let exponent = ((want.abs().to_bits() >> 52) as i32 - 1023).clamp(-126, 127);
    let got = if got.is_infinite() { 2f64.powi(128).copysign(got.into()) } else { got.into() };
    (got - want).abs() * 2f64.powi(23 - exponent)
}

#[derive(Clone, Copy)]
struct Worst {
    error: f64,
    at: f32,
    exact: u64,
    count: u64,
}

fn measure(f: MathFn, stride: u64) -> Worst {
    let part = |thread: u64| {
        let mut worst = Worst { error: 0.0, at: 0.0, exact: 0, count: 0 };
        let mut b = Interpreter::new(LANES as usize);
        let mut next = thread * stride;
        while next < 1 << 32 {
            let bits = |i: u64| ((next + i * stride * THREADS) & 0xffff_ffff) as u32;
            let x: Vec<f32> = (0..LANES).map(|i| f32::from_bits(bits(i))).collect();
            b.clear();
            let arg = b.value(Lanes::F32(x.clone()));
            let v = expand(&mut b, f, Machine::F32, &[arg]);
            if let Lanes::F32(got) = b.get(v) {
                for (&x, &got) in x.iter().zip(got) {
                    let want = reference(f, x.into());
                    let error = ulps(got, want);
                    worst.exact += u64::from(error == 0.0 || got == want as f32);
                    worst.count += 1;
                    if error > worst.error {
                        (worst.error, worst.at) = (error, x);
                    }
                }
            }
            next += LANES * stride * THREADS;
        }
        worst
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|t| scope.spawn(move || part(t))).collect();
        let parts = threads.into_iter().filter_map(|t| t.join().ok());
        parts.fold(Worst { error: 0.0, at: 0.0, exact: 0, count: 0 }, |a, b| Worst {
            exact: a.exact + b.exact,
            count: a.count + b.count,
            ..if a.error >= b.error { a } else { b }
        })
    })
}

fn main() {
    let mut stride = 4099;
    let mut names = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--stride" {
            stride = args.next().and_then(|s| s.parse().ok()).unwrap_or(stride).max(1);
        } else {
            names.push(arg.to_lowercase());
        }
    }
    println!("| function | max ULP | at | correctly rounded | inputs | seconds |");
    println!("|---|---|---|---|---|---|");
    for &f in MathFn::ALL.iter().filter(|f| f.arity() == 1) {
        let name = format!("{f:?}").to_lowercase();
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        let start = std::time::Instant::now();
        let w = measure(f, stride);
        let percent = 100.0 * w.exact as f64 / w.count as f64;
        let (at, bits) = (w.at, w.at.to_bits());
        let seconds = start.elapsed().as_secs();
        println!("| {name} | {:.3} | {at:e} ({bits:#010x}) | {percent:.2} % | {} | {seconds} |", w.error, w.count);
    }
}
