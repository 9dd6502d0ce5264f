//! Library functions: transforms, factorizations, sorting.
//!
//! Compiled code calls them by custom calls whose names begin with [`PREFIX`]; the op's parameters are attributes of
//! the site. Nobody can register other functions under these names.

mod fft;
pub(crate) mod lapack;
mod linear;
mod matrix;
mod parallel;
mod site;
mod small_cholesky;
mod sort;
#[cfg(target_arch = "x86_64")]
mod vector_sort;

use crate::call::{Call, CallError};
use site::malformed;

/// The prefix of the names of the library's functions.
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
