//! The main functions that MLIR brings for its tools, with our dialects, passes and guarded input.

use mlir_sys::{MlirDialectRegistry, MlirStringRef};
use std::ffi::{CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use xla_compiler::{Source, check_bytecode, tell};

/// Looks at a text before MLIR's parser recurses into it.
pub type CheckInput = unsafe extern "C" fn(MlirStringRef, MlirStringRef) -> bool;

/// The bytes of a string of MLIR's.
///
/// # Safety
/// `text` points to `length` bytes that live for `'a`.
pub unsafe fn bytes<'a>(text: MlirStringRef) -> &'a [u8] {
    if text.length == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(text.data.cast(), text.length) }
}

/// Whether MLIR's parser may read `source`. If not, prints the reason to standard error.
pub fn is_readable(source: &Source) -> bool {
    let checked = source.check().and_then(|()| check_bytecode(source));
    checked.map_err(|diagnostic| tell!("{diagnostic}")).is_ok()
}

/// [`is_readable`], for C++.
///
/// # Safety
/// Both arguments point to as many bytes as they say.
pub unsafe extern "C" fn check_input(name: MlirStringRef, text: MlirStringRef) -> bool {
    catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller's promise.
        is_readable(&unsafe { Source::new(&String::from_utf8_lossy(bytes(name)), bytes(text)) })
    }))
    .unwrap_or(false)
}

/// This process's arguments as C's `main` has them.
pub struct Arguments {
    _texts: Vec<CString>,
    pointers: Vec<*mut c_char>,
}

impl Arguments {
    /// The arguments of this process.
    pub fn of_process() -> Self {
        use std::os::unix::ffi::OsStringExt;
        // An argument with a NUL byte cannot come from a shell; it reads as empty.
        let texts: Vec<CString> =
            std::env::args_os().map(|argument| CString::new(argument.into_vec()).unwrap_or_default()).collect();
        let mut pointers: Vec<*mut c_char> = texts.iter().map(|text| text.as_ptr().cast_mut()).collect();
        pointers.push(std::ptr::null_mut());
        Self { _texts: texts, pointers }
    }

    /// How many there are, the program's name included.
    pub fn count(&self) -> c_int {
        (self.pointers.len() - 1) as c_int
    }

    /// The null-terminated array.
    pub fn pointers(&mut self) -> *mut *mut c_char {
        self.pointers.as_mut_ptr()
    }
}

/// Runs one of MLIR's main functions in a thread whose stack holds what MLIR recurses over; ends the process with
/// its exit code.
pub fn run(main: impl FnOnce(&mut Arguments, MlirDialectRegistry) -> c_int + Send + 'static) -> ! {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(move || {
        xla_compiler::register_all_passes();
        let registry = xla_dialect::registry();
        main(&mut Arguments::of_process(), registry.to_raw())
    });
    let code = thread.ok().and_then(|thread| thread.join().ok()).unwrap_or(crate::exit::INTERNAL);
    // SAFETY: LLVM's streams live until the process ends, and no other thread writes.
    std::process::exit(unsafe { xla_finish(code) })
}

unsafe extern "C" {
    fn xla_finish(code: c_int) -> c_int;
}
