//! The context that compiled code receives and passes to the functions that it calls.

use crate::array::{ArrayError, TensorType, View, ViewMut};
use crate::call::{Call, CallError, CallFailure, Handler, Run, Site};
use crate::collective::Process;
use crate::custom_call::CustomCalls;
use crate::kernel::Kernel;
use crate::pool::Pool;
use std::borrow::Cow;
use std::ffi::c_void;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

/// The threads, custom calls and seed with which programs run. Cheap to clone; one serves any number of programs.
#[derive(Clone, Debug)]
pub struct Runtime {
    pool: Arc<Pool>,
    calls: Arc<CustomCalls>,
    process: Process,
    seed: u64,
}

impl Runtime {
    /// A runtime with `threads` threads, the caller's included, and no custom calls.
    pub fn new(threads: usize) -> Self {
        Self::with_custom_calls(threads, CustomCalls::new())
    }

    /// A runtime with `threads` threads, the caller's included, and custom calls, for a process that runs alone.
    pub fn with_custom_calls(threads: usize, calls: CustomCalls) -> Self {
        Self::for_process(threads, calls, &Process::alone())
    }

    /// A runtime for one of the processes that run a program together.
    pub fn for_process(threads: usize, mut calls: CustomCalls, process: &Process) -> Self {
        process.register(&mut calls);
        Self { pool: Arc::new(Pool::new(threads)), calls: Arc::new(calls), process: process.clone(), seed: 0 }
    }

    /// The same, with a seed for the random numbers that programs draw: it decides them all.
    pub fn seeded(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Number of threads a program can use.
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// The process that this is the runtime of: what it has of others, and its queues.
    pub fn process(&self) -> &Process {
        &self.process
    }

    /// Makes the call that stands at `site`, on buffers of the site's types; `draws` counts the run's keys of random
    /// numbers. For what runs a program without compiling it.
    ///
    /// # Errors
    /// If nothing has the name that is called, or the call fails.
    pub fn call(
        &self,
        site: &Site,
        inputs: Vec<View<'_>>,
        outputs: Vec<ViewMut<'_>>,
        draws: &AtomicU64,
    ) -> Result<(), CallFailure> {
        let run = Run { pool: &self.pool, seed: self.seed, draws };
        let handler = self.calls.handler(site).map_err(|error| CallFailure::at(site, error))?;
        invoke(&handler, &mut Call { site, inputs, outputs, run }).map_err(|error| CallFailure::at(site, error))
    }

    /// The key of a new stream of random numbers in the run that has drawn `draws` so far.
    pub fn next_key(&self, draws: &AtomicU64) -> u64 {
        Run { pool: &self.pool, seed: self.seed, draws }.next_key()
    }
}

/// Calls `handler`, whose panic is a failure.
fn invoke(handler: &Arc<Handler>, call: &mut Call<'_>) -> Result<(), CallError> {
    catch_unwind(AssertUnwindSafe(|| handler(call)))
        .unwrap_or_else(|_| Err(CallError::Failed("the handler panicked".to_string())))
}

/// The state of one run; compiled code passes its address back to each function it calls.
pub struct Context<'a> {
    runtime: Runtime,
    sites: Cow<'a, [Site]>,
    /// The function to call at each site.
    handlers: Vec<Arc<Handler>>,
    draws: AtomicU64,
    failure: OnceLock<CallFailure>,
    /// Whether a failure ends the process, because there is no one to tell of it.
    is_fatal: bool,
}

impl fmt::Debug for Context<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("runtime", &self.runtime).field("sites", &self.sites).finish_non_exhaustive()
    }
}

impl<'a> Context<'a> {
    /// The context of a run of a program with custom calls at `sites`.
    ///
    /// # Errors
    /// If no function is registered for one of them.
    pub fn new(runtime: &Runtime, sites: impl Into<Cow<'a, [Site]>>) -> Result<Self, CallFailure> {
        let sites = sites.into();
        let handlers = sites
            .iter()
            .map(|site| runtime.calls.handler(site).map_err(|error| CallFailure::at(site, error)))
            .collect::<Result<_, _>>()?;
        let (runtime, draws, failure) = (runtime.clone(), AtomicU64::new(0), OnceLock::new());
        Ok(Self { runtime, sites, handlers, draws, failure, is_fatal: false })
    }

    /// The same, where a failure ends the process.
    pub(crate) fn fatal(self) -> Self {
        Self { is_fatal: true, ..self }
    }

    /// Ends the run, so that nothing of it refers to its buffers any more. Returns its first failure.
    pub fn into_failure(self) -> Option<CallFailure> {
        self.runtime.process.leave(self.failure.get());
        self.failure.into_inner()
    }

    /// Clears the failure, so that the next run can begin.
    pub(crate) fn reset(&mut self) {
        self.failure = OnceLock::new();
    }

    /// The first failure of the run.
    pub(crate) fn failure(&self) -> Option<&CallFailure> {
        self.failure.get()
    }

    fn fail(&self, site: &Site, error: CallError) {
        if self.is_fatal {
            abort(&CallFailure::at(site, error).to_string());
        }
        // Later failures follow from the first: it alone is reported.
        let _ = self.failure.set(CallFailure::at(site, error));
    }
}

/// Ends the process, as a failing `cf.assert` does.
pub(crate) fn abort(message: &str) -> ! {
    eprintln!("{message}");
    std::process::abort()
}

/// Splits `0..n` at multiples of `grain` and calls `kernel` with each range, from the threads of the run. Returns after all
/// calls. `words` are the addresses that the kernel takes before the range, and the offsets behind it. The ranges depend only on `n`,
/// `grain` and the number of threads; if `shares` is not 0, there is one range per thread.
///
/// # Safety
/// `context` is the context of the run, or null for a run on one thread. `kernel` takes as many words, as
/// [`Kernel::new`] says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xla_rt_parallel_for(
    context: *mut c_void,
    kernel: *const c_void,
    words: *const usize,
    addresses: i64,
    offsets: i64,
    n: i64,
    grain: i64,
    shares: i64,
) {
    if n <= 0 {
        return;
    }
    // SAFETY: the caller's promise.
    let kernel = unsafe { Kernel::new(kernel, words, addresses, offsets) };
    if context.is_null() {
        return kernel.run(0..n);
    }
    // SAFETY: the context outlives the run.
    let context = unsafe { &*context.cast::<Context<'_>>() };
    // The ranges are disjoint, and all calls have returned before these do.
    let (pool, body) = (&context.runtime.pool, |range| kernel.run(range));
    if shares == 0 { pool.parallel_for(n, grain, &body) } else { pool.parallel_shares(n, grain, &body) }
}

/// Makes the custom call at `site`. Returns 0, or another number if it failed; then compiled code ends
/// the run.
///
/// # Safety
/// `context` is the context of the run, or null, where every call fails. `inputs` and `outputs` point to as many
/// buffers as the site has operands and results, each of its type; no output overlaps another buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xla_rt_custom_call(
    context: *mut c_void,
    site: i64,
    inputs: *const *const c_void,
    outputs: *const *mut c_void,
) -> i32 {
    if context.is_null() {
        return 1;
    }
    // SAFETY: the context outlives the run.
    let context = unsafe { &*context.cast::<Context<'_>>() };
    let site = usize::try_from(site).ok();
    let Some((site, handler)) = site.and_then(|site| Some((context.sites.get(site)?, context.handlers.get(site)?)))
    else {
        let error = CallError::Failed("the context is not one of this program".to_string());
        let _ = context.failure.set(CallFailure { target: String::new(), location: "program".to_string(), error });
        return 1;
    };
    // SAFETY: the caller's promise.
    let outcome = unsafe { buffers(context, site, inputs, outputs) }.and_then(|mut call| invoke(handler, &mut call));
    match outcome {
        Ok(()) => 0,
        Err(error) => {
            context.fail(site, error);
            1
        }
    }
}

/// The buffers of a call, typed.
///
/// # Safety
/// As for [`xla_rt_custom_call`].
unsafe fn buffers<'a>(
    context: &'a Context<'_>,
    site: &'a Site,
    inputs: *const *const c_void,
    outputs: *const *mut c_void,
) -> Result<Call<'a>, CallError> {
    let failed = |error: ArrayError| CallError::Failed(error.to_string());
    let length = |ty: &TensorType| ty.bytes().map_err(failed);
    let run = Run { pool: &context.runtime.pool, seed: context.runtime.seed, draws: &context.draws };
    let mut call = Call { site, inputs: Vec::new(), outputs: Vec::new(), run };
    for (i, ty) in site.operands.iter().enumerate() {
        let len = length(ty)?;
        // SAFETY: the caller promises one buffer an operand; one of no bytes may be null.
        let bytes: &[u8] = unsafe {
            let data = (*inputs.add(i)).cast::<u8>();
            if len == 0 { &[] } else { std::slice::from_raw_parts(data, len) }
        };
        call.inputs.push(View::new(ty, bytes).map_err(failed)?);
    }
    for (i, ty) in site.results.iter().enumerate() {
        let len = length(ty)?;
        // SAFETY: as above, for results, and no other reference to the buffer exists.
        let bytes: &mut [u8] = unsafe {
            let data = (*outputs.add(i)).cast::<u8>();
            if len == 0 { &mut [] } else { std::slice::from_raw_parts_mut(data, len) }
        };
        call.outputs.push(ViewMut::new(ty, bytes).map_err(failed)?);
    }
    Ok(call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};
    use xla_scalar::Element;

    unsafe extern "C" fn add(counter: *const AtomicI64, begin: i64, end: i64, times: i64) {
        // SAFETY: the tests pass a counter.
        unsafe { &*counter }.fetch_add(times * (begin..end).sum::<i64>(), Ordering::Relaxed);
    }

    #[test]
    fn a_loop_runs_with_and_without_a_context() {
        let runtime = Runtime::new(2);
        let context = Context::new(&runtime, Vec::new()).expect("a context without sites");
        for context in [std::ptr::null_mut(), std::ptr::from_ref(&context).cast_mut().cast()] {
            let sum = AtomicI64::new(0);
            let words = [std::ptr::from_ref(&sum).expose_provenance(), 2];
            // SAFETY: the kernel takes an address, the range and an offset.
            unsafe { xla_rt_parallel_for(context, add as *const c_void, words.as_ptr(), 1, 1, 100, 7, 0) };
            assert_eq!(sum.into_inner(), 9900);
        }
    }

    fn call(runtime: &Runtime, target: &str) -> (i32, [f32; 2], Option<CallFailure>) {
        let ty = TensorType::new(Element::F32, &[2]);
        let site = Site {
            target: target.to_string(),
            operands: vec![ty.clone()],
            results: vec![ty],
            location: "a.mlir:1:2".to_string(),
            ..Site::default()
        };
        let sites = [site];
        let context = match Context::new(runtime, &sites[..]) {
            Ok(context) => context,
            Err(failure) => return (1, [0.0; 2], Some(failure)),
        };
        let (input, mut output) = ([1f32, 2.0], [0f32; 2]);
        let inputs = [input.as_ptr().cast()];
        let outputs = [output.as_mut_ptr().cast()];
        // SAFETY: one buffer of two floats an operand and a result.
        let status = unsafe {
            xla_rt_custom_call(std::ptr::from_ref(&context).cast_mut().cast(), 0, inputs.as_ptr(), outputs.as_ptr())
        };
        (status, output, context.into_failure())
    }

    #[test]
    fn a_custom_call_reaches_its_handler_and_failures_are_kept() {
        let mut calls = CustomCalls::new();
        calls.register("copy", |call| {
            let bytes = call.inputs[0].bytes();
            call.outputs[0].bytes_mut().copy_from_slice(bytes);
            Ok(())
        });
        calls.register("refuse", |_| Err(CallError::Failed("no".to_string())));
        calls.register("panic", |_| panic!("in a test"));
        let runtime = Runtime::with_custom_calls(1, calls);
        assert_eq!(call(&runtime, "copy"), (0, [1.0, 2.0], None));
        let message = |target| call(&runtime, target).2.map(|failure| failure.to_string()).unwrap_or_default();
        assert_eq!(message("refuse"), "a.mlir:1:2: error: custom call @refuse: no");
        assert_eq!(message("panic"), "a.mlir:1:2: error: custom call @panic: the handler panicked");
        assert_eq!(
            message("missing"),
            "a.mlir:1:2: error: unsupported: custom_call @missing: there is no such function, neither registered nor in the process"
        );
    }
}
