//! Measures what this machine can do at most, for `./x bench`: operations per second by kind, and bytes per second by size.
//!
//! Prints a line of JSON: for each number of threads that was asked for, `arithmetic` with the operations per second of all
//! threads by element type, where a multiplication and an addition are two, and `bandwidth` with pairs of the bytes that a
//! thread reads, or reads and writes, and the bytes per second of all threads. Each figure is the best of several runs.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Barrier;
use std::time::{Duration, Instant};
use xla_compiler::execute::Target;

/// Bytes that a thread has, from what is in any first-level cache to what is in none.
const SIZES: [usize; 7] = [16 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20, 256 << 20];
/// Bytes that are read in a run.
const LEAST_BYTES: usize = 2 << 30;
/// Iterations of the loops of arithmetic.
const ITERATIONS: u64 = 1 << 24;
/// Runs, of which the best one counts: other programs disturb some.
const RUNS: usize = 7;

fn main() {
    let threads = std::env::args().skip(1).map(|count| count.parse::<usize>());
    let Ok(threads) = threads.collect::<Result<Vec<_>, _>>() else {
        eprintln!("machine-peaks: the arguments are numbers of threads");
        std::process::exit(2)
    };
    let features = Target::host().features;
    let kinds: Vec<_> = arithmetic::KINDS.iter().filter(|kind| kind.runs_on(&features)).collect();
    let each = threads.into_iter().map(|count| {
        let arithmetic = kinds.iter().map(|kind| {
            let seconds = best(count, || (), |()| (kind.run)(ITERATIONS));
            (kind.element, ITERATIONS as f64 * kind.operations * count as f64 / seconds)
        });
        let arithmetic: BTreeMap<_, _> = arithmetic.collect();
        let bandwidth = SIZES.map(|size| (size, bandwidth(count, size)));
        (count.to_string(), json!({ "arithmetic": arithmetic, "bandwidth": bandwidth }))
    });
    println!("{}", Value::Object(each.collect()));
}

/// The bytes per second of `count` threads, each of which has `size` bytes: reads alone, or a copy.
fn bandwidth(count: usize, size: usize) -> f64 {
    let passes = (LEAST_BYTES / size).max(1);
    let words = size / size_of::<u64>();
    let least = |pass: fn(&mut [u64])| {
        best(count, || vec![1_u64; words], |all| (0..passes).for_each(|_| pass(std::hint::black_box(all))))
    };
    let reads = least(|all| {
        std::hint::black_box(sum(all));
    });
    let copies = least(|all| {
        let (from, to) = all.split_at_mut(all.len() / 2);
        to.copy_from_slice(from);
    });
    (passes * size * count) as f64 / reads.min(copies)
}

/// The sum of all words, in vectors as long as the processor has.
fn sum(words: &[u64]) -> u64 {
    #[inline(always)]
    fn any(words: &[u64]) -> u64 {
        words.iter().fold(0, |sum, word| sum.wrapping_add(*word))
    }
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f")]
        fn longest(words: &[u64]) -> u64 {
            any(words)
        }
        #[target_feature(enable = "avx2")]
        fn long(words: &[u64]) -> u64 {
            any(words)
        }
        if std::is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has the instructions.
            return unsafe { longest(words) };
        }
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has the instructions.
            return unsafe { long(words) };
        }
    }
    any(words)
}

/// The least seconds that `count` threads take for `work`, from when the first begins to when the last has ended.
fn best<T>(count: usize, state: impl Fn() -> T + Sync, work: impl Fn(&mut T) + Sync) -> f64 {
    let barrier = Barrier::new(count);
    let (barrier, state, work) = (&barrier, &state, &work);
    let runs: Vec<Vec<(Instant, Instant)>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .map(|_| {
                scope.spawn(move || {
                    let mut state = state();
                    let run = |_| {
                        barrier.wait();
                        let began = Instant::now();
                        work(&mut state);
                        (began, Instant::now())
                    };
                    (0..RUNS).map(run).collect()
                })
            })
            .collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let taken = (0..RUNS).filter_map(|i| {
        let began = runs.iter().map(|of_thread| of_thread[i].0).min()?;
        let ended = runs.iter().map(|of_thread| of_thread[i].1).max()?;
        Some(ended - began)
    });
    taken.min().unwrap_or(Duration::MAX).as_secs_f64()
}

/// Loops over instructions that multiply and add, none of which waits for the one before.
mod arithmetic {
    /// What is multiplied and added.
    pub struct Kind {
        /// The factors' element type.
        pub element: &'static str,
        /// What the processor has to have, as LLVM names it.
        feature: &'static str,
        /// The feature with which another one of this element type is faster; empty if there is none.
        better: &'static str,
        /// Operations of an iteration.
        pub operations: f64,
        /// The loop.
        pub run: fn(u64),
    }

    impl Kind {
        const fn new(
            element: &'static str,
            (feature, better): (&'static str, &'static str),
            (operations, run): (f64, fn(u64)),
        ) -> Self {
            Self { element, feature, better, operations, run }
        }

        /// Whether the processor with these features has it, and nothing better.
        pub fn runs_on(&self, features: &str) -> bool {
            let has = |name: &str| features.split(',').any(|feature| feature.strip_prefix('+') == Some(name));
            has(self.feature) && !has(self.better)
        }
    }

    #[cfg(target_arch = "aarch64")]
    pub use aarch64::KINDS;
    #[cfg(target_arch = "x86_64")]
    pub use x86::KINDS;

    /// A loop of `$instruction`, once with each sum, after `$before`, which makes zeros of all.
    macro_rules! repeated {
        ($name:ident, $before:literal, $instruction:literal, $factors:literal, $next:literal, $($sum:tt)*) => {
            pub fn $name(iterations: u64) {
                // SAFETY: the caller has seen that the processor has the instruction; what it changes is named here.
                unsafe {
                    asm!(
                        $before,
                        "2:",
                        $(concat!($instruction, " ", $sum, $factors),)*
                        $next,
                        count = inout(reg) iterations => _,
                        $(out($sum) _,)*
                        options(nomem, nostack)
                    );
                }
            }
        };
    }

    #[cfg(target_arch = "x86_64")]
    mod x86 {
        use super::Kind;
        use std::arch::asm;

        /// The kinds of x86-64.
        pub const KINDS: &[Kind] = &[
            Kind::new("f32", ("avx512f", ""), (14.0 * 32.0, f32_of_512)),
            Kind::new("f32", ("fma", "avx512f"), (14.0 * 16.0, f32_of_256)),
            Kind::new("f64", ("avx512f", ""), (14.0 * 16.0, f64_of_512)),
            Kind::new("f64", ("fma", "avx512f"), (14.0 * 8.0, f64_of_256)),
            Kind::new("bf16", ("avx512bf16", "amx-bf16"), (14.0 * 64.0, bf16)),
            Kind::new("bf16", ("amx-bf16", ""), (4.0 * 16384.0, bf16_tiles)),
            Kind::new("i8", ("avx512vnni", "amx-int8"), (14.0 * 128.0, i8)),
            Kind::new("i8", ("amx-int8", ""), (4.0 * 32768.0, i8_tiles)),
        ];

        macro_rules! of_512 {
            ($name:ident, $instruction:literal) => {
                repeated!($name, "vzeroall", $instruction, ", zmm14, zmm15", "dec {count}\njnz 2b", "zmm0" "zmm1" "zmm2"
                    "zmm3" "zmm4" "zmm5" "zmm6" "zmm7" "zmm8" "zmm9" "zmm10" "zmm11" "zmm12" "zmm13");
            };
        }
        macro_rules! of_256 {
            ($name:ident, $instruction:literal) => {
                repeated!($name, "vzeroall", $instruction, ", ymm14, ymm15", "dec {count}\njnz 2b", "ymm0" "ymm1" "ymm2"
                    "ymm3" "ymm4" "ymm5" "ymm6" "ymm7" "ymm8" "ymm9" "ymm10" "ymm11" "ymm12" "ymm13");
            };
        }
        of_512!(f32_of_512, "vfmadd231ps");
        of_512!(f64_of_512, "vfmadd231pd");
        of_512!(bf16, "vdpbf16ps");
        of_512!(i8, "vpdpbusd");
        of_256!(f32_of_256, "vfmadd231ps");
        of_256!(f64_of_256, "vfmadd231pd");

        /// The shapes of all tiles: 16 rows of 64 bytes.
        #[repr(C, align(64))]
        struct Shapes {
            palette: [u8; 16],
            bytes: [u16; 16],
            rows: [u8; 16],
        }

        macro_rules! of_tiles {
            ($name:ident, $inner:ident, $instruction:literal) => {
                repeated!($inner, "tilezero tmm6\ntilezero tmm7", $instruction, ", tmm6, tmm7", "dec {count}\njnz 2b",
                    "tmm0" "tmm1" "tmm2" "tmm3");
                pub fn $name(iterations: u64) {
                    let mut shapes = Shapes { palette: [0; 16], bytes: [0; 16], rows: [0; 16] };
                    shapes.palette[0] = 1;
                    shapes.bytes[..8].fill(64);
                    shapes.rows[..8].fill(16);
                    // SAFETY: the caller has seen that there are tiles; the shapes are as the processor's manual has them.
                    unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const shapes, options(readonly, nostack)) };
                    $inner(iterations);
                    // SAFETY: as above.
                    unsafe { asm!("tilerelease", options(nomem, nostack)) };
                }
            };
        }
        of_tiles!(bf16_tiles, tdpbf16ps, "tdpbf16ps");
        of_tiles!(i8_tiles, tdpbssd, "tdpbssd");
    }

    #[cfg(target_arch = "aarch64")]
    mod aarch64 {
        use super::Kind;
        use std::arch::asm;

        /// The kinds of aarch64.
        pub const KINDS: &[Kind] =
            &[Kind::new("f32", ("neon", ""), (14.0 * 8.0, f32)), Kind::new("f64", ("neon", ""), (14.0 * 4.0, f64))];

        macro_rules! of_128 {
            ($name:ident, $factors:literal) => {
                repeated!($name, "movi v14.2d, #0\nmovi v15.2d, #0", "fmla", $factors,
                    "subs {count}, {count}, #1\nb.ne 2b", "v0" "v1" "v2" "v3" "v4" "v5" "v6" "v7" "v8" "v9" "v10" "v11" "v12" "v13");
            };
        }
        of_128!(f32, ".4s, v14.4s, v15.4s");
        of_128!(f64, ".2d, v14.2d, v15.2d");
    }
}
