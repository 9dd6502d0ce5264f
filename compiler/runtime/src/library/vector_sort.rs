//! Sorting of integers by AVX-512: quicksort whose partitions compress vectors, down to blocks that a network in
//! registers sorts.

use std::arch::x86_64::*;

/// Rows of the largest block: as many vectors as a network holds in registers, with as many to compute in.
const ROWS: usize = 16;
/// The number of vectors that are read at a time from one end of the range that is partitioned.
const CHUNK: usize = 8;
/// From this many on, a pivot is worth a larger sample.
const MANY: usize = 4096;

/// Integers that vectors are made of.
pub(super) trait Word: Copy + Ord + Send + Sync {
    const LANES: usize;

    /// Sorts up to [`ROWS`] vectors of words.
    ///
    /// # Safety
    /// The processor [is fit](is_supported) for it.
    unsafe fn block(words: &mut [Self]);

    /// Moves the elements less than `pivot`, or also those equal to it, to the front. Returns their number.
    ///
    /// # Safety
    /// As for `block`.
    unsafe fn partition(words: &mut [Self], pivot: Self, with_pivot: bool) -> usize;
}

/// Whether this processor can.
pub(super) fn is_supported() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Sorts `words`, and replaces each by what `finish` makes of it; the processor [is fit](is_supported) for it.
pub(super) fn sort<T: Word>(words: &mut [T], finish: &impl Fn(T) -> T) {
    assert!(is_supported());
    quicksort(words, 2 * words.len().max(1).ilog2(), finish);
}

/// Cuts `words` in two, by lengths of the first and the last words, which are unsorted: none of the first is above one
/// of the last. Words in between are in their places and finished. The processor [is fit](is_supported) for it.
pub(super) fn cut<T: Word>(words: &mut [T], finish: &impl Fn(T) -> T) -> (usize, usize) {
    assert!(is_supported());
    let (low, high) = split(words, finish);
    (low.len(), high.len())
}

/// Replaces each word by what `f` makes of it.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn replace<T: Word>(words: &mut [T], f: &impl Fn(T) -> T) {
    words.iter_mut().for_each(|word| *word = f(*word));
}

/// The middle one of a sample of `words`, and whether it is there several times.
#[inline]
fn pivot<T: Word, const SAMPLE: usize>(words: &[T]) -> (T, bool) {
    let step = words.len() / SAMPLE;
    // At different places within steps: periods in the data, which are often powers of two, are not hit always.
    let mut sample: [T; SAMPLE] = std::array::from_fn(|i| words[i * step + (step * (i * 7 % 16) / 16)]);
    // SAFETY: `sort` has asserted that the processor has it.
    unsafe { T::block(&mut sample) };
    let middle = sample[SAMPLE / 2];
    (middle, sample[SAMPLE / 2 - 1] == middle || sample[SAMPLE / 2 + 1] == middle)
}

/// The words below a pivot and those above; between them there may be some that equal it, and are finished.
fn split<'w, T: Word>(words: &'w mut [T], finish: &impl Fn(T) -> T) -> (&'w mut [T], &'w mut [T]) {
    let (pivot, many) = if words.len() < MANY { pivot::<T, 16>(words) } else { pivot::<T, 64>(words) };
    // SAFETY: callers have asserted that the processor has it.
    unsafe {
        let below = T::partition(words, pivot, false);
        let (low, rest) = words.split_at_mut(below);
        let equal = if many || below == 0 { T::partition(rest, pivot, true) } else { 0 };
        let (equal, high) = rest.split_at_mut(equal);
        replace(equal, finish);
        (low, high)
    }
}

fn quicksort<T: Word>(mut words: &mut [T], mut depth: u32, finish: &impl Fn(T) -> T) {
    while words.len() > ROWS * T::LANES && depth > 0 {
        depth -= 1;
        let (low, high) = split(words, finish);
        quicksort(low, depth, finish);
        words = high;
    }
    // SAFETY: `sort` has asserted that the processor has it.
    unsafe {
        // Pivots that are often far off the middle are made on purpose, or by very bad luck.
        if words.len() > ROWS * T::LANES {
            words.sort_unstable()
        } else {
            T::block(words)
        }
        replace(words, finish);
    }
}

/// Compares and exchanges rows.
macro_rules! exchange {
    ($v:ident, $min:ident, $max:ident: $($i:literal $j:literal),*) => { $(
        ($v[$i], $v[$j]) = ($min($v[$i], $v[$j]), $max($v[$i], $v[$j]));
    )* };
}

macro_rules! words {
    ($T:ident, $module:ident, lanes $lanes:literal, $Mask:ident, $min:ident, $max:ident, $mask_min:ident, $mask_max:ident,
     $load:ident, $masked_load:ident, $store:ident, $masked_store:ident, $set:ident, $less:ident, $less_equal:ident,
     $compress:ident, distances $($distance:literal)*) => {
        mod $module {
            use super::*;
            const LANES: usize = $lanes;
            type Vector = __m512i;

            /// The lanes `0..count`.
            #[inline(always)]
            fn first(count: usize) -> $Mask {
                if count >= LANES { $Mask::MAX } else { ((1u32 << count) - 1) as $Mask }
            }

            /// The lanes whose number has this bit.
            const fn with_bit(bit: usize) -> $Mask {
                let (mut mask, mut lane) = (0, 0);
                while lane < LANES {
                    if lane & bit != 0 {
                        mask |= 1 << lane;
                    }
                    lane += 1;
                }
                mask
            }

            /// Lane `i` of the result is lane `i ^ MASK`.
            #[inline]
            #[target_feature(enable = "avx512f")]
            fn flipped<const MASK: usize>(v: Vector) -> Vector {
                let places: [$T; LANES] = std::array::from_fn(|i| (i ^ MASK) as $T);
                // SAFETY: an array of as many bytes.
                let places = unsafe { std::mem::transmute::<[$T; LANES], Vector>(places) };
                permute(places, v)
            }

            #[inline]
            #[target_feature(enable = "avx512f")]
            fn permute(places: Vector, v: Vector) -> Vector {
                if LANES == 16 { _mm512_permutexvar_epi32(places, v) } else { _mm512_permutexvar_epi64(places, v) }
            }

            /// Sorts each column.
            #[inline]
            #[target_feature(enable = "avx512f")]
            fn sort_columns<const R: usize>(rows: &mut [Vector; R]) {
                let mut v = [_mm512_setzero_si512(); 16];
                v[..R].copy_from_slice(rows);
                match R {
                    1 => {}
                    2 => { exchange!(v, $min, $max: 0 1); }
                    4 => { exchange!(v, $min, $max: 0 1, 2 3, 0 2, 1 3, 1 2); }
                    8 => {
                        exchange!(v, $min, $max: 0 1, 2 3, 4 5, 6 7, 0 2, 1 3, 4 6, 5 7, 1 2, 5 6, 0 4, 1 5, 2 6, 3 7,
                            2 4, 3 5, 1 2, 3 4, 5 6);
                    }
                    _ => {
                        exchange!(v, $min, $max: 0 1, 2 3, 4 5, 6 7, 8 9, 10 11, 12 13, 14 15,
                            0 2, 1 3, 4 6, 5 7, 8 10, 9 11, 12 14, 13 15, 1 2, 5 6, 9 10, 13 14,
                            0 4, 1 5, 2 6, 3 7, 8 12, 9 13, 10 14, 11 15, 2 4, 3 5, 10 12, 11 13,
                            1 2, 3 4, 5 6, 9 10, 11 12, 13 14,
                            0 8, 1 9, 2 10, 3 11, 4 12, 5 13, 6 14, 7 15, 4 8, 5 9, 6 10, 7 11,
                            2 4, 3 5, 6 8, 7 9, 10 12, 11 13, 1 2, 3 4, 5 6, 7 8, 9 10, 11 12, 13 14);
                    }
                }
                rows.copy_from_slice(&v[..R]);
            }

            /// Sorts columns that rise and fall.
            #[inline]
            #[target_feature(enable = "avx512f")]
            fn merge_columns<const R: usize>(rows: &mut [Vector; R]) {
                let mut distance = R / 2;
                while distance > 0 {
                    for i in 0..R {
                        if i & distance == 0 {
                            let (a, b) = (rows[i], rows[i + distance]);
                            (rows[i], rows[i + distance]) = ($min(a, b), $max(a, b));
                        }
                    }
                    distance /= 2;
                }
            }

            /// Merges neighbouring groups of `GROUP` columns: the elements of a group, column by column, are sorted.
            #[inline]
            #[target_feature(enable = "avx512f")]
            fn merge<const R: usize, const GROUP: usize, const FLIP: usize>(rows: &mut [Vector; R]) {
                // Of two groups the one is compared with the other from its end: the smaller ones are then a
                // sequence that rises and falls, and so are the larger ones.
                let upper = const { with_bit(GROUP) };
                for i in 0..R.div_ceil(2) {
                    let j = R - 1 - i;
                    let (a, b) = (rows[i], rows[j]);
                    let turned = flipped::<FLIP>(b);
                    rows[i] = $mask_max($min(a, turned), upper, a, turned);
                    if i != j {
                        let turned = flipped::<FLIP>(a);
                        rows[j] = $mask_max($min(b, turned), upper, b, turned);
                    }
                }
                $( if $distance < GROUP { halve::<R, $distance>(rows); } )*
                merge_columns(rows);
            }

            /// Compares and exchanges columns at a distance.
            #[inline]
            #[target_feature(enable = "avx512f")]
            fn halve<const R: usize, const DISTANCE: usize>(rows: &mut [Vector; R]) {
                for row in rows {
                    let other = flipped::<DISTANCE>(*row);
                    *row = $mask_max($min(*row, other), const { with_bit(DISTANCE) }, *row, other);
                }
            }

            /// Sorts up to `R` vectors of words.
            #[target_feature(enable = "avx512f,bmi2")]
            fn network<const R: usize>(words: &mut [$T]) {
                let n = words.len();
                assert!(n <= R * LANES);
                let mut rows = [$set($T::MAX as _); R];
                for (i, row) in rows.iter_mut().enumerate() {
                    let begin = (i * LANES).min(n);
                    // SAFETY: the lanes that are read are words of the slice.
                    *row = unsafe { $masked_load(*row, first(n - begin), words.as_ptr().add(begin).cast()) };
                }
                sort_columns(&mut rows);
                merge::<R, 1, 1>(&mut rows);
                merge::<R, 2, 3>(&mut rows);
                merge::<R, 4, 7>(&mut rows);
                if LANES == 16 {
                    merge::<R, 8, 15>(&mut rows);
                }
                let mut sorted = [0; ROWS * LANES];
                columns(&rows, &mut sorted);
                words.copy_from_slice(&sorted[..n]);
            }

            /// Writes rows column by column.
            #[inline]
            #[target_feature(enable = "avx512f")]
            fn columns<const R: usize>(rows: &[Vector; R], to: &mut [$T; ROWS * LANES]) {
                // Rows are interleaved with those half of all further until each has its column's neighbours.
                let mut v = *rows;
                let low: [$T; LANES] = std::array::from_fn(|i| (i / 2 + LANES * (i % 2)) as $T);
                let high: [$T; LANES] = std::array::from_fn(|i| (i / 2 + LANES / 2 + LANES * (i % 2)) as $T);
                // SAFETY: arrays of as many bytes.
                let (low, high) = unsafe {
                    (std::mem::transmute::<[$T; LANES], Vector>(low), std::mem::transmute::<[$T; LANES], Vector>(high))
                };
                let mut height = 1;
                while height < R {
                    let old = v;
                    for i in 0..R / 2 {
                        (v[2 * i], v[2 * i + 1]) = (
                            permute2(old[i], low, old[i + R / 2]),
                            permute2(old[i], high, old[i + R / 2]),
                        );
                    }
                    height *= 2;
                }
                for (i, row) in v.iter().enumerate() {
                    // SAFETY: there is room for `ROWS` vectors.
                    unsafe { $store(to.as_mut_ptr().add(i * LANES).cast(), *row) };
                }
            }

            #[inline]
            #[target_feature(enable = "avx512f")]
            fn permute2(a: Vector, places: Vector, b: Vector) -> Vector {
                if LANES == 16 {
                    _mm512_permutex2var_epi32(a, places, b)
                } else {
                    _mm512_permutex2var_epi64(a, places, b)
                }
            }

            #[target_feature(enable = "avx512f,bmi2")]
            fn block(words: &mut [$T]) {
                match words.len().div_ceil(LANES) {
                    0 | 1 => network::<1>(words),
                    2 => network::<2>(words),
                    3..=4 => network::<4>(words),
                    5..=8 => network::<8>(words),
                    _ => network::<16>(words),
                }
            }

            /// Moves the elements less than `pivot`, or also those equal to it, to the front. Returns their number.
            #[target_feature(enable = "avx512f,bmi2,popcnt")]
            fn partition<const WITH_PIVOT: bool>(words: &mut [$T], pivot: $T) -> usize {
                const CHUNK_WORDS: usize = CHUNK * LANES;
                let n = words.len();
                let pivot = $set(pivot as _);
                // Saved elements: a chunk at each end, and at the beginning the remainder that does not fill a chunk.
                let mut aside = [0; 3 * CHUNK_WORDS];
                let kept = if n < 2 * CHUNK_WORDS { n } else { 2 * CHUNK_WORDS + n % CHUNK_WORDS };
                let at_end = if n < 2 * CHUNK_WORDS { 0 } else { CHUNK_WORDS };
                let (mut left, mut right) = (kept - at_end, n - at_end);
                aside[..left].copy_from_slice(&words[..left]);
                aside[left..kept].copy_from_slice(&words[right..][..at_end]);
                // Where words are written next, after `below` and before `above`.
                let (mut below, mut above) = (0, n);
                let data = words.as_mut_ptr();
                let turn: [$T; LANES] = std::array::from_fn(|i| (LANES - 1 - i) as $T);
                // SAFETY: an array of as many bytes.
                let turn = unsafe { std::mem::transmute::<[$T; LANES], Vector>(turn) };
                while left < right {
                    // From the end with less room: each one then has room for all of the chunk.
                    let from_left = left - below <= above - right;
                    right -= if from_left { 0 } else { CHUNK_WORDS };
                    let from = if from_left { left } else { right };
                    left += if from_left { CHUNK_WORDS } else { 0 };
                    let chunk: [Vector; CHUNK] = std::array::from_fn(|i| {
                        // SAFETY: whole chunks lie between `left` and `right`.
                        unsafe { $load(data.add(from + i * LANES).cast()) }
                    });
                    for v in chunk {
                        let is_low = if WITH_PIVOT { $less_equal(v, pivot) } else { $less(v, pivot) };
                        let low = is_low.count_ones() as usize;
                        // SAFETY: at either end there is room for this vector and the remainder of the chunk. What
                        // is written too much lies in that room.
                        unsafe {
                            $store(data.add(below).cast(), $compress(is_low, v));
                            $store(data.add(above - LANES).cast(), permute(turn, $compress(!is_low, v)));
                        }
                        below += low;
                        above -= LANES - low;
                    }
                }
                for begin in (0..kept).step_by(LANES) {
                    let count = LANES.min(kept - begin);
                    let valid = first(count);
                    // SAFETY: `aside` is whole vectors, and what was put aside leaves as much room.
                    unsafe {
                        let v = $load(aside.as_ptr().add(begin).cast());
                        let is_low = if WITH_PIVOT { $less_equal(v, pivot) } else { $less(v, pivot) } & valid;
                        let low = is_low.count_ones() as usize;
                        $masked_store(data.add(below).cast(), first(low), $compress(is_low, v));
                        below += low;
                        above -= count - low;
                        $masked_store(data.add(above).cast(), first(count - low), $compress(!is_low & valid, v));
                    }
                }
                below
            }

            impl Word for $T {
                const LANES: usize = LANES;

                unsafe fn block(words: &mut [$T]) {
                    // SAFETY: the caller's promise.
                    unsafe { block(words) }
                }

                unsafe fn partition(words: &mut [$T], pivot: $T, with_pivot: bool) -> usize {
                    // SAFETY: the caller's promise.
                    unsafe { if with_pivot { partition::<true>(words, pivot) } else { partition::<false>(words, pivot) } }
                }
            }
        }
    };
}

words!(u32, words32, lanes 16, u16, _mm512_min_epu32, _mm512_max_epu32, _mm512_mask_min_epu32, _mm512_mask_max_epu32,
    _mm512_loadu_epi32, _mm512_mask_loadu_epi32, _mm512_storeu_epi32, _mm512_mask_storeu_epi32, _mm512_set1_epi32,
    _mm512_cmplt_epu32_mask, _mm512_cmple_epu32_mask, _mm512_maskz_compress_epi32, distances 4 2 1);
words!(u64, words64, lanes 8, u8, _mm512_min_epu64, _mm512_max_epu64, _mm512_mask_min_epu64, _mm512_mask_max_epu64,
    _mm512_loadu_epi64, _mm512_mask_loadu_epi64, _mm512_storeu_epi64, _mm512_mask_storeu_epi64, _mm512_set1_epi64,
    _mm512_cmplt_epu64_mask, _mm512_cmple_epu64_mask, _mm512_maskz_compress_epi64, distances 2 1);

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below `below` that look random.
    fn random(n: usize, below: u64) -> Vec<u64> {
        let mut state = n as u64 + 1;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 20 ^ state << 31
        };
        (0..n).map(|_| next() % below).collect()
    }

    #[test]
    fn words_of_all_lengths_are_sorted() {
        if !is_supported() {
            return;
        }
        for n in (0..1100usize).chain([4095, 4096, 30_011, 100_000]) {
            let ordered = 0..n as u64;
            let cases = [
                random(n, u64::MAX),
                random(n, 3),
                random(n, n as u64 + 1),
                ordered.clone().collect(),
                ordered.clone().rev().collect(),
                ordered.map(|i| i % 64).collect(),
                vec![u64::MAX; n],
            ];
            for words in cases {
                let (mut expected, mut sorted) = (words.clone(), words.clone());
                expected.sort_unstable();
                expected.iter_mut().for_each(|word| *word ^= 5);
                sort(&mut sorted, &|word| word ^ 5);
                assert!(sorted == expected, "{n} words of 64 bits: {words:?}");
                let mut sorted: Vec<u32> = words.iter().map(|word| *word as u32).collect();
                let mut expected = sorted.clone();
                expected.sort_unstable();
                expected.iter_mut().for_each(|word| *word ^= 5);
                sort(&mut sorted, &|word| word ^ 5);
                assert!(sorted == expected, "{n} words of 32 bits: {words:?}");
            }
        }
    }

    #[test]
    fn pivots_that_are_off_the_middle_end_in_another_sort() {
        if is_supported() {
            let mut words = random(5000, 1000);
            let mut expected = words.clone();
            expected.sort_unstable();
            quicksort(&mut words, 1, &|word| word);
            assert_eq!(words, expected);
        }
    }
}
