//! What is a library's work: transforms, factorizations, sorting.
//!
//! Compiled code reaches it as custom calls whose names begin with [`PREFIX`]; the op's parameters are attributes of
//! the site. Nobody can register other functions under these names.

mod fft;
pub(crate) mod lapack;
mod linear;
mod sort;
#[cfg(target_arch = "x86_64")]
mod vector_sort;

use crate::custom_call::{Attribute, Call, CallError, Site};
use crate::pool::Pool;

/// What the names of the library's functions begin with.
pub const PREFIX: &str = "xla.runtime.";

/// A function of the library.
pub(crate) type Function = fn(&mut Call<'_>) -> Result<(), CallError>;

/// The function of this name, which begins with [`PREFIX`].
pub(crate) fn function(name: &str) -> Option<Function> {
    Some(match name.strip_prefix(PREFIX)? {
        "cholesky" => linear::cholesky,
        "fft" => fft::fft,
        "random_key" => random_key,
        "sort" => sort::sort,
        "triangular_solve" => linear::triangular_solve,
        _ => return None,
    })
}

/// The key of a new stream of random numbers, one `u64`.
fn random_key(call: &mut Call<'_>) -> Result<(), CallError> {
    let key = call.run.next_key();
    match call.outputs.first_mut().map(|output| output.elements_mut::<u64>()) {
        Some([output]) => {
            *output = key;
            Ok(())
        }
        _ => Err(malformed(call.site)),
    }
}

/// Calls of the library are the compiler's own, so that a wrong one is its mistake.
fn malformed(site: &Site) -> CallError {
    CallError::Failed(format!("{} is not called as it should be", site.target))
}

fn flag(site: &Site, name: &str) -> bool {
    site.attributes.get(name) == Some(&Attribute::Bool(true))
}

fn word<'a>(site: &'a Site, name: &str) -> &'a str {
    match site.attributes.get(name) {
        Some(Attribute::String(word)) => word,
        _ => "",
    }
}

/// A buffer of which each part of a parallel loop changes its own elements.
struct Parts<T>(*mut T, usize);

// SAFETY: the parts of a loop change different elements, as `get` demands.
unsafe impl<T: Send> Sync for Parts<T> {}

impl<T> Parts<T> {
    fn new(elements: &mut [T]) -> Self {
        Self(elements.as_mut_ptr(), elements.len())
    }

    /// The elements from `begin` to `end`.
    ///
    /// # Safety
    /// No other part of the loop gets any of them, and the buffer is not used otherwise meanwhile.
    #[expect(clippy::mut_from_ref, reason = "each part gets other elements")]
    unsafe fn get(&self, begin: usize, end: usize) -> &mut [T] {
        assert!(begin <= end && end <= self.1);
        // SAFETY: the range is inside of the buffer, and the caller promises that it is this part's alone.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(begin), end - begin) }
    }
}

/// Calls `body` with `parts` consecutive pieces of `elements` and their numbers, as many at once as is worth it for
/// pieces that cost `work` operations each.
fn each_part<T: Send>(
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
fn grain(work: usize) -> i64 {
    WORTH_A_THREAD.div_ceil(work.max(1)) as i64
}
