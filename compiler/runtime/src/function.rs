//! What compiled functions of a larger module run in: a context for each module's list of custom calls, which the first call
//! makes. Nobody gives such a function one, and nobody asks it whether it failed.

use crate::ahead_of_time::decode;
use crate::context::{Context, Runtime, abort};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::panic::catch_unwind;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};

/// The runtime of all functions that use so many threads.
fn runtime(threads: usize) -> Runtime {
    static RUNTIMES: Mutex<BTreeMap<usize, Runtime>> = Mutex::new(BTreeMap::new());
    let mut runtimes = RUNTIMES.lock().unwrap_or_else(PoisonError::into_inner);
    runtimes.entry(threads).or_insert_with(|| Runtime::new(threads)).clone()
}

fn create(threads: i32, sites: &[u8]) -> Result<Context<'static>, String> {
    let sites = decode(sites)?;
    let threads = usize::try_from(threads).unwrap_or(1);
    Context::new(&runtime(threads), sites).map(Context::fatal).map_err(|failure| failure.to_string())
}

/// The context that is in `slot`, where the first call puts it: with `threads` threads, the caller's included, for the custom
/// calls at `sites`. It serves any number of threads at the same time and lives as long as the process. A call that fails in it
/// ends the process, and so does a context that cannot be made, after a message on standard error.
///
/// # Safety
/// `slot` is a pointer, null before the first call, that only this function accesses; `sites` points to `length` bytes, or is null
/// where `length` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xla_rt_function_context(
    slot: *mut *mut c_void,
    threads: i32,
    sites: *const u8,
    length: usize,
) -> *mut c_void {
    // SAFETY: the caller's promise.
    let slot = unsafe { AtomicPtr::from_ptr(slot) };
    let there = slot.load(Ordering::Acquire);
    if !there.is_null() {
        return there;
    }
    // SAFETY: the caller's promise.
    let sites = if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(sites, length) } };
    let created = catch_unwind(|| create(threads, sites)).unwrap_or_else(|_| Err("a panic".to_string()));
    let context =
        created.unwrap_or_else(|reason| abort(&format!("xla-mlir: a compiled function cannot run: {reason}")));
    let own = Box::into_raw(Box::new(context));
    match slot.compare_exchange(ptr::null_mut(), own.cast(), Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => own.cast(),
        Err(other) => {
            // SAFETY: another thread was first, and nobody has seen this box.
            drop(unsafe { Box::from_raw(own) });
            other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead_of_time::encode;
    use crate::ahead_of_time::tests::cholesky;
    use crate::array::TensorType;
    use crate::call::Site;
    use crate::context::xla_rt_custom_call;
    use xla_scalar::Element;

    #[test]
    fn many_threads_share_one_context() {
        let sites = encode(&[cholesky(TensorType::new(Element::F32, &[2, 2]))]).expect("it is written");
        let slot = AtomicPtr::new(ptr::null_mut());
        let call = || {
            let (input, mut output) = ([4f32, 0.0, 2.0, 5.0], [0f32; 4]);
            // SAFETY: the slot is this function's alone; buffers of four floats, as the site says.
            unsafe {
                let context = xla_rt_function_context(slot.as_ptr(), 2, sites.as_ptr(), sites.len());
                let (inputs, outputs) = ([input.as_ptr().cast()], [output.as_mut_ptr().cast()]);
                assert_eq!(xla_rt_custom_call(context, 0, inputs.as_ptr(), outputs.as_ptr()), 0);
                (context as usize, output)
            }
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(call)).collect();
            threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
        });
        assert!(results.iter().all(|result| *result == (results[0].0, [2.0, 0.0, 1.0, 2.0])), "{results:?}");
        // SAFETY: it was made above, and no thread uses it.
        drop(unsafe { Box::from_raw(slot.into_inner().cast::<Context<'_>>()) });
    }

    #[test]
    fn what_cannot_run_says_why() {
        let missing = encode(&[Site { target: "missing".to_string(), ..Site::default() }]).expect("it is written");
        let reason = create(1, &missing).err().unwrap_or_default();
        assert!(reason.contains("custom_call @missing: there is no such function"), "{reason}");
    }
}
