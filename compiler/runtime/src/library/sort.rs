//! Sorting by one key: rows become integers in the order of their elements, which are sorted by vectors where the
//! processor can, or by their digits.

use super::parallel::{Parts, grain};
use super::site::{flag, malformed};
#[cfg(target_arch = "x86_64")]
use super::{parallel::each_part, vector_sort};
use crate::array::TensorType;
use crate::call::{Attribute, Call, CallError};
use crate::pool::Pool;
use rdst::{RadixKey, RadixSort};
use std::sync::atomic::{AtomicBool, Ordering};
use xla_scalar::Element;

/// How the elements of a type are ordered: unsigned integers stand for them.
#[derive(Clone, Copy)]
struct Order {
    element: Element,
    descending: bool,
    /// Whether -0 and +0 are equal, and all NaNs, which are above all numbers; else floats are in total order.
    merged: bool,
}

/// An order as masks, so that keys are computed without branches.
#[derive(Clone, Copy)]
struct Masks<T> {
    /// All bits, for floats; of negative ones all bits are flipped.
    float: T,
    /// The sign, where there is one; it is flipped.
    sign: T,
    /// All bits, if the largest come first.
    flip: T,
    /// The bits of infinity, above which there are NaNs; all bits, if these are told apart.
    infinity: T,
    merged: bool,
}

/// An element's bits, which sort as unsigned integers.
trait Bits: Copy + Ord + Send + Sync + RadixKey {
    const WIDTH: usize;

    fn masks(order: Order) -> Masks<Self>;
    fn load(bytes: &[u8]) -> Self;

    /// The key of stored bits.
    fn key(self, masks: &Masks<Self>) -> Self;
    /// Whether stored bits are those of a number that equals others, which the key does not distinguish.
    fn is_merged(self, masks: &Masks<Self>) -> bool;
    /// The reverse of [`Self::key`].
    fn of_key(self, masks: &Masks<Self>) -> Self;
    fn wide(self) -> u64;

    /// Sorts words, and replaces each by what `finish` makes of it.
    fn sort(words: &mut [Self], pool: &Pool, finish: impl Fn(Self) -> Self + Sync);
}

macro_rules! bits {
    ($($T:ident $Signed:ident $sort:ident)*) => { $(
        impl Bits for $T {
            const WIDTH: usize = size_of::<$T>();

            fn masks(Order { element, descending, merged }: Order) -> Masks<$T> {
                const SIGN: $T = 1 << ($T::BITS - 1);
                let all = |set: bool| if set { $T::MAX } else { 0 };
                let merged = merged && element.is_float();
                let sign = all(element.is_float() || element.is_signed()) & SIGN;
                let infinity = if merged { infinity(element) as $T } else { $T::MAX };
                Masks { float: all(element.is_float()), sign, flip: all(descending), infinity, merged }
            }

            fn load(bytes: &[u8]) -> Self {
                let mut word = [0; size_of::<$T>()];
                word.copy_from_slice(bytes);
                $T::from_ne_bytes(word)
            }

            fn key(self, masks: &Masks<$T>) -> Self {
                let mut bits = self;
                if masks.merged {
                    let magnitude = bits & !masks.sign;
                    bits = if magnitude > masks.infinity { !masks.sign } else { bits };
                    bits = if magnitude == 0 { 0 } else { bits };
                }
                let negative = (bits as $Signed >> ($T::BITS - 1)) as $T;
                bits ^ (negative & masks.float | masks.sign) ^ masks.flip
            }

            fn is_merged(self, masks: &Masks<$T>) -> bool {
                masks.merged & ((self == masks.sign) | (self & !masks.sign > masks.infinity))
            }

            fn of_key(self, masks: &Masks<$T>) -> Self {
                let bits = self ^ masks.flip;
                let positive = (bits as $Signed >> ($T::BITS - 1)) as $T;
                bits ^ (!positive & masks.float | masks.sign)
            }

            fn wide(self) -> u64 {
                u64::from(self)
            }

            fn sort(words: &mut [Self], pool: &Pool, finish: impl Fn(Self) -> Self + Sync) {
                $sort(words, pool, finish);
            }
        }
    )* };
}
bits!(u8 i8 by_digits u16 i16 by_digits u32 i32 by_vectors u64 i64 by_vectors);

/// The bits of infinity, above which there are NaNs.
fn infinity(element: Element) -> u64 {
    match element {
        Element::F16 => 0x7c00,
        Element::BF16 => 0x7f80,
        Element::F32 => 0x7f80_0000,
        _ => 0x7ff0_0000_0000_0000,
    }
}

/// Sorts the rows of tables together by the elements of operand `key`; `descending` and `merged` say in which order.
/// Equal elements keep theirs. Where `first` is stated, only so many of each row are: what follows is not written.
pub(super) fn sort(call: &mut Call<'_>) -> Result<(), CallError> {
    let site = call.site;
    let key = match site.attributes.get("key") {
        Some(Attribute::Int(key)) => usize::try_from(*key).ok(),
        _ => None,
    };
    let Some(keys) = key.and_then(|key| site.operands.get(key)) else { return Err(malformed(site)) };
    let same_shape = |ty: &TensorType| ty.shape == keys.shape && ty.shape.len() == 2;
    if !site.operands.iter().all(same_shape) || site.operands != site.results {
        return Err(malformed(site));
    }
    let element = keys.element;
    let order = Order { element, descending: flag(site, "descending"), merged: flag(site, "merged") };
    let key = key.unwrap_or_default();
    let first = match site.attributes.get("first") {
        Some(Attribute::Int(first)) => Some(usize::try_from(*first).unwrap_or(0).min(keys.shape[1])),
        _ => None,
    };
    match element.storage_bytes() {
        1 => rows::<u8>(call, key, order, first),
        2 => rows::<u16>(call, key, order, first),
        4 => rows::<u32>(call, key, order, first),
        8 if !element.is_complex() => rows::<u64>(call, key, order, first),
        _ => return Err(malformed(site)),
    }
    Ok(())
}

fn rows<T: Bits>(call: &mut Call<'_>, key: usize, order: Order, first: Option<usize>) {
    let Call { inputs, outputs, run, .. } = call;
    let pool = run.pool;
    let shape = &inputs[key].ty().shape;
    let (count, length) = (shape[0], shape[1]);
    let widths: Vec<usize> = inputs.iter().map(|input| input.ty().element.storage_bytes()).collect();
    let outputs: Vec<_> = outputs.iter_mut().map(|output| Parts::new(output.bytes_mut())).collect();
    pool.parallel_for(count as i64, grain(64 * length), &|range| {
        let mut found = Vec::new();
        for i in range.start as usize..range.end as usize {
            let row = |k: usize| i * length * widths[k]..(i + 1) * length * widths[k];
            let keys = &inputs[key].bytes()[row(key)];
            // SAFETY: row `i` of each output is this iteration's alone, and taken once at a time.
            let output = |k: usize| unsafe { outputs[k].get(row(k).start, row(k).end) };
            if first.is_none() && length >= LONG && is_sorted::<T>(keys, order) {
                inputs.iter().enumerate().for_each(|(k, input)| output(k).copy_from_slice(&input.bytes()[row(k)]));
                continue;
            }
            if first.is_none() && inputs.len() == 1 && sort_alone::<T>(keys, output(0), order, pool) {
                continue;
            }
            match first {
                Some(first) if first <= FEW && length <= SHORT => few_places::<T>(keys, order, first, &mut found),
                Some(first) => found = first_places::<T>(keys, order, first),
                None => found = places::<T>(keys, order, pool),
            }
            for (k, input) in inputs.iter().enumerate() {
                permute(widths[k], &input.bytes()[row(k)], output(k), &found);
            }
        }
    });
}

/// Elements of a row from which it is worth the time to see whether they are sorted.
const LONG: usize = 64;

/// Whether elements are in their order, as those of few distinct keys may be. Of others the first ones mostly show that they are not.
fn is_sorted<T: Bits>(elements: &[u8], order: Order) -> bool {
    let masks = T::masks(order);
    elements.chunks_exact(T::WIDTH).map(|element| T::load(element).key(&masks)).is_sorted()
}

/// Sorts elements of distinct keys. Gives false, with the elements in any order, if keys are equal.
fn sort_alone<T: Bits>(from: &[u8], to: &mut [u8], order: Order, pool: &Pool) -> bool {
    let masks = T::masks(order);
    // SAFETY: any bits are a word.
    let (before, keys, after) = unsafe { to.align_to_mut::<T>() };
    if !before.is_empty() || !after.is_empty() {
        return false;
    }
    let merged = AtomicBool::new(false);
    let shared = Parts::new(keys);
    pool.parallel_for((from.len() / T::WIDTH) as i64, PIECE as i64, &|range| {
        let (begin, end) = (range.start as usize, range.end as usize);
        let from = from[begin * T::WIDTH..end * T::WIDTH].chunks_exact(T::WIDTH).map(T::load);
        // SAFETY: this range is this iteration's alone.
        let keys = unsafe { shared.get(begin, end) };
        let any = keys.iter_mut().zip(from).fold(false, |any, (key, element)| {
            *key = element.key(&masks);
            any | element.is_merged(&masks)
        });
        if any {
            merged.store(true, Ordering::Relaxed);
        }
    });
    if merged.into_inner() {
        return false;
    }
    T::sort(keys, pool, |key| key.of_key(&masks));
    true
}

/// The smallest number of elements that are worth another thread.
const PIECE: usize = 1 << 15;

fn by_digits<T: Bits>(words: &mut [T], _: &Pool, finish: impl Fn(T) -> T) {
    /// Below this many, comparing is faster than counting digits.
    const MANY: usize = 4096;
    if words.len() < MANY {
        words.sort_unstable();
    } else {
        words.radix_sort_builder().with_parallel(false).with_single_threaded_tuner().sort();
    }
    words.iter_mut().for_each(|word| *word = finish(*word));
}

#[cfg(not(target_arch = "x86_64"))]
use by_digits as by_vectors;

#[cfg(target_arch = "x86_64")]
fn by_vectors<T: Bits + vector_sort::Word>(words: &mut [T], pool: &Pool, finish: impl Fn(T) -> T + Sync) {
    if !vector_sort::is_supported() {
        return by_digits(words, pool, finish);
    }
    let mut pieces = vec![(0, words.len())];
    let shared = Parts::new(words);
    // Some more pieces than threads, as they are of different lengths.
    let rounds = if pool.threads() > 1 { pool.threads().ilog2() + 3 } else { 0 };
    for _ in 0..rounds {
        let mut cuts: Vec<_> = pieces.iter().map(|&piece| [piece, (piece.1, piece.1)]).collect();
        each_part(pool, &mut cuts, pieces.len(), PIECE, |_, cut| {
            let (begin, end) = cut[0][0];
            if end - begin > PIECE {
                // SAFETY: this piece is this iteration's alone.
                let (low, high) = vector_sort::cut(unsafe { shared.get(begin, end) }, &finish);
                cut[0] = [(begin, begin + low), (end - high, end)];
            }
        });
        pieces = cuts.into_iter().flatten().filter(|(begin, end)| begin < end).collect();
    }
    pool.parallel_for(pieces.len() as i64, 1, &|range| {
        for &(begin, end) in &pieces[range.start as usize..range.end as usize] {
            // SAFETY: as above.
            vector_sort::sort(unsafe { shared.get(begin, end) }, &finish);
        }
    });
}

/// The places of the elements in their order, equal ones in the order of their places.
fn places<T: Bits>(elements: &[u8], order: Order, pool: &Pool) -> Vec<usize> {
    let masks = T::masks(order);
    let keys = elements.chunks_exact(T::WIDTH).map(|element| T::load(element).key(&masks).wide()).enumerate();
    let many = elements.len() / T::WIDTH > u32::MAX as usize;
    if T::WIDTH < 8 && !many {
        let mut pairs: Vec<u64> = keys.map(|(place, key)| key << 32 | place as u64).collect();
        u64::sort(&mut pairs, pool, |pair| pair & u64::from(u32::MAX));
        return pairs.into_iter().map(|place| place as usize).collect();
    }
    let mut pairs: Vec<(u64, usize)> = keys.map(|(place, key)| (key, place)).collect();
    pairs.sort_unstable();
    pairs.into_iter().map(|(_, place)| place).collect()
}

/// So few of the first elements of a row that is so short are kept sorted while all are looked at, rather than selected from what is
/// below a bound.
const FEW: usize = 8;
const SHORT: usize = 2 * BLOCK;

/// The first `count` of [`places`], [`FEW`] at most, in `found`.
fn few_places<T: Bits>(elements: &[u8], order: Order, count: usize, found: &mut Vec<usize>) {
    let masks = T::masks(order);
    found.clear();
    found.resize(count, 0);
    // The keys of what is found.
    let mut below = [masks.sign; FEW];
    let mut seen = 0;
    for (place, element) in elements.chunks_exact(T::WIDTH).enumerate() {
        let key = T::load(element).key(&masks);
        // One that equals another comes after it.
        if seen == count && below[..count].last().is_none_or(|last| key >= *last) {
            continue;
        }
        seen += usize::from(seen < count);
        let mut at = seen - 1;
        while at > 0 && key < below[at - 1] {
            (below[at], found[at]) = (below[at - 1], found[at - 1]);
            at -= 1;
        }
        (below[at], found[at]) = (key, place);
    }
}

/// The first `count` of [`places`].
fn first_places<T: Bits>(elements: &[u8], order: Order, count: usize) -> Vec<usize> {
    let masks = T::masks(order);
    let length = elements.len() / T::WIDTH;
    let key = |place: usize| T::load(&elements[place * T::WIDTH..][..T::WIDTH]).key(&masks);
    // A superset of the first `count` elements seen so far. A later element that equals the last of them comes after it.
    let mut found: Vec<(T, usize)> = Vec::with_capacity(2 * count + BLOCK);
    let mut bound: Option<T> = None;
    let mut place = 0;
    while count > 0 && place < length {
        if let Some(bound) = bound {
            place += BLOCK * blocks_above(&elements[place * T::WIDTH..], &masks, bound);
        }
        let end = length.min(place + BLOCK);
        let block = (place.min(end)..end).map(|place| (key(place), place));
        found.extend(block.filter(|(key, _)| bound.is_none_or(|bound| *key < bound)));
        place = end;
        if found.len() >= 2 * count {
            bound = Some(found.select_nth_unstable(count - 1).1.0);
            found.truncate(count);
        }
    }
    found.sort_unstable();
    found.into_iter().take(count).map(|(_, place)| place).collect()
}

/// Elements that are compared with a bound at a time.
const BLOCK: usize = 128;

/// How many blocks of elements there are before the first one that has a key below `bound`; a partial block counts as such
/// a one.
fn blocks_above<T: Bits>(elements: &[u8], masks: &Masks<T>, bound: T) -> usize {
    #[inline]
    fn count<T: Bits>(elements: &[u8], masks: &Masks<T>, bound: T) -> usize {
        let blocks = elements.chunks_exact(BLOCK * T::WIDTH);
        let is_above = |block: &[u8]| {
            let below = block.chunks_exact(T::WIDTH).map(|element| T::load(element).key(masks) < bound);
            !below.fold(false, |any, below| any | below)
        };
        let whole = blocks.len();
        let above = blocks.into_iter().position(|block| !is_above(block));
        above.unwrap_or(whole)
    }
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512vl,avx512bw")]
        fn count_in_vectors<T: Bits>(elements: &[u8], masks: &Masks<T>, bound: T) -> usize {
            count(elements, masks, bound)
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
        {
            // SAFETY: the processor has the features.
            return unsafe { count_in_vectors(elements, masks, bound) };
        }
    }
    count(elements, masks, bound)
}

/// Writes to `to` the elements of `width` bytes that `from` has at `places`.
fn permute(width: usize, from: &[u8], to: &mut [u8], places: &[usize]) {
    fn copy<const WIDTH: usize>(from: &[u8], to: &mut [u8], places: &[usize]) {
        let from = from.as_chunks::<WIDTH>().0;
        for (to, place) in to.as_chunks_mut::<WIDTH>().0.iter_mut().zip(places) {
            *to = from[*place];
        }
    }
    match width {
        1 => copy::<1>(from, to, places),
        2 => copy::<2>(from, to, places),
        4 => copy::<4>(from, to, places),
        8 => copy::<8>(from, to, places),
        _ => copy::<16>(from, to, places),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|x| x.to_le_bytes()).collect()
    }

    #[test]
    fn zeros_and_nans_are_merged_or_not() {
        let values = bytes(&[f32::NAN, 1.0, 0.0, -0.0, f32::NEG_INFINITY, -f32::NAN]);
        let order = |descending, merged| Order { element: Element::F32, descending, merged };
        assert_eq!(places::<u32>(&values, order(false, false), &Pool::new(2)), [5, 4, 3, 2, 1, 0]);
        assert_eq!(places::<u32>(&values, order(false, true), &Pool::new(2)), [4, 2, 3, 1, 0, 5]);
        assert_eq!(places::<u32>(&values, order(true, true), &Pool::new(2)), [0, 5, 1, 2, 3, 4]);
    }

    #[test]
    fn keys_are_turned_back() {
        let values = bytes(&[2.5, -1.0, 0.0, f32::INFINITY]);
        for descending in [false, true] {
            let order = Order { element: Element::F32, descending, merged: true };
            let mut sorted = vec![0; values.len()];
            assert!(sort_alone::<u32>(&values, &mut sorted, order, &Pool::new(2)));
            let expected = [-1.0, 0.0, 2.5, f32::INFINITY];
            let expected: Vec<f32> = if descending { expected.into_iter().rev().collect() } else { expected.to_vec() };
            assert_eq!(sorted, bytes(&expected));
            assert!(!sort_alone::<u32>(&bytes(&[-0.0]), &mut [0; 4], order, &Pool::new(2)), "-0 must not become +0");
        }
        let order = Order { element: Element::S8, descending: false, merged: false };
        let mut sorted = [0; 4];
        assert!(sort_alone::<u8>(&[1, 0xff, 0x80, 0], &mut sorted, order, &Pool::new(2)));
        assert_eq!(sorted, [0x80, 0xff, 0, 1]);
    }

    #[test]
    fn the_first_are_selected_as_they_are_sorted() {
        let scattered = |i: u32| i.wrapping_mul(2_654_435_761);
        // Few keys, so that many are equal; all different; and each before those seen so far.
        let rows: [fn(u32, u32) -> u32; 3] = [|i, _| i % 7, |_, scattered| scattered, |i, _| u32::MAX - i];
        for (row, length) in rows.into_iter().flat_map(|row| [1, 100, 128, 5000].map(|length| (row, length))) {
            let values: Vec<u8> = (0..length).flat_map(|i| row(i, scattered(i)).to_le_bytes()).collect();
            for descending in [false, true] {
                let order = Order { element: Element::S32, descending, merged: false };
                let all = places::<u32>(&values, order, &Pool::new(2));
                for count in [0, 1, 3, 64, 600].map(|count| all.len().min(count)) {
                    assert_eq!(first_places::<u32>(&values, order, count), all[..count], "{count} of {length}");
                }
                for count in (0..=FEW).map(|count| all.len().min(count)) {
                    let mut found = vec![7];
                    few_places::<u32>(&values, order, count, &mut found);
                    assert_eq!(found, all[..count], "{count} of {length}");
                }
            }
        }
    }

    #[test]
    fn many_are_sorted_as_few_are() {
        let values: Vec<u32> = (0..200_000u32).map(|i| i.wrapping_mul(2_654_435_761)).collect();
        let stored: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
        let order = Order { element: Element::S32, descending: true, merged: false };
        let mut expected: Vec<usize> = (0..values.len()).collect();
        expected.sort_by_key(|place| std::cmp::Reverse(values[*place] as i32));
        assert_eq!(places::<u32>(&stored, order, &Pool::new(2)), expected);
        let mut sorted = vec![0; stored.len()];
        assert!(sort_alone::<u32>(&stored, &mut sorted, order, &Pool::new(2)));
        let expected: Vec<u8> = expected.into_iter().flat_map(|place| values[place].to_le_bytes()).collect();
        assert_eq!(sorted, expected);
    }
}
