//! Combining what several processes have, element by element, for the computations that most programs use.
//!
//! Any other computation is compiled code.

use xla_scalar::Element;

/// A computation of two values that is an op of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// Their sum.
    Sum,
    /// Their product.
    Product,
    /// The smaller one; NaN if one is.
    Min,
    /// The larger one; NaN if one is.
    Max,
    /// Their bits' conjunction.
    And,
    /// Their bits' disjunction.
    Or,
    /// Their bits' exclusive disjunction.
    Xor,
}

/// The elements that are combined together: their accumulators stay in the first cache.
const BLOCK: usize = 2048;

impl Combine {
    /// The computation that consists of the op of this name.
    pub fn of_op(mnemonic: &str) -> Option<Self> {
        Some(match mnemonic {
            "add" => Self::Sum,
            "mul" => Self::Product,
            "min" => Self::Min,
            "max" => Self::Max,
            "and" => Self::And,
            "or" => Self::Or,
            "xor" => Self::Xor,
            _ => return None,
        })
    }

    /// Whether [`Combine::all`] knows these elements.
    pub fn knows(self, element: Element) -> bool {
        use Element::{BF16, F32, F64, Pred, S8, S16, S32, S64, U8, U16, U32, U64};
        match element {
            F32 | F64 | BF16 => !matches!(self, Self::And | Self::Or | Self::Xor),
            S8 | S16 | S32 | S64 | U8 | U16 | U32 | U64 => true,
            Pred => matches!(self, Self::And | Self::Or),
            _ => false,
        }
    }

    /// Combines `parts`, in their order, into each of `outputs`. All are of one length, that of whole elements. Sums of
    /// `bf16` are rounded once, at their end.
    ///
    /// # Panics
    /// If the elements are not [known](Combine::knows).
    pub fn all(self, element: Element, parts: &[&[u8]], outputs: &mut [&mut [u8]]) {
        macro_rules! with {
            ($ty:ty, $op:expr) => {
                all(parts, outputs, <$ty>::from_le_bytes, <$ty>::to_le_bytes, $op)
            };
        }
        macro_rules! of_ints {
            ($ty:ty) => {
                match self {
                    Self::Sum => with!($ty, |x: $ty, y: $ty| x.wrapping_add(y)),
                    Self::Product => with!($ty, |x: $ty, y: $ty| x.wrapping_mul(y)),
                    Self::Min => with!($ty, |x: $ty, y: $ty| x.min(y)),
                    Self::Max => with!($ty, |x: $ty, y: $ty| x.max(y)),
                    Self::And => with!($ty, |x: $ty, y: $ty| x & y),
                    Self::Or => with!($ty, |x: $ty, y: $ty| x | y),
                    Self::Xor => with!($ty, |x: $ty, y: $ty| x ^ y),
                }
            };
        }
        // IEEE 754-2019 minimum and maximum: equal operands differ at most in the sign of zero.
        macro_rules! extremum {
            ($ty:ty, $better:tt, $bits:tt) => {
                |x: $ty, y: $ty| {
                    let better = if x $better y { x } else { y };
                    let best = if x == y { <$ty>::from_bits(x.to_bits() $bits y.to_bits()) } else { better };
                    if x.is_nan() || y.is_nan() { x + y } else { best }
                }
            };
        }
        macro_rules! of_floats {
            ($ty:ty, $run:ident) => {
                match self {
                    Self::Sum => $run!($ty, |x: $ty, y: $ty| x + y),
                    Self::Product => $run!($ty, |x: $ty, y: $ty| x * y),
                    Self::Min => $run!($ty, extremum!($ty, <, |)),
                    Self::Max => $run!($ty, extremum!($ty, >, &)),
                    Self::And | Self::Or | Self::Xor => unreachable!("no computation of {element}"),
                }
            };
        }
        macro_rules! with_bf16 {
            ($ty:ty, $op:expr) => {
                all(parts, outputs, from_bf16, to_bf16, $op)
            };
        }
        match element {
            Element::F32 => of_floats!(f32, with),
            Element::F64 => of_floats!(f64, with),
            Element::BF16 => of_floats!(f32, with_bf16),
            Element::S8 => of_ints!(i8),
            Element::S16 => of_ints!(i16),
            Element::S32 => of_ints!(i32),
            Element::S64 => of_ints!(i64),
            Element::U8 | Element::Pred => of_ints!(u8),
            Element::U16 => of_ints!(u16),
            Element::U32 => of_ints!(u32),
            Element::U64 => of_ints!(u64),
            _ => unreachable!("no computation of {element}"),
        }
    }
}

fn from_bf16(bytes: [u8; 2]) -> f32 {
    f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16)
}

/// To nearest, ties to even.
fn to_bf16(value: f32) -> [u8; 2] {
    let bits = value.to_bits();
    let rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    let quiet = bits >> 16 | 0x40;
    (if value.is_nan() { quiet } else { rounded } as u16).to_le_bytes()
}

fn all<const SIZE: usize, A: Copy + Default>(
    parts: &[&[u8]],
    outputs: &mut [&mut [u8]],
    load: impl Fn([u8; SIZE]) -> A,
    store: impl Fn(A) -> [u8; SIZE],
    op: impl Fn(A, A) -> A,
) {
    let Some((first, others)) = parts.split_first() else { return };
    let mut sums = [A::default(); BLOCK];
    let mut from = 0;
    while from < first.len() {
        let end = first.len().min(from + BLOCK * SIZE);
        let sums = &mut sums[..(end - from) / SIZE];
        let block = |part: &&[u8]| -> *const [u8; SIZE] { part[from..end].as_ptr().cast() };
        // SAFETY: arrays of bytes have no alignment, and the block has as many of them as there are sums.
        let elements = |part: &&[u8]| unsafe { std::slice::from_raw_parts(block(part), (end - from) / SIZE) };
        for (sum, element) in sums.iter_mut().zip(elements(first)) {
            *sum = load(*element);
        }
        for part in others {
            for (sum, element) in sums.iter_mut().zip(elements(part)) {
                *sum = op(*sum, load(*element));
            }
        }
        for output in &mut *outputs {
            for (element, sum) in output[from..end].chunks_exact_mut(SIZE).zip(&*sums) {
                element.copy_from_slice(&store(*sum));
            }
        }
        from = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xla_scalar::{Op, eval};

    /// Numbers from nowhere in particular, special ones among them.
    fn bytes(element: Element, count: usize, mut seed: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        for i in 0..count {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let special = [0, 1 << 63, 0x7ff8 << 48, 0x7f80 << 48, 0x7fc0 << 48, 0x8000 << 48][i % 6];
            let word = if seed >> 60 < 3 { special } else { seed };
            let size = element.storage_bytes();
            let own = &word.to_be_bytes()[..size];
            bytes.extend(own.iter().rev().map(|byte| if element == Element::Pred { byte & 1 } else { *byte }));
        }
        bytes
    }

    #[test]
    fn it_means_what_the_op_means() {
        let ops = [
            ("add", Op::Add),
            ("mul", Op::Mul),
            ("min", Op::Min),
            ("max", Op::Max),
            ("and", Op::And),
            ("or", Op::Or),
            ("xor", Op::Xor),
        ];
        let mut known = 0;
        for (name, op) in ops {
            let combine = Combine::of_op(name).expect("a computation");
            for &element in Element::ALL.iter().filter(|element| combine.knows(**element)) {
                known += 1;
                let size = element.storage_bytes();
                let [x, y] = [1, 2].map(|seed| bytes(element, BLOCK + 77, seed));
                let expected = eval(op, &[element; 2], element, &[&x, &y]).expect("it can be evaluated");
                let (mut first, mut second) = (vec![0; x.len()], vec![0; x.len()]);
                combine.all(element, &[&x, &y], &mut [&mut first, &mut second]);
                assert_eq!(first, second);
                // Any NaN is as good as another.
                let is_nan = |bytes: &[u8]| match element {
                    Element::F32 => f32::from_le_bytes(bytes.try_into().expect("4 bytes")).is_nan(),
                    Element::F64 => f64::from_le_bytes(bytes.try_into().expect("8 bytes")).is_nan(),
                    Element::BF16 => from_bf16(bytes.try_into().expect("2 bytes")).is_nan(),
                    _ => false,
                };
                for (found, expected) in first.chunks(size).zip(expected.chunks(size)) {
                    assert!(found == expected || is_nan(found) && is_nan(expected), "{name} {element}");
                }
            }
        }
        assert_eq!(known, 3 * 4 + 8 * 7 + 2);
    }

    #[test]
    fn sums_are_in_order_and_rounded_once() {
        let value = |x: f32| to_bf16(x).to_vec();
        let parts = [value(256.0), value(1.0), value(1.0)];
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        let mut sum = [0; 2];
        Combine::Sum.all(Element::BF16, &parts, &mut [&mut sum]);
        assert_eq!(from_bf16(sum), 258.0);
        let parts = [1e30f32, 1.0, -1e30].map(f32::to_le_bytes);
        let mut sum = [0; 4];
        Combine::Sum.all(Element::F32, &[&parts[0], &parts[2], &parts[1]], &mut [&mut sum]);
        assert_eq!(f32::from_le_bytes(sum), 1.0);
    }
}
