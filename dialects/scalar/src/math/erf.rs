//! `erf`, `erfc` and `erf_inv` of `F64`, and `erfc` and `erf_inv` of `F32`.

use super::double::exp_of_sum;
use super::{F32, F64};
use crate::builder::{Builder, CmpF};
use crate::element::Machine;
use crate::functions::MathFn;

/// `erf(x) / x - 1` in powers of `x^2` for |x| <= 1/2.
const ERF: [f64; 11] = [
    0.1283791670955126,
    -0.37612638903183754,
    0.11283791670955123,
    -0.026866170645130034,
    0.005223977625403192,
    -0.0008548327016159163,
    0.00012055332131175981,
    -1.4925586560096415e-05,
    1.6459034327218912e-06,
    -1.6273138761686977e-07,
    1.3214378238338438e-08,
];

/// `exp(x^2) erfc(x) (1 + 2x)` in powers of `(x - 3) / (x + 3)` for 1/2 <= x <= 28.
const ERFC: [f64; 23] = [
    1.2530080582697296,
    -0.1356211061245812,
    -0.04756229435345069,
    0.129645158702762,
    -0.11927366341531184,
    0.06830802734394606,
    -0.023770514918535,
    0.0025293918163012867,
    0.0018886903563882266,
    -0.0007798322711238722,
    -0.00010515976006998048,
    0.00012509932517614915,
    4.949171856598834e-06,
    -2.0100366204579723e-05,
    -7.300584944122771e-07,
    3.471590922188021e-06,
    3.5270573932933196e-07,
    -6.145935469896456e-07,
    -1.3434782089576666e-07,
    9.873766274044104e-08,
    3.425864841281962e-08,
    -1.0645556253175624e-08,
    -4.336368740303364e-09,
];

/// `erf(x) / x - 1` in powers of `x^2` for |x| <= 1/2, for `F32`.
const ERF_SINGLE: [f64; 5] =
    [0.12837916560179147, -0.37612609007469805, 0.11282831428465862, -0.026757732735015517, 0.004719082567218814];

/// `exp(x^2) erfc(x) (1 + 2x)` in powers of `(x - 3) / (x + 3)` for 0 <= x <= 10.06, for `F32`.
const ERFC_SINGLE: [f64; 11] = [
    1.2530080578044467,
    -0.1356211427860145,
    -0.04756227711430815,
    0.12964656057504081,
    -0.11927272305011823,
    0.06829357089511819,
    -0.023789787877090303,
    0.0025796593871407775,
    0.001993699487110772,
    -0.0007993815026447171,
    -0.00027770219860788416,
];

/// `erf_inv(x) / x` in powers of `w / 3.125 - 1` for `w = -ln(1 - x^2) <= 6.25`.
const ERF_INV_SMALL: [f64; 27] = [
    1.6536545626831027,
    0.7504943200799635,
    -0.058922567103777745,
    -0.0226044474534427,
    0.0178083618182855,
    -0.00413731437763532,
    -0.0012716922681254177,
    0.0012324855718632934,
    -0.0002643936728808268,
    -0.00011688886556874711,
    9.336742725235734e-05,
    -1.5027582849378318e-05,
    -1.1257494271261306e-05,
    7.129642900560496e-06,
    -6.831540544487464e-07,
    -1.0584174019720957e-06,
    5.382078862956802e-07,
    -1.1520113194027481e-08,
    -9.687946564826672e-08,
    4.0471163864192175e-08,
    3.028556497072415e-09,
    -9.393027907670336e-09,
    2.647531226541269e-09,
    1.07174842186996e-09,
    -6.725570072690255e-10,
    -4.858347047596898e-11,
    6.429272956364003e-11,
];

/// The same in powers of `(sqrt(w) - 3.25) / 0.75` for sqrt(w) from 2.5 to 4.
const ERF_INV_MIDDLE: [f64; 22] = [
    3.0838856104922208,
    0.7539442257706239,
    0.003021139436374796,
    -0.0015825410894020754,
    0.0007883078513037062,
    -0.0004006356984658501,
    0.00016966502201395562,
    -4.739182621090278e-05,
    2.405864553961797e-06,
    5.1273107998549535e-06,
    -2.6647929019048458e-06,
    5.264816664010632e-07,
    9.289123106534858e-08,
    -9.472931730402785e-08,
    2.640207676146399e-08,
    -3.1762860610433224e-10,
    -2.4631252310387788e-09,
    9.484146288570452e-10,
    -1.1668488242884922e-10,
    -4.6670908711308964e-11,
    2.410988140506669e-11,
    -3.42833449329419e-12,
];

/// The same in powers of `(sqrt(w) - 5.05) / 1.05` for sqrt(w) from 4 to 6.1, where x is next to 1.
const ERF_INV_LARGE: [f64; 20] = [
    4.90042105144364,
    1.0607992684776597,
    -0.0001872685458722447,
    -0.00023188618667788056,
    8.65930486683364e-05,
    -2.3451082668074913e-05,
    5.620164924634607e-06,
    -1.2763533362883602e-06,
    2.978842378324773e-07,
    -8.525128099200803e-08,
    3.5542406151211526e-08,
    -1.908266214905206e-08,
    1.0431742117174716e-08,
    -5.093482215121752e-09,
    2.070491483729841e-09,
    -6.834123102170571e-10,
    1.7180350181692015e-10,
    5.877270076330093e-12,
    -3.7762349806187014e-11,
    1.2709204612192261e-11,
];

/// `erf(x)` of `F64` or `F32` for |x| <= 1/2.
fn erf_small<B: Builder>(b: &mut B, ty: Machine, x: B::V) -> B::V {
    let u = b.mulf(x, x);
    let p = b.poly(ty, u, if ty == F64 { &ERF[..] } else { &ERF_SINGLE });
    b.fma(p, x, x)
}

/// `erfc(a)` of `F64` or `F32` for a >= 1/2: `exp(-a^2)`, with what rounding the square loses, times a polynomial.
fn erfc_large<B: Builder>(b: &mut B, ty: Machine, a: B::V) -> B::V {
    // erfc of the limit rounds to 0.
    let (limit, table) = if ty == F64 { (28.0, &ERFC[..]) } else { (11.0, &ERFC_SINGLE[..]) };
    let limit = b.float(ty, limit);
    let over = b.cmpf(CmpF::Ogt, a, limit);
    let a = b.select(over, limit, a);
    let minus = b.negf(a);
    let high = b.mulf(minus, a);
    let minus_high = b.negf(high);
    let low = b.fma(minus, a, minus_high);
    let (less, more) = (b.addk(ty, a, -3.0), b.addk(ty, a, 3.0));
    let t = b.divf(less, more);
    let p = b.poly(ty, t, table);
    let one = b.float(ty, 1.0);
    let denominator = b.fmak(ty, a, 2.0, one);
    let p = b.divf(p, denominator);
    if ty == F64 {
        let e = exp_of_sum(b, high, Some(low));
        return b.mulf(e, p);
    }
    // exp(high + low) is exp(high) (1 + low).
    let e = b.math(MathFn::Exp, ty, &[high]);
    let v = b.mulf(e, p);
    b.fma(v, low, v)
}

pub(super) fn erf<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let small = erf_small(b, F64, x);
    let abs = b.absf(x);
    let rest = erfc_large(b, F64, abs);
    let one = b.float(F64, 1.0);
    let large = b.subf(one, rest);
    let large = b.copysign(large, x);
    let is_large = b.cmpfk(CmpF::Oge, F64, abs, 0.5);
    b.select(is_large, large, small)
}

pub(super) fn erfc<B: Builder>(b: &mut B, x: B::V) -> B::V {
    erfc_of(b, F64, x)
}

/// `erfc` of `F32`.
pub(super) fn erfc_single<B: Builder>(b: &mut B, x: B::V) -> B::V {
    erfc_of(b, F32, x)
}

fn erfc_of<B: Builder>(b: &mut B, ty: Machine, x: B::V) -> B::V {
    let erf = erf_small(b, ty, x);
    let abs = b.absf(x);
    let right = erfc_large(b, ty, abs);
    let (one, two) = (b.float(ty, 1.0), b.float(ty, 2.0));
    let small = b.subf(one, erf);
    let left = b.subf(two, right);
    let negative = b.cmpfk(CmpF::Olt, ty, x, 0.0);
    let large = b.select(negative, left, right);
    let is_large = b.cmpfk(CmpF::Oge, ty, abs, 0.5);
    b.select(is_large, large, small)
}

/// `erf_inv(x) / x` in powers of `w - 1.5` for `w = -ln(1 - x^2) < 5`.
const ERF_INV_SINGLE_SMALL: [f64; 11] = [
    1.2520638704299927,
    0.25036245584487915,
    0.0008794887689873576,
    -0.0020923393312841654,
    0.00017807993572205305,
    2.32123929890804e-05,
    -5.569073891820153e-06,
    1.2740247079534583e-08,
    1.3876268667445402e-07,
    -2.4889931893312678e-08,
    1.7885201097911363e-09,
];

/// `erf_inv(x) / x` in powers of `sqrt(w) - 3`, for `w` of 5 and more; it is less than 16 for numbers of `F32`.
const ERF_INV_SINGLE_LARGE: [f64; 10] = [
    2.832976818084717,
    1.0016752481460571,
    0.00944534596055746,
    -0.007641144096851349,
    0.0056847212836146355,
    -0.003581573022529483,
    0.0014928050804882243,
    -8.259274181909859e-05,
    -0.0003164660301990807,
    0.00013066607061773539,
];

/// As [`erf_inv`], in two polynomials, which is three times as fast as in `F64`: random numbers of a normal distribution are
/// computed by it.
pub(super) fn erf_inv_single<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let one = b.float(F32, 1.0);
    let minus = b.negf(x);
    let rest = b.fma(minus, x, one);
    let log = b.math(MathFn::Log, F32, &[rest]);
    let w = b.negf(log);
    let root = b.sqrt(w);
    let small = b.addk(F32, w, -1.5);
    let small = b.poly(F32, small, &ERF_INV_SINGLE_SMALL);
    let large = b.addk(F32, root, -3.0);
    let large = b.poly(F32, large, &ERF_INV_SINGLE_LARGE);
    let is_small = b.cmpfk(CmpF::Olt, F32, w, 5.0);
    let v = b.select(is_small, small, large);
    let v = b.mulf(v, x);
    let inf = b.float(F32, f64::INFINITY);
    let signed_inf = b.copysign(inf, x);
    let at_one = b.cmpf(CmpF::Oeq, w, inf);
    b.select(at_one, signed_inf, v)
}

/// `x` times a polynomial in `w = -ln(1 - x^2)`, or in its root, of which `erf_inv` is nearly a multiple far out.
pub(super) fn erf_inv<B: Builder>(b: &mut B, x: B::V) -> B::V {
    let one = b.float(F64, 1.0);
    let (less, more) = (b.subf(one, x), b.addf(one, x));
    let product = b.mulf(less, more);
    let log = b.math(MathFn::Log, F64, &[product]);
    let w = b.negf(log);
    let root = b.sqrt(w);
    let mut part = |v, scale: f64, middle: f64, table: &[f64]| {
        let t = b.addk(F64, v, -middle);
        let t = b.mulk(F64, t, 1.0 / scale);
        b.poly(F64, t, table)
    };
    let small = part(w, 3.125, 3.125, &ERF_INV_SMALL);
    let middle = part(root, 0.75, 3.25, &ERF_INV_MIDDLE);
    let large = part(root, 1.05, 5.05, &ERF_INV_LARGE);
    let is_large = b.cmpfk(CmpF::Oge, F64, root, 4.0);
    let v = b.select(is_large, large, middle);
    let is_small = b.cmpfk(CmpF::Olt, F64, w, 6.25);
    let v = b.select(is_small, small, v);
    let v = b.mulf(v, x);
    let inf = b.float(F64, f64::INFINITY);
    let inf = b.copysign(inf, x);
    let at_one = b.cmpfk(CmpF::Oeq, F64, w, f64::INFINITY);
    b.select(at_one, inf, v)
}
