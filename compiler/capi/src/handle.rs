//! Handles: pointers to boxes that C programs own.

use std::panic::{UnwindSafe, catch_unwind};

/// A pointer to a box, or null, which stands for nothing.
#[repr(C)]
#[derive(Debug)]
pub struct Handle<T> {
    pub(crate) ptr: *mut T,
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> Handle<T> {
    /// The handle of nothing.
    pub(crate) const NULL: Self = Self { ptr: std::ptr::null_mut() };

    /// The handle of `value`, in a box of its own.
    pub(crate) fn new(value: T) -> Self {
        Self { ptr: Box::into_raw(Box::new(value)) }
    }

    /// The handle of what `make` returns; of nothing if that panics.
    pub(crate) fn made_by(make: impl FnOnce() -> T + UnwindSafe) -> Self {
        catch_unwind(make).map_or(Self::NULL, Self::new)
    }
}

/// Defines the function `$destroy` that frees what a handle stands for and, where C programs have to ask, `$is_null`.
macro_rules! destructor {
    ($handle:ident: $destroy:ident $(, $is_null:ident)?) => {
        /// Frees what the handle stands for, if anything.
        ///
        /// # Safety
        /// The handle is null, or alive, not in use by any thread, and not used again.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $destroy(handle: $handle) {
            if !handle.ptr.is_null() {
                // SAFETY: the box was made by `Handle::new`.
                drop(unsafe { Box::from_raw(handle.ptr) });
            }
        }

        $(
            /// Whether the handle stands for nothing.
            #[unsafe(no_mangle)]
            pub extern "C" fn $is_null(handle: $handle) -> bool {
                handle.ptr.is_null()
            }
        )?
    };
}

pub(crate) use destructor;
