//! Custom calls: what a program asks of the host by name.
//!
//! A name is that of a handler, registered from Rust, or of a C function
//! `void name(void *out, void **in)` of a library that was loaded or of the process: `in` has the operands' addresses,
//! `out` is the result's. A call of no result, or of several ones, gets an array of their addresses in `out`, and a
//! tuple is an array of its elements' addresses.

use crate::call::{Attribute, Call, CallError, Handler, Site, Structure};
use crate::library;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The custom calls a program can make: handlers by name, and the functions of libraries.
///
/// ```
/// use xla_runtime::CustomCalls;
///
/// let mut calls = CustomCalls::new();
/// calls.register("copy", |call| {
///     let input = call.inputs[0].bytes();
///     call.outputs[0].bytes_mut().copy_from_slice(input);
///     Ok(())
/// });
/// assert!(calls.get("copy").is_some());
/// ```
#[derive(Clone, Default)]
pub struct CustomCalls {
    handlers: HashMap<String, Arc<Handler>>,
    libraries: Vec<Library>,
}

/// A loaded shared library, which stays loaded.
#[derive(Clone, Copy)]
struct Library(*mut c_void);

// SAFETY: the handle names the library; the loader's functions may be called from any thread.
unsafe impl Send for Library {}
// SAFETY: as above.
unsafe impl Sync for Library {}

/// The C function that a custom call names.
type Function = unsafe extern "C" fn(*mut c_void, *const *mut c_void);

/// The addresses of operands or results. The address of a tuple is that of an array of its elements' addresses.
struct Addresses {
    top: Vec<*mut c_void>,
    tuples: Vec<Vec<*mut c_void>>,
}

impl Addresses {
    /// The addresses for `arrays`, grouped into tuples by `structure`.
    fn of(arrays: Vec<*mut c_void>, structure: &[Structure]) -> Self {
        let mut addresses = Self { top: Vec::new(), tuples: Vec::new() };
        addresses.top = match structure {
            [] => arrays,
            structure => addresses.gather(&mut arrays.into_iter(), structure),
        };
        addresses
    }

    fn gather(&mut self, arrays: &mut std::vec::IntoIter<*mut c_void>, structure: &[Structure]) -> Vec<*mut c_void> {
        let each = structure.iter().filter_map(|one| match one {
            Structure::Array => arrays.next(),
            Structure::Tuple(elements) => {
                let mut tuple = self.gather(arrays, elements);
                let address = tuple.as_mut_ptr().cast();
                self.tuples.push(tuple);
                Some(address)
            }
        });
        each.collect()
    }
}

impl CustomCalls {
    /// No custom calls.
    pub fn new() -> Self {
        Self::default()
    }

    /// Registers `handler` as `name`. It replaces an earlier one.
    pub fn register(
        &mut self,
        name: &str,
        handler: impl Fn(&mut Call<'_>) -> Result<(), CallError> + Send + Sync + 'static,
    ) {
        self.handlers.insert(name.to_string(), Arc::new(handler));
    }

    /// The handler that is registered as `name`.
    pub fn get(&self, name: &str) -> Option<&Arc<Handler>> {
        self.handlers.get(name)
    }

    /// Loads a shared library, whose functions can be called then.
    ///
    /// # Errors
    /// If it cannot be loaded: the loader's message.
    ///
    /// # Safety
    /// Its initialization, and the functions that programs call, are sound.
    pub unsafe fn load(&mut self, path: &Path) -> Result<(), String> {
        // A name without a slash would be looked for in the system's folders.
        let path = std::path::absolute(path).map_err(|error| error.to_string())?;
        let name = CString::new(path.as_os_str().as_encoded_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: the name is a C string; the caller answers for what the library does.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            // SAFETY: after a failure the loader has a message, which is copied immediately.
            let message = unsafe { CStr::from_ptr(libc::dlerror()) };
            return Err(message.to_string_lossy().into_owned());
        }
        self.libraries.push(Library(handle));
        Ok(())
    }

    /// The function to call at `site`.
    pub(crate) fn handler(&self, site: &Site) -> Result<Arc<Handler>, CallError> {
        let unsupported = |reason: String| Err(CallError::Unsupported(reason));
        if let Some(function) = library::function(&site.target) {
            return Ok(Arc::new(function));
        }
        if let Some(handler) = self.get(&site.target) {
            return Ok(handler.clone());
        }
        if let Some(handler) = library::lapack::handler(site) {
            return handler;
        }
        let Some(function) = self.symbol(&site.target) else {
            return unsupported("there is no such function, neither registered nor in the process".to_string());
        };
        // 1 is the interface of `void name(void *out, void **in)`; 0 leaves it open.
        match site.attributes.get("api_version") {
            None | Some(Attribute::Int(0 | 1)) => {}
            Some(version) => return unsupported(format!("a C function of the interface {version:?}")),
        }
        Ok(Arc::new(move |call: &mut Call<'_>| {
            let inputs = call.inputs.iter().map(|input| input.bytes().as_ptr().cast_mut().cast()).collect();
            let outputs = call.outputs.iter_mut().map(|output| output.bytes_mut().as_mut_ptr().cast()).collect();
            let inputs = Addresses::of(inputs, &call.site.operand_structure);
            let mut outputs = Addresses::of(outputs, &call.site.result_structure);
            let out = match outputs.top[..] {
                [output] => output,
                _ => outputs.top.as_mut_ptr().cast(),
            };
            // SAFETY: whoever wrote the program says that the function takes these buffers.
            unsafe { function(out, inputs.top.as_ptr()) };
            Ok(())
        }))
    }

    /// The function `name` of the libraries, the last one first, or of the process.
    fn symbol(&self, name: &str) -> Option<Function> {
        let name = CString::new(name).ok().filter(|name| !name.is_empty())?;
        let handles = self.libraries.iter().rev().map(|library| library.0).chain([libc::RTLD_DEFAULT]);
        let address = handles
            // SAFETY: each is a handle of the loader's, and the name a C string.
            .map(|handle| unsafe { libc::dlsym(handle, name.as_ptr()) })
            .find(|address| !address.is_null())?;
        // SAFETY: it is called as the function that the program says it is.
        Some(unsafe { std::mem::transmute::<*mut c_void, Function>(address) })
    }
}

impl fmt::Debug for CustomCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<_> = self.handlers.keys().collect();
        names.sort();
        f.debug_tuple("CustomCalls").field(&names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_are_arrays_of_addresses() {
        let mut arrays = [1, 2, 3].map(|_| 0u8);
        let given: Vec<*mut c_void> = arrays.iter_mut().map(|array| std::ptr::from_mut(array).cast()).collect();
        assert_eq!(Addresses::of(given.clone(), &[]).top, given);
        let nested =
            [Structure::Array, Structure::Tuple(vec![Structure::Tuple(vec![Structure::Array]), Structure::Array])];
        let addresses = Addresses::of(given.clone(), &nested);
        assert_eq!((addresses.top.len(), addresses.top[0]), (2, given[0]));
        // SAFETY: these are the arrays of addresses that were just made.
        unsafe {
            let outer = addresses.top[1].cast::<*mut c_void>();
            assert_eq!(*(*outer).cast::<*mut c_void>(), given[1]);
            assert_eq!(*outer.add(1), given[2]);
        }
    }

    #[test]
    fn the_library_comes_first_and_c_functions_last() {
        let mut calls = CustomCalls::new();
        let site = |target: &str| Site { target: target.to_string(), ..Site::default() };
        assert!(calls.handler(&site("xla.runtime.fft")).is_ok());
        assert!(calls.handler(&site("abs")).is_ok(), "libc is in the process");
        let other = Site { attributes: [("api_version".to_string(), Attribute::Int(4))].into(), ..site("abs") };
        assert!(matches!(calls.handler(&other), Err(CallError::Unsupported(_))));
        assert!(matches!(calls.handler(&site("no such function")), Err(CallError::Unsupported(_))));
        calls.register("no such function", |_| Ok(()));
        assert!(calls.handler(&site("no such function")).is_ok());
        // SAFETY: there is no such library.
        assert!(unsafe { calls.load("no/such/library.so".as_ref()) }.is_err());
    }
}
