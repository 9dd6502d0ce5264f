//! Contexts for programs that were compiled ahead of time. A context owns the list of the program's custom calls.
//!
//! Such a program contains its list of [`Site`]s, encoded by [`encode`]. The functions that the compiler adds to the
//! program pass it to [`xla_rt_program_create`], and each run through [`xla_rt_program_run`].

use crate::call::Site;
use crate::context::{Context, Runtime};
use std::ffi::{CString, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The version of the list's form: programs and the library they are linked with have to agree.
const VERSION: u8 = 1;

/// A context and the message of its last failure. The context comes first: compiled code gets this as a [`Context`].
#[repr(C)]
struct Program {
    context: Context<'static>,
    /// Why the program cannot run at all.
    refused: Option<CString>,
    message: CString,
}

/// A compiled program: context, inputs, outputs, arena.
type Entry = unsafe extern "C" fn(*mut c_void, *const *const c_void, *const *mut c_void, *mut c_void);

/// The list of `sites` as a program carries it.
///
/// # Errors
/// If a site cannot be written, with the reason.
pub fn encode(sites: &[Site]) -> Result<Vec<u8>, String> {
    let mut bytes = vec![VERSION];
    bytes.extend(postcard::to_stdvec(sites).map_err(|error| error.to_string())?);
    Ok(bytes)
}

pub(crate) fn decode(bytes: &[u8]) -> Result<Vec<Site>, String> {
    match bytes.split_first() {
        None => Ok(Vec::new()),
        Some((&VERSION, sites)) => postcard::from_bytes(sites).map_err(|error| error.to_string()),
        Some((version, _)) => Err(format!("the program is of version {version}, the runtime library of {VERSION}")),
    }
}

fn message(text: String) -> CString {
    // A message has no zero bytes but those that a program has in its names.
    CString::new(text.replace('\0', "?")).unwrap_or_default()
}

impl Program {
    fn new(runtime: &Runtime, sites: &[u8]) -> Option<Self> {
        let context =
            decode(sites).and_then(|sites| Context::new(runtime, sites).map_err(|failure| failure.to_string()));
        let (context, refused) = match context {
            Ok(context) => (context, None),
            Err(reason) => (Context::new(runtime, Vec::new()).ok()?, Some(message(reason))),
        };
        Some(Self { context, refused, message: CString::default() })
    }
}

/// A context for a program that was compiled ahead of time, with `threads` threads, the caller's included, and a seed for
/// the random numbers that it draws; null if it cannot be made. If the program calls a function that is not found, each run fails, and
/// [`xla_rt_program_error`] says why.
///
/// # Safety
/// `sites` points to `length` bytes, or is null where `length` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xla_rt_program_create(
    threads: i32,
    seed: u64,
    sites: *const u8,
    length: usize,
) -> *mut c_void {
    catch_unwind(|| {
        // SAFETY: the caller's promise.
        let sites = if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(sites, length) } };
        let runtime = Runtime::new(usize::try_from(threads).unwrap_or(1)).seeded(seed);
        Program::new(&runtime, sites).map_or(std::ptr::null_mut(), |program| Box::into_raw(Box::new(program)).cast())
    })
    .unwrap_or(std::ptr::null_mut())
}

/// Runs `entry` once. Returns 0, or another number if the run failed or `program` is null; outputs then hold arbitrary
/// values.
///
/// # Safety
/// `program` is null or comes from [`xla_rt_program_create`], and is not used otherwise during the call. The others are
/// what the program was compiled for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xla_rt_program_run(
    program: *mut c_void,
    entry: Entry,
    inputs: *const *const c_void,
    outputs: *const *mut c_void,
    arena: *mut c_void,
) -> i32 {
    if program.is_null() {
        return 1;
    }
    // SAFETY: the caller's promise; no reference to the program is alive while the entry runs.
    unsafe {
        let program = program.cast::<Program>();
        if (*program).refused.is_some() {
            return 1;
        }
        (*program).context.reset();
        entry(program.cast(), inputs, outputs, arena);
        i32::from((*program).context.failure().is_some())
    }
}

/// Why the last run failed; empty if it did not. The text lives until the next run, or until `program` is destroyed.
///
/// # Safety
/// `program` is null or comes from [`xla_rt_program_create`], and no run of it is going on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xla_rt_program_error(program: *mut c_void) -> *const c_char {
    if program.is_null() {
        return c"there is no context".as_ptr();
    }
    // SAFETY: the caller's promise.
    let program = unsafe { &mut *program.cast::<Program>() };
    if let Some(reason) = &program.refused {
        return reason.as_ptr();
    }
    program.message = message(program.context.failure().map(ToString::to_string).unwrap_or_default());
    program.message.as_ptr()
}

/// Ends a context.
///
/// # Safety
/// `program` comes from [`xla_rt_program_create`] or [`xla_rt_context_create`] and is not used again; null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xla_rt_program_destroy(program: *mut c_void) {
    if program.is_null() {
        return;
    }
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the box was made by `xla_rt_program_create`, and nothing else refers to it.
        drop(unsafe { Box::from_raw(program.cast::<Program>()) });
    }));
}

/// A context with `threads` threads, for a program that makes no custom calls; null if it cannot be made.
#[unsafe(no_mangle)]
pub extern "C" fn xla_rt_context_create(threads: i32) -> *mut c_void {
    // SAFETY: no bytes are referred to.
    unsafe { xla_rt_program_create(threads, 0, std::ptr::null(), 0) }
}

/// Ends a context.
///
/// # Safety
/// As for [`xla_rt_program_destroy`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn xla_rt_context_destroy(context: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { xla_rt_program_destroy(context) }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::array::TensorType;
    use crate::call::{Attribute, Structure};
    use crate::context::xla_rt_custom_call;
    use std::collections::BTreeMap;
    use std::ffi::CStr;
    use xla_scalar::Element;

    /// A call that factorizes a matrix of this type.
    pub(crate) fn cholesky(operand: TensorType) -> Site {
        Site {
            target: "xla.runtime.cholesky".to_string(),
            operands: vec![operand.clone()],
            results: vec![operand],
            attributes: [("lower".to_string(), Attribute::Bool(true))].into(),
            location: "a.mlir:1:2".to_string(),
            ..Site::default()
        }
    }

    unsafe extern "C" fn entry(
        context: *mut c_void,
        inputs: *const *const c_void,
        outputs: *const *mut c_void,
        _: *mut c_void,
    ) {
        // SAFETY: the tests pass a context and the buffers of its site.
        unsafe { xla_rt_custom_call(context, 0, inputs, outputs) };
    }

    /// Status, output and message of a run of the one call at `sites`.
    fn run(sites: &[u8]) -> (i32, [f32; 4], String) {
        let (input, mut output) = ([4f32, 0.0, 2.0, 5.0], [0f32; 4]);
        let (inputs, outputs) = ([input.as_ptr().cast()], [output.as_mut_ptr().cast()]);
        // SAFETY: buffers of four floats, as the site says.
        unsafe {
            let program = xla_rt_program_create(1, 0, sites.as_ptr(), sites.len());
            assert!(!program.is_null());
            let mut status = 0;
            for _ in 0..2 {
                status = xla_rt_program_run(program, entry, inputs.as_ptr(), outputs.as_ptr(), std::ptr::null_mut());
            }
            let message = CStr::from_ptr(xla_rt_program_error(program)).to_string_lossy().into_owned();
            xla_rt_program_destroy(program);
            (status, output, message)
        }
    }

    #[test]
    fn a_program_brings_its_calls_along() {
        let square = TensorType::new(Element::F32, &[2, 2]);
        let sites = encode(&[cholesky(square.clone())]).expect("it is written");
        assert_eq!(run(&sites), (0, [2.0, 0.0, 1.0, 2.0], String::new()));
        let missing = encode(&[Site { target: "missing".to_string(), ..cholesky(square) }]).expect("it is written");
        let (status, _, message) = run(&missing);
        assert_eq!(status, 1);
        assert!(message.contains("custom_call @missing: there is no such function"), "{message}");
        let (status, _, message) = run(&[VERSION + 1]);
        assert_eq!((status, message.as_str()), (1, "the program is of version 2, the runtime library of 1"));
        assert_eq!(run(&sites[..sites.len() - 1]).0, 1);
        let (status, _, message) = run(&[]);
        assert_eq!(status, 1);
        assert!(message.contains("the context is not one of this program"), "{message}");
    }

    #[test]
    fn sites_are_what_they_were() {
        let inner: BTreeMap<_, _> = [("x".to_string(), Attribute::Float(f64::INFINITY))].into();
        let site = Site {
            operand_structure: vec![Structure::Tuple(vec![Structure::Array]), Structure::Array],
            attributes: [
                ("d".to_string(), Attribute::Dictionary(inner)),
                ("l".to_string(), Attribute::Array(vec![Attribute::Int(-1), Attribute::Unit])),
                ("o".to_string(), Attribute::Other("#a".to_string())),
                ("s".to_string(), Attribute::String("t".to_string())),
            ]
            .into(),
            ..cholesky(TensorType::new(Element::C128, &[0, 3]))
        };
        assert_eq!(encode(std::slice::from_ref(&site)).and_then(|bytes| decode(&bytes)), Ok(vec![site]));
    }

    #[test]
    fn a_context_without_calls_lives_and_dies() {
        let context = xla_rt_context_create(2);
        assert!(!context.is_null());
        // SAFETY: it was created above; null is allowed.
        unsafe {
            xla_rt_context_destroy(context);
            xla_rt_program_destroy(std::ptr::null_mut());
            assert_eq!(
                xla_rt_program_run(
                    std::ptr::null_mut(),
                    entry,
                    std::ptr::null(),
                    std::ptr::null(),
                    std::ptr::null_mut()
                ),
                1
            );
        }
    }
}
