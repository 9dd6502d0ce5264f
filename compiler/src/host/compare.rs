//! Comparing arrays: equality, tolerances, distances in units of the last place.

use super::number::{Number, Numbers};
use xla_runtime::View;
use xla_scalar::{Element, Kind, Machine};

/// Where two arrays differ most.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The index of the first element that differs.
    pub index: Vec<usize>,
    /// What is there.
    pub actual: String,
    /// What is expected there.
    pub expected: String,
    /// How many elements differ.
    pub count: usize,
    /// More about the difference: how large it is.
    pub detail: String,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let index: Vec<_> = self.index.iter().map(ToString::to_string).collect();
        write!(f, "index [{}]: actual {}, expected {}", index.join(", "), self.actual, self.expected)?;
        if !self.detail.is_empty() {
            write!(f, " ({})", self.detail)?;
        }
        if self.count > 1 {
            write!(f, "; {} elements differ", self.count)?;
        }
        Ok(())
    }
}

/// Whether two elements agree, and what to say if they do not.
trait Rule {
    fn differ(&self, i: usize, actual: Number, expected: Number) -> Option<String>;
}

impl<F: Fn(usize, Number, Number) -> Option<String>> Rule for F {
    fn differ(&self, i: usize, actual: Number, expected: Number) -> Option<String> {
        self(i, actual, expected)
    }
}

fn compare(actual: View<'_>, expected: View<'_>, rule: impl Rule) -> Result<Option<Mismatch>, String> {
    if actual.ty() != expected.ty() {
        return Err(format!("{} cannot be compared with {}", actual.ty(), expected.ty()));
    }
    let numbers = |view| Numbers::of(view).map_err(|error| error.to_string());
    let (a, e) = (numbers(actual)?, numbers(expected)?);
    let ty = actual.ty();
    let mut mismatch: Option<Mismatch> = None;
    for i in 0..ty.size().unwrap_or(0) {
        let (x, y) = (a.get(i), e.get(i));
        let Some(detail) = rule.differ(i, x, y) else { continue };
        match &mut mismatch {
            Some(first) => first.count += 1,
            None => {
                mismatch = Some(Mismatch {
                    index: index_of(i, &ty.shape),
                    actual: x.text(ty.element),
                    expected: y.text(ty.element),
                    count: 1,
                    detail,
                });
            }
        }
    }
    Ok(mismatch)
}

fn index_of(mut i: usize, shape: &[usize]) -> Vec<usize> {
    let mut index = vec![0; shape.len()];
    for (place, &n) in index.iter_mut().zip(shape).rev() {
        (*place, i) = (i % n, i / n);
    }
    index
}

/// Equality of elements; floats compare as IEEE 754 says, so NaN is equal to nothing and -0 to 0.
///
/// # Errors
/// If the types differ or have no order to compare by.
pub fn equal(actual: View<'_>, expected: View<'_>) -> Result<Option<Mismatch>, String> {
    compare(actual, expected, |_, x: Number, y: Number| (x != y).then(String::new))
}

/// `|actual - expected| <= atol + rtol * |expected|`; NaN agrees with NaN, and infinity with itself. Integers and
/// PRED must be equal.
///
/// # Errors
/// If the types differ or cannot be compared.
pub fn close(actual: View<'_>, expected: View<'_>, rtol: f64, atol: f64) -> Result<Option<Mismatch>, String> {
    compare(actual, expected, |_, x: Number, y: Number| {
        let part = |x: f64, y: f64| {
            let agree = x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= atol + rtol * y.abs() && y.is_finite();
            (!agree).then(|| format!("off by {:e}", (x - y).abs()))
        };
        match (x, y) {
            (Number::Float(x), Number::Float(y)) => part(x, y),
            (Number::Complex(a, b), Number::Complex(c, d)) => part(a, c).or_else(|| part(b, d)),
            _ => (x != y).then(String::new),
        }
    })
}

/// The largest `|actual - expected| / (1 + |expected|)`; infinite where one is not a number and the other is.
///
/// # Errors
/// If the types differ or cannot be compared.
pub fn max_error(actual: View<'_>, expected: View<'_>) -> Result<f64, String> {
    let worst = std::cell::Cell::new(0f64);
    compare(actual, expected, |_, x: Number, y: Number| {
        let part = |x: f64, y: f64| {
            let error = match x == y || (x.is_nan() && y.is_nan()) {
                true => 0.0,
                false => (x - y).abs() / (1.0 + y.abs()),
            };
            worst.set(worst.get().max(if error.is_nan() { f64::INFINITY } else { error }));
        };
        match (x, y) {
            (Number::Complex(a, b), Number::Complex(c, d)) => {
                part(a, c);
                part(b, d);
            }
            (Number::Float(x), Number::Float(y)) => part(x, y),
            (Number::Int(x), Number::Int(y)) => part(x as f64, y as f64),
            _ => part(f64::from(u8::from(x != y)), 0.0),
        }
        None
    })?;
    Ok(worst.get())
}

/// How many floats lie between `actual` and `expected`: it must be in `min..=max`. All NaNs are the same; an
/// infinity is far from every number. Both parts of complex numbers count.
///
/// # Errors
/// If the types differ or are not float or complex.
pub fn ulps(actual: View<'_>, expected: View<'_>, min: u64, max: u64) -> Result<Option<Mismatch>, String> {
    let element = actual.ty().element;
    if !matches!(element.kind(), Kind::Float | Kind::Complex) {
        return Err(format!("{element} has no units in the last place"));
    }
    let real = element.real_part();
    let width = real.storage().bytes();
    let parts = element.components();
    let (a, e) = (actual.bytes(), expected.bytes());
    let bits = |bytes: &[u8], i: usize| {
        let mut wide = [0; 8];
        wide[..width].copy_from_slice(&bytes[i * width..(i + 1) * width]);
        u64::from_le_bytes(wide)
    };
    compare(actual, expected, |i: usize, x: Number, y: Number| {
        let part = |k: usize| {
            let (x, y) = match (x, y) {
                (Number::Complex(a, b), Number::Complex(c, d)) => {
                    if k == 0 {
                        (a, c)
                    } else {
                        (b, d)
                    }
                }
                (Number::Float(x), Number::Float(y)) => (x, y),
                _ => return u64::MAX,
            };
            distance(real, (x, bits(a, i * parts + k)), (y, bits(e, i * parts + k)))
        };
        let distance = (0..parts).map(part).max().unwrap_or(0);
        (!(min..=max).contains(&distance)).then(|| format!("{distance} ULP"))
    })
}

/// Steps between two floats, given as values and as bits.
fn distance(element: Element, (x, x_bits): (f64, u64), (y, y_bits): (f64, u64)) -> u64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y.is_infinite() {
        return if x == y || (x.is_nan() && y.is_nan()) { 0 } else { u64::MAX };
    }
    // Bits of one sign are ordered as the numbers are; the sign is the top bit, unless there is none.
    let sign = match element {
        Element::F8E8M0FNU => 0,
        _ => 1u64 << (element.bits() - 1),
    };
    let ordinal = |bits: u64| {
        let magnitude = i128::from(bits & sign.wrapping_sub(1));
        if bits & sign != 0 { -magnitude } else { magnitude }
    };
    debug_assert!(element.storage() != Machine::I1);
    u64::try_from((ordinal(x_bits) - ordinal(y_bits)).unsigned_abs()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xla_runtime::{Array, TensorType};

    fn f32s(values: &[f32]) -> Array {
        let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        Array::new(TensorType::new(Element::F32, &[values.len()]), &bytes).expect("floats")
    }

    fn bytes(element: Element, bytes: &[u8]) -> Array {
        Array::new(TensorType::new(element, &[bytes.len() / element.storage_bytes()]), bytes).expect("elements")
    }

    #[test]
    fn equality_is_that_of_floats() {
        let a = f32s(&[1.0, 0.0, 3.0]);
        assert_eq!(equal(a.view(), f32s(&[1.0, -0.0, 3.0]).view()), Ok(None));
        let nan = f32s(&[f32::NAN]);
        assert!(equal(nan.view(), nan.view()).is_ok_and(|mismatch| mismatch.is_some()));
        let mismatch = equal(a.view(), f32s(&[1.0, 2.0, 2.0]).view()).map(|m| m.map(|m| m.to_string()));
        assert_eq!(mismatch, Ok(Some("index [1]: actual 0.0, expected 2.0; 2 elements differ".to_string())));
        assert!(equal(a.view(), f32s(&[1.0]).view()).is_err());
        assert_eq!(index_of(7, &[2, 2, 3]), [1, 0, 1]);
    }

    #[test]
    fn tolerances_are_absolute_and_relative() {
        let agree = |x: f32, y: f32, rtol, atol| close(f32s(&[x]).view(), f32s(&[y]).view(), rtol, atol) == Ok(None);
        assert!(agree(1.0, 1.05, 0.0, 0.1) && !agree(1.0, 1.2, 0.0, 0.1));
        assert!(agree(100.0, 101.0, 0.01, 0.0) && !agree(100.0, 102.0, 0.01, 0.0));
        assert!(
            agree(f32::NAN, f32::NAN, 0.0, 0.0) && !agree(f32::NAN, 1.0, 1.0, 1.0) && !agree(1.0, f32::NAN, 1.0, 1.0)
        );
        assert!(agree(f32::INFINITY, f32::INFINITY, 0.0, 0.0));
        assert!(!agree(f32::INFINITY, f32::NEG_INFINITY, 1.0, 1.0) && !agree(1.0, f32::INFINITY, 1.0, 1.0));
    }

    #[test]
    fn errors_are_measured() {
        let error = |x: f32, y: f32| max_error(f32s(&[0.0, x]).view(), f32s(&[0.0, y]).view());
        assert_eq!(error(1.0, 1.0), Ok(0.0));
        assert_eq!(error(4.0, 3.0), Ok(0.25));
        assert_eq!(error(f32::NAN, 3.0), Ok(f64::INFINITY));
        assert_eq!(error(f32::INFINITY, f32::INFINITY), Ok(0.0));
    }

    #[test]
    fn steps_are_counted_in_each_format() {
        let off = |x: f32, y: f32| ulps(f32s(&[x]).view(), f32s(&[y]).view(), 0, 0).map(|m| m.map(|m| m.detail));
        assert_eq!(off(0.0, -0.0), Ok(None));
        assert_eq!(off(f32::from_bits(1), -f32::from_bits(1)), Ok(Some("2 ULP".to_string())));
        assert_eq!(off(f32::NAN, -f32::NAN), Ok(None));
        assert_eq!(off(f32::MAX, f32::INFINITY), Ok(Some(format!("{} ULP", u64::MAX))));
        let f8 = |byte: u8| bytes(Element::F8E4M3FN, &[byte]);
        assert_eq!(ulps(f8(0x38).view(), f8(0x3b).view(), 0, 3), Ok(None));
        assert!(ulps(f8(0x38).view(), f8(0x3b).view(), 0, 2).is_ok_and(|m| m.is_some()));
        let e8 = |byte: u8| bytes(Element::F8E8M0FNU, &[byte]);
        assert!(ulps(e8(0x80).view(), e8(0x7f).view(), 1, 1).is_ok_and(|m| m.is_none()));
        let complex: Vec<u8> = [1f32, 2.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        let other: Vec<u8> = [1f32, 2.0000002].iter().flat_map(|x| x.to_le_bytes()).collect();
        let (complex, other) = (bytes(Element::C64, &complex), bytes(Element::C64, &other));
        assert!(ulps(complex.view(), other.view(), 0, 0).is_ok_and(|m| m.is_some()));
        assert_eq!(ulps(complex.view(), other.view(), 1, 1), Ok(None));
        assert!(ulps(bytes(Element::S8, &[1]).view(), bytes(Element::S8, &[1]).view(), 0, 3).is_err());
    }
}
