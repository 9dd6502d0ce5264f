//! Measures the `F32` functions against `F64` ones, over all inputs or every `--stride`-th.
//!
//! ```text
//! RUSTFLAGS="-C target-cpu=native" cargo run --release --example ulp -- --stride 4099 exp log
//! ```
//!
//! Prints a Markdown table. An error is in units of the last place of the true result; `inf` stands
//! for a wrong infinity, NaN or sign of zero.

use xla_scalar::{BinOp, Builder, Cast, CmpF, CmpI, Interpreter, Lanes, Machine, MathFn, UnOp, expand};

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
        MathFn::Asin => libm::asin(x),
        MathFn::Acos => libm::acos(x),
        MathFn::Atan => libm::atan(x),
        MathFn::Sinh => libm::sinh(x),
        MathFn::Cosh => libm::cosh(x),
        MathFn::Tanh => libm::tanh(x),
        MathFn::Asinh => libm::asinh(x),
        MathFn::Acosh if x < 1.0 => f64::NAN,
        MathFn::Acosh => libm::acosh(x),
        MathFn::Atanh => libm::atanh(x),
        MathFn::Logistic => 1.0 / (1.0 + libm::exp(-x)),
        MathFn::Rsqrt => 1.0 / x.sqrt(),
        MathFn::Cbrt => libm::cbrt(x),
        MathFn::Erf => libm::erf(x),
        MathFn::Erfc => libm::erfc(x),
        MathFn::Lgamma => libm::lgamma(x),
        // Ours in F64, which `double.py` measures.
        _ => {
            let mut b = Interpreter::new(1);
            let arg = b.value(Lanes::F64(vec![x]));
            let v = expand(&mut b, f, Machine::F64, &[arg]);
            if let Lanes::F64(v) = b.get(v) { v[0] } else { f64::NAN }
        }
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

/// Counts primitives other than constants: what an element costs, a vector's worth at a time.
#[derive(Default)]
struct Count {
    single: u32,
    /// With an operand or result of 64 bits: half as many fit a vector.
    double: u32,
}

impl Count {
    fn add(&mut self, operands: &[Machine], result: Machine) -> Machine {
        let double = operands.iter().chain([&result]).any(|t| t.bits() == 64);
        *(if double { &mut self.double } else { &mut self.single }) += 1;
        result
    }
}

impl Builder for Count {
    type V = Machine;

    fn int(&mut self, t: Machine, _: i64) -> Machine {
        t
    }
    fn float(&mut self, t: Machine, _: f64) -> Machine {
        t
    }
    fn unary(&mut self, _: UnOp, a: Machine) -> Machine {
        self.add(&[], a)
    }
    fn binary(&mut self, _: BinOp, a: Machine, _: Machine) -> Machine {
        self.add(&[], a)
    }
    fn fma(&mut self, a: Machine, _: Machine, _: Machine) -> Machine {
        self.add(&[], a)
    }
    fn cmpf(&mut self, _: CmpF, a: Machine, _: Machine) -> Machine {
        self.add(&[a], Machine::I1)
    }
    fn cmpi(&mut self, _: CmpI, a: Machine, _: Machine) -> Machine {
        self.add(&[a], Machine::I1)
    }
    fn select(&mut self, _: Machine, a: Machine, _: Machine) -> Machine {
        self.add(&[], a)
    }
    fn cast(&mut self, op: Cast, a: Machine, to: Machine) -> Machine {
        // A bitcast is no instruction.
        if op == Cast::Bitcast { to } else { self.add(&[a], to) }
    }
    fn math(&mut self, f: MathFn, t: Machine, args: &[Machine]) -> Machine {
        expand(self, f, t, args)
    }
    fn libm(&mut self, _: MathFn, _: &[Machine]) -> Machine {
        Machine::F64
    }
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
    println!("| function | max ULP | at | correctly rounded | inputs | seconds | F32 + F64 operations |");
    println!("|---|---|---|---|---|---|---|");
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
        let mut cost = Count::default();
        expand(&mut cost, f, Machine::F32, &[Machine::F32]);
        let (single, double) = (cost.single, cost.double);
        println!(
            "| {name} | {:.3} | {at:e} ({bits:#010x}) | {percent:.2} % | {} | {seconds} | {single} + {double} |",
            w.error, w.count
        );
    }
}
