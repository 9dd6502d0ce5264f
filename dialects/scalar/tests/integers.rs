//! Integers and predicates: wrapping, and everything hardware would trap on or leave undefined.

mod common;

use common::{binary, raw, ternary, unary};
use xla_scalar::Element as E;

#[test]
fn division_never_traps() {
    assert_eq!(binary::<i32, i32>("div", 7, 0), -1);
    assert_eq!(binary::<i32, i32>("div", 0, 0), -1);
    assert_eq!(binary::<i32, i32>("div", i32::MIN, -1), i32::MIN);
    assert_eq!(binary::<i32, i32>("div", -7, 2), -3);
    assert_eq!(binary::<u32, u32>("div", 7, 0), u32::MAX);
    assert_eq!(binary::<u8, u8>("div", 200, 3), 66);
    assert_eq!(binary::<i64, i64>("div", i64::MIN, -1), i64::MIN);
    assert_eq!(binary::<i64, i64>("div", i64::MIN, 0), -1);
    assert_eq!(binary::<i8, i8>("div", -128, -1), -128);
    assert_eq!(binary::<i32, i32>("rem", 7, 0), 7);
    assert_eq!(binary::<i32, i32>("rem", -7, 3), -1);
    assert_eq!(binary::<i32, i32>("rem", 7, -3), 1);
    assert_eq!(binary::<i32, i32>("rem", i32::MIN, -1), 0);
    assert_eq!(binary::<i64, i64>("rem", i64::MIN, -1), 0);
    assert_eq!(binary::<u64, u64>("rem", u64::MAX, 0), u64::MAX);
    assert_eq!(binary::<u64, u64>("rem", u64::MAX, 10), 5);
}

#[test]
fn shifts_past_the_width() {
    assert_eq!(binary::<i32, i32>("shift_left", 1, 31), i32::MIN);
    assert_eq!(binary::<i32, i32>("shift_left", 1, 32), 0);
    assert_eq!(binary::<i32, i32>("shift_left", 1, -1), 0);
    assert_eq!(binary::<i8, i8>("shift_left", 1, 8), 0);
    assert_eq!(binary::<i32, i32>("shift_right_logical", -1, 31), 1);
    assert_eq!(binary::<i32, i32>("shift_right_logical", -1, 32), 0);
    assert_eq!(binary::<i32, i32>("shift_right_logical", -1, -1), 0);
    assert_eq!(binary::<i32, i32>("shift_right_arithmetic", -8, 1), -4);
    assert_eq!(binary::<i32, i32>("shift_right_arithmetic", -8, 32), -1);
    assert_eq!(binary::<i32, i32>("shift_right_arithmetic", 8, 99), 0);
    assert_eq!(binary::<i32, i32>("shift_right_arithmetic", -8, -1), -1);
    assert_eq!(binary::<u8, u8>("shift_right_arithmetic", 0x80, 3), 0xf0);
    assert_eq!(binary::<u64, u64>("shift_left", 3, 63), 1 << 63);
}

#[test]
fn wrapping_and_signs() {
    assert_eq!(binary::<i8, i8>("add", 127, 1), -128);
    assert_eq!(binary::<u8, u8>("sub", 0, 1), 255);
    assert_eq!(binary::<i16, i16>("mul", 300, 300), 24464);
    assert_eq!(unary::<i32, i32>("abs", i32::MIN), i32::MIN);
    assert_eq!(unary::<i32, i32>("abs", -5), 5);
    assert_eq!(unary::<u8, u8>("abs", 200), 200);
    assert_eq!(unary::<i32, i32>("neg", i32::MIN), i32::MIN);
    assert_eq!(unary::<u8, u8>("neg", 1), 255);
    assert_eq!(unary::<i8, i8>("sign", -128), -1);
    assert_eq!(unary::<i8, i8>("sign", 0), 0);
    assert_eq!(unary::<i8, i8>("sign", 9), 1);
    assert_eq!(unary::<u8, u8>("sign", 200), 1);
    assert_eq!(unary::<i32, i32>("not", 0), -1);
    assert_eq!(unary::<i64, i64>("population_count", -1), 64);
    assert_eq!(unary::<i8, i8>("popcnt", -1), 8);
    assert_eq!(unary::<i16, i16>("count_leading_zeros", 0), 16);
    assert_eq!(unary::<i16, i16>("count_leading_zeros", 1), 15);
    assert_eq!(unary::<u32, u32>("count_leading_zeros", 1 << 31), 0);
    assert_eq!(binary::<i32, i32>("max", -1, 1), 1);
    assert_eq!(binary::<u32, u32>("max", u32::MAX, 1), u32::MAX);
    assert_eq!(binary::<i32, i32>("min", -1, 1), -1);
    assert_eq!(ternary::<i32>("clamp", 0, 9, 5), 5);
    // min > max gives max.
    assert_eq!(ternary::<i32>("clamp", 10, 7, 5), 5);
}

#[test]
fn comparisons_follow_the_sign() {
    for (name, signed, unsigned) in [
        ("lt", true, false),
        ("le", true, false),
        ("gt", false, true),
        ("ge", false, true),
        ("eq", false, false),
        ("ne", true, true),
        ("lt_total_order", true, false),
        ("ge_total_order", false, true),
    ] {
        assert_eq!(binary::<i32, bool>(name, -1, 1), signed, "{name}");
        assert_eq!(binary::<u32, bool>(name, u32::MAX, 1), unsigned, "{name}");
        assert_eq!(binary::<i64, bool>(name, i64::MIN, i64::MAX), signed, "{name}");
    }
}

#[test]
fn powers() {
    assert_eq!(binary::<i32, i32>("pow", 3, 4), 81);
    assert_eq!(binary::<i32, i32>("pow", 0, 0), 1);
    assert_eq!(binary::<i32, i32>("pow", -2, 31), i32::MIN);
    assert_eq!(binary::<i32, i32>("pow", 2, 32), 0);
    assert_eq!(binary::<i32, i32>("pow", 3, 41), 3i32.wrapping_pow(41));
    assert_eq!(binary::<i32, i32>("pow", 2, -1), 0);
    assert_eq!(binary::<i32, i32>("pow", 0, -1), 0);
    assert_eq!(binary::<i32, i32>("pow", 1, -5), 1);
    assert_eq!(binary::<i32, i32>("pow", -1, -5), -1);
    assert_eq!(binary::<i32, i32>("pow", -1, -4), 1);
    assert_eq!(binary::<i32, i32>("pow", -1, i32::MIN), 1);
    assert_eq!(binary::<u8, u8>("pow", 3, 255), 3u8.wrapping_pow(255));
    assert_eq!(
        binary::<u64, u64>("pow", 7, u64::MAX),
        7u64.wrapping_pow(u32::MAX).wrapping_mul(
            // 7^(2^64 - 1) = 7^(2^32 - 1) * (7^(2^32))^(2^32 - 1), and 7^(2^32) = 7^(2^32 - 1) * 7.
            7u64.wrapping_pow(u32::MAX).wrapping_mul(7).wrapping_pow(u32::MAX)
        )
    );
}

/// All pairs of 4 bit numbers against the same in wide integers.
#[test]
fn four_bits_wrap() {
    let wrap_s = |v: i32| ((v << 28) >> 28) as i8;
    let wrap_u = |v: i32| (v & 15) as i8;
    for x in 0..16i32 {
        for y in 0..16i32 {
            let (sx, sy) = (i32::from(wrap_s(x)), i32::from(wrap_s(y)));
            let signed = |name: &str| raw(name, &[E::S4; 2], E::S4, &[&[sx as u8], &[sy as u8]])[0] as i8;
            let unsigned = |name: &str| raw(name, &[E::U4; 2], E::U4, &[&[x as u8], &[y as u8]])[0];
            assert_eq!(signed("add"), wrap_s(sx + sy));
            assert_eq!(signed("sub"), wrap_s(sx - sy));
            assert_eq!(signed("mul"), wrap_s(sx * sy));
            assert_eq!(signed("div"), if sy == 0 { -1 } else { wrap_s(sx / sy) }, "{sx} / {sy}");
            assert_eq!(signed("rem"), if sy == 0 { sx as i8 } else { wrap_s(sx % sy) });
            assert_eq!(unsigned("add") as i8, wrap_u(x + y));
            assert_eq!(unsigned("sub") as i8, wrap_u(x - y));
            assert_eq!(unsigned("mul") as i8, wrap_u(x * y));
            assert_eq!(i32::from(unsigned("div")), if y == 0 { 15 } else { x / y });
            let shifted = if y < 4 { wrap_u(x << y) } else { 0 };
            assert_eq!(unsigned("shift_left") as i8, shifted);
            let shifted = if (0..4).contains(&sy) { wrap_s((sx & 15) >> sy) } else { 0 };
            assert_eq!(signed("shift_right_logical"), shifted, "{sx} >>> {sy}");
            let shifted = wrap_s(sx >> if (0..4).contains(&sy) { sy } else { 3 });
            assert_eq!(signed("shift_right_arithmetic"), shifted, "{sx} >> {sy}");
            assert_eq!(
                signed("pow"),
                match (sx, sy) {
                    (1, _) => 1,
                    (-1, _) =>
                        if sy & 1 == 0 {
                            1
                        } else {
                            -1
                        },
                    (_, ..0) => 0,
                    _ => wrap_s(sx.wrapping_pow(sy as u32)),
                },
                "{sx} ^ {sy}"
            );
        }
        let sx = wrap_s(x);
        let signed = |name: &str| raw(name, &[E::S4], E::S4, &[&[sx as u8]])[0] as i8;
        assert_eq!(signed("population_count"), x.count_ones() as i8);
        assert_eq!(signed("count_leading_zeros"), x.leading_zeros() as i8 - 28);
        assert_eq!(signed("not"), wrap_s(!x));
        assert_eq!(signed("neg"), wrap_s(-x));
    }
}

#[test]
fn predicates() {
    for (name, table) in [
        ("add", [false, true, true, true]),
        ("mul", [false, false, false, true]),
        ("and", [false, false, false, true]),
        ("or", [false, true, true, true]),
        ("xor", [false, true, true, false]),
        ("max", [false, true, true, true]),
        ("min", [false, false, false, true]),
        ("eq", [true, false, false, true]),
        ("ne", [false, true, true, false]),
        ("lt", [false, true, false, false]),
        ("ge", [true, false, true, true]),
    ] {
        for (i, want) in table.into_iter().enumerate() {
            assert_eq!(binary::<bool, bool>(name, i & 2 != 0, i & 1 != 0), want, "{name} {i}");
        }
    }
    assert!(!unary::<bool, bool>("not", true));
    // Any nonzero byte is true.
    assert_eq!(raw("not", &[E::Pred], E::Pred, &[&[0, 1, 2, 255]]), [1, 0, 0, 0]);
}
