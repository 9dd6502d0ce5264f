//! Parallel loops over parts of a buffer.

use crate::pool::Pool;

/// A buffer in which each iteration of a parallel loop changes its own elements.
pub(super) struct Parts<T>(*mut T, usize);

// SAFETY: the parts of a loop change different elements, as `get` demands.
unsafe impl<T: Send> Sync for Parts<T> {}

impl<T> Parts<T> {
    pub(super) fn new(elements: &mut [T]) -> Self {
        Self(elements.as_mut_ptr(), elements.len())
    }

    /// Number of elements.
    pub(super) fn len(&self) -> usize {
        self.1
    }

    /// The elements from `begin` to `end`.
    ///
    /// # Safety
    /// No other part of the loop gets any of them, and the buffer is not used otherwise meanwhile.
    #[expect(clippy::mut_from_ref, reason = "each part gets other elements")]
    pub(super) unsafe fn get(&self, begin: usize, end: usize) -> &mut [T] {
        assert!(begin <= end && end <= self.1);
        // SAFETY: the range is inside of the buffer, and the caller promises that it is this part's alone.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(begin), end - begin) }
    }
}

/// Calls `body` with `parts` consecutive pieces of `elements` and their numbers, by as many threads as is worth it for
/// pieces that cost `work` operations each.
pub(super) fn each_part<T: Send>(
    pool: &Pool,
    elements: &mut [T],
    parts: usize,
    work: usize,
    body: impl Fn(usize, &mut [T]) + Sync,
) {
    let Some(length) = elements.len().checked_div(parts) else { return };
    let shared = Parts::new(elements);
    pool.parallel_for(parts as i64, grain(work), &|range| {
        for i in range.start as usize..range.end as usize {
            // SAFETY: piece `i` is this iteration's alone.
            body(i, unsafe { shared.get(i * length, (i + 1) * length) });
        }
    });
}

/// Operations below which another thread is no help.
const WORTH_A_THREAD: usize = 1 << 15;

/// How many iterations of `work` operations are worth a thread.
pub(super) fn grain(work: usize) -> i64 {
    WORTH_A_THREAD.div_ceil(work.max(1)) as i64
}
