//! How glibc manages memory.

use std::ffi::c_int;

unsafe extern "C" {
    fn mallopt(parameter: c_int, value: c_int) -> c_int;
}
const M_TRIM_THRESHOLD: c_int = -1;
const M_TOP_PAD: c_int = -2;

/// Keeps freed memory in the process. The evaluation of a batch allocates some megabytes; if the system provides them
/// for every batch anew, it takes several times as long to clear them as to evaluate the functions.
pub fn keep() {
    // SAFETY: changes thresholds only.
    unsafe {
        mallopt(M_TRIM_THRESHOLD, 1 << 30);
        mallopt(M_TOP_PAD, 1 << 24);
    }
}
