//! Mutations of bytes and of text.

use fastrand::Rng;

/// Inputs are no longer than this.
const LONGEST: usize = 1 << 16;

/// Numbers at which things change.
const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "8",
    "16",
    "17",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "4294967296",
    "4611686018427387904",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
];

/// Types of elements, those among them that no program has.
const TYPES: [&str; 17] = [
    "i1", "i3", "i8", "ui8", "i16", "i32", "ui32", "i64", "i1056", "index", "none", "bf16", "f16", "f32", "f64", "f80",
    "f8E4M3FN",
];

/// Changes `input` in one to eight places. What is inserted comes from `words`, from `other`, an input of the same kind, and
/// from `input` itself.
pub fn mutate(input: &mut Vec<u8>, other: &[u8], words: &[Vec<u8>], rng: &mut Rng) {
    let times = 1 << rng.usize(0..4);
    for _ in 0..times {
        once(input, other, words, rng);
    }
    input.truncate(LONGEST);
}

fn once(input: &mut Vec<u8>, other: &[u8], words: &[Vec<u8>], rng: &mut Rng) {
    let at = rng.usize(0..=input.len());
    match rng.u8(0..13) {
        0 if at < input.len() => input[at] ^= 1 << rng.u8(0..8),
        1 if at < input.len() => input[at] = rng.u8(..),
        2 => input.insert(at, rng.u8(..)),
        3 => drop(input.drain(range(input.len(), rng))),
        4 => {
            let piece = input[range(input.len(), rng)].to_vec();
            splice(input, at..at, &piece);
        }
        5 => {
            let piece = other[range(other.len(), rng)].to_vec();
            let end = (at + rng.usize(0..=piece.len())).min(input.len());
            splice(input, at..end, &piece);
        }
        6 | 7 => {
            let token = token(input, at);
            if let Some(word) = rng.choice(words) {
                splice(input, token, word);
            }
        }
        8 | 9 => {
            // A number in the text, or eight bytes of one.
            let digits = token(input, input[at..].iter().position(u8::is_ascii_digit).map_or(at, |next| at + next));
            let number = NUMBERS[rng.usize(0..NUMBERS.len())];
            if input.get(digits.start).is_some_and(u8::is_ascii_digit) {
                splice(input, digits, number.as_bytes());
            } else {
                let bytes = number.parse::<i128>().unwrap_or_default().to_le_bytes();
                let width = 1 << rng.usize(0..4);
                let end = (at + width).min(input.len());
                input[at..end].copy_from_slice(&bytes[..end - at]);
            }
        }
        10 => {
            // Two tokens change places.
            let (first, second) = (token(input, at), token(input, rng.usize(0..=input.len())));
            if first.end <= second.start {
                let (a, b) = (input[first.clone()].to_vec(), input[second.clone()].to_vec());
                splice(input, second, &a);
                splice(input, first, &b);
            }
        }
        11 => {
            // One type instead of another wherever it stands: where types have to agree, they still do.
            let (from, to) = (TYPES[rng.usize(0..TYPES.len())], TYPES[rng.usize(0..TYPES.len())]);
            replace_words(input, from.as_bytes(), to.as_bytes());
        }
        _ => {
            // A line again, or no more.
            let start = input[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
            let end =
                input[at..].iter().position(|byte| *byte == b'\n').map_or(input.len(), |newline| at + newline + 1);
            let line = input[start..end].to_vec();
            let again = rng.bool();
            splice(input, start..end, &if again { line.repeat(2) } else { Vec::new() });
        }
    }
}

fn splice(input: &mut Vec<u8>, range: std::ops::Range<usize>, piece: &[u8]) {
    drop(input.splice(range, piece.iter().copied()));
}

/// Writes `to` for each `from` that stands as the name of a type, as in `tensor<2xf32>`.
fn replace_words(input: &mut Vec<u8>, from: &[u8], to: &[u8]) {
    let is_before = |byte: &u8| b"<x ".contains(byte);
    let mut at = 1;
    while at + from.len() < input.len() {
        let end = at + from.len();
        let is_type = &input[at..end] == from && is_before(&input[at - 1]) && !input[end].is_ascii_alphanumeric();
        if is_type {
            splice(input, at..end, to);
        }
        at += if is_type { to.len() } else { 1 };
    }
}

/// A short stretch of `length` bytes.
fn range(length: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let start = rng.usize(0..=length);
    let most = 1 << rng.usize(0..10);
    start..length.min(start + rng.usize(0..most))
}

/// The word around `at`, or the byte.
fn token(input: &[u8], at: usize) -> std::ops::Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.$".contains(byte);
    let length = input[at..].iter().take_while(|byte| is_part(byte)).count();
    if length == 0 {
        return at..(at + 1).min(input.len());
    }
    at - input[..at].iter().rev().take_while(|byte| is_part(byte)).count()..at + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutations_change_inputs_and_keep_within_the_limit() {
        let mut rng = Rng::with_seed(1);
        let words = [b"stablehlo.add".to_vec()];
        let start = b"%0 = stablehlo.abs %x : tensor<2x3xf32>\n".to_vec();
        let mut different = 0;
        for _ in 0..10_000 {
            let mut input = start.clone();
            mutate(&mut input, b"dense<1.0>", &words, &mut rng);
            different += usize::from(input != start);
            assert!(input.len() <= LONGEST);
        }
        assert!(different > 9_000);
        for _ in 0..1000 {
            let mut input = Vec::new();
            mutate(&mut input, b"", &[], &mut rng);
        }
    }

    #[test]
    fn types_are_replaced_where_they_are_types() {
        let mut input = b"%i1 = f(tensor<2x3xi1>, i1, vector<4xi16>) ".to_vec();
        replace_words(&mut input, b"i1", b"index");
        assert_eq!(input, b"%i1 = f(tensor<2x3xindex>, index, vector<4xi16>) ");
    }

    #[test]
    fn tokens_are_words_or_bytes() {
        assert_eq!((token(b"a b.c d", 3), token(b"a b", 1), token(b"a", 1)), (2..5, 1..2, 1..1));
    }
}
