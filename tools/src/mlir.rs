//! The main functions that MLIR brings for its tools, with our dialects, passes and guarded input.

use mlir_sys::{MlirDialectRegistry, MlirStringRef};
use std::ffi::{CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use xla_compiler::{Source, check_bytecode, tell};
use xla_dialect::ir::string_ref;

type Store = unsafe extern "C" fn(MlirStringRef, MlirStringRef, *mut c_void);

/// What looks at inputs before MLIR's parser recurses into them: `XlaInputGuard` in dialects/glue/Tools.cpp, whose layout must match.
#[repr(C)]
pub struct Guard {
    check: unsafe extern "C" fn(MlirStringRef, MlirStringRef) -> bool,
    read: unsafe extern "C" fn(MlirStringRef, Store, *mut c_void) -> bool,
}

/// The guard of every tool.
pub const GUARD: Guard = Guard { check: check_input, read: read_input };

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
unsafe extern "C" fn check_input(name: MlirStringRef, text: MlirStringRef) -> bool {
    catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller's promise.
        is_readable(&unsafe { Source::new(&String::from_utf8_lossy(bytes(name)), bytes(text)) })
    }))
    .unwrap_or(false)
}

/// Reads what has no size, such as standard input, as far as there is memory for it, and gives it to `store` if it is readable.
///
/// # Safety
/// The path has as many bytes as it says, and `store` takes `buffer`.
unsafe extern "C" fn read_input(path: MlirStringRef, store: Store, buffer: *mut c_void) -> bool {
    catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the caller's promise.
        let path = Path::new(OsStr::from_bytes(unsafe { bytes(path) }));
        let source = Source::read(path).map_err(|diagnostic| tell!("{diagnostic}"));
        source.is_ok_and(|source| {
            let readable = is_readable(&source);
            if readable {
                // SAFETY: as above; the name and the text outlive the call.
                unsafe { store(string_ref(source.name.as_bytes()), string_ref(&source.bytes), buffer) };
            }
            readable
        })
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
    let code = match thread {
        Ok(thread) => thread.join().unwrap_or(crate::exit::INTERNAL),
        Err(error) => {
            tell!("error: cannot start a thread: {error}");
            crate::exit::INVALID
        }
    };
    // SAFETY: LLVM's streams live until the process ends, and no other thread writes.
    std::process::exit(unsafe { xla_finish(code) })
}

unsafe extern "C" {
    fn xla_finish(code: c_int) -> c_int;
}
