//! Calls of compiled kernels: functions of addresses, a range of iterations, and offsets, each of which is one word.

use std::ffi::c_void;
use std::mem::transmute;
use std::ops::Range;

/// Words that a kernel takes at most, its range among them.
pub const MOST_WORDS: usize = 16;

/// A kernel and what it is called with beside the range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel<'a> {
    code: *const c_void,
    addresses: &'a [usize],
    offsets: &'a [usize],
}

// SAFETY: compiled code gives each iteration its own part of what the addresses lead to.
unsafe impl Sync for Kernel<'_> {}

macro_rules! usize_of {
    ($word:ident) => {
        usize
    };
}

/// Calls `$code` with the words of a slice, which are as many as those of one of the lists.
macro_rules! call_with {
    ($code:expr, $words:expr, $($($word:ident)+;)+) => {
        match *$words {
            $([$($word),+] => {
                // SAFETY: the caller's promise: `$code` takes as many words.
                unsafe {
                    let code = transmute::<*const c_void, unsafe extern "C" fn($(usize_of!($word)),+)>($code);
                    code($($word),+)
                }
            })+
            _ => unreachable!("a kernel takes 2 to {MOST_WORDS} words"),
        }
    };
}

impl Kernel<'_> {
    /// The kernel at `code`, with so many addresses at `words`, and so many offsets behind them.
    ///
    /// # Safety
    /// `code` is a C function of as many words as there are addresses and offsets, and two between them: the range. Together they are
    /// [`MOST_WORDS`] at most. It may be called from several threads at the same time with disjoint ranges. The words outlive the kernel.
    pub unsafe fn new(code: *const c_void, words: *const usize, addresses: i64, offsets: i64) -> Self {
        // SAFETY: the caller's promise.
        let words = unsafe { std::slice::from_raw_parts(words, (addresses + offsets) as usize) };
        let (addresses, offsets) = words.split_at(addresses as usize);
        Self { code, addresses, offsets }
    }

    /// Runs the iterations of `range`.
    pub fn run(&self, range: Range<i64>) {
        let (count, behind) = (self.addresses.len(), self.addresses.len() + 2);
        let mut words = [0; MOST_WORDS];
        words[..count].copy_from_slice(self.addresses);
        words[count..behind].copy_from_slice(&[range.start as usize, range.end as usize]);
        words[behind..behind + self.offsets.len()].copy_from_slice(self.offsets);
        call_with!(self.code, &words[..behind + self.offsets.len()],
            a b;
            a b c;
            a b c d;
            a b c d e;
            a b c d e f;
            a b c d e f g;
            a b c d e f g h;
            a b c d e f g h i;
            a b c d e f g h i j;
            a b c d e f g h i j k;
            a b c d e f g h i j k l;
            a b c d e f g h i j k l m;
            a b c d e f g h i j k l m n;
            a b c d e f g h i j k l m n o;
            a b c d e f g h i j k l m n o p;
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn least(begin: usize, end: usize) {
        assert_eq!([begin, end], [3, 5]);
    }

    unsafe extern "C" fn two_of_each(a: usize, b: usize, begin: usize, end: usize, c: usize, d: usize) {
        assert_eq!([a, b, begin, end, c, d], [10, 11, 3, 5, 12, 13]);
    }

    #[rustfmt::skip]
    unsafe extern "C" fn most(
        a: usize, b: usize, c: usize, d: usize, e: usize, f: usize, g: usize, h: usize, i: usize, begin: usize, end: usize, j: usize, k: usize,
        l: usize, m: usize, n: usize,
    ) {
        assert_eq!([a, b, c, d, e, f, g, h, i], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!([begin, end], [3, 5]);
        assert_eq!([j, k, l, m, n], [9, 10, 11, 12, 13]);
    }

    #[test]
    fn words_are_in_the_order_of_the_arguments() {
        let all: Vec<usize> = (0..14).collect();
        // SAFETY: each function takes as many words.
        unsafe {
            Kernel::new(least as *const c_void, all.as_ptr(), 0, 0).run(3..5);
            Kernel::new(two_of_each as *const c_void, all[10..].as_ptr(), 2, 2).run(3..5);
            Kernel::new(most as *const c_void, all.as_ptr(), 9, 5).run(3..5);
        }
    }
}
