//! Narrow floats: every pattern decoded, and encodings against two references.

mod common;

use common::{bytes, convert, fnv, values};
use xla_scalar::{Element, Element as E, encode, eval_with, reduce_precision};

const ALL: [E; 13] = [
    E::F4E2M1FN,
    E::F6E2M3FN,
    E::F6E3M2FN,
    E::F8E3M4,
    E::F8E4M3,
    E::F8E4M3FN,
    E::F8E4M3B11FNUZ,
    E::F8E4M3FNUZ,
    E::F8E5M2,
    E::F8E5M2FNUZ,
    E::F8E8M0FNU,
    E::F16,
    E::BF16,
];

fn patterns(e: E) -> Vec<u8> {
    if e.bits() == 16 {
        (0..=u16::MAX).flat_map(u16::to_le_bytes).collect()
    } else {
        (0..=((1u16 << e.bits()) - 1) as u8).collect()
    }
}

fn codes(e: E, stored: &[u8]) -> Vec<u16> {
    match e.bits() {
        16 => values(stored),
        _ => stored.iter().map(|&b| b.into()).collect(),
    }
}

fn inputs() -> Vec<f32> {
    let spread = (0..1u32 << 16).map(|i| i.wrapping_mul(0x9E37_79B1));
    let near_one = spread.clone().map(|b| b & 0x807f_ffff | (107 + (b >> 23 & 0xff) % 41) << 23);
    spread.chain(near_one).map(f32::from_bits).filter(|x| !x.is_nan()).collect()
}

/// Hashes of the values of all patterns, and of the encodings of `inputs`, made with ml_dtypes 0.5.
const GOLDEN: [(E, u64, u64); 11] = [
    (E::F4E2M1FN, 0x2403bb76b85dfea5, 0xa57d3a97edd30a62),
    (E::F6E2M3FN, 0x7ffacb24ad8b0aa5, 0xfdec333bbd67f3a5),
    (E::F6E3M2FN, 0x25da13434201d785, 0x05e5f253f4d597c1),
    (E::F8E3M4, 0x80787327a21e89a5, 0xe31be4c70865559b),
    (E::F8E4M3, 0x5ec93e00154a78e5, 0x63cda910dd3d02f6),
    (E::F8E4M3FN, 0xdad259c50f757625, 0x3608196206304d6e),
    (E::F8E4M3B11FNUZ, 0x61e7e67bf2b586d8, 0x3cc192e76670433c),
    (E::F8E4M3FNUZ, 0x10b52e1689fa0f98, 0xf09fd09080451e7b),
    (E::F8E5M2, 0xa4c9f019470b0385, 0x39f524e4dc049901),
    (E::F8E5M2FNUZ, 0x5bcfa8edcce2bf98, 0x331b2abede9662c9),
    (E::F8E8M0FNU, 0x6d2c8b41c3f0e5a5, 0xb9d26ffb5c587268),
];

#[test]
fn small_floats_agree_with_ml_dtypes() {
    for (e, decoded, encoded) in GOLDEN {
        // ml_dtypes rounds all numbers between 2^-127 and 2^-126 up, LLVM and we to nearest.
        let differs = |x: f32| e == E::F8E8M0FNU && x > 0.0 && x < f32::MIN_POSITIVE;
        let x: Vec<f32> = inputs().into_iter().filter(|x| !differs(*x)).collect();
        let canonical = |v: f32| if v.is_nan() { f32::NAN.copysign(v) } else { v };
        let all: Vec<f32> = values(&convert(e, E::F32, &patterns(e)));
        let all: Vec<f32> = all.into_iter().map(canonical).collect();
        assert_eq!(fnv(bytes(&all)), decoded, "decoding {e}");
        assert_eq!(fnv(convert(E::F32, e, &bytes(&x))), encoded, "encoding {e}");
    }
}

#[test]
fn half_floats_agree_with_the_crate_half() {
    let check = |e: E, decode: fn(u16) -> f32, encode: fn(f32) -> u16| {
        let all: Vec<f32> = values(&convert(e, E::F32, &patterns(e)));
        for (bits, got) in (0..=u16::MAX).zip(all) {
            let want = decode(bits);
            assert!(got == want || got.is_nan() && want.is_nan(), "{e} {bits:#x}");
            assert_eq!(got.is_sign_negative(), want.is_sign_negative(), "{e} {bits:#x}");
        }
        let x = inputs();
        for (x, got) in x.iter().zip(codes(e, &convert(E::F32, e, &bytes(&x)))) {
            assert_eq!(got, encode(*x), "{e} {x:e}");
        }
    };
    check(E::F16, |b| half::f16::from_bits(b).to_f32(), |x| half::f16::from_f32(x).to_bits());
    check(E::BF16, |b| half::bf16::from_bits(b).to_f32(), |x| half::bf16::from_f32(x).to_bits());
}

/// `encode(decode(bits)) == bits` through an operation that only moves values, NaNs included.
#[test]
fn patterns_survive_the_compute_form() {
    for e in ALL {
        let all = patterns(e);
        assert_eq!(common::raw("real", &[e], e, &[&all]), all, "{e}");
    }
}

/// The instructions for `F16` of x86-64 round each `F32`, and extend each pattern, to the same bits; NaNs become quiet.
#[test]
#[cfg(target_arch = "x86_64")]
fn half_floats_agree_with_the_processor() {
    use std::arch::x86_64::{__m128i, __m256, _mm256_cvtph_ps, _mm256_cvtps_ph};
    if !is_x86_feature_detected!("f16c") {
        return;
    }
    let decoded: Vec<f32> = values(&convert(E::F16, E::F32, &patterns(E::F16)));
    for (start, got) in (0..=u16::MAX).step_by(8).zip(decoded.chunks_exact(8)) {
        let codes: [u16; 8] = std::array::from_fn(|i| start + i as u16);
        // SAFETY: the processor has the instruction, and vectors are as large as arrays of eight.
        let want: [f32; 8] =
            unsafe { std::mem::transmute(_mm256_cvtph_ps(std::mem::transmute::<[u16; 8], __m128i>(codes))) };
        let quiet = |x: &f32| x.to_bits() | if x.is_nan() { 0x0040_0000 } else { 0 };
        assert_eq!(got.iter().map(quiet).collect::<Vec<_>>(), want.map(f32::to_bits), "{start:#x}");
    }
    // Every pattern of sign, exponent and leading bits, with the trailing bits at both ends of a unit and beside its middle.
    const TRAILING: [u32; 6] = [0, 1, 0xfff, 0x1000, 0x1001, 0x1fff];
    for leading in (0..1u32 << 19).step_by(8) {
        for trailing in TRAILING {
            let x: [f32; 8] = std::array::from_fn(|i| f32::from_bits((leading + i as u32) << 13 | trailing));
            // SAFETY: as above; rounding is to nearest even.
            let want: [u16; 8] =
                unsafe { std::mem::transmute(_mm256_cvtps_ph::<0>(std::mem::transmute::<[f32; 8], __m256>(x))) };
            let quiet = |code: u16| if code & 0x7fff > 0x7c00 { code | 0x200 } else { code };
            let got: Vec<u16> = codes(E::F16, &convert(E::F32, E::F16, &bytes(&x))).into_iter().map(quiet).collect();
            assert_eq!(got, want, "{leading:#x} {trailing:#x}");
        }
    }
}

/// From F64 only one rounding: neighbours of every midpoint go to the right side, ties to even.
#[test]
fn doubles_round_once() {
    for e in ALL.into_iter().filter(|&e| e != E::F8E8M0FNU) {
        let all: Vec<f64> = values(&convert(e, E::F64, &patterns(e)));
        let step = if e.bits() == 16 { 7 } else { 1 };
        let mut x = Vec::new();
        let mut want = Vec::new();
        for low in (0..(all.len() / 2) - 1).step_by(step) {
            let (a, z) = (all[low], all[low + 1]);
            if !(a.is_finite() && z.is_finite()) {
                continue;
            }
            let middle = (a + z) / 2.0;
            let even = low + (low & 1);
            for (v, code) in [(middle.next_down(), low), (middle, even), (middle.next_up(), low + 1)] {
                x.push(v);
                want.push(code as u16);
            }
        }
        assert!(!x.is_empty());
        assert_eq!(codes(e, &convert(E::F64, e, &bytes(&x))), want, "{e}");
    }
}

#[test]
fn doubles_beyond_singles() {
    let code = |e: E, x: f64| codes(e, &convert(E::F64, e, &bytes(&[x])))[0];
    assert_eq!(code(E::BF16, 1e300), 0x7f80);
    assert_eq!(code(E::BF16, -1e300), 0xff80);
    assert_eq!(code(E::BF16, 1e-300), 0);
    assert_eq!(code(E::BF16, -1e-300), 0x8000);
    assert_eq!(code(E::F16, f64::INFINITY), 0x7c00);
    assert_eq!(code(E::F16, f64::NAN), 0x7e00);
    assert_eq!(code(E::F8E4M3FN, 1e300), 0x7f);
    assert_eq!(code(E::F8E8M0FNU, 1e300), 0xff);
    assert_eq!(code(E::F8E8M0FNU, 3.0), 0x81);
    assert_eq!(code(E::F8E8M0FNU, 0.0), 0xff);
    assert_eq!(code(E::F8E8M0FNU, -1.0), 0xff);
    assert_eq!(code(E::F8E8M0FNU, 1e-300), 0);
    assert_eq!(code(E::F8E8M0FNU, 1.49 * 2f64.powi(-127)), 0);
    assert_eq!(code(E::F8E8M0FNU, 1.5 * 2f64.powi(-127)), 1);
}

#[test]
fn integers_round_once() {
    let code = |e: E, x: i64| codes(e, &convert(E::S64, e, &bytes(&[x])))[0];
    let unsigned = |e: E, x: u64| codes(e, &convert(E::U64, e, &bytes(&[x])))[0];
    // Halfway between two bf16, and one off: 2^60 + 2^52, whose last bit F64 cannot hold.
    let tie = (1i64 << 60) + (1 << 52);
    let even = half::bf16::from_f64(2f64.powi(60)).to_bits();
    assert_eq!(code(E::BF16, tie), even);
    assert_eq!(code(E::BF16, tie + 1), even + 1);
    assert_eq!(code(E::BF16, tie - 1), even);
    assert_eq!(code(E::BF16, -tie - 1), 0x8000 | (even + 1));
    assert_eq!(code(E::BF16, i64::MIN), half::bf16::from_f64(-(2f64.powi(63))).to_bits());
    assert_eq!(unsigned(E::BF16, u64::MAX), half::bf16::from_f64(2f64.powi(64)).to_bits());
    assert_eq!(code(E::F16, 65519), 0x7bff);
    assert_eq!(code(E::F16, 65520), 0x7c00);
    assert_eq!(code(E::F16, -2049), half::f16::from_f32(-2048.0).to_bits());
    assert_eq!(code(E::F16, 2051), half::f16::from_f32(2052.0).to_bits());
    // 32 bits: 2^24 + 2^16 is halfway for bf16, plus 1 is not exact in F32.
    let code32 = |x: i32| codes(E::BF16, &convert(E::S32, E::BF16, &bytes(&[x])))[0];
    let even = half::bf16::from_f64(2f64.powi(24)).to_bits();
    assert_eq!(code32((1 << 24) + (1 << 16)), even);
    assert_eq!(code32((1 << 24) + (1 << 16) + 1), even + 1);
}

/// `ceil` can leave a small format, and results have to be rounded for later operations too.
#[test]
fn results_are_values_of_the_type() {
    // 15.5, the largest F8E3M4: ceil overflows to infinity.
    assert_eq!(common::raw("ceil", &[E::F8E3M4], E::F8E3M4, &[&[0x6f]]), [0x70]);
    // F8E8M0FNU has no negative numbers, FNUZ no negative zero.
    assert_eq!(common::raw("neg", &[E::F8E8M0FNU], E::F8E8M0FNU, &[&[0x7f]]), [0xff]);
    assert_eq!(common::raw("neg", &[E::F8E4M3FNUZ], E::F8E4M3FNUZ, &[&[0]]), [0]);
    // 1/3 in bf16.
    let third = common::raw("div", &[E::BF16; 2], E::BF16, &[&[0x80, 0x3f], &[0x40, 0x40]]);
    assert_eq!(third, [0xab, 0x3e]);
}

/// `reduce_precision` of one number by its definition, in integers: IEEE formats of `exponent` and `mantissa` bits.
fn reduced(bits: u64, (exponent, mantissa): (u32, u32), (e, m): (u32, u32)) -> u64 {
    let sign = bits >> (exponent + mantissa) << (exponent + mantissa);
    let magnitude = bits ^ sign;
    let infinity = ((1 << exponent) - 1) << mantissa;
    if magnitude >= infinity {
        return bits;
    }
    let cut = mantissa.saturating_sub(m);
    let (down, lost) = (magnitude >> cut, magnitude & ((1 << cut) - 1));
    let up = match (lost * 2).cmp(&(1 << cut)) {
        _ if cut == 0 => 0,
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => down & 1,
        std::cmp::Ordering::Greater => 1,
    };
    let rounded = (down + up) << cut;
    if e >= exponent {
        return sign | rounded;
    }
    let unbiased = (rounded >> mantissa) as i64 - ((1 << (exponent - 1)) - 1);
    let reach = (1 << (e - 1)) - 1;
    match unbiased {
        _ if unbiased > reach => sign | infinity,
        _ if unbiased < 1 - reach => sign,
        _ => sign | rounded,
    }
}

/// Every format, on corners and on what lies next to ties.
#[test]
fn reduce_precision_to_every_format() {
    let formats = [(Element::F16, 5, 10), (Element::BF16, 8, 7), (Element::F32, 8, 23), (Element::F64, 11, 52)];
    for (element, exponent, mantissa) in formats {
        let width = 1 + exponent + mantissa;
        let mut numbers = Vec::new();
        for field in 0..1u64 << exponent {
            for kept in 0..=mantissa {
                // 0.11…1 and its neighbours, 0.1 and its neighbours.
                let ones = ((1u64 << mantissa) - 1) >> kept << kept;
                for m in [0, 1, ones, ones.saturating_sub(1), ones + 1, 1 << kept >> 1, (1 << kept >> 1) + 1] {
                    numbers.push(field << mantissa | m & ((1 << mantissa) - 1));
                }
            }
        }
        numbers.retain(|bits| width < 64 || bits % 7 < 3);
        let negative = numbers.iter().map(|bits| bits | 1 << (width - 1)).collect::<Vec<_>>();
        numbers.extend(negative);
        let bytes: Vec<u8> = numbers.iter().flat_map(|v| v.to_le_bytes()[..width as usize / 8].to_vec()).collect();
        for e in 1..=11 {
            for m in (0..=mantissa).filter(|m| width < 64 || matches!(m, 0..=2 | 10 | 23 | 51..)) {
                let result = eval_with(&[(element, &bytes)], element, |b, args| {
                    let v = reduce_precision(b, element, e, m, args[0]).ok_or("not a float")?;
                    Ok::<_, &str>(encode(b, element, v))
                });
                let result = result.expect("a format").expect("as many results");
                for (got, &bits) in result.chunks(width as usize / 8).zip(&numbers) {
                    let mut word = [0; 8];
                    word[..got.len()].copy_from_slice(got);
                    let (got, want) = (u64::from_le_bytes(word), reduced(bits, (exponent, mantissa), (e, m)));
                    let nan = |bits: u64| bits << (64 - width + 1) > ((1 << exponent) - 1) << (64 - exponent);
                    assert!(
                        got == want || nan(got) && nan(want),
                        "{element} {bits:#x} to e{e}m{m}: {got:#x} {want:#x}"
                    );
                }
            }
        }
    }
}
