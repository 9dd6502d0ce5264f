//! Real floats: corner cases, conversions, orders. Accuracy is measured by `examples/ulp` and
//! bounded here on a sample.

mod common;

use common::{binary, bytes, convert, raw, same, ternary, unary, values};
use xla_scalar::{
    Element as E, Error, Interpreter, Lanes, Machine, MathFn, encode, eval_with, expand, reduce_precision,
};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// The cases hold for F32 and F64 alike.
#[track_caller]
fn both(name: &str, x: f64, want: f64) {
    same(unary::<f64, f64>(name, x), want);
    same(unary::<f32, f32>(name, x as f32).into(), (want as f32).into());
}

#[track_caller]
fn both2(name: &str, x: f64, y: f64, want: f64) {
    same(binary::<f64, f64>(name, x, y), want);
    same(binary::<f32, f32>(name, x as f32, y as f32).into(), (want as f32).into());
}

#[test]
fn exact_unary() {
    for (name, x, want) in [
        ("abs", -0.0, 0.0),
        ("abs", -INF, INF),
        ("neg", 0.0, -0.0),
        ("neg", -3.0, 3.0),
        ("ceil", -0.5, -0.0),
        ("ceil", f64::from(f32::from_bits(1)), 1.0),
        ("floor", -0.0, -0.0),
        ("floor", -f64::from(f32::from_bits(1)), -1.0),
        ("floor", INF, INF),
        ("floor", NAN, NAN),
        ("sign", -0.0, -0.0),
        ("sign", 0.0, 0.0),
        ("sign", -7.0, -1.0),
        ("sign", INF, 1.0),
        ("sign", NAN, NAN),
        ("round", 0.5, 1.0),
        ("round", -0.5, -1.0),
        ("round", 2.5, 3.0),
        ("round", -0.2, -0.0),
        ("round", 0.49999997, 0.0),
        ("round", 8388609.0, 8388609.0),
        ("round", 4503599627370497.0, 4503599627370497.0),
        ("round", -INF, -INF),
        ("round", NAN, NAN),
        ("round_nearest_even", 0.5, 0.0),
        ("round_nearest_even", 1.5, 2.0),
        ("round_nearest_even", 2.5, 2.0),
        ("round_nearest_even", -0.5, -0.0),
        ("sqrt", -0.0, -0.0),
        ("sqrt", -1.0, NAN),
        ("sqrt", 4.0, 2.0),
        ("real", -0.0, -0.0),
        ("imag", -5.0, 0.0),
    ] {
        both(name, x, want);
    }
    same(unary::<f64, f64>("round", 0.49999999999999994), 0.0);
}

#[test]
fn special_values_of_functions() {
    let tiny = f64::from(f32::from_bits(1));
    for (name, x, want) in [
        ("exp", -INF, 0.0),
        ("exp", INF, INF),
        ("exp", 0.0, 1.0),
        ("exp", NAN, NAN),
        ("exp", 1e4, INF),
        ("exp", -1e4, 0.0),
        ("exponential_minus_one", -0.0, -0.0),
        ("exponential_minus_one", INF, INF),
        ("exponential_minus_one", -INF, -1.0),
        ("exponential_minus_one", tiny, tiny),
        ("exponential_minus_one", NAN, NAN),
        ("log", 0.0, -INF),
        ("log", -0.0, -INF),
        ("log", -1.0, NAN),
        ("log", INF, INF),
        ("log", 1.0, 0.0),
        ("log", NAN, NAN),
        ("log_plus_one", -1.0, -INF),
        ("log_plus_one", -2.0, NAN),
        ("log_plus_one", -0.0, -0.0),
        ("log_plus_one", INF, INF),
        ("log_plus_one", tiny, tiny),
        ("log_plus_one", NAN, NAN),
        ("sin", -0.0, -0.0),
        ("sin", INF, NAN),
        ("sin", tiny, tiny),
        ("sin", NAN, NAN),
        ("cos", 0.0, 1.0),
        ("cos", -INF, NAN),
        ("cos", NAN, NAN),
        ("tan", -0.0, -0.0),
        ("tan", INF, NAN),
        ("tan", tiny, tiny),
        ("tanh", -0.0, -0.0),
        ("tanh", INF, 1.0),
        ("tanh", -INF, -1.0),
        ("tanh", tiny, tiny),
        ("tanh", NAN, NAN),
        ("logistic", INF, 1.0),
        ("logistic", -INF, 0.0),
        ("logistic", 0.0, 0.5),
        ("logistic", NAN, NAN),
        ("rsqrt", 0.0, INF),
        ("rsqrt", -0.0, -INF),
        ("rsqrt", INF, 0.0),
        ("rsqrt", -1.0, NAN),
        ("rsqrt", 4.0, 0.5),
        ("rsqrt", NAN, NAN),
        ("cbrt", -0.0, -0.0),
        ("cbrt", -27.0, -3.0),
        ("cbrt", INF, INF),
        ("cbrt", NAN, NAN),
        ("erf", -0.0, -0.0),
        ("erf", INF, 1.0),
        ("erf", -INF, -1.0),
        ("erf", NAN, NAN),
    ] {
        both(name, x, want);
    }
    // exp reaches its subnormal results and its last finite one.
    same(unary::<f32, f32>("exp", -103.0).into(), f64::from((-103f64).exp() as f32));
    same(unary::<f32, f32>("exp", 88.72283).into(), f64::from(88.72283f32).exp() as f32 as f64);
    assert_eq!(unary::<f32, f32>("logistic", -100.0), (-100f64).exp() as f32);
}

#[test]
fn is_finite() {
    for (x, want) in [(0.0, true), (f32::MAX, true), (f32::INFINITY, false), (f32::NAN, false)] {
        assert_eq!(unary::<f32, bool>("is_finite", x), want);
        assert_eq!(unary::<f32, bool>("is_finite", -x), want);
    }
}

#[test]
fn exact_binary() {
    for (name, x, y, want) in [
        ("div", 1.0, -0.0, -INF),
        ("div", 0.0, 0.0, NAN),
        ("max", -0.0, 0.0, 0.0),
        ("max", 0.0, -0.0, 0.0),
        ("max", -0.0, -0.0, -0.0),
        ("max", NAN, 1.0, NAN),
        ("max", 1.0, NAN, NAN),
        ("max", -INF, 1.0, 1.0),
        ("max", 2.0, 2.0, 2.0),
        ("max", -2.0, -2.0, -2.0),
        ("min", -0.0, 0.0, -0.0),
        ("min", 0.0, -0.0, -0.0),
        ("min", 0.0, 0.0, 0.0),
        ("min", NAN, 1.0, NAN),
        ("min", 1.0, NAN, NAN),
        ("min", -INF, 1.0, -INF),
        ("rem", 5.5, 2.0, 1.5),
        ("rem", -5.5, 2.0, -1.5),
        ("rem", 5.5, -2.0, 1.5),
        ("rem", -0.0, 2.0, -0.0),
        ("rem", -4.0, 2.0, -0.0),
        ("rem", 1.0, 0.0, NAN),
        ("rem", 1.0, INF, 1.0),
        ("rem", INF, 1.0, NAN),
        ("pow", 0.0, 0.0, 1.0),
        ("pow", NAN, 0.0, 1.0),
        ("pow", 1.0, NAN, 1.0),
        ("pow", -2.0, 3.0, -8.0),
        ("pow", -2.0, 0.5, NAN),
        ("pow", -0.0, -3.0, -INF),
        ("pow", -1.0, INF, 1.0),
        ("pow", 2.0, -INF, 0.0),
        ("pow", 2.0, 10.0, 1024.0),
        ("atan2", 0.0, -0.0, std::f64::consts::PI),
        ("atan2", -0.0, -1.0, -std::f64::consts::PI),
        ("atan2", -0.0, 1.0, -0.0),
        ("atan2", INF, -INF, 3.0 * std::f64::consts::FRAC_PI_4),
    ] {
        both2(name, x, y, want);
    }
    // The quotient has 2^277 in it; the remainder is exact.
    assert_eq!(binary::<f32, f32>("rem", f32::MAX, f32::from_bits(3)), f32::MAX % f32::from_bits(3));
    assert_eq!(binary::<f32, f32>("rem", 1e38, 3.0), 1e38f32 % 3.0);
}

#[test]
fn clamp() {
    for (low, x, high, want) in [
        (0.0, 5.0, 3.0, 3.0),
        (4.0, 5.0, 3.0, 3.0),
        (4.0, 3.5, 3.0, 3.0),
        (0.0, -5.0, 3.0, 0.0),
        (0.0, NAN, 3.0, NAN),
        (NAN, 1.0, 3.0, NAN),
        (0.0, 1.0, NAN, NAN),
    ] {
        same(ternary::<f64>("clamp", low, x, high), want);
    }
}

#[test]
fn comparisons() {
    for (name, less, equal, greater, unordered) in [
        ("eq", false, true, false, false),
        ("ne", true, false, true, true),
        ("lt", true, false, false, false),
        ("le", true, true, false, false),
        ("gt", false, false, true, false),
        ("ge", false, true, true, false),
    ] {
        assert_eq!(binary::<f32, bool>(name, -1.0, 2.0), less, "{name}");
        assert_eq!(binary::<f32, bool>(name, -0.0, 0.0), equal, "{name}");
        assert_eq!(binary::<f32, bool>(name, f32::INFINITY, 2.0), greater, "{name}");
        assert_eq!(binary::<f32, bool>(name, f32::NAN, f32::NAN), unordered, "{name}");
        assert_eq!(binary::<f32, bool>(name, f32::NAN, 1.0), unordered, "{name}");
    }
}

/// Each type's values from -NaN to +NaN, as stored patterns.
#[test]
fn total_order() {
    let check = |e: E, ascending: &[u64]| {
        let size = e.storage_bytes();
        for (i, x) in ascending.iter().enumerate() {
            for (j, y) in ascending.iter().enumerate() {
                let args = [&x.to_le_bytes()[..size], &y.to_le_bytes()[..size]];
                let ask = |name: &str| raw(name, &[e; 2], E::Pred, &args)[0] == 1;
                assert_eq!(ask("eq_total_order"), i == j, "{e} {x:#x} {y:#x}");
                assert_eq!(ask("ne_total_order"), i != j, "{e} {x:#x} {y:#x}");
                assert_eq!(ask("lt_total_order"), i < j, "{e} {x:#x} {y:#x}");
                assert_eq!(ask("le_total_order"), i <= j, "{e} {x:#x} {y:#x}");
                assert_eq!(ask("gt_total_order"), i > j, "{e} {x:#x} {y:#x}");
                assert_eq!(ask("ge_total_order"), i >= j, "{e} {x:#x} {y:#x}");
            }
        }
    };
    let mirrored = |sign: u64, magnitudes: &[u64]| -> Vec<u64> {
        let negative = magnitudes.iter().rev().map(|m| m | sign);
        negative.chain(magnitudes.iter().copied()).collect()
    };
    check(E::F32, &mirrored(1 << 31, &[0, 1, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000]));
    let wide = [0, 1, 0x3ff0 << 48, 0x7ff0 << 48, 0x7ff8 << 48, 0x7ff8 << 48 | 1];
    check(E::F64, &mirrored(1 << 63, &wide));
    check(E::F16, &mirrored(1 << 15, &[0, 1, 0x3c00, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7e01]));
    check(E::BF16, &mirrored(1 << 15, &[0, 1, 0x3f80, 0x7f7f, 0x7f80, 0x7f81, 0x7fc0]));
    check(E::F8E5M2, &mirrored(1 << 7, &[0, 1, 0x3c, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f]));
    check(E::F8E4M3FN, &mirrored(1 << 7, &[0, 1, 0x38, 0x7e, 0x7f]));
    check(E::F4E2M1FN, &mirrored(1 << 3, &[0, 1, 2, 3, 4, 5, 6, 7]));
}

#[test]
fn floats_to_integers_saturate() {
    fn to<T: common::Stored>(x: f64) -> [T; 2] {
        let single = convert(E::F32, T::ELEMENT, &bytes(&[x as f32]));
        [values(&convert(E::F64, T::ELEMENT, &bytes(&[x])))[0], values(&single)[0]]
    }
    assert_eq!(to::<i32>(-2.9), [-2; 2]);
    assert_eq!(to::<i32>(NAN), [0; 2]);
    assert_eq!(to::<i32>(1e20), [i32::MAX; 2]);
    assert_eq!(to::<i32>(-INF), [i32::MIN; 2]);
    assert_eq!(to::<i32>(-2147483648.0), [i32::MIN; 2]);
    assert_eq!(to::<i32>(2147483648.0), [i32::MAX; 2]);
    assert_eq!(to::<i64>(9223372036854775808.0), [i64::MAX; 2]);
    assert_eq!(to::<i64>(-9223372036854775808.0), [i64::MIN; 2]);
    assert_eq!(to::<u64>(1e30), [u64::MAX; 2]);
    assert_eq!(to::<u64>(9223372036854775808.0), [1 << 63; 2]);
    assert_eq!(to::<u32>(-1.0), [0; 2]);
    assert_eq!(to::<u32>(-0.5), [0; 2]);
    assert_eq!(to::<u32>(4294967040.0), [4294967040; 2]);
    assert_eq!(to::<u8>(255.9), [255; 2]);
    assert_eq!(to::<u8>(256.0), [255; 2]);
    assert_eq!(to::<i8>(-128.9), [-128; 2]);
    assert_eq!(to::<bool>(0.1), [true; 2]);
    assert_eq!(to::<bool>(-0.0), [false; 2]);
    assert_eq!(to::<bool>(NAN), [true; 2]);
    let s4 = |x: f32| convert(E::F32, E::S4, &bytes(&[x]))[0] as i8;
    assert_eq!([s4(7.9), s4(8.0), s4(-8.5), s4(-9.0)], [7, 7, -8, -8]);
    let u2 = |x: f32| convert(E::F32, E::U2, &bytes(&[x]))[0];
    assert_eq!([u2(3.9), u2(4.0), u2(-1.0), u2(f32::NAN)], [3, 3, 0, 0]);
}

#[test]
fn conversions() {
    let one = |from, to, x: &[u8]| convert(from, to, x);
    let f32_of = |v: Vec<u8>| values::<f32>(&v)[0];
    assert_eq!(f32_of(one(E::S64, E::F32, &bytes(&[(1i64 << 53) + 1]))), 2f32.powi(53));
    assert_eq!(f32_of(one(E::S64, E::F32, &bytes(&[(1i64 << 60) + (1 << 36) + 1]))), 2f32.powi(60) + 2f32.powi(37));
    assert_eq!(f32_of(one(E::U64, E::F32, &bytes(&[u64::MAX]))), 2f32.powi(64));
    assert_eq!(f32_of(one(E::U32, E::F32, &bytes(&[16777217u32]))), 16777216.0);
    assert_eq!(f32_of(one(E::F64, E::F32, &bytes(&[1e300]))), f32::INFINITY);
    assert_eq!(f32_of(one(E::Pred, E::F32, &[1])), 1.0);
    assert_eq!(one(E::S32, E::S8, &bytes(&[300i32])), [44]);
    assert_eq!(one(E::S8, E::U32, &bytes(&[-1i8])), [255; 4]);
    assert_eq!(one(E::U8, E::S32, &bytes(&[200u8])), 200i32.to_le_bytes());
    assert_eq!(one(E::S32, E::S4, &bytes(&[12i32]))[0] as i8, -4);
    assert_eq!(one(E::S32, E::U4, &bytes(&[-1i32])), [15]);
    assert_eq!(one(E::S4, E::S32, &[0xf8]), (-8i32).to_le_bytes());
    assert_eq!(one(E::S32, E::Pred, &bytes(&[256i32])), [1]);
    assert_eq!(one(E::Pred, E::S2, &[7]), [1]);
    assert_eq!(values::<(f32, f32)>(&one(E::S32, E::C64, &bytes(&[-3i32]))), [(-3.0, 0.0)]);
    assert_eq!(values::<f64>(&one(E::C64, E::F64, &bytes(&[(2.5f32, 9.0f32)]))), [2.5]);
    assert_eq!(values::<(f32, f32)>(&one(E::C128, E::C64, &bytes(&[(0.1f64, 1e300)]))), [(0.1, f32::INFINITY)]);
    // F64 1 + 2^-8 + 2^-40 is above the tie of two bf16: twice rounded it would be even, 1.
    let above = 1.0 + 2f64.powi(-8) + 2f64.powi(-40);
    assert_eq!(one(E::F64, E::BF16, &bytes(&[above])), 0x3f81u16.to_le_bytes());
}

#[test]
fn bitcasts() {
    let cast = |from, to, x: &[u8]| raw("bitcast_convert", &[from], to, &[x]);
    assert_eq!(cast(E::F32, E::S32, &bytes(&[-1.5f32])), bytes(&[(-1.5f32).to_bits()]));
    assert_eq!(cast(E::U64, E::F64, &bytes(&[1u64])), bytes(&[f64::from_bits(1)]));
    // A signalling NaN keeps its payload.
    assert_eq!(cast(E::F16, E::U16, &[0x01, 0x7c]), [0x01, 0x7c]);
    assert_eq!(cast(E::BF16, E::F16, &[0x81, 0x7f]), [0x81, 0x7f]);
    assert_eq!(cast(E::S4, E::U4, &[0xff]), [15]);
    assert_eq!(cast(E::U4, E::S4, &[9]), [0xf9]);
    assert_eq!(cast(E::S4, E::F4E2M1FN, &[0xf9]), [9]);
    assert_eq!(cast(E::F4E2M1FN, E::S4, &[9]), [0xf9]);
    assert_eq!(cast(E::F8E4M3FN, E::S8, &[0xff]), [0xff]);
}

/// The library's, but for the numbers where it forgets to give NaN.
fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

/// A sample of what `examples/ulp` measures on all inputs, with the bounds it found.
#[test]
fn single_precision_errors() {
    type Row = (MathFn, fn(f64) -> f64, f64);
    let bounds: [Row; 21] = [
        (MathFn::Exp, libm::exp, 0.9),
        (MathFn::Expm1, libm::expm1, 1.6),
        (MathFn::Log, libm::log, 0.9),
        (MathFn::Log1p, libm::log1p, 1.1),
        (MathFn::Sin, libm::sin, 0.9),
        (MathFn::Cos, libm::cos, 0.9),
        (MathFn::Tan, libm::tan, 0.51),
        (MathFn::Tanh, libm::tanh, 1.4),
        (MathFn::Logistic, |x| 1.0 / (1.0 + libm::exp(-x)), 1.6),
        (MathFn::Rsqrt, |x| 1.0 / x.sqrt(), 0.51),
        (MathFn::Cbrt, libm::cbrt, 0.51),
        (MathFn::Erf, libm::erf, 1.1),
        (MathFn::Asin, libm::asin, 0.51),
        (MathFn::Acos, libm::acos, 0.51),
        (MathFn::Atan, libm::atan, 0.51),
        (MathFn::Asinh, libm::asinh, 1.9),
        (MathFn::Acosh, acosh, 2.5),
        (MathFn::Atanh, libm::atanh, 0.51),
        // As XLA rounds it, which is seen in the table of docs/accuracy.md.
        (MathFn::Sinh, libm::sinh, 65.0),
        (MathFn::Cosh, libm::cosh, 65.0),
        (MathFn::Erfc, libm::erfc, 5.0),
    ];
    let x: Vec<f32> = (0..1 << 15).map(|i: u32| f32::from_bits(i.wrapping_mul(0x9E37_79B1))).collect();
    for (f, reference, bound) in bounds {
        let mut b = Interpreter::new(x.len());
        let arg = b.value(Lanes::F32(x.clone()));
        let v = expand(&mut b, f, Machine::F32, &[arg]);
        let Lanes::F32(got) = b.get(v) else { panic!("{f:?} gives no F32") };
        for (&x, &got) in x.iter().zip(got) {
            let want = reference(x.into());
            if (want as f32).is_nan() || (want as f32).is_infinite() {
                same(got.into(), (want as f32).into());
                continue;
            }
            let exponent = ((want.abs().to_bits() >> 52) as i32 - 1023).max(-126);
            let error = (f64::from(got) - want).abs() * 2f64.powi(23 - exponent);
            assert!(error <= bound, "{f:?}({x:e}) = {got:e}: {error} ULP");
        }
    }
}

/// Against the library, whose functions are good to a unit in the last place; `examples/ulp` knows better.
#[test]
fn double_precision_errors() {
    type Row = (MathFn, fn(f64) -> f64, f64);
    let bounds: [Row; 16] = [
        (MathFn::Exp, libm::exp, 2.0),
        (MathFn::Expm1, libm::expm1, 2.5),
        (MathFn::Log, libm::log, 2.0),
        (MathFn::Log1p, libm::log1p, 2.0),
        (MathFn::Asin, libm::asin, 3.0),
        (MathFn::Acos, libm::acos, 3.0),
        (MathFn::Atan, libm::atan, 3.0),
        (MathFn::Sinh, libm::sinh, 3.0),
        (MathFn::Cosh, libm::cosh, 3.0),
        (MathFn::Tanh, libm::tanh, 3.0),
        (MathFn::Asinh, libm::asinh, 3.0),
        (MathFn::Acosh, acosh, 3.0),
        (MathFn::Atanh, libm::atanh, 3.0),
        (MathFn::Erf, libm::erf, 3.0),
        (MathFn::Erfc, libm::erfc, 4.0),
        (MathFn::Lgamma, |x| if x > 0.0 { libm::lgamma(x) } else { f64::NAN }, 5.0),
    ];
    let corners = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, f64::MAX, 0.5, -0.5];
    let any = |i: u64| f64::from_bits(i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let near = |i: u64| (i as f64 - 4096.0) / 512.0;
    let x: Vec<f64> = (0..1 << 13).flat_map(|i| [any(i), near(i)]).chain(corners).collect();
    for (f, reference, bound) in bounds {
        let mut b = Interpreter::new(x.len());
        let arg = b.value(Lanes::F64(x.clone()));
        let v = expand(&mut b, f, Machine::F64, &[arg]);
        let Lanes::F64(got) = b.get(v) else { panic!("{f:?} gives no F64") };
        for (&x, &got) in x.iter().zip(got) {
            let want = reference(x);
            if f == MathFn::Lgamma && want.is_nan() {
                continue;
            }
            if !want.is_finite() || want == 0.0 {
                same(got, want);
                continue;
            }
            let unit = want.abs().max(f64::MIN_POSITIVE);
            let exponent = (unit.to_bits() >> 52) as i32 - 1023;
            // In two steps, since the unit of a small number has no inverse.
            let error = (got - want).abs() * 2f64.powi(26 - exponent / 2) * 2f64.powi(26 - (exponent - exponent / 2));
            assert!(error <= bound, "{f:?}({x:e}) = {got:e}, not {want:e}: {error} ULP");
        }
    }
}

/// Quotients up to 2^277: the remainder is exact, as Rust's is.
#[test]
fn remainders_are_exact() {
    let bits = |i: u32, k: u32| f32::from_bits(i.wrapping_mul(k).rotate_left(7));
    let x: Vec<f32> = (1..1 << 16).map(|i| bits(i, 0x9E37_79B1)).collect();
    // Half of the divisors have exponents near the dividend's.
    let near = |i: u32| bits(i, 0x9E37_79B1) * (1.0 + (i % 97) as f32) / (1.0 + (i % 1013) as f32);
    let y: Vec<f32> = (1..1 << 16).map(|i| if i % 2 == 0 { bits(i, 0x85EB_CA77) } else { near(i) }).collect();
    let got = raw("rem", &[E::F32; 2], E::F32, &[&bytes(&x), &bytes(&y)]);
    for ((x, y), got) in x.iter().zip(&y).zip(values::<f32>(&got)) {
        let want = x % y;
        let equal = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
        assert!(equal, "{x:e} % {y:e} = {got:e}, not {want:e}");
    }
}

#[test]
fn powers_and_angles() {
    let x: Vec<f32> = (0..1 << 14).map(|i: u32| f32::from_bits(i.wrapping_mul(0x9E37_79B1))).collect();
    let y: Vec<f32> = (0..1 << 14).map(|i: u32| (i % 4001) as f32 / 100.0 - 20.0).collect();
    let check = |name: &str, reference: fn(f64, f64) -> f64| {
        let got = raw(name, &[E::F32; 2], E::F32, &[&bytes(&x), &bytes(&y)]);
        for ((&x, &y), got) in x.iter().zip(&y).zip(values::<f32>(&got)) {
            let want = reference(x.into(), y.into());
            let rounded = want as f32;
            let exponent = ((want.abs().to_bits() >> 52) as i32 - 1023).max(-126);
            let error = (f64::from(got) - want).abs() * 2f64.powi(23 - exponent);
            let equal = got == rounded || got.is_nan() && rounded.is_nan();
            assert!(equal || error <= 0.51, "{name}({x:e}, {y:e}) = {got:e}, not {want:e}");
        }
    };
    check("pow", libm::pow);
    check("atan2", libm::atan2);
}

/// Asserts that `got` is `want` or one of its neighbours, and of its sign.
fn near(got: f64, want: f64, what: &str) {
    let same = got.is_nan() && want.is_nan();
    let steps = (got.to_bits() as i64).wrapping_sub(want.to_bits() as i64).unsigned_abs();
    assert!(same || steps <= 1, "{what} = {got:e}, not {want:e}");
}

#[test]
fn doubles_are_reduced_by_pi_exactly() {
    // The number of 53 bits that is nearest to a multiple of pi / 2, and values of binary128.
    let hardest = 6381956970095103.0 * 2f64.powi(797);
    near(unary::<f64, f64>("cos", hardest), -4.687165924254628e-19, "cos");
    near(unary::<f64, f64>("sin", hardest), 1.0, "sin");
    near(unary::<f64, f64>("tan", hardest), -2.133485385753704e18, "tan");
    let exponents = (-1074..1024).step_by(3);
    let spread = exponents
        .flat_map(|e| [1.0, std::f64::consts::FRAC_PI_2, 1.9].map(|m| m * 2f64.powi(e / 2) * 2f64.powi(e - e / 2)));
    let specials = [0.0, -0.0, f64::INFINITY, -f64::INFINITY, f64::NAN, f64::MAX, 2f64.powi(32), 4294967295.9999995];
    for x in spread.flat_map(|x| [x, -x]).chain(specials) {
        near(unary::<f64, f64>("sin", x), libm::sin(x), &format!("sin({x:e})"));
        near(unary::<f64, f64>("cos", x), libm::cos(x), &format!("cos({x:e})"));
        near(unary::<f64, f64>("tan", x), libm::tan(x), &format!("tan({x:e})"));
        near(unary::<f64, f64>("cbrt", x), libm::cbrt(x), &format!("cbrt({x:e})"));
    }
}

#[test]
fn powers_of_doubles() {
    let specials = [
        0.0,
        0.5,
        1.0,
        2.0,
        3.0,
        0.3,
        1e300,
        1e-300,
        5e-324,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        2f64.powi(52) + 1.0,
        2f64.powi(53),
        1.0 + f64::EPSILON,
        1.0 - f64::EPSILON,
        1074.0,
        1075.0,
        1e19,
    ];
    let signed = || specials.into_iter().flat_map(|x| [x, -x]);
    for x in signed() {
        for y in signed() {
            // libm's own is hundreds of units off where |y| is above 2^31.
            if y.abs() < 1e9 || x.abs() == 1.0 || !y.is_finite() {
                near(binary::<f64, f64>("pow", x, y), libm::pow(x, y), &format!("pow({x:e}, {y:e})"));
            }
        }
    }
    // Of binary128.
    near(binary::<f64, f64>("pow", 1.0 + f64::EPSILON, 1e16), 9.211_438_704_993_53, "near 1");
}

#[test]
fn reduced_precision() {
    fn reduce<T: common::Stored>(exponent: u32, mantissa: u32, x: T) -> T {
        let run = |b: &mut Interpreter, v: &[xla_scalar::Val<_>]| {
            let v = reduce_precision(b, T::ELEMENT, exponent, mantissa, v[0]).expect("an IEEE float");
            Ok::<_, Error>(encode(b, T::ELEMENT, v))
        };
        let stored = bytes(&[x]);
        let out = eval_with(&[(T::ELEMENT, &stored)], T::ELEMENT, run);
        values(&out.expect("no error").expect("one operand"))[0]
    }
    let f = |exponent, mantissa, x: f32| f64::from(reduce(exponent, mantissa, x));
    // bf16 and f16 by another way; ties to even.
    for x in [1.0f32, 257.0 / 256.0, 259.0 / 256.0, -3.3, 1e-30, 3.4e38, 65519.0, 1e-7] {
        same(f(8, 7, x), half::bf16::from_f32(x).to_f64());
        same(f(11, 52, x), x.into());
    }
    same(f(5, 10, 65519.0), 65504.0);
    same(f(5, 10, 65520.0), INF);
    same(f(5, 10, -65520.0), -INF);
    // XLA flushes the subnormals of the small format.
    same(f(5, 10, 6.1e-5), 0.0);
    same(f(5, 10, -1e-7), -0.0);
    same(f(5, 10, 2f32.powi(-14)), 2f64.powi(-14));
    same(f(8, 0, 1.5), 2.0);
    same(f(8, 0, 2.9), 2.0);
    // One exponent bit leaves no finite number but 0.
    same(f(1, 23, 1.5), 0.0);
    same(f(1, 23, 2.0), INF);
    same(f(8, 0, f32::NAN), NAN);
    same(f(2, 0, f32::INFINITY), INF);
    same(reduce(8, 23, 1.0 + 2f64.powi(-30)), 1.0);
    same(reduce(8, 23, 1e300), INF);
}
