//! Calls `eval` with Rust values.

#![allow(dead_code)] // not every test file uses all of it

use xla_scalar::{Element, Op, eval};

/// A Rust type with an element's storage form.
pub trait Stored: Copy {
    const ELEMENT: Element;
    fn put(self, out: &mut Vec<u8>);
    fn take(bytes: &[u8]) -> Self;
}

macro_rules! stored {
    ($($T:ident $E:ident),*) => { $(
        impl Stored for $T {
            const ELEMENT: Element = Element::$E;
            fn put(self, out: &mut Vec<u8>) { out.extend(self.to_le_bytes()) }
            fn take(bytes: &[u8]) -> Self { $T::from_le_bytes(bytes.try_into().unwrap()) }
        }
    )* };
}
stored!(i8 S8, i16 S16, i32 S32, i64 S64, u8 U8, u16 U16, u32 U32, u64 U64, f32 F32, f64 F64);

impl Stored for bool {
    const ELEMENT: Element = Element::Pred;
    fn put(self, out: &mut Vec<u8>) {
        out.push(self.into());
    }
    fn take(bytes: &[u8]) -> Self {
        assert!(bytes[0] < 2, "stored predicates are 0 or 1");
        bytes[0] == 1
    }
}

macro_rules! stored_complex {
    ($($T:ident $E:ident),*) => { $(
        impl Stored for ($T, $T) {
            const ELEMENT: Element = Element::$E;
            fn put(self, out: &mut Vec<u8>) { self.0.put(out); self.1.put(out); }
            fn take(bytes: &[u8]) -> Self {
                let (re, im) = bytes.split_at(size_of::<$T>());
                ($T::take(re), $T::take(im))
            }
        }
    )* };
}
stored_complex!(f32 C64, f64 C128);

pub fn bytes<T: Stored>(v: &[T]) -> Vec<u8> {
    let mut out = Vec::new();
    v.iter().for_each(|x| x.put(&mut out));
    out
}

pub fn values<T: Stored>(bytes: &[u8]) -> Vec<T> {
    bytes.chunks_exact(T::ELEMENT.storage_bytes()).map(T::take).collect()
}

pub fn op(name: &str) -> Op {
    Op::from_mnemonic(name).unwrap_or_else(|| panic!("no row {name}"))
}

/// Raw form: element types and bytes.
pub fn raw(name: &str, operands: &[Element], result: Element, args: &[&[u8]]) -> Vec<u8> {
    eval(op(name), operands, result, args).unwrap_or_else(|e| panic!("{e}"))
}

pub fn unary<T: Stored, R: Stored>(name: &str, x: T) -> R {
    values(&raw(name, &[T::ELEMENT], R::ELEMENT, &[&bytes(&[x])]))[0]
}

pub fn binary<T: Stored, R: Stored>(name: &str, x: T, y: T) -> R {
    values(&raw(name, &[T::ELEMENT; 2], R::ELEMENT, &[&bytes(&[x]), &bytes(&[y])]))[0]
}

pub fn ternary<T: Stored>(name: &str, x: T, y: T, z: T) -> T {
    let args = [bytes(&[x]), bytes(&[y]), bytes(&[z])];
    values(&raw(name, &[T::ELEMENT; 3], T::ELEMENT, &[&args[0], &args[1], &args[2]]))[0]
}

/// Converts elements between two types, in storage form.
pub fn convert(from: Element, to: Element, x: &[u8]) -> Vec<u8> {
    raw("convert", &[from], to, &[x])
}

/// Equal bits, but any NaN for a NaN.
#[track_caller]
pub fn same(got: f64, want: f64) {
    let equal = got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan();
    assert!(equal, "{got:?} instead of {want:?}");
}

pub fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |h: u64, x: u8| (h ^ u64::from(x)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}
