//! Single elements as numbers.

use std::fmt;
use xla_runtime::{Array, TensorType, View};
use xla_scalar::{Element, Error, Kind, Op};

/// An element's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A PRED.
    Bool(bool),
    /// An integer of any kind.
    Int(i128),
    /// A float of any kind.
    Float(f64),
    /// A complex number of any kind.
    Complex(f64, f64),
}

/// The shortest text that reads back as the same float, and looks like a float.
fn float(x: f64, single: bool) -> String {
    let text = if single { format!("{:?}", x as f32) } else { format!("{x:?}") };
    match text.as_str() {
        "NaN" => "nan".to_string(),
        _ => text,
    }
}

impl Number {
    /// The number's text, with the digits that `element` needs.
    pub fn text(self, element: Element) -> String {
        let single = !matches!(element, Element::F64 | Element::C128);
        match self {
            Self::Bool(x) => x.to_string(),
            Self::Int(x) => x.to_string(),
            Self::Float(x) => float(x, single),
            Self::Complex(re, im) => format!("({}, {})", float(re, single), float(im, single)),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Element::F64))
    }
}

/// The elements of an array, one by one.
#[derive(Debug)]
pub struct Numbers {
    element: Element,
    /// Narrow floats as `f64`, all else as it is.
    data: Array,
}

impl Numbers {
    /// The elements of `view`.
    ///
    /// # Errors
    /// If the element type has no conversion to `f64`, or to `complex<f64>`.
    pub fn of(view: View<'_>) -> Result<Self, Error> {
        let element = view.ty().element;
        let wide = match element.kind() {
            Kind::Float => Element::F64,
            Kind::Complex => Element::C128,
            Kind::Pred | Kind::Int => element,
        };
        Ok(Self { element, data: xla_runtime::array::converted(view, wide)? })
    }

    /// Element `i`, which must exist.
    pub fn get(&self, i: usize) -> Number {
        let bytes = self.data.bytes();
        let float = |at: usize| f64::from_le_bytes(take(bytes, at));
        match self.element {
            Element::Pred => Number::Bool(bytes[i] != 0),
            Element::S2 | Element::S4 | Element::S8 => Number::Int(i128::from(bytes[i] as i8)),
            Element::U2 | Element::U4 | Element::U8 => Number::Int(i128::from(bytes[i])),
            Element::S16 => Number::Int(i16::from_le_bytes(take(bytes, i)).into()),
            Element::U16 => Number::Int(u16::from_le_bytes(take(bytes, i)).into()),
            Element::S32 => Number::Int(i32::from_le_bytes(take(bytes, i)).into()),
            Element::U32 => Number::Int(u32::from_le_bytes(take(bytes, i)).into()),
            Element::S64 => Number::Int(i64::from_le_bytes(take(bytes, i)).into()),
            Element::U64 => Number::Int(u64::from_le_bytes(take(bytes, i)).into()),
            Element::C64 | Element::C128 => Number::Complex(float(2 * i), float(2 * i + 1)),
            _ => Number::Float(float(i)),
        }
    }
}

fn take<const N: usize>(bytes: &[u8], i: usize) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bytes[N * i..N * (i + 1)]);
    out
}

/// The range of an integer type.
fn range(element: Element) -> (i128, i128) {
    let bits = element.bits();
    if element.is_signed() { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// Appends `number` as an element of type `element`, rounded to it.
///
/// # Errors
/// If `element` has no such value: the reason.
pub fn push(element: Element, number: Number, bytes: &mut Vec<u8>) -> Result<(), String> {
    let wrong = || format!("{} is not a value of {element}", number.text(Element::F64));
    let rounded = |x: f64, to: Element| {
        xla_scalar::eval(Op::Convert, &[Element::F64], to, &[&x.to_le_bytes()]).map_err(|error| error.to_string())
    };
    match (element.kind(), number) {
        (Kind::Pred, Number::Bool(x)) => bytes.push(u8::from(x)),
        (Kind::Pred, Number::Int(x @ (0 | 1))) => bytes.push(x as u8),
        (Kind::Int, Number::Int(x)) => {
            let (low, high) = range(element);
            if x < low || x > high {
                return Err(wrong());
            }
            bytes.extend_from_slice(&x.to_le_bytes()[..element.storage_bytes()]);
        }
        (Kind::Float, Number::Float(x)) => bytes.extend(rounded(x, element)?),
        (Kind::Float, Number::Int(x)) => bytes.extend(rounded(x as f64, element)?),
        (Kind::Complex, Number::Complex(re, im)) => {
            bytes.extend(rounded(re, element.real_part())?);
            bytes.extend(rounded(im, element.real_part())?);
        }
        (Kind::Complex, Number::Float(re)) => return push(element, Number::Complex(re, 0.0), bytes),
        (Kind::Complex, Number::Int(re)) => return push(element, Number::Complex(re as f64, 0.0), bytes),
        _ => return Err(wrong()),
    }
    Ok(())
}

/// Refuses bytes that are no elements of the type: a two-bit integer of 7, say.
///
/// # Errors
/// If there is one: the first.
pub fn check_range(ty: &TensorType, bytes: &[u8]) -> Result<(), String> {
    let element = ty.element;
    let bad = match element {
        Element::Pred => bytes.iter().position(|&byte| byte > 1),
        _ if element.bits() >= 8 => None,
        Element::S2 | Element::S4 => {
            let (low, high) = range(element);
            bytes.iter().position(|&byte| !(low..=high).contains(&i128::from(byte as i8)))
        }
        _ => bytes.iter().position(|&byte| u32::from(byte) >> element.bits() != 0),
    };
    match bad {
        None => Ok(()),
        Some(i) => Err(format!("element {i}, {}, is not a value of {element}", bytes[i])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_type_reads_what_was_pushed() {
        for &element in Element::ALL {
            let number = match element.kind() {
                Kind::Pred => Number::Bool(true),
                Kind::Int => Number::Int(1),
                Kind::Float => Number::Float(1.0),
                Kind::Complex => Number::Complex(1.0, -2.0),
            };
            let mut bytes = Vec::new();
            assert_eq!(push(element, number, &mut bytes), Ok(()), "{element}");
            assert_eq!(push(element, number, &mut bytes), Ok(()), "{element}");
            let array = Array::new(TensorType::new(element, &[2]), &bytes).expect("two elements");
            assert_eq!(Numbers::of(array.view()).map(|numbers| numbers.get(1)), Ok(number), "{element}");
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let mut bytes = Vec::new();
        assert!(push(Element::S8, Number::Int(128), &mut bytes).is_err());
        assert!(push(Element::U64, Number::Int(-1), &mut bytes).is_err());
        assert!(push(Element::S32, Number::Float(1.5), &mut bytes).is_err());
        assert!(push(Element::U64, Number::Int(u64::MAX.into()), &mut bytes).is_ok());
        assert!(push(Element::S64, Number::Int(i64::MIN.into()), &mut bytes).is_ok());
        let ty = |element| TensorType::new(element, &[1]);
        assert!(check_range(&ty(Element::S4), &[7]).is_ok());
        assert!(check_range(&ty(Element::S4), &[8]).is_err());
        assert!(check_range(&ty(Element::S4), &[0xf8]).is_ok());
        assert!(check_range(&ty(Element::U2), &[4]).is_err());
        assert!(check_range(&ty(Element::Pred), &[2]).is_err());
    }

    #[test]
    fn floats_look_like_floats() {
        assert_eq!(Number::Float(1.0).text(Element::F32), "1.0");
        assert_eq!(Number::Float(f64::from(0.1f32)).text(Element::F32), "0.1");
        assert_eq!(Number::Float(f64::NAN).text(Element::F32), "nan");
        assert_eq!(Number::Float(f64::NEG_INFINITY).text(Element::F64), "-inf");
        assert_eq!(Number::Complex(1.0, -0.0).text(Element::C64), "(1.0, -0.0)");
    }
}
