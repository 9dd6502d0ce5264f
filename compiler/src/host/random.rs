//! Reproducible inputs, for trying a program without data of one's own.

use super::number::{Number, push};
use xla_runtime::memory::{OutOfMemory, check};
use xla_runtime::{Array, ArrayError, TensorType};
use xla_scalar::Kind;

/// A generator of random arrays: the same seed gives the same arrays, everywhere.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Splitmix64, after Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-53)
    }

    /// An array of floats uniform in `-1..1`, integers in `0..10` (fewer if the type has fewer), or PREDs.
    ///
    /// # Errors
    /// If it cannot be that large.
    pub fn array(&mut self, ty: &TensorType) -> Result<Array, ArrayError> {
        let size = ty.bytes()?;
        // Twice: they are made in a list of their own.
        let error = |error| ArrayError::Memory { ty: ty.clone(), error };
        check(2 * size as u64).map_err(error)?;
        let mut bytes = Vec::new();
        let refused = |_| error(OutOfMemory { needed: size as u64, available: 0 });
        bytes.try_reserve_exact(size).map_err(refused)?;
        let element = ty.element;
        let largest = if element.bits() == 2 {
            2
        } else if element.bits() == 4 {
            8
        } else {
            10
        };
        for _ in 0..ty.size().unwrap_or(0) {
            let mut float = || 2.0 * self.unit() - 1.0;
            match element {
                // The two that are common and large do not go through a conversion one by one.
                xla_scalar::Element::F32 => bytes.extend_from_slice(&(float() as f32).to_le_bytes()),
                xla_scalar::Element::F64 => bytes.extend_from_slice(&float().to_le_bytes()),
                _ => {
                    let number = match element.kind() {
                        Kind::Pred => Number::Bool(self.bits() >> 63 == 1),
                        Kind::Int => Number::Int(i128::from(self.bits() % largest)),
                        // The type without sign has powers of two only.
                        Kind::Float if !element.is_signed() => Number::Float(float().abs()),
                        Kind::Float => Number::Float(float()),
                        Kind::Complex => {
                            let re = float();
                            Number::Complex(re, float())
                        }
                    };
                    // Every number above is one of its type.
                    let _ = push(element, number, &mut bytes);
                }
            }
        }
        Array::new(ty.clone(), &bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xla_scalar::Element;

    #[test]
    fn every_element_type_has_reproducible_arrays() {
        for &element in Element::ALL {
            let ty = TensorType::new(element, &[50]);
            let array = Random::new(7).array(&ty).expect("it fits");
            assert_eq!(array, Random::new(7).array(&ty).expect("it fits"), "{element}");
            assert_ne!(array, Random::new(8).array(&ty).expect("it fits"), "{element}");
            assert!(super::super::number::check_range(&ty, array.bytes()).is_ok(), "{element}");
        }
    }

    #[test]
    fn the_words_are_those_of_splitmix64() {
        let mut random = Random::new(1_234_567);
        let words = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.bits(), random.bits(), random.bits()], words);
    }

    #[test]
    fn floats_have_the_signs_of_their_type() {
        let bytes = |element| Random::new(7).array(&TensorType::new(element, &[50])).expect("it fits").bytes().to_vec();
        // 255 is the NaN of the type that has no sign, and no other number has more than the bits of 1.
        assert!(bytes(Element::F8E8M0FNU).iter().all(|byte| *byte <= 127));
        let negative = bytes(Element::F8E5M2).iter().filter(|byte| **byte >= 128).count();
        assert!((10..40).contains(&negative), "{negative} of 50 are negative");
    }
}
